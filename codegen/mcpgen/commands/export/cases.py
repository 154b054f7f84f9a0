"""Export test cases for interpreters of the published conversions: for rules, and for merging losses.

The input is `rules.jsonl` and `merging.jsonl` of the samples. In the output, each case of a rule says what an
interpreter must run: a named function, or a list of edits of the JSON value, if the rule is published as
such a list. The schemas `rules.schema.json` and `merging.schema.json` define the lines.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

from mcpgen.adapters.published_rules import rule_edits
from mcpgen.frontend.package_data import data_root

JsonObject: TypeAlias = dict[str, Any]

SCHEMAS = ("rules.schema.json", "merging.schema.json")
CHANGE = "X"  # the change that the losses of a case cite


def case_texts() -> dict[str, str]:
    """Return the test cases and their JSON Schemas: the text of each file by its name."""
    rules = [case_with_function(json.loads(line)) for line in _lines("rules.jsonl")]
    texts = {name: (data_root("schema") / name).read_text("utf-8") for name in SCHEMAS}
    texts["rules.jsonl"] = "".join(f"{json.dumps(case, ensure_ascii=False)}\n" for case in rules)
    texts["merging.jsonl"] = "".join(f"{line}\n" for line in _lines("merging.jsonl"))
    return texts


def case_with_function(case: JsonObject) -> JsonObject:
    """Return a test case with the adapter function that an interpreter of plans must run for it.

    The function is None for a case that converts a whole message.
    """
    rule, edits = case["rule"], rule_edits(case["rule"], CHANGE)
    call = {"kind": "rule", "rule": rule, "change": CHANGE}
    outcome = {"kind": "convert", "function": None, "loop": None, "call": call}
    function: JsonObject | None
    if "target" in case:
        function = None
    elif edits is None:
        variants = [{"fits": [], "unfit": [], "outcome": outcome}]
        function = {"kind": "union", "variants": variants, "expected": None}
    else:
        function = {"kind": "object", "call": None, "edits": edits}
    return {"rule": rule, "case": case["case"], "function": function, **case}


def _lines(name: str) -> list[str]:
    path: Path = data_root("samples") / name
    return path.read_text("utf-8").splitlines()
