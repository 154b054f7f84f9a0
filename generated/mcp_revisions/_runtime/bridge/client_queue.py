"""Frames of the client that wait: for the session to open, or for the server to answer other requests.

In: frames, and the records of the requests among them. Out: `handle` gets a request when its turn comes.
While the server has `Limits.pending` requests of the client, further ones wait; a request with which the
client comes back to another (`returns`) does not. Open streams do not count, as no response is due. At most
`Limits.held` frames wait for the session.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import INTERNAL_ERROR
from .core import LISTEN, Core
from .drop_reasons import QUEUE_FULL
from .frames import Tree
from .requests import Request


class ClientQueue:
    """The frames that wait, oldest first."""

    def __init__(
        self, core: Core, handle: Callable[[Request, Tree], None], returns: Callable[[Request, Tree], bool]
    ) -> None:
        self.core = core
        self.handle = handle
        self.returns = returns
        self.early: list[tuple[Request | None, Tree]] = []  # until the session is open
        self.requests: dict[Request, Tree] = {}  # until the server has answered others

    def hold(self, request: Request | None, frame: Tree) -> None:
        """Let a frame wait for the session; refuse or drop a frame beyond the limit."""
        if len(self.early) < self.core.limits.held:
            self.early.append((request, frame))
        elif request is not None:
            self.core.respond_error(request, INTERNAL_ERROR, QUEUE_FULL.reason)
        else:
            self.core.drop(frame, QUEUE_FULL)

    def released(self) -> list[tuple[Request | None, Tree]]:
        """Return the frames that waited for the session, without ended requests, and forget them."""
        early, self.early = self.early, []
        return [(request, frame) for request, frame in early if request is None or request.state != "ended"]

    def route(self, request: Request, frame: Tree) -> None:
        """Handle a request, or let it wait while the server has as many as the limit allows."""
        if self._busy() > self.core.limits.pending and not self.returns(request, frame):
            self.wait(request, frame)
        else:
            self._handle(request, frame)

    def wait(self, request: Request, frame: Tree) -> None:
        """Let a request wait for its turn, or for its end."""
        self.requests[request] = frame
        self.core.at_end(request, self._forget)

    def proceed(self) -> None:
        """Handle requests that wait, as many as the limit allows."""
        requests = self.requests
        while requests and self._busy() < self.core.limits.pending:
            request = next(iter(requests))
            self._handle(request, requests.pop(request))

    def _busy(self) -> int:
        """Return how many requests have been handled and have no response yet, without streams."""
        core = self.core
        return len(core.open["client"]) - len(self.requests) - len(core.streams)

    def _handle(self, request: Request, frame: Tree) -> None:
        if request.method == LISTEN:
            self.core.streams.add(request)
        self.handle(request, frame)

    def _forget(self, request: Request, reason: str | None) -> None:
        self.requests.pop(request, None)

    def clear(self) -> None:
        """Forget every frame."""
        self.early.clear()
        self.requests.clear()
