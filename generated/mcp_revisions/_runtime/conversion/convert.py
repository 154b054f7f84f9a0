"""Convert one JSON-RPC frame from any revision to any other, along the chain of neighbouring adapters.

In: a frame, as bytes or as a plain tree, that is valid in `source`. Out: a frame of the same kind, valid in
`target`, and its losses. Rules:

- The input is never changed. A frame that needs no edit comes back as the same object.
- Unknown members, ids and progress tokens are kept. `source == target` is the identity and reads nothing.
- A frame of a method that `target` lacks, or with content that `target` cannot express, raises
  `NoCounterpart`; a frame that is malformed in `source` raises `DecodeError` where an edit meets the fault.
  No content of a message raises anything else.
- A result is typed by the method that it answers: a response with a result needs `answering`, an error does
  not.
- Pointers of losses speak of the first and the last frame, however many adapters lie between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ..errors import INVALID_REQUEST, PARSE_ERROR, DecodeError
from .log import ConversionLog, FrameRefused, Tree, pointer
from .losses import Change, Converted, LossError, NoCounterpart
from .plan import OTHER, ConversionPlan, MethodPlan, plan_of
from .request_context import copied, resolve_context
from .restore import keep_in, restored
from .rules import split_batch

Side = Literal["client", "server"]
LossMode = Literal["report", "error", "allow"]
Answering = str | Callable[[Any], str | None] | None

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class _Head(msgspec.Struct, gc=False):
    """The members of a frame that select its plan; the values of the others stay unread."""

    id: Any = None
    method: str | UnsetType = UNSET
    result: Raw | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


_read_head = msgspec.json.Decoder(_Head).decode


def convert(
    message: Any,
    source: str,
    target: str,
    *,
    sender: Side,
    answering: Answering = None,
    context: Mapping[str, Any] | None = None,
    loss: LossMode = "report",
    keep: bool = False,
    validate: bool = False,
) -> Converted:
    """Return `message`, a frame of `source` sent by `sender`, as a frame of `target`, and its losses.

    `message` is `bytes` or a `dict`, and the same kind comes back; an array (a batch of 2025-03-26) gives a
    list of frames. `answering` names the method that a result answers, or is a callable from the id to that
    name. `context` holds the members that 2026-07-28 repeats in each request and a session stated once, in
    terms of `source`: `clientCapabilities`, `clientInfo`, and `logLevel`. `loss="error"` raises `LossError`
    instead of losing a value, `"allow"` reports no loss. `keep` stores lost values in the message itself, and
    restores them on the way back. `validate` decodes the message in both revisions as well.

    Raises `NoCounterpart`, `LossError`, `DecodeError` for the message; `ValueError` for any other argument.
    """
    return Converter(source, target, sender, context, loss, keep, validate)(message, answering)


def converter(
    source: str,
    target: str,
    *,
    sender: Side,
    context: Mapping[str, Any] | None = None,
    loss: LossMode = "report",
    keep: bool = False,
    validate: bool = False,
) -> Converter:
    """Return a `Converter` for many messages of one sender; it takes every option of `convert`, checked once.

    A later change of `context` has no effect. Raises `ValueError` for a wrong argument.
    """
    return Converter(source, target, sender, context, loss, keep, validate)


class Converter:
    """A conversion of many messages of one sender: `converter(message, answering=None)` returns `Converted`."""

    __slots__ = ("_context", "_keep", "_loss", "_plan", "_revisions", "_sender", "_validate")

    def __init__(
        self,
        source: str,
        target: str,
        sender: Side,
        context: Mapping[str, Any] | None,
        loss: LossMode,
        keep: bool,
        validate: bool,
    ) -> None:
        self._plan = plan_of(source, target)
        if sender not in OTHER:
            raise ValueError(f"sender: {sender!r} is neither 'client' nor 'server'")
        if loss not in ("report", "error", "allow"):
            raise ValueError(f"loss: {loss!r} is none of 'report', 'error' and 'allow'")
        self._context = None if self._plan is None else resolve_context(self._plan, context)
        self._revisions = (source, target)
        self._sender, self._loss, self._keep, self._validate = sender, loss, keep, validate

    def __call__(self, message: Any, answering: Answering = None) -> Converted:
        """Return the converted message and its losses; arguments and errors as of `convert`."""
        if answering is not None and not isinstance(answering, str) and not callable(answering):
            raise ValueError(
                f"answering: {answering!r} is neither the name of a method nor a function of an id"
            )
        source, target = self._revisions
        if self._validate:
            self._decode_with_types(message, source, answering)
        plan = self._plan
        if plan is None:
            return Converted(message)
        if type(message) is bytes:
            if plan.may_pass[self._sender] and not self._keep and self._passes(message, answering, plan):
                return Converted(message)
            tree = _decoded(message)
        elif isinstance(message, (dict, list)):
            tree = message
        else:
            kind = type(message).__name__
            raise DecodeError("", f"a message is bytes, a dict or a list, not {kind}", INVALID_REQUEST)
        if isinstance(tree, list):
            return self._batch(tree, plan, type(message) is bytes, answering)
        converted = self._frame(message, tree, plan, answering)
        if self._validate and converted.message is not message:
            self._decode_with_types(converted.message, target, answering)
        return converted

    def _passes(self, message: bytes, answering: Answering, plan: ConversionPlan) -> bool:
        """Say whether the head of a frame proves that the frame passes unchanged."""
        try:
            head = _read_head(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return False
        if head.method is not UNSET:
            return plan.request(self._sender, head.method).unchanged
        if head.result is UNSET or not isinstance(answering, str):
            return False
        return plan.result(self._sender, answering).unchanged

    def _frame(self, message: Any, tree: Any, plan: ConversionPlan, answering: Answering) -> Converted:
        """Convert one frame; `tree` is `message` itself, which must not change, or was decoded from it."""
        if not isinstance(tree, dict):
            raise DecodeError("", "a frame is an object", INVALID_REQUEST)
        encoded = tree is not message
        if self._keep:
            original = self._restored(tree, plan, answering)
            if original is not None:
                return Converted(_written(original, encoded))
        method_plan, answers = self._method_plan(tree, plan, answering)
        if method_plan is not None:
            if method_plan.removed is not None:
                code = method_plan.removed.code if method_plan.part == "params" else None
                raise _no_counterpart(tree, encoded, method_plan.removed.change, code)
            if method_plan.unchanged and not self._keep:
                return Converted(message)
        original = tree
        if not encoded:
            tree = copied(tree)
        elif self._keep:
            original = copied(tree)
        log = ConversionLog()
        log.answering = answers
        if self._context is not None:
            log.context = (copied(self._context[0]), self._context[1])
        try:
            self._edit(tree, plan, method_plan, log)
            if not log and (not self._keep or self._returns(tree, plan, answering)):
                return Converted(message)
            if self._loss == "error" and (losses := log.losses()):
                raise LossError(losses)
            # The caller may change a tree that goes out before the losses are read.
            losses = () if self._loss == "allow" else log if encoded and not self._keep else log.losses()
            if self._keep:
                keep_in(tree, original, plan.source, plan.target)
            return Converted(_written(tree, encoded), losses)
        except FrameRefused as refused:
            answerable = method_plan is not None and method_plan.part == "params" and method_plan.is_request
            code = refused.code if answerable else None
            raise _no_counterpart(original, encoded, refused.change, code, pointer(refused.at)) from None
        except RecursionError:
            raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None
        except UnicodeEncodeError:
            raise DecodeError("", "not JSON: a lone surrogate", INVALID_REQUEST) from None

    def _method_plan(
        self, tree: Tree, plan: ConversionPlan, answering: Answering
    ) -> tuple[MethodPlan | None, str | None]:
        """Return the plan of a frame, None for an error, and the method that a response answers."""
        method = tree.get("method")
        if method is not None:
            if type(method) is not str:
                raise DecodeError("/method", "expected a string", INVALID_REQUEST)
            return plan.request(self._sender, method), None
        answers = answering(tree.get("id")) if callable(answering) else answering
        if "result" in tree:
            if not isinstance(answers, str):
                reason = "a result can be converted only when `answering` names the method that it answers"
                raise DecodeError("", reason, INVALID_REQUEST)
            return plan.result(self._sender, answers), answers
        if "error" in tree:
            return None, answers
        raise DecodeError("", "a frame has a method, a result or an error", INVALID_REQUEST)

    def _edit(
        self, tree: Tree, plan: ConversionPlan, method_plan: MethodPlan | None, log: ConversionLog
    ) -> None:
        """Edit a frame in place."""
        if method_plan is not None:
            method_plan.apply(tree, log)
            return
        refused = plan.refuses_responses_of(self._sender)
        if refused is not None:
            log.refuse(None, refused)
        error = tree["error"]
        if type(error) is not dict or type(error.get("code")) is not int:
            raise DecodeError("/error", "expected an object with a code", INVALID_REQUEST)
        for adapter in plan.adapters:
            if adapter.error_id is not None and "id" not in tree:
                log.refuse(None, adapter.error_id)
            if adapter.error is not None and adapter.error_change is not None and "error" in tree:
                before = len(log)
                adapter.error(tree, None, log, adapter.error_change)
                log.begin_step(before)

    def _batch(
        self, frames: list[Any], plan: ConversionPlan, encoded: bool, answering: Answering
    ) -> Converted:
        """Convert the frames of a batch in order; the first that cannot be converted raises for all."""
        if plan.batches is None:
            raise DecodeError("", f"{plan.source} has no batches", INVALID_REQUEST)
        if not frames:
            raise DecodeError("", "a batch holds at least one frame", INVALID_REQUEST)
        log = ConversionLog()
        split_batch(frames, None, log, plan.batches)
        losses = list(log.losses())
        if self._loss == "error":
            raise LossError(tuple(losses))
        found: list[Any] = []
        for i, frame in enumerate(frames):
            message = _encode(frame) if encoded else frame
            try:
                # The loss that reports the batch holds the frames as they came.
                tree = copied(frame) if encoded else frame
                one = self._frame(message, tree, plan, answering)
            except DecodeError as error:
                raise DecodeError(f"/{i}{error.pointer}", error.reason, error.code) from None
            if self._validate:
                self._decode_with_types(one.message, plan.target, answering)
            found.append(one.message)
            losses += [each._replace(pointer=f"/{i}{each.pointer}") for each in one.losses]
        return Converted(found, tuple(losses) if self._loss != "allow" else ())

    def _reversed(self, plan: ConversionPlan, context: Mapping[str, Any] | None = None) -> Converter:
        """Return the converter of the way back, which reports no loss."""
        return Converter(plan.target, plan.source, self._sender, context, "allow", False, False)

    def _returns(self, tree: Tree, plan: ConversionPlan, answering: Answering) -> bool:
        """Say whether a frame that did not change comes back unchanged too."""
        try:
            return self._reversed(plan)(tree, answering).message is tree
        except (DecodeError, NoCounterpart):
            return False

    def _restored(self, tree: Tree, plan: ConversionPlan, answering: Answering) -> Any:
        """Return the frame that `tree` was converted from, if `tree` carries its losses; None otherwise."""

        def again(original: Tree, context: Mapping[str, Any] | None) -> Any:
            return self._reversed(plan, context)(original, answering).message

        return restored(tree, plan.source, plan.target, again)

    def _decode_with_types(self, message: Any, revision: str, answering: Answering) -> None:
        """Decode a message with the types of its revision."""
        module = import_module("...", __package__).revision(revision)
        try:
            data = message if type(message) is bytes else _encode(message)
        except (TypeError, ValueError) as error:
            raise DecodeError("", f"not JSON: {error}", INVALID_REQUEST) from None
        except RecursionError:
            raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None
        module.decode_message(data, sender=self._sender, answering=answering)


def _decoded(message: bytes) -> Any:
    try:
        return _decode(message)
    except RecursionError:
        raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None
    except ValueError as error:
        raise DecodeError("", f"not JSON: {error}", PARSE_ERROR) from None


def _written(tree: Any, encoded: bool) -> Any:
    return _encode(tree) if encoded else tree


def _no_counterpart(
    tree: Tree, encoded: bool, change: Change, code: int | None, at: str = ""
) -> NoCounterpart:
    """Return the exception, with the error that answers a request in the terms of its sender."""
    reply = None
    if code is not None and "id" in tree:
        error = {"code": code, "message": f"{tree['method']}: {change.reason}"}
        reply = _written({"jsonrpc": "2.0", "id": tree["id"], "error": error}, encoded)
    return NoCounterpart(reply, change.reason, change.id, at)
