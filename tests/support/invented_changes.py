"""Invented changes of the latest revision: one for each kind of change.

A change edits the definitions of an official file in place. Each row of the table has the edit, the change
rules that it causes, and entries for an overlay that inherits that of the latest revision. `ALL_KINDS` has
the change rules that the rows cause. A test compares it with the table of rules.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

Types = dict[str, Any]


class Invented(NamedTuple):
    """An invented change.

    `rules` are the change rules that it causes, besides those about definitions. `overlay` has entries for an
    overlay that inherits that of the latest revision.
    """

    edit: Callable[[Types], object]
    rules: tuple[str, ...]
    overlay: str = ""

    @property
    def of_overlay(self) -> bool:
        """Whether only the overlay shows the change, and the schema file does not."""
        return self.edit is unchanged


def unchanged(types: Types) -> None:
    """Do not change the file."""


def text(**others: Any) -> dict[str, Any]:
    """Return the schema of a string."""
    return {"type": "string", **others}


def member(type_: str, name: str, schema: Any, *, required: bool = False) -> Callable[[Types], None]:
    """Return the edit that sets a member of a type."""

    def edit(types: Types) -> None:
        types[type_].setdefault("properties", {})[name] = deepcopy(schema)
        if required:
            types[type_].setdefault("required", []).append(name)

    return edit


def without(type_: str, name: str) -> Callable[[Types], None]:
    """Return an edit that removes a member of a type."""

    def edit(types: Types) -> None:
        del types[type_]["properties"][name]
        if name in types[type_].get("required", []):
            types[type_]["required"].remove(name)

    return edit


def required(type_: str, name: str, *, is_required: bool) -> Callable[[Types], None]:
    """Return an edit that makes a member required, or optional."""

    def edit(types: Types) -> None:
        names = types[type_].setdefault("required", [])
        (names.append if is_required else names.remove)(name)

    return edit


def narrowed(type_: str, name: str, **keywords: Any) -> Callable[[Types], None]:
    """Return an edit that sets keywords in the schema of a member."""

    def edit(types: Types) -> None:
        types[type_]["properties"][name] |= keywords

    return edit


def arm(union: str, name: str, *, added: bool) -> Callable[[Types], None]:
    """Return an edit that adds a variant to a union, or removes one."""

    def edit(types: Types) -> None:
        arms = types[union]["anyOf"]
        (arms.append if added else arms.remove)({"$ref": f"#/$defs/{name}"})

    return edit


def _describe(types: Types) -> None:
    """Add the method `tools/describe`, with its own params and result."""
    types["DescribeToolRequestParams"] = deepcopy(types["RequestParams"])
    member("DescribeToolRequestParams", "name", text(), required=True)(types)
    types["DescribeToolRequest"] = deepcopy(types["CallToolRequest"])
    types["DescribeToolRequest"]["properties"]["method"]["const"] = "tools/describe"
    types["DescribeToolRequest"]["properties"]["params"]["$ref"] = "#/$defs/DescribeToolRequestParams"
    types["DescribeToolResult"] = deepcopy(types["Result"])
    member("DescribeToolResult", "tool", {"$ref": "#/$defs/Tool"}, required=True)(types)
    arm("ClientRequest", "DescribeToolRequest", added=True)(types)
    arm("ServerResult", "DescribeToolResult", added=True)(types)


def _announce(types: Types) -> None:
    """Add a notification of the server, with its own members."""
    types["ServerNewsNotificationParams"] = deepcopy(types["NotificationParams"])
    member("ServerNewsNotificationParams", "news", text(), required=True)(types)
    types["ServerNewsNotification"] = deepcopy(types["ResourceUpdatedNotification"])
    types["ServerNewsNotification"]["properties"]["method"]["const"] = "notifications/news"
    types["ServerNewsNotification"]["properties"]["params"]["$ref"] = "#/$defs/ServerNewsNotificationParams"
    arm("ServerNotification", "ServerNewsNotification", added=True)(types)


def _video(types: Types) -> None:
    types["VideoContent"] = deepcopy(types["AudioContent"])
    types["VideoContent"]["properties"]["type"]["const"] = "video"
    arm("ContentBlock", "VideoContent", added=True)(types)


def _batches(types: Types) -> None:
    items = deepcopy(types["JSONRPCMessage"]["anyOf"][:2])
    types["JSONRPCMessage"]["anyOf"].append({"type": "array", "items": {"anyOf": items}})


def _client_progress(types: Types) -> None:
    cancelled = {"$ref": "#/$defs/CancelledNotification"}
    types["ClientNotification"] = {"anyOf": [cancelled, {"$ref": "#/$defs/ProgressNotification"}]}


def _rename_type(types: Types) -> None:
    """Rename the definition `Annotations`, and every reference to it."""
    types["Notes"] = types.pop("Annotations")
    pending: list[Any] = [types]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            if node.get("$ref") == "#/$defs/Annotations":
                node["$ref"] = "#/$defs/Notes"
            pending += node.values()
        elif isinstance(node, list):
            pending += node


def _extract_type(types: Types) -> None:
    types["Completion"] = types["CompleteResult"]["properties"]["completion"]
    types["CompleteResult"]["properties"]["completion"] = {"$ref": "#/$defs/Completion"}


def _roots_outside(types: Types) -> None:
    """Make `roots/list` a request of its own, which is not embedded in a result."""
    arm("InputRequest", "ListRootsRequest", added=False)(types)
    types["ServerRequest"] = {"anyOf": [{"$ref": "#/$defs/ListRootsRequest"}]}
    types["ListRootsRequest"]["properties"] |= {
        "jsonrpc": {"const": "2.0", "type": "string"},
        "id": {"$ref": "#/$defs/RequestId"},
    }
    types["ListRootsRequest"]["required"] += ["id", "jsonrpc"]


def _question_in_list(types: Types) -> None:
    types["ListPromptsResultResponse"]["properties"]["result"] = {
        "anyOf": [{"$ref": "#/$defs/InputRequiredResult"}, {"$ref": "#/$defs/ListPromptsResult"}]
    }


def _no_question(types: Types) -> None:
    types["ReadResourceResultResponse"]["properties"]["result"] = {"$ref": "#/$defs/ReadResourceResult"}


_NAME = '[[name]]\nname = "{}"\nat = ["{}"]\nreason = "The schema file gives this type no name."\n'
_GATE = '[[gate]]\ncapability = "{}"\nmethods = ["{}"]\nreason = "The specification says so."\n'
_REMOVED = '[[removed]]\ntable = "{}"\nentries = ["{}"]\nreason = "It is not true in this revision."\n'

CHANGES: dict[str, Invented] = {
    "method added": Invented(
        _describe,
        ("METHOD_ADDED",),
        _GATE.format("server:tools", "tools/describe"),
    ),
    "notification added": Invented(
        _announce,
        ("METHOD_ADDED",),
        '[[ungated]]\nmethods = ["notifications/news"]\nreason = "every server has news"\n',
    ),
    "method removed": Invented(
        arm("ClientRequest", "CompleteRequest", added=False),
        ("METHOD_REMOVED",),
    ),
    "method renamed": Invented(
        narrowed("CompleteRequest", "method", const="completion/suggest"),
        ("METHOD_ADDED", "METHOD_REMOVED", "METHOD_PERHAPS_RENAMED"),
        _GATE.format("server:completions", "completion/suggest"),
    ),
    "sender added": Invented(
        _client_progress,
        ("DIRECTION_ADDED",),
    ),
    "sender removed": Invented(
        arm("ServerNotification", "CancelledNotification", added=False),
        ("DIRECTION_REMOVED",),
    ),
    "result added": Invented(
        _question_in_list,
        ("RESULT_ADDED",),
        _NAME.format("ListPromptsOutcome", "/$defs/ListPromptsResultResponse/properties/result"),
    ),
    "result removed": Invented(
        _no_question,
        ("RESULT_REMOVED",),
    ),
    "batches allowed": Invented(
        _batches,
        ("BATCHES_ADMITTED",),
        _NAME.format("BatchItem", "/$defs/JSONRPCMessage/anyOf/4/items"),
    ),
    "error code added": Invented(
        unchanged,
        ("ERROR_CODE_ADDED",),
        overlay='[[error]]\nname = "TOO_MANY"\ncode = -32030\nreason = "basic: too many requests"\n',
    ),
    "error code removed": Invented(
        unchanged,
        ("ERROR_CODE_RETIRED",),
        _REMOVED.format("error", "HEADER_MISMATCH"),
    ),
    "capability changed": Invented(
        unchanged,
        ("CAPABILITY_CHANGED",),
        _GATE.format("server:tools", "resources/read"),
    ),
    "optional members added": Invented(
        lambda types: (
            member("CallToolResult", "durationMs", {"type": "integer"})(types),
            member("Annotations", "weight", {"type": "number"})(types),
        ),
        ("FIELD_ADDED_OPTIONAL",),
    ),
    "key of _meta added": Invented(
        member("RequestMetaObject", "io.modelcontextprotocol/locale", text()),
        ("FIELD_ADDED_OPTIONAL",),
    ),
    "optional member removed": Invented(
        without("Implementation", "websiteUrl"),
        ("FIELD_REMOVED_OPTIONAL",),
    ),
    "key of _meta removed": Invented(
        without("RequestMetaObject", "io.modelcontextprotocol/logLevel"),
        ("FIELD_REMOVED_OPTIONAL",),
    ),
    "required member added": Invented(
        member("Tool", "category", text(), required=True),
        ("FIELD_ADDED_REQUIRED",),
    ),
    "required member removed": Invented(
        without("Root", "uri"),
        ("FIELD_REMOVED_REQUIRED",),
    ),
    "member became required": Invented(
        required("Prompt", "description", is_required=True),
        ("FIELD_BECAME_REQUIRED",),
    ),
    "member became optional": Invented(
        required("ImageContent", "mimeType", is_required=False),
        ("FIELD_BECAME_OPTIONAL",),
    ),
    "type widened": Invented(
        lambda types: types["CompleteResult"]["properties"]["completion"]["properties"].update(
            total={"type": "number"}
        ),
        ("TYPE_WIDENED",),
    ),
    "type narrowed": Invented(
        narrowed("ProgressNotificationParams", "total", type="integer"),
        ("TYPE_NARROWED",),
    ),
    "type changed": Invented(
        lambda types: [
            types[name]["properties"].update(size=text()) for name in ("Resource", "ResourceLink")
        ],
        ("TYPE_CHANGED",),
    ),
    "variant added": Invented(_video, ("VARIANT_ADDED",)),
    "variant removed": Invented(
        arm("ContentBlock", "AudioContent", added=False),
        ("VARIANT_REMOVED",),
    ),
    "enumeration value added": Invented(
        lambda types: types["Role"]["enum"].append("system"), ("ENUM_VALUE_ADDED",)
    ),
    "enumeration value removed": Invented(
        lambda types: types["Icon"]["properties"]["theme"].update(enum=["light"]),
        ("ENUM_VALUE_REMOVED",),
    ),
    "constant changed": Invented(
        narrowed("EmbeddedResource", "type", const="embedded"),
        ("CONST_CHANGED",),
    ),
    "null allowed": Invented(
        lambda types: types["PromptArgument"]["properties"].update(
            description={"anyOf": [text(), {"type": "null"}]}
        ),
        ("NULL_ADMITTED",),
        overlay=_NAME.format("MaybeText", "/$defs/PromptArgument/properties/description"),
    ),
    "type without null": Invented(
        lambda types: types["JSONValue"]["anyOf"].__setitem__(2, {"type": ["string", "number", "boolean"]}),
        ("TYPE_NARROWED",),
        _REMOVED.format("correction", "/$defs/JSONValue/anyOf/2/type"),
    ),
    "constraint loosened": Invented(
        lambda types: types["CompleteResult"]["properties"]["completion"]["properties"]["values"].update(
            maxItems=200
        ),
        ("CONSTRAINT_LOOSENED",),
    ),
    "constraint tightened": Invented(
        narrowed("Tool", "name", maxLength=64),
        ("CONSTRAINT_TIGHTENED",),
    ),
    "members opened": Invented(
        lambda types: types["Annotations"].update(additionalProperties={}), ("MEMBERS_OPENED",)
    ),
    "members refused": Invented(
        lambda types: types["PromptArgument"].update(additionalProperties=False), ("MEMBERS_REFUSED",)
    ),
    "default and format changed": Invented(
        lambda types: (
            narrowed("Prompt", "title", default="none")(types),
            narrowed("Implementation", "version", format="semver")(types),
        ),
        ("DEFAULT_CHANGED", "FORMAT_CHANGED"),
    ),
    "known value added, another removed": Invented(
        unchanged,
        ("KNOWN_VALUE_ADDED", "KNOWN_VALUE_REMOVED"),
        overlay='[[known]]\nat = "CreateMessageResult.stopReason"\nvalues = ["endTurn", "pause"]\n'
        'reason = "new"\n',
    ),
    "deprecated, and no longer": Invented(
        unchanged,
        ("DEPRECATED", "REINSTATED"),
        overlay=_REMOVED.format("deprecated", "roots/list")
        + '\n[[deprecated]]\nwhat = "prompts/list"\nreason = "new"\n',
    ),
    "kind changed": Invented(
        _roots_outside,
        ("KIND_CHANGED",),
    ),
    "type added": Invented(lambda types: types.update(Spare=text(maxLength=9)), ("TYPE_ADDED",)),
    "error code changed": Invented(
        lambda types: types["HeaderMismatchError"]["properties"]["error"]["allOf"][1]["properties"][
            "code"
        ].update(const=-32077),
        ("ERROR_CODE_MOVED", "CONST_CHANGED"),
        '[[error]]\nname = "HEADER_MISMATCH"\ncode = -32077\ntype = "HeaderMismatchError"\nreason = "new"\n',
    ),
    "type renamed": Invented(_rename_type, ("TYPE_RENAMED",)),
    "type extracted": Invented(_extract_type, ("TYPE_EXTRACTED",)),
}
ALL_KINDS = {rule for change in CHANGES.values() for rule in change.rules}
