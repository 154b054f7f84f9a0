"""Citations: decided changes → a constant for each change that a generated adapter cites.

A change is cited by its id in `schema/changes/A--B.toml`. Where no entry covers a place, the citation names
the place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mcpgen.adapters.actions import places_of
from mcpgen.adapters.decisions import Decided, Entry
from mcpgen.adapters.plan import AdapterPlan, ChangeConstant, Direction
from mcpgen.ir import Protocol
from mcpgen.names import snake
from mcpgen.problems import natural_order

# Changes that nothing on the wire shows.
_UNSEEN = ("DEPRECATED", "REINSTATED", "KNOWN_VALUE_ADDED", "KNOWN_VALUE_REMOVED", "CAPABILITY_CHANGED")
_TAKEN = ("UP", "DOWN", "UNCHANGED", "UNCHANGED_NOTIFICATION")  # names of the generated module


class Citations:
    """The changes of one pair of neighbours as constants, shared by both directions."""

    def __init__(self, older: Protocol, newer: Protocol, decided: Sequence[Decided]) -> None:
        self._targets = {"up": newer.revision, "down": older.revision}
        self._entries: dict[str, Entry] = {}
        for one in decided:
            if one.entry and one.change.rule not in _UNSEEN:
                for place in places_of(one.change):
                    self._entries.setdefault(place, one.entry)
        for one in decided:
            if one.entry and one.change.rule in ("UNION_MEMBER_ADDED", "UNION_MEMBER_REMOVED"):
                self._entries.setdefault(one.change.detail, one.entry)
        self._constants: dict[tuple[str, str], ChangeConstant] = {}

    def cite(self, direction: Direction, places: Sequence[str], entry: Entry | None = None) -> ChangeConstant:
        """Return the constant for `entry`, else for the entry of the first place that has one."""
        if entry is None:
            entry = next((self._entries[place] for place in places if place in self._entries), None)
        if entry is not None:
            return self._constant(entry.id, f"{entry.title}: {entry.reason}", "")
        return self._constant(places[0], f"{self._targets[direction]} does not have it", direction)

    def _constant(self, id: str, reason: str, suffix: str) -> ChangeConstant:
        constant = self._constants.get((id, reason))
        if constant is None:
            stem = snake(f"{id} {suffix}").upper()
            if not stem or stem[0].isdigit() or stem in _TAKEN:
                stem = f"CHANGE_{stem}"
            name, number, taken = stem, 2, {other.name for other in self._constants.values()}
            while name in taken:
                name, number = f"{stem}_{number}", number + 1
            constant = self._constants[id, reason] = ChangeConstant(name, id, reason)
        return constant


def cited(adapters: Iterable[AdapterPlan]) -> tuple[ChangeConstant, ...]:
    """Return the changes that adapters cite, each once, in the natural order of the constants' names."""
    found = {change.name: change for adapter in adapters for change in adapter.changes()}
    return tuple(found[name] for name in sorted(found, key=natural_order))
