"""Convert a JSON-RPC message from any revision to any other, through the adapters of neighbouring revisions.

A message that is valid in `source` becomes a message of the same kind that is valid in `target`. The losses
are returned with it. The module `plan` describes the three paths that a message can take. If possible, the
text of a message is converted without parsing it (`Converter`). Otherwise the functions of the adapters edit
the parsed message (`_convert_one`).

- The input never changes. A parsed message that needs no edit is returned as the same object. Bytes on one
  line are also returned as the same object if their shape shows that they need no edit, or if they are an
  error response that no adapter edits. All other bytes are written again, as one line of JSON (`json_line`).
  If a member occurs twice, the last one counts.
- Unknown members, ids and progress tokens are kept. If `source` equals `target`, every message is returned
  unchanged.
- A method that `target` lacks, or content that it cannot express, raises `NoCounterpart`. If an edit finds an
  invalid value, it raises `DecodeError`. The content of a message raises nothing else.
- A response with a result needs `answering`, the method that it answers. An error does not.
- The pointers of losses refer to the original and the converted message, even if several adapters lie
  between.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Container, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast, overload

import msgspec

from ..endpoints import Endpoint, revision_in
from ..errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError, too_deep
from ..json_line import CR, LF, has_one_line, json_line
from ..json_values import cut_pointer, is_request_id, linked_pointer, table_key
from ..messages.base import Message
from ..messages.encoder import encode
from ..messages.frame_kinds import check_batch, id_of
from ..messages.json_text import as_bytes, parse, parse_spelled
from ..messages.message_text import answered
from ..messages.mismatch import shown
from ..messages.options import Answering, AnyAnswering, JsonValue, checked_answering, checked_option
from ..messages.plain_json import place, plain_values, text_of_plain_json
from ..messages.unknown_members import declared_class
from ..revisions import order
from ..sides import OTHER, Side
from .chain import module_of, plan_of, with_vendor_methods
from .log import ConversionLog, FrameRefused, JsonObject, RequestContext
from .losses import LOSSLESS, Converted, ConvertedPair, Loss, LossError, NoCounterpart
from .plan import ConversionPlan
from .request_context import resolve_context
from .restore import ValueKeeper, signing_key
from .rules import split_batch

LossMode = Literal["report", "error", "allow"]
UnknownMethods = Literal["refuse", "pass"]

if TYPE_CHECKING:
    from typing_extensions import Required, TypedDict
    from typing_extensions import TypeVar as TypeVarWithDefault

    T_co = TypeVarWithDefault("T_co", covariant=True, default=Message)

    class ConverterArguments(TypedDict, total=False):
        """The keyword arguments of `converter` without `sender`, for type checkers."""

        context: Mapping[str, Any] | None
        loss: LossMode
        keep: bool | bytes
        validate: bool
        unknown_methods: UnknownMethods
        unreported: Collection[str]

    class ConverterOptions(ConverterArguments, total=False):
        """The keyword arguments of `converter`, for type checkers."""

        sender: Required[Side]

    class ConvertArguments(ConverterArguments, total=False):
        """The keyword arguments of `convert` without `sender`, for type checkers."""

        answering: Answering

    class ConvertOptions(ConvertArguments, total=False):
        """The keyword arguments of `convert`, for type checkers."""

        sender: Required[Side]


if not TYPE_CHECKING:
    T_co = TypeVar("T_co", covariant=True)


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
    unknown_methods: UnknownMethods = "refuse",
    unreported: Collection[str] = (),
) -> Converted:
    """Convert a message from one revision to another, and report every difference.

    - `message`: `bytes`, `str`, a parsed message (`dict`) or a typed message. The converted message has the
      same form. An array (a batch of 2025-03-26) becomes a list of messages.
    - `source`, `target`: names of revisions, or compositions (`mr.compose`). `mr.revision_name` checks a name
      that is only known at run time.
    - `sender`: the side that sends the message.
    - `answering`: for a response, the method of the request that it answers, or a function that takes the
      `id` and returns that method. The function is called once for each response. A response with a result
      needs `answering`, an error does not.
    - `context`: the facts that a session states once and 2026-07-28 repeats in each request:
      `clientCapabilities`, `clientInfo` and `logLevel`, as `source` writes them.
    - `loss`: `"report"` returns the losses. `"error"` raises `LossError` if a value is `dropped`, `weakened`
      or `reshaped`; the other kinds (`LOSSLESS`) lose nothing. `"allow"` returns no losses.
    - `keep`: store lost values in the converted message, with a signature, and restore them when it is
      converted back. `True` signs with a random key of this process. To share a key between processes, pass
      it as `bytes`, at least 16 of them.
    - `validate`: also decode the message in the source, and the converted message in the target.
    - `unknown_methods`: `"refuse"` raises `DecodeError` for a method that the source does not define.
      `"pass"` keeps the params and the result of a method that no revision and no extension of this package
      defines. It only adds the `_meta` and the `resultType` that the target requires.
    - `unreported`: the ids of changes whose losses are not reported, and do not count for `loss="error"`. A
      gateway that told the server the client's facts in `initialize` passes `["T4.3"]`: requests of
      2026-07-28 repeat these facts, and older ones lack them. Ids of other changes have no effect,
      so a gateway can pass the same ids for all revisions.

    Raises `DecodeError` for a message that is invalid in `source`, `NoCounterpart` for a message that has no
    equivalent in `target`, and `LossError`. Raises `TypeError` or `ValueError` for a wrong argument, and
    `EncodeError` for a typed message that JSON cannot represent. Exceptions of `answering` pass through.
    """
    is_plain = loss == "report" and context is None and unknown_methods == "refuse"
    if is_plain and keep is False and validate is False and unreported == ():
        try:
            converts = _PLAIN[source, target, sender]
        except (KeyError, TypeError):
            converts = converter(source, target, sender=sender).__call__  # this reports a wrong argument
            _PLAIN[source, target, sender] = converts
    else:
        converts = converter(
            source,
            target,
            sender=sender,
            context=context,
            loss=loss,
            keep=keep,
            validate=validate,
            unknown_methods=unknown_methods,
            unreported=unreported,
        )
    return converts(message, answering)


def converter(  # noqa: PLR0913 - one call with every option
    source: Endpoint,
    target: Endpoint,
    *,
    sender: Side,
    context: Mapping[str, Any] | None = None,
    loss: LossMode = "report",
    keep: bool | bytes = False,
    validate: bool = False,
    unknown_methods: UnknownMethods = "refuse",
    unreported: Collection[str] = (),
) -> Converter:
    """Return a function that converts the messages of one sender: `f(message, answering=None) -> Converted`.

    The arguments are those of `convert`. They are checked once, in this function. A later change of the
    mapping `context` has no effect.

    Raises `ValueError` for a wrong argument.
    """
    plan = plan_of(source, target, sender)
    checked_option("loss", loss)
    checked_option("validate", validate)
    if checked_option("unknown_methods", unknown_methods) == "pass":
        plan = with_vendor_methods(plan)
    key = signing_key(keep)
    resolved, ids = resolve_context(plan, context), _change_ids(unreported)
    found = Converter(plan, resolved, loss, ids)
    if key is not None and not plan.is_identity:
        found = KeepingConverter(plan, resolved, loss, key, ids)
    return ValidatingConverter(found) if validate else found


def _change_ids(unreported: Collection[str]) -> frozenset[str]:
    """Return the ids of changes in `unreported`.

    Raise `ValueError` if `unreported` is not a list, tuple or set of `str`.
    """
    is_collection = isinstance(unreported, (list, tuple, set, frozenset))
    if not is_collection or not all(isinstance(id, str) for id in unreported):
        raise ValueError(f"unreported: expected a list of ids of changes, not {unreported!r:.100}")
    return frozenset(unreported)


# The converters without options. The call of a bound method is faster than that of an object.
_PLAIN: dict[tuple[Endpoint, Endpoint, Side], Callable[[Any, Answering], Converted]] = {}


class Converter(Generic[T_co]):
    """Converts the messages of one sender. Call it with a message to get a `Converted`.

    For a response, also pass `answering`: the method of the request, or a function from the id of the request
    to its method. Type checkers know this class as `Converter[T]`, where `T` are the typed messages of the
    target.
    """

    __slots__ = ("_context", "_loss", "_plan", "_readers", "_unreported")
    _parse = staticmethod(parse_spelled)

    def __init__(
        self,
        plan: ConversionPlan,
        context: RequestContext | None,
        loss: LossMode,
        unreported: frozenset[str] = frozenset(),
    ) -> None:
        self._loss: LossMode = loss
        self._plan, self._context, self._unreported = plan, context, unreported
        self._readers = plan.readers

    @property
    def methods(self) -> Mapping[str, bool]:
        """The methods that the sender may call in the source: True for a request, False for a notification.

        The mapping is empty if source and target are equal.
        """
        return {name: plan.is_request for name, plan in self._plan.requests.items()}

    @property
    def answered_methods(self) -> frozenset[str]:
        """The methods of the requests that the sender may get in the source revision.

        Empty if both revisions are equal, because such a conversion does not need them.
        """
        return frozenset(self._plan.results)

    @property
    def context_losses(self) -> tuple[Loss, ...]:
        """What the facts of `context` lose on the way to the target, such as a capability that it lacks.

        The losses concern each request, but the conversion of a request does not report them. Their pointers
        are into `context`, as in `/clientCapabilities/tasks`.
        """
        return () if self._context is None else self._context.losses

    @overload
    def __call__(self, message: bytes, answering: Answering = None) -> ConvertedPair[bytes | list[bytes]]: ...
    @overload
    def __call__(self, message: str, answering: Answering = None) -> ConvertedPair[str | list[str]]: ...
    @overload
    def __call__(self, message: Message, answering: Answering = None) -> ConvertedPair[T_co]: ...
    @overload
    def __call__(
        self, message: dict[str, JsonValue], answering: Answering = None
    ) -> ConvertedPair[dict[str, JsonValue]]: ...
    @overload
    def __call__(
        self, message: list[JsonValue], answering: Answering = None
    ) -> ConvertedPair[list[JsonValue]]: ...
    @overload
    def __call__(
        self, message: Mapping[str, object], answering: Answering = None
    ) -> ConvertedPair[JsonValue]: ...
    def __call__(self, message: Any, answering: Answering = None) -> Converted[Any]:
        """Convert a message. Raises the exceptions of `convert`.

        Bytes on one line are first converted without parsing the whole text. If the message stays unchanged,
        the same bytes are returned. If it changes only at the top level, only that level is read and written.
        `_convert_any` parses all other messages.
        """
        if type(message) is bytes and (
            # Without a call, for text in ASCII, which has no other line breaks.
            (message.isascii() and LF not in message and CR not in message)
            or has_one_line(message)
        ):
            try:
                check_unchanged, edit_text = self._readers[answering]  # type: ignore[index]
            except (KeyError, TypeError):
                answering = answered(message, answering)
                check_unchanged, edit_text = self._plan.reader(answering)
            if check_unchanged is not None:
                try:
                    check_unchanged(message)
                    return Converted(message)
                except (ValueError, RecursionError):
                    pass  # the message may need an edit
            if edit_text is not None:
                try:
                    found = edit_text(message, self._context)
                except (ValueError, RecursionError):
                    found = None  # the text must be parsed
                if found is not None:
                    is_report = self._loss == "report" and not self._unreported
                    return found if is_report else Converted(found.message, self._accepted(found.losses))
            if self._plan.errors.is_unchanged(message, answering):
                return Converted(message)
        return self._convert_any(message, answering)

    def _convert_any(self, message: Any, answering: Answering) -> Converted:
        """Convert a message given as `str`, bytes, a parsed message or an object.

        `__call__` calls this method for bytes that cannot be converted without parsing, and for all other
        messages. A `str` is encoded as bytes, which `__call__` then converts.
        """
        if isinstance(message, str):
            return self._text(message, answering)
        if type(message) is not bytes:
            _check_message(message, revision_in(self._plan.source))
            return self._convert_parsed(message, message, answering)
        parsed = self._parse(message)
        line = message if has_one_line(message) else json_line(parsed)
        return self._convert_parsed(line, parsed, answering)

    def _text(self, message: str, answering: Answering) -> Converted:
        """Convert a message given as `str`. The result, or the reply in a `NoCounterpart`, is `str` too."""
        data = as_bytes(message)
        try:
            found: Converted[Any] = self(data, answering)
        except NoCounterpart as error:
            reply = error.reply and error.reply.decode()
            raise NoCounterpart(reply, error.reason, error.change, error.pointer) from None
        output = found.message
        if output is data:
            text: Any = message
        elif isinstance(output, list):
            text = [frame.decode() for frame in output]
        else:
            text = output.decode()
        return Converted(text, found._losses)

    def _convert_parsed(self, message: Any, parsed: Any, answering: Answering) -> Converted:
        """Convert a message that the plan could not convert as text.

        `parsed` is the parsed message. If `message` is not text, both arguments are the same object.
        """
        if answering is not None:
            checked_answering(answering)
        stays = self._plan.is_identity and isinstance(parsed, (dict, list, msgspec.Struct))
        if stays and (self._plan.source == self._plan.target or not _is_typed(message)):
            return Converted(message)
        if isinstance(parsed, dict):
            return self._identified(message, parsed, answering)
        if parsed is message and _is_typed(message):
            return self._typed(message, answering)
        if isinstance(parsed, list):
            return self._batch(parsed, parsed is not message, answering)
        raise DecodeError("", "a message must be an object", INVALID_REQUEST)

    def convert_frame(self, frame: JsonObject, answering: AnyAnswering = None) -> Converted:
        """Convert a parsed message. Raises the exceptions of `convert`.

        The caller must have parsed `frame` from JSON text, because this method does not check that it
        consists of plain JSON values.
        """
        return Converted(frame) if self._plan.is_identity else self._identified(frame, frame, answering)

    def _typed(self, message: Any, answering: Answering) -> Converted:
        """Convert a typed message, or a batch of them, and decode the result with the types of the target."""
        if callable(answering):
            answering = _cached(answering)
        found = self(encode(message), answering)
        module = module_of(self._plan.target)
        known = _known_in(_answered_methods(module, self._plan.sender), answering)
        frames = message if isinstance(message, list) else [message]
        vendor = dict.fromkeys(one.vendor_method for one in frames if hasattr(one, "vendor_method"))
        decode = partial(
            module.decode_message, sender=self._plan.sender, answering=known, methods=tuple(vendor)
        )
        plain: Any = found.message
        typed = [*map(decode, plain)] if isinstance(plain, list) else decode(plain)
        return Converted(typed, found.losses)

    def _identified(self, message: Any, parsed: JsonObject, answering: AnyAnswering) -> Converted:
        """Convert one message that is not a batch.

        If the conversion raises `DecodeError`, set the id of the message in the exception.
        """
        try:
            return self._convert_one(message, parsed, answering)
        except DecodeError as error:
            error.about(id_of(parsed))
            raise

    def _convert_one(self, message: Any, parsed: JsonObject, answering: AnyAnswering) -> Converted:
        """Convert one message that is not a batch.

        `parsed` is the parsed message. If `message` is not text, both arguments are the same object, and a
        copy is edited.
        """
        frame_plan, answers = self._plan.plan_for(parsed, answering)
        encoded = parsed is not message
        try:
            if frame_plan.unchanged:
                # A call may have `method` twice: write only the one that selected the plan.
                return Converted(json_line(parsed) if encoded and "method" in parsed else message)
            if not encoded:
                parsed = _copied(parsed)
            log = ConversionLog()
            log.answering, log.context = answers, self._context
            frame_plan.apply(parsed, log)
            if not log:  # a member may occur twice: write only the last, which the edits have read
                return Converted(json_line(parsed) if encoded else message)
            return self._edited(message, json_line(parsed) if encoded else parsed, log)
        except (FrameRefused, RecursionError, UnicodeEncodeError) as error:
            raise _unconvertible(error, parsed, encoded) from None

    def _edited(self, message: Any, edited: Any, log: ConversionLog) -> Converted:
        """Return `edited`, the converted form of `message`, with the losses in `log`.

        If `message` is bytes, the losses are computed on first access. Otherwise the losses are computed now,
        because the caller may change `message` later.
        """
        log.frames = message, edited
        if self._loss != "report":
            return Converted(edited, self._accepted(log.losses()))
        is_lazy = type(message) is bytes and not self._unreported
        return Converted(edited, log if is_lazy else log.losses(self._unreported))

    def _accepted(self, losses: tuple[Loss, ...]) -> tuple[Loss, ...]:
        """Return the losses that the option `loss` lets the converter report.

        With `loss="error"`, raise `LossError` if a value is lost. With `loss="allow"`, return no losses.
        """
        losses = tuple(loss for loss in losses if loss.change not in self._unreported)
        if self._loss == "error":
            lost = tuple(loss for loss in losses if loss.kind not in LOSSLESS)
            if lost:
                raise LossError(lost)
        return () if self._loss == "allow" else losses

    def _batch(self, frames: list[Any], encoded: bool, answering: AnyAnswering) -> Converted:
        """Convert the messages of a batch in order.

        If a message cannot be converted, raise `DecodeError` or `NoCounterpart` with the index of that
        message. `LossError` is raised only if all messages can be converted, and has the losses of all.
        """
        if self._plan.batches is None:
            raise DecodeError("", f"{self._plan.source} has no batches", INVALID_REQUEST)
        if not frames:
            raise DecodeError("", "a batch must hold at least one message", INVALID_REQUEST)
        log = ConversionLog()
        split_batch(frames if encoded else _copied(frames), None, log, self._plan.batches)
        losses = list(log.losses(self._unreported))
        reporting = self._reporting()
        found: list[Any] = []
        for i, frame in enumerate(frames):
            # The loss that reports the batch holds the original messages.
            message = json_line(frame) if encoded else frame
            parsed = self._parse(message) if encoded else frame
            try:
                if not isinstance(parsed, dict):
                    raise DecodeError("", "a message must be an object", INVALID_REQUEST)
                one = reporting._identified(message, parsed, answering)
            except DecodeError as error:
                raise error.in_item(i) from None
            except NoCounterpart as error:
                error.pointer = f"/{i}{error.pointer}"
                raise
            found.append(one.message)
            losses += [each._replace(pointer=cut_pointer(f"/{i}{each.pointer}")) for each in one.losses]
        return Converted(found, self._accepted(tuple(losses)))

    def _reporting(self) -> Converter[Any]:
        """Return a converter that reports losses where this one raises `LossError`."""
        if self._loss != "error":
            return self
        from copy import copy  # imported here, because it imports `weakref`, and few programs need it

        made = copy(self)
        made._loss = "report"
        return made


class KeepingConverter(Converter):
    """A `Converter` for the option `keep`: it stores lost values in the converted message.

    If a message already has values stored by the reverse conversion, the converter restores these values.
    """

    __slots__ = ("_keeper",)
    _parse = staticmethod(parse)  # numbers out of range are refused: a stored value must be restored exactly

    def __init__(
        self,
        plan: ConversionPlan,
        context: RequestContext | None,
        loss: LossMode,
        key: bytes,
        unreported: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(plan, context, loss, unreported)
        self._keeper = ValueKeeper(plan, key)

    def __call__(self, message: Any, answering: Answering = None) -> Any:
        """Convert a message. Raises the exceptions of `convert`."""
        # Without a reader, because a message that needs no edit may hold stored values.
        return self._convert_any(message, answering)

    def _convert_one(self, message: Any, parsed: JsonObject, answering: AnyAnswering) -> Converted:
        encoded = parsed is not message
        frame_plan, answers = self._plan.plan_for(parsed, answering)
        log = ConversionLog()
        log.answering, log.context = answers, self._context
        kept = self._keeper.kept(parsed)
        if kept is not None:
            restored = self._keeper.restored(kept, answers)
            if isinstance(restored, bytes):
                return Converted(restored if encoded else parse(restored))
            parsed = kept.bare
            log.report("dropped", kept.path, kept.member, restored)
        try:
            converted = _copied(parsed)
            ignored = len(log)
            frame_plan.apply(converted, log)
            if len(log) > ignored or not self._returns(converted, answers):
                if len(log) == ignored:  # `_returns` has edited the copy
                    converted = _copied(parsed)
                self._keeper.keep(converted, parsed, answers, as_text=encoded)
            elif not ignored:
                return Converted(json_line(parsed) if encoded else message)
            return self._edited(message, json_line(converted) if encoded else converted, log)
        except (FrameRefused, RecursionError, UnicodeEncodeError) as error:
            raise _unconvertible(error, parsed, encoded) from None

    def _returns(self, parsed: JsonObject, answers: str | None) -> bool:
        """Apply the reverse conversion to a converted message, and return whether it changed nothing.

        `parsed` is the converted message. It is edited in place. `answers` is the method that it answers.
        """
        plan = plan_of(self._plan.target, self._plan.source, self._plan.sender)
        plan = plan if self._plan.vendor is None else with_vendor_methods(plan)
        log = ConversionLog()
        log.answering, log.context = answers, plan.least_context
        try:
            frame_plan, _ = plan.plan_for(parsed, answers)
            frame_plan.apply(parsed, log)
        except (FrameRefused, ValueError):
            return False
        return not log


class ValidatingConverter(Converter):
    """A `Converter` for `validate=True`. It also decodes every message in the source and in the target."""

    __slots__ = ("_converter",)

    def __init__(self, converter: Converter) -> None:
        super().__init__(converter._plan, converter._context, converter._loss)
        self._converter = converter

    def __call__(self, message: Any, answering: Answering = None) -> Any:
        """Convert a message.

        Raise `DecodeError` if the message is invalid in the source, or the converted message in the target.
        """
        if isinstance(message, str):
            return self._text(message, answering)
        answers: AnyAnswering = None
        if answering is not None:
            # A decode refuses a call if `answering` is the name of a method. A conversion ignores the name.
            answers = _cached(checked_answering(answering))
            if callable(answering):
                answering = answers
        if type(message) is not bytes:
            _check_message(message, revision_in(self._plan.source))
        self._decode(message, self._plan.source, answers)
        converted: Converted[Any] = self._converter(message, answering)
        if self._plan.source != self._plan.target:
            frames = converted.message if isinstance(converted.message, list) else [converted.message]
            for frame in frames:
                self._decode(frame, self._plan.target, answers)
        return converted

    def convert_frame(self, frame: JsonObject, answering: AnyAnswering = None) -> Converted:
        """Convert a parsed message. Raises the exceptions of `convert`."""
        found: Converted = self(frame, None if answering is None else _cached(answering))
        return found

    def _decode(self, message: Any, revision: str, answering: AnyAnswering) -> None:
        """Decode a message with the types of a revision. Raise `DecodeError` if it is invalid."""
        module, is_open = module_of(revision), self._plan.vendor is not None
        if revision != self._plan.source:
            answering = _known_in(_answered_methods(module, self._plan.sender), answering)
        elif is_open:
            answering = _without_vendor_names(answering)
        try:
            data = message if type(message) is bytes or _is_typed(message) else json_line(message)
        except RecursionError:
            raise too_deep() from None
        try:
            module.decode_message(data, sender=self._plan.sender, answering=answering, strict_json=True)
        except DecodeError as error:
            if not is_open or error.code != METHOD_NOT_FOUND:
                raise
            parsed = parse(as_bytes(data))
            if isinstance(parsed, list):
                self._decode_items(parsed, revision, answering)
            elif error.pointer == "/method" and _is_vendor_name(parsed["method"]):
                _check_vendor_call(parsed)
            else:
                raise

    def _decode_items(self, batch: list[Any], revision: str, answering: AnyAnswering) -> None:
        """Decode each message of a batch by itself. Raise `DecodeError` if one is invalid."""
        for i, frame in enumerate(batch):
            try:
                self._decode(frame, revision, answering)
            except DecodeError as error:
                raise error.in_item(i) from None
        check_batch(batch)


def _is_vendor_name(name: object) -> bool:
    from ..messages.vendor_methods import is_vendor_name  # imported here: few programs need it

    return is_vendor_name(name)


def _check_vendor_call(frame: JsonObject) -> None:
    """Raise `DecodeError` unless a request or notification of a vendor method is valid.

    The message is valid if its JSON-RPC members, such as `id`, are valid, and its params are absent or an
    object.
    """
    wanted = {"jsonrpc": "'2.0'", "id": "a string or an integer", "params": "an object"}
    for name, value in frame.items():
        is_valid = {"jsonrpc": value == "2.0", "id": is_request_id(value), "params": type(value) is dict}
        if not is_valid.get(name, True):
            reason = f"expected {wanted[name]}, got {shown(value)}"
            code = INVALID_PARAMS if name == "params" else INVALID_REQUEST
            raise DecodeError(f"/{name}", reason, code, id_of(frame))
    if "jsonrpc" not in frame:
        raise DecodeError("", "'jsonrpc' is missing", INVALID_REQUEST, id_of(frame))


def _without_vendor_names(answering: AnyAnswering) -> AnyAnswering:
    """Return `answering`, or None if it is the name of a vendor method.

    If `answering` is a function, return a function that treats its results in this way.
    """
    if callable(answering):
        return lambda id: cast("str | None", _without_vendor_names(answering(id)))
    return None if _is_vendor_name(answering) else answering


def _cached(answering: AnyAnswering) -> Callable[[Any], str | None]:
    """Return a function that takes an id and returns the answered method.

    The function calls `answering` only once for each id.
    """
    found: dict[tuple[type, Any], str | None] = {}

    def answers(id: Any) -> str | None:
        key = type(id), table_key(id)
        if key not in found:
            found[key] = answering(id) if callable(answering) else answering
        return found[key]

    return answers


def _answered_methods(module: Any, sender: str) -> set[str]:
    """Return the methods of the requests that `sender` answers in the revision of a module."""
    methods = module.METHODS.items()
    return {name for name, one in methods if one.kind == "request" and OTHER[sender] in one.senders}


def _known_in(methods: Container[object], answering: AnyAnswering) -> AnyAnswering:
    """Return `answering`, or None if it is a method that is not in `methods`.

    If `answering` is a function, return a function that treats its results in this way. If a revision lacks
    the answered method, only an error response is possible, and decoding an error needs no method.
    """
    if callable(answering):
        return lambda id: cast("str | None", _known_in(methods, answering(id)))
    return answering if answering in methods else None


def _unconvertible(
    error: FrameRefused | RecursionError | UnicodeEncodeError, parsed: JsonObject, encoded: bool
) -> Exception:
    """Return the public exception for an `error` that was raised while a message was edited.

    `encoded` is true if the message is bytes. The reply in a `NoCounterpart` is then bytes too.
    """
    if isinstance(error, RecursionError):
        return too_deep()
    if isinstance(error, UnicodeEncodeError):
        return DecodeError("", "not JSON: a lone surrogate", INVALID_REQUEST)
    change, reason, reply = error.change, error.change.why_refused, None
    if error.code is not None and "method" in parsed and is_request_id(parsed.get("id")):
        # The reply goes to the sender of the request, so it is written for the source revision.
        body = {"code": error.code, "message": f"{parsed['method']}: {reason}"}
        reply = {"jsonrpc": "2.0", "id": parsed["id"], "error": body}
    return NoCounterpart(
        json_line(reply) if reply and encoded else reply, reason, change.id, linked_pointer(error.at)
    )


# Checks of messages from callers


def _is_typed(message: Any) -> bool:
    """Return whether a message is an object of a generated type, or a batch that holds such an object."""
    frames = message if isinstance(message, list) else [message]
    return any(isinstance(frame, msgspec.Struct) for frame in frames)


def _check_message(message: Any, source: str) -> None:
    """Raise `TypeError` or `ValueError` unless a value is plain JSON or a typed message of `source`."""
    if not isinstance(message, (dict, list, msgspec.Struct)):
        kind = type(message).__name__
        raise TypeError(f"message: expected bytes, str, a dict, a list or a typed message, not {kind}")
    if not _is_typed(message):
        text_of_plain_json("message", message)
        return
    for frame in message if isinstance(message, list) else [message]:
        if not isinstance(frame, (Message, dict)):
            raise TypeError(f"message: {type(frame).__name__} is not a type of message")
    for path, value in plain_values("message", message):
        if isinstance(value, (msgspec.Struct, dict)):
            cls = declared_class(value) if isinstance(value, msgspec.Struct) else type(value)
            package = sys.modules.get(cls.__module__.rpartition(".")[0])
            revision = getattr(package, "REVISION", source)
            if revision != source and revision in order():
                raise TypeError(
                    f"{place('message', path)}: {cls.__name__} is a type of {revision}, not of {source}"
                )


def _copied(value: Any) -> Any:
    """Return a deep copy of a JSON value. Raise `DecodeError` for any other value."""
    try:
        return msgspec.to_builtins(value)
    except (TypeError, ValueError) as error:
        raise DecodeError("", f"not JSON: {error}", INVALID_REQUEST) from None
    except RecursionError:
        raise too_deep() from None
