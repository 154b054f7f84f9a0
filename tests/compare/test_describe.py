"""Types in words, and the values around the bounds of a type."""

from __future__ import annotations

import pytest

from mcpgen.compare.describe import describe
from mcpgen.compare.sample_values import SampleValues
from mcpgen.ir import Anything, Array, Choice, Map, Ref, Scalar, Type, Union
from support.small_protocols import INTEGER, NUMBER, STRING, protocol_of


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (Anything(), "anything"),
        (INTEGER, "integer"),
        (Choice(("a", 1, None)), '"a" or 1 or null'),
        (Array(Ref("Tool")), "array of Tool"),
        (Map(Anything()), "object"),
        (Map(NUMBER), "object of number"),
        (Map(Anything(), STRING), "object by string"),
        (Map(INTEGER, Scalar("string", pattern="a")), "object of integer by string"),
        (Union((STRING, Array(INTEGER))), "string | array of integer"),
    ],
)
def test_a_type_in_words(type_: Type, words: str) -> None:
    """Each kind of type has its own words; limits on the names of members are part of them."""
    assert describe(type_) == words


@pytest.mark.parametrize(
    ("type_", "sizes"),
    [
        (Scalar("string", min_length=3, max_length=6), {1, 2, 3, 4, 5, 7}),
        (Scalar("string", min_length=3), {1, 2, 3, 4}),
        (Array(STRING, 2, 5), {0, 1, 3, 4, 6}),
    ],
)
def test_samples_lie_on_both_sides_of_each_bound(type_: Type, sizes: set[int]) -> None:
    """The samples of a limited type have a size just within each bound, and one just outside."""
    assert {len(value) for value in SampleValues(protocol_of()).samples(type_)} == sizes


def test_samples_of_a_number_lie_at_its_bounds() -> None:
    """The samples of a number are the bounds and their neighbours."""
    limited = Scalar("integer", minimum=3, maximum=7)
    assert set(SampleValues(protocol_of()).samples(limited)) == {2, 3, 4, 6, 7, 8}
