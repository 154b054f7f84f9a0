"""Parse: a corrected schema × its overlay → the definitions of the IR.

Every anonymous object, union and enumeration gets a name, and `allOf` is merged into one record. Refused with
their location: unknown keywords, dangling and circular references, one name for two shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mcpgen.frontend.anonymous_names import AnonymousNames, arm_name
from mcpgen.frontend.limits import check_count, check_limits
from mcpgen.frontend.object_schema import is_object_schema, object_schema
from mcpgen.frontend.overlay import Overlay, with_overlay
from mcpgen.frontend.schema_file import ARRAY, KEYWORDS, OBJECT, SchemaFile
from mcpgen.frontend.value_schema import constants, default, length, scalar
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
    same_shape,
)
from mcpgen.names import check_definition_name, pascal
from mcpgen.problems import Problem, Refused

MAX_NAME = 80  # characters of a name that is made of a place


def parse(
    schema: dict[str, Any],
    overlay: Overlay,
    source: str,
    warn: Callable[[Problem], None],
    *,
    keep_descriptions: bool = False,
) -> dict[str, Definition]:
    """Return every definition of `schema` by name, in file order, anonymous ones after their owner.

    Each anonymous type that the overlay does not name is reported to `warn`, with the name that it gets.
    """
    file = SchemaFile.of(schema, source)
    parser = _Parser(file, overlay, warn, keep_descriptions)
    problems = [*file.top_level_problems(schema), *parser.parse_all(), *parser.names.unused()]
    if problems:
        raise Refused(problems)
    definitions = {name: parser.found[name] for name in parser.order}
    check_limits(file, definitions)
    return with_overlay(definitions, overlay)


class _Parser:
    """Parses the definitions of one file into `found`; `order` lists an owner before its anonymous types."""

    def __init__(
        self, file: SchemaFile, overlay: Overlay, warn: Callable[[Problem], None], keep_descriptions: bool
    ) -> None:
        self.file, self.overlay, self.warn, self.keep_descriptions = file, overlay, warn, keep_descriptions
        self.names = AnonymousNames(overlay)
        self.found: dict[str, Definition] = {}
        self.order: dict[str, None] = {}

    def parse_all(self) -> list[Problem]:
        """Parse every definition; return the problems of those that cannot be parsed."""
        problems: list[Problem] = []
        check_count(self.file, len(self.file.definitions), f"/{self.file.container}")
        for name, schema in self.file.definitions.items():
            at = self.file.place(name)
            try:
                check_definition_name(name, f"{self.file.source}#{at}")
                self.define(name, schema, at)
            except Refused as refused:
                problems += refused.problems
        return problems

    def define(self, name: str, schema: Any, at: str) -> None:
        """Add a definition; a name may be defined twice with one shape, not with two."""
        self.order.setdefault(name)
        check_count(self.file, len(self.order), at)
        definition: Definition
        if is_object_schema(schema):
            definition = self.record(name, schema, at)
        else:
            type_ = self.type(schema, at, name, is_named=True)
            definition = Alias(name, type_, doc=self.doc(schema), at=at)
        known = self.found.setdefault(name, definition)
        if not same_shape(known, definition):
            raise self.file.error(
                at, f"{name} already names another shape ({known.at}); give one of them its own name"
            )

    def hoist(self, schema: Any, at: str, proposed: str) -> Ref:
        """Define the anonymous type at `at` under a name and return a reference to it."""
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
        if is_new:
            self.define(name, schema, at)
        message = f"anonymous type, named {name} after its place; an overlay can name it ([[name]])"
        self.warn(Problem(f"{self.file.source}#{at}", message))
        return Ref(name)

    def record(self, name: str, schema: Any, at: str) -> Record:
        """Return the record of an object schema with declared members."""
        stated = object_schema(self.file, schema, at)
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
            additional = self.type(stated.additional, stated.additional_at, name + "Value")
        return Record(name, fields, additional, mapping=additional is not None, doc=self.doc(schema), at=at)

    def doc(self, schema: Any) -> str:
        """Return the description of a schema where descriptions are kept, else ''."""
        text = schema.get("description", "") if self.keep_descriptions and isinstance(schema, dict) else ""
        return text if isinstance(text, str) else ""

    def type(self, schema: Any, at: str, name: str, *, is_named: bool = False) -> Type:
        """Return the type that `schema` states; `name` is its name, or the proposal for an anonymous type."""
        if schema is True:
            return Anything()
        self.file.check_keywords(schema, at, set(KEYWORDS), "a schema")
        if not is_named and (at in self.names or is_object_schema(schema)):
            return self.hoist(schema, at, name)
        if "$ref" in schema:
            self.file.check_keywords(schema, at, {"$ref"}, "a reference")
            return Ref(self.file.target(schema, at))
        if "anyOf" in schema:
            return self.union(schema, at, name) if is_named else self.hoist(schema, at, name)
        if "const" in schema or "enum" in schema:
            values = constants(self.file, schema, at)
            is_anonymous = len(values) > 1 and not is_named
            return self.hoist(schema, at, name) if is_anonymous else Choice(values)
        kinds = schema.get("type")
        if kinds is None:
            self.file.check_keywords(schema, at, set(), "a schema without a type")
            return Anything()
        if not isinstance(kinds, list):
            return self.plain(schema, at, name, {kinds})
        arms = tuple(self.plain({**schema, "type": kind}, at, name, set(map(str, kinds))) for kind in kinds)
        return arms[0] if len(arms) == 1 else Union(arms)

    def plain(self, schema: dict[str, Any], at: str, name: str, kinds: set[str]) -> Type:
        """Return the type of a schema with one `type`; `kinds` are all types that the file names there."""
        if schema["type"] == "object":
            self.file.check_keywords(schema, at, OBJECT, "an object", kinds)
            if schema.get("required"):
                raise self.file.error(at, "'required' names members, and 'properties' declares none")
            extra = schema.get("additionalProperties", {})
            if extra is False:
                message = "closed objects are not supported, because MCP objects are open; remove it"
                raise self.file.error(f"{at}/additionalProperties", message)
            return Map(self.type(extra, f"{at}/additionalProperties", name + "Value"))
        if schema["type"] == "array":
            self.file.check_keywords(schema, at, ARRAY, "an array", kinds)
            items = self.type(schema.get("items", {}), f"{at}/items", name + "Item")
            least, most = (length(self.file, schema, at, keyword) for keyword in ("minItems", "maxItems"))
            return Array(items, least, most)
        return scalar(self.file, schema, at, kinds)

    def union(self, schema: dict[str, Any], at: str, name: str) -> Type:
        """Return the union of an `anyOf`, nested unions flattened and equal arms merged."""
        self.file.check_keywords(schema, at, {"anyOf"}, "a union")
        arms: list[Type] = []
        for index, arm in enumerate(self.file.array(schema["anyOf"], f"{at}/anyOf")):
            type_ = self.type(arm, f"{at}/anyOf/{index}", name + arm_name(arm))
            for flat in type_.arms if isinstance(type_, Union) else (type_,):
                if flat not in arms:
                    arms.append(flat)
        return arms[0] if len(arms) == 1 else Union(tuple(arms))
