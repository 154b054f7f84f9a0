"""Finish a command that writes files: write them, or compare them with the files on disk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from mcpgen.emit import file_tree


def end_with_files(
    target: Path,
    files: Mapping[str, str],
    present: Mapping[str, str],
    command: str,
    *,
    check: bool,
    write: Callable[[], str],
) -> int:
    """Write files to `target` if they differ from the files `present` there. Return the exit status.

    If `check` is true, print a diff and write nothing. The function `write` writes the files, and returns a
    line for the user. `command` is the command line that writes the files.
    """
    if present == files:
        status, outcome = 0, f"{target} is up to date"
    elif check:
        sys.stdout.writelines(file_tree.difference(present, files))
        status, outcome = 1, f"{target} is out of date; run {command}"
    else:
        note = file_tree.note_of_replacing(target)
        status, outcome = 0, "\n".join([write(), *note])
    print(outcome, file=sys.stderr)
    return status
