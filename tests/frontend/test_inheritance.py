"""Overlays that inherit: an overlay states what differs from the overlay of another revision."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mcpgen import cli
from mcpgen.frontend.inheritance import base_of, fitted, inherited, inheriting, with_inherited
from mcpgen.frontend.overlay import Overlay, read_overlay
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.sources import Sources, read_sources
from mcpgen.problems import Refused
from mcpgen.schema_folder import SchemaFolder, folder_of, packaged

REVISIONS = packaged().revisions
OLDEST, LATEST = REVISIONS[0], REVISIONS[-1]
BASE = """
[[name]]
name = "Shared"
at = ["/definitions/A/properties/x", "/definitions/B/properties/x"]
reason = "base"

[[gate]]
capability = "server:tools"
methods = ["tools/list", "tools/call"]
reason = "base"

[[ungated]]
methods = ["ping", "roots/list"]
reason = "base"

[[error]]
name = "GONE"
code = -1
reason = "base"

[[known]]
at = "A.x"
values = ["a"]
reason = "base"
"""


def combined(own: str) -> Overlay:
    """Return the overlay `own` with the entries of `BASE`."""
    return inheriting(read_overlay(own.encode(), "own.toml"), read_overlay(BASE.encode(), "base.toml"))


def edited(revision: str, edit: tuple[str, str] | str) -> Sources:
    """Return the packaged folder with another text in an overlay: one part replaced, or a text appended."""
    name = f"schema/{revision}/overlay.toml"
    text = packaged().sources[name].decode()
    if isinstance(edit, tuple):
        assert edit[0] in text
        text = text.replace(*edit)
    else:
        text = f"{text}\n{edit}"
    return {**packaged().sources, name: text.encode()}


def refusal(sources: Sources, revision: str) -> list[str]:
    """Return the lines of the refusal of a revision."""
    with pytest.raises(Refused) as refused:
        folder_of(sources).protocol(revision)
    return str(refused.value).splitlines()


@pytest.mark.parametrize("revision", REVISIONS[1:])
def test_each_pinned_overlay_states_only_what_differs(revision: str) -> None:
    """No entry of a file repeats an entry that the file inherits."""
    name = f"schema/{revision}/overlay.toml"
    own = read_overlay(packaged().sources[name], name)
    assert own.inherits == REVISIONS[REVISIONS.index(revision) - 1]
    base = base_of(own, packaged().sources)
    facts = [{**entry, "reason": ""} for table in base.entries for entry in base.table(table)]
    assert not [
        entry for table in own.entries for entry in own.table(table) if {**entry, "reason": ""} in facts
    ]
    assert inherited(packaged().sources, revision) == list(REVISIONS[: REVISIONS.index(revision)])[::-1]


def test_an_entry_replaces_the_inherited_one() -> None:
    """A list of pointers or methods loses only the items that are stated again, in either table of gates."""
    whole = combined(
        '[[name]]\nname = "Other"\nat = ["/$defs/B/properties/x"]\nreason = "own"\n'
        '[[gate]]\ncapability = "server:x"\nmethods = ["tools/list", "ping"]\nreason = "own"\n'
        '[[known]]\nat = "A.x"\nvalues = ["b"]\nreason = "own"\n'
    )
    assert [(entry["name"], entry["at"]) for entry in whole.table("name")] == [
        ("Shared", ["/definitions/A/properties/x"]),
        ("Other", ["/$defs/B/properties/x"]),
    ]
    assert [entry["methods"] for entry in whole.table("gate")] == [["tools/call"], ["tools/list", "ping"]]
    assert [entry["methods"] for entry in whole.table("ungated")] == [["roots/list"]]
    assert [entry["values"] for entry in whole.table("known")] == [["b"]]
    assert whole.located("gate", 0) == "base.toml:7" and whole.located("gate", 1) == "own.toml:5"


def test_an_inherited_entry_is_removed() -> None:
    """`[[removed]]` names entries that are inherited; any other name is refused at its line."""
    removed = '[[removed]]\ntable = "{}"\nentries = ["{}"]\nreason = "own"\n'
    assert combined(removed.format("error", "GONE")).table("error") == []
    assert combined(removed.format("gate", "tools/list")).table("gate")[0]["methods"] == ["tools/call"]
    assert combined(removed.format("known", "A.x")).table("known") == []
    for table, name in (("error", "OTHER"), ("open", "GONE"), ("gate", "ping")):
        with pytest.raises(
            Refused, match=rf"own.toml:1: no \[\[{table}\]\] {name} is inherited; remove the item"
        ):
            combined(removed.format(table, name))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("2099-01-01", "inherits '2099-01-01', which is not pinned; name a pinned revision"),
        (LATEST, f"inherits {REVISIONS[-2]}, which inherits this overlay; correct one of the two"),
        (REVISIONS[-2], f"inherits {REVISIONS[-2]}, which inherits this overlay; correct one of the two"),
        ("\\u0000", "inherits '\\x00', which is not pinned; name a pinned revision"),
    ],
)
def test_a_base_that_cannot_be_inherited(name: str, message: str) -> None:
    """An unknown revision, the revision itself, and a circle of revisions are refused."""
    sources = edited(REVISIONS[-2], (f'inherits = "{REVISIONS[-3]}"', f'inherits = "{name}"'))
    lines = refusal(sources, REVISIONS[-2])
    assert [line.partition(": ")[2] for line in lines] == [message]
    assert refusal(sources, LATEST)


def test_a_missing_base_is_one_problem(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The overlay of the base is missing for every revision that inherits it, and is reported once."""
    folder = shutil.copytree(data_root("schema"), tmp_path / "schema")
    (folder / OLDEST / "overlay.toml").unlink()
    assert cli.run(["build", "--check", "--schema-dir", str(folder)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{OLDEST}/overlay.toml: is missing; restore the file" in line


CORRECTION = (
    '[[correction]]\nat = "/$defs/Tool/type"\nexpected = "{}"\nvalue = "{}"\nreason = "a wrong type"\n'
)


def test_an_inherited_correction() -> None:
    """It has no effect if the file is right or lacks the location, and is refused if the value is another."""
    base = edited(REVISIONS[-2], CORRECTION.format("object", "object"))
    assert folder_of(base).protocol(LATEST) == packaged().protocol(LATEST)
    base = edited(REVISIONS[-2], CORRECTION.format("array", "object"))
    assert folder_of(base).protocol(LATEST) == packaged().protocol(LATEST)
    base = edited(REVISIONS[-2], CORRECTION.format("array", "string"))
    (line,) = refusal(base, LATEST)
    assert line.startswith(f"schema/{REVISIONS[-2]}/overlay.toml:")
    assert line.endswith(
        f"schema/{LATEST}/overlay.toml inherits this entry: state it there as it is now, or in [[removed]]"
    )
    own = f"{base[f'schema/{LATEST}/overlay.toml'].decode()}\n"
    own += '[[removed]]\ntable = "correction"\nentries = ["/$defs/Tool/type"]\nreason = "it is right here"\n'
    mended = {**base, f"schema/{LATEST}/overlay.toml": own.encode()}
    assert folder_of(mended).protocol(LATEST) == packaged().protocol(LATEST)


def test_an_inherited_error_code() -> None:
    """A code that the type of the error contradicts is refused, with both files."""
    text = '[[error]]\nname = "ODD"\ncode = -5\ntype = "HeaderMismatchError"\nreason = "an invented code"\n'
    (line,) = refusal(edited(REVISIONS[-2], text), LATEST)
    assert line.startswith(f"schema/{REVISIONS[-2]}/overlay.toml:")
    assert "HeaderMismatchError does not have the code -5; correct the entry" in line and LATEST in line


def test_unused_entries_are_noted_in_file_order() -> None:
    """The report of an ingest lists them, so their order must not depend on hashes."""
    names = [f"Name{number}" for number in range(30)]
    text = "".join(
        f'[[name]]\nname = "{name}"\nat = ["/$defs/{name}/b", "/$defs/{name}/a"]\nreason = "r"\n\n'
        for name in names
    )
    own = read_overlay(b'inherits = "base"\n', "own.toml")
    overlay = inheriting(own, read_overlay(text.encode(), "base.toml"))
    fitted({"$defs": dict.fromkeys(names, {})}, overlay)
    expected = [f"/$defs/{name}/{member}" for name in names for member in "ba"]
    assert [problem.subject for _, problem in overlay.unused] == expected


def test_forget_leaves_the_heirs_whole(tmp_path: Path) -> None:
    """Without its base, an overlay has the entries itself, and the revision reads as before."""
    folder = shutil.copytree(data_root("schema"), tmp_path / "schema")
    assert cli.run(["forget", OLDEST, "--schema-dir", str(folder)]) == 0
    rest = SchemaFolder(folder)
    for revision in rest.revisions:
        assert rest.protocol(revision) == packaged().protocol(revision)
    text = (folder / REVISIONS[1] / "overlay.toml").read_text("utf-8")
    assert "inherits" not in text and "[[error]]" in text
    heir = read_overlay(text.encode(), f"schema/{REVISIONS[1]}/overlay.toml")
    assert not heir.inherited and with_inherited(heir, read_sources(folder)).entries == heir.entries


def test_an_ingest_without_the_base_copies_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that lacks the most similar revision gets the entries of the packaged one."""
    folder = shutil.copytree(data_root("schema"), tmp_path / "schema")
    assert cli.run(["forget", LATEST, "--schema-dir", str(folder)]) == 0
    capsys.readouterr()
    file = tmp_path / "official.json"
    file.write_bytes(packaged().sources[f"schema/{LATEST}/schema.json"])
    options = ["--revision", "2099-01-31", "--commit", "0" * 40, "--schema-dir", str(folder)]
    assert cli.run(["ingest", str(file), *options]) == 0
    assert f"copied from {LATEST}" in capsys.readouterr().out
    copy, whole = SchemaFolder(folder).protocol("2099-01-31"), packaged().protocol(LATEST)
    assert (copy.definitions, copy.methods, copy.errors) == (whole.definitions, whole.methods, whole.errors)
    facts = json.loads(file.read_bytes())
    assert facts and "inherits" not in (folder / "2099-01-31" / "overlay.toml").read_text("utf-8")
