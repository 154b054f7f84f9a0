"""Lines of a server that no strict parser reads, over HTTP: each request is answered."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.http_bridge import INITIALIZED, LegacyClient, frames, listening

REVISION = "2025-06-18"
HALF = "half a pair"
VALUES = {
    HALF: rb'"\ud83d"',
    "infinite": b"1e999",
    "digits": b"7" * 6000,
    "no UTF-8": b'"\xff"',
    "no number": b"NaN",
    "no end": b'"',
    "deep": b"[" * 5000 + b"]" * 5000,
}
SERVER = """
import json, sys
VALUES = {values!r}
lines, out = iter(sys.stdin.buffer.readline, b""), sys.stdout.buffer
def write(*texts):
    out.write(b"".join(text + b"\\n" for text in texts)); out.flush()
def answer(id, **result):
    return json.dumps({{"jsonrpc": "2.0", "id": id, "result": result}}).encode()
for line in lines:
    frame = json.loads(line)
    if frame.get("method") == "initialize":
        info = {{"name": "s", "version": "1"}}
        write(answer(frame["id"], protocolVersion="{revision}", capabilities={{}}, serverInfo=info))
    elif frame.get("method") == "tools/call":
        id, arguments = json.dumps(frame["id"]).encode(), frame["params"]["arguments"]
        value, good = VALUES[arguments["value"]], answer(frame["id"], content=[])
        if frame["params"]["name"] == "answer":
            write(b'{{"jsonrpc":"2.0","id":' + id + b',"result":{{"content":[],"x":' + value + b"}}}}")
        elif frame["params"]["name"] == "notify":
            log = b'{{"jsonrpc":"2.0","method":"notifications/message","params":{{"data":' + value + b"}}}}"
            write(log, good)
        else:
            write(b'{{"jsonrpc":"2.0","id":"q","method":"ping","params":{{"x":' + value + b"}}}}")
            write(answer(frame["id"], content=[], refused=json.loads(next(lines))))
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LegacyClient]:
    """Yield a client of a front whose server writes unreadable lines."""
    script: Path = tmp_path_factory.mktemp("server") / "server.py"
    script.write_text(SERVER.format(values=VALUES, revision=REVISION), "utf-8")
    with listening("--server", REVISION, "--quiet", "--", sys.executable, str(script)) as url:
        one = LegacyClient(url, REVISION)
        one.post(INITIALIZED)
        yield one


def test_text_cut_inside_a_character_is_read(client: LegacyClient) -> None:
    """Half of a surrogate pair, which JavaScript writes for cut text, reaches the client as U+FFFD."""
    for id, name in enumerate(("answer", "notify")):
        found = frames(client.call(f"half {id}", name=name, arguments={"value": HALF}))
        assert [one for one in found if one.get("id") == f"half {id}" and "result" in one]
        assert "\ufffd" in json.dumps(found, ensure_ascii=False)


@pytest.mark.parametrize("value", sorted(VALUES.keys() - {HALF}))
def test_every_request_is_answered(client: LegacyClient, value: str) -> None:
    """An unreadable answer is an error, an unreadable notification is left out, a request is refused."""
    found = {}
    for id, name in enumerate(("answer", "notify", "ask", "answer")):
        response = client.call(f"{value} {id}", name=name, arguments={"value": value})
        (found[id],) = [one for one in frames(response) if one.get("id") == f"{value} {id}"]
    assert found[0]["error"]["code"] == found[3]["error"]["code"] == -32603
    assert "unreadable" in found[0]["error"]["message"]
    assert found[1]["result"] == {"content": []}
    refused = found[2]["result"]["refused"]
    assert (refused["id"], refused["error"]["code"]) == ("q", -32700)


def test_a_session_speaks_known_revisions_only(client: LegacyClient) -> None:
    """A header that names an unknown revision is 400 with every method, and the session goes on."""
    headers = {**client.http.headers, "mcp-protocol-version": "2020-01-01"}
    for method in ("GET", "POST", "DELETE"):
        body = {"json": {"jsonrpc": "2.0", "id": 1, "method": "ping"}} if method == "POST" else {}
        refused = client.http.request(method, client.url, headers=headers, **body)
        assert refused.status_code == 400
        assert REVISION in refused.json()["error"]["data"]["supported"]
    assert client.call("after", name="notify", arguments={"value": "digits"}).status_code == 200
