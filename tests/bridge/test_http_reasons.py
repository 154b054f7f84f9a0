"""The reasons that a client over HTTP reads: those of a server behind a URL, and those of the front."""

from __future__ import annotations

import json
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from support.bridge_process import BRIDGE, HELLO
from support.http_bridge import ACCEPT, INITIALIZED, LegacyClient, Scripted, fronted, modern, well
from support.waiting import CEILING

Answer = tuple[int, dict[str, str], Any]
REASON = "the tool is for others"


def refusing(command: str, headers: dict[str, str], frame: Any) -> Answer:
    """Refuse a call of the tool `STATUS ID` with that status, and an error of JSON-RPC under that id."""
    method = None if frame is None else frame.get("method")
    if method == "server/discover":
        found = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "resultType": "complete"}
        return 200, {}, {"jsonrpc": "2.0", "id": frame["id"], "result": found}
    if method != "tools/call":
        return well(command, headers, frame)
    status, id = frame["params"]["name"].split()
    own = {"own": frame["id"], "none": None}.get(id, id)
    return int(status), {}, {"jsonrpc": "2.0", "id": own, "error": {"code": -32001, "message": REASON}}


# Reasons of a server

REFUSALS = (
    "400 own",
    "400 none",
    "400 server-error",
    "401 none",
    "403 own",
    "403 server-error",
    "404 none",
    "503 own",
)


@pytest.mark.parametrize("server", ["2025-06-18", "2026-07-28"])
@pytest.mark.parametrize("client", ["legacy", "modern"])
def test_the_reason_of_a_refusal_reaches_the_client(client: str, server: str) -> None:
    """The message of the error in a body of any status is in the response to the request, under its id."""

    def ask(url: str) -> None:
        legacy = LegacyClient(url) if client == "legacy" else None
        for name in REFUSALS:
            status = int(name.split()[0])
            if status == 404 and server == "2025-06-18":
                continue  # ends the session, as the next test shows
            if legacy is not None:
                found = legacy.call(name, name=name)
            else:
                frame, headers = modern("tools/call", id=name, name=name)
                found = httpx2.post(url, json=frame, headers=headers, timeout=CEILING)
            answer = found.json()
            assert answer["id"] == name and REASON in answer["error"]["message"], answer
            assert (found.status_code == status) is (status in (401, 403))

    fronted(refusing, server, ask)


def test_the_reason_for_the_end_of_a_session_reaches_the_client() -> None:
    """A 404 in a session ends the session, and says why."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        status, extra, text = refusing(command, headers, frame)
        return status, {**extra, "mcp-session-id": "s1"}, text

    found = fronted(answer, "2025-06-18", lambda url: LegacyClient(url).call(name="404 none"))
    assert found.json()["error"]["message"] == f"the server is gone: it ended the session: {REASON}"


def test_reasons_are_lines_on_stdio() -> None:
    """A refused request is an error, a refused notification a line, and both name the reason."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        if frame is not None and frame.get("method") == "notifications/initialized":
            return 400, {}, {"jsonrpc": "2.0", "error": {"code": -32001, "message": REASON}}
        return refusing(command, headers, frame)

    with Scripted(answer) as server:
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "403 none"}}
        lines = "".join(json.dumps(frame) + "\n" for frame in (HELLO, INITIALIZED, request))
        done = subprocess.run(
            [*BRIDGE, "--quiet", "--server", "2025-06-18", "--connect", server.url],
            input=lines,
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    error = json.loads(done.stdout.splitlines()[-1])["error"]
    assert error["message"] == f"the server answers 403: {REASON}"
    said = done.stderr.splitlines()
    assert f"{server.url}: answers notifications/initialized with 400: {REASON}" in said
    assert f"{server.url}: answered with HTTP status 403: {REASON}; pass --login or --header" in said


def test_a_wrong_path_of_the_server_is_named() -> None:
    """A page in the place of an answer, with the status 404, is probably another path."""
    frame, headers = modern("tools/list", id="m")
    found = fronted(
        lambda *request: (404, {"content-type": "text/html"}, b"<p>no</p>"),
        "2026-07-28",
        lambda url: httpx2.post(url, json=frame, headers=headers, timeout=CEILING),
    )
    assert found.json()["error"]["message"].endswith(
        "not with a JSON-RPC response; check the path of the URL"
    )


# Reasons of the front

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
REFUSED = [
    ("POST", "/mcp", LIST, {}, 400, "Mcp-Session-Id: is missing; send initialize"),
    ("POST", "/mcp", LIST, {"mcp-protocol-version": "2025-06-18"}, 400, "Mcp-Session-Id: is missing; send"),
    ("POST", "/mcp", INITIALIZED, {}, 400, "Mcp-Session-Id: is missing; send initialize"),
    ("GET", "/mcp", None, {}, 400, "Mcp-Session-Id: is missing; send initialize"),
    ("DELETE", "/mcp", None, {}, 400, "Mcp-Session-Id: is missing; send initialize"),
    ("POST", "/", LIST, {}, 404, "this path is not served; the path of the bridge is /mcp"),
    ("GET", "/mcp/", None, {}, 404, "this path is not served; the path of the bridge is /mcp"),
    ("PUT", "/mcp", LIST, {}, 405, "the method: must be one of GET, POST, DELETE"),
    ("OPTIONS", "/mcp", None, {}, 405, "the method: must be one of GET, POST, DELETE"),
    (
        "POST",
        "/mcp",
        LIST,
        {"host": "evil.example"},
        403,
        "Host: is not an allowed name; --allow-host of",
    ),
    ("POST", "/mcp", LIST, {"origin": "https://evil.example"}, 403, "Origin: is not an allowed origin"),
]


def test_each_refusal_of_the_front_has_its_place_and_its_remedy() -> None:
    """A forgotten header, a wrong path, a wrong method and a strange name are told apart."""

    def ask(url: str) -> None:
        base = url.removesuffix("/mcp")
        for method, path, frame, headers, status, start in REFUSED:
            content = None if frame is None else json.dumps(frame)
            found = httpx2.request(
                method, base + path, content=content, headers={**ACCEPT, **headers}, timeout=CEILING
            )
            error = found.json()["error"]
            assert (found.status_code, error["message"][: len(start)]) == (status, start), (method, path)
            assert status != 405 or found.headers["allow"]

    fronted(well, "2025-06-18", ask)


def test_a_look_at_the_headers_takes_no_frame() -> None:
    """HEAD is refused: as a reader of the stream of a session it would take the frames of the client."""

    def ask(url: str) -> int:
        client = LegacyClient(url)
        return client.http.head(url).status_code

    assert fronted(well, "2025-06-18", ask) == 405


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25"])
def test_a_client_that_ends_its_session_is_told_that(revision: str) -> None:
    """A call that is open when its client sends DELETE ends with the session, not with the server."""
    is_called, may_end = threading.Event(), threading.Event()

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        if frame is not None and frame.get("method") == "tools/call":
            is_called.set()
            may_end.wait(CEILING)
        return well(command, headers, frame)

    def ask(url: str) -> Any:
        client = LegacyClient(url, revision)
        client.post(INITIALIZED)
        with ThreadPoolExecutor() as pool:
            open_call = pool.submit(client.call, "m", name="slow")
            assert is_called.wait(CEILING)
            assert client.http.delete(url, timeout=CEILING).status_code == 200
            may_end.set()
            return open_call.result().json()["error"]["message"]

    assert fronted(answer, "2025-06-18", ask) == "the server is gone"
