"""Connect handlers of one revision to a peer of any revision, over your own transport.

A `Peer` runs the handlers, and a `Bridge` converts between the peer and the other side. Neither does I/O, so
`Connection` fits any transport that runs under asyncio. Create one for each connection. This module serves
on stdio. `any_server.py` uses the same class for a client.
"""

import asyncio
import secrets
import sys
from collections.abc import Callable, Iterable
from typing import Any

import mcp_bridge
import mcp_revisions as mr


class Connection:
    """A server if `router` handles the messages of a client, otherwise a client. `peer` sends its requests.

    Give the messages of the other side to `receive`. `write` sends it a message, and must not block for long.
    `meta` is the `_meta` of the requests of a client.
    """

    def __init__(
        self,
        router: mr.Router,
        write: Callable[[bytes], object],
        meta: Any = None,
    ) -> None:
        self._loop, self._write = asyncio.get_running_loop(), write
        self._timer: asyncio.TimerHandle | None = None
        self._handlers: set[asyncio.Task[None]] = set()
        self._is_server = router.sender == "client"
        revision = mr.revision_name(router.revision)
        if self._is_server:
            self._bridge = mcp_bridge.Bridge("auto", revision, nonce=secrets.token_urlsafe)
        else:
            self._bridge = mcp_bridge.Bridge(revision, "auto")
        self.peer = mr.Peer(router, self._send, meta=meta, on_deadline=lambda due: self._set_timer())

    def receive(self, data: bytes) -> None:
        """Accept a message of the other side."""
        self._tick()
        bridge = self._bridge
        self._deliver(bridge.from_client(data) if self._is_server else bridge.from_server(data))

    async def close(self) -> None:
        """End the calls and the handlers, because the other side is gone."""
        self._deliver(self._bridge.closed("client" if self._is_server else "server"))
        self.peer.close()
        for handler in self._handlers:
            handler.cancel()
        await asyncio.gather(*self._handlers, return_exceptions=True)
        if self._timer is not None:
            self._timer.cancel()

    def _send(self, data: bytes, related: str | int | None) -> None:
        bridge = self._bridge
        self._deliver(bridge.tick(self._loop.time()))
        self._deliver(bridge.from_server(data) if self._is_server else bridge.from_client(data))

    def _deliver(self, events: Iterable[mcp_bridge.Frame | mcp_bridge.Ended]) -> None:
        for event in events:
            if isinstance(event, mcp_bridge.Ended):
                continue  # only for transports that give `Bridge.from_client` the stream of each message
            if event.to == self.peer.side:
                handler = self._loop.create_task(self.peer.receive(event.data))
                self._handlers.add(handler)
                handler.add_done_callback(self._handlers.discard)
            elif event.to is not None:  # `event.losses` has what the conversion lost
                self._write(event.data)
        self._set_timer()

    def _tick(self) -> None:
        self.peer.tick(self._loop.time())
        self._deliver(self._bridge.tick(self._loop.time()))

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        dues = [due for due in (self._bridge.deadline, self.peer.deadline) if due is not None]
        self._timer = self._loop.call_at(min(dues), self._tick) if dues else None


async def main() -> None:
    from server import router  # docs/examples/server.py

    def write(data: bytes) -> None:
        sys.stdout.buffer.write(data + b"\n")
        sys.stdout.buffer.flush()

    connection = Connection(router, write)
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        connection.receive(line)
    await connection.close()


if __name__ == "__main__":
    asyncio.run(main())
