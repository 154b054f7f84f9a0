"""The memory of the HTTP front: bytes that wait for servers and clients, of a session and of the process."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from mcpgen.commands.bridge.http_app import application
from mcpgen.commands.bridge.http_command import front_of
from mcpgen.commands.bridge.http_front import Front
from mcpgen.commands.bridge.http_memory import Charge, Memory, Room, tree_weight
from mcpgen.commands.bridge.http_streams import Backlog, Stream
from mcpgen.commands.bridge.options import BridgeOptions, FrontOptions
from mcpgen.runtime.messages.json_text import parse
from support.bridge_process import HELLO as hello  # noqa: N811
from support.bridge_process import paced
from support.http_bridge import ACCEPT, INITIALIZED, Scripted, modern, serving, well

MIB = 1 << 20
REVISION = "2025-06-18"  # of both sides, so that every frame reaches the server
HELLO = {**hello, "params": {**hello["params"], "protocolVersion": REVISION}}


def progress(size: int) -> bytes:
    """Return a notification of about this size."""
    params = {"progressToken": 1, "progress": 1, "message": "x" * size}
    return json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}).encode()


async def opened(http: httpx2.AsyncClient, url: str) -> dict[str, str]:
    """Open a session; return the headers of its requests."""
    answer = await http.post(url, json=HELLO, headers=ACCEPT)
    headers = {**ACCEPT, "mcp-session-id": answer.headers["mcp-session-id"]}
    assert (await http.post(url, json=INITIALIZED, headers=headers)).status_code == 202
    return headers


# The counts


@pytest.mark.parametrize("seed", range(20))
def test_the_memory_is_the_sum_of_its_streams(seed: int) -> None:
    """Each byte is counted once through every event of a stream, and none is left at the end.

    Beyond the bound there are only frames that a reader waits for.
    """
    rng = random.Random(seed)
    memory = Memory(rng.choice([100, 5000, 1 << 30]))
    backlogs = [Backlog(memory) for _ in range(3)]
    streams: list[Stream] = []
    for number in range(400):
        if not streams or rng.random() < 0.1:
            backlog = rng.choice(backlogs)
            kept, read = rng.random() < 0.5, rng.random() < 0.5
            streams.append(Stream(str(number), backlog, keeps=kept, is_read=read))
        stream = rng.choice(streams)
        event = stream.next_unread()
        action = rng.randrange(6)
        match action:
            case 0 | 1:
                stream.put(b"x" * rng.randrange(1, 200))
            case 2 if stream.is_read and event is not None:
                stream.note_taken(event[0])
            case 3:
                stream.leave()
            case 4:
                stream.attach(rng.choice([None, rng.randrange(20)]))
            case 5 if rng.random() < 0.2:
                stream.close()
                streams.remove(stream)
        held = sum(len(data) for one in streams for _, data in one._events)
        unread = sum(one.waiting for one in streams if one.is_read)
        assert memory.used == held and unread == sum(backlog.unread for backlog in backlogs)
        assert (
            action > 1 or (memory.used <= memory.most and memory.frames <= memory.most // 2) or held == unread
        )
        for one in streams:
            assert one.waiting == sum(map(len, one.unread()))
    for one in streams:
        one.close()
    assert memory.used == 0 and all(backlog.unread == 0 for backlog in backlogs)


@pytest.mark.parametrize("seed", range(10))
def test_a_room_is_left_as_it_was_entered(seed: int) -> None:
    """Bodies enter in order and within the bound, or alone; a body that gives up counts no more."""
    rng = random.Random(seed)

    async def body(room: Room, size: int, entered: list[int], number: int) -> None:
        if not await room.enter(size, rng.uniform(0.001, 0.05)):
            return
        entered.append(number)
        assert room.used == size or room.used <= room.most
        try:
            await asyncio.sleep(rng.uniform(0, 0.005))
        finally:
            room.leave(size)

    async def run() -> tuple[int, list[int]]:
        room, entered = Room(100), list[int]()
        sizes = [rng.choice([1, 30, 60, 100, 500]) for _ in range(60)]
        tasks = [asyncio.create_task(body(room, size, entered, n)) for n, size in enumerate(sizes)]
        for task in rng.sample(tasks, 15):
            await asyncio.sleep(0.0005)
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert await room.enter(500, 0.01)
        room.leave(500)
        return room.used, entered

    used, entered = asyncio.run(run())
    assert used == 0
    assert entered == sorted(entered)
    assert len(entered) > 3


def test_the_last_holder_gives_a_charge_back() -> None:
    """A body of two requests counts until both are answered, and a refused body counts no longer."""

    async def run() -> None:
        memory, room = Memory(100), Room(100)
        charge = Charge(memory)
        assert charge.grow(60) and not charge.grow(60)
        assert await charge.enter(room, 60, 1) and await charge.enter(room, 60, 1)
        charge.hold()
        charge.drop()
        assert (memory.used, room.used) == (60, 60)
        charge.drop()
        assert (memory.used, room.used) == (0, 0)

    asyncio.run(run())


@pytest.mark.parametrize("value", ["[[],[],[]]", "[{},{},{}]", '[{"a":1},{"a":2}]', "[0.5,1.5,2.5]"])
def test_a_tree_weighs_as_much_as_its_objects(value: str) -> None:
    """Many small values take more memory than their text, and no more than they weigh."""
    text = f"[{','.join([value] * 5000)}]".encode()
    tracemalloc.start()
    tree = parse(text)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(tree) == 5000 and taken <= len(text) + tree_weight(text)


def test_kept_events_make_room() -> None:
    """The oldest stream goes first, and a frame that a reader waits for never does."""
    memory = Memory(10 * MIB)
    backlog = Backlog(memory)
    old, new, read = (Stream(name, backlog, keeps=True, is_read=name == "r") for name in "onr")
    for stream in (old, new, read):
        stream.put(b"x" * (3 * MIB // 2))
    assert memory.take(6 * MIB) and not old.unread() and new.unread()
    assert memory.take(2 * MIB) and not new.unread() and read.unread()
    assert not memory.take(MIB) and not memory.clients_are_slow


def test_frames_that_fill_half_of_the_memory_stop_every_server() -> None:
    """Kept events go first; then no server is read, until clients have taken half of the frames."""
    memory, changes = Memory(8 * MIB), list[bool]()
    memory.changed = lambda: changes.append(memory.clients_are_slow)
    slow, fast = Backlog(memory), Backlog(memory)
    read = Stream("r", slow, keeps=False, is_read=True)
    kept = Stream("k", fast, keeps=True, is_read=False)
    kept.put(b"x" * MIB)
    for _ in range(4):
        read.put(b"x" * MIB)
    assert not kept.unread() and not changes and not fast.must_pause()
    read.put(b"x" * MIB)
    assert changes == [True] and fast.must_pause() and not fast.may_resume()
    for number in (1, 2, 3):
        assert changes == [True]
        read.note_taken(number)
    assert changes == [True, False] and fast.may_resume() and slow.must_pause()
    assert memory.take(6 * MIB)  # bodies have the rest


# Servers that are slow


def slow_child(gate: Path) -> BridgeOptions:
    """Return a child that reads nothing until the gate is there."""
    return BridgeOptions(REVISION, REVISION, paced("sleeps", gate))


def test_bodies_wait_for_a_slow_child(tmp_path: Path) -> None:
    """Notifications of 30 connections hold a bounded number of bytes; the others are asked to come back.

    Once the server reads again, everything that was accepted arrives, and nothing stays charged.
    """
    gate = tmp_path / "gate"
    options = FrontOptions(waiting=MIB, memory=4 * MIB, request_time=0.6)

    async def run() -> None:
        front = front_of(slow_child(gate), options)
        async with serving(application(front)) as port, httpx2.AsyncClient(timeout=30) as http:
            url = f"http://127.0.0.1:{port}/mcp"
            headers = await opened(http, url)
            posts = [http.post(url, content=progress(MIB // 4), headers=headers) for _ in range(30)]
            answers = await asyncio.gather(*posts, peak(front))
            codes = [answer.status_code for answer in answers[:-1]]
            assert set(codes) == {202, 503} and 1 <= codes.count(202) <= 6
            assert all(one.headers["retry-after"] for one in answers[:-1] if one.status_code == 503)
            assert answers[-1] < 3 * MIB
            gate.touch()
            ask = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
            assert (await http.post(url, json=ask, headers=headers)).status_code == 200
            assert front.memory.used < 10_000

    asyncio.run(asyncio.wait_for(run(), 60))


async def peak(front: Front) -> int:
    """Return the most bytes that were counted in half a second."""
    most = 0
    for _ in range(50):
        most = max(most, front.memory.used)
        await asyncio.sleep(0.01)
    return most


def test_bodies_wait_for_a_slow_server_over_http() -> None:
    """The queue of frames to a URL is bounded as the pipe to a child is."""
    gate = threading.Event()

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        if (frame or {}).get("method") == "notifications/progress":
            gate.wait(30)
        return well(command, headers, frame)

    async def run(url: str) -> None:
        front = front_of(
            BridgeOptions(REVISION, REVISION, url=url), FrontOptions(waiting=MIB, request_time=0.6)
        )
        async with serving(application(front)) as port, httpx2.AsyncClient(timeout=30) as http:
            own = f"http://127.0.0.1:{port}/mcp"
            headers = await opened(http, own)
            posts = [http.post(own, content=progress(MIB // 4), headers=headers) for _ in range(12)]
            codes = [one.status_code for one in await asyncio.gather(*posts)]
            assert set(codes) == {202, 503} and codes.count(202) <= 5
            gate.set()
            while front.memory.used > 10_000:
                await asyncio.sleep(0.01)

    with Scripted(answer) as server:
        asyncio.run(asyncio.wait_for(run(server.url), 60))


def test_the_body_of_a_session_without_room_is_not_read(tmp_path: Path) -> None:
    """The client's socket fills while the front waits for room: that is the back pressure."""
    options = FrontOptions(waiting=MIB, request_time=1.5)

    async def run() -> None:
        front = front_of(slow_child(tmp_path / "gate"), options)
        async with serving(application(front)) as port, httpx2.AsyncClient(timeout=30) as http:
            url = f"http://127.0.0.1:{port}/mcp"
            headers = await opened(http, url)
            assert (await http.post(url, content=progress(MIB), headers=headers)).status_code == 202
            before = front.memory.used
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            lines = [f"{name}: {value}" for name, value in headers.items()]
            head = ["POST /mcp HTTP/1.1", "Host: localhost", *lines, f"Content-Length: {16 * MIB}", "", ""]
            writer.write("\r\n".join(head).encode() + b" " * (16 * MIB))
            await asyncio.sleep(0.5)
            sent = 16 * MIB - writer.transport.get_write_buffer_size()
            assert sent < 15 * MIB and front.memory.used == before
            writer.close()

    asyncio.run(asyncio.wait_for(run(), 60))


# Clients that are slow


@pytest.fixture(scope="module")
def large() -> Iterator[Scripted]:
    """Yield a server whose answers have eight mebibytes."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
        status, extra, body = well(command, headers, frame)
        if (frame or {}).get("method") == "tools/call":
            body["result"]["content"][0]["text"] = "x" * 8 * MIB
        return status, extra, body

    with Scripted(answer) as server:
        yield server


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_an_answer_counts_until_its_client_has_read_it(large: Scripted, accept: str) -> None:
    """A client that reads nothing of a large answer holds the memory, and gives it back when it hangs up."""

    async def run() -> None:
        front = front_of(BridgeOptions("auto", "2025-06-18", url=large.url), FrontOptions())
        async with serving(application(front)) as port:
            frame, headers = modern("tools/call", name="t")
            body = json.dumps(frame)
            lines = [f"{name}: {value}" for name, value in {**headers, "accept": accept}.items()]
            head = ["POST /mcp HTTP/1.1", "Host: localhost", *lines, f"Content-Length: {len(body)}", "", ""]
            with socket.create_connection(("127.0.0.1", port)) as client:
                await asyncio.to_thread(client.sendall, ("\r\n".join(head) + body).encode())
                for _ in range(300):
                    await asyncio.sleep(0.01)
                    if front.memory.used > 8 * MIB:
                        break
                await asyncio.sleep(0.3)
                assert front.memory.used >= 8 * MIB
            while front.memory.used:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(run(), 60))
