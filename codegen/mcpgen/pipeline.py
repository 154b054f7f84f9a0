"""The pipeline, stage by stage: read this module first.

ingest    official file            → schema/R/schema.json, schema/pins.json
load      pinned or any file       → plain JSON that is safe to walk
overlay   schema/R/overlay.toml    → what the specification says beyond its schema
parse     JSON × overlay           → definitions, every one named
methods   definitions × overlay    → `Protocol`, the IR of one revision
changes   Protocol × Protocol      → what differs on the wire
adapt     changes × schema/changes → decided steps between neighbours, both directions
forms     Protocol                 → the Python form of every definition
texts     Protocols × docs.toml    → docstrings
bodies    forms × docstrings       → the statements of every class
models    forms × bodies           → source of the classes
contexts  all of it                → the values that templates print
render    templates × contexts     → source of every file
style     source                   → formatted source
tree      path → text              → written, compared, or handed to a test

Every stage is pure. What cannot be used is refused with located problems; what falls back to a plain rule is
handed to `warn`.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from mcpgen.adapters.decisions import Decided, decide, read_entries, source_of
from mcpgen.adapters.generate import files as adapters
from mcpgen.classes.class_bodies import class_bodies
from mcpgen.classes.class_forms import class_forms
from mcpgen.classes.docstrings import docstrings
from mcpgen.classes.models import models
from mcpgen.classes.sentences import Sentences, read_sentences
from mcpgen.compare.changes import find
from mcpgen.emit.module_contexts import (
    methods_context,
    package_context,
    revision_context,
    types_context,
)
from mcpgen.emit.render import Renderer
from mcpgen.emit.style import style
from mcpgen.frontend import package_data
from mcpgen.frontend.ingest import read_pins
from mcpgen.frontend.load import load
from mcpgen.frontend.methods import assemble
from mcpgen.frontend.overlay import Overlay, corrected, read_overlay
from mcpgen.frontend.parse import parse
from mcpgen.ir import Protocol
from mcpgen.names import module
from mcpgen.problems import Problem, Refused, refuse

data_root = package_data.data_root


@cache
def pins() -> dict[str, Any]:
    """Return the pins by revision, oldest first."""
    return read_pins(data_root("schema"))


def revisions() -> tuple[str, ...]:
    """Return the pinned revisions, oldest first, as `schema/pins.json` orders them."""
    return tuple(pins())


def _reject(problem: Problem) -> None:
    raise Refused([problem])


@cache
def protocol(revision: str) -> Protocol:
    """Return the IR of a pinned revision."""
    root = data_root("schema")
    if revision not in pins():
        raise refuse("--revision", f"{revision!a} is not pinned; the revisions are {', '.join(pins())}")
    source, overlay_source = f"schema/{revision}/schema.json", f"schema/{revision}/overlay.toml"
    data = read(root / revision / "schema.json", source)
    checked = hashlib.sha256(data).hexdigest() == pins()[revision].get("snapshot")
    overlay = read_overlay(read(root / revision / "overlay.toml", overlay_source), overlay_source)
    schema = corrected(load(data, source, metaschema=not checked), overlay)
    return assemble(revision, parse(schema, overlay, source, _reject), overlay, source, _reject)


def protocol_from_file(
    path: Path,
    revision: str,
    *,
    overlay: Overlay | None = None,
    keep_descriptions: bool = False,
    warn: Callable[[Problem], None],
) -> Protocol:
    """Return the IR of any MCP schema file, under the name `revision`; without an overlay the plain rules hold."""
    source = str(path)
    overlay = overlay or Overlay("no overlay")
    schema = load(read(path, source), source)
    if overlay.table("correction"):  # what a correction says is held to the same rules
        schema = load(json.dumps(corrected(schema, overlay), default=str).encode(), source)
    definitions = parse(schema, overlay, source, warn, keep_descriptions=keep_descriptions)
    return assemble(revision, definitions, overlay, source, warn)


@cache
def sentences() -> Sentences:
    """Return our sentences on types, members, methods and error codes."""
    source = "schema/docs.toml"
    return read_sentences(read(data_root("schema") / "docs.toml", source), source)


@cache
def complete_sentences() -> Sentences:
    """Return our sentences; every pinned revision must find all of its own, and every sentence its revision."""
    result = sentences()
    history = [protocol(revision) for revision in revisions()]
    problems = [problem for one in history for problem in result.missing(one)] + result.stale(history)
    if problems:
        raise Refused(problems)
    return result


def revision_files(
    protocol: Protocol, sentences: Sentences, history: Sequence[Protocol], renderer: Renderer
) -> dict[str, str]:
    """Return the files of one revision's folder; `history` is every pinned revision, or empty for a file of one's own."""
    forms = class_forms(protocol)
    bodies = class_bodies(protocol, forms, docstrings(protocol, sentences, history))
    source = models(forms, bodies, renderer.templates)
    folder = module(protocol.revision)
    return {
        f"{folder}/{name}": style(renderer.render(template, vars(context)))
        for name, template, context in (
            ("types.py", "types.py.jinja", types_context(protocol, source)),
            ("methods.py", "methods.py.jinja", methods_context(protocol, sentences, history)),
            ("__init__.py", "revision.py.jinja", revision_context(protocol)),
        )
    }


def pinned_files(revision: str) -> dict[str, str]:
    """Return the files of a pinned revision's folder."""
    history = [protocol(name) for name in revisions()]
    return revision_files(protocol(revision), complete_sentences(), history, Renderer(data_root("templates")))


def file_files(
    path: Path,
    revision: str,
    *,
    overlay: Overlay | None,
    keep_descriptions: bool,
    warn: Callable[[Problem], None],
) -> dict[str, str]:
    """Return the files of the folder of a revision that is built from any MCP schema file."""
    one = protocol_from_file(path, revision, overlay=overlay, keep_descriptions=keep_descriptions, warn=warn)
    return revision_files(one, sentences(), (), Renderer(data_root("templates")))


def check_sources(selected: Sequence[str]) -> None:
    """Refuse pinned sources that leave something undecided, before anything is rendered."""
    complete_sentences()
    for revision in selected:
        protocol(revision)


@cache
def decided(old: str, new: str) -> tuple[Decided, ...]:
    """Return every change between two pinned neighbours, older first, with what decides it."""
    source = source_of(old, new)
    entries = read_entries(read(data_root("schema").parent / source, source), source)
    return decide(find(protocol(old), protocol(new)), entries, source)


def adapter_files() -> dict[str, str]:
    """Return the adapters between all pinned neighbours: a chain that serves every pair."""
    chain, renderer = revisions(), Renderer(data_root("templates"))
    steps = [decided(old, new) for old, new in pairwise(chain)]
    sources = adapters([protocol(revision) for revision in chain], steps, renderer.render)
    return {path: style(source) for path, source in sources.items()}


def shared_files(held: Sequence[str]) -> dict[str, str]:
    """Return the files that every package has, for one that holds these revisions."""
    renderer = Renderer(data_root("templates"))
    runtime = Path(__file__).parent / "runtime"
    return {
        "__init__.py": style(renderer.render("package.py.jinja", vars(package_context(held)))),
        "py.typed": "",
        **{
            f"_runtime/{path.relative_to(runtime).as_posix()}": path.read_text("utf-8")
            for path in sorted(runtime.rglob("*.py"))
        },
    }


def package(
    parts: Iterable[Mapping[str, str]], present: Mapping[str, str], own: Iterable[str]
) -> dict[str, str]:
    """Return the whole package: adapters and new revision folders, what else it holds already, what all share."""
    files: dict[str, str] = {}
    for part in parts:
        files.update(part)
    new = {module(revision): revision for revision in own}
    kept = {folder: name for folder, name in held_revisions(present).items() if folder not in new}
    files.update({path: text for path, text in present.items() if path.partition("/")[0] in kept})
    names = {**kept, **new}
    order = revisions()
    held = sorted(names.values(), key=lambda name: (order.index(name) if name in order else len(order), name))
    return {**files, **shared_files(held)}


def held_revisions(files: Mapping[str, str]) -> dict[str, str]:
    """Return the revisions of a generated package by folder."""
    found = {}
    for path, text in files.items():
        folder, _, name = path.partition("/")
        match = re.search(r"^REVISION = (.+)$", text, re.MULTILINE) if name == "__init__.py" else None
        if match and folder.startswith("v"):
            found[folder] = str(ast.literal_eval(match[1]))
    return found


def read(path: Path, source: str) -> bytes:
    """Return the bytes of an input file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise refuse(source, f"cannot be read: {error.strerror}") from None
