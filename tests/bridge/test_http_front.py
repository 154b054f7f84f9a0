"""The HTTP front as an application in a loop whose time is instant: the forms and statuses of its replies."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_bridge.http_front import KEEP_ALIVE, SOON, SOON_STATELESS, HttpFront
from mcp_bridge.http_headers import Challenge
from support.bridge_process import HELLO
from support.front_replies import BOTH, EVENTS, JSON, Fronted
from support.http_bridge import INITIALIZED, META, MODERN, modern
from support.instant_front import ABLE, ASKED, LEGACY, LOG, PING, answer, call, number
from support.instant_loop import run_at_once


def test_a_front_speaks_the_revisions_that_it_is_asked_for() -> None:
    """`auto` is all of them; a client of another is told those."""

    async def run() -> None:
        for asked, legacy, alone in (("auto", 200, True), (LEGACY, 200, False), (MODERN, 400, True)):
            one = Fronted(asked=asked)
            reply = await one.ask(HELLO)
            assert reply.status == legacy
            if legacy == 400:
                assert reply.tree["error"]["data"] == {"supported": [MODERN], "requested": "2025-11-25"}
            else:
                assert reply.tree["result"]["protocolVersion"] == "2025-11-25"
            reply = one.alone(id=5)
            await asyncio.sleep(0.01)
            if alone:
                assert not reply.task.done()
            else:
                assert reply.status == 400 and reply.tree["id"] == 5
                assert reply.tree["error"]["data"]["requested"] == MODERN

    run_at_once(run())


@pytest.mark.parametrize("line", ["of the call", "of another call", "of no call"])
def test_a_request_of_the_server_is_cancelled_in_the_response_that_it_was_sent_in(line: str) -> None:
    """A client that reads no other stream stops to ask its user, whatever connection the server used."""

    async def run() -> None:
        one = Fronted()
        named = await one.opened()
        first = one.start(call(7), **named)
        await asyncio.sleep(SOON + 1)
        lines = {"of the call": number(one.server.session)}
        one.server.say(PING, lines["of the call"])
        other = one.start(call(8), **named)
        await asyncio.sleep(SOON + 1)
        lines["of another call"] = number(one.server.session)
        cancelled = {"method": "notifications/cancelled", "params": {"requestId": PING["id"]}}
        one.server.say(cancelled, lines.get(line))
        await asyncio.sleep(0.01)
        asked, told = first.events
        assert (asked["method"], told["method"]) == ("ping", "notifications/cancelled")
        assert told["params"]["requestId"] == asked["id"] and other.events == []

    run_at_once(run())


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {}, 400),
        ("DELETE", {}, 400),
        ("GET", {"mcp_protocol_version": MODERN}, 405),
        ("GET", {"mcp_session_id": "x"}, 404),
        ("GET", {"mcp_session_id": "x", "mcp_protocol_version": "2099-01-01"}, 400),
        ("PUT", {}, 405),
    ],
)
def test_a_request_without_its_session_is_refused(method: str, headers: dict[str, str], status: int) -> None:
    """With the method that begins one."""

    async def run() -> None:
        reply = await Fronted().ask(b"", method, **headers)
        assert reply.status == status and ("POST" in reply.headers.get("allow", "")) is (status == 405)

    run_at_once(run())


def test_a_session_is_opened_used_and_ended() -> None:
    """An answer that comes soon is JSON; the end of the session is told to its server."""

    async def run() -> None:
        one = Fronted()
        named = await one.opened()
        reply = one.start(call(7), **named)
        await asyncio.sleep(SOON / 2)
        assert reply.status == 0
        one.answer()
        await reply.task
        assert reply.status == 200 and reply.headers["content-type"] == JSON and reply.tree["id"] == 7
        listening = one.start(b"", "GET", **named)
        await asyncio.sleep(KEEP_ALIVE + 1)
        assert listening.headers["content-type"] == EVENTS and listening.body.count(b": ping") == 2
        one.server.say(LOG)
        await asyncio.sleep(0.01)
        assert [frame["method"] for frame in listening.events] == [LOG["method"]]
        assert listening.body.count(b": ping") == 2
        await asyncio.sleep(KEEP_ALIVE + 1)
        assert listening.body.count(b": ping") == 3
        assert (await one.ask(b"", "DELETE", **named)).status == 200
        await listening.task
        assert (await one.ask(call(8), **named)).status == 404

    run_at_once(run())


@pytest.mark.parametrize("accept", [BOTH, JSON, EVENTS])
@pytest.mark.parametrize("logs", [False, True])
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("is_alone", [False, True])
def test_the_form_of_a_reply(accept: str, logs: bool, late: bool, is_alone: bool) -> None:
    """JSON where the answer comes first and soon, or the client takes nothing else; else events."""

    async def run() -> None:
        one = Fronted(MODERN if is_alone else LEGACY, names_requests=is_alone)
        soon = SOON_STATELESS if is_alone else SOON
        if is_alone:
            reply = one.alone(accept=accept)
        else:
            reply = one.start(call(1), **await one.opened(), accept=accept)
        await asyncio.sleep(soon / 4)
        if logs:
            one.server.say(LOG, number(one.server.session))
        await asyncio.sleep(soon / 4)
        assert (reply.status == 200) is (logs and accept != JSON)
        await asyncio.sleep(soon if late else 0)
        assert (reply.status == 200) is (accept != JSON and (logs or late))
        one.answer()
        await reply.task
        is_json = accept == JSON or (accept == BOTH and not (logs or late))
        assert reply.headers["content-type"].startswith(JSON if is_json else EVENTS)
        if is_json:
            assert reply.tree["id"] == 1
        else:
            assert [frame.get("id") for frame in reply.events] == [None] * logs + [1]
            assert (b"id: " in reply.body) is not is_alone
        await asyncio.sleep(0.01)
        assert one.server.session.is_busy is False

    run_at_once(run())


@pytest.mark.parametrize("accept", [BOTH, JSON])
def test_a_batch_is_answered_as_one_array(accept: str) -> None:
    """Or as events, as its answers come; one of notifications alone has no body."""

    async def run() -> None:
        one = Fronted("2025-03-26")
        named = await one.opened("2025-03-26")
        reply = one.start([call(1), call(2)], **named, accept=accept)
        await asyncio.sleep(0.01)
        ids = [frame["id"] for frame in one.server.sent if frame.get("method") == "tools/call"]
        for id in ids:
            one.server.say(answer(id), id)
            await asyncio.sleep(2 * KEEP_ALIVE)
        await reply.task
        found = reply.tree if accept == JSON else reply.events
        assert [frame["id"] for frame in found] == [1, 2]
        assert (await one.ask([INITIALIZED, INITIALIZED], **named)).status == 202
        refused = await one.ask([call(1), HELLO], **named)
        assert refused.status == 400
        other = Fronted()
        assert (await other.ask([call(1)], **await other.opened())).status == 400

    run_at_once(run())


def test_the_requests_of_a_session_are_bounded() -> None:
    """Those of a batch, and those that are open; other frames of a batch have a bound of their own."""

    async def run() -> None:
        one = Fronted("2025-03-26", streams=3)
        named = await one.opened("2025-03-26")
        for requests, others, status in ((4, 0, 413), (1, 24, 413), (0, 25, 413), (0, 24, 202)):
            batch = [call(id) for id in range(requests)] + [INITIALIZED] * others
            assert (await one.ask(batch, **named)).status == status, (requests, others)
        other = Fronted("2025-03-26", streams=3)
        most = other.start([call(id) for id in range(3)], **await other.opened("2025-03-26"))
        await asyncio.sleep(2)
        assert most.status == 200
        open_ = [one.start([call(1), call(2)], **named)]
        await asyncio.sleep(2)
        refused = await one.ask([call(3), call(4)], **named)
        assert refused.status == 503 and refused.headers["retry-after"] == "1"
        open_.append(one.start(call(3), **named))
        await asyncio.sleep(2)
        assert [reply.status for reply in open_] == [200, 200]
        assert (await one.ask(call(4), **named)).status == 503
        assert (await one.ask(INITIALIZED, **named)).status == 202

    run_at_once(run())


def test_a_client_that_hangs_up_has_no_reply() -> None:
    """Before its first frame; its call is cancelled where no session has it."""

    async def run() -> None:
        for is_alone in (True, False):
            one = Fronted(LEGACY)
            reply = one.alone(id=1) if is_alone else one.start(call(1), **await one.opened())
            await asyncio.sleep(SOON / 2)
            session = one.server.session
            reply.hang_up()
            await asyncio.sleep(0.1)
            assert reply.task.done() and reply.status == 499
            cancelled = [each["method"] for each in session.upstream.sent if "cancelled" in str(each)]
            assert cancelled == (["notifications/cancelled"] if is_alone else [])
            assert not session.is_busy

    run_at_once(run())


def test_answers_wait_for_the_server_that_takes_them() -> None:
    """The reply to an answer comes when the server has it; a notification has its reply at once."""

    async def run() -> None:
        one = Fronted()
        named = await one.opened()
        taken = asyncio.Event()
        one.server.taken = taken.wait  # type: ignore[method-assign, assignment]
        listening = one.start(b"", "GET", **named)
        await asyncio.sleep(1)
        one.server.say(PING)
        await asyncio.sleep(1)
        (asked,) = listening.events
        assert (await one.ask(INITIALIZED, **named)).status == 202
        reply = one.start({"jsonrpc": "2.0", "id": asked["id"], "result": {}}, **named)
        await asyncio.sleep(1)
        assert not reply.task.done()
        taken.set()
        await reply.task
        assert reply.status == 202 and reply.body == b""

    run_at_once(run())


@pytest.mark.parametrize("is_alone", [False, True])
@pytest.mark.parametrize("error", [None, {"code": -1, "message": "why"}])
@pytest.mark.parametrize("logs", [False, True])
def test_a_challenge_of_the_server_reaches_the_client(is_alone: bool, error: Any, logs: bool) -> None:
    """With its status and header, unless a frame of the response has left before."""

    async def run() -> None:
        one, heard = Fronted(), {f"{META}logLevel": "debug"}
        reply = one.alone(id=3, _meta=heard) if is_alone else one.start(call(3), **await one.opened())
        await asyncio.sleep(SOON / 2)
        session, id = one.server.session, number(one.server.session)
        (stream,) = [each for each in session._streams.values() if each.is_call and not each.is_over]
        if logs:
            one.server.say(LOG, id)
            await asyncio.sleep(0.01)
        session.challenged(stream, Challenge(401, "Bearer x", "please"))
        if error is not None:
            one.server.say({"id": id, "error": error}, id)
        else:
            await asyncio.sleep(0.01)
            if not is_alone:
                one.server.say({"id": id, "error": {"code": -2, "message": "later"}}, id)
        await asyncio.wait([reply.task], timeout=30)
        if logs:
            assert reply.status == 200
            return
        assert reply.status == 401 and reply.headers["www-authenticate"] == "Bearer x"
        assert reply.tree["id"] == 3 and reply.tree["error"]["message"]

    run_at_once(run())


@pytest.mark.parametrize(
    ("code", "status"), [(-32601, 404), (-32602, 200), (-1, 200), (None, 200), ("x", 200), ([], 200)]
)
@pytest.mark.parametrize("is_alone", [False, True])
def test_the_status_of_an_error(code: Any, status: int, is_alone: bool) -> None:
    """It tells the error, to a client without a session alone; a server may write any code."""

    async def run() -> None:
        one = Fronted(MODERN if is_alone else LEGACY, names_requests=is_alone)
        reply = one.alone(id=3) if is_alone else one.start(call(3), **await one.opened())
        await asyncio.sleep(SOON / 2)
        id = number(one.server.session)
        one.server.say({"id": id, "error": {"code": code, "message": "m"}}, id)
        await reply.task
        assert reply.tree["id"] == 3
        if is_alone and reply.tree["error"]["code"] == code:
            assert reply.status == status
        elif not is_alone:
            assert reply.status == 200

    run_at_once(run())


@pytest.mark.parametrize("asked", ["auto", MODERN, LEGACY])
def test_what_a_client_without_a_session_may_send(asked: str) -> None:
    """A request of a revision that the front speaks, with its headers; a notification has one, too."""

    async def run() -> None:
        frame, headers = modern("tools/list", 1)
        note = {"jsonrpc": "2.0", "method": "notifications/x"}
        meta = {**note, "params": frame["params"]}
        bare = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        speaks = asked != LEGACY
        for body, more, status in (
            (bare, {}, 400),
            (note, {}, 400),
            (note, {"mcp_protocol_version": MODERN}, 202 if speaks else 400),
            (note, {"mcp_protocol_version": "2099-01-01"}, 400),
            (meta, {}, 400),
            (bare, {"mcp_protocol_version": "2099-01-01"}, 400),
            (bare, headers, 400),
            (
                {**frame, "method": "initialize"},
                {**headers, "mcp-method": "initialize"},
                404 if speaks else 400,
            ),
            ([frame], headers, 400),
            (answer(1) | {"jsonrpc": "2.0"}, headers, 400),
        ):
            reply = await Fronted(MODERN, asked).ask(body, **more)  # type: ignore[arg-type]
            assert reply.status == status, (body, more, reply.body)

    run_at_once(run())


@pytest.mark.parametrize(("path", "status"), [("/mcp", 400), ("/mcp/", 404), ("/mcpx", 404), ("/", 404)])
def test_one_path_is_served(path: str, status: int) -> None:
    """Any other is refused, without a redirect."""

    async def run() -> None:
        assert (await Fronted().ask(b"", "GET", path)).status == status

    run_at_once(run())


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/mcp", "bridge"),
        ("/mcp/", "nobody"),
        ("/mcp/x", "nobody"),
        ("/server", "nobody"),
        ("/server/x", "nobody"),
        ("/mcpx", "pages"),
        ("/serverx", "pages"),
        ("/", "pages"),
    ],
)
def test_other_paths_are_of_the_application(path: str, place: str) -> None:
    """But those below the bridge and below the server behind it."""

    class Pages:
        """An application whose server has a path."""

        path = "/server/"

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 299, "headers": []})
            await send({"type": "http.response.body", "body": b""})

    async def run() -> None:
        one = Fronted()
        one.app = HttpFront(one.front.pool, "auto", Pages()).application()
        status = (await one.ask(b"", "GET", path)).status
        assert {400: "bridge", 404: "nobody", 299: "pages"}[status] == place

    run_at_once(run())


def test_a_client_comes_back_to_a_broken_stream() -> None:
    """From the event that it has seen last; an id of no event is refused."""

    async def run() -> None:
        one = Fronted()
        version = {"mcp_protocol_version": "2025-06-18"}
        named = {**await one.opened(), **version}
        reply = one.start(call(1), **named, accept=EVENTS)
        await asyncio.sleep(SOON * 2)
        one.server.say(LOG, number(one.server.session))
        await asyncio.sleep(0.01)
        reply.hang_up()
        await asyncio.sleep(0.01)
        one.answer()
        (last,) = [line[4:] for line in reply.body.decode().split("\r\n") if line.startswith("id: ")][-1:]
        again = await one.ask(b"", "GET", **named, last_event_id=last)
        assert again.status == 200 and [frame["id"] for frame in again.events] == [1]
        for odd in ("x", "99-1-1", last.rpartition("-")[0]):
            assert (await one.ask(b"", "GET", **named, last_event_id=odd)).status == 400
        assert (await one.ask(b"", "GET", **named, accept=JSON)).status == 406

    run_at_once(run())


def test_a_call_that_asks_its_client_goes_on_with_the_answers() -> None:
    """The next request has the state, and the server gets the answer to its question."""

    async def run() -> None:
        one = Fronted()
        reply = one.alone(_meta=ABLE)
        await asyncio.sleep(0.1)
        one.server.say({"id": 7, "method": "elicitation/create", "params": ASKED})
        await reply.task
        result = reply.tree["result"]
        assert result["resultType"] == "input_required"
        given = {key: {"action": "accept", "content": {"a": "b"}} for key in result["inputRequests"]}
        again = one.alone(id=2, _meta=ABLE, inputResponses=given, requestState=result["requestState"])
        await asyncio.sleep(0.1)
        assert {
            "jsonrpc": "2.0",
            "id": 7,
            "result": {"action": "accept", "content": {"a": "b"}},
        } in one.server.sent
        one.answer()
        await again.task
        assert again.tree["id"] == 2 and again.tree["result"]["resultType"] == "complete"

    run_at_once(run())
