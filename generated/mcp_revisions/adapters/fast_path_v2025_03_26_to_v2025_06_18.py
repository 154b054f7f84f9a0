"""Shapes of values that functions in the adapter between 2025-03-26 and 2025-06-18 do not change.

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
from . import v2025_03_26_to_v2025_06_18 as adapter

PROMPT_REFERENCE_UP: Shape = ("object", {"title": "string"})
COMPLETION_REFERENCE_UP: Shape = (
    "union",
    ("object", {"type": ("choice", "ref/prompt"), "title": "string"}, ("type",)),
    ("object", {"type": ("choice", "ref/resource")}, ("type",)),
)
COMPLETE_REQUEST_PARAMS_UP: Shape = ("object", {"ref": COMPLETION_REFERENCE_UP, "context": "never"}, ("ref",))
CLIENT_CAPABILITIES_UP: Shape = ("object", {"elicitation": "never"})
IMPLEMENTATION_UP: Shape = ("object", {"title": "string"})
INITIALIZE_REQUEST_PARAMS_UP: Shape = (
    "object",
    {"capabilities": CLIENT_CAPABILITIES_UP, "clientInfo": IMPLEMENTATION_UP},
    ("capabilities", "clientInfo"),
)
INITIALIZE_RESULT_UP: Shape = ("object", {"serverInfo": IMPLEMENTATION_UP}, ("serverInfo",))
ANNOTATIONS_UP: Shape = ("object", {"lastModified": "string"})
TEXT_CONTENT_UP: Shape = ("object", {"annotations": ANNOTATIONS_UP, "_meta": "never"})
IMAGE_CONTENT_UP: Shape = ("object", {"annotations": ANNOTATIONS_UP, "_meta": "never"})
AUDIO_CONTENT_UP: Shape = ("object", {"annotations": ANNOTATIONS_UP, "_meta": "never"})
TEXT_RESOURCE_CONTENTS_UP: Shape = ("object", {"_meta": "never"})
BLOB_RESOURCE_CONTENTS_UP: Shape = ("object", {"_meta": "never"})
ANY_RESOURCE_CONTENTS_UP: Shape = BLOB_RESOURCE_CONTENTS_UP
EMBEDDED_RESOURCE_UP: Shape = (
    "object",
    {"annotations": ANNOTATIONS_UP, "resource": BLOB_RESOURCE_CONTENTS_UP, "_meta": "never"},
    ("resource",),
)
CONTENT_BLOCK_UP: Shape = (
    "union",
    ("object", {"type": ("choice", "image"), "annotations": ANNOTATIONS_UP, "_meta": "never"}, ("type",)),
    ("object", {"type": ("choice", "audio"), "annotations": ANNOTATIONS_UP, "_meta": "never"}, ("type",)),
    ("object", {"type": ("choice", "text"), "annotations": ANNOTATIONS_UP, "_meta": "never"}, ("type",)),
    (
        "object",
        {
            "type": ("choice", "resource"),
            "annotations": ANNOTATIONS_UP,
            "resource": BLOB_RESOURCE_CONTENTS_UP,
            "_meta": "never",
        },
        ("type", "resource"),
    ),
)
PROMPT_MESSAGE_UP: Shape = ("object", {"content": CONTENT_BLOCK_UP}, ("content",))
GET_PROMPT_RESULT_UP: Shape = ("object", {"messages": ("array", PROMPT_MESSAGE_UP)}, ("messages",))
PROMPT_ARGUMENT_UP: Shape = ("object", {"title": "string"})
PROMPT_UP: Shape = (
    "object",
    {"arguments": ("array", PROMPT_ARGUMENT_UP), "_meta": "never", "title": "string"},
)
LIST_PROMPTS_RESULT_UP: Shape = ("object", {"prompts": ("array", PROMPT_UP)}, ("prompts",))
RESOURCE_UP: Shape = ("object", {"annotations": ANNOTATIONS_UP, "_meta": "never", "title": "string"})
LIST_RESOURCES_RESULT_UP: Shape = ("object", {"resources": ("array", RESOURCE_UP)}, ("resources",))
READ_RESOURCE_RESULT_UP: Shape = ("object", {"contents": ("array", BLOB_RESOURCE_CONTENTS_UP)}, ("contents",))
RESOURCE_TEMPLATE_UP: Shape = ("object", {"annotations": ANNOTATIONS_UP, "_meta": "never", "title": "string"})
LIST_RESOURCE_TEMPLATES_RESULT_UP: Shape = (
    "object",
    {"resourceTemplates": ("array", RESOURCE_TEMPLATE_UP)},
    ("resourceTemplates",),
)
CALL_TOOL_RESULT_UP: Shape = (
    "object",
    {"content": ("array", CONTENT_BLOCK_UP), "structuredContent": "never"},
    ("content",),
)
TOOL_UP: Shape = ("object", {"_meta": "never", "outputSchema": "never", "title": "string"})
LIST_TOOLS_RESULT_UP: Shape = ("object", {"tools": ("array", TOOL_UP)}, ("tools",))
ROOT_UP: Shape = ("object", {"_meta": "never"})
LIST_ROOTS_RESULT_UP: Shape = ("object", {"roots": ("array", ROOT_UP)}, ("roots",))
SAMPLING_CONTENT_UP: Shape = (
    "union",
    ("object", {"type": ("choice", "image"), "annotations": ANNOTATIONS_UP, "_meta": "never"}, ("type",)),
    ("object", {"type": ("choice", "audio"), "annotations": ANNOTATIONS_UP, "_meta": "never"}, ("type",)),
    ("object", {"type": ("choice", "text"), "annotations": ANNOTATIONS_UP, "_meta": "never"}, ("type",)),
)
SAMPLING_MESSAGE_UP: Shape = ("object", {"content": SAMPLING_CONTENT_UP}, ("content",))
CREATE_MESSAGE_REQUEST_PARAMS_UP: Shape = (
    "object",
    {"messages": ("array", SAMPLING_MESSAGE_UP)},
    ("messages",),
)
CREATE_MESSAGE_RESULT_UP: Shape = ("object", {"content": SAMPLING_CONTENT_UP}, ("content",))
PROMPT_REFERENCE_DOWN: Shape = ("object", {"title": "never"})
COMPLETION_REFERENCE_DOWN: Shape = (
    "union",
    ("object", {"type": ("choice", "ref/resource")}, ("type",)),
    ("object", {"type": ("choice", "ref/prompt"), "title": "never"}, ("type",)),
)
COMPLETE_REQUEST_PARAMS_DOWN: Shape = (
    "object",
    {"context": "never", "ref": COMPLETION_REFERENCE_DOWN},
    ("ref",),
)
CLIENT_CAPABILITIES_DOWN: Shape = ("object", {"elicitation": "never"})
IMPLEMENTATION_DOWN: Shape = ("object", {"title": "never"})
INITIALIZE_REQUEST_PARAMS_DOWN: Shape = (
    "object",
    {"capabilities": CLIENT_CAPABILITIES_DOWN, "clientInfo": IMPLEMENTATION_DOWN},
    ("capabilities", "clientInfo"),
)
INITIALIZE_RESULT_DOWN: Shape = ("object", {"serverInfo": IMPLEMENTATION_DOWN}, ("serverInfo",))
ANNOTATIONS_DOWN: Shape = ("object", {"lastModified": "never"})
TEXT_CONTENT_DOWN: Shape = ("object", {"_meta": "never", "annotations": ANNOTATIONS_DOWN})
IMAGE_CONTENT_DOWN: Shape = ("object", {"_meta": "never", "annotations": ANNOTATIONS_DOWN})
AUDIO_CONTENT_DOWN: Shape = ("object", {"_meta": "never", "annotations": ANNOTATIONS_DOWN})
TEXT_RESOURCE_CONTENTS_DOWN: Shape = ("object", {"_meta": "never"})
BLOB_RESOURCE_CONTENTS_DOWN: Shape = ("object", {"_meta": "never"})
ANY_RESOURCE_CONTENTS_DOWN: Shape = BLOB_RESOURCE_CONTENTS_DOWN
EMBEDDED_RESOURCE_DOWN: Shape = (
    "object",
    {"_meta": "never", "annotations": ANNOTATIONS_DOWN, "resource": BLOB_RESOURCE_CONTENTS_DOWN},
    ("resource",),
)
CONTENT_BLOCK_DOWN: Shape = (
    "union",
    ("object", {"type": ("choice", "image"), "_meta": "never", "annotations": ANNOTATIONS_DOWN}, ("type",)),
    ("object", {"type": ("choice", "audio"), "_meta": "never", "annotations": ANNOTATIONS_DOWN}, ("type",)),
    ("object", {"type": ("choice", "text"), "_meta": "never", "annotations": ANNOTATIONS_DOWN}, ("type",)),
    (
        "object",
        {
            "type": ("choice", "resource"),
            "_meta": "never",
            "annotations": ANNOTATIONS_DOWN,
            "resource": BLOB_RESOURCE_CONTENTS_DOWN,
        },
        ("type", "resource"),
    ),
)
PROMPT_MESSAGE_DOWN: Shape = ("object", {"content": CONTENT_BLOCK_DOWN}, ("content",))
GET_PROMPT_RESULT_DOWN: Shape = ("object", {"messages": ("array", PROMPT_MESSAGE_DOWN)}, ("messages",))
PROMPT_ARGUMENT_DOWN: Shape = ("object", {"title": "never"})
PROMPT_DOWN: Shape = (
    "object",
    {"_meta": "never", "arguments": ("array", PROMPT_ARGUMENT_DOWN), "title": "never"},
)
LIST_PROMPTS_RESULT_DOWN: Shape = ("object", {"prompts": ("array", PROMPT_DOWN)}, ("prompts",))
RESOURCE_DOWN: Shape = ("object", {"_meta": "never", "annotations": ANNOTATIONS_DOWN, "title": "never"})
LIST_RESOURCES_RESULT_DOWN: Shape = ("object", {"resources": ("array", RESOURCE_DOWN)}, ("resources",))
READ_RESOURCE_RESULT_DOWN: Shape = (
    "object",
    {"contents": ("array", BLOB_RESOURCE_CONTENTS_DOWN)},
    ("contents",),
)
RESOURCE_TEMPLATE_DOWN: Shape = (
    "object",
    {"_meta": "never", "annotations": ANNOTATIONS_DOWN, "title": "never"},
)
LIST_RESOURCE_TEMPLATES_RESULT_DOWN: Shape = (
    "object",
    {"resourceTemplates": ("array", RESOURCE_TEMPLATE_DOWN)},
    ("resourceTemplates",),
)
CALL_TOOL_RESULT_DOWN: Shape = (
    "object",
    {"structuredContent": "never", "content": ("array", CONTENT_BLOCK_DOWN)},
    ("content",),
)
TOOL_DOWN: Shape = ("object", {"title": "never", "_meta": "never", "outputSchema": "never"})
LIST_TOOLS_RESULT_DOWN: Shape = ("object", {"tools": ("array", TOOL_DOWN)}, ("tools",))
ROOT_DOWN: Shape = ("object", {"_meta": "never"})
LIST_ROOTS_RESULT_DOWN: Shape = ("object", {"roots": ("array", ROOT_DOWN)}, ("roots",))
SAMPLING_CONTENT_DOWN: Shape = (
    "union",
    ("object", {"type": ("choice", "image"), "_meta": "never", "annotations": ANNOTATIONS_DOWN}, ("type",)),
    ("object", {"type": ("choice", "audio"), "_meta": "never", "annotations": ANNOTATIONS_DOWN}, ("type",)),
    ("object", {"type": ("choice", "text"), "_meta": "never", "annotations": ANNOTATIONS_DOWN}, ("type",)),
)
SAMPLING_MESSAGE_DOWN: Shape = ("object", {"content": SAMPLING_CONTENT_DOWN}, ("content",))
CREATE_MESSAGE_REQUEST_PARAMS_DOWN: Shape = (
    "object",
    {"messages": ("array", SAMPLING_MESSAGE_DOWN)},
    ("messages",),
)
CREATE_MESSAGE_RESULT_DOWN: Shape = ("object", {"content": SAMPLING_CONTENT_DOWN}, ("content",))

UNCHANGED_SHAPES: Mapping[Edit, Shape] = {
    adapter.prompt_reference_up: PROMPT_REFERENCE_UP,
    adapter.completion_reference_up: COMPLETION_REFERENCE_UP,
    adapter.complete_request_params_up: COMPLETE_REQUEST_PARAMS_UP,
    adapter.client_capabilities_up: CLIENT_CAPABILITIES_UP,
    adapter.implementation_up: IMPLEMENTATION_UP,
    adapter.initialize_request_params_up: INITIALIZE_REQUEST_PARAMS_UP,
    adapter.initialize_result_up: INITIALIZE_RESULT_UP,
    adapter.annotations_up: ANNOTATIONS_UP,
    adapter.text_content_up: TEXT_CONTENT_UP,
    adapter.image_content_up: IMAGE_CONTENT_UP,
    adapter.audio_content_up: AUDIO_CONTENT_UP,
    adapter.text_resource_contents_up: TEXT_RESOURCE_CONTENTS_UP,
    adapter.blob_resource_contents_up: BLOB_RESOURCE_CONTENTS_UP,
    adapter.any_resource_contents_up: ANY_RESOURCE_CONTENTS_UP,
    adapter.embedded_resource_up: EMBEDDED_RESOURCE_UP,
    adapter.content_block_up: CONTENT_BLOCK_UP,
    adapter.prompt_message_up: PROMPT_MESSAGE_UP,
    adapter.get_prompt_result_up: GET_PROMPT_RESULT_UP,
    adapter.prompt_argument_up: PROMPT_ARGUMENT_UP,
    adapter.prompt_up: PROMPT_UP,
    adapter.list_prompts_result_up: LIST_PROMPTS_RESULT_UP,
    adapter.resource_up: RESOURCE_UP,
    adapter.list_resources_result_up: LIST_RESOURCES_RESULT_UP,
    adapter.read_resource_result_up: READ_RESOURCE_RESULT_UP,
    adapter.resource_template_up: RESOURCE_TEMPLATE_UP,
    adapter.list_resource_templates_result_up: LIST_RESOURCE_TEMPLATES_RESULT_UP,
    adapter.call_tool_result_up: CALL_TOOL_RESULT_UP,
    adapter.tool_up: TOOL_UP,
    adapter.list_tools_result_up: LIST_TOOLS_RESULT_UP,
    adapter.root_up: ROOT_UP,
    adapter.list_roots_result_up: LIST_ROOTS_RESULT_UP,
    adapter.sampling_content_up: SAMPLING_CONTENT_UP,
    adapter.sampling_message_up: SAMPLING_MESSAGE_UP,
    adapter.create_message_request_params_up: CREATE_MESSAGE_REQUEST_PARAMS_UP,
    adapter.create_message_result_up: CREATE_MESSAGE_RESULT_UP,
    adapter.prompt_reference_down: PROMPT_REFERENCE_DOWN,
    adapter.completion_reference_down: COMPLETION_REFERENCE_DOWN,
    adapter.complete_request_params_down: COMPLETE_REQUEST_PARAMS_DOWN,
    adapter.client_capabilities_down: CLIENT_CAPABILITIES_DOWN,
    adapter.implementation_down: IMPLEMENTATION_DOWN,
    adapter.initialize_request_params_down: INITIALIZE_REQUEST_PARAMS_DOWN,
    adapter.initialize_result_down: INITIALIZE_RESULT_DOWN,
    adapter.annotations_down: ANNOTATIONS_DOWN,
    adapter.text_content_down: TEXT_CONTENT_DOWN,
    adapter.image_content_down: IMAGE_CONTENT_DOWN,
    adapter.audio_content_down: AUDIO_CONTENT_DOWN,
    adapter.text_resource_contents_down: TEXT_RESOURCE_CONTENTS_DOWN,
    adapter.blob_resource_contents_down: BLOB_RESOURCE_CONTENTS_DOWN,
    adapter.any_resource_contents_down: ANY_RESOURCE_CONTENTS_DOWN,
    adapter.embedded_resource_down: EMBEDDED_RESOURCE_DOWN,
    adapter.content_block_down: CONTENT_BLOCK_DOWN,
    adapter.prompt_message_down: PROMPT_MESSAGE_DOWN,
    adapter.get_prompt_result_down: GET_PROMPT_RESULT_DOWN,
    adapter.prompt_argument_down: PROMPT_ARGUMENT_DOWN,
    adapter.prompt_down: PROMPT_DOWN,
    adapter.list_prompts_result_down: LIST_PROMPTS_RESULT_DOWN,
    adapter.resource_down: RESOURCE_DOWN,
    adapter.list_resources_result_down: LIST_RESOURCES_RESULT_DOWN,
    adapter.read_resource_result_down: READ_RESOURCE_RESULT_DOWN,
    adapter.resource_template_down: RESOURCE_TEMPLATE_DOWN,
    adapter.list_resource_templates_result_down: LIST_RESOURCE_TEMPLATES_RESULT_DOWN,
    adapter.call_tool_result_down: CALL_TOOL_RESULT_DOWN,
    adapter.tool_down: TOOL_DOWN,
    adapter.list_tools_result_down: LIST_TOOLS_RESULT_DOWN,
    adapter.root_down: ROOT_DOWN,
    adapter.list_roots_result_down: LIST_ROOTS_RESULT_DOWN,
    adapter.sampling_content_down: SAMPLING_CONTENT_DOWN,
    adapter.sampling_message_down: SAMPLING_MESSAGE_DOWN,
    adapter.create_message_request_params_down: CREATE_MESSAGE_REQUEST_PARAMS_DOWN,
    adapter.create_message_result_down: CREATE_MESSAGE_RESULT_DOWN,
}
FLAT: Mapping[Edit, Flat] = {
    adapter.complete_request_params_down: Flat(
        ("object", {"ref": COMPLETION_REFERENCE_DOWN}, ("ref",)), (DropMember("context", adapter.T2_8),)
    ),
}
