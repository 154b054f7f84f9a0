"""Find the variant of a union that `decode` would choose for a plain JSON value.

A conversion edits a value as the variant that `decode` chooses. If several variants may fit one value, the
adapter calls `variant_of` with their shapes (`value_checks`), in the order in which `decode` tries them. The
shapes list every declared member, so that unknown members can be counted. If the shape of undeclared members
is `"any"`, senders may choose their names freely, and they do not count as unknown. A variant with a guard is
`("guarded", member, value, shape, is_required)`. The guard is a member with a certain value. If `is_required`
is true, only a value with the guard can be that variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..json_values import equal_json
from .value_checks import Shape, fits

_Known = dict[tuple[int, int], "int | None"]


def variant_of(value: Any, shapes: Sequence[Shape]) -> int:
    """Return the index of the variant that `decode` chooses for a value, or -1 if the value fits none."""
    return _best(value, shapes, {})[0]


def _best(value: Any, shapes: Sequence[Shape], known: _Known) -> tuple[int, int]:
    """Return the index of the best variant for a value, and the number of unknown members in that variant.

    The index is -1 if the value fits no variant.
    """
    for rank in _ranks(value, shapes):
        best = -1, 0
        for index in rank:
            is_guarded, shape = _unguarded(shapes[index])
            count = _unknown(value, shape, known)
            if count is None:
                continue
            if is_guarded:
                return index, count
            if best[0] < 0 or count < best[1]:
                best = index, count
        if best[0] >= 0:
            return best
    return -1, 0


def _ranks(value: Any, shapes: Sequence[Shape]) -> Iterator[list[int]]:
    """Yield two groups of variants to try, each as a list of indexes into `shapes`.

    The guard of a variant is a member with a certain value. The first group has the variants whose guard is
    in the value, and then the variants without a guard. The second group is tried only if the value fits no
    variant of the first group. It has the variants whose guard is optional, and is not in the value.
    """
    selected, free, rest = list[int](), list[int](), list[int]()
    for index, shape in enumerate(shapes):
        if type(shape) is not tuple or shape[0] != "guarded":
            free.append(index)
            continue
        _, member, wanted, _, is_required = shape
        if type(value) is dict and equal_json(value.get(member), wanted):
            selected.append(index)
        elif not is_required:
            rest.append(index)
    yield selected + free
    yield rest


def _unguarded(shape: Shape) -> tuple[bool, Shape]:
    is_guarded = type(shape) is tuple and shape[0] == "guarded"
    return is_guarded, shape[3] if is_guarded else shape


def _unknown(value: Any, shape: Shape, known: _Known) -> int | None:
    """Return the number of unknown members in a value, or None if the value does not fit a shape.

    `known` caches the number for each value and shape. Several variants contain the same nested values, so
    without the cache the time would double with each level of nesting.
    """
    if type(value) not in (dict, list) or type(shape) is not tuple:
        return 0 if fits(value, shape) else None
    key = id(value), id(shape)
    if key not in known:
        known[key] = _count(value, shape, known)
    return known[key]


def _count(value: Any, shape: Any, known: _Known) -> int | None:
    match shape:
        case ("later", function):
            return _unknown(value, function(), known)
        case ("union", *variants):
            index, count = _best(value, variants, known)
            return None if index < 0 else count
        case ("array", items, *limits):
            inner = [(item, items) for item in value] if type(value) is list else None
            is_limited = not limits or fits(value, ("array", None, *limits))
        case ("map", *rules):
            values, *names = rules or [None]
            inner = [(item, values) for item in value.values()] if type(value) is dict else None
            is_limited = not names or fits(value, ("map", None, *names))
        case ("object", members, *others):
            return _members(value, members, *others, known=known)
        case _:
            return 0 if fits(value, shape) else None
    return _total(inner, known) if inner is not None and is_limited else None


def _members(
    value: Any,
    members: dict[str, Shape],
    required: tuple[str, ...] = (),
    rest: Shape = None,
    *,
    known: _Known,
) -> int | None:
    if type(value) is not dict or not all(name in value for name in required):
        return None
    inner = [(item, members.get(name, rest)) for name, item in value.items()]
    found = _total(inner, known)
    if found is None or rest is not None:
        return found
    return found + sum(name not in members for name in value)


def _total(inner: list[tuple[Any, Shape]], known: _Known) -> int | None:
    """Return the number of unknown members in several values, or None if a value does not fit its shape.

    `inner` has pairs of a value and its shape.
    """
    total = 0
    for value, shape in inner:
        count = _unknown(value, shape, known)
        if count is None:
            return None
        total += count
    return total
