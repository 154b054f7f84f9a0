"""`mcp_bridge.serve`, `mcp_bridge.app` around a router, and `mcp_bridge.connect`, as the pages show them."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import logging
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import httpx2
import mcp_revisions as mr
import pytest
from mcp.server.mcpserver import MCPServer
from mcp_revisions import v2026_07_28 as mcp
from mcp_revisions.extensions import v2026_07_28_tasks as composed

import mcp_bridge
from clients.peers import PEERS, Missing, Peer
from mcp_bridge.session import INTERNAL
from support.http_bridge import INITIALIZED, LegacyClient, frames, free_port, modern, serving
from support.instant_loop import run_at_once
from support.oracle import oracle
from support.paths import ROOT
from support.waiting import CEILING, NEVER, run, until

EXAMPLES = ROOT / "docs" / "examples"
SERVER, CLIENT = EXAMPLES / "server.py", EXAMPLES / "client.py"
SUBSCRIPTIONS, TASK_SERVER = EXAMPLES / "subscriptions.py", EXAMPLES / "task_server.py"
OWN_TRANSPORT = EXAMPLES / "every_revision.py"  # serves the router of `server.py`
HANDSHAKE = [name for name in mr.REVISIONS if mr.facts(name).handshake]
ELICITS = [name for name in HANDSHAKE if "elicitation/create" in mr.revision(name).METHODS]
CANCELLED = "notifications/cancelled"
CHANGED = "notifications/tools/list_changed"


@pytest.fixture(autouse=True)
def never_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, no line reports that the first answer takes long."""
    monkeypatch.setattr("mcp_bridge.session.SILENCE", NEVER)


def module(path: Path) -> ModuleType:
    """Return an example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


class Talk:
    """A process that serves on stdio, and the messages of a client of one revision."""

    def __init__(self, process: subprocess.Popen[str], revision: str) -> None:
        self.process, self.revision = process, revision
        self.asked: dict[Any, str] = {}

    def send(self, **frame: Any) -> None:
        """Send a message."""
        assert self.process.stdin is not None
        if "method" in frame and "id" in frame:
            self.asked[frame["id"]] = frame["method"]
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **frame}) + "\n")
        self.process.stdin.flush()

    def received(self) -> Any:
        """Return the next message, which the official schema of the revision accepts."""
        assert self.process.stdout is not None
        frame = json.loads(self.process.stdout.readline())
        answering = None if "method" in frame else self.asked[frame["id"]]
        assert oracle(self.revision).frame_fits(frame, "server", answering), frame
        return frame

    def open(self, **capabilities: Any) -> Any:
        """Begin a session and return the result of `initialize`."""
        info = {"name": "c", "version": "1"}
        params = {"protocolVersion": self.revision, "capabilities": capabilities, "clientInfo": info}
        self.send(id=0, method="initialize", params=params)
        result = self.received()["result"]
        self.send(method="notifications/initialized")
        return result


@contextmanager
def talking(path: Path, revision: str) -> Iterator[Talk]:
    """Run a server. At the end the client hangs up, and the server ends with status 0."""
    with subprocess.Popen(
        [sys.executable, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        try:
            yield Talk(process, revision)
            process.stdin.close()
            assert process.wait(CEILING) == 0
        finally:
            process.kill()


@contextmanager
def started(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a server whose stderr is a pipe too."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, str(path)], stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("path", [SERVER, CLIENT], ids=["server", "client"])
def test_an_example_has_forty_lines(path: Path) -> None:
    """An example has at most 40 lines that are not blank, and its page shows the file."""
    text = path.read_text("utf-8")
    assert sum(bool(line.strip()) for line in text.splitlines()) <= 40
    assert f"```python\n{text}```" in (ROOT / "docs" / f"{path.stem}.md").read_text("utf-8")


# Servers


@pytest.mark.parametrize("path", [SERVER, OWN_TRANSPORT], ids=["serve", "own transport"])
@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_client_of_each_revision_is_served(revision: str, path: Path) -> None:
    """The session opens, a call reports progress and returns, another is cancelled, a third is refused."""
    with talking(path, revision) as talk:
        opened = talk.open()
        assert opened["protocolVersion"] == revision
        assert opened["serverInfo"] == {"name": "waiter", "version": "1.0"}
        talk.send(id=1, method="tools/list")
        assert [tool["name"] for tool in talk.received()["result"]["tools"]] == ["wait", "greet"]
        call = {"name": "wait", "arguments": {"seconds": 0}, "_meta": {"progressToken": "t"}}
        talk.send(id=2, method="tools/call", params=call)
        assert talk.received()["params"] == {"progress": 0, "progressToken": "t"}
        assert "waited" in talk.received()["result"]["content"][0]["text"]
        talk.send(id=5, method="logging/setLevel", params={"level": "debug"})
        assert talk.received()["result"] == {}
        talk.send(id=6, method="tools/call", params={"name": "wait", "arguments": {"seconds": 0}})
        assert talk.received()["params"] == {"level": "debug", "data": "waiting"}
        assert "waited" in talk.received()["result"]["content"][0]["text"]
        talk.send(id=7, method="logging/setLevel", params={"level": "info"})
        assert talk.received()["result"] == {}
        talk.send(id=3, method="tools/call", params={"name": "wait", "arguments": {"seconds": 2 * CEILING}})
        talk.send(method="notifications/cancelled", params={"requestId": 3})
        talk.send(id=4, method="tools/call", params={"name": "none"})
        refused = talk.received()
        assert (refused["id"], refused["error"]["code"]) == (4, -32602)


@pytest.mark.parametrize("path", [SERVER, OWN_TRANSPORT], ids=["serve", "own transport"])
@pytest.mark.parametrize("revision", ELICITS)
def test_an_input_request_reaches_a_client_with_a_handshake(revision: str, path: Path) -> None:
    """The handler returns an input request; the client gets a request, and its answer repeats the call."""
    with talking(path, revision) as talk:
        talk.open(elicitation={})
        talk.send(id=1, method="tools/call", params={"name": "greet"})
        asked = talk.received()
        assert asked["method"] == "elicitation/create"
        talk.send(id=asked["id"], result={"action": "accept", "content": {"name": "Bo"}})
        assert talk.received()["result"]["content"][0]["text"] == "Hello Bo!"


def test_a_stateless_client_is_served_over_a_transport_of_its_own() -> None:
    """The bridge passes the messages of the newest revision on."""
    with talking(OWN_TRANSPORT, mcp.REVISION) as talk:
        frame, _ = modern("tools/call", name="wait", arguments={"seconds": 0})
        talk.send(**{**frame, "id": 1})
        assert "waited" in talk.received()["result"]["content"][0]["text"]


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_an_application_serves_each_revision_over_http(revision: str) -> None:
    """The same router is an ASGI application."""
    app = module(SERVER).app

    def called(url: str) -> Any:
        call = {"name": "wait", "arguments": {"seconds": 0}}
        if revision in HANDSHAKE:
            client = LegacyClient(url, revision)
            client.post(INITIALIZED)
            return frames(client.call(1, **call))[-1]
        frame, headers = modern("tools/call", **call)
        return frames(httpx2.post(url, json=frame, headers=headers, timeout=CEILING))[-1]

    async def scenario() -> Any:
        async with serving(app) as port:
            return await asyncio.to_thread(called, f"http://127.0.0.1:{port}/mcp")

    assert "waited" in run(scenario())["result"]["content"][0]["text"]


def test_a_call_to_a_client_over_http_ends_at_its_deadline() -> None:
    """The stream of the request has the question, its cancellation, and the result of the handler."""
    router, revision = mr.v2025_11_25.Router(sender="client"), mr.v2025_11_25
    ended: list[str] = []

    @router.on("initialize")
    def initialize(params: Any) -> Any:
        about = {"capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
        return revision.decode({"protocolVersion": revision.REVISION, **about}, revision.InitializeResult)

    @router.on("tools/call")
    async def call_tool(params: Any, context: Any) -> Any:
        with pytest.raises(mr.CallError) as error:
            now = asyncio.get_running_loop().time()
            await context.call(revision.ListRootsRequest(id=0), deadline=now + 0.3)
        ended.append(error.value.why)
        return revision.CallToolResult(content=[])

    def called(url: str) -> Any:
        client = LegacyClient(url, revision.REVISION)
        about = {"capabilities": {"roots": {}}, "clientInfo": {"name": "c", "version": "1"}}
        params = {"protocolVersion": revision.REVISION, **about}
        client.post({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": params})
        client.post(INITIALIZED)
        return frames(client.call(1, name="any"))

    async def scenario() -> Any:
        async with serving(mcp_bridge.app(router)) as port:
            return await asyncio.to_thread(called, f"http://127.0.0.1:{port}/mcp")

    seen = run(scenario())
    assert ended == ["timeout"]
    assert seen[-1] == {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}
    asked = [each["id"] for each in seen[:-1] if each["method"] == "roots/list"]
    cancelled = [each["params"]["requestId"] for each in seen[:-1] if each["method"] == CANCELLED]
    assert cancelled == asked  # nothing of the two, if the bridge had not sent the question yet


LISTENING = """
import asyncio, sys
import mcp_bridge
from mcp_revisions import v2026_07_28 as mcp

router = mcp.Router(sender="client", validate=True)
changed = asyncio.Event()

@router.on("server/discover")
def discover(params):
    has = mcp.decode({"tools": {"listChanged": True}, "logging": {}}, mcp.ServerCapabilities)
    return mcp.DiscoverResult(
        supported_versions=[mcp.REVISION], capabilities=has, ttl_ms=0, cache_scope="private"
    )

@router.on("subscriptions/listen")
async def listen(params, context):
    told = mcp.SubscriptionsAcknowledgedNotificationParams(notifications=params.notifications)
    context.notify(mcp.SubscriptionsAcknowledgedNotification(params=told))
    while True:
        await changed.wait()
        changed.clear()
        context.notify(mcp.ToolListChangedNotification())

@router.on("tools/list")
def list_tools(params):
    tool = mcp.decode({"name": "any", "inputSchema": {"type": "object"}}, mcp.Tool)
    return mcp.ListToolsResult(tools=[tool], ttl_ms=0, cache_scope="private")

@router.on("tools/call")
def call_tool(params, context):
    if context.meta.log_level:
        data = mcp.LoggingMessageNotificationParams(level=context.meta.log_level, data="called")
        context.notify(mcp.LoggingMessageNotification(params=data))
    changed.set()
    return mcp.CallToolResult(content=[mcp.TextContent(text="called")])

app = mcp_bridge.app(router)
if __name__ == "__main__":
    sys.exit(mcp_bridge.serve(router))
"""


def test_subscriptions_and_log_levels_reach_an_old_client(tmp_path: Path) -> None:
    """A handler of `subscriptions/listen` serves the changes of a session, and one log level each call."""
    (tmp_path / "server.py").write_text(LISTENING, "utf-8")
    with talking(tmp_path / "server.py", "2025-06-18") as talk:
        assert talk.open()["capabilities"] == {"tools": {"listChanged": True}, "logging": {}}
        talk.send(id=1, method="logging/setLevel", params={"level": "warning"})
        assert talk.received()["result"] == {}
        talk.send(id=2, method="tools/call", params={"name": "any"})
        seen = [talk.received() for _ in range(3)]
        assert {frame.get("method", frame.get("id")) for frame in seen} == {
            "notifications/message",
            CHANGED,
            2,
        }
        [message] = [frame for frame in seen if frame.get("method") == "notifications/message"]
        assert message["params"] == {"level": "warning", "data": "called"}


def test_a_server_whose_client_stops_reading_ends_with_one_line() -> None:
    """The client closes stdout before its answer came: status 2, and the reason on stderr."""
    with started(SERVER) as process:
        talk = Talk(process, "2025-06-18")
        talk.open()
        talk.send(id=1, method="tools/call", params={"name": "wait", "arguments": {"seconds": 2 * CEILING}})
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(CEILING) == 2
        assert process.stderr is not None
        line = "standard output: Broken pipe; the client does not get the answers from here on\n"
        assert process.stderr.read() == line


def test_a_line_that_is_not_a_message_is_reported() -> None:
    """The first line of the client is garbage; the session opens all the same."""
    with started(SERVER) as process:
        assert process.stdin is not None
        process.stdin.write("garbage\n")
        talk = Talk(process, "2025-06-18")
        talk.open()
        process.stdin.close()
        assert process.wait(CEILING) == 0
        assert process.stderr is not None
        [line] = process.stderr.read().splitlines()
        assert line.startswith("client: a line on stdin is not a JSON-RPC message: 'garbage'")


def test_handlers_are_cancelled_after_the_grace_when_the_client_hangs_up(tmp_path: Path) -> None:
    """A call within the grace gets its answer. Nothing is written for another one."""
    text = SERVER.read_text("utf-8")
    (tmp_path / "server.py").write_text(text.replace("serve(router)", f"serve(router, grace={CEILING})"))
    for path, seconds in ((tmp_path / "server.py", 0.2), (SERVER, 2 * CEILING)):
        with started(path) as process:
            talk = Talk(process, "2025-06-18")
            talk.open()
            talk.send(id=1, method="tools/call", params={"name": "wait", "arguments": {"seconds": seconds}})
            assert process.stdin is not None
            process.stdin.close()
            if path is not SERVER:
                assert "result" in talk.received()
            assert process.wait(CEILING) == 0
            assert process.stdout is not None
            assert process.stderr is not None
            assert (process.stdout.read(), process.stderr.read()) == ("", "")


def test_a_client_that_hangs_up_gets_nothing_without_a_grace(tmp_path: Path) -> None:
    """Readers of some official clients fail if even a result comes then. The last request is not answered."""
    path = tmp_path / "server.py"
    path.write_text(SERVER.read_text("utf-8").replace("serve(router)", "serve(router, grace=0)"))
    with started(path) as process:
        talk = Talk(process, "2025-06-18")
        talk.open()
        for id, seconds in ((1, 0), (2, 0.05), (3, 2 * CEILING)):
            arguments = {"name": "wait", "arguments": {"seconds": seconds}}
            talk.send(id=id, method="tools/call", params=arguments)
        assert talk.received()["id"] == 1
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(CEILING) == 0
        assert process.stdout is not None
        assert all(json.loads(line)["id"] == 2 for line in process.stdout)


ENDLESS = """
import asyncio, sys, time
import mcp_bridge, mcp_bridge.command
import mcp_revisions as mr
from mcp_revisions import v2026_07_28 as mcp

mcp_bridge.command.LAST_EXIT = float(sys.argv[2])
router = mcp.Router(sender="client")

def poll(context):
    while not context.cancelled:
        time.sleep(0.01)
    print("the thread ends", file=sys.stderr, flush=True)

@router.on("tools/call")
async def call_tool(params, context: mcp.Context) -> mcp.CallToolResult:
    print("the handler runs", file=sys.stderr, flush=True)
    if sys.argv[1] == "poll":
        await asyncio.to_thread(poll, context)
    if sys.argv[1] == "thread":
        await asyncio.to_thread(time.sleep, 3600)
    while True:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            pass

if __name__ == "__main__":
    sys.exit(mcp_bridge.serve(router, client_revision=mcp.REVISION))
"""
CLOSED = "handlers or threads still ran 0.1 seconds after the session ended; the process exits"


@pytest.mark.parametrize("number", [0, signal.SIGTERM])
@pytest.mark.parametrize(
    ("handler", "seconds", "lines"),
    [
        ("poll", NEVER, ["the thread ends"]),
        ("thread", 0.1, [f"router: {CLOSED}"]),
        ("stubborn", 0.1, ["router: the handler of tools/call still runs", f"router: {CLOSED}"]),
    ],
)
def test_a_server_ends_though_a_handler_does_not(
    handler: str, seconds: float, lines: list[str], number: int
) -> None:
    """A thread sees that its request was cancelled. Others are ended with the process, after a limit."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", ENDLESS, handler, str(seconds)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdin is not None
            assert process.stderr is not None
            Talk(process, mcp.REVISION).send(**modern("tools/call", name="x")[0])
            assert process.stderr.readline() == "the handler runs\n"
            process.send_signal(number) if number else process.stdin.close()
            assert process.wait(CEILING) == (128 + number if number else 0)
            found = [line for line in process.stderr.read().splitlines() if "stopped by" not in line]
        finally:
            process.kill()
    assert len(found) == len(lines), found
    assert all(line.startswith(start) for line, start in zip(found, lines, strict=True)), found


STRAY = """
import asyncio, gc, sys
import mcp_bridge, mcp_bridge.session
from mcp_revisions import v2026_07_28 as mcp

router = mcp.Router(sender="client")

async def failing():
    raise ValueError("a task that nobody awaits")

@router.on("tools/call")
async def call_tool(params, context: mcp.Context) -> mcp.CallToolResult:
    if params.name == "task":
        asyncio.create_task(failing())
    if params.name == "pending":
        asyncio.create_task(asyncio.Queue().get())
    if params.name == "callback":
        asyncio.get_running_loop().call_soon(lambda: 1 / 0)
    if params.name == "defect":  # the next timer of the session fails
        mcp_bridge.session.Session._tick = lambda session: [][0]
        await asyncio.sleep(3600)
    for _ in range(3):
        await asyncio.sleep(0)
    gc.collect()
    return mcp.CallToolResult(content=[])

if __name__ == "__main__":
    sys.exit(mcp_bridge.serve(router, client_revision=mcp.REVISION))
"""


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("task", "Task exception was never retrieved: ValueError", "(server.py, line 9)"),
        ("pending", "Task was destroyed but it is pending!", ""),
        ("callback", "Exception in callback", "(server.py, line 18)"),
    ],
)
def test_a_background_task_of_a_handler_does_not_end_the_server(
    name: str, start: str, end: str, tmp_path: Path
) -> None:
    """Its error is a line on stderr. The open call and the next one get their results."""
    path = tmp_path / "server.py"
    path.write_text(STRAY)
    with started(path) as process:
        talk = Talk(process, mcp.REVISION)
        for tool in (name, "any"):
            talk.send(**modern("tools/call", name=tool)[0])
            assert "result" in talk.received()
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(CEILING) == 0
        assert process.stderr is not None
        [line] = process.stderr.read().splitlines()
        assert line.startswith(f"mcp-bridge: {start}") and line.endswith(end)


def test_a_defect_of_the_session_ends_the_server(tmp_path: Path) -> None:
    """The open call gets an error, and the process ends: nothing waits for a session that has failed."""
    path = tmp_path / "server.py"
    path.write_text(STRAY)
    with started(path) as process:
        talk = Talk(process, mcp.REVISION)
        talk.send(**modern("tools/call", name="defect")[0])
        talk.send(**{**modern("tools/call", name="any")[0], "id": "second"})
        assert talk.received()["error"]["message"] == INTERNAL
        assert process.wait(CEILING) == 1
        assert process.stderr is not None
        assert process.stderr.read().splitlines()[-1].startswith("IndexError")


def test_arguments_that_cannot_serve_are_refused() -> None:
    """The message says what to pass."""
    with pytest.raises(mcp_bridge.Refused, match="must handle the messages that a client sends"):
        mcp_bridge.app(mcp.Router(sender="server"))
    with pytest.raises(mcp_bridge.Refused, match="must be an `mr.Router`; use `mcp_bridge.app`"):
        mcp_bridge.serve("http://127.0.0.1/mcp")  # type: ignore[arg-type]
    with pytest.raises(mcp_bridge.Refused, match="grace: must be a number of seconds"):
        mcp_bridge.serve(mcp.Router(sender="client"), grace=-1)


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("name", ["Python mcp 2.3.0", "Python mcp 2.3.0 without a session"])
def test_the_newest_official_client_is_served(name: str, transport: str, tmp_path: Path) -> None:
    """The client opens a session, calls a tool and gets its progress."""
    check_official(name, transport, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize(
    "name",
    [
        "TypeScript sdk 1.32.2",
        "TypeScript client 2.4.0",
        "TypeScript client 2.4.0 without a session",
        "Python mcp 1.20.0",
        "Go go-sdk 1.8.0",
    ],
)
def test_official_clients_are_served(name: str, transport: str, tmp_path: Path) -> None:
    """So do the other official clients, in the revisions that they speak."""
    check_official(name, transport, tmp_path)


def check_official(name: str, transport: str, folder: Path) -> None:
    """Let an official client call a tool of a router over stdio or HTTP."""
    [peer] = [each for each in PEERS if each.name == name]
    try:
        command = peer.install(folder)
    except Missing as missing:
        pytest.skip(f"{name} cannot be installed: {missing}")
    orders = ({"id": 1, "connect": True}, {"id": 1}), ({"id": 2, "call": "greet"}, {"id": 2})
    told = told_by(peer, command, transport, SERVER, orders)
    assert told[0] == {"id": 1, "text": ""}
    assert {"handled": "elicitation/create"} in told
    assert "id" in told[-1]
    assert told[-1]["id"] == 2
    assert "Hello" in told[-1].get("text", ""), told


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize(
    "name",
    [
        "Python mcp 2.3.0 without a session",
        pytest.param("TypeScript client 2.4.0 without a session", marks=pytest.mark.long),
    ],
)
def test_an_official_client_gets_the_notifications_of_its_subscription(
    name: str, transport: str, tmp_path: Path
) -> None:
    """The handler uses `context.notify` without an id of the subscription."""
    (tmp_path / "server.py").write_text(LISTENING, "utf-8")
    [peer] = [each for each in PEERS if each.name == name]
    try:
        command = peer.install(tmp_path)
    except Missing as missing:
        pytest.skip(f"{name} cannot be installed: {missing}")
    heard = {"handled": CHANGED}
    orders = ({"id": 1, "connect": True}, {"listening": True}), ({"id": 2, "call": "any"}, heard)
    told = told_by(peer, command, transport, tmp_path / "server.py", orders)
    assert told[-1] == heard
    assert not any("error" in line or "failed" in line for line in told)


Order = tuple[dict[str, Any], dict[str, Any]]  # an order, and members of the line with which it is done


def told_by(
    peer: Peer, command: list[str], transport: str, server: Path, orders: tuple[Order, ...]
) -> list[Any]:
    """Give an official client these orders, and return the lines that it says."""

    async def obeyed(target: str) -> list[Any]:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, target, peer.mode, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
        assert process.stdin is not None
        assert process.stdout is not None
        told: list[Any] = []
        try:
            for order, done in orders:
                process.stdin.write(json.dumps(order).encode() + b"\n")
                while not told or not done.items() <= told[-1].items():
                    told.append(json.loads(await process.stdout.readline()))
        finally:
            process.kill()
            await process.wait()
        return told

    async def scenario() -> list[Any]:
        if transport == "stdio":
            return await obeyed(json.dumps([sys.executable, str(server)]))
        async with serving(module(server).app) as port:
            return await obeyed(f"http://127.0.0.1:{port}/mcp")

    return run(scenario())


# Clients


def call_of(tool: str, /, **arguments: Any) -> mcp.CallToolRequest:
    """Return a call of a tool."""
    params = mcp.CallToolRequestParams(name=tool, arguments=arguments, meta=META)
    return mcp.CallToolRequest(id=0, params=params)


META = mcp.RequestMetaObject(protocol_version=mcp.REVISION, client_capabilities=mcp.ClientCapabilities())


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_server_of_each_revision_is_called(revision: str) -> None:
    """The types are those of the newest revision, whatever the server speaks."""
    command = [sys.executable, str(EXAMPLES / "stdio_server.py")]

    async def scenario() -> None:
        router = mcp.Router(sender="server")
        async with mcp_bridge.connect(command, router, meta=META, server_revision=revision) as server:
            params = mcp.PaginatedRequestParams(meta=META)
            listed = await server.call(mcp.ListToolsRequest(id=0, params=params))
            assert [tool.name for tool in listed.tools] == ["wait"]
            assert server.revision == revision
            result = await server.call(call_of("wait", seconds=0))
            assert isinstance(result, mcp.CallToolResult)
            with pytest.raises(mr.CallError, match="the deadline of the call has passed") as late:
                await server.call(call_of("wait", seconds=2 * CEILING), timeout=0.01)
            assert late.value.why == "timeout"
            with pytest.raises(mr.CallError, match="the tool is `wait`") as refused:
                await server.call(call_of("none"))
            assert (refused.value.why, refused.value.code) == ("error", -32602)
            waiting = asyncio.create_task(server.call(call_of("wait", seconds=2 * CEILING)))
            await server.call(call_of("wait", seconds=0))
        with pytest.raises(mr.CallError) as closed:
            await waiting
        assert closed.value.why == "closed"
        with pytest.raises(mr.CallError):
            await server.call(call_of("wait", seconds=0))

    run(scenario())


def test_the_example_client_calls_the_example_server() -> None:
    """It lists the tools, and answers an input request."""
    command = [sys.executable, str(CLIENT), sys.executable, str(SERVER)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=CEILING, check=False)
    lines = done.stdout.splitlines()
    assert (lines[0], lines[2]) == ("wait greet", "Hello Ada!"), done.stderr
    shown = done.stderr.splitlines()
    slow = "server: has not yet answered server/discover"  # on a busy machine
    assert [line for line in shown if not line.startswith(slow)] == ["0", "debug: waiting", "Who are you?"]


def test_the_example_client_calls_an_official_server() -> None:
    """The server of the newest official SDK, as an application in this process and over HTTP."""
    server = MCPServer("greeter")

    @server.tool()
    def greet(name: str) -> str:
        return f"Hello {name}!"

    async def called(target: Any) -> str:
        async with mcp_bridge.connect(target, mcp.Router(sender="server"), meta=META) as connection:
            result = await connection.call(call_of("greet", name="Ada"))
            assert isinstance(result, mcp.CallToolResult)
            [block] = result.content
            assert isinstance(block, mcp.TextContent)
            return block.text

    async def scenario() -> None:
        assert await called(server.streamable_http_app()) == "Hello Ada!"
        async with serving(server.streamable_http_app()) as port:
            assert await called(f"http://127.0.0.1:{port}/mcp") == "Hello Ada!"

    run(scenario())


EMPTY_FORM = {"type": "object", "properties": {}}
FORM = {"method": "elicitation/create", "params": {"message": "Who?", "requestedSchema": EMPTY_FORM}}
ROOTS = {"method": "roots/list"}
SAMPLING = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}}


def asking(*rounds: dict[str, Any]) -> tuple[mr.Router, list[Any]]:
    """Return a server whose tool first gives these results, and the params of the calls that it got."""
    router, seen = mcp.Router(sender="client", validate=True), list[Any]()

    @router.on("tools/call")
    def call_tool(params: mcp.CallToolRequestParams) -> Any:
        seen.append(params)
        left = rounds[len(seen) - 1 :]
        if left:
            return mcp.decode({"resultType": "input_required", **left[0]}, mcp.InputRequiredResult)
        return mcp.CallToolResult(content=[])

    return router, seen


def called_with(inputs: Any, *rounds: dict[str, Any]) -> tuple[Any, list[Any]]:
    """Call the tool of a server that asks, and return the result, and the params that the server got."""
    server, seen = asking(*rounds)

    async def scenario() -> Any:
        async with mcp_bridge.connect(server, mcp.Router(sender="server"), meta=META) as connection:
            return await connection.call(call_of("any"), inputs=inputs)

    return run(scenario()), seen


def test_functions_answer_input_requests_until_the_final_result() -> None:
    """Plain and async functions answer several requests, and the state of the server comes back."""
    told: list[Any] = []

    async def elicit(params: mcp.ElicitRequestFormParams) -> mcp.ElicitResult:
        told.append(params.message)
        return mcp.ElicitResult(action="decline")

    inputs = {
        "elicitation/create": elicit,
        "roots/list": lambda params: mcp.ListRootsResult(roots=[]),
        "sampling/createMessage": lambda params: mcp.CreateMessageResult(
            role="assistant", content=mcp.TextContent(text="4"), model="m"
        ),
    }
    result, seen = called_with(
        inputs,
        {"inputRequests": {"a": FORM, "b": ROOTS}, "requestState": "one"},
        {"requestState": "two"},
        {"inputRequests": {"c": SAMPLING}},
    )
    assert result == mcp.CallToolResult(content=[])
    assert told == ["Who?"]
    plain = [mcp.to_builtins(each) for each in seen]
    assert [each.get("requestState") for each in plain] == [None, "one", "two", None]
    assert [sorted(each.get("inputResponses", {})) for each in plain] == [[], ["a", "b"], [], ["c"]]
    assert plain[1]["inputResponses"]["a"] == {"action": "decline"}


def test_input_that_nobody_answers_ends_the_call() -> None:
    """A missing function, a wrong answer and endless questions each have their error."""
    asked = {"inputRequests": {"a": ROOTS}}
    result, _ = called_with(None, asked)
    assert isinstance(result, mcp.InputRequiredResult)
    with pytest.raises(mr.CallError, match="asks for roots/list, and `inputs` has no function for it"):
        called_with({}, asked)
    with pytest.raises(
        ValueError, match="inputs: 'roots/lst' is not an input request; these are: .*roots/list"
    ):
        called_with({"roots/lst": None})
    with pytest.raises(TypeError, match="inputs: expected a function for roots/list, not NoneType"):
        called_with({"roots/list": None})
    with pytest.raises(TypeError, match="inputs: expected a dict that maps methods to functions, not list"):
        called_with([], asked)
    with pytest.raises(TypeError, match="the function of roots/list returned ElicitResult"):
        called_with({"roots/list": lambda params: mcp.ElicitResult(action="cancel")}, asked)
    with pytest.raises(ZeroDivisionError):
        called_with({"roots/list": lambda params: 1 // 0}, asked)
    with pytest.raises(mr.CallError, match="the server has asked for input 32 times") as endless:
        called_with({"roots/list": lambda params: mcp.ListRootsResult(roots=[])}, *[asked] * 100)
    assert endless.value.why == "invalid"


def test_one_input_request_is_answered() -> None:
    """The function of its method answers it, plain or async. Each mistake has its error."""
    asked = mcp.decode(FORM, mcp.ElicitRequest)
    declined = mcp.ElicitResult(action="decline")

    async def decline(params: mcp.ElicitRequestFormParams) -> mcp.ElicitResult:
        return declined

    inputs: mcp_bridge.InputHandlers = {"elicitation/create": decline}
    assert run(mr.answer_input(asked, inputs)) is declined
    assert run(mr.answer_input(asked, {"elicitation/create": lambda params: declined})) is declined
    with pytest.raises(mr.CallError, match="asks for elicitation/create, and `inputs` has no function"):
        run(mr.answer_input(asked, {}))
    with pytest.raises(TypeError, match="the function of elicitation/create returned NoneType"):
        run(mr.answer_input(asked, {"elicitation/create": lambda params: None}))
    with pytest.raises(TypeError, match="request: expected an input request, not CallToolRequest"):
        run(mr.answer_input(call_of("any"), inputs))
    with pytest.raises(TypeError, match="request: expected an input request of a revision module"):
        run(mr.answer_input(cast("Any", None), inputs))


def test_every_input_request_of_the_newest_revision_may_have_a_function() -> None:
    """`InputHandlers` has the methods of the dispatch table."""
    embedded = {method.name for method in mcp.METHODS.values() if method.kind == "embedded"}
    assert mcp_bridge.InputHandlers.__annotations__.keys() == embedded


ASKS_FOR_ITSELF = """
import json, sys

def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

answer, waits = None, []
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        info = {"name": "s", "version": "1"}
        say(id=message["id"], result={
            "protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info})
    elif message.get("method") == "tools/call" and message["params"]["name"] == "first":
        waits.append(message["id"])
    elif message.get("method") == "tools/call":
        waits.append(message["id"])
        say(id="own", **json.loads(sys.argv[1]))
    elif message.get("method") == "notifications/cancelled":
        answer = "cancelled"
    elif "method" not in message:
        answer = message.get("error", {}).get("code", "result")
    if answer is not None:
        for id in waits:
            say(id=id, result={"content": [{"type": "text", "text": str(answer)}]})
        answer, waits = None, []
"""


@pytest.mark.parametrize("request_of_server", [FORM, ROOTS, SAMPLING], ids=lambda each: each["method"])
def test_a_request_of_an_old_server_without_a_function_leaves_the_calls_alone(
    request_of_server: dict[str, Any],
) -> None:
    """Nothing tells for which call it is: the server gets -32601, and both calls get their results."""
    command = [sys.executable, "-c", ASKS_FOR_ITSELF, json.dumps(request_of_server)]
    declared = {"elicitation": {"form": {}}, "roots": {}, "sampling": {}}
    capabilities = mcp.decode(declared, mcp.ClientCapabilities)
    meta = mcp.RequestMetaObject(protocol_version=mcp.REVISION, client_capabilities=capabilities)

    async def called(server: mcp_bridge.ServerConnection, name: str) -> str:
        params = mcp.CallToolRequestParams(name=name, meta=meta)
        result = await server.call(mcp.CallToolRequest(id=0, params=params), inputs={})
        [block] = result.content
        assert isinstance(block, mcp.TextContent)
        return block.text

    async def scenario() -> None:
        router = mcp.Router(sender="server")
        async with mcp_bridge.connect(command, router, meta=meta, server_revision="2025-06-18") as server:
            first = asyncio.create_task(called(server, "first"))
            assert await called(server, "second") == "-32601"
            assert await first == "-32601"

    run(scenario())


TELLS_WHAT_IT_HEARD = """
import json, sys

def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

heard = []
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        info = {"name": "s", "version": "1"}
        say(id=message["id"], result={
            "protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info})
    elif message.get("method") == "tools/call" and message["params"]["name"] == "ask":
        say(id="own", **json.loads(sys.argv[1]))
    elif message.get("method") == "tools/call":
        say(id=message["id"], result={"content": [{"type": "text", "text": " ".join(heard)}]})
    elif message.get("method") == "notifications/cancelled":
        heard.append("cancelled")
    elif "method" not in message:
        heard.append(str(message.get("error", {}).get("code", "result")))
"""


async def failed_call(server: mcp_bridge.ServerConnection, meta: Any, failure: BaseException | None) -> None:
    """Make a call whose function of `inputs` raises `failure`. None returns a value of another type."""

    async def fail(params: object) -> Any:
        if failure is not None:
            raise failure

    params = mcp.CallToolRequestParams(name="ask", meta=meta)
    with pytest.raises(TypeError if failure is None else type(failure)):
        await server.call(mcp.CallToolRequest(id=0, params=params), inputs={"elicitation/create": fail})


FAILURES = [
    pytest.param(RuntimeError("defect"), -32603, id="exception"),
    pytest.param(mr.ProtocolError(-32000, "no"), -32000, id="protocol error"),
    pytest.param(asyncio.CancelledError(), -32603, id="cancelled"),
    pytest.param(None, -32603, id="another type"),
]


def eliciting() -> mcp.RequestMetaObject:
    """Return the metadata of a client that can be asked for a form."""
    capabilities = mcp.decode({"elicitation": {"form": {}}}, mcp.ClientCapabilities)
    return mcp.RequestMetaObject(protocol_version=mcp.REVISION, client_capabilities=capabilities)


@pytest.mark.parametrize(("failure", "code"), FAILURES)
def test_a_server_with_a_handshake_hears_that_a_function_of_inputs_failed(
    failure: BaseException | None, code: int
) -> None:
    """It gets an error for its request and the cancellation of the call, before the next call."""
    command = [sys.executable, "-c", TELLS_WHAT_IT_HEARD, json.dumps(FORM)]

    async def scenario() -> None:
        router, meta = mcp.Router(sender="server"), eliciting()
        async with mcp_bridge.connect(command, router, meta=meta, server_revision="2025-06-18") as server:
            await failed_call(server, meta, failure)
            params = mcp.CallToolRequestParams(name="tell", meta=meta)
            result = await server.call(mcp.CallToolRequest(id=0, params=params))
            assert isinstance(result, mcp.CallToolResult)
            [block] = result.content
            assert isinstance(block, mcp.TextContent) and block.text == f"{code} cancelled"

    run(scenario())


@pytest.mark.parametrize(("failure", "code"), FAILURES)
def test_an_interactive_handler_ends_if_a_function_of_inputs_failed(
    failure: BaseException | None, code: int
) -> None:
    """The stateless server is a router: its handler does not wait until its `expiry`."""
    server = mcp.Router(sender="client")

    async def scenario() -> None:
        ended = asyncio.Event()

        @server.on("tools/call")
        @mcp_bridge.interactive
        async def ask(
            params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext
        ) -> mcp.CallToolResult:
            try:
                await context.elicit("Who?", EMPTY_FORM)
            finally:
                ended.set()
            return mcp.CallToolResult(content=[])

        meta = eliciting()
        async with mcp_bridge.connect(server, mcp.Router(sender="server"), meta=meta) as connection:
            await failed_call(connection, meta, failure)
            await asyncio.wait_for(ended.wait(), CEILING)

    run(scenario())


def test_a_server_behind_a_peer_and_a_bridge_hears_that_a_function_of_inputs_failed() -> None:
    """A host with its own transport passes `abandon` on to its bridge. The failing function is not hidden."""
    bridge = mcp_bridge.Bridge(mcp.REVISION, "2025-06-18")
    heard: list[str] = []
    abandoned: list[BaseException] = []

    def serve(frame: Any) -> None:
        """Ask the client in a tool call, as a server with a handshake does."""
        answer: dict[str, Any] = {"id": frame.get("id")}
        if frame.get("method") == "initialize":
            has = {"capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
            answer["result"] = {"protocolVersion": "2025-06-18", **has}
        elif frame.get("method") == "tools/call":
            answer = {"id": "own", **FORM}
        else:
            heard.append(frame["method"] if "method" in frame else str(frame["error"]["code"]))
            return
        deliver(bridge.from_server(json.dumps({"jsonrpc": "2.0", **answer}).encode()))

    def deliver(events: Any) -> None:
        for event in events:
            if event.to == "server":
                serve(event.tree)
            elif event.to == "client":
                tasks.append(asyncio.ensure_future(peer.receive(event.data)))

    def abandon(result: mcp.InputRequiredResult, failure: BaseException) -> None:
        abandoned.append(failure)
        assert isinstance(result.request_state, str)
        deliver(bridge.abandon(result.request_state, -32603, "no answer"))

    tasks: list[asyncio.Future[Any]] = []
    peer = mr.Peer(mcp.Router("server"), lambda data, _: deliver(bridge.from_client(data)), meta=eliciting())

    async def scenario() -> None:
        request = mcp.CallToolRequest(params=mcp.CallToolRequestParams(name="ask"))
        failing: Any = {"elicitation/create": lambda params: 1 // 0}
        with pytest.raises(ZeroDivisionError) as raised:
            await mr.call_with_inputs(peer.call, request, failing, abandon=abandon)
        assert abandoned == [raised.value]
        await asyncio.gather(*tasks)

    run(scenario())
    assert heard == ["notifications/initialized", "-32603", CANCELLED]


def test_arguments_that_cannot_call_are_refused() -> None:
    """The message names the argument."""

    async def scenario() -> None:
        for wrong in 5, None, "text":
            kind = type(wrong).__name__
            with pytest.raises(TypeError, match=f"^meta: expected an object .*, not {kind}$"):
                async with mcp_bridge.connect(mcp.Router(sender="client"), mcp.Router("server"), meta=wrong):
                    pass
        async with mcp_bridge.connect(
            mcp.Router(sender="client"), mcp.Router("server"), meta=META
        ) as connection:
            for timeout in (float("nan"), 10**400, -1, -float("inf"), "1", True):
                with pytest.raises(ValueError, match="timeout: expected a number of seconds, 0 or more"):
                    await connection.call(call_of("any"), timeout=timeout)
            with pytest.raises(mr.CallError, match="no handler is registered") as refused:
                await connection.call(call_of("any"), timeout=float("inf"))
            assert refused.value.code == -32601
            with pytest.raises(mr.CallError) as late:
                await connection.call(call_of("any"), timeout=0)
            assert late.value.why in ("timeout", "error")

    run(scenario())


def test_a_call_of_a_server_that_never_answers_ends_at_its_timeout() -> None:
    """Each call ends at its own time, and the server's handlers are cancelled."""
    server, cancelled = mcp.Router(sender="client"), list[str]()

    @server.on("tools/call")
    async def call_tool(params: Any, context: Any) -> Any:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            cancelled.append(params.name)

    async def scenario() -> dict[str, int]:
        loop = asyncio.get_running_loop()
        ended: dict[str, int] = {}

        async def call(connection: Any, name: str, seconds: float) -> None:
            with pytest.raises(mr.CallError) as error:
                await connection.call(call_of(name), timeout=seconds)
            assert error.value.why == "timeout"
            ended[name] = round(loop.time() - began)

        async with mcp_bridge.connect(server, mcp.Router(sender="server"), meta=META) as connection:
            began = loop.time()
            calls = {"b": 30, "a": 3600, "c": 3600}
            await asyncio.gather(*(call(connection, name, seconds) for name, seconds in calls.items()))
            while len(cancelled) < len(calls):
                await asyncio.sleep(0)
            return ended

    assert run_at_once(scenario()) == {"b": 30, "a": 3600, "c": 3600}
    assert cancelled[0] == "b"


def test_a_server_that_ends_ends_the_calls() -> None:
    """An open call gets an error, and the block still ends."""
    command = [sys.executable, "-c", "import sys; sys.stdin.readline()"]

    async def scenario() -> None:
        async with mcp_bridge.connect(
            command, mcp.Router(sender="server"), meta=META, server_revision="2025-06-18"
        ) as server:
            with pytest.raises(mr.CallError) as open_call:
                await server.call(call_of("wait"))
            with pytest.raises(mr.CallError) as later:
                await server.call(call_of("wait"))
        assert open_call.value.message == f"tools/call (request 1): {later.value.message}"
        assert (open_call.value.why, open_call.value.code) == ("closed", None)

    run(scenario())


def test_a_server_ends_by_itself_when_its_client_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A subscription and a call are open; the server needs no signal, and writes nothing on stderr."""
    monkeypatch.setattr("mcp_bridge.command.EXIT_TIME", CEILING)
    text = LISTENING.replace("def call_tool", "async def call_tool")
    text = text.replace("    changed.set()\n", "    await asyncio.get_running_loop().create_future()\n")
    (tmp_path / "server.py").write_text(text, "utf-8")
    router, heard = mcp.Router(sender="server"), list[str]()
    router.on("notifications/subscriptions/acknowledged")(lambda params: heard.append("listening"))
    wanted = mcp.SubscriptionFilter(tools_list_changed=True)
    params = mcp.SubscriptionsListenRequestParams(notifications=wanted, meta=META)

    async def scenario() -> None:
        command = [sys.executable, str(tmp_path / "server.py")]
        async with mcp_bridge.connect(command, router, meta=META) as server:
            listening = asyncio.create_task(server.call(mcp.SubscriptionsListenRequest(id=0, params=params)))
            calling = asyncio.create_task(server.call(call_of("any")))
            await until(lambda: heard)
        for task in listening, calling:
            with pytest.raises(mr.CallError) as ended:
                await task
            assert ended.value.why == "closed"

    run(scenario())
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("server_revision", ["auto", "2025-06-18"])
def test_a_server_that_exits_at_once_tells_its_status(
    server_revision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that was open and a later one get an error with the exit status of the process."""
    command = [sys.executable, "-c", "import sys; sys.exit(3)"]
    monkeypatch.setattr("mcp_bridge.session.EXIT", NEVER)
    reason = "the server is gone: it ended with exit status 3; read its own messages on stderr"

    async def scenario() -> None:
        router = mcp.Router(sender="server")
        async with mcp_bridge.connect(command, router, meta=META, server_revision=server_revision) as server:
            for _ in range(2):
                with pytest.raises(mr.CallError, match=reason) as ended:
                    await server.call(call_of("wait"))
                assert (ended.value.why, ended.value.code) == ("closed", None)

    run(scenario())


def test_a_server_without_an_answer_over_http_loses_the_call() -> None:
    """No server listens at the URL."""

    async def scenario() -> None:
        url = f"http://127.0.0.1:{free_port()}/mcp"
        async with mcp_bridge.connect(url, mcp.Router(sender="server"), meta=META) as server:
            with pytest.raises(mr.CallError) as lost:
                await server.call(call_of("wait"))
            assert (lost.value.why, lost.value.code) == ("lost", -32603)

    run(scenario())


def test_a_server_that_cannot_be_reached_is_a_warning_in_the_log(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Outside of a command, nothing is printed: neither by `connect`, nor by `app`."""
    url = f"http://127.0.0.1:{free_port()}/mcp"

    async def scenario() -> None:
        async with mcp_bridge.connect(url, mcp.Router(sender="server"), meta=META) as server:
            with pytest.raises(mr.CallError):
                await server.call(call_of("any"))
        async with serving(mcp_bridge.app(f"{url}/app")) as port:
            frame, headers = modern("tools/call", name="t")
            async with httpx2.AsyncClient(headers=headers, timeout=CEILING) as http:
                await http.post(f"http://127.0.0.1:{port}/mcp", json=frame)

    run(scenario())
    told = [each for each in caplog.record_tuples if each[0] == "mcp_bridge" and "reached" in each[2]]
    assert {each[1] for each in told} == {logging.WARNING}
    assert [each[2].split(": ")[0].split(" (")[0] for each in told] == [url, f"{url}/app"]
    assert capfd.readouterr().err == ""


def test_the_bridge_refuses_what_the_client_cannot_answer() -> None:
    """The client does not declare roots. The handler learns that the error is not one of the client."""
    older: Any = mr.revision("2025-06-18")
    server: Any = older.Router(sender="client")
    server.on("initialize")(
        lambda params: older.decode(
            {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "serverInfo": {"name": "s", "version": "1"},
            },
            older.InitializeResult,
        )
    )
    failures: list[tuple[str, int | None]] = []

    @server.on("tools/call")
    async def call_tool(params: Any, context: mr.Context) -> Any:
        try:
            await context.call(
                older.decode({"jsonrpc": "2.0", "id": 0, "method": "roots/list"}, older.ListRootsRequest)
            )
        except mr.CallError as error:
            failures.append((error.why, error.code))
        return older.CallToolResult(content=[])

    async def scenario() -> None:
        async with mcp_bridge.connect(server, mcp.Router(sender="server"), meta=META) as connection:
            await connection.call(call_of("wait"))

    run(scenario())
    assert failures == [("refused", -32601)]


def test_a_server_that_cannot_start_is_refused() -> None:
    """The refusal names the command."""

    async def scenario() -> None:
        async with mcp_bridge.connect(["no-such-command-here"], mcp.Router(sender="server"), meta=META):
            raise AssertionError("the server started")

    with pytest.raises(mcp_bridge.Refused, match="no-such-command-here"):
        run(scenario())
    with pytest.raises(mcp_bridge.Refused, match=r'write a command as a list of words: \["python", "server'):
        run(mcp_bridge.connect("python srv.py", mcp.Router(sender="server"), meta=META).__aenter__())
    with pytest.raises(mcp_bridge.Refused, match="must handle the messages that a server sends"):
        run(mcp_bridge.connect("http://127.0.0.1/mcp", mcp.Router(sender="client"), meta=META).__aenter__())


# Losses


BANNERS = {
    "banner": "Server started",
    "log": '{"level": 30, "msg": "started"}',
    "string": '"started"',
}
SAYS = """
import json, sys

print(sys.argv[1], flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        info = {"name": "s", "version": "1"}
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": info}
    elif message.get("method") == "tools/list":
        result = {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""
NONE = mcp.ListToolsRequest(id=0, params=mcp.PaginatedRequestParams(meta=META))


@pytest.mark.parametrize("revision", [mcp.REVISION, "2025-06-18"])
@pytest.mark.parametrize("banner", BANNERS.values(), ids=BANNERS)
def test_a_line_of_a_server_that_is_not_a_message_is_told(
    banner: str, revision: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """`on_losses` gets it, and the log gets one line. Nothing is written to stderr."""
    told: list[mcp_bridge.Frame] = []

    async def scenario(**options: Any) -> None:
        command = [sys.executable, "-c", SAYS, banner]
        router = mcp.Router(sender="server")
        async with mcp_bridge.connect(
            command, router, meta=META, server_revision=revision, **options
        ) as server:
            assert (await server.call(NONE)).tools == []

    run(scenario(on_losses=told.append))
    [frame] = told  # not what every session loses, such as metadata of another revision
    assert frame.sender == "server"
    assert frame.data.replace(b" ", b"") == banner.encode().replace(b" ", b"")
    assert [(loss.kind, loss.change) for loss in frame.losses] == [("dropped", "unreadable")]
    [record] = [each for each in caplog.records if each.levelname == "WARNING"]
    assert record.name == "mcp_bridge"
    assert record.getMessage().startswith("server: a line on stdout is not a JSON-RPC message: ")
    assert capfd.readouterr().err == ""
    caplog.clear()
    run(scenario(on_losses=lambda frame: 1 / 0))  # the session goes on
    assert "`on_losses` failed" in [each.getMessage() for each in caplog.records]


def test_what_a_conversion_loses_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """A client of an older revision gets no icons. The frame in `on_losses` and an info in the log say so."""
    caplog.set_level("INFO", "mcp_bridge")
    told: list[mcp_bridge.Frame] = []
    server = mcp.Router(sender="client")
    icons = [mcp.Icon(src="https://example.com/i.png")]
    tool = mcp.decode({"name": "a", "inputSchema": {"type": "object"}}, mcp.Tool)
    tool.icons = icons
    server.on("server/discover")(
        lambda params: mcp.DiscoverResult(
            supported_versions=[mcp.REVISION],
            capabilities=mcp.ServerCapabilities(tools=mcp.ToolsCapability()),
            ttl_ms=0,
            cache_scope="private",
        )
    )
    server.on("tools/list")(lambda params: mcp.ListToolsResult(tools=[tool], ttl_ms=0, cache_scope="private"))

    def listed(url: str) -> Any:
        client = LegacyClient(url)
        client.post(INITIALIZED)
        return frames(client.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))

    async def scenario() -> Any:
        async with serving(mcp_bridge.app(server, on_losses=told.append)) as port:
            return await asyncio.to_thread(listed, f"http://127.0.0.1:{port}/mcp")

    [answer] = run(scenario())
    assert "icons" not in answer["result"]["tools"][0]
    assert [loss.kind for frame in told for loss in frame.losses if "icons" in loss.pointer] == ["dropped"]
    assert sum("/icons" in record.getMessage() for record in caplog.records) == 1


@pytest.mark.parametrize("revision", mr.REVISIONS)
@pytest.mark.parametrize("method", ["acme/search", "acme/lookup"])
def test_a_vendor_method_passes_if_the_option_says_so(revision: str, method: str) -> None:
    """`connect` and `app` forward it across eras, without a declaration. The results have no `resultType`."""
    search = mr.vendor_request(method, dict[str, str], dict[str, list[str]], sender="client")
    old: Any = mr.revision(mr.revision_name(revision))
    server = old.Router(sender="client")
    server.on(search)(lambda params: {"hits": [params["query"]]})
    info, tools = {"name": "s", "version": "1"}, {"tools": {}}
    if mr.facts(revision).handshake:
        opened = {"protocolVersion": revision, "capabilities": tools, "serverInfo": info}
        server.on("initialize")(lambda params: old.decode(opened, old.InitializeResult))

    async def called(**options: Any) -> Any:
        async with mcp_bridge.connect(
            server, mcp.Router(sender="server"), meta=META, **options
        ) as connection:
            return await connection.call(search.message({"query": "x"}))

    assert run(called(unknown_methods="pass")) == {"hits": ["x"]}
    if mr.facts(revision).handshake:
        with pytest.raises(mr.CallError, match=f"has no '{method}' from the client") as refused:
            run(called())
        assert refused.value.code == -32601
    with pytest.raises(mcp_bridge.Refused, match='unknown_methods: must be "refuse" or "pass"'):
        run(called(unknown_methods="keep"))


VENDOR = """
import sys
import mcp_bridge
import mcp_revisions as mr
from mcp_revisions import v2026_07_28 as mcp

SEARCH = mr.vendor_request("acme/search", dict[str, str], dict[str, list[str]], sender="client")
router = mcp.Router(sender="client", validate=True)
router.on(SEARCH)(lambda params: {"hits": [params["query"]]})

@router.on("server/discover")
def discover(params):
    return mcp.DiscoverResult(
        supported_versions=[mcp.REVISION],
        capabilities=mcp.ServerCapabilities(),
        ttl_ms=0,
        cache_scope="private",
    )

sys.exit(mcp_bridge.serve(router, unknown_methods="pass"))
"""


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_vendor_method_is_served_to_clients_of_every_revision(revision: str, tmp_path: Path) -> None:
    """The result has only the members of the handler: older revisions have no `resultType`."""
    (tmp_path / "server.py").write_text(VENDOR)
    with talking(tmp_path / "server.py", revision) as talk:
        talk.open()
        frame = {"jsonrpc": "2.0", "id": 1, "method": "acme/search", "params": {"query": "x"}}
        assert talk.process.stdin is not None and talk.process.stdout is not None
        talk.process.stdin.write(json.dumps(frame) + "\n")
        talk.process.stdin.flush()
        assert json.loads(talk.process.stdout.readline()) == {
            "jsonrpc": "2.0",
            "id": 1,
            "result": {"hits": ["x"]},
        }


def test_progress_starts_a_timeout_again() -> None:
    """Official clients call it `resetTimeoutOnProgress`. `max_timeout` ends the call all the same."""
    server = mcp.Router(sender="client")

    @server.on("tools/call")
    async def call_tool(params: mcp.CallToolRequestParams, context: mcp.Context) -> mcp.CallToolResult:
        for step in range(10):
            await asyncio.sleep(20)
            context.report_progress(step)
        return mcp.CallToolResult(content=[])

    async def scenario(**options: Any) -> tuple[str, int]:
        loop = asyncio.get_running_loop()
        async with mcp_bridge.connect(server, mcp.Router(sender="server"), meta=META) as connection:
            began = loop.time()
            try:
                await connection.call(call_of("a"), **options)
            except mr.CallError as error:
                return error.why, round(loop.time() - began)
            return "result", round(loop.time() - began)

    again: Any = {"reset_timeout_on_progress": True}
    assert run_at_once(scenario(timeout=30)) == ("timeout", 30)
    assert run_at_once(scenario(timeout=30, **again)) == ("result", 200)
    assert run_at_once(scenario(timeout=10, **again)) == ("timeout", 10)
    assert run_at_once(scenario(timeout=30, max_timeout=70, **again)) == ("timeout", 70)
    assert run_at_once(scenario(max_timeout=70)) == ("timeout", 70)
    with pytest.raises(ValueError, match="max_timeout: expected a number of seconds"):
        run_at_once(scenario(max_timeout=-1))
    with pytest.raises(TypeError, match="reset_timeout_on_progress: expected true or false, not int"):
        run_at_once(scenario(reset_timeout_on_progress=1))


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_the_subscription_example_tells_old_clients_of_changes(revision: str) -> None:
    """A client gets a notification for a change while it is subscribed, and reads the new text."""
    uri, updated = "note:///today", "notifications/resources/updated"
    with talking(SUBSCRIPTIONS, revision) as client:
        assert client.open()["capabilities"]["resources"] == {"subscribe": True}
        client.send(id=1, method="resources/subscribe", params={"uri": uri})
        assert client.received()["result"] == {}
        client.send(id=2, method="tools/call", params={"name": "write", "arguments": {"text": "rain"}})
        got = [client.received(), client.received()]
        assert [frame["params"] for frame in got if frame.get("method") == updated] == [{"uri": uri}]
        client.send(id=3, method="resources/unsubscribe", params={"uri": uri})
        assert client.received()["result"] == {}
        client.send(id=4, method="tools/call", params={"name": "write", "arguments": {"text": "snow"}})
        assert client.received()["id"] == 4
        client.send(id=5, method="resources/read", params={"uri": uri})
        assert client.received()["result"]["contents"] == [{"uri": uri, "text": "snow"}]


def test_the_subscription_example_tells_new_clients_of_changes() -> None:
    """Each subscription gets its own notifications, with its id, until the client ends it."""
    heard: list[Any] = []
    router = mcp.Router(sender="server")
    router.on("notifications/subscriptions/acknowledged")(lambda params: heard.append(params.notifications))
    router.on("notifications/resources/updated")(lambda params: heard.append(params.uri))
    filters = [
        mcp.SubscriptionFilter(resource_subscriptions=[uri]) for uri in ("note:///today", "note:///no")
    ]
    write = mcp.CallToolRequestParams(name="write", arguments={"text": "rain"})

    async def scenario() -> None:
        command, revision = [sys.executable, str(SUBSCRIPTIONS)], mcp.REVISION
        async with mcp_bridge.connect(command, router, meta=META, server_revision=revision) as server:
            calls = []
            for number, filter in enumerate(filters, 1):
                params = mcp.SubscriptionsListenRequestParams(notifications=filter)
                request = mcp.SubscriptionsListenRequest(params=params)
                calls.append(asyncio.create_task(server.call(request)))
                await until(lambda number=number: len(heard) == number)  # type: ignore[misc]
            await server.call(mcp.CallToolRequest(params=write))
            await until(lambda: len(heard) == 3)
            for call in calls:
                call.cancel()
            await asyncio.wait(calls)
            await server.call(mcp.CallToolRequest(params=write))

    run(scenario())
    assert heard == [filters[0], mcp.SubscriptionFilter(resource_subscriptions=[]), "note:///today"]


CAKE = {"action": "accept", "content": {"kind": "lemon"}}
BAKED = [{"type": "text", "text": "one lemon cake"}]


def bake(seconds: float) -> Any:
    """Return the params of a call that bakes for so long."""
    return {"name": "bake", "arguments": {"seconds": seconds}}


@pytest.mark.parametrize("path", [SERVER, OWN_TRANSPORT], ids=["serve", "own transport"])
def test_the_task_example_serves_a_client_with_tasks_in_its_core(tmp_path: Path, path: Path) -> None:
    """The client answers the form of a task and gets its result. It cancels another task, which bakes."""
    shutil.copy(path, tmp_path)
    shutil.copy(TASK_SERVER, tmp_path / "server.py")
    with talking(tmp_path / path.name, "2025-11-25") as client:
        assert client.open(tasks={}, elicitation={})["capabilities"]["tasks"]["requests"] == {
            "tools": {"call": {}}
        }
        client.send(id=0, method="tools/list")
        (tool,) = client.received()["result"]["tools"]
        assert tool["execution"] == {"taskSupport": "optional"}  # the bridge adds it to every tool
        for id, seconds in (1, 0), (2, NEVER):
            client.send(id=id, method="tools/call", params={**bake(seconds), "task": {}})
            task = client.received()["result"]["task"]
            assert task["status"] == "working" and task["pollInterval"] == 500
            of = {"taskId": task["taskId"]}
            client.send(id=f"result {id}", method="tasks/result", params=of)
            asked = client.received()
            assert asked["method"] == "elicitation/create" and asked["params"]["message"] == "Which cake?"
            client.send(id=asked["id"], result=CAKE)
            if seconds == 0:
                assert client.received()["result"]["content"] == BAKED
        client.send(id=4, method="tasks/cancel", params=of)
        answers = {each["id"]: each for each in (client.received(), client.received())}
        assert answers[4]["result"]["status"] == "cancelled" and "error" in answers["result 2"]
        client.send(id=5, method="tasks/get", params=of)
        assert client.received()["result"]["status"] == "cancelled"


@pytest.mark.parametrize("revision", ELICITS)
def test_the_task_example_serves_clients_without_tasks(revision: str) -> None:
    """The response is the result of the tool, after the client has answered the form."""
    with talking(TASK_SERVER, revision) as client:
        client.open(elicitation={})
        client.send(id=1, method="tools/call", params=bake(0))
        asked = client.received()
        client.send(id=asked["id"], result=CAKE)
        assert client.received()["result"]["content"] == BAKED


def test_the_task_example_serves_clients_of_the_newest_revision() -> None:
    """A client with the extension gets a task, and answers by `tasks/update`. Others get the result."""
    elicits = {"elicitation": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}}
    declared = composed.decode(elicits, composed.ClientCapabilities)
    command = [sys.executable, str(TASK_SERVER)]
    params = composed.CallToolRequestParams(**bake(0))
    cake = composed.decode(CAKE, composed.ElicitResult)

    async def scenario() -> None:
        router = composed.Router(sender="server")
        meta = composed.RequestMetaObject(protocol_version=mcp.REVISION, client_capabilities=declared)
        async with mcp_bridge.connect(command, router, meta=meta) as server:
            task = await server.call(composed.CallToolRequest(params=params))
            assert isinstance(task, composed.CreateTaskResult)
            request = composed.GetTaskRequest(params=composed.TaskIdParams(task_id=task.task_id))
            while not isinstance(state := await server.call(request), composed.InputRequiredTaskResult):
                assert state.status == "working"
            (key,) = state.input_requests
            answers = {key: cake}
            update = composed.UpdateTaskRequestParams(task_id=task.task_id, input_responses=answers)
            await server.call(composed.UpdateTaskRequest(params=update))
            while not isinstance(state := await server.call(request), composed.CompletedTaskResult):
                assert state.status == "working"
            assert state.result["content"] == BAKED and state.status_message == "baking"
            unknown = composed.GetTaskRequest(params=composed.TaskIdParams(task_id="unknown"))
            with pytest.raises(mr.CallError, match="there is no such task"):
                await server.call(unknown)
        plain = mcp.RequestMetaObject(
            protocol_version=mcp.REVISION,
            client_capabilities=mcp.ClientCapabilities(elicitation=declared.elicitation),
        )
        async with mcp_bridge.connect(command, mcp.Router(sender="server"), meta=plain) as server:
            result = await server.call(
                mcp.CallToolRequest(params=mcp.CallToolRequestParams(**bake(0))),
                inputs={"elicitation/create": lambda params: cake},
            )
            assert mcp.to_builtins(result)["content"] == BAKED

    run(scenario())


def test_the_task_client_gets_the_result_of_the_task_server() -> None:
    """The example answers the form of the task."""
    command = [sys.executable, str(EXAMPLES / "task_client.py"), sys.executable, str(TASK_SERVER)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=CEILING, check=False)
    assert done.stdout.strip() == "one lemon cake", done.stderr
    assert {"Which cake?", "completed"} <= {*done.stderr.splitlines()}


@pytest.mark.parametrize("shares", [False, True])
def test_a_handler_sees_the_user_of_its_request(shares: bool) -> None:
    """A context variable that an ASGI middleware sets has the value of the request that is handled.

    Several users call at the same time, some with sessions. All calls run before one of them ends. If
    `shares` is true, only another header than `Authorization` tells the users apart.
    """
    user: ContextVar[str] = ContextVar("user")
    users = [f"user-{number}" for number in range(6)]
    router, arrived, seen = mcp.Router(sender="client", validate=True), set[str](), dict[str, list[str]]()

    @router.on("server/discover")
    def discover(params: Any) -> Any:
        has = mcp.ServerCapabilities(tools=mcp.ToolsCapability())
        return mcp.DiscoverResult(
            supported_versions=[mcp.REVISION], capabilities=has, ttl_ms=0, cache_scope="private"
        )

    @router.on("tools/call")
    async def call_tool(params: Any) -> Any:
        arrived.add(params.name)
        await until(lambda: len(arrived) == len(users))
        return mcp.CallToolResult(content=[mcp.TextContent(text=user.get())])

    served = mcp_bridge.app(router)

    class Login:
        """An ASGI middleware that stores the user of each HTTP request."""

        def __init__(self, app: Any) -> None:
            self.app = app

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "http":
                headers = dict(scope["headers"])
                user.set(f"{headers[b'authorization'].decode()} {headers[b'x-call'].decode()}")
            await self.app(scope, receive, send)

    served.add_middleware(Login)

    def token(name: str) -> str:
        return "the token" if shares else name

    def called(url: str, number: int) -> None:
        name = users[number]
        if number % 2:
            client = LegacyClient(url, **{"authorization": token(name), "x-call": "the session"})
            client.post(INITIALIZED)
            client.http.headers["x-call"] = name
            answer = client.call(1, name=name)
        else:
            frame, headers = modern("tools/call", name=name)
            headers = {**headers, "authorization": token(name), "x-call": name}
            answer = httpx2.post(url, json=frame, headers=headers, timeout=CEILING)
        seen[name] = [each["text"] for each in frames(answer)[-1]["result"]["content"]]

    async def scenario() -> None:
        async with serving(served) as port:
            url = f"http://127.0.0.1:{port}/mcp"
            await asyncio.gather(*(asyncio.to_thread(called, url, number) for number in range(len(users))))

    run(scenario())
    assert seen == {name: [f"{token(name)} {name}"] for name in users}
