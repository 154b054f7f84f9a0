"""Go and Python give the same grades of fidelity, also of methods of which a chain refuses every message."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen import cli
from mcpgen.commands.golang import module_path
from support.golang import GO, MODULE, go
from support.paths import ROOT
from support.second_language import WITH_TASKS
from support.task_frames import BOTH

pytestmark = pytest.mark.skipif(GO is None, reason="go is not installed")

# A question: method, source, target, sender. An answer: the grades of request and result, and the changes of
# each, or null if the source has no such method.
Question = tuple[str, str, str, str]
LAST, LATER = mr.REVISIONS[-1], "2999-01-01"

PYTHON_PROGRAM = """
import json, sys
import mcp_revisions as mr

def grades(method, source, target, sender):
    parts, asked = ("request", "result"), {"sender": sender, "details": True}
    try:
        reports = [mr.fidelity(method, source, target, **asked, part=part) for part in parts]
        return [(grade, sorted((c.id, c.reason, c.refusal) for c in changes)) for grade, changes in reports]
    except ValueError:
        return None

print(json.dumps([grades(*question) for question in json.load(sys.stdin)]))
"""

GO_PROGRAM = """package main

import (
	"encoding/json"
	"os"
	"slices"

	mcp "MODULE"
)

func main() {
	var questions [][4]string
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		panic(err)
	}
	answers := [][][2]any{}
	for _, q := range questions {
		request, result, err := mcp.FidelityOf(q[0], mcp.Revision(q[1]), mcp.Revision(q[2]), mcp.Side(q[3]))
		if err != nil {
			answers = append(answers, nil)
		} else {
			c, err := mcp.NewConverter(mcp.Revision(q[1]), mcp.Revision(q[2]), mcp.Side(q[3]))
			if err != nil {
				panic(err)
			}
			ofRequest, ofResult, err := c.Changes(q[0])
			if err != nil {
				panic(err)
			}
			answers = append(answers, [][2]any{{request, sorted(ofRequest)}, {result, sorted(ofResult)}})
		}
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}

func sorted(changes []mcp.Change) [][3]string {
	found := [][3]string{}
	for _, one := range changes {
		found = append(found, [3]string{one.ID, one.Reason, one.Refusal})
	}
	slices.SortFunc(found, func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
	return found
}
"""


def questions(*names: str) -> list[Question]:
    """Return every question about these revisions."""
    methods = {method for name in mr.REVISIONS for method in mr.revision(name).METHODS} | {*BOTH.METHODS}
    return [
        (method, source, target, sender)
        for source in names
        for target in names
        for method in sorted(methods)
        for sender in ("client", "server")
    ]


def answers(command: list[str], asked: list[Question], **variables: str) -> list[Any]:
    """Return what a program answers."""
    environment = {**os.environ, **variables}
    text = subprocess.run(command, input=json.dumps(asked), env=environment, stdout=-1, text=True, check=True)
    found = json.loads(text.stdout)
    assert len(found) == len(asked)
    return list(found)


def go_program(module: Path, folder: Path) -> list[str]:
    """Build the program that asks the Go module in a folder. Return the command that starts it."""
    folder.mkdir()
    path = module_path(module)
    (folder / "main.go").write_text(GO_PROGRAM.replace("MODULE", path), "utf-8")
    lines = ("module ask", "go 1.24", f"require {path} v0.0.0", f"replace {path} => {module}")
    (folder / "go.mod").write_text("\n".join(lines) + "\n", "utf-8")
    go("build", "-o", "ask", ".", cwd=folder)
    return [str(folder / "ask")]


def different(asked: list[Question], python: list[Any], other: list[Any]) -> list[Any]:
    """Return the questions with different answers, with these."""
    return [each for each in zip(asked, python, other, strict=True) if each[1] != each[2]]


def test_grades_of_all_revisions_are_equal(tmp_path: Path) -> None:
    """So are the changes: every method of every pair, of both senders, also with tasks as an extension."""
    asked = questions(*mr.REVISIONS, WITH_TASKS)
    python = answers([sys.executable, "-c", PYTHON_PROGRAM], asked)
    assert different(asked, python, answers(go_program(MODULE, tmp_path / "ask"), asked)) == []
    assert {*Counter(grade for each in python if each for grade, _ in each)} == {
        "whole",
        "adapted",
        "lossy",
        "none",
    }


def test_grades_of_a_chain_that_refuses_every_result_are_equal(tmp_path: Path) -> None:
    """One step fills in `private`, and the next refuses it, so results of older revisions do not pass."""
    schemas, later, module = tmp_path / "schema", tmp_path / "later.json", tmp_path / "go"
    shutil.copytree(ROOT / "schema", schemas)
    text = (schemas / LAST / "schema.json").read_text("utf-8")
    schema = json.loads(text)
    for each in schema["$defs"].values():
        if scope := each.get("properties", {}).get("cacheScope"):
            scope["enum"] = ["public", "user"]
    later.write_text(json.dumps(schema), "utf-8")
    ingest = ["ingest", str(later), "--revision", LATER, "--accept-proposals", "--accept", "T5.1"]
    cli.run([*ingest, "--schema-dir", str(schemas)])
    shutil.copytree(MODULE, module, ignore=shutil.ignore_patterns("*_test.go", "v20*", "data", "mcp*"))
    for *options, out in (("--out", tmp_path), ("--language", "go", "--out", module)):
        assert cli.run(["build", "--schema-dir", str(schemas), *map(str, (*options, out))]) == 0
    (module / "generated_test.go").unlink()
    asked = questions(*mr.REVISIONS, LATER)
    python = answers([sys.executable, "-c", PYTHON_PROGRAM], asked, PYTHONPATH=str(tmp_path))
    assert different(asked, python, answers(go_program(module, tmp_path / "ask"), asked)) == []
    grades = dict(zip(asked, python, strict=True))
    first, *_ = mr.REVISIONS
    assert grades["tools/list", first, LATER, "client"][1][0] == "none"
    assert grades["tools/list", LAST, LATER, "client"][1][0] == "lossy"
    plan = json.loads((module / f"data/conversions/{LAST}--{LATER}.json").read_text("utf-8"))
    assert plan["methods"]["client"]["tools/list"]["refusedFrom"] == [[], [*mr.REVISIONS[:-1]]]
