"""Problems with an input, as `location: message` lines. A stage refuses its input only with these."""

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

    The other attributes are for code that corrects the input; '' means unused. `subject` is the name or
    location that the message is about. `kind` distinguishes problems with different corrections. If reading
    had to choose a fact that no overlay states, `entry` is the TOML text that states it (for an `order`, the
    key with the values), and `summary` describes the choice in a few words.
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
    """Raised if an input cannot be used. `problems` has all problems, in the order of their locations."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(
            sorted(set(problems), key=lambda one: (natural_order(one.location), one.location, one.message))
        )
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return a line for each problem."""
        return "\n".join(map(str, self.problems))


def unaccepted(location: str, counted: str, ingest: str, them: str = "them all") -> Problem:
    """Return a problem that counts proposals. `ingest` are the arguments that accept `them`."""
    return Problem(location, f"{counted}; accept {them}: mcpgen ingest {ingest} {ACCEPT}")


def refuse(location: str, message: str) -> Refused:
    """Return a `Refused` with a single problem."""
    return Refused([Problem(location, message)])


def printable(text: str) -> str:
    """Return `text` on one line. Escape everything that a terminal or a CI runner would interpret.

    A CI runner interprets `::` at the start of a line, after white space, and `##[` anywhere.
    """
    if not text.isprintable():
        with suppress(UnicodeError):  # bytes of a file name that the locale cannot decode
            text = text.encode("utf-8", "surrogateescape").decode("utf-8")
        text = "".join(
            c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii")
            for c in text
        )
    return without_command(text)


def without_command(line: str) -> str:
    """Escape a line so that no CI runner interprets it."""
    return _COMMAND.sub(lambda found: f"{found[0][:-1]}\\x{ord(found[0][-1]):02x}", line)


def one_word(name: str) -> str:
    """Return a name that line wrapping cannot break: if it has spaces, quote it and escape them."""
    return name if name.split() == [name] else json.dumps(name).replace(" ", "\\x20")


def printable_lines(text: str) -> str:
    """Escape every character of `text` that a terminal would interpret, except line feeds."""
    return "\n".join(map(printable, text.split("\n")))


def natural_order(name: str) -> list[tuple[int, str]]:
    """Return a sort key that compares numbers in a name as numbers: `T2.9` before `T2.10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]
