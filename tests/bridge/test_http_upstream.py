"""The HTTP transport to a server in the same loop, whose time is instant: frames sent, again or in vain."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from mcp_revisions.jsonrpc import error_response

import mcp_bridge
from mcp_bridge import diagnostics, http_client, http_upstream
from mcp_bridge.asgi_transport import AsgiTransport
from mcp_bridge.http_client import INSIDE, HttpClient
from mcp_bridge.http_headers import HEADER_MISMATCH
from mcp_bridge.http_upstream import DELETE_TIME, EARLY, UNSENT, HttpUpstream, Pauses
from support.bridge_process import HELLO, call
from support.http_bridge import INITIALIZED, modern
from support.instant_loop import run_at_once

URL = f"{INSIDE}/mcp"
JSON = "application/json"
SHOWN = "the application at /mcp: "
Answer = tuple[int, dict[str, str], list[Any]]  # status, headers, and parts: bytes, seconds or events


class Listener:
    """A session that keeps the calls of its upstream."""

    report = staticmethod(diagnostics.report)

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.bridge = type("Bridge", (), {"state": "open", "server": "2025-06-18"})
        self.frames: list[Any] = []
        self.requests: list[Any] = []  # the id of the request of each frame
        self.events: list[Any] = []
        self.causes: list[str] = []  # of the errors of the bridge
        self.begins_again = self.is_opening = False

    def from_server(self, frame: Any, data: bytes, request: Any = None) -> None:
        """Keep a frame."""
        self.frames.append(json.loads(data))
        self.requests.append(request)

    def begun_again(self) -> None:
        """Note it."""
        self.events.append("begun again")

    def unanswered(
        self, id: Any, reason: str, *, why: str = "lost", code: int = -32603, data: Any = None
    ) -> None:
        """Keep an error of the bridge."""
        self.frames.append(error_response(id, code, reason, data))
        self.requests.append("bridge")
        self.causes.append(why)

    def upstream_failed(self, name: str, failure: Exception) -> None:
        """Keep the reason."""
        self.events.append(("failed", str(failure)))

    def upstream_ended(self, upstream: Any) -> None:
        """Keep the end."""
        self.events.append("ended")

    def challenged(self, stream: Any, challenge: Any) -> None:
        """Keep a challenge."""
        self.events.append(("challenged", challenge.status))

    def accepted(self, headers: Any) -> None:
        """Keep the headers of the client."""
        self.events.append(("accepted", dict(headers)))

    def full(self, is_full: bool) -> None:
        """Keep it."""
        self.events.append(("full", is_full))


class Server:
    """A server that answers a request by a function of its method, its headers and its frame."""

    def __init__(self, answer: Callable[[str, dict[str, str], Any], Answer]) -> None:
        self.answer = answer
        self.posted: list[Any] = []
        self.times: list[float] = []
        self.heads: list[dict[str, str]] = []
        self.got: list[dict[str, str]] = []  # the headers of each GET
        self.deleted: list[str] = []  # the session that each DELETE names
        self.holds: dict[str, asyncio.Event] = {}  # requests of a method are not answered before an event
        self.open = 0  # requests of tools/call whose connections are open

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request; a connection that breaks is an exception."""
        if scope["type"] == "lifespan":
            for kind in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{kind}.complete"})
            return
        headers = {name.decode().lower(): value.decode() for name, value in scope["headers"]}
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        frame = json.loads(body) if body else None
        if scope["method"] == "POST":
            self.posted.append(frame)
            self.heads.append(headers)
            self.times.append(asyncio.get_running_loop().time())
        if scope["method"] == "DELETE":
            self.deleted.append(headers.get("mcp-session-id", ""))
        if scope["method"] == "GET":
            self.got.append(headers)
        is_call = (frame or {}).get("method") == "tools/call"
        if not is_call:
            await self.respond(scope, send, headers, frame)
            return
        self.open += 1
        work = [
            asyncio.ensure_future(self.respond(scope, send, headers, frame)),
            asyncio.ensure_future(receive()),
        ]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            if work[0].done():
                work[0].result()
        finally:
            self.open -= 1
            for each in work:
                each.cancel()

    async def respond(self, scope: Any, send: Any, headers: dict[str, str], frame: Any) -> None:
        """Send the response to a request."""
        held = self.holds.get((frame or {}).get("method", scope["method"]))
        if held is not None:
            await held.wait()
        status, given, parts = self.answer(scope["method"], headers, frame)
        raw = [(name.encode(), value.encode()) for name, value in given.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        for part in parts:
            if isinstance(part, bytes):
                await send({"type": "http.response.body", "body": part, "more_body": True})
            elif isinstance(part, float):
                await asyncio.sleep(part)
            elif isinstance(part, asyncio.Event):
                await part.wait()
            else:
                raise part
        await send({"type": "http.response.body", "body": b""})


def page(tree: Any = None, status: int = 200, **headers: str) -> Answer:
    """Return an answer of JSON, or an empty one."""
    if tree is None:
        return status, headers, []
    return status, {"content-type": JSON, **headers}, [json.dumps(tree).encode()]


def event(tree: Any, id: str = "") -> bytes:
    """Return a server-sent event."""
    return (f"id: {id}\n" if id else "").encode() + b"data: " + json.dumps(tree).encode() + b"\n\n"


def stream(*parts: Any, **headers: str) -> Answer:
    """Return a stream of events."""
    return 200, {"content-type": "text/event-stream", **headers}, [*parts]


def result(frame: Any, **members: Any) -> dict[str, Any]:
    """Return the answer to a request."""
    return {"jsonrpc": "2.0", "id": frame["id"], "result": members}


def welcome(frame: Any, **headers: str) -> Answer:
    """Return the answer to `initialize`, in a session."""
    agreed = {"protocolVersion": "2025-06-18", "capabilities": {}}
    return page(result(frame, **agreed), **{"mcp-session-id": "s", **headers})


class Connected:
    """An upstream to a server, and its session."""

    def __init__(self, answer: Callable[[str, dict[str, str], Any], Answer]) -> None:
        self.server, self.session = Server(answer), Listener()
        self.client = HttpClient(AsgiTransport(self.server, "/mcp"))
        self.upstream = HttpUpstream(URL, self.client, self.session, {"x-own": "o"})  # type: ignore[arg-type]

    def send(self, *frames: Any, **headers: str) -> None:
        """Send frames, with the headers of a client."""
        for frame in frames:
            data = json.dumps(frame).encode()
            self.upstream.send(mcp_bridge.Frame("server", frame), data, headers)

    async def said(self, *frames: Any, seconds: float = 1.0) -> list[Any]:
        """Send frames; return those that came within the seconds."""
        before = len(self.session.frames)
        self.send(*frames)
        await asyncio.sleep(seconds)
        return self.session.frames[before:]


@asynccontextmanager
async def connected(answer: Callable[[str, dict[str, str], Any], Answer]) -> AsyncIterator[Connected]:
    """Yield a started upstream."""
    one = Connected(answer)
    await one.upstream.start()
    try:
        yield one
    finally:
        await one.upstream.stop(0.1)
        await one.client.close()


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines on stderr."""
    found: list[str] = []
    monkeypatch.setattr(diagnostics, "_lines", diagnostics.RepeatedLines(found.append))
    return found


def usual(method: str, headers: dict[str, str], frame: Any) -> Answer:
    """Answer as a server with a session and without a general stream."""
    if method != "POST":
        return page(status=405)
    if frame.get("method") == "initialize":
        return welcome(frame)
    return page(result(frame)) if "method" in frame and "id" in frame else page(status=202)


def error(code: int, message: str, **members: Any) -> dict[str, Any]:
    """Return an error without an id."""
    return {"jsonrpc": "2.0", **members, "error": {"code": code, "message": message}}


CHANGED = {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}
PONG: Any = {"jsonrpc": "2.0", "id": "p", "result": {}}
LOG = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}


# Notifications and answers


@pytest.mark.parametrize("is_answer", [False, True])
@pytest.mark.parametrize(
    ("status", "reason", "sent"),
    [
        (200, "", 1),
        (202, "", 1),
        (202, "no", 1),
        (302, "", 1),
        (304, "", 1),
        (400, "", 1),
        (400, "no", 1),
        (404, "no", 1),
        (503, "no", 4),
    ],
)
def test_what_a_server_says_to_what_has_no_answer(
    is_answer: bool, status: int, reason: str, sent: int, lines: list[str]
) -> None:
    """A refusal is a line, with its reason; an answer is sent again to a server that is out of order."""
    body = error(-1, reason) if reason else None

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if frame and frame.get("method") == "initialize":
            return page(result(frame, protocolVersion="2025-06-18"))  # and no session
        return page(body, status)

    async def run() -> None:
        async with connected(answer) as one:
            await one.said(HELLO)
            assert await one.said(PONG if is_answer else CHANGED, seconds=10) == []
            assert len(one.server.posted) - 1 == (sent if is_answer else 1)
            assert one.upstream.unsent == 0 and one.session.events == [("accepted", {})]

    run_at_once(run())
    said = f": {reason}" if reason else ""
    if status < 300:
        assert lines == []
    elif 300 < status < 304:
        subject = "takes no answer" if is_answer else "takes no notification"
        said = "the server redirects to the application at /mcp; the bridge does not follow redirects"
        assert lines == [f"{SHOWN}{subject}: {said}"]
    elif is_answer:
        assert lines == [f"{SHOWN}takes no answer: the server answers {status}{said}"]
    else:
        name = CHANGED["method"]
        assert lines == [f"{SHOWN}answers {name} with {status}{said}"]


def test_answers_beside_the_handshake_are_few_at_a_time(lines: list[str]) -> None:
    """The others wait for its end; one that was taken makes room."""
    opened, answered = asyncio.Event(), asyncio.Event()

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if method == "POST" and frame.get("method") == "initialize":
            return 200, {"content-type": JSON}, [opened, json.dumps(result(frame)).encode()]
        return 202, {}, [answered]

    async def run() -> None:
        async with connected(answer) as one:
            assert one.upstream.unsent == 0
            one.send(HELLO)
            await asyncio.sleep(1)
            for number in range(EARLY + 3):
                one.send({**PONG, "id": number})
            await asyncio.sleep(1)
            assert len(one.server.posted) == 1 + EARLY and one.upstream.unsent > 0
            answered.set()
            await asyncio.sleep(1)
            for number in range(EARLY):
                one.send({**PONG, "id": f"again {number}"})
            await asyncio.sleep(1)
            assert len(one.server.posted) == 1 + 2 * EARLY
            opened.set()
            await asyncio.sleep(1)
            assert len(one.server.posted) == 1 + 2 * EARLY + 3 and one.upstream.unsent == 0

    run_at_once(run())


def test_a_client_is_not_read_while_much_waits(lines: list[str]) -> None:
    """The session is told once beyond the bound, and once below."""
    taken = asyncio.Event()

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        return 202, {}, [taken]

    async def run() -> None:
        async with connected(answer) as one:
            half = {**PONG, "result": {"x": "x" * (UNSENT // 2)}}
            one.send(half)
            assert one.upstream.unsent > 0 and one.session.events == []
            one.send(half, half)
            assert one.session.events == [("full", True)]
            taken.set()
            await one.upstream.taken()
            assert one.session.events == [("full", True), ("full", False)] and one.upstream.unsent == 0
            assert [frame["id"] for frame in one.server.posted] == ["p"] * 3

    run_at_once(run())


# Answers to requests


@pytest.mark.parametrize("is_stream", [False, True])
@pytest.mark.parametrize("is_batch", [False, True])
def test_every_frame_of_a_response_is_delivered(is_stream: bool, is_batch: bool) -> None:
    """With the id of the request on whose connection it came, and the answer last."""

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if not frame or frame.get("method") != "tools/call":
            return usual(method, headers, frame)
        frames = [LOG, {"jsonrpc": "2.0", "id": "q", "method": "ping"}, result(frame, x=1)]
        if is_stream:
            return stream(*([event(frames)] if is_batch else map(event, frames)))
        return page(frames if is_batch else frames[-1])

    async def run() -> None:
        async with connected(answer) as one:
            await one.said(HELLO)
            found = await one.said(call(7))
            assert found[-1] == {"jsonrpc": "2.0", "id": 7, "result": {"x": 1}}
            assert len(found) == (3 if is_stream or is_batch else 1)
            assert one.session.requests[-len(found) :] == [7] * len(found)

    run_at_once(run())


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (page(status=404), "the server is gone: it ended the session"),
        (page(error(-1, "why"), 404), "the server is gone: it ended the session: why"),
        (page(status=403), None),
        (
            page(status=302, location="/else?secret"),
            "the server redirects to the application at /else; the bridge ",
        ),
        (page(status=500), "the server answers 500 with nothing, not with a JSON-RPC response"),
        (page(error(-1, "why"), 500), "why"),
        (page(status=304), "the server answers 304 with nothing, not with a JSON-RPC response"),
        (
            page({"jsonrpc": "2.0", "id": 1, "result": {}}),
            "the server answers 200 with a JSON-RPC response that has another id",
        ),
        (
            page({"jsonrpc": "2.0", "id": 1}, 200),
            "the server answers 200 with application/json, not with a JSON-RPC response",
        ),
        ((200, {"content-type": JSON}, [b"{"]), "the answer cannot be read: "),
        (
            (200, {"content-type": "text/html"}, [b"x"]),
            "the server answers 200 with text/html, not with a JSON-RPC response",
        ),
        (stream(event(LOG)), "the server ended the SSE stream before it answered the request"),
    ],
)
def test_a_request_without_an_answer_has_the_reason(answer: Answer, message: str | None) -> None:
    """It is an error of the bridge, and the session is told; a challenge has its own way."""

    def serve(method: str, headers: dict[str, str], frame: Any) -> Answer:
        return answer if frame and frame.get("method") == "tools/call" else usual(method, headers, frame)

    async def run() -> None:
        async with connected(serve) as one:
            await one.said(HELLO)
            assert not one.upstream.is_unusable
            found = (await one.said(call(7)))[-1]
            assert found["id"] == 7
            if message is None:
                assert one.session.events[-1] == ("challenged", 403)
            else:
                assert found["error"]["message"].startswith(message)
                ended = answer[0] == 404
                assert ("ended" in one.session.events) is ended and one.server.deleted == []
                failed = [each[1] for each in one.session.events if each[0] == "failed"]
                assert failed == ([] if message == "why" else [found["error"]["message"]])
        assert one.server.deleted == ([] if answer[0] == 404 else ["s"])

    run_at_once(run())


def test_the_headers_of_the_client_alone_are_accepted() -> None:
    """Those that the bridge adds itself are no client's."""

    async def run() -> None:
        async with connected(usual) as one:
            one.send(HELLO, **{"authorization": "Bearer a", "x-own": "o"})
            await asyncio.sleep(1)
            assert one.session.events == [("accepted", {"authorization": "Bearer a"})]
            assert one.server.heads[0]["authorization"] == "Bearer a"

    run_at_once(run())


# Broken streams


@pytest.mark.parametrize("breaks", [0, 1, 4, 5, 6])
@pytest.mark.parametrize("id", ["", "e1"])
@pytest.mark.parametrize("session", ["s", None])
def test_a_broken_answer_is_taken_up(breaks: int, id: str, session: str | None) -> None:
    """Where the server has a session and names its events, some times; each event begins the count again."""

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if method == "GET":
            tries = len(one.server.got)
            if tries > breaks:
                return stream(event(result({"id": 7}, x=1)))
            return stream(ConnectionError() if tries % 2 else b": nothing\n\n")
        if frame.get("method") == "initialize":
            return page(result(frame), **({"mcp-session-id": session} if session else {}))
        return stream(event(LOG, id), ConnectionError())

    async def run() -> None:
        nonlocal one
        async with connected(answer) as one:
            await one.said(HELLO)
            found = await one.said(call(7), seconds=60)
            is_taken_up = bool(id and session)
            if is_taken_up and breaks < 5:
                assert found == [LOG, result({"id": 7}, x=1)]
                assert len(one.server.got) == breaks + 1
            else:
                assert "error" in found[-1] and len(one.server.got) == (5 if is_taken_up else 0)
            assert {headers.get("last-event-id") for headers in one.server.got} <= {"e1"}

    one: Any = None
    run_at_once(run())


def test_pauses_grow_until_a_stream_is_steady(lines: list[str]) -> None:
    """They double up to a minute, and the second failure in a row is said."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        pauses, taken = Pauses(partial(diagnostics.report, "server"), "a stream"), []
        for opened in (*[0.0] * 8, 5.0, 4.9, 0.0):
            pauses.begin()
            await asyncio.sleep(opened)
            began = loop.time()
            await pauses.wait("it ended", 0.5)
            taken.append(round(loop.time() - began, 3))
        assert taken == [0.5, 1, 2, 4, 8, 16, 32, 60, 0.5, 1, 2]
        pauses.reset()
        began = loop.time()
        await pauses.wait("again")
        assert round(loop.time() - began, 3) == 1

    run_at_once(run())
    assert lines == ["server: a stream broke, and the bridge opens it again: it ended"]


def test_the_general_stream_is_opened_again(lines: list[str]) -> None:
    """Its frames are passed on; it goes on after the last event, and is said once, at its second break."""

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if method != "GET":
            return usual(method, headers, frame)
        number = len(one.server.got)
        if number == 4:
            return page(status=503)
        return stream(event({**LOG, "n": number}, f"e{number}"), 0.1)

    async def run() -> None:
        nonlocal one
        async with connected(answer) as one:
            await one.said(HELLO)
            found = await one.said(INITIALIZED, INITIALIZED, seconds=30)
            numbers = [frame["n"] for frame in found]
            assert numbers == [n + 1 for n in range(len(one.server.got)) if n != 3] and len(numbers) > 6
            places = [headers.get("last-event-id") for headers in one.server.got[:6]]
            assert places == [None, "e1", "e2", "e3", "e3", "e5"]
            assert one.session.requests[-1] is None
        seen = len(one.server.got)
        await asyncio.sleep(30)
        assert len(one.server.got) == seen

    one: Any = None
    run_at_once(run())
    assert [line for line in lines if "opens it again" in line] == lines and len(lines) <= 1


@pytest.mark.parametrize("status", [401, 404, 405, 200])
def test_a_server_without_a_general_stream_is_asked_once(status: int) -> None:
    """One that wants an authorization is asked again once the client has another."""

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        return page(status=status) if method == "GET" else usual(method, headers, frame)

    async def run() -> None:
        async with connected(answer) as one:
            await one.said(HELLO)
            await one.said(INITIALIZED, seconds=60)
            if status == 200:
                assert len(one.server.got) > 1
                return
            assert len(one.server.got) == 1
            one.upstream.authorized()
            await asyncio.sleep(60)
            assert len(one.server.got) == (2 if status == 401 else 1)

    run_at_once(run())


@pytest.mark.parametrize("acknowledged", [False, True])
def test_a_subscription_that_breaks_is_opened_again(acknowledged: bool, lines: list[str]) -> None:
    """Its acknowledgement is delivered once; one that was never open is an error."""
    told = {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": {}}

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        more = [event(told)] if acknowledged else []
        return stream(*more, event({**LOG, "n": len(one.server.posted)}), 0.1, ConnectionError())

    async def run() -> None:
        nonlocal one
        async with connected(answer) as one:
            frame, _ = modern("subscriptions/listen", "l", notifications={})
            found = await one.said(frame, seconds=20)
            if not acknowledged:
                assert found[-1]["error"] and len(one.server.posted) == 1
                return
            assert found[0] == told and told not in found[1:]
            assert [each["n"] for each in found[1:]] == [*range(1, len(one.server.posted) + 1)]
            assert 4 <= len(one.server.posted) <= 6
            gaps = [b - a for a, b in zip(one.server.times, one.server.times[1:], strict=False)]
            assert gaps == sorted(gaps) and gaps[0] >= 1

    one: Any = None
    run_at_once(run())
    assert len(lines) == acknowledged


# Headers of a stateless call


@pytest.mark.parametrize("pages", [1, 3])
def test_a_call_without_its_headers_is_sent_again(pages: int, lines: list[str]) -> None:
    """The tools are listed, every page, and the client sees one answer; a second refusal is the answer."""
    tools = [
        {
            "name": f"t{number}",
            "inputSchema": {
                "type": "object",
                "properties": {"a": {"type": "string", "x-mcp-header": "A" if number else "wrong header"}},
            },
        }
        for number in range(pages + 1)
    ]

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if frame["method"] == "tools/list":
            at = int(frame["params"].get("cursor", 0))
            more = {"nextCursor": str(at + 1)} if at + 1 < pages else {}
            part = tools[at : at + 1] if at + 1 < pages else tools[at:]
            return page(result(frame, tools=part, resultType="complete", **more))
        if headers.get("mcp-param-a") == "b":
            return page(result(frame, x=1))
        return page({"jsonrpc": "2.0", "id": frame["id"], **error(HEADER_MISMATCH, "missing")}, 400)

    async def run() -> None:
        async with connected(answer) as one:
            for name, fits in ((f"t{pages}", True), ("t0", False)):
                frame, _ = modern("tools/call", 1, name=name, arguments={"a": "b"})
                (found,) = await one.said(frame)
                assert ("result" in found) is fits
                asked = [each["method"] for each in one.server.posted]
                assert asked == ["tools/call", *["tools/list"] * pages, "tools/call"]
                one.server.posted.clear()
            frame, _ = modern("tools/call", 2, name=f"t{pages}", arguments={"a": "b"})
            await one.said(frame)
            assert [each["method"] for each in one.server.posted] == ["tools/call"]
            listed = (await one.said(modern("tools/list", 3)[0]))[-1]["result"]["tools"]
            assert [tool["name"] for tool in listed] == ["t1"] * (pages == 1)

    run_at_once(run())
    assert {line for line in lines if "is left out" in line}


# Sessions that the server forgets


@pytest.mark.parametrize("begins_again", [False, True])
@pytest.mark.parametrize("by", ["a call", "a notification"])
def test_a_session_that_is_forgotten(begins_again: bool, by: str, lines: list[str]) -> None:
    """It ends the server, or is begun again: with its log level, and with another general stream."""
    live = ["s1"]

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if method == "POST" and frame.get("method") == "initialize":
            return welcome(frame, **{"mcp-session-id": live[0]})
        if headers.get("mcp-session-id") != live[0]:
            return page(status=404)
        if method == "GET":
            return stream(event({**LOG, "of": live[0]}), 50.0, event({**LOG, "of": f"{live[0]}, late"}))
        return usual(method, headers, frame)

    async def run() -> None:
        async with connected(answer) as one:
            one.session.begins_again = begins_again
            await one.said(HELLO)
            await one.said(INITIALIZED)
            level = {"jsonrpc": "2.0", "id": 5, "method": "logging/setLevel", "params": {"level": "error"}}
            await one.said(level)
            before = len(one.server.posted)
            live[0] = "s2"
            if by == "a notification":
                await one.said(CHANGED)
                assert ("ended" in one.session.events) is not begins_again
            found = await one.said(call(7))
            asked = [each.get("method") for each in one.server.posted[before:]]
            refused = CHANGED["method"] if by == "a notification" else "tools/call"
            if begins_again:
                again = ["initialize", "notifications/initialized", "logging/setLevel", refused]
                assert asked == [refused, *again, *["tools/call"] * (by == "a notification")]
                assert {**LOG, "of": "s2"} in one.session.frames and result({"id": 7}) in found
                assert len(one.server.got) == 2 and "ended" not in one.session.events
                assert one.session.events.count("begun again") == 1
                live[0] = "s3"
                found = await one.said(call(8))
                assert result({"id": 8}) in found and len(one.server.got) == 3
                await asyncio.sleep(50)
                late = [each["of"] for each in one.session.frames if str(each.get("of")).endswith("late")]
                assert late == ["s3, late"]
            else:
                assert (
                    asked == list(dict.fromkeys((refused, "tools/call")))
                    and "is gone" in found[-1]["error"]["message"]
                )
                assert one.session.events.count("ended") == 1
        assert one.server.deleted == (["s3"] if begins_again else [])

    run_at_once(run())
    if begins_again:
        assert f"{SHOWN}no longer knows the session; the bridge started a new one" in lines
    if by == "a notification" and not begins_again:
        assert f"{SHOWN}ended the session before the client did" in lines


class Sessions:
    """A server that gives each `initialize` another session, and knows only the last one.

    `refusal` is the answer to a request of another session.
    """

    def __init__(self, refusal: Answer | None = None) -> None:
        self.opened = 0
        self.is_lost = False
        self.refusal = refusal or page(status=404)

    def __call__(self, method: str, headers: dict[str, str], frame: Any) -> Answer:
        """Answer a request."""
        if method == "POST" and frame.get("method") == "initialize":
            self.opened, self.is_lost = self.opened + 1, False
            return welcome(frame, **{"mcp-session-id": f"s{self.opened}"})
        if self.is_lost or headers.get("mcp-session-id") != f"s{self.opened}":
            return self.refusal
        return usual(method, headers, frame)


NO_SESSION = {"jsonrpc": "2.0", "id": None, **error(-32000, "no valid session")}


@pytest.mark.parametrize("begins_again", [False, True])
@pytest.mark.parametrize("status", [400, 404])
def test_the_standalone_stream_of_an_idle_client_shows_a_lost_session(
    status: int, begins_again: bool, lines: list[str]
) -> None:
    """The bridge does not wait for the next request, and the new session gets a stream."""

    async def run() -> None:
        sessions = Sessions(page(status=status))

        def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
            if method == "GET" and headers.get("mcp-session-id") == f"s{sessions.opened}":
                return stream(event({**LOG, "of": sessions.opened}), 10.0)
            return sessions(method, headers, frame)

        async with connected(answer) as one:
            one.session.begins_again = begins_again
            await one.said(HELLO)
            await one.said(INITIALIZED)
            sessions.is_lost = True
            sessions.opened += 1
            found = await one.said(seconds=20)
            asked = [each["method"] for each in one.server.posted[2:]]
            if begins_again:
                assert asked == ["ping", "initialize", "notifications/initialized"]
                assert found[0] == {**LOG, "of": sessions.opened} and "ended" not in one.session.events
                assert one.session.events.count("begun again") == 1
            else:
                assert asked == ["ping"] and one.session.events.count("ended") == 1

    run_at_once(run())
    told = "no longer knows the session; the bridge started a new one"
    assert f"{SHOWN}{told if begins_again else 'ended the session before the client did'}" in lines


@pytest.mark.parametrize("begins_again", [False, True])
@pytest.mark.parametrize("by", ["calls", "a notification"])
def test_a_session_that_is_unknown_with_400_is_lost(begins_again: bool, by: str, lines: list[str]) -> None:
    """A `ping` shows that. Several calls share it, and all are sent again in one new session."""

    async def run() -> None:
        sessions = Sessions(page(NO_SESSION, 400))
        async with connected(sessions) as one:
            one.session.begins_again = begins_again
            await one.said(HELLO)
            await one.said(INITIALIZED)
            sessions.is_lost = True
            before, sent = len(one.server.posted), [CHANGED] if by == "a notification" else [call(7), call(8)]
            found = await one.said(*sent)
            asked = [each["method"] for each in one.server.posted[before:]]
            assert asked.count("ping") == 1
            if begins_again:
                assert asked.count("initialize") == 1 and one.session.events.count("begun again") == 1
                assert asked.count(sent[0]["method"]) == 2 * len(sent)
                assert [each["id"] for each in found if "result" in each] == [
                    each["id"] for each in sent if "id" in each
                ]
            else:
                assert asked.count("initialize") == 0 and one.session.events.count("ended") == 1
                ended = "the server is gone: it ended the session: no valid session"
                assert all(each["error"]["message"] == ended for each in found)

    run_at_once(run())
    if begins_again:
        assert lines == [f"{SHOWN}no longer knows the session; the bridge started a new one"]


@pytest.mark.parametrize(
    "ping", [page({"jsonrpc": "2.0", "id": 1, "result": {}}), page(status=503), "unknown"]
)
@pytest.mark.parametrize("frame", ["a call", "a notification"])
def test_a_400_that_concerns_only_its_request_stays_its_answer(ping: Any, frame: str) -> None:
    """The session goes on if it answers the `ping`, even with "method not found". Each 400 causes one."""
    unknown = page({"jsonrpc": "2.0", "id": 1, **error(-32601, "no such method")}, 400)

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        match (frame or {}).get("method"):
            case "initialize":
                return welcome(frame, **{"mcp-session-id": "s"})
            case "ping":
                return unknown if ping == "unknown" else ping
            case "tools/call" | "notifications/roots/list_changed":
                return page({"jsonrpc": "2.0", "id": frame.get("id"), **error(-32602, "bad")}, 400)
        return usual(method, headers, frame)

    async def run() -> None:
        async with connected(answer) as one:
            one.session.begins_again = True
            await one.said(HELLO)
            await one.said(INITIALIZED)
            for id in (7, 8):
                found = await one.said(call(id) if frame == "a call" else CHANGED)
                assert [each["error"]["code"] for each in found] == [-32602] * (frame == "a call")
            asked = [each["method"] for each in one.server.posted]
            assert asked.count("ping") == 2 and asked.count("initialize") == 1
            assert "ended" not in one.session.events

    run_at_once(run())


@pytest.mark.parametrize("status", [400, 404])
@pytest.mark.parametrize("begins_again", [False, True])
@pytest.mark.parametrize("by", ["a ping", "a call", "the confirmation", "a notification"])
def test_a_session_that_is_lost_before_it_accepted_a_frame_is_replaced(
    by: str, begins_again: bool, status: int, lines: list[str]
) -> None:
    """The id in the result of `initialize` proves that there was a session."""
    frame = {
        "a ping": {"jsonrpc": "2.0", "id": 7, "method": "ping"},
        "a call": call(7),
        "the confirmation": INITIALIZED,
        "a notification": CHANGED,
    }[by]

    async def run() -> None:
        sessions = Sessions(page(NO_SESSION, status))
        async with connected(sessions) as one:
            one.session.begins_again = begins_again
            await one.said(HELLO)
            sessions.is_lost = True
            found = await one.said(frame)
            if begins_again:
                assert sessions.opened == 2 and "ended" not in one.session.events
                assert found == ([result({"id": 7})] if "id" in frame else [])
                assert one.server.heads[-1]["mcp-session-id"] == "s2"
            else:
                assert sessions.opened == 1 and one.session.events.count("ended") == 1

    run_at_once(run())
    if begins_again:
        assert lines == [f"{SHOWN}no longer knows the session; the bridge started a new one"]


@pytest.mark.parametrize("begins_again", [False, True])
def test_a_server_that_refuses_everything_gets_one_new_session(
    begins_again: bool, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then clients get its error, and stderr says so. A minute later, another session is replaced once."""
    refusing = Sessions(page(NO_SESSION, 400))

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        given = refusing(method, headers, frame)
        refusing.is_lost = True
        return given

    async def run() -> None:
        async with connected(answer) as one:
            one.session.begins_again = begins_again
            await one.said(HELLO)
            await one.said(INITIALIZED)
            if not begins_again:  # the client opens another session
                assert one.session.events.count("ended") == 1
                await one.said(HELLO)
            for id in range(7, 12):
                (found,) = await one.said(call(id))
                assert found["error"] == NO_SESSION["error"]
            assert refusing.opened == 2 and one.session.events.count("ended") == (not begins_again)
            if begins_again:
                return
            await asyncio.sleep(http_client.DOUBT)
            await one.said(HELLO)
            (found,) = await one.said(call(20))
            assert "it ended the session" in found["error"]["message"] and refusing.opened == 3
            await one.said(HELLO)
            (found,) = await one.said(call(21))
            assert found["error"] == NO_SESSION["error"]

    run_at_once(run())
    said = "answers with 400 in a new session too, so the bridge opens no other; clients get the error"
    assert f"{SHOWN}{said}" in lines


@pytest.mark.parametrize("kind", ["a call", "a notification", "an answer"])
def test_a_server_that_falls_silent_is_reported_once(kind: str, lines: list[str]) -> None:
    """One line for each silence: not for a second request, and again after the server has answered."""
    frame: Any = {"a call": call(7), "a notification": CHANGED, "an answer": PONG}[kind]
    named = {"a call": "tools/call", "a notification": CHANGED["method"]}.get(kind, "the client's response")

    async def run() -> None:
        async with connected(usual) as one:
            await one.said(HELLO)
            await one.said(INITIALIZED)
            for _ in range(2):
                hold = asyncio.Event()
                one.server.holds = {frame.get("method", "POST"): hold, "ping": hold}
                await one.said(frame, seconds=http_client.SILENT - 1)
                assert not [line for line in lines if "has not answered" in line]
                await one.said({"jsonrpc": "2.0", "id": 8, "method": "ping"}, seconds=14)
                assert [line for line in lines if "has not answered" in line] == [
                    f"{SHOWN}has not answered {named} for 12 s"
                ]
                hold.set()
                one.server.holds = {}
                assert result({"id": 9}) in await one.said(call(9))
                diagnostics._lines.forget()
                lines.clear()

    run_at_once(run())


def test_a_server_that_answers_others_is_not_silent(lines: list[str]) -> None:
    """A call may take long."""

    async def run() -> None:
        async with connected(usual) as one:
            await one.said(HELLO)
            await one.said(INITIALIZED)
            one.server.holds = {"tools/call": asyncio.Event()}
            one.send(call(7))
            for id in range(20, 30):
                await one.said({"jsonrpc": "2.0", "id": id, "method": "ping"}, seconds=http_client.SILENT / 2)
            assert lines == []

    run_at_once(run())


def test_the_time_until_an_answer_begins_is_an_option(lines: list[str]) -> None:
    """Beyond it the request gets an error."""

    async def run() -> None:
        async with connected(usual) as one:
            one.upstream._client._answer_time = 5.0
            await one.said(HELLO)
            await one.said(INITIALIZED)
            one.server.holds = {"tools/call": asyncio.Event()}
            (found,) = await one.said(call(7), seconds=6)
            assert found["error"]["message"] == "the server began no answer within 5 seconds"
            assert one.session.causes == ["timeout"]

    run_at_once(run())


def test_a_notification_between_the_handshake_and_its_confirmation_is_not_lost() -> None:
    """The session is lost before `notifications/initialized`, which the next session gets once."""

    async def run() -> None:
        async with connected(Sessions()) as one:
            one.session.begins_again = True
            await one.said(HELLO)
            one.server.answer.is_lost = True  # type: ignore[attr-defined]
            await one.said(INITIALIZED, CHANGED)
            asked = [each["method"] for each in one.server.posted]
            begun = ["initialize", INITIALIZED["method"]]
            assert asked == [*begun, *begun, CHANGED["method"]]
            assert [head.get("mcp-session-id") for head in one.server.heads[-2:]] == ["s2", "s2"]

    run_at_once(run())


def test_a_notification_that_no_session_takes_is_reported(lines: list[str]) -> None:
    """The next session may fail to open, or forget the notification too. Both are said once."""

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if method == "POST" and frame.get("method") == "initialize":
            return page(status=fails) if fails else welcome(frame, **{"mcp-session-id": "s"})
        return page(status=404) if method == "POST" else usual(method, headers, frame)

    async def run() -> None:
        nonlocal fails
        async with connected(answer) as one:
            one.session.begins_again = True
            await one.said(HELLO)
            fails = 500
            await one.said(CHANGED)
            assert [
                line for line in lines if "takes no notification: the server answers 500" in line
            ] == lines
            assert "ended" not in one.session.events
            fails = 0
            await one.said(CHANGED)
            assert one.session.events.count("ended") == 1
        assert [line for line in lines if "ended the session before the client did" in line] == lines[-1:]

    fails = 0
    run_at_once(run())


@pytest.mark.parametrize("frame", ["an answer", "a progress", "a cancellation"])
def test_what_belongs_to_the_lost_session_does_not_reach_the_next(frame: str, lines: list[str]) -> None:
    """Another request may have the same id there. The loss is reported, unless it changes nothing."""
    progress = {"method": "notifications/progress", "params": {"progressToken": 3, "progress": 1}}
    sent: dict[str, Any] = {
        "an answer": {"jsonrpc": "2.0", "id": 3, "result": {"roots": []}},
        "a progress": {"jsonrpc": "2.0", **progress},
        "a cancellation": cancelled(3),
    }

    async def run() -> None:
        async with connected(Sessions()) as one:
            one.session.begins_again = True
            await one.said(HELLO, INITIALIZED)
            one.server.answer.is_lost = True  # type: ignore[attr-defined]
            await one.said(sent[frame])
            assert [each for each in one.server.posted if each == sent[frame]] == [sent[frame]]
            assert result({"id": 8}) in await one.said(call(8))
            assert [each for each in one.server.posted if each == sent[frame]] == [sent[frame]]

    run_at_once(run())
    said = [line for line in lines if "so the bridge drops" in line]
    assert len(said) == (frame != "a cancellation")


@pytest.mark.parametrize(
    "body", [None, {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "full"}}]
)
def test_a_notification_that_a_server_refuses_is_reported(body: Any, lines: list[str]) -> None:
    """The status is said, and the reason of the server if it gives one."""

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        return page(body, 507) if frame == CHANGED else usual(method, headers, frame)

    async def run() -> None:
        async with connected(answer) as one:
            await one.said(HELLO, CHANGED)

    run_at_once(run())
    assert lines == [f"{SHOWN}answers {CHANGED['method']} with 507" + (": full" if body else "")]


def cancelled(id: Any) -> dict[str, Any]:
    """Return the cancellation of a request."""
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}


@pytest.mark.parametrize("when", ["before the 404", "during the handshake"])
def test_a_cancelled_request_is_not_sent_to_the_next_session(when: str) -> None:
    """The server did not process it, so it gets neither the request again nor its cancellation."""

    async def run() -> None:
        async with connected(Sessions()) as one:
            one.session.begins_again = True
            await one.said(HELLO, INITIALIZED)
            one.server.answer.is_lost = True  # type: ignore[attr-defined]
            is_before, go_on = when == "before the 404", asyncio.Event()
            one.server.holds["tools/call" if is_before else "initialize"] = go_on
            before = len(one.server.posted)
            await one.said(call(7))
            await one.said(cancelled(7), seconds=1.0)
            go_on.set()
            assert await one.said() == []
            again = [] if is_before else ["initialize", "notifications/initialized"]
            asked = [each.get("method") for each in one.server.posted[before:]]
            assert asked == ["tools/call", *again]
            assert result({"id": 8}) in await one.said(call(8))
            assert [each.get("id") for each in one.server.posted if each["method"] == "tools/call"][-1] == 8

    run_at_once(run())


def test_a_new_session_may_fail_after_every_request_for_it_was_cancelled() -> None:
    """The failure is not an exception of a task that nobody has looked at, which would end the bridge."""
    problems: list[Any] = []

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if method == "POST" and frame.get("method") == "initialize" and sessions.is_lost:
            return page(status=500)
        return sessions(method, headers, frame)

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: problems.append(context))
        async with connected(answer) as one:
            one.session.begins_again = True
            await one.said(HELLO, INITIALIZED)
            sessions.is_lost = True
            one.server.holds["initialize"] = go_on = asyncio.Event()
            await one.said(call(7), seconds=1.0)
            await one.said(cancelled(7))
            go_on.set()
            assert await one.said() == []
            assert "error" in (await one.said(call(8)))[0]  # this one tries again
            sessions.is_lost = False
        gc.collect()

    sessions = Sessions()
    run_at_once(run())
    gc.collect()
    assert problems == []


def test_a_cancellation_goes_to_the_session_that_has_the_request() -> None:
    """A request of the next session is cancelled there, after the server has begun to respond."""
    begun = asyncio.Event()

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        found = sessions(method, headers, frame)
        if found[0] == 200 and frame.get("method") == "tools/call":
            return stream(event(LOG), begun)
        return found

    async def run() -> None:
        async with connected(answer) as one:
            one.session.begins_again = True
            await one.said(HELLO, INITIALIZED)
            sessions.is_lost = True
            one.server.holds = {"initialize": asyncio.Event()}
            await one.said(call(7))
            assert one.server.posted[-1]["method"] == "initialize"
            go_on, again = asyncio.Event(), one.server.holds["initialize"]
            one.server.holds = {"tools/call": go_on}
            again.set()
            await asyncio.sleep(1)
            await one.said(cancelled(7))
            assert one.server.posted[-1] == call(7)
            go_on.set()
            await one.said()
            assert one.server.posted[-1] == cancelled(7)
            assert one.server.heads[-1]["mcp-session-id"] == "s2"

    sessions = Sessions()
    run_at_once(run())


class Mute:
    """A server without answers to calls: its response begins at once, late or never, or is resumed."""

    def __init__(self, begins: str) -> None:
        self.begins = begins
        self.resumed = 0

    def __call__(self, method: str, headers: dict[str, str], frame: Any) -> Answer:
        """Answer as a server with a session."""
        if method == "GET" and "last-event-id" in headers:
            self.resumed += 1
        if method == "POST" and frame["method"] == "tools/call" or "last-event-id" in headers:
            if self.begins == "resumed":
                return stream(b"id: e\nretry: 1\ndata:\n\n")
            return stream(event(LOG), asyncio.Event())
        return usual(method, headers, frame)


@pytest.mark.parametrize("begins", ["at once", "late", "never", "resumed"])
def test_the_connection_of_a_cancelled_request_is_closed(begins: str) -> None:
    """A server need not answer a cancelled request. Its connection is closed all the same."""

    async def run() -> None:
        server = Mute(begins)
        async with connected(server) as one:
            await one.said(HELLO, INITIALIZED)
            held = one.server.holds.setdefault("tools/call", asyncio.Event())
            if begins in ("at once", "resumed"):
                held.set()
            one.send(*(call(id) for id in range(1, 8)))
            await asyncio.sleep(1)
            assert one.server.open == 7 or begins == "resumed"
            one.send(*(cancelled(id) for id in range(1, 8)))
            await asyncio.sleep(http_upstream.BEGUN + 1)
            if begins == "late":
                held.set()
            await asyncio.sleep(http_upstream.LATE + http_upstream.LATEST_BEGIN)
            resumed = server.resumed
            assert one.server.open == 0
            sent = [each["params"]["requestId"] for each in one.server.posted if each == cancelled(1)]
            assert len(sent) == (2 if begins == "late" else 1)
            await asyncio.sleep(60)
            assert server.resumed == resumed and (resumed > 0) is (begins == "resumed")

    run_at_once(run())


@pytest.mark.parametrize("is_large", [False, True])
def test_a_session_has_few_connections_of_cancelled_requests(
    is_large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connections of the oldest ones are closed at once. The size of the requests counts, too."""
    most = 5 if is_large else http_upstream.CANCELLED_OPEN
    if is_large:
        monkeypatch.setattr(http_upstream, "CANCELLED_BYTES", 5 * len(json.dumps(call(10))))

    async def run() -> None:
        async with connected(Mute("at once")) as one:
            await one.said(HELLO, INITIALIZED)
            ids = range(10, 90)
            one.send(*(call(id) for id in ids))
            await asyncio.sleep(1)
            one.send(*(cancelled(id) for id in ids))
            await asyncio.sleep(1)
            assert one.server.open == most
            assert sorted(each["params"]["requestId"] for each in one.server.posted[-len(ids) :]) == [*ids]

    run_at_once(run())


@pytest.mark.parametrize("seconds", [0.0, 1.5])
@pytest.mark.parametrize("by", ["the client", "the bridge"])
def test_the_session_of_a_handshake_under_way_is_given_back(by: str, seconds: float) -> None:
    """The end of a session waits for the handshake, whose response names the session at the server."""

    async def run() -> None:
        one = Connected(Sessions())
        await one.upstream.start()
        one.session.begins_again = True
        go_on = asyncio.Event()
        if by == "the bridge":
            await one.said(HELLO, INITIALIZED)
            one.server.answer.is_lost = True  # type: ignore[attr-defined]
        one.server.holds["initialize"] = go_on
        one.send(call(7) if by == "the bridge" else HELLO)
        await asyncio.sleep(1)
        asyncio.get_running_loop().call_later(seconds, go_on.set)
        posted = len(one.server.posted)
        await one.upstream.stop(0.1)
        opened = one.server.answer.opened  # type: ignore[attr-defined]
        assert one.server.deleted == [f"s{opened}"]
        rest = [each["method"] for each in one.server.posted[posted:]]
        assert rest == ["notifications/initialized"] * (by == "the bridge")
        await one.client.close()

    run_at_once(run())


def test_the_end_does_not_wait_long_for_a_handshake() -> None:
    """A server that does not answer `initialize` delays the end by a few seconds."""

    async def run() -> None:
        one = Connected(Sessions())
        await one.upstream.start()
        one.server.holds["initialize"] = asyncio.Event()
        one.send(HELLO)
        await asyncio.sleep(1)
        now = asyncio.get_running_loop().time
        began = now()
        await one.upstream.stop(1.5)
        assert now() - began <= 1.5 + DELETE_TIME and one.server.deleted == []
        one.server.holds["initialize"].set()
        await one.client.close()

    run_at_once(run())


def test_a_session_that_another_handshake_replaces_is_given_back() -> None:
    """A bridge may have given up a handshake whose response came late, and have sent another one."""

    async def run() -> None:
        async with connected(Sessions()) as one:
            await one.said(HELLO, {**HELLO, "id": 1})
            assert one.server.deleted == ["s1"]
            assert result({"id": 8}) in await one.said(call(8))
        assert one.server.deleted == ["s1", "s2"]

    run_at_once(run())


def test_the_session_of_a_handshake_that_fails_is_given_back() -> None:
    """The response named a session, and broke off before the result. The earlier session remains."""

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if method == "POST" and frame["id"] == 1:
            return stream(**{"mcp-session-id": "broken"})
        return usual(method, headers, frame)

    async def run() -> None:
        async with connected(answer) as one:
            await one.said(HELLO)
            (found,) = await one.said({**HELLO, "id": 1})
            assert "error" in found and one.server.deleted == ["broken"]
        assert one.server.deleted == ["broken", "s"]

    run_at_once(run())


@pytest.mark.parametrize("breaks", [1, 5])
def test_the_end_of_a_session_is_sent_again_if_its_connection_breaks(breaks: int) -> None:
    """A server closes an idle connection at any moment. It gets the DELETE once more, and no more."""

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if method == "DELETE" and len(one.server.deleted) <= breaks:
            raise ConnectionError
        return usual(method, headers, frame)

    async def run() -> None:
        nonlocal one
        async with connected(answer) as one:
            await one.said(HELLO)
        assert one.server.deleted == ["s", "s"]

    one: Any = None
    run_at_once(run())


# The transport of 2024-11-05


def test_the_end_of_the_stream_of_all_answers_is_the_servers(lines: list[str]) -> None:
    """It is said, unless the bridge ended before."""
    end = asyncio.Event()

    def answer(method: str, headers: dict[str, str], frame: Any) -> Answer:
        if method == "GET":
            first = b"event: endpoint\ndata: /post\n\n"
            agreed = event(result(HELLO, protocolVersion="2024-11-05"))
            return stream(first, 0.5, agreed, end)
        return page(status=405) if len(one.server.posted) == 1 else page(status=202)

    async def run() -> None:
        nonlocal one
        for is_first in (True, False):
            end.clear()
            async with connected(answer) as one:
                found = await one.said(HELLO, seconds=2)
                assert found[-1]["result"] == {"protocolVersion": "2024-11-05"}
                assert not one.upstream.names_requests and one.upstream.knows_owner
                if not is_first:
                    one.upstream.terminate()
                end.set()
                await asyncio.sleep(1)
                assert one.session.events.count("ended") == 1
                assert len(lines) == is_first
            lines.clear()

    one: Any = None
    run_at_once(run())
