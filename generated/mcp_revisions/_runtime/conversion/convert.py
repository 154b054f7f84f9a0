"""Carry one JSON-RPC frame from any revision to any other, along the chain of neighbouring adapters.

In: a frame, as bytes or as a plain tree, that is valid in `source`; out: a frame that is valid in `target`, of the same kind, and
what it cost. Rules kept here:

- The input is never changed. Where nothing has to change, the very message comes back.
- Unknown members, ids and progress tokens are kept. `source == target` is the identity and looks at nothing.
- A frame of a method that `target` does not have, or that holds what `target` cannot say, raises `NoCounterpart`; a frame that
  is malformed in `source` raises `DecodeError` where a step meets it; nothing else is raised for what a message holds.
- A result is typed by the method it answers: a response with a result needs `answering`, an error does not.
- Pointers of losses speak of the message that came in and the one that goes out, whatever lies between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, cast

import msgspec

from ..errors import INVALID_REQUEST, PARSE_ERROR, DecodeError
from .adapter_tables import Gone, Passage, Verdict
from .lanes import Answering, Asked, Way, asked, way_of
from .losses import Change, Converted, Crossing, LossError, NoCounterpart, Refusal, pointer
from .plan import OTHER, Given, Plan, Route, copied, edit, know, plan_of, revisions
from .restore import keep_in, restored
from .rules import split_batch

Side = Literal["client", "server"]

_LOSS = ("report", "error", "allow")

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class Converter(Protocol):
    """What `converter` returns."""

    def __call__(self, message: Any, answering: Answering = None) -> Converted:
        """Return a message as a frame of the target, and what was lost."""
        ...


def converter(
    source: str,
    target: str,
    *,
    sender: Side,
    context: Mapping[str, Any] | None = None,
    loss: Literal["report", "error", "allow"] = "report",
    keep: bool = False,
    validate: bool = False,
) -> Converter:
    """Return `convert` for many messages of one sender: what is the same for all of them is said, and looked at, once.

    The arguments are those of `convert`; a later change of `context` changes nothing. Raises `ValueError` for a wrong one.
    """
    way = way_of(source, target, sender)
    options = _options(way, context, loss, keep, validate)
    if loss != "report" or keep or validate:
        return lambda message, answering=None: _converted(message, answering, way, options)
    lanes, given = way.lanes, None if context is None else options[0]

    def converts(message: Any, answering: Answering = None) -> Converted:
        if type(message) is bytes:
            try:
                read = lanes[answering].read
                head = read(message)
                if not message.isascii():
                    message.decode()
            except (ValueError, RecursionError):
                converted = lanes[answering].others(message, given)
            except (KeyError, TypeError):
                return _converted(message, answering, way, options)
            else:
                converted = head.take(message, given)
            if converted is not None:
                return converted
        return _whole(message, answering, way, options)

    return converts


_Full = TypeVar("_Full", bound=Callable[..., Converted])


def _remembering(full: _Full) -> _Full:
    """Return `full` for calls with options; for the others a converter is remembered. Python takes its time over the defaults of keywords."""

    @wraps(full)
    def convert(
        message: Any, source: str, target: str, *, sender: Side, answering: Answering = None, **options: Any
    ) -> Converted:
        if options:
            return full(message, source, target, sender=sender, answering=answering, **options)
        try:
            converts = _CONVERTERS[source][target][sender]
        except (KeyError, TypeError):
            converts = converter(source, target, sender=sender)
            _CONVERTERS.setdefault(source, {}).setdefault(target, {})[sender] = converts
        return converts(message, answering)

    return cast(_Full, convert)


_CONVERTERS: dict[str, dict[str, dict[str, Converter]]] = {}  # by source, target and sender


@_remembering
def convert(
    message: Any,
    source: str,
    target: str,
    *,
    sender: Side,
    answering: Answering = None,
    context: Mapping[str, Any] | None = None,
    loss: Literal["report", "error", "allow"] = "report",
    keep: bool = False,
    validate: bool = False,
) -> Converted:
    """Return `message`, a frame of `source` sent by `sender`, as a frame of `target`, and what was lost.

    `message` is `bytes` or a `dict`, and the same kind comes back; an array (a batch of 2025-03-26) gives a list of
    frames. `answering` names the method that a result answers, or is a callable from its id to that name.
    `context` holds what 2026-07-28 repeats in each request and a session said once, in terms of `source`:
    `clientCapabilities`, `clientInfo`, and `logLevel`. `loss="error"` raises `LossError` instead of losing
    anything, `"allow"` reports nothing. `keep` stores what is lost in the message itself, and restores it on the way
    back. `validate` decodes the message in both revisions as well.

    Raises `NoCounterpart`, `LossError`, `DecodeError`; `ValueError` for an argument other than the message.
    Where many messages go the same way, `converter` takes less time for each.
    """
    way = way_of(source, target, sender)
    return _converted(message, answering, way, _options(way, context, loss, keep, validate))


# How to convert: what a context gives, and `loss`, `keep` and `validate` as `convert` is told them.
_Options: TypeAlias = "tuple[Given | None, str, bool, bool]"


def _options(way: Way, context: Any, loss: str, keep: bool, validate: bool) -> _Options:
    """Return how to convert; raise `ValueError` for a context that is none, and for a `loss` that is no mode."""
    if loss not in _LOSS:
        raise ValueError(f"loss: {loss!r} is none of 'report', 'error' and 'allow'")
    return None if way.plan is None else way.plan.told(context), loss, keep, validate


def _converted(message: Any, answering: Answering, way: Way, options: _Options) -> Converted:
    """Convert a message whatever the options, and whatever it answers."""
    told, loss, keep, validate = options
    if type(message) is bytes and not keep and not validate:
        if callable(answering):
            answering = Asked(answering)
            converted = asked(way, message, told, answering)
        else:
            converted = way.lane(answering).carry(message, told)
        if converted is not None:
            if loss == "report":
                return converted
            if loss == "error" and converted.losses:
                raise LossError(converted.losses)
            return Converted(converted.message)
    return _whole(message, answering, way, options)


def _whole(message: Any, answering: Answering, way: Way, options: _Options) -> Converted:
    """Convert a frame that may be anything, by reading all of it."""
    plan, sender = way.plan, way.sender
    told, loss, keep, validate = options
    know(sender, answering)
    if validate:
        _validate(message, way.source, sender, answering)
    if plan is None:
        return Converted(message)
    kind = type(message)
    if kind is bytes:
        try:
            tree = _decode(message)
        except (ValueError, RecursionError) as error:
            raise _unreadable(error) from None
    elif isinstance(message, (dict, list)):
        tree = message
    else:
        raise DecodeError("", f"a message is bytes, a dict or a list, not {kind.__name__}", INVALID_REQUEST)
    given = told and told.fresh()
    if isinstance(tree, list):
        return _batch(tree, plan, kind is bytes, sender, answering, given, loss, keep, validate)
    converted = _frame(message, tree, plan, sender, answering, given, loss, keep)
    if validate and converted.message is not message:
        _validate(converted.message, way.target, sender, answering)
    return converted


def _frame(
    message: Any,
    tree: Any,
    plan: Plan,
    sender: str,
    answering: Answering,
    context: Any,
    loss: str,
    keep: bool,
) -> Converted:
    """Convert one frame: `tree` is `message` itself, which must not change, or was read from it."""
    if not isinstance(tree, dict):
        raise DecodeError("", "a frame is an object", INVALID_REQUEST)
    encoded = tree is not message
    if keep:
        back = _restore(tree, plan, sender, answering)
        if back is not None:
            return Converted(_written(back, encoded))
    method = tree.get("method")
    part = "params"
    answers = None
    route: Route | None = None
    if method is not None:
        if type(method) is not str:
            raise DecodeError("/method", "expected a string", INVALID_REQUEST)
        route = plan.requests[sender].get(method) or plan.request(sender, method)
    elif "result" in tree:
        part = "result"
        answers = answering(tree.get("id")) if callable(answering) else answering
        if not isinstance(answers, str):
            reason = "a result can be converted only when `answering` names the method that it answers"
            raise DecodeError("", reason, INVALID_REQUEST)
        route = plan.results[sender].get(answers) or plan.result(sender, answers)
    elif "error" in tree:
        part = "error"
        answers = answering(tree.get("id")) if callable(answering) else answering
    else:
        raise DecodeError("", "a frame has a method, a result or an error", INVALID_REQUEST)
    asked = part == "params" and route is not None and route.request
    if route is not None:
        if route.gone is not None:
            raise _no_counterpart(tree, encoded, route.gone.change, route.gone.code if asked else None)
        if route.free and not keep:
            return Converted(message)
    original = tree
    if not encoded:
        tree = copied(tree)
    elif keep:
        original = copied(tree)
    way = Crossing()
    way.context, way.answering = context, answers
    try:
        if route is None:
            _edit_error(tree, plan, sender, way)
        else:
            edit(tree, route, way)
    except Refusal as refusal:
        code = refusal.code if asked else None
        change = Change(refusal.change, refusal.reason)
        raise _no_counterpart(original, encoded, change, code, pointer(refusal.at)) from None
    except RecursionError:
        raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None
    except UnicodeEncodeError:
        raise _surrogate() from None
    if not way and (not keep or _returns(tree, plan, sender, answering)):
        return Converted(message)
    found: Any = ()
    if loss != "allow":
        # A tree that goes out, or is still to change, may not be the same when somebody asks.
        found = way if encoded and not keep else way.losses()
        if loss == "error" and (losses := way.losses()):
            raise LossError(losses)
    if keep:
        try:
            keep_in(tree, original, plan.steps[0].source, plan.steps[-1].target)
        except UnicodeEncodeError:
            raise _surrogate() from None
    try:
        return Converted(_written(tree, encoded), found)
    except RecursionError:
        raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None


def _edit_error(tree: dict[str, Any], plan: Plan, sender: str, way: Crossing) -> None:
    mute = plan.mute[sender]
    if mute is not None:
        way.refuse(None, mute)
    error = tree["error"]
    if type(error) is not dict or type(error.get("code")) is not int:
        raise DecodeError("/error", "expected an object with a code", INVALID_REQUEST)
    for step in plan.steps:
        if step.error_id is not None and "id" not in tree:
            way.refuse(None, step.error_id)
        if step.error is not None and step.error_change is not None and "error" in tree:
            before = len(way)
            step.error(tree, None, way, step.error_change)
            way.tangled = way.tangled or 0 < before < len(way)


def _batch(
    frames: list[Any],
    plan: Plan,
    encoded: bool,
    sender: str,
    answering: Answering,
    context: Any,
    loss: str,
    keep: bool,
    validate: bool,
) -> Converted:
    """Convert the frames of a batch one by one; the first that cannot be converted raises for all."""
    if plan.batches is None:
        raise DecodeError("", f"{plan.steps[0].source} has no batches", INVALID_REQUEST)
    if not frames:
        raise DecodeError("", "a batch holds at least one frame", INVALID_REQUEST)
    way = Crossing()
    split_batch(frames, None, way, plan.batches)
    losses = list(way.losses())
    if loss == "error":
        raise LossError(tuple(losses))
    found: list[Any] = []
    for i, frame in enumerate(frames):
        message = _encode(frame) if encoded else frame
        try:
            # The loss that reports the batch holds the frames as they came.
            tree = copied(frame) if encoded else frame
            one = _frame(message, tree, plan, sender, answering, context, loss, keep)
        except DecodeError as error:
            raise DecodeError(f"/{i}{error.pointer}", error.reason, error.code) from None
        if validate:
            _validate(one.message, plan.steps[-1].target, sender, answering)
        found.append(one.message)
        losses += [each._replace(pointer=f"/{i}{each.pointer}") for each in one.losses]
    return Converted(found, tuple(losses) if loss != "allow" else ())


def _no_counterpart(
    tree: Any, encoded: bool, change: Change, code: int | None, at: str = ""
) -> NoCounterpart:
    """Return the exception, with the error to answer a request with in the terms of its sender."""
    reply = None
    if code is not None and "id" in tree:
        error = {"code": code, "message": f"{tree['method']}: {change.reason}"}
        reply = _written({"jsonrpc": "2.0", "id": tree["id"], "error": error}, encoded)
    return NoCounterpart(reply, change.reason, change.id, at)


def _returns(tree: dict[str, Any], plan: Plan, sender: str, answering: Answering) -> bool:
    """Say whether a frame that did not change would come back unchanged too."""
    source, target = plan.steps[0].source, plan.steps[-1].target
    try:
        return convert(tree, target, source, sender=sender, answering=answering, loss="allow").message is tree  # type: ignore[arg-type]
    except (DecodeError, NoCounterpart):
        return False


def _restore(tree: dict[str, Any], plan: Plan, sender: str, answering: Answering) -> Any:
    """Return the frame that `tree` was made of, if it carries what it lost; None if not."""
    source, target = plan.steps[0].source, plan.steps[-1].target

    def again(original: dict[str, Any], context: Mapping[str, Any] | None) -> Any:
        return convert(
            original, target, source, sender=sender, answering=answering, context=context, loss="allow"  # type: ignore[arg-type]
        ).message

    return restored(tree, source, target, again)


def _surrogate() -> DecodeError:
    return DecodeError("", "not JSON: a lone surrogate", INVALID_REQUEST)


def _unreadable(error: Exception) -> DecodeError:
    if isinstance(error, RecursionError):
        return DecodeError("", "nested too deeply", INVALID_REQUEST)
    return DecodeError("", f"not JSON: {error}", PARSE_ERROR)


def _written(tree: Any, encoded: bool) -> Any:
    return _encode(tree) if encoded else tree


def _validate(message: Any, revision: str, sender: str, answering: Answering) -> None:
    """Decode a message with the types of its revision."""
    module = import_module("...", __package__).revision(revision)
    try:
        data = message if type(message) is bytes else _encode(message)
    except (TypeError, ValueError) as error:
        raise DecodeError("", f"not JSON: {error}", INVALID_REQUEST) from None
    except RecursionError:
        raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None
    module.decode_message(data, sender=sender, answering=answering)


def fidelity(
    method: str,
    source: str,
    target: str,
    *,
    sender: Side | None = None,
    part: Literal["request", "result"] | None = None,
) -> Verdict:
    """Say beforehand how a method fares from one revision to another.

    `whole`: every message that uses only what `source` knows passes unchanged. `none`: no message passes. `lossy`: it passes,
    but may lose something, have something filled in, or be refused for what it holds. `sender` is who asks or notifies,
    `part` the request (or the notification) or its result; what is not given is judged together.
    """
    plan = plan_of(source, target)
    steps = plan.steps if plan else ()
    known = senders(method, source)
    sides = [side for side in OTHER if side in known and (sender is None or side == sender)]
    if not sides:
        raise ValueError(f"method: {source} has no {method!r}" + (f" from the {sender}" if sender else ""))
    verdicts: list[Verdict] = []
    for side in sides:
        rows = [step.methods[side].get(method) for step in steps]
        for index, name in enumerate(("request", "result")):
            if part is None or part == name:
                verdicts.append(_verdict(rows, index))
    if all(verdict == "none" for verdict in verdicts):
        return "none"
    return "whole" if all(verdict == "whole" for verdict in verdicts) else "lossy"


def senders(method: str, revision: str) -> list[str]:
    """Return the sides that may send a method in a revision; none for a method that it does not have."""
    chain = revisions()
    if revision not in chain:
        raise ValueError(f"source: no revision {revision!r}; the revisions are {', '.join(chain)}")
    other = chain[chain.index(revision) - 1] if revision != chain[0] else chain[1]
    plan = plan_of(revision, other)
    assert plan is not None
    return [side for side, rows in plan.steps[0].methods.items() if method in rows]


def _verdict(rows: list[Passage | Gone | None], index: int) -> Verdict:
    found: Verdict = "whole"
    for row in rows:
        if row is None or isinstance(row, Gone):
            return "none"
        if row.verdicts[index] != "whole":
            found = row.verdicts[index]
    return found
