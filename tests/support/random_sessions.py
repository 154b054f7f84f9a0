"""Run clients and a server through the bridge, with actions in random order.

`PYTHONPATH=tests python -m support.random_sessions SEED...` runs seeds. The option `--log FILE` before the
seeds stores the frames of the bridge. A seed chooses the revision and the transport of the server, the
clients, and the actions of each client (`ACTIONS`). The bridge runs as a command in its own process, with
real sockets and pipes. `faults` has a line for each broken rule. Besides the rules of `support.askers` and
`support.planned_upstream`, there are these:

- Every request ends once, in a way that its action allows.
- If a client cancels a call, the call is cancelled at the server. Afterwards the server has no call and no
  session.
- Afterwards the bridge has the same descriptors and children as before the first client.
- The session of a client that was not disturbed still answers.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import mcp_revisions as mr

from support.askers import DONE, TROUBLE, Client, HttpClient, Manner, StdioClient
from support.bridge_process import GIVING_BACK_BRIDGE, IDLE_BRIDGE, descendants
from support.http_bridge import MODERN, serving
from support.http_client import Connection
from support.paths import PEERS
from support.planned_upstream import Upstream
from support.waiting import CEILING, NEVER, until

STEPS = {"http": 10, "stdio": 25}
CLIENTS = 6
SERVER = [sys.executable, str(PEERS / "planned.py")]
SPOKEN = [name for name in mr.REVISIONS if name <= MODERN]  # by the clients and servers of these sessions
HTTP_SERVERS = [name for name in SPOKEN if name != "2024-11-05"]  # it has another transport
WITH_BATCHES = "2025-03-26"
KINDS = [
    *((front, "pipe", server) for front in ("http", "stdio") for server in SPOKEN),
    *((front, "url", server) for front in ("http", "stdio") for server in HTTP_SERVERS),
]  # front, transport of the server, revision of the server
Action = Callable[["World", Any], Awaitable[Any]]
DEFECTS = ("Traceback", "internal error", "a session ends because", "never awaited")


class World:
    """One bridge, its server and its clients."""

    def __init__(self, seed: int, log: str | None = None) -> None:
        self.options = ["--quiet", *(["--log", log] if log else [])]
        self.seed, self.rng = seed, Random(seed)
        self.front, self.transport, self.server = KINDS[seed % len(KINDS)]
        self.upstream: Upstream | None = None
        self.clients: list[Any] = []
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    async def run(self) -> list[str]:
        """Run all clients, and return the faults."""
        async with AsyncExitStack() as stack:
            notes = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "notes"
            target = ["--", *SERVER, self.server, str(notes)]
            if self.transport == "url":
                self.upstream = Upstream(self.server, keeps=self.rng.random() < 0.5)
                self.upstream.slow_handshake = self.rng.choice([0.0, 0.3])
                port = await stack.enter_async_context(serving(self.upstream.app))
                target = ["--connect", f"http://127.0.0.1:{port}/mcp"]
            if self.front == "http":
                await self.over_http(target, notes)
            else:
                await self.over_stdio(target, notes)
        changes = [change for client in self.clients for change in client.changes.values()]
        self.counts["changes"] = sum(change.is_set() for change in changes)
        self.faults += [fault for client in self.clients for fault in client.faults]
        self.faults += self.upstream.faults if self.upstream else []
        return self.faults

    # Fronts

    async def over_http(self, target: list[str], notes: Path) -> None:
        """Let several clients use the bridge over HTTP."""
        options = [*self.options, "--idle", str(NEVER), "--listen", "127.0.0.1:0", *target]
        command = [*IDLE_BRIDGE, *options]
        process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        assert process.stderr is not None
        try:
            url = (await process.stderr.readline()).decode().removeprefix("--listen: ").strip()
            said = asyncio.ensure_future(process.stderr.read())
            async with Connection(url) as connection:  # the loop runs when the first response comes
                await connection.post({}, {})
            await asyncio.sleep(0.2)
            before = held_by(process.pid)
            for number in range(CLIENTS):
                tenant = f"t{self.rng.randrange(CLIENTS)}"
                client = HttpClient(url, self.rng.choice(SPOKEN), tenant, number)
                self.clients.append(client)
            await asyncio.gather(*(self.live(client) for client in self.clients))
            await self.settle("calls are open at the server", lambda: self.open_calls(notes))
            await asyncio.gather(*(client.close() for client in self.clients))
            process.send_signal(signal.SIGUSR1)  # the idle time is over
            await self.settle("the server has sessions", lambda: self.upstream and [*self.upstream.sessions])
            await self.settle("the bridge holds", lambda: self.held_by(process.pid) - before)
            process.terminate()
            await self.end(process)
            self.check_words((await said).decode())
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def over_stdio(self, target: list[str], notes: Path) -> None:
        """Let one client use the bridge over pipes. Then close the client's side, or stop the bridge."""
        revision = self.rng.choice(SPOKEN)
        headers = ["--header", "Authorization: Bearer t.1"] if self.transport == "url" else []
        pipe = asyncio.subprocess.PIPE
        command = [*GIVING_BACK_BRIDGE, *self.options, *headers, *target]
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, limit=1 << 24
        )
        assert process.stderr is not None
        said = asyncio.ensure_future(process.stderr.read())
        client = StdioClient(process, revision)
        client.mixes_input_requests = self.server != MODERN
        self.clients.append(client)
        try:
            await self.live(client)
            await self.settle("calls are open at the server", lambda: self.open_calls(notes))
            children = descendants(process.pid)
            client.is_hurt = True
            last = [asyncio.ensure_future(client.run(client.calling(["hold"]))) for _ in range(3)]
            await asyncio.sleep(0.2)
            ending = self.rng.choice(["hang up", "terminate"])
            if ending == "hang up":
                client.stdin.close()
            elif process.returncode is None:
                process.send_signal(signal.SIGTERM)
            ended = [how for request in await asyncio.gather(*last) for how in request.ends]
            if ending == "terminate" and self.alive and "nothing" in ended and revision != self.server:
                self.faults.append(f"SIGTERM left calls unanswered: {ended}")
            await self.end(process)
            await self.settle("children are left", lambda: [pid for pid in children if is_alive(pid)])
            await self.settle("the server has sessions", lambda: self.upstream and [*self.upstream.sessions])
            self.check_words((await said).decode())
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    def check_words(self, text: str) -> None:
        """Check that stderr reports no defect of the bridge.

        If there is another fault, add all of stderr to it.
        """
        has_faults = self.faults or any(client.faults for client in self.clients)
        if has_faults or any(word in text for word in DEFECTS):
            self.faults.append(f"the bridge says: {text[-4000:]}")

    def held_by(self, pid: int) -> Counter[str]:
        """Return the resources of the bridge, without connections that a server keeps open for later."""
        found = held_by(pid)
        if self.upstream is not None and self.upstream.keeps:
            del found["socket"]
        return found

    alive = True  # the server of the stdio front has not died

    def open_calls(self, notes: Path) -> list[str]:
        """Return the calls that are open on the server. A subscription may stay open."""
        if self.upstream is not None:
            found = self.upstream.pending()
        else:
            text = notes.read_text() if notes.exists() else ""
            lines = [line.split() for line in text.splitlines()]
            # A server may end meanwhile: all lines of one server count, or none.
            alive = {pid for pid in {pid for *_, pid in lines} if is_alive(int(pid))}
            counts: Counter[str] = Counter()
            for kind, nonce, pid in lines:
                if pid in alive:
                    counts[nonce] += 1 if kind == "open" else -1
            found = [nonce for nonce, count in counts.items() if count > 0]
        return [nonce for nonce in found if not nonce.startswith("listen-")]

    async def settle(self, left_over: str, left: Callable[[], Any]) -> None:
        """Wait until no resource is left. A resource that is still left after that is a fault."""
        found: Any = None

        def is_settled() -> bool:
            nonlocal found
            found = left()
            return not found

        with suppress(AssertionError):
            await until(is_settled)
        if found:
            self.faults.append(f"{left_over}: {found}")

    async def end(self, process: asyncio.subprocess.Process) -> None:
        """Wait until the bridge has ended. A bridge that does not end is a fault, and is killed."""
        await self.settle("the bridge goes on", lambda: process.returncode is None)
        if process.returncode is None:
            process.kill()

    # Clients

    async def live(self, client: Client) -> None:
        """Let a client do random actions, several at a time."""
        client.rng = Random(self.rng.random())
        fitting = [one for one in ACTIONS if one[2](self, client)]
        await client.open()  # type: ignore[attr-defined]
        under_way: set[asyncio.Task[Any]] = set()
        for _ in range(STEPS[self.front]):
            if any(one.faults for one in self.clients):
                break
            weights = [weight for weight, *_ in fitting]
            _, action, _ = client.rng.choices(fitting, weights)[0]
            self.counts[action.__name__] += 1
            task = asyncio.ensure_future(action(self, client))
            under_way.add(task)
            if client.rng.random() < 0.3:
                await asyncio.wait(under_way)
            await asyncio.sleep(wait(client))
        for task in under_way:
            await task
        if not client.is_hurt:
            await client.run(client.calling([]))


def held_by(pid: int) -> Counter[str]:
    """Return how many descriptors of each kind, threads and children a process has."""
    found: Counter[str] = Counter()
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            found[os.readlink(f"/proc/{pid}/fd/{name}").partition(":")[0]] += 1
        except FileNotFoundError:
            continue
    found["children"] = len(descendants(pid))
    return found


def resident(pid: int) -> float:
    """Return the resident memory of a process in mebibytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def is_alive(pid: int) -> bool:
    """Return whether a process runs."""
    return Path(f"/proc/{pid}").exists()


# Actions: each lets a client do something about one or several requests


def wait(client: Client) -> float:
    """Return a short time."""
    return client.rng.choice([0.0, 0.001, 0.01, 0.05, 0.2]) * client.rng.random()


def acts(client: Client, *more: str) -> list[str]:
    """Return random acts that end, with the acts `more` among them."""
    kinds = client.rng.choices(["progress", "log", "wait"], k=client.rng.randrange(4))
    made = [f"wait:{wait(client):.3f}" if kind == "wait" else kind for kind in kinds] + [*more]
    client.rng.shuffle(made)
    return made


async def call(world: World, client: Client) -> None:
    """Call a tool."""
    size = client.rng.choice([0, 0, 10, 70_000])
    await client.run(client.calling(acts(client), size=size))


async def ask(world: World, client: Client) -> None:
    """Call a tool that asks its client."""
    count = client.rng.choice(["ask", "ask", "ask:2"])
    manner = Manner(reply=client.rng.choice(["right", "right", "twice"]))
    await client.run(client.calling(acts(client, *[count] * client.rng.choice([1, 1, 2])), manner))


async def refuse(world: World, client: Client) -> None:
    """Call a tool that asks, and answer with an error."""
    await client.run(client.calling(acts(client, "ask"), Manner(reply="error"), TROUBLE))


async def fail(world: World, client: Client) -> None:
    """Call a tool that fails."""
    await client.run(client.calling([*acts(client), "fail"], may_end=frozenset({"error"})))


async def cancel(world: World, client: Client) -> None:
    """Cancel a call that would never end."""
    manner = Manner(cancel=wait(client) + 0.05, resume=False)
    await client.run(client.calling([*acts(client), "hold"], manner, TROUBLE - {"result"}))


async def race(world: World, client: Client) -> None:
    """Cancel a call at about the time of its response."""
    manner = Manner(cancel=wait(client), resume=False)
    await client.run(client.calling([f"wait:{wait(client):.3f}"], manner, TROUBLE | DONE))


async def cancel_input_request(world: World, client: Client) -> None:
    """Cancel a call whose input requests get no answer."""
    manner = Manner(cancel=0.2 + wait(client), resume=False, reply="never")
    await client.run(client.calling(["ask"], manner, TROUBLE))


async def hang_up(world: World, client: Client) -> None:
    """Break the connection, and resume the stream if the revision can."""
    manner = Manner(hang_up=wait(client), resume=client.rng.random() < 0.7)
    request = client.calling(
        acts(client, "wait:0.1"), manner, TROUBLE | DONE, size=client.rng.choice([0, 5000])
    )
    await client.run(request)


async def slow(world: World, client: Client) -> None:
    """Read a long response slowly."""
    if isinstance(client, StdioClient):
        client.is_slow = True
    await client.run(client.calling(acts(client), Manner(slow=True), size=800_000))
    if isinstance(client, StdioClient):
        client.is_slow = False


async def json_only(world: World, client: Client) -> None:
    """Make a call with an `Accept` header that accepts no stream."""
    planned = acts(client, *["ask"] * client.rng.randrange(2))
    may_end = TROUBLE if "ask" in planned else DONE
    await client.run(client.calling(planned, Manner(json_only=True), may_end))


async def burst(world: World, client: Client) -> None:
    """Make many calls at once."""
    await asyncio.gather(*(client.run(client.calling(acts(client))) for _ in range(16)))


async def listed(world: World, client: Client) -> None:
    """List the tools."""
    await client.run(client.asking("tools/list"))


async def subscribe(world: World, client: Client) -> None:
    """Subscribe to a resource until it changes."""
    await client.subscribe()


async def batch(world: World, client: Any) -> None:
    """Send several calls in one body."""
    asks = ["ask"] * client.rng.randrange(2)
    calls = [client.calling(acts(client, *asks)) for _ in range(client.rng.randrange(1, 5))]
    is_json = isinstance(client, HttpClient) and not asks and client.rng.random() < 0.3
    try:
        await asyncio.wait_for(client.run_batch(calls, is_json), CEILING)
    except asyncio.TimeoutError:
        client.fault(f"a batch has not ended: {[one.nonce for one in calls if not one.ends]}")


async def cut(world: World, client: Client) -> None:
    """Call a tool whose response breaks off."""
    end = client.rng.choice(["cut", "cut:500"])
    await client.run(client.calling([*acts(client), end], may_end=frozenset({"error", "status"})))


async def drop_streams(world: World, client: Client) -> None:
    """Let the server end the standalone SSE streams of a tenant's sessions, or every subscription."""
    assert world.upstream is not None
    if world.server == MODERN:
        world.upstream.drop_streams()
    for session in world.upstream.sessions.values():
        if session.tenant == client.tenant:
            session.drop_streams()


async def die(world: World, client: Client) -> None:
    """Call a tool that ends the child process."""
    client.is_hurt, world.alive = True, False
    await client.run(client.calling(["die"], may_end=TROUBLE - {"result"}))


async def leave(world: World, client: Any) -> None:
    """End the session while calls are open, and open another one."""
    disturb(client)
    await client.close()


async def lose(world: World, client: Any) -> None:
    """Let the server forget the sessions of a tenant. A bridge on stdio ends."""
    assert world.upstream is not None
    world.alive = False
    for one in world.clients:
        if one.tenant == client.tenant:
            one.is_hurt = True
    for name, session in [*world.upstream.sessions.items()]:
        if session.tenant == client.tenant:
            session.close()
            session.drop_streams()
            del world.upstream.sessions[name]


def disturb(client: Client) -> None:
    """Allow the open requests of a client to end in any way."""
    for request in client.requests.values():
        request.may_end |= TROUBLE


async def refresh(world: World, client: Any) -> None:
    """Continue with a new token of the same tenant, while the old one is still valid or not."""
    assert world.upstream is not None
    if client.rng.random() < 0.5:
        disturb(client)
        world.upstream.revoked.add(client.headers()["authorization"])
    client.token += 1
    await client.run(client.calling([]))


async def steal(world: World, client: Any) -> None:
    """Try to use the session of another tenant, and check that the client sees nothing of that session.

    A server without sessions cannot distinguish a tenant's new token from the token of another tenant. So no
    token takes over another's requests.
    """
    victims = [one for one in world.clients if one.session and one.tenant != client.tenant]
    if victims:
        victim = client.rng.choice(victims)
        tenants = ["bad", client.tenant] + ([victim.tenant] if world.server == MODERN else [])
        thief = HttpClient(victim.url, victim.revision, client.rng.choice(tenants), 99)
        thief.session = victim.session
        request = thief.calling([], may_end=frozenset({"status", "error"}))
        await thief.run(request)
        world.faults += thief.faults


def _always(world: World, client: Client) -> bool:
    return True


def _over_http(world: World, client: Client) -> bool:
    return isinstance(client, HttpClient)


def _in_session(world: World, client: Client) -> bool:
    return isinstance(client, HttpClient) and not client.is_modern


def _to_url(world: World, client: Client) -> bool:
    return world.upstream is not None


def _to_legacy_url(world: World, client: Client) -> bool:
    return world.upstream is not None and world.server != MODERN


def _checks_tokens(world: World, client: Client) -> bool:
    return world.front == "http" and world.upstream is not None and not client.is_modern


def _in_own_child(world: World, client: Client) -> bool:
    return world.transport == "pipe" and not (world.front == "http" and client.is_modern)


# weight, action, where it can be done
ACTIONS: tuple[tuple[float, Action, Callable[[World, Client], bool]], ...] = (
    (10, call, _always),
    (6, ask, _always),
    (1, refuse, lambda world, client: not client.is_modern),
    (1, fail, _always),
    (4, cancel, _always),
    (4, race, _always),
    (2, cancel_input_request, lambda world, client: not client.is_modern),
    (4, hang_up, _over_http),
    (1, slow, _always),
    (3, json_only, _over_http),
    (2, burst, _always),
    (3, listed, _always),
    (3, subscribe, _always),
    (4, batch, lambda world, client: client.revision == WITH_BATCHES),
    (2, cut, _to_url),
    (2, drop_streams, _to_url),
    (0.3, die, _in_own_child),
    (0.3, leave, _in_session),
    (0.2, lose, _to_legacy_url),
    (1, refresh, lambda world, client: _checks_tokens(world, client) and world.server != MODERN),
    (1, steal, _checks_tokens),
)


def run(seed: int, log: str | None = None) -> tuple[list[str], Counter[str]]:
    """Run a seed. Return its faults, and how often each action was done."""
    world = World(seed, log)
    faults = asyncio.run(world.run())
    return faults, world.counts


def main() -> None:
    """Run the seeds that are given."""
    arguments = sys.argv[1:]
    log = arguments.pop(1) if arguments[:1] == ["--log"] else None
    found = 0
    for seed in map(int, arguments[log is not None :]):
        begin = time.monotonic()
        faults, counts = run(seed, log)
        front, transport, server = KINDS[seed % len(KINDS)]
        seconds = time.monotonic() - begin
        print(f"{seed}: {front} front, {transport} to {server}, {seconds:.1f} s, {dict(counts)}", flush=True)
        for fault in faults:
            print("   ", fault)
        found += len(faults)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
