"""Find the names that a method, type or member had before and after a rename or move, for its history.

A decision file confirms renames of methods and members, and moves of members. A type is renamed if nothing
but its name changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mcpgen.adapters.decisions import Decided, Entry
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.ir import ErrorCode, Field, Protocol, Type

VERBS = {
    "METHOD_RENAMED": "renamed",
    "TYPE_RENAMED": "renamed",
    "FIELD_RENAMED": "renamed",
    "FIELD_MOVED": "moved",
    "ERROR_CODE_MOVED": "changed",
}
SHOWN = 3  # the maximum number of other names in a line of a history


class Relocation(NamedTuple):
    """A renamed or moved method, type, member or error code: its names in both revisions, and its entry.

    `verb` is `renamed`, `moved` or `changed`. `older` and `newer` are the two revisions.
    """

    older: str
    newer: str
    verb: str
    old: str
    new: str
    entry: Entry | None


def relocations(older: Protocol, newer: Protocol, decided: Iterable[Decided]) -> Iterator[Relocation]:
    """Yield the renames and moves between two revisions."""
    for one in decided:
        ends = _ends(older, newer, one.change) if one.change.rule in VERBS else None
        if ends is not None and ends[0] != ends[1]:
            yield Relocation(older.revision, newer.revision, VERBS[one.change.rule], *ends, one.entry)


def renamed_to(found: Sequence[Relocation], name: str) -> list[Relocation]:
    """Return the renames and moves that give `name` of the older revision its name in the newer one, or [].

    If `name` is a member of a renamed type, such as `Tool.title`, the result has the member with the new name
    of its type. This function does not check that the newer revision has the member.
    """
    owner, dot, member = name.partition(".")
    return [one for one in found if one.old == name] or [
        one._replace(old=name, new=f"{one.new}.{member}") for one in found if dot and one.old == owner
    ]


def renamed_from(found: Sequence[Relocation], name: str) -> list[Relocation]:
    """Return where `name` of the newer revision may have been in the older one, or []."""
    turned = [one._replace(old=one.new, new=one.old) for one in found]
    return [one._replace(old=one.new, new=one.old) for one in renamed_to(turned, name)]


def listed(names: Iterable[str]) -> str:
    """Return a few names as text, without duplicates: `a, b, c and 2 more`."""
    distinct = [*dict.fromkeys(names)]
    more = f" and {len(distinct) - SHOWN} more" if len(distinct) > SHOWN else ""
    return ", ".join(distinct[:SHOWN]) + more


def _ends(older: Protocol, newer: Protocol, change: ProtocolChange) -> tuple[str, str] | None:
    """Return the older and the newer name of what a change renames or moves. Return None if one is unknown.

    The name of a member is `Type.member`, with the type that declares it. The name of an error is its code.
    """
    if isinstance(change.old, ErrorCode) and isinstance(change.new, ErrorCode):
        return str(change.old.code), str(change.new.code)
    if change.holders is None or not isinstance(change.old, Field) or not isinstance(change.new, Field):
        return change.was, change.at
    paths = [[change.old.name], [change.new.name]]
    if change.rule == "FIELD_MOVED":
        paths = [path.split(".") for path in change.detail.split(" → ")]
    before = _member(older, change.holders[0], paths[0])
    after = _member(newer, change.holders[1], paths[1])
    return (before, after) if before and after else None


def _member(protocol: Protocol, holder: Type, path: Sequence[str]) -> str | None:
    """Return the member to which a path leads from an object type, as `Type.member`, or None."""
    for name in path[:-1]:
        record = protocol.record_of(holder)
        field = record.field(name) if record else None
        if field is None:
            return None
        holder = field.type
    record = protocol.record_of(holder)
    return f"{record.name}.{path[-1]}" if record and record.field(path[-1]) else None
