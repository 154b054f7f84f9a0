"""The stream that a frame of the server names, for a host that names streams.

`bridge_streams.py` has the laws of all streams; `bridge_sessions.py` holds them in random sessions.
"""

from __future__ import annotations

from typing import Any

import pytest

import mcp_bridge
from support.bridge_pair import MODERN, PER_REQUEST, PREFIX, Frame, discovery, modern, welcome
from support.bridge_parts import FORM, TEXT

LEGACY = "2025-06-18"
ABLE: Frame = {"elicitation": {}}
OFFERED: Frame = {"logging": {}, "tools": {"listChanged": True}}


class Calls:
    """A bridge with two open calls: the streams `a`, then `b`, with progress tokens of these names."""

    def __init__(self, client: str, server: str) -> None:
        self.client, self.server = client, server
        self.bridge = mcp_bridge.Bridge(client, server)
        info = {"name": "c", "version": "1"}
        hello: Frame = {"protocolVersion": client, "capabilities": ABLE, "clientInfo": info}
        if client in PER_REQUEST:
            first = self.ask("server/discover", {}, "hello")
        else:
            first = self.ask("initialize", hello, "hello")
        is_modern = first.tree["method"] == "server/discover"
        self.answer(first, discovery(OFFERED) if is_modern else welcome(server, OFFERED))
        if client not in PER_REQUEST:
            self.bridge.from_client({"jsonrpc": "2.0", "method": "notifications/initialized"}, "ready")
        self.sent = {name: self.ask("tools/call", {"name": "t"}, name) for name in "ab"}

    def ask(self, method: str, params: Frame, name: str) -> Any:
        """Let the client send a request on a stream; return the last request that the server gets."""
        params = {**params, "_meta": {"progressToken": name}}
        if self.client in PER_REQUEST:
            params = modern(params, ABLE, logLevel="debug", progressToken=name)
        frame = {"jsonrpc": "2.0", "id": name, "method": method, "params": params}
        events = self.bridge.from_client(frame, name)
        return next(each for each in reversed(events) if getattr(each, "to", "") == "server")

    def answer(self, asked: Any, result: Frame) -> list[Any]:
        """Let the server answer a request."""
        return self.bridge.from_server({"jsonrpc": "2.0", "id": asked.id, "result": result}, asked.id)

    def tell(self, method: str, params: Frame, key: Any) -> Any:
        """Let the server send a notification with a key; return the frame that the client gets."""
        frame = {"jsonrpc": "2.0", "method": method, "params": params}
        (told,) = self.bridge.from_server(frame, key)
        return told


@pytest.mark.parametrize("client, server", [(LEGACY, "2025-11-25"), (LEGACY, MODERN), (MODERN, LEGACY)])
def test_a_frame_of_the_server_names_the_request_that_it_belongs_to(client: str, server: str) -> None:
    """Progress names its request. A log message names that of its connection, else the youngest."""
    calls = Calls(client, server)
    first = calls.sent["a"].id
    for key, log in ((first, "a"), ("a line", "b")):
        told = calls.tell("notifications/message", {"level": "error", "data": "x"}, key)
        assert (told.to, told.stream) == ("client", log)
        told = calls.tell("notifications/progress", {"progressToken": first, "progress": 1}, key)
        assert (told.to, told.stream, told.tree["params"]["progressToken"]) == ("client", "a", "a")


@pytest.mark.parametrize("client, server", [(LEGACY, "2025-11-25"), (MODERN, LEGACY), (MODERN, MODERN)])
@pytest.mark.parametrize("end", ["cancelled", "answered", "gone"])
def test_a_late_log_message_goes_to_no_other_request(client: str, server: str, end: str) -> None:
    """The connection on which it comes names a request that has ended, so it belongs to no open one."""
    calls = Calls(client, server)
    ended = calls.sent["b"]
    if end == "cancelled" and client == MODERN:
        end = "gone"  # a stateless client over HTTP cancels by closing its stream
    if end == "answered":
        result: Frame = {"content": [TEXT]} | ({"resultType": "complete"} if server == MODERN else {})
        calls.answer(ended, result)
    elif end == "cancelled":
        params = {"requestId": "b"}
        calls.bridge.from_client(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}, "c"
        )
    else:
        calls.bridge.gone("b")
    told = calls.tell("notifications/message", {"level": "error", "data": "x"}, ended.id)
    assert told.stream is None


@pytest.mark.parametrize("server", ["2025-11-25", "2025-03-26"])
def test_a_change_of_the_session_belongs_to_no_request(server: str) -> None:
    """A change of a list on a connection of its own names no stream; on that of a request, its stream."""
    calls = Calls(LEGACY, server)
    assert calls.tell("notifications/tools/list_changed", {}, "a line").stream is None
    assert calls.tell("notifications/tools/list_changed", {}, calls.sent["a"].id).stream == "a"


def test_a_frame_of_the_client_names_the_request_of_the_server_alone() -> None:
    """Progress of the client goes to the connection of the server's request, whoever calls meanwhile."""
    calls = Calls(LEGACY, "2025-11-25")
    asked: Frame = {**FORM, "_meta": {"progressToken": "q"}}
    frame = {"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": asked}
    (passed,) = calls.bridge.from_server(frame, calls.sent["a"].id)
    assert passed.stream == "a"
    progress = {"progressToken": passed.tree["params"]["_meta"]["progressToken"], "progress": 1}
    told = {"jsonrpc": "2.0", "method": "notifications/progress", "params": progress}
    frame, ended = calls.bridge.from_client(told, "p")
    assert (frame.to, frame.tree["params"]["progressToken"], ended) == (
        "server",
        "q",
        mcp_bridge.Ended("p", "taken"),
    )


@pytest.mark.parametrize("line", ["of the call", "of another call", "of no call", None])
def test_a_request_of_the_server_is_cancelled_on_the_stream_that_it_was_sent_on(line: str | None) -> None:
    """Whatever connection the cancellation comes on. It answers nothing, so it names no key of the server."""
    calls = Calls(LEGACY, "2025-11-25")
    keys = {"of the call": calls.sent["a"].id, "of another call": calls.sent["b"].id}
    frame = {"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": FORM}
    (asked,) = calls.bridge.from_server(frame, calls.sent["a"].id)
    told = calls.tell("notifications/cancelled", {"requestId": 7}, keys.get(line or "", line))
    assert (told.to, told.stream, told.server_stream) == ("client", "a", None)
    assert told.id == asked.id


def test_a_request_of_the_server_stays_open_when_its_call_is_cancelled() -> None:
    """The client's response still goes to the server, which decides whether it needs the response."""
    calls = Calls(LEGACY, "2025-11-25")
    frame = {"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": FORM}
    (asked,) = calls.bridge.from_server(frame, calls.sent["a"].id)
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}}
    told, *ended = calls.bridge.from_client(cancelled, "c")
    assert (told.to, told.id) == ("server", calls.sent["a"].id)
    assert ended == [mcp_bridge.Ended("c", "taken"), mcp_bridge.Ended("a", "cancelled")]
    response = {"jsonrpc": "2.0", "id": asked.id, "result": {"action": "decline"}}
    passed, _ = calls.bridge.from_client(response, "d")
    assert (passed.to, passed.id, passed.server_stream) == ("server", 7, calls.sent["a"].id)


def test_a_call_answers_on_the_stream_with_which_its_client_came_back() -> None:
    """The stream of the first request ends with the input request, that of the second with the result."""
    calls = Calls(MODERN, LEGACY)
    frame = {"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": FORM}
    asked, ended = calls.bridge.from_server(frame, calls.sent["a"].id)
    assert ended == mcp_bridge.Ended(asked.stream, "answered")
    result = asked.tree["result"]
    answers = {key: {"action": "decline"} for key in result["inputRequests"]}
    back = {"name": "t", "requestState": result["requestState"], "inputResponses": answers}
    params = modern(back, ABLE, logLevel="debug")
    again = {"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": params}
    (answered,) = calls.bridge.from_client(again, "c")
    assert answered.to == "server"
    answer, ended = calls.answer(calls.sent[asked.stream], TEXT)
    assert (answer.stream, answer.id, ended) == ("c", "c", mcp_bridge.Ended("c", "answered"))


class Listening:
    """Two sides of 2026-07-28 whose host names streams: the client has a subscription on the stream `a`."""

    def __init__(self) -> None:
        self.bridge = mcp_bridge.Bridge(MODERN, MODERN)
        params = modern({"notifications": {"toolsListChanged": True}})
        listen = {"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen", "params": params}
        (self.asked,) = self.bridge.from_client(listen, "a")
        assert self.asked.id != "s"
        other = {"jsonrpc": "2.0", "id": "t", "method": "tools/list", "params": modern()}
        self.bridge.from_client(other, "b")

    def meta(self, id: Any) -> Frame:
        """Return the `_meta` that names a subscription."""
        return {"_meta": {f"{PREFIX}subscriptionId": id}}

    def tell(self, side: str, method: str, params: Frame) -> list[Any]:
        """Let a side send a notification on a line of its own."""
        frame = {"jsonrpc": "2.0", "method": method, "params": params}
        take = self.bridge.from_client if side == "client" else self.bridge.from_server
        return take(frame, "a line")


def test_frames_of_a_subscription_between_equal_sides_name_its_own_id_and_stream() -> None:
    """The server knows the subscription by an id of the bridge, the client by its own."""
    line = Listening()
    for method in ("notifications/subscriptions/acknowledged", "notifications/tools/list_changed"):
        (told,) = line.tell("server", method, line.meta(line.asked.id))
        assert (told.to, told.stream, told.tree["params"]) == ("client", "a", line.meta("s"))
    (dropped,) = line.tell("server", "notifications/tools/list_changed", line.meta("unknown"))
    assert dropped.to is None
    result = {"resultType": "complete", **line.meta(line.asked.id)}
    answer, ended = line.bridge.from_server({"jsonrpc": "2.0", "id": line.asked.id, "result": result}, "x")
    assert (answer.id, answer.stream, answer.tree["result"]["_meta"]) == ("s", "a", line.meta("s")["_meta"])
    assert ended == mcp_bridge.Ended("a", "answered")


def test_a_subscription_that_the_server_cancels_ends_at_the_client_alone() -> None:
    """The server needs no cancellation of its own; the id of the bridge means nothing to the client."""
    line = Listening()
    dropped, _ = line.tell("client", "notifications/cancelled", {"requestId": line.asked.id})
    assert dropped.to is None and line.bridge.pending == 1
    params = {"requestId": line.asked.id, **line.meta(line.asked.id)}
    told, ended = line.tell("server", "notifications/cancelled", params)
    assert (told.to, told.stream, ended) == ("client", "a", mcp_bridge.Ended("a", "cancelled"))
    assert told.tree["params"] == {"requestId": "s", **line.meta("s")}
