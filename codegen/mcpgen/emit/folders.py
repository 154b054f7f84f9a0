"""Produce the modules in the folder of a revision, an extension, or a revision with extensions.

The modules of an extension or a revision with extensions define only their own types. They import all other
types. Apart from that, the same stages produce them as the modules of a revision: class forms, docstrings,
classes, dictionaries, methods.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from mcpgen.classes.class_bodies import class_bodies, parent_of
from mcpgen.classes.class_forms import ClassForm, bare_tags, class_forms
from mcpgen.classes.descriptions import Descriptions
from mcpgen.classes.dicts import dict_types
from mcpgen.classes.docstrings import docstrings
from mcpgen.emit.module_contexts import (
    Home,
    assignment,
    composition_context,
    dicts_context,
    interface_context,
    methods_context,
    revision_context,
    types_context,
)
from mcpgen.emit.render import render
from mcpgen.frontend.extensions import FOLDER, ComposedRevision, widened
from mcpgen.ir import Definition, Extension, Protocol, Record, Ref, reachable
from mcpgen.names import attributes, module, snake
from mcpgen.problems import Problem, Refused, refuse

PACKAGE = '"""Extensions: a package for each, imported by `mcp_revisions.extension`."""\n'


def revision_texts(
    protocol: Protocol,
    descriptions: Descriptions,
    history: Sequence[Protocol],
    extensions: Iterable[Extension] = (),
) -> dict[str, str]:
    """Return the source of the modules of a revision, by path.

    `history` has every pinned revision, oldest first. It is empty for a schema file that is not pinned.
    `extensions` are those of the revision.
    """
    docs = docstrings(protocol, descriptions, history)
    bodies = class_bodies(protocol, class_forms(protocol), docs)
    home, names = Home(f"MCP {protocol.revision}"), protocol.definitions
    contexts = {
        "types": types_context(home, names, bodies),
        "dicts": dicts_context(home, names, dict_types(protocol, docs)),
        "methods": methods_context(home, protocol, descriptions, history, extensions),
        "interface": interface_context(home, protocol, names, module(protocol.revision)),
        "revision": revision_context(home, protocol),
    }
    return _rendered(module(protocol.revision), contexts)


def extension_texts(extension: Extension, base: Protocol, descriptions: Descriptions) -> dict[str, str]:
    """Return the source of the modules of an extension, by path.

    The modules import types from the revision that the extension extends.
    """
    forms = class_forms(extension.protocol, class_forms(base))
    _check_tags(extension, forms)
    protocol = extension.protocol
    names = reachable([*extension.own, *extension.imported], protocol.definitions)
    needed = {name: form for name, form in forms.items() if name in names}
    view = replace(protocol, definitions={name: protocol.definitions[name] for name in needed})
    docs = docstrings(view, descriptions, [], f"the extension {extension.identifier}")
    own = frozenset(extension.own)
    home = Home(f"the extension {extension.identifier} of MCP {extension.extends}", "...")
    own_protocol = replace(extension.own_protocol, definitions=protocol.definitions)
    bodies, dicts = class_bodies(view, needed, docs, own), dict_types(view, docs, own)
    constants = _constants(extension)
    named = [constant["name"].partition(":")[0] for constant in constants]
    contexts = {
        "types": types_context(home, own, bodies, _imports(extension, "types")),
        "dicts": dicts_context(home, own, dicts, _imports(extension, "dicts")),
        "methods": methods_context(home, own_protocol, descriptions, []),
        "interface": interface_context(home, own_protocol, own, package_folder(extension.name), named),
        "revision": revision_context(
            home,
            own_protocol,
            constants,
            "IDENTIFIER",
            types=[*extension.own, *extension.imported],
        ),
    }
    folder = f"{FOLDER}/{package_folder(extension.name)}"
    return {f"{FOLDER}/__init__.py": PACKAGE, **_rendered(folder, contexts)}


def composition_texts(
    base: Protocol, composition: ComposedRevision, descriptions: Descriptions, history: Sequence[Protocol]
) -> dict[str, str]:
    """Return the source of the modules of a revision with extensions, by path. `base` is the revision in it.

    If an extension adds members to a type, the revision with extensions has a subclass of that type. It also
    has a subclass of every type that contains such a type. A request to which an extension adds results gets
    its own class, for type checkers. All other types are imported.
    """
    extensions, composed = composition.extensions, replace(composition.protocol, revision=base.revision)
    given = class_forms(base)
    for one in extensions:
        given |= class_forms(one.protocol, given)
    own = widened(composed, extensions)
    answered = {
        method.message
        for name, method in composed.methods.items()
        if name in base.methods and (method != base.methods[name] or not own.isdisjoint(method.results))
    }
    own |= answered
    forms = {name: _wider(given[name], composed.definitions[name]) for name in sorted(own)}
    shown = replace(composed, definitions={name: composed.definitions[name] for name in forms})
    docs = docstrings(shown, descriptions, history)
    parents = {name: given[name] for name, form in forms.items() if isinstance(form.definition, Record)}
    home = Home(f"MCP {base.revision} with {' and '.join(one.identifier for one in extensions)}", "...")
    owners = {f"...{module(base.revision)}": tuple(base.definitions)}
    owners |= {f"..{package_folder(one.name)}": one.own for one in extensions}
    imports = [
        f"from {package}.types import {names}"
        for package, defined in owners.items()
        if (names := ", ".join([*_imported(defined, own), *_parents(defined, parents)]))
    ]
    bodies = class_bodies(composed, forms, docs, own, parents, answered)
    gates = tuple(_gates(composed, extensions))
    contexts = {
        "types": types_context(home, composed.definitions, bodies, imports),
        "methods": methods_context(home, composed, descriptions, history),
        "interface": interface_context(home, composed, composed.definitions),
        "composition": composition_context(home, composed, extensions, gates, answered),
    }
    return _rendered(f"{FOLDER}/{composed_folder(base.revision, extensions)}", contexts)


def _rendered(folder: str, contexts: Mapping[str, Mapping[str, object]]) -> dict[str, str]:
    """Render the modules of a folder, and return their source by path.

    `contexts` maps the name of each template to its variables. A template is rendered to the module of the
    same name, and the last one to `__init__.py`.
    """
    *_, package = contexts
    return {
        f"{folder}/{'__init__' if name == package else name}.py": render(f"{name}.py.jinja", context)
        for name, context in contexts.items()
    }


def _imported(defined: Iterable[str], own: Collection[str]) -> list[str]:
    return [name for name in sorted(defined) if name not in own]


def _parents(defined: Iterable[str], parents: Collection[str]) -> list[str]:
    return [f"{name} as {parent_of(name)}" for name in sorted(defined) if name in parents]


def _wider(form: ClassForm, definition: Definition) -> ClassForm:
    """Return the Python form of a type of a revision with extensions.

    Extensions add members to the type, or to a type inside it. `definition` is the type with these members.
    `form` is its Python form without them.
    """
    if not isinstance(definition, Record):
        return form
    if form.kind == "mapping":
        message = (
            f"{definition.name} has free member names, so it cannot contain an object to which the "
            "extension adds members"
        )
        raise refuse(f"schema/{FOLDER}", message)
    names = [field.name for field in definition.fields]
    return replace(form, definition=definition, attributes=attributes(names))


def _gates(composed: Protocol, extensions: Sequence[Extension]) -> Iterator[str]:
    """Yield the arguments of an `ExtensionGate`, as source, for each part that needs an extension.

    The part is a result type or a member of params. A peer may send it only if the extension is declared.
    """
    for one in extensions:
        declared = f"{one.identifier!r}, {one.declared_by!r}"
        for name, answers in one.answers.items():
            for member, value in (composed.guards[answer] for answer in answers):
                yield f"{declared}, {name!r}, {(member,)!r}, {value!r}"
        added = {name: one.protocol.definitions[owner] for name, owner in one.additions.items()}
        for method in composed.methods.values():
            for path, name in _objects(composed, method.params, ()):
                addition = added.get(name)
                for field in addition.fields if isinstance(addition, Record) else ():
                    yield f"{declared}, {method.name!r}, {(*path, field.name)!r}"


def _objects(
    protocol: Protocol, name: str | None, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the path and the type name of a message's params, and of the objects in them.

    The objects are at most two levels deep. `name` is the type of the params.
    """
    record = protocol.resolve(Ref(name)) if name else None
    if isinstance(record, Record):
        yield path, record.name
        for field in record.fields if len(path) < 2 else ():
            if isinstance(field.type, Ref):
                yield from _objects(protocol, field.type.name, (*path, field.name))


def composed_folder(revision: str, extensions: Iterable[Extension]) -> str:
    """Return the folder name of a revision with extensions in `extensions/`: `v2026_07_28_tasks`."""
    return "_".join([module(revision), *(package_folder(one.name) for one in extensions)])


def package_folder(name: str) -> str:
    """Return the name of an extension's folder in `extensions/`."""
    return snake(name)


def _imports(extension: Extension, kind: str) -> list[str]:
    """Return the statement that imports types of the revision into a module of an extension, in a list.

    The list is empty if the extension uses no types of the revision. `kind` is the module: `types` or
    `dicts`.
    """
    names = ", ".join(f"{name} as {name}" for name in extension.imported)
    return [f"from ...{module(extension.extends)}.{kind} import {names}"] if names else []


def _constants(extension: Extension) -> list[dict[str, str]]:
    """Return the template variables for the constants in the `__init__.py` of an extension."""
    answers = "".join(
        f"{method!r}: ({''.join(f'types.{result}, ' for result in results)}), "
        for method, results in sorted(extension.answers.items())
    )
    additions = "".join(f"{base!r}: types.{own}, " for base, own in sorted(extension.additions.items()))
    key, sides = repr(extension.identifier), repr(extension.declared_by)
    further = "The types whose members the extension adds to objects of the revision, by object type."
    found = "The result types that the extension adds to methods of the revision, by method."
    types = "dict[str, tuple[_t.Any, ...]]"
    return [
        assignment("IDENTIFIER", key, "The key of the extension in `extensions` of capabilities."),
        assignment("EXTENDS", repr(extension.extends), "The revision that the extension extends."),
        assignment("DECLARED_BY", sides, "The sides that must declare the extension."),
        assignment(f"ANSWERS: {types}", f"{{{answers}}}", found),
        assignment("ADDITIONS: dict[str, _t.Any]", f"{{{additions}}}", further),
    ]


def _check_tags(extension: Extension, forms: Mapping[str, ClassForm]) -> None:
    """Refuse an extension that uses a tagged type of its revision outside a union.

    A tag is a member whose constant selects a variant. Outside a union, msgspec would not require this
    member.
    """
    problems = [
        Problem(
            f"schema/{FOLDER}/{extension.name}",
            f"the extension's type {name} uses {below} outside a union, where its fixed value (`const`) "
            f"would not be checked; add a [[restated]] entry that gives the extension its own {below}",
        )
        for name, below in bare_tags(forms, extension.own)
        if below not in extension.own
    ]
    if problems:
        raise Refused(problems)
