"""Annotations: a type of the IR → the Python expression that spells it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from mcpgen.ir import Anything, Array, Choice, Map, Ref, Scalar, Type, Union

_SCALARS = {"string": "str", "integer": "int", "number": "int | float", "boolean": "bool", "null": "None"}


def annotation(type_: Type, names: Mapping[str, str] | None = None) -> str:
    """Return a type as an expression of the generated module; `names` renames its definitions."""
    match type_:
        case Anything():
            return "_t.Any"
        case Scalar():
            return _scalar(type_)
        case Choice(values):
            return f"_t.Literal[{', '.join(map(repr, values))}]"
        case Array(items, least, most):
            return _constrained(
                f"list[{annotation(items, names)}]", {"min_length": least, "max_length": most}
            )
        case Map(values, limit):
            keys = "str" if limit is None else annotation(limit)
            return f"dict[{keys}, {annotation(values, names)}]"
        case Union(arms):
            return " | ".join(annotation(arm, names) for arm in arms)
        case Ref(name):
            return names[name] if names else name


def _scalar(type_: Scalar) -> str:
    meta = {
        "ge": type_.minimum,
        "le": type_.maximum,
        "min_length": type_.min_length,
        "max_length": type_.max_length,
        "pattern": type_.pattern,
    }
    if type_.kind != "number":
        return _constrained(_SCALARS[type_.kind], meta)
    integers = {
        **meta,
        "ge": None if type_.minimum is None else math.ceil(type_.minimum),
        "le": None if type_.maximum is None else math.floor(type_.maximum),
    }
    # msgspec applies bounds to one numeric type at a time
    return " | ".join(dict.fromkeys((_constrained("int", integers), _constrained("float", meta))))


def _constrained(expression: str, meta: Mapping[str, Any]) -> str:
    bounds = ", ".join(f"{key}={value!r}" for key, value in meta.items() if value is not None)
    return f"_t.Annotated[{expression}, _m.Meta({bounds})]" if bounds else expression
