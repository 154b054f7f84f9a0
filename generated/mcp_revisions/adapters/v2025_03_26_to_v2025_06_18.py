"""Carry messages between 2025-03-26 and 2025-06-18: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.losses import array, Change, Crossing, expected, Path
from .._runtime.conversion.value_checks import fits
from .._runtime.conversion.adapter_tables import Direction, Edit, Gone, Outline, Passage, Shed

T2_1 = Change(
    "T2.1",
    "No more JSON-RPC batches: The newer peer reads single frames only, so an array is taken apart in order; nobody is obliged to send one.",
)
T2_2 = Change(
    "T2.2",
    "Titles for display: Names identify and stay as they are. A tool has an older place for its title, the annotation that clients already show.",
)
T2_3 = Change(
    "T2.3",
    "Metadata on content and list items: The older revision names no metadata in these places, and a peer that reads strictly would stumble.",
)
T2_5 = Change(
    "T2.5",
    "Structured tool output: Older clients read text, so the value is given as text unless a block already says it.",
)
T2_6 = Change(
    "T2.6",
    "Resource links: A link in text keeps what a reader needs; an embedded resource would claim content that nobody read.",
)
T2_7 = Change(
    "T2.7",
    "Elicitation: An older client has no way to ask its user; an invented answer would be one that the user never gave.",
)
T2_8 = Change(
    "T2.8", "Context for completions: It refines the suggestions; without it they are more general."
)
T2_10 = Change("T2.10", "Time of the last modification: It is a hint; the resource is the same without it.")

COMPLETION_CONTEXT_20250618: Any = ("object", {"arguments": ("map", "string")}, (), None)
TEXT_RESOURCE_CONTENTS_20250326: Any = (
    "object",
    {"mimeType": "string", "text": "string", "uri": "string"},
    ("text", "uri"),
    None,
)
TOOL_OUTPUT_SCHEMA_20250618: Any = (
    "object",
    {
        "properties": ("map", ("map", None)),
        "required": ("array", "string", None, None),
        "type": ("choice", "object"),
    },
    ("type",),
    None,
)
TEXT_RESOURCE_CONTENTS_20250618: Any = (
    "object",
    {"_meta": ("map", None), "mimeType": "string", "text": "string", "uri": "string"},
    ("text", "uri"),
    None,
)

WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from 2025-03-26 to 2025-06-18


def prompt_reference_up(reference: Any, at: Path, way: Crossing) -> None:
    """PromptReference."""
    if type(reference) is not dict:
        raise expected("an object", at)
    if "title" in reference and type(reference["title"]) is not str:
        way.drop(reference, "title", at, T2_2)


def completion_reference_up(value: Any, at: Path, way: Crossing) -> Any:
    """CompletionReference."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "ref/prompt":
        prompt_reference_up(value, at, way)

    elif kind not in ("ref/resource",):
        raise expected("PromptReference or ResourceReference", at)
    return value


def complete_request_params_up(params: Any, at: Path, way: Crossing) -> None:
    """CompleteRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    params["ref"] = completion_reference_up(params.get("ref"), (at, "ref"), way)

    if "context" in params:
        way.admit(params, "context", COMPLETION_CONTEXT_20250618, at, T2_8)


def client_capabilities_up(capabilities: Any, at: Path, way: Crossing) -> None:
    """ClientCapabilities."""
    if type(capabilities) is not dict:
        raise expected("an object", at)
    if "elicitation" in capabilities and type(capabilities["elicitation"]) is not dict:
        way.drop(capabilities, "elicitation", at, T2_7)


def implementation_up(implementation: Any, at: Path, way: Crossing) -> None:
    """Implementation."""
    if type(implementation) is not dict:
        raise expected("an object", at)
    if "title" in implementation and type(implementation["title"]) is not str:
        way.drop(implementation, "title", at, T2_2)


def initialize_request_params_up(params: Any, at: Path, way: Crossing) -> None:
    """InitializeRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    client_capabilities_up(params.get("capabilities"), (at, "capabilities"), way)

    implementation_up(params.get("clientInfo"), (at, "clientInfo"), way)


def initialize_result_up(result: Any, at: Path, way: Crossing) -> None:
    """InitializeResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    implementation_up(result.get("serverInfo"), (at, "serverInfo"), way)


def annotations_up(annotations: Any, at: Path, way: Crossing) -> None:
    """Annotations."""
    if type(annotations) is not dict:
        raise expected("an object", at)
    if "lastModified" in annotations and type(annotations["lastModified"]) is not str:
        way.drop(annotations, "lastModified", at, T2_10)


def text_content_up(content: Any, at: Path, way: Crossing) -> None:
    """TextContent."""
    if type(content) is not dict:
        raise expected("an object", at)
    if "annotations" in content:
        annotations_up(content["annotations"], (at, "annotations"), way)

    if "_meta" in content and type(content["_meta"]) is not dict:
        way.drop(content, "_meta", at, T2_3)


def image_content_up(content: Any, at: Path, way: Crossing) -> None:
    """ImageContent."""
    if type(content) is not dict:
        raise expected("an object", at)
    if "annotations" in content:
        annotations_up(content["annotations"], (at, "annotations"), way)

    if "_meta" in content and type(content["_meta"]) is not dict:
        way.drop(content, "_meta", at, T2_3)


def audio_content_up(content: Any, at: Path, way: Crossing) -> None:
    """AudioContent."""
    if type(content) is not dict:
        raise expected("an object", at)
    if "annotations" in content:
        annotations_up(content["annotations"], (at, "annotations"), way)

    if "_meta" in content and type(content["_meta"]) is not dict:
        way.drop(content, "_meta", at, T2_3)


def text_resource_contents_up(contents: Any, at: Path, way: Crossing) -> None:
    """TextResourceContents."""
    if type(contents) is not dict:
        raise expected("an object", at)
    if "_meta" in contents and type(contents["_meta"]) is not dict:
        way.drop(contents, "_meta", at, T2_3)


def blob_resource_contents_up(contents: Any, at: Path, way: Crossing) -> None:
    """BlobResourceContents."""
    if type(contents) is not dict:
        raise expected("an object", at)
    if "_meta" in contents and type(contents["_meta"]) is not dict:
        way.drop(contents, "_meta", at, T2_3)


def any_resource_contents_up(value: Any, at: Path, way: Crossing) -> Any:
    """AnyResourceContents."""
    if type(value) is not dict:
        raise expected("TextResourceContents or BlobResourceContents", at)
    if "text" in value and fits(value, TEXT_RESOURCE_CONTENTS_20250326):
        text_resource_contents_up(value, at, way)

    else:
        blob_resource_contents_up(value, at, way)

    return value


def embedded_resource_up(resource: Any, at: Path, way: Crossing) -> None:
    """EmbeddedResource."""
    if type(resource) is not dict:
        raise expected("an object", at)
    if "annotations" in resource:
        annotations_up(resource["annotations"], (at, "annotations"), way)

    resource["resource"] = any_resource_contents_up(resource.get("resource"), (at, "resource"), way)

    if "_meta" in resource and type(resource["_meta"]) is not dict:
        way.drop(resource, "_meta", at, T2_3)


def content_block_up(value: Any, at: Path, way: Crossing) -> Any:
    """ContentBlock."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        image_content_up(value, at, way)

    elif kind == "audio":
        audio_content_up(value, at, way)

    elif kind == "text":
        text_content_up(value, at, way)

    elif kind == "resource":
        embedded_resource_up(value, at, way)

    elif kind not in ():
        raise expected("ImageContent or AudioContent or TextContent or EmbeddedResource", at)
    return value


def prompt_message_up(message: Any, at: Path, way: Crossing) -> None:
    """PromptMessage."""
    if type(message) is not dict:
        raise expected("an object", at)
    message["content"] = content_block_up(message.get("content"), (at, "content"), way)


def get_prompt_result_up(result: Any, at: Path, way: Crossing) -> None:
    """GetPromptResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        prompt_message_up(item, (here, i), way)


def prompt_argument_up(argument: Any, at: Path, way: Crossing) -> None:
    """PromptArgument."""
    if type(argument) is not dict:
        raise expected("an object", at)
    if "title" in argument and type(argument["title"]) is not str:
        way.drop(argument, "title", at, T2_2)


def prompt_up(prompt: Any, at: Path, way: Crossing) -> None:
    """Prompt."""
    if type(prompt) is not dict:
        raise expected("an object", at)
    if "arguments" in prompt:
        items, here = array(prompt, "arguments", at), (at, "arguments")
        for i, item in enumerate(items):
            prompt_argument_up(item, (here, i), way)

    if "_meta" in prompt and type(prompt["_meta"]) is not dict:
        way.drop(prompt, "_meta", at, T2_3)

    if "title" in prompt and type(prompt["title"]) is not str:
        way.drop(prompt, "title", at, T2_2)


def list_prompts_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListPromptsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "prompts", at), (at, "prompts")
    for i, item in enumerate(items):
        prompt_up(item, (here, i), way)


def resource_up(resource: Any, at: Path, way: Crossing) -> None:
    """Resource."""
    if type(resource) is not dict:
        raise expected("an object", at)
    if "annotations" in resource:
        annotations_up(resource["annotations"], (at, "annotations"), way)

    if "_meta" in resource and type(resource["_meta"]) is not dict:
        way.drop(resource, "_meta", at, T2_3)

    if "title" in resource and type(resource["title"]) is not str:
        way.drop(resource, "title", at, T2_2)


def list_resources_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListResourcesResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "resources", at), (at, "resources")
    for i, item in enumerate(items):
        resource_up(item, (here, i), way)


def read_resource_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ReadResourceResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "contents", at), (at, "contents")
    for i, item in enumerate(items):
        items[i] = any_resource_contents_up(item, (here, i), way)


def resource_template_up(template: Any, at: Path, way: Crossing) -> None:
    """ResourceTemplate."""
    if type(template) is not dict:
        raise expected("an object", at)
    if "annotations" in template:
        annotations_up(template["annotations"], (at, "annotations"), way)

    if "_meta" in template and type(template["_meta"]) is not dict:
        way.drop(template, "_meta", at, T2_3)

    if "title" in template and type(template["title"]) is not str:
        way.drop(template, "title", at, T2_2)


def list_resource_templates_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListResourceTemplatesResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "resourceTemplates", at), (at, "resourceTemplates")
    for i, item in enumerate(items):
        resource_template_up(item, (here, i), way)


def call_tool_result_up(result: Any, at: Path, way: Crossing) -> None:
    """CallToolResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_up(item, (here, i), way)

    if "structuredContent" in result and type(result["structuredContent"]) is not dict:
        way.drop(result, "structuredContent", at, T2_5)


def tool_up(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "_meta" in tool and type(tool["_meta"]) is not dict:
        way.drop(tool, "_meta", at, T2_3)

    if "outputSchema" in tool:
        way.admit(tool, "outputSchema", TOOL_OUTPUT_SCHEMA_20250618, at, T2_5)

    if "title" in tool and type(tool["title"]) is not str:
        way.drop(tool, "title", at, T2_2)


def list_tools_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), way)


def root_up(root: Any, at: Path, way: Crossing) -> None:
    """Root."""
    if type(root) is not dict:
        raise expected("an object", at)
    if "_meta" in root and type(root["_meta"]) is not dict:
        way.drop(root, "_meta", at, T2_3)


def list_roots_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListRootsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "roots", at), (at, "roots")
    for i, item in enumerate(items):
        root_up(item, (here, i), way)


def sampling_content_up(value: Any, at: Path, way: Crossing) -> Any:
    """SamplingContent."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        image_content_up(value, at, way)

    elif kind == "audio":
        audio_content_up(value, at, way)

    elif kind == "text":
        text_content_up(value, at, way)

    elif kind not in ():
        raise expected("ImageContent or AudioContent or TextContent", at)
    return value


def sampling_message_up(message: Any, at: Path, way: Crossing) -> None:
    """SamplingMessage."""
    if type(message) is not dict:
        raise expected("an object", at)
    message["content"] = sampling_content_up(message.get("content"), (at, "content"), way)


def create_message_request_params_up(params: Any, at: Path, way: Crossing) -> None:
    """CreateMessageRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    items, here = array(params, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        sampling_message_up(item, (here, i), way)


def create_message_result_up(result: Any, at: Path, way: Crossing) -> None:
    """CreateMessageResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    result["content"] = sampling_content_up(result.get("content"), (at, "content"), way)


# Down, from 2025-06-18 to 2025-03-26


def prompt_reference_down(reference: Any, at: Path, way: Crossing) -> None:
    """PromptReference."""
    if type(reference) is not dict:
        raise expected("an object", at)
    if "title" in reference:
        way.drop(reference, "title", at, T2_2)


def completion_reference_down(value: Any, at: Path, way: Crossing) -> Any:
    """CompletionReference."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "ref/prompt":
        prompt_reference_down(value, at, way)

    elif kind not in ("ref/resource",):
        raise expected("PromptReference or ResourceTemplateReference", at)
    return value


def complete_request_params_down(params: Any, at: Path, way: Crossing) -> None:
    """CompleteRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    if "context" in params:
        way.drop(params, "context", at, T2_8)
    params["ref"] = completion_reference_down(params.get("ref"), (at, "ref"), way)


def client_capabilities_down(capabilities: Any, at: Path, way: Crossing) -> None:
    """ClientCapabilities."""
    if type(capabilities) is not dict:
        raise expected("an object", at)
    if "elicitation" in capabilities:
        way.drop(capabilities, "elicitation", at, T2_7)


def implementation_down(implementation: Any, at: Path, way: Crossing) -> None:
    """Implementation."""
    if type(implementation) is not dict:
        raise expected("an object", at)
    if "title" in implementation:
        way.drop(implementation, "title", at, T2_2)


def initialize_request_params_down(params: Any, at: Path, way: Crossing) -> None:
    """InitializeRequestParams."""
    if type(params) is not dict:
        raise expected("an object", at)
    client_capabilities_down(params.get("capabilities"), (at, "capabilities"), way)

    implementation_down(params.get("clientInfo"), (at, "clientInfo"), way)


def initialize_result_down(result: Any, at: Path, way: Crossing) -> None:
    """InitializeResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    implementation_down(result.get("serverInfo"), (at, "serverInfo"), way)


def annotations_down(annotations: Any, at: Path, way: Crossing) -> None:
    """Annotations."""
    if type(annotations) is not dict:
        raise expected("an object", at)
    if "lastModified" in annotations:
        way.drop(annotations, "lastModified", at, T2_10)


def text_content_down(content: Any, at: Path, way: Crossing) -> None:
    """TextContent."""
    if type(content) is not dict:
        raise expected("an object", at)
    if "_meta" in content:
        way.drop(content, "_meta", at, T2_3)
    if "annotations" in content:
        annotations_down(content["annotations"], (at, "annotations"), way)


def image_content_down(content: Any, at: Path, way: Crossing) -> None:
    """ImageContent."""
    if type(content) is not dict:
        raise expected("an object", at)
    if "_meta" in content:
        way.drop(content, "_meta", at, T2_3)
    if "annotations" in content:
        annotations_down(content["annotations"], (at, "annotations"), way)


def audio_content_down(content: Any, at: Path, way: Crossing) -> None:
    """AudioContent."""
    if type(content) is not dict:
        raise expected("an object", at)
    if "_meta" in content:
        way.drop(content, "_meta", at, T2_3)
    if "annotations" in content:
        annotations_down(content["annotations"], (at, "annotations"), way)


def text_resource_contents_down(contents: Any, at: Path, way: Crossing) -> None:
    """TextResourceContents."""
    if type(contents) is not dict:
        raise expected("an object", at)
    if "_meta" in contents:
        way.drop(contents, "_meta", at, T2_3)


def blob_resource_contents_down(contents: Any, at: Path, way: Crossing) -> None:
    """BlobResourceContents."""
    if type(contents) is not dict:
        raise expected("an object", at)
    if "_meta" in contents:
        way.drop(contents, "_meta", at, T2_3)


def any_resource_contents_down(value: Any, at: Path, way: Crossing) -> Any:
    """AnyResourceContents."""
    if type(value) is not dict:
        raise expected("TextResourceContents or BlobResourceContents", at)
    if "text" in value and fits(value, TEXT_RESOURCE_CONTENTS_20250618):
        text_resource_contents_down(value, at, way)

    else:
        blob_resource_contents_down(value, at, way)

    return value


def embedded_resource_down(resource: Any, at: Path, way: Crossing) -> None:
    """EmbeddedResource."""
    if type(resource) is not dict:
        raise expected("an object", at)
    if "_meta" in resource:
        way.drop(resource, "_meta", at, T2_3)
    if "annotations" in resource:
        annotations_down(resource["annotations"], (at, "annotations"), way)

    resource["resource"] = any_resource_contents_down(resource.get("resource"), (at, "resource"), way)


def content_block_down(value: Any, at: Path, way: Crossing) -> Any:
    """ContentBlock."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        image_content_down(value, at, way)

    elif kind == "audio":
        audio_content_down(value, at, way)

    elif kind == "resource_link":
        return rules.resource_link_as_text(value, at, way, T2_6)

    elif kind == "text":
        text_content_down(value, at, way)

    elif kind == "resource":
        embedded_resource_down(value, at, way)

    elif kind not in ():
        raise expected("ImageContent or AudioContent or ResourceLink or TextContent or EmbeddedResource", at)
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


def prompt_argument_down(argument: Any, at: Path, way: Crossing) -> None:
    """PromptArgument."""
    if type(argument) is not dict:
        raise expected("an object", at)
    if "title" in argument:
        way.drop(argument, "title", at, T2_2)


def prompt_down(prompt: Any, at: Path, way: Crossing) -> None:
    """Prompt."""
    if type(prompt) is not dict:
        raise expected("an object", at)
    if "_meta" in prompt:
        way.drop(prompt, "_meta", at, T2_3)
    if "arguments" in prompt:
        items, here = array(prompt, "arguments", at), (at, "arguments")
        for i, item in enumerate(items):
            prompt_argument_down(item, (here, i), way)

    if "title" in prompt:
        way.drop(prompt, "title", at, T2_2)


def list_prompts_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListPromptsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "prompts", at), (at, "prompts")
    for i, item in enumerate(items):
        prompt_down(item, (here, i), way)


def resource_down(resource: Any, at: Path, way: Crossing) -> None:
    """Resource."""
    if type(resource) is not dict:
        raise expected("an object", at)
    if "_meta" in resource:
        way.drop(resource, "_meta", at, T2_3)
    if "annotations" in resource:
        annotations_down(resource["annotations"], (at, "annotations"), way)

    if "title" in resource:
        way.drop(resource, "title", at, T2_2)


def list_resources_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListResourcesResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "resources", at), (at, "resources")
    for i, item in enumerate(items):
        resource_down(item, (here, i), way)


def read_resource_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ReadResourceResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "contents", at), (at, "contents")
    for i, item in enumerate(items):
        items[i] = any_resource_contents_down(item, (here, i), way)


def resource_template_down(template: Any, at: Path, way: Crossing) -> None:
    """ResourceTemplate."""
    if type(template) is not dict:
        raise expected("an object", at)
    if "_meta" in template:
        way.drop(template, "_meta", at, T2_3)
    if "annotations" in template:
        annotations_down(template["annotations"], (at, "annotations"), way)

    if "title" in template:
        way.drop(template, "title", at, T2_2)


def list_resource_templates_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListResourceTemplatesResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "resourceTemplates", at), (at, "resourceTemplates")
    for i, item in enumerate(items):
        resource_template_down(item, (here, i), way)


def call_tool_result_down(result: Any, at: Path, way: Crossing) -> None:
    """CallToolResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    if "structuredContent" in result:
        rules.structured_content_as_text(result, at, way, T2_5)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_down(item, (here, i), way)


def tool_down(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "title" in tool:
        rules.title_as_annotation(tool, at, way, T2_2)
    if "_meta" in tool:
        way.drop(tool, "_meta", at, T2_3)
    if "outputSchema" in tool:
        way.drop(tool, "outputSchema", at, T2_5)


def list_tools_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), way)


def root_down(root: Any, at: Path, way: Crossing) -> None:
    """Root."""
    if type(root) is not dict:
        raise expected("an object", at)
    if "_meta" in root:
        way.drop(root, "_meta", at, T2_3)


def list_roots_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListRootsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "roots", at), (at, "roots")
    for i, item in enumerate(items):
        root_down(item, (here, i), way)


def sampling_content_down(value: Any, at: Path, way: Crossing) -> Any:
    """SamplingContent."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        image_content_down(value, at, way)

    elif kind == "audio":
        audio_content_down(value, at, way)

    elif kind == "text":
        text_content_down(value, at, way)

    elif kind not in ():
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


EDIT_COMPLETE_REQUEST_PARAMS_UP = Edit(
    complete_request_params_up,
    Outline(
        ("ref", "context"),
        reads={"ref": ("ref",), "context": ("context",)},
        still={
            "ref": (
                "tagged",
                "type",
                {"ref/prompt": ("object", {"title": "string"}, (), None), "ref/resource": None},
            ),
            "context": COMPLETION_CONTEXT_20250618,
        },
    ),
)
EDIT_INITIALIZE_REQUEST_PARAMS_UP = Edit(
    initialize_request_params_up,
    Outline(
        ("capabilities", "clientInfo"),
        reads={"capabilities": ("capabilities",), "clientInfo": ("clientInfo",)},
        still={
            "capabilities": ("object", {"elicitation": ("map", None)}, (), None),
            "clientInfo": ("object", {"title": "string"}, (), None),
        },
    ),
)
EDIT_INITIALIZE_RESULT_UP = Edit(
    initialize_result_up,
    Outline(
        ("serverInfo",),
        reads={"serverInfo": ("serverInfo",)},
        still={
            "serverInfo": ("object", {"title": "string"}, (), None),
        },
    ),
)
EDIT_GET_PROMPT_RESULT_UP = Edit(
    get_prompt_result_up,
    Outline(
        ("messages",),
        reads={"messages": ("messages",)},
        still={
            "messages": (
                "array",
                (
                    "object",
                    {
                        "content": (
                            "tagged",
                            "type",
                            {
                                "image": (
                                    "object",
                                    {
                                        "annotations": ("object", {"lastModified": "string"}, (), None),
                                        "_meta": ("map", None),
                                    },
                                    (),
                                    None,
                                ),
                                "audio": (
                                    "object",
                                    {
                                        "annotations": ("object", {"lastModified": "string"}, (), None),
                                        "_meta": ("map", None),
                                    },
                                    (),
                                    None,
                                ),
                                "text": (
                                    "object",
                                    {
                                        "annotations": ("object", {"lastModified": "string"}, (), None),
                                        "_meta": ("map", None),
                                    },
                                    (),
                                    None,
                                ),
                                "resource": (
                                    "object",
                                    {
                                        "annotations": ("object", {"lastModified": "string"}, (), None),
                                        "resource": ("object", {"_meta": ("map", None)}, (), None),
                                        "_meta": ("map", None),
                                    },
                                    (),
                                    None,
                                ),
                            },
                        )
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_LIST_PROMPTS_RESULT_UP = Edit(
    list_prompts_result_up,
    Outline(
        ("prompts",),
        reads={"prompts": ("prompts",)},
        still={
            "prompts": (
                "array",
                (
                    "object",
                    {
                        "arguments": ("array", ("object", {"title": "string"}, (), None), None, None),
                        "_meta": ("map", None),
                        "title": "string",
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_LIST_RESOURCES_RESULT_UP = Edit(
    list_resources_result_up,
    Outline(
        ("resources",),
        reads={"resources": ("resources",)},
        still={
            "resources": (
                "array",
                (
                    "object",
                    {
                        "annotations": ("object", {"lastModified": "string"}, (), None),
                        "_meta": ("map", None),
                        "title": "string",
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_READ_RESOURCE_RESULT_UP = Edit(
    read_resource_result_up,
    Outline(
        ("contents",),
        reads={"contents": ("contents",)},
        still={
            "contents": ("array", ("object", {"_meta": ("map", None)}, (), None), None, None),
        },
    ),
)
EDIT_LIST_RESOURCE_TEMPLATES_RESULT_UP = Edit(
    list_resource_templates_result_up,
    Outline(
        ("resourceTemplates",),
        reads={"resourceTemplates": ("resourceTemplates",)},
        still={
            "resourceTemplates": (
                "array",
                (
                    "object",
                    {
                        "annotations": ("object", {"lastModified": "string"}, (), None),
                        "_meta": ("map", None),
                        "title": "string",
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_CALL_TOOL_RESULT_UP = Edit(
    call_tool_result_up,
    Outline(
        ("content", "structuredContent"),
        reads={"content": ("content",), "structuredContent": ("structuredContent",)},
        still={
            "content": (
                "array",
                (
                    "tagged",
                    "type",
                    {
                        "image": (
                            "object",
                            {
                                "annotations": ("object", {"lastModified": "string"}, (), None),
                                "_meta": ("map", None),
                            },
                            (),
                            None,
                        ),
                        "audio": (
                            "object",
                            {
                                "annotations": ("object", {"lastModified": "string"}, (), None),
                                "_meta": ("map", None),
                            },
                            (),
                            None,
                        ),
                        "text": (
                            "object",
                            {
                                "annotations": ("object", {"lastModified": "string"}, (), None),
                                "_meta": ("map", None),
                            },
                            (),
                            None,
                        ),
                        "resource": (
                            "object",
                            {
                                "annotations": ("object", {"lastModified": "string"}, (), None),
                                "resource": ("object", {"_meta": ("map", None)}, (), None),
                                "_meta": ("map", None),
                            },
                            (),
                            None,
                        ),
                    },
                ),
                None,
                None,
            ),
            "structuredContent": ("map", None),
        },
    ),
)
EDIT_LIST_TOOLS_RESULT_UP = Edit(
    list_tools_result_up,
    Outline(
        ("tools",),
        reads={"tools": ("tools",)},
        still={
            "tools": (
                "array",
                (
                    "object",
                    {"_meta": ("map", None), "outputSchema": TOOL_OUTPUT_SCHEMA_20250618, "title": "string"},
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_LIST_ROOTS_RESULT_UP = Edit(
    list_roots_result_up,
    Outline(
        ("roots",),
        reads={"roots": ("roots",)},
        still={
            "roots": ("array", ("object", {"_meta": ("map", None)}, (), None), None, None),
        },
    ),
)
EDIT_CREATE_MESSAGE_REQUEST_PARAMS_UP = Edit(
    create_message_request_params_up,
    Outline(
        ("messages",),
        reads={"messages": ("messages",)},
        still={
            "messages": (
                "array",
                (
                    "object",
                    {
                        "content": (
                            "tagged",
                            "type",
                            {
                                "image": (
                                    "object",
                                    {
                                        "annotations": ("object", {"lastModified": "string"}, (), None),
                                        "_meta": ("map", None),
                                    },
                                    (),
                                    None,
                                ),
                                "audio": (
                                    "object",
                                    {
                                        "annotations": ("object", {"lastModified": "string"}, (), None),
                                        "_meta": ("map", None),
                                    },
                                    (),
                                    None,
                                ),
                                "text": (
                                    "object",
                                    {
                                        "annotations": ("object", {"lastModified": "string"}, (), None),
                                        "_meta": ("map", None),
                                    },
                                    (),
                                    None,
                                ),
                            },
                        )
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_CREATE_MESSAGE_RESULT_UP = Edit(
    create_message_result_up,
    Outline(
        ("content",),
        reads={"content": ("content",)},
        still={
            "content": (
                "tagged",
                "type",
                {
                    "image": (
                        "object",
                        {
                            "annotations": ("object", {"lastModified": "string"}, (), None),
                            "_meta": ("map", None),
                        },
                        (),
                        None,
                    ),
                    "audio": (
                        "object",
                        {
                            "annotations": ("object", {"lastModified": "string"}, (), None),
                            "_meta": ("map", None),
                        },
                        (),
                        None,
                    ),
                    "text": (
                        "object",
                        {
                            "annotations": ("object", {"lastModified": "string"}, (), None),
                            "_meta": ("map", None),
                        },
                        (),
                        None,
                    ),
                },
            ),
        },
    ),
)

UP = Direction(
    source="2025-03-26",
    target="2025-06-18",
    methods={
        "client": {
            "completion/complete": Passage(params=EDIT_COMPLETE_REQUEST_PARAMS_UP),
            "initialize": Passage(params=EDIT_INITIALIZE_REQUEST_PARAMS_UP, result=EDIT_INITIALIZE_RESULT_UP),
            "logging/setLevel": WHOLE,
            "notifications/cancelled": NOTED,
            "notifications/initialized": NOTED,
            "notifications/progress": NOTED,
            "notifications/roots/list_changed": NOTED,
            "ping": WHOLE,
            "prompts/get": Passage(result=EDIT_GET_PROMPT_RESULT_UP),
            "prompts/list": Passage(result=EDIT_LIST_PROMPTS_RESULT_UP),
            "resources/list": Passage(result=EDIT_LIST_RESOURCES_RESULT_UP),
            "resources/read": Passage(result=EDIT_READ_RESOURCE_RESULT_UP),
            "resources/subscribe": WHOLE,
            "resources/templates/list": Passage(result=EDIT_LIST_RESOURCE_TEMPLATES_RESULT_UP),
            "resources/unsubscribe": WHOLE,
            "tools/call": Passage(result=EDIT_CALL_TOOL_RESULT_UP),
            "tools/list": Passage(result=EDIT_LIST_TOOLS_RESULT_UP),
        },
        "server": {
            "notifications/cancelled": NOTED,
            "notifications/message": NOTED,
            "notifications/progress": NOTED,
            "notifications/prompts/list_changed": NOTED,
            "notifications/resources/list_changed": NOTED,
            "notifications/resources/updated": NOTED,
            "notifications/tools/list_changed": NOTED,
            "ping": WHOLE,
            "roots/list": Passage(result=EDIT_LIST_ROOTS_RESULT_UP),
            "sampling/createMessage": Passage(
                params=EDIT_CREATE_MESSAGE_REQUEST_PARAMS_UP, result=EDIT_CREATE_MESSAGE_RESULT_UP
            ),
        },
    },
    batches=T2_1,
    capabilities=client_capabilities_up,
    implementation=implementation_up,
)


EDIT_COMPLETE_REQUEST_PARAMS_DOWN = Edit(
    complete_request_params_down,
    Outline(
        ("context", "ref"),
        reads={"ref": ("ref",)},
        still={
            "ref": (
                "tagged",
                "type",
                {"ref/prompt": ("object", {"title": "never"}, (), None), "ref/resource": None},
            ),
        },
        sheds=(Shed("context", T2_8),),
        known=("_meta", "argument"),
    ),
)
EDIT_INITIALIZE_REQUEST_PARAMS_DOWN = Edit(
    initialize_request_params_down,
    Outline(
        ("capabilities", "clientInfo"),
        reads={"capabilities": ("capabilities",), "clientInfo": ("clientInfo",)},
        still={
            "capabilities": ("object", {"elicitation": "never"}, (), None),
            "clientInfo": ("object", {"title": "never"}, (), None),
        },
    ),
)
EDIT_INITIALIZE_RESULT_DOWN = Edit(
    initialize_result_down,
    Outline(
        ("serverInfo",),
        reads={"serverInfo": ("serverInfo",)},
        still={
            "serverInfo": ("object", {"title": "never"}, (), None),
        },
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
                    {
                        "content": (
                            "tagged",
                            "type",
                            {
                                "image": (
                                    "object",
                                    {
                                        "_meta": "never",
                                        "annotations": ("object", {"lastModified": "never"}, (), None),
                                    },
                                    (),
                                    None,
                                ),
                                "audio": (
                                    "object",
                                    {
                                        "_meta": "never",
                                        "annotations": ("object", {"lastModified": "never"}, (), None),
                                    },
                                    (),
                                    None,
                                ),
                                "text": (
                                    "object",
                                    {
                                        "_meta": "never",
                                        "annotations": ("object", {"lastModified": "never"}, (), None),
                                    },
                                    (),
                                    None,
                                ),
                                "resource": (
                                    "object",
                                    {
                                        "_meta": "never",
                                        "annotations": ("object", {"lastModified": "never"}, (), None),
                                        "resource": ("object", {"_meta": "never"}, (), None),
                                    },
                                    (),
                                    None,
                                ),
                            },
                        )
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_LIST_PROMPTS_RESULT_DOWN = Edit(
    list_prompts_result_down,
    Outline(
        ("prompts",),
        reads={"prompts": ("prompts",)},
        still={
            "prompts": (
                "array",
                (
                    "object",
                    {
                        "_meta": "never",
                        "arguments": ("array", ("object", {"title": "never"}, (), None), None, None),
                        "title": "never",
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_LIST_RESOURCES_RESULT_DOWN = Edit(
    list_resources_result_down,
    Outline(
        ("resources",),
        reads={"resources": ("resources",)},
        still={
            "resources": (
                "array",
                (
                    "object",
                    {
                        "_meta": "never",
                        "annotations": ("object", {"lastModified": "never"}, (), None),
                        "title": "never",
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
        },
    ),
)
EDIT_READ_RESOURCE_RESULT_DOWN = Edit(
    read_resource_result_down,
    Outline(
        ("contents",),
        reads={"contents": ("contents",)},
        still={
            "contents": ("array", ("object", {"_meta": "never"}, (), None), None, None),
        },
    ),
)
EDIT_LIST_RESOURCE_TEMPLATES_RESULT_DOWN = Edit(
    list_resource_templates_result_down,
    Outline(
        ("resourceTemplates",),
        reads={"resourceTemplates": ("resourceTemplates",)},
        still={
            "resourceTemplates": (
                "array",
                (
                    "object",
                    {
                        "_meta": "never",
                        "annotations": ("object", {"lastModified": "never"}, (), None),
                        "title": "never",
                    },
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
        ("structuredContent", "content"),
        reads={"structuredContent": ("content", "structuredContent"), "content": ("content",)},
        still={
            "content": (
                "array",
                (
                    "tagged",
                    "type",
                    {
                        "image": (
                            "object",
                            {
                                "_meta": "never",
                                "annotations": ("object", {"lastModified": "never"}, (), None),
                            },
                            (),
                            None,
                        ),
                        "audio": (
                            "object",
                            {
                                "_meta": "never",
                                "annotations": ("object", {"lastModified": "never"}, (), None),
                            },
                            (),
                            None,
                        ),
                        "text": (
                            "object",
                            {
                                "_meta": "never",
                                "annotations": ("object", {"lastModified": "never"}, (), None),
                            },
                            (),
                            None,
                        ),
                        "resource": (
                            "object",
                            {
                                "_meta": "never",
                                "annotations": ("object", {"lastModified": "never"}, (), None),
                                "resource": ("object", {"_meta": "never"}, (), None),
                            },
                            (),
                            None,
                        ),
                    },
                ),
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
            "tools": (
                "array",
                ("object", {"title": "never", "_meta": "never", "outputSchema": "never"}, (), None),
                None,
                None,
            ),
        },
    ),
)
EDIT_LIST_ROOTS_RESULT_DOWN = Edit(
    list_roots_result_down,
    Outline(
        ("roots",),
        reads={"roots": ("roots",)},
        still={
            "roots": ("array", ("object", {"_meta": "never"}, (), None), None, None),
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
                (
                    "object",
                    {
                        "content": (
                            "tagged",
                            "type",
                            {
                                "image": (
                                    "object",
                                    {
                                        "_meta": "never",
                                        "annotations": ("object", {"lastModified": "never"}, (), None),
                                    },
                                    (),
                                    None,
                                ),
                                "audio": (
                                    "object",
                                    {
                                        "_meta": "never",
                                        "annotations": ("object", {"lastModified": "never"}, (), None),
                                    },
                                    (),
                                    None,
                                ),
                                "text": (
                                    "object",
                                    {
                                        "_meta": "never",
                                        "annotations": ("object", {"lastModified": "never"}, (), None),
                                    },
                                    (),
                                    None,
                                ),
                            },
                        )
                    },
                    (),
                    None,
                ),
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
            "content": (
                "tagged",
                "type",
                {
                    "image": (
                        "object",
                        {"_meta": "never", "annotations": ("object", {"lastModified": "never"}, (), None)},
                        (),
                        None,
                    ),
                    "audio": (
                        "object",
                        {"_meta": "never", "annotations": ("object", {"lastModified": "never"}, (), None)},
                        (),
                        None,
                    ),
                    "text": (
                        "object",
                        {"_meta": "never", "annotations": ("object", {"lastModified": "never"}, (), None)},
                        (),
                        None,
                    ),
                },
            ),
        },
    ),
)

DOWN = Direction(
    source="2025-06-18",
    target="2025-03-26",
    methods={
        "client": {
            "completion/complete": Passage(
                params=EDIT_COMPLETE_REQUEST_PARAMS_DOWN, verdicts=("lossy", "whole")
            ),
            "initialize": Passage(
                params=EDIT_INITIALIZE_REQUEST_PARAMS_DOWN,
                result=EDIT_INITIALIZE_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
            ),
            "logging/setLevel": WHOLE,
            "notifications/cancelled": NOTED,
            "notifications/initialized": NOTED,
            "notifications/progress": NOTED,
            "notifications/roots/list_changed": NOTED,
            "ping": WHOLE,
            "prompts/get": Passage(result=EDIT_GET_PROMPT_RESULT_DOWN, verdicts=("whole", "lossy")),
            "prompts/list": Passage(result=EDIT_LIST_PROMPTS_RESULT_DOWN, verdicts=("whole", "lossy")),
            "resources/list": Passage(result=EDIT_LIST_RESOURCES_RESULT_DOWN, verdicts=("whole", "lossy")),
            "resources/read": Passage(result=EDIT_READ_RESOURCE_RESULT_DOWN, verdicts=("whole", "lossy")),
            "resources/subscribe": WHOLE,
            "resources/templates/list": Passage(
                result=EDIT_LIST_RESOURCE_TEMPLATES_RESULT_DOWN, verdicts=("whole", "lossy")
            ),
            "resources/unsubscribe": WHOLE,
            "tools/call": Passage(result=EDIT_CALL_TOOL_RESULT_DOWN, verdicts=("whole", "lossy")),
            "tools/list": Passage(result=EDIT_LIST_TOOLS_RESULT_DOWN, verdicts=("whole", "lossy")),
        },
        "server": {
            "elicitation/create": Gone(T2_7, -32601),
            "notifications/cancelled": NOTED,
            "notifications/message": NOTED,
            "notifications/progress": NOTED,
            "notifications/prompts/list_changed": NOTED,
            "notifications/resources/list_changed": NOTED,
            "notifications/resources/updated": NOTED,
            "notifications/tools/list_changed": NOTED,
            "ping": WHOLE,
            "roots/list": Passage(result=EDIT_LIST_ROOTS_RESULT_DOWN, verdicts=("whole", "lossy")),
            "sampling/createMessage": Passage(
                params=EDIT_CREATE_MESSAGE_REQUEST_PARAMS_DOWN,
                result=EDIT_CREATE_MESSAGE_RESULT_DOWN,
                verdicts=("lossy", "lossy"),
            ),
        },
    },
)
