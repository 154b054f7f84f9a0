"""Produce the variables of the templates of TypeScript types from a `Protocol` and our descriptions.

Every record becomes a type alias, not an interface. A value whose type is an alias can be assigned to a
type with an index signature, as can values of the official types. Only an open record has an index signature
itself, so that the compiler finds misspelt members in all others. Text from a schema is printed as JSON, or
escaped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TypeAlias

from mcpgen.classes.descriptions import Descriptions
from mcpgen.frontend.extensions import joined, widened
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
from mcpgen.problems import refuse
from mcpgen.runtime.sides import OTHER

_SCALARS = {"integer": "number"}


Context: TypeAlias = dict[str, object]

SIDES = ("client", "server")
# Names that the entry point of a revision declares, and names that TypeScript reserves.
_RESERVED = frozenset(
    {
        *("ClientMessage", "ServerMessage", "ClientAnswers", "ServerAnswers", "Methods", "Types"),
        *("DecodeError", "Decoded", "DecodeOne", "DecodeOptions", "ErrorResponse", "Frame", "Limits"),
        *("Response", "Side", "ValidateOne"),
        *("any", "bigint", "boolean", "never", "number", "object", "string", "symbol", "undefined"),
        *("unknown", "void"),
    }
)


def types_context(protocol: Protocol, descriptions: Descriptions) -> Context:
    """Return the template variables for the TypeScript types of a revision."""
    types = [_named(one, protocol, descriptions) for _, one in sorted(protocol.definitions.items())]
    return {
        "imports": ['import type { Response } from "../../response.ts";'],
        "types": [*types, _error_response(protocol)],
        "names": _checked(sorted(protocol.definitions), protocol.revision),
        "methods": _rows(protocol, descriptions),
        "sides": [_side(side, protocol, descriptions) for side in SIDES],
    }


def extension_context(base: Protocol, extension: Extension, descriptions: Descriptions) -> Context:
    """Return the template variables for the TypeScript types of an extension of the revision `base`.

    The module declares the extension's own types. It also declares the revision's types to which the
    extension adds members, and the types that contain these. Other types are imported from the revision's
    module.
    """
    composed = joined(base, [extension])
    names = sorted({*extension.own, *widened(composed, [extension])})
    types = [composed.definitions[name] for name in names]
    methods = {
        name: method
        for name, method in composed.methods.items()
        if not {method.message, *method.results}.isdisjoint(names)
    }
    protocol = replace(composed, revision=base.revision, methods=methods)
    named = {name for one in types for name in references(one)} | {
        name for method in methods.values() for name in (method.message, *method.results)
    }
    sides = [_side(side, protocol, descriptions, names) for side in SIDES]
    answers = any(side["answers"] for side in sides)
    imported = ", ".join(sorted((named | {"ErrorResponse"} if answers else named).difference(names)))
    return {
        "heading": f"The messages of the extension {extension.identifier} of revision {extension.extends}.",
        "imports": [
            *([f'import type {{ {imported} }} from "../{extension.extends}.ts";'] if imported else ()),
            *(['import type { Response } from "../../../response.ts";'] if answers else ()),
        ],
        "types": [_named(one, protocol, descriptions) for one in types],
        "names": _checked(names, extension.identifier),
        "methods": _rows(protocol, descriptions),
        "sides": sides,
    }


def _checked(names: list[str], location: str) -> list[str]:
    """Return the type names `names`. Refuse a name that TypeScript or the generated module reserves."""
    for name in names:
        if name in _RESERVED:
            raise refuse(location, f"{name!r} cannot name a type in TypeScript; rename it in overlay.toml")
    return names


def _side(side: str, protocol: Protocol, descriptions: Descriptions, own: Collection[str] = ()) -> Context:
    """Return the template variables for one side: the messages it sends, and its response to each request.

    For a revision, these are all messages. For an extension, these are only messages whose types are in
    `own`.
    """
    methods = protocol.methods.values()
    calls = dict.fromkeys(
        method.message for method in methods if side in method.senders and method.kind != "embedded"
    )
    results = {
        method.name: method.results
        for method in methods
        if method.kind == "request" and OTHER[side] in method.senders
    }
    sent = [name for name in calls if name in own] if own else [*calls, *_responses(_result(protocol))]
    *messages, last = sent or ["never"]
    return {
        "name": side,
        "title": side.capitalize(),
        "scope": " of the extension" if own else "",
        "messages": [*messages, f"{last};"],
        "answers": [
            {
                "comment": comment_lines(descriptions.of_method(name, protocol.revision)),
                "name": json.dumps(name),
                "type": _answer(" | ".join(types), protocol),
            }
            for name, types in sorted(results.items())
        ],
    }


def _responses(result: str) -> tuple[str, str]:
    return f"Response<{result}>", "ErrorResponse"


def _answer(result: str, protocol: Protocol) -> str:
    """Return the TypeScript type of a response with a result of the type `result`.

    In a revision with JSON-RPC batches, the type also allows a list of responses.
    """
    answer = " | ".join(_responses(result))
    return f"{answer} | ({answer})[]" if protocol.batches else answer


def _result(protocol: Protocol) -> str:
    record = protocol.response("result")
    field = record.field("result") if record is not None else None
    return expression(field.type) if field is not None else "unknown"


def _error_response(protocol: Protocol) -> Context:
    """Return the type of error responses. `id` is optional if the schema does not require it."""
    record = protocol.response("error")
    fields = record.by_name if record is not None else {}
    identified = "id" not in fields or fields["id"].required
    error = expression(fields["error"].type) if "error" in fields else "unknown"
    members = [
        _member("error", "", error, ("What went wrong.",)),
        _member("id", "" if identified else "?", "string | number", ("The id of the request.",)),
        _member("jsonrpc", "", '"2.0"'),
    ]
    comment = ("A response with an error instead of a result.",)
    return {"comment": comment, "begin": "export type ErrorResponse = {", "members": members, "end": ("};",)}


def _named(definition: Definition, protocol: Protocol, descriptions: Descriptions) -> Context:
    """Return the template variables of a definition: one line for an alias, and members for an object."""
    doc = comment_lines(definition.doc or descriptions.of_type(definition.name, protocol.revision))
    begin = f"export type {definition.name} = "
    if isinstance(definition, Alias):
        anything = is_anything(Ref(definition.name), protocol.definitions)
        line = f"{begin}{'unknown' if anything else expression(definition.type)};"
        return {"comment": doc, "begin": line, "members": (), "end": ()}
    members = list(_members(definition, protocol, descriptions))
    return {"comment": doc, "begin": f"{begin}{{", "members": members, "end": ("};",)}


def _members(record: Record, protocol: Protocol, descriptions: Descriptions) -> Iterator[Context]:
    """Yield the template variables of each member of an object type. An optional member has the mark `?`.

    The member that identifies a variant of a union has a literal type, such as `"text"`, so that the compiler
    can narrow the union.
    """
    guard, value = protocol.guards.get(record.name, (None, None))
    for field in record.required_first:
        doc = comment_lines(field.doc or descriptions.of_member(record.name, field.name, protocol.revision))
        type_ = _constant(json_value(value)) if field.name == guard else expression(field.type)
        yield _member(_member_name(field.name), "" if field.required else "?", type_, doc)
    for name in record.absent:
        yield _member(_member_name(name), "?", "never")
    if record.open is not None:
        # The types of named members must also fit the index signature.
        yield _member("[name: string]", "", "unknown" if record.fields else expression(record.open))


def _member(name: str, mark: str, type_: str, comment: tuple[str, ...] = ()) -> Context:
    return {"name": name, "mark": mark, "type": type_, "comment": comment}


def expression(type_: Type) -> str:
    """Return the TypeScript expression of a type."""
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
        case Union(variants):
            return " | ".join(dict.fromkeys(expression(variant) for variant in variants))
        case Ref(name):
            return name


def _constant(value: object) -> str:
    return "unknown" if isinstance(value, (dict, list)) else json.dumps(value)


def _rows(protocol: Protocol, descriptions: Descriptions) -> list[Context]:
    """Return the template variables of each method: its kind, its sender, its message and its results."""
    return [
        {
            "comment": comment_lines(method.doc or descriptions.of_method(method.name, protocol.revision)),
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


def comment_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a comment, or () if there is no text.

    Text that would end the comment is escaped.
    """
    line = " ".join(text.split()).replace("*/", "*\\/")
    return (line,) if line else ()
