"""Union tests: a union of the source → how an adapter recognises the union member of a value.

A union whose members differ in a required constant is tagged. In any other union the members are tested from
the most specific down (most required names first). A test asks for the names of one union member first; where
these could mislead, for the whole type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mcpgen.adapters.plan import (
    Convert,
    Fits,
    HasMember,
    Is,
    MemberIs,
    Outcome,
    Test,
    Unchanged,
    Variant,
)
from mcpgen.ir import Array, Protocol, Type, is_literal
from mcpgen.subtypes import constants, required_constants


def tag_of(protocol: Protocol, arms: Sequence[Type]) -> str | None:
    """Return the member whose required constant tells the objects of a union apart, None without such."""
    found = [required_constants(record) for arm in arms if (record := protocol.record_of(arm)) is not None]
    for name in found[0] if len(found) > 1 else ():
        values = {one for each in found if name in each for one in each[name].values if is_literal(one)}
        if len(values - {None}) == len(found):
            return name
    return None


def recognised(protocol: Protocol, arms: Sequence[Type], variants: Sequence[Variant]) -> tuple[Variant, ...]:
    """Return the variants in the order of testing, each with its tag or its tests.

    In an untagged union the last members go without a test, or go away, if nothing happens to their values.
    """
    pairs = sorted(zip(arms, variants, strict=True), key=lambda pair: -_required(protocol, pair[0]))
    tag = tag_of(protocol, arms)
    if tag is not None:
        return tuple(_tagged(protocol, arm, arms, variant, tag) for arm, variant in pairs)
    while pairs and isinstance(pairs[-1][1].outcome, Unchanged):
        pairs.pop()
    every_arm = len(pairs) == len(arms)
    found: list[Variant] = []
    for index, (arm, variant) in enumerate(pairs):
        tested = {each for each, _ in pairs[: index + 1]}
        later = [each for each in arms if each not in tested]
        last = every_arm and index == len(pairs) - 1
        tests = () if last and _checks(variant.outcome) else tuple(_tests(protocol, arm, arms, later))
        found.append(replace(variant, tests=tests))
    return tuple(found)


def _checks(outcome: Outcome) -> bool:
    """Return whether an outcome starts with a function, which refuses a malformed value."""
    return isinstance(outcome, Convert) and outcome.function is not None and outcome.loop is None


def _required(protocol: Protocol, arm: Type) -> int:
    record = protocol.record_of(arm)
    return len(record.required) if record else 0


def _tagged(protocol: Protocol, arm: Type, arms: Sequence[Type], variant: Variant, tag: str) -> Variant:
    record = protocol.record_of(arm)
    if record is None:
        return replace(variant, tests=(_kind_test(arm, arms),))
    return replace(variant, tag=required_constants(record)[tag].values[0])


def _kind_test(arm: Type, arms: Sequence[Type]) -> Test:
    is_only_array = isinstance(arm, Array) and sum(isinstance(each, Array) for each in arms) == 1
    return Is("array") if is_only_array else Fits(arm)


def _tests(protocol: Protocol, arm: Type, arms: Sequence[Type], later: Sequence[Type]) -> Iterator[Test]:
    """Yield the tests that tell a union member from the later ones."""
    record = protocol.record_of(arm)
    if record is None:
        yield _kind_test(arm, arms)
        return
    others = [found for each in arms if (found := protocol.record_of(each)) is not None]
    if len(others) < len(arms):
        yield Is("object")
    for member in record.fields:
        values = constants(protocol, member.type)
        if member.required and values and all(map(is_literal, values)):
            yield MemberIs(member.name, values)
        elif member.required and not all(member.name in other.required for other in others):
            yield HasMember(member.name)
    if not all(_disjoint(protocol, arm, each) for each in later):
        yield Fits(arm)


def _disjoint(protocol: Protocol, one: Type, other: Type) -> bool:
    """Return whether two union members differ in kind, or in the constants of a member that both require."""
    before, after = protocol.record_of(one), protocol.record_of(other)
    if before is None or after is None:
        return before is not after
    for member in before.fields:
        twin = after.field(member.name)
        if twin is not None and member.required and twin.required:
            mine, theirs = constants(protocol, member.type), constants(protocol, twin.type)
            if mine and theirs and not set(mine) & set(theirs):
                return True
    return False
