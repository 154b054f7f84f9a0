"""The npm package as a TypeScript developer meets it: types, bundles, and what an editor shows.

A tarball is installed in a fresh folder, with three compilers and three bundlers of npm's registry.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import mcp_revisions as mr
import pytest

from mcpgen.schema_folder import packaged
from support import bundles
from support.node import NODE
from support.npm_package import PACKAGE, install

PEERS = Path(__file__).parent / "peers"
COMPILERS = {"5.4": "npm:typescript@5.4.5", "5.9": "npm:typescript@5.9.3", "7": "npm:typescript@7.0.2"}
BUNDLERS = (bundles.ESBUILD, "vite@8.3.8", "webpack@5.113.0", "webpack-cli@6.0.1")
LONGEST_ERROR, LONGEST_SIGNATURE = 190, 240  # characters of a line; an error may list the revisions
OPTIONS = {
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "noEmit": True,
    "module": "nodenext",
    "target": "es2022",
    "types": [],
}
SESSION = """
import { decode, converter, DecodeError, type ConvertOptions } from "mcp-revisions";
import { /*importOne*/decode as decodeOne } from "mcp-revisions/2025-11-25";
import type { Tool } from "mcp-revisions/2025-11-25";
declare const line: string, error: DecodeError, tool: Tool;
const { /*message*/message } = /*decode*/decode(line, /*revision*/"2025-11-25", { /*side*/sender: "client" });
const one = decode(line, "2025-11-25", { sender: "server", /*answering*/answering: /*method*/"tools/call" });
const answer = one.message;
/*answer*/answer;
if ("method" in message && message.method === "tools/call") message./*params*/params./*name*/name;
/*decodeOne*/decodeOne(line, { sender: "client" });
/*converter*/converter("2025-11-25", "2025-06-18", { sender: "client", /*loss*/loss: "error" });
error./*pointer*/pointer;
error./*code*/code;
tool./*schema*/inputSchema;
export type Options = ConvertOptions;
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package, the compilers, the bundlers and the programs of these tests."""
    made = tmp_path_factory.mktemp("developer")
    compilers = (f"typescript-{name}@{address}" for name, address in COMPILERS.items())
    install(made, *compilers, *BUNDLERS)
    for path in (*PEERS.iterdir(), *(PACKAGE / "test" / "types").iterdir()):
        shutil.copy(path, made)
    (made / "session.ts").write_text(SESSION, "utf-8")
    (made / "tsconfig.json").write_text(
        json.dumps({"compilerOptions": OPTIONS, "include": ["session.ts", "unfinished.ts"]})
    )
    return made


def said(folder: Path, *command: str) -> str:
    """Return what a command prints."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("version", COMPILERS)
def test_types_follow_from_values(folder: Path, version: str) -> None:
    """`valid.ts` compiles. In `wrong.ts`, exactly the marked lines have an error each, and it is short."""
    (folder / f"{version}.json").write_text(
        json.dumps({"compilerOptions": OPTIONS, "files": ["valid.ts", "wrong.ts", "session.ts"]})
    )
    command = [NODE, f"node_modules/typescript-{version}/bin/tsc", "--project", f"{version}.json"]
    done = subprocess.run(
        [*command, "--pretty", "false"], cwd=folder, capture_output=True, text=True, check=False
    )
    found = re.findall(r"^(\S+?)\((\d+),\d+\): error", done.stdout, re.MULTILINE)
    assert {name for name, _ in found} == {"wrong.ts"}, done.stdout
    lines = (folder / "wrong.ts").read_text("utf-8").splitlines()
    marked = {number for number, line in enumerate(lines, 1) if "//!" in line}
    assert len(marked) > 30
    assert sorted(int(number) for _, number in found) == sorted(marked)
    reasons = (
        "no client sends tools/cal in 2025-11-25",
        "no server sends tools/call in 2025-11-25",
        "answering is required for a response",
        '" | "'.join(mr.REVISIONS),
    )
    assert all(f'"{reason}"' in done.stdout for reason in reasons)
    assert "overload" not in done.stdout and max(map(len, done.stdout.splitlines())) < LONGEST_ERROR


@pytest.mark.parametrize("version", COMPILERS)
def test_types_follow_from_values_without_strict(folder: Path, version: str) -> None:
    """`loose.ts` compiles with the compiler's option `strict` off."""
    options = {**OPTIONS, "strict": False, "exactOptionalPropertyTypes": False}
    (folder / f"loose-{version}.json").write_text(
        json.dumps({"compilerOptions": options, "files": ["loose.ts"]})
    )
    said(folder, NODE, f"node_modules/typescript-{version}/bin/tsc", "--project", f"loose-{version}.json")


EXPORTED = """
import { compose, convert, converter, createSession, decode, validate } from "mcp-revisions";
import { convertInputRequest } from "mcp-revisions";
import { Session } from "mcp-revisions/session";
import * as upwards from "mcp-revisions/2025-11-25/to/2026-07-28";
import * as downwards from "mcp-revisions/2026-07-28/to/2025-11-25";
import { convert as convertPair, converter as converterPair } from "mcp-revisions/2025-11-25/to/2025-06-18";
import { decode as decodeOne, validate as validateOne } from "mcp-revisions/2026-07-28";
declare const line: string, frame: object;
export const message = decode(line, "2025-11-25", { sender: "client" }).message;
export const answer = decode(line, "2025-03-26", { sender: "server", answering: "tools/call" });
export const tool = validate(frame, "2025-06-18", "Tool").message;
export const tasks = compose("2026-07-28", "io.modelcontextprotocol/tasks");
export const asked = decode(line, tasks, { sender: "client" }).message;
export const filter = validate(frame, tasks, "SubscriptionFilter");
export const older = convert(frame, "2025-11-25", "2024-11-05", { sender: "server", answering: "ping" });
export const up = converter("2025-06-18", "2026-07-28", { sender: "client" });
export const one = decodeOne(line, { sender: "server" });
export const pair = convertPair(frame, { sender: "client" });
export const down = converterPair({ sender: "client" });
export const session = createSession("2025-06-18", "2026-07-28");
export const pairSession = new Session(upwards, downwards);
export const delivered = session.fromClient(line);
export const input = convertInputRequest(frame, "2026-07-28", "2025-06-18", { id: 1 });
export const functions = { compose, convert, converter, decode, validate };
export const functionsOfOne = { convertPair, converterPair, decodeOne, validateOne };
export function handle(text: string) {
  return decodeOne(text, { sender: "client" });
}
"""


@pytest.mark.parametrize("version", COMPILERS)
def test_programs_can_export_what_they_infer(folder: Path, version: str) -> None:
    """The compiler can name each inferred type in the declarations of a program, by an entry point."""
    (folder / "exported.ts").write_text(EXPORTED, "utf-8")
    options = {**OPTIONS, "noEmit": False, "declaration": True, "outDir": f"declared-{version}"}
    (folder / f"declared-{version}.json").write_text(
        json.dumps({"compilerOptions": options, "files": ["exported.ts"]})
    )
    said(folder, NODE, f"node_modules/typescript-{version}/bin/tsc", "--project", f"declared-{version}.json")
    declared = (folder / f"declared-{version}" / "exported.d.ts").read_text("utf-8")
    named = set(re.findall(r'"(mcp-revisions[^"]*)"', declared))
    assert named and all("dist" not in name for name in named)


@pytest.mark.parametrize("bundle", bundles.BUNDLES, ids=lambda bundle: bundle.title)
def test_a_bundle_has_what_it_uses(folder: Path, bundle: bundles.Bundle) -> None:
    """The minified bundle of esbuild keeps its ceiling."""
    size, compressed, _ = bundles.measured(folder, bundle.code)
    assert 0 < size <= bundle.size
    assert bundle.compressed is None or compressed <= bundle.compressed


def test_a_bundle_has_the_data_of_its_revisions_only(folder: Path) -> None:
    """One revision brings its types; one pair its plan; a class of errors, neither."""
    newest, before = mr.REVISIONS[-1], mr.REVISIONS[-2]
    code = f'export {{ decode }} from "mcp-revisions/{newest}";'
    data = [path for path in bundles.measured(folder, code).inputs if "/data/" in path]
    assert sorted(path.partition("/data/")[2] for path in data) == [
        "methods/defined.js",
        "shared/types.js",
        f"types/{newest}.js",
    ]
    code = f'export {{ convert }} from "mcp-revisions/{before}/to/{newest}";'
    data = [path for path in bundles.measured(folder, code).inputs if "/data/" in path]
    plan, shared = f"conversions/{before}--{newest}.js", "shared/conversions.js"
    used = [plan, f"methods/{before}.js", f"naming/{newest}.js", shared]
    assert sorted(path.partition("/data/")[2] for path in data) == used
    code = f'export {{ NoCounterpart }} from "mcp-revisions/{before}/to/{newest}";'
    assert not [path for path in bundles.measured(folder, code).inputs if "/data/" in path]


def test_other_bundlers_build_it(folder: Path) -> None:
    """Bundles of Vite and webpack run; no module that they read has import attributes."""
    dist = folder / "node_modules" / "mcp-revisions" / "dist"
    modules = list(dist.rglob("*.js"))
    assert len(modules) > 50 and not any(" with {" in path.read_text("utf-8") for path in modules)
    expected = said(folder, NODE, "run.mjs")
    entry = {"entry": "run.mjs", "formats": ["es"], "fileName": "run"}
    config = {"build": {"outDir": "vite", "minify": True, "lib": entry}}
    (folder / "vite.config.mjs").write_text(f"export default {json.dumps(config)};")
    said(folder, NODE, "node_modules/vite/bin/vite.js", "build")
    assert said(folder, NODE, "vite/run.js") == expected
    webpack = ("--mode", "production", "--entry", "./run.mjs", "--output-path", "webpack", "--target", "node")
    said(folder, NODE, "node_modules/webpack-cli/bin/cli.js", *webpack)
    assert said(folder, NODE, "webpack/main.js") == expected


def test_everything_is_documented(folder: Path) -> None:
    """The language service has a text for every export, option, and member of an error or a type."""
    entries = ["mcp-revisions", *(f"mcp-revisions/{name}" for name in mr.REVISIONS)]
    entries += [f"mcp-revisions/{mr.REVISIONS[0]}/to/{mr.REVISIONS[-1]}", "mcp-revisions/extensions/tasks"]
    entries += ["mcp-revisions/session"]
    plain = json.dumps([*packaged().descriptions.plain, "error", "message"])
    typescript = "node_modules/typescript-5.9/lib/typescript.js"
    found = json.loads(said(folder, NODE, "documented.mjs", typescript, plain, *entries))
    assert found["lacking"] == [] and found["count"] > 3000


def test_an_editor_helps(folder: Path) -> None:
    """An editor shows types and documentation on hover, completes names, and leads to the source."""
    tsserver = "node_modules/typescript-5.9/lib/tsserver.js"
    found = json.loads(said(folder, NODE, "editor.mjs", tsserver, "session.ts"))
    hover = {mark: one.get("hover") or "" for mark, one in found.items()}
    assert "const message: ClientMessage" in hover["message"]
    assert (
        "Response<CallToolResult | CreateTaskResult>" in hover["answer"]
        and "ErrorResponse" in hover["answer"]
    )
    assert "Decode a message of a revision" in hover["decode"]
    assert (
        "Decode a message of this revision" in hover["decodeOne"] and "Decode a message" in hover["importOne"]
    )
    assert "The side that sent the message" in hover["side"]
    assert "The method of the request that the message answers" in hover["answering"]
    assert "conversion for many messages" in hover["converter"]
    for mark in ("decode", "decodeOne", "converter"):
        assert len(hover[mark].split("\n", 1)[0]) < LONGEST_SIGNATURE
    assert "What to do about differences" in hover["loss"]
    assert "JSON Pointer" in hover["pointer"] and "JSON-RPC error code" in hover["code"]
    assert "CallToolRequestParams" in hover["params"] and "Name of the tool" in hover["name"]
    assert "schema" in hover["schema"].lower().split("\n", 1)[1]
    assert {*mr.REVISIONS} <= {*found["revision"]["completions"]}
    assert {"answering", "limits"} <= {*found["side"]["completions"]}
    for mark, name in {"decode": "index.ts", "pointer": "errors.ts", "schema": "2025-11-25.ts"}.items():
        assert "/mcp-revisions/src/" in found[mark]["definition"]
        assert found[mark]["definition"].endswith(f"/{name}")


UNFINISHED = """
import { convert, decode, validate } from "mcp-revisions";
import { decode as decodeOne } from "mcp-revisions/2025-11-25";
declare const line: string;
decode(line, "2025-11-25", { sender: "server", answering: /*decode*/"" });
decodeOne(line, { sender: "server", answering: /*decodeOne*/"" });
convert(line, "2025-11-25", "2025-06-18", { sender: "server", answering: /*convert*/"" });
decode(line, "2025-11-25", { sender: /*sender*/"" });
validate(line, "2025-11-25", /*type*/"");
"""


def test_an_editor_completes_names(folder: Path) -> None:
    """In an empty text, an editor lists the methods that the sender answers, the sides, and the types."""
    (folder / "unfinished.ts").write_text(UNFINISHED, "utf-8")
    tsserver = "node_modules/typescript-5.9/lib/tsserver.js"
    found = json.loads(said(folder, NODE, "editor.mjs", tsserver, "unfinished.ts"))
    completions = {mark: {*one["completions"]} for mark, one in found.items()}
    mcp = mr.revision("2025-11-25")
    methods = {name for name, one in mcp.METHODS.items() if one.result and "client" in one.senders}
    for mark in ("decode", "decodeOne", "convert"):
        assert completions[mark] == methods
    assert completions["sender"] == {"client", "server"}
    assert {"Tool", "ContentBlock", "ClientCapabilities"} <= completions["type"]
