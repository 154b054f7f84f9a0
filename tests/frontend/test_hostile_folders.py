"""Damaged schema folders: every fault is refused with a location, and nothing else is raised."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mcpgen.adapters.own_rules import load_rules
from mcpgen.frontend.extensions import layer_folders
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.sources import MAX_SOURCE, Sources, read_sources
from mcpgen.problems import Problem, Refused
from mcpgen.schema_folder import Selection, folder_of, load_for_build

FOLDER = read_sources(data_root("schema"))
EDITED = [name for name in FOLDER if name.endswith(("overlay.toml", "docs.toml")) or "/changes/" in name]
NAMES = ["Missing", "tools/missing", "Tool", "ping", "Tool.name", "__proto__", "", "a b", "class", "é"]
VALUES = ["[]", "{}", "5", '""', '[["x"]]', "[1]", "true", '["Tool", "Tool"]', '{type = ["x"]}']
Draw = random.Random


def other_name(line: str, draw: Draw) -> str:
    """Replace one string of a line."""
    strings = re.findall(r'"([^"]*)"', line)
    return line.replace(f'"{draw.choice(strings)}"', f'"{draw.choice(NAMES)}"', 1) if strings else line


def other_value(line: str, draw: Draw) -> str:
    """Replace the value of a line."""
    return re.sub(r"^(\w+ = ).*$", lambda found: found[1] + draw.choice(VALUES), line)


def fewer_items(line: str, draw: Draw) -> str:
    """Remove one item of the array in a line."""
    items = re.findall(r'"[^"]*", ', line)
    return line.replace(draw.choice(items), "", 1) if items else line


def no_line(_line: str, _draw: Draw) -> str:
    """Remove a line."""
    return ""


EDITS: list[Callable[[str, Draw], str]] = [other_name, other_value, fewer_items, no_line]


def damaged(text: str, draw: Draw) -> str:
    """Return a TOML file with one statement changed."""
    lines = text.split("\n")
    stated = [number for number, line in enumerate(lines) if re.match(r"\w+ = ", line)]
    while True:
        number, edit = draw.choice(stated), draw.choice(EDITS)
        line = edit(lines[number], draw)
        if line != lines[number]:
            return "\n".join([*lines[:number], line, *lines[number + 1 :]])


def outcome(sources: Sources) -> list[Problem]:
    """Return the problems of a build of a schema folder, without printing the package."""
    try:
        load_for_build(folder_of(sources), Selection(), lambda _problem: None)
    except Refused as refused:
        return list(refused.problems)
    return []


def check_damaged(seed: int, number: int) -> None:
    """Damage the folder `number` times, and check the location of every problem."""
    draw, refused = random.Random(seed), 0
    for _ in range(number):
        name = draw.choice(EDITED)
        problems = outcome({**FOLDER, name: damaged(FOLDER[name].decode(), draw).encode()})
        refused += bool(problems)
        for problem in problems:
            assert problem.location.startswith("schema/") and problem.message
    assert refused


@pytest.mark.slow
def test_a_damaged_folder_is_refused_with_a_location() -> None:
    """A changed statement in a TOML file builds, or every problem names a file of the folder."""
    check_damaged(seed=0, number=12)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 9))
def test_many_damaged_folders_are_refused_with_a_location(seed: int) -> None:
    """The same for many more statements."""
    check_damaged(seed, number=120)


def renamed(new: str, *, keep: bool) -> dict[str, bytes]:
    """Return the folder with the extension `tasks` under another name, or under both names."""
    at, to = "schema/extensions/tasks/", f"schema/extensions/{new}/"
    moved = {name.replace(at, to): data for name, data in FOLDER.items() if name.startswith(at)}
    return {name: data for name, data in FOLDER.items() if keep or not name.startswith(at)} | moved


@pytest.mark.parametrize("name", ["class", "1", "ta sks", "é", "..", "v2", "a_b", "x" * 64])
def test_a_folder_that_cannot_be_a_package_is_refused(name: str) -> None:
    """The name of an extension must be able to name its Python package."""
    with pytest.raises(Refused, match="is not a valid extension name; use letters, digits and '-'") as found:
        layer_folders(renamed(name, keep=False))
    assert found.value.problems[0].location == f"schema/extensions/{name}"


@pytest.mark.parametrize("name", ["Tasks", "TASKS"])
def test_two_extensions_of_one_package_are_refused(name: str) -> None:
    """Two names that differ only in case would write one package, so one extension would be lost."""
    with pytest.raises(Refused, match="has the same Python package as the extension"):
        layer_folders(renamed(name, keep=True))


@pytest.mark.parametrize("value", ["5", "None", "lambda: 1"])
def test_a_rule_that_is_not_a_rule_is_refused(value: str) -> None:
    """The table of rules accepts only functions that the decorator registered."""
    rules = f'from .registry import RULES\n\nRULES["x"] = {value}\n'
    with pytest.raises(Refused, match=r"'x' is not a rule; register a function with @rule\(\)") as found:
        load_rules({"schema/rules.py": rules.encode()})
    assert found.value.problems[0].location.startswith("schema/rules.py")


# Files that no build reads, and the pinned revision after which each was probably to be named.
PAIR, EXTENDED = "2025-11-25--2026-07-28", "schema/extensions/tasks/2026-07-28/"
MISNAMED = {
    f"schema/changes/{PAIR}+task.toml": f"{PAIR}+tasks.toml",
    f"schema/changes/{PAIR}+tasks+apps.toml": f"{PAIR}+tasks.toml",
    "schema/changes/2025-11-25--2026-07-27.toml": f"{PAIR}.toml",
    "schema/changes/2026-07-28--2025-11-25.toml": "",
    "schema/changes/2026-07-28--2026-07-28+tasks.toml": "",
    "schema/changes/2025-11-25+tasks--2026-07-28.toml": "",
    "schema/changes/2025-06-18--2025-11-25+tasks.toml": "",
    "schema/changes/1.0--3.0.toml": "",
    "schema/changes/notes.toml": "",
    f"schema/changes/old/{PAIR}.toml": "",
    f"schema/changes/{PAIR}.json": f"{PAIR}.toml",
}


@pytest.mark.parametrize("name", MISNAMED)
def test_a_decision_file_that_no_build_reads_is_refused(name: str) -> None:
    """A mistyped name would have no effect, as if nobody had decided."""
    (problem,) = outcome({**FOLDER, name: b"garbage ["})
    assert problem.location == name and MISNAMED[name] in problem.message
    assert re.fullmatch(
        r"no build reads this file( \(do you mean schema/changes/\S+\?\))?; name it OLDER--NEWER\.toml or "
        r"OLDER--NEWER\+EXTENSION\.toml, after pinned revisions, or remove it",
        problem.message,
    )


@pytest.mark.parametrize("name", ["2024-11-05--2026-07-28", "2025-06-18--2026-07-28+tasks"])
def test_a_decision_file_for_revisions_that_are_not_adjacent_is_right(name: str) -> None:
    """If the revisions between them are removed with `mcpgen forget`, the file is read."""
    assert outcome({**FOLDER, f"schema/changes/{name}.toml": b""}) == []


def test_an_extension_of_an_unknown_revision_is_refused() -> None:
    """Its folder names no pinned revision, so the extension would be missing in the package."""
    moved = {name.replace("/2026-07-28/", "/2026-07-27/"): data for name, data in FOLDER.items()}
    tasks = {name: data for name, data in moved.items() if name.startswith("schema/extensions/tasks/")}
    rest = {name: data for name, data in FOLDER.items() if not name.startswith("schema/extensions/tasks/")}
    del rest[f"schema/changes/{PAIR}+tasks.toml"]
    (problem,) = outcome(rest | tasks)
    assert problem.location == "schema/extensions/tasks/2026-07-27"
    assert problem.message.startswith("extends 2026-07-27, which is not pinned (do you mean 2026-07-28?); ")


@pytest.mark.parametrize(
    "name, location",
    [
        ("schema/2.1/overlay.toml", "schema/2.1"),
        ("schema/2026-07-28/overlays.toml", "schema/2026-07-28/overlays.toml"),
        ("schema/doc.toml", "schema/doc.toml"),
        ("schema/extensions/tasks/overlay.toml", "schema/extensions/tasks/overlay.toml"),
        (f"{EXTENDED}docs.toml", f"{EXTENDED}docs.toml"),
    ],
)
def test_another_file_that_no_build_reads_causes_a_warning(name: str, location: str) -> None:
    """It decides nothing. The folder of a revision that is not pinned may be left from an ingest."""
    warnings: list[Problem] = []
    load_for_build(folder_of({**FOLDER, name: b"garbage ["}), Selection(), warnings.append)
    assert [problem.location for problem in warnings if "no build reads" in problem.message] == [location]
    decisions = {"schema/2.1/overlay.toml": b"", f"schema/changes/2.1--{PAIR[:10]}.toml": b""}
    assert outcome({**FOLDER, **decisions}) == []
    load_for_build(folder_of(FOLDER), Selection(), lambda problem: pytest.fail(str(problem)))


@pytest.mark.parametrize("name", ["a/b", "", "..", "a b", "é", "a+b", "-a", "x" * 65])
def test_a_pin_that_no_ingest_writes_is_refused(name: str) -> None:
    """The name of a revision must be able to name its folder and its Python module."""
    (problem,) = outcome({**FOLDER, "schema/pins.json": json.dumps({name: {}}).encode()})
    assert problem.location == "schema/pins.json"
    assert problem.message.endswith(" cannot name a revision; use letters, digits, '-' and '.'")


def test_two_pins_of_one_module_are_refused() -> None:
    """One of the two packages would replace the other."""
    (problem,) = outcome({**FOLDER, "schema/pins.json": b'{"1.0": {}, "1-0": {}}'})
    message = "1-0 would use the same folder as 1.0; rename one of them"
    assert str(problem) == f"schema/pins.json: {message}"


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """A pipe would block the build, and a device would fill the memory."""
    file, pipe = tmp_path / "file.toml", tmp_path / "pipe"
    os.mkfifo(pipe)
    for target in (pipe, Path("/dev/zero"), tmp_path):
        file.symlink_to(target)
        with pytest.raises(Refused) as found:
            read_sources(tmp_path)
        message = "is not a regular file; remove it, or replace it with a file"
        assert str(found.value) == f"schema/file.toml: {message}"
        file.unlink()


def test_a_file_of_a_folder_has_a_limited_size(tmp_path: Path) -> None:
    """A file of the largest size is read, and a larger one is refused before it is read."""
    file = tmp_path / "docs.toml"
    file.touch()
    os.truncate(file, MAX_SOURCE + 1)  # a sparse file
    with pytest.raises(Refused, match="is larger than 64 MiB; remove it, or write a smaller file"):
        read_sources(tmp_path)
    os.truncate(file, MAX_SOURCE)
    assert len(read_sources(tmp_path)["schema/docs.toml"]) == MAX_SOURCE
