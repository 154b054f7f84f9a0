"""Hold sessions of official clients with a server through the bridge, over minutes; write what came of them.

`make clients` runs every client through every situation and writes `docs/bridge-clients.md`. A client is a
child process that obeys lines of JSON, one order each:

    {"id": 1, "connect": true}    open a session, instead of the last one
    {"id": 2, "call": "quick"}    call a tool
    {"cancel": 2}                 give a call up

It writes lines of JSON too: `{"id", "text"}` or `{"id", "failed"}` for an order, `{"handled": METHOD}` for a
request or notification of the server, `{"progress": N}`, and `{"error": TEXT}` for what its SDK reports.

A proxy of bytes stands between the client and the bridge, and cuts connections. Each wait is for an event,
with a ceiling; the silences last `SILENCE` seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1])]

import mcp_bridge
from clients.peers import PEERS, Missing, Peer
from mcp_bridge.options import FrontOptions
from support.asking_server import STEPS, AskingServer
from support.http_bridge import serving
from support.paths import ROOT

PAGE = ROOT / "docs" / "bridge-clients.md"
CEILING = 90.0  # seconds for an event
SILENCE = 16.0  # seconds without an order
IDLE = 30.0  # seconds until the bridge ends a session that says nothing
STREAMS = 6  # GETs or subscriptions of a client in a session with one event
AT_ONCE = 8  # sessions
CHANGED = "notifications/tools/list_changed"
LISTEN = b"subscriptions/listen"


class Proxy:
    """A proxy of bytes, which can cut every connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: set[asyncio.StreamWriter] = set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
            pair = {writer, far_writer}
            self._writers |= pair
            pumps = self._pump(reader, far_writer), self._pump(far_reader, writer)
            await asyncio.gather(*pumps, return_exceptions=True)
            self._writers -= pair

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()

    def cut(self) -> None:
        """Break every connection."""
        for writer in self._writers:
            writer.transport.abort()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        """Yield the URL of the bridge behind this proxy."""
        listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/mcp"
        finally:
            listener.close()
            self.cut()


class Driver:
    """A client in a child process: what it handled, and the answers to its orders."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.handled: Counter[str] = Counter()
        self.progress: list[float] = []
        self.listening = 0  # how often the server has acknowledged a subscription
        self.errors: list[str] = []
        self._process = process
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for text in self._process.stdout:
            line = json.loads(text)
            if "id" in line:
                self._answers[line["id"]].set_result(line)
            elif "handled" in line:
                self.handled[line["handled"]] += 1
            elif "listening" in line:
                self.listening += 1
            elif "progress" in line:
                self.progress.append(line["progress"])
            else:
                self.errors.append(line["error"])
        for answer in self._answers.values():
            if not answer.done():
                answer.set_result({"failed": "the client ended"})

    def order(self, **order: Any) -> int:
        """Give an order, and return its number."""
        number = len(self._answers) + 1
        if "cancel" not in order:
            self._answers[number] = asyncio.get_running_loop().create_future()
            order = {"id": number, **order}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        return number

    async def answer(self, number: int) -> dict[str, Any]:
        """Return the answer to an order."""
        return await asyncio.wait_for(asyncio.shield(self._answers[number]), CEILING)

    def failed(self, number: int) -> bool:
        """Return whether an order has an answer already, which is an error."""
        answer = self._answers[number]
        return answer.done() and "failed" in answer.result()

    async def done(self, **order: Any) -> dict[str, Any]:
        """Give an order, and return its answer."""
        return await self.answer(self.order(**order))

    async def kill(self) -> None:
        """End the client without a word to the server."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._reading.cancel()


class Session:
    """One client, the bridge and the server, in one situation."""

    def __init__(self, peer: Peer, server: AskingServer, proxy: Proxy) -> None:
        self.peer, self.server, self.proxy = peer, server, proxy
        self.driver: Driver
        self.streams = 0  # standalone streams or subscriptions that the client opened
        self.asked: Counter[str] = Counter()  # by the server, in this session
        self.hears = True  # whether the client has a standalone stream
        self.left: int | None = None  # an order that the SDK may never answer
        self.notes: list[str] = []

    @property
    def progress(self) -> list[float]:
        """The progress that the client reported; sorted, if its SDK keeps no order."""
        found = self.driver.progress
        return found if self.peer.in_order else sorted(found)

    def note_order(self) -> None:
        """Say that the order of notifications was not compared, if the SDK keeps none."""
        if not self.peer.in_order:
            self.notes.append("the SDK handles notifications in another order than they arrive")

    def counting(self, app: Any) -> Any:
        """Return a middleware that counts the GETs, or the subscriptions of a client without a session."""

        async def counted(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "http":
                self.streams += scope["method"] == "GET" or (b"mcp-method", LISTEN) in scope["headers"]
            await app(scope, receive, send)

        return counted

    def cut(self) -> None:
        """Break the connections of the client."""
        self.proxy.cut()
        if not self.peer.returns:
            self.hears = False
            stream = "standalone stream" if self.peer.has_session else "subscription"
            self.notes.append(f"the SDK does not open its {stream} again, so this run sent no notification")

    async def connect(self) -> None:
        """Connect. In a session, the server then asks for the roots and says that its tools changed."""
        answer = await self.driver.done(connect=True)
        assert "text" in answer, answer
        self.greeted()
        await self.all_handled()
        await self.subscribed(1)

    def greeted(self) -> None:
        """Expect what the server sends at the beginning of a session."""
        if self.peer.has_session:
            self.asked.update(["roots/list", CHANGED])

    async def subscribed(self, times: int) -> None:
        """Wait for a subscription, if the client has no session: it hears nothing without one."""
        if not self.peer.has_session and self.hears:
            await until(lambda: self.driver.listening >= times)

    async def all_handled(self) -> None:
        """Wait until the client has handled what the server sent, and the server has the answers."""
        await until(lambda: all(self.driver.handled[method] >= n for method, n in self.asked.items()))
        requests = sum(n for method, n in self.asked.items() if method != CHANGED)
        await until(lambda: len(self.server.answers) == requests)

    async def call(self, tool: str) -> None:
        """Call a tool that answers."""
        answer = await self.driver.done(call=tool)
        assert answer.get("text") == "done", answer


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition."""

    async def watch() -> None:
        while not condition():
            await asyncio.sleep(0.05)

    await asyncio.wait_for(watch(), CEILING)


async def idle(session: Session) -> None:
    """Nothing happens."""


async def cancelled(session: Session) -> None:
    """The client gives a call up that the server has begun."""
    number = session.driver.order(call="slow")
    await until(lambda: session.server.calls["slow"] == 1)
    session.driver.order(cancel=number)
    assert "failed" in await session.driver.answer(number)
    if session.peer.cancels:
        await until(lambda: len(session.server.cancelled) == 1)
    else:
        session.notes.append("the SDK does not tell the server that a call was cancelled")


async def failed(session: Session) -> None:
    """A call ends with an error, on a stream that has begun."""
    assert "failed" in await session.driver.done(call="fails")


async def long(session: Session) -> None:
    """A call reports its progress, and goes on after a silence."""
    number = session.driver.order(call="long")
    await until(lambda: len(session.driver.progress) == STEPS // 2)
    await asyncio.sleep(SILENCE)
    session.server.go_on.set()
    answer = await session.driver.answer(number)
    assert answer.get("text") == "done", answer
    await until(lambda: session.progress == [*range(1, STEPS + 1)])
    session.note_order()


async def answered(session: Session) -> None:
    """A call asks the person behind the client, and another one the client."""
    session.asked["elicitation/create"] += 1
    await session.call("asks")
    session.asked["roots/list"] += 1
    await session.call("roots")


async def cut(session: Session) -> None:
    """The connections break while no call is open, and something comes before the client is back.

    A client without a session hears nothing until it has subscribed again. PyPI `mcp` 2.3.0 ends its
    transport if the POST of an answer breaks. It sends one message at a time, so after a call none is open.
    """
    await session.call("quick")
    session.cut()
    await session.subscribed(2)
    if session.hears:
        session.server.say(CHANGED)
        session.asked[CHANGED] += 1
        await session.all_handled()


async def cut_in_a_call(session: Session) -> None:
    """The connections break while a call is open, which then goes on."""
    number = session.driver.order(call="long")
    await until(lambda: len(session.driver.progress) == STEPS // 2)
    session.cut()
    session.server.go_on.set()
    if not session.peer.returns:
        session.left = number
    elif (await session.driver.answer(number)).get("text") != "done":
        session.notes.append("the SDK does not resume a call; its caller gets an error")
    assert sorted(set(session.progress)) == session.progress
    session.note_order()
    assert session.server.calls["long"] == 1


async def restarted(session: Session) -> None:
    """The server forgets its session; the program connects again if its SDK does not."""
    session.server.restart()
    answer = await session.driver.done(call="quick")
    if answer.get("text") != "done":
        session.notes.append("the program connects again")
        await session.connect()
    else:
        session.greeted()


SITUATIONS: dict[str, Callable[[Session], Awaitable[None]]] = {
    "idle": idle,
    "cancelled call": cancelled,
    "failed call": failed,
    "long call": long,
    "answered questions": answered,
    "cut": cut,
    "cut in a call": cut_in_a_call,
    "server restarted": restarted,
}


class Outcome(NamedTuple):
    """What came of a run: the streams that the client opened, a note about its SDK, and a fault, or ''."""

    streams: int
    note: str
    fault: str


async def observe(peer: Peer, command: list[str], situation: str, silence: float, idle: float) -> Outcome:
    """Hold a session in a situation, and return what came of it."""
    server = AskingServer(greets=peer.has_session)
    app = mcp_bridge.app(server.app, front=FrontOptions(idle=idle))
    session = Session(peer, server, Proxy(0))
    app.add_middleware(session.counting)
    async with serving(app) as port:
        session.proxy = Proxy(port)
        async with session.proxy.listening() as url:
            pipe = asyncio.subprocess.PIPE
            environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
            process = await asyncio.create_subprocess_exec(
                *command, url, peer.mode, stdin=pipe, stdout=pipe, stderr=pipe, env=environment
            )
            session.driver = Driver(process)
            errors = asyncio.create_task(process.stderr.read())  # type: ignore[union-attr]
            try:
                await _hold(session, situation, silence)
                await session.driver.kill()
                await until(lambda: not len(app.state.bridge.pool))
                fault = ""
            except (AssertionError, TimeoutError, asyncio.TimeoutError) as error:
                seen = f"handled {dict(session.driver.handled)}, answers {dict(server.answers)}"
                told = "; ".join(session.driver.errors[-2:])
                fault = f"{type(error).__name__} {error} ({seen}, {session.streams} streams; {told})"
            finally:
                await session.driver.kill()
            text = (await errors).decode().strip()
            if fault and text:
                fault += f" stderr: {text.splitlines()[-1]}"
    return Outcome(session.streams, "; ".join(session.notes), fault)


async def _hold(session: Session, situation: str, silence: float) -> None:
    """Open a session, let the situation come, and check what a session has to keep to."""
    driver, server = session.driver, session.server
    await session.connect()
    await SITUATIONS[situation](session)
    await session.all_handled()
    await asyncio.sleep(silence)
    assert session.streams <= STREAMS, "the client keeps opening streams"
    if session.hears:
        server.say(CHANGED)
        session.asked[CHANGED] += 1
        await session.all_handled()
    await session.call("quick")
    if session.left is not None:
        ends = (
            "ends the call that was open with an error"
            if driver.failed(session.left)
            else "never ends the call that was open"
        )
        session.notes.append(f"the SDK {ends}")
    assert driver.handled == session.asked, f"the server sent {dict(session.asked)}"
    assert {*server.answers.values()} <= {1}, "a request of the server was answered twice"


async def run(peers: list[Peer], situations: list[str], folder: Path) -> dict[str, dict[str, Outcome] | str]:
    """Return what came of each client: an outcome for each situation, or why it is missing."""
    found: dict[str, dict[str, Outcome] | str] = {}
    free = asyncio.Semaphore(AT_ONCE)

    async def one(peer: Peer, command: list[str], situation: str) -> Outcome:
        async with free:
            outcome = await observe(peer, command, situation, SILENCE, IDLE)
        print(f"{peer.name}, {situation}: {outcome.fault or outcome.note or 'ok'}", flush=True)
        return outcome

    for peer in peers:
        try:
            command = peer.install(folder)
        except Missing as missing:
            found[peer.name] = str(missing)
            continue
        outcomes = await asyncio.gather(*(one(peer, command, each) for each in situations))
        found[peer.name] = dict(zip(situations, outcomes, strict=True))
    return found


def page(found: dict[str, dict[str, Outcome] | str]) -> str:
    """Return the page about the clients."""
    notes: dict[str, int] = {}
    rows, faults = [], []
    for name, outcomes in found.items():
        if isinstance(outcomes, str):
            rows.append([name, *["–"] * len(SITUATIONS)])
            faults.append(f"- {name} was not tried: {outcomes}")
            continue
        cells = [name]
        for situation, (streams, note, fault) in outcomes.items():
            number = f" [{notes.setdefault(note, len(notes) + 1)}]" if note else ""
            cells.append("**no**" if fault else f"yes, {streams}{number}")
            faults += [f"- {name}, {situation}: {fault}"] if fault else []
        rows.append(cells)
    head = ["client", *SITUATIONS]
    table = [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]]
    told = [f"{number}. {note[0].upper()}{note[1:]}." for note, number in notes.items()]
    return "\n".join([ABOUT, *table, "", *told, *([""] if faults else []), *faults, ""])


ABOUT = f"""# Official clients over time

Official clients talked to a 2025-11-25 server through `mcp-bridge`. In each run, one thing happened (see the
table): for example, a proxy cut all connections. Clients without a session speak 2026-07-28. `make clients`
makes the runs and writes this page.

"Yes" means all of this:

- The client handled each request of the server once, and each notification arrived once.
- In the first {SILENCE:g} seconds without traffic, the client opened at most {STREAMS} streams (see the
  table). A stream is a GET, or a subscription if the client has no session.
- After the silence, a notification arrived and a call worked.
- After the client process was killed, its idle session ended.
"""


def main() -> int:
    """Run the matrix, or a part of it; return 1 if something went wrong."""
    parser = argparse.ArgumentParser(description="Run official clients through the bridge over minutes.")
    parser.add_argument("--only", metavar="TEXT", default="", help="clients whose name contains this")
    parser.add_argument("--situation", choices=SITUATIONS, help="one situation; writes no page")
    given = parser.parse_args()
    peers = [peer for peer in PEERS if given.only in peer.name]
    place = os.environ.get("MCPGEN_PEERS") or tempfile.mkdtemp(prefix="mcpgen-peers-")
    Path(place).mkdir(parents=True, exist_ok=True)
    found = asyncio.run(run(peers, [given.situation] if given.situation else [*SITUATIONS], Path(place)))
    if not given.only and not given.situation:
        PAGE.write_text(page(found), "utf-8")
    outcomes = [each for row in found.values() if isinstance(row, dict) for each in row.values()]
    return any(each.fault for each in outcomes)


if __name__ == "__main__":
    sys.exit(main())
