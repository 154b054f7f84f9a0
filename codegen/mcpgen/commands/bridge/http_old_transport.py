"""HTTP with SSE, the transport of 2024-11-05: a stream for all answers, and an address for frames.

The first event of the GET stream names the address, which must have the origin of the stream. The end of the
stream is the end of the server.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import urljoin, urlsplit

from mcpgen.commands.bridge.http_client import Unanswered, UpstreamFailure
from mcpgen.commands.bridge.http_connection import Frame, Place, ServerConnection

ENDPOINT = 10.0  # seconds for a server to name its address


class OldTransport:
    """The stream of a server, and the address for frames once the stream has named one."""

    def __init__(self, url: str, connection: ServerConnection) -> None:
        self.address: str | None = None
        self._url = url
        self._connection = connection
        self._named: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def opened(self) -> None:
        """Wait for the address; raise `UpstreamFailure` where the server names none."""
        try:
            await asyncio.wait_for(self._named, ENDPOINT)
        except (asyncio.TimeoutError, TimeoutError):
            raise UpstreamFailure(f"the server names no address in {ENDPOINT:g} seconds") from None

    async def post(self, frame: Frame) -> None:
        """Post a request; its answer comes on the stream."""
        assert self.address is not None
        connection = self._connection
        async with connection.posted(self.address, frame, connection.session_headers()) as response:
            await connection.check(response)
            if not 200 <= response.status < 300:
                reason = await response.reason()
                said = f": {reason}" if reason else ", no answer"
                raise Unanswered(response.status, f"the server answers {response.status}{said}")

    async def listen(self) -> None:
        """Pass on the frames of the stream until it ends."""
        try:
            async with self._connection.stream(Place()) as response:
                async for event in self._connection.events(response, Place()):
                    if event.name == "endpoint" and not self._named.done():
                        self.address = self._same_origin(event.data)
                        self._named.set_result(None)
                    self._connection.pass_on(event)
        except UpstreamFailure as failure:
            self._refuse(failure)
        finally:
            self._refuse(UpstreamFailure("the stream of the server names no address"))

    def _refuse(self, failure: UpstreamFailure) -> None:
        if not self._named.done():
            self._named.set_exception(failure)

    def _same_origin(self, data: bytes) -> str:
        """Return the address that an `endpoint` event names; refuse one of another origin."""
        with suppress(ValueError):
            own, named = urlsplit(self._url), urlsplit(urljoin(self._url, data.decode()))
            if (own.scheme, own.hostname, own.port) == (named.scheme, named.hostname, named.port):
                return named._replace(netloc=own.netloc).geturl()
        raise UpstreamFailure("the server names an address of another origin")
