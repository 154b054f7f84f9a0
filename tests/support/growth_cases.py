"""The kinds of frames, forms and schema files whose growth is measured, and the functions that take them.

Each kind repeats one thing that a peer chooses freely: items, members, unknown members, long names, long
texts, numbers, nesting by references. A maker gives a frame of about `size` bytes. Items that a function
reports one by one take 40 bytes or more: Python needs about 500 bytes for an object, its pointer and its
reason.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import mcp_revisions as mr

from mcpgen.frontend.load import load
from mcpgen.problems import Refused
from support.growth import Case

Tree = dict[str, Any]
OLD, FORMS, LEGACY, MODERN = "2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"
_EXPECTED = (mr.DecodeError, mr.EncodeError, mr.NoCounterpart, mr.LossError, mr.forms.InvalidSchema, Refused)


class Kind(NamedTuple):
    """A kind of frame: a maker of the frame by size, and the exchange that it belongs to."""

    make: Callable[[int], Tree]
    sender: str
    answering: str | None = None
    revision: str = LEGACY


def _request(method: str, **params: Any) -> Tree:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def _result(**result: Any) -> Tree:
    return {"jsonrpc": "2.0", "id": 1, "result": result}


def _items(item: Callable[[int], Any], size: int) -> list[Any]:
    """Return items that take about `size` bytes of JSON."""
    return [item(index) for index in range(max(1, size // (len(json.dumps(item(10_000))) + 2)))]


def _members(value: Callable[[int], Any], size: int) -> Tree:
    count = max(1, size // (len(json.dumps(value(10_000))) + 12))
    return {f"m{index:06}": value(index) for index in range(count)}


def _text(text: str, size: int) -> str:
    return text * max(1, size // len(text))


def _call(arguments: Any) -> Tree:
    return _request("tools/call", name="t", arguments=arguments)


def _tool(index: int, **members: Any) -> Tree:
    return {"name": f"tool-{index}", "inputSchema": {"type": "object"}, **members}


def _tools(size: int, **members: Any) -> Tree:
    return _result(tools=_items(partial(_tool, **members), size))


def _form(fields: Tree, **schema: Any) -> Tree:
    asked = {"type": "object", "properties": fields, **schema}
    return _request("elicitation/create", message="m", requestedSchema=asked)


def _multi(index: int) -> Tree:
    return {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}


def _required_form(size: int) -> Tree:
    fields = _members(lambda index: {"type": "string"}, size * 2 // 3)
    return _form(fields, required=list(fields))


def _sampling(messages: list[Any]) -> Tree:
    return _request("sampling/createMessage", messages=messages, maxTokens=1)


def _tool_uses(size: int) -> Tree:
    uses = _items(lambda i: {"type": "tool_use", "id": f"use-{i}", "name": "t", "input": {}}, size // 2)
    results = _items(lambda i: {"type": "tool_result", "toolUseId": f"use-{i}", "content": []}, size // 2)
    return _sampling([{"role": "assistant", "content": uses}, {"role": "user", "content": results}])


def _blocks(size: int, **block: Any) -> Tree:
    return _result(content=_items(lambda index: block, size))


def _under_long_name(size: int) -> Tree:
    return _call({"n" * (size // 2): _items(lambda index: {"a": [index]}, size // 2)})


def _unknown_under_long_name(size: int) -> Tree:
    fields = _members(lambda index: {"type": "string", "x": index}, size // 2)
    asked = {"method": "elicitation/create", "params": _form(fields)["params"]}
    return _result(resultType="input_required", inputRequests={"n" * (size // 2): asked})


def _wide_and_deep(size: int) -> Tree:
    inner: Any = _items(lambda index: {"a": index}, size - 1000)
    for _ in range(200):
        inner = {"a": inner}
    return _call(inner)


KINDS: dict[str, Kind] = {
    "long text": Kind(lambda n: _call({"text": _text("abc ", n)}), "client"),
    "arguments": Kind(lambda n: _call(_members(lambda i: {"a": [i, None, "b"]}, n)), "client"),
    "numbers": Kind(lambda n: _call({"a": _items(lambda i: i, n)}), "client"),
    "wide and deep": Kind(_wide_and_deep, "client"),
    "under a long name": Kind(_under_long_name, "client"),
    "meta": Kind(lambda n: _request("tools/call", name="t", _meta=_members(lambda i: {"a": i}, n)), "client"),
    "bad meta keys": Kind(
        lambda n: _request("tools/call", name="t", _meta={"-" + k: v for k, v in _members(str, n).items()}),
        "client",
    ),
    "unknown members": Kind(
        lambda n: {**_call({}), "params": {"name": "t", **_members(lambda i: {"a": i}, n)}}, "client"
    ),
    "unknown members under a long name": Kind(_unknown_under_long_name, "server", "tools/call", MODERN),
    "tools": Kind(partial(_tools, title="T", icons=[{"src": "x:"}], _meta={"a": 1}), "server", "tools/list"),
    "tools with unknown members": Kind(partial(_tools, a=1, b=2), "server", "tools/list"),
    "tools for tasks": Kind(
        partial(_tools, title="T", execution={"taskSupport": "required"}), "server", "tools/list"
    ),
    "some tools for tasks": Kind(
        lambda n: _result(
            tools=_items(
                lambda i: _tool(i, title="T", execution={"taskSupport": ("required", "optional")[i % 2]}), n
            )
        ),
        "server",
        "tools/list",
    ),
    "tools of one name": Kind(
        lambda n: _result(tools=_items(lambda i: {**_tool(0), "title": "T"}, n)), "server", "tools/list"
    ),
    "tool with headers": Kind(
        lambda n: _result(
            tools=[
                _tool(
                    1,
                    inputSchema={
                        "type": "object",
                        "properties": _members(lambda i: {"type": "object", "x-mcp-header": "a b"}, n),
                    },
                )
            ]
        ),
        "server",
        "tools/list",
        MODERN,
    ),
    "tool with boolean schemas": Kind(
        lambda n: _result(
            tools=[_tool(1, outputSchema={"type": "object", "properties": _members(lambda i: True, n)})]
        ),
        "server",
        "tools/list",
        MODERN,
    ),
    "invalid tools": Kind(
        lambda n: _result(tools=_items(lambda i: {"name": i, "inputSchema": {}}, n)), "server", "tools/list"
    ),
    "text blocks": Kind(partial(_blocks, type="text", text="abc"), "server", "tools/call"),
    "audio": Kind(partial(_blocks, type="audio", data="YWJj", mimeType="a/b"), "server", "tools/call"),
    "links": Kind(partial(_blocks, type="resource_link", uri="a:b", name="n"), "server", "tools/call"),
    "structured": Kind(
        lambda n: _result(
            content=_items(lambda i: {"type": "text", "text": '{"a": 1}'}, n // 2),
            structuredContent={"a": _items(lambda i: {"b": i}, n // 2)},
        ),
        "server",
        "tools/call",
    ),
    "structured of one text": Kind(
        lambda n: _result(
            content=_items(lambda i: {"type": "text", "text": "{}"}, n // 2),
            structuredContent={"a": _text("abc", n // 2)},
        ),
        "server",
        "tools/call",
    ),
    "form": Kind(_required_form, "server"),
    "form of titled choices": Kind(
        lambda n: _form(_members(lambda i: {"type": "string", "oneOf": [{"const": "a", "title": "A"}]}, n)),
        "server",
    ),
    "form of many choices": Kind(
        lambda n: _form(
            {"a": {"type": "string", "oneOf": _items(lambda i: {"const": f"c{i}", "title": "A"}, n)}}
        ),
        "server",
    ),
    "form of multiple choices": Kind(lambda n: _form(_members(_multi, n)), "server"),
    "form of multiple choices and required fields": Kind(
        lambda n: _form(_members(_multi, n // 2), required=list(_items(lambda i: f"other{i}", n // 2))),
        "server",
    ),
    "form with links": Kind(lambda n: _form(_members(lambda i: {"title": "http://a.b"}, n)), "server"),
    "form with half links": Kind(lambda n: _form({"a": {"title": _text("www.", n)}}), "server"),
    "form with half links and dots": Kind(lambda n: _form({"a": {"title": _text("www.a.", n)}}), "server"),
    "visit of a long URL": Kind(
        lambda n: _request(
            "elicitation/create",
            mode="url",
            message="m",
            elicitationId="1",
            url="https://a.b/" + _text("a%20", n),
        ),
        "server",
    ),
    "visit of a long query": Kind(
        lambda n: _request(
            "elicitation/create",
            mode="url",
            message="m",
            elicitationId="1",
            url="https://a.b/?" + _text("a=b&", n),
        ),
        "server",
    ),
    "sampling messages": Kind(
        lambda n: _sampling(
            _items(lambda i: {"role": "user", "content": [{"type": "text", "text": "a"}]}, n)
        ),
        "server",
    ),
    "sampling blocks": Kind(
        lambda n: _sampling(
            [{"role": "user", "content": _items(lambda i: {"type": "text", "text": "a" * 30}, n)}]
        ),
        "server",
    ),
    "tool uses and results": Kind(_tool_uses, "server"),
    "sampling result": Kind(
        lambda n: _result(
            role="assistant", model="m", content=_items(lambda i: {"type": "text", "text": "a"}, n)
        ),
        "client",
        "sampling/createMessage",
    ),
    "resources": Kind(
        lambda n: _result(resources=_items(lambda i: {"uri": f"a:{i}", "name": "n", "title": "T"}, n)),
        "server",
        "resources/list",
    ),
    "blob": Kind(
        lambda n: _result(contents=[{"uri": "a:b", "blob": _text("YWJj", n)}]), "server", "resources/read"
    ),
    "completions": Kind(
        lambda n: _result(completion={"values": _items(lambda i: f"value {i}", n)}),
        "server",
        "completion/complete",
    ),
    "roots": Kind(lambda n: _result(roots=_items(lambda i: {"uri": "a:b"}, n)), "client", "roots/list"),
    "error": Kind(
        lambda n: {
            "jsonrpc": "2.0",
            "id": 1,
            "error": {"code": -32042, "message": "m", "data": _members(lambda i: {"a": i}, n)},
        },
        "server",
        "tools/call",
    ),
    "visits": Kind(
        lambda n: {
            "jsonrpc": "2.0",
            "id": 1,
            "error": {
                "code": -32042,
                "message": "m",
                "data": {
                    "elicitations": _items(
                        lambda i: {"mode": "url", "elicitationId": str(i), "message": "m", "url": "a:b"}, n
                    )
                },
            },
        },
        "server",
        "tools/call",
    ),
    "capabilities": Kind(
        lambda n: _request(
            "initialize",
            protocolVersion=LEGACY,
            capabilities={"experimental": _members(lambda i: {"a": i}, n)},
            clientInfo={"name": "n", "version": "1"},
        ),
        "client",
    ),
}


def _quiet(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def quiet(value: Any) -> Any:
        with suppress(*_EXPECTED):
            return call(value)

    return quiet


def frame_cases() -> Iterator[Case]:
    """Yield each public function with each kind of frame."""
    for name, kind in KINDS.items():
        for function, call in _functions(kind):
            yield Case(
                f"{function} - {name}",
                lambda size, kind=kind: json.dumps(kind.make(size)).encode(),
                _quiet(call),
            )


def _functions(kind: Kind) -> Iterator[tuple[str, Callable[[bytes], Any]]]:
    module = mr.revision(kind.revision)
    decode = partial(module.decode_message, sender=kind.sender, answering=kind.answering)
    yield "decode", decode
    yield "decode, unknown members are errors", partial(decode, unknown="error")
    yield "decode, strict JSON", partial(decode, strict_json=True)
    yield "decode, invalid items skipped", partial(decode, invalid_items="skip")
    yield "decode, unknown members counted", lambda data: len(decode(data, invalid_items="skip").unknown)
    yield "encode", lambda data: module.encode(decode(data))
    yield "advise", partial(mr.advise, revision=kind.revision, sender=kind.sender, answering=kind.answering)
    for target in (OLD, FORMS, LEGACY, MODERN):
        if target != kind.revision:
            convert = partial(
                mr.convert, source=kind.revision, target=target, sender=kind.sender, answering=kind.answering
            )
            yield f"convert to {target}", lambda data, convert=convert: convert(data).losses
            yield f"convert to {target}, valid", partial(convert, validate=True)


# --- forms ------------------------------------------------------------------------------------------------


def _many_references(size: int) -> Tree:
    """Return a schema of definitions that each refer twice to the next."""
    last = size // 80
    definitions: Tree = {
        f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}, {"$ref": f"#/$defs/d{i + 1}"}]} for i in range(40)
    }
    definitions |= {f"e{i}": {"type": "string", "description": "unused"} for i in range(last)}
    return {"type": "object", "$defs": {**definitions, "d40": {}}, "$ref": "#/$defs/d0"}


_FORMS: dict[str, Callable[[int], tuple[Tree, Any]]] = {
    "missing fields": lambda n: (_required_form(n)["params"]["requestedSchema"], {}),
    "wrong fields": lambda n: (
        {"type": "object", "properties": _members(lambda i: {"type": "string"}, n)},
        _members(int, n // 2),
    ),
    "unknown fields": lambda n: ({"type": "object", "additionalProperties": False}, _members(str, n)),
    "many references": lambda n: (_many_references(n), {}),
    "choices": lambda n: (
        {"type": "object", "properties": {"a": {"enum": _items(lambda i: f"choice {i}", n)}}},
        {"a": "other"},
    ),
    "email": lambda n: (
        {"type": "object", "properties": {"a": {"type": "string", "format": "email"}}},
        {"a": _text("a.", n) + "@b.c"},
    ),
    "uri": lambda n: (
        {"type": "object", "properties": {"a": {"type": "string", "format": "uri"}}},
        {"a": "a:" + _text("/%20b", n) + " "},
    ),
    "date-time": lambda n: (
        {"type": "object", "properties": {"a": {"type": "string", "format": "date-time"}}},
        {"a": "2025-01-01T00:00:00." + _text("1", n)},
    ),
}


def form_cases() -> Iterator[Case]:
    """Yield each function of `forms` with each kind of form."""
    for name, make in _FORMS.items():
        yield Case(f"forms.check - {name}", make, _quiet(lambda form: mr.forms.check(form[1], form[0])))
        yield Case(f"forms.unsupported - {name}", make, lambda form: mr.forms.unsupported(form[0]))
        yield Case(f"forms.coerce - {name}", make, lambda form: mr.forms.coerce(form[0], form[1]))
        yield Case(f"forms.defaults - {name}", make, lambda form: mr.forms.defaults(form[0]))


# --- schema files -----------------------------------------------------------------------------------------

_FILES: dict[str, Callable[[int], str]] = {
    "members given twice": lambda n: "{"
    + ",".join(f'"m{i % (n // 30)}": {{}}' for i in range(n // 15))
    + "}",
    "a member given twice at the end": lambda n: (
        "{" + "".join(f'"m{i}": {{}},' for i in range(n // 15)) + '"m1": {}}'
    ),
    "definitions under a long name": lambda n: json.dumps(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$defs": {"n" * (n // 2): {"properties": _members(lambda i: {}, n // 2)}},
        }
    ),
    "definitions": lambda n: json.dumps(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$defs": _members(lambda i: {"type": "string"}, n),
        }
    ),
}


def file_cases() -> Iterator[Case]:
    """Yield `load` with each kind of schema file; the metaschema is applied by another package."""
    for name, make in _FILES.items():
        yield Case(
            f"load - {name}",
            lambda size, make=make: make(size).encode(),
            _quiet(lambda data: load(data, "s.json", metaschema=False)),
        )
