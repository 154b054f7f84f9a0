"""Shapes of the values of 2026-07-28+io.modelcontextprotocol/tasks.

The adapters to the revisions before and after it check values against these shapes. The module `value_checks`
of the runtime defines the notation of shapes. `mcpgen build` writes this module.
"""

from __future__ import annotations

from .._runtime.conversion.value_checks import Shape

TASK_TTL_MS: Shape = ("union", ("number", "integer", -9007199254740991, 9007199254740991), "null")
INCLUDE_CONTEXT: Shape = ("choice", "allServers", "none", "thisServer")
META_OBJECT: Shape = ("map",)
ROLE: Shape = ("choice", "assistant", "user")
ANNOTATIONS: Shape = (
    "object",
    {"audience": ("array", ROLE), "lastModified": "string", "priority": ("number", "number", 0, 1)},
)
TEXT_CONTENT: Shape = (
    "object",
    {"_meta": META_OBJECT, "annotations": ANNOTATIONS, "text": "string", "type": ("choice", "text")},
    ("text", "type"),
)
IMAGE_CONTENT: Shape = (
    "object",
    {
        "_meta": META_OBJECT,
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
        "_meta": META_OBJECT,
        "annotations": ANNOTATIONS,
        "data": "string",
        "mimeType": "string",
        "type": ("choice", "audio"),
    },
    ("data", "mimeType", "type"),
)
TOOL_USE_CONTENT: Shape = (
    "object",
    {
        "_meta": META_OBJECT,
        "id": "string",
        "input": ("map",),
        "name": "string",
        "type": ("choice", "tool_use"),
    },
    ("id", "input", "name", "type"),
)
ICON_THEME: Shape = ("choice", "dark", "light")
ICON: Shape = (
    "object",
    {"mimeType": "string", "sizes": ("array", "string"), "src": "string", "theme": ICON_THEME},
    ("src",),
)
RESOURCE_LINK: Shape = (
    "object",
    {
        "_meta": META_OBJECT,
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
    {"_meta": META_OBJECT, "mimeType": "string", "text": "string", "uri": "string"},
    ("text", "uri"),
)
BLOB_RESOURCE_CONTENTS: Shape = (
    "object",
    {"_meta": META_OBJECT, "blob": "string", "mimeType": "string", "uri": "string"},
    ("blob", "uri"),
)
ANY_RESOURCE_CONTENTS: Shape = ("union", TEXT_RESOURCE_CONTENTS, BLOB_RESOURCE_CONTENTS)
EMBEDDED_RESOURCE: Shape = (
    "object",
    {
        "_meta": META_OBJECT,
        "annotations": ANNOTATIONS,
        "resource": ANY_RESOURCE_CONTENTS,
        "type": ("choice", "resource"),
    },
    ("resource", "type"),
)
CONTENT_BLOCK: Shape = ("union", TEXT_CONTENT, IMAGE_CONTENT, AUDIO_CONTENT, RESOURCE_LINK, EMBEDDED_RESOURCE)
TOOL_RESULT_CONTENT: Shape = (
    "object",
    {
        "_meta": META_OBJECT,
        "content": ("array", CONTENT_BLOCK),
        "isError": "boolean",
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
SAMPLING_MESSAGE: Shape = (
    "object",
    {"_meta": META_OBJECT, "content": SAMPLING_CONTENT, "role": ROLE},
    ("content", "role"),
)
JSON_OBJECT: Shape = ("map",)
MODEL_HINT: Shape = ("object", {"name": "string"})
MODEL_PREFERENCES: Shape = (
    "object",
    {
        "costPriority": ("number", "number", 0, 1),
        "hints": ("array", MODEL_HINT),
        "intelligencePriority": ("number", "number", 0, 1),
        "speedPriority": ("number", "number", 0, 1),
    },
)
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
TOOL_INPUT_SCHEMA: Shape = ("object", {"$schema": "string", "type": ("choice", "object")}, ("type",))
TOOL_OUTPUT_SCHEMA: Shape = ("object", {"$schema": "string"})
TOOL: Shape = (
    "object",
    {
        "_meta": META_OBJECT,
        "annotations": TOOL_ANNOTATIONS,
        "description": "string",
        "icons": ("array", ICON),
        "inputSchema": TOOL_INPUT_SCHEMA,
        "name": "string",
        "outputSchema": TOOL_OUTPUT_SCHEMA,
        "title": "string",
    },
    ("inputSchema", "name"),
)
CREATE_MESSAGE_REQUEST_PARAMS: Shape = (
    "object",
    {
        "includeContext": INCLUDE_CONTEXT,
        "maxTokens": "integer",
        "messages": ("array", SAMPLING_MESSAGE),
        "metadata": JSON_OBJECT,
        "modelPreferences": MODEL_PREFERENCES,
        "stopSequences": ("array", "string"),
        "systemPrompt": "string",
        "temperature": "number",
        "toolChoice": TOOL_CHOICE,
        "tools": ("array", TOOL),
    },
    ("maxTokens", "messages"),
)
CREATE_MESSAGE_REQUEST: Shape = (
    "object",
    {"method": ("choice", "sampling/createMessage"), "params": CREATE_MESSAGE_REQUEST_PARAMS},
    ("method", "params"),
)
LIST_ROOTS_REQUEST_PARAMS: Shape = ("object", {"_meta": META_OBJECT})
LIST_ROOTS_REQUEST: Shape = (
    "object",
    {"method": ("choice", "roots/list"), "params": LIST_ROOTS_REQUEST_PARAMS},
    ("method",),
)
STRING_SCHEMA_FORMAT: Shape = ("choice", "date", "date-time", "email", "uri")
STRING_SCHEMA: Shape = (
    "object",
    {
        "default": "string",
        "description": "string",
        "format": STRING_SCHEMA_FORMAT,
        "maxLength": "integer",
        "minLength": "integer",
        "title": "string",
        "type": ("choice", "string"),
    },
    ("type",),
)
NUMBER_SCHEMA_TYPE: Shape = ("choice", "integer", "number")
NUMBER_SCHEMA: Shape = (
    "object",
    {
        "default": "number",
        "description": "string",
        "maximum": "number",
        "minimum": "number",
        "title": "string",
        "type": NUMBER_SCHEMA_TYPE,
    },
    ("type",),
)
BOOLEAN_SCHEMA: Shape = (
    "object",
    {"default": "boolean", "description": "string", "title": "string", "type": ("choice", "boolean")},
    ("type",),
)
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
TITLED_MULTI_SELECT_ITEMS: Shape = ("object", {"anyOf": ("array", TITLED_ENUM_OPTION)}, ("anyOf",))
TITLED_MULTI_SELECT_ENUM_SCHEMA: Shape = (
    "object",
    {
        "default": ("array", "string"),
        "description": "string",
        "items": TITLED_MULTI_SELECT_ITEMS,
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
PRIMITIVE_SCHEMA_DEFINITION: Shape = (
    "union",
    STRING_SCHEMA,
    NUMBER_SCHEMA,
    BOOLEAN_SCHEMA,
    UNTITLED_SINGLE_SELECT_ENUM_SCHEMA,
    TITLED_SINGLE_SELECT_ENUM_SCHEMA,
    UNTITLED_MULTI_SELECT_ENUM_SCHEMA,
    TITLED_MULTI_SELECT_ENUM_SCHEMA,
    LEGACY_TITLED_ENUM_SCHEMA,
)
ELICIT_REQUESTED_SCHEMA: Shape = (
    "object",
    {
        "$schema": "string",
        "properties": ("map", PRIMITIVE_SCHEMA_DEFINITION),
        "required": ("array", "string"),
        "type": ("choice", "object"),
    },
    ("properties", "type"),
)
ELICIT_REQUEST_FORM_PARAMS: Shape = (
    "object",
    {"message": "string", "mode": ("choice", "form"), "requestedSchema": ELICIT_REQUESTED_SCHEMA},
    ("message", "requestedSchema"),
)
ELICIT_REQUEST_URL_PARAMS: Shape = (
    "object",
    {"message": "string", "mode": ("choice", "url"), "url": "string"},
    ("message", "mode", "url"),
)
ELICIT_REQUEST_PARAMS: Shape = ("union", ELICIT_REQUEST_FORM_PARAMS, ELICIT_REQUEST_URL_PARAMS)
ELICIT_REQUEST: Shape = (
    "object",
    {"method": ("choice", "elicitation/create"), "params": ELICIT_REQUEST_PARAMS},
    ("method", "params"),
)
INPUT_REQUEST: Shape = ("union", CREATE_MESSAGE_REQUEST, LIST_ROOTS_REQUEST, ELICIT_REQUEST)
INPUT_REQUESTS: Shape = ("map", INPUT_REQUEST)
ERROR: Shape = ("object", {"code": "integer", "message": "string"}, ("code", "message"))
CACHE_SCOPE: Shape = ("choice", "private", "public")
ELICITATION_CAPABILITY: Shape = ("object", {"form": JSON_OBJECT, "url": JSON_OBJECT})
SAMPLING_CAPABILITY: Shape = ("object", {"context": JSON_OBJECT, "tools": JSON_OBJECT})
CLIENT_CAPABILITIES: Shape = (
    "object",
    {
        "elicitation": ELICITATION_CAPABILITY,
        "experimental": ("map", JSON_OBJECT),
        "extensions": ("map", JSON_OBJECT),
        "roots": ("map",),
        "sampling": SAMPLING_CAPABILITY,
    },
)
IMPLEMENTATION: Shape = (
    "object",
    {
        "description": "string",
        "icons": ("array", ICON),
        "name": "string",
        "title": "string",
        "version": "string",
        "websiteUrl": "string",
    },
    ("name", "version"),
)
LOGGING_LEVEL: Shape = (
    "choice",
    "debug",
    "info",
    "notice",
    "warning",
    "error",
    "critical",
    "alert",
    "emergency",
)
RESULT_META_OBJECT: Shape = ("object", {"io.modelcontextprotocol/serverInfo": IMPLEMENTATION})
INPUT_REQUIRED_RESULT: Shape = (
    "object",
    {
        "_meta": RESULT_META_OBJECT,
        "inputRequests": INPUT_REQUESTS,
        "requestState": "string",
        "resultType": "string",
    },
    ("resultType",),
)
