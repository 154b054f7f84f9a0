"""`mcp-bridge check`: one screen about a server, and an exit status."""

from __future__ import annotations

import subprocess
import sys

import mcp_revisions as mr

from support.bridge_process import BRIDGE
from support.http_bridge import Scripted, well
from support.paths import ROOT


def checked(*target: str) -> tuple[int, list[str], list[str]]:
    """Return the exit status and the lines of a check."""
    done = subprocess.run([*BRIDGE, "check", *target], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


def test_a_sound_server_is_one_screen() -> None:
    """Each client has a row with what it gets, and nothing is wrong."""
    server = str(ROOT / "docs" / "examples" / "stdio_server.py")
    status, out, err = checked("--", sys.executable, server)
    assert (status, err, out[-1]) == (0, [], "nothing is wrong") and len(out) <= 24
    rows = {line.split()[0]: line for line in out[2:-1]}
    assert list(rows) == list(mr.REVISIONS)
    assert all("tools/list 1" in row for row in rows.values())


def test_an_answer_that_the_client_cannot_read_is_a_finding() -> None:
    """A server behind a URL whose tools have no schema: each client is named with the place."""

    def wrong(command: str, headers: dict[str, str], frame: object) -> object:
        status, extra, body = well(command, headers, frame)
        if body and "tools" in body.get("result", {}):
            body["result"]["tools"] = [{"name": 5}]
        return status, extra, body

    with Scripted(wrong) as server:
        status, out, err = checked(server.url)
    assert (status, err) == (1, []) and out[0] == "speaks 2025-06-18"
    assert any(line.startswith("2025-11-25: tools/list: ") for line in out)


def test_a_server_that_answers_nothing_is_unusable() -> None:
    """The reason is a line on stderr; so is a missing target."""
    status, out, err = checked("--", "false")
    assert (status, out) == (2, []) and err and all(line.count(": ") for line in err)
    assert checked()[0] == 2
