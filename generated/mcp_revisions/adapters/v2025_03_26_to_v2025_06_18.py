"""Convert messages between 2025-03-26 and 2025-06-18: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter, MethodRemoved
from .._runtime.conversion.log import ConversionLog, Path, array, check_object, expected
from .._runtime.conversion.losses import Change
from .._runtime.conversion.value_checks import fits
from . import value_shapes_v2025_03_26 as older
from . import value_shapes_v2025_06_18 as newer

T2_1 = Change("T2.1", "2025-06-18 removed JSON-RPC batches, so this batch was split into single messages.")
T2_2 = Change(
    "T2.2",
    "Titles are new in 2025-06-18, so this one was removed; a tool's became `annotations.title` if possible.",
)
T2_3 = Change("T2.3", "Revisions before 2025-06-18 define no `_meta` here, so it was removed.")
T2_5 = Change(
    "T2.5",
    "Revisions before 2025-06-18 have no structured tool output, so it was removed; a tool result states it as text instead.",
)
T2_6 = Change(
    "T2.6",
    "Revisions before 2025-06-18 have no resource links, so this link became a text block with a Markdown link.",
)
T2_7 = Change(
    "T2.7",
    "Revisions before 2025-06-18 have no elicitation, so this capability was removed.",
    "Revisions before 2025-06-18 have no elicitation, so this message was refused.",
)
T2_8 = Change("T2.8", "Completion requests before 2025-06-18 have no `context`, so it was removed.")
T2_10 = Change("T2.10", "Annotations before 2025-06-18 have no `lastModified`, so it was removed.")

UNCHANGED = MethodAdapter()
UNCHANGED_NOTIFICATION = MethodAdapter(is_request=False)


# Up, from 2025-03-26 to 2025-06-18


def prompt_reference_up(reference: Any, at: Path, log: ConversionLog) -> None:
    check_object(reference, at)
    if "title" in reference:
        log.admit(reference, "title", "string", at, T2_2)


def completion_reference_up(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "ref/prompt":
        prompt_reference_up(value, at, log)
    elif kind != "ref/resource":
        raise expected("PromptReference or ResourceReference", at)


def complete_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    completion_reference_up(params.get("ref"), (at, "ref"), log)
    if "context" in params:
        log.admit(params, "context", newer.COMPLETION_CONTEXT, at, T2_8)


def client_capabilities_up(capabilities: Any, at: Path, log: ConversionLog) -> None:
    check_object(capabilities, at)
    if "elicitation" in capabilities:
        log.admit(capabilities, "elicitation", ("map",), at, T2_7)


def implementation_up(implementation: Any, at: Path, log: ConversionLog) -> None:
    check_object(implementation, at)
    if "title" in implementation:
        log.admit(implementation, "title", "string", at, T2_2)


def initialize_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    client_capabilities_up(params.get("capabilities"), (at, "capabilities"), log)
    implementation_up(params.get("clientInfo"), (at, "clientInfo"), log)


def initialize_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    implementation_up(result.get("serverInfo"), (at, "serverInfo"), log)


def annotations_up(annotations: Any, at: Path, log: ConversionLog) -> None:
    check_object(annotations, at)
    if "lastModified" in annotations:
        log.admit(annotations, "lastModified", "string", at, T2_10)


def text_content_up(content: Any, at: Path, log: ConversionLog) -> None:
    check_object(content, at)
    if "annotations" in content:
        annotations_up(content["annotations"], (at, "annotations"), log)
    if "_meta" in content:
        log.admit(content, "_meta", ("map",), at, T2_3)


def image_content_up(content: Any, at: Path, log: ConversionLog) -> None:
    check_object(content, at)
    if "annotations" in content:
        annotations_up(content["annotations"], (at, "annotations"), log)
    if "_meta" in content:
        log.admit(content, "_meta", ("map",), at, T2_3)


def audio_content_up(content: Any, at: Path, log: ConversionLog) -> None:
    check_object(content, at)
    if "annotations" in content:
        annotations_up(content["annotations"], (at, "annotations"), log)
    if "_meta" in content:
        log.admit(content, "_meta", ("map",), at, T2_3)


def text_resource_contents_up(contents: Any, at: Path, log: ConversionLog) -> None:
    check_object(contents, at)
    if "_meta" in contents:
        log.admit(contents, "_meta", ("map",), at, T2_3)


def blob_resource_contents_up(contents: Any, at: Path, log: ConversionLog) -> None:
    check_object(contents, at)
    if "_meta" in contents:
        log.admit(contents, "_meta", ("map",), at, T2_3)


def any_resource_contents_up(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "TextResourceContents or BlobResourceContents")
    if "text" in value and fits(value, older.TEXT_RESOURCE_CONTENTS):
        text_resource_contents_up(value, at, log)
    else:
        blob_resource_contents_up(value, at, log)


def embedded_resource_up(resource: Any, at: Path, log: ConversionLog) -> None:
    check_object(resource, at)
    if "annotations" in resource:
        annotations_up(resource["annotations"], (at, "annotations"), log)
    any_resource_contents_up(resource.get("resource"), (at, "resource"), log)
    if "_meta" in resource:
        log.admit(resource, "_meta", ("map",), at, T2_3)


def content_block_up(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        image_content_up(value, at, log)
    elif kind == "audio":
        audio_content_up(value, at, log)
    elif kind == "text":
        text_content_up(value, at, log)
    elif kind == "resource":
        embedded_resource_up(value, at, log)
    else:
        raise expected("ImageContent or AudioContent or TextContent or EmbeddedResource", at)


def prompt_message_up(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    content_block_up(message.get("content"), (at, "content"), log)


def get_prompt_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        prompt_message_up(item, (here, i), log)


def prompt_argument_up(argument: Any, at: Path, log: ConversionLog) -> None:
    check_object(argument, at)
    if "title" in argument:
        log.admit(argument, "title", "string", at, T2_2)


def prompt_up(prompt: Any, at: Path, log: ConversionLog) -> None:
    check_object(prompt, at)
    if "arguments" in prompt:
        items, here = array(prompt, "arguments", at), (at, "arguments")
        for i, item in enumerate(items):
            prompt_argument_up(item, (here, i), log)
    if "_meta" in prompt:
        log.admit(prompt, "_meta", ("map",), at, T2_3)
    if "title" in prompt:
        log.admit(prompt, "title", "string", at, T2_2)


def list_prompts_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "prompts", at), (at, "prompts")
    for i, item in enumerate(items):
        prompt_up(item, (here, i), log)


def resource_up(resource: Any, at: Path, log: ConversionLog) -> None:
    check_object(resource, at)
    if "annotations" in resource:
        annotations_up(resource["annotations"], (at, "annotations"), log)
    if "_meta" in resource:
        log.admit(resource, "_meta", ("map",), at, T2_3)
    if "title" in resource:
        log.admit(resource, "title", "string", at, T2_2)


def list_resources_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "resources", at), (at, "resources")
    for i, item in enumerate(items):
        resource_up(item, (here, i), log)


def read_resource_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "contents", at), (at, "contents")
    for i, item in enumerate(items):
        any_resource_contents_up(item, (here, i), log)


def resource_template_up(template: Any, at: Path, log: ConversionLog) -> None:
    check_object(template, at)
    if "annotations" in template:
        annotations_up(template["annotations"], (at, "annotations"), log)
    if "_meta" in template:
        log.admit(template, "_meta", ("map",), at, T2_3)
    if "title" in template:
        log.admit(template, "title", "string", at, T2_2)


def list_resource_templates_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "resourceTemplates", at), (at, "resourceTemplates")
    for i, item in enumerate(items):
        resource_template_up(item, (here, i), log)


def call_tool_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        content_block_up(item, (here, i), log)
    if "structuredContent" in result:
        log.admit(result, "structuredContent", ("map",), at, T2_5)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "_meta" in tool:
        log.admit(tool, "_meta", ("map",), at, T2_3)
    if "outputSchema" in tool:
        log.admit(tool, "outputSchema", newer.TOOL_OUTPUT_SCHEMA, at, T2_5)
    if "title" in tool:
        log.admit(tool, "title", "string", at, T2_2)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)


def root_up(root: Any, at: Path, log: ConversionLog) -> None:
    check_object(root, at)
    if "_meta" in root:
        log.admit(root, "_meta", ("map",), at, T2_3)


def list_roots_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "roots", at), (at, "roots")
    for i, item in enumerate(items):
        root_up(item, (here, i), log)


def sampling_content_up(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        image_content_up(value, at, log)
    elif kind == "audio":
        audio_content_up(value, at, log)
    elif kind == "text":
        text_content_up(value, at, log)
    else:
        raise expected("ImageContent or AudioContent or TextContent", at)


def sampling_message_up(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    sampling_content_up(message.get("content"), (at, "content"), log)


def create_message_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    items, here = array(params, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        sampling_message_up(item, (here, i), log)


def create_message_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    sampling_content_up(result.get("content"), (at, "content"), log)


UP = Adapter(
    source="2025-03-26",
    target="2025-06-18",
    methods={
        "client": {
            "completion/complete": MethodAdapter(
                params=complete_request_params_up, changes=((T2_8, T2_2), ())
            ),
            "initialize": MethodAdapter(
                params=initialize_request_params_up,
                result=initialize_result_up,
                changes=((T2_7, T2_2), (T2_2,)),
            ),
            "logging/setLevel": UNCHANGED,
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/initialized": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/roots/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "prompts/get": MethodAdapter(result=get_prompt_result_up, changes=((), (T2_10, T2_3))),
            "prompts/list": MethodAdapter(result=list_prompts_result_up, changes=((), (T2_2, T2_3))),
            "resources/list": MethodAdapter(
                result=list_resources_result_up, changes=((), (T2_10, T2_3, T2_2))
            ),
            "resources/read": MethodAdapter(result=read_resource_result_up, changes=((), (T2_3,))),
            "resources/subscribe": UNCHANGED,
            "resources/templates/list": MethodAdapter(
                result=list_resource_templates_result_up, changes=((), (T2_10, T2_3, T2_2))
            ),
            "resources/unsubscribe": UNCHANGED,
            "tools/call": MethodAdapter(result=call_tool_result_up, changes=((), (T2_10, T2_3, T2_5))),
            "tools/list": MethodAdapter(result=list_tools_result_up, changes=((), (T2_3, T2_5, T2_2))),
        },
        "server": {
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "roots/list": MethodAdapter(result=list_roots_result_up, changes=((), (T2_3,))),
            "sampling/createMessage": MethodAdapter(
                params=create_message_request_params_up,
                result=create_message_result_up,
                changes=((T2_10, T2_3), (T2_10, T2_3)),
            ),
        },
    },
    batches=T2_1,
    capabilities=client_capabilities_up,
    implementation=implementation_up,
)


# Down, from 2025-06-18 to 2025-03-26


def prompt_reference_down(reference: Any, at: Path, log: ConversionLog) -> None:
    check_object(reference, at)
    if "title" in reference:
        log.drop(reference, "title", at, T2_2)


def completion_reference_down(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "ref/prompt":
        prompt_reference_down(value, at, log)
    elif kind != "ref/resource":
        raise expected("ResourceTemplateReference or PromptReference", at)


def complete_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "context" in params:
        log.drop(params, "context", at, T2_8)
    completion_reference_down(params.get("ref"), (at, "ref"), log)


def client_capabilities_down(capabilities: Any, at: Path, log: ConversionLog) -> None:
    check_object(capabilities, at)
    if "elicitation" in capabilities:
        log.drop(capabilities, "elicitation", at, T2_7)


def implementation_down(implementation: Any, at: Path, log: ConversionLog) -> None:
    check_object(implementation, at)
    if "title" in implementation:
        log.drop(implementation, "title", at, T2_2)


def initialize_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    client_capabilities_down(params.get("capabilities"), (at, "capabilities"), log)
    implementation_down(params.get("clientInfo"), (at, "clientInfo"), log)


def initialize_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    implementation_down(result.get("serverInfo"), (at, "serverInfo"), log)


def annotations_down(annotations: Any, at: Path, log: ConversionLog) -> None:
    check_object(annotations, at)
    if "lastModified" in annotations:
        log.drop(annotations, "lastModified", at, T2_10)


def text_content_down(content: Any, at: Path, log: ConversionLog) -> None:
    check_object(content, at)
    if "_meta" in content:
        log.drop(content, "_meta", at, T2_3)
    if "annotations" in content:
        annotations_down(content["annotations"], (at, "annotations"), log)


def image_content_down(content: Any, at: Path, log: ConversionLog) -> None:
    check_object(content, at)
    if "_meta" in content:
        log.drop(content, "_meta", at, T2_3)
    if "annotations" in content:
        annotations_down(content["annotations"], (at, "annotations"), log)


def audio_content_down(content: Any, at: Path, log: ConversionLog) -> None:
    check_object(content, at)
    if "_meta" in content:
        log.drop(content, "_meta", at, T2_3)
    if "annotations" in content:
        annotations_down(content["annotations"], (at, "annotations"), log)


def text_resource_contents_down(contents: Any, at: Path, log: ConversionLog) -> None:
    check_object(contents, at)
    if "_meta" in contents:
        log.drop(contents, "_meta", at, T2_3)


def blob_resource_contents_down(contents: Any, at: Path, log: ConversionLog) -> None:
    check_object(contents, at)
    if "_meta" in contents:
        log.drop(contents, "_meta", at, T2_3)


def any_resource_contents_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "TextResourceContents or BlobResourceContents")
    if "text" in value and fits(value, newer.TEXT_RESOURCE_CONTENTS):
        text_resource_contents_down(value, at, log)
    else:
        blob_resource_contents_down(value, at, log)


def embedded_resource_down(resource: Any, at: Path, log: ConversionLog) -> None:
    check_object(resource, at)
    if "_meta" in resource:
        log.drop(resource, "_meta", at, T2_3)
    if "annotations" in resource:
        annotations_down(resource["annotations"], (at, "annotations"), log)
    any_resource_contents_down(resource.get("resource"), (at, "resource"), log)


def content_block_down(value: Any, at: Path, log: ConversionLog) -> Any:
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        image_content_down(value, at, log)
    elif kind == "audio":
        audio_content_down(value, at, log)
    elif kind == "resource_link":
        value = rules.resource_link_as_text(value, at, log, T2_6)
    elif kind == "text":
        text_content_down(value, at, log)
    elif kind == "resource":
        embedded_resource_down(value, at, log)
    else:
        raise expected("ImageContent or AudioContent or ResourceLink or TextContent or EmbeddedResource", at)
    return value


def prompt_message_down(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    message["content"] = content_block_down(message.get("content"), (at, "content"), log)


def get_prompt_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        prompt_message_down(item, (here, i), log)


def prompt_argument_down(argument: Any, at: Path, log: ConversionLog) -> None:
    check_object(argument, at)
    if "title" in argument:
        log.drop(argument, "title", at, T2_2)


def prompt_down(prompt: Any, at: Path, log: ConversionLog) -> None:
    check_object(prompt, at)
    if "_meta" in prompt:
        log.drop(prompt, "_meta", at, T2_3)
    if "arguments" in prompt:
        items, here = array(prompt, "arguments", at), (at, "arguments")
        for i, item in enumerate(items):
            prompt_argument_down(item, (here, i), log)
    if "title" in prompt:
        log.drop(prompt, "title", at, T2_2)


def list_prompts_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "prompts", at), (at, "prompts")
    for i, item in enumerate(items):
        prompt_down(item, (here, i), log)


def resource_down(resource: Any, at: Path, log: ConversionLog) -> None:
    check_object(resource, at)
    if "_meta" in resource:
        log.drop(resource, "_meta", at, T2_3)
    if "annotations" in resource:
        annotations_down(resource["annotations"], (at, "annotations"), log)
    if "title" in resource:
        log.drop(resource, "title", at, T2_2)


def list_resources_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "resources", at), (at, "resources")
    for i, item in enumerate(items):
        resource_down(item, (here, i), log)


def read_resource_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "contents", at), (at, "contents")
    for i, item in enumerate(items):
        any_resource_contents_down(item, (here, i), log)


def resource_template_down(template: Any, at: Path, log: ConversionLog) -> None:
    check_object(template, at)
    if "_meta" in template:
        log.drop(template, "_meta", at, T2_3)
    if "annotations" in template:
        annotations_down(template["annotations"], (at, "annotations"), log)
    if "title" in template:
        log.drop(template, "title", at, T2_2)


def list_resource_templates_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "resourceTemplates", at), (at, "resourceTemplates")
    for i, item in enumerate(items):
        resource_template_down(item, (here, i), log)


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "structuredContent" in result:
        rules.structured_content_as_text(result, at, log, T2_5)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_down(item, (here, i), log)


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "title" in tool:
        rules.title_as_annotation(tool, at, log, T2_2)
    if "_meta" in tool:
        log.drop(tool, "_meta", at, T2_3)
    if "outputSchema" in tool:
        log.drop(tool, "outputSchema", at, T2_5)


def list_tools_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), log)


def root_down(root: Any, at: Path, log: ConversionLog) -> None:
    check_object(root, at)
    if "_meta" in root:
        log.drop(root, "_meta", at, T2_3)


def list_roots_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "roots", at), (at, "roots")
    for i, item in enumerate(items):
        root_down(item, (here, i), log)


def sampling_content_down(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        image_content_down(value, at, log)
    elif kind == "audio":
        audio_content_down(value, at, log)
    elif kind == "text":
        text_content_down(value, at, log)
    else:
        raise expected("ImageContent or AudioContent or TextContent", at)


def sampling_message_down(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    sampling_content_down(message.get("content"), (at, "content"), log)


def create_message_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    items, here = array(params, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        sampling_message_down(item, (here, i), log)


def create_message_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    sampling_content_down(result.get("content"), (at, "content"), log)


DOWN = Adapter(
    source="2025-06-18",
    target="2025-03-26",
    methods={
        "client": {
            "completion/complete": MethodAdapter(
                params=complete_request_params_down, fidelity=("lossy", "whole"), changes=((T2_8, T2_2), ())
            ),
            "initialize": MethodAdapter(
                params=initialize_request_params_down,
                result=initialize_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T2_7, T2_2), (T2_2,)),
            ),
            "logging/setLevel": UNCHANGED,
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/initialized": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/roots/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "prompts/get": MethodAdapter(
                result=get_prompt_result_down, fidelity=("whole", "lossy"), changes=((), (T2_10, T2_3, T2_6))
            ),
            "prompts/list": MethodAdapter(
                result=list_prompts_result_down, fidelity=("whole", "lossy"), changes=((), (T2_2, T2_3))
            ),
            "resources/list": MethodAdapter(
                result=list_resources_result_down,
                fidelity=("whole", "lossy"),
                changes=((), (T2_10, T2_3, T2_2)),
            ),
            "resources/read": MethodAdapter(
                result=read_resource_result_down, fidelity=("whole", "lossy"), changes=((), (T2_3,))
            ),
            "resources/subscribe": UNCHANGED,
            "resources/templates/list": MethodAdapter(
                result=list_resource_templates_result_down,
                fidelity=("whole", "lossy"),
                changes=((), (T2_10, T2_3, T2_2)),
            ),
            "resources/unsubscribe": UNCHANGED,
            "tools/call": MethodAdapter(
                result=call_tool_result_down,
                fidelity=("whole", "lossy"),
                changes=((), (T2_10, T2_3, T2_5, T2_6)),
            ),
            "tools/list": MethodAdapter(
                result=list_tools_result_down, fidelity=("whole", "lossy"), changes=((), (T2_2, T2_3, T2_5))
            ),
        },
        "server": {
            "elicitation/create": MethodRemoved(T2_7, -32601),
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "roots/list": MethodAdapter(
                result=list_roots_result_down, fidelity=("whole", "lossy"), changes=((), (T2_3,))
            ),
            "sampling/createMessage": MethodAdapter(
                params=create_message_request_params_down,
                result=create_message_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T2_10, T2_3), (T2_10, T2_3)),
            ),
        },
    },
)
