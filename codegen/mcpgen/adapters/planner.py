"""Walk: two neighbouring `Protocol`s, in step, and what is decided about their changes → the steps of one direction.

In: the IR of both revisions and `Decided` changes. Out: `Steps`, and problems for what no decision covers. Rules kept here:

- *Both trees are walked in step*, from the methods down. What is valid in the target whenever it is valid in the source
  is not visited; a type that changes gets a function, a change a line.
- *Every object is open*, so a source may send a member that only the target knows. It is admitted if it fits the
  target's type and dropped otherwise.
- *Mechanical*: a member that the target does not know is dropped; one that it newly requires makes the frame
  refused when absent; a narrower type drops an optional member that does not fit and refuses a required one; an arm of a
  union or a method that the target lacks is refused. Everything else is decided, by the clauses of its place.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from mcpgen.adapters.actions import Clause, Way, clauses, places_of
from mcpgen.adapters.decisions import Decided, Entry, glob, source_of
from mcpgen.adapters.plan import Arm, ChangeConstant, Function, Line, PassageRow, Steps
from mcpgen.adapters.value_shapes import Shapes
from mcpgen.compare.changes import describe
from mcpgen.ir import (
    Array,
    Choice,
    Constant,
    Field,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Side,
    Type,
    Union,
    is_anything,
)
from mcpgen.names import snake
from mcpgen.problems import Problem, natural_order, refuse

# Changes that nothing on the wire shows: they cite nothing.
_SAID_ONLY = ("DEPRECATED", "REINSTATED", "KNOWN_VALUE_ADDED", "KNOWN_VALUE_REMOVED", "CAPABILITY_CHANGED")

_IS_ARRAY = "type(value) is list"


class Citations:
    """The named changes as constants; those that are used are printed."""

    def __init__(self, older: Protocol, newer: Protocol, decided: Sequence[Decided]) -> None:
        self.older, self.newer = older.revision, newer.revision
        self.entries: dict[str, Entry] = {}
        for one in decided:
            if one.entry and one.change.rule not in _SAID_ONLY:
                for place in places_of(one.change):
                    self.entries.setdefault(place, one.entry)
        for one in decided:
            if one.entry and one.change.rule in ("UNION_ARM_ADDED", "UNION_ARM_REMOVED"):
                self.entries.setdefault(one.change.detail, one.entry)
        self.used: dict[str, ChangeConstant] = {}

    def cite(self, way: Way, places: Iterable[str], entry: Entry | None = None) -> str:
        """Return the name of the constant for the named change at the first of the places that has one."""
        places = list(places)
        if entry is None:
            entry = next((self.entries[place] for place in places if place in self.entries), None)
        target = self.newer if way == "up" else self.older
        if entry is None:
            id, reason = places[0], f"{target} does not have it"
        else:
            id, reason = entry.id, f"{entry.title}: {entry.reason}"
        name = re.sub(r"\W+", "_", id).upper().strip("_")
        if entry is None:
            name += "_UP" if way == "up" else "_DOWN"
        self.used.setdefault(name, ChangeConstant(name, id, reason))
        return name

    def constants(self, directions: Iterable[Steps]) -> tuple[ChangeConstant, ...]:
        """Return the constants that the directions mention."""
        named: set[str | None] = set()
        for steps in directions:
            named |= {steps.error_change, steps.error_id, steps.batches}
            named |= {row.gone for rows in steps.methods.values() for row in rows}
            for function in steps.functions:
                named |= {line.change for line in function.lines}
                named |= {arm.change for arm in function.arms if arm.rule or arm.refused}
        return tuple(self.used[name] for name in sorted(self.used, key=natural_order) if name in named)


class _Narrowed(Exception):
    """A value that is valid in the source may be invalid in the target, and no step mends it."""


@dataclass(frozen=True, slots=True)
class _Call:
    """Visit a value with a function, or each item of a container with it."""

    function: str
    loop: Literal["", "each", "values"] = ""


class Walk:
    """One direction: walks both protocols in step and collects functions."""

    def __init__(
        self,
        way: Way,
        source: Protocol,
        target: Protocol,
        decided: Sequence[Decided],
        shapes: Shapes,
        changes: Citations,
    ) -> None:
        self.way, self.source, self.target = way, source, target
        self.shapes, self.changes = shapes, changes
        self.problems: list[Problem] = []
        older, newer = (source, target) if way == "up" else (target, source)
        self.decisions = source_of(older.revision, newer.revision)
        self.clauses = list(
            dict.fromkeys(clause for d in decided for clause in clauses(d, way, self.decisions))
        )
        # What names its place goes first; that something stays as it is says nothing about what else happens there.
        self.clauses.sort(key=lambda clause: (not clause.elsewhere, clause.verb == "keep"))
        self.bound: set[tuple[str, str]] = set()
        self.functions: dict[str, Function] = {}
        self.memo: dict[tuple[Type, Type], _Call | None | _Narrowed] = {}
        self.pending: dict[tuple[Type, Type], bool] = {}

    # Methods

    def steps(self) -> Steps:
        """Return the whole direction."""
        sides: tuple[Side, ...] = ("client", "server")
        methods: dict[str, tuple[PassageRow, ...]] = {side: tuple(self.passages(side)) for side in sides}
        error, error_change, _ = self.clause_at("errors")
        context = self.context()
        capabilities = self.call_of("ClientCapabilities") if self.way == "up" else None
        implementation = self.call_of("Implementation") if self.way == "up" else None
        batches = None
        if self.source.batches and not self.target.batches:
            batches = self.cite(["JSONRPCMessage"])
        result = Steps(
            self.way,
            self.source.revision,
            self.target.revision,
            tuple(self.functions.values()),
            methods,
            error,
            error_change,
            self.error_id(),
            batches,
            capabilities,
            implementation,
            context,
        )
        for clause in self.clauses:
            for place in clause.places:
                if clause.elsewhere and (clause.location, place) not in self.bound:
                    what = f"{self.way}: {clause.verb}: nothing changes at {place!r}; remove the clause"
                    self.problems.append(Problem(clause.location, what))
        return result

    def passages(self, side: Side) -> Iterator[PassageRow]:
        for name, method in self.source.methods.items():
            if side in method.senders and method.kind != "embedded":
                yield self.passage(side, name, method)

    def passage(self, side: Side, name: str, method: Method) -> PassageRow:
        other, request = self.target.methods.get(name), method.kind == "request"
        _, change, verb = self.clause_at(f"{name}:{side}", name)
        if other is None or other.kind == "embedded" or side not in other.senders or verb == "refuse":
            if verb != "refuse" or change is None:
                change = self.cite([name, f"{name}:{side}"])
            code = -32601 if request else None
            return PassageRow(name, request, gone=change, code=code, verdicts=("none", "none"))
        params = None
        fills = bare = False
        if method.params is not None and other.params is not None:
            params = self.function_of(Ref(method.params), Ref(other.params), f"{name} params")
            needed, needs = self.needs_params(self.source, method), self.needs_params(self.target, other)
            fills, bare = needs and not needed, needed and not needs
        result = self.result(name, method, other)
        verdicts = (self.verdict(params, fills), self.verdict(result))
        return PassageRow(name, request, params, result, verdicts, fills, bare)

    @staticmethod
    def needs_params(protocol: Protocol, method: Method) -> bool:
        message = protocol.definitions[method.message]
        member = message.field("params") if isinstance(message, Record) else None
        return member is not None and member.required

    def verdict(self, function: str | None, lossy: bool = False) -> str:
        return "lossy" if lossy or (function is not None and self.functions[function].lossy) else "whole"

    def add(self, function: Function) -> None:
        self.functions[function.name] = function

    def result(self, name: str, method: Method, other: Method) -> str | None:
        """Return the function for the results of a method: the ordinary one, after a look for the extraordinary."""
        if not method.results or not other.results:
            return None
        ordinary = self.function_of(Ref(method.results[0]), Ref(other.results[0]), f"{name} result")
        first = self.record(self.source, Ref(method.results[0]))
        tests: list[Arm] = []
        for extra in method.results[1:]:
            test = self.extraordinary(extra, first)
            calls: tuple[str, ...] = ()
            if extra not in other.results and test:
                change = self.cite([f"{name}.{extra}", extra, name])
                tests.append(Arm(extra, test=test, refused=True, change=change))
            elif extra in other.results:
                call = self.function_of(Ref(extra), Ref(extra), f"{name} result {extra}")
                calls = (call,) if call else ()
                if call or ordinary:
                    tests.append(Arm(extra, test=test, calls=calls))
        if not tests:
            return ordinary
        function = f"{snake(name)}_result_{self.way}"
        calls = (ordinary,) if ordinary else ()
        tests.append(Arm(method.results[0], test="True", calls=calls))
        lossy = any(arm.refused or any(self.functions[call].lossy for call in arm.calls) for arm in tests)
        title = f"{name} result"
        self.add(Function(function, title, "value", (), tuple(tests), lossy=lossy, objects=True))
        return function

    def extraordinary(self, name: str, ordinary: Record | None) -> str:
        """Return the test of an extraordinary result, a Python expression."""
        if name in self.source.guards:
            member, value = self.source.guards[name]
            return f"value.get({member!r}) == {value!r}"
        record = self.record(self.source, Ref(name))
        assert record is not None and ordinary is not None
        own = [f.name for f in record.fields if f.required and ordinary.field(f.name) is None]
        lacks = [f for f in ordinary.fields if f.required and record.field(f.name) is None]
        if not own or not lacks:
            return ""
        shape = self.shapes.of(self.source, lacks[0].type)
        return f"{own[0]!r} in value and not fits(value.get({lacks[0].name!r}), {shape})"

    def error_id(self) -> str | None:
        before, after = (self.error_of(p) for p in (self.source, self.target))
        if before is None or after is None:
            return None
        one, other = before.field("id"), after.field("id")
        if one is not None and other is not None and other.required and not one.required:
            return self.cite([f"{after.name}.id", f"{before.name}.id", before.name, after.name])
        return None

    @staticmethod
    def error_of(protocol: Protocol) -> Record | None:
        for name in ("JSONRPCErrorResponse", "JSONRPCError"):
            found = protocol.definitions.get(name)
            if isinstance(found, Record):
                return found
        return None

    def context(self) -> dict[str, str]:
        """Return the shapes of what the target repeats in each request and the source does not, by name."""
        after, before = (self.record_named(p, "RequestMetaObject") for p in (self.target, self.source))
        if after is None or before is not None:
            return {}
        names = ((f, f.name.rpartition("/")) for f in after.fields)
        return {last: self.shapes.of(self.target, f.type) for f, (prefix, _, last) in names if prefix}

    def record_named(self, protocol: Protocol, name: str) -> Record | None:
        found = protocol.definitions.get(name)
        return found if isinstance(found, Record) else None

    def call_of(self, name: str) -> str | None:
        if name in self.source.definitions and name in self.target.definitions:
            return self.function_of(Ref(name), Ref(name), name)
        return None

    def function_of(self, one: Type, other: Type, where: str) -> str | None:
        try:
            step = self.carry(one, other)
        except _Narrowed:
            self.undecided(where, "its type is narrower")
            return None
        if step is None:
            return None
        assert not step.loop
        return step.function

    # Decisions

    def clause_at(self, *places: str) -> tuple[str | None, str | None, str | None]:
        """Return the function, the change and the verb of the clause for the first of the places that has one."""
        clause = self.clause(*places)
        if clause is None:
            return None, None, None
        return clause.argument or None, self.cite(places, clause.entry), clause.verb

    def clause(self, *places: str) -> Clause | None:
        for place in places:
            for clause in self.clauses:
                for pattern in clause.places:
                    if glob(pattern, place) if clause.elsewhere else pattern == place:
                        self.bound.add((clause.location, pattern))
                        return clause
        return None

    def cite(self, places: Iterable[str], entry: Entry | None = None) -> str:
        return self.changes.cite(self.way, places, entry)

    def undecided(self, where: str, what: str) -> None:
        self.problems.append(
            Problem(self.decisions, f"{where}: {what} {self.way}ward; say `{self.way}` for it")
        )

    # Types

    def resolve(self, protocol: Protocol, type_: Type) -> Type:
        """Return a type with aliases followed: what is left of a reference is a record."""
        while isinstance(type_, Ref):
            definition = protocol.definitions[type_.name]
            if isinstance(definition, Record):
                return type_
            type_ = definition.type
        return type_

    def record(self, protocol: Protocol, type_: Type) -> Record | None:
        """Return a type as a record, an object with free names as one that names none; None for other types."""
        found = self.resolve(protocol, type_)
        if isinstance(found, Ref):
            definition = protocol.definitions[found.name]
            assert isinstance(definition, Record)
            return definition
        return Record("", (), open=found.values) if isinstance(found, Map) else None

    def arms(self, protocol: Protocol, type_: Type) -> list[Type]:
        """Return the arms of a type, flattened; a type that is no union is its own."""
        found = self.resolve(protocol, type_)
        if isinstance(found, Union):
            return list(dict.fromkeys(arm for each in found.arms for arm in self.arms(protocol, each)))
        return [found]

    def carry(self, one: Type, other: Type) -> _Call | None:
        """Return what to call on a value of `one` so that it becomes one of `other`; None where it already is."""
        key = (one, other)
        if key in self.memo:
            found = self.memo[key]
            if isinstance(found, _Narrowed):
                raise found
            return found
        if key in self.pending:
            self.pending[key] = True
            return None
        self.pending[key] = False
        try:
            step = self.compare(one, other)
            if step is not None and self.pending[key]:
                message = (
                    f"{describe(one)} changes and refers to itself; an adapter of recursive types is not made"
                )
                raise refuse(self.decisions, message)
        except _Narrowed as narrowed:
            self.memo[key] = narrowed
            raise
        finally:
            del self.pending[key]
        self.memo[key] = step
        return step

    def compare(self, one: Type, other: Type) -> _Call | None:
        if is_anything(other, self.target.definitions):
            return None
        olds, news = self.arms(self.source, one), self.arms(self.target, other)
        if len(olds) > 1 or len(news) > 1:
            return self.union(one, other, olds, news)
        a, b = olds[0], news[0]
        match a, b:
            case Array(), Array():
                if not _bounded(a.min_items, a.max_items, b.min_items, b.max_items):
                    raise _Narrowed
                return self.container("each", a.items, b.items, one, other)
            case Map(), Map():
                return self.container("values", a.values, b.values, one, other)
            case _:
                before, after = self.record(self.source, a), self.record(self.target, b)
                if before is not None and after is not None:
                    return self.object(before, after)
                if not self.within(a, b, set()):
                    raise _Narrowed
                return None

    def container(
        self, loop: Literal["each", "values"], a: Type, b: Type, one: Type, other: Type
    ) -> _Call | None:
        """Return a loop over a container; a loop within a loop gets a function of its own."""
        step = self.carry(a, b)
        if step is None or not step.loop:
            return step and _Call(step.function, loop)
        name = self.unused(f"{step.function.removesuffix('_' + self.way)}_list_{self.way}")
        inner = self.functions[step.function]
        line = Line(f"own_{step.loop}", call=step.function, replaces=inner.replaces)
        self.add(Function(name, f"A container of {inner.type}", "value", lines=(line,), lossy=inner.lossy))
        return _Call(name, loop)

    def unused(self, name: str) -> str:
        stem, number = name, 2
        while name in self.functions:
            name, number = f"{stem}_{number}", number + 1
        return name

    def object(self, before: Record, after: Record) -> _Call | None:
        """Return the function that edits an object, if anything about it changes."""
        title = before.name or after.name
        lines: list[Line] = []
        whole = self.clause(*filter(None, (before.name, after.name)))
        if whole is not None and whole.verb in ("rule", "instead"):
            change = self.cite([title], whole.entry)
            lines.append(Line("rule", change=change, call=whole.argument))
        if whole is None or whole.verb != "instead":
            names = dict.fromkeys([f.name for f in before.fields] + [f.name for f in after.fields])
            for name in names:
                lines += self.member(before, after, name)
            lines.sort(key=lambda line: not line.kind.startswith("rule"))  # rules find what the source sent
        if not lines:
            return None
        function = self.unused(f"{snake(title)}_{self.way}")
        lossy = any(self.loses(line) for line in lines)
        self.add(Function(function, title, subject(title), tuple(lines), lossy=lossy))
        return _Call(function)

    def loses(self, line: Line) -> bool:
        if line.kind in ("enter", "each", "values", "own_each", "own_values"):
            return self.functions[line.call].lossy
        return line.kind != "admit"

    def member(self, before: Record, after: Record, name: str) -> Iterator[Line]:
        """Yield what happens to one member of an object."""
        one, other = before.field(name), after.field(name)
        places = [f"{r.name}.{name}" for r in (after, before) if r.name] or [name]
        cited = [*places, *(r.name for r in (before, after) if r.name)]
        demanded = other is not None and other.required and not (one is not None and one.required)
        clause = self.clause(*places)
        if clause is not None:
            change = self.cite(cited, clause.entry)
            code = int(clause.argument) if clause.verb == "refuse" and clause.argument else None
            match clause.verb:
                case "drop":
                    if one is None or other is None:
                        yield Line("drop", name, change)
                        return
                    yield Line("admit", name, change, shape=self.shapes.of(self.target, other.type))
                    return
                case "const" | "fill":
                    if other is None:
                        self.undecided(places[0], f"`{clause.verb}` is for what the target has; it goes away")
                        return
                    shape = self.shapes.of(self.target, other.type)
                    value = _constant(other) if clause.verb == "const" else json.loads(clause.argument)
                    yield Line("require", name, change, value=repr(value), shape=shape)
                    return
                case "refuse" if other is None:
                    yield Line("refuse_present", name, change, code=code)
                    return
                case "instead" | "rule":
                    kind = "rule" if demanded else "rule_if"
                    yield Line(kind, name, change, call=clause.argument)
                    if clause.verb == "instead" or one is None or other is None:
                        return
                    try:
                        yield from self.entered(one, other, self.carry(one.type, other.type))
                    except _Narrowed:
                        pass
                    return
                case "keep" if other is None:
                    return
        if other is None:
            yield Line("drop", name, self.cite(cited))
        elif one is None:
            if other.required:
                self.undecided(places[0], "a member becomes required")
            elif not is_anything(other.type, self.target.definitions):
                yield Line("admit", name, self.cite(cited), shape=self.shapes.of(self.target, other.type))
        else:
            if demanded:
                yield Line("refuse_absent", name, self.cite(cited))
            try:
                yield from self.entered(one, other, self.carry(one.type, other.type))
            except _Narrowed:
                kind = "refuse_unfit" if other.required or (clause and clause.verb == "refuse") else "admit"
                yield Line(kind, name, self.cite(cited), shape=self.shapes.of(self.target, other.type))

    def entered(self, one: Field, other: Field, step: _Call | None) -> Iterator[Line]:
        if step is not None:
            function = self.functions[step.function]
            kind = step.loop or "enter"
            yield Line(kind, one.name, call=step.function, required=one.required, replaces=function.replaces)

    # Unions

    def union(self, one: Type, other: Type, olds: list[Type], news: list[Type]) -> _Call | None:
        """Return the function that finds out which form a value has and edits it, if any form changes."""
        title = next((t.name for t in (one, other) if isinstance(t, Ref)), "value")
        titles = [t.name for t in (one, other) if isinstance(t, Ref)]
        arms: list[Arm] = []
        for old in olds:
            arms.append(self.arm(titles, old, news))
        if all(not (arm.calls or arm.rule or arm.refused) for arm in arms):
            return None
        tag = self.tag([t for t in olds if self.record(self.source, t) is not None])
        done = self.told(olds, arms, tag)
        function = self.unused(f"{snake(title)}_{self.way}")
        lossy = any(a.rule or a.refused or any(self.functions[c].lossy for c in a.calls) for a in done)
        objects = not tag and all(self.record(self.source, t) is not None for t in olds)
        if len(done) == 1 and done[0].calls and not done[0].loop and not done[0].rule:
            return _Call(done[0].calls[0])
        self.add(Function(function, title, "value", arms=done, tag=tag, lossy=lossy, objects=objects))
        return _Call(function)

    def specificity(self, type_: Type) -> int:
        record = self.record(self.source, type_)
        return sum(f.required for f in record.fields) if record else 0

    def arm(self, titles: list[str], old: Type, news: list[Type]) -> Arm:
        """Return what happens to one form."""
        name = describe(old)
        clause = self.clause(
            *(f"{title}.{name}" for title in titles), *([name] if isinstance(old, Ref) else [])
        )
        calls: tuple[str, ...] = ()
        loop = False
        fate = ""
        if clause is None or clause.verb in ("rule", "keep"):
            match = self.counterpart(old, news)
            if match is None:
                fate = "refused" if clause is None else ""
            else:
                step = self.carry(old, match)
                if step is not None:
                    calls, loop = (step.function,), step.loop == "each"
        elif clause.verb == "refuse":
            fate = "refused"
        rule = clause.argument if clause and clause.verb in ("rule", "instead") else ""
        change = ""
        if clause is not None:
            change = self.cite([name], clause.entry)
        elif fate:
            change = self.cite([*(f"{title}.{name}" for title in titles), *titles, name])
        code = int(clause.argument) if clause and clause.verb == "refuse" and clause.argument else None
        replaces = loop and self.functions[calls[0]].replaces
        return Arm(
            name,
            calls=calls,
            rule=rule,
            change=change,
            refused=bool(fate),
            code=code,
            loop=loop,
            replaces=replaces,
        )

    def counterpart(self, old: Type, news: list[Type]) -> Type | None:
        """Return the form of the target that a form of the source becomes: of the same name, or the most alike."""
        before = self.record(self.source, old)
        best: tuple[tuple[bool, int], Type] | None = None
        for new in news:
            after = self.record(self.target, new)
            if before is not None and after is not None and _compatible(before, after):
                shared = len({f.name for f in before.fields} & {f.name for f in after.fields})
                score = (before.name == after.name, shared)
                if best is None or score > best[0]:
                    best = (score, new)
        if best is None and before is None:
            return next((new for new in news if self.within(old, new, set())), None) or next(
                (new for new in news if isinstance(old, Array) and isinstance(new, Array)), None
            )
        return best[1] if best else None

    def tag(self, olds: list[Type]) -> str:
        """Return the member whose constant tells the forms of the source apart, if there is one."""
        records = [r for r in (self.record(self.source, t) for t in olds) if r is not None]
        if len(records) < 2:
            return ""
        for member in records[0].fields:
            values = [_constant(r.field(member.name)) for r in records]
            if None not in values and len(set(values)) == len(values):
                return member.name
        return ""

    def told(self, olds: list[Type], arms: list[Arm], tag: str) -> tuple[Arm, ...]:
        """Return the arms, most specific first, each with what tells it; unchanged ones at the end need no telling."""
        pairs = sorted(zip(olds, arms), key=lambda pair: -self.specificity(pair[0]))
        found: list[Arm] = []
        if tag:
            for old, arm in pairs:
                record = self.record(self.source, old)
                if record:
                    value = _constant(record.field(tag))
                    found.append(replace(arm, tag=repr(value)))
                else:
                    found.append(replace(arm, test=self.kind_test(old)))
            return tuple(found)
        while pairs and not pairs[-1][1].changes:
            pairs.pop()
        rest = len(pairs) == len(olds)  # what none of the others took is of the last form, or malformed
        for i, (old, arm) in enumerate(pairs):
            later = [each for each, _ in pairs[i + 1 :]] + [each for each in olds if each not in dict(pairs)]
            test = "True" if rest and i == len(pairs) - 1 and arm.calls else self.form_test(old, olds, later)
            found.append(replace(arm, test=test))
        return tuple(found)

    def kind_test(self, old: Type) -> str:
        return _IS_ARRAY if isinstance(old, Array) else f"fits(value, {self.shapes.of(self.source, old)})"

    def form_test(self, old: Type, olds: list[Type], later: list[Type]) -> str:
        """Return a Python expression that tells a form: its own members first, its whole shape where that can mislead."""
        record = self.record(self.source, old)
        if record is None:
            return self.kind_test(old)
        others = [r for r in (self.record(self.source, each) for each in olds) if r is not None]
        parts = [] if len(others) == len(olds) else ["type(value) is dict"]
        for member in record.fields:
            same = all((f := other.field(member.name)) is not None and f.required for other in others)
            values = _values(self.resolve(self.source, member.type))
            if member.required and values:
                parts.append(
                    f"value.get({member.name!r}) {f'== {values[0]!r}' if len(values) == 1 else f'in {values!r}'}"
                )
            elif member.required and not same:
                parts.append(f"{member.name!r} in value")
        if any(not self.apart(old, each) for each in later):
            parts.append(f"fits(value, {self.shapes.of(self.source, old)})")
        return " and ".join(parts or ["True"])

    def apart(self, one: Type, other: Type) -> bool:
        """Return whether no value is of both forms."""
        before, after = self.record(self.source, one), self.record(self.source, other)
        if before is None or after is None:
            return before is not after
        for member in before.fields:
            twin = after.field(member.name)
            if twin is not None and member.required and twin.required:
                mine, theirs = (_values(self.resolve(self.source, f.type)) for f in (member, twin))
                if mine and theirs and not set(mine) & set(theirs):
                    return True
        return False

    # Subsets

    def within(self, one: Type, other: Type, assumed: set[tuple[Type, Type]]) -> bool:
        """Return whether every value of `one`, a type of the source, is one of `other`, a type of the target."""
        if is_anything(other, self.target.definitions) or (one, other) in assumed:
            return True
        assumed = assumed | {(one, other)}
        olds, news = self.arms(self.source, one), self.arms(self.target, other)
        if len(olds) > 1:
            return all(self.within(old, other, assumed) for old in olds)
        if len(news) > 1:
            return any(self.within(one, new, assumed) for new in news)
        a, b = olds[0], news[0]
        match a, b:
            case Scalar(), Scalar():
                kinds = a.kind == b.kind or (a.kind, b.kind) == ("integer", "number")
                return (
                    kinds
                    and _bounded(a.minimum, a.maximum, b.minimum, b.maximum)
                    and _bounded(a.min_length, a.max_length, b.min_length, b.max_length)
                    and b.pattern in (None, a.pattern)
                )
            case Choice(values), Choice(others):
                return all(value in others for value in values)
            case Choice(values), Scalar(kind):
                return all(_is_kind(value, kind) for value in values)
            case Array(), Array():
                bounded = _bounded(a.min_items, a.max_items, b.min_items, b.max_items)
                return bounded and self.within(a.items, b.items, assumed)
            case _:
                before, after = self.record(self.source, a), self.record(self.target, b)
                return before is not None and after is not None and self.contains(before, after, assumed)

    def contains(self, before: Record, after: Record, assumed: set[tuple[Type, Type]]) -> bool:
        for member in after.fields:
            one = before.field(member.name)
            if member.required and not (one is not None and one.required):
                return False
            if one is not None:
                if not self.within(one.type, member.type, assumed):
                    return False
            elif not is_anything(member.type, self.target.definitions):
                return False
        return (
            after.open is None
            or is_anything(after.open, self.target.definitions)
            or (before.open is not None and self.within(before.open, after.open, assumed))
        )


def subject(name: str) -> str:
    """Return what a function calls a value of a type: the last word of the type's name."""
    *before, word = snake(name).split("_")
    if word == "object" and before:
        word = before[-1]
    return (
        f"{word}_"
        if keyword.iskeyword(word) or word in ("at", "log", "rules", "array", "mapping", "fits")
        else word
    )


def _values(type_: Type) -> tuple[Constant, ...]:
    """Return the constants of a type that is a choice."""
    return type_.values if isinstance(type_, Choice) else ()


def _bounded(low: float | None, high: float | None, least: float | None, most: float | None) -> bool:
    """Return whether the range `low..high` lies within `least..most`; None is no limit."""
    return (least is None or (low is not None and low >= least)) and (
        most is None or (high is not None and high <= most)
    )


def _constant(member: Field | None) -> Constant:
    """Return the one value of a required constant member."""
    if (
        member is not None
        and member.required
        and isinstance(member.type, Choice)
        and len(member.type.values) == 1
    ):
        return member.type.values[0]
    return None


def _compatible(before: Record, after: Record) -> bool:
    """Return whether a value of `before` may become one of `after`: no constant differs, nothing required is missing."""
    for member in after.fields:
        one = before.field(member.name)
        if member.required and one is None:
            return False
        value = _constant(one)
        if value is not None and isinstance(member.type, Choice) and value not in member.type.values:
            return False
    return True


def _is_kind(value: Constant, kind: str) -> bool:
    if isinstance(value, bool) or value is None:
        return kind == ("boolean" if value is not None else "null")
    kinds: dict[str, tuple[type, ...]] = {"string": (str,), "integer": (int,), "number": (int, float)}
    return isinstance(value, kinds.get(kind, ()))
