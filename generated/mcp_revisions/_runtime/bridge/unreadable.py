"""Frames that cannot be read: texts that are no JSON, and trees that no JSON text can carry.

In: the frame of a peer or of the host. Out: a tree, or answers in an `Core`. A text that no decoder
accepts is scanned for the *head* of each frame: the id, and which of `method`, `result` and `error` are
there. So a request is refused under its id, and a response ends the request that it answers.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import msgspec

from ..conversion.losses import Loss
from ..errors import INTERNAL_ERROR, PARSE_ERROR, DecodeError, error_response
from ..json_values import is_request_id
from ..messages.plain_trees import reread
from ..revisions import within
from ..sides import OTHER, Side
from .core import Core
from .frames import HALF_PAIR, UNREADABLE, Tree
from .rules import LAST_LEGACY

# Converting, wrapping and encoding a frame must not meet the interpreter's limit (1,000 levels by default).
DEEPEST = 512
MEMBERS = ("id", "method", "result", "error")
# A string, which the end of the text may cut off; a bracket, a colon or a comma; or another scalar.
TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[][{}:,]|[^][{}:,"\s]+', re.DOTALL)
# Each escape of a text: a whole pair, half of one, or another; none begins at an escaped backslash.
HIGH, LOW = rb"\\u[dD][89abAB][0-9a-fA-F]{2}", rb"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
ESCAPE = re.compile(rb"%s%s|(?P<half>%s|%s)|\\." % (HIGH, LOW, HIGH, LOW), re.DOTALL)

_decode = msgspec.json.Decoder().decode


class ReadFrame(NamedTuple):
    """A text of a peer that the host has read by `Bridge.read`: its tree, or why there is none."""

    tree: Any
    data: bytes
    losses: tuple[Loss, ...] = ()
    problem: DecodeError | None = None


def read_frame(data: bytes) -> ReadFrame:
    """Return the tree of a text of a peer; a text that is no frame is refused when it is handled."""
    try:
        tree, losses = read(data)
    except DecodeError as problem:
        return ReadFrame(None, data, (), problem.with_traceback(None))
    return ReadFrame(tree, data, losses)


def read(frame: Any) -> tuple[Any, tuple[Loss, ...]]:
    """Return a frame as a tree, and its losses.

    Half of a surrogate pair becomes U+FFFD. Raise `DecodeError` for a frame that JSON cannot carry, or a deep
    one.
    """
    if type(frame) is ReadFrame:
        if frame.problem is not None:
            raise frame.problem
        return frame.tree, frame.losses
    try:
        return _read(frame), ()
    except DecodeError as problem:
        text, halves = _without_halves(frame)
        if not halves:
            raise problem
        loss = Loss("reshaped", "", halves, HALF_PAIR.reason, HALF_PAIR.id)
        return _read(text), (loss,)


def _read(frame: Any) -> Any:
    try:
        text, tree = (frame, _decode(frame)) if type(frame) is bytes else reread("frame", frame)
    except DecodeError:
        raise
    except RecursionError:
        raise DecodeError("", "nested too deeply", PARSE_ERROR) from None
    except (TypeError, ValueError) as problem:
        raise DecodeError("", f"not JSON: {problem}", PARSE_ERROR) from None
    if text.count(b"{") + text.count(b"[") > DEEPEST and _is_deep(tree):
        raise DecodeError("", f"nested deeper than {DEEPEST} levels", PARSE_ERROR)
    return tree


def _without_halves(frame: Any) -> tuple[bytes, int]:
    """Return a frame as text, with U+FFFD for each half of a surrogate pair, and the number of halves."""
    if type(frame) is not bytes:
        try:
            frame = json.dumps(frame, allow_nan=False).encode()
        except (TypeError, ValueError, RecursionError):
            return b"", 0
    halves = 0

    def whole(escape: re.Match[bytes]) -> bytes:
        nonlocal halves
        if escape["half"] is None:
            return escape[0]
        halves += 1
        return rb"\ufffd"

    return ESCAPE.sub(whole, frame), halves


def heads_of(frame: Any) -> list[Tree]:
    """Return the head of an unreadable frame, or of each frame in an unreadable batch; a tree is its head."""
    frame = text_of(frame)
    if type(frame) is bytes:
        return _heads_in(frame)
    return [each for each in (frame if type(frame) is list else [frame]) if type(each) is dict]


def text_of(frame: Any) -> Any:
    """Return a frame that the host has read as its text, any other frame as it is."""
    return frame.data if type(frame) is ReadFrame else frame


def is_answer(head: Tree) -> bool:
    """Say whether a head is that of a response; other JSON with an id is none."""
    return "method" not in head and ("result" in head or "error" in head or head.get("jsonrpc") == "2.0")


def replacements(side: Side, line: bytes, reason: str) -> list[tuple[Side, Tree]]:
    """Return the errors for an unreadable line of a side, each with the side that gets the error.

    A request is refused to its sender; an error stands in the place of a response.
    """
    found: list[tuple[Side, Tree]] = []
    for head in heads_of(line):
        id = head.get("id")
        if not is_request_id(id):
            continue
        if "method" in head:
            found.append((side, error_response(id, PARSE_ERROR, reason)))
        elif is_answer(head):
            error = f"the response of the {side} is unreadable: {reason}"
            found.append((OTHER[side], error_response(id, INTERNAL_ERROR, error)))
    return found


def refuse_unreadable(core: Core, side: Side, frame: Any, problem: DecodeError, *, may_answer: bool) -> None:
    """Refuse the requests in a frame that is no message, and end the requests that it answers.

    Without either, answer the frame; drop the frame if the revision has no error without an id, and unless
    the side `may_answer`.
    """
    frame = text_of(frame)
    identified = [head for head in heads_of(frame) if is_request_id(head.get("id"))]
    calls = [head["id"] for head in identified if "method" in head]
    answers = [head["id"] for head in identified if is_answer(head) and core.sent_request(side, head["id"])]
    for id in calls:
        core.refuse(side, error_response(id, problem.code, problem.reason))
    for id in answers:
        reason = f"the response of the {side} is unreadable: {problem.reason}"
        core.deliver_response(side, error_response(id, INTERNAL_ERROR, reason))
    if calls and not answers:
        return
    is_call = type(frame) is not dict or "method" in frame
    if answers or not is_call or not may_answer or not within(core.revision[side], LAST_LEGACY):
        core.drop(frame, UNREADABLE, problem.reason)
        return
    error = error_response(None, problem.code, problem.reason)
    del error["id"]
    core.refuse(side, error)


def _is_deep(tree: Any) -> bool:
    # Without recursion, level by level: the sender decides how deep a frame is nested.
    level = [tree]
    for _ in range(DEEPEST):
        level = [
            child
            for item in level
            for child in (item.values() if type(item) is dict else item)
            if type(child) is dict or type(child) is list
        ]
        if not level:
            return False
    return True


def _heads_in(text: bytes) -> list[Tree]:
    """Scan a text for the members of its object, or of each object in its array."""
    heads: list[Tree] = []
    depth, member_depth = 0, 2 if text.lstrip()[:1] == b"[" else 1
    name: Any = None
    previous = b""
    for found in TOKEN.finditer(text):
        token = found[0]
        if token in (b"{", b"["):
            depth += 1
            if depth == member_depth and token == b"{":
                heads.append({})
        elif token in (b"}", b"]"):
            depth -= 1
        elif depth == member_depth and heads:
            if token == b":":
                name = _scalar(previous)
                if name in MEMBERS:
                    heads[-1][name] = None
            elif previous == b":" and name == "id":
                heads[-1]["id"] = _scalar(token)
        previous = token
    return heads


def _scalar(text: bytes) -> Any:
    try:
        return _decode(text)
    except ValueError:
        return None
