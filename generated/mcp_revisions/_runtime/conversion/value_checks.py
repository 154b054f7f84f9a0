"""Check whether a JSON value fits a shape. A shape describes the valid values of a type, as Python data.

Conversions check members that only the target declares: they keep a valid value, and remove any other. The
generator writes the shapes. `fits` decides as JSON Schema does: `1.0` is an integer, `true` is not a number,
and undeclared members are valid unless `rest` limits them. The shapes are:

    None                                            any value
    "any"                                           any value; as `rest`, see `variant_choice`
    "never"                                         no value: a member that must be absent
    "string" "integer" "number" "boolean" "null"    a scalar
    ("string", min_length, max_length, pattern)     a string within limits, each of which may be None
    ("number", kind, minimum, maximum)              a number within limits
    ("choice", *values)                             one of a few constants
    ("array", items, min_items, max_items)
    ("map", values, names)                          an object with free names, which `names` may limit
    ("object", members, required, rest)             an object; `rest` is the shape of undeclared members
    ("union", *shapes)
    ("later", function)                             a shape that is defined further down
    ("guarded", member, value, shape, is_required)  a variant with a guard (`variant_choice`)

The last items of the tuple of an array, a map or an object may be omitted. Then there are no limits, all
values are allowed, and no member is required.
`both` intersects two shapes. `decoder_of` checks JSON text. It may refuse text that fits, but never accepts
text that does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ..json_values import equal_json, is_integer
from ..messages.build_lock import build_lock, json_decoder

Shape = Any
NEVER = "never"


def fits(value: Any, shape: Shape) -> bool:
    """Return whether a plain JSON value fits a shape."""
    if shape is None:
        return True
    if type(shape) is str:
        return _SCALARS[shape](value)
    return _KINDS[shape[0]](value, *shape[1:])


def _is_number(value: Any) -> bool:
    return type(value) is int or type(value) is float


_SCALARS: dict[str, Callable[[Any], bool]] = {
    "any": lambda value: True,
    "never": lambda value: False,
    "string": lambda value: type(value) is str,
    "integer": is_integer,
    "number": _is_number,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
}


def _within(size: float, least: float | None, most: float | None) -> bool:
    return (least is None or size >= least) and (most is None or size <= most)


def _string(value: Any, least: int | None, most: int | None, pattern: str | None) -> bool:
    return (
        type(value) is str
        and _within(len(value), least, most)
        and (pattern is None or re.search(pattern, value) is not None)
    )


def _number(value: Any, kind: str, least: float | None, most: float | None) -> bool:
    return _SCALARS[kind](value) and _within(value, least, most)


def _choice(value: Any, *values: Any) -> bool:
    return any(equal_json(value, constant) for constant in values)


def _array(value: Any, items: Shape, least: int | None = None, most: int | None = None) -> bool:
    return (
        type(value) is list
        and _within(len(value), least, most)
        and (items is None or all(fits(item, items) for item in value))
    )


def _map(value: Any, values: Shape = None, names: Shape = None) -> bool:
    return (
        type(value) is dict
        and (values is None or all(fits(v, values) for v in value.values()))
        and (names is None or all(fits(name, names) for name in value))
    )


def _object(
    value: Any, members: dict[str, Shape], required: tuple[str, ...] = (), rest: Shape = None
) -> bool:
    return (
        type(value) is dict
        and all(name in value for name in required)
        and all(fits(v, members.get(name, rest)) for name, v in value.items())
    )


def _union(value: Any, *shapes: Shape) -> bool:
    return any(fits(value, shape) for shape in shapes)


def _later(value: Any, shape: Callable[[], Shape]) -> bool:
    return fits(value, shape())


def _guarded(value: Any, member: str, wanted: Any, shape: Shape, is_required: bool) -> bool:
    return fits(value, shape)


_KINDS: dict[str, Callable[..., bool]] = {
    "string": _string,
    "number": _number,
    "choice": _choice,
    "array": _array,
    "map": _map,
    "object": _object,
    "union": _union,
    "later": _later,
    "guarded": _guarded,
}


def both(one: Shape, other: Shape) -> Shape:
    """Return the intersection of two shapes: a shape of the values that fit both.

    The result is "never" if no value fits both, or if no shape can express the intersection.
    """
    if one is None or one == other:
        return other
    if other is None:
        return one
    kinds = one[0], other[0]
    if "union" in kinds:
        variants = [both(a, b) for a in _variants(one) for b in _variants(other)]
        left = [variant for variant in variants if variant != NEVER]
        return NEVER if not left else left[0] if len(left) == 1 else ("union", *left)
    if kinds == ("object", "object"):
        return _joined(one, other)
    if kinds in (("array", "array"), ("map", "map")) and len(one) == len(other) == 2:
        return one[0], both(one[1], other[1])
    if kinds == ("choice", "choice"):
        values = tuple(value for value in one[1:] if any(equal_json(value, each) for each in other[1:]))
        return ("choice", *values) if values else NEVER
    return NEVER


def _variants(shape: Shape) -> tuple[Shape, ...]:
    return shape[1:] if shape[0] == "union" else (shape,)


def parts(shape: Shape) -> tuple[dict[str, Shape], tuple[str, ...], Shape]:
    """Return the parts of an object shape: members, required names, and the shape of undeclared members.

    The shape None, which any value fits, has no members and no limits. If a shape does not describe objects,
    the shape of undeclared members is "never".
    """
    if shape is None or shape[0] != "object":
        return {}, (), None if shape is None else NEVER
    required = shape[2] if len(shape) > 2 else ()
    return shape[1], required, shape[3] if len(shape) > 3 else None


def _joined(one: Shape, other: Shape) -> Shape:
    """Return the intersection of two object shapes, or "never" if no object fits both."""
    (mine, required, rest), (theirs, also_required, others) = parts(one), parts(other)
    left = both(rest, others)
    names = dict.fromkeys([*mine, *theirs])
    members = {name: both(mine.get(name, rest), theirs.get(name, others)) for name in names}
    needed = tuple(dict.fromkeys([*required, *also_required]))
    if any(members.get(name, left) == NEVER for name in needed):
        return NEVER
    if left is not None:
        return ("object", members, needed, left)
    return ("object", members, needed) if needed else ("object", members)


# Decoders

Decode = Callable[[bytes], Any]

_ABSENT: Any = Annotated[int, msgspec.Meta(ge=1, le=0)]  # no value fits, so the member must be absent
_SCALAR_TYPES: dict[str, Any] = {
    NEVER: _ABSENT,
    "string": str,
    "integer": int,
    "number": int | float,
    "boolean": bool,
    "null": None,
}


class AnyObject(msgspec.Struct, gc=False):
    """A type that msgspec decodes from any JSON object, without reading its members."""


def decoder_of(shape: Shape) -> Decode:
    """Return a msgspec decoder that accepts only JSON text that fits a shape.

    The decoder may refuse text that fits the shape, if msgspec cannot express a condition of the shape.
    """
    with build_lock:
        return json_decoder(_type(shape)).decode


def _type(shape: Shape) -> Any:
    """Return a msgspec type for a shape.

    If msgspec cannot express the shape, return a type that no value fits.
    """
    if shape is None:
        return Raw
    if type(shape) is str:
        return _SCALAR_TYPES[shape]
    return _TYPES[shape[0]](*shape[1:]) if shape[0] in _TYPES else _ABSENT


def _choice_type(*values: Any) -> Any:
    same = len({type(value) for value in values}) == 1 and type(values[0]) in (str, int)
    return Literal[values] if same else _ABSENT


def _array_type(items: Shape = None, least: int | None = None, most: int | None = None) -> Any:
    made: Any = list[_type(items)]  # type: ignore[misc]
    return Annotated[made, msgspec.Meta(min_length=least, max_length=most)]


def _map_type(values: Shape = None, names: Shape = None) -> Any:
    if values is names is None:
        return AnyObject
    return dict[str, _type(values)] if names is None else _ABSENT  # type: ignore[misc]


def _object_type(
    members: dict[str, Shape], required: tuple[str, ...] = (), rest: Shape = None, tag: str = ""
) -> Any:
    if rest not in (None, NEVER):
        return _ABSENT
    fields: list[Any] = []
    for name, shape in members.items():
        if name == tag:
            continue
        if name in required:
            fields.append((f"m{len(fields)}", _type(shape), msgspec.field(name=name)))
        elif shape is not None or rest == NEVER:
            absent = msgspec.field(name=name, default=UNSET)
            fields.append((f"m{len(fields)}", _type(shape) | UnsetType, absent))
    options: dict[str, Any] = {"gc": False, "kw_only": True, "forbid_unknown_fields": rest == NEVER}
    if tag:
        options |= {"tag_field": tag, "tag": members[tag][1]}
    return msgspec.defstruct("Shape", fields, **options)


def _union_type(*shapes: Shape) -> Any:
    """Return a msgspec type for a union of shapes.

    msgspec can decode several object variants only if each has a different constant in the same member.
    Otherwise, the returned type refuses all objects.
    """
    objects = [shape for shape in shapes if shape[0] == "object"]
    tag = _tag(objects) if len(objects) > 1 else ""
    if tag is None:
        objects = []
    others = [_type(shape) for shape in shapes if shape[0] != "object"]
    made = [_object_type(*parts(shape), tag=tag or "") for shape in objects]
    return reduce(or_, [*made, *others]) if made or others else _ABSENT


_TYPES: dict[str, Callable[..., Any]] = {
    "choice": _choice_type,
    "array": _array_type,
    "map": _map_type,
    "object": _object_type,
    "union": _union_type,
}


def _tag(objects: list[Shape]) -> str | None:
    """Return the name of a member that has a different constant in each object shape, or None."""
    for name, first in objects[0][1].items():
        constants = [shape[1].get(name) for shape in objects]
        is_tag = all(
            type(c) is tuple and c[0] == "choice" and len(c) == 2 and type(c[1]) is str for c in constants
        )
        if first is not None and is_tag and len(set(constants)) == len(constants):
            return str(name)
    return None
