"""The command `mcpgen ingest`: an official schema file → the snapshot and the pin in `schema/`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mcpgen.commands.schema_folder import writable
from mcpgen.emit.file_tree import replace_files
from mcpgen.frontend import ingest as snapshot
from mcpgen.frontend.sources import read_file
from mcpgen.names import check_revision_name


def ingest(
    file: Path, revision: str, schema_dir: Path | None, *, commit: str | None, update: bool
) -> Sequence[str]:
    """Write the snapshot and the pin of a revision; return the wire facts that differ."""
    check_revision_name(revision)
    location = str(file)
    data = read_file(file, location)
    with writable(schema_dir) as folder:
        files, differences = snapshot.ingest(
            data, location, revision, folder.path, commit=commit, update=update
        )
        replace_files(files)
    return differences
