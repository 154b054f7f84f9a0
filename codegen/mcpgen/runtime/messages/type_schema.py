"""The JSON Schema of a type: a value is valid exactly where a decode of the type accepts it.

In: a generated type, or a union, list or dictionary of such types. Out: a schema of dialect 2020-12,
derived from the annotations of the classes, as the decoders are. The descriptions are our sentences, which
stand in the source of the module.

pydantic asks each class for a core schema, which is a plain dictionary: nothing of pydantic is imported. A
value, also an object of the type, is validated as a decode validates it, and serialized to a plain tree with
its unknown members.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from inspect import cleandoc
from typing import Any, TypeAlias, get_args

from msgspec import inspect as mi

from ..json_line import json_line
from .base import TYPE_KEY, Constants, Mapping, OpenStruct, Struct, Untagged, codec_of
from .build_lock import type_node
from .caller_types import checked_type
from .encoder import encode
from .json_text import parse
from .type_info import absent_envelope, additional_of, is_generated, object_members, origin_of

Schema: TypeAlias = "dict[str, Any]"
Refer: TypeAlias = Callable[[Any], Schema]
"""From a class to a reference to its definition."""

_BOUNDS = {
    "ge": "minimum",
    "le": "maximum",
    "gt": "exclusiveMinimum",
    "lt": "exclusiveMaximum",
    "min_length": "minLength",
    "max_length": "maxLength",
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
    """Return the self-contained schema of a type; `TypeError` for a type that holds no JSON of messages."""
    definitions: dict[str, Schema] = {}
    names: dict[Any, str] = {}

    def refer(cls: Any) -> Schema:
        if cls not in names:
            plain = getattr(cls, "__name__", "Type")
            own = names[cls] = plain if plain not in definitions else f"{plain}{len(definitions)}"
            definitions[own] = {}  # the place of the name, which the class itself may refer to
            definitions[own] = class_schema(cls, refer)
        return {"$ref": f"#/$defs/{names[cls]}"}

    try:
        node: Any = checked_type(type_)
        found = class_schema(node.cls, refer) if _is_class(node) else schema_of(node, refer)
    except RecursionError:
        raise TypeError("type_: the type is nested too deeply") from None
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}
    return {**schema, "$defs": definitions} if definitions else schema


def _is_class(node: mi.Type) -> bool:
    return isinstance(node, (mi.StructType, mi.CustomType)) and is_generated(node)


def schema_of(node: mi.Type, refer: Refer) -> Schema:
    """Return the schema of a type, with references to classes."""
    if isinstance(node, mi.AnyType):
        return {}
    if isinstance(node, mi.Metadata):
        return schema_of(node.type, refer)
    if isinstance(node, mi.LiteralType):
        return {"const": node.values[0]} if len(node.values) == 1 else {"enum": list(node.values)}
    if type(node) in _KINDS:
        bounds = {_BOUNDS[name]: getattr(node, name, None) for name in _BOUNDS}
        return {
            "type": _KINDS[type(node)],
            **{key: bound for key, bound in bounds.items() if bound is not None},
        }
    if isinstance(node, mi.ListType):
        sizes = {"minItems": node.min_length, "maxItems": node.max_length}
        items = schema_of(node.item_type, refer)
        return {
            "type": "array",
            "items": items,
            **{key: size for key, size in sizes.items() if size is not None},
        }
    if isinstance(node, mi.DictType):
        keys = schema_of(node.key_type, refer)
        limit = {} if keys == {"type": "string"} else {"propertyNames": keys}
        return {"type": "object", "additionalProperties": schema_of(node.value_type, refer), **limit}
    if isinstance(node, mi.UnionType):
        has_numbers = any(isinstance(member, mi.FloatType) for member in node.types)
        kept = [m for m in node.types if not (has_numbers and isinstance(m, mi.IntType))]
        return _any_of([schema_of(member, refer) for member in kept])
    if _is_class(node):
        return refer(node.cls)  # type: ignore[attr-defined]
    reason = "only generated types, plain JSON, and unions, lists and dictionaries of them have a JSON Schema"
    raise TypeError(f"type_: {reason}")


def _any_of(schemas: list[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def class_schema(cls: Any, refer: Refer) -> Schema:
    """Return the schema of a generated class, with references to the classes inside."""
    node: Any = type_node(cls)
    origin = origin_of(node)
    sentence = cleandoc(origin.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    described = {"description": sentence} if sentence else {}
    if isinstance(node, mi.StructType) or issubclass(origin, Mapping):
        return {**described, **_object(node, origin, refer)}
    if issubclass(origin, Constants):
        return {**described, "enum": list(origin.values)}
    assert issubclass(origin, Untagged)
    return {**described, **_any_of([schema_of(type_node(type_), refer) for type_ in origin.types()])}


def _object(node: Any, cls: Any, refer: Refer) -> Schema:
    """Return the schema of the objects of a class, with our sentences at its members."""
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
    """Return the docstrings below the attributes of a module's classes; none without its source."""
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


# Generated types as fields of pydantic models

# The classes whose JSON Schema is being written: a reference to one of them is not written again.
_open: ContextVar[frozenset[str]] = ContextVar("_open", default=frozenset())


def core_schema(type_: Any) -> Schema:
    """Return the core schema of a type."""
    decode, cls = codec_of(type_).decode, getattr(type_, "__origin__", type_)

    def validate(value: Any) -> Any:
        try:
            found = decode(value if isinstance(value, (dict, list, Struct)) else json_line(value), type_)
        except TypeError as error:
            raise ValueError(str(error)) from None
        # Python code may have given an object a wrong member: the object is judged, and stays the same.
        return value if isinstance(value, Struct) and isinstance(value, cls) else found

    return {
        "type": "function-plain",
        "function": {"type": "no-info", "function": validate},
        "serialization": {"type": "function-plain", "function": _to_builtins},
        "ref": _reference(type_),
        "metadata": {TYPE_KEY: type_},
    }


def pydantic_json_schema(core: Schema, handler: Any) -> Schema:
    """Return the JSON Schema of a core schema, whose references are definitions of pydantic."""
    type_ = core["metadata"][TYPE_KEY]

    def refer(below: Any) -> Any:
        reference = _reference(below)
        if reference in _open.get():
            return handler({"type": "definition-ref", "schema_ref": reference})
        nested = core_schema(below)
        nested["metadata"]["pydantic_js_functions"] = [pydantic_json_schema]
        return handler({"type": "chain", "steps": [nested]})  # the generator treats a step as any schema

    token = _open.set(_open.get() | {_reference(type_)})
    try:
        return class_schema(type_, refer)
    finally:
        _open.reset(token)


def _to_builtins(value: Any) -> Any:
    return parse(encode(value))


def _reference(type_: Any) -> str:
    cls = getattr(type_, "__origin__", type_)
    arguments = "".join(f"[{getattr(one, '__name__', one)}]" for one in get_args(type_))
    return f"{cls.__module__}.{cls.__qualname__}{arguments}:{id(cls)}"
