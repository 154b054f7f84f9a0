"""Strict decoders of scalars, one function for each kind of type. They accept what JSON Schema accepts.

`1.0` is an integer and stays `1.0`. `true` is not `1`. An integer may have any size.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import ge, gt, le, lt
from typing import Any

from msgspec import inspect as mi

from ..json_values import equal_json
from .mismatch import DecodeFn, DecodeState, Mismatch, disallowed, shown, unexpected


def any_value(value: Any, state: DecodeState) -> Any:
    """Decode a value of any type: return it unchanged."""
    return value


def exactly(kind: type, expected: str) -> DecodeFn:
    """Return a decoder that accepts only values of the Python class `kind`.

    `expected` describes such values for error messages.
    """

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not kind:
            raise unexpected(expected, value)
        return value

    return decode


def constants(values: tuple[Any, ...]) -> DecodeFn:
    """Return the decoder of a `Literal` with these constants."""
    strings = frozenset(v for v in values if isinstance(v, str))
    others = tuple(v for v in values if not isinstance(v, str))

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is str:
            if value in strings:
                return value
        elif any(value == v and isinstance(value, bool) == isinstance(v, bool) for v in others):
            return value
        raise disallowed(value, values)

    return decode


def equal_to(values: tuple[Any, ...]) -> DecodeFn:
    """Return a decoder that accepts only JSON values equal to one of `values`."""

    def decode(value: Any, state: DecodeState) -> Any:
        if any(equal_json(value, constant) for constant in values):
            return value
        import json

        written = ", ".join(json.dumps(constant, ensure_ascii=False) for constant in values)
        raise Mismatch(f"expected {'' if len(values) == 1 else 'one of '}{written}, got {shown(value)}")

    return decode


def string(node: mi.StrType) -> DecodeFn:
    """Return the decoder of a string, which also checks its length and pattern."""
    at_least, at_most, pattern = node.min_length, node.max_length, node.pattern

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not str:
            raise unexpected("a string", value)
        if at_least is not None and len(value) < at_least:
            raise Mismatch(f"at least {at_least} characters are needed, not {len(value)}")
        if at_most is not None and len(value) > at_most:
            raise Mismatch(f"at most {at_most} characters are allowed, not {len(value)}")
        if pattern is not None:
            import re

            if re.search(pattern, value) is None:
                raise Mismatch(f"{shown(value)} does not match {pattern}")
        return value

    return decode


def integer(node: mi.IntType) -> DecodeFn:
    """Return the decoder of an integer, which also checks its limits."""

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not int and not (type(value) is float and value.is_integer()):
            raise unexpected("an integer", value)
        return value

    return _bounded(decode, node)


def number(node: mi.FloatType) -> DecodeFn:
    """Return the decoder of a number, which also checks its limits."""

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not int and type(value) is not float:
            raise unexpected("a number", value)
        return value

    return _bounded(decode, node)


def _bounded(decode: DecodeFn, node: mi.IntType | mi.FloatType) -> DecodeFn:
    every: tuple[tuple[str, float | None, Callable[[Any, Any], Any]], ...] = (
        ("at least", node.ge, ge),
        ("at most", node.le, le),
        ("more than", node.gt, gt),
        ("less than", node.lt, lt),
        ("divisible by", node.multiple_of, _is_multiple),
    )
    tests = [(text, bound, test) for text, bound, test in every if bound is not None]

    def bounded(value: Any, state: DecodeState) -> Any:
        decode(value, state)
        for text, bound, test in tests:
            if not test(value, bound):
                raise Mismatch(f"expected a number {text} {bound:g}, got {shown(value)}")
        return value

    return bounded if tests else decode


def _is_multiple(value: float, divisor: float) -> bool:
    from fractions import Fraction

    return Fraction(value) % Fraction(divisor) == 0


SCALARS: dict[type, Callable[[Any], DecodeFn]] = {
    mi.AnyType: lambda node: any_value,
    mi.StrType: string,
    mi.IntType: integer,
    mi.FloatType: number,
    mi.LiteralType: lambda node: constants(node.values),
    mi.BoolType: lambda node: exactly(bool, "true or false"),
    mi.NoneType: lambda node: exactly(type(None), "null"),
}
