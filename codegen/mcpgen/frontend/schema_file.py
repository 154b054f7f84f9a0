"""A schema file as the parser reads it: definitions, references and keywords, refused with their location."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mcpgen.frontend.json_pointer import pointer, steps
from mcpgen.frontend.prose import PROSE
from mcpgen.problems import Problem, Refused, refuse

ANNOTATIONS = PROSE | {"default"}
CONSTRAINTS = {
    "string": {"minLength", "maxLength", "pattern", "format"},
    "integer": {"minimum", "maximum", "format"},
    "number": {"minimum", "maximum", "format"},
    "boolean": set[str](),
    "null": set[str](),
}
OBJECT = {"type", "properties", "required", "additionalProperties"}
ARRAY = {"type", "items", "minItems", "maxItems"}
KEYWORDS = ANNOTATIONS.union(
    OBJECT, ARRAY, {"$ref", "allOf", "anyOf", "const", "enum"}, *CONSTRAINTS.values()
)


@dataclass(frozen=True)
class SchemaFile:
    """The definitions of a schema file by name, below `container`; `source` locates the file."""

    source: str
    container: str
    definitions: Mapping[str, Any]

    @classmethod
    def of(cls, schema: Mapping[str, Any], source: str) -> SchemaFile:
        """Return the file that holds `schema`."""
        container = "$defs" if schema.get("$defs") else "definitions"
        return cls(source, container, schema[container])

    def place(self, name: str) -> str:
        """Return the pointer of a definition."""
        return pointer(self.container, name)

    def error(self, at: str, message: str) -> Refused:
        """Return the refusal of a place."""
        return refuse(f"{self.source}#{at}", message)

    def top_level_problems(self, schema: Mapping[str, Any]) -> Iterator[Problem]:
        """Yield a problem for each keyword that says something about the file as a whole."""
        for keyword in schema:
            if keyword not in PROSE | {"$schema", "$id", self.container}:
                message = f"the keyword {keyword!r} is not supported at the top of a file; remove it"
                yield Problem(f"{self.source}#{pointer(keyword)}", message)

    def target(self, schema: Mapping[str, Any], at: str) -> str:
        """Return the name of the definition that a `$ref` names; nothing outside this file is ever opened."""
        ref = schema["$ref"]
        path = steps(ref[1:]) if isinstance(ref, str) and ref.startswith("#/") else []
        if len(path) != 2 or path[0] != self.container or path[1] not in self.definitions:
            raise self.error(f"{at}/$ref", f"{ref!r} is no definition of this file (#/{self.container}/NAME)")
        return path[1]

    def array(self, value: Any, at: str) -> list[Any]:
        """Return a value that must be an array."""
        if not isinstance(value, list):
            raise self.error(at, "not an array")
        return value

    def check_keywords(
        self, schema: Any, at: str, allowed: set[str], form: str, kinds: Iterable[str] = ()
    ) -> None:
        """Refuse a keyword that is unknown, or not `allowed` on a schema of this form; admit annotations."""
        if not isinstance(schema, dict):
            raise self.error(at, "not a schema; write an object of keywords, or true for any value")
        admitted = allowed.union(ANNOTATIONS, *(CONSTRAINTS.get(kind, set()) for kind in kinds))
        for keyword in schema:
            if keyword not in KEYWORDS:
                raise self.error(
                    at + pointer(keyword),
                    f"mcpgen does not support the keyword {keyword!r}; remove it, or rewrite this schema "
                    "by a [[correction]] in an overlay",
                )
            if keyword not in admitted:
                raise self.error(
                    at + pointer(keyword), f"the keyword {keyword!r} is not supported on {form}; remove it"
                )
