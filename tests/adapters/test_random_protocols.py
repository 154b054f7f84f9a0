"""Random families of small protocols: a build converts validly, and refuses a pair that is not proved."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from protocol_families import EDITS, Family, check, families

SECONDS = 300  # of each part of the long test
FEWEST = 100  # families that each part must build
edits = st.lists(st.tuples(st.sampled_from(sorted(EDITS)), st.integers(0, 10**6)), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Family]:
    """The package that takes the adapters of one family after the other."""
    with families(tmp_path_factory.mktemp("families")) as found:
        yield found


@pytest.mark.parametrize("part", range(10))
def test_what_is_built_converts_validly(world: Family, part: int) -> None:
    """Accepted proposals build, every converted message is valid, and its differences are exact.

    Changes of every kind are combined, the proposals accepted or drawn anew. Bytes and parsed messages
    convert alike, and `keep` restores every message.
    """
    seen: Counter[str] = Counter()

    @seed(part)
    @settings(
        max_examples=15,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
    )
    @given(lists=st.lists(edits, min_size=1, max_size=2), drawn=st.none() | st.integers(0, 1000))
    def holds(lists: list[list[tuple[str, int]]], drawn: int | None) -> None:
        seen.update(check(world, lists, drawn))

    holds()
    assert seen["builds"] > 5 * seen["refused build"]
    assert min(seen["lossless"], seen["lossy"], seen["refused"]) >= 5


FOUND: dict[str, tuple[list[list[tuple[str, int]]], int | None]] = {
    "a union of which two variants are refused, and the third stays": (
        [[("member moved into a union or an array", 459721)]],
        None,
    ),
    "params that are created have the fidelity adapted": ([[("method", 16372)]], None),
    "a result that became a union of other objects": (
        [
            [
                ("object divided or joined", 212011641),
                ("member moved into a union or an array", 120619813),
                ("object divided or joined", 173977480),
            ],
            [("object divided or joined", 722076655)],
        ],
        None,
    ),
    "a request without params, and params that are a union": (
        [
            [("object divided or joined", 50302587)],
            [
                ("member forbidden", 771269877),
                ("object divided or joined", 446953649),
                ("method", 332885064),
            ],
            [
                ("method", 431577060),
                ("member moved between objects", 76817763),
                ("object divided or joined", 839176787),
                ("object closed, opened or typed", 877532258),
            ],
        ],
        505,
    ),
    "variants that are joined, with members of one name and different types": (
        [
            [("object divided or joined", 661151373)],
            [("object divided or joined", 694027258)],
            [
                ("member added", 138863493),
                ("member moved between objects", 221719901),
                ("object divided or joined", 818218029),
                ("member required or optional", 259030345),
            ],
        ],
        None,
    ),
    "a recursive union that loses a variant": (
        [
            [
                ("member added", 56818840),
                ("member moved between objects", 978945014),
                ("variant", 942556899),
                ("result", 750449678),
            ],
            [
                ("member forbidden", 322753376),
                ("member moved into an object", 607896646),
                ("member moved out of an object", 717832971),
                ("type renamed", 936271465),
            ],
            [
                ("variant", 953678887),
                ("type renamed", 750528412),
                ("member forbidden", 80515264),
                ("member moved between objects", 591450395),
            ],
        ],
        360,
    ),
    "one limit at two members": (
        [
            [
                ("member retyped", 266115739),
                ("member added", 21328926),
                ("member removed", 86895662),
                ("member removed", 347409763),
                ("enumeration", 57339286),
                ("enumeration", 398927601),
            ],
            [
                ("member limited", 909747825),
                ("member limited", 922917969),
                ("enumeration", 959777641),
                ("variant", 208576646),
                ("member moved into a union or an array", 407669075),
                ("member retyped", 83218921),
            ],
        ],
        None,
    ),
    "a member that moves into an object which a later revision requires": (
        [
            [("member required or optional", 490033342), ("member moved into an object", 448331999)],
            [("member renamed", 90851594), ("member required or optional", 136337862)],
            [
                ("member moved into a union or an array", 902460846),
                ("member moved into an object", 867857250),
            ],
        ],
        None,
    ),
    "an array of empty objects that is reshaped in a member that is renamed": (
        [
            [
                ("member moved out of an object", 734932198),
                ("member added", 911366007),
                ("object closed, opened or typed", 154989234),
                ("member removed", 382957447),
                ("member added", 795119634),
                ("method", 353809872),
            ],
            [
                ("member required or optional", 228931932),
                ("member added", 362082019),
                ("tag changed", 205688859),
                ("member required or optional", 923309139),
                ("enumeration", 519262877),
                ("member added", 459681472),
            ],
            [
                ("member added", 397202233),
                ("member required or optional", 453274205),
                ("member required or optional", 950792090),
                ("result", 565785698),
                ("member renamed", 48604489),
                ("object closed, opened or typed", 671773593),
            ],
        ],
        None,
    ),
    "a flat edit of one method, and another with closed params": (
        [
            [("member forbidden", 780492232), ("result", 180264234)],
            [("method", 55068226), ("enumeration", 344808464)],
            [
                ("member moved into a union or an array", 288410670),
                ("object closed, opened or typed", 671200496),
            ],
        ],
        455,
    ),
    "an empty object that is replaced and moves": (
        [
            [
                ("enumeration", 350243411),
                ("member moved into a union or an array", 9153664),
                ("member required or optional", 502208661),
                ("member moved out of an object", 203845759),
                ("member limited", 446424360),
            ],
            [
                ("member renamed", 234560533),
                ("result", 389632956),
                ("member limited", 697379476),
                ("member retyped", 322796225),
                ("member removed", 192457787),
            ],
        ],
        None,
    ),
    "a member that moved out of an object that is lost, with a value like another there": (
        [
            [
                ("member moved into an object", 826311040),
                ("member added", 321202680),
                ("member moved out of an object", 232387555),
                ("member moved into an object", 610420244),
                ("object closed, opened or typed", 471934895),
            ],
            [
                ("member removed", 462451848),
                ("type renamed", 237453864),
                ("member forbidden", 525401411),
                ("result", 443403500),
                ("member renamed", 778283941),
            ],
            [
                ("member required or optional", 469313985),
                ("member renamed", 762524807),
                ("type renamed", 747407873),
                ("member added", 480023369),
                ("type renamed", 383811488),
            ],
        ],
        None,
    ),
    "a member that moves out of an object that is lost, and is renamed": (
        [
            [
                ("member renamed", 719155922),
                ("method", 202883170),
                ("member removed", 549998808),
                ("method", 311817723),
                ("member removed", 304244079),
            ],
            [
                ("member limited", 65738493),
                ("tag changed", 540430030),
                ("member removed", 423700045),
                ("enumeration", 468048012),
                ("tag changed", 922774598),
            ],
            [
                ("member moved into an object", 987778438),
                ("variant", 299039220),
                ("type renamed", 606211604),
                ("member required or optional", 797845656),
                ("member added", 343284085),
            ],
        ],
        None,
    ),
    "a member that does not fit the place it moves to, in an object that goes": (
        [
            [
                ("member removed", 724768415),
                ("member moved between objects", 58067365),
                ("member moved into a union or an array", 536315347),
                ("method", 498921324),
            ],
            [
                ("member renamed", 167340637),
                ("enumeration", 303498310),
                ("variant", 501858328),
                ("enumeration", 393483090),
            ],
        ],
        34,
    ),
    "a variant that is removed in a member, and refused elsewhere": (
        [
            [
                ("member moved into a union or an array", 943114420),
                ("object closed, opened or typed", 497033798),
            ],
            [("member retyped", 941147412), ("variant", 148174101)],
        ],
        None,
    ),
    "params that are refused, of a request that may have none": (
        [
            [
                ("member moved into a union or an array", 155592193),
                ("method", 835471350),
                ("object divided or joined", 292037104),
            ]
        ],
        462,
    ),
    "undeclared members of a type that are no longer valid": (
        [
            [("member added", 583440546), ("object closed, opened or typed", 564436840)],
            [("member moved between objects", 113550364)],
        ],
        683,
    ),
    "equal values, one of which moves while the other is removed": (
        [
            [
                *(("tag changed", 758920288), ("result", 727046769)),
                *(
                    ("member moved out of an object", 847979766),
                    ("member moved between objects", 52436655),
                ),
            ],
            [
                *(("member moved out of an object", 676334942), ("member removed", 44452317)),
                *(("variant", 413621083), ("result", 388792465)),
            ],
            [
                *(
                    ("member required or optional", 244624849),
                    ("member required or optional", 787704241),
                ),
                *(("object divided or joined", 844011201), ("variant", 722635043)),
            ],
        ],
        563,
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_random_families_found(world: Family, name: str) -> None:
    """Families that have broken a law once."""
    assert check(world, *FOUND[name])["builds"] == 1


@pytest.mark.long
@pytest.mark.parametrize("part", range(12))
def test_an_hour_of_families(world: Family, part: int) -> None:
    """The same for an hour, in twelve parts, with more edits and chains of three.

    A part takes longer on a machine that builds few families in its time.
    """
    rng, end = Random(part), time.monotonic() + SECONDS
    found: Counter[str] = Counter()
    while time.monotonic() < end or found["builds"] <= FEWEST:
        assert found["refused build"] + found["no protocol"] < 10 * FEWEST + found["builds"]
        count, size = rng.choice([1, 2, 2, 3]), rng.randrange(1, 7)
        lists = [
            [(rng.choice(sorted(EDITS)), rng.randrange(10**9)) for _ in range(size)] for _ in range(count)
        ]
        found.update(check(world, lists, rng.choice([None, rng.randrange(1000)])))
    print(f"\npart {part}: {dict(found)}")
