"""Bytes, text, trees and typed messages agree: what one path refuses, all refuse, at the same place."""

from __future__ import annotations

import asyncio
import copy
import json
from contextlib import suppress
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest

from support.agreement import Frame, converted, decoded, frames, texts
from support.oracle import REVISIONS
from support.spellings import TOO_DEEP

DECODES: tuple[dict[str, Any], ...] = (
    {},
    {"unknown": "drop"},
    {"unknown": "error"},
    {"invalid_items": "skip"},
)
CONVERSIONS: tuple[dict[str, Any], ...] = (
    {},
    {"loss": "error"},
    {"loss": "allow"},
    {"keep": b"k" * 32},
    {"validate": True},
)
COUNT = 2_000


def check_decodes(seed: int, count: int) -> None:
    """Hold bytes, other text and trees to one outcome of a decode."""
    rng = Random(seed)
    for frame, data in texts(rng, count):
        options = rng.choice(DECODES)
        forms: list[Any] = [data, bytearray(data)]
        with suppress(UnicodeDecodeError, mr.DecodeError):
            tree = mr.revision(frame.revision)._codec.parse(data)
            forms += [data.decode()] if isinstance(tree, str) else [data.decode(), tree]  # a string is text
        found = [decoded(frame, form, **options) for form in forms]
        assert found == found[:1] * len(found), (frame, data, options)


def check_conversions(seed: int, count: int) -> None:
    """Hold bytes and trees to one outcome of a conversion; text that is no JSON is refused in every pair."""
    rng = Random(seed)
    for frame, data in texts(rng, count):
        target, options = rng.choice(REVISIONS), rng.choice(CONVERSIONS)
        try:
            tree = mr.revision(frame.revision)._codec.parse(data)
        except mr.DecodeError as error:
            # A number out of range is JSON: a frame that passes keeps it unread.
            if not error.reason.startswith("a number out of range"):
                with pytest.raises(ValueError):
                    mr.convert(data, frame.revision, target, sender=frame.sender)  # type: ignore[arg-type]
            continue
        if not isinstance(tree, (dict, list)):
            with pytest.raises(mr.DecodeError):
                mr.convert(data, frame.revision, target, sender=frame.sender)  # type: ignore[arg-type]
            continue  # such a tree is no argument of a caller
        found = converted(frame, data, target, **options)
        assert found == converted(frame, copy.deepcopy(tree), target, **options), (frame, target, options)


def code_of(reply: bytes) -> int:
    """Return the code of an error response."""
    code: int = json.loads(reply)["error"]["code"]
    return code


def check_advice(seed: int, count: int) -> None:
    """Hold bytes, trees and typed messages to the same advice, and a router to the code of the decode."""
    rng = Random(seed)
    for frame in frames(rng, count):
        module, data = mr.revision(frame.revision), json.dumps(frame.tree).encode()
        forms: list[Any] = [data, frame.tree]
        outcome = decoded(frame, data)
        if isinstance(outcome[0], list):
            forms.append(module.decode_message(data, frame.sender, frame.answering))
        elif frame.answering is None and isinstance(frame.tree, dict) and "method" in frame.tree:
            reply = asyncio.run(module.Router(frame.sender).handle(data))
            unreadable = isinstance(reply, mr.UnreadableFrame)
            assert not unreadable or reply.error.code == outcome[1], frame
            # Only an `UnreadableFrame` may be empty.
            assert reply is None or (unreadable and not reply) or code_of(reply) == outcome[1], frame
        found = [list(mr.advise(form, frame.revision, sender=frame.sender)) for form in forms]
        assert found == found[:1] * len(found), frame


@pytest.mark.parametrize("check", [check_decodes, check_conversions, check_advice])
def test_forms_agree(check: Any) -> None:
    """A few thousand frames, most of them broken: every form has one outcome."""
    check(1, COUNT)


@pytest.mark.long
@pytest.mark.parametrize("check", [check_decodes, check_conversions, check_advice])
def test_forms_agree_at_length(check: Any) -> None:
    """A hundred times as many."""
    for seed in range(2, 102):
        check(seed, COUNT)


@pytest.mark.parametrize("revision", REVISIONS)
def test_no_type_has_the_tag_of_no_type(revision: str) -> None:
    """U+0000 as the tag of any object is refused by every type with a tag, in every form."""
    module: Any = mr.revision(revision)
    tagged = [t for t in vars(module).values() if getattr(getattr(t, "__struct_config__", 0), "tag_field", 0)]
    assert len(tagged) > 20
    for type_ in tagged:
        field = type_.__struct_config__.tag_field
        for members in ({}, {"params": {}}, {"text": "t", "uri": "u", "name": "n"}):
            with pytest.raises(mr.DecodeError):
                module.decode(json.dumps({field: "\0", **members}), type_)
    for sender in ("client", "server"):
        frame = Frame(revision, {"jsonrpc": "2.0", "id": 1, "method": "\0"}, sender, None)
        assert decoded(frame, json.dumps(frame.tree).encode())[:2] == ("/method", -32601)
        assert decoded(frame, frame.tree)[:2] == ("/method", -32601)


@pytest.mark.parametrize("revision", REVISIONS)
def test_nesting_is_refused_with_one_code(revision: str) -> None:
    """Shallow nesting passes and deep nesting is refused in every form, with the code of a parse error."""
    for depth, code in ((300, None), (TOO_DEEP, -32700)):
        nested: Any = 1
        for _ in range(depth):
            nested = [nested]
        tree = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "t", "arguments": {"a": nested}},
        }
        data = json.dumps({**tree, "params": {"name": "t", "arguments": {"a": 0}}}).encode()
        data = data.replace(b'"a": 0', b'"a": ' + b"[" * depth + b"1" + b"]" * depth)
        for target in REVISIONS:
            for options in CONVERSIONS:
                frame = Frame(revision, tree, "client", None)
                if code is None:
                    assert converted(frame, data, target, **options) == converted(
                        frame, tree, target, **options
                    )
                else:
                    assert converted(frame, data, target, **options) == ("", code)
