"""Layers: extension folders × the protocols of revisions → `Extension`s → the files of `extensions/`.

A layer passes the stages of a revision. Its classes refer to those of the revision, whose forms are given and
whose names are imported.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mcpgen.classes.class_bodies import class_bodies
from mcpgen.classes.class_forms import ClassForm, bare_tags, class_forms
from mcpgen.classes.dicts import dict_types
from mcpgen.classes.docstrings import docstrings, literal
from mcpgen.classes.models import models
from mcpgen.classes.sentences import Sentences, read_sentences
from mcpgen.emit.module_contexts import (
    Assignment,
    Home,
    composition_context,
    methods_context,
    revision_context,
    types_context,
)
from mcpgen.emit.render import Renderer
from mcpgen.emit.style import style
from mcpgen.frontend.layer import LayerFile, extension_entry, layer_of
from mcpgen.frontend.load import load, read_json
from mcpgen.frontend.overlay import corrected, read_overlay
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.parse import parse
from mcpgen.frontend.sources import Sources, source
from mcpgen.ir import Extension, Protocol, Record, reachable
from mcpgen.names import module, snake
from mcpgen.problems import Problem, Refused, refuse

FOLDER = "extensions"
COMPOSED = "_composed_"
PACKAGE = '"""Extensions: a package for each, imported by `mcp_revisions.extension`."""\n'
NO_SENTENCES = Sentences("", {"types": {}, "methods": {}, "errors": {}}, {}, frozenset(), {})


# Sources


def layer_folders(sources: Sources) -> dict[str, str]:
    """Return the folder of each layer by the name of its extension; refuse an extension with two."""
    found: dict[str, str] = {}
    for location in sources:
        match = re.fullmatch(rf"(schema/{FOLDER}/([^/]+)/[^/]+)/[^/]+", location)
        if match and found.get(match[2], match[1]) != match[1]:
            message = f"has a second layer beside {found[match[2]]}; mcpgen builds one layer of an extension"
            raise refuse(match[1], message)
        if match:
            found[match[2]] = match[1]
    return found


def extended(sources: Sources, name: str) -> str:
    """Return the revision that the layer of an extension extends: the name of its folder."""
    return layer_folders(sources)[name].rpartition("/")[2]


def parse_layer(sources: Sources, name: str, base: Protocol, warn: Callable[[Problem], None]) -> Extension:
    """Return the layer of a pinned extension on a revision; `warn` gets each undecided fact."""
    folder = layer_folders(sources)[name]
    location, overlay_location = f"{folder}/schema.json", f"{folder}/overlay.toml"
    data = source(sources, location)
    overlay = read_overlay(source(sources, overlay_location), overlay_location)
    pin = read_json(source(sources, f"{folder}/pin.json"), f"{folder}/pin.json")
    if hashlib.sha256(data).hexdigest() != pin.get("snapshot"):
        load(data, location)
    entry = extension_entry(overlay)
    if entry is None:
        raise refuse(overlay_location, "has no [[extension]]; name the identifier and the revision there")
    if entry.extends != folder.rpartition("/")[2]:
        raise refuse(
            overlay_location, f"extends {entry.extends}, but stands in the folder of another revision"
        )
    file = LayerFile(name, entry, overlay, location)
    return read_layer(file, load(data, location, metaschema=False), base, warn)


def read_layer(
    file: LayerFile,
    schema: dict[str, Any],
    base: Protocol,
    warn: Callable[[Problem], None],
    *,
    keep_descriptions: bool = False,
) -> Extension:
    """Return the layer that a schema file states."""
    notes: list[Problem] = []
    definitions = parse(
        corrected(schema, file.overlay),
        file.overlay,
        file.source,
        notes.append,
        keep_descriptions=keep_descriptions,
    )
    return layer_of(file, definitions, base, notes, warn)


def layer_sentences(sources: Sources, name: str) -> Sentences:
    """Return our sentences on an extension."""
    location = f"schema/{FOLDER}/{name}/docs.toml"
    return read_sentences(source(sources, location), location)


def with_layers(sentences: Sentences, further: Sequence[tuple[Extension, Sentences]]) -> Sentences:
    """Return the sentences of a revision and of extensions as one file."""
    entries = {kind: dict(found) for kind, found in sentences.entries.items()}
    for extension, one in further:
        for kind, found in one.entries.items():
            for name, entry in found.items():
                fields = {**one.fields, **entry.fields} if kind == "types" else entry.fields
                entries[kind][name] = replace(entry, fields=fields)
        types = entries["types"]
        for name, owner in extension.additions.items():
            fields = {**types[name].fields, **types[owner].fields}
            types[name] = replace(types[name], fields=fields)
    return replace(sentences, entries=entries)


def layer_problems(extension: Extension, sources: Sources) -> list[Problem]:
    """Return the proposed entries of an extension, the sentences that lack, and those without a use."""
    ingest = f"FILE --revision {extension.extends}+{extension.name}"
    location = f"{layer_folders(sources)[extension.name]}/overlay.toml"
    proposed = read_overlay(source(sources, location), location).proposed(ingest)
    sentences, alone = layer_sentences(sources, extension.name), extension.alone
    return [*proposed, *sentences.missing(alone, ingest), *sentences.stale([alone])]


def summary(extension: Extension, location: str) -> Problem:
    """Return the line of a build about the definitions that an extension restates."""
    differing = [one for one in extension.restated if one.difference]
    equal = len(extension.restated) - len(differing)
    message = f"{len(extension.restated)} definitions restate {extension.extends}: {equal} equal"
    for one in differing:
        decision = f"its own is {one.name}" if one.name else f"that of {extension.extends} is used"
        message += f"; {one.type} differs at {one.difference} ({decision})"
    return Problem(location, message)


def joined(base: Protocol, extensions: Sequence[Extension]) -> Protocol:
    """Return a revision with layers as one protocol; refuse a layer of another revision."""
    result = replace(base, revision="+".join([base.revision, *(one.name for one in extensions)]))
    for one in extensions:
        if one.extends != base.revision:
            raise refuse("--revision", f"{one.name} extends {one.extends}, not {base.revision}")
        added, definitions = one.protocol, {**result.definitions}
        definitions |= {name: added.definitions[name] for name in one.own}
        for name, owner in one.additions.items():
            record, addition = definitions[name], added.definitions[owner]
            if isinstance(record, Record) and isinstance(addition, Record):
                definitions[name] = replace(record, fields=(*record.fields, *addition.fields))
        methods = {**result.methods, **added.methods}
        for name, answers in one.answers.items():
            methods[name] = replace(methods[name], results=(*methods[name].results, *answers))
        result = replace(
            result,
            definitions=definitions,
            methods=dict(sorted(methods.items())),
            guards={**result.guards, **added.guards},
            known={**result.known, **added.known},
            deprecated={**result.deprecated, **added.deprecated},
        )
    return result


# Files


def layer_texts(item: tuple[Extension, Protocol, Sentences]) -> dict[str, str]:
    """Return the source of an extension's folder: the extension, its revision, and our sentences."""
    extension, base, sentences = item
    forms = class_forms(extension.protocol, class_forms(base))
    _check_tags(extension, forms)
    protocol = extension.protocol
    names = reachable([*extension.own, *extension.imported], protocol.definitions)
    needed = {name: form for name, form in forms.items() if name in names}
    view = replace(protocol, definitions={name: protocol.definitions[name] for name in needed})
    docs = docstrings(view, sentences, [], f"the extension {extension.identifier}")
    templates, own = data_root("templates"), frozenset(extension.own)
    classes = models(needed, class_bodies(view, needed, docs), templates, own=own)
    dicts = dict_types(view, needed, docs, templates, own)
    home = Home(f"the extension {extension.identifier} of MCP {extension.extends}", "...")
    alone = replace(extension.alone, definitions=protocol.definitions)
    contexts = (
        ("types", "types", types_context(home, own, classes, _imports(extension, "types"))),
        ("dicts", "dicts", types_context(home, own, dicts, _imports(extension, "dicts"))),
        ("methods", "methods", methods_context(home, alone, sentences, [])),
        ("__init__", "revision", revision_context(home, alone, _constants(extension), "IDENTIFIER")),
    )
    render, folder = Renderer(templates).render, f"{FOLDER}/{package_folder(extension.name)}"
    files = {f"{FOLDER}/__init__.py": PACKAGE}
    files |= {
        f"{folder}/{name}.py": render(f"{template}.py.jinja", vars(c)) for name, template, c in contexts
    }
    return files


def composition_texts(base: Protocol, extensions: Sequence[Extension]) -> dict[str, str]:
    """Return the module that types the compositions of a revision, if the revision has extensions.

    The types allow all extensions at once: a composition of some has the types of all.
    """
    if not extensions:
        return {}
    modules = dict.fromkeys(base.definitions, "base")
    imports = [f"from ..{module(base.revision)} import types as base"]
    for one in extensions:
        folder = package_folder(one.name)
        modules |= {name: "" if name in modules else f"{folder}_types" for name in one.own}
        imports.append(f"from .{folder} import types as {folder}_types")
    home = Home(f"MCP {base.revision} with extensions", "..", modules)
    context = composition_context(home, _views(base, extensions), imports)
    text = Renderer(data_root("templates")).render("composition.py.jinja", vars(context))
    # Every file is formatted once later; black takes two passes for an overload with a long result.
    return {f"{FOLDER}/{COMPOSED}{module(base.revision)}.py": style(text)}


def _views(base: Protocol, extensions: Sequence[Extension]) -> list[Protocol]:
    """Return the methods of all between each two sides, without methods that two extensions define."""
    defined = Counter(name for one in extensions for name in one.protocol.methods)
    methods = {name: row for name, row in joined(base, extensions).methods.items() if defined[name] < 2}
    views: list[Protocol] = []
    for pair in [base.sides, *(one.protocol.sides for one in extensions)]:
        if not any(side in view.sides for view in views for side in pair):
            own = {name: row for name, row in methods.items() if set(row.senders) & set(pair)}
            views.append(replace(base, sides=pair, methods=own))
    return views


def package_folder(name: str) -> str:
    """Return the folder of an extension in the package."""
    return snake(name)


def held_extensions(files: Mapping[str, str]) -> dict[str, str]:
    """Return the folders of extensions in a generated package by identifier."""
    return {facts["IDENTIFIER"]: path.split("/")[1] for path, facts in _interfaces(files)}


def held_compositions(files: Mapping[str, str], revisions: Iterable[str]) -> dict[str, str]:
    """Return the modules that type compositions in a generated package, by revision."""
    names = {revision: f"{COMPOSED}{module(revision)}" for revision in revisions}
    return {revision: name for revision, name in names.items() if f"{FOLDER}/{name}.py" in files}


def kept_extensions(files: Mapping[str, str], revisions: Sequence[str]) -> dict[str, str]:
    """Return the files of extensions in a generated package that extend some revisions."""
    kept = {path.rpartition("/")[0] for path, facts in _interfaces(files) if facts["EXTENDS"] in revisions}
    composed = {f"{FOLDER}/{COMPOSED}{module(revision)}.py" for revision in revisions}
    found = {
        path: text for path, text in files.items() if path.rpartition("/")[0] in kept or path in composed
    }
    return {f"{FOLDER}/__init__.py": PACKAGE, **found} if found else {}


def _interfaces(files: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the path of the interface of each extension with its constants."""
    for path, text in files.items():
        if path.startswith(f"{FOLDER}/") and path.count("/") == 2 and path.endswith("/__init__.py"):
            found = re.findall(r"^(IDENTIFIER|EXTENDS) = (.+)$", text, re.MULTILINE)
            facts = {name: str(ast.literal_eval(value)) for name, value in found}
            if len(facts) == 2:
                yield path, facts


def _imports(extension: Extension, kind: str) -> list[str]:
    """Return the statement that imports the types of the revision."""
    names = ", ".join(f"{name} as {name}" for name in extension.imported)
    return [f"from ...{module(extension.extends)}.{kind} import {names}"] if names else []


def _constants(extension: Extension) -> list[Assignment]:
    """Return the constants of an extension's interface."""
    answers = "".join(
        f"{method!r}: ({''.join(f'types.{result}, ' for result in results)}), "
        for method, results in sorted(extension.answers.items())
    )
    additions = "".join(f"{base!r}: types.{own}, " for base, own in sorted(extension.additions.items()))
    stated = (
        (
            "IDENTIFIER",
            repr(extension.identifier),
            "The key of the extension in `extensions` of capabilities.",
        ),
        ("EXTENDS", repr(extension.extends), "The revision that the types refer to."),
        ("DECLARED_BY", repr(extension.declared_by), "The sides that must declare the extension."),
        (
            "ANSWERS: dict[str, tuple[_t.Any, ...]]",
            f"{{{answers}}}",
            "Further results by method of the revision.",
        ),
        (
            "ADDITIONS: dict[str, _t.Any]",
            f"{{{additions}}}",
            "The types whose members join objects of the revision, by the name of the object.",
        ),
    )
    return [Assignment(name, value, f"{literal(text, indent=0)}\n") for name, value, text in stated]


def _check_tags(extension: Extension, forms: Mapping[str, ClassForm]) -> None:
    """Refuse a tagged type of the revision where msgspec would not require its tag."""
    problems = [
        Problem(
            f"schema/{FOLDER}/{extension.name}",
            f"{name} holds {below} of {extension.extends} outside a union, where its tag is not checked; "
            f"give the extension a type of its own by [[restated]]",
        )
        for name, below in bare_tags(forms, extension.own)
        if below not in extension.own
    ]
    if problems:
        raise Refused(problems)
