"""Shapes of the values of 2025-06-18.

The adapters to the revisions before and after it check values against these shapes. The module `value_checks`
of the runtime defines the notation of shapes. `mcpgen build` writes this module.
"""

from __future__ import annotations

from .._runtime.conversion.value_checks import Shape

COMPLETION_CONTEXT: Shape = ("object", {"arguments": ("map", "string")})
TOOL_OUTPUT_SCHEMA: Shape = (
    "object",
    {"properties": ("map", ("map",)), "required": ("array", "string"), "type": ("choice", "object")},
    ("type",),
)
TEXT_RESOURCE_CONTENTS: Shape = (
    "object",
    {"_meta": ("map",), "mimeType": "string", "text": "string", "uri": "string"},
    ("text", "uri"),
)
ENUM_SCHEMA_WHOLE: Shape = (
    "object",
    {
        "description": "string",
        "enum": ("array", "string"),
        "enumNames": ("array", "string"),
        "title": "string",
        "type": ("choice", "string"),
    },
    ("enum", "type"),
)
STRING_SCHEMA_FORMAT_WHOLE: Shape = ("choice", "date", "date-time", "email", "uri")
STRING_SCHEMA_WHOLE: Shape = (
    "object",
    {
        "description": "string",
        "format": STRING_SCHEMA_FORMAT_WHOLE,
        "maxLength": "integer",
        "minLength": "integer",
        "title": "string",
        "type": ("choice", "string"),
    },
    ("type",),
)
