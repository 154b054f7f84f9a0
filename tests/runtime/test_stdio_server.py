"""The server without a bridge: 40 lines, every revision, scripted frames and official clients."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mcp_revisions as mr
import pytest

from support.oracle import oracle
from support.paths import ROOT, TESTS
from support.waiting import CEILING

SERVER = ROOT / "docs" / "examples" / "stdio_server.py"
META = "io.modelcontextprotocol/"
CLIENTS = TESTS / "peers"
NEWEST = "2026-07-28"  # the latest revision of the client with the name V2 below
OLD = Path(tempfile.gettempdir()) / "mcpgen-old-clients"


@contextmanager
def served() -> Iterator[subprocess.Popen[str]]:
    """Run the server; the pipes are closed and the process ends with the block."""
    with subprocess.Popen(
        [sys.executable, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(CEILING)


def send(process: subprocess.Popen[str], **frame: Any) -> None:
    """Send a frame to the server."""
    assert process.stdin is not None
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **frame}) + "\n")
    process.stdin.flush()


def received(process: subprocess.Popen[str]) -> Any:
    """Return the next frame of the server."""
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def test_it_has_forty_lines() -> None:
    """The server has at most 40 lines that are not blank."""
    text = SERVER.read_text("utf-8")
    assert sum(bool(line.strip()) for line in text.splitlines()) <= 40


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_scripted_frames(revision: str) -> None:
    """In each revision the server opens, lists, calls, cancels and refuses; each reply fits the schema."""
    handshake = "initialize" in mr.revision(revision).METHODS
    meta = (
        {} if handshake else {"_meta": {f"{META}protocolVersion": revision, f"{META}clientCapabilities": {}}}
    )
    info = {"name": "c", "version": "1"}
    answering = {}

    def ask(process: Any, id: int, method: str, **params: Any) -> None:
        answering[id] = method
        send(process, id=id, method=method, params={**params, **meta})

    with served() as process:
        if handshake:
            ask(process, 0, "initialize", protocolVersion=revision, capabilities={}, clientInfo=info)
            replies = [received(process)]
            assert replies[0]["result"]["protocolVersion"] == revision
            send(process, method="notifications/initialized")
        else:
            ask(process, 0, "server/discover")
            replies = [received(process)]
            assert revision in replies[0]["result"]["supportedVersions"]
        ask(process, 1, "tools/list")
        replies.append(received(process))
        ask(process, 2, "tools/call", name="wait", arguments={"seconds": 30})
        ask(process, 3, "tools/call", name="wait", arguments={"seconds": 0})
        replies.append(received(process))
        send(process, method="notifications/cancelled", params={"requestId": 2})
        ask(process, 4, "tools/call", name="wait")
        ask(process, 5, "prompts/list")
        replies += [received(process), received(process)]
    judge = oracle(revision)
    assert [(reply["id"], "error" in reply) for reply in replies] == [(0, 0), (1, 0), (3, 0), (4, 1), (5, 1)]
    for reply in replies:
        assert judge.frame_fits(reply, "server", answering[reply["id"]]), reply
    assert replies[2]["result"]["content"][0]["text"] == "request 3 waited"


V2 = """
import sys, anyio
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

async def main():
    async with Client(StdioServerParameters(command=sys.executable, args=sys.argv[1:])) as client:
        tools = await client.list_tools()
        result = await client.call_tool("wait", {"seconds": 0})
        print(tools.tools[0].name, result.content[0].text, client.protocol_version)

anyio.run(main)
"""
V1 = """
import sys, anyio
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

async def main():
    async with stdio_client(StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])) as (read, write):
        async with ClientSession(read, write) as session:
            opened = await session.initialize()
            tools = await session.list_tools()
            result = await session.call_tool("wait", {"seconds": 0})
            print(tools.tools[0].name, result.content[0].text, opened.protocolVersion)

anyio.run(main)
"""


def test_the_newest_official_client() -> None:
    """The official Python client, at its newest release, lists and calls the tool."""
    pytest.importorskip("mcp")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", V2, str(SERVER)],
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    words = done.stdout.split()
    assert words[:2] == ["wait", "request"] and words[-1] == NEWEST, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("revision", [r for r in mr.REVISIONS if "initialize" in mr.revision(r).METHODS])
def test_old_official_clients(revision: str) -> None:
    """A release of the official client for each older revision negotiates that revision."""
    sys.path[:0] = [str(TESTS / "recording")]
    try:
        import record
    finally:
        del sys.path[0]
    python = OLD / record.RELEASES[revision][0] / "bin" / "python"
    if not python.exists():
        try:
            record.install_client(OLD, record.RELEASES[revision])
        except RuntimeError as error:
            pytest.skip(f"the release cannot be installed: {error}")
    done = subprocess.run(
        [str(python), "-c", V1, sys.executable, str(SERVER)],
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    words = done.stdout.split()
    assert words[:2] == ["wait", "request"] and words[-1] == revision, done.stderr
