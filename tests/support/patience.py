"""Patience on a busy machine: the seconds of a test do not run while its processes wait for a processor.

A bridge that the machine lets wait is no bridge that hangs. Linux counts how long each process was ready to
run and did not: so long a test waits more. Nothing is forgiven where the machine has time, or counts nothing.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from support.bridge_process import descendants

LEAST = 0.1  # seconds that are worth another wait
T = TypeVar("T")


def held_up() -> float:
    """Return the seconds that this process and those below it have waited for a processor."""
    seconds = 0.0
    for pid in (os.getpid(), *descendants(os.getpid())):
        with suppress(OSError, IndexError):  # a process that has just ended, or another system
            seconds += int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    return seconds


async def patiently(work: Awaitable[T], seconds: float) -> T:
    """Return the result of `work`; raise `asyncio.TimeoutError` where it does not end in its seconds."""
    task = asyncio.ensure_future(work)
    try:
        while seconds >= LEAST:
            before = held_up()
            if (await asyncio.wait({task}, timeout=seconds))[0]:
                return task.result()
            seconds = held_up() - before
        raise asyncio.TimeoutError
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
