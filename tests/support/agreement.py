"""Check that a message gives the same outcome in every form: as bytes, text, a JSON value or a typed message.

A seeded `Random` makes messages of every revision, valid and broken. The outcome of a function that accepts
several forms is its result, or the location and the code of its error.
"""

from __future__ import annotations

import copy
import json
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import mcp_revisions as mr

from support.conversion_cases import cases
from support.frame_mutations import mutated
from support.oracle import OTHER, REVISIONS
from support.traffic import messages

# Recorded frames of each revision; made ones of a revision without recordings.
FRAMES = {
    r: [
        (each.frame, each.sender, each.answering)
        for each in list(messages(r)) or islice(cases(r, Random(r)), 100)
    ]
    for r in REVISIONS
}
ODD_NAMES = ("\0", "", "tools/call\0", "Never", "initialize", "ping", "\ufeff", "rpc.x", "server/discover")
# JSON values that a decoder may take for another: by type, by size, by depth.
HOSTILE: tuple[Any, ...] = (
    None, True, 1.0, -0.0, 1e300, 2**63, 2**64, -(2**63) - 1, 10**400, "\0", "\x7f", "\u2028", "1",
    [], {}, [[]], {"": {}}, {"\0": "\0"}, {"type": "\0"}, {"~": 1}, {"": 1}, {"method": "\0"},
    {"resultType": "\0"},
)  # fmt: skip
SPLICES = (
    b"", b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\\u", b"\\ud800", b"\\u0000", b"\xff", b"\0",
    b"-", b"0", b"e9", b"1.0", b"null", b"NaN", b"  ", b"\n", b"\xe2\x80\xa8", b"~", b'"method":"\\u0000",',
    b'"id":1,', b'"result":{},',
)  # fmt: skip


class Frame(NamedTuple):
    """A JSON value to use as a message, its sender, and the method that it is said to answer."""

    revision: str
    tree: Any
    sender: str
    answering: str | None


def frames(rng: Random, count: int) -> list[Frame]:
    """Return messages of every revision, with small and large faults."""
    found = []
    for _ in range(count):
        revision = rng.choice(REVISIONS)
        tree, sender, answering = rng.choice(FRAMES[revision])
        donors = [frame for frame, _, _ in rng.choices(FRAMES[rng.choice(REVISIONS)], k=5)]
        tree = mutated(tree, rng, donors) if rng.random() < 0.8 else copy.deepcopy(tree)
        if rng.random() < 0.3:
            tree = with_hostile_value(tree, rng)
        if rng.random() < 0.1:
            sender = OTHER[sender]
        if rng.random() < 0.1:
            answering = rng.choice([None, *mr.revision(revision).METHODS])
        if rng.random() < 0.05:
            tree = [tree] * rng.randrange(3)
        found.append(Frame(revision, tree, sender, answering))
    return found


def with_hostile_value(tree: Any, rng: Random) -> Any:
    """Return a copy of a JSON value in which one value, or the tag of one object, is hostile."""
    objects = [each for each in _containers(tree) if each]
    if not objects:
        return copy.deepcopy(rng.choice(HOSTILE))
    place = rng.choice(objects)
    key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    tags = [name for name in ("method", "type", "resultType", "mode", "role") if name in place]
    if isinstance(place, dict) and tags and rng.random() < 0.5:
        place[rng.choice(tags)] = rng.choice(ODD_NAMES)
    else:
        place[key] = copy.deepcopy(rng.choice(HOSTILE))
    return tree


def _containers(tree: Any) -> list[Any]:
    found, left = [], [tree]
    while left:
        value = left.pop()
        if isinstance(value, (dict, list)):
            found.append(value)
            left += value.values() if isinstance(value, dict) else value
    return found


def texts(rng: Random, count: int) -> list[tuple[Frame, bytes]]:
    """Return messages with their texts, most of which are damaged."""
    found = []
    for frame in frames(rng, count):
        text = bytearray(json.dumps(frame.tree).encode())
        for _ in range(rng.randrange(3)):
            at = rng.randint(0, len(text))
            text[at : at + rng.randint(0, 3)] = rng.choice(SPLICES)
        found.append((frame, bytes(text)))
    return found


def decoded(frame: Frame, data: Any, **options: Any) -> Any:
    """Return the outcome of decoding one form of a message."""
    module = mr.revision(frame.revision)
    is_text = isinstance(data, (bytes, bytearray, str))
    decode = module.decode_message if is_text else module._codec.decode_parsed
    try:
        message = decode(data, frame.sender, frame.answering, **options)
    except mr.DecodeError as error:
        return error.pointer, error.code, error.reason
    except ValueError as error:  # `answering`
        return str(error)
    items = message if isinstance(message, list) else [message]
    return [(type(item), item.unknown, item.skipped) for item in items], module.encode(message)


def converted(frame: Frame, data: Any, target: str, **options: Any) -> Any:
    """Return the outcome of converting one form of a message."""
    asked = {"sender": frame.sender, "answering": frame.answering, **options}
    try:
        found, losses = mr.convert(data, frame.revision, target, **asked)
    except mr.DecodeError as error:
        return error.pointer, error.code
    except mr.NoCounterpart as error:
        return error.pointer, error.change, error.reason, _tree(error.reply)
    except ValueError as error:
        return type(error), str(error)
    return json.dumps(_tree(found), sort_keys=True), repr(losses)


def _tree(message: Any) -> Any:
    if isinstance(message, list):
        return [_tree(each) for each in message]
    return json.loads(message) if isinstance(message, bytes) else message
