"""The stdio transport: the client on our stdin and stdout, the server as a child process; a frame is a line.

Rules: a `Listener` gets whole lines, however long, and each byte is searched for a newline once. Where a
buffer of frames to one side is full, the listener stops reading from the other side. The child runs in a
process group of its own, which `stop` ends as a whole: stdin is closed, then follow SIGTERM and SIGKILL.
"""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from mcpgen.commands.logs import Side
from mcpgen.problems import refuse

READ = 1 << 16  # bytes of one read: the capacity of a pipe
BUFFER = 1 << 20  # bytes that may wait for one side before the other side is no longer read
KILL_AFTER = 0.5  # seconds from SIGTERM to SIGKILL
FLUSH = 5.0  # seconds for the client to read the last frames
LATE = 0.5  # seconds for the last output of a child that has exited


class Listener(Protocol):
    """The session, as a transport sees it."""

    def received(self, side: Side, lines: list[bytes]) -> None:
        """Handle lines of a side."""

    def paused(self, side: Side, paused: bool) -> None:
        """Stop reading from the other side while the buffer to `side` is full, or resume."""

    def client_hung_up(self) -> None:
        """Handle the end of the client's frames."""

    def client_gone(self) -> None:
        """Handle that the client reads no more."""

    def server_ended(self, server: Any) -> None:
        """Handle the end of a server's frames."""


class LineBuffer:
    """Split bytes into lines; the rest of a line waits for its end."""

    def __init__(self, deliver: Callable[[list[bytes]], None]) -> None:
        self._deliver = deliver
        self._parts: list[bytes] = []

    def feed(self, data: bytes) -> None:
        """Add bytes; deliver the lines that they complete, without blank lines."""
        end = data.rfind(b"\n")
        if end < 0:
            self._parts.append(data)
            return
        if not self._parts and data[:1] == b"{" and data[-2:] == b"}\n" and data.find(b"\n") == end:
            self._deliver([data[:-1]])  # the usual read: one frame, whole
            return
        self._parts.append(data[:end])
        lines = b"".join(self._parts).split(b"\n")
        self._parts = [data[end + 1 :]] if end + 1 < len(data) else []
        found = [line for line in map(_stripped, lines) if line]
        if found:
            self._deliver(found)

    def end(self) -> bytes:
        """Return the bytes after the last newline."""
        rest, self._parts = b"".join(self._parts), []
        return rest.strip()


class StdioClient:
    """The client on our stdin and stdout, each a pipe, a terminal or a file."""

    def __init__(self, listener: Listener) -> None:
        self.lines = LineBuffer(partial(listener.received, "client"))
        self._listener = listener
        self._input: asyncio.ReadTransport | None = None
        self._output: asyncio.WriteTransport | None = None
        self._gone = False

    async def open(self) -> None:
        """Start reading, and make stdout a pipe that never blocks where stdout is a pipe."""
        loop = asyncio.get_running_loop()
        if _is_pipe(1) and not os.isatty(1):
            self._output, _ = await loop.connect_write_pipe(
                lambda: _Writing(partial(self._listener.paused, "client"), self._listener.client_gone),
                os.fdopen(os.dup(1), "wb", 0),
            )
            self._output.set_write_buffer_limits(BUFFER)
        if _is_pipe(0):
            self._input = await _reading(self.lines.feed, self._listener.client_hung_up, os.dup(0))
        else:
            loop.call_soon(self._read_file)

    def write(self, data: bytes) -> None:
        """Write lines; a client that no longer reads is reported to the listener."""
        if self._output is not None:
            if not self._output.is_closing():
                self._output.write(data)
        elif not self._gone:
            try:
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            except OSError:
                self._gone = True
                self._listener.client_gone()

    def pause(self, paused: bool) -> None:
        """Stop reading, or resume."""
        _pause(self._input, paused)

    async def close(self) -> None:
        """Wait until the client has read the last frames, and leave stdin and stdout as they were."""
        output, waited = self._output, 0.0
        if output is not None and not output.is_closing():
            while output.get_write_buffer_size() and not output.is_closing() and waited < FLUSH:
                await asyncio.sleep(0.01)
                waited += 0.01
            output.close()
        if self._input is not None:
            self._input.close()
        for fd in (0, 1):
            with suppress(OSError):
                os.set_blocking(fd, True)  # other processes may share them

    def _read_file(self) -> None:
        # A file is always ready: one read for each turn of the event loop.
        data = os.read(0, READ)
        if data:
            self.lines.feed(data)
            asyncio.get_running_loop().call_soon(self._read_file)
        else:
            self._listener.client_hung_up()


class ChildServer:
    """A server as a child process in a process group of its own."""

    is_unusable = False  # a process that cannot be started is refused
    pending = 0  # the process answers the requests that it has read before it ends

    def __init__(self, command: Sequence[str], listener: Listener, buffer: int = BUFFER) -> None:
        self.lines = LineBuffer(partial(listener.received, "server"))
        self.name = command[0]
        self._buffer = buffer  # bytes that may wait for the process before the listener is told
        self._command = command
        self._listener = listener
        self._process: asyncio.SubprocessTransport | None = None
        self._output: asyncio.ReadTransport | None = None
        self._input: asyncio.WriteTransport | None = None
        self._exited = asyncio.Event()

    async def start(self) -> None:
        """Start the process; refuse a command that cannot be started."""
        loop = asyncio.get_running_loop()
        # A pipe of our own: asyncio hands on the stdout of a child one turn of the event loop later.
        ours, theirs = os.pipe()
        ended = partial(self._listener.server_ended, self)
        try:
            self._process, _ = await loop.subprocess_exec(
                lambda: _Child(partial(self._listener.paused, "server"), self._exited, ended),
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
        self._output = await _reading(self.lines.feed, ended, ours)
        pipe = self._process.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        self._input = pipe
        self._input.set_write_buffer_limits(self._buffer)

    def write(self, data: bytes) -> None:
        """Write lines; a server that is gone gets none."""
        if self._input is not None and not self._input.is_closing():
            self._input.write(data)

    def rest(self) -> bytes:
        """Return the bytes after the last newline."""
        return self.lines.end()

    def pause(self, paused: bool) -> None:
        """Stop reading, or resume."""
        _pause(self._output, paused)

    def terminate(self) -> None:
        """Send SIGTERM now and SIGKILL soon."""
        self._signal(signal.SIGTERM)
        asyncio.get_running_loop().call_later(KILL_AFTER, self._signal, signal.SIGKILL)

    async def kill(self) -> None:
        """End the process group at once and forget its output."""
        if self._process is not None and self._output is not None:
            self._output.close()
            self._signal(signal.SIGKILL)
            # `close` before the exit would wait for the process too, and asyncio print that another has.
            await self._exited.wait()
            self._process.close()

    async def stop(self, grace: float) -> int | None:
        """Close stdin, send SIGTERM after `grace` seconds, then SIGKILL; return the exit status."""
        if self._process is None or self._input is None or self._output is None:
            return None
        if not self._input.is_closing():
            self._input.close()
        for number, seconds in ((signal.SIGTERM, grace), (signal.SIGKILL, KILL_AFTER)):
            try:
                await asyncio.wait_for(self._exited.wait(), seconds)
                break
            except (asyncio.TimeoutError, TimeoutError):
                self._signal(number)
        await self._exited.wait()
        self._signal(signal.SIGKILL)
        code = self._process.get_returncode()
        self._process.close()
        self._output.close()
        return code

    def _signal(self, number: int) -> None:
        if self._process is None:
            return
        pid = self._process.get_pid()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, number)
        if not self._exited.is_set():  # a process may have left its group
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)


class _Reading(asyncio.Protocol):
    """Read a pipe."""

    def __init__(self, feed: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self._feed = feed
        self._ended = ended

    def data_received(self, data: bytes) -> None:
        self._feed(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()


class _Writing(asyncio.BaseProtocol):
    """Write a pipe."""

    def __init__(self, paused: Callable[[bool], None], ended: Callable[[], None]) -> None:
        self._paused = paused
        self._ended = ended

    def pause_writing(self) -> None:
        self._paused(True)

    def resume_writing(self) -> None:
        self._paused(False)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()


class _Child(asyncio.SubprocessProtocol):
    """Write the stdin of a child process, and wait for its exit."""

    def __init__(
        self, paused: Callable[[bool], None], exited: asyncio.Event, ended: Callable[[], None]
    ) -> None:
        self._paused = paused
        self._exited = exited
        self._ended = ended

    def pause_writing(self) -> None:
        self._paused(True)

    def resume_writing(self) -> None:
        self._paused(False)

    def process_exited(self) -> None:
        # The last output may still be on its way, or a grandchild may keep the pipe open.
        self._exited.set()
        asyncio.get_running_loop().call_later(LATE, self._ended)


async def _reading(
    feed: Callable[[bytes], None], ended: Callable[[], None], fd: int
) -> asyncio.ReadTransport:
    """Read a pipe until its end."""
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: _Reading(feed, ended), os.fdopen(fd, "rb", 0))
    # asyncio reads up to 256 KiB, memory that is mapped and unmapped for every line; no public name sets
    # less.
    setattr(transport, "max_size", READ)  # noqa: B010
    return transport


def ending(code: int) -> str:
    """Return the line about a server that ended first, by its exit status."""
    if code < 0:
        return f"was ended by signal {-code}"
    return f"ended with exit status {code} before the client did"


def _pause(transport: asyncio.ReadTransport | None, paused: bool) -> None:
    if transport is not None and not transport.is_closing():
        (transport.pause_reading if paused else transport.resume_reading)()


def _stripped(line: bytes) -> bytes:
    return line.strip(b"\r\t ") if line[:1] != b"{" or line[-1:] != b"}" else line


def _is_pipe(fd: int) -> bool:
    mode = os.fstat(fd).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and os.isatty(fd))
