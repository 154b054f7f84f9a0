"""Frames of every revision, most of them broken, from a peer that knows the open requests.

The source takes a seeded `random.Random`, the side that sends, its revision, and the open requests. It
returns trees, values that JSON text cannot express, and JSON texts that no decoder can read.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import mcp_revisions as mr
import msgspec

from support import bridge_tasks
from support.bridge_messages import PAGE, URIS
from support.bridge_pair import MODERN, PER_REQUEST, PREFIX, Frame, discovery, meta, welcome
from support.bridge_tables import members
from support.frame_mutations import ODD, instance, mutated, places_in
from support.oracle import REVISIONS, oracle

IDS: tuple[Any, ...] = (1, 2, 3, 1.0, 2.0, "1", "a", "", 0, -1, 2**53, 10**30, 1e300, "probe-1")
NO_IDS: tuple[Any, ...] = (None, True, False, 1.5, [], [1], {}, {"a": 1})
CODES: tuple[Any, ...] = (-32601, -32602.0, -32603, -32002, -32022, -32022.0, 7, *[-32042, -32042.0] * 2)
BAD_CODES: tuple[Any, ...] = (True, None, "1", 1.5, [], {}, 10**30)
CALLS = {
    "client": (
        *("tools/call", "prompts/get", "resources/read", "subscriptions/listen", "resources/subscribe"),
        *("tools/call", "tasks/get", "tasks/result", "tasks/update", "tasks/cancel"),
    ),
    "server": ("sampling/createMessage", "elicitation/create", "roots/list"),
}
STREAMED = (
    *("subscriptions/acknowledged", "resources/updated", "tools/list_changed"),
    *("message", "cancelled", "elicitation/complete", "tasks", "tasks/status"),
)
CAPABILITIES: Frame = {
    "roots": {"listChanged": True},
    "sampling": {"tools": {}},
    "elicitation": {"form": {}, "url": {}},
    "tools": {"listChanged": True},
    "prompts": {"listChanged": True},
    "resources": {"subscribe": True, "listChanged": True},
    "logging": {},
    "completions": {},
    **bridge_tasks.CORE,
    **bridge_tasks.EXTENSION,
}
METHODS = {revision: mr.revision(revision).METHODS for revision in REVISIONS}
NAMES = tuple(sorted({name for methods in METHODS.values() for name in methods}))
DEEP = b"[" * 3000 + b"]" * 3000


def nested(depth: int) -> Any:
    """Return an object that is nested to the given depth."""
    made: Any = {}
    for _ in range(depth):
        made = {"a": made}
    return made


# Values that a peer may write in a text that no decoder reads; the id of the frame can still be told.
HALVES = (rb'"\ud83d"', rb'"\udc00 x"', rb'"\ud800\ud800"')  # of surrogate pairs, which are replaced
UNREADABLE: tuple[bytes, ...] = (
    b'"\xff"', b'"\xed\xa0\x80"', b"NaN", b"-Infinity",
    b"1e999", b"9" * 5000, DEEP, b"[" * 600 + b"]" * 600, b'{"a":' * 2000 + b"0" + b"}" * 2000, rb'"\x"',
    b'"\x01"', b"01", b"nul",
)  # fmt: skip
# Values that a host may pass in a tree and that JSON text cannot carry, or only just.
UNWRITABLE: tuple[Any, ...] = (
    "\ud83d", {"\udc00": 1}, float("nan"), float("inf"), {1: 2}, {None: 1}, b"\xff", object(), {"a"}, (1, 2),
    10**5000, nested(505), nested(600), nested(3000),
)  # fmt: skip
# Texts that are no frame; the only id in them is 1.
GARBAGE: tuple[bytes, ...] = (
    b"", b" ", b"{", b"}", b"[]", b"[[]]", b"[1]", b"null", b"1", b'"x"', b"{}", b'{"id":1}', b"\xff\xfe",
    b"NaN", b'{"jsonrpc":"2.0"}', b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}', DEEP,
    b"[" * 100_000, b'"' * 999, rb'"\"' * 999, b'{"id":',
)  # fmt: skip


@cache
def instances(revision: str, name: str) -> tuple[bytes, ...]:
    """Return instances of a type of a revision as JSON text."""
    rng = Random(f"{revision} {name}")
    types = oracle(revision).types
    return tuple(msgspec.json.encode(instance(types[name], types, rng)) for _ in range(12))


class FrameSource:
    """Frames of both sides of one session.

    `open` has the requests that each side may answer, by id. `asked` has the ids that a side may cancel.
    `states` has the input-required results that the client may answer.
    """

    def __init__(self, rng: Random, open: dict[str, dict[Any, Frame]]) -> None:
        self.rng = rng
        self.open = open
        self.asked: dict[str, list[Any]] = {"client": [], "server": []}
        self.states: list[Frame] = []

    def frame(self, side: str, revision: str) -> Any:
        """Return a frame of a side, most likely broken."""
        rng = self.rng
        kinds = [self.request, self.notification, self.call, self.call]
        if self.open[side] or rng.random() < 0.1:
            kinds += [self.answer] * 3
        made = rng.choice(kinds)(side, revision)
        chance = rng.random()
        if chance < 0.2:
            return mutated(made, rng, [CAPABILITIES, PAGE, *self.open[side].values()])
        return self.broken(made) if chance < 0.4 else made

    def broken(self, frame: Frame) -> Frame:
        """Return a frame with values of other types in members that the protocol names."""
        frame = msgspec.json.decode(msgspec.json.encode(frame))
        known = members()
        places = [
            (owner, key)
            for owner, key in places_in(frame)
            if type(key) is int or key.rpartition("/")[2] in known
        ]
        for owner, key in self.rng.sample(places, min(len(places), self.rng.choice([1, 1, 2, 3]))):
            owner[key] = self.rng.choice(ODD)
        return frame

    def unreadable(self, frame: Frame) -> bytes:
        """Return a frame as a text that no decoder can read. The error is before or after the id."""
        name, value = self.rng.choice([b"params", b"result", b"x"]), self.rng.choice((*HALVES, *UNREADABLE))
        data = msgspec.json.encode(frame | {"jsonrpc": "2.0"})
        if self.rng.random() < 0.5:
            return b'{"' + name + b'":' + value + b"," + data[1:]
        return data[:-1] + b',"' + name + b'":{"a":' + value + b"}}"

    def unwritable(self, frame: Frame) -> Frame:
        """Return a frame that JSON text cannot express, or that it can express only just."""
        return {**frame, self.rng.choice(["params", "result", "x"]): {"a": self.rng.choice(UNWRITABLE)}}

    # Requests

    def id(self) -> Any:
        """Return an id, or a value that is not a valid id."""
        chance = self.rng.random()
        pool = NO_IDS if chance < 0.05 else IDS if chance < 0.3 else range(10**6)
        return self.rng.choice(pool)

    def method(self, side: str, revision: str) -> str:
        """Return a method, in most cases one that the side may send."""
        own = [name for name, method in METHODS[revision].items() if side in method.senders]
        return self.rng.choice(own if self.rng.random() < 0.7 else [*NAMES, "x", ""])

    def request(self, side: str, revision: str) -> Frame:
        """Return a request of any method."""
        return self._request(side, revision, self.method(side, revision))

    def call(self, side: str, revision: str) -> Frame:
        """Return a request that several messages follow: a call, a subscription, or an input request."""
        return self._request(side, revision, self.rng.choice(CALLS[side]))

    def _request(self, side: str, revision: str, method: str) -> Frame:
        made: Frame = {"jsonrpc": "2.0", "id": self.id(), "method": method}
        if self.rng.random() < 0.05:
            return made
        return {**made, "params": self.params(side, revision, method)}

    def params(self, side: str, revision: str, method: str) -> Any:
        """Return the params of a method, with the metadata of the side's revision."""
        rng = self.rng
        if rng.random() < 0.05:
            return rng.choice(ODD)
        made: Frame = {}
        known = [each for each in (revision, *REVISIONS) if method in METHODS[each]]
        if known:
            name = METHODS[known[0]][method].type.__name__
            made = msgspec.json.decode(rng.choice(instances(known[0], name))).get("params", {})
        token = {"progressToken": self.id()} if rng.random() < 0.2 else {}
        if side == "client" and revision in PER_REQUEST:
            made["_meta"] = meta(CAPABILITIES, revision, logLevel="debug") | token
        elif token:
            made["_meta"] = token
        about = bridge_tasks.request(method, "2025-11-25", rng.choice) if rng.random() < 0.8 else None
        made |= about or {}
        if side == "server" and rng.random() < 0.5:
            made["_meta"] = {bridge_tasks.RELATED: {"taskId": rng.choice(bridge_tasks.IDS)}}
        if "protocolVersion" in made:
            made["protocolVersion"] = rng.choice([revision, *REVISIONS])
        if "uri" in made:
            made["uri"] = rng.choice(URIS[:2])
        if method == "subscriptions/listen":
            uris = list(URIS[: rng.randrange(3)])
            ids = list(bridge_tasks.IDS[: rng.randrange(3)])
            made["notifications"] = {"toolsListChanged": True, "resourceSubscriptions": uris, "taskIds": ids}
        if side == "client" and self.states and rng.random() < 0.7:
            made |= self._answers(self.states.pop())
        return made

    # Answers

    def _answers(self, result: Frame) -> Frame:
        """Return the members with which a client answers an input-required result."""
        asked = result.get("inputRequests")
        answers = {key: self._answer_to(asked[key]) for key in asked} if type(asked) is dict else None
        return {"requestState": result["requestState"], "inputResponses": answers}

    def _answer_to(self, input_request: Any) -> Any:
        method = input_request.get("method") if type(input_request) is dict else None
        if type(method) is not str or self.rng.random() < 0.1:
            return self.rng.choice(ODD)
        return {"action": "accept"} if self.rng.random() < 0.4 else self.result("2025-11-25", method)

    def answer(self, side: str, revision: str) -> Frame:
        """Return a response to an open request, or to no request: an error, input requests, or a result."""
        rng = self.rng
        asked = list(self.open[side].items())
        id, request = rng.choice(asked) if asked and rng.random() < 0.9 else (self.id(), {})
        if rng.random() < 0.2:
            id = self.respelled(id)
        made: Frame = {"jsonrpc": "2.0", "id": id}
        kind = rng.random()
        if kind < 0.2:
            code = rng.choice(BAD_CODES if rng.random() < 0.1 else CODES)
            data = {"elicitations": [{**PAGE, "elicitationId": "e"}], "supported": [rng.choice(REVISIONS)]}
            made["error"] = {"code": code, "message": "no"} | ({"data": data} if rng.random() < 0.7 else {})
        elif kind < 0.4 and side == "server":
            methods = CALLS["server"][: rng.randrange(4)]
            input_requests = {m: {"method": m, "params": self.params("server", revision, m)} for m in methods}
            made["result"] = {
                "resultType": "input_required",
                "requestState": "s",
                "inputRequests": input_requests,
            }
        else:
            method = request.get("method", "ping")
            task = None
            if rng.random() < 0.7 and type(request.get("params")) is dict:
                task = bridge_tasks.answer(request, revision, rng.choice, plain=False)
            found = self.result(revision, method) if task is None else task
            made["result"] = rng.choice(ODD) if kind < 0.5 else found
        return made

    def respelled(self, id: Any) -> Any:
        """Return another spelling of an id, or a value that resembles the id."""
        if type(id) is not int or id > 2**53:
            return id
        return self.rng.choice([float(id), float(id), float(id), str(id), id == 1])

    def result(self, revision: str, method: str) -> Any:
        """Return a result of a method in a revision."""
        if method == "server/discover":
            return discovery(CAPABILITIES, revision if revision in PER_REQUEST else MODERN)
        if method == "initialize":
            return welcome(self.rng.choice([revision, *REVISIONS]), CAPABILITIES)
        judge = oracle(revision)
        if method not in judge.requests:
            return {}
        name = self.rng.choice(judge.result_types(method))
        return msgspec.json.decode(self.rng.choice(instances(revision, name)))

    # Notifications

    def notification(self, side: str, revision: str) -> Frame:
        """Return a notification about a request that is open, or of any method."""
        rng = self.rng
        kind = rng.random()
        method, params = self.method(side, revision), None
        if kind < 0.15 and self.asked[side]:
            method = "notifications/cancelled"
            params = {"requestId": rng.choice(self.asked[side]), "reason": rng.choice(["r", 1])}
        elif kind < 0.3:
            token = self.respelled(rng.choice([*self.open[side]] or [self.id()]))
            method, params = "notifications/progress", {"progressToken": token, "progress": 1}
        elif kind < 0.7:
            method = "notifications/" + rng.choice(STREAMED)
            params = self._of_stream(side)
        made: Frame = {"jsonrpc": "2.0", "method": method}
        if rng.random() < 0.1:
            return made
        return {**made, "params": self.params(side, revision, method) if params is None else params}

    def _of_stream(self, side: str) -> Frame:
        open_ = self.open[side].items()
        streams = [id for id, frame in open_ if frame["method"] == "subscriptions/listen"]
        id = self.rng.choice(streams or [id for id, _ in open_] or [self.id()])
        stamp = {f"{PREFIX}subscriptionId": self.respelled(id) if self.rng.random() < 0.3 else id}
        wanted = {"resourceSubscriptions": list(URIS[: self.rng.randrange(3)])}
        task = bridge_tasks.task(
            self.rng.choice([MODERN, bridge_tasks.LEGACY]), self.rng.choice, detailed=True
        )
        return {"_meta": stamp, "uri": URIS[0], "requestId": id, "notifications": wanted, **task}
