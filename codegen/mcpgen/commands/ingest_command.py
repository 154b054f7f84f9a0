"""The command `mcpgen ingest`: ingest a revision or an extension, or compare a file with its pin."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mcpgen.classes.stubs import accepted_stubs, with_stubs
from mcpgen.commands.ingest import Options, RevisionIngest, accepted_entries
from mcpgen.commands.own_schema import check_package_name
from mcpgen.commands.schema_dir import cite_files, opened, replace, writable
from mcpgen.frontend.extensions import FOLDER, layer_folders
from mcpgen.frontend.ingest import difference, json_text, parse_pin, repinned
from mcpgen.frontend.layer import extension_entry, read_layer
from mcpgen.frontend.load import MAX_BYTES, load, read_json
from mcpgen.frontend.overlay import read_overlay
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.read import SchemaSource
from mcpgen.frontend.sources import read_file, source
from mcpgen.frontend.toml_edit import entry_text, quoted
from mcpgen.ir import Extension
from mcpgen.names import snake
from mcpgen.problems import Problem, refuse
from mcpgen.schema_folder import SchemaFolder, check_pinned

HEAD = "#:schema ../../../overlay.schema.json\n# The layer of the extension {} on {}.\n"
DOCS = "#:schema ../../docs.schema.json\nplain = []\n"


def ingest(file: Path | None, options: Options, schema_dir: Path | None) -> Sequence[str]:
    """Write the files of a revision or extension to the schema folder.

    Return the lines to print, such as which decisions a person must make next.
    """
    if options.commit is not None and not re.fullmatch(r"[0-9a-f]{40}", options.commit):
        raise refuse(
            "--commit", f"{options.commit[:80]!a} is not a full commit hash; give all 40 hexadecimal digits"
        )
    data = read_input(file) if file is not None else None
    with writable(schema_dir) as folder:
        work = (LayerIngest if "+" in options.revision else RevisionIngest)(folder, options)
        work.run(data, location(file))
        option = f" --schema-dir {schema_dir}" if schema_dir is not None else ""
        lines = [*work.report, *work.next_steps(option)]
        return [cite_files(line, folder.path) for line in (*lines, *replace(folder, work.files()))]


def check(file: Path, revision: str, schema_dir: Path | None) -> tuple[list[str], str]:
    """Compare a schema file with the pinned snapshot of a revision.

    Return a line for each fact that differs, and a summary.
    """
    with opened(schema_dir) as folder:
        base, _, extension = revision.partition("+")
        name = f"schema/{FOLDER}/{extension}/{base}/schema.json"
        if not extension:
            check_pinned(revision, folder.pins)
            name = f"schema/{revision}/schema.json"
        elif name not in folder.sources:
            raise refuse("--revision", f"{revision!a} is not pinned; to pin it, leave out --check")
        official = without_prose(load(read_input(file), location(file)))
        found = list(difference(read_json(source(folder.sources, name), name), official))
    count = {0: "no protocol difference", 1: "1 protocol difference"}
    return found, f"{revision}: {count.get(len(found), f'{len(found)} protocol differences')} from the pin"


def read_input(file: Path) -> bytes:
    """Return the bytes of an input file, or of standard input if the file is `-`.

    At most one byte more than the size limit is read. This byte shows that the file is too large.
    """
    if str(file) != "-":
        return read_file(file, str(file), MAX_BYTES + 1)
    if sys.stdin is None:
        raise refuse(location(file), "is closed; pass a FILE")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def location(file: Path | None) -> str:
    """Return the name of an input file for messages."""
    return "standard input" if str(file) == "-" else str(file)


class LayerIngest:
    """The ingest of an extension.

    `texts` has the files to write, the pin last, and `report` has the lines to print. If the overlay leaves a
    fact open, the fact is derived from names and added as a proposed entry. Each missing description becomes
    a stub. If the extension is already pinned, a file with other facts is refused unless `--update` is given.
    """

    def __init__(self, folder: SchemaFolder, options: Options) -> None:
        self.folder, self.options = folder, options
        self.base, _, self.name = options.revision.partition("+")
        check_pinned(self.base, folder.pins)
        check_package_name(self.name)
        self.at = f"schema/{FOLDER}/{self.name}/{self.base}"
        for other in layer_folders(folder.sources):
            if other != self.name and snake(other) == snake(self.name):
                reason = f"has the same Python package as the extension {other}; choose another name"
                raise refuse("--revision", f"{self.name} {reason}")
        other_at = layer_folders(folder.sources).get(self.name, self.at)
        if other_at != self.at:
            pinned = f"{other_at.rpartition('/')[2]}+{self.name}"
            raise refuse("--revision", f"{pinned} is pinned; to replace it, run mcpgen forget {pinned} first")
        self.source = ""
        self.texts: dict[str, str] = {}
        self.report: list[str] = []

    def run(self, data: bytes | None, source: str) -> None:
        """Prepare every file of the extension from its schema file `data`.

        `source` is the name of the file in messages.
        """
        if data is None:
            raise refuse("FILE", "is missing; pass the official schema file of the extension")
        self.source, options, location = source, self.options, f"{self.at}/pin.json"
        pinned = self.folder.sources.get(f"{self.at}/schema.json")
        known = parse_pin(self._text("pin.json", "{}").encode(), location)
        text, pin, differences = repinned(
            data, source, self.name, pinned, known, commit=options.commit, update=options.update
        )
        self.texts[f"{self.at}/schema.json"], snapshot = text, json.loads(text)
        self.report += [f"{location}: {options.revision} is pinned", *differences]
        self._propose(snapshot)
        self._describe(snapshot)
        self.texts[location] = json_text(pin)

    def files(self) -> dict[str, str]:
        """Return the content of each file to write, by names such as `schema/pins.json`."""
        return self.texts

    def next_steps(self, option: str) -> Iterator[str]:
        """Yield a line with the next command."""
        yield f"next: mcpgen build{option}"

    def _propose(self, snapshot: dict[str, Any]) -> None:
        """Add the overlay of the extension to the files to write.

        For each name or sender that had to be assumed, the overlay has a proposed entry.
        """
        location, revision = f"{self.at}/overlay.toml", self.options.revision
        mark = f"\nproposed = {quoted(revision)}"
        text, number = self._text("overlay.toml", HEAD.format(self.name, self.base)), 0
        # After an entry names a type at one location, its other locations may still need entries.
        while blocks := self._unstated(snapshot, text):
            text += "".join(f"\n{block}{mark}\n" for block in blocks)
            number += len(blocks)
        if self.options.accept:
            data, number = accepted_entries(
                text.encode(), location, "overlay", Options(revision, accept=True)
            )
            text = data.decode()
        if number:
            outcome = "accepted" if self.options.accept else "proposed; read each, then remove `proposed`"
            self.report.append(f"{location}: {number} entries are {outcome}")
        self.texts[location] = text

    def _unstated(self, snapshot: dict[str, Any], text: str) -> list[str]:
        """Return the overlay entries that the extension needs and `text` does not have.

        They are in the order in which they were found missing.
        """
        if extension_entry(read_overlay(text.encode(), f"{self.at}/overlay.toml")) is None:
            reason = "This is the name of the folder, until the identifier is known."
            return [entry_text("extension", identifier=self.name, extends=self.base, reason=reason)]
        notes: list[Problem] = []
        self._layer(snapshot, text, notes)
        # A location may have been given several names; an overlay gives each location only one.
        stated = {note.location: note.entry for note in reversed(notes) if note.entry}
        blocks = [block for entry in reversed(stated.values()) for block in entry.split("\n\n")]
        return [block for block in blocks if block and block not in text]

    def _describe(self, snapshot: dict[str, Any]) -> None:
        """Add the file of descriptions with a stub for each missing description."""
        location = f"schema/{FOLDER}/{self.name}/docs.toml"
        text = self.folder.sources.get(location, DOCS.encode()).decode()
        extension = self._layer(snapshot, self.texts[f"{self.at}/overlay.toml"], []).own_protocol
        stubbed = with_stubs(text, location, extension, accepted=self.options.accept)
        text = stubbed.text
        if self.options.accept:
            text, _ = accepted_stubs(text, location, extension)
        elif stubbed.stubs:
            self.report.append(f"{location}: {len(stubbed.stubs)} stubs; write a description for each")
        self.texts[location] = text

    def _layer(self, snapshot: dict[str, Any], text: str, notes: list[Problem]) -> Extension:
        overlay = read_overlay(text.encode(), f"{self.at}/overlay.toml")
        schema = SchemaSource(json_text(snapshot).encode(), self.source, overlay, is_checked=True)
        return read_layer(schema, self.name, self.folder.protocol(self.base), notes.append)

    def _text(self, file: str, default: str) -> str:
        """Return the text of a file of the extension, or `default` if it does not exist."""
        return self.folder.sources.get(f"{self.at}/{file}", default.encode()).decode()
