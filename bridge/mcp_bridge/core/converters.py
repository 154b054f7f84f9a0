"""The conversion of frames in a bridge.

A frame that cannot be converted raises `NoCounterpart` or `DecodeError`. Rules:

- All bridges share one converter for each pair of revisions and each sender.
- If only one side is stateless, the bridge handles the frames of that side in `FIRST_STATELESS`, the first
  stateless revision. If the side speaks a later revision, the bridge first converts its frames to
  `FIRST_STATELESS`, and converts frames for the side back.
- If both sides have a handshake, or both are stateless, each frame is converted only once.
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
from mcp_bridge.core.rules import (
    ABOUT_TASKS,
    CAPABILITIES,
    CLIENT_INFO,
    FIRST_STATELESS,
    LEVEL,
    TASKS,
    VERSION,
)
from mcp_bridge.core.sides import OTHER, Side

# The bridge does not report this change, because requests only repeat the metadata that the handshake stated.
CONTEXT_CHANGE_ID = "T4.3"
STATELESS_META = (VERSION, CAPABILITIES, CLIENT_INFO, LEVEL)  # what the `_meta` of stateless requests states


class Converters:
    """Converts frames of either side to the revision of the other side.

    `revision` maps the sides to their revisions, and may change at any time.

    `missing_extension` is called for a frame whose method no known revision has. If it returns None, both
    sides declared an extension that may have the method, and the frame is passed on unchanged. Otherwise it
    returns which declaration is missing, as part of an error message, or "" if the receiver cannot have such
    a method. If `passes_unknown` is true, no declaration is needed.
    """

    def __init__(
        self,
        revision: dict[Side, str],
        missing_extension: Callable[[Side, JsonObject], str | None],
        *,
        passes_unknown: bool,
    ) -> None:
        self.revision = revision
        self._missing_extension = missing_extension
        self._passes_unknown = passes_unknown
        self.has_extension = False  # whether the stateless side uses the tasks extension

    def convert(
        self, frame: JsonObject, sender: Side, *, answering: str | None = None, source: str | None = None
    ) -> Converted:
        """Convert a frame to the revision of the other side. Raise `NoCounterpart` or `DecodeError`.

        `source` is the revision of the frame. The default is the revision of the sender.
        """
        method = frame.get("method") if answering is None else answering
        missing = None
        if method not in known_methods():
            missing = None if answering is not None else self._missing_extension(sender, frame)
            if missing is None or (missing and self._passes_unknown):
                return Converted(_renamed(frame, spoken(self.revision, OTHER[sender])))
        first, last = source or spoken(self.revision, sender), spoken(self.revision, OTHER[sender])
        found = direction(self._name(first), self._name(last), sender)
        found.check_method(frame, answering)
        try:
            return found.converter.convert_frame(frame, answering)
        except DecodeError as error:
            if missing and error.code == METHOD_NOT_FOUND:
                raise DecodeError(error.pointer, f"{error.reason}; {missing}", error.code, error.id) from None
            raise

    def _name(self, revision: str) -> str:
        """Return the name by which the converters know a revision, such as `2026-07-28`.

        If the peer that speaks this revision uses tasks, the name includes the tasks extension.
        """
        is_extended = self.has_extension and revision in per_request()
        return f"{revision}+{TASKS}" if is_extended else revision


@lru_cache(maxsize=256)  # all bridges share them
def direction(source: str, target: str, sender: Side) -> Direction:
    """Return the `Direction` that converts the frames of `sender` from one revision to another."""
    return Direction(source, target, sender)


class Direction:
    """Converts the frames that one side sends from one revision to another."""

    def __init__(self, source: str, target: str, sender: Side) -> None:
        self.source, self.is_identity = source, source == target
        self.converter = _converter(source, target, sender)
        self.methods = self.converter.methods
        self.answered_methods = self.converter.answered_methods

    def check_method(self, frame: JsonObject, answering: str | None) -> None:
        """Raise `DecodeError` if a notification has the method of a request, or the reverse.

        Raise it also for a response with a result if the source revision has no result for `answering`.
        """
        if self.is_identity:
            return
        is_request = self.methods.get(frame["method"]) if "method" in frame else None
        if is_request is not None and is_request != ("id" in frame):
            kind = "request" if is_request else "notification"
            raise DecodeError("/method", f"{frame['method']!r} is a {kind}", METHOD_NOT_FOUND)
        if answering is not None and "result" in frame and answering not in self.answered_methods:
            raise DecodeError(
                "/result", f"{self.source} has no request {answering!r}, so this result cannot be converted"
            )


def _converter(source: Any, target: Any, sender: Side) -> Converter:
    """Return a converter that does not report the client's metadata as an invented value.

    The conversion adds this metadata to each request. It only repeats what the client stated in the
    handshake.
    """
    made: Converter = mr.converter(source, target, sender=sender, unreported=[CONTEXT_CHANGE_ID])
    return made


@cache
def known_methods() -> frozenset[str]:
    """Return the methods of all revisions and of the tasks extension, for both sides."""
    chain = mr.known_revisions()
    steps = zip(chain, chain[1:] + chain[:1], strict=True)  # from each revision to another one
    converters = [_converter(source, target, side) for source, target in steps for side in OTHER.values()]
    return frozenset(ABOUT_TASKS).union(*(one.methods for one in converters))


def _renamed(frame: JsonObject, revision: str) -> JsonObject:
    """Return a copy of a frame of an unknown method, in which `_meta` names `revision`.

    If the revision has a handshake, the copy lacks the metadata of stateless requests. A frame whose `_meta`
    names no revision is returned unchanged.
    """
    meta = meta_of(frame)
    if VERSION not in meta:
        return frame
    if revision in per_request():
        return {**frame, "params": {**params_of(frame), "_meta": {**meta, VERSION: revision}}}
    params = {name: value for name, value in params_of(frame).items() if name != "_meta"}
    own = {key: value for key, value in meta.items() if key not in STATELESS_META}
    return {**frame, "params": {**params, "_meta": own} if own else params}


# A side that speaks a later revision than the conversation

FrameAndLosses = tuple[JsonObject, tuple[Loss, ...]]


def spoken(revision: Mapping[Side, str], side: Side) -> str:
    """Return the revision to which the bridge converts the frames of a side before it handles them.

    This revision is the side's own, with one exception: if only this side is stateless, the bridge converts
    its frames to the first stateless revision.
    """
    return _spoken(revision[side], revision[OTHER[side]])


@lru_cache(maxsize=256)  # a bridge calls this for every frame
def _spoken(own: str, other: str) -> str:
    stateless = per_request()
    return FIRST_STATELESS if own in stateless and other not in stateless else own


def as_read(
    revision: Mapping[Side, str], side: Side, frame: JsonObject, answering: str | None = None
) -> FrameAndLosses:
    """Convert a frame from the revision of its sender to the revision in which the bridge handles it.

    Raise `NoCounterpart` or `DecodeError` for a frame that cannot be converted.
    """
    own, read = revision[side], spoken(revision, side)
    return (frame, ()) if own == read else _converted(frame, own, read, side, answering)


def as_written(
    revision: Mapping[Side, str], to: Side, frame: JsonObject, answering: str | None = None
) -> FrameAndLosses:
    """Convert a frame from the revision in which the bridge handles it to that of its receiver.

    Raise `NoCounterpart` or `DecodeError` for a frame that cannot be converted.
    """
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
    """Convert a frame with `mcp_revisions.convert`. Raise only `NoCounterpart` or `DecodeError`.

    `mcp_revisions.convert` raises `TypeError` or `ValueError` for a value that JSON cannot express, such as a
    tuple or `inf`. Here such a value is the mistake of a peer, so this function raises `DecodeError`.
    """
    try:
        return mr.convert(frame, source, target, **options)
    except (NoCounterpart, DecodeError):
        raise
    except (TypeError, ValueError, RecursionError) as problem:
        raise DecodeError("", str(problem)) from None
