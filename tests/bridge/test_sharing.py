"""Clients of 2026-07-28 in front of a legacy server: no frame of a call reaches another client."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

import mcp_bridge
from mcp_bridge.http_front import HttpFront
from mcp_bridge.options import FrontOptions
from support.http_bridge import META, frames, modern, serving
from support.paths import PEERS
from support.waiting import CEILING, NEVER, until

TALKER = (sys.executable, str(PEERS / "talker.py"))
ABLE = {META + "clientCapabilities": {"elicitation": {"form": {}}}, META + "logLevel": "debug"}
CHANGES = {"toolsListChanged": True}
Scenario = Callable[[HttpFront, str, httpx2.AsyncClient], Awaitable[Any]]


def run(scenario: Scenario, server: tuple[str, ...] = TALKER, **options: Any) -> Any:
    """Run a scenario with a front, its URL and a client."""

    async def use() -> Any:
        app = mcp_bridge.app(server, server_revision="2025-06-18", front=FrontOptions(**options))
        front = app.state.bridge
        async with serving(app) as port, httpx2.AsyncClient(timeout=CEILING) as http:
            return await scenario(front, f"http://127.0.0.1:{port}/mcp", http)

    return asyncio.run(asyncio.wait_for(use(), CEILING))


def calling(who: str, acts: list[str], **more: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a call that acts under a name, and its headers."""
    arguments = {"who": who, "acts": acts}
    meta = {**ABLE, "progressToken": "same"}
    return modern("tools/call", id="same", name="t", arguments=arguments, _meta=meta, **more)


async def called(http: httpx2.AsyncClient, url: str, who: str, acts: list[str]) -> tuple[list[str], Any]:
    """Call until there is a result, answer each input request; return the names that came, and the result."""
    names: list[str] = []
    more: dict[str, Any] = {}
    while True:
        frame, headers = calling(who, acts, **more)
        answer = await http.post(url, json=frame, headers=headers)
        assert answer.status_code == 200, answer.text
        *notes, last = frames(answer)
        assert last["id"] == "same"
        names += [note["params"].get("data", note["params"].get("message")) for note in notes]
        result = last["result"]
        if result["resultType"] != "input_required":
            return names, json.loads(result["content"][0]["text"])
        asked = result["inputRequests"]
        names += [input_request["params"]["message"] for input_request in asked.values()]
        given = {key: {"action": "accept", "content": {"word": who}} for key in asked}
        more = {"inputResponses": given, "requestState": result["requestState"]}


def calls_at_the_server(front: HttpFront) -> int:
    """Return how many calls the servers of a front have not answered."""
    return sum(session.bridge.pending for session in front.pool._all if session.bridge.state == "open")


async def given_up(
    http: httpx2.AsyncClient, url: str, acts: list[str], is_time: Callable[[], object]
) -> None:
    """Call, hang up once it is time, and wait until the front has noticed."""
    frame, headers = calling("gone", acts)
    asking = asyncio.create_task(http.post(url, json=frame, headers=headers))
    await until(is_time)
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    await until(lambda: not is_time())


async def everyone(url: str, http: httpx2.AsyncClient, seed: int) -> list[tuple[str, list[str], Any]]:
    """Let clients call at random times with random acts; return each name with everything that came."""
    rng = random.Random(seed)

    async def client(who: str, delay: float, acts: list[str]) -> tuple[str, list[str], Any]:
        await asyncio.sleep(delay)
        return (who, *await called(http, url, who, acts))

    kinds = ("log", "progress", "ask", "wait", "wait")
    plans = [(rng.uniform(0, 0.3), rng.choices(kinds, k=rng.randrange(1, 6))) for _ in range(12)]
    return await asyncio.gather(*(client(f"c{n}", *plan) for n, plan in enumerate(plans)))


@pytest.mark.parametrize("seed, options", [(1, {}), (2, {"parallel": 2})])
def test_no_frame_of_a_call_reaches_another_client(seed: int, options: dict[str, Any]) -> None:
    """Clients with equal ids, tokens, names and capabilities get frames of their own calls alone."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> None:
        for who, names, result in await everyone(url, http, seed):
            assert set(names) <= {who} and result["who"] == who and set(result["words"]) <= {who}

    run(scenario, **options)


def test_one_client_after_another_keeps_a_server() -> None:
    """A server that remembers something works for a client that waits for its answers."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> list[int]:
        return [(await called(http, url, "a", ["log"]))[1]["calls"] for _ in range(4)]

    assert run(scenario) == [1, 2, 3, 4]


def test_a_cancelled_call_leaves_nothing_to_the_next() -> None:
    """The server may still write about the call, so another server takes over and the first one ends."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> int:
        await given_up(http, url, ["wait"] * 10 + ["log", "ask"], lambda: calls_at_the_server(front) == 1)
        names, result = await called(http, url, "next", ["wait"] * 20)
        assert names == []
        count: int = result["calls"]
        return count

    assert run(scenario) == 1


def test_a_client_that_gives_up_early_does_not_start_servers_for_ever(tmp_path: Path) -> None:
    """A call that was cancelled before the server was ready never reached the server, which stays."""
    gate = tmp_path / "gate"

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> Any:
        await given_up(http, url, [], lambda: front.pool.clients.requests.used)
        before = list(front.pool._all)
        gate.touch()
        _, result = await called(http, url, "late", [])
        return len(before), before == list(front.pool._all), result["calls"]

    slow = (*TALKER, str(gate))
    assert run(scenario, slow) == (1, True, 1)


def test_a_call_that_waits_for_answers_keeps_its_server() -> None:
    """While a client is away with an input request, another one gets another server, or is asked to wait."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> list[int]:
        frame, headers = calling("away", ["ask", "log"])
        asked = frames(await http.post(url, json=frame, headers=headers))[-1]["result"]
        assert asked["resultType"] == "input_required"
        frame, headers = calling("other", ["log"])
        other = await http.post(url, json=frame, headers=headers)
        given = {key: {"action": "accept", "content": {"word": "w"}} for key in asked["inputRequests"]}
        more = {"inputResponses": given, "requestState": asked["requestState"]}
        stranger, headers = calling("thief", ["ask", "log"], **more)
        stranger["params"]["_meta"][META + "clientInfo"] = {"name": "thief", "version": "1"}
        taken = await http.post(url, json=stranger, headers=headers)
        frame, headers = calling("away", ["ask", "log"], **more)
        back = frames(await http.post(url, json=frame, headers=headers))
        assert back[0]["params"]["data"] == "away"
        assert json.loads(back[-1]["result"]["content"][0]["text"])["words"] == ["w"]
        return [other.status_code, frames(taken)[-1]["error"]["code"]]

    assert run(scenario) == [200, -32602]
    assert run(scenario, parallel=1, request_time=NEVER) == [200, -32602]  # it blocks nobody


def test_requests_wait_their_turn_and_no_longer_than_the_request_time() -> None:
    """Two calls take turns at one server; a third one that would wait too long is 503 with a delay."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> list[Any]:
        calls = [called(http, url, who, ["wait"] * 3) for who in "ab"]
        in_turn = [result["calls"] for _, result in await asyncio.gather(*calls)]
        frame, headers = calling("slow", ["hang"])
        slow = asyncio.create_task(http.post(url, json=frame, headers=headers))
        await until(lambda: calls_at_the_server(front) == 1)
        object.__setattr__(front.pool.options, "request_time", 0.5)
        late = await http.post(url, json=frame, headers=headers)
        slow.cancel()
        return [sorted(in_turn), late.status_code, late.headers["retry-after"]]

    assert run(scenario, parallel=1, request_time=NEVER) == [[1, 2], 503, "1"]


def test_a_request_that_waits_goes_on_when_a_client_is_away() -> None:
    """The only turn is free once its call has asked: the next request starts another server at once."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> int:
        frame, headers = calling("away", ["wait", "ask"])
        away = asyncio.create_task(http.post(url, json=frame, headers=headers))
        await until(lambda: calls_at_the_server(front) == 1)
        frame, headers = calling("next", [])
        status: int = (await http.post(url, json=frame, headers=headers)).status_code
        assert frames(await away)[-1]["result"]["resultType"] == "input_required"
        return status

    assert run(scenario, parallel=1, request_time=NEVER) == 200


def test_a_client_that_hangs_up_while_it_waits_costs_nothing(tmp_path: Path) -> None:
    """The request of a client that is gone takes no turn, so the server keeps its memory."""
    gate = tmp_path / "gate"

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> int:
        first = asyncio.create_task(called(http, url, "first", [str(gate)]))
        await until(lambda: calls_at_the_server(front) == 1)
        await given_up(
            http, url, ["log"], lambda: any(each.waiting for each in front.pool._identities.values())
        )
        gate.touch()
        await first
        count: int = (await called(http, url, "last", []))[1]["calls"]
        return count

    assert run(scenario, parallel=1) == 2


def test_an_authorization_or_an_address_is_an_identity() -> None:
    """Each authorization has servers of its own, and so does a client with other capabilities."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> list[int]:
        counts = []
        for given in ({}, {"authorization": "Bearer a"}, {"authorization": "Bearer b"}, {}):
            frame, headers = calling("a", [])
            answer = await http.post(url, json=frame, headers={**headers, **given})
            counts.append(json.loads(frames(answer)[-1]["result"]["content"][0]["text"])["calls"])
        return counts

    assert run(scenario) == [1, 1, 1, 2]
    assert run(scenario, forward=()) == [1, 1, 1, 2]


def test_a_subscription_takes_no_turn() -> None:
    """A stream of subscriptions stays open on the only server while calls are answered."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> list[int]:
        frame, headers = modern("subscriptions/listen", notifications=CHANGES, _meta=ABLE)
        async with http.stream("POST", url, json=frame, headers=headers) as stream:
            assert stream.status_code == 200
            return [(await called(http, url, "a", ["log"]))[1]["calls"] for _ in range(2)]

    assert run(scenario, parallel=1, request_time=NEVER) == [1, 2]


def test_a_cancelled_call_leaves_the_subscriptions_of_its_server() -> None:
    """The server gets no further call, and ends when the subscription ends."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> int:
        frame, headers = modern("subscriptions/listen", id="s", notifications=CHANGES, _meta=ABLE)
        listening = asyncio.create_task(http.post(url, json=frame, headers=headers))
        await called(http, url, "a", ["wait"])
        known = calls_at_the_server(front)
        await given_up(http, url, ["hang"], lambda: calls_at_the_server(front) > known)
        count: int = (await called(http, url, "b", []))[1]["calls"]
        assert len(front.pool) == 2 and not listening.done()
        listening.cancel()
        await until(lambda: len(front.pool) == 1)
        return count

    assert run(scenario, parallel=1, request_time=NEVER) == 1


def test_servers_of_an_identity_end_when_idle() -> None:
    """Servers that were started for calls at the same time do not stay."""

    async def scenario(front: HttpFront, url: str, http: httpx2.AsyncClient) -> int:
        await asyncio.gather(*(called(http, url, who, ["wait"] * 2) for who in "abc"))
        while len(front.pool):
            await asyncio.sleep(0.05)
        return sum(len(one.sessions) for one in front.pool._identities.values())

    assert run(scenario, idle=0.3) == 0
