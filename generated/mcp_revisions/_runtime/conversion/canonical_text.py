"""Write a JSON value as text, exactly as all readers of the published conversions write it.

The readers are programs in other languages. The text is that of `JSON.stringify` in JavaScript, except that
integers of any size are written in full. It has no white space. Members are in the order of `names_in_order`.
A number with a fraction or an exponent is written as ECMAScript writes a double.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec

from ..json_values import names_in_order

_encode = msgspec.json.Encoder().encode
_MOST_DIGITS, _MOST_ZEROS = 21, 6  # of a number without an exponent: digits before the point, zeros after it


def canonical_text(value: Any) -> str:
    """Return a JSON value as `JSON.stringify` of JavaScript writes it, but with all digits of integers."""
    return _encode(_canonical(value)).decode()


def _canonical(value: Any) -> Any:
    if type(value) is dict:
        return {name: _canonical(value[name]) for name in names_in_order(value)}
    if type(value) is list:
        return [_canonical(item) for item in value]
    return msgspec.Raw(double_text(value).encode()) if type(value) is float else value


def double_text(value: float) -> str:
    """Return a finite double as ECMAScript writes it (`Number::toString`)."""
    if value == 0:
        return "0"
    sign, found, exponent = Decimal(repr(value)).normalize().as_tuple()
    digits = "".join(map(str, found))
    point = len(digits) + int(exponent)  # the digits before the decimal point
    if len(digits) <= point <= _MOST_DIGITS:
        text = digits + "0" * (point - len(digits))
    elif 0 < point <= _MOST_DIGITS:
        text = f"{digits[:point]}.{digits[point:]}"
    elif -_MOST_ZEROS < point <= 0:
        text = f"0.{'0' * -point}{digits}"
    else:
        rest = f".{digits[1:]}" if len(digits) > 1 else ""
        text = f"{digits[0]}{rest}e{point - 1:+d}"
    return f"-{text}" if sign else text
