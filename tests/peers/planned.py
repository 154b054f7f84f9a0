"""A server of any revision that does what the arguments of each call say.

`planned.py REVISION [FILE]` serves stdio. `arguments` of `tools/call`: `{"nonce", "acts", "size"}`. The acts
are done in order: `wait:SECONDS`, `progress`, `log`, `ask:COUNT` (questions at once), `hold` (never answer),
`fail` (an error), `die` (the process ends), `cut` (the answer breaks off). The first text of the result is
`{"nonce", "tenant", "answers"}`: the call, the tenant of its `Authorization`, and what its questions were
answered. Each call has two lines in FILE: `open NONCE PID`, `answered NONCE PID` or `cancelled NONCE PID`.
`Planned` is the server without a transport.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys
from collections.abc import Callable
from typing import Any

MODERN, WITH_BATCHES = "2026-07-28", "2025-03-26"
CHANGE = 0.2  # seconds between changes of a resource
Say = Callable[[Any], None]


class Cut(Exception):
    """The answer to a call breaks off."""


class Failed(Exception):
    """The call ends with an error."""


def question(text: str) -> dict[str, Any]:
    """Return a question that a client of every revision knows."""
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": 9}}


def text_of(answer: Any) -> str:
    """Return the text of an answer to a question."""
    return str(answer["content"]["text"]) if "content" in answer else "error"


class Planned:
    """One session; `note(kind, nonce)` is told when a call opens and how it ends."""

    def __init__(self, revision: str, note: Callable[[str, str], None]) -> None:
        self.revision, self.note = revision, note
        self.calls: dict[Any, asyncio.Task[None]] = {}
        self.asked: dict[Any, asyncio.Future[Any]] = {}
        self.ids = itertools.count(1)
        self.subscribed: dict[str, asyncio.Task[None]] = {}  # what changes each resource

    def receive(self, frame: Any, say: Say, tenant: str | None = None) -> asyncio.Task[None] | None:
        """Take a frame; a call is a task that says its answer at the end."""
        method, id = frame.get("method"), frame.get("id")
        if method is None:
            waiting = self.asked.get(id)
            if waiting is not None and not waiting.done():
                waiting.set_result(frame.get("result", {}))
        elif method == "notifications/cancelled":
            self.cancel(frame["params"].get("requestId"))
        elif method == "tools/call":
            self.calls[id] = task = asyncio.ensure_future(self.call(frame, say, tenant))
            return task
        elif method == "subscriptions/listen":
            self.calls[id] = task = asyncio.ensure_future(self.listen(frame, say))
            return task
        elif id is not None:
            say({"jsonrpc": "2.0", "id": id, "result": self.result(method)})
            if method == "resources/subscribe":
                self.unsubscribe(frame["params"]["uri"])
                changing = asyncio.ensure_future(self.change([frame["params"]["uri"]], self.tell or say))
                self.subscribed[frame["params"]["uri"]] = changing
            elif method == "resources/unsubscribe":
                self.unsubscribe(frame["params"]["uri"])
        return None

    tell: Say | None = None  # how frames of no request are said, where that is another way

    def unsubscribe(self, uri: str) -> None:
        """End the changes of a resource."""
        if uri in self.subscribed:
            self.subscribed.pop(uri).cancel()

    async def change(self, uris: list[str], say: Say, meta: Any = None) -> None:
        """Say again and again that resources have changed."""
        more = {"_meta": meta} if meta else {}
        while True:
            await asyncio.sleep(CHANGE)
            for uri in uris:
                method = "notifications/resources/updated"
                say({"jsonrpc": "2.0", "method": method, "params": {"uri": uri, **more}})

    def cancel(self, id: Any) -> None:
        """Give a call up."""
        if id in self.calls:
            self.calls[id].cancel()

    def close(self) -> None:
        """Give every call up."""
        for id in [*self.calls]:
            self.cancel(id)
        for uri in [*self.subscribed]:
            self.unsubscribe(uri)

    def result(self, method: str) -> dict[str, Any]:
        """Return the result of any other request."""
        able = {"tools": {"listChanged": True}, "logging": {}, "resources": {"subscribe": True}}
        made: dict[str, Any] = {}
        if method == "initialize":
            info = {"name": "planned", "version": "1"}
            return {"protocolVersion": self.revision, "capabilities": able, "serverInfo": info}
        if method == "tools/list":
            made = {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}
        if method == "server/discover":
            made = {"supportedVersions": [self.revision], "capabilities": able}
        if self.revision == MODERN:
            made |= {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
        return made

    async def listen(self, frame: Any, say: Say) -> None:
        """Grant a subscription and keep its stream open."""
        granted = {"_meta": {"io.modelcontextprotocol/subscriptionId": frame["id"]}}
        granted["notifications"] = frame["params"]["notifications"]
        method = "notifications/subscriptions/acknowledged"
        say({"jsonrpc": "2.0", "method": method, "params": granted})
        self.note("open", f"listen-{frame['id']}")
        try:
            uris = granted["notifications"].get("resourceSubscriptions", [])
            await self.change(uris, say, granted["_meta"])
        finally:
            self.calls.pop(frame["id"], None)
            self.note("cancelled", f"listen-{frame['id']}")

    async def call(self, frame: Any, say: Say, tenant: str | None) -> None:
        """Do the acts of a call."""
        nonce, end = frame["params"]["arguments"]["nonce"], "cancelled"
        self.note("open", nonce)
        try:
            answer: dict[str, Any] = {"result": await self.act(frame["params"], say, tenant)}
            end = "answered"
        except Failed:
            answer, end = {"error": {"code": -32000, "message": f"failed {nonce}"}}, "answered"
        except Cut:
            end = "answered"
            raise
        finally:
            self.calls.pop(frame["id"], None)
            self.note(end, nonce)
        say({"jsonrpc": "2.0", "id": frame["id"], **answer})

    async def act(self, params: Any, say: Say, tenant: str | None) -> dict[str, Any]:
        """Return the result of a call, or the questions of a server of 2026-07-28."""
        given, meta = params["arguments"], params.get("_meta", {})
        nonce = given["nonce"]
        state = json.loads(params.get("requestState") or '{"at": 0, "answers": []}')
        answers = state["answers"] + [
            text_of(one) for _, one in sorted(params.get("inputResponses", {}).items())
        ]
        for at in range(state["at"], len(given["acts"])):
            kind, _, value = given["acts"][at].partition(":")
            if kind == "wait":
                await asyncio.sleep(float(value))
            elif kind == "progress" and "progressToken" in meta:
                told = {"progressToken": meta["progressToken"], "progress": at}
                say({"jsonrpc": "2.0", "method": "notifications/progress", "params": told})
            elif kind == "log" and (self.revision != MODERN or "io.modelcontextprotocol/logLevel" in meta):
                told = {"level": "error", "data": nonce}
                message = {"jsonrpc": "2.0", "method": "notifications/message", "params": told}
                say([message] if self.revision == WITH_BATCHES else message)
            elif kind == "ask":
                texts = [f"{nonce}/{at}.{number}" for number in range(int(value or 1))]
                if self.revision == MODERN:
                    asked = {f"q{number}": question(text) for number, text in enumerate(texts)}
                    later = json.dumps({"at": at + 1, "answers": answers})
                    return {"resultType": "input_required", "inputRequests": asked, "requestState": later}
                answers += await asyncio.gather(*(self.ask(text, say) for text in texts))
            elif kind == "hold":
                await asyncio.Event().wait()
            elif kind == "fail":
                raise Failed
            elif kind == "cut":
                raise Cut
            elif kind == "die":
                os._exit(3)
        text = json.dumps({"nonce": nonce, "tenant": tenant, "answers": answers})
        content = [{"type": "text", "text": text}, {"type": "text", "text": "x" * given.get("size", 0)}]
        return {"content": content} | ({"resultType": "complete"} if self.revision == MODERN else {})

    async def ask(self, text: str, say: Say) -> str:
        """Ask the client of a revision with a handshake; return the text of its answer."""
        id = next(self.ids)
        self.asked[id] = asyncio.get_running_loop().create_future()
        say({"jsonrpc": "2.0", "id": id, **question(text)})
        try:
            return text_of(await self.asked[id])
        finally:
            del self.asked[id]


async def main(revision: str, file: str = os.devnull) -> None:
    """Serve stdin and stdout until stdin ends."""
    with open(file, "a", buffering=1) as notes:
        server = Planned(revision, lambda kind, nonce: print(kind, nonce, os.getpid(), file=notes))
        reader = asyncio.StreamReader(limit=1 << 24)
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)

        def say(frame: Any) -> None:
            print(json.dumps(frame), flush=True)

        while line := await reader.readline():
            data = json.loads(line)
            for frame in data if isinstance(data, list) else [data]:
                task = server.receive(frame, say)
                if task is not None:
                    task.add_done_callback(lambda done: done.cancelled() or done.exception() and os._exit(4))
        server.close()
        await asyncio.sleep(0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
