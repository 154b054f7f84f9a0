"""Lanes: what carries the likely frames of a kind, given as bytes, without reading more of them than their edits look at.

In: bytes, and what the target repeats in each request. Out: a `Converted`, the same as reading the whole frame would give, or None for a frame that
has to be read whole. A lane reads as little as it can, but looks at every byte: what is no JSON, or no UTF-8, goes to whoever words it.

A lane reads a frame as a type made for its kind, in which what a look inside may leave alone has the type of what stays. What
reads as that passes, or is given what every frame of its kind gains, put at the end of its text. Every other frame goes to
its carrier, which has more of it at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from .carriers import (
    Carry,
    Error,
    Take,
    answers,
    calls,
    decode,
    encode,
    errors,
    holds,
    passing,
    read_answer,
    taker,
    worded_later,
)
from .losses import Converted
from .routes import Plan, Route, Sheds, know_side, plan_of
from .shapes import readable, reader
from .steps import Outline

Answering = str | Callable[[Any], str | None] | None

KNOWN = 128  # how many methods are remembered: there is no end of those that nobody knows

_OPEN, _CLOSE, _LOOSE = (
    ord("{"),
    ord("}"),
    b"{ \t\r\n",
)  # what may stand before a brace that ends an object, and is no member
_TAIL = b'},"jsonrpc":"2.0","id":%b}'  # of a frame that is told at its end, as the official SDKs write it


class Lane(msgspec.Struct, gc=False):
    """A first look at a frame, which may raise `ValueError`, and what carries the frame then.

    What `read` returns has a method `take` of the message and the context; both give None for a frame that has to be read whole.
    """

    read: Callable[[bytes], Any]
    others: Carry


# By source, target, sender and answering.
LANES: dict[str, dict[str, dict[str, dict[Any, Lane]]]] = {}


def lane_of(source: str, target: str, sender: str, answering: Answering) -> Lane:
    """Return what carries the likely frames of a kind."""
    plan = plan_of(source, target)
    know_side(sender)
    if plan is None:
        lane = _unseen(lambda message, context: Converted(message))
    elif answering is None:
        lane = _calls(plan, sender)
    elif isinstance(answering, str):
        lane = _answers(plan, sender, answering)
    else:
        return _asking(source, target, sender, answering)
    known = LANES.setdefault(source, {}).setdefault(target, {}).setdefault(sender, {})
    if len(known) >= KNOWN:
        known.clear()
    known[answering] = lane
    return lane


class _Unseen(msgspec.Struct, gc=False):
    """A frame at which nobody has looked yet."""

    carry: Carry

    def take(self, message: bytes, context: Any) -> Converted | None:
        return self.carry(message, context)


def _unseen(carry: Carry) -> Lane:
    unseen = _Unseen(carry)
    return Lane(lambda message: unseen, carry)


def _calls(plan: Plan, sender: str) -> Lane:
    """Return the lane of requests and notifications, and of errors that need no method."""
    others, mistakes = calls(plan, sender), errors(plan, sender, None)
    heads = []
    for method in plan.steps[0].methods[sender]:
        route = plan.requests[sender].get(method) or plan.request(sender, method)
        fields, take = _reading(route, plan, others, None)
        head = msgspec.defstruct(
            "Call",
            fields,
            namespace={"take": take, "error": UNSET},
            tag_field="method",
            tag=method,
            kw_only=True,
            forbid_unknown_fields=len(fields) > 1,
            gc=False,
        )
        heads.append(head)

    def unlikely(message: bytes, context: Any) -> Converted | None:
        return others(message, context) if b'"method"' in message else mistakes(message, context)

    return Lane(msgspec.json.Decoder(reduce(or_, heads)).decode, unlikely) if heads else _unseen(unlikely)


def _answers(plan: Plan, sender: str, method: str) -> Lane:
    """Return the lane of the answers to a method."""
    try:
        route = plan.results[sender].get(method) or plan.result(sender, method)
    except ValueError:
        return _unseen(errors(plan, sender, method))  # nothing else answers what nobody knows
    others, passed = answers(plan, sender, method, route), passing(plan, sender, method)
    fields, take = _reading(route, plan, others, passed)
    if len(fields) == 1:
        fields = [*_head(int | str), *fields]
    read = _reader(fields, take, passed)
    lane = Lane(read, others)
    if route.outline is None or route.sheds or route.outline.gains or not route.outline.still:
        return lane

    # The answers to a method are much alike. After one that is edited, the next is read as one that will be, and so on to one that is not.
    late = route.take or taker(route, plan)

    def edited(message: bytes, context: Any) -> Converted | None:
        lane.read = wary
        return others(message, context)

    def taken(head: Any, message: bytes, context: Any) -> Converted | None:
        if head.part is UNSET or head.error is not UNSET:
            return passed(head, message, context)
        converted = late(head, message, context)
        if converted is not None and converted.message is message:
            lane.read = read
        return converted

    wary = _reader([*_head(Raw), _part(route, dict[str, Raw])], taken, passed)
    lane.others = edited
    return lane


def _reader(fields: list[Any], take: Take, passed: Take | None) -> Callable[[bytes], Any]:
    """Return what reads an answer, or a call of a method that is known, as a frame of these members and no others."""
    space: dict[str, Any] = {"take": take}
    if passed is None:
        fields, space["error"] = [*fields, ("method", str)], UNSET
    else:
        fields = [*fields, ("error", Error | UnsetType, UNSET)]
    head = msgspec.defstruct(
        "Head", fields, namespace=space, kw_only=True, forbid_unknown_fields=True, gc=False
    )
    return msgspec.json.Decoder(head).decode


def _asking(source: str, target: str, sender: str, answering: Callable[[Any], str | None]) -> Lane:
    """Return the lane of frames of which `answering` tells what they answer."""

    def carry(message: bytes, context: Any) -> Converted | None:
        try:
            method = answering(decode(read_answer(message).id))
        except (ValueError, RecursionError):
            method = None
        if method is not None and type(method) is not str:
            return None
        known = LANES.get(source, {}).get(target, {}).get(sender, {}).get(method)
        return carried(message, context, known or lane_of(source, target, sender, method))

    return _unseen(carry)


def carried(message: bytes, context: Any, lane: Lane) -> Converted | None:
    """Return a message as its lane converts it; None if it has to be read whole."""
    try:
        head = lane.read(message)
        if not message.isascii():
            message.decode()
    except (ValueError, RecursionError):
        return lane.others(message, context)
    return head.take(message, context)  # type: ignore[no-any-return]


def _head(*id: Any) -> list[tuple[Any, ...]]:
    """Return the members of a frame beside its part; with a plain id, none of them ends with a brace."""
    return [("jsonrpc", Literal["2.0"]), ("id", *id)]


def _part(route: Route, kind: Any) -> tuple[Any, ...]:
    """Return the member that holds the params, or the result."""
    return "part", kind | UnsetType, msgspec.field(name=route.part, default=UNSET)


class _Unread(msgspec.Struct, gc=False):
    """An object of which nothing is read."""


def _reading(route: Route, plan: Plan, others: Carry, passed: Take | None) -> tuple[list[Any], Take]:
    """Return the members of a frame to read, and what takes it then; `passed` takes an answer without a result."""

    def passes(head: Any, message: bytes, context: Any) -> Converted | None:
        return Converted(message)

    if passed is None and (route.free or route.outline is None):
        return [], passes if route.free else route.take or taker(route, plan)
    if route.sheds:
        kind, take = _shedding(route, others, passed)
        fields = [*_head(Raw | UnsetType, UNSET), _part(route, kind)]
        if any(each.sure for sheds, _ in route.sheds for each in sheds):
            return fields, take
        others = _second(_reader(fields, take, passed), others)
    if not (route.free or route.outline):
        late = route.take or taker(route, plan)

        def carries(head: Any, message: bytes, context: Any) -> Converted | None:
            if passed is not None and (head.part is UNSET or head.error is not UNSET):
                return passed(head, message, context)
            return late(head, message, context)

        return [*_head(Raw), _part(route, dict[str, Raw])], carries
    kind, unread = _look(route.outline, bool(route.sheds)) if route.outline else (_Unread, [])
    nothing = None if route.outline and route.outline.needs else kind()

    def stays(head: Any, message: bytes, context: Any) -> Converted | None:
        part = head.part
        if part is UNSET:
            return Converted(message) if passed is None else passed(head, message, context)
        if unread and part != nothing:
            for name, texts in unread:
                if getattr(part, name) is not UNSET and (texts is None or holds(message, texts)):
                    return others(message, context)
        return Converted(message)

    if not (route.outline and route.outline.gains):
        return [_part(route, kind)], stays

    def gains(head: Any, message: bytes, context: Any) -> Converted | None:
        part = head.part
        if part is UNSET:
            if passed is not None:
                return passed(head, message, context)
            if not route.fills:
                return Converted(message)
            if message[-1] != _CLOSE:
                return others(message, context)
            gained = (context is None and route.plain) or route.gained(plan, context)
            return worded_later(message[:-1] + gained.new, gained)  # type: ignore[no-any-return]
        if part != nothing:
            for name, texts in unread:
                if getattr(part, name) is not UNSET and (texts is None or holds(message, texts)):
                    return others(message, context)
        if message[-2:] == b"}}":
            tail, before = b"}}", message[:-2]
        else:
            tail = _TAIL % encode(head.id)
            before = message.removesuffix(tail)
        if before is message or head.error is not UNSET:
            return others(message, context)
        gained = (context is None and route.plain) or route.gained(plan, context)
        more = gained.more
        if before[-1] in _LOOSE:
            if before[-1] != _OPEN:
                return others(message, context)
            more = more[1:]
        return worded_later(before + more + tail, gained)  # type: ignore[no-any-return]

    return [*_head(int | str), _part(route, kind)] if passed is None else [_part(route, kind)], gains


def _shedding(route: Route, others: Carry, passed: Take | None) -> tuple[Any, Take]:
    """Return a type for the params or the result of frames that lose only what goes, and what takes it away."""
    outline, at = route.outline, (None, route.part)
    assert outline is not None
    types: dict[str, Any] = dict.fromkeys(outline.known, Raw)
    steps, goes = [], {}
    for sheds, bare in route.sheds:
        taken = []
        for shed in sheds:
            place = (at, shed.member)
            told: Any = ("dropped", place, shed.change)
            if shed.inside:
                told = {name: ("dropped", (place, name), shed.change) for name in shed.inside}
            taken.append((shed.member, told, frozenset(shed.inside).issuperset))
            only = Raw if shed.only is None else Literal.__getitem__(shed.only)
            goes[shed.member] = dict[str, Raw] if shed.inside else only
        steps.append((taken, bare))
    for name in outline.members:
        # What is no more than refused is not looked for: it is as good as unknown.
        if name in goes or name in outline.reads or name in outline.lists:
            types[name] = goes.get(name, Raw)
    slots = {name: f"m{index}" for index, name in enumerate(types)}
    stays = [
        (slots[name], reader(outline.still.get(name, "never")))
        for name in types
        if name in outline.members.keys() - goes
    ]
    steps = [
        ([(slots[name], told, holds_all) for name, told, holds_all in taken], bare) for taken, bare in steps
    ]
    kind = msgspec.defstruct(
        "Part",
        [
            (slots[name], type | UnsetType, msgspec.field(name=name, default=UNSET))
            for name, type in types.items()
        ],
        kw_only=True,
        forbid_unknown_fields=True,
        gc=False,
    )
    nothing = kind()

    def take(head: Any, message: bytes, context: Any) -> Converted | None:
        part = head.part
        if part is UNSET or head.error is not UNSET:
            return Converted(message) if passed is None else passed(head, message, context)
        for slot, read in stays:
            text = getattr(part, slot)
            if text is not UNSET:
                try:
                    read(text)
                except (ValueError, RecursionError):
                    return others(message, context)
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
        return worded_later(encode(head), Sheds(found)) if found else Converted(message)

    return kind, take


def _second(read: Callable[[bytes], Any], others: Carry) -> Carry:
    """Return what reads a frame, whose text is known to be sound, a second time."""

    def carry(message: bytes, context: Any) -> Converted | None:
        try:
            head = read(message)
        except (ValueError, RecursionError):
            return others(message, context)
        return head.take(message, context)  # type: ignore[no-any-return]

    return carry


def _look(outline: Outline, sheds: bool) -> tuple[Any, list[tuple[str, Any]]]:
    """Return a type for the params or the result of frames that may stay as they are, and which members of it to look at after all."""
    fields: list[Any] = []
    unread: list[tuple[str, Any]] = []
    for index, (name, texts) in enumerate(outline.members.items()):
        kind = readable(outline.still[name]) if name in outline.still else None
        if kind is None:
            kind = Raw
            unread.append((f"m{index}", None if sheds else texts))
        fields.append((f"m{index}", kind | UnsetType, msgspec.field(name=name, default=UNSET)))
    lacking = [name for name in outline.needs if name not in outline.members]
    fields += [(f"n{index}", Raw, msgspec.field(name=name)) for index, name in enumerate(lacking)]
    return msgspec.defstruct("Part", fields, kw_only=True, gc=False), unread
