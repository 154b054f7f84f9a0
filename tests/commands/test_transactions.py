"""Every command that writes a folder: killed at any write, run twice at once, or out of space.

A child process runs the command. Before each change of the file system, its audit hook copies the folder.
A kill at this moment would leave exactly this copy.
"""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from mcpgen import cli, schema_folder
from mcpgen.emit import file_tree
from mcpgen.frontend.package_data import data_root

OLDEST, LATEST = schema_folder.revisions()[0], schema_folder.revisions()[-1]
NEW = "2099-01-31"
SNAPSHOT = json.loads((data_root("schema") / LATEST / "schema.json").read_bytes())
CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.chmod"}
Files = dict[str, bytes]


def contents(folder: Path) -> Files:
    """Return the files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def edited() -> dict[str, Any]:
    """Return the latest schema with one member more."""
    schema: dict[str, Any] = copy.deepcopy(SNAPSHOT)
    schema["$defs"]["Tool"]["properties"]["category"] = {"type": "string"}
    return schema


class Case:
    """A command, the folder that it writes, and the folder that contains it."""

    def __init__(self, root: Path, name: str, arguments: list[str]) -> None:
        self.root, self.folder, self.arguments = root, root / name, arguments

    def run(self) -> int:
        """Run the command in this process."""
        return cli.run(self.arguments)

    def states(self, copies: Path) -> list[Path]:
        """Run the command in a child; return a copy of the root before each of its changes of the root."""
        child = os.fork()
        if not child:
            copying = False
            number = 0

            def copy_state(event: str, arguments: tuple[Any, ...]) -> None:
                nonlocal copying, number
                is_write = event == "open" and len(arguments) > 1 and "w" in str(arguments[1] or "r")
                if copying or not (event in CHANGES or is_write):
                    return
                copying = True
                shutil.copytree(self.root, copies / f"{number:04}", symlinks=True)
                number, copying = number + 1, False

            status = 1
            try:
                copies.mkdir()
                sys.addaudithook(copy_state)
                status = self.run()
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        return sorted(copies.iterdir())


@pytest.fixture
def pinned(tmp_path: Path) -> Path:
    """Return a folder that has only a copy of the schema folder, with a newer revision pinned in it."""
    root = tmp_path / "root"
    shutil.copytree(data_root("schema"), root / "schema")
    (tmp_path / "new.json").write_text(json.dumps(SNAPSHOT), "utf-8")
    assert cli.run(ingesting(tmp_path / "new.json", root)) == 0
    return root


def ingesting(file: Path, root: Path, *options: str, revision: str = NEW) -> list[str]:
    """Return the arguments of an ingest into `root/schema`."""
    end = ["--revision", revision, "--accept-proposals", "--schema-dir", str(root / "schema")]
    return ["ingest", str(file), *end, *options]


def ingest_case(tmp_path: Path) -> Case:
    """Ingest a revision."""
    root = tmp_path / "root"
    shutil.copytree(data_root("schema"), root / "schema")
    (tmp_path / "new.json").write_text(json.dumps(edited()), "utf-8")
    return Case(root, "schema", ingesting(tmp_path / "new.json", root))


def update_case(tmp_path: Path) -> Case:
    """Ingest another edition of a pinned revision."""
    case = ingest_case(tmp_path)
    assert case.run() == 0
    (tmp_path / "new.json").write_text(json.dumps(SNAPSHOT), "utf-8")
    return Case(case.root, "schema", ingesting(tmp_path / "new.json", case.root, "--update"))


def forget_case(tmp_path: Path) -> Case:
    """Forget a pinned revision."""
    case = ingest_case(tmp_path)
    assert case.run() == 0
    return Case(case.root, "schema", ["forget", NEW, "--schema-dir", str(case.folder)])


def init_case(tmp_path: Path) -> Case:
    """Copy the schema folder of the package."""
    (tmp_path / "root").mkdir()
    return Case(tmp_path / "root", "own", ["init", str(tmp_path / "root" / "own")])


def init_in_empty_case(tmp_path: Path) -> Case:
    """Copy the schema folder of the package into an empty folder."""
    (tmp_path / "root" / "own").mkdir(parents=True)
    return Case(tmp_path / "root", "own", ["init", str(tmp_path / "root" / "own"), "--empty"])


def typescript_case(tmp_path: Path) -> Case:
    """Write the modules of the npm package over other ones."""
    folder = tmp_path / "root" / "src" / "generated"
    folder.mkdir(parents=True)
    (folder / "published.ts").write_text("/** Written by `mcpgen build --language typescript`. */\n")
    (folder / "old.ts").write_text("export {};\n")
    out = str(tmp_path / "root")
    return Case(folder.parent, "generated", ["build", "--language", "typescript", "--out", out])


def export_case(tmp_path: Path) -> Case:
    """Write the export over an older one, beside a file of somebody else."""
    folder = tmp_path / "root" / "data"
    folder.mkdir(parents=True)
    shutil.copy(data_root("schema") / "export.schema.json", folder)
    (folder / "protocol.json").write_text("{}\n")
    (folder / "notes.txt").write_text("ours\n")
    return Case(tmp_path / "root", "data", ["export", "--out", str(folder)])


QUICK = [ingest_case, update_case, forget_case, init_case, init_in_empty_case]
SLOW = [typescript_case, export_case]


@pytest.mark.parametrize("begin", [*QUICK, *(pytest.param(one, marks=pytest.mark.slow) for one in SLOW)])
def test_a_kill_leaves_the_old_or_the_new_folder(begin: Callable[[Path], Case], tmp_path: Path) -> None:
    """Before each change of the file system, the folder is the old or the new one; no leftover stays."""
    check_states(begin(tmp_path), tmp_path / "copies", again=slice(1, None, 40))


@pytest.mark.long
@pytest.mark.parametrize("begin", [*QUICK, *SLOW])
def test_every_kill_leaves_the_old_or_the_new_folder(begin: Callable[[Path], Case], tmp_path: Path) -> None:
    """The same, and the command runs again after a kill at each change."""
    check_states(begin(tmp_path), tmp_path / "copies", again=slice(None))


def check_states(case: Case, copies: Path, again: slice) -> None:
    """Check the folder in each state, and run the command again from some of the states."""
    old = contents(case.folder)
    states = case.states(copies)
    new = contents(case.folder)
    assert new != old and len(states) > 3
    found = [contents(state / case.folder.name) for state in states]
    assert all(one in (old, new) for one in found)
    assert found[0] == old
    for state, files in list(zip(states, found, strict=True))[again]:
        shutil.rmtree(case.root)
        shutil.copytree(state, case.root, symlinks=True)
        status = case.run()
        # A second `forget` or `init` has nothing to do, and says so.
        assert status == 0 or (files == new and case.arguments[0] in ("forget", "init"))
        assert contents(case.folder) == new
        if status == 0:
            assert [path.name for path in case.root.iterdir()] == [case.folder.name]


@pytest.mark.parametrize("renamed_twice", [False, True])
def test_an_interrupted_ingest_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renamed_twice: bool
) -> None:
    """An interrupt while the new folder is filled, or before the exchange, leaves the folder as it was."""
    case = ingest_case(tmp_path)
    before = contents(case.root)

    def interrupt(*_arguments: object) -> bool:
        raise KeyboardInterrupt

    for name in ("_copy_tree", "_apply", "swap"):
        with monkeypatch.context() as patch:
            if renamed_twice:
                patch.setattr(file_tree, "_exchange", lambda _one, _other: False)
            patch.setattr(file_tree, name, interrupt)
            assert case.run() == 130
        assert contents(case.root) == before
    assert case.run() == 0


@pytest.mark.parametrize("made", ["new/out", "new"])
def test_an_interrupt_after_a_folder_is_made_removes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: str
) -> None:
    """An interrupt right after a missing parent folder is made leaves no folder."""
    really = Path.mkdir

    def interrupted(folder: Path, *arguments: Any, **options: Any) -> None:
        really(folder, *arguments, **options)
        if folder == tmp_path / made:
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "mkdir", interrupted)
    with pytest.raises(KeyboardInterrupt), file_tree.writing(tmp_path / "new" / "out" / "package"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_two_ingests_at_once_both_take_effect(tmp_path: Path) -> None:
    """Two processes pin two revisions in one folder at the same time: afterwards it has both."""
    case = ingest_case(tmp_path)
    (tmp_path / "other.json").write_text(json.dumps(SNAPSHOT), "utf-8")
    both = [case.arguments, ingesting(tmp_path / "other.json", case.root, revision="2098-01-31")]
    with started(both) as processes:
        for process in processes:
            assert process.wait() == 0
    pins = json.loads((case.folder / "pins.json").read_bytes())
    assert {NEW, "2098-01-31"} <= pins.keys()
    for revision in (NEW, "2098-01-31"):
        assert (case.folder / revision / "overlay.toml").exists()


@contextmanager
def started(commands: list[list[str]]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start commands at once; kill what still runs at the end."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "mcpgen", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for command in commands
    ]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_reader_waits_for_a_writer(tmp_path: Path) -> None:
    """A command reads a schema folder before or after a change of it, not while it is written."""
    case = ingest_case(tmp_path)
    with ExitStack() as stack:
        with file_tree.writing(case.folder):
            commands = [["revisions", "--schema-dir", str(case.folder)]] * 3
            processes = stack.enter_context(started(commands))
            away = case.folder.rename(tmp_path / "away")
            with pytest.raises(subprocess.TimeoutExpired):
                processes[0].wait(timeout=3)
            away.rename(case.folder)
        assert [process.wait() for process in processes] == [0, 0, 0]


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Path]:
    """Stand in an empty folder."""
    before = Path.cwd()
    folder = tmp_path / "root" / "own"
    folder.mkdir(parents=True)
    os.chdir(folder)
    yield folder
    os.chdir(before)


def test_a_user_who_stands_in_the_folder_is_told(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A command that replaces the folder of the shell ends with the command that enters the new one."""
    (inside.parent / "new.json").write_text(json.dumps(SNAPSHOT), "utf-8")
    for arguments in (
        ["init", "."],
        ["ingest", "../new.json", "--revision", NEW, "--accept-proposals", "--schema-dir", "."],
        ["forget", NEW, "--schema-dir", "."],
    ):
        assert cli.run(arguments) == 0
        assert capsys.readouterr().out.splitlines()[-1].endswith("to enter the new one: cd .")
    assert (inside / "pins.json").exists()
    assert sorted(path.name for path in inside.parent.iterdir()) == ["new.json", "own"]


def test_a_file_of_the_user_keeps_its_place(tmp_path: Path) -> None:
    """Files that a command does not write stay: links, programs, empty folders and files of an editor."""
    case = ingest_case(tmp_path)
    (case.folder / "link").symlink_to("changes")
    (case.folder / "far").symlink_to(case.folder / "docs.toml")
    (case.folder / "notes").mkdir()
    script = case.folder / "notes" / "run.sh"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    (case.folder / "empty").mkdir(mode=0o700)
    inode = script.stat().st_ino
    assert case.run() == 0
    assert script.stat().st_ino == inode and os.access(script, os.X_OK)
    assert (case.folder / "empty").stat().st_mode & 0o777 == 0o700
    assert os.readlink(case.folder / "link") == "changes"
    assert os.readlink(case.folder / "far") == "docs.toml"
    assert not [path for path in case.root.iterdir() if path != case.folder]
