"""Colours, width and progress bars for output on a terminal.

Output has colours only if its stream is a terminal. `NO_COLOR` and `TERM=dumb` turn them off. Progress bars
are shown on stderr if it is a terminal.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import IO, BinaryIO, Literal, TypeAlias, TypeVar, cast

Item = TypeVar("Item")
Style: TypeAlias = Literal["breaking", "dangerous", "valid", "dim", "heading"]

COLOURS: dict[Style, str] = {
    "breaking": "red",
    "dangerous": "yellow",
    "valid": "green",
    "dim": "dim",
    "heading": "bold",
}
WIDTH, LEAST_WIDTH = 100, 40  # the width in columns if it is unknown, and the smallest width


@dataclass(frozen=True)
class Screen:
    """The layout of text for an output stream: width and colours. The defaults are for a file or a pipe."""

    width: int = WIDTH
    is_terminal: bool = False
    has_colours: bool = False

    @classmethod
    def of(cls, stream: IO[str]) -> Screen:
        """Return the layout of text for an output stream."""
        if not stream.isatty():
            return cls()
        from rich.console import Console

        console = Console(file=stream)
        has_colours = console.color_system is not None and not console.no_color
        columns = shutil.get_terminal_size((WIDTH, 24)).columns
        return cls(max(columns, LEAST_WIDTH), is_terminal=True, has_colours=has_colours)

    def paint(self, text: str, style: Style | None) -> str:
        """Return text in a style. If the stream has no colours, return it unchanged.

        The text must be printable.
        """
        if not self.has_colours or style is None or not text:
            return text
        from rich.color import ColorSystem
        from rich.style import Style as RichStyle

        return RichStyle.parse(COLOURS[style]).render(text, color_system=ColorSystem.STANDARD)

    def wrap(self, text: str, first: str = "", rest: str = "") -> list[str]:
        """Return text as lines that fit the width. Words are not split.

        The first line begins with `first`, and the others with `rest`.
        """
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )


def reading(file: IO[bytes], label: str) -> AbstractContextManager[IO[bytes]]:
    """Wrap a file so that a progress bar shows how many bytes were read.

    There is no bar for a pipe, because its size is unknown. There is also none if stdout is a terminal,
    because the findings printed there show the progress.
    """
    if not sys.stderr.isatty() or sys.stdout.isatty() or not (size := os.fstat(file.fileno()).st_size):
        return nullcontext(file)
    from rich.console import Console
    from rich.progress import wrap_file

    console = Console(file=sys.stderr)
    return wrap_file(cast(BinaryIO, file), size, description=label, console=console, transient=True)


def counted(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """Yield the items, and show their progress on stderr if it is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        yield from bar.track(items, total, description=label)


@contextmanager
def working(label: str) -> Iterator[None]:
    """Show `label` and the elapsed seconds on stderr while the block runs, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        bar.add_task(label, total=None)
        yield
