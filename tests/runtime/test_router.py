"""The replies of a router, frame by frame, are those that JSON-RPC 2.0 and the revision prescribe."""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mcp_revisions
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mcp_revisions import testing
from mcp_revisions._runtime.errors import ProtocolError
from mcp_revisions._runtime.router import Router as Base

from support.oracle import REVISIONS, oracle
from support.waiting import CEILING, NEVER, until

Ask = Callable[[Any], Any]


def router_class(revision: str) -> type[Base]:
    """Return the router class of a revision."""
    return mcp_revisions.revision(revision).Router  # type: ignore[no-any-return]


def asked(router: Base, frame: Any) -> Any:
    """Return the reply to a frame as JSON."""
    data = frame if isinstance(frame, (bytes, str)) else json.dumps(frame)
    reply = asyncio.run(router.handle(data))
    return json.loads(reply) if reply else None


@pytest.fixture(params=[r for r in REVISIONS if r < "2026"])
def served(request: pytest.FixtureRequest) -> Base:
    """A server's router with a tool, in each revision with a handshake."""
    mcp: Any = mcp_revisions.revision(request.param)
    router = router_class(request.param)(sender="client")

    @router.on("tools/call")
    async def call_tool(params: Any) -> Any:
        if params.name == "broken":
            raise RuntimeError("the secret of the database")
        if params.name == "refused":
            raise ProtocolError(-32001, "no such tool", {"name": params.name})
        return mcp.CallToolResult(content=[mcp.TextContent(text=params.name)])

    @router.on("tools/list")
    def list_tools(params: Any) -> Any:
        return mcp.ListToolsResult(tools=[], next_cursor=repr(params.cursor))

    return router


def call(name: Any, id: Any = 1) -> dict[str, Any]:
    """Return a `tools/call` request."""
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name}}


def test_async_handler_answers(served: Base) -> None:
    """A request reaches its handler with typed params; the reply has the result and the id of the request."""
    reply = asked(served, call("echo", "a-1"))
    assert reply == {"jsonrpc": "2.0", "id": "a-1", "result": {"content": [{"type": "text", "text": "echo"}]}}


def test_plain_handler_answers(served: Base) -> None:
    """A handler may be a plain function; absent params come as empty ones."""
    reply = asked(served, {"jsonrpc": "2.0", "id": 0, "method": "tools/list"})
    assert reply["result"] == {"tools": [], "nextCursor": "UNSET"}


def test_id_goes_back_as_it_came(served: Base) -> None:
    """The id of a reply is the id of the request, of the same kind and the same number."""
    for id in (0, "0", 2**70, -1):
        assert asked(served, call("echo", id))["id"] == id
    assert b'"id":1.0' in (asyncio.run(served.handle(json.dumps(call("echo", 1.0)))) or b"")


def test_unknown_method(served: Base) -> None:
    """A method that the revision lacks, or nobody handles, is not found."""
    for method in ("no/such", "prompts/list", "elicitation/create"):
        reply = asked(served, {"jsonrpc": "2.0", "id": 3, "method": method})
        assert (reply["id"], reply["error"]["code"]) == (3, -32601), method


def test_bad_params(served: Base) -> None:
    """Params that do not fit are named by pointer and reason."""
    reply = asked(served, call(5))
    assert reply["error"] == {
        "code": -32602,
        "message": "Invalid params: /params/name: expected a string, got 5",
    }
    assert asked(served, {"jsonrpc": "2.0", "id": 1, "method": "tools/call"})["error"]["code"] == -32602


def test_exception_does_not_leak(served: Base, caplog: pytest.LogCaptureFixture) -> None:
    """An exception of a handler is an internal error without detail for the peer, and is logged here."""
    with caplog.at_level(logging.ERROR, "mcp_revisions"):
        reply = asked(served, call("broken"))
    assert reply == {"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "Internal error"}}
    assert "the secret of the database" in caplog.text


def test_protocol_error_is_the_answer(served: Base) -> None:
    """A `ProtocolError` of a handler becomes the error of the reply."""
    error = {"code": -32001, "message": "no such tool", "data": {"name": "refused"}}
    assert asked(served, call("refused")) == {"jsonrpc": "2.0", "id": 1, "error": error}


def test_wrong_result_is_internal(served: Base) -> None:
    """A handler that returns something else than a result of its method has failed."""
    served._handlers["tools/call"] = lambda params: {"content": []}
    assert asked(served, call("x"))["error"] == {"code": -32603, "message": "Internal error"}


@pytest.mark.parametrize("revision", REVISIONS)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))  # half are responses
@given(data=st.data())
def test_a_handler_returns_an_object_of_the_revision(revision: str, data: Any) -> None:
    """No plain value is the result of a request, and the router answers none by itself."""
    methods = mcp_revisions.revision(revision).METHODS
    known = [n for n, m in methods.items() if m.kind == "request" and "client" in m.senders]
    drawn = testing.frames(revision, methods=[data.draw(st.sampled_from(known))])
    frame = data.draw(drawn).frame
    assume("method" in frame)
    key = "io.modelcontextprotocol/protocolVersion"
    if key in (meta := frame.get("params", {}).get("_meta", {})):
        meta[key] = revision
    plain = data.draw(st.sampled_from([{}, {"content": []}, None, "", [], 1]))
    router = router_class(revision)(sender="client")
    assert asked(router, frame)["error"]["code"] == -32601, frame
    router.on(frame["method"])(lambda params: plain)
    assert asked(router, frame)["error"] == {"code": -32603, "message": "Internal error"}, frame


def test_a_result_of_another_revision_is_named(caplog: pytest.LogCaptureFixture) -> None:
    """The log names both revisions, because the types of both have the same name."""
    new, old = mcp_revisions.v2025_11_25, mcp_revisions.v2025_06_18
    router: Any = new.Router(sender="client")
    router.on("tools/list")(lambda params: old.ListToolsResult(tools=[]))
    reply = asyncio.run(router.handle({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))
    assert json.loads(reply)["error"]["code"] == -32603
    told = "returned ListToolsResult of 2025-06-18; expected ListToolsResult of 2025-11-25"
    assert f"the handler of tools/list {told}" in caplog.text


def test_the_failure_of_a_handler_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """The line has the exception and its place. The traceback is for those who log at the level DEBUG."""

    class Wordless(Exception):
        def __str__(self) -> str:
            raise ValueError

    for error, told in (
        (ValueError("a\nb " + "x" * 9000), "ValueError: a b xxx"),
        (Wordless(), "Wordless: its message cannot be read"),
    ):
        caplog.clear()
        caplog.set_level("DEBUG", "mcp_revisions")

        def fail(params: Any, error: Exception = error) -> None:
            raise error

        router = router_class("2025-11-25")(sender="client")
        router.on("tools/list")(fail)
        assert asked(router, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})["error"]["code"] == -32603
        line, traceback = caplog.records
        assert told in line.getMessage() and "(test_router.py, line " in line.getMessage()
        assert "\n" not in line.getMessage() and len(line.getMessage()) < 800
        assert (line.levelname, line.exc_info) == ("ERROR", None)
        assert (traceback.levelname, bool(traceback.exc_info)) == ("DEBUG", True)


def test_a_handler_that_exits_gets_an_internal_error(caplog: pytest.LogCaptureFixture) -> None:
    """`SystemExit` is a failure like any other, also if the request has been cancelled."""
    router: Any = mcp_revisions.v2025_11_25.Router(sender="client")

    @router.on("tools/list")
    def list_tools(params: Any) -> Any:
        sys.exit(7)

    @router.on("tools/call")
    async def call_tool(params: Any) -> Any:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            sys.exit(8)

    async def scenario() -> Any:
        call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "any"}}
        called = asyncio.ensure_future(router.handle(call))
        await asyncio.sleep(0)
        cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
        await router.handle(cancelled)
        assert await called is None
        return await router.handle({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})

    reply = json.loads(asyncio.run(scenario()))
    assert (reply["id"], reply["error"]["code"]) == (1, -32603)
    assert "SystemExit: 7" in caplog.text
    assert "SystemExit: 8" in caplog.text


def test_unwritable_result_is_internal(served: Base) -> None:
    """A result that JSON cannot carry is an internal error."""
    mcp: Any = mcp_revisions.revision(served.codec.revision)
    content = [mcp.TextContent(text="\ud800")]
    served._handlers["tools/call"] = lambda params: mcp.CallToolResult(content=content)
    assert asked(served, call("x"))["error"] == {"code": -32603, "message": "Internal error"}


def test_notifications_are_never_answered(served: Base) -> None:
    """Not even when they are malformed, unknown, or their handler fails (JSON-RPC 2.0, section 4.1)."""

    @served.on("notifications/initialized")
    def initialized(params: Any) -> None:
        raise RuntimeError

    for frame in (
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": 5},
        {"jsonrpc": "2.0", "method": "no/such"},
        {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "echo"}},
    ):
        assert asked(served, frame) is None, frame


def test_responses_are_not_answered(served: Base) -> None:
    """A response is not for the router, well formed or not."""
    for frame in (
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "m"}},
        {"id": None, "result": 5},
    ):
        assert asked(served, frame) is None, frame


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"{", -32700),
        (b"\xff", -32700),
        (b"5", -32600),
        (b"{}", -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":[],"method":"ping"}', -32600),
    ],
)
def test_malformed_frame(served: Base, frame: bytes, code: int) -> None:
    """The error for a frame without a readable id has no `id`; revisions that require `id` give no text."""
    raw = asyncio.run(served.handle(frame))
    assert isinstance(raw, mcp_revisions.UnreadableFrame) and raw.error.code == code
    reply = json.loads(raw) if raw else None
    if oracle(served.codec.revision).fits(
        oracle(served.codec.revision).error, {"jsonrpc": "2.0", "error": {"code": 1, "message": ""}}
    ):
        assert (reply["error"]["code"], "id" in reply) == (code, False)
    else:
        assert reply is None


def test_malformed_request_with_an_id(served: Base) -> None:
    """A malformed request with a readable id is refused under that id."""
    reply = asked(served, {"jsonrpc": "1.0", "id": 9, "method": "ping"})
    assert (reply["id"], reply["error"]["code"]) == (9, -32600)


def test_replies_fit_the_revision(served: Base) -> None:
    """Every reply is a frame that the revision's schema accepts from a server."""
    judge = oracle(served.codec.revision)
    for frame in (call("echo"), call(5), call("broken"), call("refused"), [], 5, {"id": 7}):
        reply = asked(served, frame)
        assert reply is None or judge.frame_fits(reply, "server", "tools/call"), reply


def test_batch() -> None:
    """The reply to a batch (2025-03-26) is the replies to its requests, in order; without requests, none."""
    mcp: Any = mcp_revisions.revision("2025-03-26")
    router = router_class("2025-03-26")(sender="client")
    router.on("ping")(lambda params: mcp.EmptyResult())
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    replies = asked(
        router,
        [ping, note, {**ping, "id": 2}, {**ping, "id": 3, "params": 1}, {**ping, "id": 4, "method": "x"}],
    )
    assert [(r["id"], r.get("error", {}).get("code")) for r in replies] == [
        (1, None),
        (2, None),
        (3, -32602),
        (4, -32601),
    ]
    assert asked(router, [note, note]) is None
    assert asked(router, []) is None
    assert oracle("2025-03-26").fits("JSONRPCMessage", replies)


def test_no_initialize_in_a_batch() -> None:
    """`initialize` is refused in a batch (2025-03-26, basic/lifecycle)."""
    mcp: Any = mcp_revisions.revision("2025-03-26")
    router = router_class("2025-03-26")(sender="client")
    params = {
        "protocolVersion": "2025-03-26",
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    }
    router.on("initialize")(lambda params: mcp.InitializeResult())
    frame = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    assert asked(router, [frame])[0]["error"]["code"] == -32600


@pytest.mark.parametrize("revision", [r for r in REVISIONS if r != "2025-03-26"])
def test_no_batches_elsewhere(revision: str) -> None:
    """Only 2025-03-26 has batches: elsewhere an array is one malformed frame."""
    reply = asked(router_class(revision)(sender="client"), [{"jsonrpc": "2.0", "id": 1, "method": "ping"}])
    assert reply is None if revision < "2025-11-25" else reply["error"]["code"] == -32600


def test_modern_request() -> None:
    """2026-07-28: the params carry what the session used to."""
    mcp: Any = mcp_revisions.revision("2026-07-28")
    router = router_class("2026-07-28")(sender="client")

    @router.on("tools/call")
    async def call_tool(params: Any) -> Any:
        return mcp.CallToolResult(
            content=[], result_type="complete", structured_content=params.meta.protocol_version
        )

    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    frame = call("x")
    frame["params"]["_meta"] = meta
    assert asked(router, frame)["result"]["structuredContent"] == "2026-07-28"
    assert asked(router, call("x"))["error"]["message"] == "Invalid params: /params: '_meta' is missing"


def test_capabilities_gate() -> None:
    """With its declared capabilities, a side refuses the requests that they do not cover, and no others."""
    mcp: Any = mcp_revisions.revision("2025-11-25")
    router = router_class("2025-11-25")(
        sender="client", capabilities=mcp.ServerCapabilities(tools=mcp.ToolsCapability())
    )
    router.on("tools/list")(lambda params: mcp.ListToolsResult(tools=[]))
    router.on("prompts/list")(lambda params: mcp.ListPromptsResult(prompts=[]))
    router.on("ping")(lambda params: mcp.EmptyResult())
    frame = {"jsonrpc": "2.0", "id": 1}
    assert "result" in asked(router, {**frame, "method": "tools/list"})
    assert "result" in asked(router, {**frame, "method": "ping"})
    assert asked(router, {**frame, "method": "prompts/list"})["error"]["code"] == -32601


def stateless(revision: str = "2026-07-28", **capabilities: Any) -> dict[str, Any]:
    """Return a `tools/call` request of a stateless revision with the capabilities of the client."""
    frame = call("x")
    frame["params"]["_meta"] = {
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    }
    return frame


@pytest.mark.parametrize("validate", [False, True])
def test_a_handler_asks_only_for_what_the_client_declared(validate: bool) -> None:
    """An input request that the client's capabilities do not allow becomes the error for that."""
    mcp: Any = mcp_revisions.revision("2026-07-28")
    form = {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}
    asks = {"a": {"method": "elicitation/create", "params": form}}
    result = mcp.decode({"resultType": "input_required", "inputRequests": asks}, mcp.InputRequiredResult)
    router = mcp.Router(sender="client", validate=validate, capabilities={"tools": {}})
    router.on("tools/call")(lambda params: result)
    refused = asked(router, stateless())["error"]
    assert refused["code"] == -32021
    assert refused["data"] == {"requiredCapabilities": {"elicitation": {"form": {}}}}
    assert asked(router, stateless(elicitation={}))["result"]["resultType"] == "input_required"


@pytest.mark.parametrize("stated", ["2030-01-01", "2025-11-25", ""])
def test_a_request_of_another_revision_is_refused(stated: str) -> None:
    """A request whose `_meta` states another revision gets -32022 and the supported revisions."""
    mcp: Any = mcp_revisions.revision("2026-07-28")
    for supported in (None, REVISIONS):
        router = mcp.Router(sender="client", supported=supported)
        router.on("tools/call")(lambda params: mcp.CallToolResult(content=[]))
        error = asked(router, stateless(stated))["error"]
        assert (error["code"], error["message"]) == (-32022, "Unsupported protocol version")
        assert error["data"] == {"supported": list(supported or ["2026-07-28"]), "requested": stated}
        assert "result" in asked(router, stateless())
    with pytest.raises(TypeError, match="supported: expected a string"):
        mcp.Router(sender="client", supported=[5])


def test_client_side_router() -> None:
    """A router of a client replies to the requests of a server."""
    mcp: Any = mcp_revisions.revision("2025-06-18")
    router = router_class("2025-06-18")(sender="server", capabilities={"elicitation": {}})
    router.on("elicitation/create")(lambda params: mcp.ElicitResult(action="decline"))
    router.on("roots/list")(lambda params: mcp.ListRootsResult(roots=[]))
    form = {"message": "m", "requestedSchema": {"type": "object", "properties": {}}}
    frame = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": form}
    assert asked(router, frame)["result"] == {"action": "decline"}
    assert asked(router, {"jsonrpc": "2.0", "id": 1, "method": "roots/list"})["error"]["code"] == -32601


@pytest.mark.parametrize(
    ("method", "advice"),
    [
        ("tools/cal", " (do you mean tools/call?)"),
        ("Tools/List", " (do you mean tools/list?)"),
        ("notifications/canceled", " (do you mean notifications/cancelled?)"),
        ("ping", "; it exists until 2025-11-25"),
        (
            "tasks/update",
            "; it exists only in the extension io.modelcontextprotocol/tasks; `mr.compose` adds extensions",
        ),
        ("acme/search", ""),
    ],
)
def test_on_says_which_method_may_be_meant(method: str, advice: str) -> None:
    """A similar method of the sender, or where the method exists."""
    router = router_class("2026-07-28")(sender="client")
    with pytest.raises(ValueError) as refused:
        router.on(method)
    assert str(refused.value) == f"method: a client does not send '{method}' in 2026-07-28{advice}"


def test_on_refuses_what_cannot_arrive() -> None:
    """Registering a handler for a method that the sender cannot send, or a second handler, is an error."""
    router = router_class("2026-07-28")(sender="client")
    for method in ("no/such", "initialize", "notifications/tools/list_changed", "sampling/createMessage"):
        with pytest.raises(ValueError, match=f"a client does not send '{method}' in 2026-07-28"):
            router.on(method)
    router.on("tools/list")(lambda params: None)
    with pytest.raises(ValueError, match="already"):
        router.on("tools/list")
    with pytest.raises(ValueError, match="sender"):
        router_class("2026-07-28")(sender="proxy")


def test_only_an_unreadable_frame_is_unreadable(served: Base) -> None:
    """A transport tells unreadable frames from notifications and responses, which have no reply."""
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    for frame in (
        note,
        {**note, "params": 5},
        {**note, "method": "x"},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
    ):
        assert asyncio.run(served.handle(json.dumps(frame))) is None
    refused = asyncio.run(served.handle(json.dumps(call(5))))
    assert type(refused) is bytes


def test_a_frame_whose_method_is_no_text_is_unreadable(served: Base) -> None:
    """A method that is no text makes no notification, so the transport sees the frame."""
    for method in (None, 5, [], {}):
        frame = json.dumps({"jsonrpc": "2.0", "method": method})
        assert isinstance(asyncio.run(served.handle(frame)), mcp_revisions.UnreadableFrame)


def test_a_malformed_notification_is_logged(served: Base, caplog: pytest.LogCaptureFixture) -> None:
    """The peer gets no reply, and the log names the method and the place."""
    frame = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": 5}
    assert asyncio.run(served.handle(json.dumps(frame))) is None
    assert [(r.levelname, r.getMessage().partition(": expected")[0]) for r in caplog.records] == [
        ("WARNING", "notifications/cancelled: a malformed notification: /params")
    ]


PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
NOTE = {"jsonrpc": "2.0", "method": "notifications/initialized"}
NO_FRAMES = (5, None, "x", [], {}, {"method": 5}, {**PING, "id": None}, {"jsonrpc": "2.0"})


@pytest.mark.parametrize("item", NO_FRAMES, ids=str)
@pytest.mark.parametrize("others", [(), (PING,), (NOTE,), (NOTE, PING, {**PING, "id": 2})], ids=len)
def test_an_unreadable_item_of_a_batch_is_visible(item: Any, others: tuple[Any, ...]) -> None:
    """The replies of a batch are an `UnreadableFrame` with the place of each item that is no frame."""
    router = router_class("2025-03-26")(sender="client")
    router.on("ping")(lambda params: mcp_revisions.revision("2025-03-26").EmptyResult())
    for place in range(len(others) + 1):
        batch = [*others[:place], item, *others[place:], item]
        found = asyncio.run(router.handle(json.dumps(batch)))
        assert isinstance(found, mcp_revisions.UnreadableFrame)
        places = [error.pointer.split("/")[1] for error in found.errors]
        assert places == [str(place), str(len(others) + 1)]
        assert found.error is found.errors[0] and found.partial is bool(others)
        replies = json.loads(found) if found else []
        assert [reply["id"] for reply in replies] == [each["id"] for each in others if "id" in each]


def test_an_empty_batch_is_unreadable() -> None:
    """No item of an empty batch was read."""
    found = asyncio.run(router_class("2025-03-26")(sender="client").handle(b"[]"))
    assert isinstance(found, mcp_revisions.UnreadableFrame) and not found.partial


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_handler_may_take_a_context(revision: str) -> None:
    """The context has the id, method and metadata of the request, and the capabilities that it declares."""
    mcp: Any = mcp_revisions.revision(revision)
    router, seen = router_class(revision)(sender="client"), []

    @router.on("tools/list")
    def list_tools(params: Any, context: mcp_revisions.Context) -> Any:
        seen.append(context)
        raise ProtocolError(1, "seen")

    prefix = "io.modelcontextprotocol/"
    modern = "initialize" not in mcp.METHODS
    meta = {"progressToken": "p", f"{prefix}protocolVersion": revision, "x": 1}
    meta[f"{prefix}clientCapabilities"] = {"sampling": {}}
    asked(router, {"jsonrpc": "2.0", "id": "7", "method": "tools/list", "params": {"_meta": meta}})
    if not modern:
        asked(router, {"jsonrpc": "2.0", "id": 8, "method": "tools/list"})
    first = seen[0]
    assert (first.id, first.method, first.progress_token, first.connection) == ("7", "tools/list", "p", None)
    assert (first.client_capabilities is not None) is modern and not first.cancelled
    assert first.revision == revision
    if modern:
        assert first.client_capabilities.sampling is not None and first.meta.protocol_version == revision
    else:
        assert (seen[1].id, seen[1].meta, seen[1].progress_token) == (8, None, None)


SEEN: list[Any] = []


def listed(context: Any) -> Any:
    """Remember the context of a handler, and return its result."""
    SEEN.append(context)
    return mcp_revisions.revision("2025-11-25").ListToolsResult(tools=[])


class _WithContext:
    """Handlers that want a context."""

    def positional(self, params: Any, context: Any) -> Any:
        return listed(context)

    def other_name(self, params: Any, ctx: Any) -> Any:
        return listed(ctx)

    def defaulted(self, params: Any, context: Any = None) -> Any:
        return listed(context)

    def keyword(self, params: Any, *, context: Any) -> Any:
        return listed(context)

    def defaulted_keyword(self, params: Any, *, context: Any = None) -> Any:
        return listed(context)

    def third(self, params: Any, more: Any = None, context: Any = None) -> Any:
        return listed(context)

    @classmethod
    def of_class(cls, params: Any, *, context: Any = None) -> Any:
        return listed(context)

    @staticmethod
    def static(params: Any, context: Any = None) -> Any:
        return listed(context)


class _WithoutContext:
    """Handlers whose parameters are their own."""

    def alone(self, params: Any) -> Any:
        return listed(None)

    def called_so(self, context: Any) -> Any:
        return listed(None)

    def default(self, params: Any, more: Any = None) -> Any:
        return listed(more)

    def keyword(self, params: Any, *, more: Any = None) -> Any:
        return listed(more)

    def any_keyword(self, params: Any, **rest: Any) -> Any:
        return listed(rest.get("context"))


def forms_of(function: Any) -> dict[str, Any]:
    """Return a handler in the forms that Python has for a callable, plain and async."""

    @functools.wraps(function)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    @functools.wraps(function)
    async def later(*args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(0)
        return function(*args, **kwargs)

    @functools.wraps(function)
    def future(*args: Any, **kwargs: Any) -> Any:
        return asyncio.ensure_future(later(*args, **kwargs))

    class Decorator:
        def __init__(self) -> None:
            functools.update_wrapper(self, function)

        async def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return await later(*args, **kwargs)

    forms = {
        "plain": function,
        "decorated": decorated,
        "async": later,
        "future": future,
        "object": Decorator(),
    }
    forms |= {f"partial {name}": functools.partial(form) for name, form in forms.items()}
    if hasattr(function, "__func__") and not isinstance(function.__self__, type):
        forms["callable object"] = type("Called", (), {"__call__": function.__func__})()
    return forms


@pytest.mark.parametrize(
    "handler",
    [
        pytest.param(getattr(group(), name), id=f"{group.__name__}.{name}")
        for group in (_WithContext, _WithoutContext)
        for name in vars(group)
        if not name.startswith("_")
    ],
)
def test_a_parameter_for_the_context_gets_the_context(handler: Any) -> None:
    """`context`, in any kind of parameter, and a second parameter without a default get the context."""
    wants = handler.__qualname__.startswith("_WithContext")
    for form, callable_ in forms_of(handler).items():
        router = router_class("2025-11-25")(sender="client")
        router.on("tools/list")(callable_)
        SEEN.clear()
        reply = asked(router, {"jsonrpc": "2.0", "id": 4, "method": "tools/list"})
        assert reply["result"] == {"tools": []}, form
        assert [type(each) for each in SEEN] == [mcp_revisions.Context if wants else type(None)], form


def test_a_bound_context_is_the_callers() -> None:
    """`functools.partial` may bind parameters before the params, and a context of the caller."""

    def handler(store: Any, params: Any, context: Any) -> Any:
        return listed((store, context))

    for bound, expected in (
        (functools.partial(handler, 1), (1, mcp_revisions.Context)),
        (functools.partial(handler, 1, context=2), (1, int)),
    ):
        router = router_class("2025-11-25")(sender="client")
        router.on("tools/list")(bound)
        assert "result" in asked(router, {"jsonrpc": "2.0", "id": 4, "method": "tools/list"})
        store, context = SEEN[-1]
        assert (store, type(context)) == expected


def _raised() -> list[BaseException]:
    """Return exceptions that mean another thing when the router raises them itself."""
    codes = (-32700, -32602, -32000, 0)
    decoding = [mcp_revisions.DecodeError("/result/secret", "expected a string", code) for code in codes]
    known = [mcp_revisions.EncodeError("no JSON"), mcp_revisions.NoCounterpart(None, "r", "c")]
    return [*decoding, *known, asyncio.CancelledError(), StopIteration(), KeyError("\ud800")]


@pytest.mark.parametrize("error", _raised(), ids=repr)
@pytest.mark.parametrize("kind", ["plain", "async"])
@pytest.mark.parametrize("method", ["tools/list", "initialize", "notifications/roots/list_changed"])
def test_any_exception_of_a_handler_is_an_internal_error(
    method: str, kind: str, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception of a handler is logged and never told, even one that tells of a frame or of a task."""
    if isinstance(error, asyncio.CancelledError) and kind == "async" and sys.version_info < (3, 11):
        pytest.skip("Python counts cancellations from 3.11 on")

    def plain(params: Any) -> Any:
        raise error

    async def later(params: Any) -> Any:
        await asyncio.sleep(0)
        raise error

    router = router_class("2025-11-25")(sender="client")
    router.on(method)(plain if kind == "plain" else later)
    frame: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if method == "initialize":
        info = {"name": "n", "version": "1"}
        frame["params"] = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}
    is_request = not method.startswith("notifications")
    reply = asked(router, {**frame, "id": 1} if is_request else frame)
    internal = {"code": -32603, "message": "Internal error"}
    assert reply == ({"jsonrpc": "2.0", "id": 1, "error": internal} if is_request else None)
    assert f"the handler of {method}, failed" in caplog.text


def test_a_failure_names_the_last_line_of_the_handler(caplog: pytest.LogCaptureFixture) -> None:
    """It never names a line of this package, which raises the error for an invalid reply."""
    router = router_class("2025-11-25")(sender="client", validate=True)
    types: Any = mcp_revisions.revision("2025-11-25")

    @router.on("tools/list")
    def list_tools(params: Any) -> Any:
        return types.ListToolsResult(tools=[types.Tool(name="a", input_schema=types.ToolInputSchema({}))])

    @router.on("prompts/list")
    def list_prompts(params: Any) -> Any:
        return types.decode({}, types.Prompt)

    for method in "tools/list", "prompts/list":
        asked(router, {"jsonrpc": "2.0", "id": 1, "method": method})
    invalid, decoding = [line.getMessage() for line in caplog.records]
    assert invalid.endswith("in the reply to tools/list") and "'type' is missing" in invalid
    assert "RuntimeError: the handler raised DecodeError (test_router.py, line " in decoding


def cancel(id: Any) -> dict[str, Any]:
    """Return the notification that cancels a request."""
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}


@pytest.mark.parametrize("revision", [r for r in REVISIONS if r < "2026"])
def test_a_cancelled_request_has_no_reply(revision: str) -> None:
    """The task of a cancelled request is cancelled; other ids and other connections are not."""
    mcp: Any = mcp_revisions.revision(revision)
    router, ended, by_the_peer = router_class(revision)(sender="client"), list[Any](), list[Any]()
    begun: list[Any] = []

    @router.on("tools/call")
    async def call_tool(params: Any, context: Any) -> Any:
        begun.append(context.id)
        try:
            await asyncio.sleep(0 if params.name == "short" else NEVER)
        except asyncio.CancelledError:
            ended.append((context.id, context.cancelled))
            if params.name == "stubborn":
                return mcp.CallToolResult(content=[])
            raise
        return mcp.CallToolResult(content=[])

    async def session() -> Any:
        def send(frame: Any, connection: Any = "a") -> Any:
            return asyncio.create_task(router.handle(json.dumps(frame), connection))

        calls = [send(call("long", 1)), send(call("stubborn", 2)), send(call("long", "1"))]
        calls += [send(call("long", 1), "b"), send(call("short", 3))]
        await until(lambda: len(begun) == len(calls))
        await calls[4]
        for id in (1, 2, 3, 99):
            assert await send(cancel(id)) is None
        await until(lambda: calls[0].done() and calls[1].done())
        done, pending = await asyncio.wait(calls, timeout=0)
        by_the_peer.extend(ended)
        for task in pending:
            task.cancel()
        left = await asyncio.gather(*pending, return_exceptions=True)
        return [calls.index(task) for task in done], [task.result() for task in calls if task in done], left

    done, replies, left = asyncio.run(session())
    assert sorted(done) == [0, 1, 4]
    assert [reply is None for reply in replies] == [True, True, False]
    assert [type(error) for error in left] == [asyncio.CancelledError] * 2
    assert by_the_peer == [(1, True), (2, True)] and not router._running
    is_counted = hasattr(asyncio.Task, "cancelling")  # from Python 3.11 on
    assert sorted(ended[2:], key=str) == [("1", is_counted), (1, is_counted)]


@pytest.mark.parametrize("error", _raised(), ids=repr)
@pytest.mark.parametrize("revision", ["2025-03-26", "2025-11-25"])
def test_a_handler_that_fails_on_a_cancellation_has_no_reply(
    revision: str, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception that a cancelled handler raises instead is logged; its task serves the next request."""
    router, ids = router_class(revision)(sender="client"), (
        (1, 2, 3, 4) if revision == "2025-03-26" else (1, 2)
    )

    begun: list[Any] = []

    @router.on("tools/call")
    async def call_tool(params: Any, context: Any) -> Any:
        begun.append(context.id)
        try:
            await asyncio.sleep(NEVER)
        finally:
            raise error

    async def serve() -> Any:
        replies = [await router.handle(json.dumps(call("x", id))) for id in (1, 2)]
        if ids[2:]:
            replies.append(await router.handle(json.dumps([call("x", id) for id in ids[2:]])))
        return replies, getattr(asyncio.current_task(), "cancelling", int)()

    async def session() -> Any:
        task = asyncio.create_task(serve())
        for id in ids:
            await until(lambda: id in begun)  # noqa: B023 - awaited at once
            await router.handle(json.dumps(cancel(id)))
        return await asyncio.wait_for(task, CEILING)

    replies, cancelling = asyncio.run(session())
    assert set(replies) == {None} and cancelling == 0 and not router._running
    is_failure = not isinstance(error, asyncio.CancelledError)
    assert caplog.text.count("call_tool, the handler of tools/call, failed") == is_failure * len(ids)


def test_the_task_of_the_caller_goes_on() -> None:
    """After a cancelled request, the task that called `handle` can await again."""
    router = router_class("2025-11-25")(sender="client")

    @router.on("tools/call")
    async def call_tool(params: Any) -> Any:
        await router.handle(json.dumps(cancel(1)))
        await asyncio.sleep(NEVER)

    async def session() -> None:
        assert await router.handle(json.dumps(call("x"))) is None
        await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(session(), CEILING))


@pytest.mark.parametrize("revision", REVISIONS)
def test_validate_names_the_handler(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    """With `validate`, a reply that the revision refuses is logged with its handler and the place."""
    mcp: Any = mcp_revisions.revision(revision)
    modern = "initialize" not in mcp.METHODS
    fresh = {"ttl_ms": 0, "cache_scope": "private"} if modern else {}
    prefix = "io.modelcontextprotocol/"
    meta = {f"{prefix}protocolVersion": revision, f"{prefix}clientCapabilities": {}}
    frame = {"jsonrpc": "2.0", "id": 1, "method": "prompts/list", "params": {"_meta": meta}}
    for validate in (True, False):
        router = mcp.Router(sender="client", validate=validate)

        @router.on("prompts/list")
        def broken_list(params: Any) -> Any:
            return mcp.ListPromptsResult(prompts=[mcp.Prompt(name=5)], **fresh)

        caplog.clear()
        with caplog.at_level(logging.ERROR, "mcp_revisions"):
            reply = asked(router, frame)
        if validate:
            assert reply["error"] == {"code": -32603, "message": "Internal error"}
            assert "broken_list" in caplog.text and "/result/prompts/0/name" in caplog.text
        else:
            assert reply["result"]["prompts"][0]["name"] == 5 and caplog.text == ""


def test_validate_checks_errors(served: Base, caplog: pytest.LogCaptureFixture) -> None:
    """With `validate`, an error of a handler that no error response can carry is an internal error."""
    served.validate = True

    def refuse(params: Any) -> Any:
        raise ProtocolError("E1", "no")  # type: ignore[arg-type]

    served.on("ping")(refuse)
    reply = asked(served, {"jsonrpc": "2.0", "id": 1, "method": "ping"})
    assert reply["error"]["code"] == -32603 and "refuse" in caplog.text
    assert "result" in asked(served, call("echo"))


def test_the_result_type_has_its_default() -> None:
    """Constructors fill in `resultType`; a decode requires the member."""
    mcp: Any = mcp_revisions.revision("2026-07-28")
    assert mcp.CallToolResult(content=[]).result_type == mcp.EmptyResult().result_type == "complete"
    assert mcp.InputRequiredResult().result_type == "input_required"
    assert mcp.CallToolResult(content=[], result_type="partial").result_type == "partial"
    with pytest.raises(mcp_revisions.DecodeError, match="'resultType' is missing"):
        mcp.decode({"content": []}, mcp.CallToolResult)


GOOD = """
import mcp_revisions as mr
from mcp_revisions import v2025_11_25 as mcp

router = mcp.Router(sender="client")

@router.on("tools/call")
async def call_tool(params: mcp.CallToolRequestParams) -> mcp.CallToolResult:
    return mcp.CallToolResult(content=[])

@router.on("tools/list")
def list_tools(params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
    return mcp.ListToolsResult(tools=[])

@router.on("prompts/get")
async def get_prompt(params: mcp.GetPromptRequestParams, context: mr.Context) -> mcp.GetPromptResult:
    return mcp.GetPromptResult(messages=[])

@router.on("prompts/list")
async def prompts(params: mcp.PaginatedRequestParams, *, context: mr.Context) -> mcp.ListPromptsResult:
    return mcp.ListPromptsResult(prompts=[])

@router.on("resources/list")
def resources(
    params: mcp.PaginatedRequestParams, context: mr.Context | None = None
) -> mcp.ListResourcesResult:
    return mcp.ListResourcesResult(resources=[])

@router.on("notifications/progress")
async def progress(params: mcp.ProgressNotificationParams) -> None: ...

async def main() -> bytes | None:
    return await router.handle(b"")
"""
BAD = {
    "params of another method": (
        '@router.on("tools/call")\ndef a(params: mcp.GetPromptRequestParams) -> mcp.CallToolResult: ...'
    ),
    "result of another method": (
        '@router.on("tools/call")\nasync def b(params: mcp.CallToolRequestParams) -> mcp.ListToolsResult: ...'
    ),
    "answer to a notification": (
        '@router.on("notifications/progress")\ndef c(params: mcp.ProgressNotificationParams) -> int: ...'
    ),
    "context of another type": (
        '@router.on("tools/call")\ndef e(params: mcp.CallToolRequestParams, context: int)'
        " -> mcp.CallToolResult: ..."
    ),
    "keyword context of another type": (
        '@router.on("tools/call")\ndef f(params: mcp.CallToolRequestParams, *, context: int)'
        " -> mcp.CallToolResult: ..."
    ),
    "no such method": (
        '@router.on("tools/cal")\ndef d(params: mcp.CallToolRequestParams) -> mcp.CallToolResult: ...'
    ),
}


def test_handlers_are_typed(tmp_path: Path) -> None:
    """`mypy --strict` accepts the right handler of a method, plain or async, and rejects a wrong one."""

    def complaints(code: str) -> str:
        (tmp_path / "program.py").write_text(code)
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            str(tmp_path / "cache"),
            "program.py",
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else done.stdout

    assert complaints(GOOD) == ""
    for mistake, code in BAD.items():
        expected = "[call-overload]" if mistake == "no such method" else "[type-var]"
        assert expected in complaints(GOOD + code), mistake


def test_routers_share_nothing() -> None:
    """Two routers of one revision do not see each other's handlers."""
    one, other = (router_class("2025-11-25")(sender="client") for _ in range(2))
    one.on("ping")(lambda params: mcp_revisions.revision("2025-11-25").EmptyResult())
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert "result" in asked(one, ping)
    assert asked(other, ping)["error"]["code"] == -32601
