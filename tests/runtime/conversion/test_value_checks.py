"""Value checks: shapes against values, one by one, joined, and as decoders of a text."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from mcp_revisions._runtime.conversion.value_checks import NEVER, Shape, both, decoder_of, fits, parts

A = ("object", {"a": "string"})
NEEDS_A = ("object", {"a": "string"}, ("a",))
TAG_A: Shape = ("object", {"t": ("choice", "a"), "v": "string"}, ("t",))
TAG_B: Shape = ("object", {"t": ("choice", "b"), "v": "integer"}, ("t",))
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, 1.5, 2.0, "", "a", "b", "abc", "abcd"),
    *([], ["a"], ["a", "b"], ["a", 1], [1], [1, 2, 3]),
    *({}, {"a": ""}, {"a": 1}, {"b": ""}, {"b": 1}, {"a": "", "b": 1}, {"a": "", "b": ""}),
    *(
        {"t": "a"},
        {"t": "b"},
        {"t": "a", "v": ""},
        {"t": "a", "v": 1},
        {"t": "b", "v": 1},
        {"t": "b", "v": ""},
    ),
]
# A shape, the values above that fit, and whether its decoder accepts each of them.
SHAPES: list[tuple[Shape, list[Any], bool]] = [
    (None, VALUES, True),
    (NEVER, [], True),
    ("null", [None], True),
    ("boolean", [True, False], True),
    ("integer", [0, 1, 2, -1, 2.0], True),
    ("number", [0, 1, 2, -1, 1.5, 2.0], True),
    ("string", ["", "a", "b", "abc", "abcd"], True),
    (("string", 1, 3, None), ["a", "b", "abc"], False),
    (("string", None, None, "b"), ["b", "abc", "abcd"], False),
    (("number", "integer", 1, 2), [1, 2, 2.0], False),
    (("number", "number", None, 0), [0, -1], False),
    (("choice", "a", "b"), ["a", "b"], True),
    (("choice", 1, 2), [1, 2, 2.0], False),
    (("choice", "a", 1), ["a", 1], False),
    (("choice", True), [True], False),
    (("array", None), [[], ["a"], ["a", "b"], ["a", 1], [1], [1, 2, 3]], True),
    (("array", "string"), [[], ["a"], ["a", "b"]], True),
    (("array", "string", 1), [["a"], ["a", "b"]], True),
    (("array", None, 1, 2), [["a"], ["a", "b"], ["a", 1], [1]], True),
    (("map",), [value for value in VALUES if isinstance(value, dict)], True),
    (("map", "integer"), [{}, {"a": 1}, {"b": 1}], True),
    (("map", None, ("choice", "a")), [{}, {"a": ""}, {"a": 1}], False),
    (A, [value for value in VALUES if isinstance(value, dict) and value.get("a", "") == ""], True),
    (NEEDS_A, [{"a": ""}, {"a": "", "b": 1}, {"a": "", "b": ""}], True),
    (("object", {"a": None}, ("a",)), [{"a": ""}, {"a": 1}, {"a": "", "b": 1}, {"a": "", "b": ""}], True),
    (("object", {"a": "string"}, (), NEVER), [{}, {"a": ""}], True),
    (("object", {"a": None}, (), NEVER), [{}, {"a": ""}, {"a": 1}], True),
    (("object", {"a": "string"}, (), "integer"), [{}, {"a": ""}, {"a": "", "b": 1}, {"b": 1}], False),
    (("object", {"a": NEVER, "t": NEVER}), [{}, {"b": ""}, {"b": 1}], True),
    (("union", "string", "null"), [None, "", "a", "b", "abc", "abcd"], True),
    (("union", "null", ("array", "integer")), [None, [], [1], [1, 2, 3]], True),
    (("union", TAG_A, TAG_B), [{"t": "a"}, {"t": "b"}, {"t": "a", "v": ""}, {"t": "b", "v": 1}], True),
    (("union", NEEDS_A, "null"), [None, {"a": ""}, {"a": "", "b": 1}, {"a": "", "b": ""}], True),
    (("union", NEEDS_A, ("object", {"b": "integer"}, ("b",))), [
        {"a": ""}, {"b": 1}, {"a": "", "b": 1}, {"a": "", "b": ""}
    ], False),
    (("later", lambda: "null"), [None], False),
]  # fmt: skip
IDS = [str(number) for number in range(len(SHAPES))]


def is_among(value: Any, values: list[Any]) -> bool:
    """Return whether a list has a value of that type; 1 and True are equal in Python."""
    return any(type(value) is type(each) and json.dumps(value) == json.dumps(each) for each in values)


@pytest.mark.parametrize(("shape", "fitting", "is_exact"), SHAPES, ids=IDS)
def test_a_shape_has_its_values_and_a_decoder(shape: Shape, fitting: list[Any], is_exact: bool) -> None:
    """Exactly the values of a shape fit; its decoder accepts no other text, and all of most shapes."""
    decode = decoder_of(shape)
    for value in VALUES:
        expected = is_among(value, fitting)
        assert fits(value, shape) == expected, value
        try:
            decode(json.dumps(value).encode())
            is_decoded = True
        except ValueError:
            is_decoded = False
        assert is_decoded <= expected, value
        assert is_decoded == expected or not is_exact or value == 2.0, value


def test_values_of_both_shapes_fit_what_joins_them() -> None:
    """No value fits the joined shape and not both of them."""
    for one, other in product([shape for shape, _, _ in SHAPES], repeat=2):
        joined = both(one, other)
        for value in VALUES:
            assert fits(value, joined) <= (fits(value, one) and fits(value, other)), (one, other, value)


OBJECT, LIST, CLOSED = ("object", {}), ("array", None), ("object", {"a": "string"}, (), NEVER)


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        (None, "string", "string"),
        ("string", None, "string"),
        ("string", "string", "string"),
        ("string", "integer", NEVER),
        ("string", ("choice", "a"), NEVER),
        (("choice", "a", "b"), ("choice", "b", "c"), ("choice", "b")),
        (("choice", "a"), ("choice", "b"), NEVER),
        (("choice", "a"), ("choice", "choice"), NEVER),
        (("choice", "choice"), ("choice", "a"), NEVER),
        (("array", "string"), ("array", None), ("array", "string")),
        (("array", "string", 1), ("array", None), NEVER),
        (("map", "string"), ("map", None), ("map", "string")),
        (("union", "string", "null"), "null", "null"),
        (("union", "string", "null"), ("union", "null", "string", "integer"), ("union", "string", "null")),
        (("union", "string", "null"), "integer", NEVER),
        (OBJECT, A, A),
        (A, NEEDS_A, NEEDS_A),
        (A, ("object", {"b": "null"}), ("object", {"a": "string", "b": "null"})),
        (NEEDS_A, ("object", {"a": "integer"}), NEVER),
        (A, ("object", {"a": "integer"}), ("object", {"a": NEVER})),
        (CLOSED, ("object", {"b": "null"}), ("object", {"a": "string", "b": NEVER}, (), NEVER)),
        (CLOSED, ("object", {}, ("b",)), NEVER),
        (OBJECT, LIST, NEVER),
    ],
    ids=str,
)
def test_two_shapes_are_joined(one: Shape, other: Shape, joined: Shape) -> None:
    """The join of two shapes has the checks of both, or fits no value where no few words join them."""
    assert both(one, other) == joined


def test_the_parts_of_an_object() -> None:
    """An object without rules has no rest, another value no member."""
    assert parts(None) == ({}, (), None)
    assert parts("string") == parts(("map", "string")) == ({}, (), NEVER)
    assert parts(A) == ({"a": "string"}, (), None)
    assert parts(NEEDS_A) == ({"a": "string"}, ("a",), None)
    assert parts(CLOSED) == ({"a": "string"}, (), NEVER)
