"""Progress: a bar on standard error while a log is read or a build runs, if standard error is a terminal.

`reading` shows no bar where standard output is a terminal too: the findings there show the progress, and a
bar would break into them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import IO, BinaryIO, TypeVar, cast

Item = TypeVar("Item")


def reading(file: IO[bytes], label: str) -> AbstractContextManager[IO[bytes]]:
    """Return a file whose bytes a bar shows while they are read; a pipe has no size, and no bar."""
    if not sys.stderr.isatty() or sys.stdout.isatty() or not (size := os.fstat(file.fileno()).st_size):
        return nullcontext(file)
    from rich.console import Console
    from rich.progress import wrap_file

    console = Console(file=sys.stderr)
    return wrap_file(cast(BinaryIO, file), size, description=label, console=console, transient=True)


def counted(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """Yield items, which a bar counts."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        yield from bar.track(items, total, description=label)
