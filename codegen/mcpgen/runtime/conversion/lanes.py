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
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from .carriers import Carry, answered, calls, carried, errors, passing, read_answer
from .looks import frame_of, head_of, part_of, reading, reads, second
from .losses import Converted
from .plan import Plan, Route, know, plan_of

Answering = str | Callable[[Any], str | None] | None

KNOWN = 128  # how many kinds are remembered, and of how many letters their names may be


class Lane(msgspec.Struct, gc=False):
    """A first look at a frame, which may raise `ValueError`, and what carries the frame then.

    What `read` returns has a method `take` of the message and of what a context gives, as `others` is a function of them;
    both give None for a frame that has to be read whole.
    """

    read: Callable[[bytes], Any]
    others: Carry

    def carry(self, message: bytes, given: Any) -> Converted | None:
        """Return what a message becomes, or None."""
        try:
            head = self.read(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return self.others(message, given)
        return head.take(message, given)  # type: ignore[no-any-return]


class Way:
    """From one revision to another, for what one side sends: how messages are converted, and the lanes that are known of them."""

    def __init__(self, source: str, target: str, sender: str) -> None:
        self.source, self.target, self.sender = source, target, sender
        self.plan = plan_of(source, target)
        know(sender, None)
        self.lanes: dict[Any, Lane] = {}  # by what is answered

    def lane(self, answering: Any) -> Lane:
        """Return what carries the likely frames of a kind, made on first use; raise `ValueError` for what names no kind."""
        try:
            return self.lanes[answering]
        except (KeyError, TypeError):
            know(self.sender, answering)
            return _lane(self.plan, self.sender, answering, self.lanes)


WAYS: dict[tuple[str, str, str], Way] = {}


def way_of(source: str, target: str, sender: str) -> Way:
    """Return the way between two revisions, made on first use; raise `ValueError` for one that there is not."""
    try:
        return WAYS[source, target, sender]
    except (KeyError, TypeError):
        way = Way(source, target, sender)
        return WAYS.setdefault((source, target, sender), way)


def _lane(plan: Plan | None, sender: str, answering: str | None, known: dict[Any, Lane]) -> Lane:
    # There is no end of methods that nobody knows.
    kept = answering is None or (len(answering) < KNOWN and len(known) < KNOWN)
    if plan is None:
        lane = _unseen(lambda message, given: Converted(message))
    elif answering is None:
        lane = _calls(plan, sender)
    else:
        try:
            route = plan.results[sender].get(answering) or plan.result(sender, answering)
        except ValueError:  # nothing but an error is an answer to it
            lane = _errors(plan, sender, answering)
        else:
            lane, kept = _answers(plan, sender, answering, route), True
    if kept:
        known[answering] = lane
    return lane


class _Unseen(msgspec.Struct, gc=False):
    """A frame at which nobody has looked yet."""

    carry: Carry

    def take(self, message: bytes, given: Any) -> Converted | None:
        return self.carry(message, given)


def _unseen(carry: Carry) -> Lane:
    unseen = _Unseen(carry)
    return Lane(lambda message: unseen, carry)


def _calls(plan: Plan, sender: str) -> Lane:
    """Return the lane of requests and notifications, and of errors that need no method."""
    others, mistakes = calls(plan, sender), errors(plan, sender, None)
    heads = []
    for method in plan.steps[0].methods[sender]:
        route = plan.requests[sender].get(method) or plan.request(sender, method)
        fields, take = reading(route, plan, others, None)
        closed = len(fields) > 1
        head = frame_of(fields, take, tag_field="method", tag=method, forbid_unknown_fields=closed)
        heads.append(head)

    def unlikely(message: bytes, given: Any) -> Converted | None:
        return others(message, given) if b'"method"' in message else mistakes(message, given)

    if not heads:
        return _unseen(unlikely)
    return Lane(msgspec.json.Decoder(reduce(or_, heads)).decode, unlikely)


def _errors(plan: Plan, sender: str, method: str) -> Lane:
    """Return the lane of errors that answer a method to which there is no other answer."""
    passed = passing(plan, sender, method)
    return Lane(reads(head_of(Raw), passed, passed), errors(plan, sender, method))


def _answers(plan: Plan, sender: str, method: str, route: Route) -> Lane:
    """Return the lane of the answers to a method."""
    late, passed = answered(plan, sender, method, route), passing(plan, sender, method)
    others = carried(read_answer, late)
    fields, take = reading(route, plan, others, passed)
    read = reads(fields, take, passed)
    lane = Lane(read, others)
    if route.outline is None or route.sheds or route.outline.gains or not route.outline.still:
        return lane

    # The answers to a method are much alike. After one that is edited, the next is read as one that will be, and so on to one that is not.
    def edited(message: bytes, given: Any) -> Converted | None:
        lane.read = wary
        return others(message, given)

    def taken(head: Any, message: bytes, given: Any) -> Converted | None:
        converted = late(head, message, given)
        if converted is None:  # no frame may depend on the one before
            converted = again(message, given)
        if converted is not None and converted.message is message:
            lane.read = read
        return converted

    wary = reads([*head_of(Raw), part_of(route, dict[str, Raw])], taken, passed)
    again = second(read, others)
    lane.others = edited
    return lane


class Asked:
    """A function of an id that tells what is answered, which is asked once for a frame that is read twice."""

    def __init__(self, ask: Callable[[Any], Any]) -> None:
        self.ask = ask
        self.told: list[Any] = []

    def __call__(self, id: Any) -> Any:
        return self.told.pop() if self.told else self.ask(id)

    def foretold(self, id: Any) -> Any:
        """Return what is answered, and tell it again when asked next."""
        self.told.append(self.ask(id))
        return self.told[0]


class _Kind(msgspec.Struct, gc=False):
    """What tells a call from an answer, and that from others."""

    id: Any = UNSET
    method: Raw | UnsetType = UNSET
    result: Raw | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


_read_kind = msgspec.json.Decoder(_Kind).decode


def asked(way: Way, message: bytes, given: Any, answering: Asked) -> Converted | None:
    """Return what a message becomes where a function tells what it answers; None for one that has to be read whole."""
    if way.plan is None:
        return Converted(message)
    try:
        frame = _read_kind(message)
        if not message.isascii():
            message.decode()
    except (ValueError, RecursionError):
        return None
    method = None
    if frame.method is UNSET:
        if frame.id is UNSET or (frame.result is UNSET and frame.error is UNSET):
            return None
        method = answering.foretold(frame.id)
        if method is not None and not isinstance(method, str):
            return None
    return way.lane(method).carry(message, given)
