"""Texts that a decoder reads with care: numbers out of range, flaws and their places; how values look."""

from __future__ import annotations

from typing import Any

import mcp_revisions
import msgspec
import pytest
from mcp_revisions import DecodeError
from mcp_revisions._runtime.messages.json_text import parse, parse_spelled

mcp: Any = mcp_revisions.revision("2025-11-25")


def test_a_number_out_of_range_is_its_spelling() -> None:
    """Beside such a number, every other value is the plain one."""
    digits = b"9" * 5000
    text = b'{"a":1e400,"b":-1E400,"c":%b,"d":[1.5,5,-0.0,"s",null,true,%d]}' % (digits, 10**30)
    found = parse_spelled(text)
    assert [bytes(found[name]) for name in "abc"] == [b"1e400", b"-1E400", digits]
    assert all(type(found[name]) is msgspec.Raw for name in "abc")
    assert repr(found["d"]) == f"[1.5, 5, -0.0, 's', None, True, {10**30}]"


@pytest.mark.parametrize("text", [b'{"a":1e400}x', b'{"a":}', b"", b'{"a":1e400,"b":tru}', rb'["\ud800"}'])
def test_a_text_with_another_flaw_is_refused_at_its_root(text: bytes) -> None:
    """A text that is no JSON has no place inside, with a number out of range or without."""
    for read in (parse, parse_spelled):
        with pytest.raises(DecodeError) as caught:
            read(text)
        assert caught.value.pointer == ""


def test_a_lone_surrogate_has_a_place() -> None:
    """The first value, or the object of the first name, that holds half of a pair is named."""
    with pytest.raises(DecodeError) as caught:
        parse(rb'{"a":["x",{"b":"\ud800"},"\udc00"]}')
    assert caught.value.pointer == "/a/1/b"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (10**20 - 1, "9" * 20),
        (1 - 10**20, "-" + "9" * 20),
        (10**20, "an integer of many digits"),
        (-(10**20), "an integer of many digits"),
        ("x" * 60, repr("x" * 60)),
        ("x" * 61, repr("x" * 60) + "..."),
        (1.5, "1.5"),
        (None, "null"),
        (False, "false"),
        (True, "true"),
        ([1], "an array"),
    ],
)
def test_a_refusal_shows_a_value_in_a_few_words(value: Any, words: str) -> None:
    """Scalars are shown up to twenty digits or sixty characters, containers by their kind."""
    with pytest.raises(DecodeError) as caught:
        mcp.decode({"name": "t", "inputSchema": value}, mcp.Tool)
    assert caught.value.reason == f"expected an object, got {words}"
