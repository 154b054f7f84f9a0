"""Read the files of a schema folder, by names such as `schema/pins.json`, which messages cite."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from mcpgen.problems import refuse

Sources: TypeAlias = Mapping[str, bytes]
SUFFIXES = (".json", ".toml")
MAX_SOURCE = 64 << 20  # bytes of one file of a schema folder
RULES = "rules.py"  # the only Python file in the folder: its own conversion rules


def read_sources(folder: Path) -> Sources:
    """Return the contents of a schema folder's files, by names such as `schema/pins.json`.

    Refuse a file that is larger than `MAX_SOURCE`, and one without an end, such as a pipe or a device.
    """
    return {
        name: _read_source(path, name)
        for path in sorted(folder.rglob("*"))
        if path.suffix in SUFFIXES or path == folder / RULES
        for name in [f"schema/{path.relative_to(folder).as_posix()}"]
    }


def _read_source(path: Path, name: str) -> bytes:
    try:
        status = path.stat()
    except OSError as error:
        raise refuse(name, f"cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(status.st_mode):
        raise refuse(name, "is not a regular file; remove it, or replace it with a file")
    if status.st_size > MAX_SOURCE:
        raise refuse(name, f"is larger than {MAX_SOURCE >> 20} MiB; remove it, or write a smaller file")
    return read_file(path, name, MAX_SOURCE)


def source(sources: Sources, name: str) -> bytes:
    """Return the content of one file of the schema folder. Refuse a name that the folder does not have."""
    if name not in sources:
        raise refuse(name, "is missing; restore the file, or undo the entry in schema/pins.json")
    return sources[name]


def read_file(path: Path, location: str, most: int = -1) -> bytes:
    """Return the first `most` bytes of an input file, by default all of them.

    Refuse a file that cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise refuse(location, f"cannot be read: {error.strerror}") from None
