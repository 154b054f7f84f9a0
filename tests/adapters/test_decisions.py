"""Decisions: every change is decided exactly once, and what is not comes back as an entry to fill in."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from itertools import pairwise

import pytest

from mcpgen.adapters.decisions import (
    Decided,
    Entry,
    Undecided,
    decide,
    names_of_change,
    other_paths,
    proposed,
    read_entries,
    scaffold,
)
from mcpgen.compare.alignment import Location
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.changes import find_changes
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.frontend.package_data import data_root
from mcpgen.ir import Ref
from mcpgen.problems import Refused, unaccepted
from mcpgen.schema_folder import decided, revisions
from support.invented_revision import DECISIONS, SOURCE, invented, latest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REVISIONS = revisions()
NEEDS_ENTRY = [id for id, rule in CHANGE_RULES.items() if rule.needs_entry]
TOOL = (Ref("Tool"), Ref("Tool"))
ADDED = ProtocolChange(
    "FIELD_ADDED_REQUIRED",
    "Tool.size",
    "Tool.size",
    "server",
    "",
    "safe",
    "breaking",
    location=Location(TOOL, "size"),
)
GONE = ProtocolChange("METHOD_REMOVED", "ping", "ping", "both", "request", "safe", "breaking")
NEW = ProtocolChange(
    "FIELD_ADDED_OPTIONAL",
    "Tool.icon",
    "Tool.icon",
    "server",
    "",
    "safe",
    "safe",
    location=Location(TOOL, "icon"),
)


def entry(**members: object) -> str:
    """Return an entry as TOML; `None` leaves a member out, the rest are JSON texts that TOML shares."""
    import json

    full = {
        "id": "X",
        "title": "t",
        "reference": "SEP-1",
        "covers": ["Tool.size"],
        "up": "keep",
        "down": "keep",
    }
    full |= {"reason": "r", **members}
    lines = [f"{name} = {json.dumps(value)}" for name, value in full.items() if value is not None]
    return "\n".join(["[[change]]", *lines, ""])


def read(text: str) -> tuple[Entry, ...]:
    """Return the entries of a file named `f`."""
    return read_entries(text.encode(), "f")


def refusals(text: str, *changes: ProtocolChange) -> list[str]:
    """Return the lines with which a file is refused."""
    with pytest.raises(Refused) as caught:
        decide(changes, read(text), "f")
    return [str(problem) for problem in caught.value.problems]


# One file


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[change", "f: not TOML"),
        ("changes = 1", "f:1: unknown key 'changes'"),
        ("change = 1", "f:1: 'change' is 1; write an array of tables: [[change]]"),
        ("\n" + entry(up=None), "f:2: the key 'up' is missing; add it"),
        (entry(ledger="T1"), "f:9: unknown key 'ledger'; the keys here are id, title, "),
        (entry(id=""), "f:2: 'id' is empty; write an id such as T2.5"),
        (entry(id=3), "f:2: 'id' is 3; write an id such as T2.5"),
        (entry(reason=" "), "f:8: 'reason' is empty; write a sentence"),
        (entry(reference=""), "f:4: 'reference' is empty; write a SEP, a pull request or a page"),
        (entry(covers=[]), "f:5: 'covers' is empty; write an array of distinct names"),
        (entry(covers="Tool.size"), "f:5: 'covers' is \"Tool.size\"; write an array of distinct names"),
        (
            entry(covers=["Tool.size", "Tool.size"]),
            'f:5: \'covers\' is ["Tool.size", "Tool.size"]; write an array of distinct names',
        ),
        (
            entry(down=""),
            "f:7: 'down' is empty; write a verb such as keep, or a table from names to verbs",
        ),
        (entry(down=["keep"]), "f:7: 'down' is [\"keep\"]; write a verb such as keep, or a table"),
        (entry() + "\n" + entry(), "f:10: the entry at line 1 has the id X too"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(text: str, complaint: str) -> None:
    """What is no entry is refused by one line that says where and what."""
    (line,) = refusals(text, ADDED)
    assert line.startswith(complaint)


def test_a_table_of_verbs_decides_by_the_first_name() -> None:
    """`up` and `down` may hold a verb for each name; the first that a change bears is taken."""
    text = (
        entry(covers=["Tool.size", ".icon"], up=None) + '[change.up]\n"Tool.size" = "fill:0"\n"*" = "keep"\n'
    )
    one, other = decide([ADDED, NEW], read(text), "f")
    assert (one.up, other.up, one.down, one.id) == ("fill:0", "keep", "keep", "X")


def test_a_table_of_verbs_must_say_something_of_everything() -> None:
    """A change that an entry covers and its table of verbs passes over is refused."""
    text = entry(covers=["Tool.size", ".icon"], up=None) + '[change.up]\n"Tool.size" = "fill:0"\n'
    (line,) = refusals(text, ADDED, NEW)
    assert line == (
        "f:1: X: `up` has no action for FIELD_ADDED_OPTIONAL Tool.icon, sent by the server; add a row"
    )


def test_a_name_in_a_table_of_verbs_must_decide() -> None:
    """A verb that decides nothing is idle, and refused with its own line, also where a name above decides."""
    text = entry(covers=["Tool.size"], up=None) + '[change.up]\n"ping" = "drop"\n"*" = "keep"\n'
    idle = "names no change that the entry covers and that no row above decides"
    assert refusals(text, ADDED) == [f"f:9: X: 'ping' {idle}; remove it"]
    text = (
        entry(covers=["Tool.size"], up=None)
        + '[change.up]\n".size" = "fill:0"\n"Tool.size" = "drop"\n"*" = "keep"\n'
    )
    assert refusals(text, ADDED) == [
        f"f:10: X: 'Tool.size' {idle}; remove it",
        "f:11: X: '*' has no effect, because other rows name every change; remove it",
    ]


# Changes against a file


def test_an_undecided_change_is_refused_with_the_entry_to_write() -> None:
    """A change that no entry covers and that loses something is refused; message and scaffold hold it."""
    with pytest.raises(Undecided) as caught:
        decide([ADDED, NEW], (), "f")
    _, problem = caught.value.problems
    assert str(problem).startswith(
        "f: undecided: FIELD_ADDED_REQUIRED Tool.size, sent by the server, breaking; add"
    )
    assert 'covers = ["FIELD_ADDED_REQUIRED Tool.size"]' in str(problem)
    assert "\n" not in str(problem)
    assert "[[change]]" in caught.value.scaffold


def test_a_refusal_survives_its_process() -> None:
    """A build decides in worker processes: what they refuse arrives whole."""
    with pytest.raises(Undecided) as caught:
        decide([ADDED], (), "f")
    arrived = pickle.loads(pickle.dumps(caught.value))
    assert (arrived.problems, arrived.scaffold) == (caught.value.problems, caught.value.scaffold)


def test_an_entry_that_covers_nothing_is_refused() -> None:
    """A decision without a change is refused, so that decisions do not outlive what they decided."""
    assert refusals(entry(covers=["Tool.weight"])) == [
        "f:1: X covers no change; correct the name in `covers`, or remove the entry"
    ]
    (said,) = refusals(entry(covers=['ENUM_VALUE_RENAMED Level "warn"']))
    assert "X covers no change; for a rename, the action must be `rename:OLD`, a name with" in said


@pytest.mark.parametrize("covers", [["Tool.wieght"], ["Tool.wieght", "Tool.a.b"]])
@pytest.mark.parametrize(
    ("action", "said", "mend"),
    [
        ("move:/a/b", "moves no member", "correct the location or /a/b"),
        ("keep; move:/a/b", "moves no member", "correct the location or /a/b"),
        ("rename:size", "renames nothing", "correct the location or the older name"),
    ],
)
@pytest.mark.parametrize("is_table", [False, True])
def test_a_move_or_rename_that_covers_nothing_is_to_be_mended(
    covers: list[str], action: str, said: str, mend: str, is_table: bool
) -> None:
    """A typo in a place or a pointer does not ask for the entry to be dropped, which would lose the move."""
    text = entry(covers=covers, up=action, down=action)
    if is_table:
        rows = "{" + ", ".join(f'"{name}" = "{action}"' for name in covers) + "}"
        text = text.replace(f'"{action}"', rows)
    found = refusals(text)
    assert {line.split("'")[1] for line in found} == set(covers)
    for line in found:
        assert line.startswith("f:") and said in line and line.endswith(mend) and "remove it" not in line


@pytest.mark.parametrize("title", ["Tool.weight", "no Tool.weight = x"])
def test_a_single_idle_name_is_refused(title: str) -> None:
    """Every name of an entry covers something, else it is refused at its own line."""
    idle = "names no change that the entry covers and that no row above decides; remove it"
    text = entry(title=f"About {title}", covers=["Tool.size", "Tool.weight"])
    assert refusals(text, ADDED) == [f"f:5: X: 'Tool.weight' {idle}"]
    table = '[change.up]\nFIELD_ADDED_REQUIRED = "fill:0"\nping = "drop"\n'
    assert refusals(entry(title=title, up=None) + table, ADDED) == [f"f:10: X: 'ping' {idle}"]


@pytest.mark.parametrize("rest", ["", " weight → size"])
@pytest.mark.parametrize("rule", ["", "FIELD_RENAMED "])
def test_the_place_of_an_older_name_stands_after_its_rule(rule: str, rest: str) -> None:
    """A name with its rule, and with its detail, states the place of a rename like the place alone."""
    text = entry(covers=[f"{rule}Tool.size{rest if rule else ''}"], up="rename:weight", down="rename:weight")
    assert other_paths(read(text)) == {"Tool.size": ("weight",)}


def test_proposed_entries_are_counted_by_revision() -> None:
    """A line says how to accept all entries that a revision proposed, but those to accept by name."""
    texts = [
        entry(id="A", proposed="r1"),
        entry(id="B", proposed="r1"),
        entry(id="C", proposed="r2", up="rename:a", down="rename:a"),
        entry(id="D", proposed="r3", up="rename:a", down="rename:a"),
        entry(id="E", proposed="r3"),
        entry(id="F"),
    ]
    found = list(proposed(read("".join(texts)), "f"))
    assert [problem.message.split(" ")[0] for problem in found[:5]] == ["A", "B", "C", "D", "E"]
    assert ["--accept" in problem.message for problem in found[:5]] == [False, False, True, True, False]
    by_name = "proposed entries: 2, of which 1 must be accepted by name"
    assert found[5:] == [
        unaccepted("f", "proposed entries: 2", "--revision r1"),
        unaccepted("f", by_name, "--revision r3", "the other 1"),
    ]


@pytest.mark.parametrize(
    ("up", "down", "complaint"),
    [
        ("move:/a/b", "move:/a/c", "`up` says move:/a/b, but `down` says move:/a/c; write the same in both"),
        ("rename:a", "rename:b", "`up` says rename:a, but `down` says rename:b; write the same in both"),
    ],
)
def test_a_member_has_one_other_place_in_both_directions(up: str, down: str, complaint: str) -> None:
    """A name or pointer that only one direction states would count in the other as well."""
    assert refusals(entry(covers=["Tool.size"], up=up, down=down)) == [f"f:1: X: Tool.size: {complaint}"]


@pytest.mark.parametrize("stated", ["move:/a/b", "rename:a"])
@pytest.mark.parametrize(
    "other", ["keep", "drop", "refuse", "refuse:-32000", "fill:1", "keep; drop@Tool.size"]
)
@pytest.mark.parametrize("is_up", [True, False])
def test_a_rename_in_one_direction_is_refused(stated: str, other: str, is_up: bool) -> None:
    """The other direction must state it too, or call a rule that converts the name or path."""
    renamed = replace(ADDED, rule="FIELD_RENAMED")
    up, down = (stated, other) if is_up else (other, stated)
    remedy = "write it in both, or instead entries for the removed and the added member"
    line = f"f:1: X: Tool.size: {stated} is only in one direction; {remedy}"
    assert refusals(entry(covers=["Tool.size"], up=up, down=down), renamed) == [line]
    rule = entry(covers=["Tool.size"], up="rule:own", down=stated)
    assert decide([renamed], read(rule), "f")[0].up == "rule:own"
    (line,) = refusals(entry(covers=["Tool.size"], up=other, down=other), renamed)
    assert line.endswith("has other actions; write the action `rename` or `move` for it")


def test_two_entries_for_one_change_are_refused() -> None:
    """A change is decided by one entry."""
    text = entry() + entry(id="Y", covers=["FIELD_ADDED_REQUIRED"])
    (line,) = refusals(text, ADDED)
    assert line == (
        "f:13: FIELD_ADDED_REQUIRED Tool.size, sent by the server is covered by the entries X and Y; "
        "remove it from all but one"
    )


def test_everything_wrong_is_said_at_once() -> None:
    """An undecided change, an idle entry and a doubled one are all in one refusal."""
    text = entry() + entry(id="Y") + entry(id="Z", covers=["nothing"])
    assert len(refusals(text, ADDED, GONE)) == 3


@pytest.mark.parametrize(
    ("name", "covered"),
    [
        ("Tool.size", True),
        (".size", True),
        ("FIELD_ADDED_REQUIRED", True),
        ("FIELD_ADDED_REQUIRED Tool.size", True),
        ("FIELD_ADDED_REQUIRED .size", True),
        ("FIELD_ADDED_OPTIONAL Tool.size", False),
        ("Tool", False),
        ("size", False),
        ("ize", False),
        ("Tool.*", False),
        ("*.size", False),
        ("*", False),
        ("FIELD_ADDED_REQUIRED *", False),
        ("[T]ool.size", False),
        ("FIELD_ADDED_REQUIRED Tool.size string", False),
    ],
)
def test_a_name_says_rule_place_and_detail(name: str, covered: bool) -> None:
    """A name is a place or its last steps, a rule, or both with the detail; no character is special."""
    (one,) = read(entry(covers=[name]))
    assert one.is_covering(ADDED) == covered


@pytest.mark.parametrize("rule", ["FIELD_MOVED", "FIELD_REMOVED_OPTIONAL", "FIELD_ADDED_OPTIONAL"])
def test_a_moved_member_keeps_the_name_of_its_proposal(rule: str) -> None:
    """`move:` may be said in the entry that was proposed for a removed member; a second ingest is content."""
    moved = ProtocolChange("FIELD_MOVED", "Tool.url", "Tool.url", "server", "", "safe", "safe")
    move = "move:/contact/url"
    (row,) = decide([moved], read(entry(covers=[f"{rule} Tool.url"], up=move, down=move)), "f")
    assert row.id == "X" and row.up == "move:/contact/url"
    assert names_of_change(moved).isdisjoint({"FIELD_REMOVED_OPTIONAL", "FIELD_ADDED_OPTIONAL"})


def test_a_star_is_refused_with_what_to_write() -> None:
    """A star in a name is text like any other, and the refusal says so."""
    text = entry(covers=["Tool.size", "Tool.*"])
    (line,) = refusals(text, ADDED)
    assert line.endswith(
        "(a star is not a pattern: name each location, `.member` of every type, or a rule); remove it"
    )


@pytest.mark.parametrize("rule", sorted(CHANGE_RULES.keys() - {*NEEDS_ENTRY}))
def test_a_change_that_loses_nothing_needs_no_entry(rule: str) -> None:
    """The planner decides it."""
    change = ProtocolChange(rule, "Tool.x", "Tool.x", "server", "", "safe", "safe")
    assert decide([change], (), "f") == (Decided(change, None, "", ""),)


@pytest.mark.parametrize("rule", NEEDS_ENTRY)
def test_a_change_that_loses_something_needs_an_entry(rule: str) -> None:
    """A change that refuses a message or drops a value is undecided until an entry names it."""
    change = ProtocolChange(rule, "Tool.x", "Tool.x", "server", "", "safe", "safe")
    with pytest.raises(Undecided) as caught:
        decide([change], (), "f")
    assert f"undecided: {rule} Tool.x" in str(caught.value)


def test_what_needs_no_entry_is_no_difference_on_the_wire() -> None:
    """A change of messages or values needs an entry, unless older and newer peers read it alike."""
    free = {id for id, rule in CHANGE_RULES.items() if rule.kind in ("message", "value")} - {*NEEDS_ENTRY}
    assert free == {"ERROR_CODE_ADDED", "CONST_CHANGED", "MEMBERS_OPENED", "MEMBERS_CLOSED"}


# The checked-in files

LEDGER = {
    0: [f"T1.{n}" for n in range(1, 7)],
    1: [f"T2.{n}" for n in range(1, 11)],
    2: [f"T3.{n}" for n in range(1, 15) if n != 13],  # T3.13 is how the file is encoded
    3: [f"T4.{n}" for n in range(1, 24)],
}


@pytest.mark.parametrize("step", range(4))
def test_neighbouring_revisions_are_decided(step: int) -> None:
    """Between neighbours nothing is undecided or idle; every visible row of the ledger names some change."""
    rows = decided(REVISIONS[step], REVISIONS[step + 1]).changes
    ids = {row.id for row in rows}
    assert set(LEDGER[step]) <= ids
    assert all(row.up and row.down for row in rows)


def test_only_neighbours_have_decisions() -> None:
    """A file of decisions stands between two neighbours, and ids are unique across all files.

    The newer one may have an extension.
    """
    files = sorted(path.name for path in (data_root("schema") / "changes").iterdir())
    assert files == sorted(
        f"{a}--{b}.toml" for a, b in [*pairwise(REVISIONS), ("2025-11-25", "2026-07-28+tasks")]
    )
    ids = [
        one.id
        for name in files
        for one in read_entries((data_root("schema") / "changes" / name).read_bytes(), name)
    ]
    assert len(ids) == len(set(ids))


# A revision that does not exist: refusal, scaffold, decisions


def test_an_invented_revision_is_refused_until_decided() -> None:
    """Each change of the next revision that somebody has to decide is named, and nothing else is."""
    with pytest.raises(Undecided) as caught:
        decide(find_changes(latest(), invented()), (), SOURCE)
    said = [
        str(problem).removeprefix(f"{SOURCE}: undecided: ").split(",")[0] for problem in caught.value.problems
    ]
    assert said == [
        'ENUM_VALUE_ADDED Role ("system")',
        "FIELD_ADDED_OPTIONAL Annotations.weight",
        "FIELD_ADDED_REQUIRED Tool.category",
        "FIELD_PERHAPS_RENAMED Annotations.weight (priority → weight)",
        "FIELD_REMOVED_OPTIONAL Annotations.priority",
        "FIELD_REMOVED_OPTIONAL Implementation.websiteUrl",
        "METHOD_ADDED completion/suggest (request)",
        "METHOD_ADDED tools/describe (request)",
        "METHOD_PERHAPS_RENAMED completion/suggest (completion/complete → completion/suggest)",
        "METHOD_REMOVED completion/complete (request)",
        "TYPE_CHANGED Resource.size (integer → string)",
        "TYPE_CHANGED ResourceLink.size (integer → string)",
        "VARIANT_ADDED ContentBlock (VideoContent)",
    ]


def test_the_scaffold_is_refused_until_filled_in_and_then_decides() -> None:
    """The scaffold is TOML; left empty it is refused entry by entry, filled in it decides every change."""
    changes = find_changes(latest(), invented())
    with pytest.raises(Undecided) as caught:
        decide(changes, (), SOURCE)
    text = caught.value.scaffold
    places = [table["title"] for table in tomllib.loads(text)["change"]]
    assert places == [
        "Annotations",
        "ContentBlock",
        "Implementation",
        "Resource",
        "ResourceLink",
        "Role",
        "Tool",
        "completion/complete",
        "completion/suggest",
        "tools/describe",
    ]
    with pytest.raises(Refused) as refused:
        read_entries(text.encode(), SOURCE)
    assert len(refused.value.problems) == 5 * len(places)  # id, reference, up, down, reason
    for name in ("reference", "up", "down", "reason"):
        text = text.replace(f'{name} = ""', f'{name} = "keep"')
    for number in range(len(places)):
        text = text.replace('id = ""', f'id = "X.{number}"', 1)
    rows = decide(changes, read_entries(text.encode(), SOURCE), SOURCE)
    assert [row.change for row in rows] == list(changes)
    assert sum(row.entry is not None for row in rows) == 13


def test_the_decisions_of_the_invented_revision_decide_it() -> None:
    """The decisions written for it leave nothing open; the rest needs none."""
    rows = decide(find_changes(latest(), invented()), read_entries(DECISIONS.encode(), SOURCE), SOURCE)
    assert {(row.change.rule, row.change.at) for row in rows if row.entry is None} == {
        ("MESSAGE_LISTED", "ClientRequest"),
        ("MESSAGE_LISTED", "ServerResult"),
        ("CONST_CHANGED", "CompleteRequest.method"),
    }


def test_a_hostile_name_cannot_leave_the_scaffold() -> None:
    """A member's name is text from a schema: whatever it holds, the scaffold stays TOML with one entry."""
    evil = 'x"\n[[change]]\nid = "y\u2028'
    change = ProtocolChange(
        "FIELD_ADDED_REQUIRED",
        f"Tool.{evil}",
        "",
        "server",
        "",
        "safe",
        "breaking",
        location=Location(TOOL, evil),
    )
    (table,) = tomllib.loads(scaffold([change]))["change"]
    (one,) = read(entry(covers=table["covers"]))
    assert one.is_covering(change)
