"""A session between a client and a server that are lists of frames, in a loop whose time is instant."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import mcp_bridge
from mcp_bridge import diagnostics
from mcp_bridge.core.texts import cut_frame
from mcp_bridge.diagnostics import SessionLog
from mcp_bridge.options import BridgeOptions, new_bridge
from mcp_bridge.session import INTERNAL, SILENCE, STDIO, Session
from support.bridge_process import HELLO
from support.http_bridge import MODERN, modern
from support.instant_loop import run_at_once
from support.listed_server import ListedServer

LEGACY = "2025-06-18"
TRIED = "the bridge tries initialize in 8 seconds (to skip the wait, pass --server REVISION)"
PING = {"jsonrpc": "2.0", "id": "p", "method": "ping"}


class Server(ListedServer):
    """A server that notes its start; the second one may not start."""

    def __init__(self, session: Any, fails: bool) -> None:
        super().__init__(session)
        self.fails = OSError("no file") if fails else None
        self.code = 3
        self.flushed = 0

    async def start(self) -> None:
        """Start, or fail."""
        self.calls.append(("start", None))
        await super().start()

    def flush(self) -> None:
        """Note how many frames were written."""
        self.flushed = len(self.sent)

    def authorized(self) -> None:
        """Note it."""
        self.calls.append(("authorized", None))


class Recorded(Session):
    """A session whose client is a list of frames, ends of requests and flushes."""

    def __init__(
        self, client: str = LEGACY, server: str = LEGACY, named: bool = True, fails: bool = False
    ) -> None:
        self.servers: list[Server] = []
        self.seen: list[Any] = []
        self.ends: list[Any] = []
        self.flushes = 0
        self.on_frame: Callable[[Any], None] = lambda frame: None

        def make(session: Session) -> Server:
            self.servers.append(Server(session, fails and bool(self.servers)))
            return self.servers[-1]

        bridge = new_bridge(client, BridgeOptions(client, server, log_level="off"))
        super().__init__((bridge, make, SessionLog(client)), names_streams=named)

    def to_client(self, frame: Any, data: bytes) -> None:
        """Keep a frame."""
        self.seen.append(json.loads(data))
        self.on_frame(self.seen[-1])

    def flush_client(self) -> None:
        """Count."""
        self.flushes += 1

    def ended(self, stream: Any, reason: str) -> None:
        """Keep the end of a request."""
        self.ends.append((stream, reason))

    def over(self, side: Any) -> None:
        """Keep the side."""
        self.ends.append(side)

    def say(self, frame: Any, stream: Any = "s") -> None:
        """Let the client write a frame."""
        data = json.dumps(frame).encode()
        self.from_client(mcp_bridge.Bridge.read(data), data, stream)

    def reply(self, frame: Any, request: Any = None) -> None:
        """Let the server write a frame."""
        data = json.dumps({"jsonrpc": "2.0", **frame}).encode()
        self.from_server(mcp_bridge.Bridge.read(data), data, request)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines on stderr."""
    lines: list[str] = []
    monkeypatch.setattr(diagnostics, "_lines", diagnostics.RepeatedLines(lines.append))
    return lines


class Stream:
    """A stream of a client whose requests have headers."""

    def __init__(self, **headers: str) -> None:
        self.headers = headers


def test_frames_have_the_headers_of_their_request() -> None:
    """Those of the stream; without any, those that the server accepted last."""

    async def run() -> None:
        session = Recorded()
        (server,) = session.servers
        session.say({**PING, "id": 1}, Stream(a="1"))
        session.accepted({"b": "2"})
        session.say({**PING, "id": 2})
        assert server.headers_of == [{"a": "1"}, {"b": "2"}] and server.flushed == 2
        assert server.calls == [("authorized", None)] and session.flushes == 2

    run_at_once(run())


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("side", ["client", "server"])
def test_lines_of_stdio_are_one_stream(side: Any, named: bool, said: list[str]) -> None:
    """Of a client in front of a server that names requests; a fault is a line of that side."""

    async def run() -> None:
        session = Recorded(MODERN, MODERN, named=named)
        frame, _ = modern("tools/call", 1, name="t")
        if side == "client":
            session.from_lines("client", [b"no json", json.dumps(frame).encode()])
        else:
            session.say(frame, STDIO)
            session.from_lines("server", [b"no json"])
        assert [frame["id"] for frame in session.servers[0].sent] == [1]
        session.gone(STDIO)
        is_cancelled = named or side == "server"
        assert [end for end in session.ends if end[1] == "gone"] == [(STDIO, "gone")] * is_cancelled

    run_at_once(run())
    place = {"client": "a line on stdin", "server": "a line on stdout"}[side]
    is_answered = side == "client" and named  # with an error, so that nobody else is told
    assert sum(f"{side}: {place} is not a JSON-RPC message" in line for line in said) == (not is_answered)


@pytest.mark.parametrize("side", ["client", "server"])
@pytest.mark.parametrize("client, server", [(LEGACY, "2025-11-25"), (MODERN, MODERN)])
def test_the_request_of_a_line_that_is_too_long_has_that_reason(
    client: str, server: str, side: Any, said: list[str]
) -> None:
    """Between equal revisions too. The beginning of the line names the request, even if it is JSON itself."""

    async def run() -> None:
        session = Recorded(client, server, named=False)
        request = HELLO if client == LEGACY else modern("tools/call", 1, name="t")[0]
        text = json.dumps(request).encode()
        if side == "client":
            session.from_lines("client", [cut_frame(text, 9)])
        else:
            session.from_lines("client", [text])
            (sent,) = session.servers[0].sent
            answer = json.dumps({"jsonrpc": "2.0", "id": sent["id"], "result": {}}).encode()
            session.from_lines("server", [cut_frame(answer, 9)])
        (error,) = session.seen
        assert error["id"] == request["id"] and not session.bridge.pending
        assert error["error"]["message"].endswith("the message has more than 9 bytes")

    run_at_once(run())
    assert not any("is not a JSON-RPC message" in line for line in said)


def test_a_fault_elsewhere_is_a_message(said: list[str]) -> None:
    """A frame over HTTP stands on no line."""

    async def run() -> None:
        session = Recorded(named=False)
        session.from_server(mcp_bridge.Bridge.read(b"no json"), b"no json")

    run_at_once(run())
    assert said[-1].startswith("server: a message is not a JSON-RPC message: ")


def test_frames_leave_in_the_order_of_the_events() -> None:
    """An event that arises while another is delivered waits, and is delivered with it."""

    async def run() -> None:
        session = Recorded()

        def go_on(frame: Any) -> None:
            if "result" in frame:
                session.say({**PING, "id": 2})
                session.reply({"method": "notifications/message", "params": {"level": "info", "data": 2}})
                assert len(server.sent) == 1 == len(session.seen)

        (server,) = session.servers
        session.on_frame = go_on
        session.say({**PING, "id": 1})
        session.reply({"id": 1, "result": {}}, 1)
        assert [frame.get("method", "answer") for frame in session.seen] == [
            "answer",
            "notifications/message",
        ]
        assert [frame["id"] for frame in server.sent] == [1, 2] and session.ends == [("s", "answered")]
        assert server.flushed == 2 and session.flushes == 2

    run_at_once(run())


def test_a_defect_ends_the_session_once(said: list[str]) -> None:
    """The first one is kept, the open requests are answered, and no event after it does harm."""

    async def run() -> None:
        session = Recorded()
        await session.start()
        session.say({**PING, "id": 1})
        defects = [ValueError("first"), ValueError("second")]

        def broken(*given: Any) -> Any:
            raise defects[min(len(raised), 1)]

        raised: list[int] = []
        session.bridge.tick = broken
        session.say({**PING, "id": 2})
        raised.append(1)
        assert session.failure is defects[0] and not session.is_over
        session.say({**PING, "id": 3})
        assert session.failure is defects[0]
        await asyncio.sleep(0)
        assert session.is_over and session.ends[-1] == "server"
        errors = {frame["id"]: frame["error"] for frame in session.seen if "error" in frame}
        assert errors[1] == {"code": -32603, "message": INTERNAL}
        assert session.ends.count("server") == 1

    run_at_once(run())


# The end


@pytest.mark.parametrize("side", ["client", "server"])
def test_the_end_is_told_once(side: Any, said: list[str]) -> None:
    """The open requests are answered with the reason, no frame goes to the server, and no timer rings."""

    async def run() -> None:
        session = Recorded(MODERN, "auto")
        await session.start()
        session.say(modern("tools/call", 1, name="t")[0])
        (server,) = session.servers
        sent, close, told = len(server.sent), session.bridge.closed, []
        session.bridge.closed = lambda *given: told.append(given) or close(*given)
        session.end(side, "a reason")
        session.end("client", "another")
        session._close("server", "a third")
        assert told == [(side, "a reason")]
        assert session.is_over and session.ends[-1] == side and session.ends.count(side) == 1
        answers = [frame["error"]["message"] for frame in session.seen if frame.get("id") == 1]
        assert (["a reason" in message for message in answers] == [True]) is (side == "server")
        after = len(server.sent)
        await asyncio.sleep(100)
        assert len(server.sent) == after and after - sent <= 1
        assert not any("has not yet answered" in line for line in said)
        session.say(modern("tools/call", 2, name="t")[0])
        assert len(server.sent) == after
        assert await session.stop_upstream(4) == 3 and server.calls == [("start", None), ("stop", 4)]

    run_at_once(run())


def test_no_timer_holds_a_session_that_is_over() -> None:
    """Its frames would stay in memory for the minutes that a server may take."""

    async def run() -> None:
        session = Recorded(MODERN, "auto")
        await session.start()
        session.say(modern("tools/call", 1, name="t")[0])
        assert session._timer is not None and session._notice is not None
        session.end("client")
        held = weakref.ref(session)
        del session
        gc.collect()
        assert held() is None

    run_at_once(run())


@pytest.mark.parametrize("fails", [False, True])
def test_a_server_that_ends_at_a_probe_is_started_again_once(fails: bool, said: list[str]) -> None:
    """The end of the first process, told again, is no end of the second, whose end is the session's."""

    async def run() -> None:
        session = Recorded(MODERN, "auto", fails=fails)
        await session.start()
        session.say(modern("tools/call", 1, name="t")[0])
        (first,) = session.servers
        session.upstream_ended(first)
        second = session.servers[1]
        assert session.upstream is second and not session.is_over
        session.upstream_ended(first)
        assert len(session.servers) == 2 and not session.is_over
        await asyncio.sleep(0.1)
        assert first.calls == [("start", None), ("stop", 0)] and second.calls == [("start", None)]
        assert session.is_over is fails
        if not fails:
            assert [frame["method"] for frame in second.sent] == ["initialize"]
            session.upstream_ended(second)
            await asyncio.sleep(0.1)
            assert session.is_over and len(session.servers) == 2
        assert session.ends[-1] == "server"
        session.upstream_ended(second)
        assert session.ends.count("server") == 1
        assert await session.stop_upstream(2) == 3 and second.calls[-1] == ("stop", 2)

    run_at_once(run())
    assert ["server: cannot be restarted: no file"] * fails == [line for line in said if "restarted" in line]


def test_a_server_that_ends_later_ends_the_session() -> None:
    """A bridge that knows the revision of its server starts no other."""

    async def run() -> None:
        session = Recorded()
        session.say({**PING, "id": 1})
        session.upstream_ended(session.servers[0])
        await asyncio.sleep(0.1)
        assert session.is_over and len(session.servers) == 1
        assert [frame["id"] for frame in session.seen] == [1]

    run_at_once(run())


@pytest.mark.parametrize(
    ("code", "how"),
    [
        (None, ""),
        (3, ": it ended with exit status 3; read its own messages on stderr"),
        (-9, ": it was ended by signal 9; read its own messages on stderr"),
    ],
)
def test_a_client_learns_how_the_process_of_its_server_ended(code: int | None, how: str) -> None:
    """Its open and its later requests get the exit status, once the process has one."""

    async def run() -> None:
        session = Recorded()
        has_exited = asyncio.Event()

        async def exit_status(seconds: float) -> int | None:
            await has_exited.wait()
            return code

        session.upstream.exit_status = exit_status  # type: ignore[method-assign]
        session.say({**PING, "id": 1})
        for _ in range(2):
            session.upstream_ended(session.upstream)
            await asyncio.sleep(0.1)
        assert session.seen == [] and not session.is_over
        has_exited.set()
        await asyncio.sleep(0.1)
        session.say({**PING, "id": 2})
        assert [(frame["id"], frame["error"]["message"]) for frame in session.seen] == [
            (1, f"the server is gone{how}"),
            (2, f"the server is gone{how}"),
        ]
        await session.stop_upstream(1)

    run_at_once(run())


# Time


def test_the_clock_begins_with_the_server() -> None:
    """Frames that come before wait for its start, and so does the time that the server has for them."""

    async def run() -> None:
        session = Recorded(MODERN, "auto")
        session.say(modern("tools/call", 1, name="t")[0])
        await asyncio.sleep(1000)
        (server,) = session.servers
        assert [frame["method"] for frame in server.sent] == ["server/discover"]
        await session.start()
        await asyncio.sleep(9.9)
        assert len(server.sent) == 1
        await asyncio.sleep(0.2)
        assert [frame["method"] for frame in server.sent][1:] == ["notifications/cancelled", "initialize"]
        await asyncio.sleep(69.8)  # `initialize` has a minute, and then comes a last probe
        assert session.seen == []
        await asyncio.sleep(0.2)
        assert [frame["id"] for frame in session.seen] == [1]

    run_at_once(run())


@pytest.mark.parametrize("lines", [False, True])
def test_a_frame_meets_the_time_of_its_arrival(lines: bool) -> None:
    """A frame that comes when a time is just over meets a bridge that knows it: an answer is too late."""

    async def run() -> None:
        session = Recorded(MODERN, "auto", named=False)
        await session.start()
        session.say(modern("tools/call", 1, name="t")[0])
        (server,) = session.servers
        timer, session._timer = session._timer, None
        assert timer is not None
        timer.cancel()
        await asyncio.sleep(11)
        late = {"jsonrpc": "2.0", "id": server.sent[0]["id"], "error": {"code": -32601, "message": "no"}}
        if lines:
            session.from_lines("server", [json.dumps(late).encode()])
        else:
            session.reply(late)
        assert [frame["method"] for frame in server.sent][1:] == ["notifications/cancelled", "initialize"]

    run_at_once(run())


@pytest.mark.parametrize(
    ("client", "seconds"), [(LEGACY, 60 + 10), (MODERN, 10 + 60 + 10)]
)  # the probe, the handshake and the second probe
def test_a_server_that_never_answers_is_reported_at_the_end(
    client: str, seconds: float, said: list[str]
) -> None:
    """The last line names the server, and says how long the bridge has waited for which requests."""

    async def run() -> None:
        session = Recorded(client, "auto")
        session.upstream.name = "slow-server"
        await session.start()
        hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": LEGACY}}
        session.say(modern("tools/call", 0, name="t")[0] if client == MODERN else hello)
        await asyncio.sleep(seconds - 0.1)
        assert session.seen == []
        await asyncio.sleep(0.2)
        reason = "no answer to initialize in 60 seconds; no answer to server/discover in 10 seconds"
        assert [(each["id"], each["error"]["message"]) for each in session.seen] == [(0, reason)]
        assert said[-1] == f"slow-server: {reason}"

    run_at_once(run())


@pytest.mark.parametrize(
    ("client", "server", "words"),
    [
        (MODERN, "auto", [f"has not yet answered server/discover; {TRIED}"]),
        ("auto", LEGACY, ["has not yet answered initialize"]),
        (LEGACY, MODERN, ["has not yet answered server/discover"]),
        (MODERN, LEGACY, ["has not yet answered initialize"]),
        (MODERN, MODERN, []),
    ],
)
@pytest.mark.parametrize("answered", [False, True])
def test_a_first_request_without_an_answer_is_reported_once(
    client: str, server: str, words: list[str], answered: bool, said: list[str]
) -> None:
    """It is a line that names the next step; a server that has answered, or is asked nothing, has none."""

    async def run() -> None:
        session = Recorded(client, server)
        await session.start()
        await asyncio.sleep(2 * SILENCE)
        assert [line for line in said if "has not yet answered" in line] == []
        hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": LEGACY}}
        session.say(modern("tools/call", 1, name="t")[0] if client == MODERN else hello)
        asked = session.servers[0].sent[0]
        await asyncio.sleep(SILENCE - 0.1)
        assert [line for line in said if "has not yet answered" in line] == []
        if answered:
            about = {"serverInfo": {"name": "s", "version": "1"}, "capabilities": {}}
            result: Any = {**about, "protocolVersion": LEGACY}
            if asked["method"] == "server/discover":
                kept = {"ttlMs": 0, "cacheScope": "private", "resultType": "complete"}
                result = {**about, **kept, "supportedVersions": [MODERN]}
            session.reply({"id": asked["id"], "result": result}, asked["id"])
        await asyncio.sleep(4 * SILENCE)
        found = [line for line in said if "has not yet answered" in line]
        assert found == ([] if answered else [f"server: {line}" for line in words])

    run_at_once(run())


@pytest.mark.parametrize(
    ("is_logged", "named"), [(False, "pass --server REVISION"), (True, "pass server_revision")]
)
def test_the_next_step_about_a_slow_server_fits_the_caller(
    is_logged: bool, named: str, said: list[str]
) -> None:
    """`connect` and `app` have parameters, and the command has options."""
    SessionLog("auto", is_logged=is_logged).silence("server/discover", 8)
    assert len(said) == 1 and said[0].endswith(f"(to skip the wait, {named})")
