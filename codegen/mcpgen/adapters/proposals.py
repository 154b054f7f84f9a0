"""Propose entries of `schema/changes/A--B.toml` for the changes that no entry covers.

A proposed entry covers the changes of one method or one type. Both directions are planned without decisions,
and each change gets the action that the planner chose for it. Therefore a build with all proposals succeeds,
and every converted message is valid. A build refuses a proposed entry until a person has accepted it. A
proposal that replaces a value of the sender must be accepted by its id (`decisions.why_by_name`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mcpgen.adapters.action_text import quoted_name
from mcpgen.adapters.actions import ActionTable, Citations, Effects, fits, keys_of, names_of
from mcpgen.adapters.decisions import (
    OTHERS,
    UNCERTAIN,
    Decided,
    Entry,
    Wording,
    constants_decided_elsewhere,
    decided_by,
    name_of,
    names_of_change,
    other_path,
    other_paths,
    source_of,
    stated,
    why_by_name,
)
from mcpgen.adapters.method_planner import MethodPlanner
from mcpgen.adapters.plan import DIRECTIONS, Direction
from mcpgen.adapters.planner import TypePlanner
from mcpgen.adapters.reasons import Row, as_toml, by_outcome, wordings
from mcpgen.compare.alignment import Alignment, Location, align
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.changes import changes_of, find_changes
from mcpgen.compare.moves import Moves
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.frontend.toml_edit import array, quoted
from mcpgen.ir import Protocol, Record, Ref
from mcpgen.problems import printable
from mcpgen.runtime.conversion.rules import RULES


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed entry: the changes of one method or type between two revisions, and their actions.

    `beside` has the names that the other entries of the decision file cover.
    """

    location: str
    changes: tuple[ProtocolChange, ...]
    up: Mapping[str, str]
    down: Mapping[str, str]
    older: str
    newer: str
    beside: tuple[str, ...] = ()

    @property
    def covers(self) -> list[str]:
        """The names of the changes that the proposed entry decides, as written under its key `covers`."""
        return [*self.up]

    @property
    def summary(self) -> str:
        """The location of the entry and a summary of up to two changes, such as `Tool: member added`."""
        kinds = [*dict.fromkeys(CHANGE_RULES[change.rule].purpose for change in self.changes)]
        more = f" and {len(kinds) - 2} more" if len(kinds) > 2 else ""
        return printable(f"{self.location}: {', '.join(kinds[:2])}{more}")

    @property
    def title(self) -> str:
        """The title of the entry: the summary, without the word `perhaps`."""
        return self.summary.replace("perhaps ", "") if self.changes[0].rule in UNCERTAIN else self.summary

    @property
    def wordings(self) -> dict[str, Wording]:
        """The texts of the entry for both directions: `reason` and, if it also refuses messages, `refusal`.

        A text is empty for a direction that changes nothing.
        """
        return wordings(self._rows(), self.location, self.newer)

    def _rows(self) -> list[Row]:
        """Return each change with its actions in both directions."""
        return [
            (change, {"up": self.up[name], "down": self.down[name]})
            for change in self.changes
            for name in (self.covers[0] if change.rule in UNCERTAIN else name_of(change),)
        ]

    @property
    def why_by_name(self) -> str:
        """Why a person must accept the entry separately, by its id, or '' if it may be accepted in bulk."""
        return why_by_name(self.covers, (self.up, self.down), self.beside)


def propose(
    older: Protocol, newer: Protocol, entries: Sequence[Entry] = (), *, is_new: bool = True
) -> tuple[Proposal, ...]:
    """Return proposed entries for the changes between two adjacent revisions that no entry covers.

    Each possible rename or move has an entry of its own. If the member may have moved into or out of a nested
    object, the entry also covers the change of that object, which gains or loses the member. All other
    changes are grouped by method or type, and then by what the adapter does, so that each reason is true of
    everything that the entry reports. If the decision file exists already (`is_new` is false), changes that
    need no entry are left out.
    """
    others, names = other_paths(entries), (older.revision, newer.revision)

    def uncovered() -> list[ProtocolChange]:
        found = find_changes(older, newer, others)
        return [change for change in found if not any(entry.is_covering(change) for entry in entries)]

    uncertain = {change: stated(change) for change in uncovered() if change.rule in UNCERTAIN}
    others |= {change.at: other_path(action) for change, (_, action) in uncertain.items()}
    changes = uncovered()
    elsewhere = constants_decided_elsewhere((*uncertain, *changes), newer)
    changes = [one for one in changes if one.rule != "CONST_CHANGED" or one.at not in elsewhere]
    alignment = align(older, newer, others)
    moves = Moves(alignment)
    decided = [*decided_by(entries, changes_of(alignment))]
    effects = dict(zip(DIRECTIONS, _effects(alignment, decided), strict=True))

    def actions(group: Iterable[ProtocolChange], direction: Direction) -> dict[str, str]:
        return {name_of(change): _action(change, direction, effects[direction]) for change in group}

    def rows_of(group: Iterable[ProtocolChange], tables: Mapping[Direction, Mapping[str, str]]) -> list[Row]:
        return [(one, {each: tables[each][name_of(one)] for each in DIRECTIONS}) for one in group]

    beside = tuple(name.text for entry in entries for name in entry.covers)
    proposals: list[Proposal] = []
    for doubt, (name, action) in uncertain.items():
        changes = [one for one in changes if name not in names_of_change(one)]
        ends = _declared(doubt, moves)
        inside = [
            one
            for one in changes
            if (one.at == doubt.at and doubt.location)
            or (one.at in ends and all([*actions([one], each).values()] == ["keep"] for each in DIRECTIONS))
        ]
        tables = {each: {**actions(inside, each), name: action} for each in DIRECTIONS}
        rows = [(doubt, dict.fromkeys(DIRECTIONS, action)), *rows_of(inside, tables)]
        inside = [one for one, _ in by_outcome(rows)[0] if one is not doubt]
        changes = [one for one in changes if one not in inside]
        covers = [name, *map(name_of, inside)]
        up, down = ({each: tables[direction][each] for each in covers} for direction in DIRECTIONS)
        proposals.append(Proposal(doubt.at, (doubt, *inside), up, down, *names))
    if not is_new:
        changes = [change for change in changes if CHANGE_RULES[change.rule].needs_entry]
    for location, group in _groups(changes, older, newer):
        tables = {direction: actions(group, direction) for direction in DIRECTIONS}
        for part in by_outcome(rows_of(group, tables)):
            up, down = ({name_of(one): done[each] for one, done in part} for each in DIRECTIONS)
            proposals.append(Proposal(location, tuple(one for one, _ in part), up, down, *names, beside))
    return tuple(proposals)


def entries_text(
    proposals: Sequence[Proposal], ids: Iterator[str], newer: str, proposed_by: str | None
) -> str:
    """Return the TOML text of proposed entries, each after a blank line.

    `proposed_by` is the revision whose ingest proposes them. If it is None, the entries count as accepted.
    """
    return "".join(
        "\n".join(
            [
                "",
                "[[change]]",
                f"id = {quoted(next(ids))}",
                *([f"proposed = {quoted(proposed_by)}"] if proposed_by else []),
                f"title = {quoted(proposal.title)}",
                f"reference = {quoted(_reference(newer))}",
                array("covers", proposal.covers),
                f"up = {_table(proposal.up)}",
                f"down = {_table(proposal.down)}",
                *(f"{name} = {as_toml(proposal.wordings, name)}" for name in proposal.wordings),
                "",
            ]
        )
        for proposal in proposals
    )


def _declared(doubt: ProtocolChange, moves: Moves) -> set[str]:
    """Return both locations of a possibly moved member, each with the type that declares it: `Inner.x`."""
    ends = [pair for pair in moves.ends if doubt.location and doubt.at in {end.name for end in pair}]
    return {end.declared for pair in ends for end in pair}


def _effects(alignment: Alignment, decided: Sequence[Decided]) -> list[Effects]:
    """Return, for each direction, what the adapter does in each part of the protocol, such as `drop`.

    A part is an `actions.Key`. A change without an entry is planned as it would be proposed.
    """
    older, newer = alignment.old, alignment.new
    source = source_of(older.revision, newer.revision)
    names, citations = names_of(alignment), Citations(older, newer, decided)
    found: list[Effects] = []
    for direction in DIRECTIONS:
        actions = ActionTable(decided, direction, source, names, RULES)
        types = TypePlanner(direction, alignment, actions, citations, source, is_proposing=True)
        MethodPlanner(types).plan()
        found.append(types.effects)
    return found


def _action(change: ProtocolChange, direction: Direction, effects: Effects) -> str:
    """Return what the adapter does for a change, written as an action of a decision file.

    The action is `keep` if no message contains what the change concerns, or if the change makes no value
    invalid. If members need different actions, only the first action has no location. It is the action for
    values that are not members of an object, such as the items of an array. If there are no such values, it
    is `drop` if one of the actions is `drop`. Each other action names its members: `drop; refuse@Tool.name`.
    """
    keys = keys_of(change)
    done: dict[str, set[str]] = {}
    for effect, where in (each for key in keys for each in effects.get(key, {}).items()):
        done.setdefault(effect, set()).update(where)
    of_value = bool(keys) and isinstance(keys[0], Location)
    found = [effect for effect in done if effect != "keep"]
    if not found or (of_value and fits(change, direction)):
        return "keep"
    usual, *others = sorted(found, key=lambda effect: ("" not in done[effect], effect != "drop"))
    named = [f"{effect}@{','.join(map(quoted_name, sorted(done[effect])))}" for effect in others]
    return "; ".join([usual, *named])


# Groups


def _groups(
    changes: Iterable[ProtocolChange], older: Protocol, newer: Protocol
) -> Iterator[tuple[str, list[ProtocolChange]]]:
    """Yield the name of each changed method or type, with its changes.

    A change that only affects definitions of the schema is added to the type or method that it concerns. If
    nothing else changes in that type or method, the change is left out.
    """
    methods = {
        name: method.name
        for protocol in (older, newer)
        for method in protocol.methods.values()
        for name in (method.message, method.params, *method.results)
        if name
    }
    methods |= dict(_response_envelopes(methods, older, newer))
    found: dict[str, list[ProtocolChange]] = {}
    rest: list[ProtocolChange] = []
    for change in changes:
        if CHANGE_RULES[change.rule].kind == "definition":
            rest.append(change)
        else:
            location = change.at if change.member is None else change.at.rpartition(f".{change.member}")[0]
            found.setdefault(location or change.at, []).append(change)
    for change in rest:
        name = change.detail or change.at
        for location in (name, methods.get(name, name)):
            if location in found:
                found[location].append(change)
                break
    yield from found.items()


def _response_envelopes(
    methods: Mapping[str, str], older: Protocol, newer: Protocol
) -> Iterator[tuple[str, str]]:
    """Yield the name of each type of response, with the method of the request that it answers."""
    for name, definition in (*older.definitions.items(), *newer.definitions.items()):
        result = definition.field("result") if isinstance(definition, Record) else None
        if result is not None and isinstance(result.type, Ref) and result.type.name in methods:
            yield name, methods[result.type.name]


# TOML


def _reference(revision: str) -> str:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", revision):
        return f"https://modelcontextprotocol.io/specification/{revision}/changelog"
    return f"the schema of {revision}"


def table_of(actions: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the rows of `up` or `down` of an entry, as pairs of name and action.

    The most frequent action comes last, under the name `*`.
    """
    ranked = Counter(actions.values()).most_common()
    usual = max((action for action, count in ranked if count == ranked[0][1]), key=lambda a: a == "keep")
    return [*(row for row in actions.items() if row[1] != usual), (OTHERS, usual)]


def _table(actions: Mapping[str, str]) -> str:
    """Return the value of `up` or `down` as TOML: a table, or a string if all actions are equal."""
    *others, last = table_of(actions)
    if not others:
        return quoted(last[1])
    return "{" + ", ".join(f"{quoted(name)} = {quoted(action)}" for name, action in [*others, last]) + "}"
