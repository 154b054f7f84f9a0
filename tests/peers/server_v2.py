"""Serve with PyPI `mcp` 2.x at every revision, with one tool for each question that a server can ask.

At 2026-07-28 a question comes in an input-required result, before in a request. `several` asks everything at
once and `rounds` one thing after the other.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types

sys.path.insert(0, str(Path(__file__).parents[1] / "recording"))

import server

RESULTS: dict[str, Any] = {
    "form": types.ElicitResult,
    "opinion": types.CreateMessageResult,
    "where": types.ListRootsResult,
    "tools": types.CreateMessageResultWithTools,
}


def said(results: dict[str, Any]) -> types.CallToolResult:
    """Return what the client answered, as text."""
    return server.text(" ".join(f"{key}={results[key].model_dump_json()}" for key in sorted(results)))


def asking(*kinds: str, rounds: bool = False) -> Any:
    """Return a tool that asks questions of these kinds."""

    async def tool(ctx: server.Context, params: types.CallToolRequestParams) -> server.CallResult:
        questions = server.requests(ctx.protocol_version)
        if ctx.protocol_version != server.LATEST:
            results = {}
            for kind in kinds:
                results[kind] = await ctx.session.send_request(questions[kind], RESULTS[kind])
            return said(results)
        done = [kind for kind in (params.request_state or "").split(",") if kind]
        left = [kind for kind in kinds if kind not in done]
        now = left[:1] if rounds else left
        if now:
            state = ",".join([*done, *now])
            return types.InputRequiredResult(
                input_requests={k: questions[k] for k in now}, request_state=state
            )
        return said(params.input_responses or {})

    return tool


for name, given in {
    "form": ("form",),
    "opinion": ("opinion",),
    "where": ("where",),
    "tools": ("tools",),
    "several": ("opinion", "where"),
}.items():
    server.TOOLS[name] = (asking(*given), types.Tool(name=name, input_schema={"type": "object"}))
rounds = types.Tool(name="rounds", input_schema={"type": "object"})
server.TOOLS["rounds"] = (asking("opinion", "where", rounds=True), rounds)

if __name__ == "__main__":
    anyio.run(server.main)
