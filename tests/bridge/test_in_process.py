"""`mcp_bridge.app` around the ASGI application of a server in the same process, as docs/bridge.md shows."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from support.http_bridge import INITIALIZED, LegacyClient, frames, free_port, modern, serving
from support.paths import ROOT

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")


FASTMCP = "fastmcp==4.1.2"


def shown(server: str) -> str:
    """Return the code that the page shows for a server, which has ten lines."""
    page = (ROOT / "docs" / "bridge.md").read_text("utf-8")
    (code,) = (each for each in re.findall(r"```python.*?\n(.*?)```", page, re.DOTALL) if server in each)
    assert len([line for line in code.splitlines() if line]) <= 10
    return code


def add(url: str, revision: str) -> Any:
    """Call the tool as a client of a revision; return the result."""
    arguments = {"name": "add", "arguments": {"a": 2, "b": 3}}
    if revision == "2026-07-28":
        frame, headers = modern("tools/call", **arguments)
        return frames(httpx2.post(url, json=frame, headers=headers, timeout=20))[-1]
    client = LegacyClient(url, revision)
    client.post(INITIALIZED)
    return frames(client.call(1, **arguments))[-1]


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_server_serves_every_revision_in_its_process(revision: str) -> None:
    """The tool answers a client of each revision, and the lifespan of the server runs."""
    names: dict[str, Any] = {}
    exec(shown("MCPServer"), names)  # noqa: S102

    async def run() -> Any:
        async with serving(names["app"]) as port:
            return await asyncio.to_thread(add, f"http://127.0.0.1:{port}/mcp", revision)

    answer = asyncio.run(asyncio.wait_for(run(), 60))
    assert answer["result"]["content"][0]["text"] == "5", answer


@pytest.fixture(scope="module")
def fastmcp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the URL of the server of FastMCP that the page shows, in an environment of its own."""
    folder, port = tmp_path_factory.mktemp("fastmcp"), free_port()
    python = folder / "peer" / "bin" / "python"
    (folder / "shown.py").write_text(shown("FastMCP"), "utf-8")
    paths = [str(ROOT / "generated"), str(ROOT / "bridge")]
    _run(sys.executable, "-m", "venv", str(folder / "peer"))
    try:
        _run(str(python), "-m", "pip", "install", "-q", FASTMCP, *paths)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"a peer cannot be installed: {error.stderr[-300:]}")
    command = [str(python), "-m", "uvicorn", "--port", str(port), "shown:app"]
    with subprocess.Popen(
        command, cwd=folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    ) as process:
        try:
            _wait(process, port)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            httpx2.get(f"http://127.0.0.1:{port}/", timeout=5)
            return
        except httpx2.HTTPError:
            time.sleep(0.1)
    raise AssertionError("the server does not start")


@pytest.mark.long
@pytest.mark.parametrize("revision", REVISIONS)
def test_a_server_of_fastmcp_serves_every_revision(fastmcp: str, revision: str) -> None:
    """The tool answers a client of each revision."""
    answer = add(fastmcp, revision)
    assert answer["result"]["content"][0]["text"] == "5", answer
