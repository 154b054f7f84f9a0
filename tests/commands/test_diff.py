"""Diff: the changes between two revisions, named, graded by direction, printed in three forms."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any, Literal

import jsonschema
import pytest

from mcpgen.cli import run
from mcpgen.commands.diff import diff_revisions
from mcpgen.commands.diff_report import (
    DiffReport,
    ReportedChange,
    abridged,
    failure,
    impact,
    render,
    severity_by_receiver,
)
from mcpgen.commands.diff_text import UNNAMED, diff_text
from mcpgen.commands.terminal import WIDTH, Screen
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.frontend.package_data import data_root
from mcpgen.problems import Refused
from mcpgen.schema_folder import SchemaFolder, decided, revisions
from support.invented_revision import BASE, REVISION, schema

R1, R2, R3, R4, R5, *_ = REVISIONS = revisions()
PAIRS = list(permutations(REVISIONS, 2))
FORMATS: tuple[Literal["json", "markdown"], ...] = ("json", "markdown")
CONTRACT = json.loads((data_root("schema") / "diff.schema.json").read_text(encoding="utf-8"))


report = cache(diff_revisions)


def changes(old: str, new: str) -> list[dict[str, Any]]:
    """Return the changes that the JSON form prints."""
    return list(json.loads(render(report(old, new), "json"))["changes"])


def one(old: str, new: str, rule: str, at: str, detail: str = "") -> dict[str, Any]:
    """Return the single change of that rule, place and detail, as JSON prints it."""
    (found,) = [c for c in changes(old, new) if (c["rule"], c["at"], c["detail"]) == (rule, at, detail)]
    return found


# JSON


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_json_keeps_its_schema(old: str, new: str) -> None:
    """For every ordered pair the JSON is valid by its checked-in schema; severity is the worst direction."""
    document = json.loads(render(report(old, new), "json"))
    jsonschema.Draft202012Validator(CONTRACT).validate(document)
    assert (document["old"], document["new"]) == (old, new)
    for change in document["changes"]:
        grades = [grade for side in change["receivers"].values() for grade in side.values()]
        assert change["severity"] == max(grades, key=SEVERITIES.index)
        assert change["rule"] in CHANGE_RULES
        assert change["sender"] == "both" or change["sender"] not in change["receivers"]


def test_the_contract_is_a_json_schema() -> None:
    """The checked-in schema is a JSON Schema, and refuses a report without a revision or a rule."""
    jsonschema.Draft202012Validator.check_schema(CONTRACT)
    for wrong in ({"changes": []}, {"old": "a", "new": "b", "changes": [{"id": "T"}]}):
        assert not jsonschema.Draft202012Validator(CONTRACT).is_valid(wrong)


def test_a_change_says_all_that_is_known_of_it() -> None:
    """A change carries its name, kind, place, sender, severity by direction, title, reference and witness."""
    assert one(R2, R3, "VARIANT_ADDED", "ContentBlock", "ResourceLink") == {
        "id": "T2.6",
        "rule": "VARIANT_ADDED",
        "at": "ContentBlock",
        "detail": "ResourceLink",
        "sender": "server",
        "severity": "breaking",
        "receivers": {"client": {"old": "breaking", "new": "safe"}},
        "title": "Resource links",
        "reference": "PR #603",
        "witness": {"name": "", "type": "resource_link", "uri": "https://example.com/"},
        "witness_type": "ContentBlock",
        "witness_valid_in": "new",
    }


def test_receivers_are_graded_apart() -> None:
    """A member that a result newly requires breaks a new client, a required parameter a new server."""
    assert one(R4, R5, "FIELD_ADDED_REQUIRED", "ListToolsResult.ttlMs")["receivers"] == {
        "client": {"old": "safe", "new": "breaking"}
    }
    assert one(R4, R5, "FIELD_BECAME_REQUIRED", "CallToolRequestParams._meta")["receivers"] == {
        "server": {"old": "safe", "new": "breaking"}
    }


# Names


@pytest.mark.parametrize(("old", "new"), list(pairwise(REVISIONS)))
def test_neighbours_take_the_names_that_decide(old: str, new: str) -> None:
    """Between neighbours a change has the name of the entry that decides it."""
    names = {row.change: row.id for row in decided(old, new).changes}
    assert {row.change: row.entry and row.entry.id for row in report(old, new).changes} == names


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_every_pair_is_named(old: str, new: str) -> None:
    """Between any two revisions each change has a name, from one of the steps between them."""
    start, end = sorted((REVISIONS.index(old), REVISIONS.index(new)))
    ids = {row.id for a, b in pairwise(REVISIONS[start : end + 1]) for row in decided(a, b).changes}
    for row in report(old, new).changes:
        assert row.entry is not None
        assert row.entry.id in ids


@pytest.mark.parametrize(
    ("old", "new", "rule", "at", "detail", "id"),
    [
        (R1, R5, "FIELD_ADDED_OPTIONAL", "Tool.annotations", "", "T1.6"),
        (R1, R4, "FIELD_ADDED_OPTIONAL", "Tool.icons", "", "T3.3"),
        (R2, R5, "BATCHES_REFUSED", "JSONRPCMessage", "", "T2.1"),
        (R3, R5, "METHOD_REMOVED", "ping", "request", "T4.9"),
        (R1, R5, "METHOD_ADDED", "elicitation/create", "embedded", "T2.7"),
        (R3, R5, "FIELD_BECAME_REQUIRED", "CallToolRequestParams._meta", "", "T4.3"),
        (R5, R3, "METHOD_ADDED", "ping", "request", "T4.9"),
        (R4, R2, "FIELD_REMOVED_OPTIONAL", "Tool.title", "", "T2.2"),
        (R5, R1, "VARIANT_REMOVED", "ContentBlock", "AudioContent", "T1.2"),
    ],
)
def test_distant_revisions_inherit_names(
    old: str, new: str, rule: str, at: str, detail: str, id: str
) -> None:
    """A change between distant revisions, either way, has the name of the step that made it."""
    assert one(old, new, rule, at, detail)["id"] == id


def test_added_and_removed_again_is_no_change() -> None:
    """Tasks and batches, which only a revision in between has, are no change across that revision."""
    assert not [c for c in changes(R3, R5) if "task" in c["at"].lower()]
    assert not [c for c in changes(R1, R3) if c["rule"].startswith("BATCHES")]


def test_a_revision_equals_itself() -> None:
    """The same revision on both sides has no changes, in every form."""
    same = report(R4, R4)
    assert same.changes == ()
    assert diff_text(same) == f"{R4} → {R4}: no change on the wire\n"
    assert json.loads(render(same, "json"))["changes"] == []
    assert render(same, "markdown") == f"# {R4} → {R4}: no change on the wire\n"


# Text and Markdown

FIRST = f"""\
{R1} → {R2}: 5 breaking, 1 dangerous, 7 safe
An old client or server speaks {R1}, and its peer speaks {R2}. For a new one, it is the
other way round.

change                                                                breaking  dangerous       safe
T1.1  JSON-RPC batches                                                       3          –          2
"""


def test_text_groups_by_name() -> None:
    """The table has a row for each name; below it stand the changes, the safe ones of a rule in one item."""
    text = diff_text(report(R1, R2))
    assert text.startswith(FIRST)
    heading = "\nT1.1  JSON-RPC batches\n      breaking for old clients and old servers; PR #228\n"
    batches = "  breaking   JSONRPCMessage: batches allowed [BATCHES_ADMITTED]; breaking for old clients"
    assert heading + batches in text
    assert "\n  safe       type added [TYPE_ADDED]: JSONRPCBatchRequest, JSONRPCBatchResponse\n" in text
    annotations = "  safe       optional member added [FIELD_ADDED_OPTIONAL]: Tool.annotations\n"
    assert f"\nT1.6  Tool annotations\n      safe; PR #185\n{annotations}" in text
    headings = [line.split()[0] for line in text.splitlines() if re.match(r"T\d", line)]
    assert headings[:7] == ["T1.1", "T1.2", "T1.3", "T1.4", "T1.5", "T1.6", "T1.7"]
    assert headings[7:] == ["T1.1", "T1.2", "T1.7", "T1.5", "T1.3", "T1.4", "T1.6"]


def test_witnesses_are_printed_on_request() -> None:
    """Only the verbose text has witnesses; the other names the option."""
    witness = f"only {R2} accepts this JSONRPCMessage: "
    assert witness not in diff_text(report(R1, R2)) and "--verbose" in diff_text(report(R1, R2))
    assert witness in diff_text(report(R1, R2), verbose=True)
    assert "--verbose" not in diff_text(report(R1, R2), verbose=True)


def test_a_renamed_method_counts_once(tmp_path: Path) -> None:
    """The headline, the table and Markdown count a renamed method once; its parts stand inside it."""
    difference = report(BASE, REVISION, None, written(tmp_path, schema()))
    flat = [each.change for each in difference.changes]
    assert len(flat) - len(difference.folded()) == 5  # 3 parts of a renamed method, 2 of a renamed member
    text = diff_text(difference)
    assert text.startswith(f"{BASE} → {REVISION}: 7 breaking, 1 dangerous, 3 safe\n")
    assert re.search(r"^method perhaps renamed +1 +– +–$", text, re.MULTILINE)
    assert not re.search(r"^(method removed|constant changed) ", text, re.MULTILINE)
    renamed = next(each for each in difference.folded() if each.change.rule == "METHOD_PERHAPS_RENAMED")
    assert renamed.severity == "breaking"
    assert {part.change.rule for part in renamed.parts} == {"METHOD_ADDED", "METHOD_REMOVED", "CONST_CHANGED"}
    rows = [line for line in render(difference, "markdown").splitlines() if "completion/suggest` (" in line]
    assert len(rows) == 1 and "METHOD_PERHAPS_RENAMED, METHOD_ADDED, METHOD_REMOVED, CONST_CHANGED" in rows[0]


def test_colours_are_for_terminals() -> None:
    """Severities have colours on a screen that has them; the text is the same without the codes."""
    screen = Screen(is_terminal=True, has_colours=True)
    coloured = diff_text(report(R1, R2), screen)
    assert "\x1b[31mbreaking\x1b[0m" in coloured and "\x1b[33mdangerous\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == diff_text(report(R1, R2), Screen(is_terminal=True))
    assert "\x1b" not in diff_text(report(R1, R2))


def test_markdown_has_a_section_and_a_table_for_each_name() -> None:
    """The Markdown holds a section for each name, in natural order, with its changes in a table."""
    difference = report(R3, R4)
    text = render(difference, "markdown")
    headings = re.findall(r"^## (T3\.\d+): ", text, re.MULTILINE)
    assert headings == [f"T3.{n}" for n in range(1, 19)]
    rows = re.findall(r"^\| [A-Za-z -]+ \| [A-Z_]+ \| `", text, re.MULTILINE)
    assert len(rows) == len(difference.changes)
    change = "variant added | VARIANT_ADDED | `ElicitRequestParams` (ElicitRequestURLParams)"
    assert f"| {change} | the server | breaking for old clients |" in text


@pytest.mark.parametrize("format", ["text", "markdown"])
@pytest.mark.parametrize(("old", "new"), [(R1, R5), (R5, R4)])
def test_every_change_is_printed(old: str, new: str, format: Any) -> None:
    """Text and Markdown hold the place and the rule of every change."""
    difference = report(old, new)
    text = render(difference, "markdown") if format == "markdown" else diff_text(difference)
    for row in difference.changes:
        assert row.change.at in text
        assert row.change.rule in text
    assert text.endswith("\n")


@pytest.mark.parametrize("width", [80, WIDTH, 160])
@pytest.mark.parametrize(("old", "new"), [(R1, R5), (R5, R4)])
def test_text_holds_the_width(old: str, new: str, width: int) -> None:
    """A line fits the width of the screen, unless one word alone is wider, and no word is split."""
    words = set(diff_text(report(old, new), Screen(width=1000), verbose=True).split())
    text = diff_text(report(old, new), Screen(width=width), verbose=True)
    for line in text.splitlines():
        assert len(line) <= width or len(line.split()) == 1, line
    assert set(text.split()) <= words


def impact_of(*changes: ProtocolChange) -> str:
    """Return the impact of changes without names and witnesses."""
    return impact([ReportedChange(change, None, None) for change in changes])


def test_an_impact_names_the_receivers() -> None:
    """An impact joins the receivers of one severity, the worst severity first."""
    rows = {(row.change.rule, row.change.at): row.change for row in report(R4, R5).changes}
    assert impact_of(rows["METHOD_REMOVED", "ping"]) == "breaking for new clients and new servers"
    assert impact_of(rows["KIND_CHANGED", "roots/list"]) == "breaking for old clients and new clients"
    assert impact_of(rows["FIELD_ADDED_OPTIONAL", "ServerCapabilities.extensions"]) == "safe"
    assert impact_of(
        rows["METHOD_REMOVED", "notifications/initialized"], rows["KIND_CHANGED", "roots/list"]
    ) == ("breaking for old clients and new clients; dangerous for new servers")
    assert severity_by_receiver(rows["KIND_CHANGED", "roots/list"]) == {
        "client": {"old": "breaking", "new": "breaking"}
    }


# Files


def written(folder: Path, document: dict[str, Any]) -> Path:
    """Return the path of a schema file with that content."""
    path = folder / "schema.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_a_file_is_judged_as_after_its_ingest(tmp_path: Path) -> None:
    """`diff` judges a schema file by the overlay that `ingest` carries over to it."""
    folder = SchemaFolder(Path(shutil.copytree(data_root("schema"), tmp_path / "schemas")))
    file = written(tmp_path, schema())
    before = diff_revisions(BASE, "2031-01-01", None, file, folder)
    arguments = ["--revision", "2031-01-01", "--schema-dir", str(folder.path), "--accept-proposals"]
    assert run(["ingest", str(file), *arguments]) == 0
    after = diff_revisions(BASE, "2031-01-01", None, None, SchemaFolder(folder.path))
    # Named changes stand first, and a file has none.
    assert sorted(repr(row.change) for row in before.changes) == sorted(
        repr(row.change) for row in after.changes
    )
    assert len(before.changes) > 5


def test_a_schema_file_is_compared_without_names(tmp_path: Path) -> None:
    """A file has no decisions, so no change has a name."""
    difference = report(BASE, REVISION, None, written(tmp_path, schema()))
    document = json.loads(render(difference, "json"))
    jsonschema.Draft202012Validator(CONTRACT).validate(document)
    assert {(c["rule"], c["at"]) for c in document["changes"]} == {
        ("FIELD_ADDED_OPTIONAL", "Annotations.weight"),
        ("FIELD_REMOVED_OPTIONAL", "Annotations.priority"),
        ("FIELD_PERHAPS_RENAMED", "Annotations.weight"),
        ("FIELD_ADDED_REQUIRED", "Tool.category"),
        ("FIELD_REMOVED_OPTIONAL", "Implementation.websiteUrl"),
        ("TYPE_CHANGED", "Resource.size"),
        ("TYPE_CHANGED", "ResourceLink.size"),
        ("ENUM_VALUE_ADDED", "Role"),
        ("VARIANT_ADDED", "ContentBlock"),
        ("METHOD_ADDED", "tools/describe"),
        ("METHOD_PERHAPS_RENAMED", "completion/suggest"),
        ("METHOD_ADDED", "completion/suggest"),
        ("METHOD_REMOVED", "completion/complete"),
        ("CONST_CHANGED", "CompleteRequest.method"),
        ("MESSAGE_LISTED", "ClientRequest"),
        ("MESSAGE_LISTED", "ServerResult"),
    }
    assert {(c["id"], c["reference"]) for c in document["changes"]} == {(None, None)}
    assert {c["title"] for c in document["changes"]} <= {rule.purpose for rule in CHANGE_RULES.values()}


def test_a_file_equals_its_own_snapshot(tmp_path: Path) -> None:
    """Two files may be compared, and a pinned revision's snapshot equals that revision."""
    snapshot = data_root("schema") / R4 / "schema.json"
    assert report(R4, "mine", None, snapshot).changes == ()
    assert report("one", "other", snapshot, snapshot).changes == ()


def test_text_of_a_schema_cannot_leave_its_place(tmp_path: Path) -> None:
    """Names and constants of a file write no control characters and leave no line, table or code span."""
    document = schema()
    document["$defs"]["Tool"]["properties"]["a`| <b>"] = {"type": "string"}
    document["$defs"]["Role"]["enum"].append("a`|\n## x <b>\x1b[31m")
    difference = report(BASE, REVISION, None, written(tmp_path, document))
    for text in (diff_text(difference, verbose=True), render(difference, "markdown")):
        assert "\x1b" not in text
        assert "## x" not in [line[:4] for line in text.splitlines()]
    markdown = render(difference, "markdown")
    (row,) = [line for line in markdown.splitlines() if "Tool.a" in line and "| FIELD_ADDED" in line]
    assert row.count("|") - row.count("\\|") == 6
    assert row.count("`") == 2
    assert "<b>" not in re.sub(r"`[^`]*`", "", row)


def test_a_revision_that_is_not_pinned_needs_a_file() -> None:
    """A name without a file is refused at its argument, with the option for files and the known revisions."""
    with pytest.raises(Refused, match=r"^NEW: 'nope' is not pinned; .* --schema-new, .*2025-11-25"):
        report(R4, "nope")
    with pytest.raises(Refused, match=r"^OLD: 'nope' is not pinned; .* --schema-old, .*2025-11-25"):
        report("nope", "mine", None, data_root("schema") / R4 / "schema.json")
    with pytest.raises(Refused, match=r"^NEW: 'b'.*\nOLD: 'a'"):
        report("a", "b")


# Witnesses


@pytest.mark.parametrize(
    ("value", "member", "limit", "expected"),
    [
        ({"a": "x", "b": [1]}, "b", 80, '{"a": "x", "b": [1]}'),
        ({"a": "x", "b": [1]}, "b", 10, '{"a": …, "b": [1]}'),
        ({"a": "x", "b": [1]}, "c", 10, '{"a": …, "b": …}'),
        ({"a": "x", "b": [1]}, None, 10, '{"a": "x", "b": [1]}'),
        ({"a": [""] * 101}, "a", 10, '{"a": ["", … 101 items]}'),
        (["", "", ""], None, 2, '["", "", ""]'),
        (["", "", "", 1], None, 2, '["", "", "", 1]'),
        ({"a": {"b": "x" * 30}}, None, 10, '{"a": {"b": "x… 30 characters"}}'),
        ("x" * 29 + "y", None, 10, '"' + "x" * 29 + 'y"'),
    ],
)
def test_an_abridged_witness_keeps_the_difference(
    value: Any, member: str | None, limit: int, expected: str
) -> None:
    """Beyond the limit, other members lose their values and runs their repetition; all else is printed."""
    assert abridged(value, member, limit) == expected


def test_a_long_enumeration_shows_its_only_difference(tmp_path: Path) -> None:
    """A difference at the end of a long enumeration of long values is printed in every form."""
    values = [f"{'v' * 200}{n}" for n in range(40)]
    paths = []
    for name, enum in (("old", values), ("new", [*values, f"{'v' * 200}new"])):
        document = schema()
        document["$defs"]["Tool"]["properties"]["zone"] = {"type": "string", "enum": enum}
        folder = tmp_path / name
        folder.mkdir()
        paths.append(written(folder, document))
    difference = report("one", "other", *paths)
    (change,) = difference.changes
    assert (change.change.rule, change.change.at) == ("ENUM_VALUE_ADDED", "ToolZone")
    for text in (diff_text(difference, verbose=True), *(render(difference, each) for each in FORMATS)):
        assert text.count(f"{'v' * 200}new") == 2


# Exit status


@pytest.mark.parametrize(
    ("old", "new", "fail_on", "expected"),
    [
        (R4, R4, "dangerous", 0),
        (R1, R2, None, 0),
        (R1, R2, "breaking", 1),
        (R1, R2, "dangerous", 1),
    ],
)
def test_fail_on_sets_the_status(old: str, new: str, fail_on: Any, expected: int) -> None:
    """`--fail-on` sets the status to 1 for changes of that severity or worse."""
    assert bool(failure(report(old, new), fail_on)) == expected


def test_dangerous_alone_is_not_breaking() -> None:
    """A report whose worst change is dangerous fails `dangerous` and passes `breaking`."""
    full = report(R1, R2)
    mild = DiffReport(R1, R2, tuple(row for row in full.changes if row.change.severity != "breaking"))
    assert failure(mild, "dangerous") and not failure(mild, "breaking")


def test_the_command_prints_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """`mcpgen diff` prints to standard output; its status is 1 for a finding, 2 for unusable input."""
    assert run(["diff", R1, R2]) == 0
    assert capsys.readouterr().out.startswith(FIRST)
    assert run(["diff", R1, R2, "--format", "json", "--fail-on", "breaking"]) == 1
    assert json.loads(capsys.readouterr().out)["old"] == R1
    assert run(["diff", R1, "2031-01-01"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1


def test_output_does_not_depend_on_hash_order() -> None:
    """Two processes with different string hashes print the same bytes."""
    code = (
        "from mcpgen.commands.diff import diff_revisions\nfrom mcpgen.commands.diff_report import render\n"
        f"print(render(diff_revisions({R2!r}, {R5!r}), 'json'))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_a_proposal_names_the_response_of_an_added_method(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The type of a whole response has the name of its method: no change of the diff is left without one."""
    tree, folder = schema(), tmp_path / "schema"
    response = json.loads(json.dumps(tree["$defs"]["CompleteResultResponse"]))
    response["properties"]["result"] = {"$ref": "#/$defs/DescribeToolResult"}
    tree["$defs"]["DescribeToolResultResponse"] = response
    file = tmp_path / "schema.json"
    file.write_text(json.dumps(tree))
    assert run(["init", str(folder)]) == 0
    assert run(["ingest", str(file), "--revision", REVISION, "--schema-dir", str(folder)]) == 0
    capsys.readouterr()
    assert run(["diff", BASE, REVISION, "--schema-dir", str(folder)]) == 0
    text = capsys.readouterr().out
    assert "DescribeToolResultResponse" in text and UNNAMED not in text


def test_a_reversed_report_says_so() -> None:
    """If OLD is the newer revision, people read that the order is reversed, and every title is marked."""
    stated = f"The order is reversed: {R5} is the newer revision"
    found = report(R5, R4)
    text, markdown = diff_text(found), render(found, "markdown")
    assert stated in " ".join(text.split()) and stated in markdown
    unwrapped = re.sub(r"\n +", " ", text)
    for entry in filter(None, (entry for entry, _ in found.groups())):
        assert unwrapped.count(f" {entry.title} (reversed) ") == 2  # in the table, and above its changes
    headings = [line for line in markdown.splitlines() if line.startswith("## ")]
    named = [line for line in render(found, "github").splitlines() if re.search(r"title=T\d", line)]
    assert headings and all(line.endswith(" (reversed)") for line in headings)
    assert named and all(" (reversed)::" in line for line in named)
    assert "reversed" not in diff_text(report(R4, R5)) + render(report(R4, R5), "github")
