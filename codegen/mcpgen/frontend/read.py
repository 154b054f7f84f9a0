"""Read a schema file with its overlay: to definitions, or to the `Protocol` of a revision.

Every schema file is read by `read_protocol`, or by `layer.read_layer` if it is the file of an extension. Both
load, correct and parse the file. Then they find the methods. The file is a `SchemaSource`, from a pinned
folder (`pinned_source`) or from elsewhere (`file_source`). A schema is validated against its metaschema
before and after its corrections. A file whose digest is pinned was validated when it was pinned, so both
validations are skipped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mcpgen.frontend.inheritance import fitted, with_inherited
from mcpgen.frontend.load import load
from mcpgen.frontend.methods import assemble
from mcpgen.frontend.overlay import NO_OVERLAY, Overlay, check_tables, corrected, read_overlay
from mcpgen.frontend.parse import parse
from mcpgen.frontend.sources import Sources, read_file, source
from mcpgen.ir import Definition, Protocol
from mcpgen.problems import Problem

Warn = Callable[[Problem], None]


@dataclass(frozen=True)
class SchemaSource:
    """A schema file: its bytes, its location for messages, and its overlay.

    `is_checked` is true if the file was validated against its metaschema when it was pinned.
    """

    data: bytes
    location: str
    overlay: Overlay = NO_OVERLAY
    is_checked: bool = False
    keep_descriptions: bool = False


def pinned_source(sources: Sources, folder: str, digest: str | None) -> SchemaSource:
    """Return the schema file and the overlay in the folder of a pinned revision or extension.

    `digest` is the pinned SHA-256. If the bytes of the file have this digest, the file is not validated
    again.
    """
    names = f"{folder}/schema.json", f"{folder}/overlay.toml"
    data, overlay = (source(sources, name) for name in names)
    is_checked = hashlib.sha256(data).hexdigest() == digest
    return SchemaSource(data, names[0], with_inherited(read_overlay(overlay, names[1]), sources), is_checked)


def file_source(
    path: Path, overlay: Overlay = NO_OVERLAY, *, keep_descriptions: bool = False
) -> SchemaSource:
    """Read a schema file that is not pinned. Refuse a file that cannot be read."""
    data = read_file(path, str(path))
    return SchemaSource(data, str(path), overlay, keep_descriptions=keep_descriptions)


def read_definitions(source: SchemaSource, warn: Warn) -> dict[str, Definition]:
    """Return the definitions of a schema file.

    If the overlay does not state a fact, such as the name of an anonymous type, the generator assumes it, and
    `warn` receives a problem.
    """
    schema = load(source.data, source.location, metaschema=not source.is_checked)
    overlay = fitted(schema, source.overlay)
    if overlay.table("correction"):
        schema = corrected(schema, overlay)
        if not source.is_checked:
            schema = load(json.dumps(schema).encode(), source.location)
    return parse(schema, overlay, source.location, warn, keep_descriptions=source.keep_descriptions)


def read_protocol(source: SchemaSource, revision: str, warn: Warn) -> Protocol:
    """Return the protocol of a revision from its schema file.

    If the overlay does not state a fact, such as the result of a request, the generator assumes it, and
    `warn` receives a problem.
    """
    check_tables(source.overlay)
    definitions = read_definitions(source, warn)
    return assemble(revision, definitions, source.overlay, source.location, warn)
