"""What a bridge keeps for clients that may come back: counted by a budget, and no larger in memory.

Each case keeps one thing more each time, whose tree takes twenty times the memory of its text.
"""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import mcp_revisions as mr
import pytest

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
NO_ROOM = "too much is kept for clients that may come back; answer some questions first"


class Host:
    """A bridge between two sides that keep nothing; `errors` are the reasons in errors to either side."""

    def __init__(self, client: str, server: str, able: Frame, offered: Frame) -> None:
        self.budget = mr.BridgeBudget(BUDGET)
        self.bridge = mr.Bridge(client, server, budget=self.budget)
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
    question = {"method": "elicitation/create", "params": FORM}
    result = {"resultType": "input_required", "requestState": "S", "inputRequests": {"q": question}}
    params = {"name": "t", "arguments": LARGE}
    return host, lambda: host.answer(host.ask("client", "tools/call", params), result)


def answers_until_the_last_one() -> tuple[Host, Callable[[], object]]:
    """A legacy client answers one of two questions, at length."""
    host = Host(LEGACY, MODERN, ABLE, {"tools": {}})
    questions = {key: {"method": "sampling/createMessage", "params": ASKED} for key in "ab"}
    result = {"resultType": "input_required", "inputRequests": questions}

    def keep() -> None:
        first, _ = host.answer(host.ask("client", "tools/call", {"name": "t"}), result)
        content = {"type": "text", "text": "!", "_meta": LARGE}
        host.answer(first, {"role": "assistant", "content": content, "model": "m"}, "client")

    return host, keep


def states_of_the_server() -> tuple[Host, Callable[[], object]]:
    """The server wants a long state back from a legacy client's call."""
    host = Host(LEGACY, MODERN, ABLE, {"tools": {}})
    question = {"method": "elicitation/create", "params": FORM}
    result = {"resultType": "input_required", "requestState": "S" * 6000, "inputRequests": {"q": question}}
    return host, lambda: host.answer(host.ask("client", "tools/call", {"name": "t"}), result)


def questions_for_clients_that_are_away() -> tuple[Host, Callable[[], object]]:
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
    questions_for_clients_that_are_away,
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
            assert host.budget.used <= BUDGET
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
    host.budget.most = 3000
    call = host.ask("client", "tools/call", modern({"name": "t"}, ABLE))
    (asked,) = host.send("server", {"id": "q", "method": "elicitation/create", "params": FORM})
    host.answer(call, {**TEXT, "structuredContent": LARGE})
    ((key, _),) = asked["result"]["inputRequests"].items()
    back = {"requestState": asked["result"]["requestState"], "inputResponses": {key: {"action": "decline"}}}
    host.ask("client", "tools/call", modern({"name": "t", **back}, ABLE))
    assert host.errors == [NO_ROOM]
    assert host.budget.used == 0
