"""Schemas for generated types as fields of pydantic models: validation, serialization and JSON Schema.

pydantic asks each class for a core schema. That is a plain dictionary, so this module does not import
pydantic. Every value is validated as `decode` validates it, including objects of the type. It is serialized
to plain JSON with its unknown members.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import partial
from typing import Any, get_args

from ..json_line import json_line
from .base import TYPE_KEY, Struct, codec_of
from .encoder import encode
from .json_text import parse
from .type_schema import class_schema

Schema = dict[str, Any]
# The classes whose JSON Schema is being written. A reference to one of them is written as a reference.
_open: ContextVar[frozenset[str]] = ContextVar("_open", default=frozenset())


class PydanticUnion:
    """Annotates a union in a pydantic model, as in `Annotated[mcp.ContentBlock, mr.PydanticUnion]`.

    The field then validates as `decode` does, and reports one error for a wrong value. Without the
    annotation, pydantic tries each variant and reports one error for each.
    """

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Schema:
        """Return the core schema of the union `source`. pydantic calls this method."""
        return {
            "type": "function-wrap",
            "function": {"type": "no-info", "function": partial(_validated_variant, source)},
            "schema": handler(source),
        }


def _validated_variant(union: Any, value: Any, variants: Any) -> Any:
    """Validate a value of a union, and return it as an object of its variant.

    `variants` is pydantic's own validator for the union. It validates a value that is already an instance of
    a variant.
    """
    if isinstance(value, Struct):
        return variants(value)
    try:
        return codec_of(union).decode(value if isinstance(value, (dict, list)) else json_line(value), union)
    except TypeError as error:
        raise ValueError(str(error)) from None


def core_schema(type_: Any) -> Schema:
    """Return the core schema of a generated type."""
    decode, cls = codec_of(type_).decode, getattr(type_, "__origin__", type_)

    def validate(value: Any) -> Any:
        try:
            found = decode(value if isinstance(value, (dict, list, Struct)) else json_line(value), type_)
        except TypeError as error:
            raise ValueError(str(error)) from None
        # Python code may have set an invalid member, so an object is validated too. It is returned unchanged.
        return value if isinstance(value, Struct) and isinstance(value, cls) else found

    return {
        "type": "function-plain",
        "function": {"type": "no-info", "function": validate},
        "serialization": {"type": "function-plain", "function": _to_builtins},
        "ref": _reference(type_),
        "metadata": {TYPE_KEY: type_},
    }


def json_schema(core: Schema, handler: Any) -> Schema:
    """Return the JSON Schema of the generated type from which `core_schema` made `core`.

    References in it may lead to definitions that `handler`, the JSON Schema generator of pydantic, adds.
    """
    type_ = core["metadata"][TYPE_KEY]

    def refer(below: Any) -> Any:
        reference = _reference(below)
        if reference in _open.get():
            return handler({"type": "definition-ref", "schema_ref": reference})
        nested = core_schema(below)
        nested["metadata"]["pydantic_js_functions"] = [json_schema]
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
