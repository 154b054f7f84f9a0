"""Parse the actions in decision files, and find the parts of the protocol that each action applies to.

A decision file is `schema/changes/A--B.toml`. Its entries say what an adapter does about each change: an
entry has actions in `up` (from A to B) and in `down`, separated by `;`. An action is `verb` or
`verb@location,location`, such as `drop@Tool.title`. `VERBS` lists the verbs. An invalid action is refused at
the line of its entry, and so is an action with an unknown rule or location.

- An action with a location applies to the parts of the protocol that have this name. The name is
  `Type.member`, `.member` (of every type), a `Type`, a variant `Union.Type`, a method, `method:sender`, or
  `errors`.
- An action without a location applies to the part that the change is about.
- A conversion rule is a function of `runtime/conversion/rules/` or of `schema/rules.py`. It is called for an
  object, a member or a variant. For a variant, the values inside are converted before `rule:FUNCTION` is
  called. For an object or a member, they are converted afterwards.
- `fill:JSON` for an enumeration applies to each member whose type is the enumeration.
- An action is refused if the adapter does something else in that part (`ActionTable.untaken`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, TypeAlias, cast

from mcpgen.adapters.action_text import ActionText, action_text, parse_actions
from mcpgen.adapters.decisions import OTHERS, PAIRED, Decided, Entry, endings, lacking
from mcpgen.adapters.plan import DIRECTIONS, AdapterPlan, ChangeConstant, Direction, cited
from mcpgen.compare.alignment import AlignedMember, Alignment, Items, Location, Node, Objects, Unions, Values
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.describe import describe
from mcpgen.compare.locations import LocationNames
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.ir import Protocol, Ref, Type
from mcpgen.names import snake
from mcpgen.problems import Problem, natural_order
from mcpgen.runtime.conversion.rules.registry import ConversionRule


@dataclass(frozen=True, slots=True)
class Presence:
    """Key of an `Action` that concerns whether a member is present, as for an added or removed member.

    If the action concerns the value of the member, its key is the plain `Location`.
    """

    location: Location


@dataclass(frozen=True, slots=True)
class Renaming:
    """Key of an `Action` that states the old name or path of a member: `rename:OLD` or `move:/POINTER`.

    If the action concerns the value of the member, its key is the plain `Location`.
    """

    location: Location


# A part of the protocol that an action can apply to: the values of two types or of a member, the presence or
# the path of a member, a variant or enumeration value, a method, a method with its sender, or `errors`.
Key: TypeAlias = Location | Presence | Renaming | tuple[Location, Type] | str
# What an adapter does in each part of the protocol: actions such as `drop` or `fill:0`, each with the members
# at which it does so. A part that no message contains is not in the mapping.
Effects: TypeAlias = Mapping[Key, Mapping[str, Iterable[str]]]

# What the verbs `rename` and `move` require, as phrases for error messages.
_PAIRING = {
    "rename": "needs a member of that name that only the older revision has",
    "move": "needs a member at each end in only one revision, and objects on the path that both have",
}
# Changes that have no effect on messages.
_UNSEEN = ("DEPRECATED", "REINSTATED", "KNOWN_VALUE_ADDED", "KNOWN_VALUE_REMOVED", "CAPABILITY_CHANGED")
_TAKEN = ("UP", "DOWN", "UNCHANGED", "UNCHANGED_NOTIFICATION")  # names that generated modules define
_ONE_END = ("FIELD_ADDED", "FIELD_REMOVED")  # changes of a member that only one revision has
# Changes of the presence of a member, and changes of its path. They do not depend on its value.
_OF_PRESENCE = ("FIELD_ADDED", "FIELD_REMOVED", "FIELD_BECAME")
_OF_PATH = ("FIELD_RENAMED", "FIELD_MOVED")
OF_VARIANT = ("VARIANT_ADDED", "VARIANT_REMOVED")


# The texts about values that a move removes. `lacking` begins each of them.
OCCUPIED = "another member in this location, so this was removed."
NO_OBJECT = f"this member in another object, or {OCCUPIED}"


class Verb(NamedTuple):
    """A verb of the actions in decision files, such as `fill` in `fill:0`.

    `argument` is the form of the argument, such as `JSON`. `meaning` says what an adapter does.
    """

    argument: str
    meaning: str


VERBS = {
    "keep": Verb(
        "",
        "keep the value; if only the target declares the member, remove a value that is invalid there",
    ),
    "drop": Verb("", "remove the member; if both revisions have it, remove only a value that does not fit"),
    "const": Verb("", "set the member, or the error code, to the constant that the target declares"),
    "fill": Verb("JSON", "set the member to this value if it is absent or does not fit"),
    "set": Verb("JSON", "set the member to this value in every case"),
    "dropOnly": Verb(
        "JSON",
        "remove a member that has this value, because its absence means the same; else refuse the message",
    ),
    "dropInside": Verb(
        "[NAME, ...]", "remove these members of the object, and the object if it is then empty"
    ),
    "rename": Verb(
        "OLD",
        "rename the member, method or value; in `up` and in `down`, OLD is the name in the older revision",
    ),
    "move": Verb(
        "/POINTER", "move the member; /POINTER is its path in the other revision, from the same object on"
    ),
    "refuse": Verb("CODE", "refuse the message; CODE, if stated, is the error code of the reply"),
    "rule": Verb("NAME", "call a conversion rule, then convert the values inside"),
    "instead": Verb("NAME", "call a conversion rule that converts the whole value"),
}


@dataclass(frozen=True, slots=True)
class Action:
    """An action in a decision file: what an adapter does with parts of the protocol, as in `drop@Tool.title`.

    - `verb`, `argument`: in `fill:0`, these are `fill` and `0`.
    - `keys`: the types, members, methods or errors to which the action applies.
    - `text`: the location after `@`, or '' if the action has none.
    - `line`: the file and line of the entry that states the action.
    - `row`: if `up` or `down` of the entry is a table, the name in that table to which the action belongs.
    """

    verb: str
    argument: str
    keys: tuple[Key, ...]
    text: str
    entry: Entry | None
    line: str
    change: ProtocolChange | None = None
    row: str = ""

    def __str__(self) -> str:
        """Return the verb and the argument of the action as a decision file writes them, such as `fill:0`."""
        return action_text(self.verb, self.argument)

    @property
    def code(self) -> int | None:
        """The error code after `refuse:`, or None if the action has none."""
        return int(self.argument) if self.verb == "refuse" and self.argument else None


class ActionTable:
    """The actions that a decision file (`schema/changes/A--B.toml`) states for one direction.

    An action can be found by the parts of the protocol to which it applies. `problems` has a problem for each
    invalid action.
    """

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
        # The parts of the protocol that have another name or path, with the actions that state it.
        self._pairs = {
            (key, str(action))
            for action in found
            if action.change is not None and action.change.rule in PAIRED
            for key in action.keys
        }
        # If several actions apply to one part, an action with a location wins, and `keep` loses.
        last = ("rename", "move", "keep")
        self._by_key: dict[Key, Action] = {}
        for action in sorted(
            found, key=lambda action: (not action.text, action.verb in last, action.verb == "keep")
        ):
            for key in action.keys:
                self._by_key.setdefault(key, action)

    def find(self, *keys: Key, verbs: Iterable[str] = VERBS) -> Action | None:
        """Return the action for the first of `keys` that has one. A key stands for a part of the protocol.

        Return None if none of the keys has an action, or if the verb of the action is not in `verbs`.
        """
        found = next((self._by_key[key] for key in keys if key in self._by_key), None)
        return found if found is not None and found.verb in verbs else None

    def untaken(self, effects: Effects) -> Iterator[Problem]:
        """Yield a problem for each action of the decision file that the planned adapter does not carry out.

        `effects` says what the adapter does for each key (part of the protocol) that occurs in messages of
        this direction. An action that applies to nothing in these messages is also a problem, unless its verb
        is `keep`, `rename` or `move`: such an action may be meant for the other direction. A
        `keep` that contradicts another action for the same key is a problem too.
        """
        decides: dict[tuple[str, str, str, str], tuple[Action, bool]] = {}
        problems: dict[Problem, None] = {}
        refused: set[Action] = set()
        for action in self._found:
            stated = action.line, action.row, str(action), action.text
            keys: Sequence[Key] = action.keys
            if action.verb == "keep" and action.text and action.change is not None:
                keys = [key for key in keys_of(action.change) if key in action.keys] or keys
            reached = [effects[key] for key in keys if key in effects]
            decides[stated] = action, decides.get(stated, (action, False))[1] or bool(reached)
            named = [self._by_key[key] for key in action.keys if key in self._by_key]
            others = [other for other in named if other.text and other.verb != "keep"]
            if action.verb == "keep" and others:  # another action has the location of this part
                if action.text:
                    message = f"{self._direction}: `keep@{action.text}` contradicts `{others[0]}`; say one"
                    problems[Problem(action.line, message)] = None
                continue
            if reached and not any(self._agrees(action, each, keys) for each in reached):
                problems[Problem(action.line, self._complaint(action, reached, effects))] = None
                refused.add(action)
            elif action.verb in _PAIRING and not self._is_paired(action):
                problems[Problem(action.line, self._complaint(action, reached or [["keep"]], effects))] = None
        yield from problems
        yield from self._idle_exceptions(refused)
        for action, is_deciding in decides.values():
            if not is_deciding and action.verb not in ("keep", *_PAIRING):
                at = f" of {action.row!r}" if action.row not in ("", OTHERS) else ""
                at = f" at {action.text!r}" if action.text else at
                fact = f"`{action}` has no effect, because no message has a value{at} that changes"
                yield Problem(action.line, f"{self._direction}: {fact}; {self._without(action)}")

    def _without(self, action: Action) -> str:
        """Return the advice at the end of an error message about an action that has no effect."""
        return "write `keep`" if self.is_alone(action) or not action.text else f"remove `{_located(action)}`"

    def is_excepted(self, action: Action) -> bool:
        """Return whether an action has exceptions: actions of its entry for single locations.

        For example, `keep@Tool.title` is an exception to `drop` in `drop; keep@Tool.title`.
        """
        return any(
            each.text and (each.line, each.row, each.change) == (action.line, action.row, action.change)
            for each in self._found
        )

    def _is_paired(self, action: Action) -> bool:
        """Return whether the alignment pairs the two names or paths that a `rename` or `move` states."""
        change = action.change
        keys = list(action.keys)
        if not keys:  # a change of a definition or annotation, which no message shows
            return any(said == str(action) for _, said in self._pairs)
        if change is not None and not action.text:
            keys += [change.at, change.was] if change.location is None else [Renaming(change.location)]
        return any((key, str(action)) in self._pairs for key in keys)

    def _idle_exceptions(self, refused: Container[Action]) -> Iterator[Problem]:
        """Yield a problem for each `keep@LOCATION` that is not an exception to another action of its entry.

        In `drop; keep@Tool.title`, `keep` is an exception if `drop` would otherwise apply to `Tool.title`.
        The actions in `refused` are left out, because they have another problem.
        """
        usual: dict[tuple[str, str], list[Action]] = {}
        for action in self._found:
            if not action.text and action.verb != "keep":
                usual.setdefault((action.line, action.row), []).append(action)
        for action in self._found:
            if action.verb != "keep" or not action.text or action in refused:
                continue
            others = usual.get((action.line, action.row), [])
            if not others:
                fact = f"`keep@{action.text}` has no effect without another action for the whole change"
                yield Problem(action.line, f"{self._direction}: {fact}; {self._without(action)}")
                continue
            values = [key for key in action.keys if not isinstance(key, Renaming)]
            if not any(key in other.keys for other in others for key in values):
                fact = f"`keep@{action.text}` has no effect on what `{others[0]}` does"
                yield Problem(action.line, f"{self._direction}: {fact}; remove it")

    def is_alone(self, action: Action) -> bool:
        """Return whether an entry states only this action for a change, without one for other locations."""
        return not any(
            (each.line, each.row, each.change) == (action.line, action.row, action.change)
            and (str(each), each.text) != (str(action), action.text)
            for each in self._found
        )

    def _complaint(self, action: Action, reached: Iterable[Iterable[str]], effects: Effects) -> str:
        """Return an error message: why the adapter cannot carry out an action, and what to write instead.

        `reached` has what the adapter does with each part of the protocol to which the action applies, and
        `effects` what it does with all parts.
        """
        change = action.change
        where = action.text or (f"{change.rule} {change.at}" if change else "")
        does = dict.fromkeys(verb for verb in chain.from_iterable(reached) if verb != str(action))
        if action.text and action.verb not in _PAIRING:
            if not self.is_alone(action):
                fact = f"an adapter cannot do `{action}` here"
                return f"{self._direction}: {where}: {fact}; remove `{_located(action)}`"
            keys = keys_of(change) if change is not None else ()
            does = dict.fromkeys(chain.from_iterable(effects.get(key, ()) for key in keys))
        if len(does) > 1 and change is not None and not fits(change, self._direction):
            does.pop("keep", None)  # the adapter does something else in another part
        if change is not None and change.rule == "ERROR_CODE_MOVED" and action.verb != "const":
            does = {"const": None, **does}
        is_idle = not any(said == str(action) for _, said in self._pairs)
        if action.verb in _PAIRING and change is not None and change.rule.startswith(_ONE_END):
            fact = f"`{action}` {_PAIRING[action.verb]}"
            return f"{self._direction}: {where}: {fact}; correct it, or {_remedy(does)}"
        if action.verb in _PAIRING and is_idle:
            fact = f"`{action}` is only for something that has another name or path in the other revision"
            return f"{self._direction}: {where}: {fact}; {_remedy(does)}"
        located = {self._by_key[key] for key in action.keys if key in self._by_key}
        others = sorted(_located(other) for other in located if other.text and other.text != action.text)
        is_pair = action.verb in _PAIRING and change is not None and change.rule in PAIRED
        if is_pair or (others and not action.text and action.verb not in ("keep", *_PAIRING)):
            return f"{self._direction}: {where}: {_either(others)} contradicts `{action}`; remove it"
        if action.verb in _PAIRING and change is not None:
            rows = " or ".join(f'"{where}" = "{verb}"' for verb in does)
            return f"{self._direction}: `{action}` does not say what to do with {where}; add {rows}"
        if "refuse" in does and isinstance(action.keys[0], Presence):
            does["fill:JSON"] = None
        remedy = _remedy(does)
        if action.verb in ("rule", "instead"):
            remedy += f", or name the members that hold it: `{action}@TYPE.MEMBER,TYPE.MEMBER`"
        return f"{self._direction}: {where}: an adapter cannot do `{action}` here; {remedy}"

    def _agrees(self, action: Action, effects: Iterable[str], keys: Sequence[Key]) -> bool:
        """Return whether the adapter carries out an action in one part of the protocol.

        `effects` has what the adapter does in this part, such as `drop`. `keys` has all parts that the action
        decides, including this one.

        Several changes may concern one member or type. If one of these changes makes no value invalid, its
        action may be `keep`, even if the adapter edits the value because of another change.
        """
        verb = str(action)
        change = action.change
        of_member = isinstance(action.keys[0], (Location, Presence)) and not action.text
        is_shared = change is not None and not change.rule.startswith(_ONE_END)
        if action.verb in _PAIRING and of_member and is_shared and self._is_in_entry_of_pair(action):
            verb = "keep"  # the entry states only the other name or path of the member
        if verb != "keep" or not isinstance(keys[0], Location):
            return verb in effects
        is_fit = change is not None and not action.text and fits(change, self._direction)
        return {*effects} == {"keep"} or is_fit

    def _is_in_entry_of_pair(self, action: Action) -> bool:
        """Return whether the entry of an action also decides a change that renames or moves a member.

        `action` is a `rename` or `move`. `covers` of its entry lists the changes that the entry decides.
        """
        return any(
            each.line == action.line
            and str(each) == str(action)
            and each.change is not None
            and each.change.rule in PAIRED
            for each in self._found
        )

    def _parsed(self, decided: Decided) -> Iterator[Action]:
        """Parse the actions that an entry states for one change in this direction, and yield them.

        An invalid action is not yielded. A problem about it is added to `problems`.
        """
        entry = decided.entry
        line = f"{entry.source or self._source}:{entry.line}" if entry else self._source
        stated = [*parse_actions(getattr(decided, self._direction))]
        for message in _repeated(stated):
            self.problems.append(Problem(line, f"{self._direction}: {message}"))
        for verb, argument, locations in stated:
            text = action_text(verb, argument, locations)
            complaint = _complaint(verb, argument, self.rules)
            if complaint:
                subject = entry.id if entry else decided.change.at
                self.problems.append(Problem(line, f"{subject}: {text!r}: {complaint}"))
                continue
            if locations and verb in _PAIRING:
                message = f"{text!r}: `{verb}` is for the change that the entry covers, not for a location"
                self.problems.append(Problem(line, f"{self._direction}: {message}; remove it"))
                continue
            row = decided.up_row if self._direction == "up" else decided.down_row
            if not locations:
                keys = keys_of(decided.change)
                yield Action(verb, argument, keys, "", entry, line, decided.change, row)
            for location in locations:
                keys = tuple(self._names.get(location, ()))
                if verb in ("rule", "instead") and any(map(_is_member, keys)):
                    # the name of a member also names a type that only this member holds
                    keys = tuple(key for key in keys if not isinstance(key, Location) or _is_member(key))
                if not keys:
                    message = f"{verb}: neither revision has a location {location!r}"
                    message += "; name one that `mcpgen diff` prints"
                    self.problems.append(Problem(line, f"{self._direction}: {message}"))
                yield Action(verb, argument, keys, location, entry, line, decided.change, row)


def _is_member(key: Key) -> bool:
    """Return whether a key is the location of a member, and not the location of a type."""
    return isinstance(key, Location) and key.member is not None


def fits(change: ProtocolChange, direction: Direction) -> bool:
    """Return whether a change makes no value of the source revision invalid in the target revision."""
    return (change.to_new if direction == "up" else change.to_old) != "breaking"


def keys_of(change: ProtocolChange) -> tuple[Key, ...]:
    """Return the keys under which an `ActionTable` finds the actions for a change.

    The keys stand for the member, type, method or error that changes. A renamed method has two keys: its old
    and its new name.
    """
    kind = CHANGE_RULES[change.rule].kind
    if kind in ("annotation", "definition"):
        return ()
    if change.rule in ("DIRECTION_ADDED", "DIRECTION_REMOVED"):
        return (f"{change.at}:{change.sender}",)
    if change.location is None or kind == "message":
        return tuple(dict.fromkeys(f"{at}{_part(change)}" for at in (change.at, change.was)))
    if change.rule.startswith(_OF_PRESENCE):
        return (Presence(change.location),)
    if change.rule in _OF_PATH:
        return (Renaming(change.location),)
    if change.rule == "ENUM_VALUE_RENAMED":
        return ((change.location, cast(Type, change.new)),)
    part = (change.new or change.old) if change.rule in OF_VARIANT else None
    return (change.location,) if part is None else ((change.location, cast(Type, part)),)


def _located(action: Action) -> str:
    """Return an action with its location as a decision file writes it, such as `drop@Tool.title`."""
    return f"{action}@{action.text}"


def _remedy(verbs: Iterable[str]) -> str:
    """Return the advice at the end of an error message about an action.

    The advice is to replace the action by one of `verbs`. If `verbs` is empty, the advice is to correct or
    remove the action.
    """
    said = _either(verbs)
    return f"write {said}" if said else "correct or remove it"


def _either(verbs: Iterable[str]) -> str:
    """Return verbs as a choice for an error message: "`drop` or `refuse`"."""
    return " or ".join(f"`{verb}`" for verb in verbs)


def _part(change: ProtocolChange) -> str:
    """Return the part of a method or error that a change is about, as the suffix of a key.

    The suffix is `.code` for the code of an error, `.capability` for the required capability of a method, and
    `.TYPE` for one of its results. It is '' if the change concerns the whole method or error.
    """
    if change.rule.startswith("ERROR_CODE_"):
        return ".code"
    if change.rule in ("RESULT_ADDED", "RESULT_REMOVED"):
        return f".{change.detail}"
    return ".capability" if change.rule == "CAPABILITY_CHANGED" else ""


# Citations. A report of a difference cites a change by its id in `schema/changes/A--B.toml`. If several
# changes are about one part of the protocol, it cites a change whose action is not `keep`. If there is none,
# it cites a change that makes values invalid. If no entry is about the part, it cites the location.


class Citations:
    """Collects the changes, such as `T2.6`, that adapters name when they report a difference.

    The generated module has a constant for each of these changes. Both directions use the same constants.
    """

    def __init__(self, older: Protocol, newer: Protocol, decided: Sequence[Decided]) -> None:
        self._newer = newer.revision
        self._entries: dict[str, dict[Key, Entry]] = {
            "up": _by_key(sorted(decided, key=lambda one: (one.up == "keep", one.change.to_new == "safe"))),
            "down": _by_key(
                sorted(decided, key=lambda one: (one.down == "keep", one.change.to_old == "safe"))
            ),
        }
        self._constants: dict[tuple[str, str, str], ChangeConstant] = {}
        self._names: set[str] = set()

    def cite(
        self, direction: Direction, title: str, keys: Sequence[Key], entry: Entry | None = None
    ) -> ChangeConstant:
        """Return the constant in the generated module with which an adapter reports a change.

        The change is `entry`, if given. Otherwise it is the first entry of the decision file that concerns
        one of `keys`. If there is no such entry, the constant names the location `title`. A change without a
        text for `direction` gets one that names this location.
        """
        if entry is None:
            entries = self._entries[direction]
            entry = next((entries[key] for key in keys if key in entries), None)
        cause = f"{self._newer} changed `{title}`, so this"
        plain = f"{cause} was removed.", f"{cause} message was refused."
        if entry is None:
            return self._constant(title, *plain, "")
        texts = {name: _texts(entry, name) for name in DIRECTIONS}
        suffix = "" if texts["up"] == texts["down"] else direction
        reason, refusal = texts[direction]
        return self._constant(entry.id, *((reason, refusal) if reason else plain), suffix)

    def cite_removal(
        self, direction: Direction, change: ChangeConstant, *, may_lack_object: bool
    ) -> ChangeConstant:
        """Return the constant with which an adapter reports a value that a move removed.

        `change` is the constant for the change that moves a value. If the new location already has another
        value, the move removes that one. If `may_lack_object` is true, the move may also remove the value
        that it moves, because the object that would contain this value is missing.
        """
        text = f"{lacking(direction, self._newer)} {NO_OBJECT if may_lack_object else OCCUPIED}"
        return self._constant(change.id, text, "", f"removed {direction}")

    def _constant(self, id: str, reason: str, refusal: str, suffix: str) -> ChangeConstant:
        constant = self._constants.get((id, reason, refusal))
        if constant is None:
            stem = snake(f"{id} {suffix}").upper()
            if not stem or stem[0].isdigit() or stem in _TAKEN:
                stem = f"CHANGE_{stem}"
            name, number = stem, 2
            while name in self._names:
                name, number = f"{stem}_{number}", number + 1
            self._names.add(name)
            constant = ChangeConstant(name, id, reason, refusal)
            self._constants[id, reason, refusal] = constant
        return constant


def _texts(entry: Entry, direction: Direction) -> tuple[str, str]:
    """Return the reason of an entry in one direction, and the text for a refused message in that direction.

    The second text is '' if it equals the reason. If the entry has no reason for this direction, the text for
    a refused message is also used as the reason.
    """
    reason: str = getattr(entry.reason, direction)
    refusal: str = getattr(entry.refusal, direction)
    return reason or refusal, "" if refusal == reason or not reason else refusal


def _by_key(decided: Sequence[Decided]) -> dict[Key, Entry]:
    """Return the entry that a report names for each key: for each type, member, method or error that changes.

    If several entries concern a key, the first one is used. A type that has no entry of its own gets the
    entry that adds it to a union or removes it from a union.
    """
    found: dict[Key, Entry] = {}
    for one in decided:
        if one.entry and one.change.rule not in _UNSEEN:
            location = one.change.location
            for key in keys_of(one.change) or ([location] if location else []):
                found.setdefault(key, one.entry)
    for one in decided:
        if one.entry and one.change.rule in OF_VARIANT:
            found.setdefault(one.change.detail, one.entry)
    return found


def cited_by(adapters: tuple[AdapterPlan, ...]) -> tuple[ChangeConstant, ...]:
    """Return the changes that adapters can name in reports of differences.

    The result is sorted and has no duplicates.
    """
    found = {change.name: change for change in cited(adapters)}
    return tuple(found[name] for name in sorted(found, key=natural_order))


# Names


class _Names:
    """Collects the names that a decision file may use for each type, member, variant and method."""

    def __init__(self) -> None:
        self.found: dict[str, list[Key]] = {"errors": ["errors"]}

    def add(self, titles: Iterable[str], rest: str, key: Key) -> None:
        """Record the names of `key`, which is a part of the protocol.

        A name is one of `titles` followed by `rest`. The last parts of such a name are names too. For
        example, the title `Tool` and the rest `.title` give the names `Tool.title` and `.title`.
        """
        for title in titles:
            for name in endings(f"{title}{rest}"):
                self.found.setdefault(name, []).append(key)

    def read(self, node: Node, titles: Sequence[str], location: Location) -> None:
        """Record the names of all members and variants inside two paired types, at any depth.

        `node` is the pair in the alignment, and `location` is where the pair occurs. `titles` are the names
        of the pair itself, such as `Tool`.
        """
        match node:
            case Items(inside=inside) | Values(inside=inside):
                self.read(inside, titles, location)
            case Unions(members=members):
                for member in members:
                    for type_ in dict.fromkeys(end for end in (member.old, member.new) if end):
                        self.add(titles, f".{describe(type_)}", (location, type_))
                    if member.inside is not None:
                        self.read(member.inside, titles, location)
            case Objects(members=fields):
                for field in fields:
                    self._read_field(field, titles, field.location(location.pair))

    def _read_field(self, field: AlignedMember, titles: Sequence[str], location: Location) -> None:
        names = dict.fromkeys(map(".".join, field.paths[::-1]))
        inner = [f"{title}.{name}" for title in titles for name in names]
        for key in (Renaming(location), Presence(location), location):
            self.add(inner, "", key)
        if field.inside is not None:
            self.read(field.inside, inner, location)


def names_of(alignment: Alignment) -> Mapping[str, Sequence[Key]]:
    """Return the parts of the protocol that each name in a decision file means, by name.

    Each part is an `actions.Key` for a type, a member, a variant, a method or an error. A name such as
    `.title` may mean several members.
    """
    names, locations = _Names(), LocationNames(alignment)
    for pair, node in alignment.types.items():
        placed = locations.of(Location(pair)) if pair in alignment.locations else ()
        inline = [name for named in placed for name in (named.at, named.was)]
        titles = list(dict.fromkeys([*(type_.name for type_ in pair if isinstance(type_, Ref)), *inline]))
        names.add(titles, "", Location(pair))
        names.read(node, titles, Location(pair))
    for method in alignment.methods:
        for end in (end for end in (method.old, method.new) if end):
            parts = [*(f":{side}" for side in end.senders), *(f".{result}" for result in end.results)]
            for part in ("", *parts):
                names.found[end.name + part] = [end.name + part]
    return names.found


def _repeated(actions: Sequence[ActionText]) -> Iterator[str]:
    """Yield an error message for each action that repeats the location of another action of the same row.

    Two actions without a location are an error too, because both apply to the whole change.
    """
    found: dict[str, ActionText] = {}
    for action in actions:
        for location in action.locations or ("",):
            if other := found.get(location):
                where = f" for {location!r}" if location else ""
                yield f"states `{other}` and `{action}`{where}; write only one of them"
            found.setdefault(location, action)


def _complaint(verb: str, argument: str, rules: Mapping[str, ConversionRule]) -> str | None:
    """Return what is wrong with a verb and its argument, or None if they are valid."""
    if verb not in VERBS:
        return f"must begin with a verb: {', '.join(VERBS)}"
    if verb in ("rule", "instead") and not argument:
        return f"write the name of a rule after `{verb}:`"
    if verb in ("rule", "instead") and argument not in rules:
        fact = f"neither the package nor schema/rules.py registers a rule {argument!r}"
        return f"{fact}; correct the name, or write @rule() above the function in schema/rules.py"
    if verb in ("fill", "set", "dropOnly", "dropInside"):
        try:
            value = json.loads(argument)
        except ValueError:
            return f"write a JSON value after `{verb}:`"
        is_names = isinstance(value, list) and value and all(isinstance(name, str) for name in value)
        if verb == "dropInside" and not is_names:
            return "write a JSON array of names after `dropInside:`"
    if verb == "rename" and not argument:
        return "write the older name of a member or a method after `rename:`"
    if verb == "move" and not re.fullmatch(r"(/([^~/]|~[01])*){2,}", argument):
        return "write a JSON Pointer of two or more names after `move:`; for a new name, use `rename:`"
    if verb == "refuse" and not re.fullmatch(r"(-?[0-9]{1,9})?", argument):
        return "write a JSON-RPC error code of at most nine digits after `refuse:`"
    return f"write nothing after `{verb}`" if argument and not VERBS[verb].argument else None
