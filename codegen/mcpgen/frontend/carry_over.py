"""Adapt the overlay of the most similar pinned revision to a new schema file.

The new overlay inherits the entries of that revision, so it has only entries that differ.

- If a message has another method name in the new file, its entries are stated again with the new name.
- An entry that contradicts the new file is removed. If only some names in an entry are missing in the new
  file, only these names are removed.
- New values of an ordered enumeration are proposed as its last values. The proposal lists them in
  `new_values`. Their position is a guess, so a person must accept the proposal by name.
- If the new file leaves a fact open that an overlay should state, the fact is assumed and added as an entry.

Each of these changes is reported. If a `[[gate]]` is removed, its methods are proposed as methods that need
no capability. That weakens a check. Therefore the proposal lists the methods in `was_gated`, and a person
must accept it by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from mcpgen.frontend.inheritance import (
    fitted,
    inheriting,
    place,
    whole_text,
    with_inherited,
)
from mcpgen.frontend.load import load
from mcpgen.frontend.methods import REFERENCES, unstated_errors
from mcpgen.frontend.overlay import KEYS, LISTS, Overlay, overlay_of, read_overlay
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.read import SchemaSource, read_protocol
from mcpgen.frontend.sources import Sources
from mcpgen.frontend.toml_document import TomlDocument, parse_toml, read_toml
from mcpgen.frontend.toml_edit import appended, array, end_of, entry_text, inserted, quoted, removed
from mcpgen.problems import Problem, Refused

HEAD = (
    "#:schema ../overlay.schema.json\n# Statements of the specification of {} that its JSON Schema lacks.\n"
)


class PinnedOverlay(NamedTuple):
    """A pinned revision: its name, its schema file, and its overlay with all inherited entries."""

    name: str
    schema: Mapping[str, Any]
    overlay: Overlay


@dataclass(frozen=True)
class CarriedOverlay:
    """The overlay for a new schema file, and a line for each entry that was changed, removed or added.

    `text` is the new `overlay.toml`. `overlay` has its entries, and those that it inherits from another one.
    """

    text: str
    overlay: Overlay
    renamed: Sequence[str]
    dropped: Sequence[str]
    added: Sequence[str]


def with_overlay(sources: Sources, names: Iterable[str]) -> dict[str, PinnedOverlay]:
    """Return the pinned revisions in `names` for which `sources` has both a schema file and an overlay."""
    found = {}
    for name in names:
        location = overlay_of(name)
        schema, overlay = sources.get(f"schema/{name}/schema.json"), sources.get(location)
        if schema is not None and overlay is not None:
            whole = with_inherited(read_overlay(overlay, location), sources)
            found[name] = PinnedOverlay(name, json.loads(schema), whole)
    return found


def inheriting_text(revision: str, name: str) -> str:
    """Return the text of a new overlay of `revision` that inherits the overlay of the revision `name`."""
    return f"{HEAD.format(revision)}\ninherits = {quoted(name)}\n"


def copied_text(revision: str, schema: Mapping[str, Any], overlay: Overlay) -> str:
    """Return the text of a new overlay of `revision` with all entries of another overlay."""
    return f"{HEAD.format(revision)}\n{whole_text(fitted(schema, overlay))}\n"


def nearest(source: SchemaSource, others: Mapping[str, PinnedOverlay]) -> tuple[PinnedOverlay | None, float]:
    """Return the pinned revision that is most similar to a schema file, and how similar it is.

    The similarity is the share of the definition names in the file that the revision has too, from 0 to 1. If
    the file and the revisions have no equal definition, return `(None, 0)`.
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

    A method was renamed if the same message definition states another method name in the new schema.
    """
    before, after = _methods(old), _methods(new)
    return {
        method: after[message]
        for message, method in before.items()
        if message in after and method not in after.values() and after[message] not in before.values()
    }


def _methods(schema: Mapping[str, Any]) -> dict[str, str]:
    """Return the method name that each message definition states: `CallToolRequest` → `tools/call`."""
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
    schema: SchemaSource, revision: str, old: PinnedOverlay, own: str, source: str, *, proposing: bool
) -> CarriedOverlay:
    """Adapt an overlay to another schema file, and return it.

    `own` is the text of the overlay, `source` is its location for messages, and `old.overlay` is the overlay
    that it inherits. `old.schema` is the schema file for which the entries were written. If `proposing` is
    true, each added entry is marked as a proposal. Otherwise an added entry is in effect at once, and no
    entry is added that would accept a pattern as safe.
    """
    return _CarryOver(schema, revision, old, own, source, proposing).run()


class _CarryOver:
    """Adapts one overlay to another schema file.

    `before` is the text of the overlay before any edit, and `text` is the text as edited so far.
    """

    def __init__(
        self, schema: SchemaSource, revision: str, old: PinnedOverlay, own: str, source: str, proposing: bool
    ) -> None:
        self.schema, self.revision, self.old, self.source = schema, revision, old, source
        self.proposing = proposing
        self.mark = {"proposed": revision} if proposing else {}
        self.before = self.text = own
        self.old_names: set[str] = set()  # the old names of renamed methods and guards
        self.renamed: list[str] = []
        self.dropped: list[str] = []
        self.ranked: list[str] = []

    def run(self) -> CarriedOverlay:
        """Edit the overlay until it fits the new schema file, and return it.

        Names that the new file renames are renamed, entries that do not apply any more are removed, and facts
        that the overlay does not state are added.
        """
        new = _facts(self.schema)
        gated = self.gated()
        for method, name in renamed_methods(self.old.schema, new).items():
            self.rename_method(method, name)
            gated = [name if each == method else each for each in gated]
        self.rename_guards(new)
        while True:
            unstated: list[Problem] = []
            overlay = self.overlay()
            try:
                stated = replace(self.schema, overlay=overlay)
                protocol = read_protocol(stated, self.revision, partial(self.collect, unstated))
            except Refused as refused:
                before = self.text
                self.rank(refused.problems)
                if self.text == before:
                    self.remove(refused.problems)
                if self.text == before:
                    raise
                continue
            unstated += unstated_errors(protocol)
            kept = {name for name, method in protocol.methods.items() if method.capability}
            self.note_unused(overlay)
            added = self.add(unstated, [method for method in gated if method not in kept])
            return CarriedOverlay(
                self.text, self.overlay(), self.renamed, self.dropped, [*self.ranked, *added]
            )

    def overlay(self) -> Overlay:
        """Return the overlay as edited so far, with its inherited entries."""
        return inheriting(read_overlay(self.text.encode(), self.source), self.old.overlay)

    def document(self) -> TomlDocument:
        """Return the overlay as edited so far, as a parsed TOML file."""
        return read_toml(self.text.encode(), self.source, "overlay")

    def append(self, table: str, /, **values: Any) -> None:
        """Append the entry `[[table]]` with `values` to the overlay."""
        self.text = appended(self.text, "\n" + entry_text(table, **values))

    def gated(self) -> list[str]:
        """Return the methods of the old schema file for which a `[[gate]]` entry requires a capability."""
        known = {*_methods(self.old.schema).values()}
        gates = self.overlay().table("gate")
        return [method for gate in gates for method in gate["methods"] if method in known]

    def collect(self, unstated: list[Problem], problem: Problem) -> None:
        """Add to `unstated` the problem that the overlay does not state a fact.

        A problem contains the missing entry of the overlay, unless only a person can write this entry. A
        problem without an entry is raised as `Refused` if `proposing` is true. Otherwise it is ignored.
        """
        if problem.entry:
            if problem.kind != "pattern" or self.proposing:
                unstated.append(problem)
        elif self.proposing:
            message = f"{problem.message} ({self.source}), then ingest the file again"
            if self.old.name != self.revision and self.old.overlay.entries:
                message += f'; if that file is new, begin it with `inherits = "{self.old.name}"`'
            raise Refused([replace(problem, message=message)])

    def add(self, unstated: Sequence[Problem], lost: Sequence[str]) -> list[str]:
        """Add an entry to the overlay for each fact that it does not state. Return a line about each fact.

        `lost` are the methods that needed a capability before. If there are any, a person must accept by name
        each entry that says that a method needs no capability.
        """
        for entry in dict.fromkeys(each.entry for each in unstated):
            if self.proposing:
                mark = f"proposed = {quoted(self.revision)}"
                marked = re.sub(r"^\[\[\w+\]\]$", rf"\g<0>\n{mark}", entry, flags=re.MULTILINE)
                if lost:
                    block = array("was_gated", lost)
                    marked = marked.replace(f"[[ungated]]\n{mark}", f"[[ungated]]\n{mark}\n{block}")
            else:
                marked = re.sub(r"^unclaimed = \[[^\]]*\]\n", "", entry, flags=re.MULTILINE)
            self.text = appended(self.text, "\n" + marked)
        warning = f"; the last revision has a [[gate]] for {', '.join(lost)}, so accept [[ungated]] by name"
        warning = warning if self.proposing and lost else ""
        return [each.summary + (warning if "[[ungated]]" in each.entry else "") for each in unstated]

    def note_unused(self, overlay: Overlay) -> None:
        """Report each inherited entry that had an effect for the old schema file, but not for the new one."""
        stated = inheriting(read_overlay(self.before.encode(), self.source), self.old.overlay)
        old = SchemaSource(json.dumps(self.old.schema).encode(), self.source, stated, True)
        with suppress(Refused):  # if the old revision cannot be read, all unused entries are reported
            read_protocol(old, self.old.name, lambda problem: None)
        before = {(each.location, place(each.subject)) for _, each in stated.unused}
        self.dropped += dict.fromkeys(
            f"[[{table}]]: {problem.message.partition(';')[0]}"
            for table, problem in overlay.unused
            if (problem.location, place(problem.subject)) not in before
            if problem.subject not in self.old_names
        )

    def rename_method(self, method: str, name: str) -> None:
        """Rename a method in all entries of the overlay.

        An inherited entry is stated again, with the new name.
        """
        document, overlay = self.document(), self.overlay()
        lines, tables, again = self.text.split("\n"), [], []
        for table, key, *kinds in REFERENCES:
            entries = overlay.table(table) if "method" in kinds else []
            own = len(entries) - len(
                document.data.get(table, [])
            )  # inherited entries come before this position
            for index, entry in enumerate(entries):
                stated = entry.get(key, ())
                if method not in ([stated] if isinstance(stated, str) else stated):
                    continue
                tables.append(f"[[{table}]]")
                if index < own:
                    again.append((table, {**entry, key: name if isinstance(stated, str) else [name]}))
                    continue
                path = table, index - own, key
                for number in range(document.line(*path) - 1, end_of(document, path)):
                    for quote in "\"'":
                        lines[number] = lines[number].replace(quote + method + quote, quoted(name))
        self.text = "\n".join(lines)
        for table, entry in again:
            self.append(table, **entry)
        self.old_names.add(method)
        if tables:
            listed = ", ".join(dict.fromkeys(tables))
            said = f"{listed} of {method} now names {name}, because its message is the same"
            self.renamed.append(f"{said}; if the two methods mean different things, correct the entries")

    def rename_guards(self, new: Mapping[str, Any]) -> None:
        """Rename types in `[[guard]]` entries if they have another name in the new schema file.

        An inherited guard is stated again with the new name.
        """
        document, overlay = self.document(), self.overlay()
        lines, entries, again = self.text.split("\n"), overlay.table("guard"), []
        own = len(entries) - len(document.data.get("guard", []))
        for index, entry in enumerate(entries):
            name = _renamed_type(entry["type"], entry["member"], self.old.schema, new)
            if name is None:
                continue
            self.old_names.add(f"{entry['type']}.{entry['member']}")
            if index < own:
                again.append({**entry, "type": name})
            else:
                lines[document.line("guard", index - own, "type") - 1] = f"type = {quoted(name)}"
            said = f"the [[guard]] of {entry['type']} now names {name}, because most members are the same"
            self.renamed.append(f"{said}; if the two types mean different things, correct the entry")
        self.text = "\n".join(lines)
        for entry in again:
            self.append("guard", **entry)

    def rank(self, problems: Sequence[Problem]) -> None:
        """Append the new values of one enumeration to the values in its `[[order]]` entry.

        The first problem of the kind `order` names this enumeration. If its entry is inherited, the overlay
        gets the whole entry, with all values. A line about the entry is appended to `ranked`.
        """
        problem = next((problem for problem in problems if problem.kind == "order"), None)
        if problem is None:
            return
        self.ranked.append(f"[[order]] {problem.subject}: {problem.summary}")
        document, entries = self.document(), self.overlay().table("order")
        own = document.data.get("order", [])
        index = next((n for n, entry in enumerate(own) if entry["type"] == problem.subject), None)
        entry = next(entry for entry in entries if entry["type"] == problem.subject)
        values = (parse_toml(problem.entry) or entry)["values"]
        before = {*entry["values"]} - {*entry.get("new_values", ())}
        new_values = [value for value in values if value not in before]
        marks = {**self.mark, "new_values": new_values} if self.mark and new_values else self.mark
        if index is None:
            self.append("order", **marks, **{**entry, "values": values})
            return
        lines = self.text.split("\n")
        at, start = document.line("order", index, "values"), document.line("order", index)
        lines[at - 1 : end_of(document, ("order", index, "values"))] = problem.entry.split("\n")
        self.text = "\n".join(lines)
        if marks:
            old = [("order", index, key) for key in ("proposed", "new_values") if key in own[index]]
            block = entry_text("order", **marks).partition("\n")[2]
            self.text = inserted(removed(self.document(), old), start, block)

    def remove(self, problems: Sequence[Problem]) -> None:
        """Remove each overlay entry that a problem is about, or only the names in it that have a problem.

        An inherited entry is in another file, which is not changed: the entry is listed in `[[removed]]`. For
        each removed entry or name, a line is appended to `dropped`.
        """
        document, overlay = self.document(), self.overlay()
        found: dict[tuple[str, int], list[Problem]] = {}
        paths = {location: path for path, location in overlay.locations.items()}
        for problem in problems:
            path = paths.get(problem.location)
            if problem.kind == "name taken":  # the new file has a definition with the name in the entry
                names = [entry["name"] for entry in overlay.table("name")]
                path = ("name", names.index(problem.subject)) if problem.subject in names else path
            if path is not None:
                found.setdefault(path, []).append(problem)
        lines = self.text.split("\n")
        removed: dict[str, list[str]] = {}
        own = {table: len(overlay.table(table)) - len(document.data.get(table, [])) for table, _ in found}
        for (table, index), stated_by in sorted(found.items(), reverse=True, key=lambda each: each[0][1]):
            self.dropped += [f"[[{table}]]: {problem.message.partition('; ')[0]}" for problem in stated_by]
            if index < own[table]:
                stated = overlay.table(table)[index][KEYS[table]]
                removed.setdefault(table, []).extend([stated] if isinstance(stated, str) else stated)
        own_paths = [(table, index - own[table]) for table, index in found if index >= own[table]]
        subjects = {
            (table, index - own[table]): {problem.subject for problem in each}
            for (table, index), each in found.items()
        }
        for path in sorted(own_paths, key=lambda path: -document.line(*path)):
            lines = _shortened(document, lines, *path, subjects[path])
        self.text = "\n".join(lines)
        for table, names in removed.items():
            reason = f"The schema file of {self.revision} contradicts the inherited entry."
            self.append("removed", **self.mark, table=table, entries=names, reason=reason)


def _renamed_type(name: str, member: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
    """Return the new name of a type that only the old schema defines, or None if the new name is uncertain.

    The new name is certain if exactly one new definition has the member `member` and shares most members with
    the old type.
    """
    old_types, new_types = _definitions(old), _definitions(new)
    if name in new_types or name not in old_types:
        return None
    own = _members(old_types[name])
    found = [
        other
        for other, body in new_types.items()
        if other not in old_types and member in (names := _members(body))
        if 2 * len(own & names) > len(own | names)
    ]
    return found[0] if len(found) == 1 else None


def _members(body: Any) -> set[str]:
    """Return the names of the members that a definition declares."""
    properties = body.get("properties") if isinstance(body, dict) else None
    return set(properties) if isinstance(properties, dict) else set()


def _shortened(
    document: TomlDocument, lines: list[str], table: str, index: int, subjects: Container[str]
) -> list[str]:
    """Return the lines of an overlay without the names `subjects` in the list of one entry.

    The entry is number `index` in `table`. If it has no list, or if no name would be left in it, the whole
    entry is removed.
    """
    start, end = document.line(table, index), end_of(document, (table, index))
    name = "entries" if table == "removed" else LISTS.get(table, "")
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
