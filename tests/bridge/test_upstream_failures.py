"""Servers behind a URL that are not there, redirect, ask for authorization, or speak the oldest transport."""

from __future__ import annotations

import json
import random
import signal
import socket
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
import pytest

from mcp_bridge import http_client
from mcp_bridge.diagnostics import UNREACHED_STEP
from mcp_bridge.options import STOPPING
from mcpgen.cli import run
from support import waiting
from support.bridge_process import (
    BRIDGE,
    HELLO,
    call,
    finish,
    hear,
    running,
    say,
)
from support.http_bridge import (
    ACCEPT,
    INITIALIZED,
    META,
    LegacyClient,
    ListeningBridge,
    Scripted,
    frames,
    fronted,
    modern,
    nowhere,
    well,
    without_silence,
)
from support.waiting import CEILING

BEARER = "Bearer token-secret"
CHALLENGE = 'Bearer resource_metadata="https://x"'
Answer = tuple[int, dict[str, str], Any]


def answered(arguments: list[str], *frames: Any) -> subprocess.CompletedProcess[str]:
    """Return the end of a bridge on stdio whose client hangs up once each of its requests is answered."""
    pipe = subprocess.PIPE
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("".join(json.dumps(frame) + "\n" for frame in frames))
        process.stdin.flush()
        answers = "".join(process.stdout.readline() for frame in frames if "id" in frame)
        more, lines = process.communicate(timeout=CEILING)
        return subprocess.CompletedProcess(arguments, process.returncode, answers + more, lines)


def lines_of(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the lines of a bridge on stderr, however slow the machine is."""
    return without_silence(done.stderr.splitlines())


# Servers that are not there


@pytest.mark.parametrize(
    "client, server",
    [("legacy", "auto"), ("modern", "2026-07-28")],
)
def test_a_server_that_is_not_there_is_an_answer_a_line_and_status_2(client: str, server: str) -> None:
    """The line names the address, and the answer has the id of the request."""
    request = HELLO if client == "legacy" else modern("tools/list", id="m")[0]
    with nowhere() as url:
        done = subprocess.run(
            [*BRIDGE, "--quiet", "--server", server, "--connect", url],
            input=json.dumps(request) + "\n",
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    (answer,) = [json.loads(line) for line in done.stdout.splitlines()]
    reason = f"the server cannot be reached: Connection refused; {UNREACHED_STEP}"
    assert answer["id"] == request["id"] and reason in answer["error"]["message"]
    assert lines_of(done) == [f"{url}: {reason}"] and done.returncode == 2


@pytest.mark.parametrize("client", ["legacy", "modern"])
def test_a_wrong_path_is_one_line(client: str) -> None:
    """The search for the revision, the older transport and the client's next frame add none."""
    frames: list[Any] = [HELLO, INITIALIZED] if client == "legacy" else [modern("tools/list", id="m")[0]]
    with Scripted(lambda *request: (404, {}, None)) as server:
        done = subprocess.run(
            [*BRIDGE, "--connect", server.url],
            input="".join(json.dumps(frame) + "\n" for frame in frames),
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    reason = "the server answers 404 with nothing, not with a JSON-RPC response; check the path of the URL"
    assert lines_of(done) == [f"{server.url}: {reason}"] and done.returncode == 2
    assert json.loads(done.stdout)["error"]["message"] == reason


def test_a_server_that_reads_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is that for a body, not the longer time until an answer begins."""
    monkeypatch.setattr(http_client, "SEND", 0.1)

    async def post(url: str) -> None:
        client = http_client.HttpClient()
        try:
            async with client.open("POST", url, {}, bytes(64 << 20)):
                pass
        finally:
            await client.close()

    reason = "the server cannot be reached: it reads nothing of the request for 0.1 seconds; "
    reason += UNREACHED_STEP
    with socket.create_server(("127.0.0.1", 0)) as listener:  # the kernel accepts the connection
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        with pytest.raises(http_client.UpstreamFailure, match=f"^{reason}$"):
            waiting.run(post(url))


def test_tls_to_a_plain_port_is_named() -> None:
    """The line says how to reach the server."""
    with Scripted(well) as server:
        url = server.url.replace("http:", "https:")
        done = subprocess.run(
            [*BRIDGE, "--connect", url],
            input=json.dumps(HELLO) + "\n",
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    reason = "the server cannot be reached: the server does not speak TLS; try http://"
    assert lines_of(done) == [f"{url}: {reason}"]
    assert json.loads(done.stdout)["error"]["message"] == reason


@pytest.mark.parametrize(
    "sent, reason",
    [
        (b"", "the server ended an answer early"),
        (b"HTTP/1.1 200 OK\r\ncontent-le", "the server ended an answer early"),
        (
            b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
            "the server ended an answer early",
        ),
        (
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
            "the server ended an answer early",
        ),
        (
            b"220 mail.example ESMTP\r\n\r\n",
            f"the server cannot be reached: the server does not speak HTTP; {UNREACHED_STEP}",
        ),
    ],
)
def test_a_server_that_ends_early_is_told_from_one_of_another_protocol(sent: bytes, reason: str) -> None:
    """A server that dies during a call, before and after the head of its answer, and a server of mail."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.connection.recv(1 << 16)
            self.wfile.write(sent)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/mcp"
        arguments = [*BRIDGE, "--server", "2025-06-18", "--connect", url]
        done = subprocess.run(
            arguments,
            input=json.dumps(HELLO) + "\n",
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
        server.shutdown()
    assert json.loads(done.stdout)["error"]["message"] == reason
    assert lines_of(done) == [f"{url}: {reason}"]


def test_clients_of_a_server_that_is_not_there_share_a_line() -> None:
    """Each client gets an answer under its id, and the operator one line and a number."""
    refused = f"the server cannot be reached: Connection refused; {UNREACHED_STEP}"
    with (
        nowhere() as url,
        ListeningBridge("--connect", url) as bridge,
        httpx2.Client(timeout=CEILING) as http,
    ):
        for number in range(3):
            frame, headers = modern("tools/list", id=number)
            answer = http.post(bridge.url, json=frame, headers=headers).json()
            assert answer["id"] == number and answer["error"]["message"].endswith(refused)
            answer = http.post(bridge.url, json={**HELLO, "id": number}, headers=ACCEPT).json()
            assert answer["id"] == number and answer["error"]["message"].endswith(refused)
        lines, _ = bridge.stopped()
    lines = without_silence(lines)
    line = f"{url}: {refused}"
    assert lines[0] == f"{line} (session 1)" and len(lines) == 2 and lines[1].startswith(f"{line} (")


# The end of the bridge


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25"])
def test_a_bridge_ends_once_its_client_has_hung_up_and_is_answered(revision: str) -> None:
    """Nothing is waited for after the last answer of a server behind a URL.

    The bridge would wait for ever for an answer, so that a busy machine is told from a bridge that waits.
    """
    with Scripted(well) as server:
        done = subprocess.run(
            [*BRIDGE, "--server", revision, "--connect", server.url],
            input=json.dumps(HELLO) + "\n",
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    assert done.returncode == 0 and "result" in json.loads(done.stdout)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_is_not_blamed_for_a_call_that_a_signal_ends(number: signal.Signals) -> None:
    """The call is answered by the bridge; the server ends the stream because its session ends."""
    called, deleted = threading.Event(), threading.Event()

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        if command == "DELETE":
            deleted.set()
        elif command == "POST" and frame["method"] == "tools/call":
            called.set()
            deleted.wait(CEILING)
            return 200, {"content-type": "text/event-stream"}, None
        return well(command, headers, frame)

    call = {"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": {"name": "t"}}
    with Scripted(answer) as server:
        arguments = [*BRIDGE, "--quiet", "--server", "2025-06-18", "--connect", server.url]
        with subprocess.Popen(arguments, stdin=-1, stdout=-1, stderr=-1) as bridge:
            assert bridge.stdin is not None
            bridge.stdin.write(b"".join(json.dumps(each).encode() + b"\n" for each in (HELLO, call)))
            bridge.stdin.flush()
            assert called.wait(CEILING)
            bridge.send_signal(number)
            assert bridge.wait(CEILING) == 128 + number and deleted.is_set()
            out, err = bridge.communicate()
    assert json.loads(out.splitlines()[1])["error"]["message"] == STOPPING
    assert without_silence(err.decode().splitlines()) == [f"mcp-bridge: stopped by {number.name}"]


# Redirects


def test_no_header_follows_a_redirect() -> None:
    """Neither a request, a notification nor a stream reaches another origin, and the answer names that."""
    other = Scripted(well)

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        if frame is not None and frame.get("method") == "initialize":
            return well(command, headers, frame)
        status = int(frame["params"]["name"]) if "id" in (frame or ()) else 307
        return status, {"location": f"{other.url}?key=location-secret"}, None

    with other, Scripted(answer) as server:
        options = ("--server", "2025-06-18", "--header", "x-own: own-secret", "--connect", server.url)
        with ListeningBridge(*options) as bridge:
            client = LegacyClient(bridge.url, authorization=BEARER)
            client.post(INITIALIZED)
            errors = [client.call(name=str(status)).json()["error"] for status in (301, 302, 303, 307, 308)]
            lines, _ = bridge.stopped()
        assert {command for command, _, _ in server.seen} == {"POST", "GET", "DELETE"}
        assert all(headers["authorization"] == BEARER for _, headers, _ in server.seen)
        assert other.seen == []
    reason = f"the server redirects to {other.url}; the bridge does not follow redirects"
    assert {error["message"] for error in errors} == {
        reason
    } and f"{server.url}: {reason} (session 1)" in lines
    assert "secret" not in json.dumps([errors, lines])


# Authorization


@pytest.mark.parametrize(
    "client, server, status",
    [
        ("legacy", "auto", 401),
        ("legacy", "2025-06-18", 403),
        ("legacy", "2026-07-28", 401),
        ("modern", "auto", 403),
        ("modern", "2025-06-18", 401),
        ("modern", "2026-07-28", 403),
    ],
)
def test_a_challenge_reaches_every_client(client: str, server: str, status: int) -> None:
    """The first request of a client of either era gets the status and the header."""
    frame, headers = (HELLO, ACCEPT) if client == "legacy" else modern("tools/list", id="m")

    def answer(*request: Any) -> Answer:
        return status, {"www-authenticate": CHALLENGE}, None

    def first(url: str) -> httpx2.Response:
        return httpx2.post(url, json=frame, headers=headers, timeout=CEILING)

    found = fronted(answer, server, first)
    assert (found.status_code, found.headers["www-authenticate"]) == (status, CHALLENGE)
    assert found.json()["id"] == frame["id"]


def test_a_challenge_is_over_when_the_server_answers() -> None:
    """Errors of a server that speaks of a status are no challenge, before or after one."""
    error = {"code": -32603, "message": "the server answers 401", "data": {"status": 401}}

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        if frame is None or frame.get("method") != "tools/call":
            return well(command, headers, frame)
        kind = frame["params"]["name"]
        if kind == "challenge":
            return 401, {"www-authenticate": CHALLENGE}, None
        if kind == "forged":
            error["data"] = {"status": 401, "www-authenticate": CHALLENGE}
        found = {"result": {"content": []}} if kind == "t" else {"error": error}
        return 200, {}, {"jsonrpc": "2.0", "id": frame["id"], **found}

    def calls(url: str) -> list[int]:
        client = LegacyClient(url)
        client.post(INITIALIZED)
        kinds = ["error", "challenge", "error", "t", "forged", "challenge"]
        return [client.call(name=kind).status_code for kind in kinds]

    assert fronted(answer, "2025-06-18", calls) == [200, 401, 200, 200, 200, 401]


# The transport of 2024-11-05


def test_the_end_of_the_stream_of_all_answers_is_the_end_of_the_server() -> None:
    """A server of 2024-11-05 whose stream ends after the address is gone, and the request is answered."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        if command == "GET":
            return 200, {"content-type": "text/event-stream"}, b"event: endpoint\ndata: /post\n\n"
        return (405 if posts.pop() == 0 else 202), {}, None

    posts = [2, 1, 0]
    with Scripted(answer) as server:
        done = answered([*BRIDGE, "--server", "2024-11-05", "--connect", server.url], HELLO)
    assert "is gone" in json.loads(done.stdout)["error"]["message"]
    assert lines_of(done) == [f"{server.url}: closed the SSE stream while the client was still connected"]


@pytest.mark.parametrize("status", [400, 404, 405])
def test_a_probe_of_an_old_server_is_not_reported(status: int) -> None:
    """Only `server/discover` fails without a JSON-RPC answer, and then the handshake opens the session."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        if frame is not None and frame.get("method") == "server/discover":
            return status, {"content-type": "text/plain"}, b"no"
        return well(command, headers, frame)

    with Scripted(answer) as server:
        done = subprocess.run(
            [*BRIDGE, "--connect", server.url],
            input=json.dumps(modern("tools/list", id="m")[0]) + "\n",
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    assert [tool["name"] for tool in json.loads(done.stdout)["result"]["tools"]] == ["t"]
    assert lines_of(done) == ["bridge: client 2026-07-28, server 2025-06-18"]


# Errors of the bridge in the place of an answer


def logged(tmp_path: Path, server: str, url: str, *frames: Any) -> tuple[list[Any], list[Any], str]:
    """Return the answers, the lines of the log and the path of the log of a session with a URL on stdio."""
    log = tmp_path / "bridge.jsonl"
    options = ["--quiet", "--server", server, "--log", str(log), "--connect", url]
    done = answered([*BRIDGE, *options], *frames)
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return [json.loads(line) for line in done.stdout.splitlines()], lines, str(log)


@pytest.mark.parametrize("failure", ["not there", "cut", "404", "a page"])
def test_the_log_names_the_bridge_as_the_author_of_its_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], failure: str
) -> None:
    """An error in the place of the server's answer has `by`; every frame of the server has none."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        if frame is None or frame.get("method") != "tools/call" or failure == "not there":
            return well(command, headers, frame)
        page = {"content-type": "text/html"}
        return {
            "cut": (200, {}, b'{"jsonrpc":"2.0","id":'),
            "404": (404, {}, None),
            "a page": (200, page, b"<p>"),
        }[failure]

    frames = [
        HELLO,
        INITIALIZED,
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t"}},
    ]
    with Scripted(answer) as server, nowhere() as unreachable:
        url = server.url if failure != "not there" else unreachable
        answers, lines, log = logged(tmp_path, "2025-06-18", url, *frames)
    assert len(answers) == 2 and "error" in answers[1]
    made = [line for line in lines if "by" in line]
    assert made and {(line["by"], line["from"], line["side"]) for line in made} == {
        ("bridge", "server", "server")
    }
    assert all("error" in line["message"] for line in made)
    by_server = [line for line in lines if line["from"] == line["side"] == "server" and "by" not in line]
    assert all("result" in line["message"] for line in by_server) and bool(by_server) == (
        failure != "not there"
    )
    for command in (["validate", "--revision", "auto"], ["convert", "--from", "auto", "--to", "2025-11-25"]):
        status = run([*command, log])
        shown = capsys.readouterr()
        assert status in (0, None) and "/from" not in shown.err + shown.out
        if command[0] == "convert":
            converted = [json.loads(line) for line in shown.out.splitlines()]
            assert [line.get("by") for line in converted] == [line.get("by") for line in lines]


@pytest.mark.parametrize(
    "method, member, value",
    [
        ("tools/call", "name", 5),
        ("tools/call", "name", None),
        ("prompts/get", "name", ["a"]),
        ("resources/read", "uri", {}),
        ("resources/read", "uri", True),
    ],
)
@pytest.mark.parametrize("client", ["2025-11-25", "2026-07-28"])
def test_a_name_that_no_header_mirrors_is_refused_at_its_place(
    tmp_path: Path, client: str, method: str, member: str, value: Any
) -> None:
    """The user sent no header, so the error is about the params; the server does not get the request."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> Answer:
        if frame["method"] == method:
            error = {"code": -32020, "message": "the mcp-name header does not match"}
            return 400, {}, {"jsonrpc": "2.0", "id": frame["id"], "error": error}
        result = {
            **{
                "resultType": "complete",
                "supportedVersions": ["2026-07-28"],
                "ttlMs": 0,
                "cacheScope": "private",
            },
            **{
                "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
                "serverInfo": {"name": "s", "version": "1"},
            },
        }
        return 200, {}, {"jsonrpc": "2.0", "id": frame["id"], "result": result}

    with Scripted(answer) as server:
        for params, place in (
            ({member: value}, f"/params/{member}: "),
            ({}, f"/params: '{member}' is missing"),
        ):
            if client == "2025-11-25":
                frames = [HELLO, {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}]
            else:
                frames = [modern(method, id=1, **params)[0]]
            (tmp_path / "bridge.jsonl").unlink(missing_ok=True)
            answers, lines, _ = logged(tmp_path, "2026-07-28", server.url, *frames)
            (error,) = [each["error"] for each in answers if each["id"] == 1]
            assert error["code"] == -32602 and error["message"].startswith(place)
            assert [line["message"]["error"] for line in lines if "by" in line] == [error]
        assert all(frame["method"] != method for _, _, frame in server.seen if frame)


# Sessions that a server forgets


class Forgetful:
    """A server that keeps a level and subscriptions for a session, and forgets sessions when it is told."""

    def __init__(self, **changes: Any) -> None:
        self.sessions: dict[str, dict[str, Any]] = {}
        self.opened = self.calls = 0
        self.deleted: list[str] = []
        self.changes = changes  # of the result of a later `initialize`
        self.refuses_calls = self.refuses_levels = self.breaks = False
        self.confirmed = threading.Event()  # a client has sent `notifications/initialized`

    def __call__(self, command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        """Answer a request."""
        name = headers.get("mcp-session-id", "")
        if command == "DELETE":
            self.deleted.append(name)
        method = (frame or {}).get("method")
        if method == "initialize":
            return self._open(frame)
        if command == "GET" and "last-event-id" not in headers:
            return 405, {}, None  # there is no stream of the session, so only a request meets its loss
        session = self.sessions.get(name)
        if session is None or (self.refuses_calls and method == "tools/call"):
            error = {"code": -32600, "message": "Session not found"}
            return 404, {}, {"jsonrpc": "2.0", "id": None, "error": error}
        if command != "POST" or "id" not in frame:
            if method == "notifications/initialized":
                session["ready"] = True
                self.confirmed.set()
            return 202, {}, None
        params = frame.get("params", {})
        self.calls += method == "tools/call"
        if method == "logging/setLevel":
            if self.refuses_levels:
                return 500, {}, None
            session["level"] = params["level"]
        elif method in ("resources/subscribe", "resources/unsubscribe"):
            change = session["uris"].add if method == "resources/subscribe" else session["uris"].discard
            change(params["uri"])
        if self.breaks and method == "tools/call":
            self.sessions.clear()
            return 200, {"content-type": "text/event-stream"}, b"id: 1\nretry: 50\ndata:\n\n"
        state = {**session, "uris": sorted(session["uris"])}
        content = [{"type": "text", "text": json.dumps(state)}] if method == "tools/call" else None
        result = {} if content is None else {"content": content}
        return 200, {}, {"jsonrpc": "2.0", "id": frame["id"], "result": result}

    def _open(self, frame: Any) -> tuple[int, dict[str, str], Any]:
        self.opened += 1
        name = f"s{self.opened}"
        self.sessions[name] = {"level": None, "uris": set(), "ready": False}
        capabilities = {"tools": {}, "logging": {}, "resources": {"subscribe": True}}
        facts = {"protocolVersion": "2025-06-18", "capabilities": capabilities}
        facts |= self.changes if self.opened > 1 else {}
        result = {**facts, "serverInfo": {"name": "s", "version": str(self.opened)}}
        answer = {"jsonrpc": "2.0", "id": frame["id"], "result": result}
        return 200, {"mcp-session-id": name}, answer


@contextmanager
def conversation(server: Forgetful, client: str, **capabilities: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Start a bridge on stdio in front of a server, and make the handshake."""
    with Scripted(server) as upstream:
        options = ("--connect", upstream.url)
        with running(client=client, to="2025-06-18", options=options) as process:
            facts = {"protocolVersion": client, "capabilities": capabilities}
            hello = {**HELLO, "params": {**HELLO["params"], **facts}}
            say(process, hello, {"jsonrpc": "2.0", "method": "notifications/initialized"})
            assert "result" in hear(process) and server.confirmed.wait(CEILING)
            yield process


@pytest.mark.parametrize("client", ["2025-06-18", "2025-11-25"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_session_that_the_server_forgets_is_begun_again(seed: int, client: str) -> None:
    """Every call is answered by a session with the level and the subscriptions that the client has set."""
    draw, server = random.Random(seed), Forgetful()
    level, uris, forgotten, ids = None, set(), 0, count(1)
    with conversation(server, client) as process:
        for _ in range(25):
            uri = draw.choice(["x://a", "x://b", "x://c"])
            act = draw.choice(["forget", "call", "level", "resources/subscribe", "resources/unsubscribe"])
            if act == "forget":
                server.sessions.clear()
                forgotten += 1
                calls = [call(next(ids)) for _ in range(draw.choice([1, 8]))]
                say(process, *calls)
                heard = [hear(process) for _ in calls]
                assert {frame["id"] for frame in heard} == {frame["id"] for frame in calls}
            elif act == "call":
                say(process, call(next(ids)))
                heard = [hear(process)]
            else:
                method = "logging/setLevel" if act == "level" else act
                value = draw.choice(["debug", "error"])
                params = {"level": value} if act == "level" else {"uri": uri}
                level = value if act == "level" else level
                uris = uris | {uri} if act == "resources/subscribe" else uris
                uris = uris - {uri} if act == "resources/unsubscribe" else uris
                say(process, {"jsonrpc": "2.0", "id": next(ids), "method": method, "params": params})
                assert "result" in hear(process)
                continue
            states = [json.loads(frame["result"]["content"][0]["text"]) for frame in heard]
            assert states == [{"level": level, "uris": sorted(uris), "ready": True}] * len(states)
        assert server.opened == 1 + forgotten > 1
        rest, lines, status = finish(process)
    assert not rest and status == 0
    assert "no longer knows the session" in lines


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"capabilities": {}},
            "; the bridge cannot open another session: "
            "the server now has another revision or other capabilities",
        ),
        (
            {"protocolVersion": "2025-03-26"},
            "; the bridge cannot open another session: the server now has "
            "another revision or other capabilities",
        ),
        (None, ""),
    ],
)
def test_a_session_that_cannot_be_begun_again_ends(changes: dict[str, Any] | None, reason: str) -> None:
    """Another outcome of the handshake, or a server that forgets the session again, ends the bridge."""
    server = Forgetful(**(changes or {}))
    with conversation(server, "2025-06-18") as process:
        server.sessions.clear()
        server.refuses_calls = changes is None
        say(process, call(1))
        message = hear(process)["error"]["message"]
        assert message == f"the server is gone: it ended the session: Session not found{reason}"
        _, _, status = finish(process)
    assert status == 1 and server.opened == 2 and server.calls == 0
    assert server.deleted == ([] if changes is None else ["s2"])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_client_without_a_session_sees_no_restart(seed: int) -> None:
    """Every call over HTTP is answered, one at a time or several at once, by a session with its log level."""
    draw, server = random.Random(seed), Forgetful()

    def level_of(level: str) -> tuple[int, str]:
        frame, headers = modern("tools/call", name="t", _meta={META + "logLevel": level})
        response = httpx2.post(front, json=frame, headers=headers, timeout=CEILING)
        found = next(one for one in frames(response) if "result" in one or "error" in one)
        return response.status_code, json.loads(found["result"]["content"][0]["text"])["level"]

    def scenario(url: str) -> int:
        nonlocal front
        front, forgotten = url, 0
        for _ in range(12):
            if server.opened and draw.random() < 0.5:
                server.sessions.clear()
                forgotten += 1
            levels = draw.choices(["debug", "error"], k=draw.choice([1, 4]))
            with ThreadPoolExecutor(4) as pool:
                assert [*pool.map(level_of, levels)] == [(200, level) for level in levels]
        return forgotten

    front = ""
    assert fronted(server, "2025-06-18", scenario) > 0 < server.calls


def test_a_session_that_is_not_whole_is_given_back() -> None:
    """A session without its log level is ended at the server; the next request begins one more."""
    server = Forgetful()
    level = {"jsonrpc": "2.0", "id": 1, "method": "logging/setLevel", "params": {"level": "error"}}
    with conversation(server, "2025-06-18") as process:
        say(process, level)
        assert "result" in hear(process)
        server.sessions.clear()
        server.refuses_levels = True
        say(process, call(2))
        assert "the server answers 500" in hear(process)["error"]["message"]
        assert server.deleted == ["s2"] and server.calls == 0
        server.refuses_levels = False
        say(process, call(3))
        assert json.loads(hear(process)["result"]["content"][0]["text"])["level"] == "error"
        finish(process)
    assert server.deleted == ["s2", "s3"]


def test_a_request_that_has_begun_is_not_sent_again() -> None:
    """Its stream cannot be taken up in a forgotten session, so it gets an error; the next one goes on."""
    server = Forgetful()
    server.breaks = True
    with conversation(server, "2025-06-18") as process:
        say(process, call(1))
        assert "it ended the session" in hear(process)["error"]["message"]
        server.breaks = False
        say(process, call(2))
        assert "result" in hear(process)
        assert finish(process)[2] == 0
    assert server.calls == 2 and server.opened == 2


class Asking(Forgetful):
    """A server that asks in each call, always under the id 0, and notes the answers of each session.

    It forgets its session in the first call, and the first try to answer is 503.
    """

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[tuple[str, str]] = []  # the session, and what the answer is about
        self.tries: list[tuple[str, int]] = []

    def __call__(self, command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        """Answer a request."""
        name, kind = headers.get("mcp-session-id", ""), (frame or {}).get("method")
        if command == "POST" and kind is None:
            is_first = name == "s1" and not self.tries
            status = 503 if is_first else 202 if name in self.sessions else 404
            self.tries.append((name, status))
            if status == 202:
                self.answers.append((name, frame["result"]["content"]["about"]))
            return status, {}, None
        if kind != "tools/call" or name not in self.sessions:
            return super().__call__(command, headers, frame)
        form = {"message": name, "requestedSchema": {"type": "object", "properties": {}}}
        events = [{"jsonrpc": "2.0", "id": 0, "method": "elicitation/create", "params": form}]
        if self.opened == 1:
            self.sessions.clear()
        else:
            events.append({"jsonrpc": "2.0", "id": frame["id"], "result": {"content": []}})
        data = b"".join(b"data: %b\n\n" % json.dumps(event).encode() for event in events)
        return 200, {"content-type": "text/event-stream"}, data


def about(question: Any) -> Any:
    """Return the answer to a question, which names the question."""
    content = {"action": "accept", "content": {"about": question["params"]["message"]}}
    return {"jsonrpc": "2.0", "id": question["id"], "result": content}


@pytest.mark.parametrize("client", ["2025-06-18", "2025-11-25"])
@pytest.mark.parametrize("is_late", [False, True])
def test_no_answer_reaches_a_session_that_has_not_asked(is_late: bool, client: str) -> None:
    """A session that begins again may use the ids of the forgotten one; its question is asked."""
    server = Asking()
    with conversation(server, client, elicitation={}) as process:
        say(process, call(1))
        asked, error = hear(process), hear(process)
        assert asked["params"]["message"] == "s1" and error["id"] == 1 and "error" in error
        if not is_late:
            say(process, about(asked))
        say(process, call(2))
        frames = [hear(process) for _ in range(2 + is_late)]
        cancelled = [f["params"]["requestId"] for f in frames if f.get("method") == "notifications/cancelled"]
        assert cancelled == [asked["id"]] * is_late
        (again,) = [frame for frame in frames if frame.get("method") == "elicitation/create"]
        assert again["params"]["message"] == "s2" and again["id"] != asked["id"]
        if is_late:
            say(process, about(asked))
        say(process, about(again))
        assert finish(process)[2] == 0
    assert server.answers == [("s2", "s2")]
    assert server.tries in ([("s1", 503), ("s1", 404), ("s2", 202)], [("s2", 202)])
