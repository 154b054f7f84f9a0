"""The kinds of frames whose growth is measured.

Each kind repeats one thing that a peer chooses freely: items, members, unknown members, long names, long
texts, numbers, nesting by references. A maker gives a frame of about `size` bytes. Items that a function
reports one by one take 40 bytes or more: Python needs about 500 bytes for an object, its pointer and its
reason.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

Tree = dict[str, Any]
OLD, BATCHES, FORMS, LEGACY, MODERN = "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}


class Kind(NamedTuple):
    """A kind of frame: a maker of the frame by size, and the exchange that it belongs to."""

    make: Callable[[int], Any]
    sender: str
    answering: str | None = None
    revision: str = LEGACY


def _request(method: str, **params: Any) -> Tree:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def _result(**result: Any) -> Tree:
    return {"jsonrpc": "2.0", "id": 1, "result": result}


def items(item: Callable[[int], Any], size: int) -> list[Any]:
    """Return items that take about `size` bytes of JSON."""
    return [item(index) for index in range(max(1, size // (len(json.dumps(item(10_000))) + 2)))]


def members(value: Callable[[int], Any], size: int) -> Tree:
    """Return members that take about `size` bytes of JSON."""
    count = max(1, size // (len(json.dumps(value(10_000))) + 12))
    return {f"m{index:06}": value(index) for index in range(count)}


def one_hash(index: int) -> int:
    """Return a number with the same hash as all others of this function."""
    return (index + 1) * (2**61 - 1)


def text(part: str, size: int) -> str:
    """Return a text of about `size` characters that repeats a part."""
    return part * max(1, size // len(part))


def _call(arguments: Any) -> Tree:
    return _request("tools/call", name="t", arguments=arguments)


def _tool(index: int, **members: Any) -> Tree:
    return {"name": f"tool-{index}", "inputSchema": {"type": "object"}, **members}


def _tools(size: int, **members: Any) -> Tree:
    return _result(tools=items(partial(_tool, **members), size))


def _form(fields: Tree, **schema: Any) -> Tree:
    asked = {"type": "object", "properties": fields, **schema}
    return _request("elicitation/create", message="m", requestedSchema=asked)


def _multi(index: int) -> Tree:
    return {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}


def required_form(size: int) -> Tree:
    """Return a request for a form whose fields are all required."""
    fields = members(lambda index: {"type": "string"}, size * 2 // 3)
    return _form(fields, required=list(fields))


def _sampling(messages: list[Any]) -> Tree:
    return _request("sampling/createMessage", messages=messages, maxTokens=1)


def _many_blocks(size: int) -> Tree:
    blocks = items(lambda i: {"type": "text", "text": "a" * 30}, size // 3)
    further = {"_meta": members(lambda i: {"a": i}, size // 3), "x": members(lambda i: {"a": i}, size // 3)}
    return _sampling([{"role": "user", "content": blocks, **further}])


def _tool_uses(size: int) -> Tree:
    uses = items(lambda i: {"type": "tool_use", "id": f"use-{i}", "name": "t", "input": {}}, size // 2)
    results = items(lambda i: {"type": "tool_result", "toolUseId": f"use-{i}", "content": []}, size // 2)
    return _sampling([{"role": "assistant", "content": uses}, {"role": "user", "content": results}])


def _blocks(size: int, **block: Any) -> Tree:
    return _result(content=items(lambda index: block, size))


def _under_long_name(size: int) -> Tree:
    return _call({"n" * (size // 2): items(lambda index: {"a": [index]}, size // 2)})


def _unknown_under_long_name(size: int) -> Tree:
    fields = members(lambda index: {"type": "string", "x": index}, size // 2)
    asked = {"method": "elicitation/create", "params": _form(fields)["params"]}
    return _result(resultType="input_required", inputRequests={"n" * (size // 2): asked})


def _wide_and_deep(size: int) -> Tree:
    inner: Any = items(lambda index: {"a": index}, size - 1000)
    for _ in range(200):
        inner = {"a": inner}
    return _call(inner)


def _asked(method: str, size: int, **params: Any) -> Tree:
    """Return a result that asks for input under a name of a third of the size."""
    asked = {"method": method, "params": params}
    return _result(resultType="input_required", inputRequests={"n" * (size // 3): asked})


def _message(index: int) -> Tree:
    return {"role": "user", "content": {"type": "image", "data": "?", "mimeType": "a/b"}}


def _prompt(index: int) -> Tree:
    return {"role": "user", "content": {"type": "resource_link", "uri": "?", "name": "n"}}


def _icon(index: int) -> Tree:
    return {"src": "javascript:"}


def _annotated(index: int) -> Tree:
    audience = {"audience": ["user", "assistant"], "priority": 0.5, "lastModified": "2025-01-01T00:00:00Z"}
    return {"type": "text", "text": "a", "annotations": audience, "_meta": {"-a": index}}


def _nested_schema(size: int) -> Tree:
    """Return a JSON Schema of objects in objects, with many members in the innermost."""
    schema: Tree = {"type": "object", "properties": members(lambda i: {"type": "string", "x": i}, size)}
    for _ in range(30):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def _definitions(size: int) -> Tree:
    """Return a JSON Schema of definitions, each of which refers to the next."""
    count = size // 40
    definitions = {f"d{i}": {"$ref": f"#/$defs/d{(i + 1) % count}"} for i in range(count)} if count else {}
    return {"type": "object", "$defs": definitions, "properties": {"a": {"$ref": "#/$defs/d0"}}}


def _tool_with(schema: Callable[[int], Tree], name: str = "inputSchema") -> Callable[[int], Tree]:
    return lambda size: _result(tools=[_tool(1, **{name: schema(size)})])


def _answers(size: int) -> Tree:
    """Return a retry with many answers to questions."""
    roots = {"roots": [{"uri": "a:b"}]}
    form = {"action": "decline", "content": {"a": ["b"]}}
    sampled = {"role": "assistant", "model": "m", "content": [{"type": "image", "data": "?"}]}
    answers = members(lambda i: (roots, form, sampled)[i % 3], size)
    return _request("tools/call", name="t", inputResponses=answers, requestState="s", _meta=META)


def _initialized(**more: Any) -> Tree:
    info = {"name": "n", "version": "1"}
    return _result(**{"protocolVersion": LEGACY, "capabilities": {}, "serverInfo": info, **more})


def _notification(method: str, **params: Any) -> Tree:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def _error(code: int, **more: Any) -> Tree:
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "m", **more}}


def _task(index: int) -> Tree:
    at = "2025-01-01T00:00:00Z"
    return {"taskId": f"t{index}", "status": "working", "createdAt": at, "lastUpdatedAt": at, "ttl": None}


def _forged(size: int) -> Tree:
    """Return a call whose kept values nobody has signed."""
    patch = items(lambda i: {"op": "add", "path": f"/params/a{i}", "value": i}, size)
    kept = {"from": MODERN, "to": LEGACY, "patch": patch, "mac": "0" * 64}
    return _request("tools/call", name="t", _meta={"mcp-revisions/kept": kept})


KINDS: dict[str, Kind] = {
    "long text": Kind(lambda n: _call({"text": text("abc ", n)}), "client"),
    "many empty parts": Kind(lambda n: _blocks(n, type="text", text=""), "server", "tools/call"),
    "arguments": Kind(lambda n: _call(members(lambda i: {"a": [i, None, "b"]}, n)), "client"),
    "numbers": Kind(lambda n: _call({"a": items(lambda i: i, n)}), "client"),
    "wide and deep": Kind(_wide_and_deep, "client"),
    "under a long name": Kind(_under_long_name, "client"),
    "meta": Kind(lambda n: _request("tools/call", name="t", _meta=members(lambda i: {"a": i}, n)), "client"),
    "bad meta keys": Kind(
        lambda n: _request("tools/call", name="t", _meta={"-" + k: v for k, v in members(str, n).items()}),
        "client",
    ),
    "unknown members": Kind(
        lambda n: {**_call({}), "params": {"name": "t", **members(lambda i: {"a": i}, n)}}, "client"
    ),
    "unknown members under a long name": Kind(_unknown_under_long_name, "server", "tools/call", MODERN),
    "tools": Kind(partial(_tools, title="T", icons=[{"src": "x:"}], _meta={"a": 1}), "server", "tools/list"),
    "tools with unknown members": Kind(partial(_tools, a=1, b=2), "server", "tools/list"),
    "tools for tasks": Kind(
        partial(_tools, title="T", execution={"taskSupport": "required"}), "server", "tools/list"
    ),
    "some tools for tasks": Kind(
        lambda n: _result(
            tools=items(
                lambda i: _tool(i, title="T", execution={"taskSupport": ("required", "optional")[i % 2]}), n
            )
        ),
        "server",
        "tools/list",
    ),
    "tools of one name": Kind(
        lambda n: _result(tools=items(lambda i: {**_tool(0), "title": "T"}, n)), "server", "tools/list"
    ),
    "tool with headers": Kind(
        lambda n: _result(
            tools=[
                _tool(
                    1,
                    inputSchema={
                        "type": "object",
                        "properties": members(lambda i: {"type": "object", "x-mcp-header": "a b"}, n),
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
            tools=[_tool(1, outputSchema={"type": "object", "properties": members(lambda i: True, n)})]
        ),
        "server",
        "tools/list",
        MODERN,
    ),
    "invalid tools": Kind(
        lambda n: _result(tools=items(lambda i: {"name": i, "inputSchema": {}}, n)), "server", "tools/list"
    ),
    "text blocks": Kind(partial(_blocks, type="text", text="abc"), "server", "tools/call"),
    "audio": Kind(partial(_blocks, type="audio", data="YWJj", mimeType="a/b"), "server", "tools/call"),
    "links": Kind(partial(_blocks, type="resource_link", uri="a:b", name="n"), "server", "tools/call"),
    "structured": Kind(
        lambda n: _result(
            content=items(lambda i: {"type": "text", "text": '{"a": 1}'}, n // 2),
            structuredContent={"a": items(lambda i: {"b": i}, n // 2)},
        ),
        "server",
        "tools/call",
    ),
    "structured of one text": Kind(
        lambda n: _result(
            content=items(lambda i: {"type": "text", "text": "{}"}, n // 2),
            structuredContent={"a": text("abc", n // 2)},
        ),
        "server",
        "tools/call",
    ),
    "form": Kind(required_form, "server"),
    "form of titled choices": Kind(
        lambda n: _form(members(lambda i: {"type": "string", "oneOf": [{"const": "a", "title": "A"}]}, n)),
        "server",
    ),
    "form of many choices": Kind(
        lambda n: _form(
            {"a": {"type": "string", "oneOf": items(lambda i: {"const": f"c{i}", "title": "A"}, n)}}
        ),
        "server",
    ),
    "form of multiple choices": Kind(lambda n: _form(members(_multi, n)), "server"),
    "form of multiple choices and required fields": Kind(
        lambda n: _form(members(_multi, n // 2), required=list(items(lambda i: f"other{i}", n // 2))),
        "server",
    ),
    "form with links": Kind(lambda n: _form(members(lambda i: {"title": "http://a.b"}, n)), "server"),
    "form with half links": Kind(lambda n: _form({"a": {"title": text("www.", n)}}), "server"),
    "form with half links and dots": Kind(lambda n: _form({"a": {"title": text("www.a.", n)}}), "server"),
    "visit of a long URL": Kind(
        lambda n: _request(
            "elicitation/create",
            mode="url",
            message="m",
            elicitationId="1",
            url="https://a.b/" + text("a%20", n),
        ),
        "server",
    ),
    "visit of a long query": Kind(
        lambda n: _request(
            "elicitation/create",
            mode="url",
            message="m",
            elicitationId="1",
            url="https://a.b/?" + text("a=b&", n),
        ),
        "server",
    ),
    "sampling messages": Kind(
        lambda n: _sampling(items(lambda i: {"role": "user", "content": [{"type": "text", "text": "a"}]}, n)),
        "server",
    ),
    "sampling messages after an empty one": Kind(
        lambda n: _sampling(
            [
                {"role": "user", "content": []},
                *items(lambda i: {"role": "user", "content": [{"type": "text", "text": "a"}]}, n),
            ]
        ),
        "server",
    ),
    "sampling blocks": Kind(
        lambda n: _sampling(
            [{"role": "user", "content": items(lambda i: {"type": "text", "text": "a" * 30}, n)}]
        ),
        "server",
    ),
    "sampling blocks beside large members": Kind(_many_blocks, "server"),
    "tool uses and results": Kind(_tool_uses, "server"),
    "sampling result": Kind(
        lambda n: _result(
            role="assistant", model="m", content=items(lambda i: {"type": "text", "text": "a"}, n)
        ),
        "client",
        "sampling/createMessage",
    ),
    "resources": Kind(
        lambda n: _result(resources=items(lambda i: {"uri": f"a:{i}", "name": "n", "title": "T"}, n)),
        "server",
        "resources/list",
    ),
    "blob": Kind(
        lambda n: _result(contents=[{"uri": "a:b", "blob": text("YWJj", n)}]), "server", "resources/read"
    ),
    "completions": Kind(
        lambda n: _result(completion={"values": items(lambda i: f"value {i}", n)}),
        "server",
        "completion/complete",
    ),
    "roots": Kind(lambda n: _result(roots=items(lambda i: {"uri": "a:b"}, n)), "client", "roots/list"),
    "error": Kind(
        lambda n: {
            "jsonrpc": "2.0",
            "id": 1,
            "error": {"code": -32042, "message": "m", "data": members(lambda i: {"a": i}, n)},
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
                    "elicitations": items(
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
            capabilities={"experimental": members(lambda i: {"a": i}, n)},
            clientInfo={"name": "n", "version": "1"},
        ),
        "client",
    ),
    "asked under a long name": Kind(
        lambda n: _asked("sampling/createMessage", n, messages=items(_message, n // 3), maxTokens=1),
        "server",
        "tools/call",
        MODERN,
    ),
    "form under a long name": Kind(
        lambda n: _asked(
            "elicitation/create",
            n,
            message="m",
            requestedSchema={"type": "object", "properties": members(lambda i: {"type": []}, n // 3)},
        ),
        "server",
        "tools/call",
        MODERN,
    ),
    "choices in a field of a long name": Kind(
        lambda n: _form(
            {
                "n"
                * (n // 2): {
                    "type": "string",
                    "oneOf": items(lambda i: {"const": str(i), "title": "t", "x": 1}, n // 2),
                }
            }
        ),
        "server",
    ),
    "input request with choices under a long name": Kind(
        lambda n: _asked(
            "elicitation/create",
            n,
            message="m",
            requestedSchema={
                "type": "object",
                "properties": {
                    "a": {
                        "type": "string",
                        "oneOf": items(lambda i: {"const": str(i), "title": "t", "x": 1}, n // 2),
                    }
                },
            },
        ),
        "server",
        "tools/call",
        MODERN,
    ),
    "field of a long name": Kind(
        lambda n: _form({"n" * (n // 2): {"type": "string", **members(int, n // 2)}}), "server"
    ),
    "icons under a long name": Kind(
        lambda n: _result(
            resources=[{"uri": "a:", "name": "n", "n" * (n // 2): {"icons": items(_icon, n // 2)}}]
        ),
        "server",
        "resources/list",
    ),
    "many requests in a result": Kind(
        lambda n: _result(
            resultType="input_required", inputRequests=members(lambda i: {"method": "roots/list"}, n)
        ),
        "server",
        "tools/call",
        MODERN,
    ),
    "batch of calls": Kind(lambda n: items(lambda i: {**_call({}), "id": i}, n), "client", None, BATCHES),
    "batch of batches": Kind(lambda n: items(lambda i: [["x" * 40]], n), "client", None, BATCHES),
    "batch of results": Kind(
        lambda n: items(lambda i: {"jsonrpc": "2.0", "id": i, "result": {"content": []}}, n),
        "server",
        "tools/call",
        BATCHES,
    ),
    "modern call": Kind(
        lambda n: _request("tools/call", name="t", arguments=members(str, n), _meta=META),
        "client",
        None,
        MODERN,
    ),
    "prompt": Kind(lambda n: _result(messages=items(_prompt, n)), "server", "prompts/get"),
    "log": Kind(
        lambda n: {
            "jsonrpc": "2.0",
            "method": "notifications/message",
            "params": {"level": "error", "data": items(str, n)},
        },
        "server",
    ),
    "long method": Kind(lambda n: _request("m" * n), "client"),
    "long id": Kind(lambda n: {**_call({}), "id": "i" * n}, "client"),
    "long string of escapes": Kind(lambda n: _call({"a": text('\u2028\n"', n)}), "client"),
    "meta key of many labels": Kind(
        lambda n: _request("tools/call", name="t", _meta={text("a.", n) + "b/c": 1}), "client"
    ),
    "meta key of one long label": Kind(
        lambda n: _request("tools/call", name="t", _meta={text("a-", n): 1}), "client"
    ),
    "meta keys with prefixes": Kind(
        lambda n: _request(
            "tools/call", name="t", _meta={f"com.example/{k}": v for k, v in members(str, n // 2).items()}
        ),
        "client",
    ),
    "annotated blocks": Kind(lambda n: _result(content=items(_annotated, n)), "server", "tools/call"),
    "audience": Kind(
        lambda n: _blocks(1, type="text", text="a", annotations={"audience": items(lambda i: "user", n)}),
        "server",
        "tools/call",
    ),
    "icons of a tool": Kind(
        lambda n: _result(tools=[_tool(1, icons=items(_icon, n))]), "server", "tools/list"
    ),
    "icons of a server": Kind(
        lambda n: _initialized(serverInfo={"name": "n", "version": "1", "icons": items(_icon, n)}),
        "server",
        "initialize",
    ),
    "long instructions": Kind(lambda n: _initialized(instructions=text("a\n", n)), "server", "initialize"),
    "prompts": Kind(
        lambda n: _result(
            prompts=items(lambda i: {"name": f"p{i}", "title": "T", "arguments": [{"name": "a"}]}, n)
        ),
        "server",
        "prompts/list",
    ),
    "arguments of a prompt": Kind(
        lambda n: _result(prompts=[{"name": "p", "arguments": items(lambda i: {"name": f"a{i}"}, n)}]),
        "server",
        "prompts/list",
    ),
    "long template of a URI": Kind(
        lambda n: _result(resourceTemplates=[{"name": "t", "uriTemplate": "a:" + text("{b}/", n)}]),
        "server",
        "resources/templates/list",
    ),
    "templates of URIs": Kind(
        lambda n: _result(
            resourceTemplates=items(lambda i: {"name": f"t{i}", "uriTemplate": "a:{b}", "title": "T"}, n)
        ),
        "server",
        "resources/templates/list",
    ),
    "nested schema of a tool": Kind(_tool_with(_nested_schema), "server", "tools/list"),
    "definitions in a schema of a tool": Kind(_tool_with(_definitions), "server", "tools/list"),
    "nested output schema": Kind(_tool_with(_nested_schema, "outputSchema"), "server", "tools/list", MODERN),
    "schema of many required names": Kind(
        _tool_with(lambda n: {"type": "object", "required": items(str, n)}), "server", "tools/list"
    ),
    "tools of long names": Kind(
        lambda n: _result(
            tools=items(lambda i: _tool(i, description="d" * 200, annotations={"title": "a"}), n)
        ),
        "server",
        "tools/list",
    ),
    "answers to questions": Kind(_answers, "client", None, MODERN),
    "long state of a request": Kind(
        lambda n: _request("tools/call", name="t", requestState=text("s", n), _meta=META),
        "client",
        None,
        MODERN,
    ),
    "listed tasks": Kind(lambda n: _result(tasks=items(_task, n)), "server", "tasks/list"),
    "tools of a sampling request": Kind(
        lambda n: _request("sampling/createMessage", messages=[], maxTokens=1, tools=items(_tool, n)),
        "server",
    ),
    "content of a tool result in sampling": Kind(
        lambda n: _sampling(
            [
                {
                    "role": "user",
                    "content": [{"type": "tool_result", "toolUseId": "u", "content": items(_annotated, n)}],
                }
            ]
        ),
        "server",
    ),
    "hints of a model": Kind(
        lambda n: _request(
            "sampling/createMessage",
            messages=[],
            maxTokens=1,
            modelPreferences={"hints": items(lambda i: {"name": f"model {i}"}, n)},
        ),
        "server",
    ),
    "accepted form": Kind(
        lambda n: _result(action="accept", content=members(lambda i: ["a"], n)),
        "client",
        "elicitation/create",
    ),
    "form of legacy choices": Kind(
        lambda n: _form(members(lambda i: {"type": "string", "enum": ["a"], "enumNames": ["A"]}, n)), "server"
    ),
    "filter of subscriptions": Kind(
        lambda n: _request(
            "subscriptions/listen",
            notifications={"resourceSubscriptions": items(lambda i: f"a:{i}", n)},
            _meta=META,
        ),
        "client",
        None,
        MODERN,
    ),
    "arguments of a completion": Kind(
        lambda n: _request(
            "completion/complete",
            ref={"type": "ref/prompt", "name": "p", "title": "T"},
            argument={"name": "a", "value": "b"},
            context={"arguments": members(str, n)},
        ),
        "client",
    ),
    "extensions of a server": Kind(
        lambda n: _result(
            resultType="complete",
            ttlMs=0,
            cacheScope="private",
            supportedVersions=items(lambda i: f"2030-{i}", n // 2),
            capabilities={"extensions": members(lambda i: {"a": i}, n // 2)},
        ),
        "server",
        "server/discover",
        MODERN,
    ),
    "contents of a resource": Kind(
        lambda n: _result(contents=items(lambda i: {"uri": f"?{i}", "text": "a", "_meta": {"-": 1}}, n)),
        "server",
        "resources/read",
    ),
    "long reason of a cancellation": Kind(
        lambda n: _notification("notifications/cancelled", requestId=1, reason=text("r\u2028", n)), "client"
    ),
    "long message of progress": Kind(
        lambda n: _notification("notifications/progress", progressToken=1, progress=1, message=text("m", n)),
        "server",
    ),
    "long error": Kind(lambda n: {**_error(-32002, data=text("d", n))}, "server", "resources/read"),
    "error of many versions": Kind(
        lambda n: _error(-32602, data={"supported": items(lambda i: f"2030-{i}", n), "requested": "x"}),
        "server",
        "initialize",
    ),
    "batch of notifications": Kind(
        lambda n: items(lambda i: _notification("notifications/cancelled", requestId=i), n),
        "client",
        None,
        BATCHES,
    ),
    "batch of errors": Kind(
        lambda n: items(lambda i: {**_error(-32602), "id": i}, n), "server", "tools/call", BATCHES
    ),
    "batch of malformed calls": Kind(
        lambda n: items(lambda i: {**_request("tools/call", name=1), "id": i}, n), "client", None, BATCHES
    ),
    "members of names that pointers escape": Kind(
        lambda n: {**_call({}), "params": {"name": "t", **{"~/" * 9 + k: 1 for k in members(str, n // 3)}}},
        "client",
    ),
    "members in an unfortunate order": Kind(lambda n: _call({**members(lambda i: i, n), "a": 1}), "client"),
    "ids of one hash": Kind(
        lambda n: items(lambda i: {"jsonrpc": "2.0", "id": one_hash(i), "method": "ping"}, n),
        "client",
        None,
        BATCHES,
    ),
    "fractions": Kind(lambda n: _call({"a": items(lambda i: i / 7, n)}), "client"),
    "kept values that nobody signed": Kind(_forged, "client"),
}


def beside_large_members(kind: Kind, size: int) -> Any:
    """Return a frame of a kind, about half of `size`; large unknown members stand where they repeat nothing.

    They stand in `_meta` and beside it, in each object that is no item of several: near all that a rule may
    repeat. A batch has none.
    """
    frame = kind.make(size // 2)
    if isinstance(frame, dict):
        for name in ("params", "result", "error"):
            if name in frame:
                frame[name] = _burdened(frame[name], members(lambda index: {"a": index}, size // 10))
    return frame


def _burdened(value: Any, burden: Tree) -> Any:
    """Return a value with a burden in each of its objects, without those that are items of several."""
    if isinstance(value, list) and len(value) == 1:
        return [_burdened(value[0], burden)]
    if not isinstance(value, dict):
        return value
    several = len(value) > 10
    found = {name: inner if several else _burdened(inner, burden) for name, inner in value.items()}
    return {**found, "_meta": {**value.get("_meta", {}), "a.b/c": burden}, "x": burden}
