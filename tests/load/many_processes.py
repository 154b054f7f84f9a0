"""Load four bridges behind haproxy, while one of them is stopped and started: part of `make load`.

In: the configuration of haproxy in docs/bridge-operations.md, and the planned server over HTTP behind all
bridges. Out: a table of how calls ended. Rules:

- Every call ends once, with its own answer or an error (`support.askers`).
- No session of another process is disturbed: each of its calls has its result.
- A session of the stopped process is told: its calls end with an error or a status, and it opens a new one.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.askers import TROUBLE, HttpClient, Manner  # noqa: E402
from support.bridge_process import BRIDGE  # noqa: E402
from support.http_bridge import MODERN, free_port, serving  # noqa: E402
from support.http_client import Connection  # noqa: E402
from support.paths import ROOT  # noqa: E402
from support.planned_upstream import Upstream  # noqa: E402
from support.waiting import NEVER  # noqa: E402

PROCESSES, SESSIONS, SECONDS = 4, 48, 20.0
STOPPED = 2  # the index of the process that is stopped for a while


def configuration(front: int, ports: list[int]) -> str:
    """Return the configuration of docs/bridge-operations.md with other ports."""
    page = (ROOT / "docs" / "bridge-operations.md").read_text()
    found = re.search(r"```haproxy\n(.*?)```", page, re.DOTALL)
    assert found is not None, "docs/bridge-operations.md has no configuration of haproxy"
    text = found.group(1).replace("127.0.0.1:8000", f"127.0.0.1:{front}")
    for number, port in enumerate(ports):
        text = text.replace(f"127.0.0.1:{8001 + number}", f"127.0.0.1:{port}")
    return text


class Cluster:
    """The bridges behind haproxy; `url` is the proxy's."""

    def __init__(self, stack: ExitStack, upstream: str) -> None:
        self.stack, self.upstream = stack, upstream
        self.processes = [self.start() for _ in range(PROCESSES)]
        self.ports = [self.port_of(process) for process in self.processes]
        front = free_port()
        self.url = f"http://127.0.0.1:{front}/mcp"
        file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "haproxy.cfg"
        file.write_text(configuration(front, self.ports))
        self.keep(subprocess.Popen(["haproxy", "-db", "-q", "-f", str(file)]))

    def start(self, port: int = 0) -> subprocess.Popen[bytes]:
        """Start a bridge on a port, or on a free one."""
        options = [
            "--quiet",
            "--idle",
            str(NEVER),  # on a busy machine, minutes pass between two calls of a client
            "--trust-proxy",
            "127.0.0.1",
            "--listen",
            f"127.0.0.1:{port}",
            "--connect",
            self.upstream,
        ]
        return self.keep(subprocess.Popen([*BRIDGE, *options], stderr=subprocess.PIPE))

    def port_of(self, process: subprocess.Popen[bytes]) -> int:
        """Return the port that a bridge prints; read the rest of its diagnostics away."""
        assert process.stderr is not None
        line = process.stderr.readline()
        threading.Thread(target=process.stderr.read, daemon=True).start()
        port = urlsplit(line.decode().removeprefix("--listen: ")).port
        assert port is not None, line
        return port

    def keep(self, process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
        """End a process with the cluster."""
        self.stack.callback(process.wait, 30)
        self.stack.callback(process.terminate)
        return process

    async def is_up(self, url: str) -> None:
        """Wait until a request is answered by a bridge."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                async with Connection(url) as connection:
                    if (await connection.post({}, {})).status != 503:
                        return
            except (EOFError, OSError):
                pass
            await asyncio.sleep(0.2)
        raise TimeoutError(url)

    async def home(self, client: HttpClient) -> int:
        """Return the index of the process that knows a session: another answers 404."""
        found = []
        for index, port in enumerate(self.ports):
            frame = client.framed("ping", "home", {})
            async with Connection(f"http://127.0.0.1:{port}/mcp") as connection:
                if (await connection.post(frame, client.headers(frame))).status == 200:
                    found.append(index)
        assert len(found) == 1, found
        return found[0]


async def call_on(client: HttpClient, stop: asyncio.Event, counts: Counter[str], where: str) -> None:
    """Call, ask, cancel until the end; open a new session where the old one is gone."""
    number = 0
    while not stop.is_set():
        number += 1
        if number % 7 == 0:
            request = client.calling(["hold"], Manner(cancel=1.0, resume=False), TROUBLE - {"result"})
        else:
            request = client.calling(["progress", "ask"] if number % 3 == 0 else ["wait:0.05"])
        await client.run(request)
        end = request.ends[0]
        if "hold" in request.given["acts"] and end == "nothing":
            end = "a call given up"
        counts[f"{where}: {end}"] += 1
        if end in ("error", "status", "nothing") and client.is_hurt and not client.is_modern:
            reopened = HttpClient(client.url, client.revision, client.tenant, client.number + 1000)
            await reopened.open()
            if reopened.session is not None:
                await reopened.run(reopened.calling([], may_end=TROUBLE | {"result"}))
                counts[f"{where}: a new session is opened"] += 1
                client.session = reopened.session
            await asyncio.sleep(0.5)


async def load() -> tuple[Counter[str], list[str]]:
    """Run the cluster; return the counts and the faults."""
    counts: Counter[str] = Counter()
    upstream, stack = Upstream("2025-11-25"), ExitStack()
    async with serving(upstream.app) as port:
        try:
            cluster = Cluster(stack, f"http://127.0.0.1:{port}/mcp")
            await cluster.is_up(cluster.url)
            clients = [
                HttpClient(cluster.url, MODERN if number % 4 == 3 else "2025-06-18", f"t{number}", number)
                for number in range(SESSIONS)
            ]
            for client in clients:
                await client.open()
            homes = [None if client.is_modern else await cluster.home(client) for client in clients]
            stop = asyncio.Event()
            work = []
            for client, home in zip(clients, homes, strict=True):
                # A client of 2026-07-28 has no session: each of its calls may meet the process that stops.
                client.is_hurt = home in (STOPPED, None)
                where = "2026-07-28" if home is None else "stopped" if home == STOPPED else "others"
                counts[f"{where}: clients"] += 1
                work.append(asyncio.ensure_future(call_on(client, stop, counts, where)))
            await asyncio.sleep(SECONDS / 3)
            cluster.processes[STOPPED].send_signal(signal.SIGTERM)
            await asyncio.to_thread(cluster.processes[STOPPED].wait, 30)
            await asyncio.sleep(SECONDS / 3)
            await asyncio.to_thread(cluster.port_of, cluster.start(cluster.ports[STOPPED]))
            await asyncio.sleep(SECONDS / 3)
            stop.set()
            await asyncio.gather(*work)
            await asyncio.gather(*(client.close() for client in clients))
        finally:
            await asyncio.to_thread(stack.close)  # the bridges end their sessions at the server
    return counts, [*(fault for client in clients for fault in client.faults), *upstream.faults]


def main() -> None:
    """Print the table; exit 1 where a rule is broken."""
    if shutil.which("haproxy") is None:
        sys.exit("many_processes: haproxy is not installed: apt-get install haproxy")
    counts, faults = asyncio.run(load())
    print(f"| {PROCESSES} processes behind haproxy, one stopped and started | |\n|---|---|")
    for name, count in sorted(counts.items()):
        print(f"| {name} | {count:,} |")
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    told = sum(counts[f"stopped: {end}"] for end in ("error", "status", "nothing"))
    everyone = counts["stopped: clients"]
    if (
        faults
        or min(told, counts["stopped: a new session is opened"]) < everyone
        or not counts["others: result"]
    ):
        sys.exit(1)


if __name__ == "__main__":
    main()
