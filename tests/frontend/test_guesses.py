"""Guesses about a schema file: anonymous types have own locations, and a guessed result waits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcpgen.commands.ingest import Options, accepted_entries
from mcpgen.frontend.carry_over import PinnedOverlay, carry_over, inheriting_text
from mcpgen.frontend.overlay import NO_OVERLAY, read_overlay
from mcpgen.frontend.read import file_source, read_protocol
from mcpgen.ir import Alias, Protocol, Record, Union
from mcpgen.problems import Problem
from support.draft_chain import FRAME, message
from support.small_schemas import TEXT, record, ref, schema, union


def read(folder: Path, file: Any, overlay: str = "") -> tuple[Protocol, list[Problem]]:
    """Return the protocol of a schema file, and the guesses."""
    path = folder / "schema.json"
    path.write_text(json.dumps(file))
    stated = read_overlay(overlay.encode(), "overlay.toml") if overlay else NO_OVERLAY
    found: list[Problem] = []
    return read_protocol(file_source(path, stated), "r", found.append), found


@pytest.mark.parametrize("kinds", [["string", "object"], ["object", "null"], ["integer", "object", "array"]])
def test_types_that_allow_objects_and_other_values_are_named_apart(kinds: list[str], tmp_path: Path) -> None:
    """The union and the object in it have two names, and the overlay that states them reads the same file."""
    odd = {
        "type": kinds,
        "properties": {"a": TEXT, "b": {"type": ["string", "object"], "properties": {"c": TEXT}}},
    }
    file = schema({"Tool": record({"odd": odd})})
    protocol, guesses = read(tmp_path, file)
    assert len({guess.entry for guess in guesses}) == 4
    again, rest = read(tmp_path, file, "\n".join(guess.entry for guess in guesses))
    assert not rest and again.definitions == protocol.definitions
    union_of, object_in = protocol.definitions["ToolOdd"], protocol.definitions["ToolOddObject"]
    assert isinstance(union_of, Alias) and isinstance(union_of.type, Union)
    assert len(union_of.type.variants) == len(kinds)
    assert isinstance(object_in, Record) and [*object_in.by_name] == ["a", "b"]


def asking(*results: str) -> Any:
    """Return a schema file with a request that has no result of its name, and results of the server."""
    return schema(
        {
            "RequestId": {"type": ["string", "integer"]},
            "JSONRPCRequest": record({**FRAME, "method": TEXT}, ["jsonrpc", "id", "method"]),
            "JSONRPCMessage": union(ref("JSONRPCRequest")),
            "EmptyResult": record({"_meta": {"type": "object"}}),
            **{name: record({"tool": TEXT}, ["tool"]) for name in results},
            "ClientRequest": union(ref("ToolDescriptionRequest")),
            "ServerResult": union(ref("EmptyResult"), *map(ref, results)),
            "ToolDescriptionRequest": message("tools/describe", "Params", needs_params=False),
            "Params": record({"name": TEXT}),
        }
    )


def test_a_guessed_result_is_accepted_by_name_if_another_may_be_meant(tmp_path: Path) -> None:
    """The entry lists the results that no method has. If there are none, it is accepted in bulk."""
    for results, is_held in (((), False), (("DescribeToolResult",), True)):
        _, guesses = read(tmp_path, asking(*results))
        (entry,) = [guess.entry for guess in guesses if "[[result]]" in guess.entry]
        assert ('unclaimed = ["DescribeToolResult"]' in entry) is is_held
        text = entry.replace("[[result]]", '[[result]]\nproposed = "r"')
        lines = [problem.message for problem in read_overlay(text.encode(), "o").proposed("--revision r")]
        assert any("--accept tools/describe" in line for line in lines) is is_held
        options = Options("r", accept=True)
        data, count = accepted_entries(text.encode(), "o", "overlay", options)
        assert (count == 0) is is_held
        named = Options("r", named=("tools/describe",))
        data, count = accepted_entries(text.encode(), "o", "overlay", named)
        assert (count == 1) is is_held
        assert not is_held or b"unclaimed" not in data


GUARD = '[[guard]]\ntype = "AskResult"\nmember = "kind"\nvalue = "ask"\nreason = "r"\n'


def answering(*asks: str) -> Any:
    """Return a schema file with a request that these results, besides the ordinary one, may answer."""
    file = asking("DescribeToolResult")
    asked = record({"kind": TEXT, "state": TEXT, "_meta": {"type": "object"}}, ["kind"])
    results = union(*map(ref, ["DescribeToolResult", *asks]))
    response = record({**FRAME, "result": results}, ["jsonrpc", "id", "result"])
    file["$defs"] |= {**dict.fromkeys(asks, asked), "ToolDescriptionResultResponse": response}
    return file


@pytest.mark.parametrize(
    ("asks", "guarded"),
    [
        (["AskResult"], "AskResult"),
        (["NeedsInputResult"], "NeedsInputResult"),
        (["OneResult", "OtherResult"], None),
    ],
)
def test_a_guard_is_carried_over_through_a_rename(
    asks: list[str], guarded: str | None, tmp_path: Path
) -> None:
    """The guard moves to the only new type with most members of the old one; of two, none is chosen."""
    old = PinnedOverlay("r", answering("AskResult"), read_overlay(GUARD.encode(), "o"))
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(answering(*asks)))
    text = inheriting_text("s", "r")
    carried = carry_over(file_source(path, NO_OVERLAY), "s", old, text, "overlay.toml", proposing=True)
    with_guards = replace(file_source(path, NO_OVERLAY), overlay=carried.overlay)
    protocol = read_protocol(with_guards, "s", lambda problem: None)
    assert [*protocol.guards] == ([] if guarded is None else [guarded])
    assert any("[[guard]] of AskResult" in line for line in carried.renamed) is (
        guarded == "NeedsInputResult"
    )
