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
    Error,
    Lane,
    answers,
    calls,
    carrier,
    decode,
    encode,
    errors,
    holds,
    passing,
    read_answer,
    worded_later,
)
from .losses import Converted
from .routes import Plan, Route, know_side, plan_of
from .shapes import readable
from .steps import Outline

Answering = str | Callable[[Any], str | None] | None

KNOWN = 128  # how many methods are remembered: there is no end of those that nobody knows
# By source, target, sender and answering.
LANES: dict[str, dict[str, dict[str, dict[Any, Lane]]]] = {}

_OPEN, _CLOSE, _SPACE = ord("{"), ord("}"), b" \t\r\n"
_TAIL = b'},"jsonrpc":"2.0","id":%b}'  # of a frame that is told at its end, as the official SDKs write it


def lane_of(source: str, target: str, sender: str, answering: Answering) -> Lane:
    """Return what carries the likely frames of a kind, and `None` for those that have to be read whole."""
    plan = plan_of(source, target)
    know_side(sender)
    if plan is None:
        lane: Lane = _stay
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


def _stay(message: bytes, context: Any) -> Converted | None:
    return Converted(message)


def _calls(plan: Plan, sender: str) -> Lane:
    """Return the lane of requests and notifications, and of errors that need no method."""
    others, mistakes = calls(plan, sender), errors(plan, sender, None)
    heads = []
    for method in plan.steps[0].methods[sender]:
        route = plan.requests[sender].get(method) or plan.request(sender, method)
        fields, take = _taker(route, plan, others)
        kind = msgspec.defstruct(
            "Call",
            fields if route.outline and route.edits else [],
            namespace={"take": take},
            tag_field="method",
            tag=method,
            kw_only=True,
            forbid_unknown_fields=len(fields) > 1,
            gc=False,
        )
        heads.append(kind)
    read = msgspec.json.Decoder(reduce(or_, heads)).decode if heads else decode

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            head = read(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return others(message, context) if b'"method"' in message else mistakes(message, context)
        return head.take(message, context)

    return lane


def _answers(plan: Plan, sender: str, method: str) -> Lane:
    """Return the lane of the answers to a method."""
    try:
        route = plan.results[sender].get(method) or plan.result(sender, method)
    except ValueError:
        return errors(plan, sender, method)  # nothing else answers what nobody knows
    others = answers(plan, sender, method, route)
    if _sheds(route):
        return others
    fields, take = _taker(route, plan, others)
    heads = [*_head(int | str), *fields[-1:], ("error", Error | UnsetType, UNSET)]
    kind = msgspec.defstruct("Answer", heads, kw_only=True, forbid_unknown_fields=True, gc=False)
    read: Any = msgspec.json.Decoder(kind).decode
    passed = passing(plan, sender, method)

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            head = read(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return others(message, context)
        if head.part is UNSET or head.error is not UNSET:
            return passed(message, head)
        return take(head, message, context)

    return lane


def _asking(source: str, target: str, sender: str, answering: Callable[[Any], str | None]) -> Lane:
    """Return the lane of frames of which `answering` tells what they answer."""

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            method = answering(decode(read_answer(message).id))
        except (ValueError, RecursionError):
            method = None
        if method is not None and type(method) is not str:
            return None
        try:
            return LANES[source][target][sender][method](message, context)
        except KeyError:
            return lane_of(source, target, sender, method)(message, context)

    return lane


def _head(*id: Any) -> list[tuple[Any, ...]]:
    """Return the members of a frame beside its part; with a plain id, none of them ends with a brace."""
    return [("jsonrpc", Literal["2.0"]), ("id", *id)]


class _Unread(msgspec.Struct, gc=False):
    """An object of which nothing is read."""


def _sheds(route: Route) -> bool:
    """Say whether the frames of a route have to lose something, more often than not."""
    return any(each.inside or each.only for sheds, _ in route.sheds for each in sheds)


def _taker(route: Route, plan: Plan, others: Lane) -> tuple[list[Any], Any]:
    """Return the members of a frame to read, and what converts it then."""

    def passes(head: Any, message: bytes, context: Any) -> Converted | None:
        return Converted(message)

    def member(kind: Any) -> tuple[Any, ...]:
        return "part", kind | UnsetType, msgspec.field(name=route.part, default=UNSET)

    carry = route.carry or carrier(route, plan)

    def carried(head: Any, message: bytes, context: Any) -> Converted | None:
        return carry(message, head, context)

    if route.free or route.outline is None:
        return [member(_Unread)], passes if route.free else carried
    if _sheds(route):
        return [*_head(Raw | UnsetType, UNSET), member(dict[str, Raw])], carried
    kind, unread = _look(route.outline)
    fills, gives = route.fills, bool(route.outline.gains)
    nothing = None if route.outline.needs else kind()

    def stays(head: Any, message: bytes, context: Any) -> Converted | None:
        part = head.part
        if part is not UNSET and part != nothing:
            for name, texts in unread:
                if getattr(part, name) is not UNSET and (texts is None or holds(message, texts)):
                    return others(message, context)
        return Converted(message)

    def gains(head: Any, message: bytes, context: Any) -> Converted | None:
        part = head.part
        if part is UNSET:
            if not fills:
                return Converted(message)
            if message[-1] != _CLOSE:
                return others(message, context)
        else:
            if part != nothing:
                for name, texts in unread:
                    if getattr(part, name) is not UNSET and (texts is None or holds(message, texts)):
                        return others(message, context)
            end = 2
            if message[-2:] != b"}}":
                tail = _TAIL % encode(head.id)
                end = len(tail) if message.endswith(tail) else 0
            last = message[-end - 1]
            if not end or last in _SPACE:
                return others(message, context)
        gained = route.plain if context is None else None
        if gained is None:
            gained = route.gained(plan, context)
        if part is UNSET:
            return worded_later(message[:-1] + gained.new, gained)  # type: ignore[no-any-return]
        more = gained.more if last != _OPEN else gained.more[1:]
        return worded_later(message[:-end] + more + message[-end:], gained)  # type: ignore[no-any-return]

    if gives:
        return [*_head(int | str | UnsetType, UNSET), member(kind)], gains
    return [member(kind)], stays if unread else passes


def _look(outline: Outline) -> tuple[Any, list[tuple[str, Any]]]:
    """Return a type for the params or the result of frames that may stay as they are, and which members of it to look at after all."""
    fields: list[Any] = []
    unread: list[tuple[str, Any]] = []
    for index, (name, texts) in enumerate(outline.members.items()):
        shapes = outline.still.get(name, ())
        kind = readable(shapes[0]) if len(shapes) == 1 else None
        if kind is None:
            kind = Raw
            unread.append((f"m{index}", texts))
        fields.append((f"m{index}", kind | UnsetType, msgspec.field(name=name, default=UNSET)))
    lacking = [name for name in outline.needs if name not in outline.members]
    fields += [(f"n{index}", Raw, msgspec.field(name=name)) for index, name in enumerate(lacking)]
    return msgspec.defstruct("Part", fields, kw_only=True, gc=False), unread
