"""The way of a text that no function of an adapter has to see: it passes as it is, or is edited at the top.

In: a frame as a text on one line. Out: its conversion, or None: then the frame is parsed, and edited by the
functions (`method_plan`). There is one reader for the calls of a side, and one for the responses to each
method:

- Where the functions leave some values alone, a decoder in C of exactly these values. A text that decodes
  passes.
- Where they change every valid value, the members at the top are read as text, those that no edit touches
  are checked by decoders, and the flat edits set and remove the others (`flat_edits`).
- Where neither can be, none: where every request is edited by functions, none pays for a failed decode.

A text that a reader refuses may still be valid. A part without a shape is checked against the grammar of
JSON and not read: a number out of range and a name that is given twice pass there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ..json_line import json_line
from ..messages.build_lock import json_decoder
from ..messages.options import Answering
from .flat_edits import RequestMeta
from .log import ConversionLog, Path, RequestContext
from .losses import Converted
from .method_plan import ErrorPlan, MethodPlan
from .value_checks import NEVER, AnyObject, Decode, Shape, decoder_of, parts

FrameEdits = Callable[[bytes, Any, "RequestContext | None"], "Converted | None"]
Reader = tuple["Decode | None", "FrameEdits | None"]
_BEGIN = 64  # of a text, where an error is looked for


class _Call(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A request or notification, of which the names of the params are read."""

    jsonrpc: Raw | UnsetType = UNSET
    id: Raw | UnsetType = UNSET
    method: str | UnsetType = UNSET
    params: dict[str, Raw] | UnsetType = UNSET


class _Response(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A response, of which the names of the result are read."""

    jsonrpc: Raw | UnsetType = UNSET
    id: Raw | UnsetType = UNSET
    result: dict[str, Raw] | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


_ANY_OBJECT: Reader = json_decoder(AnyObject).decode, None
_NO_READER: Reader = None, None
_read_call: Decode = json_decoder(_Call).decode
_read_response: Decode = json_decoder(_Response).decode


class UnreadTexts:
    """The conversion of texts along a plan, as far as their parts need not be read."""

    def __init__(
        self,
        calls: Mapping[str, MethodPlan],
        results: Mapping[str, MethodPlan],
        errors: ErrorPlan,
        is_identity: bool,
    ) -> None:
        self._calls, self._results, self._error_plan = calls, results, errors
        self._is_identity = is_identity
        self._readers: dict[str | None, Reader] = {}  # by the answered method, None for calls
        self._errors: dict[str, Decode] = {}  # the decoders of errors that pass, by answered method

    def __call__(
        self, message: bytes, answering: Answering, context: RequestContext | None
    ) -> Converted | None:
        """Return the conversion of a text; None where the functions decide."""
        try:
            decode, edit = self._readers[answering]  # type: ignore[index]
        except (KeyError, TypeError):
            decode, edit = self._reader(answering)
        if decode is None:
            return None
        try:
            frame = decode(message)
            found = Converted(message) if edit is None else edit(message, frame, context)
        except (ValueError, RecursionError):
            found = None
        if found is None and isinstance(answering, str) and message.find(b'"error"', 0, _BEGIN) >= 0:
            return self._error(message, answering)
        return found

    def _error(self, message: bytes, answering: str) -> Converted | None:
        """Return the conversion of an error that passes; None for other texts."""
        if answering not in self._errors:
            self._errors[answering] = decoder_of(self._error_plan.leaves(answering))
        try:
            self._errors[answering](message)
        except (ValueError, RecursionError):
            return None
        return Converted(message)

    def _reader(self, answering: Answering) -> Reader:
        """Return the reader of the calls of a side, or of the responses to a method; make it on first use."""
        if answering is not None and not isinstance(answering, str):
            return _NO_READER
        if self._is_identity:
            return _ANY_OBJECT
        if answering is None:
            return self._readers.setdefault(None, _calls_reader(self._calls))
        if answering not in self._results:
            return _NO_READER
        return self._readers.setdefault(answering, _result_reader(self._results[answering]))


def _calls_reader(calls: Mapping[str, MethodPlan]) -> Reader:
    readable = {name: plan for name, plan in calls.items() if plan.flat.others != NEVER}
    if any(plan.flat.edits for plan in readable.values()):
        return _read_call, _CallEdits({n: (plan.is_request, PartEdits(plan)) for n, plan in readable.items()})
    requests = [name for name, plan in calls.items() if plan.is_request and not plan.removed]
    if not readable or (requests and readable.keys().isdisjoint(requests)):
        return _NO_READER
    return decoder_of(("union", *(_named(plan.leaves, name) for name, plan in readable.items()))), None


def _result_reader(plan: MethodPlan) -> Reader:
    if plan.flat.edits:
        return _read_response, PartEdits(plan).of_response
    return _NO_READER if plan.leaves == NEVER else (decoder_of(plan.leaves), None)


def _named(shape: Shape, method: str) -> Shape:
    """Return the shape of calls with the name of their method."""
    members, required, _ = parts(shape)
    return ("object", {"method": ("choice", method), **members}, ("method", *required))


class PartEdits:
    """The flat edits of the params, or of the result, of a method."""

    def __init__(self, plan: MethodPlan) -> None:
        """Build the checks of the other members."""
        self.edits = plan.flat.edits
        self.creates_params = plan.creates_params
        self.drops_empty_params = any(step.drops_empty_params for step in plan.steps)
        self._several = sum(bool(step.flat.edits) for step in plan.steps) > 1  # adapters
        self._needs_context = any(isinstance(edit, RequestMeta) for edit in self.edits)
        self._at: Path = (None, plan.part)
        known, required, _ = parts(plan.flat.others)
        self._required = frozenset(required)
        self._absent = frozenset(name for name, shape in known.items() if shape == NEVER)
        self._checks: list[tuple[str, Decode]] = [
            (name, decoder_of(shape)) for name, shape in known.items() if shape not in (None, NEVER)
        ]

    def apply(self, members: dict[str, Any], context: RequestContext | None) -> ConversionLog | None:
        """Edit members and return the events; None, or a `ValueError`, where they are for the functions."""
        if not self._absent.isdisjoint(members):
            return None
        if self._required and not self._required <= members.keys():
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

    def of_response(
        self, message: bytes, response: _Response, context: RequestContext | None
    ) -> Converted | None:
        """Return the converted response; None, or a `ValueError`, where it is for the functions."""
        result = response.result
        if result is UNSET or response.error is not UNSET:
            return None
        log = self.apply(result, context)
        return None if log is None else Converted(json_line(response), log)


class _CallEdits:
    """The flat edits of the calls of a side: for each method whether it is a request, and its edits."""

    def __init__(self, methods: Mapping[str, tuple[bool, PartEdits]]) -> None:
        self._methods = methods

    def __call__(self, message: bytes, call: _Call, context: RequestContext | None) -> Converted | None:
        """Return the converted call; None, or a `ValueError`, where it is for the functions."""
        is_request, edits = self._methods.get(call.method, (None, None))  # type: ignore[arg-type]
        if edits is None or is_request is (call.id is UNSET):
            return None
        params = call.params
        if params is UNSET:
            if not edits.creates_params:
                return Converted(message)
            params = call.params = {}
        log = edits.apply(params, context)
        if log is None or (not log and edits.creates_params):
            return None
        if log and not params and edits.drops_empty_params:
            call.params = UNSET
        return Converted(json_line(call), log)
