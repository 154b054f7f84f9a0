"""What holds of a package with an invented revision: messages, conversions, negotiation, gates, bridges.

In: the package, imported, and the IR of each of its revisions. The judge of frames is the oracle, which reads
the schema file alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from mcpgen.compare.sample_values import SampleValues
from mcpgen.emit.revision_table import FILE, facts_source, revision_facts, table_rows
from mcpgen.ir import Protocol, Ref
from support.conversion_cases import Case, cases, same, unaccounted
from support.frame_mutations import mutated
from support.instant_loop import run_at_once
from support.oracle import OTHER, oracle
from support.sixth_revision import bridge_of

Frame = dict[str, Any]
VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


class Invention(NamedTuple):
    """A package with an invented revision, the IR of every revision of its chain, and the schema folder."""

    package: Any
    revision: str
    protocols: Mapping[str, Protocol]
    schemas: Path

    @property
    def chain(self) -> tuple[str, ...]:
        """Return all revisions, oldest first."""
        return tuple(self.protocols)

    def has_handshake(self, revision: str) -> bool:
        """Say whether a revision opens sessions with `initialize`."""
        return "initialize" in self.protocols[revision].methods


def check_table(one: Invention) -> None:
    """The package lists the revision, and its table has the facts of each revision of the chain."""
    assert one.package.REVISIONS[-1] == one.package.LATEST == one.revision
    module = one.package.revision(one.revision)
    assert one.revision == module.REVISION
    assert set(module.METHODS) == set(one.protocols[one.revision].methods)
    table = table_rows((Path(one.package.__file__).parent / FILE).read_text("utf-8"))
    assert tuple(table) == one.chain
    for revision, protocol in one.protocols.items():
        assert table[revision] == facts_source(revision_facts(protocol))


def check_exactness(one: Invention, size: int) -> Counter[bool]:
    """A frame is decoded if and only if the schema accepts it, and encoded as it came."""
    module, judge, rng = one.package.revision(one.revision), oracle(one.revision), Random(one.revision)
    made = list(islice(cases(one.revision, rng), size))
    donors = [case.frame for case in made[:30]]
    verdicts: Counter[bool] = Counter()
    for case in made:
        for frame in (case.frame, mutated(case.frame, rng, donors), mutated(case.frame, rng, donors)):
            data = json.dumps(frame).encode()
            accepted = judge.frame_fits(frame, case.sender, case.answering)
            verdicts[accepted] += 1
            try:
                message = module.decode_message(data, case.sender, case.answering)
            except one.package.DecodeError as error:
                assert not accepted, f"refused a valid frame: {error}: {frame}"
            else:
                assert accepted, f"accepted an invalid frame: {frame}"
                assert same(json.loads(module.encode(message)), frame)
    return verdicts


def check_conversions(one: Invention, size: int) -> Counter[str]:
    """A converted frame is valid in its target, its losses are the differences, and it names its revision."""
    seen: Counter[str] = Counter()
    for other in one.chain[:-1]:
        for source, target in ((one.revision, other), (other, one.revision)):
            for case in islice(cases(source, Random(f"{source} {target}")), size):
                seen[_converted(one, case, target)] += 1
    return seen


def _converted(one: Invention, case: Case, target: str) -> str:
    """Convert a frame, check the outcome, and name it."""
    before = json.dumps(case.frame)
    try:
        message, losses = one.package.convert(case.frame, case.revision, target, **case.options)
    except one.package.NoCounterpart as refusal:
        assert refusal.reply is None or oracle(case.revision).frame_fits(refusal.reply, OTHER[case.sender])
        return "refused"
    assert json.dumps(case.frame) == before
    answered = _name_in(one, case.answering, case.revision, target)
    answering = answered if answered in oracle(target).requests else None
    judged = oracle(target).frame_fits(message, case.sender, answering)
    assert judged, f"{case.revision} → {target}: {case.frame}\n{message}"
    complaint = unaccounted(case.frame, message, losses)
    assert complaint is None, f"{case.revision} → {target}: {complaint}: {case.frame}\n{message}\n{losses}"
    named = message.get("params", {}).get("_meta", {}).get(VERSION)
    if "id" in message and case.sender == "client" and not one.has_handshake(target) and "method" in message:
        assert named == target, message
    kept = one.package.convert(case.frame, case.revision, target, keep=True, **case.options).message
    options = case.options | ({"answering": answered} if "answering" in case.options else {})
    back = one.package.convert(kept, target, case.revision, keep=True, **options).message
    assert same(back, case.frame), f"{case.revision} → {target} and back: {case.frame}\n{back}"
    return "lossless" if all(loss.kind == "respelled" for loss in losses) else "lossy"


def _name_in(one: Invention, method: str | None, source: str, target: str) -> str | None:
    """Return the name that a method has in another revision: that of the method with the same message."""
    before, after = one.protocols[source].methods.get(method or ""), one.protocols[target].methods
    if before is None or method in after:
        return method
    return next((each.name for each in after.values() if each.message == before.message), method)


def check_negotiation(one: Invention) -> None:
    """Each revision is agreed on by its own method, and never by the other."""
    negotiate, chain = one.package.negotiate, one.chain
    for revision in chain:
        method = "initialize" if one.has_handshake(revision) else "server/discover"
        agreed = negotiate(revision, chain)
        assert (agreed.revision, agreed.exact, agreed.method) == (revision, True, method)
        assert negotiate([revision], chain).method == method
        other = "server/discover" if method == "initialize" else "initialize"
        assert negotiate(revision, chain, method=other).revision != revision
    assert negotiate(chain, chain).revision == chain[-1]


def check_gates(one: Invention) -> int:
    """Each method with a capability is shut without it and open with it; return the number of gates."""
    gates = 0
    for method in one.protocols[one.revision].methods.values():
        sender, path = method.senders[0], method.capability
        frame = method.name if method.kind != "embedded" else _input_request(method.name)
        if path is None:
            continue
        owner = {"sender": sender, "receiver": OTHER[sender]}.get(str(method.owner), str(method.owner))
        gates += 1
        able: Any = True
        for part in reversed(path.split(".")):
            able = {part: able}
        closed = one.package.capabilities.allows(one.revision, sender, frame)
        assert not closed and closed.gate.startswith(f"{owner}:{path}"), method.name
        assert one.package.capabilities.allows(one.revision, sender, frame, **{owner: able}), method.name
    return gates


def _input_request(method: str) -> Frame:
    return {"id": 1, "result": {"resultType": "input_required", "inputRequests": {"q": {"method": method}}}}


def run_command(one: Invention, command: str, *arguments: str, status: int = 0) -> str:
    """Run a command in a process in which the package is `mcp_revisions`; return stdout."""
    root = one.schemas.parent
    home = root / "installed"
    if not home.exists():
        home.mkdir()
        (home / "mcp_revisions").symlink_to(root / one.package.__name__, target_is_directory=True)
    folder = () if command == "validate" else ("--schema-dir", str(one.schemas))
    done = subprocess.run(
        [sys.executable, "-m", "mcpgen", command, *arguments, *folder],
        env={**os.environ, "PYTHONPATH": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


# Bridges


def check_bridge(one: Invention, client: str, server: str, *, auto: bool = False) -> None:
    """A session through a bridge: each frame is valid for its receiver, each request answered once.

    With `auto` the bridge finds out both revisions.
    """
    session = _Session(one, client, server, auto=auto)
    opening = "initialize" if one.has_handshake(client) else "server/discover"
    assert "result" in session.ask(opening), (client, server, session.answers)
    if one.has_handshake(client):
        session.pump("client", {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (session.bridge.client, session.bridge.server) == (client, server)
    for method in ("tools/list", "tools/call"):
        assert "result" in session.ask(method), (client, server, session.answers)


def check_input_request_in_result(one: Invention, client: str) -> None:
    """An input request in a result reaches a client with a handshake, and its answer the server."""
    session = _Session(one, client, one.revision, auto=False)
    session.ask("initialize", {"capabilities": {"roots": {}}})
    session.pump("client", {"jsonrpc": "2.0", "method": "notifications/initialized"})
    session.results = [
        {
            "resultType": "input_required",
            "inputRequests": {"q": {"method": "roots/list"}},
            "requestState": "s",
        }
    ]
    answer = session.ask("tools/call")
    assert answer["method"] == "roots/list", answer
    session.answers.clear()
    session.pump("client", {"jsonrpc": "2.0", "id": answer["id"], "result": {"roots": []}})
    assert "result" in session.answers[0], session.answers


def check_input_request_of_server(one: Invention, server: str) -> None:
    """An input request of such a server reaches a client of the revision, and its answer the server."""
    session = _Session(one, one.revision, server, auto=False)
    session.capabilities = {"roots": {}}
    session.ask("server/discover")
    session.requests = [{"jsonrpc": "2.0", "id": "r", "method": "roots/list"}]
    result = session.ask("tools/call")["result"]
    assert result["resultType"] == "input_required", result
    answers = dict.fromkeys(result["inputRequests"], {"roots": []})
    back = {"inputResponses": answers, "requestState": result["requestState"]}
    assert session.ask("tools/call", back)["result"].get("resultType") == "complete"
    assert session.answered == [{"jsonrpc": "2.0", "id": "r", "result": {"roots": []}}]


def check_streams(one: Invention, client: str, server: str) -> None:
    """Between sides without a handshake, frames of a stream name the client's id; streams are limited."""
    bridge = bridge_of(one.package).Bridge(client, server, limits=bridge_of(one.package).Limits(streams=1))
    wanted = {"_meta": {VERSION: client, CAPABILITIES: {}}, "notifications": {"toolsListChanged": True}}

    def listen(id: str) -> Frame:
        (send,) = bridge.from_client(
            {"jsonrpc": "2.0", "id": id, "method": "subscriptions/listen", "params": wanted}
        )
        frame: Frame = send.tree
        return frame

    asked = listen("a")
    stream = {SUBSCRIPTION: asked["id"]}
    frames: tuple[Frame, ...] = (
        {
            "method": "notifications/subscriptions/acknowledged",
            "params": {"_meta": stream, "notifications": {"toolsListChanged": True}},
        },
        {"method": "notifications/tools/list_changed", "params": {"_meta": stream}},
        {"id": asked["id"], "result": {"resultType": "complete", "_meta": stream}},
    )
    assert "error" in listen("b")
    for frame in frames:
        (send,) = bridge.from_server({"jsonrpc": "2.0", **frame})
        answering = "subscriptions/listen" if "id" in frame else None
        assert oracle(client).frame_fits(send.tree, "server", answering), send.tree
        assert send.tree.get("params", send.tree.get("result"))["_meta"] == {SUBSCRIPTION: "a"}
    assert [send.to for send in bridge.from_server({"jsonrpc": "2.0", **frames[1]})] == [None]
    for is_stamped in (False, True):
        asked = listen("c")
        metadata = {SUBSCRIPTION: asked["id"]} if is_stamped else {}
        params = {"requestId": asked["id"], "_meta": metadata}
        (send,) = bridge.from_server(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
        )
        metadata = {SUBSCRIPTION: "c"} if is_stamped else {}
        assert send.to == "client" and send.tree["params"] == {"requestId": "c", "_meta": metadata}
    assert listen("d")["method"] == "subscriptions/listen"


def check_unknown_client(one: Invention, server: str) -> None:
    """A client of an unknown revision is told every revision without a handshake, and may take any."""
    modern = [revision for revision in one.chain if not one.has_handshake(revision)]
    for chosen in modern:
        bridge = bridge_of(one.package).Bridge("auto", server)

        def ask(revision: str, bridge: Any = bridge) -> Frame:
            params = {"_meta": {VERSION: revision, CAPABILITIES: {}}}
            (send,) = bridge.from_client(
                {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params}
            )
            return {"to": send.to, **send.tree}

        refused = ask("2099-01-01")
        assert refused["error"]["code"] == -32022, refused
        assert refused["error"]["data"] == {"supported": modern, "requested": "2099-01-01"}
        assert (ask(chosen)["to"], bridge.client) == ("server", chosen)


def check_interactive_handler(one: Invention, revision: str) -> None:
    """A handler that waits for input uses the types of its router, so that each message is valid."""
    module, bridge = one.package.revision(revision), bridge_of(one.package)
    router = module.Router(sender="client", validate=True)

    @router.on("tools/call")
    @bridge.interactive
    async def call_tool(params: Any, context: Any) -> Any:
        answer = await context.elicit("who", {"type": "object", "properties": {"name": {"type": "string"}}})
        return module.CallToolResult(content=[module.TextContent(text=answer.content["name"])])

    async def call(id: int, **members: Any) -> Frame:
        meta = {VERSION: revision, CAPABILITIES: {"elicitation": {}}}
        params = {"name": "t", "_meta": meta, **members}
        request = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
        frame: Frame = json.loads(await router.handle(json.dumps(request).encode()))
        assert oracle(revision).frame_fits(frame, "server", "tools/call"), frame
        result: Frame = frame["result"]
        return result

    async def scenario() -> None:
        asked = await call(1)
        answers = dict.fromkeys(asked["inputRequests"], {"action": "accept", "content": {"name": "Ada"}})
        done = await call(2, inputResponses=answers, requestState=asked["requestState"])
        assert done["content"] == [{"type": "text", "text": "Ada"}]

    run_at_once(scenario())


class _Session:
    """A scripted client and server with a bridge between them; the server answers what its types ask for."""

    def __init__(self, one: Invention, client: str, server: str, *, auto: bool) -> None:
        self.one = one
        self.bridge = bridge_of(one.package).Bridge(*(("auto", "auto") if auto else (client, server)))
        self.revision = {"client": client, "server": server}
        self.samples = {side: SampleValues(one.protocols[each]) for side, each in self.revision.items()}
        self.asked: dict[tuple[str, Any], str] = {}
        self.answers: list[Frame] = []
        self.capabilities: Frame = {}  # of the client, in the metadata of its requests
        self.results: list[Frame] = []  # that the server gives before its usual ones
        self.requests: list[Frame] = []  # that the server sends before its next result of a tool
        self.answered: list[Frame] = []  # the client's responses that reached the server
        self._held: list[Frame] = []  # results of the server that wait for such a response

    def ask(self, method: str, members: Frame | None = None) -> Frame:
        """Send a request of the client with these members; return its one answer, or its input request."""
        self.answers.clear()
        params = self._smallest("client", self.one.protocols[self.revision["client"]].methods[method].params)
        params.pop("inputResponses", None)
        if "_meta" in params and VERSION in params["_meta"]:
            params["_meta"][VERSION] = self.revision["client"]
            params["_meta"][CAPABILITIES] = self.capabilities
        if "protocolVersion" in params:
            params["protocolVersion"] = self.revision["client"]
        params |= members or {}
        id = len(self.asked)
        self.asked["client", id] = method
        self.pump("client", {"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        assert len(self.answers) == 1, self.answers
        assert "method" in self.answers[0] or self.answers[0]["id"] == id, self.answers
        return self.answers[0]

    def pump(self, side: str, frame: Frame) -> None:
        """Pass a frame to the bridge, then the server's answers, until nothing is left to send."""
        pending = [(side, frame)]
        while pending:
            side, frame = pending.pop(0)
            send = self.bridge.from_client if side == "client" else self.bridge.from_server
            for each in send(frame):
                if each.to is None:
                    continue
                got = json.loads(each.data)
                self._check(each.to, got)
                if each.to == "client":
                    self.answers.append(got)
                elif "id" in got and "method" in got:
                    pending += [("server", frame) for frame in self._replies(got)]
                elif "id" in got:
                    self.answered.append(got)
                    pending += [("server", frame) for frame in self._held]

    def _replies(self, request: Frame) -> list[Frame]:
        """Return the answer of the server; an input request of its own goes first, and the answer waits."""
        if request["method"] != "tools/call" or not self.requests:
            return [self._answer(request)]
        asked, self.requests = self.requests, []
        self._held = [self._answer(request)]
        return asked

    def _check(self, to: str, frame: Frame) -> None:
        if to == "server" and self.bridge.server == "auto":
            return  # a probe, perhaps of another revision
        revision = self.revision[to]
        answering = None if "method" in frame or to == "server" else self.asked[to, frame["id"]]
        assert oracle(revision).frame_fits(frame, OTHER[to], answering), f"not of {revision}: {frame}"

    def _answer(self, request: Frame) -> Frame:
        revision = self.revision["server"]
        named = request.get("params", {}).get("_meta", {}).get(VERSION, revision)
        if named != revision or request["method"] not in self.one.protocols[revision].methods:
            data = {"supported": [revision], "requested": named}
            error = {"code": -32022, "message": "unsupported", "data": data}
            if self.one.has_handshake(revision):
                error = {"code": -32601, "message": "no such method"}
            return {"jsonrpc": "2.0", "id": request["id"], "error": error}
        method = self.one.protocols[revision].methods[request["method"]]
        result = self._smallest("server", method.results[0])
        if "protocolVersion" in result:
            result["protocolVersion"] = revision
        if "supportedVersions" in result:
            result["supportedVersions"] = [revision]
        if self.results and request["method"] == "tools/call":
            result = self.results.pop(0)
        elif "resultType" in result:
            result["resultType"] = "complete"
        if "capabilities" in result:
            result["capabilities"] = {"tools": {}}
        return {"jsonrpc": "2.0", "id": request["id"], "result": result}

    def _smallest(self, side: str, name: str | None) -> Frame:
        value = self.samples[side].smallest(Ref(name)) if name else {}
        copy: Frame = json.loads(json.dumps(value))
        return copy
