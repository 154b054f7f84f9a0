"""Convert a `Protocol` to JSON Schema 2020-12 with some more keywords, such as `guard`.

The result is the content of `types/R.json`, for a revision with or without extensions.
`schema/types.schema.json` describes it. `additionalProperties` says what undeclared members are. If the
keyword is absent, they are unknown members. If it is a schema of kind `never`, they are forbidden. If it is
another schema, it is their type, and senders may choose their names freely.

`described_schema` returns only the definitions, with our descriptions, as input for generators of classes.
The required members of an object come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from mcpgen.classes.docstrings import Docstrings
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
    json_value,
    with_types,
)
from mcpgen.patterns import published_pattern
from mcpgen.variants import specific_first

JsonObject: TypeAlias = dict[str, Any]

FORMAT = 1
DEFINITIONS = "#/$defs/"
# The kind of a schema that has a keyword. The kind of a schema with `type` is that type, and `{}` is `any`.
_KINDS = {"$ref": "reference", "enum": "constants", "anyOf": "union"}


def types_data(protocol: Protocol, name: str) -> JsonObject:
    """Return the content of the published file `types/R.json`: the types and methods of a revision."""
    return {
        "$schema": "../types.schema.json",
        "format": FORMAT,
        "revision": name,
        "batches": protocol.batches,
        "frames": {
            "result": published_schema(_envelope(protocol, "result")),
            "error": published_schema(_envelope(protocol, "error")),
        },
        "methods": {method.name: _method(method) for method in protocol.methods.values()},
        "errors": {error.name: error.code for error in protocol.errors},
        "$defs": _definitions(protocol, protocol.definitions),
    }


def extension_data(extension: Extension) -> JsonObject:
    """Return the content of the published file `types/NAME.json` of an extension.

    The file has the extension's own definitions, and what the extension adds to methods and objects of its
    revision.
    """
    protocol = extension.protocol
    return {
        "$schema": "../types.schema.json",
        "format": FORMAT,
        "extension": extension.identifier,
        "extends": extension.extends,
        "methods": {method.name: _method(method) for method in protocol.methods.values()},
        "answers": {name: [*map(reference, results)] for name, results in sorted(extension.answers.items())},
        "additions": {
            reference(name): reference(owner) for name, owner in sorted(extension.additions.items())
        },
        "$defs": _definitions(protocol, extension.own),
    }


def _definitions(protocol: Protocol, names: Iterable[str]) -> JsonObject:
    def ordered(type_: Type) -> Type:
        is_union = isinstance(type_, Union)
        return Union(specific_first(_members(type_, protocol), protocol.definitions)) if is_union else type_

    found = {name: with_types(protocol.definitions[name], ordered) for name in sorted(names)}
    return {
        name: published_schema(definition_schema(definition, protocol.guards))
        for name, definition in found.items()
    }


def _members(type_: Type, protocol: Protocol) -> tuple[Type, ...]:
    """Return the variants of a union. Nested unions are replaced by their variants.

    A named type with a guard is not replaced. A guard is a member and a value that identify a variant.
    """
    if isinstance(type_, Ref):
        body = protocol.body(type_)
        inner = (
            (type_,)
            if isinstance(body, Record) or type_.name in protocol.guards
            else _members(body, protocol)
        )
        return (type_,) if inner == (body,) else inner
    if isinstance(type_, Union):
        return tuple(member for variant in type_.variants for member in _members(variant, protocol))
    return (type_,)


def described_schema(protocol: Protocol, docs: Docstrings) -> JsonObject:
    """Return one JSON Schema with every definition of a protocol and our descriptions of them."""
    definitions: JsonObject = {}
    for name, definition in protocol.definitions.items():
        printed = definition
        if isinstance(definition, Record):
            printed = replace(definition, fields=definition.required_first)
        found = definitions[name] = definition_schema(printed, {})
        if text := docs.types[name].rstrip():
            found["description"] = text
        for field in definition.fields if isinstance(definition, Record) else ():
            if text := docs.members[name, field.name].rstrip():
                found["properties"][field.name]["description"] = text
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}


def reference(name: str) -> str:
    """Return the `$ref` value that refers to a definition."""
    return DEFINITIONS + name


def published_schema(schema: JsonObject | Literal[False]) -> JsonObject:
    """Return a copy of a schema in which each subschema states its `kind`, such as `array` or `union`.

    The schema `false` gets the kind `never`.
    """
    if schema is False:
        return {"kind": "never", "not": {}}
    kind = schema.get("type") or next((one for key, one in _KINDS.items() if key in schema), "any")
    found: JsonObject = {"kind": kind}
    for keyword, value in schema.items():
        match keyword:
            case "items" | "additionalProperties" | "propertyNames":
                found[keyword] = published_schema(value)
            case "anyOf":
                found[keyword] = [*map(published_schema, value)]
            case "properties":
                found[keyword] = {name: published_schema(one) for name, one in value.items()}
            case "pattern":
                found[keyword] = published_pattern(value)
            case _:
                found[keyword] = value
    return found


def type_schema(type_: Type, prefix: str = DEFINITIONS) -> JsonObject:
    """Return the JSON Schema of a type. References in it start with `prefix`."""
    match type_:
        case Anything():
            return {}
        case Scalar():
            limits = {
                "minimum": type_.minimum,
                "maximum": type_.maximum,
                "minLength": type_.min_length,
                "maxLength": type_.max_length,
                "pattern": type_.pattern,
            }
            return {"type": type_.kind, **_present(limits)}
        case Choice(values):
            return {"enum": [json_value(value) for value in values]}
        case Array(items, least, most):
            return {
                "type": "array",
                "items": type_schema(items, prefix),
                **_present({"minItems": least, "maxItems": most}),
            }
        case Map(values, names):
            limit = {} if names is None else {"propertyNames": type_schema(names, prefix)}
            return {"type": "object", "additionalProperties": type_schema(values, prefix), **limit}
        case Union(variants):
            return {"anyOf": [type_schema(variant, prefix) for variant in variants]}
        case Ref(name):
            return {"$ref": prefix + name}


def definition_schema(
    definition: Definition, guards: Mapping[str, tuple[str, Any]], prefix: str = DEFINITIONS
) -> JsonObject:
    """Return the JSON Schema of a definition.

    `guards` maps the name of a variant to its guard: the member and the value that identify the variant. If
    the definition has a guard, the schema gets the keyword `guard`.
    """
    if isinstance(definition, Alias):
        found = type_schema(definition.type, prefix)
    else:
        found = _record(definition, prefix)
    if definition.name in guards:
        member, value = guards[definition.name]
        found["guard"] = {"member": member, "value": json_value(value)}
    return found


def _record(record: Record, prefix: str) -> JsonObject:
    properties: JsonObject = {field.name: type_schema(field.type, prefix) for field in record.fields}
    properties |= dict.fromkeys(record.absent, False)
    found: JsonObject = {"type": "object", "properties": properties}
    required = [field.name for field in record.fields if field.required]
    if required:
        found["required"] = required
    if record.closed:
        found["additionalProperties"] = False
    elif record.open is not None:
        found["additionalProperties"] = type_schema(record.open, prefix)
    if record.mapping:
        found["plain"] = True
    return found


def _envelope(protocol: Protocol, member: Literal["error", "result"]) -> JsonObject:
    """Return the JSON Schema of a JSON-RPC response with `result` or `error`.

    The schema allows any result, because the result depends on the method of the request.
    """
    record = protocol.response(member)
    field = record.field(member) if record is not None else None
    id_field = record.field("id") if record is not None else None
    identified = id_field is None or id_field.required or member == "result"
    schema: JsonObject = {
        "type": "object",
        "required": ["jsonrpc", "id", member] if identified else ["jsonrpc", member],
        "properties": {
            "jsonrpc": {"enum": ["2.0"]},
            "id": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            member: type_schema(field.type) if field is not None else {},
        },
    }
    if record is not None and record.closed:
        schema["additionalProperties"] = False
    return schema


def _method(method: Method) -> JsonObject:
    return {
        "kind": method.kind,
        "senders": list(method.senders),
        "message": reference(method.message),
        "params": method.params and reference(method.params),
        "results": [*map(reference, method.results)],
    }


def _present(values: Mapping[str, Any]) -> JsonObject:
    return {name: value for name, value in values.items() if value is not None}
