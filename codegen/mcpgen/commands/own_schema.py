"""A schema file of one's own: the file and an overlay → the protocol to build, and notes on plain rules.

In: a schema file, and optionally its overlay or the name of a pinned revision whose overlay it takes. Out:
the `Protocol`. Names and results that no overlay states follow plain rules; stderr gets one line about them,
or a line for each.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcpgen import survey
from mcpgen.emit.extension_modules import package_folder
from mcpgen.frontend.carry_over import CarriedOverlay, carry_over, nearest
from mcpgen.frontend.extensions import summary
from mcpgen.frontend.layer import ExtensionEntry, LayerFile, extension_entry, read_layer
from mcpgen.frontend.load import load
from mcpgen.frontend.overlay import Overlay, read_overlay
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.read import SchemaSource, protocol_from_file
from mcpgen.frontend.sources import Sources, read_file
from mcpgen.ir import Extension, Protocol
from mcpgen.names import unknown_revision
from mcpgen.problems import Problem, Refused, printable, refuse
from mcpgen.schema_folder import SchemaFolder


@dataclass(frozen=True)
class OwnSchema:
    """A schema file with the name of its revision; `like` names the revision whose overlay it takes.

    With `extends`, the file is that of an extension, and the name is that of the extension.
    """

    path: Path
    revision: str
    overlay: Path | None = None
    like: str | None = None
    keep_descriptions: bool = False
    verbose: bool = False
    extends: str | None = None


def parse_own_layer(own: OwnSchema, folder: SchemaFolder) -> Extension:
    """Return the layer in a schema file; report the parts that follow plain rules."""
    assert own.extends is not None
    location, notes = str(own.path), list[Problem]()
    overlay = Overlay("no overlay")
    if own.overlay is not None:
        overlay = read_overlay(read_file(own.overlay, str(own.overlay)), str(own.overlay))
    entry = extension_entry(overlay) or ExtensionEntry(own.revision, own.extends)
    if entry.extends != own.extends:
        raise refuse(str(own.overlay), f"extends {entry.extends}, but --extends says {own.extends}")
    check_extension(own.revision, entry.identifier, folder)
    data = read_file(own.path, location)
    schema = SchemaSource(data, location, overlay, keep_descriptions=own.keep_descriptions)
    file = LayerFile(own.revision, entry, schema)
    found = read_layer(file, folder.protocol(own.extends), _noted(notes.append))
    _report(f"{location}: {len(notes)} names and senders follow plain rules", notes, own)
    print(summary(found, location), file=sys.stderr)
    return found


def check_package_name(name: str) -> str:
    """Return the folder of an extension; refuse a name that cannot name a package."""
    package = package_folder(name)
    if not re.fullmatch(r"(?!v\d)[A-Za-z][A-Za-z0-9-]{0,62}", name) or keyword.iskeyword(package):
        raise refuse("--revision", f"{name!a} cannot name an extension; use letters, digits and '-'")
    return package


def check_extension(name: str, identifier: str, folder: SchemaFolder) -> None:
    """Refuse a name that cannot name a package, and a name that a pinned extension has."""
    package = check_package_name(name)
    for other in folder.extensions:
        if package == package_folder(other) or identifier == folder.extension(other).identifier:
            raise refuse("--schema", f"the extension {other} is pinned already; give another --revision NAME")


def parse_own(own: OwnSchema, sources: Sources) -> Protocol:
    """Return the protocol in a schema file; report the parts that follow plain rules."""
    overlay = None
    notes: list[Problem] = []
    if own.overlay is not None:
        overlay = read_overlay(read_file(own.overlay, str(own.overlay)), str(own.overlay))
    elif own.like is not None:
        overlay = _carried(own, own.like, sources)
    protocol = _read(own, overlay, _noted(notes.append))
    hint = "" if overlay else _hint(own, sources)
    _report(f"{own.path}: {len(notes)} names and results follow plain rules", notes, own, hint)
    return protocol


def _read(own: OwnSchema, overlay: Overlay | None, note: Callable[[Problem], None]) -> Protocol:
    return protocol_from_file(
        own.path, own.revision, overlay=overlay, keep_descriptions=own.keep_descriptions, warn=note
    )


def _noted(note: Callable[[Problem], None]) -> Callable[[Problem], None]:
    """Return a function that notes a plain rule, and refuses a pattern: no rule accepts one."""

    def noted(problem: Problem) -> None:
        if problem.kind == "pattern":
            raise Refused([problem])
        note(problem)

    return noted


def _carried(own: OwnSchema, like: str, sources: Sources) -> Overlay:
    """Return the overlay of a pinned revision as it holds for the file; report the entries that do not."""
    location = f"schema/{like}/overlay.toml"
    if location not in sources:
        raise unknown_revision("--like", like, survey.read_pins(sources), "is not pinned")
    carried = _carried_over(own, like, sources)
    dropped = [Problem(location, line) for line in carried.dropped]
    _report(f"{location}: {len(dropped)} entries do not hold for {own.path}", dropped, own)
    return read_overlay(carried.text.encode(), location)


def _carried_over(own: OwnSchema, like: str, sources: Sources) -> CarriedOverlay:
    location = f"schema/{like}/overlay.toml"

    def read(text: bytes, note: Callable[[Problem], None]) -> Protocol:
        # A pattern gets no entry, which would accept it.
        return _read(own, read_overlay(text, location), lambda p: None if p.kind == "pattern" else note(p))

    return carry_over(sources[location].decode(), like, own.revision, location, read, "")


def read_like_nearest(own: OwnSchema, sources: Sources) -> Protocol:
    """Return the protocol in a schema file as `ingest` reads it: by the overlay of the nearest revision."""
    overlay, (near, _) = None, _nearest(own, sources)
    if near is not None:
        carried = _carried_over(own, near, sources)
        overlay = read_overlay(carried.text.encode(), f"schema/{near}/overlay.toml")
    return _read(own, overlay, lambda _: None)


def _nearest(own: OwnSchema, sources: Sources) -> tuple[str | None, float]:
    """Return the pinned revision that is nearest to the file, and the share of names that it has too."""
    locations = [f"schema/{revision}/schema.json" for revision in survey.read_pins(sources)]
    schemas = {name.split("/")[1]: json.loads(sources[name]) for name in locations if name in sources}
    schema = without_prose(load(read_file(own.path, str(own.path)), str(own.path), metaschema=False))
    found, names = nearest(schema, schemas), _names(schema)
    return found, len(names & _names(schemas[found])) / len(names) if found is not None else 0


def _hint(own: OwnSchema, sources: Sources) -> str:
    """Return the option that takes the overlay of the nearest revision, '' where none is near."""
    found, share = _nearest(own, sources)
    return "" if share < 0.5 else f"--like {found} takes the overlay of the nearest revision"


def _names(schema: Mapping[str, Any]) -> set[str]:
    return set(schema.get("$defs") or schema.get("definitions") or ())


def _report(short: str, notes: Iterable[Problem], own: OwnSchema, hint: str = "") -> None:
    """Print notes on stderr: a line each if the file is read verbosely, else the short line."""
    listed = [str(note) for note in notes]
    if not listed:
        return
    if not own.verbose:
        listed = ["; ".join(filter(None, (printable(short), hint, "-v lists them")))]
    elif hint:
        listed.append(f"{printable(str(own.path))}: {hint}")
    print(*listed, sep="\n", file=sys.stderr)
