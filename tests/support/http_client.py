"""A client of HTTP/1.1 on one connection. It needs little CPU time compared with the servers it measures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """A response with its whole body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def frames(self) -> list[Any]:
        """The frames of the body, JSON or server-sent events."""
        if not self.headers.get("content-type", "").startswith("text/event-stream"):
            return [json.loads(self.body)] if self.body else []
        lines = [
            line.removeprefix(b"data:").strip() for line in self.body.splitlines() if line[:5] == b"data:"
        ]
        return [json.loads(line) for line in lines if line]


class Connection:
    """A connection to the host of a URL. `post` sends a frame and waits for the whole response."""

    def __init__(self, url: str, buffer: int = 1 << 24, source: str = "127.0.0.1") -> None:
        parts = urlsplit(url)
        self._buffer, self._source = buffer, source
        self._host, self._port, self._path = parts.hostname or "", parts.port or 80, parts.path
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> Connection:
        self._reader, self._writer = await asyncio.open_connection(
            self._host, self._port, limit=self._buffer, local_addr=(self._source, 0)
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()

    def request(self, frame: Any, headers: Mapping[str, str], method: str = "POST") -> bytes:
        """Return the bytes of a request."""
        body = b"" if frame is None else json.dumps(frame).encode()
        lines = [f"{method} {self._path} HTTP/1.1", f"host: {self._host}:{self._port}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return ("\r\n".join([*lines, f"content-length: {len(body)}"]) + "\r\n\r\n").encode() + body

    async def post(self, frame: Any, headers: Mapping[str, str]) -> Answer:
        """Send a frame and return the answer."""
        return await self.send(self.request(frame, headers))

    def write(self, data: bytes) -> None:
        """Write bytes."""
        self._writer.write(data)

    async def read(self, most: int) -> bytes:
        """Return the next bytes, empty at the end."""
        return await self._reader.read(most)

    async def ended(self) -> None:
        """Wait until the other side closes the connection."""
        with suppress(ConnectionError):
            while await self._reader.read(1 << 16):
                pass

    async def send(self, request: bytes) -> Answer:
        """Send a request and return the answer."""
        self._writer.write(request)
        status, headers = await self.head()
        if "content-length" in headers:
            return Answer(status, headers, await self._reader.readexactly(int(headers["content-length"])))
        parts = []
        while part := await self.chunk():
            parts.append(part)
        return Answer(status, headers, b"".join(parts))

    async def head(self) -> tuple[int, dict[str, str]]:
        """Return the status and the headers of an answer."""
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = [line.partition(": ") for line in lines[1:] if line]
        return int(lines[0].split()[1]), {name.lower(): value for name, _, value in pairs}

    async def chunk(self) -> bytes:
        """Return the next chunk of a body, or empty bytes at the end."""
        size = int(await self._reader.readuntil(b"\r\n"), 16)
        return (await self._reader.readexactly(size + 2))[:-2]

    async def parts(self, headers: Mapping[str, str], most: int = 1 << 16) -> AsyncIterator[bytes]:
        """Yield the parts of a body as they arrive.

        Raise `EOFError` or `ConnectionError` if the body breaks off.
        """
        if "content-length" not in headers:
            while part := await self.chunk():
                yield part
            return
        left = int(headers["content-length"])
        while left > 0:
            part = await self._reader.read(min(left, most))
            if not part:
                raise EOFError
            left -= len(part)
            yield part

    async def events(self, headers: Mapping[str, str]) -> AsyncIterator[tuple[str | None, Any]]:
        """Yield the id and the frame of each event. A JSON body is one event.

        The frame is None for an event without a frame. An error page of a proxy has no frame.
        """
        text = b""
        if not headers.get("content-type", "").startswith("text/event-stream"):
            text = b"".join([part async for part in self.parts(headers)])
            if text:
                yield None, json.loads(text) if headers.get("content-type") == "application/json" else None
            return
        async for part in self.parts(headers):
            *whole, text = (text + part).replace(b"\r\n", b"\n").split(b"\n\n")
            for event in whole:
                fields = [line.partition(b":")[::2] for line in event.split(b"\n")]
                given = {name: value.removeprefix(b" ") for name, value in fields if name}
                data = given.get(b"data")
                yield given[b"id"].decode() if b"id" in given else None, json.loads(data) if data else None
