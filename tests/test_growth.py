"""Time and memory of the public functions grow in proportion to the input, for each thing a peer repeats."""

from __future__ import annotations

import pytest

from growth_cases import CASES
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
