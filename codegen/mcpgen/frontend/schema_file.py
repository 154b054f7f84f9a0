"""Give the parser the definitions, references and keywords of a schema file, and their locations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mcpgen.frontend.json_schema import UnacceptedPattern, accepts, dialect_of, metaschema_violations
from mcpgen.frontend.prose import PROSE, SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS, subschemas
from mcpgen.ir import has_type
from mcpgen.names import pascal
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.json_values import json_pointer, tokens

DRAFT_07 = "http://json-schema.org/draft-07/schema"
CONTAINERS = ("$defs", "definitions")
# Keywords that do not restrict values. A definition may repeat `$schema`.
ANNOTATIONS = PROSE | {"default", "format", "$schema", *CONTAINERS}
ANNOTATIONS |= {"contentEncoding", "contentMediaType", "contentSchema"}
# The keywords that restrict values of each JSON type.
CONSTRAINTS: dict[str, frozenset[str]] = {
    "object": frozenset({"properties", "required", "additionalProperties", "propertyNames"}),
    "array": frozenset({"items", "minItems", "maxItems"}),
    "string": frozenset({"minLength", "maxLength", "pattern"}),
    "integer": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}),
    "boolean": frozenset(),
    "null": frozenset(),
}
KINDS = tuple(kind for kind in CONSTRAINTS if kind != "integer")
COMBINATORS = frozenset({"$ref", "allOf", "anyOf", "oneOf", "not"})
KEYWORDS = ANNOTATIONS.union(COMBINATORS, {"type", "const", "enum"}, *CONSTRAINTS.values())
# Unsupported keywords, each with the reason and what to write instead.
UNSUPPORTED = {
    "patternProperties": "it gives a type to the members whose names match a pattern; declare the members, "
    "or give all others one type by additionalProperties",
    **dict.fromkeys(
        ("if", "then", "else"),
        "it makes a type depend on a condition; write an anyOf with an object for each case",
    ),
    **dict.fromkeys(
        ("dependentRequired", "dependentSchemas", "dependencies"),
        "it makes members depend on another member; write an anyOf of two objects, one with that other "
        "member and one without it",
    ),
    "unevaluatedProperties": "it depends on surrounding schemas; write additionalProperties on each object",
    **dict.fromkeys(
        ("prefixItems", "additionalItems", "unevaluatedItems"),
        "it gives each position in an array its own type; use `items` to give all items one type",
    ),
    **dict.fromkeys(
        ("contains", "minContains", "maxContains", "uniqueItems"),
        "it checks all items of an array together; put the rule into a description, or check it in your code",
    ),
    **dict.fromkeys(
        ("minProperties", "maxProperties"),
        "it limits the number of members; make members required, or put the rule into a description",
    ),
    "multipleOf": "it checks a remainder; put the rule into a description, or check it in your code",
    **dict.fromkeys(
        ("$id", "id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"),
        "all references must be JSON Pointers; remove the keyword, and write references as #/$defs/NAME",
    ),
}


@dataclass(frozen=True)
class SchemaFile:
    """A schema file with its definitions. `source` is its location, for messages.

    - `container`: the keyword that holds the definitions, such as `$defs`.
    - `definitions`: the schemas in it, and all other schemas in the file to which a reference points.
    - `pointers`: the JSON Pointer of each definition.
    - `references_stand_alone`: whether keywords beside `$ref` are ignored, as in draft-07.
    - `accepted`: the regular expressions that the overlay accepts as safe. No other expression is run.
    """

    source: str
    container: str
    definitions: Mapping[str, Any]
    root: Mapping[str, Any]
    pointers: Mapping[str, str]
    references_stand_alone: bool
    _names: Mapping[str, str]  # the names of definitions, by JSON Pointer
    _located: dict[int, str]  # the pointer of each object, and of objects made from it, by `id`
    accepted: set[str] = field(default_factory=set)
    _labels: dict[int, Any] = field(default_factory=dict)
    _made: dict[int, Any] = field(
        default_factory=dict
    )  # keeps objects that were made alive, so that their ids stay unique

    @classmethod
    def of(
        cls, schema: Mapping[str, Any], source: str, given: Callable[[str], str | None] = lambda at: None
    ) -> SchemaFile:
        """Return the `SchemaFile` of a parsed schema. `source` is its location, for messages.

        The function `given` returns the name that the overlay states for the nested definition at a JSON
        Pointer, or None.
        """
        container = next(name for name in CONTAINERS if schema.get(name))
        definitions: dict[str, Any] = dict(schema[container])
        pointers = {name: json_pointer((container, name)) for name in definitions}
        located = dict(_objects(schema))
        for at in _referenced(schema):
            found = _value_at(schema, at)
            if at not in pointers.values() and isinstance(found, (dict, bool)) and tokens(at)[:-1]:
                name = given(at) or _free_name(tokens(at), definitions)
                definitions[name], pointers[name] = found, at
        _check_unseen(schema, container, definitions, pointers, source)
        names = {at: name for name, at in pointers.items()}
        return cls(
            source,
            container,
            definitions,
            schema,
            pointers,
            dialect_of(schema) == DRAFT_07,
            names,
            located,
        )

    def pointer_of(self, name: str) -> str:
        """Return the JSON Pointer of a definition."""
        return self.pointers[name]

    def located(self, schema: Any, at: str) -> str:
        """Return the JSON Pointer of a schema in this file.

        If the generator made the schema from another one, this is the pointer of the original. Return `at`
        for a schema that is not from this file.
        """
        return self._located.get(id(schema), at) or at

    def made(self, schema: dict[str, Any], at: str) -> dict[str, Any]:
        """Record that the generator made a schema from another one, which is at the JSON Pointer `at`.

        Return the new schema.
        """
        self._made[id(schema)] = schema
        self._located[id(schema)] = at
        return schema

    def is_made(self, schema: Any) -> bool:
        """Return whether the generator made a schema (`made`). All other schemas were read from the file."""
        return id(schema) in self._made

    def relabel(self, schema: dict[str, Any], variant: Any, at: str) -> None:
        """Record that the generator made a schema from a variant of a union, at the JSON Pointer `at`.

        The name of the new schema will be derived from the variant.
        """
        self._located[id(schema)] = at
        self._labels[id(schema)] = self._labels.get(id(variant), variant)

    def label(self, schema: Any) -> Any:
        """Return the variant from which the generator made a schema (`relabel`), or the schema itself."""
        return self._labels.get(id(schema), schema)

    def error(self, at: str, message: str) -> Refused:
        """Return a `Refused` error with one problem, located at a JSON Pointer of this file."""
        return refuse(f"{self.source}#{at}", message)

    def top_level_problems(self, schema: Mapping[str, Any]) -> Iterator[Problem]:
        """Yield a problem for each keyword at the top of the file that restricts values."""
        for keyword in schema:
            if keyword not in PROSE | {"$schema", "$id", *CONTAINERS}:
                message = f"the keyword {keyword!r} is not supported at the top of a file; remove it"
                yield Problem(f"{self.source}#{json_pointer((keyword,))}", message)

    def target(self, schema: Mapping[str, Any], at: str) -> str:
        """Return the name of the definition that a `$ref` points to. Refuse references to other files."""
        ref = schema["$ref"]
        name = self._names.get(ref[1:]) if isinstance(ref, str) else None
        if name is None:
            message = f"{ref!r} does not name a definition of this file"
            last = tokens(ref)[-1] if isinstance(ref, str) and "/" in ref else ""
            nested = [
                where for where in self._located.values() if where.endswith(json_pointer(("$defs", last)))
            ]
            message += f"; write #{nested[0] if last and nested else f'/{self.container}/NAME'}"
            raise self.error(f"{at}/$ref", message)
        return name

    def accepts(self, schema: Any, value: Any, at: str) -> bool:
        """Return whether a schema of this file accepts a value.

        `at` is the location of the schema, for messages.
        """
        if _is_simple(schema):  # `jsonschema` would take a hundred times as long
            return value == schema.get("const", value) and has_type(value, schema.get("type", KINDS))
        if isinstance(schema, dict) and schema.keys() == {"anyOf"}:
            return any(self.accepts(one, value, at) for one in schema["anyOf"])
        named = {name: self.root[name] for name in CONTAINERS if name in self.root}
        try:
            return accepts(
                value, {"$schema": self.root["$schema"], **named, "allOf": [schema]}, self.accepted
            )
        except UnacceptedPattern as error:
            raise self.error(at, str(error)) from None
        except ValueError as error:
            raise self.error(at, f"not a valid JSON Schema: {error}") from None

    def patterns(self) -> dict[str, str]:
        """Return the regular expressions in the file, each with the JSON Pointer of its first occurrence."""
        stated = ((below.get("pattern"), below) for below in reversed([*subschemas(self.root)]))
        return {each: self.located(below, "") + "/pattern" for each, below in stated if isinstance(each, str)}

    def array(self, value: Any, at: str) -> list[Any]:
        """Return `value` if it is an array. Refuse any other value."""
        if not isinstance(value, list):
            raise self.error(at, "must be an array")
        return value

    def check_keywords(self, schema: Any, at: str) -> None:
        """Refuse a schema with a keyword that the generator does not support."""
        if not isinstance(schema, dict):
            raise self.error(at, "is not a schema; write an object of keywords, or true for any value")
        for keyword, value in schema.items():
            if keyword == "$schema" and dialect_of(schema) != dialect_of(self.root):
                raise self.error(
                    at + json_pointer((keyword,)),
                    f"{value!r} differs from the $schema of the file; remove this one",
                )
            if keyword not in KEYWORDS:
                need = UNSUPPORTED.get(keyword)
                remedy = "remove it, or rewrite this schema with a [[correction]] in an overlay"
                raise self.error(
                    at + json_pointer((keyword,)),
                    f"mcpgen does not support the keyword {keyword!r}"
                    + (f": {need}" if need else f"; {remedy}"),
                )

    def check_applicable(self, schema: Mapping[str, Any], at: str, kinds: Iterable[str]) -> None:
        """Refuse a schema with a keyword that cannot restrict values of any of the JSON types in `kinds`."""
        listed = [*kinds]
        for keyword in schema:
            if not applies(keyword, listed):
                form = " or ".join(listed)
                raise self.error(
                    at + json_pointer((keyword,)),
                    f"the keyword {keyword!r} does not apply to the type {form}; remove it",
                )


def _is_simple(schema: Any) -> bool:
    """Return whether only `type` and a constant string restrict the values of a schema."""
    if not isinstance(schema, dict) or not schema.keys() - {"type", "const"} <= ANNOTATIONS:
        return False
    kinds = schema.get("type", "string")
    known = all(kind in CONSTRAINTS for kind in ([kinds] if isinstance(kinds, str) else kinds))
    return known and isinstance(schema.get("const", ""), str)


def applies(keyword: str, kinds: Iterable[str]) -> bool:
    """Return whether a keyword can restrict values of at least one of the JSON types in `kinds`."""
    return keyword in ANNOTATIONS | {"type"} or any(keyword in CONSTRAINTS.get(kind, ()) for kind in kinds)


def _objects(schema: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield the identity (Python's `id`) and the JSON Pointer of each JSON object in a parsed file.

    If one Python object stands for two locations of the file, it is left out, because its identity does not
    say which of the two is meant.
    """
    found: dict[int, str] = {}
    twice: set[int] = set()
    pending: list[tuple[str, Any]] = [("", schema)]
    while pending:
        at, node = pending.pop()
        if isinstance(node, dict):
            twice.update({id(node)} & found.keys())
            found[id(node)] = at
            pending += [(at + json_pointer((name,)), below) for name, below in node.items()]
        elif isinstance(node, list):
            pending += [(f"{at}/{index}", below) for index, below in enumerate(node)]
    yield from ((key, at) for key, at in found.items() if key not in twice)


def _referenced(schema: Mapping[str, Any]) -> list[str]:
    """Return the JSON Pointers that the references in a file point to, sorted."""
    refs = (below.get("$ref") for below in subschemas(schema))
    return sorted({ref[1:] for ref in refs if isinstance(ref, str) and ref.startswith("#/")})


def _check_unseen(
    schema: Mapping[str, Any],
    container: str,
    definitions: Mapping[str, Any],
    pointers: Mapping[str, str],
    source: str,
) -> None:
    """Refuse invalid definitions at locations that the metaschema does not check."""
    seen = container == "definitions" or dialect_of(schema) != DRAFT_07
    problems = [
        Problem(f"{source}#{pointers[name]}", f"not a valid JSON Schema: {violation.message[:200]}")
        for name, definition in definitions.items()
        if not (seen and name in schema[container]) and isinstance(definition, dict)
        for violation in metaschema_violations({**definition, "$schema": schema["$schema"]})
    ]
    if problems:
        raise Refused(problems)


def _value_at(root: Any, at: str) -> Any:
    """Return the value at a JSON Pointer, or None."""
    for step in tokens(at):
        if isinstance(root, dict) and step in root:
            root = root[step]
        elif isinstance(root, list) and step.isdecimal() and int(step) < len(root):
            root = root[int(step)]
        else:
            return None
    return root


def _free_name(path: list[str], taken: Mapping[str, Any]) -> str:
    """Return an unused name for a definition, derived from its JSON Pointer.

    The name is the last step of the pointer. If that name is used, the name is made of all steps that are not
    keywords. If that name is used too, a number is appended.
    """
    names = [pascal(step) for step in path if step not in KEYWORDS]
    candidates = ["".join(names[-1:]), "".join(names)]
    free = next((name for name in candidates if name and name not in taken), None)
    number = 2
    while free is None:
        if f"{candidates[1]}{number}" not in taken:
            free = f"{candidates[1]}{number}"
        number += 1
    return free


# References to nested definitions. A tool that joins schema files makes a definition of each file, and does
# not change the references `#/$defs/NAME` in it. Such a reference means the definition in the nearest
# enclosing `$defs` that has the name. If nested definitions have the same name and content, all references
# are made to point to the first of them.


def with_full_references(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema in which every reference is a JSON Pointer from the top of the file.

    A reference that points nowhere is not changed.
    """
    rewritten: dict[str, Any] = _FullReferences(schema).rewritten(schema, (), {})
    return rewritten


class _FullReferences:
    """Rewrites the references in a schema file as JSON Pointers from the top of the file."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.top = {(name, key) for name in CONTAINERS for key in _table(schema.get(name))}
        self.first: dict[tuple[str, str, str], str] = {}  # container, name and text → the first location

    def rewritten(self, node: Any, path: tuple[str, ...], around: Mapping[tuple[str, str], str]) -> Any:
        """Return `node`, a part of the file, with every reference as a JSON Pointer from the top of the file.

        `path` is its location. `around` maps the references that are valid only inside an enclosing schema to
        their full form.
        """
        if not isinstance(node, dict):
            return node
        if path:
            around = {**around, **self._nested(node, path)}
        return {key: self._below(key, value, (*path, key), around) for key, value in node.items()}

    def _nested(self, node: Mapping[str, Any], path: tuple[str, ...]) -> dict[tuple[str, str], str]:
        found = {}
        for container in CONTAINERS:
            for name, definition in _table(node.get(container)).items():
                key = container, name, json.dumps(definition, sort_keys=True)
                found[container, name] = self.first.setdefault(key, json_pointer((*path, container, name)))
        return found

    def _below(
        self, key: str, value: Any, path: tuple[str, ...], around: Mapping[tuple[str, str], str]
    ) -> Any:
        if key == "$ref" and isinstance(value, str) and value.startswith("#/"):
            target = tuple(tokens(value[1:]))
            full = around.get((target[0], target[1])) if len(target) == 2 else None
            return value if full is None or target in self.top else f"#{full}"
        if key in SCHEMA_MAPS and isinstance(value, dict):
            return {name: self.rewritten(below, (*path, name), around) for name, below in value.items()}
        if key in SCHEMA_LISTS and isinstance(value, list):
            return [self.rewritten(below, (*path, str(index)), around) for index, below in enumerate(value)]
        return self.rewritten(value, path, around) if key in SCHEMAS else value


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
