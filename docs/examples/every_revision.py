"""Serve handlers of the newest revision to clients of every revision, over your own stdio transport.

A `Peer` runs the handlers, and a `Bridge` converts between the peer and the client. Neither does I/O, so
`Connection` fits any transport that runs under asyncio. Create one for each client.
"""

import asyncio
import secrets
import sys
from collections.abc import Callable, Iterable

from server import router  # docs/examples/server.py

import mcp_bridge
import mcp_revisions as mr


class Connection:
    """A client. Give its messages to `receive`. `write` sends it a message, and must not block for long."""

    def __init__(self, router: mr.Router, write: Callable[[bytes], object]) -> None:
        self._loop, self._write = asyncio.get_running_loop(), write
        self._timer: asyncio.TimerHandle | None = None
        self._handlers: set[asyncio.Task[None]] = set()
        self._bridge = mcp_bridge.Bridge("auto", mr.LATEST, nonce=secrets.token_urlsafe)
        self._peer = mr.Peer(router, self._answer, on_deadline=lambda due: self._set_timer())

    def receive(self, data: bytes) -> None:
        """Accept a message of the client."""
        self._tick()
        self._deliver(self._bridge.from_client(data))

    async def close(self) -> None:
        """End the handlers, because the client is gone."""
        self._deliver(self._bridge.closed("client"))
        self._peer.close()
        for handler in self._handlers:
            handler.cancel()
        await asyncio.gather(*self._handlers, return_exceptions=True)
        if self._timer is not None:
            self._timer.cancel()

    def _answer(self, data: bytes, related: str | int | None) -> None:
        self._deliver(self._bridge.from_server(data))

    def _deliver(self, events: Iterable[mcp_bridge.Frame | mcp_bridge.Ended]) -> None:
        for event in events:
            if isinstance(event, mcp_bridge.Ended):
                continue  # only for transports that give `Bridge.from_client` the stream of each message
            if event.to == "client":  # `event.losses` has what the conversion lost
                self._write(event.data)
            elif event.to == "server":
                handler = self._loop.create_task(self._peer.receive(event.data))
                self._handlers.add(handler)
                handler.add_done_callback(self._handlers.discard)
        self._set_timer()

    def _tick(self) -> None:
        self._peer.tick(self._loop.time())
        self._deliver(self._bridge.tick(self._loop.time()))

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        dues = [due for due in (self._bridge.deadline, self._peer.deadline) if due is not None]
        self._timer = self._loop.call_at(min(dues), self._tick) if dues else None


async def main() -> None:
    def write(data: bytes) -> None:
        sys.stdout.buffer.write(data + b"\n")
        sys.stdout.buffer.flush()

    connection = Connection(router, write)
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        connection.receive(line)
    await connection.close()


if __name__ == "__main__":
    asyncio.run(main())
