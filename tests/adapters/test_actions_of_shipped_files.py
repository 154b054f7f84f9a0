"""Each action of the shipped files decides something: another verb changes the plan, or is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import (
    DecidedPair,
    Entry,
    decide,
    one_way,
    other_paths,
    read_entries,
    source_of,
)
from mcpgen.adapters.plan import PairPlan
from mcpgen.compare.alignment import Alignment, align
from mcpgen.compare.changes import changes_of
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.problems import Refused
from mcpgen.schema_folder import packaged, protocol, revisions

VERBS = ("keep", "drop", "refuse")
CHAIN = [*pairwise(revisions())]
# A file with `+` in its name decides for a revision with an extension, and inherits the file without it.
EXTENDED = [
    (older, f"{newer}+{name}")
    for older, newer in CHAIN
    for name in packaged().extensions
    if source_of(older, f"{newer}+{name}") in packaged().sources
]
PAIRS = [*CHAIN, *EXTENDED]
SAMPLE = 25  # replacements of each pair in the short test


class Shipped:
    """Two revisions with the entries of their file, and those that it inherits."""

    def __init__(self, older: str, newer: str) -> None:
        self.older, self.newer = protocol(older), protocol(newer)
        self.source = source_of(older, newer)
        self.entries = read_entries(packaged().sources[self.source], self.source)
        base = newer.partition("+")[0]
        self.inherited = () if base == newer else packaged().entries(older, base)
        self._aligned: dict[tuple[object, ...], tuple[Alignment, tuple[ProtocolChange, ...]]] = {}
        self.plan = self.planned(self.entries)

    def planned(self, entries: Sequence[Entry]) -> PairPlan:
        """Return the plan of the pair with other entries."""
        others = other_paths([*self.inherited, *entries])
        key = tuple(sorted(others.items()))
        if key not in self._aligned:
            alignment = align(self.older, self.newer, others)
            self._aligned[key] = alignment, changes_of(alignment)
        alignment, changes = self._aligned[key]
        decided = decide(changes, entries, self.source, self.inherited)
        return generate.plan(DecidedPair(alignment, decided, self.source))

    def replacements(self) -> Iterator[tuple[str, tuple[Entry, ...]]]:
        """Yield the entries with the verb of one action replaced, and a line that says which."""
        for number, entry in enumerate(self.entries):
            for direction in ("up", "down"):
                table = getattr(entry, direction)
                for row, (name, text) in enumerate(table):
                    for said, other in _replaced(text):
                        changed = replace(
                            entry, **{direction: (*table[:row], (name, other), *table[row + 1 :])}
                        )
                        entries = (*self.entries[:number], changed, *self.entries[number + 1 :])
                        yield f"{entry.id} {direction} {name.text}: {said}", entries

    def is_silent(self, entries: Sequence[Entry]) -> bool:
        """Return whether other entries build the plan of the shipped ones."""
        if any(one_way(entry, self.source) for entry in entries):
            return False
        try:
            return self.planned(entries) == self.plan
        except Refused:
            return False


def _replaced(text: str) -> Iterator[tuple[str, str]]:
    """Yield actions with the verb of one replaced, and both verbs."""
    parts = text.split(";")
    for index, part in enumerate(parts):
        verb, at, place = part.strip().partition("@")
        for other in VERBS:
            if other != verb:
                yield f"{verb} → {other}", ";".join(
                    [*parts[:index], f"{other}{at}{place}", *parts[index + 1 :]]
                )


@cache
def shipped(older: str, newer: str) -> Shipped:
    """Return a pair of the shipped chain."""
    return Shipped(older, newer)


def test_the_files_of_extensions_are_found() -> None:
    """The tasks extension has decisions of its own."""
    assert [newer for _, newer in EXTENDED] == ["2026-07-28+tasks"]


@pytest.mark.parametrize("pair", PAIRS, ids="--".join)
def test_a_sample_of_actions_decides_something(pair: tuple[str, str]) -> None:
    """Some replacements of each file."""
    found = [*shipped(*pair).replacements()]
    drawn = Random("--".join(pair)).sample(found, min(SAMPLE, len(found)))
    assert [said for said, entries in drawn if shipped(*pair).is_silent(entries)] == []


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS, ids="--".join)
def test_every_action_decides_something(pair: tuple[str, str]) -> None:
    """All replacements of each file."""
    found = [*shipped(*pair).replacements()]
    assert len(found) > 20
    assert [said for said, entries in found if shipped(*pair).is_silent(entries)] == []
