"""Whatever clients, servers and time do, every request ends once and nothing is left."""

from __future__ import annotations

import time

import pytest

from support.random_sessions import KINDS, run

MINUTES = 60


def check(seed: int) -> None:
    """Run a seed; a failure has the line that runs it again."""
    faults, _ = run(seed)
    assert not faults, "\n".join([f"PYTHONPATH=tests python -m support.random_sessions {seed}", *faults])


NAMES = [f"{seed}-{'-'.join(kind)}" for seed, kind in enumerate(KINDS)]


@pytest.mark.parametrize("seed", range(len(KINDS)), ids=NAMES)
def test_every_request_ends_and_nothing_is_left(seed: int) -> None:
    """Each pair of a front and a server has a seed."""
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("half", [0, 1])
def test_every_request_ends_for_an_hour(half: int) -> None:
    """Two processes take the odd and the even seeds."""
    until, seed = time.monotonic() + MINUTES * 60, len(KINDS) + half
    while time.monotonic() < until:
        check(seed)
        seed += 2
