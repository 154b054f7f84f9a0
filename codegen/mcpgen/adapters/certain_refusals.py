"""Find the methods whose messages are all refused in a conversion.

One step may refuse every message, for example if the target requires a member that the source does not have.
Several steps may do so together: one step gives every message a value, and a later step refuses this value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mcpgen.adapters.plan import (
    AdapterPlan,
    CallRule,
    Convert,
    Drop,
    DropOthers,
    Function,
    MemberEdit,
    MethodAdapter,
    MethodEntry,
    MethodRemoved,
    Move,
    ObjectFunction,
    PairPlan,
    Refuse,
    RefuseMember,
    Set,
    UnionFunction,
    Visit,
)
from mcpgen.adapters.published_rules import changed_members
from mcpgen.compare.validity import is_valid
from mcpgen.ir import Method, Protocol, Record, Type
from mcpgen.runtime.sides import OTHER

# The values that every message has in some members of its params or result. A member that a message may not
# have, or that has different values, is not in the mapping.
Values = dict[str, Any]


def requires_params(protocol: Protocol, method: Method) -> bool:
    """Return whether every message of a method has params."""
    message = protocol.definitions[method.message]
    return isinstance(message, Record) and "params" in message.required


def refuses_all(functions: Mapping[str, Function], name: str, open: frozenset[str] = frozenset()) -> bool:
    """Return whether a function of an adapter refuses every value.

    `open` has the functions that call this one. If the answer is not certain, it is false.
    """
    if name in open:
        return False
    inside = open | {name}
    match functions[name]:
        case ObjectFunction(edits=edits, rule=None) if not any(map(_adds_elsewhere, edits)):
            return any(
                (isinstance(each, RefuseMember) and each.always and not each.known)
                or (
                    isinstance(each, Visit)
                    and each.always
                    and each.loop is None
                    and refuses_all(functions, each.function, inside)
                )
                for each in edits
            )
        case UnionFunction(variants=variants, tag=tag):
            # If there is no tag, a value that passes none of the tests stays unchanged.
            is_whole = tag is not None or any(not variant.tests for variant in variants)
            outcomes = [variant.outcome for variant in variants]
            return is_whole and all(
                (isinstance(each, Refuse) and each.type is None)
                or (
                    isinstance(each, Convert)
                    and each.function is not None
                    and each.loop is None
                    and refuses_all(functions, each.function, inside)
                )
                for each in outcomes
            )
    return False


def _adds_elsewhere(edit: MemberEdit) -> bool:
    """Return whether an edit may add a member that another edit requires.

    The other edit refuses messages that lack the member. If the member may be added, it is not certain that
    the other edit refuses every message.
    """
    return isinstance(edit, (CallRule, Move))


def with_certain_refusals(pairs: Sequence[PairPlan], protocols: Mapping[str, Protocol]) -> list[PairPlan]:
    """Return plans in which `refused_from` of each method is filled in (`MethodAdapter`).

    `refused_from` of a step lists revisions. A conversion over several steps that starts in one of them
    refuses every message of the method in this step. `pairs` are the plans for adjacent revisions, the oldest
    first.
    """
    found = list(pairs)
    for direction, order in ((0, [*range(len(pairs))]), (1, [*range(len(pairs))][::-1])):
        for first in range(len(order)):
            plans = [pairs[index].adapters[direction] for index in order[first:]]
            for step, side, method, part in _refusals(plans, protocols):
                index = order[first + step]
                adapters = list(found[index].adapters)
                adapters[direction] = _noted(adapters[direction], side, method, part, plans[0].source)
                found[index] = replace(found[index], adapters=tuple(adapters))
    return found


def _refusals(
    plans: Sequence[AdapterPlan], protocols: Mapping[str, Protocol]
) -> Iterator[tuple[int, str, str, int]]:
    """Yield an item for each method whose messages are all refused in a step after the first one.

    The item has the number of the step, the side that sends the method, the name of the method before the
    step, and the refused part of the messages: 0 for the params, and 1 for the result.

    A step never refuses a message that lacks params. Therefore the item for the params of a method is yielded
    only if every message of the method has params at that step.
    """
    for side in OTHER:
        for method in (row.method for row in plans[0].methods[side]):
            for part in (0, 1):
                name, values = method, Values()
                first = protocols[plans[0].source]
                is_present = part == 1 or requires_params(first, first.methods[method])
                for step, plan in enumerate(plans):
                    if step > 0 and plan.source != plans[step - 1].target:
                        break
                    row = next((each for each in plan.methods[side] if each.method == name), None)
                    if row is None or isinstance(row, MethodRemoved):
                        break
                    function = (row.params, row.result)[part]
                    is_present = is_present or row.creates_params
                    converted = _converted(plan, function, values, protocols[plan.target])
                    if converted is None:
                        if step > 0 and is_present:
                            yield step, side, name, part
                        break
                    is_present = is_present and (part == 1 or not row.drops_empty_params)
                    name, values = row.renamed or name, converted if is_present else Values()


def _converted(plan: AdapterPlan, function: str | None, values: Values, target: Protocol) -> Values | None:
    """Return the members that have the same value in every message after a step.

    `values` has these members before the step. Return None if the step refuses every message.
    """
    if function is None:
        return values
    found = next(each for each in plan.functions if each.name == function)
    if not isinstance(found, ObjectFunction) or found.rule is not None:
        return {}
    rules = [edit.rule for edit in found.edits if isinstance(edit, CallRule)]
    changed = [name for rule in rules for name in changed_members(rule) or ()]
    if any(changed_members(rule) is None for rule in rules):  # the rule may set other members too
        return {}
    after = {name: value for name, value in values.items() if name not in changed}
    for edit in found.edits:
        if isinstance(edit, RefuseMember):
            if (
                edit.member in after
                and edit.member not in changed
                and not _fits(edit.type, after[edit.member], target)
            ):
                return None
        else:
            _apply(edit, after, target)
    return {name: value for name, value in after.items() if name not in changed}


def _apply(edit: MemberEdit, values: Values, target: Protocol) -> None:
    """Update `values` for an edit that refuses nothing.

    `values` has the members that have the same value in every message.
    """
    match edit:
        case Set(member, value, always=True, known=False) | Set(member, value, always=True, type=None):
            values[member] = value
        case Drop(member, type=type_) if _fits(type_, values.get(member), target):
            pass
        case DropOthers():
            values.clear()
        case Move(source=source, target=other):
            values.pop(source[0], None)
            values.pop(other[0], None)
        case _:
            values.pop(edit.member, None)


def _fits(type_: Type | None, value: Any, target: Protocol) -> bool:
    """Return whether a value is valid for a type of the target. If `type_` is None, the result is false."""
    return type_ is not None and is_valid(target, type_, value)


def _noted(plan: AdapterPlan, side: str, method: str, part: int, source: str) -> AdapterPlan:
    """Return a copy of a plan in which `refused_from` of `method` also has the revision `source`."""

    def noted(row: MethodEntry) -> MethodEntry:
        if row.method != method or not isinstance(row, MethodAdapter):
            return row
        parts = [*row.refused_from]
        parts[part] = (*parts[part], source)
        return replace(row, refused_from=(parts[0], parts[1]))

    rows = {each: tuple(map(noted, found)) if each == side else found for each, found in plan.methods.items()}
    return replace(plan, methods=rows)
