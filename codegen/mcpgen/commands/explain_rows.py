"""Rows and sections of a page of `mcpgen explain`: labels and texts → lines as wide as a screen."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

WIDTH = 100
LABEL = 12


def row(label: str, text: str) -> Iterator[str]:
    """Yield a label and its text; nothing where the text is empty."""
    if text:
        lines = textwrap.wrap(text, WIDTH - LABEL, break_on_hyphens=False)
        yield f"{label:<{LABEL}}{lines[0]}"
        yield from (" " * LABEL + line for line in lines[1:])


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a title and its lines; nothing where there are none."""
    if listed := list(lines):
        yield ""
        yield title
        yield from (f"  {line}" for line in listed)
