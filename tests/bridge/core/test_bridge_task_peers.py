"""Tasks across the bridge with real ends: npm `ext-tasks`, npm `sdk` 1.x, PyPI `mcp` 1.2x, at both ends.

`make task-peers` runs these tests. They install the peers below `build/task-peers`, and are skipped where
npm or a registry is absent. No official server has the extension: `server_extension.py` stands in, and
`ext-tasks` judges it without a bridge first.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp_revisions.extensions import v2026_07_28_tasks as mcp

import mcp_bridge
from support import waiting
from support.task_frames import TASKS
from support.traffic import ROOT
from support.waiting import CEILING, until

HERE = ROOT / "tests" / "peers" / "tasks"
FOLDER = ROOT / "build" / "task-peers"
NPM = {"ext-tasks": "0.2.2", "sdk": "1.29.0", "client": "2.4.0"}
OLDER = "older-sdk@npm:@modelcontextprotocol/sdk@1.17.5"  # a release for 2025-06-18
MCP = "1.25.0"
TEXTS = {"slow": "done", "ask": "hello Ada", "quick": "quick"}
BRIDGE = [sys.executable, "-m", "mcp_bridge", "--quiet"]
UP = [*BRIDGE, "--client", "2025-11-25", "--server", "2026-07-28", "--"]
DOWN = [*BRIDGE, "--client", "2026-07-28", "--server", "2025-11-25", "--"]
ACROSS = [*BRIDGE, "--client", "2025-06-18", "--server", "2025-11-25", "--"]

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


def run(*command: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder of the peers."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )


@pytest.fixture(scope="module")
def peers() -> Path:
    """Install the peers and return the Python that has `mcp`."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("npm and node are needed")
    FOLDER.mkdir(parents=True, exist_ok=True)
    packages = [f"@modelcontextprotocol/{name}@{version}" for name, version in NPM.items()] + [OLDER]
    installed = run("npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", FOLDER, *packages)
    python = FOLDER / "python" / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", FOLDER / "python")
    installed_python = run(python, "-m", "pip", "--quiet", "install", f"mcp=={MCP}")
    if installed.returncode or installed_python.returncode:
        pytest.skip("the peers cannot be installed: " + (installed.stderr + installed_python.stderr)[-300:])
    for script in HERE.glob("*.mjs"):
        shutil.copy(script, FOLDER)
    return python


def outcome(*command: Any) -> dict[str, Any]:
    """Run a client and return its findings."""
    done = run(*command)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def words(result: Any) -> Any:
    """Return the text of a tool's result; any other value as it is."""
    if not isinstance(result, dict):
        return result
    return result["content"][0]["text"] if result["content"] else result["structuredContent"]["words"]


EXTENSION = [sys.executable, HERE / "server_extension.py"]
ENDS = {"slow": "done", "ask": "hello Ada", "fail": "failed: broken", "bad": "bad", "stay": "cancelled: "}


def test_the_fixture_speaks_the_extension(peers: Path) -> None:
    """`ext-tasks` runs every tool of the fixture without a bridge."""
    found = outcome("node", "client_ext.mjs", "v2", *EXTENSION)
    assert {name: words(found[name]) for name in (*ENDS, "quick")} == {**ENDS, "quick": "quick"}
    assert not found["errors"]


def test_ext_tasks_of_2025_11_25_on_a_server_with_the_extension(peers: Path) -> None:
    """An older client: created, looked at, asked, failed, cancelled; a plain answer is a task too."""
    found = outcome("node", "client_ext.mjs", "v1", *UP, *EXTENSION)
    assert found["capabilities"]["generation"] == "v1" and not found["errors"]
    assert set(found["kinds"].values()) == {"task"}
    assert {name: words(found[name]) for name in TEXTS} == TEXTS
    assert [found[name] for name in ("fail", "bad", "stay")] == ["failed: Task failed"] * 2 + ["cancelled: "]


def test_the_typescript_sdk_on_a_server_with_the_extension(peers: Path) -> None:
    """Calls as tasks, and plain calls, for which the bridge waits and reports progress."""
    found = outcome("node", "client_sdk.mjs", *UP, *EXTENSION)
    assert {name: words(found[name]) for name in TEXTS} == TEXTS
    assert found["slow messages"] == ["taskCreated", "taskStatus", "result"]
    assert "failed" in found["fail"] and "cancelled" in found["stay"]
    plain = {**TEXTS, "bad": "bad", "fail": "error: MCP error -32603: broken"}
    assert found["plain"] == plain and [1, "step 1"] in found["progress"]


def test_the_python_sdk_on_a_server_with_the_extension(peers: Path) -> None:
    """The same with PyPI `mcp`."""
    found = outcome(peers, HERE / "client_sdk.py", *UP, *EXTENSION)
    assert {name: words(found[name]) for name in TEXTS} == TEXTS and found["plain"] == TEXTS
    assert found["fail"] == "error: broken" and found["bad"]["isError"] and found["stay"] == "cancelled"


@pytest.mark.parametrize("server", ["typescript", "python"])
def test_ext_tasks_of_2026_07_28_on_an_older_server(peers: Path, server: str) -> None:
    """A newer client with the extension: created, looked at, asked inside the status, answered, cancelled."""
    command = ["node", "server_sdk.mjs"] if server == "typescript" else [peers, HERE / "server_sdk.py"]
    found = outcome("node", "client_ext.mjs", "v2", *DOWN, *command)
    assert found["capabilities"]["generation"] == "v2" and not found["errors"]
    assert {found["kinds"][name] for name in ("slow", "ask", "stay")} == {"task"}
    assert [words(found[name]) for name in ("slow", "ask", "stay")] == ["done", "hello Ada", "cancelled: "]
    if server == "typescript":
        assert found["bad"]["isError"] and words(found["quick"]) == "quick"


@pytest.mark.parametrize("server", ["typescript", "python"])
def test_task_result_of_an_older_server(peers: Path, server: str) -> None:
    """`ServerConnection.task_result` waits, answers the question, and cancels the task with its caller."""
    command = ["node", str(FOLDER / "server_sdk.mjs")]
    if server == "python":
        command = [str(peers), str(HERE / "server_sdk.py")]
    declared: Any = {"elicitation": {"form": {}}, "extensions": {TASKS: {}}}
    capabilities = mcp.decode(declared, mcp.ClientCapabilities)
    meta = mcp.RequestMetaObject(protocol_version=mcp.REVISION, client_capabilities=capabilities)
    ada = mcp.ElicitResult(action="accept", content={"name": "Ada"})
    seen: list[str] = []

    async def called(connection: mcp_bridge.ServerConnection, name: str) -> Any:
        params = mcp.CallToolRequestParams(name=name)
        task = await connection.call(mcp.CallToolRequest(params=params))
        assert isinstance(task, mcp.CreateTaskResult)
        result = await connection.task_result(
            task,
            inputs={"elicitation/create": lambda params: ada},
            on_state=lambda state: seen.append(state.status),
        )
        return words(mcp.to_builtins(result))

    async def scenario() -> None:
        router = mcp.Router(sender="server")
        async with mcp_bridge.connect(command, router, meta=meta) as connection:
            await connection.call(mcp.ListToolsRequest(params=mcp.PaginatedRequestParams()))
            assert [await called(connection, name) for name in ("slow", "ask")] == ["done", "hello Ada"]
            seen.clear()
            staying = asyncio.create_task(called(connection, "stay"))
            await until(lambda: seen)
            staying.cancel()
            with pytest.raises(asyncio.CancelledError):
                await staying

    waiting.run(scenario())


@pytest.mark.parametrize("server", ["typescript", "python"])
def test_a_client_without_the_extension_on_an_older_server(peers: Path, server: str) -> None:
    """Tools that require a task are listed and answered plainly, their input requests in results."""
    command = ["node", "server_sdk.mjs"] if server == "typescript" else [peers, HERE / "server_sdk.py"]
    found = outcome("node", "client_ext.mjs", "plain", *DOWN, *command)
    assert set(found["kinds"].values()) == {"immediate"} and not found["errors"]
    assert [words(found[name]) for name in ("slow", "ask")] == ["done", "hello Ada"]


@pytest.mark.parametrize("server", ["typescript", "python"])
def test_a_client_of_2025_06_18_on_an_older_server(peers: Path, server: str) -> None:
    """Tools that require a task are listed and answered plainly; a call given up cancels its task."""
    command = ["node", "server_sdk.mjs"] if server == "typescript" else [peers, HERE / "server_sdk.py"]
    found = outcome("node", "client_older.mjs", *ACROSS, *command)
    assert found["revision"] == "2025-06-18" and "tasks" not in found["capabilities"]
    assert {"slow", "ask", "stay"} <= set(found["tools"])
    assert [found[name] for name in ("slow", "ask")] == ["done", "hello Ada"]
    assert "timed out" in found["stay"]
    assert ("slow", "begun") in {(name, message) for name, _, message in found["progress"]}
    if server == "typescript":
        assert found["bad"] == "error: bad" and found["quick"] == "quick"
        assert found["statuses"] == ["cancelled", "completed", "completed", "failed"]
