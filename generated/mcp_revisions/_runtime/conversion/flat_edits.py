"""Flat edits set or remove top-level members of params, or of a result, without parsing the other members.

An adapter has a function for each type that it edits. If such a function edits only top-level members or
`_meta`, the build also writes it as a `Flat`. A `Flat` gets the members of a value as raw text, edits them,
and reports the same events as the function.

- If a value fits the shape `others`, the flat edits give the same result and events as the function.
- `joined` composes the `Flat`s of a chain of adapters. For this, each edit has a method `before`. It returns
  the shape that a value must have before the edit, so that the edited value fits the next `Flat`.
- If a value does not fit the shape, the message is parsed, and the function edits it. A `Flat` may refuse a
  value that it could edit. It never accepts a value that the function would edit differently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Raw

from ..messages.build_lock import json_decoder
from .log import ConversionLog, Path
from .losses import Change
from .value_checks import NEVER, Shape, both, fits, parts

Members = dict[str, Any]  # each value is a `Raw`, or a dictionary of `Raw` if an edit has decoded it

members_of: Callable[[Any], Members] = json_decoder(dict[str, Raw]).decode
"""Decode a JSON object to a dictionary whose values are raw text."""


class FillMember(NamedTuple):
    """An edit that adds a member. The member must be absent."""

    member: str
    value: Any
    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape that a value must have before the edit, so that it fits `shape` afterwards.

        The result is `shape` without the member. If the new value of the member does not fit `shape`, the
        result is "never", which no value fits.
        """
        known, _, _ = parts(shape)
        return _without(shape, self.member) if fits(self.value, known.get(self.member)) else NEVER

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Add the member, and report it as invented."""
        members[self.member] = self.value
        log.append(("invented", (at, self.member), self.value, self.change))


class DropMember(NamedTuple):
    """An edit that removes a member if it is present."""

    member: str
    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape that a value must have before the edit, so that it fits `shape` afterwards.

        In the result, the member may have any value. The result is "never", which no value fits, if `shape`
        requires the member.
        """
        _, required, _ = parts(shape)
        return NEVER if self.member in required else _without(shape, self.member)

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Remove the member if it is present, and report it as dropped."""
        if self.member in members:
            log.drop(members, self.member, at, self.change)


class OmitMember(NamedTuple):
    """An edit that removes a member, because its absence means the same in the target revision.

    The edit does not check that the member has the value that its absence means. The shape in the `Flat`
    accepts no other value.
    """

    member: str
    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape that a value must have before the edit, so that it fits `shape` afterwards.

        In the result, the member may have any value. The result is "never" if `shape` requires the member.
        """
        return DropMember(self.member, self.change).before(shape)

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Remove the member if it is present, and report it as omitted."""
        if self.member in members:
            log.append(("omitted", (at, self.member), members.pop(self.member), self.change))


class DropInner(NamedTuple):
    """An edit that removes the members `names` of the object in `member`.

    If that object is then empty, the edit removes the object too.
    """

    member: str
    names: tuple[str, ...]
    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape that a value must have before the edit, so that it fits `shape` afterwards.

        The result is `shape` itself. If `shape` requires a member that the edit may remove, the result is
        "never", which no value fits.
        """
        known, required, rest = parts(shape)
        _, inner_required, inner_rest = parts(known.get(self.member))
        lost = self.member in required or not set(self.names).isdisjoint(inner_required)
        return NEVER if lost or rest is not None or inner_rest is not None else shape

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Remove the inner members, and report them as dropped."""
        if self.member in members:
            members[self.member] = _opened(members[self.member])
            log.drop_inside(members, self.member, self.names, at, self.change)


class RequestMeta(NamedTuple):
    """An edit that adds the members of `ConversionLog.context` to `_meta`.

    The target revision repeats these members in each request, such as the client's name and capabilities.
    """

    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape that a value must have before the edit, so that it fits `shape` afterwards.

        In the result, `_meta` may have any value. The result is "never", which no value fits, if `shape`
        constrains `_meta`.
        """
        known, _, _ = parts(shape)
        return NEVER if "_meta" in known else _without(shape, "_meta")

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Add the members of `log.context` to `_meta`, and report them as invented.

        Raise `ValueError` if `_meta` already has a key that the target reserves for such members.
        """
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


FlatEdit = FillMember | DropMember | OmitMember | DropInner | RequestMeta
"""An edit of members at the top of a value.

`before(shape)` returns the shape that a value must have before the edit, so that it fits `shape` afterwards.
`edit` changes `members` in place and reports the events. It raises `ValueError` if the message must
be parsed.
"""


class Flat(NamedTuple):
    """Edits of top-level members of params or of a result. They do not parse the other members.

    The edits apply only to params or results that fit the shape `others`, which describes all members, also
    those that stay. If `edits` is empty, params or results that fit `others` stay unchanged.
    """

    others: Shape = NEVER
    edits: tuple[FlatEdit, ...] = ()


NOT_FLAT, LEAVES_ALL = Flat(), Flat(None)  # accepts no value; accepts every value and changes none


def joined(first: Flat, second: Flat) -> Flat:
    """Return the `Flat` that applies `first`, then `second`. Return `NOT_FLAT` if no `Flat` can do that.

    The result accepts a value only if `first` accepts it, and if `second` accepts what `first` makes of it.
    """
    others = second.others
    for edit in reversed(first.edits):
        others = NEVER if others == NEVER else edit.before(others)
    others = both(first.others, others)
    return NOT_FLAT if others == NEVER else Flat(others, (*first.edits, *second.edits))


def _opened(value: Any) -> Members:
    return value if type(value) is dict else members_of(value)


def _without(shape: Shape, member: str) -> Shape:
    """Return an object shape in which `member` may be absent or have any value.

    Return "never" if the shape limits undeclared members, because the limit would then apply to `member`.
    """
    known, required, rest = parts(shape)
    left = {name: inner for name, inner in known.items() if name != member}
    return NEVER if rest is not None else ("object", left, tuple(name for name in required if name != member))
