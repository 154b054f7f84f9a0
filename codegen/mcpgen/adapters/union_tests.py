"""Find the tests by which an adapter recognises the variants of a union of the source.

A valid value passes the tests of the variant as which decode reads it (`mcpgen.variants`), or of a variant
with the same outcome. If the variants differ in a required constant, the union is tagged. Otherwise an
adapter tests them one after the other. First it tests the member names and constants that a variant requires.
If a value may also be valid for a later variant with another outcome, one of these tests follows:

- `Fits`, if decode prefers this variant for every value that is valid for both
- `Unfit`, if decode prefers the later variant
- `ReadAs`, if the choice depends on the unknown members of the value
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
    ReadAs,
    Test,
    Unchanged,
    Unfit,
    Variant,
)
from mcpgen.ir import Array, Protocol, Type
from mcpgen.subtypes import required_constants
from mcpgen.variants import are_disjoint, guard_of, in_order, literals, prevails, tag_of


class UnionTests:
    """Finds the tests by which an adapter recognises the variants of a union of the source revision."""

    def __init__(
        self,
        protocol: Protocol,
        types: Sequence[Type],
        variants: Sequence[Variant],
        *,
        is_result: bool = False,
    ) -> None:
        """Take the types of the union in the order of the schema file, and the variant for each type.

        `is_result` says that the types are the results of a method.
        """
        self._protocol, self._is_result = protocol, is_result
        self._order = tuple(types) if is_result else in_order(types, protocol)
        self._variants = dict(zip(types, variants, strict=True))
        self.tag = None if is_result else tag_of(protocol, types)

    def recognised(self) -> tuple[Variant, ...]:
        """Return the variants in the order in which an adapter tests them, each with its tag or its tests.

        In a union without a tag, the last variants are left out if their values do not change. The ordinary
        result of a method comes last and needs no tests.
        """
        if self.tag is not None:
            return tuple(self._tagged(type_, self.tag) for type_ in self._order)
        order = sorted(self._order, key=self._rank)
        found: list[Variant] = []
        for index, type_ in enumerate(order):
            variant, later = self._variants[type_], order[index + 1 :]
            is_last = not later and (self._is_result or _checks(variant.outcome))
            found.append(replace(variant, tests=() if is_last else tuple(self._tests(type_, later))))
        while not self._is_result and found and isinstance(found[-1].outcome, Unchanged):
            found.pop()
        return tuple(found)

    def _rank(self, type_: Type) -> tuple[bool, bool]:
        """Return a sort key: the variants that an adapter tests first have the smallest key.

        Variants with a guard come first. The ordinary result of a method, or a variant whose values do not
        change, comes last.
        """
        if self._is_result:
            is_last = type_ == self._order[0]
        else:
            is_last = isinstance(self._variants[type_].outcome, Unchanged)
        return guard_of(self._protocol, type_) is None, is_last

    def _tagged(self, type_: Type, tag: str) -> Variant:
        record, variant = self._protocol.record_of(type_), self._variants[type_]
        if record is None:
            return replace(variant, tests=(self._kind_test(type_),))
        return replace(variant, tag=required_constants(record)[tag].values[0])

    def _kind_test(self, type_: Type) -> Test:
        arrays = sum(isinstance(each, Array) for each in self._order)
        return Is("array") if isinstance(type_, Array) and arrays == 1 else Fits(type_)

    def _tests(self, type_: Type, later: Sequence[Type]) -> Iterator[Test]:
        """Yield the tests that distinguish values of a variant from values of the variants in `later`."""
        record, first = self._protocol.record_of(type_), None
        if record is None:
            first = self._kind_test(type_)
            yield first
        else:
            yield from self._member_tests(type_)
        rivals = [each for each in later if self._is_rival(type_, each)]
        preferred = [each for each in rivals if self._prevails(each, type_)]
        others = [each for each in rivals if each not in preferred]
        if not all(self._prevails(type_, each) for each in others):
            yield self._read_as(type_)
        else:
            yield from map(Unfit, preferred)
            if others and first != Fits(type_):
                yield Fits(type_)

    def _member_tests(self, type_: Type) -> Iterator[Test]:
        """Yield tests of the guard, the constants and the required members of a variant that is an object.

        A guard is a member with a value that identifies the variant.
        """
        record, guard = self._protocol.record_of(type_), guard_of(self._protocol, type_)
        assert record is not None
        others = [found for each in self._order if (found := self._protocol.record_of(each)) is not None]
        if len(others) < len(self._order):
            yield Is("object")
        if guard is not None and self._is_result:
            yield MemberIs(guard[0], (guard[1],))
            return
        for member in record.fields:
            values = literals(self._protocol, member.type)
            if member.required and values:
                yield MemberIs(member.name, values)
            elif member.required and not all(member.name in other.required for other in others):
                yield HasMember(member.name)

    def _is_rival(self, type_: Type, other: Type) -> bool:
        """Return whether a value may be valid for both of two variants that are converted differently."""
        is_same = self._variants[type_].outcome == self._variants[other].outcome
        return not is_same and not self._are_disjoint(type_, other)

    def _are_disjoint(self, one: Type, other: Type) -> bool:
        """Return whether it is certain that no value is valid for both variants.

        If both are results of a method and each has a guard (a member with a value that identifies it), the
        guards are compared. Otherwise the types are compared.
        """
        guards = guard_of(self._protocol, one), guard_of(self._protocol, other)
        if self._is_result and guards[0] is not None and guards[1] is not None:
            return guards[0][0] == guards[1][0] and guards[0][1] != guards[1][1]
        return are_disjoint(self._protocol, one, other)

    def _prevails(self, one: Type, other: Type) -> bool:
        """Return whether decode always prefers the variant `one` for a value that is valid for both variants.

        If `one` has a guard (a member with a value that identifies it), only values with the guard count as
        valid for `one`.
        """
        guards = guard_of(self._protocol, one), guard_of(self._protocol, other)
        if guards == (None, None):
            is_first = self._order.index(one) < self._order.index(other)
            return prevails(self._protocol, one, other, is_first=is_first)
        return self._is_result and guards[0] is not None and guards[1] is None

    def _read_as(self, type_: Type) -> ReadAs:
        types = [each for each in self._order if each == type_ or not self._are_disjoint(type_, each)]
        return ReadAs(tuple(types), types.index(type_), self._is_result)


def _checks(outcome: Outcome) -> bool:
    """Return whether a function converts the values of a variant, and so refuses malformed values."""
    return isinstance(outcome, Convert) and outcome.function is not None and outcome.loop is None
