"""The login of `mcp-bridge`: OAuth for a client that cannot, against friendly and hostile servers.

One function plays the server and its authorization server; the redirect goes over a real loopback address.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
import stat
import threading
import urllib.request
import webbrowser
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from queue import Queue
from typing import Any
from unittest.mock import patch
from urllib.error import HTTPError
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx2
import keyring
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from keyring.backends.fail import Keyring

from mcp_bridge.command import _meet, log_in
from mcp_bridge.http_client import ANSWER, LoginFailed, fetch
from mcp_bridge.login import Credentials, Login, is_trusted
from mcp_bridge.options import BridgeOptions
from mcp_bridge.problems import Refused

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
        self.valid: set[str] = set()
        self.seen: list[str] = []  # the address of each request
        self.grants: list[str] = []  # the kind of each grant

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
            return httpx2.Response(201, json={**json.loads(request.content), "client_id": "registered"})
        if url == f"{ISSUER}/token":
            return self._grant(dict(parse_qsl(request.content.decode())))
        return httpx2.Response(404)

    def _serve(self, request: httpx2.Request) -> httpx2.Response:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if token not in self.valid:
            return httpx2.Response(401, headers={"www-authenticate": "Bearer"})
        if self.scope not in token:
            challenge = f'Bearer error="insufficient_scope", scope="{self.scope}"'
            return httpx2.Response(403, headers={"www-authenticate": challenge})
        return httpx2.Response(200, json={"jsonrpc": "2.0", "id": 1, "result": {}})

    def _grant(self, form: dict[str, str]) -> httpx2.Response:
        self.grants.append(form["grant_type"])
        token = f"token-{self.scope}-{secrets.token_hex(4)}"
        self.valid.add(token)
        body = {"access_token": token, "token_type": "Bearer", "expires_in": self.lifetime}
        return httpx2.Response(200, json={**body, "refresh_token": "again"})


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
        async with httpx2.AsyncClient(transport=transport) as client:
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


def test_more_scope_is_asked_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A 403 for want of scope leads to a second login with the scope that the server names."""
    visited = browser(monkeypatch, follow)
    assert asyncio.run(call(world)).status_code == 200
    world.scope = "write"
    assert asyncio.run(call(world)).status_code == 200
    assert [parse_qs(urlsplit(url).query).get("scope") for url in visited] == [None, ["write"]]


def test_a_stolen_redirect_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A redirect with another state changes nothing; the right one still counts."""
    statuses: Queue[int] = Queue()

    def visit(url: str) -> None:
        statuses.put(follow(url, state="guessed", code="stolen"))
        statuses.put(follow(url))

    browser(monkeypatch, visit)
    assert asyncio.run(call(world)).status_code == 200
    assert [statuses.get(timeout=10) for _ in range(2)] == [400, 200]


def test_a_silent_connection_delays_no_redirect(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser may open a connection ahead and send nothing on it."""
    monkeypatch.setattr("mcp_bridge.redirect._Answer.timeout", None)  # it waits as long as it likes

    def visit(url: str) -> None:
        address = urlsplit(parse_qs(urlsplit(url).query)["redirect_uri"][0])
        with socket.create_connection((address.hostname, address.port)):
            follow(url)

    browser(monkeypatch, visit)
    assert asyncio.run(asyncio.wait_for(call(world), 30)).status_code == 200


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("issuer", "https://evil.example"),
        ("token_endpoint", "http://evil.example/token"),
        ("authorization_endpoint", "http://evil.example/authorize"),
        ("registration_endpoint", "http://169.254.169.254/latest"),
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


class Endless(httpx2.AsyncByteStream):
    """A body without an end."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield b" " * 65536


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

    options = BridgeOptions("auto", "auto", url="http://127.0.0.1/mcp", app=server)
    assert asyncio.run(_meet(options)) == 401


def test_a_login_that_reaches_nobody_names_no_password(world: World, tmp_path: Path) -> None:
    """The line about a server that cannot be reached has its address without user and password."""
    with pytest.raises(Refused) as refused:
        log_in("http://user:secret@127.0.0.1:1/mcp", tmp_path, None)
    assert "http://127.0.0.1:1/mcp: the server cannot be reached" in str(refused.value.problems[0])


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

        async with httpx2.AsyncClient(transport=httpx2.MockTransport(slow)) as client:
            waiting = asyncio.create_task(client.post(SERVER, json=FRAME, auth=login))
            await begun.wait()
            other = await call(world, login)
            assert not waiting.done()
            release.set()
            return [other.status_code, (await waiting).status_code]

    assert asyncio.run(asyncio.wait_for(run(), 30)) == [200, 200]


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
