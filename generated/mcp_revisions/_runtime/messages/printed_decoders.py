"""Strict decoders of objects, each printed as a Python function for its class.

In: the members of a class, with a decoder for each (`ObjectShape`). Out: a function from a plain `dict` to an
object. The source of the function is generated when the strict decoder first needs the class. msgspec
decodes most messages that have no unknown members, so the functions of many classes are never generated. For
a class with the members
`type` (the constant "text"), `text` (required) and `_meta`, it is:

    def decode(value, state):
        if type(value) is not dict:
            raise unexpected("an object", value)
        known = 0
        at = ""
        try:
            m0 = value.get("type", UNSET)
            if m0 is not UNSET:
                known += 1
                if m0 != "text":
                    at = "type"
                    m0 = d0(m0, state)
            m1 = value.get("text", UNSET)
            if m1 is not UNSET:
                known += 1
                if type(m1) is not str:
                    at = "text"
                    m1 = d1(m1, state)
            m2 = …
        except Mismatch as mismatch:
            locate(mismatch, at, value, members, rest, state)
            raise
        if m0 is UNSET or m1 is UNSET:
            raise missing(required, value)
        if known != len(value):
            others = {}
            for wire, item in value.items():
                if wire not in members:
                    others[wire] = item
            state.unknown += len(others)
            if not state.drop:
                return construct_wider(text=m1, meta=m2, __unknown_members__=UnknownMembers(others))
        return construct(text=m1, meta=m2)

The names of JSON members come from schemas, which are not trusted. So the source contains these names only
as string literals that `repr` wrote. Python names, such as `text` and `meta` here, are safe: each is an
attribute of the generated class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec import UNSET

from .mismatch import DecodeFn, DecodeState, Mismatch, missing, unexpected
from .unknown_members import UnknownMembers


class ValueDecoder(NamedTuple):
    """The decoder of the values of a member or array.

    A value is used unchanged in three cases: its class is in `plain`, it equals the text `constant`, or
    `decode` is None. Otherwise `decode` decodes it. `name` is the Python name of a member. It is None for a
    member such as `type` that distinguishes the variants of a union, because instances do not store that
    member.
    """

    name: str | None
    plain: tuple[type, ...]
    decode: DecodeFn | None
    constant: str | None = None


class PrintedObject(NamedTuple):
    """What the decoder of an object needs: members by wire name, required wire names, and constructors.

    - `construct` creates the object from its members. The argument for an absent member is `UNSET`, but it is
      omitted if `leaves_out` is true.
    - `skips_constructor` means that `construct` and `construct_wider` are classes whose constructors fill in
      members, which is slow. So they are not called: an empty instance is created, and each member is
      assigned.
    - `construct_wider` creates an object with undeclared members. It gets them as `UnknownMembers`, together
      with the declared members.
    - `keep` is called with the undeclared members. It returns them as `UnknownMembers`, or None to drop them.
      If `keep` is None, undeclared members are counted as unknown members. They are dropped if
      `DecodeState.drop` is true.
    - `whole` means that the object stays plain JSON. The object is only checked, and passed to `construct`
      unchanged. `rest` then checks its undeclared members.
    """

    members: dict[str, ValueDecoder]
    required: tuple[str, ...]
    construct: Callable[..., Any]
    construct_wider: Callable[..., Any] = dict
    keep: Callable[[dict[str, Any], DecodeState], UnknownMembers | None] | None = None
    leaves_out: bool = False
    skips_constructor: bool = False
    whole: bool = False
    rest: ValueDecoder | None = None


def printed_decoder(shape: PrintedObject) -> DecodeFn:
    """Compile the decoder function that the function `source` prints for a class, and return it."""
    names: dict[str, Any] = {
        "UNSET": UNSET,
        "create": object.__new__,
        "UnknownMembers": UnknownMembers,
        "Mismatch": Mismatch,
        "unexpected": unexpected,
        "missing": missing,
        "locate": locate,
        **{f"d{place}": member.decode for place, member in enumerate(shape.members.values())},
        **{f"t{place}": kind for place, kind in enumerate(_classes(shape))},
        "members": shape.members,
        "required": shape.required,
        "construct": shape.construct,
        "construct_wider": shape.construct_wider,
        "keep": shape.keep,
        "rest": shape.rest,
    }
    exec("\n".join(source(shape)), names)
    decode: DecodeFn = names["decode"]
    return decode


def _classes(shape: PrintedObject) -> dict[type, None]:
    """Return the classes that the source of the decoder refers to, each once."""
    return dict.fromkeys(kind for member in shape.members.values() for kind in member.plain)


def source(shape: PrintedObject) -> Iterator[str]:
    """Yield the source lines of the decoder function for a class."""
    classes = {kind: f"t{place}" for place, kind in enumerate(_classes(shape))}
    variables = {wire: f"m{place}" for place, wire in enumerate(shape.members)}
    yield "def decode(value, state):"
    yield "    if type(value) is not dict:"
    yield "        raise unexpected('an object', value)"
    yield "    known = 0"
    if shape.whole:
        yield "    unknown = state.unknown"
    yield "    at = ''"
    yield "    try:"
    for place, (wire, member) in enumerate(shape.members.items()):
        variable = variables[wire]
        yield f"        {variable} = value.get({wire!r}, UNSET)"
        yield f"        if {variable} is not UNSET:"
        yield "            known += 1"
        if member.decode is not None:
            tests = [f"type({variable}) is not {classes[kind]}" for kind in member.plain]
            if member.constant is not None:
                tests.append(f"{variable} != {member.constant!r}")
            yield f"            if {' and '.join(tests) or 'True'}:"
            yield f"                at = {wire!r}"
            yield f"                {variable} = d{place}({variable}, state)"
    if shape.rest is not None and shape.rest.decode is not None:
        yield "        for at, item in value.items():"
        yield "            if at not in members and type(item) not in rest.plain:"
        yield "                rest.decode(item, state)"
    yield "        pass"
    yield "    except Mismatch as mismatch:"
    yield "        locate(mismatch, at, value, members, rest, state)"
    yield "        raise"
    if shape.required:
        yield f"    if {' or '.join(f'{variables[wire]} is UNSET' for wire in shape.required)}:"
        yield "        raise missing(required, value)"
    yield from _made(shape, variables)


def _made(shape: PrintedObject, variables: dict[str, str]) -> Iterator[str]:
    """Yield the source lines that create the object from its decoded members."""
    if shape.whole:
        yield "    state.unknown = unknown"
        yield "    return construct(value)"
        return
    named = {wire: member.name for wire, member in shape.members.items() if member.name is not None}
    attributes = {name: variables[wire] for wire, name in named.items()}
    passed = ", ".join(f"{name}={value}" for name, value in attributes.items())
    if shape.leaves_out:  # the names may be any text, and a dictionary keeps the order of the text
        yield f"    made = {{{', '.join(f'{wire!r}: {variables[wire]}' for wire in named)}}}"
        passed = "**{members[wire].name: made[wire] for wire in value if wire in made}"
    yield "    if known != len(value):"
    yield "        others = {}"
    yield "        for wire, item in value.items():"
    yield "            if wire not in members:"
    yield "                others[wire] = item"
    if shape.keep is None:
        yield "        state.unknown += len(others)"
        yield "        if not state.drop:"
        kept = "UnknownMembers(others)"
    else:
        yield "        kept = keep(others, state)"
        yield "        if kept is not None:"
        kept = "kept"
    if shape.skips_constructor:
        yield from _assigned("construct_wider", {**attributes, "__unknown_members__": kept}, 12)
        yield from _assigned("construct", attributes, 4)
        return
    yield f"            return construct_wider({passed}{', ' * bool(passed)}__unknown_members__={kept})"
    yield f"    return construct({passed})"


def _assigned(cls: str, attributes: dict[str, str], indent: int) -> Iterator[str]:
    """Yield the source lines that create an object of a class without its constructor, and return it."""
    yield f"{'':{indent}}made = create({cls})"
    for name, value in attributes.items():
        yield f"{'':{indent}}made.{name} = {value}"
    yield f"{'':{indent}}return made"


def locate(
    mismatch: Mismatch,
    at: str,
    value: dict[str, Any],
    members: dict[str, ValueDecoder],
    rest: ValueDecoder | None,
    state: DecodeState,
) -> None:
    """Add the member `at` to the path of `mismatch`. The caller raises `mismatch` again afterwards.

    If an earlier member of the object `value` does not fit either, raise the mismatch of that member, because
    an error names the first member that does not fit.
    """
    for wire, item in value.items():
        if wire == at:
            break
        member = members.get(wire, rest)
        if member is not None and member.decode is not None and type(item) not in member.plain:
            try:
                member.decode(item, state)
            except Mismatch as earlier:
                earlier.path.append(wire)
                raise
    mismatch.path.append(at)
