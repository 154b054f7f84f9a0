"""Whatever clients, servers and time do, every request ends once and nothing is left."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from support import random_sessions
from support.random_sessions import KINDS, SPOKEN, World, run

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


def test_a_server_that_ends_during_the_look_has_no_open_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first look at its process finds it, and later looks do not."""
    notes, looks = tmp_path / "notes", iter([True])
    notes.write_text("open a 7\nanswered a 7\n")
    monkeypatch.setattr(random_sessions, "is_alive", lambda pid: next(looks, False))
    assert World(0).open_calls(notes) == []
    notes.write_text("open a 7\nanswered a 7\nopen b 7\n")
    monkeypatch.setattr(random_sessions, "is_alive", lambda pid: True)
    assert World(0).open_calls(notes) == ["b"]


def test_what_was_released_once_is_not_looked_at_again() -> None:
    """A resource that is taken after that is no fault."""
    world, looks = World(0), iter([["one"], [], ["another"]])
    asyncio.run(world.settle("left", lambda: next(looks)))
    assert world.faults == [] and next(looks) == ["another"]


@pytest.mark.long
@pytest.mark.parametrize("half", [0, 1])
def test_every_request_ends_for_an_hour(half: int) -> None:
    """Two processes take the odd and the even seeds."""
    until, seed = time.monotonic() + MINUTES * 60, len(KINDS) + half
    while time.monotonic() < until:
        check(seed)
        seed += 2
