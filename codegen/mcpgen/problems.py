"""What is wrong with an input, said as `location: message` lines: the only way a stage refuses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """One thing wrong: where it stands (file, then a JSON Pointer after `#`), what it is and what to do."""

    location: str
    message: str

    def __str__(self) -> str:
        """Return the one line that a user reads."""
        return f"{printable(self.location)}: {printable(self.message)}"


class Refused(Exception):
    """The input cannot be used; every reason found is in `problems`, sorted."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def refuse(location: str, message: str) -> Refused:
    """Return the exception for a single problem."""
    return Refused([Problem(location, message)])


def printable(text: str) -> str:
    """Return `text` on one line that no terminal obeys: what is not printable is escaped."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii") for c in text
    )
