"""Random families of small protocols: what is built converts validly, and what is not proved is refused."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from protocol_families import EDITS, Family, check, families

SECONDS = 300  # of each part of the long test
edits = st.lists(st.tuples(st.sampled_from(sorted(EDITS)), st.integers(0, 10**6)), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Family]:
    """The package that takes the adapters of one family after the other."""
    with families(tmp_path_factory.mktemp("families")) as found:
        yield found


def test_what_is_built_converts_validly(world: Family) -> None:
    """Each build is refused with a place, or every converted frame is valid, and its losses are exact.

    Changes of every kind are combined, the proposals accepted or drawn anew; bytes and trees convert alike,
    and `keep` brings every frame back. Most families are built, and frames are converted in every way.
    """
    seen: Counter[str] = Counter()

    @settings(
        max_examples=200,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
    )
    @given(lists=st.lists(edits, min_size=1, max_size=2), seed=st.none() | st.integers(0, 1000))
    def holds(lists: list[list[tuple[str, int]]], seed: int | None) -> None:
        seen.update(check(world, lists, seed))

    holds()
    assert seen["builds"] > seen["refused build"] > 0
    assert min(seen["lossless"], seen["lossy"], seen["refused"]) > 50


@pytest.mark.long
@pytest.mark.parametrize("part", range(12))
def test_an_hour_of_families(world: Family, part: int) -> None:
    """The same for an hour, in twelve parts, with more edits and chains of three."""
    rng, end = Random(part), time.monotonic() + SECONDS
    found: Counter[str] = Counter()
    while time.monotonic() < end:
        count, size = rng.choice([1, 2, 2, 3]), rng.randrange(1, 7)
        lists = [
            [(rng.choice(sorted(EDITS)), rng.randrange(10**9)) for _ in range(size)] for _ in range(count)
        ]
        found.update(check(world, lists, rng.choice([None, rng.randrange(1000)])))
    print(f"\npart {part}: {dict(found)}")
    assert found["builds"] > 100
