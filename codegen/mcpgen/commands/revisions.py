"""The command `mcpgen revisions`: the pinned revisions, with the numbers of their types and methods."""

from __future__ import annotations

import json
from typing import Literal

from mcpgen.schema_folder import SchemaFolder


def revisions(folder: SchemaFolder, format: Literal["text", "json"]) -> str:
    """Return a line for each pinned revision, oldest first, or a JSON array with the pins."""
    rows = [
        {
            "revision": name,
            "types": len(folder.protocol(name).definitions),
            "methods": len(folder.protocol(name).methods),
            **pin,
        }
        for name, pin in folder.pins.items()
    ]
    if format == "json":
        return json.dumps(rows, indent=2) + "\n"
    line = "{revision}  {types} types, {methods} methods, specification commit {commit}\n"
    return "".join(line.format_map(row) for row in rows)
