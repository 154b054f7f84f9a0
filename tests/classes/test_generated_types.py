"""The generated types: definitions under their official names, uniform messages, docstrings."""

from __future__ import annotations

import ast
import inspect
import json
import pydoc
import re
import typing
from types import ModuleType

import mcp_revisions as mr
import msgspec
import pytest
from mcp_revisions._runtime.revisions import per_request

from mcpgen import names
from mcpgen.ir import Record
from mcpgen.schema_folder import descriptions as our_descriptions
from mcpgen.schema_folder import protocol, revisions
from support.paths import ROOT

SCHEMA = ROOT / "schema"

# Names of anonymous types of the files, with the revisions (1 = 2024-11-05 … 5 = 2026-07-28) that need
# them.
ANONYMOUS = {
    "Annotations": "1",
    "AnyResourceContents": "12345",
    "CacheScope": "5",
    "CallToolOutcome": "5",
    "CallToolRequestParams": "123",
    "CancelTaskRequestParams": "4",
    "CancelledNotificationParams": "123",
    "ClientTaskRequestsCapability": "4",
    "ClientTasksCapability": "4",
    "CompleteRequestParams": "123",
    "Completion": "12345",
    "CompletionArgument": "12345",
    "CompletionContext": "345",
    "CompletionReference": "12345",
    "ContentBlock": "12",
    "CreateMessageRequestParams": "123",
    "ElicitAction": "345",
    "ElicitFieldValue": "345",
    "ElicitRequestFormParams": "3",
    "ElicitRequestedSchema": "345",
    "ElicitationCapability": "45",
    "ElicitationCompleteNotificationParams": "4",
    "Error": "123",
    "GetPromptOutcome": "5",
    "GetPromptRequestParams": "123",
    "GetTaskPayloadRequestParams": "4",
    "GetTaskRequestParams": "4",
    "HeaderMismatchErrorBody": "5",
    "IconTheme": "45",
    "IncludeContext": "12345",
    "InitializeRequestParams": "123",
    "JSONRPCBatchRequestItem": "2",
    "JSONRPCBatchResponseItem": "2",
    "ListRootsRequestParams": "5",
    "LoggingMessageNotificationParams": "123",
    "MissingRequiredClientCapabilityErrorBody": "5",
    "MissingRequiredClientCapabilityErrorData": "5",
    "NotificationParams": "123",
    "NumberSchemaType": "345",
    "PaginatedRequestParams": "123",
    "ProgressNotificationParams": "123",
    "PromptsCapability": "12345",
    "ReadResourceOutcome": "5",
    "ReadResourceRequestParams": "123",
    "RequestMeta": "1234",
    "RequestParams": "123",
    "ResourceUpdatedNotificationParams": "123",
    "ResourcesCapability": "12345",
    "RootsCapability": "1234",
    "SamplingCapability": "45",
    "SamplingContent": "12345",
    "ServerTaskRequestsCapability": "4",
    "ServerTasksCapability": "4",
    "SetLevelRequestParams": "123",
    "StringSchemaFormat": "345",
    "SubscribeRequestParams": "123",
    "TaskElicitationCapability": "4",
    "TaskSamplingCapability": "4",
    "TaskSupport": "4",
    "TaskToolsCapability": "4",
    "TitledEnumOption": "45",
    "TitledMultiSelectItems": "45",
    "ToolChoiceMode": "45",
    "ToolInputSchema": "12345",
    "ToolOutputSchema": "345",
    "ToolsCapability": "12345",
    "URLElicitationRequiredErrorBody": "4",
    "URLElicitationRequiredErrorData": "4",
    "UnsubscribeRequestParams": "123",
    "UnsupportedProtocolVersionErrorBody": "5",
    "UnsupportedProtocolVersionErrorData": "5",
    "UntitledMultiSelectItems": "45",
}


@pytest.fixture(params=revisions())
def mcp(request: pytest.FixtureRequest) -> ModuleType:
    """Return the module of each revision in turn."""
    return mr.revision(request.param)


def official(revision: str) -> list[str]:
    """Return the names that the official file defines, in its order."""
    schema = json.loads((SCHEMA / revision / "schema.json").read_text())
    return list(schema.get("$defs") or schema["definitions"])


def test_every_official_name_and_no_other(mcp: ModuleType) -> None:
    """A module exports the official names and the names of anonymous types, none invented or numbered."""
    digit = str(min(revisions().index(mcp.REVISION) + 1, 5))  # later ones have those of the fifth
    anonymous = {name for name, where in ANONYMOUS.items() if digit in where}
    assert set(mcp.types.__all__) == {*official(mcp.REVISION), *anonymous}
    assert not [name for name in mcp.types.__all__ if re.search(r"\d", name)]
    for name in mcp.types.__all__:
        assert getattr(mcp, name) is getattr(mcp.types, name)


def test_messages_are_uniform(mcp: ModuleType) -> None:
    """In every revision, a request has `id` and `params`, and a notification has `params`."""
    for method in mcp.METHODS.values():
        members = set(method.type.__struct_fields__)
        assert method.type.method == method.name
        assert "params" in members
        if method.kind == "embedded":
            assert not members & {"id", "jsonrpc"}
        else:
            assert "jsonrpc" in members
            assert ("id" in members) == (method.kind == "request")


def test_a_request_needs_no_boilerplate(mcp: ModuleType) -> None:
    """A request is built from its id and params alone, and encodes with its whole envelope."""
    listing = typing.cast(typing.Any, mcp.ListToolsRequest)
    params = msgspec.UNSET
    if mcp.REVISION in per_request():
        meta = mcp.RequestMetaObject(
            client_capabilities=mcp.ClientCapabilities(), protocol_version=mcp.REVISION
        )
        params = mcp.PaginatedRequestParams(meta=meta)
    frame = json.loads(mcp.encode(listing(id=7, params=params)))
    assert {k: frame[k] for k in ("jsonrpc", "id", "method")} == {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tools/list",
    }


def test_members_have_the_types_of_the_ir(mcp: ModuleType) -> None:
    """Each member has its wire name, is required where the schema requires it, and then comes first."""
    for definition in protocol(mcp.REVISION).definitions.values():
        cls = getattr(mcp, definition.name)
        if not isinstance(definition, Record) or not issubclass(cls, msgspec.Struct):
            continue
        info = typing.cast(msgspec.inspect.StructType, msgspec.inspect.type_info(cls))
        tag = {info.tag_field: True} if info.tag_field else {}
        emitted = {
            f.encode_name: f.required or f.default in (mcp.types._b.JSONRPC,) for f in info.fields
        } | tag
        wanted = {
            f.name: f.required and not (f.framed and f.name in ("id", "jsonrpc")) for f in definition.fields
        }
        for name in ("jsonrpc", "id"):
            if name in wanted and definition.field("method") and not wanted[name]:
                emitted[name] = False
        assert emitted == wanted, definition.name
        fields = [f for f in definition.fields if f.name != info.tag_field]
        required_first = [f.name for f in fields if f.required] + [f.name for f in fields if not f.required]
        assert [f.encode_name for f in info.fields] == required_first, definition.name


def test_docstrings_read_well(mcp: ModuleType) -> None:
    """The docstring of every class opens with a description of ours and goes on with facts."""
    for name in mcp.types.__all__:
        cls = getattr(mcp, name)
        if not inspect.isclass(cls) or cls.__module__ != mcp.types.__name__:
            continue
        text = inspect.getdoc(cls) or ""
        first = text.split("\n\n")[0]
        assert first.endswith((".", ".`")) and first[0].isupper(), name
        assert "Since 20" in text, name
    tool = pydoc.plain(pydoc.render_doc(mcp.Tool))
    assert "A tool that a server offers" in tool and "Since 2024-11-05." in tool
    assert f"https://modelcontextprotocol.io/specification/{mcp.REVISION}/server/tools" in tool
    call = inspect.getdoc(mcp.CallToolRequest) or ""
    assert "Request `tools/call`, sent by the client." in call
    assert "Answered by `CallToolResult`" in call and "Needs the server's capability `tools`." in call


def test_each_description_of_a_member_is_printed_once(mcp: ModuleType) -> None:
    """The description of a member is the docstring below its attribute, and the class does not repeat it."""
    descriptions, revision = our_descriptions(), mcp.REVISION
    bodies = {
        node.name: [ast.unparse(statement) for statement in node.body]
        for node in ast.parse(inspect.getsource(mcp.types)).body
        if isinstance(node, ast.ClassDef)
    }
    for definition in protocol(revision).definitions.values():
        if not isinstance(definition, Record):
            continue
        attributes = names.attributes(field.name for field in definition.fields)
        expected = {
            attributes[field.name]: description
            for field in definition.fields
            if (description := descriptions.of_member(definition.name, field.name, revision))
        }
        cls, body = getattr(mcp, definition.name), bodies[definition.name]
        tag = getattr(getattr(cls, "__struct_config__", None), "tag_field", None)
        assert attributes.get(tag) not in expected  # a tag is a constant, which needs no description
        for name, description in expected.items():
            (at,) = [n for n, statement in enumerate(body) if statement.startswith(f"{name}: ")]
            assert " ".join(ast.literal_eval(body[at + 1]).split()) == description
        text = " ".join((inspect.getdoc(cls) or "").split())
        assert not [name for name, description in expected.items() if f"{name}: {description}" in text]


def test_docstrings_tell_the_history() -> None:
    """A docstring names the first revision of its type, the changes up to its own, and the removal."""
    text = inspect.getdoc(mr.revision("2025-11-25").Tool) or ""
    assert "Changed in 2025-03-26: `annotations` added." in text
    assert "Changed in 2025-11-25: `execution`, `icons` added." in text
    assert "2026-07-28" not in text
    source = (ROOT / "generated/mcp_revisions/v2025_11_25/types.py").read_text()
    text = " ".join(source.split())  # with the docstrings of unions
    assert "Changed in 2025-11-25: `ToolUseContent`, `ToolResultContent` added." in text
    assert "Changed in 2025-03-26: other values are valid." in text  # an array has no name
    assert "Removed in 2026-07-28." in (inspect.getdoc(mr.revision("2025-11-25").PingRequest) or "")
    assert "Deprecated; use " in (inspect.getdoc(mr.revision("2026-07-28").ListRootsRequest) or "")


def test_unknown_revision_names_the_known() -> None:
    """An unknown revision raises a ValueError that lists the known revisions."""
    with pytest.raises(ValueError, match="2024-11-05, .*2026-07-28"):
        mr.revision("2023-01-01")
    assert revisions() == mr.REVISIONS and revisions()[-1] == mr.LATEST


def test_ordered_enumerations_carry_their_true_order(mcp: ModuleType) -> None:
    """Log levels are ordered by severity, least first."""
    levels = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
    assert typing.get_args(mcp.LoggingLevel) == mcp.LOGGING_LEVELS
    assert tuple(level for level in mcp.LOGGING_LEVELS if level in levels) == levels


def test_presence_is_data(mcp: ModuleType) -> None:
    """Absent, `{}`, `[]` and values stay apart; an illegal null is refused; `format` never rejects."""
    for text in ('{"uri":"not a uri","name":"a"}', '{"uri":"x","name":"a","annotations":{}}'):
        assert json.loads(mcp.encode(mcp.decode(text, mcp.Resource))) == json.loads(text)
    assert mcp.decode('{"uri":"x","name":"a"}', mcp.Resource).description is msgspec.UNSET
    with pytest.raises(mr.DecodeError):
        mcp.decode('{"uri":"x","name":"a","description":null}', mcp.Resource)
    for value in (1, "1"):
        assert mcp.decode(json.dumps(value), mcp.RequestId) == value
        assert type(mcp.decode(json.dumps(value), mcp.RequestId)) is type(value)
    for wrong in ("true", "null", "1.5"):
        with pytest.raises(mr.DecodeError):
            mcp.decode(wrong, mcp.RequestId)


def test_responses_are_built_by_position_too(mcp: ModuleType) -> None:
    """`Response(id, result)` and `ErrorResponse(id, error)` equal their keyword forms."""
    result = (
        mcp.EmptyResult()
        if "result_type" not in mcp.EmptyResult.__struct_fields__
        else mcp.EmptyResult(result_type="complete")
    )
    assert mcp.Response(1, result) == mcp.Response(id=1, result=result)
    assert json.loads(mcp.encode(mcp.Response(1, result))) == {
        "jsonrpc": "2.0",
        "id": 1,
        "result": json.loads(mcp.encode(result)),
    }
    error = mcp.Error(code=mcp.INTERNAL_ERROR, message="no")
    assert mcp.ErrorResponse("a", error) == mcp.ErrorResponse(id="a", error=error)
    for wrong in (lambda: mcp.Response(1, result, 2), lambda: mcp.Response(1, id=1, result=result)):
        with pytest.raises(TypeError):
            wrong()
