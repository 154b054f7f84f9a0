"""The conversion of frames in a bridge; every refusal is `NoCounterpart` or `DecodeError`.

In: frames of either side, the revisions of both. Out: frames in the other revision, with the losses. Rules:

- `Converters` keeps one converter for each direction.
- A conversation between a session and requests that name their revision is written for `FIRST_MODERN`, the
  first revision of such requests. The core converts the frames of a side that speaks a later one:
  responses that it reads, and frames that it writes. Two sides of equal kind are converted directly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from ..conversion.chain import plan_of
from ..conversion.convert import Converter
from ..conversion.convert import convert as convert_message
from ..conversion.losses import Converted, Loss, NoCounterpart
from ..conversion.plan import ConversionPlan
from ..endpoints import with_extensions
from ..errors import METHOD_NOT_FOUND, DecodeError
from ..revisions import order, per_request
from ..sides import OTHER, Side
from ..task_names import TASKS
from .frames import Tree, meta_of, params_of
from .rules import ABOUT_TASKS, FIRST_MODERN, VERSION

# The losses of this change are none in a bridge: the handshake states the metadata that requests repeat.
CONTEXT_CHANGE_ID = "T4.3"


class Converters:
    """Convert frames of either side to the revision of the other; `revision` may change at any time.

    A frame of a method that no known revision has passes if the sides share an extension.
    """

    def __init__(self, revision: dict[Side, str], shares_extension: Callable[[Side, Tree], bool]) -> None:
        self.revision = revision
        self._shares_extension = shares_extension
        self.has_extension = False  # the modern side has the tasks extension
        self._made: dict[Any, tuple[ConversionPlan, Converter]] = {}

    def convert(
        self, frame: Tree, sender: Side, *, answering: str | None = None, source: str | None = None
    ) -> Converted:
        """Return a frame in the revision of the other side; raise `NoCounterpart` or `DecodeError`.

        `source` is the revision of the frame, unless the sender's.
        """
        method = frame.get("method") if answering is None else answering
        if method not in known_methods() and (answering is not None or self._shares_extension(sender, frame)):
            return Converted(_renamed(frame, spoken(self.revision, OTHER[sender])))
        revision = self.revision
        key = revision["client"], revision["server"], sender, source, self.has_extension
        made = self._made.get(key)
        if made is None:
            first, last = source or spoken(revision, sender), spoken(revision, OTHER[sender])
            plan = plan_of(self._name(first), self._name(last), sender)
            convert = Converter(plan, plan.least_context, "report", CONTEXT_CHANGE_ID)
            made = self._made[key] = plan, convert
        plan, convert = made
        _check_method(plan, frame, answering)
        return convert.convert_frame(frame, answering)

    def _name(self, revision: str) -> str:
        """Return the name of a revision, with the tasks extension if the side has that."""
        is_extended = self.has_extension and revision in per_request()
        return with_extensions(revision, TASKS) if is_extended else revision


@cache
def known_methods() -> frozenset[str]:
    """Return the methods of all known revisions and of tasks, of either side."""
    chain = order()
    steps = zip(chain, chain[1:] + chain[:1], strict=True)  # from each revision to another one
    plans = [plan_of(source, target, side) for source, target in steps for side in OTHER]
    return frozenset(ABOUT_TASKS).union(*(plan.requests for plan in plans))


def _check_method(plan: ConversionPlan, frame: Tree, answering: str | None) -> None:
    """Raise `DecodeError` for a method of the other kind, and for a result of a method without results.

    A revision that is settled later may lack a method that was forwarded before.
    """
    if plan.is_identity:
        return
    method = plan.requests.get(frame["method"]) if "method" in frame else None
    if method is not None and method.is_request != ("id" in frame):
        kind = "request" if method.is_request else "notification"
        raise DecodeError("/method", f"{frame['method']!r} is a {kind}", METHOD_NOT_FOUND)
    if answering is not None and "result" in frame and answering not in plan.results:
        raise DecodeError("/result", f"{plan.source} has no answer to {answering!r}")


def _renamed(frame: Tree, revision: str) -> Tree:
    """Return a frame of a method that no known revision has; one that names its revision names that one."""
    meta = meta_of(frame)
    if VERSION not in meta or revision not in per_request():
        return frame
    return {**frame, "params": {**params_of(frame), "_meta": {**meta, VERSION: revision}}}


# A side that speaks a later revision than the conversation

FrameAndLosses = tuple[Tree, tuple[Loss, ...]]


def spoken(revision: Mapping[Side, str], side: Side) -> str:
    """Return the revision in which a conversation reads and writes the frames of a side."""
    return _spoken(revision[side], revision[OTHER[side]])


@lru_cache(maxsize=256)  # a bridge calls this for every frame
def _spoken(own: str, other: str) -> str:
    modern = per_request()
    return FIRST_MODERN if own in modern and other not in modern else own


def as_read(
    revision: Mapping[Side, str], side: Side, frame: Tree, answering: str | None = None
) -> FrameAndLosses:
    """Return a frame of a side as its conversation reads it; raise `NoCounterpart` or `DecodeError`."""
    own, read = revision[side], spoken(revision, side)
    return (frame, ()) if own == read else _converted(frame, own, read, side, answering)


def as_written(
    revision: Mapping[Side, str], to: Side, frame: Tree, answering: str | None = None
) -> FrameAndLosses:
    """Return a frame of a conversation as its receiver reads it; raise `NoCounterpart` or `DecodeError`."""
    own, written = revision[to], spoken(revision, to)
    return (frame, ()) if own == written else _converted(frame, written, own, OTHER[to], answering)


def _converted(frame: Tree, source: str, target: str, sender: Side, answering: str | None) -> FrameAndLosses:
    if (frame.get("method") if answering is None else answering) not in known_methods():
        return _renamed(frame, target), ()
    answered = answering if "result" in frame else None
    converted = convert(frame, source, target, sender=sender, answering=answered)
    return converted.message, converted.losses


def convert(frame: Tree, source: Any, target: Any, **options: Any) -> Converted:
    """Return a frame in another revision; raise `NoCounterpart` or `DecodeError`.

    The public function raises `TypeError` and `ValueError` for a tree that is no JSON (a tuple, `inf`): the
    mistake of a caller there, of a peer here.
    """
    try:
        return convert_message(frame, source, target, **options)
    except (NoCounterpart, DecodeError):
        raise
    except (TypeError, ValueError, RecursionError) as problem:
        raise DecodeError("", str(problem)) from None
