"""The exception for unusable input.

A refusal is a list of `location: message` lines. A line contains no characters that control a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True)
class Problem:
    """A problem with an input: a location, and a message that says how to solve it."""

    location: str
    message: str

    def __str__(self) -> str:
        """Return the line that a user reads: `location: message`."""
        return f"{_printable(self.location)}: {_printable(self.message)}"


class Refused(Exception):
    """The input cannot be used. `problems` are all reasons that were found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems), key=lambda problem: (problem.location, problem.message)))

    def renamed(self, names: Mapping[str, str]) -> Refused:
        """Return a copy of the error with other locations. `names` maps each location to its new name."""
        return Refused(
            Problem(names.get(problem.location, problem.location), problem.message)
            for problem in self.problems
        )

    def __str__(self) -> str:
        """Return a line for each problem."""
        return "\n".join(map(str, self.problems))


def refuse(location: str, message: str) -> Refused:
    """Return the exception for a single problem."""
    return Refused([Problem(location, message)])


def unknown_revision(location: str, name: str, known: Iterable[str]) -> Refused:
    """Return the error for an unknown revision. It suggests the most similar known revision."""
    names = list(known)
    dated = [each for each in names if "-" in each]
    is_latest = dated and name.lower() in ("latest", "newest", "current", "last")
    near = f" (do you mean {dated[-1]}?)" if is_latest else meant(name, names)
    return refuse(
        location, f"{name[:80]!a} is not a known revision{near}; the revisions are {', '.join(names)}"
    )


def meant(given: str, known: Iterable[str]) -> str:
    """Return a question that suggests the most similar known name, or '' if none is similar."""
    names = {_key(name): name for name in known}
    near = get_close_matches(_key(given), names, cutoff=0.7)
    return f" (do you mean {names[near[0]]}?)" if near else ""


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _printable(text: str) -> str:
    """Return `text` on one line, and escape every character that controls a terminal."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii") for c in text
    )
