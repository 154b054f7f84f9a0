"""Method planner: two neighbouring revisions → the plan of one direction, from the methods down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mcpgen.adapters.plan import (
    AdapterPlan,
    ChangeConstant,
    Convert,
    Fidelity,
    HasMember,
    MemberIs,
    MemberUnfit,
    MethodAdapter,
    MethodEntry,
    MethodRemoved,
    Refuse,
    RuleCall,
    Test,
    Unchanged,
    UnionFunction,
    Variant,
    calls,
    loses,
)
from mcpgen.adapters.planner import Narrowed, TypePlanner
from mcpgen.adapters.subtypes import record_of
from mcpgen.frontend.envelopes import ERROR_RESPONSES
from mcpgen.ir import Method, Protocol, Record, Ref, Side, Type
from mcpgen.names import snake
from mcpgen.runtime.errors import METHOD_NOT_FOUND

_SIDES: tuple[Side, ...] = ("client", "server")


class MethodPlanner:
    """Plans one direction with the types of a `TypePlanner`."""

    def __init__(self, types: TypePlanner) -> None:
        self.types = types
        self.source, self.target = types.source, types.target

    def plan(self) -> AdapterPlan:
        """Return the whole direction; problems are in the type planner."""
        up = self.types.direction == "up"
        methods = {side: tuple(self._methods(side)) for side in _SIDES}
        batches = self.source.batches and not self.target.batches
        error = self.types.action("errors")
        capabilities = self._function_of("ClientCapabilities") if up else None
        implementation = self._function_of("Implementation") if up else None
        rows = [row for side in methods.values() for row in side if isinstance(row, MethodAdapter)]
        parts = [part for row in rows for part in (row.params, row.result)]
        reached = self._reached(filter(None, (*parts, capabilities, implementation)))
        return AdapterPlan(
            name=self.types.direction,
            source=self.source.revision,
            target=self.target.revision,
            functions=tuple(function for name, function in self.types.functions.items() if name in reached),
            methods=methods,
            error=RuleCall(error.argument, self.types.cite(["errors"], error.entry)) if error else None,
            error_id=self._error_id(),
            batches=self.types.cite(["JSONRPCMessage"]) if batches else None,
            capabilities=capabilities,
            implementation=implementation,
            context=self._context(),
        )

    # Methods

    def _methods(self, side: Side) -> Iterator[MethodEntry]:
        for name, method in self.source.methods.items():
            if side in method.senders and method.kind != "embedded":
                yield self._method(side, name, method)

    def _method(self, side: Side, name: str, method: Method) -> MethodEntry:
        other, is_request = self.target.methods.get(name), method.kind == "request"
        places = (f"{name}:{side}", name)
        action = self.types.action(*places)
        refused = action is not None and action.verb == "refuse"
        if other is None or other.kind == "embedded" or side not in other.senders or refused:
            if action is not None and refused:
                change = self.types.cite(places, action.entry)
            else:
                change = self.types.cite([name, f"{name}:{side}"])
            return MethodRemoved(name, change, METHOD_NOT_FOUND if is_request else None)
        params = None
        creates = drops_empty = False
        if method.params is not None and other.params is not None:
            params = self._convert(Ref(method.params), Ref(other.params), f"{name} params")
            needed, needs = _requires_params(self.source, method), _requires_params(self.target, other)
            creates, drops_empty = needs and not needed, needed and not needs
        result = self._result(name, method, other)
        fidelity = (self._fidelity(params), self._fidelity(result))
        return MethodAdapter(name, is_request, params, result, fidelity, creates, drops_empty)

    def _convert(self, one: Type, other: Type, where: str) -> str | None:
        """Return the function for params, a result, or another type that the tables name."""
        try:
            call = self.types.plan(one, other)
        except Narrowed:
            self.types.undecided(where, "its type is narrower")
            return None
        return call.function if call else None

    def _function_of(self, name: str) -> str | None:
        if name in self.source.definitions and name in self.target.definitions:
            return self._convert(Ref(name), Ref(name), name)
        return None

    # Results

    def _result(self, name: str, method: Method, other: Method) -> str | None:
        """Return the function for the results of a method, which tests for the ordinary result last."""
        if not method.results or not other.results:
            return None
        first, *extras = method.results
        ordinary = self._convert(Ref(first), Ref(other.results[0]), f"{name} result")
        variants: list[Variant] = []
        for extra in extras:
            tests = self._result_tests(extra, record_of(self.source, Ref(first)))
            if extra not in other.results and tests:
                change = self.types.cite([f"{name}.{extra}", extra, name])
                variants.append(Variant(extra, Refuse(change), tests=tests))
            elif extra in other.results:
                function = self._convert(Ref(extra), Ref(extra), f"{name} result {extra}")
                if function or ordinary:
                    outcome = Convert(function) if function else Unchanged()
                    variants.append(Variant(extra, outcome, tests=tests))
        if not variants:
            return ordinary
        variants.append(Variant(first, Convert(ordinary) if ordinary else Unchanged()))
        function = f"{snake(name)}_result_{self.types.direction}"
        self.types.functions[function] = UnionFunction(function, tuple(variants), only_objects=True)
        return function

    def _result_tests(self, name: str, ordinary: Record | None) -> tuple[Test, ...]:
        """Return the tests that recognise an extraordinary result, nothing where none does."""
        if name in self.source.guards:
            member, value = self.source.guards[name]
            return (MemberIs(member, (value,)),)
        record = record_of(self.source, Ref(name))
        if record is None or ordinary is None:
            return ()
        own = [field.name for field in record.fields if field.required and ordinary.field(field.name) is None]
        lacks = [field for field in ordinary.fields if field.required and record.field(field.name) is None]
        if not own or not lacks:
            return ()
        return HasMember(own[0]), MemberUnfit(lacks[0].name, lacks[0].type)

    def _fidelity(self, function: str | None) -> Fidelity:
        reached = self._reached([function] if function else [])
        return "lossy" if any(loses(self.types.functions[name]) for name in reached) else "whole"

    def _reached(self, roots: Iterable[str]) -> set[str]:
        """Return the functions that these functions call, directly or not, and these."""
        found: set[str] = set()
        pending = list(roots)
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += calls(self.types.functions[name])
        return found

    # Facts of the whole direction

    def _error_id(self) -> ChangeConstant | None:
        """Return the change that makes the id of an error required."""
        before, after = _error_of(self.source), _error_of(self.target)
        if before is None or after is None:
            return None
        one, other = before.field("id"), after.field("id")
        if one is not None and other is not None and other.required and not one.required:
            return self.types.cite([f"{after.name}.id", f"{before.name}.id", before.name, after.name])
        return None

    def _context(self) -> dict[str, Type]:
        """Return the types of the members that the target repeats in each request and the source does not."""
        name = "RequestMetaObject"
        after = self.target.definitions.get(name)
        if not isinstance(after, Record) or isinstance(self.source.definitions.get(name), Record):
            return {}
        prefixed = ((field, field.name.rpartition("/")) for field in after.fields)
        return {last: field.type for field, (prefix, _, last) in prefixed if prefix}


def _requires_params(protocol: Protocol, method: Method) -> bool:
    message = protocol.definitions[method.message]
    member = message.field("params") if isinstance(message, Record) else None
    return member is not None and member.required


def _error_of(protocol: Protocol) -> Record | None:
    for name in ERROR_RESPONSES:
        found = protocol.definitions.get(name)
        if isinstance(found, Record):
            return found
    return None
