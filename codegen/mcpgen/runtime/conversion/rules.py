"""The changes between revisions that take code: one function a rule, called by the generated adapters.

In: a JSON tree that the rule may edit, its path, the `Crossing` to report to, and the `Change` that the
report cites. Three forms, told apart by where `schema/changes/*.toml` attaches them:

- at a member (`Tool.title`): called with the *owner* of the member, when the member is present, and always
  when the target requires it; edits the owner in place;
- at a type (`EnumSchema`) or an arm of a union (`ContentBlock.AudioContent`): called with the value, returns
  the value to put in its place;
- at `errors`: called with a frame that holds an error, edits it.

Every rule says which named change of `schema/changes/` it carries out. What the sender's revision does not
allow is a `DecodeError`; what needs more than this one message is refused through the `Crossing`.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec

from ..errors import INTERNAL_ERROR, INVALID_PARAMS
from ..json_values import same_json
from .log import ConversionLog, Path, array, expected
from .losses import Change

Tree = dict[str, Any]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode

META = "io.modelcontextprotocol/"
REQUEST_META = tuple(
    META + name for name in ("protocolVersion", "clientCapabilities", "clientInfo", "logLevel")
)
NOTIFICATION_META = (META + "subscriptionId",)
RESULT_META = (META + "serverInfo",)
CAPABILITIES = META + "clientCapabilities"
TASK_META = (META + "related-task", META + "model-immediate-response")


# ---- content -------------------------------------------------------------------------------------------------------


def audio_as_resource(block: Tree, at: Path, log: ConversionLog, change: Change) -> Tree:
    """Return an audio block as an embedded resource with the same bytes (R-AUDIO)."""
    data, mime = block.get("data"), block.get("mimeType")
    if type(data) is not str or type(mime) is not str:
        raise expected("audio with `data` and `mimeType`", at)
    log.reshape(at, block, change)
    kept = {
        name: value for name, value in block.items() if name not in ("type", "data", "mimeType", "resource")
    }
    uri = f"urn:mcp:audio:{sha256(data.encode()).hexdigest()}"
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime, "blob": data}, **kept}


_LINK_ONLY = ("type", "uri", "name", "title", "description", "mimeType", "size", "_meta", "icons", "text")


def resource_link_as_text(block: Tree, at: Path, log: ConversionLog, change: Change) -> Tree:
    """Return a resource link as a text block that holds a Markdown link (R-RLINK)."""
    uri, name = block.get("uri"), block.get("name")
    label, note = block.get("title", name), block.get("description")
    if type(uri) is not str or type(name) is not str or type(label) is not str:
        raise expected("a resource link with `uri` and `name`", at)
    log.reshape(at, block, change)
    text = f"[{label}]({uri})" + (f" — {note}" if type(note) is str else "")
    kept = {key: value for key, value in block.items() if key not in _LINK_ONLY}
    if type(kept.get("annotations")) is dict:
        kept["annotations"] = {k: v for k, v in kept["annotations"].items() if k != "lastModified"}
    return {"type": "text", "text": text, **kept}


# ---- tools ---------------------------------------------------------------------------------------------------------


def title_as_annotation(tool: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Move the title of a tool to its annotations, where older clients look for it (R-TITLE)."""
    title = tool["title"]
    log.drop(tool, "title", at, change)
    annotations = tool.get("annotations")
    if annotations is None:
        tool["annotations"] = {"title": title}
        log.invented((at, "annotations"), tool["annotations"], change)
    elif type(annotations) is not dict:
        raise expected("an object", (at, "annotations"))
    elif "title" not in annotations:
        annotations["title"] = title
        log.invented(((at, "annotations"), "title"), title, change)


def structured_content_as_text(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Move the structured content of a tool result to a text block, unless one repeats it already (R-STRUCT)."""
    value = result["structuredContent"]
    content = array(result, "content", at)
    log.drop(result, "structuredContent", at, change)
    if not any(_says(block, value) for block in content):
        block = {"type": "text", "text": _encode(value).decode()}
        content.append(block)
        log.invented(((at, "content"), len(content) - 1), block, change)


def _says(block: Any, value: Any) -> bool:
    """Say whether a content block is the JSON text of `value`."""
    if type(block) is not dict or block.get("type") != "text" or type(block.get("text")) is not str:
        return False
    try:
        return same_json(_decode(block["text"]), value)
    except (ValueError, RecursionError):
        return False


def structured_content_as_object(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Keep structured content that is an object; move any other value, null too, to a text block (R-STRUCT)."""
    if type(result["structuredContent"]) is not dict:
        structured_content_as_text(result, at, log, change)


def structured_content_only_object(block: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop structured content that is no object where there is no text block to move it to."""
    if type(block["structuredContent"]) is not dict:
        log.drop(block, "structuredContent", at, change)


def output_schema_of_object(tool: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop an output schema that does not describe an object (R-STRUCT)."""
    schema = tool["outputSchema"]
    if type(schema) is not dict:
        raise expected("an object", (at, "outputSchema"))
    if schema.get("type") != "object":
        log.drop(tool, "outputSchema", at, change)


def schema_of_objects(schema: Tree, at: Path, log: ConversionLog, change: Change) -> Tree:
    """Say the boolean schemas of properties as objects; drop keywords of a form that older peers refuse (R-STRUCT)."""
    properties = schema.get("properties")
    if type(properties) is dict:
        place = (at, "properties")
        for name in [name for name, value in properties.items() if type(value) is not dict]:
            value = properties[name]
            if value is True or value is False:
                log.reshape((place, name), value, change)
                properties[name] = {} if value else {"not": {}}
            else:
                log.drop(properties, name, place, change)
    elif "properties" in schema:
        log.drop(schema, "properties", at, change)
    required = schema.get("required", [])
    if type(required) is not list or not all(type(name) is str for name in required):
        log.drop(schema, "required", at, change)
    return schema


def tools_without_tasks(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Leave out the tools that can only be called as tasks (R-TASK)."""
    tools = array(result, "tools", at)
    place = (at, "tools")
    hidden = [
        i for i, tool in enumerate(tools) if type(tool) is dict and "execution" in tool and _needs_task(tool)
    ]
    if hidden:
        for i in hidden:
            log.dropped((place, i), tools[i], change)
        stay = [i for i in range(len(tools)) if i not in set(hidden)]
        log.moved([((place, new), (place, old)) for new, old in enumerate(stay) if new != old])
        tools[:] = [tools[i] for i in stay]


def _needs_task(tool: Tree) -> bool:
    execution = tool["execution"]
    return type(execution) is dict and execution.get("taskSupport") == "required"


# ---- forms ---------------------------------------------------------------------------------------------------------


def titled_enum(schema: Tree, at: Path, log: ConversionLog, change: Change) -> Tree:
    """Pair the values of an enumeration with their names, where there are as many names as values (R-ENUM)."""
    values: Any = schema.get("enum")
    names: Any = schema.get("enumNames")
    if not _strings(values) or not _strings(names) or len(values) != len(names):
        return schema
    log.reshape(at, schema, change)
    options = [{"const": value, "title": name} for value, name in zip(values, names)]
    return _replaced(schema, "enum", "oneOf", options, ("enumNames", "oneOf"))


def legacy_enum(schema: Tree, at: Path, log: ConversionLog, change: Change) -> Tree:
    """Say the titled options of an enumeration as values and names, without the default (R-ENUM)."""
    options = schema.get("oneOf")
    if type(options) is not list or not all(_is_option(option) for option in options):
        return schema
    log.reshape(at, schema, change)
    if "default" in schema:
        schema = {name: value for name, value in schema.items() if name != "default"}
    values = [option["const"] for option in options]
    changed = _replaced(schema, "oneOf", "enum", values, ("enum", "enumNames"))
    changed["enumNames"] = [option["title"] for option in options]
    return changed


def no_multi_select(form: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop the multi-select fields that may stay unanswered; refuse those that must not (R-ENUM)."""
    properties = form["properties"]
    if type(properties) is not dict:
        raise expected("an object", (at, "properties"))
    place = (at, "properties")
    for name in [
        n for n, field in properties.items() if type(field) is dict and field.get("type") == "array"
    ]:
        if name in form.get("required", ()):
            log.refuse((place, name), change, INVALID_PARAMS)
        log.drop(properties, name, place, change)


def _strings(value: Any) -> bool:
    return type(value) is list and all(type(item) is str for item in value)


def _is_option(option: Any) -> bool:
    return type(option) is dict and type(option.get("const")) is str and type(option.get("title")) is str


def _replaced(tree: Tree, name: str, new: str, value: Any, gone: tuple[str, ...]) -> Tree:
    """Return a copy with the member `name` as `new`, in its place, and without the members `gone`."""
    return {
        (new if key == name else key): (value if key == name else old)
        for key, old in tree.items()
        if key == name or key not in gone
    }


def single_answers(value: Any, at: Path, log: ConversionLog, change: Change) -> Any:
    """Return the one choice of a multi-select answer; refuse more than one, and none (R-ERES)."""
    if len(value) != 1:
        log.refuse(at, change, INVALID_PARAMS)
    log.reshape(at, value, change)
    return value[0]


def form_capability(capabilities: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Say the form mode of the `elicitation` capability as `{}`; drop a capability for URLs alone (R-ELICIT-CAP)."""
    modes = capabilities["elicitation"]
    if type(modes) is not dict:
        raise expected("an object", (at, "elicitation"))
    if "url" in modes and "form" not in modes:
        log.drop(capabilities, "elicitation", at, change)
        return
    for name in ("form", "url"):
        if name in modes:
            log.drop(modes, name, (at, "elicitation"), change)


# ---- sampling ------------------------------------------------------------------------------------------------------


def single_blocks(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Give every content block a message of its own; refuse the blocks of a tool loop (R-SAMP)."""
    messages = array(params, "messages", at)
    if not any(type(message) is dict and type(message.get("content")) is list for message in messages):
        return
    place = (at, "messages")
    split: list[Any] = []
    moves: list[tuple[Path, Path]] = []
    for i, message in enumerate(messages):
        here = (place, i)
        blocks = message.get("content") if type(message) is dict else None
        if type(blocks) is not list:
            moves.append(((place, len(split)), here))
            split.append(message)
        elif not blocks:
            log.dropped(here, message, change)
        elif len(blocks) == 1:
            log.reshape((here, "content"), _snapshot(blocks), change)
            moves.append((((place, len(split)), "content"), ((here, "content"), 0)))
            moves.append(((place, len(split)), here))
            message["content"] = blocks[0]
            split.append(message)
        else:
            log.reshape(here, _snapshot(message), change)
            for k, block in enumerate(blocks):
                moves.append((((place, len(split)), "content"), ((here, "content"), k)))
                moves.append(((place, len(split)), here))
                split.append({**message, "content": block})
    params["messages"] = split
    log.moved([(new, old) for new, old in moves if new != old])


def _snapshot(value: Any) -> Any:
    """Return a copy of a value whose parts stay in the tree, where later steps edit them."""
    return msgspec.to_builtins(value)


def no_tools(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Refuse tools in a sampling request; an empty list offers none and is dropped (R-SAMP)."""
    if params["tools"] != []:
        log.refuse((at, "tools"), change, INVALID_PARAMS)
    log.drop(params, "tools", at, change)


def no_tool_choice(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Refuse a tool choice in a sampling request, unless it chooses none (R-SAMP)."""
    choice = params["toolChoice"]
    if type(choice) is not dict or choice.get("mode") != "none":
        log.refuse((at, "toolChoice"), change, INVALID_PARAMS)
    log.drop(params, "toolChoice", at, change)


def one_block(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Unwrap a sampled message of one block and join one of several texts; refuse any other (R-SAMP)."""
    blocks = result["content"]
    if type(blocks) is not list:
        return
    place = (at, "content")
    if len(blocks) == 1:
        log.reshape(place, _snapshot(blocks), change)
        log.moved([(place, (place, 0))])
        result["content"] = blocks[0]
    elif blocks and all(
        type(b) is dict and b.get("type") == "text" and type(b.get("text")) is str for b in blocks
    ):
        log.weaken(place, blocks, change)
        result["content"] = {"type": "text", "text": "\n".join(block["text"] for block in blocks)}
    else:
        log.refuse(place, change, INVALID_PARAMS)


# ---- requests and results of 2026-07-28 ----------------------------------------------------------------------------


def fill_request_meta(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """State in a request the members that 2026-07-28 repeats: version, capabilities, client, log level (R-META5)."""
    place, context = (at, "_meta"), log.context
    assert context is not None
    meta = params.setdefault("_meta", {})
    if type(meta) is not dict:
        raise expected("an object", place)
    for name in [*meta]:
        if name in TASK_META:
            log.drop(meta, name, place, change)
        elif name in context.shapes and name not in context.stated:
            log.admit(meta, name, context.shapes[name], place, change)
    for name, value in msgspec.to_builtins(context.stated).items():
        log.fill(meta, name, value, place, change)
    if CAPABILITIES not in meta:
        log.fill(meta, CAPABILITIES, {}, place, change)


def drop_request_meta(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop from a request what 2026-07-28 repeats in each, and `_meta` when nothing else is in it (R-META5)."""
    _drop_meta(params, REQUEST_META, at, log, change)


def drop_notification_meta(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop from a notification the subscription it belongs to (R-META5, R-SUB)."""
    _drop_meta(params, NOTIFICATION_META, at, log, change)


def drop_result_meta(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop from a result the server that gave it (R-META5)."""
    _drop_meta(result, RESULT_META, at, log, change)


def _drop_meta(owner: Tree, names: tuple[str, ...], at: Path, log: ConversionLog, change: Change) -> None:
    meta = owner["_meta"]
    if type(meta) is not dict:
        raise expected("an object", (at, "_meta"))
    place = (at, "_meta")
    found = [("dropped", (place, name), meta.pop(name), change) for name in names if name in meta]
    log += found
    if found and not meta:
        del owner["_meta"]


def complete_result(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Mark a result as complete, whatever stood there by accident (R-RT)."""
    log.fill(result, "resultType", "complete", at, change)


def only_complete(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop the mark of a complete result; refuse a result that asks for input, or says anything else (R-RT, R-MRTR)."""
    kind = result.get("resultType", "complete")
    if type(kind) is not str:
        raise expected("a string", (at, "resultType"))
    if kind != "complete":
        log.refuse((at, "resultType"), change)
    if "resultType" in result:
        log.drop(result, "resultType", at, change)


def completion_limit(completion: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Keep the first 100 values of a completion and say that there are more (T4.21)."""
    values = array(completion, "values", at)
    if len(values) > 100:
        log.weaken((at, "values"), values, change)
        completion["values"] = values[:100]
        log.fill(completion, "hasMore", True, at, change)


def split_batch(frames: list[Any], at: Path, log: ConversionLog, change: Change) -> list[Any]:
    """Take an array of frames apart, in order (R-BATCH)."""
    log.reshape(at, frames, change)
    return list(frames)


# ---- errors --------------------------------------------------------------------------------------------------------


_INPUT_METHODS = ("tools/call", "prompts/get", "resources/read")
_OWNED = frozenset(range(-32099, -32019))  # by the specification, since 2026-07-28


_UP = {
    "initialize": _OWNED | {INVALID_PARAMS},
    "resources/read": _OWNED | {-32002},
    "resources/subscribe": _OWNED | {-32002},
}


def _codes_up(answering: str | None) -> frozenset[int]:
    """Return the codes of errors that may change for 2026-07-28 (R-ERR)."""
    return _UP.get(answering or "", _OWNED)


def errors_up(frame: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Renumber an error for 2026-07-28; a demand for URLs becomes a result that asks for them (R-ERR, R-42)."""
    error, answering = frame["error"], log.answering
    code, data, place = error["code"], error.get("data"), (at, "error")
    if code not in _codes_up(answering):
        return
    if code == -32002:
        new = INVALID_PARAMS
    elif code == INVALID_PARAMS:
        if type(data) is not dict or "supported" not in data:
            return
        new = -32022
    elif code == -32042 and answering in _INPUT_METHODS and _opens_urls(log) and _url_requests(data):
        log.drop(frame, "error", at, change)
        frame["result"] = {"resultType": "input_required", "inputRequests": _url_requests(data)}
        log.invented((at, "result"), frame["result"], change)
        return
    else:
        new = INTERNAL_ERROR
        kept: Tree = {"code": code}
        if "data" in error:
            kept["data"] = data
            log.reshape((place, "data"), data, change)
        else:
            log.invented((place, "data"), kept, change)
        error["data"] = kept
    log.fill(error, "code", new, place, change)


def _opens_urls(log: ConversionLog) -> bool:
    """Say whether the client that asked declared, in the context, that it can visit URLs."""
    stated = log.context.stated if log.context else {}
    modes: Any = stated.get(CAPABILITIES, {}).get("elicitation")
    return type(modes) is dict and "url" in modes


def _url_requests(data: Any) -> Tree:
    """Return the requests for the elicitations that an error lists, by their ids; none if any is malformed."""
    listed = data.get("elicitations") if type(data) is dict else None
    found: Tree = {}
    for each in listed if type(listed) is list else ():
        said = (
            [each.get(name) for name in ("elicitationId", "message", "url")] if type(each) is dict else [None]
        )
        if not _strings(said):
            return {}
        found[str(said[0])] = {
            "method": "elicitation/create",
            "params": {"mode": "url", "message": said[1], "url": said[2]},
        }
    return found


_GIVEN_UP = frozenset({-32020, -32021})
_DOWN = {"initialize": _GIVEN_UP | {-32022}, "resources/read": _GIVEN_UP | {INVALID_PARAMS}}


def _codes_down(answering: str | None) -> frozenset[int]:
    """Return the codes of errors that may change for the revisions before 2026-07-28 (R-ERR)."""
    return _DOWN.get(answering or "", _GIVEN_UP)


def errors_down(frame: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Renumber an error of 2026-07-28 for the revisions before (R-ERR)."""
    error = frame["error"]
    code, data = error["code"], error.get("data")
    if code not in _codes_down(log.answering):
        return
    if code == INVALID_PARAMS:
        if type(data) is not dict or "uri" not in data:
            return
        new = -32002
    else:
        new = INTERNAL_ERROR if code == -32020 else INVALID_PARAMS
    log.fill(error, "code", new, (at, "error"), change)


RULES: dict[str, Callable[..., Any]] = {
    name: value
    for name, value in globals().items()
    if callable(value) and getattr(value, "__module__", "") == __name__ and not name.startswith("_")
}
