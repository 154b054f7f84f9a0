"""Conversion plans: the chain of adapters between two revisions, and the edits of each method along it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import reduce
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import msgspec

from ..endpoints import JOINT, Endpoint, extensions_in, name_of, revision_in, with_extensions
from ..errors import INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError
from ..json_values import is_integer
from ..messages.frame_kinds import check_call, is_call, kind_of
from ..messages.mismatch import shown
from ..messages.options import Answering, answered_method, checked_option
from ..revisions import facts_of, reserved_key
from .adapter_tables import Adapter, Edit, MethodAdapter, MethodRemoved, rows_along
from .flat_edits import Flat, joined
from .log import ConversionLog, FrameRefused, RequestContext, Tree
from .losses import Change
from .rules import STANDARD_CODES, naming_edit, stable_codes
from .unread import UnreadTexts
from .value_checks import NEVER, Shape

OTHER = {"client": "server", "server": "client"}
Part = Literal["params", "result"]
Rows = Mapping[str, Mapping[str, MethodAdapter | MethodRemoved]]  # by side and method


class Step(NamedTuple):
    """The edit of one adapter on the params, or the result, of a method."""

    edit: Edit
    creates_params: bool = False
    drops_empty_params: bool = False
    flat: Flat = Flat()


class MethodPlan(msgspec.Struct, frozen=True, gc=False):
    """A method along the chain: the steps of its params, or of its result, or the change that removes it."""

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
        """Return the steps as flat edits, of no value where some are not, or where params come and go."""
        editing = [step for step in self.steps if step.flat.edits]
        comes = self.creates_params and not all(step.creates_params for step in editing)
        goes = any(step.drops_empty_params for step in editing[:-1])
        if self.removed or self.renamed or comes or goes:
            return Flat()
        return reduce(joined, (step.flat for step in self.steps), Flat(None))

    @property
    def leaves(self) -> Shape:
        """Return the shape of the frames that every step leaves alone, apart from the name of the method."""
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
            log.respell((None, "method"), tree["method"], self.renamed[1])
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
                    log.moved([])  # nothing is lost, and yet the frame is another
            if before:
                log.end_step(before)
        if self.renamed is not None:  # last, since a refusal names the method of the source
            tree["method"] = self.renamed[0]


class ErrorPlan(msgspec.Struct, frozen=True, gc=False):
    """The errors along the chain; `refuses` is the change after which the other side has no requests."""

    adapters: tuple[Adapter, ...]  # those that edit or refuse an error
    refuses: Change | None
    is_request: bool = False

    @property
    def unchanged(self) -> bool:
        """Say whether every error passes unchanged."""
        return not (self.adapters or self.refuses)

    def leaves(self, answering: str) -> Shape:
        """Return the shape of the frames with an error that every adapter leaves alone."""
        if self.refuses is not None:
            return NEVER
        stable = [set(stable_codes(each.error, answering)) for each in self.adapters if each.error]
        codes = sorted(set(STANDARD_CODES).intersection(*stable))
        error = ("object", {"code": ("choice", *codes)}, ("code",)) if self.adapters else None
        required = ("error", "id") if any(adapter.error_id for adapter in self.adapters) else ("error",)
        frame = ("object", {"id": None, "error": error, "result": NEVER, "method": NEVER}, required)
        return frame if codes else NEVER

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
        leaving = (one for one in adapters if revision_in(one.target) != revision_in(source))
        self.batches = next((one.batches for one in leaving), None)
        self.context_adapter = next((adapter for adapter in adapters if adapter.context), None)
        self.least_context = _least_context(self.context_adapter, revision_in(target))
        rows = rows_from(source, adapters) if adapters else {side: {} for side in OTHER}
        editing = tuple(adapter for adapter in adapters if adapter.error or adapter.error_id)
        self.errors = ErrorPlan(editing, _last_request_removed(adapters, OTHER[sender], rows))
        self.requests = _method_plans(adapters, sender, "params", rows)
        self.results = _method_plans(adapters, OTHER[sender], "result", rows)
        self.unread = UnreadTexts(self)

    def of_frame(self, tree: Tree, answering: Answering) -> tuple[FramePlan, str | None]:
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


def _method_plans(adapters: Sequence[Adapter], asking: str, part: Part, rows: Rows) -> dict[str, MethodPlan]:
    """Return the plans of the methods that a side asks with, by name; a notification has no result."""
    return {
        method: _method_plan(adapters, asking, method, part, row.is_request)
        for method, row in rows[asking].items()
        if row.is_request or part == "params"
    }


def _method_plan(
    adapters: Sequence[Adapter], asking: str, method: str, part: Part, is_request: bool
) -> MethodPlan:
    """Return the plan of the params, or of the result, of a method along the chain."""
    steps: list[Step] = []
    name, renaming = method, None
    for adapter, row in rows_along(adapters, asking, method):
        if isinstance(row, MethodRemoved):
            return MethodPlan(part, (), row, row.is_request)
        steps += _steps(part, adapter, row)
        name, renaming = row.renamed or name, row.renaming or renaming
    naming = _naming(method, part, asking, is_request, adapters)
    if naming is not None:
        steps.append(Step(naming))
    renamed = None
    if renaming is not None and name != method and part == "params":
        renamed = name, renaming
    return MethodPlan(part, tuple(steps), None, is_request, renamed)


def _naming(
    method: str, part: Part, asking: str, is_request: bool, adapters: Sequence[Adapter]
) -> Edit | None:
    """Return the edit of the revision that the params, or the result, of a method name; None if none."""
    source, target = revision_in(adapters[0].source), revision_in(adapters[-1].target)
    if source == target:
        return None
    if method == "initialize":
        return naming_edit("session", source, target)
    if asking != "client" or not is_request or not facts_of(target).per_request:
        return None
    if part == "params":  # an adapter that repeats the context names the target
        return (
            None if any(adapter.context for adapter in adapters) else naming_edit("request", source, target)
        )
    is_listed = method == "server/discover" and facts_of(source).per_request
    return naming_edit("discovery", source, target) if is_listed else None


def _steps(part: Part, adapter: Adapter, row: MethodAdapter) -> list[Step]:
    """Return the steps of one adapter: the edit of every part, and that of the method."""
    found: list[Step] = []
    if adapter.every_part is not None:
        found.append(Step(adapter.every_part.edit, flat=Flat(adapter.every_part.leaves)))
    if part == "params" and row.params:
        flat = _flat(adapter, row.params)
        found.append(Step(row.params, row.creates_params, row.drops_empty_params, flat))
    elif part == "result" and row.result:
        found.append(Step(row.result, flat=_flat(adapter, row.result)))
    return found


def _flat(adapter: Adapter, edit: Edit) -> Flat:
    """Return an edit of a generated adapter as flat edits."""
    table = _pair(adapter.source, adapter.target, "left_alone_")[0]
    found: Flat = table.FLAT.get(edit) or Flat(table.LEFT_ALONE.get(edit, NEVER))
    return found


def _least_context(adapter: Adapter | None, target: str) -> RequestContext | None:
    """Return the context of requests whose session stated nothing but its revision."""
    if adapter is None or adapter.context is None:
        return None
    shapes = {reserved_key(name): shape for name, shape in adapter.context.items()}
    return RequestContext({reserved_key("protocolVersion"): target}, shapes)


def _last_request_removed(adapters: Sequence[Adapter], asking: str, rows: Rows) -> Change | None:
    """Return the change that leaves a side without requests, so that the other side has none to answer."""
    requests = [name for name, row in rows[asking].items() if row.is_request]
    ways = [rows_along(adapters, asking, name) for name in requests]
    ends = [way[-1][1] for way in sorted(ways, key=len, reverse=True)]
    removals = [row for row in ends if isinstance(row, MethodRemoved)]
    return removals[0].change if removals and len(removals) == len(ends) else None


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
    package: Any = import_module("...", __package__)
    if JOINT in name:
        return _COMPOSITIONS.get(name) or package.compose(revision_in(name), *extensions_in(name))
    return package.revision(name)


_PLANS: dict[tuple[str, str, str], ConversionPlan] = {}
_COMPOSITIONS: dict[str, Any] = {}  # by name; there is one object for each name


def _plan(source: str, target: str, sender: str) -> ConversionPlan:
    chain = revisions()
    for name, revision in (("source", source), ("target", target)):
        if not isinstance(revision, str) or revision_in(revision) not in chain:
            raise ValueError(f"{name}: no revision {revision!r}; the revisions are {', '.join(chain)}")
        for extension in extensions_in(revision):
            import_module("...", __package__).extension(extension)  # which refuses an unknown extension
    checked_option("sender", sender)
    return ConversionPlan(source, target, sender, adapters_between(source, target))


# Adapters


def adapters_between(source: str, target: str) -> list[Adapter]:
    """Return the adapters between two known revisions, or compositions, in order; none for equal ends.

    An extension that a side lacks is taken off, or put on, at its revision (R-EXT), unless the neighbour on
    the way has a counterpart of it: then one adapter leads from the one to the other.
    """
    here, there = revision_in(source), revision_in(target)
    chain = revisions()
    start, end = chain.index(here), chain.index(there)
    way = list(chain[start : end + 1] if start <= end else chain[end : start + 1][::-1])
    stay = {*extensions_in(source)} & {*extensions_in(target)} if here == there else set()
    off = [with_extensions(here, one) for one in extensions_in(source) if one not in stay]
    on = [with_extensions(there, one) for one in extensions_in(target) if one not in stay]
    if len(way) > 1 and (first := [name for name in off if _has_pair(name, way[1])]):
        way[0] = first[0]
        off.remove(first[0])
    if len(way) > 1 and (last := [name for name in on if _has_pair(way[-2], name)]):
        way[-1] = last[0]
        on.remove(last[0])
    steps = [*((name, here) for name in off), *pairwise(way), *((there, name) for name in on)]
    return [_adapter(one, other) for one, other in steps]


def rows_from(source: str, adapters: Sequence[Adapter] = ()) -> Rows:
    """Return a row for each method of a revision, or composition, by the side that sends it.

    `adapters` lead from the revision; without any, one to a neighbour does.
    """
    revision, chain = revision_in(source), revisions()
    bare = [_adapter(with_extensions(revision, one), revision) for one in extensions_in(source)]
    if not bare and not adapters:
        index = chain.index(revision)
        adapters = [_adapter(revision, chain[index - 1 if index else 1])]
    found = [*bare, *adapters][: len(bare) or 1]
    return {side: {n: row for one in found for n, row in one.methods[side].items()} for side in OTHER}


def _adapter(source: str, target: str) -> Adapter:
    found: Adapter = getattr(*_pair(source, target))
    return found


def _has_pair(one: str, other: str) -> bool:
    return any(find_spec(_module(*ends), __package__) for ends in ((one, other), (other, one)))


def _pair(source: str, target: str, prefix: str = "") -> tuple[Any, str]:
    """Return the module of the adapters between two names, and the name of the direction in the module."""
    is_up = find_spec(_module(source, target), __package__) is not None
    ends = (source, target) if is_up else (target, source)
    return import_module(_module(*ends, prefix), __package__), "UP" if is_up else "DOWN"


def _module(older: str, newer: str, prefix: str = "") -> str:
    """Return the name of the module with the adapters of a pair, as the build chooses it."""
    spelled = re.sub("[^A-Za-z0-9]", "_", f"{older}_to_v{newer}")
    return f"...adapters.{prefix}v{spelled}"
