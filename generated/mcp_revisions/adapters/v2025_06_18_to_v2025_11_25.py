"""Convert messages between 2025-06-18 and 2025-11-25: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter, MethodRemoved
from .._runtime.conversion.flat_edits import DropInner
from .._runtime.conversion.log import ConversionLog, Path, array, check_object, expected, in_order, mapping
from .._runtime.conversion.losses import Change
from .._runtime.conversion.value_checks import fits
from .._runtime.conversion.variant_choice import variant_of
from . import value_shapes_v2025_06_18 as older
from . import value_shapes_v2025_11_25 as newer

T3_2 = Change("T3.2", "Before 2025-11-25, errors require an `id`, so this error without one was refused.")
T3_3 = Change("T3.3", "Revisions before 2025-11-25 have no icons, so they were removed.")
T3_4 = Change(
    "T3.4", "Clients and servers before 2025-11-25 have no `description` or `websiteUrl`, so it was removed."
)
T3_5 = Change("T3.5", "Clients before 2025-11-25 cannot open URLs, so this message was refused.")
T3_6_DOWN = Change(
    "T3.6",
    "Before 2025-11-25, the titles of options are in `enumNames` instead of `oneOf`, so this enumeration was rewritten.",
)
T3_6_UP = Change(
    "T3.6",
    "Since 2025-11-25, the titles of options are in `oneOf` instead of `enumNames`, so this enumeration was rewritten.",
)
T3_7 = Change("T3.7", "Before 2025-11-25, form fields of this kind have no `default`, so it was removed.")
T3_8 = Change(
    "T3.8",
    "Before 2025-11-25, a form answer holds one choice per field, so this list of one choice became that choice.",
    "Before 2025-11-25, a form answer holds one choice per field, so this list of choices was refused.",
)
T3_9 = Change(
    "T3.9",
    "Sampling before 2025-11-25 has no tools, so this unused setting was removed.",
    "Sampling before 2025-11-25 has no tools, so this message was refused.",
)
T3_10 = Change(
    "T3.10",
    "Revisions before 2025-11-25 have no tasks, so this was removed.",
    "Revisions before 2025-11-25 have no tasks, so this message was refused.",
)
T3_11 = Change(
    "T3.11", "Before 2025-11-25, cancellations require a `requestId`, so this one without it was refused."
)
T3_12 = Change("T3.12", "Revisions before 2025-11-25 do not define `$schema` here, so it was removed.")
T3_13 = Change(
    "T3.13",
    "Before 2025-11-25, elicitation has only forms and does not name its mode, so this was removed.",
    "Elicitation before 2025-11-25 has only forms, so this message with another mode was refused.",
)
T3_15 = Change(
    "T3.15",
    "Form fields before 2025-11-25 hold one choice, so this optional field for several was removed.",
    "Form fields before 2025-11-25 hold one choice, so this form, which needs a field for several, was refused.",
)
T3_16 = Change(
    "T3.16",
    "Sampling messages before 2025-11-25 hold one content block, so this list was unwrapped, split, joined or removed.",
    "Sampling messages before 2025-11-25 hold one content block, so this message with a list was refused.",
)
T3_17 = Change("T3.17", "Sampling messages before 2025-11-25 have no `_meta`, so it was removed.")
T3_18 = Change(
    "T3.18", "Before 2025-11-25, the `sampling` capability has no members, so this one was removed."
)

UNCHANGED = MethodAdapter()
UNCHANGED_NOTIFICATION = MethodAdapter(is_request=False)


# Up, from 2025-06-18 to 2025-11-25


def elicitation_capability_up(capability: Any, at: Path, log: ConversionLog) -> None:
    check_object(capability, at)
    if "form" in capability:
        log.admit(capability, "form", ("map",), at, T3_13)
    if "url" in capability:
        log.admit(capability, "url", ("map",), at, T3_13)


def sampling_capability_up(capability: Any, at: Path, log: ConversionLog) -> None:
    check_object(capability, at)
    if "context" in capability:
        log.admit(capability, "context", ("map",), at, T3_18)
    if "tools" in capability:
        log.admit(capability, "tools", ("map",), at, T3_18)


def client_capabilities_up(capabilities: Any, at: Path, log: ConversionLog) -> None:
    check_object(capabilities, at)
    if "elicitation" in capabilities:
        elicitation_capability_up(capabilities["elicitation"], (at, "elicitation"), log)
    if "sampling" in capabilities:
        sampling_capability_up(capabilities["sampling"], (at, "sampling"), log)
    if "tasks" in capabilities:
        log.admit(capabilities, "tasks", newer.CLIENT_TASKS_CAPABILITY, at, T3_10)


def implementation_up(implementation: Any, at: Path, log: ConversionLog) -> None:
    check_object(implementation, at)
    if "description" in implementation:
        log.admit(implementation, "description", "string", at, T3_4)
    if "icons" in implementation:
        log.admit(implementation, "icons", ("array", newer.ICON), at, T3_3)
    if "websiteUrl" in implementation:
        log.admit(implementation, "websiteUrl", "string", at, T3_4)


def initialize_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    client_capabilities_up(params.get("capabilities"), (at, "capabilities"), log)
    implementation_up(params.get("clientInfo"), (at, "clientInfo"), log)


def server_capabilities_up(capabilities: Any, at: Path, log: ConversionLog) -> None:
    check_object(capabilities, at)
    if "tasks" in capabilities:
        log.admit(capabilities, "tasks", newer.SERVER_TASKS_CAPABILITY, at, T3_10)


def initialize_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    server_capabilities_up(result.get("capabilities"), (at, "capabilities"), log)
    implementation_up(result.get("serverInfo"), (at, "serverInfo"), log)


def resource_link_up(link: Any, at: Path, log: ConversionLog) -> None:
    check_object(link, at)
    if "icons" in link:
        log.admit(link, "icons", ("array", newer.ICON), at, T3_3)


def content_block_up(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "resource_link":
        resource_link_up(value, at, log)
    elif kind not in ("image", "audio", "text", "resource"):
        raise expected("ImageContent or AudioContent or ResourceLink or TextContent or EmbeddedResource", at)


def prompt_message_up(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    content_block_up(message.get("content"), (at, "content"), log)


def get_prompt_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        prompt_message_up(item, (here, i), log)


def prompt_up(prompt: Any, at: Path, log: ConversionLog) -> None:
    check_object(prompt, at)
    if "icons" in prompt:
        log.admit(prompt, "icons", ("array", newer.ICON), at, T3_3)


def list_prompts_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "prompts", at), (at, "prompts")
    for i, item in enumerate(items):
        prompt_up(item, (here, i), log)


def resource_up(resource: Any, at: Path, log: ConversionLog) -> None:
    check_object(resource, at)
    if "icons" in resource:
        log.admit(resource, "icons", ("array", newer.ICON), at, T3_3)


def list_resources_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "resources", at), (at, "resources")
    for i, item in enumerate(items):
        resource_up(item, (here, i), log)


def resource_template_up(template: Any, at: Path, log: ConversionLog) -> None:
    check_object(template, at)
    if "icons" in template:
        log.admit(template, "icons", ("array", newer.ICON), at, T3_3)


def list_resource_templates_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "resourceTemplates", at), (at, "resourceTemplates")
    for i, item in enumerate(items):
        resource_template_up(item, (here, i), log)


def call_tool_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "task" in params:
        log.admit(params, "task", newer.TASK_METADATA, at, T3_10)


def call_tool_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        content_block_up(item, (here, i), log)


def tool_input_schema_up(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "$schema" in schema:
        log.admit(schema, "$schema", "string", at, T3_12)


def tool_output_schema_up(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "$schema" in schema:
        log.admit(schema, "$schema", "string", at, T3_12)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    tool_input_schema_up(tool.get("inputSchema"), (at, "inputSchema"), log)
    if "outputSchema" in tool:
        tool_output_schema_up(tool["outputSchema"], (at, "outputSchema"), log)
    if "execution" in tool:
        log.admit(tool, "execution", newer.TOOL_EXECUTION, at, T3_10)
    if "icons" in tool:
        log.admit(tool, "icons", ("array", newer.ICON), at, T3_3)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)


def string_schema_up(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "default" in schema:
        log.admit(schema, "default", "string", at, T3_7)


def number_schema_up(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "default" in schema:
        log.admit(schema, "default", "number", at, T3_7)


def enum_schema_up(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "default" in schema:
        log.admit(schema, "default", "string", at, T3_7)


def primitive_schema_definition_up(value: Any, at: Path, log: ConversionLog) -> Any:
    check_object(value, at, "EnumSchema or NumberSchema or StringSchema")
    if (
        "enum" in value
        and value.get("type") == "string"
        and variant_of(value, (older.ENUM_SCHEMA_WHOLE, older.STRING_SCHEMA_WHOLE)) in (0, -1)
    ):
        enum_schema_up(value, at, log)
        value = rules.titled_enum(value, at, log, T3_6_UP)
    elif value.get("type") in ("integer", "number"):
        number_schema_up(value, at, log)
    elif value.get("type") == "string":
        string_schema_up(value, at, log)
    return value


def elicit_requested_schema_up(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    members, here = mapping(schema, "properties", at), (at, "properties")
    for name, item in in_order(members):
        members[name] = primitive_schema_definition_up(item, (here, name), log)
    if "$schema" in schema:
        log.admit(schema, "$schema", "string", at, T3_12)


def elicit_request_form_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    elicit_requested_schema_up(params.get("requestedSchema"), (at, "requestedSchema"), log)
    if "mode" in params:
        log.admit(params, "mode", ("choice", "form"), at, T3_13)
    if "task" in params:
        log.admit(params, "task", newer.TASK_METADATA, at, T3_10)


def sampling_message_up(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    if "_meta" in message:
        log.admit(message, "_meta", ("map",), at, T3_17)


def create_message_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    items, here = array(params, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        sampling_message_up(item, (here, i), log)
    if "task" in params:
        log.admit(params, "task", newer.TASK_METADATA, at, T3_10)
    if "toolChoice" in params:
        log.admit(params, "toolChoice", newer.TOOL_CHOICE, at, T3_9)
    if "tools" in params:
        log.admit(params, "tools", ("array", newer.TOOL), at, T3_9)


UP = Adapter(
    source="2025-06-18",
    target="2025-11-25",
    methods={
        "client": {
            "completion/complete": UNCHANGED,
            "initialize": MethodAdapter(
                params=initialize_request_params_up,
                result=initialize_result_up,
                changes=((T3_10, T3_13, T3_4, T3_3, T3_18), (T3_4, T3_3, T3_10)),
            ),
            "logging/setLevel": UNCHANGED,
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/initialized": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/roots/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "prompts/get": MethodAdapter(result=get_prompt_result_up, changes=((), (T3_3,))),
            "prompts/list": MethodAdapter(result=list_prompts_result_up, changes=((), (T3_3,))),
            "resources/list": MethodAdapter(result=list_resources_result_up, changes=((), (T3_3,))),
            "resources/read": UNCHANGED,
            "resources/subscribe": UNCHANGED,
            "resources/templates/list": MethodAdapter(
                result=list_resource_templates_result_up, changes=((), (T3_3,))
            ),
            "resources/unsubscribe": UNCHANGED,
            "tools/call": MethodAdapter(
                params=call_tool_request_params_up, result=call_tool_result_up, changes=((T3_10,), (T3_3,))
            ),
            "tools/list": MethodAdapter(result=list_tools_result_up, changes=((), (T3_12, T3_10, T3_3))),
        },
        "server": {
            "elicitation/create": MethodAdapter(
                params=elicit_request_form_params_up,
                fidelity=("adapted", "whole"),
                changes=((T3_13, T3_10, T3_12, T3_7, T3_6_UP), ()),
            ),
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "roots/list": UNCHANGED,
            "sampling/createMessage": MethodAdapter(
                params=create_message_request_params_up, changes=((T3_10, T3_9, T3_17), ())
            ),
        },
    },
    capabilities=client_capabilities_up,
    implementation=implementation_up,
)


# Down, from 2025-11-25 to 2025-06-18


def elicitation_capability_down(capability: Any, at: Path, log: ConversionLog) -> None:
    check_object(capability, at)
    if "form" in capability:
        log.drop_only(capability, "form", {}, at, T3_13)
    if "url" in capability:
        log.drop(capability, "url", at, T3_13)


def sampling_capability_down(capability: Any, at: Path, log: ConversionLog) -> None:
    check_object(capability, at)
    if "context" in capability:
        log.drop(capability, "context", at, T3_18)
    if "tools" in capability:
        log.drop(capability, "tools", at, T3_18)


def client_capabilities_down(capabilities: Any, at: Path, log: ConversionLog) -> None:
    check_object(capabilities, at)
    if "elicitation" in capabilities:
        rules.form_capability(capabilities, at, log, T3_13)
    if "elicitation" in capabilities:
        elicitation_capability_down(capabilities["elicitation"], (at, "elicitation"), log)
    if "sampling" in capabilities:
        sampling_capability_down(capabilities["sampling"], (at, "sampling"), log)
    if "tasks" in capabilities:
        log.drop(capabilities, "tasks", at, T3_10)


def implementation_down(implementation: Any, at: Path, log: ConversionLog) -> None:
    check_object(implementation, at)
    if "description" in implementation:
        log.drop(implementation, "description", at, T3_4)
    if "icons" in implementation:
        log.drop(implementation, "icons", at, T3_3)
    if "websiteUrl" in implementation:
        log.drop(implementation, "websiteUrl", at, T3_4)


def initialize_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    client_capabilities_down(params.get("capabilities"), (at, "capabilities"), log)
    implementation_down(params.get("clientInfo"), (at, "clientInfo"), log)


def server_capabilities_down(capabilities: Any, at: Path, log: ConversionLog) -> None:
    check_object(capabilities, at)
    if "tasks" in capabilities:
        log.drop(capabilities, "tasks", at, T3_10)


def initialize_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    server_capabilities_down(result.get("capabilities"), (at, "capabilities"), log)
    implementation_down(result.get("serverInfo"), (at, "serverInfo"), log)


def cancelled_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "requestId" not in params:
        log.refuse(at, T3_11)


def resource_link_down(link: Any, at: Path, log: ConversionLog) -> None:
    check_object(link, at)
    if "icons" in link:
        log.drop(link, "icons", at, T3_3)


def content_block_down(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "resource_link":
        resource_link_down(value, at, log)
    elif kind not in ("image", "audio", "text", "resource"):
        raise expected("ImageContent or AudioContent or ResourceLink or TextContent or EmbeddedResource", at)


def prompt_message_down(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    content_block_down(message.get("content"), (at, "content"), log)


def get_prompt_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        prompt_message_down(item, (here, i), log)


def prompt_down(prompt: Any, at: Path, log: ConversionLog) -> None:
    check_object(prompt, at)
    if "icons" in prompt:
        log.drop(prompt, "icons", at, T3_3)


def list_prompts_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "prompts", at), (at, "prompts")
    for i, item in enumerate(items):
        prompt_down(item, (here, i), log)


def resource_down(resource: Any, at: Path, log: ConversionLog) -> None:
    check_object(resource, at)
    if "icons" in resource:
        log.drop(resource, "icons", at, T3_3)


def list_resources_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "resources", at), (at, "resources")
    for i, item in enumerate(items):
        resource_down(item, (here, i), log)


def resource_template_down(template: Any, at: Path, log: ConversionLog) -> None:
    check_object(template, at)
    if "icons" in template:
        log.drop(template, "icons", at, T3_3)


def list_resource_templates_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "resourceTemplates", at), (at, "resourceTemplates")
    for i, item in enumerate(items):
        resource_template_down(item, (here, i), log)


def call_tool_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "task" in params:
        log.drop(params, "task", at, T3_10)


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        content_block_down(item, (here, i), log)


def tools_call_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "CreateTaskResult or CallToolResult")
    if "task" in value and variant_of(
        value, (newer.CALL_TOOL_RESULT_WHOLE, newer.CREATE_TASK_RESULT_WHOLE)
    ) in (1, -1):
        log.refuse(at, T3_10)
    else:
        call_tool_result_down(value, at, log)


def tool_input_schema_down(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "$schema" in schema:
        log.drop(schema, "$schema", at, T3_12)


def tool_output_schema_down(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "$schema" in schema:
        log.drop(schema, "$schema", at, T3_12)


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "execution" in tool:
        log.drop(tool, "execution", at, T3_10)
    if "icons" in tool:
        log.drop(tool, "icons", at, T3_3)
    tool_input_schema_down(tool.get("inputSchema"), (at, "inputSchema"), log)
    if "outputSchema" in tool:
        tool_output_schema_down(tool["outputSchema"], (at, "outputSchema"), log)


def list_tools_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "tools" in result:
        rules.tools_without_tasks(result, at, log, T3_10)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), log)


def string_schema_down(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "default" in schema:
        log.drop(schema, "default", at, T3_7)


def number_schema_down(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "default" in schema:
        log.drop(schema, "default", at, T3_7)


def untitled_single_select_enum_schema_down(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "default" in schema:
        log.drop(schema, "default", at, T3_6_DOWN)
    if "enumNames" in schema:
        log.admit(schema, "enumNames", ("array", "string"), at, T3_6_DOWN)


def legacy_titled_enum_schema_down(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "default" in schema:
        log.drop(schema, "default", at, T3_7)


def primitive_schema_definition_down(value: Any, at: Path, log: ConversionLog) -> Any:
    check_object(
        value,
        at,
        "UntitledSingleSelectEnumSchema or TitledSingleSelectEnumSchema or LegacyTitledEnumSchema or UntitledMultiSelectEnumSchema or TitledMultiSelectEnumSchema or NumberSchema or StringSchema",
    )
    read = variant_of(
        value,
        (
            newer.UNTITLED_SINGLE_SELECT_ENUM_SCHEMA_WHOLE,
            newer.TITLED_SINGLE_SELECT_ENUM_SCHEMA_WHOLE,
            newer.LEGACY_TITLED_ENUM_SCHEMA_WHOLE,
            newer.STRING_SCHEMA_WHOLE,
        ),
    )
    if "enum" in value and value.get("type") == "string" and read in (0, -1):
        untitled_single_select_enum_schema_down(value, at, log)
    elif "oneOf" in value and value.get("type") == "string" and read in (1, -1):
        value = rules.legacy_enum(value, at, log, T3_6_DOWN)
    elif "enum" in value and value.get("type") == "string" and read in (2, -1):
        legacy_titled_enum_schema_down(value, at, log)
    elif "items" in value and value.get("type") == "array":
        log.refuse(at, T3_15)
    elif value.get("type") in ("integer", "number"):
        number_schema_down(value, at, log)
    elif value.get("type") == "string":
        string_schema_down(value, at, log)
        value = rules.legacy_enum(value, at, log, T3_6_DOWN)
    return value


def elicit_requested_schema_down(schema: Any, at: Path, log: ConversionLog) -> None:
    check_object(schema, at)
    if "properties" in schema:
        rules.no_multi_select(schema, at, log, T3_15)
    if "$schema" in schema:
        log.drop(schema, "$schema", at, T3_12)
    members, here = mapping(schema, "properties", at), (at, "properties")
    for name, item in in_order(members):
        members[name] = primitive_schema_definition_down(item, (here, name), log)


def elicit_request_form_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "mode" in params:
        log.drop_only(params, "mode", "form", at, T3_13)
    elicit_requested_schema_down(params.get("requestedSchema"), (at, "requestedSchema"), log)
    if "task" in params:
        log.drop(params, "task", at, T3_10)


def elicit_request_params_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "ElicitRequestURLParams or ElicitRequestFormParams")
    if (
        "elicitationId" in value
        and value.get("mode") == "url"
        and "url" in value
        and fits(value, newer.ELICIT_REQUEST_URL_PARAMS)
    ):
        log.refuse(at, T3_5, -32602)
    else:
        elicit_request_form_params_down(value, at, log)


def elicit_field_value_down(value: Any, at: Path, log: ConversionLog) -> Any:
    if type(value) is list:
        value = rules.single_answers(value, at, log, T3_8)
    return value


def elicit_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "content" in result:
        members, here = mapping(result, "content", at), (at, "content")
        for name, item in in_order(members):
            members[name] = elicit_field_value_down(item, (here, name), log)


def elicitation_create_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "CreateTaskResult or ElicitResult")
    if "task" in value and not fits(value, newer.ELICIT_RESULT):
        log.refuse(at, T3_10)
    else:
        elicit_result_down(value, at, log)


def sampling_content_down(value: Any, at: Path, log: ConversionLog) -> None:
    if type(value) is list:
        log.refuse(at, T3_16, -32602)
        return
    kind = value.get("type") if type(value) is dict else None
    if kind in ("tool_use", "tool_result"):
        log.refuse(at, T3_9, -32602)
    elif kind not in ("image", "audio", "text"):
        raise expected(
            "ToolUseContent or ImageContent or AudioContent or ToolResultContent or TextContent or array of SamplingMessageContentBlock",
            at,
        )


def sampling_message_down(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    if "_meta" in message:
        log.drop(message, "_meta", at, T3_17)
    sampling_content_down(message.get("content"), (at, "content"), log)


def create_message_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "messages" in params:
        rules.single_blocks(params, at, log, T3_16)
    if "toolChoice" in params:
        log.drop_only(params, "toolChoice", {"mode": "none"}, at, T3_9)
    if "tools" in params:
        log.drop_only(params, "tools", [], at, T3_9)
    items, here = array(params, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        sampling_message_down(item, (here, i), log)
    if "task" in params:
        log.drop(params, "task", at, T3_10)


def create_message_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "content" in result:
        rules.one_block(result, at, log, T3_16)
    sampling_content_down(result.get("content"), (at, "content"), log)


def sampling_create_message_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "CreateTaskResult or CreateMessageResult")
    if "task" in value and variant_of(
        value, (newer.CREATE_MESSAGE_RESULT_WHOLE, newer.CREATE_TASK_RESULT_WHOLE)
    ) in (1, -1):
        log.refuse(at, T3_10)
    else:
        create_message_result_down(value, at, log)


DOWN = Adapter(
    source="2025-11-25",
    target="2025-06-18",
    methods={
        "client": {
            "completion/complete": UNCHANGED,
            "initialize": MethodAdapter(
                params=initialize_request_params_down,
                result=initialize_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T3_13, T3_10, T3_4, T3_3, T3_18), (T3_4, T3_3, T3_10)),
            ),
            "logging/setLevel": UNCHANGED,
            "notifications/cancelled": MethodAdapter(
                params=cancelled_notification_params_down,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((T3_11,), ()),
            ),
            "notifications/initialized": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/roots/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/tasks/status": MethodRemoved(T3_10, None),
            "ping": UNCHANGED,
            "prompts/get": MethodAdapter(
                result=get_prompt_result_down, fidelity=("whole", "lossy"), changes=((), (T3_3,))
            ),
            "prompts/list": MethodAdapter(
                result=list_prompts_result_down, fidelity=("whole", "lossy"), changes=((), (T3_3,))
            ),
            "resources/list": MethodAdapter(
                result=list_resources_result_down, fidelity=("whole", "lossy"), changes=((), (T3_3,))
            ),
            "resources/read": UNCHANGED,
            "resources/subscribe": UNCHANGED,
            "resources/templates/list": MethodAdapter(
                result=list_resource_templates_result_down, fidelity=("whole", "lossy"), changes=((), (T3_3,))
            ),
            "resources/unsubscribe": UNCHANGED,
            "tasks/cancel": MethodRemoved(T3_10, -32601),
            "tasks/get": MethodRemoved(T3_10, -32601),
            "tasks/list": MethodRemoved(T3_10, -32601),
            "tasks/result": MethodRemoved(T3_10, -32601),
            "tools/call": MethodAdapter(
                params=call_tool_request_params_down,
                result=tools_call_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T3_10,), (T3_3, T3_10)),
            ),
            "tools/list": MethodAdapter(
                result=list_tools_result_down, fidelity=("whole", "lossy"), changes=((), (T3_10, T3_3, T3_12))
            ),
        },
        "server": {
            "elicitation/create": MethodAdapter(
                params=elicit_request_params_down,
                result=elicitation_create_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T3_13, T3_10, T3_5, T3_15, T3_12, T3_7, T3_6_DOWN), (T3_8, T3_10)),
            ),
            "notifications/cancelled": MethodAdapter(
                params=cancelled_notification_params_down,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((T3_11,), ()),
            ),
            "notifications/elicitation/complete": MethodRemoved(T3_5, None),
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/tasks/status": MethodRemoved(T3_10, None),
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "roots/list": UNCHANGED,
            "sampling/createMessage": MethodAdapter(
                params=create_message_request_params_down,
                result=sampling_create_message_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T3_16, T3_9, T3_10, T3_17), (T3_16, T3_9, T3_10)),
            ),
            "tasks/cancel": MethodRemoved(T3_10, -32601),
            "tasks/get": MethodRemoved(T3_10, -32601),
            "tasks/list": MethodRemoved(T3_10, -32601),
            "tasks/result": MethodRemoved(T3_10, -32601),
        },
    },
    error_id=T3_2,
    every_part=DropInner(
        "_meta",
        ("io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response"),
        T3_10,
    ),
)
