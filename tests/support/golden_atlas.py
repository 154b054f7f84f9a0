"""The golden atlas: the pages of a small document, checked in. `make golden` writes them again."""

from __future__ import annotations

from mcpgen.commands.atlas.site import atlas_files
from mcpgen.emit import file_tree
from support.paths import GOLDEN_ATLAS
from support.small_export import small_corpus, small_document


def golden_pages() -> dict[str, str]:
    """Return the pages of the small document by path."""
    files = atlas_files(small_document(), small_corpus())
    return {path: text for path, text in files.items() if path.endswith((".html", "search-index.js"))}


if __name__ == "__main__":
    file_tree.write(golden_pages(), GOLDEN_ATLAS)
