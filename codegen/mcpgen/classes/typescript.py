"""TypeScript types: a `Protocol` × sentences → the context of `templates/typescript/types.ts.jinja`.

Every record is an alias of an object type, not an interface: an alias fits a type with an index signature, as
the types of the official schema have. An open record has an index signature, any other none, so that a
compiler finds misspelt members. Text from a schema is printed as JSON or escaped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

from mcpgen.classes.sentences import Sentences
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Definition,
    Extension,
    Map,
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


Context: TypeAlias = dict[str, object]


def types_context(protocol: Protocol, sentences: Sentences) -> Context:
    """Return the types of a revision."""
    heading = f"The messages of revision {protocol.revision} of the Model Context Protocol."
    types = [_named(one, protocol, sentences) for _, one in sorted(protocol.definitions.items())]
    return {"heading": heading, "imports": (), "types": types, "methods": _rows(protocol)}


def extension_context(extension: Extension, sentences: Sentences) -> Context:
    """Return the types of an extension, which refer to those of its revision."""
    protocol = extension.protocol
    own = [protocol.definitions[name] for name in sorted(extension.own)]
    named = {name for one in own for name in references(one)} | {
        name for method in protocol.methods.values() for name in (method.message, *method.results)
    }
    names = ", ".join(sorted(named.difference(extension.own)))
    return {
        "heading": f"The messages of the extension {extension.identifier} of revision {extension.extends}.",
        "imports": [f'import type {{ {names} }} from "./{extension.extends}.ts";'] if names else [],
        "types": [_named(one, protocol, sentences) for one in own],
        "methods": _rows(protocol),
    }


def _named(definition: Definition, protocol: Protocol, sentences: Sentences) -> Context:
    """Return a type: the line of an alias, or the lines around the members of an object type."""
    doc = _comment(definition.doc or sentences.of_type(definition.name, protocol.revision))
    begin = f"export type {definition.name} = "
    if isinstance(definition, Alias):
        anything = is_anything(Ref(definition.name), protocol.definitions)
        line = f"{begin}{'unknown' if anything else expression(definition.type)};"
        return {"comment": doc, "begin": line, "members": (), "end": ()}
    members = list(_members(definition, protocol, sentences))
    return {"comment": doc, "begin": f"{begin}{{", "members": members, "end": ("};",)}


def _members(record: Record, protocol: Protocol, sentences: Sentences) -> Iterator[Context]:
    """Yield each member of an object type; `mark` is `?` for an optional one."""
    for field in record.fields:
        doc = _comment(field.doc or sentences.of_member(record.name, field.name, protocol.revision))
        yield _member(_member_name(field.name), "" if field.required else "?", expression(field.type), doc)
    for name in record.absent:
        yield _member(_member_name(name), "?", "never")
    if record.open is not None:
        # The types of named members must fit the index signature too.
        yield _member("[name: string]", "", "unknown" if record.fields else expression(record.open))


def _member(name: str, mark: str, type_: str, comment: tuple[str, ...] = ()) -> Context:
    return {"name": name, "mark": mark, "type": type_, "comment": comment}


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


def _rows(protocol: Protocol) -> list[Context]:
    """Return a row for each method, with the types of its message and of its results."""
    return [
        {
            "name": json.dumps(method.name),
            "kind": method.kind,
            "sender": " | ".join(json.dumps(side) for side in method.senders),
            "message": method.message,
            "result": " | ".join(method.results) or "never",
        }
        for method in protocol.methods.values()
    ]


def _member_name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_$][A-Za-z0-9_$]*", name) else json.dumps(name)


def _comment(text: str) -> tuple[str, ...]:
    """Return the lines of a comment, none for an empty text; the text does not end the comment."""
    line = " ".join(text.split()).replace("*/", "*\\/")
    return (line,) if line else ()
