"""Read `schema/R/overlay.toml`, which states facts of the specification that the schema file does not.

`schema/overlay.schema.json` describes every table. If an entry contradicts the schema file, the build fails
at the line of the entry. An entry contradicts the file if it expects another value, or if it names a
location, type or method that the file does not have. `inheritance` adds the entries that an overlay inherits
from another revision.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mcpgen.frontend.toml_document import read_toml
from mcpgen.frontend.toml_edit import array, quoted
from mcpgen.ir import Alias, Anything, Choice, Constant, Definition, Record
from mcpgen.problems import Problem, Refused, unaccepted
from mcpgen.runtime.json_values import tokens

# If a proposed entry has one of these keys, a person must accept the entry by name. The text says why, and
# lists the values of the key.
BY_NAME = {
    "was_gated": "but the last revision has a [[gate]] for {}",
    "unclaimed": "but no method returns {}",
    "new_values": "but the position of {} is a guess",
}


# For each table, the key whose value identifies an entry. An entry replaces the inherited entry with the same
# value. If the value is a list, each item of the list is replaced separately.
KEYS = {
    "correction": "at",
    "pattern": "pattern",
    "name": "name",
    "open": "type",
    "result": "method",
    "gate": "methods",
    "ungated": "methods",
    "metadata": "method",
    "filter": "member",
    "error": "name",
    "order": "type",
    "known": "at",
    "prefilled": "member",
    "guard": "type",
    "deprecated": "what",
}
# The tables that only the overlay of an extension may have.
OF_EXTENSIONS = ("extension", "message", "restated", "answer", "addition")
# For each table whose entries have a list of names, the key of that list.
LISTS = {"name": "at", "gate": "methods", "ungated": "methods", "result": "results"}


@dataclass(frozen=True)
class Overlay:
    """The entries of an overlay, a file with facts that the schema file of a revision does not state.

    Attributes:
        source: The location of the overlay, for messages.
        inherits: The revision whose entries are inherited, or ''.
        entries: The entries by table. The inherited entries of a table come first.
        locations: The location (`FILE:LINE`) of each entry, by table and position.
        inherited: The table and position of each inherited entry.
        unused: The table and a problem for each inherited entry that has no effect for the schema file.
    """

    source: str
    inherits: str = ""
    entries: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict)
    locations: Mapping[tuple[str, int], str] = field(default_factory=dict)
    inherited: frozenset[tuple[str, int]] = frozenset()
    unused: list[tuple[str, Problem]] = field(default_factory=list, compare=False)

    def table(self, name: str) -> list[dict[str, Any]]:
        """Return the entries of an overlay table, or an empty list if the overlay does not have the table."""
        return self.entries.get(name, [])

    def located(self, table: str, index: int) -> str:
        """Return the location of an entry for messages: `FILE:LINE`."""
        return self.locations[table, index]

    def idle(self, table: str, index: int, message: str, subject: str = "") -> list[Problem]:
        """Return a problem: an entry names something which the schema file does not have.

        If the entry is inherited, this is no error, and the entry has no effect. Then return [], and add the
        problem to `unused`.
        """
        problem = Problem(self.located(table, index), message, subject=subject)
        if (table, index) not in self.inherited:
            return [problem]
        self.unused.append((table, problem))
        return []

    def contradiction(self, table: str, index: int, message: str) -> Problem:
        """Return the problem that an entry contradicts the schema file."""
        if (table, index) in self.inherited:
            message += f"; {self.source} inherits this entry: state it there as it is now, or in [[removed]]"
        return Problem(self.located(table, index), message)

    def without(self, names: Mapping[tuple[str, int], Container[str]]) -> Overlay:
        """Return the overlay without some names in its entries. An entry is removed if no name is left in it.

        `names` has the names to remove, by table and position of the entry.
        """
        entries: dict[str, list[dict[str, Any]]] = {}
        locations: dict[tuple[str, int], str] = {}
        inherited = set()
        for table, tables in self.entries.items():
            found = entries.setdefault(table, [])
            for index, entry in enumerate(tables):
                rest = _without_names(table, entry, names.get((table, index), ()))
                if rest is None:
                    continue
                locations[table, len(found)] = self.located(table, index)
                if (table, index) in self.inherited:
                    inherited.add((table, len(found)))
                found.append(rest)
        return replace(self, entries=entries, locations=locations, inherited=frozenset(inherited))

    def proposed(self, ingest: str) -> list[Problem]:
        """Return a problem for each proposed entry that nobody has accepted yet.

        Some entries must be accepted by name. The problem of such an entry states the command that accepts
        it. For the other entries, one more problem states their number and the command that accepts them all.
        `ingest` has the arguments of that command.
        """
        found: list[Problem] = []
        by_name: list[Problem] = []
        for table, entries in self.entries.items():
            for index, entry in enumerate(entries):
                if not entry.get("proposed") or (table, index) in self.inherited:
                    continue
                said, remedy, why = f"[[{table}]] is proposed", "remove `proposed`", why_by_name(entry)
                if why:
                    said += f", {why}"
                    remedy = f"accept it by name: mcpgen ingest {ingest} --accept {names_of(table, entry)[0]}"
                problem = Problem(self.located(table, index), f"{said}; review it, then {remedy}")
                (by_name if why else found).append(problem)
        counts = [unaccepted(self.source, f"proposed entries: {len(found)}", ingest)] if found else []
        return [*found, *by_name, *counts]

    def index(self, table: str, key: Callable[[dict[str, Any]], list[str]]) -> dict[str, dict[str, Any]]:
        """Return the entries of a table by their keys. The function `key` returns the keys of an entry.

        Refuse two entries that have a key in common.
        """
        result: dict[str, dict[str, Any]] = {}
        for position, entry in enumerate(self.table(table)):
            for name in key(entry):
                if name in result:
                    message = f"[[{table}]] has {name} twice; keep one entry"
                    raise Refused([Problem(self.located(table, position), message, subject=name)])
                result[name] = entry
        return result


def names_of(table: str, entry: Mapping[str, Any]) -> list[str]:
    """Return the names that identify an entry of an overlay table, such as the methods of a `[[gate]]`."""
    stated = entry[KEYS[table]] if table in KEYS else []
    return [stated] if isinstance(stated, str) else [*stated]


def why_by_name(entry: Mapping[str, Any]) -> str:
    """Return why a person must accept a proposed entry by name, or '' if it may be accepted in bulk."""
    return next((BY_NAME[key].format(" or ".join(entry[key])) for key in BY_NAME if key in entry), "")


NO_OVERLAY = Overlay("no overlay")
_ABSENT = object()


def read_overlay(data: bytes, source: str) -> Overlay:
    """Parse the overlay of one file, without inherited entries.

    Refuse everything that `overlay.schema.json` does not allow.
    """
    document = read_toml(data, source, "overlay")
    locations = {
        (table, index): f"{source}:{document.line(table, index)}"
        for table, entries in document.tables.items()
        for index in range(len(entries))
    }
    return Overlay(source, document.data.get("inherits", ""), document.tables, locations)


def check_tables(overlay: Overlay) -> None:
    """Refuse entries in a revision's overlay that describe an extension. They would have no effect."""
    problems = [
        Problem(
            overlay.located(table, index),
            f"[[{table}]] is only for the overlay of an extension; remove the entry, "
            "or move it to schema/extensions/NAME/REVISION/overlay.toml",
        )
        for table in OF_EXTENSIONS
        for index in range(len(overlay.table(table)))
    ]
    if problems:
        raise Refused(problems)


def overlay_of(revision: str) -> str:
    """Return the name of a revision's overlay in the schema folder: `schema/R/overlay.toml`."""
    return f"schema/{revision}/overlay.toml"


def _without_names(table: str, entry: dict[str, Any], names: Container[str]) -> dict[str, Any] | None:
    """Return an overlay entry without some names in its list.

    Return None if the entry has no list, or if no name is left.
    """
    if not names:
        return entry
    key, list_ = KEYS.get(table, ""), LISTS.get(table, "")
    kept = [name for name in entry.get(list_, ()) if name not in names]
    if not kept or (key != list_ and entry[key] in names):
        return None
    return {**entry, list_: kept}


def located(node: Any, path: Sequence[str]) -> Any:
    """Return the value in a schema at a path of keys and indexes, or None if there is none."""
    for step in path:
        if isinstance(node, list) and step.isdecimal() and int(step) < len(node):
            node = node[int(step)]
        elif isinstance(node, dict) and step in node:
            node = node[step]
        else:
            return None
    return node


def corrected(schema: dict[str, Any], overlay: Overlay) -> dict[str, Any]:
    """Return a copy of a schema to which the `[[correction]]` entries are applied.

    Refuse a correction if the schema has another value than the correction expects. If the correction expects
    none, it adds a member, and is refused if the schema already has that member.
    """
    problems: list[Problem] = []
    for index, entry in enumerate(overlay.table("correction")):
        try:
            schema = _replaced(schema, tokens(entry["at"]), entry.get("expected", _ABSENT), entry["value"])
        except _OtherValueError as error:
            message = f"{entry['at']}: {error.args[0]}; remove or update the correction"
            if error.found == entry["value"]:
                problems += overlay.idle("correction", index, message)
            else:
                problems.append(overlay.contradiction("correction", index, message))
        except LookupError as error:
            message = f"{entry['at']}: {error.args[0]}; remove or update the correction"
            problems += overlay.idle("correction", index, message)
    if problems:
        raise Refused(problems)
    return schema


class _OtherValueError(LookupError):
    """Raised if the schema has another value, `found`, than a correction of the overlay expects."""

    def __init__(self, message: str, found: Any) -> None:
        super().__init__(message)
        self.found = found


def _replaced(node: Any, path: list[str], expected: Any, value: Any) -> Any:
    if not path:
        if node != expected:
            raise _OtherValueError(f"the schema has the value {node!r}, not {expected!r}", node)
        return value
    step = path[0]
    if expected is _ABSENT and len(path) == 1 and isinstance(node, dict):
        if step in node:
            raise _OtherValueError(
                f"the schema already has the value {node[step]!r} at this location", node[step]
            )
        return {**node, step: value}
    if isinstance(node, dict) and step in node:
        return {**node, step: _replaced(node[step], path[1:], expected, value)}
    if isinstance(node, list) and step.isdecimal() and int(step) < len(node):
        index = int(step)
        return [*node[:index], _replaced(node[index], path[1:], expected, value), *node[index + 1 :]]
    raise LookupError(f"the schema has no {step!r} on this path")


def with_overlay(definitions: Mapping[str, Definition], overlay: Overlay) -> dict[str, Definition]:
    """Return definitions to which the `[[open]]` and `[[order]]` entries of an overlay are applied."""
    result = dict(definitions)
    problems: list[Problem] = []
    for index, (name, entry) in enumerate(overlay.index("open", lambda entry: [entry["type"]]).items()):
        record = result.get(name)
        if not isinstance(record, Record):
            message = f"{name} is not an object type of this schema; remove the entry"
            problems += overlay.idle("open", index, message)
            continue
        if record.closed:
            message = f"the schema closes {name} (additionalProperties: false); remove the entry"
            problems += overlay.idle("open", index, message)
            continue
        result[name] = replace(
            record,
            open=record.open or Anything(),
            opened=record.open is None and not entry.get("defect"),
            mapping=bool(entry.get("mapping", False)),
        )
    for index, (name, entry) in enumerate(overlay.index("order", lambda entry: [entry["type"]]).items()):
        alias = result.get(name)
        if not isinstance(alias, Alias) or not isinstance(alias.type, Choice):
            message = f"{name} is not an enumeration of this schema; remove the entry"
            problems += overlay.idle("order", index, message)
        elif message := _differing(alias.type.values, entry["values"]):
            problem = overlay.contradiction("order", index, f"{name}: {message}")
            problems.append(_unordered(problem, alias, entry["values"]))
        else:
            result[name] = replace(alias, type=Choice(tuple(entry["values"])))
    if problems:
        raise Refused(problems)
    return result


def _differing(values: Sequence[Constant], ordered: Sequence[Constant]) -> str:
    """Return how to correct the values in an `[[order]]` entry, as a message, or '' if they are right."""
    added = [repr(value) for value in values if value not in ordered]
    removed = [repr(value) for value in ordered if value not in values]
    parts = [f"add {', '.join(added)} in its position"] if added else []
    parts += [f"remove {', '.join(removed)}"] if removed else []
    parts += ["name each value once"] if len(set(ordered)) < len(ordered) else []
    return "the order does not match the schema; " + " and ".join(parts) if parts else ""


def _unordered(problem: Problem, alias: Alias, ordered: Sequence[Constant]) -> Problem:
    """Return the problem of an `[[order]]` entry, with the corrected list of values added to it.

    If exactly one value was removed and one is new, the new value takes the position of the removed one.
    Otherwise, new values are at the end of the list.
    """
    values = alias.type.values if isinstance(alias.type, Choice) else ()
    kept = [value for value in dict.fromkeys(ordered) if value in values]
    added = [value for value in values if value not in kept]
    if not kept or not all(isinstance(value, str) for value in values):
        return replace(problem, subject=alias.name)
    gone = [quoted(str(value)) for value in ordered if value not in values]
    if len(added) == len(gone) == 1:
        listed = [value if value in values else added[0] for value in dict.fromkeys(ordered)]
        summary = f"{quoted(str(added[0]))} in the position of {gone[0]}; move it if its position differs"
    else:
        listed = [*kept, *added]
        parts = [f"{', '.join(quoted(str(value)) for value in added)} at the end"] if added else []
        parts += [f"without {', '.join(gone)}"] if gone else []
        summary = ", ".join(parts) + ("; move it to its position" if added else "")
    entry = array("values", [str(value) for value in listed])
    return replace(problem, subject=alias.name, kind="order", entry=entry, summary=summary)
