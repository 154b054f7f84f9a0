"""The front half of the pipeline: sources → revisions parsed and decided, with every problem that is left.

`prepare` is the entry of a build. `survey` reads on past a problem, so that one run names all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

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
from mcpgen.classes.sentences import Sentences, extension_sentences, read_sentences
from mcpgen.emit.revision_table import check_assumptions
from mcpgen.frontend.extensions import extended, layer_folders, pinned_layer
from mcpgen.frontend.ingest import parse_pins
from mcpgen.frontend.layer import read_layer
from mcpgen.frontend.read import SchemaSource, pinned_source, read_protocol
from mcpgen.frontend.sources import Sources, source
from mcpgen.ir import Extension, Protocol
from mcpgen.names import unknown_revision
from mcpgen.problems import Problem, Refused, refuse


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
    decisions: Sequence[DecidedPair]
    problems: Mapping[str, Sequence[Problem]]  # by revision; those of no revision by ''
    scaffold: str = ""
    extensions: Sequence[Extension] = ()

    def refusal(self, revisions: Iterable[str]) -> Refused:
        """Return the refusal with the problems of the revisions."""
        return Undecided((one for name in revisions for one in self.problems[name]), self.scaffold)


def read_pins(sources: Sources) -> dict[str, Any]:
    """Return the pins by revision, oldest first."""
    return parse_pins(source(sources, "schema/pins.json"))


def parse_pinned(sources: Sources, revision: str) -> Protocol:
    """Return the IR of a pinned revision: load, overlay, parse, methods."""
    return read_protocol(pinned_revision(sources, revision), revision, reject)


def pinned_revision(sources: Sources, revision: str) -> SchemaSource:
    """Return the schema file of a pinned revision."""
    pins = read_pins(sources)
    check_pinned(revision, pins)
    return pinned_source(sources, f"schema/{revision}", pins[revision].get("snapshot"))


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
    decisions: list[DecidedPair] = []
    scaffold = ""
    for revision in revisions:
        missing: list[Problem] = []
        try:
            file = pinned_revision(sources, revision)
            found[revision] = read_protocol(file, revision, reject)
            missing = [*sentences.missing(found[revision]), *file.overlay.proposed(f"--revision {revision}")]
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
            entries = entries_between(sources, old, new)
            decisions.append(decide_pair(found[old], found[new], entries))
            waiting += proposed(entries, source_of(old, new))
            if waiting or problems:
                generate.plan(decisions[-1], load_rules(sources))
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
    for name in layer_folders(sources):
        revision = extended(sources, name)
        if revision not in found:
            continue
        missing: list[Problem] = []
        try:
            file = pinned_layer(sources, name)
            extension = read_layer(file, name, found[revision], reject)
            missing += layer_problems(extension, file, sources)
            yield extension
        except Refused as refused:
            missing += refused.problems
        if missing:
            problems.setdefault(revision, []).extend(missing)


def layer_problems(extension: Extension, file: SchemaSource, sources: Sources) -> list[Problem]:
    """Return the proposed entries of an extension, the sentences that lack, and those without a use."""
    ingest = f"FILE --revision {extension.extends}+{extension.name}"
    sentences, alone = extension_sentences(sources, extension.name), extension.alone
    return [*file.overlay.proposed(ingest), *sentences.missing(alone, ingest), *sentences.stale([alone])]


def owner_of_changes(sources: Sources, old: str, new: str) -> str:
    """Return the revision that undecided changes belong to: the one ingested last, else the newer."""
    with suppress(Refused):
        return next((entry.proposed for entry in entries_between(sources, old, new) if entry.proposed), new)
    return new


def entries_between(sources: Sources, old: str, new: str) -> tuple[Entry, ...]:
    """Return the named changes between two neighbours."""
    location = source_of(old, new)
    if location not in sources:
        proposing = f"mcpgen ingest --revision {new} proposes its entries"
        raise refuse(location, f"is missing; restore the file, or start again: {proposing}")
    return read_entries(sources[location], location)


def reject(problem: Problem) -> None:
    """Refuse a problem that is a warning in a schema file of one's own: an overlay must decide it."""
    raise Refused([problem])
