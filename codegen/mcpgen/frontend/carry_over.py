"""Adapt the overlay of the most similar pinned revision to another schema file.

An entry is renamed if the new file has another method name for the same message. An entry that contradicts
the new file is removed. If only some names in an entry are missing in the new file, only these names are
removed. New values of an ordered enumeration are proposed as its last values. Each fact that had to be
assumed while the new file was read is added as an entry. All other lines stay unchanged, and every change is
listed.

If a `[[gate]]` is removed, its methods are proposed as methods that need no capability. Because that weakens
a check, the proposal lists them in `was_gated`, and a person must accept it by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mcpgen.frontend.load import load
from mcpgen.frontend.methods import REFERENCES, unstated_errors
from mcpgen.frontend.overlay import read_overlay
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.read import SchemaSource, read_protocol
from mcpgen.frontend.sources import Sources
from mcpgen.frontend.toml_document import TomlDocument, read_toml
from mcpgen.frontend.toml_edit import appended, array, end_of, quoted
from mcpgen.problems import Problem, Refused

LISTS = {
    "name": "at",
    "gate": "methods",
    "ungated": "methods",
    "result": "results",
}  # the key of the list in an entry, from which single items can be removed
HEAD = (
    "#:schema ../overlay.schema.json\n# Statements of the specification of {} that its JSON Schema lacks.\n"
)


class PinnedOverlay(NamedTuple):
    """A pinned revision: its name, its snapshot, and the text of its overlay."""

    name: str
    schema: Mapping[str, Any]
    overlay: str


@dataclass(frozen=True)
class CarriedOverlay:
    """The overlay for a new schema file, with lists of messages about what was changed in it.

    `renamed`, `dropped` and `added` have one line for each overlay entry that was changed, removed or added.
    """

    text: str
    renamed: Sequence[str]
    dropped: Sequence[str]
    added: Sequence[str]


def with_overlay(sources: Sources, names: Iterable[str]) -> dict[str, PinnedOverlay]:
    """Return the pinned revisions in `names` that have both a snapshot and an overlay in `sources`."""
    found = {}
    for name in names:
        schema, overlay = (sources.get(f"schema/{name}/{file}") for file in ("schema.json", "overlay.toml"))
        if schema is not None and overlay is not None:
            found[name] = PinnedOverlay(name, json.loads(schema), overlay.decode())
    return found


def nearest(source: SchemaSource, others: Mapping[str, PinnedOverlay]) -> tuple[PinnedOverlay | None, float]:
    """Find the pinned revision that is most similar to a schema file.

    Return this revision and a similarity from 0 to 1: the fraction of the definitions in the file that the
    revision has too. If they have no definition in common, return `(None, 0)`.
    """
    schema = _facts(source)
    own = _bodies(schema)
    shared = {name: len(own & _bodies(other.schema)) for name, other in others.items()}
    near = [name for name in reversed(shared) if shared[name]]
    if not near:
        return None, 0
    found = others[max(near, key=lambda name: shared[name])]
    names = _definitions(schema).keys()
    return found, len(names & _definitions(found.schema).keys()) / len(names)


def _facts(source: SchemaSource) -> Any:
    return without_prose(load(source.data, source.location, metaschema=False))


def _definitions(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    return schema.get("$defs") or schema.get("definitions") or {}


def _bodies(schema: Mapping[str, Any]) -> set[str]:
    return {json.dumps([name, body], sort_keys=True) for name, body in _definitions(schema).items()}


def renamed_methods(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, str]:
    """Return the methods that were renamed between two schemas: a mapping from the old name to the new name.

    A method was renamed if a message definition that is in both schemas states different method names in
    them.
    """
    before, after = _methods(old), _methods(new)
    return {
        method: after[message]
        for message, method in before.items()
        if message in after and method not in after.values() and after[message] not in before.values()
    }


def _methods(schema: Mapping[str, Any]) -> dict[str, str]:
    """Return the method name that each message definition states, by the name of the definition."""
    found = {}
    definitions = schema.get("$defs") or schema.get("definitions")
    for name, body in definitions.items() if isinstance(definitions, dict) else ():
        properties = body.get("properties") if isinstance(body, dict) else None
        stated = properties.get("method") if isinstance(properties, dict) else None
        method = stated.get("const") if isinstance(stated, dict) else None
        if isinstance(method, str):
            found[name] = method
    return found


def carry_over(
    schema: SchemaSource, revision: str, old: PinnedOverlay, source: str, *, proposing: bool
) -> CarriedOverlay:
    """Return the overlay of the pinned revision `old`, adapted to the schema file of `revision`.

    `source` is the location of the new overlay, for messages. If `proposing` is true, each added entry is a
    proposal that a person must accept. If it is false, added entries are in effect at once; then no entry
    that accepts a pattern is added.
    """
    mark = f"proposed = {quoted(revision)}" if proposing else ""
    text = old.overlay.replace(
        f"Statements of the specification of {old.name} ", f"Statements of the specification of {revision} "
    )
    text = _proposed_for(revision, text, source)
    renamed: list[str] = []
    for method, name in renamed_methods(old.schema, _facts(schema)).items():
        text = _renamed(text, source, method, name, renamed)
    text = _with_renamed_guards(text, source, old.schema, _facts(schema), renamed)
    gated = _gated(text, source)
    dropped: list[str] = []
    ranked: list[str] = []
    while True:
        unstated: list[Problem] = []

        def collect(problem: Problem, found: list[Problem] = unstated) -> None:
            if problem.kind == "pattern" and not proposing:
                return
            if not problem.entry:
                raise Refused([problem])
            found.append(problem)

        try:
            stated = replace(schema, overlay=read_overlay(text.encode(), source))
            unstated += unstated_errors(read_protocol(stated, revision, collect))
        except Refused as refused:
            ordered = _ranked(text, source, refused.problems, ranked, mark)
            shorter = _without(text, source, refused.problems, dropped) if ordered == text else ordered
            if shorter == text:
                raise
            text = shorter
            continue
        kept = _gated(text, source)
        lost = [method for method in gated if method not in kept]
        for entry in dict.fromkeys(each.entry for each in unstated):
            if mark:
                marked = re.sub(r"^\[\[\w+\]\]$", rf"\g<0>\n{mark}", entry, flags=re.MULTILINE)
            else:
                marked = re.sub(r"^unclaimed = \[[^\]]*\]\n", "", entry, flags=re.MULTILINE)
            if mark and lost:
                block = array("was_gated", lost)
                marked = marked.replace(f"[[ungated]]\n{mark}", f"[[ungated]]\n{mark}\n{block}")
            text = appended(text, "\n" + marked)
        warning = f"; the last revision has a [[gate]] for {', '.join(lost)}, so accept [[ungated]] by name"
        warning = warning if mark and lost else ""
        added = [each.summary + (warning if "[[ungated]]" in each.entry else "") for each in unstated]
        return CarriedOverlay(text, renamed, dropped, [*ranked, *added])


def _with_renamed_guards(
    text: str, source: str, old: Mapping[str, Any], new: Mapping[str, Any], renamed: list[str]
) -> str:
    """In the `[[guard]]` entries of an overlay, replace type names that the new schema file renamed.

    A `[[guard]]` entry names a member and a value that identify one type of a union. A message about each
    replacement is appended to `renamed`.
    """
    document = read_toml(text.encode(), source, "overlay")
    lines = text.split("\n")
    for index, entry in enumerate(document.data.get("guard", [])):
        name = _renamed_type(entry["type"], entry["member"], old, new)
        if name is not None:
            number = document.line("guard", index, "type") - 1
            lines[number] = f"type = {quoted(name)}"
            said = f"the [[guard]] of {entry['type']} now names {name}, because most members are the same"
            renamed.append(f"{said}; if the two types mean different things, correct the entry")
    return "\n".join(lines)


def _renamed_type(name: str, member: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
    """Return the new name of the type `name`, which only the old schema defines, or None if it is uncertain.

    The new name is that of the only new definition which has the member `member` and shares most members with
    the old type.
    """
    olds, news = _definitions(old), _definitions(new)
    if name in news or name not in olds:
        return None
    own = _members(olds[name])
    found = [
        other
        for other, body in news.items()
        if other not in olds and member in (names := _members(body))
        if 2 * len(own & names) > len(own | names)
    ]
    return found[0] if len(found) == 1 else None


def _members(body: Any) -> set[str]:
    """Return the names of the members that a definition declares."""
    properties = body.get("properties") if isinstance(body, dict) else None
    return set(properties) if isinstance(properties, dict) else set()


def _gated(text: str, source: str) -> list[str]:
    """Return the methods that the `[[gate]]` entries of an overlay list. They need a capability."""
    gates = read_toml(text.encode(), source, "overlay").data.get("gate", [])
    return [method for gate in gates for method in gate["methods"]]


def _renamed(text: str, source: str, method: str, name: str, renamed: list[str]) -> str:
    """Replace the method name `method` by `name` in all entries of an overlay, and return the new text.

    A message about the replacement is appended to `renamed`.
    """
    document = read_toml(text.encode(), source, "overlay")
    lines, tables = text.split("\n"), []
    for table, key, *kinds in REFERENCES:
        for index, entry in enumerate(document.data.get(table, []) if "method" in kinds else []):
            stated = entry.get(key, ())
            if method not in ([stated] if isinstance(stated, str) else stated):
                continue
            for number in range(document.line(table, index, key) - 1, end_of(document, (table, index, key))):
                for quote in "\"'":
                    lines[number] = lines[number].replace(quote + method + quote, quoted(name))
            tables.append(f"[[{table}]]")
    if tables:
        listed = ", ".join(dict.fromkeys(tables))
        said = f"{listed} of {method} now names {name}, because its message is the same"
        renamed.append(f"{said}; if the two methods mean different things, correct the entries")
    return "\n".join(lines)


def _proposed_for(revision: str, text: str, source: str) -> str:
    """Mark each overlay entry that nobody has accepted yet as a proposal for `revision`."""
    document = read_toml(text.encode(), source, "overlay")
    lines = text.split("\n")
    for table, entries in document.data.items():
        for index, entry in enumerate(entries):
            if "proposed" in entry:
                lines[document.line(table, index, "proposed") - 1] = f'proposed = "{revision}"'
    return "\n".join(lines)


def _ranked(text: str, source: str, problems: Sequence[Problem], ranked: list[str], mark: str) -> str:
    """Append new enumeration values to the first incomplete `[[order]]` entry, and return the new text.

    An `[[order]]` entry lists the values of an enumeration in a meaningful order. A message is appended to
    `ranked`. If every entry is complete, return the text unchanged.
    """
    document = read_toml(text.encode(), source, "overlay")
    problem = next((problem for problem in problems if problem.kind == "order"), None)
    if problem is None:
        return text
    index, entry = next(
        (n, entry) for n, entry in enumerate(document.data["order"]) if entry["type"] == problem.subject
    )
    ranked.append(f"[[order]] {problem.subject}: {problem.summary}")
    lines = text.split("\n")
    at, start = document.line("order", index, "values"), document.line("order", index)
    lines[at - 1 : end_of(document, ("order", index, "values"))] = problem.entry.split("\n")
    marks = [mark] if mark and "proposed" not in entry else []
    return "\n".join([*lines[:start], *marks, *lines[start:]])


def _without(text: str, source: str, problems: Sequence[Problem], dropped: list[str]) -> str:
    """Remove each overlay entry that has a problem, and return the new text.

    If the problems concern only some names in a list of the entry, only these names are removed. A message
    about each removal is appended to `dropped`.
    """
    document = read_toml(text.encode(), source, "overlay")
    lines = text.split("\n")
    found: dict[int, list[Problem]] = {}
    for problem in problems:
        file, _, line = problem.location.rpartition(":")
        if file == source and line.isdecimal():
            found.setdefault(int(line), []).append(problem)
        elif problem.kind == "name taken":  # the new file has a definition with the name in the entry
            for index, entry in enumerate(document.data.get("name", [])):
                if entry["name"] == problem.subject:
                    found.setdefault(document.line("name", index), []).append(problem)
    entries = [(table, index) for table, tables in document.data.items() for index in range(len(tables))]
    for table, index in sorted(entries, key=lambda entry: -document.line(*entry)):
        if located := found.get(document.line(table, index)):
            lines = _shortened(document, lines, table, index, {problem.subject for problem in located})
            dropped += [
                f"[[{table}]]: {problem.message.removesuffix('; remove the entry')}" for problem in located
            ]
    return "\n".join(lines)


def _shortened(
    document: TomlDocument, lines: list[str], table: str, index: int, subjects: Container[str]
) -> list[str]:
    """Return the lines of an overlay after removing the names in `subjects` from the list of one entry.

    If the entry has no list, or if its list would be empty, the whole entry is removed.
    """
    start, end = document.line(table, index), end_of(document, (table, index))
    name = LISTS.get(table, "")
    items = document.data[table][index].get(name, [])
    kept = [item for item in items if item not in subjects]
    if kept and len(kept) < len(items):
        at = document.line(table, index, name)
        return [
            *lines[: at - 1],
            *array(name, kept).split("\n"),
            *lines[end_of(document, (table, index, name)) :],
        ]
    if start > 1 and not lines[start - 2].strip():
        start -= 1
    return [*lines[: start - 1], *lines[end:]]
