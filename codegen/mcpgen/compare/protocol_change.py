"""Protocol change: one difference between two revisions, located and judged.

A change is located by `at`, a `Type.member`, type or method in the names of the new revision; `was` is the
same place in the names of the old one. An inline type takes the name of its place
(`ClientCapabilities.roots.listChanged`).
"""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.compare.alignment import Place, TypePair
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES, Severity
from mcpgen.compare.reachability import OTHER_SIDE, ProtocolNode, SentBy
from mcpgen.ir import Side


@dataclass(frozen=True, slots=True)
class ProtocolChange:
    """One difference between two revisions.

    Attributes:
        rule: The id of its rule in `CHANGE_RULES`.
        at: Its place in the names of the new revision.
        was: The same place in the names of the old revision.
        sender: The side that sends the value, computed from the methods that reach the type; `both` where
            neither side is excluded, also for a type that no method reaches.
        detail: The part that differs: a union member, a constant, a bound.
        to_old: The effect on a receiver of the old revision.
        to_new: The effect on a receiver of the new revision.
        old: The node that differs in the old revision, if there is one.
        new: The node that differs in the new revision, if there is one.
        owners: The definitions that hold the place, old and new.
        place: The place in the alignment, where values differ.
    """

    rule: str
    at: str
    was: str
    sender: SentBy
    detail: str
    to_old: Severity
    to_new: Severity
    old: ProtocolNode | None = None
    new: ProtocolNode | None = None
    owners: tuple[str | None, str | None] = (None, None)
    place: Place | None = None

    @property
    def member(self) -> str | None:
        """Return the member that differs, by its newer name, if the change is about one member."""
        return self.place.member if self.place else None

    @property
    def holders(self) -> TypePair | None:
        """Return the types whose values differ, old and new, where values differ."""
        return self.place.pair if self.place else None

    @property
    def severity(self) -> Severity:
        """Return the worse of both directions."""
        return max(self.to_old, self.to_new, key=SEVERITIES.index)

    @property
    def receivers(self) -> tuple[Side, ...]:
        """Return the sides that receive the value: only they can break."""
        return ("client", "server") if self.sender == "both" else (OTHER_SIDE[self.sender],)

    def sort_key(self) -> tuple[str, str, str, str]:
        """Return the key that orders changes by place, rule and detail."""
        return (self.at, self.rule, self.detail, self.was)


def mirrored(change: ProtocolChange) -> ProtocolChange:
    """Return the change as `find_changes(new, old)` states it."""
    return ProtocolChange(
        rule=CHANGE_RULES[change.rule].mirror,
        at=change.was,
        was=change.at,
        sender=change.sender,
        detail=_reversed_detail(change.detail),
        to_old=change.to_new,
        to_new=change.to_old,
        old=change.new,
        new=change.old,
        owners=(change.owners[1], change.owners[0]),
        place=change.place and change.place.mirrored(),
    )


def _reversed_detail(detail: str) -> str:
    """Return `a → b` as `b → a`."""
    one, arrow, other = detail.partition(" → ")
    return f"{other}{arrow}{one}" if arrow else detail
