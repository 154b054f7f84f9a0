"""An event loop whose time passes without waiting: work that would wait for minutes takes milliseconds.

The work must stay inside the loop: no threads, no other processes, no peers on sockets.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 20_000.0  # seconds of a test
TURNS, SHORT = 100, 1e-6  # a timer may ring early by the rounding of a sum, and is then set again


class _Selector(selectors.DefaultSelector):
    """A selector that returns from waits at once, and moves time forward by the time of the wait."""

    now = 0.0
    _turns = 0

    def select(self, timeout: float | None = None) -> Any:
        """Return the ready events.

        Raise an error if nothing could ever end the wait, which is a mistake of the test.
        """
        found = super().select(0)
        self._turns = 0 if timeout else self._turns + 1
        if not found:
            assert timeout is not None, "nothing happens any more"
            self.now += max(timeout, 0) if self._turns < TURNS else SHORT
            assert self.now < MOST, "the work has no end"
        return found


class InstantLoop(asyncio.SelectorEventLoop):
    """An event loop that uses the time of its selector."""

    def __init__(self) -> None:
        self._clock = _Selector()
        super().__init__(self._clock)

    def time(self) -> float:
        """Return the seconds since the loop was created."""
        return self._clock.now


def run_at_once(work: Coroutine[Any, Any, T]) -> T:
    """Run work to its end, and cancel the tasks that it leaves behind."""
    loop = InstantLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(_end(asyncio.all_tasks(loop)))
        loop.close()


async def _end(tasks: set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
