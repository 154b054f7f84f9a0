"""Add to an overlay the entries that it inherits from the overlay of another revision.

`inherits = "2025-11-25"` adds the entries of that revision's overlay. An entry of the file itself replaces an
inherited entry with the same key (`KEYS`). `[[removed]]` lists inherited entries that are not true any more.
If an inherited entry names something that the schema file does not have, it has no effect. If it contradicts
the schema file in another way, the build fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, NamedTuple

from mcpgen.frontend.overlay import KEYS, NO_OVERLAY, Overlay, located, overlay_of, read_overlay
from mcpgen.frontend.sources import Sources, source
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.json_values import tokens

# A method is in one of these two tables, so an entry of either table replaces inherited entries of both.
GATES = ("gate", "ungated")
DEFINITIONS = ("$defs", "definitions")  # the members of a schema file that contain its definitions


def with_inherited(own: Overlay, sources: Sources) -> Overlay:
    """Return an overlay together with the entries that it inherits.

    Refuse an overlay that inherits from a revision which is not in `sources`. Refuse overlays that inherit
    from each other.
    """
    return inheriting(own, base_of(own, sources))


class _Lineage(NamedTuple):
    """The overlays that an overlay inherits, nearest first, and the names of their revisions.

    `flaw` is an error if the last revision has no overlay, or if the last overlay inherits one before it.
    Otherwise it is None.
    """

    revisions: list[str]
    overlays: list[Overlay]
    flaw: Refused | None


def _lineage(own: Overlay, sources: Sources) -> _Lineage:
    revisions, chain, seen = list[str](), [own], {own.source}
    while name := chain[-1].inherits:
        location, by = overlay_of(name), chain[-1].source
        if location in seen:
            message = f"inherits {name}, which inherits this overlay; correct one of the two"
            return _Lineage(revisions, chain[1:], refuse(by, message))
        seen.add(location)
        revisions.append(name)
        if not {f"schema/{name}/schema.json", location} & sources.keys():
            flaw = refuse(by, f"inherits {name!a}, which is not pinned; name a pinned revision")
            return _Lineage(revisions, chain[1:], flaw)
        try:
            data = source(sources, location)
        except Refused as flaw:
            return _Lineage(revisions, chain[1:], flaw)
        chain.append(read_overlay(data, location))
    return _Lineage(revisions, chain[1:], None)


def base_of(own: Overlay, sources: Sources) -> Overlay:
    """Return the overlay from which `own` inherits, with the entries that this overlay inherits itself.

    Refuse an overlay that inherits from a revision which is not in `sources`. Refuse overlays that inherit
    from each other.
    """
    lineage = _lineage(own, sources)
    if lineage.flaw is not None:
        raise lineage.flaw
    return reduce(lambda base, overlay: inheriting(overlay, base), reversed(lineage.overlays), NO_OVERLAY)


def inherited(sources: Sources, revision: str) -> list[str]:
    """Return the revisions from which the overlay of `revision` inherits, nearest first.

    The chain ends at a revision that inherits nothing, or that has no overlay. The result includes this last
    revision.
    """
    location = overlay_of(revision)
    if location not in sources:
        return []
    return _lineage(read_overlay(sources[location], location), sources).revisions


def inheriting(own: Overlay, base: Overlay) -> Overlay:
    """Return `own` with the entries of `base` that it inherits: all that it does not replace or remove."""
    stated = _Stated(own)
    entries: dict[str, list[dict[str, Any]]] = {}
    locations: dict[tuple[str, int], str] = {}
    inherited = set()
    for table in dict.fromkeys((*base.entries, *own.entries)):
        found = entries.setdefault(table, [])
        for index, entry in enumerate(base.table(table) if table in KEYS else ()):
            if rest := stated.rest(table, entry):
                inherited.add((table, len(found)))
                locations[table, len(found)] = base.located(table, index)
                found.append(rest)
        for index, entry in enumerate(own.table(table)):
            locations[table, len(found)] = own.located(table, index)
            found.append(entry)
    if problems := list(stated.idle_removals()):
        raise Refused(problems)
    return replace(own, entries=entries, locations=locations, inherited=frozenset(inherited))


class _Stated:
    """The keys of the inherited entries that an overlay replaces, and of those that it removes.

    An overlay replaces an inherited entry if it states an entry with the same key.
    """

    def __init__(self, own: Overlay) -> None:
        self.own = own
        self.keys = {table: {*_keys(table, own.table(table))} for table in KEYS}
        gates = set[str]().union(*(self.keys[table] for table in GATES))
        self.keys |= dict.fromkeys(GATES, gates)
        self.pointers = {place(at) for entry in own.table("name") for at in entry["at"]}
        self.removals = {
            (entry["table"], place(key)): index
            for index, entry in enumerate(own.table("removed"))
            for key in entry["entries"]
        }
        self.removed: set[tuple[str, str]] = set()  # the removals that apply to an inherited entry

    def rest(self, table: str, entry: dict[str, Any]) -> dict[str, Any] | None:
        """Return the part of an inherited entry that stays in effect, or None if nothing is left.

        The overlay replaces the parts that it states itself, and removes those in its `[[removed]]`.
        """
        removed = [key for key in _keys(table, [entry]) if (table, key) in self.removals]
        self.removed.update((table, key) for key in removed)
        gone = self.keys[table] | {*removed}
        if table in GATES:
            methods = [method for method in entry["methods"] if method not in gone]
            return {**entry, "methods": methods} if methods else None
        if not gone.isdisjoint(_keys(table, [entry])):
            return None
        if table == "name":
            pointers = [at for at in entry["at"] if place(at) not in self.pointers]
            return {**entry, "at": pointers} if pointers else None
        return entry

    def idle_removals(self) -> Iterator[Problem]:
        """Yield a problem for each item of `[[removed]]` that is not an inherited entry."""
        for (table, key), index in self.removals.items():
            if (table, key) not in self.removed:
                message = f"no [[{table}]] {key} is inherited; remove the item"
                yield Problem(self.own.located("removed", index), message, subject=key)


def _keys(table: str, entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the keys that identify entries of an overlay table, such as the method of a `[[result]]` entry.

    A JSON Pointer is yielded without `/$defs`, as `place` returns it.
    """
    for entry in entries:
        value = entry[KEYS[table]]
        yield from map(place, [value] if isinstance(value, str) else value)


def place(pointer: str) -> str:
    """Return a JSON Pointer without `/$defs` or `/definitions` at its start, and any other text unchanged."""
    first, _, rest = pointer[1:].partition("/")
    return f"/{rest}" if pointer.startswith("/") and first in DEFINITIONS else pointer


def fitted(schema: Mapping[str, Any], overlay: Overlay) -> Overlay:
    """Return an overlay whose inherited JSON Pointers are rewritten for a schema file.

    The file may have its definitions in `$defs`, while the inherited overlay was written for `definitions`. A
    `[[name]]` entry names an anonymous type. An inherited one is dropped if the file has a reference in that
    location, or if it defines a type of that name itself.
    """
    root = next((name for name in DEFINITIONS if name in schema), DEFINITIONS[0])
    entries = {table: [*tables] for table, tables in overlay.entries.items()}
    idle: dict[tuple[str, int], list[str]] = {}
    for table, index in sorted(
        overlay.inherited
    ):  # sorted, because a report lists unused entries in this order
        entry = entries[table][index]
        if table == "correction":
            entries[table][index] = {**entry, "at": rooted(root, entry["at"])}
        if table == "name":
            pointers = [rooted(root, at) for at in entry["at"]]
            entries[table][index] = {**entry, "at": pointers}
            is_defined = entry["name"] in schema.get(root, {})
            idle[table, index] = [
                at for at in pointers if is_defined or _is_reference(located(schema, tokens(at)))
            ]
            for at in idle[table, index]:
                overlay.idle(
                    table, index, f"the schema has no anonymous type at {at}; remove the pointer", at
                )
    return replace(overlay, entries=entries).without(idle)


def _is_reference(schema: Any) -> bool:
    return isinstance(schema, dict) and "$ref" in schema


def rooted(root: str, pointer: str) -> str:
    """Return a JSON Pointer to a definition as one that begins with `root`: `$defs` or `definitions`.

    Return any other pointer unchanged.
    """
    rest = place(pointer)
    return f"/{root}{rest}" if rest != pointer else pointer


def whole_text(overlay: Overlay) -> str:
    """Return all entries of an overlay, including inherited ones, as the text of a new overlay.

    `inherits` and `[[removed]]` are omitted, because the new overlay inherits nothing. Comments are lost.
    """
    tables = ((table, entry) for table in KEYS for entry in overlay.table(table))
    return "\n\n".join(entry_text(table, **entry) for table, entry in tables)
