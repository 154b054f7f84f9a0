"""Carriers: how a frame is converted of which every member of the params, or of the result, is at hand as text.

In: bytes, and what the target repeats in each request. Out: a `Converted`, the same as reading the whole frame would give, or None for a frame that
has to be read whole. A frame

- passes where nothing that an edit looks at is there;
- gains what every object of its kind is given;
- is edited with only those members read that the edits look at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ..errors import DecodeError
from .losses import Converted, Crossing, Refusal
from .plan import Plan, Route, edit

Carry: TypeAlias = "Callable[[bytes, Any], Converted | None]"  # of a message, and of what its context gives
# The same, of what was read of it as well.
Take: TypeAlias = "Callable[[Any, bytes, Any], Converted | None]"

worded_later: Any = Converted  # with what words the losses, in their place
decode = msgspec.json.Decoder().decode
encode = msgspec.json.Encoder().encode
_members = msgspec.json.Decoder(dict[str, Raw]).decode


class Call(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A request or notification, its members and those of its params; their values unread."""

    jsonrpc: Literal["2.0"]
    id: Raw | UnsetType = UNSET
    method: str
    part: dict[str, Raw] | UnsetType = msgspec.field(name="params", default=UNSET)


class Error(msgspec.Struct, gc=False):
    """What tells an error, the rest of it unread."""

    code: int


class Answer(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A response, its members and those of its result; their values unread."""

    jsonrpc: Literal["2.0"]
    id: Raw
    part: dict[str, Raw] | UnsetType = msgspec.field(name="result", default=UNSET)
    error: Error | UnsetType = UNSET


read_call = msgspec.json.Decoder(Call).decode
read_answer = msgspec.json.Decoder(Answer).decode


def calls(plan: Plan, sender: str) -> Carry:
    """Return what carries requests and notifications."""
    routes = plan.requests[sender]

    def take(head: Any, message: bytes, given: Any) -> Converted | None:
        try:
            route = routes.get(head.method) or plan.request(sender, head.method)
        except DecodeError:
            return None
        if route.free:
            return Converted(message)
        return (route.take or taker(route, plan))(head, message, given)

    return carried(read_call, take)


def answered(plan: Plan, sender: str, method: str, route: Route) -> Take:
    """Return what converts the answers to a method."""
    late, passed = route.take or taker(route, plan), passing(plan, sender, method)

    def take(head: Any, message: bytes, given: Any) -> Converted | None:
        if head.part is UNSET or head.error is not UNSET:
            return passed(head, message, given)
        return Converted(message) if route.free else late(head, message, given)

    return take


def errors(plan: Plan, sender: str, method: str | None) -> Carry:
    """Return what carries errors alone."""
    return carried(read_answer, passing(plan, sender, method))


def carried(read: Callable[[bytes], Any], take: Take) -> Carry:
    """Return what reads a frame and takes what was read; None for a frame that does not read."""

    def carry(message: bytes, given: Any) -> Converted | None:
        try:
            head = read(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return None
        return take(head, message, given)

    return carry


def passing(plan: Plan, sender: str, method: str | None) -> Take:
    """Return what passes an error that is certain to stay as it is, and None for any other response."""
    codes = plan.codes(method)

    def passed(head: Any, message: bytes, given: Any) -> Converted | None:
        error: Any = head.error
        if error is UNSET or head.part is not UNSET or error.code in codes:
            return None
        return Converted(message)

    return whole if plan.mute[sender] else passed


def whole(head: Any, message: bytes, given: Any) -> Converted | None:
    """Say that a frame has to be read whole."""
    return None


def written(head: Any, losses: Any) -> Converted | None:
    """Return a frame with what words its losses; None for one that is nested too deeply."""
    try:
        return worded_later(encode(head), losses)  # type: ignore[no-any-return]
    except RecursionError:
        return None


def taker(route: Route, plan: Plan) -> Take:
    """Return what converts a frame of which no more is read than the edits look at; None for one that has to be read whole."""
    outline, part, fills = route.outline, route.part, route.fills
    if outline is None:
        return whole
    reads, lists = tuple(outline.reads.items()), outline.lists
    apart = frozenset(outline.members).isdisjoint
    needs, gains = frozenset(outline.needs), outline.gains

    def take(head: Any, message: bytes, given: Any) -> Converted | None:
        members = head.part
        if members is UNSET:
            if not fills:
                return Converted(message)
            if needs or not gains:
                return None
        else:
            if needs and not needs <= members.keys():
                return None
            if not apart(members):
                return edited(head, message, given)
            if not gains:
                return Converted(message)
        gained = (given is None and route.plain) or route.gained(plan, given)
        if members is UNSET:
            head.part = gained.alone
        else:
            members.update(gained.members)
        return written(head, gained)

    def edited(head: Any, message: bytes, given: Any) -> Converted | None:
        members = head.part
        tree: dict[str, Any] = {part: members}
        way = Crossing()
        try:
            if plan.given is not None:
                way.context = (given or plan.given).fresh()
            for name, looks in reads:
                if name in members:
                    for each in looks:
                        value = members.get(each)
                        if type(value) is Raw:
                            members[each] = decode(value)
            for name in lists:
                if name in members:
                    members[name] = _members(members[name])
            edit(tree, route, way)
        except (Refusal, ValueError, RecursionError):
            return None  # whoever reads the whole frame words it
        if not way:
            return Converted(message)
        head.part = tree.get(part, UNSET)
        return written(head, way)

    route.take = take
    return take
