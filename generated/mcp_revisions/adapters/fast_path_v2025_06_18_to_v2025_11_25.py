"""Shapes of values that functions in the adapter between 2025-06-18 and 2025-11-25 do not change.

`UNCHANGED_SHAPES` has a shape for some functions. Such a function does not change a value of its shape, so it
need not be called for the value. A function that is not listed may change any value. `FLAT` has the edits of
each function that changes only the top-level members of params, or of a result (`flat_edits` of the runtime).
The module `value_checks` of the runtime defines the notation of shapes. `mcpgen build` writes this module.
"""

from __future__ import annotations

from collections.abc import Mapping

from .._runtime.conversion.adapter_tables import Edit
from .._runtime.conversion.flat_edits import DropMember, Flat
from .._runtime.conversion.value_checks import Shape
from . import v2025_06_18_to_v2025_11_25 as adapter

ELICITATION_CAPABILITY_UP: Shape = ("object", {"form": "never", "url": "never"})
SAMPLING_CAPABILITY_UP: Shape = ("object", {"context": "never", "tools": "never"})
CLIENT_CAPABILITIES_UP: Shape = (
    "object",
    {"elicitation": ELICITATION_CAPABILITY_UP, "sampling": SAMPLING_CAPABILITY_UP, "tasks": "never"},
)
IMPLEMENTATION_UP: Shape = ("object", {"description": "string", "icons": "never", "websiteUrl": "string"})
INITIALIZE_REQUEST_PARAMS_UP: Shape = (
    "object",
    {"capabilities": CLIENT_CAPABILITIES_UP, "clientInfo": IMPLEMENTATION_UP},
    ("capabilities", "clientInfo"),
)
SERVER_CAPABILITIES_UP: Shape = ("object", {"tasks": "never"})
INITIALIZE_RESULT_UP: Shape = (
    "object",
    {"capabilities": SERVER_CAPABILITIES_UP, "serverInfo": IMPLEMENTATION_UP},
    ("capabilities", "serverInfo"),
)
RESOURCE_LINK_UP: Shape = ("object", {"icons": "never"})
CONTENT_BLOCK_UP: Shape = (
    "union",
    ("object", {"type": ("choice", "image")}, ("type",)),
    ("object", {"type": ("choice", "audio")}, ("type",)),
    ("object", {"type": ("choice", "resource_link"), "icons": "never"}, ("type",)),
    ("object", {"type": ("choice", "text")}, ("type",)),
    ("object", {"type": ("choice", "resource")}, ("type",)),
)
PROMPT_MESSAGE_UP: Shape = ("object", {"content": CONTENT_BLOCK_UP}, ("content",))
GET_PROMPT_RESULT_UP: Shape = ("object", {"messages": ("array", PROMPT_MESSAGE_UP)}, ("messages",))
PROMPT_UP: Shape = ("object", {"icons": "never"})
LIST_PROMPTS_RESULT_UP: Shape = ("object", {"prompts": ("array", PROMPT_UP)}, ("prompts",))
RESOURCE_UP: Shape = ("object", {"icons": "never"})
LIST_RESOURCES_RESULT_UP: Shape = ("object", {"resources": ("array", RESOURCE_UP)}, ("resources",))
RESOURCE_TEMPLATE_UP: Shape = ("object", {"icons": "never"})
LIST_RESOURCE_TEMPLATES_RESULT_UP: Shape = (
    "object",
    {"resourceTemplates": ("array", RESOURCE_TEMPLATE_UP)},
    ("resourceTemplates",),
)
CALL_TOOL_REQUEST_PARAMS_UP: Shape = ("object", {"task": "never"})
CALL_TOOL_RESULT_UP: Shape = ("object", {"content": ("array", CONTENT_BLOCK_UP)}, ("content",))
TOOL_INPUT_SCHEMA_UP: Shape = ("object", {"$schema": "string"})
TOOL_OUTPUT_SCHEMA_UP: Shape = ("object", {"$schema": "string"})
TOOL_UP: Shape = (
    "object",
    {
        "inputSchema": TOOL_INPUT_SCHEMA_UP,
        "outputSchema": TOOL_OUTPUT_SCHEMA_UP,
        "execution": "never",
        "icons": "never",
    },
    ("inputSchema",),
)
LIST_TOOLS_RESULT_UP: Shape = ("object", {"tools": ("array", TOOL_UP)}, ("tools",))
STRING_SCHEMA_UP: Shape = ("object", {"default": "string"})
NUMBER_SCHEMA_UP: Shape = ("object", {"default": "never"})
ENUM_SCHEMA_UP: Shape = ("object", {"default": "string"})
PRIMITIVE_SCHEMA_DEFINITION_UP: Shape = ("object", {"enum": "never", "default": "never"})
ELICIT_REQUESTED_SCHEMA_UP: Shape = (
    "object",
    {"properties": ("map", PRIMITIVE_SCHEMA_DEFINITION_UP), "$schema": "string"},
    ("properties",),
)
ELICIT_REQUEST_FORM_PARAMS_UP: Shape = (
    "object",
    {"requestedSchema": ELICIT_REQUESTED_SCHEMA_UP, "mode": ("choice", "form"), "task": "never"},
    ("requestedSchema",),
)
SAMPLING_MESSAGE_UP: Shape = ("object", {"_meta": "never"})
CREATE_MESSAGE_REQUEST_PARAMS_UP: Shape = (
    "object",
    {"messages": ("array", SAMPLING_MESSAGE_UP), "task": "never", "toolChoice": "never", "tools": "never"},
    ("messages",),
)
ELICITATION_CAPABILITY_DOWN: Shape = ("object", {"form": "never", "url": "never"})
SAMPLING_CAPABILITY_DOWN: Shape = ("object", {"context": "never", "tools": "never"})
CLIENT_CAPABILITIES_DOWN: Shape = (
    "object",
    {"elicitation": "never", "sampling": SAMPLING_CAPABILITY_DOWN, "tasks": "never"},
)
IMPLEMENTATION_DOWN: Shape = ("object", {"description": "never", "icons": "never", "websiteUrl": "never"})
INITIALIZE_REQUEST_PARAMS_DOWN: Shape = (
    "object",
    {"capabilities": CLIENT_CAPABILITIES_DOWN, "clientInfo": IMPLEMENTATION_DOWN},
    ("capabilities", "clientInfo"),
)
SERVER_CAPABILITIES_DOWN: Shape = ("object", {"tasks": "never"})
INITIALIZE_RESULT_DOWN: Shape = (
    "object",
    {"capabilities": SERVER_CAPABILITIES_DOWN, "serverInfo": IMPLEMENTATION_DOWN},
    ("capabilities", "serverInfo"),
)
CANCELLED_NOTIFICATION_PARAMS_DOWN: Shape = ("object", {"requestId": None}, ("requestId",))
RESOURCE_LINK_DOWN: Shape = ("object", {"icons": "never"})
CONTENT_BLOCK_DOWN: Shape = (
    "union",
    ("object", {"type": ("choice", "image")}, ("type",)),
    ("object", {"type": ("choice", "audio")}, ("type",)),
    ("object", {"type": ("choice", "resource_link"), "icons": "never"}, ("type",)),
    ("object", {"type": ("choice", "text")}, ("type",)),
    ("object", {"type": ("choice", "resource")}, ("type",)),
)
PROMPT_MESSAGE_DOWN: Shape = ("object", {"content": CONTENT_BLOCK_DOWN}, ("content",))
GET_PROMPT_RESULT_DOWN: Shape = ("object", {"messages": ("array", PROMPT_MESSAGE_DOWN)}, ("messages",))
PROMPT_DOWN: Shape = ("object", {"icons": "never"})
LIST_PROMPTS_RESULT_DOWN: Shape = ("object", {"prompts": ("array", PROMPT_DOWN)}, ("prompts",))
RESOURCE_DOWN: Shape = ("object", {"icons": "never"})
LIST_RESOURCES_RESULT_DOWN: Shape = ("object", {"resources": ("array", RESOURCE_DOWN)}, ("resources",))
RESOURCE_TEMPLATE_DOWN: Shape = ("object", {"icons": "never"})
LIST_RESOURCE_TEMPLATES_RESULT_DOWN: Shape = (
    "object",
    {"resourceTemplates": ("array", RESOURCE_TEMPLATE_DOWN)},
    ("resourceTemplates",),
)
CALL_TOOL_REQUEST_PARAMS_DOWN: Shape = ("object", {"task": "never"})
CALL_TOOL_RESULT_DOWN: Shape = ("object", {"content": ("array", CONTENT_BLOCK_DOWN)}, ("content",))
TOOLS_CALL_RESULT_DOWN: Shape = (
    "object",
    {"task": "never", "content": ("array", CONTENT_BLOCK_DOWN)},
    ("content",),
)
TOOL_INPUT_SCHEMA_DOWN: Shape = ("object", {"$schema": "never"})
TOOL_OUTPUT_SCHEMA_DOWN: Shape = ("object", {"$schema": "never"})
TOOL_DOWN: Shape = (
    "object",
    {
        "execution": "never",
        "icons": "never",
        "inputSchema": TOOL_INPUT_SCHEMA_DOWN,
        "outputSchema": TOOL_OUTPUT_SCHEMA_DOWN,
    },
    ("inputSchema",),
)
LIST_TOOLS_RESULT_DOWN: Shape = (
    "object",
    {
        "tools": (
            "array",
            (
                "object",
                {
                    "execution": "never",
                    "icons": "never",
                    "inputSchema": TOOL_INPUT_SCHEMA_DOWN,
                    "outputSchema": TOOL_OUTPUT_SCHEMA_DOWN,
                },
                ("inputSchema",),
            ),
        )
    },
    ("tools",),
)
STRING_SCHEMA_DOWN: Shape = ("object", {"default": "never"})
NUMBER_SCHEMA_DOWN: Shape = ("object", {"default": "never"})
UNTITLED_SINGLE_SELECT_ENUM_SCHEMA_DOWN: Shape = ("object", {"default": "never", "enumNames": "never"})
LEGACY_TITLED_ENUM_SCHEMA_DOWN: Shape = ("object", {"default": "never"})
PRIMITIVE_SCHEMA_DEFINITION_DOWN: Shape = (
    "object",
    {"default": "never", "enumNames": "never", "oneOf": "never", "items": "never"},
)
ELICIT_FIELD_VALUE_DOWN: Shape = ("union", ("object", {}), "string", "number", "boolean", "null")
ELICIT_RESULT_DOWN: Shape = ("object", {"content": ("map", ELICIT_FIELD_VALUE_DOWN)})
ELICITATION_CREATE_RESULT_DOWN: Shape = (
    "object",
    {"task": "never", "content": ("map", ELICIT_FIELD_VALUE_DOWN)},
)

UNCHANGED_SHAPES: Mapping[Edit, Shape] = {
    adapter.elicitation_capability_up: ELICITATION_CAPABILITY_UP,
    adapter.sampling_capability_up: SAMPLING_CAPABILITY_UP,
    adapter.client_capabilities_up: CLIENT_CAPABILITIES_UP,
    adapter.implementation_up: IMPLEMENTATION_UP,
    adapter.initialize_request_params_up: INITIALIZE_REQUEST_PARAMS_UP,
    adapter.server_capabilities_up: SERVER_CAPABILITIES_UP,
    adapter.initialize_result_up: INITIALIZE_RESULT_UP,
    adapter.resource_link_up: RESOURCE_LINK_UP,
    adapter.content_block_up: CONTENT_BLOCK_UP,
    adapter.prompt_message_up: PROMPT_MESSAGE_UP,
    adapter.get_prompt_result_up: GET_PROMPT_RESULT_UP,
    adapter.prompt_up: PROMPT_UP,
    adapter.list_prompts_result_up: LIST_PROMPTS_RESULT_UP,
    adapter.resource_up: RESOURCE_UP,
    adapter.list_resources_result_up: LIST_RESOURCES_RESULT_UP,
    adapter.resource_template_up: RESOURCE_TEMPLATE_UP,
    adapter.list_resource_templates_result_up: LIST_RESOURCE_TEMPLATES_RESULT_UP,
    adapter.call_tool_request_params_up: CALL_TOOL_REQUEST_PARAMS_UP,
    adapter.call_tool_result_up: CALL_TOOL_RESULT_UP,
    adapter.tool_input_schema_up: TOOL_INPUT_SCHEMA_UP,
    adapter.tool_output_schema_up: TOOL_OUTPUT_SCHEMA_UP,
    adapter.tool_up: TOOL_UP,
    adapter.list_tools_result_up: LIST_TOOLS_RESULT_UP,
    adapter.string_schema_up: STRING_SCHEMA_UP,
    adapter.number_schema_up: NUMBER_SCHEMA_UP,
    adapter.enum_schema_up: ENUM_SCHEMA_UP,
    adapter.primitive_schema_definition_up: PRIMITIVE_SCHEMA_DEFINITION_UP,
    adapter.elicit_requested_schema_up: ELICIT_REQUESTED_SCHEMA_UP,
    adapter.elicit_request_form_params_up: ELICIT_REQUEST_FORM_PARAMS_UP,
    adapter.sampling_message_up: SAMPLING_MESSAGE_UP,
    adapter.create_message_request_params_up: CREATE_MESSAGE_REQUEST_PARAMS_UP,
    adapter.elicitation_capability_down: ELICITATION_CAPABILITY_DOWN,
    adapter.sampling_capability_down: SAMPLING_CAPABILITY_DOWN,
    adapter.client_capabilities_down: CLIENT_CAPABILITIES_DOWN,
    adapter.implementation_down: IMPLEMENTATION_DOWN,
    adapter.initialize_request_params_down: INITIALIZE_REQUEST_PARAMS_DOWN,
    adapter.server_capabilities_down: SERVER_CAPABILITIES_DOWN,
    adapter.initialize_result_down: INITIALIZE_RESULT_DOWN,
    adapter.cancelled_notification_params_down: CANCELLED_NOTIFICATION_PARAMS_DOWN,
    adapter.resource_link_down: RESOURCE_LINK_DOWN,
    adapter.content_block_down: CONTENT_BLOCK_DOWN,
    adapter.prompt_message_down: PROMPT_MESSAGE_DOWN,
    adapter.get_prompt_result_down: GET_PROMPT_RESULT_DOWN,
    adapter.prompt_down: PROMPT_DOWN,
    adapter.list_prompts_result_down: LIST_PROMPTS_RESULT_DOWN,
    adapter.resource_down: RESOURCE_DOWN,
    adapter.list_resources_result_down: LIST_RESOURCES_RESULT_DOWN,
    adapter.resource_template_down: RESOURCE_TEMPLATE_DOWN,
    adapter.list_resource_templates_result_down: LIST_RESOURCE_TEMPLATES_RESULT_DOWN,
    adapter.call_tool_request_params_down: CALL_TOOL_REQUEST_PARAMS_DOWN,
    adapter.call_tool_result_down: CALL_TOOL_RESULT_DOWN,
    adapter.tools_call_result_down: TOOLS_CALL_RESULT_DOWN,
    adapter.tool_input_schema_down: TOOL_INPUT_SCHEMA_DOWN,
    adapter.tool_output_schema_down: TOOL_OUTPUT_SCHEMA_DOWN,
    adapter.tool_down: TOOL_DOWN,
    adapter.list_tools_result_down: LIST_TOOLS_RESULT_DOWN,
    adapter.string_schema_down: STRING_SCHEMA_DOWN,
    adapter.number_schema_down: NUMBER_SCHEMA_DOWN,
    adapter.untitled_single_select_enum_schema_down: UNTITLED_SINGLE_SELECT_ENUM_SCHEMA_DOWN,
    adapter.legacy_titled_enum_schema_down: LEGACY_TITLED_ENUM_SCHEMA_DOWN,
    adapter.primitive_schema_definition_down: PRIMITIVE_SCHEMA_DEFINITION_DOWN,
    adapter.elicit_field_value_down: ELICIT_FIELD_VALUE_DOWN,
    adapter.elicit_result_down: ELICIT_RESULT_DOWN,
    adapter.elicitation_create_result_down: ELICITATION_CREATE_RESULT_DOWN,
}
FLAT: Mapping[Edit, Flat] = {
    adapter.call_tool_request_params_down: Flat(("object", {}), (DropMember("task", adapter.T3_10),)),
}
