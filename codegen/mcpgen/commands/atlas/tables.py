"""Tables: the pages of error codes, capabilities and data, and the overview of the site."""

from __future__ import annotations

from typing import Any

from mcpgen.commands.atlas.book import (
    Book,
    History,
    Tree,
    pair_address,
    type_address,
)
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.plots import churn, growth, heat_map
from mcpgen.commands.atlas.timeline import FactRow, row
from mcpgen.commands.atlas.type_pages import capability_rows
from mcpgen.commands.atlas.words import PageLink, Piece, linked, sentence_of

DATA = (
    ("protocol.json", "every revision, every change with its decision, the fidelity of each method"),
    ("corpus.jsonl", "frames with verdicts and conversions, a JSON object a line"),
    ("export.schema.json", "the JSON Schema of protocol.json"),
    ("corpus.schema.json", "the JSON Schema of a line of corpus.jsonl"),
)


def overview(book: Book) -> Page:
    """Return the first page: numbers, plots and ways into the site."""
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
            {"number": len(book.corpus), "label": "judged frames", "href": "frames/index.html"},
        ),
    }
    summary = "Every revision of the Model Context Protocol, and the conversion of a message between any two"
    return Page("index.html", "atlas/index.html.jinja", "MCP Atlas", summary, content)


def _card(book: Book, revision: Tree) -> dict[str, Any]:
    name = revision["revision"]
    step = next((each for each in book.steps if each["newer"] == name), None)
    return {
        "revision": name,
        "methods": str(len(revision["methods"])),
        "types": str(len(revision["types"])),
        "batches": "batches are frames" if revision["batches"] else "one message a frame",
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
    """Return the page of error codes × revisions."""
    rows = [
        _error_row(book, code, history)
        for code, history in sorted(book.errors.items(), key=lambda i: int(i[0]))
    ]
    content = {"revisions": book.revisions, "rows": tuple(rows)}
    return Page(
        "errors.html",
        "atlas/errors.html.jinja",
        "Error codes",
        "JSON-RPC errors with a meaning of their own",
        content,
    )


def _error_row(book: Book, code: str, history: History) -> FactRow:
    def fact(revision: str) -> tuple[str, str, tuple[Piece, ...]] | None:
        error = history.get(revision)
        if error is None:
            return None
        return "present", "", (linked(error["name"], type_address(error["type"]) if error["type"] else None),)

    return row(code, book.revisions, fact, note=sentence_of(history))


def capability_page(book: Book) -> Page:
    """Return the page of capabilities × revisions."""
    sides = [{"name": side, "rows": rows} for side, rows in capability_rows(book)]
    summary = "The capabilities that each side declares, and the methods that each gates"
    content = {"revisions": book.revisions, "sides": tuple(sides)}
    return Page("capabilities.html", "atlas/capabilities.html.jinja", "Capabilities", summary, content)


def data_page(book: Book) -> Page:
    """Return the page of the files that other programs read."""
    rows = [{"link": PageLink(name, f"data/{name}"), "content": content} for name, content in DATA]
    content = {"rows": tuple(rows)}
    return Page(
        "data.html", "atlas/data.html.jinja", "Data", "The same facts as JSON, with their schemas", content
    )
