"""Answers, sessions, tokens and limits over time, as clients and servers of the command see them.

Each test is one defect that a user met. The servers do what each call says (`tests/peers/planned.py`).
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import mcp_bridge
from mcp_bridge import http_client
from mcp_bridge.http_client import HttpClient as UpstreamClient
from mcp_bridge.http_client import UpstreamFailure
from mcp_bridge.options import BridgeOptions, FrontOptions, new_bridge
from support.askers import TROUBLE, Client, HttpClient, Manner
from support.bridge_pair import meta as request_meta
from support.bridge_process import BRIDGE, descendants, odd
from support.driven_clock import run_driven, skip
from support.http_bridge import INITIALIZED, MODERN, ListeningBridge, serving
from support.http_client import Connection
from support.oracle import oracle
from support.paths import PEERS
from support.planned_upstream import Upstream
from support.random_sessions import resident
from support.waiting import CEILING, NEVER, until

LEGACY = "2025-06-18"
HOLD = Manner(cancel=0.5, resume=False)
MIB = 1 << 20


def planned(revision: str = LEGACY) -> list[str]:
    """Return the command of a planned server."""
    return ["--", sys.executable, str(PEERS / "planned.py"), revision]


@pytest.fixture
def front() -> Iterator[Callable[..., ListeningBridge]]:
    """Start bridges over HTTP that end with the test."""
    started: list[ListeningBridge] = []

    def start(*arguments: str) -> ListeningBridge:
        started.append(ListeningBridge("--quiet", *arguments, bridge=BRIDGE))
        return started[-1]

    yield start
    for one in started:
        one.__exit__()


def run(work: Awaitable[Any]) -> Any:
    """Run a test's work."""

    async def whole() -> Any:
        return await work

    return asyncio.run(whole())


@asynccontextmanager
async def upstream(front: Any, revision: str = LEGACY, *options: str) -> AsyncIterator[tuple[Upstream, str]]:
    """Serve the planned server over HTTP in this loop; yield it and the URL of a bridge in front."""
    server = Upstream(revision)
    async with serving(server.app) as port:
        yield server, front(*options, "--connect", f"http://127.0.0.1:{port}/mcp").url


async def opened(
    url: str, revision: str = LEGACY, tenant: str = "t", number: int = 0, **how: bool
) -> HttpClient:
    """Return a client whose session is open."""
    client = HttpClient(url, revision, tenant, number)
    await client.open(**how)
    return client


def calls_of(behind: Upstream) -> list[str]:
    """Return the calls that a server has not answered; subscriptions of the session stay open."""
    return [name for name in behind.pending() if not name.startswith("listen")]


def fine(*clients: Client) -> None:
    """Check that no client met a fault."""
    assert [fault for client in clients for fault in client.faults] == []


# Requests end


@pytest.mark.parametrize("server", [LEGACY, MODERN])
def test_cancelled_calls_are_forgotten(front: Any, server: str) -> None:
    """A session that cancelled more calls than it may have open goes on, and each stream ends."""

    async def work() -> None:
        async with upstream(front, server) as (behind, url):
            client = await opened(url, "2025-11-25")
            for _ in range(6):
                holds = [client.calling(["hold"], HOLD, TROUBLE - {"result"}) for _ in range(50)]
                await asyncio.gather(*map(client.run, holds))
            assert (await client.run(client.calling([]))).ends == ["result"]
            assert await until(lambda: not calls_of(behind))
            fine(client)

    run(work())


@pytest.mark.parametrize("client_revision, server", [(LEGACY, LEGACY), (LEGACY, MODERN), (MODERN, LEGACY)])
def test_no_answer_of_many_calls_at_once_is_lost(front: Any, client_revision: str, server: str) -> None:
    """A session makes 64 calls at once, ten times."""

    async def work() -> None:
        async with upstream(front, server) as (_, url):
            client = await opened(url, client_revision)
            for _ in range(10):
                calls = [client.calling(["progress"]) for _ in range(64)]
                await asyncio.gather(*map(client.run, calls))
            fine(client)

    run(work())


def test_a_client_of_json_alone_gets_one_object(front: Any) -> None:
    """A client without `text/event-stream` in `Accept` gets the answer alone, without notifications."""

    async def work() -> None:
        async with upstream(front) as (_, url):
            for revision in ("2025-03-26", "2025-11-25", MODERN):
                client = await opened(url, revision)
                await client.run(client.calling(["progress", "log"], Manner(json_only=True)))
                fine(client)

    run(work())


def test_a_client_of_json_alone_never_waits_on_an_input_request(front: Any) -> None:
    """The call ends with an outcome or an error, because its client can see no input request."""

    async def work() -> None:
        async with upstream(front) as (_, url):
            for revision in ("2025-03-26", "2025-11-25", MODERN):
                client = await opened(url, revision, listens=False)
                await client.run(client.calling(["ask"], Manner(json_only=True), TROUBLE | {"result"}))
                fine(client)

    run(work())


@pytest.mark.parametrize("server", [LEGACY, MODERN])
def test_an_input_request_never_goes_to_a_call_whose_client_hung_up(front: Any, server: str) -> None:
    """The newest call has no reader any more; the input request of the other call reaches its client."""

    async def work() -> None:
        bridge = front(*planned(server))
        client = await opened(bridge.url, "2025-11-25", listens=False)
        asking = asyncio.ensure_future(client.run(client.calling(["wait:0.6", "ask"])))
        await asyncio.sleep(0.2)
        await client.run(client.calling(["hold"], Manner(hang_up=0.2, resume=False), TROUBLE))
        await asking
        fine(client)

    run(work())


@pytest.mark.parametrize("listens", [True, False])
def test_an_input_request_moves_from_a_stream_that_nobody_comes_back_to(front: Any, listens: bool) -> None:
    """The client of the newest call, which has shown an id, hangs up for good: another stream takes over."""

    async def work() -> None:
        bridge = front(*planned())
        client = await opened(bridge.url, "2024-11-05", listens=listens)
        asking = asyncio.ensure_future(client.run(client.calling(["wait:1", "ask"])))
        await asyncio.sleep(0.2)
        manner = Manner(hang_up=0.4, resume=False)
        await client.run(client.calling(["progress", "hold"], manner, TROUBLE))
        if not listens:
            await client.run(client.calling(["wait:8"]))
        await asking
        fine(client)

    run(work())


class Asked(HttpClient):
    """A client that does not answer input requests, and notes that one has come."""

    def __init__(self, url: str) -> None:
        super().__init__(url, LEGACY, "t", 0)
        self.asked = asyncio.Event()

    async def reply(self, input_request: Any, request: Any) -> None:
        """Note that an input request has come."""
        self.asked.set()


def test_an_input_request_that_nobody_comes_for_is_refused() -> None:
    """No stream of the session is read for the idle time, and other requests keep the session."""
    idle = 3 * CEILING

    async def work() -> None:
        behind = Upstream(LEGACY)
        async with serving(behind.app) as port:
            app = mcp_bridge.app(f"http://127.0.0.1:{port}/mcp", front=FrontOptions(idle=idle))
            async with serving(app) as own_port:
                client = Asked(f"http://127.0.0.1:{own_port}/mcp")
                await client.open(listens=False)
                call = client.calling(["ask"])
                calling = asyncio.ensure_future(client.run(call))
                await client.asked.wait()
                calling.cancel()
                (session,) = app.state.bridge.pool._all
                await until(lambda: not session.is_read)
                skip(0.6 * idle)
                await client.run(client.asking("tools/list"))
                assert behind.pending() == [call.nonce]
                skip(0.6 * idle)
                await client.run(client.asking("tools/list"))
                await until(lambda: behind.notes["answered"][call.nonce])
                fine(client)

    run_driven(work())


@pytest.mark.parametrize("late", [0.5, 3.0])
@pytest.mark.parametrize("revision", ["2025-11-25", MODERN])
def test_a_cancellation_does_not_overtake_its_call(front: Any, revision: str, late: float) -> None:
    """The server takes up a call late: the cancellation waits until it responds, or comes again.

    A server on a busy machine may need longer than the bridge waits.
    """

    async def work() -> None:
        async with upstream(front) as (behind, url):
            behind.late = late
            client = await opened(url, revision, listens=False)
            for _ in range(4):
                manner = Manner(cancel=0.1, resume=False)
                await client.run(client.calling(["hold"], manner, TROUBLE - {"result"}))
            wanted = 0 if revision == MODERN else 4  # such a client ends the session of its call
            assert await until(lambda: behind.notes["cancelled"].total() >= wanted and not behind.pending())
            fine(client)

    run(work())


def test_no_request_with_a_new_token_overtakes_another(front: Any) -> None:
    """The call and its cancellation wait for one judgement of the server."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            client = await opened(url, listens=False)
            for _ in range(4):
                client.token += 1
                await client.run(client.calling(["hold"], Manner(cancel=0.0, resume=False), TROUBLE))
            assert await until(lambda: not behind.pending())
            fine(client)

    run(work())


@pytest.mark.parametrize("revision", ["2025-11-25", MODERN])
@pytest.mark.parametrize("server", [LEGACY, MODERN])
def test_sigterm_answers_every_open_call_over_http(
    front: Any, revision: str, server: str, tmp_path: Path
) -> None:
    """Each open call ends with an error under its own id, and the process ends."""
    notes = tmp_path / "notes"

    async def work() -> None:
        bridge = front(*planned(server), str(notes))
        client = await opened(bridge.url, revision, listens=False)
        holds = [client.calling(["progress", "hold"], may_end=frozenset({"error"})) for _ in range(8)]
        ending = [asyncio.ensure_future(client.run(one)) for one in holds]
        await until(lambda: notes.exists() and notes.read_text().count("open t-") == len(holds))
        bridge.process.send_signal(signal.SIGTERM)
        await asyncio.gather(*ending)
        fine(client)
        assert await until(lambda: bridge.process.poll() is not None)

    run(work())


# Sessions, tokens, headers


@pytest.mark.parametrize("server", [LEGACY, MODERN])
def test_headers_travel_with_their_call(front: Any, server: str) -> None:
    """Calls at once in one session have the header of their own request, or none."""

    async def work() -> None:
        async with upstream(front, server, "--forward-header", "x-tenant") as (_, url):
            client = await opened(url, "2025-11-25")
            for round in range(12):
                calls = []
                for tenant in ("a", "b", "t"):
                    client.more = {} if tenant == "t" else {"x-tenant": tenant}
                    client.tenant = tenant
                    calls.append(asyncio.ensure_future(told(client, tenant)))
                    await asyncio.sleep(0)
                assert await asyncio.gather(*calls) == ["a", "b", "t"], round

    async def told(client: HttpClient, tenant: str) -> str:
        request = client.calling(["wait:0.02"])
        headers = {**client.headers(request.frame), "authorization": "Bearer t.1"}
        async with Connection(client.url) as connection:
            answer = await connection.post(request.frame, headers)
        said: str = json.loads(answer.frames[-1]["result"]["content"][0]["text"])["tenant"]
        return said

    run(work())


def test_a_token_refreshed_in_time_keeps_its_session(front: Any) -> None:
    """The next request of the session has a new token, while the old one is valid."""

    async def work() -> None:
        async with upstream(front) as (_, url):
            client = await opened(url)
            client.token += 1
            await client.run(client.calling([]))
            fine(client)

    run(work())


@pytest.mark.parametrize("server", ["a URL", "a child"])
def test_no_token_takes_a_session_over_where_the_server_has_none(front: Any, server: str) -> None:
    """Acceptance by a server without sessions names no owner: even a valid token of the tenant gets 404."""

    async def work() -> None:
        async with upstream(front, MODERN) as (_, url):
            client = await opened(url if server == "a URL" else front(*planned()).url)
            for thief in (HttpClient(client.url, LEGACY, tenant, 1) for tenant in ("t", "other", "bad")):
                thief.session = client.session
                for frame in (thief.calling([]).frame, INITIALIZED):
                    assert await thief.tell(frame) == 404, thief.tenant
            await client.run(client.calling([]))
            fine(client)

    run(work())


def test_a_server_without_sessions_asks_for_the_next_token(front: Any) -> None:
    """Its challenge lets one accepted token take the session over, without the streams of the last one."""

    async def work() -> None:
        async with upstream(front, MODERN) as (behind, url):
            client = await opened(url, "2025-11-25", listens=False)
            seen = await client.run(client.calling(["progress", "wait:1.5"]))
            behind.revoked.add(client.headers()["authorization"])
            challenged = await client.run(client.calling([], may_end=TROUBLE - {"result"}))
            assert challenged.ends != ["result"]
            client.token += 1
            await client.run(client.calling([]))
            async with Connection(url) as connection:
                headers = {**client.headers(), "last-event-id": seen.last or ""}
                connection.write(connection.request(None, headers, "GET"))
                assert (await connection.head())[0] == 400
            thief = HttpClient(url, "2025-11-25", "other", 1)
            thief.session = client.session
            assert await thief.tell(INITIALIZED) == 404
            fine(client)

    run(work())


def test_a_session_is_ended_with_the_token_of_its_end(front: Any) -> None:
    """The first request with the new token is the DELETE: the server gets that token."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            client = await opened(url, listens=False)
            behind.revoked.add(client.headers()["authorization"])
            client.token += 1
            assert await client.close() == 200
            assert await until(lambda: not behind.sessions)

    run(work())


class Revoked(HttpClient):
    """A client whose token is revoked while its first answer is on its way; the bridge says so."""

    def __init__(self, url: str, revision: str, behind: Upstream) -> None:
        super().__init__(url, revision, "t", 0)
        self.behind: Upstream | None = behind
        self.statuses: list[int] = []

    def revoke(self) -> None:
        """Revoke the token, once."""
        if self.behind is not None:
            self.behind.revoked.add(self.headers()["authorization"])
            self.behind = None

    async def tell(self, frame: Any) -> int:
        """Post an answer with the token that is revoked."""
        if "method" not in frame:
            self.revoke()
        status = await super().tell(frame)
        if "method" not in frame:
            self.statuses.append(status)
        return status

    def follow_up(self, request: Any, result: Any) -> None:
        """Come back with the token that is revoked."""
        self.revoke()
        super().follow_up(request, result)


def test_an_answer_survives_its_token(front: Any) -> None:
    """The server refuses the answer of a client: the client is told, and its next token brings the answer."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            client = Revoked(url, "2025-11-25", behind)
            await client.open()
            asking = asyncio.ensure_future(client.run(client.calling(["ask:2"])))
            assert await until(lambda: len(client.statuses) == 2)
            assert client.statuses == [401, 401]
            client.token += 1
            await client.run(client.calling([]))
            await asyncio.wait_for(asking, CEILING)
            fine(client)
            assert behind.pending() == []

    run(work())


def test_a_client_that_comes_back_with_a_revoked_token_is_challenged(front: Any) -> None:
    """A client of 2026-07-28 gets the challenge, and its call is given up: a new token is another client."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            client = Revoked(url, MODERN, behind)
            given_up = await client.run(client.calling(["ask"], may_end=TROUBLE))
            assert given_up.ends == ["error"]
            assert await until(lambda: not behind.pending())
            client.token += 1
            await client.run(client.calling(["ask"]))
            fine(client)

    run(work())


@pytest.mark.parametrize("revision", ["2025-11-25", MODERN])
def test_an_answer_survives_failures(front: Any, revision: str) -> None:
    """A server is out of order, twice, when an answer comes."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            behind.refuses_answers = 2
            client = await opened(url, revision)
            await client.run(client.calling(["ask"]))
            fine(client)

    run(work())


def test_the_end_of_a_session_waits_for_no_answer(front: Any) -> None:
    """A server takes an answer late: the client's POST waits for that, and ends with the session."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            behind.holds_answers = NEVER
            client = await opened(url, "2025-11-25")
            asking = asyncio.ensure_future(client.run(client.calling(["ask"], may_end=TROUBLE)))
            assert await until(lambda: client.background)
            await asyncio.sleep(0.5)
            await client.close()
            assert await until(lambda: not client.background and asking.done())

    run(work())


def test_after_a_challenge_the_session_is_still_its_openers(front: Any) -> None:
    """A stranger with the id of the session sees nothing of it; the owner's next token goes on."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            client = await opened(url)
            behind.revoked.add(client.headers()["authorization"])
            challenged = await client.run(client.calling([], may_end=TROUBLE - {"result"}))
            assert challenged.ends != ["result"]
            for name in ("bad", "other"):
                thief = HttpClient(url, LEGACY, name, 1)
                thief.session = client.session
                await thief.run(thief.calling([], may_end=frozenset({"status", "error"})))
                async with Connection(url) as connection:
                    for last in ("1-1", "0", "2-0"):
                        headers = {**thief.headers(), "last-event-id": last}
                        connection.write(connection.request(None, headers, "GET"))
                        status, _ = await connection.head()
                        assert status in (400, 401, 403, 404)
                        break
                fine(thief)
            client.token += 1
            await client.run(client.calling([]))
            fine(client)
            assert behind.faults == []

    run(work())


def test_a_kept_call_outlives_idle(front: Any) -> None:
    """A client of 2026-07-28 takes its time over an input request, longer than `--idle`."""

    async def work() -> None:
        bridge = front("--idle", "1", *planned())
        client = SlowToAnswer(bridge.url, MODERN, "t", 0)
        await client.run(client.calling(["ask"]))
        fine(client)

    run(work())


class SlowToAnswer(HttpClient):
    """A client that comes back after four seconds."""

    def follow_up(self, request: Any, result: Any) -> None:
        """Wait, then answer."""
        time.sleep(4)
        super().follow_up(request, result)


def test_abandoned_input_requests_block_nobody(front: Any) -> None:
    """Twenty calls are left with their input requests; the next call waits for none of them."""

    async def work() -> None:
        bridge = front(*planned())
        client = await opened(bridge.url, MODERN)
        never = Manner(reply="never")
        for _ in range(20):
            await client.run(client.calling(["ask"], never, TROUBLE))
        await client.run(client.calling([]))
        fine(client)

    run(work())


@pytest.mark.parametrize("source", ["x-forwarded-for", "forwarded"])
def test_an_identity_is_not_what_a_client_says(front: Any, source: str) -> None:
    """Another forwarded address in each request makes no other client."""

    async def work() -> None:
        bridge = front(*planned())
        client = await opened(bridge.url, MODERN)
        for number in range(8):
            address = f"10.0.0.{number}"
            client.more = {source: address if source == "x-forwarded-for" else f"for={address}"}
            await client.run(client.calling([]))
        fine(client)
        assert len(descendants(bridge.process.pid)) == 1

    run(work())


def test_an_empty_authorization_is_none(front: Any) -> None:
    """Clients of two addresses with an empty `Authorization` do not share a server session."""

    async def work() -> None:
        bridge = front(*planned())
        client = await opened(bridge.url, MODERN)
        for source in ("127.0.0.1", "127.0.0.2"):
            request = client.calling([])
            headers = {**client.headers(request.frame), "authorization": ""}
            async with Connection(bridge.url, source=source) as connection:
                answer = await connection.post(request.frame, headers)
            assert answer.status == 200, answer
        assert len(descendants(bridge.process.pid)) == 2

    run(work())


# Streams of the server


def test_one_general_stream_is_open(front: Any) -> None:
    """However often a client says `notifications/initialized`, the server sees one GET."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            client = await opened(url)
            for _ in range(50):
                await client.tell(INITIALIZED)
            await client.run(client.calling([]))
            (session,) = behind.sessions.values()
            assert await until(lambda: len(session.general) == 1)
            assert behind.faults == []

    run(work())


def test_a_refused_initialized_leaves_the_session_its_ears(front: Any) -> None:
    """The server fails at `notifications/initialized`; changes and input requests still reach the client."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            behind.fails = {"notifications/initialized"}
            client = await opened(url)
            await client.subscribe()
            await client.run(client.calling(["ask"]))
            fine(client)

    run(work())


def test_a_challenge_at_a_resumption_reaches_the_client(front: Any) -> None:
    """A stream breaks after an event with an id, and the server wants another token to take it up."""

    async def answer(request: Request) -> Response:
        if request.method == "GET":
            is_rest = "last-event-id" in request.headers
            challenge = {"www-authenticate": 'Bearer error="invalid_token"'}
            return Response(status_code=401 if is_rest else 405, headers=challenge if is_rest else {})
        frame = await request.json() if request.method == "POST" else {}
        if frame.get("method") == "tools/call":
            return Response("id: 1\nretry: 50\ndata:\n\n", media_type="text/event-stream")
        if "id" not in frame:
            return Response(status_code=202)
        result = {"protocolVersion": LEGACY, "capabilities": {"tools": {}}}
        result["serverInfo"] = {"name": "s", "version": "1"}
        answered = {"jsonrpc": "2.0", "id": frame["id"], "result": result}
        return JSONResponse(answered, headers={"mcp-session-id": "s1"})

    async def work() -> None:
        app = Starlette(routes=[Route("/mcp", answer, methods=["GET", "POST", "DELETE"])])
        async with serving(app) as port:
            bridge = front("--connect", f"http://127.0.0.1:{port}/mcp")
            client = await opened(bridge.url, listens=False)
            async with Connection(bridge.url) as connection:
                answered = await connection.post(client.calling([]).frame, client.headers())
            assert answered.status == 401
            assert answered.headers["www-authenticate"] == 'Bearer error="invalid_token"'

    run(work())


@pytest.mark.parametrize("kind", ["reads nothing", "chunks of one byte"])
def test_one_slow_client_delays_no_other(front: Any, kind: str) -> None:
    """Another tenant's calls are answered beside a client that stalls, or that sends a body byte by byte."""

    async def hinder(client: HttpClient, connection: Connection) -> None:
        if kind == "reads nothing":
            connection.write(connection.request(client.calling([], size=6_000_000).frame, client.headers()))
            return
        lines = [f"{name}: {value}" for name, value in client.headers().items()]
        head = ["POST /mcp HTTP/1.1", "host: localhost", *lines, "transfer-encoding: chunked"]
        connection.write("\r\n".join([*head, "\r\n"]).encode())
        while True:
            connection.write(b"1\r\n \r\n" * 4000)
            await asyncio.sleep(0.05)

    async def work() -> None:
        bridge = front(*planned())
        slow = await opened(bridge.url, tenant="slow", listens=False)
        client = await opened(bridge.url, listens=False)
        async with Connection(bridge.url, 4096) as connection:
            hindering = asyncio.ensure_future(hinder(slow, connection))
            for _ in range(20):
                await client.run(client.calling([]))
                await asyncio.sleep(0.05)
            hindering.cancel()
        fine(client)

    run(work())


def test_a_general_stream_is_opened_again_after_an_outage(front: Any) -> None:
    """The server refuses the stream for nine seconds; then it is there again."""

    async def work() -> None:
        async with upstream(front) as (behind, url):
            await opened(url)
            (session,) = behind.sessions.values()
            assert await until(lambda: session.general)
            behind.is_out = True
            session.drop_streams()
            await asyncio.sleep(9)
            assert not session.general
            behind.is_out = False
            assert await until(lambda: session.general)

    run(work())


@pytest.mark.parametrize(
    "revision",
    ["2025-11-25", MODERN],
)
def test_a_broken_subscription_is_opened_again(front: Any, revision: str) -> None:
    """The server ends the stream of a subscription; the client notices nothing, or is told."""

    async def work() -> None:
        async with upstream(front, MODERN) as (behind, url):
            client = await opened(url, revision)
            stays = asyncio.ensure_future(subscribe(client))
            assert await until(lambda: behind.subscriptions)
            first = set(behind.subscriptions)
            behind.drop_streams()
            again = await until(lambda: behind.subscriptions - first or stays.done())
            assert again
            stays.cancel()

    async def subscribe(client: HttpClient) -> None:
        if client.is_modern:
            frame = client.framed("subscriptions/listen", "s", {"notifications": {"toolsListChanged": True}})
            async with Connection(client.url) as connection:
                await connection.post(frame, client.headers(frame))
        else:
            frame = client.framed("resources/subscribe", "s", {"uri": "file:///a"})
            async with Connection(client.url) as connection:
                answer = await connection.post(frame, client.headers(frame))
            assert answer.frames[-1]["result"] == {}, answer
            await asyncio.Event().wait()

    run(work())


def test_streams_of_a_client_are_bounded(front: Any) -> None:
    """One client has at most 256 subscriptions; the next is refused with an error."""

    async def work() -> None:
        bridge = front(*planned(MODERN))
        client = await opened(bridge.url, MODERN)
        ended: list[int] = []

        async def listen(number: int) -> None:
            frame = client.framed(
                "subscriptions/listen", number, {"notifications": {"toolsListChanged": True}}
            )
            async with Connection(bridge.url) as connection:
                ended.append((await connection.post(frame, client.headers(frame))).status)

        tasks = [asyncio.ensure_future(listen(number)) for number in range(300)]
        assert await until(lambda: len(ended) >= 44)
        await asyncio.sleep(1)
        assert len(ended) == 44
        for task in tasks:
            task.cancel()

    run(work())


# Children


@pytest.mark.parametrize("size", [10, 300_000])
def test_the_last_line_of_a_child_is_an_answer(front: Any, size: int) -> None:
    """A child writes its answer on a line without an end, and exits; its client reads late."""

    async def work() -> None:
        bridge = front(*["--", *odd("last", size)])

        async def one(number: int) -> None:
            client = await opened(bridge.url, "2025-11-25", f"t{number}", listens=False)
            frame = client.framed("tools/call", 1, {"name": "t"})
            async with Connection(bridge.url, 4096) as connection:
                connection.write(connection.request(frame, client.headers()))
                _, headers = await connection.head()
                await asyncio.sleep(0.5)
                seen = [frame async for _, frame in connection.events(headers) if frame is not None]
            assert len(seen[-1]["result"]["content"][0]["text"]) == size

        await asyncio.gather(*(one(number) for number in range(8)))

    run(work())


def test_a_line_without_end_is_bounded(front: Any) -> None:
    """A child writes a line beyond every bound; the bridge keeps its memory, and answers the call."""

    async def work() -> None:
        bridge = front(*["--", *odd("endless", 400 * MIB)])
        client = await opened(bridge.url, "2025-11-25", listens=False)
        before, most = resident(bridge.process.pid), 0.0
        call = asyncio.ensure_future(client.run(client.calling([], may_end=TROUBLE - {"result"})))
        while not call.done():
            most = max(most, resident(bridge.process.pid) - before)
            await asyncio.sleep(0.05)
        assert most < 256 and call.result().ends != ["never"], (most, call.result().ends)

    run(work())


def test_a_line_without_end_of_a_client_is_bounded() -> None:
    """A client on stdio writes a line beyond every bound: its request is refused, the next is answered."""

    async def work() -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *BRIDGE, "--quiet", *planned(), stdin=pipe, stdout=pipe
        )
        assert process.stdin is not None and process.stdout is not None
        client = Client(LEGACY, "t", 0)
        most = 0.0
        process.stdin.write(json.dumps(client.hello()).encode() + b"\n")
        assert json.loads(await process.stdout.readline())["result"]
        process.stdin.write(json.dumps(INITIALIZED).encode() + b"\n")
        before = resident(process.pid)
        process.stdin.write(b'{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{"name":"')
        for _ in range(300):
            process.stdin.write(b"x" * MIB)
            await process.stdin.drain()
            most = max(most, resident(process.pid) - before)
        process.stdin.write(b'"}}\n' + json.dumps(client.calling([]).frame).encode() + b"\n")
        refused, answered = [json.loads(await process.stdout.readline()) for _ in range(2)]
        assert (refused["id"], "error" in refused, "result" in answered) == ("long", True, True)
        assert most < 256, most
        process.stdin.close()
        await process.wait()

    run(work())


@pytest.mark.parametrize("keyed", [True, False])
def test_states_cannot_be_guessed(keyed: bool) -> None:
    """The state of a request is random in the command, where clients of one identity share a session."""
    seen = set()
    for _ in range(2):
        bridge = new_bridge(MODERN, BridgeOptions(MODERN, LEGACY, limits={"gather": 0}), "t" if keyed else "")
        meta = request_meta({"sampling": {}})
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "_meta": meta}}
        (hello,) = bridge.from_client(call)
        welcome = {"protocolVersion": LEGACY, "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
        bridge.from_server({"jsonrpc": "2.0", "id": hello.id, "result": welcome})
        text = {"role": "user", "content": {"type": "text", "text": "?"}}
        asked = {"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage"}
        (answer,) = bridge.from_server({**asked, "params": {"messages": [text], "maxTokens": 1}})
        seen.add(answer.tree["result"]["requestState"].rpartition(".")[2])
    assert len(seen) == 2 and all(len(state) == 32 for state in seen)


def test_no_response_is_left_open_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers begin around the end of their time: each is read, or fails, and no connection stays busy."""

    async def answer(request: Request) -> Response:
        await asyncio.sleep(random.uniform(0, 0.4))
        return JSONResponse({})

    async def one(client: UpstreamClient, url: str, ends: Counter[str]) -> None:
        try:
            async with client.open("POST", url, {}, b"{}") as response:
                ends[str(await response.body())] += 1
        except UpstreamFailure:
            ends["late"] += 1

    async def work() -> None:
        client, ends = UpstreamClient(), Counter[str]()
        async with serving(Starlette(routes=[Route("/mcp", answer, methods=["POST"])])) as port:
            for _ in range(8):
                await asyncio.gather(*(one(client, f"http://127.0.0.1:{port}/mcp", ends) for _ in range(32)))
            pool = client._client._transport._pool
            assert all(each.is_idle() or each.is_closed() for each in pool.connections)
            await client.close()
        assert ends.total() == 256 and ends["late"], ends

    monkeypatch.setattr(http_client, "BEGIN", 0.2)
    run(work())


def test_what_is_kept_for_clients_is_bounded(front: Any) -> None:
    """Clients break off and never come back for 160 MiB; the process keeps 64 MiB at most."""

    async def work() -> None:
        bridge = front(*planned())
        before = resident(bridge.process.pid)

        async def leave(number: int) -> None:
            client = await opened(bridge.url, "2025-11-25", f"t{number}", listens=False)
            gone = Manner(hang_up=0.4, resume=False)
            for _ in range(16):
                await client.run(client.calling(["progress", "wait:0.6"], gone, TROUBLE, size=MIB))

        await asyncio.gather(*(leave(number) for number in range(10)))
        await asyncio.sleep(2)
        grown = resident(bridge.process.pid) - before
        assert grown < 64 + 32, grown

    run(work())


def test_input_requests_without_an_answer_are_bounded() -> None:
    """The server asks thirty times at once; input requests beyond the budget are refused to the server."""

    async def work() -> None:
        server = planned()[1:]
        async with serving(mcp_bridge.app(server, front=FrontOptions(kept=2000))) as port:
            client = await opened(f"http://127.0.0.1:{port}/mcp", listens=False)
            seen: list[Any] = []
            async with Connection(client.url) as connection:
                call = client.calling(["ask:30"]).frame
                connection.write(connection.request(call, client.headers()))
                _, headers = await connection.head()

                async def watch() -> None:
                    async for _, frame in connection.events(headers):
                        if frame is not None:
                            seen.append(frame)

                watching = asyncio.ensure_future(watch())
                assert await until(lambda: seen)
                await asyncio.sleep(1)
                watching.cancel()
            assert 0 < len(seen) < 15, len(seen)

    run(work())


def test_a_long_answer_that_is_read_slowly_is_whole(front: Any) -> None:
    """Six megabytes are read in parts with pauses."""

    async def work() -> None:
        bridge = front(*planned())
        client = await opened(bridge.url, "2025-11-25", listens=False)
        await client.run(client.calling(["progress"], Manner(slow=True), size=6_000_000))
        fine(client)

    run(work())


def test_an_old_client_is_protected_from_a_lax_server(front: Any) -> None:
    """A server that agrees to 2024-11-05 and answers with what that revision lacks is converted."""

    async def work() -> None:
        bridge = front(*["--", *odd("lax")])
        client = await opened(bridge.url, "2024-11-05", listens=False)
        frame = client.framed("tools/call", 1, {"name": "t"})
        async with Connection(bridge.url) as connection:
            answer = (await connection.post(frame, client.headers())).frames[-1]
        assert oracle("2024-11-05").frame_fits(answer, "server", "tools/call"), answer

    run(work())


def test_calls_bounds_what_the_server_has_at_once(tmp_path: Path) -> None:
    """A `requestState` in a request does not pass `--calls`."""
    notes = tmp_path / "notes"

    async def work() -> None:
        pipe = asyncio.subprocess.PIPE
        command = [*BRIDGE, "--quiet", "--calls", "4", *planned(), str(notes)]
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert process.stdin is not None
        client = Client(MODERN, "t", 0)
        for number in range(20):
            request = client.calling(["hold"])
            if number % 2:
                request.frame["params"]["requestState"] = "made up"
            process.stdin.write(json.dumps(request.frame).encode() + b"\n")
        await process.stdin.drain()
        assert await until(lambda: notes.exists() and len(notes.read_text().splitlines()) >= 4)
        await asyncio.sleep(2)
        assert len(notes.read_text().splitlines()) == 4
        process.terminate()
        await process.wait()

    run(work())
