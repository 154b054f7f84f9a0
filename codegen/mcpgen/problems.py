"""Problems with an input as `location: message` lines: the only way in which a stage refuses its input."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

ACCEPT = "--accept-proposals"


@dataclass(frozen=True, slots=True)
class Problem:
    """A flaw of an input: a location (file, then line or JSON Pointer), and a message with the remedy."""

    location: str
    message: str

    def __str__(self) -> str:
        """Return the line that a user reads."""
        return f"{printable(self.location)}: {printable(self.message)}"


class Refused(Exception):
    """The input cannot be used; `problems` are all reasons found, in the order of their locations."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(
            sorted(set(problems), key=lambda one: (natural_order(one.location), one.location, one.message))
        )
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return a line for each problem."""
        return "\n".join(map(str, self.problems))


def unaccepted(location: str, counted: str, ingest: str) -> Problem:
    """Return the problem that counts proposals; `ingest` are the arguments that accept them all."""
    return Problem(location, f"{counted}; accept them all: mcpgen ingest {ingest} {ACCEPT}")


def refuse(location: str, message: str) -> Refused:
    """Return the exception for a single problem."""
    return Refused([Problem(location, message)])


def printable(text: str) -> str:
    """Return `text` on one line, with every character escaped that a terminal would obey."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii") for c in text
    )


def printable_lines(text: str) -> str:
    """Return `text` with every character except line feeds escaped that a terminal would obey."""
    return "\n".join(map(printable, text.split("\n")))


def natural_order(name: str) -> list[tuple[int, str]]:
    """Return the sort key that counts the numbers in a name: `T2.9` stands before `T2.10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]
