"""Overlay: every entry has a reason and agrees with the schema; a correction asserts the old value."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcpgen import schema_folder
from mcpgen.frontend.inheritance import fitted
from mcpgen.frontend.overlay import KEYS, OF_EXTENSIONS, Overlay, corrected
from mcpgen.frontend.toml_document import form_schema
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.problems import Refused
from support.small_schemas import TEXT, Workshop, record, ref, schema, union

REVISIONS = schema_folder.revisions()


def pinned(revision: str) -> tuple[Overlay, Any]:
    """Return the overlay and the snapshot of a revision."""
    source = schema_folder.packaged().schema(revision)
    official = json.loads(source.data)
    return fitted(official, source.overlay), official


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """Return a folder to build small schemas in."""
    return Workshop(tmp_path_factory.mktemp("overlay"))


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_pinned_entry_gives_a_reason(revision: str) -> None:
    """No entry of a checked-in overlay goes without a reason of some length."""
    overlay, _ = pinned(revision)
    for table, entries in overlay.entries.items():
        for entry in entries:
            assert len(entry["reason"]) > 15, (table, entry)


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_correction_fails_when_upstream_changes_under_it(revision: str) -> None:
    """A correction that finds another value than it replaces is refused at its line.

    If it is inherited and finds the value that it would write, it has no effect.
    """
    overlay, official = pinned(revision)
    assert corrected(official, overlay) is not official or not overlay.table("correction")
    unused = [problem.location for _, problem in overlay.unused]
    for index, entry in enumerate(overlay.table("correction")):
        if overlay.located("correction", index) in unused:
            continue
        fixed = json.loads(json.dumps(official))
        node = fixed
        *path, last = entry["at"].split("/")[1:]
        for step in path:
            node = node[int(step)] if isinstance(node, list) else node[step]
        found = node[last] if isinstance(node, list) else node.get(last)
        assert found == entry.get("expected") != entry["value"]
        node[last] = entry["value"]
        if ("correction", index) in overlay.inherited:
            corrected(fixed, overlay)
            node[last] = "another value"
        with pytest.raises(Refused) as refused:
            corrected(fixed, overlay)
        lines = [str(problem) for problem in refused.value.problems]
        place = f"{overlay.located('correction', index)}: {entry['at']}: the schema "
        assert [line for line in lines if line.startswith(place)] == lines


DEFINITIONS: dict[str, Any] = {
    "Result": record({}),
    "EmptyResult": ref("Result"),
    "CallRequest": record({"method": {"const": "call", "type": "string"}, "level": TEXT}, ["method"]),
    "ClientRequest": union(ref("CallRequest")),
    "Level": {"type": "string", "enum": ["high", "low"]},
    "Open": record({"box": record({"name": TEXT})}),
    "Fault": record({"code": {"const": -5, "type": "integer"}}, ["code"]),
    "Sized": record({"size": {"type": "integer"}}, ["size"]),
    "NewsNotification": record({"method": {"const": "news", "type": "string"}}, ["method"]),
    "ServerNotification": union(ref("NewsNotification")),
}


@pytest.mark.parametrize(
    "toml, line",
    [
        (
            '[[correction]]\nat = "/$defs/Level/type"\nexpected = "integer"\nvalue = "number"\n',
            "/$defs/Level/type: the schema has the value 'string', not 'integer'; "
            "remove or update the correction",
        ),
        (
            '[[correction]]\nat = "/$defs/Nope/type"\nexpected = 1\nvalue = 2\n',
            "/$defs/Nope/type: the schema has no 'Nope' on this path; remove or update the correction",
        ),
        (
            '[[correction]]\nat = "/$defs/ClientRequest/anyOf/1"\nexpected = 1\nvalue = 2\n',
            "/$defs/ClientRequest/anyOf/1: the schema has no '1' on this path; "
            "remove or update the correction",
        ),
        ('[[name]]\nname = "Box"\nat = ["/$defs/Open/properties/bax"]\n', None),
        ('[[name]]\nname = "Result"\nat = ["/$defs/Open/properties/box"]\n', None),
        ('[[name]]\nname = "import"\nat = ["/$defs/Open/properties/box"]\n', None),
        ('[[open]]\ntype = "Level"\n', "Level is not an object type of this schema; remove the entry"),
        ('[[result]]\nmethod = "cal"\nresults = ["Result"]\n', "small has no method cal; remove the entry"),
        ('[[result]]\nmethod = "call"\nresults = ["Rsult"]\n', "small has no type Rsult; remove the entry"),
        (
            '[[gate]]\ncapability = "server:x"\nmethods = ["cal"]\n',
            "small has no method cal; remove the entry",
        ),
        (
            '[[error]]\nname = "X"\ncode = -6\ntype = "Fault"\n',
            "Fault does not have the code -6; correct the entry",
        ),
        (
            '[[order]]\ntype = "Level"\nvalues = ["low", "mid"]\n',
            "Level: the order does not match the schema; add 'high' in its position and remove 'mid'",
        ),
        (
            '[[order]]\ntype = "Level"\nvalues = ["low", "high", "low"]\n',
            "Level: the order does not match the schema; name each value once",
        ),
        (
            '[[order]]\ntype = "Fault"\nvalues = ["low"]\n',
            "Fault is not an enumeration of this schema; remove the entry",
        ),
        (
            '[[known]]\nat = "CallRequest.lvl"\nvalues = ["a"]\n',
            "small has no type or member CallRequest.lvl; remove the entry",
        ),
        (
            '[[guard]]\ntype = "Result"\nmember = "x"\nvalue = "y"\n',
            "small has no member Result.x; remove the entry",
        ),
        (
            '[[guard]]\ntype = "Fault"\nmember = "code"\nvalue = -6\n',
            "Fault.code cannot be -6; correct the entry",
        ),
        (
            '[[guard]]\ntype = "CallRequest"\nmember = "level"\nvalue = true\n',
            "CallRequest.level cannot be true; correct the entry",
        ),
        (
            '[[guard]]\ntype = "Sized"\nmember = "size"\nvalue = "5"\n',
            'Sized.size cannot be "5"; correct the entry',
        ),
        (
            '[[known]]\nat = "Level"\nvalues = ["mid"]\n',
            "Level is an enumeration, so its values are in the schema; remove the entry",
        ),
        (
            '[[known]]\nat = "Sized.size"\nvalues = ["mid"]\n',
            'Sized.size cannot be "mid"; correct the entry',
        ),
        ('[[prefilled]]\nmember = "size"\nvalue = "5"\n', 'Sized.size cannot be "5"; correct the entry'),
        (
            '[[prefilled]]\nmember = "code"\nvalue = -5\n',
            "no type of small requires code with more than one possible value; remove the entry",
        ),
        (
            '[[result]]\nmethod = "news"\nresults = ["Result"]\n',
            "news is a notification, so it has no result; remove the entry",
        ),
        (
            '[[result]]\nmethod = "call"\nresults = ["Result", "Result"]\n',
            "Result is named twice; name each result once",
        ),
        (
            '[[result]]\nmethod = "call"\nresults = ["CallRequest"]\n',
            "CallRequest is a message, not a result; name the type of a result",
        ),
        (
            '[[result]]\nmethod = "call"\nresults = ["Level"]\n',
            "Level is not an object type; name the type of a result",
        ),
        ('[[pattern]]\npattern = "^x"\n', "the schema has no pattern '^x'; remove the entry"),
        ('[[deprecated]]\nwhat = "ping"\n', "small has no method, type or member ping; remove the entry"),
        ('[[metadata]]\nmethod = "ping"\nkeys = ["x/y"]\n', "small has no method ping; remove the entry"),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_an_entry_that_the_schema_does_not_bear_out_is_refused(
    workshop: Workshop, toml: str, line: str | None
) -> None:
    """An entry about another value, no such place, type, member or method fails the build, located."""
    (refused,) = workshop.refusal(schema(DEFINITIONS), overlay=toml + 'reason = "r"\n')
    assert refused.startswith(("overlay.toml:", "schema.json#/$defs/")), refused
    assert line is None or refused == f"overlay.toml:1: {line}"


@pytest.mark.parametrize(
    "toml",
    [
        '[[guard]]\ntype = "Fault"\nmember = "code"\nvalue = -5\n',
        '[[guard]]\ntype = "CallRequest"\nmember = "level"\nvalue = "x"\n',
        '[[known]]\nat = "CallRequest.level"\nvalues = ["x"]\n',
        '[[prefilled]]\nmember = "size"\nvalue = 5.0\n',
        '[[result]]\nmethod = "call"\nresults = ["EmptyResult", "Open"]\n',
    ],
)
def test_an_entry_that_the_schema_bears_out_is_taken(workshop: Workshop, toml: str) -> None:
    """A value that the schema allows in its place builds, and so does the name of a result."""
    assert workshop.refusal(schema(DEFINITIONS), overlay=toml + 'reason = "r"\n') == []


def test_two_errors_with_one_name_or_code_are_refused(workshop: Workshop) -> None:
    """A conversion could not tell them apart."""
    first = '[[error]]\nname = "FAULT"\ncode = -5\nreason = "r"\n'
    for other, repeated in ((("FAULT", -6), "FAULT"), (("OTHER", -5), "-5"), (("OTHER", -6), None)):
        second = entry_text("error", name=other[0], code=other[1], reason="r")
        line = f"overlay.toml:5: [[error]] has {repeated} twice; keep one entry"
        assert workshop.refusal(schema(DEFINITIONS), overlay=first + second) == [line] * bool(repeated)


def test_a_correction_is_held_to_the_metaschema(workshop: Workshop) -> None:
    """A corrected schema is checked like the schema of a file."""
    toml = '[[correction]]\nat = "/$defs/Fault/required"\nexpected = ["code"]\nvalue = 5\nreason = "r"\n'
    (refused,) = workshop.refusal(schema(DEFINITIONS), overlay=toml)
    assert refused.startswith("schema.json#/$defs/Fault/required: not a valid JSON Schema")


@pytest.mark.parametrize("table", OF_EXTENSIONS)
def test_a_table_of_extensions_is_refused_in_the_overlay_of_a_revision(
    workshop: Workshop, table: str
) -> None:
    """Such an entry describes an extension, so it would have no effect on a revision."""
    item = form_schema("overlay")["properties"][table]["items"]
    examples: dict[str, Any] = {"extends": "small", "senders": ["client"], "kind": "request", "reason": "r"}
    examples |= {"types": ["Open"]}
    entry = {name: examples.get(name, "Open") for name in item["required"]}
    toml = f"{entry_text(table, **entry)}\n"
    assert workshop.refusal(schema(DEFINITIONS), overlay=f"{toml}\n{toml}") == [
        f"overlay.toml:{line}: [[{table}]] is only for the overlay of an extension; remove the entry, "
        "or move it to schema/extensions/NAME/REVISION/overlay.toml"
        for line in (1, len(entry) + 3)
    ]


def test_every_table_is_for_a_revision_or_for_an_extension() -> None:
    """A new table of the form must be inherited by revisions, or be refused in their overlays."""
    tables = form_schema("overlay")["properties"].keys() - {"inherits", "removed"}
    assert tables == {*KEYS, *OF_EXTENSIONS} and not KEYS.keys() & {*OF_EXTENSIONS}


def test_one_place_has_one_entry(workshop: Workshop) -> None:
    """Two entries about the same place are refused at the second."""
    toml = '[[open]]\ntype = "Open"\nreason = "r"\n' * 2
    assert workshop.refusal(schema(DEFINITIONS), overlay=toml) == [
        "overlay.toml:4: [[open]] has Open twice; keep one entry"
    ]
