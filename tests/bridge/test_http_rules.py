"""Rules of Streamable HTTP that no conformance scenario looks at: statuses, headers, origins, delays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import mcp_bridge
from mcp_bridge.asgi_transport import AsgiTransport
from mcp_bridge.http_exchange import ResumePoint
from mcp_bridge.options import FrontOptions
from support.bridge_process import HELLO
from support.http_bridge import ACCEPT, INITIALIZED, META, MODERN, modern
from support.instant_loop import run_at_once

URL = "http://127.0.0.1:8000/mcp"
LEGACY = "2025-06-18"
PAGE = "https://app.example"
COMPLETE = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
MARKED = {"type": "object", "properties": {"n": {"type": "integer", "x-mcp-header": "N"}}}
TOOL = {"name": "t", "inputSchema": MARKED}


class Server:
    """A server of a revision in this process; keeps the headers and the body of each POST.

    It answers a call of the tool `slow` once `go_on` is set.
    """

    def __init__(self, revision: str, error: dict[str, Any] | None = None) -> None:
        self.revision, self.error = revision, error
        self.seen: list[tuple[dict[str, str], Any]] = []
        self.go_on = asyncio.Event()
        self.app = Starlette(routes=[Route("/mcp", self.respond, methods=["GET", "POST", "DELETE"])])

    async def respond(self, request: Request) -> Response:
        """Answer a request."""
        if request.method != "POST":
            return Response(status_code=405)
        frame = await request.json()
        self.seen.append((dict(request.headers), frame))
        if "id" not in frame:
            return Response(status_code=202)
        if frame.get("params", {}).get("name") == "slow":
            await self.go_on.wait()
        found: dict[str, Any] = {"content": []}
        if frame["method"] == "initialize":
            found = {"protocolVersion": LEGACY, "capabilities": {"tools": {}}}
            found["serverInfo"] = {"name": "s", "version": "1"}
        if frame["method"] == "tools/list":
            found = {"tools": [TOOL]}
        if frame["method"] == "server/discover" and self.revision == MODERN:
            found = {"supportedVersions": [MODERN], "capabilities": {"tools": {}}}
        if self.revision == MODERN:
            found |= COMPLETE
        answer = {"result": found}
        if self.error is not None and frame["method"] == "tools/call":
            answer = {"error": self.error}
        return JSONResponse({"jsonrpc": "2.0", "id": frame["id"], **answer})

    def received(self, method: str) -> list[tuple[dict[str, str], Any]]:
        """Return what came with a method."""
        return [(headers, frame) for headers, frame in self.seen if frame.get("method") == method]


@asynccontextmanager
async def fronted(server: Server, **options: Any) -> AsyncIterator[httpx2.AsyncClient]:
    """Yield a client of a front before a server."""
    app = mcp_bridge.app(server.app, server_revision=server.revision, front=FrontOptions(**options))
    transport = AsgiTransport(app, "/mcp")
    await transport.start()
    async with httpx2.AsyncClient(transport=transport, timeout=None, headers=ACCEPT) as http:
        yield http
    await transport.stop()


def asked(
    talk: Callable[[httpx2.AsyncClient], Coroutine[Any, Any, Any]],
    server: Server | None = None,
    **options: Any,
) -> Any:
    """Return the outcome of a talk with a front."""

    async def run() -> Any:
        async with fronted(server or Server(LEGACY), **options) as http:
            return await talk(http)

    return run_at_once(run())


async def opened(http: httpx2.AsyncClient, **headers: str) -> httpx2.Response:
    """Open a session, and name it in each request from then on."""
    hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": LEGACY}}
    found = await http.post(URL, json=hello, headers=headers)
    if "mcp-session-id" in found.headers:
        http.headers.update({"mcp-session-id": found.headers["mcp-session-id"], **headers})
        await http.post(URL, json=INITIALIZED)
    return found


# Statuses


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("POST", {"mcp-protocol-version": "bogus"}, 400),
        ("POST", {"mcp-protocol-version": LEGACY}, 200),
        ("GET", {}, 400),
        ("DELETE", {}, 400),
        ("GET", {"mcp-protocol-version": MODERN}, 405),
        ("DELETE", {"mcp-protocol-version": MODERN}, 405),
        ("PUT", {}, 405),
        ("OPTIONS", {}, 405),
    ],
)
def test_a_request_without_a_session_has_its_status(
    method: str, headers: dict[str, str], status: int
) -> None:
    """An invalid version is refused with `initialize` too; an error without a known request has no id."""

    async def talk(http: httpx2.AsyncClient) -> None:
        if method == "POST":
            found = await opened(http, **headers)
        else:
            found = await http.request(method, URL, headers=headers)
        assert found.status_code == status
        allowed = {"PUT": "GET, POST, DELETE", "OPTIONS": "GET, POST, DELETE"}.get(method, "POST")
        assert found.headers.get("allow") == (allowed if status == 405 else None)
        if status != 200:
            assert ("id" in found.json()) is (method == "POST")

    asked(talk)


@pytest.mark.parametrize("body", [b"{", b"[]", b"5", b'{"jsonrpc":"2.0","method":5}'])
def test_an_error_without_a_known_request_has_no_id(body: bytes) -> None:
    """No revision has an error whose id is null."""

    async def talk(http: httpx2.AsyncClient) -> None:
        found = (await http.post(URL, content=body)).json()
        assert found["jsonrpc"] == "2.0" and found["error"]["code"] and "id" not in found

    asked(talk)


def test_invalid_params_of_a_tool_are_an_answer() -> None:
    """On 400, a client may take the server for one of an older revision."""

    async def talk(http: httpx2.AsyncClient) -> None:
        frame, headers = modern("tools/call", name="u")
        found = await http.post(URL, json=frame, headers=headers)
        assert found.status_code == 200 and found.json()["error"]["code"] == -32602

    asked(talk, Server(MODERN, {"code": -32602, "message": "no"}))


@pytest.mark.parametrize("server", [LEGACY, MODERN])
@pytest.mark.parametrize("meta", [None, {}, "protocolVersion", "clientCapabilities"])
def test_a_request_without_required_metadata_has_the_status_400(meta: Any, server: str) -> None:
    """The front refuses it itself: `_meta` is missing, empty, or lacks one of the two required members."""

    async def talk(http: httpx2.AsyncClient) -> None:
        frame, headers = modern("tools/list")
        if isinstance(meta, str):
            del frame["params"]["_meta"][f"io.modelcontextprotocol/{meta}"]
        else:
            frame["params"] = {} if meta is None else {"_meta": meta}
        found = await http.post(URL, json=frame, headers=headers)
        assert found.status_code == 400
        assert found.json()["error"]["code"] == -32602 and found.json()["id"] == frame["id"]

    behind = Server(server)
    asked(talk, behind)
    assert not behind.received("tools/list")


# Origins


@pytest.mark.parametrize(("method", "path"), [("POST", "/mcp"), ("PUT", "/mcp"), ("GET", "/mcp/x")])
def test_the_origin_of_every_request_is_checked(method: str, path: str) -> None:
    """A page of another site does not even learn which paths and methods there are."""

    async def talk(http: httpx2.AsyncClient) -> None:
        address = URL.replace("/mcp", path)
        found = await http.request(method, address, headers={"origin": "https://evil.example"})
        assert found.status_code == 403 and "access-control-allow-origin" not in found.headers

    asked(talk)


PREFLIGHT = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type,mcp-session-id",
}


@pytest.mark.parametrize(
    ("origin", "status"),
    [(PAGE, 204), (PAGE.upper(), 204), ("https://evil.example", 403), ("http://localhost:5173", 405)],
)
def test_a_page_of_an_allowed_origin_may_send_requests(origin: str, status: int) -> None:
    """The browser asks first; a page on this machine is not allowed by its address alone."""

    async def talk(http: httpx2.AsyncClient) -> None:
        found = await http.request("OPTIONS", URL, headers={"origin": origin, **PREFLIGHT})
        assert found.status_code == status
        assert found.headers.get("access-control-allow-origin") == (origin if status == 204 else None)
        if status == 204:
            assert found.headers["access-control-allow-methods"] == "GET, POST, DELETE"
            named = PREFLIGHT["access-control-request-headers"]
            assert found.headers["access-control-allow-headers"] == named
            assert found.headers["vary"] == "Origin"
        other = {**PREFLIGHT, "origin": origin, "access-control-request-method": "PUT"}
        assert (await http.request("OPTIONS", URL, headers=other)).status_code == (
            405 if status == 204 else status
        )

    asked(talk, origins=(PAGE,))


@pytest.mark.parametrize("origins", [(PAGE,), ("*",)])
def test_a_page_of_an_allowed_origin_may_read_the_responses(origins: tuple[str, ...]) -> None:
    """Answers, refusals, and the session in their headers."""

    async def talk(http: httpx2.AsyncClient) -> None:
        found = [await opened(http, origin=PAGE)]
        found.append(await http.post(URL, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))
        found.append(await http.post(URL, content=b"{"))
        found.append(await http.request("PUT", URL))
        assert [each.status_code for each in found] == [200, 200, 400, 405]
        for each in found:
            assert each.headers["access-control-allow-origin"] == PAGE
            assert "Mcp-Session-Id" in each.headers["access-control-expose-headers"]

    asked(talk, origins=origins)


def test_without_an_allowed_origin_nothing_is_said_to_browsers() -> None:
    """A page on this machine may send what needs no preflight, and reads nothing."""

    async def talk(http: httpx2.AsyncClient) -> None:
        found = await opened(http, origin="http://localhost:5173")
        assert found.status_code == 200
        assert not [name for name in found.headers if name.startswith("access-control")]

    asked(talk)


# Notifications of clients without a session


@pytest.mark.parametrize(
    "method", ["notifications/acme", "notifications/progress", "notifications/cancelled"]
)
def test_a_notification_of_a_client_without_a_session_reaches_the_server(method: str) -> None:
    """With the headers that mirror it; progress and cancellations belong to a request of the same stream."""
    server = Server(MODERN)
    frame = {"jsonrpc": "2.0", "method": method, "params": {"x": 1}}
    headers = {"mcp-protocol-version": MODERN, "mcp-method": method}

    async def talk(http: httpx2.AsyncClient) -> None:
        assert (await http.post(URL, json=frame, headers=headers)).status_code == 202
        request, mirrored = modern("tools/list")
        assert (await http.post(URL, json=request, headers=mirrored)).status_code == 200
        other = {**headers, "mcp-method": "tools/call"}
        refused = await http.post(URL, json=frame, headers=other)
        assert refused.status_code == 400 and "id" not in refused.json()

    asked(talk, server)
    came = server.received(method)
    assert len(came) == (method == "notifications/acme")
    for mirrored, found in came:
        assert found == frame and {name: mirrored[name] for name in headers} == headers


def test_a_cancellation_without_a_session_is_accepted_while_the_call_is_open() -> None:
    """The SDK of Go posts it and closes the stream; it would end its connection after another status.

    The ids of two clients may be equal, so the cancellation ends no call. It starts no server either.
    """

    async def talk(http: httpx2.AsyncClient) -> None:
        frame, headers = modern("tools/call", name="slow")
        call = asyncio.ensure_future(http.post(URL, json=frame, headers=headers))
        while not server.received("tools/call"):
            await asyncio.sleep(0)
        cancelled = {
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": frame["id"]},
        }
        mirrored = {"mcp-protocol-version": MODERN, "mcp-method": cancelled["method"]}
        found = await http.post(URL, json=cancelled, headers=mirrored)
        assert found.status_code == 202 and not found.content
        assert not call.done() and len(server.received("initialize")) == 1
        server.go_on.set()
        assert "result" in (await call).json()

    server = Server(LEGACY)
    asked(talk, server)


ACME = {"jsonrpc": "2.0", "method": "notifications/acme"}
MIRRORED = {"mcp-protocol-version": MODERN, "mcp-method": ACME["method"]}


@pytest.mark.parametrize("requests", [0, 1, 2])
def test_a_notification_starts_no_session_with_a_handshake(requests: int) -> None:
    """It is refused: no session fits, or this server cannot be told, or the sessions are of two clients."""
    server = Server(LEGACY)

    async def talk(http: httpx2.AsyncClient) -> None:
        for number in range(requests):
            frame, headers = modern("tools/list")
            frame["params"]["_meta"][META + "clientInfo"] = {"name": f"c{number}", "version": "1"}
            assert (await http.post(URL, json=frame, headers=headers)).status_code == 200
        found = await http.post(URL, json=ACME, headers=MIRRORED)
        reason = "a notification must belong to exactly one open session; send a request first"
        if requests == 1:
            reason = f"/method: {MODERN} has no 'notifications/acme' from the client"
        message = f"notifications/acme is not passed on: {reason}"
        assert found.status_code == 400 and found.json()["error"]["message"].startswith(message)
        for method in ("notifications/initialized", "notifications/cancelled"):
            accepted = {"mcp-protocol-version": MODERN, "mcp-method": method}
            found = await http.post(URL, json={"jsonrpc": "2.0", "method": method}, headers=accepted)
            assert found.status_code == 202

    asked(talk, server)
    assert len(server.received("initialize")) == requests


@pytest.mark.parametrize("is_known", [False, True])
def test_a_notification_goes_to_a_session_of_its_client(is_known: bool) -> None:
    """It lacks the facts that the request states. No second session asks the server for its revision."""
    server = Server(MODERN)

    async def talk() -> None:
        app = mcp_bridge.app(server.app, server_revision=MODERN if is_known else "auto", front=FrontOptions())
        transport = AsgiTransport(app, "/mcp")
        await transport.start()
        async with httpx2.AsyncClient(transport=transport, timeout=None, headers=ACCEPT) as http:
            frame, headers = modern("tools/list")
            assert (await http.post(URL, json=frame, headers=headers)).status_code == 200
            other = {**MIRRORED, "authorization": "Bearer other"}
            found = await http.post(URL, json=ACME, headers=other)
            assert found.status_code == (202 if is_known else 400)
            found = await http.post(URL, json=ACME, headers=MIRRORED)
            assert found.status_code == 202, found.text
            while len(server.received("notifications/acme")) < 1 + is_known:
                await asyncio.sleep(0)
        await transport.stop()

    run_at_once(talk())
    assert len(server.received("server/discover")) == (not is_known)


def test_requests_that_wait_for_a_session_count_for_their_client() -> None:
    """Whatever name the client has: other identities of one address are the same client."""
    server = Server(LEGACY)

    async def talk(http: httpx2.AsyncClient) -> None:
        def called(name: str) -> asyncio.Task[httpx2.Response]:
            client = {f"{META}clientInfo": {"name": name, "version": "1"}}
            frame, headers = modern("tools/call", name="slow", _meta=client)
            return asyncio.ensure_future(http.post(URL, json=frame, headers=headers))

        calls = [called(name) for name in "abab"]
        await asyncio.sleep(1)
        assert len(server.received("tools/call")) == 2 and not any(call.done() for call in calls)
        for name in "abc":
            refused = await called(name)
            assert refused.status_code == 503
            assert "more than 4 requests of this client" in refused.json()["error"]["message"]
        server.go_on.set()
        assert ["result" in (await call).json() for call in calls] == [True] * 4
        assert "result" in (await called("c")).json()

    asked(talk, server, parallel=1, streams=4)


# Mirrored arguments


@pytest.mark.parametrize(
    ("text", "header", "status"),
    [
        ("42", "42", 200),
        ("42.0", "42", 200),
        ("42", "42.0", 200),
        ("4.2e1", "42", 200),
        ("42.0", "43", 400),
        ("42.5", "42", 400),
        ("42.0", None, 400),
    ],
)
def test_a_mirrored_integer_is_compared_as_a_number(text: str, header: str | None, status: int) -> None:
    """However body and header write it; the server gets the header too."""
    server = Server(MODERN)

    async def talk(http: httpx2.AsyncClient) -> None:
        frame, headers = modern("tools/list")
        assert (await http.post(URL, json=frame, headers=headers)).status_code == 200
        frame, headers = modern("tools/call", name="t", arguments={"n": json.loads(text)})
        if header is not None:
            headers["mcp-param-n"] = header
        found = await http.post(URL, content=json.dumps(frame), headers=headers)
        assert found.status_code == status
        if status == 200:
            assert server.received("tools/call")[0][0]["mcp-param-n"] == "42"

    asked(talk, server)


# Delays


@pytest.mark.parametrize(
    ("retry", "seconds"), [(None, 1.0), (0, 0.05), (2500, 2.5), (45_000, 45.0), (10**12, 3600.0)]
)
def test_the_delay_that_a_server_names_is_kept(retry: int | None, seconds: float) -> None:
    """A client must wait that long; an hour is the most."""
    point = ResumePoint()
    point.note("1", retry)
    assert point.retry == seconds
