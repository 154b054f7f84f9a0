"""Conversion plans: the chain of adapters between two revisions, and the edits of each method along it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ..errors import INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError
from ..json_values import is_integer
from ..messages.mismatch import shown
from ..messages.options import Answering, answered_method, checked_option
from ..revisions import facts_of, reserved_key
from ..task_names import TASK_META
from .adapter_tables import Adapter, Edit, MethodAdapter, MethodRemoved
from .compositions import (
    RESPELLED,
    Endpoint,
    name_of,
    other_methods,
    revision_in,
    with_others,
    with_tasks,
)
from .log import ConversionLog, FrameRefused, RequestContext, Tree
from .losses import Change
from .rules import discovery_edit, handshake_edit, request_edit, task_meta_edit

OTHER = {"client": "server", "server": "client"}
Part = Literal["params", "result"]

_Absent = Annotated[int, msgspec.Meta(ge=1, le=0)]  # a member that is present does not decode
_NAMES: dict[str, str] = dict(zip(("related", "immediate"), TASK_META, strict=True))


class _NoTaskMeta(msgspec.Struct, gc=False, rename=_NAMES):
    """A `_meta` without the members that relate a message to a task."""

    related: _Absent | UnsetType = UNSET
    immediate: _Absent | UnsetType = UNSET


class _PartWithoutTask(msgspec.Struct, gc=False):
    """Params, or a result, without those members; all others stay unread."""

    meta: _NoTaskMeta | UnsetType = msgspec.field(default=UNSET, name="_meta")


class _Head(msgspec.Struct, gc=False):
    """The members of a frame that select its plan; the values of the others stay unread."""

    method: str | UnsetType = UNSET
    result: Raw | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


class _HeadWithoutTask(msgspec.Struct, gc=False):
    """The head for a target without tasks; a frame that relates to a task does not decode."""

    method: str | UnsetType = UNSET
    params: _PartWithoutTask | UnsetType = UNSET
    result: _PartWithoutTask | UnsetType = UNSET
    error: Raw | UnsetType = UNSET


class _Object(msgspec.Struct, gc=False):
    """An object of which no member is read; the text is checked against the grammar of JSON."""


_read_head = msgspec.json.Decoder(_Head).decode
_read_head_without_task = msgspec.json.Decoder(_HeadWithoutTask).decode
_check_object = msgspec.json.Decoder(_Object).decode


class Step(NamedTuple):
    """The edit of one adapter on the params, or the result, of a method."""

    edit: Edit
    creates_params: bool
    drops_empty_params: bool


class MethodPlan(msgspec.Struct, frozen=True, gc=False):
    """A method along the chain: the steps of its params, or of its result, or the change that removes it."""

    part: Part
    steps: tuple[Step, ...]
    removed: MethodRemoved | None
    is_request: bool
    unchanged: bool  # every frame of the method passes unchanged
    unchanged_without_tasks: bool  # every frame whose `_meta` has no member of tasks passes unchanged

    def apply(self, tree: Tree, log: ConversionLog) -> None:
        """Edit the params, or the result, of a frame in place; raise `FrameRefused` for a removed method."""
        if self.removed is not None:
            raise FrameRefused(None, self.removed.change, self.removed.code)
        part = self.part
        at = (None, part)
        for edit, creates_params, drops_empty_params in self.steps:
            before = len(log)
            if part in tree:
                edit(tree[part], at, log)
                if drops_empty_params and not tree[part]:
                    del tree[part]
            elif creates_params:
                params: Tree = {}
                tree[part] = params
                edit(params, at, log)
            if before:
                log.end_step(before)


class RenamedPlan(MethodPlan, frozen=True, gc=False):
    """A notification that has another name in the target."""

    name: str = ""

    def apply(self, tree: Tree, log: ConversionLog) -> None:
        """Edit a frame in place; raise `FrameRefused` for a removed method."""
        log.respell((None, "method"), tree["method"], RESPELLED)
        MethodPlan.apply(self, tree, log)
        tree["method"] = self.name


class ErrorPlan(msgspec.Struct, frozen=True, gc=False):
    """The errors along the chain; `refuses` is the change after which the other side has no requests."""

    adapters: tuple[Adapter, ...]  # those that edit or refuse an error
    refuses: Change | None
    unchanged: bool
    is_request: bool = False

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


FramePlan = MethodPlan | ErrorPlan


class ConversionPlan:
    """The chain of adapters between two revisions, and the plans of the methods of one sender's frames."""

    def __init__(self, source: str, target: str, sender: str, adapters: Sequence[Adapter]) -> None:
        self.source, self.target, self.sender = source, target, sender  # names, of compositions too
        self.adapters = tuple(adapters)
        self.is_identity = not adapters
        self.batches = adapters[0].batches if adapters else None
        self.context_adapter = next((adapter for adapter in adapters if adapter.context), None)
        self.least_context = _least_context(self.context_adapter, revision_in(target))
        self.errors = _error_plan(adapters, OTHER[sender])
        self.requests = _method_plans(adapters, sender, "params")
        self.results = _method_plans(adapters, OTHER[sender], "result")
        self._unread_requests = _unread(self.requests)
        self._unread_results = _unread(self.results)
        # Where every request is edited, the notifications that pass do not pay for a look at each head.
        passing, edited = self._requests(unchanged=True), self._requests(unchanged=False)
        self._reads_calls = bool(self._unread_requests) and (passing or not edited)
        plans = (*self.requests.values(), *self.results.values())
        drops_task_meta = any(plan.unchanged_without_tasks and not plan.unchanged for plan in plans)
        self._read_head: Callable[[bytes], _Head | _HeadWithoutTask]
        self._read_head = _read_head_without_task if drops_task_meta else _read_head
        self.passes = self._passes_as_object if self.is_identity else self._passes_by_head

    def _requests(self, *, unchanged: bool) -> bool:
        """Say whether the side has requests, other than removed ones, that pass unchanged or are edited."""
        plans = self.requests.values()
        return any(
            plan.is_request and not plan.removed and plan.unchanged_without_tasks is unchanged
            for plan in plans
        )

    def of_frame(self, tree: Tree, answering: Answering) -> tuple[FramePlan, str | None]:
        """Return the plan of a frame, and the method that a response answers.

        Raises `DecodeError` for a frame without a plan, `ValueError` for a method that has no results.
        """
        method = tree.get("method")
        if method is not None:
            try:
                return self.requests[method], None
            except (KeyError, TypeError):
                raise self._unknown(method) from None
        answers = answered_method(answering, tree.get("id")) if callable(answering) else answering
        if "result" in tree:
            found = self.results.get(answers) if type(answers) is str else None
            return found or self._result(answers), answers
        if "error" not in tree:
            raise DecodeError("", "a frame has a method, a result or an error", INVALID_REQUEST)
        return self.errors, answers

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

    def _passes_by_head(self, message: bytes, answering: Answering) -> bool:
        """Say whether a frame on one line is JSON, and its head proves that it passes unchanged."""
        if answering is None:
            if not self._reads_calls:
                return False
        elif not isinstance(answering, str) or answering not in self._unread_results:
            return False
        try:
            head = self._read_head(message)
        except (ValueError, RecursionError):
            return False
        if head.method is not UNSET:
            return head.method in self._unread_requests
        if head.result is not UNSET:
            return answering is not None
        return head.error is not UNSET and self.errors.unchanged

    def _passes_as_object(self, message: bytes, answering: Answering) -> bool:
        """Say whether a frame on one line is a JSON object; every frame of the same revision passes."""
        try:
            _check_object(message)
        except (ValueError, RecursionError):
            return False
        return answering is None or isinstance(answering, str)


def _unread(plans: Mapping[str, MethodPlan]) -> frozenset[str]:
    """Return the methods whose frames pass unread, unless their `_meta` has members of tasks."""
    return frozenset(name for name, plan in plans.items() if plan.unchanged_without_tasks)


def _error_plan(adapters: Sequence[Adapter], asking: str) -> ErrorPlan:
    """Return the plan of the errors that answer a side."""
    refuses = _last_request_removed(adapters, asking)
    editing = tuple(adapter for adapter in adapters if adapter.error or adapter.error_id)
    return ErrorPlan(editing, refuses, unchanged=refuses is None and not editing)


def _method_plans(adapters: Sequence[Adapter], asking: str, part: Part) -> dict[str, MethodPlan]:
    """Return the plans of the methods that a side asks with, by name; a notification has no result."""
    methods = adapters[0].methods[asking] if adapters else ()
    plans = {method: _method_plan(adapters, asking, method, part) for method in methods}
    return {method: plan for method, plan in plans.items() if plan.is_request or part == "params"}


def _method_plan(adapters: Sequence[Adapter], asking: str, method: str, part: Part) -> MethodPlan:
    """Return the plan of the params, or of the result, of a method along the chain."""
    rows: list[MethodAdapter] = []
    steps: list[Step] = []
    name = method
    for adapter in adapters:
        row = adapter.methods[asking][name]
        if isinstance(row, MethodRemoved):
            return MethodPlan(part, (), row, row.is_request, False, False)
        rows.append(row)
        steps += _steps(part, adapter, row)
        name = row.renamed or name
    is_request = rows[-1].is_request
    naming = _naming_edit(method, part, asking, is_request, adapters)
    if naming is not None:
        steps.append(Step(naming, False, False))
    is_edited = naming is not None or any(row.params if part == "params" else row.result for row in rows)
    plan = part, tuple(steps), None, is_request, not steps, not is_edited
    return MethodPlan(*plan) if name == method else RenamedPlan(*plan, name)


def _naming_edit(
    method: str, part: Part, asking: str, is_request: bool, adapters: Sequence[Adapter]
) -> Edit | None:
    """Return the edit of the revision that the params, or the result, of a method name; None if none."""
    source, target = adapters[0].source, adapters[-1].target
    if source == target:
        return None
    if method == "initialize":
        return handshake_edit(source, target)
    key = facts_of(target).request_meta.get("protocolVersion")
    if key is None or asking != "client" or not is_request:
        return None
    if part == "params":
        return request_edit(source, target, key)
    is_listed = method == "server/discover" and facts_of(source).per_request
    return discovery_edit(source, target) if is_listed else None


def _steps(part: Part, adapter: Adapter, row: MethodAdapter) -> list[Step]:
    """Return the steps of one adapter: its edit, and another of `_meta` where the target has no tasks."""
    found: list[Step] = []
    tasks = adapter.methods["client"].get("tasks/get")
    if isinstance(tasks, MethodRemoved):
        found.append(Step(task_meta_edit(tasks.change), False, False))
    if part == "params" and row.params:
        found.append(Step(row.params, row.creates_params, row.drops_empty_params))
    elif part == "result" and row.result:
        found.append(Step(row.result, False, False))
    return found


def _least_context(adapter: Adapter | None, target: str) -> RequestContext | None:
    """Return the context of requests whose session stated nothing but its revision."""
    if adapter is None or adapter.context is None:
        return None
    shapes = {reserved_key(name): shape for name, shape in adapter.context.items()}
    return RequestContext({reserved_key("protocolVersion"): target}, shapes)


def _last_request_removed(adapters: Sequence[Adapter], asking: str) -> Change | None:
    """Return the change that leaves a side without requests, so that the other side has none to answer."""
    for adapter in adapters:
        rows = adapter.methods[asking].values()
        if not any(isinstance(row, MethodAdapter) and row.is_request for row in rows):
            removed = [row.change for row in rows if isinstance(row, MethodRemoved) and row.is_request]
            return removed[0] if removed else None
    return None


def revisions() -> tuple[str, ...]:
    """Return every revision that the adapters know, oldest first."""
    chain: tuple[str, ...] = import_module("...adapters", __package__).CHAIN
    return chain


def plan_of(source: Endpoint, target: Endpoint, sender: str) -> ConversionPlan:
    """Return the plan between two revisions, or compositions, for the frames of one side, made on first use.

    Raises `ValueError` for an unknown revision or sender.
    """
    try:
        return _PLANS[source, target, sender]  # type: ignore[index]
    except (KeyError, TypeError):
        key = name_of(source), name_of(target), sender
        for name, endpoint in zip(key, (source, target), strict=False):
            if name is not endpoint:
                _COMPOSITIONS[name] = endpoint
        try:
            found = _PLANS.get(key)
        except TypeError:  # an argument without a hash, which `_plan` names
            found = None
        return found or _PLANS.setdefault(key, _plan(*key))


def module_of(name: str) -> Any:
    """Return the module of a revision, or the composition, with this name; raise `ValueError` for none."""
    return _COMPOSITIONS.get(name) or import_module("...", __package__).revision(name)


_PLANS: dict[tuple[str, str, str], ConversionPlan] = {}
_COMPOSITIONS: dict[str, Any] = {}  # by name; there is one object for each name


def _plan(source: str, target: str, sender: str) -> ConversionPlan:
    chain = revisions()
    for name, revision in (("source", source), ("target", target)):
        if not isinstance(revision, str) or revision_in(revision) not in chain:
            raise ValueError(f"{name}: no revision {revision!r}; the revisions are {', '.join(chain)}")
        if revision not in _COMPOSITIONS:
            other_methods(revision)  # which refuses an unknown extension
    checked_option("sender", sender)
    return ConversionPlan(source, target, sender, adapters_between(source, target))


def adapters_between(source: str, target: str) -> list[Adapter]:
    """Return the adapters between two known revisions, or compositions, in order; none for equal ends."""
    chain = revisions()
    start, end = chain.index(revision_in(source)), chain.index(revision_in(target))
    if start < end:
        found = [_adapters(chain[i], chain[i + 1]).UP for i in range(start, end)]
    else:
        found = [_adapters(chain[i - 1], chain[i]).DOWN for i in range(start, end, -1)]
    if source == chain[start] and target == chain[end]:
        return found

    def neighbour() -> Adapter:
        adapters = _adapters(chain[start - 1], chain[start]) if start else _adapters(chain[0], chain[1])
        found: Adapter = adapters.DOWN if start else adapters.UP
        return found

    return with_others(with_tasks(found, source, target, neighbour), source, target, neighbour)


def _adapters(older: str, newer: str) -> Any:
    name = f"v{older}_to_v{newer}".replace("-", "_")
    return import_module(f"...adapters.{name}", __package__)
