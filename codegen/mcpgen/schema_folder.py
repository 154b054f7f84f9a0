"""The protocol in a schema folder, each part parsed on first use; the folder that the package carries."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Any

from mcpgen.adapters.decisions import DecidedPair, decide_pair
from mcpgen.classes.sentences import Sentences
from mcpgen.frontend.extensions import extended, joined, layer_folders, pinned_layer
from mcpgen.frontend.layer import read_layer
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.sources import Sources, read_sources
from mcpgen.ir import Extension, Protocol
from mcpgen.problems import refuse
from mcpgen.survey import entries_between, parse_pinned, parse_sentences, read_pins, reject


class SchemaFolder:
    """The protocol in a schema folder; each part is read and parsed on first use, once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._protocols: dict[str, Protocol] = {}
        self._extensions: dict[str, Extension] = {}
        self._decided: dict[tuple[str, str], DecidedPair] = {}

    @cached_property
    def sources(self) -> Sources:
        """Return the files of the folder."""
        return read_sources(self.path)

    @cached_property
    def pins(self) -> dict[str, Any]:
        """Return the pins by revision, oldest first."""
        return read_pins(self.sources)

    @property
    def revisions(self) -> tuple[str, ...]:
        """Return the pinned revisions, oldest first."""
        return tuple(self.pins)

    @cached_property
    def sentences(self) -> Sentences:
        """Return our sentences on types, members, methods and error codes."""
        return parse_sentences(self.sources)

    def protocol(self, revision: str) -> Protocol:
        """Return the IR of a pinned revision, or of a revision with layers (`REVISION+EXTENSION`)."""
        if revision not in self._protocols:
            base, *names = revision.split("+")
            if names:
                found = joined(self.protocol(base), [self.extension(name) for name in names])
            else:
                found = parse_pinned(self.sources, revision)
            self._protocols[revision] = found
        return self._protocols[revision]

    @cached_property
    def extensions(self) -> tuple[str, ...]:
        """Return the names of the extensions that have a layer on a pinned revision."""
        found = layer_folders(self.sources)
        return tuple(name for name in found if extended(self.sources, name) in self.pins)

    def extension(self, name: str) -> Extension:
        """Return the layer of an extension; refuse an unknown name."""
        if name not in self.extensions:
            known = ", ".join(self.extensions) or "none"
            raise refuse("--revision", f"{name!a} is no extension; the extensions are {known}")
        if name not in self._extensions:
            base = self.protocol(extended(self.sources, name))
            self._extensions[name] = read_layer(pinned_layer(self.sources, name), name, base, reject)
        return self._extensions[name]

    def is_known(self, revision: str) -> bool:
        """Return whether a name is that of a pinned revision, with layers or without."""
        base, *names = revision.split("+")
        return base in self.pins and set(names) <= set(self.extensions)

    def decided(self, old: str, new: str) -> DecidedPair:
        """Return two pinned neighbours, older first, with every change decided."""
        if (old, new) not in self._decided:
            entries = entries_between(self.sources, old, new)
            self._decided[old, new] = decide_pair(self.protocol(old), self.protocol(new), entries)
        return self._decided[old, new]


@cache
def packaged() -> SchemaFolder:
    """Return the schema folder that the package carries."""
    return SchemaFolder(data_root("schema"))


def revisions() -> tuple[str, ...]:
    """Return the revisions that the packaged folder pins, oldest first."""
    return packaged().revisions


def protocol(revision: str) -> Protocol:
    """Return the IR of a revision that the packaged folder pins."""
    return packaged().protocol(revision)


def sentences() -> Sentences:
    """Return the sentences of the packaged folder."""
    return packaged().sentences


def decided(old: str, new: str) -> DecidedPair:
    """Return two neighbours of the packaged folder with every change decided."""
    return packaged().decided(old, new)
