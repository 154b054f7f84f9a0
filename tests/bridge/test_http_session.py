"""Sessions over HTTP in a loop whose time is instant: where frames go, who may come back, when things end.

The clients are the front's calls of a session, and the server is a list of the frames that it was sent.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from mcp_bridge import diagnostics
from mcp_bridge.core.requests import NO_ROOM
from mcp_bridge.http_client import UpstreamFailure
from mcp_bridge.http_clients import Use
from mcp_bridge.http_headers import VERSION, Challenge
from mcp_bridge.http_session import (
    ABANDONED,
    BACK,
    FINISHED,
    JUDGED,
    NOWHERE,
    RENEWAL,
    TASKS,
    TOKENS,
    HttpSession,
)
from mcp_bridge.http_trust import Head, Refusal, digest
from mcp_bridge.options import HOLDING, REFUSING, STOPPING
from mcp_bridge.problems import Problem, Refused
from mcp_bridge.session_pool import HALF_OPEN, PER_PARALLEL, Identity
from support.bridge_process import HELLO
from support.http_bridge import INITIALIZED, META, MODERN, modern
from support.instant_front import (
    ABLE,
    ASKED,
    IDLE,
    LEGACY,
    LOG,
    PING,
    Front,
    answer,
    call,
    head,
    number,
    post,
    read,
    taken,
    upstream,
)
from support.instant_loop import run_at_once


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines on stderr."""
    lines: list[str] = []
    monkeypatch.setattr(diagnostics, "_lines", diagnostics.RepeatedLines(lines.append))
    return lines


# Where a frame of the server goes


@pytest.mark.parametrize("is_request", [False, True])
@pytest.mark.parametrize("reader", ["reads", "may come back", "is gone"])
@pytest.mark.parametrize("takes_events", [False, True])
@pytest.mark.parametrize("is_general_read", [False, True])
@pytest.mark.parametrize("other", [None, False, True])
def test_a_frame_goes_where_a_client_can_take_it(
    is_request: bool, reader: str, takes_events: bool, is_general_read: bool, other: bool | None
) -> None:
    """To its stream, else to the general stream, a request else to another call; else it is refused.

    If two calls are open, the server does not say to which of them its request belongs.
    """

    async def run() -> None:
        session = await Front().session()
        stream, ticket = post(session, call(), takes_events)
        request = number(session)
        stream.is_begun = reader == "may come back"
        if reader != "reads":
            session.detach(stream, ticket)
        if is_general_read:
            session.attach(session.general)
        places = {"its": stream, "general": session.general}
        if other is not None:
            places["other"] = post(session, call(2), other)[0]
        upstream(session).sent.clear()
        upstream(session).say(PING if is_request else LOG, request)
        found = [name for name, each in places.items() if each.count]
        if is_request and other is not None and is_general_read:
            assert found == ["general"]  # it may belong to either call
        elif takes_events and reader != "is gone":
            assert found == ["its"]
        elif is_general_read:
            assert found == ["general"]
        elif is_request and other:
            assert found == ["other"]
        elif is_request and reader == "reads" and takes_events:
            assert found == ["its"]
        else:
            assert found == []
        refused = [(frame["id"], frame["error"]["message"]) for frame in upstream(session).sent]
        assert refused == ([("p", NOWHERE)] if is_request and not found else [])

    run_at_once(run())


def test_frames_of_no_request_wait_on_the_general_stream() -> None:
    """The client may open it later; a client without a session has none, and gets them in its call alone."""

    async def run() -> None:
        front = Front()
        session = await front.session()
        for frame in (LOG, PING):
            upstream(session).say(frame)
        assert [one["method"] for one in taken(session.general)] == [LOG["method"], "ping"]
        alone, stream, _ = await front.alone()
        upstream(alone).say(answer(number(alone)))
        upstream(alone).say({"method": "notifications/tools/list_changed"})
        assert len(taken(stream)) == 1 and alone.general.count == 0

    run_at_once(run())


# Requests of the server whose client went away


@pytest.mark.parametrize("place", ["again", "general", "other", "nowhere"])
def test_a_request_of_the_server_waits_for_its_client(place: str) -> None:
    """It goes to another stream after a time, once one is read; after the idle time it is refused."""

    async def run() -> None:
        session = await Front().session()
        stream, ticket = post(session, call())
        stream.is_begun = True
        upstream(session).say(PING, number(session))
        upstream(session).sent.clear()
        assert [frame["method"] for frame in taken(stream)] == ["ping"]
        session.detach(stream, ticket)
        other = session.general
        await asyncio.sleep(BACK - 1)
        if place == "again":
            session.attach(stream, 0, ticket)
        elif place == "general":
            session.attach(other)
        elif place == "other":
            other, _ = post(session, call(2))
            upstream(session).sent.clear()
        session.look_after_requests()
        assert not other.count
        await asyncio.sleep(1)
        session.look_after_requests()
        moves = place in ("general", "other")
        assert other.count == moves and [frame["method"] for frame in taken(other)] == ["ping"] * moves
        assert taken(stream) == ([{"jsonrpc": "2.0", **PING, "id": 3}] if place == "again" else [])
        await asyncio.sleep(IDLE - BACK)
        session.look_after_requests()
        assert upstream(session).sent == []
        await asyncio.sleep(1)
        session.look_after_requests()
        refused = [(frame["id"], frame["error"]["message"]) for frame in upstream(session).sent]
        assert refused == ([("p", ABANDONED)] if place == "nowhere" else [])
        assert session._account.used == 0 or place != "nowhere"
        session.look_after_requests()
        assert len(upstream(session).sent) == len(refused)

    run_at_once(run())


def test_a_request_of_the_server_goes_to_the_newest_reader_if_an_older_one_had_it() -> None:
    """The connection that carried it broke unnoticed, and the client had resumed the stream meanwhile."""

    async def run() -> None:
        session = await Front().session()
        stream, first = post(session, call())
        stream.is_begun = True
        session.detach(stream, first)
        second = session.attach(stream, 0, first)
        upstream(session).say(PING, number(session))
        (sent,) = taken(stream)
        session.attach(stream, 0, first)
        assert taken(stream) == []
        session.detach(stream, second)
        await asyncio.sleep(BACK)
        session.look_after_requests()
        assert taken(stream) == [sent]
        await asyncio.sleep(2 * BACK)
        session.look_after_requests()
        assert taken(stream) == []

    run_at_once(run())


def test_a_response_goes_to_the_newest_reader_even_if_an_older_one_had_it() -> None:
    """The connection of the older reader may be broken unnoticed. Then nobody else has the response."""

    async def run() -> None:
        session = await Front().session()
        stream, first = post(session, call())
        stream.is_begun = True
        session.detach(stream, first)
        session.attach(stream, 0, first)
        upstream(session).say(LOG, number(session))
        upstream(session).say(answer(number(session)))
        assert [frame.get("id") for frame in taken(stream)] == [None, 1]
        assert stream.has_left(0, first)
        session.attach(stream, 0, first)
        assert [frame.get("id") for frame in taken(stream)] == [1]

    run_at_once(run())


@pytest.mark.parametrize("place", ["general", "other"])
def test_a_request_of_the_server_is_cancelled_where_its_client_has_it(place: str) -> None:
    """The stream of its call has no reader, so the request was sent again on another stream."""

    async def run() -> None:
        session = await Front().session()
        stream, ticket = post(session, call())
        stream.is_begun = True
        upstream(session).say(PING, number(session))
        (asked,) = taken(stream)
        session.detach(stream, ticket)
        other = session.general if place == "general" else post(session, call(2))[0]
        if place == "general":
            session.attach(other)
        await asyncio.sleep(BACK)
        session.look_after_requests()
        assert taken(other) == [asked]
        upstream(session).say({"method": "notifications/cancelled", "params": {"requestId": "p"}})
        (told,) = taken(other)
        assert told["params"]["requestId"] == asked["id"] and taken(stream) == []

    run_at_once(run())


@pytest.mark.parametrize("gone", ["cancelled", "answered", "session"])
def test_a_request_of_the_server_that_is_over_is_forgotten(gone: str) -> None:
    """Its answer, its cancellation and the end of the session give back the bytes that were kept for it."""

    async def run() -> None:
        session = await Front().session()
        stream, ticket = post(session, call())
        upstream(session).say(PING, number(session))
        (sent,) = taken(stream)
        session.detach(stream, ticket)
        assert session._account.used > 0 and session.budget.used > 0
        if gone == "cancelled":
            upstream(session).say({"method": "notifications/cancelled", "params": {"requestId": "p"}})
        elif gone == "answered":
            post(session, {"jsonrpc": "2.0", "id": sent["id"], "result": {}})
        else:
            session.close()
        assert session._account.used == 0
        upstream(session).sent.clear()
        await asyncio.sleep(2 * IDLE)
        session.look_after_requests()
        assert upstream(session).sent == []

    run_at_once(run())


def test_a_request_of_the_server_beyond_the_budget_is_refused() -> None:
    """The server gets the reason, and the client gets nothing."""

    async def run() -> None:
        session = await Front(kept=300).session()
        stream, _ = post(session, call())
        large = {**PING, "params": {"_meta": {"x": "x" * 200}}}
        upstream(session).say(large, number(session))
        assert stream.count == 0 and session._account.used == 0
        assert upstream(session).sent[-1]["error"]["message"] == NO_ROOM

    run_at_once(run())


# Turns of clients without a session


@pytest.mark.parametrize(
    ("server", "names", "free"),
    [(LEGACY, False, False), (LEGACY, True, False), (MODERN, False, True), (MODERN, True, True)],
)
def test_a_session_serves_one_call_at_a_time(server: str, names: bool, free: bool) -> None:
    """Only a server that names requests gets several at once, and one on stdio if none asks for a log."""

    async def run() -> None:
        front = Front(server, names)
        session, stream, ticket = await front.alone()
        assert session.is_busy and session.is_usable and session.is_free is free
        assert session.is_free_for(logs=True) is (free and names)
        upstream(session).say(answer(number(session)), 1)
        assert session.is_free
        read(session, stream, ticket)
        assert session.is_free and not session.is_busy
        again, *_ = await front.alone()
        assert again is session

    run_at_once(run())


def test_a_call_that_asks_for_a_log_is_alone_at_a_server_on_stdio() -> None:
    """Calls without a log share a process; with one, each has a process of its own, or waits."""

    async def run() -> None:
        front = Front(MODERN, parallel=2)
        first = (await front.alone(id=0))[0]
        upstream(first).say(answer(number(first)))  # the revision is agreed from the start
        several = [await front.alone(id=id) for id in range(1, 9)]
        assert {session for session, *_ in several} == {first} and first.calls == 8
        logged = {f"{META}logLevel": "info"}
        other, *_ = await front.alone(id=9, _meta=logged)
        assert other is not first and (other.calls, other.logging) == (1, 1)
        assert not other.is_free and not other.is_free_for(logs=True)
        waiting = asyncio.ensure_future(front.alone(id=10, _meta=logged))
        await asyncio.sleep(1)
        assert not waiting.done()
        upstream(other).say(answer(number(other)))
        await asyncio.sleep(1)
        assert (await waiting)[0] is other and other.logging == 1

    run_at_once(run())


def test_what_keeps_a_session_from_the_next_call() -> None:
    """A call, a turn, an open task, a slow client, its end."""

    async def run() -> None:
        session, stream, ticket = await Front(unread=1).alone()
        upstream(session).say(answer(number(session)))
        assert upstream(session).pauses == [True] and not session.is_free  # nobody has taken the answer
        read(session, stream, ticket)
        assert upstream(session).pauses == [True, False] and session.is_free
        session.leases = 1
        assert not session.is_free and session.is_busy
        session.leases = 0
        for task, status, free in (
            ("a", "working", False),
            ("b", "completed", False),
            ("a", "cancelled", True),
            ("b", "input_required", False),
            ("b", "failed", True),
            (1, "working", True),
            ("a", None, True),
        ):
            session._observe({"result": {"taskId": task, "status": status}})
            assert session.is_free is free
        session.is_retired = True
        assert not session.is_free and not session.is_usable
        session.is_retired = False
        session.close()
        assert not session.is_free and not session.is_usable

    run_at_once(run())


def test_the_newest_tasks_are_remembered() -> None:
    """One that is named again is new again; a frame of another form names none."""

    async def run() -> None:
        session, *_ = await Front().alone()
        for name in (*range(TASKS), 0, TASKS):
            session._observe({"method": "m", "params": {"taskId": str(name), "status": "working"}})
        kept = [digest(str(name)) in session.tasks for name in (0, 1, 2, TASKS)]
        assert kept == [True, False, True, True] and len(session.tasks) == TASKS
        for odd in ({"method": "m"}, {"result": []}, {"error": {"taskId": "x", "status": "working"}}):
            session._observe(odd)
        assert digest("x") not in session.tasks

    run_at_once(run())


@pytest.mark.parametrize(
    ("server", "alone", "retires"), [(LEGACY, True, True), (MODERN, True, False), (LEGACY, False, False)]
)
def test_a_server_that_may_still_write_about_a_call_gets_no_other(
    server: str, alone: bool, retires: bool
) -> None:
    """A client that hangs up cancels its call: a server with a handshake is then replaced."""

    async def run() -> None:
        front = Front(server)
        if alone:
            session, stream, ticket = await front.alone()
        else:
            session = await front.session()
            stream, ticket = post(session, call())
        sent = len(upstream(session).sent)
        session.detach(stream, ticket)
        await asyncio.sleep(0)
        assert session.is_retired is retires
        await asyncio.sleep(0)
        assert session.is_over is retires and session.calls == (0 if alone else 1)
        cancelled = [frame["method"] for frame in upstream(session).sent[sent:]]
        assert cancelled == (["notifications/cancelled"] if alone else [])
        assert (len(front.pool) == 0) is retires

    run_at_once(run())


def test_open_requests_of_clients_without_a_session_are_counted() -> None:
    """Each counts for its client until it is over, and so do the bytes of its body."""

    async def run() -> None:
        front = Front(MODERN, names_requests=True, requests=6)
        clients = front.pool.clients
        one, stream, ticket = await front.alone(id=1)
        two, other, _ = await front.alone(id=2)
        assert one is two and clients.requests.used == 2
        sizes = [each.use.size for each in (stream, other)]
        assert one.open_bytes == clients.bodies.used == sum(sizes) > 0
        more, others = Use(one.client), Use(clients.of(Head({}, "another")))
        assert not more.add_requests(1) and others.add_requests(2) and not others.add_requests(1)
        others.release()
        upstream(one).say(answer(1), 1)
        await asyncio.sleep(0)
        assert clients.requests.used == 1 and one.open_bytes == clients.bodies.used == sizes[1]
        assert more.add_requests(1)
        more.release()
        upstream(one).say(answer(2), 2)
        await asyncio.sleep(0)
        assert clients.requests.used == one.open_bytes == clients.bodies.used == 0
        assert len(one._streams) == 3
        read(one, stream, ticket)
        assert len(one._streams) == 2

    run_at_once(run())


# Streams that a client may come back to


def test_the_newest_ended_streams_are_kept() -> None:
    """A client comes back to a stream that it has begun, and to no other."""

    async def run() -> None:
        session = await Front().session()
        begun = []
        for number_ in range(FINISHED + 3):
            stream, ticket = post(session, call(number_))
            stream.is_begun = number_ != 1
            upstream(session).say(answer(number(session)), number(session))
            read(session, stream, ticket)
            begun.append(stream.name)
        found = [session.stream(name, head()) is not None for name in begun]
        assert found == [False] * 2 + [False] * (len(found) - FINISHED - 2 - 1) + [True] * (FINISHED + 1)
        assert session.stream("0", head()) is session.general and session.stream("x", head()) is None

    run_at_once(run())


def test_a_stream_is_its_authorizations_where_the_server_knows_none() -> None:
    """A server with a session of its own has judged every authorization."""

    async def run() -> None:
        session = await Front().session()
        stream, _ = post(session, call(), authorization="Bearer a")
        for knows, given, found in (
            (False, {"authorization": "Bearer a"}, True),
            (False, {"authorization": "Bearer b"}, False),
            (False, {}, False),
            (True, {}, True),
        ):
            upstream(session).knows_owner = knows
            assert (session.stream(stream.name, head(**given)) is stream) is found
            assert session.stream("0", head(**given)) is session.general

    run_at_once(run())


# Owners


def test_another_authorization_takes_over_in_time() -> None:
    """Once the server asks for one, for some minutes and once; or always, where it knows the owner."""

    async def run() -> None:
        session = await Front().session(authorization="Bearer old")
        server = upstream(session)
        stream, ticket = post(session, call(), authorization="Bearer old")

        async def admits(token: str) -> bool:
            return await session.admits(head(authorization=f"Bearer {token}"))

        assert await admits("old") and not await admits("good") and not await session.admits(head())
        session.challenged(object(), Challenge(401, "", ""))
        assert not await admits("good")
        session.challenged(stream, Challenge(401, "Bearer", ""))
        assert stream.challenge == Challenge(401, "Bearer", "")
        await asyncio.sleep(RENEWAL)
        assert not await admits("good")
        session.challenged(stream, Challenge(401, "", ""))
        await asyncio.sleep(RENEWAL - 1)
        assert not await admits("evil") and await admits("good") and await admits("old")
        assert session.headers == {"authorization": "Bearer good"}
        server.good.add("Bearer next")
        assert not await admits("next")
        server.knows_owner = True
        assert await admits("next")
        for number_ in range(TOKENS):
            server.good.add(f"Bearer {number_}")
            assert await admits(str(number_))
        assert not session._is_owner(head(authorization="Bearer next").headers)
        assert session._is_owner(head(authorization="Bearer 0").headers) and session._judging == {}

    run_at_once(run())


def test_few_authorizations_are_judged_at_once() -> None:
    """Each is a request to the server, which may not answer, so further ones are refused meanwhile."""

    async def run() -> None:
        session = await Front().session(authorization="Bearer old")
        server, answers = upstream(session), asyncio.Event()
        server.knows_owner = True

        async def accepts(headers: Any, *, is_first: bool) -> bool:
            await answers.wait()
            return False

        server.accepts = accepts  # type: ignore[method-assign]
        asked = [
            asyncio.ensure_future(session.admits(head(authorization=f"Bearer {each}")))
            for each in range(JUDGED)
        ]
        await asyncio.sleep(1)
        with pytest.raises(Refusal) as caught:
            await session.admits(head(authorization="Bearer further"))
        assert caught.value.status == 503 and await session.admits(head(authorization="Bearer old"))
        answers.set()
        assert await asyncio.gather(*asked) == [False] * JUDGED
        assert not await session.admits(head(authorization="Bearer further")) and session._judging == {}

    run_at_once(run())


@pytest.mark.parametrize("end", ["read", "ended"])
def test_messages_that_wait_for_the_server_count_in_the_budget_of_the_client(end: str) -> None:
    """A slow server makes the bridge store them, also after the client has got its HTTP response."""

    async def run() -> None:
        front = Front()
        session = await front.session()
        bodies = front.pool.clients.bodies
        await asyncio.sleep(0)
        assert bodies.used == 0
        session.full(True)
        for _ in range(2):
            read(session, *post(session, {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}))
        await asyncio.sleep(0)
        assert bodies.used > 0 and front.pool.clients.requests.used == 0
        if end == "read":
            session.full(False)
        else:
            session.close()
        await asyncio.sleep(0)
        assert bodies.used == 0

    run_at_once(run())


def test_a_server_that_judges_says_whose_the_limits_are() -> None:
    """An authorization that such a server has answered has limits of its own; others have their address's."""

    async def run() -> None:
        front = Front()
        session = await front.session()
        given = {"authorization": "Bearer a"}
        session.accepted(given)
        assert front.pool.clients.tokens.client(head(**given)) == "address" and session.headers == given
        upstream(session).judges = True
        session.accepted(given)
        assert front.pool.clients.tokens.client(head(**given)) != "address"

    run_at_once(run())


# Ends


def test_a_session_ends_when_nobody_uses_it() -> None:
    """A reader, a call that waits for its client, and a request keep it; an open request alone does not."""

    async def run() -> None:
        front = Front()
        session = await front.session()
        for id in range(3):
            await asyncio.sleep(IDLE)
            front.pool.sweep()
            stream, ticket = post(session, call(id))
            await asyncio.sleep(2 * IDLE)
            front.pool.sweep()
            assert not session.is_over
            session.detach(stream, ticket)
        await asyncio.sleep(IDLE)
        front.pool.sweep()
        assert not session.is_over and session.calls == 3
        await asyncio.sleep(1)
        front.pool.sweep()
        assert session.is_over and len(front.pool) == 0
        with pytest.raises(Refusal, match="the session has ended"):
            await front.pool.named(session.id, head())
        await asyncio.sleep(0.1)
        assert [each for each, _ in upstream(session).calls] == ["stop"]

    run_at_once(run())


def test_the_end_of_a_session_answers_its_calls_and_closes_its_streams() -> None:
    """A stream that is read keeps its answer for the reader; the others are forgotten."""

    async def run() -> None:
        session = await Front().session()
        stream, ticket = post(session, call(1))
        left, other = post(session, call(2))
        left.is_begun = True
        session.detach(left, other)
        session.close(head(authorization="Bearer z").headers, "it is late")
        assert session.headers == {"authorization": "Bearer z"} and session.is_over
        assert [*session._streams] == [stream.name] and session.general.is_over
        (last,) = taken(stream)
        assert last["id"] == 1 and "it is late" in last["error"]["message"]
        session.detach(stream, ticket)
        assert not session._streams

    run_at_once(run())


# The pool


def refused(caught: Any) -> tuple[int, str | None]:
    """Return the status of a refusal, and the limit that is reached."""
    assert isinstance(caught.value, Refusal)
    return caught.value.status, caught.value.limit


def test_a_session_that_ends_while_it_is_read_stores_nothing() -> None:
    """A client may end its session while it reads the standalone stream. When it leaves, all is released."""

    async def run() -> None:
        front = Front()
        session = await front.session()
        streams = [post(session, call()), (session.general, session.attach(session.general))]
        upstream(session).say(LOG)
        upstream(session).say(answer(number(session)))
        for stream, _ in streams:
            taken(stream)
        session.close()
        for stream, ticket in streams:
            session.detach(stream, ticket)
        assert session.budget.used == 0 and not session._streams

    run_at_once(run())


def test_half_open_and_unused_sessions_make_room() -> None:
    """The one that was used longest ago, after a time. One with an open call or task is not ended."""

    async def run() -> None:
        front = Front(sessions=3)
        confirmed = await front.session()
        hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": LEGACY}}
        half = []
        for _ in range(2):
            half.append(await front.pool.open(LEGACY, head()))
            stream, ticket = post(half[-1], hello)
            await asyncio.sleep(1)
            read(half[-1], stream, ticket)
        await asyncio.sleep(HALF_OPEN - 1)
        with pytest.raises(Refusal, match="3 sessions are open") as caught:
            await front.pool.open(LEGACY, head())
        assert refused(caught) == (503, "sessions") and len(front.pool) == 3
        await asyncio.sleep(1)
        await front.session()
        assert [each.is_over for each in (confirmed, *half)] == [False, True, False] and len(front.pool) == 3
        half[1].close()
        alone, stream, ticket = await front.alone()
        with pytest.raises(Refusal):
            await front.pool.open(LEGACY, head())
        upstream(alone).say(answer(number(alone)))
        read(alone, stream, ticket)
        alone.tasks[digest("task")] = True
        with pytest.raises(Refusal):
            await front.pool.open(LEGACY, head())
        alone.tasks[digest("task")] = False
        await front.pool.open(LEGACY, head())
        assert alone.is_over and len(front.pool) == 3

    run_at_once(run())


def test_sessions_that_end_are_counted() -> None:
    """Servers may take long to stop. There are at most twice as many sessions as the limit, with those.

    One client has at most two thirds of them, so others get a session.
    """

    async def run() -> None:
        front, stops = Front(sessions=2), asyncio.Event()

        async def stop(grace: float) -> int | None:
            await stops.wait()
            return None

        async def end_one(address: str) -> None:
            session = await front.pool.open(LEGACY, Head({}, address))
            upstream(session).stop = stop  # type: ignore[method-assign]
            session.close()

        for address in ("one", "another"):
            for _ in range(2):
                await end_one(address)
            with pytest.raises(Refusal, match="sessions have not ended yet") as caught:
                await end_one(address)
            assert refused(caught) == (503, "sessions") and len(front.pool) == 0
        with pytest.raises(Refusal, match="4 sessions have not ended yet"):
            await end_one("a third")
        stops.set()
        await asyncio.sleep(1)
        await end_one("one")

    run_at_once(run())


def test_no_client_takes_all_sessions() -> None:
    """The one with the most gives those up in which no request is open, until all have as many."""

    async def run() -> None:
        front = Front(sessions=4)

        async def opened(address: str) -> HttpSession:
            whole = Head({}, address)
            session = await front.pool.open(LEGACY, whole)
            for frame in ({**HELLO, "params": {**HELLO["params"], "protocolVersion": LEGACY}}, INITIALIZED):
                stream, ticket = post(session, frame)
                await asyncio.sleep(0)
                read(session, stream, ticket)
            session.attach(session.general)  # a client that listens takes the session up
            await asyncio.sleep(1)
            return session

        many = [await opened("many") for _ in range(4)]
        with pytest.raises(Refusal, match="4 sessions are open"):
            await opened("many")
        post(many[0], call())
        for _ in range(2):
            await opened("few")
        assert [each.is_over for each in many] == [False, True, True, False]
        with pytest.raises(Refusal, match="4 sessions are open"):
            await opened("few")
        post(many[3], call())
        await opened("third")  # of few, as many has none to give
        with pytest.raises(Refusal, match="4 sessions are open"):
            await opened("third")
        owners = [front.pool.clients.of(Head({}, name)) for name in ("many", "many", "few", "third")]
        assert [each.client for each in front.pool._all] == owners

    run_at_once(run())


def test_no_client_takes_all_sessions_with_open_requests() -> None:
    """A client that has all sessions, with a request in each, gives the one up that it used longest ago."""

    async def run() -> None:
        front = Front(sessions=3)
        many = [await front.session() for _ in range(3)]
        calls = [post(session, call()) for session in many]
        with pytest.raises(Refusal, match="3 sessions are open"):
            await front.session()
        few = await front.pool.open(LEGACY, Head({}, "few"))
        assert [each.is_over for each in many] == [True, False, False] and not few.is_over
        stream, ticket = calls[0]
        (error,) = read(many[0], stream, ticket)
        assert error["error"]["message"] == "another client needs the session"
        assert few.client.sessions == 1 and many[1].client.sessions == 2

    run_at_once(run())


def test_a_pool_that_is_closed_ends_its_sessions_first() -> None:
    """Open calls are answered, no session is opened, and the shared client is closed after every server."""

    async def run() -> None:
        front = Front()
        session = await front.session()
        upstream(session).delay = 3.0
        stream, _ = post(session, call())
        closing = asyncio.ensure_future(front.pool.close())
        await asyncio.sleep(2)
        assert STOPPING in taken(stream)[-1]["error"]["message"] and session.is_over
        with pytest.raises(Refusal, match=REFUSING) as caught:
            await front.pool.open(LEGACY, head())
        assert refused(caught) == (503, None) and caught.value.headers == {"retry-after": "1"}
        assert front.closed == 0 and not closing.done()
        await closing
        assert (
            front.closed == 1
            and [each for each, _ in upstream(session).calls] == ["stop"]
            and len(front.pool) == 0
        )

    run_at_once(run())


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Refused((Problem("a", "one"), Problem("b", "two"))), "one; two"),
        (UpstreamFailure("it is gone"), "it is gone"),
        (OSError("no file"), "no file"),
        (asyncio.CancelledError(), None),
    ],
)
@pytest.mark.parametrize("is_alone", [False, True])
def test_a_server_that_cannot_be_started_leaves_nothing(
    error: BaseException, reason: str | None, is_alone: bool
) -> None:
    """The client gets the reason; a client that is gone in the meantime needs none."""

    async def run() -> None:
        front = Front(fails=error)
        opening = front.alone() if is_alone else front.session()
        if reason is None:
            with pytest.raises(asyncio.CancelledError):
                await opening
        else:
            with pytest.raises(Refusal, match=f"the server cannot be started: {reason}") as caught:
                await opening
            assert refused(caught) == (502, None)
        assert len(front.pool) == 0 and not front.pool._by_id
        assert all(not identity.sessions for identity in front.pool._identities.values())

    run_at_once(run())


def test_requests_get_their_turns_in_order() -> None:
    """Each gets the session when the one before is answered, and none waits longer than the request time."""

    async def run() -> None:
        front = Front(parallel=1, request_time=30.0)
        first, *_ = await front.alone(id=0)
        waiting = [asyncio.ensure_future(front.alone(id=id)) for id in range(1, 4)]
        await asyncio.sleep(1)
        for id in range(2):
            assert not waiting[id].done()
            upstream(first).say(answer(number(first)))
            await asyncio.sleep(1)
            session, stream, _ = await waiting[id]
            assert session is first and stream.is_read and not waiting[id + 1].done()
        await asyncio.sleep(30)
        with pytest.raises(Refusal, match=r"is busy \(1 at most\), and none was free in 30 s") as caught:
            await waiting[2]
        assert refused(caught) == (503, "servers")
        (identity,) = front.pool._identities.values()
        assert identity.waiting == 0 and first.leases == 0 and first.calls == 1

    run_at_once(run())


def test_a_turn_is_passed_on_where_its_client_goes() -> None:
    """A request that is lent a session and is never sent leaves it free."""

    async def run() -> None:
        front = Front(parallel=1)
        frame, headers = modern("tools/call")
        whole = head(**headers)
        identity = front.pool.identity(whole, frame)
        with pytest.raises(ZeroDivisionError):
            async with front.pool.turn(identity, whole, frame) as session:
                assert session.leases == 1 and not session.is_free
                other = asyncio.ensure_future(front.alone())
                await asyncio.sleep(1)
                assert not other.done()
                raise ZeroDivisionError
        again, *_ = await other
        assert again is session and session.leases == 0

    run_at_once(run())


def test_a_second_call_gets_another_server() -> None:
    """As many as may have calls at the same time; then the oldest that is free is used again."""

    async def run() -> None:
        front = Front(parallel=2)
        one, *_ = await front.alone()
        two, *_ = await front.alone()
        assert one is not two and len(front.pool) == 2
        for session in (two, one):
            upstream(session).say(answer(number(session)))
        assert (await front.alone())[0] is one and (await front.alone())[0] is two

    run_at_once(run())


def test_a_subscription_takes_no_turn() -> None:
    """It goes to a session with an open call. A retired session ends after its subscriptions."""

    async def run() -> None:
        front = Front(parallel=1)
        one, *_ = await front.alone()
        listening = []
        for _ in range(2):
            same, *reader = await front.alone("subscriptions/listen", id="l", notifications={})
            assert same is one
            listening.append(reader)
        other = asyncio.ensure_future(front.alone("tools/list", id="t"))
        await asyncio.sleep(1)
        assert not other.done()
        one.is_retired = True
        upstream(one).say(answer(number(one)))
        await asyncio.sleep(1)
        two, *_ = await other
        assert two is not one and not one.is_over
        for stream, ticket in listening:
            assert not one.is_over and not stream.is_over
            one.detach(stream, ticket)
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert one.is_over and len(front.pool) == 1

    run_at_once(run())


def test_a_request_goes_to_the_session_that_it_names() -> None:
    """By the beginning of its state, or by a task; several that know a task are a refusal."""

    async def run() -> None:
        front = Front(parallel=2)
        sessions = [(await front.alone())[0] for _ in range(2)]
        one, two = sessions
        two._observe({"result": {"taskId": "a", "status": "working"}})
        for session in sessions:
            session._observe({"result": {"taskId": "both", "status": "working"}})
        (identity,) = front.pool._identities.values()
        for method, params, found in (
            ("tools/call", {"requestState": f"{two.token}.x.y"}, two),
            ("tools/call", {"requestState": one.token}, one),
            ("tools/call", {"requestState": f"x.{one.token}"}, None),
            ("tools/call", {"requestState": 5}, None),
            ("tasks/get", {"taskId": "a"}, two),
            ("tasks/get", {"taskId": "b"}, None),
            ("tasks/get", {"taskId": 5}, None),
            ("subscriptions/listen", {"notifications": {"taskIds": ["a", "b"]}}, two),
            ("subscriptions/listen", {"notifications": {"taskIds": []}}, None),
            ("subscriptions/listen", {"notifications": 5}, None),
            ("tools/call", {"notifications": {"taskIds": ["a"]}}, None),
        ):
            frame, _ = modern(method, **params)  # type: ignore[arg-type]
            assert front.pool._named(identity, frame) is found, (method, params)
        with pytest.raises(Refusal, match="several sessions have a task with this id") as caught:
            front.pool._named(identity, modern("tasks/get", taskId="both")[0])
        assert refused(caught) == (400, None)
        one.is_over = True
        assert front.pool._named(identity, modern("tasks/get", taskId="both")[0]) is two

    run_at_once(run())


def test_a_call_whose_client_is_away_keeps_its_session() -> None:
    """It blocks no other call; too many of them end, the one that was used longest ago first."""

    async def run() -> None:
        front = Front(parallel=1)
        sessions = []
        for _ in range(PER_PARALLEL + 1):
            session, stream, ticket = await front.alone(_meta=ABLE)
            upstream(session).say({"id": 7, "method": "elicitation/create", "params": ASKED})
            await asyncio.sleep(1)
            (asked,) = read(session, stream, ticket)
            assert asked["result"]["resultType"] == "input_required"
            assert session.awaits_retry and session.is_busy and not session.is_free
            sessions.append(session)
            await asyncio.sleep(IDLE / 10)
            front.pool.sweep()
        assert [each.is_over for each in sessions] == [True] + [False] * PER_PARALLEL
        assert all(each.awaits_retry for each in sessions[1:]) and len(front.pool) == PER_PARALLEL

    run_at_once(run())


def test_the_retry_of_a_call_that_ended_has_the_reason(said: list[str]) -> None:
    """Whatever ended it; that too many calls waited is a line."""

    async def run() -> None:
        front = Front(parallel=1)
        states = []
        for _ in range(PER_PARALLEL + 1):
            session, stream, ticket = await front.alone(_meta=ABLE)
            upstream(session).say({"id": 7, "method": "elicitation/create", "params": ASKED})
            await asyncio.sleep(1)
            (asked,) = read(session, stream, ticket)
            states.append(asked["result"]["requestState"])
        session.end("server")
        reason = (
            "too many calls of the client wait for its input, so the oldest ended (one client has 4 servers"
        )
        for state, why in ((states[0], reason), (states[-1], "the server is gone")):
            with pytest.raises(Refusal, match=re.escape(f"the call has ended: {why}")) as caught:
                await front.alone(id=2, requestState=state, inputResponses={}, _meta=ABLE)
            assert (caught.value.status, caught.value.code) == (200, -32602)
        again, *_ = await front.alone(id=2, requestState=states[1], inputResponses={}, _meta=ABLE)
        assert again.token == states[1].partition(".")[0]

    run_at_once(run())
    (line,) = said
    assert line.startswith("clients: too many calls of the client wait for its input, so the oldest ended")


KNOWN = {
    "supportedVersions": [MODERN],
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "s", "version": "1"},
    "resultType": "complete",
    "ttlMs": 0,
    "cacheScope": "private",
}


def calling(front: Front, name: str, **more: str) -> asyncio.Future[Any]:
    """Call as a client of a name, which is no identity of a stateless server."""
    info = {f"{META}clientInfo": {"name": name, "version": "1"}}
    return asyncio.ensure_future(front.alone(_meta=info, **more))


def test_clients_that_differ_only_in_their_names_share_a_stateless_server() -> None:
    """Once the server has told its revision. Before that, as few are started as for one client."""

    async def run() -> None:
        front = Front("auto", parallel=2)
        early = [calling(front, f"early{number}") for number in range(4)]
        await asyncio.sleep(1)
        assert [each.done() for each in early] == [True, True, False, False] and len(front.pool) == 2
        for session in list(front.pool._all):
            upstream(session).say({"id": number(session), "result": KNOWN})
        await asyncio.sleep(1)
        assert all(each.done() for each in early)
        for name in range(9):
            await calling(front, f"late{name}")
        assert len(front.pool) == 2
        facts = [frame["params"]["_meta"][f"{META}clientInfo"]["name"] for frame in calls(front)]
        assert sorted(facts) == [
            *(f"early{each}" for each in range(4)),
            *(f"late{each}" for each in range(9)),
        ]

    run_at_once(run())


def calls(front: Front) -> list[Any]:
    """Return the calls that reached the servers of a front."""
    frames = (frame for session in front.pool._all for frame in upstream(session).sent)
    return [frame for frame in frames if frame.get("method") == "tools/call"]


def test_clients_with_other_names_do_not_share_a_server_with_a_handshake() -> None:
    """Which was told the name once. A server that has not told its revision yet may be one."""

    async def run() -> None:
        front = Front("auto", parallel=2)
        one, two, three = (calling(front, name) for name in ("one", "two", "three"))
        await asyncio.sleep(1)
        assert not three.done()  # until it is known that the others cannot be shared
        for session in list(front.pool._all):
            refusal = {"code": -32601, "message": "no"}
            upstream(session).say({"id": number(session), "error": refusal})
        await asyncio.sleep(1)
        sessions = {(await each)[0] for each in (one, two, three)}
        assert len(sessions) == 3 == len(front.pool)
        for session in (await one)[0], (await two)[0]:
            upstream(session).say(answer(number(session)))
        await asyncio.sleep(1)
        assert (await calling(front, "two"))[0] is (await two)[0]
        assert (await calling(front, "four"))[0] not in sessions

    run_at_once(run())


def test_who_has_an_identity() -> None:
    """The address, the revision, the forwarded headers, and the facts that a handshake states once."""

    def named(front: Front, address: str = "a", version: str = MODERN, meta: Any = None, **more: str) -> Any:
        frame, headers = modern("tools/call", _meta=meta or {})
        whole = Head({**headers, VERSION: version, **more}, address)
        return front.pool.identity(whole, frame)

    async def run() -> None:
        for server, told in ((LEGACY, True), (MODERN, False)):
            front = Front(server)
            usual = named(front)
            for more, is_same in (
                ({"other": "header"}, True),
                ({"meta": {"x": 1}}, True),
                ({"address": "b"}, False),
                ({"version": "2027-01-01"}, False),
                ({"authorization": "Bearer a"}, False),
                ({"meta": {f"{META}clientInfo": {"name": "x", "version": "1"}}}, not told),
                ({"meta": {f"{META}clientCapabilities": {"roots": {}}}}, not told),
            ):
                assert (named(front, **more) is usual) is is_same, (server, more)  # type: ignore[arg-type]

    run_at_once(run())


def test_identities_are_forgotten() -> None:
    """Those of which nothing is open: after the idle time, and the oldest beyond a bound."""

    async def run() -> None:
        front = Front(sessions=1)
        frame, headers = modern("tools/call")

        def named(address: str) -> Identity:
            return front.pool.identity(Head(headers, address), frame)

        await asyncio.sleep(10 * IDLE)
        first = [named(str(each)) for each in range(4)]
        front.pool.sweep()
        assert [named(str(each)) is first[each] for each in range(4)] == [True] * 4
        first[0].waiting = 1
        named("more")
        assert [named(str(each)) is first[each] for each in (0, 2, 3)] == [True] * 3
        assert named("1") is not first[1]
        first[0].waiting = 0
        await asyncio.sleep(IDLE)
        front.pool.sweep()
        kept = named("3")
        assert kept is first[3]
        await asyncio.sleep(IDLE)
        front.pool.sweep()
        assert [*front.pool._identities.values()] == [kept]

    run_at_once(run())


def test_a_response_that_is_not_read_is_given_up_sooner_each_time() -> None:
    """After half the time of the one before, down to a tenth; in full once a client has taken something."""

    async def run() -> None:
        session = await Front(unread=10).session()
        held = []
        for id in range(6):
            stream, _ = post(session, call(id))
            stream.moved = asyncio.get_running_loop().time()
            upstream(session).say(answer(number(session)), number(session))
            seconds = 0.0
            while session._is_paused:
                await asyncio.sleep(HOLDING / 200)
                seconds += HOLDING / 200
                session.look_after_readers()
            assert not stream.is_read
            held.append(seconds / HOLDING)
        assert held == pytest.approx([1, 0.5, 0.25, 0.125, 0.1, 0.1], abs=0.006)
        stream, _ = post(session, call(9))
        upstream(session).say(answer(number(session)), number(session))
        assert session._is_paused
        taken(stream)
        assert not session._is_paused and session._holding == HOLDING

    run_at_once(run())
