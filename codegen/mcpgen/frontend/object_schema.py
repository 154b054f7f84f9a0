"""Object schemas: members, required names and further members, merged through `allOf` and references."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mcpgen.frontend.json_pointer import pointer
from mcpgen.frontend.load import MAX_DEPTH
from mcpgen.frontend.prose import PROSE
from mcpgen.frontend.schema_file import OBJECT, SchemaFile
from mcpgen.names import check_member_name


@dataclass
class ObjectSchema:
    """The merged statements of an object schema.

    `members` holds a schema and its pointer for each name. `additional` is the schema of undeclared members,
    or None if the file does not mention them.
    """

    merged: bool
    members: dict[str, tuple[Any, str]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    additional: Any = None
    additional_at: str = ""
    gathered: set[str] = field(default_factory=set)


def is_object_schema(schema: Any) -> bool:
    """Return whether a schema describes an object with declared members."""
    return isinstance(schema, dict) and ("allOf" in schema or bool(schema.get("properties")))


def object_schema(file: SchemaFile, schema: Any, at: str) -> ObjectSchema:
    """Return the statements of an object schema, its `allOf` and the referenced definitions."""
    result = ObjectSchema(merged="allOf" in schema)
    _gather(file, schema, at, result, ())
    undeclared = sorted(result.required - set(result.members))
    if undeclared:
        names = ", ".join(map(repr, undeclared))
        raise file.error(at, f"'required' names {names}, which 'properties' does not declare; declare it")
    return result


def _gather(file: SchemaFile, schema: Any, at: str, into: ObjectSchema, path: tuple[str, ...]) -> None:
    if isinstance(schema, dict) and "$ref" in schema:
        _follow(file, file.target(schema, at), at, into, path)
        return
    file.check_keywords(schema, at, OBJECT | {"allOf"}, "an object")
    if "allOf" in schema:
        for index, part in enumerate(file.array(schema["allOf"], f"{at}/allOf")):
            _gather(file, part, f"{at}/allOf/{index}", into, path)
    elif schema.get("type") != "object":
        raise file.error(at, 'properties without "type": "object" admit other kinds of values; add the type')
    for name, member in schema.get("properties", {}).items():
        new = member, f"{at}/properties{pointer(name)}"
        check_member_name(name, f"{file.source}#{new[1]}")
        old = into.members.get(name)
        into.members[name] = new if old is None else _narrower(file, old, new)
    into.required.update(file.array(schema.get("required", []), f"{at}/required"))
    _gather_additional(file, schema.get("additionalProperties"), f"{at}/additionalProperties", into)


def _follow(file: SchemaFile, name: str, at: str, into: ObjectSchema, path: tuple[str, ...]) -> None:
    if name in path:
        raise file.error(at, f"allOf leads back to {name}; break the circle")
    if len(path) == MAX_DEPTH:
        raise file.error(at, f"allOf leads too deep: more than {MAX_DEPTH} references")
    if name not in into.gathered:
        into.gathered.add(name)
        _gather(file, file.definitions[name], file.place(name), into, (*path, name))


def _gather_additional(file: SchemaFile, schema: Any, at: str, into: ObjectSchema) -> None:
    if schema is False:
        raise file.error(at, "closed objects are not supported, because MCP objects are open; remove it")
    if into.merged and _facts(schema):
        raise file.error(at, "a schema for undeclared members is not supported beside allOf; remove it")
    if schema is not None and into.additional is None:
        into.additional, into.additional_at = ({} if schema is True else schema), at


def _narrower(file: SchemaFile, old: tuple[Any, str], new: tuple[Any, str]) -> tuple[Any, str]:
    """Return the narrower of two schemas for a member; refuse two that only narrow each other."""
    first, second = _facts(old[0]), _facts(new[0])
    if first == second or not second:
        return old
    if not first or all(second.get(key) == value for key, value in first.items()):
        return new
    raise file.error(new[1], f"contradicts {old[1]}; declare the member once")


def _facts(schema: Any) -> dict[str, Any]:
    return {k: v for k, v in schema.items() if k not in PROSE} if isinstance(schema, dict) else {}
