"""Pattern growth: refuse a regular expression whose search by `re` may take more than linear time.

The decoders of generated types run the patterns of a schema by `re`, which backtracks, on the texts of peers.
A pattern becomes an automaton: a state for each character that the pattern names, and for each state the
states that may follow. A *way* is a path through the automaton that reads a text. Rules:

- A state that repeats leads to no other state that repeats on the same text: each repetition of the text adds
  a way (`a*a*`). The search for a pattern without `^` begins at each place, so its start repeats too.
- No state leads to itself in two ways on the same text: each repetition doubles the ways (`(a+)+`).
- At most `MOST_MEETINGS` times, two ways for one text meet again: each meeting doubles the ways
  (`(?:a|a)(?:a|a)`).

A pattern that passes takes linear time; a refused pattern may, too. `{m,n}` is judged as `*`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import product
from operator import and_
from typing import Any

from mcpgen.pattern_search import compiled_node, parsed

MOST_STATES, MOST_STEPS = 1_000, 500_000  # of an automaton, and of its judgement
MOST_MEETINGS = 8
START = 0
BEGINNINGS = ("AT_BEGINNING", "AT_BEGINNING_STRING")
# A character of each category of `re`, in ASCII and beyond.
_CHARACTERS = [*map(chr, range(128)), *"\x85\xa0é²٣ſK一\u2028\u3000\U0001f600"]


class Superlinear(ValueError):
    """A pattern that may take more than linear time."""


def check_growth(pattern: str) -> None:
    """Raise `Superlinear` for a pattern whose search by `re` may take more than linear time."""
    nodes = parsed(pattern)
    try:
        flags = nodes.state.flags
        _Automaton(nodes, flags, _alphabet(nodes), _begins_with_text(nodes, flags), _Budget()).check()
    except RecursionError:
        raise Superlinear("it is nested too deeply") from None


class _Budget:
    """The steps that are left to the judgement of a pattern, its lookarounds included."""

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def take(self, steps: int = 1) -> None:
        """Take some steps; raise `Superlinear` where none are left."""
        self.left -= steps
        if self.left < 0:
            raise Superlinear("it takes too long to judge")


class _Automaton:
    """The states of a pattern: the characters of each as bits, and how often each state follows another."""

    def __init__(self, nodes: Any, flags: int, alphabet: list[str], anchored: bool, budget: _Budget) -> None:
        self.alphabet, self.anchored, self.budget = alphabet, anchored, budget
        self.characters = [(1 << len(self.alphabet)) - 1]
        self.follow: dict[int, Counter[int]] = defaultdict(Counter)
        self.repeats_around = 0  # the node that is being added
        self.repeated: set[int] = set()  # the states inside a repeat
        self.empty_meetings = 0  # of ways to match the empty text
        self.has_repeat = False  # also in a lookaround
        self.tests_places = False  # with `$`, `\b`, a lookaround, or `^` behind a character
        _, first, last = self._sequence(nodes, flags)
        if not self.tests_places:
            # Nothing fails behind a last state that only last states follow, so the search ends there.
            accepting = set(last)
            for state in [state for state in accepting if self._after(state) <= accepting]:
                self.follow[state].clear()
        self.follow[START].update(first)
        if not self.anchored:
            self.follow[START][START] += 1
            self.repeated.add(START)

    # Adding nodes: each function returns whether the nodes match the empty text, their first states, and
    # their last.

    def _sequence(self, nodes: Any, flags: int) -> tuple[bool, list[int], list[int]]:
        empty, first, last = True, list[int](), list[int]()
        for node in nodes:
            node_empty, node_first, node_last = self._node(node, flags)
            for state in last:
                self.follow[state].update(node_first)
            first += node_first if empty else []
            last = [*last, *node_last] if node_empty else node_last
            empty = empty and node_empty
        return empty, first, last

    def _node(self, node: tuple[Any, Any], flags: int) -> tuple[bool, list[int], list[int]]:
        operator, argument = node
        self.budget.take()
        match str(operator):
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                return self._character(node, flags)
            case "AT":
                begins = str(argument) in BEGINNINGS and len(self.characters) == 1
                self.tests_places |= not begins
                return True, [], []
            case "SUBPATTERN":
                _, added, removed, below = argument
                if added & re.MULTILINE:
                    raise Superlinear("a group makes `^` match after each line")
                return self._sequence(below, (flags | added) & ~removed)
            case "ATOMIC_GROUP":
                return self._sequence(argument, flags)
            case "BRANCH":
                found = [self._sequence(branch, flags) for branch in argument[1]]
                empty, first, last = zip(*found, strict=True)
                self._add_empty_meetings(sum(empty) - 1)
                return any(empty), sum(first, []), sum(last, [])
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                least, most, below = argument
                return self._repeat(least, most, below, flags)
            case "ASSERT" | "ASSERT_NOT":
                self._look(argument[1], flags)
                return True, [], []
            case _:
                raise Superlinear("it refers to a group")

    def _character(self, node: tuple[Any, Any], flags: int) -> tuple[bool, list[int], list[int]]:
        if len(self.characters) > MOST_STATES:
            raise Superlinear(f"it has more than {MOST_STATES} characters to judge")
        self.budget.take(len(self.alphabet))
        test = compiled_node(node, flags)
        self.characters.append(sum(1 << i for i, c in enumerate(self.alphabet) if test.match(c)))
        state = len(self.characters) - 1
        return False, [state], [state]

    def _repeat(self, least: int, most: Any, below: Any, flags: int) -> tuple[bool, list[int], list[int]]:
        if least == most:
            times = min(least, MOST_STATES)
            self.budget.take(times)
            return self._sequence([node for _ in range(times) for node in below], flags)
        self.has_repeat |= most > 1
        self.repeats_around += 1
        before = len(self.characters)
        empty, first, last = self._sequence(below, flags)
        self.repeats_around -= 1
        if empty and most > 1:
            raise Superlinear("a repeat of a part that may be empty")
        self._add_empty_meetings(empty and least == 0)
        if most > 1:
            self.repeated.update(range(before, len(self.characters)))
            for state in last:
                self.follow[state].update(first)
        return empty or least == 0, first, last

    def _look(self, nodes: Any, flags: int) -> None:
        """Check a lookaround: one with a repeat is searched once, from the beginning of the text."""
        self.tests_places = True
        inside = _Automaton(nodes, flags, self.alphabet, True, self.budget)
        inside.check()
        if inside.has_repeat and (self.repeats_around or self.repeated or not self.anchored):
            raise Superlinear("it looks ahead or behind, with a repeat, from more than one place")
        self.has_repeat |= inside.has_repeat

    def _add_empty_meetings(self, times: int) -> None:
        """Count further ways to match the empty text; refuse any below a repeat."""
        if times > 0 and self.repeats_around:
            raise Superlinear("a repeat of a part that is empty in several ways")
        self.empty_meetings += max(times, 0)

    # The verdict

    def _repeating(self) -> dict[int, set[Any]]:
        """Return the states that may follow themselves, each with all states that may follow."""
        after = {state: self._after(state) for state in sorted(self.repeated)}
        return {state: states for state, states in after.items() if state in states}

    def _share_a_text(self, state: int, later: int) -> bool:
        """Say whether one text leads from a state to itself, to a later state, and from that to itself."""
        return (state, later, later) in self._ways((state, state, later))

    def check(self) -> None:
        """Raise `Superlinear` unless the ways through the automaton are few for every text."""
        repeating = self._repeating()
        for state, after in repeating.items():
            if any(times > 1 and state in self._after(each) for each, times in self.follow[state].items()):
                raise Superlinear("a repeat repeats another")
            for later in repeating:
                if later in after and later != state and self._share_a_text(state, later):
                    raise Superlinear("two repeats match one text")
        # Ways also meet where a state follows another twice, and where different states lead to the same.
        double_steps = sum(times > 1 for after in self.follow.values() for times in after.values())
        apart = [pair for pair in self._ways((START, START)) if pair[0] < pair[1]]
        joining_steps = {(pair, to) for pair in apart for to in self._next(pair) if to[0] == to[1]}
        if self.empty_meetings + double_steps + len(joining_steps) > MOST_MEETINGS:
            raise Superlinear("many alternatives match one text")

    def _after(self, state: int) -> set[Any]:
        """Return the states that may follow a state, directly or through others."""
        return self._reached(state, self.follow.__getitem__)

    def _ways(self, states: tuple[int, ...]) -> set[Any]:
        """Return the states that copies of the automaton may reach on one text."""
        return self._reached(states, self._next)

    def _reached(self, start: Any, following: Callable[[Any], Iterable[Any]]) -> set[Any]:
        """Return everything that `following` reaches from a start, in one step or more."""
        seen: set[Any] = set()
        left = [start]
        while left:
            for each in following(left.pop()):
                self.budget.take()
                if each not in seen:
                    seen.add(each)
                    left.append(each)
        return seen

    def _next(self, states: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the states to which copies of the automaton step on one character."""
        for to in product(*(self.follow[state] for state in states)):
            self.budget.take()
            if reduce(and_, (self.characters[state] for state in to)):
                yield to


def is_anchored(pattern: str) -> bool:
    """Say whether each alternative of a pattern that `re` can read begins with the beginning of the text."""
    nodes = parsed(pattern)
    return _begins_with_text(nodes, nodes.state.flags)


def _begins_with_text(nodes: Any, flags: int) -> bool:
    for operator, argument in nodes:
        match str(operator):
            case "AT":
                if str(argument) == "AT_BEGINNING_STRING":
                    return True
                if str(argument) == "AT_BEGINNING" and not flags & re.MULTILINE:
                    return True
            case "SUBPATTERN":
                _, added, removed, below = argument
                return _begins_with_text(below, (flags | added) & ~removed)
            case "BRANCH":
                return all(_begins_with_text(branch, flags) for branch in argument[1])
            case _:  # a lookaround, too: the search tries it at each place
                return False
    return False


def _alphabet(nodes: Any) -> list[str]:
    """Return a character of each kind that a pattern tells apart: named ones, and their neighbours."""
    near = {code + step for code in _codes(nodes) for step in (-1, 0, 1)}
    named = [chr(code) for code in sorted(near) if 0 <= code < 0x110000]
    cases = [case for c in named for case in (c.lower(), c.upper()) if len(case) == 1]
    return list(dict.fromkeys([*_CHARACTERS, *named, *cases]))


def _codes(nodes: Any) -> Iterator[int]:
    """Yield the numbers in a parsed pattern, the code points among them."""
    if isinstance(nodes, int):
        yield nodes
    elif isinstance(nodes, (list, tuple)) or hasattr(nodes, "data"):
        for node in nodes:
            yield from _codes(node)
