"""The open requests of the clients of one server, and the stream that each frame of the server goes to.

In: frames of clients, as they are passed on; frames of the server as trees, with their lines. Rules:

- A response goes to the stream of its request, progress to the stream of the request with that token. A frame
  of a subscription goes to the stream that opened the subscription.
- Any other frame that belongs to a request goes to the youngest open request. In a session without an open
  request it goes to the general stream (GET). A frame goes to one stream only.
- Stateless requests of several clients have the same ids and tokens: each gets a number of its own towards
  the server. No frame waits for a stateless client that has no open request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mcpgen.commands.bridge.http_memory import Charge
from mcpgen.commands.bridge.http_streams import Backlog, Stream
from mcpgen.commands.bridge.link import request_key
from mcpgen.runtime.bridge.frames import meta_of, params_of
from mcpgen.runtime.errors import INTERNAL_ERROR, error_response
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.json_values import is_request_id
from mcpgen.runtime.messages.mismatch import shown
from mcpgen.runtime.revisions import reserved_key

SUBSCRIPTION = reserved_key("subscriptionId")
LISTEN = "subscriptions/listen"
# Requests to which a frame of the server belongs only if the frame names them.
ASIDE = (LISTEN, "tasks/get", "tasks/update", "tasks/cancel")
# Notifications that belong to no request, by their last words: changes of lists, resources and tasks.
GENERAL = ("/list_changed", "/resources/updated", "/tasks/status")
FINISHED = 16  # streams that a client may still ask for, each of up to 4 MiB
Observer = Callable[[str, dict[str, Any]], None]


@dataclass(slots=True, eq=False)
class OpenCall:
    """An open request: its stream, the id and the progress token as the client wrote them, and its body."""

    stream: Stream
    id: Any
    token: Any
    method: str
    charge: Charge


class FrameRouter:
    """The streams of one server's clients.

    `call_ended` is called when a request is answered or cancelled, with whether the server may still write
    frames about the request that do not name it. `observer` is given the method with the result of each
    request, and with the params of each notification of the server.
    """

    def __init__(self, backlog: Backlog, call_ended: Callable[[bool], None], *, stateless: bool) -> None:
        self.stateless = stateless
        self.observer: Observer | None = None
        self._backlog = backlog
        self._call_ended = call_ended
        self.general = Stream("0", backlog, keeps=True, is_read=False)
        self._streams: dict[str, Stream] = {"0": self.general}
        self._calls: dict[Any, OpenCall] = {}  # by id towards the server
        self._tokens: dict[Any, OpenCall] = {}
        self._numbers = 0

    @property
    def pending(self) -> int:
        """The number of open requests."""
        return len(self._calls)

    @property
    def has_calls(self) -> bool:
        """Whether a request is open that frames of the server may belong to."""
        return any(call.method not in ASIDE for call in self._calls.values())

    # Frames of clients

    def enter(self, requests: list[dict[str, Any]], charge: Charge) -> Stream:
        """Open requests of one body, with a stream for their answers.

        Stateless requests get ids and tokens of their own in place. Raises `ValueError` for an id in use.
        """
        if not self.stateless:
            used = set(self._calls)
            for frame in requests:
                if request_key(frame["id"]) in used:
                    raise ValueError(f"the id {shown(frame['id'])} is in use")
                used.add(request_key(frame["id"]))
        self._numbers += 1
        stream = Stream(str(self._numbers), self._backlog, keeps=not self.stateless, is_read=True)
        self._streams[stream.name] = stream
        if len(self._streams) > FINISHED:
            self._forget_finished()
        for frame in requests:
            self._enter_one(frame, stream, charge.hold())
        return stream

    def cancelled(self, stream: Stream) -> list[dict[str, Any]]:
        """Forget a stream whose client is gone; return the cancellations of its open requests."""
        frames = []
        for key, call in [pair for pair in self._calls.items() if pair[1].stream is stream]:
            self._leave(key, call, is_cancelled=True)
            params = {"requestId": key[1], "reason": "the stream was closed"}
            frames.append({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
        self.forget(stream)
        return frames

    def stream(self, name: str) -> Stream | None:
        """Return a stream by its name."""
        return self._streams.get(name)

    def forget(self, stream: Stream) -> None:
        """Forget a stream that is read to its end."""
        self._streams.pop(stream.name, None)
        stream.close()

    def end(self, reason: str) -> None:
        """Answer every open request with an error, and finish the streams; those with a reader stay."""
        for key, call in list(self._calls.items()):  # a bridge between equal revisions only forwards
            gone = error_response(call.id, INTERNAL_ERROR, reason)
            call.stream.error = gone["error"]
            call.stream.put(json_line(gone))
            self._leave(key, call)
        self.general.finish()
        for stream in [stream for stream in self._streams.values() if not stream.is_read]:
            self.forget(stream)

    def _enter_one(self, frame: dict[str, Any], stream: Stream, charge: Charge) -> None:
        meta = meta_of(frame)
        token = meta.get("progressToken")
        call = OpenCall(stream, frame["id"], token, frame["method"], charge)
        if self.stateless:
            self._numbers += 1
            frame["id"] = self._numbers
            if is_request_id(token):
                meta["progressToken"] = self._numbers
                token = self._numbers
        self._calls[request_key(frame["id"])] = call
        if is_request_id(token):
            self._tokens[request_key(token)] = call

    def _leave(self, key: Any, call: OpenCall, *, is_cancelled: bool = False) -> None:
        del self._calls[key]
        call.charge.drop()
        for token in [token for token, one in self._tokens.items() if one is call]:
            del self._tokens[token]
        if not any(one.stream is call.stream for one in self._calls.values()):
            call.stream.finish()
        self._call_ended(is_cancelled and call.method not in ASIDE)

    def _forget_finished(self) -> None:
        for name in [name for name, stream in self._streams.items() if stream.finished][: FINISHED // 2]:
            self.forget(self._streams[name])

    # Frames of the server

    def route(self, frame: dict[str, Any], data: bytes) -> None:
        """Add a frame of the server to the stream of its client; `data` is the frame as a line."""
        if frame.get("method") is None:
            self._route_response(frame, data)
            return
        params = params_of(frame)
        if self.observer is not None:
            self.observer(str(frame["method"]), params)
        call, rewritten = self._owner(frame, params)
        if call is not None:
            call.stream.put(data if rewritten is frame else json_line(rewritten))
        elif not self.stateless:
            self.general.put(data)

    def _route_response(self, frame: dict[str, Any], data: bytes) -> None:
        key = request_key(frame.get("id"))
        call = self._calls.get(key)
        if call is None:
            if not self.stateless:
                self.general.put(data)  # an error without an id
            return
        result = frame.get("result")
        if self.observer is not None and isinstance(result, dict):
            self.observer(call.method, result)
        call.stream.error = frame.get("error")
        call.stream.put(json_line({**frame, "id": call.id}) if self.stateless else data)
        self._leave(key, call)

    def _owner(self, frame: dict[str, Any], params: dict[str, Any]) -> tuple[OpenCall | None, dict[str, Any]]:
        """Return the open request that a frame belongs to, and the frame with the ids of its client."""
        meta = meta_of(frame)
        subscription = meta.get(SUBSCRIPTION)
        if frame["method"] == "notifications/progress":
            call = self._tokens.get(request_key(params.get("progressToken")))
            if call is not None and self.stateless:
                return call, {**frame, "params": {**params, "progressToken": call.token}}
            return call, frame
        if subscription is not None:
            call = self._calls.get(request_key(subscription))
            if call is not None and self.stateless:
                own = {**params, "_meta": {**meta, SUBSCRIPTION: call.id}}
                return call, {**frame, "params": own}
            return call, frame
        if str(frame["method"]).endswith(GENERAL):
            return None, frame
        calls = [call for call in self._calls.values() if call.method not in ASIDE]
        return (calls[-1] if calls else None), frame
