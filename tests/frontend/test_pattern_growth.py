"""Pattern growth: the build accepts no pattern that `re` searches in more than linear time."""

from __future__ import annotations

import re
import time
from itertools import product
from random import Random, randrange

import pytest

from mcpgen.frontend.pattern_growth import Superlinear, check_growth, is_anchored
from support.patterns import ATOMS, made_pattern

WIDER = (*ATOMS, "ab", "[ac]b", "[ad]b", r"[\x61-\u0431]")
LINEAR = (
    "a",
    "b$|1$",
    "^a|^x",
    "^.*$",
    r"\.json$",
    "^[a-z]+(-[a-z]+)*$",
    "^[^/]+/[^/]+$",
    r"^(?:[a-z0-9]+\.)*[a-z]+/[a-z]+$",
    r"^[0-9a-f]{8}-[0-9a-f]{4}$",
    r"^(?=.*[A-Z])(?=.*\d).{8,}$",
    r"^(?!.*\.\.)[a-z.]+$",
    "^https?://.+",
    "^(a|b|c)(a|b|c)(a|b|c)$",
    "[A-Z]+",
    "a|b+",
    r"^[\u0400-\u040f]+[\u0410-\u0450]+$",
)
SUPERLINEAR = (
    "(a+)+$",
    "^(a|a)*$",
    "^a*a*b",
    "[a-z]+$",
    "[a-z]+-",
    r"a+\b",
    "^x(?:(?:[ac]b|[ad]b){30}z)?",
    "^(?:[a-z](?:[a-z0-9]*-)?)+",
    r"^[\u0400-\u04ff]+[\u0410-\u0450]+$",
    r"^(?:[\u0400-\u04ff]|[\u0410-\u0450][\u0410-\u0450])*$",
    r"(?m:^[a\n]*)b",
    "(?=(?=.*b))c",
    "(?=(?=((1)+?)+))^a",
    "(?=.*b)^a",
    r"^(\w+){1,3}^",
    r"^(?!(a+){0,2}^)b$",
    r"^(?:\w)*(?=.*b)ab$",
    "(?:(?:(?:){1000}){1000}){1000}",
    "^(?:x" + "a?b?c?" * 300 + ")*",
    "^(?:" + "|".join(map("".join, product("abcdefghijklmnopqrst", repeat=2))) + ")*$",
    "(?:(?=a{300}b{300})){1000}",
    "^[" + "".join(map(chr, range(0x4E00, 0x9000))) + "]{999}$",
    "^(a*)*$",
    "^" + "(?:a|a)" * 40 + "b",
    "^(a?){30}a{30}$",
    r"^(\w+\s?)+$",
    r"(?=.*b)a",
    r"^(?:(?=.*b)a)*$",
    r"^(a)\1*$",
    "^(a?b?)*$",
    "^.*a.*b.*$",
    "(?m)^a+$",
    "^(?:(?:b?)?a)+$",
    "^(?:(?:|1)??a)*$",
)


@pytest.mark.parametrize("pattern", LINEAR)
def test_usual_patterns_pass(pattern: str) -> None:
    """A pattern in which each next character decides passes, and so does a repeat at the end."""
    check_growth(pattern)


@pytest.mark.parametrize("pattern", SUPERLINEAR)
def test_patterns_that_backtrack_are_refused(pattern: str) -> None:
    """Repeats of repeats, repeats of one text, repeats from any place, and many equal ways are refused."""
    with pytest.raises(Superlinear):
        check_growth(pattern)


def check_accepted(seed: int, count: int) -> None:
    """Search for accepted patterns in long texts that repeat each short text."""
    rng = Random(seed)
    words = ["".join(each) for size in (1, 2) for each in product("ab1", repeat=size)]
    texts = [f"{begin}{word * 3000}!" for word in words for begin in ("", "x")]
    accepted = 0
    while accepted < count:
        tail = rng.choice(["", "$", "b$", "(?:b1)?"])
        pattern = rng.choice(["^", "^", "^", ""]) + made_pattern(rng, 4, WIDER) + tail
        try:
            check_growth(pattern)
        except Superlinear:
            continue
        accepted += bool(re.search("[*+}?]", pattern))
        for text in texts:
            begin = time.process_time()
            re.search(pattern, text)
            assert time.process_time() - begin < 0.1, pattern


def test_accepted_patterns_take_linear_time() -> None:
    """The search for an accepted pattern takes no moment."""
    check_accepted(1, 300)


@pytest.mark.long
def test_very_many_accepted_patterns() -> None:
    """The same for patterns of a new seed."""
    check_accepted(randrange(2**32), 50_000)


@pytest.mark.parametrize(
    ("pattern", "anchored"),
    [("^a|^b", True), ("(^a)", True), ("^a|b", False), ("a^", False), ("(?=x)^", False), ("(?m:^a)", False)],
)
def test_anchored_patterns(pattern: str, anchored: bool) -> None:
    """A pattern is anchored if each of its alternatives begins with `^`."""
    assert is_anchored(pattern) is anchored
