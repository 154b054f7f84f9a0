"""Search index: every name of the site → a script that holds a row for each: title, kind, address, text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypeAlias

from mcpgen.commands.atlas.book import (
    Book,
    concerns_extensions,
    extension_address,
    member_address,
    method_address,
    pair_address,
    type_address,
)
from mcpgen.commands.atlas.page import NAVIGATION
from mcpgen.commands.atlas.panels import caption
from mcpgen.commands.atlas.words import gate, plain, prose, sentence_of, type_pieces

FactRow: TypeAlias = tuple[str, str, str, str]

SHOWN = 300  # characters of a frame in the index


def search_script(book: Book) -> str:
    """Return the index as a script: a page that is opened as a file may load scripts alone."""
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in _rows(book))
    return f"window.ATLAS_INDEX = [\n{rows}\n];\n"


def _rows(book: Book) -> Iterator[FactRow]:
    for title, address in NAVIGATION:
        yield title, "page", address, ""
    yield from _names(book)
    yield from _changes(book)
    yield from _extensions(book)
    for code, history in book.errors.items():
        names = ", ".join(dict.fromkeys(each["name"] for each in history.values()))
        yield f"{code} {names}", "error", f"errors.html#{code}", sentence_of(history)
    for revision in book.document["revisions"]:
        for each in revision["capabilities"]:
            if each["since"] == revision["revision"]:
                address = f"capabilities.html#{each['declaredBy']}.{each['path']}"
                text = f"{each['declaredBy']}, since {each['since']} {' '.join(each['methods'])}".strip()
                yield each["path"], "capability", address, text
    for entry in book.corpus:
        title = f"{entry['revision']}: {caption(entry)}"
        shown = json.dumps(entry["frame"], ensure_ascii=False)[:SHOWN]
        yield title, "frame", book.addresses[id(entry)], shown


def _names(book: Book) -> Iterator[FactRow]:
    """Yield a row for each method, type and member."""
    for name, history in book.methods.items():
        gates = dict.fromkeys(f"needs {gate(each)}" for each in history.values() if each["gate"])
        yield name, "method", method_address(name), " ".join((sentence_of(history), *gates))
    for name, history in book.types.items():
        yield name, "type", type_address(name), sentence_of(history)
        for member, held in book.members[name].items():
            declared = list(held.values())[-1]
            text = prose(declared["doc"]) or plain(type_pieces(declared["type"]))
            yield f"{name}.{member}", "member", member_address(name, member), text


def _extensions(book: Book) -> Iterator[FactRow]:
    """Yield a row for each extension, and for each method and type of an extension."""
    for extension in book.document["extensions"]:
        identifier = extension["identifier"]
        yield identifier, "extension", f"extensions.html#{identifier}", f"extends {extension['extends']}"
        for kind, part in (("method", "methods"), ("type", "types")):
            for each in extension[part]:
                members = " ".join(member["name"] for member in each.get("members", ()))
                text = f"{identifier}. {prose(each['doc'])} {members}".strip()
                yield each["name"], kind, extension_address(identifier, each["name"]), text


def _changes(book: Book) -> Iterator[FactRow]:
    """Yield a row for each revision, pair of revisions, named change, and change that concerns extensions."""
    for revision in book.revisions:
        yield revision, "revision", f"index.html#{revision}", "changes, methods and types of the revision"
    for older, newer in book.pairs():
        count = sum(len(step["named"]) for step in book.steps_between(older, newer))
        text = f"{count} named changes from {older} to {newer}, and from {newer} to {older}"
        yield f"{older} → {newer}", "pair", pair_address(older, newer), text
    for step in book.steps:
        address = pair_address(step["older"], step["newer"])
        for named in step["named"]:
            title, text = f"{named['id']} {named['title']}", f"{named['reference']}. {prose(named['reason'])}"
            places = dict.fromkeys(change["place"] for change in named["changes"])
            yield title, "change", f"{address}#{named['id']}", " ".join((text, *places))
            if concerns_extensions(named):
                yield title, "extension", f"extensions.html#{named['id']}", text
