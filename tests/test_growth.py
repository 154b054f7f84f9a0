"""Time and memory of the public functions grow in proportion to the input, for each thing a peer repeats."""

from __future__ import annotations

import json
from typing import Any

import mcp_revisions as mr
import pytest

from growth_cases import CASES, EXPECTED, KEY
from growth_kinds import KINDS, Kind, beside_large_members
from support.growth import LONG, SHORT, Case, excesses

SAMPLE, LONG_SAMPLE = CASES[::97], CASES[15::97]


def lasting(case: Case, sizes: tuple[int, ...], patience: float) -> list[str]:
    """Return the excesses that a case has in each of four measurements; a loaded machine adds others."""
    found: list[str] = []
    for _ in range(4):
        found = list(excesses(case, sizes, patience))
        if not found:
            break
    return found


def test_every_case_takes_a_small_input() -> None:
    """No function of a case raises an undocumented exception for its kind of input."""
    for case in CASES:
        case.call(case.make(1_000))


def _length(kind: Kind, size: int, target: str, keep: Any) -> int:
    """Return the bytes of a converted frame of a kind with large members, 0 where it has no counterpart."""
    data = json.dumps(beside_large_members(kind, size)).encode()
    sender: Any = kind.sender
    try:
        found = mr.convert(data, kind.revision, target, sender=sender, answering=kind.answering, keep=keep)
    except EXPECTED:
        return 0
    return len(b"".join(found.message if isinstance(found.message, list) else [found.message]))


@pytest.mark.parametrize("keep", [False, KEY], ids=["plain", "keeping"])
def test_output_grows_with_the_input(keep: Any) -> None:
    """Twice the input gives twice the output: no rule copies large members into each of many items."""
    lengths = [
        (name, target, [_length(kind, size, target, keep) for size in (4_000, 8_000)])
        for name, kind in KINDS.items()
        for target in mr.REVISIONS
        if target != kind.revision
    ]
    assert sum(half > 0 for _, _, (half, _) in lengths) > 280
    assert not [(name, target, half, whole) for name, target, (half, whole) in lengths if whole > 2.3 * half]


@pytest.mark.parametrize("case", SAMPLE, ids=[case.name for case in SAMPLE])
def test_short(case: Case) -> None:
    """One case of 97, from 10 kB to 320 kB, or to the first call that takes a moment."""
    assert not lasting(case, SHORT, patience=0.02)


@pytest.mark.long
@pytest.mark.parametrize("case", LONG_SAMPLE, ids=[case.name for case in LONG_SAMPLE])
def test_long(case: Case) -> None:
    """Another case of 97, from 10 kB to 10 MB, or to the first call that takes seconds."""
    assert not lasting(case, LONG, patience=2)


@pytest.mark.growth
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_every_case(case: Case) -> None:
    """Every case, from 10 kB to 10 MB."""
    assert not lasting(case, LONG, patience=60)
