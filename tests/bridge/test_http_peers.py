"""`mcp-bridge` over HTTP with real peers: old servers, old clients, the reference server, two workers.

The peers are installed into the folder that `MCPGEN_PEERS` names, or a temporary one; without npm or a
package index the tests are skipped.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest
from mcp.client import Client
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mcp_bridge.http_listener import server_of
from support.http_bridge import (
    INITIALIZED,
    LegacyClient,
    Scripted,
    frames,
    free_port,
    listening,
    modern,
    well,
)
from support.node import NODE, npm
from support.paths import PEERS
from support.waiting import CEILING

pytestmark = pytest.mark.long

OLD_SERVER = """
import sys
from mcp.server.fastmcp import Context, FastMCP
server = FastMCP("old", port=int(sys.argv[1]))
@server.tool()
async def add(a: int, b: int, ctx: Context) -> str:
    await ctx.report_progress(1, 2)
    return str(a + b)
server.run("sse")
"""
CLIENT = """
import asyncio, sys
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
async def main():
    async with streamablehttp_client(sys.argv[1]) as (read, write, _), ClientSession(read, write) as session:
        opened = await session.initialize()
        tools = await session.list_tools()
        result = await session.call_tool("echo", {"message": "hi"})
        print(opened.protocolVersion, len(tools.tools), result.content[0].text)
asyncio.run(main())
"""


@pytest.fixture(scope="module")
def peers() -> ModuleType:
    """Return the installer of peers."""
    sys.path.insert(0, str(PEERS))
    import talk

    return talk


def installed(what: Callable[..., Any], *arguments: Any) -> Any:
    """Install a peer, or skip the test."""
    try:
        return what(*arguments)
    except (AssertionError, RuntimeError, OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"a peer cannot be installed: {error}")


@contextmanager
def serving(command: list[str], port: int, **environment: str) -> Iterator[None]:
    """Run a server until the block ends; wait until its port answers."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + CEILING
        while True:
            try:
                httpx2.get(f"http://127.0.0.1:{port}/", timeout=CEILING)
                break
            except httpx2.HTTPError:
                assert time.monotonic() < end and process.poll() is None, "the server does not start"
                time.sleep(0.1)
        yield
    finally:
        os.killpg(
            process.pid, signal.SIGKILL
        )  # the old server waits for its streams, and workers are children
        process.wait(CEILING)


async def talk_to(url: str, mode: str, name: str, arguments: dict[str, Any]) -> tuple[Any, list[float]]:
    """Call a tool as the official client; return the text and the progress."""
    seen: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        seen.append(done)

    async with Client(url, mode=mode) as client:
        tools = await client.list_tools()
        assert name in [tool.name for tool in tools.tools]
        result = await client.call_tool(name, arguments, progress_callback=progress)
        return getattr(result.content[0], "text", None), seen


# Servers of 2024-11-05: HTTP with server-sent events


@pytest.fixture(scope="module")
def oldest_python(peers: ModuleType) -> str:
    """Return an interpreter with PyPI `mcp` 1.2.1."""
    requirements = peers.record.RELEASES["2024-11-05"]
    ready = peers.folder() / requirements[0] / "bin" / "python"
    if ready.exists():
        return str(ready)
    return str(installed(peers.record.install_client, peers.folder(), requirements))


@pytest.fixture(scope="module")
def oldest_sdk(peers: ModuleType) -> Path:
    """Return a folder with the TypeScript SDK 1.0 and the scripts that use it."""
    folder = peers.folder() / "npm-sdk-1.0.0"
    folder.mkdir(exist_ok=True)
    if not (folder / "node_modules" / "eventsource").exists():
        installed(
            lambda: npm("install", "@modelcontextprotocol/sdk@1.0.0", "eventsource@2.0.2", cwd=folder),
        )
    for script in ("old_client.mjs", "old_server.mjs"):
        shutil.copy(PEERS / script, folder)
    return folder


@pytest.fixture(scope="module", params=["mcp 1.2.1", "mcp 1.6.0", "sdk 1.0.0"])
def old_server(peers: ModuleType, request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the URL of a server of an old release of PyPI `mcp`, or of the TypeScript SDK."""
    port = free_port()
    if request.param == "sdk 1.0.0":
        command = [NODE, str(request.getfixturevalue("oldest_sdk") / "old_server.mjs"), str(port)]
    elif request.param == "mcp 1.2.1":
        command = [request.getfixturevalue("oldest_python"), "-c", OLD_SERVER, str(port)]
    else:
        command = [installed(peers.python, "2024-11-05"), "-c", OLD_SERVER, str(port)]
    with serving(command, port):
        yield f"http://127.0.0.1:{port}/sse"


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
@pytest.mark.parametrize("server", ["auto", "2024-11-05"])
def test_an_old_server_is_reached(old_server: str, mode: str, server: str) -> None:
    """The stream with an endpoint carries answers and progress."""
    with listening("--client", "auto", "--server", server, "--quiet", "--connect", old_server) as url:
        found = asyncio.run(asyncio.wait_for(talk_to(url, mode, "add", {"a": 1, "b": 2}), CEILING))
    assert found == ("3", [1.0])


def test_clients_of_an_old_server_do_not_meet(old_server: str) -> None:
    """Twenty sessions at once each get their own answers."""
    with listening("--client", "auto", "--server", "2024-11-05", "--quiet", "--connect", old_server) as url:

        async def everyone() -> list[Any]:
            calls = (talk_to(url, "legacy", "add", {"a": 100, "b": n}) for n in range(20))
            return await asyncio.gather(*calls)

        found = asyncio.run(asyncio.wait_for(everyone(), CEILING))
    assert [text for text, _ in found] == [str(100 + n) for n in range(20)]


def test_an_old_server_that_dies_is_an_answer(peers: ModuleType) -> None:
    """The stream ends, and so does the session."""
    python, port = installed(peers.python, "2024-11-05"), free_port()
    options = ("--client", "auto", "--server", "2024-11-05", "--quiet")
    with serving([python, "-c", OLD_SERVER, str(port)], port), ExitStack() as stack:
        url = stack.enter_context(listening(*options, "--connect", f"http://127.0.0.1:{port}/sse"))
        left = stack.pop_all()
        client = LegacyClient(url, "2024-11-05")
        client.post(INITIALIZED)
        assert frames(client.call(1, name="add", arguments={"a": 1, "b": 2}))[-1]["result"]
    with left:
        end = time.monotonic() + CEILING
        while client.call(2, name="add").status_code != 404:
            assert time.monotonic() < end
            time.sleep(0.1)


@pytest.mark.parametrize("kind, path", [("sse", "/sse"), ("streamableHttp", "/mcp")])
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_reference_server_over_http(peers: ModuleType, kind: str, path: str, mode: str) -> None:
    """Of npm, by either transport that the server has."""
    (node, script, _), port = installed(peers.everything), free_port()
    with (
        serving([node, script, kind], port, PORT=str(port)),
        listening("--quiet", "--connect", f"http://127.0.0.1:{port}{path}") as url,
    ):
        text, _ = asyncio.run(asyncio.wait_for(talk_to(url, mode, "echo", {"message": "hi"}), CEILING))
    assert "hi" in text


# Clients of 2024-11-05: HTTP with server-sent events

ASKING = (sys.executable, str(PEERS / "server_v2.py"))


def test_an_old_client_of_pypi_is_served(oldest_python: str, tmp_path: Path) -> None:
    """The stream with an endpoint carries answers and errors, also after a call that the client gives up.

    This release stops reading at a request of the server, on every transport.
    """
    recipe = [
        ["tools", "tools", ["add"]],
        ["call", "call", ["add", {"a": 1, "b": 2.5}, "3.5"]],
        ["fails", "refused", ["fail", {}, "not work"]],
        ["cancelled", "give_up", ["sleep", {}, ""]],
        ["last", "call", ["add", {"a": 1, "b": 2.5}, "3.5"]],
    ]
    report = tmp_path / "report.json"
    with listening("--quiet", "--", *ASKING) as url:
        command = [oldest_python, str(PEERS / "client_v1.py"), json.dumps(recipe), str(report), url]
        done = subprocess.run(command, capture_output=True, text=True, timeout=CEILING, check=False)
    assert report.exists(), done.stderr[-1000:]
    assert json.loads(report.read_text("utf-8")) == {
        "revision": "2024-11-05",
        **{each[0]: "ok" for each in recipe},
    }


def test_an_old_client_of_npm_is_served(oldest_sdk: Path) -> None:
    """The same, with twenty calls at once and a request for a sample."""
    with listening("--quiet", "--", *ASKING) as url:
        command = [NODE, "old_client.mjs", url]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=CEILING, check=False, cwd=oldest_sdk
        )
    assert done.returncode == 0, done.stderr[-1000:]
    found = json.loads(done.stdout)
    assert found.pop("add").startswith("3.5") and found.pop("last").startswith("5")
    assert [text.split()[0] for text in found.pop("together")] == [str(100 + n) for n in range(20)]
    assert "alpha" in found.pop("where") and "Four." in found.pop("opinion")
    assert found == {
        **{"errors": [], "progress": [0.5, 1, 1.5], "asked": ["roots", "sampling"]},
        **{"tools": 5, "work": "worked", "cancelled": True, "refused": True},
    }


# Clients of several releases


@pytest.mark.parametrize("newest", ["2025-03-26", "2025-06-18", "2025-11-25"])
def test_old_clients_over_http(peers: ModuleType, newest: str) -> None:
    """Releases of PyPI `mcp` reach the reference server behind a pipe."""
    python, command = installed(peers.python, newest), installed(peers.everything)
    with listening("--quiet", "--", *command) as url:
        done = subprocess.run([python, "-c", CLIENT, url], capture_output=True, text=True, check=False)
    revision, tools, *text = done.stdout.split()
    assert revision == newest and int(tools) > 5 and "hi" in text, done.stderr


# Many workers


def balancer(choose: Callable[[Request], str]) -> Starlette:
    """Return a reverse proxy that sends each request to the worker that `choose` names."""
    client = httpx2.AsyncClient(timeout=CEILING)
    hop = ("connection", "content-length", "transfer-encoding")

    async def respond(request: Request) -> Response:
        headers = [(name, value) for name, value in request.headers.items() if name not in hop]
        body = await request.body()
        answer = await client.request(request.method, choose(request), headers=headers, content=body)
        kept = {
            name: value for name, value in answer.headers.items() if name not in (*hop, "content-encoding")
        }
        return Response(answer.content, answer.status_code, kept)

    return Starlette(routes=[Route("/mcp", respond, methods=["GET", "POST", "DELETE"])])


def by_hash(name: str, workers: list[str]) -> str:
    """Return the worker with the highest hash of itself and a name (rendezvous hashing)."""
    return max(workers, key=lambda worker: hashlib.sha256(f"{worker} {name}".encode()).digest())


def use(url: str) -> tuple[list[int], list[int]]:
    """Let eight clients talk in either era, each request on a connection of its own; return the statuses."""
    legacy, stateless = [], []
    for number in range(8):
        client = LegacyClient(url, authorization=f"Bearer {number}", connection="close")
        legacy += [client.opening.status_code, client.post(INITIALIZED).status_code]
        legacy += [client.call(id).status_code for id in range(3)]
        frame, headers = modern("tools/call", name="t")
        headers["authorization"] = f"Bearer {number}"
        stateless.append(client.http.post(url, json=frame, headers=headers).status_code)
        client.http.delete(url)
    return legacy, stateless


async def balanced(choose: Callable[[Request], str]) -> tuple[list[int], list[int]]:
    """Let the clients talk through a balancer."""
    port = free_port()
    running = server_of(balancer(choose))
    running.config.port = port
    task = asyncio.create_task(running.serve())
    while not running.started:
        await asyncio.sleep(0.01)
    found = await asyncio.to_thread(use, f"http://127.0.0.1:{port}/mcp")
    running.should_exit = True
    await task
    return found


def by_authorization(urls: list[str]) -> Callable[[Request], str]:
    """Return a choice of the worker by a hash of the client's authorization."""
    return lambda request: by_hash(request.headers["authorization"], urls)


APPLICATION = """
import os
import mcp_bridge
app = mcp_bridge.app(os.environ["UPSTREAM"], server_revision="2025-06-18")
"""


@contextmanager
def uvicorn(folder: Path, upstream: str, *options: str) -> Iterator[str]:
    """Run an application with the command of uvicorn and our protocol; yield its URL."""
    (folder / "application.py").write_text(APPLICATION, "utf-8")
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "application:app", "--app-dir", str(folder)]
    protocol = "mcp_bridge.http_listener:BoundedProtocol"
    with serving([*command, "--port", str(port), "--http", protocol, *options], port, UPSTREAM=upstream):
        yield f"http://127.0.0.1:{port}/mcp"


def test_uvicorn_processes_behind_a_hash_keep_sessions(tmp_path: Path) -> None:
    """Two processes with an application of `bridge_app` each, behind a hash of `Authorization`."""
    with Scripted(well) as server, ExitStack() as stack:
        urls = [stack.enter_context(uvicorn(tmp_path, server.url)) for _ in range(2)]
        found = asyncio.run(asyncio.wait_for(balanced(by_authorization(urls)), CEILING))
    assert found == ([200, 202, 200, 200, 200] * 8, [200] * 8)


def test_uvicorn_workers_lose_sessions(tmp_path: Path) -> None:
    """`uvicorn --workers 2` shares one port: a session is 404 on the other worker."""
    with Scripted(well) as server, uvicorn(tmp_path, server.url, "--workers", "2") as url:
        legacy, stateless = use(url)
    assert set(legacy) == {200, 202, 404} and stateless == [200] * 8
