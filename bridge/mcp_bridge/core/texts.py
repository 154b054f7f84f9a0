"""Frames as texts: the bridge parses them, forwards them unparsed, or refuses unreadable ones.

A text that no decoder accepts is scanned for the *head* of each frame: the id, the method, whether it has
`result` or `error`, and the `requestId` of a cancellation. So an unreadable request is refused under its id.
An unreadable response or cancellation ends the request that it names.

If both sides have the same revision, and each side has one connection, `forward_text` forwards each text as
one line. Rules:

- The bridge reads only the id and the method of a text. Each request is recorded in the `Core` until its
  response or its cancellation passes, and is answered if a side is gone.
- An unreadable request is refused under its id. An error replaces an unreadable response.
- A stateless server sends no requests that it could cancel. If it sends a cancellation, this ends a
  subscription of the client.
- The limit of open requests is the same as for parsed frames. Further requests are refused.
- A cancellation of `initialize` is dropped. If it is in a batch, the whole batch is forwarded, and the bridge
  still waits for the response to `initialize`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple, TypedDict

import msgspec
from mcp_revisions import Change, DecodeError, Loss
from mcp_revisions.jsonrpc import (
    INVALID_REQUEST,
    PARSE_ERROR,
    as_json_line,
    has_one_line,
    is_request_id,
    json_flaw,
    json_line,
    loss_pointer,
    message_heads,
    plain_json,
    request_key,
)

from mcp_bridge.core.frames import (
    CANCELLED,
    DIGITS,
    HALF_PAIR,
    NOT_CANCELLABLE,
    TOO_LONG,
    UNREADABLE,
    Frame,
    JsonObject,
    OwnError,
    loss_by,
    why_of,
)
from mcp_bridge.core.requests import Core, Request
from mcp_bridge.core.revisions import facts_of, per_request
from mcp_bridge.core.sides import OTHER, Side

# Converting, wrapping and encoding a frame must not meet the interpreter's limit (1,000 levels by default).
DEEPEST = 512
# Each escape of a text: a whole pair, half of one, or another; none begins at an escaped backslash.
HIGH, LOW = rb"\\u[dD][89abAB][0-9a-fA-F]{2}", rb"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
ESCAPE = re.compile(rb"%s%s|(?P<half>%s|%s)|\\." % (HIGH, LOW, HIGH, LOW), re.DOTALL)

EXACT = 1 << 53  # a double holds each whole number below this one
# A number that a double may not hold: one of 16 digits or more, or one near zero.
LONG_NUMBER = re.compile(rb"[0-9][0-9.]{16}|[0-9][eE]-[0-9]{3}")


class _Digits(NamedTuple):
    """A number with a fraction or an exponent, stored as the text of its digits."""

    text: str


_decode = msgspec.json.Decoder().decode
_decode_digits = msgspec.json.Decoder(float_hook=_Digits).decode


def canonical(tree: Any) -> bytes:
    """Return a JSON value as text that does not depend on the order of members or the spelling of numbers."""
    return msgspec.json.encode(_decode_canonical(json_line(tree)), order="deterministic")


def _number(digits: str) -> float:
    value = float(digits)
    return int(value) if value.is_integer() and abs(value) < EXACT else value


_decode_canonical = msgspec.json.Decoder(float_hook=_number).decode


class ReadFrame(NamedTuple):
    """The result of `Bridge.read`: the parsed message, or the problem if the text cannot be read."""

    tree: Any
    data: bytes
    losses: tuple[Loss, ...] = ()
    problem: DecodeError | None = None


class TooLong(DecodeError):
    """Raised for a message of which the transport has only the beginning, because the message is too long."""


def cut_frame(beginning: bytes, most: int) -> ReadFrame:
    """Return a `ReadFrame` for a message that is too long: it has more than `most` bytes.

    `beginning` is the part of the message that was read. Pass the result to `Bridge.from_client`: if the
    message is a request, it is answered with an error; if it is a response, the server's request ends with
    an error.
    """
    problem = TooLong("", f"the message has more than {most} bytes", INVALID_REQUEST)
    return ReadFrame(None, beginning, (), problem)


def read_frame(data: bytes) -> ReadFrame:
    """Parse a message for `Bridge.read`. If the text is not a message, the result has the problem."""
    try:
        tree, losses = read(data)
    except DecodeError as problem:
        return ReadFrame(None, data, (), problem.with_traceback(None))
    return ReadFrame(tree, data, losses)


def read(frame: Any) -> tuple[Any, tuple[Loss, ...]]:
    """Return a frame as a parsed message, and the losses.

    Half of a surrogate pair becomes U+FFFD. A number with more digits than a double holds becomes the nearest
    double. Raise `DecodeError` for a frame that is not JSON or is nested too deeply, or whose id has half of
    a surrogate pair.
    """
    if type(frame) is ReadFrame:
        if frame.problem is not None:
            raise frame.problem
        return frame.tree, frame.losses
    try:
        return _read(frame), _lost_digits(frame)
    except DecodeError as problem:
        text, halves = _without_halves(frame)
        if not halves:
            raise problem
        tree = _read(text)
        ids = [each.get("id") for each in (tree if type(tree) is list else [tree]) if type(each) is dict]
        if [head.get("id") for head in unreadable_heads(frame)] != ids:  # the response would have another id
            raise problem
        return tree, (loss_by(HALF_PAIR, "reshaped", "", halves), *_lost_digits(text))


def _read(frame: Any) -> Any:
    try:
        text, tree = (frame, _decode(frame)) if type(frame) is bytes else plain_json("frame", frame)
    except DecodeError:
        raise
    except RecursionError:
        raise DecodeError("", "nested too deeply", PARSE_ERROR) from None
    except (TypeError, ValueError) as problem:
        raise _not_json(problem, frame) from None
    if text.count(b"{") + text.count(b"[") > DEEPEST and _is_deep(tree):
        raise DecodeError("", f"nested deeper than {DEEPEST} levels", PARSE_ERROR)
    return tree


def _lost_digits(text: Any) -> tuple[Loss, ...]:
    """Return a loss for each number in a text whose value changes when it is read as a double."""
    if type(text) is not bytes or LONG_NUMBER.search(text) is None:
        return ()
    return tuple(
        loss_by(DIGITS, "reshaped", loss_pointer(_keys(path)), value.text)
        for path, value in _numbers(_decode_digits(text))
        if Decimal(value.text) != Decimal(repr(float(value.text)))
    )


def _numbers(value: Any) -> Iterator[tuple[Any, _Digits]]:
    """Yield the non-integer numbers in a value with their paths, in the order of the text.

    A path is a linked list, `(path of the container, key)`.
    """
    left: list[tuple[Any, Any]] = [(None, value)]
    while left:
        path, found = left.pop()
        if type(found) is _Digits:
            yield path, found
        elif type(found) is dict:
            left += [((path, key), item) for key, item in reversed(found.items())]
        elif type(found) is list:
            left += [((path, at), found[at]) for at in reversed(range(len(found)))]


def _keys(path: Any) -> list[str | int]:
    """Convert a linked path, `(path of the container, key)`, to a list of keys from the root down."""
    keys: list[str | int] = []
    while path is not None:
        path, key = path
        keys.append(key)
    return keys[::-1]


def _not_json(problem: Exception, text: Any) -> DecodeError:
    """Return the error for a text that is not JSON, with the byte at which the problem is."""
    reason = f"not JSON: {problem}"
    if isinstance(problem, UnicodeDecodeError):
        try:
            text.decode()  # msgspec counts from the beginning of a string
        except UnicodeDecodeError as found:
            reason = f"not UTF-8 (byte {found.start})"
    elif isinstance(problem, msgspec.DecodeError | json.JSONDecodeError):
        reason = f"not JSON: {json_flaw(problem, text)}"
    return DecodeError("", reason, PARSE_ERROR)


def _without_halves(frame: Any) -> tuple[bytes, int]:
    """Return a frame as text with U+FFFD for each half of a surrogate pair, and the number of halves."""
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


def unreadable_heads(frame: Any) -> list[JsonObject]:
    """Return the members that identify an unreadable frame, or each frame of a batch, such as its id.

    A frame that was parsed is returned whole. An id that JSON text cannot express becomes None.
    """
    frame = text_of(frame)
    if type(frame) is bytes:
        return message_heads(frame)
    trees = [each for each in (frame if type(frame) is list else [frame]) if type(each) is dict]
    return [{**each, "id": None} if _has_half(each.get("id")) else each for each in trees]


def _has_half(id: Any) -> bool:
    """Return whether an id is a string with half of a surrogate pair, which UTF-8 cannot express."""
    return type(id) is str and any("\ud800" <= character <= "\udfff" for character in id)


def text_of(frame: Any) -> Any:
    """Return the text of a `ReadFrame`. Return any other frame unchanged."""
    return frame.data if type(frame) is ReadFrame else frame


def is_answer(head: JsonObject) -> bool:
    """Return whether an unreadable frame is a response, from the members found in its text."""
    return "method" not in head and ("result" in head or "error" in head or head.get("jsonrpc") == "2.0")


def refuse_unreadable(core: Core, side: Side, frame: Any, problem: DecodeError, *, may_answer: bool) -> bool:
    """Refuse the requests in a frame that is not a message, and end the requests that the frame answers.

    If the frame has neither requests nor responses, it may still be a request whose id cannot be read. If
    `may_answer` is true and the revision of the side allows errors without an id, the frame is answered with
    such an error. Otherwise the frame is dropped.

    Return whether an error without an id is sent.
    """
    frame = text_of(frame)
    refuses, ends = refuse_parts(core, side, frame, problem, core.deliver)
    if refuses and not ends:
        return False
    is_allowed = may_answer and not facts_of(core.revision[side]).error_id_required
    if ends or not (is_allowed and _may_be_request(frame)):
        drop_unreadable(core, frame, problem)
        return False
    error = OwnError("refused", problem.reason, problem.code)
    del error["id"]
    core.refuse(side, error)
    return True


def drop_unreadable(core: Core, frame: Any, problem: DecodeError) -> None:
    """Report that a frame is dropped because it cannot be read."""
    if isinstance(problem, TooLong):
        core.drop(frame, TOO_LONG)
    else:
        core.drop(frame, UNREADABLE, problem.reason)


def _may_be_request(frame: Any) -> bool:
    """Return whether an invalid frame may be a request rather than a notification or a response."""
    if type(frame) is dict:
        return "method" in frame and "id" in frame
    is_whole = type(frame) is not bytes or frame.rstrip().endswith((b"}", b"]"))
    heads = unreadable_heads(frame)
    return not heads or any(
        not is_answer(head) and ("id" in head or "method" not in head or not is_whole) for head in heads
    )


def refuse_parts(
    core: Core, side: Side, frame: Any, problem: DecodeError, deliver: Callable[[Side, JsonObject], bool]
) -> tuple[bool, bool]:
    """Refuse the requests in an unreadable frame, and end the requests that its responses answer.

    `deliver` sends an error in place of a response, and returns whether the answered request was open. Return
    two booleans: whether a request was refused, and whether a request was ended.
    """
    refuses = ends = False
    for head in unreadable_heads(frame):
        if not is_request_id(head.get("id")):
            continue
        if "method" in head:
            refuses = True
            core.refuse(side, OwnError("refused", problem.reason, problem.code, id=head["id"]))
        elif is_answer(head):
            reason = f"the response of the {side} is unreadable: {problem.reason}"
            ends = deliver(side, OwnError("invalid", reason, id=head["id"])) or ends
    return refuses, ends


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


# Frames that pass


class _RelayedHead(TypedDict, total=False):
    """The members of an unparsed frame that identify the request that it makes, answers or cancels."""

    id: Any
    method: Any
    params: msgspec.Raw


class _Cancelled(TypedDict, total=False):
    requestId: Any


_head_of = msgspec.json.Decoder(_RelayedHead).decode
_cancelled_in = msgspec.json.Decoder(_Cancelled).decode


def forward_text(core: Core, side: Side, frame: Any) -> None:
    """Forward a frame to the other side without parsing it.

    If that is not possible, answer the requests in the frame with errors.
    """
    if type(frame) is ReadFrame and isinstance(frame.problem, TooLong):
        _refuse_text(core, side, frame.data, frame.problem)
        return
    frame = text_of(frame)
    try:
        heads = relayed_heads(frame)
        line = frame if type(frame) is not bytes or has_one_line(frame) else as_json_line(frame)
    except ValueError as problem:
        _refuse_text(core, side, frame, _not_json(problem, frame))
        return
    for head in heads:
        obstacle = _note(core, side, head) if type(head) is dict else None
        if type(obstacle) is str:
            error = {**OwnError("limit", obstacle, id=head["id"])}
            core.output.append(Frame(side, error, why="limit"))
            return
        if isinstance(obstacle, Change) and len(heads) == 1:
            core.drop(frame, obstacle)
            return
    core.output.append(Frame(OTHER[side], line))


def _refuse_text(core: Core, side: Side, frame: Any, problem: DecodeError) -> None:
    """Send an error for each request in a text that cannot be forwarded.

    If the text has no request, report that the bridge drops the text.
    """
    if not any(refuse_parts(core, side, frame, problem, partial(pass_error, core))):
        drop_unreadable(core, frame, problem)


def relayed_heads(frame: Any) -> list[Any]:
    """Return an object for each message in a frame: its identifying members, such as `id` and `method`.

    `frame` is a JSON text, or a parsed message or batch. The messages of a parsed frame are returned with all
    their members. Raise `ValueError` for a JSON text that cannot be read.
    """
    if type(frame) is bytes:
        try:
            return [_head_of(frame)]
        except (ValueError, RecursionError):  # not an object, not JSON, or JSON that msgspec refuses
            as_json_line(frame)
    return unreadable_heads(frame)


def pass_error(core: Core, side: Side, error: JsonObject) -> bool:
    """Send an error in the place of a side's unreadable response. Return whether its request was open."""
    is_open = core.note_closed(OTHER[side], request_key(error["id"]))
    if is_open:
        core.output.append(Frame(OTHER[side], {**error}, why=why_of(error)))
    return is_open


def _note(core: Core, side: Side, head: Any) -> str | Change | None:
    """Record the request that a forwarded frame makes.

    If the frame answers or cancels an earlier request, remove the record of that request. Return None if the
    frame can be forwarded. Otherwise return the text of the error with which to refuse the frame, or the
    reason to drop the frame.
    """
    id, requestor, is_cancellation = head.get("id"), OTHER[side], head.get("method") == CANCELLED
    if is_cancellation:
        id = _cancelled_id(head)
        requestor = "client" if core.revision["client"] in per_request() else side
    if not is_request_id(id):
        return None
    key = request_key(id)
    if is_cancellation and key in core.open[requestor] and core.open[requestor][key].method == "initialize":
        return NOT_CANCELLABLE
    if is_cancellation or "method" not in head:
        core.note_closed(requestor, key)
        return None
    too_many = core.too_many_open(side)
    if too_many is not None:
        return too_many
    request = Request(core, side, id, head["method"])
    request.happens("sent already")
    core.note_open(request)
    return None


def _cancelled_id(head: Any) -> Any:
    params = head.get("params")
    try:
        named = _cancelled_in(params) if type(params) is msgspec.Raw else params
    except (ValueError, RecursionError):
        return None
    return named.get("requestId") if type(named) is dict else None
