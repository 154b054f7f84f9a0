"""What a bridge keeps for clients that may come back: counted by a budget, and no larger in memory.

Each case keeps one thing more each time, whose tree takes twenty times the memory of its text.
"""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcp_bridge
from mcp_bridge.core.budget import Account, Budget, StoredValues, memory_of, repeated_size
from support.bridge_pair import MODERN, Frame, discovery, modern, welcome
from support.bridge_parts import FORM, TEXT
from support.task_frames import TASKS

BUDGET = 1 << 17
TIMES = 26
LARGE = {"large": [[]] * (1 << 11)}  # 6 KiB of text
LEGACY, WITH_TASKS = "2025-06-18", "2025-11-25"
ABLE: Frame = {"elicitation": {}, "sampling": {}}
ASKED: Frame = {"messages": [{"role": "user", "content": {"type": "text", "text": "?"}}], "maxTokens": 1}
TIMED = {"createdAt": "2026-01-02T03:04:05Z", "lastUpdatedAt": "2026-01-02T03:04:06Z"}
NO_ROOM = "too much data is stored for clients that may reconnect; answer some input requests first"
NO_ROOM_FOR_SESSION = "too much data is stored for open sessions; try again later"


class Host:
    """A bridge between two sides that keep nothing; `errors` are the reasons in errors to either side."""

    def __init__(self, client: str, server: str, able: Frame, offered: Frame) -> None:
        self.budget = mcp_bridge.Budget(BUDGET)
        self.bridge = mcp_bridge.Bridge(client, server, budget=self.budget)
        self.errors: list[str] = []
        self.number = 0
        if client == MODERN:
            asked = self.ask("client", "server/discover", modern(capabilities=able))
            self.answer(asked, welcome(server, offered))
        else:
            info = {"name": "c", "version": "1"}
            hello = {"protocolVersion": client, "capabilities": able, "clientInfo": info}
            asked = self.ask("client", "initialize", hello)
            self.answer(asked, discovery(offered) if server == MODERN else welcome(server, offered))
        self.budget.most += self.budget.used  # of the handshake

    def ask(self, side: str, method: str, params: Frame) -> Frame:
        """Let a side send a request; return the first frame that the bridge sends."""
        self.number += 1
        return self.send(side, {"id": f"i{self.number}", "method": method, "params": params})[0]

    def answer(self, request: Frame, result: Frame, side: str = "server") -> list[Frame]:
        """Let a side answer a request."""
        return self.send(side, {"id": request["id"], "result": result})

    def send(self, side: str, frame: Frame) -> list[Frame]:
        """Pass a frame on as text; return the frames that the bridge sends."""
        take = self.bridge.from_client if side == "client" else self.bridge.from_server
        events = take(json.dumps({"jsonrpc": "2.0", **frame}).encode())
        frames = [json.loads(event.data) for event in events if getattr(event, "to", None) is not None]
        self.errors += [frame["error"]["message"] for frame in frames if "error" in frame]
        return frames


def calls_that_wait_for_answers() -> tuple[Host, Callable[[], object]]:
    """A legacy client is asked; the call is kept, to be sent again with the answers."""
    host = Host(LEGACY, MODERN, ABLE, {"tools": {}})
    input_request = {"method": "elicitation/create", "params": FORM}
    result = {"resultType": "input_required", "requestState": "S", "inputRequests": {"q": input_request}}
    params = {"name": "t", "arguments": LARGE}
    return host, lambda: host.answer(host.ask("client", "tools/call", params), result)


def answers_until_the_last_one() -> tuple[Host, Callable[[], object]]:
    """A legacy client answers one of two input requests, at length."""
    host = Host(LEGACY, MODERN, ABLE, {"tools": {}})
    input_requests = {key: {"method": "sampling/createMessage", "params": ASKED} for key in "ab"}
    result = {"resultType": "input_required", "inputRequests": input_requests}

    def keep() -> None:
        first, _ = host.answer(host.ask("client", "tools/call", {"name": "t"}), result)
        content = {"type": "text", "text": "!", "_meta": LARGE}
        host.answer(first, {"role": "assistant", "content": content, "model": "m"}, "client")

    return host, keep


def states_of_the_server() -> tuple[Host, Callable[[], object]]:
    """The server wants a long state back from a legacy client's call."""
    host = Host(LEGACY, MODERN, ABLE, {"tools": {}})
    input_request = {"method": "elicitation/create", "params": FORM}
    result = {
        "resultType": "input_required",
        "requestState": "S" * 6000,
        "inputRequests": {"q": input_request},
    }
    return host, lambda: host.answer(host.ask("client", "tools/call", {"name": "t"}), result)


def input_requests_for_clients_that_are_away() -> tuple[Host, Callable[[], object]]:
    """A legacy server asks at length."""
    host = Host(MODERN, LEGACY, ABLE, {"tools": {}})

    def keep() -> None:
        host.ask("client", "tools/call", modern({"name": "t"}, ABLE))
        host.ask("server", "sampling/createMessage", {**ASKED, "metadata": LARGE})

    return host, keep


def calls_of_clients_that_are_away() -> tuple[Host, Callable[[], object]]:
    """A legacy server asks about a call with long arguments; a refusal is the end of the call."""
    host = Host(MODERN, LEGACY, ABLE, {"tools": {}})

    def keep() -> None:
        call = host.ask("client", "tools/call", modern({"name": "t", "arguments": LARGE}, ABLE))
        if "error" in host.ask("server", "elicitation/create", FORM):
            host.answer(call, TEXT)

    return host, keep


def capabilities_of_clients_that_are_away() -> tuple[Host, Callable[[], object]]:
    """A client declares capabilities that nobody knows, at length; the bridge notes those that it needs."""
    host = Host(MODERN, LEGACY, ABLE, {"tools": {}})

    def keep() -> None:
        host.ask("client", "tools/call", modern({"name": "t"}, {**ABLE, "experimental": LARGE}))
        host.ask("server", "elicitation/create", FORM)

    return host, keep


def responses_for_clients_that_are_away() -> tuple[Host, Callable[[], object]]:
    """A legacy server asks, and answers its call at length before the client comes back."""
    host = Host(MODERN, LEGACY, ABLE, {"tools": {}})

    def keep() -> None:
        call = host.ask("client", "tools/call", modern({"name": "t"}, ABLE))
        host.ask("server", "elicitation/create", FORM)
        host.answer(call, {**TEXT, "structuredContent": LARGE})

    return host, keep


def results_of_tasks() -> tuple[Host, Callable[[], object]]:
    """A modern server answers a call as a task at once; the bridge keeps the result as a task of its own."""
    host = Host(WITH_TASKS, MODERN, {}, {"tools": {}, "extensions": {TASKS: {}}})
    result = {**TEXT, "structuredContent": LARGE, "resultType": "complete"}
    params: Frame = {"name": "t", "task": {}}
    return host, lambda: host.answer(host.ask("client", "tools/call", params), result)


def calls_that_wait_for_tasks() -> tuple[Host, Callable[[], object]]:
    """A modern server creates a task for a call with long arguments."""
    host = Host(LEGACY, MODERN, {}, {"tools": {}, "extensions": {TASKS: {}}})
    params = {"name": "t", "arguments": LARGE}

    def keep() -> None:
        call = host.ask("client", "tools/call", params)
        created = {"taskId": str(call["id"]), "status": "working", "ttlMs": 60_000, **TIMED}
        host.answer(call, {"resultType": "task", **created})

    return host, keep


CASES = (
    calls_that_wait_for_answers,
    answers_until_the_last_one,
    states_of_the_server,
    input_requests_for_clients_that_are_away,
    calls_of_clients_that_are_away,
    capabilities_of_clients_that_are_away,
    responses_for_clients_that_are_away,
    results_of_tasks,
    calls_that_wait_for_tasks,
)
# Cases in which nothing is refused: the oldest task gives way, nothing is kept, the client is told later.
WITHOUT_REFUSAL = (
    results_of_tasks,
    capabilities_of_clients_that_are_away,
    responses_for_clients_that_are_away,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_what_is_kept_takes_no_more_memory_than_its_budget(case: Any) -> None:
    """The memory stays near the budget; what does not fit is refused, and all is given back."""
    host, keep = case()
    keep()  # makes converters
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(TIMES):
            keep()
            assert host.budget.used <= host.budget.most
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert grown < 3 * BUDGET, grown
    assert set(host.errors) == (set() if case in WITHOUT_REFUSAL else {NO_ROOM})
    host.bridge.closed("client")
    assert host.budget.used == 0


def test_a_response_without_room_is_an_error_for_the_client_that_comes_back() -> None:
    """The result of the call did not fit; the client learns why."""
    host, keep = responses_for_clients_that_are_away()
    opened = host.budget.used
    host.budget.most = opened + 3000
    call = host.ask("client", "tools/call", modern({"name": "t"}, ABLE))
    (asked,) = host.send("server", {"id": "q", "method": "elicitation/create", "params": FORM})
    host.answer(call, {**TEXT, "structuredContent": LARGE})
    ((key, _),) = asked["result"]["inputRequests"].items()
    back = {"requestState": asked["result"]["requestState"], "inputResponses": {key: {"action": "decline"}}}
    host.ask("client", "tools/call", modern({"name": "t", **back}, ABLE))
    assert host.errors == [NO_ROOM]
    assert host.budget.used == opened


def stated(client: str, able: Frame) -> Frame:
    """Return the first request of a client with these capabilities."""
    if client == MODERN:
        return {"id": 0, "method": "server/discover", "params": modern(capabilities=able)}
    info = {"name": "c", "version": "1"}
    params = {"protocolVersion": client, "capabilities": able, "clientInfo": info}
    return {"id": 0, "method": "initialize", "params": params}


@pytest.mark.parametrize("client, server", [(LEGACY, MODERN), (MODERN, LEGACY)])
@pytest.mark.parametrize("states", ["client", "server"])
def test_handshakes_of_many_sessions_take_no_more_memory_than_their_budget(
    client: str, server: str, states: str
) -> None:
    """Sessions are refused once their capabilities fill the budget; each gives its part back."""
    budget = mcp_bridge.Budget(1 << 20)
    able = {"experimental": {"e": LARGE}}
    bridges, errors = [], []
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(TIMES):
            bridge = mcp_bridge.Bridge(client, server, budget=budget)
            bridges.append(bridge)
            hello = stated(client, able if states == "client" else {})
            events = bridge.from_client(json.dumps({"jsonrpc": "2.0", **hello}).encode())
            if (frame := events[0]).to == "server":
                offered = able if states == "server" else {}
                result = discovery(offered) if server == MODERN else welcome(server, offered)
                answer = {"jsonrpc": "2.0", "id": frame.tree["id"], "result": result}
                events = bridge.from_server(json.dumps(answer).encode())
            errors += [event.tree["error"]["message"] for event in events if "error" in (event.tree or {})]
            assert budget.used <= budget.most
            del events, frame
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert grown < 2 * budget.most, grown
    assert 0 < len(errors) < TIMES
    assert set(errors) == {NO_ROOM_FOR_SESSION}
    for bridge in bridges:
        bridge.closed("client")
    assert budget.used == 0


@pytest.mark.parametrize("server", [LEGACY, WITH_TASKS, MODERN])
def test_a_handshake_beyond_its_bound_is_refused(server: str) -> None:
    """The server gets nothing; the client learns the bound, and may begin again."""
    bridge = mcp_bridge.Bridge("auto", server)
    for size, to in ((1 << 18, "client"), (1 << 17, "server")):
        hello = stated("2024-11-05", {"experimental": {"e": {"x": "x" * size}}})
        frame, *_ = bridge.from_client(json.dumps({"jsonrpc": "2.0", **hello}).encode())
        assert frame.to == to
        assert to == "server" or frame.tree["error"]["message"] == "the params have more than 262144 bytes"


@pytest.mark.parametrize("client, server", [(LEGACY, MODERN), (MODERN, LEGACY)])
def test_deep_capabilities_raise_nothing(client: str, server: str) -> None:
    """Capabilities of 300 levels pass, or are refused."""
    deep: Frame = {}
    for _ in range(300):
        deep = {"d": deep}
    bridge = mcp_bridge.Bridge(client, server)
    hello = stated(client, {"experimental": deep})
    frame = bridge.from_client(json.dumps({"jsonrpc": "2.0", **hello}).encode())[0]
    assert frame.to == "server"
    offered = {"experimental": deep, "resources": {"listChanged": True}}
    result = discovery(offered) if server == MODERN else welcome(server, offered)
    answer = {"jsonrpc": "2.0", "id": frame.tree["id"], "result": result}
    assert bridge.from_server(json.dumps(answer).encode())


@pytest.mark.parametrize(
    "count, keyed, stated_at_length",
    [
        (256, True, {"x": "x" * 240_000}),  # all that a session over HTTP may have open
        (1024, False, {"x": "x" * 240_000}),  # all that a client on stdio may have at the server
        (40, False, {"large": [[]] * 20_000}),  # whose memory is a multiple of its text
    ],
)
def test_a_batch_repeats_a_bounded_part_of_a_long_handshake(
    count: int, keyed: bool, stated_at_length: Frame
) -> None:
    """The server has the requests at once whose repeated metadata takes 16 MiB; each is answered in turn."""
    client = "2025-03-26"  # which has batches
    bridge = mcp_bridge.Bridge(client, MODERN)
    hello = json.dumps({"jsonrpc": "2.0", **stated(client, {"experimental": {"e": stated_at_length}})})
    frame = bridge.from_client(hello.encode(), "hello" if keyed else None)[0]
    bridge.from_server(_answer(frame, discovery({"tools": {}})), frame.id if keyed else None)
    call = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "t"}}
    batch = json.dumps([{**call, "id": number} for number in range(count)]).encode()
    gc.collect()
    tracemalloc.start()
    try:
        events: list[Any] = [*bridge.from_client(batch, "batch" if keyed else None)]
        sent = [(event, event.data) for event in events if getattr(event, "to", None) == "server"]
        grown = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert 8 <= len(sent) < count and grown < 2 * mcp_bridge.Limits().repeated, (len(sent), grown)
    answered = set()
    waiting = [event for event, _ in sent]
    while waiting:
        frame = waiting.pop()
        for event in bridge.from_server(_answer(frame, TEXT), frame.id if keyed else None):
            if getattr(event, "to", None) == "server":
                waiting.append(event)
            elif getattr(event, "to", None) == "client":
                answered.add(event.tree["id"])
    assert answered == {*range(count)} and bridge.pending == 0


def _answer(frame: Any, result: Frame) -> Frame:
    return {"jsonrpc": "2.0", "id": frame.tree["id"], "result": result}


class Held:
    """Bytes for nobody yet, which are given back when there is no room."""

    def __init__(self, budget: mcp_bridge.Budget, size: int) -> None:
        self.budget, self.size = budget, size
        budget.resize(self, size)

    def evict(self) -> None:
        """Give back every byte."""
        size, self.size = self.size, 0
        self.budget.resize(self, -size)


def test_a_client_has_a_third_of_a_budget() -> None:
    """A client is refused beyond a third, others have the rest; all is given back."""
    whole = mcp_bridge.Budget(150)
    shares = [whole.share(name) for name in ("one", "two", "three")]
    assert whole.share("one") is shares[0]
    assert all(each.reserve(50) and not each.reserve(1) for each in shares) and not whole.reserve(1)
    for each in shares:
        each.release(50)
    assert [whole.used, *(each.used for each in shares)] == [0, 0, 0, 0]


NAMES = st.sampled_from(["one", "two", "three", "four"])
SIZE = st.integers(0, 12)


@given(st.lists(st.tuples(st.sampled_from(["take", "give", "hold", "release"]), NAMES, SIZE), max_size=30))
def test_a_budget_has_room_for_what_it_holds_for_nobody(steps: list[tuple[str, str, int]]) -> None:
    """A take succeeds unless taken bytes are in its way; a holder is evicted only where room is short."""
    whole = mcp_bridge.Budget(30)
    shares = {name: whole.share(name) for name in ("one", "two", "three", "four")}
    taken, held = dict.fromkeys(shares, 0), dict[str, list[Held]]()
    for step, name, size in steps:
        share, own = shares[name], held.setdefault(name, [])
        is_short = share.used + size > share.most or whole.used + size > whole.most
        before = whole.used
        if step == "take":
            fits = taken[name] + size <= share.most and sum(taken.values()) + size <= whole.most
            assert share.reserve(size) is fits
            taken[name] += size if fits else 0
            assert is_short or whole.used == before + size
        elif step == "give":
            share.release(min(size, taken[name]))
            taken[name] -= min(size, taken[name])
        elif step == "hold":
            own.append(Held(share, size))
            assert is_short or whole.used == before + size
        elif own:
            own.pop(size % len(own)).evict()
        for each, budget in shares.items():
            assert budget.used == taken[each] + sum(one.size for one in held.get(each, [])) <= budget.most
        assert whole.used == sum(budget.used for budget in shares.values()) <= whole.most


TREE = st.integers(0, 12).map(lambda size: "x" * size)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["keep", "count", "give one", "give all", "close"]),
            st.integers(0, 1),
            st.sampled_from("ab"),
            TREE,
        ),
        max_size=30,
    )
)
def test_an_account_gives_back_what_it_took(steps: list[tuple[str, int, str, str]]) -> None:
    """Two bridges share a budget: each has taken the bytes of the texts and trees that it keeps."""
    shared = Budget(150)
    accounts, keepers = [Account(shared), Account(shared)], [StoredValues(), StoredValues()]
    counted: list[dict[str, int]] = [{}, {}]
    for step, n, name, tree in steps:
        account, keeper = accounts[n], keepers[n]
        if step == "keep":
            assert account.store(keeper, name, tree) is (keeper.stored_value(name) == tree)
        elif step == "count":
            counted[n].pop(name, 0)
            if account.count(name, tree):
                counted[n][name] = repeated_size(tree) + memory_of(tree)
        elif step == "give one":
            account.release(keeper, name)
            assert keeper.stored_value(name) is None
        elif step == "give all":
            account.release(keeper)
            assert not keeper.stored
        else:
            account.close()
            accounts[n], keepers[n], counted[n] = Account(shared), StoredValues(), {}
        for each, kept, stated in zip(accounts, keepers, counted, strict=True):
            assert each.used == sum(map(len, kept.stored.values())) + sum(stated.values())
        assert shared.used == sum(each.used for each in accounts) <= shared.most


def test_a_response_that_visits_replace_is_not_kept() -> None:
    """R-42: once the client has made the visits, the call goes to the server again, and its error is gone."""
    able: Frame = {"elicitation": {"url": {}}}
    host = Host(MODERN, WITH_TASKS, able, {"tools": {}})
    page = {"mode": "url", "message": "m", "url": "https://x/y", "elicitationId": "e"}
    call = host.ask("client", "tools/call", modern({"name": "t"}, able))
    before = host.budget.used
    data = {"elicitations": [page]}
    (asked,) = host.send(
        "server", {"id": call["id"], "error": {"code": -32042, "message": "visit", "data": data}}
    )
    assert host.budget.used > before
    back = {"requestState": asked["result"]["requestState"], "inputResponses": {"e": {"action": "accept"}}}
    host.ask("client", "tools/call", modern({"name": "t", **back}, able))
    assert host.budget.used == before


def test_a_client_that_needs_room_gives_its_own_back_first() -> None:
    """Frames that a client keeps go for its own frames, those of another client stay; then the oldest go."""
    whole = mcp_bridge.Budget(150)
    one, other = whole.share("one"), whole.share("other")
    kept = [Held(other, 20), Held(one, 30), Held(one, 20), Held(one, 10)]
    assert [each.size for each in kept] == [20, 0, 20, 10]
    assert one.reserve(30) and [each.size for each in kept] == [20, 0, 0, 10]
    assert whole.reserve(100) and [each.size for each in kept] == [0, 0, 0, 10]
    assert (whole.used, one.used, other.used) == (140, 40, 0)
