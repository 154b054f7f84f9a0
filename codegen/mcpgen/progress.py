"""Progress: the lines of a file, with a bar on standard error where a person waits for them.

In: an open binary file. Out: its lines, none kept. There is no bar where standard error is no terminal, and none where
standard output is one: the findings that run by there show progress enough, and a bar would break into them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import IO


def lines(file: IO[bytes], name: str, err: IO[str]) -> Iterator[bytes]:
    """Yield the lines of a file and show how far it is read."""
    if not err.isatty() or sys.stdout.isatty():
        yield from file
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    try:
        size = os.fstat(file.fileno()).st_size or None
    except (OSError, ValueError):
        size = None
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=Console(file=err), transient=True, redirect_stdout=False, redirect_stderr=False
    ) as bar:
        task, read, shown = bar.add_task(name, total=size), 0, 0
        for line in file:
            yield line
            read += len(line)
            if read - shown >= 1 << 20:
                bar.update(task, completed=read)
                shown = read
