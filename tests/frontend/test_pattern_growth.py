"""Pattern growth: the build accepts no pattern that `re` searches in more than linear time."""

from __future__ import annotations

import re
import time
from itertools import product
from random import Random

import pytest

from mcpgen.frontend.pattern_growth import Superlinear, check_growth, is_anchored

ATOMS = (
    "a",
    "b",
    "1",
    r"\d",
    r"\w",
    "[ab]",
    "[^a]",
    ".",
    r"\b",
    "",
    "ab",
    "[ac]b",
    "[ad]b",
    r"[\x61-\u0431]",
)
REPEATS = ("*", "+", "?", "{2}", "{1,3}", "{0,20}", "{2,}", "*?", "+?", "??")
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
    r"^(?:\w)*(?=.*b)ab$",
    "(?:(?:(?:){1000}){1000}){1000}",
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


def made(rng: Random, depth: int) -> str:
    """Return a pattern of repeats, groups and alternatives."""
    kind = rng.random() if depth else 0
    if kind < 0.3:
        return rng.choice(ATOMS)
    if kind < 0.5:
        return f"(?:{made(rng, depth - 1)}){rng.choice(REPEATS)}"
    if kind < 0.65:
        return f"(?:{made(rng, depth - 1)}|{made(rng, depth - 1)})"
    return made(rng, depth - 1) + made(rng, depth - 1)


def test_accepted_patterns_take_linear_time() -> None:
    """No search for an accepted pattern takes a moment, whatever short text a long text repeats."""
    rng = Random(1)
    words = ["".join(each) for size in (1, 2) for each in product("ab1", repeat=size)]
    texts = [f"{word * 3000}!" for word in words]
    accepted = 0
    while accepted < 300:
        pattern = rng.choice(["^", "^", "^", ""]) + made(rng, 4) + rng.choice(["", "$", "b$", "(?:b1)?"])
        try:
            check_growth(pattern)
        except Superlinear:
            continue
        accepted += bool(re.search("[*+}?]", pattern))
        for text in texts:
            begin = time.process_time()
            re.search(pattern, text)
            assert time.process_time() - begin < 0.1, pattern


@pytest.mark.parametrize(
    ("pattern", "anchored"),
    [("^a|^b", True), ("(^a)", True), ("^a|b", False), ("a^", False), ("(?=x)^", True), ("(?m:^a)", False)],
)
def test_anchored_patterns(pattern: str, anchored: bool) -> None:
    """A pattern is anchored if each of its alternatives begins with `^`."""
    assert is_anchored(pattern) is anchored
