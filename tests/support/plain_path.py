"""A build of the package without its fast paths, to compare with the ordinary one.

Every message takes the slow path: it is parsed, decoded by decoders that look up each member in turn, and
converted by the functions of the adapters. The results must be the same.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def without_fast_paths(package: Any) -> Any:
    """Change a package, which must not have been used yet, so that it has no fast paths. Return it."""
    codec, plan = module_of(package, "messages.codec"), module_of(package, "conversion.plan")

    def refused(text: Any) -> Any:
        raise codec.Mismatch("the strict decoder decodes this value instead")

    codec.Codec._msgspec = lambda self, type_: refused
    plan.ConversionPlan.reader = lambda self, answering: (None, None)
    plan.ErrorPlan.is_unchanged = lambda self, message, answering: False
    return without_printed_decoders(package)


def without_printed_decoders(package: Any) -> Any:
    """Change a package, which must not have been used yet, so that it prints no decoders. Return it."""
    printed = module_of(package, "messages.printed_decoders")
    containers = module_of(package, "messages.container_decoders")
    containers.printed_decoder = lambda shape: interpreted(printed, shape)
    return package


def module_of(package: Any, name: str) -> Any:
    """Return a module of the runtime of a package, which is imported under a name of its own."""
    return import_module(f".{name}", f"{package.__name__}._runtime")


def interpreted(printed: Any, shape: Any) -> Any:
    """Return a decoder that does what the function that `printed_decoders` prints for `shape` does.

    `printed` is that module.
    """
    unset, members, rest = printed.UNSET, shape.members, shape.rest
    names = {wire: member.name for wire, member in members.items()}

    def decode(value: Any, state: Any) -> Any:
        if type(value) is not dict:
            raise printed.unexpected("an object", value)
        unknown, made, at = state.unknown, {}, ""
        try:
            for at, (_, plain, decode_member, constant) in members.items():
                item = value.get(at, unset)
                is_plain = decode_member is None or type(item) in plain or item is unset
                if not is_plain and (constant is None or item != constant):
                    item = decode_member(item, state)
                made[at] = item
            for at in value.keys() - members.keys() if rest is not None and rest.decode is not None else ():
                if type(value[at]) not in rest.plain:
                    rest.decode(value[at], state)
        except printed.Mismatch as mismatch:
            printed.locate(mismatch, at, value, members, rest, state)
            raise
        for wire in shape.required:
            if wire not in value:
                raise printed.missing(shape.required, value)
        if shape.whole:
            state.unknown = unknown
            return shape.construct(value)
        given = [wire for wire in value if wire in members] if shape.leaves_out else members
        named = {names[wire]: made[wire] for wire in given if names[wire] is not None}
        others = {wire: item for wire, item in value.items() if wire not in members}
        kept = kept_members(printed, shape, others, state) if others else None
        if kept is None:
            return shape.construct(**named)
        return shape.construct_wider(**named, __unknown_members__=kept)

    return decode


def kept_members(printed: Any, shape: Any, others: dict[str, Any], state: Any) -> Any:
    """Return the undeclared members of an object as it stores them, or None if they are dropped."""
    if shape.keep is not None:
        return shape.keep(others, state)
    state.unknown += len(others)
    return None if state.drop else printed.UnknownMembers(others)
