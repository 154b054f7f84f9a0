"""The `repr` of generated objects, absent members, and None where null is not allowed."""

from __future__ import annotations

from typing import Any

import mcp_revisions as mr
import msgspec
import pytest
from mcp_revisions import v2025_11_25 as mcp

from support.oracle import REVISIONS
from support.traffic import messages

TOOL = mcp.Tool(name="t", input_schema=mcp.ToolInputSchema({"type": "object"}))


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_short_repr_is_an_expression(revision: str) -> None:
    """The `repr` of a recorded message gives an equal message, unless a value is cut; it is never long."""
    module: Any = mr.revision(revision)
    evaluated = 0
    for message in messages(revision):
        try:
            value = module.decode_message(message.frame, message.sender, message.answering)
        except (mr.DecodeError, ValueError):
            continue
        shown = repr(value)
        assert len(shown) < 30_000
        assert not any(word in shown for word in ("UNSET", "__unknown_members__", "jsonrpc="))
        if "<" not in shown:
            assert eval(shown, vars(module)) == value
            evaluated += 1
    assert evaluated > 50


def test_a_repr_shows_members_that_are_set() -> None:
    """Unset members are hidden, unknown members are a call."""
    assert repr(TOOL) == "Tool(input_schema=ToolInputSchema({'type': 'object'}), name='t')"
    assert repr(TOOL.input_schema) == "ToolInputSchema({'type': 'object'})"
    odd = mcp.decode({"type": "text", "text": "s", "x": [1.0]}, mcp.TextContent)
    assert repr(odd) == "TextContent(text='s').with_additional({'x': [1.0]})"
    assert repr(mcp.Response(1, mcp.Result())) == "Response(id=1, result=Result())"


def test_a_repr_cuts_long_values() -> None:
    """Long strings, lists and deep values are cut, with the length of a string."""
    image = mcp.ImageContent(data="iVBORw0K" * 1000, mime_type="image/png")
    data = f"<8,000 characters: {'iVBORw0K' * 5!r}...>"
    assert repr(image) == f"ImageContent(data={data}, mime_type='image/png')"
    assert len(repr(mcp.ListToolsResult(tools=[TOOL] * 10_000))) < 10_000
    assert repr(mcp.TextContent(text="x" * 120)) == f"TextContent(text={'x' * 120!r})"
    assert repr(mcp.TextContent(text="x" * 121)) == f"TextContent(text=<121 characters: {'x' * 40!r}...>)"
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert "<...>" in repr(mcp.CallToolRequestParams(name="t", arguments={"a": deep}))
    # Break the chain one level at a time, as its destruction would recurse.
    while isinstance(deep, list):
        deep = deep.pop()


def test_absent_members() -> None:
    """`UNSET` is an absent member: tested by identity, false, matched by name."""
    assert TOOL.title is mr.UNSET
    assert (TOOL.title or "none") == "none"
    assert isinstance(TOOL.title, mr.UnsetType)
    match TOOL:
        case mcp.Tool(title=mr.UNSET, name=str(name)):
            assert name == "t"
        case _:
            pytest.fail("UNSET is not matched")


@pytest.mark.parametrize(
    ("value", "pointer", "reason"),
    [
        (
            mcp.Tool(name="t", input_schema=TOOL.input_schema, description=None),  # type: ignore[arg-type]
            "/description",
            "null is not allowed as Tool.description (leave the member out, or set it to `UNSET`)",
        ),
        (
            mcp.Response(1, mcp.CallToolResult(content=[mcp.TextContent(text=None)])),  # type: ignore[arg-type]
            "/result/content/0/text",
            "null is not allowed as TextContent.text",
        ),
        (
            [{"a": mcp.CallToolResult(content=[None])}],  # type: ignore[list-item]
            "/0/a/content/0",
            "null is not allowed as an item of CallToolResult.content",
        ),
        (
            mcp.ToolInputSchema({"type": "object", "required": None}),
            "/required",
            "null is not allowed as ToolInputSchema['required']",
        ),
        (
            mcp.ClientCapabilities(experimental={"x": {"y": None}, "z": None}),  # type: ignore[dict-item]
            "/experimental/z",
            "null is not allowed as a value of ClientCapabilities.experimental"
            " (leave the member out, or set it to `UNSET`)",
        ),
    ],
)
def test_none_is_refused_where_null_is(value: Any, pointer: str, reason: str) -> None:
    """An encode refuses None where the type allows no null, with the place."""
    for encode in (mcp.encode, mcp.to_builtins):
        with pytest.raises(mr.EncodeError) as caught:
            encode(value)
        assert (caught.value.pointer, caught.value.reason) == (pointer, reason)
        assert str(caught.value) == f"{pointer}: {reason}"


class Own(msgspec.Struct):
    """A class of the caller, whose own members are judged by nobody."""

    count: int


def test_none_is_null_in_a_member_of_the_caller() -> None:
    """An encode does not judge the members that a class of the caller declares."""
    assert mcp.encode([Own(count=None)]) == b'[{"count":null}]'  # type: ignore[arg-type]


@pytest.mark.parametrize("revision", REVISIONS)
def test_null_is_written_where_it_is_allowed(revision: str) -> None:
    """Null is encoded again in payloads and in unknown members."""
    module: Any = mr.revision(revision)
    for tree in (
        {"content": [], "structuredContent": {"a": None, "b": [None]}, "x": None, "resultType": "complete"},
        {"content": [{"type": "text", "text": "", "annotations": {"y": None}}], "resultType": "complete"},
    ):
        assert module.to_builtins(module.decode(tree, module.CallToolResult)) == tree
