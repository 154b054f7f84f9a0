"""Choose the Python form of every definition of a `Protocol`: which class or alias it becomes.

- A record becomes a struct. If senders may add members with any name, as in `_meta`, it becomes an open
  struct. If most of its member names are free, it becomes a mapping, which is a `dict` in Python. `ir.Record`
  says which.
- A union is tagged if every variant is a record with its own required constant in the same member, and if
  these records occur only in tagged unions. Then msgspec selects the variant in C, and the constant is a
  class attribute.
- A union whose variants have different JSON types becomes an alias: msgspec decodes it without a tag.
- Constants that msgspec cannot compare (booleans, fractions, arrays, objects) become a marker class, and the
  runtime compares them.
- Every other union is untagged. It becomes a marker class, and the runtime tries its variants, those with the
  most required members first. An alias that contains itself is untagged too, because a Python alias cannot
  refer to itself at run time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcpgen.ir import (
    Alias,
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
    closure,
    flatten,
    is_anything,
    is_literal,
    references,
    types_of,
    walk,
)
from mcpgen.names import MAPPING_MEMBERS, attributes
from mcpgen.variants import specific_first

FormKind: TypeAlias = Literal["struct", "open", "mapping", "alias", "untagged", "constants"]
Tag: TypeAlias = tuple[str, Constant]


@dataclass(frozen=True)
class ClassForm:
    """The Python form of one definition.

    `attributes` maps member names to attribute names. `tag` is a member with its constant, by which msgspec
    recognizes this record in a union. `variants` are the variants of an untagged union, in the order in which
    the runtime tries them. `recursive` is true for an alias that contains itself.
    """

    definition: Definition
    kind: FormKind
    attributes: Mapping[str, str]
    tag: Tag | None = None
    variants: tuple[Type, ...] = ()
    recursive: bool = False


def class_forms(protocol: Protocol, given: Mapping[str, ClassForm] | None = None) -> dict[str, ClassForm]:
    """Return the Python form of every definition, in the order of the protocol.

    If the protocol extends a revision, `given` has the forms of that revision, which are used unchanged.
    """
    known, tags = given or {}, record_tags(protocol, given)
    return {
        name: known.get(name)
        or (
            _record_form(definition, tags.get(name))
            if isinstance(definition, Record)
            else _alias_form(definition, protocol.definitions, tags)
        )
        for name, definition in protocol.definitions.items()
    }


def bare_tags(forms: Mapping[str, ClassForm], own: Iterable[str]) -> list[tuple[str, str]]:
    """Return pairs of names: a record of `own`, and a tagged record that it contains outside a union.

    Outside a union, msgspec does not require the member with the tag. So the build refuses an extension that
    contains such a record of the revision.
    """
    definitions = {name: form.definition for name, form in forms.items()}
    return [
        (name, below)
        for name in own
        for below in sorted(_used_outside_unions(definitions, [name]))
        if forms[below].tag is not None
    ]


def _record_form(record: Record, tag: Tag | None) -> ClassForm:
    kind: FormKind = "mapping" if record.mapping else "struct" if record.open is None else "open"
    reserved = MAPPING_MEMBERS if record.mapping else ()
    return ClassForm(record, kind, attributes((field.name for field in record.fields), reserved), tag)


def _alias_form(alias: Alias, definitions: Mapping[str, Definition], tags: Mapping[str, Tag]) -> ClassForm:
    if is_anything(Ref(alias.name), definitions):
        return ClassForm(alias, "alias", {})
    if isinstance(alias.type, Choice) and not (
        alias.type.values and all(map(is_literal, alias.type.values))  # a `Literal` needs a value
    ):
        return ClassForm(alias, "constants", {})
    recursive = is_recursive(alias, definitions)
    if not recursive and not (
        isinstance(alias.type, Union) and not _is_native(alias.type, definitions, tags)
    ):
        return ClassForm(alias, "alias", {})
    variants = alias.type.variants if isinstance(alias.type, Union) else (alias.type,)
    return ClassForm(
        alias, "untagged", {}, variants=specific_first(variants, definitions), recursive=recursive
    )


# Tags


def record_tags(protocol: Protocol, given: Mapping[str, ClassForm] | None = None) -> dict[str, Tag]:
    """Return the tag of each record that can have one: a member with the constant that identifies the record.

    A record gets a tag if it occurs only in unions, and if all records of these unions get tags. If the
    protocol extends a revision, `given` has the forms of that revision. Their tags are not changed.
    """
    definitions, known = protocol.definitions, given or {}
    own = {name: definition for name, definition in definitions.items() if name not in known}
    fixed = {name: form.tag for name, form in known.items() if form.tag is not None}
    unions = [*_unions_of_records(own, definitions)]
    if known and protocol.methods:  # an extension does not define a union of its messages
        unions.append(tuple(Ref(method.message) for method in protocol.methods.values()))
    tags: dict[str, Tag] = {}
    for variants in unions:
        member = _tag_member(variants, definitions)
        if member is not None:
            for record in _records(variants, definitions):
                tags.setdefault(record.name, (member, _constants(record)[member]))
    used_alone = _used_outside_unions(definitions, own) | known.keys()
    while True:  # until no union loses its tag because one of its records has none
        untagged = {
            record.name
            for variants in unions
            if not _is_tagged(variants, definitions, {**tags, **fixed})
            for record in _records(variants, definitions)
        }
        left = {name: tag for name, tag in tags.items() if name not in untagged | used_alone}
        if left == tags:
            return {**tags, **fixed}
        tags = left


def _tag_member(variants: tuple[Type, ...], definitions: Mapping[str, Definition]) -> str | None:
    """Return a member that has a different constant in each record of a union, or None if there is none."""
    records = _records(variants, definitions)
    if not records or any(record.mapping for record in records):
        return None
    shared = [
        member
        for member in _constants(records[0])
        if len({_constants(record).get(member) for record in records} - {None}) == len(records)
    ]
    return next((member for member in ("method", "type", *shared) if member in shared), None)


def _constants(record: Record) -> dict[str, Constant]:
    """Return the members of a record that may have only one string as their value, with that string."""
    return {
        field.name: field.type.values[0]
        for field in record.fields
        if field.required
        and isinstance(field.type, Choice)
        and len(field.type.values) == 1
        and isinstance(field.type.values[0], str)
    }


def _is_tagged(
    variants: tuple[Type, ...], definitions: Mapping[str, Definition], tags: Mapping[str, Tag]
) -> bool:
    """Return whether all records of a union have tags in the same member, with different constants."""
    records = _records(variants, definitions)
    found = [tags.get(record.name) for record in records]
    if None in found or any(record.mapping for record in records):
        return False
    return len({tag[0] for tag in found if tag}) == 1 and len(set(found)) == len(found)


def _used_outside_unions(definitions: Mapping[str, Definition], owners: Iterable[str]) -> set[str]:
    """Return the records that are used outside a union: as the type of a member, an item or a map value.

    Only the definitions in `owners` are searched.
    """
    found: set[str] = set()

    def visit(type_: Type, in_union: bool) -> None:
        match type_:
            case Ref(name) if isinstance(definitions[name], Record):
                if not in_union:
                    found.add(name)
            case Array(below) | Map(below):
                visit(below, False)
            case Union(variants):
                for variant in variants:
                    visit(variant, True)

    for owner in owners:
        definition = definitions[owner]
        if isinstance(definition, Record):
            for field in definition.fields:
                visit(field.type, False)
        else:  # an alias of a record is not a use of the record
            visit(definition.type, isinstance(definition.type, Ref))
    return found


# Untagged unions


def _is_native(union: Union, definitions: Mapping[str, Definition], tags: Mapping[str, Tag]) -> bool:
    """Return whether msgspec itself can select the variant of a union.

    For this, the variants must have different JSON types. If several of them are objects, these must have
    tags.
    """
    kinds: list[str] = []
    leaves = _leaves(union.variants, definitions)
    for leaf in leaves:
        kind = _json_kind(leaf, definitions)
        if kind is None:
            return False
        kinds.append(kind)
    if "integer" in kinds and "number" in kinds:
        return False
    if not _is_tagged(union.variants, definitions, tags):
        return len(set(kinds)) == len(kinds)
    other = [kind for kind in kinds if kind != "object"]
    return len(set(other)) == len(other) and not any(isinstance(leaf, Map) for leaf in leaves)


def _json_kind(leaf: Type, definitions: Mapping[str, Definition]) -> str | None:
    """Return the JSON type of a variant, or None if msgspec cannot recognise the variant by its JSON type."""
    match leaf:
        case Ref(name):
            record = definitions[name]
            return None if isinstance(record, Record) and record.mapping else "object"
        case Map():
            return "object"
        case Array():
            return "array"
        case Scalar(kind):
            return kind
        case Choice((first, *_) as values):
            if not all(map(is_literal, values)):
                return None
            return "string" if isinstance(first, str) else "null" if first is None else "integer"
        case _:
            return None


def is_recursive(alias: Alias, definitions: Mapping[str, Definition]) -> bool:
    """Return whether an alias contains itself, directly or through other aliases.

    References inside a record do not count. Neither do those inside another alias that accepts every JSON
    value, as a union such as `JSONValue` may do.
    """

    def below(name: str) -> list[str]:
        is_open = isinstance(definitions[name], Record) or is_anything(Ref(name), definitions)
        return [] if is_open else references(definitions[name])

    return alias.name in closure(references(alias), below)


# Helpers to find unions and records


def _unions_of_records(
    owners: Mapping[str, Definition], definitions: Mapping[str, Definition]
) -> Iterator[tuple[Type, ...]]:
    """Yield the variants of each union that contains a record.

    Only the definitions in `owners` are searched.
    """
    for definition in owners.values():
        for type_ in types_of(definition):
            for below in walk(type_):
                if isinstance(below, Union) and _records(below.variants, definitions):
                    yield below.variants


def _leaves(variants: tuple[Type, ...], definitions: Mapping[str, Definition]) -> list[Type]:
    """Return the variants without duplicates. Aliases and nested unions are replaced by their variants."""
    return list(dict.fromkeys(flatten(Union(variants), definitions)))


def _records(variants: tuple[Type, ...], definitions: Mapping[str, Definition]) -> list[Record]:
    """Return the records among the variants."""
    named = [definitions[leaf.name] for leaf in _leaves(variants, definitions) if isinstance(leaf, Ref)]
    return [definition for definition in named if isinstance(definition, Record)]
