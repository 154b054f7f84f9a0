"""Problems with an input, printed as `location: message`. Every stage refuses input through this module."""

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
    """A problem with an input: its location (file, then line or JSON Pointer), and what to do next.

    The other attributes are for code that corrects the input. An empty string means that an attribute is not
    used. `subject` is the name or location that the message is about. `kind` distinguishes problems that need
    different corrections. If the generator had to assume a fact that no overlay states, `entry` is the TOML
    text to add to the overlay, and `summary` describes the assumption in a few words. For a problem of the
    kind `order`, `entry` has only the key `values` with its new value.
    """

    location: str
    message: str
    subject: str = field(default="", compare=False, kw_only=True)
    kind: Kind = field(default="", compare=False, kw_only=True)
    entry: str = field(default="", compare=False, kw_only=True)
    summary: str = field(default="", compare=False, kw_only=True)

    def __str__(self) -> str:
        """Return the line that is printed for the user."""
        return f"{printable(self.location)}: {printable(self.message)}"


class Refused(Exception):
    """Raised if an input cannot be used. `problems` says why, sorted by location."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(
            sorted(set(problems), key=lambda one: (natural_order(one.location), one.location, one.message))
        )
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return a line for each problem."""
        return "\n".join(map(str, self.problems))


def unaccepted(location: str, counted: str, ingest: str, them: str = "them all") -> Problem:
    """Return a problem that says how many proposals nobody has accepted, and which command accepts them.

    `counted` is the number with a noun, such as `proposed entries: 3`. `ingest` has the arguments of the
    command. `them` is how the message refers to the proposals.
    """
    return Problem(location, f"{counted}; accept {them}: mcpgen ingest {ingest} {ACCEPT}")


def refuse(location: str, message: str) -> Refused:
    """Return a `Refused` with one problem, for the caller to raise."""
    return Refused([Problem(location, message)])


def printable(text: str) -> str:
    """Return `text` on one line. Escape everything that a terminal or a CI runner would interpret.

    CI runners interpret `::` at the start of a line, also after white space, and `##[` anywhere.
    """
    if not text.isprintable():
        with suppress(UnicodeError):  # a file name may have bytes that the locale cannot decode
            text = text.encode("utf-8", "surrogateescape").decode("utf-8")
        text = "".join(
            c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii")
            for c in text
        )
    return without_command(text)


def without_command(line: str) -> str:
    """Escape each part of a line that a CI runner would execute as a workflow command."""
    if "::" not in line and "##[" not in line:  # each command has one of these; the expression is slower
        return line
    return _COMMAND.sub(lambda found: f"{found[0][:-1]}\\x{ord(found[0][-1]):02x}", line)


def one_word(name: str) -> str:
    """Return a name without spaces, so that line wrapping does not split it.

    If the name contains spaces, they are escaped, and the name is quoted.
    """
    return name if name.split() == [name] else json.dumps(name).replace(" ", "\\x20")


def printable_lines(text: str) -> str:
    """Escape every character of `text` that a terminal would interpret. Line feeds are kept."""
    return "\n".join(map(printable, text.split("\n")))


def natural_order(name: str) -> list[tuple[int, str]]:
    """Return a key for sorting names that compares the numbers in them by value: `T2.9` is before `T2.10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]
