"""Citations: decided changes → a constant for each change that a generated adapter cites.

A change is cited by its id in `schema/changes/A--B.toml`. Of several changes at a node, one counts whose
action in that direction is more than `keep`, else one whose values may not fit. Where no entry covers a
node, the citation names its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from mcpgen.adapters.actions import OF_UNION_MEMBER, Key, keys_of
from mcpgen.adapters.decisions import Decided, Entry
from mcpgen.adapters.plan import AdapterPlan, ChangeConstant, Direction, cited
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
        self._entries: dict[str, dict[Key, Entry]] = {
            "up": _by_key(sorted(decided, key=lambda one: (one.up == "keep", one.change.to_new == "safe"))),
            "down": _by_key(
                sorted(decided, key=lambda one: (one.down == "keep", one.change.to_old == "safe"))
            ),
        }
        self._constants: dict[tuple[str, str], ChangeConstant] = {}

    def cite(
        self, direction: Direction, title: str, keys: Sequence[Key], entry: Entry | None = None
    ) -> ChangeConstant:
        """Return the constant for `entry`, else for that of the first node that has one, else a title."""
        if entry is None:
            entries = self._entries[direction]
            entry = next((entries[key] for key in keys if key in entries), None)
        if entry is not None:
            return self._constant(entry.id, f"{entry.title}: {entry.reason}", "")
        return self._constant(title, f"{self._targets[direction]} does not have it", direction)

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


def _by_key(decided: Sequence[Decided]) -> dict[Key, Entry]:
    """Return the entry of each node: that of the first decided change there.

    A type without a change of its own has the entry that adds it to a union, or removes it.
    """
    found: dict[Key, Entry] = {}
    for one in decided:
        if one.entry and one.change.rule not in _UNSEEN:
            place = one.change.place
            for key in keys_of(one.change) or ([place] if place else []):
                found.setdefault(key, one.entry)
    for one in decided:
        if one.entry and one.change.rule in OF_UNION_MEMBER:
            found.setdefault(one.change.detail, one.entry)
    return found


def cited_by(adapters: tuple[AdapterPlan, ...]) -> tuple[ChangeConstant, ...]:
    """Return the changes that adapters cite, each once, in the natural order of the constants' names."""
    found = {change.name: change for change in cited(adapters)}
    return tuple(found[name] for name in sorted(found, key=natural_order))
