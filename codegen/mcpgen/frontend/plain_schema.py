"""Convert the keywords of a plain schema: one that has a JSON type or constants, or describes an object.

A JSON type with its limits becomes a `Scalar`. `const` and `enum` become constants. An object schema is split
into members, required names, and a rule for other members.
"""

from __future__ import annotations

import math
import re
import warnings
from dataclasses import dataclass, field
from typing import Any

from mcpgen.frontend.schema_algebra import SchemaAlgebra, facts
from mcpgen.frontend.schema_file import ANNOTATIONS, SchemaFile
from mcpgen.ir import Choice, Constant, Scalar, constant_of, has_type, kind_of
from mcpgen.names import check_member_name
from mcpgen.runtime.json_values import json_pointer

LEAST, MOST = -(2**63), 2**63 - 1  # msgspec compares numbers and lengths as 64-bit integers
NEVER = "\0"  # reserved for the type that has no values (see `runtime/messages/base.py`)


def scalar(file: SchemaFile, schema: dict[str, Any], at: str) -> Scalar:
    """Convert a schema to a `Scalar`: the type of strings, numbers, booleans or null, with their limits.

    The `type` of the schema must be a single one of these.
    """
    kind: Any = schema["type"]
    if kind == "string":
        pattern = schema.get("pattern")
        if pattern is not None:
            _check_pattern(file, pattern, f"{at}/pattern")
        return Scalar(
            kind,
            min_length=length(file, schema, at, "minLength"),
            max_length=length(file, schema, at, "maxLength"),
            pattern=pattern,
            format=schema.get("format"),
        )
    if kind in ("integer", "number"):
        return Scalar(
            kind,
            minimum=_limit(file, schema, at, "minimum", "exclusiveMinimum"),
            maximum=_limit(file, schema, at, "maximum", "exclusiveMaximum"),
            format=schema.get("format"),
        )
    return Scalar(kind, format=schema.get("format"))


def constants(file: SchemaFile, schema: dict[str, Any], at: str) -> tuple[Constant, ...]:
    """Return the distinct values of the `const` or `enum` of a schema, in their order there.

    Values that another keyword of the schema forbids are left out.
    """
    source = "const" if "const" in schema else "enum"
    values = [schema["const"]] if source == "const" else file.array(schema["enum"], f"{at}/enum")
    others = {key: value for key, value in schema.items() if key not in (source, "type")}
    file.check_applicable({key: others[key] for key in others if key != "enum"}, at, map(kind_of, values))
    for value in values:
        if value == NEVER:
            raise file.error(at, f"the generated package reserves {value!r}; use another constant")
        if "type" in schema and not has_type(value, schema["type"]):
            raise file.error(at, f"{value!r} does not have the declared type; correct one of them")
    # Each value is checked against the other keywords only, so the check takes linear time.
    is_stated = others.keys() <= ANNOTATIONS
    fitting = values if is_stated else [each for each in values if file.accepts(others, each, at)]
    found = {(type(each), each): each for each in map(constant_of, fitting)}
    return tuple(found.values())


def default(schema: Any) -> Constant | tuple[Constant, ...]:
    """Return the `default` of a schema, or None if it has none or if it is an object."""
    value = schema.get("default") if isinstance(schema, dict) else None
    if isinstance(value, list):
        return tuple(item for item in value if isinstance(item, (str, int, float, type(None))))
    return value if isinstance(value, (str, int, float, type(None))) else None


def length(file: SchemaFile, schema: dict[str, Any], at: str, keyword: str) -> int | None:
    """Return the value of a keyword such as `minLength`, or None if the schema does not have it."""
    value = _bound(file, schema, at, keyword, "integer")
    return None if value is None else int(value)


def _limit(file: SchemaFile, schema: dict[str, Any], at: str, keyword: str, exclusive: str) -> float | None:
    """Return the inclusive minimum or maximum that a schema states, or None.

    `keyword` is `minimum` or `maximum`, and `exclusive` its exclusive form. An exclusive limit of integers is
    converted to an inclusive one.
    """
    kind = schema["type"]
    limit = _bound(file, schema, at, keyword, kind)
    beyond = _bound(file, schema, at, exclusive, "number")
    if beyond is None:
        return limit
    if kind != "integer":
        raise file.error(
            at + json_pointer((exclusive,)),
            f"mcpgen does not support {exclusive!r} on numbers; write {keyword}",
        )
    if keyword == "minimum":
        inside = math.floor(beyond) + 1
        return inside if limit is None else max(limit, inside)
    inside = math.ceil(beyond) - 1
    return inside if limit is None else min(limit, inside)


def _bound(file: SchemaFile, schema: dict[str, Any], at: str, keyword: str, kind: str) -> float | None:
    """Return the value of a numeric keyword, or None if it is absent.

    If the type is integer, the value is rounded to the nearest integer that satisfies the keyword.
    """
    value: float | None = schema.get(keyword)
    if value is None:
        return None
    if kind == "integer":
        value = math.ceil(value) if keyword.startswith("min") else math.floor(value)
    if not LEAST <= value <= MOST:
        raise file.error(
            at + json_pointer((keyword,)), f"{value} does not fit in 64 bits; use a smaller number"
        )
    return value


def _check_pattern(file: SchemaFile, text: str, at: str) -> None:
    """Refuse a pattern that Python's `re` cannot compile, or compiles only with a warning."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(text)
    except (re.error, Warning, RecursionError, OverflowError) as problem:
        raise file.error(at, f"Python does not support this regular expression: {problem}") from None


# Objects


@dataclass
class ObjectSchema:
    """The facts that an object schema states.

    `members` has the schema and the JSON Pointer of each declared member, by name. `required` has the
    required names. `additional` is the schema of undeclared members, or None if the file has none. `names`
    limits the names of undeclared members. Members in `absent` are forbidden. If `closed` is true, all
    undeclared members are forbidden.
    """

    members: dict[str, tuple[Any, str]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    additional: Any = None
    names: Scalar | Choice | None = None
    closed: bool = False
    absent: list[str] = field(default_factory=list)


def is_object_schema(algebra: SchemaAlgebra, schema: Any, at: str) -> bool:
    """Return whether a schema describes objects with declared members, or objects without any members.

    The schema must be plain, without `allOf` and references.
    """
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
    """Return the facts that an object schema states. It must be plain, without `allOf` and references."""
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
    """Return the member names that `propertyNames` allows, and whether it forbids every name.

    If every name is allowed, the first value is None.
    """
    file = algebra.file
    text: dict[str, Any] = {"type": "string"}
    meant = algebra.resolved({"allOf": [text, schema]}, at)
    if meant is False:
        return None, True
    if "anyOf" in meant:
        variants = [algebra.resolved(variant, at) for variant in meant["anyOf"]]
        if not all("enum" in variant or "const" in variant for variant in variants):
            message = "mcpgen supports only one pattern or one enum in propertyNames; write one of them"
            raise file.error(at, message)
        values = [value for variant in variants for value in constants(file, variant, at)]
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
    """Apply `propertyNames` to an object schema with declared members.

    `rule` is the value of `propertyNames`, and `undeclared` the schema of undeclared members. `result` and
    `members` are changed. If the name of a declared member is not allowed, its schema becomes `False`. If
    `propertyNames` is an enumeration, each of its names becomes a member. Any other `propertyNames` is
    refused, except in a closed object, which has no undeclared members.
    """
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
            "mcpgen does not support propertyNames together with declared members; remove one of them",
        )
    for name in members:
        if not algebra.file.accepts(rule, name, f"{at}/propertyNames"):
            members[name] = False
