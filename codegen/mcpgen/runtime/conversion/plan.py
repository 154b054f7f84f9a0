"""The plan of a conversion: what happens to each message of one sender along a chain of adapters.

In: a message, as text on one line or parsed. Out: the message in the target, and the events of its edits in a
`ConversionLog`. `chain` makes the plans. A message takes the first of three paths that it can:

- *Unchanged, not parsed.* If the functions of the adapters change no value of some shape, a decoder in C
  accepts exactly the values of that shape (`left_alone`). Text that decodes passes unchanged.
- *Edited at the top.* If the functions change every valid value, the members at the top are read as text.
  Decoders check the members that no edit touches, and the flat edits set and remove the others (`flat`,
  `PartEdits`).
- *Parsed.* Every other message is edited in place by the functions of the adapters, in order (`of_frame`,
  `apply`). So is every error.

There is one reader of text for the calls of a side, and one for the responses to each method. If neither of
the first two paths is possible, there is no reader, so that no message pays for a failed decode. A reader may
refuse valid text. A part without a shape is only checked against the grammar of JSON: a number out of range,
and a member that is given twice, pass there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, reduce
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ..errors import INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError
from ..json_line import json_line
from ..json_values import is_integer
from ..messages.build_lock import json_decoder
from ..messages.frame_kinds import check_call, is_call, kind_of
from ..messages.mismatch import shown
from ..messages.options import AnyAnswering, answered_method
from .adapter_tables import Adapter, Edit, MethodRemoved
from .flat_edits import LEAVES_ALL, NOT_FLAT, Flat, RequestMeta, joined
from .log import ConversionLog, FrameRefused, Path, RequestContext, Tree
from .losses import Change, Converted
from .value_checks import NEVER, AnyObject, Decode, Shape, decoder_of, parts

Part = Literal["params", "result"]
FrameEdits = Callable[[bytes, Any, "RequestContext | None"], "Converted | None"]
Reader = tuple["Decode | None", "FrameEdits | None"]
"""A decoder in C, and the edits of frames that decode, None if they pass. No decoder: each text is read."""


class ConversionPlan(msgspec.Struct, eq=False, gc=False):
    """The plans of one sender's frames between two revisions, or compositions, given by name.

    `requests` are the plans of calls by method, `results` those of results by the answered method. `batches`
    is the change that splits a batch, None where the source has none. Readers are made on first use, for each
    plan its own.
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
    _readers: dict[str | None, Reader] = {}  # by the answered method, None for calls

    @property
    def is_identity(self) -> bool:
        """Say whether every frame passes."""
        return not self.adapters

    def of_frame(self, tree: Tree, answering: AnyAnswering) -> tuple[MethodPlan | ErrorPlan, str | None]:
        """Return the plan of a frame, and the method that a response answers.

        Raises `DecodeError` for a frame without a plan, `ValueError` for a method that has no results.
        """
        kind = kind_of(tree)
        if is_call(kind):
            try:
                found = self.requests[tree["method"]]
            except (KeyError, TypeError):
                raise self._unknown(tree["method"]) from None
            check_call(kind, is_request=found.is_request)
            return found, None
        answers = answered_method(answering, tree.get("id")) if callable(answering) else answering
        return (self._result(answers) if kind == "result" else self.errors), answers

    def _unknown(self, method: object) -> DecodeError:
        if not isinstance(method, str):
            return DecodeError("/method", "expected a string", INVALID_REQUEST)
        reason = f"{self.source} has no {shown(method)} from the {self.sender}"
        return DecodeError("/method", reason, METHOD_NOT_FOUND)

    def _result(self, answers: str | None) -> MethodPlan:
        if not isinstance(answers, str):
            reason = "a result can be converted only when `answering` names the method that it answers"
            raise DecodeError("", reason, INVALID_REQUEST)
        if answers not in self.results:
            reason = f"{self.source} has no request {shown(answers)} that a {self.sender} answers"
            raise ValueError(f"answering: {reason}")
        return self.results[answers]

    def convert_text(
        self, message: bytes, answering: AnyAnswering, context: RequestContext | None
    ) -> Converted | None:
        """Return the conversion of a text that passes, or is edited at the top; None for one to be read.

        A callable `answering` needs the id of the frame, so its texts are read.
        """
        try:
            decode, edit = self._readers[answering]  # type: ignore[index]
        except (KeyError, TypeError):
            decode, edit = self._reader(answering)
        if decode is None:
            return None
        try:
            frame = decode(message)
            return Converted(message) if edit is None else edit(message, frame, context)
        except (ValueError, RecursionError):
            return None  # the text is for the functions

    def _reader(self, answering: AnyAnswering) -> Reader:
        """Return the reader of the calls of a side, or of the responses to a method; make it on first use."""
        if answering is not None and not isinstance(answering, str):
            return _NO_READER
        if self.is_identity:
            return _ANY_OBJECT
        if answering is None:
            return self._readers.setdefault(None, _calls_reader(self.requests))
        if answering not in self.results:
            return _NO_READER
        return self._readers.setdefault(answering, _result_reader(self.results[answering]))


class Step(NamedTuple):
    """The edit of one adapter on the params, or the result, of a method."""

    edit: Edit
    creates_params: bool = False
    drops_empty_params: bool = False
    flat: Flat = NOT_FLAT


class MethodPlan(msgspec.Struct, frozen=True, gc=False):
    """A method along the chain: the steps of its params, or of its result, or the change that removes it.

    `is_request`: the method is a request, also where the plan is that of its result.
    """

    part: Part
    steps: tuple[Step, ...]
    removed: MethodRemoved | None
    is_request: bool
    renamed: tuple[str, Change] | None = None  # the name of a call in the target, and the change behind it

    @property
    def unchanged(self) -> bool:
        """Say whether every frame of the method passes unchanged."""
        return not (self.steps or self.removed or self.renamed)

    @property
    def creates_params(self) -> bool:
        """Say whether the target requires params, and the source does not."""
        return any(step.creates_params for step in self.steps)

    @property
    def flat(self) -> Flat:
        """Return the steps as flat edits, which fit no value if a step is not flat or params come and go."""
        editing = [step for step in self.steps if step.flat.edits]
        comes = self.creates_params and not all(step.creates_params for step in editing)
        goes = len(editing) > 1 and any(step.drops_empty_params for step in editing)
        if self.removed or self.renamed or comes or goes:
            return NOT_FLAT
        return reduce(joined, (step.flat for step in self.steps), LEAVES_ALL)

    @property
    def left_alone(self) -> Shape:
        """Return the shape of the messages that no step changes; for calls, without their method."""
        others, edits = self.flat
        if edits or others == NEVER:
            return NEVER
        if self.part == "result":
            return ("object", {"result": others, "error": NEVER, "method": NEVER}, ("result",))
        required = *(["id"] if self.is_request else []), *(["params"] if self.creates_params else [])
        id = None if self.is_request else NEVER
        return ("object", {"id": id, "params": others, "result": NEVER, "error": NEVER}, required)

    def apply(self, tree: Tree, log: ConversionLog) -> None:
        """Edit the params, or the result, of a frame in place; raise `FrameRefused` for a removed method."""
        if self.removed is not None:
            raise FrameRefused(None, self.removed.change, self.removed.code)
        if self.renamed is not None:
            log.report("respelled", (None, "method"), tree["method"], self.renamed[1])
        part = self.part
        at = (None, part)
        for edit, creates_params, drops_empty_params, _ in self.steps:
            before = len(log)
            if part in tree:
                was_empty = not tree[part]
                edit(tree[part], at, log)
                if drops_empty_params and not tree[part] and not was_empty:
                    del tree[part]
            elif creates_params:
                params: Tree = {}
                tree[part] = params
                edit(params, at, log)
                if not log:
                    log.made(at)  # nothing is lost, and yet the frame is another
            log.end_step(before)
        if self.renamed is not None:  # last, since a refusal names the method of the source
            tree["method"] = self.renamed[0]


class ErrorPlan(msgspec.Struct, frozen=True, gc=False):
    """The errors along the chain; `refuses` is the change after which the other side has no requests."""

    adapters: tuple[Adapter, ...]  # those that edit or refuse an error
    refuses: Change | None

    @property
    def unchanged(self) -> bool:
        """Say whether every error passes unchanged."""
        return not (self.adapters or self.refuses)

    def apply(self, tree: Tree, log: ConversionLog) -> None:
        """Edit a frame that holds an error in place."""
        if self.refuses is not None:
            log.refuse(None, self.refuses)
        error = tree["error"]
        if type(error) is not dict or not is_integer(error.get("code")):
            raise DecodeError("/error", "expected an object with a code", INVALID_REQUEST)
        for adapter in self.adapters:
            if adapter.error_id is not None and "id" not in tree:
                log.refuse(None, adapter.error_id)
            if adapter.error is not None and adapter.error_change is not None and "error" in tree:
                before = len(log)
                adapter.error(tree, None, log, adapter.error_change)
                log.end_step(before)


# Texts that are not read


class _CallText(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A request or notification whose params are read only by the names of their members."""

    jsonrpc: Raw | UnsetType = UNSET
    id: Raw | UnsetType = UNSET
    method: str | UnsetType = UNSET
    params: dict[str, Raw] | UnsetType = UNSET


class _ResponseText(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A response whose result is read only by the names of its members."""

    jsonrpc: Raw | UnsetType = UNSET
    id: Raw | UnsetType = UNSET
    result: dict[str, Raw] | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


_ANY_OBJECT: Reader = json_decoder(AnyObject).decode, None
_NO_READER: Reader = None, None
_read_call: Decode = json_decoder(_CallText).decode
_read_response: Decode = json_decoder(_ResponseText).decode


def _calls_reader(calls: Mapping[str, MethodPlan]) -> Reader:
    readable = {name: plan for name, plan in calls.items() if plan.flat.others != NEVER}
    if any(plan.flat.edits for plan in readable.values()):
        return _read_call, partial(_edited_call, {name: PartEdits(plan) for name, plan in readable.items()})
    requests = [name for name, plan in calls.items() if plan.is_request and not plan.removed]
    if not readable or (requests and readable.keys().isdisjoint(requests)):
        return _NO_READER
    return decoder_of(("union", *(_named(plan.left_alone, name) for name, plan in readable.items()))), None


def _result_reader(plan: MethodPlan) -> Reader:
    if plan.flat.edits:
        return _read_response, PartEdits(plan).of_response
    return _NO_READER if plan.left_alone == NEVER else (decoder_of(plan.left_alone), None)


def _named(shape: Shape, method: str) -> Shape:
    """Return the shape of calls with the name of their method."""
    members, required, _ = parts(shape)
    return ("object", {"method": ("choice", method), **members}, ("method", *required))


class PartEdits:
    """The flat edits of the params, or of the result, of a method."""

    def __init__(self, plan: MethodPlan) -> None:
        """Build the checks of the other members."""
        self.edits, self.is_request = plan.flat.edits, plan.is_request
        self.creates_params = plan.creates_params
        self.drops_empty_params = any(step.drops_empty_params for step in plan.steps)
        self._several = sum(bool(step.flat.edits) for step in plan.steps) > 1  # adapters
        self._needs_context = any(isinstance(edit, RequestMeta) for edit in self.edits)
        self._at: Path = (None, plan.part)
        known, required, rest = parts(plan.flat.others)
        self._only = None if rest is None else known.keys()  # others are for the functions
        self._required = frozenset(required)
        self._absent = frozenset(name for name, shape in known.items() if shape == NEVER)
        self._checks: list[tuple[str, Decode]] = [
            (name, decoder_of(shape)) for name, shape in known.items() if shape not in (None, NEVER)
        ]

    def apply(self, members: dict[str, Any], context: RequestContext | None) -> ConversionLog | None:
        """Edit members; return the events. Return None or raise `ValueError` if the functions must do it."""
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
        """Return the conversion of a text to an edited frame."""
        line = json_line(frame)
        if self._several:
            log.frames = message, line
        return Converted(line, log)

    def of_response(
        self, message: bytes, response: _ResponseText, context: RequestContext | None
    ) -> Converted | None:
        """Return the converted response. Return None or raise `ValueError` if the functions must do it."""
        result = response.result
        if result is UNSET or response.error is not UNSET:
            return None
        log = self.apply(result, context)
        return None if log is None else self.converted(message, response, log)


def _edited_call(
    methods: Mapping[str, PartEdits], message: bytes, call: _CallText, context: RequestContext | None
) -> Converted | None:
    """Return a call converted by the edits of its method, as `of_response` does a response."""
    edits = methods.get(call.method)  # type: ignore[arg-type]
    if edits is None or edits.is_request is (call.id is UNSET):
        return None
    params = call.params
    if params is UNSET:
        if not edits.creates_params:  # the name of the method that is given twice was read
            return Converted(json_line(call))
        params = call.params = {}
    log = edits.apply(params, context)
    if log is None or (not log and edits.creates_params):
        return None
    if log and not params and edits.drops_empty_params:
        call.params = UNSET
    return edits.converted(message, call, log)
