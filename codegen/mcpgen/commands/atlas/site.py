"""Render the files of `mcpgen atlas` from an export, and write them or compare them with those on disk.

`atlas_files` is a pure function: equal inputs give equal bytes. Templates only loop and print. The module
`page` has the variables of the layout that all pages share. The search index has a row for every name: its
title, kind and address, and text to search.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TypeAlias

from mcpgen.commands.atlas.book import (
    Book,
    JsonObject,
    concerns_extensions,
    extension_address,
    member_address,
    method_address,
    pair_address,
    type_address,
)
from mcpgen.commands.atlas.message_pages import message_pages
from mcpgen.commands.atlas.name_pages import method_pages, type_pages
from mcpgen.commands.atlas.page import NAVIGATION, Page
from mcpgen.commands.atlas.pair_pages import pair_pages
from mcpgen.commands.atlas.panels import caption
from mcpgen.commands.atlas.tables import capability_page, data_page, error_page, extension_page, overview
from mcpgen.commands.atlas.words import description_of, gate, plain, prose, type_pieces
from mcpgen.commands.export.command import export_texts, exported, exported_corpus
from mcpgen.commands.export.corpus import MessageChecker
from mcpgen.commands.schema_dir import opened
from mcpgen.commands.terminal import working
from mcpgen.commands.written_files import end_with_files
from mcpgen.emit import file_tree
from mcpgen.emit.render import render
from mcpgen.frontend.package_data import data_root

Files: TypeAlias = dict[str, str]

LAYOUT = "atlas/layout.html.jinja"
SHOWN = 300  # the maximum characters of a message in the search index
ASSETS = ("atlas.css", "atlas.js")


def atlas(schema_dir: Path | None, out: Path, recordings: Path | None, *, check: bool) -> int:
    """Write the site to `out`, and return the exit status.

    If `check` is true, only compare the site with the files in `out`.
    """
    with nullcontext() if check else file_tree.locked(out), opened(schema_dir) as folder:
        with working("writing the atlas"):
            checker = MessageChecker(folder.revisions)
            files = atlas_files(exported(folder, checker), exported_corpus(checker, recordings))

        def write() -> str:
            file_tree.write(files, out)
            return f"wrote {len(files)} files to {out}; open {out / 'index.html'}"

        return end_with_files(out, files, file_tree.read(out), "mcpgen atlas", check=check, write=write)


def atlas_files(document: JsonObject, corpus: Sequence[JsonObject], *, served: bool = False) -> Files:
    """Return the text of every file of the site, by address.

    If `served` is true, the site has a form for pasted messages.
    """
    book = Book(document, corpus)
    files = {page.address: page_text(page) for page in pages(book, served=served)}
    files |= {name: (data_root("templates") / "atlas" / name).read_text("utf-8") for name in ASSETS}
    files["search-index.js"] = search_script(book)
    return files | {f"data/{name}": text for name, text in export_texts(document, list(corpus)).items()}


def pages(book: Book, *, served: bool = False) -> Iterator[Page]:
    """Yield every page of the site."""
    yield overview(book)
    yield from method_pages(book)
    yield from type_pages(book)
    yield from pair_pages(book)
    yield error_page(book)
    yield capability_page(book)
    yield extension_page(book)
    yield from message_pages(book, served=served)
    yield data_page(book)


def page_text(page: Page) -> str:
    """Return a page as HTML, in the layout that all pages share."""
    return render(LAYOUT, {**page.context(), "mark": file_tree.MARK})


def search_script(book: Book) -> str:
    """Return the search index as JavaScript. Pages opened from disk may load scripts, but not JSON."""
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in _index(book))
    return f"window.ATLAS_INDEX = [\n{rows}\n];\n"


def _index(book: Book) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of the search index: title, kind, address, and further text to search."""
    for title, address in NAVIGATION:
        yield title, "page", address, ""
    yield from _names(book)
    yield from _changes(book)
    yield from _extensions(book)
    for code, history in book.errors.items():
        names = ", ".join(dict.fromkeys(each["name"] for each in history.values()))
        yield f"{code} {names}", "error", f"errors.html#{code}", description_of(history)
    for revision in book.document["revisions"]:
        for each in revision["capabilities"]:
            if each["since"] == revision["revision"]:
                address = f"capabilities.html#{each['declaredBy']}.{each['path']}"
                text = f"{each['declaredBy']}, since {each['since']} {' '.join(each['methods'])}".strip()
                yield each["path"], "capability", address, text
    for entry in book.corpus:
        title = f"{entry['revision']}: {caption(entry)}"
        shown = json.dumps(entry["frame"], ensure_ascii=False)[:SHOWN]
        yield title, "message", book.addresses[id(entry)], shown


def _names(book: Book) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of the search index for methods, types and members."""
    for name, history in book.methods.items():
        gates = dict.fromkeys(f"needs {gate(each)}" for each in history.values() if each["gate"])
        yield name, "method", method_address(name), " ".join((description_of(history), *gates))
    for name, history in book.types.items():
        yield name, "type", type_address(name), description_of(history)
        for member, by_revision in book.members[name].items():
            declared = list(by_revision.values())[-1]
            text = prose(declared["doc"]) or plain(type_pieces(declared["type"]))
            yield f"{name}.{member}", "member", member_address(name, member), text


def _extensions(book: Book) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of the search index for extensions, and for their methods and types."""
    for extension in book.document["extensions"]:
        identifier = extension["identifier"]
        yield identifier, "extension", f"extensions.html#{identifier}", f"extends {extension['extends']}"
        for kind, part in (("method", "methods"), ("type", "types")):
            for each in extension[part]:
                members = " ".join(member["name"] for member in each.get("members", ()))
                text = f"{identifier}. {prose(each['doc'])} {members}".strip()
                yield each["name"], kind, extension_address(identifier, each["name"]), text


def _changes(book: Book) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of the search index for revisions, pairs of revisions, and named changes.

    A named change that concerns extensions has a second row, which links to the page of extensions.
    """
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
    for _, named in book.extension_changes():
        text = f"{named['reference']}. {prose(named['reason'])}"
        yield f"{named['id']} {named['title']}", "change", f"extensions.html#{named['id']}", text
