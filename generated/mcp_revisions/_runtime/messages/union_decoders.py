"""Strict decoders of unions. They choose the variant by its JSON type, by its tag, or by trial."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import inspect as mi

from ..json_values import equal_json
from .build_lock import type_node
from .mismatch import DecodeFn, DecodeState, Mismatch, disallowed, missing, unexpected
from .type_info import absent_envelope, object_members


class UnionVariant(NamedTuple):
    """One variant of an untagged union: its decoder, and facts that can exclude it without a decode.

    - `name`: the name of the type.
    - `required`, `declared`: the names of the required members, and of all members.
    - `constants`: the members that must have certain constants.
    - `guard`: a member and its value, or None. If an object has this member with this value, the variant is
      tried first. If not, the variant is tried last.
    """

    decode: Callable[..., Any]
    guard: tuple[str, Any] | None
    name: str
    required: frozenset[str]
    declared: frozenset[str]
    constants: tuple[tuple[str, frozenset[str]], ...]

    def contradictions(self, value: dict[str, Any]) -> list[str]:
        """Return the members in `constants` for which an object has a value that is not allowed there."""
        return [
            name
            for name, allowed in self.constants
            if name in value and not (type(value[name]) is str and value[name] in allowed)
        ]

    def guard_holds(self, value: Any) -> bool:
        """Return whether `value` has the member and value of `guard`. Without a guard, return True."""
        if self.guard is None:
            return True
        return type(value) is dict and equal_json(value.get(self.guard[0]), self.guard[1])


def variant_of_type(type_: Any, decode: Callable[..., Any]) -> UnionVariant:
    """Return the variant for a type and its decoder."""
    node = type_node(type_)
    members = object_members(node) if isinstance(node, mi.StructType) else {}
    absent = absent_envelope(node)
    constants = [
        (wire, frozenset(map(str, info.type.values)))
        for wire, info in members.items()
        if isinstance(info.type, mi.LiteralType) and all(isinstance(v, str) for v in info.type.values)
    ]
    required = frozenset(wire for wire, info in members.items() if info.required and wire not in absent)
    name, guard = getattr(type_, "__name__", str(type_)), getattr(type_, "__guard__", None)
    return UnionVariant(decode, guard, name, required, frozenset(members), tuple(constants))


def declared_members(type_: Any) -> frozenset[str]:
    """Return the names of the declared members of a type. A type that is not an object has none."""
    node = type_node(type_)
    return frozenset(object_members(node)) if isinstance(node, mi.StructType) else frozenset()


def required_members(type_: Any) -> frozenset[str]:
    """Return the names of the required members of a type. A type that is not an object has none."""
    node = type_node(type_)
    members = object_members(node) if isinstance(node, mi.StructType) else {}
    return frozenset(wire for wire, info in members.items() if info.required)


def kind_decoder(by_class: dict[type, DecodeFn], expected: str) -> DecodeFn:
    """Return the decoder of a union whose variants differ by the Python class of the JSON value.

    `by_class` has the decoder for each class. `expected` describes all variants for error messages.
    """

    def decode(value: Any, state: DecodeState) -> Any:
        chosen = by_class.get(type(value))
        if chosen is None:
            raise unexpected(expected, value)
        return chosen(value, state)

    return by_class[dict] if by_class.keys() == {dict} else decode


def whole_number_decoder(decode: DecodeFn, expected: str) -> DecodeFn:
    """Return the decoder of a `float` in a union that has integers, but no other numbers.

    For example, `1.0` is decoded as an integer, and `1.5` is refused. `decode` is the decoder of the
    integers. `expected` describes all variants for error messages.
    """

    def decode_whole(value: Any, state: DecodeState) -> Any:
        if not value.is_integer():
            raise unexpected(expected, value)
        return decode(value, state)

    return decode_whole


def tagged_decoder(tag_field: str, by_tag: dict[Any, DecodeFn]) -> DecodeFn:
    """Return the decoder of a union whose variants differ by the constant in the member `tag_field`.

    `by_tag` has the decoder for each constant.
    """
    allowed = tuple(by_tag)

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not dict:
            raise unexpected("an object", value)
        if tag_field not in value:
            raise missing([tag_field], value)
        tag = value[tag_field]
        chosen = by_tag.get(tag) if type(tag) is str else None
        if chosen is None:
            raise disallowed(tag, allowed, [tag_field])
        return chosen(value, state)

    return decode


def untagged_decoder(members: list[UnionVariant], guard_required: bool) -> DecodeFn:
    """Return a decoder that chooses the variant with the fewest unknown members and skipped items.

    The guard of a variant is a member with a certain value. A variant whose guard the object has is tried
    first, and chosen if the object fits it. A variant whose guard the object lacks is tried last. If
    `guard_required` is true, such a variant is not tried.
    """
    possible_variants = _possible_variants(members)
    has_guards = any(member.guard is not None for member in members)

    def ranks(value: Any, found: list[UnionVariant]) -> list[list[UnionVariant]]:
        if not has_guards:
            return [found]
        first = [m for m in found if m.guard and m.guard_holds(value)] + [m for m in found if not m.guard]
        return [first] if guard_required else [first, [m for m in found if not m.guard_holds(value)]]

    def decode(value: Any, state: DecodeState) -> Any:
        possible = possible_variants(value) if type(value) is dict else members
        failures: dict[int, Mismatch] = {}
        if len(possible) == 1 and not has_guards:
            (member,) = possible
            try:
                return member.decode(value, state)
            except Mismatch as mismatch:
                failures[id(member)] = mismatch.copy()
        else:
            for rank in ranks(value, possible):
                best = _best(rank, value, state, failures)
                if best is not None:
                    made, state.unknown, state.skipped = best
                    return made
        tried = [member for rank in ranks(value, members) for member in rank]
        raise most_helpful(
            [(m, failures.get(id(m)) or _mismatch(m, value, state)) for m in tried], value
        ).copy()

    return decode


def _best(
    rank: list[UnionVariant], value: Any, state: DecodeState, failures: dict[int, Mismatch]
) -> tuple[Any, int, tuple[Mismatch, ...]] | None:
    """Try the variants in `rank`, and take the one with the fewest unknown members and skipped items.

    Return the object, and the values that `state.unknown` and `state.skipped` have with this variant. Return
    None if the value fits no variant in `rank`. Add the mismatch of each variant that does not fit to
    `failures`, with the `id()` of the variant as its key.
    """
    unknown, skipped = state.unknown, state.skipped
    best: tuple[Any, int, tuple[Mismatch, ...]] | None = None
    least = 0
    for member in rank:
        try:
            made = member.decode(value, state)
        except Mismatch as mismatch:
            failures[id(member)] = mismatch.copy()
        else:
            cost = state.unknown - unknown + len(state.skipped) - len(skipped)
            if best is None or cost < least:
                best, least = (made, state.unknown, state.skipped), cost
            if cost == 0 or member.guard:  # variants with a guard are tried first
                return best
        state.unknown, state.skipped = unknown, skipped
    return best


def _possible_variants(members: list[UnionVariant]) -> Callable[[dict[str, Any]], list[UnionVariant]]:
    """Return a function that takes an object and returns the variants that it may fit.

    A variant is possible if the object has every member that the variant requires. Where the variant allows
    only constants for a member, the object must have one of them or lack the member. The values of other
    members are not checked. The function is compiled from generated source code, because it is called for
    each object of a union. For two variants, the source is:

        def possible(value):
            found = []
            if 'type' in value and value.get('type', 'text') in ('text',):
                found.append(v0)
            if 'uri' in value:
                found.append(v1)
            return found
    """
    lines = ["def possible(value):", "    found = []"]
    for place, member in enumerate(members):
        tests = [f"{name!r} in value" for name in sorted(member.required)]
        for name, allowed in member.constants:
            values = tuple(sorted(allowed))
            tests.append(f"value.get({name!r}, {values[0]!r}) in {values!r}")
        lines += [f"    if {' and '.join(tests) or 'True'}:", f"        found.append(v{place})"]
    names: dict[str, Any] = {f"v{place}": member for place, member in enumerate(members)}
    exec("\n".join([*lines, "    return found"]), names)
    possible: Callable[[dict[str, Any]], list[UnionVariant]] = names["possible"]
    return possible


def decoded_once(decode: DecodeFn) -> DecodeFn:
    """Return a decoder of a recursive union that decodes each value of a message only once.

    The results are cached in `DecodeState.outcomes`. Without the cache, each variant would decode the nested
    values again, and the number of decodes would double with each level of nesting.
    """

    def remembered(value: Any, state: DecodeState) -> Any:
        if type(value) not in (dict, list):
            return decode(value, state)
        key = id(value), id(remembered)
        if key not in state.outcomes:
            unknown = state.unknown
            try:
                made = decode(value, state)
                state.outcomes[key] = made, state.unknown - unknown
                return made
            except Mismatch as mismatch:
                state.outcomes[key] = mismatch.copy()
                raise
        outcome = state.outcomes[key]
        if isinstance(outcome, Mismatch):
            raise outcome.copy()
        made, counted = outcome
        state.unknown += counted
        return made

    return remembered


def _mismatch(member: UnionVariant, value: Any, state: DecodeState) -> Mismatch:
    """Decode an object as the variant `member`, which it cannot fit, and return the mismatch.

    The decoder of the union has excluded this variant without trying it.
    """
    try:
        member.decode(value, state)
    except Mismatch as mismatch:
        return mismatch.copy()
    raise AssertionError(f"internal error: the value is a valid {member.name}, a variant that was ruled out")


def most_helpful(failures: list[tuple[UnionVariant, Mismatch]], value: Any) -> Mismatch:
    """Return the mismatch to report for a value that fits no variant.

    Return the mismatch of the variant that the sender probably meant. If no variant is more likely than the
    others, the result lists the mismatches of all variants.
    """
    meant = _meant(failures, value) if type(value) is dict else failures
    deepest = max(len(mismatch.path) for _, mismatch in meant)
    if deepest or len(meant) == 1:
        chosen = [mismatch for _, mismatch in meant if len(mismatch.path) == deepest]
        first = chosen[0]
        same_location = [m for m in chosen if m.allowed and m.path == first.path]
        if first.allowed and len(same_location) > 1:
            merged = disallowed(
                first.constant, tuple(dict.fromkeys(a for m in same_location for a in m.allowed))
            )
            merged.path = first.path
            return merged
        return first
    if len({mismatch.reason for _, mismatch in failures}) == 1:
        return failures[0][1]
    reasons = ", ".join(f"{member.name} ({mismatch.reason})" for member, mismatch in failures)
    return Mismatch(f"fits no variant: {reasons}")


def _meant(
    failures: list[tuple[UnionVariant, Mismatch]], value: dict[str, Any]
) -> list[tuple[UnionVariant, Mismatch]]:
    """Return the variants that the sender of an object may have meant.

    A variant is excluded if the object has a wrong constant in one of its members, and if that member is also
    declared by another variant, for which the object has no wrong constants. For example, if only one variant
    has a member `action`, the sender of an `action` meant that variant, even if the value is wrong. If the
    object has all required members of some variants that are not excluded, only those are returned.
    """
    wrong = {id(member): member.contradictions(value) for member, _ in failures}
    right = [member for member, _ in failures if not wrong[id(member)]]
    if not right:
        return failures
    declared = frozenset[str]().union(*(member.declared for member in right))
    possible = [each for each in failures if not declared.intersection(wrong[id(each[0])])]
    complete = [each for each in possible if each[0].required <= value.keys()]
    return complete or possible
