"""How tests wait: for an expected event, with a generous ceiling that only a hang reaches.

A test continues as soon as the event occurs, so no result depends on the speed of the machine. If the code
under test has a timeout, a test drives the clock (`support.instant_loop`, `support.driven_clock`), or sets
the timeout beyond the ceiling.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

CEILING = 300.0  # seconds: hundreds of times what a quiet machine needs for any one event
PAUSE = 0.01  # seconds between two looks at a condition
NEVER = 100_000.0  # seconds: a time of the code under test that no test reaches
T = TypeVar("T")


async def until(condition: Callable[[], T]) -> T:
    """Wait for the first true value of `condition`, and return it. Raise `AssertionError` if none comes."""
    end = time.monotonic() + CEILING
    while not (found := condition()):
        assert time.monotonic() < end, "the event does not come"
        await asyncio.sleep(PAUSE)
    return found


def wait_until(condition: Callable[[], T]) -> T:
    """Wait for the first true value of `condition`, and return it. Raise `AssertionError` if none comes."""
    end = time.monotonic() + CEILING
    while not (found := condition()):
        assert time.monotonic() < end, "the event does not come"
        time.sleep(PAUSE)
    return found


def run(work: Awaitable[T]) -> T:
    """Run `work` in a new event loop, and return its result. If it hangs, raise `asyncio.TimeoutError`."""

    async def bounded() -> T:
        return await asyncio.wait_for(work, CEILING)

    return asyncio.run(bounded())
