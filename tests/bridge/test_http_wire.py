"""`mcp-bridge` over HTTP on the wire: batches, certificates, mirrored names, rates of frames."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from mcp_bridge.http_client import HttpClient, UpstreamFailure
from mcp_bridge.http_headers import mirrored, mismatch
from mcp_bridge.options import FrontOptions
from support.bridge_process import BRIDGE, HELLO, call
from support.http_bridge import INITIALIZED, LegacyClient, Scripted, frames, fronted, listening, modern, well
from support.waiting import CEILING

BATCHES = "2025-03-26"
PROGRESS = {
    "jsonrpc": "2.0",
    "method": "notifications/progress",
    "params": {"progressToken": 1, "progress": 1},
}
QUIET = ("--client", "auto", "--quiet")


# Batches of 2025-03-26


def batching(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
    """Answer as a server of 2025-03-26, whose answers are arrays: in JSON, or in an event."""
    if command != "POST" or "method" not in frame:
        return 202 if command == "POST" else 405, {}, None
    status, extra, body = well(command, headers, frame)
    if frame["method"] == "initialize":
        body["result"]["protocolVersion"] = BATCHES
    elif body:
        level = {"level": "info", "data": "x"}
        body = [{"jsonrpc": "2.0", "method": "notifications/message", "params": level}, body]
        if frame["params"].get("arguments"):
            return 200, {"content-type": "text/event-stream"}, f"data: {json.dumps(body)}\n\n".encode()
    return status, extra, body


@pytest.fixture(scope="module", params=["2025-06-18", BATCHES])
def front(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the URL of a front with a server that knows batches, or none."""
    with (
        Scripted(batching if request.param == BATCHES else well) as server,
        listening(*QUIET, "--server", request.param, "--connect", server.url) as url,
    ):
        yield url


@pytest.mark.parametrize("accept", ["application/json", "application/json, text/event-stream"])
def test_every_request_of_a_batch_is_answered(front: str, accept: str) -> None:
    """The answers are one array for a client that takes JSON alone, and events for any other."""
    client = LegacyClient(front, BATCHES)
    assert client.post(INITIALIZED).status_code == 202
    found = client.post([call(1), PROGRESS, call("b", arguments={"a": 1})], accept=accept)
    assert found.status_code == 200
    answers = found.json() if accept == "application/json" else frames(found)
    assert {one["id"] for one in answers if "id" in one} == {1, "b"}
    assert all("result" in one for one in answers if "id" in one)
    assert client.call(2).status_code == 200


def test_a_batch_without_requests_is_202(front: str) -> None:
    """Notifications and responses have no answer."""
    client = LegacyClient(front, BATCHES)
    client.post(INITIALIZED)
    for batch in ([PROGRESS, PROGRESS], [{"jsonrpc": "2.0", "id": 9, "result": {}}]):
        answer = client.post(batch)
        assert (answer.status_code, answer.content) == (202, b"")


DEAF = f"""
import json, sys
def each(line):
    read = json.loads(line)
    return read if isinstance(read, list) else [read]
for frame in (frame for line in sys.stdin for frame in each(line)):
    if frame.get("method") == "initialize":
        result = {{"protocolVersion": "{BATCHES}", "capabilities": {{"tools": {{}}}},
                   "serverInfo": {{"name": "s", "version": "1"}}}}
        print(json.dumps({{"jsonrpc": "2.0", "id": frame["id"], "result": result}}), flush=True)
    elif frame.get("method") == "tools/call" and frame["params"]["name"] == "quick":
        print(json.dumps({{"jsonrpc": "2.0", "id": frame["id"], "result": {{"content": []}}}}), flush=True)
"""


def cancellation(id: int) -> dict[str, Any]:
    """Return the cancellation of a request."""
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}


@pytest.mark.parametrize("server", ["2025-06-18", BATCHES])
def test_a_batch_whose_requests_are_cancelled_is_answered_by_nothing(server: str) -> None:
    """No array is empty (JSON-RPC 2.0, section 6): 202, or an array of the other answers, however late."""
    command = [sys.executable, "-c", DEAF.replace(BATCHES, server)]
    with (
        listening(*QUIET, "--server", server, "--", *command, bridge=BRIDGE) as url,
        ThreadPoolExecutor() as threads,
    ):
        client = LegacyClient(url, BATCHES)
        client.post(INITIALIZED)
        for accept in ("application/json", "application/json, text/event-stream", "text/event-stream"):
            for names, seconds in product(("deaf", "deaf deaf", "quick deaf"), (0.0, 0.2, 1.3)):
                batch = [call(id, name=name) for id, name in enumerate(names.split())]
                answering = threads.submit(client.post, batch, accept=accept)
                time.sleep(seconds)
                while not answering.done():  # one that overtakes its request is dropped
                    for id, name in enumerate(names.split()):
                        if name == "deaf":
                            client.post(cancellation(id))
                    time.sleep(0.1)
                answer = answering.result()
                if answer.headers.get("content-type") == "application/json":
                    found = answer.json()
                    assert answer.status_code == 200 and found and isinstance(found, list)
                else:
                    assert answer.status_code in (200, 202)
                    found = frames(answer)
                assert len(found) == names.count("quick"), (accept, names, seconds, answer.text)
        whole = [call(1, name="deaf"), call(2, name="deaf"), cancellation(1), cancellation(2)]
        assert (client.post(whole).status_code, client.post(whole).content) == (202, b"")


@pytest.mark.parametrize("server", ["2025-06-18", BATCHES])
def test_a_batch_on_stdio_is_answered_one_by_one(server: str) -> None:
    """No array is written, and a request that is cancelled has no answer."""
    hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": BATCHES}}
    batches = [[call(1, name="deaf"), call(2, name="deaf")], [cancellation(1), cancellation(2)]]
    given = [hello, INITIALIZED, *batches, [call(3, name="deaf"), cancellation(3)], [call(4, name="quick")]]
    done = subprocess.run(
        [*BRIDGE, "--quiet", "--server", server, "--", sys.executable, "-c", DEAF.replace(BATCHES, server)],
        input="".join(json.dumps(frame) + "\n" for frame in given),
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(answer["id"], "result" in answer) for answer in answers] == [(HELLO["id"], True), (4, True)]


def test_a_wrong_batch_is_400(front: str) -> None:
    """Nothing of such a body reaches the server, and the session goes on."""
    client = LegacyClient(front, BATCHES)
    client.post(INITIALIZED)
    wrong: list[Any] = [[], [5], [call(1), []], [call(1), call(1)], [call(1), HELLO], [HELLO, call(1)]]
    assert [client.post(batch).status_code for batch in wrong] == [400] * len(wrong)
    assert frames(client.call(1))[-1]["result"]["content"][0]["text"] == "done"
    other = LegacyClient(front, "2025-06-18")
    other.post(INITIALIZED)
    assert other.post([call(1)]).status_code == 400  # the revision has no batches
    frame, headers = modern("tools/call", name="t")
    assert httpx2.post(front, json=[frame], headers=headers, timeout=CEILING).status_code == 400


# Certificates


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return certificates with their keys: of this host, and of another."""
    return {name: certificate(tmp_path_factory.mktemp(name), name) for name in ("127.0.0.1", "192.0.2.1")}


def certificate(folder: Path, address: str) -> Path:
    """Write a certificate of an address that signs itself, with its key; return the file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path = folder / "both.pem"
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, *plain) + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


@contextmanager
def encrypted(file: Path) -> Iterator[Scripted]:
    """Serve a scripted server behind TLS with a certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server = Scripted(well)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    with server:
        yield server


def test_an_unknown_certificate_is_an_error_of_one_line(
    certificates: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client gets the reason, and the server gets nothing."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with encrypted(certificates["127.0.0.1"]) as server:
        url = server.url.replace("http://", "https://")
        done = subprocess.run(
            [*BRIDGE, *QUIET, "--server", "2025-06-18", "--connect", url],
            input=json.dumps(HELLO) + "\n",
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
        (answer,) = [json.loads(line) for line in done.stdout.splitlines()]
        assert "self-signed certificate" in answer["error"]["message"]
        assert "\n" not in answer["error"]["message"] and "Traceback" not in done.stderr
        assert server.seen == []


@pytest.mark.parametrize(
    "served, trusted", [("192.0.2.1", "192.0.2.1"), ("127.0.0.1", "192.0.2.1"), ("127.0.0.1", "127.0.0.1")]
)
def test_certificates_are_verified(
    certificates: dict[str, Path], served: str, trusted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`SSL_CERT_FILE` names the issuers to trust; the name in the certificate is that of the URL."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates[trusted]))

    async def status(url: str) -> int:
        client = HttpClient()
        try:
            async with client.open("GET", url, {}) as response:
                return response.status
        finally:
            await client.close()

    with encrypted(certificates[served]) as server:
        url = server.url.replace("http://", "https://")
        if served == trusted == "127.0.0.1":
            assert asyncio.run(status(url)) == 405
        else:
            with pytest.raises(UpstreamFailure, match="the certificate is refused: "):
                asyncio.run(status(url))
            assert server.seen == []


# Mirrored names


@pytest.mark.parametrize(
    "method, member",
    [
        ("tools/call", "name"),
        ("prompts/get", "name"),
        ("resources/read", "uri"),
        ("tasks/get", "taskId"),
        ("tasks/update", "taskId"),
        ("tasks/cancel", "taskId"),
    ],
)
def test_the_name_of_a_request_is_mirrored(method: str, member: str) -> None:
    """Each method that names a thing has `Mcp-Name`: missing and different names are a mismatch."""
    frame, _ = modern(method, **{member: "tûrm", "arguments": {"region": "eu"}})
    headers = mirrored(frame, {"region": ("region",)})
    assert headers["mcp-name"] == "=?base64?dMO7cm0=?=" and headers["mcp-param-region"] == "eu"
    assert mismatch(frame, headers, {}) is None
    other, _ = modern(method, **{member: "other"})
    assert "mcp-name" in (mismatch(other, headers, {}) or "")
    del headers["mcp-name"]
    assert "mcp-name is missing" in (mismatch(frame, headers, {}) or "")


def test_a_request_about_another_task_than_its_header_is_refused() -> None:
    """The front compares `Mcp-Name` with the task, before the server sees the request."""
    with (
        Scripted(well) as server,
        listening(*QUIET, "--server", "2025-06-18", "--connect", server.url) as url,
        httpx2.Client(timeout=CEILING) as http,
    ):
        for method in ("tasks/get", "tasks/update", "tasks/cancel"):
            frame, headers = modern(method, taskId="one")
            for sent in ({**headers, "mcp-name": "two"}, headers):
                answer = http.post(url, json=frame, headers=sent)
                assert answer.status_code == 400 and answer.json()["error"]["code"] == -32020
            answer = http.post(url, json=frame, headers={**headers, "mcp-name": "one"})
            assert answer.json()["error"]["code"] == -32601  # this server has no tasks
            assert not any(method == (seen or {}).get("method") for _, _, seen in server.seen)


@pytest.mark.parametrize(
    "requests, notes, status",
    [(2, 0, 200), (3, 0, 413), (1, 15, 200), (2, 14, 200), (2, 15, 413), (0, 16, 202), (0, 17, 413)],
)
def test_a_batch_that_never_fits_is_413(requests: int, notes: int, status: int) -> None:
    """It has more requests than a session may have open, or eight times as many frames."""

    def scenario(url: str) -> httpx2.Response:
        client = LegacyClient(url, "2025-03-26")
        note = {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}
        return client.post([call(id) for id in range(requests)] + [note] * notes)

    answer = fronted(well, "2025-06-18", scenario, FrontOptions(streams=2))
    assert answer.status_code == status
    if status == 200:
        (found,) = frames(answer)[:1]
        assert len(found if isinstance(found, list) else frames(answer)) == requests


def test_an_answer_has_its_status_once_the_server_has_taken_it() -> None:
    """Only then does the client know that it need not come again."""
    taken: list[Any] = []

    def slow(command: str, headers: dict[str, str], frame: Any) -> Any:
        if command == "POST" and "method" not in frame:
            time.sleep(0.5)
            taken.append(frame["result"])
            return 202, {}, None
        status, extra, body = well(command, headers, frame)
        if command == "POST" and frame.get("method") == "tools/call":
            asked = {"jsonrpc": "2.0", "id": "s", "method": "ping"}
            events = "".join(f"data: {json.dumps(each)}\n\n" for each in (asked, body))
            return 200, {"content-type": "text/event-stream"}, events.encode()
        return status, extra, body

    def scenario(url: str) -> int:
        client = LegacyClient(url)
        asked = next(frame for frame in frames(client.call()) if frame.get("method") == "ping")
        answer = client.post({"jsonrpc": "2.0", "id": asked["id"], "result": {}})
        assert taken == [{}]
        return answer.status_code

    assert fronted(slow, "2025-06-18", scenario) == 202
