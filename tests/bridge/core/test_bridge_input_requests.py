"""Input requests of a legacy server among requests of a modern client; `bridge_pair.py` checks frames.

Law: while a request is open that can carry an input request and has rounds left, no input request is refused.
The end of a request drops no input request of another.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import mcp_bridge
from mcp_bridge.diagnostics import LossReport, reporting
from support.bridge_pair import MODERN, Bridged, Frame, discovery, modern, opened
from support.bridge_parts import FORM, SAMPLE, TEXT, elicitation, input_required

ABLE: Frame = {"elicitation": {}, "roots": {}}
INFO: Frame = {"name": "n", "version": "1"}


def call(link: Bridged, id: Any, **params: Any) -> list[Frame]:
    """Let the client call a tool."""
    return link.ask("client", "tools/call", modern({"name": "t", **params}, ABLE), id=id)


def back(link: Bridged, asked: Frame, id: Any) -> list[Frame]:
    """Let the client come back to a request with an answer to every input request."""
    result = asked["result"]
    answers: Frame = {
        key: {"roots": []} if input_request["method"] == "roots/list" else {"action": "decline"}
        for key, input_request in result["inputRequests"].items()
    }
    return call(link, id, requestState=result["requestState"], inputResponses=answers)


def test_many_calls_ask_while_a_slow_one_is_open() -> None:
    """Each of twelve calls asks once and is answered; the slow call, which was first, has no part in that."""
    link = opened(MODERN, "2025-06-18")
    (slow,) = call(link, "slow")
    for n in range(12):
        (sent,) = call(link, f"c{n}")
        (asked,) = link.ask("server", "elicitation/create", FORM, id=f"e{n}")
        assert asked["id"] == f"c{n}", "the newest call carries the input request"
        (reply,) = back(link, asked, f"d{n}")
        assert reply["id"] == f"e{n}" and reply["result"] == {"action": "decline"}
        (answer,) = link.answer("server", sent, TEXT)
        assert answer["id"] == f"d{n}" and "content" in answer["result"]
    (answer,) = link.answer("server", slow, TEXT)
    assert answer["id"] == "slow"


def test_a_request_without_rounds_carries_no_input_request() -> None:
    """The next newest request carries the input request; without one it is refused with the limit."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(rounds=2))
    call(link, "old")
    call(link, "new")
    for n in range(4):
        (asked,) = link.ask("server", "roots/list", id=n)
        assert asked["id"] == ("new", "new 0", "old", "old 2")[n]
        back(link, asked, f"{'new' if n < 2 else 'old'} {n}")
    (refused,) = link.ask("server", "roots/list", id=9)
    assert refused["error"]["code"] == -32603 and "2 rounds" in refused["error"]["message"]


def test_input_requests_asked_at_once_need_one_round() -> None:
    """A result waits a moment for further input requests; all answers come back in one request."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(gather=0.02))
    (sent,) = call(link, "c")
    assert link.ask("server", "roots/list", id="r") == []
    assert link.tick(0.01) == []
    assert link.ask("server", "elicitation/create", FORM, id="e") == []
    (asked,) = link.tick(0.04)
    assert asked["id"] == "c" and len(asked["result"]["inputRequests"]) == 2
    assert {reply["id"] for reply in back(link, asked, "d")} == {"r", "e"}
    (answer,) = link.answer("server", sent, TEXT)
    assert answer["id"] == "d" and "content" in answer["result"]


@pytest.mark.parametrize("end", ["answered", "withdrawn", "cancelled"])
def test_a_request_that_ends_while_input_requests_gather(end: str) -> None:
    """The input requests are refused, or forgotten when cancelled; the client gets one answer at most."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(gather=0.02))
    (sent,) = call(link, "c")
    assert link.ask("server", "roots/list", id="r") == []
    if end == "answered":
        found = link.answer("server", sent, TEXT)
        assert {frame["id"] for frame in found} == {"c", "r"}
    elif end == "withdrawn":
        link.tell("server", "notifications/cancelled", {"requestId": "r"})
    else:
        found = link.tell("client", "notifications/cancelled", {"requestId": "c"})
        assert {frame.get("id") for frame in found} == {"r", None}
    assert link.tick(1) == []
    if end == "withdrawn":
        (answer,) = link.answer("server", sent, TEXT)
        assert answer["id"] == "c" and "content" in answer["result"]


def test_an_error_after_a_refused_input_request_names_the_capability() -> None:
    """A server that cannot go on without asking beyond the client's capabilities ends with -32021."""
    link = opened(MODERN, "2025-06-18")
    params = {"messages": [], "maxTokens": 1}
    (sent,) = call(link, "c")
    (refused,) = link.ask("server", "sampling/createMessage", params, id="s")
    assert refused["error"]["code"] == -32601
    lacking = "the client's open requests do not declare sampling, which sampling/createMessage needs"
    assert refused["error"]["message"] == lacking
    (answer,) = link.fail("server", sent, -32603, "no model")
    assert answer["id"] == "c" and answer["error"]["code"] == -32021
    assert answer["error"]["data"] == {"requiredCapabilities": {"sampling": {}}}
    assert "no model" in answer["error"]["message"]


def test_a_server_that_goes_on_without_the_input_request_is_answered_as_usual() -> None:
    """A result stands, and so does an error of one of two requests that does not name the input request."""
    link = opened(MODERN, "2025-06-18")
    params = {"messages": [], "maxTokens": 1}
    (sent,) = call(link, "c")
    link.ask("server", "sampling/createMessage", params, id="s")
    (answer,) = link.answer("server", sent, TEXT)
    assert "content" in answer["result"]
    (one,), (_) = call(link, "one"), call(link, "two")
    link.ask("server", "sampling/createMessage", params, id="t")
    (answer,) = link.fail("server", one, -32603, "no model")
    assert answer["error"]["code"] == -32603
    (two,) = call(link, "three")
    link.ask("server", "sampling/createMessage", params, id="u")
    (answer,) = link.fail("server", two, -32603, "sampling/createMessage was refused")
    assert answer["error"]["code"] == -32021


@pytest.mark.parametrize("end", ["late", "answered"])
def test_the_end_of_a_request_moves_its_input_requests(end: str) -> None:
    """An input request goes to another request, whose client answers; the server sees one answer."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(patience=5))
    call(link, "one")
    (newer,) = call(link, "two")
    (asked,) = link.ask("server", "roots/list", id="q")
    assert asked["id"] == "two"
    if end == "late":
        moved, cancelled = link.tick(6)
        assert cancelled["params"]["requestId"] == newer["id"]
    else:
        assert link.answer("server", newer, TEXT) == []
        moved, answer = call(link, "three", requestState=asked["result"]["requestState"])
        assert answer["id"] == "three" and "content" in answer["result"]
    assert moved["id"] == "one"
    (reply,) = back(link, moved, "four")
    assert reply == {"jsonrpc": "2.0", "id": "q", "result": {"roots": []}}


@pytest.mark.parametrize("client, end", [(MODERN, "late"), (MODERN, "closed"), ("2025-11-25", "closed")])
def test_a_server_gets_the_answer_before_the_cancellation(client: str, end: str) -> None:
    """A server may stop when its call is cancelled, and then reads no answer to its own request."""
    link = opened(client, "2025-06-18", able=ABLE, limits=mcp_bridge.Limits(patience=5))
    params: Frame = {"name": "t"}
    params = modern(params, ABLE) if client == MODERN else params
    (sent,) = link.ask("client", "tools/call", params, id="c")
    link.ask("server", "elicitation/create", FORM, id="e")
    answered, cancelled = link.tick(6) if end == "late" else link.close("client")
    assert answered["id"] == "e" and answered["error"]["code"] == -32603
    assert cancelled["params"]["requestId"] == sent["id"]


def test_a_server_gets_the_answer_before_the_cancellation_if_a_stream_is_gone() -> None:
    """The order is the same if the client stops reading only the stream of the call."""
    bridge = mcp_bridge.Bridge("2025-11-25", "2025-06-18")

    def frames(events: list[Any]) -> list[Frame]:
        return [event.tree for event in events if isinstance(event, mcp_bridge.Frame) and event.to]

    hello = {"protocolVersion": "2025-11-25", "capabilities": ABLE, "clientInfo": INFO}
    opening = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}
    [asked] = frames(bridge.from_client(opening, "first"))
    welcome = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": INFO}
    bridge.from_server({"jsonrpc": "2.0", "id": asked["id"], "result": welcome})
    tool = {"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": {"name": "t"}}
    [sent] = frames(bridge.from_client(tool, "second"))
    ask = {"jsonrpc": "2.0", "id": "e", "method": "elicitation/create", "params": FORM}
    [_] = frames(bridge.from_server(ask, sent["id"]))
    told = bridge.gone("second")
    answered, cancelled = frames(told)
    assert answered["id"] == "e" and answered["error"]["code"] == -32603
    assert cancelled["params"]["requestId"] == sent["id"]
    assert told[2:] == [mcp_bridge.Ended("second", "gone")], "the error for the input request came twice"


def test_nothing_is_sent_on_a_stream_that_is_gone() -> None:
    """The input requests of a call end with its stream, without a frame. Those of other calls stay open."""
    bridge = mcp_bridge.Bridge("2025-06-18", MODERN)

    def frames(events: list[Any]) -> list[Frame]:
        return [event.tree for event in events if isinstance(event, mcp_bridge.Frame)]

    hello = {"protocolVersion": "2025-06-18", "capabilities": ABLE, "clientInfo": INFO}
    opening = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}
    [discover] = frames(bridge.from_client(opening, "first"))
    bridge.from_server({"jsonrpc": "2.0", "id": discover["id"], "result": discovery({"tools": {}})})
    calls: list[Frame] = []
    asked: list[list[Frame]] = []
    result = input_required({"f": elicitation(), "r": {"method": "roots/list"}})
    for stream in ("second", "third"):
        tool = {"jsonrpc": "2.0", "id": stream, "method": "tools/call", "params": {"name": "t"}}
        calls += frames(bridge.from_client(tool, stream))
        answer = {"jsonrpc": "2.0", "id": calls[-1]["id"], "result": result}
        asked.append(frames(bridge.from_server(answer, calls[-1]["id"])))
    assert bridge.gone("second") == [mcp_bridge.Ended("second", "gone")]
    answers: list[Frame] = [{"action": "decline"}, {"roots": []}]
    late, [*_, again] = (
        [
            event
            for request, answer in zip(requests, answers, strict=True)
            for event in bridge.from_client({"jsonrpc": "2.0", "id": request["id"], "result": answer})
        ]
        for requests in asked
    )
    assert [event.to for event in late if isinstance(event, mcp_bridge.Frame)] == [None, None]
    assert again.to == "server" and set(again.tree["params"]["inputResponses"]) == {"f", "r"}


@pytest.mark.parametrize("seed", range(40))
def test_no_input_request_is_refused_while_a_request_can_carry_it(seed: int) -> None:
    """The law of the module, with requests, input requests, answers and ends at random."""
    random = Random(seed)
    limits = mcp_bridge.Limits(rounds=3, patience=50)
    link = opened(MODERN, "2025-06-18", limits=limits)
    requests = link.bridge._conversation.input_requests
    for step in range(80):
        before = len(link.got["server"])
        kind = random.choice(["call", "ask", "ask", "back", "back", "cancel", "answer", "time"])
        calls = [id for id, method in link.asked["client"].items() if method == "tools/call"]
        if kind == "call":
            call(link, f"c{step}")
        elif kind == "ask":
            link.ask("server", "roots/list", id=f"q{step}")
        elif kind == "back":
            away = [each for each in link.got["client"] if state_of(each) in requests.awaiting_retry]
            if away and random.random() < 0.7:
                back(link, random.choice(away), f"b{step}")
            elif away:
                call(link, f"b{step}", requestState=state_of(random.choice(away)))
        elif kind == "cancel" and calls:
            id = random.choice(calls)
            del link.asked["client"][id]
            link.tell("client", "notifications/cancelled", {"requestId": json.loads(id)})
        elif kind == "answer" and link.asking["server"]:
            link.answer("server", random.choice(list(link.asking["server"].values())), TEXT)
        elif kind == "time":
            link.tick(link.bridge._core.now + 20)
        refused = [frame for frame in link.got["server"][before:] if "error" in frame]
        able = [each for each in requests.at_server if each.rounds < limits.rounds]
        assert not (refused and able), (kind, refused)
    link.close("client")
    assert not link.unanswered("server"), "every input request has its answer"


def state_of(frame: Frame) -> Any:
    """Return the state of an input-required result."""
    return frame.get("result", {}).get("requestState")


@pytest.mark.parametrize(("client", "refuses"), [("2024-11-05", False), ("2025-06-18", True)])
def test_an_input_request_that_fails_is_no_unknown_method_of_the_client(client: str, refuses: bool) -> None:
    """Its error says that the call failed, not that the server has no `tools/call`."""
    bridge = mcp_bridge.Bridge(client=client, server="2026-07-28")
    params = {"protocolVersion": client, "capabilities": {"elicitation": {}}, "clientInfo": INFO}
    hello: Frame = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    (asked,) = bridge.from_client(hello)
    # DEL: "2.0", "id": 1, "method": "initialize", "params": params})
    found = {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}
    found |= {"serverInfo": INFO, "ttlMs": 0, "cacheScope": "private"}
    bridge.from_server({"jsonrpc": "2.0", "id": asked.id, "result": found})
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "t"}}
    (sent,) = bridge.from_client(call)
    form = {"message": "m", "requestedSchema": {"type": "object", "properties": {}}}
    asks = {"k": {"method": "elicitation/create", "params": form}}
    result = {"resultType": "input_required", "inputRequests": asks, "requestState": "s"}
    *dropped, frame = bridge.from_server({"jsonrpc": "2.0", "id": sent.id, "result": result})
    assert [each.to for each in dropped] == [None] * (not refuses)
    if refuses:
        assert frame.tree["method"] == "elicitation/create"
        error = {"code": -32601, "message": "no such method"}
        (frame,) = bridge.from_client({"jsonrpc": "2.0", "id": frame.id, "error": error})
    assert frame.to == "client" and frame.id == 2 and frame.tree["error"]["code"] == -32603


URL: Frame = {"mode": "url", "message": "m", "elicitationId": "e", "url": "https://example.com/"}
SAMPLE_WITH_TOOLS: Frame = {**SAMPLE, "tools": [{"name": "t", "inputSchema": {"type": "object"}}]}


@pytest.mark.parametrize(
    ("client", "server", "method", "params"),
    [
        ("2024-11-05", "2025-11-25", "elicitation/create", FORM),
        ("2025-06-18", "2025-11-25", "elicitation/create", URL),
        ("2025-06-18", "2025-11-25", "sampling/createMessage", SAMPLE_WITH_TOOLS),
        (
            "2025-06-18",
            MODERN,
            "elicitation/create",
            {key: URL[key] for key in URL if key != "elicitationId"},
        ),
        ("2024-11-05", MODERN, "elicitation/create", FORM),
        ("2025-11-25", MODERN, "sampling/createMessage", SAMPLE),  # the client has not declared it
        (MODERN, "2025-06-18", "sampling/createMessage", SAMPLE),
    ],
)
def test_a_refused_input_request_is_a_line(
    client: str, server: str, method: str, params: Frame, capsys: pytest.CaptureFixture[str]
) -> None:
    """The person at the client learns what the server wanted and did not get, once."""
    link = opened(client, server, able=ABLE)
    report = LossReport()
    take = link.take

    def reporting_too(events: list[Any]) -> list[Frame]:
        for event in events:
            report.add(event)
        return take(events)

    link.take = reporting_too  # type: ignore[method-assign]
    with reporting():
        for id in ("c", "d"):
            of_client = modern({"name": "t"}, ABLE) if client == MODERN else {"name": "t"}
            (sent,) = link.ask("client", "tools/call", of_client, id=id)
            if server == MODERN:
                link.answer("server", sent, input_required({"k": {"method": method, "params": params}}))
            else:
                link.ask("server", method, params, id=f"asked {id}")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and lines[0].startswith(f"to the client, {method}: refused: "), lines
    assert [frame["method"] for frame, _ in link.ended].count(method) == 2
