"""The connection to a server behind a URL: its session, and the steps from a request to its answer.

A request is posted; its answer is in a body or in a stream of events. A stream of a session that breaks, or
that the server closes after an event with an id, is taken up again with GET until the answer has come. Frames
that come before an answer go to the listener, unreadable ones too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from mcpgen.commands.bridge.diagnostics import public
from mcpgen.commands.bridge.http_client import (
    Challenged,
    Response,
    ServerClient,
    Unanswered,
    UpstreamFailure,
)
from mcpgen.commands.bridge.http_events import Event
from mcpgen.commands.bridge.http_headers import LAST_EVENT, SESSION, VERSION, Challenge
from mcpgen.commands.bridge.link import request_key
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.messages.json_text import parse

RETRIES = 5  # times that a broken stream is taken up again without an event
RETRY, SOONEST, LATEST = 1.0, 0.05, 30.0  # seconds before that: the default, the least and the most
CHALLENGES = (401, 403)
WRONG_PATH = "; check the path of the URL"
_STREAM = {"accept": "text/event-stream"}
_ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}

Frame = dict[str, Any]


@dataclass
class Place:
    """The place at which a stream can be taken up: the last event, and the delay that the server wants."""

    last: str = ""
    retry: float = RETRY
    failures: int = 0

    def note(self, event: Event) -> None:
        """Note that an event has come."""
        self.last, self.failures = event.id or self.last, 0
        if event.retry is not None:
            self.retry = min(max(event.retry / 1000, SOONEST), LATEST)


class ServerConnection:
    """A server behind a URL; `deliver` gets the lines of the server, `ended` the end of its session."""

    def __init__(
        self, url: str, client: ServerClient, deliver: Callable[[bytes], None], ended: Callable[[], None]
    ) -> None:
        self.headers: dict[str, str] = {}  # those that the caller names
        self.session: str | None = None
        self.version: str | None = None
        self._url = url
        self._client = client
        self._deliver = deliver
        self._ended = ended
        self._resumed = asyncio.Event()
        self._resumed.set()

    def pause(self, paused: bool) -> None:
        """Stop reading streams, or resume."""
        (self._resumed.clear if paused else self._resumed.set)()

    def session_headers(self) -> dict[str, str]:
        """Return the headers of every frame of a session."""
        found = dict(self.headers)
        if self.session is not None:
            found[SESSION] = self.session
        if self.version is not None:
            found[VERSION] = self.version
        return found

    # Requests

    async def post(self, frame: Frame, headers: Mapping[str, str]) -> Frame:
        """Post a request and return its answer; `initialize` begins the session that the response names.

        Raises `Challenged`, `Unanswered`, or `UpstreamFailure` with the reason why no answer came.
        """
        place = Place()
        async with self.posted(self._url, frame, headers) as response:
            await self.check(response)
            if frame["method"] == "initialize":
                self.session = response.session  # answers to questions before the result name the session
            if not response.is_stream:
                return await self._read_body(response, frame["id"])
            answer = await self._read_stream(response, frame["id"], place)
        return answer or await self._take_up(frame["id"], place)

    def posted(
        self, url: str, frame: Frame, headers: Mapping[str, str]
    ) -> AbstractAsyncContextManager[Response]:
        """Return the context in which a frame is posted and its response is open."""
        return self._client.open("POST", url, {**headers, **_ACCEPT}, json_line(frame))

    async def check(self, response: Response) -> None:
        """Raise the failure that the status of a response states, with the reason in the body."""
        status = response.status
        if status in CHALLENGES:
            raise Challenged(Challenge(status, response.challenge, await response.reason()))
        if 300 <= status < 400:
            raise Unanswered(status, f"the server redirects{self._target(response)}; no redirect is followed")
        if status == 404 and self.session is not None:
            reason = await response.reason()
            self._ended()
            raise UpstreamFailure("the session has ended" + (f": {reason}" if reason else ""))

    def _target(self, response: Response) -> str:
        """Return the address of a redirect, without query, for a message."""
        try:
            return f" to {public(urljoin(public(self._url), response.location))}"
        except ValueError:
            return ""

    async def _read_body(self, response: Response, id: Any) -> Frame:
        """Return the answer in a body; pass on the other frames of a batch."""
        await self._resumed.wait()
        body = await response.json()
        frames = body if isinstance(body, list) else [body]
        is_refusal = response.status >= 400
        answer = next((one for one in frames if _answers(one, id, is_refusal=is_refusal)), None)
        if answer is None:
            content, hint = response.kind or "nothing", WRONG_PATH if response.status == 404 else ""
            raise Unanswered(
                response.status, f"the server answers {response.status} with {content}, no answer{hint}"
            )
        for frame in frames:
            if isinstance(frame, dict) and frame is not answer:
                self._deliver(json_line(frame))
        return {**answer, "id": id}

    async def _read_stream(self, response: Response, id: Any, place: Place) -> Frame | None:
        """Pass on the frames of a stream until the answer; return the answer, None for a stream that ends."""
        try:
            async for event in self.events(response, place):
                answer = self.pass_on(event, id)
                if answer is not None:
                    return answer
        except UpstreamFailure:
            if not place.last or self.session is None:
                raise
        return None

    def pass_on(self, event: Event, id: Any = None) -> Frame | None:
        """Pass on the frames of an event but for the answer to a request; return the answer."""
        answer = None
        for frame in self._frames(event):
            if answer is None and id is not None and _answers(frame, id):
                answer = {**frame, "id": id}
            else:
                self._deliver(json_line(frame))
        return answer

    async def _take_up(self, id: Any, place: Place) -> Frame:
        """Take up a stream of a session until its answer, each time after the delay of the server."""
        while place.last and self.session is not None and place.failures < RETRIES:
            place.failures += 1
            await asyncio.sleep(place.retry)
            with suppress(UpstreamFailure):
                async with self.stream(place) as response:
                    answer = await self._read_stream(response, id, place)
                if answer is not None:
                    return answer
        raise UpstreamFailure("the server ended the stream before its answer")

    # Streams

    def stream(self, place: Place) -> AbstractAsyncContextManager[Response]:
        """Return the context of the general stream, or of the stream with the last event."""
        headers = {**self.session_headers(), **_STREAM}
        if place.last:
            headers[LAST_EVENT] = place.last
        return self._client.open("GET", self._url, headers)

    async def events(self, response: Response, place: Place) -> AsyncIterator[Event]:
        """Yield the events of a stream while the listener reads them."""
        await self.check(response)
        if not response.is_stream:
            content = response.kind or "nothing"
            reason = f"the server answers GET {response.status} with {content}, no stream"
            raise Unanswered(response.status, reason)
        async for event in response.events():
            await self._resumed.wait()
            place.note(event)
            yield event

    def _frames(self, event: Event) -> list[Frame]:
        """Return the frames of an event; an event without data only brings its id."""
        if event.name != "message" or not event.data:
            return []
        try:
            found = parse(event.data)
        except ValueError:  # the listener ends the request that unreadable bytes belong to
            self._deliver(event.data.replace(b"\n", b" "))
            return []
        return [one for one in (found if isinstance(found, list) else [found]) if isinstance(one, dict)]


def _answers(frame: Any, id: Any, *, is_refusal: bool = False) -> bool:
    """Say whether a frame in the response to a request answers the request.

    An error without an id does too, and any error does in a refusal: some servers invent an id there.
    """
    if not isinstance(frame, dict) or "method" in frame:
        return False
    if ("result" in frame) != ("error" in frame) and request_key(frame.get("id")) == request_key(id):
        return True
    return isinstance(frame.get("error"), dict) and (is_refusal or frame.get("id") is None)
