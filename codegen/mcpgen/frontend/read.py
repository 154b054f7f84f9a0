"""Read: the bytes of a schema file × its overlay → definitions, and the `Protocol` of a revision.

`read_protocol` is the only path from a file to the IR: load, corrections, parse, methods. The file is a
`SchemaSource`, from a pinned folder (`pinned_source`) or from anywhere (`file_source`). `layer.read_layer`
reads a layer. A corrected schema must follow the same rules as a file. A file whose digest is pinned was
checked before, so it is not checked again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mcpgen.frontend.load import load
from mcpgen.frontend.methods import assemble
from mcpgen.frontend.overlay import NO_OVERLAY, Overlay, corrected, read_overlay
from mcpgen.frontend.parse import parse
from mcpgen.frontend.sources import Sources, read_file, source
from mcpgen.ir import Definition, Protocol
from mcpgen.problems import Problem

Warn = Callable[[Problem], None]


@dataclass(frozen=True)
class SchemaSource:
    """A schema file: its bytes, its location for problems, and its overlay."""

    data: bytes
    location: str
    overlay: Overlay = NO_OVERLAY
    is_checked: bool = False
    keep_descriptions: bool = False


def pinned_source(sources: Sources, folder: str, digest: str | None) -> SchemaSource:
    """Return the schema file of a pinned folder. `digest` is the SHA-256 of the file that was checked."""
    names = f"{folder}/schema.json", f"{folder}/overlay.toml"
    data, overlay = (source(sources, name) for name in names)
    is_checked = hashlib.sha256(data).hexdigest() == digest
    return SchemaSource(data, names[0], read_overlay(overlay, names[1]), is_checked)


def file_source(
    path: Path, overlay: Overlay = NO_OVERLAY, *, keep_descriptions: bool = False
) -> SchemaSource:
    """Return any other schema file, which will be checked. Refuse a file that cannot be read."""
    data = read_file(path, str(path))
    return SchemaSource(data, str(path), overlay, keep_descriptions=keep_descriptions)


def read_definitions(source: SchemaSource, warn: Warn) -> dict[str, Definition]:
    """Return the definitions of a file. `warn` gets each name that the overlay does not contain."""
    schema = load(source.data, source.location, metaschema=not source.is_checked)
    if source.overlay.table("correction"):
        schema = corrected(schema, source.overlay)
        if not source.is_checked:
            schema = load(json.dumps(schema, default=str).encode(), source.location)
    return parse(schema, source.overlay, source.location, warn, keep_descriptions=source.keep_descriptions)


def read_protocol(source: SchemaSource, revision: str, warn: Warn) -> Protocol:
    """Return the IR of a revision. `warn` gets each fact that the overlay does not contain."""
    definitions = read_definitions(source, warn)
    return assemble(revision, definitions, source.overlay, source.location, warn)
