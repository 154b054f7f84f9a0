"""Lanes: what carries the likely frames of a kind, given as bytes, without reading more of them than their edits look at.

In: bytes, and what the target repeats in each request. Out: a `Converted`, the same as reading the whole frame would give, or None for a frame that
has to be read whole. A lane reads as little as it can, but looks at every byte: what is no JSON, or no UTF-8, goes to whoever words it. A frame

- passes where nothing that an edit looks at is there, or stays as it is;
- gains what every object of its kind is given;
- is edited with only those members read that the edits look at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from .errors import DecodeError
from .losses import Converted, Crossing, Refusal
from .routes import Plan, Route, context_of, edit, know_side, plan_of
from .shapes import reader

Answering = str | Callable[[Any], str | None] | None
Lane: TypeAlias = "Callable[[bytes, Any], Converted | None]"
Carry: TypeAlias = "Callable[[bytes, Any, Any, Any], Converted | None]"

KNOWN = 128  # how many methods are remembered: there is no end of those that nobody knows
# By source, target, sender and answering.
LANES: dict[str, dict[str, dict[str, dict[Any, Lane]]]] = {}

_worded_later: Any = Converted  # with what words the losses, in their place
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
_members = msgspec.json.Decoder(dict[str, Raw]).decode


class _Call(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A request or notification, its members and those of its params; their values unread."""

    jsonrpc: Literal["2.0"]
    id: Raw | UnsetType = UNSET
    method: str
    params: dict[str, Raw] | UnsetType = UNSET


class _Error(msgspec.Struct, gc=False):
    """What tells an error, the rest of it unread."""

    code: int


class _Answer(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A response, its members and those of its result; their values unread."""

    jsonrpc: Literal["2.0"]
    id: Raw
    result: dict[str, Raw] | UnsetType = UNSET
    error: _Error | UnsetType = UNSET


_call = msgspec.json.Decoder(_Call).decode
_answer = msgspec.json.Decoder(_Answer).decode


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
    routes, errors = plan.requests[sender], _errors(plan, sender)

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            head = _call(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return errors(message, context)
        route = routes.get(head.method)
        if route is None:
            try:
                route = plan.request(sender, head.method)
            except DecodeError:
                return None
        if route.free:
            return Converted(message)
        carry = route.carry or _carrier(route, plan)
        return carry(message, head, head.params, context)

    return lane


def _answers(plan: Plan, sender: str, method: str) -> Lane:
    """Return the lane of the answers to a method."""
    try:
        route = plan.results[sender].get(method) or plan.result(sender, method)
    except ValueError:
        return _errors(plan, sender)  # nothing else answers what nobody knows
    free, carry = route.free, route.carry or _carrier(route, plan)

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            head = _answer(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return None
        result = head.result
        if result is UNSET or head.error is not UNSET:
            return _stays(message, head, plan, sender)
        return Converted(message) if free else carry(message, head, result, context)

    return lane


def _asking(source: str, target: str, sender: str, answering: Callable[[Any], str | None]) -> Lane:
    """Return the lane of frames of which `answering` tells what they answer."""

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            method = answering(_decode(_answer(message).id))
        except (ValueError, RecursionError):
            method = None
        if method is not None and type(method) is not str:
            return None
        try:
            return LANES[source][target][sender][method](message, context)
        except KeyError:
            return lane_of(source, target, sender, method)(message, context)

    return lane


def _errors(plan: Plan, sender: str) -> Lane:
    """Return the lane of errors alone."""

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            head = _answer(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return None
        return _stays(message, head, plan, sender)

    return lane


def _stays(message: bytes, head: _Answer, plan: Plan, sender: str) -> Converted | None:
    """Return an error that is certain to stay as it is; None for any other response."""
    is_error = head.error is not UNSET and head.result is UNSET
    if is_error and not plan.mute[sender] and not _holds(message, plan.error_signs):
        return Converted(message)
    return None


def _readers(shapes: tuple[Any, ...]) -> list[Callable[[Any], Any]]:
    """Return what reads text that fits all the shapes, and raises for other text; nothing if that cannot be read."""
    found = [read for read in map(reader, shapes) if read is not None]
    return found if len(found) == len(shapes) else []


def _fits(text: Raw, readers: list[Callable[[Any], Any]]) -> bool:
    try:
        for read in readers:
            read(text)
    except (ValueError, RecursionError):
        return False
    return True


def _carrier(route: Route, plan: Plan) -> Carry:
    """Return what converts a frame of which no more is read than the edits look at; None for one that has to be read whole."""
    outline, signs, part, fills = route.outline, route.signs, route.part, route.fills
    if outline is None:
        return lambda message, head, members, context: (
            None if signs is None or _holds(message, signs) else Converted(message)
        )
    reads, lists = tuple(outline.reads.items()), outline.lists
    looks = [(name, texts, _readers(outline.still.get(name, ()))) for name, texts in outline.members.items()]
    apart = frozenset(outline.members).isdisjoint
    needs, gains = frozenset(outline.needs), outline.gains

    def carry(message: bytes, head: Any, members: Any, context: Any) -> Converted | None:
        if members is UNSET:
            if not fills:
                return Converted(message)
            if needs or not gains:
                return None
        else:
            if needs and not needs <= members.keys():
                return None
            if not apart(members):
                for name, texts, still in looks:
                    if name in members:
                        if still and _fits(members[name], still):
                            continue
                        elif texts is None or _holds(message, texts):
                            return edited(message, head, members, context)
            if not gains:
                return Converted(message)
        gained = route.plain if context is None else None
        if gained is None:
            gained = route.gained(plan, context)
        if members is UNSET:
            head.params = gained.alone
        else:
            members.update(gained.members)
        return _worded_later(_encode(head), gained)  # type: ignore[no-any-return]

    def edited(message: bytes, head: Any, members: dict[str, Any], context: Any) -> Converted | None:
        try:
            tree, way = worked(members, context)
        except (Refusal, ValueError, RecursionError):
            return None  # whoever reads the whole frame words it
        if not way:
            return Converted(message)
        setattr(head, part, tree.get(part, UNSET))
        return _worded_later(_encode(head), way)  # type: ignore[no-any-return]

    def worked(members: dict[str, Any], context: Any) -> tuple[dict[str, Any], Crossing]:
        tree: dict[str, Any] = {part: members}
        way = Crossing()
        if plan.context is not None:
            way.context = plan.given if context is None else context_of(plan, context)
        for name, read in reads:
            if name in members:
                for each in read:
                    value = members.get(each)
                    if type(value) is Raw:
                        members[each] = _decode(value)
        for name in lists:
            if name in members:
                members[name] = _members(members[name])
        edit(tree, route, way)
        return tree, way

    route.carry = carry
    return carry


def _holds(message: bytes, texts: tuple[str, ...]) -> bool:
    """Say whether a message may hold one of the texts, which are ASCII, escapes considered."""
    if not texts:
        return False
    text = message.decode("latin-1")  # a string is searched twice as fast
    for each in texts:
        if each in text:
            return True
    return "\\" in text and ("\\u" in text or "\\/" in text)
