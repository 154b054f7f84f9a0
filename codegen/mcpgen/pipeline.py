"""Run the pipeline, from sources to files. Read `build` first.

load          bytes of a schema file        → a JSON value within limits of size and depth
overlay       schema/R/overlay.toml         → facts of the specification that the schema file omits
parse         JSON value × overlay          → definitions: corrected, named, `allOf` merged
methods       definitions × overlay         → `Protocol`, the IR of one revision
descriptions  schema/docs.toml              → a description of each type, member, method and error code
changes       Protocol × Protocol           → the differences in messages
decisions     changes × schema/changes/     → each change decided, in both directions
plan          Protocols × decided changes   → the plan of each adapter
print         plans                         → source of the adapters
layer         schema/extensions/NAME/R/     → `Extension`: definitions and methods added to a revision
table         Protocols                     → the facts about each revision, for the runtime
class forms   Protocol                      → the Python form of each definition
docstrings    Protocols × descriptions      → the docstrings of one revision
models        forms × docstrings            → source of the classes
render        all results × templates       → source of each file
style         source                        → formatted source

`schema_folder` has the stages from load to decisions; the others are called here. `ingest` runs before the
pipeline (an official file → `schema/R/schema.json` and its pin), `file_tree` after it (files by path →
compared with a folder, or written).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from mcpgen.adapters import generate
from mcpgen.adapters.extension_pairs import extension_pair
from mcpgen.adapters.own_rules import COPY, load_rules
from mcpgen.adapters.own_rules import FILE as OWN_RULES
from mcpgen.classes.descriptions import NO_DESCRIPTIONS, extension_descriptions, with_extensions
from mcpgen.emit.folders import composition_texts, extension_texts, revision_texts
from mcpgen.emit.module_contexts import Package, package_context, signatures_context
from mcpgen.emit.old_package import (
    compositions_in_package,
    extensions_in_package,
    kept_files,
    kept_methods,
    kept_rows,
    revisions_in_package,
    without_unpinned,
)
from mcpgen.emit.render import render
from mcpgen.emit.revision_table import FILE, table_context
from mcpgen.emit.style import module_style
from mcpgen.frontend.extensions import ComposedRevision, compositions
from mcpgen.frontend.package_data import PACKAGE
from mcpgen.ir import Extension, Protocol
from mcpgen.problems import Problem
from mcpgen.runtime.endpoints import revision_in
from mcpgen.schema_folder import ALL, SchemaFolder, Selection, load_for_build

Files: TypeAlias = dict[str, str]
"""Texts by their path below `mcp_revisions/`."""


def _unseen(problem: Problem) -> None:
    """Ignore a problem. Callers of `build` that pass no `warn` use this function."""


def build(
    folder: SchemaFolder,
    selection: Selection = ALL,
    warn: Callable[[Problem], None] = _unseen,
    style: Callable[[str], str] = module_style,
    each: Callable[[list[Any]], Iterable[Any]] = iter,
) -> Files:
    """Return every file of `mcp_revisions`: the selected revisions, and the adapters between all pinned ones.

    `warn` receives a problem if there are stubs (placeholders for descriptions), and one for each unfinished
    revision that is skipped. `style` formats the source of a module. `each` wraps the iterations over the
    revisions, and over the files to format, so that the caller can show progress.
    """
    # load, overlay, parse, methods; descriptions; changes, decisions
    found = load_for_build(folder, selection, warn)
    sources, pinned, descriptions = folder.sources, list(found.protocols.values()), folder.descriptions
    present = without_unpinned(selection.present, revisions_of(pinned))

    # plan, print; class forms, docstrings, models; render
    layers = [*found.extensions, *([selection.layer] if selection.layer else [])]
    decided = list(found.decisions)
    if selection.layer is not None:
        decided.append(extension_pair(found.protocols[selection.layer.extends], selection.layer))
    texts = generate.files(pinned, decided, render, load_rules(sources))
    selected, history = select(pinned, selection), [] if selection.own else pinned
    for protocol in each(selected):
        own = [layer for layer in layers if layer.extends == protocol.revision]
        texts |= revision_texts(protocol, descriptions, history, own)
    kept = kept_files(present, revisions_of(selected))

    # extensions and revisions with extensions, with the same stages
    docs = {one.name: extension_descriptions(sources, one.name) for one in found.extensions}
    docs |= {one.name: NO_DESCRIPTIONS for one in layers if one.name not in docs}
    composed = {
        base.revision: [*compositions(base, layers, warn if base in selected else _unseen)] for base in pinned
    }
    for base in selected if not selection.own else ():
        for layer in layers:
            if layer.extends == base.revision:
                texts |= extension_texts(layer, base, docs[layer.name])
        for one in composed[base.revision]:
            joint = with_extensions(descriptions, [(each, docs[each.name]) for each in one.extensions])
            texts |= composition_texts(base, one, joint, history)
    in_package = {**kept, **texts}
    texts |= package_texts(pinned, in_package)
    protocols = [*pinned, *([selection.own] if selection.own else [])]
    texts[FILE] = table_text(protocols, [*chain.from_iterable(composed.values())], layers, present)
    texts["testing.py"] = render("testing.py.jinja", {})
    texts["jsonrpc.py"] = render("jsonrpc.py.jinja", {})

    # style
    formatted = {path: style(texts[path]) for path in each(list(texts))}
    rules = {COPY: sources[OWN_RULES].decode("utf-8")} if OWN_RULES in sources else {}
    return {**kept, **runtime_files(), **formatted, **rules, "py.typed": ""}


def select(pinned: Sequence[Protocol], selection: Selection) -> list[Protocol]:
    """Return the protocols of the revisions that the build writes: the selected ones, or by default all."""
    if selection.own is not None:
        return [selection.own]
    return [one for one in pinned if not selection.revisions or one.revision in selection.revisions]


def package_texts(pinned: Sequence[Protocol], files: Mapping[str, str]) -> Files:
    """Return the source of the package's `__init__.py`, and of its overloads for type checkers, by path.

    `files` are the files of the package by path. They show which revisions and extensions it contains. Pinned
    revisions are listed first, oldest first, and then the others.
    """
    rank = {protocol.revision: index for index, protocol in enumerate(pinned)}
    in_package = sorted(
        revisions_in_package(files), key=lambda revision: (rank.get(revision, len(rank)), revision)
    )
    # The latest revision is the newest pinned one, because adapters convert only these.
    latest = [revision for revision in in_package if revision in rank] or in_package
    extensions, composed = extensions_in_package(files), compositions_in_package(files)
    batching = [protocol.revision for protocol in pinned if protocol.batches]
    single = [
        name for name in (*revisions_of(pinned), *sorted(composed)) if revision_in(name) not in batching
    ]
    package = Package(in_package, latest[-1], single, extensions, composed)
    return {
        "__init__.py": render("package.py.jinja", package_context(package)),
        "_signatures.py": render("signatures.py.jinja", signatures_context(package)),
    }


def table_text(
    protocols: Sequence[Protocol],
    composed: Sequence[ComposedRevision],
    layers: Sequence[Extension],
    present: Mapping[str, str],
) -> str:
    """Return the source of `revision_table.py`: the facts about each revision, which the runtime reads.

    The table describes `protocols`, and then the revisions that only `present` has: the package that the
    build replaces. It also lists the revisions with extensions (`composed`), and the methods of the
    extensions `layers`.
    """
    revisions = revisions_of(protocols)
    methods = [name for one in (*protocols, *(layer.protocol for layer in layers)) for name in one.methods]
    methods += kept_methods(present, revisions)
    names = [one.name for one in composed]
    context = table_context(protocols, kept_rows(present, revisions), names, methods)
    return render("revisions.py.jinja", context)


def revisions_of(protocols: Iterable[Protocol]) -> list[str]:
    """Return the name of the revision that each protocol describes."""
    return [protocol.revision for protocol in protocols]


@cache
def runtime_files() -> Files:
    """Return the files of the runtime by path.

    Their `revision_table.py` is empty until the build fills it.
    """
    folder = PACKAGE / "runtime"
    return {
        f"_runtime/{path.relative_to(folder).as_posix()}": path.read_text("utf-8")
        for path in sorted(folder.rglob("*.py"))
    }
