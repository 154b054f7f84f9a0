"""Lines that are no frames, from a peer that writes one for each line that it gets: the exchange ends."""

from __future__ import annotations

import json
from collections import deque
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest

import mcp_bridge
from mcp_bridge.core import texts
from mcp_bridge.core.frames import NEVER_ASKED, NO_OPEN_REQUEST
from support.bridge_pair import PER_REQUEST, discovery, modern, opened, welcome
from support.broken_frames import GARBAGE, HALVES, UNREADABLE
from support.oracle import OTHER

PAIRS = [(client, server) for client in mr.REVISIONS for server in (*mr.REVISIONS, "auto")]
PREFIXES = (
    b"DEBUG got ",
    b"[INFO] ",
    b"{debug} ",
    b"12:01:02 > ",
    b"\x1b[32m",
    b"\xff ",
    b"0 ",
    b"- ",
    b"\t# ",
)
FAULT = {"code": -32603, "message": "m"}
# JSON that is no request: no frame, a response with or without a fault, or a notification that is none.
NO_REQUESTS: tuple[Any, ...] = (
    None, True, 5, -1.5, "x", [], [1], [[]], [{}], {}, {"id": 1}, {"level": "info", "msg": "x"},
    {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "error": FAULT}, {"jsonrpc": "2.0", "id": None, "error": FAULT},
    {"error": FAULT},
    {"jsonrpc": "2.0", "id": 1, "error": FAULT}, {"jsonrpc": "2.0", "id": "1", "result": {}},
    {"id": 1, "error": 5},
    {"jsonrpc": "2.0", "id": [1], "result": {}}, {"jsonrpc": "2.0", "id": 1, "result": {}, "error": FAULT},
    {"jsonrpc": "1.0", "id": 9, "result": 7}, [{"jsonrpc": "2.0", "id": 9, "result": {}}], [{"error": FAULT}],
    {"jsonrpc": "2.0", "method": "x", "params": 5}, {"jsonrpc": "2.0", "method": 5}, {"method": "x"},
    {"jsonrpc": "2.0", "method": "notifications/progress"}, {"jsonrpc": "2.0", "method": "x", "error": FAULT},
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
    [{"jsonrpc": "2.0", "method": "x"}, 5], [{"jsonrpc": "2.0", "method": "x", "params": 5}],
)  # fmt: skip
ROUNDS = 60  # lines of an exchange, which begins with three frames


def rubbish(rng: Random, got: bytes) -> bytes:
    """Return a line that is no request, for a line that the peer gets."""
    value = rng.choice((*HALVES, *UNREADABLE))
    return rng.choice(
        [
            rng.choice(PREFIXES) + got,
            got,
            repr(json.loads(got)).encode(),
            rng.choice([text for text in GARBAGE if b"method" not in text]),
            json.dumps(rng.choice(NO_REQUESTS)).encode(),
            b'{"jsonrpc":"2.0","method":"x","params":{"a":%s}}' % value,
            b'{"jsonrpc":"2.0","id":%d,"error":{"data":%s}}' % (rng.randrange(9), value),
        ]
    )


def first_frames(client: str) -> list[dict[str, Any]]:
    """Return frames that open a session, a call among them."""
    call: dict[str, Any] = {"name": "t", "arguments": {}}
    if client in PER_REQUEST:
        return [
            {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": modern(call, revision=client)}
            for id in "abc"
        ]
    hello = {**welcome(client, {}), "clientInfo": {"name": "c", "version": "1"}}
    return [
        {"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": "b", "method": "tools/call", "params": call},
    ]


@pytest.mark.parametrize("noisy", ["client", "server"])
@pytest.mark.parametrize("client, server", PAIRS)
def test_an_exchange_with_a_peer_that_writes_a_line_for_each_line_ends(
    client: str, server: str, noisy: str
) -> None:
    """Whatever the lines are, as long as they are no requests; a server gets no error without an id."""
    for seed in range(40):
        rng = Random(f"{client} {server} {noisy} {seed}")
        # A peer is of one kind, or changes its mind with each line.
        kind = rng.random() if rng.random() < 0.7 else None
        bridge = mcp_bridge.Bridge(client, server)
        waiting: deque[tuple[str, bytes]] = deque()
        waiting.extend(("client", json.dumps(frame).encode()) for frame in first_frames(client))
        if noisy == "client":
            waiting.append(("client", b"DEBUG starts"))
        rounds = 0
        while waiting:
            side, line = waiting.popleft()
            rounds += 1
            assert rounds < ROUNDS, (seed, line[:200])
            for sent in bridge.from_client(line) if side == "client" else bridge.from_server(line):
                if sent.to is None:
                    assert sent.sender in OTHER
                    continue
                if type(sent.tree) is dict:
                    assert "error" not in sent.tree or "id" in sent.tree or sent.to == "client"
                if sent.to == noisy and _is_json(sent.data):
                    waiting.append((sent.to, rubbish(rng if kind is None else Random(kind), sent.data)))


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def test_an_exchange_without_these_rules_has_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bridge that answers every line that it cannot read is caught, with either side."""
    refuse = texts.refuse_unreadable
    place = "mcp_bridge.core.bridge.refuse_unreadable"
    monkeypatch.setattr(place, lambda *frame, may_answer: refuse(*frame, may_answer=True))  # the fault
    for client, server, noisy in (("2025-06-18", "2025-11-25", "server"), ("2025-11-25", "auto", "client")):
        with pytest.raises(AssertionError):
            test_an_exchange_with_a_peer_that_writes_a_line_for_each_line_ends(client, server, noisy)


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("client, server", [pair for pair in PAIRS if pair[1] != "auto"])
def test_a_line_of_a_log_that_quotes_a_frame_is_no_frame(client: str, server: str, prefix: bytes) -> None:
    """A server that logs each line that it gets or sends is sent requests alone, and its answers arrive."""
    bridge = mcp_bridge.Bridge(client, server)
    told: list[Any] = []
    waiting = deque(("client", json.dumps(frame).encode()) for frame in first_frames(client))
    while waiting:
        side, line = waiting.popleft()
        for sent in bridge.from_client(line) if side == "client" else bridge.from_server(line):
            if sent.to == "client":
                told.append(json.loads(sent.data))
            if sent.to != "server":
                continue
            frame = json.loads(sent.data)
            assert "method" in frame
            waiting.append(("server", prefix + sent.data))
            if "id" in frame:
                result = answer_to(frame["method"], server)
                answer = json.dumps({"jsonrpc": "2.0", "id": frame["id"], "result": result}).encode()
                waiting.extend(("server", line) for line in (prefix + answer, answer))
    results = {frame["id"]: frame for frame in told}
    assert len(told) == len(results) == (3 if client in PER_REQUEST else 2)
    assert all("result" in frame for frame in told), told


def answer_to(method: str, server: str) -> dict[str, Any]:
    """Return a result of a server."""
    if method == "initialize":
        return welcome(server, {"tools": {}})
    if method == "server/discover":
        return discovery({"tools": {}}, server)
    more = {"resultType": "complete"} if server in PER_REQUEST else {}
    return {"content": [], **more}


@pytest.mark.parametrize("client, server", [("2025-11-25", "2025-06-18"), ("2026-07-28", "2025-11-25")])
def test_a_client_gets_one_error_without_an_id_before_its_next_request(client: str, server: str) -> None:
    """Another line that nobody can read is dropped; each stream of an HTTP client is answered."""
    for keyed in (False, True):
        bridge = mcp_bridge.Bridge(client, server)
        first, *_ = first_frames(client)
        for number in range(3):
            for line, is_answered in ((b"DEBUG 1", True), (b"DEBUG 2", False), (b"[5]", False)):
                sent, *_ = bridge.from_client(line, "stdio" if keyed else None)
                assert sent.to == ("client" if is_answered else None)
                assert is_answered or (sent.sender, sent.losses[0].kind) == ("client", "dropped")
            bridge.from_client({**first, "id": number}, "stdio" if keyed else None)
    for number in range(3):
        error, ended = bridge.from_client(b"DEBUG", number)
        assert error.to == "client" and "id" not in error.tree and ended.stream == number


@pytest.mark.parametrize("frame", NO_REQUESTS, ids=lambda frame: json.dumps(frame)[:50])
@pytest.mark.parametrize("server", ["2025-06-18", "2026-07-28"])
def test_a_notification_or_a_response_is_never_answered(server: str, frame: Any) -> None:
    """An error without an id answers a value that is no object, or a request whose id is none."""
    link = opened("2025-11-25", server)
    link.judging = False
    parts = frame if type(frame) is list else [frame]
    may_be_request = type(frame) is not dict and not any(
        type(part) is dict and part.keys() & {"method", "error", "result"} for part in parts
    )
    for data in (frame, json.dumps(frame).encode()):
        for each in link.bridge.trees.from_client(data):
            assert each.to != "client" or may_be_request, each
        link.ask("client", "ping", id=f"next {type(data).__name__}")


@pytest.mark.parametrize("server", mr.REVISIONS)
def test_a_response_under_an_id_of_no_request_is_a_fault_of_its_sender(server: str) -> None:
    """A late response to a request that has ended is none."""
    link = opened("2025-06-18" if server != "2025-06-18" else "2025-11-25", server)
    (asked,) = link.ask("client", "tools/list")
    answer = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"} if server in PER_REQUEST else {}
    frame = {"jsonrpc": "2.0", "id": asked["id"], "result": {"tools": [], **answer}}
    for id in (str(asked["id"]), "x", None, 10**6, -1, 1.5, True, []):
        (dropped,) = link.bridge.trees.from_server({**frame, "id": id})
        assert (dropped.sender, dropped.losses[0].reason) == ("server", NEVER_ASKED.reason), id
    assert [sent.to for sent in link.bridge.trees.from_server(frame)] == ["client"]
    for late in (asked["id"], float(asked["id"]), "opening-1"):
        (dropped,) = link.bridge.trees.from_server({**frame, "id": late})
        assert dropped.losses[0].reason == NO_OPEN_REQUEST.reason


@pytest.mark.parametrize("client, server", [("2025-06-18", "2025-06-18"), ("2025-06-18", "2025-11-25")])
@pytest.mark.parametrize("start", [b"", b'{"id":', '{"\u00e9":'.encode(), b"[" * 40])
def test_a_byte_that_is_no_utf_8_is_named_by_its_place_in_the_line(
    client: str, server: str, start: bytes
) -> None:
    """The place counts from the beginning of the line, not from that of a string."""
    (dropped,) = mcp_bridge.Bridge(client, server).from_server(start + b'"abc\xff"')
    assert f"byte {len(start) + 4}" in dropped.losses[0].reason
