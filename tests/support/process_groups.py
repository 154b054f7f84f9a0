"""Process groups of commands that a test starts and ends."""

from __future__ import annotations

import os
import signal
import time


def assert_gone(group: int) -> None:
    """Assert that a process group ends within ten seconds."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    raise AssertionError("a command leaves processes")
