"""Validity: a JSON value × a type of a protocol → whether the corrected schema accepts the value.

Patterns are not run: a file that is compared may have any, and no value is said to match one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from mcpgen.ir import Anything, Array, Choice, Map, Protocol, Record, Ref, Scalar, Type, Union, constant_of

Json: TypeAlias = Any


def is_valid(protocol: Protocol, type_: Type, value: Json) -> bool:
    """Return whether the corrected schema accepts a value at a type."""
    match type_:
        case Anything():
            return True
        case Scalar():
            return _is_valid_scalar(type_, value)
        case Choice(values):
            constant = constant_of(value)
            return any(type(constant) is type(each) and constant == each for each in values)
        case Array(items, least, most):
            sized = (
                isinstance(value, list)
                and (least or 0) <= len(value)
                and (most is None or len(value) <= most)
            )
            return sized and all(is_valid(protocol, items, each) for each in value)
        case Map(values, names):
            return isinstance(value, dict) and all(
                is_valid(protocol, values, each) and (names is None or is_valid(protocol, names, name))
                for name, each in value.items()
            )
        case Union(arms):
            return any(is_valid(protocol, arm, value) for arm in arms)
        case Ref(name):
            definition = protocol.definitions[name]
            if not isinstance(definition, Record):
                return is_valid(protocol, definition.type, value)
            return isinstance(value, dict) and _is_valid_object(protocol, definition, value)


def _is_valid_object(protocol: Protocol, record: Record, value: dict[str, Json]) -> bool:
    known = record.by_name
    if any(name not in value for name in record.required):
        return False
    for name, each in value.items():
        if name not in known and (record.closed or name in record.absent):
            return False
        type_ = known[name].type if name in known else record.open
        if type_ is not None and not is_valid(protocol, type_, each):
            return False
    return True


def _is_valid_scalar(type_: Scalar, value: Json) -> bool:
    match type_.kind:
        case "string":
            return (
                isinstance(value, str)
                and (type_.min_length or 0) <= len(value)
                and (type_.max_length is None or len(value) <= type_.max_length)
                and type_.pattern is None  # a pattern is compared as text, and not run
            )
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None
        case _:
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            whole = number and (type_.kind == "number" or isinstance(value, int) or value.is_integer())
            return (
                whole
                and (type_.minimum is None or value >= type_.minimum)
                and (type_.maximum is None or value <= type_.maximum)
            )
