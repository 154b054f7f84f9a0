"""Changelogs: every change of a pinned revision that an official changelog lists, or leaves out, is found."""

from __future__ import annotations

import pytest

from mcpgen.commands.diff import glob
from support.pinned_changes import REVISIONS, pinned_changes

R1, R2, R3, R4, R5, *_ = REVISIONS


def expect(old: str, new: str, *patterns: str) -> None:
    """Assert that each pattern, `RULE PLACE DETAIL`, matches a change."""
    facts = [f"{c.rule} {c.at} {c.detail}".strip() for c in pinned_changes(old, new)]
    missing = [pattern for pattern in patterns if not any(glob(pattern, fact) for fact in facts)]
    assert not missing


# Items of the official changelogs that the schema shows.
CHANGELOG = [
    (R1, R2, "batching", "BATCHES_ADMITTED JSONRPCMessage", "VARIANT_ADDED JSONRPCMessage array of *"),
    (R1, R2, "tool annotations", "FIELD_ADDED_OPTIONAL Tool.annotations"),
    (R1, R2, "progress message", "FIELD_ADDED_OPTIONAL ProgressNotificationParams.message"),
    (
        R1,
        R2,
        "audio",
        "VARIANT_ADDED ContentBlock AudioContent",
        "VARIANT_ADDED SamplingContent AudioContent",
    ),
    (R1, R2, "completions capability", "FIELD_ADDED_OPTIONAL ServerCapabilities.completions"),
    (
        R2,
        R3,
        "batching removed",
        "BATCHES_REFUSED JSONRPCMessage",
        "VARIANT_REMOVED JSONRPCMessage array of *",
    ),
    (
        *(R2, R3, "structured output"),
        *("FIELD_ADDED_OPTIONAL Tool.outputSchema", "FIELD_ADDED_OPTIONAL CallToolResult.structuredContent"),
    ),
    (R2, R3, "elicitation", "METHOD_ADDED elicitation/create request", "* ClientCapabilities.elicitation"),
    (R2, R3, "resource links", "VARIANT_ADDED ContentBlock ResourceLink"),
    (
        *(R2, R3, "_meta on more types"),
        *(
            f"FIELD_ADDED_OPTIONAL {name}._meta"
            for name in (
                *(
                    "AudioContent",
                    "BlobResourceContents",
                    "EmbeddedResource",
                    "ImageContent",
                    "Prompt",
                    "Resource",
                ),
                *(
                    "ResourceContents",
                    "ResourceTemplate",
                    "Root",
                    "TextContent",
                    "TextResourceContents",
                    "Tool",
                ),
            )
        ),
    ),
    (R2, R3, "completion context", "FIELD_ADDED_OPTIONAL CompleteRequestParams.context"),
    (
        *(R2, R3, "title"),
        *(
            f"FIELD_ADDED_OPTIONAL {name}.title"
            for name in (
                *("Implementation", "Prompt", "PromptArgument", "PromptReference"),
                *("Resource", "ResourceTemplate", "Tool"),
            )
        ),
    ),
    (
        *(R3, R4, "icons"),
        *(
            f"FIELD_ADDED_OPTIONAL {name}.icons"
            for name in ("Implementation", "Prompt", "Resource", "ResourceLink", "ResourceTemplate", "Tool")
        ),
    ),
    (
        *(R3, R4, "enum schemas"),
        *(
            f"VARIANT_ADDED {union} {titled}{count}SelectEnumSchema"
            for union in ("EnumSchema", "PrimitiveSchemaDefinition")
            for titled in ("Titled", "Untitled")
            for count in ("Single", "Multi")
        ),
        "VARIANT_ADDED ElicitFieldValue array of string",
    ),
    (
        *(R3, R4, "URL elicitation", "VARIANT_ADDED ElicitRequestParams ElicitRequestURLParams"),
        *("* ElicitRequestFormParams.mode", "* ElicitationCapability.form", "* ElicitationCapability.url"),
        *(
            "METHOD_ADDED notifications/elicitation/complete *",
            "ERROR_CODE_ADDED URLElicitationRequiredError -32042",
        ),
    ),
    (
        *(
            R3,
            R4,
            "sampling tools",
            "* CreateMessageRequestParams.tools",
            "* CreateMessageRequestParams.toolChoice",
        ),
        *(
            f"VARIANT_ADDED SamplingContent {arm}"
            for arm in ("ToolUseContent", "ToolResultContent", "array of *")
        ),
        *("* SamplingCapability.tools",),
    ),
    (
        *(
            R3,
            R4,
            "tasks",
            *(f"METHOD_ADDED tasks/{name} request" for name in ("get", "result", "list", "cancel")),
        ),
        *("METHOD_ADDED notifications/tasks/status *", "RESULT_ADDED tools/call CreateTaskResult"),
        *(f"FIELD_ADDED_OPTIONAL {n}Params.task" for n in ("CallToolRequest", "CreateMessageRequest")),
        *("FIELD_ADDED_OPTIONAL Tool.execution", "* ClientCapabilities.tasks", "* ServerCapabilities.tasks"),
        *(
            "RESULT_ADDED sampling/createMessage CreateTaskResult",
            "RESULT_ADDED elicitation/create CreateTaskResult",
        ),
    ),
    (R3, R4, "implementation description", "FIELD_ADDED_OPTIONAL Implementation.description"),
    (
        *(R3, R4, "default values", "FIELD_ADDED_OPTIONAL StringSchema.default"),
        *("FIELD_ADDED_OPTIONAL NumberSchema.default", "FIELD_ADDED_OPTIONAL LegacyTitledEnumSchema.default"),
    ),
    (
        R3,
        R4,
        "dialect",
        "* ToolInputSchema.$schema",
        "* ToolOutputSchema.$schema",
        "* ElicitRequestedSchema.$schema",
    ),
    (
        R3,
        R4,
        "params decoupled",
        "TYPE_EXTRACTED CallToolRequestParams",
        "TYPE_EXTRACTED CancelledNotificationParams",
    ),
    (
        *(R4, R5, "initialize removed", "METHOD_REMOVED initialize request"),
        *(
            "METHOD_REMOVED notifications/initialized notification",
            "FIELD_BECAME_REQUIRED RequestParams._meta",
        ),
        *(
            f"* RequestMetaObject.io.modelcontextprotocol/{key}"
            for key in ("protocolVersion", "clientCapabilities", "clientInfo", "logLevel")
        ),
        *(
            "* ResultMetaObject.io.modelcontextprotocol/serverInfo",
            "ERROR_CODE_ADDED UnsupportedProtocolVersionError *",
        ),
    ),
    (R4, R5, "server/discover", "METHOD_ADDED server/discover request"),
    (
        *(R4, R5, "subscriptions/listen", "METHOD_ADDED subscriptions/listen request"),
        *("METHOD_ADDED notifications/subscriptions/acknowledged *", "METHOD_REMOVED resources/subscribe *"),
        *(
            "METHOD_REMOVED resources/unsubscribe *",
            "* NotificationMetaObject.io.modelcontextprotocol/subscriptionId",
        ),
    ),
    (
        *(R4, R5, "methods removed", "METHOD_REMOVED ping *", "METHOD_REMOVED logging/setLevel *"),
        *("METHOD_REMOVED notifications/roots/list_changed *",),
    ),
    (
        *(
            R4,
            R5,
            "tasks removed",
            *(f"METHOD_REMOVED tasks/{n} *" for n in ("get", "result", "list", "cancel")),
        ),
        *("METHOD_REMOVED notifications/tasks/status *", "FIELD_REMOVED_OPTIONAL CallToolRequestParams.task"),
        *("FIELD_REMOVED_OPTIONAL Tool.execution", "FIELD_REMOVED_OPTIONAL ServerCapabilities.tasks"),
    ),
    (
        *(
            R4,
            R5,
            "MRTR",
            *(
                f"RESULT_ADDED {m} InputRequiredResult"
                for m in ("tools/call", "prompts/get", "resources/read")
            ),
        ),
        *(
            f"KIND_CHANGED {m} request → embedded"
            for m in ("sampling/createMessage", "elicitation/create", "roots/list")
        ),
        *(
            f"FIELD_ADDED_OPTIONAL {name}RequestParams.{member}"
            for name in ("CallTool", "GetPrompt", "ReadResource")
            for member in ("inputResponses", "requestState")
        ),
    ),
    (
        *(R4, R5, "resultType"),
        *(
            f"FIELD_ADDED_REQUIRED {n}Result.resultType"
            for n in ("CallTool", "Complete", "GetPrompt", "ListTools", "")
        ),
    ),
    (R4, R5, "extensions", "* ClientCapabilities.extensions", "* ServerCapabilities.extensions"),
    (
        *(R4, R5, "cache hints"),
        *(
            f"FIELD_ADDED_REQUIRED {name}Result.{member}"
            for name in ("ListTools", "ListPrompts", "ListResources", "ListResourceTemplates", "ReadResource")
            for member in ("ttlMs", "cacheScope")
        ),
    ),
    (
        *(R4, R5, "any JSON Schema", "TYPE_WIDENED ToolInputSchema.properties *"),
        *("FIELD_REMOVED_REQUIRED ToolOutputSchema.type", "TYPE_WIDENED CallToolResult.structuredContent *"),
        *("TYPE_WIDENED ToolResultContent.structuredContent *",),
    ),
    (
        *(R4, R5, "elicitation without id", "FIELD_REMOVED_REQUIRED ElicitRequestURLParams.elicitationId"),
        *(
            "METHOD_REMOVED notifications/elicitation/complete *",
            "ERROR_CODE_RETIRED URLElicitationRequiredError *",
        ),
    ),
    (
        R4,
        R5,
        "error codes",
        "ERROR_CODE_ADDED HeaderMismatchError -32020",
        "ERROR_CODE_RETIRED RESOURCE_NOT_FOUND *",
    ),
    (R4, R5, "deprecations", "DEPRECATED roots/list *", "DEPRECATED sampling/createMessage *"),
]

# Changes that the schema shows and the changelogs leave out.
UNLISTED = [
    (R1, R2, "annotations extracted", "TYPE_EXTRACTED Annotations", "TYPE_REMOVED Annotated"),
    (R1, R2, "completion is gated", "CAPABILITY_CHANGED completion/complete none → server:completions"),
    (R2, R3, "reference renamed", "TYPE_RENAMED ResourceTemplateReference ResourceReference → *"),
    (R2, R3, "last modified", "FIELD_ADDED_OPTIONAL Annotations.lastModified"),
    (R2, R3, "content block named", "TYPE_EXTRACTED ContentBlock"),
    (
        *(R3, R4, "errors", "TYPE_RENAMED JSONRPCErrorResponse JSONRPCError → *", "TYPE_EXTRACTED Error"),
        *(
            "FIELD_BECAME_OPTIONAL JSONRPCErrorResponse.id",
            "TYPE_RENAMED JSONRPCResultResponse JSONRPCResponse → *",
        ),
        *("TYPE_ADDED JSONRPCResponse",),
    ),
    (R3, R4, "cancellation without id", "FIELD_BECAME_OPTIONAL CancelledNotificationParams.requestId"),
    (R3, R4, "website and icons", "* Implementation.websiteUrl", "* Implementation.icons"),
    (R3, R4, "sampling", "* SamplingMessage._meta", "* SamplingCapability.context"),
    (R3, R4, "form dialect", "FIELD_ADDED_OPTIONAL ElicitRequestedSchema.$schema"),
    (R3, R4, "-32042", "ERROR_CODE_ADDED URLElicitationRequiredError -32042"),
    (
        *(R3, R4, "frames declared"),
        *(
            f"FIELD_DECLARED {n}Request.{m}"
            for n in ("CallTool", "Ping", "ListRoots")
            for m in ("jsonrpc", "id")
        ),
        *("FIELD_DECLARED ProgressNotification.jsonrpc", "FIELD_DECLARED CallToolRequestParams._meta"),
    ),
    (
        *(R4, R5, "cancellation", "FIELD_BECAME_REQUIRED CancelledNotificationParams.requestId"),
        *("DIRECTION_REMOVED notifications/progress sent by the client",),
    ),
    (R4, R5, "roots.listChanged", "FIELD_REMOVED_OPTIONAL ClientCapabilities.roots.listChanged"),
    (
        *(R4, R5, "standard errors"),
        *(
            f"TYPE_ADDED {n}Error"
            for n in ("Parse", "InvalidRequest", "MethodNotFound", "InvalidParams", "Internal")
        ),
    ),
    (R4, R5, "JSON values", "TYPE_EXTRACTED JSONObject", "TYPE_EXTRACTED JSONValue", "TYPE_ADDED JSONArray"),
    (
        *(R4, R5, "response types"),
        *(
            f"TYPE_ADDED {n}ResultResponse"
            for n in (
                *("CallTool", "Complete", "Discover", "GetPrompt", "ListPrompts", "ListResourceTemplates"),
                *("ListResources", "ListTools", "ReadResource", "SubscriptionsListen"),
            )
        ),
    ),
    (R4, R5, "100 completions", "CONSTRAINT_TIGHTENED Completion.values maxItems null → maxItems 100"),
    (
        *(R4, R5, "embedded metadata", "FIELD_REMOVED_OPTIONAL ElicitResult._meta"),
        *(
            "FIELD_REMOVED_OPTIONAL ListRootsResult._meta",
            "FIELD_REMOVED_OPTIONAL CreateMessageRequestParams._meta",
        ),
        *(
            "FIELD_REMOVED_OPTIONAL ElicitRequestFormParams._meta",
            "* ListRootsRequestParams._meta.progressToken",
        ),
    ),
    (
        *(R4, R5, "required params"),
        *(
            f"FIELD_BECAME_REQUIRED List{n}Request.params"
            for n in ("Tools", "Prompts", "Resources", "ResourceTemplates")
        ),
    ),
]


@pytest.mark.parametrize("item", CHANGELOG, ids=lambda item: f"{item[1]} {item[2]}")
def test_every_visible_changelog_item_is_found(item: tuple[str, ...]) -> None:
    """An item of an official changelog that the schema shows is found in each of its places."""
    old, new, _, *patterns = item
    expect(old, new, *patterns)


@pytest.mark.parametrize("item", UNLISTED, ids=lambda item: f"{item[1]} {item[2]}")
def test_every_unlisted_change_is_found(item: tuple[str, ...]) -> None:
    """A change that only the schema shows is found as well."""
    old, new, _, *patterns = item
    expect(old, new, *patterns)


@pytest.mark.parametrize(
    ("old", "new", "at", "sender"),
    [
        (R2, R3, "Tool.title", "server"),
        (R2, R3, "CompleteRequestParams.context", "client"),
        (R2, R3, "Root._meta", "client"),
        (R2, R3, "Implementation.title", "both"),
        (R3, R4, "CreateMessageRequestParams.tools", "server"),
        (R3, R4, "ElicitFieldValue", "client"),
        (R4, R5, "RequestMetaObject.io.modelcontextprotocol/protocolVersion", "client"),
        (R4, R5, "ResultMetaObject.io.modelcontextprotocol/serverInfo", "server"),
        (R4, R5, "ListRootsRequestParams._meta.progressToken", "server"),
        (R4, R5, "resources/subscribe", "client"),
        (R4, R5, "ping", "both"),
    ],
)
def test_the_sender_is_the_side_that_sends_the_value(old: str, new: str, at: str, sender: str) -> None:
    """The senders of a method send its message, the other side its results, with every type inside."""
    assert {c.sender for c in pinned_changes(old, new) if c.at == at} == {sender}
