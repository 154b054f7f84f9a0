"""The patience of the tests: a busy machine gets more time, and a bridge that hangs gets none."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from support.patience import patiently


def waited(work: Any, seconds: float, busy: float = 0.0) -> float:
    """Return how long work was waited for, while another task keeps the loop busy for a while."""

    async def run() -> float:
        began = time.monotonic()
        asyncio.get_running_loop().call_later(seconds / 2, time.sleep, busy)
        with pytest.raises(asyncio.TimeoutError):
            await patiently(work(), seconds)
        return time.monotonic() - began

    return asyncio.run(run())


def test_work_that_hangs_has_its_seconds() -> None:
    """A bridge that does not answer is a fault."""
    assert waited(asyncio.Event().wait, 0.3) >= 0.3


def test_the_time_of_others_is_added() -> None:
    """A loop that got no turn for a second is waited for that second more."""
    assert waited(asyncio.Event().wait, 0.5, busy=1.0) >= 1.2


def test_a_result_is_returned_and_work_given_up_is_over() -> None:
    """The result comes at once, and nothing goes on afterwards."""
    ended: list[str] = []

    async def hang() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("over")

    async def run() -> str:
        with pytest.raises(asyncio.TimeoutError):
            await patiently(hang(), 0.1)
        return await patiently(asyncio.sleep(0, "done"), 10)

    assert (asyncio.run(run()), ended) == ("done", ["over"])
