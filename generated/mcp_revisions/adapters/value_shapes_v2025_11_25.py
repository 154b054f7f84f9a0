"""Value shapes of 2025-11-25, which the adapters to both neighbours check.

Written by `mcpgen build`; `value_checks` of the runtime says how a shape reads.
"""

from __future__ import annotations

from .._runtime.conversion.value_checks import Shape

TASK_ELICITATION_CAPABILITY: Shape = ("object", {"create": ("map",)})
TASK_SAMPLING_CAPABILITY: Shape = ("object", {"createMessage": ("map",)})
CLIENT_TASK_REQUESTS_CAPABILITY: Shape = (
    "object",
    {"elicitation": TASK_ELICITATION_CAPABILITY, "sampling": TASK_SAMPLING_CAPABILITY},
)
CLIENT_TASKS_CAPABILITY: Shape = (
    "object",
    {"cancel": ("map",), "list": ("map",), "requests": CLIENT_TASK_REQUESTS_CAPABILITY},
)
ICON_THEME: Shape = ("choice", "dark", "light")
ICON: Shape = (
    "object",
    {"mimeType": "string", "sizes": ("array", "string"), "src": "string", "theme": ICON_THEME},
    ("src",),
)
TASK_TOOLS_CAPABILITY: Shape = ("object", {"call": ("map",)})
SERVER_TASK_REQUESTS_CAPABILITY: Shape = ("object", {"tools": TASK_TOOLS_CAPABILITY})
SERVER_TASKS_CAPABILITY: Shape = (
    "object",
    {"cancel": ("map",), "list": ("map",), "requests": SERVER_TASK_REQUESTS_CAPABILITY},
)
TASK_METADATA: Shape = ("object", {"ttl": "integer"})
TASK_SUPPORT: Shape = ("choice", "forbidden", "optional", "required")
TOOL_EXECUTION: Shape = ("object", {"taskSupport": TASK_SUPPORT})
TOOL_CHOICE_MODE: Shape = ("choice", "auto", "none", "required")
TOOL_CHOICE: Shape = ("object", {"mode": TOOL_CHOICE_MODE})
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
TOOL_INPUT_SCHEMA: Shape = (
    "object",
    {
        "$schema": "string",
        "properties": ("map", ("map",)),
        "required": ("array", "string"),
        "type": ("choice", "object"),
    },
    ("type",),
)
TOOL_OUTPUT_SCHEMA: Shape = (
    "object",
    {
        "$schema": "string",
        "properties": ("map", ("map",)),
        "required": ("array", "string"),
        "type": ("choice", "object"),
    },
    ("type",),
)
TOOL: Shape = (
    "object",
    {
        "_meta": ("map",),
        "annotations": TOOL_ANNOTATIONS,
        "description": "string",
        "execution": TOOL_EXECUTION,
        "icons": ("array", ICON),
        "inputSchema": TOOL_INPUT_SCHEMA,
        "name": "string",
        "outputSchema": TOOL_OUTPUT_SCHEMA,
        "title": "string",
    },
    ("inputSchema", "name"),
)
ROLE: Shape = ("choice", "assistant", "user")
ANNOTATIONS: Shape = (
    "object",
    {"audience": ("array", ROLE), "lastModified": "string", "priority": ("number", "number", 0, 1)},
)
TEXT_CONTENT: Shape = (
    "object",
    {"_meta": ("map",), "annotations": ANNOTATIONS, "text": "string", "type": ("choice", "text")},
    ("text", "type"),
)
IMAGE_CONTENT: Shape = (
    "object",
    {
        "_meta": ("map",),
        "annotations": ANNOTATIONS,
        "data": "string",
        "mimeType": "string",
        "type": ("choice", "image"),
    },
    ("data", "mimeType", "type"),
)
AUDIO_CONTENT: Shape = (
    "object",
    {
        "_meta": ("map",),
        "annotations": ANNOTATIONS,
        "data": "string",
        "mimeType": "string",
        "type": ("choice", "audio"),
    },
    ("data", "mimeType", "type"),
)
RESOURCE_LINK: Shape = (
    "object",
    {
        "_meta": ("map",),
        "annotations": ANNOTATIONS,
        "description": "string",
        "icons": ("array", ICON),
        "mimeType": "string",
        "name": "string",
        "size": "integer",
        "title": "string",
        "type": ("choice", "resource_link"),
        "uri": "string",
    },
    ("name", "type", "uri"),
)
TEXT_RESOURCE_CONTENTS: Shape = (
    "object",
    {"_meta": ("map",), "mimeType": "string", "text": "string", "uri": "string"},
    ("text", "uri"),
)
BLOB_RESOURCE_CONTENTS: Shape = (
    "object",
    {"_meta": ("map",), "blob": "string", "mimeType": "string", "uri": "string"},
    ("blob", "uri"),
)
ANY_RESOURCE_CONTENTS: Shape = ("union", TEXT_RESOURCE_CONTENTS, BLOB_RESOURCE_CONTENTS)
EMBEDDED_RESOURCE: Shape = (
    "object",
    {
        "_meta": ("map",),
        "annotations": ANNOTATIONS,
        "resource": ANY_RESOURCE_CONTENTS,
        "type": ("choice", "resource"),
    },
    ("resource", "type"),
)
CONTENT_BLOCK: Shape = ("union", TEXT_CONTENT, IMAGE_CONTENT, AUDIO_CONTENT, RESOURCE_LINK, EMBEDDED_RESOURCE)
UNTITLED_SINGLE_SELECT_ENUM_SCHEMA: Shape = (
    "object",
    {
        "default": "string",
        "description": "string",
        "enum": ("array", "string"),
        "title": "string",
        "type": ("choice", "string"),
    },
    ("enum", "type"),
)
TITLED_ENUM_OPTION: Shape = ("object", {"const": "string", "title": "string"}, ("const", "title"))
TITLED_SINGLE_SELECT_ENUM_SCHEMA: Shape = (
    "object",
    {
        "default": "string",
        "description": "string",
        "oneOf": ("array", TITLED_ENUM_OPTION),
        "title": "string",
        "type": ("choice", "string"),
    },
    ("oneOf", "type"),
)
UNTITLED_MULTI_SELECT_ITEMS: Shape = (
    "object",
    {"enum": ("array", "string"), "type": ("choice", "string")},
    ("enum", "type"),
)
UNTITLED_MULTI_SELECT_ENUM_SCHEMA: Shape = (
    "object",
    {
        "default": ("array", "string"),
        "description": "string",
        "items": UNTITLED_MULTI_SELECT_ITEMS,
        "maxItems": "integer",
        "minItems": "integer",
        "title": "string",
        "type": ("choice", "array"),
    },
    ("items", "type"),
)
LEGACY_TITLED_ENUM_SCHEMA: Shape = (
    "object",
    {
        "default": "string",
        "description": "string",
        "enum": ("array", "string"),
        "enumNames": ("array", "string"),
        "title": "string",
        "type": ("choice", "string"),
    },
    ("enum", "type"),
)
PROGRESS_TOKEN: Shape = ("union", "string", "integer")
REQUEST_META: Shape = ("object", {"progressToken": PROGRESS_TOKEN})
ELICIT_REQUEST_URL_PARAMS: Shape = (
    "object",
    {
        "_meta": REQUEST_META,
        "elicitationId": "string",
        "message": "string",
        "mode": ("choice", "url"),
        "task": TASK_METADATA,
        "url": "string",
    },
    ("elicitationId", "message", "mode", "url"),
)
ELICIT_ACTION: Shape = ("choice", "accept", "cancel", "decline")
TOOL_USE_CONTENT: Shape = (
    "object",
    {"_meta": ("map",), "id": "string", "input": ("map",), "name": "string", "type": ("choice", "tool_use")},
    ("id", "input", "name", "type"),
)
TOOL_RESULT_CONTENT: Shape = (
    "object",
    {
        "_meta": ("map",),
        "content": ("array", CONTENT_BLOCK),
        "isError": "boolean",
        "structuredContent": ("map",),
        "toolUseId": "string",
        "type": ("choice", "tool_result"),
    },
    ("content", "toolUseId", "type"),
)
SAMPLING_MESSAGE_CONTENT_BLOCK: Shape = (
    "union",
    TEXT_CONTENT,
    IMAGE_CONTENT,
    AUDIO_CONTENT,
    TOOL_USE_CONTENT,
    TOOL_RESULT_CONTENT,
)
SAMPLING_CONTENT: Shape = (
    "union",
    TEXT_CONTENT,
    IMAGE_CONTENT,
    AUDIO_CONTENT,
    TOOL_USE_CONTENT,
    TOOL_RESULT_CONTENT,
    ("array", SAMPLING_MESSAGE_CONTENT_BLOCK),
)
