"""Whatever clients, servers and time do, every request ends once and nothing is left."""

from __future__ import annotations

import time

import pytest

from support.random_sessions import KINDS, SPOKEN, run

MINUTES = 60


def check(seed: int) -> None:
    """Run a seed; a failure has the line that runs it again."""
    faults, _ = run(seed)
    assert not faults, "\n".join([f"PYTHONPATH=tests python -m support.random_sessions {seed}", *faults])


NAMES = {seed: f"{seed}-{'-'.join(kind)}" for seed, kind in enumerate(KINDS)}
NEWER = [seed for seed, (_, _, server) in enumerate(KINDS) if server in SPOKEN[-2:]]
OLDER = [seed for seed in NAMES if seed not in NEWER]


@pytest.mark.parametrize("seed", NEWER, ids=NAMES.get)
def test_every_request_ends_and_nothing_is_left(seed: int) -> None:
    """Each pair of a front and a newer server has a seed."""
    check(seed)


@pytest.mark.parametrize("seed", OLDER, ids=NAMES.get)
def test_every_request_of_older_servers_ends_and_nothing_is_left(seed: int) -> None:
    """And each pair of a front and an older server."""
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("half", [0, 1])
def test_every_request_ends_for_an_hour(half: int) -> None:
    """Two processes take the odd and the even seeds."""
    until, seed = time.monotonic() + MINUTES * 60, len(KINDS) + half
    while time.monotonic() < until:
        check(seed)
        seed += 2
