"""The first frames of a process, decoded by several threads at once: decoders are built one at a time."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

PROCESSES = 20
# Each thread starts with another revision, and checks every message and its text.
FIRST_FRAMES = """
import sys, threading
import mcp_revisions as mr

TOOL = b'{"name":"t","inputSchema":{"type":"object"}%s}'
CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"%s}}'
READ = b'{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"file:///a","text":"t"%s}]}}'
LIST = b'{"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}'
codecs = [mr.revision(name) for name in mr.REVISIONS if name < "2026"]
start, failures = threading.Barrier(8), []


def use(seed):
    start.wait()
    try:
        for turn in range(8):
            mcp = codecs[(seed + turn) % len(codecs)]
            for extra in (b"", b',"x":[1]'):
                for data, *asked in (
                    (CALL % extra, "client"),
                    (LIST % (TOOL % extra), "server", "tools/list"),
                    (READ % extra, "server", {1: "resources/read"}.get),
                ):
                    message = mcp.decode_message(data, *asked)
                    assert mcp.decode_message(mcp.encode(message), *asked) == message
                    assert bool(message.unknown) == bool(extra)
                assert mcp.decode(TOOL % extra, mcp.Tool).name == "t"
    except BaseException as error:
        failures.append(error)


sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=use, args=(seed,)) for seed in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(repr(failures) if failures else 0)
"""


def run(_: int) -> tuple[int, str]:
    """Run the program in a fresh process; return its exit status (negative for a signal) and its errors."""
    done = subprocess.run([sys.executable, "-c", FIRST_FRAMES], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_threads_decode_the_first_frames_of_a_process() -> None:
    """Eight threads decode and encode the first frames of a process without a crash or a wrong message."""
    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(run, range(PROCESSES)))
    assert outcomes == [(0, "")] * PROCESSES
