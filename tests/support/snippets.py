"""Run the Python code of a page, and find its commands with the output that the page shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

Names = dict[str, Any]


def blocks(page: str, language: str) -> list[str]:
    """Return the blocks of code of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def answered_lines(page: str, names: Names | None = None) -> Iterator[tuple[str, Any, Any]]:
    """Run the Python blocks of a page.

    Yield each line with a comment that states its value, the value, and the comment.
    """
    names = {"__name__": "__main__"} if names is None else names
    for block in blocks(page, "python"):
        exec(compile(block, "page", "exec", dont_inherit=True), names)  # noqa: S102
        for line in block.splitlines():
            expression, mark, said = line.partition("  # ")
            try:
                expected = ast.literal_eval(said.strip())
            except (ValueError, SyntaxError):
                continue
            if mark and not expression.startswith(" "):
                yield line, eval(expression, names), expected


def commands(page: str) -> Iterator[tuple[str, str]]:
    """Yield each command in the console blocks of a page, and the output that the page shows."""
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def shell_lines(page: str) -> Iterator[str]:
    """Yield each command of the console and shell blocks of a page, without its comment."""
    for block in blocks(page, "console"):
        yield from (_uncommented(line[2:]) for line in block.splitlines() if line.startswith("$ "))
    for block in blocks(page, "sh"):
        # A line goes on after a backslash, and inside of quotes.
        for line in re.findall(r"(?:[^'\\\n]|\\.|'[^']*')+", block, re.DOTALL):
            yield _uncommented(line)


def _uncommented(line: str) -> str:
    return re.sub(r"\s{2,}#.*", "", line)
