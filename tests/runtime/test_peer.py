"""A peer: each call ends once, whatever the other side sends and in whatever order."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import deque
from typing import Any

import mcp_revisions as mr
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_revisions import v2025_03_26, v2025_11_25, v2026_07_28
from mcp_revisions.extensions import v2026_07_28_tasks, v2026_07_28_tasks_apps

from support.oracle import oracle
from support.waiting import CEILING

mcp = v2025_11_25
new = v2026_07_28


def call_of(name: str) -> mcp.CallToolRequest:
    """Return a request that calls a tool. The peer replaces its id."""
    return mcp.CallToolRequest(id=0, params=mcp.CallToolRequestParams(name=name))


def answer(id: Any, text: str) -> dict[str, Any]:
    """Return the response to a tool call."""
    return {"jsonrpc": "2.0", "id": id, "result": {"content": [{"type": "text", "text": text}]}}


def text_of(result: mcp.CallToolResult | mcp.CreateTaskResult) -> str:
    """Return the text of a tool result."""
    assert isinstance(result, mcp.CallToolResult)
    [block] = result.content
    assert isinstance(block, mcp.TextContent)
    return block.text


def client(module: Any = mcp, **options: Any) -> tuple[mr.Peer, list[Any]]:
    """Return the peer of a client, and the list of the messages that it writes, parsed."""
    written: list[Any] = []
    router = module.Router(sender="server", validate=True)
    return mr.Peer(router, lambda data, related: written.append(json.loads(data)), **options), written


def received(peer: mr.Peer, *messages: Any) -> None:
    """Let a peer receive messages, one after the other."""
    for message in messages:
        asyncio.run(peer.receive(message))


def why(call: mr.PendingCall[Any]) -> str:
    """Return why a call has no result."""
    with pytest.raises(mr.CallError) as raised:
        call.result()
    return raised.value.why


# One side


def test_a_call_is_numbered_written_and_answered() -> None:
    """The peer replaces the id, writes a message that the schema allows, and returns the typed result."""
    peer, written = client()
    first, second = peer.send(call_of("a")), peer.send(call_of("b"))
    assert [one["id"] for one in written] == [first.id, second.id] == [1, 2]
    assert all(oracle(mcp.REVISION).frame_fits(one, "client") for one in written)
    with pytest.raises(RuntimeError, match="no response yet"):
        first.result()
    received(peer, answer(2, "B"), answer(1, "A"))
    assert (text_of(first.result()), text_of(second.result())) == ("A", "B")
    assert peer.dropped == 0


def test_the_peer_sets_what_a_request_leaves_out() -> None:
    """The id, and in stateless revisions the metadata. The request itself does not change."""
    stated = new.RequestMetaObject(
        protocol_version=new.REVISION, client_capabilities=new.ClientCapabilities()
    )
    peer, written = client(new, meta=stated)
    request = new.CallToolRequest(params=new.CallToolRequestParams(name="a"))
    for _ in range(2):
        peer.send(request)
    assert [one["id"] for one in written] == [1, 2]
    assert written[0]["params"]["_meta"] == new.to_builtins(stated)
    assert (request.id, request.params.meta) == (None, None)
    assert all(oracle(new.REVISION).frame_fits(one, "client") for one in written)
    with pytest.raises(TypeError, match="^CallToolRequestParams: "):
        new.CallToolRequestParams()  # type: ignore[call-arg]


def test_a_request_that_nobody_completed_is_not_encoded() -> None:
    """`encode` and `convert` refuse it at the location, and so does a peer without metadata."""
    newer = new.CallToolRequest(params=new.CallToolRequestParams(name="a"))
    for request in (
        newer,
        mcp.CallToolRequest(params=mcp.CallToolRequestParams(name="a")),
        mcp.PingRequest(),
    ):
        for function in mcp.encode, mcp.to_builtins:
            with pytest.raises(mr.EncodeError, match="^/id: null is not allowed as ") as refused:
                function(request)
            assert refused.value.pointer == "/id"
    with pytest.raises(mr.DecodeError, match="^/id: "):
        mcp.decode_message(mcp.PingRequest(), "client")
    newer.id = 7
    with pytest.raises(
        mr.EncodeError, match="^/params/_meta: null is not allowed as CallToolRequestParams.meta"
    ):
        new.encode(newer)
    peer, written = client(new)
    with pytest.raises(
        mr.EncodeError, match="CallToolRequestParams needs `meta`; state it there, or once for"
    ):
        peer.send(newer, on_progress=print)
    assert written == []


def test_a_request_of_a_vendor_is_numbered_too() -> None:
    """Its message has no id before."""
    method = mr.vendor_request("acme/find", dict[str, Any], dict[str, Any], sender="client")
    message = method.message({})
    with pytest.raises(mr.EncodeError, match="^/id: "):
        mcp.encode(message)
    peer, written = client()
    peer.send(message)
    assert written == [{"jsonrpc": "2.0", "id": 1, "method": "acme/find", "params": {}}]


def test_ids_that_only_look_equal_answer_nothing() -> None:
    """The text "1" is another id than the number 1. Other responses are dropped and counted."""
    peer, _ = client()
    call = peer.send(call_of("a"))
    received(peer, answer("1", "x"), answer(2, "x"), answer(None, "x"), {"jsonrpc": "2.0", "result": {}})
    assert not call.is_done
    received(peer, answer(1, "right"), answer(1, "late"))
    assert text_of(call.result()) == "right"
    assert peer.dropped == 5


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no", "data": [1]}}, "error"),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": "x", "message": "no"}}, "invalid"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"content": 1}}, "invalid"),
        (
            {"jsonrpc": "2.0", "id": 1, "result": {"content": []}, "error": {"code": 1, "message": ""}},
            "invalid",
        ),
        ({"id": 1, "result": {"content": []}}, "invalid"),
    ],
)
def test_a_call_without_a_result_has_a_reason(response: Any, expected: str) -> None:
    """An error response and an invalid response end the call with a `CallError` that says which it was."""
    peer, written = client()
    call = peer.send(call_of("a"))
    received(peer, response)
    assert why(call) == expected
    assert len(written) == 1
    if expected == "error":
        with pytest.raises(mr.CallError, match="^-32602: no$") as raised:
            call.result()
        assert (raised.value.code, raised.value.data) == (-32602, [1])


def test_a_host_ends_a_call_that_gets_no_response() -> None:
    """The call has the error of the host, and the other side is told nothing. A late response is dropped."""
    peer, written = client()
    call, other = peer.send(call_of("a"), deadline=5), peer.send(call_of("b"))
    for id in (call.id, call.id, "1", 9):
        peer.fail(id, mr.CallError("lost", "HTTP status 503", -32603, {"status": 503}))
    with pytest.raises(mr.CallError, match="^-32603: HTTP status 503$") as raised:
        call.result()
    assert (raised.value.why, raised.value.data) == ("lost", {"status": 503})
    received(peer, answer(1, "late"))
    assert (peer.deadline, other.is_done, peer.dropped, len(written)) == (None, False, 4, 2)


UNREADABLE = [
    '{"jsonrpc": "2.0", "id": 1, "result": {"content": [}}',
    '{"jsonrpc": "2.0", "id": 1, "result": {"content"',
    '{"jsonrpc": "2.0", "id": 1, "result": {"x": "\\ud800"}}',
    '{"id": 1, "error": {"code": 1e999, "message": "m"}}',
    '{"id": 1.0, "result": ' + "[" * 100_000 + "]" * 100_000 + "}",
    '[{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}]',
    '[{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}, {"id": 1, "result": {}}',
    '{"jsonrpc": "2.0", "id": 1, "result": {"content": "' + "x" * 300_000 + '"}}',
]


@pytest.mark.parametrize("form", [str, str.encode, lambda text: memoryview(text.encode())])
@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
def test_an_unreadable_response_ends_its_call_once(text: str, form: Any) -> None:
    """Its id can be read. The other side gets no error for a response."""
    peer, written = client(limits=mr.PeerLimits(size=250_000))
    call, other = peer.send(call_of("a"), deadline=5), peer.send(call_of("b"))
    ended: list[None] = []
    call.when_done(lambda: ended.append(None))
    written.clear()
    received(peer, form(text))
    assert (why(call), ended, other.is_done) == ("invalid", [None], False)
    assert peer.deadline is None
    received(peer, answer(1, "late"))
    assert (len(ended), peer.dropped >= 1, written) == (1, True, [])
    with pytest.raises(mr.CallError, match="^the response to tools/call is unreadable: "):
        call.result()


def test_a_request_beside_an_unreadable_response_is_still_refused() -> None:
    """The call ends, and the other side gets the error for the message."""
    for text in (
        '[{"jsonrpc": "2.0", "id": 1, "result": {}}, {"jsonrpc": "2.0", "id": 7, "method": "ping"}]',
        '[{"jsonrpc": "2.0", "id": 1, "result": {}}, {"jsonrpc": "2.0", "id": 7, "method": "ping"',
    ):
        peer, written = client()
        call = peer.send(call_of("a"))
        received(peer, text)
        assert why(call) == "invalid"
        assert ["error" in each for each in written] == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        '{"result": {"x": "' + "y" * 70_000 + '"}, "id": 1',
        '{"id": 1, "method": "ping", "result": {',
        '{"id": "1", "result": {',
        '{"id": 2, "result": {',
        '{"id": 1, "params": {',
        'log: {"id": 1, "result": {',
        '{"x": {"id": 1, "result": {',
    ],
)
def test_another_unreadable_text_ends_no_call(text: str) -> None:
    """Its id cannot be found in the first 64 KiB, it is not a response, or it has another id."""
    peer, _ = client()
    call = peer.send(call_of("a"))
    received(peer, text)
    assert not call.is_done


@pytest.mark.parametrize("module", [v2025_03_26, v2025_11_25])
def test_an_unreadable_message_at_the_limit_is_dropped(module: Any) -> None:
    """An id that is half of a surrogate pair cannot be written in an answer."""

    async def scenario() -> None:
        written: list[Any] = []
        router = module.Router(sender="server")
        peer = mr.Peer(router, lambda data, related: written.append(data), limits=mr.PeerLimits(handled=1))
        release = asyncio.Event()
        router.on("roots/list")(waiting(release))
        task = asyncio.create_task(peer.receive(ping(1, "roots/list")))
        await settle()
        messages: list[Any] = [ping("\ud800"), [ping("\ud800")], "{", "5"]
        for message in messages:
            await peer.receive(message)
        assert (written, peer.dropped) == ([], len(messages))
        release.set()
        await task

    asyncio.run(scenario())


def test_a_deadline_ends_a_call_and_cancels_it() -> None:
    """The host's clock decides. The other side is told, and its late response is dropped."""
    peer, written = client()
    late, soon, never = (peer.send(call_of("a"), deadline=due) for due in (20, 10, None))
    assert peer.deadline == 10
    peer.tick(9.9)
    assert not soon.is_done
    peer.tick(10)
    assert why(soon) == "timeout"
    assert written[-1]["method"] == "notifications/cancelled"
    assert written[-1]["params"]["requestId"] == soon.id
    assert peer.deadline == 20
    peer.tick(1000)
    assert why(late) == "timeout"
    assert peer.deadline is None
    received(peer, answer(soon.id, "late"))
    assert peer.dropped == 1
    assert why(soon) == "timeout"
    assert not never.is_done


def test_each_change_of_the_deadline_is_told() -> None:
    """The host sets its timer from the callback, and never has to read `deadline`."""
    told: list[float | None] = []
    peer, _ = client(on_deadline=told.append)
    late, soon, never = (peer.send(call_of("a"), deadline=due) for due in (20, 10, None))
    peer.send(call_of("a"), deadline=30)
    assert told == [20, 10]
    never.cancel()
    received(peer, answer(soon.id, "in time"))
    assert told == [20, 10, 20]
    peer.tick(20)
    assert late.is_done
    assert told == [20, 10, 20, 30]
    peer.close()
    assert told == [20, 10, 20, 30, None]
    assert peer.deadline is None


def test_a_deadline_of_a_request_that_was_not_written_is_taken_back() -> None:
    """The callback and `deadline` agree after `write` has failed."""
    told: list[float | None] = []

    def write(data: bytes, related: object) -> None:
        raise BrokenPipeError

    peer = mr.Peer(mcp.Router(sender="server"), write, on_deadline=told.append)
    for _ in range(3):
        with pytest.raises(BrokenPipeError):
            peer.send(call_of("a"), deadline=1)
    assert peer.deadline is None
    assert told in ([], [1, None] * 3)


def test_arguments_of_another_type_are_refused() -> None:
    """Each has one documented exception, which names the argument, and nothing is written."""
    router = mcp.Router(sender="server")
    for name, wrong in (("meta", 5), ("meta", [1]), ("limits", 5), ("on_deadline", 5)):
        with pytest.raises(TypeError, match=f"^{name}: expected .*, not (int|list)$"):
            mr.Peer(router, print, **{name: wrong})
    with pytest.raises(TypeError, match="^write: expected a function, not int$"):
        mr.Peer(router, 5)  # type: ignore[arg-type]
    peer, written = client()
    with pytest.raises(TypeError, match="^on_progress: expected a function, not int$"):
        peer.send(call_of("a"), on_progress=5)  # type: ignore[arg-type]
    call = peer.send(call_of("a"))
    with pytest.raises(TypeError, match="^reason: expected a string, not int$"):
        call.cancel(5)  # type: ignore[arg-type]
    with pytest.raises(mr.EncodeError):
        call.cancel("\ud800")
    assert not call.is_done
    assert len(written) == 1


@pytest.mark.parametrize(
    ("params", "pointer"), [(5, "/params"), ([1], "/params"), ({"_meta": 5, "name": "a"}, "/params/_meta")]
)
def test_metadata_needs_params_that_are_an_object(params: Any, pointer: str) -> None:
    """Otherwise the request cannot be sent, whether the metadata is that of the peer or a token."""
    for options in {"meta": {"x": 1}}, {}:
        peer, written = client(**options)
        request = call_of("a")
        request.params = params
        with pytest.raises(mr.EncodeError) as refused:
            peer.send(request, on_progress=print)
        assert refused.value.pointer == pointer
        assert written == []


def test_the_traceback_of_an_error_does_not_grow() -> None:
    """Each `result` raises an error of its own."""
    peer, _ = client()
    call = peer.send(call_of("a"))
    call.cancel()
    lengths = set()
    for _ in range(3):
        with pytest.raises(mr.CallError, match="the call was cancelled") as raised:
            call.result()
        lengths.add(len(raised.traceback))
    assert len(lengths) == 1


def test_a_cancellation_belongs_to_the_request_of_its_call() -> None:
    """A transport with several streams writes a cancellation where it wrote the call."""
    written: list[tuple[Any, Any]] = []
    router = mcp.Router(sender="client")
    peer = mr.Peer(router, lambda data, related: written.append((json.loads(data)["method"], related)))
    for related in ("a", None):
        peer.send(mcp.ListRootsRequest(id=0), deadline=5, related=related)
    peer.send(mcp.ListRootsRequest(id=0), related="b").cancel()
    peer.tick(5)
    asked, cancelled = "roots/list", "notifications/cancelled"
    assert written == [
        *((asked, related) for related in ("a", None, "b")),
        *((cancelled, related) for related in ("b", "a", None)),
    ]


def test_a_cancelled_call_delivers_nothing() -> None:
    """The first of two events counts: a cancelled call stays cancelled, an answered one stays answered."""
    peer, written = client()
    call, answered = peer.send(call_of("a")), peer.send(call_of("b"))
    call.cancel("no longer needed")
    received(peer, answer(call.id, "late"), answer(answered.id, "B"))
    answered.cancel()
    assert why(call) == "cancelled"
    assert text_of(answered.result()) == "B"
    assert [one.get("method") for one in written[2:]] == ["notifications/cancelled"]
    assert written[2]["params"] == {"requestId": call.id, "reason": "no longer needed"}


def test_initialize_is_not_cancelled_on_the_wire() -> None:
    """The specification forbids that; the call itself ends."""
    peer, written = client()
    info = mcp.Implementation(name="c", version="1")
    params = mcp.InitializeRequestParams(
        protocol_version=mcp.REVISION, capabilities=mcp.ClientCapabilities(), client_info=info
    )
    call = peer.send(mcp.InitializeRequest(id=0, params=params), deadline=1)
    peer.tick(1)
    assert why(call) == "timeout"
    assert len(written) == 1


def test_progress_reaches_the_call_that_it_names() -> None:
    """The token is that of the call. Progress of an ended call, and with other tokens, reaches no call."""
    peer, written = client()
    seen: list[float] = []
    call = peer.send(call_of("a"), on_progress=lambda params: seen.append(params.progress))
    other = peer.send(call_of("b"))
    token = written[0]["params"]["_meta"]["progressToken"]
    assert "_meta" not in written[1]["params"]

    def progress(token: Any, done: Any) -> dict[str, Any]:
        params = {"progressToken": token, "progress": done}
        return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}

    received(peer, progress(token, 1), progress(str(token), 2), progress(other.id, 3), progress(token, "x"))
    received(peer, answer(call.id, "A"), progress(token, 4))
    assert seen == [1]


def test_a_callback_that_fails_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    """An exception in a function of the host is logged, and the call still ends."""
    peer, written = client()
    call = peer.send(call_of("a"), on_progress=lambda params: 1 / 0)
    call.when_done(lambda: 1 / 0)
    params = {"progressToken": written[0]["params"]["_meta"]["progressToken"], "progress": 1}
    received(peer, {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}, answer(1, "A"))
    assert text_of(call.result()) == "A"
    for line in caplog.records:
        assert (line.levelname, line.exc_info) == ("ERROR", None)
        told = line.getMessage()
        assert told.startswith(
            "the callback test_peer.test_a_callback_that_fails_does_no_harm.<locals>.<lambda> failed"
        )
        assert "ZeroDivisionError: division by zero (test_peer.py, line " in told
    assert len(caplog.records) == 2


def test_the_traceback_of_a_failed_callback_is_logged_at_debug(caplog: pytest.LogCaptureFixture) -> None:
    """The level ERROR has one line."""
    peer, written = client()
    with caplog.at_level("DEBUG", "mcp_revisions"):
        peer.send(call_of("a")).when_done(lambda: 1 / 0)
        received(peer, answer(1, "A"))
    line, traceback = caplog.records
    assert (line.levelname, line.exc_info, traceback.levelname) == ("ERROR", None, "DEBUG")
    assert traceback.exc_info is not None and traceback.exc_info[0] is ZeroDivisionError


@pytest.mark.parametrize("error", [asyncio.CancelledError, SystemExit, GeneratorExit])
@pytest.mark.parametrize("end", ["close", "tick", "batch"])
def test_a_callback_that_fails_keeps_no_other_call_open(error: type[BaseException], end: str) -> None:
    """All calls end, even if a callback raises an exception that is not an `Exception`."""

    def fail(*given: object) -> None:
        raise error

    peer = mr.Peer(v2025_03_26.Router(sender="server"), lambda data, related: None)
    calls = [peer.send(v2025_03_26.PingRequest(id=0), deadline=1, on_progress=fail) for _ in range(3)]
    for call in calls:
        call.when_done(fail)
    if end == "close":
        peer.close()
    elif end == "tick":
        peer.tick(1)
    else:
        answers = [{"jsonrpc": "2.0", "id": call.id, "result": {}} for call in calls]
        progress = {"jsonrpc": "2.0", "method": "notifications/progress"}
        received(peer, [{**progress, "params": {"progressToken": 1, "progress": 1}}, *answers])
    assert [call.is_done for call in calls] == [True] * 3
    calls[0].when_done(fail)


@pytest.mark.parametrize("end", ["close", "cancel"])
def test_a_handler_in_a_thread_sees_that_it_should_end(end: str) -> None:
    """The end of the connection or of the task sets `cancelled`, as a cancellation of the peer does."""

    async def main() -> None:
        running, ended = threading.Event(), threading.Event()
        router = mcp.Router(sender="client")

        @router.on("ping")
        async def ping(params: Any, context: mcp.Context) -> mcp.EmptyResult:
            def wait() -> None:
                running.set()
                while not context.cancelled:
                    time.sleep(0.01)
                ended.set()

            await asyncio.to_thread(wait)
            return mcp.EmptyResult()

        peer = mr.Peer(router, lambda data, related: None)
        task = asyncio.create_task(peer.receive({"jsonrpc": "2.0", "id": 1, "method": "ping"}))
        assert await asyncio.to_thread(running.wait, CEILING)
        peer.close() if end == "close" else task.cancel()
        assert await asyncio.to_thread(ended.wait, CEILING)
        await asyncio.wait([task])
        assert task.cancelled() is (end == "cancel")

    asyncio.run(main())


@pytest.mark.parametrize("end", ["close", "task", "peer"])
def test_a_handler_that_is_cancelled_sees_it(end: str) -> None:
    """It reads `cancelled` where it catches the cancellation, and a timeout of its own does not count."""
    seen: list[bool] = []

    async def main() -> None:
        running = asyncio.Event()
        router = mcp.Router(sender="client")

        @router.on("ping")
        async def wait(params: Any, context: mcp.Context) -> mcp.EmptyResult:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(asyncio.Event().wait(), 0)
            seen.append(context.cancelled)
            running.set()
            try:
                await asyncio.Event().wait()
            finally:
                seen.append(context.cancelled)
            return mcp.EmptyResult()

        peer = mr.Peer(router, lambda data, related: None)
        task = asyncio.create_task(peer.receive(ping(1)))
        await asyncio.wait_for(running.wait(), CEILING)
        if end == "peer":
            cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
            await peer.receive(cancel)
        else:
            if end == "close":
                peer.close()
            task.cancel()
        await asyncio.wait([task])

    asyncio.run(main())
    is_counted = end != "task" or hasattr(asyncio.Task, "cancelling")
    assert seen == [False, is_counted]


def test_metadata_is_stamped_on_requests() -> None:
    """In a stateless revision each request carries the peer's `_meta`; its own members have precedence."""
    new, written = v2026_07_28, list[Any]()
    meta = new.RequestMetaObject(
        protocol_version=new.REVISION,
        client_capabilities=new.ClientCapabilities(),
        client_info=new.Implementation(name="c", version="1"),
    )
    router = new.Router(sender="server", validate=True)
    peer = mr.Peer(router, lambda data, related: written.append(json.loads(data)), meta=meta)
    own = new.RequestMetaObject(
        protocol_version=new.REVISION,
        client_capabilities=new.ClientCapabilities(sampling=new.SamplingCapability()),
    )
    peer.send(new.ListToolsRequest(id=0, params=new.PaginatedRequestParams(meta=own)))
    key = "io.modelcontextprotocol/"
    assert written[0]["params"]["_meta"] == {
        f"{key}protocolVersion": "2026-07-28",
        f"{key}clientCapabilities": {"sampling": {}},
        f"{key}clientInfo": {"name": "c", "version": "1"},
    }


def test_only_messages_of_this_side_are_sent() -> None:
    """A notification is not a request, and a server's request is not a client's."""
    peer, written = client()
    with pytest.raises(ValueError, match="'notifications/initialized' is not a request that a client sends"):
        peer.send(mcp.InitializedNotification())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'roots/list' is not a request that a client sends"):
        peer.send(mcp.ListRootsRequest(id=1))
    with pytest.raises(ValueError, match="'tools/call' is not a notification"):
        peer.notify(call_of("a"))
    with pytest.raises(ValueError, match="int is not a request"):
        peer.send(1)  # type: ignore[arg-type]
    with pytest.raises(mr.EncodeError):
        peer.send(call_of(5))  # type: ignore[arg-type]
    assert written == []


def test_a_write_that_fails_leaves_no_call() -> None:
    """The exception of the host passes through, and no call stays open."""

    def write(data: bytes, related: object) -> None:
        raise OSError("gone")

    peer = mr.Peer(mcp.Router(sender="server"), write, limits=mr.PeerLimits(calls=1))
    for _ in range(3):
        with pytest.raises(OSError, match="gone"):
            peer.send(call_of("a"))


def test_a_message_of_another_revision_is_refused() -> None:
    """The error names both revisions, and nothing is written."""
    peer, written = client()
    reason = "expected a type of 2025-11-25 for {}, not {} of 2025-03-26$"
    with pytest.raises(TypeError, match=reason.format("tools/list", "ListToolsRequest")):
        peer.send(v2025_03_26.ListToolsRequest(id=0))
    params = v2025_03_26.CancelledNotificationParams(request_id=1)
    with pytest.raises(TypeError, match=reason.format("notifications/cancelled", "CancelledNotification")):
        peer.notify(v2025_03_26.CancelledNotification(params=params))
    assert written == []


BASE_MESSAGES = {
    "subscriptions/listen": {"notifications": {"toolsListChanged": True}},
    "notifications/subscriptions/acknowledged": {"notifications": {"toolsListChanged": True}},
}


@pytest.mark.parametrize("composition", [v2026_07_28_tasks, v2026_07_28_tasks_apps])
@pytest.mark.parametrize("method", BASE_MESSAGES)
def test_a_composition_takes_the_messages_of_its_revision(composition: Any, method: str) -> None:
    """Type checkers accept them, because the classes of the composition are subclasses."""
    new = v2026_07_28
    record, own = new.METHODS[method], composition.METHODS[method]
    assert own.type is not record.type
    assert issubclass(own.type, record.type)
    [side] = record.senders
    meta = new.RequestMetaObject(protocol_version=new.REVISION, client_capabilities=new.ClientCapabilities())
    stated = {"_meta": new.to_builtins(meta)} if record.kind == "request" else {}
    frame = {"jsonrpc": "2.0", "method": method, "params": {**stated, **BASE_MESSAGES[method]}}
    frame |= {"id": 1} if record.kind == "request" else {}
    written: list[Any] = []
    router = composition.Router(sender={"client": "server", "server": "client"}[side])
    peer = mr.Peer(router, lambda data, related: written.append(json.loads(data)))
    send: Any = peer.send if record.kind == "request" else peer.notify
    send(new.decode(frame, record.type))
    assert written == [frame]
    wrong = {**frame, "params": {**frame["params"], "notifications": {"taskIds": 5}}}
    of_the_revision = new.decode(wrong, record.type)  # which knows no `taskIds`
    with pytest.raises(mr.EncodeError, match="/params/notifications/taskIds"):
        send(of_the_revision)
    assert written == [frame]


def test_a_handler_of_a_composition_sends_the_messages_of_its_revision() -> None:
    """`context.notify` takes the same objects as `Peer.notify`, in the handler of any method."""
    new, written = v2026_07_28, list[Any]()
    router = v2026_07_28_tasks.Router(sender="client")
    params = new.SubscriptionsAcknowledgedNotificationParams(notifications=new.SubscriptionFilter())
    acknowledged = new.SubscriptionsAcknowledgedNotification(params=params)

    @router.on("server/discover")
    def discover(params: Any, context: mr.Context) -> Any:
        context.notify(acknowledged)
        raise mr.ProtocolError(-32000, "the end")

    @router.on("subscriptions/listen")
    def listen(params: Any, context: mr.Context) -> Any:
        context.notify(acknowledged)
        raise mr.ProtocolError(-32000, "the end")

    peer = mr.Peer(router, lambda data, related: written.append(json.loads(data)))
    declared = {
        "io.modelcontextprotocol/protocolVersion": new.REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    for method, more in ("server/discover", {}), ("subscriptions/listen", {"notifications": {}}):
        received(peer, {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": declared, **more}})
    method = "notifications/subscriptions/acknowledged"
    assert [one.get("method", one.get("error")) for one in written] == [
        method,
        {"code": -32000, "message": "the end"},
    ] * 2


def test_the_deadline_of_a_call_cannot_be_changed() -> None:
    """A new value would have no effect, so it is refused."""
    peer, _ = client()
    call = peer.send(call_of("a"), deadline=5)
    with pytest.raises(AttributeError):
        setattr(call, "deadline", 9.0)  # noqa: B010
    assert call.deadline == peer.deadline == 5


def test_a_write_that_fails_does_not_hide_a_cancellation(caplog: pytest.LogCaptureFixture) -> None:
    """The task that awaits the result is cancelled, and the failure is logged."""
    written: list[bytes] = []

    def write(data: bytes, related: str | int | None) -> None:
        if written:
            raise OSError("the pipe is closed")
        written.append(data)

    async def scenario() -> None:
        task = asyncio.ensure_future(mr.Peer(mcp.Router(sender="server"), write).call(call_of("a")))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scenario())
    assert len(written) == 1
    assert "the pipe is closed" in caplog.text


def test_closing_ends_all_calls() -> None:
    """Afterwards nothing is sent, and everything that arrives is dropped."""
    peer, written = client()
    call = peer.send(call_of("a"), deadline=5)
    peer.close("the pipe is closed")
    assert why(call) == "closed"
    assert peer.deadline is None
    received(peer, answer(call.id, "A"), {"jsonrpc": "2.0", "id": 1, "method": "ping"})
    peer.notify(mcp.InitializedNotification())
    with pytest.raises(mr.CallError, match="closed"):
        peer.send(call_of("b"))
    assert (peer.dropped, len(written)) == (2, 1)


@pytest.mark.parametrize("way", ["cancelled", "timeout", "closed"])
def test_an_error_of_this_side_names_its_request(way: str) -> None:
    """Several calls may be open, and their errors may be logged far from the calls."""
    peer, _ = client()
    peer.send(call_of("first"))
    call = peer.send(call_of("a"), deadline=5)
    {"cancelled": call.cancel, "timeout": lambda: peer.tick(5), "closed": peer.close}[way]()
    with pytest.raises(mr.CallError, match=rf"^tools/call \(request {call.id}\): the ") as raised:
        call.result()
    assert (call.id, raised.value.why) == (2, way)


# Floods


def test_calls_beyond_the_limit_are_refused() -> None:
    """A call beyond the limit is not sent. One that has ended makes room."""
    peer, written = client(limits=mr.PeerLimits(calls=2))
    first, _ = peer.send(call_of("a")), peer.send(call_of("b"))
    with pytest.raises(mr.CallError, match="the limit of open calls is 2") as raised:
        peer.send(call_of("c"))
    assert raised.value.why == "limit"
    first.cancel()
    peer.send(call_of("d"))
    assert [one["method"] for one in written] == [
        *["tools/call"] * 2,
        "notifications/cancelled",
        "tools/call",
    ]


def test_deadlines_of_ended_calls_are_forgotten() -> None:
    """A connection that lives long does not collect deadlines."""
    peer, _ = client()
    keeps = peer.send(call_of("a"), deadline=0.5)
    for number in range(5000):
        peer.send(call_of("a"), deadline=float(number + 1)).cancel()
    assert len(peer._deadlines) < 200
    assert peer.deadline == 0.5
    assert not keeps.is_done


def test_requests_beyond_the_limit_are_refused() -> None:
    """Requests beyond the limit get an error, notifications are dropped, and a cancellation still works."""

    async def scenario() -> None:
        peer, written = client(limits=mr.PeerLimits(handled=2))
        release = asyncio.Event()
        peer.router.on("roots/list")(waiting(release))
        peer.router.on("notifications/tools/list_changed")(lambda params: None)
        tasks = [asyncio.create_task(peer.receive(ping(id, "roots/list"))) for id in (1, 2, 3)]
        await settle()
        assert [one["id"] for one in written] == [3]
        assert "the limit of open requests is 2" in written[0]["error"]["message"]
        await peer.receive({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        assert peer.dropped == 1
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
        await peer.receive(cancel)
        await settle()
        tasks.append(asyncio.create_task(peer.receive(ping(4, "roots/list"))))
        await settle()
        release.set()
        await asyncio.gather(*tasks)
        assert [one["id"] for one in written] == [3, 2, 4]

    asyncio.run(scenario())


def test_handlers_of_cancellations_are_counted() -> None:
    """Beyond the limit a cancellation still ends its request, but its handler does not run."""

    async def scenario() -> None:
        peer, written = client(limits=mr.PeerLimits(handled=3))
        release, begun = asyncio.Event(), list[Any]()

        async def cancelled(params: mcp.CancelledNotificationParams) -> None:
            begun.append(params.request_id)
            await release.wait()

        peer.router.on("notifications/cancelled")(cancelled)
        peer.router.on("roots/list")(waiting(release))
        tasks = [asyncio.create_task(peer.receive(ping(1, "roots/list")))]
        await settle()
        for id in (7, 8, 1, 9):
            params = {"requestId": id}
            message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
            tasks.append(asyncio.create_task(peer.receive(message)))
        await settle()
        assert begun == [7, 8]
        assert (peer._handled, peer.dropped) == (2, 2)
        release.set()
        await asyncio.gather(*tasks)
        assert written == []

    asyncio.run(scenario())


def test_a_request_with_the_id_of_a_running_one_is_refused() -> None:
    """The specification forbids it. The first request goes on, and its id can be used afterwards."""

    async def scenario() -> None:
        peer, written = client()
        release = asyncio.Event()
        peer.router.on("roots/list")(waiting(release))
        first = asyncio.create_task(peer.receive(ping(1, "roots/list")))
        await settle()
        await peer.receive(ping(1.0, "roots/list"))
        assert written[0]["error"]["code"] == -32600
        assert "/id: a request with this id is still running" in written[0]["error"]["message"]
        text = asyncio.create_task(peer.receive(ping("1", "roots/list")))
        await settle()
        release.set()
        await asyncio.gather(first, text)
        await peer.receive(ping(1, "roots/list"))
        assert [("result" in each, each["id"]) for each in written] == [
            (False, 1),
            (True, 1),
            (True, "1"),
            (True, 1),
        ]

    asyncio.run(scenario())


def test_a_router_without_a_connection_lets_equal_ids_run() -> None:
    """Requests of several clients may have one id."""

    async def scenario() -> None:
        router = mcp.Router(sender="client")
        release = asyncio.Event()
        router.on("ping")(lambda params: asyncio.wait_for(release.wait(), CEILING))
        tasks = [asyncio.create_task(router.handle(ping(1))) for _ in range(2)]
        await settle()
        assert not any(task.done() for task in tasks)
        release.set()
        await asyncio.gather(*tasks)

    asyncio.run(scenario())


def test_a_batch_beyond_the_limit_is_refused() -> None:
    """The first requests get errors, in one array. Responses and messages that are not requests get none."""
    written: list[Any] = []
    router = v2025_03_26.Router(sender="server")
    peer = mr.Peer(
        router, lambda data, related: written.append(json.loads(data)), limits=mr.PeerLimits(handled=2)
    )
    received(peer, [ping(1), ping(2), {"jsonrpc": "2.0", "method": "notifications/message"}])
    received(peer, [{"id": 1}] * 10, [ping(id) for id in range(10)])
    [batch, largest] = written
    assert [one["id"] for one in batch] == [1, 2]
    assert [one["id"] for one in largest] == [0, 1]
    assert {one["error"]["message"] for one in batch + largest} == {"the batch has more than 2 messages"}
    assert peer.dropped == 1 + 10 + 8


def test_only_requests_are_refused_at_the_limit() -> None:
    """While a handler runs, a batch counts as one message, and a message without a method gets no answer."""

    async def scenario() -> None:
        written: list[Any] = []
        release = asyncio.Event()
        peer = mr.Peer(
            v2025_03_26.Router(sender="server"),
            lambda data, related: written.append(json.loads(data)),
            limits=mr.PeerLimits(handled=1),
        )
        peer.router.on("roots/list")(waiting(release))
        task = asyncio.create_task(peer.receive(ping(1, "roots/list")))
        await settle()
        for message in ({"jsonrpc": "2.0", "id": 2}, [ping(3)], [{"jsonrpc": "2.0", "id": 4}]):
            await peer.receive(message)
        assert [each["id"] for each in written.pop()] == [3]
        assert written == []
        assert peer.dropped == 2
        release.set()
        await task

    asyncio.run(scenario())


def test_a_cancellation_in_a_batch_is_not_delayed() -> None:
    """It ends a handler before the other items of its batch run, and even if no more handlers may run."""
    written: list[Any] = []
    router = v2025_03_26.Router(sender="server")
    ended: list[str] = []

    @router.on("roots/list")
    async def roots(params: v2025_03_26.RequestParams) -> v2025_03_26.ListRootsResult:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ended.append("roots")
        raise AssertionError

    async def scenario() -> None:
        limits = mr.PeerLimits(handled=1)
        peer = mr.Peer(router, lambda data, related: written.append(json.loads(data)), limits=limits)
        running = asyncio.create_task(peer.receive(ping("a", "roots/list")))
        await asyncio.sleep(0)
        cancellation = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}}
        await peer.receive([ping("b", "roots/list"), cancellation])
        await running
        assert ended == ["roots"]
        assert [[(each["id"], "error" in each) for each in batch] for batch in written] == [[("b", True)]]

    asyncio.run(asyncio.wait_for(scenario(), CEILING))


def test_a_message_beyond_the_size_is_refused() -> None:
    """It is not parsed."""
    peer, written = client(limits=mr.PeerLimits(size=100))
    received(peer, b'{"jsonrpc": "2.0", "id": 1, "method": "' + b"x" * 100 + b'"}')
    [refusal] = written
    assert refusal["error"]["message"] == "a message of more than 100 bytes"
    assert "id" not in refusal


def test_a_batch_may_mix_responses_and_requests() -> None:
    """In a revision with batches, each item has its effect."""
    old, written = v2025_03_26, list[Any]()
    router = old.Router(sender="server")
    router.on("ping")(lambda params: old.Result())
    peer = mr.Peer(router, lambda data, related: written.append(json.loads(data)))
    call = peer.send(old.PingRequest(id=0))
    received(peer, [ping(1), {"jsonrpc": "2.0", "id": call.id, "result": {}}])
    assert call.result() == old.Result()
    assert written[1:] == [[{"jsonrpc": "2.0", "id": 1, "result": {}}]]


# Messages that cannot be read


NOT_MESSAGES = [
    "Server started on port 3000",
    '"text"',
    '{"level": 30, "msg": "started"}',
    "{",
    "x" * 300,
    "\x1b[31m\u202e",
    '{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}',
]


@pytest.mark.parametrize("text", NOT_MESSAGES)
def test_a_message_that_cannot_be_read_is_logged_or_told(text: str, caplog: pytest.LogCaptureFixture) -> None:
    """Its beginning is a printable line of the log, or `on_unreadable` gets it whole."""
    peer, _ = client()
    received(peer, text.encode())
    [record] = caplog.records
    assert (record.name, record.levelname) == ("mcp_revisions", "WARNING")
    logged = record.getMessage()
    assert logged.isascii() and logged.isprintable() and len(logged) < 400
    assert ascii(text[:80]) in logged
    told: list[Any] = []
    peer, _ = client(on_unreadable=lambda data, error: told.append((data, type(error))))
    received(peer, text.encode())
    assert told == [(text.encode(), mr.DecodeError)]
    assert len(caplog.records) == 1


def test_a_client_does_not_answer_what_is_not_a_request() -> None:
    """A server that echoes each line would otherwise get an error for each error. A server answers."""
    peer, written = client()
    received(peer, *NOT_MESSAGES[:-1])
    assert written == []
    received(peer, NOT_MESSAGES[-1])
    assert [each["error"]["code"] for each in written] == [-32600]
    server = mr.Peer(mcp.Router(sender="client"), lambda data, related: written.append(data))
    received(server, *NOT_MESSAGES)
    assert len(written) == 1 + len(NOT_MESSAGES)


def test_every_kind_of_unreadable_message_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """One that is too large, one beyond the limit of handlers, and each one of a batch."""
    told: list[str] = []
    options: Any = {"on_unreadable": lambda data, error: told.append(str(error))}
    peer, _ = client(limits=mr.PeerLimits(size=10), **options)
    received(peer, "x" * 11)
    assert told == ["a message of more than 10 bytes"]
    peer, _ = client(limits=mr.PeerLimits(handled=0), **options)
    received(peer, "banner")
    assert len(told) == 2 and peer.dropped == 1
    old = mr.Peer(v2025_03_26.Router(sender="server"), lambda data, related: None, **options)
    received(old, [{"jsonrpc": "2.0", "id": None, "method": "ping"}, {"jsonrpc": "2.0"}])
    assert len(told) == 4
    failing, _ = client(on_unreadable=lambda data, error: 1 / 0)
    received(failing, "banner")
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    with pytest.raises(TypeError, match="on_unreadable: expected a function, not int"):
        client(on_unreadable=1)


def test_an_unreadable_response_is_told_to_its_call_only(caplog: pytest.LogCaptureFixture) -> None:
    """The error of the call says so."""
    peer, _ = client()
    call = peer.send(call_of("a"))
    received(peer, '{"jsonrpc": "2.0", "id": 1, "result": ')
    assert why(call) == "invalid"
    assert not caplog.records


# Deadlines that change


def progress(token: Any) -> dict[str, Any]:
    """Return a progress notification."""
    params = {"progressToken": token, "progress": 1}
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}


def test_progress_renews_a_deadline() -> None:
    """The request asks for progress, and each notification replaces the deadline."""
    due: list[float | None] = []
    peer, written = client(on_deadline=due.append)
    times = iter((20.0, 15.0, None))
    call = peer.send(call_of("a"), deadline=10, renew_deadline=lambda: next(times))
    assert written[0]["params"]["_meta"] == {"progressToken": 1}
    received(peer, progress(1))
    assert (call.deadline, peer.deadline) == (20, 20)
    peer.tick(19)
    assert not call.is_done
    received(peer, progress(1), progress(1))
    assert due == [10, 20, 15, None]
    assert peer.deadline is None
    received(peer, answer(1, "A"))
    assert text_of(call.result()) == "A"


def test_a_deadline_is_extended_and_shortened() -> None:
    """Only the last deadline counts, and a call with its outcome does not change."""
    peer, _ = client()
    first, second = peer.send(call_of("a"), deadline=10), peer.send(call_of("b"))
    for number in range(10_000):
        first.extend(1000 + number)
    assert len(peer._deadlines) < 1000
    first.extend(30)
    second.extend(20)
    with pytest.raises(ValueError, match="deadline: expected a number or None"):
        first.extend("soon")  # type: ignore[arg-type]
    peer.tick(20)
    assert why(second) == "timeout"
    assert not first.is_done
    peer.tick(30)
    assert why(first) == "timeout"
    first.extend(99)
    assert (first.deadline, peer.deadline) == (30, None)
    with pytest.raises(TypeError, match="renew_deadline: expected a function, not int"):
        peer.send(call_of("a"), renew_deadline=1)  # type: ignore[arg-type]


def test_a_renewal_that_fails_keeps_the_deadline(caplog: pytest.LogCaptureFixture) -> None:
    """The failure is logged, and the progress is told all the same."""
    peer, _ = client()
    told: list[Any] = []
    call = peer.send(call_of("a"), deadline=5, renew_deadline=lambda: 1 / 0, on_progress=told.append)
    received(peer, progress(1))
    assert (call.deadline, len(told), len(caplog.records)) == (5, 1, 1)
    peer.tick(5)
    assert why(call) == "timeout"


# Input requests


def test_a_call_answers_input_requests() -> None:
    """The request is repeated with the answers and the state, until the result is final."""
    new, written = v2026_07_28, list[Any]()
    asked = {"who": {"method": "roots/list"}}
    results: list[Any] = [
        {"resultType": "input_required", "inputRequests": asked, "requestState": "s"},
        {"resultType": "input_required"},
        {"resultType": "complete", "content": []},
    ]
    router = new.Router(sender="server", validate=True)

    def write(data: bytes, related: Any) -> None:
        frame = json.loads(data)
        written.append(frame)
        response = {"jsonrpc": "2.0", "id": frame["id"], "result": results[len(written) - 1]}
        asyncio.get_running_loop().create_task(peer.receive(response))

    capabilities = new.ClientCapabilities()
    meta = new.RequestMetaObject(protocol_version=new.REVISION, client_capabilities=capabilities)
    request = new.CallToolRequest(id=0, params=new.CallToolRequestParams(name="a", meta=meta))
    peer = mr.Peer(router, write)

    async def scenario(inputs: Any) -> Any:
        written.clear()
        return await asyncio.wait_for(peer.call(request, inputs=inputs), CEILING)

    result = asyncio.run(scenario({"roots/list": lambda params: new.ListRootsResult(roots=[])}))
    assert isinstance(result, new.CallToolResult)
    first, second, third = (frame["params"] for frame in written)
    assert "inputResponses" not in first and "requestState" not in first
    assert (second["inputResponses"], second["requestState"]) == ({"who": {"roots": []}}, "s")
    assert "inputResponses" not in third and "requestState" not in third
    assert [frame["id"] for frame in written] == [1, 2, 3]
    assert request.params.input_responses is mr.UNSET
    with pytest.raises(mr.CallError, match="asks for roots/list, and `inputs` has no function") as missing:
        asyncio.run(scenario({}))
    assert missing.value.why == "invalid"
    with pytest.raises(ValueError, match="inputs: 'tools/call' is not an input request; these are: "):
        asyncio.run(scenario({"tools/call": print}))
    with pytest.raises(TypeError, match="inputs: the function of roots/list returned str"):
        asyncio.run(scenario({"roots/list": lambda params: "none"}))
    assert isinstance(asyncio.run(scenario(None)), new.InputRequiredResult)


@pytest.mark.parametrize("name", mr.PeerLimits.__struct_fields__)
@pytest.mark.parametrize("value", ["x", None, True, 1.5, -1])
def test_a_limit_of_a_wrong_type_is_refused(name: str, value: Any) -> None:
    """The message names the class and the limit."""
    with pytest.raises(ValueError if value == -1 else TypeError, match=rf"^PeerLimits\.{name}: expected a"):
        mr.PeerLimits(**{name: value})


# Two sides under asyncio


def ping(id: Any, method: str = "ping") -> dict[str, Any]:
    """Return a request without params."""
    return {"jsonrpc": "2.0", "id": id, "method": method}


def waiting(release: asyncio.Event) -> Any:
    """Return a handler of `roots/list` that waits."""

    async def handler(params: Any) -> mcp.ListRootsResult:
        await release.wait()
        return mcp.ListRootsResult(roots=[])

    return handler


async def settle() -> None:
    """Let all tasks run until each of them waits."""
    for _ in range(20):
        await asyncio.sleep(0)


class Pair:
    """A client and a server with a queue in each direction, whose messages a test delivers."""

    def __init__(self) -> None:
        self.to: dict[str, deque[bytes]] = {"client": deque(), "server": deque()}
        self.open: dict[str, asyncio.Future[str]] = {}  # the tool calls whose handlers wait
        self.related: list[str | int | None] = []
        self.tasks: list[asyncio.Task[None]] = []
        server, client = mcp.Router(sender="client", validate=True), mcp.Router(
            sender="server", validate=True
        )
        self.server = mr.Peer(server, self._write_to_client)
        self.client = mr.Peer(client, lambda data, related: self.to["server"].append(data))

        @server.on("tools/call")
        async def call_tool(params: mcp.CallToolRequestParams, context: mr.Context) -> mcp.CallToolResult:
            progress = mcp.ProgressNotificationParams(progress_token=context.progress_token or 0, progress=1)
            context.notify(mcp.ProgressNotification(params=progress))
            text = await self.open.setdefault(params.name, asyncio.get_running_loop().create_future())
            if text == "asks":
                await context.call(mcp.PingRequest(id=0))
            return mcp.CallToolResult(content=[mcp.TextContent(text=params.name)])

        client.on("ping")(lambda params: mcp.EmptyResult())

    def _write_to_client(self, data: bytes, related: str | int | None) -> None:
        self.related.append(related)
        self.to["client"].append(data)

    def deliver(self, side: str, position: int = 0) -> None:
        """Deliver one of the messages that wait for a side."""
        if self.to[side]:
            message = self.to[side][position % len(self.to[side])]
            self.to[side].remove(message)
            peer = self.client if side == "client" else self.server
            self.tasks.append(asyncio.create_task(peer.receive(message)))


def test_two_peers_talk() -> None:
    """A handler reports progress and asks the other side, and both belong to the request that it answers."""

    async def scenario() -> None:
        pair, seen = Pair(), list[float]()

        async def pump() -> None:
            while True:
                for side in ("server", "client"):
                    pair.deliver(side)
                for name in pair.open:
                    if not pair.open[name].done():
                        pair.open[name].set_result("asks")
                await asyncio.sleep(0)

        pumping = asyncio.create_task(pump())
        result = await pair.client.call(call_of("a"), on_progress=lambda params: seen.append(params.progress))
        assert (text_of(result), seen) == ("a", [1])
        assert pair.related == [1, 1, 1]  # progress, the server's request, the reply
        pumping.cancel()

    asyncio.run(scenario())


def test_cancelling_the_task_cancels_the_call() -> None:
    """The other side's handler is cancelled too, and sends no reply."""

    async def scenario() -> None:
        pair = Pair()
        task = asyncio.create_task(pair.client.call(call_of("a")))
        await settle()
        pair.deliver("server")
        await settle()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        pair.deliver("server")
        await settle()
        assert pair.open["a"].cancelled()
        assert all(b'"result"' not in data for data in pair.to["client"])

    asyncio.run(scenario())


@pytest.mark.parametrize("wanted", [None, "debug", "warning"])
def test_a_handler_reports_what_the_request_asks_for(wanted: str | None) -> None:
    """A log message has at least the level that the request states. The messages belong to the request."""
    written: list[tuple[Any, str | int | None]] = []
    router = v2026_07_28.Router(sender="client", validate=True)

    @router.on("tools/call")
    def call_tool(
        params: v2026_07_28.CallToolRequestParams, context: v2026_07_28.Context
    ) -> v2026_07_28.CallToolResult:
        context.report_progress(1, total=2, message="half")
        context.log("info", None)
        context.log("error", {"why": "full"}, logger="disk")
        with pytest.raises(ValueError, match="level: expected one of debug, .*, not 'loud'"):
            context.log("loud", "x")
        with pytest.raises(mr.EncodeError):
            context.report_progress(float("nan"))
        return v2026_07_28.CallToolResult(content=[])

    peer = mr.Peer(router, lambda data, related: written.append((json.loads(data), related)))
    key = "io.modelcontextprotocol/"
    stated = {key + "protocolVersion": v2026_07_28.REVISION, key + "clientCapabilities": {}}
    if wanted is not None:
        stated |= {key + "logLevel": wanted}
    meta = {**stated, "progressToken": "t"}
    params = {"name": "a", "_meta": meta}
    received(peer, {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params})
    assert [related for _, related in written] == [7] * len(written)
    assert [message.get("method") for message, _ in written][-1] is None
    assert "result" in written[-1][0]
    sent = [message["params"] for message, _ in written[:-1]]
    levels = {None: [], "warning": ["error"], "debug": ["info", "error"]}[wanted]
    assert sent[0] == {"progressToken": "t", "progress": 1, "total": 2, "message": "half"}
    assert [params["level"] for params in sent[1:]] == levels
    if "info" in levels:
        assert sent[1] == {"level": "info", "data": None}
    if levels:
        assert sent[-1] == {"level": "error", "data": {"why": "full"}, "logger": "disk"}


def test_a_subscription_names_itself() -> None:
    """Notifications of a handler of `subscriptions/listen` get the id of its request, but keep another id."""
    written: list[Any] = []
    router = v2026_07_28.Router(sender="client", validate=True)
    key = "io.modelcontextprotocol/subscriptionId"

    @router.on("subscriptions/listen")
    def listen(
        params: v2026_07_28.SubscriptionsListenRequestParams, context: v2026_07_28.Context
    ) -> v2026_07_28.SubscriptionsListenResult:
        context.notify(v2026_07_28.ToolListChangedNotification())
        other = v2026_07_28.NotificationParams(meta=v2026_07_28.NotificationMetaObject(subscription_id="x"))
        context.notify(v2026_07_28.ToolListChangedNotification(params=other))
        with pytest.raises(mr.EncodeError, match="exactly one of"):
            context.notify(v2026_07_28.CancelledNotificationParams(request_id=1))  # type: ignore[arg-type]
        meta = v2026_07_28.SubscriptionsListenResultMetaObject(subscription_id=context.id or 0)
        return v2026_07_28.SubscriptionsListenResult(meta=meta)

    peer = mr.Peer(router, lambda data, related: written.append(json.loads(data)))
    stated = {
        "io.modelcontextprotocol/protocolVersion": v2026_07_28.REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"notifications": {}, "_meta": stated}
    received(peer, {"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen", "params": params})
    assert [each["params"]["_meta"] for each in written[:-1]] == [{key: "s"}, {key: "x"}]
    assert written[-1]["result"]["_meta"] == {key: "s"}


def test_a_handler_of_a_session_logs_without_a_token() -> None:
    """Without a progress token nothing is reported. With a handshake, every log message is sent."""
    written: list[Any] = []
    router = mcp.Router(sender="client", validate=True)

    @router.on("ping")
    def ping(params: mcp.RequestParams, context: mcp.Context) -> mcp.EmptyResult:
        context.report_progress(1)
        context.log("debug", "pinged")
        return mcp.EmptyResult()

    peer = mr.Peer(router, lambda data, related: written.append(json.loads(data)))
    received(peer, {"jsonrpc": "2.0", "id": 7, "method": "ping"})
    assert [message.get("method", message.get("id")) for message in written] == ["notifications/message", 7]
    assert written[0]["params"] == {"level": "debug", "data": "pinged"}


@pytest.mark.parametrize("is_stateless", [True, False])
def test_what_a_handler_sends_after_its_end_is_logged(
    is_stateless: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """A message of an answered request must not follow the answer. In a session, a log message may."""
    written: list[Any] = []
    revision = v2026_07_28 if is_stateless else mcp
    router = revision.Router(sender="client")
    contexts: list[mr.Context] = []

    @router.on("prompts/list")
    def list_prompts(params: Any, context: mr.Context) -> Any:
        contexts.append(context)
        fresh = {"ttl_ms": 0, "cache_scope": "private"} if is_stateless else {}
        return revision.ListPromptsResult(prompts=[], **fresh)

    peer = mr.Peer(router, lambda data, related: written.append(json.loads(data)))
    key = "io.modelcontextprotocol/"
    stated = {key + "protocolVersion": v2026_07_28.REVISION, key + "clientCapabilities": {}}
    meta = {**stated, key + "logLevel": "debug", "progressToken": "t"}
    received(peer, {"jsonrpc": "2.0", "id": 7, "method": "prompts/list", "params": {"_meta": meta}})
    with caplog.at_level("DEBUG", "mcp_revisions"):
        contexts[0].report_progress(1)
        contexts[0].log("error", "late")
    sent = [] if is_stateless else ["notifications/message"]
    assert [message.get("method") for message in written] == [None, *sent]
    late = ["progress", "log message"] if is_stateless else ["progress"]
    said = [f"the {what} of request 7 was not sent, because its handler has ended" for what in late]
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("DEBUG", line) for line in said
    ]


def test_a_context_without_a_peer_says_what_to_do() -> None:
    """A transport that calls `Router.handle` itself has nothing to send with."""
    router = mcp.Router(sender="client")
    raised: list[str] = []

    @router.on("ping")
    def handler(params: Any, context: mr.Context) -> mcp.EmptyResult:
        with pytest.raises(TypeError) as error:
            context.notify(mcp.ToolListChangedNotification())
        raised.append(str(error.value))
        return mcp.EmptyResult()

    asyncio.run(router.handle(ping(1)))
    assert raised == ["connection: expected a `Peer`, not NoneType; pass messages to `Peer.receive`"]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "call",
                "call until",
                "serve",
                "ask",
                "to client",
                "to server",
                "cancel",
                "time",
                "twice",
                "forge",
            ]
        ),
        st.integers(0, 20),
    ),
    max_size=60,
)


class Talk(Pair):
    """A pair whose calls, cancellations, deadlines and deliveries follow random steps."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = 0.0
        self.forged = 0
        self.calls: list[tuple[mr.PendingCall[Any], str | None]] = []  # with the name of the tool
        self.ends: list[int] = []  # how often each call ended
        self.cancelled: set[int] = set()

    def take(self, step: str, number: int) -> None:
        """Take a step, or none if it has no object."""
        waiting = self.to["client"]
        match step:
            case "call" | "call until":
                name = f"tool {len(self.calls)}"
                due = self.clock + number if step == "call until" else None
                call = self.client.send(call_of(name), deadline=due, on_progress=lambda params: None)
                self._count(call, name)
            case "ask":
                self._count(self.server.send(mcp.PingRequest(id=0)), None)
            case "serve" if self.open:
                self._serve(list(self.open)[number % len(self.open)], "asks" if number % 2 else "answers")
            case "to client" | "to server":
                self.deliver(step.removeprefix("to "), number)
            case "cancel" if self.calls:
                self._cancel(number % len(self.calls))
            case "time":
                self.clock += number
                self.client.tick(self.clock)
                assert self.client.deadline is None or self.client.deadline > self.clock
            case "twice" if waiting:
                waiting.append(waiting[number % len(waiting)])
            case "forge":
                self.forged += 1
                waiting.append(json.dumps(answer(1000 + number, "forged")).encode())

    async def end(self) -> None:
        """Deliver everything in order, let all handlers end, and close both sides."""
        while any(self.to.values()) or not all(future.done() for future in self.open.values()):
            for side in ("server", "client"):
                self.deliver(side)
            for name in self.open:
                self._serve(name, "answers")
            await settle()
        self.client.close()
        self.server.close()
        await asyncio.gather(*self.tasks)

    def _count(self, call: mr.PendingCall[Any], name: str | None) -> None:
        index = len(self.calls)
        self.calls.append((call, name))
        self.ends.append(0)
        call.when_done(lambda: self.ends.__setitem__(index, self.ends[index] + 1))

    def _serve(self, name: str, text: str) -> None:
        if not self.open[name].done():
            self.open[name].set_result(text)

    def _cancel(self, index: int) -> None:
        call, _ = self.calls[index]
        if not call.is_done:
            self.cancelled.add(index)
        call.cancel()


@settings(max_examples=150, deadline=None)
@given(STEPS)
def test_each_call_ends_once_in_every_order(steps: list[tuple[str, int]]) -> None:
    """Messages arrive in any order, twice, and forged; each call ends once, with its own result or none."""

    async def scenario() -> None:
        talk = Talk()
        for step, number in steps:
            talk.take(step, number)
            await settle()
        await talk.end()
        assert talk.ends == [1] * len(talk.calls)
        for index, (call, name) in enumerate(talk.calls):
            try:
                result = call.result()
            except mr.CallError as error:
                assert (error.why == "cancelled") == (index in talk.cancelled)
            else:
                assert index not in talk.cancelled
                assert name is None or text_of(result) == name
        assert talk.client.dropped >= talk.forged
        for peer in (talk.client, talk.server):
            assert not peer._calls
            assert not peer.router._running
            assert peer._handled == 0

    asyncio.run(scenario())
