"""Classes: a `Protocol` → how each definition appears in Python, decided before anything is printed.

- A record is a struct, an open struct, or a mapping (`ir.Record`).
- A union is tagged where every arm is a record with a required constant of its own under one member, and no such
  record stands outside tagged unions: msgspec then picks the arm in C, and the constant is a class attribute.
- A union that msgspec can tell apart by JSON kind is an ordinary alias. Any other is untagged: a marker class whose
  arms the runtime tries, most specific first. So is an alias that holds itself, which no Python alias can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from mcpgen.ir import (
    Alias,
    Anything,
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
    is_anything,
)
from mcpgen.names import MAPPING_MEMBERS, attributes

Form = Literal["struct", "open", "mapping", "alias", "untagged"]


@dataclass(frozen=True)
class Class:
    """The Python form of one definition.

    `attributes` maps wire names to Python names; `tag` is the member and constant that msgspec reads; `arms` are the
    arms of an untagged union, most specific first.
    """

    definition: Definition
    form: Form
    attributes: Mapping[str, str]
    tag: tuple[str, Constant] | None = None
    arms: tuple[Type, ...] = ()


def classes(protocol: Protocol) -> dict[str, Class]:
    """Return the form of every definition, in the protocol's order."""
    definitions = protocol.definitions
    tags = _tags(protocol)
    result: dict[str, Class] = {}
    for name, definition in definitions.items():
        if isinstance(definition, Record):
            form: Form = (
                "mapping" if definition.mapping else "open" if definition.open is not None else "struct"
            )
            spelling = attributes(
                (field.name for field in definition.fields),
                taken=MAPPING_MEMBERS if definition.mapping else (),
            )
            result[name] = Class(definition, form, spelling, tag=tags.get(name))
        elif _is_plain(name, definitions, tags):
            result[name] = Class(definition, "alias", {})
        else:
            arms = definition.type.arms if isinstance(definition.type, Union) else (definition.type,)
            result[name] = Class(definition, "untagged", {}, arms=_specific_first(arms, definitions))
    return result


def _is_plain(
    name: str, definitions: Mapping[str, Definition], tags: Mapping[str, tuple[str, Constant]]
) -> bool:
    """Return whether an alias is one that Python and msgspec understand as it stands."""
    alias = definitions[name]
    assert isinstance(alias, Alias)
    if is_anything(Ref(name), definitions):
        return True
    if _recursive(name, definitions):
        return False
    return not isinstance(alias.type, Union) or _native(alias.type, definitions, tags)


def _constants(record: Record) -> dict[str, Constant]:
    """Return the required members of a record that can only have one string value."""
    return {
        f.name: f.type.values[0]
        for f in record.fields
        if f.required
        and isinstance(f.type, Choice)
        and len(f.type.values) == 1
        and isinstance(f.type.values[0], str)
    }


def _tags(protocol: Protocol) -> dict[str, tuple[str, Constant]]:
    """Return the member and constant that tell a record apart, for each record that only tagged unions hold."""
    definitions = protocol.definitions
    tags: dict[str, tuple[str, Constant]] = {}
    unions = list(_unions(definitions))
    for arms in unions:
        member = _tag_member(arms, definitions)
        if member is not None:
            for record in _records(arms, definitions):
                tags.setdefault(record.name, (member, _constants(record)[member]))
    while True:
        broken = {
            name
            for arms in unions
            if not _tagged(arms, definitions, tags)
            for name in (record.name for record in _records(arms, definitions))
        } | _alone(definitions)
        kept = {name: tag for name, tag in tags.items() if name not in broken}
        if kept == tags:
            return tags
        tags = kept


def _tagged(
    arms: tuple[Type, ...], definitions: Mapping[str, Definition], tags: Mapping[str, tuple[str, Constant]]
) -> bool:
    """Return whether the records among the arms are told apart by the tags they have."""
    records = _records(arms, definitions)
    found = [tags.get(record.name) for record in records]
    if None in found or any(record.mapping for record in records):
        return False
    return len({tag[0] for tag in found if tag}) == 1 and len(set(found)) == len(found)


def _tag_member(arms: tuple[Type, ...], definitions: Mapping[str, Definition]) -> str | None:
    """Return the first member under which all records among the arms have a constant of their own."""
    records = _records(arms, definitions)
    if not records or any(record.mapping for record in records):
        return None
    shared = [
        member
        for member in _constants(records[0])
        if len({_constants(record).get(member) for record in records} - {None}) == len(records)
    ]
    return next((m for m in ("method", "type") if m in shared), shared[0] if shared else None)


def _unions(definitions: Mapping[str, Definition]) -> Iterator[tuple[Type, ...]]:
    """Yield the arms of each union that holds records."""
    for definition in definitions.values():
        for type_ in _types(definition):
            for below in _walk(type_):
                if isinstance(below, Union) and _records(below.arms, definitions):
                    yield below.arms


def _alone(definitions: Mapping[str, Definition]) -> set[str]:
    """Return the records that some member, item or alias holds outside any union."""
    result: set[str] = set()

    def visit(type_: Type, in_union: bool) -> None:
        match type_:
            case Ref(name) if isinstance(definitions[name], Record):
                if not in_union:
                    result.add(name)
            case Array(items):
                visit(items, False)
            case Map(values):
                visit(values, False)
            case Union(arms):
                for arm in arms:
                    visit(arm, True)

    for definition in definitions.values():
        if isinstance(definition, Record):
            for field in definition.fields:
                visit(field.type, False)
        else:  # an alias of a record is only another name for it
            visit(definition.type, isinstance(definition.type, Ref))
    return result


def _types(definition: Definition) -> Iterator[Type]:
    if isinstance(definition, Alias):
        yield definition.type
    else:
        for field in definition.fields:
            yield field.type
        if definition.open is not None:
            yield definition.open


def _walk(type_: Type) -> Iterator[Type]:
    yield type_
    match type_:
        case Array(below) | Map(below):
            yield from _walk(below)
        case Union(arms):
            for arm in arms:
                yield from _walk(arm)


def _leaves(arms: Iterable[Type], definitions: Mapping[str, Definition]) -> list[Type | Record]:
    """Return the arms with aliases followed and unions flattened, each once."""
    result: list[Type | Record] = []
    for arm in arms:
        leaf: Type | Record = arm
        while isinstance(leaf, Ref):
            definition = definitions[leaf.name]
            leaf = definition if isinstance(definition, Record) else definition.type
        below = _leaves(leaf.arms, definitions) if isinstance(leaf, Union) else [leaf]
        result += [one for one in below if one not in result]
    return result


def _records(arms: Iterable[Type], definitions: Mapping[str, Definition]) -> list[Record]:
    return [leaf for leaf in _leaves(arms, definitions) if isinstance(leaf, Record)]


def _native(
    union: Union, definitions: Mapping[str, Definition], tags: Mapping[str, tuple[str, Constant]]
) -> bool:
    """Return whether msgspec tells the arms apart: one of each JSON kind, records by their tags."""
    kinds: list[str] = []
    for leaf in _leaves(union.arms, definitions):
        match leaf:
            case Record() if leaf.mapping:
                return False
            case Record() | Map():
                kinds.append("object")
            case Array():
                kinds.append("array")
            case Scalar(kind):
                kinds.append(kind)
            case Choice(values):
                kinds += [
                    "string" if isinstance(v, str) else "null" if v is None else "integer" for v in values
                ][:1]
            case Anything():
                return False
    if "integer" in kinds and "number" in kinds:
        return False
    if not _tagged(union.arms, definitions, tags):
        return len(set(kinds)) == len(kinds)
    rest = [kind for kind in kinds if kind != "object"]
    maps = sum(isinstance(leaf, Map) for leaf in _leaves(union.arms, definitions))
    return len(set(rest)) == len(rest) and not maps


def _recursive(name: str, definitions: Mapping[str, Definition]) -> bool:
    """Return whether an alias reaches itself without a record, or what is any JSON value, in between."""
    seen: set[str] = set()
    start = definitions[name]
    pending = list(_types(start))
    while pending:
        for type_ in _walk(pending.pop()):
            if isinstance(type_, Ref) and type_.name not in seen:
                if type_.name == name:
                    return True
                seen.add(type_.name)
                below = definitions[type_.name]
                if isinstance(below, Alias) and not is_anything(type_, definitions):
                    pending += _types(below)
    return False


def _specific_first(arms: tuple[Type, ...], definitions: Mapping[str, Definition]) -> tuple[Type, ...]:
    """Order arms from the most specific down: most required members, then fewest members; other arms keep theirs."""

    def rank(arm: Type) -> tuple[int, int]:
        leaf: Type | Record = arm
        while isinstance(leaf, Ref):
            definition = definitions[leaf.name]
            leaf = definition if isinstance(definition, Record) else definition.type
        if isinstance(leaf, Record):
            return (-sum(field.required for field in leaf.fields), len(leaf.fields))
        return (0, 0)

    return tuple(sorted(arms, key=rank))
