"""The HTTP proxy of the environment: errors name it, and requests to this machine do not use it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_bridge.http_client import PROXY_STEP, HttpClient, LoginFailed, UpstreamFailure, post_form
from mcp_bridge.http_exchange import UpstreamSession
from mcp_bridge.http_proxy import proxy_of
from support.http_bridge import Scripted, free_port

AWAY = "http://server.invalid/mcp"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without the proxies of the environment."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def failure(url: str) -> str:
    """Return the reason why a request to a URL has no answer, or its status."""

    async def ask() -> str:
        client = HttpClient()
        try:
            async with client.open("POST", url, {}, b"{}") as response:
                return str(response.status)
        except UpstreamFailure as failed:
            return str(failed)
        finally:
            await client.close()

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "url, variables, proxy",
    [
        (AWAY, {}, None),
        (AWAY, {"HTTP_PROXY": "http://p:1"}, "http://p:1"),
        (AWAY, {"HTTP_PROXY": "p:1"}, "http://p:1"),
        (AWAY, {"ALL_PROXY": "http://p:1"}, "http://p:1"),
        (AWAY, {"HTTPS_PROXY": "http://p:1"}, None),
        (AWAY, {"HTTP_PROXY": "http://p:1", "NO_PROXY": "a.example,.invalid"}, None),
        (AWAY, {"HTTP_PROXY": "http://p:1", "NO_PROXY": "*"}, None),
        ("https://server.invalid/", {"HTTPS_PROXY": "http://p:1"}, "http://p:1"),
        ("http://127.8.9.1:80/mcp", {"HTTP_PROXY": "http://p:1"}, None),
        ("http://[::1]/mcp", {"ALL_PROXY": "http://p:1"}, None),
        ("http://LOCALHOST/mcp", {"ALL_PROXY": "http://p:1"}, None),
        ("http://10.0.0.1/mcp", {"HTTP_PROXY": "http://p:1"}, "http://p:1"),
    ],
)
def test_the_proxy_of_a_url(
    url: str, variables: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for other programs, except that requests to this machine never go through one."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert proxy_of(url) == proxy


def test_an_error_names_the_proxy_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody searches for the fault at the server."""
    port = free_port()
    monkeypatch.setenv("HTTP_PROXY", f"http://user:secret@127.0.0.1:{port}")
    through = f"the server cannot be reached through the proxy http://127.0.0.1:{port} of the environment: "
    assert failure(AWAY) == f"{through}Connection refused; {PROXY_STEP}"
    monkeypatch.setenv("HTTP_PROXY", "http://[")
    assert failure(AWAY).startswith("the server cannot be reached through the proxy of the environment: ")


@pytest.mark.parametrize("proxy", ["foo://p:1", "http://p:x", "socks9://p"])
def test_a_proxy_that_cannot_be_used_is_an_error(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while a person logs in."""
    monkeypatch.setenv("HTTP_PROXY", proxy)
    start, end = "the server cannot be reached through the proxy", ": its URL must be http://HOST:PORT"
    reason = failure(AWAY)
    assert reason.startswith(start) and end in reason
    with pytest.raises(UpstreamFailure, match=start):
        asyncio.run(post_form(AWAY, {}, {}))


def test_a_request_to_this_machine_uses_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy here is another server, which must see nothing."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        return 200, {}, {}

    with Scripted(answer) as proxy, Scripted(answer) as server:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        assert failure(server.url) == "200"
        asyncio.run(post_form(server.url, {}, {}))
        assert not proxy.seen and len(server.seen) == 2


def test_the_answer_of_a_proxy_is_not_taken_for_one_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused tunnel is a failure, and an error page names the proxy."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        return 502, {}, None

    async def ask() -> None:
        client = HttpClient()
        wanted = asyncio.Event()
        wanted.set()
        session = UpstreamSession(AWAY, client, lambda *frame: None, lambda id: None, lambda *_: None, wanted)
        try:
            await session.exchange(1, "ping", b"{}", {})
        finally:
            await client.close()

    with Scripted(answer) as proxy:
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        through = f"through the proxy {proxy.url} of the environment"
        with pytest.raises(UpstreamFailure, match=f"the request went {through}, which may have answered"):
            asyncio.run(ask())
        assert failure("https://server.invalid/") == (
            f"the server cannot be reached {through}: the proxy refused the connection; {PROXY_STEP}"
        )


def test_a_login_goes_through_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the requests of the bridge do."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        return 200, {}, {}

    with Scripted(answer) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        try:
            assert asyncio.run(post_form(AWAY, {}, {})).status_code == 200
        except LoginFailed as failed:
            raise AssertionError(failed) from failed
        assert len(proxy.seen) == 1
