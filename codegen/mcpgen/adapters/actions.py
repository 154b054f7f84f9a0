"""Actions: decided changes → by node, the step of an adapter there, and the change that it cites.

In: `Decided` changes, whose `up` and `down` hold actions, separated by `;`, each `verb` or
`verb@place,place`. Out: `Action`s. `VERBS` has the verbs. A text that is no action, or names no
rule, is refused at the line of its entry.

A move leads through objects (RFC 6901); so may the place of its change, `Type.member.member`.
A conversion rule is a function of `runtime/conversion/rules/` or of `schema/rules.py`. In a union the edits
inside a union member come before its `rule:FUNCTION`, everywhere else after. `fill:JSON` of an enumeration is
for each member of that type. An action without a place is for the node of its change. Otherwise a place is
`Type.member`, `.member` of every type, a `Type`, a union member `Union.Type`, a method, `method:sender`, or
`errors`. A name is resolved once, to the nodes that bear it. A rule is called at an object, a member or a
union member. One that nothing calls is refused, and so is an action that no change takes at its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, TypeAlias, cast

from mcpgen.adapters.decisions import OTHERS, Decided, Entry, endings
from mcpgen.adapters.plan import AdapterPlan, ChangeConstant, Direction, cited
from mcpgen.compare.alignment import AlignedMember, Alignment, Items, Node, Objects, Place, Unions, Values
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.describe import describe
from mcpgen.compare.locations import Locations
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.ir import Protocol, Ref, Type
from mcpgen.names import snake
from mcpgen.problems import Problem, natural_order
from mcpgen.runtime.conversion.rules.registry import ConversionRule


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a member is there, apart from its value: one revision declares it, or requires it."""

    place: Place


@dataclass(frozen=True, slots=True)
class Renaming:
    """The name or pointer of a member, which is another in either revision."""

    place: Place


# The key of a node that may have an action: the values of two types or of a member of both, the presence or
# the path of a member, a variant, a method, a method and its sender, or `errors`.
Key: TypeAlias = Place | Presence | Renaming | tuple[Place, Type] | str
# What an adapter does at each node: an action, such as `drop` or `fill:0`, to the members where it does so.
# A node that no message reaches has none.
Effects: TypeAlias = Mapping[Key, Mapping[str, Iterable[str]]]

# Why a member is not renamed or moved, by verb.
_NOT_ALONE = {
    "rename": "finds no member of that name that goes away",
    "move": "finds no two ends, each in only one revision, through objects that stay in place",
}
# Changes that nothing on the wire shows.
_UNSEEN = ("DEPRECATED", "REINSTATED", "KNOWN_VALUE_ADDED", "KNOWN_VALUE_REMOVED", "CAPABILITY_CHANGED")
_TAKEN = ("UP", "DOWN", "UNCHANGED", "UNCHANGED_NOTIFICATION")  # names of the generated module
_ONE_END = ("FIELD_ADDED", "FIELD_REMOVED")  # changes of a member of one revision
# Changes of the presence and of the path of a member, whatever its value.
_OF_PRESENCE = ("FIELD_ADDED", "FIELD_REMOVED", "FIELD_BECAME")
_OF_PATH = ("FIELD_RENAMED", "FIELD_MOVED")
OF_UNION_MEMBER = ("UNION_MEMBER_ADDED", "UNION_MEMBER_REMOVED")


class Verb(NamedTuple):
    """The argument of a verb, which follows its name and a colon, and the meaning of both."""

    argument: str
    meaning: str


VERBS = {
    "keep": Verb("", "leave the value as it is"),
    "drop": Verb("", "remove the member; where both revisions have it, only a value that does not fit"),
    "const": Verb("", "give the member the constant of the target"),
    "fill": Verb("JSON", "give the member this value, where it is absent or does not fit"),
    "set": Verb("JSON", "give the member this value, whatever its own"),
    "dropOnly": Verb("JSON", "remove this value, or an object with these members; refuse any other"),
    "dropInside": Verb("[NAME, ...]", "remove these members of the object, then the object if it is empty"),
    "rename": Verb("OLD", "OLD is the older name of the member, method or value, in both directions"),
    "move": Verb(
        "/POINTER", "the other revision has the member there, from the same object; in both directions"
    ),
    "refuse": Verb("CODE", "the frame has no counterpart; CODE, if stated, answers a request"),
    "rule": Verb("NAME", "call a conversion rule, then go on inside the value"),
    "instead": Verb("NAME", "call a conversion rule that does everything"),
}


@dataclass(frozen=True, slots=True)
class Action:
    """A verb of a decision with its nodes; `argument` is a function, a JSON text or an error code.

    `text` is the place that the decision names, '' for the node of the change itself. `row` is the name of
    the row that states the action.
    """

    verb: str
    argument: str
    keys: tuple[Key, ...]
    text: str
    entry: Entry | None
    location: str
    change: ProtocolChange | None = None
    row: str = ""

    def __str__(self) -> str:
        """Return the action as a decision writes it, without its place."""
        return f"{self.verb}:{self.argument}" if self.argument else self.verb

    @property
    def code(self) -> int | None:
        """Return the error code of a refusal, None where it names none."""
        return int(self.argument) if self.argument else None


class ActionTable:
    """The actions of one direction by node, and the problems with their texts."""

    def __init__(
        self,
        decided: Sequence[Decided],
        direction: Direction,
        source: str,
        names: Mapping[str, Sequence[Key]],
        rules: Mapping[str, ConversionRule],
    ) -> None:
        self.problems: list[Problem] = []
        self.rules = rules
        self._direction, self._source, self._names = direction, source, names
        found = dict.fromkeys(action for one in decided for action in self._parsed(one))
        self._found = tuple(found)
        # An action that names its place goes first. At one node `keep`, then a new name or place, goes last.
        last = ("rename", "move", "keep")
        self._by_key: dict[Key, Action] = {}
        for action in sorted(
            found, key=lambda action: (not action.text, action.verb in last, action.verb == "keep")
        ):
            for key in action.keys:
                self._by_key.setdefault(key, action)

    def find(self, *keys: Key, verbs: Iterable[str] = VERBS) -> Action | None:
        """Return the action of the first of the nodes that has one, if its verb is one of these."""
        found = next((self._by_key[key] for key in keys if key in self._by_key), None)
        return found if found is not None and found.verb in verbs else None

    def untaken(self, effects: Effects) -> Iterator[Problem]:
        """Yield a problem for each action that says something else than the adapter does at its node.

        An action at nodes that no message of this direction reaches decides nothing, so its row must decide
        elsewhere, or say `keep`. A new name or pointer is a statement about both revisions. Two actions that
        name one node must be equal.
        """
        decides: dict[tuple[str, str, str, str], bool] = {}
        problems: dict[Problem, None] = {}
        for action in self._found:
            line = action.location, action.row, str(action), action.text
            reached = [effects[key] for key in action.keys if key in effects]
            decides[line] = decides.get(line, False) or bool(reached)
            named = [self._by_key[key] for key in action.keys if key in self._by_key]
            others = [other for other in named if other.text and other.verb != "keep"]
            if action.verb == "keep" and others:  # another decision names the node
                if action.text:
                    message = f"{self._direction}: `keep@{action.text}` contradicts `{others[0]}`; say one"
                    problems[Problem(action.location, message)] = None
                continue
            if reached and not any(self._agrees(action, each) for each in reached):
                problems[Problem(action.location, self._complaint(action, reached))] = None
        yield from problems
        for (location, row, said, text), is_deciding in decides.items():
            if not is_deciding and said != "keep" and not said.startswith(("rename:", "move:")):
                at = f" at {text!r}" if text else f" of {row!r}" if row not in ("", OTHERS) else ""
                message = f"{self._direction}: `{said}`: no message has a value{at} that changes; say `keep`"
                yield Problem(location, message)

    def _complaint(self, action: Action, reached: Iterable[Iterable[str]]) -> str:
        """Return why an action is not taken at its node, and the next step."""
        change = action.change
        where = action.text or (f"{change.rule} {change.at}" if change else "")
        if action.verb in _NOT_ALONE and change is not None and change.rule.startswith(_ONE_END):
            return f"{self._direction}: {where}: `{action}` {_NOT_ALONE[action.verb]}"
        does = dict.fromkeys(verb for verb in chain.from_iterable(reached) if verb != str(action))
        if action.verb in _NOT_ALONE and change is not None and isinstance(action.keys[0], (Place, Presence)):
            rows = " or ".join(f'"{where}" = "{verb}"' for verb in does)
            return f"{self._direction}: `{action}` does not say what to do with {where}; add {rows}"
        if "refuse" in does and isinstance(action.keys[0], Presence):
            does["fill:JSON"] = None
        said = " or ".join(f"`{verb}`" for verb in does)
        if action.verb in ("rule", "instead"):
            said += f", or name the members that hold it: `{action}@TYPE.MEMBER,TYPE.MEMBER`"
        return f"{self._direction}: {where}: an adapter cannot do `{action}` here; say {said}"

    def _agrees(self, action: Action, effects: Iterable[str]) -> bool:
        """Return whether an action is one of the effects at its node.

        Several changes may share a node. `keep` is for those after which each value of the source is valid.
        """
        verb = str(action)
        change = action.change
        of_member = isinstance(action.keys[0], (Place, Presence)) and not action.text
        if action.verb in _NOT_ALONE and of_member and change and not change.rule.startswith(_ONE_END):
            verb = "keep"  # the entry names the member, and says nothing of its presence or value
        if verb != "keep" or action.text or not isinstance(action.keys[0], Place):
            return verb in effects
        return {*effects} == {"keep"} or (change is not None and fits(change, self._direction))

    def _parsed(self, decided: Decided) -> Iterator[Action]:
        """Yield the actions of a decision; note a text that is no action, or names no rule and no place."""
        entry = decided.entry
        location = f"{self._source}:{entry.line}" if entry else self._source
        for text in filter(None, map(str.strip, getattr(decided, self._direction).split(";"))):
            phrase, _, at = text.partition("@")
            verb, _, argument = phrase.strip().partition(":")
            complaint = _complaint(verb, argument, self.rules)
            if complaint:
                subject = entry.id if entry else decided.change.at
                self.problems.append(Problem(location, f"{subject}: {text!r}: {complaint}"))
                continue
            places = [place for place in map(str.strip, at.split(",")) if place]
            row = decided.up_row if self._direction == "up" else decided.down_row
            if not places:
                keys = keys_of(decided.change)
                yield Action(verb, argument, keys, "", entry, location, decided.change, row)
            for place in places:
                keys = tuple(self._names.get(place, ()))
                if not keys:
                    message = (
                        f"{verb}: neither revision has a place {place!r}; name one that `mcpgen diff` prints"
                    )
                    self.problems.append(Problem(location, f"{self._direction}: {message}"))
                yield Action(verb, argument, keys, place, entry, location, decided.change, row)


def fits(change: ProtocolChange, direction: Direction) -> bool:
    """Return whether each value of the source stays valid in the target after a change."""
    return (change.to_new if direction == "up" else change.to_old) != "breaking"


def keys_of(change: ProtocolChange) -> tuple[Key, ...]:
    """Return the keys of the node of a change; a method that is renamed has those of both names."""
    kind = CHANGE_RULES[change.rule].kind
    if kind in ("annotation", "definition"):
        return ()
    if change.rule in ("DIRECTION_ADDED", "DIRECTION_REMOVED"):
        return (f"{change.at}:{change.sender}",)
    if change.place is None or kind == "message":
        return tuple(dict.fromkeys(f"{at}{_part(change)}" for at in (change.at, change.was)))
    if change.rule.startswith(_OF_PRESENCE):
        return (Presence(change.place),)
    if change.rule in _OF_PATH:
        return (Renaming(change.place),)
    if change.rule == "ENUM_VALUE_RENAMED":
        return ((change.place, cast(Type, change.new)),)
    part = (change.new or change.old) if change.rule in OF_UNION_MEMBER else None
    return (change.place,) if part is None else ((change.place, cast(Type, part)),)


def _part(change: ProtocolChange) -> str:
    """Return the words of a change after the name of its method; empty for a change of the whole method."""
    if change.rule.startswith("ERROR_CODE_"):
        return ".code"
    if change.rule in ("RESULT_ADDED", "RESULT_REMOVED"):
        return f".{change.detail}"
    return ".capability" if change.rule == "CAPABILITY_CHANGED" else ""


# Citations. A change is cited by its id in `schema/changes/A--B.toml`. Of several changes at a node, one
# counts whose action in that direction is more than `keep`, else one whose values may not fit. Where no entry
# covers a node, the citation names its place.


class Citations:
    """The changes of one pair of neighbours as constants, shared by both directions."""

    def __init__(self, older: Protocol, newer: Protocol, decided: Sequence[Decided]) -> None:
        self._targets = {"up": newer.revision, "down": older.revision}
        self._entries: dict[str, dict[Key, Entry]] = {
            "up": _by_key(sorted(decided, key=lambda one: (one.up == "keep", one.change.to_new == "safe"))),
            "down": _by_key(
                sorted(decided, key=lambda one: (one.down == "keep", one.change.to_old == "safe"))
            ),
        }
        self._constants: dict[tuple[str, str], ChangeConstant] = {}
        self._names: set[str] = set()

    def cite(
        self, direction: Direction, title: str, keys: Sequence[Key], entry: Entry | None = None
    ) -> ChangeConstant:
        """Return the constant for `entry`, else for that of the first node that has one, else a title."""
        if entry is None:
            entries = self._entries[direction]
            entry = next((entries[key] for key in keys if key in entries), None)
        if entry is not None:
            return self._constant(entry.id, entry.reason, "")
        return self._constant(title, f"{self._targets[direction]} has no equivalent of {title}.", direction)

    def _constant(self, id: str, reason: str, suffix: str) -> ChangeConstant:
        constant = self._constants.get((id, reason))
        if constant is None:
            stem = snake(f"{id} {suffix}").upper()
            if not stem or stem[0].isdigit() or stem in _TAKEN:
                stem = f"CHANGE_{stem}"
            name, number = stem, 2
            while name in self._names:
                name, number = f"{stem}_{number}", number + 1
            self._names.add(name)
            constant = self._constants[id, reason] = ChangeConstant(name, id, reason)
        return constant


def _by_key(decided: Sequence[Decided]) -> dict[Key, Entry]:
    """Return the entry of each node: that of the first decided change there.

    A type without a change of its own has the entry that adds it to a union, or removes it.
    """
    found: dict[Key, Entry] = {}
    for one in decided:
        if one.entry and one.change.rule not in _UNSEEN:
            place = one.change.place
            for key in keys_of(one.change) or ([place] if place else []):
                found.setdefault(key, one.entry)
    for one in decided:
        if one.entry and one.change.rule in OF_UNION_MEMBER:
            found.setdefault(one.change.detail, one.entry)
    return found


def cited_by(adapters: tuple[AdapterPlan, ...]) -> tuple[ChangeConstant, ...]:
    """Return the changes that adapters cite, each once, in the natural order of the constants' names."""
    found = {change.name: change for change in cited(adapters)}
    return tuple(found[name] for name in sorted(found, key=natural_order))


# Names


class _Names:
    """The keys of the nodes of an alignment, by the names that a decision may use."""

    def __init__(self) -> None:
        self.found: dict[str, list[Key]] = {"errors": ["errors"]}

    def add(self, titles: Iterable[str], rest: str, key: Key) -> None:
        """Add a key under a name that follows each of the titles."""
        for title in titles:
            for name in endings(f"{title}{rest}"):
                self.found.setdefault(name, []).append(key)

    def read(self, node: Node, titles: Sequence[str], place: Place) -> None:
        """Add the keys inside a node at a place that has these titles."""
        match node:
            case Items(inside=inside) | Values(inside=inside):
                self.read(inside, titles, place)
            case Unions(members=members):
                for member in members:
                    for type_ in dict.fromkeys(end for end in (member.old, member.new) if end):
                        self.add(titles, f".{describe(type_)}", (place, type_))
                    if member.inside is not None:
                        self.read(member.inside, titles, place)
            case Objects(members=fields):
                for field in fields:
                    self._read_field(field, titles, field.place(place.pair))

    def _read_field(self, field: AlignedMember, titles: Sequence[str], place: Place) -> None:
        names = dict.fromkeys(map(".".join, field.paths[::-1]))
        inner = [f"{title}.{name}" for title in titles for name in names]
        for key in (Renaming(place), Presence(place), place):
            self.add(inner, "", key)
        if field.inside is not None:
            self.read(field.inside, inner, place)


def names_of(alignment: Alignment) -> Mapping[str, Sequence[Key]]:
    """Return the keys of every node of an alignment by the names that a decision may use."""
    names, locations = _Names(), Locations(alignment)
    for pair, node in alignment.types.items():
        placed = locations.of(Place(pair)) if pair in alignment.places else ()
        inline = [name for location in placed for name in (location.at, location.was)]
        titles = list(dict.fromkeys([*(type_.name for type_ in pair if isinstance(type_, Ref)), *inline]))
        names.add(titles, "", Place(pair))
        names.read(node, titles, Place(pair))
    for method in alignment.methods:
        for end in (end for end in (method.old, method.new) if end):
            parts = [*(f":{side}" for side in end.senders), *(f".{result}" for result in end.results)]
            for part in ("", *parts):
                names.found[end.name + part] = [end.name + part]
    return names.found


def _complaint(verb: str, argument: str, rules: Mapping[str, ConversionRule]) -> str | None:
    """Return a complaint about a verb and its argument, None where they are an action."""
    if verb not in VERBS:
        return f"a verb is one of {', '.join(VERBS)}"
    if verb in ("rule", "instead") and argument not in rules:
        return f"neither the package nor schema/rules.py has a rule {argument!r}"
    if verb in ("fill", "set", "dropOnly", "dropInside"):
        try:
            value = json.loads(argument)
        except ValueError:
            return f"`{verb}:` takes a JSON value"
        if verb == "dropInside" and not (isinstance(value, list) and all(isinstance(n, str) for n in value)):
            return "`dropInside:` takes a JSON array of names"
    if verb == "rename" and not argument:
        return "`rename:` takes the older name of a member or a method"
    if verb == "move" and not re.fullmatch(r"(/([^~/]|~[01])*){2,}", argument):
        return "`move:` takes a JSON Pointer of two names or more; a name of the same object is `rename:`"
    if verb == "refuse" and not re.fullmatch(r"(-?\d+)?", argument):
        return "`refuse:` takes a JSON-RPC error code"
    return f"`{verb}` takes nothing" if argument and not VERBS[verb].argument else None
