"""Add stubs for missing descriptions to `schema/docs.toml`.

A stub begins with `TODO: `, which a build refuses, or with `To be described: `, which is used as the
description until somebody writes one. Names that have a description get no stub.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcpgen.classes.descriptions import STAND_IN, TODO, Descriptions, names, read_descriptions
from mcpgen.frontend.toml_document import read_toml
from mcpgen.frontend.toml_edit import (
    appended,
    checked,
    delete,
    end_of,
    inserted,
    key,
    quoted,
    removed,
    without_inline_key,
)
from mcpgen.ir import Protocol

DescriptionPath = tuple[str, ...]
_KIND_NAMES = {"types": "type", "methods": "method", "errors": "error code"}


def with_stubs(
    text: str, source: str, protocol: Protocol, *, accepted: bool
) -> tuple[str, list[DescriptionPath]]:
    """Return the text of `docs.toml` with a stub for each missing description, and the paths of these stubs.

    If `accepted` is true, the stubs begin with `To be described: `, which a build accepts.
    """
    begin = STAND_IN if accepted else TODO
    descriptions = read_descriptions(text.encode(), source)
    document = read_toml(text.encode(), source, "docs")
    stubs = dict(_stubs(descriptions, protocol, begin))
    expected = _with(document.data, stubs)
    new = {path[:2] for path in stubs if len(path) == 2}
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
        lines += [
            f"fields.{key(each[3])} = {quoted(stub)}"
            for each, stub in stubs.items()
            if each[:2] == path and len(each) == 4
        ]
        text = appended(text, "\n".join(lines))
    return checked(text, source, expected), list(stubs)


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
    descriptions: Descriptions, protocol: Protocol, begin: str
) -> Iterator[tuple[DescriptionPath, str]]:
    """Yield the path and the text of a stub for each missing description of a protocol."""
    for kind, name in names(protocol):
        if name not in descriptions.entries[kind]:
            yield (kind, name), f"{begin}{_KIND_NAMES[kind]} `{name}`."
    for type_name, field in protocol.members():
        member, is_new = field.name, type_name not in descriptions.entries["types"]
        served = descriptions.of_member(type_name, member, protocol.revision)
        if not served and member not in descriptions.plain and not (is_new and member in descriptions.fields):
            yield ("types", type_name, "fields", member), f"{begin}member `{member}` of `{type_name}`."


def _with(data: Mapping[str, Any], stubs: Mapping[DescriptionPath, str]) -> Any:
    """Return the content that `docs.toml` must have after the stubs are added, to check the edited text."""
    result = copy.deepcopy(dict(data))
    for path, stub in stubs.items():
        table = result
        for step in path[:-1] if len(path) == 4 else path:
            table = table.setdefault(step, {})
        table["doc" if len(path) == 2 else path[-1]] = stub
    return result
