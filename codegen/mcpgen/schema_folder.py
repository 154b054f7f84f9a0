"""Schema folder: the protocol in a folder, each part parsed once, and everything that a build needs from it.

The parsed parts are cached by the bytes of their files, so `build --watch` parses only what changed.

`load_for_build` is the entry point of a build. `load_protocols` continues after a problem, so that one run
reports all problems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import (
    DecidedPair,
    Entry,
    Undecided,
    decide_pair,
    proposed,
    read_entries,
    source_of,
)
from mcpgen.adapters.own_rules import load_rules
from mcpgen.classes.descriptions import Descriptions, extension_descriptions, read_descriptions
from mcpgen.emit.revision_table import check_assumptions
from mcpgen.frontend.carry_over import PinnedOverlay, with_overlay
from mcpgen.frontend.extensions import extended, joined, layer_folders, pinned_layer
from mcpgen.frontend.ingest import parse_pins
from mcpgen.frontend.layer import read_layer
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.read import SchemaSource, pinned_source, read_protocol
from mcpgen.frontend.sources import Sources, read_sources, source
from mcpgen.ir import Extension, Protocol
from mcpgen.names import unknown_revision
from mcpgen.problems import Problem, Refused, refuse

OTHER_FOLDER = "; --schema-dir DIR reads another folder"  # the end of the message for an unknown name


class SchemaFolder:
    """The protocol in a schema folder, or in its files; each part is parsed on first use."""

    def __init__(self, path: Path, sources: Sources | None = None) -> None:
        self.path = path
        if sources is not None:
            self.sources = sources

    @cached_property
    def sources(self) -> Sources:
        """Return the files of the folder."""
        return read_sources(self.path)

    @cached_property
    def pins(self) -> dict[str, Any]:
        """Return the pins by revision, oldest first."""
        return parse_pins(source(self.sources, "schema/pins.json"))

    @property
    def revisions(self) -> tuple[str, ...]:
        """Return the pinned revisions, oldest first."""
        return tuple(self.pins)

    @cached_property
    def descriptions(self) -> Descriptions:
        """Return our descriptions of types, members, methods and error codes."""
        return read_descriptions(source(self.sources, "schema/docs.toml"), "schema/docs.toml")

    def schema(self, revision: str) -> SchemaSource:
        """Return the schema file of a pinned revision."""
        return self._pinned(revision).schema

    def protocol(self, revision: str) -> Protocol:
        """Return the IR of a pinned revision, or of a revision with layers (`REVISION+EXTENSION`)."""
        base, *names = revision.split("+")
        found = _protocol(self._pinned(base))
        return joined(found, [self.extension(name) for name in names]) if names else found

    def _pinned(self, revision: str) -> _Pinned:
        """Return the files of a pinned revision."""
        check_pinned(revision, self.pins)
        return _Pinned(revision, self.pins[revision].get("snapshot"), self._below(f"schema/{revision}"))

    def _below(self, folder: str) -> _Files:
        """Return the files below a folder."""
        return tuple(each for each in self.sources.items() if each[0].startswith(f"{folder}/"))

    @cached_property
    def extensions(self) -> tuple[str, ...]:
        """Return the names of the extensions that have a layer on a pinned revision."""
        found = layer_folders(self.sources)
        return tuple(name for name in found if extended(self.sources, name) in self.pins)

    def extension(self, name: str) -> Extension:
        """Return the layer of an extension. Refuse an unknown name."""
        if name not in self.extensions:
            known = ", ".join(self.extensions) or "none"
            raise refuse("--revision", f"{name!a} is not an extension; the extensions are {known}")
        base = self._pinned(extended(self.sources, name))
        return _extension(name, base, self._below(layer_folders(self.sources)[name]))

    def is_known(self, revision: str) -> bool:
        """Return whether a name is a pinned revision, with or without extensions."""
        base, *names = revision.split("+")
        return base in self.pins and set(names) <= set(self.extensions)

    def entries(self, old: str, new: str) -> tuple[Entry, ...]:
        """Return the named changes between two neighbours."""
        location = source_of(old, new)
        if location not in self.sources:
            proposing = f"mcpgen ingest --revision {new} proposes its entries"
            raise refuse(location, f"is missing; restore the file, or create it again: {proposing}")
        return read_entries(self.sources[location], location)

    def decided(self, old: str, new: str) -> DecidedPair:
        """Return two pinned neighbours, older first, with every change decided."""
        return _decided(self._pinned(old), self._pinned(new), self.entries(old, new))


# The cached parts, by their files

_Files: TypeAlias = tuple[tuple[str, bytes], ...]


class _Pinned(NamedTuple):
    """The files of a pinned revision, and the digest of the schema file that was checked."""

    revision: str
    snapshot: str | None
    files: _Files

    @property
    def schema(self) -> SchemaSource:
        """Return the schema file with its overlay."""
        return pinned_source(dict(self.files), f"schema/{self.revision}", self.snapshot)


@lru_cache(maxsize=16)
def _protocol(pinned: _Pinned) -> Protocol:
    return read_protocol(pinned.schema, pinned.revision, reject)


@lru_cache(maxsize=16)
def _extension(name: str, base: _Pinned, files: _Files) -> Extension:
    return read_layer(pinned_layer(dict(files), name), name, _protocol(base), reject)


@lru_cache(maxsize=16)
def _decided(old: _Pinned, new: _Pinned, entries: tuple[Entry, ...]) -> DecidedPair:
    return decide_pair(_protocol(old), _protocol(new), entries)


def read_pins(sources: Sources) -> dict[str, Any]:
    """Return the pins by revision, oldest first."""
    return of_sources(sources).pins


def of_sources(sources: Sources) -> SchemaFolder:
    """Return the schema folder with these files."""
    return SchemaFolder(Path("schema"), sources)


@cache
def packaged() -> SchemaFolder:
    """Return the schema folder in the package."""
    return SchemaFolder(data_root("schema"))


def to_carry_over(sources: Sources) -> dict[str, PinnedOverlay]:
    """Return the revisions whose overlay a new file may use: from the package, then from the folder."""
    own, theirs = (with_overlay(files, read_pins(files)) for files in (sources, packaged().sources))
    return {name: found for name, found in theirs.items() if name not in own} | own


def revisions() -> tuple[str, ...]:
    """Return the revisions in the packaged folder, oldest first."""
    return packaged().revisions


def protocol(revision: str) -> Protocol:
    """Return the IR of a revision in the packaged folder."""
    return packaged().protocol(revision)


def descriptions() -> Descriptions:
    """Return the descriptions of the packaged folder."""
    return packaged().descriptions


def decided(old: str, new: str) -> DecidedPair:
    """Return two neighbours of the packaged folder with every change decided."""
    return packaged().decided(old, new)


def check_pinned(revision: str, pins: Iterable[str], location: str = "--revision") -> None:
    """Refuse a revision that is not pinned. `location` is the option that names it."""
    if revision not in pins:
        raise unknown_revision(location, revision, pins, "is not pinned", OTHER_FOLDER)


def reject(problem: Problem) -> None:
    """Refuse a problem that is only a warning for a schema file that is not pinned."""
    raise Refused([problem])


# A build


@dataclass(frozen=True)
class Selection:
    """The revisions that a build writes: pinned ones (none named: all), or one from a schema file."""

    revisions: tuple[str, ...] = ()
    own: Protocol | None = None
    layer: Extension | None = None  # from a schema file, in addition to the pinned layers
    present: Mapping[str, str] = field(
        default_factory=dict
    )  # the old package, whose other revisions are kept


ALL = Selection()


@dataclass
class Loaded:
    """The parsed and decided revisions of a chain, and the problems of unfinished ones."""

    protocols: dict[str, Protocol] = field(default_factory=dict)
    decisions: list[DecidedPair] = field(default_factory=list)
    extensions: list[Extension] = field(default_factory=list)
    problems: dict[str, list[Problem]] = field(
        default_factory=dict
    )  # by revision; '' for problems of no revision
    scaffold: str = ""

    def refusal(self, names: Iterable[str]) -> Refused:
        """Return a `Refused` with the problems of the revisions."""
        return Undecided((one for name in names for one in self.problems[name]), self.scaffold)


def load_for_build(folder: SchemaFolder, selection: Selection, warn: Callable[[Problem], None]) -> Loaded:
    """Load the revisions for a build. Raise one `Refused` with every problem of the selected revisions.

    An unfinished revision that is not selected is skipped, and `warn` gets a problem.
    """
    for revision in selection.revisions if selection.own is None else ():
        check_pinned(revision, folder.pins)
    found = load_protocols(folder, folder.revisions)
    needed = () if selection.own else selection.revisions or folder.revisions
    if not found.problems.keys().isdisjoint(("", *needed)):
        raise found.refusal(
            name for name in found.problems if not selection.revisions or name in ("", *needed)
        )
    for stub in folder.descriptions.stubs(found.protocols.values()):
        warn(stub)
    if not found.problems:
        return found
    rest = load_protocols(folder, [name for name in folder.revisions if name not in found.problems])
    if rest.problems.keys() - {""}:  # a skipped revision between two others leaves them undecided
        raise found.refusal(found.problems)
    for name, problems in found.problems.items():
        message = (
            f"{name} is skipped, with {len(problems)} problems; to see them: mcpgen build --revision {name}"
        )
        warn(Problem(f"schema/{name}", message))
    return rest


def load_protocols(folder: SchemaFolder, names: Sequence[str]) -> Loaded:
    """Return the parsed revisions, the decided changes between neighbours, and every problem."""
    found, texts = Loaded(), folder.descriptions
    for name in names:
        with _noted(found, name) as missing:
            read = found.protocols[name] = folder.protocol(name)
            missing.extend(texts.missing(read))
            missing.extend(folder.schema(name).overlay.proposed(f"--revision {name}"))
            check_assumptions([read])
    stale = texts.stale(found.protocols.values()) if len(found.protocols) == len(names) else []
    if stale:
        found.problems[""] = stale
    for old, new in pairwise(names):
        if old in found.protocols and new in found.protocols:
            with _noted(found, _owner_of_changes(folder, old, new)) as missing:
                if old not in found.problems and new not in found.problems:
                    check_assumptions([found.protocols[old], found.protocols[new]])
                entries = folder.entries(old, new)
                found.decisions.append(folder.decided(old, new))
                missing.extend(proposed(entries, source_of(old, new)))
                if missing or found.problems:
                    generate.plan(found.decisions[-1], load_rules(folder.sources))
    for name in layer_folders(folder.sources):
        if (revision := extended(folder.sources, name)) in found.protocols:
            with _noted(found, revision) as missing:
                extension = folder.extension(name)
                found.extensions.append(extension)
                missing.extend(_layer_problems(extension, folder.sources))
    return found


@contextmanager
def _noted(found: Loaded, revision: str) -> Iterator[list[Problem]]:
    """Yield a list of problems. They, and those of a `Refused` in the block, are noted for the revision."""
    missing: list[Problem] = []
    try:
        yield missing
    except Refused as refused:
        found.scaffold += getattr(refused, "scaffold", "")
        missing += refused.problems
    if missing:
        found.problems.setdefault(revision, []).extend(missing)


def _layer_problems(extension: Extension, sources: Sources) -> list[Problem]:
    """Return problems for proposed entries, missing descriptions and unused descriptions of an extension."""
    ingest = f"FILE --revision {extension.extends}+{extension.name}"
    texts, alone = extension_descriptions(sources, extension.name), extension.alone
    proposals = pinned_layer(sources, extension.name).overlay.proposed(ingest)
    return [*proposals, *texts.missing(alone, ingest), *texts.stale([alone])]


def _owner_of_changes(folder: SchemaFolder, old: str, new: str) -> str:
    """Return the revision that undecided changes belong to: the last ingested one, else the newer one."""
    with suppress(Refused):
        return next((entry.proposed for entry in folder.entries(old, new) if entry.proposed), new)
    return new
