"""Types in words, and the values around the bounds of a type."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from mcpgen.compare.describe import describe
from mcpgen.compare.sample_values import DEPTH, LARGEST, LIMIT, SampleValues, TooLarge
from mcpgen.ir import Alias, Anything, Array, Choice, Map, Ref, Scalar, Type, Union
from support.small_protocols import INTEGER, NULL, NUMBER, STRING, protocol_of, record

THREE = Scalar("integer", minimum=3, maximum=7)


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
        (Scalar("string", min_length=1), {0, 1, 2}),
        (Array(STRING, 2, 5), {0, 1, 3, 4, 6}),
    ],
)
def test_samples_lie_on_both_sides_of_each_bound(type_: Type, sizes: set[int]) -> None:
    """The samples of a limited type have a size just within each bound, and one just outside."""
    assert {len(value) for value in SampleValues(protocol_of()).samples(type_)} == sizes


def test_samples_of_a_number_lie_at_its_bounds() -> None:
    """The samples of a number are the bounds and their neighbours."""
    assert set(SampleValues(protocol_of()).samples(THREE)) == {2, 3, 4, 6, 7, 8}


@pytest.mark.parametrize(
    ("limited", "value"),
    [
        (Scalar("integer"), 0),
        (Scalar("integer", minimum=3), 3),
        (Scalar("number", minimum=-5), 0),
        (Scalar("number", maximum=-2), -2),
        (Scalar("integer", minimum=-5, maximum=-2), -2),
        (Scalar("integer", minimum=-5, maximum=7), 0),
        (Scalar("string", min_length=2), "xx"),
        (Array(INTEGER), []),
        (Array(INTEGER, 2), [0, 0]),
    ],
    ids=str,
)
def test_the_smallest_value_lies_next_to_nothing(limited: Type, value: object) -> None:
    """The smallest value of a type is nothing, or as near to it as the bounds allow."""
    assert SampleValues(protocol_of()).smallest(limited) == value


@pytest.mark.parametrize(
    ("fits", "type_"),
    [
        (True, Array(STRING, LARGEST - 1)),
        (False, Array(STRING, LARGEST)),
        (False, Array(STRING, 10**15)),
        (True, Scalar("string", min_length=LIMIT)),
        (False, Scalar("string", min_length=LIMIT + 1)),
        (False, Scalar("string", min_length=10**15)),
        (False, Ref("Long")),
    ],
    ids=str,
)
def test_a_value_that_is_too_large_is_never_made(fits: bool, type_: Type) -> None:
    """The size of the smallest value is known before the value is made, whatever a schema asks for."""
    values = SampleValues(protocol_of(record("Long", v=Scalar("string", min_length=10**15))))
    if fits:
        assert values.smallest(type_)
    else:
        with pytest.raises(TooLarge):
            values.smallest(type_)


AB = Choice(("a", "b"))
WRAPPERS: dict[str, Callable[[Type, int], Type]] = {
    "array": lambda inner, level: Array(inner),
    "map": lambda inner, level: Map(inner),
    "union": lambda inner, level: Union((NULL, inner)),
    "alias": lambda inner, level: Ref(f"A{level}"),
}


@pytest.mark.parametrize("kind", WRAPPERS)
def test_samples_vary_at_four_levels(kind: str) -> None:
    """The samples of each container hold every sample of its parts, down to the fourth level."""
    shown = {}
    for depth in (DEPTH - 1, DEPTH):
        types: list[Type] = [AB]
        for level in range(depth):
            types.append(WRAPPERS[kind](types[-1], level))
        aliases = [Alias(f"A{level}", type_) for level, type_ in enumerate(types[:-1])]
        found = json.dumps(SampleValues(protocol_of(*aliases)).samples(types[-1]))
        shown[depth] = '"a"' in found, '"b"' in found
    assert shown == {DEPTH - 1: (True, True), DEPTH: (True, False)}


def test_samples_of_a_container_hold_the_names_and_items_of_its_type() -> None:
    """A long array repeats the smallest item, and the name of a map's value is one of its names."""
    values = SampleValues(protocol_of())
    assert max(values.samples(Array(THREE, 2)), key=len) == [3, 3, 3]
    assert values.samples(Map(AB, Choice(("n", "o")))) == [{}, {"n": "a"}, {"n": "b"}]
    assert all(value == {} or value.keys() == {"key"} for value in values.samples(Map(AB)))


def test_samples_of_an_object_vary_one_member() -> None:
    """The samples of an object are the smallest one, and that with one member added or changed."""
    owner = replace(record("Owner", v=AB, w_=AB), absent=("x",))
    assert SampleValues(protocol_of(owner)).samples(Ref("Owner")) == [
        {"v": "a"},
        {"v": "b"},
        {"v": "a", "w": "a"},
        {"v": "a", "w": "b"},
        {"v": "a", "unknown": None},
        {"v": "a", "x": None},
    ]
