"""A schema file of one's own: the file and an overlay → the protocol to build, and notes on plain rules.

In: a schema file, and optionally its overlay or the name of a pinned revision whose overlay it takes. Out:
the `Protocol`. Names and results that no overlay states follow plain rules; stderr gets one line about them,
or a line for each.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from mcpgen.emit.folders import package_folder
from mcpgen.frontend.carry_over import PinnedOverlay, carry_over, nearest, with_overlay
from mcpgen.frontend.extensions import summary
from mcpgen.frontend.layer import read_layer
from mcpgen.frontend.overlay import Overlay, read_overlay
from mcpgen.frontend.read import SchemaSource, file_source, read_protocol
from mcpgen.frontend.sources import Sources, read_file
from mcpgen.ir import Extension, Protocol
from mcpgen.names import unknown_revision
from mcpgen.problems import Problem, Refused, printable, refuse
from mcpgen.schema_folder import SchemaFolder, read_pins, to_carry_over


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

    def source(self) -> SchemaSource:
        """Return the file with the overlay of the user."""
        found = file_source(self.path, keep_descriptions=self.keep_descriptions)
        if self.overlay is None:
            return found
        location = str(self.overlay)
        return replace(found, overlay=read_overlay(read_file(self.overlay, location), location))


def parse_own_layer(own: OwnSchema, folder: SchemaFolder) -> Extension:
    """Return the layer in a schema file; report the parts that follow plain rules."""
    assert own.extends is not None
    location, notes = str(own.path), list[Problem]()
    check_package_name(own.revision)
    found = read_layer(own.source(), own.revision, folder.protocol(own.extends), _noted(notes.append))
    check_extension(found, folder)
    _report(f"{location}: {len(notes)} names and senders follow plain rules", notes, own)
    print(summary(found, location), file=sys.stderr)
    return found


def check_package_name(name: str) -> None:
    """Refuse a name that cannot name the package of an extension."""
    package = package_folder(name)
    if not re.fullmatch(r"(?!v\d)[A-Za-z][A-Za-z0-9-]{0,62}", name) or keyword.iskeyword(package):
        raise refuse("--revision", f"{name!a} cannot name an extension; use letters, digits and '-'")


def check_extension(extension: Extension, folder: SchemaFolder) -> None:
    """Refuse an extension with the name or the identifier of a pinned one."""
    package = package_folder(extension.name)
    for other in folder.extensions:
        if package == package_folder(other) or extension.identifier == folder.extension(other).identifier:
            raise refuse("--schema", f"the extension {other} is pinned already; give another --revision NAME")


def parse_own(own: OwnSchema, sources: Sources) -> Protocol:
    """Return the protocol in a schema file; report the parts that follow plain rules."""
    pinned = with_overlay(sources, read_pins(sources))
    like = own.like if own.overlay is None else None
    if like is not None and like not in pinned:
        raise unknown_revision("--like", like, pinned, "is not pinned")
    source, notes = own.source(), list[Problem]()
    if like is not None:
        source = replace(source, overlay=_carried(own, source, pinned[like]))
    protocol = read_protocol(source, own.revision, _noted(notes.append))
    found, share = (None, 0.0) if own.overlay or own.like else nearest(source, pinned)
    hint = f"--like {found.name} takes the overlay of the nearest revision" if found and share >= 0.5 else ""
    _report(f"{own.path}: {len(notes)} names and results follow plain rules", notes, own, hint)
    return protocol


def _noted(note: Callable[[Problem], None]) -> Callable[[Problem], None]:
    """Return a function that notes a plain rule, and refuses a pattern: no rule accepts one."""

    def noted(problem: Problem) -> None:
        if problem.kind == "pattern":
            raise Refused([problem])
        note(problem)

    return noted


def _carried(own: OwnSchema, source: SchemaSource, like: PinnedOverlay) -> Overlay:
    """Return the overlay of a pinned revision as it holds for the file; report the entries that do not."""
    location = f"schema/{like.name}/overlay.toml"
    carried = carry_over(source, own.revision, like, location, proposing=False)
    dropped = [Problem(location, line) for line in carried.dropped]
    _report(f"{location}: {len(dropped)} entries do not hold for {own.path}", dropped, own)
    return read_overlay(carried.text.encode(), location)


def read_like_nearest(own: OwnSchema, sources: Sources) -> Protocol:
    """Return the protocol in a schema file as `ingest` reads it: by the overlay of the nearest revision."""
    source = own.source()
    near, _ = nearest(source, to_carry_over(sources))
    if near is not None:
        location = f"schema/{near.name}/overlay.toml"
        carried = carry_over(source, own.revision, near, location, proposing=False)
        source = replace(source, overlay=read_overlay(carried.text.encode(), location))
    return read_protocol(source, own.revision, lambda _: None)


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
