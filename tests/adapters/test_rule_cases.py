"""The named cases of the rules, `tests/data/rules.jsonl`, in Python and in TypeScript.

A line has `rule`, `case`, the value `before`, and its outcome: `after` with the `losses`, the pointer of a
`malformed` value, or code and pointer of a `refused` frame. The value of a rule that needs a context is the
params of `tools/call`, which are converted with it.
"""

from __future__ import annotations

import copy
import json
import re
import subprocess
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.conversion.log import ConversionLog, FrameRefused
from mcp_revisions._runtime.conversion.losses import Change
from mcp_revisions._runtime.conversion.rules.registry import RULES
from mcp_revisions._runtime.json_values import linked_pointer

from support.node import NODE
from support.paths import ROOT

Tree = dict[str, Any]

CASES = [
    json.loads(line) for line in (ROOT / "tests" / "data" / "rules.jsonl").read_text("utf-8").splitlines()
]
PAGE = (ROOT / "docs" / "conversion-data.md").read_text("utf-8")
PATH = "2025-11-25", "2026-07-28"
TASKS = "io.modelcontextprotocol/tasks"
# The rules that need a context, with the target in which they are.
WITH_CONTEXT = {"fill_request_meta": PATH[1], "fill_task_meta": f"{PATH[1]}+{TASKS}"}
OUTCOMES = ("after", "losses", "malformed", "refused")
SCRIPT = """
import { convert, DecodeError, NoCounterpart } from "./src/index.ts";
import { Log } from "./src/log.ts";
import { RULES } from "./src/rules.ts";
let text = "";
for await (const part of process.stdin) text += part;
function outcome({ rule, before, context, target }) {
  if (target) {
    const frame = { jsonrpc: "2.0", id: 1, method: "tools/call", params: before };
    const { message, losses } = convert(frame, "2025-11-25", target, { sender: "client", context });
    const placed = losses.map((one) => [one.kind, one.pointer.replace("/params", "")]);
    return { after: message.params, losses: placed };
  }
  const log = new Log(null, null, (code) => code);
  const tree = structuredClone(before);
  try {
    const now = RULES[rule](tree, log, { id: "X", reason: "" });
    const after = now === undefined ? tree : now;
    return { after, losses: log.losses(() => before, after).map((one) => [one.kind, one.pointer]) };
  } catch (error) {
    if (error instanceof DecodeError) return { malformed: error.pointer };
    if (error instanceof NoCounterpart) return { refused: [error.reply, error.pointer] };
    throw error;
  }
}
for (const row of JSON.parse(text)) console.log(JSON.stringify(outcome(row)));
"""


def outcome(row: Tree) -> Tree:
    """Return what the rule of Python does."""
    before = row["before"]
    if row["rule"] in WITH_CONTEXT:
        frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": before}
        target: Any = PATH[1] if WITH_CONTEXT[row["rule"]] == PATH[1] else mr.compose(PATH[1], TASKS)
        message, found = mr.convert(frame, PATH[0], target, sender="client", context=row["context"])
        losses = [[loss.kind, loss.pointer.removeprefix("/params")] for loss in found]
        return {"after": message["params"], "losses": losses}
    log, tree = ConversionLog(), copy.deepcopy(before)
    try:
        now = RULES[row["rule"]].function(tree, None, log, Change("X", ""))
    except mr.DecodeError as error:
        return {"malformed": error.pointer}
    except FrameRefused as refused:
        return {"refused": [refused.code, linked_pointer(refused.at)]}
    after = tree if now is None else now
    log.frames = before, after
    return {"after": after, "losses": [[loss.kind, loss.pointer] for loss in log.losses()]}


def stated(row: Tree) -> Tree:
    """Return the recorded outcome of a case."""
    return {name: row[name] for name in OUTCOMES if name in row}


@pytest.mark.parametrize("row", CASES, ids=lambda row: f"{row['rule']}: {row['case']}")
def test_the_rule_of_python_does_what_its_case_says(row: Tree) -> None:
    """The outcome of each named case is the recorded one."""
    assert outcome(row) == stated(row)


def test_the_rules_of_typescript_do_the_same() -> None:
    """So is that of the reader in TypeScript."""
    asked = json.dumps([{**row, "target": WITH_CONTEXT.get(row["rule"])} for row in CASES])
    command = [NODE, "--input-type=module", "--eval", SCRIPT]
    folder = ROOT / "typescript"
    done = subprocess.run(command, input=asked, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == [stated(row) for row in CASES]


def test_the_page_has_a_section_for_each_rule_with_cases() -> None:
    """Each section about a rule has cases, and each rule with cases has a section."""
    sections = set(re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE))
    assert sections == {row["rule"] for row in CASES}
    assert len(CASES) > 60
