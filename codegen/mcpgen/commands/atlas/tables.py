"""Make the overview of the site, and the pages of error codes, capabilities, extensions and data.

An extension belongs to one revision, so its methods and types have no history and no pages. They are rows on
one page, and each has an anchor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mcpgen.commands.atlas.book import (
    Book,
    History,
    JsonObject,
    concerns_extensions,
    extension_address,
    method_address,
    pair_address,
    type_address,
)
from mcpgen.commands.atlas.page import SITE, Page
from mcpgen.commands.atlas.plots import churn, growth, heat_map
from mcpgen.commands.atlas.words import (
    Piece,
    description_of,
    gate,
    listed,
    named_change,
    present,
    prose,
    row,
    type_pieces,
)

DECLARED = (Piece("declared"),)
EXTENSIONS = "extensions"  # the capability by which both sides name their extensions
DATA = (
    ("protocol.json", "every revision, every change with its decision, the fidelity of each method"),
    ("corpus.jsonl", "messages with validation results and conversions, one JSON object per line"),
    ("export.schema.json", "the JSON Schema of protocol.json"),
    ("corpus.schema.json", "the JSON Schema of a line of corpus.jsonl"),
)


def overview(book: Book) -> Page:
    """Return the first page: numbers, plots, and links to the other pages."""
    changes = sum(len(step["named"]) for step in book.steps)
    cards = [_card(book, revision) for revision in reversed(book.document["revisions"])]
    content = {
        "cards": tuple(cards),
        "growth": growth(book),
        "churn": (churn(book),),
        "heat": heat_map(book),
        "revisions": book.revisions,
        "numbers": (
            {"number": len(book.revisions), "label": "revisions", "href": "changes/index.html"},
            {"number": len(book.methods), "label": "methods", "href": "methods/index.html"},
            {"number": len(book.types), "label": "types", "href": "types/index.html"},
            {"number": changes, "label": "named changes", "href": "changes/index.html"},
            {"number": len(book.corpus), "label": "example messages", "href": "frames/index.html"},
        ),
    }
    summary = "Every revision of the Model Context Protocol, and the conversion of a message between any two"
    return Page("index.html", "atlas/index.html.jinja", SITE, summary, content)


def _card(book: Book, revision: JsonObject) -> dict[str, Any]:
    name = revision["revision"]
    step = next((each for each in book.steps if each["newer"] == name), None)
    return {
        "revision": name,
        "methods": str(len(revision["methods"])),
        "types": str(len(revision["types"])),
        "batches": "JSON-RPC batches" if revision["batches"] else "no JSON-RPC batches",
        "steps": (
            (
                {
                    "href": pair_address(step["older"], step["newer"]),
                    "count": str(len(step["named"])),
                    "older": step["older"],
                    "titles": tuple(each["title"] for each in step["named"][:6]),
                    "more": (f"and {len(step['named']) - 6} more",) if len(step["named"]) > 6 else (),
                },
            )
            if step
            else ()
        ),
    }


def error_page(book: Book) -> Page:
    """Return the page of error codes, with a column for each revision."""

    def name(error: JsonObject) -> tuple[Piece, ...]:
        return (Piece(error["name"], type_address(error["type"]) if error["type"] else None),)

    codes = sorted(book.errors.items(), key=lambda item: int(item[0]))
    rows = [
        row(code, book.revisions, present(history, name), note=description_of(history))
        for code, history in codes
    ]
    content = {"revisions": book.revisions, "rows": rows}
    summary = "JSON-RPC error codes that the protocol defines"
    return Page("errors.html", "atlas/errors.html.jinja", "Error codes", summary, content)


def capability_page(book: Book) -> Page:
    """Return the page of capabilities, with a column for each revision."""
    sides = [{"name": side, "rows": rows} for side, rows in _capability_rows(book)]
    summary = "The capabilities that each side declares, and the methods that each gates"
    content = {"revisions": book.revisions, "sides": tuple(sides)}
    return Page("capabilities.html", "atlas/capabilities.html.jinja", "Capabilities", summary, content)


def _capability_rows(book: Book) -> Iterator[tuple[str, list[JsonObject]]]:
    """Yield each side, with the table rows of the capabilities that it declares."""
    found: dict[str, dict[str, History]] = {}
    for revision in book.document["revisions"]:
        for each in revision["capabilities"]:
            of_side = found.setdefault(each["declaredBy"], {})
            of_side.setdefault(each["path"], {})[revision["revision"]] = each

    def methods(capability: JsonObject) -> tuple[Piece, ...]:
        return listed(Piece(name, method_address(name)) for name in capability["methods"]) or DECLARED

    for side, paths in found.items():
        yield side, [row(path, book.revisions, present(paths[path], methods)) for path in sorted(paths)]


def extension_page(book: Book) -> Page:
    """Return the page of extensions: how they are declared, what they define, and the changes about them."""
    sides = [
        {"name": side, "rows": [each for each in rows if each["anchor"] == EXTENSIONS]}
        for side, rows in _capability_rows(book)
    ]
    changes = [
        {
            **named_change(step, named),
            "href": book.change_address(named["id"]),
            "methods": tuple(Piece(name, method_address(name)) for name in removed),
            "methods_title": "Removed methods:" if removed else "",
        }
        for step, named in (*_changes_about_extensions(book), *book.extension_changes())
        for removed in [list(_removed_methods(book, named))]
    ]
    summary = "Optional additions to the protocol that both sides declare in their capabilities"
    layers = tuple(_layer(book, each) for each in book.document["extensions"])
    content = {
        "revisions": book.revisions,
        "sides": tuple(sides),
        "changes": tuple(changes),
        "layers": layers,
    }
    return Page("extensions.html", "atlas/extensions.html.jinja", "Extensions", summary, content)


def _changes_about_extensions(book: Book) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Yield each named change between two revisions that mentions extensions, with its pair of revisions."""
    for step in book.steps:
        yield from ((step, named) for named in step["named"] if concerns_extensions(named))


def _layer(book: Book, extension: JsonObject) -> JsonObject:
    """Return the template variables of an extension for the page of extensions.

    A type of the revision links to its own page. A type of the extension links to its row on this page.
    """
    identifier = extension["identifier"]

    def address(name: str) -> str:
        return type_address(name) if name in book.types else extension_address(identifier, name)

    def types(names: Iterable[str | None]) -> tuple[Piece, ...]:
        return listed(Piece(name, address(name)) for name in names if name) or (Piece("none"),)

    def method(each: JsonObject) -> JsonObject:
        ends = {"params": types([each["params"]]), "results": types(each["results"])}
        texts = {
            "senders": " or ".join(each["senders"]),
            "gate": gate(each) or "none",
            "doc": prose(each["doc"]),
        }
        return {**each, **ends, **texts}

    def definition(each: JsonObject) -> JsonObject:
        aliased = (type_pieces(each["type"], address),) if "type" in each else ()
        members = [
            {
                "name": member["name"],
                "need": "required" if member["required"] else "optional",
                "pieces": type_pieces(member["type"], address),
            }
            for member in each.get("members", ())
        ]
        return {"name": each["name"], "doc": prose(each["doc"]), "is": aliased, "members": members}

    return {
        "identifier": identifier,
        "facts": f"extends {extension['extends']}; between {' and '.join(extension['sides'])}; "
        f"declared by {' and '.join(extension['declaredBy'])}",
        "methods": list(map(method, extension["methods"])),
        "types": list(map(definition, extension["types"])),
    }


def _removed_methods(book: Book, named: JsonObject) -> Iterator[str]:
    for change in named["changes"]:
        if change["rule"] == "METHOD_REMOVED" and change["place"] in book.methods:
            yield change["place"]


def data_page(book: Book) -> Page:
    """Return the page with links to the data files, which other programs read."""
    rows = [{"link": Piece(name, f"data/{name}"), "content": content} for name, content in DATA]
    content = {"rows": tuple(rows)}
    return Page(
        "data.html", "atlas/data.html.jinja", "Data", "The same facts as JSON, with their schemas", content
    )
