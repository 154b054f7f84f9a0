"""The pipeline, from sources to files. Read `build` first; these are its stages, in order.

load        bytes of a schema file        → a JSON tree within limits of size and depth
overlay     schema/R/overlay.toml         → the statements of the specification that the schema lacks
parse       tree × overlay                → definitions: corrected, named, `allOf` merged
methods     definitions × overlay         → `Protocol`, the IR of one revision
sentences   schema/docs.toml              → a sentence for each type, member, method and error code
changes     Protocol × Protocol           → the differences on the wire
decisions   changes × schema/changes/     → each change decided, in both directions
plan        Protocols × decided changes   → the plan of each adapter
print       plans                         → source of the adapters
layer       schema/extensions/NAME/R/     → `Extension`: the definitions and methods that a revision gains
table       Protocols                     → the facts about each revision, for the runtime
class forms Protocol                      → the Python form of each definition
docstrings  Protocols × sentences         → the docstrings of one revision
models      forms × docstrings            → source of the classes
render      all results × templates       → source of each file
style       source                        → formatted source

`ingest` runs before: an official file → `schema/R/schema.json` and its pin. `file_tree` runs after: files by
path → compared with a folder or swapped in. Only the last part of this module reads input files.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from mcpgen import layers
from mcpgen.adapters import generate
from mcpgen.adapters.decisions import (
    Decided,
    Entry,
    Undecided,
    decide,
    proposed,
    read_entries,
    source_of,
)
from mcpgen.classes.class_bodies import class_bodies
from mcpgen.classes.class_forms import class_forms
from mcpgen.classes.dicts import dict_types
from mcpgen.classes.docstrings import docstrings
from mcpgen.classes.models import models
from mcpgen.classes.sentences import Sentences, read_sentences
from mcpgen.compare.changes import find_changes
from mcpgen.emit.module_contexts import (
    home_of,
    methods_context,
    package_context,
    revision_context,
    types_context,
)
from mcpgen.emit.render import Renderer
from mcpgen.emit.revision_table import FILE, check_assumptions, table_context, table_rows
from mcpgen.emit.style import style
from mcpgen.frontend.ingest import parse_pins
from mcpgen.frontend.load import load
from mcpgen.frontend.methods import assemble
from mcpgen.frontend.overlay import Overlay, corrected, read_overlay
from mcpgen.frontend.package_data import PACKAGE, data_root
from mcpgen.frontend.parse import parse
from mcpgen.frontend.sources import Sources, read_file, read_sources, source
from mcpgen.ir import Extension, Protocol
from mcpgen.names import module, unknown_revision
from mcpgen.problems import Problem, Refused, refuse

Files: TypeAlias = dict[str, str]
"""Texts by their path below `mcp_revisions/`."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class MapFunction(typing.Protocol):
    """Map a function over items, in order: the builtin `map`, or the pool of processes of a build."""

    def __call__(self, function: Callable[[Item], Result], items: Iterable[Item], /) -> Iterable[Result]:
        """Return the results in the order of the items."""


@dataclass(frozen=True)
class Selection:
    """The revisions that a build writes: some pinned (none named: all), or one parsed from a schema file."""

    revisions: tuple[str, ...] = ()
    own: Protocol | None = None
    layer: Extension | None = None  # parsed from a schema file, beside the pinned layers
    present: Mapping[str, str] = field(default_factory=dict)  # the old package, whose other revisions stay


ALL = Selection()


@dataclass(frozen=True)
class Survey:
    """The revisions of a chain, parsed and decided, and the problems of those that are unfinished."""

    pinned: Sequence[Protocol]
    sentences: Sentences
    decisions: Sequence[Sequence[Decided]]
    problems: Mapping[str, Sequence[Problem]]  # by revision; those of no revision by ''
    scaffold: str = ""
    extensions: Sequence[Extension] = ()

    def refusal(self, revisions: Iterable[str]) -> Refused:
        """Return the refusal with the problems of the revisions."""
        return Undecided((one for name in revisions for one in self.problems[name]), self.scaffold)


def _unseen(problem: Problem) -> None:
    """Ignore a line for the user."""


def build(
    sources: Sources,
    selection: Selection = ALL,
    map_items: MapFunction = map,
    warn: Callable[[Problem], None] = _unseen,
) -> Files:
    """Return every file of `mcp_revisions`: the selected revisions, and the adapters of all pinned ones.

    `warn` gets a line for stubs in place of sentences, and for each unfinished revision that is left out.
    """
    # load, overlay, parse, methods; sentences; changes, decisions
    survey = prepare(sources, selection, warn)
    pinned, sentences = survey.pinned, survey.sentences

    # plan, print; class forms, docstrings, models; render
    texts = adapter_texts(pinned, survey.decisions)
    selected, history = select(pinned, selection), [] if selection.own else pinned
    classes = map_items(partial(classes_texts, sentences=sentences, history=history), selected)
    for protocol, text in zip(selected, classes, strict=True):
        texts |= revision_texts(protocol, text, sentences, history)
    kept = kept_files(selection.present, selected)

    # layer, then the same again
    bases = {} if selection.own else {protocol.revision: protocol for protocol in selected}
    extensions = [one for one in survey.extensions if one.extends in bases]
    items = [(one, bases[one.extends], layers.layer_sentences(sources, one.name)) for one in extensions]
    if selection.layer is not None:
        extensions.append(selection.layer)
        items.append((selection.layer, bases[selection.layer.extends], layers.NO_SENTENCES))
    for extension, files in zip(extensions, map_items(layers.layer_texts, items), strict=True):
        warn(layers.summary(extension))
        texts |= files
    for revision, base in bases.items():
        texts |= layers.composition_texts(base, [one for one in extensions if one.extends == revision])
    texts["__init__.py"] = package_text(
        revisions_of(selected) + held_revisions(kept), pinned, {**kept, **texts}
    )
    texts[FILE] = table_text(pinned, selection)

    # style
    formatted = dict(zip(texts, map_items(style, texts.values()), strict=True))
    return {**kept, **formatted, **runtime_files(), "py.typed": ""}


# Front end: sources → protocols, sentences, decided changes


def read_pins(sources: Sources) -> dict[str, Any]:
    """Return the pins by revision, oldest first."""
    return parse_pins(source(sources, "schema/pins.json"))


def parse_pinned(sources: Sources, revision: str) -> Protocol:
    """Return the IR of a pinned revision: load, overlay, parse, methods."""
    pins = read_pins(sources)
    check_pinned(revision, pins)
    location, overlay_location = f"schema/{revision}/schema.json", f"schema/{revision}/overlay.toml"
    data = source(sources, location)
    overlay = read_overlay(source(sources, overlay_location), overlay_location)
    checked = hashlib.sha256(data).hexdigest() == pins[revision].get("snapshot")  # checked by `ingest`
    if not checked:
        load(data, location)
    return read_schema(data, overlay, revision, location, _reject)


def read_schema(
    data: bytes, overlay: Overlay, revision: str, location: str, warn: Callable[[Problem], None]
) -> Protocol:
    """Return the IR of a snapshot with an overlay; `warn` gets each fact that the overlay does not state."""
    schema = corrected(load(data, location, metaschema=False), overlay)
    return assemble(revision, parse(schema, overlay, location, warn), overlay, location, warn)


def check_pinned(revision: str, pins: Iterable[str], location: str = "--revision") -> None:
    """Refuse a revision that is not pinned, at the option that names the revision."""
    if revision not in pins:
        raise unknown_revision(location, revision, pins, "is not pinned")


def parse_sentences(sources: Sources) -> Sentences:
    """Return our sentences on types, members, methods and error codes."""
    return read_sentences(source(sources, "schema/docs.toml"), "schema/docs.toml")


def prepare(sources: Sources, selection: Selection, warn: Callable[[Problem], None]) -> Survey:
    """Return the parsed and decided revisions; refuse everything that the selection lacks, in one run.

    An unfinished revision that is not selected is left out.
    """
    pinned = tuple(read_pins(sources))
    for revision in selection.revisions if selection.own is None else ():
        check_pinned(revision, pinned)
    found = survey(sources, pinned)
    needed = () if selection.own else selection.revisions or pinned
    if not found.problems.keys().isdisjoint(("", *needed)):
        raise found.refusal(
            name for name in found.problems if not selection.revisions or name in ("", *needed)
        )
    for stub in found.sentences.stubs(found.pinned):
        warn(stub)
    if not found.problems:
        return found
    rest = survey(sources, [name for name in pinned if name not in found.problems])
    if rest.problems.keys() - {""}:  # the neighbours of a revision between them are not decided
        raise found.refusal(found.problems)
    for name, problems in found.problems.items():
        message = f"{name} is left out, with {len(problems)} problems: mcpgen build --revision {name}"
        warn(Problem(f"schema/{name}", message))
    return rest


def survey(sources: Sources, revisions: Sequence[str]) -> Survey:
    """Return the parsed revisions, the decided changes between neighbours, and every problem."""
    sentences = parse_sentences(sources)
    found: dict[str, Protocol] = {}
    problems: dict[str, list[Problem]] = {}
    decisions: list[tuple[Decided, ...]] = []
    scaffold = ""
    for revision in revisions:
        missing: list[Problem] = []
        try:
            found[revision] = parse_pinned(sources, revision)
            overlay_location = f"schema/{revision}/overlay.toml"
            missing = sentences.missing(found[revision])
            missing += read_overlay(sources[overlay_location], overlay_location).proposed(revision)
            check_assumptions([found[revision]])
        except Refused as refused:
            missing += refused.problems
        if missing:
            problems[revision] = missing
    stale = sentences.stale(found.values()) if len(found) == len(revisions) else []
    if stale:
        problems[""] = stale
    for old, new in pairwise(revisions):
        if old not in found or new not in found:
            continue
        waiting: list[Problem] = []
        try:
            if old not in problems and new not in problems:
                check_assumptions([found[old], found[new]])
            decisions.append(decide_changes(sources, found[old], found[new]))
            waiting += proposed(entries_between(sources, old, new), source_of(old, new))
            if waiting or problems:
                generate.plan(found[old], found[new], decisions[-1])
        except Refused as refused:
            scaffold += getattr(refused, "scaffold", "")
            waiting += refused.problems
        if waiting:
            problems.setdefault(owner_of_changes(sources, old, new), []).extend(waiting)
    extensions = list(survey_layers(sources, found, problems))
    return Survey(list(found.values()), sentences, decisions, problems, scaffold, extensions)


def survey_layers(
    sources: Sources, found: Mapping[str, Protocol], problems: dict[str, list[Problem]]
) -> Iterator[Extension]:
    """Yield the layers on the revisions found; add the problems of a layer to those of its revision."""
    for name in layers.layer_folders(sources):
        revision = layers.extended(sources, name)
        if revision not in found:
            continue
        missing: list[Problem] = []
        try:
            extension = layers.parse_layer(sources, name, found[revision], _reject)
            missing += layers.layer_problems(extension, layers.layer_sentences(sources, name))
            yield extension
        except Refused as refused:
            missing += refused.problems
        if missing:
            problems.setdefault(revision, []).extend(missing)


def owner_of_changes(sources: Sources, old: str, new: str) -> str:
    """Return the revision that undecided changes belong to: the one ingested last, else the newer."""
    with suppress(Refused):
        return next((entry.proposed for entry in entries_between(sources, old, new) if entry.proposed), new)
    return new


def decide_changes(sources: Sources, older: Protocol, newer: Protocol) -> tuple[Decided, ...]:
    """Return every change between two neighbours with its decision."""
    entries = entries_between(sources, older.revision, newer.revision)
    return decide(find_changes(older, newer), entries, source_of(older.revision, newer.revision))


def entries_between(sources: Sources, old: str, new: str) -> tuple[Entry, ...]:
    """Return the named changes between two neighbours."""
    location = source_of(old, new)
    if location not in sources:
        proposing = f"mcpgen ingest --revision {new} proposes its entries"
        raise refuse(location, f"is missing; restore the file, or start again: {proposing}")
    return read_entries(sources[location], location)


def _reject(problem: Problem) -> None:
    """Refuse a problem that is a warning in a schema file of one's own: an overlay must decide it."""
    raise Refused([problem])


# Back end: protocols → texts


def select(pinned: Sequence[Protocol], selection: Selection) -> list[Protocol]:
    """Return the protocols to write, the newest first."""
    if selection.own is not None:
        return [selection.own]
    for revision in selection.revisions:
        check_pinned(revision, revisions_of(pinned))
    # The newest is the largest: no process should start it last.
    chosen = [one for one in pinned if not selection.revisions or one.revision in selection.revisions]
    return chosen[::-1]


def classes_texts(
    protocol: Protocol, *, sentences: Sentences, history: Sequence[Protocol]
) -> tuple[str, str]:
    """Return the source of a revision's classes and of its dictionaries: forms, docstrings, models."""
    forms, templates = class_forms(protocol), data_root("templates")
    docs = docstrings(protocol, sentences, history)
    classes = models(forms, class_bodies(protocol, forms, docs), templates)
    return classes, dict_types(protocol, forms, docs, templates)


def revision_texts(
    protocol: Protocol, classes: tuple[str, str], sentences: Sentences, history: Sequence[Protocol]
) -> Files:
    """Return the source of a revision's folder; a schema file of one's own has no `history`."""
    folder, render = module(protocol.revision), Renderer(data_root("templates")).render
    home = home_of(protocol)
    contexts = (
        ("types.py", "types.py.jinja", types_context(home, protocol.definitions, classes[0])),
        ("dicts.py", "dicts.py.jinja", types_context(home, protocol.definitions, classes[1])),
        ("methods.py", "methods.py.jinja", methods_context(home, protocol, sentences, history)),
        ("__init__.py", "revision.py.jinja", revision_context(home, protocol)),
    )
    return {f"{folder}/{name}": render(template, vars(context)) for name, template, context in contexts}


def adapter_texts(pinned: Sequence[Protocol], decisions: Sequence[Sequence[Decided]]) -> Files:
    """Return the source of the adapters between neighbours: a chain that serves every pair."""
    return generate.files(pinned, decisions, Renderer(data_root("templates")).render)


def package_text(
    revisions: Iterable[str], pinned: Sequence[Protocol], files: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return the source of `__init__.py`, which lists pinned revisions, oldest first, before others.

    The extensions of the package stand in `files`.
    """
    rank = {protocol.revision: index for index, protocol in enumerate(pinned)}
    single = [protocol.revision for protocol in pinned if not protocol.batches]
    held = sorted(set(revisions), key=lambda revision: (rank.get(revision, len(rank)), revision))
    extensions, composed = layers.held_extensions(files), layers.held_compositions(files, held)
    context = package_context(held, single, extensions, composed)
    return Renderer(data_root("templates")).render("package.py.jinja", vars(context))


def table_text(pinned: Sequence[Protocol], selection: Selection) -> str:
    """Return the source of the table of facts: of the whole chain, then of revisions that are not pinned."""
    own = [selection.own] if selection.own is not None else []
    known = {*revisions_of(pinned), *revisions_of(own)}
    old = table_rows(selection.present.get(FILE, ""))
    held = held_revisions(selection.present)
    kept = {name: old[name] for name in held if name in old and name not in known}
    context = table_context([*pinned, *own], kept)
    return Renderer(data_root("templates")).render("revisions.py.jinja", vars(context))


def revisions_of(protocols: Iterable[Protocol]) -> list[str]:
    """Return the names of the revisions."""
    return [protocol.revision for protocol in protocols]


def kept_files(present: Mapping[str, str], selected: Iterable[Protocol]) -> Files:
    """Return the files of the old package that belong to revisions not written now."""
    written = set(map(module, revisions_of(selected)))
    revisions = [revision for revision in held_revisions(present) if module(revision) not in written]
    kept = set(map(module, revisions))
    files = {path: text for path, text in present.items() if path.partition("/")[0] in kept}
    return files | layers.kept_extensions(present, revisions)


def held_revisions(files: Mapping[str, str]) -> list[str]:
    """Return the revisions of a generated package."""
    found = []
    for path, text in files.items():
        folder, _, name = path.partition("/")
        match = re.search(r"^REVISION = (.+)$", text, re.MULTILINE) if name == "__init__.py" else None
        if match and folder.startswith("v"):
            found.append(str(ast.literal_eval(match[1])))
    return found


@cache
def runtime_files() -> Files:
    """Return the runtime, copied verbatim: real Python that is formatted and tested where it stands."""
    folder = PACKAGE / "runtime"
    return {
        f"_runtime/{path.relative_to(folder).as_posix()}": path.read_text("utf-8")
        for path in sorted(folder.rglob("*.py"))
    }


# Files that are read: schema folders, each file once, and schema files


class SchemaFolder:
    """The protocol in a schema folder; each part is read and parsed on first use, once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._protocols: dict[str, Protocol] = {}
        self._extensions: dict[str, Extension] = {}
        self._decided: dict[tuple[str, str], tuple[Decided, ...]] = {}

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
                found = layers.joined(self.protocol(base), [self.extension(name) for name in names])
            else:
                found = parse_pinned(self.sources, revision)
            self._protocols[revision] = found
        return self._protocols[revision]

    @cached_property
    def extensions(self) -> tuple[str, ...]:
        """Return the names of the extensions that have a layer on a pinned revision."""
        found = layers.layer_folders(self.sources)
        return tuple(name for name in found if layers.extended(self.sources, name) in self.pins)

    def extension(self, name: str) -> Extension:
        """Return the layer of an extension; refuse an unknown name."""
        if name not in self.extensions:
            known = ", ".join(self.extensions) or "none"
            raise refuse("--revision", f"{name!a} is no extension; the extensions are {known}")
        if name not in self._extensions:
            base = self.protocol(layers.extended(self.sources, name))
            self._extensions[name] = layers.parse_layer(self.sources, name, base, _reject)
        return self._extensions[name]

    def is_known(self, revision: str) -> bool:
        """Return whether a name is that of a pinned revision, with layers or without."""
        base, *names = revision.split("+")
        return base in self.pins and set(names) <= set(self.extensions)

    def decided(self, old: str, new: str) -> tuple[Decided, ...]:
        """Return every change between two pinned neighbours, older first, with its decision."""
        if (old, new) not in self._decided:
            older, newer = self.protocol(old), self.protocol(new)
            self._decided[old, new] = decide_changes(self.sources, older, newer)
        return self._decided[old, new]


@cache
def packaged() -> SchemaFolder:
    """Return the schema folder that the package carries."""
    return SchemaFolder(data_root("schema"))


def pinned_sources() -> Sources:
    """Return the files of the packaged folder."""
    return packaged().sources


def revisions() -> tuple[str, ...]:
    """Return the revisions that the packaged folder pins, oldest first."""
    return packaged().revisions


def protocol(revision: str) -> Protocol:
    """Return the IR of a revision that the packaged folder pins."""
    return packaged().protocol(revision)


def sentences() -> Sentences:
    """Return the sentences of the packaged folder."""
    return packaged().sentences


def decided(old: str, new: str) -> tuple[Decided, ...]:
    """Return every change between two neighbours of the packaged folder, with its decision."""
    return packaged().decided(old, new)


def protocol_from_file(
    path: Path,
    revision: str,
    *,
    overlay: Overlay | None = None,
    keep_descriptions: bool = False,
    warn: Callable[[Problem], None],
) -> Protocol:
    """Return the IR of any MCP schema file; `warn` gets each name and result chosen by default."""
    location = str(path)
    overlay = overlay or Overlay("no overlay")
    schema = load(read_file(path, location), location)
    if overlay.table("correction"):  # a corrected schema is held to the same rules
        schema = load(json.dumps(corrected(schema, overlay), default=str).encode(), location)
    definitions = parse(schema, overlay, location, warn, keep_descriptions=keep_descriptions)
    return assemble(revision, definitions, overlay, location, warn)
