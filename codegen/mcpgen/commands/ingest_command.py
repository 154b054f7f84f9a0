"""The command `mcpgen ingest`: a revision, or `REVISION+EXTENSION`, written or compared with its pin."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from mcpgen.commands.ingest import Options, RevisionIngest
from mcpgen.commands.ingest_layer import LayerIngest
from mcpgen.commands.schema_dir import cite_files, opened, writable
from mcpgen.emit.file_tree import replace_files
from mcpgen.frontend.extensions import FOLDER
from mcpgen.frontend.ingest import difference
from mcpgen.frontend.load import MAX_BYTES, load, read_json
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.sources import read_file, source
from mcpgen.problems import refuse
from mcpgen.schema_folder import check_pinned


def ingest(file: Path | None, options: Options, schema_dir: Path | None) -> Sequence[str]:
    """Write the files of a revision; return lines with the pin, the proposals and the missing decisions."""
    if options.commit is not None and not re.fullmatch(r"[0-9a-f]{40}", options.commit):
        raise refuse("--commit", f"{options.commit[:80]!a} is no commit; give all 40 hexadecimal digits")
    data = read_input(file) if file is not None else None
    with writable(schema_dir) as folder:
        work = (LayerIngest if "+" in options.revision else RevisionIngest)(folder, options)
        work.run(data, location(file))
        replace_files(work.files())
        option = f" --schema-dir {schema_dir}" if schema_dir is not None else ""
        return [cite_files(line, folder.path) for line in (*work.report, *work.next_steps(option))]


def check(file: Path, revision: str, schema_dir: Path | None) -> tuple[list[str], str]:
    """Return a line for each wire fact in which a file differs from its pin, and the outcome in words."""
    with opened(schema_dir) as folder:
        base, _, extension = revision.partition("+")
        name = f"schema/{FOLDER}/{extension}/{base}/schema.json"
        if not extension:
            check_pinned(revision, folder.pins)
            name = f"schema/{revision}/schema.json"
        elif name not in folder.sources:
            raise refuse("--revision", f"{revision!a} is not pinned")
        official = without_prose(load(read_input(file), location(file)))
        found = list(difference(read_json(source(folder.sources, name), name), official))
    count = {0: "no wire fact differs", 1: "1 wire fact differs"}
    return found, f"{revision}: {count.get(len(found), f'{len(found)} wire facts differ')} from the pin"


def read_input(file: Path) -> bytes:
    """Return the bytes of an input file, the first too many at most; `-` is standard input."""
    if str(file) != "-":
        return read_file(file, str(file), MAX_BYTES + 1)
    if sys.stdin is None:
        raise refuse(location(file), "is closed; give a FILE")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def location(file: Path | None) -> str:
    """Return the name of an input file in messages."""
    return "standard input" if str(file) == "-" else str(file)
