"""Read: the bytes of a schema file × its overlay → definitions, and the `Protocol` of a revision.

This is the one way from a file to the IR: load, corrections, parse, methods. A corrected schema is held to
the rules of a file. A file that was checked before, whose digest is pinned, is not checked again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mcpgen.frontend.load import load
from mcpgen.frontend.methods import assemble
from mcpgen.frontend.overlay import Overlay, corrected
from mcpgen.frontend.parse import parse
from mcpgen.frontend.sources import read_file
from mcpgen.ir import Definition, Protocol
from mcpgen.problems import Problem

Warn = Callable[[Problem], None]


@dataclass(frozen=True)
class SchemaSource:
    """A schema file: its bytes, its location in problems, and its overlay."""

    data: bytes
    location: str
    overlay: Overlay
    is_checked: bool = False
    keep_descriptions: bool = False


def read_definitions(source: SchemaSource, warn: Warn) -> dict[str, Definition]:
    """Return the definitions of a file; `warn` gets each name that the overlay does not state."""
    schema = load(source.data, source.location, metaschema=not source.is_checked)
    if source.overlay.table("correction"):
        schema = corrected(schema, source.overlay)
        if not source.is_checked:
            schema = load(json.dumps(schema, default=str).encode(), source.location)
    return parse(schema, source.overlay, source.location, warn, keep_descriptions=source.keep_descriptions)


def read_protocol(source: SchemaSource, revision: str, warn: Warn) -> Protocol:
    """Return the IR of a revision; `warn` gets each fact that the overlay does not state."""
    definitions = read_definitions(source, warn)
    return assemble(revision, definitions, source.overlay, source.location, warn)


def protocol_from_file(
    path: Path,
    revision: str,
    *,
    overlay: Overlay | None = None,
    keep_descriptions: bool = False,
    warn: Warn,
) -> Protocol:
    """Return the IR of any MCP schema file; `warn` gets each name and result chosen by default."""
    data, overlay = read_file(path, str(path)), overlay or Overlay("no overlay")
    source = SchemaSource(data, str(path), overlay, keep_descriptions=keep_descriptions)
    return read_protocol(source, revision, warn)
