"""Clients of any revision, over HTTP and over stdio, which check each frame that they receive.

A client sends requests. Each request has a `Manner`: when the client cancels or hangs up, how the client
reads, and how it answers input requests. A client records how each request ended, and adds a line to `faults`
for each broken rule. The rules for every frame are:

- A request ends once, on the stream that it opened: with its own result, an error, a status, or nothing.
- A result names the call, its tenant, and the answers that this client gave to input requests of the call.
- Each input request, log message and progress notification belongs to a call of this client.
- Each `notifications/resources/updated` names a resource to which this client has subscribed.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from support.http_bridge import ACCEPT, INITIALIZED, META, MODERN
from support.http_client import Connection
from support.waiting import CEILING, until

ABLE: dict[str, Any] = {"sampling": {}}
LISTEN = "subscriptions/listen"
CHANGED_ROOTS = {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}
DONE, TROUBLE = frozenset({"result"}), frozenset({"result", "error", "status", "nothing"})
RUNNING: set[asyncio.Task[Any]] = set()  # asyncio itself holds no task of a client that a test has dropped


@dataclass(frozen=True)
class Manner:
    """What a client does about one request. Times are in seconds from the start of the request."""

    cancel: float | None = None  # over HTTP, a client of 2026-07-28 cancels by hanging up
    hang_up: float | None = None
    resume: bool = True  # a client of an older revision takes a broken stream up again
    slow: bool = False
    json_only: bool = False  # accepts no stream
    reply: str = "right"  # to input requests; or: error, never, twice


@dataclass
class Request:
    """A request: its frame, the ways in which it may end, and the ways in which it has ended."""

    nonce: str
    frame: dict[str, Any]
    manner: Manner
    may_end: frozenset[str] = DONE
    ends: list[str] = field(default_factory=list)
    last: str | None = None  # the id of the last event of its stream
    written: asyncio.Event = field(default_factory=asyncio.Event)  # its bytes are on their way

    @property
    def id(self) -> Any:
        """The id of the request."""
        return self.frame["id"]

    @property
    def given(self) -> Any:
        """The arguments of a call."""
        return self.frame["params"].get("arguments", {"acts": ()})

    def answers(self, tenant: str) -> list[str]:
        """Return the answer to each input request of the call."""
        acts = [act.partition(":") for act in self.given["acts"]]
        texts = [
            f"{self.nonce}/{at}.{number}"
            for at, (kind, _, count) in enumerate(acts)
            if kind == "ask"
            for number in range(int(count or 1))
        ]
        return ["error" if self.manner.reply == "error" else f"{tenant}:{text}" for text in texts]


class Client:
    """A client of one revision and one tenant. A subclass implements a transport."""

    rng: Random  # decides what the client does

    def __init__(self, revision: str, tenant: str, number: int) -> None:
        self.revision, self.tenant, self.number = revision, tenant, number
        self.is_modern = revision == MODERN
        self.is_hurt = False  # its session may have ended: every request may end in trouble
        self.mixes_input_requests = False  # a server with a handshake does not say for which call it asks
        self.requests: dict[str, Request] = {}  # by nonce
        self.changes: dict[str, asyncio.Event] = {}  # of each resource that was ever subscribed to
        self.faults: list[str] = []
        self.background: set[asyncio.Task[Any]] = set()
        self.ids = itertools.count(1)

    def fault(self, text: str) -> None:
        """Record a broken rule."""
        self.faults.append(f"client {self.number} ({self.revision}, {self.tenant}): {text}")

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Run a coroutine in a task, at the same time as the requests."""
        task = asyncio.ensure_future(work)
        self.background.add(task)
        RUNNING.add(task)
        task.add_done_callback(RUNNING.discard)
        task.add_done_callback(self.note_work)
        return task

    def note_work(self, task: asyncio.Task[Any]) -> None:
        """Record a fault if a task failed, for example because a connection closed without a response."""
        self.background.discard(task)
        if not task.cancelled() and task.exception() is not None and not self.is_hurt:
            self.fault(f"{task.get_coro()}: {task.exception()!r}")

    # What the client sends

    def calling(
        self, acts: Iterable[str], manner: Manner = Manner(), may_end: frozenset[str] = DONE, size: int = 0
    ) -> Request:
        """Return a tool call with `acts`, which tell the server what to do."""
        id = next(self.ids)
        nonce = f"{self.tenant}-{self.number}-{id}"
        given = {"nonce": nonce, "acts": [*acts], "size": size}
        params = {"name": "t", "arguments": given, "_meta": {"progressToken": nonce}}
        request = Request(nonce, self.framed("tools/call", id, params), manner, may_end)
        self.requests[nonce] = request
        return request

    def asking(self, method: str, may_end: frozenset[str] = DONE, **params: Any) -> Request:
        """Return a request without acts, such as `tools/list`."""
        id = next(self.ids)
        nonce = f"{self.tenant}-{self.number}-{id}"
        self.requests[nonce] = request = Request(nonce, self.framed(method, id, params), Manner(), may_end)
        return request

    async def subscribe(self) -> None:
        """Subscribe to a resource, wait until it changes, and end the subscription."""
        uri = f"test://{self.tenant}-{self.number}/{next(self.ids)}"
        self.changes[uri] = changed = asyncio.Event()
        if self.is_modern:
            listening = self.asking(LISTEN, TROUBLE, notifications={"resourceSubscriptions": [uri]})
            open_ = self.spawn(self.run(listening))
        elif (await self.run(self.asking("resources/subscribe", uri=uri))).ends != ["result"]:
            return  # refused, with a token that was revoked on the way: nothing is subscribed

        def is_over() -> bool:  # the bridge may end a stream, and a lost session has no changes any more
            return changed.is_set() or self.is_hurt or (self.is_modern and open_.done())

        with suppress(AssertionError):
            await until(is_over)
        if not is_over():
            self.fault(f"{uri} has not changed")
        if self.is_modern:
            await self.stop_listening(listening, open_)
        else:
            await self.run(self.asking("resources/unsubscribe", uri=uri))

    async def stop_listening(self, request: Request, task: asyncio.Task[Any]) -> None:
        """End a subscription of 2026-07-28. Over HTTP, this closes the connection."""
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    def batch(self, requests: list[Request]) -> list[Any]:
        """Return one body with these requests, and a notification between them."""
        return [*(one.frame for one in requests[1:]), CHANGED_ROOTS, requests[0].frame]

    def framed(self, method: str, id: Any, params: dict[str, Any]) -> dict[str, Any]:
        """Return a request of the client's revision."""
        meta = dict(params.get("_meta", {}))
        if self.is_modern:
            meta |= {
                META + "protocolVersion": MODERN,
                META + "clientInfo": {"name": "c", "version": "1"},
                META + "clientCapabilities": ABLE,
                META + "logLevel": "debug",
            }
        more = {"_meta": meta} if meta else {}
        return {"jsonrpc": "2.0", "id": id, "method": method, "params": {**params, **more}}

    def hello(self) -> dict[str, Any]:
        """Return the `initialize` of the client's revision."""
        params = {"protocolVersion": self.revision, "capabilities": ABLE}
        params["clientInfo"] = {"name": "c", "version": "1"}
        return {"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": params}

    # What the client sees

    def end(self, request: Request, how: str, detail: Any = "") -> None:
        """Record the end of a request."""
        request.ends.append(how)
        allowed = request.may_end | (TROUBLE if self.is_hurt else frozenset())
        if how not in allowed:
            self.fault(
                f"{request.nonce} {request.given['acts']} {request.manner} ended: {how} {str(detail)[:300]}"
            )
        if len(request.ends) > 1:
            self.fault(f"{request.nonce} ended more than once: {request.ends}")

    def take(self, frame: Any, request: Request | None) -> None:
        """Check a frame that came on the stream of a request, or on a stream without a request."""
        if not isinstance(frame, dict):
            self.fault(f"no frame: {str(frame)[:300]}")
            return
        if "method" not in frame:
            if request is None or frame.get("id") != request.id:
                self.fault(f"an answer on the stream of {request and request.nonce}: {str(frame)[:300]}")
            elif "error" in frame:
                self.end(request, "error", frame["error"])
            elif frame["result"].get("resultType") != "input_required":
                self.check(request, frame["result"])
                self.end(request, "result")
        elif "id" in frame:
            asked = self.asker_of(frame)
            if asked is not None:
                self.spawn(self.reply(frame, asked))
        elif frame["method"] in ("notifications/message", "notifications/progress"):
            params = frame["params"]
            named = params["data"] if "data" in params else params["progressToken"]
            if named not in self.requests:
                self.fault(f"a notification of another client: {frame}")
            elif request is not None and self.is_modern and named != request.nonce:
                self.fault(f"a notification of {named} on the stream of {request.nonce}")
        elif frame["method"] == "notifications/resources/updated":
            self.take_change(frame["params"], request)

    def take_change(self, params: Any, request: Request | None) -> None:
        """Check that a change is of a resource of this client, and belongs to an open subscription."""
        uri = params["uri"]
        if uri not in self.changes:
            self.fault(f"a change of {uri}, which this client has not subscribed to")
            return
        self.changes[uri].set()
        named = params.get("_meta", {}).get(META + "subscriptionId")
        if self.is_modern and request is not None and named != request.id:
            self.fault(f"a change for the subscription {named} on the stream of {request.id}")

    def asker_of(self, input_request: Any) -> Request | None:
        """Return the call for which the server sent an input request."""
        nonce = text_of_input_request(input_request).partition("/")[0]
        if nonce not in self.requests:
            self.fault(f"an input request of another client: {input_request}")
        return self.requests.get(nonce)

    async def reply(self, input_request: Any, request: Request) -> None:
        """Answer an input request of a server as the manner of the call states."""
        how = request.manner.reply
        answer = (
            {"error": {"code": -1, "message": "no"}}
            if how == "error"
            else {"result": self.answer(input_request)}
        )
        for _ in range({"never": 0, "twice": 2}.get(how, 1)):
            await self.tell({"jsonrpc": "2.0", "id": input_request["id"], **answer})

    def answer(self, input_request: Any) -> dict[str, Any]:
        """Return the result that answers an input request."""
        text = {"type": "text", "text": f"{self.tenant}:{text_of_input_request(input_request)}"}
        return {"role": "assistant", "content": text, "model": "m"}

    def check(self, request: Request, result: Any) -> None:
        """Check that a result belongs to the call that it answers."""
        if request.frame["method"] != "tools/call":
            return
        said, padding = json.loads(result["content"][0]["text"]), result["content"][1]["text"]
        # A child process sees no `Authorization`.
        tenant = self.tenant if said["tenant"] is not None else None
        answers = request.answers(self.tenant)
        if request.manner.json_only and said["answers"] == ["error"] * len(answers):
            answers = said["answers"]  # the client could see no input request
        wanted = {"nonce": request.nonce, "tenant": tenant, "answers": answers}
        if said != wanted:
            self.fault(f"the answer to {request.nonce} says {said}, not {wanted}")
        if len(padding) != request.given["size"]:
            self.fault(f"the answer to {request.nonce} has {len(padding)} of {request.given['size']} bytes")

    def follow_up(self, request: Request, result: Any) -> None:
        """Add the answers to an input-required result to the request, and give the request a new id."""
        input_requests = result["inputRequests"]
        askers = [self.asker_of(one) for one in input_requests.values()]
        if any(asker is not request for asker in askers) and not self.mixes_input_requests:
            self.fault(f"{request.nonce} was asked for another call: {input_requests}")
        more = {"inputResponses": {key: self.answer(one) for key, one in input_requests.items()}}
        more["requestState"] = result["requestState"]
        id = next(self.ids)
        request.frame = {**request.frame, "id": id, "params": {**request.frame["params"], **more}}

    async def run(self, request: Request) -> Request:
        """Send a request and wait until it has ended."""
        try:
            await asyncio.wait_for(self.exchange(request), CEILING)
        except asyncio.TimeoutError:
            self.end(request, "never")
        return request

    async def exchange(self, request: Request) -> None:
        """Send a request, do what its manner states, and record its end."""
        raise NotImplementedError

    async def tell(self, frame: Any) -> int:
        """Send a notification or a response. Return the HTTP status, or 202 for a transport without one."""
        raise NotImplementedError


def text_of_input_request(input_request: Any) -> str:
    """Return the text of an input request."""
    message = input_request["params"]["messages"][0]["content"]
    return str((message[0] if isinstance(message, list) else message)["text"])


class HttpClient(Client):
    """A client over Streamable HTTP. Each request has its own connection."""

    def __init__(self, url: str, revision: str, tenant: str, number: int) -> None:
        super().__init__(revision, tenant, number)
        self.url, self.token = url, 100 * number + 1
        self.more: dict[str, str] = {}  # further headers
        self.session: str | None = None
        self.listening: asyncio.Task[Any] | None = None

    def headers(self, frame: Any = None) -> dict[str, str]:
        """Return the headers of a frame."""
        made = {**ACCEPT, "authorization": f"Bearer {self.tenant}.{self.token}", **self.more}
        if self.session is not None:
            made |= {"mcp-session-id": self.session, "mcp-protocol-version": self.revision}
        if self.is_modern and frame is not None:
            made |= {"mcp-protocol-version": MODERN, "mcp-method": frame["method"]}
            if "name" in frame["params"]:
                made["mcp-name"] = frame["params"]["name"]
        return made

    async def open(self, listens: bool = True) -> None:
        """Run the handshake, and open the standalone SSE stream."""
        self.session, self.is_hurt = None, False
        if self.is_modern:
            return
        async with Connection(self.url) as connection:
            answer = await connection.post(self.hello(), self.headers())
        if answer.status != 200 or "result" not in answer.frames[-1]:
            self.fault(f"initialize: {answer}")
            return
        self.session = answer.headers["mcp-session-id"]
        await self.tell(INITIALIZED)
        if listens:
            begun = asyncio.Event()
            self.listening = self.spawn(self.listen(begun))
            await begun.wait()

    async def close(self) -> int:
        """End the session, and return the HTTP status."""
        self.is_hurt = True  # what is open ends with the session
        status = 204
        if self.session is not None:
            async with Connection(self.url) as connection:
                status = (await connection.send(connection.request(None, self.headers(), "DELETE"))).status
        if self.listening is not None:
            self.listening.cancel()
        return status

    async def listen(self, begun: asyncio.Event) -> None:
        """Read the standalone SSE stream until it ends. Set `begun` when the response starts."""
        with suppress(EOFError, ConnectionError):
            async with Connection(self.url) as connection:
                connection.write(connection.request(None, self.headers(), "GET"))
                _, headers = await connection.head()
                begun.set()
                async with aclosing(connection.events(headers)) as events:
                    async for _, frame in events:
                        if frame is not None:
                            self.take(frame, None)
        begun.set()

    async def tell(self, frame: Any) -> int:
        """Post a notification or a response."""
        async with Connection(self.url) as connection:
            return (await connection.post(frame, self.headers())).status

    async def exchange(self, request: Request) -> None:
        """Send a request.

        Resume a broken stream, and send the request again with answers to input requests.
        """
        manner = request.manner
        give_up = manner.hang_up if manner.hang_up is not None else manner.cancel if self.is_modern else None
        if manner.cancel is not None and not self.is_modern:
            self.spawn(self.cancel(request, manner.cancel))
        reading = asyncio.ensure_future(self.read(request))
        try:
            await asyncio.wait({reading}, timeout=give_up)
        finally:
            reading.cancel()  # closes the connection
        with suppress(asyncio.CancelledError):
            await reading
        for _ in range(5 if manner.resume and not self.is_modern else 0):
            if not request.ends and request.last is not None:
                await self.read(request, request.last)
        if not request.ends:
            self.end(request, "nothing")

    async def cancel(self, request: Request, delay: float) -> None:
        """Cancel a request of an older revision after a delay, and not before the request has been sent."""
        await request.written.wait()
        await asyncio.sleep(delay)
        if not request.ends:
            params = {"requestId": request.id, "reason": "enough"}
            await self.tell({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})

    async def read(self, request: Request, since: str | None = None) -> None:
        """Send a request, or resume its stream.

        Send it again with answers to input requests until it has ended.
        """
        while True:
            asked = None
            with suppress(EOFError, ConnectionError):
                async with Connection(self.url, 4096 if request.manner.slow else 1 << 24) as connection:
                    headers = self.headers(request.frame)
                    if request.manner.json_only:
                        headers["accept"] = "application/json"
                    if since is None:
                        connection.write(connection.request(request.frame, headers))
                        request.written.set()
                    else:
                        connection.write(
                            connection.request(None, {**self.headers(), "last-event-id": since}, "GET")
                        )
                    status, headers = await connection.head()
                    async with aclosing(connection.events(headers)) as events:
                        async for id, frame in events:
                            request.last = id or request.last
                            if request.manner.slow:
                                await asyncio.sleep(0.3)
                            if status >= 400 and frame is not None and frame.get("id") is None:
                                self.end(request, "status", f"{status}: {frame}")
                            elif frame is not None:
                                self.take(frame, request)
                                asked = frame.get("result") if isinstance(frame, dict) else None
                    if status >= 400 and not request.ends:
                        self.end(request, "status", f"{status} of {request.frame['method']}")
            if request.ends or asked is None or request.manner.reply == "never":
                return
            self.follow_up(request, asked)
            since = None

    async def run_batch(self, requests: list[Request], json_only: bool) -> None:
        """Send requests in one body, and read until each has ended."""
        by_id = {one.id: one for one in requests}
        headers = {**self.headers(), **({"accept": "application/json"} if json_only else {})}
        with suppress(EOFError, ConnectionError):
            async with Connection(self.url) as connection:
                connection.write(connection.request(self.batch(requests), headers))
                status, headers = await connection.head()
                async with aclosing(connection.events(headers)) as events:
                    async for _, data in events:
                        if status == 200:
                            for frame in data if isinstance(data, list) else [data] if data else []:
                                self.take(frame, by_id.get(frame.get("id")))
                if status >= 400:
                    for request in requests:
                        self.end(request, "status", status)
        for request in requests:
            if not request.ends:
                self.end(request, "nothing")


class StdioClient(Client):
    """A client over the pipes of a child process."""

    def __init__(self, process: asyncio.subprocess.Process, revision: str) -> None:
        super().__init__(revision, "t", 0)
        assert process.stdin is not None and process.stdout is not None
        self.stdin, self.stdout = process.stdin, process.stdout
        self.waiting: dict[Any, asyncio.Future[Any]] = {}
        self.is_slow = False
        self.reading = self.spawn(self.read())

    async def read(self) -> None:
        """Take the frames of every line. At the end of stdout, every open request gets None as its answer."""
        while line := await self.stdout.readline():
            data = json.loads(line)
            for frame in data if isinstance(data, list) else [data]:
                self.note(frame)
            if self.is_slow:
                await asyncio.sleep(0.05)
        for answered in self.waiting.values():
            if not answered.done():
                answered.set_result(None)

    def note(self, frame: Any) -> None:
        """Pass a response to its request, and take any other frame."""
        answered = self.waiting.pop(frame.get("id"), None) if "method" not in frame else None
        if answered is not None:
            if not answered.done():  # whoever waits may have lost patience
                answered.set_result(frame)
        elif "method" in frame:
            self.take(frame, None)
        else:
            self.fault(f"an answer to nothing: {str(frame)[:300]}")

    async def stop_listening(self, request: Request, task: asyncio.Task[Any]) -> None:
        """Cancel a subscription, and ignore its result if one arrives."""
        params = {"requestId": request.id}
        await self.tell({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
        await asyncio.wait({task}, timeout=0.5)
        await super().stop_listening(request, task)

    async def run_batch(self, requests: list[Request], json_only: bool) -> None:
        """Send requests in one line, and wait until each has ended."""
        loop = asyncio.get_running_loop()
        answers = {one.id: loop.create_future() for one in requests}
        self.waiting |= answers
        await self.tell(self.batch(requests))
        for request in requests:
            frame = None if self.reading.done() else await answers[request.id]
            if frame is None:
                self.end(request, "nothing")
            else:
                self.take(frame, request)

    async def open(self) -> None:
        """Run the handshake."""
        if self.is_modern:
            return
        answer = await self.send(self.hello())
        if answer is None or "result" not in answer:
            self.fault(f"initialize: {answer}")
        await self.tell(INITIALIZED)

    async def send(self, frame: Any) -> Any:
        """Send a request and return its response, or None if stdout has ended."""
        self.waiting[frame["id"]] = answered = asyncio.get_running_loop().create_future()
        await self.tell(frame)
        if self.reading.done():
            return None
        return await answered

    async def tell(self, frame: Any) -> int:
        """Write a frame."""
        with suppress(ConnectionError):
            self.stdin.write(json.dumps(frame).encode() + b"\n")
            await self.stdin.drain()
        return 202

    async def exchange(self, request: Request) -> None:
        """Send a request, and cancel it if its manner states so.

        Send it again with answers to input requests.
        """
        while not request.ends:
            sending = asyncio.ensure_future(self.send(request.frame))
            if request.manner.cancel is not None:
                done, _ = await asyncio.wait({sending}, timeout=request.manner.cancel)
                if not done:
                    params = {"requestId": request.id, "reason": "enough"}
                    await self.tell({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
                    done, _ = await asyncio.wait({sending}, timeout=0.5)
                    if not done:  # a cancelled request may stay without an answer
                        self.end(request, "nothing")
                        return
            frame = await sending
            if frame is None:
                self.end(request, "nothing")
                return
            self.take(frame, request)
            if not request.ends and "result" in frame:
                if request.manner.reply == "never":
                    self.end(request, "nothing")
                    return
                self.follow_up(request, frame["result"])
