"""`mcp_bridge.app` around the ASGI application of a server in the same process."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import runpy
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

import mcp_bridge
from mcp_bridge.asgi_transport import AsgiTransport
from mcp_bridge.http_client import INSIDE, HttpClient, UpstreamFailure
from support.bridge_process import HELLO
from support.http_bridge import (
    ACCEPT,
    INITIALIZED,
    LegacyClient,
    Scripted,
    frames,
    free_port,
    modern,
    serving,
    well,
)
from support.paths import ROOT
from support.waiting import CEILING, until

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")


FASTMCP = "fastmcp==4.1.2"
PUBLIC = "https://gateway.example"
PAGE = "http://other.example/pages/one"


def shown(server: str) -> str:
    """Return the code that the page shows for a server, which has ten lines."""
    page = (ROOT / "docs" / "bridge-embedding.md").read_text("utf-8")
    (code,) = (each for each in re.findall(r"```python.*?\n(.*?)```", page, re.DOTALL) if server in each)
    assert len([line for line in code.splitlines() if line]) <= 10
    return code


def add(url: str, revision: str, **more: str) -> Any:
    """Call the tool as a client of a revision, with further headers; return the result."""
    arguments = {"name": "add", "arguments": {"a": 2, "b": 3}}
    if revision == "2026-07-28":
        frame, headers = modern("tools/call", **arguments)
        return frames(httpx2.post(url, json=frame, headers={**headers, **more}, timeout=CEILING))[-1]
    client = LegacyClient(url, revision, **more)
    client.post(INITIALIZED)
    return frames(client.call(1, **arguments))[-1]


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_server_serves_every_revision_in_its_process(revision: str) -> None:
    """The tool answers a client of each revision, and the lifespan of the server runs."""
    names: dict[str, Any] = {}
    exec(shown("MCPServer"), names)  # noqa: S102

    async def run() -> Any:
        async with serving(names["app"]) as port:
            return await asyncio.to_thread(add, f"http://127.0.0.1:{port}/mcp", revision)

    answer = asyncio.run(asyncio.wait_for(run(), CEILING))
    assert answer["result"]["content"][0]["text"] == "5", answer


class Authorization:
    """The authorization server inside a server: it registers clients, and knows one token."""

    def __init__(self) -> None:
        self.clients: list[Any] = []

    async def register_client(self, client_info: Any) -> None:
        """Save a client."""
        self.clients.append(client_info)

    async def load_access_token(self, token: str) -> AccessToken | None:
        """Return the facts about a token, None for an unknown one."""
        return AccessToken(token=token, client_id="c", scopes=[]) if token == "good" else None


def guarded() -> tuple[Any, Authorization]:
    """Return a server of the official SDK with an authorization server inside it, and that one."""
    inside: Any = Authorization()
    settings = AuthSettings(
        issuer_url=PUBLIC,  # type: ignore[arg-type]
        resource_server_url=f"{PUBLIC}/mcp",  # type: ignore[arg-type]
        client_registration_options=ClientRegistrationOptions(enabled=True),
        validate_token_resource=False,
    )
    server = MCPServer("adder", auth_server_provider=inside, auth=settings)

    @server.tool()
    def add(a: int, b: int) -> int:
        return a + b

    return server.streamable_http_app(), inside


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_server_with_an_authorization_server_inside(revision: str) -> None:
    """Its metadata and `/register` answer as without the bridge; calls need the token, in every revision."""
    server, inside = guarded()

    def visit(url: str) -> Any:
        with httpx2.Client(base_url=url, timeout=CEILING) as http:
            resource = http.get("/.well-known/oauth-protected-resource/mcp")
            assert resource.json()["resource"] == f"{PUBLIC}/mcp"
            issuer = http.get("/.well-known/oauth-authorization-server").json()
            assert issuer["registration_endpoint"] == f"{PUBLIC}/register"
            client = {"redirect_uris": ["http://127.0.0.1:3000/callback"], "client_name": "probe"}
            assert http.post("/register", json=client).status_code == 201
            assert [each.client_name for each in inside.clients] == ["probe"]
            frame, headers = modern("tools/call", name="add")
            challenge = http.post("/mcp", json=frame, headers=headers)
            assert challenge.status_code == 401
            assert (
                f"{PUBLIC}/.well-known/oauth-protected-resource/mcp" in challenge.headers["www-authenticate"]
            )
        return add(f"{url}/mcp", revision, authorization="Bearer good")

    answer = asyncio.run(asyncio.wait_for(_visited(mcp_bridge.app(server), visit), CEILING))
    assert answer["result"]["content"][0]["text"] == "5", answer


def test_other_paths_reach_the_application_as_they_came() -> None:
    """Method, query, headers, body, peer and state arrive; the lifespan begins before, and ends after."""
    lived: list[str] = []

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[dict[str, str]]:
        lived.append("begun")
        yield {"name": "state"}
        lived.append("ended")

    async def page(request: Request) -> JSONResponse:
        peer = "" if request.client is None else request.client.host
        seen = [request.method, request.url.query, request.headers["host"], peer, request.state.name]
        return JSONResponse([*seen, str(request.url_for("page")), (await request.body()).decode()])

    server = Starlette(routes=[Route("/pages/one", page, methods=["PUT"], name="page")], lifespan=lifespan)

    def visit(url: str) -> Any:
        host = {"host": "other.example"}
        found = httpx2.put(f"{url}/pages/one?q=1", content=b"body", headers=host, timeout=CEILING)
        assert found.json() == ["PUT", "q=1", *host.values(), "127.0.0.1", "state", PAGE, "body"]
        assert httpx2.get(f"{url}/none", timeout=CEILING).text == "Not Found"
        refused = httpx2.put(f"{url}/mcp", content=b"body", timeout=CEILING)  # the one path that is bridged
        assert refused.status_code == 405 and "must be one of" in refused.json()["error"]["message"]

    asyncio.run(asyncio.wait_for(_visited(mcp_bridge.app(server), visit), CEILING))
    assert lived == ["begun", "ended"]


def test_an_application_lives_as_often_as_the_bridge() -> None:
    """After one lifespan of the bridge has ended, the next one serves clients again, in another loop too."""
    lived: list[str] = []

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[dict[str, str]]:
        lived.append("begun")
        yield {"number": str(len(lived))}
        lived.append("ended")

    async def page(request: Request) -> PlainTextResponse:
        return PlainTextResponse(request.state.number)

    app = mcp_bridge.app(Starlette(routes=[Route("/page", page)], lifespan=lifespan))

    async def run() -> list[str]:
        found = []
        for _ in range(2):
            outer = AsgiTransport(app, "/mcp")
            await outer.start()
            async with httpx2.AsyncClient(transport=outer) as http:
                found.append((await http.get(f"{INSIDE}/page")).text)
            frame, headers = modern("tools/call", name="t")
            async with httpx2.AsyncClient(transport=outer) as http:
                answer = await http.post(f"{INSIDE}/mcp", json=frame, headers=headers)
                assert "the bridge is stopping" not in answer.text
            await outer.stop()
        return found

    assert [asyncio.run(asyncio.wait_for(run(), CEILING)) for _ in range(2)] == [["1", "3"], ["5", "7"]]
    assert lived == ["begun", "ended"] * 4


@pytest.mark.parametrize("kind", ["router", "command", "url", "application"])
def test_a_bridge_has_several_lives(kind: str) -> None:
    """After a lifespan has ended, the next one serves clients with and without a session, in any loop."""

    async def use(app: Any) -> list[int]:
        outer = AsgiTransport(app, "/mcp")
        await outer.start()
        async with httpx2.AsyncClient(transport=outer, timeout=CEILING, headers=ACCEPT) as http:
            frame, headers = modern("tools/list")
            answers = [await http.post(f"{INSIDE}/mcp", json=frame, headers=headers)]
            opened = await http.post(f"{INSIDE}/mcp", json=HELLO)
            named = {"mcp-session-id": opened.headers["mcp-session-id"]}
            await http.post(f"{INSIDE}/mcp", json=INITIALIZED, headers=named)
            asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            answers.append(await http.post(f"{INSIDE}/mcp", json=asked, headers=named))
        await outer.stop()
        return [len(each.json()["result"]["tools"]) for each in answers]

    async def twice(app: Any) -> list[list[int]]:
        return [await use(app) for _ in range(2)]

    with Scripted(well) as scripted:
        path = ROOT / "docs" / "examples" / "server.py"
        example = runpy.run_path(str(path), run_name="example")
        app, tools = {
            "router": (lambda: mcp_bridge.app(example["router"]), 2),
            "command": (lambda: mcp_bridge.app([sys.executable, str(path)]), 2),
            "url": (lambda: mcp_bridge.app(scripted.url), 1),
            "application": (lambda: mcp_bridge.app(example["app"]), 2),
        }[kind]
        served = app()
        for _ in range(2):
            assert asyncio.run(asyncio.wait_for(twice(served), CEILING)) == [[tools, tools]] * 2


def test_an_application_that_fails_to_start_lets_the_bridge_fail() -> None:
    """Whoever runs both learns it at the start."""

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        raise RuntimeError("no database")
        yield

    async def run() -> None:
        outer = AsgiTransport(mcp_bridge.app(Starlette(lifespan=lifespan)), "/mcp")
        with pytest.raises(UpstreamFailure, match="the application does not start"):
            await outer.start()

    asyncio.run(asyncio.wait_for(run(), CEILING))


async def _asked(app: Any, path: str) -> httpx2.Response:
    """Return the answer of an application whose lifespan nobody runs."""
    frame, headers = modern("tools/call", name="t")
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), timeout=None) as http:
        return await asyncio.wait_for(http.post(f"{INSIDE}/{path}", json=frame, headers=headers), CEILING)


def test_an_application_that_does_not_start_is_502() -> None:
    """Where nobody runs the lifespan of the bridge, the reason is in the answer, and nothing else is."""

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        raise RuntimeError("no database")
        yield

    answer = asyncio.run(_asked(mcp_bridge.app(Starlette(lifespan=lifespan)), "page"))
    assert answer.status_code == 502
    assert answer.json()["error"]["message"] == "the application does not start; its log has the reason"


@pytest.mark.parametrize("path", ["page", "mcp"])
def test_an_application_that_never_starts_is_given_up(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lifespan that does not complete leaves no client without an answer."""
    monkeypatch.setattr("mcp_bridge.asgi_transport.STARTUP", 0.3)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(1000)

    answer = asyncio.run(_asked(mcp_bridge.app(application), path))
    assert "the application does not start: its lifespan is not complete in 0.3 s" in answer.text


START = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]}
EVENTS = {**START, "headers": [(b"content-type", b"text/event-stream")]}
BODY = {"type": "http.response.body", "body": b": a comment\n\n", "more_body": True}
NONSENSE: list[Any] = [
    *({name: value for name, value in START.items() if name != left_out} for left_out in ("type", "status")),
    *({**START, "status": status} for status in cast("list[Any]", [None, "x", [], 10**30, -1, 0, 99, 600])),
    *({**START, "headers": headers} for headers in (None, 5, [5], [(b"a",)], [(5, 5)])),
    *({**BODY, "body": body} for body in cast("list[Any]", [None, 5, "text", []])),
    {"type": "http.response.trailers"},
    {},
    None,
    "text",
]
FAULTS = [
    RuntimeError("a secret"),
    KeyError("a secret"),
    type("Odd\nName", (Exception,), {})("a secret"),
]


RETURN = object()


class Records(logging.Handler):
    """The records of a logger."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.found.append(record)


@settings(max_examples=30, deadline=None)
@given(
    sent=st.lists(st.sampled_from([START, EVENTS, BODY]), max_size=3),
    last=st.sampled_from(NONSENSE) | st.sampled_from(FAULTS) | st.just(RETURN),
    server=st.sampled_from(["2025-06-18", "2026-07-28"]),
)
def test_an_application_that_fails_is_named(sent: list[Any], last: Any, server: str) -> None:
    """One line for the client without the exception's text, which is logged once for each request."""
    calls: list[str] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            raise NotImplementedError
        calls.append(scope["method"])
        for message in sent:
            await send(message)
        if isinstance(last, Exception):
            raise last
        if last is not RETURN:
            await send(last)

    app = mcp_bridge.app(application, server_revision=server)
    records = Records()
    logging.getLogger("mcp_bridge").addHandler(records)
    try:
        frame, headers = modern("tools/call", name="t")
        answer = asyncio.run(
            asyncio.wait_for(
                _visited(
                    app, lambda url: httpx2.post(f"{url}/mcp", json=frame, headers=headers, timeout=CEILING)
                ),
                CEILING,
            )
        )
    finally:
        logging.getLogger("mcp_bridge").removeHandler(records)
    message = frames(answer)[-1]["error"]["message"]
    assert re.search("the application (raises [^;]+; its log has the traceback|ends|sends)", message), message
    assert not re.search("secret|8000|reached|HTTP", message), message
    is_logged = last is not RETURN or START in sent[1:] or EVENTS in sent[1:] or sent[:1] == [BODY]
    failures = [record for record in records.found if record.exc_info]
    assert len(failures) == len(calls) * is_logged
    for record in records.found:  # the others are diagnostics
        assert record.exc_info or (record.levelno == logging.WARNING and "secret" not in record.getMessage())


@pytest.mark.parametrize("has_begun", [False, True])
@pytest.mark.parametrize("listens", [False, True])
def test_a_request_that_nobody_waits_for_ends_in_the_application(*, has_begun: bool, listens: bool) -> None:
    """The application is told where it listens, and never cancelled before the bridge ends."""
    ended: list[str] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        if has_begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        try:
            await (receive() if listens else asyncio.Event().wait())
            ended.append("told")
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async def run() -> list[str]:
        client, begun = HttpClient(AsgiTransport(application, "/mcp")), asyncio.Event()

        async def ask() -> None:
            async with client.open("POST", f"{INSIDE}/mcp", {}, b"{}"):
                begun.set()
                await asyncio.Event().wait()

        asking = asyncio.create_task(ask())
        await (begun.wait() if has_begun else asyncio.sleep(0.1))
        asking.cancel()
        if listens:
            await until(lambda: asking.done() and ended)
        else:
            await asyncio.sleep(1)  # in which nothing happens
        return [*ended]  # the end of the loop cancels the rest

    assert asyncio.run(run()) == ["told"] * listens


def test_a_redirect_of_an_application_is_named() -> None:
    """The address has no port, which nobody has chosen."""
    redirecting = Starlette(routes=[Route("/mcp/", JSONResponse({}))])
    app = mcp_bridge.app(redirecting, server_revision="2026-07-28")
    frame, headers = modern("tools/call", name="t")
    answer = asyncio.run(
        _visited(app, lambda url: httpx2.post(f"{url}/mcp", json=frame, headers=headers, timeout=CEILING))
    )
    message = frames(answer)[-1]["error"]["message"]
    assert message == "the server redirects to the application at /mcp/; the bridge does not follow redirects"


async def _visited(app: Any, visit: Callable[[str], Any]) -> Any:
    async with serving(app) as port:
        return await asyncio.to_thread(visit, f"http://127.0.0.1:{port}")


@pytest.fixture(scope="module")
def fastmcp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the URL of the server of FastMCP that the page shows, in an environment of its own."""
    folder, port = tmp_path_factory.mktemp("fastmcp"), free_port()
    python = folder / "peer" / "bin" / "python"
    (folder / "shown.py").write_text(shown("FastMCP"), "utf-8")
    paths = [str(ROOT / "generated"), str(ROOT / "bridge")]
    _run(sys.executable, "-m", "venv", str(folder / "peer"))
    try:
        _run(str(python), "-m", "pip", "install", "-q", FASTMCP, *paths)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"a peer cannot be installed: {error.stderr[-300:]}")
    command = [str(python), "-m", "uvicorn", "--port", str(port), "shown:app"]
    with subprocess.Popen(
        command, cwd=folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    ) as process:
        try:
            _wait(process, port)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=CEILING)


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + CEILING
    while time.monotonic() < end and process.poll() is None:
        try:
            httpx2.get(f"http://127.0.0.1:{port}/", timeout=CEILING)
            return
        except httpx2.HTTPError:
            time.sleep(0.1)
    raise AssertionError("the server does not start")


@pytest.mark.long
@pytest.mark.parametrize("revision", REVISIONS)
def test_a_server_of_fastmcp_serves_every_revision(fastmcp: str, revision: str) -> None:
    """The tool answers a client of each revision."""
    answer = add(fastmcp, revision)
    assert answer["result"]["content"][0]["text"] == "5", answer


@pytest.mark.parametrize("path", ["/mcp", "/inner", "/"])
def test_the_server_is_reached_through_the_bridge_alone(path: str) -> None:
    """Its own path, and every path below it and below the bridge's, are none of the application's pages."""
    called: list[tuple[str, str]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for name in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{name}.complete"})
            return
        called.append((scope["type"], scope["path"]))
        await JSONResponse({"page": scope["path"]})(scope, receive, send)

    app = mcp_bridge.app(application, path=path)

    def visit(url: str) -> list[int]:
        asked = [path, f"{path}/", f"{path}/x", "/mcp/", "/mcp/x"]
        headers = {"host": "evil.example"}
        statuses = [
            httpx2.post(f"{url}{one}", json={}, headers=headers, timeout=CEILING).status_code for one in asked
        ]
        assert httpx2.get(f"{url}/mcpx", timeout=CEILING).status_code == (404 if path == "/" else 200)
        return statuses

    async def run() -> list[int]:
        async with serving(app) as port:
            return await asyncio.to_thread(visit, f"http://127.0.0.1:{port}")

    statuses = asyncio.run(asyncio.wait_for(run(), CEILING))
    assert {*statuses} <= {403, 404}, statuses
    assert {one for _, one in called} <= {"/mcpx"}


@pytest.mark.parametrize("server", [3, None, ["cat", 3], {"a": 1}.keys()])
def test_a_server_of_another_kind_is_refused(server: Any) -> None:
    """Neither a URL, nor a command, nor an application."""
    with pytest.raises(
        mcp_bridge.Refused, match="server: must be a URL, a command .a list of strings., a router"
    ):
        mcp_bridge.app(server)


@pytest.mark.parametrize("paths", [("mcp", "/mcp"), ("/mcp", "mcp"), ("", "/mcp")])
def test_a_path_begins_with_a_slash(paths: tuple[str, str]) -> None:
    """That of the application inside, and that of the endpoint."""
    with pytest.raises(mcp_bridge.Refused, match="path: must begin with /"):
        mcp_bridge.app(["cat"], path=paths[0], front=mcp_bridge.FrontOptions(path=paths[1]))


def test_the_interface_is_listed() -> None:
    """Names that are imported on first use are in `dir`."""
    assert {*mcp_bridge.__all__} <= {*dir(mcp_bridge)}


class Lingering:
    """A server whose calls go on for drawn times around the disconnect; a cancelled one ends its session."""

    def __init__(self, seed: int, *, ends: bool = True) -> None:
        self.open = self.cancelled = 0
        self._random = random.Random(seed)
        self._ends = ends
        self._sessions: set[str] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, and go on."""
        if scope["type"] == "lifespan":
            raise NotImplementedError
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        text = (await receive())["body"]
        frame = json.loads(text) if text else None
        session = headers.get("mcp-session-id")
        opens = session is None and scope["method"] == "POST"
        status, extra, answer = well(scope["method"], headers, frame)
        if opens:
            session = extra["mcp-session-id"] = str(self._random.random())
            self._sessions.add(session)
        elif session not in self._sessions:
            status, extra, answer = 404, {}, None
        self.open += 1
        try:
            await self._answer(status, extra, answer, receive, send)
        except asyncio.CancelledError:
            self.cancelled += 1
            self._sessions.discard(session or "")
            raise
        finally:
            self.open -= 1

    async def _answer(self, status: int, extra: dict[str, str], answer: Any, receive: Any, send: Any) -> None:
        is_stream = answer is not None and self._random.random() < 0.5
        kind = "text/event-stream" if is_stream else "application/json"
        headers = [(name.encode(), value.encode()) for name, value in {**extra, "content-type": kind}.items()]
        text = json.dumps(answer).encode() if answer else b""
        await send({**START, "status": status, "headers": headers})
        body = b"data: " + text + b"\n\n" if is_stream else text
        await send({"type": "http.response.body", "body": body, "more_body": is_stream})
        await self._pause()
        assert (await receive())["type"] == "http.disconnect"
        await self._pause()
        if is_stream:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        await self._pause()

    async def _pause(self) -> None:
        await asyncio.sleep(self._random.choice([0, 0.01, 0.6, 1.4]) if self._ends else 1000)


async def _converse(url: str) -> Any:
    """Open a session, wait, and call a tool twice; return the results."""
    found = []
    async with httpx2.AsyncClient(headers=ACCEPT, timeout=CEILING) as http:
        opening = await http.post(url, json=HELLO)
        http.headers["mcp-session-id"] = opening.headers["mcp-session-id"]
        await http.post(url, json=INITIALIZED)
        for id in (1, 2):
            await asyncio.sleep(1.5)
            call = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "t"}}
            found += frames(await http.post(url, json=call))
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_a_call_that_goes_on_after_its_answer_is_left_to_end(seed: int) -> None:
    """As behind an HTTP server: no session is lost, however long calls go on; afterwards nothing is left."""
    application = Lingering(seed)

    async def run() -> Any:
        before = asyncio.all_tasks()
        async with serving(mcp_bridge.app(application)) as port:
            url = f"http://127.0.0.1:{port}/mcp"
            answers = await asyncio.gather(*(_converse(url) for _ in range(60)))
        assert asyncio.all_tasks() == before
        return answers

    answers = asyncio.run(asyncio.wait_for(run(), CEILING))
    errors = [frame for found in answers for frame in found if "result" not in frame]
    assert not errors and {len(found) for found in answers} == {2}
    assert application.cancelled == application.open == 0


def test_calls_that_never_end_are_bounded_and_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The oldest beyond the bound are cancelled, the others with the bridge; each has a line."""
    monkeypatch.setattr("mcp_bridge.asgi_transport.LEFT", 8)
    monkeypatch.setattr("mcp_bridge.asgi_transport.ENDING", 0.2)
    application = Lingering(1, ends=False)

    async def run() -> None:
        frame, headers = modern("tools/list")
        async with serving(mcp_bridge.app(application, server_revision="2026-07-28")) as port:
            async with httpx2.AsyncClient(headers=headers, timeout=CEILING) as http:
                for _ in range(20):
                    await http.post(f"http://127.0.0.1:{port}/mcp", json=frame)
            assert application.open == 8 and application.cancelled == 12
        assert application.open == 0 and application.cancelled == 20

    asyncio.run(asyncio.wait_for(run(), CEILING))
    lines = caplog.messages
    assert (
        "the application: more than 8 calls continue after their clients have left; the oldest is cancelled"
        in lines
    )
    assert (
        "the application: 8 calls go on 0.2 seconds after the end of the bridge, and are cancelled" in lines
    )


async def _sends_on(receive: Any, send: Any, part: bytes = b"") -> None:
    while True:
        await send({"type": "http.response.body", "body": part, "more_body": True})


async def _asks_on(receive: Any, send: Any) -> None:
    while True:
        await receive()


async def _stays_up(receive: Any, send: Any) -> None:
    while True:
        await send({"type": "lifespan.startup.complete"})


async def _is_cancelled(receive: Any, send: Any) -> None:
    raise asyncio.CancelledError


async def _has_no_lifespan(receive: Any, send: Any) -> None:
    raise NotImplementedError


@pytest.mark.parametrize("lives", [_has_no_lifespan, _stays_up, _is_cancelled])
@pytest.mark.parametrize("goes_on", [_sends_on, partial(_sends_on, part=b"data: 1\n\n"), _asks_on])
def test_an_application_that_goes_on_without_a_reader_stops_no_other_call(lives: Any, goes_on: Any) -> None:
    """It never waits, and heeds no disconnect; the next request is answered."""
    going = 0

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal going
        if scope["type"] == "lifespan":
            await lives(receive, send)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if json.loads((await receive())["body"]) == {}:
            going += 1
            await goes_on(receive, send)
        await send({"type": "http.response.body", "body": b"{}"})

    async def run() -> None:
        client = HttpClient(AsgiTransport(application, "/mcp"))
        await client.start()
        async with client.open("POST", f"{INSIDE}/mcp", {}, b"{}"):
            pass  # the reader goes
        async with client.open("POST", f"{INSIDE}/mcp", {}, b"[]") as response:
            assert response.status == 200

    asyncio.run(asyncio.wait_for(run(), CEILING))
    assert going == 1


def test_an_answer_does_not_wait_for_the_end_of_its_call() -> None:
    """It is whole with its last part. Later messages and exceptions are logged, as a server logs them."""
    is_answered: asyncio.Event

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            raise NotImplementedError
        _, _, answer = well(scope["method"], {}, json.loads((await receive())["body"]))
        await send(START)
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})
        await is_answered.wait()
        await send({"type": "http.response.body", "body": b"more"})

    async def run() -> Any:
        nonlocal is_answered
        is_answered = asyncio.Event()
        frame, headers = modern("tools/call", name="t")
        app = mcp_bridge.app(application, server_revision="2026-07-28")
        async with serving(app) as port, httpx2.AsyncClient(headers=headers, timeout=CEILING) as http:
            answer = await http.post(f"http://127.0.0.1:{port}/mcp", json=frame)
            is_answered.set()
            return frames(answer)

    records = Records()
    logging.getLogger("mcp_bridge").addHandler(records)
    try:
        (answer,) = asyncio.run(asyncio.wait_for(run(), CEILING))
    finally:
        logging.getLogger("mcp_bridge").removeHandler(records)
    assert "result" in answer
    (record,) = records.found
    assert record.exc_info and "after the end of the response" in str(record.exc_info[1])
