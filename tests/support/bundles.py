"""Bundles of what a program uses of the npm package: esbuild, minified, with ceilings.

In: a folder in which the package and esbuild are installed. Out: bytes, plain and with gzip. The ceilings are
those that `typescript/README.md` states.
"""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise, permutations
from pathlib import Path
from typing import NamedTuple

import mcp_revisions as mr

from support.node import NODE

ESBUILD = "esbuild@0.28.2"


class Bundle(NamedTuple):
    """What a program imports, and the most bytes that its bundle may have, plain and with gzip."""

    title: str
    code: str
    size: int
    compressed: int | None = None


def _pair(source: str, target: str, size: int) -> Bundle:
    address = f"{source}/to/{target}"
    code = f'export {{ convert }} from "mcp-revisions/{address}";'
    return Bundle(f"convert of mcp-revisions/{address}", code, size)


NEIGHBOURS = {pair for older, newer in pairwise(mr.REVISIONS) for pair in ((older, newer), (newer, older))}
BUNDLES = [
    Bundle("REVISIONS", 'export { REVISIONS } from "mcp-revisions";', 2_000),
    *(
        Bundle(
            f"decode of mcp-revisions/{name}",
            f'export {{ decode }} from "mcp-revisions/{name}";',
            110_000,
            25_000,
        )
        for name in mr.REVISIONS
    ),
    # A pair that is no neighbour has the plans of each step.
    *(_pair(*pair, 60_000 if pair in NEIGHBOURS else 85_000) for pair in permutations(mr.REVISIONS, 2)),
    Bundle("everything", 'export * from "mcp-revisions";', 380_000),
]


class Measured(NamedTuple):
    """The bytes of a minified bundle, plain and with gzip, and the modules that it has."""

    size: int
    compressed: int
    inputs: list[str]


def measured(folder: Path, code: str) -> Measured:
    """Bundle a module in a folder where the package and esbuild are installed."""
    command = [NODE, str(Path(__file__).with_name("bundle.mjs")), code]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Measured(**json.loads(done.stdout))
