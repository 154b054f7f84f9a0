"""Parse a corrected schema and its overlay to definitions, which are types of the IR.

Every anonymous object, union and enumeration gets a name. `allOf` is merged first (`schema_algebra`). Unknown
keywords, broken or circular references, and two types with the same name are refused with their location.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mcpgen.frontend.limits import check_count, check_limits
from mcpgen.frontend.overlay import Overlay, with_overlay
from mcpgen.frontend.plain_schema import (
    constants,
    default,
    is_object_schema,
    length,
    object_schema,
    scalar,
)
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.schema_algebra import SchemaAlgebra, canonical, facts
from mcpgen.frontend.schema_file import CONSTRAINTS, SchemaFile, applies, with_full_references
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Definition,
    Field,
    Map,
    Record,
    Ref,
    Type,
    Union,
    is_literal,
    same_shape,
)
from mcpgen.names import check_definition_name, pascal
from mcpgen.problems import Problem, Refused

NEVER = Choice(())  # the type that accepts no value
MAX_NAME = 80  # the maximum length of a name that is derived from a location


def parse(
    schema: dict[str, Any],
    overlay: Overlay,
    source: str,
    warn: Callable[[Problem], None],
    *,
    keep_descriptions: bool = False,
) -> dict[str, Definition]:
    """Return every definition of a schema by name, in the order of the schema file.

    A definition is followed by the anonymous types in it. `warn` receives a problem for each anonymous type
    whose name had to be invented, and for each regular expression that the overlay does not accept. Such an
    expression is kept in the IR, but the generator never runs it.
    """
    names = AnonymousNames(overlay)
    schema = with_full_references(schema)
    file = SchemaFile.of(schema, source, names.given)
    idle = _accept_patterns(file, overlay, warn)
    parser = _Parser(file, overlay, names, warn, keep_descriptions)
    problems = [*idle, *file.top_level_problems(schema), *parser.parse_all(), *parser.names.unused()]
    if problems:
        raise Refused(problems)
    definitions = {name: parser.found[name] for name in parser.order}
    check_limits(file, definitions)
    return with_overlay(definitions, overlay)


def _accept_patterns(file: SchemaFile, overlay: Overlay, warn: Callable[[Problem], None]) -> list[Problem]:
    """Mark the regular expressions that the overlay accepts as safe.

    Return a problem for each overlay entry whose expression does not occur in the file. Report to `warn` each
    expression in the file that no entry accepts.
    """
    accepted = overlay.index("pattern", lambda entry: [entry["pattern"]])
    stated = file.patterns()
    file.accepted.update(accepted.keys() & stated)
    for pattern, at in stated.items():
        if pattern not in accepted:
            reason = "TODO: why the search takes linear time for any text"
            entry = entry_text("pattern", pattern=pattern, reason=reason)
            message = "decoders would run this pattern on text from peers, so an overlay must accept it; add "
            message += entry.replace("\n", " ")
            summary = f"the pattern {pattern:.60}"
            warn(Problem(f"{file.source}#{at}", message, kind="pattern", entry=entry, summary=summary))
    return [
        problem
        for index, pattern in enumerate(accepted)
        if pattern not in stated
        for problem in overlay.idle(
            "pattern", index, f"the schema has no pattern {pattern!r}; remove the entry"
        )
    ]


class _Parser:
    """Parses the definitions of one file.

    `found` has the parsed definitions. `order` has their names in the order of the file. The anonymous types
    inside a definition follow it.
    """

    def __init__(
        self,
        file: SchemaFile,
        overlay: Overlay,
        names: AnonymousNames,
        warn: Callable[[Problem], None],
        keep_descriptions: bool,
    ) -> None:
        self.file, self.overlay, self.warn, self.keep_descriptions = file, overlay, warn, keep_descriptions
        self.algebra = SchemaAlgebra(file)
        self.names = names
        self.merged: dict[str, str] = {}  # the names of merged schemas, by canonical text
        self.found: dict[str, Definition] = {}
        self.order: dict[str, None] = {}

    def parse_all(self) -> list[Problem]:
        """Parse every definition. Return all problems instead of raising them."""
        problems: list[Problem] = []
        check_count(self.file, len(self.file.definitions), f"/{self.file.container}")
        for name, schema in self.file.definitions.items():
            at = self.file.pointer_of(name)
            try:
                check_definition_name(name, f"{self.file.source}#{at}")
                self.define(name, schema, at)
            except Refused as refused:
                if self.algebra.is_spent:  # every other definition would cause the same problem
                    return [*refused.problems]
                problems += refused.problems
        return problems

    def define(self, name: str, schema: Any, at: str) -> None:
        """Parse one definition and store it in `found`. Refuse a name that another definition has."""
        self.order.setdefault(name)
        check_count(self.file, len(self.order), at)
        definition: Definition
        plain = self.algebra.plain(schema, at)
        if self.algebra.is_empty(plain, at):
            definition = Alias(name, NEVER, doc=self.doc(schema), at=at)
        elif is_object_schema(self.algebra, plain, at):
            definition = self.record(name, plain, at)
        else:
            type_ = self.type(plain, at, name, is_named=True)
            definition = Alias(name, type_, doc=self.doc(schema), at=at)
        known = self.found.setdefault(name, definition)
        if not same_shape(known, definition):
            message = f"{name} is already the name of another type ({known.at}); rename one of them"
            raise Refused([Problem(f"{self.file.source}#{at}", message, subject=name, kind="name taken")])

    def hoist(self, schema: Any, at: str, proposed: str) -> Ref:
        """Make a definition of an anonymous type, and return a reference to the definition.

        The overlay can state its name. Otherwise the name is derived from `proposed`, which is made from the
        location of the type.
        """
        given = self.names.given(at)
        if given is not None:
            check_definition_name(given, f"{self.overlay.source}: name {given}")
            self.define(given, schema, at)
            return Ref(given)
        proposed = proposed[:MAX_NAME]
        check_definition_name(proposed, f"{self.file.source}#{at}")
        name, is_new = self.names.invented(
            proposed, schema, lambda name: name in self.file.definitions or name in self.order
        )
        if self.file.is_made(schema):
            self.merged[canonical(schema)] = name
        if is_new:
            self.define(name, schema, at)
        message = f"the anonymous type is named {name} after its location; to rename it, add a [[name]] entry"
        reason = "The schema file does not name this type, so its name comes from its location."
        entry = entry_text("name", name=name, at=[at], reason=reason)
        summary = f"{name} names the type at {at}"
        at = f"{self.file.source}#{at}"
        self.warn(Problem(at, message, subject=name, kind="name", entry=entry, summary=summary))
        return Ref(name)

    def record(self, name: str, schema: dict[str, Any], at: str) -> Record:
        """Convert a plain object schema, which has no `allOf` or reference at its top, to a record."""
        stated = object_schema(self.algebra, schema, at)
        fields = tuple(
            Field(
                member,
                self.type(below, below_at, name + pascal(member)),
                member in stated.required,
                default=default(below),
                doc=self.doc(below),
                at=below_at,
            )
            for member, (below, below_at) in stated.members.items()
        )
        additional = None
        if stated.additional is not None:
            additional_at = self.file.located(stated.additional, f"{at}/additionalProperties")
            additional = self.type(stated.additional, additional_at, name + "Value")
        return Record(
            name,
            fields,
            additional,
            mapping=additional is not None,
            closed=stated.closed,
            absent=tuple(stated.absent),
            doc=self.doc(schema),
            at=at,
        )

    def doc(self, schema: Any) -> str:
        """Return the description in a schema. Return '' if the build does not keep descriptions."""
        text = schema.get("description", "") if self.keep_descriptions and isinstance(schema, dict) else ""
        return text if isinstance(text, str) else ""

    def type(self, schema: Any, at: str, name: str, *, is_named: bool = False) -> Type:
        """Convert a schema to a type of the IR.

        If `is_named` is true, `name` is the name of the definition. Otherwise `name` is proposed for an
        anonymous type.
        """
        if not is_named and self.file.is_made(schema) and canonical(schema) in self.merged:
            return Ref(self.merged[canonical(schema)])
        plain = self.algebra.plain(schema, at)
        if not facts(plain):
            if plain is not False:
                return Anything()
            return NEVER if is_named else self.hoist(schema, at, name)
        if not is_named and (at in self.names or is_object_schema(self.algebra, plain, at)):
            return self.hoist(schema, at, name)
        if "$ref" in plain:
            return Ref(self.file.target(plain, at))
        if "anyOf" in plain:
            return self.union(plain, at, name) if is_named else self.hoist(schema, at, name)
        if "const" in plain or "enum" in plain:
            values = constants(self.file, plain, at)
            is_simple = len(values) == 1 and is_literal(values[0])
            return Choice(values) if is_simple or is_named else self.hoist(schema, at, name)
        kinds = self.kinds(plain, at)
        if len(kinds) == 1:
            return self.one_kind({**plain, "type": kinds[0]}, at, name)
        parts = [
            {key: value for key, value in plain.items() if applies(key, [kind])} | {"type": kind}
            for kind in kinds
        ]
        if any(is_object_schema(self.algebra, part, at) for part in parts):
            stated = plain["type"] if isinstance(plain["type"], list) else kinds
            made = [  # each variant gets its own location, from which its name is derived
                self.file.made(part, f"{at}/type/{stated.index(kind)}")
                for kind, part in zip(kinds, parts, strict=True)
            ]
            variants = self.file.made({"anyOf": made}, at)
            return self.union(variants, at, name) if is_named else self.hoist(variants, at, name)
        return Union(tuple(self.one_kind(part, at, name) for part in parts))

    def kinds(self, schema: dict[str, Any], at: str) -> list[str]:
        """Return the JSON types that a schema allows. If these include `number`, `integer` is omitted."""
        stated = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        for kind in stated:
            if kind not in CONSTRAINTS:
                raise self.file.error(f"{at}/type", f"{kind!r} is not a JSON type")
        self.file.check_applicable(schema, at, stated)
        return [kind for kind in stated if kind != "integer" or "number" not in stated]

    def one_kind(self, schema: dict[str, Any], at: str, name: str) -> Type:
        """Convert a schema that allows a single JSON type to a type of the IR.

        The schema must be plain, without `allOf` and references. It must not be an object with declared
        members.
        """
        if schema["type"] == "object":
            stated = object_schema(self.algebra, schema, at)
            values = True if stated.additional is None else stated.additional
            values_at = self.file.located(values, f"{at}/additionalProperties")
            return Map(self.type(values, values_at, name + "Value"), stated.names)
        if schema["type"] == "array":
            least, most = (length(self.file, schema, at, keyword) for keyword in ("minItems", "maxItems"))
            items = schema.get("items", True)
            if self.algebra.is_empty(items, f"{at}/items"):
                return Array(Anything(), least, 0)
            return Array(
                self.type(items, self.file.located(items, f"{at}/items"), name + "Item"), least, most
            )
        return scalar(self.file, schema, at)

    def union(self, schema: dict[str, Any], at: str, name: str) -> Type:
        """Convert a schema with `anyOf` to a union. Nested unions are flattened.

        Equal variants are merged, and all constants become one enumeration.
        """
        variants: list[Type] = []
        for index, variant in enumerate(self.file.array(schema["anyOf"], f"{at}/anyOf")):
            variant_at = self.file.located(variant, f"{at}/anyOf/{index}")
            if self.algebra.is_empty(variant, variant_at):
                continue
            type_ = self.type(variant, variant_at, name + variant_name(self.file.label(variant)))
            for flat in type_.variants if isinstance(type_, Union) else (type_,):
                if flat not in variants:
                    variants.append(flat)
        choices = [variant for variant in variants if isinstance(variant, Choice)]
        if len(choices) > 1:
            values = dict.fromkeys(value for choice in choices for value in choice.values)
            variants = [Choice(tuple(values)) if variant is choices[0] else variant for variant in variants]
            variants = [variant for variant in variants if variant not in choices[1:]]
        return variants[0] if len(variants) == 1 else Union(tuple(variants))


# An anonymous type is named by the overlay. Otherwise its name is derived from its location: the type of
# `Tool.inputSchema` is `ToolInputSchema`.


class AnonymousNames:
    """Finds names for the anonymous types of a schema: those that the overlay states, or invented ones."""

    def __init__(self, overlay: Overlay) -> None:
        entries = overlay.index("name", lambda entry: entry["at"])
        self._overlay = overlay
        self._given: dict[str, str] = {at: entry["name"] for at, entry in entries.items()}
        self._unused = set(entries)
        self._invented: dict[tuple[str, str], str] = {}  # proposed name and type → name
        self._numbers: dict[str, int] = {}  # proposed name → the number that was last appended to it

    def __contains__(self, at: str) -> bool:
        """Return whether the overlay states a name for the type at a location."""
        return at in self._given

    def given(self, at: str) -> str | None:
        """Return the name that the overlay states for the type at a location, or None.

        The overlay entry counts as used.
        """
        self._unused.discard(at)
        return self._given.get(at)

    def invented(self, proposed: str, schema: Any, is_taken: Callable[[str], bool]) -> tuple[str, bool]:
        """Invent a name for an anonymous type. Return the name, and whether this is its first use.

        Equal types with the same proposed name get one name. If a different type has the proposed name
        already, a number is appended to the name.
        """
        key = proposed, json.dumps(without_prose(schema), sort_keys=True)
        known = self._invented.get(key)
        if known is not None:
            return known, False
        name, number = proposed, self._numbers.get(proposed, 1)
        while is_taken(name):
            number += 1
            name = f"{proposed}{number}"
        self._numbers[proposed] = number
        self._invented[key] = name
        return name, True

    def unused(self) -> list[Problem]:
        """Return a problem for each location in a `[[name]]` entry at which there is no anonymous type."""
        entries = self._overlay.table("name")
        return [
            problem
            for index, entry in enumerate(entries)
            for at in entry["at"]
            if at in self._unused
            for problem in self._overlay.idle(
                "name", index, f"the schema has no anonymous type at {at}; remove the pointer", at
            )
        ]


def variant_name(schema: Any) -> str:
    """Return a suffix for the name of a variant of a union: its constant, or its required members."""
    if not isinstance(schema, dict):
        return "Arm"
    properties = schema.get("properties")
    if isinstance(properties, dict):
        for member in properties.values():
            if isinstance(member, dict) and isinstance(member.get("const"), str):
                return pascal(member["const"])
        return "".join(pascal(str(name)) for name in schema.get("required", [])) or "Object"
    if "required" in schema:
        return "".join(pascal(str(name)) for name in schema["required"])
    return pascal(str(schema.get("type", "")))
