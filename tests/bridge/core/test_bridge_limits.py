"""The limits of a bridge, each at its boundary: accepted at the limit, refused beyond, accepted again.

`bridge_pair.py` checks every frame that the bridge sends; `test_bridge_model.py` holds the bounds at random.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp_revisions.jsonrpc import json_line

import mcp_bridge
from mcp_bridge.core import subscriptions
from support.bridge_pair import MODERN, PREFIX, Bridged, Frame, modern, opened
from support.bridge_parts import TEXT
from support.bridge_tables import tables

FORM = {"message": "Who?", "requestedSchema": {"type": "object", "properties": {"n": {"type": "string"}}}}
ABLE: Frame = {"elicitation": {}}
SUBSCRIBING = {"resources": {"subscribe": True}, "tools": {"listChanged": True}, "logging": {}}
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
WELCOME: Frame = {"capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
LISTS = {"notifications": {"toolsListChanged": True}}


def input_requests(count: int) -> Frame:
    """Return an input-required result with so many input requests."""
    asked = {f"q{n}": {"method": "elicitation/create", "params": FORM} for n in range(count)}
    return {"resultType": "input_required", "requestState": "S", "inputRequests": asked}


def refused(frames: list[Frame]) -> bool:
    """Say whether a request was answered with the error for one too many, and with that alone."""
    return len(frames) == 1 and frames[0].get("error", {}).get("code") == -32603


def call_and_ask(link: Bridged) -> list[Frame]:
    """Let a newer client call and the server ask; return the frames of the bridge for the input request."""
    link.ask("client", "tools/call", modern({"name": "t"}, ABLE))
    return link.ask("server", "elicitation/create", FORM)


# ---- an older client, a newer server --------------------------------------------------------------


def test_streams_to_a_newer_server_are_limited() -> None:
    """`Limits.streams` counts the stream of lists too; a subscription that ends makes room."""
    link = opened("2025-06-18", MODERN, offered=SUBSCRIBING, limits=mcp_bridge.Limits(streams=3))
    assert link.got["server"][-1]["method"] == "subscriptions/listen"
    for n in range(2):
        (listen,) = link.ask("client", "resources/subscribe", {"uri": f"file:///{n}"})
        assert listen["method"] == "subscriptions/listen"
    assert refused(link.ask("client", "resources/subscribe", {"uri": "file:///2"}))
    link.ask("client", "resources/unsubscribe", {"uri": "file:///0"})
    (listen,) = link.ask("client", "resources/subscribe", {"uri": "file:///2"})
    assert listen["method"] == "subscriptions/listen"


def test_input_requests_to_an_older_client_are_limited() -> None:
    """`Limits.pending` bounds the input requests of all requests together; only the one beyond is refused."""
    link = opened("2025-06-18", MODERN, able=ABLE, limits=mcp_bridge.Limits(pending=3))
    calls = [link.ask("client", "tools/call", {"name": "t"}, id=f"c{n}")[0] for n in range(3)]
    asked = link.answer("server", calls[0], input_requests(1))
    assert [frame["method"] for frame in asked] == ["elicitation/create"]
    (answer,) = over = link.answer("server", calls[1], input_requests(3))
    assert refused(over) and answer["id"] == "c1"
    more = link.answer("server", calls[2], input_requests(2))
    assert [frame["method"] for frame in more] == ["elicitation/create"] * 2, "exactly the limit"
    (again,) = link.answer("client", asked[0], {"action": "decline"})
    assert again["method"] == "tools/call"
    assert len(link.answer("server", again, input_requests(1))) == 1, "an answered input request makes room"


def test_memory_does_not_grow_with_the_number_of_frames() -> None:
    """However many likely frames pass, under however many contexts, only open requests are remembered."""
    link = mcp_bridge.Bridge("2025-06-18", MODERN)
    params: Frame = {"protocolVersion": "2025-06-18", "capabilities": {"logging": {}}}
    params["clientInfo"] = {"name": "c" * 20_000, "version": "1"}
    (hello,) = link.from_client({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
    result = {"resultType": "complete", "supportedVersions": [MODERN], "capabilities": {"logging": {}}}
    result |= {"ttlMs": 0, "cacheScope": "private"}
    link.from_server({"jsonrpc": "2.0", "id": hello.tree["id"], "result": result})
    tools = {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    for n in range(300):
        level = {"level": ("debug", "info")[n % 2]}
        link.from_client({"jsonrpc": "2.0", "id": "l", "method": "logging/setLevel", "params": level})
        (sent,) = link.from_client(b'{"jsonrpc":"2.0","id":"t","method":"tools/list"}')
        assert max(map(len, tables(link))) < 100
        id = json.loads(sent.data)["id"]
        (answer,) = link.from_server(json.dumps({"jsonrpc": "2.0", "id": id, "result": tools}).encode())
        assert answer.to == "client"
    link.from_client(b'{"jsonrpc":"2.0","id":"t","method":"tools/list"}')
    assert 0 < max(map(len, tables(link))) < 100


# ---- a newer client, an older server --------------------------------------------------------------


def test_streams_of_a_newer_client_are_limited() -> None:
    """`Limits.streams` bounds the subscriptions that are open at once; one that is cancelled makes room."""
    link = opened(MODERN, "2025-06-18", offered=SUBSCRIBING, limits=mcp_bridge.Limits(streams=2))
    for n in range(2):
        (opening,) = link.ask("client", "subscriptions/listen", modern(LISTS), id=f"L{n}")
        assert opening["method"] == ACKNOWLEDGED
    assert refused(link.ask("client", "subscriptions/listen", modern(LISTS), id="L2"))
    link.tell("client", "notifications/cancelled", {"requestId": "L0"})
    (opening,) = link.ask("client", "subscriptions/listen", modern(LISTS), id="L3")
    assert opening["method"] == ACKNOWLEDGED


def test_resources_of_a_newer_client_are_limited() -> None:
    """`Limits.pending` bounds the subscribed resources of all streams."""
    link = opened(MODERN, "2025-06-18", offered=SUBSCRIBING, limits=mcp_bridge.Limits(pending=3))

    def listen(*names: str) -> list[Frame]:
        wanted = {"notifications": {"resourceSubscriptions": [f"file:///{name}" for name in names]}}
        return link.ask("client", "subscriptions/listen", modern(wanted))

    assert refused(listen("a", "b", "c", "d"))
    assert [frame["method"] for frame in listen("a", "b")] == ["resources/subscribe"] * 2
    assert refused(listen("c", "d"))
    assert [frame["method"] for frame in listen("c")] == ["resources/subscribe"]


def test_the_uris_of_subscribed_resources_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their length counts, too, until the server has answered, even if no stream needs them any longer."""
    monkeypatch.setattr(subscriptions, "LONGEST_URIS", 100)
    link = opened(MODERN, "2025-06-18", offered=SUBSCRIBING)

    def listen(length: int, id: str) -> list[Frame]:
        wanted = {"notifications": {"resourceSubscriptions": [id * length]}}
        return link.ask("client", "subscriptions/listen", modern(wanted), id=id)

    assert refused(listen(101, "a"))
    assert [frame["method"] for frame in listen(60, "b")] == ["resources/subscribe"]
    link.tell("client", "notifications/cancelled", {"requestId": "b"})
    assert refused(listen(50, "c"))
    assert [frame["method"] for frame in listen(40, "d")] == ["resources/subscribe"]


def test_the_uris_that_a_client_with_a_handshake_subscribes_to_are_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The URI of an open subscription stays with the bridge, after the client has its answer, too."""
    monkeypatch.setattr(subscriptions, "LONGEST_URIS", 100)
    link = opened("2025-06-18", MODERN, offered=SUBSCRIBING)

    def subscribe(uri: str) -> list[Frame]:
        return link.ask("client", "resources/subscribe", {"uri": uri}, id=f"s{uri}")

    assert refused(subscribe("a" * 101))
    (opening,) = subscribe("b" * 60)
    assert opening["method"] == "subscriptions/listen"
    assert refused(subscribe("c" * 50))
    (opening,) = subscribe("d" * 40)
    assert opening["method"] == "subscriptions/listen"


def test_notifications_that_wait_for_the_handshake_are_counted() -> None:
    """They take room in the budget of the client, and give it back; beyond it, they are dropped."""
    budget = mcp_bridge.Budget(1000)
    link = mcp_bridge.Bridge("2025-06-18", "auto", budget=budget)
    hello: Frame = {"protocolVersion": "2025-06-18", "clientInfo": {"name": "c", "version": "1"}}
    hello["capabilities"] = {"roots": {"listChanged": True}}
    (sent,) = link.from_client(frame_of("initialize", hello, id=0))
    before = budget.used
    found = [link.from_client(frame_of("notifications/roots/list_changed", {})) for _ in range(50)]
    kept = sum(not events for events in found)
    assert 0 < kept < 50 and before < budget.used <= 1000
    assert all(events[0].losses[0].change == "limit" for events in found if events)
    agreed = {"protocolVersion": "2025-06-18", **WELCOME}
    events = link.from_server(
        json_line({"jsonrpc": "2.0", "id": json.loads(sent.data)["id"], "result": agreed})
    )
    assert [event.to for event in events] == ["client"] + ["server"] * kept
    assert budget.used == before


def frame_of(method: str, params: Frame, **members: Any) -> bytes:
    """Return the text of a message."""
    return json_line({"jsonrpc": "2.0", **members, "method": method, "params": params})


def test_clients_that_are_away_for_visits_are_limited() -> None:
    """R-42: with `Limits.pending` clients away, an error that demands a visit stays an error."""
    link = opened(MODERN, "2025-11-25", limits=mcp_bridge.Limits(pending=2))
    able = {"elicitation": {"url": {}}}
    page = {"mode": "url", "message": "m", "url": "https://x/y", "elicitationId": "e"}

    def demanded() -> Frame:
        """Call, let the server demand a visit and return what the client is answered."""
        (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able))
        (answer,) = link.fail("server", call, -32042, data={"elicitations": [page]})
        return answer

    asked = [demanded() for _ in range(2)]
    assert [answer["result"]["resultType"] for answer in asked] == ["input_required"] * 2
    assert demanded()["error"]["code"] == -32603
    back = {"name": "t", "requestState": asked[0]["result"]["requestState"]}
    reply = {"inputResponses": {"e": {"action": "accept"}}}
    link.ask("client", "tools/call", modern(back | reply, able))
    assert demanded()["result"]["resultType"] == "input_required", "a client that came back makes room"


def test_clients_that_are_away_with_input_requests_are_limited() -> None:
    """R-MRTR: `Limits.pending` bounds the open states, also if the server withdraws its input requests."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(pending=2))
    for n in range(2):
        link.ask("client", "tools/call", modern({"name": "t"}, ABLE))
        (asked,) = link.ask("server", "elicitation/create", FORM, id=f"e{n}")
        assert asked["result"]["resultType"] == "input_required"
        link.tell("server", "notifications/cancelled", {"requestId": f"e{n}"})
        link.asked["server"].pop(json.dumps(f"e{n}"))
    assert call_and_ask(link) == [], "the input request waits for a client that is away"
    params = {"name": "t", "requestState": asked["result"]["requestState"]}
    (carried,) = link.ask("client", "tools/call", modern(params, ABLE))
    assert carried["result"]["resultType"] == "input_required"


@pytest.fixture
def nearly_crowded() -> Bridged:
    """Return a bridge with `pending=2` whose server has three open requests, and whose client has none."""
    link = opened(MODERN, "2025-06-18", offered=SUBSCRIBING, limits=mcp_bridge.Limits(pending=2))
    call_and_ask(link)
    uris = {"notifications": {"resourceSubscriptions": ["file:///a", "file:///b"]}}
    link.ask("client", "subscriptions/listen", modern(uris), id="L")
    link.tell("client", "notifications/cancelled", {"requestId": "L"})
    assert link.asked["client"].pop('"L"') == "subscriptions/listen"
    assert link.bridge.pending == 0
    return link


def crowd(link: Bridged) -> None:
    """Add the fourth request that the server leaves unanswered, whose client is away then."""
    (answer,) = call_and_ask(link)
    assert answer["result"]["resultType"] == "input_required"


@pytest.mark.parametrize("crowded", [False, True])
def test_a_crowded_server_gets_no_new_subscription(nearly_crowded: Bridged, crowded: bool) -> None:
    """With twice `Limits.pending` requests open on the server, a new subscription is refused."""
    if crowded:
        crowd(nearly_crowded)
    frames = nearly_crowded.ask("client", "subscriptions/listen", modern(LISTS))
    assert refused(frames) is crowded
    assert crowded or frames[0]["method"] == ACKNOWLEDGED


@pytest.mark.parametrize("crowded", [False, True])
def test_a_crowded_server_is_told_no_level(nearly_crowded: Bridged, crowded: bool) -> None:
    """R-LOG: the level waits while the server is crowded; the request itself goes on."""
    if crowded:
        crowd(nearly_crowded)
    frames = nearly_crowded.ask("client", "tools/list", modern(logLevel="debug"))
    assert [frame["method"] for frame in frames] == ["logging/setLevel"] * (not crowded) + ["tools/list"]


# ---- the defaults ---------------------------------------------------------------------------------


def test_a_bridge_keeps_as_much_as_its_docstring_says() -> None:
    """A host that names no budget has one of its own for each bridge."""
    bridges = [mcp_bridge.Bridge(MODERN, "2025-06-18") for _ in range(2)]
    first, second = (bridge._core.account.budget for bridge in bridges)
    assert "64 MiB is the default" in " ".join(str(mcp_bridge.Bridge.__doc__).split())
    assert first is not second and first.most == second.most == 64 << 20


def test_a_handshake_of_any_length_leaves_eight_requests_at_once() -> None:
    """Where a single request repeats more than `Limits.repeated`, eight are at the server; others wait."""
    link = opened("2025-06-18", MODERN, limits=mcp_bridge.Limits(repeated=1))
    (first,) = link.ask("client", "tools/list")
    for _ in range(7):
        assert len(link.ask("client", "tools/list")) == 1
    assert link.ask("client", "tools/list") == []
    tools = {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    assert ["method" in frame for frame in link.answer("server", first, tools)] == [False, True]


# ---- any client, any server -----------------------------------------------------------------------


@pytest.mark.parametrize("client, server", [(MODERN, "2025-06-18"), ("2025-06-18", "auto")])
def test_what_waits_for_the_server_is_limited(client: str, server: str) -> None:
    """`Limits.queued` counts requests and notifications; a request beyond is refused."""
    link = Bridged(client, server, limits=mcp_bridge.Limits(queued=3 if client == MODERN else 2))
    params: Any = modern() if client == MODERN else None
    first = {"protocolVersion": client, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (opening,) = link.ask("client", *(("tools/list", params) if client == MODERN else ("initialize", first)))
    assert opening["method"] in ("initialize", "server/discover")
    told = {"progressToken": 1, "progress": 1} if client != MODERN else None
    assert told is None or link.tell("client", "notifications/progress", told) == []
    for _ in range(1 if told else 2):
        assert link.ask("client", "tools/list", params) == []
    assert link.ended == []
    assert refused(link.ask("client", "tools/list", params))
    if told:
        assert link.tell("client", "notifications/progress", told) == []
        assert [reason for _, reason in link.ended] == [
            "Too many messages wait for the server to answer the handshake."
        ]


@pytest.mark.parametrize("side", ["client", "server"])
def test_a_limit_of_requests_is_reached_exactly(side: str) -> None:
    """`Limits.pending` requests of a side are open at once; an answer makes room."""
    limits = mcp_bridge.Limits(pending=2, queued=0)
    link = opened("2025-06-18", "2025-11-25", able={"roots": {}}, limits=limits)
    open_ = [link.ask(side, "ping")[0] for _ in range(2)]
    assert refused(link.ask(side, "ping"))
    link.answer("server" if side == "client" else "client", open_[0], {})
    (passed,) = link.ask(side, "ping")
    assert passed["method"] == "ping"
    assert refused(link.ask(side, "ping"))


def test_updates_are_remembered_within_the_limit() -> None:
    """`Limits.pending` bounds the updates that a bridge remembers to drop duplicates."""
    limits = mcp_bridge.Limits(pending=4, streams=2)
    link = opened("2025-06-18", MODERN, offered={"resources": {"subscribe": True}}, limits=limits)
    (listen,) = link.ask("client", "resources/subscribe", {"uri": "file:///"})
    named = {"_meta": {f"{PREFIX}subscriptionId": listen["id"]}}
    link.tell("server", ACKNOWLEDGED, named | {"notifications": listen["params"]["notifications"]})
    sizes = []
    for n in range(40):
        (told,) = link.tell("server", "notifications/resources/updated", {"uri": f"file:///{n}", **named})
        assert told["params"]["uri"] == f"file:///{n}"
        sizes.append(max(map(len, tables(link.bridge.trees))))
    assert 3 <= max(sizes) <= 6


# ---- requests that wait ---------------------------------------------------------------------------


@pytest.mark.parametrize("client, server", [("2025-06-18", "2025-11-25"), (MODERN, "2025-06-18")])
def test_requests_beyond_the_limit_wait(client: str, server: str) -> None:
    """`Limits.pending` requests are open on the server, `Limits.queued` more wait; others are refused."""
    limits = mcp_bridge.Limits(pending=2, queued=3)
    link = opened(client, server, able={"roots": {}}, limits=limits)
    params = modern() if client == MODERN else None
    open_ = [link.ask("client", "tools/list", params, id=n)[0] for n in range(2)]
    for n in range(2, 5):
        assert link.ask("client", "tools/list", params, id=n) == []
    (beyond,) = link.ask("client", "tools/list", params, id=5)
    reason = "the limit of open requests is 5 (--calls, --waiting); wait for answers"
    assert beyond["error"] == {"code": -32603, "message": reason}
    link.tell("client", "notifications/cancelled", {"requestId": 3})
    assert link.asked["client"].pop("3") == "tools/list"
    for _ in (2, 4):
        answer, next_ = link.answer("server", open_.pop(0), {"tools": []})
        assert "result" in answer and next_["method"] == "tools/list"
        open_.append(next_)
    assert [link.answer("server", each, {"tools": []})[0]["id"] for each in open_] == [2, 4]
    assert link.bridge.pending == 0


def test_requests_beyond_the_limit_are_refused_between_equal_revisions() -> None:
    """`Limits.pending` requests of the server are open, and `Limits.queued` more of the client."""
    bridge = mcp_bridge.Bridge("2025-11-25", "2025-11-25", limits=mcp_bridge.Limits(pending=1, queued=2))
    for take, most, other, options in (
        (bridge.from_server, 1, "client", "--calls"),
        (bridge.from_client, 3, "server", "--calls, --waiting"),
    ):
        passed = [frame for n in range(most) for frame in take(b'{"jsonrpc":"2.0","id":%d,"method":"m"}' % n)]
        assert [frame.to for frame in passed] == [other] * most
        (refused,) = take(b'{"jsonrpc":"2.0","id":"beyond","method":"m"}')
        message = f"the limit of open requests is {most} ({options}); wait for answers"
        assert refused.to != other and refused.tree["error"] == {"code": -32603, "message": message}


def test_open_streams_hold_up_no_calls() -> None:
    """A stream has no response: more streams than the limit of requests leave room for as many calls."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(pending=3, queued=20))
    for number in range(6):
        wanted = {"notifications": {"toolsListChanged": True}}
        link.ask("client", "subscriptions/listen", modern(wanted), id=f"stream {number}")
    calls = [link.ask("client", "tools/call", modern({"name": "t"}), id=number) for number in range(5)]
    assert [len(sent) for sent in calls] == [1, 1, 1, 0, 0]
    link.tell("client", "notifications/cancelled", {"requestId": "stream 0"})
    answer, waited = link.answer("server", calls[0][0], TEXT)
    assert answer["id"] == 0 and waited["method"] == "tools/call"


def test_an_initialize_that_waits_cannot_be_cancelled() -> None:
    """A cancelled `initialize` keeps its place among the requests that wait, and its response."""
    link = opened("2025-06-18", "2025-11-25", limits=mcp_bridge.Limits(pending=1))
    (first,) = link.ask("client", "tools/list", id="first")
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": WELCOME["serverInfo"]}
    assert link.ask("client", "initialize", hello, id="again") == []
    assert link.tell("client", "notifications/cancelled", {"requestId": "again"}) == []
    answer, passed = link.answer("server", first, {"tools": []})
    assert (answer["id"], passed["method"]) == ("first", "initialize")
    (answer,) = link.answer("server", passed, {**WELCOME, "protocolVersion": "2025-11-25"})
    assert answer["id"] == "again" and link.bridge.pending == 0


def test_a_server_does_not_cancel_requests_that_wait() -> None:
    """A cancellation of the server names its own requests, also under the id of a client's request."""
    link = opened("2025-06-18", "2025-11-25", limits=mcp_bridge.Limits(pending=1))
    (first,) = link.ask("client", "tools/list", id="first")
    assert link.ask("client", "tools/list", id="second") == []
    link.tell("server", "notifications/cancelled", {"requestId": "second"})
    answer, passed = link.answer("server", first, {"tools": []})
    assert (answer["id"], passed["method"]) == ("first", "tools/list")
    assert link.answer("server", passed, {"tools": []})[0]["id"] == "second"


def test_a_client_that_comes_back_does_not_wait() -> None:
    """R-MRTR: the answers to an input request pass the requests that wait for the server."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(pending=1))
    (asked,) = call_and_ask(link)
    (waiting,) = link.ask("client", "tools/call", modern({"name": "t"}, ABLE), id="busy")
    assert waiting["method"] == "tools/call"
    ((name, _),) = asked["result"]["inputRequests"].items()
    reply = {"inputResponses": {name: {"action": "decline"}}}
    params = {"name": "t", "requestState": asked["result"]["requestState"], **reply}
    (answer,) = link.ask("client", "tools/call", modern(params, ABLE))
    assert answer["result"] == {"action": "decline"}


@pytest.mark.parametrize("client, server", [(MODERN, "2025-06-18"), (MODERN, MODERN), ("2025-06-18", MODERN)])
@pytest.mark.parametrize("method", ["tools/call", "tools/list"])
def test_a_state_that_names_no_request_passes_no_limit(client: str, server: str, method: str) -> None:
    """`requestState` in a request alone makes it none with which a client comes back."""
    limits = mcp_bridge.Limits(pending=2, queued=3)
    link = opened(client, server, offered={"tools": {}}, keyed=True, limits=limits)
    given: Frame = {"requestState": "made up", **({"name": "t"} if method == "tools/call" else {})}
    params = modern(given, ABLE) if client == MODERN else given
    for _ in range(2):
        link.ask("client", "prompts/list", modern({}, ABLE) if client == MODERN else {})
    link.judging = False  # the state is no member of these params
    assert link.ask("client", method, params) == []


def test_requests_that_wait_are_answered_when_the_server_is_gone() -> None:
    """Rule 1 holds for requests that the server never saw."""
    link = opened("2025-06-18", "2025-11-25", limits=mcp_bridge.Limits(pending=1))
    for n in range(3):
        link.ask("client", "tools/list", id=n)
    assert [frame["id"] for frame in link.close("server")] == [0, 1, 2]


def test_five_thousand_calls_and_three_hundred_frames_pass_by_default() -> None:
    """The defaults let a client of many calls wait, also while the server starts."""
    bridge = mcp_bridge.Bridge("2025-06-18", "2025-11-25")
    asked = ({"jsonrpc": "2.0", "id": n, "method": "tools/list"} for n in range(5000))
    sends = [send for frame in asked for send in bridge.from_client(frame)]
    answered = 0
    while sends:
        frame = sends.pop(0).tree
        for send in bridge.from_server({"jsonrpc": "2.0", "id": frame["id"], "result": {"tools": []}}):
            if send.to == "server":
                sends.append(send)
            else:
                answered += "result" in send.tree
    assert answered == 5000 and bridge.pending == 0
    link = Bridged(MODERN, "2025-11-25")
    hello = link.ask("client", "tools/list", modern())
    assert not any(link.ask("client", "tools/list", modern()) for _ in range(300))
    assert len(link.answer("server", hello[0], {"protocolVersion": "2025-11-25", **WELCOME})) == 302
