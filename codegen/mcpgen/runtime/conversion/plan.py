"""Conversion plans: the chain of neighbouring adapters between two revisions, and the edits of each method along it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Literal

import msgspec

from ..errors import METHOD_NOT_FOUND, DecodeError
from .adapter_tables import Adapter, Edit, MethodAdapter, MethodRemoved
from .log import ConversionLog, Tree
from .losses import Change

OTHER = {"client": "server", "server": "client"}
Part = Literal["params", "result"]


class Step(msgspec.Struct, frozen=True, gc=False):
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

    @property
    def unchanged(self) -> bool:
        """Say whether every frame of the method passes unchanged."""
        return not self.steps and self.removed is None

    def apply(self, tree: Tree, log: ConversionLog) -> None:
        """Edit the params, or the result, of a frame in place."""
        part = self.part
        at = (None, part)
        for step in self.steps:
            before = len(log)
            if part in tree:
                step.edit(tree[part], at, log)
                if step.drops_empty_params and not tree[part]:
                    del tree[part]
            elif step.creates_params:
                tree[part] = {}
                step.edit(tree[part], at, log)
            log.begin_step(before)


class ConversionPlan:
    """The chain of adapters from one revision to another, and the plans of its methods, made on first use."""

    def __init__(self, adapters: Sequence[Adapter]) -> None:
        self.adapters = tuple(adapters)
        self.source, self.target = adapters[0].source, adapters[-1].target
        self.batches = adapters[0].batches
        self.context_adapter = next((adapter for adapter in adapters if adapter.context), None)
        self._no_requests_from = {side: self._last_request_removed(side) for side in OTHER}
        self._plans: dict[tuple[Part, str, str], MethodPlan] = {}
        self.may_pass = {side: self._any_unchanged(side) for side in OTHER}

    def request(self, sender: str, method: str) -> MethodPlan:
        """Return the plan of a request or notification; raise `DecodeError` for a method unknown to the source."""
        plan = self._plans.get(("params", sender, method)) or self._planned("params", sender, method)
        if plan is None:
            reason = f"{self.source} has no {method!r} from the {sender}"
            raise DecodeError("/method", reason, METHOD_NOT_FOUND)
        return plan

    def result(self, sender: str, method: str) -> MethodPlan:
        """Return the plan of a result that answers `method`; raise `ValueError` where the method has no results."""
        plan = self._plans.get(("result", sender, method)) or self._planned("result", sender, method)
        if plan is None or not plan.is_request:
            raise ValueError(f"answering: {self.source} has no request {method!r} that a {sender} answers")
        return plan

    def refuses_responses_of(self, sender: str) -> Change | None:
        """Return the change that leaves a sender without requests to answer."""
        return self._no_requests_from[OTHER[sender]]

    def _planned(self, part: Part, sender: str, method: str) -> MethodPlan | None:
        asking = sender if part == "params" else OTHER[sender]
        rows: list[MethodAdapter] = []
        removed = None
        for adapter in self.adapters:
            row = adapter.methods[asking].get(method)
            if row is None:
                return None
            if isinstance(row, MethodRemoved):
                removed = row
                break
            rows.append(row)
        plan = MethodPlan(
            part,
            tuple(_steps(part, rows)) if removed is None else (),
            removed,
            rows[-1].is_request if removed is None else removed.is_request,
        )
        return self._plans.setdefault((part, sender, method), plan)

    def _last_request_removed(self, asking: str) -> Change | None:
        """Return the change that removes the last request of a side."""
        for adapter in self.adapters:
            rows = adapter.methods[asking].values()
            if not any(isinstance(row, MethodAdapter) and row.is_request for row in rows):
                removed = [row.change for row in rows if isinstance(row, MethodRemoved) and row.is_request]
                return removed[0] if removed else None
        return None

    def _any_unchanged(self, sender: str) -> bool:
        """Say whether some request of a side passes unchanged, so that the head of a frame is worth reading first."""
        plans = [self._planned("params", sender, method) for method in self.adapters[0].methods[sender]]
        return any(plan is not None and plan.is_request and plan.unchanged for plan in plans)


def _steps(part: Part, rows: Sequence[MethodAdapter]) -> list[Step]:
    if part == "params":
        return [Step(row.params, row.creates_params, row.drops_empty_params) for row in rows if row.params]
    return [Step(row.result, False, False) for row in rows if row.result]


def revisions() -> tuple[str, ...]:
    """Return every revision that the adapters know, oldest first."""
    chain: tuple[str, ...] = import_module("...adapters", __package__).CHAIN
    return chain


def plan_of(source: str, target: str) -> ConversionPlan | None:
    """Return the plan between two revisions, made on first use; None where they are the same.

    Raises `ValueError` for an unknown revision.
    """
    try:
        return _PLANS[source, target]
    except (KeyError, TypeError):
        return _PLANS.setdefault((source, target), _plan(source, target))


_PLANS: dict[tuple[str, str], ConversionPlan | None] = {}


def _plan(source: str, target: str) -> ConversionPlan | None:
    chain = revisions()
    for name, revision in (("source", source), ("target", target)):
        if revision not in chain:
            raise ValueError(f"{name}: no revision {revision!r}; the revisions are {', '.join(chain)}")
    start, end = chain.index(source), chain.index(target)
    if start < end:
        return ConversionPlan([_adapters(chain[i], chain[i + 1]).UP for i in range(start, end)])
    if start > end:
        return ConversionPlan([_adapters(chain[i - 1], chain[i]).DOWN for i in range(start, end, -1)])
    return None


def _adapters(older: str, newer: str) -> Any:
    name = f"v{older}_to_v{newer}".replace("-", "_")
    return import_module(f"...adapters.{name}", __package__)
