"""An event loop for tests with real processes, pipes and sockets, in which the test moves time forward.

Time passes as usual, and `skip` adds to it. A test chooses a timeout far longer than
`support.waiting.CEILING`, waits until everything else has happened, and then skips the timeout.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class DrivenLoop(asyncio.SelectorEventLoop):
    """An event loop whose time a test can move forward."""

    _skipped = 0.0

    def time(self) -> float:
        """Return the seconds of the system's clock plus those that were skipped."""
        return super().time() + self._skipped

    def skip(self, seconds: float) -> None:
        """Move time forward. Timers that are due then run in the next iteration."""
        self._skipped += seconds


def skip(seconds: float) -> None:
    """Move time forward in the running loop."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, DrivenLoop)
    loop.skip(seconds)


def run_driven(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` in a driven loop and return its result. If it hangs, pytest ends it."""
    with asyncio.Runner(loop_factory=DrivenLoop) as runner:
        return runner.run(work)
