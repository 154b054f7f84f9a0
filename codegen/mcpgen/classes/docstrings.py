"""Compose the docstrings of the generated classes of a revision.

The docstring of a type is our description, followed by facts: the direction, results and capability of a
message, the changes of the type between revisions, the replacement of a deprecated type, and the page of the
specification.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mcpgen.classes.descriptions import Descriptions
from mcpgen.ir import Alias, Definition, Method, Protocol, Record, Ref, Union

WIDTH = 100  # with an indent of four and six quotes, a line has 110 columns
_NEXT_SENTENCE = re.compile(r"(?<=[.!?]) (?![a-z])")
_CLAUSES = re.compile(rf"(.{{1,{WIDTH - 1}}})[;:] ")  # the clauses of a long sentence that fit on a line


@dataclass(frozen=True)
class Docstrings:
    """The docstrings of one revision. `types` has them by type name, and `members` by type and member name.

    '' means that there is no docstring.
    """

    types: Mapping[str, str]
    members: Mapping[tuple[str, str], str]

    def shortened(self) -> Docstrings:
        """Return these docstrings, each shortened to its first sentence on one line."""
        return Docstrings(
            {name: _first_sentence(text) for name, text in self.types.items()},
            {path: _first_sentence(text) for path, text in self.members.items()},
        )


def docstrings(
    protocol: Protocol, descriptions: Descriptions, history: Sequence[Protocol], owner: str = ""
) -> Docstrings:
    """Return the docstrings of a revision.

    `history` has every pinned revision, oldest first. If it is empty, docstrings do not mention changes. If a
    type has no description, its docstring only names the type and `owner`, which is the revision by default.
    """
    revision = protocol.revision
    methods = {method.message: method for method in protocol.methods.values()}
    types: dict[str, str] = {}
    members: dict[tuple[str, str], str] = {}
    for name, definition in protocol.definitions.items():
        method = methods.get(name)
        description = (
            definition.doc or descriptions.of_type(name, revision) or f"`{name}` of {owner or revision}."
        )
        facts = [
            *_method_facts(method),
            *_known_values(protocol, name),
            *_history(name, revision, history),
            *_deprecation(protocol, name, method),
        ]
        page = descriptions.page("types", name, revision)
        if page is None and method:
            page = descriptions.page("methods", method.name, revision)
        types[name] = _type_docstring(description, facts, page)
        if isinstance(definition, Record):
            for field in definition.fields:
                members[name, field.name] = _wrapped(
                    field.doc or descriptions.of_member(name, field.name, revision)
                )
    return Docstrings(types, members)


def literal(text: str, indent: int = 4) -> str:
    """Return a text as the source of a triple-quoted Python string, escaped and indented."""
    escaped = "".join(c if c == "\n" or c.isprintable() else _escape(c) for c in text.replace("\\", "\\\\"))
    escaped = re.sub(r'"(?=""|\Z)', r'\\"', escaped)
    first, *others = escaped.split("\n")
    indented = (" " * indent + line if line else "" for line in others[:-1])
    last = [" " * indent + line for line in others[-1:]]
    return '"""' + "\n".join([first, *indented, *last]) + '"""'


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(
        " ".join(text.split()),
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _first_sentence(docstring: str) -> str:
    """Return the first sentence of a docstring on one line.

    A sentence that is too long is cut off after a clause, or else after a word, with an ellipsis.
    """
    description = " ".join(docstring.partition("\n\n")[0].split())
    sentence = _NEXT_SENTENCE.split(description, maxsplit=1)[0]
    clauses = _CLAUSES.match(sentence) if len(sentence) > WIDTH else None
    return f"{clauses[1]}." if clauses else textwrap.shorten(sentence, WIDTH, placeholder=" …")


def _type_docstring(description: str, facts: Iterable[str], page: str | None) -> str:
    """Return the docstring of a type: the description, a blank line, the facts, and the URL of the page."""
    lines = [_wrapped(fact, "    ") for fact in facts] + ([page] if page else [])
    text = "\n".join([_wrapped(description), *([""] if lines else []), *lines])
    return text + "\n" if "\n" in text else text


def _method_facts(method: Method | None) -> Iterator[str]:
    if method is None:
        return
    senders = " or ".join(method.senders)
    if method.kind == "embedded":
        yield f"Request `{method.name}`, embedded by the {senders} in an `InputRequiredResult`."
    else:
        yield f"{method.kind.capitalize()} `{method.name}`, sent by the {senders}."
    if method.results:
        yield f"Answered by {_listed(method.results)}."
    if method.capability and method.owner == "both":
        yield f"Needs the capability `{method.capability}` of both sides."
    elif method.capability:
        yield f"Needs the {method.owner}'s capability `{method.capability}`."


def _known_values(protocol: Protocol, name: str) -> Iterator[str]:
    for subject_path, values in protocol.known.items():
        if subject_path == name:
            yield f"Known values: {_listed(values)}."
        elif subject_path.startswith(name + "."):
            yield f"Known values of `{subject_path.partition('.')[2]}`: {_listed(values)}."


def _history(name: str, revision: str, history: Sequence[Protocol]) -> Iterator[str]:
    """Yield sentences about the history of a type: when it was added, changed and removed.

    Changes after `revision` are left out, but not a later removal.
    """
    present = [protocol for protocol in history if name in protocol.definitions]
    if not any(protocol.revision == revision for protocol in present):
        return
    yield f"Since {present[0].revision}."
    for old, new in pairwise(history):
        if name in old.definitions and name not in new.definitions:
            yield f"Removed in {new.revision}."
        elif name in old.definitions and new.revision <= revision:
            changes = "; ".join(_changes(old.definitions[name], new.definitions[name]))
            if changes:
                yield f"Changed in {new.revision}: {changes}."


def _changes(old: Definition, new: Definition) -> Iterator[str]:
    """Yield a phrase for each kind of change of a definition, such as "`a` added"."""
    if not isinstance(old, Record) or not isinstance(new, Record):
        if old != new:
            yield "; ".join(_changes_of_names(_variants(old), _variants(new))) or "other values are valid"
        return
    before, after = ({field.name: field for field in record.fields} for record in (old, new))
    yield from _changes_of_names(before, after)
    for name in after:
        if name in before and before[name].required != after[name].required:
            yield f"`{name}` now {'required' if after[name].required else 'optional'}"
        elif name in before and before[name].type != after[name].type:
            yield f"`{name}` has another type"


def _changes_of_names(before: Collection[str], after: Collection[str]) -> Iterator[str]:
    """Yield a phrase for the added names, and one for the removed names."""
    added = [name for name in after if name not in before]
    removed = [name for name in before if name not in after]
    if added:
        yield f"{_listed(added)} added"
    if removed:
        yield f"{_listed(removed)} removed"


def _variants(definition: Definition) -> list[str]:
    """Return the names of the variants, if the definition is a union."""
    type_ = definition.type if isinstance(definition, Alias) else None
    return [one.name for one in type_.variants if isinstance(one, Ref)] if isinstance(type_, Union) else []


def _deprecation(protocol: Protocol, name: str, method: Method | None) -> Iterator[str]:
    for subject_path, replacement in protocol.deprecated.items():
        member = subject_path.removeprefix(name + ".") if subject_path.startswith(name + ".") else ""
        if subject_path == name or member or (method and subject_path == method.name):
            subject = f"`{member}` is deprecated" if member else "Deprecated"
            yield subject + (f"; use {replacement}." if replacement else ".")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
