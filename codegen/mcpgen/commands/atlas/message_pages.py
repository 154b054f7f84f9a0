"""Make the pages of messages: recorded messages with their results in every revision, and a form.

Each message is validated in every revision and converted to every other one. The static site has only
recorded messages. The pages of `serve` also have a form, in which the reader can paste a message. The page of
a pasted message uses the same template as that of a recorded one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mcpgen.commands.atlas.book import Book, JsonObject, anchor_of, method_address
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.panels import Panel, caption, code, limited, outcome_of, panel
from mcpgen.commands.atlas.words import Piece, unless

INDEX = "frames/index.html"
RESULT = "frames/judge.html"
LIMIT = 1_000_000  # the maximum bytes of a submitted form
WHOLE = (300, 1_000)  # the maximum lines, and characters per line, of the original message
UNCHANGED = "The message above stays as it is. Nothing is lost."
DETECT = "detect"  # the choice in the form that lets the server find the sender by the method
SAMPLE = (
    "tools/call",
    "request",
    "client",
)  # the method, shape and sender of the message in the form at first


def message_pages(book: Book, *, served: bool = False) -> Iterator[Page]:
    """Yield the page that lists all messages, then a page for each message of the corpus."""
    yield index_page(book, served=served)
    for entry in book.corpus:
        yield message_page(book, entry, book.addresses[id(entry)])


def index_page(
    book: Book, *, served: bool, given: Mapping[str, str] | None = None, problem: str = ""
) -> Page:
    """Return the page that lists all messages.

    If `served` is true, the page has an HTML form in which the reader can paste a message. `given` has the
    texts in the fields of the form. If the pasted message was refused, `problem` says why.
    """
    content = {
        "groups": tuple(_groups(book)),
        "forms": (_form(book, given or {}, problem),) if served else (),
        "hints": () if served else ("mcpgen atlas --serve",),
        "count": len(book.corpus),
    }
    summary = "Example messages, validated and converted for every revision"
    return Page(INDEX, "atlas/frames.html.jinja", "Messages", summary, content)


def message_page(book: Book, entry: JsonObject, address: str) -> Page:
    """Return the page of a message: the result of validating and converting it, for each revision.

    If the message is invalid in its own revision, the page says so first, and shows no conversions.
    """
    own = entry["verdicts"][entry["revision"]]
    is_invalid = own["verdict"] == "invalid"
    targets = [target for target in book.revisions if target != entry["revision"]]
    content = {
        "frame": tuple(limited(code(entry["frame"]), *WHOLE)),
        "caption": caption(entry),
        "refusals": (details(own),) if is_invalid else (),
        "revision": entry["revision"],
        "facts": tuple(_facts(book, entry)),
        "verdicts": tuple(_validation_rows(book, entry, () if is_invalid else book.revisions)),
        "conversions": () if is_invalid else (tuple(_panel(book, entry, target) for target in targets),),
    }
    name = f"{entry['method']} {entry['shape']}".strip()
    return Page(address, "atlas/frame.html.jinja", name, f"a message of {entry['revision']}", content)


def _panel(book: Book, entry: JsonObject, target: str) -> Panel:
    """Return the panel of a conversion. The panel does not repeat a message that stays the same."""
    shown = panel(book, entry, target)
    is_same = entry["conversions"][target].get("message") == entry["frame"]
    return replace(shown, blocks=(), remark=shown.remark and UNCHANGED) if is_same else shown


def _facts(book: Book, entry: JsonObject) -> Iterator[JsonObject]:
    """Yield the facts about a message, such as its sender, as rows of a name and a text."""
    method, change = entry["method"], entry["change"]
    address = method_address(method) if method in book.methods else None
    yield {"name": "revision", "pieces": (Piece(entry["revision"]),)}
    yield {"name": "sent by", "pieces": (Piece(entry["sender"]),)}
    yield {"name": "method", "pieces": (Piece(method or "none", address),)}
    yield {"name": "origin", "pieces": (Piece(entry["origin"]),)}
    if change:
        yield {"name": "shows", "pieces": (Piece(change, book.change_address(change)),)}


def _validation_rows(book: Book, entry: JsonObject, converted: Collection[str]) -> Iterator[JsonObject]:
    """Yield a row for each revision, with the validation result of the message.

    If the revision is in `converted`, its row also has the outcome of the conversion.
    """
    for revision in book.revisions:
        verdict = entry["verdicts"][revision]
        conversion = entry["conversions"].get(revision)
        link = Piece(outcome_of(conversion), f"#to-{revision}") if conversion else Piece("source", "#frame")
        outcomes = (link,) if revision in converted else ()
        yield {
            "revision": revision,
            "state": verdict["verdict"],
            "details": details(verdict),
            "outcomes": outcomes,
            "no_outcomes": unless(outcomes, "–"),
        }


def details(verdict: JsonObject) -> str:
    """Return the text beside a validation result: the unknown members, or the error and its location."""
    match verdict["verdict"]:
        case "valid":
            unknown = ", ".join(verdict["unknown"][:4])
            return f"unknown members: {unknown}" if unknown else ""
        case "invalid":
            return f"{verdict['pointer']}: {verdict['reason']}".removeprefix(": ")
    return str(verdict["reason"])


def _groups(book: Book) -> Iterator[JsonObject]:
    """Yield the messages of the corpus, grouped by method. Unknown methods come last."""
    by_method: dict[str, list[JsonObject]] = {}
    for entry in book.corpus:
        by_method.setdefault(entry["method"], []).append(entry)
    known_first = sorted(by_method, key=lambda name: (name not in book.methods, not name, name))
    for method, entries in ((name, by_method[name]) for name in known_first):
        ordered = sorted(entries, key=lambda e: (e["revision"], e["shape"], e["change"] or ""))
        labels = [" ".join(filter(None, (e["revision"], e["shape"], e["change"]))) for e in ordered]
        addresses = [book.addresses[id(entry)] for entry in ordered]
        links = map(Piece, numbered(labels), addresses)
        pages = (Piece("page of the method", method_address(method)),) if method in book.methods else ()
        name = method or "without a method"
        yield {"name": name, "anchor": anchor_of(name), "methods": pages, "links": tuple(links)}


def numbered(labels: Sequence[str]) -> Iterator[str]:
    """Yield labels for a list. Labels that occur repeatedly get numbers, starting with 1."""
    counts, seen = Counter(labels), Counter[str]()
    for label in labels:
        seen[label] += 1
        yield f"{label} ({seen[label]})" if counts[label] > 1 else label


def _sample(book: Book) -> str:
    """Return the message that is in the form at first, as JSON text.

    This is the shortest valid message of the latest revision that has the method, shape and sender in
    `SAMPLE`.
    """
    texts = [
        json.dumps(entry["frame"], indent=2, ensure_ascii=False)
        for entry in book.corpus
        if (entry["method"], entry["shape"], entry["sender"]) == SAMPLE
        and entry["revision"] == book.latest
        and entry["verdicts"][book.latest]["verdict"] == "valid"
    ]
    return min(texts, key=len, default="{}")


def _form(book: Book, given: Mapping[str, str], problem: str) -> dict[str, Any]:
    chosen = {"revision": given.get("revision", book.latest), "sender": given.get("sender", DETECT)}

    def options(name: str, values: tuple[str, ...]) -> list[dict[str, Any]]:
        return [
            {"value": value, "selected": ("selected",) if value == chosen[name] else ()} for value in values
        ]

    return {
        "text": given.get("frame", _sample(book)),
        "answering": given.get("answering", ""),
        "revisions": options("revision", book.revisions),
        "senders": options("sender", (DETECT, "client", "server")),
        "methods": tuple(book.methods),
        "problems": (problem,) if problem else (),
    }
