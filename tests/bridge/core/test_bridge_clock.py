"""The clock of the host: any origin, and first calls before the first `tick`."""

from __future__ import annotations

import json
from math import inf, nan
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import latest as mcp

import mcp_bridge

LEGACY, MODERN = "2025-06-18", "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
ORIGINS = (0.0, 90_000.0, -90_000.0, 0.1 + 90_000.2)
LIMITS = mcp_bridge.Limits()
META = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": {}}
META_OBJECT = mcp.RequestMetaObject(protocol_version=MODERN, client_capabilities=mcp.ClientCapabilities())


def request(client: str) -> dict[str, Any]:
    """Return the first request of a client."""
    if client == MODERN:
        return {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
    info = {"name": "c", "version": "1"}
    params = {"protocolVersion": client, "capabilities": {}, "clientInfo": info}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def limit(client: str) -> float:
    """Return how many seconds the server has to answer the first request of the bridge."""
    return LIMITS.probe if client == MODERN else LIMITS.opening


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("client", [LEGACY, MODERN])
@pytest.mark.parametrize("ticks_first", [True, False])
def test_a_deadline_is_a_time_of_the_clock_of_the_host(client: Any, origin: float, ticks_first: bool) -> None:
    """A request that is sent before the first `tick` gets its whole time, counted from that `tick`."""
    bridge = mcp_bridge.Bridge(client, "auto")
    assert not ticks_first or bridge.tick(origin) == []
    (asked,) = bridge.from_client(json.dumps(request(client)).encode())
    if not ticks_first:
        assert bridge.deadline == -inf, "the host must call `tick` at once"
        assert bridge.tick(nan) == bridge.tick(-inf) == [] and bridge.deadline == -inf, "these are not times"
        assert bridge.tick(origin) == []
    assert bridge.deadline == pytest.approx(origin + limit(client))
    assert bridge.tick(origin + limit(client) - 0.01) == []
    due = bridge.deadline
    assert due is not None
    late = bridge.tick(due)
    assert late and isinstance(late[0], mcp_bridge.Frame) and asked.to == "server"
    assert bridge.deadline is None or bridge.deadline > due


@pytest.mark.parametrize("origin", ORIGINS)
def test_an_answer_in_time_is_not_late(origin: float) -> None:
    """A stateless server that answers after the first `tick` is used as one without a handshake."""
    bridge = mcp_bridge.Bridge(MODERN, "auto")
    (asked,) = bridge.from_client(request(MODERN))
    assert isinstance(asked, mcp_bridge.Frame) and bridge.tick(origin) == []
    bridge.tick(origin + LIMITS.probe / 2)
    result = {"resultType": "complete", "supportedVersions": [MODERN], "capabilities": {"tools": {}}}
    answer = {"jsonrpc": "2.0", "id": asked.id, "result": {**result, "ttlMs": 0, "cacheScope": "private"}}
    (sent,) = bridge.from_server(answer)
    assert isinstance(sent, mcp_bridge.Frame) and bridge.server == MODERN
    assert sent.tree["method"] == "tools/list" and bridge.deadline is None


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("ticks_first", [True, False])
def test_a_peer_compares_the_deadlines_of_the_host_with_its_ticks(origin: float, ticks_first: bool) -> None:
    """A `Peer` computes no deadline, so that a call before the first `tick` has its whole time."""
    dues: list[float | None] = []
    sent: list[bytes] = []
    peer = mr.Peer(mcp.Router("server"), lambda data, related: sent.append(data), on_deadline=dues.append)
    if ticks_first:
        peer.tick(origin)
    params = mcp.PaginatedRequestParams(meta=META_OBJECT)
    call = peer.send(mcp.ListToolsRequest(id=0, params=params), deadline=origin + 10)
    peer.tick(origin + 9.99)
    assert not call.is_done and peer.deadline == origin + 10 and dues == [origin + 10]
    peer.tick(origin + 10)
    assert call.is_done and peer.deadline is None
    with pytest.raises(mr.CallError, match="deadline"):
        call.result()
