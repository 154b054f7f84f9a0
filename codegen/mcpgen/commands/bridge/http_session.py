"""A session of the HTTP front: a protocol object, a server of its own, and the streams of one client.

The frames for a client go to its streams: a response to the stream of its request, progress to the stream of
the request with that token, a message of a subscription to the stream that opened it. Everything else that
belongs to a request goes to the youngest open one, and to the general stream (GET) where none is open. Each
frame goes to one stream only.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcpgen.commands.bridge.diagnostics import LossReport, Recorder, RevisionReport, report
from mcpgen.commands.bridge.http_memory import Charge, Memory, Room
from mcpgen.commands.bridge.http_streams import Backlog, Stream
from mcpgen.commands.bridge.http_trust import Ownership, Rate
from mcpgen.commands.bridge.link import Link
from mcpgen.commands.bridge.stdio import ending
from mcpgen.commands.logs import Side
from mcpgen.runtime.errors import INTERNAL_ERROR, error_response
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.json_values import is_request_id
from mcpgen.runtime.messages.json_text import parse
from mcpgen.runtime.revisions import reserved_key

SUBSCRIPTION = reserved_key("subscriptionId")
# Notifications that belong to no request, by their last words: changes of lists, resources and tasks.
GENERAL = ("/list_changed", "/resources/updated", "/tasks/status")
LEAVE = 1.5  # seconds for a server to end
FINISHED = 16  # streams that a client may still ask for, each of up to 4 MiB


@dataclass(frozen=True)
class SessionOptions:
    """The client of a session: `rewrites` says that several clients of one identity share the session."""

    rewrites: bool
    authorization: str | None
    rate: Rate
    memory: Memory
    room: Room
    worker: str = ""


@dataclass(slots=True)
class Exchange:
    """An open request: its stream, the id and the progress token as the client wrote them, and its body."""

    stream: Stream
    id: Any
    token: Any
    method: str
    charge: Charge


class ClientSession:
    """One client behind HTTP, or several of one identity, whose ids and tokens are then rewritten."""

    def __init__(
        self,
        bridge: Any,
        make_server: Callable[[Any], Any],
        options: SessionOptions,
        ended: Callable[[ClientSession], None],
        recorder: Recorder | None = None,
        losses: LossReport | None = None,
        revisions: RevisionReport | None = None,
    ) -> None:
        token = secrets.token_urlsafe(24)
        self.id = f"{options.worker}.{token}" if options.worker else token
        self._backlog = Backlog(options.memory)
        self.general = Stream("0", self._backlog, keeps=True, is_read=False)
        self.challenge: tuple[int, str] | None = None
        self.owner = Ownership(options.authorization)
        self.rate = options.rate
        self.room = options.room
        self.used = asyncio.get_running_loop().time()
        self.readers = 0
        self.posts = 0  # bodies that came in
        self.key: str | None = None  # of the table that several clients share
        self.observer: Callable[[list[Any]], None] | None = None  # of the tools that the server lists
        self.server = make_server(self)
        self._make_server = make_server
        self._rewrites = options.rewrites
        self._task: asyncio.Task[Any] | None = None
        self._ended = ended
        self.is_over = False
        self._restarted = False
        self._streams: dict[str, Stream] = {"0": self.general}
        self._exchanges: dict[Any, Exchange] = {}
        self._tokens: dict[Any, Exchange] = {}
        self._numbers = 0
        self._is_server_paused = False  # the server is not read, because clients are slow
        self._is_server_full = False  # the server is slow
        self._untaken: list[Charge] = []  # bodies that the server has not taken
        deliver = {"client": self._to_client, "server": self._to_server}
        self.link = Link(bridge, deliver, self._failed, recorder, losses, revisions)  # type: ignore[arg-type]

    # Frames of the client

    def open(self, frames: list[dict[str, Any]], data: bytes, charge: Charge) -> Stream | None:
        """Pass on the frames of a POST; return the stream of its answers, None where no answer is due.

        The body stays charged until the server has taken the frames and answered the requests. Raises
        `ValueError` for a request whose id is in use.
        """
        requests = [frame for frame in frames if "method" in frame and is_request_id(frame.get("id"))]
        if requests and not self._rewrites:
            used = set(self._exchanges)
            for frame in requests:
                if _key(frame["id"]) in used:
                    raise ValueError(f"the id {frame['id']!r} is in use")
                used.add(_key(frame["id"]))
        stream = self._new_stream() if requests else None
        for frame in requests:
            assert stream is not None
            self._enter(frame, stream, charge.hold())
        self._untaken.append(charge.hold())
        self.link.received("client", [json_line(frames[0])] if self._rewrites else [data])
        self._drop_taken()
        return stream

    def _new_stream(self) -> Stream:
        self._numbers += 1
        stream = Stream(str(self._numbers), self._backlog, keeps=not self._rewrites, is_read=True)
        self._streams[stream.name] = stream
        if len(self._streams) > FINISHED:
            self._forget_finished()
        return stream

    def cancel(self, stream: Stream) -> None:
        """Cancel the requests of a stream whose client is gone."""
        for key, exchange in [pair for pair in self._exchanges.items() if pair[1].stream is stream]:
            self._leave(key, exchange)
            params = {"requestId": key[1], "reason": "the stream was closed"}
            frame = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
            self.link.received("client", [json_line(frame)])
        self.forget(stream)

    def stream(self, name: str) -> Stream | None:
        """Return a stream by its name."""
        return self._streams.get(name)

    def forget(self, stream: Stream) -> None:
        """Forget a stream that is read to its end."""
        self._streams.pop(stream.name, None)
        stream.close()
        self.taken()

    def taken(self) -> None:
        """Note that events were taken or a reader left; resume reading from the server where few are left."""
        if self._is_server_paused and self._backlog.may_resume():
            self._is_server_paused = False
            self.server.pause(False)

    def _drop_taken(self) -> None:
        """Give back the memory of bodies that the server has taken."""
        if not self._is_server_full and self.link.bridge.state != "opening":
            taken, self._untaken = self._untaken, []
            for charge in taken:
                charge.drop()

    def set_headers(self, headers: Mapping[str, str]) -> None:
        """Send these headers of the client to a server behind HTTP from now on."""
        own = getattr(self.server, "headers", None)
        if own is not None:
            own.update(headers)

    async def stopped(self) -> None:
        """Wait for the end of the server."""
        if self._task is not None:
            await self._task

    @property
    def revision(self) -> str:
        """The revision of the client."""
        revision: str = self.link.bridge.client
        return revision

    @property
    def is_stateless(self) -> bool:
        """Whether requests stand alone: no stream is taken up again, and closing one cancels its request."""
        return self._rewrites

    @property
    def pending(self) -> int:
        """The number of open requests."""
        return len(self._exchanges)

    @property
    def is_busy(self) -> bool:
        """Whether a client waits for an answer or reads a stream. An open request alone does not count."""
        return self.readers > 0

    def _enter(self, frame: dict[str, Any], stream: Stream, charge: Charge) -> None:
        params = frame.get("params")
        meta = params.get("_meta") if isinstance(params, dict) else None
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        exchange = Exchange(stream, frame["id"], token, frame["method"], charge)
        if self._rewrites:
            self._numbers += 1
            frame["id"] = self._numbers
            if is_request_id(token):
                meta["progressToken"] = self._numbers  # type: ignore[index]
                token = self._numbers
        self._exchanges[_key(frame["id"])] = exchange
        if is_request_id(token):
            self._tokens[_key(token)] = exchange

    def _leave(self, key: Any, exchange: Exchange) -> None:
        del self._exchanges[key]
        exchange.charge.drop()
        for token in [token for token, one in self._tokens.items() if one is exchange]:
            del self._tokens[token]
        if not any(one.stream is exchange.stream for one in self._exchanges.values()):
            exchange.stream.finish()

    # Frames to the client

    def _to_client(self, frames: list[tuple[Any, bytes]]) -> None:
        for frame, data in frames:
            tree = frame if isinstance(frame, (dict, list)) else parse(data)
            for one in tree if isinstance(tree, list) else [tree]:
                self._route(one, data if one is tree else json_line(one))
        if not self._is_server_paused and self._backlog.must_pause():
            self._is_server_paused = True
            self.server.pause(True)
        self._drop_taken()

    def _route(self, frame: dict[str, Any], data: bytes) -> None:
        method, key = frame.get("method"), _key(frame.get("id"))
        if method is None:
            exchange = self._exchanges.get(key)
            if exchange is None:
                self.general.put(data)  # an error without an id
                return
            result = frame.get("result")
            if exchange.method == "tools/list" and self.observer is not None and isinstance(result, dict):
                tools = result.get("tools")
                self.observer(tools if isinstance(tools, list) else [])
            exchange.stream.error = frame.get("error")
            exchange.stream.put(json_line({**frame, "id": exchange.id}) if self._rewrites else data)
            self._leave(key, exchange)
            return
        params = frame.get("params")
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta")
        subscription = meta.get(SUBSCRIPTION) if isinstance(meta, dict) else None
        if method == "notifications/progress":
            found = self._tokens.get(_key(params.get("progressToken")))
            if found is not None and self._rewrites:
                data = json_line({**frame, "params": {**params, "progressToken": found.token}})
        elif subscription is not None:
            found = self._exchanges.get(_key(subscription))
            if found is not None and self._rewrites:
                own = {**params, "_meta": {**meta, SUBSCRIPTION: found.id}}  # type: ignore[dict-item]
                data = json_line({**frame, "params": own})
        else:
            found = None if str(method).endswith(GENERAL) else self._youngest()
        (self.general if found is None else found.stream).put(data)

    def _youngest(self) -> Exchange | None:
        open_ = [one for one in self._exchanges.values() if one.method != "subscriptions/listen"]
        return open_[-1] if open_ else None

    def _to_server(self, frames: list[tuple[Any, bytes]]) -> None:
        self.server.write(b"".join(data + b"\n" for _, data in frames))
        self._drop_taken()

    def _forget_finished(self) -> None:
        for name in [name for name, stream in self._streams.items() if stream.finished][: FINISHED // 2]:
            self.forget(self._streams[name])

    # The server, as its listener

    def received(self, side: Side, lines: list[bytes]) -> None:
        """Handle lines of the server."""
        self.link.received(side, lines)

    def paused(self, side: Side, paused: bool) -> None:
        """Note that the buffer to the server is full, or has room again; bodies stay charged meanwhile."""
        if side == "server":
            self._is_server_full = paused
            self._drop_taken()

    def client_hung_up(self) -> None:
        """A client behind HTTP does not hang up."""

    def client_gone(self) -> None:
        """A client behind HTTP does not hang up."""

    def unauthorized(self, status: int, challenge: str) -> None:
        """Note that the server asks for authorization; the next answer says so."""
        self.challenge = status, challenge
        self.owner.asked()

    def server_ended(self, server: Any) -> None:
        """Start a server again that ended when it was probed; otherwise end the session."""
        if server is not self.server or self.is_over:
            return
        if self.link.bridge.restartable and not self._restarted:
            self._restarted, self._is_server_full = True, False
            self.server = self._make_server(self)
            self._task = asyncio.get_running_loop().create_task(self._start_again(server))
            return
        self.end("server")

    async def _start_again(self, ended: Any) -> None:
        await ended.kill()
        try:
            await self.server.start()
        except Exception as error:
            report("the server", f"cannot be started again: {error}")
            self.end("server")
        else:
            self.link.restarted()

    # The end

    def end(self, side: Side) -> None:
        """End the session: open requests are answered, streams finished, the server is stopped."""
        if self.is_over:
            return
        self.is_over = True
        self.link.close(side)
        self.link.stop()
        for key, exchange in list(self._exchanges.items()):  # a bridge between equal revisions only forwards
            gone = error_response(exchange.id, INTERNAL_ERROR, "the server is gone")
            exchange.stream.error = gone["error"]
            exchange.stream.put(json_line(gone))
            self._leave(key, exchange)
        for charge in self._untaken:
            charge.drop()
        self._untaken.clear()
        self.general.finish()
        for stream in [stream for stream in self._streams.values() if not stream.is_read]:
            self.forget(stream)
        self._ended(self)
        self._task = asyncio.get_running_loop().create_task(self._stop_server(is_first=side == "server"))

    async def _stop_server(self, *, is_first: bool) -> None:
        code = await self.server.stop(LEAVE)
        if is_first and code is not None:
            report(self.server.name, ending(code))

    def _failed(self, error: Exception) -> None:
        report("mcpgen bridge", f"a session ends: {type(error).__name__}: {error}")
        self.end("server")


def _key(id: Any) -> Any:
    """Return an id as a key: the number 1 is not the text "1"."""
    return (type(id) is str, id) if is_request_id(id) else None
