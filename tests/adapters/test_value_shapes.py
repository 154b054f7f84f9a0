"""Value shapes: the types of a revision as expressions of Python, with a constant for each definition."""

from __future__ import annotations

from mcpgen.adapters.printer import TableShaper, ValueShapes
from mcpgen.ir import Alias, Array, Ref, Union
from mcpgen.runtime.conversion.value_checks import fits
from support.small_protocols import INTEGER, STRING, protocol_of, record

TYPES = protocol_of(
    Alias("Name", STRING),
    Alias("Other", Ref("Name")),
    Alias("Either", Union((STRING, INTEGER))),
    record("Chain", next_=Ref("Chain"), either=Ref("Either")),
    record("FooBar", v=STRING),
    record("foo_bar", w=STRING),
    record("fooBar", x=STRING),
)


def test_a_name_for_a_scalar_is_no_constant() -> None:
    """The shape of a scalar stands where it is used, whatever its name."""
    shapes = ValueShapes(TYPES)
    spelled = TableShaper(shapes, str).fitting
    assert [spelled(Ref(name)) for name in ("Name", "Other")] == ["'string'", "'string'"]
    assert spelled(Array(Ref("Name"))) == "('array', 'string')"
    assert shapes.constants() == ()


def test_a_definition_is_a_constant_after_those_that_it_mentions() -> None:
    """The constants make the shape that they say; a recursive one mentions itself as a function."""
    shapes = ValueShapes(TYPES)
    assert TableShaper(shapes, "table.{}".format).fitting(Ref("Chain")) == "table.CHAIN"
    assert [name for name, _ in shapes.constants()] == ["EITHER", "CHAIN"]
    scope: dict[str, object] = {}
    for name, text in shapes.constants():
        scope[name] = eval(text, scope)
    for value, expected in (
        ({"either": 1}, True),
        ({"either": "", "next": {"either": 2}}, True),
        ({"either": None}, False),
        ({"either": "", "next": {"either": None}}, False),
    ):
        assert fits(value, scope["CHAIN"]) == expected


def test_constants_have_names_of_their_own() -> None:
    """Names that differ in case alone get marks."""
    shapes = ValueShapes(TYPES)
    names = [
        TableShaper(shapes, str).fitting(Ref(name)) for name in ("FooBar", "foo_bar", "fooBar", "FooBar")
    ]
    assert names == ["FOO_BAR", "FOO_BAR_", "FOO_BAR__", "FOO_BAR"]
    assert (shapes.revision, shapes.module) == ("r", "value_shapes_vr")
