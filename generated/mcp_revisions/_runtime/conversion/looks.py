"""Looks: how a frame is read the first time, as a type made for its kind.

In: the `Route` of a kind. Out: the members of a frame to read, typed, and a `Take`, which is given what was read. A member
that a look inside may leave alone has the type of what stays, at every depth. What reads as that passes, or is given what every frame of
its kind gains, put at the end of its text; what goes whatever it holds is taken away. Every other frame does not read,
or is left to what sees more of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from .adapter_tables import Outline, Shed
from .carriers import Carry, Error, Take, encode, whole, worded_later, written
from .losses import Converted, Loss, pointer
from .plan import Plan, Route, Sheds
from .value_checks import readable, reader

_OPEN, _CLOSE = ord("{"), ord("}")
_LOOSE = b"{ \t\r\n"  # what may stand before a brace that ends an object, and is no member
_TAIL = b'},"jsonrpc":"2.0","id":%b}'  # of a frame that is told at its end, as the official SDKs write it


def head_of(*id: Any) -> list[tuple[Any, ...]]:
    """Return the members of a frame beside its part; with a plain id, none of them ends with a brace."""
    return [("jsonrpc", Literal["2.0"]), ("id", *id)]


def part_of(route: Route, kind: Any) -> tuple[Any, ...]:
    """Return the member that holds the params, or the result."""
    return "part", kind | UnsetType, msgspec.field(name=route.part, default=UNSET)


class _Unread(msgspec.Struct, gc=False):
    """An object of which nothing is read."""


def _passes(head: Any, message: bytes, given: Any) -> Converted | None:
    """Return a frame as it is."""
    return Converted(message)


def reading(route: Route, plan: Plan, others: Carry, passed: Take | None) -> tuple[list[Any], Take]:
    """Return the members of a frame to read, and what takes it then; `passed` takes an answer without a result."""
    head = [] if passed is None else head_of(int | str)
    if not (route.free or route.outline):
        return ([], whole) if passed is None else ([*head, part_of(route, _Unread)], passed)
    if route.free and passed is None:
        return [], _passes
    if route.sheds:
        kind, take = _shedding(route, others, passed)
        kept = head_of(Raw | UnsetType, UNSET) if passed is None else head_of(Raw)
        fields = [*kept, part_of(route, kind)]
        sure = any(each.sure for sheds, _ in route.sheds for each in sheds)
        if sure or (route.outline and len(route.outline.known) < 2):
            return fields, take  # a first look would cost as much
        others = second(reads(fields, take, passed), others)
    kind, unread = _look(route.outline) if route.outline else (_Unread, [])
    nothing = None if route.outline and route.outline.needs else kind()  # where nothing is needed

    def stays(head: Any, message: bytes, given: Any) -> Converted | None:
        part = head.part
        if part is UNSET:
            return Converted(message) if passed is None else passed(head, message, given)
        if unread and part != nothing:
            for slot in unread:
                if getattr(part, slot) is not UNSET:
                    return others(message, given)
        return Converted(message)

    if not (route.outline and route.outline.gains):
        return [*head, part_of(route, kind)], stays

    def gains(head: Any, message: bytes, given: Any) -> Converted | None:
        part = head.part
        if part is UNSET:
            if passed is not None:
                return passed(head, message, given)
            if not route.fills:
                return Converted(message)
            if message[-1] != _CLOSE or nothing is None:
                return others(message, given)
            gained = (given is None and route.plain) or route.gained(plan, given)
            return worded_later(message[:-1] + gained.new, gained)  # type: ignore[no-any-return]
        if part != nothing:
            for slot in unread:
                if getattr(part, slot) is not UNSET:
                    return others(message, given)
        if message[-2:] == b"}}":
            tail, before = b"}}", message[:-2]
        else:
            tail = _TAIL % encode(head.id)
            before = message.removesuffix(tail)
        if before is message or head.error is not UNSET:
            return others(message, given)
        gained = (given is None and route.plain) or route.gained(plan, given)
        more = gained.more
        if before[-1] in _LOOSE:
            if before[-1] != _OPEN:
                return others(message, given)
            more = more[1:]
        return worded_later(before + more + tail, gained)  # type: ignore[no-any-return]

    return [*head_of(int | str), part_of(route, kind)], gains


def _shedding(route: Route, others: Carry, passed: Take | None) -> tuple[Any, Take]:
    """Return a type for the params or the result of frames that lose only what goes, and what takes it away."""
    outline = route.outline
    assert outline is not None
    types: dict[str, Any] = dict.fromkeys(outline.known, Raw)
    # What is not looked at may only be refused: it is as good as unknown.
    types |= {name: Raw for name in outline.members if name in outline.reads or name in outline.lists}
    goes = {shed.member: _going(shed) for sheds, _ in route.sheds for shed in sheds}
    types |= goes
    slots = {name: f"m{index}" for index, name in enumerate(types)}
    stays = [
        (slots[name], reader(outline.still.get(name, "never")))
        for name in outline.members
        if name in types and name not in goes
    ]
    steps = [
        ([(slots[shed.member], _told(shed, route), set(shed.inside).issuperset) for shed in sheds], bare)
        for sheds, bare in route.sheds
    ]
    kind = _object({slots[name]: (name, kind) for name, kind in types.items()}, forbid_unknown_fields=True)
    nothing = kind()

    def take(head: Any, message: bytes, given: Any) -> Converted | None:
        part = head.part
        if part is UNSET or head.error is not UNSET:
            return Converted(message) if passed is None else passed(head, message, given)
        for slot, read in stays:
            text = getattr(part, slot)
            if text is not UNSET:
                try:
                    read(text)
                except (ValueError, RecursionError):
                    return others(message, given)
        found: list[Any] = []
        for taken, bare in steps:
            for slot, told, all_inside in taken:
                value = getattr(part, slot)
                if value is UNSET:
                    continue
                rest: Any = UNSET
                if type(value) is dict:
                    if not all_inside(value):
                        rest = {name: inner for name, inner in value.items() if name not in told}
                    if len(rest or ()) == len(value):
                        continue
                setattr(part, slot, rest)
                found.append((told, value))
            if bare and part == nothing:
                head.part = UNSET
                break
        return written(head, Sheds(found)) if found else Converted(message)

    return kind, take


def _going(shed: Shed) -> Any:
    """Return a type for a member that goes."""
    if shed.inside:
        return dict[str, Raw]
    return Raw if shed.only is None else readable(("choice", shed.only))


def _told(shed: Shed, route: Route) -> Loss | dict[str, Loss]:
    """Return the loss of a member that goes, but for its value, or by name the losses of those inside."""
    at = ((None, route.part), shed.member)
    id, reason = shed.change
    if not shed.inside:
        return Loss("dropped", pointer(at), None, reason, id)
    return {name: Loss("dropped", pointer((at, name)), None, reason, id) for name in shed.inside}


def _object(members: dict[str, tuple[str, Any]], needs: tuple[str, ...] = (), **options: Any) -> Any:
    """Return a type of objects with these members, by slot, of which only those that it `needs` may not be absent."""
    fields: list[Any] = []
    for slot, (name, kind) in members.items():
        if name in needs:
            fields.append((slot, kind, msgspec.field(name=name)))
        else:
            fields.append((slot, kind | UnsetType, msgspec.field(name=name, default=UNSET)))
    return msgspec.defstruct("Part", fields, kw_only=True, gc=False, **options)


def second(read: Callable[[bytes], Any], others: Carry) -> Carry:
    """Return what reads a frame, whose text is known to be sound, a second time."""

    def carry(message: bytes, given: Any) -> Converted | None:
        try:
            head = read(message)
        except (ValueError, RecursionError):
            return others(message, given)
        return head.take(message, given)  # type: ignore[no-any-return]

    return carry


def _look(outline: Outline) -> tuple[Any, list[str]]:
    """Return a type for the params or the result of frames that may stay as they are, and which members of it to look at after all."""
    members: dict[str, tuple[str, Any]] = {}
    unread: list[str] = []
    for name in dict.fromkeys((*outline.needs, *outline.members)):
        slot = f"m{len(members)}"
        kind = readable(outline.still[name]) if name in outline.still else None
        if kind is None and name in outline.members:
            unread.append(slot)
        members[slot] = name, kind or Raw
    return _object(members, outline.needs), unread


def reads(fields: list[Any], take: Take, passed: Take | None) -> Callable[[bytes], Any]:
    """Return what reads an answer, or a call of a method that is known, as a frame of these members and no others."""
    more = ("method", str) if passed is None else ("error", Error | UnsetType, UNSET)
    return msgspec.json.Decoder(frame_of([*fields, more], take, forbid_unknown_fields=True)).decode


def frame_of(fields: list[Any], take: Take, **options: Any) -> Any:
    """Return a type of frames with these members; `take` is a method of theirs."""
    absent = dict.fromkeys({"part", "error"} - {name for name, *_ in fields}, UNSET)
    space = {"take": take, **absent}
    return msgspec.defstruct("Frame", fields, namespace=space, kw_only=True, gc=False, **options)
