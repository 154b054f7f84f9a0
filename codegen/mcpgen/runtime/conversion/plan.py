"""The plan of a conversion: the edits that a chain of adapters makes to each message of one sender.

A message is text on one line, or parsed. A plan converts the message, and records the events of its edits in
a `ConversionLog`. The module `chain` makes the plans. A message takes the first of three paths that is
possible:

- *Unchanged, not parsed.* The build describes values that no adapter changes, by a *shape*
  (`unchanged_shape`). If a msgspec decoder finds that the text has this shape, the text is returned as it is.
  A shape allows unknown members.
- *Edited at the top level.* The adapters change values only at the top level. The top-level members are read
  as raw text. Decoders check the members that no edit changes, and flat edits set and remove the others
  (`flat`, `PartEdits`). A message with an unknown member beside `params` or `result` takes the next path.
- *Parsed.* The functions of the adapters edit every other message in place, in order (`plan_for`, `apply`).

An error response takes the first path if no adapter changes its code (`ErrorPlan.is_unchanged`), and the last
path otherwise.

A *reader* implements the first two paths. It consists of a decoder of unchanged text, and the edits of other
text. All requests and notifications of a side share one reader, and so do all responses to a method. If the
decoder or the edits cannot succeed for any text, the reader does not have them, which saves time.
A reader may refuse valid text. If a shape allows every value, the reader checks only the grammar of JSON. It
then accepts numbers out of range and duplicate members.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, reduce
from typing import Any, Literal, NamedTuple, NoReturn

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ..errors import INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError
from ..json_line import json_line
from ..json_values import is_integer
from ..messages.build_lock import json_decoder
from ..messages.frame_kinds import FrameKind, check_call, is_call, kind_of
from ..messages.message_text import ERROR_MARK, SEARCHED
from ..messages.mismatch import shown
from ..messages.options import AnyAnswering, answered_method
from .adapter_tables import Adapter, Edit, MethodRemoved
from .flat_edits import LEAVES_ALL, NOT_FLAT, Flat, RequestMeta, joined
from .log import LONG, ConversionLog, FrameRefused, JsonObject, Path, RequestContext
from .losses import Change, Converted
from .rules.errors import may_renumber
from .value_checks import NEVER, AnyObject, Decode, Shape, both, decoder_of, parts

Part = Literal["params", "result"]
TextEdits = Callable[[bytes, "RequestContext | None"], "Converted | None"]
Reader = tuple["Decode | None", "TextEdits | None"]
"""A msgspec decoder of text that stays unchanged, and the edits of other text.

The edits return None, or raise `ValueError`, if the text must be parsed.
"""


class ConversionPlan(msgspec.Struct, eq=False, gc=False):
    """The plan that converts the messages of one sender from `source` to `target`.

    - `source`, `target`: the names of revisions, which may have extensions.
    - `requests`: a plan for the params of each method that the sender calls.
    - `results`: a plan for the result of each method that the sender answers.
    - `batches`: the change that removes batches. It is None if the source has no batches.
    - `is_identity`: whether every message is returned unchanged. Source and target may then differ only in
      extensions that have no messages between client and server.
    - `readers`: the readers for messages as text. Each is built on first use.
    """

    source: str
    target: str
    sender: str
    adapters: tuple[Adapter, ...]
    requests: Mapping[str, MethodPlan]
    results: Mapping[str, MethodPlan]
    errors: ErrorPlan
    batches: Change | None
    least_context: RequestContext | None
    is_identity: bool = False
    vendor: VendorPlans | None = None  # None refuses the methods that the source does not define
    readers: dict[str | None, Reader] = {}  # by the answered method; None for requests and notifications

    def plan_for(
        self, message: JsonObject, answering: AnyAnswering
    ) -> tuple[MethodPlan | ErrorPlan, str | None]:
        """Return the plan for a parsed message. For a response, return also the method that it answers.

        Raises `DecodeError` if the source does not have the message's method, or if a result lacks
        `answering`. Raises `ValueError` if `answering` is not a request that the sender answers.
        """
        kind = kind_of(message)
        if is_call(kind):
            try:
                found = self.requests[message["method"]]
            except (KeyError, TypeError):
                return self._vendor_plan(kind, message["method"]) or self._unknown(message["method"]), None
            check_call(kind, is_request=found.is_request)
            return found, None
        answers = answered_method(answering, message.get("id")) if callable(answering) else answering
        return (self._result(answers) if kind == "result" else self.errors), answers

    def _unknown(self, method: object) -> NoReturn:
        if not isinstance(method, str):
            raise DecodeError("/method", "expected a string", INVALID_REQUEST) from None
        reason = f"{self.source} has no {shown(method)} from the {self.sender}"
        raise DecodeError("/method", reason, METHOD_NOT_FOUND) from None

    def _vendor_plan(self, kind: FrameKind, method: object) -> MethodPlan | None:
        """Return the plan for messages of a vendor method, or None if the conversion refuses them.

        `kind` is the kind of the message. For a response it is `result`, and `method` is the method that the
        response answers.
        """
        if self.vendor is None:
            return None
        from ..messages.vendor_methods import is_vendor_name

        if not is_vendor_name(method):
            return None
        plans = {
            "request": self.vendor.request,
            "notification": self.vendor.notification,
            "result": self.vendor.result,
        }
        return plans[kind]

    def _result(self, answers: str | None) -> MethodPlan:
        if not isinstance(answers, str):
            reason = "a result can be converted only when `answering` names the method that it answers"
            raise DecodeError("", reason, INVALID_REQUEST)
        if answers not in self.results:
            vendor = self._vendor_plan("result", answers)
            if vendor is not None:
                return vendor
            reason = f"{self.source} has no request {shown(answers)} that a {self.sender} answers"
            raise ValueError(f"answering: {reason}")
        return self.results[answers]

    def reader(self, answering: AnyAnswering) -> Reader:
        """Return the reader that converts responses to the method `answering` without parsing their text.

        If `answering` is None, return the reader for requests and notifications. If `answering` is a
        function, its method is known only after the message has been parsed. The returned reader then
        refuses every text, so that the caller parses the message.
        """
        if answering is not None and not isinstance(answering, str):
            return _NO_READER
        if self.is_identity:
            return _ANY_OBJECT
        found = self.readers.get(answering)
        if found is None and answering is None:
            found = self.readers[None] = _calls_reader(self.requests)
        elif found is None and answering is not None and answering in self.results:
            found = self.readers[answering] = _result_reader(self.results[answering])
        return found or _NO_READER


class VendorPlans(NamedTuple):
    """The plans for messages of methods that no revision defines.

    A plan is None if the source does not allow such a message: in a stateless revision, the server sends no
    requests.
    """

    request: MethodPlan | None
    notification: MethodPlan
    result: MethodPlan | None


class Step(NamedTuple):
    """The edit that one adapter makes to the params, or to the result, of a method.

    `flat` is the same edit for text that is not parsed. `unchanged` is the shape of values that the edit does
    not change.
    """

    edit: Edit
    creates_params: bool = False
    drops_empty_params: bool = False
    flat: Flat = NOT_FLAT
    unchanged: Shape = NEVER  # the shape of the values that the edit does not change


class MethodPlan(msgspec.Struct, frozen=True, gc=False):
    """The plan that converts the params, or the result, of one method.

    `steps` has the edit of each adapter that changes the params or the result. If an adapter removes the
    method, `removed` is that adapter's `MethodRemoved`, otherwise None. `is_request` says whether the method
    is a request. In the plan for a result, `is_request` is always true.
    """

    part: Part
    steps: tuple[Step, ...]
    removed: MethodRemoved | None
    is_request: bool
    # The name of the method in the target, and the change that renames it.
    renamed: tuple[str, Change] | None = None

    @property
    def unchanged(self) -> bool:
        """Return whether no adapter changes messages of the method."""
        return not (self.steps or self.removed or self.renamed)

    @property
    def creates_params(self) -> bool:
        """Return whether the target requires params although the source does not."""
        return any(step.creates_params for step in self.steps)

    @property
    def flat(self) -> Flat:
        """Return one `Flat` that makes the edits of all steps, or `NOT_FLAT`.

        The result is `NOT_FLAT` in three cases: a step has no flat edits, an adapter removes or renames the
        method, or the message may gain or lose its `params` in a way that flat edits cannot express.
        """
        editing = [step for step in self.steps if step.flat.edits]
        comes = self.creates_params and not all(step.creates_params for step in editing)
        goes = len(editing) > 1 and any(step.drops_empty_params for step in editing)
        if self.removed or self.renamed or comes or goes:
            return NOT_FLAT
        return reduce(joined, (step.flat for step in self.steps), LEAVES_ALL)

    @property
    def unchanged_shape(self) -> Shape:
        """Return a shape of messages of the method. No adapter changes a message that fits it.

        The shape does not check the `method` of a request or notification, so the caller must do so.
        """
        others = reduce(both, (step.unchanged for step in self.steps), None)
        if self.removed or self.renamed or others == NEVER:
            return NEVER
        if self.part == "result":
            return ("object", {"result": others, "error": NEVER, "method": NEVER}, ("result",))
        required = *(["id"] if self.is_request else []), *(["params"] if self.creates_params else [])
        id = None if self.is_request else NEVER
        return ("object", {"id": id, "params": others, "result": NEVER, "error": NEVER}, required)

    def apply(self, message: JsonObject, log: ConversionLog) -> None:
        """Edit the params, or the result, of a message in place, and report the edits to `log`.

        Raise `FrameRefused` if the target has no equivalent of the method or of a value.
        """
        if self.removed is not None:
            raise FrameRefused(None, self.removed.change, self.removed.code)
        if self.renamed is not None:
            log.report("respelled", (None, "method"), message["method"], self.renamed[1])
        part = self.part
        at = (None, part)
        for edit, creates_params, drops_empty_params, _, _ in self.steps:
            before = len(log)
            if part in message:
                was_empty = not message[part]
                edit(message[part], at, log)
                if drops_empty_params and not message[part] and not was_empty:
                    del message[part]
            elif creates_params:
                params: JsonObject = {}
                message[part] = params
                edit(params, at, log)
                if not log:
                    log.made(at)  # nothing is lost, but the message has changed
            log.end_step(before)
        if self.renamed is not None:  # last, because a refusal names the method of the source
            message["method"] = self.renamed[0]


class ErrorPlan(msgspec.Struct, frozen=True, gc=False):
    """The plan that converts error responses.

    `refuses` is the change after which the receiver of the errors has no request methods left. There is then
    no request that an error could answer, so errors are refused. If a method remains, `refuses` is None.
    """

    adapters: tuple[Adapter, ...]  # the adapters that edit or refuse an error
    refuses: Change | None

    @property
    def unchanged(self) -> bool:
        """Return whether no adapter changes or refuses an error."""
        return not (self.adapters or self.refuses)

    def is_unchanged(self, message: bytes, answering: AnyAnswering) -> bool:
        """Return whether JSON text is an error response that no adapter changes.

        If the result is False, the text may still be such a response: the message must be parsed.
        """
        if message.rfind(ERROR_MARK, 0, SEARCHED) < 0 or self.refuses is not None or callable(answering):
            return False
        try:
            found = _read_error(message)
        except (ValueError, RecursionError):
            return False
        for adapter in self.adapters:
            if adapter.error_id is not None and found.id is UNSET:
                return False
            if adapter.error is not None and may_renumber(adapter.error, found.error.code, answering):
                return False
        return True

    def apply(self, message: JsonObject, log: ConversionLog) -> None:
        """Edit an error response in place.

        Raise `FrameRefused` if the target revision does not allow the resulting response.
        """
        if self.refuses is not None:
            log.refuse(None, self.refuses)
        error = message["error"]
        if type(error) is not dict or not is_integer(error.get("code")):
            raise DecodeError("/error", "expected an object with a `code`", INVALID_REQUEST)
        for adapter in self.adapters:
            if adapter.error_id is not None and "id" not in message:
                log.refuse(None, adapter.error_id)
            if adapter.error is not None and adapter.error_change is not None and "error" in message:
                before = len(log)
                adapter.error(message, None, log, adapter.error_change)
                log.end_step(before)


# Messages whose inner values stay raw text


class _CallText(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A request or notification. The members of its params stay raw text."""

    jsonrpc: Raw | UnsetType = UNSET
    id: Raw | UnsetType = UNSET
    method: str | UnsetType = UNSET
    params: dict[str, Raw] | UnsetType = UNSET


class _ResponseText(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A response. The members of its result stay raw text."""

    jsonrpc: Raw | UnsetType = UNSET
    id: Raw | UnsetType = UNSET
    result: dict[str, Raw] | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


class _ErrorBody(msgspec.Struct, gc=False):
    """The code of an error object. Other members are ignored."""

    code: int


class _ErrorText(msgspec.Struct, gc=False):
    """An error response. A message that also has `method` or `result` does not decode as one."""

    error: _ErrorBody
    id: Raw | UnsetType = UNSET
    method: UnsetType = UNSET
    result: UnsetType = UNSET


_ANY_OBJECT: Reader = json_decoder(AnyObject).decode, None
_NO_READER: Reader = None, None
_read_call: Decode = json_decoder(_CallText).decode
_read_response: Decode = json_decoder(_ResponseText).decode
_read_error: Decode = json_decoder(_ErrorText).decode


def _calls_reader(calls: Mapping[str, MethodPlan]) -> Reader:
    shapes = {name: plan.unchanged_shape for name, plan in calls.items()}
    passing = {name: _with_method(shape, name) for name, shape in shapes.items() if shape != NEVER}
    requests = [name for name, plan in calls.items() if plan.is_request and not plan.removed]
    if requests and passing.keys().isdisjoint(requests):  # most calls are requests, and each of them changes
        passing = {}
    unchanged = decoder_of(("union", *passing.values())) if passing else None
    editable = {name: PartEdits(plan) for name, plan in calls.items() if plan.flat.others != NEVER}
    is_edited = any(edits.edits for edits in editable.values())
    return unchanged, partial(_edited_call, editable) if is_edited else None


def _result_reader(plan: MethodPlan) -> Reader:
    shape = plan.unchanged_shape
    unchanged = None if shape == NEVER else decoder_of(shape)
    return unchanged, PartEdits(plan).of_response if plan.flat.edits else None


def _with_method(shape: Shape, method: str) -> Shape:
    """Return the shape of requests or notifications that fit `shape` and have the method `method`."""
    members, required, _ = parts(shape)
    return ("object", {"method": ("choice", method), **members}, ("method", *required))


class PartEdits:
    """Applies the flat edits of a plan to the params, or to the result, of a message.

    A flat edit sets or removes a top-level member (see `flat_edits.py`). The members are raw text. Members
    that no edit changes are checked, but stay text.
    """

    def __init__(self, plan: MethodPlan) -> None:
        """Build the decoders that check the members which no flat edit changes.

        The shape of these members (`plan.flat.others`) says which of them are required, and whether there may
        be members that the shape does not name.
        """
        self.edits, self.is_request = plan.flat.edits, plan.is_request
        self.creates_params = plan.creates_params
        self.drops_empty_params = any(step.drops_empty_params for step in plan.steps)
        self._several = sum(bool(step.flat.edits) for step in plan.steps) > 1  # several adapters make edits
        self._needs_context = any(isinstance(edit, RequestMeta) for edit in self.edits)
        self._at: Path = (None, plan.part)
        known, required, rest = parts(plan.flat.others)
        self._only = None if rest is None else known.keys()  # with another member, the message must be parsed
        self._required = frozenset(required)
        self._absent = frozenset(name for name, shape in known.items() if shape == NEVER)
        self._checks: list[tuple[str, Decode]] = [
            (name, decoder_of(shape)) for name, shape in known.items() if shape not in (None, NEVER)
        ]

    def apply(self, members: dict[str, Any], context: RequestContext | None) -> ConversionLog | None:
        """Check `members` and apply the flat edits to them in place. Return the log of the edits.

        Return None if flat edits are not enough, for example because a required member is missing. Raise
        `ValueError` if a member is invalid. In both cases, the caller must parse the whole message.
        """
        if not self._absent.isdisjoint(members):
            return None
        if self._only is not None and not members.keys() <= self._only:
            return None
        if not self._required <= members.keys():
            return None
        for name, check in self._checks:
            if name in members:
                check(members[name])
        log = ConversionLog()
        if self._needs_context:
            log.context = context
        if self._several:
            log.needs_path_mapping = True
        for edit in self.edits:
            edit.edit(members, self._at, log)
        return log

    def converted(self, message: bytes, frame: Any, log: ConversionLog) -> Converted:
        """Write the edited `frame` as one line, and return it with the log of its edits.

        `message` is the text from which `frame` was read. Raise `ValueError` if a dropped value is nested too
        deeply.
        """
        line = json_line(frame)
        if len(message) > LONG:
            log.parse_long_values()  # now, because the losses may be read further down the stack
        if self._several:  # the pointers of the losses are found with both texts
            log.frames = message, line
        return Converted(line, log)

    def of_response(self, message: bytes, context: RequestContext | None) -> Converted | None:
        """Convert a response with the flat edits of its result.

        Return None if flat edits are not enough to convert the result. Raise `ValueError` if a part of the
        response cannot be read. In both cases, the caller must parse the whole response.
        """
        response: _ResponseText = _read_response(message)
        result = response.result
        if result is UNSET or response.error is not UNSET:
            return None
        log = self.apply(result, context)
        return None if log is None else self.converted(message, response, log)


def _edited_call(
    methods: Mapping[str, PartEdits], message: bytes, context: RequestContext | None
) -> Converted | None:
    """Convert a request or notification with flat edits, without parsing its inner values.

    `methods` has the edits by method. Return None if flat edits are not enough. Raise `ValueError` if a part
    of the message cannot be read. In both cases, the caller must parse the whole message.
    """
    call: _CallText = _read_call(message)
    edits = methods.get(call.method)  # type: ignore[arg-type]
    if edits is None or edits.is_request is (call.id is UNSET):
        return None
    params = call.params
    if params is UNSET:
        if not edits.creates_params:  # `method` may occur twice: write only the last, which was read
            return Converted(json_line(call))
        params = call.params = {}
    log = edits.apply(params, context)
    if log is None or (not log and edits.creates_params):  # `MethodPlan.apply` reports the new params
        return None
    if log and not params and edits.drops_empty_params:
        call.params = UNSET
    return edits.converted(message, call, log)
