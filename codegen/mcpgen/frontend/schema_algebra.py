"""Convert schemas that use `allOf`, `oneOf` or keywords beside a reference to equivalent plain schemas.

A plain schema has one of four forms: a boolean, a `$ref` without other keywords, an `anyOf` without other
keywords, or keywords other than `$ref`, `allOf`, `anyOf`, `oneOf` and `not`. The schemas of an `allOf` are
merged keyword by keyword. If one of them is a union, each variant is merged with the other schemas, and
variants that accept no value are removed. The schemas of members are not merged at once. They become an
`allOf` that the parser converts later. Otherwise the conversion of a recursive schema would not end.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from mcpgen.frontend.limits import MAX_VARIANTS
from mcpgen.frontend.load import MAX_DEPTH
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.schema_file import ANNOTATIONS, COMBINATORS, KINDS, SchemaFile, applies
from mcpgen.problems import Refused

LOWER = {"minimum": "maximum", "minLength": "maxLength", "minItems": "maxItems"}
UPPER = frozenset(LOWER.values())
EMPTYING = COMBINATORS.union(
    {"enum", "required"}, LOWER
)  # a schema without these keywords accepts at least one value
MAX_WORK = 20_000  # the maximum keywords and members to merge for one file; an official file needs hundreds


def facts(schema: Any) -> dict[str, Any]:
    """Return the keywords of a schema that restrict values, with their values.

    Annotations such as `description` are left out.
    """
    if not isinstance(schema, dict):
        return {}
    return {keyword: value for keyword, value in schema.items() if keyword not in ANNOTATIONS}


def is_trivial(schema: Any) -> bool:
    """Return whether a schema has no keyword that restricts values."""
    return schema is True or (isinstance(schema, dict) and not facts(schema))


class _Circular(Refused):
    """Raised if a definition cannot become a plain schema, because the conversion needs its own result."""


class SchemaAlgebra:
    """Converts the schemas of one file to equivalent plain schemas. Results for definitions are cached."""

    def __init__(self, file: SchemaFile) -> None:
        self.file = file
        self._definitions: dict[str, Any] = {}
        self._work = 0  # keywords and members merged so far
        self._open: list[str] = []  # the definitions that are being converted
        self._emptiness: dict[str, bool] = {}
        self._checking: list[str] = []  # the schemas that are being checked for emptiness

    # Conversion to plain schemas

    def plain(self, schema: Any, at: str) -> Any:
        """Return a plain schema that accepts the same values as `schema`."""
        if isinstance(schema, bool):
            return schema
        self.file.check_keywords(schema, at)
        stated = facts(schema)
        if not stated.keys() & COMBINATORS:
            return self._with_kinds(schema, at)
        if len(stated) == 1 and ("$ref" in stated or "anyOf" in stated):
            return schema
        return self._intersection([self._expanded(part, at) for part in self._parts(schema, at, 0)], at)

    def resolved(self, schema: Any, at: str) -> Any:
        """Return a plain schema that accepts the same values as `schema`, and that is not a reference."""
        return self._expanded(self.plain(schema, at), at)[1]

    def definition(self, name: str, at: str) -> Any:
        """Return a definition, given by its name, as a plain schema.

        Raise `_Circular` if its conversion to a plain schema needs the result.
        """
        if name not in self._definitions:
            if name in self._open:
                raise _Circular(
                    self.file.error(at, f"allOf refers back to {name}; remove the cycle").problems
                )
            if len(self._open) == MAX_DEPTH:
                message = f"allOf contains more than {MAX_DEPTH} nested references; use fewer levels"
                raise self.file.error(at, message)
            self._open.append(name)
            try:
                self._definitions[name] = self.plain(self.file.definitions[name], self.file.pointer_of(name))
            finally:
                self._open.pop()
        return self._definitions[name]

    def _with_kinds(self, schema: dict[str, Any], at: str) -> Any:
        """Return a schema with all JSON types as its `type`, if it states neither `type` nor constants.

        The added types do not change the meaning of the schema. Each keyword restricts only the types to
        which it applies.
        """
        if "type" in schema or "const" in schema or "enum" in schema or not facts(schema):
            return schema
        return self.file.made({"type": list(KINDS), **schema}, at)

    def _parts(self, schema: Any, at: str, depth: int) -> Iterator[Any]:
        """Split a schema into simpler schemas. A value is valid if all of them accept it.

        Each of them is a boolean, a reference, a union, or keywords without `allOf`, `oneOf` and the like.
        """
        if isinstance(schema, bool):
            yield schema
            return
        if depth == MAX_DEPTH:
            message = f"allOf is nested more than {MAX_DEPTH} levels deep; use fewer levels"
            raise self.file.error(at, message)
        self.file.check_keywords(schema, at)
        at = self.file.located(schema, at)
        if "$ref" in schema:
            yield self.file.made({"$ref": schema["$ref"]}, at)
            if self.file.references_stand_alone:
                return
        for index, part in enumerate(self.file.array(schema.get("allOf", []), f"{at}/allOf")):
            yield from self._parts(part, f"{at}/allOf/{index}", depth + 1)
        own = {key: value for key, value in schema.items() if key not in COMBINATORS}
        if facts(own):
            yield self._with_kinds(self.file.made(own, at), at)
        if "anyOf" in schema:
            yield self.file.made({"anyOf": schema["anyOf"]}, at)
        if "oneOf" in schema:
            variants = self.file.array(schema["oneOf"], f"{at}/oneOf")
            self._check_disjoint(variants, f"{at}/oneOf")
            yield self.file.made({"anyOf": variants}, at)
        if "not" in schema:
            if not is_trivial(schema["not"]):
                raise self.file.error(
                    f"{at}/not",
                    "'not' is not supported; describe the allowed values instead",
                )
            yield False

    def _expanded(self, part: Any, at: str) -> tuple[Any, Any]:
        """Return the schema `part`, and the schema to which its `$ref` leads.

        If that schema has a `$ref` as well, follow it too. If `part` has no `$ref`, both results are `part`.
        References deeper inside are not followed.
        """
        meant, path = part, 0
        while isinstance(meant, dict) and "$ref" in meant:
            meant = self.definition(self.file.target(meant, self.file.located(meant, at)), at)
            path += 1
            if path > MAX_DEPTH:
                message = f"references are nested more than {MAX_DEPTH} levels deep; use fewer levels"
                raise self.file.error(at, message)
        return part, meant

    def _intersection(self, parts: list[tuple[Any, Any]], at: str) -> Any:
        """Return a plain schema for the values that every schema in `parts` accepts.

        Each item of `parts` has a schema, and the schema to which its reference leads.
        """
        kept: list[tuple[Any, Any]] = []
        seen: set[str] = set()
        for part, meant in parts:
            self._spend(meant, at)
            if meant is False:
                return False
            text = canonical(part)
            if not is_trivial(meant) and text not in seen:
                seen.add(text)
                kept.append((part, meant))
        if not kept:
            return {}
        if len(kept) == 1:
            return kept[0][0]
        for index, (_, meant) in enumerate(kept):
            if "anyOf" in meant:
                return self._distributed(kept, index, at)
        merged = kept[0][1]
        for _, meant in kept[1:]:
            merged = self._merged(merged, meant, at)
            if merged is False:
                return False
        return next((part for part, meant in kept if facts(meant) == facts(merged)), merged)

    @property
    def is_spent(self) -> bool:
        """Whether merging the schemas of the file took more work than `MAX_WORK` allows."""
        return self._work > MAX_WORK

    def _spend(self, meant: Any, at: str) -> None:
        """Add the size of `meant`, a schema to merge, to the work done. Refuse the file above `MAX_WORK`."""
        listed = meant.values() if isinstance(meant, dict) else ()
        self._work += 1 + sum(len(value) if isinstance(value, (dict, list)) else 1 for value in listed)
        if self.is_spent:
            reason = "allOf around anyOf expands to too many schemas"
            raise self.file.error(at, f"{reason}; write the variants in full, or use fewer levels")

    def _distributed(self, parts: list[tuple[Any, Any]], index: int, at: str) -> Any:
        """Merge each variant of the union `parts[index]` with all other parts.

        Return the union of the results.
        """
        part, union = parts[index]
        found: list[Any] = []
        texts: set[str] = set()
        unchanged = True
        for number, variant in enumerate(self.file.array(union["anyOf"], f"{at}/anyOf")):
            variant_at = self.file.located(variant, f"{at}/anyOf/{number}")
            of_variant = [self._expanded(each, variant_at) for each in self._parts(variant, variant_at, 0)]
            merged = self._intersection([*parts[:index], *of_variant, *parts[index + 1 :]], variant_at)
            unchanged = unchanged and canonical(merged) == canonical(variant)
            if self.is_empty(merged, variant_at) or canonical(merged) in texts:
                unchanged = False
                continue
            texts.add(canonical(merged))
            if self.file.is_made(merged):
                self.file.relabel(merged, variant, variant_at)
            found.append(merged)
            if len(found) > MAX_VARIANTS:
                message = f"a union has more than {MAX_VARIANTS} variants; use fewer variants"
                raise self.file.error(at, message)
        if unchanged:
            return part
        return False if not found else found[0] if len(found) == 1 else self.file.made({"anyOf": found}, at)

    # Two schemas without combinators

    def _merged(self, one: dict[str, Any], other: dict[str, Any], at: str) -> Any:
        """Return a schema for the values that both schemas accept, or False if there are none."""
        for first, second in ((one, other), (other, one)):
            if "enum" in first or "const" in first:
                return self._constants_within(first, second, at)
        kinds = _kinds_within(one, other)
        if not kinds:
            return False
        result: dict[str, Any] = {
            **other,
            **one,
            "type": kinds[0] if len(kinds) == 1 else kinds,
        }
        for keyword in facts(one).keys() & facts(other).keys() - {"type"}:
            result[keyword] = self._narrower(keyword, one[keyword], other[keyword], at)
        if "properties" in result:
            result["properties"] = self._properties(one, other)
        result = {
            keyword: value
            for keyword, value in result.items()
            if keyword in ANNOTATIONS or applies(keyword, kinds)
        }
        return self.file.made(result, self.file.located(one, at))

    def _constants_within(self, one: dict[str, Any], other: dict[str, Any], at: str) -> Any:
        """Return a schema with those constants of `one` that `other` accepts too.

        Return False if there are none.
        """
        values = [one["const"]] if "const" in one else self.file.array(one["enum"], f"{at}/enum")
        both = (one, other)
        kept = [value for value in values if all(self.file.accepts(each, value, at) for each in both)]
        if len(kept) == len(values):
            return one
        annotations = {key: value for key, value in one.items() if key in ANNOTATIONS}
        return self.file.made({**annotations, "enum": kept}, at) if kept else False

    def _narrower(self, keyword: str, one: Any, other: Any, at: str) -> Any:
        """Return the value of a keyword in the schema that is merged from two schemas.

        `one` and `other` are its values in these two. The merged schema must not accept a value that one of
        the two rejects.
        """
        if keyword in LOWER:
            return max(one, other)
        if keyword in UPPER:
            return min(one, other)
        if keyword == "required":
            return list(dict.fromkeys([*self.file.array(one, at), *self.file.array(other, at)]))
        if keyword == "pattern" and one != other:
            if any(re.search(r"\\[1-9]|\(\?P", pattern) for pattern in (one, other)):
                raise self.file.error(
                    at,
                    f"mcpgen cannot combine the patterns {one!r} and {other!r}; write one pattern for both",
                )
            both = "".join(rf"(?=[\s\S]*?(?:{pattern}))" for pattern in (one, other))
            if {one, other} <= self.file.accepted:
                self.file.accepted.add(f"^{both}")
            return f"^{both}"
        if keyword in ("items", "additionalProperties", "propertyNames"):
            return self.both(one, other)
        return one

    def _properties(self, one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
        """Return the merged members of two object schemas.

        If only one schema declares a member, its schema is merged with the `additionalProperties` of the
        other schema.
        """
        first, second = one.get("properties", {}), other.get("properties", {})
        return {
            name: self.both(
                first.get(name, one.get("additionalProperties", True)),
                second.get(name, other.get("additionalProperties", True)),
            )
            for name in dict.fromkeys([*first, *second])
        }

    def both(self, one: Any, other: Any) -> Any:
        """Return a schema for the values that both schemas accept.

        If neither of them includes the other, the result is an `allOf`, which is merged later.
        """
        if one is False or other is False:
            return False
        if is_trivial(other) or facts(one) == facts(other):
            return one
        if is_trivial(one) or _refines(other, one):
            return other
        if _refines(one, other):
            return one
        parts = [
            part
            for each in (one, other)
            for part in (each["allOf"] if facts(each).keys() == {"allOf"} else [each])
        ]
        return self.file.made({"allOf": parts}, "")  # the merged member has no location in the file

    # Emptiness

    def _check_disjoint(self, variants: list[Any], at: str) -> None:
        """Refuse a `oneOf` if a value may be valid for two of its variants."""
        for index, variant in enumerate(variants):
            for number in range(index):
                if not self.is_empty({"allOf": [variants[number], variant]}, at):
                    raise self.file.error(
                        at,
                        f"members {number + 1} and {index + 1} of 'oneOf' may accept the same value; "
                        "add a required constant or another JSON type that distinguishes them, "
                        "or write anyOf if a value may fit both",
                    )

    def is_empty(self, schema: Any, at: str) -> bool:
        """Return whether the keywords of a schema prove that it accepts no value."""
        if isinstance(schema, bool):
            return not schema
        if EMPTYING.isdisjoint(schema):
            return False
        text = canonical(schema)
        if text not in self._emptiness:
            self._emptiness[text] = False  # assumed during the check, in case the schema is recursive
            if len(self._checking) < MAX_DEPTH:
                self._checking.append(text)
                try:
                    self._emptiness[text] = self._is_empty(self.resolved(schema, at), at)
                except _Circular:
                    del self._emptiness[
                        text
                    ]  # the result may change while an enclosing definition is not converted
                    return False
                finally:
                    self._checking.pop()
        return self._emptiness[text]

    def _is_empty(self, schema: Any, at: str) -> bool:
        if isinstance(schema, bool):
            return not schema
        if "anyOf" in schema:
            return all(self.is_empty(variant, at) for variant in schema["anyOf"])
        if "enum" in schema:
            return not schema["enum"]
        if schema.get("type") == "object":
            names = schema.get("propertyNames")
            return any(
                self.is_empty(member_schema(schema, name), at)
                or (names is not None and not self.file.accepts(names, name, at))
                for name in schema.get("required", [])
            )
        if schema.get("type") == "array" and schema.get("minItems", 0) > 0:
            return self.is_empty(schema.get("items", True), at)
        rounded = schema.get("type") == "integer"
        return any(
            low is not None and high is not None and (math.ceil(low) if rounded else low) > high
            for low, high in ((schema.get(least), schema.get(most)) for least, most in LOWER.items())
        )


def canonical(schema: Any) -> str:
    """Return a schema as JSON text for comparisons: without documentation, and with sorted members."""
    return json.dumps(without_prose(schema), sort_keys=True)


def member_schema(schema: dict[str, Any], name: str) -> Any:
    """Return the schema that an object schema applies to a member with a given name, declared or not."""
    return schema.get("properties", {}).get(name, schema.get("additionalProperties", True))


def _refines(one: Any, other: Any) -> bool:
    """Return whether every keyword of `other` has the same value in `one`."""
    mine, theirs = facts(one), facts(other)
    if not is_trivial(theirs.get("additionalProperties", True)):
        return False
    return all(key in mine and mine[key] == value for key, value in theirs.items())


def _kinds_within(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Return the JSON types that both schemas allow."""
    first, second = _kinds(one), _kinds(other)
    both = [kind for kind in first if kind in second]
    for mine, theirs in ((first, second), (second, first)):
        if "integer" in mine and "integer" not in both and "number" in theirs:
            both.append("integer")
    return both


def _kinds(schema: dict[str, Any]) -> list[str]:
    kinds = schema.get("type", list(KINDS))
    return kinds if isinstance(kinds, list) else [kinds]
