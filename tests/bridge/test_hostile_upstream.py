"""Hostile servers behind a URL: each request is answered with an error, in bounded time and memory.

The servers are raw sockets, made from a table of the bytes that they write. No line, no answer and no log
record has a header that `--header` names, or the credentials and the query of the URL.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import zlib
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from httpcore2 import AsyncHTTP11Connection
from mcp_revisions.jsonrpc import error_response, json_line

import mcp_bridge
from mcp_bridge import http_client, http_exchange, http_upstream
from mcp_bridge.asgi_transport import AsgiTransport
from mcp_bridge.diagnostics import RepeatedLines, SessionLog
from mcp_bridge.http_client import HttpClient
from mcp_bridge.http_headers import Challenge
from mcp_bridge.http_upstream import HttpUpstream
from mcp_bridge.session import Session
from support.bridge_process import HELLO, call
from support.http_bridge import modern
from support.waiting import CEILING, NEVER, run

LARGEST = 1 << 20
SECRETS = {"x-own": "own-secret", "authorization": "Bearer token-secret"}
Written = Iterable[bytes]  # parts that a server writes, each after the time `PACE`
PACE = 0.02
BOMB = gzip.compress(b" " * (32 << 20))


def head(*lines: str, status: str = "200 OK") -> bytes:
    """Return the head of a response that its end closes."""
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "Connection: close", "", ""]).encode("latin-1")


def page(body: bytes = b"", *lines: str, kind: str = "application/json", status: str = "200 OK") -> Written:
    """Return a whole response."""
    return [head(f"Content-Type: {kind}", *lines, status=status) + body]


def stream(*parts: bytes) -> Written:
    """Return a stream of events."""
    return [head("Content-Type: text/event-stream"), *parts]


def endless(start: Written, part: bytes) -> Written:
    """Yield the same part again and again."""
    yield from start
    while True:
        yield part


def answer(id: Any = 0) -> bytes:
    """Return an answer."""
    return json.dumps({"jsonrpc": "2.0", "id": id, "result": {}}).encode()


FLOODS: dict[str, Callable[[], Written]] = {
    "an endless line": lambda: endless(stream(b"data: "), b"x" * 65536),
    "an endless event": lambda: endless(stream(), b"data: x\n" * 8192),
    "an endless comment": lambda: endless(stream(b":"), b"x" * 65536),
    "an endless body": lambda: endless(page(b"["), b"1," * 32768),
    "an endless header": lambda: endless([b"HTTP/1.1 200 OK\r\nX: "], b"x" * 65536),
    "endless headers": lambda: endless([b"HTTP/1.1 200 OK\r\n"], b"X: y\r\n" * 8192),
    "a bomb of JSON": lambda: page(BOMB, "Content-Encoding: gzip"),
    "a bomb in a bomb": lambda: page(gzip.compress(BOMB), "Content-Encoding: gzip, gzip"),
    "a bomb of events": lambda: page(BOMB, "Content-Encoding: gzip", kind="text/event-stream"),
    "a deflated bomb": lambda: page(zlib.compress(b" " * (32 << 20)), "Content-Encoding: deflate"),
    "another encoding": lambda: page(b"\x00", "Content-Encoding: br"),
}
DRIPS: dict[str, Callable[[], Written]] = {
    "no byte": lambda: endless([], b""),
    "headers": lambda: endless([b"HTTP/1.1 200 OK\r\nX: "], b"x"),
    "informational responses": lambda: endless([], b"HTTP/1.1 100 Continue\r\n\r\n"),
    "a body": lambda: endless(page(), b" "),
}
WRONG: dict[str, Callable[[], Written]] = {
    "a page": lambda: page(b"<html>Hello</html>", kind="text/html"),
    "a page that says JSON": lambda: page(b"<html>Hello</html>"),
    "JSON that says text": lambda: page(answer(), kind="text/plain"),
    "no kind": lambda: [head() + answer()],
    "no body": page,
    "a number": lambda: page(b"5"),
    "an empty object": lambda: page(b"{}"),
    "an empty batch": lambda: page(b"[]"),
    "a batch of numbers": lambda: page(b"[5, null, [[]]]"),
    "another answer": lambda: page(answer("other")),
    "an answer to true": lambda: page(answer(True)),
    "half an answer": lambda: page(answer()[:-5]),
    "no UTF-8": lambda: page(b'{"jsonrpc":"2.0","id":0,"result":{"a":"\xff"}}'),
    "a deep body": lambda: page(b"[" * 100_000 + b"]" * 100_000),
    "a result and an error": lambda: page(b'{"jsonrpc":"2.0","id":0,"result":{},"error":{}}'),
    "no event": stream,
    "half an event": lambda: stream(b"data: " + answer()),
    "events that are no frames": lambda: stream(b"data: 5\n\ndata: x\n\ndata: []\n\nevent: a\ndata: {}\n\n"),
    "an id that is a header": lambda: stream(
        b"id: a\x0bb\x01\r\ndata: {}\n\n", b"id: \xf0\x9f\x98\x80\ndata\n\n"
    ),
    "an endless id": lambda: stream(b"id: " + b"x" * 100_000 + b"\ndata: {}\n\n"),
    "a retry of a thousand digits": lambda: stream(b"retry: " + b"9" * 1000 + b"\ndata: {}\n\n"),
    "no HTTP": lambda: [b"SSH-2.0-OpenSSH_9.6\r\n"],
    "TLS": lambda: [b"\x15\x03\x01\x00\x02\x02\x28"],
    "nothing": lambda: [],
    "half a status": lambda: [b"HTTP/1.1 2"],
    "half a header": lambda: [b"HTTP/1.1 200 OK\r\nContent-"],
    "a short body": lambda: page(answer(), "Content-Length: 9999"),
    "a negative length": lambda: page(answer(), "Content-Length: -1"),
    "two lengths": lambda: page(answer(), "Content-Length: 1", "Content-Length: 40"),
    "a broken chunk": lambda: page(b"zz\r\n", "Transfer-Encoding: chunked"),
    "a header with a control": lambda: page(answer(), "X: a\x00b"),
}
STATUSES: dict[str, Callable[[], Written]] = {
    f"{status}": lambda status=status: page(b"oh", kind="text/html", status=f"{status} Reason")
    for status in (202, 204, 206, 400, 404, 405, 410, 418, 429, 500, 502, 503, 599)
}
LOCATIONS = ("/mcp", "http://evil.example/mcp", "//evil.example", "http://[", "\x01", "javascript:x", "")
REDIRECTS: dict[str, Callable[[], Written]] = {
    f"{status} to {location!r}": lambda status=status, location=location: page(
        b"", f"Location: {location}", status=f"{status} Reason"
    )
    for status in (300, 301, 302, 303, 304, 307, 308)
    for location in (LOCATIONS if status in (302, 307) else LOCATIONS[:2])
}
CHALLENGES: dict[str, Callable[[], Written]] = {
    f"{status}": lambda status=status: page(b"", "WWW-Authenticate: Bearer", status=f"{status} Reason")
    for status in (401, 403)
}
TABLE = {
    "flood": FLOODS,
    "drip": DRIPS,
    "wrong": WRONG,
    "status": STATUSES,
    "redirect": REDIRECTS,
    "challenge": CHALLENGES,
}


REASONS = {
    "an endless line": "an event has more than",
    "an endless event": "an event has more than",
    "an endless comment": "an event has more than",
    "an endless body": "an answer has more than",
    **{
        name: "the server sent a compressed answer" for name in FLOODS if "bomb" in name or "encoding" in name
    },
    **dict.fromkeys(
        ("no byte", "headers", "informational responses"), "the server began no answer within 1.5 seconds"
    ),
    "a body": "the answer takes more than 1.5 seconds",
    "a page": "the server answers 200 with text/html, not with a JSON-RPC response",
    **{name: "the answer cannot be read: " for name in ("a page that says JSON", "no UTF-8", "a deep body")},
}


class Listener:
    """The owner of a server: its lines, until the first answer."""

    bridge = SimpleNamespace(state="open", server="2025-06-18")
    upstream_failed = Session.upstream_failed
    report = Session.report
    _log = SessionLog("auto")
    begins_again = Session.begins_again
    is_opening = False

    def __init__(self) -> None:
        self.answers: asyncio.Queue[Any] = asyncio.Queue()
        self.challenges: list[Challenge] = []
        self.size = 0
        self.has_ended = False
        self.headers: dict[str, str] = {}

    def received(self, side: str, lines: list[bytes]) -> None:
        """Note answers, and the size of everything."""
        for line in lines:
            self.size += len(line)
            with suppress(ValueError):
                frame = json.loads(line)
                if isinstance(frame, dict) and "method" not in frame:
                    self.answers.put_nowait(frame)

    def server_ended(self, server: Any) -> None:
        """Note the end."""
        self.has_ended = True

    def from_server(self, frame: Any, data: bytes, request: Any = None) -> None:
        """Note a frame."""
        self.received("server", [data])

    def unanswered(
        self, id: Any, reason: str, *, why: str = "lost", code: int = -32603, data: Any = None
    ) -> None:
        """Note an error of the bridge in the place of an answer."""
        self.received("server", [json_line(error_response(id, code, reason, data))])

    def upstream_ended(self, transport: Any) -> None:
        """Do nothing."""

    def full(self, is_full: bool) -> None:
        """Do nothing."""

    def challenged(self, stream: Any, challenge: Challenge) -> None:
        """Note a challenge."""
        self.challenges.append(challenge)

    def accepted(self, headers: Any) -> None:
        """Do nothing."""


class Server:
    """A server that writes parts to every connection, and counts the bytes that were taken."""

    def __init__(self, make: Callable[[], Written]) -> None:
        self.make = make
        self.is_open = True  # whether the handshake is answered, as the first request
        self.written = 0
        self.requests: list[bytes] = []

    def parts(self, request: bytes) -> Written:
        """Return the response to a request."""
        parts, self.is_open = OPENING if self.is_open else self.make(), False
        return parts

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read a request and write the parts."""
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            self.requests.append(await reader.readuntil(b"\r\n\r\n"))
            for part in self.parts(self.requests[-1]):
                writer.write(part)
                self.written += len(part)
                await writer.drain()
                if len(part) < 1000:
                    await asyncio.sleep(PACE)
            await asyncio.sleep(PACE)
        writer.close()


class Writer:
    """A transport that is given lines of JSON, as the protocol object would send them."""

    def __init__(self, transport: HttpUpstream) -> None:
        self.transport = transport
        self.name, self.headers = transport.name, transport.headers

    @property
    def is_unusable(self) -> bool:
        """Whether requests failed, and none was answered."""
        return self.transport.is_unusable

    def write(self, data: bytes) -> None:
        """Send lines."""
        for line in data.split(b"\n"):
            self.transport.send(mcp_bridge.Frame("server", json.loads(line)), line, {})


@asynccontextmanager
async def upstream(server: Server, client: HttpClient, listener: Listener) -> AsyncIterator[Writer]:
    """Yield the transport to a server."""
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    url = f"http://user-secret:url-secret@127.0.0.1:{port}/mcp?key=query-secret"
    one = HttpUpstream(url, client, listener, SECRETS)
    await one.start()
    try:
        yield Writer(one)
    finally:
        await one.stop(0.1)
        listening.close()


@pytest.fixture(autouse=True)
def bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the times and sizes, so that they are reached."""
    monkeypatch.setattr(http_client, "LARGEST", LARGEST)
    monkeypatch.setattr(http_client, "BEGIN", 1.5)
    monkeypatch.setattr(http_client, "BODY", 1.5)
    monkeypatch.setattr(http_exchange, "RETRY", 0.01)
    monkeypatch.setattr(http_exchange, "SOONEST", 0.01)
    monkeypatch.setattr(http_exchange, "ENDPOINT", 1.5)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines on stderr."""
    found: list[str] = []
    monkeypatch.setattr("mcp_bridge.diagnostics._lines", RepeatedLines(found.append))
    return found


OPENING = page(
    json.dumps({"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2025-06-18"}}).encode(),
    "Mcp-Session-Id: session-secret",
)
REQUESTS = {
    "a handshake": [HELLO],
    "a call in a session": [HELLO, call(1)],
    "a stateless call": [modern("tools/call", id=0, name="t")[0]],
}


async def answer_of(listener: Listener, id: Any) -> Any:
    """Return the answer to a request; a frame that answers another request is passed on before."""
    while True:
        found = await asyncio.wait_for(listener.answers.get(), CEILING)
        if found.get("id") == id:
            return found


async def problem(
    name: str, make: Callable[[], Written], client: HttpClient, requests: list[Any], lines: list[str]
) -> str:
    """Return the reason why the last answer of a hostile server is wrong, empty if none is."""
    server, listener = Server(make), Listener()
    server.is_open = len(requests) > 1
    async with upstream(server, client, listener) as one:
        try:
            for request in requests:
                one.write(json.dumps(request).encode())
                found = await answer_of(listener, request["id"])
        except asyncio.TimeoutError:
            return "no answer"
    message = found["error"]["message"]
    printed = [line.removeprefix(f"{one.name}: ") for line in lines if line.startswith(one.name)]
    conditions = {
        "another reason": REASONS.get(name, "") in message,
        "no sentence": len(message) > 20 and message.isprintable(),
        "too much is read": server.written < LARGEST + (16 << 20) and listener.size < LARGEST,
        "no line": message in printed or bool(listener.challenges),
        "another challenge": [found["error"].get("data")] == [one.data for one in listener.challenges or ()]
        or not listener.challenges,
        "no header": all(b"own-secret" in each for each in server.requests),
        "compression": all(b"ccept-encoding: identity\r\n" in each.lower() for each in server.requests),
        "a secret": "secret" not in "".join([json.dumps(found), *lines]),
    }
    return ", ".join(name for name, holds in conditions.items() if not holds)


@pytest.mark.parametrize("requests", REQUESTS.values(), ids=REQUESTS)
@pytest.mark.parametrize("group", TABLE)
def test_every_request_is_answered(
    group: str,
    requests: list[Any],
    lines: list[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The error has the id and a sentence, stderr a line; neither they nor a log record has a secret."""
    caplog.set_level(logging.DEBUG)
    if group != "drip":  # the time is not the bound, on a slow machine either
        for name in ("BEGIN", "BODY"):
            monkeypatch.setattr(http_client, name, CEILING)

    async def run() -> dict[str, str]:
        client = HttpClient()
        cases = TABLE[group]
        found = await asyncio.gather(
            *(problem(name, make, client, requests, lines) for name, make in cases.items())
        )
        await client.close()
        return dict(zip(cases, found, strict=True))

    assert {name: reason for name, reason in asyncio.run(run()).items() if reason} == {}
    assert "secret" not in caplog.text and b64encode(b"user-secret:url-secret").decode() not in caplog.text


@pytest.mark.parametrize(
    "value", ["own-secret\x00", "own-secret\r\nx: y", "own-secret\ud83d", "own-secret\xe9"]
)
def test_a_header_that_cannot_be_written_is_not_quoted(value: str, lines: list[str]) -> None:
    """Libraries quote such a value in the texts of their exceptions."""

    async def run() -> Any:
        client, server, listener = HttpClient(), Server(lambda: page(answer())), Listener()
        async with upstream(server, client, listener) as one:
            one.headers["x-own"] = value
            one.write(json.dumps(REQUESTS["a stateless call"][0]).encode())
            found = await answer_of(listener, 0)
        await client.close()
        return found

    found = json.dumps([asyncio.run(run()), *lines])
    assert "secret" not in found


@pytest.mark.parametrize("id", ["", '"id":null,'])
@pytest.mark.parametrize("kind", ["a body", "an event"])
def test_an_error_without_an_id_is_the_answer(kind: str, id: str) -> None:
    """Of the one request that the response is for, as JSON and as an event."""
    error = f'{{"jsonrpc":"2.0",{id}"error":{{"code":-32001,"message":"no"}}}}'.encode()
    make = partial(page, error) if kind == "a body" else partial(stream, b"data: " + error + b"\n\n")

    async def run() -> Any:
        client, server, listener = HttpClient(), Server(make), Listener()
        server.is_open = False
        async with upstream(server, client, listener) as one:
            one.write(json.dumps(REQUESTS["a stateless call"][0]).encode())
            found = await answer_of(listener, 0)
        await client.close()
        return found["error"]

    assert asyncio.run(run()) == {"code": -32001, "message": "no"}


def test_a_server_that_asks_before_its_handshake_ends_is_answered() -> None:
    """An answer to a ping on the stream of `initialize` is sent at once, in the session; the rest waits."""
    ping = {"jsonrpc": "2.0", "id": "p", "method": "ping"}
    pong: Any = {"jsonrpc": "2.0", "id": "p", "result": {}}
    welcome = {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2025-06-18"}}
    posted: list[str] = []

    def opening() -> Written:
        yield head("Content-Type: text/event-stream", "Mcp-Session-Id: s")
        yield b"data: " + json.dumps(ping).encode() + b"\n\n"
        while len(posted) < 2:
            yield b""
        yield b"data: " + json.dumps(welcome).encode() + b"\n\n"

    class Asking(Server):
        def parts(self, request: bytes) -> Written:
            posted.append(request.decode())
            return opening() if len(posted) == 1 else page(status="202 Accepted")

    class Answering(Listener):
        def received(self, side: str, lines: list[bytes]) -> None:
            super().received(side, lines)
            if json.loads(lines[0]).get("method") == "ping":
                one.write(json.dumps(call(1)).encode() + b"\n" + json.dumps(pong).encode())

    async def run() -> Any:
        nonlocal one
        client, listener = HttpClient(), Answering()
        async with upstream(Asking(page), client, listener) as one:
            one.write(json.dumps(HELLO).encode())
            found = await answer_of(listener, 0)
            await answer_of(listener, 1)
        await client.close()
        return found

    one: Any = None
    assert asyncio.run(asyncio.wait_for(run(), CEILING)) == welcome
    assert ["mcp-session-id: s" in each.lower() for each in posted[:3]] == [False, True, True]


def test_a_refused_second_handshake_leaves_the_session() -> None:
    """The call after the refusal is sent in the session of the first handshake."""
    posted: list[str] = []
    welcome = json.dumps({"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2025-06-18"}}).encode()

    class Strict(Server):
        def parts(self, request: bytes) -> Written:
            if not request.startswith(b"POST"):
                return page(status="405 Method Not Allowed")
            posted.append(request.decode().lower())
            if len(posted) == 1:
                return iter([head("Content-Type: application/json", "Mcp-Session-Id: s"), welcome])
            return page(status="400 Bad Request") if len(posted) == 2 else page(answer(2))

    async def run() -> None:
        client, listener = HttpClient(), Listener()
        async with upstream(Strict(page), client, listener) as one:
            for frame in (HELLO, {**HELLO, "id": 1}, call(2)):
                one.write(json.dumps(frame).encode())
                await answer_of(listener, frame["id"])
        await client.close()

    asyncio.run(run())
    assert ["mcp-session-id: s" in each for each in posted[:3]] == [False, False, True]
    assert "mcp-protocol-version: 2025-06-18" in posted[2]


def test_answers_beside_a_handshake_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred responses that are written before the handshake is answered, eight are sent at once."""
    for bound in ("BEGIN", "BODY"):
        monkeypatch.setattr(http_client, bound, CEILING)
    posted: list[bytes] = []

    class Slow(Server):
        def parts(self, request: bytes) -> Written:
            posted.append(request)
            return endless([head("Content-Type: application/json")], b" ")

    async def run() -> int:
        client, listener = HttpClient(), Listener()
        async with upstream(Slow(page), client, listener) as one:
            one.write(json.dumps(HELLO).encode())
            while not posted:
                await asyncio.sleep(0.01)
            for number in range(100):
                one.write(json.dumps({"jsonrpc": "2.0", "id": number, "result": {}}).encode())
            while len(posted) <= http_upstream.EARLY:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            found = len(posted)
        await client.close()
        return found

    assert asyncio.run(asyncio.wait_for(run(), CEILING)) == 1 + http_upstream.EARLY


@pytest.mark.parametrize("method", ["notifications/cancelled", "notifications/roots/list_changed"])
@pytest.mark.parametrize("broken", [1, 2])
def test_a_notification_is_sent_again_where_its_connection_breaks(method: str, broken: int) -> None:
    """A cancellation that is lost would leave its call open at the server for good."""

    class Breaking(Server):
        def parts(self, request: bytes) -> Written:
            if b"Mcp-Session-Id" not in request.title():
                return super().parts(request)
            return [] if len(self.requests) <= 1 + broken else [head(status="202 Accepted")]

    async def run() -> int:
        client, listener, server = HttpClient(), Listener(), Breaking(page)
        async with upstream(server, client, listener) as one:
            one.write(json.dumps(HELLO).encode())
            await answer_of(listener, 0)
            params = {"requestId": "gone"} if method == "notifications/cancelled" else {}
            one.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())
            while len(server.requests) < 2 + broken:
                await asyncio.sleep(0.01)
            await asyncio.sleep(1.0)
        await client.close()
        return len([each for each in server.requests if each.startswith(b"POST")])

    assert asyncio.run(asyncio.wait_for(run(), CEILING)) == 2 + broken


@pytest.mark.parametrize("steady", [0.0, NEVER], ids=["in turn", "at once"])
def test_a_stream_that_ends_in_silence_is_opened_again(
    steady: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A general stream that ends is opened again; one that ends at once, after pauses that grow."""
    monkeypatch.setattr(http_upstream, "STEADY", steady)
    monkeypatch.setattr(http_upstream, "ResumePoint", partial(http_exchange.ResumePoint, retry=0.01))
    monkeypatch.setattr(http_upstream, "SHORTEST_PAUSE", 0.01)
    late = b'data: {"jsonrpc":"2.0","id":"late","error":{"code":0,"message":""}}\n\n'
    opened: list[float] = []

    class Idle(Server):
        def parts(self, request: bytes) -> Written:
            if not request.startswith(b"GET"):
                return super().parts(request)
            opened.append(asyncio.get_running_loop().time())
            return stream() if len(opened) < 7 else stream(late)

    async def work() -> None:
        client, listener = HttpClient(), Listener()
        async with upstream(Idle(page), client, listener) as one:
            one.write(json.dumps(HELLO).encode())
            await answer_of(listener, 0)
            one.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
            await answer_of(listener, "late")
        await client.close()

    run(work())
    waits = [after - before for before, after in zip(opened, opened[1:], strict=False)]
    assert all(wait >= (0.01 if steady == 0 else 0.01 * 2**number) for number, wait in enumerate(waits))


# The transport of 2024-11-05


class OldServer(Server):
    """A server of 2024-11-05, with a stream of its own."""

    def parts(self, request: bytes) -> Written:
        """Refuse to POST, and write the stream to GET."""
        return self.make() if request.startswith(b"GET") else page(status="405 Method Not Allowed")


OTHER_ORIGIN = "the `endpoint` event of the server names a URL of another origin"
NO_ADDRESS = "the SSE stream of the server ended without an `endpoint` event"
ENDPOINTS: list[tuple[Callable[[], Written], str]] = [
    *(
        (partial(stream, b"event: endpoint\ndata: " + address + b"\n\n"), OTHER_ORIGIN)
        for address in (b"http://evil.example/post", b"//evil.example", b"http://[", b"file:///etc")
    ),
    (stream, NO_ADDRESS),
    (lambda: stream(b"data: 5\n\n"), NO_ADDRESS),
    (lambda: stream(b"event: endpoint\n\n", b"data: x\n\n"), "the server answers 405, no answer"),
    (lambda: endless(stream(), b": ping\n\n"), "the server sent no `endpoint` event within 1.5 seconds"),
    (
        lambda: page(b"", kind="text/html"),
        "the server answers a GET with status 200 and text/html, not with a stream",
    ),
]


@pytest.mark.parametrize("make, reason", ENDPOINTS, ids=range(len(ENDPOINTS)))
def test_frames_go_to_an_address_of_the_same_origin(
    make: Callable[[], Written], reason: str, lines: list[str]
) -> None:
    """Without such an address the handshake is answered with the reason."""

    async def run() -> Any:
        client, server, listener = HttpClient(), OldServer(make), Listener()
        async with upstream(server, client, listener) as one:
            one.write(json.dumps(HELLO).encode())
            found = await answer_of(listener, 0)
            assert one.is_unusable
        await client.close()
        return found

    assert reason in asyncio.run(run())["error"]["message"]
    assert any(reason in line for line in lines) and "secret" not in "".join(lines)


def test_a_cancellation_is_a_frame() -> None:
    """A server of 2024-11-05 is told that a call is cancelled: the call has no stream that could close."""
    welcome = {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2024-11-05"}}
    events = stream(b"event: endpoint\ndata: /post\n\ndata: " + json.dumps(welcome).encode() + b"\n\n")
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    posted: list[str] = []

    class Posted(OldServer):
        def parts(self, request: bytes) -> Written:
            if not request.startswith(b"POST /post"):
                return super().parts(request)
            posted.append(request.decode())
            return page(status="202 Accepted")

    async def run() -> None:
        client, listener = HttpClient(), Listener()
        server = Posted(lambda: endless(events, b": ping\n\n"))
        async with upstream(server, client, listener) as one:
            one.write(json.dumps(HELLO).encode())
            await answer_of(listener, 0)
            for number, frame in ((2, call(1)), (3, cancel)):  # after the handshake
                one.write(json.dumps(frame).encode())
                while len(posted) < number:
                    await asyncio.sleep(0.01)
        await client.close()

    asyncio.run(asyncio.wait_for(run(), CEILING))


@pytest.mark.parametrize("parts", [(100,), (60, 40), (1,) * 100, ()])
@pytest.mark.parametrize("more", [0, 1])
def test_a_body_has_as_many_bytes_as_the_bound(
    parts: tuple[int, ...], more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more is refused, in whatever parts the body comes."""
    monkeypatch.setattr(http_client, "LARGEST", sum(parts))

    async def body() -> AsyncIterator[bytes]:
        for size in (*parts, *(1,) * more):
            yield b" " * size

    response = httpx2.Response(200, headers={"content-type": "application/json"}, stream=Body(body()))
    read = http_client.HttpResponse(response).body()
    if more:
        with pytest.raises(http_client.UpstreamFailure, match=f"more than {sum(parts)} bytes"):
            asyncio.run(read)
    else:
        assert asyncio.run(read) == b" " * sum(parts)


class Body(httpx2.AsyncByteStream):
    """A body in parts."""

    def __init__(self, parts: AsyncIterator[bytes]) -> None:
        self._parts = parts

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._parts


class Restarted:
    """An application that has forgotten the session `s1`, and does `act` at the next handshakes."""

    def __init__(self) -> None:
        self.act = ""
        self.opened = 1
        self.deleted: list[str] = []
        self.live = "s1"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        body = (await receive())["body"]
        frame, name = json.loads(body or b"{}"), dict(scope["headers"]).get(b"mcp-session-id", b"").decode()
        status, answer, headers = 202, b"", [(b"content-type", b"application/json")]
        if scope["method"] == "DELETE":
            self.deleted.append(name)
        elif frame.get("method") == "initialize":
            self.opened += self.live != "s1"
            status, answer, headers = await self.open(frame, headers, receive)
        elif name != self.live or (self.act == "forgets" and frame.get("method") == "logging/setLevel"):
            status = 404
        elif frame.get("method") == "logging/setLevel" and self.act == "fails":
            status = 500
        elif "id" in frame:
            status, answer = 200, json.dumps({"jsonrpc": "2.0", "id": frame["id"], "result": {}}).encode()
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    async def open(self, frame: Any, headers: Any, receive: Any) -> tuple[int, bytes, Any]:
        """Open a session, as `act` says."""
        if self.act == "silent":
            await receive()
        if self.act == "gone":
            return 404, b"", headers
        facts = {"protocolVersion": "2025-06-18", "capabilities": {"a": {}} if self.act == "other" else {}}
        self.live = f"s{self.opened}"
        answer = json.dumps({"jsonrpc": "2.0", "id": frame["id"], "result": facts}).encode()
        return 200, answer, [*headers, (b"mcp-session-id", self.live.encode())]


class Persistent(Listener):
    """The owner of a server whose client cannot begin a session again."""

    begins_again = True
    begun = 0

    def begun_again(self) -> None:
        """Count."""
        self.begun += 1


@pytest.mark.parametrize("act", ["silent", "gone", "other", "fails", "forgets"])
def test_a_session_that_does_not_begin_again_fails_once_for_all(
    act: str, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    """Requests that wait for a handshake share its failure, and no half session is left."""
    monkeypatch.setattr(http_upstream, "HANDSHAKE", 0.1 if act == "silent" else 30.0)
    monkeypatch.setattr(http_client, "BEGIN", 30.0)  # a busy machine is slow

    async def run() -> None:
        server, listener = Restarted(), Persistent()
        client = HttpClient(AsgiTransport(server, "/mcp"))
        one = HttpUpstream(f"{http_client.INSIDE}/mcp", client, listener, {})  # type: ignore[arg-type]
        await one.start()
        writer = Writer(one)

        async def ask(*frames: Any) -> list[Any]:
            writer.write(b"\n".join(json.dumps(frame).encode() for frame in frames))
            return [await answer_of(listener, frame["id"]) for frame in frames]

        level = {"jsonrpc": "2.0", "id": 1, "method": "logging/setLevel", "params": {"level": "error"}}
        assert all("result" in each for each in [*await ask(HELLO), *await ask(level)])
        server.live, server.act = "", act
        found = await ask(*map(call, range(10, 20)))
        assert len({each["error"]["message"] for each in found}) == 1
        assert server.opened == 2 and listener.begun == 0
        assert server.deleted == ([] if act in ("silent", "gone") else ["s2"])
        server.live, server.act = "", ""
        monkeypatch.setattr(http_upstream, "HANDSHAKE", 30.0)
        (again,) = await ask(call(30))
        assert ("result" in again, listener.begun) == ((False, 0) if act == "other" else (True, 1))
        await one.stop(0.1)
        await client.close()

    asyncio.run(run())


# Connections that a server closes while they are idle

# A response after which the connection seems to stay open.
KEPT = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


@pytest.mark.parametrize("size", [10, 4 << 20])
def test_a_request_on_a_connection_that_was_just_closed_is_sent_again(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has not got the whole request, so it gets it on a new connection, and only once."""
    monkeypatch.setattr(
        AsyncHTTP11Connection, "has_expired", lambda self: False
    )  # closed later than it looks
    got: list[int] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head_ = await reader.readuntil(b"\r\n\r\n")
        (length,) = [
            int(line[15:]) for line in head_.lower().split(b"\r\n") if line.startswith(b"content-length:")
        ]
        got.append(len(await reader.readexactly(length)))
        writer.write(KEPT)
        await writer.drain()
        await asyncio.sleep(0.1)
        writer.close()

    async def work() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"
            client = HttpClient()
            for number in range(3):
                async with client.open("POST", url, {}, bytes(size + number)) as response:
                    assert await response.body() == b"{}"
                await asyncio.sleep(0.5)
            await client.close()

    run(work())
    assert got == [size, size + 1, size + 2]


def test_a_request_that_was_sent_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that closes the connection after a whole request may have processed it."""
    got: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError):
            while True:
                await reader.readuntil(b"\r\n\r\n")
                got.append(await reader.readexactly(2))
                if len(got) == 2:
                    break
                writer.write(KEPT)
        writer.close()

    async def work() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"
            client = HttpClient()
            async with client.open("POST", url, {}, b"{}") as response:
                assert await response.body() == b"{}"
            with pytest.raises(http_client.UpstreamFailure, match="ended an answer early"):
                async with client.open("POST", url, {}, b"{}"):
                    pass
            await client.close()

    run(work())
    assert got == [b"{}", b"{}"]


@pytest.mark.parametrize("library", ["connection", "socks"])
def test_a_new_connection_that_breaks_is_not_tried_again(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also through a SOCKS proxy, where the library names the event of a new connection in another way."""
    attempts, note = 0, http_client._Sending.note

    async def renamed(self: Any, event: str, info: Any) -> None:
        await note(self, event.replace("connection.", f"{library}."), info)

    monkeypatch.setattr(http_client._Sending, "note", renamed)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal attempts
        attempts += 1
        await reader.read(1)
        writer.transport.abort()

    async def work() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"
            client = HttpClient()
            with pytest.raises(http_client.UpstreamFailure):
                async with client.open("POST", url, {}, bytes(32 << 20)):
                    pass
            await client.close()

    run(work())
    assert attempts == 1
