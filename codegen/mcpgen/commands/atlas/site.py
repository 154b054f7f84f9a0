"""Site: the document and the corpus of an export → the files of `mcpgen atlas`, written or compared.

`atlas_files` is a pure function: equal inputs give equal bytes. Templates hold loops and prints; `page` is
their common part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from mcpgen.commands.atlas.book import Book, Tree
from mcpgen.commands.atlas.extension_pages import extension_page
from mcpgen.commands.atlas.frame_pages import frame_pages
from mcpgen.commands.atlas.method_pages import method_pages
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.pair_pages import pair_pages
from mcpgen.commands.atlas.search_index import search_script
from mcpgen.commands.atlas.tables import capability_page, data_page, error_page, overview
from mcpgen.commands.atlas.type_pages import type_pages
from mcpgen.commands.export.command import export_texts, exported, exported_corpus
from mcpgen.commands.export.corpus import FrameJudge
from mcpgen.commands.written_files import end_with_files
from mcpgen.emit import file_tree
from mcpgen.emit.render import render
from mcpgen.frontend.package_data import data_root
from mcpgen.schema_folder import SchemaFolder

Files: TypeAlias = dict[str, str]

LAYOUT = "atlas/layout.html.jinja"
ASSETS = ("atlas.css", "atlas.js")


def atlas(folder: SchemaFolder, out: Path, frames: Path | None, *, check: bool) -> int:
    """Write the site into a folder, or compare it with the folder; return the exit status."""
    if not check:
        file_tree.check_replaceable(out)
    judge = FrameJudge(folder.revisions)
    files = atlas_files(exported(folder, judge), exported_corpus(judge, frames))

    def write() -> str:
        with file_tree.locked(out):
            file_tree.write(files, out)
        return f"wrote {len(files)} files to {out}; open {out / 'index.html'}"

    return end_with_files(out, files, file_tree.read(out), "mcpgen atlas", check=check, write=write)


def atlas_files(document: Tree, corpus: Sequence[Tree], *, served: bool = False) -> Files:
    """Return the text of every file of the site; `served` adds the form for frames of one's own."""
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
    yield from frame_pages(book, served=served)
    yield data_page(book)


def page_text(page: Page) -> str:
    """Return a page as HTML, inside the common layout."""
    return render(LAYOUT, {**page.context(), "mark": file_tree.MARK})
