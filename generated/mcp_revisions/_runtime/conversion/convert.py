"""Convert a JSON-RPC message from any revision to any other, through the adapters of neighbouring revisions.

In: a message that is valid in `source`. Out: a message of the same kind, valid in `target`, and its losses.
`plan` describes the three paths of a message: text that a plan can convert is not parsed (`convert_text`);
all other messages are edited by the functions of the adapters (`_frame`).

- The input never changes. A parsed message that needs no edit comes back as the same object. So do bytes on
  one line that are proved to need none, and responses that no adapter edits. Other bytes are written again,
  as one line of JSON (`json_line`). If a member is given twice, the last one counts.
- Unknown members, ids and progress tokens are kept. `source == target` returns every message unchanged.
- A method that `target` lacks, or content that it cannot express, raises `NoCounterpart`. An edit that meets
  an invalid value raises `DecodeError`. Content of a message raises nothing else.
- A response with a result needs `answering`, the method that it answers. An error does not.
- Pointers of losses refer to the first and the last message, however many adapters lie between.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec

from ..endpoints import Endpoint, revision_in
from ..errors import INVALID_REQUEST, DecodeError, too_deep
from ..json_line import CR, LF, has_one_line, json_line
from ..json_values import is_request_id, linked_pointer, table_key
from ..messages.base import Message
from ..messages.encoder import encode
from ..messages.frame_kinds import id_of
from ..messages.json_text import as_bytes, parse, parse_spelled
from ..messages.options import Answering, AnyAnswering, checked_answering, checked_option
from ..messages.plain_trees import place, plain_values, tree_text
from ..messages.unknown_members import declared_class
from ..revisions import order
from ..sides import Side
from .chain import module_of, plan_of
from .log import ConversionLog, FrameRefused, RequestContext, Tree
from .losses import Converted, Loss, LossError, NoCounterpart
from .plan import ConversionPlan
from .request_context import resolve_context
from .restore import ValueKeeper, signing_key
from .rules import split_batch

LossMode = Literal["report", "error", "allow"]
ConvertText = Callable[[bytes, AnyAnswering, "RequestContext | None"], "Converted | None"]

if TYPE_CHECKING:
    from typing_extensions import Required, TypedDict

    class ConverterOptions(TypedDict, total=False):
        """The options of `converter`."""

        sender: Required[Side]
        context: Mapping[str, Any] | None
        loss: LossMode
        keep: bool | bytes
        validate: bool

    class ConvertOptions(ConverterOptions, total=False):
        """The options of `convert`."""

        answering: Answering


def convert(  # noqa: PLR0913 - one call with every option, as users know from `json.dumps`
    message: Any,
    source: Endpoint,
    target: Endpoint,
    *,
    sender: Side,
    answering: Answering = None,
    context: Mapping[str, Any] | None = None,
    loss: LossMode = "report",
    keep: bool | bytes = False,
    validate: bool = False,
) -> Converted:
    """Convert a message from one revision to another, and report every difference.

    - `message`: `bytes`, `str`, a parsed message (`dict`) or a typed message. The same kind comes back. An
      array (a batch of 2025-03-26) gives a list of messages.
    - `source`, `target`: names of revisions, or compositions (`mr.compose`). `mr.revision_name` checks a name
      that is only known at run time.
    - `sender`: the side that sends the message.
    - `answering`: for a response, the method of the request; or a function from the `id` to that method,
      which is called once for each response. A response with a result needs it, an error does not.
    - `context`: the facts that a session states once and 2026-07-28 repeats in each request:
      `clientCapabilities`, `clientInfo` and `logLevel`, as `source` writes them.
    - `loss`: `"report"` returns the losses. `"error"` raises `LossError` if a value would be lost; respelled
      values are not lost. `"allow"` returns no losses.
    - `keep`: store lost values in the message itself, signed, and restore them on the way back if the
      signature is right. `True` signs with a key of this process; `bytes`, at least 16, are a key that
      processes share.
    - `validate`: also decode the message in both revisions.

    Raises `DecodeError` for a message that is invalid in `source`, `NoCounterpart` for one that cannot exist
    in `target`, and `LossError`. Raises `TypeError` or `ValueError` for a wrong argument, and `EncodeError`
    for a typed message that JSON cannot carry. Exceptions of `answering` pass through.
    """
    if loss == "report" and context is None and keep is False and validate is False:
        plan = plan_of(source, target, sender)
        converts = _PLAIN.get(plan) or _PLAIN.setdefault(plan, Converter(plan, plan.least_context, "report"))
    else:
        converts = converter(
            source, target, sender=sender, context=context, loss=loss, keep=keep, validate=validate
        )
    return converts(message, answering)


def converter(
    source: Endpoint,
    target: Endpoint,
    *,
    sender: Side,
    context: Mapping[str, Any] | None = None,
    loss: LossMode = "report",
    keep: bool | bytes = False,
    validate: bool = False,
) -> Converter:
    """Return a function that converts many messages: `f(message, answering=None) -> Converted`.

    The arguments are those of `convert`, checked once. A later change of `context` has no effect. Raises
    `ValueError` for a wrong argument.
    """
    plan = plan_of(source, target, sender)
    checked_option("loss", loss)
    checked_option("validate", validate)
    key = signing_key(keep)
    resolved = resolve_context(plan, context)
    found = Converter(plan, resolved, loss) if key is None else KeepingConverter(plan, resolved, loss, key)
    return ValidatingConverter(found) if validate else found


_PLAIN: dict[ConversionPlan, Converter] = {}  # without options


class Converter:
    """Converts many messages of one sender: `converter(message, answering)` returns `Converted`."""

    __slots__ = ("_context", "_convert_text", "_loss", "_plan", "_unreported")
    _parse = staticmethod(parse_spelled)

    def __init__(
        self,
        plan: ConversionPlan,
        context: RequestContext | None,
        loss: LossMode,
        unreported: str | None = None,
    ) -> None:
        """Make the conversion; the losses of the change `unreported` are left out for a tree."""
        self._loss: LossMode = loss
        self._plan, self._context, self._unreported = plan, context, unreported
        self._convert_text: ConvertText | None = plan.convert_text

    def __call__(self, message: Any, answering: Answering = None) -> Converted:
        """Return the converted message and its losses; raise the exceptions of `convert`."""
        if type(message) is not bytes:
            if isinstance(message, str):
                return self._text(message, answering)
            _check_message(message, revision_in(self._plan.source))
            return self._tree(message, message, answering)
        one_line = (message.isascii() and LF not in message and CR not in message) or has_one_line(message)
        if one_line and self._convert_text is not None:
            found = self._convert_text(message, answering, self._context)
            if found is not None:
                return (
                    found
                    if self._loss == "report"
                    else Converted(found.message, self._accepted(found.losses))
                )
        tree = self._parse(message)
        return self._tree(message if one_line else json_line(tree), tree, answering)

    def _text(self, message: str, answering: Answering) -> Converted:
        """Convert JSON text given as `str`, by way of its bytes; what comes back is `str` too."""
        data = as_bytes(message)
        try:
            found = self(data, answering)
        except NoCounterpart as error:
            reply = error.reply and error.reply.decode()
            raise NoCounterpart(reply, error.reason, error.change, error.pointer) from None
        if found.message is data:
            found.message = message
        elif isinstance(found.message, list):
            found.message = [frame.decode() for frame in found.message]
        else:
            found.message = found.message.decode()
        return found

    def _tree(self, message: Any, tree: Any, answering: Answering) -> Converted:
        """Convert a message that is not proven to pass; `tree` is `message`, or was decoded from it."""
        if answering is not None:
            checked_answering(answering)
        if self._plan.is_identity and isinstance(tree, (dict, list, msgspec.Struct)):
            return Converted(message)
        if isinstance(tree, dict):
            return self._identified(message, tree, answering)
        if tree is message and _is_typed(message):
            return self._typed(message, answering)
        if isinstance(tree, list):
            return self._batch(tree, tree is not message, answering)
        raise DecodeError("", "a frame is an object", INVALID_REQUEST)

    def convert_frame(self, frame: Tree, answering: AnyAnswering = None) -> Converted:
        """Convert a parsed message; raise the exceptions of `convert`."""
        return Converted(frame) if self._plan.is_identity else self._identified(frame, frame, answering)

    def _typed(self, message: Any, answering: Answering) -> Converted:
        """Convert a typed message, or a batch of them, to typed messages of the target."""
        if callable(answering):
            answering = _asked_once(answering)
        found = self(encode(message), answering)
        module = module_of(self._plan.target)
        known = _known_in(module.METHODS, answering)
        decode = partial(module.decode_message, sender=self._plan.sender, answering=known)
        plain: Any = found.message
        typed = [*map(decode, plain)] if isinstance(plain, list) else decode(plain)
        return Converted(typed, found.losses)

    def _identified(self, message: Any, tree: Tree, answering: AnyAnswering) -> Converted:
        """Convert one frame; raise `DecodeError` with the id of the frame."""
        try:
            return self._frame(message, tree, answering)
        except DecodeError as error:
            error.about(id_of(tree))
            raise

    def _frame(self, message: Any, tree: Tree, answering: AnyAnswering) -> Converted:
        """Convert one frame; `tree` is `message` itself, which must not change, or was decoded from it."""
        frame_plan, answers = self._plan.of_frame(tree, answering)
        encoded = tree is not message
        try:
            if (
                frame_plan.unchanged
            ):  # the name of a method that is given twice was read, and a response was not
                return Converted(json_line(tree) if encoded and "method" in tree else message)
            if not encoded:
                tree = _copied(tree)
            log = ConversionLog()
            log.answering, log.context = answers, self._context
            frame_plan.apply(tree, log)
            if not log:  # of a member that an edit reads and that is given twice, only the last was read
                return Converted(json_line(tree) if encoded else message)
            return self._edited(message, json_line(tree) if encoded else tree, log)
        except (FrameRefused, RecursionError, UnicodeEncodeError) as error:
            raise _unconvertible(error, tree, encoded) from None

    def _edited(self, message: Any, edited: Any, log: ConversionLog) -> Converted:
        """Return an edited frame; with the losses of a tree now, since the caller may change the tree."""
        log.frames = message, edited
        if self._loss != "report":
            return Converted(edited, self._accepted(log.losses()))
        return Converted(edited, log if type(message) is bytes else log.losses(self._unreported))

    def _accepted(self, losses: tuple[Loss, ...]) -> tuple[Loss, ...]:
        """Return the losses to report; raise `LossError` where only respelled values are accepted."""
        if self._loss == "error":
            lost = tuple(loss for loss in losses if loss.kind != "respelled")
            if lost:
                raise LossError(lost)
        return () if self._loss == "allow" else losses

    def _batch(self, frames: list[Any], encoded: bool, answering: AnyAnswering) -> Converted:
        """Convert the frames of a batch in order; the first that cannot be converted raises for all."""
        if self._plan.batches is None:
            raise DecodeError("", f"{self._plan.source} has no batches", INVALID_REQUEST)
        if not frames:
            raise DecodeError("", "a batch holds at least one frame", INVALID_REQUEST)
        log = ConversionLog()
        split_batch(frames if encoded else _copied(frames), None, log, self._plan.batches)
        losses = list(self._accepted(log.losses()))
        found: list[Any] = []
        for i, frame in enumerate(frames):
            # The loss that reports the batch holds the frames as they came.
            message = json_line(frame) if encoded else frame
            tree = self._parse(message) if encoded else frame
            try:
                if not isinstance(tree, dict):
                    raise DecodeError("", "a frame is an object", INVALID_REQUEST)
                one = self._identified(message, tree, answering)
            except DecodeError as error:
                raise error.in_item(i) from None
            except NoCounterpart as error:
                error.pointer = f"/{i}{error.pointer}"
                raise
            found.append(one.message)
            losses += [each._replace(pointer=f"/{i}{each.pointer}") for each in one.losses]
        return Converted(found, tuple(losses))


class KeepingConverter(Converter):
    """A `Converter` that stores lost values in the message, and restores them on the way back (`keep`)."""

    __slots__ = ("_keeper",)
    _parse = staticmethod(parse)  # kept and restored values are read whole

    def __init__(
        self, plan: ConversionPlan, context: RequestContext | None, loss: LossMode, key: bytes
    ) -> None:
        super().__init__(plan, context, loss)
        if not plan.is_identity:
            self._convert_text = None  # a frame that needs no edit may carry values to restore
        self._keeper = ValueKeeper(plan, key)

    def _frame(self, message: Any, tree: Tree, answering: AnyAnswering) -> Converted:
        encoded = tree is not message
        frame_plan, answers = self._plan.of_frame(tree, answering)
        log = ConversionLog()
        log.answering, log.context = answers, self._context
        kept = self._keeper.kept(tree)
        if kept is not None:
            restored = self._keeper.restored(kept, answers)
            if isinstance(restored, bytes):
                return Converted(restored if encoded else parse(restored))
            tree = kept.bare
            log.report("dropped", kept.path, kept.member, restored)
        try:
            converted = _copied(tree)
            ignored = len(log)
            frame_plan.apply(converted, log)
            if len(log) > ignored or not self._returns(converted, answers):
                if len(log) == ignored:  # the way back edited it
                    converted = _copied(tree)
                self._keeper.keep(converted, tree, answers, as_text=encoded)
            elif not ignored:
                return Converted(json_line(tree) if encoded else message)
            return self._edited(message, json_line(converted) if encoded else converted, log)
        except (FrameRefused, RecursionError, UnicodeEncodeError) as error:
            raise _unconvertible(error, tree, encoded) from None

    def _returns(self, tree: Tree, answers: str | None) -> bool:
        """Say whether a frame that did not change comes back unchanged too; edit it otherwise."""
        plan = plan_of(self._plan.target, self._plan.source, self._plan.sender)
        log = ConversionLog()
        log.answering, log.context = answers, plan.least_context
        try:
            frame_plan, _ = plan.of_frame(tree, answers)
            frame_plan.apply(tree, log)
        except (FrameRefused, ValueError):
            return False
        return not log


class ValidatingConverter(Converter):
    """A `Converter` that also decodes every message in both revisions (`validate=True`)."""

    __slots__ = ("_converter",)

    def __init__(self, converter: Converter) -> None:
        super().__init__(converter._plan, converter._context, converter._loss)
        self._converter = converter

    def __call__(self, message: Any, answering: Answering = None) -> Converted:
        """Return the converted message and its losses; raise `DecodeError` where either is invalid."""
        if isinstance(message, str):
            return self._text(message, answering)
        if answering is not None:
            answering = _asked_once(checked_answering(answering))  # a call answers nothing
        if type(message) is not bytes:
            _check_message(message, revision_in(self._plan.source))
        self._decode(message, self._plan.source, answering)
        converted = self._converter(message, answering)
        if not self._plan.is_identity:
            frames = converted.message if isinstance(converted.message, list) else [converted.message]
            for frame in frames:
                self._decode(frame, self._plan.target, answering)
        return converted

    def convert_frame(self, frame: Tree, answering: AnyAnswering = None) -> Converted:
        """Convert a parsed message; raise the exceptions of `convert`."""
        return self(frame, None if answering is None else _asked_once(answering))

    def _decode(self, message: Any, revision: str, answering: AnyAnswering) -> None:
        """Decode a message with the types of its revision."""
        module = module_of(revision)
        if revision != self._plan.source:
            answering = _known_in(module.METHODS, answering)
        try:
            data = message if type(message) is bytes or _is_typed(message) else json_line(message)
        except RecursionError:
            raise too_deep() from None
        module.decode_message(data, sender=self._plan.sender, answering=answering, strict_json=True)


def _asked_once(answering: AnyAnswering) -> Callable[[Any], str | None]:
    """Return `answering` as a function of an id that calls it once for each id."""
    found: dict[tuple[type, Any], str | None] = {}

    def answers(id: Any) -> str | None:
        key = type(id), table_key(id)
        if key not in found:
            found[key] = answering(id) if callable(answering) else answering
        return found[key]

    return answers


def _known_in(methods: Mapping[str, Any], answering: AnyAnswering) -> AnyAnswering:
    """Return `answering` without methods that a revision lacks: the error that answers one needs no type."""
    if callable(answering):
        return lambda id: cast("str | None", _known_in(methods, answering(id)))
    return answering if answering in methods else None


def _unconvertible(
    error: FrameRefused | RecursionError | UnicodeEncodeError, tree: Tree, encoded: bool
) -> Exception:
    """Return the documented exception for a message that an edit refused, or that is not JSON."""
    if isinstance(error, RecursionError):
        return too_deep()
    if isinstance(error, UnicodeEncodeError):
        return DecodeError("", "not JSON: a lone surrogate", INVALID_REQUEST)
    change, reply = error.change, None
    if error.code is not None and "method" in tree and is_request_id(tree.get("id")):
        # The reply answers the sender of the request, in its own revision.
        body = {"code": error.code, "message": f"{tree['method']}: {change.reason}"}
        reply = {"jsonrpc": "2.0", "id": tree["id"], "error": body}
    return NoCounterpart(
        json_line(reply) if reply and encoded else reply, change.reason, change.id, linked_pointer(error.at)
    )


# The message of a caller


def _is_typed(message: Any) -> bool:
    """Return whether a message, or a frame of a batch, is an object of a generated type."""
    frames = message if isinstance(message, list) else [message]
    return any(isinstance(frame, msgspec.Struct) for frame in frames)


def _check_message(message: Any, source: str) -> None:
    """Raise `TypeError` or `ValueError` for a value that is neither plain JSON nor a message of `source`."""
    if not isinstance(message, (dict, list, msgspec.Struct)):
        kind = type(message).__name__
        raise TypeError(f"message: bytes, str, a dict, a list or a typed message, not {kind}")
    if not _is_typed(message):
        tree_text("message", message)
        return
    for frame in message if isinstance(message, list) else [message]:
        if not isinstance(frame, (Message, dict)):
            raise TypeError(f"message: {type(frame).__name__} is no type of a frame")
    for path, value in plain_values("message", message):
        if isinstance(value, (msgspec.Struct, dict)):
            cls = declared_class(value) if isinstance(value, msgspec.Struct) else type(value)
            package = sys.modules.get(cls.__module__.rpartition(".")[0])
            revision = getattr(package, "REVISION", source)
            if revision != source and revision in order():
                raise TypeError(
                    f"{place('message', path)}: {cls.__name__} is a type of {revision}, not of {source}"
                )


def _copied(tree: Any) -> Any:
    """Return a copy of a JSON tree; raise `DecodeError` for any other value."""
    try:
        return msgspec.to_builtins(tree)
    except (TypeError, ValueError) as error:
        raise DecodeError("", f"not JSON: {error}", INVALID_REQUEST) from None
    except RecursionError:
        raise too_deep() from None
