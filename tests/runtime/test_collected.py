"""Parts that are collected: the same text as of a list, and no more parts than bytes within the bound."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_revisions._runtime.collected import Collected

PARTS = st.lists(st.binary(max_size=4), max_size=12)


@given(st.lists(PARTS, max_size=3), st.sampled_from([b"", b"\n"]), st.integers(0, 30))
def test_parts_are_joined_within_the_bound(texts: list[list[bytes]], separator: bytes, most: int) -> None:
    """An empty part counts as one byte; after one beyond the bound nothing is left until the next text."""
    found = Collected(most, separator)
    for parts in texts:
        size, is_beyond = 0, False
        for number, part in enumerate(parts):
            size += max(len(part), 1) + len(separator) * (number > 0)
            is_beyond |= size > most
            assert found.add(part) is not is_beyond and found.is_beyond is is_beyond
            assert len(found) == (0 if is_beyond else len(separator.join(parts[: number + 1])))
        assert found.taken() == (b"" if is_beyond else separator.join(parts))
        assert not found.is_beyond and len(found) == 0


@pytest.mark.parametrize("part", [b"", b"a", b"ab"])
def test_many_small_parts_take_the_memory_of_their_bytes(part: bytes) -> None:
    """A list of them would take at least eight bytes for each."""
    tracemalloc.start()
    try:
        found = Collected(1 << 20)
        for _ in range(200_000):
            found.add(part * 1)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 200_000 * len(part) * 1.3 + 10_000
