"""Schema folders: the folder that a command reads without `--schema-dir`, and the paths in messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcpgen import cli
from mcpgen.commands.schema_dir import found
from mcpgen.frontend.package_data import data_root
from mcpgen.schema_folder import revisions

REVISIONS = revisions()


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project folder whose `schema/` lacks the overlay of the second revision."""
    project = tmp_path_factory.mktemp("own")
    assert cli.run(["init", str(project / "schema")]) == 0
    (project / "schema" / REVISIONS[1] / "overlay.toml").unlink()
    return project


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the only line on stderr of a command that refuses its input."""
    capsys.readouterr()
    assert cli.run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize("below", ["", "work", "schema", "schema/changes"])
def test_the_nearest_schema_folder_is_read(
    own: Path, below: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command reads the `schema/` at or above the working directory; a refusal cites a path from there."""
    (own / below).mkdir(exist_ok=True)
    monkeypatch.chdir(own / below)
    path = refused(["diff", *REVISIONS[:2]], capsys).partition(": ")[0]
    assert not Path(path).is_absolute()
    assert Path(path).resolve() == own / "schema" / REVISIONS[1] / "overlay.toml"


def test_the_option_wins(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--schema-dir` names the folder as the user wrote it, in the location and in the message."""
    folder = own / "schema"
    line = refused(["build", "--out", str(own / "out"), "--schema-dir", str(folder)], capsys)
    assert line.startswith(f"{folder}/{REVISIONS[1]}/overlay.toml: ")
    assert f" {folder}/pins.json" in line


def test_the_packaged_folder_is_the_last_resort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a schema folder above, a command reads the packaged one; a folder without pins counts not."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schema").mkdir()
    assert found(None) == data_root("schema")
    assert cli.run(["revisions"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(REVISIONS)


def test_the_packaged_folder_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that writes refuses the packaged folder, and says how to start a folder of one's own."""
    monkeypatch.chdir(tmp_path)
    snapshot = data_root("schema") / REVISIONS[-1] / "schema.json"
    assert "mcpgen init DIR" in refused(["ingest", str(snapshot), "--revision", "2030-01-01"], capsys)
    assert not (data_root("schema") / "2030-01-01").exists()


@pytest.mark.parametrize(
    "command",
    [
        ["ingest", "FILE", "--revision", "2030-01-01"],
        ["ingest", "FILE", "--revision", "2026-07-28+tasks"],
        ["ingest", "--check", "FILE", "--revision", "2026-07-28"],
        ["forget", "2026-07-28"],
        ["revisions"],
        ["diff", *REVISIONS[-2:]],
        ["explain", "Tool"],
        ["build", "--check"],
        ["export", "--out", "export"],
        ["atlas", "--out", "atlas"],
    ],
)
def test_a_place_without_a_schema_folder_is_refused(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No command makes the folder that `--schema-dir` names: one line says which command does."""
    monkeypatch.chdir(tmp_path)
    snapshot = str(data_root("schema") / REVISIONS[-1] / "schema.json")
    (tmp_path / "other").mkdir()
    for place in ("missing", "other"):
        line = refused([snapshot if w == "FILE" else w for w in command] + ["--schema-dir", place], capsys)
        step = f"to start a schema folder there, run mcpgen init {place} "
        assert line.startswith(f"{place}: has no pins.json; {step}")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["other"]


@pytest.mark.parametrize(
    "command", [["ingest", "FILE", "--revision", "2030-01-01"], ["forget", REVISIONS[-1]]]
)
@pytest.mark.parametrize("link", ["2030-01-01", "changes/more.toml", "extensions/tasks/2026-07-28/more"])
def test_nothing_is_written_through_a_link_out_of_the_folder(
    command: list[str], link: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that writes refuses a folder with a symbolic link that leads out of it; others may stand."""
    folder, outside = tmp_path / "own", tmp_path / "outside"
    assert cli.run(["init", str(folder)]) == 0
    (folder / "inside").symlink_to(folder / "changes")
    outside.mkdir()
    (folder / link).symlink_to(outside)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    snapshot = str(folder / REVISIONS[-1] / "schema.json")
    line = refused([snapshot if w == "FILE" else w for w in command] + ["--schema-dir", str(folder)], capsys)
    assert line.startswith(f"{folder / link}: points outside the schema folder")
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


PIN_VALUES: tuple[object, ...] = (
    *(7, [], "x", None, True, {"commit": 1}, {"sha256": "../x"}, {"sha256": [1]}, {"snapshot": "../x"}),
    *({"superseded": 1}, {"superseded": {"a": 1}}, {"unknown": 1}),
)


@pytest.mark.parametrize("file", ["pins.json", "extensions/tasks/2026-07-28/pin.json"])
@pytest.mark.parametrize("value", PIN_VALUES)
def test_a_pin_of_another_form_is_refused(
    value: object, file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command names the file and the place of a pin that is none."""
    folder = tmp_path / "own"
    assert cli.run(["init", str(folder)]) == 0
    is_list = file == "pins.json"
    pins = json.loads((folder / file).read_text())
    (folder / file).write_text(json.dumps({**pins, REVISIONS[1]: value} if is_list else value))
    place = REVISIONS[1] if is_list else ""
    snapshot = str((folder / REVISIONS[-1] if is_list else (folder / file).parent) / "schema.json")
    for command in (
        ["build", "--check"],
        ["revisions"] if is_list else ["explain", "tasks"],
        ["ingest", snapshot, "--revision", "2030-01-01" if is_list else "2026-07-28+tasks"],
    ):
        line = refused([*command, "--schema-dir", str(folder)], capsys)
        assert line.startswith(f"{folder}/{file}: ") and place in line
        assert "; the keys here are " in line if value == {"unknown": 1} else "; write " in line


def test_init_refuses_an_existing_folder(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`init` writes a new or an empty folder alone, and leaves nothing beside it."""
    assert "exists already" in refused(["init", str(own / "schema")], capsys)
    (own / "empty").mkdir()
    assert cli.run(["init", str(own / "empty"), "--empty"]) == 0
    assert sorted(path.name for path in own.iterdir() if path.name.startswith(".")) == []
    assert "has no pinned revision" in refused(["revisions", "--schema-dir", str(own / "empty")], capsys)


def test_init_fills_the_empty_folder_where_the_user_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`mcpgen init .` leaves the folder in place, and nothing beside it."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert cli.run(["init", ".", "--empty"]) == 0
    assert (Path("pins.json").exists(), sorted(tmp_path.iterdir())) == (True, [here])


def test_init_copies_the_packaged_folder(tmp_path: Path) -> None:
    """A build from a copy of the packaged folder reads the same bytes."""
    assert cli.run(["init", str(tmp_path / "schema")]) == 0
    for path in (tmp_path / "schema").rglob("*"):
        if path.is_file():
            assert (
                path.read_bytes()
                == (data_root("schema") / path.relative_to(tmp_path / "schema")).read_bytes()
            )
    kept = {path.relative_to(tmp_path / "schema") for path in (tmp_path / "schema").rglob("*.toml")}
    assert kept == {path.relative_to(data_root("schema")) for path in data_root("schema").rglob("*.toml")}
