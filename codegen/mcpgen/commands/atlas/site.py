"""Site: the document and the corpus of an export → every file of the atlas by its path.

A pure function: equal inputs give equal bytes. Templates hold loops and prints; `page` is their common part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from mcpgen.commands.export.command import export_texts
from mcpgen.emit.file_tree import MARK
from mcpgen.emit.render import Renderer
from mcpgen.frontend.package_data import data_root

Files: TypeAlias = dict[str, str]

LAYOUT = "atlas/layout.html.jinja"
ASSETS = ("atlas.css", "atlas.js")


def atlas_files(document: Tree, corpus: Sequence[Tree], *, served: bool = False) -> Files:
    """Return the text of every file of the site; `served` adds the form for frames of one's own."""
    book, printer = Book(document, corpus), PagePrinter()
    files = {page.address: printer.text(page) for page in pages(book, served=served)}
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


class PagePrinter:
    """Prints pages by their templates, inside the common layout."""

    def __init__(self) -> None:
        self._renderer = Renderer(data_root("templates"))

    def text(self, page: Page) -> str:
        """Return a page as HTML."""
        return self._renderer.render(LAYOUT, {**page.context(), "mark": MARK})
