"""The stdio transports: the client on our stdin and stdout, and the server as a child process.

Each frame is a line. Rules:

- Only complete lines are delivered, and each byte is searched for a newline once. Of a line with more than
  `LONGEST` bytes, only the beginning is delivered, so that its request is refused. The rest is skipped.
- If a buffer of frames to one side is full, the other side is not read.
- The end of a side is reported after everything that it wrote was delivered.
- The child runs in a process group of its own. `stop` ends the whole group: it closes stdin, then sends
  SIGTERM and SIGKILL. If the program ends before that, `end_groups` sends SIGKILL.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from mcp_revisions.jsonrpc import as_json_line

from mcp_bridge.core.texts import cut_frame
from mcp_bridge.diagnostics import report
from mcp_bridge.problems import Refused, refuse
from mcp_bridge.session import Session, Upstream

READ = 1 << 16  # bytes of one read: the capacity of a pipe
BUFFER = 1 << 20  # bytes that may wait for one side before the other side is no longer read
LONGEST = 64 << 20  # bytes of a line
SHOWN = 1 << 16  # bytes of a longer line that are delivered
KILL_AFTER = 0.5  # seconds from SIGTERM to SIGKILL
LATE = 0.5  # seconds without output of a child that has exited, while a grandchild keeps its pipe open
FLUSH = 5.0  # seconds in which a client that still reads the last frames must read something

Deliver = Callable[[list[Any]], None]  # gets lines, or the beginning of a line as a `ReadFrame`

_groups: set[int] = set()  # the process groups of all servers that `stop` has not ended yet


def end_groups() -> None:
    """Kill the process groups of all servers that still run, because the program ends."""
    while _groups:
        _kill_group(_groups.pop(), signal.SIGKILL)


def _kill_group(group: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


class LineBuffer:
    """Splits bytes into lines, and stores an incomplete line until the rest of it arrives."""

    def __init__(
        self,
        subject: str,
        deliver: Deliver,
        deliver_beginning: Deliver | None = None,
        tell: Callable[[str, str], object] = report,
    ) -> None:
        self._subject = subject  # the name of the side in diagnostics
        self._deliver = deliver
        self._deliver_beginning = deliver_beginning or deliver
        self._tell = tell  # a function of the location and the message of a diagnostic
        # One buffer, because objects of small reads need more memory than their bytes.
        self._rest = bytearray()
        self._is_skipping = False

    def feed(self, data: bytes) -> None:
        """Add bytes, and deliver the completed lines except blank ones."""
        end = data.rfind(b"\n")
        if self._is_skipping:
            start = data.find(b"\n")
            if start < 0:
                return
            data, end, self._is_skipping = data[start + 1 :], end - start - 1, False
        if end < 0:
            self._add(data)
            return
        if not self._rest and data[:1] == b"{" and data[-2:] == b"}\n" and data.find(b"\n") == end:
            self._deliver([data[:-1]])  # the usual read: one frame, whole
            return
        lines = b"".join([self._rest, data[:end]]).split(b"\n")
        self._rest = bytearray()
        found = [line for line in map(_stripped, lines) if line]
        if found:
            self._deliver(found)
        self._add(data[end + 1 :])

    def end(self) -> None:
        """Deliver the last line, which has no newline, if it is complete JSON."""
        rest = bytes(self._rest).strip()
        if not rest:
            return
        try:
            as_json_line(rest)
        except ValueError:
            self._tell(
                f"the {self._subject}'s last line", f"is incomplete ({len(rest)} bytes) and is not passed on"
            )
        else:
            self._deliver([rest])

    def _add(self, data: bytes) -> None:
        self._rest += data
        if len(self._rest) > LONGEST:
            beginning = bytes(self._rest[:SHOWN])
            self._rest, self._is_skipping = bytearray(), True
            self._tell(f"the {self._subject}", f"a line of more than {LONGEST} bytes is not passed on")
            self._deliver_beginning([cut_frame(beginning, LONGEST)])


class StdioClient:
    """The client on our stdin and stdout, each a pipe, a terminal or a file.

    - `hung_up`: called at the end of the client's frames.
    - `gone`: called when the client no longer reads.
    - `full`: called with True when too many frames wait for the client, and with False when they no longer
      do.
    - `failed`: called if stdin cannot be read or stdout cannot be written, for example because a disk is
      full.
    """

    def __init__(
        self,
        deliver: Deliver,
        hung_up: Callable[[], None],
        gone: Callable[[], None],
        full: Callable[[bool], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._lines = LineBuffer("client", deliver)
        self._fail = failed
        self._hung_up = hung_up
        self._gone = gone
        self._full = full
        self._input: asyncio.ReadTransport | None = None
        self._output: asyncio.WriteTransport | None = None
        self._is_gone = False

    async def open(self) -> None:
        """Start reading. If stdout is a pipe, make sure that writing never blocks."""
        loop = asyncio.get_running_loop()
        if _is_pipe(1) and not os.isatty(1):
            self._output, _ = await loop.connect_write_pipe(
                lambda: _Pipe(self._gone, full=self._full), os.fdopen(os.dup(1), "wb", 0)
            )
            self._output.set_write_buffer_limits(BUFFER)
        if _is_pipe(0):
            self._input = await _reading(self._lines.feed, self._end, os.dup(0))
        else:
            loop.call_soon(self._read_file)

    def write(self, data: bytes) -> None:
        """Write lines. If the client no longer reads, call `gone`."""
        if self._output is not None:
            if not self._output.is_closing():
                self._output.write(data)
        elif not self._is_gone:
            try:
                while data:
                    data = data[os.write(1, data) :]
            except BrokenPipeError:
                self._is_gone = True
                self._gone()
            except OSError as error:
                self._is_gone = True
                self._failed(error)

    @property
    def is_written(self) -> bool:
        """Whether no written line waits for the client, and none was dropped because the client is gone."""
        output = self._output
        return output is None or not (output.is_closing() or output.get_write_buffer_size())

    def pause(self, paused: bool) -> None:
        """Stop reading the client if `paused` is True, or continue reading."""
        _pause(self._input, paused)

    async def deliver_written(self) -> None:
        """Deliver the frames that the client has written and that were not read yet."""
        for _ in range(LONGEST // READ):
            if self._input is None or self._input.is_closing() or not select.select([0], [], [], 0)[0]:
                return
            await asyncio.sleep(0)

    async def close(self) -> bool:
        """Wait until the client has read the last frames, and restore the modes of stdin and stdout.

        Return whether the client has read them.
        """
        output, waited, size = self._output, 0.0, 0
        if output is not None and not output.is_closing():
            while output.get_write_buffer_size() and not output.is_closing() and waited < FLUSH:
                waited = waited + 0.01 if output.get_write_buffer_size() == size else 0.0
                size = output.get_write_buffer_size()
                await asyncio.sleep(0.01)
        is_written = self.is_written
        if output is not None:
            output.close()
        if self._input is not None:
            self._input.close()
        for fd in (0, 1):
            with suppress(OSError):
                os.set_blocking(fd, True)  # other processes may share them
        return is_written

    def _end(self) -> None:
        self._lines.end()
        self._hung_up()

    def _failed(self, error: OSError) -> None:
        self._fail(lost_answers(error.strerror or str(error)))

    def _read_file(self) -> None:
        # A file is always ready: one read for each turn of the event loop.
        try:
            data = os.read(0, READ)
        except OSError as error:
            self._fail(refuse("standard input", error.strerror or str(error)))
            return
        if data:
            self._lines.feed(data)
            asyncio.get_running_loop().call_soon(self._read_file)
        else:
            self._end()


class ChildServer(Upstream):
    """A server as a child process in a process group of its own.

    `session` receives the lines of the server, and a notice when the server has ended. A command that cannot
    be started is refused.
    """

    def __init__(self, command: Sequence[str], session: Session) -> None:
        self.name = command[0]
        self._command = command
        self._session = session
        self._lines = LineBuffer(
            "server", partial(session.from_lines, "server"), self._refuse, session.report
        )
        self._process: asyncio.SubprocessTransport | None = None
        self._output: asyncio.ReadTransport | None = None
        self._input: asyncio.WriteTransport | None = None
        self._waiting: list[bytes] = []
        self._exited = asyncio.Event()
        self._last_output = 0.0
        self._is_paused = False
        self._is_over = False
        self._is_given_up = False  # a line was too long, so the server is ended

    async def start(self) -> None:
        """Start the process. Raise a refusal if the command cannot be started."""
        loop = asyncio.get_running_loop()
        # A pipe of our own: asyncio hands on the stdout of a child one turn of the event loop later.
        ours, theirs = os.pipe()
        try:
            await loop.subprocess_exec(
                lambda: _Pipe(self._exit, full=self._session.full, made=self._made),
                *self._command,
                stdout=theirs,
                stderr=None,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            os.close(ours)
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise refuse(self.name, reason) from None
        finally:
            os.close(theirs)
        self._output = await _reading(self._feed, self._end, ours)
        assert self._process is not None
        pipe = self._process.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        self._input = pipe
        self._input.set_write_buffer_limits(BUFFER)

    @property
    def unsent(self) -> int:
        """The bytes that wait for the process."""
        return 0 if self._input is None else self._input.get_write_buffer_size()

    def send(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Send a frame with the next flush."""
        self._waiting.append(data)

    def flush(self) -> None:
        """Write the frames that were sent, unless the server is gone."""
        if not self._waiting or self._input is None:
            return
        data, self._waiting = b"".join(line + b"\n" for line in self._waiting), []
        if not self._input.is_closing():
            self._input.write(data)

    def pause(self, paused: bool) -> None:
        """Stop reading the server if `paused` is True, or continue reading."""
        self._is_paused = paused
        _pause(self._output, paused)

    def terminate(self) -> None:
        """Send SIGTERM now and SIGKILL soon."""
        self._signal(signal.SIGTERM)
        asyncio.get_running_loop().call_later(KILL_AFTER, self._signal, signal.SIGKILL)

    async def exit_status(self, seconds: float) -> int | None:
        """Return the exit status of the process, or None if it has not ended after so many seconds.

        If the bridge gave the process up, do not wait: it may never end.
        """
        with suppress(asyncio.TimeoutError, TimeoutError):
            await asyncio.wait_for(self._exited.wait(), 0 if self._is_given_up else seconds)
        return None if self._process is None else self._process.get_returncode()

    async def stop(self, grace: float) -> int | None:
        """Close stdin, send SIGTERM after `grace` seconds, then SIGKILL. Return the exit status."""
        self._is_over = True
        if self._process is None:
            return None
        try:
            if self._input is not None and not self._input.is_closing():
                self._input.close()
            for number, seconds in ((signal.SIGTERM, grace), (signal.SIGKILL, KILL_AFTER)):
                try:
                    await asyncio.wait_for(self._exited.wait(), seconds)
                    break
                except (asyncio.TimeoutError, TimeoutError):
                    self._signal(number)
            await self._exited.wait()
        finally:  # also if the bridge ends before the server does
            self._signal(signal.SIGKILL)
            _groups.discard(self._process.get_pid())
        code = self._process.get_returncode()
        self._process.close()
        if self._output is not None:
            self._output.close()
        return code

    def _made(self, process: asyncio.SubprocessTransport) -> None:
        """Record the process, and that its group must be ended."""
        self._process = process
        _groups.add(process.get_pid())

    def _feed(self, data: bytes) -> None:
        self._last_output = asyncio.get_running_loop().time()
        if not self._is_over:
            self._lines.feed(data)

    def _refuse(self, beginning: list[Any]) -> None:
        """Handle a line of the server that is longer than `LONGEST`. `beginning` is the start of the line.

        If the line is the answer to a request, that request ends with an error. If it answers no request, the
        server is ended.
        """
        pending = self._session.bridge.pending
        self._session.from_lines("server", beginning)
        if self._session.bridge.pending == pending:
            self._is_given_up = True
            self._end()

    def _exit(self) -> None:
        """Wait for the last output after the process has exited.

        A process that the server has started may still write to the pipe.
        """
        if not self._exited.is_set():
            self._exited.set()
            self._end_if_silent()

    def _end_if_silent(self) -> None:
        loop = asyncio.get_running_loop()
        if self._is_over:
            return
        if not self._is_paused and loop.time() - self._last_output >= LATE and self._last_output:
            self._end()
            return
        self._last_output = self._last_output or loop.time()
        loop.call_later(LATE, self._end_if_silent)

    def _end(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._lines.end()
            self._session.upstream_ended(self)

    def _signal(self, number: int) -> None:
        if self._process is None:
            return
        pid = self._process.get_pid()
        _kill_group(pid, number)
        if not self._exited.is_set():  # a process may have left its group
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)


class _Pipe(asyncio.Protocol, asyncio.SubprocessProtocol):
    """Reads or writes a pipe until its end, or waits for the end of a child process."""

    def __init__(
        self,
        ended: Callable[[], None],
        *,
        feed: Callable[[bytes], None] | None = None,
        full: Callable[[bool], None] | None = None,
        made: Callable[[Any], None] | None = None,
    ) -> None:
        self._ended = ended
        self._feed = feed
        self._full = full
        self._made = made

    def connection_made(self, transport: Any) -> None:
        if self._made is not None:
            self._made(transport)

    def data_received(self, data: bytes) -> None:
        assert self._feed is not None
        self._feed(data)

    def pause_writing(self) -> None:
        assert self._full is not None
        self._full(True)

    def resume_writing(self) -> None:
        assert self._full is not None
        self._full(False)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()

    def process_exited(self) -> None:
        self._ended()


def lost_answers(reason: str) -> Refused:
    """Return the exception which says that answers do not reach the client, and why."""
    return refuse("standard output", f"{reason}; the client does not get the answers from here on")


def refuse_missing_input() -> None:
    """Refuse a closed stdin, and a device whose input never ends."""
    if sys.stdin is None:
        raise refuse("standard input", "is closed; redirect it from /dev/null instead")
    found = os.fstat(0)
    is_null = stat.S_ISCHR(found.st_mode) and found.st_rdev == os.stat(os.devnull).st_rdev
    if stat.S_ISCHR(found.st_mode) and not is_null and not os.isatty(0):
        raise refuse("standard input", "is a device but not a terminal; connect a pipe, a file or a terminal")


async def _reading(
    feed: Callable[[bytes], None], ended: Callable[[], None], fd: int
) -> asyncio.ReadTransport:
    """Read a pipe until its end. Call `feed` with its bytes, then `ended`."""
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: _Pipe(ended, feed=feed), os.fdopen(fd, "rb", 0))
    # asyncio reads up to 256 KiB, memory that is mapped and unmapped for every line; no public name sets
    # less.
    setattr(transport, "max_size", READ)  # noqa: B010
    return transport


def _pause(transport: asyncio.ReadTransport | None, paused: bool) -> None:
    if transport is not None and not transport.is_closing():
        (transport.pause_reading if paused else transport.resume_reading)()


def _stripped(line: bytes) -> bytes:
    return line.strip(b"\r\t ") if line[:1] != b"{" or line[-1:] != b"}" else line


def _is_pipe(fd: int) -> bool:
    mode = os.fstat(fd).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and os.isatty(fd))
