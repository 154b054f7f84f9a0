"""Problems with an input as `location: message` lines: the only way in which a stage refuses its input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

_COMMAND = re.compile(r"\A\s*:(?=:)|#(?=#\[)")
ACCEPT = "--accept-proposals"
Kind: TypeAlias = Literal["", "name taken", "name", "pattern", "order"]


@dataclass(frozen=True, slots=True)
class Problem:
    """A flaw of an input: a location (file, then line or JSON Pointer), and a message with the remedy.

    The other members are for the code that mends the input, '' where nothing reads them. `subject` is the
    name or the place that the message is about; `kind` tells apart the problems that are mended differently.
    Where a reading chose a fact that no overlay states, `entry` is the TOML text that states it (of an
    `order`, the key with the values), and `summary` says the choice in a few words.
    """

    location: str
    message: str
    subject: str = field(default="", compare=False, kw_only=True)
    kind: Kind = field(default="", compare=False, kw_only=True)
    entry: str = field(default="", compare=False, kw_only=True)
    summary: str = field(default="", compare=False, kw_only=True)

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


def unaccepted(location: str, counted: str, ingest: str, them: str = "them all") -> Problem:
    """Return the problem that counts proposals; `ingest` are the arguments that accept `them`."""
    return Problem(location, f"{counted}; accept {them}: mcpgen ingest {ingest} {ACCEPT}")


def refuse(location: str, message: str) -> Refused:
    """Return the exception for a single problem."""
    return Refused([Problem(location, message)])


def printable(text: str) -> str:
    """Return `text` on one line, with all escaped that a terminal, or a runner of CI jobs, would obey.

    A runner obeys a line that begins with `::`, white space left out, and `##[` anywhere in a line.
    """
    if not text.isprintable():
        with suppress(UnicodeError):  # bytes of a file name that the locale cannot read
            text = text.encode("utf-8", "surrogateescape").decode("utf-8")
        text = "".join(
            c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii")
            for c in text
        )
    return without_command(text)


def without_command(line: str) -> str:
    """Return a line that no runner of CI jobs obeys."""
    return _COMMAND.sub(lambda found: f"{found[0][:-1]}\\x{ord(found[0][-1]):02x}", line)


def one_word(name: str) -> str:
    """Return a name that no wrapping of lines breaks: quoted, with its spaces escaped, unless it has none."""
    return name if name.split() == [name] else json.dumps(name).replace(" ", "\\x20")


def printable_lines(text: str) -> str:
    """Return `text` with every character except line feeds escaped that a terminal would obey."""
    return "\n".join(map(printable, text.split("\n")))


def natural_order(name: str) -> list[tuple[int, str]]:
    """Return the sort key that counts the numbers in a name: `T2.9` stands before `T2.10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]
