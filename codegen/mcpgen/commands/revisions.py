"""The command `mcpgen revisions`: list the pinned revisions, with the numbers of their types and methods."""

from __future__ import annotations

import json
from typing import Any, Literal

from mcpgen.commands.schema_dir import cite_files
from mcpgen.problems import Refused
from mcpgen.schema_folder import SchemaFolder


def revisions(folder: SchemaFolder, format: Literal["text", "json"]) -> str:
    """Return a line for each pinned revision, oldest first, or a JSON array with the pins.

    The line of a revision that cannot be read has its first problem instead of numbers.
    """
    rows = [{"revision": name, **_counts(folder, name), **pin} for name, pin in folder.pins.items()]
    if format == "json":
        return json.dumps(rows, indent=2) + "\n"
    return "".join(map(_line, rows))


def _counts(folder: SchemaFolder, revision: str) -> dict[str, Any]:
    """Return the numbers of types and methods of a revision, or its first problem if it cannot be read."""
    try:
        protocol = folder.protocol(revision)
    except Refused as refused:
        return {"problem": cite_files(str(refused.problems[0]), folder.path)}
    return {"types": len(protocol.definitions), "methods": len(protocol.methods)}


def _line(row: dict[str, Any]) -> str:
    commit = row["commit"] or "not stated"
    counts = row.get("problem") or f"{row['types']} types, {row['methods']} methods"
    return f"{row['revision']}  {counts}, specification commit {commit}\n"
