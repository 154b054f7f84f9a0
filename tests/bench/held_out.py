"""Held-out traffic: frames that nobody has looked at, so that no figure is tuned to its frames.

In: a revision and a number. Out: as many valid frames of the revision, the same in every run. Each has the
kind of a recorded frame, drawn as often as recorded, and other contents: texts and numbers are random, texts
and arrays are a third to three times as long, and one optional member in ten is left out. Words of the
protocol (constants, methods, revisions, codes of errors) stay. The schema of the revision judges each frame.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import mcp_revisions as mr

from support.oracle import oracle
from support.traffic import Message, messages

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789      ___---...///é😀"


def held_out(revision: str, count: int) -> list[Message]:
    """Return frames of a revision."""
    return list(islice(_drawn(revision), count))


def _drawn(revision: str) -> Iterator[Message]:
    rng, judge = Random(f"held out of {revision}"), oracle(revision)
    recorded, kept = messages(revision), {*_words(judge.schema), *mr.REVISIONS, *judge.requests}
    while True:
        message = rng.choice(recorded)
        frame = _redrawn(message.frame, rng, kept)
        answering = message.answering if "result" in frame else None
        if isinstance(frame, dict) and judge.frame_fits(frame, message.sender, answering):
            yield replace(message, frame=frame)


def _words(schema: Any) -> Iterator[str]:
    """Yield the texts that a schema states as constants."""
    if isinstance(schema, dict):
        stated = [schema.get("const"), *(schema.get("enum") or ())]
        yield from (word for word in stated if isinstance(word, str))
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _words(inner)


def _redrawn(value: Any, rng: Random, kept: set[str], name: str = "") -> Any:
    """Return a value of the same form with other contents."""
    if isinstance(value, dict):
        return {
            n: _redrawn(v, rng, kept, n) for n, v in value.items() if rng.random() < 0.9 or n == "jsonrpc"
        }
    if isinstance(value, list):
        return [_redrawn(item, rng, kept) for item in rng.choices(value, k=_size(value, rng))]
    if isinstance(value, str) and value not in kept:
        return "".join(rng.choices(LETTERS, k=_size(value, rng)))
    if isinstance(value, float):
        return rng.random()
    if type(value) is int and name != "code":
        return rng.randrange(10 ** rng.randrange(1, 7))
    return value


def _size(value: Any, rng: Random) -> int:
    return round(len(value) * 3 ** rng.uniform(-1, 1))


def texts(revision: str, count: int) -> list[tuple[Message, bytes]]:
    """Return frames of a revision with their text."""
    frames = held_out(revision, count)
    return [(m, json.dumps(m.frame, separators=(",", ":"), ensure_ascii=False).encode()) for m in frames]
