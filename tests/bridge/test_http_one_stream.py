"""The HTTP+SSE transport of 2024-11-05 on the front: one stream, and an endpoint for bodies."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from mcp_bridge.http_front import KEEP_ALIVE, SOON
from mcp_bridge.http_headers import Challenge
from mcp_bridge.http_session import HttpSession
from mcp_bridge.options import HOLDING
from mcp_bridge.session_pool import HALF_OPEN
from support.bridge_process import HELLO
from support.front_replies import EVENTS, Fronted, Reply
from support.http_bridge import INITIALIZED, MODERN, modern
from support.instant_front import IDLE, LOG, PING, Server, call, number
from support.instant_loop import run_at_once

OLD = "2024-11-05"
OLD_HELLO = {**HELLO, "params": {**HELLO["params"], "protocolVersion": OLD}}


class OldClient:
    """A client of the transport: its stream, and the bodies that it posts to the endpoint."""

    def __init__(self, one: Fronted, **headers: str) -> None:
        self.one, self.headers = one, headers
        self.stream = one.start(b"", "GET", accept=EVENTS, **headers)

    async def opened(self) -> OldClient:
        """Wait for the endpoint, and open the session."""
        await self.connected()
        assert (await self.post(OLD_HELLO)).status == 202
        assert (await self.post(INITIALIZED)).status == 202
        return self

    async def connected(self) -> OldClient:
        """Wait for the endpoint."""
        await asyncio.sleep(0.01)
        assert self.stream.status == 200, self.stream.body
        return self

    @property
    def endpoint(self) -> str:
        """The URL that the first event names."""
        event, data, *_ = self.stream.body.decode().split("\r\n")
        assert event == "event: endpoint"
        return data.removeprefix("data: ")

    def begin(self, body: Any, **headers: str) -> Reply:
        """Begin to post a body."""
        return self.one.start(body, path=self.endpoint, **{"accept": "*/*", **self.headers, **headers})

    async def post(self, body: Any, **headers: str) -> Reply:
        """Post a body and return the whole reply."""
        reply = self.begin(body, **headers)
        await asyncio.wait([reply.task], timeout=60)
        return reply

    @property
    def frames(self) -> list[Any]:
        """The frames that have come on the stream."""
        lines = self.stream.body.decode().split("\r\n")
        pairs = zip(lines, lines[1:], strict=False)
        return [json.loads(data[6:]) for event, data in pairs if event == "event: message"]

    @property
    def session(self) -> HttpSession:
        """The session of this client."""
        session = self.one.front.pool._by_id[self.endpoint.partition("=")[2]]
        assert isinstance(session, HttpSession)
        return session


def test_a_session_on_one_stream() -> None:
    """The stream carries answers, notifications and requests of the server, in order and without ids."""

    async def run() -> None:
        one = Fronted()
        client = await OldClient(one).opened()
        assert client.stream.headers["content-type"] == EVENTS
        assert client.endpoint.startswith("/mcp?sessionId=") and len(client.endpoint) > 40
        assert client.frames[0]["result"]["protocolVersion"] == OLD
        assert (await client.post(call(7))).status == 202
        one.server.say(LOG)
        one.server.say(PING)
        one.answer()
        await asyncio.sleep(0.01)
        assert [each.get("method") or each["id"] for each in client.frames[1:]] == [LOG["method"], "ping", 7]
        asked = client.frames[2]["id"]
        assert (await client.post({"jsonrpc": "2.0", "id": asked, "result": {}})).status == 202
        assert one.server.sent[-1] == {"jsonrpc": "2.0", "id": PING["id"], "result": {}}
        await asyncio.sleep(KEEP_ALIVE + 1)
        assert client.stream.body.count(b": ping") == 1 and b"\r\nid: " not in client.stream.body
        session = one.server.session
        assert not session.bridge.pending and not session.calls and [*session._streams] == ["0"]

    run_at_once(run())


def test_the_session_ends_with_its_stream() -> None:
    """A client that hangs up ends its session; the endpoint is then 404, and the server is stopped."""

    async def run() -> None:
        one = Fronted()
        client = await OldClient(one).opened()
        assert (await client.post(call(1))).status == 202
        server = one.server
        await asyncio.sleep(3 * IDLE)
        one.front.pool.sweep()
        assert len(one.front.pool) == 1  # a client that reads keeps its session
        client.stream.hang_up()
        await asyncio.sleep(0.1)
        assert len(one.front.pool) == 0 and client.stream.task.done()
        assert [each for each, _ in server.calls] == ["stop"]
        assert (await client.post(call(2))).status == 404

    run_at_once(run())


def test_the_end_of_the_server_ends_the_stream() -> None:
    """The open call is answered first."""

    async def run() -> None:
        one = Fronted()
        client = await OldClient(one).opened()
        await client.post(call(1))
        one.server.session.upstream_ended(one.server)
        await asyncio.sleep(0.1)
        assert client.frames[-1]["id"] == 1 and "error" in client.frames[-1]
        assert client.stream.task.done()

    run_at_once(run())


@pytest.mark.parametrize("owner", [{}, {"authorization": "Bearer a"}])
def test_an_endpoint_belongs_to_the_identity_that_opened_the_stream(owner: dict[str, str]) -> None:
    """Another authorization, a part of the id, and the id in the header of the other transport are 404."""

    async def run() -> None:
        one = Fronted()
        client = await OldClient(one, **owner).opened()
        for other in ({"authorization": "Bearer b"}, {"authorization": ""}):
            if other.get("authorization") or owner:
                assert (await client.post(call(1), **other)).status == 404
        id = client.endpoint.partition("=")[2]
        for path in ("/mcp?sessionId=", f"/mcp?sessionId={id[:-1]}"):
            assert (await one.ask(call(1), path=path, **owner)).status == 404
        named = {"mcp_session_id": id, **owner}
        for method in ("GET", "POST", "DELETE"):
            assert (await one.ask(call(1) if method == "POST" else b"", method, **named)).status == 404
        streamable = await one.opened()
        path = f"/mcp?sessionId={streamable['mcp_session_id']}"
        assert (await one.ask(call(1), path=path)).status == 404
        assert not one.front.pool._by_id[streamable["mcp_session_id"]].is_over
        assert not client.session.bridge.pending and not client.session.is_over

    run_at_once(run())


def test_a_new_authorization_takes_the_endpoint_over_once_the_server_accepts_it() -> None:
    """As in a session of the other transport."""

    async def run() -> None:
        one = Fronted()
        client = await OldClient(one, authorization="Bearer old").opened()
        one.server.knows_owner = True
        assert (await client.post(call(1), authorization="Bearer bad")).status == 404
        assert (await client.post(call(1), authorization="Bearer good")).status == 202

    run_at_once(run())


@pytest.mark.parametrize("is_late", [False, True])
def test_a_challenge_to_initialize_is_an_http_error(is_late: bool) -> None:
    """So that the client logs in. A later one is an error on the stream, because the body was accepted."""

    async def run() -> None:
        one = Fronted()
        client = await OldClient(one).connected()
        challenge = Challenge(401, "Bearer realm=x", "who are you?")
        server = one.server
        real = server.send

        def hold(*given: Any) -> None:
            server.sent.append(json.loads(given[1]))

        server.send = hold  # type: ignore[method-assign]
        reply = client.begin(OLD_HELLO)
        await asyncio.sleep(2 * SOON if is_late else SOON / 2)
        assert reply.task.done() is is_late
        (stream,) = (each for name, each in server.session._streams.items() if name != "0")
        server.session.challenged(stream, challenge)
        server.say({"id": server.sent[-1]["id"], "error": {"code": -1, "message": "who are you?"}})
        await asyncio.sleep(0.01)
        if is_late:
            assert reply.status == 202 and client.frames[-1]["error"]["message"] == "who are you?"
        else:
            assert reply.status == 401 and reply.headers["www-authenticate"] == "Bearer realm=x"
            assert client.frames == []
            server.send = real  # type: ignore[method-assign]
            assert (await client.post(OLD_HELLO, authorization="Bearer good")).status == 202
            assert "result" in client.frames[-1]

    run_at_once(run())


def test_a_request_beyond_a_limit_is_answered_on_the_stream() -> None:
    """Old clients end their session after an HTTP error; a body without a request has nothing else."""

    async def run() -> None:
        one = Fronted(streams=2)
        client = await OldClient(one).opened()
        for id in range(3):
            assert (await client.post(call(id))).status == 202
        await asyncio.sleep(0.01)
        assert client.frames[-1]["id"] == 2 and "requests" in client.frames[-1]["error"]["message"]
        assert (await client.post(b"{")).status == 400
        assert (await client.post([call(8)])).status == 400
        assert (await client.post({"jsonrpc": "2.0"})).status == 400
        assert (await client.post(b"{}", content_type="text/plain")).status == 415
        frame, headers = modern("tools/list")
        other = await OldClient(one).connected()
        refused = await other.post(frame, **{**headers, "accept": "*/*"})
        assert refused.status == 400 and "initialize" in refused.tree["error"]["message"]

    run_at_once(run())


def test_a_stream_without_initialize_makes_room_and_ends() -> None:
    """After a while, if the sessions are needed; after the idle time in any case."""

    async def run() -> None:
        one = Fronted(sessions=2)
        silent = [await OldClient(one).connected() for _ in range(2)]
        refused = await one.ask(b"", "GET", accept=EVENTS)
        assert refused.status == 503
        await asyncio.sleep(HALF_OPEN + 1)
        client = await OldClient(one).opened()
        assert [each.stream.task.done() for each in silent] == [True, False]
        await asyncio.sleep(IDLE + 2)
        one.front.pool.sweep()
        await asyncio.sleep(0.1)
        assert silent[1].stream.task.done() and not client.stream.task.done()
        assert len(one.front.pool) == 1

    run_at_once(run())


@pytest.mark.parametrize("event", ["hang up", "stop", "make room"])
def test_nothing_is_left_of_a_session_that_ends_while_its_server_starts(
    event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client may hang up, the front may stop, or another client may need the session."""

    async def run() -> None:
        one = Fronted(sessions=1)
        may_start = asyncio.Event()

        async def start(server: Server) -> None:
            await may_start.wait()

        monkeypatch.setattr(Server, "start", start)
        reply = one.start(b"", "GET", accept=EVENTS)
        await asyncio.sleep(HALF_OPEN + 1)
        assert len(one.front.pool) == 1 and not reply.task.done()
        if event == "hang up":
            reply.hang_up()
        elif event == "stop":
            one.front.pool.end_all()
        else:
            other = one.start(b"", "GET", accept=EVENTS)
            await asyncio.sleep(0.1)
        may_start.set()
        await asyncio.sleep(0.1)
        assert reply.task.done() and len(one.front.pool) == (event == "make room")
        assert reply.status == (200 if event == "hang up" else 503)
        if event == "stop":
            assert "the bridge is stopping" in reply.tree["error"]["message"]
        if event == "make room":
            assert other.status == 200 and "another client" in reply.tree["error"]["message"]

    run_at_once(run())


@pytest.mark.parametrize("reads", [True, False])
def test_a_client_that_reads_nothing_cannot_post_more(reads: bool) -> None:
    """A body waits until the client has read. A client that never reads loses its session."""

    async def run() -> None:
        one = Fronted(unread=1000)
        client = await OldClient(one).opened()
        session = client.session
        client.stream.reads.clear()
        for id in range(2):
            assert (await client.post(call(id))).status == 202
            one.server.say({"id": number(one.server.session), "result": {"content": [], "x": "y" * 600}})
        waiting = client.begin(call(9))
        await asyncio.sleep(HOLDING / 2)
        assert not waiting.task.done()
        if reads:
            client.stream.reads.set()
        else:
            await asyncio.sleep(HOLDING)
            one.front.pool.sweep()
        await asyncio.sleep(0.1)
        assert waiting.status == (202 if reads else 404)
        assert session.is_over is not reads

    run_at_once(run())


def test_the_endpoint_has_the_path_of_the_mount() -> None:
    """The client reaches the endpoint at the origin of the stream, so its path is whole and escaped."""

    async def run() -> None:
        one = Fronted()
        one.app = Starlette(routes=[Mount("/{tenant}", one.app)])
        stream = one.start(b"", "GET", path="/a b\r\n/mcp", accept=EVENTS)
        await asyncio.sleep(0.01)
        assert stream.body.split(b"\r\n")[1].startswith(b"data: /a%20b%0D%0A/mcp?sessionId=")

    run_at_once(run())


def test_a_front_without_revisions_with_a_handshake_has_no_such_stream() -> None:
    """The GET is refused as before."""

    async def run() -> None:
        assert (await Fronted(MODERN, asked=MODERN).ask(b"", "GET", accept=EVENTS)).status == 400
        assert (await Fronted(asked=OLD).ask(b"", "GET", accept="*/*")).status == 400
        client = await OldClient(Fronted(asked="2025-03-26")).connected()
        await client.post(HELLO)
        assert "result" in client.frames[0]

    run_at_once(run())
