"""Define the plan of an adapter as frozen data. The planner makes the plan and the printer prints it.

An `AdapterPlan` converts messages in one direction between two adjacent revisions. It has a `Function` for
each type that changes. An `ObjectFunction` has a `MemberEdit` for each change of a member. A `UnionFunction`
has a `Variant` for each variant of the union. Where a plan needs to check values, it has the `Type` for which
they must be valid.
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
    """Raise an error for a case that a `match` statement does not handle.

    Type checkers report a reachable call.

    `typing` has this function since Python 3.11.
    """
    raise AssertionError(f"unexpected {node!r}")


@dataclass(frozen=True, slots=True)
class ChangeConstant:
    """A change as adapters report it: its id, its reason, and the name of its constant in generated code.

    The error for a refused message gives the `refusal`, or the `reason` if `refusal` is empty.
    """

    name: str
    id: str
    reason: str
    refusal: str = ""


# Edits of one member of an object. If the member is present, the edit applies unless the value of the member
# is valid for `type`, a type of the target. If `type` is None, it applies to every value. If the member is
# absent, the edit applies only if `always` is true. `known` says that the source declares the member.


@dataclass(frozen=True, slots=True)
class Drop:
    """Edit an object: remove a member, unless its value is valid for the target's type `type`.

    If `type` is None, the member is removed whatever its value is. `known` says whether the removal may lose
    a value that the source declares. It is false for an undeclared member, unless moves put declared values
    into it. It is also false for an object that earlier moves always leave empty.
    """

    member: str
    change: ChangeConstant
    type: Type | None = None
    known: bool = True


@dataclass(frozen=True, slots=True)
class DropOthers:
    """Edit an object: remove each undeclared member whose value is not valid for `type`.

    `type` is the target's type of undeclared members. If it is None, all undeclared members are removed.
    `declared` has the members that the target declares. `member` is the name of the object's type, not of a
    member. `known` says that the source defines a type for undeclared members, so they are data of a message.
    """

    member: str
    declared: tuple[str, ...]
    change: ChangeConstant
    type: Type | None = None
    known: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """Edit an object: move the member at the path `source` to the path `target`.

    A path consists of member names, starting in the object. If another member is at `target` already, that
    one is removed. If an object on the path `target` is missing, it is created if `makes` is true. Otherwise
    the moved member is removed. If the move leaves objects on the path `source` empty, they are removed too:
    at most `clears` of them, from the innermost outwards. Reports name `change` for the move, and `removal`
    for a member that is removed.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    change: ChangeConstant
    removal: ChangeConstant
    makes: bool
    clears: int


@dataclass(frozen=True, slots=True)
class Set:
    """Edit an object: set a member to a value, unless its old value is valid for the target's type `type`.

    If `type` is None, every old value is replaced. An absent member is set only if `always` is true. `known`
    is true if the source declares the member. `replaces` is true if a valid message may have another value.
    """

    member: str
    value: Any
    change: ChangeConstant
    always: bool
    known: bool
    type: Type | None = None
    replaces: bool = True


@dataclass(frozen=True, slots=True)
class RefuseMember:
    """Edit an object: refuse the message because of a member.

    The message is refused if the member is present and not valid for the target's type `type`, or if it is
    absent and `always` is true. If `type` is None, every present value is refused. `code` is the error code
    of the reply, or None for the usual code. `known` says that the source declares the member.
    """

    member: str
    change: ChangeConstant
    type: Type | None = None
    always: bool = False
    code: int | None = None
    known: bool = True


@dataclass(frozen=True, slots=True)
class DropOnly:
    """Edit an object: remove a member if it has the value `value`, and otherwise refuse the message.

    The target assumes `value` if the member is absent, so the removal of this value loses nothing. If `value`
    is an object, an object that has the members of `value` and others is removed too, and reported as a loss.
    """

    member: str
    value: Any
    change: ChangeConstant


@dataclass(frozen=True, slots=True)
class DropInside:
    """Edit an object: remove the members `names` of the object that is the value of the member `member`.

    If the inner object is then empty, remove it too.
    """

    member: str
    names: tuple[str, ...]
    change: ChangeConstant


@dataclass(frozen=True, slots=True)
class CallRule:
    """Edit an object: call a conversion rule, which edits the member `member` of the object.

    If the member is absent, the rule is called only if `always` is true.
    """

    member: str
    rule: str
    change: ChangeConstant
    always: bool


@dataclass(frozen=True, slots=True)
class Visit:
    """Edit an object: call a function on the value of a member, or on each of its items or values.

    If `always` is true, the member is required.
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
    """Test whether a value is an array, if `form` is `array`, or an object, if `form` is `object`."""

    form: Form


@dataclass(frozen=True, slots=True)
class Fits:
    """Test whether a value is valid for a type of the source revision."""

    type: Type


@dataclass(frozen=True, slots=True)
class HasMember:
    """Test whether a value has a member."""

    member: str


@dataclass(frozen=True, slots=True)
class MemberIs:
    """Test whether a member has one of the given values."""

    member: str
    values: tuple[Constant, ...]


@dataclass(frozen=True, slots=True)
class Unfit:
    """Test whether a value is invalid for a type of the source revision."""

    type: Type


@dataclass(frozen=True, slots=True)
class ReadAs:
    """Test whether decode would choose the type at `index` in `types` for a value.

    `types` are types of the source revision, in the order in which decode tries them. A value that is valid
    for none of `types` passes the test too. The variant's function then reports what is wrong with the value.
    If `is_result` is true, the types are results of a method. A result with a guard (a member with a value
    that identifies the result) is then chosen only by its guard.
    """

    types: tuple[Type, ...]
    index: int
    is_result: bool = False


Test: TypeAlias = Is | Fits | Unfit | HasMember | MemberIs | ReadAs


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Outcome for the values of a union's variant: they are not changed."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Outcome for a value of a union's variant: refuse the message, unless the value is valid for `type`.

    `type` is a type of the target revision. If it is None, every value is refused. `code` is the error code
    of the reply, or None for the usual code.
    """

    change: ChangeConstant
    code: int | None = None
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class Become:
    """Outcome for a constant of the source: replace it by the target's constant with the same meaning."""

    value: Constant
    change: ChangeConstant


@dataclass(frozen=True, slots=True)
class Replacement:
    """A call of a conversion rule on a value. The rule returns the new value."""

    rule: str
    change: ChangeConstant


@dataclass(frozen=True, slots=True)
class Convert:
    """Outcome for a value of a union's variant: call a function on the value, or on its items or values.

    If `rule` is given, that conversion rule is called afterwards, and returns the new value.
    """

    function: str | None = None
    loop: Loop | None = None
    rule: Replacement | None = None


Outcome: TypeAlias = Unchanged | Refuse | Become | Convert


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a union of the source revision: how to recognise its values, and what to do with them.

    In a tagged union, `tag` is the constant of the variant. Otherwise a value must pass every test. If the
    last variant has no tests, it takes all values that remain.
    """

    name: str
    outcome: Outcome
    tag: Constant = None
    tests: tuple[Test, ...] = ()


# Functions


@dataclass(frozen=True, slots=True)
class ObjectFunction:
    """A function of an adapter that edits an object by its `edits`.

    If `rule` is given, that conversion rule is called before the edits. The rule may replace the whole
    object.
    """

    name: str
    type_name: str
    edits: tuple[MemberEdit, ...] = ()
    rule: Replacement | None = None


@dataclass(frozen=True, slots=True)
class UnionFunction:
    """A function of an adapter that finds the variant of a union to which a value belongs, and converts it.

    `tag` is the member whose constant distinguishes the variants, or None. `form` is the JSON type of all
    variants, or None if they have different ones.
    """

    name: str
    variants: tuple[Variant, ...]
    tag: str | None = None
    form: Form | None = None


Function: TypeAlias = ObjectFunction | UnionFunction


def loop_function(name: str, function: str, loop: Loop) -> UnionFunction:
    """Return a function that calls another function on each item of an array, or each value of an object."""
    form: Form = "array" if loop == "items" else "object"
    return UnionFunction(name, (Variant(f"an {form}", Convert(function, loop)),), form=form)


def calls(function: Function) -> Iterator[str]:
    """Yield the names of the functions that a function of an adapter calls directly."""
    match function:
        case ObjectFunction(edits=edits):
            yield from (edit.function for edit in edits if isinstance(edit, Visit))
        case UnionFunction(variants=variants):
            outcomes = [variant.outcome for variant in variants]
            yield from (o.function for o in outcomes if isinstance(o, Convert) and o.function)
        case _:
            assert_never(function)


def reached(functions: Mapping[str, Function], roots: Iterable[str | None]) -> set[str]:
    """Return the names of all functions that `roots` call, directly or indirectly, together with `roots`."""
    return set(closure(filter(None, roots), lambda name: calls(functions[name])))


def fidelity_of(function: Function, rules: Mapping[str, ConversionRule]) -> Fidelity:
    """Return how faithfully a function's own edits convert declared members: whole, adapted or lossy.

    Functions that it calls are not considered.
    """
    match function:
        case ObjectFunction(edits=edits, rule=rule):
            grades = [*(_fidelity_of_edit(edit, rules) for edit in edits), _fidelity_of_call(rule, rules)]
            moved = {edit.target[0] for edit in edits if isinstance(edit, Move)}
            # An edit of a member that moved here may remove its value. A `Drop` of an undeclared member does
            # not, because the moved value is valid in the target.
            others = (edit for edit in edits if not isinstance(edit, (Move, DropOthers)))
            others = (edit for edit in others if not (isinstance(edit, Drop) and not edit.known))
            if any(edit.member in moved for edit in others):
                grades.append("lossy")
            return worst(grades)
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
        case Visit() | DropOthers(known=False) | Drop(known=False):
            return "whole"
        case Move(target=target, makes=makes):
            return "adapted" if makes or not target[1:] else "lossy"
        case Set(replaces=False):  # no value of the source is replaced
            return "adapted"
        case DropOnly(value=str() | int() | None):  # in the target, the absent member means the same
            return "adapted"
        case DropInside(member="_meta"):  # the target states it once for a session, not in each request
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
    """What an adapter does with a method that both revisions have.

    - `params`, `result`: the names of the functions that convert the params and the result, or None for no
      change.
    - `fidelity`: how faithfully the params are converted, and how faithfully the result.
    - `renamed`, `renaming`: the method's name in the target if that differs, and the change that states the
      new name.
    - `refused_from`: the revisions from which a conversion over several revisions may start so that this
      adapter refuses every message, because an earlier step gave the message a value that this adapter
      refuses. The first item is about params, and the second about results.
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
    refused_from: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@dataclass(frozen=True, slots=True)
class MethodRemoved:
    """What an adapter does with a method that its sender cannot send in the target: refuse the message.

    For a request, `code` is the error code of the reply. For a notification, `code` is None.
    """

    method: str
    change: ChangeConstant
    code: int | None


MethodEntry: TypeAlias = MethodAdapter | MethodRemoved


@dataclass(frozen=True, slots=True)
class Renumbered:
    """The error codes that have another number in the target.

    Each item of `codes` has the number in the source, the number in the target, and the change between them.
    """

    codes: tuple[tuple[int, int, ChangeConstant], ...]


@dataclass(frozen=True, slots=True)
class AdapterPlan:
    """The plan of an adapter: what it does with each message of one direction.

    Attributes:
        name: The direction.
        source: The revision of the messages to convert.
        target: The revision to convert to.
        functions: The functions of the adapter.
        methods: What the adapter does with each method, by the side that sends the message.
        error: What the adapter does with error responses, or None if they do not change.
        error_id: The change because of which an error response without an id is refused, or None.
        batches: The change because of which a JSON-RPC batch is split into single messages, or None.
        capabilities: The name of the function that converts client capabilities, or None.
        implementation: The name of the function that converts the name and version of a client, or None.
        context: The types of the members that each stateless request repeats in `_meta`, by name.
        every_part: The edit of `_meta` in all params and results. It comes before their functions.
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
    """The plans for both directions between two adjacent revisions.

    `changes` are the changes that the adapters name when they report differences.
    """

    older: str
    newer: str
    changes: tuple[ChangeConstant, ...]
    adapters: tuple[AdapterPlan, ...]


def cited(node: object) -> Iterator[ChangeConstant]:
    """Yield each change that adapters with this plan, or part of a plan, can name in a loss or a refusal."""
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
    """Return the names of the functions that are equal in two plans, and that call only such functions."""
    found: set[str] = set()
    for one, other in zip(pair.adapters, base.adapters, strict=True):
        equal = {function.name: function for function in one.functions if function in other.functions}
        while bad := [name for name, found in equal.items() if not equal.keys() >= set(calls(found))]:
            for name in bad:
                del equal[name]
        found |= equal.keys()
    return found
