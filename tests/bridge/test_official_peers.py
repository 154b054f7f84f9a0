"""`mcp_bridge.serve` with old official clients, and `mcp_bridge.connect` with old and new official servers.

The peers are installed into the folder that `MCPGEN_PEERS` names, or a temporary one; without npm or a
registry the tests are skipped.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import v2026_07_28 as mcp

import mcp_bridge
from support.node import NODE, npm
from support.paths import ROOT
from support.waiting import CEILING, run, until

PEERS = ROOT / "tests" / "peers"
SERVER = ROOT / "docs" / "examples" / "server.py"
CLIENT = SERVER.with_name("client.py")
HANDSHAKE = [name for name in mr.REVISIONS if mr.facts(name).handshake]
ELICITS = [name for name in HANDSHAKE if "elicitation/create" in mr.revision(name).METHODS]
META = mcp.RequestMetaObject(
    protocol_version=mcp.REVISION,
    client_info=mcp.Implementation(name="caller", version="1"),
    client_capabilities=mcp.decode(
        {"elicitation": {"form": {}}, "sampling": {}, "roots": {}}, mcp.ClientCapabilities
    ),
    log_level="info",
)
INPUTS: dict[str, Callable[[Any], object]] = {
    "elicitation/create": lambda params: mcp.ElicitResult(action="accept", content={"name": "Ada"}),
    "roots/list": lambda params: mcp.ListRootsResult(roots=[mcp.Root(uri="file:///alpha", name="alpha")]),
    "sampling/createMessage": lambda params: mcp.CreateMessageResult(
        role="assistant", content=mcp.TextContent(text="Four."), model="m"
    ),
}

NPM = {
    "1.32.2": ("npm_server_v1.mjs", "@modelcontextprotocol/sdk"),
    "2.4.0": ("npm_server_v2.mjs", "@modelcontextprotocol/server"),
}  # by release: a program, and the package that it needs

pytestmark = [pytest.mark.long]


@pytest.fixture(scope="module")
def peers() -> ModuleType:
    """Return the installer of peers."""
    sys.path.insert(0, str(PEERS))
    import talk

    return talk


def installed(install: Callable[[], Any]) -> Any:
    """Return what an installer returns. Skip the test if the peer cannot be installed."""
    try:
        return install()
    except (RuntimeError, OSError, AssertionError, subprocess.SubprocessError) as missing:
        pytest.skip(f"the peer cannot be installed: {str(missing)[-200:]}")


def release(peers: ModuleType, revision: str) -> str:
    """Return an interpreter with the oldest recorded release of `mcp` whose newest revision this is."""
    requirements = peers.record.RELEASES[revision]
    ready = peers.folder() / requirements[0] / "bin" / "python"
    return (
        str(ready)
        if ready.exists()
        else installed(lambda: peers.record.install_client(peers.folder(), requirements))
    )


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_an_old_official_client_is_served_over_stdio(
    peers: ModuleType, revision: str, tmp_path: Path
) -> None:
    """It lists the tools, calls one, gets progress, and answers an input request."""
    recipe = [
        ["tools", "tools", ["greet"]],
        ["call", "call", ["wait", {"seconds": 0}, "waited"]],
        ["refused", "refused", ["none", {}, "there is no tool 'none'"]],
        # The oldest release stops reading until the host takes a notification.
        *([["progress", "progress", ["wait", {"seconds": 0}, "0"]]] if revision != HANDSHAKE[0] else []),
        *([["ask", "call", ["greet", {}, "Hello Ada!"]]] if revision in ELICITS else []),
    ]
    report = tmp_path / "report.json"
    command = [release(peers, revision), str(PEERS / "client_v1.py"), json.dumps(recipe), str(report)]
    done = subprocess.run(
        [*command, sys.executable, str(SERVER)], capture_output=True, text=True, timeout=CEILING, check=False
    )
    assert report.exists(), done.stderr[-1000:]
    assert json.loads(report.read_text("utf-8")) == {
        "revision": revision,
        **{each[0]: "ok" for each in recipe},
    }


def npm_server(folder: Path, release: str) -> list[str]:
    """Return the command of a server of the TypeScript SDK."""
    program, package = NPM[release]
    home = folder / f"npm-server-{release}"
    home.mkdir(exist_ok=True)
    if not (home / "node_modules" / package).exists():
        npm("install", "--silent", "--prefix", str(home), f"{package}@{release}", cwd=home)
    return [NODE, shutil.copy(PEERS / program, home)]


def go_server(folder: Path) -> list[str]:
    """Return the command of a server of the Go SDK."""
    command = str(folder / "go-server")
    module = ROOT / "tests" / "clients" / "go"
    subprocess.run(["go", "build", "-o", command, "./server"], cwd=module, check=True, capture_output=True)
    return [command]


@contextmanager
def reached(command: list[str], transport: str) -> Iterator[str | list[str]]:
    """Yield what `mcp_bridge.connect` gets: the command, or the URL of the server that it starts."""
    if transport == "stdio":
        yield command
        return
    with subprocess.Popen([*command, "http"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/mcp"
        finally:
            process.kill()


def calling(tool: str, /, **arguments: Any) -> mcp.CallToolRequest:
    """Return a call of a tool."""
    params = mcp.CallToolRequestParams(name=tool, arguments=arguments, meta=META)
    return mcp.CallToolRequest(id=0, params=params)


async def told(server: mcp_bridge.ServerConnection, tool: str, **arguments: Any) -> str:
    """Call a tool and return its text."""
    result = await server.call(calling(tool, **arguments), timeout=CEILING, inputs=INPUTS)
    [block] = result.content
    assert isinstance(block, mcp.TextContent)
    return block.text


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_an_old_official_server_is_called(peers: ModuleType, revision: str) -> None:
    """Its tools answer, its progress arrives, and the functions of the caller answer its requests."""
    command = [release(peers, revision), str(PEERS / "server_v1.py")]

    async def scenario() -> None:
        router = mcp.Router(sender="server")
        async with mcp_bridge.connect(command, router, meta=META) as server:
            listed = await server.call(
                mcp.ListToolsRequest(id=0, params=mcp.PaginatedRequestParams(meta=META))
            )
            assert "add" in [tool.name for tool in listed.tools]
            assert server.revision == revision
            assert float(await told(server, "add", a=2, b=3)) == 5
            assert await told(server, "where") == "roots: alpha"
            if revision != HANDSHAKE[0]:  # the oldest release cannot ask the model
                assert await told(server, "opinion") == "the model said Four."
            if revision in ELICITS:
                assert "Ada" in await told(server, "form")
            steps: list[float] = []
            await server.call(calling("work"), on_progress=lambda done: steps.append(done.progress))
            assert steps == [1, 2]

    run(scenario())


SERVERS: dict[str, Callable[[Path], list[str]]] = {
    "npm 1.32.2": lambda folder: npm_server(folder, "1.32.2"),
    "npm 2.4.0": lambda folder: npm_server(folder, "2.4.0"),
    "Go 1.8.0": go_server,
}


@pytest.mark.parametrize(
    ("name", "transport", "revision"),
    [
        ("npm 1.32.2", "stdio", HANDSHAKE[-1]),
        ("npm 1.32.2", "http", HANDSHAKE[-1]),
        ("npm 2.4.0", "stdio", mcp.REVISION),
        ("npm 2.4.0", "http", mcp.REVISION),
        ("Go 1.8.0", "stdio", mcp.REVISION),
        # With sessions over HTTP, this SDK supports only revisions with a handshake.
        ("Go 1.8.0", "http", HANDSHAKE[-1]),
    ],
)
def test_a_server_of_another_language_is_called(
    peers: ModuleType, name: str, transport: str, revision: str
) -> None:
    """Every feature works with the types of the newest revision: see the tools of the programs."""
    command = installed(lambda: SERVERS[name](peers.folder()))
    router = mcp.Router(sender="server")
    heard: list[Any] = []
    router.on("notifications/message")(lambda params: heard.append((params.level, params.data)))
    router.on("notifications/tools/list_changed")(lambda params: heard.append("changed"))
    router.on("notifications/subscriptions/acknowledged")(lambda params: heard.append("listening"))

    async def scenario(target: str | list[str]) -> None:
        async with mcp_bridge.connect(target, router, meta=META) as server:
            paginated = mcp.PaginatedRequestParams(meta=META)
            listed = await server.call(mcp.ListToolsRequest(id=0, params=paginated))
            assert "add" in [tool.name for tool in listed.tools]
            assert server.revision == revision
            assert await told(server, "add", a=2, b=3) == "5"
            assert await told(server, "greet") == "Hello Ada!"
            assert await told(server, "opinion") == "the model said Four."
            assert await told(server, "where") == "roots: alpha"
            wanted = mcp.ReadResourceRequestParams(uri="file:///readme.md", meta=META)
            read = await server.call(mcp.ReadResourceRequest(id=0, params=wanted))
            assert isinstance(read, mcp.ReadResourceResult)
            [contents] = read.contents
            assert isinstance(contents, mcp.TextResourceContents)
            assert contents.text == "# Read me"
            steps: list[float] = []
            await server.call(calling("work"), on_progress=lambda done: steps.append(done.progress))
            assert steps == [1, 2]
            assert heard == [("warning", "heard")]
            heard.clear()
            filter = mcp.SubscriptionFilter(tools_list_changed=True)
            listen = mcp.SubscriptionsListenRequestParams(notifications=filter, meta=META)
            listening = asyncio.create_task(server.call(mcp.SubscriptionsListenRequest(id=0, params=listen)))
            await until(lambda: "listening" in heard)
            await told(server, "grow")
            await until(lambda: "changed" in heard)
            listening.cancel()
            with pytest.raises(mr.CallError) as late:
                await server.call(calling("stay"), timeout=0.5)
            assert late.value.why == "timeout"
            while await told(server, "cancelled") != "1":
                await asyncio.sleep(0)

    with reached(command, transport) as target:
        run(scenario(target))


def check_example(command: list[str], transport: str, *lines: str) -> None:
    """Run docs/examples/client.py with a server that has the tools of docs/examples/server.py."""
    with reached(command, transport) as target:
        words = [target] if isinstance(target, str) else target
        done = subprocess.run(
            [sys.executable, str(CLIENT), *words],
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    shown = done.stdout.splitlines()
    assert {"wait", "greet"} <= {*shown[0].split()}, done.stderr
    assert shown[1:] == list(lines)
    assert float(next(line for line in done.stderr.splitlines() if line.startswith("0"))) == 0  # progress


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("name", SERVERS)
def test_the_example_client_calls_another_language(peers: ModuleType, name: str, transport: str) -> None:
    """The client of docs/client.md prints the results, and answers the question."""
    check_example(installed(lambda: SERVERS[name](peers.folder())), transport, "waited", "Hello Ada!")


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_the_example_client_calls_each_release_of_python(peers: ModuleType, revision: str) -> None:
    """The client of docs/client.md prints the results."""
    python = sys.executable if revision not in HANDSHAKE else release(peers, revision)
    check_example([python, str(PEERS / "greeter.py")], "stdio", "waited", "Hello!")


def test_the_official_server_of_npm_is_called(peers: ModuleType) -> None:
    """The reference server of the TypeScript SDK, which speaks 2025-11-25."""
    command = installed(peers.everything)

    async def scenario() -> None:
        async with mcp_bridge.connect(command, mcp.Router(sender="server"), meta=META) as server:
            assert await told(server, "echo", message="hello") == "Echo: hello"
            assert server.revision == "2025-11-25"

    run(scenario())


def test_the_official_server_of_python_is_called_without_a_handshake(peers: ModuleType) -> None:
    """The installed `mcp` speaks the newest revision. It asks in results that need input."""
    command = [sys.executable, str(PEERS / "server_v2.py")]

    async def scenario() -> None:
        async with mcp_bridge.connect(command, mcp.Router(sender="server"), meta=META) as server:
            assert float(await told(server, "add", a=2, b=3)) == 5
            assert server.revision == mcp.REVISION
            both = await told(server, "several")
            assert "Four." in both
            assert "file:///alpha" in both

    run(scenario())
