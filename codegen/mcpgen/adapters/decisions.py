"""Read decision files (`schema/changes/A--B.toml`), and find the actions for each change.

The file has the named changes from a revision A to the next revision B, as an array of tables:

    [[change]]
    id = "T2.5"                        cited by every report of a loss
    title = "Structured tool output"
    reference = "PR #371"              a SEP, a pull request, or a page of the specification
    covers = ["Tool.outputSchema", "FIELD_ADDED_OPTIONAL CallToolResult.structuredContent"]
    up = "keep"                        from A to B
    down = {"Tool.outputSchema" = "drop", "*" = "rule:structured_content_as_text"}
    reason = "the reason, in our own words"

`covers` lists names of the changes that the entry is about. A name is `LOCATION`, `RULE LOCATION`, `RULE
LOCATION DETAIL`, or `RULE` for all changes of a kind. `RULE` is the id of a change rule. `LOCATION` is the
location of the change, such as `Tool.title`, or its last parts: `.title` is the member of every type. `up`
and `down` are either the action for all these changes, or a table from names to actions. In a table, the
first name that refers to a change has its action. `*` refers to every change. Actions are plain text here.
The module `actions` parses them.

Exactly one entry decides a change. A change that loses nothing in either direction needs no entry. Every name
in an entry must refer to a change, and every name in a table must decide one. All problems are reported
together. If changes have no entry, the error has a scaffold: entries for a person to fill in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from mcpgen.adapters.action_text import action_text, other_end, parse_actions, verbs
from mcpgen.compare.alignment import Alignment, align
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.changes import changes_of
from mcpgen.compare.likeness import Path
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.frontend.toml_document import read_toml
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.ir import ErrorCode, Field, Method, Protocol, Record, Ref
from mcpgen.problems import Problem, Refused, printable, unaccepted
from mcpgen.runtime.endpoints import JOINT
from mcpgen.runtime.json_values import json_pointer, tokens


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a decision file that refers to one or more changes, such as `Tool.title`, and its line."""

    text: str
    line: int

    def names(self, change: ProtocolChange) -> bool:
        """Return whether this name refers to a change."""
        return self.text in names_of_change(change)


# The rules of changes that may be one rename or move, or an addition and a removal.
UNCERTAIN = ("FIELD_PERHAPS_RENAMED", "FIELD_PERHAPS_MOVED", "METHOD_PERHAPS_RENAMED")
OTHERS = "*"  # as a key of the table `up` or `down`: all changes that no other key names
# The rules of changes for which each direction has an action that states the name or path.
PAIRED = ("FIELD_RENAMED", "FIELD_MOVED", "METHOD_RENAMED", "ENUM_VALUE_RENAMED")
_INVENTED = {"fill", "set"}  # verbs that give a member a value which no revision states
_GIVEN = {*_INVENTED, "const"}  # verbs that give a value to a member
# Changes for which a given value cannot replace a value that the sender chose.
_ABSENT = ("FIELD_ADDED_", "FIELD_REMOVED_", "FIELD_BECAME_", "CONST_CHANGED")
# Pairs of a name and actions. The first pair whose name refers to a change has the actions for the change.
Actions: TypeAlias = tuple[tuple[Name, str], ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """A text of an entry in two versions: for conversions to the newer revision, and to the older one."""

    up: str
    down: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a decision file (`schema/changes/A--B.toml`): some changes, and what to do about them.

    `covers` has the names of the changes. `up` and `down` say what to do in each direction. Each has pairs: a
    name, and the actions for the changes with this name. Reports of differences give the `reason`. Errors for
    refused messages give the `refusal`, or the `reason` if there is no `refusal`.
    """

    id: str
    title: str
    reference: str
    covers: tuple[Name, ...]
    up: Actions
    down: Actions
    reason: Wording
    line: int
    proposed: str = ""  # the revision whose ingest proposed the entry, until a person accepts it
    refusal: Wording = Wording("", "")
    source: str = ""  # the decision file that has the entry

    def is_covering(self, change: ProtocolChange) -> bool:
        """Return whether `covers` has a name that refers to the change."""
        names = names_of_change(change)
        return any(name.text in names for name in self.covers)

    @property
    def texts(self) -> list[str]:
        """The entry's reasons and refusals in both directions, without repetition."""
        found = (self.reason.up, self.reason.down, self.refusal.up, self.refusal.down)
        return list(dict.fromkeys(filter(None, found)))

    @property
    def explanation(self) -> str:
        """The entry's reasons and refusals in both directions, in one line."""
        return " ".join(self.texts)

    def why_by_name(self, entries: Iterable[Entry] = ()) -> str:
        """Return why a person must accept this entry separately, by its id, or '' if there is no reason.

        `entries` are all entries of the decision file.
        """
        tables = [{name.text: action for name, action in table} for table in (self.up, self.down)]
        beside = [name.text for entry in entries for name in entry.covers]
        return why_by_name([name.text for name in self.covers], tables, beside)


@dataclass(frozen=True, slots=True)
class Decided:
    """A change with the actions that its entry states, as text.

    If `up` or `down` of the entry is a table, `up_row` or `down_row` is the key in it that has these actions.
    If no entry covers the change, `entry` is None, and the planner decides what an adapter does.
    """

    change: ProtocolChange
    entry: Entry | None
    up: str = ""
    down: str = ""
    up_row: str = ""
    down_row: str = ""

    @property
    def id(self) -> str | None:
        """The id of the entry that covers the change, or None."""
        return self.entry.id if self.entry else None


@dataclass(frozen=True, slots=True)
class DecidedPair:
    """Two revisions with their types in pairs, and each change between them with its decision.

    `source` is the decision file.
    """

    alignment: Alignment
    changes: tuple[Decided, ...]
    source: str


class Undecided(Refused):
    """Raised if some changes need an entry in the decision file, and the file has none for them.

    `scaffold` is TOML text with an entry for each type that has such changes. A person fills these entries
    in.
    """

    def __init__(self, problems: Iterable[Problem], scaffold: str = "") -> None:
        super().__init__(problems)
        self.scaffold = scaffold


def lacking(direction: str, newer: str) -> str:
    """Return the beginning of a sentence about something that the target revision lacks.

    The beginning `Revisions before 2025-11-25 have` may continue with `no icons`. The sentence must also be
    true in a conversion over several revisions. Therefore it names only `newer`, the newer of two adjacent
    revisions. If `newer` is a revision with extensions, the sentence compares the extensions with the core of
    the protocol.
    """
    _, *extensions = newer.split(JOINT)
    if extensions:
        named = f"the {'extension' if len(extensions) == 1 else 'extensions'} {' and '.join(extensions)}"
        return f"With {named}, there is" if direction == "up" else f"Without {named}, there is"
    return f"{newer} has" if direction == "up" else f"Revisions before {newer} have"


def source_of(old: str, new: str) -> str:
    """Return the path of the decision file: `schema/changes/A--B.toml` for adjacent revisions A and B."""
    return f"schema/changes/{old}--{new}.toml"


def read_entries(data: bytes, source: str) -> tuple[Entry, ...]:
    """Return the entries of a decision file. Refuse a file that is not valid for `changes.schema.json`."""
    document = read_toml(data, source, "changes")
    tables = document.data.get("change", [])
    lines = document.text.splitlines()
    starts = [document.line("change", index) for index in range(len(tables))]
    first: dict[str, int] = {}
    entries: list[Entry] = []
    problems: list[Problem] = []
    for table, start, end in zip(tables, starts, [*starts[1:], len(lines) + 1], strict=False):
        line = first.setdefault(table["id"], start)
        if line != start:
            message = f"the entry at line {line} has the id {table['id']} too; merge the two entries"
            problems.append(Problem(f"{source}:{start}", message))
        entries.append(_entry(table, start, end, lines, source))
        problems += one_way(entries[-1], source)
    if problems:
        raise Refused(problems)
    return tuple(entries)


def one_way(entry: Entry, source: str) -> list[Problem]:
    """Return a problem for each location with different names or paths in `up` and `down` of an entry."""
    up, down = (dict(_other_ends(entry, table)) for table in (entry.up, entry.down))
    return [
        Problem(
            f"{source}:{entry.line}",
            f"{entry.id}: {location}: `up` says {up[location]}, but `down` says {down[location]}; "
            "write the same in both",
        )
        for location in sorted(up.keys() & down.keys())
        if up[location] != down[location]
    ]


def _not_both_ways(decided: Decided) -> str:
    """Return the problem of a rename or move that an entry has for one direction only, or ''.

    Both directions must have the action `rename` or `move`, or call a rule, which converts the name or path
    itself.
    """
    if decided.change.rule not in PAIRED:
        return ""
    actions = decided.up, decided.down
    ways = [found and str(found) for found in map(other_end, actions)]
    if all(
        way or action.startswith(("rule:", "instead:")) for way, action in zip(ways, actions, strict=True)
    ):
        return ""
    if way := ways[0] or ways[1]:
        kind = {"METHOD": "method", "ENUM": "value"}.get(decided.change.rule.partition("_")[0], "member")
        remedy = f"write it in both, or instead entries for the removed and the added {kind}"
        return f"{decided.change.at}: {way} is only in one direction; {remedy}"
    return f"{_phrase(decided.change)} has other actions; write the action `rename` or `move` for it"


def decide(
    changes: Sequence[ProtocolChange],
    entries: Sequence[Entry],
    source: str,
    inherited: Sequence[Entry] = (),
) -> tuple[Decided, ...]:
    """Return every change with the actions that its entry states.

    If no entry in `entries` covers a change, the entry in `inherited` that covers it is used. Refuse changes
    that need an entry and have none, and entries in `entries` that cover no change.
    """
    problems: list[Problem] = []
    decided: list[Decided] = []
    undecided: list[ProtocolChange] = []
    for change in changes:
        own, others = ([one for one in each if one.is_covering(change)] for each in (entries, inherited))
        hits = own or others
        if len(hits) > 1:
            names = " and ".join(entry.id for entry in hits)
            line = next(name.line for name in hits[-1].covers if name.names(change))
            problems.append(
                Problem(
                    f"{source}:{line}",
                    f"{_phrase(change)} is covered by the entries {names}; remove it from all but one",
                )
            )
        elif hits:
            (hit,) = hits
            up, down = _deciding(hit.up, change), _deciding(hit.down, change)
            for name, row in (("up", up), ("down", down)):
                if row is None:
                    message = f"{hit.id}: `{name}` has no action for {_phrase(change)}; add a row"
                    problems.append(Problem(f"{source}:{hit.line}", message))
            decided.append(_decided(change, hit, up, down))
            if up and down and (message := _not_both_ways(decided[-1])):
                problems.append(Problem(f"{source}:{hit.line}", f"{hit.id}: {message}"))
        elif CHANGE_RULES[change.rule].needs_entry:
            undecided.append(change)
        else:
            decided.append(Decided(change, None))
    for entry in entries:
        problems += unused_names(entry, changes, source)
    problems += [
        Problem(source, f"undecided: {_phrase(change)}, {change.severity}; add an entry: {_inline(change)}")
        for change in undecided
    ]
    if undecided:
        raise Undecided(problems, scaffold(undecided))
    if problems:
        raise Refused(problems)
    return tuple(decided)


def _decided(
    change: ProtocolChange, entry: Entry, up: tuple[Name, str] | None, down: tuple[Name, str] | None
) -> Decided:
    """Combine a change with the actions that its entry states for both directions.

    `up` and `down` are the rows that apply: a name, and the actions for changes with this name. None means
    that no row applies.
    """
    rows = [(row[0].text, row[1]) if row else ("", "") for row in (up, down)]
    (up_row, up_action), (down_row, down_action) = rows
    return Decided(change, entry, up_action, down_action, up_row, down_row)


def decided_by(entries: Sequence[Entry], changes: Iterable[ProtocolChange]) -> Iterator[Decided]:
    """Yield each change that an entry covers, with the actions of the first entry that covers it."""
    for change in changes:
        entry = next((entry for entry in entries if entry.is_covering(change)), None)
        if entry is not None:
            yield _decided(change, entry, _deciding(entry.up, change), _deciding(entry.down, change))


def decide_pair(
    older: Protocol,
    newer: Protocol,
    entries: Sequence[Entry],
    inherited: Sequence[Entry] = (),
    source: str = "",
) -> DecidedPair:
    """Pair the types of two revisions, and find the decision about each change between them.

    `inherited` has the entries for changes that no entry in `entries` covers. `source` is the decision file.
    By default, it is named after the two revisions.
    """
    source = source or source_of(older.revision, newer.revision)
    alignment = align(older, newer, other_paths([*inherited, *entries]))
    decided = decide(changes_of(alignment), entries, source, inherited)
    elsewhere = constants_decided_elsewhere((one.change for one in decided if one.entry), newer)
    entry_of = {one.change: one.entry for one in decided}
    rows = (
        (
            replace(one, entry=entry_of[elsewhere[one.change.at]])
            if one.entry is None and one.change.rule == "CONST_CHANGED" and one.change.at in elsewhere
            else one
        )
        for one in decided
    )
    return DecidedPair(alignment, tuple(rows), source)


def constants_decided_elsewhere(
    changes: Iterable[ProtocolChange], newer: Protocol
) -> dict[str, ProtocolChange]:
    """Return the constants that the entry for another change decides.

    A key of the result is the location of a constant, and the value is the other change.

    The entry for a renamed method decides the constant `method` of its message. The entry for a changed error
    code decides the constant `code` of the error.
    """
    found: dict[str, ProtocolChange] = {}
    for change in changes:
        match change.new:
            case Method(message=message) if change.rule in ("METHOD_RENAMED", "METHOD_PERHAPS_RENAMED"):
                found[f"{message}.method"] = change
            case ErrorCode(type=str(type_)) if change.rule == "ERROR_CODE_MOVED":
                error = newer.along(newer.record_of(Ref(type_)) or Record("", ()), ("error",))
                names = [type_, *(one.type.name for one in error if isinstance(one.type, Ref))]
                found |= {f"{name}.code": change for name in names}
    return found


def other_paths(entries: Iterable[Entry]) -> dict[str, Path]:
    """Return the renames and moves of members, methods and enumeration values that entries state.

    The result maps a location to the name or path in the other revision. For `rename:OLD`, the location is in
    the newer revision. For `move:/POINTER`, it may be in either revision.
    """
    return {
        location: other_path(action)
        for entry in entries
        for location, action in _other_ends(entry, (*entry.up, *entry.down))
    }


def other_path(action: str) -> Path:
    """Return the path in the other revision that the action `rename:OLD` or `move:/POINTER` states."""
    found = other_end(action)
    if found is None:
        return ()
    return (found.argument,) if found.verb == "rename" else tuple(tokens(found.argument))


def _other_ends(entry: Entry, table: Actions) -> Iterator[tuple[str, str]]:
    """Yield each rename and move that an entry states: its location, and `rename:OLD` or `move:/POINTER`.

    `table` is `up` or `down` of the entry. A change of something that both revisions have, such as
    `FIELD_BECAME_REQUIRED`, does not state another name or path.
    """
    stating = {_location_in(name.text) for name in entry.covers if _may_state_end(name.text)}
    for location, action in _actions_at(entry, table):
        other = other_end(action)
        if other and location in stating:
            yield location, str(other)


def _may_state_end(name: str) -> bool:
    """Return whether the action for a name in `covers` may be a rename or a move."""
    rule = name.partition(" ")[0]
    is_of_one_end = "_ADDED" in rule or "_REMOVED" in rule
    return rule not in CHANGE_RULES or rule in (*PAIRED, *UNCERTAIN) or is_of_one_end


def _actions_at(entry: Entry, table: Actions) -> Iterator[tuple[str, str]]:
    """Yield pairs: a location that an entry covers, and an action for the location.

    `table` is `up` or `down` of the entry. If several of its rows name a location, the first row decides. The
    action of that row is yielded last, so that it replaces the others in a dictionary.
    """
    for name in entry.covers:
        location = _location_in(name.text)
        for of, action in reversed(table):
            if of.text in (OTHERS, name.text, *endings(location)):
                yield location, action


def _location_in(name: str) -> str:
    """Return the location in a name in `covers`: `LOCATION`, `RULE LOCATION` or `RULE LOCATION DETAIL`.

    A location may have spaces, as a name of a member may.
    """
    rule, _, rest = name.partition(" ")
    if rule not in CHANGE_RULES:
        return name
    location, _, detail = rest.partition(" ")
    newer = detail.rpartition(" → ")[2]
    if rule.startswith("ENUM_VALUE_"):  # the newer value is a part of the location
        return f"{location} {newer}"
    return location if detail and location.endswith(newer.rpartition(".")[2]) else rest


def why_by_name(
    covers: Iterable[str], tables: Iterable[Mapping[str, str]], beside: Iterable[str] = ()
) -> str:
    """Return why a person must accept an entry separately, by its id, or '' if it may be accepted in bulk.

    An entry must be accepted by its id if it renames or moves something, if it replaces a value of the
    sender, if it invents a value that the sender did not state, or if an enumeration lost values and gained
    others, which may be renames. The lost and the gained values may be in different entries, so `beside` has
    the names that the entries of the file cover together.
    """
    names, actions = [*covers], list[str]()
    for table in tables:
        actions += table.values()
        if any(map(other_end, table.values())):
            return "which assumes that something was renamed or moved"
        own = {*table} - {OTHERS}
        for name in [*own, *(name for name in names if name not in own)]:
            stated = verbs(table.get(name, table.get(OTHERS, "")))
            if not _GIVEN.isdisjoint(stated) and not name.startswith(_ABSENT):
                return "which may replace a value that the sender stated"
    if any(not _INVENTED.isdisjoint(verbs(action)) for action in actions):
        return "which invents a value that the sender did not state"
    if perhaps := _perhaps_renamed(names, [*names, *beside]):
        return f"which may rename a value (then cover {listed(perhaps, 'and')} with `rename:OLD`)"
    return ""


def _perhaps_renamed(names: Sequence[str], beside: Iterable[str]) -> list[str]:
    """Return names for possible renames of enumeration values, such as `ENUM_VALUE_RENAMED Role "user"`.

    If an enumeration lost one value and gained another, this may be a rename. `names` are the names in
    `covers` of an entry, and `beside` those in `covers` of all entries of its file.
    """
    distinct = dict.fromkeys(beside)
    lost = {name.split(" ")[1] for name in distinct if name.startswith("ENUM_VALUE_REMOVED ")}
    own = {
        name.split(" ")[1] for name in names if name.startswith(("ENUM_VALUE_ADDED ", "ENUM_VALUE_REMOVED "))
    }
    added = [name for name in distinct if name.startswith("ENUM_VALUE_ADDED ")]
    perhaps = [name for name in added if name.split(" ")[1] in lost & own]
    return [name.replace("_ADDED", "_RENAMED", 1) for name in perhaps]


def proposed(entries: Iterable[Entry], source: str) -> Iterator[Problem]:
    """Yield a problem for each proposed entry that nobody has accepted yet.

    If some of these entries may be accepted in bulk, a further problem names the command that does so.
    """
    stated = [*entries]
    waiting = [entry for entry in stated if entry.proposed]
    for entry in waiting:
        up, down = (
            in_words([(name.text, action) for name, action in table]) for table in (entry.up, entry.down)
        )
        remedy = "remove the line `proposed`"
        if entry.why_by_name(stated):
            remedy = f"accept it by name: mcpgen ingest --revision {entry.proposed} --accept {entry.id}"
        message = f"{entry.id} is proposed (up {up}; down {down}): {entry.title}; review it, then {remedy}"
        yield Problem(f"{source}:{entry.line}", message)
    for revision in dict.fromkeys(entry.proposed for entry in waiting):
        own = [entry for entry in waiting if entry.proposed == revision]
        count = sum(not entry.why_by_name(stated) for entry in own)
        if count == len(own):
            yield unaccepted(source, f"proposed entries: {count}", f"--revision {revision}")
        elif count:
            counted = f"proposed entries: {len(own)}, of which {len(own) - count} must be accepted by name"
            yield unaccepted(source, counted, f"--revision {revision}", f"the other {count}")


def in_words(table: Iterable[tuple[str, str]]) -> str:
    """Return the actions of one direction in words: `drop for Tool.title, and keep for the rest`.

    `table` has pairs of a name and the actions for the changes with this name.
    """
    rows: dict[str, list[str]] = {}
    for name, action in table:
        rows.setdefault(action, []).append(name)
    if len(rows) == 1:
        return _action_in_words(next(iter(rows)))
    return ", and ".join(
        f"{_action_in_words(action)} for {'the rest' if OTHERS in names else listed(names, 'and')}"
        for action, names in rows.items()
    )


def _action_in_words(action: str) -> str:
    """Return actions in words, such as `drop, but refuse in Tool.name` for `drop; refuse@Tool.name`."""
    usual, located = list[str](), list[str]()
    for part in parse_actions(action):
        if part.locations:
            located.append(f"{part} in {listed(part.locations, 'and')}")
        else:
            usual.append(str(part))
    return ", but ".join(filter(None, [", ".join(usual), " and ".join(located)]))


def listed(locations: Sequence[str], word: str) -> str:
    """Return locations as a phrase such as `Tool.name, Tool.title and 3 more`. `word` is `and` or `or`."""
    more = [f"{len(locations) - 2} more"] if len(locations) > 3 else []
    *first, last = [*locations[: 2 if more else 3], *more]
    return f"{', '.join(first)} {word} {last}" if first else last


def names_of_change(change: ProtocolChange) -> set[str]:
    """Return the names by which a decision file may refer to a change, such as `Tool.title`.

    An entry may treat a moved member as a removed member and an added one. Therefore a moved member also has
    the names of these two changes. The same holds for a renamed enumeration value. The name of an uncertain
    change must begin with its rule, as in `FIELD_PERHAPS_RENAMED Tool.name`. Without the rule, `Tool.name`
    means the removed or the added member.
    """
    names = _names(change.rule, change.at, change.detail)
    if change.rule == "ENUM_VALUE_RENAMED":
        before, _, after = change.detail.partition(" → ")
        names |= _names(change.rule, change.at, after)
        names |= _names("ENUM_VALUE_ADDED", change.at, after) - {"ENUM_VALUE_ADDED"}
        return names | (_names("ENUM_VALUE_REMOVED", change.at, before) - {"ENUM_VALUE_REMOVED"})
    if change.rule in UNCERTAIN:
        return names - {*endings(change.at)}
    if change.rule != "FIELD_MOVED":
        return names
    names = names | _names(change.rule, change.was, change.detail)
    before, _, after = change.detail.partition(" → ")
    if "." in before and "." in after:  # after a rename of the type, a path may begin with either name
        names |= _names(change.rule, change.at.removesuffix(after) + before, change.detail)
        names |= _names(change.rule, change.was.removesuffix(before) + after, change.detail)
    ends = [f"FIELD_{end}_{need}" for end in ("REMOVED", "ADDED") for need in ("OPTIONAL", "REQUIRED")]
    return names | {f"{rule} {location}" for rule in ends for location in endings(change.at)}


@lru_cache(maxsize=4096)
def _names(rule: str, at: str, detail: str) -> set[str]:
    found = {rule}
    for location in endings(at):
        found |= {location, f"{rule} {location}", f"{rule} {location} {detail}"}
    return found


def endings(location: str) -> Iterator[str]:
    """Yield a location and its last parts: for `Type.name`, these are `Type.name` and `.name`."""
    yield location
    yield from (location[dot:] for dot, character in enumerate(location) if character == ".")


def _deciding(table: Actions, change: ProtocolChange) -> tuple[Name, str] | None:
    """Return the first row of `up` or `down` that applies to a change, or None.

    A row is a pair of a name and the actions for changes with this name.
    """
    return next((row for row in table if row[0].text == OTHERS or row[0].names(change)), None)


def unused_names(entry: Entry, changes: Sequence[ProtocolChange], source: str) -> list[Problem]:
    """Return a problem for each name in an entry that matches no change.

    If none of its names matches a change, return a single problem about the entry.
    """
    covered = [change for change in changes if entry.is_covering(change)]
    if not covered and not any(other_end(action) for _, action in (*entry.up, *entry.down)):
        return [Problem(f"{source}:{entry.line}", f"{entry.id} covers no change; {_idle_remedy(entry)}")]
    idle = [name for name in entry.covers if not any(map(name.names, covered))]
    for table in (entry.up, entry.down):
        deciding = {row[0] for change in covered if (row := _deciding(table, change))}
        idle += [name for name, _ in table if name not in deciding and (covered or name.text != OTHERS)]
    return [
        Problem(f"{source}:{name.line}", f"{entry.id}: {name.text!r} {_idle_reason(name, entry)}")
        for name in dict.fromkeys(idle)
    ]


def _idle_remedy(entry: Entry) -> str:
    """Return what to do about an entry that covers no change, for an error message."""
    remedy = "correct the name in `covers`, or remove the entry"
    rules = {name.text.partition(" ")[0] for name in entry.covers}
    if rules & {"FIELD_RENAMED", "METHOD_RENAMED", "ENUM_VALUE_RENAMED"}:
        quotes = "a name with `@`, `;` or `,` in quotes"
        return f"for a rename, the action must be `rename:OLD`, {quotes}; {remedy}"
    return remedy


def _idle_reason(name: Name, entry: Entry) -> str:
    """Return why a name in an entry matches no change, and what to do about it, for an error message."""
    if name.text == OTHERS:
        return "has no effect, because other rows name every change; remove it"
    for table in (entry.up, entry.down):
        texts = {of.text: action for of, action in table}
        other = other_end(texts.get(name.text, texts.get(OTHERS, "")))
        if other and other.verb == "move":
            ends = "the location and the pointer must each be in only one revision"
            return f"moves no member: {ends}; correct the location or {other.argument}"
        if other:
            ends = f"only the newer revision may have the location, and only the older one {other.argument}"
            return f"renames nothing: {ends}; correct the location or the older name"
    star = (
        " (a star is not a pattern: name each location, `.member` of every type, or a rule)"
        if "*" in name.text
        else ""
    )
    return f"names no change that the entry covers and that no row above decides{star}; remove it"


def scaffold(changes: Iterable[ProtocolChange]) -> str:
    """Return TOML text with an entry for each type or method that changes, for a person to fill in."""
    locations: dict[str, list[ProtocolChange]] = {}
    for change in changes:
        locations.setdefault(change.at if change.member is None else change.at.split(".")[0], []).append(
            change
        )
    parts: list[str] = []
    for location, inside in locations.items():
        notes = [
            printable(f"# {_phrase(change)}: {change.to_new} for `up`, {change.to_old} for `down`")
            for change in inside
        ]
        covers = [name_of(change) for change in inside]
        empty = {"up": "", "down": "", "reason": ""}
        entry = entry_text("change", id="", title=location, reference="", covers=covers, **empty)
        parts.append("\n".join([*notes, entry]))
    return "\n\n".join(parts) + "\n" if parts else ""


def _entry(table: Mapping[str, Any], start: int, end: int, lines: Sequence[str], source: str) -> Entry:
    def named(text: str, then: str = "") -> Name:
        spellings = [f'"{text}"{then}', f"'{text}'{then}", *([f"{text}{then}"] if then else [])]
        found = (
            number for number in range(start, end) if any(each in lines[number - 1] for each in spellings)
        )
        return Name(text, next(found, start))

    def actions(name: str) -> Actions:
        value = table[name]
        return tuple(
            (named(text, " ="), action)
            for text, action in ({OTHERS: value} if isinstance(value, str) else value).items()
        )

    return Entry(
        id=table["id"],
        title=table["title"],
        reference=table["reference"],
        covers=tuple(map(named, table["covers"])),
        up=actions("up"),
        down=actions("down"),
        reason=_wording(table["reason"]),
        line=start,
        proposed=table.get("proposed", ""),
        refusal=_wording(table.get("refusal", "")),
        source=source,
    )


def _wording(stated: str | Mapping[str, str]) -> Wording:
    """Return the two texts of a `reason` or `refusal`. A single string is used for both directions."""
    texts = {"up": stated, "down": stated} if isinstance(stated, str) else stated
    return Wording(texts.get("up", "").strip(), texts.get("down", "").strip())


def _phrase(change: ProtocolChange) -> str:
    """Describe a change in one phrase: its rule, location, detail and sender."""
    detail = f" ({change.detail})" if change.detail else ""
    by = "either side" if change.sender == "both" else f"the {change.sender}"
    return f"{change.rule} {change.at}{detail}, sent by {by}"


def name_of(change: ProtocolChange) -> str:
    """Return the name for a change in `covers` of an entry: `RULE LOCATION`.

    If the detail of the change is one word, it is a part of the name too.
    """
    plain = change.detail and " " not in change.detail
    return f"{change.rule} {change.at}" + (f" {change.detail}" if plain else "")


def stated(change: ProtocolChange) -> tuple[str, str]:
    """Return the name and the action with which a decision file confirms a possible rename or move.

    For a method, these may be `METHOD_RENAMED tools/run` and `rename:tools/call`.
    """
    if change.rule == "FIELD_PERHAPS_MOVED":
        return f"FIELD_MOVED {change.at}", action_text("move", json_pointer(_other_path(change)))
    if change.location is None:
        return f"METHOD_RENAMED {change.at}", action_text("rename", change.was)
    return f"FIELD_RENAMED {change.at}", action_text("rename", change.location.was or "")


def _other_path(change: ProtocolChange) -> list[str]:
    """Return the second path of a possibly moved member. The first path is in `change.at`.

    The path is read from `change.detail`, in which dots separate the names. So only the last name, which
    `change` also has separately, may contain a dot.
    """
    old, new = (field.name if isinstance(field, Field) else "" for field in (change.old, change.new))
    start, end = f"{old} → ", f" → {change.member}"
    if change.member == old and change.detail.startswith(start):
        name, path = new, change.detail.removeprefix(start)
    else:
        name, path = old, change.detail.removesuffix(end)
    return [*path.removesuffix(f".{name}").split("."), name]


def _inline(change: ProtocolChange) -> str:
    """Return a decision file's entry for a change as one line of TOML, for a person to fill in.

    For a possible rename or move, the entry confirms it.
    """
    name, verb, hint = name_of(change), "", ""
    if change.rule in UNCERTAIN:
        name, verb = stated(change)
        kind = "methods" if change.location is None else "members"
        hint = f" (two {kind}, not one: cover {json.dumps(name_of(change))} with keep)"
    return (
        f'[[change]] id = "", title = "", reference = "", covers = [{json.dumps(name)}], '
        f'up = {json.dumps(verb)}, down = {json.dumps(verb)}, reason = ""{hint}'
    )
