"""JSON that is no frame, or an odd one, before and behind the HTTP front: each call has one answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from mcp_revisions import DecodeError
from mcp_revisions.jsonrpc import is_request_id

from mcp_bridge.core.frames import kind_of
from support.http_bridge import ACCEPT, INITIALIZED, LegacyClient, frames, fronted, listening, modern, well
from support.waiting import CEILING

# Write the lines that the arguments of a call hold, with the id of the call, and then an answer.
SERVER = """
import json, sys
for line in sys.stdin:
    frame = json.loads(line)
    if "id" not in frame or "method" not in frame:
        continue
    match frame["method"]:
        case "server/discover":
            result = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", "capabilities": {},
                      "supportedVersions": ["2026-07-28"], "serverInfo": {"name": "s", "version": "1"}}
        case "initialize":
            result = {"protocolVersion": frame["params"]["protocolVersion"], "capabilities": {},
                      "serverInfo": {"name": "s", "version": "1"}}
        case _:
            for text in frame["params"]["arguments"]["lines"]:
                print(text.replace('"ID"', json.dumps(frame["id"])), flush=True)
            result = {"resultType": "complete", "content": []}
    print(json.dumps({"jsonrpc": "2.0", "id": frame["id"], "result": result}), flush=True)
"""
ODD = ("1", "1.5", "-0", "1e400", '"x"', "null", "true", "[]", "[1]", "[[]]", "{}", '{"a":[]}')
ASIDE = (  # lines beside the answer
    "{}",
    "[{},{}]",
    '{{"jsonrpc":"2.0","id":{},"result":{{}}}}',
    '{{"jsonrpc":"2.0","id":null,"error":{}}}',
    '{{"jsonrpc":"2.0","method":{}}}',
    '{{"jsonrpc":"2.0","method":{},"id":{},"params":{}}}',
    '{{"jsonrpc":"2.0","method":"notifications/progress","params":{}}}',
    '{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{}}}}}',
    '{{"jsonrpc":"2.0","method":"notifications/message","params":{{"_meta":{}}}}}',
    '{{"jsonrpc":"2.0","method":"x","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{}}}}}}}',
    '{{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{{"taskId":{},"status":{}}}}}',
    '{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{}}}}}',
)
ANSWERS = (
    '{{"jsonrpc":"2.0","id":"ID","result":{}}}',
    '{{"jsonrpc":"2.0","id":"ID","error":{}}}',
    '{{"jsonrpc":"2.0","id":"ID","error":{{"code":{},"message":{},"data":{}}}}}',
    '{{"jsonrpc":"2.0","id":"ID","result":{{"resultType":{},"tools":{},"taskId":{},"_meta":{}}}}}',
    '{{"jsonrpc":"2.0","id":"ID","result":{{"resultType":{},"taskId":{},"status":{}}}}}',
    '{{"jsonrpc":"2.0","id":"ID","result":{{"resultType":"task","taskId":{},"task":{}}}}}',
)


def lines(templates: tuple[str, ...]) -> list[str]:
    """Return each template with each odd value in all of its places."""
    return [template.format(*[odd] * template.count("{}")) for template in templates for odd in ODD]


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the URL of a front whose server speaks the revision of each client."""
    script = tmp_path_factory.mktemp("server") / "server.py"
    script.write_text(SERVER)
    with listening("--quiet", "--", sys.executable, str(script)) as url:
        yield url


@pytest.mark.parametrize("era", ["2025-11-25", "2026-07-28"])
def test_every_call_has_an_answer(front: str, era: str) -> None:
    """Neither a line beside the answer nor the answer itself can end the session or cost the answer."""
    client = LegacyClient(front, era) if era == "2025-11-25" else None
    http = httpx2.Client(timeout=CEILING) if client is None else client.http
    if client is not None:
        client.post(INITIALIZED)
    sent: list[list[str]] = [lines(ASIDE), *([line] for line in lines(ANSWERS))]
    for id, written in enumerate(sent, 1):
        params: dict[str, Any] = {"name": "t", "arguments": {"lines": written}}
        if client is not None:
            response = client.call(f"c{id}", **params)
        else:
            frame, headers = modern("tools/call", f"c{id}", **params)
            response = http.post(front, json=frame, headers=headers)
        assert response.status_code in (200, 400, 404), (written, response.text)
        answers = [one for one in frames(response) if one.get("id") == f"c{id}" and "method" not in one]
        assert len(answers) == 1, (written, response.text)


INFO = {"capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
RESULTS: dict[str, dict[str, Any]] = {
    "initialize": {**INFO, "protocolVersion": "2025-06-18"},
    "server/discover": {
        **INFO,
        "resultType": "complete",
        "ttlMs": 0,
        "cacheScope": "private",
        "supportedVersions": ["2026-07-28"],
    },
}


def odd_server(method: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
    """Answer a call with the texts in its arguments, as one body or as events before a good answer."""
    if method != "POST" or "id" not in frame or "method" not in frame:
        return (405 if method == "GET" else 202), {}, None
    answer = {"jsonrpc": "2.0", "id": frame["id"], "result": RESULTS.get(frame["method"], {})}
    if frame["method"] != "tools/call":
        return 200, {}, answer
    texts = [text.replace('"ID"', json.dumps(frame["id"])) for text in frame["params"]["arguments"]["lines"]]
    if frame["params"]["arguments"]["as"] == "body":
        return 200, {}, texts[0].encode()
    good = json.dumps({**answer, "result": {"resultType": "complete", "content": []}})
    events = "".join(f"data: {text}\n\n" for text in [*texts, good])
    return 200, {"content-type": "text/event-stream"}, events.encode()


@pytest.mark.long
@pytest.mark.parametrize("server", ["2025-06-18", "2026-07-28"])
@pytest.mark.parametrize("era", ["2025-06-18", "2025-11-25", "2026-07-28"])
def test_every_call_to_a_server_over_http_has_an_answer(server: str, era: str) -> None:
    """Neither an odd event nor an odd body can end the session or cost the answer."""

    def calls(url: str) -> None:
        client = LegacyClient(url, era) if era != "2026-07-28" else None
        if client is not None:
            client.post(INITIALIZED)
        http = httpx2.Client(timeout=CEILING)
        work = [("body", line) for line in lines(ANSWERS)]
        for id, (form, line) in enumerate([*work, *(("events", line) for line in lines(ASIDE + ANSWERS))]):
            params: dict[str, Any] = {"name": "t", "arguments": {"lines": [line], "as": form}}
            if client is not None:
                response = client.call(f"c{id}", **params)
            else:
                frame, headers = modern("tools/call", f"c{id}", **params)
                response = http.post(url, json=frame, headers=headers)
            answers = [one for one in frames(response) if one.get("id") == f"c{id}" and "method" not in one]
            assert len(answers) == 1, (form, line, response.text)

    fronted(odd_server, server, calls)


NO_FRAMES = (
    "{}",
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"id":"a","params":{}}',
    "[]",
    "1",
    "null",
)
BODIES = (
    "{}",
    "[{},{}]",
    '{{"jsonrpc":{},"id":1,"method":"tools/list"}}',
    '{{"jsonrpc":"2.0","id":{},"method":"tools/list"}}',
    '{{"jsonrpc":"2.0","id":1,"method":{}}}',
    '{{"jsonrpc":"2.0","method":{},"params":{}}}',
    '{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}}',
    '{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":{},"arguments":{},"_meta":{}}}}}',
    '{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}}',
    '{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":{},"capabilities":{}}}}}',
    '{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{}}}}}',
    '{{"jsonrpc":"2.0","id":{},"result":{}}}',
    '{{"jsonrpc":"2.0","id":1,"error":{{"code":{},"message":{}}}}}',
)


@pytest.mark.parametrize("era", ["2025-06-18", "2026-07-28"])
def test_a_body_that_is_no_frame_is_refused(era: str) -> None:
    """A frame without method, result and error gets 400, in a session and outside."""

    def posts(url: str) -> list[int]:
        http = (
            LegacyClient(url, era).http
            if era == "2025-06-18"
            else httpx2.Client(headers=ACCEPT, timeout=CEILING)
        )
        return [http.post(url, content=body).status_code for body in NO_FRAMES]

    assert fronted(well, "auto", posts) == [400] * len(NO_FRAMES)


CALLS = [
    f'{{"jsonrpc":"2.0",{rest}}}' for rest in ('"id":1,"method":"a","result":{}', '"method":"a","error":{}')
]


@pytest.mark.parametrize("era", ["2025-06-18", "2026-07-28"])
def test_the_reason_is_that_of_the_one_classifier(era: str) -> None:
    """A body with a method that is no frame is 400 with the words of the bridge, under its id if any."""

    def posts(url: str) -> None:
        http = (
            LegacyClient(url, era).http
            if era == "2025-06-18"
            else httpx2.Client(headers=ACCEPT, timeout=CEILING)
        )
        for body in (body for body in [*lines(BODIES), *CALLS] if '"method"' in body and "1e400" not in body):
            frame = json.loads(body)
            try:
                kind_of(frame)
            except DecodeError as problem:
                reply = http.post(url, content=body)
                id = frame.get("id") if is_request_id(frame.get("id")) else None
                error = {"code": -32600, "message": problem.reason}
                assert reply.status_code == 400, body
                named = {} if id is None else {"id": id}  # no revision has an error with a null id
            assert reply.json() == {"jsonrpc": "2.0", **named, "error": error}, body

    fronted(well, "auto", posts)


@pytest.mark.long
@pytest.mark.parametrize("server", ["2025-06-18", "2026-07-28"])
@pytest.mark.parametrize("era", ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
def test_no_body_is_a_fault_of_the_front(server: str, era: str) -> None:
    """An odd body is answered or refused, and the next call of the client has its answer."""

    def posts(url: str) -> None:
        http = httpx2.Client(timeout=CEILING, headers={**ACCEPT, "mcp-protocol-version": era})
        if era != "2026-07-28":
            http = LegacyClient(url, era).http
        for body in lines(BODIES):
            status = http.post(url, content=body, headers={"mcp-method": "tools/list"}).status_code
            assert status < 500, body
        params: dict[str, Any] = {"name": "t", "arguments": {"lines": [], "as": "events"}}
        if era == "2026-07-28":
            frame, headers = modern("tools/call", "z", **params)
            response = http.post(url, json=frame, headers=headers)
        else:
            response = LegacyClient(url, era).call("z", **params)
        assert [one["id"] for one in frames(response)] == ["z"]

    fronted(odd_server, server, posts)
