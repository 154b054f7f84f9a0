"""A bridge with a script at each end, and checks of every frame that the bridge sends.

A script sends frames as the client or as the server, and gets the frames that reach that side. The rules are:

- Each frame that the bridge sends is valid in its receiver's revision.
- A side gets at most one response to each of its requests, and no other responses.
- The bridge never uses an id of its own twice.
- Each error response that no side has sent says why the bridge made it.
- In an open session, each notification is forwarded, or reported as dropped. There are two exceptions: a
  cancellation of a request that only the bridge knows, and the status of a task, which may wait for the
  task's result.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import Any

import mcp_revisions as mr

import mcp_bridge
from support import task_frames
from support.bridge_streams import Streams
from support.oracle import OTHER, oracle

Frame = dict[str, Any]
PREFIX = "io.modelcontextprotocol/"
QUIET = {("client", "notifications/cancelled"), ("server", "notifications/tasks/status")}
MODERN = "2026-07-28"
LEGACY = tuple(name for name in mr.REVISIONS if "initialize" in mr.revision(name).METHODS)
PER_REQUEST = tuple(name for name in mr.REVISIONS if name not in LEGACY)


def key(id: Any) -> str:
    """Return an id as a key that keeps `1` and `"1"` apart."""
    return json.dumps(id)


class Twins:
    """Two bridges that get the same frames, one as trees, one as JSON text. Both must send the same frames.

    If `keyed` is true, each frame gets a stream key, and the rules of `bridge_streams` are checked. A client
    of a revision without sessions then cancels a request by closing its stream.
    """

    def __init__(self, client: str, server: str, *, keyed: bool = False, **options: Any) -> None:
        self.streams = Streams() if keyed else None
        self.trees = mcp_bridge.Bridge(client, server, **options)
        self.lines = mcp_bridge.Bridge(client, server, **options)
        self.tick(0.0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.trees, name)

    def from_client(self, frame: Any) -> list[Any]:
        """Pass a frame of the client to both bridges."""
        if self.streams is None:
            return self._same(self.trees.from_client(frame), self.lines.from_client(text_of(frame)))
        leaving = self._left(frame)
        if leaving is not None:
            return self._same(self.trees.gone(leaving), self.lines.gone(leaving))
        stream = self.streams.of_client(frame)
        lines = self.lines.from_client(_as_read(text_of(frame)), stream)
        return self._same(self.trees.from_client(frame, stream), lines)

    def _left(self, frame: Any) -> Any:
        """Return the stream that a client without a session closes instead of a cancellation."""
        if not isinstance(frame, dict) or frame.get("method") != "notifications/cancelled":
            return None
        id = json.dumps((frame.get("params") or {}).get("requestId"))
        return self.streams.asked.get(id) if self.streams and self.trees.client in PER_REQUEST else None

    def from_server(self, frame: Any) -> list[Any]:
        """Pass a frame of the server to both bridges."""
        if self.streams is not None:
            stream = self.streams.of_server(frame, [*self.trees._core.sent["server"]])
            lines = self.lines.from_server(_as_read(text_of(frame)), stream)
            return self._same(self.trees.from_server(frame, stream), lines)
        return self._same(self.trees.from_server(frame), self.lines.from_server(text_of(frame)))

    def closed(self, side: Any) -> list[Any]:
        """Tell both bridges that a side has closed."""
        return self._same(self.trees.closed(side), self.lines.closed(side))

    def cancel_tasks(self) -> list[Any]:
        """Tell both bridges to cancel the tasks for which calls wait."""
        return self._same(self.trees.cancel_tasks(), self.lines.cancel_tasks())

    def tick(self, now: float) -> list[Any]:
        """Tell both bridges the time."""
        return self._same(self.trees.tick(now), self.lines.tick(now))

    def restarted(self) -> list[Any]:
        """Tell both bridges that the server has been started again."""
        return self._same(self.trees.restarted(), self.lines.restarted())

    def _same(self, sends: list[Any], others: list[Any]) -> list[Any]:
        assert _shown(sends) == _shown(others)
        assert _state(self.trees) == _state(self.lines)
        return sends if self.streams is None else self.streams.check(sends)


def _as_read(frame: Any) -> Any:
    return mcp_bridge.Bridge.read(frame) if isinstance(frame, bytes) else frame


def _shown(events: list[Any]) -> list[Any]:
    return [event if isinstance(event, mcp_bridge.Ended) else _shown_frame(event) for event in events]


def _shown_frame(frame: Any) -> Any:
    return frame._replace(content=None if frame.to is None else _read(frame.data))


def _read(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return data  # rubbish between two sides of the same revision


def _state(bridge: mcp_bridge.Bridge) -> Any:
    core = bridge._core
    waiting = [each for each in core.open["client"].values() if each.method != "subscriptions/listen"]
    assert bridge.pending == len(waiting)
    ids = [[*core.open[side]] + [*core.sent[side]] for side in ("client", "server")]
    return bridge.state, bridge.pending, bridge.deadline, bridge.server, bridge.restartable, ids


def text_of(frame: Any) -> Any:
    """Return a frame as text if it can be."""
    try:
        return frame if isinstance(frame, bytes) else json.dumps(frame, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        return frame


class Bridged:
    """A bridge between two scripts."""

    def __init__(
        self, client: str, server: str, *, given: str | None = None, extended: bool = False, **options: Any
    ) -> None:
        self.bridge: Any = Twins(given or client, server, **options)  # `given`: what it is told of the client
        self.revision = {"client": client, "server": server}
        self.got: dict[str, list[Frame]] = {"client": [], "server": []}
        self.ended: list[tuple[Frame, str]] = []
        self.losses: list[Any] = []
        self.asked: dict[str, dict[str, str]] = {"client": {}, "server": {}}  # by asker: ids to methods
        self.asking: dict[str, dict[str, Frame]] = {"client": {}, "server": {}}  # by receiver: ids to frames
        self.twice: Counter[str] = Counter()  # by asker and id: requests under an id that was open already
        self.judging = True
        self.extended = extended  # the modern side has the tasks extension
        self.used: dict[str, set[str]] = {"client": set(), "server": set()}
        self.said: set[Any] = set()  # the messages of the errors that the sides have sent
        self._ids = itertools.count(1000)

    def take(self, sends: list[Any]) -> list[Frame]:
        """Check what the bridge sends and return the frames."""
        frames = []
        for send in sends:
            if send.to is None:
                self.ended.append((send.tree, send.losses[0].reason))
                assert [loss.kind for loss in send.losses] == ["dropped"]
                continue
            json.loads(send.data)
            self.losses += send.losses
            frame = send.tree
            is_error = isinstance(frame, dict) and "error" in frame
            assert send.why is not None or not is_error or frame["error"].get("message") in self.said, frame
            assert send.why is None or is_error
            self.check(send.to, frame)
            self.got[send.to].append(frame)
            frames.append(frame)
        return frames

    def check(self, to: str, frame: Frame) -> None:
        """Assert the rules of the module for one frame."""
        if not self.judging:
            return
        revision = self.bridge.server if to == "server" else self.revision["client"]
        answering = None
        if "method" in frame:
            if "id" in frame:
                assert key(frame["id"]) not in self.used[to], f"id used twice: {frame}"
                self.used[to].add(key(frame["id"]))
                self.asking[to][key(frame["id"])] = frame
        elif "id" in frame:
            id = f"{to} {key(frame['id'])}"
            if self.twice[id]:
                assert frame["error"]["code"] == -32600
                self.twice[id] -= 1
            else:
                assert key(frame["id"]) in self.asked[to], f"an answer to nothing: {frame}"
                answering = self.asked[to].pop(key(frame["id"]))
        if revision == "auto":
            revision = MODERN if frame.get("method") == "server/discover" else "2025-11-25"
        judge = oracle(revision)
        fits = task_frames.fits if self.extended and revision == MODERN else judge.frame_fits
        known = answering in judge.requests or (self.extended and answering in task_frames.NAMES)
        assert fits(frame, OTHER[to], answering if known else None), f"not valid in {revision}: {frame}"

    def send(self, side: str, frame: Frame) -> list[Frame]:
        """Let one side send a frame, and return the frames that the bridge sends to either side."""
        if "method" in frame and "id" in frame:
            if key(frame["id"]) in self.asked[side]:
                self.twice[f"{side} {key(frame['id'])}"] += 1
            else:
                self.asked[side][key(frame["id"])] = frame["method"]
        if "method" not in frame and "id" in frame:
            self.asking[side].pop(key(frame["id"]), None)
        for owner in frame, frame.get("result"):  # the status of a failed task has its error in a result
            if isinstance(owner, dict) and isinstance(owner.get("error"), dict):
                self.said.add(owner["error"].get("message"))
        before = json.dumps(frame)
        sends = self.bridge.from_client(frame) if side == "client" else self.bridge.from_server(frame)
        assert json.dumps(frame) == before, "the bridge changed what it was given"
        is_quiet = (side, frame.get("method")) in QUIET or "id" in frame or self.bridge.state != "open"
        assert sends or is_quiet, f"neither sent on nor dropped: {frame}"
        return self.take(sends)

    def ask(self, side: str, method: str, params: Frame | None = None, id: Any = None) -> list[Frame]:
        """Let one side send a request."""
        frame: Frame = {"jsonrpc": "2.0", "id": next(self._ids) if id is None else id, "method": method}
        if params is not None:
            frame["params"] = params
        return self.send(side, frame)

    def tell(self, side: str, method: str, params: Frame | None = None) -> list[Frame]:
        """Let one side send a notification."""
        frame: Frame = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            frame["params"] = params
        return self.send(side, frame)

    def answer(self, side: str, request: Frame, result: Frame) -> list[Frame]:
        """Let one side answer a request with a result."""
        return self.send(side, {"jsonrpc": "2.0", "id": request["id"], "result": result})

    def fail(
        self, side: str, request: Frame, code: int, message: str = "no", data: Any = None
    ) -> list[Frame]:
        """Let one side answer a request with an error."""
        error = {"code": code, "message": message} | ({} if data is None else {"data": data})
        return self.send(side, {"jsonrpc": "2.0", "id": request["id"], "error": error})

    def close(self, side: str) -> list[Frame]:
        """Close one side."""
        return self.take(self.bridge.closed(side))

    def cancel_tasks(self) -> list[Frame]:
        """Cancel the tasks for which calls of the client wait."""
        return self.take(self.bridge.cancel_tasks())

    def tick(self, now: float) -> list[Frame]:
        """Let time pass."""
        return self.take(self.bridge.tick(now))

    def unanswered(self, side: str) -> dict[str, str]:
        """Return the requests of a side without a response: ids to methods."""
        return self.asked[side]


def meta(capabilities: Frame | None = None, revision: str = MODERN, **others: Any) -> Frame:
    """Return the `_meta` of a request in a stateless revision."""
    made = {f"{PREFIX}protocolVersion": revision, f"{PREFIX}clientCapabilities": capabilities or {}}
    own = ("clientInfo", "logLevel")
    return made | {(PREFIX + name if name in own else name): value for name, value in others.items()}


def modern(params: Frame | None = None, capabilities: Frame | None = None, **others: Any) -> Frame:
    """Return the params, with `_meta`, of a request in a stateless revision."""
    return {**(params or {}), "_meta": meta(capabilities, **others)}


def initialize(link: Bridged, able: Frame | None = None, **discovered: Any) -> list[Frame]:
    """Run the handshake of a client with a stateless server, and return the frames after it."""
    hello = {
        "protocolVersion": link.revision["client"],
        "capabilities": able or {},
        "clientInfo": {"name": "c", "version": "1"},
    }
    (discover,) = link.ask("client", "initialize", hello, id="init")
    return link.answer("server", discover, discovery(revision=link.revision["server"], **discovered))


def discovery(capabilities: Frame | None = None, revision: str = MODERN, **others: Any) -> Frame:
    """Return a `server/discover` result."""
    return {
        "resultType": "complete",
        "supportedVersions": [revision],
        "capabilities": {} if capabilities is None else capabilities,
        "ttlMs": 0,
        "cacheScope": "private",
        **others,
    }


def welcome(revision: str, capabilities: Frame | None = None) -> Frame:
    """Return an `initialize` result."""
    return {
        "protocolVersion": revision,
        "capabilities": {} if capabilities is None else capabilities,
        "serverInfo": {"name": "s", "version": "2"},
    }


def opened(
    client: str,
    server: str,
    *,
    able: Frame | None = None,
    offered: Frame | None = None,
    **options: Any,
) -> Bridged:
    """Return a bridge after the handshake. `able` are the client's capabilities, `offered` the server's."""
    link = Bridged(client, server, **options)
    if client == server and client in PER_REQUEST:
        return link
    if client in PER_REQUEST:
        discover = modern(capabilities=able, revision=client)
        (hello,) = link.ask("client", "server/discover", discover, id="discover")
        found = discovery(offered, server) if server in PER_REQUEST else welcome(server, offered)
        link.answer("server", hello, found)
    elif server in PER_REQUEST:
        initialize(link, able, capabilities=offered)
        link.tell("client", "notifications/initialized")
    else:
        hello = {
            "protocolVersion": client,
            "capabilities": able or {},
            "clientInfo": {"name": "c", "version": "1"},
        }
        (asked,) = link.ask("client", "initialize", hello, id="init")
        link.answer("server", asked, welcome(server, offered))
        link.tell("client", "notifications/initialized")
    return link
