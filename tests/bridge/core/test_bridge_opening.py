"""Sides whose revisions the bridge finds out; `bridge_pair.py` checks every frame sent."""

from __future__ import annotations

import itertools
import json
from collections import deque
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest

import mcp_bridge
from support.bridge_pair import MODERN, PER_REQUEST, Bridged, Frame, discovery, meta, modern, opened, welcome
from support.bridge_parts import LEGACY, TEXT
from support.oracle import oracle

DISCOVER = "server/discover"
FORM: Frame = {"type": "object", "properties": {"n": {"type": "string"}}}


def hello(revision: str, able: Frame | None = None) -> Frame:
    """Return the params of an `initialize`."""
    return {
        "protocolVersion": revision,
        "capabilities": able or {},
        "clientInfo": {"name": "c", "version": "1"},
    }


def refuse(link: Bridged, asked: Frame, sign: str) -> list[Frame]:
    """Let the server refuse a request in some way; return what the bridge sends."""
    error = {"code": -32601, "message": "no"}
    match sign:
        case "error":
            return link.fail("server", asked, -32601)
        case "error with id null" | "error without id":
            named: Frame = {"id": None} if sign == "error with id null" else {}
            link.asking["server"].clear()
            return link.take(link.bridge.from_server({"jsonrpc": "2.0", **named, "error": error}))
        case _:
            return link.tick(link.bridge.deadline)


# ---- a client with a handshake --------------------------------------------------------------------


@pytest.mark.parametrize("given", [None, "auto"])
@pytest.mark.parametrize("client", LEGACY)
def test_a_server_of_the_clients_revision_is_not_probed(client: str, given: str | None) -> None:
    """The client's own `initialize` goes first where the host wants that; then both sides exchange bytes."""
    link = Bridged(client, "auto", given=given, offer="own")
    (asked,) = link.ask("client", "initialize", hello(client, {"roots": {}}), id=0)
    assert asked["method"] == "initialize" and asked["params"] == hello(client, {"roots": {}})
    assert link.ask("client", "tools/list", id=1) == [] and link.bridge.server == "auto"
    answer, listed = link.answer("server", asked, welcome(client, {"tools": {}}))
    assert answer["id"] == 0 and answer["result"] == welcome(client, {"tools": {}})
    assert listed["method"] == "tools/list" and listed["id"] == 1
    assert (link.bridge.client, link.bridge.server, link.bridge.agreed) == (client, client, True)
    raw = b'{"any": "thing",  "n": 1.0}'
    assert link.bridge.from_client(raw)[0].data == raw and link.bridge.from_server(raw)[0].data == raw


@pytest.mark.parametrize("given", [None, "auto"])
@pytest.mark.parametrize("client", LEGACY)
def test_a_lax_server_is_offered_the_newest_revision(client: str, given: str | None) -> None:
    """R-INIT: what a server sends of a newer revision than the client's is converted, not passed on."""
    link = Bridged(client, "auto", given=given)
    (asked,) = link.ask("client", "initialize", hello(client), id=0)
    assert asked["method"] == "initialize" and asked["params"]["protocolVersion"] == LEGACY[-1]
    (answer,) = link.answer("server", asked, welcome(LEGACY[-1], {"tools": {}}))
    assert answer["result"]["protocolVersion"] == client
    assert (link.bridge.client, link.bridge.server, link.bridge.agreed) == (client, LEGACY[-1], True)
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id=1)
    block = {"type": "resource_link", "uri": "file:///a", "name": "a"}
    (told,) = link.answer("server", call, {"content": [block]})
    assert told["id"] == 1 and (told["result"]["content"] == [block]) is (client >= "2025-06-18")
    (asked,) = link.ask("server", "elicitation/create", {"message": "m", "requestedSchema": FORM}, id="q")
    refused = "error" in asked
    assert refused is (client < "2025-06-18") and link.bridge.pending == 0


@pytest.mark.parametrize("code", [-32602, -32000])
def test_the_clients_own_revision_is_requested_next(code: int) -> None:
    """A server that refuses the newest revision without a list is offered the client's, then discovered."""
    link = Bridged("2025-03-26", "auto")
    (newest,) = link.ask("client", "initialize", hello("2025-03-26"), id="x")
    (own,) = link.fail("server", newest, code)
    assert own["method"] == "initialize" and own["params"]["protocolVersion"] == "2025-03-26"
    (probe,) = link.fail("server", own, code)
    assert probe["method"] == "server/discover"
    (refused,) = link.fail("server", probe, -32601)
    assert refused["id"] == "x" and refused["error"]["code"] == code


@pytest.mark.parametrize(("last", "said"), [("late, too", "late; late, too"), ("late", "late")])
def test_a_server_that_is_late_is_not_offered_another_revision(last: str, said: str) -> None:
    """A transport that gives up says so, and the search does not wait for a second `initialize`.

    The error has each reason once.
    """
    link = Bridged("2025-03-26", "auto")
    (asked,) = link.ask("client", "initialize", hello("2025-03-26"), id="x")
    events = link.bridge.unanswered(asked["id"], "late", why="timeout")
    (probe,) = (event for event in events if event.to == "server")
    assert probe.tree["method"] == "server/discover"
    (told,) = link.bridge.unanswered(probe.id, last, why="timeout")
    assert told.tree["error"]["message"] == said and told.why == "timeout"


@pytest.mark.parametrize("client, answered", list(itertools.permutations(LEGACY, 2)))
def test_a_server_may_answer_with_another_revision(client: str, answered: str) -> None:
    """Frames are converted from the revision in the server's answer; each side sees its own."""
    link = Bridged(client, "auto")
    (asked,) = link.ask("client", "initialize", hello(client))
    (answer,) = link.answer("server", asked, welcome(answered, {"tools": {}}))
    assert answer["result"]["protocolVersion"] == client and link.bridge.server == answered


@pytest.mark.parametrize("code", [-32602, -32022, -32000])
def test_a_listed_revision_is_requested_next(code: int) -> None:
    """The newest known revision that an error lists is requested, each once, before `server/discover`."""
    link = Bridged("2025-11-25", "auto")
    (asked,) = link.ask("client", "initialize", hello("2025-11-25"), id="x")
    data = {"supported": ["2024-11-05", "2025-06-18", "2025-11-25", "1.0"], "requested": "2025-11-25"}
    (again,) = link.fail("server", asked, code, data=data)
    assert again["method"] == "initialize" and again["params"]["protocolVersion"] == "2025-06-18"
    (oldest,) = link.fail("server", again, code, data=data)
    assert oldest["params"]["protocolVersion"] == "2024-11-05"
    (answer,) = link.answer("server", oldest, welcome("2024-11-05"))
    assert answer["id"] == "x" and answer["result"]["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize("client", LEGACY)
@pytest.mark.parametrize("sign", ["error", "error with id null", "error without id", "silence"])
def test_a_refused_handshake_leads_to_discovery(client: str, sign: str) -> None:
    """A server without a handshake is found by `server/discover`; its result answers `initialize`."""
    link = Bridged(client, "auto")
    (asked,) = link.ask("client", "initialize", hello(client), id="x")
    probe = refuse(link, asked, sign)[-1]
    assert probe["method"] == "server/discover" and link.bridge.probing
    (asked,) = link.answer("server", probe, discovery({"tools": {}}))
    assert asked["method"] == "server/discover" and link.bridge.server == MODERN
    (answer,) = link.answer("server", asked, discovery({"tools": {}}))
    assert answer["id"] == "x" and answer["result"]["protocolVersion"] == client


def test_the_first_refusal_answers_a_handshake_that_fails() -> None:
    """The client gets the error of its own `initialize`; other requests that wait get an error too."""
    link = Bridged("2025-11-25", "auto")
    for n in range(2):
        (asked,) = link.ask("client", "initialize", hello("2025-11-25"), id=n)
        assert asked["method"] == "initialize" and link.ask("client", "tools/list", id=f"l{n}") == []
        (probe,) = link.fail("server", asked, -32001, "out of order")
        refused, waiting = link.fail("server", probe, -32601)
        assert refused["id"] == n and refused["error"] == {"code": -32001, "message": "out of order"}
        assert waiting["id"] == f"l{n}" and waiting["error"]["code"] == -32603
        assert link.bridge.state == "new" and link.bridge.server == "auto" and not link.bridge.agreed


ANSWERS: tuple[Frame, ...] = (
    *(
        {"result": result}
        for result in (None, [], {}, {"protocolVersion": "x"}, {"resultType": "input_required"})
    ),
    *({"result": {"protocolVersion": revision}} for revision in (*mr.REVISIONS, 7)),
    *(
        {"result": {"supportedVersions": versions}}
        for versions in ([], ["x"], [MODERN], [*mr.REVISIONS], "y")
    ),
    *({"error": {"code": code, "message": "no"}} for code in (-32601, -32602, -32022, 0)),
    *(
        {"error": {"code": -32022, "message": "", "data": {"supported": s}}}
        for s in ([], ["x"], [*mr.REVISIONS])
    ),
    {"error": None},
    {"error": "no"},
    {"result": {}, "error": {}},
    {},
)


@pytest.mark.parametrize("client", mr.REVISIONS)
@pytest.mark.parametrize("offer", ["own", "newest"])
def test_every_opening_ends_with_an_answer(client: str, offer: Any) -> None:
    """Whatever a server answers, in time, late or never, no request of the client stays open."""
    rng = Random(f"{client} {offer}")
    for _ in range(300):
        bridge = mcp_bridge.Bridge(client, "auto", offer=offer)
        bridge.tick(0.0)
        first = "tools/list" if client in PER_REQUEST else "initialize"
        params = {"_meta": meta({}, client)} if client in PER_REQUEST else hello(client)
        sent = deque(bridge.from_client({"jsonrpc": "2.0", "id": 1, "method": first, "params": params}))
        told, said = 0, []
        while sent or bridge.deadline is not None:
            if not sent:
                sent.extend(bridge.tick(bridge.deadline))
                continue
            to, frame, answer = sent[0].to, json.loads(sent.popleft().data), None
            if to == "client":
                told += "id" in frame and "method" not in frame
            elif frame.get("method") not in ("initialize", DISCOVER):
                answer = {"result": {}} if "method" in frame else None
            elif rng.random() < 0.9:
                answer = rng.choice(ANSWERS)
            if answer is not None and "id" in frame:
                said.append(answer)
                sent.extend(bridge.from_server({"jsonrpc": "2.0", "id": frame["id"], **answer}))
        assert (bridge.pending, told) == (0, 1), said


def test_before_the_handshake_only_a_ping_is_answered() -> None:
    """Requests before `initialize` are refused; a client of several revisions goes on to `initialize`."""
    for given in ("2025-11-25", "auto"):
        link = Bridged("2025-11-25", "auto", given=given)
        (pong,) = link.ask("client", "ping")
        assert pong["result"] == {}
        (refused,) = link.ask("client", "tools/list")
        assert refused["error"]["code"] == -32600 and "initialize" in refused["error"]["message"]
        assert link.tell("client", "notifications/initialized") == [] and link.got["server"] == []
    (refused,) = Bridged("2025-11-25", "auto").ask("client", "server/discover", modern())
    assert refused["error"]["code"] == -32601


# ---- a client without a handshake -----------------------------------------------------------------


@pytest.mark.parametrize("given", [None, "auto"])
def test_a_server_that_answers_the_probe_gets_no_handshake(given: str | None) -> None:
    """Waiting frames go on; between equal revisions the bridge forwards from now on."""
    link = Bridged(MODERN, "auto", given=given)
    (probe,) = link.ask("client", "tools/list", modern(), id="x")
    assert probe["method"] == "server/discover" and link.bridge.server == "auto" and link.bridge.probing
    (sent,) = link.answer("server", probe, discovery({"tools": {}}))
    assert sent["method"] == "tools/list" and sent["id"] == "x"
    assert (link.bridge.client, link.bridge.server, link.bridge.agreed) == (MODERN, MODERN, True)
    raw = b'{"any": "thing"}'
    assert [event[:3] for event in link.bridge.from_server(raw)] == [("client", raw, ())]


@pytest.mark.parametrize("sign", ["error", "error with id null", "error without id", "silence"])
def test_any_other_server_gets_a_handshake(sign: str) -> None:
    """`initialize` names the newest revision with a handshake; the server's answer settles the revision."""
    link = Bridged(MODERN, "auto")
    (probe,) = link.ask("client", "tools/list", modern(), id="x")
    asked = refuse(link, probe, sign)[-1]
    assert asked["method"] == "initialize" and asked["params"]["protocolVersion"] == "2025-11-25"
    sent = link.answer("server", asked, welcome("2025-03-26", {"tools": {}}))
    assert link.bridge.server == "2025-03-26"
    assert [frame["method"] for frame in sent] == ["notifications/initialized", "tools/list"]


@pytest.mark.parametrize("place", ["a result", "an error", "an error of the handshake"])
def test_a_modern_client_gets_a_revision_that_the_server_lists(place: str) -> None:
    """The newest listed revision with a handshake is requested."""
    link = Bridged(MODERN, "auto")
    listed = ["2025-06-18", "2024-11-05"]
    (probe,) = link.ask("client", "tools/list", modern(), id="x")
    if place == "a result":
        (asked,) = link.answer("server", probe, discovery(supportedVersions=listed))
    elif place == "an error":
        (asked,) = link.fail("server", probe, -32022, data={"supported": listed, "requested": MODERN})
    else:
        (asked,) = link.fail("server", probe, -32601)
        assert asked["params"]["protocolVersion"] == "2025-11-25"
        data = {"supported": listed, "requested": "2025-11-25"}
        (asked,) = link.fail("server", asked, -32602, data=data)
    assert asked["method"] == "initialize" and asked["params"]["protocolVersion"] == "2025-06-18"


@pytest.mark.parametrize("code, listed", [(-32022, [MODERN]), (-32601, None), (None, None)])
@pytest.mark.parametrize("again", ["discovery", "error", "silence"])
def test_a_server_that_starts_slowly_is_discovered_again(
    code: int | None, listed: list[str] | None, again: str
) -> None:
    """A server that was late and refuses `initialize` is asked once more, and then refused."""
    link = Bridged(MODERN, "auto")
    link.ask("client", "tools/list", modern(), id="x")
    _, asked = link.tick(link.bridge.deadline)
    assert asked["method"] == "initialize"
    if code is None:
        *_, probe = link.tick(link.bridge.deadline)
    else:
        data = {"supported": listed, "requested": "2025-11-25"} if listed else None
        (probe,) = link.fail("server", asked, code, "cannot", data=data)
    assert probe["method"] == "server/discover" and link.bridge.probing
    if again == "discovery":
        (sent,) = link.answer("server", probe, discovery({"tools": {}}))
        assert sent["method"] == "tools/list" and link.bridge.server == MODERN and link.bridge.agreed
        return
    sent = link.fail("server", probe, -32601) if again == "error" else link.tick(link.bridge.deadline)
    assert sent[-1]["id"] == "x" and "error" in sent[-1] and link.bridge.state == "new"


@pytest.mark.parametrize(
    "code, listed, is_refused",
    [
        (-32022, ["2030-01-01"], True),
        (-32022, [], False),
        (-32022, ["2030-01-01", "2025-06-18"], False),
        (-32602, ["2030-01-01"], False),
    ],
)
def test_a_server_of_unknown_revisions_alone_is_refused(
    code: int, listed: list[str], is_refused: bool
) -> None:
    """-32022 with unknown revisions alone leads to no handshake; any other error does."""
    link = Bridged(MODERN, "auto")
    (probe,) = link.ask("client", "tools/list", modern(), id="x")
    (next_,) = link.fail("server", probe, code, data={"supported": listed, "requested": MODERN})
    if is_refused:
        assert next_["id"] == "x" and next_["error"]["code"] == -32603
        assert "2030-01-01" in next_["error"]["message"]
    else:
        assert next_["method"] == "initialize"


def test_a_request_that_ends_stops_no_timer_of_the_opening() -> None:
    """A request that waits for the session has no timer of its own."""
    link = Bridged(MODERN, "auto")
    link.ask("client", "tools/list", modern(), id="x")
    due = link.bridge.deadline
    assert link.ask("client", "prompts/list", modern(), id="y") == []
    assert link.tell("client", "notifications/cancelled", {"requestId": "y"}) == []
    assert link.bridge.deadline == due == mcp_bridge.Limits().probe
    assert "initialize" in [frame.get("method") for frame in link.tick(due)]


# ---- a server that ends ---------------------------------------------------------------------------


@pytest.mark.parametrize("client", mr.REVISIONS)
def test_a_server_that_refuses_and_ends_is_asked_again(client: str) -> None:
    """The new process gets the request that the old one did not answer."""
    link = Bridged(client, "auto")
    first = (
        ("tools/list", modern(revision=client)) if client in PER_REQUEST else ("initialize", hello(client))
    )
    (asked,) = link.ask("client", *first, id="x")
    (next_,) = link.fail("server", asked, -32601)
    assert link.bridge.restartable
    link.asking["server"].clear()
    (again,) = link.take(link.bridge.restarted())
    assert again["method"] == next_["method"] and again["id"] != next_["id"]
    assert not link.bridge.restartable or again["method"] == "server/discover"


def test_a_server_that_ends_at_the_probe_gets_a_handshake() -> None:
    """An unanswered `server/discover` counts as refused; an unanswered `initialize` is an end."""
    link = Bridged(MODERN, "auto")
    link.ask("client", "tools/list", modern(), id="x")
    assert link.bridge.restartable
    link.asking["server"].clear()
    (asked,) = link.take(link.bridge.restarted())
    assert asked["method"] == "initialize" and not link.bridge.restartable
    link = Bridged("2025-06-18", "auto")
    link.ask("client", "initialize", hello("2025-06-18"))
    assert not link.bridge.restartable


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("client", [*mr.REVISIONS, "auto"])
def test_nothing_of_a_server_reaches_a_client_before_the_revisions_are_known(
    client: str, begun: bool
) -> None:
    """Every request of a server of an unknown revision is answered, every other frame dropped."""
    methods = {method for revision in mr.REVISIONS for _, _, method in oracle(revision).sent}
    link = Bridged(client if client != "auto" else MODERN, "auto", given=client)
    link.judging = False
    if begun and client in LEGACY:
        link.ask("client", "initialize", hello(client), id="x")
    elif begun:
        link.ask("client", "tools/list", modern(revision=link.revision["client"]), id="x")
    assert link.bridge.state == ("opening" if begun else "new")
    for method in sorted(methods):
        assert link.tell("server", method, {}) == [] and link.ended.pop()[0]["method"] == method
        (answer,) = link.ask("server", method, {}, id=f"id of {method}")
        assert ("result" in answer) is (method == "ping") and link.got["client"] == []


def test_nothing_of_a_server_that_ended_is_left() -> None:
    """A request of the old process is over when the new one gets the probe."""
    link = Bridged("2025-11-25", "auto")
    (asked,) = link.ask("client", "initialize", hello("2025-11-25"))
    (answer,) = link.ask("server", "ping", id="p")
    assert answer == {"jsonrpc": "2.0", "id": "p", "result": {}}
    link.fail("server", asked, -32601)
    link.asking["server"].clear()
    (probe,) = link.take(link.bridge.restarted())
    assert probe["method"] == "server/discover"


@pytest.mark.parametrize(
    "client, server", [pair for pair in itertools.product(LEGACY, repeat=2) if pair[0] != pair[1]]
)
def test_a_server_that_began_again_has_forgotten_its_requests(client: str, server: str) -> None:
    """They are cancelled at the client, a late answer ends in the bridge, and their ids count anew."""
    link = opened(client, server, able={"roots": {}}, offered={"tools": {}})
    ids = [0, 1, "0", "x"]

    def ask_all() -> list[Frame]:
        return [frame for id in ids for frame in link.ask("server", "roots/list", id=id)]

    asked = ask_all()
    assert [frame["method"] for frame in asked] == ["roots/list"] * len(ids)
    link.asked["server"].clear()
    cancelled = link.take(link.bridge.restarted())
    assert [frame["params"]["requestId"] for frame in cancelled] == [frame["id"] for frame in asked]
    assert {frame["method"] for frame in cancelled} <= {"notifications/cancelled"}
    assert all(link.answer("client", frame, {"roots": []}) == [] for frame in asked)
    for id, frame in zip(ids, ask_all(), strict=True):
        (answer,) = link.answer("client", frame, {"roots": []})
        assert answer == {"jsonrpc": "2.0", "id": id, "result": {"roots": []}}


@pytest.mark.parametrize("server", LEGACY)
def test_a_client_that_comes_back_after_the_server_began_again_is_answered(server: str) -> None:
    """Its input responses answer nobody; the call gets the later answer of the server."""
    link = opened(MODERN, server, able={"roots": {}}, offered={"tools": {}})
    params = modern({"name": "t", "arguments": {}}, {"roots": {}})
    (called,) = link.ask("client", "tools/call", params, id="call")
    (sent,) = link.ask("server", "roots/list", id=0)
    link.asked["server"].clear()
    assert link.take(link.bridge.restarted()) == []
    assert link.fail("server", called, -32603, "the server ended the stream") == []
    responses = {name: {"roots": []} for name in sent["result"]["inputRequests"]}
    back = {**params, "requestState": sent["result"]["requestState"], "inputResponses": responses}
    (answer,) = link.ask("client", "tools/call", back, id="back")
    assert answer["error"]["message"] == "the server ended the stream"


# ---- a client whose revision is unknown or given wrongly -------------------------------------------


@pytest.mark.parametrize("client, server", list(itertools.product(mr.REVISIONS, repeat=2)))
def test_the_first_request_tells_the_revision_of_the_client(client: str, server: str) -> None:
    """An `initialize`, or the metadata of another request, names the revision."""
    link = Bridged(client, server, given="auto")
    assert link.bridge.client == "auto" and link.bridge.requested is None
    first = (
        ("tools/list", modern(revision=client)) if client in PER_REQUEST else ("initialize", hello(client))
    )
    (sent,) = link.ask("client", *first, id="x")
    assert link.bridge.client == link.bridge.requested == client
    if client == server:
        assert sent["id"] == "x" and link.bridge.agreed
    elif client in LEGACY and server in LEGACY:
        (answer,) = link.answer("server", sent, welcome(server, {"tools": {}}))
        assert answer["result"]["protocolVersion"] == client and link.bridge.agreed


@pytest.mark.parametrize("named", ["2024-10-07", "2099-01-01", MODERN, ""])
def test_an_unknown_revision_is_negotiated(named: str) -> None:
    """The bridge answers `initialize` with the newest revision that has a handshake."""
    link = Bridged("2025-11-25", "2025-03-26", given="auto")
    (asked,) = link.ask("client", "initialize", hello(named))
    assert asked["params"]["protocolVersion"] == "2025-03-26"
    (answer,) = link.answer("server", asked, welcome("2025-03-26"))
    assert answer["result"]["protocolVersion"] == "2025-11-25"
    assert (link.bridge.requested, link.bridge.client) == (named, "2025-11-25")


@pytest.mark.parametrize("server", [*mr.REVISIONS, "auto"])
def test_an_unknown_revision_in_metadata_is_refused(server: str) -> None:
    """The error lists every revision without a handshake, and the client may go on with each."""
    link = Bridged(PER_REQUEST[-1], server, given="auto")
    params = modern()
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2030-01-01"
    (refused,) = link.ask("client", "tools/list", params)
    assert refused["error"]["code"] == -32022 and refused["error"]["data"]["supported"] == [*PER_REQUEST]
    assert (link.bridge.requested, link.bridge.client) == ("2030-01-01", "auto")
    link.ask("client", "tools/list", modern(revision=PER_REQUEST[-1]))
    assert link.bridge.client == PER_REQUEST[-1] and len(link.got["server"]) == 1


@pytest.mark.parametrize("server", [*mr.REVISIONS, "auto"])
@pytest.mark.parametrize("client, given", list(itertools.permutations(LEGACY, 2)))
def test_initialize_corrects_the_revision_that_was_given(client: str, given: str, server: str) -> None:
    """A client with a handshake gets the revision that it asks for, unless both given ones are equal."""
    if given == server:
        return
    link = Bridged(client, server, given=given)
    (asked,) = link.ask("client", "initialize", hello(client), id="x")
    if asked["method"] == "server/discover":
        (answer,) = link.answer("server", asked, discovery({"tools": {}}, link.bridge.server))
    else:
        answered = client if server == "auto" else server
        (answer,) = link.answer("server", asked, welcome(answered, {"tools": {}}))
    assert answer["result"]["protocolVersion"] == client == link.bridge.client
    (late,) = [*link.ask("client", "tools/call", {"name": "t"}, id="y")]
    result: dict[str, Any] = {**TEXT, **({"resultType": "complete"} if server in PER_REQUEST else {})}
    if not link.bridge._forwards:
        (answer,) = link.answer("server", late, result)
        assert answer["id"] == "y" and answer["result"]["content"] == TEXT["content"]


def test_a_wrong_argument_is_refused() -> None:
    """A bridge takes revisions of the package or `auto`, and options of their kinds."""
    for client, server in (("2030-01-01", MODERN), (MODERN, "x"), ("", MODERN)):
        with pytest.raises(ValueError, match="is not a known revision"):
            mcp_bridge.Bridge(client, server)
    with pytest.raises(ValueError, match="is not a log level"):
        mcp_bridge.Bridge(MODERN, "auto", log_level="loud")
    wrong: Any = {"tasks": "all", "offer": "oldest"}
    for name, value in wrong.items():
        with pytest.raises(ValueError, match=f"{name}: {value!r} is not one of"):
            mcp_bridge.Bridge(MODERN, "auto", **{name: value})
    wrong = {"budget": 1, "limits": {}, "nonce": "n", "timestamp": 1}
    for name, value in wrong.items():
        with pytest.raises(TypeError, match=name):
            mcp_bridge.Bridge(MODERN, "auto", **{name: value})


def test_an_array_before_the_handshake_is_refused() -> None:
    """A batch of 2025-03-26 cannot be the first frame."""
    link = Bridged("2025-03-26", "2024-11-05", given="auto")
    batch = [{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]
    link.asked["client"]["1"] = "tools/list"
    (refused,) = link.take(link.bridge.from_client(json.dumps(batch).encode()))
    assert refused["id"] == 1 and refused["error"]["code"] == -32600


def test_an_unreadable_first_line_gets_no_error_that_the_client_may_not_know() -> None:
    """Rule 2: while the client's revision is unknown, an error without an id is not sent."""
    link = Bridged("2024-11-05", "auto", given="auto")
    assert link.take(link.bridge.from_client(b"\xff")) == [] and len(link.ended) == 1


@pytest.mark.parametrize("server", ["2025-06-18", "auto"])
def test_a_client_of_an_unknown_revision_is_not_asked(server: str) -> None:
    """Before the client has spoken, a request of the server is refused, and a notification dropped."""
    link = Bridged("2024-11-05", server, given="auto")
    input_request = {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}
    for method, params in (("elicitation/create", input_request), ("roots/list", None)):
        (refused,) = link.ask("server", method, params)
        assert refused["error"]["code"] == -32600
    (pong,) = link.ask("server", "ping", None)
    assert pong["result"] == {}
    link.tell("server", "notifications/message", {"level": "info", "data": "x"})
    assert link.got["client"] == [] and len(link.ended) == 1


# ---- a client of both eras ------------------------------------------------------------------------


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("again", ["accepts", "refuses"])
@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("client", LEGACY)
@pytest.mark.parametrize("server", mr.REVISIONS)
def test_a_probe_and_then_a_handshake_on_one_connection(
    client: str, server: str, told: bool, again: str, keyed: bool
) -> None:
    """A client may ask `server/discover` and then `initialize`: both are answered, and then its calls."""
    link = Bridged(client, server if told else "auto", given="auto", keyed=keyed)
    link.judging = False
    serve = scripted(server, again)

    def asked(method: str, params: Frame, id: Any) -> Frame:
        todo = link.ask("client", method, params, id=id)
        for _ in range(8):
            found = [frame for frame in todo if frame.get("id") == id and "method" not in frame]
            if found:
                return found[0]
            todo = [
                out for frame in todo if "method" in frame and "id" in frame for out in serve(link, frame)
            ]
        raise AssertionError(f"no answer to {method}")

    assert MODERN in asked("server/discover", modern(), "d")["result"]["supportedVersions"]
    answer = asked("initialize", hello(client), "i")
    assert answer["result"]["protocolVersion"] == client
    link.tell("client", "notifications/initialized")
    assert asked("tools/list", {}, "l")["result"]["tools"] == []
    assert link.bridge.client == client and link.bridge.server == server and link.bridge.pending == 0


@pytest.mark.parametrize("named", ["2024-10-07", "2099-01-01", MODERN, "", None, 7, ["2025-06-18"]])
def test_a_later_handshake_for_an_unknown_revision_is_negotiated(named: Any) -> None:
    """After a request of 2026-07-28, too, the answer names the newest revision with a handshake."""
    link = Bridged(MODERN, "2025-03-26", given="auto")
    link.judging = False
    (asked,) = link.ask("client", "tools/list", modern(), id="x")
    link.answer("server", asked, welcome("2025-03-26", {"tools": {}}))
    link.ask("client", "initialize", {**hello(""), "protocolVersion": named})
    assert link.bridge.client == LEGACY[-1]


def scripted(server: str, again: str) -> Any:
    """Return a server of one revision; it `accepts` or `refuses` a second handshake."""
    greeted: list[str] = []

    def serve(link: Bridged, frame: Frame) -> list[Frame]:
        known = {"server/discover"} if server in PER_REQUEST else {"initialize"}
        method, offered = frame["method"], {"tools": {}}
        if method in ("server/discover", "initialize") and method not in known:
            return link.fail("server", frame, -32601)
        if method == "initialize" and greeted and again == "refuses":
            return link.fail("server", frame, -32600)
        if method == "initialize":
            greeted.append(method)
            return link.answer("server", frame, welcome(server, offered))
        if method == "server/discover":
            return link.answer("server", frame, discovery(offered, server))
        extra = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
        return link.answer("server", frame, {"tools": []} | (extra if server in PER_REQUEST else {}))

    return serve
