"""A program for a fresh process: eight threads use the package for the first time, all at once.

Each thread draws from the seed in the first argument: decode, encode, convert, route, check a form.
Every result is checked. The exit status is 0, or that of the signal that ended the interpreter.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import traceback
from random import Random
from typing import Any

import mcp_revisions as mr

import mcp_bridge

THREADS, TURNS = 8, 10
META = {
    "io.modelcontextprotocol/protocolVersion": mr.LATEST,
    "io.modelcontextprotocol/clientCapabilities": {},
}
TOOL = {"name": "t", "title": "T", "inputSchema": {"type": "object"}, "icons": []}
CACHED = {"resultType": "complete", "ttlMs": 1, "cacheScope": "private"}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "_meta": META}}
LIST = {"jsonrpc": "2.0", "id": 1, "result": {**CACHED, "tools": [TOOL]}}
READ = {"jsonrpc": "2.0", "id": 1, "result": {**CACHED, "contents": [{"uri": "file:///a", "text": "t"}]}}
FRAMES: tuple[tuple[Any, Any, Any], ...] = (
    (CALL, "client", None),
    (LIST, "server", "tools/list"),
    (READ, "server", {1: "resources/read"}.get),
)
FORM = {
    "type": "object",
    "properties": {"a": {"type": "string", "format": "email"}, "b": {"type": "integer"}},
}


def decode(rng: Random) -> None:
    """Decode frames and a type, with and without unknown members, and write them back."""
    module = mr.revision(rng.choice(mr.REVISIONS))
    for frame, sender, answering in FRAMES:
        for unknown in ({}, {"x": [1]}):
            data = json.dumps({**frame, **unknown}).encode()
            message = module.decode_message(data, sender, answering)
            assert json.loads(module.encode(message)) == {**frame, **unknown}
            assert bool(unknown) <= ("/x" in tuple(message.unknown))
    assert module.decode(json.dumps(TOOL), module.Tool).name == "t"


def encode(rng: Random) -> None:
    """Encode a typed value with additional members."""
    module = mr.revision(rng.choice(mr.REVISIONS))
    root = module.Root(uri="file:///a").with_additional({"x": 1})
    assert json.loads(module.encode(root)) == {"uri": "file:///a", "x": 1}
    assert module.decode(module.encode(root), module.Root) == root


def convert(rng: Random) -> None:
    """Convert frames in every mode."""
    source, target = rng.choices(mr.REVISIONS, k=2)
    for frame, sender, answering in FRAMES:
        for options in ({}, {"validate": True}, {"keep": True}):
            found = mr.convert(
                json.dumps(frame).encode(), source, target, sender=sender, answering=answering, **options
            )
            assert json.loads(found.message)["id"] == 1
            assert isinstance(found.losses, tuple)


def route(rng: Random) -> None:
    """Answer a request through a router."""
    module = mr.revision(rng.choice(mr.REVISIONS))
    router = module.Router("client", {"tools": {}})
    router.on("tools/list")(lambda params: module.decode(json.dumps(LIST["result"]), module.ListToolsResult))
    meta = {**META, "io.modelcontextprotocol/protocolVersion": module.REVISION}
    request = {**CALL, "method": "tools/list", "params": {"_meta": meta}}
    reply = json.loads(asyncio.run(router.handle(json.dumps(request))))
    assert reply["result"]["tools"][0]["name"] == "t"


def judge(rng: Random) -> None:
    """Check a form, ask for advice and permission, and start a bridge."""
    assert not mr.forms.check({"a": "x@y.z", "b": 2}, FORM)
    assert len(mr.forms.check({"a": "x"}, FORM)) == 1
    assert mr.capabilities.allows(mr.LATEST, "client", CALL, server={"tools": {}})
    mr.advise(json.dumps(LIST).encode(), mr.LATEST, sender="server", answering="tools/list")
    mcp_bridge.Bridge(rng.choice(mr.REVISIONS), rng.choice(mr.REVISIONS)).from_client(
        json.dumps(CALL).encode()
    )


def main() -> None:
    """Start the threads, and exit with their first failure."""
    failures: list[str] = []
    start = threading.Barrier(THREADS)

    def use(number: int) -> None:
        rng = Random(f"{sys.argv[1]} {number}")
        start.wait()
        try:
            for _ in range(TURNS):
                rng.choice((decode, encode, convert, route, judge))(rng)
        except BaseException:
            failures.append(traceback.format_exc())

    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=use, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.exit(failures[0] if failures else 0)


if __name__ == "__main__":
    main()
