"""Read a user's own schema file, with or without an overlay, as a protocol to build.

The overlay is the user's own, or that of a pinned revision. If the overlay leaves a name or a result open,
the generator infers it. One line on stderr says how many were inferred. With `--verbose`, there is a line for
each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from mcpgen.emit.folders import package_folder
from mcpgen.frontend.carry_over import PinnedOverlay, carry_over, inheriting_text, nearest, with_overlay
from mcpgen.frontend.extensions import EXTENSION_NAME, is_extension_name, summary
from mcpgen.frontend.inheritance import with_inherited
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
    """A user's schema file, and the options for reading it.

    `revision` is the name of the revision or of the extension that the file defines. `like` is the pinned
    revision whose overlay is used. For an extension, `extends` is the revision that it extends.
    """

    path: Path
    revision: str
    overlay: Path | None = None
    like: str | None = None
    keep_descriptions: bool = False
    verbose: bool = False
    extends: str | None = None

    def source(self, sources: Sources) -> SchemaSource:
        """Read the schema file, and the user's overlay if there is one.

        The user's overlay may inherit the overlay of a revision in `sources`.
        """
        found = file_source(self.path, keep_descriptions=self.keep_descriptions)
        if self.overlay is None:
            return found
        location = str(self.overlay)
        overlay = read_overlay(read_file(self.overlay, location), location)
        return replace(found, overlay=with_inherited(overlay, sources))


def parse_own_layer(own: OwnSchema, folder: SchemaFolder) -> Extension:
    """Read an extension from a schema file. Report inferred names and senders on stderr."""
    assert own.extends is not None
    location, notes = str(own.path), list[Problem]()
    check_package_name(own.revision)
    found = read_layer(
        own.source(folder.sources), own.revision, folder.protocol(own.extends), _except_patterns(notes.append)
    )
    check_extension(found, folder)
    _report(
        f"{location}: mcpgen inferred {len(notes)} names and senders that the schema does not state",
        notes,
        own,
    )
    print(summary(found, location), file=sys.stderr)
    return found


def check_package_name(name: str) -> None:
    """Refuse an extension name that cannot be the name of a Python package."""
    if not is_extension_name(name):
        raise refuse("--revision", f"{name[:80]!a} is not a valid extension name; {EXTENSION_NAME}")


def check_extension(extension: Extension, folder: SchemaFolder) -> None:
    """Refuse an extension that has the same package name or identifier as a pinned extension."""
    package = package_folder(extension.name)
    for other in folder.extensions:
        if package == package_folder(other) or extension.identifier == folder.extension(other).identifier:
            message = f"the pinned extension {other} has the same package name or identifier"
            raise refuse("--schema", f"{message}; change --revision NAME or the identifier in the overlay")


def parse_own(own: OwnSchema, sources: Sources) -> Protocol:
    """Read a protocol from a schema file. Report inferred names and result types on stderr."""
    pinned = with_overlay(sources, read_pins(sources))
    like = own.like if own.overlay is None else None
    if like is not None and like not in pinned:
        raise unknown_revision("--like", like, pinned, "is not pinned")
    source, notes = own.source(sources), list[Problem]()
    if like is not None:
        source = replace(source, overlay=_carried(own, source, pinned[like]))
    protocol = read_protocol(source, own.revision, _except_patterns(notes.append))
    found, share = (None, 0.0) if own.overlay or own.like else nearest(source, pinned)
    hint = (
        f"to use the overlay of the most similar revision, add --like {found.name}"
        if found and share >= 0.5
        else ""
    )
    _report(
        f"{own.path}: mcpgen inferred {len(notes)} names and result types that the schema does not state",
        notes,
        own,
        hint,
    )
    return protocol


def _except_patterns(note: Callable[[Problem], None]) -> Callable[[Problem], None]:
    """Return a function that passes problems to `note`, except those about patterns, which it raises.

    Only a person can decide that a pattern is safe to run.
    """

    def report(problem: Problem) -> None:
        if problem.kind == "pattern":
            raise Refused([problem])
        note(problem)

    return report


def _carried(own: OwnSchema, source: SchemaSource, like: PinnedOverlay) -> Overlay:
    """Return the overlay of a pinned revision, adapted to the user's schema file.

    Entries that do not apply to the file are reported on stderr.
    """
    location = f"schema/{like.name}/overlay.toml"
    text = inheriting_text(own.revision, like.name)
    carried = carry_over(source, own.revision, like, text, location, proposing=False)
    dropped = [Problem(location, line) for line in carried.dropped]
    _report(f"{location}: {len(dropped)} entries of this overlay do not apply to {own.path}", dropped, own)
    return carried.overlay


def read_like_nearest(own: OwnSchema, sources: Sources) -> Protocol:
    """Read a protocol from a schema file, with the overlay of the most similar pinned revision.

    The command `mcpgen ingest` chooses the same overlay.
    """
    source = own.source(sources)
    near, _ = nearest(source, to_carry_over(sources))
    if near is not None:
        location = f"schema/{near.name}/overlay.toml"
        text = inheriting_text(own.revision, near.name)
        carried = carry_over(source, own.revision, near, text, location, proposing=False)
        source = replace(source, overlay=carried.overlay)
    return read_protocol(source, own.revision, lambda _: None)


def _report(short: str, notes: Iterable[Problem], own: OwnSchema, hint: str = "") -> None:
    """Print notes on stderr.

    With `own.verbose`, each note has a line. Otherwise one line, `short` with `hint`, stands for all of them.
    """
    listed = [str(note) for note in notes]
    if not listed:
        return
    if not own.verbose:
        listed = ["; ".join(filter(None, (printable(short), hint, "-v lists them")))]
    elif hint:
        listed.append(f"{printable(str(own.path))}: {hint}")
    print(*listed, sep="\n", file=sys.stderr)
