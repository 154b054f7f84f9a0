"""The pipeline, stage by stage: read this module first.

ingest:  official file           → schema/R/schema.json, schema/pins.json
load:    pinned or any file      → plain JSON that is safe to walk
overlay: schema/R/overlay.toml   → what the specification says beyond its schema
parse:   JSON × overlay          → definitions, every one named
messages: definitions × overlay  → `Protocol`, the IR of one revision

Every stage is pure. What cannot be used is refused with located problems; what falls back to a plain rule is
handed to `warn`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from mcpgen.ingest import read_pins
from mcpgen.ir import Protocol
from mcpgen.load import load
from mcpgen.messages import protocol as assemble
from mcpgen.overlay import Overlay, corrected, read_overlay
from mcpgen.parse import parse
from mcpgen.problems import Problem, refuse


def data_root(name: str) -> Path:
    """Return the folder `schema` or `templates`: in a wheel inside the package, in a checkout at its top."""
    packaged = Path(__file__).parent / name
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / name


def revisions() -> tuple[str, ...]:
    """Return the pinned revisions, oldest first, as `schema/pins.json` orders them."""
    return tuple(read_pins(data_root("schema")))


def _reject(problem: Problem) -> None:
    raise refuse(problem.location, f"{problem.message}; say what answers it in overlay.toml")


@cache
def protocol(revision: str) -> Protocol:
    """Return the IR of a pinned revision."""
    root = data_root("schema")
    pins = read_pins(root)
    if revision not in pins:
        raise refuse("--revision", f"{ascii(revision)} is not pinned; the revisions are {', '.join(pins)}")
    source, overlay_source = f"schema/{revision}/schema.json", f"schema/{revision}/overlay.toml"
    data = _read(root / revision / "schema.json", source)
    checked = hashlib.sha256(data).hexdigest() == pins[revision].get("snapshot")
    overlay = read_overlay(_read(root / revision / "overlay.toml", overlay_source), overlay_source)
    schema = corrected(load(data, source, metaschema=not checked), overlay)
    return assemble(revision, parse(schema, overlay, source), overlay, _reject)


def protocol_from_file(
    path: Path,
    revision: str,
    *,
    overlay: Overlay | None = None,
    keep_descriptions: bool = False,
    warn: Callable[[Problem], None],
) -> Protocol:
    """Return the IR of any MCP schema file, under the name `revision`; without an overlay the plain rules hold."""
    source = str(path)
    overlay = overlay or Overlay("no overlay")
    schema = corrected(load(_read(path, source), source), overlay)
    definitions = parse(schema, overlay, source, keep_descriptions=keep_descriptions)
    return assemble(revision, definitions, overlay, lambda p: warn(Problem(f"{source}#{p.location}", p.message)))


def _read(path: Path, source: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise refuse(source, f"cannot be read: {error.strerror}") from None
