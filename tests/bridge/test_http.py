"""`mcp-bridge` over HTTP: both eras of the transport on either side, trust, bounds and ends."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import httpx2
import pytest
from mcp.client import Client

import mcp_bridge
from mcp_bridge.http_front import accepts
from mcp_bridge.options import FrontOptions
from mcp_bridge.session_pool import SWEEP
from support.bridge_process import BRIDGE, HELLO, IDLE_BRIDGE, call, gone, odd, paced
from support.http_bridge import (
    ACCEPT,
    INITIALIZED,
    LegacyClient,
    Scripted,
    frames,
    fronted,
    listening,
    modern,
    nowhere,
    started_front,
    well,
)
from support.waiting import CEILING, NEVER, wait_until


@pytest.fixture(scope="module")
def front() -> Iterator[str]:
    """Yield the URL of a front with a stdio server of 2025-06-18."""
    with listening("--client", "auto", "--server", "2025-06-18", "--quiet", "--", *odd("well")) as url:
        yield url


# Legacy clients


def test_a_session_begins_with_initialize_and_ends_with_delete(front: str) -> None:
    """Every later request names the session; after DELETE the session is 404."""
    client = LegacyClient(front, "2025-11-25")
    assert (
        frames(client.opening)[-1]["result"]["protocolVersion"] == "2025-11-25" and len(client.session) > 20
    )
    assert client.post(INITIALIZED).status_code == 202
    assert frames(client.call("a"))[-1]["id"] == "a"
    assert client.http.delete(front).status_code == 200
    assert client.call("b").status_code == 404
    assert client.post(INITIALIZED, **{"mcp-session-id": ""}).status_code == 404


def test_a_request_without_session_is_refused(front: str) -> None:
    """A legacy request without its header is 400, a stranger's session 404."""
    with httpx2.Client(headers=ACCEPT, timeout=CEILING) as http:
        frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        plain = http.post(front, json=frame, headers={"mcp-protocol-version": "2025-06-18"})
        assert plain.status_code == 400 and plain.json()["id"] == 1
        strange = http.post(
            front, json=frame, headers={"mcp-session-id": "x", "mcp-protocol-version": "2025-06-18"}
        )
        assert strange.status_code == 404
        assert http.get(front).status_code == 400


def test_an_id_in_use_is_refused() -> None:
    """The second request with the id of an open one is an error; the first is answered."""
    with listening("--client", "auto", "--server", "2025-06-18", "--", *odd("silent")) as url:
        client = LegacyClient(url)
        client.post(INITIALIZED)
        with ThreadPoolExecutor() as pool:
            asked = [pool.submit(client.call, "a") for _ in range(2)]
            (refused,), (open_,) = wait(asked, CEILING, FIRST_COMPLETED)
            assert frames(refused.result())[0]["error"]["code"] == -32600
            client.http.delete(url)
            assert frames(open_.result())[0]["error"]["message"] == "the server is gone"


def lines_of(url: str, client: LegacyClient, method: str, **options: Any) -> list[str]:
    """Return the first two lines of a stream, and cut the connection."""
    with client.http.stream(method, url, **options) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        found: list[str] = []
        for line in response.iter_lines():
            found.append(line)
            if len(found) == 2:
                return found
    return found


def test_a_broken_stream_is_taken_up_again() -> None:
    """`Last-Event-ID` gives the events after it, of that stream alone; a priming event gives them all."""
    options = ("--client", "auto", "--server", "2025-06-18", "--quiet")
    with listening(*options, "--", *paced("slow"), bridge=BRIDGE) as url:
        client = LegacyClient(url, "2025-11-25")
        client.post(INITIALIZED)
        request = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "t"}}
        first, retry = lines_of(url, client, "POST", content=json.dumps(request))
        assert retry == "retry: 1000" and lines_of(url, client, "GET") == ["id: 0-1-0", "retry: 1000"]
        last = first.removeprefix("id: ")
        for _ in range(2):  # twice: the answer is kept
            with client.http.stream("GET", url, headers={"last-event-id": last}) as response:
                response.read()
                assert [frame["id"] for frame in frames(response)] == [7]
        for last in ("99-1-1", "2", "2-1", "2-1--1", "x-1-1", "2-1-1e3"):
            assert client.http.get(url, headers={"last-event-id": last}).status_code == 400


def test_a_server_that_closes_its_stream_is_polled() -> None:
    """After an event without data the server may close the connection as often as it likes."""
    polls: list[tuple[str, float]] = []

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        events = {"content-type": "text/event-stream"}
        if command == "GET" and "last-event-id" in headers:
            polls.append((headers["last-event-id"], time.monotonic()))
            if len(polls) < 8:
                return 200, events, f"id: e{len(polls)}\ndata:\n\n".encode()
            _, _, body = well("POST", headers, {"id": asked[0], "method": "tools/call"})
            return 200, events, f"id: last\ndata: {json.dumps(body)}\n\n".encode()
        if frame is not None and frame.get("method") == "tools/call":
            asked.append(frame["id"])
            return 200, events, b"id: e0\nretry: 50\ndata:\n\n"
        return well(command, headers, frame)

    asked: list[Any] = []
    with (
        Scripted(answer) as server,
        listening("--client", "auto", "--server", "2025-06-18", "--quiet", "--connect", server.url) as url,
    ):
        client = LegacyClient(url)
        client.post(INITIALIZED)
        assert frames(client.call("a"))[-1]["result"]["content"][0]["text"] == "done"
    assert [last for last, _ in polls] == [f"e{number}" for number in range(8)]
    assert all(later[1] - earlier[1] >= 0.05 for earlier, later in zip(polls, polls[1:], strict=False))


# Modern clients


def test_a_modern_request_stands_alone(front: str) -> None:
    """No session is made; two clients may use the same ids at the same time."""
    frame, headers = modern("tools/call", id="x", name="t")
    with httpx2.Client(timeout=CEILING) as http:
        found = [http.post(front, json=frame, headers=headers) for _ in range(3)]
    assert all(one.status_code == 200 and "mcp-session-id" not in one.headers for one in found)
    assert [frames(one)[-1]["id"] for one in found] == ["x"] * 3
    assert all(frames(one)[-1]["result"]["resultType"] == "complete" for one in found)


@pytest.mark.parametrize(
    "change, code",
    [
        ({"mcp-method": "tools/list"}, -32020),
        ({"mcp-name": "other"}, -32020),
        ({"mcp-name": None}, -32020),
        ({"mcp-method": None}, -32020),
        ({"mcp-protocol-version": None}, -32020),
        ({"mcp-name": "=?base64?%%%?="}, -32020),
        ({"mcp-protocol-version": "2031-01-01"}, -32022),
    ],
)
def test_headers_say_the_same_as_the_body(front: str, change: dict[str, str | None], code: int) -> None:
    """A proxy that read the headers must not have decided about another request."""
    frame, headers = modern("tools/call", name="t")
    changed = {**headers, **change}
    sent = {name: value for name, value in changed.items() if value is not None}
    answer = httpx2.post(front, json=frame, headers=sent, timeout=CEILING)
    assert answer.status_code == 400 and answer.json()["error"]["code"] == code and answer.json()["id"] == 1


def test_a_header_given_twice_is_refused(front: str) -> None:
    """A proxy may read the other one."""
    frame, headers = modern("tools/call", name="t")
    twice = [*headers.items(), ("mcp-name", "t")]
    assert httpx2.post(front, json=frame, headers=twice, timeout=CEILING).json()["error"]["code"] == -32020


def test_an_unknown_method_is_404(front: str) -> None:
    """The status follows the code of the error."""
    frame, headers = modern("nonsense/list")
    answer = httpx2.post(front, json=frame, headers=headers, timeout=CEILING)
    assert answer.status_code == 404 and answer.json()["error"]["code"] == -32601


def test_closing_the_response_cancels_the_request() -> None:
    """A server over HTTP sees `notifications/cancelled` for the request of a client that hangs up."""
    asked, cancelled = threading.Event(), threading.Event()

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        method = None if frame is None else frame.get("method")
        if method == "notifications/cancelled":
            cancelled.set()
        if method == "tools/call":
            asked.set()
            cancelled.wait(CEILING)
        return well(command, headers, frame)

    with (
        Scripted(answer) as server,
        listening("--client", "auto", "--server", "2025-06-18", "--quiet", "--connect", server.url) as url,
    ):
        frame, headers = modern("tools/call", name="t")
        with closing(HTTPConnection(url.split("/")[2])) as client:
            client.request("POST", "/mcp", json.dumps(frame), headers)
            assert asked.wait(CEILING)
        assert cancelled.wait(CEILING)


# Trust and bounds


@pytest.mark.parametrize(
    "headers, status",
    [
        ({"host": "evil.example"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost:3000"}, 200),
        ({"content-type": "text/plain"}, 415),
        ({"accept": "text/html"}, 406),
    ],
)
def test_strangers_are_refused(front: str, headers: dict[str, str], status: int) -> None:
    """A page of another origin, or a name that was rebound, reaches no server."""
    frame, own = modern("tools/call", name="t")
    assert httpx2.post(front, json=frame, headers={**own, **headers}, timeout=CEILING).status_code == status


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"1", b"[1]", b"null", b"[null]", b'"\xff"', b"\xef\xbb\xbf{}"]
)
def test_a_body_that_is_no_frame_is_400(front: str, body: bytes) -> None:
    """Each is answered, and the front goes on."""
    answer = httpx2.post(front, content=body, headers=ACCEPT, timeout=CEILING)
    assert answer.status_code == 400 and "error" in answer.json()


def test_a_body_beyond_the_bound_is_413(front: str) -> None:
    """The front does not read on."""
    answer = httpx2.post(front, content=b" " * (17 << 20), headers=ACCEPT, timeout=CEILING)
    assert answer.status_code == 413


def test_sessions_are_bounded() -> None:
    """Beyond the bound a client is asked to come back."""
    with listening(
        "--client", "auto", "--server", "2025-06-18", "--sessions", "2", "--", *odd("well")
    ) as url:
        clients = [LegacyClient(url) for _ in range(3)]
        assert [client.opening.status_code for client in clients] == [200, 200, 503]
        assert clients[2].opening.headers["retry-after"]
        clients[0].http.delete(url)
        assert LegacyClient(url).opening.status_code == 200


def test_an_idle_session_ends() -> None:
    """A session without traffic is 404 after the time, and makes room for another."""
    options = ("--client", "auto", "--server", "2025-06-18", "--sessions", "1", "--idle", str(NEVER))
    with started_front(*options, "--", *odd("well"), bridge=IDLE_BRIDGE) as (url, process):
        client = LegacyClient(url)
        client.post(INITIALIZED)
        assert "result" in frames(client.call())[-1] and LegacyClient(url).opening.status_code == 503
        process.send_signal(signal.SIGUSR1)  # the idle time is over
        wait_until(lambda: LegacyClient(url).opening.status_code == 200)
        assert client.call().status_code == 404


def test_a_request_that_nobody_waits_for_keeps_no_session() -> None:
    """The client has hung up and the server never answers: the session ends, and so does the server."""
    options = ("--client", "auto", "--server", "2025-06-18", "--sessions", "1", "--idle", str(NEVER))
    with started_front(*options, "--", *odd("silent"), bridge=IDLE_BRIDGE) as (url, process):
        client = LegacyClient(url)
        client.post(INITIALIZED)
        with pytest.raises(httpx2.ReadTimeout):
            client.http.post(url, json=call("a"), timeout=0.3)
        process.send_signal(signal.SIGUSR1)  # the idle time is over
        wait_until(lambda: LegacyClient(url).opening.status_code == 200)
        assert client.call("b").status_code == 404


def test_a_client_that_waits_keeps_its_session() -> None:
    """A call that takes longer than the idle time is answered; a session without a call ends meanwhile."""
    called, may_answer = threading.Semaphore(0), threading.Event()

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        if (frame or {}).get("method") == "tools/call":
            called.release()
            may_answer.wait(CEILING)
        return well(command, headers, frame)

    options = ("--client", "auto", "--server", "2025-06-18", "--sessions", "3", "--idle", str(NEVER))
    with (
        Scripted(answer) as server,
        started_front(*options, "--connect", server.url, bridge=IDLE_BRIDGE) as (url, process),
        ThreadPoolExecutor() as pool,
    ):
        clients = [LegacyClient(url) for _ in range(3)]
        for client in clients:
            client.post(INITIALIZED)
        found = []
        for client, accept in zip(clients[:2], (ACCEPT["accept"], "application/json"), strict=True):
            found.append(pool.submit(client.post, call(accept), accept=accept))
            assert called.acquire(timeout=CEILING)
        assert LegacyClient(url).opening.status_code == 503
        process.send_signal(signal.SIGUSR1)  # the idle time is over
        wait_until(lambda: LegacyClient(url).opening.status_code == 200)
        may_answer.set()
        for answered in found:
            assert frames(answered.result())[-1]["result"]["content"][0]["text"] == "done"


def test_a_server_that_dies_is_an_answer_and_the_end_of_the_session() -> None:
    """The open request is answered, the session is 404."""
    with listening("--client", "auto", "--server", "2025-06-18", "--quiet", "--", *odd("dies")) as url:
        client = LegacyClient(url)
        client.post(INITIALIZED)
        assert frames(client.call("a"))[-1]["error"]["message"] == gone(3)
        assert client.call("b").status_code == 404


# Servers over HTTP


def test_a_server_over_http_gets_its_session_and_revision() -> None:
    """After the handshake every request names both; DELETE ends the session."""
    with Scripted(well) as server:
        with listening(
            "--client", "auto", "--server", "2025-06-18", "--quiet", "--connect", server.url
        ) as url:
            client = LegacyClient(url, "2025-11-25", authorization="Bearer secret", **{"x-other": "no"})
            client.post(INITIALIZED)
            assert frames(client.call("a"))[-1]["result"]["content"][0]["text"] == "done"
        calls = [seen for seen in server.seen if seen[2] and seen[2].get("method") == "tools/call"]
        assert calls[0][1]["mcp-session-id"] == "s1" and calls[0][1]["mcp-protocol-version"] == "2025-06-18"
        assert calls[0][1]["authorization"] == "Bearer secret" and "x-other" not in calls[0][1]
        assert any(command == "DELETE" for command, _, _ in server.seen)


def test_a_challenge_reaches_the_client() -> None:
    """401 of the server is 401 for the client, with its `WWW-Authenticate`."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        return 401, {"www-authenticate": 'Bearer resource_metadata="https://x"'}, None

    with (
        Scripted(answer) as server,
        listening("--client", "auto", "--server", "2025-06-18", "--quiet", "--connect", server.url) as url,
    ):
        opening = LegacyClient(url).opening
        assert opening.status_code == 401
        assert opening.headers["www-authenticate"] == 'Bearer resource_metadata="https://x"'


def test_no_redirect_is_followed() -> None:
    """Headers of the client never reach another address."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        return 307, {"location": other.url}, None

    with (
        Scripted(well) as other,
        Scripted(answer) as server,
        listening("--client", "auto", "--server", "2025-06-18", "--quiet", "--connect", server.url) as url,
    ):
        opening = LegacyClient(url, authorization="Bearer secret").opening
        assert "redirect" in frames(opening)[-1]["error"]["message"] and not other.seen


def test_stdio_reaches_a_server_over_http() -> None:
    """`--connect` serves a client on stdin and stdout."""
    with Scripted(well) as server:
        command = [*BRIDGE, "--client", "2025-11-25", "--server", "2025-06-18", "--connect", server.url]
        text = "".join(json.dumps(frame) + "\n" for frame in (HELLO, INITIALIZED, call("a")))
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, timeout=CEILING, check=False
        )
        assert done.returncode == 0 and [json.loads(line)["id"] for line in done.stdout.splitlines()] == [
            0,
            "a",
        ]


def test_a_server_that_cannot_be_reached_is_an_answer() -> None:
    """Nothing hangs, and nothing is printed twice."""
    options = ("--client", "auto", "--server", "2025-06-18", "--quiet")
    with nowhere() as url, listening(*options, "--connect", url) as front:
        opening = LegacyClient(front).opening
        assert "cannot be reached" in frames(opening)[-1]["error"]["message"]
        assert "mcp-session-id" not in opening.headers


def test_arguments_are_mirrored_for_a_modern_server() -> None:
    """A tool that marks an argument gets the argument as a header, after `tools/list` or after -32020."""
    schema = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        if command != "POST" or "id" not in frame:
            return 405, {}, None
        head = {"jsonrpc": "2.0", "id": frame["id"]}
        if frame["method"] == "tools/list":
            tool = {"name": "t", "inputSchema": schema}
            result = {"tools": [tool], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
            return 200, {}, {**head, "result": result}
        if frame["method"] == "tools/call":
            if headers.get("mcp-param-region") != "=?base64?w7xi?=":
                return 400, {}, {**head, "error": {"code": -32020, "message": "Header mismatch"}}
            content = [{"type": "text", "text": "done"}]
            return 200, {}, {**head, "result": {"content": content, "resultType": "complete"}}
        return 404, {}, {**head, "error": {"code": -32601, "message": "no"}}

    with (
        Scripted(answer) as server,
        listening("--client", "auto", "--server", "2026-07-28", "--quiet", "--connect", server.url) as url,
    ):
        frame, headers = modern("tools/call", name="t", arguments={"region": "üb"})
        found = httpx2.post(url, json=frame, headers=headers, timeout=CEILING)
        assert frames(found)[-1]["result"]["content"][0]["text"] == "done"


# Official peers


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
def test_the_official_client_over_http(mode: str) -> None:
    """PyPI `mcp` calls a tool at either era."""

    async def talk(url: str) -> Any:
        async with Client(url, mode=mode) as client:
            return await client.call_tool("t", {})

    with (
        Scripted(well) as server,
        listening("--client", "auto", "--server", "2025-06-18", "--quiet", "--connect", server.url) as url,
    ):
        result = asyncio.run(asyncio.wait_for(talk(url), CEILING))
    assert [(block.type, block.text) for block in result.content] == [("text", "done")]


def test_the_front_is_an_application() -> None:
    """`mcp_bridge.app` answers inside another process's event loop, with its lifespan."""

    async def talk(url: str) -> int:
        app = mcp_bridge.app(url, server_revision="2025-06-18")
        async with app.router.lifespan_context(app):
            transport = httpx2.ASGITransport(app)
            async with httpx2.AsyncClient(
                transport=transport, base_url="http://localhost", timeout=CEILING
            ) as http:
                frame, headers = modern("tools/call", name="t")
                response = await http.post("/mcp", json=frame, headers=headers)
                assert frames(response)[-1]["result"]["content"][0]["text"] == "done"
                return response.status_code

    with Scripted(well) as server:
        assert asyncio.run(asyncio.wait_for(talk(server.url), CEILING)) == 200


ACCEPTS = {
    None: True,
    "text/event-stream": True,
    "application/json, text/event-stream": True,
    "Text/Event-Stream ; q=0.5": True,
    "text/*": True,
    "*/*;q=0.001": True,
    "text/html, */*": True,
    "text/event-stream;q=0, text/*": False,
    "text/event-stream; Q=0.000": False,
    "text/*;q=0, */*": False,
    "text/event-streams": False,
    "x-text/event-stream": False,
    "text/html": False,
    "": False,
}


@pytest.mark.parametrize("accept", ACCEPTS)
def test_the_range_that_fits_best_decides(accept: str | None) -> None:
    """A kind may be refused beside a wildcard; upper case and spaces mean nothing."""
    headers = {} if accept is None else {"accept": accept}
    assert accepts(headers, "text/event-stream") == ACCEPTS[accept]
    assert accepts(headers, "image/png", "text/event-stream") == (ACCEPTS[accept] or "*/*" in (accept or ""))


def test_the_header_accept_may_be_given_in_parts() -> None:
    """A stream of a client that names JSON in one header, and events in another, is opened."""

    def ask(url: str) -> int:
        client = LegacyClient(url)
        headers = [("mcp-session-id", client.session), ("accept", "a/b"), ("accept", "text/event-stream")]
        with httpx2.stream("GET", url, headers=headers, timeout=CEILING) as response:
            return response.status_code

    assert fronted(well, "2025-06-18", ask) == 200


def test_sessions_end_by_silence_without_a_lifespan() -> None:
    """A request ends the sessions that were idle before, where no lifespan runs that would."""

    async def talk(url: str) -> list[int]:
        app = mcp_bridge.app(url, server_revision="2025-06-18", front=FrontOptions(idle=NEVER))
        transport = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://localhost", headers=ACCEPT, timeout=CEILING
        ) as http:
            opened = await http.post("/mcp", json=HELLO)
            headers = {"mcp-session-id": opened.headers["mcp-session-id"]}
            found = []
            for idle in (NEVER, 0.1):
                object.__setattr__(app.state.bridge.pool.options, "idle", idle)
                await asyncio.sleep(SWEEP + 0.1 if idle < NEVER else 0)
                found.append((await http.post("/mcp", json=INITIALIZED, headers=headers)).status_code)
            return found

    with Scripted(well) as server:
        assert asyncio.run(asyncio.wait_for(talk(server.url), CEILING)) == [202, 404]
