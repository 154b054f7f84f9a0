"""Decide whether every value of one type is also a value of another type, perhaps of another revision.

Both types are types of the IR, each with its `Protocol`. Objects are open: an object may have undeclared
members. So a record of the source is not a subtype if the target declares a member that the source does not.
The source allows any value there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from mcpgen.ir import (
    Anything,
    Array,
    Choice,
    Constant,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    has_type,
    json_value,
)

MOST_PAIRS = 20_000  # the maximum pairs of types to compare for one answer

_Pair: TypeAlias = tuple[Type, Type]
# Whether the relation holds for a pair: always, never, or if it holds for all (or any) of some other pairs.
_Clause: TypeAlias = bool | tuple[Literal["all", "any"], list[_Pair]]


def constants(protocol: Protocol, type_: Type) -> tuple[Constant, ...]:
    """Return the constants of an enumeration, or () if the type is not an enumeration."""
    found = protocol.resolve(type_)
    return found.values if isinstance(found, Choice) else ()


def required_constants(record: Record) -> dict[str, Choice]:
    """Return the required members of a record that allow only one value, by name."""
    return {
        member.name: member.type
        for member in record.fields
        if member.required and isinstance(member.type, Choice) and len(member.type.values) == 1
    }


def within(low: float | None, high: float | None, least: float | None, most: float | None) -> bool:
    """Return whether a range of numbers, `low` to `high`, is inside another one, `least` to `most`.

    None means that there is no limit.
    """
    above = least is None or (low is not None and low >= least)
    return above and (most is None or (high is not None and high <= most))


def allows_every_length(source: Type, target: Type) -> bool:
    """Return whether the array type `target` allows every length that the array type `source` allows."""
    match source, target:
        case Array(_, low, high), Array(_, least, most):
            return within(low or 0, high, least, most)
    return False


class Subtypes:
    """Decides whether types of the protocol `source` are subtypes of types of the protocol `target`.

    A subtype accepts only values that the other type accepts too. Results are cached. Recursive types are
    compared by coinduction: a type is assumed to be a subtype until a comparison that needs this fails.
    """

    def __init__(self, source: Protocol, target: Protocol) -> None:
        self.source, self.target = source, target
        self._known: dict[_Pair, bool] = {}

    def holds(self, source: Type, target: Type) -> bool:
        """Return whether every value of the type `source` is also a value of the type `target`.

        If this needs more than `MOST_PAIRS` comparisons, return False.
        """
        pair = (source, target)
        if pair not in self._known:
            self._settle(pair)
        return self._known[pair]

    def holds_of_object(self, source: Record, target: Type) -> bool:
        """Return whether every object of the record `source` is a value of the type `target`."""
        return self.target.accepts_anything(target) or any(
            clause if isinstance(clause, bool) else all(self.holds(*pair) for pair in clause[1])
            for variant in self.target.variants(target)
            for clause in (self._record_clause(source, self.target.record_of(variant)),)
        )

    def _settle(self, asked: _Pair) -> None:
        clauses: dict[_Pair, _Clause] = {}
        resting: dict[_Pair, list[_Pair]] = {}
        pending, failed = [asked], list[_Pair]()
        while pending:
            pair = pending.pop()
            if pair in clauses:
                continue
            known = self._known.get(pair)
            clause = clauses[pair] = self._clause(*pair) if known is None else known
            if len(clauses) > MOST_PAIRS:
                self._known[asked] = False
                return
            if isinstance(clause, bool):
                failed += [] if clause else [pair]
                continue
            for below in clause[1]:
                resting.setdefault(below, []).append(pair)
                pending.append(below)
        found = dict.fromkeys(clauses, True)
        while failed:
            pair = failed.pop()
            if found[pair]:
                found[pair] = False
                failed += [above for above in resting.get(pair, ()) if not _is_met(clauses[above], found)]
        self._known.update(found)

    def _clause(self, source: Type, target: Type) -> _Clause:
        if self.target.accepts_anything(target):
            return True
        sources, targets = self.source.variants(source), self.target.variants(target)
        if len(sources) > 1:
            return "all", [(member, target) for member in sources]
        if len(targets) > 1:
            return "any", [(source, member) for member in targets]
        return self._member_clause(sources[0], targets[0])

    def _member_clause(self, source: Type, target: Type) -> _Clause:
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
                if not allows_every_length(source, target):
                    return False
                return "all", [(source.items, target.items)]
            case Map(), Map() if not self.names_hold(source.names, target.names):
                return False
            case _, Map(names=names) if names is not None and not isinstance(source, Map):
                return False
            case _:
                return self._record_clause(self.source.record_of(source), self.target.record_of(target))

    @staticmethod
    def may_have(record: Record, name: str) -> bool:
        """Return whether an object of a record type may have an undeclared member `name`."""
        return not record.closed and name not in record.absent

    def names_hold(self, source: Scalar | Choice | None, target: Scalar | Choice | None) -> bool:
        """Return whether `target` allows every member name that `source` allows.

        If `source` or `target` is None, it allows all names.
        """
        return target is None or self.holds(source or Scalar("string"), target)

    def _record_clause(self, source: Record | None, target: Record | None) -> _Clause:
        if source is None or target is None:
            return False
        undeclared = [member for member in source.fields if target.field(member.name) is None]
        if target.closed and (undeclared or not source.closed):
            return False
        names = {member.name for member in undeclared}
        if any(name in names or self.may_have(source, name) for name in target.absent):
            return False
        if not target.required <= source.required:
            return False
        rest = target.open or Anything()
        pairs = [(member.type, rest) for member in undeclared]
        for member in target.fields:
            found = source.field(member.name)
            if found is not None:
                pairs.append((found.type, member.type))
            elif self.may_have(source, member.name):
                pairs.append((source.open or Anything(), member.type))
        if not source.closed:
            pairs.append((source.open or Anything(), rest))
        pairs = [pair for pair in dict.fromkeys(pairs) if not self.target.accepts_anything(pair[1])]
        plain = [
            pair for pair in pairs if not any(isinstance(type_, (Ref, Union, Array, Map)) for type_ in pair)
        ]
        # These pairs depend on no other pairs, so the answer for them is certain.
        if not all(self._clause(*pair) is True for pair in plain):
            return False
        return "all", [pair for pair in pairs if pair not in plain]


def _is_met(clause: _Clause, found: Mapping[_Pair, bool]) -> bool:
    if isinstance(clause, bool):
        return clause
    quantifier, pairs = clause
    return all(found[pair] for pair in pairs) if quantifier == "all" else any(found[pair] for pair in pairs)


def _scalar_holds(source: Scalar, target: Scalar) -> bool:
    kinds = source.kind == target.kind or (source.kind, target.kind) == ("integer", "number")
    return (
        kinds
        and within(source.minimum, source.maximum, target.minimum, target.maximum)
        and within(source.min_length, source.max_length, target.min_length, target.max_length)
        and target.pattern in (None, source.pattern)
    )


def _constant_holds(value: Constant, type_: Scalar) -> bool:
    if not has_type(json_value(value), type_.kind):
        return False
    if isinstance(value, str):
        length = len(value)
        return type_.pattern is None and within(length, length, type_.min_length, type_.max_length)
    if isinstance(value, (int, float)):
        return within(value, value, type_.minimum, type_.maximum)
    return True
