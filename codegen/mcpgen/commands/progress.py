"""Progress: a bar on standard error where a person waits, for the lines of a file or the parts of a build.

There is no bar where standard error is no terminal. `lines` yields an open binary file's lines, none kept, and shows
none where standard output is a terminal either: the findings that run by there show progress enough, and a bar would
break into them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def parts(total: int, err: IO[str]) -> Iterator[Callable[[str], None]]:
    """Show how far a build is; yields what to call when a part is done."""
    if not err.isatty():
        yield lambda part: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=err), transient=True) as bar:
        task = bar.add_task("building", total=total)
        yield lambda part: bar.update(task, advance=1, description=f"built {part}")
