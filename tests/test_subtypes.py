"""Subtypes and valid values: types against types, types against values, and the one against the other."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from mcpgen.compare.validity import is_valid
from mcpgen.compare.witness import counterexamples
from mcpgen.ir import Alias, Anything, Array, Choice, Constant, Field, Map, Record, Ref, Scalar, Type, Union
from mcpgen.subtypes import MOST_PAIRS, Subtypes, required_constants
from support.small_protocols import INTEGER, NULL, NUMBER, STRING, protocol_of, record

BOOLEAN = Scalar("boolean")
ONE, TWO = record("One", v=STRING), record("Two", v=STRING, w_=INTEGER)
TYPES = protocol_of(
    ONE,
    TWO,
    record("Loose", v_=STRING),
    record("Whole", v=INTEGER),
    record("Real", v=NUMBER),
    record("Numbers", open=NUMBER),
    record("Free", v=Anything(), open=INTEGER),
    replace(record("Closed", v=STRING), closed=True),
    replace(record("Alike", v=STRING), closed=True),
    replace(record("More", v=STRING, w_=INTEGER), closed=True),
    replace(record("Without", v=STRING), absent=("w",)),
    replace(record("Lacking", v=STRING), absent=("w", "z")),
    record("Deep", v=Ref("One")),
    record("Deeper", v=Ref("Whole")),
    record("Chain", next_=Ref("Chain"), v=INTEGER),
    record("Ring", next_=Ref("Ring"), v=NUMBER),
    Alias("Named", STRING),
)
LONG, SHORT = Scalar("string", min_length=5), Scalar("string", min_length=2, max_length=4)


def choice(*values: Constant) -> Choice:
    """Return an enumeration."""
    return Choice(values)


# two types, and whether the first is a subtype of the second, and the second one of the first
PAIRS: list[tuple[Type, Type, bool, bool]] = [
    (STRING, STRING, True, True),
    (STRING, Ref("Named"), True, True),
    (INTEGER, NUMBER, True, False),
    (INTEGER, STRING, False, False),
    (STRING, Anything(), True, False),
    (NULL, Union((STRING, NULL)), True, False),
    (Union((STRING, INTEGER)), Union((NUMBER, NULL, STRING)), True, False),
    (Scalar("integer", 2, 5), Scalar("integer", 1, 5), True, False),
    (Scalar("integer", 2, 5), Scalar("integer", 2, 6), True, False),
    (Scalar("integer", 2, 5), Scalar("integer", 2), True, False),
    (Scalar("integer", 2, 5), Scalar("integer", 3, 9), False, False),
    (LONG, Scalar("string", min_length=4), True, False),
    (LONG, SHORT, False, False),
    (SHORT, STRING, True, False),
    (choice("a"), choice("a", "b"), True, False),
    (choice("a", "b"), choice("b", "a"), True, True),
    (choice("a", 1), STRING, False, False),
    (choice("abc"), SHORT, True, False),
    (choice("a"), SHORT, False, False),
    (choice(3), Scalar("integer", 3, 4), True, False),
    (choice(5), Scalar("integer", 3, 4), False, False),
    (choice(True), BOOLEAN, True, False),
    (choice(True), INTEGER, False, False),
    (choice(1), BOOLEAN, False, False),
    (choice(None), Union((NULL, STRING)), True, False),
    (Array(STRING), Array(STRING, 0), True, True),
    (Array(STRING, 1), Array(STRING), True, False),
    (Array(STRING, 2, 3), Array(STRING, 1, 4), True, False),
    (Array(STRING, 2, 3), Array(STRING, 3, 4), False, False),
    (Array(INTEGER), Array(NUMBER), True, False),
    (Array(Array(INTEGER)), Array(Array(STRING, 1)), False, False),
    (Array(STRING), Map(STRING), False, False),
    (Map(INTEGER), Map(NUMBER), True, False),
    (Map(STRING, choice("a")), Map(STRING), True, False),
    (Map(STRING, choice("a")), Map(STRING, Scalar("string", max_length=3)), True, False),
    (Map(STRING, choice("a")), Map(STRING, choice("b")), False, False),
    (Ref("One"), Map(STRING, choice("v")), False, False),
    (Ref("One"), Map(Anything()), True, False),
    (Ref("One"), Map(STRING), False, False),
    (Map(NUMBER), Ref("Numbers"), True, True),
    (Ref("One"), Ref("Loose"), True, False),
    (Ref("One"), Ref("Whole"), False, False),
    (Ref("Whole"), Ref("Real"), True, False),
    (Ref("Two"), Ref("One"), True, False),
    (Ref("Closed"), Ref("One"), True, False),
    (Ref("Closed"), Ref("Alike"), True, True),
    (Ref("Closed"), Ref("More"), True, False),
    (Ref("Closed"), Ref("Without"), True, False),
    (Ref("Lacking"), Ref("Without"), True, False),
    (Ref("More"), Ref("Without"), False, False),
    (Ref("Without"), Ref("Two"), True, False),
    (Ref("Closed"), Map(STRING), True, False),
    (Ref("Free"), Map(INTEGER), False, False),
    (Ref("Numbers"), Ref("One"), False, False),
    (Ref("Deep"), Ref("Deeper"), False, False),
    (Ref("Deep"), Map(Ref("One")), False, False),
    (Ref("Chain"), Ref("Ring"), True, False),
    (Array(Ref("Chain")), Array(Ref("Ring")), True, False),
]


@pytest.mark.parametrize(("one", "other", "up", "down"), PAIRS, ids=str)
def test_a_subtype_has_no_counterexample(one: Type, other: Type, up: bool, down: bool) -> None:
    """Of two types either one is the subtype that the table says, or a value of it shows the contrary."""
    relation = Subtypes(TYPES, TYPES)
    for source, target, expected in ((one, other, up), (other, one, down)):
        assert relation.holds(source, target) == expected
        found = list(islice(counterexamples(TYPES, source, TYPES, target), 1))
        assert bool(found) == (not expected), found


# a type, values that it accepts, and values that it does not
VALUES: list[tuple[Type, list[Any], list[Any]]] = [
    (STRING, ["", "a"], [None, 0, [], {}]),
    (Scalar("string", pattern="a"), [], ["a", "b"]),
    (LONG, ["abcde"], ["abcd"]),
    (Scalar("integer", 2, 5), [2, 5], [1, 6, 2.5, True]),
    (Array(STRING, 1, 2), [["a"], ["a", "b"]], [[], ["a", "b", "c"], [1]]),
    (Map(INTEGER), [{}, {"a": 1}], [{"a": "b"}, []]),
    (Map(Anything(), choice("a")), [{}, {"a": []}], [{"b": []}]),
    (Union((STRING, NULL)), ["", None], [0]),
    (Ref("One"), [{"v": ""}, {"v": "", "more": 1}], [{}, {"v": 1}]),
    (Ref("Loose"), [{}, {"v": ""}], [{"v": 1}]),
    (Ref("Numbers"), [{}, {"a": 0.5}], [{"a": "b"}]),
    (Ref("Free"), [{"v": "a"}, {"v": 1, "w": 2}], [{}, {"v": 1, "w": "a"}]),
    (Ref("Closed"), [{"v": ""}], [{"v": "", "more": 1}, {}]),
    (Ref("Without"), [{"v": ""}, {"v": "", "z": 1}], [{"v": "", "w": 1}]),
]


@pytest.mark.parametrize(("type_", "valid", "invalid"), VALUES, ids=str)
def test_a_type_accepts_its_values_alone(type_: Type, valid: list[Any], invalid: list[Any]) -> None:
    """Each rule of a type refuses a value, but a pattern, which no value is said to match."""
    assert [value for value in valid if not is_valid(TYPES, type_, value)] == []
    assert [value for value in invalid if is_valid(TYPES, type_, value)] == []


def test_a_question_that_grows_is_not_proved() -> None:
    """Beyond the most pairs of types, a subtype is not one, and the next question is answered."""
    wide = protocol_of(*(record(f"R{n}", **{f"m{n}": STRING}) for n in range(150)))
    union = Union(tuple(Ref(f"R{n}") for n in range(150)))
    relation = Subtypes(wide, wide)
    assert MOST_PAIRS < 150 * 150 and not relation.holds(union, union)
    assert relation.holds(Ref("R1"), union)


@pytest.mark.parametrize(
    ("type_", "required", "is_constant"),
    [
        (choice("a"), True, True),
        (choice(1), True, True),
        (choice(1.5), True, True),
        (choice("a"), False, False),
        (choice("a", "b"), True, False),
        (STRING, True, False),
    ],
)
def test_a_required_constant_has_one_value(type_: Type, required: bool, is_constant: bool) -> None:
    """A member that may be absent, or have another value, tells nothing apart."""
    found = required_constants(Record("R", (Field("x", type_, required), Field("y", STRING, True))))
    assert found == ({"x": type_} if is_constant else {})


def test_a_member_that_the_target_alone_knows_is_no_free_one() -> None:
    """An object may hold a stray value under the name that the target declares: it is the counterexample."""
    found = next(counterexamples(TYPES, Ref("One"), TYPES, Ref("Two")))
    assert found["v"] == "" and "w" in found and not isinstance(found["w"], int)
