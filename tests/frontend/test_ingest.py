"""Ingest: snapshots equal a fresh ingest, prose goes and facts stay, and a pin moves only when told to."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import schema_folder
from mcpgen.frontend.ingest import difference, ingest, read_pins
from mcpgen.frontend.prose import without_prose
from mcpgen.problems import Refused
from support.paths import ROOT, official_file

OFFICIAL = ROOT.parent / "shared" / "spec"
REVISIONS = schema_folder.revisions()
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


def write(files: dict[Path, str]) -> None:
    """Write files, with their folders."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def changed(schema: Any, member: str, value: Any) -> Any:
    """Return `schema` with one member of `Tool` of another type."""
    result = json.loads(json.dumps(schema))
    result["$defs"]["Tool"]["properties"][member]["type"] = value
    return result


@official
@pytest.mark.parametrize("revision", REVISIONS)
def test_snapshots_equal_a_fresh_ingest(revision: str, tmp_path: Path) -> None:
    """Each snapshot in `schema/` equals a fresh ingest of the official file, and its pin lists that file."""
    data = official_file(revision).read_bytes()
    files, differences = ingest(data, "official", revision, tmp_path, commit="c", update=False)
    assert not differences
    assert files[tmp_path / revision / "schema.json"] == (
        ROOT / "schema" / revision / "schema.json"
    ).read_text("utf-8")
    fresh, pin = json.loads(files[tmp_path / "pins.json"])[revision], read_pins(ROOT / "schema")[revision]
    assert fresh["sha256"][0] in pin["sha256"]
    assert fresh["snapshot"] == pin["snapshot"]


@official
def test_ingesting_the_official_files_again_changes_nothing() -> None:
    """The checked-in snapshots and pins are a fixed point of ingest."""
    for revision in [name for name in REVISIONS if (OFFICIAL / name).is_dir()]:
        data = official_file(revision).read_bytes()
        files, _ = ingest(data, "official", revision, ROOT / "schema", commit=None, update=False)
        assert all(path.read_text("utf-8") == text for path, text in files.items())


def test_pins_hold_what_a_rebuild_needs() -> None:
    """Every pin names the specification commit, at least one SHA-256, and its own snapshot's."""
    for revision, pin in read_pins(ROOT / "schema").items():
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


def test_same_facts_in_other_bytes_only_add_a_sha(tmp_path: Path) -> None:
    """A file with the same facts in other words, spacing or order adds a SHA-256 and keeps the snapshot."""
    write(ingest(bytes_of(SMALL), "first", "2030-01-01", tmp_path, commit="c0", update=False)[0])
    snapshot = (tmp_path / "2030-01-01" / "schema.json").read_text("utf-8")
    reworded = {**SMALL, "title": "other prose", "$defs": dict(reversed(SMALL["$defs"].items()))}
    for data in (bytes_of(reworded, indent=1), bytes_of(SMALL)):
        files, differences = ingest(data, "again", "2030-01-01", tmp_path, commit=None, update=False)
        write(files)
        assert not differences
    pin = read_pins(tmp_path)["2030-01-01"]
    assert pin["commit"] == "c0"
    assert pin["sha256"] == [
        hashlib.sha256(bytes_of(SMALL)).hexdigest(),
        hashlib.sha256(bytes_of(reworded, indent=1)).hexdigest(),
    ]
    assert (tmp_path / "2030-01-01" / "schema.json").read_text("utf-8") == snapshot


def test_other_facts_are_refused_and_listed(tmp_path: Path) -> None:
    """A file with other facts than the pinned file is refused, with each difference and its place."""
    write(ingest(bytes_of(SMALL), "first", "2030-01-01", tmp_path, commit="c0", update=False)[0])
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.json")}
    other = changed(SMALL, "title", "integer")
    with pytest.raises(Refused) as refused:
        ingest(bytes_of(other), "new.json", "2030-01-01", tmp_path, commit=None, update=False)
    (problem,) = refused.value.problems
    assert problem.location == "new.json"
    assert '/$defs/Tool/properties/title/type: "string" became "integer"' in problem.message
    assert "--update" in problem.message
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.json")} == before


def test_update_pins_other_facts_and_says_what_differs(tmp_path: Path) -> None:
    """With `--update` the new file is pinned, the old file superseded, and the differences returned."""
    write(ingest(bytes_of(SMALL), "first", "2030-01-01", tmp_path, commit="c0", update=False)[0])
    other = changed(SMALL, "title", "integer")
    files, differences = ingest(bytes_of(other), "new", "2030-01-01", tmp_path, commit="c1", update=True)
    write(files)
    assert differences == ['/$defs/Tool/properties/title/type: "string" became "integer"']
    pin = read_pins(tmp_path)["2030-01-01"]
    old = hashlib.sha256(bytes_of(SMALL)).hexdigest()
    assert (pin["commit"], pin["sha256"]) == ("c1", [hashlib.sha256(bytes_of(other)).hexdigest()])
    assert list(pin["superseded"]) == [old]
    with pytest.raises(Refused, match="superseded"):
        ingest(bytes_of(SMALL), "old", "2030-01-01", tmp_path, commit=None, update=False)
    write(ingest(bytes_of(SMALL), "old", "2030-01-01", tmp_path, commit="c0", update=True)[0])
    assert old not in read_pins(tmp_path)["2030-01-01"]["superseded"]


def test_a_superseded_file_is_called_what_it_is(tmp_path: Path) -> None:
    """A file that the pin lists as superseded is refused with the reason that the pin gives."""
    digest = hashlib.sha256(bytes_of(SMALL)).hexdigest()
    (tmp_path / "pins.json").write_text(json.dumps({"R": {"superseded": {digest: "as first published"}}}))
    with pytest.raises(Refused, match="superseded: as first published"):
        ingest(bytes_of(SMALL), "old", "R", tmp_path, commit=None, update=False)


def test_2025_11_25_as_first_published_is_known() -> None:
    """The pin of 2025-11-25 lists the file of its release as superseded, and the flaws of that file."""
    assert "Task.ttl" in read_pins(ROOT / "schema")["2025-11-25"]["superseded"][FIRST_PUBLISHED]


def test_2025_11_25_as_first_published_states_other_facts() -> None:
    """The four facts that were corrected after the release are found."""
    pinned = json.loads((ROOT / "schema" / "2025-11-25" / "schema.json").read_text("utf-8"))
    first = json.loads(json.dumps(pinned))
    first["$defs"]["Task"]["properties"]["ttl"]["type"] = "integer"
    for member in ("minimum", "maximum", "default"):
        first["$defs"]["NumberSchema"]["properties"][member]["type"] = "integer"
    with pytest.raises(Refused, match="^old: 4 protocol differences from the pinned 2025-11-25: "):
        ingest(bytes_of(first), "old", "2025-11-25", ROOT / "schema", commit=None, update=False)


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
