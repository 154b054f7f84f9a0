"""The stdio transports in this process: pipes in the place of stdin and stdout, small programs as servers."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_bridge import diagnostics, stdio, stdio_session
from mcp_bridge.diagnostics import COMMAND_REMEDY, SessionLog
from mcp_bridge.http_headers import Challenge
from mcp_bridge.options import STOPPING, BridgeOptions, new_bridge
from mcp_bridge.problems import Problem, Refused
from mcp_bridge.session import ending
from mcp_bridge.stdio import ChildServer, LineBuffer, StdioClient
from mcp_bridge.stdio_session import UNPREPARED, StdioSession
from support.bridge_process import HELLO, call
from support.driven_clock import run_driven, skip
from support.listed_server import ListedServer
from support.task_frames import TASKS
from support.waiting import CEILING, NEVER, until

LEGACY = "2025-06-18"
SHORT = 0.05  # seconds in the place of a time that passes
LARGE = 4 * stdio.READ  # bytes, more than a pipe holds
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.fixture(autouse=True)
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Shorten the times, but let none end what a test waits for; return the lines on stderr."""
    found: list[str] = []
    monkeypatch.setattr(diagnostics, "_lines", diagnostics.RepeatedLines(found.append))
    for name in ("LATE", "FLUSH"):
        monkeypatch.setattr(stdio, name, SHORT)
    monkeypatch.setattr(stdio, "KILL_AFTER", NEVER)
    monkeypatch.setattr(stdio_session, "PATIENCE", NEVER)
    return found


def run(work: Coroutine[Any, Any, Any], client: Client | None = None) -> Any:
    """Run a test's work, with the pipes of a client in the place of stdin and stdout."""
    with client.opened() if client is not None else nullcontext():
        return run_driven(work)


# Lines


@given(
    st.lists(st.sampled_from([b"{}", b"{ }\r", b"", b" \t", b"  [1] ", b"x" * 9, b'{"a":"' + b"y" * 30])),
    st.sampled_from([b"", b"{}", b" 5 ", b"{", b" "]),
    st.lists(st.integers(1, 12), min_size=1),
)
def test_lines_are_whole_however_they_come(given: list[bytes], last: bytes, sizes: list[int]) -> None:
    """Without blank lines and the blanks around them; a last line counts if it is whole."""
    found: list[bytes] = []
    buffer = LineBuffer("peer", found.extend)
    data, place, turn = b"".join(line + b"\n" for line in given) + last, 0, 0
    while place < len(data):
        buffer.feed(data[place : place + sizes[turn % len(sizes)]])
        place += sizes[turn % len(sizes)]
        turn += 1
    expected = [line.strip() for line in given if line.strip()]
    assert found == expected
    buffer.end()
    assert found == expected + ([last.strip()] if last.strip() in (b"{}", b"5") else [])


@given(st.integers(0, 40), st.integers(1, 30), st.booleans())
def test_of_a_line_without_end_the_beginning_is_delivered(size: int, step: int, more: bool) -> None:
    """Once, cut; the lines before and after it are whole."""
    with pytest.MonkeyPatch.context() as patch:
        said: list[str] = []
        patch.setattr(diagnostics, "_lines", diagnostics.RepeatedLines(said.append))
        patch.setattr(stdio, "LONGEST", 20)
        patch.setattr(stdio, "SHOWN", 8)
        whole: list[bytes] = []
        cut: list[Any] = []
        buffer = LineBuffer("peer", whole.extend, cut.extend)
        buffer.feed(b"{1}\n")
        for start in range(0, size, step):
            buffer.feed((b"x" * size)[start : start + step])
        is_long = size > 20
        assert [each.data for each in cut] == ([b"x" * 8] if is_long else []) and len(said) == is_long
        if more:
            buffer.feed(b"y")
            assert len(said) == (is_long or size == 20)
        buffer.feed(b"\n{2}\n{3}")
        buffer.feed(b"\n")
        middle = b"x" * size + b"y" * more
        assert whole == [b"{1}", *([middle] if middle and len(cut) == 0 else []), b"{2}", b"{3}"]


# The client


class Client:
    """The other ends of our stdin and stdout, which are `inside`."""

    def __init__(self) -> None:
        (stdin, self.writes), (self.reads, stdout) = os.pipe(), os.pipe()
        self.inside = (stdin, stdout)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Be the client of this process."""
        sys.stdout.flush()
        saved = [os.dup(0), os.dup(1)]
        try:
            for fd, each in enumerate(self.inside):
                os.dup2(each, fd)
                os.close(each)
            yield
        finally:
            for fd, kept in enumerate(saved):
                os.dup2(kept, fd)
                os.close(kept)

    def say(self, *frames: Any) -> None:
        """Write frames."""
        os.write(self.writes, b"".join(json.dumps(frame).encode() + b"\n" for frame in frames))

    def hang_up(self) -> None:
        """Write no more."""
        os.close(self.writes)
        self.writes = -1

    def heard(self) -> list[Any]:
        """Return the frames that have come."""
        os.set_blocking(self.reads, False)
        try:
            return [json.loads(line) for line in os.read(self.reads, 1 << 20).splitlines()]
        except BlockingIOError:
            return []


@pytest.fixture
def client() -> Iterator[Client]:
    """Return a client, which is closed afterwards."""
    made = Client()
    yield made
    for fd in (made.writes, made.reads):
        if fd >= 0:
            os.close(fd)


class Server(ListedServer):
    """A server that starts once it may, and ends once it may: a moment after it is stopped, or terminated."""

    def __init__(self, session: Any) -> None:
        super().__init__(session)
        self.code, self.delay = 7, 0.02
        self.started, self.may_end = asyncio.Event(), asyncio.Event()
        self.may_end.set()

    async def start(self) -> None:
        """Start, or fail."""
        await self.started.wait()
        await super().start()

    def terminate(self) -> None:
        """Let the server end."""
        super().terminate()
        self.may_end.set()

    async def stop(self, grace: float) -> int | None:
        """Wait until the server may end."""
        code = await super().stop(grace)
        await self.may_end.wait()
        return code

    def answer(self, id: Any = 1, **result: Any) -> None:
        """Answer a request."""
        frame = {"jsonrpc": "2.0", "id": id, "result": result}
        self.session.from_lines("server", [json.dumps(frame).encode()])

    def last(self, method: str) -> Any:
        """Return the id of the last request of a method, or None."""
        return next((frame.get("id") for frame in reversed(self.sent) if frame.get("method") == method), None)


class Running:
    """A session on stdio that runs, and its server."""

    def __init__(self, *, is_quiet: bool = True, server: str = LEGACY) -> None:
        bridge = new_bridge(LEGACY, BridgeOptions(LEGACY, server, log_level="off"))
        log = SessionLog(LEGACY, is_quiet=is_quiet)
        self.session = StdioSession((bridge, Server, log), names_streams=True)
        self.server: Any = self.session.upstream
        self.server.started.set()
        self.status = asyncio.ensure_future(self.session.run())


def reasons(frames: list[Any]) -> dict[Any, str]:
    """Return the messages of the errors by id."""
    return {frame["id"]: frame["error"]["message"] for frame in frames if "error" in frame}


@pytest.mark.parametrize("is_quiet", [False, True])
@pytest.mark.parametrize("answered", [0, 1, 2])
def test_a_client_that_hangs_up_is_answered(
    answered: int, is_quiet: bool, client: Client, lines: list[str]
) -> None:
    """By the server, or by the bridge with an error; then the server is stopped, with time to end."""

    async def work() -> int:
        one = Running(is_quiet=is_quiet)
        client.say(PING, {**PING, "id": 2})
        await until(lambda: len(one.server.sent) == 2)
        client.hang_up()
        await until(lambda: one.session._hung_up)
        assert not one.session.is_over
        for id in range(1, answered + 1):
            one.server.answer(id)
        if answered < 2:
            skip(NEVER)
        status: int = await one.status
        assert one.server.calls == [("stop", stdio_session.EXIT_TIME)]
        return status

    assert run(work(), client) == (0 if answered == 2 else 1)
    frames = client.heard()
    assert [frame["id"] for frame in frames if "result" in frame] == list(range(1, answered + 1))
    reason = f"the client hung up, and the server did not answer in {NEVER:g} seconds"
    assert reasons(frames) == dict.fromkeys(range(answered + 1, 3), reason)
    told = f"client: {reason}; requests without an answer: {2 - answered}"
    assert [line for line in lines if "hung up" in line] == ([] if answered == 2 or is_quiet else [told])


@pytest.mark.parametrize("told", ["nothing", "an answer"])
@pytest.mark.parametrize("hangs_up", [False, True])
@pytest.mark.parametrize("code", [0, None, -9])
def test_a_server_that_ends_first(
    told: str, hangs_up: bool, code: int | None, client: Client, lines: list[str]
) -> None:
    """It is status 1 and a line; requests are answered, also unread ones and those before a hang-up."""

    async def work() -> int:
        one = Running()
        one.server.code = code
        client.say({**PING, "id": 9}, PING)
        await until(lambda: len(one.server.sent) == 2)
        if told == "an answer":
            one.server.answer(one.server.sent[0]["id"])
        if hangs_up:
            client.hang_up()
            await until(lambda: one.session._hung_up)
        else:
            client.say({**PING, "id": 3})
        one.session.upstream_ended(one.server)
        status: int = await one.status
        assert one.server.calls == [("stop", stdio_session.AT_ONCE)]
        return status

    status = run(work(), client)
    frames = client.heard()
    gone = {1, 9} if told == "nothing" else {1}
    assert reasons(frames) == dict.fromkeys(gone if hangs_up else {*gone, 3}, "the server is gone")
    assert [frame["id"] for frame in frames if "result" in frame] == [9] * (told == "an answer")
    assert status == 1
    before = "it answered" if hangs_up else "the client did"
    words = {0: f"server: {ending(0, before)}; {COMMAND_REMEDY}", -9: "server: was ended by signal 9"}
    assert [line for line in lines if line.startswith("server: ")] == ([] if code is None else [words[code]])


@pytest.mark.parametrize("by", ["hang-up", "signal"])
def test_the_end_of_the_client_cancels_the_task_for_which_its_call_waits(by: str, client: Client) -> None:
    """A stateless server goes on, and would run the task to its end. The call gets an error."""

    async def work() -> None:
        one = Running(server="2026-07-28")
        client.say(HELLO)
        await until(lambda: one.server.last("server/discover") is not None)
        offered = {"tools": {}, "extensions": {TASKS: {}}}
        discovered = {"supportedVersions": ["2026-07-28"], "ttlMs": 0, "cacheScope": "private"}
        one.server.answer(
            one.server.last("server/discover"),
            resultType="complete",
            capabilities=offered,
            **discovered,
        )
        client.say(call("c"))
        await until(lambda: one.server.last("tools/call") is not None)
        times = {"createdAt": "2026-01-02T03:04:05Z", "lastUpdatedAt": "2026-01-02T03:04:05Z"}
        created = {"resultType": "task", "taskId": "t", "status": "working", "ttlMs": None, **times}
        one.server.answer(one.server.last("tools/call"), **created)
        if by == "signal":
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            one.session._patience = 5.0  # shorter than `Limits.task`
            client.hang_up()
            await until(lambda: one.session._hung_up)
            skip(5.0)
        await one.status
        assert one.server.sent[-1]["method"] == "tasks/cancel"
        assert one.server.sent[-1]["params"]["taskId"] == "t"

    run(work(), client)
    assert [*reasons(client.heard())] == ["c"]


@pytest.mark.parametrize("unusable", [False, True])
def test_a_server_that_answered_nothing_is_status_2(unusable: bool, client: Client) -> None:
    """The client hung up, and every request failed."""

    async def work() -> Any:
        one = Running()
        one.server.is_unusable = unusable
        client.hang_up()
        return await one.status

    assert run(work(), client) == (2 if unusable else 0)


def test_what_nobody_has_read_when_the_server_ends_is_answered(client: Client) -> None:
    """The frames lie in the pipe, which is read for the first time after the end, in several turns."""
    if sys.platform == "linux":
        fcntl.fcntl(client.writes, fcntl.F_SETPIPE_SZ, 1 << 20)  # type: ignore[attr-defined]
    frames = [{**PING, "id": id, "params": {"_meta": {"x": "x" * 50_000}}} for id in range(5)]

    async def work() -> Any:
        with pytest.MonkeyPatch.context() as patch:
            ended, opened = asyncio.Event(), StdioClient.open

            async def late(one: StdioClient) -> None:
                await ended.wait()
                await opened(one)

            patch.setattr(StdioClient, "open", late)
            one = Running()
            one.server.delay = 0
            client.say(*frames if sys.platform == "linux" else frames[:1])
            await asyncio.sleep(0.01)
            one.session.upstream_ended(one.server)
            ended.set()
            return await one.status

    assert run(work(), client) == 1
    assert [*reasons(client.heard())] == (list(range(5)) if sys.platform == "linux" else [0])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("is_over", [False, True])
def test_a_signal_ends_the_session(
    number: signal.Signals, is_over: bool, client: Client, lines: list[str]
) -> None:
    """The open requests are answered, and the server ends at once, also while it is given time."""

    async def work() -> int:
        one = Running()
        client.say(PING)
        await until(lambda: one.server.sent)
        if is_over:
            one.server.may_end.clear()
            one.server.answer()
            client.hang_up()
            await until(lambda: one.server.calls)
        os.kill(os.getpid(), number)
        status: int = await one.status
        given = [("stop", stdio_session.EXIT_TIME), ("terminate", None)]
        assert one.server.calls == (given if is_over else [("stop", stdio_session.AT_ONCE)])
        return status

    assert run(work(), client) == 128 + number
    assert reasons(client.heard()) == ({} if is_over else {1: STOPPING})
    assert lines == [f"mcp-bridge: stopped by {number.name}"]


@pytest.mark.parametrize("error", [Refused((Problem("a", "one"), Problem("b", "two"))), ValueError("odd")])
def test_a_server_that_cannot_be_started(error: Exception, client: Client) -> None:
    """The frames that wait are answered with the reasons, and the failure is the command's."""

    async def work() -> None:
        one = Running()
        one.server.fails = error
        one.server.started.clear()
        client.say(PING)
        await until(lambda: one.session.bridge.pending)
        one.server.started.set()
        with pytest.raises(type(error)) as caught:
            await one.status
        assert caught.value is error and one.server.calls == []

    run(work(), client)
    said = reasons(client.heard())
    assert said.keys() == {1} and (said[1] == "one; two" or isinstance(error, ValueError))


@pytest.mark.parametrize("waits", [False, True])
def test_a_client_that_hangs_up_before_a_login_is_left_at_once(
    waits: bool, client: Client, lines: list[str]
) -> None:
    """Nobody waits for the person; another start is waited for."""

    async def work() -> Any:
        one = Running(is_quiet=False)
        one.server.is_waiting = waits
        one.server.started.clear()
        client.say(PING)
        await until(lambda: one.session.bridge.pending)
        client.hang_up()
        await until(lambda: one.session._hung_up)
        assert one.session.is_over is waits
        if not waits:
            one.server.started.set()
            await until(lambda: one.server.sent)
            one.server.answer()
        return await one.status

    assert run(work(), client) == 0
    assert [frame["id"] for frame in client.heard()] == ([] if waits else [1])
    told = [f"client: {UNPREPARED}; requests without an answer: 1"]
    assert [line for line in lines if "hung up" in line] == (told if waits else [])


@pytest.mark.parametrize("is_answered", [True, False])
def test_a_client_that_reads_no_more_is_gone(is_answered: bool, client: Client, lines: list[str]) -> None:
    """The session ends, and the server is stopped with time to end. Lost answers are reported."""

    async def work() -> Any:
        one = Running()
        client.say(PING)
        await until(lambda: one.server.sent)
        os.close(client.reads)
        client.reads = -1
        if is_answered:
            one.server.answer()
        with pytest.raises(Refused, match="Broken pipe; the client does not get the answers from here on"):
            await one.status
        assert one.session.is_over and one.session._hung_up
        return one.server.calls

    assert run(work(), client) == [("stop", stdio_session.EXIT_TIME)]
    assert lines == []


@pytest.mark.parametrize("reads", [True, False])
def test_a_client_that_reads_too_late_loses_answers(reads: bool, client: Client, lines: list[str]) -> None:
    """It has a time for each part of the last answers, not for all of them."""

    async def work() -> Any:
        one = Running()
        client.say(PING)
        await until(lambda: one.server.sent)
        answer = {"jsonrpc": "2.0", "id": 1, "result": {"_meta": {"x": "y" * LARGE}}}
        one.session.from_lines("server", [json.dumps(answer).encode()])
        client.hang_up()
        if not reads:
            with pytest.raises(
                Refused, match="read nothing for 5 seconds; the client does not get the answers"
            ):
                await one.status
            return None
        os.set_blocking(client.reads, False)
        size = 0
        while size < LARGE:
            await asyncio.sleep(SHORT / 2)
            with suppress(BlockingIOError):
                size += len(os.read(client.reads, stdio.READ))
        return await one.status

    assert run(work(), client) == (0 if reads else None)
    assert lines == []


def test_a_full_side_stops_the_other(client: Client, lines: list[str]) -> None:
    """Frames for the server that wait stop the client, and frames for the client the server."""

    async def work() -> None:
        one = Running()
        await until(lambda: one.session._client._input is not None)
        one.session.full(True)
        client.say(PING)
        await asyncio.sleep(0.02)
        assert one.server.sent == []
        one.session.full(False)
        await until(lambda: one.server.sent)
        text = json.dumps({"jsonrpc": "2.0", "method": "n", "params": {"x": "x" * (1 << 20)}}).encode()
        one.session.from_lines("server", [text, text])
        assert one.server.calls == [("pause", True)]
        while ("pause", False) not in one.server.calls:
            os.set_blocking(client.reads, False)
            try:
                os.read(client.reads, 1 << 20)
            except BlockingIOError:
                await asyncio.sleep(0.001)
        one.server.answer()
        client.hang_up()
        await one.status

    run(work(), client)


@pytest.mark.parametrize(
    ("challenge", "said"),
    [
        (Challenge(401, "Bearer", "why"), "answered with HTTP status 401: why; Bearer"),
        (Challenge(403, "", "why"), "answered with HTTP status 403: why"),
        (Challenge(401, "Bearer", ""), "answered with HTTP status 401: Bearer"),
        (Challenge(401, "", ""), "answered with HTTP status 401: authorization is missing"),
    ],
)
def test_a_challenge_is_a_line(challenge: Challenge, said: str, client: Client, lines: list[str]) -> None:
    """With its reason and its header; stdio cannot carry it."""

    async def work() -> None:
        one = Running()
        one.session.challenged(object(), challenge)
        assert one.session.begins_again
        client.hang_up()
        await one.status

    run(work(), client)
    assert lines == [f"server: {said}; pass --login or --header"]


def _unexpected(error: Exception) -> None:
    raise error


def test_what_the_client_has_written_is_delivered(client: Client) -> None:
    """All that nobody has read yet; where there is nothing, no time passes."""

    async def work() -> None:
        found: list[bytes] = []
        one = StdioClient(found.extend, lambda: None, lambda: None, lambda is_full: None, _unexpected)
        await one.open()
        for _ in range(2):
            client.say(PING, PING)
            await one.deliver_written()
            assert len(found) == 2
            await one.deliver_written()
            found.clear()
        await one.close()

    run(work(), client)


def test_files_are_a_client_too(tmp_path: Any, client: Client) -> None:
    """The end of the file is the end of the client; the frames are written at once."""
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_text("".join(json.dumps({**PING, "id": id}) + "\n" for id in range(3)) + "{}")
    for fd in client.inside:
        os.close(fd)
    client.inside = (os.open(source, os.O_RDONLY), os.open(target, os.O_WRONLY | os.O_CREAT))

    async def work() -> Any:
        with pytest.MonkeyPatch.context() as patch, os.fdopen(os.dup(1), "w") as out:
            patch.setattr(sys, "stdout", out)
            one = Running()
            await until(lambda: len(one.server.sent) == 3)
            for frame in one.server.sent:
                one.server.answer(frame["id"])
            return await one.status

    assert run(work(), client) == 0
    answers = [json.loads(line) for line in target.read_text().splitlines()]
    assert [answer["id"] for answer in answers if "result" in answer] == [0, 1, 2]


def test_a_file_that_cannot_be_written_is_a_failure() -> None:
    """The failure is told once, with what is lost; the client is not said to be gone."""

    def full(_descriptor: int, _data: bytes) -> int:
        raise OSError("no room")

    gone: list[int] = []
    failed: list[Exception] = []
    one = StdioClient(
        lambda lines: None, lambda: None, lambda: gone.append(1), lambda is_full: None, failed.append
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", full)
        one.write(b"a\n")
        one.write(b"b\n")
    assert gone == [] and [str(error) for error in failed] == [
        "standard output: no room; the client does not get the answers from here on"
    ]


# A process


class Owner:
    """A session that keeps the frames of a child, and its ends."""

    report = staticmethod(diagnostics.report)

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.ends = 0
        self.fulls: list[bool] = []
        self.bridge = self
        self.pending = 1
        self.answers = False  # each line answers a request

    def from_lines(self, side: str, lines: list[bytes]) -> None:
        """Keep lines."""
        self.lines += lines
        self.pending -= self.answers

    def full(self, is_full: bool) -> None:
        """Keep it."""
        self.fulls.append(is_full)

    def upstream_ended(self, upstream: Any) -> None:
        """Count."""
        self.ends += 1


async def started(*command: str) -> tuple[Any, Owner]:
    """Start a command."""
    owner: Any = Owner()
    child = ChildServer(command, owner)
    await child.start()
    return child, owner


def shell(text: str) -> tuple[str, str, str]:
    """Return the command of a shell that runs a text."""
    return "sh", "-c", text


def send(child: Any, *lines: bytes) -> None:
    """Send lines."""
    for line in lines:
        child.send(None, line, {})
    child.flush()


def test_a_child_gets_lines_and_writes_lines() -> None:
    """Until its stdin is closed; then its end is told to nobody."""

    async def work() -> None:
        child, owner = await started("cat")
        send(child, b"{1}", b"{2}")
        send(child)
        await until(lambda: len(owner.lines) == 2)
        child.pause(True)
        send(child, b"{3}")
        await asyncio.sleep(0.03)
        assert owner.lines == [b"{1}", b"{2}"]
        child.pause(False)
        await until(lambda: len(owner.lines) == 3)
        assert child.unsent == 0
        assert await child.stop(CEILING) == 0
        assert owner.ends == 0
        send(child, b"{4}")
        child.pause(True)

    run(work())


def test_a_child_that_does_not_read_is_full() -> None:
    """Once beyond the bound, and once when it has read."""

    async def work() -> None:
        child, owner = await started(*shell("sleep 0.1; cat > /dev/null"))
        assert child.unsent == 0
        send(child, b"x" * (stdio.BUFFER + (1 << 18)))
        assert child.unsent > 0 and owner.fulls == [True]
        await until(lambda: owner.fulls == [True, False])
        assert await child.stop(CEILING) == 0

    run(work())


def test_a_command_that_is_not_there_leaves_nothing() -> None:
    """No descriptor stays open, and the reason is that of the system."""

    async def work() -> None:
        for _ in range(2):
            before = os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []
            child = ChildServer(["/no/such"], Owner())  # type: ignore[arg-type]
            with pytest.raises(Refused) as caught:
                await child.start()
            assert [str(each) for each in caught.value.problems] == ["/no/such: No such file or directory"]
            assert await child.stop(1.0) is None and child.unsent == 0
            child.terminate()
        assert not before or len(os.listdir("/proc/self/fd")) == len(before)

    run(work())


@pytest.mark.parametrize(
    ("text", "grace", "kill_after", "code"),
    [
        ("echo 1; cat; exit 3", NEVER, NEVER, 3),
        ("echo 1; cat; sleep 600", SHORT, NEVER, -signal.SIGTERM),
        ("trap '' TERM; echo 1; cat; sleep 600 & wait; sleep 600", SHORT, SHORT, -signal.SIGKILL),
    ],
)
def test_a_child_is_stopped(
    text: str, grace: float, kill_after: float, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its stdin is closed, then it gets SIGTERM, then SIGKILL, and so does its group."""
    monkeypatch.setattr(stdio, "KILL_AFTER", kill_after)

    async def work() -> None:
        child, owner = await started(*shell(text))
        await until(lambda: owner.lines)
        assert await child.stop(grace) == code

    run(work())


@pytest.mark.parametrize("is_deaf", [False, True])
def test_a_child_is_terminated(is_deaf: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, or a moment later where it does not hear."""
    monkeypatch.setattr(stdio, "KILL_AFTER", SHORT if is_deaf else NEVER)

    async def work() -> None:
        child, owner = await started(
            *shell(f"{'trap : TERM; ' * is_deaf}echo 1; while :; do sleep 0.01; done")
        )
        await until(lambda: owner.lines)
        child.terminate()
        await until(lambda: owner.ends)
        assert await child.stop(CEILING) == (-signal.SIGKILL if is_deaf else -signal.SIGTERM)

    run(work())


@pytest.mark.parametrize(
    "text", ["echo 1; sleep 0.05; echo 2; touch $0", "(echo 1; echo 2; touch $0; sleep 60) & exit 4"]
)
def test_the_end_of_a_child_is_told_after_its_output(text: str, tmp_path: Path) -> None:
    """Once, also where a grandchild keeps its pipe, and not while the server is not read."""
    written = tmp_path / "written"

    async def work() -> None:
        child, owner = await started(*shell(text), str(written))
        child.pause(True)
        await until(written.exists)
        await until(child._exited.is_set)
        skip(2 * stdio.LATE)
        await asyncio.sleep(0.3)
        assert owner.lines == [] and owner.ends == 0
        child.pause(False)
        await until(lambda: owner.ends)
        assert owner.lines == [b"1", b"2"]
        await asyncio.sleep(3 * SHORT)
        assert owner.ends == 1
        await child.stop(SHORT)
        assert owner.ends == 1

    run(work())


@pytest.mark.parametrize("answers", [False, True])
def test_a_line_without_end_ends_its_request_or_the_server(answers: bool) -> None:
    """The beginning of the line tells the request; where it does not, nobody can tell."""

    async def work() -> None:
        child, owner = await started(*shell("sleep 0.02; printf %50s x; sleep 60"))
        owner.answers = answers
        await until(lambda: owner.lines)
        assert owner.ends == (not answers)
        await child.stop(SHORT)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stdio, "LONGEST", 20)
        run(work())


def test_the_words_about_an_end() -> None:
    """An exit status, or a signal."""
    assert ending(3) == "ended with exit status 3 before the client did"
    assert ending(0, "it answered") == "ended with exit status 0 before it answered"
    assert ending(-9) == "was ended by signal 9"
