"""The pump of the gateway tutorial: it relays, and it calls `tick` in time."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import mcp_bridge
from support.paths import ROOT
from support.snippets import blocks

PAGE = (ROOT / "docs" / "tutorial-gateway.md").read_text("utf-8")
CEILING = 60  # seconds, which only a pump that hangs reaches


def pumped(limits: mcp_bridge.Limits, client: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pump the client's messages to a server that never answers, until the client has an answer to each."""
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(PAGE, "python"):
        exec(block, names)  # noqa: S102
    answers: list[dict[str, Any]] = []

    async def run() -> None:
        inbox: asyncio.Queue[tuple[str, bytes | None]] = asyncio.Queue()

        def to_client(line: bytes) -> None:
            answers.append(json.loads(line))
            if len(answers) == len(client):
                inbox.put_nowait(("client", None))

        for message in client:
            inbox.put_nowait(("client", json.dumps(message).encode()))
        bridge = mcp_bridge.Bridge(client="2025-06-18", server="2026-07-28", limits=limits)
        send = {"client": to_client, "server": lambda line: None}
        await asyncio.wait_for(names["pump"](bridge, inbox, send, []), CEILING)

    asyncio.run(run())
    return answers


def test_a_server_that_is_silent_costs_an_error() -> None:
    """Without `tick` at the deadline, the request would stay open for ever."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    opened = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}
    (answer,) = pumped(mcp_bridge.Limits(opening=0.05), [opened])
    assert answer["id"] == 0 and "error" in answer
