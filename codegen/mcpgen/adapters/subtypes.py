"""Subtypes: types of two revisions → whether every value of the one is a value of the other.

Both sides are types of the IR, each with its `Protocol`. Every object is open: an object with undeclared
members is a value of a record, so a member that only the target declares keeps a record from being a
subtype.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mcpgen.ir import (
    PYTHON_TYPES,
    Array,
    Choice,
    Constant,
    Field,
    Map,
    Protocol,
    Record,
    Scalar,
    Type,
    flatten,
    is_anything,
    is_literal,
)

_Assumed = frozenset[tuple[Type, Type]]


def record_of(protocol: Protocol, type_: Type) -> Record | None:
    """Return a type as a record, a map as a record without declared members; None for other types."""
    match protocol.resolve(type_):
        case Record() as record:
            return record
        case Map(values):
            return Record("", (), open=values)
        case _:
            return None


def arms_of(protocol: Protocol, type_: Type) -> list[Type]:
    """Return the arms of a type, aliases followed; a type that is no union is its only arm."""
    return list(dict.fromkeys(flatten(type_, protocol.definitions)))


def constants(protocol: Protocol, type_: Type) -> tuple[Constant, ...]:
    """Return the values of an enumeration or a constant, nothing for other types."""
    found = protocol.resolve(type_)
    return found.values if isinstance(found, Choice) else ()


def required_constant(member: Field | None) -> Constant:
    """Return the value of a required member with one string or integer as value, None for other members."""
    if member is not None and member.required and isinstance(member.type, Choice):
        value, *others = member.type.values
        return value if not others and is_literal(value) else None
    return None


def within(low: float | None, high: float | None, least: float | None, most: float | None) -> bool:
    """Return whether the range `low..high` lies within `least..most`; None is no limit."""
    above = least is None or (low is not None and low >= least)
    return above and (most is None or (high is not None and high <= most))


@dataclass(frozen=True, slots=True)
class Subtypes:
    """The subtype relation from the types of `source` to those of `target`."""

    source: Protocol
    target: Protocol

    def holds(self, one: Type, other: Type, assumed: _Assumed = frozenset()) -> bool:
        """Return whether every value of `one`, of the source, is a value of `other`, of the target."""
        if is_anything(other, self.target.definitions) or (one, other) in assumed:
            return True
        assumed |= {(one, other)}  # a recursive type is a subtype unless a finite value shows the contrary
        olds, news = arms_of(self.source, one), arms_of(self.target, other)
        if len(olds) > 1:
            return all(self.holds(old, other, assumed) for old in olds)
        if len(news) > 1:
            return any(self.holds(one, new, assumed) for new in news)
        return self._arm_holds(olds[0], news[0], assumed)

    def _arm_holds(self, one: Type, other: Type, assumed: _Assumed) -> bool:
        match one, other:
            case Scalar(), Scalar():
                return _scalar_holds(one, other)
            case Choice(values), Choice(others):
                return {(type(value), value) for value in values} <= {
                    (type(value), value) for value in others
                }
            case Choice(values), Scalar():
                return all(_constant_holds(value, other) for value in values)
            case Array(), Array():
                bounded = within(one.min_items, one.max_items, other.min_items, other.max_items)
                return bounded and self.holds(one.items, other.items, assumed)
            case Map(), Map() if not self.names_hold(one.names, other.names):
                return False
            case _, Map(names=names) if names is not None and not isinstance(one, Map):
                return False
            case _:
                before, after = record_of(self.source, one), record_of(self.target, other)
                return before is not None and after is not None and self._record_holds(before, after, assumed)

    @staticmethod
    def may_have(record: Record, name: str) -> bool:
        """Return whether an object of a record may have a member that the record does not declare."""
        return not record.closed and name not in record.absent

    def names_hold(self, before: Scalar | Choice | None, after: Scalar | Choice | None) -> bool:
        """Return whether a rule for names admits only names that another admits."""
        return after is None or self.holds(before or Scalar("string"), after)

    def _record_holds(self, before: Record, after: Record, assumed: _Assumed) -> bool:
        undeclared = [member.name for member in before.fields if after.field(member.name) is None]
        if after.closed and (undeclared or not before.closed):
            return False
        if any(name in undeclared or self.may_have(before, name) for name in after.absent):
            return False
        for member in after.fields:
            one = before.field(member.name)
            if member.required and not (one is not None and one.required):
                return False
            if one is not None:
                if not self.holds(one.type, member.type, assumed):
                    return False
            elif not is_anything(member.type, self.target.definitions):
                return False
        if after.open is None or is_anything(after.open, self.target.definitions):
            return True
        further = [member.type for member in before.fields if after.field(member.name) is None]
        return before.open is not None and all(
            self.holds(type_, after.open, assumed) for type_ in (*further, before.open)
        )


def _scalar_holds(one: Scalar, other: Scalar) -> bool:
    kinds = one.kind == other.kind or (one.kind, other.kind) == ("integer", "number")
    return (
        kinds
        and within(one.minimum, one.maximum, other.minimum, other.maximum)
        and within(one.min_length, one.max_length, other.min_length, other.max_length)
        and other.pattern in (None, one.pattern)
    )


def _constant_holds(value: Constant, type_: Scalar) -> bool:
    if not isinstance(value, PYTHON_TYPES[type_.kind]) or isinstance(value, bool) != (
        type_.kind == "boolean"
    ):
        return False
    if isinstance(value, str):
        length = len(value)
        matched = type_.pattern is None or re.search(type_.pattern, value) is not None
        return matched and within(length, length, type_.min_length, type_.max_length)
    if isinstance(value, (int, float)):
        return within(value, value, type_.minimum, type_.maximum)
    return True
