"""Progress: the lines of a file, with a bar on standard error where a person is watching.

In: an open binary file. Out: its lines. Nothing is shown where standard error is no terminal, and nothing is kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO


def lines(file: IO[bytes], name: str, err: IO[str]) -> Iterator[bytes]:
    """Yield the lines of a file and show how far it is read."""
    if not err.isatty():
        yield from file
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    try:
        size = os.fstat(file.fileno()).st_size or None
    except (OSError, ValueError):
        size = None
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=err), transient=True) as bar:
        task, read, shown = bar.add_task(name, total=size), 0, 0
        for line in file:
            yield line
            read += len(line)
            if read - shown >= 1 << 20:
                bar.update(task, completed=read)
                shown = read
