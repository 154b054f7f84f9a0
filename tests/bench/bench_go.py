"""Measure the Go module over `encoding/json`, and the size of programs with it: `make bench`.

In: held-out traffic (`held_out`), and a page of 100 tools. Out: a table of geometric means of the time over
that of `json.Unmarshal` and `json.Marshal` with `any`, with allocations, then the sizes of programs. With
`--write`, both replace the tables below the mark `go` of docs/measured.md. Without Go, it says so.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import mcp_revisions as mr  # noqa: E402
from bench_figures import write  # noqa: E402
from held_out import texts  # noqa: E402

from support.golang import GO, MODULE, go  # noqa: E402
from support.paths import ROOT  # noqa: E402

COUNT = 60  # messages of a revision
HEAD = (
    "| Go, times `encoding/json` (`Unmarshal` and `Marshal` with `any`), geometric mean | aim | measured | "
    "allocations of a message | of `encoding/json` |",
    "|---|---|---|---|---|",
)
AIMS = {
    "conversion between neighbouring revisions up to 2025-11-25": 0.25,
    "conversion over two or three revisions up to 2025-11-25": 0.40,
    "conversion to and from 2026-07-28": 0.80,
    "a page of 100 tools (50 kB), to the newer neighbour": 0.08,
    "decode, every revision": 0.65,
}
NEIGHBOURS, CHAINS, NEWEST, PAGE, DECODE = AIMS
PROGRAM = """package main

import "os"

{imports}

func main() {{
	frame, _ := os.ReadFile(os.Args[1])
	{body}
}}
"""
PROGRAMS = {
    "a program that calls `json.Unmarshal`": (
        'import "encoding/json"',
        "var v any\n\t_ = json.Unmarshal(frame, &v)\n\t_, _ = os.Stdout.Write(frame)",
    ),
    "with the converter of one pair, more by": (
        'import mcp "mcprevisions"',
        'c, _ := mcp.PAIR.NewConverter(mcp.Client)\n\tout, _, _ := c.Frame(frame, "")\n\t'
        "_, _ = os.Stdout.Write(out)",
    ),
    "with every converter and decoder, more by": (
        'import mcp "mcprevisions"',
        "c, _ := mcp.NewConverter(mcp.Revision(os.Args[2]), mcp.Latest, mcp.Client)\n\t"
        '_, _ = mcp.Decode(frame, mcp.Latest, mcp.Client, "")\n\tout, _, _ := c.Frame(frame, "")\n\t'
        "_, _ = os.Stdout.Write(out)",
    ),
}


def jobs() -> Iterator[dict[str, Any]]:
    """Yield the questions for `go/cmd/figures`."""
    older = mr.REVISIONS[:-1]
    for revision in mr.REVISIONS:
        for message, text in texts(revision, COUNT):
            common = {"sender": message.sender, "answering": message.answering or "", "text": text.decode()}
            yield {"group": DECODE, "source": revision, **common}
            for target in mr.REVISIONS:
                if target == revision:
                    continue
                steps = abs(mr.REVISIONS.index(target) - mr.REVISIONS.index(revision))
                group = NEIGHBOURS if steps == 1 else CHAINS
                if not {revision, target} <= set(older):
                    group = NEWEST
                yield {"group": group, "source": revision, "target": target, **common}
    one = {"sender": "server", "answering": "tools/list", "source": older[-2], "target": older[-1]}
    yield {"group": PAGE, **one, "text": json.dumps(page())}


def page() -> dict[str, Any]:
    """Return a page of 100 tools of about 50 kB."""
    schema = {
        "type": "object",
        "properties": {f"p{i}": {"type": "string", "description": "x" * 60} for i in range(4)},
    }
    tools = [{"name": f"tool{i}", "description": "y" * 120, "inputSchema": schema} for i in range(100)]
    return {"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}


def measured() -> list[str]:
    """Return the lines of the table of times."""
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "figures")
        go("build", "-o", program, "./cmd/figures")
        lines = "".join(f"{json.dumps(job)}\n" for job in jobs())
        done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    rows = {row["group"]: row for row in map(json.loads, done.stdout.splitlines())}
    return [
        f"| {name} | {aim:.2f} | {rows[name]['ratio']:.2f} | {rows[name]['allocations']:.0f} | "
        f"{rows[name]['allocationsOfEncodingJSON']:.0f} |"
        for name, aim in AIMS.items()
    ]


def sizes() -> list[str]:
    """Return the lines of the table of sizes."""
    first, *_ = mr.REVISIONS
    pair = f"Pair{mr.REVISIONS[-3]}To{mr.REVISIONS[-2]}".replace("-", "")
    found: list[int] = []
    with tempfile.TemporaryDirectory(dir=MODULE / "cmd", prefix="size") as folder:
        for imports, body in PROGRAMS.values():
            (Path(folder) / "main.go").write_text(
                PROGRAM.format(imports=imports, body=body.replace("PAIR", pair)), "utf-8"
            )
            program = Path(folder) / "program"
            go("build", "-ldflags=-s -w", "-o", str(program), f"./cmd/{Path(folder).name}")
            found.append(program.stat().st_size)
    base = found[0]
    return [
        f"| {name} | {(size - base if size != base else size) / 1e6:.2f} MB |"
        for name, size in zip(PROGRAMS, found, strict=True)
    ]


def main(*, is_written: bool) -> None:
    """Print the tables, or write them to docs/measured.md."""
    if GO is None:
        print("the figures of Go are not measured: go is not installed")
        return
    tables = {"go": [*HEAD, *measured()], "go sizes": ["| size, stripped | |", "|---|---|", *sizes()]}
    text = (ROOT / "docs" / "measured.md").read_text("utf-8")
    for mark, lines in tables.items():
        print("\n".join([*lines, ""]))
        text = write(text, mark, lines)
    if is_written:
        (ROOT / "docs" / "measured.md").write_text(text, "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write docs/measured.md")
    main(is_written=parser.parse_args().write)
