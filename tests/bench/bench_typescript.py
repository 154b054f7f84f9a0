"""Measure the npm package on Node, and the schemas of the official TypeScript SDK where npm is present.

In: every recorded frame for the package; every recorded call and every result that our decode accepts for
the SDK, of the revisions that it knows. Out: the medians of the package over `JSON.parse` and
`JSON.stringify`, and the means of the SDK over `JSON.parse` by revision. The SDK also validates the mutated
messages of `bench_peers`. `make typescript-figures` writes the figures of the package to docs/measured.md.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from math import exp, log
from pathlib import Path
from typing import Any

import bench_peers
import mcp_revisions as mr

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.node import NODE
from support.npm_package import PACKAGE
from support.paths import ROOT
from support.traffic import messages

SDK = "@modelcontextprotocol/sdk@1.32.2"
REVISIONS = mr.REVISIONS[:4]  # what that release speaks
HEAD = "| work | frames | times native JSON | microseconds |\n|---|---:|---:|---:|\n"


def package() -> list[dict[str, Any]]:
    """Return the figures of the package, a row for the decode and for each pair."""
    lines: dict[str, None] = {}
    for revision in mr.REVISIONS:
        for message in messages(revision):
            text = json.dumps(message.frame, separators=(",", ":"), ensure_ascii=False)
            line = {
                "source": revision,
                "sender": message.sender,
                "answering": message.answering,
                "text": text,
            }
            lines[json.dumps(line)] = None
    command = [NODE, str(Path(__file__).with_name("package.mjs")), str(PACKAGE / "src" / "index.ts")]
    ran = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def table(rows: list[dict[str, Any]]) -> str:
    """Return the figures of the package as a table."""
    cells = "".join(
        f"| {row['work']} | {row['frames']} | {row['ratio']:.1f} | {_microseconds(row['microseconds'])} |\n"
        for row in rows
    )
    return HEAD + cells


def _microseconds(value: float) -> str:
    return f"{value:.1f}" if value < 1000 else f"{value:,.0f}"


def frames() -> str:
    """Return a line for each distinct frame, as `typescript.mjs` reads it."""
    lines: dict[str, None] = {}
    for revision in REVISIONS:
        mcp = mr.revision(revision)
        for message in messages(revision):
            data = json.dumps(message.frame, separators=(",", ":"), ensure_ascii=False)
            answering = message.answering if message.answering in mcp.METHODS else None
            try:
                mcp.decode_message(data, message.sender, answering)
            except mr.DecodeError:
                continue
            if "error" in message.frame or ("result" in message.frame and answering is None):
                continue
            lines[_line(mcp, answering, data, timed=True)] = None
    return "\n".join(lines) + "\n"


def _line(mcp: Any, answering: str | None, data: str, *, timed: bool) -> str:
    """Return the line of a frame. `answering` is the method that the result in it answers."""
    result = mcp.METHODS[answering].result.__name__ if answering else None
    result = "EmptyResult" if result == "Result" else result
    return json.dumps({"revision": mcp.REVISION, "result": result, "data": data, "timed": timed})


def sdk() -> None:
    """Print the figures of the SDK, or why there are none."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        print("the TypeScript SDK is not measured: Node and npm are not here")
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([npm, "install", "--silent", "--prefix", folder, SDK], check=True, capture_output=True)
        types = f"{folder}/node_modules/@modelcontextprotocol/sdk/dist/esm/types.js"
        command = [node, str(Path(__file__).with_name("typescript.mjs")), types]
        timed = _answers(command, frames())
        _print_exactness(command)
    ratios: dict[str, list[tuple[float, float]]] = {}
    for row in timed:
        ratios.setdefault(row["revision"], []).append((row["message"], row["both"]))
    print(f"official TypeScript SDK ({SDK}) over JSON.parse, geometric means")
    print("  revision  frames  the message's schema  envelope's and message's")
    for revision, found in ratios.items():
        message, both = (exp(sum(map(log, each)) / len(found)) for each in zip(*found, strict=True))
        print(f"{revision}  {len(found):6}  {message:20.2f}  {both:24.2f}")


def _answers(command: list[str], lines: str) -> list[dict[str, Any]]:
    ran = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def _print_exactness(command: list[str]) -> None:
    """Print how many mutated messages the SDK accepts wrongly, and how many it refuses wrongly."""
    rows = bench_peers.mutants()
    lines = [
        _line(bench_peers.mcp, m.answering if "result" in f else None, data.decode(), timed=False)
        for m, f, data in rows
    ]
    found = _answers(command, "\n".join(lines) + "\n")
    fits = [bench_peers.accepts(bench_peers.fits_schema, data, f, m) for m, f, data in rows]
    print(f"{len(rows)} mutated messages of {bench_peers.REVISION}: accepted wrongly, refused wrongly")
    for name, words in (("message", "the message's schema"), ("both", "envelope's and message's")):
        wrongly = [accepted[name] for accepted, fit in zip(found, fits, strict=True) if accepted[name] != fit]
        print(f"{words:24}  {wrongly.count(True):4}  {wrongly.count(False):4}")


def main(write: bool) -> None:
    """Print both tables; write that of the package to docs/measured.md instead if `write`."""
    figures = table(package())
    if write:
        path = ROOT / "docs" / "measured.md"
        page = path.read_text("utf-8")
        path.write_text(re.sub(rf"{re.escape(HEAD)}(\|[^\n]*\n)*", lambda _: figures, page), "utf-8")
        return
    print("the npm package, source as it is, on Node")
    print(figures)
    sdk()


if __name__ == "__main__":
    main("--write" in sys.argv[1:])
