"""Frames by themselves: their kinds, ids and progress tokens, and the reasons why a session drops some."""

from __future__ import annotations

import itertools
import json
from typing import Any

import mcp_revisions as mr
import pytest

import mcp_bridge
from mcp_bridge.core.frames import ROUTINE, kind_of, with_progress_token
from support.bridge_pair import LEGACY, MODERN, PER_REQUEST, Frame, modern, opened
from support.bridge_parts import TEXT

PAIRS = [pair for pair in itertools.permutations(mr.REVISIONS, 2) if pair[0] in LEGACY]


@pytest.mark.parametrize(
    "frame, kind",
    [
        ({"id": 1, "method": "m"}, "request"),
        ({"id": "a", "method": "m", "params": {}}, "request"),
        ({"method": "m", "params": {}}, "notification"),
        ({"id": 1, "result": {}}, "response"),
        ({"id": 1, "error": {"code": 1, "message": ""}}, "response"),
        ({"id": None, "error": {"code": 1, "message": ""}}, "response"),
        ({"error": {"code": 1, "message": ""}}, "error without id"),
        ({}, None),
        ({"result": {}}, None),
        ({"id": 1, "method": 2}, None),
        ({"id": 1, "method": "m", "params": []}, None),
        ({"id": None, "method": "m"}, None),
        ({"id": True, "method": "m"}, None),
        ({"id": 1, "method": "m", "jsonrpc": "1.0"}, None),
        ({"id": 1, "method": "m", "jsonrpc": None}, None),
        ({"method": "m", "jsonrpc": 2.0}, None),
        ([], None),
        (None, None),
        ("x", None),
    ],
)
def test_a_frame_has_a_kind_or_is_refused(frame: Any, kind: str | None) -> None:
    """A frame of JSON-RPC 2.0 is a request, a notification or a response; a value of no kind is refused."""
    frame = {"jsonrpc": "2.0", **frame} if isinstance(frame, dict) else frame
    if kind is None:
        with pytest.raises(mr.DecodeError) as refused:
            kind_of(frame)
        assert refused.value.code == -32600
    else:
        assert kind_of(frame) == kind


@pytest.mark.parametrize(
    "tree, id",
    [
        ({"id": 1, "method": "m"}, 1),
        ({"id": "a", "result": {}}, "a"),
        ({"id": 1, "method": "m", "params": {"requestId": 2}}, 1),
        ({"method": "notifications/cancelled", "params": {"requestId": 2}}, 2),
        ({"method": "notifications/cancelled"}, None),
        ({"method": "notifications/progress", "params": {"requestId": 2}}, None),
        (b'{"id": 1, "method": "m"}', 1),
        (b"no JSON", None),
        ([{"id": 1}], None),
    ],
)
def test_an_event_names_the_id_of_its_request(tree: Any, id: Any) -> None:
    """A host finds the connection of a request by the id of a frame, also by that of a cancellation."""
    assert mcp_bridge.Frame("server", tree).id == id


@pytest.mark.parametrize("token, left", [(7, {"progressToken": 7, "a": 1}), (None, {"a": 1})])
def test_a_progress_token_is_replaced_or_removed(token: int | None, left: Frame) -> None:
    """Nothing else of the request changes, and the request that came least of all."""
    request: Frame = {"method": "m", "params": {"name": "t", "_meta": {"progressToken": "p", "a": 1}}}
    assert with_progress_token(request, token) == {"method": "m", "params": {"name": "t", "_meta": left}}
    assert request["params"]["_meta"] == {"progressToken": "p", "a": 1}
    bare: Frame = {"method": "m", "params": {"_meta": {"a": 1}}}
    assert with_progress_token(bare, token) == bare


@pytest.mark.parametrize("client, server", PAIRS)
def test_a_session_drops_frames_for_routine_reasons_alone(client: str, server: str) -> None:
    """A person who runs the bridge reads no line about a session in which neither side misses anything."""
    offered: Frame = {"tools": {"listChanged": True}, "resources": {"subscribe": True}, "logging": {}}
    link = opened(client, server, able={"roots": {"listChanged": True}}, offered=offered)
    link.tell("client", "notifications/roots/list_changed")
    (call,) = link.ask("client", "tools/call", {"name": "t", "_meta": {"progressToken": 1}}, id="c")
    result: Frame = {**TEXT, **({"resultType": "complete"} if server in PER_REQUEST else {})}
    link.answer("server", call, result)
    for method, params in (
        ("notifications/progress", {"progressToken": call["id"], "progress": 1}),
        ("notifications/cancelled", {"requestId": "unknown"}),
    ):
        link.tell("server", method, params)
    link.tell("client", "notifications/cancelled", {"requestId": "c"})
    link.send("server", {"jsonrpc": "2.0", "id": call["id"], "result": result})
    assert len(link.ended) >= 3
    assert {reason for _, reason in link.ended} <= {change.reason for change in ROUTINE}


@pytest.mark.parametrize("server", LEGACY)
def test_a_modern_client_misses_nothing_that_is_routine(server: str) -> None:
    """The same holds for a client of 2026-07-28: it asked for no log and no subscription."""
    offered: Frame = {"tools": {"listChanged": True}, "resources": {"subscribe": True}, "logging": {}}
    link = opened(MODERN, server, offered=offered)
    link.tell("server", "notifications/message", {"level": "debug", "data": "x"})
    link.tell("server", "notifications/tools/list_changed")
    link.tell("server", "notifications/resources/updated", {"uri": "file:///a"})
    link.ask("client", "tools/call", modern({"name": "t"}), id="c")
    link.tell("server", "notifications/cancelled", {"requestId": "unknown"})
    assert len(link.ended) == 4
    assert {reason for _, reason in link.ended} <= {change.reason for change in ROUTINE}


@pytest.mark.parametrize("server", ["2026-07-28", "2025-11-25"])
def test_the_tree_of_a_frame_is_parsed_whether_or_not_the_bridge_parsed_it(server: Any) -> None:
    """Between equal revisions the bridge forwards bytes. `tree` and `id` parse them."""
    bridge = mcp_bridge.Bridge("2026-07-28", server)
    line = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": modern()}).encode()
    (sent,) = bridge.from_client(line)
    assert isinstance(sent, mcp_bridge.Frame) and sent.tree == json.loads(sent.data)
    assert sent.tree["method"] == ("tools/list" if server == bridge.client else "initialize")
    assert sent.id == sent.tree["id"] and isinstance(sent.data, bytes)
    reply = json.dumps({"jsonrpc": "2.0", "id": sent.id, "error": {"code": -32603, "message": "no"}}).encode()
    answer, *_ = bridge.from_server(reply)
    assert isinstance(answer, mcp_bridge.Frame) and answer.tree == json.loads(answer.data)
    assert answer.tree["error"] and answer.id == answer.tree["id"]


def test_the_tree_of_bytes_that_are_not_json_is_none() -> None:
    """The bridge drops such bytes, and `data` still has them."""
    (dropped,) = mcp_bridge.Bridge("2026-07-28", "2026-07-28").from_server(b"[log] started")
    assert isinstance(dropped, mcp_bridge.Frame) and dropped.to is None
    assert dropped.tree is None and dropped.id is None and dropped.data == b"[log] started"
