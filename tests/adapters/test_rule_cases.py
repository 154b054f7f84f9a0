"""The named cases of the rules, `tests/data/rules.jsonl`, in Python, in TypeScript and on the page.

`mcpgen export` publishes the cases with the function that a reader runs (`schema/rules.schema.json`). The
value of a rule that needs a context is the params of a request, which is converted with it.
"""

from __future__ import annotations

import copy
import json
import re
import subprocess
from collections import Counter
from typing import Any

import jsonschema
import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.conversion.log import ConversionLog, FrameRefused
from mcp_revisions._runtime.conversion.losses import Change
from mcp_revisions._runtime.conversion.rules.registry import RULES
from mcp_revisions._runtime.json_values import linked_pointer
from plan_interpreter import Plan
from referencing import Registry, Resource

from mcpgen.adapters.published_rules import rule_edits
from mcpgen.commands.export.cases import case_texts, case_with_function
from mcpgen.commands.typescript_data import plan_data
from support.node import NODE
from support.paths import ROOT

Tree = dict[str, Any]

CASES = [
    case_with_function(json.loads(line))
    for line in (ROOT / "tests" / "data" / "rules.jsonl").read_text("utf-8").splitlines()
]
PAGE = (ROOT / "docs" / "conversion-data.md").read_text("utf-8")
OUTCOMES = ("after", "losses", "malformed", "refused")
SCRIPT = """
import { convert, DecodeError, NoCounterpart } from "./src/index.ts";
import { Log } from "./src/log.ts";
import { Plan } from "./src/plan.ts";
import * as rules from "./src/rules.ts";
let text = "";
for await (const part of process.stdin) text += part;
function outcome({ function: run, before, source, target, sender, method, context }) {
  if (target) {
    const frame = { jsonrpc: "2.0", id: 1, method, params: before };
    const { message, losses } = convert(frame, source, target, { sender, context });
    const placed = losses.map((one) => [one.kind, one.pointer.replace("/params", "")]);
    return { after: message.params, losses: placed };
  }
  const log = new Log(null, null, (code) => code);
  const tree = structuredClone(before);
  const none = { client: {}, server: {} };
  const plan = new Plan({ functions: { run }, methods: none, rules });
  try {
    const after = plan.run("run", tree, log);
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
    if "target" in row:
        frame = {"jsonrpc": "2.0", "id": 1, "method": row["method"], "params": before}
        revision, *extensions = row["target"].split("+")
        target: Any = mr.compose(revision, *extensions) if extensions else revision
        options = {"sender": row["sender"], "context": row["context"]}
        message, found = mr.convert(frame, row["source"], target, **options)
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


def compacted(function: Tree | None) -> Tree | None:
    """Return a published function as the package reads it."""
    if function is None:
        return None
    nothing: Tree = {"source": "a", "target": "b", "functions": {"run": function}, "$defs": {}}
    nothing["changes"] = {"X": {"id": "X", "reason": ""}}
    nothing |= {"errors": {}, "context": [], "everyPart": None, "methods": {}}
    return plan_data(nothing)["functions"]["run"]  # type: ignore[no-any-return]


def test_each_published_case_keeps_its_schema() -> None:
    """A line of the export is valid by the schema beside it, and so is each case of merging."""
    schemas = {
        path.name: json.loads(path.read_text("utf-8")) for path in (ROOT / "schema").glob("*.schema.json")
    }
    plans = Resource.from_contents(schemas["conversion.schema.json"])
    registry = Registry().with_resource("conversion.schema.json", plans)
    texts = case_texts()
    for name in ("rules", "merging"):
        judge = jsonschema.Draft202012Validator(schemas[f"{name}.schema.json"], registry=registry)
        lines = texts[f"{name}.jsonl"].splitlines()
        assert len(lines) > 60 and [line for line in lines if not judge.is_valid(json.loads(line))] == []


def stated(row: Tree) -> Tree:
    """Return the recorded outcome of a case."""
    return {name: row[name] for name in OUTCOMES if name in row}


@pytest.mark.parametrize("row", CASES, ids=lambda row: f"{row['rule']}: {row['case']}")
def test_the_rule_of_python_does_what_its_case_says(row: Tree) -> None:
    """The outcome of each named case is the recorded one."""
    assert outcome(row) == stated(row)


@pytest.mark.parametrize(
    "row",
    [row for row in CASES if row["function"] and row["function"]["kind"] == "object"],
    ids=lambda row: f"{row['rule']}: {row['case']}",
)
def test_the_edits_of_a_rule_do_the_same(row: Tree) -> None:
    """If a rule is published as edits, an interpreter of the edits has the recorded outcome."""
    change = {"X": {"id": "X", "reason": ""}}
    plan = Plan({"format": 1, "functions": {"run": row["function"]}, "changes": change, "$defs": {}}, {})
    log, tree = ConversionLog(), copy.deepcopy(row["before"])
    try:
        plan.call("run", tree, None, log)
    except mr.DecodeError as error:
        assert stated(row) == {"malformed": error.pointer}
        return
    log.frames = row["before"], tree
    found = {"after": tree, "losses": [[loss.kind, loss.pointer] for loss in log.losses()]}
    assert found == stated(row)


def test_the_rules_of_typescript_do_the_same() -> None:
    """So is that of the reader in TypeScript."""
    asked = json.dumps([{**row, "function": compacted(row["function"])} for row in CASES])
    command = [NODE, "--input-type=module", "--eval", SCRIPT]
    folder = ROOT / "typescript"
    done = subprocess.run(command, input=asked, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == [stated(row) for row in CASES]


def test_the_page_describes_each_rule_with_cases() -> None:
    """The page has a section for each rule that is not published as edits. Each rule has several cases."""
    sections = re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE)
    coded = Counter(row["rule"] for row in CASES if rule_edits(row["rule"], "X") is None)
    assert sorted(sections) == sorted(coded) and len(coded) == 11
    assert min(coded.values()) > 1
    assert len(CASES) == len({(row["rule"], row["case"]) for row in CASES}) > 60
