"""Python and Go report the same losses of a client's facts."""

from __future__ import annotations

import json
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen.commands.golang import module_path
from support.golang import GO, MODULE, go

pytestmark = pytest.mark.skipif(GO is None, reason="go is not installed")

CAPABILITIES: tuple[dict[str, Any], ...] = (
    {},
    {"sampling": {}, "elicitation": {}},
    {"roots": {"listChanged": True}},
    {"roots": {"listChanged": False, "x": 1}, "tasks": {"list": {}, "requests": {"sampling": {}}}},
    {"tasks": {}, "experimental": {"a": {"b": [1.50, "\u2028"]}}, "vendor": {"tasks": 1}},
)

GO_PROGRAM = """package main

import (
	"encoding/json"
	"os"

	mcp "MODULE"
)

func main() {
	var questions [][3]json.RawMessage
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		panic(err)
	}
	answers := [][]mcp.Loss{}
	for _, q := range questions {
		var source, target mcp.Revision
		_, _ = json.Unmarshal(q[0], &source), json.Unmarshal(q[1], &target)
		facts := mcp.WithContext(mcp.Context{ClientCapabilities: q[2]})
		c, err := mcp.NewConverter(source, target, mcp.Client, facts)
		if err != nil {
			panic(err)
		}
		answers = append(answers, c.ContextLosses())
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}
"""


def test_the_losses_are_equal(tmp_path: Path) -> None:
    """For every pair of revisions, kinds, pointers, values, reasons and changes are equal."""
    asked = [*product(mr.REVISIONS, mr.REVISIONS, CAPABILITIES)]
    python = []
    for source, target, capabilities in asked:
        context = {"clientCapabilities": capabilities}
        converter = mr.converter(source, target, sender="client", context=context)
        python.append([list(loss) for loss in converter.context_losses])
    assert {loss[4] for losses in python for loss in losses} == {"T4.11", "T4.12"}
    (tmp_path / "main.go").write_text(GO_PROGRAM.replace("MODULE", module_path(MODULE)), "utf-8")
    path = module_path(MODULE)
    lines = ("module ask", "go 1.24", f"require {path} v0.0.0", f"replace {path} => {MODULE}")
    (tmp_path / "go.mod").write_text("\n".join(lines) + "\n", "utf-8")
    go("build", "-o", "ask", ".", cwd=tmp_path)
    text = subprocess.run(
        [tmp_path / "ask"], input=json.dumps(asked), stdout=-1, text=True, check=True
    ).stdout
    members = ("kind", "pointer", "value", "reason", "change")
    answers = [[[loss[name] for name in members] for loss in losses or ()] for losses in json.loads(text)]
    assert answers == python
