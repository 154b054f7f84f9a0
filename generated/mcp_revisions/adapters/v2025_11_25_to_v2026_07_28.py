"""Carry messages between 2025-11-25 and 2026-07-28: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.losses import array, Change, Crossing, expected, Path
from .._runtime.conversion.value_checks import fits
from .._runtime.conversion.adapter_tables import Direction, Edit, Gain, Gone, Outline, Passage, Shed

T4_1 = Change(
    "T4.1",
    "No more handshake: What the handshake settled once, every request now repeats; only who keeps the connection's state can translate it.",
)
T4_2 = Change(
    "T4.2",
    "Discovery: An older server tells the same in its handshake, which is not this message's to start.",
)
T4_3 = Change(
    "T4.3",
    "Every request says who asks and in which revision: The older handshake said it once, so `context` gives it; what is not given is said to be unknown.",
)
T4_4 = Change(
    "T4.4",
    "Metadata objects are named, and results say who answers: The reserved keys mean nothing to an older peer; all other metadata is the implementations' own.",
)
T4_5 = Change(
    "T4.5",
    "Results say whether they are complete: An older result is always complete; an older peer may read an empty result strictly.",
)
T4_6 = Change("T4.6", "Cache hints: An older server promises nothing, so nothing may be cached or shared.")
T4_7 = Change(
    "T4.7",
    "Requests of the server travel in results: A question asked inside a result, and its answer in a repeated request, need the memory of both.",
)
T4_8 = Change(
    "T4.8", "One stream of subscriptions: Which subscriptions are open is known to the connection alone."
)
T4_9 = Change(
    "T4.9", "No more ping: There is nobody to ask any more; who stands in between answers for itself."
)
T4_10 = Change(
    "T4.10",
    "The log level belongs to each request: The level would have to be remembered and added to every request that follows.",
)
T4_11 = Change("T4.11", "Roots no longer announce their changes: A server that wants to know asks again.")
T4_12 = Change(
    "T4.12",
    "Tasks leave the core: The extension that replaces them speaks another protocol, so nothing of the old one has a counterpart.",
)
T4_13 = Change(
    "T4.13",
    "URL elicitation needs no id: The repeated request tells how it went, so nothing is left to correlate.",
)
T4_14 = Change(
    "T4.14",
    "Cancellation names its request, and clients report no progress: A cancellation without an id cancels nothing; a server has no request of its own left to follow or to be told about, and what it may still cancel, a stream of subscriptions, is new.",
)
T4_15 = Change("T4.15", "Extensions: Extensions are agreed on by both sides; an older side cannot agree.")
T4_16 = Change(
    "T4.16",
    "Tool schemas may use every keyword: An older peer expects the schema of an object whose properties are objects; `true` and `false` have such a form, other roots do not.",
)
T4_17 = Change(
    "T4.17",
    "Structured content may be any value: An older peer expects an object; any other value is given as text.",
)
T4_18 = Change(
    "T4.18",
    "Error codes have owners: A code that the specification took over or gave up is replaced by the one that says the same on the other side.",
)
T4_21 = Change(
    "T4.21",
    "At most 100 completions: The limit was there before, in prose; what is beyond it is cut off and said to be more.",
)

ICON_20260728: Any = (
    "object",
    {
        "mimeType": "string",
        "sizes": ("array", "string", None, None),
        "src": "string",
        "theme": ("choice", "dark", "light"),
    },
    ("src",),
    None,
)
IMPLEMENTATION_20260728: Any = (
    "object",
    {
        "description": "string",
        "icons": ("array", ICON_20260728, None, None),
        "name": "string",
        "title": "string",
        "version": "string",
        "websiteUrl": "string",
    },
    ("name", "version"),
    None,
)
ANNOTATIONS_20251125: Any = (
    "object",
    {
        "audience": ("array", ("choice", "assistant", "user"), None, None),
        "lastModified": "string",
        "priority": ("number", "number", 0, 1),
    },
    (),
    None,
)
TEXT_CONTENT_20251125: Any = (
    "object",
    {
        "_meta": ("map", None),
        "annotations": ANNOTATIONS_20251125,
        "text": "string",
        "type": ("choice", "text"),
    },
    ("text", "type"),
    None,
)
IMAGE_CONTENT_20251125: Any = (
    "object",
    {
        "_meta": ("map", None),
        "annotations": ANNOTATIONS_20251125,
        "data": "string",
        "mimeType": "string",
        "type": ("choice", "image"),
    },
    ("data", "mimeType", "type"),
    None,
)
AUDIO_CONTENT_20251125: Any = (
    "object",
    {
        "_meta": ("map", None),
        "annotations": ANNOTATIONS_20251125,
        "data": "string",
        "mimeType": "string",
        "type": ("choice", "audio"),
    },
    ("data", "mimeType", "type"),
    None,
)
ICON_20251125: Any = (
    "object",
    {
        "mimeType": "string",
        "sizes": ("array", "string", None, None),
        "src": "string",
        "theme": ("choice", "dark", "light"),
    },
    ("src",),
    None,
)
RESOURCE_LINK_20251125: Any = (
    "object",
    {
        "_meta": ("map", None),
        "annotations": ANNOTATIONS_20251125,
        "description": "string",
        "icons": ("array", ICON_20251125, None, None),
        "mimeType": "string",
        "name": "string",
        "size": "integer",
        "title": "string",
        "type": ("choice", "resource_link"),
        "uri": "string",
    },
    ("name", "type", "uri"),
    None,
)
TEXT_RESOURCE_CONTENTS_20251125: Any = (
    "object",
    {"_meta": ("map", None), "mimeType": "string", "text": "string", "uri": "string"},
    ("text", "uri"),
    None,
)
BLOB_RESOURCE_CONTENTS_20251125: Any = (
    "object",
    {"_meta": ("map", None), "blob": "string", "mimeType": "string", "uri": "string"},
    ("blob", "uri"),
    None,
)
EMBEDDED_RESOURCE_20251125: Any = (
    "object",
    {
        "_meta": ("map", None),
        "annotations": ANNOTATIONS_20251125,
        "resource": ("union", TEXT_RESOURCE_CONTENTS_20251125, BLOB_RESOURCE_CONTENTS_20251125),
        "type": ("choice", "resource"),
    },
    ("resource", "type"),
    None,
)
ELICITATION_CAPABILITY_20260728: Any = ("object", {"form": ("map", None), "url": ("map", None)}, (), None)
SAMPLING_CAPABILITY_20260728: Any = ("object", {"context": ("map", None), "tools": ("map", None)}, (), None)
CLIENT_CAPABILITIES_20260728: Any = (
    "object",
    {
        "elicitation": ELICITATION_CAPABILITY_20260728,
        "experimental": ("map", ("map", None)),
        "extensions": ("map", ("map", None)),
        "roots": ("map", None),
        "sampling": SAMPLING_CAPABILITY_20260728,
    },
    (),
    None,
)
TASK_METADATA_20251125: Any = ("object", {"ttl": "integer"}, (), None)
TOOL_EXECUTION_20251125: Any = (
    "object",
    {"taskSupport": ("choice", "forbidden", "optional", "required")},
    (),
    None,
)

WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from 2025-11-25 to 2026-07-28


def complete_request_params_up(params: Any, at: Path, way: Crossing) -> None:
    """CompleteRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    rules.fill_request_meta(params, at, way, T4_3)


def result_meta_object_up(meta: Any, at: Path, way: Crossing) -> None:
    """ResultMetaObject."""
    if type(meta) is not dict:
        raise expected("an object", at)
    if "io.modelcontextprotocol/serverInfo" in meta:
        way.admit(meta, "io.modelcontextprotocol/serverInfo", IMPLEMENTATION_20260728, at, T4_4)


def completion_up(completion: Any, at: Path, way: Crossing) -> None:
    """Completion."""
    if type(completion) is not dict:
        raise expected("an object", at)
    if "values" in completion:
        rules.completion_limit(completion, at, way, T4_21)


def complete_result_up(result: Any, at: Path, way: Crossing) -> None:
    """CompleteResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    rules.complete_result(result, at, way, T4_5)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), way)

    completion_up(result.get("completion"), (at, "completion"), way)


def notification_meta_object_up(meta: Any, at: Path, way: Crossing) -> None:
    """NotificationMetaObject."""
    if type(meta) is not dict:
        raise expected("an object", at)
    if "io.modelcontextprotocol/subscriptionId" in meta:
        way.admit(meta, "io.modelcontextprotocol/subscriptionId", ("union", "string", "integer"), at, T4_4)


def cancelled_notification_params_up(params: Any, at: Path, way: Crossing) -> None:
    """CancelledNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), way)

    if "requestId" not in params:
        way.refuse(at, T4_14)


def get_prompt_request_params_up(params: Any, at: Path, way: Crossing) -> None:
    """GetPromptRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    rules.fill_request_meta(params, at, way, T4_3)
    if "inputResponses" in params:
        way.drop(params, "inputResponses", at, T4_7)
    if "requestState" in params:
        way.drop(params, "requestState", at, T4_7)


def get_prompt_result_up(result: Any, at: Path, way: Crossing) -> None:
    """GetPromptResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    rules.complete_result(result, at, way, T4_5)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), way)


def paginated_request_params_up(params: Any, at: Path, way: Crossing) -> None:
    """PaginatedRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    rules.fill_request_meta(params, at, way, T4_3)


def list_prompts_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListPromptsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    rules.complete_result(result, at, way, T4_5)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), way)

    way.require(result, "cacheScope", "private", ("choice", "private", "public"), at, T4_6)
    way.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6)


def list_resources_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListResourcesResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    rules.complete_result(result, at, way, T4_5)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), way)

    way.require(result, "cacheScope", "private", ("choice", "private", "public"), at, T4_6)
    way.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6)


def read_resource_request_params_up(params: Any, at: Path, way: Crossing) -> None:
    """ReadResourceRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    rules.fill_request_meta(params, at, way, T4_3)
    if "inputResponses" in params:
        way.drop(params, "inputResponses", at, T4_7)
    if "requestState" in params:
        way.drop(params, "requestState", at, T4_7)


def read_resource_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ReadResourceResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    rules.complete_result(result, at, way, T4_5)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), way)

    way.require(result, "cacheScope", "private", ("choice", "private", "public"), at, T4_6)
    way.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6)


def list_resource_templates_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListResourceTemplatesResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    rules.complete_result(result, at, way, T4_5)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), way)

    way.require(result, "cacheScope", "private", ("choice", "private", "public"), at, T4_6)
    way.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6)


def call_tool_request_params_up(params: Any, at: Path, way: Crossing) -> None:
    """CallToolRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    rules.fill_request_meta(params, at, way, T4_3)
    if "task" in params:
        way.drop(params, "task", at, T4_12)
    if "inputResponses" in params:
        way.drop(params, "inputResponses", at, T4_7)
    if "requestState" in params:
        way.drop(params, "requestState", at, T4_7)


def call_tool_result_up(result: Any, at: Path, way: Crossing) -> None:
    """CallToolResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    rules.complete_result(result, at, way, T4_5)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), way)


def tools_call_result_up(value: Any, at: Path, way: Crossing) -> Any:
    """tools/call result."""
    if type(value) is not dict:
        raise expected("CreateTaskResult or CallToolResult", at)
    if "task" in value and not fits(
        value.get("content"),
        (
            "array",
            (
                "union",
                TEXT_CONTENT_20251125,
                IMAGE_CONTENT_20251125,
                AUDIO_CONTENT_20251125,
                RESOURCE_LINK_20251125,
                EMBEDDED_RESOURCE_20251125,
            ),
            None,
            None,
        ),
    ):
        way.refuse(at, T4_12)

    else:
        call_tool_result_up(value, at, way)

    return value


def tool_up(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "execution" in tool:
        way.drop(tool, "execution", at, T4_12)


def list_tools_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "tools" in result:
        rules.tools_without_tasks(result, at, way, T4_12)
    rules.complete_result(result, at, way, T4_5)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), way)

    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), way)

    way.require(result, "cacheScope", "private", ("choice", "private", "public"), at, T4_6)
    way.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6)


def logging_message_notification_params_up(params: Any, at: Path, way: Crossing) -> None:
    """LoggingMessageNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), way)


def progress_notification_params_up(params: Any, at: Path, way: Crossing) -> None:
    """ProgressNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), way)


def notification_params_up(params: Any, at: Path, way: Crossing) -> None:
    """NotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), way)


def resource_updated_notification_params_up(params: Any, at: Path, way: Crossing) -> None:
    """ResourceUpdatedNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), way)


def roots_capability_up(capability: Any, at: Path, way: Crossing) -> None:
    """RootsCapability."""
    if type(capability) is not dict:
        raise expected("an object", at)
    if "listChanged" in capability:
        way.drop(capability, "listChanged", at, T4_11)


def client_capabilities_up(capabilities: Any, at: Path, way: Crossing) -> None:
    """ClientCapabilities."""
    if type(capabilities) is not dict:
        raise expected("an object", at)
    if "roots" in capabilities:
        roots_capability_up(capabilities["roots"], (at, "roots"), way)

    if "tasks" in capabilities:
        way.drop(capabilities, "tasks", at, T4_12)
    if "extensions" in capabilities:
        way.admit(capabilities, "extensions", ("map", ("map", None)), at, T4_15)


# Down, from 2026-07-28 to 2025-11-25


def complete_request_params_down(params: Any, at: Path, way: Crossing) -> None:
    """CompleteRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_request_meta(params, at, way, T4_3)


def complete_result_down(result: Any, at: Path, way: Crossing) -> None:
    """CompleteResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "_meta" in result:
        rules.drop_result_meta(result, at, way, T4_4)
    if "resultType" in result:
        rules.only_complete(result, at, way, T4_5)


def cancelled_notification_params_down(params: Any, at: Path, way: Crossing) -> None:
    """CancelledNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_notification_meta(params, at, way, T4_4)


def get_prompt_request_params_down(params: Any, at: Path, way: Crossing) -> None:
    """GetPromptRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_request_meta(params, at, way, T4_3)
    if "inputResponses" in params:
        way.refuse((at, "inputResponses"), T4_7)
    if "requestState" in params:
        way.refuse((at, "requestState"), T4_7)


def get_prompt_result_down(result: Any, at: Path, way: Crossing) -> None:
    """GetPromptResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "_meta" in result:
        rules.drop_result_meta(result, at, way, T4_4)
    if "resultType" in result:
        rules.only_complete(result, at, way, T4_5)


def prompts_get_result_down(value: Any, at: Path, way: Crossing) -> Any:
    """prompts/get result."""
    if type(value) is not dict:
        raise expected("InputRequiredResult or GetPromptResult", at)
    if value.get("resultType") == "input_required":
        way.refuse(at, T4_7)

    else:
        get_prompt_result_down(value, at, way)

    return value


def paginated_request_params_down(params: Any, at: Path, way: Crossing) -> None:
    """PaginatedRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_request_meta(params, at, way, T4_3)


def list_prompts_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListPromptsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "_meta" in result:
        rules.drop_result_meta(result, at, way, T4_4)
    if "resultType" in result:
        rules.only_complete(result, at, way, T4_5)
    if "cacheScope" in result:
        way.drop(result, "cacheScope", at, T4_6)
    if "ttlMs" in result:
        way.drop(result, "ttlMs", at, T4_6)


def list_resources_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListResourcesResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "_meta" in result:
        rules.drop_result_meta(result, at, way, T4_4)
    if "resultType" in result:
        rules.only_complete(result, at, way, T4_5)
    if "cacheScope" in result:
        way.drop(result, "cacheScope", at, T4_6)
    if "ttlMs" in result:
        way.drop(result, "ttlMs", at, T4_6)


def read_resource_request_params_down(params: Any, at: Path, way: Crossing) -> None:
    """ReadResourceRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_request_meta(params, at, way, T4_3)
    if "inputResponses" in params:
        way.refuse((at, "inputResponses"), T4_7)
    if "requestState" in params:
        way.refuse((at, "requestState"), T4_7)


def read_resource_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ReadResourceResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "_meta" in result:
        rules.drop_result_meta(result, at, way, T4_4)
    if "resultType" in result:
        rules.only_complete(result, at, way, T4_5)
    if "cacheScope" in result:
        way.drop(result, "cacheScope", at, T4_6)
    if "ttlMs" in result:
        way.drop(result, "ttlMs", at, T4_6)


def resources_read_result_down(value: Any, at: Path, way: Crossing) -> Any:
    """resources/read result."""
    if type(value) is not dict:
        raise expected("InputRequiredResult or ReadResourceResult", at)
    if value.get("resultType") == "input_required":
        way.refuse(at, T4_7)

    else:
        read_resource_result_down(value, at, way)

    return value


def list_resource_templates_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListResourceTemplatesResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "_meta" in result:
        rules.drop_result_meta(result, at, way, T4_4)
    if "resultType" in result:
        rules.only_complete(result, at, way, T4_5)
    if "cacheScope" in result:
        way.drop(result, "cacheScope", at, T4_6)
    if "ttlMs" in result:
        way.drop(result, "ttlMs", at, T4_6)


def call_tool_request_params_down(params: Any, at: Path, way: Crossing) -> None:
    """CallToolRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_request_meta(params, at, way, T4_3)
    if "inputResponses" in params:
        way.refuse((at, "inputResponses"), T4_7)
    if "requestState" in params:
        way.refuse((at, "requestState"), T4_7)
    if "task" in params:
        way.admit(params, "task", TASK_METADATA_20251125, at, T4_12)


def call_tool_result_down(result: Any, at: Path, way: Crossing) -> None:
    """CallToolResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "_meta" in result:
        rules.drop_result_meta(result, at, way, T4_4)
    if "resultType" in result:
        rules.only_complete(result, at, way, T4_5)
    if "structuredContent" in result:
        rules.structured_content_as_object(result, at, way, T4_17)


def tools_call_result_down(value: Any, at: Path, way: Crossing) -> Any:
    """tools/call result."""
    if type(value) is not dict:
        raise expected("InputRequiredResult or CallToolResult", at)
    if value.get("resultType") == "input_required":
        way.refuse(at, T4_7)

    else:
        call_tool_result_down(value, at, way)

    return value


def tool_input_schema_down(schema: Any, at: Path, way: Crossing) -> None:
    """ToolInputSchema."""
    if type(schema) is not dict:
        raise expected("an object", at)
    rules.schema_of_objects(schema, at, way, T4_16)


def tool_output_schema_down(schema: Any, at: Path, way: Crossing) -> None:
    """ToolOutputSchema."""
    if type(schema) is not dict:
        raise expected("an object", at)
    rules.schema_of_objects(schema, at, way, T4_16)


def tool_down(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "outputSchema" in tool:
        rules.output_schema_of_object(tool, at, way, T4_16)
    tool_input_schema_down(tool.get("inputSchema"), (at, "inputSchema"), way)

    if "outputSchema" in tool:
        tool_output_schema_down(tool["outputSchema"], (at, "outputSchema"), way)

    if "execution" in tool:
        way.admit(tool, "execution", TOOL_EXECUTION_20251125, at, T4_12)


def list_tools_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "_meta" in result:
        rules.drop_result_meta(result, at, way, T4_4)
    if "resultType" in result:
        rules.only_complete(result, at, way, T4_5)
    if "cacheScope" in result:
        way.drop(result, "cacheScope", at, T4_6)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), way)

    if "ttlMs" in result:
        way.drop(result, "ttlMs", at, T4_6)


def logging_message_notification_params_down(params: Any, at: Path, way: Crossing) -> None:
    """LoggingMessageNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_notification_meta(params, at, way, T4_4)


def progress_notification_params_down(params: Any, at: Path, way: Crossing) -> None:
    """ProgressNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_notification_meta(params, at, way, T4_4)


def notification_params_down(params: Any, at: Path, way: Crossing) -> None:
    """NotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_notification_meta(params, at, way, T4_4)


def resource_updated_notification_params_down(params: Any, at: Path, way: Crossing) -> None:
    """ResourceUpdatedNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "_meta" in params:
        rules.drop_notification_meta(params, at, way, T4_4)


EDIT_COMPLETE_REQUEST_PARAMS_UP = Edit(
    complete_request_params_up,
    Outline(("_meta",), reads={"_meta": ("_meta",)}, gains=(Gain("_meta", rules.CONTEXT, T4_3),)),
)
EDIT_COMPLETE_RESULT_UP = Edit(
    complete_result_up,
    Outline(
        ("resultType", "_meta", "completion"),
        reads={"resultType": ("resultType",), "_meta": ("_meta",), "completion": ("completion",)},
        still={
            "_meta": ("object", {"io.modelcontextprotocol/serverInfo": IMPLEMENTATION_20260728}, (), None),
            "completion": ("object", {"values": ("array", None, None, 100)}, (), None),
        },
        gains=(Gain("resultType", "complete", T4_5),),
    ),
)
EDIT_CANCELLED_NOTIFICATION_PARAMS_UP = Edit(
    cancelled_notification_params_up,
    Outline(
        ("_meta",),
        reads={"_meta": ("_meta",)},
        still={
            "_meta": (
                "object",
                {"io.modelcontextprotocol/subscriptionId": ("union", "string", "integer")},
                (),
                None,
            ),
        },
        needs=("requestId",),
    ),
)
EDIT_GET_PROMPT_REQUEST_PARAMS_UP = Edit(
    get_prompt_request_params_up,
    Outline(
        ("_meta", "inputResponses", "requestState"),
        reads={"_meta": ("_meta",)},
        gains=(Gain("_meta", rules.CONTEXT, T4_3),),
        sheds=(
            Shed("inputResponses", T4_7),
            Shed("requestState", T4_7),
        ),
        known=("arguments", "name"),
    ),
)
EDIT_GET_PROMPT_RESULT_UP = Edit(
    get_prompt_result_up,
    Outline(
        ("resultType", "_meta"),
        reads={"resultType": ("resultType",), "_meta": ("_meta",)},
        still={
            "_meta": ("object", {"io.modelcontextprotocol/serverInfo": IMPLEMENTATION_20260728}, (), None),
        },
        gains=(Gain("resultType", "complete", T4_5),),
    ),
)
EDIT_PAGINATED_REQUEST_PARAMS_UP = Edit(
    paginated_request_params_up,
    Outline(("_meta",), reads={"_meta": ("_meta",)}, gains=(Gain("_meta", rules.CONTEXT, T4_3),)),
)
EDIT_LIST_PROMPTS_RESULT_UP = Edit(
    list_prompts_result_up,
    Outline(
        ("resultType", "_meta", "cacheScope", "ttlMs"),
        reads={
            "resultType": ("resultType",),
            "_meta": ("_meta",),
            "cacheScope": ("cacheScope",),
            "ttlMs": ("ttlMs",),
        },
        still={
            "_meta": ("object", {"io.modelcontextprotocol/serverInfo": IMPLEMENTATION_20260728}, (), None),
        },
        gains=(
            Gain("resultType", "complete", T4_5),
            Gain("cacheScope", "private", T4_6),
            Gain("ttlMs", 0, T4_6),
        ),
    ),
)
EDIT_LIST_RESOURCES_RESULT_UP = Edit(
    list_resources_result_up,
    Outline(
        ("resultType", "_meta", "cacheScope", "ttlMs"),
        reads={
            "resultType": ("resultType",),
            "_meta": ("_meta",),
            "cacheScope": ("cacheScope",),
            "ttlMs": ("ttlMs",),
        },
        still={
            "_meta": ("object", {"io.modelcontextprotocol/serverInfo": IMPLEMENTATION_20260728}, (), None),
        },
        gains=(
            Gain("resultType", "complete", T4_5),
            Gain("cacheScope", "private", T4_6),
            Gain("ttlMs", 0, T4_6),
        ),
    ),
)
EDIT_READ_RESOURCE_REQUEST_PARAMS_UP = Edit(
    read_resource_request_params_up,
    Outline(
        ("_meta", "inputResponses", "requestState"),
        reads={"_meta": ("_meta",)},
        gains=(Gain("_meta", rules.CONTEXT, T4_3),),
        sheds=(
            Shed("inputResponses", T4_7),
            Shed("requestState", T4_7),
        ),
        known=("uri",),
    ),
)
EDIT_READ_RESOURCE_RESULT_UP = Edit(
    read_resource_result_up,
    Outline(
        ("resultType", "_meta", "cacheScope", "ttlMs"),
        reads={
            "resultType": ("resultType",),
            "_meta": ("_meta",),
            "cacheScope": ("cacheScope",),
            "ttlMs": ("ttlMs",),
        },
        still={
            "_meta": ("object", {"io.modelcontextprotocol/serverInfo": IMPLEMENTATION_20260728}, (), None),
        },
        gains=(
            Gain("resultType", "complete", T4_5),
            Gain("cacheScope", "private", T4_6),
            Gain("ttlMs", 0, T4_6),
        ),
    ),
)
EDIT_LIST_RESOURCE_TEMPLATES_RESULT_UP = Edit(
    list_resource_templates_result_up,
    Outline(
        ("resultType", "_meta", "cacheScope", "ttlMs"),
        reads={
            "resultType": ("resultType",),
            "_meta": ("_meta",),
            "cacheScope": ("cacheScope",),
            "ttlMs": ("ttlMs",),
        },
        still={
            "_meta": ("object", {"io.modelcontextprotocol/serverInfo": IMPLEMENTATION_20260728}, (), None),
        },
        gains=(
            Gain("resultType", "complete", T4_5),
            Gain("cacheScope", "private", T4_6),
            Gain("ttlMs", 0, T4_6),
        ),
    ),
)
EDIT_CALL_TOOL_REQUEST_PARAMS_UP = Edit(
    call_tool_request_params_up,
    Outline(
        ("_meta", "task", "inputResponses", "requestState"),
        reads={"_meta": ("_meta",)},
        gains=(Gain("_meta", rules.CONTEXT, T4_3),),
        sheds=(
            Shed("task", T4_12),
            Shed("inputResponses", T4_7),
            Shed("requestState", T4_7),
        ),
        known=("arguments", "name"),
    ),
)
EDIT_TOOLS_CALL_RESULT_UP = Edit(
    tools_call_result_up,
    Outline(
        ("task", "resultType", "_meta"),
        reads={"resultType": ("resultType",), "_meta": ("_meta",), "task": ("content", "task")},
        still={
            "_meta": ("object", {"io.modelcontextprotocol/serverInfo": IMPLEMENTATION_20260728}, (), None),
        },
        gains=(Gain("resultType", "complete", T4_5),),
    ),
)
EDIT_LIST_TOOLS_RESULT_UP = Edit(
    list_tools_result_up,
    Outline(
        ("tools", "resultType", "_meta", "cacheScope", "ttlMs"),
        reads={
            "tools": ("tools",),
            "resultType": ("resultType",),
            "_meta": ("_meta",),
            "cacheScope": ("cacheScope",),
            "ttlMs": ("ttlMs",),
        },
        still={
            "tools": (
                "both",
                ("array", ("object", {"execution": "never"}, (), None), None, None),
                ("array", ("object", {"execution": "never"}, (), None), None, None),
            ),
            "_meta": ("object", {"io.modelcontextprotocol/serverInfo": IMPLEMENTATION_20260728}, (), None),
        },
        gains=(
            Gain("resultType", "complete", T4_5),
            Gain("cacheScope", "private", T4_6),
            Gain("ttlMs", 0, T4_6),
        ),
    ),
)
EDIT_LOGGING_MESSAGE_NOTIFICATION_PARAMS_UP = Edit(
    logging_message_notification_params_up,
    Outline(
        ("_meta",),
        reads={"_meta": ("_meta",)},
        still={
            "_meta": (
                "object",
                {"io.modelcontextprotocol/subscriptionId": ("union", "string", "integer")},
                (),
                None,
            ),
        },
    ),
)
EDIT_PROGRESS_NOTIFICATION_PARAMS_UP = Edit(
    progress_notification_params_up,
    Outline(
        ("_meta",),
        reads={"_meta": ("_meta",)},
        still={
            "_meta": (
                "object",
                {"io.modelcontextprotocol/subscriptionId": ("union", "string", "integer")},
                (),
                None,
            ),
        },
    ),
)
EDIT_NOTIFICATION_PARAMS_UP = Edit(
    notification_params_up,
    Outline(
        ("_meta",),
        reads={"_meta": ("_meta",)},
        still={
            "_meta": (
                "object",
                {"io.modelcontextprotocol/subscriptionId": ("union", "string", "integer")},
                (),
                None,
            ),
        },
    ),
)
EDIT_RESOURCE_UPDATED_NOTIFICATION_PARAMS_UP = Edit(
    resource_updated_notification_params_up,
    Outline(
        ("_meta",),
        reads={"_meta": ("_meta",)},
        still={
            "_meta": (
                "object",
                {"io.modelcontextprotocol/subscriptionId": ("union", "string", "integer")},
                (),
                None,
            ),
        },
    ),
)

UP = Direction(
    source="2025-11-25",
    target="2026-07-28",
    methods={
        "client": {
            "completion/complete": Passage(
                params=EDIT_COMPLETE_REQUEST_PARAMS_UP,
                result=EDIT_COMPLETE_RESULT_UP,
                verdicts=("lossy", "lossy"),
            ),
            "initialize": Gone(T4_1, -32601),
            "logging/setLevel": Gone(T4_10, -32601),
            "notifications/cancelled": Passage(
                params=EDIT_CANCELLED_NOTIFICATION_PARAMS_UP, request=False, verdicts=("lossy", "whole")
            ),
            "notifications/initialized": Gone(T4_1, None),
            "notifications/progress": Gone(T4_14, None),
            "notifications/roots/list_changed": Gone(T4_11, None),
            "notifications/tasks/status": Gone(T4_12, None),
            "ping": Gone(T4_9, -32601),
            "prompts/get": Passage(
                params=EDIT_GET_PROMPT_REQUEST_PARAMS_UP,
                result=EDIT_GET_PROMPT_RESULT_UP,
                verdicts=("lossy", "lossy"),
            ),
            "prompts/list": Passage(
                params=EDIT_PAGINATED_REQUEST_PARAMS_UP,
                result=EDIT_LIST_PROMPTS_RESULT_UP,
                verdicts=("lossy", "lossy"),
                fills=True,
            ),
            "resources/list": Passage(
                params=EDIT_PAGINATED_REQUEST_PARAMS_UP,
                result=EDIT_LIST_RESOURCES_RESULT_UP,
                verdicts=("lossy", "lossy"),
                fills=True,
            ),
            "resources/read": Passage(
                params=EDIT_READ_RESOURCE_REQUEST_PARAMS_UP,
                result=EDIT_READ_RESOURCE_RESULT_UP,
                verdicts=("lossy", "lossy"),
            ),
            "resources/subscribe": Gone(T4_8, -32601),
            "resources/templates/list": Passage(
                params=EDIT_PAGINATED_REQUEST_PARAMS_UP,
                result=EDIT_LIST_RESOURCE_TEMPLATES_RESULT_UP,
                verdicts=("lossy", "lossy"),
                fills=True,
            ),
            "resources/unsubscribe": Gone(T4_8, -32601),
            "tasks/cancel": Gone(T4_12, -32601),
            "tasks/get": Gone(T4_12, -32601),
            "tasks/list": Gone(T4_12, -32601),
            "tasks/result": Gone(T4_12, -32601),
            "tools/call": Passage(
                params=EDIT_CALL_TOOL_REQUEST_PARAMS_UP,
                result=EDIT_TOOLS_CALL_RESULT_UP,
                verdicts=("lossy", "lossy"),
            ),
            "tools/list": Passage(
                params=EDIT_PAGINATED_REQUEST_PARAMS_UP,
                result=EDIT_LIST_TOOLS_RESULT_UP,
                verdicts=("lossy", "lossy"),
                fills=True,
            ),
        },
        "server": {
            "elicitation/create": Gone(T4_7, -32601),
            "notifications/cancelled": Gone(T4_14, None),
            "notifications/elicitation/complete": Gone(T4_13, None),
            "notifications/message": Passage(
                params=EDIT_LOGGING_MESSAGE_NOTIFICATION_PARAMS_UP, request=False
            ),
            "notifications/progress": Passage(params=EDIT_PROGRESS_NOTIFICATION_PARAMS_UP, request=False),
            "notifications/prompts/list_changed": Passage(params=EDIT_NOTIFICATION_PARAMS_UP, request=False),
            "notifications/resources/list_changed": Passage(
                params=EDIT_NOTIFICATION_PARAMS_UP, request=False
            ),
            "notifications/resources/updated": Passage(
                params=EDIT_RESOURCE_UPDATED_NOTIFICATION_PARAMS_UP, request=False
            ),
            "notifications/tasks/status": Gone(T4_12, None),
            "notifications/tools/list_changed": Passage(params=EDIT_NOTIFICATION_PARAMS_UP, request=False),
            "ping": Gone(T4_9, -32601),
            "roots/list": Gone(T4_7, -32601),
            "sampling/createMessage": Gone(T4_7, -32601),
            "tasks/cancel": Gone(T4_12, -32601),
            "tasks/get": Gone(T4_12, -32601),
            "tasks/list": Gone(T4_12, -32601),
            "tasks/result": Gone(T4_12, -32601),
        },
    },
    error=rules.errors_up,
    error_change=T4_18,
    capabilities=client_capabilities_up,
    context={
        "clientCapabilities": CLIENT_CAPABILITIES_20260728,
        "clientInfo": IMPLEMENTATION_20260728,
        "logLevel": (
            "choice",
            "debug",
            "info",
            "notice",
            "warning",
            "error",
            "critical",
            "alert",
            "emergency",
        ),
        "protocolVersion": "string",
    },
)


EDIT_COMPLETE_REQUEST_PARAMS_DOWN = Edit(
    complete_request_params_down,
    Outline(
        ("_meta",),
        lists=("_meta",),
        sheds=(
            Shed(
                "_meta",
                T4_3,
                sure=True,
                inside=(
                    "io.modelcontextprotocol/protocolVersion",
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                ),
            ),
        ),
        known=("argument", "context", "ref"),
    ),
)
EDIT_COMPLETE_RESULT_DOWN = Edit(
    complete_result_down,
    Outline(
        ("_meta", "resultType"),
        reads={"resultType": ("resultType",)},
        lists=("_meta",),
        sheds=(
            Shed("_meta", T4_4, inside=("io.modelcontextprotocol/serverInfo",)),
            Shed("resultType", T4_5, sure=True, only="complete"),
        ),
        known=("completion",),
    ),
)
EDIT_CANCELLED_NOTIFICATION_PARAMS_DOWN = Edit(
    cancelled_notification_params_down,
    Outline(
        ("_meta",),
        lists=("_meta",),
        sheds=(Shed("_meta", T4_4, inside=("io.modelcontextprotocol/subscriptionId",)),),
        known=("reason", "requestId"),
    ),
)
EDIT_GET_PROMPT_REQUEST_PARAMS_DOWN = Edit(
    get_prompt_request_params_down,
    Outline(
        ("_meta", "inputResponses", "requestState"),
        lists=("_meta",),
        sheds=(
            Shed(
                "_meta",
                T4_3,
                sure=True,
                inside=(
                    "io.modelcontextprotocol/protocolVersion",
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                ),
            ),
        ),
        known=("arguments", "name"),
    ),
)
EDIT_PROMPTS_GET_RESULT_DOWN = Edit(
    prompts_get_result_down,
    Outline(
        ("resultType", "_meta"),
        reads={"resultType": ("resultType",)},
        lists=("_meta",),
        sheds=(
            Shed("_meta", T4_4, inside=("io.modelcontextprotocol/serverInfo",)),
            Shed("resultType", T4_5, sure=True, only="complete"),
        ),
        known=("description", "messages"),
    ),
)
EDIT_PAGINATED_REQUEST_PARAMS_DOWN = Edit(
    paginated_request_params_down,
    Outline(
        ("_meta",),
        lists=("_meta",),
        sheds=(
            Shed(
                "_meta",
                T4_3,
                sure=True,
                inside=(
                    "io.modelcontextprotocol/protocolVersion",
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                ),
            ),
        ),
        known=("cursor",),
    ),
)
EDIT_LIST_PROMPTS_RESULT_DOWN = Edit(
    list_prompts_result_down,
    Outline(
        ("_meta", "resultType", "cacheScope", "ttlMs"),
        reads={"resultType": ("resultType",)},
        lists=("_meta",),
        sheds=(
            Shed("_meta", T4_4, inside=("io.modelcontextprotocol/serverInfo",)),
            Shed("resultType", T4_5, sure=True, only="complete"),
            Shed("cacheScope", T4_6, sure=True),
            Shed("ttlMs", T4_6, sure=True),
        ),
        known=("nextCursor", "prompts"),
    ),
)
EDIT_LIST_RESOURCES_RESULT_DOWN = Edit(
    list_resources_result_down,
    Outline(
        ("_meta", "resultType", "cacheScope", "ttlMs"),
        reads={"resultType": ("resultType",)},
        lists=("_meta",),
        sheds=(
            Shed("_meta", T4_4, inside=("io.modelcontextprotocol/serverInfo",)),
            Shed("resultType", T4_5, sure=True, only="complete"),
            Shed("cacheScope", T4_6, sure=True),
            Shed("ttlMs", T4_6, sure=True),
        ),
        known=("nextCursor", "resources"),
    ),
)
EDIT_READ_RESOURCE_REQUEST_PARAMS_DOWN = Edit(
    read_resource_request_params_down,
    Outline(
        ("_meta", "inputResponses", "requestState"),
        lists=("_meta",),
        sheds=(
            Shed(
                "_meta",
                T4_3,
                sure=True,
                inside=(
                    "io.modelcontextprotocol/protocolVersion",
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                ),
            ),
        ),
        known=("uri",),
    ),
)
EDIT_RESOURCES_READ_RESULT_DOWN = Edit(
    resources_read_result_down,
    Outline(
        ("resultType", "_meta", "cacheScope", "ttlMs"),
        reads={"resultType": ("resultType",)},
        lists=("_meta",),
        sheds=(
            Shed("_meta", T4_4, inside=("io.modelcontextprotocol/serverInfo",)),
            Shed("resultType", T4_5, sure=True, only="complete"),
            Shed("cacheScope", T4_6, sure=True),
            Shed("ttlMs", T4_6, sure=True),
        ),
        known=("contents",),
    ),
)
EDIT_LIST_RESOURCE_TEMPLATES_RESULT_DOWN = Edit(
    list_resource_templates_result_down,
    Outline(
        ("_meta", "resultType", "cacheScope", "ttlMs"),
        reads={"resultType": ("resultType",)},
        lists=("_meta",),
        sheds=(
            Shed("_meta", T4_4, inside=("io.modelcontextprotocol/serverInfo",)),
            Shed("resultType", T4_5, sure=True, only="complete"),
            Shed("cacheScope", T4_6, sure=True),
            Shed("ttlMs", T4_6, sure=True),
        ),
        known=("nextCursor", "resourceTemplates"),
    ),
)
EDIT_CALL_TOOL_REQUEST_PARAMS_DOWN = Edit(
    call_tool_request_params_down,
    Outline(
        ("_meta", "inputResponses", "requestState", "task"),
        reads={"task": ("task",)},
        lists=("_meta",),
        still={
            "task": TASK_METADATA_20251125,
        },
        sheds=(
            Shed(
                "_meta",
                T4_3,
                sure=True,
                inside=(
                    "io.modelcontextprotocol/protocolVersion",
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                ),
            ),
        ),
        known=("arguments", "name"),
    ),
)
EDIT_TOOLS_CALL_RESULT_DOWN = Edit(
    tools_call_result_down,
    Outline(
        ("resultType", "_meta", "structuredContent"),
        reads={"resultType": ("resultType",), "structuredContent": ("content", "structuredContent")},
        lists=("_meta",),
        still={
            "structuredContent": ("map", None),
        },
        sheds=(
            Shed("_meta", T4_4, inside=("io.modelcontextprotocol/serverInfo",)),
            Shed("resultType", T4_5, sure=True, only="complete"),
        ),
        known=("content", "isError"),
    ),
)
EDIT_LIST_TOOLS_RESULT_DOWN = Edit(
    list_tools_result_down,
    Outline(
        ("_meta", "resultType", "cacheScope", "tools", "ttlMs"),
        reads={"resultType": ("resultType",), "tools": ("tools",)},
        lists=("_meta",),
        still={
            "tools": (
                "array",
                (
                    "object",
                    {
                        "outputSchema": (
                            "both",
                            ("object", {"type": ("choice", "object")}, ("type",), None),
                            (
                                "object",
                                {
                                    "properties": ("map", ("map", None)),
                                    "required": ("array", "string", None, None),
                                },
                                (),
                                None,
                            ),
                        ),
                        "inputSchema": (
                            "object",
                            {
                                "properties": ("map", ("map", None)),
                                "required": ("array", "string", None, None),
                            },
                            (),
                            None,
                        ),
                        "execution": TOOL_EXECUTION_20251125,
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
        sheds=(
            Shed("_meta", T4_4, inside=("io.modelcontextprotocol/serverInfo",)),
            Shed("resultType", T4_5, sure=True, only="complete"),
            Shed("cacheScope", T4_6, sure=True),
            Shed("ttlMs", T4_6, sure=True),
        ),
        known=("nextCursor",),
    ),
)
EDIT_LOGGING_MESSAGE_NOTIFICATION_PARAMS_DOWN = Edit(
    logging_message_notification_params_down,
    Outline(
        ("_meta",),
        lists=("_meta",),
        sheds=(Shed("_meta", T4_4, inside=("io.modelcontextprotocol/subscriptionId",)),),
        known=("data", "level", "logger"),
    ),
)
EDIT_PROGRESS_NOTIFICATION_PARAMS_DOWN = Edit(
    progress_notification_params_down,
    Outline(
        ("_meta",),
        lists=("_meta",),
        sheds=(Shed("_meta", T4_4, inside=("io.modelcontextprotocol/subscriptionId",)),),
        known=("message", "progress", "progressToken", "total"),
    ),
)
EDIT_NOTIFICATION_PARAMS_DOWN = Edit(
    notification_params_down,
    Outline(
        ("_meta",),
        lists=("_meta",),
        sheds=(Shed("_meta", T4_4, inside=("io.modelcontextprotocol/subscriptionId",)),),
    ),
)
EDIT_RESOURCE_UPDATED_NOTIFICATION_PARAMS_DOWN = Edit(
    resource_updated_notification_params_down,
    Outline(
        ("_meta",),
        lists=("_meta",),
        sheds=(Shed("_meta", T4_4, inside=("io.modelcontextprotocol/subscriptionId",)),),
        known=("uri",),
    ),
)

DOWN = Direction(
    source="2026-07-28",
    target="2025-11-25",
    methods={
        "client": {
            "completion/complete": Passage(
                params=EDIT_COMPLETE_REQUEST_PARAMS_DOWN,
                result=EDIT_COMPLETE_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
            ),
            "notifications/cancelled": Passage(
                params=EDIT_CANCELLED_NOTIFICATION_PARAMS_DOWN, request=False, verdicts=("lossy", "whole")
            ),
            "prompts/get": Passage(
                params=EDIT_GET_PROMPT_REQUEST_PARAMS_DOWN,
                result=EDIT_PROMPTS_GET_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
            ),
            "prompts/list": Passage(
                params=EDIT_PAGINATED_REQUEST_PARAMS_DOWN,
                result=EDIT_LIST_PROMPTS_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
                bare=True,
            ),
            "resources/list": Passage(
                params=EDIT_PAGINATED_REQUEST_PARAMS_DOWN,
                result=EDIT_LIST_RESOURCES_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
                bare=True,
            ),
            "resources/read": Passage(
                params=EDIT_READ_RESOURCE_REQUEST_PARAMS_DOWN,
                result=EDIT_RESOURCES_READ_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
            ),
            "resources/templates/list": Passage(
                params=EDIT_PAGINATED_REQUEST_PARAMS_DOWN,
                result=EDIT_LIST_RESOURCE_TEMPLATES_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
                bare=True,
            ),
            "server/discover": Gone(T4_2, -32601),
            "subscriptions/listen": Gone(T4_8, -32601),
            "tools/call": Passage(
                params=EDIT_CALL_TOOL_REQUEST_PARAMS_DOWN,
                result=EDIT_TOOLS_CALL_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
            ),
            "tools/list": Passage(
                params=EDIT_PAGINATED_REQUEST_PARAMS_DOWN,
                result=EDIT_LIST_TOOLS_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
                bare=True,
            ),
        },
        "server": {
            "notifications/cancelled": Gone(T4_14, None),
            "notifications/message": Passage(
                params=EDIT_LOGGING_MESSAGE_NOTIFICATION_PARAMS_DOWN,
                request=False,
                verdicts=("lossy", "whole"),
            ),
            "notifications/progress": Passage(
                params=EDIT_PROGRESS_NOTIFICATION_PARAMS_DOWN, request=False, verdicts=("lossy", "whole")
            ),
            "notifications/prompts/list_changed": Passage(
                params=EDIT_NOTIFICATION_PARAMS_DOWN, request=False, verdicts=("lossy", "whole")
            ),
            "notifications/resources/list_changed": Passage(
                params=EDIT_NOTIFICATION_PARAMS_DOWN, request=False, verdicts=("lossy", "whole")
            ),
            "notifications/resources/updated": Passage(
                params=EDIT_RESOURCE_UPDATED_NOTIFICATION_PARAMS_DOWN,
                request=False,
                verdicts=("lossy", "whole"),
            ),
            "notifications/subscriptions/acknowledged": Gone(T4_8, None),
            "notifications/tools/list_changed": Passage(
                params=EDIT_NOTIFICATION_PARAMS_DOWN, request=False, verdicts=("lossy", "whole")
            ),
        },
    },
    error=rules.errors_down,
    error_change=T4_18,
)
