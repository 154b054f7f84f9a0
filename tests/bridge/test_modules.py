"""A running bridge imports no module, because somebody may replace its files."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from pkgutil import walk_packages

import httpx2
import mcp_revisions as mr
import pytest

from support.bridge_process import LENIENT, MAIN
from support.http_bridge import (
    LegacyClient,
    ListeningBridge,
    Scripted,
    frames,
    modern,
    well,
    without_silence,
)
from support.paths import PEERS
from support.waiting import CEILING

# Record each module that is looked for once the file `sys.argv[1]` exists. At the end, print those that were
# found.
RECORDING = f"""
import atexit, os, sys
started, sought = sys.argv.pop(1), []

class Recorder:
    def find_spec(self, name, *more):
        if os.path.exists(started):
            sought.append(name)

sys.meta_path.insert(0, Recorder())
atexit.register(lambda: print("late:", *sorted(set(sought) & set(sys.modules)), file=sys.stderr))
{LENIENT}
{MAIN}
"""
PLAN = {"nonce": "n", "acts": [], "size": 0}
PLANNED = [sys.executable, str(PEERS / "planned.py")]


@pytest.mark.parametrize("server", ["2025-06-18", "2026-07-28", "url"])
def test_a_listening_bridge_imports_nothing_after_its_first_response(server: str, tmp_path: Path) -> None:
    """Clients of every revision then call a server, and no module is imported."""
    started = tmp_path / "started"
    with ExitStack() as stack:
        target = ["--", *PLANNED, server]
        if server == "url":
            target = ["--connect", stack.enter_context(Scripted(well)).url]
        command = [sys.executable, "-c", RECORDING, str(started)]
        bridge = stack.enter_context(ListeningBridge(*target, bridge=command))
        assert httpx2.put(bridge.url, timeout=CEILING).status_code == 405
        started.touch()
        for revision in (name for name in mr.REVISIONS if not mr.facts(name).per_request):
            assert "result" in frames(LegacyClient(bridge.url, revision).call(arguments=PLAN))[-1]
        frame, headers = modern("tools/call", name="t", arguments=PLAN)
        answer = httpx2.post(bridge.url, json=frame, headers=headers, timeout=CEILING)
        assert "result" in frames(answer)[-1]
        assert without_silence(bridge.stopped()[0])[-1].split() == ["late:"]


def test_a_bridge_on_stdio_imports_all_modules_in_the_background() -> None:
    """It imports them while its session runs, a module at a time, and the clients do not wait."""
    program = """
import asyncio, sys
from mcp_bridge import command
from mcp_bridge.options import BridgeOptions, FrontOptions

class Session:
    def __init__(self, *given, **options): ...
    async def run(self):
        turns, known = 0, -1
        while known < len(sys.modules) or turns < 10:
            known, turns = len(sys.modules), turns + 1
            for _ in range(20):
                await asyncio.sleep(0)
        return 7

command.StdioSession, command.IMPORTED_AFTER = Session, 0
assert command.bridge(BridgeOptions("auto", "auto", ["true"]), None, FrontOptions()) == 7
print(*sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], input="", capture_output=True, text=True, check=True
    )
    every = {found.name for found in walk_packages(mr.__path__, "mcp_revisions.")}
    missing = every - set(done.stdout.split())
    assert {name.rpartition(".")[2] for name in missing} == {"dicts", "testing"}


def test_a_session_on_stdio_continues_without_a_module_that_cannot_be_imported() -> None:
    """The failure is a line on stderr, and the session ends with its own status."""
    program = """
import asyncio, sys
from mcp_bridge import command
from mcp_bridge.options import BridgeOptions, FrontOptions

has_failed = asyncio.Event()

async def fail():
    has_failed.set()
    raise ImportError("no module")

class Session:
    def __init__(self, *given, **options): ...
    async def run(self):
        await has_failed.wait()
        await asyncio.sleep(0)
        return 7

command.StdioSession, command.IMPORTED_AFTER, command.import_modules = Session, 0, fail
assert command.bridge(BridgeOptions("auto", "auto", ["true"]), None, FrontOptions()) == 7
"""
    done = subprocess.run(
        [sys.executable, "-c", program], input="", capture_output=True, text=True, check=True
    )
    step = "install the bridge again, then restart it"
    assert done.stderr == f"mcp-bridge: internal error: ImportError: no module; {step}\n"
