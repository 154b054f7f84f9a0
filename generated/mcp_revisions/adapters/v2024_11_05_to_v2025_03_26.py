"""Carry messages between 2024-11-05 and 2025-03-26: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.losses import array, Change, Crossing, expected, Path
from .._runtime.conversion.adapter_tables import Direction, Edit, Outline, Passage, Shed

T1_1 = Change(
    "T1.1",
    "JSON-RPC batches: An older peer reads single frames only, so an array is taken apart in order; nobody is obliged to send one.",
)
T1_2 = Change(
    "T1.2",
    "Audio content: An embedded resource carries the same bytes and type; sampling knows only text and images, and a made-up text would mislead the model.",
)
T1_4 = Change("T1.4", "Progress messages: The text is for people; the numbers carry the progress.")
T1_5 = Change(
    "T1.5",
    "Completions are announced: An older server cannot say whether it completes, so nothing is claimed for it; an older client may ask anyway.",
)
T1_6 = Change("T1.6", "Tool annotations: They are hints; a tool works the same without them.")

TOOL_ANNOTATIONS_20250326: Any = (
    "object",
    {
        "destructiveHint": "boolean",
        "idempotentHint": "boolean",
        "openWorldHint": "boolean",
        "readOnlyHint": "boolean",
        "title": "string",
    },
    (),
    None,
)

WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from 2024-11-05 to 2025-03-26


def server_capabilities_up(capabilities: Any, at: Path, way: Crossing) -> None:
    """ServerCapabilities."""
    if type(capabilities) is not dict:
        raise expected("an object", at)
    if "completions" in capabilities and type(capabilities["completions"]) is not dict:
        way.drop(capabilities, "completions", at, T1_5)


def initialize_result_up(result: Any, at: Path, way: Crossing) -> None:
    """InitializeResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    server_capabilities_up(result.get("capabilities"), (at, "capabilities"), way)


def progress_notification_params_up(params: Any, at: Path, way: Crossing) -> None:
    """ProgressNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "message" in params and type(params["message"]) is not str:
        way.drop(params, "message", at, T1_4)


def tool_up(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "annotations" in tool:
        way.admit(tool, "annotations", TOOL_ANNOTATIONS_20250326, at, T1_6)


def list_tools_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), way)


# Down, from 2025-03-26 to 2024-11-05


def server_capabilities_down(capabilities: Any, at: Path, way: Crossing) -> None:
    """ServerCapabilities."""
    if type(capabilities) is not dict:
        raise expected("an object", at)
    if "completions" in capabilities:
        way.drop(capabilities, "completions", at, T1_5)


def initialize_result_down(result: Any, at: Path, way: Crossing) -> None:
    """InitializeResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    server_capabilities_down(result.get("capabilities"), (at, "capabilities"), way)


def progress_notification_params_down(params: Any, at: Path, way: Crossing) -> None:
    """ProgressNotificationParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "message" in params:
        way.drop(params, "message", at, T1_4)


def content_block_down(value: Any, at: Path, way: Crossing) -> Any:
    """ContentBlock."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "audio":
        return rules.audio_as_resource(value, at, way, T1_2)

    elif kind not in (
        "image",
        "text",
        "resource",
    ):
        raise expected("ImageContent or AudioContent or TextContent or EmbeddedResource", at)
    return value


def prompt_message_down(message: Any, at: Path, way: Crossing) -> None:
    """PromptMessage."""
    if type(message) is not dict:
        raise expected("an object", at)
    message["content"] = content_block_down(message.get("content"), (at, "content"), way)


def get_prompt_result_down(result: Any, at: Path, way: Crossing) -> None:
    """GetPromptResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        prompt_message_down(item, (here, i), way)


def call_tool_result_down(result: Any, at: Path, way: Crossing) -> None:
    """CallToolResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_down(item, (here, i), way)


def tool_down(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "annotations" in tool:
        way.drop(tool, "annotations", at, T1_6)


def list_tools_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), way)


def sampling_content_down(value: Any, at: Path, way: Crossing) -> Any:
    """SamplingContent."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "audio":
        way.refuse(at, T1_2, -32602)

    elif kind not in (
        "image",
        "text",
    ):
        raise expected("ImageContent or AudioContent or TextContent", at)
    return value


def sampling_message_down(message: Any, at: Path, way: Crossing) -> None:
    """SamplingMessage."""
    if type(message) is not dict:
        raise expected("an object", at)
    message["content"] = sampling_content_down(message.get("content"), (at, "content"), way)


def create_message_request_params_down(params: Any, at: Path, way: Crossing) -> None:
    """CreateMessageRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    items, here = array(params, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        sampling_message_down(item, (here, i), way)


def create_message_result_down(result: Any, at: Path, way: Crossing) -> None:
    """CreateMessageResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    result["content"] = sampling_content_down(result.get("content"), (at, "content"), way)


EDIT_INITIALIZE_RESULT_UP = Edit(
    initialize_result_up,
    Outline(
        ("capabilities",),
        reads={"capabilities": ("capabilities",)},
        still={
            "capabilities": ("object", {"completions": ("map", None)}, (), None),
        },
    ),
)
EDIT_PROGRESS_NOTIFICATION_PARAMS_UP = Edit(
    progress_notification_params_up,
    Outline(
        ("message",),
        reads={"message": ("message",)},
        still={
            "message": "string",
        },
    ),
)
EDIT_LIST_TOOLS_RESULT_UP = Edit(
    list_tools_result_up,
    Outline(
        ("tools",),
        reads={"tools": ("tools",)},
        still={
            "tools": ("array", ("object", {"annotations": TOOL_ANNOTATIONS_20250326}, (), None), None, None),
        },
    ),
)

UP = Direction(
    source="2024-11-05",
    target="2025-03-26",
    methods={
        "client": {
            "completion/complete": WHOLE,
            "initialize": Passage(result=EDIT_INITIALIZE_RESULT_UP),
            "logging/setLevel": WHOLE,
            "notifications/cancelled": NOTED,
            "notifications/initialized": NOTED,
            "notifications/progress": Passage(params=EDIT_PROGRESS_NOTIFICATION_PARAMS_UP, request=False),
            "notifications/roots/list_changed": NOTED,
            "ping": WHOLE,
            "prompts/get": WHOLE,
            "prompts/list": WHOLE,
            "resources/list": WHOLE,
            "resources/read": WHOLE,
            "resources/subscribe": WHOLE,
            "resources/templates/list": WHOLE,
            "resources/unsubscribe": WHOLE,
            "tools/call": WHOLE,
            "tools/list": Passage(result=EDIT_LIST_TOOLS_RESULT_UP),
        },
        "server": {
            "notifications/cancelled": NOTED,
            "notifications/message": NOTED,
            "notifications/progress": Passage(params=EDIT_PROGRESS_NOTIFICATION_PARAMS_UP, request=False),
            "notifications/prompts/list_changed": NOTED,
            "notifications/resources/list_changed": NOTED,
            "notifications/resources/updated": NOTED,
            "notifications/tools/list_changed": NOTED,
            "ping": WHOLE,
            "roots/list": WHOLE,
            "sampling/createMessage": WHOLE,
        },
    },
)


EDIT_INITIALIZE_RESULT_DOWN = Edit(
    initialize_result_down,
    Outline(
        ("capabilities",),
        reads={"capabilities": ("capabilities",)},
        still={
            "capabilities": ("object", {"completions": "never"}, (), None),
        },
    ),
)
EDIT_PROGRESS_NOTIFICATION_PARAMS_DOWN = Edit(
    progress_notification_params_down,
    Outline(
        ("message",), sheds=(Shed("message", T1_4),), known=("_meta", "progress", "progressToken", "total")
    ),
)
EDIT_GET_PROMPT_RESULT_DOWN = Edit(
    get_prompt_result_down,
    Outline(
        ("messages",),
        reads={"messages": ("messages",)},
        still={
            "messages": (
                "array",
                (
                    "object",
                    {"content": ("tagged", "type", {"image": None, "text": None, "resource": None})},
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_CALL_TOOL_RESULT_DOWN = Edit(
    call_tool_result_down,
    Outline(
        ("content",),
        reads={"content": ("content",)},
        still={
            "content": (
                "array",
                ("tagged", "type", {"image": None, "text": None, "resource": None}),
                None,
                None,
            ),
        },
    ),
)
EDIT_LIST_TOOLS_RESULT_DOWN = Edit(
    list_tools_result_down,
    Outline(
        ("tools",),
        reads={"tools": ("tools",)},
        still={
            "tools": ("array", ("object", {"annotations": "never"}, (), None), None, None),
        },
    ),
)
EDIT_CREATE_MESSAGE_REQUEST_PARAMS_DOWN = Edit(
    create_message_request_params_down,
    Outline(
        ("messages",),
        reads={"messages": ("messages",)},
        still={
            "messages": (
                "array",
                ("object", {"content": ("tagged", "type", {"image": None, "text": None})}, (), None),
                None,
                None,
            ),
        },
    ),
)
EDIT_CREATE_MESSAGE_RESULT_DOWN = Edit(
    create_message_result_down,
    Outline(
        ("content",),
        reads={"content": ("content",)},
        still={
            "content": ("tagged", "type", {"image": None, "text": None}),
        },
    ),
)

DOWN = Direction(
    source="2025-03-26",
    target="2024-11-05",
    methods={
        "client": {
            "completion/complete": WHOLE,
            "initialize": Passage(result=EDIT_INITIALIZE_RESULT_DOWN, verdicts=("whole", "lossy")),
            "logging/setLevel": WHOLE,
            "notifications/cancelled": NOTED,
            "notifications/initialized": NOTED,
            "notifications/progress": Passage(
                params=EDIT_PROGRESS_NOTIFICATION_PARAMS_DOWN, request=False, verdicts=("lossy", "whole")
            ),
            "notifications/roots/list_changed": NOTED,
            "ping": WHOLE,
            "prompts/get": Passage(result=EDIT_GET_PROMPT_RESULT_DOWN, verdicts=("whole", "lossy")),
            "prompts/list": WHOLE,
            "resources/list": WHOLE,
            "resources/read": WHOLE,
            "resources/subscribe": WHOLE,
            "resources/templates/list": WHOLE,
            "resources/unsubscribe": WHOLE,
            "tools/call": Passage(result=EDIT_CALL_TOOL_RESULT_DOWN, verdicts=("whole", "lossy")),
            "tools/list": Passage(result=EDIT_LIST_TOOLS_RESULT_DOWN, verdicts=("whole", "lossy")),
        },
        "server": {
            "notifications/cancelled": NOTED,
            "notifications/message": NOTED,
            "notifications/progress": Passage(
                params=EDIT_PROGRESS_NOTIFICATION_PARAMS_DOWN, request=False, verdicts=("lossy", "whole")
            ),
            "notifications/prompts/list_changed": NOTED,
            "notifications/resources/list_changed": NOTED,
            "notifications/resources/updated": NOTED,
            "notifications/tools/list_changed": NOTED,
            "ping": WHOLE,
            "roots/list": WHOLE,
            "sampling/createMessage": Passage(
                params=EDIT_CREATE_MESSAGE_REQUEST_PARAMS_DOWN,
                result=EDIT_CREATE_MESSAGE_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
            ),
        },
    },
    batches=T1_1,
)
