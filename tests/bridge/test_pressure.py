"""`mcp-bridge` under pressure: slow readers, timers, a replaced server, repeated losses, a full disk."""

from __future__ import annotations

import json
import os
import re
import stat
import time
from pathlib import Path

import pytest

from support.bridge_pair import modern
from support.bridge_process import HELLO, call, finish, hear, odd, paced, running, say
from support.waiting import wait_until

ROOM = 8 << 20  # two write buffers of the bridge, the pipes, and the frames under way
FLOOD = 1 << 16
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def settled(size: Path) -> int:
    """Wait until the number in a file is unchanged for a second, and return the number.

    On a machine that stops the writer for a second the number is smaller than in the end.
    """
    last = int(wait_until(lambda: size.exists() and size.read_text()))
    since = time.monotonic()
    while time.monotonic() - since < 1:
        now = int(size.read_text() or last)
        if now != last:
            last, since = now, time.monotonic()
        if last * FLOOD > 4 * ROOM:
            break
        time.sleep(0.02)
    return last


def test_a_client_that_does_not_read_stops_the_server(tmp_path: Path) -> None:
    """The bridge buffers a bounded amount for a slow client, drops nothing, and resumes."""
    counter = tmp_path / "written"
    with running(*paced("floods", counter), to="2025-06-18") as process:
        say(process, HELLO, INITIALIZED)
        assert hear(process)["id"] == 0
        say(process, call("a"))
        written = settled(counter)
        assert 0 < written * FLOOD < ROOM
        for _ in range(written + 20):
            assert len(hear(process)["params"]["data"]) == FLOOD
        wait_until(lambda: int(counter.read_text() or 0) > written)


def test_a_server_that_does_not_read_stops_the_client(tmp_path: Path) -> None:
    """The bridge buffers a bounded amount for a slow server, drops nothing, and resumes."""
    gate = tmp_path / "gate"
    with running(*paced("sleeps", gate)) as process:
        say(process, HELLO, INITIALIZED)
        assert hear(process)["id"] == 0
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        line = json.dumps(call("a", arguments={"text": "x" * FLOOD})).encode() + b"\n"
        ids, rest, written, since = 0, b"", 0, time.monotonic()
        while time.monotonic() - since < 1 and written < 4 * ROOM:
            if not rest:
                ids, rest = ids + 1, line.replace(b'"a"', b"%d" % (ids + 1))
            try:
                count = os.write(process.stdin.fileno(), rest)
            except BlockingIOError:
                time.sleep(0.02)
            else:
                rest, written, since = rest[count:], written + count, time.monotonic()
        assert 0 < written < ROOM
        os.set_blocking(process.stdin.fileno(), True)
        gate.touch()
        process.stdin.write(rest)
        process.stdin.flush()
        assert [hear(process)["id"] for _ in range(ids)] == [*range(1, ids + 1)]


def test_the_exit_of_a_replaced_server_ends_nothing() -> None:
    """A server that exits during the probe is replaced; the late report of the exit changes nothing."""
    with running(*odd("prude"), client="2026-07-28", to="auto") as process:
        for id in ("a", "b"):
            say(process, {**call(id), "params": modern({"name": "t"})})
            assert hear(process)["result"]["resultType"] == "complete"
            time.sleep(1)  # an exit is reported half a second later
        assert finish(process)[2] == 0


def test_an_earlier_deadline_is_kept_while_a_later_one_is_set() -> None:
    """A short pause of a call ends in time while a subscription has a minute to open."""
    with running(*paced("puts-off"), to="2026-07-28") as process:
        say(process, HELLO, INITIALIZED)
        assert hear(process)["id"] == 0
        subscribe = {"method": "resources/subscribe", "params": {"uri": "file:///a"}}
        say(process, {"jsonrpc": "2.0", "id": "s", **subscribe}, call("a"))
        assert hear(process)["id"] == "a"  # before the error that ends the minute of the subscription


def test_a_loss_is_reported_once_for_all_items() -> None:
    """Losses that differ only in the index of an item, in one frame or several, are one line on stderr."""
    hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": "2025-06-18"}}
    with running(*paced("lists"), client="2025-06-18", to="2025-11-25") as process:
        lists = [{"jsonrpc": "2.0", "id": n, "method": "tools/list"} for n in (1, 2)]
        say(process, hello, INITIALIZED, *lists)
        frames, err, status = finish(process)
    assert status == 0 and [len(frame["result"]["tools"]) for frame in frames[1:]] == [3, 3]
    (line,) = [line for line in err.splitlines() if "icons" in line]
    assert line.startswith("to the client, tools/list/result/tools/*/icons: dropped:")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no device that is always full")
def test_a_log_that_cannot_be_written_ends_the_log_alone() -> None:
    """The failure is reported once; frames still reach both sides."""
    with running(*odd("well"), log=Path("/dev/full")) as process:
        say(process, HELLO, call("a"), call("b"))
        frames, err, status = finish(process)
    assert status == 0 and [frame["id"] for frame in frames] == [0, "a", "b"]
    reason = "No space left on device; logging has stopped for a minute, but the bridge continues"
    line = f"--log: /dev/full: {reason}"
    assert err.splitlines().count(line) == 1


def test_the_log_is_its_users_and_holds_no_control(tmp_path: Path) -> None:
    """A new log has mode 0600; control characters that JSON allows are escaped."""
    log, name = tmp_path / "bridge.jsonl", "a\x7f\x80\x9bé\u2603"
    with running(*odd("well"), log=log) as process:
        say(process, HELLO)
        ping = json.dumps({"jsonrpc": "2.0", "id": name, "method": "ping"}, ensure_ascii=False)
        assert process.stdin is not None
        process.stdin.write(f"{ping}\n".encode())
        assert [frame["id"] for frame in finish(process)[0]] == [0, name]
    assert os.name != "posix" or stat.S_IMODE(log.stat().st_mode) == 0o600
    text = log.read_text("utf-8")
    assert "\\u007f\\u0080\\u009b" in text and not re.search(r"[\x7f-\x9f]", text)
    assert name in [json.loads(line)["message"].get("id") for line in text.splitlines()]
