"""An event loop beside real processes, pipes and sockets, whose timers a test makes ring.

Time goes on as it does outside, and `skip` adds to it. A test sets the time that it is about far beyond
`support.waiting.CEILING`, waits until everything else has happened, and then lets that time pass at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class DrivenLoop(asyncio.SelectorEventLoop):
    """A loop whose time a test moves forward."""

    _skipped = 0.0

    def time(self) -> float:
        """Return the seconds of the system's clock, and those that were skipped."""
        return super().time() + self._skipped

    def skip(self, seconds: float) -> None:
        """Let time pass at once: the timers that are due then ring in the next turn."""
        self._skipped += seconds


def skip(seconds: float) -> None:
    """Let time pass at once in the loop that runs."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, DrivenLoop)
    loop.skip(seconds)


def run_driven(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` in such a loop and return its result; pytest ends one that hangs."""
    with asyncio.Runner(loop_factory=DrivenLoop) as runner:
        return runner.run(work)
