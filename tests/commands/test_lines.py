"""One frame in, one line out: what the commands write is one line of JSON for each frame."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import mcp_revisions as mr
import pytest

from mcpgen.commands.convert import ConversionOptions, Outputs
from support.bridge_process import running
from support.log_commands import convert_lines
from support.spellings import NOT_JSON, read_line, spelled

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a\u2028b \x85 c"}}


def line_of(value: object, rng: Random) -> bytes:
    """Return a spelling of a value without LF, which ends a line of a log."""
    return spelled(value, rng).replace(b"\n", b"\r")


@pytest.mark.parametrize("target", mr.REVISIONS)
def test_a_converted_log_has_a_line_for_each_frame(target: str) -> None:
    """Frames and the members around them leave on one line, and losses too."""
    rng = Random(target)
    for _ in range(50):
        wrapper = {"at\u2029": ["x\x85y"], "from": "client", "message": CALL, "n": 1.0}
        log = [line_of(rng.choice([CALL, wrapper]), rng)]
        out, losses = io.BytesIO(), io.BytesIO()
        outputs = Outputs(out, io.StringIO(), losses)
        assert convert_lines(log, "log", ConversionOptions("2025-11-25", target), outputs) == 0
        found = read_line(out.getvalue())
        message = found.get("message", found)
        assert message["params"]["name"] == CALL["params"]["name"]
        if message is not found:
            assert {**found, "message": 0} == {**wrapper, "message": 0}
        for line in losses.getvalue().decode().split("\n")[:-1]:
            read_line(line.encode())


def test_a_bridge_writes_lines_and_logs_lines(tmp_path: Path) -> None:
    """Between equal revisions too, each frame is one line, on the pipe and in the log."""
    rng, log = Random(1), tmp_path / "log"
    refused = [data for data in NOT_JSON if data.strip() and b"\n" not in data]
    sent = [line_of(CALL, rng) for _ in range(50)]
    lines = [line for pair in zip(sent, [*refused, *sent], strict=False) for line in pair]
    with running("cat", client="2025-11-25", to="2025-11-25", log=log) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"\n".join([*lines, b"[0]"]) + b"\n")
        process.stdin.flush()
        written = list(iter(lambda: read_line(process.stdout.readline()), [0]))  # type: ignore[union-attr]
    assert written == [CALL] * sum(line not in refused for line in lines)
    logged = [read_line(line)["message"] for line in log.read_bytes().split(b"\n")[:-1]]
    assert all(message in (CALL, [0]) or isinstance(message, str) for message in logged)
    assert sum(isinstance(message, str) for message in logged) == sum(line in refused for line in lines)
