"""The ways between revisions: chains of neighbouring adapters, and on each a route for every method.

In: two revisions. Out: a `Plan` with the adapters' `Direction`s between them, in order; from it a `Route` for each method, its edits composed
over all steps, with one outline of what they look at and what they give to every object alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Literal

import msgspec
from msgspec import Raw

from ..errors import INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError
from .adapter_tables import Direction, Edit, Gain, Gone, Outline, Passage, Shed
from .losses import Change, Crossing, Loss, Path, loss_of, read
from .rules import CAPABILITIES, CONTEXT, ERRORS, META
from .value_checks import fits

OTHER = {"client": "server", "server": "client"}
_VERSION = META + "protocolVersion"
_CONTEXTS, _SHORT = 64, 16_384  # how many contexts are remembered, and of how many bytes at most

_encode = msgspec.json.Encoder().encode


class Gains:
    """What every object of a kind is given on the way: its members as JSON, and the losses to report."""

    def __init__(self, gains: tuple[Gain, ...], part: str, given: dict[str, Any] | None) -> None:
        self.members: dict[str, Raw] = {}
        way, at = Crossing(), (None, part)
        for member, said, change in gains:
            value: Any = said
            if said is CONTEXT:  # see rules.fill_request_meta
                value = {**(given or {}), CAPABILITIES: {}, **(given or {})}
                for name in value:
                    way.invented(((at, member), name), value[name], change)
            else:
                way.invented((at, member), value, change)
            self.members[member] = Raw(_encode(value))
        text = _encode(self.members)
        self.alone = Raw(text)
        # The same as it follows the other members of an object, and as an object that a frame had not, up to the end of the frame.
        self.more = b"," + text[1:-1]
        self.new = b',"%b":%b}' % (part.encode(), text)
        self._losses = way.losses()

    def losses(self) -> tuple[Loss, ...]:
        """Return what was invented, with values that are the caller's own."""
        try:
            return tuple(
                [
                    loss_of(loss, copied(loss[2])) if isinstance(loss[2], (dict, list)) else loss
                    for loss in self._losses
                ]
            )
        except DecodeError:  # who asks has less of the stack left than who converted
            return self._losses


class Given:
    """What a context gives to every request, and what each kind of them gains by it."""

    def __init__(self, values: dict[str, Any], shapes: dict[str, Any]) -> None:
        self.values, self.shapes = values, shapes
        self.gains: dict[Route, Gains] = {}

    def fresh(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the values, for the caller to keep, and their shapes."""
        return copied(self.values), self.shapes


class Sheds(msgspec.Struct, gc=False):
    """What a frame lost whose members were only taken away: each with its loss but for the value, or an object and by name the losses of those inside."""

    found: list[tuple[Loss | dict[str, Loss], Any]]

    def losses(self, but: str = "") -> tuple[Loss, ...]:
        """Return what was dropped, but for the reason of one change, given by its id."""
        found: list[Loss] = []
        for told, value in self.found:
            if not isinstance(told, dict):
                if told[4] != but:
                    found.append(loss_of(told, read(value)))
                continue
            for name, loss in told.items():
                if name in value and loss[4] != but:
                    found.append(loss_of(loss, read(value[name])))
        return tuple(found)


class Route:
    """What happens to one method on the whole way: edits, or the change that ends it."""

    def __init__(self, plan: Plan, rows: list[Passage | Gone], part: Literal["params", "result"]) -> None:
        self.part = part
        self.gone = next((row for row in rows if isinstance(row, Gone)), None)
        steps = [row for row in rows if isinstance(row, Passage)] if self.gone is None else []
        self.request = self.gone.code is not None if self.gone else steps[-1].request
        params = part == "params"
        found = [(row.params if params else row.result, row.fills, row.bare) for row in steps]
        self.edits = tuple((e.apply, fills and params, bare and params) for e, fills, bare in found if e)
        self.fills = any(fills for _, fills, _ in self.edits)
        edits = [edit for edit, _, _ in found if edit]
        # What the edits look at, if that can be told, and what there is to read of it.
        self.outline = _outline([edit.outline for edit in edits]) if self.gone is None else None
        if self.fills and any(e and e.outline and e.outline.gains and not fills for e, fills, _ in found):
            self.outline = None
        self.sheds = _sheds(edits, [bare and params for edit, _, bare in found if edit])
        self.free = self.gone is None and not self.edits
        self.take: Any = None  # what carries frames along it half read; see `carriers`
        self.plain: Gains | None = None  # what is gained without a context

    def gained(self, plan: Plan, given: Given | None) -> Gains:
        """Return what a message gains that the edits have nothing else to do with."""
        assert self.outline is not None
        if given is None:
            self.plain = Gains(self.outline.gains, self.part, plan.given.values if plan.given else None)
            return self.plain
        found = given.gains.get(self)
        if found is None:
            found = given.gains[self] = Gains(self.outline.gains, self.part, given.values)
        return found


def _sheds(edits: list[Edit], bare: list[bool]) -> tuple[tuple[tuple[Shed, ...], bool], ...]:
    """Return what each step takes away, and whether an object that is empty then goes too; nothing if it may miss what one before it took."""
    found: list[tuple[tuple[Shed, ...], bool]] = []
    known: set[str] = set()
    taken: set[str] = set()
    for (_, outline), goes in zip(edits, bare):
        if outline is None or outline.gains or outline.needs or not taken.isdisjoint(outline.members):
            return ()
        # What a step before looks at is taken away only as that step leaves it.
        sheds = tuple(shed for shed in outline.sheds if shed.member not in known)
        found.append((sheds, goes))
        known.update(outline.members)
        taken.update(shed.member for shed in sheds)
    return tuple(found) if taken else ()


def _outline(outlines: list[Outline | None]) -> Outline | None:
    """Return the outlines of all steps as one, if there is one: what one step gives, no later one may look at."""
    members: dict[str, None] = {}
    reads: dict[str, tuple[str, ...]] = {}
    lists: dict[str, None] = {}
    still: dict[str, Any] = {}
    needs: dict[str, None] = {}
    gains: list[Gain] = []
    for outline in outlines:
        if outline is None or any(gain.member in outline.members for gain in gains):
            return None
        for name in outline.members:
            # A member stays as it is if it does at every step that looks at it.
            shape = still.pop(name, None)
            if name in outline.still and (shape is not None or name not in members):
                still[name] = outline.still[name] if shape is None else ("both", shape, outline.still[name])
            members[name] = None
        for name, looks in outline.reads.items():
            reads[name] = tuple(dict.fromkeys((*reads.get(name, ()), *looks)))
        lists.update(dict.fromkeys(outline.lists))
        needs.update(dict.fromkeys(outline.needs))
        gains += outline.gains
    read = {each for found in reads.values() for each in found}
    listed = tuple(name for name in lists if name not in read)
    beside = dict.fromkeys(name for outline in outlines if outline for name in outline.known)
    return Outline(tuple(members), reads, listed, still, tuple(needs), tuple(gains), known=tuple(beside))


class Plan:
    """The way from one revision to another: its steps, and the routes that were asked for."""

    def __init__(self, steps: tuple[Direction, ...]) -> None:
        self.steps = steps
        self.requests: dict[str, dict[str, Route]] = {"client": {}, "server": {}}
        self.results: dict[str, dict[str, Route]] = {"client": {}, "server": {}}
        self.batches = steps[0].batches
        self.context = next((step for step in steps if step.context), None)
        self.shapes = {} if self.context is None else _prefixed(self.context.context or {})
        self.given = Given({_VERSION: self.context.target}, self.shapes) if self.context else None
        self._told: dict[bytes, Given] = {}
        self.mute = {side: self._mute(OTHER[side]) for side in OTHER}

    def _mute(self, asking: str) -> Change | None:
        """Return the change that left `asking` without requests, so that the other side has nothing to answer."""
        for step in self.steps:
            rows = step.methods[asking].values()
            if not any(isinstance(row, Passage) and row.request for row in rows):
                return next(
                    (row.change for row in rows if isinstance(row, Gone) and row.code is not None), None
                )
        return None

    def told(self, context: Mapping[str, Any] | None) -> Given | None:
        """Return what a context gives; raise `ValueError` for one that is none."""
        if context is None or self.context is None:
            return self.given
        try:
            key = _encode(dict(context)) if isinstance(context, Mapping) else b""
        except (TypeError, ValueError, RecursionError):
            key = b""  # `context_of` says what is wrong with it
        known = self._told.get(key)
        if known is None:
            known = Given(context_of(self, context), self.shapes)
            # What is no JSON is `null` too.
            if b"null" not in key and 0 < len(key) < _SHORT:
                if len(self._told) >= _CONTEXTS:
                    self._told.clear()
                self._told[key] = known
        return known

    def codes(self, answering: str | None) -> frozenset[int]:
        """Return the codes of the errors that may change."""
        touched = [ERRORS[step.error.__name__](answering) for step in self.steps if step.error]
        return frozenset().union(*touched)

    def request(self, sender: str, method: str) -> Route:
        """Return the route of a request or notification, made on first use."""
        route = self._route(sender, method, "params")
        if route is None:
            raise DecodeError(
                "/method", f"{self.steps[0].source} has no {method!r} from the {sender}", METHOD_NOT_FOUND
            )
        self.requests[sender][method] = route
        return route

    def result(self, sender: str, method: str) -> Route:
        """Return the route of a result that answers `method`, made on first use."""
        route = self._route(OTHER[sender], method, "result")
        if route is None or not route.request:
            source = self.steps[0].source
            raise ValueError(f"answering: {source} has no request {method!r} that a {sender} answers")
        self.results[sender][method] = route
        return route

    def _route(self, sender: str, method: str, part: Literal["params", "result"]) -> Route | None:
        rows: list[Passage | Gone] = []
        for step in self.steps:
            row = step.methods[sender].get(method)
            if row is None:
                return None
            rows.append(row)
            if isinstance(row, Gone):
                break
        return Route(self, rows, part)


def revisions() -> tuple[str, ...]:
    """Return every revision that the adapters know, oldest first."""
    chain: tuple[str, ...] = import_module("...adapters", __package__).CHAIN
    return chain


def plan_of(source: str, target: str) -> Plan | None:
    """Return the way between two revisions, made on first use; None where they are the same."""
    try:
        return _PLANS[source, target]
    except (KeyError, TypeError):
        chain = revisions()
    for name, revision in (("source", source), ("target", target)):
        if revision not in chain:
            raise ValueError(f"{name}: no revision {revision!r}; the revisions are {', '.join(chain)}")
    start, end = chain.index(source), chain.index(target)
    pairs = [(i, i + 1) for i in range(start, end)] or [(i, i + 1) for i in range(start - 1, end - 1, -1)]
    modules = [import_module(f"...adapters.{_module(chain[a], chain[b])}", __package__) for a, b in pairs]
    steps = tuple(module.UP if start < end else module.DOWN for module in modules)
    plan = _PLANS[source, target] = Plan(steps) if steps else None
    return plan


def _module(older: str, newer: str) -> str:
    return f"v{older.replace('-', '_')}_to_v{newer.replace('-', '_')}"


_PLANS: dict[tuple[str, str], Plan | None] = {}


def know(sender: str, answering: Any) -> None:
    """Raise `ValueError` for a sender that is none, and for what cannot say what is answered."""
    if sender not in OTHER:
        raise ValueError(f"sender: {sender!r} is neither 'client' nor 'server'")
    if answering is not None and not isinstance(answering, str) and not callable(answering):
        raise ValueError(f"answering: {answering!r} is neither the name of a method nor a function of an id")


def edit(tree: dict[str, Any], route: Route, way: Crossing) -> None:
    """Carry out the edits of a method on the params, or the result, of a frame."""
    part = route.part
    at: Path = (None, part)
    for apply, fills, bare in route.edits:
        before = len(way)
        if part in tree:
            apply(tree[part], at, way)
            if bare and not tree[part]:
                del tree[part]
        elif fills:
            tree[part] = {}
            apply(tree[part], at, way)
        if 0 < before < len(way):
            way.tangled = True


def context_of(plan: Plan, context: Any) -> dict[str, Any]:
    """Return what the sessions of the source said once as the target's requests repeat it."""
    assert plan.context is not None and plan.context.context is not None
    shapes = plan.context.context
    given: dict[str, Any] = {_VERSION: plan.context.target}
    said = context if isinstance(context, Mapping) else {repr(context): None}
    for name in said:
        if name not in shapes or name == "protocolVersion":
            raise ValueError(f"context: no {name!r}; there are clientCapabilities, clientInfo and logLevel")
    for name, value in said.items():
        if value is None:
            continue
        try:
            given[META + name] = value = copied(value)
            _encode(value)
        except UnicodeEncodeError:
            raise ValueError(f"context: {name} is not JSON: a lone surrogate") from None
        except DecodeError as error:
            raise ValueError(f"context: {name} is {error.reason}") from None
        way = Crossing()
        for step in plan.steps:
            apply = {"clientCapabilities": step.capabilities, "clientInfo": step.implementation}.get(name)
            if apply is not None:
                try:
                    apply(value, None, way)
                except DecodeError as error:
                    raise ValueError(f"context: {name}{error.pointer}: {error.reason}") from None
            if step is plan.context:
                break
        if not fits(value, shapes[name]):
            raise ValueError(f"context: {name} is not what {plan.context.target} calls {name}")
    return given


def _prefixed(shapes: dict[str, Any]) -> dict[str, Any]:
    return {META + name: shape for name, shape in shapes.items()}


def copied(tree: Any) -> Any:
    """Return a copy of a JSON tree; raise `DecodeError` for what is none."""
    try:
        return msgspec.to_builtins(tree)
    except (TypeError, ValueError) as error:
        raise DecodeError("", f"not JSON: {error}", INVALID_REQUEST) from None
    except RecursionError:
        raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None
