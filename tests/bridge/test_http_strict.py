"""Requests to the HTTP front that two readers may read differently, and bodies that it does not read."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from mcp_bridge.http_trust import _stranger
from mcp_bridge.options import FrontOptions
from support.bridge_process import call
from support.http_bridge import INITIALIZED, LegacyClient, Scripted, listening, modern, well
from support.waiting import CEILING

REVISION = "2025-06-18"


@pytest.fixture(scope="module")
def server() -> Iterator[Scripted]:
    """Yield a scripted server."""
    with Scripted(well) as one:
        yield one


@pytest.fixture(scope="module")
def front(server: Scripted) -> Iterator[str]:
    """Yield the URL of a front whose legacy clients may speak the revision of the server."""
    with listening("--client", "auto", "--server", REVISION, "--quiet", "--connect", server.url) as url:
        yield url


async def exchanged(url: str, data: bytes, step: int = 1 << 16, responses: int | None = None) -> bytes:
    """Write bytes in steps; return everything until the connection ends, or a number of responses begin."""
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(url).port)
    for start in range(0, len(data), step):
        writer.write(data[start : start + step])
        await asyncio.sleep(0)
    found = b""
    with suppress(ConnectionError):  # of a connection that is closed while data is on the way
        while found.count(b"HTTP/1.1 ") != responses:
            part = await asyncio.wait_for(reader.read(1 << 16), CEILING)
            if not part:
                break
            found += part
    writer.close()
    return found


def post(frame: Any, headers: dict[str, str], *lines: bytes) -> bytes:
    """Return a request with further lines in its head, each with its own end."""
    body = json.dumps(frame).encode()
    given = {"Host": "localhost", **headers, "Content-Length": str(len(body))}
    head = [b"POST /mcp HTTP/1.1\r\n", *(f"{name}: {value}\r\n".encode() for name, value in given.items())]
    return b"".join([*head, *lines, b"\r\n", body])


# Heads


@pytest.mark.parametrize("seed", range(6))
def test_a_head_with_odd_lines_is_refused(front: str, server: Scripted, seed: int) -> None:
    """A bare LF or CR, or a line that is continued, is 400 wherever it stands and however it arrives."""
    rng = random.Random(seed)
    frame, headers = modern("tools/call", id=f"odd{seed}", name="t")
    plain = post(frame, headers)
    end = plain.index(b"\r\n\r\n")
    places = [place for place in range(end) if plain[place : place + 2] == b"\r\n"]
    place, odd = rng.choice(places), rng.choice([b"\n", b"\r", b"\r\n ", b"\r\n\t", b"\n\t"])
    data = plain[:place] + odd + plain[place + 2 :]
    before, after = rng.choice([b"", post(*modern("tools/list"))]), rng.choice([b"", plain])
    found = asyncio.run(exchanged(front, before + data + after, rng.choice([11, 100, 1 << 16])))
    statuses = re.findall(rb"HTTP/1.1 (\d+)", found)
    assert statuses in ([], [b"200"], [b"400"], [b"200", b"400"])
    assert not any(seen and seen.get("method") == "tools/call" for _, _, seen in server.seen)


def test_whole_heads_are_read_in_pieces_and_in_a_row(front: str) -> None:
    """Requests that follow each other at once, with line ends in their bodies, are each answered."""
    frame, headers = modern("tools/call", name="t", arguments={"text": "a"})
    data = b""
    for _ in range(3):
        body = json.dumps(frame, indent=1).encode()
        given = {"Host": "localhost", **headers, "Content-Length": str(len(body))}
        data += b"POST /mcp HTTP/1.1\r\n"
        data += "".join(f"{name}: {value}\r\n" for name, value in given.items()).encode() + b"\r\n" + body
    for step in (11, 1 << 16):
        found = asyncio.run(exchanged(front, data, step, 3))
        assert found.count(b"HTTP/1.1 200") == 3


@pytest.mark.parametrize("chunked", ["chunked", "Chunked"])
def test_two_lengths_end_the_connection(front: str, chunked: str) -> None:
    """RFC 9112, section 6.1: the connection is closed, also where the request asks for more."""
    frame, headers = modern("tools/list")
    data = post(frame, headers, f"Transfer-Encoding: {chunked}\r\n".encode())
    found = asyncio.run(exchanged(front, data + data))
    assert found.count(b"HTTP/1.1 ") == 1 and found.startswith(b"HTTP/1.1 400")
    assert b"connection: close" in found.lower()


@pytest.mark.parametrize("port, is_let_in", [(0, True), (65535, True), (65536, False), (99999, False)])
def test_a_port_has_sixteen_bits(port: int, is_let_in: bool) -> None:
    """In `Host` and in `Origin`."""
    options = FrontOptions()
    for host in ("localhost", "127.0.0.1", "[::1]"):
        assert (_stranger([("host", f"{host}:{port}")], options) is None) is is_let_in
        origin = [("host", host), ("origin", f"http://{host}:{port}")]
        assert (_stranger(origin, options) is None) is is_let_in


# Bodies


@pytest.mark.parametrize(
    "coding, status", [("identity", 200), ("gzip", 415), ("br", 415), ("gzip, identity", 415)]
)
def test_a_compressed_body_is_refused(front: str, coding: str, status: int) -> None:
    """The answer names the coding that is read."""
    frame, headers = modern("tools/list")
    answer = httpx2.post(front, json=frame, headers={**headers, "content-encoding": coding}, timeout=CEILING)
    assert answer.status_code == status
    assert status == 200 or answer.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("version", [REVISION, "2025-11-25"])
def test_a_server_reads_the_members_that_the_front_read(front: str, server: Scripted, version: str) -> None:
    """A member that is given twice arrives once, between equal revisions too, and in either era."""
    client = LegacyClient(front, version)
    client.post(INITIALIZED)
    sizes = {"content-type": "application/json"}
    text = json.dumps(call("twice")).replace('"name": "t"', '"name": "hidden", "name": "t", "n": 1.50')
    assert client.http.post(front, content=text, headers=sizes).status_code == 200
    frame, headers = modern("tools/call", name="t")
    text = json.dumps(frame).replace('"name": "t"', '"name": "hidden", "name": "t"')
    assert httpx2.post(front, content=text, headers=headers, timeout=CEILING).status_code == 200
    wrong = json.dumps(frame).replace('"name": "t"', '"name": "t", "name": "hidden"')
    assert httpx2.post(front, content=wrong, headers=headers, timeout=CEILING).status_code == 400
    raw = [seen["params"]["name"] for _, _, seen in server.seen if (seen or {}).get("method") == "tools/call"]
    assert "hidden" not in raw and raw.count("t") == len(raw) > 1
