"""The command `mcpgen explain`: describe a method, type, member, error code or id on one screen.

By default, the newest revision that has the name is used. `v2024_11_05.Tool` selects another one. A name is
first looked up in the protocol. Then types that begin with it are tried (`audio` is `AudioContent`), and then
the names of extensions. For a name of the Python interface (`mr.convert`, `mcp.Router.handle`), the output is
its signature and docstring. An unknown name is refused with a list of similar names.
"""

from __future__ import annotations
import __future__

import inspect
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from reprlib import Repr
from typing import Any, TypeVar

from mcpgen.commands.explain_ids import ids, page_of_id
from mcpgen.commands.explain_names import (
    find,
    find_subject,
    members_named,
    named_revision,
    near_names,
    type_beginning,
    types_with_value,
)
from mcpgen.commands.explain_page import Facts, NamePage, member_row, page_of, painted, unreadable
from mcpgen.commands.logs import revisions_package
from mcpgen.commands.terminal import Screen
from mcpgen.ir import Extension, Protocol, Record
from mcpgen.names import revision_span
from mcpgen.problems import refuse
from mcpgen.runtime.messages.revision_tables import hint
from mcpgen.schema_folder import OTHER_FOLDER, SchemaFolder, check_pinned, packaged

Found = TypeVar("Found")

LONGEST_NAME = 120  # the maximum characters of a name that a message repeats


def explain(
    name: str,
    revision: str | None = None,
    folder: SchemaFolder | None = None,
    screen: Screen | None = None,
    *,
    whole: bool = True,
) -> str:
    """Return the description of a name as text for a screen.

    If `whole` is false, the text is shortened to fit one screen. Refuse a name that `revision` lacks. If
    `revision` is None, refuse a name that no revision has.
    """
    folder, screen = folder or packaged(), screen or Screen()
    if not name.strip():
        raise refuse("NAME", "is empty; give a method, type, member, pointer, error code or Python name")
    page = found_page(name, revision, folder, screen)
    given = f" --revision {revision}" if revision else ""
    return painted(page.lines(f"{shlex.quote(name)}{given}", whole=whole), screen)


def found_page(name: str, revision: str | None, folder: SchemaFolder, screen: Screen) -> NamePage:
    """Return the page that describes a name.

    Refuse a name that `revision` does not have. If `revision` is None, refuse a name that no revision has.
    """
    if revision is None:
        revision = named_revision(name, folder.revisions)
    if revision is not None and not ("+" in revision and folder.is_known(revision)):
        check_pinned(revision, folder.pins)
    left_out = unreadable(folder, revision)

    def having(found_in: Callable[[Protocol], Found | None]) -> dict[str, Found]:
        """Call `found_in` with each revision and extension, and return the results by name.

        Revisions and extensions in which nothing is found are left out.
        """
        protocols = {one: folder.protocol(one) for one in folder.revisions if one not in left_out}
        extensions = map(folder.extension, folder.extensions)
        protocols |= {f"{one.extends}+{one.name}": one.own_protocol for one in extensions}
        if revision is not None:
            protocols[revision] = folder.protocol(revision)
        return {one: found for one, protocol in protocols.items() if (found := found_in(protocol))}

    if names := having(lambda protocol: find(protocol, name)):
        chosen = _chosen(folder, name, revision, names)
        known, subject = names[chosen]
        page = page_of(Facts.of(folder, chosen), known, subject, screen)
        for one in (each for each in names if each not in (*folder.revisions, chosen)):
            page.foot += ["", f"also in {one}: mcpgen explain {known} --revision {one}"]
        page.foot += [f"\n{one} is left out: {reason}" for one, reason in left_out.items()]
        return page
    if (other := _page_of_extension_or_id(folder, name, screen)) is not None:
        return other
    members = having(lambda protocol: members_named(protocol, name))
    if revision is None and not members.keys() & {*folder.revisions}:
        types = having(lambda protocol: type_beginning(protocol, name))
        if core := [one for one in types if one in folder.revisions]:
            return found_page(types[core[-1]], core[-1], folder, screen)
    if members:
        return _member_page(folder, name, _chosen(folder, name, revision, members), members, screen)
    lines = python_page(name, revision, screen)
    if not lines:
        raise refuse(shown_name(name), _unknown_name(name, folder))
    return _split(lines, screen)


def _page_of_extension_or_id(folder: SchemaFolder, name: str, screen: Screen) -> NamePage | None:
    extension = named_extension(folder, name)
    return extension_page(extension, screen) if extension else page_of_id(folder, name, screen)


def _member_page(
    folder: SchemaFolder, name: str, chosen: str, members: Mapping[str, Sequence[str]], screen: Screen
) -> NamePage:
    """Return the page for a member that the user named without its type.

    If several types have a member of this name, the page lists these members.
    """
    found = members[chosen]
    if len(found) == 1:
        return found_page(found[0], chosen, folder, screen)
    return members_page(Facts.of(folder, chosen), name, found, screen)


def _split(lines: Sequence[str], screen: Screen) -> NamePage:
    """Return a page with the given lines.

    The lines up to the first blank line are always shown. The others may be cut off to fit the screen.
    """
    end = next((index for index, line in enumerate(lines) if not line.strip()), len(lines))
    page = NamePage(screen, [*lines[:end]])
    page.section("in full", ([line] for line in lines[end + 1 :]))
    return page


def shown_name(name: str) -> str:
    """Return a name for use in a message. A very long name is cut off."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def _chosen(folder: SchemaFolder, name: str, revision: str | None, found: Mapping[str, object]) -> str:
    """Return the revision whose page is shown: `revision`, or the latest pinned revision with the name.

    The keys of `found` are the revisions that have the name. If all of these are revisions with extensions,
    return the first one. Refuse a `revision` that does not have the name.
    """
    pinned = [one for one in found if one in folder.revisions]
    if revision is None:
        return pinned[-1] if pinned else next(iter(found))
    if revision not in found:
        spans = [revision_span(pinned, folder.revisions)] if pinned else []
        others = ", and in ".join([*spans, *(one for one in found if one not in pinned)])
        raise refuse(
            shown_name(name), f"is not in {revision}; it exists {others if pinned else f'in {others}'}"
        )
    return revision


def members_page(facts: Facts, name: str, members: Sequence[str], screen: Screen) -> NamePage:
    """Return a page that lists the members of one name in different types.

    `members` are written as `Type.member`.
    """
    protocol = facts.protocol
    found = {each: facts.history(subject) for each in members if (subject := find_subject(protocol, each))}
    rows = [member_row(each, history[protocol.revision]) for each, history in found.items()]
    width = max(len(member) for member, _, _ in rows)
    by_description: dict[str, list[list[str]]] = {}
    for member, type_, description in rows:
        by_description.setdefault(description, []).append([f"  {member:<{width}}  {type_}"])
    items: list[list[str]] = []
    for description, listed in by_description.items():
        items += [Screen(width=screen.width - 2).wrap(description), *listed]
    page = NamePage(screen, [f"{name} · member of {len(members)} types of {protocol.revision}"])
    page.section("members", filter(None, items))
    page.foot = ["", f"one of them: mcpgen explain {members[0]}"]
    return page


def _unknown_name(name: str, folder: SchemaFolder) -> str:
    """Return an error message for an unknown name. It has a hint for a common mistake, or similar names."""
    left_out = unreadable(folder)
    revisions = [folder.protocol(revision) for revision in folder.revisions if revision not in left_out]
    if holders := [at for protocol in revisions[::-1] for at in types_with_value(protocol, name.strip())]:
        return f"is a value of an enumeration; to see all values: mcpgen explain {holders[0]}"
    near = near_names(revisions, [*python_names(), *ids(folder)], name[:LONGEST_NAME])
    return hint(name) or "is not in any revision" + (
        f"; do you mean {' or '.join(near)}?" if near else OTHER_FOLDER
    )


# Extensions


def named_extension(folder: SchemaFolder, name: str) -> Extension | None:
    """Return the extension with this name or identifier, or None."""
    found = map(folder.extension, folder.extensions)
    return next((one for one in found if name in (one.name, one.identifier)), None)


def extension_page(extension: Extension, screen: Screen) -> NamePage:
    """Return the page that describes an extension."""
    revision = f"{extension.extends}+{extension.name}"
    page = NamePage(screen, [f"{extension.identifier} · extension of {extension.extends}", ""])
    for label, text in _facts(extension):
        page.row(label, text)
    types = Screen(width=screen.width - 2).wrap(", ".join(extension.own))
    page.section("types", ([line] for line in types))
    page.foot = ["", f"its names: mcpgen explain NAME --revision {revision}"]
    return page


def _facts(extension: Extension) -> Iterator[tuple[str, str]]:
    """Yield the facts about an extension, each as a label and a text."""
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


def python_page(name: str, revision: str | None, screen: Screen) -> list[str]:
    """Return the lines that describe a public name of the Python package, or [] if the name is unknown.

    The name is looked up in the package, and in the module of `revision`, by default the latest one.
    """
    package = revisions_package()
    module = package.revision((revision or package.LATEST).partition("+")[0])
    path = name.strip("'\"`() ")
    owners = (module, package) if _IN_MODULE.match(path) else (package, module)
    if not path:
        return []
    while start := _START.match(path):
        path = path[start.end() :]
    for owner in owners:
        found = _found(owner, path.split(".") if path else [])
        if found is not None:
            return list(_page(f"{owner.__name__}.{path}".rstrip("."), found, screen))
    return []


def python_names() -> Iterator[str]:
    """Yield the public names of the package and of the module of a revision, without the generated types."""
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
    """Follow a path of attribute names from `owner`, and return the object there.

    Return None if a name of the path is not a public attribute.
    """
    for name in path:
        if name not in _public(owner):
            return None
        owner = getattr(owner, name)
    return owner


def _public(owner: Any) -> list[str]:
    """Return the public names of a module or class.

    Names that a class inherits from a library are left out.
    """
    if inspect.isclass(owner):
        bases = [base for base in owner.__mro__ if base.__module__.startswith("mcp_revisions")]
        names = [name for base in bases for name in (*getattr(base, "__annotations__", ()), *vars(base))]
    else:
        names = getattr(owner, "__all__", None) or dir(owner)
    values = {name: getattr(owner, name, None) for name in dict.fromkeys(names) if not name.startswith("_")}
    # Every module has the name `annotations`, because of `from __future__ import annotations`.
    return [name for name, value in values.items() if value is not None and type(value) is not _FEATURE]


def _page(title: str, found: Any, screen: Screen) -> Iterator[str]:
    kind = next((kind for kind, test in _KINDS if test(found)), "value")
    yield f"{title} · {kind} in Python"
    if kind == "value":
        short = Repr()
        short.maxother = short.maxstring = screen.width
        yield from ("", *screen.wrap(short.repr(found)))
        return
    if kind in ("class", "function"):
        yield from screen.wrap(_signature(title.rpartition(".")[2], found), rest="    ")
    yield from ("", *(inspect.getdoc(found) or "").splitlines())
    names = _public(found) if kind in ("class", "module") else []
    if names:
        yield from ("", "names", *screen.wrap(", ".join(names), "  ", "  "))


def _signature(name: str, found: Any) -> str:
    """Return the signature of a callable as source, with unquoted annotations."""
    try:
        text = str(inspect.signature(found))
    except (TypeError, ValueError):  # a builtin without a signature
        return name
    return name + re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)
