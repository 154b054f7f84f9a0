"""Progress: a bar on standard error while a log is read or a build runs, if standard error is a terminal.

`bytes_read` shows no bar where standard output is a terminal too: the findings there show the progress, and a
bar would break into them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

UPDATE = 1 << 20  # bytes between two updates of the bar


@contextmanager
def bytes_read(file: IO[bytes], name: str, err: IO[str]) -> Iterator[Callable[[int], None] | None]:
    """Show a bar of the bytes of a file; yield the function that adds to them, None without a bar."""
    if not err.isatty() or sys.stdout.isatty():
        yield None
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
        task, waiting = bar.add_task(name, total=size), 0

        def advance(count: int) -> None:
            nonlocal waiting
            waiting += count
            if waiting >= UPDATE:
                bar.advance(task, waiting)
                waiting = 0

        yield advance


@contextmanager
def steps(total: int, name: str, err: IO[str]) -> Iterator[Callable[[], None]]:
    """Show a bar of `total` steps; yield the function that completes a step."""
    if not err.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=err), transient=True) as bar:
        task = bar.add_task(name, total=total)
        yield lambda: bar.advance(task)
