"""Pattern search: a regular expression × a text → whether the pattern is found, without backtracking.

`re` tries the ways to match one after the other, and `(a+)+$` has exponentially many. Here a pattern becomes
a program of tests and jumps, and each pair of an instruction and a place in the text is visited once. The
tests of single characters and the anchors run in `re`. Backreferences, conditions, atomic groups and
possessive repeats need backtracking: a pattern with one of them cannot be searched.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

_IS_NESTED = sys.version_info >= (3, 11)
_parser: Any = import_module("re._parser" if _IS_NESTED else "sre_parse")
_compiler: Any = import_module("re._compiler" if _IS_NESTED else "sre_compile")

MAX_SIZE = 10_000  # instructions of a program; a counted repeat is written out
MAX_VISITS = 500_000  # pairs of an instruction and a place
# The constructs that are not searched, by their names in the parser of `re`.
BACKTRACKING = {
    "GROUPREF": "a reference to a group",
    "GROUPREF_EXISTS": "a condition on a group",
    "ATOMIC_GROUP": "an atomic group",
    "POSSESSIVE_REPEAT": "a possessive repeat",
}


class Unsearchable(ValueError):
    """A pattern that only backtracking can match, or a search that takes too long."""


def is_found(pattern: str, text: str) -> bool:
    """Return whether `re.search` finds a pattern in a text; raise `Unsearchable` instead of a long search."""
    program = _compiled(pattern)
    return _Search(program, text).ends(range(len(text) + 1), None)


class _Program:
    """Instructions by number: a test of a character or of a place, a jump, or a lookaround."""

    def __init__(self, flags: int) -> None:
        self.flags = flags
        self.code: list[tuple[str, Any]] = []

    def add(self, kind: str, argument: Any = None) -> int:
        """Add an instruction and return its number."""
        if len(self.code) == MAX_SIZE:
            raise Unsearchable(f"more than {MAX_SIZE} steps long, counted repeats written out")
        self.code.append((kind, argument))
        return len(self.code) - 1

    def add_all(self, nodes: Any, flags: int) -> None:
        """Add the instructions of parsed nodes, one after the other."""
        for node in nodes:
            self.add_node(node, flags)

    def add_node(self, node: tuple[Any, Any], flags: int) -> None:
        """Add the instructions of one node of the parser of `re`."""
        operator, argument = node
        match str(operator):
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                self.add("character", compiled_node(node, flags))
            case "AT":
                self.add("anchor", compiled_node(node, flags))
            case "SUBPATTERN":
                _, added, removed, below = argument
                self.add_all(below, (flags | added) & ~removed)
            case "BRANCH":
                self._add_branches(argument[1], flags)
            case "MAX_REPEAT" | "MIN_REPEAT":
                least, most, below = argument
                self._add_repeat(least, most, below, flags)
            case "ASSERT" | "ASSERT_NOT":
                direction, below = argument
                inside = _Program(flags)
                inside.add_all(below, flags)
                width = below.getwidth()[1] if direction < 0 else None
                self.add("lookaround", (inside, width, str(operator) == "ASSERT"))
            case other:
                raise Unsearchable(f"{BACKTRACKING.get(other, other.lower())} needs backtracking")

    def _add_branches(self, branches: Sequence[Any], flags: int) -> None:
        ends = []
        for branch in branches[:-1]:
            split = self.add("jump")
            self.add_all(branch, flags)
            ends.append(self.add("jump"))
            self.code[split] = "jump", (split + 1, len(self.code))
        self.add_all(branches[-1], flags)
        for end in ends:
            self.code[end] = "jump", (len(self.code),)

    def _add_repeat(self, least: int, most: Any, below: Any, flags: int) -> None:
        for _ in range(least):
            self.add("jump", (len(self.code) + 1,))  # a repeat of nothing has a length too
            self.add_all(below, flags)
        if most is _parser.MAXREPEAT:
            split = self.add("jump")
            self.add_all(below, flags)
            self.add("jump", (split,))
            self.code[split] = "jump", (split + 1, len(self.code))
            return
        splits = []
        for _ in range(most - least):
            splits.append(self.add("jump"))
            self.add_all(below, flags)
        for split in splits:
            self.code[split] = "jump", (split + 1, len(self.code))


def parsed(pattern: str) -> Any:
    """Return the nodes of a pattern, as the parser of `re` names them."""
    return _parser.parse(pattern)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> _Program:
    try:
        nodes = parsed(pattern)
        program = _Program(nodes.state.flags)
        program.add_all(nodes, program.flags)
    except (re.error, RecursionError, OverflowError) as problem:
        raise Unsearchable(f"not a regular expression that Python can read: {problem}") from None
    return program


def compiled_node(node: tuple[Any, Any], flags: int) -> re.Pattern[str]:
    """Return the pattern of one node, compiled by `re`."""
    state = _parser.State()
    state.flags, state.str = flags, ""
    compiled: re.Pattern[str] = _compiler.compile(_parser.SubPattern(state, [node]), flags)
    return compiled


class _Search:
    """The search of one program, and of its lookarounds, in one text."""

    def __init__(self, program: _Program, text: str) -> None:
        self.program, self.text = program, text
        self.visits = 0
        self.seen: dict[tuple[int, int], bool] = {}

    def ends(self, starts: Sequence[int], wanted: int | None, program: _Program | None = None) -> bool:
        """Return whether a program reaches its end from one of the places, at the wanted place if any."""
        code = (program or self.program).code
        pending = [(0, start) for start in starts]
        seen = set(pending)
        while pending:
            self.visits += 1
            if self.visits > MAX_VISITS:
                raise Unsearchable(f"more than {MAX_VISITS} steps for a text of {len(self.text)} characters")
            number, place = pending.pop()
            if number == len(code):
                if wanted is None or place == wanted:
                    return True
                continue
            for each in self._next(code[number], number, place):
                if each not in seen:
                    seen.add(each)
                    pending.append(each)
        return False

    def _next(self, instruction: tuple[str, Any], number: int, place: int) -> list[tuple[int, int]]:
        """Return the instructions and places that follow an instruction at a place."""
        kind, argument = instruction
        if kind == "jump":
            return [(target, place) for target in argument]
        if kind == "lookaround":
            inside, width, is_wanted = argument
            return [(number + 1, place)] if self._is_around(inside, width, place) == is_wanted else []
        width = 1 if kind == "character" else 0
        return [(number + 1, place + width)] if argument.match(self.text, place) else []

    def _is_around(self, inside: _Program, width: int | None, place: int) -> bool:
        """Return whether a program matches from a place on, or up to a place if its width is given."""
        key = id(inside), place
        if key not in self.seen:
            start = place if width is None else place - width
            self.seen[key] = start >= 0 and self.ends([start], None if width is None else place, inside)
        return self.seen[key]
