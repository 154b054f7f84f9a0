"""Patience on a busy machine: what a test waits for has its seconds beside those that other processes take.

An event loop that gets its turns late runs beside a bridge that gets them late. So the seconds by which turns
came late are added to the time that a test waits. Nothing is forgiven where the machine has time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar
from weakref import WeakKeyDictionary

TURN = 0.05  # seconds between turns that are measured
T = TypeVar("T")


class Lateness:
    """The seconds by which the turns of an event loop came late."""

    _by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Lateness] = WeakKeyDictionary()

    def __init__(self) -> None:
        self.seconds = 0.0
        self._measuring = asyncio.ensure_future(self._measure())

    @classmethod
    def of_loop(cls) -> Lateness:
        """Return the lateness of the running loop, which is measured from the first call on."""
        loop = asyncio.get_running_loop()
        return cls._by_loop.get(loop) or cls._by_loop.setdefault(loop, cls())

    async def _measure(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await asyncio.sleep(TURN)
            self.seconds += max(loop.time() - began - TURN, 0.0)


async def patiently(work: Awaitable[T], seconds: float) -> T:
    """Return the result of `work`; raise `asyncio.TimeoutError` where it does not end in its seconds."""
    lateness, task = Lateness.of_loop(), asyncio.ensure_future(work)
    try:
        while seconds > 0:
            before = lateness.seconds
            if (await asyncio.wait({task}, timeout=seconds))[0]:
                return task.result()
            seconds = lateness.seconds - before
            if seconds < TURN:
                break
        raise asyncio.TimeoutError
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
