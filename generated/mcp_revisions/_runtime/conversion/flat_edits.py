"""Flat edits: a function of an adapter as edits at the top of params, or of a result.

The build prints a `Flat` for each function that changes every valid value, and only at the top or in `_meta`.
In: the members of a value, each as text. Out: the edited members, and the events of the edits.

- A value that fits `others` is edited by the flat edits, in order. The outcome and the events equal those of
  the function.
- The flats of a chain are composed to one (`joined`). An edit states the shape that a value needs before it,
  so that the value fits the next flat afterwards (`before`).
- A value that fits no flat goes to the functions. A flat may miss such a value. It never accepts a value that
  the function edits in another way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Raw

from ..messages.build_lock import json_decoder
from .log import ConversionLog, Path
from .losses import Change
from .value_checks import NEVER, Shape, both, fits, parts

Members = dict[str, Any]  # each a `Raw`, or an object of `Raw` that an edit has opened

members_of: Callable[[Any], Members] = json_decoder(dict[str, Raw]).decode
"""The decoder of an object whose members stay text."""


class FillMember(NamedTuple):
    """Set a member that is absent."""

    member: str
    value: Any
    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape without the member, "never" if the value does not fit it."""
        known, _, _ = parts(shape)
        return _without(shape, self.member) if fits(self.value, known.get(self.member)) else NEVER

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Set the member."""
        members[self.member] = self.value
        log.append(("invented", (at, self.member), self.value, self.change))


class DropMember(NamedTuple):
    """Remove a member, if it is present."""

    member: str
    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape without the member, "never" if it requires the member."""
        _, required, _ = parts(shape)
        return NEVER if self.member in required else _without(shape, self.member)

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Remove the member."""
        if self.member in members:
            log.drop(members, self.member, at, self.change)


class DropInner(NamedTuple):
    """Remove members of the object that a member holds, and the object if nothing else is left."""

    member: str
    names: tuple[str, ...]
    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape, "never" if it requires a member that the edit may remove."""
        known, required, rest = parts(shape)
        _, inner_required, inner_rest = parts(known.get(self.member))
        lost = self.member in required or not set(self.names).isdisjoint(inner_required)
        return NEVER if lost or rest is not None or inner_rest is not None else shape

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Remove the inner members."""
        if self.member in members:
            members[self.member] = _opened(members[self.member])
            log.drop_inside(members, self.member, self.names, at, self.change)


class RequestMeta(NamedTuple):
    """Set the members of `_meta` that the target repeats in each request."""

    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape, "never" if it constrains `_meta`."""
        known, _, _ = parts(shape)
        return NEVER if "_meta" in known else _without(shape, "_meta")

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Set the members of the context; metadata that has one of them is for the function."""
        context = log.context
        assert context is not None
        if "_meta" in members:
            meta = _opened(members["_meta"])
            if not context.shapes.keys().isdisjoint(meta):
                raise ValueError("metadata with reserved members")
            members["_meta"] = {**meta, **context.repeated}
        else:
            members["_meta"] = context.text
        log += context.events((at, "_meta"), self.change)


FlatEdit = FillMember | DropMember | DropInner | RequestMeta
"""An edit of members at the top of a value.

`before`: a shape whose values fit `shape` once they are edited. `edit`: edit the members and report the
events; raise `ValueError` where they are for the functions.
"""


class Flat(NamedTuple):
    """A function as edits at the top of a value that fits `others`. Without edits it changes nothing."""

    others: Shape = NEVER
    edits: tuple[FlatEdit, ...] = ()


NOT_FLAT, LEAVES_ALL = Flat(), Flat(None)  # it fits no value; every value


def joined(first: Flat, second: Flat) -> Flat:
    """Compose the flat edits of two functions: `first`, then `second`."""
    others = second.others
    for edit in reversed(first.edits):
        others = NEVER if others == NEVER else edit.before(others)
    others = both(first.others, others)
    return NOT_FLAT if others == NEVER else Flat(others, (*first.edits, *second.edits))


def _opened(value: Any) -> Members:
    return value if type(value) is dict else members_of(value)


def _without(shape: Shape, member: str) -> Shape:
    """Return the shape of an object, but for a member; "never" if it limits the members without a name."""
    known, required, rest = parts(shape)
    left = {name: inner for name, inner in known.items() if name != member}
    return NEVER if rest is not None else ("object", left, tuple(name for name in required if name != member))
