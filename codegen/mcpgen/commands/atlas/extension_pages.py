"""Extension pages: the capabilities that declare extensions, each extension, and the changes that name them.

An extension is a layer on one revision, so its methods and types have no history: each has a row and an
anchor on one page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mcpgen.commands.atlas.book import (
    Book,
    Tree,
    concerns_extensions,
    extension_address,
    method_address,
    type_address,
)
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.type_pages import capability_rows
from mcpgen.commands.atlas.words import (
    PageLink,
    Piece,
    gate,
    linked,
    listed,
    named_change,
    prose,
    type_pieces,
)

EXTENSIONS = "extensions"  # the capability by which both sides name their extensions


def extension_page(book: Book) -> Page:
    """Return the page of extensions: how they are declared, and the named changes that speak of them."""
    sides = [
        {"name": side, "rows": tuple(each for each in rows if each.anchor == EXTENSIONS)}
        for side, rows in capability_rows(book)
    ]
    changes = [
        {
            **named_change(step, named),
            "href": book.change_address(named["id"]),
            "methods": tuple(PageLink(name, method_address(name)) for name in removed),
            "methods_title": "Methods that left:" if removed else "",
        }
        for step in book.steps
        for named in step["named"]
        if concerns_extensions(named)
        for removed in [list(_removed_methods(book, named))]
    ]
    summary = "Protocols beside the core, agreed on by a capability of both sides"
    layers = tuple(_layer(book, each) for each in book.document["extensions"])
    content = {
        "revisions": book.revisions,
        "sides": tuple(sides),
        "changes": tuple(changes),
        "layers": layers,
    }
    return Page("extensions.html", "atlas/extensions.html.jinja", "Extensions", summary, content)


def _layer(book: Book, extension: Tree) -> dict[str, Any]:
    """Return an extension with its methods and types; references lead to the revision or to the extension."""
    identifier = extension["identifier"]

    def address(name: str) -> str:
        return type_address(name) if name in book.types else extension_address(identifier, name)

    declarers = " and ".join(extension["declaredBy"])
    return {
        "identifier": identifier,
        "facts": f"extends {extension['extends']}; between {' and '.join(extension['sides'])}; "
        f"declared by {declarers}",
        "methods": tuple(
            {
                "name": method["name"],
                "kind": method["kind"],
                "senders": " or ".join(method["senders"]),
                "params": _references([method["params"]], address),
                "results": _references(method["results"], address),
                "gate": gate(method) or "none",
                "doc": prose(method["doc"]),
            }
            for method in extension["methods"]
        ),
        "types": tuple(
            {
                "name": definition["name"],
                "doc": prose(definition["doc"]),
                "is": (type_pieces(definition["type"], address),) if "type" in definition else (),
                "members": tuple(
                    {
                        "name": member["name"],
                        "need": "required" if member["required"] else "optional",
                        "pieces": type_pieces(member["type"], address),
                    }
                    for member in definition.get("members", ())
                ),
            }
            for definition in extension["types"]
        ),
    }


def _references(names: Iterable[str | None], address: Callable[[str], str]) -> tuple[Piece, ...]:
    return listed(linked(name, address(name)) for name in names if name) or (Piece("none"),)


def _removed_methods(book: Book, named: Tree) -> Iterator[str]:
    for change in named["changes"]:
        if change["rule"] == "METHOD_REMOVED" and change["place"] in book.methods:
            yield change["place"]
