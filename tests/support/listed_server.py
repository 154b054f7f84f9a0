"""A server for a session of the bridge that records the frames and the method calls that it gets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from mcp_bridge.session import Upstream


class ListedServer(Upstream):
    """A server that never answers. A test may change its members.

    `start` raises `fails`, if set. `stop` takes `delay` seconds, and returns `code`.
    """

    name = "server"
    unsent = 0
    names_requests = False
    knows_owner = False
    is_waiting = False
    is_unusable = False

    def __init__(self, session: Any) -> None:
        self.session = session
        self.sent: list[Any] = []
        self.headers_of: list[Mapping[str, str]] = []
        self.calls: list[tuple[str, Any]] = []
        self.fails: BaseException | None = None
        self.delay = 0.0
        self.code: int | None = None

    async def start(self) -> None:
        """Start at once, or raise `fails`."""
        if self.fails is not None:
            raise self.fails

    def send(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Record a frame."""
        self.sent.append(json.loads(data))
        self.headers_of.append(headers)

    def pause(self, paused: bool) -> None:
        """Record that reading from the server is paused or resumed."""
        self.calls.append(("pause", paused))

    def terminate(self) -> None:
        """Record the call."""
        self.calls.append(("terminate", None))

    async def stop(self, grace: float) -> int | None:
        """Record the grace period."""
        self.calls.append(("stop", grace))
        if self.delay:
            await asyncio.sleep(self.delay)
        return self.code
