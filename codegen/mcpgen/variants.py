"""Decide how decode chooses a variant for a value of a union.

All stages use these functions, so that they agree. A guard is a member with a value that identifies one
variant. If a guard selects a variant and the value is valid for that variant, decode uses it. Otherwise
decode uses the variant with the fewest unknown members. Among equally good variants, it uses the first one in
reading order. This module has:

- the reading order (`in_order`), which classes, published types and adapters share
- the tag (`tag_of`) of a union; guards are in `Protocol.guards`
- whether no value is valid for two variants (`are_disjoint`)
- whether each value that is valid for two variants is read as the first of them (`prevails`)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mcpgen.ir import (
    Array,
    Choice,
    Constant,
    Definition,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    is_literal,
    json_value,
    kind_of,
    reachable,
    referenced,
    resolved,
)
from mcpgen.subtypes import constants, required_constants


def specific_first(types: Iterable[Type], definitions: Mapping[str, Definition]) -> tuple[Type, ...]:
    """Sort variants of a union: more required members first. Among equal numbers, fewer members come first.

    Variants that are equal in both respects keep their order.
    """

    def rank(type_: Type) -> tuple[int, int]:
        found = resolved(type_, definitions)
        required = sum(field.required for field in found.fields) if isinstance(found, Record) else 0
        return (-required, len(found.fields) if isinstance(found, Record) else 0)

    return tuple(sorted(types, key=rank))


def in_order(types: Iterable[Type], protocol: Protocol) -> tuple[Type, ...]:
    """Return variants in the order in which decode tries them.

    Nested unions are replaced by their variants.
    """
    return tuple(dict.fromkeys(_in_order(types, protocol)))


def _in_order(types: Iterable[Type], protocol: Protocol) -> Iterator[Type]:
    for type_ in specific_first(types, protocol.definitions):
        body = protocol.body(type_)
        if isinstance(body, Union):
            yield from _in_order(body.variants, protocol)
        elif isinstance(body, Record) or body == type_:
            yield type_
        else:
            yield from _in_order([body], protocol)


def tag_of(protocol: Protocol, types: Sequence[Type]) -> str | None:
    """Return the member that has a different required constant in each object of a union, or None."""
    found = [required_constants(record) for each in types if (record := protocol.record_of(each)) is not None]
    for name in found[0] if len(found) > 1 else ():
        values = {one for each in found if name in each for one in each[name].values if is_literal(one)}
        if len(values - {None}) == len(found):
            return name
    return None


def literals(protocol: Protocol, type_: Type) -> tuple[Constant, ...]:
    """Return the constants of an enumeration, or () for another type.

    Return () as well if a constant is not a string, a 64-bit integer or null, because Python cannot compare
    it exactly.
    """
    values = constants(protocol, type_)
    return values if all(map(is_literal, values)) else ()


def are_disjoint(protocol: Protocol, one: Type, other: Type) -> bool:
    """Return whether it is certain that no value is valid for both variants.

    The result is true if their JSON types differ, or if both require a member for which they have different
    constants.
    """
    before, after = protocol.record_of(one), protocol.record_of(other)
    if before is None or after is None:
        return before is not after or not kinds_of(protocol, one) & kinds_of(protocol, other)
    for member in before.fields:
        twin = after.field(member.name)
        if twin is not None and member.required and twin.required:
            mine, theirs = literals(protocol, member.type), literals(protocol, twin.type)
            if mine and theirs and not set(mine) & set(theirs):
                return True
    return False


def kinds_of(protocol: Protocol, type_: Type) -> set[str]:
    """Return the JSON types that the values of a type may have."""
    match protocol.resolve(type_):
        case Union():
            return {kind for each in protocol.variants(type_) for kind in kinds_of(protocol, each)}
        case Record() | Map():
            return {"object"}
        case Scalar(kind):
            return {"number" if kind == "integer" else kind}
        case Choice(values):
            return {kind_of(json_value(value)) for value in values}
        case Array():
            return {"array"}
        case _:
            return {"string", "number", "boolean", "null", "array", "object"}


def prevails(protocol: Protocol, one: Type, other: Type, *, is_first: bool) -> bool:
    """Return whether it is certain that decode prefers `one` for each value that is valid for both variants.

    `is_first` says that `one` comes before `other` in the order in which decode tries variants. Then decode
    prefers `one` if a value has equally many unknown members in both variants. Call this function only for
    variants without a guard (a member with a value that identifies the variant).
    """
    mine, theirs = protocol.record_of(one), protocol.record_of(other)
    if mine is None or theirs is None:
        return is_first and _has_no_unknown(protocol, one)
    for field in mine.fields:
        twin = theirs.field(field.name)
        if (twin is None or twin.type != field.type) and not _has_no_unknown(protocol, field.type):
            return False
    if mine.open is not None:
        most = 0 if _has_no_unknown(protocol, mine.open) else 1
    elif theirs.open is not None:
        return False  # undeclared members are unknown members in `one`, but not in `other`
    else:
        most = sum(field.name not in mine.by_name for field in theirs.fields)
    fewer = sum(name not in theirs.by_name for name in mine.required) if theirs.open is None else 0
    return most < fewer or (is_first and most == fewer)


def _has_no_unknown(protocol: Protocol, type_: Type) -> bool:
    """Return whether values of a type can never have unknown members, at any depth.

    An object has no unknown members if senders may choose the names of its members freely.
    """
    found = reachable(referenced(type_), protocol.definitions)
    records = (protocol.definitions[name] for name in found)
    return all(not isinstance(record, Record) or record.open is not None for record in records)


def guard_of(protocol: Protocol, type_: Type) -> tuple[str, Constant] | None:
    """Return the guard of a variant, or None.

    A guard is a member with the value that identifies the variant.
    """
    return protocol.guards.get(type_.name) if isinstance(type_, Ref) else None
