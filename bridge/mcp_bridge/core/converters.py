"""The conversion of frames in a bridge; every refusal is `NoCounterpart` or `DecodeError`.

In: frames of either side, the revisions of both. Out: frames in the other revision, with the losses. Rules:

- All bridges share one converter for each direction.
- A conversation between a session and requests that name their revision is written for `FIRST_STATELESS`, the
  first revision of such requests. The core converts the frames of a side that speaks a later one:
  responses that it reads, and frames that it writes. Two sides of equal kind are converted directly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import mcp_revisions as mr
from mcp_revisions import Converted, Converter, DecodeError, Loss, NoCounterpart
from mcp_revisions.jsonrpc import METHOD_NOT_FOUND

from mcp_bridge.core.frames import JsonObject, meta_of, params_of
from mcp_bridge.core.revisions import per_request
from mcp_bridge.core.rules import ABOUT_TASKS, FIRST_STATELESS, TASKS, VERSION
from mcp_bridge.core.sides import OTHER, Side

# A bridge does not report this change: the handshake states the metadata that requests repeat.
CONTEXT_CHANGE_ID = "T4.3"


class Converters:
    """Convert frames of either side to the revision of the other; `revision` may change at any time.

    A frame of a method that no known revision has passes if the sides share an extension.
    """

    def __init__(
        self, revision: dict[Side, str], shares_extension: Callable[[Side, JsonObject], bool]
    ) -> None:
        self.revision = revision
        self._shares_extension = shares_extension
        self.has_extension = False  # the modern side has the tasks extension

    def convert(
        self, frame: JsonObject, sender: Side, *, answering: str | None = None, source: str | None = None
    ) -> Converted:
        """Return a frame in the revision of the other side; raise `NoCounterpart` or `DecodeError`.

        `source` is the revision of the frame, unless the sender's.
        """
        method = frame.get("method") if answering is None else answering
        if method not in known_methods() and (answering is not None or self._shares_extension(sender, frame)):
            return Converted(_renamed(frame, spoken(self.revision, OTHER[sender])))
        first, last = source or spoken(self.revision, sender), spoken(self.revision, OTHER[sender])
        found = direction(self._name(first), self._name(last), sender)
        found.check_method(frame, answering)
        return found.converter.convert_frame(frame, answering)

    def _name(self, revision: str) -> str:
        """Return the name of a revision, with the tasks extension if the side has that."""
        is_extended = self.has_extension and revision in per_request()
        return f"{revision}+{TASKS}" if is_extended else revision


@lru_cache(maxsize=256)  # all bridges share them
def direction(source: str, target: str, sender: Side) -> Direction:
    """Return the conversion of one sender's frames from a revision to another."""
    return Direction(source, target, sender)


class Direction:
    """The conversion of one sender's frames to the revision of the other side."""

    def __init__(self, source: str, target: str, sender: Side) -> None:
        self.source, self.is_identity = source, source == target
        self.converter = _converter(source, target, sender)
        self.methods = self.converter.methods
        self.answered_methods = self.converter.answered_methods

    def check_method(self, frame: JsonObject, answering: str | None) -> None:
        """Raise `DecodeError` for a method of the other kind, and for a result of a method without results.

        A revision that is settled later may lack a method that was forwarded before.
        """
        if self.is_identity:
            return
        is_request = self.methods.get(frame["method"]) if "method" in frame else None
        if is_request is not None and is_request != ("id" in frame):
            kind = "request" if is_request else "notification"
            raise DecodeError("/method", f"{frame['method']!r} is a {kind}", METHOD_NOT_FOUND)
        if answering is not None and "result" in frame and answering not in self.answered_methods:
            raise DecodeError("/result", f"{self.source} has no answer to {answering!r}")


def _converter(source: Any, target: Any, sender: Side) -> Converter:
    """Return a converter that reports no repetition of what the handshake has stated."""
    made: Converter = mr.converter(source, target, sender=sender, unreported=[CONTEXT_CHANGE_ID])
    return made


@cache
def known_methods() -> frozenset[str]:
    """Return the methods of all revisions and of tasks, of either side."""
    chain = mr.known_revisions()
    steps = zip(chain, chain[1:] + chain[:1], strict=True)  # from each revision to another one
    converters = [_converter(source, target, side) for source, target in steps for side in OTHER.values()]
    return frozenset(ABOUT_TASKS).union(*(one.methods for one in converters))


def _renamed(frame: JsonObject, revision: str) -> JsonObject:
    """Return a frame of a method that no known revision has; one that names its revision names that one."""
    meta = meta_of(frame)
    if VERSION not in meta or revision not in per_request():
        return frame
    return {**frame, "params": {**params_of(frame), "_meta": {**meta, VERSION: revision}}}


# A side that speaks a later revision than the conversation

FrameAndLosses = tuple[JsonObject, tuple[Loss, ...]]


def spoken(revision: Mapping[Side, str], side: Side) -> str:
    """Return the revision in which a conversation reads and writes the frames of a side."""
    return _spoken(revision[side], revision[OTHER[side]])


@lru_cache(maxsize=256)  # a bridge calls this for every frame
def _spoken(own: str, other: str) -> str:
    stateless = per_request()
    return FIRST_STATELESS if own in stateless and other not in stateless else own


def as_read(
    revision: Mapping[Side, str], side: Side, frame: JsonObject, answering: str | None = None
) -> FrameAndLosses:
    """Return a frame of a side as its conversation reads it; raise `NoCounterpart` or `DecodeError`."""
    own, read = revision[side], spoken(revision, side)
    return (frame, ()) if own == read else _converted(frame, own, read, side, answering)


def as_written(
    revision: Mapping[Side, str], to: Side, frame: JsonObject, answering: str | None = None
) -> FrameAndLosses:
    """Return a frame of a conversation as its receiver reads it; raise `NoCounterpart` or `DecodeError`."""
    own, written = revision[to], spoken(revision, to)
    return (frame, ()) if own == written else _converted(frame, written, own, OTHER[to], answering)


def _converted(
    frame: JsonObject, source: str, target: str, sender: Side, answering: str | None
) -> FrameAndLosses:
    if (frame.get("method") if answering is None else answering) not in known_methods():
        return _renamed(frame, target), ()
    answered = answering if "result" in frame else None
    converted = convert(frame, source, target, sender=sender, answering=answered)
    return converted.message, converted.losses


def convert(frame: JsonObject, source: Any, target: Any, **options: Any) -> Converted:
    """Return a frame in another revision; raise `NoCounterpart` or `DecodeError`.

    The public function raises `TypeError` and `ValueError` for a tree that is no JSON (a tuple, `inf`): the
    mistake of a caller there, of a peer here.
    """
    try:
        return mr.convert(frame, source, target, **options)
    except (NoCounterpart, DecodeError):
        raise
    except (TypeError, ValueError, RecursionError) as problem:
        raise DecodeError("", str(problem)) from None
