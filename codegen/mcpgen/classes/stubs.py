"""Add stubs for missing descriptions to `schema/docs.toml`.

A stub begins with `TODO: `, which a build refuses, or with `To be described: `, which is used as the
description until somebody writes one. Names that have a description get no stub. A renamed name gets the
description of its former name. While the rename is only proposed, that description is the text of the stub.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from mcpgen.classes.descriptions import STAND_IN, TODO, Descriptions, names, read_descriptions
from mcpgen.frontend.toml_document import read_toml
from mcpgen.frontend.toml_edit import (
    appended,
    checked,
    delete,
    end_of,
    inline,
    inserted,
    key,
    quoted,
    removed,
    without_inline_key,
)
from mcpgen.ir import Protocol

DescriptionPath = tuple[str, ...]
_KIND_NAMES = {"types": "type", "methods": "method", "errors": "error code"}


@dataclass(frozen=True)
class Stubbed:
    """The text of `docs.toml` with new descriptions.

    `stubs` has the path of each description that a person must write. `copied` has the path of each
    description that was copied after a rename, with the path from which it was copied.
    """

    text: str
    stubs: list[DescriptionPath]
    copied: dict[DescriptionPath, DescriptionPath]


def with_stubs(
    text: str,
    source: str,
    protocol: Protocol,
    *,
    accepted: bool,
    former: Mapping[DescriptionPath, DescriptionPath] = MappingProxyType({}),
    likely: Mapping[DescriptionPath, DescriptionPath] = MappingProxyType({}),
) -> Stubbed:
    """Return `docs.toml` with a stub for each missing description.

    If `accepted` is true, the stubs begin with `To be described: `, which a build accepts. `former` maps the
    path of a renamed or moved name to its path in the revision before. Such a name gets the description of
    the former name. If `text` already has a stub for the name, the description replaces it. `likely` is the
    same for renames and moves that nobody has accepted yet. The stub of such a name repeats the description
    of the former name.
    """
    text, known = _without_known(text, source, former, protocol.revision)
    descriptions = read_descriptions(text.encode(), source)
    guesses = {path: found for path, (_, found) in _known(descriptions, likely, protocol.revision).items()}
    document = read_toml(text.encode(), source, "docs")
    begin = STAND_IN if accepted else TODO
    stubs = dict(_stubs(descriptions, protocol, begin, known, guesses))
    new = {path[:2] for path in stubs if len(path) == 2}
    more: dict[DescriptionPath, dict[str, Any]] = {
        path: _like(descriptions, known[path][0]) for path in new if path in known
    }
    expected = _with(document.data, stubs, more)
    inside = {path: stub for path, stub in stubs.items() if path[:2] not in new}
    # Insert at the last line first, so that earlier line numbers stay valid.
    below: list[tuple[int, str]] = []
    for path, stub in inside.items():
        has_table = path[:3] in document.lines
        line = end_of(document, path[:3] if has_table else path[:2])
        below.append((line, f"{'' if has_table else 'fields.'}{key(path[3])} = {quoted(stub)}"))
    for line, block in sorted(below, key=lambda each: -each[0]):
        text = inserted(text, line, block)
    for path in sorted(new):
        lines = ["", f"[{path[0]}.{key(path[1])}]", f"doc = {quoted(stubs[path])}"]
        lines += [f"{name} = {inline(value)}" for name, value in more.get(path, {}).items()]
        lines += [
            f"fields.{key(each[3])} = {quoted(stub)}"
            for each, stub in stubs.items()
            if each[:2] == path and len(each) == 4
        ]
        text = appended(text, "\n".join(lines))
    copied = {path: known[path][0] for path in stubs if path in known}
    return Stubbed(checked(text, source, expected), [path for path in stubs if path not in copied], copied)


def _without_known(
    text: str, source: str, former: Mapping[DescriptionPath, DescriptionPath], revision: str
) -> tuple[str, dict[DescriptionPath, tuple[DescriptionPath, str]]]:
    """Return `docs.toml` without the stubs of renamed names whose former name has a description.

    Also map the path of each such name to its former path and the description there. A table in which
    somebody has written a description is not changed.
    """
    descriptions = read_descriptions(text.encode(), source)
    known = _known(descriptions, former, revision)
    docs = {path: description.doc for path, description in descriptions.items()}
    gone: list[DescriptionPath] = []
    for path in known:
        below = [doc for each, doc in docs.items() if each[: len(path)] == path]
        if below and all(doc.startswith((TODO, STAND_IN)) for doc in below):
            gone.append(path)
    return removed(read_toml(text.encode(), source, "docs"), gone) if gone else text, known


def _known(
    descriptions: Descriptions, former: Mapping[DescriptionPath, DescriptionPath], revision: str
) -> dict[DescriptionPath, tuple[DescriptionPath, str]]:
    """Return the former path and its description for each path in `former`, if somebody has written it."""
    found = {path: (before, _text_at(descriptions, before, revision)) for path, before in former.items()}
    return {
        path: (before, text)
        for path, (before, text) in found.items()
        if text and not text.startswith((TODO, STAND_IN))
    }


def _text_at(descriptions: Descriptions, path: DescriptionPath, revision: str) -> str:
    """Return the description of a type, method or member, by its path in `docs.toml`, or ''."""
    if len(path) == 4:
        return descriptions.of_member(path[1], path[3], revision)
    kinds = {"types": descriptions.of_type, "methods": descriptions.of_method}
    return kinds[path[0]](path[1], revision)


def _like(descriptions: Descriptions, before: DescriptionPath) -> dict[str, Any]:
    """Return the keys, besides `doc`, of the table for a renamed type or method: `page` and `like`."""
    pages = list(descriptions.entries["types" if before[0] == "types" else "methods"][before[1]].pages)
    found: dict[str, Any] = {"page": pages[0] if len(pages) == 1 else pages} if pages else {}
    return found | ({"like": before[1]} if before[0] == "types" else {})


def with_pages(text: str, source: str, old: str | None, new: str) -> str:
    """Return the text of `docs.toml` in which the revision `new` has the list of pages of the revision `old`.

    The text is returned unchanged if `new` is not a date, if `new` already has pages, or if `old` has none.
    """
    document = read_toml(text.encode(), source, "docs")
    pages = document.data.get("pages", {})
    if old is None or old not in pages or new in pages or not re.fullmatch(r"\d{4}-\d\d-\d\d", new):
        return text
    start, end = document.line("pages", old), end_of(document, ("pages", old))
    block = "\n".join(text.split("\n")[start - 1 : end]).replace(old, new, 1)
    return checked(inserted(text, end, block), source, {**document.data, "pages": {**pages, new: pages[old]}})


def accepted_stubs(text: str, source: str, protocol: Protocol) -> tuple[str, int]:
    """Mark the stubs of a protocol as accepted. Return the new text of `docs.toml`, and their number."""
    descriptions = read_descriptions(text.encode(), source)
    document = read_toml(text.encode(), source, "docs")
    lines = text.split("\n")
    docs = {path: description.doc for path, description in descriptions.items()}
    count = 0
    for path in dict.fromkeys(descriptions.paths(protocol)):
        if docs.get(path, "").startswith(TODO):
            line = document.line(*path, *(["doc"] if len(path) == 2 else []))
            lines[line - 1] = lines[line - 1].replace(TODO, STAND_IN, 1)
            count += 1
    return "\n".join(lines), count


def without_descriptions(text: str, source: str, revision: str, others: Sequence[Protocol]) -> str:
    """Return the text of `docs.toml` without what only `revision` used: its pages and some descriptions."""
    descriptions = read_descriptions(text.encode(), source)
    document = read_toml(text.encode(), source, "docs")
    expected = copy.deepcopy(document.data)
    read = {path for protocol in others for path in descriptions.paths(protocol)}
    unread = [path for path, _ in descriptions.items() if path not in read]
    gone = [path for path in unread if len(path) == 2 or path[:2] not in unread]
    for path, description in descriptions.items():
        override = (*path, "doc_in", revision)
        if revision not in description.doc_in or path not in read:
            continue
        delete(expected, override)
        if override in document.lines:
            gone.append(override)
        else:
            text = without_inline_key(document, override)
            document = read_toml(text.encode(), source, "docs")
    others_pages = frozenset[str]().union(*(p for name, p in descriptions.pages.items() if name != revision))
    kept = {
        page
        for kind, entries in descriptions.entries.items()
        for name, entry in entries.items()
        if (kind, name) not in gone
        for page in entry.pages
    }
    own = descriptions.pages.get(revision, frozenset()) - others_pages
    if revision in descriptions.pages and not own & {page.partition("#")[0] for page in kept}:
        gone.append(("pages", revision))
    for path in gone:
        if path[-2:-1] != ("doc_in",):
            delete(expected, path, document.lines)
    return checked(removed(document, gone), source, expected)


def _stubs(
    descriptions: Descriptions,
    protocol: Protocol,
    begin: str,
    known: Mapping[DescriptionPath, tuple[DescriptionPath, str]],
    guesses: Mapping[DescriptionPath, str],
) -> Iterator[tuple[DescriptionPath, str]]:
    """Yield the path and the text of a stub for each missing description of a protocol.

    If the path is in `known`, the text there is yielded instead of a stub. If it is in `guesses`, the stub
    has the text there.
    """

    def text(path: DescriptionPath, named: str) -> str:
        return known[path][1] if path in known else begin + guesses.get(path, named)

    for kind, name in names(protocol):
        if name not in descriptions.entries[kind]:
            path: DescriptionPath = (kind, name)
            yield path, text(path, f"{_KIND_NAMES[kind]} `{name}`.")
    for type_name, field in protocol.members():
        member, is_new = field.name, type_name not in descriptions.entries["types"]
        like = known.get(("types", type_name)) if is_new else None
        served = descriptions.of_member(like[0][1] if like else type_name, member, protocol.revision)
        if not served and member not in descriptions.plain and not (is_new and member in descriptions.fields):
            path = ("types", type_name, "fields", member)
            yield path, text(path, f"member `{member}` of `{type_name}`.")


def _with(
    data: Mapping[str, Any],
    stubs: Mapping[DescriptionPath, str],
    more: Mapping[DescriptionPath, Mapping[str, Any]],
) -> Any:
    """Return the content that `docs.toml` must have after the stubs are added, to check the edited text.

    `more` has further keys of some tables.
    """
    result = copy.deepcopy(dict(data))
    for path, stub in stubs.items():
        table = result
        for step in path[:-1] if len(path) == 4 else path:
            table = table.setdefault(step, {})
        table["doc" if len(path) == 2 else path[-1]] = stub
        table |= more.get(path, {})
    return result
