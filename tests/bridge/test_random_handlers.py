"""Random calls of handlers that wait for input, as tasks or not, by clients of several revisions.

Laws: each request is answered at most once, and requests of stateless clients always. The status of a task
does not change after its end, and has input requests exactly if it is `input_required`. However handlers and
clients behave, nothing is left at the end: no handler, no asyncio task, no state, no byte of a budget. The
event loop has nothing to complain about.
"""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import mcp_revisions
import pytest
from mcp_revisions.extensions import tasks
from mcp_revisions.extensions import v2026_07_28_tasks as mcp

import mcp_bridge
from mcp_bridge import interactive_handlers
from mcp_bridge.diagnostics import SessionLog
from mcp_bridge.in_process import RouterServer
from mcp_bridge.options import BridgeOptions, new_bridge
from mcp_bridge.session import Session
from support.http_bridge import META
from support.instant_loop import run_at_once

FORM = {"type": "object", "properties": {"name": {"type": "string"}}}
HAS = mcp.ServerCapabilities(tools=mcp.ToolsCapability(), logging={}, extensions={tasks.IDENTIFIER: {}})
ANSWERS: list[Any] = [{"action": "accept", "content": {"name": "Ada"}}, {"action": "decline"}]
WRONG: list[Any] = [{"roots": []}, {"action": 3}, []]
KINDS = [("2025-06-18", False), ("2025-11-25", True), ("2025-11-25", False), (mcp.REVISION, True)]
KINDS.append((mcp.REVISION, False))
ENDED = ("completed", "failed", "cancelled")
TTL, EXPIRY = 200, interactive_handlers.EXPIRY
Ask = Callable[[], Awaitable[mcp.ElicitResult]]


async def pause(ask: Ask) -> None:
    """Wait for a while."""
    await asyncio.sleep(2)


async def once(ask: Ask) -> None:
    """Ask once."""
    await ask()


async def twice(ask: Ask) -> None:
    """Ask two questions at the same time."""
    await asyncio.gather(ask(), ask())


async def fail_beside(ask: Ask) -> None:
    """Fail while a question is open."""

    async def fail() -> None:
        await asyncio.sleep(1)
        raise ValueError

    await asyncio.gather(ask(), fail())


async def no_longer(ask: Ask) -> None:
    """Stop waiting for the answer."""
    try:
        await asyncio.wait_for(ask(), 3)
    except (asyncio.TimeoutError, TimeoutError):
        return


async def go_on(ask: Ask) -> None:
    """Ignore a cancellation for a while."""
    try:
        await ask()
    except asyncio.CancelledError:
        await asyncio.sleep(1)


async def clean_up(ask: Ask) -> None:
    """Take a while to end, and fail then."""
    try:
        await ask()
    except asyncio.CancelledError:
        await asyncio.sleep(1)
        raise ValueError from None


async def ask_again(ask: Ask) -> None:
    """Ask again after a cancellation."""
    try:
        await ask()
    except asyncio.CancelledError:
        await ask()


async def raise_value(ask: Ask) -> None:
    """Raise an exception."""
    raise ValueError


async def raise_error(ask: Ask) -> None:
    """Raise an error for the client."""
    raise mcp_revisions.ProtocolError(-5, "no")


async def leave(ask: Ask) -> None:
    """Exit."""
    raise SystemExit(2)


async def cancel_itself(ask: Ask) -> None:
    """Raise the exception of a cancellation."""
    raise asyncio.CancelledError


STEPS = [
    *(pause, once, once, twice, fail_beside, no_longer, go_on, clean_up, ask_again),
    *(raise_value, raise_error, leave, cancel_itself),
]


class World:
    """A router whose tool takes the steps that the call names, and its clients."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.running = self.ended = 0  # handlers
        self.ids: list[str] = []  # of tasks
        self.router = mcp.Router(sender="client", capabilities=HAS, validate=True)
        most = self.random.choice([2, 50])
        self.tasks = mcp_bridge.ServerTasks(self.router, ttl=TTL, poll_interval=0.5, most=most)
        self.router.on("server/discover")(self.discover)
        self.router.on("tools/list")(self.list_tools)
        self.router.on("tools/call")(self.tasks.interactive(self.call_tool))

    def discover(self, params: mcp.RequestParams) -> mcp.DiscoverResult:
        """Offer everything."""
        return mcp.DiscoverResult(
            supported_versions=[mcp.REVISION], capabilities=HAS, ttl_ms=0, cache_scope="private"
        )

    def list_tools(self, params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
        """List the tool."""
        tool = mcp.decode({"name": "t", "inputSchema": {"type": "object"}}, mcp.Tool)
        return mcp.ListToolsResult(tools=[tool], ttl_ms=0, cache_scope="private")

    async def call_tool(
        self, params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext
    ) -> mcp.CallToolResult:
        """Take the steps."""
        self.running += 1
        try:
            for step in (params.arguments or {})["steps"]:
                context.report_progress(1, message=str(step))
                context.log("info", step)
                await STEPS[step](lambda: context.elicit("q", FORM))
        finally:
            self.running -= 1
            self.ended += 1
        return mcp.CallToolResult(content=[])


class RandomClient(Session):
    """A session of a client with the router of a world."""

    def __init__(self, world: World, revision: str, has_tasks: bool) -> None:
        self.world, self.random, self.revision, self.has_tasks = world, world.random, revision, has_tasks
        self.is_stateless = revision == mcp.REVISION
        self.open: dict[Any, tuple[str, Any]] = {}  # its requests without an answer
        self.asked: dict[Any, Any] = {}  # requests of the server, and its own that asked for input, by state
        self.ended_tasks: dict[str, str] = {}
        self.last = 0
        bridge = new_bridge(revision, BridgeOptions(revision, mcp.REVISION))
        log = SessionLog(revision, is_quiet=True)
        super().__init__(
            (bridge, lambda session: RouterServer(world.router, session), log), names_streams=False
        )

    def to_client(self, frame: Any, data: bytes) -> None:
        """Check a message, and store what the client may answer."""
        found = json.loads(data)
        if "method" in found:
            if "id" in found:
                self.asked[found["id"]] = found
            elif found["method"] == "notifications/cancelled":
                self.asked.pop(found["params"]["requestId"], None)
            return
        method, params = self.open.pop(found["id"])  # no request is answered twice
        result = found.get("result")
        if result is None:
            return
        if method == "tools/call" and "task" in result:
            self.world.ids.append(result["task"]["taskId"])
        elif method == "tools/call" and result.get("resultType") == "task":
            self.world.ids.append(result["taskId"])
        elif result.get("resultType") == "input_required":
            self.asked["state", result["requestState"]] = params, result
        elif method == "tasks/get":
            id, status = params["taskId"], result["status"]
            assert self.ended_tasks.get(id, status) == status
            if status in ENDED:
                self.ended_tasks[id] = status
            if self.is_stateless:
                assert (status == "input_required") == bool(result.get("inputRequests"))

    def say(self, **frame: Any) -> None:
        """Send a message."""
        data = json.dumps({"jsonrpc": "2.0", **frame}).encode()
        self.from_client(mcp_bridge.Bridge.read(data), data)

    def ask(self, method: str, **params: Any) -> None:
        """Send a request."""
        self.last += 1
        if self.is_stateless:
            has: dict[str, Any] = {"elicitation": {}} if self.random.random() < 0.9 else {}
            if self.has_tasks:
                has["extensions"] = {tasks.IDENTIFIER: {}}
            params["_meta"] = {META + "protocolVersion": self.revision, META + "clientCapabilities": has}
            params["_meta"] |= {"progressToken": self.last, META + "logLevel": "debug"}
        self.open[self.last] = method, params
        self.say(id=self.last, method=method, params=params)

    def hello(self) -> None:
        """Open the session."""
        if not self.is_stateless:
            has: dict[str, Any] = {"elicitation": {}} if self.random.random() < 0.9 else {}
            if self.has_tasks:
                has["tasks"] = {}
            info = {"name": "c", "version": "1"}
            self.ask("initialize", protocolVersion=self.revision, capabilities=has, clientInfo=info)

    def call(self) -> None:
        """Call the tool."""
        steps = self.random.choices(range(len(STEPS)), k=self.random.randrange(4))
        as_task = {"task": {}} if self.has_tasks and not self.is_stateless else {}
        self.ask("tools/call", name="t", arguments={"steps": steps}, **as_task)

    def answer(self) -> None:
        """Answer something that the server asked, perhaps not well."""
        if not self.asked:
            return
        key = self.random.choice([*self.asked])
        asked, good = self.asked.pop(key), self.random.choice(ANSWERS)
        answer = good if self.random.random() < 0.8 else self.random.choice(WRONG)
        if isinstance(key, tuple):
            params, result = asked
            again = {name: params[name] for name in ("name", "arguments")}
            responses = {key: answer for key in result["inputRequests"] if self.random.random() < 0.8}
            self.ask("tools/call", **again, inputResponses=responses, requestState=result["requestState"])
        elif self.random.random() < 0.8:
            self.say(id=key, result=answer)
        else:
            self.say(id=key, error={"code": -1, "message": "no"})

    def cancel(self) -> None:
        """Cancel one of its requests."""
        able = [id for id, (method, _) in self.open.items() if method != "initialize"]
        if able:
            id = self.random.choice(able)
            del self.open[id]
            self.say(method="notifications/cancelled", params={"requestId": id})

    def use_task(self) -> None:
        """Use a task, perhaps one of another client, or one that does not exist."""
        if self.has_tasks:
            methods = ["tasks/get", "tasks/get", "tasks/cancel"]
            method = self.random.choice([*methods, "tasks/update" if self.is_stateless else "tasks/result"])
            params = {"taskId": self.random.choice([*self.world.ids[-3:], "none"])}
            if method == "tasks/update":
                params["inputResponses"] = {str(n): self.random.choice([*ANSWERS, *WRONG]) for n in (1, 2)}
            self.ask(method, **params)

    def step(self) -> None:
        """Do something."""
        does = [self.call, self.call, *[self.answer] * 3, self.cancel, *[self.use_task] * 3]
        self.random.choice(does)()


@pytest.mark.parametrize("seed", range(12))
def test_whatever_handlers_and_clients_do_nothing_is_left(seed: int) -> None:
    """See the laws above."""

    async def scenario() -> None:
        world, complaints = World(seed), list[Any]()
        asyncio.get_running_loop().set_exception_handler(lambda loop, given: complaints.append(given))
        before, suspended = asyncio.all_tasks(), dict(interactive_handlers._suspended)
        clients: list[RandomClient] = []
        everyone: list[RandomClient] = []
        for turn in range(100):
            if turn % 25 == 0 or not clients:
                clients.append(RandomClient(world, *world.random.choice(KINDS)))
                everyone.append(clients[-1])
                await clients[-1].start()
                clients[-1].hello()
            client = world.random.choice(clients)
            client.step()
            await asyncio.sleep(world.random.choice([0, 0, 0, 0.1, 1, 5]))
            if world.random.random() < 0.02:
                clients.remove(client)
                client.end("client")
                await client.stop_upstream(0)
        await asyncio.sleep(max(TTL, EXPIRY) + 10)
        assert not any(client.open for client in clients if client.is_stateless)
        for client in clients:
            client.end("client")
            await client.stop_upstream(5)
        await asyncio.sleep(max(TTL, EXPIRY) + 10)
        gc.collect()
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == before
        assert interactive_handlers._suspended == suspended
        assert world.running == 0 and world.ended > 0
        assert not (world.tasks._stored or world.tasks._ending or world.router._running)
        assert [client.failure for client in everyone if client.failure or client.budget.used] == []
        assert complaints == []

    run_at_once(scenario())
