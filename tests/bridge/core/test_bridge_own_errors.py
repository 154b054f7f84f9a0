"""Error responses that the bridge makes itself say why. `bridge_pair.py` checks that each one does."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import mcp_bridge
from support.bridge_pair import MODERN, Bridged, modern, opened

LIMITS = mcp_bridge.Limits(pending=1, queued=1)
Errors = list[tuple[Any, Any]]


def call(link: Bridged, name: str = "a") -> Any:
    """Let the client call a tool. Return the frames that the bridge sends."""
    params = {"name": name}
    return link.ask("client", "tools/call", modern(params) if link.revision["client"] == MODERN else params)


def errors(sends: list[Any]) -> Errors:
    """Return the receiver and the reason of each error response among the events of a bridge."""
    return [(each.to, each.why) for each in sends if each.to is not None and "error" in each.tree]


class Told:
    """The error responses of a bridge between a client of some revision and a server with a handshake."""

    def __init__(self, client: str, **options: Any) -> None:
        self.link = opened(client, "2025-11-25", offered={"tools": {}}, **options)
        self.errors: Errors = []
        take = self.link.take

        def recorded(sends: list[Any]) -> list[Any]:
            self.errors += errors(sends)
            return take(sends)

        self.link.take = recorded  # type: ignore[method-assign]


CLIENTS = pytest.mark.parametrize("client", [MODERN, "2025-06-18", "2025-11-25"])


@CLIENTS
def test_an_error_of_the_server_has_no_reason(client: str) -> None:
    """The bridge converts it, but did not make it."""
    told = Told(client)
    (asked,) = call(told.link)
    told.link.fail("server", asked, -32602)
    assert told.errors == [("client", None)]


@CLIENTS
def test_a_server_that_is_gone_closes_the_call(client: str) -> None:
    """The call that was open gets the error, and so does a later one."""
    told = Told(client)
    call(told.link)
    told.link.close("server")
    call(told.link)
    assert told.errors == [("client", "closed")] * 2


@CLIENTS
def test_a_limit_of_the_bridge_is_one(client: str) -> None:
    """The third call is one too many."""
    told = Told(client, limits=LIMITS)
    for name in "abc":
        call(told.link, name)
    assert told.errors == [("client", "limit")]


@CLIENTS
def test_an_unreadable_response_is_invalid(client: str) -> None:
    """The bridge ends the call at its text."""
    told = Told(client)
    (asked,) = call(told.link)
    text = b'{"jsonrpc":"2.0","id":%d,"result":{"content":[}}' % asked["id"]
    told.link.take(told.link.bridge.from_server(text))
    assert told.errors == [("client", "invalid")]


def test_a_response_that_cannot_be_converted_is_invalid() -> None:
    """A result is not an object."""
    told = Told(MODERN)
    (asked,) = call(told.link)
    told.link.send("server", {"jsonrpc": "2.0", "id": asked["id"], "result": 1})
    assert told.errors == [("client", "invalid")]


def test_a_request_that_the_server_cannot_have_is_refused() -> None:
    """A server with a handshake has no subscriptions to resources unless it declares them."""
    told = Told(MODERN)
    told.link.ask("client", "tasks/get", modern({"taskId": "t"}))
    assert told.errors == [("client", "refused")]


def test_a_handshake_without_an_answer_is_a_timeout() -> None:
    """The request that opens the session waits for the handshake of the bridge."""
    link = Bridged(MODERN, "2025-11-25", limits=mcp_bridge.Limits(opening=2))
    link.ask("client", "server/discover", modern())
    found = errors(link.bridge.tick(2))
    assert found == [("client", "timeout")]


def test_a_server_of_unknown_revision_without_an_answer_is_a_timeout() -> None:
    """The bridge gives up after all its trials."""
    link = Bridged(MODERN, "auto", limits=mcp_bridge.Limits(opening=2, probe=1))
    link.ask("client", "server/discover", modern())
    found: Errors = []
    while not found:
        found += errors(link.bridge.tick(link.bridge.deadline))
    assert found == [("client", "timeout")]


@pytest.mark.parametrize("client", [MODERN, "2025-06-18", "2025-11-25"])
@pytest.mark.parametrize("stream", [(), ("s",)])
def test_a_failure_of_the_transport_is_told_once(client: Any, stream: tuple[str, ...]) -> None:
    """The host has no response. Between equal revisions, the bridge parses only if there are streams."""
    for server in (client, "2025-11-25"):
        bridge = opened(client, server).bridge.trees if not stream else mcp_bridge.Bridge(client, client)
        params = modern({"name": "a"}) if client == MODERN else {"name": "a"}
        frame = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
        asked = next(each for each in bridge.from_client(frame, *stream) if each.to == "server")
        lost = partial(bridge.unanswered, asked.id, "no answer", data={"status": 503})
        sent, *rest = lost()
        assert (sent.to, sent.why, sent.id) == ("client", "lost", 7)
        assert sent.tree["error"] == {"code": -32603, "message": "no answer", "data": {"status": 503}}
        assert [each.reason for each in rest] == (["answered"] if stream else [])
        (again,) = lost()
        assert again.to is None


def test_a_request_of_the_server_says_why_too() -> None:
    """Its request was open when the client went away."""
    told = Told("2025-06-18")
    told.link.ask("server", "roots/list", id="r")
    told.link.close("client")
    assert told.errors == [("server", "closed")]
