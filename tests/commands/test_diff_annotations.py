"""`mcpgen diff` for reviews and terminals: annotations, accepted changes, reasons of failures, the width."""

from __future__ import annotations

import json
import re
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from mcpgen.cli import run
from mcpgen.commands.diff import diff_revisions, glob
from mcpgen.commands.diff_text import diff_text
from mcpgen.commands.terminal import Screen
from mcpgen.schema_folder import revisions
from support.paths import ROOT

OLD, NEW = "2025-11-25", "2026-07-28"  # the pair with the most changes
report = cache(partial(diff_revisions, OLD, NEW))


def closed(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    """Return the schema of an object with these members alone."""
    properties = {**required, **optional}
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


# The part of the SARIF 2.1.0 schema (sections 3.13 to 3.38 of the standard) that `mcpgen diff` uses.
TEXT = {"type": "string", "minLength": 1}
MESSAGE = closed({"text": TEXT})
INDEX = {"type": "integer", "minimum": 0}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
URI = {"type": "string", "format": "uri-reference", "pattern": r"^[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+$"}
PHYSICAL = closed(
    {
        "artifactLocation": closed({"uri": URI}),
        "region": closed({"startLine": {"type": "integer", "minimum": 1}}),
    }
)
LOCATION = closed(
    {"physicalLocation": PHYSICAL},
    logicalLocations={"type": "array", "items": closed({"fullyQualifiedName": TEXT}), "uniqueItems": True},
)
RESULT = closed(
    {"ruleId": TEXT, "message": MESSAGE, "level": LEVEL, "locations": {"type": "array", "items": LOCATION}},
    ruleIndex=INDEX,
)
RULE = closed({"id": TEXT}, shortDescription=MESSAGE)
DRIVER = closed({"name": TEXT}, rules={"type": "array", "items": RULE, "uniqueItems": True})
RUN = closed(
    {"tool": closed({"driver": DRIVER}), "results": {"type": "array", "items": RESULT}},
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
)
SARIF = closed({"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": RUN}}, **{"$schema": URI})


def printed(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """Return the report of `mcpgen diff` between the latest neighbours."""
    capsys.readouterr()
    assert run(["diff", OLD, NEW, "--schema-dir", str(ROOT / "schema"), *options]) == 0
    return capsys.readouterr().out


def test_sarif(capsys: pytest.CaptureFixture[str]) -> None:
    """The log is valid SARIF; each result names a rule, and most results a line that has the name."""
    log = json.loads(printed(capsys, "--format", "sarif"))
    jsonschema.Draft7Validator(SARIF).validate(log)
    (only,) = log["runs"]
    rules = [rule["id"] for rule in only["tool"]["driver"]["rules"]]
    assert len(only["results"]) == len(report().changes)
    exact = 0
    for result in only["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        lines = Path(unquote(place["artifactLocation"]["uri"])).read_text("utf-8").split("\n")
        name = result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"].split(".")[0]
        exact += f'"{name}"' in lines[place["region"]["startLine"] - 1]
    assert exact > len(only["results"]) / 2


def test_github(capsys: pytest.CaptureFixture[str]) -> None:
    """Each change is a workflow command on one line, with a file, a line, a title and a message."""
    lines = printed(capsys, "--format", "github").splitlines()
    assert len(lines) == len(report().changes)
    for line, each in zip(lines, report().changes, strict=True):
        match = re.fullmatch(r"::(error|warning|notice) file=([^,:]+),line=\d+,title=([^,:]+)::(.+)", line)
        assert match and Path(match[2]).is_file()
        kinds = {"breaking": "error", "dangerous": "warning", "safe": "notice"}
        assert match[1] == kinds[each.change.severity]


def test_ignored_changes_do_not_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Accepted changes are left out and counted; a pattern that matches nothing is a line on stderr."""
    file = tmp_path / "accepted"
    file.write_text("# accepted\nMETHOD_REMOVED *\n\nNowhere.at\n", "utf-8")
    text = printed(capsys, "--ignore", str(file))
    removed = sum(each.change.rule == "METHOD_REMOVED" for each in report().changes)
    assert f", {removed} ignored" in text.splitlines()[0] and "[METHOD_REMOVED]" not in text
    assert run(["diff", OLD, NEW, "--ignore", str(file), "--format", "json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"{file}:4: the pattern 'Nowhere.at' matches no change; remove it\n"
    file.write_text("*", "utf-8")
    assert run(["diff", OLD, NEW, "--ignore", str(file), "--fail-on", "dangerous"]) == 0
    file.write_bytes(b"\xff")
    capsys.readouterr()
    assert run(["diff", OLD, NEW, "--ignore", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}: not UTF-8 (byte 0); save the file as UTF-8\n"


def test_the_patterns_of_the_page_accept_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each pattern that docs/ci.md shows matches a change between two neighbouring revisions."""
    page = (ROOT / "docs" / "ci.md").read_text("utf-8").partition("| pattern |")[2]
    patterns = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert len(patterns) >= 4
    file, idle = tmp_path / "accepted", set(patterns)
    file.write_text("\n".join(patterns), "utf-8")
    for old, new in pairwise(revisions()):
        assert run(["diff", old, new, "--ignore", str(file)]) == 0
        idle &= set(re.findall(r"'(.+)' matches no change", capsys.readouterr().err))
    assert idle == set()


def test_a_failure_has_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """`--fail-on` says on one line of stderr which changes fail."""
    assert run(["diff", OLD, NEW, "--fail-on", "breaking"]) == 1
    err = capsys.readouterr().err
    assert re.fullmatch(
        r"--fail-on breaking: \d+ places changed with severity breaking: .+ and \d+ more\n", err
    )


@pytest.mark.parametrize("is_terminal", [True, False])
def test_the_text_fits_a_screen(is_terminal: bool) -> None:
    """No line is longer than a screen; a terminal shows the first places of a long list."""
    full = diff_revisions(revisions()[0], NEW)
    text = diff_text(full, Screen(width=120, is_terminal=is_terminal))
    assert max(map(len, text.splitlines())) <= 120
    assert (re.search(r" and \d+ more\n", text) is not None) == is_terminal


@pytest.mark.parametrize(
    ("pattern", "text", "same"),
    [
        ("", "", True),
        ("a", "ab", False),
        ("a*", "a", True),
        ("*a", "ba", True),
        ("a*a", "a", False),
        ("a*b*c", "a1b2c", True),
        ("a*b*c", "acb", False),
        ("*ab*ab", "ab", False),
        ("**", "x", True),
        ("*a" * 20 + "b", "a" * 60, False),  # quickly: no backtracking
    ],
)
def test_only_the_star_stands_for_other_text(pattern: str, text: str, same: bool) -> None:
    """`*` stands for any text, the empty one too; the parts between stars occur in order without overlap."""
    assert glob(pattern, text) == same
