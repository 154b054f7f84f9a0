"""Envelopes: a frame is accepted if its message type and the type of the JSON-RPC frame accept it.

Each variant is an official file with a fact moved between a message and its frame, as drafts have them.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from mcpgen.ir import Record
from mcpgen.schema_folder import folder_of
from support.frame_mutations import mutated
from support.paths import ROOT
from support.schema_judge import SchemaJudge
from support.sixth_revision import REVISION, sources
from support.small_schemas import TEXT, Workshop, record

Schema = dict[str, Any]
META = record({"progressToken": {"type": ["string", "integer"]}}, additionalProperties={})
PARAMS = {"type": "object", "properties": {"_meta": META}, "additionalProperties": {}}


def without_meta(definitions: Schema) -> None:
    """Leave `params._meta` to the frame."""
    for name in ("CallToolRequest", "ProgressNotification"):
        definitions[name]["properties"]["params"]["properties"].pop("_meta", None)


def with_any_meta(definitions: Schema) -> None:
    """Let the message accept any object as `params._meta`, which the frame constrains."""
    definitions["CallToolRequest"]["properties"]["params"]["properties"]["_meta"] = {"type": "object"}


def with_any_value_as_meta(definitions: Schema) -> None:
    """Let the message accept any value as `params._meta`, which the frame constrains."""
    definitions["CallToolRequest"]["properties"]["params"]["properties"]["_meta"] = {}


def with_envelope_in_message(definitions: Schema) -> None:
    """Declare the envelope in the message, and `_meta` in the frame alone."""
    message = definitions["CallToolRequest"]
    message["properties"] |= {"jsonrpc": {"type": "string", "const": "2.0"}, "id": {"type": "string"}}
    message["required"] += ["jsonrpc", "id"]
    message["properties"]["params"]["properties"].pop("_meta", None)


def with_other_meta(definitions: Schema) -> None:
    """Constrain `_meta` twice, each time another member."""
    own = record({"trace": TEXT}, additionalProperties={})
    definitions["CallToolRequest"]["properties"]["params"]["properties"]["_meta"] = own


def without_params(definitions: Schema) -> None:
    """Leave the params to the frame."""
    definitions["PingRequest"]["properties"].pop("params")


def with_free_params(definitions: Schema) -> None:
    """Let the message accept any object as params, which the frame constrains."""
    definitions["PingRequest"]["properties"]["params"] = {"type": "object", "additionalProperties": {}}


VARIANTS: tuple[Callable[[Schema], None], ...] = (
    without_meta,
    with_any_meta,
    with_any_value_as_meta,
    with_envelope_in_message,
    with_other_meta,
    without_params,
    with_free_params,
)


def varied(vary: Callable[[Schema], None]) -> Schema:
    """Return the file of 2025-06-18 with a variant, and with typed params in both frames."""
    schema: Schema = json.loads((ROOT / "schema" / "2025-06-18" / "schema.json").read_text("utf-8"))
    definitions = schema["definitions"]
    for frame in ("JSONRPCRequest", "JSONRPCNotification"):
        definitions[frame]["properties"]["params"] = copy.deepcopy(PARAMS)
    vary(definitions)
    definitions["ClientRequest"] = union(ref("CallToolRequest"), ref("PingRequest"))
    definitions["ServerNotification"] = union(ref("ProgressNotification"))
    kept = needed(definitions, ["ClientRequest", "ServerNotification", "CallToolResult", "JSONRPCMessage"])
    schema["definitions"] = {name: below for name, below in definitions.items() if name in kept}
    return schema


def union(*arms: Schema) -> Schema:
    """Return a union."""
    return {"anyOf": list(arms)}


def ref(name: str) -> Schema:
    """Return a reference in the words of draft-07."""
    return {"$ref": f"#/definitions/{name}"}


def needed(definitions: Schema, names: list[str]) -> set[str]:
    """Return the definitions that others lead to."""
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += re.findall(r'"#/definitions/(\w+)"', json.dumps(definitions[name]))
    return found


def frames(judge: SchemaJudge, rng: Random, count: int) -> list[tuple[Any, str, str]]:
    """Return calls with mutations, most of them below `params`, each with its message and frame type."""
    metas: list[Any] = [1, None, {}, {"progressToken": 1}, {"progressToken": {}}, {"trace": 1}, {"trace": ""}]
    chosen = []
    for _ in range(count):
        message, frame = rng.choice(
            [
                ("CallToolRequest", "JSONRPCRequest"),
                ("PingRequest", "JSONRPCRequest"),
                ("ProgressNotification", "JSONRPCNotification"),
            ]
        )
        value = judge.value(message, rng) | {"jsonrpc": "2.0"}
        if frame == "JSONRPCRequest":
            value["id"] = rng.choice([1, "a"])
        if rng.random() < 0.6 and isinstance(value.setdefault("params", {}), dict):
            value["params"]["_meta"] = rng.choice(metas)
        chosen.append((mutated(value, rng, [value]) if rng.random() < 0.4 else value, message, frame))
    return chosen


def has_one_reading(call: Schema, frame: str) -> bool:
    """Return whether a call is no response too, and has an id if and only if it is a request."""
    return not {"result", "error"} & call.keys() and ("id" in call) == (frame == "JSONRPCRequest")


@pytest.mark.parametrize("vary", VARIANTS, ids=lambda vary: vary.__name__)
def test_a_frame_is_both_types(vary: Callable[[Schema], None], tmp_path: Path) -> None:
    """A call is accepted if and only if its message type and the type of its frame accept it.

    A frame with two readings is refused, although a schema may allow the further member.
    """
    schema = varied(vary)
    judge, rng = SchemaJudge(schema), Random(vary.__name__)
    mcp: ModuleType = Workshop(tmp_path).build(schema)
    methods = {m.type.__name__: name for name, m in mcp.METHODS.items()}
    verdicts = []
    for value, message, frame in frames(judge, rng, 400):
        if value.get("method") != methods[message]:
            continue
        expected = judge.fits(message, value) and judge.fits(frame, value) and has_one_reading(value, frame)
        for sender in mcp.METHODS[methods[message]].senders[:1]:
            try:
                mcp.decode_message(json.dumps(value), sender)
            except ValueError as error:
                assert not expected, (str(error), value)
            else:
                assert expected, value
        verdicts.append(expected)
    assert 30 < sum(verdicts) < len(verdicts) - 30


def test_a_result_is_both_types(tmp_path: Path) -> None:
    """A response is accepted if the result of the method and that of the frame accept the result."""

    def without_result_meta(definitions: Schema) -> None:
        del definitions["CallToolResult"]["properties"]["_meta"]

    schema = varied(without_result_meta)
    judge = SchemaJudge(schema)
    mcp: ModuleType = Workshop(tmp_path).build(schema)
    for meta, fits in (({}, True), ({"a": 1}, True), (5, False), (None, False)):
        frame = {"jsonrpc": "2.0", "id": 1, "result": {"content": [], "_meta": meta}}
        assert judge.fits("CallToolResult", frame["result"]) and judge.fits("JSONRPCResponse", frame) is fits
        if fits:
            assert mcp.decode_message(json.dumps(frame), "server", "tools/call").result.meta == meta
        else:
            with pytest.raises(ValueError, match="/result/_meta"):
                mcp.decode_message(json.dumps(frame), "server", "tools/call")


def test_a_result_that_is_a_member_too_has_a_frame_in_responses_alone() -> None:
    """A member with the type of a result needs none of the members that the frame of responses requires."""
    protocol = folder_of(sources(["kind changed"])).protocol(REVISION)
    (result,) = protocol.methods["roots/list"].results
    member, framed = protocol.definitions["ListRootsResult"], protocol.definitions[result]
    assert result == "ListRootsResultInFrame"
    assert isinstance(member, Record) and isinstance(framed, Record)
    assert member.field("resultType") is None
    assert framed.field("resultType").required and framed.field("roots").required
    assert protocol.methods["sampling/createMessage"].results == ("CreateMessageResult",)
