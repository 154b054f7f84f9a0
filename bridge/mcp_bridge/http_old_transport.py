"""HTTP with SSE, the transport of 2024-11-05: a stream for all answers, and an address for frames.

The first event of the GET stream names the address, which must have the origin of the stream. The end of the
stream is the end of the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urljoin, urlsplit

import anyio

from mcp_bridge.http_client import Challenged, Unanswered, UpstreamFailure
from mcp_bridge.upstream_session import ResumePoint, UpstreamSession, reason_of

ENDPOINT = 10.0  # seconds for a server to name its address


class OldTransport:
    """The stream of a server, and the address for frames once the stream has named one."""

    def __init__(self, session: UpstreamSession) -> None:
        self.address: str | None = None
        self._session = session
        self._named: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def opened(self) -> None:
        """Wait for the address; raise `UpstreamFailure` where the server names none."""
        try:
            with anyio.fail_after(ENDPOINT):
                await asyncio.shield(self._named)
        except TimeoutError:
            raise UpstreamFailure(f"the server names no address in {ENDPOINT:g} seconds") from None

    async def post(self, data: bytes, headers: Mapping[str, str]) -> None:
        """Post a request; its answer comes on the stream."""
        assert self.address is not None
        session = self._session
        async with session.posted(self.address, data, session.headers(headers)) as response:
            await session.check(response)
            if not 200 <= response.status < 300:
                reason = await reason_of(response)
                said = f": {reason}" if reason else ", no answer"
                raise Unanswered(response.status, f"the server answers {response.status}{said}")

    async def listen(self, headers: Mapping[str, str]) -> None:
        """Deliver the frames of the stream until it ends."""
        session = self._session
        try:
            async with session.stream(ResumePoint(), headers) as response:
                async for event in session.events(response, ResumePoint()):
                    if event.event == "endpoint" and not self._named.done():
                        self.address = self._same_origin(event.data)
                        self._named.set_result(None)
                    session.pass_on(event)
        except (Challenged, UpstreamFailure) as failure:
            self._refuse(failure)
        finally:
            self._refuse(UpstreamFailure("the stream of the server names no address"))

    def _refuse(self, failure: Exception) -> None:
        if not self._named.done():
            self._named.set_exception(failure)
            self._named.exception()  # the wait may have ended before

    def _same_origin(self, data: str) -> str:
        """Return the address that an `endpoint` event names; refuse one of another origin."""
        with suppress(ValueError):
            own, named = urlsplit(self._session.url), urlsplit(urljoin(self._session.url, data))
            if (own.scheme, own.hostname, own.port) == (named.scheme, named.hostname, named.port):
                return named._replace(netloc=own.netloc).geturl()
        raise UpstreamFailure("the server names an address of another origin")
