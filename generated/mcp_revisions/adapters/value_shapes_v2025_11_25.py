"""Shapes of the values of 2025-11-25.

The adapters to the revisions before and after it check values against these shapes. The module `value_checks`
of the runtime defines the notation of shapes. `mcpgen build` writes this module.
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
ROLE_WHOLE: Shape = ("choice", "assistant", "user")
ANNOTATIONS_WHOLE: Shape = (
    "object",
    {"audience": ("array", ROLE_WHOLE), "lastModified": "string", "priority": ("number", "number", 0, 1)},
)
IMAGE_CONTENT_WHOLE: Shape = (
    "object",
    {
        "_meta": ("map",),
        "annotations": ANNOTATIONS_WHOLE,
        "data": "string",
        "mimeType": "string",
        "type": ("choice", "image"),
    },
    ("data", "mimeType", "type"),
)
AUDIO_CONTENT_WHOLE: Shape = (
    "object",
    {
        "_meta": ("map",),
        "annotations": ANNOTATIONS_WHOLE,
        "data": "string",
        "mimeType": "string",
        "type": ("choice", "audio"),
    },
    ("data", "mimeType", "type"),
)
ICON_THEME_WHOLE: Shape = ("choice", "dark", "light")
ICON_WHOLE: Shape = (
    "object",
    {"mimeType": "string", "sizes": ("array", "string"), "src": "string", "theme": ICON_THEME_WHOLE},
    ("src",),
)
RESOURCE_LINK_WHOLE: Shape = (
    "object",
    {
        "_meta": ("map",),
        "annotations": ANNOTATIONS_WHOLE,
        "description": "string",
        "icons": ("array", ICON_WHOLE),
        "mimeType": "string",
        "name": "string",
        "size": "integer",
        "title": "string",
        "type": ("choice", "resource_link"),
        "uri": "string",
    },
    ("name", "type", "uri"),
)
TEXT_CONTENT_WHOLE: Shape = (
    "object",
    {"_meta": ("map",), "annotations": ANNOTATIONS_WHOLE, "text": "string", "type": ("choice", "text")},
    ("text", "type"),
)
TEXT_RESOURCE_CONTENTS_WHOLE: Shape = (
    "object",
    {"_meta": ("map",), "mimeType": "string", "text": "string", "uri": "string"},
    ("text", "uri"),
)
BLOB_RESOURCE_CONTENTS_WHOLE: Shape = (
    "object",
    {"_meta": ("map",), "blob": "string", "mimeType": "string", "uri": "string"},
    ("blob", "uri"),
)
ANY_RESOURCE_CONTENTS_WHOLE: Shape = ("union", TEXT_RESOURCE_CONTENTS_WHOLE, BLOB_RESOURCE_CONTENTS_WHOLE)
EMBEDDED_RESOURCE_WHOLE: Shape = (
    "object",
    {
        "_meta": ("map",),
        "annotations": ANNOTATIONS_WHOLE,
        "resource": ANY_RESOURCE_CONTENTS_WHOLE,
        "type": ("choice", "resource"),
    },
    ("resource", "type"),
)
CONTENT_BLOCK_WHOLE: Shape = (
    "union",
    IMAGE_CONTENT_WHOLE,
    AUDIO_CONTENT_WHOLE,
    RESOURCE_LINK_WHOLE,
    TEXT_CONTENT_WHOLE,
    EMBEDDED_RESOURCE_WHOLE,
)
CALL_TOOL_RESULT_WHOLE: Shape = (
    "object",
    {
        "_meta": ("map",),
        "content": ("array", CONTENT_BLOCK_WHOLE),
        "isError": "boolean",
        "structuredContent": ("map",),
    },
    ("content",),
)
TASK_STATUS_WHOLE: Shape = ("choice", "cancelled", "completed", "failed", "input_required", "working")
TASK_WHOLE: Shape = (
    "object",
    {
        "createdAt": "string",
        "lastUpdatedAt": "string",
        "pollInterval": "integer",
        "status": TASK_STATUS_WHOLE,
        "statusMessage": "string",
        "taskId": "string",
        "ttl": ("union", "integer", "null"),
    },
    ("createdAt", "lastUpdatedAt", "status", "taskId", "ttl"),
)
CREATE_TASK_RESULT_WHOLE: Shape = ("object", {"_meta": ("map",), "task": TASK_WHOLE}, ("task",))
UNTITLED_SINGLE_SELECT_ENUM_SCHEMA_WHOLE: Shape = (
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
TITLED_ENUM_OPTION_WHOLE: Shape = ("object", {"const": "string", "title": "string"}, ("const", "title"))
TITLED_SINGLE_SELECT_ENUM_SCHEMA_WHOLE: Shape = (
    "object",
    {
        "default": "string",
        "description": "string",
        "oneOf": ("array", TITLED_ENUM_OPTION_WHOLE),
        "title": "string",
        "type": ("choice", "string"),
    },
    ("oneOf", "type"),
)
LEGACY_TITLED_ENUM_SCHEMA_WHOLE: Shape = (
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
STRING_SCHEMA_FORMAT_WHOLE: Shape = ("choice", "date", "date-time", "email", "uri")
STRING_SCHEMA_WHOLE: Shape = (
    "object",
    {
        "default": "string",
        "description": "string",
        "format": STRING_SCHEMA_FORMAT_WHOLE,
        "maxLength": "integer",
        "minLength": "integer",
        "title": "string",
        "type": ("choice", "string"),
    },
    ("type",),
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
ELICIT_FIELD_VALUE: Shape = ("union", ("array", "string"), "string", "number", "boolean")
ELICIT_RESULT: Shape = (
    "object",
    {"_meta": ("map",), "action": ELICIT_ACTION, "content": ("map", ELICIT_FIELD_VALUE)},
    ("action",),
)
TOOL_USE_CONTENT_WHOLE: Shape = (
    "object",
    {"_meta": ("map",), "id": "string", "input": ("map",), "name": "string", "type": ("choice", "tool_use")},
    ("id", "input", "name", "type"),
)
TOOL_RESULT_CONTENT_WHOLE: Shape = (
    "object",
    {
        "_meta": ("map",),
        "content": ("array", CONTENT_BLOCK_WHOLE),
        "isError": "boolean",
        "structuredContent": ("map",),
        "toolUseId": "string",
        "type": ("choice", "tool_result"),
    },
    ("content", "toolUseId", "type"),
)
SAMPLING_MESSAGE_CONTENT_BLOCK_WHOLE: Shape = (
    "union",
    TOOL_USE_CONTENT_WHOLE,
    IMAGE_CONTENT_WHOLE,
    AUDIO_CONTENT_WHOLE,
    TOOL_RESULT_CONTENT_WHOLE,
    TEXT_CONTENT_WHOLE,
)
SAMPLING_CONTENT_WHOLE: Shape = (
    "union",
    TOOL_USE_CONTENT_WHOLE,
    IMAGE_CONTENT_WHOLE,
    AUDIO_CONTENT_WHOLE,
    TOOL_RESULT_CONTENT_WHOLE,
    TEXT_CONTENT_WHOLE,
    ("array", SAMPLING_MESSAGE_CONTENT_BLOCK_WHOLE),
)
CREATE_MESSAGE_RESULT_WHOLE: Shape = (
    "object",
    {
        "_meta": ("map",),
        "content": SAMPLING_CONTENT_WHOLE,
        "model": "string",
        "role": ROLE_WHOLE,
        "stopReason": "string",
    },
    ("content", "model", "role"),
)
TASK_STATUS: Shape = ("choice", "cancelled", "completed", "failed", "input_required", "working")
TASK: Shape = (
    "object",
    {
        "createdAt": "string",
        "lastUpdatedAt": "string",
        "pollInterval": "integer",
        "status": TASK_STATUS,
        "statusMessage": "string",
        "taskId": "string",
        "ttl": ("union", "integer", "null"),
    },
    ("createdAt", "lastUpdatedAt", "status", "taskId", "ttl"),
)
