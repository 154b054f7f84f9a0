"""Frame pages: recorded frames with their verdict and conversion in every revision, and the form for others.

The static site shows recorded frames. The pages that `serve` renders have a form as well; the result of a
pasted frame has the same template as a recorded one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from mcpgen.commands.atlas.book import Book, Tree, anchor_of, method_address
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.panels import caption, code, limited, outcome_of, panel
from mcpgen.commands.atlas.words import Piece, unless

INDEX = "frames/index.html"
RESULT = "frames/judge.html"
LIMIT = 1_000_000  # bytes of a pasted form
WHOLE = (300, 1_000)  # lines, and characters of a line, of the frame as it stands
DETECT = "detect"  # a sender that the method of the message tells
SAMPLE = "tools/call", "request", "client"  # method, shape and sender of the frame that the form begins with


def frame_pages(book: Book, *, served: bool = False) -> Iterator[Page]:
    """Yield the list of frames, then a page for each frame of the corpus."""
    yield index_page(book, served=served)
    for entry in book.corpus:
        yield frame_page(book, entry, book.addresses[id(entry)])


def index_page(
    book: Book, *, served: bool, given: Mapping[str, str] | None = None, problem: str = ""
) -> Page:
    """Return the page with the list of frames; `given` fills the form, `problem` says why it was refused."""
    content = {
        "groups": tuple(_groups(book)),
        "forms": (_form(book, given or {}, problem),) if served else (),
        "hints": () if served else ("mcpgen atlas --serve",),
        "count": len(book.corpus),
    }
    summary = "Paste a frame and see its verdict and conversion in every revision"
    return Page(INDEX, "atlas/frames.html.jinja", "Frames", summary, content)


def frame_page(book: Book, entry: Tree, address: str) -> Page:
    """Return the page of a frame: the verdict of each revision, and the conversion to each other one.

    A frame that its own revision refuses has that verdict first, and no conversion.
    """
    own = entry["verdicts"][entry["revision"]]
    is_invalid = own["verdict"] == "invalid"
    targets = [target for target in book.revisions if target != entry["revision"]]
    content = {
        "frame": tuple(limited(code(entry["frame"]), *WHOLE)),
        "caption": caption(entry),
        "refusals": (said(own),) if is_invalid else (),
        "revision": entry["revision"],
        "facts": tuple(_facts(book, entry)),
        "verdicts": tuple(_verdicts(book, entry, () if is_invalid else book.revisions)),
        "conversions": () if is_invalid else (tuple(panel(book, entry, target) for target in targets),),
    }
    name = f"{entry['method']} {entry['shape']}".strip()
    return Page(address, "atlas/frame.html.jinja", name, f"a frame of {entry['revision']}", content)


def _facts(book: Book, entry: Tree) -> Iterator[Tree]:
    """Yield the name of each fact about a frame, with the fact."""
    method, change = entry["method"], entry["change"]
    address = method_address(method) if method in book.methods else None
    yield {"name": "revision", "pieces": (Piece(entry["revision"]),)}
    yield {"name": "sent by", "pieces": (Piece(entry["sender"]),)}
    yield {"name": "method", "pieces": (Piece(method or "none", address),)}
    yield {"name": "origin", "pieces": (Piece(entry["origin"]),)}
    if change:
        yield {"name": "shows", "pieces": (Piece(change, book.change_address(change)),)}


def _verdicts(book: Book, entry: Tree, converted: Collection[str]) -> Iterator[Tree]:
    """Yield the row of each revision, with an outcome for the revisions in `converted`."""
    for revision in book.revisions:
        verdict = entry["verdicts"][revision]
        conversion = entry["conversions"].get(revision)
        link = Piece(outcome_of(conversion), f"#to-{revision}") if conversion else Piece("source", "#frame")
        outcomes = (link,) if revision in converted else ()
        yield {
            "revision": revision,
            "state": verdict["verdict"],
            "said": said(verdict),
            "outcomes": outcomes,
            "no_outcomes": unless(outcomes, "–"),
        }


def said(verdict: Tree) -> str:
    """Return a verdict in words."""
    match verdict["verdict"]:
        case "valid":
            unknown = ", ".join(verdict["unknown"][:4])
            return f"unknown members: {unknown}" if unknown else ""
        case "invalid":
            return f"{verdict['pointer']}: {verdict['reason']}".removeprefix(": ")
    return str(verdict["reason"])


def _groups(book: Book) -> Iterator[Tree]:
    """Yield the frames of each method: methods of the protocol first, then unknown ones."""
    by_method: dict[str, list[Tree]] = {}
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
    """Yield labels, those that are equal with numbers."""
    counts, seen = Counter(labels), Counter[str]()
    for label in labels:
        seen[label] += 1
        yield f"{label} ({seen[label]})" if counts[label] > 1 else label


def _sample(book: Book) -> str:
    """Return the shortest call of the corpus that the latest revision accepts, as text."""
    frames = [
        json.dumps(entry["frame"], indent=2, ensure_ascii=False)
        for entry in book.corpus
        if (entry["method"], entry["shape"], entry["sender"]) == SAMPLE
        and entry["revision"] == book.latest
        and entry["verdicts"][book.latest]["verdict"] == "valid"
    ]
    return min(frames, key=len, default="{}")


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
