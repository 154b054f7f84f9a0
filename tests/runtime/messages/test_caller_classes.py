"""Generated types inside classes of the caller: structs, dataclasses, `TypedDict`s, lists."""

from __future__ import annotations

import dataclasses
import datetime
import json
import typing as t
from typing import Any

import mcp_revisions as mr
import msgspec
import pytest
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


def test_refusals_have_a_place() -> None:
    """A refusal inside a class of the caller has its pointer; other members are left to msgspec."""
    assert refusal({**SAVED, "note": {"text": "s"}}, Saved) == ("/note", "'type' is missing")
    assert refusal([{"text": "s"}], list[mcp.TextContent]) == ("/0", "'type' is missing")
    assert refusal({**SAVED, "savedAt": "x"}, Saved)[0] == "/savedAt"
    broken = {"saved": [{**SAVED, "count": "x"}], "schema": {"type": "object"}}
    assert refusal(broken, Archive) == ("/saved/0/count", "expected `int`, got `str`")
    assert refusal({"count": 1}, Row) == ("", "'tool' is missing")
    assert refusal({"type": "closed", "tool": TOOL, "z": 1}, Closed) == ("", "'z' is no member of Closed")
    assert refusal({"type": "open", "tool": TOOL}, Closed)[0] == "/type"
    assert refusal({"type": "closed", "tool": {**TOOL, "name": "bad"}}, Closed) == ("", "a bad tool")
    assert refusal(SAVED, Saved, unknown="error") == (
        "/tool/x",
        "a member unknown to 2025-11-25, and 2 more",
    )
    assert refusal({"saved": [SAVED], "schema": {"type": "object"}}, Archive, unknown="error")[0] != ""


def test_a_type_that_cannot_hold_messages() -> None:
    """A type that is no JSON object or array is a mistake of the caller."""

    class Pair(msgspec.Struct, array_like=True):
        tool: mcp.Tool

    with pytest.raises(TypeError, match="is an array in JSON"):
        mcp.decode([TOOL], Pair)
