"""The plan of an adapter: frozen data with closed kinds, between the planner and the printer.

An `AdapterPlan` converts messages in one direction between two neighbouring revisions. It has a `Function`
for each type that changes. An `ObjectFunction` has a `MemberEdit` for each change of a member. A
`UnionFunction` has a `Variant` for each variant of the union. A type in the plan means the check that a value
fits it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, NoReturn, TypeAlias

from mcpgen.ir import Constant, Side, Type, closure
from mcpgen.runtime.conversion.adapter_tables import Fidelity, worst
from mcpgen.runtime.conversion.rules.registry import ConversionRule

Direction: TypeAlias = Literal["up", "down"]
DIRECTIONS: tuple[Direction, ...] = ("up", "down")
Loop: TypeAlias = Literal["items", "values"]
Form: TypeAlias = Literal["array", "object"]


def assert_never(node: NoReturn) -> NoReturn:
    """Fail for a kind that a `match` leaves out, which a type checker reports (`typing` of 3.11 has this)."""
    raise AssertionError(f"unexpected {node!r}")


@dataclass(frozen=True, slots=True)
class ChangeConstant:
    """A change as reports of losses cite it, and the name of its constant in the module."""

    name: str
    id: str
    reason: str


# Edits of one member of an object. An edit acts where the member is present and does not fit the `type`, a
# type of the target, if it has one; and, if `always`, where the member is absent. `known`: the source
# declares the member.


@dataclass(frozen=True, slots=True)
class Drop:
    """Remove the member."""

    member: str
    change: ChangeConstant
    type: Type | None = None
    known: bool = True


@dataclass(frozen=True, slots=True)
class DropOthers:
    """Remove each undeclared member unless it fits a type of the target; `member` names the object.

    `type` is None for a closed object, where no undeclared member fits.
    """

    member: str
    declared: tuple[str, ...]
    change: ChangeConstant
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Move the member at one path to another. An unknown member at that path is dropped.

    Paths are names of members from the object down. `makes`: objects of the target's path are made where they
    are missing, else the member is dropped. `clears`: so many objects of the source's path, innermost first,
    go if they are left empty.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    change: ChangeConstant
    makes: bool = False
    clears: int = 0


@dataclass(frozen=True, slots=True)
class Set:
    """Set the member to a value."""

    member: str
    value: Any
    change: ChangeConstant
    always: bool
    known: bool
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class RefuseMember:
    """Refuse the message. `code` is the error code of the reply, or None for the usual one."""

    member: str
    change: ChangeConstant
    type: Type | None = None
    always: bool = False
    code: int | None = None


@dataclass(frozen=True, slots=True)
class DropOnly:
    """Remove the member if it equals `value`, or has the members of that object.

    Otherwise refuse the message.
    """

    member: str
    value: Any
    change: ChangeConstant


@dataclass(frozen=True, slots=True)
class DropInside:
    """Remove members of the object in the member, and the object if it is then empty."""

    member: str
    names: tuple[str, ...]
    change: ChangeConstant


@dataclass(frozen=True, slots=True)
class CallRule:
    """Call a rule with the object that has the member."""

    member: str
    rule: str
    change: ChangeConstant
    always: bool


@dataclass(frozen=True, slots=True)
class Visit:
    """Call a function on the member, or on each of its items or values.

    If `always`, the member is required.
    """

    member: str
    function: str
    loop: Loop | None
    always: bool


MemberEdit: TypeAlias = (
    Drop | DropOthers | DropOnly | DropInside | Set | RefuseMember | CallRule | Visit | Move
)


# Variants of a union


@dataclass(frozen=True, slots=True)
class Is:
    """The value is an array, or an object."""

    form: Form


@dataclass(frozen=True, slots=True)
class Fits:
    """The value fits a type of the source."""

    type: Type


@dataclass(frozen=True, slots=True)
class HasMember:
    """The member is present."""

    member: str


@dataclass(frozen=True, slots=True)
class MemberIs:
    """The member has one of these values."""

    member: str
    values: tuple[Constant, ...]


@dataclass(frozen=True, slots=True)
class Unfit:
    """The value does not fit a type of the source."""

    type: Type


@dataclass(frozen=True, slots=True)
class ReadAs:
    """Decode reads the value as the type at `index` of these types of the source, which are in its order.

    A value that fits none of the types passes this test. The other tests of the variant then decide, so that
    the edits of the variant name what is wrong with the value.

    `is_result`: the types are results of a method, of which only a guard selects one that has a guard.
    """

    types: tuple[Type, ...]
    index: int
    is_result: bool = False


Test: TypeAlias = Is | Fits | Unfit | HasMember | MemberIs | ReadAs


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The value is unchanged."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The message is refused, unless the value fits a type of the target; `code` is that of the error.

    `type` is None if each value is refused, and `code` is None for the usual code.
    """

    change: ChangeConstant
    code: int | None = None
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class Become:
    """The value becomes another constant, which means the same in the target."""

    value: Constant
    change: ChangeConstant


@dataclass(frozen=True, slots=True)
class Replacement:
    """A rule that is called with a value and returns the replacement."""

    rule: str
    change: ChangeConstant


@dataclass(frozen=True, slots=True)
class Convert:
    """Call a function on the value, or on each item or value inside; then call a rule, which replaces it."""

    function: str | None = None
    loop: Loop | None = None
    rule: Replacement | None = None


Outcome: TypeAlias = Unchanged | Refuse | Become | Convert


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a union of the source: how its values are recognised, and their outcome.

    In a tagged union, `tag` is the constant of the variant. Otherwise every test must hold. A variant without
    tests is the last one.
    """

    name: str
    outcome: Outcome
    tag: Constant = None
    tests: tuple[Test, ...] = ()


# Functions


@dataclass(frozen=True, slots=True)
class ObjectFunction:
    """Edits an object in location: first by `rule`, which replaces the object, then by the edits."""

    name: str
    type_name: str
    edits: tuple[MemberEdit, ...] = ()
    rule: Replacement | None = None


@dataclass(frozen=True, slots=True)
class UnionFunction:
    """Recognises the variant of a value and converts the value. `tag` is the name of the tag.

    `form` is the JSON type of all variants, or None.
    """

    name: str
    variants: tuple[Variant, ...]
    tag: str | None = None
    form: Form | None = None


Function: TypeAlias = ObjectFunction | UnionFunction


def loop_function(name: str, function: str, loop: Loop) -> UnionFunction:
    """Return the function that calls another on each item or value of a container."""
    form: Form = "array" if loop == "items" else "object"
    return UnionFunction(name, (Variant(f"an {form}", Convert(function, loop)),), form=form)


def calls(function: Function) -> Iterator[str]:
    """Yield the names of the functions that a function calls."""
    match function:
        case ObjectFunction(edits=edits):
            yield from (edit.function for edit in edits if isinstance(edit, Visit))
        case UnionFunction(variants=variants):
            outcomes = [variant.outcome for variant in variants]
            yield from (o.function for o in outcomes if isinstance(o, Convert) and o.function)
        case _:
            assert_never(function)


def reached(functions: Mapping[str, Function], roots: Iterable[str | None]) -> set[str]:
    """Return functions and all functions that they call, directly or indirectly."""
    return set(closure(filter(None, roots), lambda name: calls(functions[name])))


def fidelity_of(function: Function, rules: Mapping[str, ConversionRule]) -> Fidelity:
    """Return the fidelity of a function without those that it calls, for declared members."""
    match function:
        case ObjectFunction(edits=edits, rule=rule):
            return worst(
                [*(_fidelity_of_edit(edit, rules) for edit in edits), _fidelity_of_call(rule, rules)]
            )
        case UnionFunction(variants=variants):
            outcomes = [variant.outcome for variant in variants]
            if any(isinstance(outcome, Refuse) for outcome in outcomes):
                return "lossy"
            called = (outcome.rule for outcome in outcomes if isinstance(outcome, Convert))
            renames: list[Fidelity] = ["adapted" for outcome in outcomes if isinstance(outcome, Become)]
            return worst([*renames, *(_fidelity_of_call(call, rules) for call in called)])
        case _:
            assert_never(function)


def _fidelity_of_edit(edit: MemberEdit, rules: Mapping[str, ConversionRule]) -> Fidelity:
    match edit:
        case Visit() | DropOthers() | Drop(known=False):
            return "whole"
        case Move(target=target, makes=makes):
            return "adapted" if makes or not target[1:] else "lossy"
        case Set(known=False):  # nothing of the source is replaced
            return "adapted"
        case DropOnly(value=str() | int() | None):  # the usual case, which the target says by absence
            return "adapted"
        case DropInside(member="_meta"):  # state that the target says once for a session
            return "adapted"
        case CallRule():
            return _fidelity_of_call(edit, rules)
        case _:
            return "lossy"


def _fidelity_of_call(call: Replacement | CallRule | None, rules: Mapping[str, ConversionRule]) -> Fidelity:
    if call is None:
        return "whole"
    return "adapted" if rules[call.rule].adapts else "lossy"


# Methods


@dataclass(frozen=True, slots=True)
class MethodAdapter:
    """A method of both revisions: the functions for its params and its result, or None.

    `fidelity` is that of the params and of the result; `renamed` is another name in the target.
    """

    method: str
    is_request: bool
    params: str | None = None
    result: str | None = None
    fidelity: tuple[Fidelity, Fidelity] = ("whole", "whole")
    creates_params: bool = False
    drops_empty_params: bool = False
    renamed: str | None = None
    renaming: ChangeConstant | None = None


@dataclass(frozen=True, slots=True)
class MethodRemoved:
    """A method that the target does not have for that sender. A notification has no error code."""

    method: str
    change: ChangeConstant
    code: int | None


MethodEntry: TypeAlias = MethodAdapter | MethodRemoved


@dataclass(frozen=True, slots=True)
class Renumbered:
    """Error codes of the source, each with the code that means the same in the target."""

    codes: tuple[tuple[int, int], ...]
    change: ChangeConstant


@dataclass(frozen=True, slots=True)
class AdapterPlan:
    """The adapter of one direction; methods by the side that sends them.

    `error` is the rule for errors, or the codes that change with the new ones. `error_id` and
    `batches` the change that refuses an error without an id and a batch. `capabilities` and `implementation`
    name functions. `context` holds the types of the members that the target repeats in each request, by
    name. `every_part` edits all params and results that are objects with an object `_meta`, before their own
    function.
    """

    name: Direction
    source: str
    target: str
    functions: tuple[Function, ...]
    methods: Mapping[Side, tuple[MethodEntry, ...]]
    error: Replacement | Renumbered | None
    error_id: ChangeConstant | None
    batches: ChangeConstant | None
    capabilities: str | None
    implementation: str | None
    context: Mapping[str, Type]
    every_part: DropInside | None = None


@dataclass(frozen=True, slots=True)
class PairPlan:
    """The adapters between two neighbouring revisions in both directions, and the changes that they cite."""

    older: str
    newer: str
    changes: tuple[ChangeConstant, ...]
    adapters: tuple[AdapterPlan, ...]


def cited(node: object) -> Iterator[ChangeConstant]:
    """Yield every change that a part of a plan cites."""
    if isinstance(node, ChangeConstant):
        yield node
    elif isinstance(node, (tuple, Mapping)) or is_dataclass(node):
        below = (
            node
            if isinstance(node, tuple)
            else (
                node.values()
                if isinstance(node, Mapping)
                else [getattr(node, field.name) for field in fields(node)]
            )
        )
        for each in below:
            yield from cited(each)


def shared_functions(pair: PairPlan, base: PairPlan) -> set[str]:
    """Return the functions of a pair that another pair also has, with all the functions that they call."""
    found: set[str] = set()
    for one, other in zip(pair.adapters, base.adapters, strict=True):
        equal = {function.name: function for function in one.functions if function in other.functions}
        while bad := [name for name, found in equal.items() if not equal.keys() >= set(calls(found))]:
            for name in bad:
                del equal[name]
        found |= equal.keys()
    return found
