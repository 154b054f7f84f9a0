"""Plan the adapter of one direction between two adjacent revisions, from the methods down to the types."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from mcpgen.adapters.actions import Action, Key, Presence
from mcpgen.adapters.certain_refusals import refuses_all, requires_params
from mcpgen.adapters.plan import (
    AdapterPlan,
    CallRule,
    ChangeConstant,
    Convert,
    DropInside,
    Function,
    MethodAdapter,
    MethodEntry,
    MethodRemoved,
    ObjectFunction,
    Outcome,
    Refuse,
    RefuseMember,
    Renumbered,
    Replacement,
    Unchanged,
    Unfit,
    UnionFunction,
    Variant,
    fidelity_of,
    reached,
)
from mcpgen.adapters.planner import NotConvertible, TypePlanner
from mcpgen.adapters.rule_places import CONTEXT
from mcpgen.adapters.union_tests import UnionTests
from mcpgen.compare.alignment import Location, MethodPair
from mcpgen.compare.validity import is_valid
from mcpgen.ir import Anything, ErrorCode, Map, Method, Record, Ref, Side, Type, Union
from mcpgen.names import snake
from mcpgen.runtime.conversion.adapter_tables import Fidelity, worst
from mcpgen.runtime.conversion.rules.registry import OfMember
from mcpgen.runtime.errors import METHOD_NOT_FOUND
from mcpgen.runtime.sides import OTHER

SPLIT_BATCH = "split_batch"  # the rule that splits a batch into single messages


class MethodPlanner:
    """Plans what an adapter does with each method, in one direction. A `TypePlanner` plans the types."""

    def __init__(self, types: TypePlanner) -> None:
        self.types = types
        self.source, self.target = types.source, types.target

    def plan(self) -> AdapterPlan:
        """Return the plan of the adapter for this direction. Problems are added to `types.problems`."""
        up = self.types.direction == "up"
        methods = {side: tuple(self._methods(side)) for side in OTHER}
        batches = self.source.batches and not self.target.batches
        if batches:
            self.types.note(f"rule:{SPLIT_BATCH}", "JSONRPCMessage")
        capabilities = self._function_of("ClientCapabilities") if up else None
        implementation = self._function_of("Implementation") if up else None
        rows = [row for side in methods.values() for row in side if isinstance(row, MethodAdapter)]
        parts = [part for row in rows for part in (row.params, row.result)]
        found = self.types.functions
        names = reached(found, (*parts, capabilities, implementation))
        functions = tuple(function for name, function in found.items() if name in names)
        return AdapterPlan(
            name=self.types.direction,
            source=self.source.revision,
            target=self.target.revision,
            functions=functions,
            methods=methods,
            error=self._error(),
            error_id=self._error_id(),
            batches=self.types.cite("JSONRPCMessage", ["JSONRPCMessage"]) if batches else None,
            capabilities=capabilities,
            implementation=implementation,
            context=self._context(functions),
            every_part=self._every_part(),
        )

    # Methods

    def _methods(self, side: Side) -> Iterator[MethodEntry]:
        pairs = {}
        for pair in self.types.alignment.methods:
            source, target = self.types.ends(pair.old, pair.new)
            if source is not None:
                pairs[source.name] = (pair, target)
        for name, method in self.source.methods.items():
            if side in method.senders and method.kind != "embedded":
                yield self._method(side, method, *pairs[name])

    def _method(self, side: Side, method: Method, pair: MethodPair, other: Method | None) -> MethodEntry:
        name, is_request = method.name, method.kind == "request"
        ends = dict.fromkeys(end.name for end in (method, other) if end is not None)
        locations = (*(f"{end}:{side}" for end in ends), name)
        action = self.types.action(*locations)
        refused = action is not None and action.verb == "refuse"
        renamed = other is not None and other.name != name
        if renamed and (action is None or action.verb != "rename") and not self.types.is_proposing:
            refused = True
        unknown = other is None or other.kind != method.kind
        if other is None or unknown or side not in other.senders or refused:
            removed = self._removed(method, locations, action if action and action.verb == "refuse" else None)
            renaming = self.types.action(name, verbs=("rename",))
            if (
                renaming is not None and other is not None
            ):  # the other side can still send the method under its new name
                self.types.note(renaming, name, other.name)
            return removed
        params = None
        creates = drops_empty = False
        effect = action if renamed and action is not None else "keep"
        self.types.note(effect, *locations, f"{other.name}:{side}", other.name)
        self.types.note("keep", f"{name}.capability", f"{other.name}.capability")
        if other.params is not None:
            own = Map(Anything()) if method.params is None else Ref(method.params)
            params = self._params(own, Ref(other.params))
            needed, needs = requires_params(self.source, method), requires_params(self.target, other)
            creates, drops_empty = needs and not needed, needed and not needs
            if creates:
                params = self._created_params(method, other, own, params)
        result = self._result(method, other, pair)
        has_params = creates or requires_params(self.source, method)
        fidelity = (self._fidelity(params, in_every_message=has_params), self._fidelity(result))
        if creates:
            fidelity = worst([fidelity[0], "adapted"]), fidelity[1]
        adapter = MethodAdapter(name, is_request, params, result, fidelity, creates, drops_empty)
        if action is None or not renamed:
            return adapter
        fidelity = worst([fidelity[0], "adapted"]), fidelity[1]
        change = self.types.cite(locations[0], locations, action)
        return replace(adapter, renamed=other.name, renaming=change, fidelity=fidelity)

    def _removed(self, method: Method, locations: Sequence[str], refusal: Action | None) -> MethodRemoved:
        """Return the row in the adapter's table for a method whose messages are refused.

        `refusal` is the action in the decision file that refuses them, or None.
        """
        change = self.types.cite(method.name, [method.name, locations[0]], refusal)
        is_request = method.kind == "request"
        code = refusal.code if refusal is not None else None
        is_answered = is_request or code is None  # a notification has no reply that could state a code
        self.types.note(refusal if refusal is not None and is_answered else "refuse", *locations)
        if not is_request:
            return MethodRemoved(method.name, change, None)
        return MethodRemoved(method.name, change, METHOD_NOT_FOUND if code is None else code)

    def _created_params(self, method: Method, other: Method, own: Type, function: str | None) -> str:
        """Return the name of the function that converts a method's params if only the target requires params.

        If a message has no params, the runtime passes an empty object to this function. `own` is the type of
        the params in the source. `function` is the name of the function that converts params that are
        present, or None if these do not change.
        """
        assert other.params is not None
        refusal = self._refusal_of_empty_params(method, other, own)
        found = self.types.functions.get(function) if function else None
        record = self.target.record_of(Ref(other.params))
        if record is None or isinstance(found, UnionFunction):
            empty = [Variant("no params", refusal, tests=(Unfit(own),))] if refusal else []
            outcome = Convert(function) if function else Unchanged()
            name = self.types.unused(other.params)
            self.types.functions[name] = UnionFunction(name, (*empty, Variant("params", outcome)))
            return name
        required = [field.name for field in record.fields if field.required] if refusal else []
        edits = tuple(
            RefuseMember(name, refusal.change, Anything(), always=True, code=refusal.code)
            for name in required
            if refusal
        )
        if found is None:
            return self.types.new_function(ObjectFunction("", other.params, edits))
        if edits:
            return self.types.new_function(replace(found, name="", edits=(*edits, *found.edits)))
        return found.name

    def _refusal_of_empty_params(self, method: Method, other: Method, own: Type) -> Refuse | None:
        """Return the outcome that refuses messages without params, or None if these messages are converted.

        A message without params is refused if an empty object would be invalid as its params in both
        revisions. `own` is the type of the params in the source.
        """
        assert other.params is not None
        one, another = self.types.ends(Ref(method.message), Ref(other.message))
        key = Presence(Location((one, another), "params"))
        if is_valid(self.source, own, {}) or is_valid(self.target, Ref(other.params), {}):
            self.types.note("keep", key)
            return None
        action = self.types.action(key, verbs=("refuse",))
        self.types.note(action or "refuse", key)
        keys: list[Key] = [key, other.message, method.name]
        change = self.types.cite(f"{other.message}.params", keys, action)
        return Refuse(change, action.code if action else None)

    def _convert(self, one: Type, other: Type, where: str) -> str | None:
        """Return the name of the function that converts values from the type `one` to the type `other`.

        Return None if no value changes. `where` is the location for messages about problems.
        """
        try:
            return self.types.function(one, other)
        except NotConvertible:
            self.types.proved(one, other, where, "its type is narrower", "refuse")
            return None

    def _function_of(self, name: str) -> str | None:
        if name in self.source.definitions and name in self.target.definitions:
            return self._convert(Ref(name), Ref(name), name)
        return None

    def _params(self, one: Type, other: Ref) -> str | None:
        """Return the name of the function that converts params, or None if no params change.

        If params of the type `one` cannot be converted to the type `other`, the function refuses those that
        are not valid for `other`.
        """
        try:
            return self.types.function(one, other)
        except NotConvertible as misfit:
            refused = Variant("an object", self._refusal_of_invalid(one, other, misfit), tests=())
        name = self.types.unused(other.name)
        self.types.functions[name] = UnionFunction(name, (refused,), form="object")
        return name

    def _refusal_of_invalid(self, one: Type, other: Ref, misfit: NotConvertible) -> Refuse:
        """Return the outcome that refuses the values of the type `one` that are not valid for `other`.

        `misfit` has the locations of the values that cannot be converted.
        """
        self.types.note("refuse", *misfit.misfits)
        names = [type_.name for type_ in (one, other) if isinstance(type_, Ref)]
        return Refuse(self.types.cite(names[0], [*misfit.misfits, *names]), None, other)

    # Results

    def _result(self, method: Method, other: Method, pair: MethodPair) -> str | None:
        """Return the name of the function that converts results of a method, or None if no result changes."""
        if not method.results:
            return None
        partners = dict(self.types.ends(one.old, one.new) for one in pair.results)
        found = {
            name: self._result_outcome(method, other, name, partners.get(name)) for name in method.results
        }
        if not any(isinstance(outcome, (Refuse, Convert)) for outcome in found.values()):
            return None
        if len(found) == 1 and isinstance(only := found[method.results[0]], Convert):
            return only.function
        types = [Ref(name) for name in method.results]
        variants = [Variant(name, found[name]) for name in method.results]
        tested = UnionTests(self.source, types, variants, is_result=True).recognised()
        function = f"{snake(method.name)}_result_{self.types.direction}"
        self.types.functions[function] = UnionFunction(function, tested, form="object")
        return function

    def _result_outcome(self, method: Method, other: Method, name: str, partner: str | None) -> Outcome:
        """Return what the adapter does with results of the type `name`, one of the result types of `method`.

        `partner` is the equivalent result type of `other`, the method in the target. If it is None, such
        results are refused, except if a decision keeps the type.
        """
        location = f"{method.name}.{name}"
        if partner is not None:
            self.types.note("keep", location)
            return self._paired_result(name, partner)
        action = self.types.action(location)
        if action is None or action.verb == "refuse":
            self.types.note(action or "refuse", location)
            change = self.types.cite(location, [location, name, method.name], action)
            return Refuse(change, action.code if action else None)
        results = Union(tuple(map(Ref, other.results)))
        if action.verb == "keep":
            fact = "no result of the target accepts it"
            self.types.proved(Ref(name), results, location, fact, "refuse", action=action)
        self.types.note("keep", location)
        return Unchanged()

    def _paired_result(self, name: str, partner: str) -> Outcome:
        """Return what the adapter does with results of the type `name`, which is `partner` in the target.

        If the results cannot be converted, those that are not valid in the target are refused.
        """
        try:
            function = self.types.function(Ref(name), Ref(partner))
        except NotConvertible as misfit:
            return self._refusal_of_invalid(Ref(name), Ref(partner), misfit)
        return Convert(function) if function else Unchanged()

    def _fidelity(self, function: str | None, *, in_every_message: bool = True) -> Fidelity:
        """Return the fidelity of the params or the results that a function converts.

        `in_every_message` is False if a message may lack the params. A message without params is not refused,
        so the function cannot refuse every message.
        """
        functions = self.types.functions
        if function is not None and in_every_message and refuses_all(functions, function):
            return "none"
        return worst(
            fidelity_of(functions[name], self.types.rules) for name in reached(functions, [function])
        )

    # Batches, errors, and state that is repeated in requests

    def _every_part(self) -> DropInside | None:
        """Return the edit that removes reserved keys from `_meta`, or None if there are no keys to remove.

        The edit removes each key that `Protocol.metadata` of the source has for some method, and
        `Protocol.metadata` of the target does not have for the same method. It edits the messages of all
        methods.
        """
        kept = self.target.metadata
        found = {name: keys for name, keys in self.source.metadata.items() if kept.get(name) != keys}
        names = tuple(key for name, keys in found.items() for key in keys if key not in kept.get(name, ()))
        if not names:
            return None
        method = next(iter(found))
        return DropInside(
            "_meta", names, self.types.cite(method, [method, *(f"{method}:{side}" for side in OTHER)])
        )

    def _error(self) -> Replacement | Renumbered | None:
        """Return the conversion rule for error responses, or the error codes that get new numbers.

        A decision states the rule. The result is None if error responses do not change.
        """
        rule = self.types.action("errors", verbs=("rule", "instead"))
        rows: list[tuple[int, int, ChangeConstant]] = []
        for pair in self.types.alignment.errors:
            source, target = self.types.ends(*pair)
            keys = list(dict.fromkeys(f"{end.type or end.name}.code" for end in pair if end is not None))
            action = self.types.action(*keys)
            code = self._code(source, target, action) if rule is None else None
            if source is None or code is None:
                self.types.note("keep", *keys)
                if source is not None and rule is None:
                    self._check_kept_code(source, target, action)
                continue
            self.types.note(action or "const", *keys)
            rows.append((source.code, code, self.types.cite(keys[0], keys, action)))
        if rule is None:
            self.types.note("keep", "errors")
        else:
            self.types.check_rule(rule, "errors", self.types.places.of_errors(rule.argument), "keep")
            self.types.note(rule, "errors")
            return Replacement(rule.argument, self.types.cite("errors", [], rule))
        return Renumbered(tuple(rows)) if rows else None

    def _check_kept_code(self, source: ErrorCode, target: ErrorCode | None, action: Action | None) -> None:
        """Record a problem if a code that does not change would mean another error in the target.

        `target` is the same error in the target revision, or None if it has no such error.
        """
        if self.types.is_proposing or (target is not None and target.code == source.code):
            return
        other = next((each for each in self.target.errors if each.code == source.code), None)
        if other is not None:
            where, verb = source.type or source.name, "fill:CODE" if target is None else "const"
            fact = f"the code {source.code} means {other.type or other.name} in {self.target.revision}"
            self.types.unsettled(where, fact, f"`{verb}`", action=action)

    def _code(self, source: ErrorCode | None, target: ErrorCode | None, action: Action | None) -> int | None:
        """Return the number that an error code gets in the target, or None if the code stays the same."""
        if source is None:
            return None
        if target is not None:
            is_moved = source.code != target.code
            is_stated = self.types.is_proposing if action is None else action.verb == "const"
            return target.code if is_moved and is_stated else None
        if action is None or action.verb != "fill":
            return None
        code = json.loads(action.argument)
        return code if type(code) is int else None

    def _error_id(self) -> ChangeConstant | None:
        """Return the change that makes `id` required in error responses, or None if there is none."""
        before, after = self.source.response("error"), self.target.response("error")
        if before is None or after is None:
            return None
        one, other = before.field("id"), after.field("id")
        if one is None or other is None or one.required or not other.required:
            return None
        pair = self.types.ends(Ref(before.name), Ref(after.name))
        key = Presence(Location(pair, "id"))
        self.types.note("refuse", key)
        return self.types.cite(f"{after.name}.id", [key, Location(pair), before.name, after.name])

    def _context(self, functions: Iterable[Function]) -> dict[str, Type]:
        """Return the types of the members that each stateless request repeats, such as `clientInfo`.

        Return {} if no function of the adapter adds these members.
        """
        after = self.target.definitions.get(CONTEXT)
        edits = (edit for each in functions if isinstance(each, ObjectFunction) for edit in each.edits)
        rules = (self.types.rules[edit.rule] for edit in edits if isinstance(edit, CallRule))
        if not isinstance(after, Record) or not any(
            isinstance(rule.of, OfMember) and rule.of.sets for rule in rules
        ):
            return {}
        prefixed = ((field, field.name.rpartition("/")) for field in after.fields)
        return {last: field.type for field, (prefix, _, last) in prefixed if prefix}
