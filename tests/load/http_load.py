"""Load the bridge over HTTP on the loopback address: `make load`.

The planned server of 2025-06-18 over HTTP, and one `mcp-bridge --listen` in front. `SESSIONS` sessions are
opened and called until there were `REQUESTS` calls, while the server ends some of them. At the same time
connections send half a request, readers take their answers slowly, and clients hang up in the middle. Then
one session makes `TOGETHER` calls at once, again and again, and gives up as many. Out: a table of counts,
times and memory. Rules:

- Each request ends once, with its own answer; an error only where the server ended the session
  (`support.askers`).
- The resident memory of the bridge after the second half of the calls is at most `GROWN` times the memory
  after the first.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.askers import TROUBLE, HttpClient, Manner  # noqa: E402
from support.bridge_process import BRIDGE  # noqa: E402
from support.http_bridge import ACCEPT, MODERN  # noqa: E402
from support.http_client import Connection  # noqa: E402
from support.random_sessions import resident  # noqa: E402
from support.waiting import NEVER  # noqa: E402

SESSIONS, REQUESTS = [int(given) for given in sys.argv[1:3]] or [1000, 10_000]
TOGETHER = 64  # calls at once
ROUNDS = 10  # in one session
HALVES, SLOW, GONE = 200, 20, 100
DYING = 50  # every so many-th session is ended by the server after its first calls
GROWN = 1.1
REVISION, BEHIND = "2025-11-25", "2025-06-18"
SERVER = [sys.executable, "-c", "from support.planned_upstream import main; main()", BEHIND]


@contextmanager
def running(command: list[str], stream: str) -> Iterator[tuple[str, int]]:
    """Run a command; yield the URL that it prints, and the process id."""
    tests = str(Path(__file__).parents[1])
    process = subprocess.Popen(command, **{stream: subprocess.PIPE}, text=True, cwd=tests)
    try:
        line = getattr(process, stream).readline()
        yield line.removeprefix("--listen: ").strip(), process.pid
    finally:
        process.terminate()
        process.wait(60)


async def spread(work: Iterable[object]) -> None:
    """Await coroutines, `TOGETHER` at once."""
    waiting = iter(work)

    async def take() -> None:
        for one in waiting:
            await one  # type: ignore[misc]

    await asyncio.gather(*(take() for _ in range(TOGETHER)))


class Load:
    """The clients and what was seen."""

    def __init__(self, url: str) -> None:
        self.clients = [
            HttpClient(url, MODERN if number % 4 == 3 else REVISION, f"t{number}", number)
            for number in range(SESSIONS)
        ]
        self.one = HttpClient(url, REVISION, "one", SESSIONS)
        self.others = [HttpClient(url, REVISION, f"o{number}", number) for number in range(SLOW)]
        self.times: list[float] = []
        self.outcomes: Counter[str] = Counter()

    async def call(self, id: int) -> None:
        """Let a client make its next call; the server may end its session."""
        client = self.clients[id % SESSIONS]
        acts = []
        if client.number % DYING == 1 and id >= 3 * SESSIONS:
            acts, client.is_hurt = ["lose"], True
        begin = time.perf_counter()
        (how,) = (await client.run(client.calling(acts))).ends
        self.times.append(time.perf_counter() - begin)
        self.outcomes[how if how == "result" else f"{how}, of a session that the server ended"] += 1

    async def hang_up(self) -> None:
        """Let a client break off many calls."""
        gone = Manner(hang_up=0.02, resume=False)
        for _ in range(GONE):
            await self.one.run(self.one.calling(["wait:0.1"], gone, TROUBLE | {"result"}))

    async def at_once(self) -> None:
        """Let one session make many calls at once, and give up as many."""
        for _ in range(ROUNDS):
            calls = [self.one.calling(["progress"]) for _ in range(TOGETHER)]
            given_up = Manner(cancel=0.2, resume=False)
            holds = [self.one.calling(["hold"], given_up, TROUBLE - {"result"}) for _ in range(TOGETHER)]
            done = await asyncio.gather(*map(self.one.run, [*calls, *holds]))
            self.outcomes["at once in one session: " + str(TOGETHER) + " calls and as many given up"] += 1
            assert all(len(one.ends) == 1 for one in done)

    def faults(self) -> list[str]:
        """Return what broke a rule."""
        return [fault for one in [*self.clients, self.one, *self.others] for fault in one.faults]


async def half_open(url: str, stop: asyncio.Event) -> int:
    """Keep connections that send half a request, and open a new one for each that is closed; count them."""
    closed = 0

    async def hold(number: int) -> None:
        nonlocal closed
        while not stop.is_set():
            async with Connection(url) as connection:
                whole = connection.request({}, ACCEPT)
                connection.write(whole[: number % len(whole)])
                await asyncio.wait(
                    {asyncio.ensure_future(connection.ended()), asyncio.ensure_future(stop.wait())},
                    return_when=asyncio.FIRST_COMPLETED,
                )
                closed += not stop.is_set()

    await asyncio.gather(*(hold(number) for number in range(HALVES)))
    return closed


async def load(url: str, pid: int) -> tuple[Load, dict[str, str]]:
    """Run everything at once; return the load and the observations."""
    made, stop = Load(url), asyncio.Event()
    halves = asyncio.create_task(half_open(url, stop))
    begin, at_start = time.perf_counter(), resident(pid)
    everyone = [*made.clients, made.one, *made.others]
    await spread(client.open(listens=False) for client in everyone)
    opened = time.perf_counter() - begin
    slow = [
        asyncio.create_task(one.run(one.calling([], Manner(slow=True), size=2 << 20))) for one in made.others
    ]
    gone = asyncio.create_task(made.hang_up())
    begin = time.perf_counter()
    await spread(map(made.call, range(REQUESTS // 2)))
    first = resident(pid)
    await spread(map(made.call, range(REQUESTS // 2, REQUESTS)))
    called, second = time.perf_counter() - begin, resident(pid)
    whole = sum(one.ends == ["result"] for one in await asyncio.gather(*slow))
    await gone
    await made.at_once()
    stop.set()
    closed = await halves
    assert not made.faults(), "\n".join(made.faults()[:20])
    assert whole == SLOW, f"{whole} of {SLOW} slow readers got their answer"
    assert second <= first * GROWN, f"{first:.0f} MiB grew to {second:.0f} MiB"
    return made, {
        f"{SESSIONS} sessions opened": f"{opened:.1f} s",
        f"{REQUESTS:,} calls": f"{called:.1f} s, {REQUESTS / called:,.0f} a second",
        "latency": f"median {median(made.times) * 1e3:.0f} ms, "
        f"99th percentile {quantiles(made.times, n=100)[98] * 1e3:.0f} ms, {TOGETHER} at once",
        "memory of the bridge": f"{at_start:.0f} MiB at the start, {first:.0f} MiB after half of the calls, "
        f"{second:.0f} MiB after all",
        "slow readers with a whole answer": f"{whole} of {SLOW}",
        "half-open connections": f"{HALVES} at a time, {closed} closed by the bridge",
        "calls whose client hung up": f"{GONE}",
    }


def main() -> None:
    """Print the table."""
    options = ["--client", "auto", "--server", BEHIND, "--quiet", "--sessions", str(SESSIONS + SLOW + 1)]
    options += ["--idle", str(NEVER)]  # on a busy machine, minutes pass between two calls of a client
    with running(SERVER, "stdout") as (server, _):
        command = [*BRIDGE, "--listen", "127.0.0.1:0", *options, "--connect", server]
        with running(command, "stderr") as (url, pid):
            made, seen = asyncio.run(load(url, pid))
    print("| seen | |\n|---|---|")
    for name, value in [*seen.items(), *((name, f"{count:,}") for name, count in made.outcomes.items())]:
        print(f"| {name} | {value} |")


if __name__ == "__main__":
    main()
