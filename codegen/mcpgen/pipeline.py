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

`survey` has the stages from load to decisions, `layers` those of extensions; the others are called here.
`ingest` runs before: an official file → `schema/R/schema.json` and its pin. `file_tree` runs after: files by
path → compared with a folder or swapped in.
"""

from __future__ import annotations

import ast
import re
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import DecidedPair
from mcpgen.adapters.own_rules import COPY, load_rules
from mcpgen.adapters.own_rules import FILE as OWN_RULES
from mcpgen.classes.class_bodies import Body, class_bodies
from mcpgen.classes.class_forms import class_forms
from mcpgen.classes.dicts import Dictionaries, dict_types
from mcpgen.classes.docstrings import docstrings
from mcpgen.classes.sentences import NO_SENTENCES, Sentences, extension_sentences, with_extensions
from mcpgen.emit.extension_modules import (
    composition_texts,
    extension_texts,
    held_compositions,
    held_extensions,
    kept_extensions,
)
from mcpgen.emit.module_contexts import (
    dicts_context,
    home_of,
    methods_context,
    package_context,
    revision_context,
    types_context,
)
from mcpgen.emit.render import render
from mcpgen.emit.revision_table import FILE, table_context, table_rows
from mcpgen.emit.style import module_style
from mcpgen.frontend.extensions import compositions
from mcpgen.frontend.package_data import PACKAGE
from mcpgen.frontend.sources import Sources
from mcpgen.ir import Extension, Protocol
from mcpgen.names import module
from mcpgen.problems import Problem
from mcpgen.runtime.conversion.rules import RULES
from mcpgen.runtime.conversion.rules.registry import ConversionRule
from mcpgen.survey import ALL, Selection, check_pinned, prepare

Files: TypeAlias = dict[str, str]
"""Texts by their path below `mcp_revisions/`."""

CHAIN = "adapters/__init__.py"

Item = TypeVar("Item")
Result = TypeVar("Result")


class MapFunction(typing.Protocol):
    """Map a function over items, in order: the builtin `map`, or the pool of processes of a build."""

    def __call__(self, function: Callable[[Item], Result], items: Iterable[Item], /) -> Iterable[Result]:
        """Return the results in the order of the items."""


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
    found = prepare(sources, selection, warn)
    pinned, sentences = found.pinned, found.sentences
    selection = replace(selection, present=without_forgotten(selection.present, revisions_of(pinned)))

    # plan, print; class forms, docstrings, models; render
    layers = [*found.extensions, *([selection.layer] if selection.layer else [])]
    texts = adapter_texts(pinned, found.decisions, load_rules(sources), layers)
    selected, history = select(pinned, selection), [] if selection.own else pinned
    classes = map_items(partial(classes_texts, sentences=sentences, history=history), selected)
    for protocol, text in zip(selected, classes, strict=True):
        texts |= revision_texts(protocol, text, sentences, history)
    kept = kept_files(selection.present, selected)

    # layers and composed revisions, then the same again
    bases = {} if selection.own else {protocol.revision: protocol for protocol in selected}
    docs = {one.name: extension_sentences(sources, one.name) for one in found.extensions}
    docs |= {one.name: NO_SENTENCES for one in layers if one.name not in docs}
    layers = [one for one in layers if one.extends in bases]
    alone = [(one, bases[one.extends], docs[one.name]) for one in layers]
    together = [
        (base, chosen, with_extensions(sentences, [(one, docs[one.name]) for one in chosen]))
        for base in bases.values()
        for chosen in compositions(base, [one for one in layers if one.extends == base.revision], warn)
    ]
    for files in map_items(extension_texts, alone):
        texts |= files
    for files in map_items(partial(composition_texts, history=history), together):
        texts |= files
    texts["__init__.py"] = package_text(
        revisions_of(selected) + held_revisions(kept), pinned, {**kept, **texts}
    )
    texts[FILE] = table_text(pinned, selection)
    texts["testing.py"] = render("testing.py.jinja", {})

    # style
    formatted = dict(zip(texts, map_items(module_style, texts.values()), strict=True))
    own = {COPY: sources[OWN_RULES].decode("utf-8")} if OWN_RULES in sources else {}
    return {**kept, **runtime_files(), **formatted, **own, "py.typed": ""}


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
) -> tuple[list[Body], Dictionaries]:
    """Return the classes of a revision, and its dictionaries: forms, docstrings, models."""
    docs = docstrings(protocol, sentences, history)
    return class_bodies(protocol, class_forms(protocol), docs), dict_types(protocol, docs)


def revision_texts(
    protocol: Protocol,
    classes: tuple[list[Body], Dictionaries],
    sentences: Sentences,
    history: Sequence[Protocol],
) -> Files:
    """Return the source of a revision's folder; a schema file of one's own has no `history`."""
    folder, home = module(protocol.revision), home_of(protocol)
    contexts = (
        ("types.py", "types.py.jinja", types_context(home, protocol.definitions, classes[0])),
        ("dicts.py", "dicts.py.jinja", dicts_context(home, protocol.definitions, classes[1])),
        ("methods.py", "methods.py.jinja", methods_context(home, protocol, sentences, history)),
        ("__init__.py", "revision.py.jinja", revision_context(home, protocol)),
    )
    return {f"{folder}/{name}": render(template, vars(context)) for name, template, context in contexts}


def adapter_texts(
    pinned: Sequence[Protocol],
    decisions: Sequence[DecidedPair],
    rules: Mapping[str, ConversionRule] = RULES,
    layers: Sequence[Extension] = (),
) -> Files:
    """Return the source of the adapters: a chain of neighbours that serves every pair, and extensions."""
    return generate.files(pinned, decisions, render, rules, layers)


def package_text(
    revisions: Iterable[str], pinned: Sequence[Protocol], files: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return the source of `__init__.py`, which lists pinned revisions, oldest first, before others.

    The extensions of the package stand in `files`.
    """
    rank = {protocol.revision: index for index, protocol in enumerate(pinned)}
    single = [protocol.revision for protocol in pinned if not protocol.batches]
    held = sorted(set(revisions), key=lambda revision: (rank.get(revision, len(rank)), revision))
    extensions, composed = held_extensions(files), held_compositions(files)
    latest = [revision for revision in held if revision in rank] or held  # the newest that converts
    context = package_context(held, latest[-1], single, extensions, composed)
    return render("package.py.jinja", vars(context))


def table_text(pinned: Sequence[Protocol], selection: Selection) -> str:
    """Return the source of the table of facts: of the whole chain, then of revisions that are not pinned."""
    own = [selection.own] if selection.own is not None else []
    known = {*revisions_of(pinned), *revisions_of(own)}
    old = table_rows(selection.present.get(FILE, ""))
    held = held_revisions(selection.present)
    kept = {name: old[name] for name in held if name in old and name not in known}
    context = table_context([*pinned, *own], kept)
    return render("revisions.py.jinja", vars(context))


def revisions_of(protocols: Iterable[Protocol]) -> list[str]:
    """Return the names of the revisions."""
    return [protocol.revision for protocol in protocols]


def kept_files(present: Mapping[str, str], selected: Iterable[Protocol]) -> Files:
    """Return the files of the old package that belong to revisions not written now."""
    written = set(map(module, revisions_of(selected)))
    revisions = [revision for revision in held_revisions(present) if module(revision) not in written]
    kept = set(map(module, revisions))
    files = {path: text for path, text in present.items() if path.partition("/")[0] in kept}
    files |= kept_extensions(present, revisions)
    composed = tuple(map(module, held_compositions(files)))
    adapters = {path: text for path, text in present.items() if path.startswith("adapters/")}
    return files | {path: text for path, text in adapters.items() if any(name in path for name in composed)}


def without_forgotten(present: Mapping[str, str], pinned: Iterable[str]) -> Files:
    """Return an old package without the revisions that its adapters convert, and that are pinned no more."""
    chain = re.search(r"^CHAIN.*?= (\(.*?\))$", present.get(CHAIN, ""), re.MULTILINE | re.DOTALL)
    forgotten = set(ast.literal_eval(chain[1])).difference(pinned) if chain else set()
    folders = set(map(module, forgotten))
    return {path: text for path, text in present.items() if path.partition("/")[0] not in folders}


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
    """Return the runtime, copied verbatim: real Python that is formatted and tested where it stands.

    The table of facts in it is empty.
    """
    folder = PACKAGE / "runtime"
    return {
        f"_runtime/{path.relative_to(folder).as_posix()}": path.read_text("utf-8")
        for path in sorted(folder.rglob("*.py"))
    }
