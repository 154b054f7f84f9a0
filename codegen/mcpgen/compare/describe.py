"""Describe a type of the IR in a few words."""

from __future__ import annotations

import json

from mcpgen.ir import Anything, Array, Choice, Map, Ref, Scalar, Type, Union, json_value


def describe(type_: Type) -> str:
    """Return a type in a few words, such as `integer`, `array of Tool` or `"a" or "b"`."""
    match type_:
        case Anything():
            return "anything"
        case Scalar(kind):
            return kind
        case Choice(values):
            return " or ".join(json.dumps(json_value(value)) for value in values)
        case Array(items):
            return f"array of {describe(items)}"
        case Map(values, names):
            text = "object" if isinstance(values, Anything) else f"object of {describe(values)}"
            return text if names is None else f"{text} by {describe(names)}"
        case Union(variants):
            return " | ".join(describe(variant) for variant in variants)
        case Ref(name):
            return name
