"""Shapes of the values of 2025-03-26.

The adapters to the revisions before and after it check values against these shapes. The module `value_checks`
of the runtime defines the notation of shapes. `mcpgen build` writes this module.
"""

from __future__ import annotations

from .._runtime.conversion.value_checks import Shape

TOOL_ANNOTATIONS: Shape = (
    "object",
    {
        "destructiveHint": "boolean",
        "idempotentHint": "boolean",
        "openWorldHint": "boolean",
        "readOnlyHint": "boolean",
        "title": "string",
    },
)
TEXT_RESOURCE_CONTENTS: Shape = (
    "object",
    {"mimeType": "string", "text": "string", "uri": "string"},
    ("text", "uri"),
)
