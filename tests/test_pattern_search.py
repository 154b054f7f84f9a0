"""Pattern search: the verdict of `re.search`, in time that the length of the text bounds."""

from __future__ import annotations

import re
import time
import warnings
from random import Random

import pytest

from mcpgen.pattern_search import Unsearchable, is_found
from support.patterns import made_pattern


def test_the_verdict_is_that_of_re() -> None:
    """Random patterns and texts of every construct: the same verdict."""
    rng, verdicts = Random(1), [0, 0]
    for _ in range(3000):
        text = made_pattern(rng, 4)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiled = re.compile(text)
        for _ in range(3):
            value = "".join(rng.choice("aab1 \nAé") for _ in range(rng.randrange(8)))
            found = is_found(text, value)
            assert found == (compiled.search(value) is not None), (text, value)
            verdicts[found] += 1
    assert min(verdicts) > 1000


@pytest.mark.parametrize(
    "exponential",
    ["(a+)+$", "(a*)*$", "(a|a)+$", "(?:a?){90}a{90}$", "a?" * 90 + "b", "^(?=(a+)+$)", "a*" * 20 + "$"],
)
def test_no_pattern_takes_exponential_time(exponential: str) -> None:
    """Patterns that `re` would try for ages are decided at once."""
    start = time.process_time()
    is_found(exponential, "a" * 89 + "!")
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "given, reason",
    [
        (r"(a)\1", "a reference to a group needs backtracking"),
        (r"(a)?(?(1)b|c)", "a condition on a group needs backtracking"),
        ("a{99999}", "more than 10000 steps long"),
        ("(?:a{99}){999}", "more than 10000 steps long"),
        ("(?:(?:){9999}){9999}", "more than 10000 steps long"),
        ("(" * 9000 + ")" * 9000, "not a regular expression that Python can read"),
        ("(", "not a regular expression that Python can read"),
        ("(?=.*b)" + "a*" * 900, "more than 500000 steps for a text of 4000 characters"),
    ],
)
def test_a_search_that_needs_more_is_refused(given: str, reason: str) -> None:
    """A pattern that needs backtracking, a long program and a long search are refused with the reason."""
    with pytest.raises(Unsearchable, match=reason):
        is_found(given, "a" * 4000)
