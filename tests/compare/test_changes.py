"""Changes: every fact of the wire that differs is found, once, in its place, with who sends it and whom it breaks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

import jsonschema
import pytest

from mcpgen.adapters.decisions import glob
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES
from mcpgen.compare.changes import find_changes
from mcpgen.compare.protocol_change import ProtocolChange, mirrored
from mcpgen.compare.sample_values import LIMIT, SampleValues
from mcpgen.compare.type_changes import COUNTERPARTS
from mcpgen.compare.validity import is_valid
from mcpgen.compare.witness import find_witness
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Definition,
    ErrorCode,
    Field,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
)
from mcpgen.pipeline import protocol, revisions
from support.paths import SPEC

R1, R2, R3, R4, R5 = REVISIONS = revisions()
PAIRS = list(combinations(REVISIONS, 2))

STRING, INTEGER, NUMBER, NULL = Scalar("string"), Scalar("integer"), Scalar("number"), Scalar("null")


# Protocols by hand: one request `tools/call`, sent by the client, whose parameters hold an `x`.


def record(name: str, *, open: Type | None = None, mapping: bool = False, **members: Type) -> Record:
    """Return a record; a member whose name ends in `_` is optional."""
    fields = tuple(Field(n.rstrip("_"), t, not n.endswith("_")) for n, t in members.items())
    return Record(name, fields, open, mapping)


def made(*definitions: Definition, methods: tuple[Method, ...] | None = None, **facts: Any) -> Protocol:
    """Return a protocol of these definitions and the request `tools/call`."""
    request = record("CallToolRequest", method=Choice(("tools/call",)), params=Ref("Params"))
    ours = {d.name: d for d in (request, record("Result", content=STRING), *definitions)}
    ours.setdefault("Params", record("Params", x=STRING))
    call = Method("tools/call", "request", ("client",), "CallToolRequest", "Params", ("Result",))
    return Protocol("r", ours, {m.name: m for m in (methods or (call,))}, **facts)


CALL = made().methods["tools/call"]
PING = Method("ping", "request", ("client", "server"), "Ping", None, ("Result",))
A, B = record("A", type=Choice(("a",)), v=STRING), record("B", type=Choice(("b",)), w=STRING)
CAPABLE = record("ServerCapabilities", tools_=Map(Anything()))


def x(type_: Type, *more: Definition, required: bool = True, **facts: Any) -> Protocol:
    """Return a protocol whose parameters hold an `x` of that type."""
    return made(Record("Params", (Field("x", type_, required, **facts),)), *more)


def gated(capability: str | None) -> Protocol:
    return made(
        CAPABLE, methods=(replace(CALL, capability=capability, owner="server" if capability else None),)
    )


def anonymous(name: str) -> Record:
    return replace(record(name, v=STRING), at=f"/definitions/Params/properties/{name}")


# rule → two protocols that differ in that alone, the place, the sender, and what it does to an old and a new receiver
CASES: dict[str, tuple[Protocol, Protocol, str, str, str, str]] = {
    "METHOD_ADDED": (
        made(record("Ping", method=Choice(("ping",)))),
        made(record("Ping", method=Choice(("ping",))), methods=(CALL, PING)),
        *("ping", "both", "breaking", "safe"),
    ),
    "METHOD_RENAMED": (
        made(A, methods=(CALL, replace(PING, message="A"))),
        made(A, methods=(CALL, replace(PING, message="A", name="pong"))),
        *("pong", "both", "breaking", "breaking"),
    ),
    "DIRECTION_ADDED": (
        made(),
        made(methods=(replace(CALL, senders=("client", "server")),)),
        *("tools/call", "server", "breaking", "safe"),
    ),
    "KIND_CHANGED": (
        made(),
        made(methods=(replace(CALL, kind="embedded"),)),
        *("tools/call", "client", "breaking", "breaking"),
    ),
    "RESULT_ADDED": (
        made(record("Task", id=STRING)),
        made(record("Task", id=STRING), methods=(replace(CALL, results=("Result", "Task")),)),
        *("tools/call", "server", "breaking", "safe"),
    ),
    "CAPABILITY_CHANGED": (gated(None), gated("tools"), "tools/call", "client", "dangerous", "dangerous"),
    "FIELD_ADDED_OPTIONAL": (
        made(),
        made(record("Params", x=STRING, y_=STRING)),
        *("Params.y", "client", "safe", "safe"),
    ),
    "FIELD_ADDED_REQUIRED": (
        made(),
        made(record("Params", x=STRING, y=STRING)),
        *("Params.y", "client", "safe", "breaking"),
    ),
    "FIELD_BECAME_REQUIRED": (
        x(STRING, required=False),
        x(STRING),
        *("Params.x", "client", "safe", "breaking"),
    ),
    "FIELD_DECLARED": (x(STRING, framed=True), x(STRING), "Params.x", "client", "safe", "safe"),
    "TYPE_WIDENED": (x(INTEGER), x(NUMBER), "Params.x", "client", "breaking", "safe"),
    "TYPE_CHANGED": (x(STRING), x(INTEGER), "Params.x", "client", "breaking", "breaking"),
    "UNION_MEMBER_ADDED": (
        x(Ref("A"), A, B),
        x(Union((Ref("A"), Ref("B"))), A, B),
        "Params.x",
        "client",
        "breaking",
        "safe",
    ),
    "ENUM_VALUE_ADDED": (
        x(Choice(("a", "b"))),
        x(Choice(("b", "c", "a"))),
        "Params.x",
        "client",
        "breaking",
        "safe",
    ),
    "CONST_CHANGED": (x(Choice(("a",))), x(Choice(("b",))), "Params.x", "client", "breaking", "breaking"),
    "NULL_ADMITTED": (x(STRING), x(Union((STRING, NULL))), "Params.x", "client", "breaking", "safe"),
    "CONSTRAINT_LOOSENED": (
        x(Array(STRING, max_items=5)),
        x(Array(STRING, max_items=9)),
        *("Params.x", "client", "breaking", "safe"),
    ),
    "MEMBERS_OPENED": (
        made(record("Params", x=STRING)),
        made(record("Params", x=STRING, open=Anything())),
        *("Params", "client", "safe", "safe"),
    ),
    "DEFAULT_CHANGED": (x(STRING), x(STRING, default="a"), "Params.x", "client", "dangerous", "dangerous"),
    "FORMAT_CHANGED": (
        x(STRING),
        x(Scalar("string", format="uri")),
        "Params.x",
        "client",
        "dangerous",
        "dangerous",
    ),
    "KNOWN_VALUE_ADDED": (
        made(),
        made(known={"Result.content": ("a",)}),
        *("Result.content", "server", "dangerous", "safe"),
    ),
    "DEPRECATED": (made(), made(deprecated={"Params.x": "y"}), "Params.x", "client", "safe", "safe"),
    "ERROR_CODE_ADDED": (made(), made(errors=(ErrorCode("GONE", -1),)), "GONE", "both", "dangerous", "safe"),
    "BATCHES_ADMITTED": (made(), made(batches=True), "JSONRPCMessage", "both", "breaking", "safe"),
    "MESSAGE_LISTED": (
        made(A, B, Alias("ServerResult", Ref("A"))),
        made(A, B, Alias("ServerResult", Union((Ref("A"), Ref("B"))))),
        *("ServerResult", "server", "safe", "safe"),
    ),
    "TYPE_RENAMED": (x(Ref("A"), A), x(Ref("Z"), replace(A, name="Z")), "Z", "client", "safe", "safe"),
    "TYPE_EXTRACTED": (
        x(Ref("Inner"), anonymous("Inner")),
        x(Ref("Inner"), record("Inner", v=STRING)),
        *("Inner", "client", "safe", "safe"),
    ),
    "TYPE_ADDED": (made(), made(A), "A", "both", "safe", "safe"),
}


def judged(change: ProtocolChange) -> tuple[str, str, str, str, str]:
    return change.rule, change.at, change.sender, change.to_old, change.to_new


@pytest.mark.parametrize("rule", CASES)
def test_each_kind_of_change_is_found_alone(rule: str) -> None:
    """Two protocols that differ in one fact differ by one change: its rule, place, sender and severities."""
    old, new, *expected = CASES[rule]
    assert [judged(change) for change in find_changes(old, new)] == [(rule, *expected)]


@pytest.mark.parametrize("rule", CASES)
def test_each_kind_of_change_has_its_mirror(rule: str) -> None:
    """Seen from the other side the same fact is the mirrored rule, and the severities trade places."""
    old, new, at, sender, to_old, to_new = CASES[rule]
    assert [judged(change)[2:] for change in find_changes(new, old)] == [(sender, to_new, to_old)]
    assert [change.rule for change in find_changes(new, old)] == [CHANGE_RULES[rule].mirror]
    assert list(map(mirrored, find_changes(new, old))) == list(find_changes(old, new))
    assert [change.was for change in find_changes(new, old)] == [at]


def test_every_rule_has_a_case() -> None:
    """The table above shows every rule of `CHANGE_RULES`, itself or through its mirror."""
    assert {rule for name in CASES for rule in (name, CHANGE_RULES[name].mirror)} == set(CHANGE_RULES)


def test_rules_mirror_each_other() -> None:
    """A rule's mirror leads back to it with the directions swapped."""
    for rule in CHANGE_RULES.values():
        mirror = CHANGE_RULES[rule.mirror]
        assert (mirror.mirror, mirror.to_old, mirror.to_new) == (rule.id, rule.to_new, rule.to_old)
        assert rule.purpose


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_both_directions_tell_the_same(old: str, new: str) -> None:
    """Between real revisions too, what `find_changes(new, old)` says is `find_changes(old, new)` mirrored, fact by fact."""
    assert set(map(mirrored, find_changes(protocol(new), protocol(old)))) == set(found(old, new))


@pytest.mark.parametrize("revision", REVISIONS)
def test_nothing_changes_between_a_revision_and_itself(revision: str) -> None:
    """The same protocol with its members, arms and definitions in another order has no changes."""
    one = protocol(revision)

    def turned(type_: Type) -> Type:
        return Union(type_.arms[::-1]) if isinstance(type_, Union) else type_

    definitions = {
        name: (
            replace(d, fields=tuple(replace(f, type=turned(f.type)) for f in reversed(d.fields)))
            if isinstance(d, Record)
            else replace(d, type=turned(d.type))
        )
        for name, d in list(one.definitions.items())[::-1]
    }
    assert find_changes(one, replace(one, definitions=definitions)) == ()


def test_a_gate_keeps_unknown_requests_away() -> None:
    """A request that a receiver must first invite, by a capability that its revision lacks, breaks no correct peer."""
    old = made(CAPABLE, record("Ping", method=Choice(("ping",))))
    for capability, severity in (("logging", "dangerous"), ("tools", "breaking")):
        ping = replace(PING, senders=("client",), capability=capability, owner="server")
        (change,) = find_changes(old, replace(old, methods={**old.methods, "ping": ping}))
        assert (change.rule, change.severity) == ("METHOD_ADDED", severity)


def test_a_base_that_no_frame_reaches_is_safe() -> None:
    """A required member of a type that only others are made from is judged where they stand, not there."""
    (change,) = find_changes(made(A), made(record("A", type=Choice(("a",)), v=STRING, w=STRING)))
    assert (change.rule, change.at, change.severity) == ("FIELD_ADDED_REQUIRED", "A.w", "safe")


def tangled(step: int, kind: Type) -> Protocol:
    """Return a protocol of 300 types that all lead to each other, in an order of its own."""
    types = [
        record(f"T{n}", x_=Ref(f"T{n * step % 300}"), y_=Ref(f"T{(n * step + 5) % 300}"), z_=kind)
        for n in range(300)
    ]
    return made(*types)


def test_a_tangle_of_types_takes_no_longer_than_its_size() -> None:
    """However types are interchanged, each is compared with a few others, not with all."""
    old, new = tangled(7, STRING), tangled(11, INTEGER)
    changes = find_changes(old, new)
    assert {f"T{n}.z" for n in range(300)} <= {change.at for change in changes}
    assert len(changes) < 300 * COUNTERPARTS * 3


def test_a_change_inside_an_extracted_type_is_found() -> None:
    """A type that moves out of its place and changes on the way shows both."""
    old = x(Map(Anything()))
    new = x(Ref("Inner"), record("Inner", y_=STRING, open=Anything()))
    assert [(c.rule, c.at, c.was) for c in find_changes(old, new)] == [
        ("TYPE_EXTRACTED", "Inner", "Inner"),
        ("FIELD_ADDED_OPTIONAL", "Inner.y", "Params.x.y"),
    ]


def test_a_notification_and_a_request_fail_differently() -> None:
    """An unknown request is answered with an error; an unknown notification is passed over."""
    note = Method("note", "notification", ("server",), "Note", None)
    new = made(record("Note", method=Choice(("note",))), methods=(CALL, note))
    (change,) = [c for c in find_changes(made(), new) if c.rule == "METHOD_ADDED"]
    assert (change.to_old, change.to_new, change.receivers) == ("dangerous", "safe", ("client",))


# Real revisions


@cache
def found(old: str, new: str) -> tuple[ProtocolChange, ...]:
    return find_changes(protocol(old), protocol(new))


def expect(old: str, new: str, *patterns: str) -> None:
    """Hold that each pattern, `RULE PLACE DETAIL`, is that of some change."""
    facts = [f"{c.rule} {c.at} {c.detail}".strip() for c in found(old, new)]
    missing = [pattern for pattern in patterns if not any(glob(pattern, fact) for fact in facts)]
    assert not missing


# What the official changelogs list and the schema shows.
CHANGELOG = [
    (R1, R2, "batching", "BATCHES_ADMITTED JSONRPCMessage", "UNION_MEMBER_ADDED JSONRPCMessage array of *"),
    (R1, R2, "tool annotations", "FIELD_ADDED_OPTIONAL Tool.annotations"),
    (R1, R2, "progress message", "FIELD_ADDED_OPTIONAL ProgressNotificationParams.message"),
    (
        R1,
        R2,
        "audio",
        "UNION_MEMBER_ADDED ContentBlock AudioContent",
        "UNION_MEMBER_ADDED SamplingContent AudioContent",
    ),
    (R1, R2, "completions capability", "FIELD_ADDED_OPTIONAL ServerCapabilities.completions"),
    (
        R2,
        R3,
        "batching removed",
        "BATCHES_REFUSED JSONRPCMessage",
        "UNION_MEMBER_REMOVED JSONRPCMessage array of *",
    ),
    (
        *(R2, R3, "structured output"),
        *("FIELD_ADDED_OPTIONAL Tool.outputSchema", "FIELD_ADDED_OPTIONAL CallToolResult.structuredContent"),
    ),
    (R2, R3, "elicitation", "METHOD_ADDED elicitation/create request", "* ClientCapabilities.elicitation"),
    (R2, R3, "resource links", "UNION_MEMBER_ADDED ContentBlock ResourceLink"),
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
            f"UNION_MEMBER_ADDED {union} {titled}{count}SelectEnumSchema"
            for union in ("EnumSchema", "PrimitiveSchemaDefinition")
            for titled in ("Titled", "Untitled")
            for count in ("Single", "Multi")
        ),
        "UNION_MEMBER_ADDED ElicitFieldValue array of string",
    ),
    (
        *(R3, R4, "URL elicitation", "UNION_MEMBER_ADDED ElicitRequestParams ElicitRequestURLParams"),
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
            f"UNION_MEMBER_ADDED SamplingContent {arm}"
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

# What the schema shows and the changelogs leave out.
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
    (R4, R5, "100 completions", "CONSTRAINT_TIGHTENED Completion.values max_items null → max_items 100"),
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
    """What an official changelog lists and the schema shows is found, in each of its places."""
    old, new, _, *patterns = item
    expect(old, new, *patterns)


@pytest.mark.parametrize("item", UNLISTED, ids=lambda item: f"{item[1]} {item[2]}")
def test_what_the_changelogs_leave_out_is_found(item: tuple[str, ...]) -> None:
    """What only the schema shows is found as well."""
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
def test_the_sender_is_who_puts_the_value_on_the_wire(old: str, new: str, at: str, sender: str) -> None:
    """Messages are sent by the senders of their method, results by the other side, and so all they hold."""
    assert {c.sender for c in found(old, new) if c.at == at} == {sender}


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_changes_are_facts(old: str, new: str) -> None:
    """A change has two different nodes or is of the annotations; its place is unique for its rule and detail."""
    changes = found(old, new)
    assert len({change.sort_key() for change in changes}) == len(changes)
    for change in changes:
        assert change.severity == max(change.to_old, change.to_new, key=SEVERITIES.index)
        beside = (
            "KNOWN",
            "DEPRECATED",
            "REINSTATED",
            "BATCHES",
            "TYPE_",
            "FIELD_DECLARED",
            "FIELD_UNDECLARED",
            "DEFAULT",
        )
        if not change.rule.startswith(beside):
            assert change.old != change.new


MUTATIONS: dict[str, Callable[[Field], Field | None]] = {
    "FIELD_REMOVED_": lambda f: None,
    "FIELD_BECAME_": lambda f: replace(f, required=not f.required),
    "": lambda f: replace(f, type=Array(Scalar("boolean", format="never"))),
}


def watch(revision: str, members: list[tuple[Record, Field]]) -> None:
    """Hold that removing a member, changing whether it is required, and retyping it are found in its place."""
    one = protocol(revision)
    for owner, member in members:
        for rule, mutate in MUTATIONS.items():
            changed = [mutate(f) if f is member else f for f in owner.fields]
            other = replace(owner, fields=tuple(f for f in changed if f is not None))
            changes = find_changes(one, replace(one, definitions={**one.definitions, owner.name: other}))
            place = f"{owner.name}.{member.name}"
            assert any(c.at == place and c.rule.startswith(rule) for c in changes), (rule, place)
            assert {c.at for c in changes} <= {place, *(arm.name for arm in named(member.type))}, (
                rule,
                place,
            )


def named(type_: Type) -> list[Ref]:
    return [type_] if isinstance(type_, Ref) else []


def members_of(revision: str) -> list[tuple[Record, Field]]:
    records = [d for d in protocol(revision).definitions.values() if isinstance(d, Record)]
    return [(record, field) for record in records for field in record.fields]


@pytest.mark.parametrize("revision", REVISIONS)
def test_members_are_watched(revision: str) -> None:
    """Whatever member of whatever type is changed, the change is found in its place, and nothing else is."""
    watch(revision, Random(revision).sample(members_of(revision), 12))


@pytest.mark.long
@pytest.mark.parametrize("revision", REVISIONS)
def test_every_member_is_watched(revision: str) -> None:
    """The same for every single member."""
    watch(revision, members_of(revision))


def test_changes_do_not_depend_on_hash_order() -> None:
    """Two processes with different string hashes find the same changes in the same order."""
    code = (
        "from mcpgen.compare.changes import find_changes; from mcpgen.pipeline import protocol\n"
        f"print(find_changes(protocol({R3!r}), protocol({R5!r})))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


# Witnesses


@pytest.mark.parametrize("revision", REVISIONS)
def test_the_smallest_value_of_every_type_is_valid(revision: str) -> None:
    """The value that stands for a type is one of its values, by our reading and by the official schema's."""
    one = protocol(revision)
    official = Official(revision) if SPEC.is_dir() else None
    for name, definition in one.definitions.items():
        value = SampleValues(one).smallest(Ref(name))
        assert is_valid(one, Ref(name), value), name
        assert official is None or official.fits(definition.at, value), name


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_a_witness_is_valid_on_one_side_only(old: str, new: str) -> None:
    """By the official schemas too, a witness is valid in the revision that it names and invalid in the other."""
    if not SPEC.is_dir():
        pytest.skip("needs the official schemas")
    one, other = Official(old), Official(new)
    shown = 0
    for change in found(old, new):
        shown_by = find_witness(SampleValues(one.protocol), SampleValues(other.protocol), change)
        if shown_by is None:
            continue
        verdicts = one.accepts(change, 0, shown_by.value), other.accepts(change, 1, shown_by.value)
        assert verdicts == (shown_by.valid_in == "old", shown_by.valid_in == "new"), (change, shown_by)
        shown += 1
    assert shown


@pytest.mark.parametrize(("old", "new"), list(pairwise(REVISIONS)))
def test_what_breaks_has_a_witness(old: str, new: str) -> None:
    """A change of values that breaks somebody is shown by a value; only arms that the old type admitted anyway are not."""
    for change in found(old, new):
        values = change.holders is not None or change.rule.startswith(
            ("METHOD", "RESULT", "KIND", "DIRECTION")
        )
        if (
            change.severity == "breaking"
            and values
            and find_witness(SampleValues(protocol(old)), SampleValues(protocol(new)), change) is None
        ):
            arm = change.new or change.old
            assert change.rule.startswith("UNION_MEMBER_") and isinstance(arm, Ref)
            there = protocol(old) if change.new else protocol(new)
            assert change.owners[0] is not None
            here = protocol(new) if change.new else protocol(old)
            assert all(
                is_valid(there, Ref(change.owners[0]), v)
                for v in SampleValues(here).samples(arm)
                if is_valid(here, arm, v)
            )


@pytest.mark.parametrize(
    "definitions",
    [
        [record("A", a=Ref("A"))],
        [record("A", a=Ref("B")), record("B", a=Ref("A"))],
        [record("A", **{f"m{n}": Array(STRING, min_items=LIMIT) for n in range(9)})],
        [
            record("A", a=Ref("A0")),
            *(record(f"A{n}", x=Ref(f"A{n + 1}"), y=Ref(f"A{n + 1}")) for n in range(60)),
            record("A60"),
        ],
    ],
    ids=["endless", "endless in turns", "long", "doubling"],
)
def test_a_type_without_a_small_value_has_no_witness(definitions: list[Record]) -> None:
    """Types whose values never end, or are too large to read, cost no time and are shown by no value."""
    old, new = (made(record("Params", x=Ref("A"), y=y), *definitions) for y in (STRING, INTEGER))
    (change,) = find_changes(old, new)
    assert (change.at, find_witness(SampleValues(old), SampleValues(new), change)) == ("Params.y", None)


class Official:
    """The official schema of a revision as a judge of values at the place of a change."""

    def __init__(self, revision: str) -> None:
        self.protocol = protocol(revision)
        self.schema = json.loads((SPEC / revision / "schema.json").read_text(encoding="utf-8"))
        self.validator = jsonschema.validators.validator_for(self.schema)

    def fits(self, pointer: str, value: Any) -> bool:
        return bool(self.validator({**self.schema, "$ref": f"#{pointer}"}).is_valid(value))

    def named(self, name: str, value: Any) -> bool:
        root = "$defs" if "$defs" in self.schema else "definitions"
        return name in self.schema[root] and self.fits(f"/{root}/{name}", value)

    def accepts(self, change: ProtocolChange, side: int, value: Any) -> bool:
        """Return whether the value is valid where the change stands: a type, a frame by its sender, a result."""
        if change.holders is not None:
            holder = change.holders[side]
            at = (change.was, change.at)[side]
            if isinstance(holder, Map) and at.split(".")[0] not in self.protocol.definitions:
                return is_valid(
                    self.protocol, holder, value
                )  # an open object in several places, named by the other side
            if isinstance(holder, Ref):
                pointers = [self.protocol.definitions[holder.name].at, *self.frame(holder.name)]
            else:
                pointers = [self.place(at, change.member)]
            return all(self.fits(pointer, value) for pointer in pointers)
        if change.rule.startswith("RESULT_"):
            method = self.protocol.methods.get(change.at)
            return method is not None and any(self.named(name, value) for name in method.results)
        if change.rule.startswith("BATCHES_"):
            return self.named("JSONRPCMessage", value)
        if change.detail == "embedded":
            return self.named("InputRequest", value)
        sides = ("Client", "Server") if change.sender == "both" else (change.sender.title(),)
        return any(self.named(side + kind, value) for side in sides for kind in ("Request", "Notification"))

    def frame(self, name: str) -> list[str]:
        """Return where the frame states what the official type of a message or its parameters leaves to it."""
        definition = self.protocol.definitions[name]
        framed = [f.name for f in definition.fields if f.framed] if isinstance(definition, Record) else []
        frame = "JSONRPCNotification" if "Notification" in name else "JSONRPCRequest"
        pointer = self.protocol.definitions[frame].at
        return [] if not framed else [pointer] if "jsonrpc" in framed else [f"{pointer}/properties/params"]

    def place(self, at: str, member: str | None) -> str:
        """Return the pointer of a place that has no name: a type, then member after member."""
        path = at if member is None else at.removesuffix(f".{member}")
        name, *members = path.split(".")
        definition: Record | Type = self.protocol.resolve(Ref(name))
        pointer = self.protocol.definitions[name].at
        for each in members:
            assert isinstance(definition, Record)
            field = definition.field(each)
            assert field is not None
            pointer, definition = field.at, self.protocol.resolve(field.type)
        return pointer
