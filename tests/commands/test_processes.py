"""A command that runs in processes ends all of them, whoever is interrupted or killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.process_groups import assert_gone
from support.waiting import CEILING

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="asks the system for children")

LOGS = ("one.jsonl", "two.jsonl")
FRAME = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'


@contextmanager
def validating(folder: Path, **options: Any) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Yield a `validate` of two logs that nobody writes yet, in a process group, and its two processes."""
    for name in LOGS:
        os.mkfifo(folder / name)
    logs = [str(folder / name) for name in LOGS]
    command = [sys.executable, "-m", "mcpgen", "validate", "--revision", "2025-11-25", "--jobs", "2", *logs]
    options = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **options}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, text=True, start_new_session=True, **pipes, **options)
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while process.poll() is None and len(children.read_text().split()) < len(LOGS):
            time.sleep(0.02)
        yield process, [int(pid) for pid in children.read_text().split()]
    finally:
        process.kill()
        process.wait()


def test_a_process_that_is_killed(tmp_path: Path) -> None:
    """A process that the system kills ends the command with one line."""
    with validating(tmp_path) as (process, children):
        os.kill(children[0], signal.SIGKILL)
        errors = process.communicate(timeout=CEILING)[1]
        line = "validate: one of its processes was killed, perhaps because memory ran out; use fewer --jobs\n"
        assert (process.returncode, errors) == (2, line)
        assert_gone(process.pid)


@pytest.mark.parametrize("late", [0, 0.6], ids=["at once", "the parent last"])
def test_an_interrupt(tmp_path: Path, late: float) -> None:
    """An interrupt ends the command with status 130 and no traceback, even if its processes get it first."""
    with validating(tmp_path) as (process, children):
        for pid in children if late else []:
            os.kill(pid, signal.SIGINT)
            time.sleep(late)
        os.killpg(process.pid, signal.SIGINT)
        errors = process.communicate(timeout=CEILING)[1]
        assert (process.returncode, errors) == (130, "")
        assert_gone(process.pid)


def test_an_interrupt_that_is_ignored(tmp_path: Path) -> None:
    """A background job of a shell ignores interrupts, and so do its processes."""
    ignoring = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    with validating(tmp_path, **ignoring) as (process, _):
        os.killpg(process.pid, signal.SIGINT)
        for name in LOGS:
            (tmp_path / name).write_bytes(FRAME)
        errors = process.communicate(timeout=CEILING)[1]
        assert (process.returncode, errors) == (0, "")


def test_processes_follow_their_parent(tmp_path: Path) -> None:
    """A command that is killed leaves no process."""
    with validating(tmp_path) as (process, _):
        process.kill()
        process.wait()
        assert_gone(process.pid)
