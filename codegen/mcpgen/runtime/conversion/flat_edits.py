"""Flat edits: a function of an adapter as edits at the top of params, or of a result, the rest unread.

The build prints a `Flat` for each function that changes every valid value, and only at the top or in `_meta`.
In: the members of a value, each as text. Out: the members edited, and the events of the edits. Rules:

- A value that fits `others` is edited by the flat edits, in order, as by the function, with the same events.
- The flats of a chain are joined to one (`joined`). An edit says what its value must be before it, so that
  the value fits the next flat after it (`before`).
- A value that fits no flat is for the functions. A flat may say too little, and never too much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ..json_line import json_line
from ..messages.build_lock import json_decoder
from .left_alone import Decode, decoder_of
from .log import ConversionLog, Path, RequestContext
from .losses import Change, Converted
from .value_checks import NEVER, Shape, both, fits, parts

Members = dict[str, Any]  # each a `Raw`, or an object of `Raw` that an edit has opened

members_of: Callable[[Any], Members] = json_decoder(dict[str, Raw]).decode
"""The decoder of an object whose members stay text."""


class FlatEdit(Protocol):
    """One edit of members at the top of a value."""

    def before(self, shape: Shape) -> Shape:
        """Return a shape whose values fit `shape` once they are edited."""
        ...

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Edit the members and report the events; raise `ValueError` where they are for the functions."""
        ...


class FillMember(NamedTuple):
    """Set a member that is absent."""

    member: str
    value: Any
    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape without the member, "never" if the value does not fit it."""
        known, required, rest = _object(shape)
        if rest is not None or not fits(self.value, known.get(self.member)):
            return NEVER
        return _without(known, required, self.member)

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
        known, required, rest = _object(shape)
        if rest is not None or self.member in required:
            return NEVER
        return _without(known, required, self.member)

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Remove the member."""
        if self.member in members:
            log.append(("dropped", (at, self.member), members.pop(self.member), self.change))


class DropInner(NamedTuple):
    """Remove members of the object that a member holds, and the object if nothing else is left."""

    member: str
    names: tuple[str, ...]
    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape, "never" if it requires a member that the edit may remove."""
        known, required, rest = _object(shape)
        _, inner_required, inner_rest = _object(known.get(self.member))
        lost = self.member in required or not set(self.names).isdisjoint(inner_required)
        return NEVER if lost or rest is not None or inner_rest is not None else shape

    def edit(self, members: Members, at: Path, log: ConversionLog) -> None:
        """Remove the inner members."""
        if self.member in members:
            inner, place = _opened(members[self.member]), (at, self.member)
            names = [name for name in self.names if name in inner]
            for name in names:
                log.append(("dropped", (place, name), inner.pop(name), self.change))
            if inner or not names:
                members[self.member] = inner
            else:
                del members[self.member]


class RequestMeta(NamedTuple):
    """Set the members of `_meta` that the target repeats in each request."""

    change: Change

    def before(self, shape: Shape) -> Shape:
        """Return the shape, "never" if it constrains `_meta`."""
        known, required, rest = _object(shape)
        return NEVER if rest is not None or "_meta" in known else _without(known, required, "_meta")

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


class Flat(NamedTuple):
    """A function as flat edits of a value that fits `others`; without edits, the function leaves it alone."""

    others: Shape = NEVER
    edits: tuple[FlatEdit, ...] = ()


def joined(first: Flat, second: Flat) -> Flat:
    """Return the flat of two functions that follow each other."""
    others = second.others
    for edit in reversed(first.edits):
        others = NEVER if others == NEVER else edit.before(others)
    others = both(first.others, others)
    return Flat() if others == NEVER else Flat(others, (*first.edits, *second.edits))


class PartEdits:
    """The flat edits of the params, or of the result, of a method."""

    def __init__(self, flat: Flat, part: str, creates: bool, drops_empty: bool, several: bool) -> None:
        """Build the checks of the other members.

        `creates`: absent params are made. `drops_empty`: params that the edits empty go. `several`: the
        edits are of more than one adapter.
        """
        known, required, _ = _object(flat.others)
        self.creates, self.drops_empty = creates, drops_empty
        self._edits, self._several = flat.edits, several
        self._needs_context = any(isinstance(edit, RequestMeta) for edit in flat.edits)
        self._at: Path = (None, part)
        self._required = frozenset(required)
        self._absent = frozenset(name for name, shape in known.items() if shape == NEVER)
        self._checks: list[tuple[str, Decode]] = [
            (name, decoder_of(shape)) for name, shape in known.items() if shape not in (None, NEVER)
        ]

    def apply(self, members: Members, context: RequestContext | None) -> ConversionLog | None:
        """Edit members and return the events; None, or a `ValueError`, where they are for the functions."""
        if not self._absent.isdisjoint(members):
            return None
        if self._required and not self._required <= members.keys():
            return None
        for name, check in self._checks:
            if name in members:
                check(members[name])
        log = ConversionLog()
        if self._needs_context:
            log.context = context
        if self._several:
            log.needs_path_mapping = True
        for edit in self._edits:
            edit.edit(members, self._at, log)
        return log


class _Call(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A request or notification, of which the names of the params are read."""

    jsonrpc: Raw | UnsetType = UNSET
    id: Raw | UnsetType = UNSET
    method: str | UnsetType = UNSET
    params: dict[str, Raw] | UnsetType = UNSET


class _Response(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A response, of which the names of the result are read."""

    jsonrpc: Raw | UnsetType = UNSET
    id: Raw | UnsetType = UNSET
    result: dict[str, Raw] | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


FrameEdits = Callable[[bytes, Any, "RequestContext | None"], "Converted | None"]
read_call: Decode = json_decoder(_Call).decode
read_response: Decode = json_decoder(_Response).decode


class CallEdits:
    """The flat edits of the calls of a side: for each method whether it is a request, and its edits."""

    def __init__(self, methods: Mapping[str, tuple[bool, PartEdits]]) -> None:
        self._methods = methods

    def __call__(self, message: bytes, call: _Call, context: RequestContext | None) -> Converted | None:
        """Return the converted call; None, or a `ValueError`, where it is for the functions."""
        is_request, edits = self._methods.get(call.method, (None, None))  # type: ignore[arg-type]
        if edits is None or is_request is (call.id is UNSET):
            return None
        params = call.params
        if params is UNSET:
            if not edits.creates:
                return Converted(message)
            params = call.params = {}
        log = edits.apply(params, context)
        if log is None or (not log and edits.creates):
            return None
        if log and not params and edits.drops_empty:
            call.params = UNSET
        return Converted(json_line(call), log)


class ResultEdits:
    """The flat edits of the results of a method."""

    def __init__(self, edits: PartEdits) -> None:
        self._edits = edits

    def __call__(
        self, message: bytes, response: _Response, context: RequestContext | None
    ) -> Converted | None:
        """Return the converted response; None, or a `ValueError`, where it is for the functions."""
        result = response.result
        if result is UNSET or response.error is not UNSET:
            return None
        log = self._edits.apply(result, context)
        return None if log is None else Converted(json_line(response), log)


def _opened(value: Any) -> Members:
    return value if type(value) is dict else members_of(value)


def _object(shape: Shape) -> tuple[Mapping[str, Shape], tuple[str, ...], Shape]:
    """Return the parts of the shape of an object; of any other shape, parts that no edit allows."""
    if shape is None:
        return {}, (), None
    return parts(shape) if shape[0] == "object" else ({}, (), NEVER)


def _without(known: Mapping[str, Shape], required: tuple[str, ...], member: str) -> Shape:
    """Return the shape of an object that does not speak of a member."""
    left = {name: shape for name, shape in known.items() if name != member}
    return ("object", left, tuple(name for name in required if name != member))
