"""Members that move, which no pinned revision has: the interpreted plan equals the printed adapter."""

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
from mcpgen.adapters.plan_data import PlanData
from mcpgen.commands.typescript_data import plan_data
from support import golden_adapters
from support.node import NODE
from support.paths import GOLDEN_ADAPTERS, ROOT

METHODS: dict[str, Any] = {"client": {}, "server": {}}
FOLDERS = ("member-moved", "member-moved-between-objects", "member-renamed")
SCRIPT = """
import { Plan } from "./src/plan.ts";
import { Log } from "./src/log.ts";
let text = "";
for await (const part of process.stdin) text += part;
for (const { file, frame } of JSON.parse(text)) {
  const log = new Log(null, null);
  const part = "params" in frame ? "params" : "result";
  const plan = new Plan(file);
  const first = structuredClone(frame);
  plan.part(frame, part, plan.row("client", frame.method ?? frame.answering), log);
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
    asked = json.dumps([{"file": plan_data(tree), "frame": frame} for tree, frame, _ in rows])
    command = [NODE, "--input-type=module", "--eval", SCRIPT]
    folder = ROOT / "typescript"
    done = subprocess.run(command, input=asked, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == [expected for _, _, expected in rows]
