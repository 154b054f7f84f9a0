"""What a message costs does not grow with the number of open requests."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

import mcp_bridge
from support.bridge_pair import MODERN, modern
from support.bridge_parts import TEXT

LEGACY = "2025-06-18"
SERVER = {"capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
LIMITS = mcp_bridge.Limits(pending=10_000)


def lines_of(work: Callable[[], object]) -> int:
    """Return how many lines of Python the work runs."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    gc.disable()  # hypothesis runs lines of its own at each collection
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
        gc.enable()
    return count


def opened(client: str, server: str) -> mcp_bridge.Bridge:
    """Return a bridge whose session is open."""
    bridge = mcp_bridge.Bridge(client, server, limits=LIMITS)  # type: ignore[arg-type]
    if client == MODERN:
        ask(bridge, 0)
    else:
        hello = {"protocolVersion": client, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
        (sent,) = bridge.from_client({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})
        result = {**SERVER, "protocolVersion": server}
        if server == MODERN:
            result = {**SERVER, "supportedVersions": [MODERN], "resultType": "complete"}
            result |= {"ttlMs": 0, "cacheScope": "private"}
        bridge.from_server({"jsonrpc": "2.0", "id": sent.tree["id"], "result": result})
        bridge.from_client({"jsonrpc": "2.0", "method": "notifications/initialized"})
    return bridge


def ask(bridge: mcp_bridge.Bridge, id: int) -> Any:
    """Let the client call a tool, on a stream of its own; return the id of the request at the server."""
    params: Any = {"name": "t"}
    if bridge.client == MODERN:
        params = modern(params)
    call = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
    events = bridge.from_client(call, stream=("stream", id))
    if bridge.server != MODERN and [each.tree["method"] for each in events if each.to] == ["initialize"]:
        result = {**SERVER, "protocolVersion": bridge.server}
        events = bridge.from_server({"jsonrpc": "2.0", "id": events[0].tree["id"], "result": result})
    return next(each.tree["id"] for each in events if each.to == "server" and "id" in each.tree)


@pytest.mark.parametrize(
    ("client", "server"), [(LEGACY, LEGACY), (LEGACY, MODERN), (MODERN, LEGACY), (MODERN, MODERN)]
)
def test_a_call_costs_the_same_among_many(client: str, server: str) -> None:
    """So do its answer, its cancellation, the deadline and the number of open requests."""

    def work(bridge: mcp_bridge.Bridge, id: int) -> None:
        result = {**TEXT, "resultType": "complete"} if server == MODERN else TEXT
        bridge.from_server({"jsonrpc": "2.0", "id": ask(bridge, id), "result": result}, stream=None)
        ask(bridge, id + 1)
        bridge.gone(("stream", id + 1))
        assert bridge.pending > 0
        _ = bridge.deadline
        bridge.tick(0.0)

    costs = []
    for open_ in (20, 2_000):
        bridge = opened(client, server)
        for id in range(1, open_):
            ask(bridge, id)
        work(bridge, 10_000)  # first uses of caches
        costs.append(lines_of(lambda: work(bridge, 20_000)))  # noqa: B023 - called at once
    assert costs[0] == costs[1] > 0
