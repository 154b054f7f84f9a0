"""Shapes of values that functions in the adapter between 2024-11-05 and 2025-03-26 do not change.

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
from . import v2024_11_05_to_v2025_03_26 as adapter

SERVER_CAPABILITIES_UP: Shape = ("object", {"completions": "never"})
INITIALIZE_RESULT_UP: Shape = ("object", {"capabilities": SERVER_CAPABILITIES_UP}, ("capabilities",))
PROGRESS_NOTIFICATION_PARAMS_UP: Shape = ("object", {"message": "string"})
TOOL_UP: Shape = ("object", {"annotations": "never"})
LIST_TOOLS_RESULT_UP: Shape = ("object", {"tools": ("array", TOOL_UP)}, ("tools",))
SERVER_CAPABILITIES_DOWN: Shape = ("object", {"completions": "never"})
INITIALIZE_RESULT_DOWN: Shape = ("object", {"capabilities": SERVER_CAPABILITIES_DOWN}, ("capabilities",))
PROGRESS_NOTIFICATION_PARAMS_DOWN: Shape = ("object", {"message": "never"})
CONTENT_BLOCK_DOWN: Shape = (
    "union",
    ("object", {"type": ("choice", "image")}, ("type",)),
    ("object", {"type": ("choice", "text")}, ("type",)),
    ("object", {"type": ("choice", "resource")}, ("type",)),
)
PROMPT_MESSAGE_DOWN: Shape = ("object", {"content": CONTENT_BLOCK_DOWN}, ("content",))
GET_PROMPT_RESULT_DOWN: Shape = ("object", {"messages": ("array", PROMPT_MESSAGE_DOWN)}, ("messages",))
CALL_TOOL_RESULT_DOWN: Shape = ("object", {"content": ("array", CONTENT_BLOCK_DOWN)}, ("content",))
TOOL_DOWN: Shape = ("object", {"annotations": "never"})
LIST_TOOLS_RESULT_DOWN: Shape = ("object", {"tools": ("array", TOOL_DOWN)}, ("tools",))
SAMPLING_CONTENT_DOWN: Shape = (
    "union",
    ("object", {"type": ("choice", "image")}, ("type",)),
    ("object", {"type": ("choice", "text")}, ("type",)),
)
SAMPLING_MESSAGE_DOWN: Shape = ("object", {"content": SAMPLING_CONTENT_DOWN}, ("content",))
CREATE_MESSAGE_REQUEST_PARAMS_DOWN: Shape = (
    "object",
    {"messages": ("array", SAMPLING_MESSAGE_DOWN)},
    ("messages",),
)
CREATE_MESSAGE_RESULT_DOWN: Shape = ("object", {"content": SAMPLING_CONTENT_DOWN}, ("content",))

UNCHANGED_SHAPES: Mapping[Edit, Shape] = {
    adapter.server_capabilities_up: SERVER_CAPABILITIES_UP,
    adapter.initialize_result_up: INITIALIZE_RESULT_UP,
    adapter.progress_notification_params_up: PROGRESS_NOTIFICATION_PARAMS_UP,
    adapter.tool_up: TOOL_UP,
    adapter.list_tools_result_up: LIST_TOOLS_RESULT_UP,
    adapter.server_capabilities_down: SERVER_CAPABILITIES_DOWN,
    adapter.initialize_result_down: INITIALIZE_RESULT_DOWN,
    adapter.progress_notification_params_down: PROGRESS_NOTIFICATION_PARAMS_DOWN,
    adapter.content_block_down: CONTENT_BLOCK_DOWN,
    adapter.prompt_message_down: PROMPT_MESSAGE_DOWN,
    adapter.get_prompt_result_down: GET_PROMPT_RESULT_DOWN,
    adapter.call_tool_result_down: CALL_TOOL_RESULT_DOWN,
    adapter.tool_down: TOOL_DOWN,
    adapter.list_tools_result_down: LIST_TOOLS_RESULT_DOWN,
    adapter.sampling_content_down: SAMPLING_CONTENT_DOWN,
    adapter.sampling_message_down: SAMPLING_MESSAGE_DOWN,
    adapter.create_message_request_params_down: CREATE_MESSAGE_REQUEST_PARAMS_DOWN,
    adapter.create_message_result_down: CREATE_MESSAGE_RESULT_DOWN,
}
FLAT: Mapping[Edit, Flat] = {
    adapter.progress_notification_params_down: Flat(("object", {}), (DropMember("message", adapter.T1_4),)),
}
