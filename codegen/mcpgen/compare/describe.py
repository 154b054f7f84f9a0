"""Describe: a type of the IR → a few words of text."""

from __future__ import annotations

import json

from mcpgen.ir import Anything, Array, Choice, Map, Ref, Scalar, Type, Union


def describe(type_: Type) -> str:
    """Return a type in a few words: `integer`, `array of Tool`, `"a" or "b"`."""
    match type_:
        case Anything():
            return "anything"
        case Scalar(kind):
            return kind
        case Choice(values):
            return " or ".join(json.dumps(value) for value in values)
        case Array(items):
            return f"array of {describe(items)}"
        case Map(values):
            return "object" if isinstance(values, Anything) else f"object of {describe(values)}"
        case Union(arms):
            return " | ".join(describe(arm) for arm in arms)
        case Ref(name):
            return name
