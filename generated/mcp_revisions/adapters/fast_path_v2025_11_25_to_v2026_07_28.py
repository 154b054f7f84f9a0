"""Shapes of values that functions in the adapter between 2025-11-25 and 2026-07-28 do not change.

`UNCHANGED_SHAPES` has a shape for some functions. Such a function does not change a value of its shape, so it
need not be called for the value. A function that is not listed may change any value. `FLAT` has the edits of
each function that changes only the top-level members of params, or of a result (`flat_edits` of the runtime).
The module `value_checks` of the runtime defines the notation of shapes. `mcpgen build` writes this module.
"""

from __future__ import annotations

from collections.abc import Mapping

from .._runtime.conversion.adapter_tables import Edit
from .._runtime.conversion.flat_edits import DropInner, DropMember, FillMember, Flat, OmitMember, RequestMeta
from .._runtime.conversion.value_checks import Shape
from . import v2025_11_25_to_v2026_07_28 as adapter

RESULT_META_OBJECT_UP: Shape = ("object", {"io.modelcontextprotocol/serverInfo": "never"})
COMPLETION_UP: Shape = ("object", {"values": ("array", None, None, 100)}, ("values",))
NOTIFICATION_META_OBJECT_UP: Shape = ("object", {"io.modelcontextprotocol/subscriptionId": "never"})
CANCELLED_NOTIFICATION_PARAMS_UP: Shape = (
    "object",
    {"_meta": NOTIFICATION_META_OBJECT_UP, "requestId": None},
    ("requestId",),
)
TOOL_UP: Shape = ("object", {"execution": "never"})
LOGGING_MESSAGE_NOTIFICATION_PARAMS_UP: Shape = ("object", {"_meta": NOTIFICATION_META_OBJECT_UP})
PROGRESS_NOTIFICATION_PARAMS_UP: Shape = ("object", {"_meta": NOTIFICATION_META_OBJECT_UP})
NOTIFICATION_PARAMS_UP: Shape = ("object", {"_meta": NOTIFICATION_META_OBJECT_UP})
RESOURCE_UPDATED_NOTIFICATION_PARAMS_UP: Shape = ("object", {"_meta": NOTIFICATION_META_OBJECT_UP})
ROOTS_CAPABILITY_UP: Shape = ("object", {"listChanged": "never"})
CLIENT_CAPABILITIES_UP: Shape = (
    "object",
    {"roots": ROOTS_CAPABILITY_UP, "tasks": "never", "extensions": "never"},
)
CANCELLED_NOTIFICATION_PARAMS_DOWN: Shape = (
    "object",
    {"_meta": ("object", {"io.modelcontextprotocol/subscriptionId": "never"})},
)
TOOL_INPUT_SCHEMA_DOWN: Shape = ("object", {"properties": ("map", ("map",)), "required": ("array", "string")})
TOOL_OUTPUT_SCHEMA_DOWN: Shape = (
    "object",
    {"properties": ("map", ("map",)), "required": ("array", "string")},
)
TOOL_DOWN: Shape = (
    "object",
    {
        "outputSchema": (
            "object",
            {"type": ("choice", "object"), "properties": ("map", ("map",)), "required": ("array", "string")},
            ("type",),
        ),
        "inputSchema": TOOL_INPUT_SCHEMA_DOWN,
        "execution": "never",
    },
    ("inputSchema",),
)
LOGGING_MESSAGE_NOTIFICATION_PARAMS_DOWN: Shape = (
    "object",
    {"_meta": ("object", {"io.modelcontextprotocol/subscriptionId": "never"})},
)
PROGRESS_NOTIFICATION_PARAMS_DOWN: Shape = (
    "object",
    {"_meta": ("object", {"io.modelcontextprotocol/subscriptionId": "never"})},
)
NOTIFICATION_PARAMS_DOWN: Shape = (
    "object",
    {"_meta": ("object", {"io.modelcontextprotocol/subscriptionId": "never"})},
)
RESOURCE_UPDATED_NOTIFICATION_PARAMS_DOWN: Shape = (
    "object",
    {"_meta": ("object", {"io.modelcontextprotocol/subscriptionId": "never"})},
)

UNCHANGED_SHAPES: Mapping[Edit, Shape] = {
    adapter.result_meta_object_up: RESULT_META_OBJECT_UP,
    adapter.completion_up: COMPLETION_UP,
    adapter.notification_meta_object_up: NOTIFICATION_META_OBJECT_UP,
    adapter.cancelled_notification_params_up: CANCELLED_NOTIFICATION_PARAMS_UP,
    adapter.tool_up: TOOL_UP,
    adapter.logging_message_notification_params_up: LOGGING_MESSAGE_NOTIFICATION_PARAMS_UP,
    adapter.progress_notification_params_up: PROGRESS_NOTIFICATION_PARAMS_UP,
    adapter.notification_params_up: NOTIFICATION_PARAMS_UP,
    adapter.resource_updated_notification_params_up: RESOURCE_UPDATED_NOTIFICATION_PARAMS_UP,
    adapter.roots_capability_up: ROOTS_CAPABILITY_UP,
    adapter.client_capabilities_up: CLIENT_CAPABILITIES_UP,
    adapter.cancelled_notification_params_down: CANCELLED_NOTIFICATION_PARAMS_DOWN,
    adapter.tool_input_schema_down: TOOL_INPUT_SCHEMA_DOWN,
    adapter.tool_output_schema_down: TOOL_OUTPUT_SCHEMA_DOWN,
    adapter.tool_down: TOOL_DOWN,
    adapter.logging_message_notification_params_down: LOGGING_MESSAGE_NOTIFICATION_PARAMS_DOWN,
    adapter.progress_notification_params_down: PROGRESS_NOTIFICATION_PARAMS_DOWN,
    adapter.notification_params_down: NOTIFICATION_PARAMS_DOWN,
    adapter.resource_updated_notification_params_down: RESOURCE_UPDATED_NOTIFICATION_PARAMS_DOWN,
}
FLAT: Mapping[Edit, Flat] = {
    adapter.complete_request_params_up: Flat(("object", {}), (RequestMeta(adapter.T4_3_UP),)),
    adapter.complete_result_up: Flat(
        (
            "object",
            {"resultType": "never", "_meta": RESULT_META_OBJECT_UP, "completion": COMPLETION_UP},
            ("completion",),
        ),
        (FillMember("resultType", "complete", adapter.T4_5_UP),),
    ),
    adapter.get_prompt_request_params_up: Flat(
        ("object", {"inputResponses": "never", "requestState": "never"}), (RequestMeta(adapter.T4_3_UP),)
    ),
    adapter.get_prompt_result_up: Flat(
        ("object", {"resultType": "never", "_meta": RESULT_META_OBJECT_UP}),
        (FillMember("resultType", "complete", adapter.T4_5_UP),),
    ),
    adapter.paginated_request_params_up: Flat(("object", {}), (RequestMeta(adapter.T4_3_UP),)),
    adapter.list_prompts_result_up: Flat(
        (
            "object",
            {"resultType": "never", "_meta": RESULT_META_OBJECT_UP, "cacheScope": "never", "ttlMs": "never"},
        ),
        (
            FillMember("resultType", "complete", adapter.T4_5_UP),
            FillMember("cacheScope", "private", adapter.T4_6_UP),
            FillMember("ttlMs", 0, adapter.T4_6_UP),
        ),
    ),
    adapter.list_resources_result_up: Flat(
        (
            "object",
            {"resultType": "never", "_meta": RESULT_META_OBJECT_UP, "cacheScope": "never", "ttlMs": "never"},
        ),
        (
            FillMember("resultType", "complete", adapter.T4_5_UP),
            FillMember("cacheScope", "private", adapter.T4_6_UP),
            FillMember("ttlMs", 0, adapter.T4_6_UP),
        ),
    ),
    adapter.read_resource_request_params_up: Flat(
        ("object", {"inputResponses": "never", "requestState": "never"}), (RequestMeta(adapter.T4_3_UP),)
    ),
    adapter.read_resource_result_up: Flat(
        (
            "object",
            {"resultType": "never", "_meta": RESULT_META_OBJECT_UP, "cacheScope": "never", "ttlMs": "never"},
        ),
        (
            FillMember("resultType", "complete", adapter.T4_5_UP),
            FillMember("cacheScope", "private", adapter.T4_6_UP),
            FillMember("ttlMs", 0, adapter.T4_6_UP),
        ),
    ),
    adapter.list_resource_templates_result_up: Flat(
        (
            "object",
            {"resultType": "never", "_meta": RESULT_META_OBJECT_UP, "cacheScope": "never", "ttlMs": "never"},
        ),
        (
            FillMember("resultType", "complete", adapter.T4_5_UP),
            FillMember("cacheScope", "private", adapter.T4_6_UP),
            FillMember("ttlMs", 0, adapter.T4_6_UP),
        ),
    ),
    adapter.call_tool_request_params_up: Flat(
        ("object", {"inputResponses": "never", "requestState": "never"}),
        (
            RequestMeta(adapter.T4_3_UP),
            DropMember("task", adapter.T4_12),
        ),
    ),
    adapter.tools_call_result_up: Flat(
        ("object", {"resultType": "never", "_meta": RESULT_META_OBJECT_UP, "task": "never"}),
        (FillMember("resultType", "complete", adapter.T4_5_UP),),
    ),
    adapter.list_tools_result_up: Flat(
        (
            "object",
            {
                "tools": ("array", TOOL_UP),
                "resultType": "never",
                "_meta": RESULT_META_OBJECT_UP,
                "cacheScope": "never",
                "ttlMs": "never",
            },
            ("tools",),
        ),
        (
            FillMember("resultType", "complete", adapter.T4_5_UP),
            FillMember("cacheScope", "private", adapter.T4_6_UP),
            FillMember("ttlMs", 0, adapter.T4_6_UP),
        ),
    ),
    adapter.complete_request_params_down: Flat(
        ("object", {}),
        (
            DropInner(
                "_meta",
                (
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                    "io.modelcontextprotocol/protocolVersion",
                ),
                adapter.T4_3_DOWN,
            ),
        ),
    ),
    adapter.complete_result_down: Flat(
        ("object", {"resultType": ("choice", "complete")}),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
        ),
    ),
    adapter.cancelled_notification_params_down: Flat(
        ("object", {}), (DropInner("_meta", ("io.modelcontextprotocol/subscriptionId",), adapter.T4_4),)
    ),
    adapter.get_prompt_request_params_down: Flat(
        ("object", {"inputResponses": "never", "requestState": "never"}),
        (
            DropInner(
                "_meta",
                (
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                    "io.modelcontextprotocol/protocolVersion",
                ),
                adapter.T4_3_DOWN,
            ),
        ),
    ),
    adapter.prompts_get_result_down: Flat(
        ("object", {"resultType": ("choice", "complete")}),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
        ),
    ),
    adapter.paginated_request_params_down: Flat(
        ("object", {}),
        (
            DropInner(
                "_meta",
                (
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                    "io.modelcontextprotocol/protocolVersion",
                ),
                adapter.T4_3_DOWN,
            ),
        ),
    ),
    adapter.list_prompts_result_down: Flat(
        ("object", {"resultType": ("choice", "complete")}),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
            DropMember("cacheScope", adapter.T4_6_DOWN),
            DropMember("ttlMs", adapter.T4_6_DOWN),
        ),
    ),
    adapter.list_resources_result_down: Flat(
        ("object", {"resultType": ("choice", "complete")}),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
            DropMember("cacheScope", adapter.T4_6_DOWN),
            DropMember("ttlMs", adapter.T4_6_DOWN),
        ),
    ),
    adapter.read_resource_request_params_down: Flat(
        ("object", {"inputResponses": "never", "requestState": "never"}),
        (
            DropInner(
                "_meta",
                (
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                    "io.modelcontextprotocol/protocolVersion",
                ),
                adapter.T4_3_DOWN,
            ),
        ),
    ),
    adapter.resources_read_result_down: Flat(
        ("object", {"resultType": ("choice", "complete")}),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
            DropMember("cacheScope", adapter.T4_6_DOWN),
            DropMember("ttlMs", adapter.T4_6_DOWN),
        ),
    ),
    adapter.list_resource_templates_result_down: Flat(
        ("object", {"resultType": ("choice", "complete")}),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
            DropMember("cacheScope", adapter.T4_6_DOWN),
            DropMember("ttlMs", adapter.T4_6_DOWN),
        ),
    ),
    adapter.call_tool_request_params_down: Flat(
        ("object", {"inputResponses": "never", "requestState": "never", "task": "never"}),
        (
            DropInner(
                "_meta",
                (
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                    "io.modelcontextprotocol/protocolVersion",
                ),
                adapter.T4_3_DOWN,
            ),
        ),
    ),
    adapter.tools_call_result_down: Flat(
        ("object", {"resultType": ("choice", "complete"), "structuredContent": ("map",)}),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
        ),
    ),
    adapter.list_tools_result_down: Flat(
        ("object", {"resultType": ("choice", "complete"), "tools": ("array", TOOL_DOWN)}, ("tools",)),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
            DropMember("cacheScope", adapter.T4_6_DOWN),
            DropMember("ttlMs", adapter.T4_6_DOWN),
        ),
    ),
    adapter.logging_message_notification_params_down: Flat(
        ("object", {}), (DropInner("_meta", ("io.modelcontextprotocol/subscriptionId",), adapter.T4_4),)
    ),
    adapter.progress_notification_params_down: Flat(
        ("object", {}), (DropInner("_meta", ("io.modelcontextprotocol/subscriptionId",), adapter.T4_4),)
    ),
    adapter.notification_params_down: Flat(
        ("object", {}), (DropInner("_meta", ("io.modelcontextprotocol/subscriptionId",), adapter.T4_4),)
    ),
    adapter.resource_updated_notification_params_down: Flat(
        ("object", {}), (DropInner("_meta", ("io.modelcontextprotocol/subscriptionId",), adapter.T4_4),)
    ),
}
