"""Does a JSON value fit the type that a revision gives it? Asked where a peer may know a member that the sender does not.

In: a plain JSON value and a shape, a literal that the generator writes. Out: yes or no, with JSON Schema's semantics
(`1.0` is an integer, `true` is no number, further members are always legal). Shapes:

    None                                            any value
    "never"                                         no value: a member that must be absent
    "string" "integer" "number" "boolean" "null"    a scalar
    ("string", min_length, max_length, pattern)     a string within limits, each of which may be None
    ("number", kind, minimum, maximum)              a number within limits
    ("choice", *values)                             one of a few constants
    ("array", items, min_items, max_items)
    ("map", values)                                 an object with free names
    ("object", members, required, rest)             an object with known members; `rest` is the shape of further ones
    ("union", *shapes)
    ("tagged", member, shapes)                      an object whose member is one of these strings, and its shape for that one
    ("both", *shapes)                               a value that fits every one of them
    ("later", function)                             a shape that is defined further down

The answer is usually yes, so msgspec is asked first, where a shape can be said as a type for it; it may refuse what fits, never
the reverse.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

Shape = Any


def fits(value: Any, shape: Shape) -> bool:
    """Say whether `value` is valid for `shape`."""
    if shape is None:
        return True
    if type(shape) is str:
        return _SCALARS[shape](value)
    if shape[0] == "object" and _takes(value, shape):
        return True
    return _KINDS[shape[0]](value, *shape[1:])


def _takes(value: Any, shape: Shape) -> bool:
    """Say whether msgspec takes a value for an object; False where it cannot tell."""
    known = _PROBES.get(id(shape))
    if known is None:
        known = _PROBES[id(shape)] = (_probe(shape), shape)  # with the shape, a constant, whose id is its own
    try:
        return known[0] is not None and _convert(value, known[0]) is not None
    except (msgspec.ValidationError, RecursionError):
        return False


def _probe(shape: Shape) -> Any:
    # What msgspec cannot say: unions of objects, constants other than strings and integers.
    try:
        probe = _type(shape)
    except TypeError:
        return None
    try:
        _convert({}, probe | None)  # which builds it
    except msgspec.ValidationError:
        pass
    except TypeError:
        return None
    return probe


def reader(shape: Shape) -> Callable[[Any], Any]:
    """Return a function that reads JSON text and raises `ValidationError` unless it fits, or where msgspec cannot tell."""
    found = readable(shape)
    return msgspec.json.Decoder(_NEVER if found is None else found).decode


def readable(shape: Shape) -> Any:
    """Return a type as which msgspec reads only what fits a shape; None if there is none."""
    try:
        found = _type(shape)
        msgspec.json.Decoder(found)
    except TypeError:
        return None
    return found


def _type(shape: Shape) -> Any:
    if shape is None:
        return Any
    if type(shape) is str:
        return _TYPES_OF_SCALARS[shape]
    if shape[0] == "both":
        return _type(reduce(_common, shape[1:]))
    kind, *given = shape
    if kind == "string":
        least, most, pattern = given
        return Annotated[str, msgspec.Meta(min_length=least, max_length=most, pattern=pattern)]
    if kind == "number":
        scalar, least, most = given
        return Annotated[_TYPES_OF_SCALARS[scalar], msgspec.Meta(ge=least, le=most)]
    if kind == "choice":
        return Literal[tuple(given)]
    if kind == "array":
        items, least, most = given
        return Annotated[list[_type(items)], msgspec.Meta(min_length=least, max_length=most)]  # type: ignore[misc]
    if kind == "map":
        return dict[str, _type(given[0])]  # type: ignore[misc]
    if kind == "union":
        return reduce(or_, map(_type, given))
    if kind == "tagged":
        member, shapes = given
        arms = [_struct(arm, tag_field=member, tag=tag) for tag, arm in shapes.items()]
        return reduce(or_, [*arms, _struct(None, tag_field=member, tag="\0")])  # a union demands its tag
    return _struct(shape)


def _common(one: Shape, other: Shape) -> Shape:
    """Return the shape of what fits both; raise `TypeError` where that takes more than putting members together."""
    if one is None or one == other:
        return other
    if other is None:
        return one
    if "never" in (one, other):
        return "never"
    for each, rest in ((one, other), (other, one)):
        if each == ("map", None) and rest[0] in ("map", "object", "tagged"):
            return rest
    kinds = {one[0], other[0]}
    if kinds == {"array"} and one[2:] == other[2:]:
        return ("array", _common(one[1], other[1]), *one[2:])
    if kinds == {"map"}:
        return ("map", _common(one[1], other[1]))
    if kinds == {"object"} and one[3] is other[3] is None:
        members = {name: _common(one[1].get(name), other[1].get(name)) for name in {**one[1], **other[1]}}
        return ("object", members, (*one[2], *other[2]), None)
    if kinds == {"tagged"} and one[1] == other[1]:
        return (
            "tagged",
            one[1],
            {tag: _common(one[2][tag], other[2][tag]) for tag in one[2] if tag in other[2]},
        )
    raise TypeError(f"{one[0]} and {other[0]}")


def _struct(shape: Shape, **tagged: str) -> Any:
    if shape is None:
        shape = ("object", {}, (), None)
    if shape[0] != "object" or shape[3] is not None:
        raise TypeError(shape[0])
    _, members, required, _ = shape
    fields: list[Any] = []
    for index, (name, member) in enumerate(members.items()):
        if name in required:
            fields.append((f"m{index}", _type(member), msgspec.field(name=name)))
        else:
            field = msgspec.field(name=name, default=UNSET)
            fields.append((f"m{index}", _type(member) | UnsetType, field))
    for index, name in enumerate(name for name in required if name not in members):
        fields.append((f"r{index}", Any, msgspec.field(name=name)))
    return msgspec.defstruct("Probed", fields, kw_only=True, gc=False, **tagged)  # type: ignore[arg-type]


_convert = msgspec.convert
_PROBES: dict[int, tuple[Any, Shape]] = {}
_NEVER = Annotated[int, msgspec.Meta(gt=0, lt=0)]
_TYPES_OF_SCALARS = {
    "never": _NEVER,
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": None,
}


def _is_number(value: Any) -> bool:
    return type(value) is int or type(value) is float


_SCALARS: dict[str, Callable[[Any], bool]] = {
    "never": lambda value: False,
    "string": lambda value: type(value) is str,
    "integer": lambda value: type(value) is int or (type(value) is float and value.is_integer()),
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
    return any(value == v and (isinstance(value, bool) is isinstance(v, bool)) for v in values)


def _array(value: Any, items: Shape, least: int | None, most: int | None) -> bool:
    return (
        type(value) is list
        and _within(len(value), least, most)
        and (items is None or all(fits(item, items) for item in value))
    )


def _map(value: Any, values: Shape) -> bool:
    return type(value) is dict and (values is None or all(fits(v, values) for v in value.values()))


def _object(value: Any, members: dict[str, Shape], required: tuple[str, ...], rest: Shape) -> bool:
    return (
        type(value) is dict
        and all(name in value for name in required)
        and all(fits(v, members.get(name, rest)) for name, v in value.items())
    )


def _union(value: Any, *shapes: Shape) -> bool:
    return any(fits(value, shape) for shape in shapes)


def _tagged(value: Any, member: str, shapes: dict[str, Shape]) -> bool:
    tag = value.get(member) if type(value) is dict else None
    return type(tag) is str and tag in shapes and fits(value, shapes[tag])


def _both(value: Any, *shapes: Shape) -> bool:
    return all(fits(value, shape) for shape in shapes)


def _later(value: Any, shape: Callable[[], Shape]) -> bool:
    return fits(value, shape())


_KINDS: dict[str, Callable[..., bool]] = {
    "string": _string,
    "number": _number,
    "choice": _choice,
    "array": _array,
    "map": _map,
    "object": _object,
    "union": _union,
    "tagged": _tagged,
    "both": _both,
    "later": _later,
}
