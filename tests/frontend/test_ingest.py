"""Ingest: snapshots equal a fresh ingest, prose goes and facts stay, and a pin moves only when told to."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from mcpgen import schema_folder
from mcpgen.frontend.ingest import PINS, difference, ingest, parse_pins
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.sources import Sources, read_sources
from mcpgen.problems import Refused
from support.paths import ROOT, official_file

OFFICIAL = ROOT.parent / "shared" / "spec"
REVISIONS = schema_folder.revisions()
OURS = read_sources(ROOT / "schema")
C0, C1 = "0" * 40, "1" * 40  # commits
SMALL_SCHEMA = "schema/2030-01-01/schema.json"
FIRST_PUBLISHED = "4e01628360a2149892eab8f298ceee626d24a58862184eb8ec85d95b8f353e31"

official = pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official schemas are not here")

SMALL: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "prose",
    "$defs": {
        "Tool": {
            "description": "prose",
            "type": "object",
            "properties": {
                "description": {"type": "string", "description": "prose"},
                "title": {"title": "prose", "type": "string"},
                "examples": {"type": "array", "items": {"type": "string", "examples": ["prose"]}},
                "kind": {"anyOf": [{"const": "title", "description": "prose"}, {"type": "null"}]},
                "extra": {
                    "type": "object",
                    "additionalProperties": {"$comment": "prose", "type": "integer"},
                },
            },
            "required": ["title", "description"],
        },
        "title": {"enum": ["description", "title"], "description": "prose"},
    },
}


def bytes_of(schema: Any, **options: Any) -> bytes:
    """Return a schema as a file."""
    return json.dumps(schema, **options).encode()


def write(folder: dict[str, bytes], files: dict[str, str]) -> None:
    """Write files into the sources of a schema folder."""
    folder |= {name: text.encode() for name, text in files.items()}


def pins_of(folder: Sources) -> dict[str, Any]:
    """Return the pins in the sources of a schema folder."""
    return parse_pins(folder[PINS])


def changed(schema: Any, member: str, value: Any) -> Any:
    """Return `schema` with one member of `Tool` of another type."""
    result = json.loads(json.dumps(schema))
    result["$defs"]["Tool"]["properties"][member]["type"] = value
    return result


@official
@pytest.mark.parametrize("revision", REVISIONS)
def test_snapshots_equal_a_fresh_ingest(revision: str) -> None:
    """Each snapshot in `schema/` equals a fresh ingest of the official file, and its pin lists that file."""
    data = official_file(revision).read_bytes()
    files, differences = ingest(data, "official", revision, {}, commit=C0, update=False)
    assert not differences
    name = f"schema/{revision}/schema.json"
    assert files[name].encode() == OURS[name]
    fresh, pin = json.loads(files[PINS])[revision], pins_of(OURS)[revision]
    assert fresh["sha256"][0] in pin["sha256"]
    assert fresh["snapshot"] == pin["snapshot"]


@official
def test_ingesting_the_official_files_again_changes_nothing() -> None:
    """The checked-in snapshots and pins are a fixed point of ingest."""
    for revision in [name for name in REVISIONS if (OFFICIAL / name).is_dir()]:
        data = official_file(revision).read_bytes()
        files, _ = ingest(data, "official", revision, OURS, commit=None, update=False)
        assert all(OURS[name] == text.encode() for name, text in files.items())


def test_pins_hold_what_a_rebuild_needs() -> None:
    """Every pin names the specification commit, at least one SHA-256, and its own snapshot's."""
    for revision, pin in pins_of(OURS).items():
        snapshot = (ROOT / "schema" / revision / "schema.json").read_bytes()
        assert len(pin["commit"]) == 40 and pin["sha256"]
        assert pin["snapshot"] == hashlib.sha256(snapshot).hexdigest()
        assert not set(pin["sha256"]) & set(pin.get("superseded", {}))


def test_snapshots_hold_no_prose() -> None:
    """No snapshot keeps a description, title or comment; members that are named so stay."""
    for revision in REVISIONS:
        schema = json.loads((ROOT / "schema" / revision / "schema.json").read_text("utf-8"))
        assert without_prose(schema) == schema
        tool = schema.get("$defs", schema.get("definitions"))["Tool"]
        assert tool["properties"]["description"] == {"type": "string"}


def test_prose_goes_and_members_named_like_it_stay() -> None:
    """`description`, `title` and `examples` are prose as keywords and facts as names, in the file's order."""
    kept = without_prose(SMALL)
    assert "prose" not in json.dumps(kept)
    tool = kept["$defs"]["Tool"]
    assert list(tool["properties"]) == ["description", "title", "examples", "kind", "extra"]
    assert tool["required"] == ["title", "description"]
    assert tool["properties"]["kind"] == {"anyOf": [{"const": "title"}, {"type": "null"}]}
    assert tool["properties"]["extra"]["additionalProperties"] == {"type": "integer"}
    assert kept["$defs"]["title"] == {"enum": ["description", "title"]}


def test_same_facts_in_other_bytes_only_add_a_sha() -> None:
    """A file with the same facts in other words, spacing or order adds a SHA-256 and keeps the snapshot."""
    folder: dict[str, bytes] = {}
    write(folder, ingest(bytes_of(SMALL), "first", "2030-01-01", folder, commit=C0, update=False)[0])
    snapshot = folder[SMALL_SCHEMA]
    reworded = {**SMALL, "title": "other prose", "$defs": dict(reversed(SMALL["$defs"].items()))}
    for data in (bytes_of(reworded, indent=1), bytes_of(SMALL)):
        files, differences = ingest(data, "again", "2030-01-01", folder, commit=None, update=False)
        write(folder, files)
        assert not differences
    pin = pins_of(folder)["2030-01-01"]
    assert pin["commit"] == C0
    assert pin["sha256"] == [
        hashlib.sha256(bytes_of(SMALL)).hexdigest(),
        hashlib.sha256(bytes_of(reworded, indent=1)).hexdigest(),
    ]
    assert folder[SMALL_SCHEMA] == snapshot


def test_other_facts_are_refused_and_listed() -> None:
    """A file with other facts than the pinned file is refused, with each difference and its place."""
    folder: dict[str, bytes] = {}
    write(folder, ingest(bytes_of(SMALL), "first", "2030-01-01", folder, commit=C0, update=False)[0])
    before = dict(folder)
    other = changed(SMALL, "title", "integer")
    with pytest.raises(Refused) as refused:
        ingest(bytes_of(other), "new.json", "2030-01-01", folder, commit=None, update=False)
    (problem,) = refused.value.problems
    assert problem.location == "new.json"
    assert '/$defs/Tool/properties/title/type: "string" became "integer"' in problem.message
    assert "--update" in problem.message
    assert folder == before


def test_update_pins_other_facts_and_says_what_differs() -> None:
    """With `--update` the new file is pinned, the old file superseded, and the differences returned."""
    folder: dict[str, bytes] = {}
    write(folder, ingest(bytes_of(SMALL), "first", "2030-01-01", folder, commit=C0, update=False)[0])
    other = changed(SMALL, "title", "integer")
    files, differences = ingest(bytes_of(other), "new", "2030-01-01", folder, commit=C1, update=True)
    write(folder, files)
    assert differences == ['/$defs/Tool/properties/title/type: "string" became "integer"']
    pin = pins_of(folder)["2030-01-01"]
    old = hashlib.sha256(bytes_of(SMALL)).hexdigest()
    assert (pin["commit"], pin["sha256"]) == (C1, [hashlib.sha256(bytes_of(other)).hexdigest()])
    assert list(pin["superseded"]) == [old]
    with pytest.raises(Refused, match="superseded"):
        ingest(bytes_of(SMALL), "old", "2030-01-01", folder, commit=None, update=False)
    write(folder, ingest(bytes_of(SMALL), "old", "2030-01-01", folder, commit=C0, update=True)[0])
    assert old not in pins_of(folder)["2030-01-01"]["superseded"]


def test_a_superseded_file_is_called_what_it_is() -> None:
    """A file that the pin lists as superseded is refused with the reason that the pin gives."""
    digest = hashlib.sha256(bytes_of(SMALL)).hexdigest()
    folder = {PINS: json.dumps({"R": {"superseded": {digest: "as first published"}}}).encode()}
    with pytest.raises(Refused, match="superseded: as first published"):
        ingest(bytes_of(SMALL), "old", "R", folder, commit=None, update=False)


def test_2025_11_25_as_first_published_is_known() -> None:
    """The pin of 2025-11-25 lists the file of its release as superseded, and the flaws of that file."""
    assert "Task.ttl" in pins_of(OURS)["2025-11-25"]["superseded"][FIRST_PUBLISHED]


def test_2025_11_25_as_first_published_states_other_facts() -> None:
    """The four facts that were corrected after the release are found."""
    pinned = json.loads((ROOT / "schema" / "2025-11-25" / "schema.json").read_text("utf-8"))
    first = json.loads(json.dumps(pinned))
    first["$defs"]["Task"]["properties"]["ttl"]["type"] = "integer"
    for member in ("minimum", "maximum", "default"):
        first["$defs"]["NumberSchema"]["properties"][member]["type"] = "integer"
    with pytest.raises(
        Refused, match="^old: the file has 4 protocol differences from the pinned 2025-11-25: "
    ):
        ingest(bytes_of(first), "old", "2025-11-25", OURS, commit=None, update=False)


def test_a_pin_claims_no_file_that_is_not_there() -> None:
    """If the snapshot is not the pinned one, a file is pinned only by `--update`, and alone."""
    folder: dict[str, bytes] = {}
    write(folder, ingest(bytes_of(SMALL), "first", "2030-01-01", folder, commit=C0, update=False)[0])
    other = changed(SMALL, "title", "integer")
    folder[SMALL_SCHEMA] = json.dumps(without_prose(other)).encode()
    for data in (bytes_of(SMALL), bytes_of(other)):
        with pytest.raises(Refused, match="schema.json of 2030-01-01 differs from its pin"):
            ingest(data, "again", "2030-01-01", folder, commit=None, update=False)
    write(folder, ingest(bytes_of(other), "again", "2030-01-01", folder, commit=C1, update=True)[0])
    pin = pins_of(folder)["2030-01-01"]
    assert pin["sha256"] == [hashlib.sha256(bytes_of(other)).hexdigest()]
    assert pin["snapshot"] == hashlib.sha256(folder[SMALL_SCHEMA]).hexdigest()


@pytest.mark.parametrize(
    "old, new, line",
    [
        ({"a": 1}, {}, "/a: removed"),
        ({}, {"a/b": {"x": 1}}, '/a~1b: added {"x": 1}'),
        ({"a": 1}, {"a": 1.0}, "/a: 1 became 1.0"),
        ({"a": 1}, {"a": True}, "/a: 1 became true"),
        ({"r": ["a"]}, {"r": ["a", "b"]}, '/r: added "b"'),
        ({"r": ["a", "b"]}, {"r": ["b"]}, '/r: removed "a"'),
        ({"r": ["a", "b"]}, {"r": ["b", "c"]}, '/r: "a" became "c"'),
        ({"r": ["a"]}, {"r": ["a", "a"]}, '/r: added "a"'),
        ({"a": "v" * 99}, {"a": "v" * 99 + "w"}, f'/a: …{"v" * 20}" became …{"v" * 20}w"'),
    ],
)
def test_differences_are_located(old: Any, new: Any, line: str) -> None:
    """A difference is one line that begins with its JSON Pointer."""
    assert list(difference(old, new)) == [line]


def test_a_long_enumeration_shows_its_only_difference() -> None:
    """Of a long enumeration only the constants that were added or removed are printed, each in full."""
    values = [f"{'v' * 200}{n}" for n in range(40)]
    assert list(difference({"enum": values}, {"enum": [*values, "x" * 200]})) == [
        f'/enum: added "{"x" * 200}"'
    ]
    (line,) = difference({"enum": values}, {"enum": [*values[:-1], f"{'v' * 200}new"]})
    assert line == f'/enum: …{"v" * 20}39" became …{"v" * 20}new"'


def test_order_is_no_difference() -> None:
    """Neither members nor the entries of `required` and `enum` have an order that counts."""
    assert not list(difference({"a": 1, "b": ["x", "y"]}, {"b": ["y", "x"], "a": 1}))
