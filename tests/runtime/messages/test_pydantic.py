"""Generated types in pydantic models and FastAPI endpoints."""

from __future__ import annotations

import json
import subprocess
import sys
from types import ModuleType, SimpleNamespace
from typing import Annotated, Any

import jsonschema_rs
import mcp_revisions as mr
import pydantic
import pytest
from mcp_revisions import v2025_11_25 as mcp
from mcp_revisions import v2026_07_28 as newer
from mcp_revisions._runtime.messages.codec import Codec

from support.paths import TESTS

SAMPLES = [json.loads(line) for line in (TESTS / "data" / "samples.jsonl").read_text("utf-8").splitlines()]
TOOL = {"name": "t", "inputSchema": {"type": "object", "x": 1}, "y": 2.0}
PAGE = {
    "tool": TOOL,
    "block": {"type": "text", "text": "s", "z": None},
    "newer": {"name": "s", "version": "1"},
}


RECURSIVE = """
from __future__ import annotations
from mcp_revisions._runtime.messages import base as _b

class Node(_b.Struct, kw_only=True):
    next: Node | _b.UnsetType = _b.UNSET
    v: int
"""


class Page(pydantic.BaseModel):
    """A model of the caller."""

    tool: mcp.Tool
    block: mcp.ContentBlock
    newer: newer.Implementation
    contents: mcp.AnyResourceContents | None = None


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s['revision']}-{s['type']}")
def test_a_field_validates_as_a_decode(sample: dict[str, Any]) -> None:
    """A field accepts what a decode accepts, gives an equal object, and is dumped as the value that came."""
    module: Any = mr.revision(sample["revision"])
    type_, tree = getattr(module, sample["type"]), sample["json"]
    adapter = pydantic.TypeAdapter(type_)
    try:
        expected = module.decode(json.dumps(tree), type_)
    except mr.DecodeError as error:
        with pytest.raises(pydantic.ValidationError) as caught:
            adapter.validate_python(tree)
        assert error.reason in str(caught.value)
        return
    value = adapter.validate_python(tree)
    assert value == expected == adapter.validate_json(json.dumps(tree))
    assert adapter.validate_python(value) == value
    assert adapter.dump_python(value) == tree == json.loads(adapter.dump_json(value))


def test_a_model_holds_messages() -> None:
    """A model keeps unknown members, dumps back equal, and locates a refusal."""
    page = Page.model_validate(PAGE)
    assert type(page.tool) is not mcp.Tool and isinstance(page.tool, mcp.Tool)
    assert (page.tool.unknown, page.tool.name) == (("/y",), "t")
    assert page.model_dump(exclude_none=False, exclude={"contents"}) == PAGE
    assert Page.model_validate_json(page.model_dump_json()) == page
    with pytest.raises(pydantic.ValidationError) as caught:
        Page.model_validate({**PAGE, "tool": {**TOOL, "name": 5}})
    (error,) = caught.value.errors()
    assert error["loc"] == ("tool",)
    assert "/name: expected a string, got 5" in error["msg"]
    with pytest.raises(pydantic.ValidationError):
        Page.model_validate({**PAGE, "tool": object()})


def test_an_object_is_judged() -> None:
    """A field takes an object as it is, and refuses an object that Python code gave a wrong member."""
    schema = mcp.ToolInputSchema({"type": "object"})
    tool = mcp.decode(TOOL, mcp.Tool)
    given: dict[str, Any] = {**PAGE, "tool": tool}
    assert Page.model_validate(given).tool is tool
    other = mcp.Implementation(name="s", version="1")  # of another revision, which is read as its JSON
    assert Page.model_validate({**PAGE, "newer": other}).newer == newer.Implementation(name="s", version="1")
    wrong: list[tuple[Any, str]] = [
        (mcp.Tool(name=5, input_schema=schema), "/name: expected a string, got 5"),  # type: ignore[arg-type]
        (mcp.Tool(name="t", input_schema=schema, title=None), "/title: expected a string, got null"),  # type: ignore[arg-type]
        (mcp.Tool(name="t", input_schema=mcp.ToolInputSchema({"type": "array"})), "/inputSchema/type"),
        (tool.with_additional({"a": (1, 2)}), "/a: a tuple is not a JSON value"),
        (tool.with_additional({"a": float("nan")}), "/a: nan is not a JSON number"),
        (mcp.TextContent(text="t"), "missing"),
    ]
    for value, reason in wrong:
        with pytest.raises(pydantic.ValidationError) as caught:
            Page.model_validate({**PAGE, "tool": value})
        assert reason in str(caught.value)


def test_a_model_has_our_schema() -> None:
    """The JSON Schema of a model refers to ours by name, with recursion, and judges as the model does."""
    schema = Page.model_json_schema()
    assert schema["properties"]["tool"] == {"$ref": "#/$defs/Tool"}
    assert schema["$defs"]["Tool"]["description"] == mcp.json_schema(mcp.Tool)["description"]
    validator = jsonschema_rs.validator_for(schema)
    assert validator.is_valid(PAGE)
    assert not validator.is_valid({**PAGE, "tool": {"name": "t"}})
    both = pydantic.TypeAdapter(tuple[mcp.Tool, newer.Tool]).json_schema()
    assert len([name for name in both["$defs"] if name.endswith("Tool")]) == 2
    response = pydantic.TypeAdapter(mcp.Response[mcp.CallToolResult])
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"content": [PAGE["block"]]}}
    assert response.dump_python(response.validate_python(answer)) == answer
    assert "result" in response.json_schema()["required"]
    for name in ("CallToolResult", "ElicitRequest", "JSONRPCMessage", "ServerCapabilities"):
        jsonschema_rs.meta.validate(pydantic.TypeAdapter(getattr(mcp, name)).json_schema())


def test_a_recursive_type_has_a_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class inside itself is a reference to its definition, which judges as the decode does."""
    types = ModuleType("recursive.types")
    codec = Codec("2000-01-01", types, {}, batches=False, elsewhere={})
    package: Any = SimpleNamespace(_codec=codec)
    monkeypatch.setitem(sys.modules, "recursive", package)
    monkeypatch.setitem(sys.modules, "recursive.types", types)
    types.__spec__ = SimpleNamespace(loader=None)  # type: ignore[assignment]
    exec(RECURSIVE, types.__dict__)
    adapter = pydantic.TypeAdapter(types.Node)
    validator = jsonschema_rs.validator_for(adapter.json_schema())
    for tree in ({"v": 1}, {"v": 1, "next": {"v": 2, "next": {"v": 3}}}):
        assert validator.is_valid(tree)
        assert adapter.dump_python(adapter.validate_python(tree)) == tree
        assert not validator.is_valid({"v": 1, "next": {"v": 2, "next": {**tree, "v": "s"}}})


def test_a_response_names_its_result() -> None:
    """A response without the type of its result has no schema: one sentence says what to write."""
    for type_ in (mcp.Response, mcp.Response[SimpleNamespace]):  # of a module that is named `types` too
        with pytest.raises(TypeError, match="name the type of the result or error, as in"):
            pydantic.TypeAdapter(type_)


def test_an_endpoint_takes_and_returns_messages() -> None:
    """FastAPI decodes a body, encodes a result with unknown members, and shows our schemas."""
    fastapi = pytest.importorskip("fastapi", reason="FastAPI is not installed")

    def call(tool: Any) -> Any:
        return mcp.CallToolResult(content=[mcp.TextContent(text=tool.name)]).with_additional({"x": None})

    call.__annotations__ = {"tool": Annotated[mcp.Tool, fastapi.Body()], "return": mcp.CallToolResult}
    app = fastapi.FastAPI()
    app.post("/call")(call)
    schemas = app.openapi()["components"]["schemas"]
    assert schemas["Tool"]["required"] == mcp.json_schema(mcp.Tool)["required"]
    assert schemas["CallToolResult"]["properties"]["content"]["type"] == "array"
    status, body = posted(app, "/call", TOOL)
    assert (status, body) == (200, {"content": [{"type": "text", "text": "t"}], "x": None})
    status, body = posted(app, "/call", {"name": 5})
    assert (status, "/name: expected a string, got 5" in body["detail"][0]["msg"]) == (422, True)


def posted(app: Any, path: str, tree: Any) -> tuple[int, Any]:
    """Return the status and the JSON of the answer of an ASGI application to a POST request."""
    import asyncio

    sent: list[Any] = []
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": json.dumps(tree).encode(), "more_body": False}

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    asyncio.run(app(scope, receive, send))
    body = b"".join(event.get("body", b"") for event in sent)
    return sent[0]["status"], json.loads(body)


def test_pydantic_is_not_imported() -> None:
    """A decode and a JSON Schema need no pydantic."""
    code = (
        "import sys; from mcp_revisions import v2025_11_25 as mcp\n"
        "mcp.decode({'uri': 'u:'}, mcp.Root), mcp.json_schema(mcp.Root)\n"
        "print([name for name in sys.modules if 'pydantic' in name and 'mcp_revisions' not in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("union", [mcp.ContentBlock, newer.ContentBlock, mcp.AnyResourceContents])
@pytest.mark.parametrize("value", [{"type": "tex", "text": "s"}, {"type": "text"}, {}, 1, None, [], "text"])
def test_a_marked_union_has_one_error(union: Any, value: Any) -> None:
    """The error is the one of `decode`; a valid value is accepted alike, and has the same JSON Schema."""
    module = newer if union is newer.ContentBlock else mcp
    marked, plain = pydantic.TypeAdapter(Annotated[union, mr.PydanticUnion]), pydantic.TypeAdapter(union)
    with pytest.raises(pydantic.ValidationError) as caught:
        marked.validate_python(value)
    with pytest.raises(mr.DecodeError) as expected:
        module.decode(json.dumps(value), union)
    (error,) = caught.value.errors()
    assert expected.value.reason in error["msg"]
    block = {"type": "text", "text": "s", "uri": "file:///a", "x": 1}
    found = marked.validate_python(block)
    assert found == plain.validate_python(block) and marked.validate_python(found) is found
    assert marked.dump_python(found) == block
    assert marked.json_schema() == plain.json_schema()
