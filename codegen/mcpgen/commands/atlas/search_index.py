"""Search index: every name of the site → a script that holds a row for each: title, kind, address, text."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcpgen.commands.atlas.book import Book, Tree, method_address, pair_address, type_address
from mcpgen.commands.atlas.words import plain, prose, sentence_of, type_pieces


def search_script(book: Book) -> str:
    """Return the index as a script: a page that is opened as a file may load scripts alone."""
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in _rows(book))
    return f"window.ATLAS_INDEX = [\n{rows}\n];\n"


def _rows(book: Book) -> Iterator[tuple[str, str, str, str]]:
    for name, history in book.methods.items():
        yield name, "method", method_address(name), sentence_of(history)
    for name, history in book.types.items():
        address = type_address(name)
        yield name, "type", address, sentence_of(history)
        members: dict[str, Tree] = {}
        for definition in history.values():
            members |= {member["name"]: member for member in definition.get("members", ())}
        for member, declared in members.items():
            text = prose(declared["doc"]) or plain(type_pieces(declared["type"]))
            yield f"{name}.{member}", "member", f"{address}#{member}", text
    for step in book.steps:
        address = pair_address(step["older"], step["newer"])
        for named in step["named"]:
            text = f"{named['reference']}. {prose(named['reason'])}"
            yield f"{named['id']} {named['title']}", "change", f"{address}#{named['id']}", text
    for code, history in book.errors.items():
        names = ", ".join(dict.fromkeys(each["name"] for each in history.values()))
        yield f"{code} {names}", "error", f"errors.html#{code}", sentence_of(history)
    for revision in book.document["revisions"]:
        for each in revision["capabilities"]:
            if each["since"] == revision["revision"]:
                address = f"capabilities.html#{each['declaredBy']}.{each['path']}"
                yield each["path"], "capability", address, f"{each['declaredBy']}, since {each['since']}"
