"""Generated types inside classes of the caller: structs, dataclasses, `TypedDict`s, lists."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import inspect
import json
import sys
import typing as t
from functools import partial
from typing import Any

import attrs
import mcp_revisions as mr
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_revisions import v2025_11_25 as mcp
from typing_extensions import NotRequired

from support.paths import TESTS

SAMPLES = [json.loads(line) for line in (TESTS / "data" / "samples.jsonl").read_text("utf-8").splitlines()]
TOOL = {"name": "t", "inputSchema": {"type": "object"}, "x": 1}
TEXT = {"type": "text", "text": "s", "u": 1.0}


class Saved(msgspec.Struct, rename="camel"):
    """A struct of the caller."""

    saved_at: datetime.datetime
    tool: mcp.Tool
    note: mcp.TextContent | None = None
    by_name: dict[str, list[mcp.ContentBlock]] = {}
    count: int = 3


@dataclasses.dataclass
class Archive:
    """A dataclass of the caller."""

    saved: list[Saved]
    schema: mcp.ToolInputSchema
    size: float = 1.0


class Row(t.TypedDict):
    """A `TypedDict` of the caller."""

    tool: mcp.Tool
    count: NotRequired[int]


class Closed(msgspec.Struct, forbid_unknown_fields=True, tag="closed"):
    """A struct of the caller that allows no other members."""

    tool: mcp.Tool

    def __post_init__(self) -> None:
        if self.tool.name == "bad":
            raise ValueError("a bad tool")


SAVED = {"savedAt": "2025-01-01T00:00:00Z", "tool": TOOL, "note": TEXT, "byName": {"a": [TEXT]}, "other": 1}


def refusal(data: Any, type_: Any, **options: Any) -> tuple[str, str]:
    """Return the place and the reason of a refusal."""
    with pytest.raises(mr.DecodeError) as caught:
        mcp.decode(data, type_, **options)
    return caught.value.pointer, caught.value.reason


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s['revision']}-{s['type']}")
def test_members_are_decoded_as_alone(sample: dict[str, Any]) -> None:
    """A member of a generated type accepts what a decode of that type accepts, and gives an equal object."""
    module: Any = mr.revision(sample["revision"])
    held = getattr(module, sample["type"])
    struct = msgspec.defstruct("Holder", [("held", held)])
    data_class = dataclasses.make_dataclass("Holder", [("held", held)])
    for holder in (struct, data_class, dict[str, held]):
        for item in (sample["json"], {**sample["json"], "~x": 1} if type(sample["json"]) is dict else None):
            try:
                alone = module.decode(json.dumps(item), held)
            except mr.DecodeError as error:
                with pytest.raises(mr.DecodeError) as caught:
                    module.decode({"held": item}, holder)
                assert caught.value.pointer == "/held" + error.pointer
                assert caught.value.reason == error.reason
            else:
                made: Any = module.decode({"held": item}, holder)
                assert (made["held"] if type(made) is dict else made.held) == alone
                assert module.to_builtins(made) == {"held": item}


def test_classes_nest() -> None:
    """Classes hold classes; values come back equal, and unknown members stay where they were."""
    saved = mcp.decode(json.dumps(SAVED), Saved)
    assert (saved.saved_at.year, saved.count, saved.tool.unknown) == (2025, 3, ("/x",))
    assert saved.note is not None
    assert (saved.note.unknown, saved.by_name["a"][0].unknown) == (("/u",), ("/u",))
    archive = mcp.decode({"saved": [SAVED], "schema": {"type": "object", "y": 1}}, Archive)
    assert (archive.saved, archive.schema, archive.size) == ([saved], {"type": "object", "y": 1}, 1.0)
    assert mcp.decode(mcp.encode(archive), Archive) == archive
    assert mcp.decode({"tool": TOOL}, Row)["tool"].unknown == ("/x",)


def test_refusals_of_plain_classes_have_the_usual_words() -> None:
    """The messages of msgspec about a class without generated types are rewritten."""
    plain = msgspec.defstruct("Plain", [("int", int), ("some", dict[str, float | None], {})])
    assert refusal({}, plain) == ("", "'int' is missing")
    assert refusal({"int": []}, plain) == ("/int", "expected an integer, got an array")
    assert refusal({"int": 1, "some": {"a": True}}, plain) == (
        "/some",
        "expected a number or null, got true or false",
    )
    closed = msgspec.defstruct("Closed", [("a", int, 1)], forbid_unknown_fields=True)
    assert refusal({"int": 1}, closed) == ("", "object contains unknown field `int`")


def test_refusals_have_a_place() -> None:
    """A refusal inside a class of the caller has its pointer; other members are left to msgspec."""
    assert refusal({**SAVED, "note": {"text": "s"}}, Saved) == ("/note", "'type' is missing")
    assert refusal([{"text": "s"}], list[mcp.TextContent]) == ("/0", "'type' is missing")
    assert refusal({**SAVED, "savedAt": "x"}, Saved)[0] == "/savedAt"
    broken = {"saved": [{**SAVED, "count": "x"}], "schema": {"type": "object"}}
    assert refusal(broken, Archive) == ("/saved/0/count", "expected an integer, got a string")
    assert refusal({"count": 1}, Row) == ("", "'tool' is missing")
    assert refusal({"type": "closed", "tool": TOOL, "z": 1}, Closed) == ("", "'z' is not a member of Closed")
    assert refusal({"type": "open", "tool": TOOL}, Closed)[0] == "/type"
    assert refusal({"type": "closed", "tool": {**TOOL, "name": "bad"}}, Closed) == ("", "a bad tool")
    assert refusal(SAVED, Saved, unknown="error") == (
        "/tool/x",
        "a member unknown to 2025-11-25, and 2 more",
    )
    two = {"type": "text", "text": "s", "a": 1, "b": 2}
    assert refusal([two], list[mcp.TextContent], unknown="error")[1].endswith("2025-11-25, and 1 more")
    assert refusal({"saved": [SAVED], "schema": {"type": "object"}}, Archive, unknown="error")[0] != ""


T = t.TypeVar("T")


@dataclasses.dataclass
class Box(t.Generic[T]):
    """A generic dataclass."""

    x: T
    more: list[T] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Node:
    """A recursive dataclass."""

    x: mcp.Tool
    below: list[Node] = dataclasses.field(default_factory=list)
    next: Node | None = None
    size: int = dataclasses.field(default=0, init=False)


class Pair(t.NamedTuple):
    """A named tuple: an array in JSON."""

    x: mcp.Tool
    count: int = 4


class Generic(msgspec.Struct, t.Generic[T]):
    """A generic struct."""

    x: T


class OwnText(msgspec.Struct, tag_field="type", tag="own"):
    """A member of the caller in a union of ours."""

    x: mcp.Tool


@attrs.define(frozen=True)
class Attrs:
    """An attrs class."""

    x: mcp.Tool
    rest: list[int] = attrs.Factory(list)


@dataclasses.dataclass
class Mixed:
    """Unions whose members differ by JSON type or tag."""

    x: mcp.Tool | str | int | list[mcp.TextContent] | None
    y: datetime.datetime | mcp.Tool | None = None
    z: OwnText | mcp.TextContent | mcp.ImageContent | None = None
    w: mcp.ToolInputSchema | None = None
    v: mcp.ContentBlock | int | msgspec.UnsetType = msgspec.UNSET
    u: t.Annotated[dict[str, mcp.Tool], msgspec.Meta(max_length=1)] = dataclasses.field(default_factory=dict)


# A type of the caller, a document in which `TOOL` and `TEXT` have unknown members, and their pointers.
SHAPES: list[tuple[Any, Any, list[str]]] = [
    (Box[mcp.Tool], {"x": TOOL, "more": [TOOL]}, ["/x/x", "/more/0/x"]),
    (Generic[Box[mcp.Tool]], {"x": {"x": TOOL, "more": []}}, ["/x/x/x"]),
    (Attrs, {"x": TOOL, "rest": [1]}, ["/x/x"]),
    (Pair, [TOOL, 5], ["/0/x"]),
    (tuple[mcp.Tool, int], [TOOL, 3], ["/0/x"]),
    (tuple[mcp.Tool, ...], [TOOL, TOOL], ["/0/x", "/1/x"]),
    (dict[int, mcp.Tool], {"1": TOOL}, ["/1/x"]),
    (dict[datetime.date, list[Pair]], {"2025-01-01": [[TOOL, 1]]}, ["/2025-01-01/0/0/x"]),
    (dict[str, mcp.Tool | None], {"a": TOOL, "b": None}, ["/a/x"]),
    (dict[t.Literal["a", "b"], mcp.Tool], {"a": TOOL, "b": TOOL}, ["/a/x", "/b/x"]),
    (Box[mcp.Tool | t.Literal["a", "b"]], {"x": "b", "more": [TOOL, "a"]}, ["/more/0/x"]),
    (Mixed, {"x": TOOL, "y": TOOL, "u": {"a": TOOL}}, ["/x/x", "/y/x", "/u/a/x"]),
    (Mixed, {"x": [TEXT], "y": "2025-01-01T00:00:00", "z": TEXT, "v": TEXT}, ["/x/0/u", "/z/u", "/v/u"]),
    (
        Mixed,
        {"x": None, "y": TOOL, "z": {"type": "own", "x": TOOL}, "w": {"type": "object"}},
        ["/y/x", "/z/x/x"],
    ),
    (Mixed, {"x": "s", "y": TOOL, "v": 5}, ["/y/x"]),
]
# A document that msgspec or JSON Schema refuses, and the place.
BROKEN: list[tuple[Any, Any, str]] = [
    (Box[mcp.Tool], {"x": TOOL, "more": [5]}, "/more/0"),
    (Box[mcp.Tool], {"more": []}, ""),
    (Attrs, {"x": TOOL, "rest": ["s"]}, "/rest/0"),
    (Pair, [TOOL, "s"], "/1"),
    (Pair, [], ""),
    (Pair, [TOOL, 1, 2], ""),
    (tuple[mcp.Tool, int], [TOOL], ""),
    (tuple[mcp.Tool, ...], [TOOL, {}], "/1"),
    (dict[int, mcp.Tool], {"a": TOOL}, "/a"),
    (dict[t.Literal["a"], mcp.Tool], {"b": TOOL}, "/b"),
    (Box[mcp.Tool | t.Literal["a", "b"]], {"x": "c", "more": []}, "/x"),
    (dict[int, mcp.Tool], {"1": {}}, "/1"),
    (Mixed, {"x": 1.5, "y": TOOL}, "/x"),
    (Mixed, {"x": True, "y": TOOL}, "/x"),
    (Mixed, {"x": None, "y": "never"}, "/y"),
    (Mixed, {"x": None, "z": {"type": "other"}}, "/z/type"),
    (Mixed, {"x": None, "w": 5}, "/w"),
    (Mixed, {"x": None, "u": {"a": TOOL, "b": TOOL}}, "/u"),
    (list[datetime.datetime], ["never"], "/0"),
    (list[t.Annotated[datetime.date, msgspec.Meta(title="t")]], ["2025-01-01", "never"], "/1"),
    (dict[str, datetime.date], {"a": "2025-01-01", "b": "never"}, ""),
    (Node, {"x": TOOL, "below": [{"x": TOOL, "next": {"x": {}}}]}, "/below/0/next/x"),
]


@pytest.mark.parametrize(("type_", "document", "unknown"), SHAPES, ids=lambda x: str(x)[:30])
def test_types_of_the_caller_are_exact(type_: Any, document: Any, unknown: list[str]) -> None:
    """A document comes back equal, with the unknown members at their places."""
    for form in (document, json.dumps(document)):
        made = mcp.decode(form, type_)
        again = mcp.to_builtins(made)
        assert again == document or {name: again[name] for name in document} == document
        assert mcp.decode(again, type_) == made
    assert refusal(document, type_, unknown="error")[0] == unknown[0]
    known = mcp.decode(document, type_, unknown="drop")
    assert mcp.decode(mcp.to_builtins(known), type_, unknown="error") == known


@pytest.mark.parametrize(("type_", "document", "at"), BROKEN, ids=lambda x: str(x)[:30])
def test_types_of_the_caller_have_places(type_: Any, document: Any, at: str) -> None:
    """A refusal inside a type of the caller has its pointer."""
    assert refusal(document, type_)[0] == at


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(["list", "dict", "tuple", "field"]), max_size=5), st.booleans())
def test_a_refusal_is_at_a_value_or_around_it(layers: list[str], holds: bool) -> None:
    """Msgspec does not name the members of a dictionary: the place is that of the outermost one."""
    value: Any = "never"
    type_: Any = datetime.date
    steps: list[str] = []
    for layer in layers:
        good = json.loads(json.dumps(value).replace("never", "2025-01-01"))
        if layer == "list":
            type_, value, step = list[type_], [good, value], "1"
        elif layer == "tuple":
            type_, value, step = tuple[type_, type_], [good, value], "1"  # type: ignore[misc]
        elif layer == "dict":
            type_, value, step = dict[str, type_], {"a": good, "b": value}, "dict"  # type: ignore[misc]
        else:
            type_, value, step = msgspec.defstruct("Field", [("f", type_)]), {"f": value}, "f"
        steps.insert(0, step)
    if holds:  # so that msgspec decodes each member alone
        type_, value = tuple[mcp.Tool, type_], [TOOL, value]  # type: ignore[misc]
        steps.insert(0, "1")
    known = steps[: steps.index("dict")] if "dict" in steps else steps
    assert refusal(value, type_)[0] == "".join(f"/{step}" for step in known)


@pytest.mark.parametrize(
    ("type_", "kept"),
    [
        (Box[mcp.Tool], {"x": TOOL, "more": [TOOL]}),
        (Attrs, {"x": TOOL, "rest": []}),
        (Row, {"tool": TOOL, "count": 1}),
        (Generic[mcp.Tool], {"x": TOOL}),
    ],
    ids=["dataclass", "attrs", "TypedDict", "struct"],
)
def test_other_members_of_a_class_of_the_caller_are_passed_over(type_: Any, kept: Any) -> None:
    """As in msgspec, where the class does not forbid them."""
    assert mcp.to_builtins(mcp.decode({**kept, "other": 1}, type_)) == kept


@pytest.mark.parametrize("least", [None, 0, 1, 2])
@pytest.mark.parametrize("most", [None, 0, 1, 2])
@pytest.mark.parametrize(
    "key", [str, int, t.Literal["1", "2"], t.Annotated[str, msgspec.Meta(pattern="^[12]$")]]
)
@pytest.mark.parametrize("value", [int, Any, mcp.Annotations, mcp.TextContent | int])
def test_dictionaries_keep_their_limits(value: Any, key: Any, least: int | None, most: int | None) -> None:
    """A dictionary is refused for its size and its names exactly where msgspec refuses it."""
    alike: Any = dict[key, int]  # type: ignore[misc]
    limits = msgspec.Meta(min_length=least, max_length=most)
    type_: Any = t.Annotated[dict[key, value], limits]  # type: ignore[misc]
    one = 1 if key is int else 1.0  # a dictionary with such names and no messages is left to msgspec
    text = {int: one, Any: one, mcp.Annotations: {"x": 1}}.get(
        value, TEXT
    )  # only the strict decoder takes each
    for names in ((), ("1",), ("1", "2"), ("1", "2", "3"), ("a",)):
        try:
            msgspec.convert(dict.fromkeys(names, 1), t.Annotated[alike, limits], str_keys=True)
        except msgspec.ValidationError:
            for tree, holder in (
                (dict.fromkeys(names, text), type_),
                ([dict.fromkeys(names, text)], list[type_]),
            ):
                with pytest.raises(mr.DecodeError):
                    mcp.decode(tree, holder)
        else:
            assert len(mcp.decode(dict.fromkeys(names, text), type_)) == len(names)


@pytest.mark.parametrize(
    ("type_", "value", "kinds"),
    [
        (t.Literal["a", "b"] | mcp.TextContent, 5, "one of a, b or an object, got 5"),
        (list[int] | mcp.TextContent | None, 5, "an array or null or an object, got 5"),
        (mcp.TextContent | mcp.ImageContent | int, "s", "an integer or an object, got 's'"),
        (mcp.ContentBlock | bool, 5, "true or false or an object, got 5"),
        (mcp.TextContent | str | float, True, "a string or a number or an object, got true"),
        (mcp.AnyResourceContents | None, "s", "an object or null, got 's'"),
        (dict[str, int] | str, 5, "an object or a string, got 5"),
        (tuple[int, ...] | mcp.Tool, "s", "an array or an object, got 's'"),
        (t.Literal[1] | list[int], True, "one of 1 or an array, got true"),
    ],
)
def test_a_union_names_the_kinds_of_its_members(type_: Any, value: Any, kinds: str) -> None:
    """A value of another kind is refused with all of them."""
    assert refusal([value], list[type_]) == ("/0", f"expected {kinds}")  # type: ignore[valid-type]


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        (t.Literal[1] | list[int], [1, 1.0, [1.0]]),
        (t.Literal[1, "a"] | mcp.Tool, [1.0, "a", TOOL]),
        (t.Literal["a"] | mcp.Tool | None, [None, "a", TOOL]),
        (mcp.AnyResourceContents | None, [None, {"uri": "a", "text": "t", "x": 1}]),
    ],
)
def test_a_value_of_a_union_finds_its_member(type_: Any, values: list[Any]) -> None:
    """Also where the strict decoder alone takes the frame."""
    assert mcp.to_builtins(mcp.decode(values, list[type_])) == values  # type: ignore[valid-type]


def test_recursive_classes() -> None:
    """A class may hold itself; a field without `init` is set as msgspec does."""
    made = mcp.decode({"x": TOOL, "below": [{"x": TOOL}], "next": {"x": TOOL, "size": 3}}, Node)
    assert (made.below[0].x.unknown, made.next and made.next.size, made.size) == (("/x",), 3, 0)
    deep: dict[str, Any] = {"x": TOOL}
    for _ in range(100_000):
        deep = {"x": TOOL, "next": deep}
    assert refusal(deep, Node) == ("", "nested too deeply")
    text = f'{{"x": {json.dumps(TOOL)}, "next": ' * 600 + "null" + "}" * 600  # which the parser reads
    assert refusal(text, Node) == ("", "nested too deeply")


def test_none_is_refused_inside_classes_of_the_caller() -> None:
    """An encode finds None in a message that a dataclass, a tuple or an attrs class holds."""
    tool = mcp.Tool(name="t", input_schema=mcp.ToolInputSchema({"type": "object"}), description=None)  # type: ignore[arg-type]
    for holder, at in ((Box(tool), "/x"), (Attrs(tool), "/x"), (Pair(tool), "/0"), (Generic(tool), "/x")):
        with pytest.raises(mr.EncodeError) as caught:
            mcp.encode(holder)
        assert caught.value.pointer == f"{at}/description"


def test_a_type_that_cannot_hold_messages() -> None:
    """A type that no decode gives exactly is a mistake of the caller, in one sentence."""

    class Row(msgspec.Struct, array_like=True):
        tool: mcp.Tool

    @dataclasses.dataclass
    class Priced:
        tool: mcp.Tool
        price: decimal.Decimal

    @dataclasses.dataclass
    class Initial:
        tool: mcp.Tool
        seed: dataclasses.InitVar[int] = 3

    # The annotations of a local class are not found by their names.
    Row.__annotations__["tool"] = Priced.__annotations__["tool"] = mcp.Tool
    Initial.__annotations__.update(tool=mcp.Tool, seed=dataclasses.InitVar[int])
    Priced.__annotations__["price"] = decimal.Decimal
    for type_, reason in (
        (Row, "has array_like=True, so its fields cannot be messages"),
        (list[Row], "has array_like=True, so its fields cannot be messages"),
        (Priced, "a type that contains generated types cannot also contain `Decimal` or `Raw`"),
        (Initial, "not a type of JSON values"),
        (set[mcp.Tool], "which has no hash"),
        (dict[mcp.Tool, int], "which has no hash"),
        (mcp.Tool | mcp.Prompt, "the members of a union must differ by JSON type or by tag"),
        (Box[mcp.Tool | mcp.Prompt], "the members of a union must differ by JSON type or by tag"),
        (Box[complex], "complex is not a type of JSON values"),
    ):
        for data in ([TOOL], {"x": TOOL}, b"5"):
            with pytest.raises(TypeError, match="^type_: ") as caught:
                mcp.decode(data, type_)
            assert str(caught.value).endswith(reason)


@pytest.mark.parametrize(
    "type_", [dict[str, int], dict[t.Literal["a"], int], list[dict[t.Literal["a"], int]]]
)
def test_plain_json_is_judged_as_in_messages(type_: Any) -> None:
    """In a type of plain JSON alone, one with names of a few words too, `1.0` is an integer."""
    inside = [{"a": 1.0}] if t.get_origin(type_) is list else {"a": 1.0}
    assert mcp.decode(inside, type_) == inside


def test_constants_are_equal_as_in_json() -> None:
    """`1.0` is the constant 1, and `true` is none of both."""
    assert mcp.decode({"a": 1, "b": "a", "c": 1.0}, dict[str, t.Literal[1, "a"]]) == {
        "a": 1,
        "b": "a",
        "c": 1.0,
    }
    for wrong in (True, "1", 2, None):
        assert refusal({"a": 1.0, "b": wrong}, dict[str, t.Literal[1, "a"]])[0] == "/b"


@pytest.mark.parametrize(("length", "shown"), [(100, "x" * 100), (101, "x" * 100 + "...")])
def test_the_name_of_a_refused_type_is_cut(length: int, shown: str) -> None:
    """A refusal shows at most a hundred characters of a name."""
    with pytest.raises(TypeError) as caught:
        mcp.decode(b"5", type("x" * length, (), {}))
    assert f"type_: {shown} cannot be decoded" in str(caught.value)


def _at_depth(depth: int, work: t.Callable[[], Any]) -> Any:
    """Do work below that many calls."""
    return work() if depth <= 0 else _at_depth(depth - 1, work)


@pytest.mark.parametrize(
    "make", [mcp.json_schema, partial(mcp.decode, b'[{"name":"x","inputSchema":{"type":"object"}}]')]
)
def test_the_end_of_the_stack_is_no_mistake_in_a_type(make: t.Callable[[Any], Any]) -> None:
    """Near the end of the caller's stack a call works or says that the stack ends, and the next works."""
    limit, at = sys.getrecursionlimit(), len(inspect.stack(0))
    ended = 0
    for left in range(1, 60, 4):
        type_: Any = list[t.Annotated[mcp.Tool, msgspec.Meta(title=str(left))]]  # one that no codec knows yet
        try:
            _at_depth(limit - at - left, partial(make, type_))
        except (RecursionError, mr.DecodeError) as error:
            ended += isinstance(error, RecursionError) or error.reason == "nested too deeply"
        make(type_)
    assert ended > 3


def test_a_type_that_no_stack_has_room_for() -> None:
    """A type that holds itself, or is nested for a thousand levels, is a mistake of the caller."""
    deep: Any = mcp.Tool
    for _ in range(1200):
        deep = list[deep]
    for type_ in (deep, dict[str, deep]):
        for make in (mcp.json_schema, partial(mcp.decode, b"[]")):
            with pytest.raises(TypeError, match="^type_: .* cannot be decoded: not a type of JSON values$"):
                make(type_)
