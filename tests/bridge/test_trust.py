"""`mcp-bridge` over HTTP among strangers: hostile requests, secrets, owners of sessions, slow peers."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.routing import Mount

import mcp_bridge
from mcp_bridge import http_listener, session_pool
from mcp_bridge.cli import run
from mcp_bridge.diagnostics import SessionLog
from mcp_bridge.http_clients import Clients
from mcp_bridge.http_front import HttpFront
from mcp_bridge.http_session import HttpSession
from mcp_bridge.http_trust import Head, Refusal, _stranger, check_head
from mcp_bridge.options import BridgeOptions, FrontOptions, new_bridge
from mcp_bridge.problems import Refused
from support.bridge_process import BRIDGE, call
from support.http_bridge import (
    ACCEPT,
    INITIALIZED,
    LegacyClient,
    ListeningBridge,
    Scripted,
    frames,
    listening,
    modern,
    serving,
    serving_on,
    well,
)
from support.waiting import CEILING, NEVER, until

TRUST = FrontOptions(origins=("https://app.example",), forward=("authorization", "x-tenant"))
PORT = 8000


@pytest.fixture(scope="module")
def server() -> Iterator[Scripted]:
    """Yield a scripted server."""
    with Scripted(well) as one:
        yield one


@pytest.fixture(scope="module")
def front(server: Scripted) -> Iterator[str]:
    """Yield the URL of a front with a server behind HTTP."""
    options = ("--client", "auto", "--server", "2025-06-18", "--quiet", "--header", "x-own: own-secret")
    with listening(*options, "--connect", server.url) as url:
        yield url


async def exchanged(port: int, data: bytes) -> bytes:
    """Write bytes to a port; return everything that comes back until the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    with suppress(ConnectionError):
        found = await asyncio.wait_for(reader.read(), CEILING)
    writer.close()
    return found


def port_of(url: str) -> int:
    """Return the port of a URL."""
    port = urlsplit(url).port
    assert port is not None
    return port


def head(*pairs: tuple[str, str]) -> Head:
    """Return the head of a request."""
    raw = [(name.encode(), value.encode("latin-1")) for name, value in pairs]
    return Head(Headers(raw=raw), "127.0.0.1")


# Names


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]", "[::1]:65535"])
def test_loopback_names_are_let_in(host: str) -> None:
    """With and without a port, in any case of letters."""
    assert _stranger([("host", host), ("origin", f"http://{host}")], TRUST) is None


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "localhost.",
        "evil@localhost",
        "localhost:80@evil.example",
        "localhost/evil",
        "localhost, evil.example",
        "localhost evil",
        "localhost:",
        "localhost:80a",
        "0.0.0.0",
        "127.1",
        "127.0.0.1.nip.io",
        "[::ffff:127.0.0.1]",
        "[::1",
        "::1",
        "[::1]evil",
        "",
        "\tlocalhost",
    ],
)
def test_other_names_are_refused(host: str) -> None:
    """A name that only looks like a loopback name may be rebound."""
    assert _stranger([("host", host)], TRUST) is not None
    assert _stranger([("host", "localhost"), ("origin", f"http://{host}")], TRUST) is not None


@pytest.mark.parametrize(
    "origin, is_let_in",
    [
        ("https://app.example", True),
        ("https://app.example.evil", False),
        ("http://app.example", False),
        ("null", False),
        ("", False),
        ("file://localhost", False),
        ("localhost", False),
        ("http://localhost/path", False),
        ("https://localhost:3000", True),
    ],
)
def test_origins(origin: str, is_let_in: bool) -> None:
    """An origin is a whole one that was named, or has a loopback name."""
    assert (_stranger([("host", "localhost"), ("origin", origin)], TRUST) is None) is is_let_in


def test_a_second_origin_counts() -> None:
    """The first must not hide the second."""
    headers = [("host", "localhost"), ("origin", "http://localhost"), ("origin", "http://evil.example")]
    assert _stranger(headers, TRUST) is not None


@pytest.mark.parametrize(
    "name",
    [
        *("host", "origin", "authorization", "mcp-session-id", "last-event-id", "x-tenant"),
        *("mcp-method", "mcp-name", "mcp-param-city"),
    ],
)
def test_a_deciding_header_is_given_once(name: str) -> None:
    """A proxy in front may have read the other value."""
    headers = [("host", "localhost"), ("origin", "http://localhost"), ("x-other", "a"), ("x-other", "b")]
    given = [pair for pair in headers if pair[0] != name]
    value = dict(headers).get(name, "a")
    check_head(head(*given, (name, value)), TRUST)
    with pytest.raises(Refusal, match="is given twice") as refused:
        check_head(head(*given, (name, value), (name, value)), TRUST)
    assert refused.value.status == 400


@pytest.mark.parametrize("value", ["a\r\nx-admin: 1", "a\nb", "a\x00b", "caf\xe9"])
def test_a_value_that_would_be_a_second_header_is_refused(value: str) -> None:
    """An application server may hand over such a value."""
    with pytest.raises(Refusal, match="must be visible ASCII"):
        check_head(head(("host", "localhost"), ("x-tenant", value)), TRUST)


def test_options_that_would_write_a_second_header_are_refused() -> None:
    """The message does not show the value."""
    with pytest.raises(Refused) as refused:
        mcp_bridge.app("http://localhost/mcp", headers={"x-own": "secret\r\nx-admin: 1"})
    assert "secret" not in str(refused.value)


# Requests that two readers would read differently


def request(*lines: str, body: str = "", host: str = "localhost") -> bytes:
    """Return a POST of a smuggler: each line is a header."""
    head = ["POST /mcp HTTP/1.1", f"Host: {host}", *(f"{name}: {value}" for name, value in ACCEPT.items())]
    return ("\r\n".join([*head, *lines]) + "\r\n\r\n" + body).encode("latin-1")


SMUGGLED = json.dumps(modern("tools/call", id="smuggled", name="t")[0])
INSIDE = request(f"Content-Length: {len(SMUGGLED)}", body=SMUGGLED).decode("latin-1")


@pytest.mark.parametrize(
    "data",
    [
        request("Content-Length: 3", f"Content-Length: {len(INSIDE)}", body=INSIDE),
        request("Content-Length: 3", "Transfer-Encoding: xchunked", body=INSIDE),
        request("Transfer-Encoding: chunked, identity", body="0\r\n\r\n" + INSIDE),
        request("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body="0\r\n\r\n" + INSIDE),
        request("Transfer-Encoding: chunked", body="zz\r\n" + INSIDE),
        request("Content-Length: -1", body=INSIDE),
        request("Content-Length: +3", body=INSIDE),
        request("Content-Length : 3", body=INSIDE),
        request("Host: evil.example", "Content-Length: 3", body=INSIDE),
        request("X-Tenant: a\x00b", body=INSIDE),
        b"\x16\x03\x01\x02\x00\x01\x00",
    ],
    ids=range(11),
)
def test_ambiguous_framing_ends_the_connection(front: str, server: Scripted, data: bytes) -> None:
    """The answer is one 400, and no server sees the request behind the first."""
    found = asyncio.run(exchanged(port_of(front), data))
    assert found.count(b"HTTP/1.1 ") == 1 and found.startswith(b"HTTP/1.1 400")
    assert not any(seen and seen.get("id") == "smuggled" for _, _, seen in server.seen)


@pytest.mark.parametrize("count, size", [(1, 70_000), (1000, 100)])
def test_headers_are_bounded(front: str, count: int, size: int) -> None:
    """Headers beyond 64 KiB are refused before the body is read."""
    lines = [f"X-{number}: {'a' * size}" for number in range(count)]
    found = asyncio.run(exchanged(port_of(front), request(*lines, "Connection: close")))
    assert found.startswith(b"HTTP/1.1 431")


# Secrets


def test_no_header_goes_on_that_was_not_named(front: str, server: Scripted) -> None:
    """The server sees the headers of the transport, of the options, and `Authorization`."""
    server.seen.clear()
    other = {"cookie": "a=b", "x-api-key": "k", "x-forwarded-for": "10.0.0.1", "referer": "http://localhost/"}
    client = LegacyClient(front, authorization="Bearer a", **other)
    client.post(INITIALIZED)
    assert client.call().status_code == 200
    allowed = {"host", "accept", "accept-encoding", "connection", "user-agent", "content-length"}
    allowed |= {"content-type", "authorization", "x-own", "mcp-session-id", "mcp-protocol-version"}
    for _, headers, _ in server.seen:
        assert headers.keys() <= allowed and headers["authorization"] == "Bearer a"
        assert headers["user-agent"].startswith("python-httpx2")


def test_secrets_are_not_written(tmp_path: Path) -> None:
    """Neither stderr nor the log has a token, a value of `--header`, or the credentials of the URL."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        if frame is not None and frame.get("method") == "tools/list":
            return 401, {"www-authenticate": "Bearer"}, None
        return well(command, headers, frame)

    log = tmp_path / "log"
    with Scripted(answer) as server:
        url = server.url.replace("//", "//user:url-secret@") + "?key=url-secret"
        options = ["--client", "auto", "--server", "auto", "--log", str(log), "--header", "x-own: own-secret"]
        command = [*BRIDGE, *options, "--listen", "127.0.0.1:0", "--connect", url]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        line = process.stderr.readline()
        client = LegacyClient(line.removeprefix("--listen: ").strip(), authorization="Bearer token-secret")
        client.post(INITIALIZED)
        assert client.call().status_code == 200
        refused = client.post({"jsonrpc": "2.0", "id": 5, "method": "tools/list"})
        assert "error" in frames(refused)[-1] and "secret" not in refused.text
        session = client.session
        process.terminate()
        written = line + process.communicate(timeout=CEILING)[1] + log.read_text()
    assert "tools/list" in written and "secret" not in written and session not in written


@pytest.mark.parametrize("own", [[], ["--header", "authorization: Bearer revoked"]])
def test_refused_credentials_of_the_bridge_are_told_to_its_operator(own: list[str]) -> None:
    """A client cannot renew them, so it gets only the error. Otherwise it gets the challenge."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        is_call = frame is not None and frame.get("method") == "tools/call"
        return (401, {"www-authenticate": "Bearer"}, None) if is_call else well(command, headers, frame)

    with (
        Scripted(answer) as server,
        ListeningBridge("--quiet", *own, "--connect", server.url) as bridge,
    ):
        client = LegacyClient(bridge.url)
        client.post(INITIALIZED)
        refused = client.call()
        lines, _ = bridge.stopped()
    assert refused.status_code == (200 if own else 401)
    assert ("www-authenticate" in refused.headers) is not bool(own)
    assert "the server answers 401" in frames(refused)[-1]["error"]["message"]
    said = "answered with HTTP status 401: Bearer; renew the credentials of the bridge, and restart it"
    told = [line for line in lines if "401" in line]
    assert told == ([f"{server.url}: {said} (session 1)"] if own else [])


def test_the_url_of_a_message_has_no_credentials() -> None:
    """A server that asks for authorization is named without user, query and fragment."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        return 401, {"www-authenticate": "Bearer"}, None

    with Scripted(answer) as server:
        url = server.url.replace("//", "//user:secret@") + "?key=secret"
        command = [*BRIDGE, "--client", "2025-11-25", "--server", "2025-11-25", "--connect", url]
        hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}
        done = subprocess.run(
            command,
            input=json.dumps(hello) + "\n",
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    assert (
        f"{server.url}: answered with HTTP status 401" in done.stderr
        and "secret" not in done.stderr + done.stdout
    )


# Owners of sessions


def test_a_session_belongs_to_its_authorization(front: str) -> None:
    """Another authorization, or none, gets the 404 of a session that has ended."""
    client = LegacyClient(front, authorization="Bearer a")
    client.post(INITIALIZED)
    for value in ("Bearer b", "bearer a", None):
        headers = {name: text for name, text in client.http.headers.items() if name != "authorization"}
        with httpx2.Client(
            headers=headers | ({} if value is None else {"authorization": value}), timeout=CEILING
        ) as thief:
            assert thief.post(front, json=call("x")).status_code == 404
            assert thief.get(front).status_code == 404
            assert thief.delete(front).status_code == 404
        assert client.call(value or "none").status_code == 200


def test_another_authorization_takes_over_once_the_server_accepts_it() -> None:
    """A token that has expired, or has too few scopes, is replaced in the session, by a valid one alone."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        token = headers.get("authorization")
        if token not in ("Bearer old", "Bearer new"):
            return 401, {"www-authenticate": "Bearer"}, None
        if (frame or {}).get("method") == "tools/call" and token == "Bearer old":
            return 403, {"www-authenticate": 'Bearer error="insufficient_scope"'}, None
        return well(command, headers, frame)

    with (
        Scripted(answer) as server,
        listening("--client", "auto", "--server", "2025-06-18", "--quiet", "--connect", server.url) as url,
    ):
        client = LegacyClient(url, authorization="Bearer old")
        client.post(INITIALIZED)
        refused = client.call("a")
        assert refused.status_code == 403 and "insufficient_scope" in refused.headers["www-authenticate"]
        client.http.headers["authorization"] = "Bearer new"
        assert frames(client.call("b"))[-1]["result"]["content"][0]["text"] == "done"
        for thief in ("Bearer evil", ""):
            client.http.headers["authorization"] = thief
            assert client.call("c").status_code in (401, 404)
            assert client.http.get(url).status_code in (401, 404)
        client.http.headers["authorization"] = "Bearer old"
        assert client.call("c").status_code == 403  # the owner still is one
        given = {headers.get("authorization") for _, headers, _ in server.seen}
        assert given <= {"Bearer old", "Bearer new", "Bearer evil", None}  # none is invented


def test_requests_with_a_new_authorization_keep_their_order() -> None:
    """A cancellation that comes when the server has just accepted the token does not overtake its call."""

    async def scenario() -> str:
        verdict, order, tasks = asyncio.Event(), [], []

        async def accepts(headers: Any, *, is_first: bool) -> bool:
            return await verdict.wait()

        upstream: Any = SimpleNamespace(
            accepts=accepts, knows_owner=True, judges=False, authorized=lambda: None
        )
        bridge = new_bridge("2025-06-18", BridgeOptions("2025-06-18", "2025-06-18"))
        parts = bridge, lambda session: upstream, SessionLog("2025-06-18", is_quiet=True)
        options = FrontOptions()
        pool: Any = SimpleNamespace(options=options, clients=Clients(options), parts=lambda *made: parts)
        session = HttpSession(pool, "2025-06-18", head(("authorization", "Bearer old")))

        async def come(name: str) -> None:
            assert await session.admits(head(("authorization", "Bearer new")))
            order.append(name)

        def accepted(headers: Any) -> None:
            tasks.append(asyncio.ensure_future(come("cancellation")))

        session.accepted = accepted  # type: ignore[method-assign]
        tasks += [asyncio.ensure_future(come(name)) for name in ("call", "another")]
        await asyncio.sleep(0.01)
        verdict.set()
        while len(order) < 3:
            await asyncio.sleep(0.01)
        assert session._judging == {}
        return " ".join(order)

    assert asyncio.run(asyncio.wait_for(scenario(), CEILING)) == "call another cancellation"


# Bounds


def slowly(scenario: Any, **options: Any) -> Any:
    """Run a scenario with a front in this process, whose bounds are short, and with its port."""

    async def run() -> Any:
        with Scripted(well) as server:
            app = mcp_bridge.app(server.url, server_revision="2025-06-18", front=FrontOptions(**options))
            async with serving(app) as port:
                return await asyncio.wait_for(scenario(port, app.state.bridge), CEILING)

    return asyncio.run(run())


def test_half_open_connections_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that sends nothing, or headers without end, holds no place for long."""
    monkeypatch.setattr(http_listener, "HEADER_SECONDS", 0.3)

    async def scenario(port: int, front: HttpFront) -> list[bytes]:
        halves = [b"", b"POST /mcp HTTP/1.1\r\n", b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Long: "]
        return await asyncio.gather(*(exchanged(port, half) for half in halves))

    assert slowly(scenario) == [b"", b"", b""]


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_UNIX])
def test_parts_of_a_response_are_sent_at_once(family: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An accepted TCP connection has no Nagle delay; a Unix socket has no such option."""
    seen: list[int] = []
    made = http_listener.BoundedProtocol.connection_made

    def note(protocol: Any, transport: Any) -> None:
        made(protocol, transport)
        accepted = transport.get_extra_info("socket")
        seen.append(family == socket.AF_UNIX or accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    async def run() -> None:
        with socket.socket(family) as listener, TemporaryDirectory() as folder:
            listener.bind(("127.0.0.1", 0) if family == socket.AF_INET else f"{folder}/socket")
            listener.listen()
            async with serving_on(listener, mcp_bridge.app("http://127.0.0.1:9")):
                with socket.socket(family) as client:
                    client.connect(listener.getsockname())
                    while not seen:
                        await asyncio.sleep(0.01)

    monkeypatch.setattr(http_listener.BoundedProtocol, "connection_made", note)
    asyncio.run(asyncio.wait_for(run(), CEILING))
    assert all(seen)


def test_a_body_without_end_is_408() -> None:
    """A chunk now and then does not hold a request open."""

    async def scenario(port: int, front: HttpFront) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("Transfer-Encoding: chunked"))
        answer = asyncio.create_task(reader.read(100))
        while not answer.done():
            writer.write(b"1\r\n \r\n")
            await asyncio.sleep(0.05)
        return await answer

    assert slowly(scenario, request_time=0.4).startswith(b"HTTP/1.1 408")


def test_bodies_are_bounded_together() -> None:
    """Bodies that begin and do not end hold a bounded number of bytes, and give them back."""

    async def scenario(port: int, front: HttpFront) -> tuple[bytes, bytes]:
        held = []
        for _ in range(2):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request("Content-Length: 60000") + b" " * 20_000)
            held.append(writer)
            await until(lambda: front.pool.clients.bodies.used == 20_000 * len(held))
        whole = request("Content-Length: 30000", "Connection: close") + b" " * 30_000
        refused = await exchanged(port, whole)
        held[0].close()
        await until(lambda: front.pool.clients.bodies.used == 20_000)
        return refused, await exchanged(port, whole)

    refused, read = slowly(scenario, bodies=150_000)
    assert refused.startswith(b"HTTP/1.1 503") and read.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("length", ["16777217", "9" * 400])
def test_a_body_is_refused_by_its_length(length: str) -> None:
    """The answer comes before the body, also where the client waits for 100."""

    async def scenario(port: int, front: HttpFront) -> bytes:
        lines = f"Content-Length: {length}", "Expect: 100-continue", "Connection: close"
        return await exchanged(port, request(*lines))

    assert slowly(scenario).startswith(b"HTTP/1.1 413" if len(length) < 20 else b"HTTP/1.1 4")


def test_no_redirect_repeats_a_host() -> None:
    """A path beside that of the front is refused without the name of the host."""

    async def scenario(port: int, front: HttpFront) -> bytes:
        lines = "GET /mcp/ HTTP/1.1", "Host: evil.example", "Connection: close"
        return await exchanged(port, "\r\n".join([*lines, "", ""]).encode())

    found = slowly(scenario)
    assert found.startswith(b"HTTP/1.1 403") and b"evil" not in found


@pytest.mark.parametrize("id", [None, True, 1.5, [1], {}])
def test_an_id_of_another_kind_is_400(front: str, id: Any) -> None:
    """The request would never be answered."""
    client = LegacyClient(front)
    client.post(INITIALIZED)
    assert client.call(id).status_code == 400
    frame, headers = modern("tools/call", name="t")
    assert httpx2.post(front, json={**frame, "id": id}, headers=headers, timeout=CEILING).status_code == 400


@pytest.mark.parametrize("method", [None, True, 1, ["tools/call"], {}])
def test_a_method_of_another_kind_is_400(front: str, method: Any) -> None:
    """A method that is no text has no headers that mirror it."""
    frame, headers = modern("tools/call", name="t")
    odd = {**frame, "method": method}
    assert (
        httpx2.post(front, json=odd, headers={**headers, "Mcp-Method": "[]"}, timeout=CEILING).status_code
        == 400
    )
    client = LegacyClient(front)
    client.post(INITIALIZED)
    assert client.post(odd).status_code == 400


def test_half_open_sessions_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that sends nothing after `initialize` keeps no other client out; a confirmed session stays."""
    monkeypatch.setattr(session_pool, "HALF_OPEN", NEVER)

    def use(port: int) -> tuple[list[int], list[int]]:
        url = f"http://127.0.0.1:{port}/mcp"
        clients = [LegacyClient(url)]
        clients[0].post(INITIALIZED)
        clients += [LegacyClient(url) for _ in range(3)]
        opened = [client.opening.status_code for client in clients]
        monkeypatch.setattr(session_pool, "HALF_OPEN", 0.0)
        clients += [LegacyClient(url) for _ in range(2)]
        late = [client.opening.status_code for client in clients[4:]]
        return opened, [*late, *(client.call().status_code for client in clients[:3])]

    async def scenario(port: int, front: HttpFront) -> tuple[list[int], list[int]]:
        return await asyncio.to_thread(use, port)

    opened, later = slowly(scenario, sessions=3)
    assert opened == [200, 200, 200, 503]
    assert later == [200, 200, 200, 404, 404]


def test_a_reader_that_stalls_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A client that takes nothing of its answer loses its connection with a line; no other client notices."""
    stalled = asyncio.Event()
    pause = http_listener.BoundedProtocol.pause_writing

    def note(protocol: Any) -> None:
        pause(protocol)
        stalled.set()

    monkeypatch.setattr(http_listener, "STALLED", 0.3)
    monkeypatch.setattr(http_listener.BoundedProtocol, "pause_writing", note)

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        status, extra, body = well(command, headers, frame)
        if (frame or {}).get("method") == "tools/call":
            body["result"]["content"][0]["text"] = "x" * (12 << 20)
        return status, extra, body

    async def run() -> tuple[int, int]:
        with Scripted(answer) as server:
            async with serving(mcp_bridge.app(server.url, server_revision="2025-06-18")) as port:
                frame, headers = modern("tools/call", name="t")
                body = json.dumps(frame).encode()
                _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
                lines = [f"{name}: {value}" for name, value in headers.items() if name not in ACCEPT]
                writer.write(request(*lines, f"Content-Length: {len(body)}") + body)
                async with httpx2.AsyncClient(timeout=CEILING) as http:
                    listing, names = modern("tools/list")
                    url = f"http://127.0.0.1:{port}/mcp"
                    other = (await http.post(url, json=listing, headers=names)).status_code
                reader = writer.transport.get_protocol()._stream_reader  # type: ignore[attr-defined]
                await stalled.wait()
                await asyncio.sleep(1)
                found = 0
                with suppress(ConnectionError, asyncio.IncompleteReadError):
                    while part := await reader.read(1 << 20):
                        found += len(part)
                writer.close()
                return other, found

    other, found = asyncio.run(asyncio.wait_for(run(), CEILING))
    assert other == 200 and found < 12 << 20
    line = "clients: a client read nothing of a response for 0.3 seconds; its connection is closed"
    assert [one for one in caplog.messages if one.startswith("clients: ")] == [line]


def test_the_front_is_mounted_in_another_application() -> None:
    """The lifespan of the mounting application is that of the sessions, as docs/bridge-embedding.md shows."""

    async def run(url: str) -> str:
        bridge = mcp_bridge.app(url, server_revision="2025-06-18")

        @asynccontextmanager
        async def lifespan(app: Any) -> AsyncIterator[None]:
            async with bridge.router.lifespan_context(bridge):
                yield

        app = Starlette(routes=[Mount("/", bridge)], lifespan=lifespan)
        async with serving(app) as port, httpx2.AsyncClient(timeout=CEILING) as http:
            frame, headers = modern("tools/call", name="t")
            answer = await http.post(f"http://127.0.0.1:{port}/mcp", json=frame, headers=headers)
            text: str = frames(answer)[-1]["result"]["content"][0]["text"]
            return text

    with Scripted(well) as server:
        assert asyncio.run(asyncio.wait_for(run(server.url), CEILING)) == "done"
        assert any(command == "DELETE" for command, _, _ in server.seen)


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "127.9.9.9", "0.0.0.0", "[::]"])  # noqa: S104
@pytest.mark.parametrize(
    ("server", "open_to"),
    [
        (("--", "cat"), "the command"),
        (("--connect", "http://127.0.0.1:1/mcp"), ""),
        (("--connect", "http://user:word@127.0.0.1:1/mcp"), "the credentials for the server"),
        (
            ("--header", "Authorization: x", "--connect", "http://127.0.0.1:1"),
            "the credentials for the server",
        ),
    ],
)
def test_an_address_that_others_reach_is_warned_of(
    address: str, server: tuple[str, ...], open_to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line after the address, where nothing guards the server and the address is no loopback one."""
    lines: list[str] = []
    monkeypatch.setattr("mcp_bridge.http_listener.report", lambda *line: lines.append(": ".join(line)))
    monkeypatch.setattr("mcp_bridge.signals.signal.signal", lambda *arguments: None)
    monkeypatch.setattr("mcp_bridge.http_listener.asyncio.run", lambda coroutine: coroutine.close())
    try:
        assert run(["--listen", f"{address}:0", *server]) == 0
    except OSError:  # of a machine without IPv6
        pytest.skip("no such address here")
    is_warned = bool(open_to) and address in ("0.0.0.0", "[::]")  # noqa: S104
    assert len(lines) == 1 + is_warned and lines[0].startswith("--listen: http://")
    warning = f"--listen: anybody who reaches this address can use {open_to}; see SECURITY.md"
    assert all(line.startswith(warning) for line in lines[1:])
