"""A side without a handshake that speaks a later revision than `MODERN`: its frames are converted on the way.

In: the revisions of both sides, a frame. Out: the frame in the revision that its reader expects, with the
losses. A conversation between a session and requests that name their revision is written for `MODERN`, the
first revision of such requests. The table of exchanges converts a side of a later one: responses and sent
frames in `exchanges`, received calls in `conversation`. Two sides of equal kind are converted directly.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ..conversion.losses import Loss
from ..revisions import per_request
from .frame_conversion import convert
from .frames import OTHER, Side, Tree
from .rules import MODERN

FrameAndLosses = tuple[Tree, tuple[Loss, ...]]


def spoken(revision: Mapping[Side, str], side: Side) -> str:
    """Return the revision in which a conversation reads and writes the frames of a side."""
    return _spoken(revision[side], revision[OTHER[side]])


@lru_cache(maxsize=256)  # a bridge calls this for every frame
def _spoken(own: str, other: str) -> str:
    modern = per_request()
    return MODERN if own in modern and other not in modern else own


def received(
    revision: Mapping[Side, str], side: Side, frame: Tree, answering: str | None = None
) -> FrameAndLosses:
    """Return a frame of a side as its conversation reads it; raise `NoCounterpart` or `DecodeError`."""
    own, read = revision[side], spoken(revision, side)
    return (frame, ()) if own == read else _converted(frame, own, read, side, answering)


def sent(revision: Mapping[Side, str], to: Side, frame: Tree, answering: str | None = None) -> FrameAndLosses:
    """Return a frame of a conversation as its receiver reads it; raise `NoCounterpart` or `DecodeError`."""
    own, written = revision[to], spoken(revision, to)
    return (frame, ()) if own == written else _converted(frame, written, own, OTHER[to], answering)


def _converted(frame: Tree, source: str, target: str, sender: Side, answering: str | None) -> FrameAndLosses:
    answered = answering if "result" in frame else None
    converted = convert(frame, source, target, sender=sender, answering=answered)
    return converted.message, converted.losses
