"""The npm package as its users run it: the examples of its README, the official SDK, other hosts.

Everything is installed from the package index of npm into a fresh folder beside the tarball.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from support.node import NODE
from support.npm_package import PACKAGE, compiler, install
from support.waiting import CEILING

pytestmark = pytest.mark.long
PEERS = Path(__file__).parent / "peers"
PACKAGES = (
    *("@modelcontextprotocol/sdk@1.32.2", "zod@4", "@types/node@24"),
    *("@modelcontextprotocol/client@2.4.0", "@modelcontextprotocol/server@2.4.0"),
    *("node@20.10.0", "bun@1.4.5", "deno@2.9.6", "@sparticuz/chromium@147", "puppeteer-core@24"),
)
OLDEST = "node_modules/.bin/node"  # the Node that `engines` of package.json names
# The examples of the README, with the declarations that each needs, and values to run with.
EXAMPLES = {
    "decode.ts": "declare const line: string;\n",
    "response.ts": "declare const line: string;\n",
    "convert.ts": "",
    "gateway.ts": "",
    "pair.ts": "",
}
CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","task":{}}}'
LISTED = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}'
REMOVED = CALL.replace("tools/call", "tasks/get").replace('"name":"t","task":{}', '"taskId":"1"')
RUNS = [
    ("decode.ts", f"const line = {CALL!r};", "t"),
    ("decode.ts", f"const line = {CALL.replace('name', 'nam')!r};", "/params 'name' is missing -32602 1"),
    ("response.ts", f"const line = {LISTED!r};", "0"),
    ("convert.ts", f"const request = {CALL};", "t\ndropped /params/task"),
    ("convert.ts", f"const request = {REMOVED};", "code: -32601"),
]
SAID = "true 12345678901234567890n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with the tarball, the examples of the README and the peers."""
    made = tmp_path_factory.mktemp("user")
    install(made, *PACKAGES)
    page = (PACKAGE / "README.md").read_text("utf-8")
    for name, code in zip(EXAMPLES, re.findall(r"```ts\n(.*?)```", page, re.DOTALL), strict=True):
        (made / name).write_text(EXAMPLES[name] + code, "utf-8")
    for path in (*PEERS.iterdir(), *(made / "node_modules" / "mcp-revisions" / "examples").iterdir()):
        shutil.copy(path, made)
    yield made


def said(folder: Path, *command: str) -> str:
    """Return what a command prints."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=CEILING)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_examples_of_the_readme_compile(folder: Path) -> None:
    """A strict compiler accepts each example against the installed package."""
    options = [
        "--strict",
        "--exactOptionalPropertyTypes",
        "--noUncheckedIndexedAccess",
        "--noEmit",
        "--module",
        "nodenext",
        "--target",
        "es2023",
        "--types",
        "node",
    ]
    said(folder, *compiler(), *options, *EXAMPLES, "sdk.ts", "stateless.ts", "http.ts")


def test_the_types_of_the_sdk_fit(folder: Path) -> None:
    """`JSONRPCMessage` of both versions of the SDK is a message of this package, and the reverse."""
    shutil.copy(PACKAGE / "test" / "types" / "sdk_types.ts", folder)
    options = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noEmit"]
    options += ["--skipLibCheck", "--module", "nodenext", "--target", "es2022", "--types", "node"]
    said(folder, *compiler(), *options, "sdk_types.ts")


def test_the_declarations_are_short(folder: Path) -> None:
    """An editor shows the names of types; the content of the published files is no type."""
    dist = folder / "node_modules" / "mcp-revisions" / "dist"
    types = ("entry", "extensions")
    sizes = {path: path.stat().st_size for path in dist.rglob("*.d.ts") if path.parent.name not in types}
    assert len(sizes) > 10 and max(sizes.values()) < 20_000


@pytest.mark.parametrize(("name", "value", "printed"), RUNS)
def test_the_examples_of_the_readme_run(folder: Path, name: str, value: str, printed: str) -> None:
    """Each example prints what its comments promise, for a message and for a faulty one."""
    code = (folder / name).read_text("utf-8")
    declared = re.sub(r"^declare const .*$", lambda _: value, code, flags=re.MULTILINE)
    (folder / "example.ts").write_text(declared, "utf-8")
    assert printed in said(folder, NODE, "example.ts")


def test_the_readme_is_short() -> None:
    """The page has at most 900 words, as `wc -w` counts them."""
    assert len((PACKAGE / "README.md").read_text("utf-8").split()) <= 900


def test_the_official_sdk_speaks_another_revision(folder: Path) -> None:
    """A client of version 1 and a server of version 2, and the reverse, meet by `examples/sdk.ts`."""
    *found, stateless = [json.loads(line) for line in said(folder, NODE, "sdk.mjs").splitlines()]
    assert [one["content"][0]["text"] for one in found] == ['hi {"size":"s"} 2', 'hi {"size":"s"} 1']
    for one in found:
        assert one["asked"] == [{"type": "string", "oneOf": [{"const": "s", "title": "Small"}]}]
        assert one["revisions"] == ["2025-06-18", "2025-06-18"]
    content = [{"type": "text", "text": "hi"}]
    assert stateless == {"tools": ["echo"], "id": 1, "content": content, "type": "complete"}


def test_the_official_sdk_talks_through_the_gateway(folder: Path) -> None:
    """Client and server of the SDK meet through the gateway of the README; the form is spelled anew."""
    found = json.loads(said(folder, NODE, "client.mjs"))
    assert found["asked"] == [{"type": "string", "enum": ["s"], "enumNames": ["Small"]}]
    assert found["called"] == [{"type": "text", "text": 'hi{"size":"s"}'}]


def talked(folder: Path, server: str, lines: str | None) -> tuple[list[dict[str, Any]], int]:
    """Return the frames that a client gets from the gateway before a server of a script, and the exit status.

    The client sends lines and closes its end; with `None` it keeps it open.
    """
    command = [NODE, "gateway.ts", NODE, "-e", server]
    with subprocess.Popen(command, cwd=folder, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as gateway:
        try:
            if lines is not None:
                out, _ = gateway.communicate(lines, timeout=CEILING)
            else:
                assert gateway.stdout is not None
                out, _ = gateway.stdout.read(), gateway.wait(timeout=CEILING)
        finally:
            gateway.kill()
    return [json.loads(line) for line in out.splitlines()], gateway.returncode


def test_the_gateway_ends_with_its_peers(folder: Path) -> None:
    """The end of the input reaches the server, and the gateway takes the exit status of the server."""
    waiting = 'process.stdin.resume().on("end", () => { process.exitCode = 3; })'
    assert talked(folder, waiting, "") == ([], 3)
    assert talked(folder, "process.exit(4)", None) == ([], 4)


def test_the_gateway_outlives_bad_frames(folder: Path) -> None:
    """A line that is no frame ends nothing; the side that waits for a refused frame gets an error."""
    answers = [
        {"jsonrpc": "2.0", "id": 3, "result": {"content": 0}},
        {"jsonrpc": "2.0", "id": 9, "result": {}},
    ]
    sent = "null\nnot JSON\n" + "".join(json.dumps(frame) + "\n" for frame in answers)
    server = f"process.stdin.once('data', () => process.stdout.write({json.dumps(sent)})).resume()"
    call = {"jsonrpc": "2.0", "method": "tools/call"}
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "no/such"},
        {**call, "id": 2, "params": []},
        {**call, "id": 3, "params": {"name": "t"}},
    ]
    lines = "not JSON\nnull\n" + "".join(json.dumps(frame) + "\n" for frame in asked)
    found, status = talked(folder, server, lines)
    assert [(frame.get("id"), frame["error"]["code"]) for frame in found] == [
        (1, -32601),  # lines that are not messages have no answer, because errors of 2025-06-18 need an id
        (2, -32602),
        (3, -32603),  # the fault of the server, which -32602 would give to the client
    ]
    assert status == 0


def test_a_gateway_without_a_server_ends(folder: Path) -> None:
    """A command that cannot be run is a line on stderr and an exit status."""
    command = [NODE, "gateway.ts", "./no-such-command"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=CEILING, input=""
    )
    assert done.returncode != 0 and "ENOENT" in done.stderr and "    at " not in done.stderr


def test_the_official_sdk_talks_to_a_stateless_server(folder: Path) -> None:
    """A client of version 1 meets a 2026-07-28 server of version 2 through `examples/stateless.ts`."""
    assert json.loads(said(folder, NODE, "stateless_client.mjs")) == {
        "server": {"name": "server", "version": "1"},
        "instructions": "Ask.",
        "tools": ["echo"],
        "asked": [{"type": "string", "oneOf": [{"const": "s", "title": "Small"}]}],
        "logged": ["called", "called"],  # one for each attempt, at the level that the client has set
        "called": ["hi", {"size": "s"}, "red", [{"uri": "file:///a"}]],
        "declined": "MCP error -32603: an input response cannot carry the client's error: "
        "MCP error -1: declined [R-MRTR]",
        "refused": -32601,
        "after": "pong",
    }


def test_the_official_sdk_talks_to_a_stateless_server_by_http(folder: Path) -> None:
    """Through `examples/http.ts`, sessions are bounded, end, and a failed handshake opens none."""
    assert json.loads(said(folder, NODE, "http_client.mjs")) == {
        "progress": [1, 1],
        "faults": [[400, None, -32700], [400, None, -32600]],
        "types": ["text/event-stream", 202, 1],
        "failure": [None, -32602],
        "tools": ["echo"],
        "asked": [{"type": "string", "oneOf": [{"const": "s", "title": "Small"}]}],
        "logged": 2,
        "called": ["hi", {"size": "s"}, "red", [{"uri": "file:///a"}]],
        "statuses": {
            "full": 503,
            "origin": 403,
            "unknown": 404,
            "unopened": 400,
            "text": 400,
            "batch": 400,
            "put": 405,
            "ended": 404,
        },
        "twice": -32600,
        "revision": "2025-06-18",
    }


@pytest.mark.parametrize(
    "command",
    [
        (NODE, "run.mjs"),
        (OLDEST, "run.mjs"),
        ("node_modules/.bin/bun", "run.mjs"),
        ("node_modules/.bin/deno", "run", "--node-modules-dir=manual", "-A", "run.mjs"),
        (NODE, "page.mjs", "node_modules/mcp-revisions/dist"),
    ],
    ids=["node", "oldest node", "bun", "deno", "chromium"],
)
def test_it_runs_on_each_host(folder: Path, command: tuple[str, ...]) -> None:
    """A conversion and a decode keep an id beyond 2^53 on Node, Bun, Deno and in a browser."""
    assert said(folder, *command).replace("n", "") == SAID.replace("n", "")


@pytest.mark.parametrize("name", ["package", "session", "stateless", "losses", "hostile"])
def test_the_oldest_node_passes_the_tests_of_the_package(folder: Path, name: str) -> None:
    """The package behaves alike on the Node that `engines` names, which strips no types."""
    assert json.loads((PACKAGE / "package.json").read_text("utf-8"))["engines"]["node"] == ">=20.10"
    assert said(folder, OLDEST, "--version") == "v20.10.0"
    said(folder, OLDEST, "--test", str(PACKAGE / "test" / f"{name}.test.js"))


def test_the_testee_builds_the_package_for_the_oldest_node(folder: Path) -> None:
    """`test/testee.js` answers on the oldest Node, by a package that it builds where the source is newer."""
    shutil.rmtree(PACKAGE / "dist", ignore_errors=True)
    question = {"id": 1, "op": "decode", "revision": "2025-11-25", "sender": "client", "answering": None}
    frame = {"jsonrpc": "2.0", "id": 2**64 + 1, "method": "ping"}
    path = os.pathsep.join([str(folder / "node_modules" / ".bin"), os.environ["PATH"]])
    done = subprocess.run(
        ["node", str(PACKAGE / "test" / "testee.js")],
        input=json.dumps({**question, "frame": frame}),
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
        timeout=CEILING,
    )
    assert json.loads(done.stdout) == {"id": 1, "verdict": "valid", "unknown": [], "frame": frame}
    assert (PACKAGE / "dist" / "index.js").exists()
