"""Find an example for a change: a small JSON value that only one of two revisions accepts, called a witness.

For a change of a member, the witness is the smallest object with the member. For a method, it is a message.
Otherwise it is a value of the type. Candidates are taken from both revisions: smallest values, each variant
and constant, values just outside a limit, and values of other JSON types. The rule of the change says which
revision must accept the witness: for an added value, for example, the new one. Candidates that differ only at
the location of the change are preferred. A change of annotations or definitions has no witness, because it
makes no value invalid. A type whose smallest value is too large to read has no witness either.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.compare.sample_values import MISFITS, SampleValues, TooLarge
from mcpgen.ir import Method, Protocol, Record, Ref, Type

Json: TypeAlias = Any

ABSENT = object()


@dataclass(frozen=True, slots=True)
class Witness:
    """An example of a change: a value that only one revision accepts, that revision, and the value's type."""

    value: Json
    valid_in: Literal["old", "new"]
    type: str


def find_witness(old: SampleValues, new: SampleValues, change: ProtocolChange) -> Witness | None:
    """Return an example for a change, or None: a value that only one of the two revisions accepts."""
    if CHANGE_RULES[change.rule].kind not in ("message", "value"):
        return None
    try:
        if change.holders is not None:
            return _value_witness(old, new, change)
        return _frame_witness(old, new, change)
    except TooLarge:
        return None


def counterexamples(source: Protocol, type_: Type, target: Protocol, other: Type) -> Iterator[Json]:
    """Yield values that are valid for a type of the source, and invalid for a type of the target.

    A member that only the target declares may have any value in the source. Therefore such members are tried
    too.
    """
    values, further = SampleValues(source), SampleValues(target)
    record = target.resolve(other)
    with suppress(TooLarge):
        for value in [*values.samples(type_), *further.samples(other), *MISFITS]:
            declared = [each.name for each in record.fields] if isinstance(record, Record) else []
            odd = (
                [{**value, name: misfit} for name in declared for misfit in MISFITS]
                if isinstance(value, dict)
                else []
            )
            for each in (value, *odd):
                if values.validity.is_valid(type_, each) and not further.validity.is_valid(other, each):
                    yield each


def _frame_witness(old: SampleValues, new: SampleValues, change: ProtocolChange) -> Witness | None:
    """Return an example for a change of methods, results or batches, or None.

    The example is a message or a result that only one of the revisions has.
    """
    is_added = change.rule.endswith(("_ADDED", "_ADMITTED"))
    here, there, node = (new, old, change.new) if is_added else (old, new, change.old)
    side: Literal["old", "new"] = "new" if is_added else "old"
    if isinstance(node, Method):
        if change.rule.startswith(("METHOD_", "KIND_", "DIRECTION_")):
            return Witness(here.smallest(Ref(node.message)), side, node.message)
    elif isinstance(node, Ref) and change.rule.startswith("RESULT_"):
        method = there.protocol.methods.get(change.at)
        results = [Ref(name) for name in (method.results if method else ())]
        for value in here.samples(node):
            is_known = any(there.validity.is_valid(result, value) for result in results)
            if not is_known and here.validity.is_valid(node, value):
                return Witness(value, side, node.name)
    elif change.rule.startswith("BATCHES_") and "JSONRPCMessage" in here.protocol.definitions:
        frame = Ref("JSONRPCMessage")
        for value in here.samples(frame):
            if isinstance(value, list) and here.validity.is_valid(frame, value):
                return Witness(value, side, frame.name)
    return None


def _value_witness(old: SampleValues, new: SampleValues, change: ProtocolChange) -> Witness | None:
    """Return a value that only one of two revisions accepts because of a change, or None.

    The best value has a twin that both revisions accept, and that differs from it only at the location of the
    change. Then a revision can refuse the value only because of the change.
    """
    assert change.holders is not None
    one, other = change.holders
    rule = CHANGE_RULES[change.rule]
    sides = {
        True: rule.to_new,
        False: rule.to_old,
    }  # the severity by whether the old revision accepts the value
    wanted = [before for before, grade in sides.items() if grade == "breaking"] or [True, False]
    found: tuple[Json, bool] | None = None
    for candidates in _candidates(old, new, change):
        judged = [
            (value, old.validity.is_valid(one, value), new.validity.is_valid(other, value))
            for value in candidates
        ]
        split = next(
            ((value, before) for value, before, after in judged if before != after and before in wanted), None
        )
        if split is not None and any(before and after for _, before, after in judged):
            found = split
            break
        found = found or split
    if found is None:
        return None
    value, before = found
    holder, location = (one, change.was) if before else (other, change.at)
    name = holder.name if isinstance(holder, Ref) else location.removesuffix(f".{change.member}")
    return Witness(value, "old" if before else "new", name)


def _candidates(old: SampleValues, new: SampleValues, change: ProtocolChange) -> Iterator[list[Json]]:
    """Yield groups of values, among which `_value_witness` looks for an example of a change.

    The values in a group differ only at the location of the change.
    """
    assert change.holders is not None
    one, other = change.holders
    variant_values = _variant_samples(old, new, change)
    sides = (old, old.protocol.resolve(one)), (new, new.protocol.resolve(other))
    fields = [
        (samples, field)
        for samples, record in sides
        if isinstance(record, Record) and change.member is not None and (field := record.field(change.member))
    ]
    if not fields:  # the whole value changed, or a member moved between nested objects
        yield variant_values or [*old.samples(one), *new.samples(other), *MISFITS]
        return
    values: list[Json] = [ABSENT]
    if variant_values:
        values += [*variant_values, *([v] for v in variant_values), *({"key": v} for v in variant_values)]
    else:
        values += [value for samples, field in fields for value in samples.samples(field.type)] + [*MISFITS]
    bases = old.smallest(one), new.smallest(other)
    for base in ({**bases[0], **bases[1]}, *bases):
        rest = {name: value for name, value in base.items() if name != change.member}
        yield [rest if value is ABSENT else {**rest, change.member: value} for value in values]


def _variant_samples(old: SampleValues, new: SampleValues, change: ProtocolChange) -> list[Json]:
    """Return sample values of the variant or enumeration value that a change adds or removes.

    For other changes, return an empty list.
    """
    if not change.rule.startswith(("VARIANT_", "ENUM_VALUE_")):
        return []
    sides = ((old, change.old), (new, change.new))
    return [
        value
        for samples, node in sides
        if isinstance(node, get_args(Type))
        for value in samples.samples(node)
    ]
