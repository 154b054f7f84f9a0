"""The command `mcpgen bridge`: a client on our stdin and stdout, a server as a child process, a `Bridge` in between.

In: two revisions (the server's may be "auto") and the server's command. Out: frames, one a line; on stderr what was lost on
the way, each kind of loss once, as `location: message`; in the log every frame of both sides; an exit status. Rules:

- One event loop. Only the protocol object knows the protocol; here are lines, pipes, a clock and the end.
- A side that does not read is waited for: what it should read is not read from the other side meanwhile.
- Every line of the log is `{"from", "to", "side", "message"}`: `from` and `to` are "client" and "server", `side` is the
  connection that the frame was seen on, so the lines of one side are a session of that side's revision. A line that is no JSON is logged as a string.
- The end. A client that hangs up: what it still waits for is awaited for `GRACE` seconds, then the server is stopped: stdin closed,
  `LEAVE` seconds later (after a signal, at once) a SIGTERM, then a SIGKILL, each to the whole process group. A server that ends: the client's requests are answered.
- Exit status: 0 when the client hung up, 1 when the server ended before it or failed, 2 when it could not be started, 128 + n after
  signal n.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import stat
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Literal

import msgspec

from mcpgen.problems import Refused, printable, refuse

GRACE = 5.0
LEAVE = 1.5  # official clients signal us two seconds after they hang up
KILL_AFTER = 0.5
READ = 1 << 16  # bytes that are read from a pipe at once
BUFFER = 1 << 20  # bytes that may wait to be read by a side before the other is no longer read
REPORTED = 1000  # kinds of losses that are remembered as reported

Side = Literal["client", "server"]
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_OTHER: dict[str, str] = {"client": "server", "server": "client"}


def bridge(
    client: str, server: str, command: Sequence[str], *, log: Path | None = None, quiet: bool = False
) -> int:
    """Bridge our stdin and stdout to a server's until one of them ends; return the exit status."""
    if not command:
        raise refuse("COMMAND", "is missing; put the server's command after --")
    try:
        package = import_module("mcp_revisions")
    except ImportError:
        raise refuse("mcp_revisions", "is not installed; run: pip install mcp-revisions") from None
    known = package.REVISIONS
    for name, revision in (("--client", client), ("--server", server)):
        if revision not in known and not (name == "--server" and revision == "auto"):
            choices = ", ".join([*known, "auto"] if name == "--server" else known)
            raise refuse(name, f"{revision!r} is no revision; it is one of {choices}")
    try:
        record = log.open("ab", buffering=0) if log is not None else None
    except OSError as problem:
        raise refuse(str(log), problem.strerror or "cannot be written") from None
    made = package.Bridge(client, server, nonce=lambda: secrets.token_hex(16))
    try:
        return asyncio.run(_Session(made, command, record, quiet).run())
    finally:
        if record is not None:
            record.close()


class _Named(msgspec.Struct):
    """What tells the method of a frame; answers have none."""

    method: str = "answer"


_method = msgspec.json.Decoder(_Named).decode


class _Lines:
    """Takes bytes as they come and hands on whole lines, however long; every byte is looked at once."""

    def __init__(self, take: Callable[[list[bytes]], None]) -> None:
        self._take = take
        self._parts: list[bytes] = []

    def feed(self, data: bytes) -> None:
        """Take bytes."""
        end = data.rfind(b"\n")
        if end < 0:
            self._parts.append(data)
            return
        if not self._parts and data[:1] == b"{" and data[-2:] == b"}\n" and data.find(b"\n") == end:
            self._take([data[:-1]])  # as a rule
            return
        self._parts.append(data[:end])
        lines = b"".join(self._parts).split(b"\n")
        self._parts = [data[end + 1 :]] if end + 1 < len(data) else []
        found = [line for line in map(_stripped, lines) if line]
        if found:
            self._take(found)

    def end(self) -> bytes:
        """Return what is left of a line that never ended."""
        rest, self._parts = b"".join(self._parts), []
        return rest


def _stripped(line: bytes) -> bytes:
    return line.strip(b"\r\t ") if line[:1] != b"{" or line[-1:] != b"}" else line


class _Client(asyncio.Protocol):
    """Our stdin."""

    def __init__(self, session: _Session) -> None:
        self.session = session
        self.data_received = session.lines["client"].feed  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that the client hung up."""
        self.session.hung_up()


class _Output(asyncio.BaseProtocol):
    """Our stdout."""

    def __init__(self, session: _Session) -> None:
        self.session = session

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        self.session.wait_for("client", True)

    def resume_writing(self) -> None:
        """Go on."""
        self.session.wait_for("client", False)

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that nobody reads any more."""
        self.session.unread()


class _Answers(asyncio.Protocol):
    """The server's stdout: a pipe of our own, because that of a child process comes to us by a detour through the loop."""

    def __init__(self, session: _Session, server: _Server) -> None:
        self.session = session
        self.server = server
        self.data_received = session.lines["server"].feed  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        """Take note that the server closed it."""
        self.session.server_ended(self.server)


class _Server(asyncio.SubprocessProtocol):
    """The child process."""

    def __init__(self, session: _Session) -> None:
        self.session = session
        self.exited = asyncio.Event()

    def pause_writing(self) -> None:
        """Wait for the server to read."""
        self.session.wait_for("server", True)

    def resume_writing(self) -> None:
        """Go on."""
        self.session.wait_for("server", False)

    def process_exited(self) -> None:
        """Take note that the server is gone; what it wrote may still be on its way, or a child of its keep the pipe open."""
        self.exited.set()
        asyncio.get_running_loop().call_later(0.5, self.session.server_ended, self)


class _Session:
    """One client, one server, until one of them ends."""

    def __init__(self, bridge: Any, command: Sequence[str], log: IO[bytes] | None, quiet: bool) -> None:
        self.bridge = bridge
        self.command = command
        self.log = log
        self.quiet = quiet
        self.lines = {
            "client": _Lines(lambda lines: self.take("client", lines)),
            "server": _Lines(lambda lines: self.take("server", lines)),
        }
        self.status = 0
        self.over = asyncio.Event()  # the end has begun
        self._loop: asyncio.AbstractEventLoop
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._input: asyncio.ReadTransport | None = None
        self._output: asyncio.WriteTransport | None = None
        self._process: asyncio.SubprocessTransport
        self._answers: asyncio.ReadTransport
        self._writer: asyncio.WriteTransport
        self._server: _Server
        self._again: asyncio.Task[None] | None = None
        self._hung_up = False
        self._server_ended = False
        self._reported: set[tuple[str, ...]] = set()
        self._seen: set[tuple[Any, ...]] = set()
        self._lost: dict[tuple[Any, ...], tuple[Any, ...]] = {}  # by receiver and method: what was lost last
        self._broken = False

    async def run(self) -> int:
        """Start the server, carry frames, stop the server; return the exit status."""
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        for number in _SIGNALS:
            self._loop.add_signal_handler(number, self.stop, 128 + number)
        await self._start()
        try:
            await self._open()
            await self.over.wait()
        finally:
            await self._end()
        return self.status

    async def _start(self) -> None:
        ours, theirs = os.pipe()
        try:
            self._process, self._server = await self._loop.subprocess_exec(
                lambda: _Server(self), *self.command, stdout=theirs, stderr=None, start_new_session=True
            )
        except (OSError, ValueError) as problem:
            os.close(ours)
            reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
            raise refuse(self.command[0], reason) from None
        finally:
            os.close(theirs)
        server = self._server
        self._answers = await self._reading(lambda: _Answers(self, server), ours)
        self._writer = self._stdin()
        self._writer.set_write_buffer_limits(BUFFER)

    async def _start_again(self) -> None:
        # An older server that ends when it is asked what it does not know (before the handshake) is given another chance.
        self._process.close()
        self._answers.close()
        _kill(self._process.get_pid(), signal.SIGKILL)
        self.lines["server"].end()
        try:
            await self._start()
        except Refused as refused:
            _say(self.command[0], str(refused))
            self.server_ended(self._server)
        else:
            self._write(self.bridge.restarted())

    # Lines

    def take(self, side: Side, lines: list[bytes]) -> None:
        """Hand lines of one side to the bridge and write what it sends."""
        sends = self.bridge.tick(self._now())
        take = self.bridge.from_client if side == "client" else self.bridge.from_server
        for line in lines:
            if self.log is not None:
                self._record(side, _OTHER[side], side, _loggable(line))
            sends += take(line)
        self._write(sends)
        if self._hung_up and side == "server" and not self.bridge.pending:
            self._part()

    def _write(self, sends: list[Any]) -> None:
        to_client: list[bytes] = []
        to_server: list[bytes] = []
        for send in sends:
            to, frame, losses = send
            if losses and not self.quiet:
                self._report(send)
            if to is None:
                continue
            data = frame if type(frame) is bytes else send.data
            (to_client if to == "client" else to_server).append(data)
            if self.log is not None:
                self._record(_OTHER[to], to, to, _loggable(data))
        self._set_timer()
        if to_client:
            to_client.append(b"")
            self._to_client(b"\n".join(to_client))
        if to_server and not self._server_ended and not self._writer.is_closing():
            to_server.append(b"")
            self._writer.write(b"\n".join(to_server))

    def _to_client(self, data: bytes) -> None:
        if self._output is not None:
            if not self._output.is_closing():
                self._output.write(data)
        elif not self._broken:
            try:
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            except OSError:
                self.unread()

    def _record(self, sender: str, receiver: str, side: str, message: bytes) -> None:
        assert self.log is not None
        start = f'{{"from":"{sender}","to":"{receiver}","side":"{side}","message":'.encode()
        try:
            self.log.write(start + message + b"}\n")
        except OSError as problem:
            _say("--log", problem.strerror or str(problem))
            self.log = None

    def _report(self, send: Any) -> None:
        losses = send.losses
        what = _named(send.frame if send.to is not None else losses[0].value)
        if self._lost.get((send.to, what)) == losses:
            return
        if len(self._lost) < REPORTED:
            self._lost[send.to, what] = losses
        for loss in losses:
            seen = (send.to, what, loss.pointer, loss.kind, loss.change)
            if seen in self._seen:
                continue
            if len(self._seen) < REPORTED:
                self._seen.add(seen)
            to = f"to the {send.to}" if send.to else "ends here"
            where = "/".join("*" if part.isdigit() else part for part in loss.pointer.split("/"))
            kind = (to, str(what), where, loss.kind, loss.change)
            if kind not in self._reported and len(self._reported) < REPORTED:
                self._reported.add(kind)
                _say(f"{to}, {what}{where}", f"{loss.kind}: {loss.reason} [{loss.change}]")

    # Time

    def _now(self) -> float:
        return self._loop.time() - self._began

    def _set_timer(self) -> None:
        deadline = self.bridge.deadline
        if self._timer is not None:
            if deadline is not None and self._timer.when() == deadline + self._began:
                return
            self._timer.cancel()
            self._timer = None
        if deadline is not None:
            self._timer = self._loop.call_at(deadline + self._began, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._write(self.bridge.tick(self._now()))

    # Pipes

    def _stdin(self) -> asyncio.WriteTransport:
        pipe = self._process.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        return pipe

    async def _open(self) -> None:
        if _is_pipe(1) and not os.isatty(1):
            self._output, _ = await self._loop.connect_write_pipe(
                lambda: _Output(self), os.fdopen(os.dup(1), "wb", 0)
            )
            self._output.set_write_buffer_limits(BUFFER)
        if _is_pipe(0):
            self._input = await self._reading(lambda: _Client(self), os.dup(0))
        else:
            self._loop.call_soon(self._read_file)

    async def _reading(self, protocol: Callable[[], asyncio.Protocol], fd: int) -> asyncio.ReadTransport:
        transport, _ = await self._loop.connect_read_pipe(protocol, os.fdopen(fd, "rb", 0))
        # As much as a pipe holds. More, as asyncio would ask for, is memory that is mapped and unmapped for every line.
        setattr(transport, "max_size", READ)  # noqa: B010  # no public name
        return transport

    def _read_file(self) -> None:
        # A file is always ready; it is read in turns with everything else.
        data = os.read(0, READ)
        if data:
            self.lines["client"].feed(data)
            self._loop.call_soon(self._read_file)
        else:
            self.hung_up()

    def wait_for(self, side: Side, waiting: bool) -> None:
        """Stop, or go on, reading what would have to be written to a side that does not read."""
        source = self._answers if side == "client" else self._input
        if isinstance(source, asyncio.ReadTransport) and not source.is_closing():
            if waiting:
                source.pause_reading()
            else:
                source.resume_reading()

    # The end

    def hung_up(self) -> None:
        """Take note that the client will send no more."""
        if self._hung_up:
            return
        self._hung_up = True
        self._last("client")
        if self.bridge.pending and not self._server_ended:
            self._loop.call_later(GRACE, self._part)
        else:
            self._part()

    def _part(self) -> None:
        # Tell the server that the client is gone.
        if not self.over.is_set():
            self._write(self.bridge.closed("client"))
            self.over.set()

    def unread(self) -> None:
        """Take note that the client reads no more."""
        self._broken = True
        self._hung_up = True
        self._part()

    def server_ended(self, server: _Server) -> None:
        """Take note that the server will send no more: what the client waits for is answered."""
        if self._server_ended or server is not self._server:
            return
        if self.bridge.probing and self._again is None and not self.over.is_set():
            self._again = self._loop.create_task(self._start_again())
            return
        if self._again is not None and not self._again.done():
            return
        self._server_ended = True
        self._last("server")
        if not self.over.is_set():
            self._write(self.bridge.closed("server"))
            self.status = self.status if self._hung_up else 1
            self.over.set()

    def stop(self, status: int) -> None:
        """End because of a signal, also while waiting for the server to end by itself."""
        self.status = status
        if self.over.is_set():
            _kill(self._process.get_pid(), signal.SIGTERM)
            self._loop.call_later(KILL_AFTER, _kill, self._process.get_pid(), signal.SIGKILL)
        self._part()

    def _last(self, side: Side) -> None:
        rest = self.lines[side].end().strip()
        if not rest:
            return
        try:
            json.loads(rest)
        except ValueError:
            _say(f"the {side}'s last line", f"ends after {len(rest)} bytes and is not passed on")
        else:
            self.take(side, [rest])

    async def _end(self) -> None:
        # Stop the server, the whole group of it, and let the client read what was written.
        if self._timer is not None:
            self._timer.cancel()
        if self._again is not None:
            await self._again
        process, group = self._process, self._process.get_pid()
        if not self._writer.is_closing():
            self._writer.close()
        # Who signals us may soon kill us, so the server learns of it at once.
        told = self.status >= 128 or self._server_ended
        for number, seconds in ((signal.SIGTERM, 0.1 if told else LEAVE), (signal.SIGKILL, KILL_AFTER)):
            try:
                await asyncio.wait_for(self._server.exited.wait(), seconds)
                break
            except (asyncio.TimeoutError, TimeoutError):
                _kill(group, number)
        await self._server.exited.wait()
        _kill(group, signal.SIGKILL)
        code = process.get_returncode()
        if self.status == 1:
            _say(self.command[0], _ended(code))
        process.close()
        self._answers.close()
        if self._output is not None and not self._output.is_closing():
            await self._flush(self._output)
        if self._input is not None:
            self._input.close()
        for fd in (0, 1):
            try:
                os.set_blocking(fd, True)  # others may share it
            except OSError:
                pass

    async def _flush(self, output: asyncio.WriteTransport) -> None:
        waited = 0.0
        while output.get_write_buffer_size() and not output.is_closing() and waited < GRACE:
            await asyncio.sleep(0.01)
            waited += 0.01
        output.close()


def _named(frame: Any) -> str:
    # The method of a frame, a text or a tree.
    if type(frame) is bytes:
        try:
            return _method(frame).method
        except ValueError:
            return "frame"
    return frame.get("method", "answer") if isinstance(frame, dict) else "frame"


def _is_pipe(fd: int) -> bool:
    mode = os.fstat(fd).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and os.isatty(fd))


def _loggable(line: bytes) -> bytes:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return json.dumps(line.decode("utf-8", "replace")).encode()
    return line


def _kill(group: int, number: int) -> None:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        pass


def _ended(code: int | None) -> str:
    if code is not None and code < 0:
        return f"was ended by signal {-code}"
    return f"ended with exit status {code} before the client did"


def _say(location: str, message: str) -> None:
    print(f"{printable(location)}: {printable(message)}", file=sys.stderr, flush=True)
