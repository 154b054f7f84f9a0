"""A transport of its own for `mr.Peer`: `transport.py COMMAND...` lists the tools of an MCP server on stdio.

`Connection` needs only asyncio streams, so it also works with sockets, and on the side of a server.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

import mcp_revisions as mr
from mcp_revisions import latest as mcp

LONGEST = 64 << 20  # bytes of a line
UNSENT = 64 << 20  # bytes that may wait until the other side reads them
SECONDS = 2.0  # how long the end may take

META = mcp.RequestMetaObject(
    protocol_version=mcp.REVISION,
    client_info=mcp.Implementation(name="lister", version="1.0"),
    client_capabilities=mcp.ClientCapabilities(),
)


class Connection:
    """One side of a connection, for an `async with` block. Each message is a line."""

    def __init__(
        self,
        router: mr.Router,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        meta: mcp.RequestMetaObject | None = None,
    ) -> None:
        self._reader, self._writer = reader, writer
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._handlers: set[asyncio.Task[None]] = set()
        self.peer = mr.Peer(router, self._write, meta=meta, on_deadline=self._set_timer)

    async def __aenter__(self) -> Connection:
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *error: object) -> None:
        self._stop("this side has ended the connection")
        await self.ended()
        if self._handlers:
            await asyncio.wait(self._handlers, timeout=SECONDS)
        self._writer.close()  # after the last bytes are written
        with suppress(OSError, asyncio.TimeoutError):
            await asyncio.wait_for(self._writer.wait_closed(), SECONDS)

    async def ended(self) -> None:
        """Wait until the other side has ended the connection."""
        await asyncio.wait([self._reading])

    def _stop(self, reason: str) -> None:
        self.peer.close(reason)  # ends the open calls, and stops the timer
        self._reading.cancel()

    async def _read(self) -> None:
        reason = "the other side has ended the connection"
        try:
            while line := await self._reader.readline():
                if line.strip():
                    handler = asyncio.create_task(self.peer.receive(line))
                    self._handlers.add(handler)
                    handler.add_done_callback(self._handlers.discard)
                    await asyncio.sleep(0)  # the peer takes a response before the end that may follow it
        except (OSError, ValueError) as error:  # `ValueError`: the line is longer than the reader's limit
            reason = str(error)
        finally:
            self.peer.close(reason)  # does nothing after `_stop`
            for handler in self._handlers:
                handler.cancel()

    def _write(self, data: bytes, related: str | int | None) -> None:
        self._writer.write(data + b"\n")  # does not block: asyncio writes the bytes in the background
        if self._writer.transport.get_write_buffer_size() > UNSENT:
            self._stop("the other side reads too slowly")

    def _set_timer(self, due: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if due is None else self._loop.call_at(due, self._ring, due)

    def _ring(self, due: float) -> None:
        self.peer.tick(max(due, self._loop.time()))  # the event loop may call this slightly before `due`


async def main(*command: str) -> None:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LONGEST)
    assert process.stdin is not None and process.stdout is not None
    router = mcp.Router(sender="server")  # register handlers of notifications here
    async with Connection(router, process.stdout, process.stdin, META) as connection:
        request = mcp.ListToolsRequest(params=mcp.PaginatedRequestParams())
        listed = await connection.peer.call(request, deadline=asyncio.get_running_loop().time() + 30)
        print(*(tool.name for tool in listed.tools))
    try:  # the server sees the end of its stdin
        await asyncio.wait_for(process.wait(), SECONDS)
    except asyncio.TimeoutError:
        process.kill()
        await process.wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
