"""TypeScript types: a `Protocol` × sentences → the context of `templates/typescript/types.ts.jinja`.

Every record is an alias of an object type, not an interface: an alias fits a type with an index signature, as
the types of the official schema have. An open record has an index signature, any other none, so that a
compiler finds misspelt members. Text from a schema is printed as JSON or escaped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.classes.sentences import Sentences
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Definition,
    Extension,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    is_anything,
    json_value,
    references,
)

_SCALARS = {"integer": "number"}


@dataclass(frozen=True)
class TypeScriptMember:
    """A member of an object type; `mark` is `?` for an optional one. The comment has one line, or none."""

    name: str
    mark: str
    type: str
    comment: tuple[str, ...]


@dataclass(frozen=True)
class NamedType:
    """A type: the line of an alias, or the lines around the members of an object type."""

    comment: tuple[str, ...]
    begin: str
    members: tuple[TypeScriptMember, ...] = ()
    end: tuple[str, ...] = ()


@dataclass(frozen=True)
class MethodRow:
    """A method with the types of its message and of its results."""

    name: str
    kind: str
    sender: str
    message: str
    result: str


@dataclass(frozen=True)
class TypeScriptContext:
    """The context of `types.ts.jinja`."""

    heading: str
    imports: tuple[str, ...]
    types: tuple[NamedType, ...]
    methods: tuple[MethodRow, ...]


def types_context(protocol: Protocol, sentences: Sentences) -> TypeScriptContext:
    """Return the types of a revision."""
    heading = f"The messages of revision {protocol.revision} of the Model Context Protocol."
    types = tuple(_named(one, protocol, sentences) for _, one in sorted(protocol.definitions.items()))
    return TypeScriptContext(heading, (), types, tuple(_rows(protocol)))


def extension_context(extension: Extension, sentences: Sentences) -> TypeScriptContext:
    """Return the types of an extension, which refer to those of its revision."""
    protocol = extension.protocol
    own = [protocol.definitions[name] for name in sorted(extension.own)]
    named = {name for one in own for name in references(one)} | {
        name for method in protocol.methods.values() for name in (method.message, *method.results)
    }
    names = ", ".join(sorted(named.difference(extension.own)))
    imports = (f'import type {{ {names} }} from "./{extension.extends}.ts";',) if names else ()
    heading = f"The messages of the extension {extension.identifier} of revision {extension.extends}."
    types = tuple(_named(one, protocol, sentences) for one in own)
    return TypeScriptContext(heading, imports, types, tuple(_rows(protocol)))


def _named(definition: Definition, protocol: Protocol, sentences: Sentences) -> NamedType:
    doc = _comment(definition.doc or sentences.of_type(definition.name, protocol.revision))
    if isinstance(definition, Alias):
        anything = is_anything(Ref(definition.name), protocol.definitions)
        spelled = "unknown" if anything else expression(definition.type)
        return NamedType(doc, f"export type {definition.name} = {spelled};")
    members = tuple(_members(definition, protocol, sentences))
    return NamedType(doc, f"export type {definition.name} = {{", members, ("};",))


def _members(record: Record, protocol: Protocol, sentences: Sentences) -> Iterator[TypeScriptMember]:
    for field in record.fields:
        doc = field.doc or sentences.of_member(record.name, field.name, protocol.revision)
        mark = "" if field.required else "?"
        yield TypeScriptMember(_member_name(field.name), mark, expression(field.type), _comment(doc))
    for name in record.absent:
        yield TypeScriptMember(_member_name(name), "?", "never", ())
    if record.open is not None:
        # The types of named members must fit the index signature too.
        yield TypeScriptMember(
            "[name: string]", "", "unknown" if record.fields else expression(record.open), ()
        )


def expression(type_: Type) -> str:
    """Return a type as an expression of TypeScript."""
    match type_:
        case Anything():
            return "unknown"
        case Scalar(kind):
            return _SCALARS.get(kind, kind)
        case Choice(values):
            return " | ".join(_constant(json_value(value)) for value in values)
        case Array(items):
            inner = expression(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case Map(values):
            return f"{{ [name: string]: {expression(values)} }}"
        case Union(arms):
            return " | ".join(dict.fromkeys(expression(arm) for arm in arms))
        case Ref(name):
            return name


def _constant(value: object) -> str:
    return "unknown" if isinstance(value, (dict, list)) else json.dumps(value)


def _rows(protocol: Protocol) -> Iterator[MethodRow]:
    for method in protocol.methods.values():
        yield MethodRow(
            json.dumps(method.name), method.kind, _sender(method), method.message, _result(method)
        )


def _sender(method: Method) -> str:
    return " | ".join(json.dumps(side) for side in method.senders)


def _result(method: Method) -> str:
    return " | ".join(method.results) or "never"


def _member_name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_$][A-Za-z0-9_$]*", name) else json.dumps(name)


def _comment(text: str) -> tuple[str, ...]:
    """Return the lines of a comment, none for an empty text; the text does not end the comment."""
    line = " ".join(text.split()).replace("*/", "*\\/")
    return (line,) if line else ()
