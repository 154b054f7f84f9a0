"""Rules for tools, their schemas and their results."""

from __future__ import annotations

from typing import Any

import msgspec

from ...json_values import equal_json
from ..canonical_text import canonical_text
from ..log import ConversionLog, Path, array, expected, in_order
from ..losses import Change
from ..value_checks import NEVER, Shape
from .registry import JsonObject, OfMember, OfValue, rule

_decode = msgspec.json.Decoder().decode


_OBJECT: Shape = ("object", {})
_TITLED = ("object", {"title": "string", "annotations": ("map",)})


@rule("R-TITLE", of=OfMember("title", _TITLED, {"annotations": {"title": ""}}, mends=True, removes=True))
def title_as_annotation(tool: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Move the title of a tool to its annotations. If the annotations already have a title, replace it."""
    title = tool["title"]
    log.drop(tool, "title", at, change)
    annotations = tool.get("annotations")
    if annotations is None:
        tool["annotations"] = {"title": title}
        log.report("invented", (at, "annotations"), tool["annotations"], change)
    elif type(annotations) is not dict:
        raise expected("an object", (at, "annotations"))
    else:
        log.fill(annotations, "title", title, (at, "annotations"), change)


_RESULT: Shape = ("object", {"content": ("array", None)}, ("content",))
_TEXT = {"content": [{"type": "text", "text": ""}]}


@rule("R-STRUCT", of=OfMember("structuredContent", _RESULT, _TEXT, mends=True, removes=True))
def structured_content_as_text(result: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop structured content, and add a text block with its JSON text.

    No block is added if the text blocks of the result already contain the content. This is so in three cases:

    - One block has the JSON text of the whole content.
    - The content is an object with one member, and one block has the JSON text of the member's value.
    - The content, or the value of its only member, is an array, and there is one block for each item.
    """
    value = result["structuredContent"]
    content = array(result, "content", at)
    log.drop(result, "structuredContent", at, change)
    texts = [block["text"] for block in content if _is_text(block)]
    only = next(iter(value.values())) if type(value) is dict and len(value) == 1 else value
    if not (any(_states(text, value) or _states(text, only) for text in texts) or _state_items(texts, only)):
        block = {"type": "text", "text": canonical_text(value)}
        content.append(block)
        log.report("invented", ((at, "content"), len(content) - 1), block, change)


def _is_text(block: Any) -> bool:
    return type(block) is dict and block.get("type") == "text" and type(block.get("text")) is str


def _states(text: str, value: Any) -> bool:
    """Return whether a text is the JSON text of `value`, or the string `value` itself."""
    if value == text:
        return True
    try:
        return equal_json(_decode(text), value)
    except (ValueError, RecursionError):
        return False


def _state_items(texts: list[str], value: Any) -> bool:
    """Return whether `value` is an array, and `texts` state its items in the same order."""
    return type(value) is list and 0 < len(value) == len(texts) and all(map(_states, texts, value))


@rule(
    "R-STRUCT",
    leaves=("object", {"structuredContent": ("map",)}),
    of=OfMember("structuredContent", _RESULT, {"structuredContent": {}, **_TEXT}, mends=True, removes=True),
)
def structured_content_as_object(result: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Move structured content that is not an object to a text block. `null` is not an object."""
    if type(result["structuredContent"]) is not dict:
        structured_content_as_text(result, at, log, change)


@rule(
    "R-STRUCT",
    leaves=("object", {"structuredContent": ("map",)}),
    of=OfMember("structuredContent", _OBJECT, {"structuredContent": {}}, mends=True, removes=True),
)
def structured_content_only_object(block: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop structured content that is not an object from a content block.

    The structured content cannot move to a text block, because a content block cannot contain another block.
    """
    if type(block["structuredContent"]) is not dict:
        log.drop(block, "structuredContent", at, change)


@rule(
    "R-STRUCT",
    leaves=("object", {"outputSchema": ("object", {"type": ("choice", "object")}, ("type",))}),
    of=OfMember(
        "outputSchema",
        ("object", {"outputSchema": ("map",)}),
        {"outputSchema": {"type": "object"}},
        True,
        True,
    ),
)
def output_schema_of_object(tool: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop an output schema whose root `type` is not `object`.

    If the schema is not an object at all, a later edit refuses the message.
    """
    schema = tool["outputSchema"]
    if type(schema) is dict and schema.get("type") != "object":
        log.drop(tool, "outputSchema", at, change)


_SCHEMA = {"type": "object", "properties": {"": {}}, "required": [""]}


@rule(
    "R-STRUCT",
    leaves=("object", {"properties": ("map", ("map",)), "required": ("array", "string")}),
    # `output_schema_of_object` drops a schema with another `type`
    of=OfValue(_OBJECT, NEVER, _SCHEMA, ("properties", "required", "type")),
)
def schema_of_objects(schema: JsonObject, at: Path, log: ConversionLog, change: Change) -> JsonObject:
    """Convert boolean schemas of properties to objects, and drop keywords that older revisions refuse.

    Edit `schema` in place and return it.
    """
    properties = schema.get("properties")
    if type(properties) is dict:
        location = (at, "properties")
        for name in [name for name, value in in_order(properties) if type(value) is not dict]:
            value = properties[name]
            if value is True or value is False:
                log.report("reshaped", (location, name), value, change)
                properties[name] = {} if value else {"not": {}}
            else:
                log.drop(properties, name, location, change)
    elif "properties" in schema:
        log.drop(schema, "properties", at, change)
    required = schema.get("required", [])
    if type(required) is not list or not all(type(name) is str for name in required):
        log.drop(schema, "required", at, change)
    return schema


_TOOLS = ("object", {"tools": ("array", None)}, ("tools",))


@rule(
    "R-TASK",
    leaves=("object", {"tools": ("array", ("object", {"execution": "never"}))}, ("tools",)),
    of=OfMember("tools", _TOOLS, {"tools": []}),
)
def tools_without_tasks(result: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Remove the tools that can run only as tasks from a list of tools."""
    tools = array(result, "tools", at)
    location = (at, "tools")
    hidden = {
        i for i, tool in enumerate(tools) if type(tool) is dict and "execution" in tool and _needs_task(tool)
    }
    if hidden:
        for i in sorted(hidden):
            log.report("dropped", (location, i), tools[i], change)
        stay = [i for i in range(len(tools)) if i not in hidden]
        log.moved([((location, new), (location, old)) for new, old in enumerate(stay)], change)
        tools[:] = [tools[i] for i in stay]


def _needs_task(tool: JsonObject) -> bool:
    execution = tool["execution"]
    return type(execution) is dict and execution.get("taskSupport") == "required"


@rule("R-TASK", of=OfMember("status", _OBJECT, {"status": "failed"}))
def failed_tool(task: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Set the status of a completed task to failed if the result of its tool is an error."""
    result = task.get("result")
    if task.get("status") == "completed" and type(result) is dict and result.get("isError") is True:
        log.report("reshaped", (at, "status"), "completed", change)
        task["status"] = "failed"
