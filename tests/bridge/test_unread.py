"""Responses over HTTP that nobody reads, or can read yet: the session goes on, and no answer is lost."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mcp_bridge
from mcp_bridge import diagnostics, http_session
from mcp_bridge.http_session import HttpSession
from mcp_bridge.http_streams import Stream
from mcp_bridge.http_trust import Head
from mcp_bridge.options import HOLDING
from support.bridge_process import HELLO
from support.http_bridge import ACCEPT, INITIALIZED, Scripted, frames, modern, serving
from support.waiting import CEILING, until

PART = 1 << 18
# A server of 2025-06-18: the arguments of a call count the log messages, and the parts of its answer.
SERVER = f"""
import json, sys
def say(**frame):
    print(json.dumps({{"jsonrpc": "2.0", **frame}}), flush=True)
for line in sys.stdin:
    frame = json.loads(line)
    if frame.get("method") == "initialize":
        able = {{"tools": {{}}, "logging": {{}}}}
        say(id=frame["id"], result={{"protocolVersion": "2025-06-18", "capabilities": able,
                                     "serverInfo": {{"name": "s", "version": "1"}}}})
    elif frame.get("method") == "tools/call":
        asked = frame["params"]["arguments"]
        for _ in range(asked["logs"]):
            say(method="notifications/message", params={{"level": "error", "data": "x" * {PART}}})
        text = "x" * asked["parts"] * {PART}
        say(id=frame["id"], result={{"content": [{{"type": "text", "text": text}}]}})
"""
ANY, JSON, EVENTS = "application/json, text/event-stream", "application/json", "text/event-stream"


def head(command: str, port: int, body: bytes, headers: dict[str, str]) -> bytes:
    """Return a request as bytes."""
    lines = [f"{command} /mcp HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def call(id: str, logs: int = 0, parts: int = 0) -> dict[str, Any]:
    """Return a call that makes the server write."""
    arguments = {"logs": logs, "parts": parts}
    return {
        "jsonrpc": "2.0",
        "id": id,
        "method": "tools/call",
        "params": {"name": "t", "arguments": arguments},
    }


async def unread(port: int, data: bytes) -> asyncio.StreamWriter:
    """Send a request, and read nothing of its response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
    writer.write(data)
    await writer.drain()
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    return writer


def given_up(said: list[str]) -> list[str]:
    """Return the lines about responses that were given up."""
    return [line for line in said if line.startswith("session 1: a client read nothing of a response")]


def is_paused(app: Any) -> bool:
    """Return whether a session of a front does not read its server."""
    return any(session._is_paused for session in app.state.bridge.pool._all)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let a response be given up soon; return the lines on stderr."""
    lines: list[str] = []
    monkeypatch.setattr(http_session, "HOLDING", 1.0)
    monkeypatch.setattr(diagnostics, "_lines", diagnostics.RepeatedLines(lines.append))
    return lines


@pytest.mark.parametrize(
    ("accept", "logs", "parts", "is_general"),
    [
        (ANY, 0, 80, False),
        (JSON, 0, 80, False),
        (EVENTS, 0, 80, False),
        (ANY, 80, 1, False),
        (EVENTS, 80, 0, True),
    ],
    ids=["events", "json", "events alone", "notifications", "general stream"],
)
def test_an_unread_response_does_not_hold_up_its_session(
    accept: str, logs: int, parts: int, is_general: bool, said: list[str]
) -> None:
    """Other calls are answered once the response is given up, and one line names the session."""

    async def run() -> None:
        app = mcp_bridge.app([sys.executable, "-c", SERVER])
        async with serving(app) as port, httpx2.AsyncClient(timeout=CEILING, headers=ACCEPT) as http:
            url = f"http://127.0.0.1:{port}/mcp"
            hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": "2025-06-18"}}
            opened = await http.post(url, json=hello)
            session = {
                "mcp-session-id": opened.headers["mcp-session-id"],
                "mcp-protocol-version": "2025-06-18",
            }
            await http.post(url, json=INITIALIZED, headers=session)
            headers = {**session, "accept": accept, "content-type": "application/json"}
            if is_general:
                writer = await unread(port, head("GET", port, b"", headers))
                quiet = {**session, "accept": JSON}
                flood = asyncio.create_task(http.post(url, json=call("a", logs, parts), headers=quiet))
            else:
                body = json.dumps(call("a", logs, parts)).encode()
                writer = await unread(port, head("POST", port, body, headers))
            (opened_session,) = app.state.bridge.pool._all
            await until(lambda: opened_session._is_paused or given_up(said))
            answer = await http.post(url, json=call("b"), headers=session)
            assert [frame["id"] for frame in frames(answer) if "result" in frame] == ["b"]
            if is_general:
                assert [frame["id"] for frame in frames(await flood)] == ["a"]
            writer.transport.abort()

    asyncio.run(asyncio.wait_for(run(), CEILING))
    assert len(given_up(said)) == 1, said


@settings(deadline=None, max_examples=40)
@given(
    number=st.integers(1, 30),
    size=st.sampled_from([1 << 20, 1 << 22]),
    at_once=st.integers(1, 3),
    later=st.integers(0, 100),
)
def test_many_unread_responses_cost_their_session_little_more_than_one(
    number: int, size: int, at_once: int, later: int
) -> None:
    """The first is waited for in full; where a client has taken something since, the next one is, too."""

    async def run() -> None:
        pool = mcp_bridge.app([sys.executable, "-c", SERVER]).state.bridge.pool
        session = HttpSession(pool, "2025-06-18", Head({}, "address"))
        now = 0.0
        loop: Any = SimpleNamespace(time=lambda: now, call_soon=lambda *call: None)
        session._loop = loop

        def respond(name: str) -> Stream:
            stream = Stream(name, session.budget, session._count, is_kept=True)
            session._streams[name] = stream
            stream.attach()
            stream.moved = now
            stream.put(b"x" * (size + 1))
            return stream

        def hold() -> float:
            nonlocal now
            began = now
            while session._is_paused:
                now += 1.0
                session.look_after_readers()
            return now - began

        times = []
        for start in range(0, number, at_once):
            streams = [respond(f"{start}-{each}") for each in range(at_once)]
            times.append(hold())
            assert not any(stream.is_read for stream in streams)
        assert times[0] == HOLDING and sum(times) <= 2 * HOLDING + len(times) + 3, times
        now += later
        taken = respond("taken")
        taken.take(1)
        assert not session._is_paused
        respond("last")
        assert hold() == HOLDING

    asyncio.run(run())


def answered(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
    """Answer as a server of 2026-07-28 whose answers have as many parts as a call says."""
    text = "x" * frame["params"]["arguments"]["parts"] * PART
    result = {"resultType": "complete", "content": [{"type": "text", "text": text}]}
    return 200, {}, {"jsonrpc": "2.0", "id": frame["id"], "result": result}


@pytest.mark.parametrize("accept", [ANY, JSON, EVENTS])
def test_an_unread_response_does_not_hold_up_clients_without_a_session(accept: str, said: list[str]) -> None:
    """They share the session of their identity."""

    async def run(url: str) -> list[str]:
        app = mcp_bridge.app(url, server_revision="2026-07-28")
        async with serving(app) as port, httpx2.AsyncClient(timeout=CEILING) as http:
            found, writers = [], []
            for id, parts in (("first", 0), ("large", 80), ("second", 0), ("large", 80), ("third", 0)):
                frame, headers = modern("tools/call", id=id, name="t", arguments={"parts": parts})
                if parts:
                    headers |= {"accept": accept, "content-type": "application/json"}
                    body = json.dumps(frame).encode()
                    writers.append(await unread(port, head("POST", port, body, headers)))
                    known = len(given_up(said))
                    await until(lambda: is_paused(app) or len(given_up(said)) > known)  # noqa: B023
                else:
                    answer = await http.post(f"http://127.0.0.1:{port}/mcp", json=frame, headers=headers)
                    found += [one["id"] for one in frames(answer) if "result" in one]
            assert len(app.state.bridge.pool) == 1
            for writer in writers:
                writer.transport.abort()
            return found

    with Scripted(answered) as server:
        found = asyncio.run(asyncio.wait_for(run(server.url), CEILING))
    assert found == ["first", "second", "third"]
    assert given_up(said), said


@settings(deadline=None, max_examples=12)
@given(
    sizes=st.lists(st.sampled_from([0, 1, 3, 6]), min_size=1, max_size=8),
    accept=st.sampled_from([ANY, JSON, EVENTS]),
    bound=st.sampled_from([1, PART, 1 << 20]),
)
def test_a_batch_of_any_size_is_answered(sizes: list[int], accept: str, bound: int) -> None:
    """Answers beyond `FrontOptions.unread` reach a client that takes them as one array, too."""
    server = [sys.executable, "-c", SERVER.replace("2025-06-18", "2025-03-26")]
    batch = [call(f"c{number}", 0, size) for number, size in enumerate(sizes)]

    async def run() -> list[Any]:
        app = mcp_bridge.app(server, front=mcp_bridge.FrontOptions(unread=bound))
        async with serving(app) as port, httpx2.AsyncClient(timeout=CEILING, headers=ACCEPT) as http:
            url = f"http://127.0.0.1:{port}/mcp"
            hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": "2025-03-26"}}
            opened = await http.post(url, json=hello)
            session = {"mcp-session-id": opened.headers["mcp-session-id"]}
            await http.post(url, json=INITIALIZED, headers=session)
            answer = await http.post(url, json=batch, headers={**session, "accept": accept})
            assert answer.status_code == 200
            found = frames(answer)
            return found[0] if isinstance(found[0], list) else found

    answers = asyncio.run(asyncio.wait_for(run(), CEILING))
    lengths = {frame["id"]: len(frame["result"]["content"][0]["text"]) for frame in answers}
    assert lengths == {f"c{number}": size * PART for number, size in enumerate(sizes)}
    assert len(answers) == len(sizes)


async def slow(port: int, data: bytes) -> socket.socket:
    """Send a request on a connection with a small buffer."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(narrow, ("127.0.0.1", port))
    await loop.sock_sendall(narrow, data)
    return narrow


async def rest(narrow: socket.socket) -> tuple[str, bool]:
    """Return the rest of a body, and whether it is complete."""
    found = b""
    while part := await asyncio.get_running_loop().sock_recv(narrow, 1 << 16):
        found += part
        if found.endswith(b"0\r\n\r\n"):
            break
    narrow.close()
    body = re.sub(rb"\r\n[0-9a-f]+\r\n(?=[^\r])", b"", found.partition(b"\r\n\r\n")[2]).decode()
    return body, found.endswith(b"0\r\n\r\n")


@pytest.mark.parametrize("accept", [JSON, ANY])
def test_no_answer_of_a_response_that_was_given_up_is_lost_without_an_error(
    accept: str, said: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    """A client that reads on gets an incomplete array; one that takes events gets the others afterwards."""
    revision = "2025-03-26"
    server = [sys.executable, "-c", SERVER.replace("2025-06-18", revision)]

    async def run() -> tuple[str, bool, str]:
        app = mcp_bridge.app(server)
        async with serving(app) as port, httpx2.AsyncClient(timeout=CEILING, headers=ACCEPT) as http:
            url = f"http://127.0.0.1:{port}/mcp"
            hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": revision}}
            opened = await http.post(url, json=hello)
            session = {"mcp-session-id": opened.headers["mcp-session-id"]}
            await http.post(url, json=INITIALIZED, headers=session)
            headers = {**session, "accept": accept, "content-type": "application/json"}
            body = json.dumps([call("a", 0, 80), call("b"), call("c")]).encode()
            narrow = await slow(port, head("POST", port, body, headers))
            while not given_up(said):
                await asyncio.sleep(0.05)
            first, is_complete = await rest(narrow)
            if accept == JSON:
                return first, is_complete, ""
            last = re.findall(r"^id: (\S+)$", first.replace("\r\n", "\n"), re.MULTILINE)[-1]
            resumed = await http.get(url, headers={**session, "accept": EVENTS, "last-event-id": last})
            return first, is_complete, resumed.text

    first, is_complete, second = asyncio.run(asyncio.wait_for(run(), CEILING))
    found = [re.findall(r'"id": ?"([abc])"', text) for text in (first, second)]
    if accept == JSON:
        assert not is_complete and len(found[0]) < 3 and not first.endswith("]")
    else:
        assert "".join(found[0] + found[1]) == "abc" and found[1]
    assert "ASGI" not in capfd.readouterr().err


def test_a_response_that_was_given_up_is_taken_up_again(said: list[str]) -> None:
    """A client that knows ids gets each frame once: those on the way, and the others by `Last-Event-ID`."""
    revision = "2025-11-25"
    server = [sys.executable, "-c", SERVER.replace("2025-06-18", revision)]

    async def run() -> tuple[str, str]:
        app = mcp_bridge.app(server)
        async with serving(app) as port, httpx2.AsyncClient(timeout=CEILING, headers=ACCEPT) as http:
            url = f"http://127.0.0.1:{port}/mcp"
            hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": revision}}
            opened = await http.post(url, json=hello)
            session = {"mcp-session-id": opened.headers["mcp-session-id"], "mcp-protocol-version": revision}
            await http.post(url, json=INITIALIZED, headers=session)
            headers = {**session, "accept": ANY, "content-type": "application/json"}
            body = json.dumps(call("a", 13, 1)).encode()
            narrow = await slow(port, head("POST", port, body, headers))
            while not given_up(said):
                await asyncio.sleep(0.05)
            first, _ = await rest(narrow)
            last = re.findall(r"^id: (\S+)$", first.replace("\r\n", "\n"), re.MULTILINE)[-1]
            resumed = await http.get(url, headers={**session, "accept": EVENTS, "last-event-id": last})
            return first, resumed.text

    first, second = asyncio.run(asyncio.wait_for(run(), CEILING))
    pattern = re.compile(r"^id: (\S+)\ndata: (\{.*)$", re.MULTILINE)
    found = [pattern.findall(text.replace("\r\n", "\n")) for text in (first, second)]
    ids = [id for id, _ in (*found[0], *found[1])]
    assert len(ids) == len(set(ids)) == 14 and found[0] and found[1]
    assert "result" in json.loads(found[1][-1][1])
