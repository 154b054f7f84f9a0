"""Edited schemas in a copy of the checkout: names and grades of `diff`, pins of `ingest`, folders of `build`.

Every test changes an official snapshot, runs the command on the copy, and reads its output and files.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import mcp_revisions as mr
import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
LATEST = mr.LATEST
NEXT, LAST = "2031-01-01", "2032-01-01"  # two revisions that follow the latest one
VALUES = "Completion.values"


class Checkout:
    """A copy of the checkout whose command reads and writes the copy's `schema/` only."""

    def __init__(self, root: Path, folder: Path, mcpgen: Run) -> None:
        self.schema = folder / "schema"
        self._folder, self._mcpgen = folder, mcpgen
        for name in ("codegen", "schema", "templates"):
            shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run the command of the copy, in the copy."""
        environment = {"PYTHONPATH": str(self._folder / "codegen"), "PYTHONDONTWRITEBYTECODE": "1"}
        return self._mcpgen(*arguments, env=environment, cwd=self._folder)

    def file(self, **edits: int) -> Path:
        """Return a schema file: the latest snapshot with these keywords on the list of completions."""
        document = json.loads((self.schema / LATEST / "schema.json").read_text("utf-8"))
        completion = document["$defs"]["CompleteResult"]["properties"]["completion"]
        completion["properties"]["values"].update(edits)
        path = self._folder / "official.json"
        path.write_text(json.dumps(document), "utf-8")
        return path

    def ingest(self, revision: str, *options: str, **edits: int) -> dict[str, Any]:
        """Ingest the edited latest snapshot as a revision and return its pin."""
        done = self.run("ingest", self.file(**edits), "--revision", revision, *options)
        assert done.returncode == 0, done.stderr
        return dict(json.loads((self.schema / "pins.json").read_text("utf-8"))[revision])

    def diff(self, old: str, new: str) -> list[dict[str, Any]]:
        """Return the changes between two pinned revisions."""
        done = self.run("diff", old, new, "--format", "json")
        assert done.returncode == 0, done.stderr
        return list(json.loads(done.stdout)["changes"])


@pytest.fixture
def checkout(root: Path, tmp_path: Path, mcpgen: Run) -> Checkout:
    """Return a copy of the checkout."""
    return Checkout(root, tmp_path / "checkout", mcpgen)


# Bounds: how each keyword moves


BOUNDS: list[tuple[str, str, Any, Any, set[str]]] = [
    *(
        (kind, keyword, low, high, {growing})
        for kind, keywords in (("integer", "imum"), ("string", "Length"), ("array", "Items"))
        for keyword, growing in ((f"max{keywords}", "LOOSENED"), (f"min{keywords}", "TIGHTENED"))
        for low, high in ((2, 3),)
    ),
    ("string", "pattern", "^a", "^b", {"LOOSENED", "TIGHTENED"}),
]


def typed(kind: str, **keywords: Any) -> dict[str, Any]:
    """Return the schema of a scalar or of an array of strings."""
    return {"type": kind, **({"items": {"type": "string"}} if kind == "array" else {}), **keywords}


@pytest.fixture(scope="module")
def bounded(tmp_path_factory: pytest.TempPathFactory, root: Path, mcpgen: Run) -> dict[str, set[str]]:
    """Return, by member, the kinds of change between two schemas; each member changes one bound."""
    folder = tmp_path_factory.mktemp("bounds")
    members: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for kind, keyword, low, high, _ in BOUNDS:
        for name, old, new in (
            ("Up", low, high),
            ("Down", high, low),
            ("Gone", low, None),
            ("New", None, low),
        ):
            for member, value in zip(members, (old, new), strict=True):
                member[f"{keyword}{name}"] = typed(kind, **({} if value is None else {keyword: value}))
    paths = (folder / "old.json", folder / "new.json")
    for path, properties in zip(paths, members, strict=True):
        document = json.loads((root / "schema" / LATEST / "schema.json").read_text("utf-8"))
        document["$defs"]["Implementation"]["properties"].update(properties)
        path.write_text(json.dumps(document), "utf-8")
    done = mcpgen(
        *("diff", "old", "new", "--schema-old", paths[0], "--schema-new", paths[1], "--format", "json")
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, set[str]] = {}
    for change in json.loads(done.stdout)["changes"]:
        member = change["at"].removeprefix("Implementation.")
        found.setdefault(member, set()).add(change["rule"].removeprefix("CONSTRAINT_"))
    return found


@pytest.mark.parametrize(("keyword", "growing"), [(row[1], row[4]) for row in BOUNDS])
def test_a_bound_loosens_and_tightens_in_its_own_direction(
    keyword: str, growing: set[str], bounded: dict[str, set[str]]
) -> None:
    """A larger maximum loosens, a larger minimum tightens, another pattern does both, no bound loosens."""
    opposite = {"LOOSENED": "TIGHTENED", "TIGHTENED": "LOOSENED"}
    assert bounded[f"{keyword}Up"] == growing
    assert bounded[f"{keyword}Down"] == {opposite[kind] for kind in growing}
    assert bounded[f"{keyword}Gone"] == {"LOOSENED"}
    assert bounded[f"{keyword}New"] == {"TIGHTENED"}


# Names: which entry names a change between distant revisions


def test_a_fact_of_one_step_keeps_its_name_across_others(mcpgen: Run) -> None:
    """A change that one step made keeps its name across several steps; the latest such step counts."""

    def changes(old: str, new: str) -> list[dict[str, Any]]:
        return list(json.loads(mcpgen("diff", old, new, "--format", "json").stdout)["changes"])

    names: dict[tuple[str, str, str], str] = {}
    for old, new in pairwise(mr.REVISIONS):
        names |= {(c["rule"], c["at"], c["detail"]): c["id"] for c in changes(old, new) if c["id"]}
    across = {(c["rule"], c["at"], c["detail"]): c["id"] for c in changes(mr.REVISIONS[0], LATEST)}
    shared = names.keys() & across.keys()
    assert len(shared) > 100
    assert {fact: across[fact] for fact in shared} == {fact: names[fact] for fact in shared}


def test_the_latest_of_several_covering_entries_names_a_change(checkout: Checkout) -> None:
    """Two steps lower a limit: the change across both, made by neither, has the name of the later one."""
    for old, new, id, limit in ((LATEST, NEXT, "X.1", 50), (NEXT, LAST, "Y.1", 20)):
        checkout.ingest(new, maxItems=limit)
        shutil.copy(checkout.schema / LATEST / "overlay.toml", checkout.schema / new / "overlay.toml")
        (checkout.schema / "changes" / f"{old}--{new}.toml").write_text(
            f'[[change]]\nid = "{id}"\ntitle = "Fewer values"\nreference = "SEP-1"\n'
            f'covers = ["CONSTRAINT_TIGHTENED {VALUES}"]\nup = "keep"\ndown = "keep"\nreason = "Short."\n',
            "utf-8",
        )
    assert [(c["id"], c["at"]) for c in checkout.diff(LATEST, NEXT)] == [("X.1", VALUES)]
    (across,) = checkout.diff(LATEST, LAST)
    assert (across["id"], across["detail"]) == ("Y.1", "maxItems 100 → maxItems 20")
    (back,) = checkout.diff(LAST, LATEST)
    assert (back["id"], back["rule"]) == ("Y.1", "CONSTRAINT_LOOSENED")


# Pins and files


def test_a_pin_with_other_facts_has_another_commit(checkout: Checkout) -> None:
    """`--update` without `--commit` takes the commit off the pin: the old one does not hold that file."""
    pin = checkout.ingest(NEXT, "--commit", "c0" * 20)
    assert pin["commit"] == "c0" * 20 and checkout.ingest(NEXT) == pin
    assert checkout.ingest(NEXT, "--update", maxItems=50)["commit"] is None
    updated = checkout.ingest(NEXT, "--update", "--commit", "c1" * 20, maxItems=50)
    assert updated["commit"] == "c1" * 20 and updated["sha256"] != pin["sha256"]
    assert checkout.ingest(NEXT, maxItems=50) == updated


def test_a_pin_is_replaced_and_never_written_in_place(checkout: Checkout) -> None:
    """A file opened before `ingest` still reads as the old one; no staged file stays behind."""
    checkout.ingest(NEXT)
    before = {path: path.read_bytes() for path in sorted(checkout.schema.rglob("*")) if path.is_file()}
    pinned = (checkout.schema / "pins.json", checkout.schema / NEXT / "schema.json")
    opened = [path.open("rb") for path in pinned]
    checkout.ingest(NEXT, "--update", "--commit", "c1" * 20, maxItems=50)
    for path, file in zip(pinned, opened, strict=True):
        with file:
            assert file.read() == before[path] != path.read_bytes()
    assert {path for path in checkout.schema.rglob("*") if path.is_file()} == before.keys()


@pytest.mark.parametrize("name", ["__pycache__", "notes.txt"])
def test_a_folder_of_caches_is_taken_and_any_other_refused(name: str, tmp_path: Path, mcpgen: Run) -> None:
    """A folder that holds only Python's caches becomes the package; any other file makes `build` refuse."""
    package = tmp_path / "mcp_revisions"
    if name == "__pycache__":
        (package / name).mkdir(parents=True)
        (package / name / "x.pyc").write_bytes(b"x")
    else:
        package.mkdir()
        (package / name).write_text("mine", "utf-8")
    done = mcpgen("build", "--revision", mr.REVISIONS[0], "--out", tmp_path)
    if name == "__pycache__":
        assert done.returncode == 0, done.stderr
        assert (package / "__init__.py").is_file()
    else:
        assert done.returncode == 2 and "was not written by mcpgen" in done.stderr
        assert [path.name for path in package.iterdir()] == [name]
