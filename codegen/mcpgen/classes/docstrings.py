"""Describe: `Protocol`s × our sentences → the text of every docstring.

A docstring opens with our sentence and goes on with facts that the pipeline computes: direction, result and gate of a
message, since when a type exists, what changed when, what replaces it, and the specification page.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mcpgen.classes.sentences import Docs
from mcpgen.ir import Definition, Method, Protocol, Record

WIDTH = 100


@dataclass(frozen=True)
class Described:
    """Docstrings of one revision: by definition, and by definition and member."""

    types: Mapping[str, str]
    members: Mapping[tuple[str, str], str]


def describe(protocol: Protocol, docs: Docs | None, history: Sequence[Protocol]) -> Described:
    """Return the docstrings of a revision; `history` is every known revision, oldest first, or empty."""
    methods = {method.message: method for method in protocol.methods.values()}
    types: dict[str, str] = {}
    members: dict[tuple[str, str], str] = {}
    for name, definition in protocol.definitions.items():
        sentence = definition.doc or (docs.type_doc(name, protocol.revision) if docs else "")
        if isinstance(definition, Record):
            for field in definition.fields:
                text = docs.field_doc(name, field.name, protocol.revision) if docs else ""
                members[name, field.name] = " ".join((field.doc or text).split())
        facts = [
            *_method_facts(methods.get(name)),
            *_known(protocol, name),
            *_history(name, protocol.revision, history),
            *_deprecated(protocol, name, methods.get(name)),
        ]
        page = _page(docs, protocol, name, methods.get(name))
        types[name] = _docstring(sentence or f"`{name}` of {protocol.revision}.", facts, page)
    return Described(types, members)


def literal(text: str, indent: int = 4) -> str:
    """Return `text` as a triple-quoted Python string that says exactly that, whatever it holds."""
    escaped = "".join(c if c == "\n" or c.isprintable() else _escape(c) for c in text.replace("\\", "\\\\"))
    escaped = re.sub(r'"(?=""|\Z)', r'\\"', escaped)
    lines = escaped.split("\n")
    return '"""' + "\n".join([lines[0], *(" " * indent + line if line else "" for line in lines[1:])]) + '"""'


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def _docstring(sentence: str, facts: Iterable[str], page: str | None) -> str:
    """Return the sentence, the facts wrapped below it, and the address on a line of its own."""
    head = [textwrap.fill(" ".join(sentence.split()), WIDTH, break_long_words=False, break_on_hyphens=False)]
    body = [
        textwrap.fill(fact, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
        for fact in facts
    ]
    if page:
        body.append(page)
    text = "\n".join([*head, "", *body]) if body else head[0]
    return text + "\n" if "\n" in text else text


def _method_facts(method: Method | None) -> Iterator[str]:
    if method is None:
        return
    sides = " or ".join(method.senders)
    match method.kind:
        case "embedded":
            yield f"Request `{method.name}`: the {sides} asks it inside an input-required result."
        case kind:
            yield f"{kind.capitalize()} `{method.name}`, sent by the {sides}."
    if method.results:
        yield f"Answered by {_listed(method.results)}."
    if method.capability:
        yield f"Needs the {method.owner}'s capability `{method.capability}`."


def _known(protocol: Protocol, name: str) -> Iterator[str]:
    for place, values in protocol.known.items():
        if place == name:
            yield f"Known values: {_listed(values)}."
        elif place.startswith(name + "."):
            yield f"Known values of `{place.partition('.')[2]}`: {_listed(values)}."


def _history(name: str, revision: str, history: Sequence[Protocol]) -> Iterator[str]:
    """Yield since when a type exists, what changed when, and when it went."""
    present = [p for p in history if name in p.definitions]
    if not any(p.revision == revision for p in present):
        return
    yield f"Since {present[0].revision}."
    for old, new in pairwise(history):
        if name in old.definitions and name not in new.definitions:
            yield f"Not in {new.revision}."
        elif name in old.definitions and new.revision <= revision:
            said = "; ".join(changed(old.definitions[name], new.definitions[name]))
            if said:
                yield f"Changed in {new.revision}: {said}."


def changed(old: Definition, new: Definition) -> Iterator[str]:
    """Yield in words what differs between two revisions of one definition, by member."""
    if not isinstance(old, Record) or not isinstance(new, Record):
        if old != new:
            yield "its type"
        return
    before, after = ({f.name: f for f in record.fields} for record in (old, new))
    added = [name for name in after if name not in before]
    removed = [name for name in before if name not in after]
    if added:
        yield f"{_listed(added)} added"
    if removed:
        yield f"{_listed(removed)} removed"
    for name in after:
        if name in before and before[name].required != after[name].required:
            yield f"`{name}` {'required' if after[name].required else 'optional'}"
        elif name in before and before[name].type != after[name].type:
            yield f"`{name}` of another type"


def _deprecated(protocol: Protocol, name: str, method: Method | None) -> Iterator[str]:
    for what, use in protocol.deprecated.items():
        member = what.removeprefix(name + ".") if what.startswith(name + ".") else ""
        if what == name or member or (method and what == method.name):
            subject = f"`{member}` is deprecated" if member else "Deprecated"
            yield subject + (f"; use {use}." if use else ".")


def _page(docs: Docs | None, protocol: Protocol, name: str, method: Method | None) -> str | None:
    if docs is None:
        return None
    page = docs.page("types", name, protocol.revision)
    return page or (docs.page("methods", method.name, protocol.revision) if method else None)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
