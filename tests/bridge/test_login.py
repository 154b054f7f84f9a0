"""The login of `mcp-bridge`: OAuth for a client that cannot, against friendly and hostile servers.

One function plays the server and its authorization server; the redirect goes over a real loopback address.
"""

from __future__ import annotations

import asyncio
import base64
import errno
import json
import logging
import os
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any
from unittest.mock import Mock, patch
from urllib.error import HTTPError
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx2
import keyring
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring
from mcp.client.auth import OAuthFlowError
from mcp.shared.auth import OAuthToken

from mcp_bridge import cli, command, diagnostics
from mcp_bridge.asgi_transport import AsgiTransport
from mcp_bridge.command import _meet, log_in, log_out
from mcp_bridge.http_client import ANSWER, LoginFailed, bound, fetch
from mcp_bridge.login import Credentials, Kept, KeptLogin, Login, _reason, is_trusted
from mcp_bridge.options import STOPPING, BridgeOptions
from mcp_bridge.problems import Problem, Refused
from support.bridge_process import BRIDGE, HELLO, finish, hear, running, say
from support.http_bridge import Scripted, without_silence
from support.waiting import CEILING, NEVER

SERVER, ISSUER = "https://mcp.example/mcp", "https://login.example"
FRAME = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


class World:
    """A server and its authorization server; a test changes the members to make them hostile."""

    def __init__(self) -> None:
        self.resource: dict[str, Any] = {"resource": SERVER, "authorization_servers": [ISSUER]}
        self.metadata: dict[str, Any] = {
            "issuer": ISSUER,
            "authorization_endpoint": f"{ISSUER}/authorize",
            "token_endpoint": f"{ISSUER}/token",
            "registration_endpoint": f"{ISSUER}/register",
            "response_types_supported": ["code"],
            "code_challenge_methods_supported": ["S256"],
        }
        self.lifetime = 3600
        self.scope = ""  # that the server asks for
        self.odd: dict[str, Any] = {}  # members of an answer with a token
        self.valid: set[str] = set()
        self.clients: set[str] = set()  # that are registered
        self.seen: list[str] = []  # the address of each request
        self.grants: list[str] = []  # the kind of each grant
        self.resources: list[str | None] = []  # that each grant is for
        self.names_scope = True  # in a challenge

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        """Answer a request."""
        url = str(request.url)
        self.seen.append(url)
        if url == SERVER:
            return self._serve(request)
        if url.startswith("https://mcp.example/.well-known/oauth-protected-resource"):
            return httpx2.Response(200, json=self.resource)
        if url.startswith(f"{ISSUER}/.well-known/"):
            return httpx2.Response(200, json=self.metadata)
        if url == f"{ISSUER}/register":
            client = f"client-{secrets.token_hex(4)}"
            self.clients.add(client)
            return httpx2.Response(201, json={**json.loads(request.content), "client_id": client})
        if url == f"{ISSUER}/token":
            return self._grant(dict(parse_qsl(request.content.decode())))
        return httpx2.Response(404)

    def _serve(self, request: httpx2.Request) -> httpx2.Response:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if token not in self.valid:
            return httpx2.Response(401, headers={"www-authenticate": "Bearer"})
        if self.scope not in token:
            challenge = 'Bearer error="insufficient_scope"'
            challenge += f', scope="{self.scope}"' if self.names_scope else ""
            return httpx2.Response(403, headers={"www-authenticate": challenge})
        return httpx2.Response(200, json={"jsonrpc": "2.0", "id": 1, "result": {}})

    def _grant(self, form: dict[str, str]) -> httpx2.Response:
        self.grants.append(form["grant_type"])
        self.resources.append(form.get("resource"))
        if form["client_id"] not in self.clients:
            return httpx2.Response(401, json={"error": "invalid_client"})
        token = f"token-{self.scope}-{secrets.token_hex(4)}"
        self.valid.add(token)
        body = {"access_token": token, "token_type": "Bearer", "expires_in": self.lifetime}
        return httpx2.Response(200, json={**body, "refresh_token": "again", **self.odd})

    def restart(self) -> None:
        """Forget the tokens and the clients, as a provider in memory does."""
        self.valid.clear()
        self.clients.clear()


def follow(url: str, **changed: str) -> int:
    """Play the browser: log in and return to the redirect, with changed parameters; return the status."""
    query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
    answer = {"code": "secret-code", "state": query["state"], **changed}
    try:
        with urllib.request.urlopen(f"{query['redirect_uri']}?{urlencode(answer)}") as response:
            return int(response.status)
    except HTTPError as refused:
        return refused.code


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Return servers, in an environment without a keyring."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    keyring.set_keyring(Keyring())
    return World()


def browser(monkeypatch: pytest.MonkeyPatch, visit: Callable[[str], object]) -> list[str]:
    """Let `visit` play the browser; return the addresses that it is given."""
    visited: list[str] = []

    def opened(url: str) -> bool:
        visited.append(url)
        visit(url)
        return True

    monkeypatch.setattr(webbrowser, "open", opened)
    return visited


async def call(world: World, login: Login | None = None) -> httpx2.Response:
    """Send a request with the login."""
    auth, transport = login or new_login(), httpx2.MockTransport(world)
    with patch("mcp_bridge.login.fetch", partial(fetch, transport=transport)):
        async with httpx2.AsyncClient(transport=transport, timeout=CEILING) as client:
            return await client.post(SERVER, json=FRAME, auth=auth)


def new_login() -> Login:
    """Return a login that takes over the credentials of an earlier one."""
    return Login(SERVER, credentials(), lambda line: None)


def credentials() -> Credentials:
    """Return the credentials of the test's folder."""
    return Credentials(SERVER, Path(os.environ["XDG_CONFIG_HOME"]))


def test_a_login_is_kept(world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A person logs in once: the token is kept in a file of mode 0600, and used by the next process."""
    visited = browser(monkeypatch, follow)
    assert asyncio.run(call(world)).status_code == 200
    assert asyncio.run(call(world)).status_code == 200
    assert len(visited) == 1 and world.grants == ["authorization_code"]
    (file,) = tmp_path.rglob("*.json")
    assert os.name != "posix" or stat.S_IMODE(file.stat().st_mode) == 0o600
    query = parse_qs(urlsplit(visited[0]).query)
    assert query["code_challenge_method"] == ["S256"] and query["resource"] == [SERVER]


def test_an_expired_token_is_refreshed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token that has expired, or that the server refuses, is refreshed without the person."""
    visited = browser(monkeypatch, follow)
    world.lifetime = -1
    asyncio.run(call(world))
    world.lifetime = 3600
    assert asyncio.run(call(world)).status_code == 200
    world.valid.clear()
    assert asyncio.run(call(world)).status_code == 200
    assert len(visited) == 1
    assert world.grants == ["authorization_code", "refresh_token", "refresh_token"]
    assert world.resources == [SERVER] * 3


def test_two_processes_share_a_token_that_counts_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refresh token that another process has used is not used again: its successor is taken over."""
    visited = browser(monkeypatch, follow)
    asyncio.run(call(world))
    first, second = new_login(), new_login()
    for login in (first, second, first):
        assert asyncio.run(call(world, login)).status_code == 200
    world.valid.clear()
    assert asyncio.run(call(world, first)).status_code == 200
    refreshed = world.grants.count("refresh_token")
    assert asyncio.run(call(world, second)).status_code == 200
    assert refreshed == 1 == world.grants.count("refresh_token") and len(visited) == 1


class Rotating(World):
    """Servers whose refresh tokens count once, and whose tokens end together."""

    def __init__(self) -> None:
        super().__init__()
        self.refreshing: set[str] = set()

    def _grant(self, form: dict[str, str]) -> httpx2.Response:
        old = form.get("refresh_token")
        if old is not None and old not in self.refreshing:
            self.grants.append("refused")
            return httpx2.Response(400, json={"error": "invalid_grant"})
        self.refreshing = {secrets.token_hex(4)}
        self.odd = {"refresh_token": next(iter(self.refreshing))}
        return super()._grant(form)


@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rounds=st.lists(
        st.tuples(st.booleans(), st.lists(st.floats(0, 0.02), min_size=2, max_size=5)), min_size=1, max_size=3
    )
)
def test_bridges_that_share_a_token_refresh_it_once(
    rounds: list[tuple[bool, list[float]]], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each expiry, by the clock or by a 401, one of many refreshes, and no client is lost."""
    rotating = Rotating()
    visited = browser(monkeypatch, follow)
    credentials().forget()
    delays = iter([0.0])

    async def slow(request: httpx2.Request) -> httpx2.Response:
        answer = rotating(request)
        await asyncio.sleep(next(delays, 0.0))
        return answer

    async def run() -> None:
        nonlocal delays
        transport = httpx2.MockTransport(slow)
        with patch("mcp_bridge.login.fetch", partial(fetch, transport=transport)):
            async with httpx2.AsyncClient(transport=transport, timeout=CEILING) as client:
                first = await client.post(SERVER, json=FRAME, auth=new_login())
                assert first.status_code == 200
                registered = credentials().kept.client
                logins = [new_login() for _ in range(5)]
                for by_clock, waits in rounds:
                    rotating.valid.clear()
                    rotating.grants.clear()
                    if by_clock:
                        kept = credentials()
                        kept.kept.expires_at = 1.0
                        kept.save()
                        logins = [new_login() for _ in range(5)]
                    delays = iter(waits * 10)
                    posts = [client.post(SERVER, json=FRAME, auth=login) for login in logins]
                    assert {one.status_code for one in await asyncio.gather(*posts)} == {200}
                    assert rotating.grants == ["refresh_token"]
                    assert credentials().kept.client == registered

    asyncio.run(asyncio.wait_for(run(), CEILING))
    assert len(visited) == 1


@pytest.mark.parametrize("is_renewed", [True, False])
def test_a_refused_refresh_leaves_what_others_keep(
    is_renewed: bool, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token that comes between is taken over; without one a page is opened, and the client stays kept."""
    visited = browser(monkeypatch, lambda url: follow(url) if len(visited) == 1 else None)
    asyncio.run(call(world))
    client = credentials().kept.client
    world.valid.clear()

    def refused(form: dict[str, str]) -> httpx2.Response:
        if is_renewed:
            other = credentials()
            other.kept.tokens = OAuthToken(access_token="successor", token_type="Bearer", refresh_token="2")
            other.save()
            world.valid.add("successor")
        return httpx2.Response(400, json={"error": "invalid_grant"})

    monkeypatch.setattr(world, "_grant", refused)
    monkeypatch.setattr("mcp_bridge.login.PATIENCE", 0.2)
    with nullcontext() if is_renewed else pytest.raises(LoginFailed, match="nobody logged in"):
        assert asyncio.run(call(world)).status_code == 200
    assert len(visited) == 2 - is_renewed
    assert client is not None and credentials().kept.client == client


def test_a_lock_that_is_never_given_back_delays_only(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that holds the turn for too long is not waited for."""
    visited = browser(monkeypatch, follow)
    asyncio.run(call(world))
    world.valid.clear()
    monkeypatch.setattr("mcp_bridge.login.TURN", 0.2)

    async def run() -> int:
        with await credentials().turn():
            return (await call(world)).status_code

    assert asyncio.run(asyncio.wait_for(run(), CEILING)) == 200 and len(visited) == 1


@pytest.mark.parametrize("error", [OSError(errno.ENOLCK, "no locks"), OSError(errno.EINVAL, "no"), "folder"])
def test_without_locks_nothing_is_waited_for(
    error: OSError | str, world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file system without locks, or a folder that cannot be made, costs no time."""

    def refuse(handle: int, mode: int) -> None:
        raise error if isinstance(error, OSError) else OSError

    monkeypatch.setattr("fcntl.flock", refuse)
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "below" if error == "folder" else tmp_path
    monkeypatch.setattr("mcp_bridge.login.TURN", NEVER)
    with asyncio.run(asyncio.wait_for(Credentials(SERVER, folder).turn(), CEILING)):
        pass


ELSEWHERE = [
    "https://login.example.evil/revoke",
    "https://evil@other.example/r",
    "http://login.example/revoke",
]
ELSEWHERE += ["http://127.0.0.1:1/revoke", "https://login.example:444/revoke"]
STATUSES = [
    httpx2.Response(200, content=b"anything"),
    httpx2.Response(503),
    httpx2.Response(400, json={"error": "unsupported_token_type"}),
    httpx2.Response(302, headers={"location": "https://evil.example/"}),
]


@pytest.mark.parametrize("secret", [None, "", "the secret"])
def test_the_environment_has_the_secret_of_a_client(
    secret: str | None, world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The request for a token has the secret, in its header alone; an empty variable is none."""
    browser(monkeypatch, follow)
    monkeypatch.delenv("MCP_BRIDGE_CLIENT_SECRET", raising=False)
    if secret is not None:
        monkeypatch.setenv("MCP_BRIDGE_CLIENT_SECRET", secret)
    world.clients.add("by hand")
    login = command.new_login("--login", SERVER, tmp_path, "by hand")
    asked: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.extend([request] if str(request.url) == f"{ISSUER}/token" else [])
        return world(request)

    assert asyncio.run(call(answer, login)).status_code == 200
    (grant,) = asked
    basic = base64.b64encode(b"by%20hand:the%20secret").decode()
    assert grant.headers.get("authorization") == (f"Basic {basic}" if secret else None)
    assert b"secret" not in grant.content.replace(b"secret-code", b"")


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    endpoint=st.sampled_from([None, f"{ISSUER}/revoke", f"{ISSUER}/revoke?a=b", *ELSEWHERE]),
    answer=st.sampled_from([*STATUSES, httpx2.ConnectError("no"), LoginFailed("too long")]),
    secret=st.sampled_from([None, "the secret of the client"]),
    refreshes=st.booleans(),
)
def test_a_logout_revokes_the_tokens_where_it_can(
    endpoint: str | None,
    answer: httpx2.Response | Exception,
    secret: str | None,
    refreshes: bool,
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The refresh token goes first; a token that is not revoked is one line, and all are deleted."""
    server = World()
    server.metadata |= {} if endpoint is None else {"revocation_endpoint": endpoint}
    server.odd = {} if refreshes else {"refresh_token": None}
    server.clients.add("by hand")
    browser(monkeypatch, follow)
    diagnostics._lines.forget()
    folder = Path(os.environ["XDG_CONFIG_HOME"])
    login = Login(SERVER, credentials(), lambda line: None, "by hand" if secret else None, secret)
    assert asyncio.run(call(server, login)).status_code == 200
    kept = credentials().kept.tokens
    assert kept is not None
    revoked: list[tuple[str, dict[str, str], str | None]] = []

    def revoke(request: httpx2.Request) -> httpx2.Response:
        form = dict(parse_qsl(request.content.decode()))
        revoked.append((str(request.url), form, request.headers.get("authorization")))
        if isinstance(answer, Exception):
            raise answer
        return httpx2.Response(answer.status_code, headers=answer.headers, content=answer.content)

    with patch("mcp_bridge.http_client.fetch", partial(fetch, transport=httpx2.MockTransport(revoke))):
        assert log_out(SERVER, folder) == 0
        assert log_out(SERVER, folder) == 1
    out, err = capsys.readouterr()
    assert out == f"{SERVER}: logged out\n{SERVER}: has no stored token\n" and credentials().kept == Kept()
    tokens = [one for one in (kept.refresh_token, kept.access_token) if one is not None]
    is_asked = endpoint is not None and endpoint not in ELSEWHERE
    is_done = is_asked and isinstance(answer, httpx2.Response) and answer.status_code == 200
    assert [form["token"] for _, form, _ in revoked] == (
        tokens if is_done else tokens[:1] if is_asked else []
    )
    assert {url for url, _, _ in revoked} <= {endpoint}
    assert all(
        form["client_id"] and (basic is not None) == (secret is not None) for _, form, basic in revoked
    )
    assert err.count("\n") == (not is_done) and not any(one in err for one in [*tokens, secret or "@"])


@settings(deadline=None, max_examples=40)
@given(st.text("aZ0.:%~!$&'()*+,;=@", min_size=1, max_size=12))
def test_no_reason_shows_the_userinfo_of_an_address(secret: str) -> None:
    """Texts of the SDK name whole addresses: their user and password are left out."""
    urls = f"http://SECRET{secret}@mcp.example/mcp", f"https://u:SECRET{secret}@mcp.example"
    reason = _reason(OAuthFlowError(f"Protected resource {urls[0]} does not match expected {urls[1]}"), None)
    assert reason == "Protected resource http://mcp.example/mcp does not match expected https://mcp.example"
    login = Login(urls[0], Credentials(urls[0], Path("none")), lambda line: None)
    assert login.context.get_resource_url() == "http://mcp.example/mcp"  # which the login page shows


def test_a_kept_token_that_is_refused_registers_no_client(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no person is asked, a 401 sends nothing to an authorization server, beside a refresh."""
    browser(monkeypatch, follow)
    asyncio.run(call(world))
    for refresh in ("again", None):
        kept = credentials()
        assert kept.kept.tokens is not None
        kept.kept.tokens.refresh_token = refresh
        kept.save()
        world.restart()
        world.seen.clear()
        with pytest.raises(LoginFailed, match=f"run: mcp-bridge login {SERVER}"):
            asyncio.run(call(world, KeptLogin(SERVER, credentials(), lambda line: None)))
        assert set(world.seen) <= {SERVER, f"{ISSUER}/token"}


def client_of(url: str) -> str:
    """Return the client that a page of the authorization server is for."""
    return parse_qs(urlsplit(url).query)["client_id"][0]


def test_a_forgotten_client_registers_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """`invalid_client` at a refresh (RFC 6749, section 5.2) leads to a new registration, and to one page."""
    visited = browser(monkeypatch, follow)
    asyncio.run(call(world))
    world.restart()
    assert asyncio.run(call(world)).status_code == 200
    assert len(visited) == 2 and client_of(visited[1]) in world.clients
    assert world.grants == ["authorization_code", "refresh_token", "authorization_code"]


def test_a_client_forgotten_during_a_login_registers_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`invalid_client` for a code leads to one more login; an endless refusal is an error."""

    def visit(url: str) -> None:
        if len(visited) == 1 or is_lost:
            world.restart()
        follow(url)

    is_lost = False
    visited = browser(monkeypatch, visit)
    assert asyncio.run(call(world)).status_code == 200
    assert len(visited) == 2
    is_lost = True
    credentials().forget()
    with pytest.raises(LoginFailed, match="401"):
        asyncio.run(call(world))
    assert len(visited) == 4


def test_a_login_after_a_failed_one_registers_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a forgotten client shows an error to the person alone: the next login has a new client."""

    def visit(url: str) -> None:
        if client_of(url) in world.clients:
            follow(url)

    visited = browser(monkeypatch, visit)
    asyncio.run(call(world))
    kept = credentials()
    assert kept.kept.tokens is not None
    kept.kept.tokens.refresh_token = None
    kept.save()
    world.restart()
    monkeypatch.setattr("mcp_bridge.login.PATIENCE", 0.2)
    with pytest.raises(LoginFailed, match=f"run: mcp-bridge logout {SERVER}"):
        asyncio.run(call(world))
    monkeypatch.setattr("mcp_bridge.login.PATIENCE", NEVER)
    assert asyncio.run(call(world)).status_code == 200
    assert len({client_of(url) for url in visited}) == 2 and len(visited) == 3


def test_a_client_of_an_earlier_version_is_used_again(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file that says nothing of its last page has a client without a doubt."""
    visited = browser(monkeypatch, follow)
    asyncio.run(call(world))
    (file,) = tmp_path.rglob("*.json")
    kept = json.loads(file.read_text())
    file.write_text(json.dumps({name: kept[name] for name in kept if name not in ("is_doubtful", "tokens")}))
    world.valid.clear()
    assert asyncio.run(call(world)).status_code == 200
    assert len(world.clients) == 1 and len(visited) == 2


def test_more_scope_is_asked_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A 403 for want of scope leads to a second login with the scope that the server names."""
    visited = browser(monkeypatch, follow)
    assert asyncio.run(call(world)).status_code == 200
    world.scope = "write"
    assert asyncio.run(call(world)).status_code == 200
    assert [parse_qs(urlsplit(url).query).get("scope") for url in visited] == [None, ["write"]]


def test_the_metadata_of_a_server_name_the_scope_where_its_challenge_does_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later process reads them again, names the server, and registers a client for the scope."""
    visited = browser(monkeypatch, follow)
    assert asyncio.run(call(world)).status_code == 200
    world.scope, world.names_scope = "write", False
    world.resource["scopes_supported"] = ["write"]
    world.metadata["scopes_supported"] = ["write", "admin"]
    assert asyncio.run(call(world)).status_code == 200
    query = parse_qs(urlsplit(visited[1]).query)
    assert query["scope"] == ["write"] and query["resource"] == [SERVER] == world.resources[1:]
    assert len(visited) == 2 and client_of(visited[0]) != client_of(visited[1])


def test_a_stolen_redirect_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A redirect with another state changes nothing; the right one still counts."""
    statuses: Queue[int] = Queue()

    def visit(url: str) -> None:
        statuses.put(follow(url, state="guessed", code="stolen"))
        statuses.put(follow(url))

    browser(monkeypatch, visit)
    assert asyncio.run(call(world)).status_code == 200
    assert [statuses.get(timeout=CEILING) for _ in range(2)] == [400, 200]


REQUESTS = [
    b"",
    b"GET",
    b"\0" * (1 << 18),
    b"GET //[ HTTP/1.1",
    b"GET /callback HTTP/1.1",
    b"\xff \xff",
    b"GET  ",
]
REQUESTS += [
    b"GET /callback?state=" + b"a&state=" * 40 + b" HTTP/1.1",
    b"POST /callback?state=STATE HTTP/1.1",
]


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"])
@pytest.mark.parametrize("data", REQUESTS, ids=range(len(REQUESTS)))
def test_no_other_connection_delays_a_redirect(
    data: bytes, end: bytes, world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A browser may open a connection ahead and send nothing on it; a stranger may send anything."""
    monkeypatch.setattr("mcp_bridge.login.SLOW", None)  # it waits as long as it likes

    def visit(url: str) -> None:
        address = urlsplit(parse_qs(urlsplit(url).query)["redirect_uri"][0])
        state = parse_qs(urlsplit(url).query)["state"][0].encode()
        with socket.create_connection((address.hostname, address.port)) as stranger:
            with suppress(ConnectionError):
                stranger.sendall(data.replace(b"STATE", state) + end)
            follow(url)

    browser(monkeypatch, visit)
    assert asyncio.run(asyncio.wait_for(call(world), CEILING)).status_code == 200
    assert not [record for record in caplog.records if record.name == "asyncio"]


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("issuer", "https://evil.example"),
        ("token_endpoint", "http://evil.example/token"),
        ("authorization_endpoint", "http://evil.example/authorize"),
        ("registration_endpoint", "http://169.254.169.254/latest"),
        ("registration_endpoint", "http://127.0.0.1:2375/containers/create"),
        ("authorization_endpoint", "http://localhost:8000/shutdown"),
        ("token_endpoint", "file:///etc/passwd"),
        ("authorization_endpoint", "javascript:alert(1)"),
    ],
)
def test_hostile_metadata_is_refused(
    member: str, value: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong issuer, and an address without https, end the login; nothing is sent there, and none opened."""
    visited = browser(monkeypatch, follow)
    world.metadata[member] = value
    with pytest.raises(LoginFailed):
        asyncio.run(call(world))
    assert not [url for url in [*world.seen, *visited] if not is_trusted(url, SERVER)]
    assert not world.valid


WRONG = ["https://127.0.0.1:99999999/x", "https://login.example:0/", "https://login.example:65536/x"]
WRONG += ["https://", "https://a b/", "https://[::1/x", "https://a..b/x", f"https://{'a' * 300}.example/x"]


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    place=st.sampled_from(
        ["challenge", "authorization_servers", *(f"{one}_endpoint" for one in ("token", "registration"))]
        + ["authorization_endpoint"]
    ),
    url=st.sampled_from(WRONG)
    | st.integers(1 << 16, 1 << 80).map(lambda port: f"https://login.example:{port}/x")
    | st.text(max_size=12).map(lambda rest: f"https://{rest}"),
)
def test_an_address_that_no_server_has_ends_in_a_reason(
    place: str, url: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a peer names a wrong URL, the login ends in one line, with a network that fails at it."""
    fresh = World()
    visited = browser(monkeypatch, follow)
    credentials().forget()
    if place == "authorization_servers":
        fresh.resource[place] = [url]
    elif place != "challenge":
        fresh.metadata[place] = url

    def served(request: httpx2.Request) -> httpx2.Response:
        if request.url.port is not None and not 0 < request.url.port < 1 << 16:
            raise OverflowError("getaddrinfo() argument 2 must be 0-65535")
        answer = fresh(request)
        if place == "challenge" and answer.status_code == 401:
            header = f'Bearer resource_metadata="{url}"'.encode("latin-1", "replace")
            return httpx2.Response(401, headers=[(b"www-authenticate", header)])
        return answer

    try:
        assert asyncio.run(call(served)).status_code in (200, 401)  # type: ignore[arg-type]
    except (LoginFailed, httpx2.InvalidURL) as failed:
        assert str(failed) and len(str(failed).splitlines()) == 1
    assert all(0 < (urlsplit(each).port or 443) < 1 << 16 for each in [*fresh.seen, *visited])


@pytest.mark.parametrize("error", [OverflowError("port"), RuntimeError("group"), KeyError("secret")])
def test_an_error_of_a_library_during_a_login_is_a_reason(
    error: Exception, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception that nobody foresees ends the login in one line, without its text."""
    browser(monkeypatch, follow)

    def failing(request: httpx2.Request) -> httpx2.Response:
        if str(request.url) == SERVER:
            return world(request)
        raise error

    with pytest.raises(
        LoginFailed, match="^the authorization server did not answer: the request cannot be written as HTTP$"
    ):
        asyncio.run(call(failing))  # type: ignore[arg-type]


@pytest.mark.parametrize(("methods", "is_met"), [(["plain"], False), ([], False), (["plain", "S256"], True)])
def test_a_server_without_a_safe_proof_is_refused(
    methods: list[str], is_met: bool, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An authorization server whose methods of PKCE lack S256 gets no visit (RFC 7636, section 4.2)."""
    visited = browser(monkeypatch, follow)
    world.metadata["code_challenge_methods_supported"] = methods
    with nullcontext() if is_met else pytest.raises(LoginFailed, match="S256"):
        asyncio.run(call(world))
    assert bool(visited) == is_met


def test_the_query_of_a_login_page_is_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address of a page may have a query of its own (RFC 6749, section 3.1)."""
    visited = browser(monkeypatch, follow)
    world.metadata["authorization_endpoint"] = f"{ISSUER}/authorize?policy=a"
    assert asyncio.run(call(world)).status_code == 200
    query = parse_qs(urlsplit(visited[0]).query)
    assert query["policy"] == ["a"] and query["response_type"] == ["code"]


def test_a_new_token_that_is_refused_asks_nobody_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that accepts no token opens one page for a request."""
    visited = browser(monkeypatch, follow)

    def refusing(request: httpx2.Request) -> httpx2.Response:
        world.valid.clear()
        return world(request)

    assert asyncio.run(call(refusing)).status_code == 401  # type: ignore[arg-type]
    assert len(visited) == 1


def test_programs_on_loopback_are_no_business_of_a_server_elsewhere() -> None:
    """An address on loopback counts for a server on loopback alone."""
    local = ["http://localhost:9/", "http://127.0.0.1:9/", "http://[::1]:9/"]
    assert all(is_trusted(url, server) for url in local for server in local)
    assert not any(is_trusted(url, server) for url in local for server in (SERVER, "http://intra.example/"))
    assert is_trusted("http://intra.example/token", "http://intra.example/mcp")


def test_a_resource_of_another_server_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Metadata of another resource ends the login (RFC 9728, section 3.3)."""
    browser(monkeypatch, follow)
    world.resource["resource"] = "https://bank.example/mcp"
    with pytest.raises(LoginFailed, match="does not match|another|resource"):
        asyncio.run(call(world))


@pytest.mark.parametrize("headers", [{}, {"content-encoding": "gzip"}])
def test_an_endless_answer_is_refused(
    headers: dict[str, str], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer of an authorization server beyond a bound, or compressed, ends the login."""
    browser(monkeypatch, follow)
    answer = world.__call__

    def endless(request: httpx2.Request) -> httpx2.Response:
        if str(request.url).startswith(ISSUER):
            return httpx2.Response(200, headers=headers, stream=Endless())
        return answer(request)

    with pytest.raises(LoginFailed, match=str(ANSWER) if not headers else "compressed"):
        asyncio.run(call(endless))  # type: ignore[arg-type]


def test_an_answer_in_drops_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole of an answer has a bound of time, not only each part."""
    monkeypatch.setattr("mcp_bridge.http_client.SEND", 0.2)

    class Drops(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            while True:
                await asyncio.sleep(0.02)
                yield b" "

    def dripping(request: httpx2.Request) -> httpx2.Response:
        is_issuer = str(request.url).startswith(ISSUER)
        return httpx2.Response(200, stream=Drops()) if is_issuer else world(request)

    with pytest.raises(LoginFailed, match="within 0.2 seconds"):
        asyncio.run(asyncio.wait_for(call(dripping), CEILING))  # type: ignore[arg-type]


class Endless(httpx2.AsyncByteStream):
    """A body without an end."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield b" " * 65536


def test_an_answer_beyond_the_bound_leaves_no_connection_open() -> None:
    """The body is closed with its response, however much of it was read."""
    closed = []

    class Closing(Endless):
        async def aclose(self) -> None:
            closed.append(self)

    async def read(*, much: bool) -> None:
        response = httpx2.Response(200, stream=Closing())
        bound(response)
        if much:
            with pytest.raises(LoginFailed):
                await response.aread()
        await response.aclose()

    for number, much in enumerate((False, True), 1):
        asyncio.run(read(much=much))
        assert len(closed) >= number


def test_a_refusal_of_the_person_is_said(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A login that the person or the server refuses has one reason; no log holds a code or a token."""
    browser(monkeypatch, lambda url: follow(url, error="access_denied"))
    with caplog.at_level(logging.DEBUG), pytest.raises(LoginFailed, match="access_denied") as failed:
        asyncio.run(call(world))
    assert "secret-code" not in caplog.text + str(failed.value)


@pytest.mark.parametrize("guarded", ["GET", "POST"])
def test_a_guard_of_one_method_is_met(guarded: str) -> None:
    """The first request meets the guard of a server that has one method of HTTP alone."""

    async def server(scope: dict[str, Any], receive: object, send: Callable[..., Any]) -> None:
        status = 401 if scope["method"] == guarded else 404
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    options = BridgeOptions("auto", "auto", url="http://127.0.0.1/mcp", app=AsgiTransport(server, "/mcp"))
    assert asyncio.run(_meet(options)) == 401


def test_a_login_that_reaches_nobody_names_no_password(world: World, tmp_path: Path) -> None:
    """The line about a server that cannot be reached has its address without user and password."""
    with pytest.raises(Refused) as refused:
        log_in("http://user:secret@127.0.0.1:1/mcp", tmp_path, None)
    assert "http://127.0.0.1:1/mcp: the server cannot be reached" in str(refused.value.problems[0])


@pytest.mark.parametrize("status", [200, 400, 405, 499, 404, 500, 503])
def test_a_server_that_asks_for_no_login_is_said(
    status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that has no such path, or is out of order, is no success."""
    with Scripted(lambda *_: (status, {}, b"")) as server:
        if status == 404 or status >= 500:
            with pytest.raises(Refused) as refused:
                log_in(server.url, tmp_path, None)
            said = f"answers {status} and does not ask for a login; check the URL"
            assert refused.value.problems == (Problem(server.url, said),)
        else:
            assert log_in(server.url, tmp_path, None) == 0
    assert capsys.readouterr().out == (
        "" if status == 404 or status >= 500 else f"{server.url}: does not ask for a login\n"
    )


def test_a_token_that_the_server_does_not_accept_is_said(
    world: World, guarded: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A login that leads to a token, and to no answer, is none."""
    browser(monkeypatch, follow)
    with pytest.raises(Refused) as refused:
        log_in(guarded, tmp_path, None)
    assert str(refused.value.problems[0]).endswith(
        "answers 401 after the login, so it does not accept the token; "
        "log in with an account that may use the server"
    )
    assert "Bearer given" in Guarded.tokens


@pytest.mark.parametrize(
    ("path", "status", "body", "reason"),
    [
        (
            "/register",
            404,
            b"",
            "Registration failed; register a client by hand, and name it with --client-id",
        ),
        (
            "/register",
            400,
            b'{"error": "invalid_client_metadata", "error_description": "S"}',
            "client_metadata;",
        ),
        ("/register", 400, b'{"error": "S S"}', "Registration failed; "),
        ("/token", 400, b'{"error": "invalid_grant", "error_description": "S"}', "(400), invalid_grant"),
        ("/token", 400, b'{"error": ["S"]}', "(400)"),
        ("/token", 307, b"", "(307)"),
    ],
)
def test_the_error_of_an_authorization_server_is_said(
    path: str, status: int, body: bytes, reason: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code of an error is in the reason, its description is not; a client can be registered by hand."""
    browser(monkeypatch, follow)

    def refusing(request: httpx2.Request) -> httpx2.Response:
        if request.url.path != path:
            return world(request)
        return httpx2.Response(status, content=body, headers={"location": "https://S.example/S"})

    with pytest.raises(LoginFailed) as failed:
        asyncio.run(call(refusing))  # type: ignore[arg-type]
    assert reason in str(failed.value) and "S" not in str(failed.value)


def test_a_slow_call_delays_no_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests that have a valid token do not wait for each other."""
    browser(monkeypatch, follow)
    release = threading.Event()

    async def run() -> list[int]:
        login, begun = new_login(), asyncio.Event()
        await call(world, login)

        async def slow(request: httpx2.Request) -> httpx2.Response:
            begun.set()
            while not release.is_set():
                await asyncio.sleep(0.01)
            return world(request)

        async with httpx2.AsyncClient(transport=httpx2.MockTransport(slow), timeout=CEILING) as client:
            waiting = asyncio.create_task(client.post(SERVER, json=FRAME, auth=login))
            await begun.wait()
            other = await call(world, login)
            assert not waiting.done()
            release.set()
            return [other.status_code, (await waiting).status_code]

    assert asyncio.run(asyncio.wait_for(run(), CEILING)) == [200, 200]


class Guarded(BaseHTTPRequestHandler):
    """A server that accepts no token, and its authorization server, on one loopback address."""

    tokens: list[str | None] = []

    def do_GET(self) -> None:
        """Answer with metadata."""
        here = f"http://{self.headers['host']}"
        metadata = {
            "resource": f"{here}/mcp",
            "authorization_servers": [here],
            "issuer": here,
            "authorization_endpoint": f"{here}/authorize",
            "token_endpoint": f"{here}/token",
            "registration_endpoint": f"{here}/register",
            "response_types_supported": ["code"],
            "code_challenge_methods_supported": ["S256"],
        }
        self._reply(200, metadata)

    def do_POST(self) -> None:
        """Ask for a token, register a client, or give a token."""
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path == "/mcp":
            self.tokens.append(self.headers["authorization"])
            self._reply(401, {})
        elif self.path == "/register":
            self._reply(201, {**json.loads(body), "client_id": "registered"})
        else:
            self._reply(200, {"access_token": "given", "token_type": "Bearer"})

    def _reply(self, status: int, tree: Any) -> None:
        data = json.dumps(tree).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve `Guarded`; yield its address."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setattr(Guarded, "tokens", [])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Guarded)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/mcp"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def asked(url: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Start a bridge with `--login`, send `initialize`; yield the bridge and the page that it opens."""
    options = ("--connect", url, "--login")
    fault = (
        f"import webbrowser; from mcp_bridge import login; webbrowser.open = bool; login.PATIENCE = {NEVER}"
    )
    with running(to="auto", client="auto", options=options, fault=fault) as process:
        say(process, HELLO)
        assert process.stderr is not None
        line = process.stderr.readline().decode()
        assert line.startswith("--login: log in at "), line
        yield process, line.split()[-1]


def test_a_refused_login_answers_the_client(world: World, guarded: str) -> None:
    """A request that came before the refusal gets an error with the reason; the exit status is 2."""
    with asked(guarded) as (process, page):
        follow(page, error="access_denied")
        answer, (_, err, status) = hear(process), finish(process)
    reason = "the authorization server refused the login: access_denied"
    assert answer["id"] == HELLO["id"] and answer["error"]["message"] == reason
    assert status == 2 and f"--login: {reason}" in err


@pytest.mark.parametrize(
    ("number", "status", "reason"),
    [
        (None, 0, None),
        (signal.SIGTERM, 143, STOPPING),
    ],
)
def test_a_login_ends_with_its_client(
    number: int | None, status: int, reason: str | None, world: World, guarded: str
) -> None:
    """A client that hangs up, and a signal, end the bridge that waits for a person."""
    with asked(guarded) as (process, _):
        if number is not None:
            process.send_signal(number)
            process.wait(CEILING)
        frames, err, ended = finish(process)
        assert ended == status
        assert [frame["error"]["message"] for frame in frames] == ([] if reason is None else [reason])
        assert ("client: the client hung up before the login; " in err) is (reason is None)


def test_a_check_has_the_token_that_is_kept(world: World, guarded: str, tmp_path: Path) -> None:
    """A check sends the token of an earlier login, or a header; it opens no page. A 401 is one line."""

    def checked(*options: str) -> tuple[int, str]:
        command = [*BRIDGE, "check", guarded, *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=CEILING, check=False)
        return done.returncode, "\n".join(without_silence(done.stderr.splitlines()))

    status, err = checked()
    assert status == 2 and "\n" not in err and f"run: mcp-bridge login {guarded}, or" in err
    assert checked("--header", "Authorization: Bearer given")[1] == err
    kept = Credentials(guarded, tmp_path / "mcp-bridge")
    kept.kept = Kept(tokens=OAuthToken(access_token="kept", token_type="Bearer"))
    kept.save()
    status, err = checked()
    assert status == 2 and f"run: mcp-bridge login {guarded}" in err and "log in at" not in err
    assert set(Guarded.tokens) == {None, "Bearer given", "Bearer kept"}


@pytest.mark.parametrize("command", ["login", "logout"])
def test_a_login_without_its_extra_names_the_remedy(
    command: str, world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the packages of `[login]` a line of the command says how they are installed from a checkout."""
    monkeypatch.setitem(sys.modules, "keyring", None)
    monkeypatch.delitem(sys.modules, "mcp_bridge.login")
    assert cli.run([command, SERVER]) == 2
    remedy = "run in a checkout of mcpgen: pip install ./generated './bridge[login]'"
    assert capsys.readouterr().err == f"mcp-bridge {command}: keyring is not installed; {remedy}\n"


def test_a_login_from_a_wheel_names_the_remedy(tmp_path: Path) -> None:
    """Each command that logs in names it, also without a checkout around the package."""
    shutil.copytree(Path(cli.__file__).parent, tmp_path / "mcp_bridge")
    code = "import sys; sys.modules['keyring'] = None; from mcp_bridge.cli import main; main(sys.argv[1:])"
    given = [sys.executable, "-c", code]
    for arguments, user in (
        (["login", SERVER], "mcp-bridge login"),
        (["logout", SERVER], "mcp-bridge logout"),
        (["--login", "--connect", SERVER], "--login"),
    ):
        done = subprocess.run(
            [*given, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        remedy = "run in a checkout of mcpgen: pip install ./generated './bridge[login]'"
        assert (done.returncode, done.stderr) == (2, f"{user}: keyring is not installed; {remedy}\n")


def test_a_kept_login_asks_nobody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token is refreshed; where that fails, the reason names the command."""
    visited = browser(monkeypatch, follow)
    world.lifetime = -1
    asyncio.run(call(world))
    world.lifetime = 3600
    kept = KeptLogin(SERVER, credentials(), lambda line: None)
    assert asyncio.run(call(world, kept)).status_code == 200
    world.restart()
    with pytest.raises(LoginFailed, match=f"run: mcp-bridge login {SERVER}"):
        asyncio.run(call(world, KeptLogin(SERVER, credentials(), lambda line: None)))
    assert len(visited) == 1


def test_another_client_logs_in_anew(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The token of one client serves no other: neither a registered one, nor that of a document."""
    document = "https://app.example/client.json"
    visited = browser(monkeypatch, follow)
    asyncio.run(call(world))
    world.metadata["client_id_metadata_document_supported"] = True
    world.clients |= {"by-hand", document}
    for client in ("by-hand", "by-hand", document, document):
        login = Login(SERVER, credentials(), lambda line: None, client)
        assert asyncio.run(call(world, login)).status_code == 200
    assert [client_of(url) for url in visited][1:] == ["by-hand", document]
    with pytest.raises(ValueError, match="https"):
        Login(SERVER, credentials(), lambda line: None, "http://app.example/client.json")


def test_a_registered_client_serves_one_authorization_server(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that names another authorization server later leads no secret there, until a logout."""
    visited = browser(monkeypatch, follow)
    world.clients.add("by-hand")

    def log_in() -> Login:
        return Login(SERVER, credentials(), lambda line: None, "by-hand", "its-secret")

    assert asyncio.run(call(world, log_in())).status_code == 200
    world.resource["authorization_servers"] = ["https://evil.example"]
    world.restart()
    for _ in range(2):
        with pytest.raises(LoginFailed, match=f"another authorization server.*mcp-bridge logout {SERVER}"):
            asyncio.run(call(world, log_in()))
    assert len(visited) == 1 and not [url for url in world.seen if "evil" in url]
    assert credentials().forget()
    with pytest.raises(LoginFailed, match="Token exchange failed"):
        asyncio.run(call(world, log_in()))
    assert [url for url in world.seen if "evil" in url]


@pytest.mark.parametrize("is_stated", [True, False])
def test_a_redirect_of_another_issuer_is_refused(
    is_stated: bool, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No code is exchanged that another authorization server sent (RFC 9207, section 2.4)."""
    world.metadata["authorization_response_iss_parameter_supported"] = is_stated
    browser(monkeypatch, lambda url: follow(url, iss="https://evil.example"))
    with pytest.raises(LoginFailed, match="iss mismatch"):
        asyncio.run(call(world))
    assert not world.grants


def test_a_server_that_reads_the_body_first_is_met() -> None:
    """A server that refuses frames of another revision before it looks for a token asks for a login."""

    def server_of(method: str) -> Any:
        async def server(scope: dict[str, Any], receive: Any, send: Callable[..., Any]) -> None:
            body = (await receive())["body"] if scope["method"] == "POST" else b"{}"
            status = 401 if json.loads(body).get("method") == method else 400
            await send({"type": "http.response.start", "status": status, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        return server

    for method, status in (("initialize", 401), ("server/discover", 401), ("ping", 400)):
        options = BridgeOptions(
            "auto", "auto", url="http://127.0.0.1/mcp", app=AsgiTransport(server_of(method), "/mcp")
        )
        assert asyncio.run(_meet(options)) == status


def test_the_session_of_a_first_request_is_ended() -> None:
    """A server that opens a session for the first request is told that nobody goes on with it."""
    seen = []

    async def server(scope: dict[str, Any], receive: object, send: Callable[..., Any]) -> None:
        seen.append((scope["method"], dict(scope["headers"]).get(b"mcp-session-id")))
        headers = [(b"mcp-session-id", b"s"), (b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"{}"})

    options = BridgeOptions("auto", "auto", url="http://127.0.0.1/mcp", app=AsgiTransport(server, "/mcp"))
    assert asyncio.run(_meet(options)) == 200
    assert seen == [("POST", None), ("DELETE", b"s")]


@pytest.mark.parametrize(
    "odd",
    [
        {"expires_in": 10**400},
        {"access_token": "a\r\nX-Evil: S"},
        {"access_token": "\u20ac"},
        {"access_token": "a\0"},
        {"access_token": " a"},
        {"access_token": "a "},
        {"access_token": "a\tb"},
        {"access_token": ""},
    ],
)
def test_a_token_that_cannot_be_used_is_not_kept(
    odd: dict[str, Any], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token that no header can hold, or whose end is no time, ends the login; the next one begins anew."""
    browser(monkeypatch, follow)
    world.odd = odd
    with pytest.raises(LoginFailed) as failed:
        asyncio.run(call(world))
    assert "authorization server" in str(failed.value) and "\n" not in str(failed.value)
    world.odd = {}
    assert asyncio.run(call(world)).status_code == 200


@pytest.mark.parametrize("token", [" a", "a ", "a\r\nX: 1", "\x7f", "", "\u20ac"])
def test_a_kept_token_that_no_header_can_hold_leads_to_a_login(
    token: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token of a file that was changed, or of an older bridge, is none."""
    visited = browser(monkeypatch, follow)
    kept = credentials()
    kept.kept = Kept(tokens=OAuthToken(access_token=token, token_type="Bearer"))
    kept.save()
    assert asyncio.run(call(world)).status_code == 200
    assert len(visited) == 1


@pytest.mark.parametrize("place", ["file is a folder", "folder is a file", "read-only"])
@pytest.mark.parametrize("client", [None, "by-hand"])
def test_a_token_that_cannot_be_kept_names_its_place(
    place: str, client: str | None, world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The line names the local path, and comes before a page is opened."""
    visited = browser(monkeypatch, follow)
    folder = tmp_path / "folder"
    kept = Credentials(SERVER, folder)
    if place == "file is a folder":
        kept._file.mkdir(parents=True)
    elif place == "folder is a file":
        folder.touch()
    else:
        monkeypatch.setattr("tempfile.mkstemp", Mock(side_effect=PermissionError(errno.EACCES, "denied")))
    with pytest.raises(LoginFailed, match="the token cannot be stored in .*/folder/"):
        asyncio.run(call(world, Login(SERVER, kept, lambda line: None, client)))
    assert not visited


@pytest.mark.parametrize("cause", ["endpoint", "scopes", "client"])
def test_a_page_with_a_long_address_is_not_opened(
    cause: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No browser opens an address of that length: the login ends at once, with one short line."""
    visited = browser(monkeypatch, follow)
    if cause == "endpoint":
        world.metadata["authorization_endpoint"] = f"{ISSUER}/{'a' * 40_000}"
    elif cause == "scopes":
        world.resource["scopes_supported"] = [f"scope{number}" for number in range(9_000)]
    client = "c" * 40_000 if cause == "client" else None
    login = Login(SERVER, credentials(), lambda line: None, client)
    with pytest.raises(LoginFailed, match="^the address of the login page .* more than 32768 characters$"):
        asyncio.run(asyncio.wait_for(call(world, login), CEILING))
    assert not visited


@pytest.mark.parametrize("is_logout", [True, False])
def test_a_killed_write_leaves_no_token(
    is_logout: bool, world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A logout deletes the file of a write that was killed, and so does a write that comes later."""
    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        killed.setattr(Path, "replace", Mock(side_effect=KeyboardInterrupt))
        killed.setattr(Path, "unlink", Mock())
        credentials().save()
    (left,) = tmp_path.glob("*.tmp")
    assert left.name.startswith(credentials()._file.stem)
    if is_logout:
        credentials().forget()
    else:
        os.utime(left, (1, 1))
        credentials().save()
    assert not left.exists()


@pytest.mark.parametrize("end", ["#x", "?state=abc"])
def test_a_page_with_a_fragment_or_a_state_is_refused(
    end: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address of a login page that hides the state of the login ends in a reason."""
    browser(monkeypatch, follow)
    world.metadata["authorization_endpoint"] = f"{ISSUER}/authorize{end}"
    with pytest.raises(LoginFailed, match="a fragment or a parameter `state`"):
        asyncio.run(call(world))


def test_a_request_for_no_address_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any local program may send a request to the redirect: it gets 400, and the login goes on."""

    def visit(url: str) -> None:
        port = urlsplit(parse_qs(urlsplit(url).query)["redirect_uri"][0]).port
        with socket.create_connection(("127.0.0.1", port or 0)) as stranger:
            stranger.sendall(b"GET http://[ HTTP/1.1\r\n\r\n")
            assert b" 400 " in stranger.recv(100)
        follow(url)

    browser(monkeypatch, visit)
    assert asyncio.run(call(world)).status_code == 200


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    resource=st.dictionaries(
        st.sampled_from(["resource", "authorization_servers", "scopes_supported"]),
        st.one_of(st.none(), st.text(max_size=5), st.lists(st.text(max_size=5), max_size=2), st.just(ISSUER)),
    ),
    metadata=st.dictionaries(
        st.sampled_from(["issuer", "token_endpoint", "authorization_endpoint", "registration_endpoint"]),
        st.one_of(st.none(), st.text(max_size=8), st.integers(), st.sampled_from([SERVER, "http://a", "//"])),
    ),
)
def test_any_metadata_ends_in_a_login_or_a_reason(
    resource: dict[str, Any], metadata: dict[str, Any], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the documents hold, the request has an answer, or `LoginFailed` says why it has none."""
    fresh = World()
    browser(monkeypatch, follow)
    credentials().forget()
    fresh.resource.update(resource)
    fresh.metadata.update(metadata)
    try:
        assert asyncio.run(call(fresh)).status_code in (200, 401)
    except LoginFailed as failed:
        assert str(failed) and "\n" not in str(failed)
    assert not [url for url in fresh.seen if not is_trusted(url, SERVER)]


class Drawer(KeyringBackend):
    """A keyring in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        """Return a password."""
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a password."""
        self.kept[service, username] = password


@pytest.mark.parametrize("backend", [Drawer, Keyring])
def test_a_login_says_where_the_tokens_lie(
    world: World,
    backend: type[KeyringBackend],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The file is named where there is no keyring, and has the mode that the line states."""

    async def meet(options: BridgeOptions) -> int:
        options.auth.context.current_tokens = token = OAuthToken(access_token="given")
        await options.auth._credentials.set_tokens(token)
        options.auth._credentials.save()
        return 200

    keyring.set_keyring(backend())
    monkeypatch.setattr("mcp_bridge.command._meet", meet)
    assert log_in(SERVER, tmp_path / "tokens", None) == 0
    said = capsys.readouterr().out.removesuffix("\n")
    files = list((tmp_path / "tokens").glob("*.json"))
    if backend is Drawer:
        assert said == f"{SERVER}: logged in" and not files
    else:
        (file,) = files
        assert (
            said == f"{SERVER}: logged in; the tokens are in {file} (mode 0600), because there is no keyring"
        )
        assert file.stat().st_mode & 0o777 == 0o600
