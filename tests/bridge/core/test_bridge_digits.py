"""Digits of numbers: what a double cannot hold is reported, and everything else is not."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import mcp_revisions as mr
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcp_bridge

NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False, places=None).map(lambda value: f"{value:f}"),
    st.from_regex(r"-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,24})?([eE][+-]?[0-9]{1,3})?", fullmatch=True),
)


def sent(number: str, keys: list[str]) -> tuple[Any, tuple[mr.Loss, ...]]:
    """Return what the server is sent of a number in the arguments of a call, and the differences."""
    arguments = number
    for key in reversed(keys):
        arguments = f'{{"x":[{{"s":"1234567890.1234567890"}},0.1],{json.dumps(key)}:[0,{arguments}]}}'
    text = f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","arguments":{arguments}}}}}'
    bridge = mcp_bridge.Bridge(client="2025-06-18", server="2025-06-18")
    (frame,) = [each for each in bridge.from_client(text.encode(), "s") if isinstance(each, mcp_bridge.Frame)]
    value = json.loads(frame.data, parse_float=Decimal, parse_int=Decimal)["params"]["arguments"]
    for key in keys:
        value = value[key][1]
    return value, frame.losses


@given(NUMBERS, st.lists(st.sampled_from(["a", "b/c", "~"]), min_size=1, max_size=3))
def test_a_number_passes_or_its_digits_are_reported(number: str, keys: list[str]) -> None:
    """Exactly where the value that is sent is another one."""
    try:
        is_finite = abs(float(number)) != float("inf")
    except ValueError:
        is_finite = False
    if not is_finite:
        return
    value, losses = sent(number, keys)
    pointer = "".join(f"/{key.replace('~', '~0').replace('/', '~1')}/1" for key in keys)
    expected = [] if value == Decimal(number) else [("reshaped", f"/params/arguments{pointer}", number)]
    assert [(loss.kind, loss.pointer, loss.value) for loss in losses] == expected


@pytest.mark.parametrize(
    ("number", "is_lost"),
    [
        ("12345678901234567.89", True),
        ("0.1234567890123456789", True),
        ("4e-324", True),
        ("1e-400", True),
        ("123456789012345678901234567890", False),
        ("0.30000000000000004", False),
        ("1.10", False),
        ("5e-324", False),
        ("1e22", False),
    ],
)
def test_numbers_at_the_limits(number: str, is_lost: bool) -> None:
    """Integers have any number of digits; a zero at the end says nothing."""
    assert bool(sent(number, ["n"])[1]) is is_lost
