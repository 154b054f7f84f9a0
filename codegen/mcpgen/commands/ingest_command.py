"""The command `mcpgen ingest`: a revision, or an extension of one (`REVISION+EXTENSION`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mcpgen.commands import ingest as revisions
from mcpgen.commands import ingest_layer as extensions
from mcpgen.commands.ingest import Options, location, read_input
from mcpgen.commands.schema_dir import opened
from mcpgen.problems import refuse


def ingest(file: Path | None, options: Options, schema_dir: Path | None) -> Sequence[str]:
    """Pin an official file; return lines with the pin, the proposals and the next step."""
    if "+" not in options.revision:
        return revisions.ingest(file, options, schema_dir)
    if file is None:
        raise refuse("FILE", "give the official file of the extension")
    return extensions.ingest_layer(read_input(file), location(file), options, schema_dir)


def check(file: Path, revision: str, schema_dir: Path | None) -> tuple[list[str], str]:
    """Return a line for each wire fact in which a file differs from its pin, and the outcome in words."""
    with opened(schema_dir) as folder:
        if "+" in revision:
            found = extensions.check_layer(read_input(file), location(file), revision, folder)
        else:
            found = revisions.check(file, revision, folder)
    count = {0: "no wire fact differs", 1: "1 wire fact differs"}
    return found, f"{revision}: {count.get(len(found), f'{len(found)} wire facts differ')} from the pin"
