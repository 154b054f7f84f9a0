"""A schema file of one's own: notes in one line, and the overlay of the nearest revision on request."""

from __future__ import annotations

import copy
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcpgen import schema_folder
from mcpgen.commands.own_schema import OwnSchema, parse_own, read_like_nearest
from mcpgen.problems import Refused
from support.paths import ROOT
from support.small_schemas import TEXT, record, schema

SOURCES = schema_folder.packaged().sources
SNAPSHOT: dict[str, Any] = json.loads((ROOT / "schema" / "2025-11-25" / "schema.json").read_text("utf-8"))


@pytest.fixture
def own(tmp_path: Path) -> OwnSchema:
    """Return a draft: 2025-11-25 without one request, with a closed type."""
    draft = copy.deepcopy(SNAPSHOT)
    definitions = draft["$defs"]
    del definitions["GetTaskPayloadRequest"]
    for union in ("ClientRequest", "ServerRequest"):
        arms = definitions[union]["anyOf"]
        definitions[union]["anyOf"] = [arm for arm in arms if "GetTaskPayload" not in arm["$ref"]]
    definitions["Icon"]["additionalProperties"] = False
    path = tmp_path / "draft.json"
    path.write_text(json.dumps(draft))
    return OwnSchema(path, "draft")


def test_notes_are_one_line(own: OwnSchema, capsys: pytest.CaptureFixture[str]) -> None:
    """Without -v, one line counts the inferred names and result types, and proposes the nearest overlay."""
    plain = parse_own(own, SOURCES)
    (line,) = capsys.readouterr().err.splitlines()
    assert (
        line.startswith(f"{own.path}: ")
        and ": mcpgen inferred " in line
        and " names and result types that" in line
    )
    assert "add --like 2025-11-25; " in line and line.endswith("-v lists them")
    assert parse_own(replace(own, verbose=True), SOURCES) == plain
    listed = capsys.readouterr().err.splitlines()
    assert line.split()[3] == str(len(listed) - 1) and "--like 2025-11-25" in listed[-1]
    assert all(each.startswith(f"{own.path}") for each in listed)


def test_like_takes_the_overlay_of_a_revision(own: OwnSchema, capsys: pytest.CaptureFixture[str]) -> None:
    """With --like, names, gates and results are those of the revision. Other entries are reported."""
    built, pinned = parse_own(replace(own, like="2025-11-25"), SOURCES), schema_folder.protocol("2025-11-25")
    (line,) = capsys.readouterr().err.splitlines()
    assert "2 entries of this overlay do not apply" in line
    assert set(built.definitions) == set(pinned.definitions) - {
        "GetTaskPayloadRequest",
        "GetTaskPayloadRequestParams",
    }
    assert built.methods == {n: m for n, m in pinned.methods.items() if n != "tasks/result"}
    parse_own(replace(own, like="2025-11-25", verbose=True), SOURCES)
    assert [line.split()[1] for line in capsys.readouterr().err.splitlines()] == ["[[name]]:", "[[gate]]:"]


def test_like_needs_a_pinned_revision(own: OwnSchema) -> None:
    """An unknown revision is refused, with those that are known."""
    with pytest.raises(Refused, match="--like: 'next' is not pinned; the revisions are 2024-11-05"):
        parse_own(replace(own, like="next"), SOURCES)


def test_no_revision_is_near_another_protocol(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that shares few types with every revision gets no proposal."""
    path = tmp_path / "other.json"
    path.write_text(json.dumps(schema({"Thing": record({"a": record({"b": TEXT})}), "Other": TEXT})))
    parse_own(OwnSchema(path, "other"), SOURCES)
    assert "--like" not in capsys.readouterr().err


@pytest.mark.parametrize("like", [None, "2025-11-25"])
def test_a_pattern_needs_an_entry(own: OwnSchema, like: str | None) -> None:
    """A pattern is refused at its place, with the entry to write, unless an overlay has the entry."""
    draft = json.loads(own.path.read_text())
    draft["$defs"]["Icon"]["properties"]["src"]["pattern"] = "^(a+)+$"
    own.path.write_text(json.dumps(draft))
    place = re.escape(f"{own.path}#/$defs/Icon/properties/src/pattern: decoders would run this pattern")
    with pytest.raises(Refused, match=place + r".*\[\[pattern\]\] pattern = "):
        parse_own(replace(own, like=like), SOURCES)
    overlay = own.path.with_suffix(".toml")
    overlay.write_text('[[pattern]]\npattern = "^(a+)+$"\nreason = "for a test"\n')
    parse_own(replace(own, overlay=overlay), SOURCES)


@pytest.mark.parametrize("like", [None, "2025-11-25"])
def test_a_file_is_read_once(own: OwnSchema, like: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe gives its bytes once; the overlay and the nearest revision are found in the same bytes."""
    opened = list[Path]()
    opening = Path.open

    def noted(path: Path, *arguments: Any, **options: Any) -> Any:
        opened.append(path)
        return opening(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", noted)
    parse_own(replace(own, like=like), SOURCES)
    read_like_nearest(own, SOURCES)
    assert opened.count(own.path) == 2  # once for each of the two


def test_the_nearest_revision_may_be_one_of_the_package(own: OwnSchema) -> None:
    """A folder without the nearest revision takes the overlay that the package has, as an ingest does."""
    pins = json.loads(SOURCES["schema/pins.json"])
    del pins["2025-11-25"], pins["2026-07-28"]  # the second inherits the overlay of the first
    gone = "/2025-11-25/", "/2026-07-28/"
    fewer = {name: data for name, data in SOURCES.items() if not any(folder in name for folder in gone)}
    fewer["schema/pins.json"] = json.dumps(pins).encode()
    assert read_like_nearest(own, fewer) == read_like_nearest(own, SOURCES)
