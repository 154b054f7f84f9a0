"""Members and error codes that move, which no pinned revision has: readers of the plan equal the adapter."""

from __future__ import annotations

import copy
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mcp_revisions._runtime.conversion.log import ConversionLog
from plan_interpreter import Plan

from mcpgen.adapters import generate
from mcpgen.adapters.actions import NO_OBJECT, OCCUPIED
from mcpgen.adapters.decisions import decide_pair, read_entries, source_of
from mcpgen.adapters.plan_data import PlanData
from mcpgen.commands.typescript_data import plan_data
from mcpgen.ir import ErrorCode, Field, Record, Ref
from support import golden_adapters
from support.node import NODE
from support.paths import GOLDEN_ADAPTERS, ROOT
from support.small_pairs import converting, named
from support.small_protocols import STRING, decision, protocol_of

METHODS: dict[str, Any] = {"client": {}, "server": {}}
FOLDERS = ("member-moved", "member-moved-between-objects", "member-renamed")
SCRIPT = """
import { Plan } from "./src/plan.ts";
import { Log } from "./src/log.ts";
let text = "";
for await (const part of process.stdin) text += part;
for (const { file, frame } of JSON.parse(text)) {
  const log = new Log(null, null);
  const part = "params" in frame ? "params" : "error" in frame ? "error" : "result";
  const plan = new Plan(file);
  const first = structuredClone(frame);
  if (part === "error") plan.error(frame, log);
  else plan.part(frame, part, plan.row("client", frame.method ?? frame.answering), log);
  const losses = log.losses(() => first, frame).map((one) => [one.kind, one.pointer, one.change]);
  console.log(JSON.stringify({ [part]: frame[part], losses }));
}
"""


def trees(folder: Path) -> dict[str, Any]:
    """Return the plan of each direction by its source, as data."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        pair, rules = golden_adapters.decided_pair()
    finally:
        os.chdir(before)
    plan = generate.plan(pair, rules)
    older, newer = pair.alignment.old, pair.alignment.new
    ends = {"old": (older, newer), "new": (newer, older)}
    return {one.source: PlanData(one, *ends[one.source], {}).tree() for one in plan.adapters}


def cases(folder: Path) -> list[tuple[Any, Any, Any]]:
    """Return the plan, the frame and the converted frame of each row."""
    plans = trees(folder)
    rows, converted = (json.loads((folder / f"{n}.json").read_text("utf-8")) for n in ("frames", "converted"))
    return [(plans[row["from"]], row, found) for row, found in zip(rows, converted, strict=True)]


@pytest.mark.parametrize("name", FOLDERS)
def test_the_interpreter_equals_the_printed_adapter(name: str) -> None:
    """The plan as data, interpreted in Python, gives the frames and the losses of the golden adapter."""
    for tree, frame, expected in cases(GOLDEN_ADAPTERS / name):
        part = "params" if "params" in frame else "result"
        row: Any = Plan(tree, METHODS).adapter().methods["client"][frame.get("method") or frame["answering"]]
        log = ConversionLog()
        log.frames = copy.deepcopy(frame), frame
        getattr(row, part)(frame[part], (None, part), log)
        losses = [[loss.kind, loss.pointer, loss.change] for loss in log.losses()]
        assert {part: frame[part], "losses": losses} == expected


@pytest.mark.parametrize("name", FOLDERS)
def test_typescript_equals_the_printed_adapter(name: str) -> None:
    """So does the reader in TypeScript."""
    rows = cases(GOLDEN_ADAPTERS / name)
    assert in_typescript([(tree, frame) for tree, frame, _ in rows]) == [expected for _, _, expected in rows]


def in_typescript(rows: list[tuple[Any, Any]], script: str = SCRIPT) -> list[Any]:
    """Return the parts and losses that TypeScript gives for plans, each with a frame."""
    asked = json.dumps([{"file": plan_data(tree), "frame": frame} for tree, frame in rows])
    command = [NODE, "--input-type=module", "--eval", script]
    folder = ROOT / "typescript"
    done = subprocess.run(command, input=asked, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_moved_code_is_reported_with_its_own_change() -> None:
    """Two codes swap their numbers, and each has an entry: both readers name the entry of the code."""
    ends = [
        named(protocol_of(errors=(ErrorCode("A", one), ErrorCode("B", other))), revision)
        for revision, one, other in (("old", -32020, -32021), ("new", -32021, -32020))
    ]
    text = "".join(decision(name, f"ERROR_CODE_MOVED {name}", "const", "const") for name in "AB")
    pair = decide_pair(*ends, read_entries(text.encode(), source_of("old", "new")))
    one = generate.plan(pair).adapters[0]
    tree = PlanData(one, *ends, {}).tree()
    codes = {-32020: (-32021, "A"), -32021: (-32020, "B")}
    frames = [{"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "m"}} for code in codes]
    expected = [
        {"error": {"code": code, "message": "m"}, "losses": [["reshaped", "/error/code", name]]}
        for code, name in codes.values()
    ]
    assert in_typescript([(tree, frame) for frame in frames]) == expected
    adapter: Any = Plan(tree, METHODS).adapter()
    for frame, found in zip(frames, expected, strict=True):
        log = ConversionLog()
        log.frames = copy.deepcopy(frame), frame
        adapter.error(frame, None, log, adapter.error_change)
        losses = [[loss.kind, loss.pointer, loss.change] for loss in log.losses()]
        assert {"error": frame["error"], "losses": losses} == found


INNER = Record("Inner", (Field("stays", STRING, True),))
FILLED = Record("Inner", (*INNER.fields, Field("x", STRING, False)))
HELD = Field("inner", Ref("Inner"), False)
ENDS = (
    named(protocol_of(Record("Params", (HELD, Field("x", STRING, False))), INNER), "old"),
    named(protocol_of(Record("Params", (HELD,)), FILLED), "new"),
)


def moving(inner: list[Field]) -> Any:
    """Yield the conversions of a pair in which `x` moves into the new member `inner` of the params."""
    old = protocol_of(Record("Params", (Field("x", STRING, False),)))
    new = protocol_of(Record("Params", (HELD,)), Record("Inner", tuple(inner)))
    text = decision("X", "FIELD_MOVED Params.x", "move:/inner/x", "move:/inner/x")
    text += decision("Y", "FIELD_ADDED_OPTIONAL Params.inner", "keep", "drop")
    return converting(named(old, "old"), named(new, "new"), text)


@pytest.mark.parametrize(
    ("inner", "down"),
    [
        ([Field("x", STRING, True)], "adapted"),
        ([Field("x", STRING, False)], "lossy"),  # an empty object is dropped
        ([Field("x", STRING, True), Field("y", STRING, False)], "lossy"),
    ],
)
def test_a_move_is_graded_by_what_it_can_lose(inner: list[Field], down: str) -> None:
    """An object that the move empties is no loss, and no value that moves into an object is lost."""
    with moving(inner) as to:
        grades = [
            to.package.fidelity("tools/call", *ends, sender="client", part="request")
            for ends in (("old", "new"), ("new", "old"))
        ]
        assert grades == ["adapted", down]
        params = {field.name: "a" for field in inner} if down == "adapted" or len(inner) > 1 else {}
        frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"inner": params}}
        losses = to.package.convert(frame, "new", "old", sender="client").losses
        assert ("dropped" in {loss.kind for loss in losses}) == (down == "lossy")
        frame["params"] = {"x": "a"}
        losses = to.package.convert(frame, "old", "new", sender="client").losses
        assert [loss.kind for loss in losses] == ["respelled"]


# The source, params, and the text of each loss. A moved value has the text of the entry.
REMOVALS = [
    ("old", {"x": "a", "inner": {"stays": ""}}, ["r"]),
    ("old", {"x": "a", "inner": {"stays": "", "x": "stray"}}, [f"new has {NO_OBJECT}", "r"]),
    ("old", {"x": "a"}, [f"new has {NO_OBJECT}"]),
    ("new", {"inner": {"stays": "", "x": "a"}}, ["r"]),
    ("new", {"inner": {"stays": "", "x": "a"}, "x": 5}, [f"Revisions before new have {OCCUPIED}", "r"]),
]


@pytest.mark.parametrize(("source", "params", "reasons"), REMOVALS)
def test_values_that_a_move_removes_have_a_text_of_their_own(
    source: str, params: Any, reasons: list[str]
) -> None:
    """The printed adapter and both readers say of a removed value that it was removed, and not moved."""
    text = decision("X", "FIELD_MOVED Params.x", "move:/inner/x", "move:/inner/x")
    text += decision("Y", "Inner.x", "keep", "keep")
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    pair = decide_pair(*ENDS, read_entries(text.encode(), source_of("old", "new")))
    plan = next(each for each in generate.plan(pair).adapters if each.source == source)
    tree = PlanData(plan, *(ENDS if source == "old" else ENDS[::-1]), {}).tree()
    with converting(*ENDS, text) as to:
        target = "new" if source == "old" else "old"
        _, losses = to.package.convert(copy.deepcopy(frame), source, target, sender="client")
    assert [loss.reason for loss in losses] == reasons
    log, after = ConversionLog(), copy.deepcopy(frame)
    log.frames = frame, after
    row: Any = Plan(tree, METHODS).adapter().methods["client"]["tools/call"]
    row.params(after["params"], (None, "params"), log)
    assert [loss.reason for loss in log.losses()] == reasons
    script = SCRIPT.replace("one.change]", "one.change, one.reason]")
    (found,) = in_typescript([(tree, frame)], script)
    assert [loss[3] for loss in found["losses"]] == reasons
