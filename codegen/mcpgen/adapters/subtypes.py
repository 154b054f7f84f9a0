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

    def holds(self, source: Type, target: Type, assumed: _Assumed = frozenset()) -> bool:
        """Return whether every value of the source type is a value of the target type."""
        if is_anything(target, self.target.definitions) or (source, target) in assumed:
            return True
        # A recursive type is a subtype unless a finite value shows the contrary.
        assumed |= {(source, target)}
        sources, targets = arms_of(self.source, source), arms_of(self.target, target)
        if len(sources) > 1:
            return all(self.holds(arm, target, assumed) for arm in sources)
        if len(targets) > 1:
            return any(self.holds(source, arm, assumed) for arm in targets)
        return self._arm_holds(sources[0], targets[0], assumed)

    def _arm_holds(self, source: Type, target: Type, assumed: _Assumed) -> bool:
        match source, target:
            case Scalar(), Scalar():
                return _scalar_holds(source, target)
            case Choice(values), Choice(others):
                return {(type(value), value) for value in values} <= {
                    (type(value), value) for value in others
                }
            case Choice(values), Scalar():
                return all(_constant_holds(value, target) for value in values)
            case Array(), Array():
                bounded = within(source.min_items, source.max_items, target.min_items, target.max_items)
                return bounded and self.holds(source.items, target.items, assumed)
            case Map(), Map() if not self.names_hold(source.names, target.names):
                return False
            case _, Map(names=names) if names is not None and not isinstance(source, Map):
                return False
            case _:
                source_record, target_record = record_of(self.source, source), record_of(self.target, target)
                return self._record_holds(source_record, target_record, assumed)

    @staticmethod
    def may_have(record: Record, name: str) -> bool:
        """Return whether an object of a record may have a member that the record does not declare."""
        return not record.closed and name not in record.absent

    def names_hold(self, source: Scalar | Choice | None, target: Scalar | Choice | None) -> bool:
        """Return whether a rule for names admits only names that another admits."""
        return target is None or self.holds(source or Scalar("string"), target)

    def _record_holds(self, source: Record | None, target: Record | None, assumed: _Assumed) -> bool:
        if source is None or target is None:
            return False
        undeclared = [member.name for member in source.fields if target.field(member.name) is None]
        if target.closed and (undeclared or not source.closed):
            return False
        if any(name in undeclared or self.may_have(source, name) for name in target.absent):
            return False
        for member in target.fields:
            found = source.field(member.name)
            if member.required and not (found is not None and found.required):
                return False
            if found is not None:
                if not self.holds(found.type, member.type, assumed):
                    return False
            elif not is_anything(member.type, self.target.definitions):
                return False
        if target.open is None or is_anything(target.open, self.target.definitions):
            return True
        further = [member.type for member in source.fields if target.field(member.name) is None]
        return source.open is not None and all(
            self.holds(type_, target.open, assumed) for type_ in (*further, source.open)
        )


def _scalar_holds(source: Scalar, target: Scalar) -> bool:
    kinds = source.kind == target.kind or (source.kind, target.kind) == ("integer", "number")
    return (
        kinds
        and within(source.minimum, source.maximum, target.minimum, target.maximum)
        and within(source.min_length, source.max_length, target.min_length, target.max_length)
        and target.pattern in (None, source.pattern)
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
