"""Find the chain of adapters between two revisions, with or without extensions, and plan a conversion."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, cast

import msgspec

from ..endpoints import AnyEndpoint, extensions_in, name_of, revision_in, with_extensions
from ..errors import METHOD_NOT_FOUND
from ..messages.options import checked_option
from ..revisions import facts_of
from ..sides import OTHER
from .adapter_tables import Adapter, Edit, MethodAdapter, MethodRemoved, rows_along
from .flat_edits import DropInner, Flat
from .log import ConversionLog, Path, expected
from .losses import Change
from .plan import ConversionPlan, ErrorPlan, MethodPlan, Part, Step, VendorPlans
from .request_context import least_context
from .rules import Naming, fill_request_meta, naming_edit
from .value_checks import NEVER, Shape

CONTEXT = Change(
    "R-VENDOR", "Each request of the target revision states these facts about the client, so they were added."
)
RESULT_TYPE = Change("R-VENDOR", "Each result of the target revision has a `resultType`, so it was added.")
Rows = Mapping[str, Mapping[str, MethodAdapter | MethodRemoved]]  # by the side that sends, then by method


def plan_along(source: str, target: str, sender: str, adapters: Sequence[Adapter]) -> ConversionPlan:
    """Return the plan that converts the messages of `sender` with a chain of adapters."""
    rows = rows_from(source, adapters) if adapters else {side: {} for side in OTHER}
    editing = tuple(adapter for adapter in adapters if adapter.error or adapter.error_id)
    leaving = (one for one in adapters if revision_in(one.target) != revision_in(source))
    return ConversionPlan(
        source,
        target,
        sender,
        tuple(adapters),
        requests=_method_plans(adapters, sender, "params", rows),
        results=_method_plans(adapters, OTHER[sender], "result", rows),
        errors=ErrorPlan(editing, _last_request_removed(adapters, OTHER[sender], rows)),
        batches=next((one.batches for one in leaving), None),
        least_context=least_context(adapters, revision_in(target)),
        is_identity=not adapters,
    )


def _method_plans(
    adapters: Sequence[Adapter], requester: str, part: Part, rows: Rows
) -> dict[str, MethodPlan]:
    """Return a plan for each method that `requester` sends, by method name.

    If `part` is `params`, the plans convert the params of requests and notifications. If `part` is `result`,
    they convert the results of requests. `rows` has the methods of the source revision.
    """
    return {
        method: _method_plan(adapters, requester, method, part, row.is_request)
        for method, row in rows[requester].items()
        if row.is_request or part == "params"
    }


def _method_plan(
    adapters: Sequence[Adapter], requester: str, method: str, part: Part, is_request: bool
) -> MethodPlan:
    """Return the plan that converts the params, or the result, of one method with a chain of adapters."""
    steps: list[Step] = []
    name, renaming = method, None
    for adapter, row in rows_along(adapters, requester, method):
        if isinstance(row, MethodRemoved):
            return MethodPlan(part, (), row, row.is_request)
        steps += _steps(part, adapter, row)
        name, renaming = row.renamed or name, row.renaming or renaming
    naming = named_revision(adapters, method, part, requester, is_request)
    if naming is not None:
        steps.append(Step(naming.edit))
    renamed = None
    if renaming is not None and name != method and part == "params":
        renamed = name, renaming
    return MethodPlan(part, tuple(steps), None, is_request, renamed)


def with_vendor_methods(plan: ConversionPlan) -> ConversionPlan:
    """Return a plan that also converts messages of methods that no revision defines."""
    return msgspec.structs.replace(plan, vendor=_vendor_plans(plan), readers=plan.readers)


def _vendor_plans(plan: ConversionPlan) -> VendorPlans:
    """Return the plans for messages of methods that no revision defines.

    A conversion does not change their params and results. It only adds what the target revision requires in
    every request and in every result.
    """
    adapters, sender = plan.adapters, plan.sender
    rows = rows_from(plan.source, adapters) if adapters else {side: {} for side in OTHER}
    stateless = [facts_of(revision_in(one)).per_request for one in (plan.source, plan.target)]
    params: list[Step] = [Step(_as_object)]
    results = list(params)
    if sender == "client" and stateless == [False, True]:
        params = [Step(partial(_with_context, change=CONTEXT), creates_params=True)]
    elif sender == "client" and plan.source != plan.target:
        naming = named_revision(adapters, "", "params", "client", True)
        params += [] if naming is None else [Step(naming.edit)]
    elif stateless == [False, True]:
        results.append(Step(partial(_with_result_type, change=RESULT_TYPE)))
    refused = {side: _last_request_removed(adapters, side, rows) for side in OTHER}
    requests: dict[str, MethodPlan | None] = {}
    for side, part, steps in ((sender, "params", params), (OTHER[sender], "result", results)):
        change = refused[side]
        removed = None if change is None else MethodRemoved(change, METHOD_NOT_FOUND)
        has_requests = any(row.is_request for row in rows[side].values())
        requests[part] = MethodPlan(cast("Part", part), tuple(steps), removed, True) if has_requests else None
    notification = MethodPlan("params", (Step(_as_object),), None, False)
    return VendorPlans(requests["params"], notification, requests["result"])


def _as_object(part: Any, at: Path, log: ConversionLog) -> None:
    if type(part) is not dict:
        raise expected("an object", at)


def _with_context(params: Any, at: Path, log: ConversionLog, change: Change) -> None:
    _as_object(params, at, log)
    fill_request_meta(params, at, log, change)


def _with_result_type(result: Any, at: Path, log: ConversionLog, change: Change) -> None:
    log.require(result, "resultType", "complete", "string", at, change)


def named_revision(
    adapters: Sequence[Adapter], method: str, part: Part, requester: str, is_request: bool
) -> Naming | None:
    """Return the edit that replaces the revision stated in a message, such as `protocolVersion`.

    `part` selects the params or the result of the method. The edit sets the target revision. Return None if
    this part states no revision, or if an adapter of the chain already sets the revision in `_meta`.
    """
    source, target = revision_in(adapters[0].source), revision_in(adapters[-1].target)
    if source == target:
        return None
    if method == "initialize":
        return naming_edit("session", source, target)
    if requester != "client" or not is_request or not facts_of(target).per_request:
        return None
    if part == "params":
        has_context = any(adapter.context for adapter in adapters)
        return None if has_context else naming_edit("request", source, target)
    is_listed = method == "server/discover" and facts_of(source).per_request
    return naming_edit("discovery", source, target) if is_listed else None


def _steps(part: Part, adapter: Adapter, row: MethodAdapter) -> list[Step]:
    """Return the edits that one adapter makes to the params, or to the result, of a method.

    If the adapter has an edit for all methods, it comes first. If the adapter has an edit for this method, it
    comes next.
    """
    found: list[Step] = []
    if adapter.every_part is not None:
        found.append(_every_part(adapter.every_part))
    edit = row.params if part == "params" else row.result
    if edit is not None:
        creates, drops = (row.creates_params, row.drops_empty_params) if part == "params" else (False, False)
        found.append(Step(edit, creates, drops, *_fast_path(adapter, edit)))
    return found


def _every_part(edit: DropInner) -> Step:
    """Return the step that makes the edit `Adapter.every_part` to the params, or to the result, of a method.

    The edit removes keys from `_meta`. If `_meta` is not an object, the step does nothing, because a later
    step raises the error.
    """

    def every(part: Any, at: Path, log: ConversionLog) -> None:
        if type(part) is dict and type(part.get(edit.member)) is dict:
            edit.edit(part, at, log)

    leaves = ("object", {edit.member: ("object", dict.fromkeys(edit.names, NEVER))})
    return Step(every, flat=Flat(leaves), unchanged=leaves)


def _fast_path(adapter: Adapter, edit: Edit) -> tuple[Flat, Shape]:
    """Return the `Flat` that can replace an edit, and the shape of the values that the edit leaves unchanged.

    A `Flat` edits a value without parsing all of it (`flat_edits`). If the build did not generate one for
    this edit, return a `Flat` without edits, which accepts only the unchanged values.
    """
    table = _pair(adapter.source, adapter.target, "fast_path_")[0]
    unchanged = table.UNCHANGED_SHAPES.get(edit, NEVER)
    return table.FLAT.get(edit) or Flat(unchanged), unchanged


def _last_request_removed(adapters: Sequence[Adapter], requester: str, rows: Rows) -> Change | None:
    """Return the change after which `requester` has no request method left, or None if there is none.

    After that change, the other side has no request to answer.
    """
    paths = [rows_along(adapters, requester, name) for name, row in rows[requester].items() if row.is_request]
    if not paths or not all(isinstance(path[-1][1], MethodRemoved) for path in paths):
        return None
    last = max(paths, key=len)[-1][0].methods[requester].values()
    return next(row.change for row in last if isinstance(row, MethodRemoved) and row.is_request)


def revisions() -> tuple[str, ...]:
    """Return all revisions that have an adapter, oldest first."""
    chain: tuple[str, ...] = import_module("...adapters", __package__).CHAIN
    return chain


def known_name(argument: str, endpoint: AnyEndpoint) -> str:
    """Return the name of `endpoint`: a revision, with or without extensions.

    If the name is unknown, raise a `ValueError` whose message names the `argument`.
    """
    name = name_of(endpoint)
    if isinstance(name, str) and revision_in(name) in revisions():
        return name
    raise ValueError(f"{argument}: no revision {endpoint!r:.100}; the revisions are {', '.join(revisions())}")


def plan_of(source: AnyEndpoint, target: AnyEndpoint, sender: str) -> ConversionPlan:
    """Return the plan that converts the messages of `sender` between two revisions.

    The revisions may have extensions. The plan is made on first use and cached. Raises `ValueError` for an
    unknown revision or sender.
    """
    try:
        return _PLANS[source, target, sender]
    except (KeyError, TypeError):
        plan = _plan(name_of(source), name_of(target), sender)  # also reports an unhashable argument
        return _PLANS.setdefault((source, target, sender), plan)


def module_of(name: str) -> Any:
    """Return the module of a revision, which may have extensions. Raise `ValueError` for an unknown name."""
    package: Any = import_module("...", __package__)
    return package.revision(name)


_PLANS: dict[tuple[AnyEndpoint, AnyEndpoint, str], ConversionPlan] = {}


def _plan(source: str, target: str, sender: str) -> ConversionPlan:
    for name, revision in (("source", source), ("target", target)):
        known_name(name, revision)
        for extension in extensions_in(revision):
            import_module("...", __package__).extension(extension)  # raises `ValueError` for an unknown one
    checked_option("sender", sender)
    plan = plan_along(source, target, sender, adapters_between(source, target))
    plan.is_identity = revision_in(source) == revision_in(target) and not any(
        map(_is_between_peers, {*extensions_in(source)} ^ {*extensions_in(target)})
    )
    return plan


def _is_between_peers(extension: str) -> bool:
    """Return whether an extension defines or changes messages between client and server."""
    module: Any = import_module("...", __package__).extension(extension)
    senders = {side for method in module.METHODS.values() for side in method.senders}
    return bool(module.ANSWERS or module.ADDITIONS or senders & {*OTHER})


# Adapters


def adapters_between(source: str, target: str) -> list[Adapter]:
    """Return the adapters that convert from one known revision, which may have extensions, to another.

    The list is empty if both are the same.
    """
    return [_adapter(*step) for step in path_between(source, target, revisions(), _has_pair)]


def path_between(
    source: str, target: str, chain: Sequence[str], has_pair: Callable[[str, str], bool]
) -> list[tuple[str, str]]:
    """Return the path from one revision to another, which may have extensions, as pairs of neighbours.

    `chain` lists the revisions in order. If only the source has an extension, the path removes the extension,
    usually in a step of its own: from `A+EXTENSION` to `A`, then from `A` to the next revision `B`. If
    `has_pair` says that an adapter converts from `A+EXTENSION` directly to `B`, that one step replaces both.
    In the same way, the path adds an extension that only the target has (rule R-EXT).
    """
    here, there = revision_in(source), revision_in(target)
    start, end = chain.index(here), chain.index(there)
    path = list(chain[start : end + 1] if start <= end else chain[end : start + 1][::-1])
    stay = {*extensions_in(source)} & {*extensions_in(target)} if here == there else set()
    off = [with_extensions(here, one) for one in extensions_in(source) if one not in stay]
    on = [with_extensions(there, one) for one in extensions_in(target) if one not in stay]
    if len(path) > 1 and (first := next((name for name in off if has_pair(name, path[1])), None)):
        path[0] = first
        off.remove(first)
    if len(path) > 1 and (last := next((name for name in on if has_pair(path[-2], name)), None)):
        path[-1] = last
        on.remove(last)
    return [*((name, here) for name in off), *pairwise(path), *((there, name) for name in on)]


def rows_from(source: str, adapters: Sequence[Adapter] = ()) -> Rows:
    """Return the methods of a revision, which may have extensions, by the side that sends them.

    Each method has its entry from the `methods` of an adapter that converts from `source`. If `source` has
    extensions, these are the adapters that remove one of its extensions. Otherwise it is the first one of
    `adapters`. If `adapters` is empty, it is the adapter to a neighbouring revision.
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
    """Import the module with the adapters between two neighbours, and return it with the direction.

    The direction from `source` to `target` is `"UP"` or `"DOWN"`. The prefix `fast_path_` selects the module
    with the shapes and flat edits of these adapters.
    """
    is_up = find_spec(_module(source, target), __package__) is not None
    ends = (source, target) if is_up else (target, source)
    return import_module(_module(*ends, prefix), __package__), "UP" if is_up else "DOWN"


def _module(older: str, newer: str, prefix: str = "") -> str:
    """Return the name of a generated module, such as `...adapters.v2025_03_26_to_v2025_06_18`.

    `prefix` comes before the first `v`.
    """
    spelled = re.sub("[^A-Za-z0-9]", "_", f"{older}_to_v{newer}")
    return f"...adapters.{prefix}v{spelled}"
