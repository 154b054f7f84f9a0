"""Object schemas: a plain schema of an object → members, required names, and the rule for other members."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mcpgen.frontend.schema_algebra import SchemaAlgebra, facts
from mcpgen.frontend.value_schema import constants, scalar
from mcpgen.ir import Choice, Scalar
from mcpgen.names import check_member_name
from mcpgen.runtime.json_values import json_pointer


@dataclass
class ObjectSchema:
    """The statements of an object schema.

    `members` holds a schema and its pointer for each name. `additional` is the schema of undeclared members,
    or None if the file does not mention them. `names` limits the names of undeclared members. No member in
    `absent` is legal, and no undeclared member if the object is `closed`.
    """

    members: dict[str, tuple[Any, str]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    additional: Any = None
    names: Scalar | Choice | None = None
    closed: bool = False
    absent: list[str] = field(default_factory=list)


def is_object_schema(algebra: SchemaAlgebra, schema: Any, at: str) -> bool:
    """Return whether a plain schema describes an object with declared members, or without any members."""
    return (
        isinstance(schema, dict)
        and schema.get("type") == "object"
        and bool(
            schema.get("properties")
            or schema.get("required")
            or algebra.is_empty(schema.get("additionalProperties", True), f"{at}/additionalProperties")
        )
    )


def object_schema(algebra: SchemaAlgebra, schema: dict[str, Any], at: str) -> ObjectSchema:
    """Return the statements of a plain object schema."""
    file = algebra.file
    file.check_applicable(schema, at, ["object"])
    required = file.array(schema.get("required", []), f"{at}/required")
    result = ObjectSchema(required=set(required), additional=schema.get("additionalProperties"))
    result.closed = result.additional is not None and algebra.is_empty(
        result.additional, f"{at}/additionalProperties"
    )
    undeclared = True if result.additional is None else result.additional
    members = {**schema.get("properties", {})}
    members |= {name: undeclared for name in required if name not in members}
    if "propertyNames" in schema:
        result.names, names_closed = _names(algebra, schema["propertyNames"], f"{at}/propertyNames")
        result.closed = result.closed or names_closed
    if members and result.names is not None:
        _limit_names(algebra, result, members, undeclared, schema["propertyNames"], at)
    for name, member in members.items():
        member_at = file.located(member, f"{at}/properties{json_pointer((name,))}")
        check_member_name(name, f"{file.source}#{member_at}")
        if not algebra.is_empty(member, member_at):
            result.members[name] = member, member_at
        elif not result.closed:
            result.absent.append(name)
    if result.closed:
        result.additional = None
    elif result.additional is True:
        result.additional = {}
    return result


def _names(algebra: SchemaAlgebra, schema: Any, at: str) -> tuple[Scalar | Choice | None, bool]:
    """Return the names that `propertyNames` admits, None for all, and whether there are none."""
    file = algebra.file
    text: dict[str, Any] = {"type": "string"}
    meant = algebra.resolved({"allOf": [text, schema]}, at)
    if meant is False:
        return None, True
    if "anyOf" in meant:
        arms = [algebra.resolved(arm, at) for arm in meant["anyOf"]]
        if not all("enum" in arm or "const" in arm for arm in arms):
            raise file.error(at, "mcpgen would need names of several forms; write one pattern or one enum")
        values = [value for arm in arms for value in constants(file, arm, at)]
        return Choice(tuple(dict.fromkeys(values))), False
    if "enum" in meant or "const" in meant:
        return Choice(constants(file, meant, at)), False
    return (scalar(file, meant, at) if facts(meant) != text else None), False


def _limit_names(
    algebra: SchemaAlgebra,
    result: ObjectSchema,
    members: dict[str, Any],
    undeclared: Any,
    rule: Any,
    at: str,
) -> None:
    """Apply the rule for names to an object with declared members: an enumeration declares the others."""
    names = result.names
    if isinstance(names, Choice):
        for name in members:
            if name not in names.values:
                members[name] = False
        if not result.closed:
            members |= {str(name): undeclared for name in names.values if name not in members}
        result.closed = True
        return
    if not result.closed:
        raise algebra.file.error(
            f"{at}/propertyNames",
            "mcpgen would need a rule for the names of undeclared members; declare no member beside the rule",
        )
    for name in members:
        if not algebra.file.accepts(rule, name, f"{at}/propertyNames"):
            members[name] = False
