"""The proposals of a schema folder that a person must accept by name."""

from __future__ import annotations

from pathlib import Path

from mcpgen.adapters.decisions import read_entries
from mcpgen.frontend.overlay import names_of, read_overlay, why_by_name


def waiting_names(folder: Path, revision: str) -> list[str]:
    """Return the names for `mcpgen ingest --accept` of all proposals that `--accept-proposals` left."""
    found = [
        entry.id
        for changes in sorted((folder / "changes").glob("*.toml"))
        for entry in read_entries(changes.read_bytes(), changes.name)
        if entry.proposed
    ]
    overlay = read_overlay((folder / revision / "overlay.toml").read_bytes(), "overlay.toml")
    for table, entries in overlay.entries.items():
        found += [name for entry in entries if why_by_name(entry) for name in names_of(table, entry)]
    return found
