"""The memory that decoded messages take, and that refused ones leave behind."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any

import mcp_revisions as mr

from support.frame_mutations import mutated
from support.garbage import objects_in_cycles
from support.traffic import messages

REVISION = "2025-11-25"
mcp: Any = mr.revision(REVISION)
MIB = 1 << 20


@contextmanager
def traced() -> Iterator[list[int]]:
    """Yield a list that gets the bytes that the block leaves allocated.

    A collection empties the interpreter's lists of free tuples, which count as allocated memory.
    """
    left: list[int] = []
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        yield left
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        left.append(after - before)
    finally:
        tracemalloc.stop()


def _texts() -> list[tuple[bytes, Any, str | None]]:
    """Return recorded messages of at most 5 kB as text, with their sender and the method they answer."""
    known = mcp.METHODS
    rows = [
        (json.dumps(m.frame).encode(), m.sender, m.answering if m.answering in known else None)
        for m in messages(REVISION)
    ]
    return [(text, sender, answering) for text, sender, answering in rows if len(text) < 5000]


def test_decoded_messages_take_little_memory() -> None:
    """10,000 decoded messages, of about 2.6 MiB, keep at most 2.5 times their text, and have no cycles."""
    valid = []
    for text, sender, answering in _texts():
        try:
            mcp.decode_message(text, sender, answering)
        except mr.DecodeError:
            continue
        valid.append((text, sender, answering))
    chosen = list(islice(cycle(valid), 10_000))
    size = sum(len(text) for text, _, _ in chosen)
    assert 2.2 * MIB < size < 3 * MIB
    with traced() as left:
        kept = [mcp.decode_message(*one) for one in chosen]
    assert len(kept) == len(chosen) and left[0] <= 2.5 * size, (left, size)
    assert objects_in_cycles(lambda: [mcp.decode_message(*one) for one in valid]) == 0


def test_refused_messages_leave_nothing() -> None:
    """40,000 refusals, of 2,000 different messages, leave no memory behind and no cycles."""
    rng, donors = Random(3), [message.frame for message in messages(REVISION)]
    refused = []
    texts = _texts()
    while len(refused) < 2000:
        text, sender, answering = rng.choice(texts)
        changed = json.dumps(mutated(json.loads(text), rng, donors)).encode()
        try:
            mcp.decode_message(changed, sender, answering)
        except mr.DecodeError:
            refused.append((changed, sender, answering))

    def refuse(times: int) -> None:
        for one in islice(cycle(refused), times):
            try:
                mcp.decode_message(*one)
            except mr.DecodeError:
                continue

    with traced() as left:
        refuse(40_000)
    assert left[0] < 64 * 1024, left
    assert objects_in_cycles(partial(refuse, 2_000)) == 0
