"""The patience of the tests: a busy machine gets more time, and a bridge that hangs gets none."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

import pytest

from support import patience
from support.patience import held_up, patiently


@pytest.mark.parametrize("delays, least", [((0.0, 0.0), 0.3), ((0.0, 1.0, 1.0, 1.0), 1.3)])
def test_work_that_hangs_has_its_seconds(
    delays: tuple[float, ...], least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that its processes waited for a processor are added, once."""
    counts = iter(delays)
    monkeypatch.setattr(patience, "held_up", lambda: next(counts))

    async def run() -> float:
        began = time.monotonic()
        with pytest.raises(asyncio.TimeoutError):
            await patiently(asyncio.Event().wait(), 0.3)
        return time.monotonic() - began

    assert least <= asyncio.run(run()) < 20 and not list(counts)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not count")
def test_processes_that_share_a_processor_are_held_up() -> None:
    """Two children that compute on one processor wait for each other, and count together."""
    code = """
import os, time
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
end = time.time() + 1
while time.time() < end:
    pass
"""
    before = held_up()
    children = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
    time.sleep(0.9)
    found = held_up() - before
    assert [child.wait(60) for child in children] == [0, 0]
    assert found > 0.1


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
