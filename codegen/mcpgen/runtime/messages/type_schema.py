"""The JSON Schema of a type. It accepts exactly the values that `decode` accepts for the type.

The type is a generated type, or a union, list or dictionary of such types. The schema has the dialect
2020-12. Like the decoders, it is derived from the annotations of the classes. Its descriptions are the
docstrings of the classes and of their members.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from inspect import cleandoc
from typing import Any, TypeAlias

from msgspec import inspect as mi

from .base import Constants, Mapping, OpenStruct, Untagged
from .build_lock import type_node
from .caller_types import checked_type
from .type_info import absent_envelope, additional_of, is_generated, limits_of, object_members, origin_of

Schema: TypeAlias = "dict[str, Any]"
Refer: TypeAlias = Callable[[Any], Schema]
"""A function that takes a class, and returns a schema that refers to the definition of the class."""

_KEYWORDS = {
    "ge": "minimum",
    "le": "maximum",
    "gt": "exclusiveMinimum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "pattern": "pattern",
}
_KINDS = {
    mi.StrType: "string",
    mi.IntType: "integer",
    mi.FloatType: "number",
    mi.BoolType: "boolean",
    mi.NoneType: "null",
}


def json_schema(type_: Any) -> Schema:
    """Return the JSON Schema of a type, with all definitions that it refers to.

    Raise `TypeError` for a type that has no JSON Schema.
    """
    definitions: dict[str, Schema] = {}
    names: dict[Any, str] = {}

    def refer(cls: Any) -> Schema:
        if cls not in names:
            plain = getattr(cls, "__name__", "Type")
            own = names[cls] = plain if plain not in definitions else f"{plain}{len(definitions)}"
            definitions[own] = {}  # reserves the name, because the class may refer to itself
            definitions[own] = class_schema(cls, refer)
        return {"$ref": f"#/$defs/{names[cls]}"}

    node: Any = checked_type(type_)
    found = class_schema(node.cls, refer) if _is_class(node) else schema_of(node, refer)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}
    return {**schema, "$defs": definitions} if definitions else schema


def _is_class(node: mi.Type) -> bool:
    return isinstance(node, (mi.StructType, mi.CustomType)) and is_generated(node)


def schema_of(node: mi.Type, refer: Refer) -> Schema:
    """Return the JSON Schema of a type.

    `refer` is called with each generated class inside the type, and returns a `$ref` to the schema of that
    class.
    """
    if isinstance(node, mi.AnyType):
        return {}
    if isinstance(node, mi.Metadata):
        return schema_of(node.type, refer)
    if isinstance(node, mi.LiteralType):
        constant, *others = node.values
        return {"enum": [constant, *others]} if others else {"const": constant}
    if type(node) in _KINDS:
        return {"type": _KINDS[type(node)], **_limits(node, "Length")}
    if isinstance(node, mi.ListType):
        return {"type": "array", "items": schema_of(node.item_type, refer), **_limits(node, "Items")}
    if isinstance(node, mi.DictType):
        keys = schema_of(node.key_type, refer)
        names = {} if keys == {"type": "string"} else {"propertyNames": keys}
        values = schema_of(node.value_type, refer)
        return {"type": "object", "additionalProperties": values, **names, **_limits(node, "Properties")}
    if isinstance(node, mi.UnionType):
        has_numbers = any(isinstance(member, mi.FloatType) for member in node.types)
        kept = [m for m in node.types if not (has_numbers and isinstance(m, mi.IntType))]
        return _any_of([schema_of(member, refer) for member in kept])
    if _is_class(node):
        return refer(node.cls)  # type: ignore[attr-defined]
    reason = "only generated types, plain JSON, and unions, lists and dictionaries of them have a JSON Schema"
    raise TypeError(f"type_: {reason}")


def _limits(node: mi.Type, parts: str) -> Schema:
    """Return the limits of a type as JSON Schema keywords.

    `parts` is the end of the keywords for size limits: `Items` gives `minItems` and `maxItems`.
    """
    keywords = {**_KEYWORDS, "min_length": f"min{parts}", "max_length": f"max{parts}"}
    return {keywords[name]: limit for name, limit in limits_of(node).items()}


def _any_of(schemas: list[Schema]) -> Schema:
    first, *others = schemas
    return {"anyOf": schemas} if others else first


def class_schema(cls: Any, refer: Refer) -> Schema:
    """Return the JSON Schema of a generated class.

    `refer` is called with each generated class inside the class, and returns a `$ref` to its schema.
    """
    node: Any = type_node(cls)
    origin = origin_of(node)
    description = cleandoc(origin.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    described = {"description": description} if description else {}
    if isinstance(node, mi.StructType) or issubclass(origin, Mapping):
        return {**described, **_object(node, origin, refer)}
    if issubclass(origin, Constants):
        return {**described, "enum": list(origin.values)}
    assert issubclass(origin, Untagged)
    return {**described, **_any_of([schema_of(type_node(type_), refer) for type_ in origin.types()])}


def _object(node: Any, cls: Any, refer: Refer) -> Schema:
    """Return the schema for the objects of a class, with descriptions of its members."""
    declared, absent = object_members(node), absent_envelope(node)
    sentences = member_sentences(cls.__module__).get(cls.__name__, {})
    properties: dict[str, Any] = {wire: schema_of(info.type, refer) for wire, info in declared.items()}
    for wire, info in declared.items():
        if isinstance(node, mi.StructType) and info.name in sentences:
            properties[wire] |= {"description": sentences[info.name]}
    required = [wire for wire, info in declared.items() if info.required and wire not in absent]
    properties |= dict.fromkeys(cls.__absent__, False)
    schema: Schema = {"type": "object", "properties": properties, "required": required}
    if getattr(cls, "__closed__", False):
        schema["additionalProperties"] = False
    elif issubclass(cls, (OpenStruct, Mapping)) and cls.__additional__ is not None:
        schema["additionalProperties"] = schema_of(additional_of(cls), refer)
    return {key: value for key, value in schema.items() if value not in ({}, [])}


@cache
def member_sentences(module: str) -> dict[str, dict[str, str]]:
    """Return the docstrings below the attributes of a module's classes, by class and attribute.

    The result is empty if the source of the module is not available.
    """
    loader: Any = getattr(sys.modules[module].__spec__, "loader", None)
    source = loader.get_source(module) if hasattr(loader, "get_source") else None
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(source or "").body:
        if isinstance(node, ast.ClassDef):
            own = found[node.name] = {}
            for member, below in zip(node.body, node.body[1:], strict=False):
                match member, below:
                    case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                        own[name] = " ".join(text.split())
    return found
