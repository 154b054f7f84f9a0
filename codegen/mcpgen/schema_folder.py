"""The schema folder: the files that define the protocol, parsed for a build.

Parsed parts are cached by the bytes of their files. Therefore `build --watch` parses only changed files. A
build calls `load_for_build`. `load_protocols` continues after a problem, so that one run reports all
problems.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
from mcpgen.adapters.extension_pairs import extension_pair
from mcpgen.adapters.own_rules import load_rules
from mcpgen.adapters.reasons import misstated
from mcpgen.classes.descriptions import Descriptions, extension_descriptions, read_descriptions
from mcpgen.compare.outdated_descriptions import outdated_descriptions
from mcpgen.emit.revision_table import check_assumptions
from mcpgen.frontend.carry_over import PinnedOverlay, with_overlay
from mcpgen.frontend.extensions import FOLDER, composed_with, extended, joined, layer_folders, pinned_layer
from mcpgen.frontend.ingest import parse_pins
from mcpgen.frontend.inheritance import inherited
from mcpgen.frontend.layer import read_layer
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.read import SchemaSource, pinned_source, read_protocol
from mcpgen.frontend.sources import RULES, Sources, read_sources, source
from mcpgen.ir import Extension, Protocol
from mcpgen.names import unknown_revision
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.endpoints import revision_in
from mcpgen.runtime.near_names import suggestion

CHANGES = "schema/changes/"
# The files that a build reads, without those of revisions and decision files.
_READ = re.compile(
    rf"schema/(?:pins\.json|docs\.toml|{re.escape(RULES)}|[a-z]+\.schema\.json"
    rf"|{FOLDER}/[^/]+/(?:docs\.toml|[^/]+/(?:schema\.json|overlay\.toml|pin\.json)))"
)
OTHER_FOLDER = "; --schema-dir DIR reads another folder"  # appended to the message about an unknown revision


class SchemaFolder:
    """A schema folder. Each part of it is parsed when it is first used.

    `sources` has the contents of its files. By default, they are read from `path`.
    """

    def __init__(self, path: Path, sources: Sources | None = None) -> None:
        self.path = path
        if sources is not None:
            self.sources = sources

    @cached_property
    def sources(self) -> Sources:
        """The contents of the schema folder's files, by names such as `schema/pins.json`."""
        return read_sources(self.path)

    @cached_property
    def pins(self) -> dict[str, Any]:
        """The pin of each revision in `schema/pins.json`, oldest first."""
        return parse_pins(source(self.sources, "schema/pins.json"))

    @property
    def revisions(self) -> tuple[str, ...]:
        """The pinned revisions, oldest first."""
        return tuple(self.pins)

    @cached_property
    def descriptions(self) -> Descriptions:
        """Our descriptions of types, members, methods and error codes."""
        return read_descriptions(source(self.sources, "schema/docs.toml"), "schema/docs.toml")

    def schema(self, revision: str) -> SchemaSource:
        """Return the schema file of a pinned revision, with its overlay."""
        return self._pinned(revision).schema

    def protocol(self, revision: str) -> Protocol:
        """Return the IR of a pinned revision, or of a revision with extensions (`REVISION+EXTENSION`)."""
        base, *names = revision.split("+")
        found = _protocol(self._pinned(base))
        return joined(found, [self.extension(name) for name in names]) if names else found

    def _pinned(self, revision: str) -> _Pinned:
        """Return the files of a pinned revision. Refuse a revision that is not pinned."""
        check_pinned(revision, self.pins)
        folders = [f"schema/{name}" for name in [revision, *inherited(self.sources, revision)]]
        files = tuple(each for folder in folders for each in self._below(folder))
        return _Pinned(revision, self.pins[revision].get("snapshot"), files)

    def _below(self, folder: str) -> _Files:
        """Return the files in a folder and its subfolders, as pairs of name and content."""
        return tuple(each for each in self.sources.items() if each[0].startswith(f"{folder}/"))

    @cached_property
    def extensions(self) -> tuple[str, ...]:
        """The names of the extensions that extend a pinned revision."""
        found = layer_folders(self.sources)
        return tuple(name for name in found if extended(self.sources, name) in self.pins)

    def extension(self, name: str) -> Extension:
        """Return an extension by the name of its folder. Refuse an unknown name."""
        if name not in self.extensions:
            known = ", ".join(self.extensions) or "none"
            raise refuse("--revision", f"{name!a} is not an extension; the extensions are {known}")
        base = self._pinned(extended(self.sources, name))
        return _extension(name, base, self._below(layer_folders(self.sources)[name]))

    def is_known(self, revision: str) -> bool:
        """Return whether a name is a pinned revision, or a pinned revision with extensions.

        Extensions are named as in `REVISION+EXTENSION`.
        """
        base, *names = revision.split("+")
        return base in self.pins and set(names) <= set(self.extensions)

    @cached_property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """The pairs of revisions with a decision file, the older revision first.

        The result has all pairs of adjacent revisions, and the pairs with a decision file whose newer
        revision has an extension (`REVISION+EXTENSION`). Such a file is needed if a feature moved from the
        core of the older revision to the extension.
        """
        extended_steps = (step for name in self.extensions for step in self.steps_to(name))
        return (
            *pairwise(self.revisions),
            *(step for step in extended_steps if source_of(*step) in self.sources),
        )

    def steps_to(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield the pairs of revisions whose newer one is a revision with the extension `name`.

        In the first pair, the older one is the same revision without the extension. In the second pair, it is
        the revision before, without the extension. The second pair is yielded only if it has a decision file.
        """
        revision = extended(self.sources, name)
        newer = f"{revision}+{name}"
        yield revision, newer
        before = self.revisions[: self.revisions.index(revision)][-1:]
        yield from ((older, newer) for older in before if source_of(older, newer) in self.sources)

    def misnamed(self) -> Iterator[Problem]:
        """Yield a problem for each decision file and extension that is not named after pinned revisions.

        A decision file between two pinned revisions that are not adjacent is not a problem, because a build
        reads it once the revisions between them are removed. The files of a revision that is not pinned may
        be left from an ingest, so they are not a problem either.
        """
        bases = {name: extended(self.sources, name) for name in layer_folders(self.sources)}
        order = [*self.unpinned, *self.revisions]
        possible = {
            source_of(old, newer)
            for new in order
            for newer in (new, *(f"{new}+{name}" for name, base in bases.items() if base == new))
            for old in order
            if not {old, new} <= self.pins.keys() or order.index(old) < order.index(new)
        }
        for file in self.sources:
            if file.startswith(CHANGES) and file not in possible:
                form = "OLDER--NEWER.toml or OLDER--NEWER+EXTENSION.toml, after pinned revisions"
                near = suggestion(file, possible)
                message = f"no build reads this file{near}; name it {form}, or remove it"
                yield Problem(file, message)
        for name, base in bases.items():
            if base not in order:
                fact = f"extends {base}, which is not pinned{suggestion(base, self.revisions)}"
                step = "name the folder after the revision that the extension extends, or remove it"
                yield Problem(f"schema/{FOLDER}/{name}/{base}", f"{fact}; {step}")

    def unread(self) -> Iterator[Problem]:
        """Yield a problem for each unpinned revision, and for each file that no build reads.

        The files that `misnamed` reports are left out.
        """
        for revision in self.unpinned:
            step = f"to pin it, run mcpgen ingest FILE --revision {revision}, or remove the folder"
            yield Problem(f"schema/{revision}", f"is not pinned, so no build reads it; {step}")
        folders = {f"schema/{name}/" for name in self.unpinned} | {CHANGES}
        names = ("schema.json", "overlay.toml")
        read = {f"schema/{revision}/{name}" for revision in self.revisions for name in names}
        for file in self.sources:
            if not (file in read or _READ.fullmatch(file) or file.startswith(tuple(folders))):
                yield Problem(file, "no build reads this file; correct its name, or remove it")

    @cached_property
    def unpinned(self) -> tuple[str, ...]:
        """The folders that may be of revisions, but are not pinned."""
        folders = dict.fromkeys(file.split("/")[1] for file in self.sources if file.count("/") > 1)
        return tuple(name for name in folders if name not in (*self.pins, "changes", FOLDER))

    def entries(self, old: str, new: str) -> tuple[Entry, ...]:
        """Return the entries of the decision file `schema/changes/A--B.toml` for two revisions.

        Between a revision and the same revision with an extension, there is no decision file.
        """
        if old == revision_in(new):
            return ()
        location = source_of(old, new)
        if location not in self.sources:
            proposing = f"mcpgen ingest --revision {new} proposes its entries"
            raise refuse(location, f"is missing; restore the file, or create it again: {proposing}")
        return read_entries(self.sources[location], location)

    def decided(self, old: str, new: str) -> DecidedPair:
        """Return two revisions, older first, with the decision about each change between them.

        The newer one may be a revision with an extension. It inherits the decisions about the revision.
        The older one may be the same revision without the extension.
        """
        base, _, name = new.partition("+")
        if not name:
            return _decided(self._pinned(old), self._pinned(new), self.entries(old, new))
        if base == old:
            return extension_pair(self.protocol(base), self.extension(name))
        composed = composed_with(self.protocol(base), self.extension(name))
        entries, inherited = self.entries(old, new), self.entries(old, base)
        return decide_pair(self.protocol(old), composed, entries, inherited, source_of(old, new))

    def pairs(self, extensions: Iterable[str]) -> list[DecidedPair]:
        """Return all pairs that have adapters: adjacent revisions, then the pairs of `steps_to`."""
        further = (step for name in extensions for step in self.steps_to(name))
        return [self.decided(*step) for step in (*pairwise(self.revisions), *further)]


# Parsed parts, cached by the content of their files

_Files: TypeAlias = tuple[tuple[str, bytes], ...]


class _Pinned(NamedTuple):
    """The files of a pinned revision, and those of the revisions whose overlays it inherits.

    `snapshot` is the pinned SHA-256 of the schema file.
    """

    revision: str
    snapshot: str | None
    files: _Files

    @property
    def schema(self) -> SchemaSource:
        """The schema file of the revision, with its overlay."""
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
    """Return the pins in a schema folder's files, by revision, oldest first."""
    return folder_of(sources).pins


def folder_of(sources: Sources) -> SchemaFolder:
    """Return a `SchemaFolder` that consists of the given files."""
    return SchemaFolder(Path("schema"), sources)


@cache
def packaged() -> SchemaFolder:
    """Return the schema folder that is part of the package. It is read once."""
    return SchemaFolder(data_root("schema"))


def to_carry_over(sources: Sources) -> dict[str, PinnedOverlay]:
    """Return the pinned revisions whose overlays can be adapted to a new schema file.

    The result has the revisions in `sources` and those in the packaged schema folder. A revision that is in
    both is taken from `sources`.
    """
    own, theirs = (with_overlay(files, read_pins(files)) for files in (sources, packaged().sources))
    return {name: found for name, found in theirs.items() if name not in own} | own


def revisions() -> tuple[str, ...]:
    """Return the revisions in the packaged folder, oldest first."""
    return packaged().revisions


def protocol(revision: str) -> Protocol:
    """Return the IR of a revision in the packaged folder."""
    return packaged().protocol(revision)


def descriptions() -> Descriptions:
    """Return our descriptions of types, members, methods and error codes from the packaged folder."""
    return packaged().descriptions


def decided(old: str, new: str) -> DecidedPair:
    """Return two adjacent revisions of the packaged folder, with the decision about each change."""
    return packaged().decided(old, new)


def check_pinned(revision: str, pins: Iterable[str], location: str = "--revision") -> None:
    """Refuse a revision that is not pinned. `location` is the command-line option that named it."""
    if revision not in pins:
        raise unknown_revision(location, revision, pins, "is not pinned", OTHER_FOLDER)


def reject(problem: Problem) -> None:
    """Raise a problem as an error. As the argument `warn`, this function makes each warning an error."""
    raise Refused([problem])


# A build


@dataclass(frozen=True)
class Selection:
    """What a build writes: the `revisions` of the schema folder, or all revisions if `revisions` is empty.

    If `own` is given, the build writes only `own`: a revision from a schema file of the user.
    """

    revisions: tuple[str, ...] = ()
    own: Protocol | None = None
    layer: Extension | None = None  # an extension from a schema file, in addition to the pinned ones
    # The files of the old package. Its revisions that the build does not write are kept.
    present: Mapping[str, str] = field(default_factory=dict)


ALL = Selection()


@dataclass
class Loaded:
    """What a build has loaded: protocols, decisions, extensions, and the problems of revisions that have any.

    `problems` has the problems of each revision. Under the key '', it has those that do not belong to a
    revision. `scaffold` is TOML text with the entries that are missing in `schema/changes/`, for a person to
    fill in.
    """

    protocols: dict[str, Protocol] = field(default_factory=dict)
    decisions: list[DecidedPair] = field(default_factory=list)
    extensions: list[Extension] = field(default_factory=list)
    problems: dict[str, list[Problem]] = field(default_factory=dict)
    scaffold: str = ""

    def refusal(self, names: Iterable[str]) -> Refused:
        """Return the error with all problems of the named revisions, for the caller to raise."""
        return Undecided((one for name in names for one in self.problems[name]), self.scaffold)


def load_for_build(folder: SchemaFolder, selection: Selection, warn: Callable[[Problem], None]) -> Loaded:
    """Load the revisions for a build.

    If a selected revision has problems, raise one `Refused` with all problems. If another revision has
    problems, it is skipped, and `warn` receives a problem that says so. `warn` also receives:

    - one problem that counts the descriptions which are still stubs, if there are any;
    - a problem for each description that names a value, such as an error code, which an adjacent revision has
      and its own revision does not have;
    - a problem for each file that no build reads.
    """
    for revision in selection.revisions if selection.own is None else ():
        check_pinned(revision, folder.pins)
    for problem in folder.unread():
        warn(problem)
    found = load_protocols(folder, folder.revisions)
    if misnamed := [*folder.misnamed()]:
        found.problems.setdefault("", []).extend(misnamed)
    needed = () if selection.own else selection.revisions or folder.revisions
    if not found.problems.keys().isdisjoint(("", *needed)):
        raise found.refusal(
            name for name in found.problems if not selection.revisions or name in ("", *needed)
        )
    for stub in folder.descriptions.stubs(found.protocols.values()):
        warn(stub)
    for problem in _outdated(folder.descriptions, found, needed):
        warn(problem)
    if not found.problems:
        return found
    rest = load_protocols(folder, [name for name in folder.revisions if name not in found.problems])
    # If the skipped revision is between two others, the changes between these two have no decisions.
    if rest.problems.keys() - {""}:
        raise found.refusal(found.problems)
    for name, problems in found.problems.items():
        message = (
            f"{name} is skipped, with {len(problems)} problems; to see them: mcpgen build --revision {name}"
        )
        warn(Problem(f"schema/{name}", message))
    return rest


def _outdated(descriptions: Descriptions, found: Loaded, names: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each description that names a value which only an adjacent revision has.

    `names` are the revisions whose descriptions are read.
    """
    for pair in found.decisions:
        changes = [one.change for one in pair.changes]
        for protocol in (each for each in (pair.alignment.old, pair.alignment.new) if each.revision in names):
            is_newer = protocol is pair.alignment.new
            for one in outdated_descriptions(descriptions, protocol, changes, is_newer=is_newer):
                fact = f"names {one.value}, which {protocol.revision} does not have"
                remedy = "correct it" if is_newer else f"describe {protocol.revision} in `doc_in`"
                yield descriptions.problem(one.path, f"{fact}; {remedy}")


def load_protocols(folder: SchemaFolder, names: Sequence[str]) -> Loaded:
    """Parse the named revisions and their extensions, and find the decision about each change between them.

    Problems are collected in the result instead of raised.
    """
    found, texts = Loaded(), folder.descriptions
    for name in names:
        with _collected_problems(found, name) as problems:
            protocol = found.protocols[name] = folder.protocol(name)
            problems.extend(texts.missing(protocol))
            problems.extend(folder.schema(name).overlay.proposed(f"--revision {name}"))
            check_assumptions([protocol])
    stale = texts.stale(found.protocols.values()) if len(found.protocols) == len(names) else []
    if stale:
        found.problems[""] = stale
    broken, steps, read = {*found.problems}, [*pairwise(names)], dict(found.protocols)
    for name in layer_folders(folder.sources):
        if (revision := extended(folder.sources, name)) in found.protocols:
            with _collected_problems(found, revision) as problems:
                extension, composed = folder.extension(name), f"{revision}+{name}"
                read[composed] = folder.protocol(composed)
                problems.extend(_layer_problems(extension, folder.sources))
                found.extensions.append(extension)
                steps += folder.steps_to(name)
    for old, new in steps:
        if old in read and new in read:
            with _collected_problems(found, _owner_of_changes(folder, old, new)) as problems:
                if broken.isdisjoint((old, revision_in(new))):
                    check_assumptions([read[old], read[new]])
                found.decisions.append(folder.decided(old, new))
                problems.extend(proposed(folder.entries(old, new), source_of(old, new)))
                problems.extend(misstated(found.decisions[-1], folder.entries(old, new)))
                if problems or found.problems:
                    generate.plan(found.decisions[-1], load_rules(folder.sources))
    return found


@contextmanager
def _collected_problems(found: Loaded, revision: str) -> Iterator[list[Problem]]:
    """Collect the problems that the code in a `with` block finds, under the key `revision` of `found`.

    The block reports a problem by appending it to the yielded list. If the block raises `Refused`, its
    problems are collected too.
    """
    problems: list[Problem] = []
    try:
        yield problems
    except Refused as refused:
        found.scaffold += getattr(refused, "scaffold", "")
        problems += refused.problems
    if problems:
        found.problems.setdefault(revision, []).extend(problems)


def _layer_problems(extension: Extension, sources: Sources) -> list[Problem]:
    """Return the problems of an extension that make it unfinished.

    An extension is unfinished if overlay entries are not accepted, or if descriptions are missing or not
    used.
    """
    ingest = f"FILE --revision {extension.extends}+{extension.name}"
    texts, own = extension_descriptions(sources, extension.name), extension.own_protocol
    proposals = pinned_layer(sources, extension.name).overlay.proposed(ingest)
    return [*proposals, *texts.missing(own, ingest), *texts.stale([own])]


def _owner_of_changes(folder: SchemaFolder, old: str, new: str) -> str:
    """Return the revision under which problems about the changes from `old` to `new` are reported.

    If an ingest has proposed entries for these changes and nobody has accepted them, this is the ingested
    revision. Otherwise it is the revision in `new`, which may have an extension.
    """
    with suppress(Refused):
        return next(
            (entry.proposed for entry in folder.entries(old, new) if entry.proposed), revision_in(new)
        )
    return revision_in(new)
