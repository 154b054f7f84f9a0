"""Measure bundles of programs that use the npm package, minified by esbuild.

The input is a folder in which the package and esbuild are installed. Sizes are in bytes, uncompressed and
with gzip. `typescript/README.md` states the limits.
"""

from __future__ import annotations

import json
import subprocess
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import mcp_revisions as mr

from support.node import NODE

ESBUILD = "esbuild@0.28.2"


class Bundle(NamedTuple):
    """What a program imports, and the maximum bytes of its bundle, uncompressed and with gzip."""

    title: str
    code: str
    size: int
    compressed: int | None = None


def _pair(source: str, target: str) -> Bundle:
    address = f"{source}/to/{target}"
    code = f'export {{ convert }} from "mcp-revisions/{address}";'
    return Bundle(f"convert of mcp-revisions/{address}", code, 60_000)


BUNDLES = [
    Bundle("REVISIONS", 'export { REVISIONS } from "mcp-revisions";', 2_000),
    *(
        Bundle(
            f"decode of mcp-revisions/{name}",
            f'export {{ decode }} from "mcp-revisions/{name}";',
            48_000,
            15_000,
        )
        for name in mr.REVISIONS
    ),
    *(_pair(*pair) for pair in permutations(mr.REVISIONS, 2)),
    Bundle("everything", 'export * from "mcp-revisions";', 235_000),
]


class Measured(NamedTuple):
    """The bytes of a minified bundle, uncompressed and with gzip, and the modules in it."""

    size: int
    compressed: int
    inputs: list[str]


def measured(folder: Path, code: str) -> Measured:
    """Bundle a program, and measure the bundle. The package and esbuild must be installed in the folder."""
    command = [NODE, str(Path(__file__).with_name("bundle.mjs")), code]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Measured(**json.loads(done.stdout))
