"""Find the schema folder that a command reads or writes, from the option `--schema-dir`.

Without the option, it is the nearest folder `schema/` with a `pins.json`, in the working directory or above
it. If there is none, it is the folder in the package, which no command writes. Locations in error messages
begin with `schema/` at first, wherever the folder is. `opened` replaces this by the folder's real path.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from mcpgen.emit import file_tree
from mcpgen.frontend.package_data import PACKAGE, data_root
from mcpgen.frontend.sources import read_sources
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.schema_folder import SchemaFolder

PINS = "pins.json"
_ACCEPTING = re.compile(r"--accept(-proposals| \S+)")
_NAMES = re.compile(
    r"(?<![^\s`'\"(])schema/"
    r"(?=pins\.json|docs\.toml|(?:changes|extensions)/|[^\s/]+/(?:overlay\.toml|schema\.json))"
)


@contextmanager
def opened(schema_dir: Path | None) -> Iterator[SchemaFolder]:
    """Yield the schema folder for reading. Refuse a folder without revisions.

    In problems that are raised in the `with` block, file names begin with the path of the folder that was
    found.
    """
    with _existing(found(schema_dir), schema_dir) as folder:
        if not folder.pins:
            raise refuse(
                f"schema/{PINS}",
                "has no pinned revision; to add one, run mcpgen ingest FILE --revision REVISION",
            )
        yield folder


@contextmanager
def writable(schema_dir: Path | None) -> Iterator[SchemaFolder]:
    """Lock the schema folder for writing, and yield it.

    Refuse the folder in the installed package. In a checkout of mcpgen, refuse the folder of the checkout if
    neither `--schema-dir` nor the working directory led to it. Also refuse a symbolic link that leads out of
    the folder, because an ingest would write through it.
    """
    path = found(schema_dir)
    is_inside = Path(os.path.realpath(path)).is_relative_to(PACKAGE)
    if is_inside or (schema_dir is None and path == data_root("schema")):
        raise refuse(
            str(path),
            "is part of mcpgen and is never written; copy it with mcpgen init DIR, then add --schema-dir DIR",
        )
    root = os.path.realpath(path)
    for link in path.rglob("*"):
        if link.is_symlink() and not Path(os.path.realpath(link)).is_relative_to(root):
            raise refuse(
                str(link), "points outside the schema folder; replace the link with a copy of its target"
            )
    if not path.is_dir():
        raise _no_folder(path)
    with file_tree.writing(path), _existing(path, schema_dir) as folder:
        yield folder


def replace(folder: SchemaFolder, files: Mapping[str, str | bytes | None]) -> list[str]:
    """Change files of a writable folder in one step. `files` has names such as `schema/pins.json`.

    The value None deletes a file. Return lines to print, which warn a user whose working directory was
    replaced.
    """
    if not files:
        return []
    note = file_tree.note_of_replacing(folder.path)
    file_tree.update({name.removeprefix("schema/"): text for name, text in files.items()}, folder.path)
    return note


@contextmanager
def _existing(path: Path, schema_dir: Path | None) -> Iterator[SchemaFolder]:
    """Yield the schema folder at `path`. Refuse a path that is not a schema folder.

    In problems that are raised in the `with` block, file names begin with `path`. If a problem suggests a
    command that needs the user's option `--schema-dir`, the option is added to the command.
    """
    if not path.is_dir() and not path.parent.is_dir():
        raise _no_folder(path)
    with file_tree.reading(path):
        if not (path / PINS).is_file():
            raise _no_folder(path)
        sources = read_sources(path)
    try:
        yield SchemaFolder(path, sources)
    except Refused as refused:
        refused.problems = tuple(located(problem, path, schema_dir) for problem in refused.problems)
        raise


def _no_folder(path: Path) -> Refused:
    """Return the error for a path that is not a schema folder."""
    empty = " (--empty: without revisions)"
    return refuse(str(path), f"has no {PINS}; to start a schema folder there, run mcpgen init {path}{empty}")


def found(schema_dir: Path | None) -> Path:
    """Return the path of the schema folder: `schema_dir` if the user gave this option.

    Otherwise, it is the folder `schema` in the working directory or in one of its parents. If there is none,
    it is the schema folder of mcpgen itself.
    """
    if schema_dir is not None:
        return schema_dir
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "schema" / PINS).is_file():
            return Path(os.path.relpath(folder / "schema", here))
    return data_root("schema")


def located(problem: Problem, path: Path, schema_dir: Path | None = None) -> Problem:
    """Return a problem in which the path of the schema folder replaces `schema/` in the names of files.

    If a command in the problem must be run with `--schema-dir`, the option is added.
    """
    location = problem.location
    if location.startswith("schema/"):
        location = f"{_shown(path)}{location.removeprefix('schema/')}"
    message = cite_files(problem.message, path)
    if schema_dir is not None:
        message = _ACCEPTING.sub(lambda found: f"{found[0]} --schema-dir {schema_dir}", message)
    return Problem(location, message)


def cite_files(text: str, path: Path) -> str:
    """Return a text in which the path of the schema folder replaces `schema/` in the names of files."""
    return _NAMES.sub(lambda _: _shown(path), text)


def _shown(path: Path) -> str:
    return path.as_posix().rstrip("/") + "/"
