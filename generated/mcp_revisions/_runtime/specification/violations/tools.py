"""Violations of the chapter *server/tools*: names, schemas, calls, results, headers of tools."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ...errors import INVALID_PARAMS, METHOD_NOT_FOUND
from ...json_argument import mapping, within_limit
from ...json_values import tokens, walk
from ...messages.mismatch import shown
from ..bounded_evaluation import InvalidSchema
from ..json_schema import errors, shortened, validate_schema
from ..message_context import (
    JsonObject,
    Location,
    MessageContext,
    content_blocks,
    location_of,
    tools_in,
    with_name,
)
from ..spec_rule import Violations, advice, rule

_TOOL_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_SCHEMAS = ("inputSchema", "outputSchema")


@rule("should", "server/tools#error-handling", code=INVALID_PARAMS)
def tool_unknown(context: MessageContext) -> Violations:
    """`tools/call` should name a tool that the server lists."""
    name = context.params.get("name")
    is_call = context.method == "tools/call" and isinstance(name, str)
    if is_call and context.tools is not None and not with_name(context.tools, name):
        yield "/params/name", f"no tool has the name {shown(name)}"


@rule(
    "must",
    "basic/utilities/tasks#tool-level-negotiation",
    since="2025-11-25",
    until="2025-11-25",
    code=METHOD_NOT_FOUND,
)
def tool_task_support(context: MessageContext) -> Violations:
    """`tools/call` must have or lack `task` as the tool's `execution.taskSupport` requires."""
    tool = with_name(context.tools, context.params.get("name")) if context.method == "tools/call" else {}
    support = mapping(tool.get("execution")).get("taskSupport", "forbidden")
    if tool and "task" in context.params and support == "forbidden":
        yield "/params/task", "the tool cannot run as a task"
    if tool and "task" not in context.params and support == "required":
        yield "/params", "the tool requires a task; add `task`"


@advice("should", "server/tools#tool-names", since="2025-11-25")
def tool_name(context: MessageContext) -> Violations:
    """The name of a tool should have 1 to 128 characters, each `A-Z`, `a-z`, `0-9`, `_`, `-` or `.`."""
    for location, tool in tools_in(context):
        name = tool.get("name")
        if isinstance(name, str) and not _TOOL_NAME.fullmatch(name):
            yield (location, "name"), f"{name[:60]!r} must have 1 to 128 of A-Z, a-z, 0-9, _, - and ."


@advice("should", "server/tools#tool-names", since="2025-11-25")
def tool_name_twice(context: MessageContext) -> Violations:
    """Two tools of a list should not have the same name."""
    seen = set[str]()
    for location, tool in tools_in(context):
        name = tool.get("name")
        if isinstance(name, str):
            if name in seen:
                yield (location, "name"), f"a second tool has the name {shown(name)}"
            seen.add(name)


def schemas_of_tools(context: MessageContext) -> Iterator[Location]:
    """Yield the locations of the schemas that `tool_schema_invalid` validates."""
    for location, tool in tools_in(context):
        yield from ((location, name) for name in _SCHEMAS if name in tool)


@advice("must", "basic#schema-validation", since="2025-11-25", validates=schemas_of_tools)
def tool_schema_invalid(context: MessageContext) -> Violations:
    """The schemas of a tool must be valid in the dialect of `$schema`, by default JSON Schema 2020-12."""
    for location, tool in tools_in(context):
        for name in _SCHEMAS:
            try:
                if name in tool:
                    validate_schema(tool[name])
            except InvalidSchema as error:
                yield location_of(name, *tokens(error.pointer), within=location), error.reason


@advice("must", "server/tools#output-schema", since="2025-06-18")
def tool_output_missing(context: MessageContext) -> Violations:
    """The result of a tool with an output schema must have structured content."""
    if _output_schema(context) is not None and "structuredContent" not in context.result:
        yield "/result", "the tool has an output schema, but the result has no structured content"


def structured_outputs(context: MessageContext) -> Iterator[Location]:
    """Yield the location of the structured content that `tool_output_mismatch` validates."""
    if _output_schema(context) is not None and "structuredContent" in context.result:
        yield location_of("result", "structuredContent")


@advice("must", "server/tools#output-schema", since="2025-06-18", validates=structured_outputs)
def tool_output_mismatch(context: MessageContext) -> Violations:
    """Structured content must be valid under the tool's output schema."""
    for location in structured_outputs(context):
        try:
            found = errors(_output_schema(context), context.result["structuredContent"])
            mismatches = (
                ([str(part) for part in error.absolute_path], shortened(error.message)) for error in found
            )
            for path, message in sorted(
                within_limit(mismatches, lambda mismatch: [*mismatch[0], mismatch[1]])
            ):
                yield location_of(*path, within=location), message
        except InvalidSchema as error:
            yield location, f"the output schema cannot be used: {error}"


@advice("should", "server/tools#structured-content", since="2025-06-18")
def tool_output_not_in_text(context: MessageContext) -> Violations:
    """A text block should repeat structured content, for clients that read only text."""
    if "structuredContent" in context.result and "content" in context.result:
        blocks = [block for _, block in content_blocks(context.result["content"], None)]
        if not any(block.get("type") == "text" for block in blocks):
            yield "/result/content", "no text block repeats the structured content"


@advice("must", "server/tools#x-mcp-header", since="2026-07-28")
def tool_header(context: MessageContext) -> Violations:
    """An `x-mcp-header` must be a valid, unique header name, for a string, integer or boolean parameter."""
    for tool_location, tool in tools_in(context):
        seen = set[str]()
        schema = tool.get("inputSchema")
        for owner, parameter in walk(schema, (tool_location, "inputSchema")):
            is_schema = (
                isinstance(parameter, Mapping) and parameter is not schema and owner[1] != "properties"
            )
            if not is_schema or "x-mcp-header" not in parameter:
                continue
            name, location = parameter["x-mcp-header"], (owner, "x-mcp-header")
            if not isinstance(name, str) or not _HEADER_NAME.fullmatch(name):
                yield location, f"not a valid header name: {str(name)[:60]!r}"
            elif name.lower() in seen:
                yield location, f"a second parameter has the header {shown(name)}"
            elif parameter.get("type") not in ("string", "integer", "boolean"):
                yield location, "only a string, an integer or a boolean can be a header"
            seen.add(str(name).lower())


def _output_schema(context: MessageContext) -> JsonObject | None:
    """Return the output schema of the called tool.

    Return None if the message is not a final, successful result, or if the tool has no output schema.
    """
    result, request = context.result, context.request_params
    is_final = result.get("resultType", "complete") == "complete" and "task" not in request
    if context.answering != "tools/call" or not result or not is_final or result.get("isError") is True:
        return None
    schema = with_name(context.tools, request.get("name")).get("outputSchema")
    return schema if isinstance(schema, Mapping) else None
