"""docs/examples/transport.py: a peer over asyncio streams, on both sides."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import latest as mcp
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from support.paths import ROOT
from support.waiting import CEILING, run

EXAMPLES = ROOT / "docs" / "examples"
EXAMPLE = EXAMPLES / "transport.py"
OFFICIAL = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("official")
server.tool("add")(lambda: "added")
server.run("stdio")
"""


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """Return the example as a module."""
    spec = importlib.util.spec_from_file_location("example_transport", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


spoken = pytest.mark.skipif(mcp.REVISION not in MODERN_PROTOCOL_VERSIONS, reason="the SDK does not speak it")


@pytest.mark.parametrize(
    ("arguments", "tools"),
    [((str(EXAMPLES / "stdio_server.py"),), "wait"), pytest.param(("-c", OFFICIAL), "add", marks=spoken)],
)
def test_it_lists_the_tools_of_a_server(arguments: tuple[str, ...], tools: str) -> None:
    """Of another example, and of the newest official SDK."""
    command = [sys.executable, str(EXAMPLE), sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=CEILING, check=False)
    assert (done.stdout, done.returncode) == (f"{tools}\n", 0), done.stderr


def call_of(name: str, **arguments: Any) -> mcp.CallToolRequest:
    """Return a request that calls a tool."""
    meta = mcp.RequestMetaObject(protocol_version=mcp.REVISION, client_capabilities=mcp.ClientCapabilities())
    params = mcp.CallToolRequestParams(name=name, arguments=arguments, meta=meta)
    return mcp.CallToolRequest(id=0, params=params)


class Server:
    """A server whose tools wait, answer, or end the connection."""

    def __init__(self, example: ModuleType) -> None:
        self.example = example
        self.started = asyncio.Event()
        self.cancelled = asyncio.Event()
        self.ended = asyncio.Event()
        self.router = mcp.Router(sender="client")
        self.router.on("tools/call")(self.call_tool)

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mcp.Context) -> mcp.CallToolResult:
        """Do what the name of the tool says."""
        context.report_progress(1)
        if params.name == "wait":
            self.started.set()
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                self.cancelled.set()
        return mcp.CallToolResult(content=[])

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until it leaves."""
        async with self.example.Connection(self.router, reader, writer) as connection:
            await connection.ended()
        self.ended.set()


def talk(
    example: ModuleType,
    work: Callable[[Server, Any], Awaitable[None]],
    serve: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]] | None = None,
) -> None:
    """Connect a client to a server over a socket, and let `work` use both."""

    async def scenario() -> None:
        server = Server(example)
        listener = await asyncio.start_server(serve or server.serve, "127.0.0.1", 0, limit=2000)
        async with listener:
            port = listener.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2000)
            async with example.Connection(
                mcp.Router(sender="server"), reader, writer, example.META
            ) as connection:
                await work(server, connection)
        if serve is None:
            await server.ended.wait()

    run(scenario())


def test_calls_end_by_a_result_a_deadline_or_a_cancellation(example: ModuleType) -> None:
    """Progress arrives, and the handler of a call that ends early is cancelled."""

    async def work(server: Server, connection: Any) -> None:
        told: list[float] = []
        peer, loop = connection.peer, asyncio.get_running_loop()
        result = await peer.call(call_of("any"), on_progress=lambda params: told.append(params.progress))
        assert (result, told) == (mcp.CallToolResult(content=[]), [1])
        with pytest.raises(mr.CallError) as late:
            await peer.call(call_of("wait"), deadline=loop.time() + 0.01)
        assert late.value.why == "timeout"
        await server.cancelled.wait()
        server.started.clear()
        server.cancelled.clear()
        task = asyncio.create_task(peer.call(call_of("wait"), deadline=loop.time() + CEILING))
        await server.started.wait()
        task.cancel()
        await server.cancelled.wait()
        assert connection._timer is None

    talk(example, work)


def test_the_end_of_either_side_ends_the_calls_and_the_handlers(example: ModuleType) -> None:
    """The calls of the side that stays end, and the handlers of the other one."""
    open_calls: list[mr.PendingCall[Any]] = []

    async def leave(server: Server, connection: Any) -> None:
        open_calls.append(connection.peer.send(call_of("wait")))
        await server.started.wait()

    talk(example, leave)
    with pytest.raises(mr.CallError, match="this side has ended the connection"):
        open_calls[0].result()

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.close()

    async def stay(server: Server, connection: Any) -> None:
        with pytest.raises(mr.CallError, match="the other side has ended the connection"):
            await connection.peer.call(call_of("any"))

    talk(example, stay, hang_up)


def test_a_response_before_the_end_is_taken(example: ModuleType) -> None:
    """The response and the end arrive together."""

    async def answer_and_end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        id = json.loads(await reader.readline())["id"]
        result = {"resultType": "complete", "content": []}
        writer.write(json.dumps({"jsonrpc": "2.0", "id": id, "result": result}).encode() + b"\n")
        writer.close()

    async def work(server: Server, connection: Any) -> None:
        assert await connection.peer.call(call_of("any")) == mcp.CallToolResult(content=[])

    talk(example, work, answer_and_end)


def test_a_line_beyond_the_limit_and_a_slow_reader_end_the_connection(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither takes memory without a bound."""

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"x" * 100_000)
        await reader.read()
        writer.close()

    async def work(server: Server, connection: Any) -> None:
        with pytest.raises(mr.CallError, match="limit"):
            await connection.peer.call(call_of("any"))

    talk(example, work, flood)

    async def ignore(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.pause_reading()
        await left.wait()
        writer.transport.abort()

    async def write(server: Server, connection: Any) -> None:
        calls = []
        while not connection.peer.is_closed:
            calls.append(connection.peer.send(call_of("any", text="x" * 100_000)))
            await asyncio.sleep(0)
        with pytest.raises(mr.CallError, match="the other side reads too slowly"):
            calls[0].result()
        left.set()

    monkeypatch.setattr(example, "UNSENT", 100_000)
    left = asyncio.Event()
    talk(example, write, ignore)
