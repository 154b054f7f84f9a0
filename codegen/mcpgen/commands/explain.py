"""Explain: the name of a method, type, member or error code × the pinned revisions → one screen of text.

Without a revision, the latest that has the name is explained; a name such as `v2024_11_05.Tool` selects one.
A name of the interface in Python (`mr.convert`, `mcp.Router.handle`) has its signature and docstring. A name
that no revision has is refused with the nearest names, a name of other revisions with those.
"""

from __future__ import annotations
import __future__

import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from reprlib import Repr
from typing import Any, NamedTuple

from mcpgen.classes.sentences import extension_sentences, with_extensions
from mcpgen.commands.explain_names import (
    find_subject,
    members_named,
    named_revision,
    near_names,
    protocol_name,
)
from mcpgen.commands.explain_page import WIDTH, lines_of_page, member_table, row, unreadable
from mcpgen.commands.logs import revisions_package
from mcpgen.ir import Extension, Protocol, Record
from mcpgen.names import revision_span
from mcpgen.problems import refuse
from mcpgen.runtime.messages.method_hints import hint
from mcpgen.schema_folder import SchemaFolder, check_pinned, packaged


def explain(name: str, revision: str | None = None, folder: SchemaFolder | None = None) -> str:
    """Return the page of a name; refuse a name that the revision, or every revision, lacks."""
    folder = folder or packaged()
    if not name.strip():
        raise refuse("NAME", "is empty; give a method, type, member, pointer, error code or name in Python")
    if revision is not None and "+" in revision and folder.is_known(revision):
        return _layered(folder, folder.protocol(revision), name)
    if revision is None:
        revision = named_revision(name, folder.revisions)
    if revision is not None:
        check_pinned(revision, folder.pins)
    found = _occurrences(folder, name, revision)
    page = _revision_page if found.names else _other_page
    return page(folder, name, revision, found)


class _Occurrences(NamedTuple):
    """Where a name is defined: its spelling by revision, the compositions, and the revisions left unread."""

    names: dict[str, str]
    layered: list[str]
    left_out: Mapping[str, str]


def _occurrences(folder: SchemaFolder, name: str, revision: str | None) -> _Occurrences:
    """Return where a name is defined; the revision that a user names must be readable."""
    left_out = unreadable(folder, revision)
    readable = [each for each in folder.revisions if each not in left_out]
    names = {r: known for r in readable if (known := _found_name(folder.protocol(r), name))}
    return _Occurrences(names, _compositions_with(folder, name), left_out)


def _revision_page(folder: SchemaFolder, name: str, revision: str | None, found: _Occurrences) -> str:
    """Return the page of a name in a revision, by default the latest that has the name."""
    having = list(found.names)
    if revision is not None and revision not in having:
        places = ", and in ".join([revision_span(having, folder.revisions), *found.layered])
        raise refuse(name, f"is not in {revision}; it exists {places}")
    protocol = folder.protocol(revision or having[-1])
    name = found.names[protocol.revision]
    subject = find_subject(protocol, name)
    assert subject is not None
    lines = [*lines_of_page(folder, protocol, name, subject, having)]
    for one in found.layered:
        lines += ["", f"also in {one}: mcpgen explain {name} --revision {one}"]
    lines += [f"\n{one} is left out: {reason}" for one, reason in found.left_out.items()]
    return "\n".join(lines) + "\n"


def _other_page(folder: SchemaFolder, name: str, revision: str | None, found: _Occurrences) -> str:
    """Return the page of an extension, of a name of an extension, or of a name in Python."""
    if (extension := named_extension(folder, name)) is not None:
        return extension_page(extension)
    if found.layered and revision is None:
        return _layered(folder, folder.protocol(found.layered[0]), name)
    page = _members_page(folder, name, revision, found) or python_page(name, revision)
    if page is not None:
        return page
    raise refuse(name, _unknown_name(name, folder))


def _members_page(folder: SchemaFolder, name: str, revision: str | None, found: _Occurrences) -> str | None:
    """Return the page of the members with a bare name, None where no type has such a member."""
    readable = (each for each in folder.revisions if each not in found.left_out)
    having = {each: members for each in readable if (members := members_named(folder.protocol(each), name))}
    if not having:
        return None
    chosen = revision or list(having)[-1]
    if chosen not in having:
        raise refuse(name, f"is not in {chosen}; it exists {revision_span([*having], folder.revisions)}")
    members = having[chosen]
    if len(members) == 1:
        return explain(members[0], chosen, folder)
    lines = [
        f"{name} · member of {len(members)} types of {chosen}",
        "",
        *member_table(folder.protocol(chosen), folder.sentences, members),
        "",
        f"one of them: mcpgen explain {members[0]}",
    ]
    return "\n".join(lines) + "\n"


def _compositions_with(folder: SchemaFolder, name: str) -> list[str]:
    """Return the compositions with an extension that defines a name."""
    extensions = map(folder.extension, folder.extensions)
    return [f"{one.extends}+{one.name}" for one in extensions if find_subject(one.alone, name) is not None]


def _layered(folder: SchemaFolder, protocol: Protocol, name: str) -> str:
    """Return the page of a name in a revision with extensions, which end the history."""
    subject = find_subject(protocol, name)
    if subject is None:
        raise refuse(name, f"is not in {protocol.revision}")
    base, *extensions = protocol.revision.split("+")
    further = [(folder.extension(one), extension_sentences(folder.sources, one)) for one in extensions]
    docs = with_extensions(folder.sentences, further)
    skipped = unreadable(folder, base)
    readable = [revision for revision in folder.revisions if revision not in skipped]
    with_name = [each for each in readable if find_subject(folder.protocol(each), name) is not None]
    if base not in with_name:  # an extension defines the name, so other revisions have another thing
        with_name = []
    return "\n".join(lines_of_page(folder, protocol, name, subject, with_name, docs)) + "\n"


def _found_name(protocol: Protocol, name: str) -> str | None:
    """Return the name of the subject that a user names, or None."""
    return name if find_subject(protocol, name) is not None else protocol_name(protocol, name)


def _unknown_name(name: str, folder: SchemaFolder) -> str:
    """Return the hint for a known mistake, else that no revision has the name, with the nearest names."""
    left_out = unreadable(folder)
    revisions = [folder.protocol(revision) for revision in folder.revisions if revision not in left_out]
    near = near_names(revisions, python_names(), name)
    return hint(name) or "is in no revision" + (f"; do you mean {' or '.join(near)}?" if near else "")


# Extensions


def named_extension(folder: SchemaFolder, name: str) -> Extension | None:
    """Return the extension with a name or an identifier, None if there is none."""
    found = map(folder.extension, folder.extensions)
    return next((one for one in found if name in (one.name, one.identifier)), None)


def extension_page(extension: Extension) -> str:
    """Return the page of an extension."""
    revision = f"{extension.extends}+{extension.name}"
    lines = [f"{extension.identifier} · extension of {extension.extends}", ""]
    for label, text in _facts(extension):
        lines += row(label, text)
    lines += ["", f"its names: mcpgen explain NAME --revision {revision}"]
    return "\n".join(lines) + "\n"


def _facts(extension: Extension) -> Iterator[tuple[str, str]]:
    """Yield the rows of the page: a label and a text."""
    protocol = extension.protocol
    yield "in Python", f"mr.extension({extension.identifier!r})"
    yield "sides", " and ".join(protocol.sides)
    yield "declared by", " and ".join(extension.declared_by) or "no side"
    yield "methods", ", ".join(protocol.methods) or "none"
    for method, results in extension.answers.items():
        yield "results", f"{method} may be answered by {' or '.join(results)}"
    for base, owner in extension.additions.items():
        record = protocol.definitions[owner]
        if isinstance(record, Record):
            yield "members", f"{base} gains {', '.join(field.name for field in record.fields)}"
    yield "types", ", ".join(extension.own)


# Names in Python


_FEATURE = type(__future__.annotations)
_START = re.compile(r"^(?:mcp_revisions|mr|mcp|v\d\w*)(?:\.|$)")
_IN_MODULE = re.compile(r"^(?:mcp_revisions\.)?(?:mcp|v\d\w*)(?:\.|$)")
_KINDS = (
    ("module", inspect.ismodule),
    ("class", inspect.isclass),
    ("attribute", lambda found: isinstance(found, property)),
    ("function", callable),
)


def python_page(name: str, revision: str | None) -> str | None:
    """Return the page of a public name, as the revision or the latest has it; None for any other name."""
    package = revisions_package()
    module = package.revision(revision or package.LATEST)
    path = name.strip("'\"`() ")
    owners = (module, package) if _IN_MODULE.match(path) else (package, module)
    if not path:
        return None
    while start := _START.match(path):
        path = path[start.end() :]
    for owner in owners:
        found = _found(owner, path.split(".") if path else [])
        if found is not None:
            return "\n".join(_page(f"{owner.__name__}.{path}".rstrip("."), found)) + "\n"
    return None


def python_names() -> Iterator[str]:
    """Yield the public names of the package and of the module of a revision, but no generated types."""
    package = revisions_package()
    for owner in (package, package.revision(package.LATEST)):
        for name in _public(owner):
            value = getattr(owner, name)
            if str(getattr(value, "__module__", "")).endswith(".types"):
                continue
            yield name
            is_part = inspect.ismodule(value) and owner is package and not _IN_MODULE.match(name)
            if is_part or inspect.isclass(value):
                yield from (f"{name}.{inner}" for inner in _public(value))


def _found(owner: Any, path: list[str]) -> Any:
    """Return the object at the end of a path of public names, None if there is no such path."""
    for name in path:
        if name not in _public(owner):
            return None
        owner = getattr(owner, name)
    return owner


def _public(owner: Any) -> list[str]:
    """Return the public names that a module or class has, none of those that it inherits from a library."""
    if inspect.isclass(owner):
        bases = [base for base in owner.__mro__ if base.__module__.startswith("mcp_revisions")]
        names = [name for base in bases for name in (*getattr(base, "__annotations__", ()), *vars(base))]
    else:
        names = getattr(owner, "__all__", None) or dir(owner)
    values = {name: getattr(owner, name, None) for name in dict.fromkeys(names) if not name.startswith("_")}
    # `annotations` of `from __future__` is a name of every module.
    return [name for name, value in values.items() if value is not None and type(value) is not _FEATURE]


def _page(title: str, found: Any) -> Iterator[str]:
    kind = next((kind for kind, test in _KINDS if test(found)), "value")
    yield f"{title} · {kind} in Python"
    if kind == "value":
        short = Repr()
        short.maxother = short.maxstring = WIDTH
        yield from ("", *textwrap.wrap(short.repr(found), WIDTH))
        return
    if kind in ("class", "function"):
        yield from textwrap.wrap(_signature(title.rpartition(".")[2], found), WIDTH, subsequent_indent="    ")
    yield from ("", inspect.getdoc(found) or "")
    names = _public(found) if kind in ("class", "module") else []
    if names:
        yield from (
            "",
            "names",
            textwrap.fill(", ".join(names), WIDTH, initial_indent="  ", subsequent_indent="  "),
        )


def _signature(name: str, found: Any) -> str:
    """Return a call with the parameters, their annotations unquoted."""
    try:
        text = str(inspect.signature(found))
    except (TypeError, ValueError):  # a builtin without a signature
        return name
    return name + re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)
