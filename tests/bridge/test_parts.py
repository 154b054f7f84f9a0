"""The sizes of unfinished input: lines, bodies and events are bounded by their bytes, and so is memory."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_bridge.http_client import EVENTS, INSIDE, JSON, LINE, HttpResponse, UpstreamFailure
from mcp_bridge.stdio import LineBuffer


class _Parts(httpx2.AsyncByteStream):
    """A body in parts of a size."""

    def __init__(self, start: bytes, size: int, part: int) -> None:
        self._start, self._size, self._part = start, size, part

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._start
        for _ in range(self._size // self._part):
            yield bytes([120] * self._part)


def _feed(size: int, part: int) -> None:
    """Read a line without an end."""
    buffer = LineBuffer("server", lambda lines: None)
    for _ in range(size // part):
        buffer.feed(bytes([120] * part))


def _read(kind: str, start: bytes, size: int, part: int) -> None:
    """Read a body of a kind to its end."""

    async def read() -> None:
        request = httpx2.Request("GET", INSIDE)
        body = httpx2.Response(
            200, headers={"content-type": kind}, stream=_Parts(start, size, part), request=request
        )
        response = HttpResponse(body)
        if kind == JSON:
            assert len(await response.body() or b"") == len(start) + size
        else:
            assert [event.data async for event in response.events()] == []

    asyncio.run(read())


@pytest.mark.parametrize("part", [2, 7, 1024])
@pytest.mark.parametrize(
    "read",
    [_feed, partial(_read, JSON, b" "), partial(_read, EVENTS, b"data: ")],
    ids=["line", "body", "event"],
)
def test_small_parts_take_the_memory_of_their_bytes(read: Any, part: int) -> None:
    """However small the parts are in which a peer sends, the memory is a few times their size."""
    size = 7 << 11
    read(size, part)  # what is made once
    tracemalloc.start()
    try:
        read(size, part)
        assert tracemalloc.get_traced_memory()[1] < 6 * size + (64 << 10)
    finally:
        tracemalloc.stop()


@given(st.lists(st.sampled_from([b"{}", b"{", b"}", b"\n", b"\r\n", b" ", b"a" * 3]), max_size=12))
def test_lines_do_not_depend_on_the_parts(parts: list[bytes]) -> None:
    """Each line is delivered once, whole and in order, without blank ones."""
    found: list[bytes] = []
    buffer = LineBuffer("server", found.extend)
    for part in parts:
        buffer.feed(part)
    *lines, _ = b"".join(parts).split(b"\n")
    assert found == [line.strip(b"\r\t ") for line in lines if line.strip(b"\r\t ")]
    assert all(type(line) is bytes for line in found)


@given(
    st.lists(
        st.sampled_from(["data: ", "x", "\n", "\r", "\r\n", "é", ": c", "id: 1", "y" * 1500]), max_size=12
    )
)
def test_events_do_not_depend_on_the_parts(parts: list[str]) -> None:
    """Each event of a stream comes, whatever the parts are in which its text comes."""

    async def events(pieces: list[bytes]) -> list[Any]:
        async def body() -> AsyncIterator[bytes]:
            for piece in pieces:
                yield piece

        request = httpx2.Request("GET", INSIDE)
        response = httpx2.Response(200, headers={"content-type": EVENTS}, content=body(), request=request)
        return [(event.data, event.id) async for event in HttpResponse(response).events()]

    pieces = [part.encode() for part in parts]
    assert asyncio.run(events(pieces)) == asyncio.run(events([b"".join(pieces)]))


class _Lines(httpx2.AsyncByteStream):
    """Lines of events: short ones, or comments with a blank line behind each."""

    def __init__(self, line: bytes, count: int, part: int) -> None:
        self._line, self._count, self._part = line, count, part

    async def __aiter__(self) -> AsyncIterator[bytes]:
        text = self._line * self._count + b"\n\ndata: end\n\n"
        for start in range(0, len(text), self._part):
            yield text[start : start + self._part]


@pytest.mark.parametrize("part", [1, 7, 1000])
@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        *((line, True) for line in (b"data:\n", b"data:ab\n", b"data:ab\r", b"id\r\n")),
        *((line, False) for line in (b": ping\n\n", b"data:a\n\n", b"data:a\r\r", b"data:a\r\n\r\n")),
    ],
)
def test_an_event_of_many_lines_is_refused(
    line: bytes, is_one: bool, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line is an object until the event ends; a stream may have any number of events."""
    monkeypatch.setattr("mcp_bridge.http_client.LARGEST", 100 * LINE)

    async def read() -> list[str]:
        request = httpx2.Request("GET", INSIDE)
        stream = _Lines(line, 150, part)
        body = httpx2.Response(200, headers={"content-type": EVENTS}, stream=stream, request=request)
        return [event.data async for event in HttpResponse(body).events()]

    if is_one:
        with pytest.raises(UpstreamFailure, match="an event has more than"):
            asyncio.run(read())
    else:
        assert asyncio.run(read())[-1] == "end"
