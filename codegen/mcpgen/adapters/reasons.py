"""The sentences of proposed reasons: one for each kind of change and each verb.

An entry of `schema/changes/A--B.toml` has actions, and a reason that says what they do. Peers receive the
reason. If somebody changes an action but not the proposed sentence, the reason is no longer true. `misstated`
finds such reasons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from mcpgen.adapters.action_text import verbs
from mcpgen.adapters.decisions import DecidedPair, Entry, Wording, lacking, listed, name_of
from mcpgen.adapters.plan import DIRECTIONS, Direction
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.frontend.toml_edit import quoted
from mcpgen.problems import Problem, printable

# A change with its actions in each direction, as text.
Row: TypeAlias = tuple[ProtocolChange, Mapping[Direction, str]]

# The sentences of a reason. They name only the newer of the two revisions (`decisions.lacking`). `{these}`
# lists the locations with `and`, `{any}` with `or`. `{when}` begins a sentence about the target. `{lacking}`
# begins one about something that the target does not have, and `{unknown}` one about something that the
# source does not have.
KEPT = "The conversion between {newer} and earlier revisions does not edit {these}, so nothing was changed."
_REASONS = {
    "rename": "{newer} and earlier revisions have different names for {these}, so this was renamed.",
    "move": "{newer} and earlier revisions have {these} in different locations, so this was moved.",
    "refuse": "{lacking} no {any}, so this message was refused.",
    "drop": "{lacking} no {any}, so this was removed.",
    "fill": "{when}, {these} {is} required, so a missing value was filled in.",
    "set": "The conversion between {newer} and earlier revisions sets {these}, so this became a fixed value.",
    "const": "{when}, {these} {has} another constant, so the constant was replaced.",
    "rule": "{lacking} no JSON-RPC batches, so this batch was split into single messages.",
}
_ABSENT = "{when}, {these} {is} required, so a missing value was filled in."
_UNKNOWN = "{unknown} no {any}, so a missing value was filled in."
_UNDECLARED = "{unknown} no {any}, so this undeclared value was removed."
_NEEDED = "{when}, {these} {is} required, so this message was refused."
# Sentences for some kinds of change (`_kind`), by verb.
_REASONS_OF = {
    ("CONSTRAINT", "refuse"): "{when}, {these} {has} tighter limits, so this message was refused.",
    ("CONSTRAINT", "drop"): "{when}, {these} {has} tighter limits, so a value beyond them was removed.",
    ("CONSTRAINT", "fill"): "{when}, {these} {has} tighter limits, so a value beyond them was replaced.",
    ("TYPE", "refuse"): "{when}, {these} {has} another type, so this message was refused.",
    ("TYPE", "drop"): "{when}, {these} {has} another type, so a value of the wrong type was removed.",
    ("TYPE", "fill"): "{when}, {these} {has} another type, so a value of the wrong type was replaced.",
    ("NULL", "refuse"): "{when}, {these} must not be null, so this message with null was refused.",
    ("NULL", "drop"): "{when}, {these} must not be null, so null was removed.",
    ("NULL", "fill"): "{when}, {these} must not be null, so null was replaced.",
    ("CONST", "refuse"): "{when}, {these} {has} another constant, so this message was refused.",
    ("CONST", "drop"): "{when}, {these} {has} another constant, so the constant was removed.",
    ("CONST", "fill"): "{when}, {these} {has} another constant, so the constant was replaced.",
    ("ENUM", "fill"): "{lacking} no {any}, so this was replaced.",
    ("VARIANT", "fill"): "{lacking} no {any}, so this was replaced.",
    ("ERROR", "const"): "{when}, {these} {has} another code, so the code was replaced.",
    ("ERROR", "fill"): "{lacking} no {any}, so the code was replaced.",
    ("MEMBERS", "drop"): "{when}, fewer undeclared members are valid in {these}, so this was removed.",
    ("DIRECTION", "refuse"): "{lacking} no {any} from this sender, so this message was refused.",
    ("KIND", "refuse"): "{newer} and earlier revisions have different kinds of message for {these}, "
    "so this message was refused.",
    **dict.fromkeys((("FIELD", "refuse"), ("NEW REQUIRED", "refuse")), _NEEDED),
    **{(kind, verb): _ABSENT for kind in ("FIELD", "NEW REQUIRED") for verb in ("fill", "const")},
    **{("NEW OPTIONAL", verb): _UNKNOWN for verb in ("fill", "const")},
    **{(kind, "drop"): _UNDECLARED for kind in ("NEW REQUIRED", "NEW OPTIONAL")},
}
# The beginning of a sentence about the target revision, by direction.
_WHEN: Mapping[Direction, str] = {"up": "Since {newer}", "down": "Before {newer}"}
_REVERSED: Mapping[Direction, Direction] = {"up": "down", "down": "up"}
# What `detail` of a change names, by the first word of the change rule.
_PARTS = {"ENUM": "value", "VARIANT": "variant", "RESULT": "result"}
# The outcomes of verbs that have no sentences of their own.
_LIKE = {"dropOnly": ("drop", "refuse"), "dropInside": ("drop",)}
_UNTOLD = {"rule", "instead"}  # what a conversion rule does is not known here
# The verbs that edit a value only if it is absent or does not fit, and the changes of such values. In the
# direction in which every value fits, these verbs edit nothing because of the change.
_IF_INVALID = {"drop", "refuse", "fill", "const"}
_OF_VALUES = ("CONSTRAINT_", "ENUM_VALUE_", "FIELD_BECAME_", "NULL_", "TYPE_", "VARIANT_")


def templates(change: ProtocolChange, actions: str, direction: Direction, *, refused: bool) -> list[str]:
    """Return the sentences about what actions do to a change, before the locations are filled in.

    If `refused` is true, the sentences are about refused messages, otherwise about reported differences. If
    some values are removed and others are replaced, one sentence tells of both. An action has no sentence if
    it edits nothing, because the change makes no value invalid in this direction.
    """
    kind = _kind(change, direction)
    rule = CHANGE_RULES[change.rule]
    severity = rule.to_new if direction == "up" else rule.to_old
    fits = severity == "safe" and change.rule.startswith(_OF_VALUES)
    done = [verb for verb in verbs(actions) if not (fits and verb in _IF_INVALID)]
    outcomes = [each for verb in done for each in _LIKE.get(verb, (verb,))]
    told = dict.fromkeys(each for each in outcomes if (each == "refuse") is refused)
    found = {verb: _REASONS_OF.get((kind, verb), _REASONS.get(verb)) for verb in told}
    replaced = found.get("fill") or found.get("set") or found.get("const")
    if "drop" in found and replaced and replaced.endswith(_REPLACED):
        return [_removed_or_replaced(replaced)]
    return list(dict.fromkeys(filter(None, found.values())))


def _kind(change: ProtocolChange, direction: Direction) -> str:
    """Return the kind of a change for the choice of a sentence: the first word of its rule.

    A member that the target has and the source does not have is `NEW REQUIRED` or `NEW OPTIONAL`. A member
    that the target does not have is `REMOVED`.
    """
    words = change.rule.split("_")
    if not change.rule.startswith(("FIELD_ADDED_", "FIELD_REMOVED_")):
        return words[0]
    is_new = (words[1] == "ADDED") == (direction == "up")
    return f"NEW {words[2]}" if is_new else "REMOVED"


_REPLACED = " was replaced."
_REFUSED = " was refused."


def _removed_or_replaced(template: str) -> str:
    """Change a sentence about a value that was replaced: say that the value was removed or replaced."""
    return template.removesuffix(_REPLACED) + " was removed or replaced."


def _sentences(rows: Iterable[Row], direction: Direction, newer: str, *, refused: bool) -> str:
    """Return the sentences for one direction: about reported differences, or about refused messages.

    The argument `refused` selects which of the two is returned.
    """
    found: dict[str, dict[str, None]] = {}
    for change, actions in rows:
        kind = change.rule.partition("_")[0]
        part = f"{_PARTS[kind]} `{change.detail}` of " if kind in _PARTS and change.detail else ""
        for template in templates(change, actions[direction], direction, refused=refused):
            found.setdefault(template, {})[f"{part}`{change.at}`"] = None
    return printable(
        " ".join(
            template.format(
                **_beginnings(direction, newer),
                these=listed([*locations], "and"),
                any=listed([*locations], "or"),
                **{"is": "is", "has": "has"} if len(locations) == 1 else {"is": "are", "has": "have"},
            )
            for template, locations in found.items()
        )
    )


def _beginnings(direction: Direction, newer: str) -> dict[str, str]:
    """Return the texts with which sentences about a direction begin, by their names in the templates."""
    return {
        "newer": newer,
        "lacking": lacking(direction, newer),
        "unknown": lacking(_REVERSED[direction], newer),
        "when": _WHEN[direction].format(newer=newer),
    }


def wordings(rows: Sequence[Row], location: str, newer: str) -> dict[str, Wording]:
    """Return the proposed texts of an entry, by their keys. `rows` has the changes of the entry.

    The `reason` has a text for each direction, which says what the conversion in that direction does. If the
    conversion both edits and refuses messages, the `reason` is about the edits, and a `refusal` explains the
    refused messages. If the conversion in one direction does neither, the text for that direction is empty.
    If the conversions in both directions do neither, the `reason` says that `location` stays the same.
    """
    edits, refusals = (
        {each: _sentences(rows, each, newer, refused=refused) for each in DIRECTIONS}
        for refused in (False, True)
    )
    if not any((*edits.values(), *refusals.values())):
        return {"reason": Wording(printable(KEPT.format(newer=newer, these=f"`{location}`")), "")}
    found = {"reason": Wording(**{each: edits[each] or refusals[each] for each in DIRECTIONS})}
    own = {each: refusals[each] if edits[each] else "" for each in DIRECTIONS}
    return found | ({"refusal": Wording(**own)} if any(own.values()) else {})


def as_toml(texts: Mapping[str, Wording], key: str) -> str:
    """Return the `reason` or `refusal` of an entry as TOML. `texts` has the texts by their keys.

    The result is a string if the text applies to both directions, otherwise a table. A string would apply to
    both. So a `refusal` for one direction is written as a table if messages that are refused in the other
    direction must keep the `reason` of that direction.
    """
    said = {each: text for each in DIRECTIONS if (text := getattr(texts[key], each))}
    others = [getattr(texts["reason"], each) for each in DIRECTIONS if each not in said]
    is_shared = key == "reason" or not any(text.endswith(_REFUSED) for text in others)
    if len(set(said.values())) == 1 and is_shared:
        return quoted(next(iter(said.values())))
    return "{" + ", ".join(f"{direction} = {quoted(text)}" for direction, text in said.items()) + "}"


# Texts that are not true


def misstated(pair: DecidedPair, entries: Sequence[Entry]) -> Iterator[Problem]:
    """Yield a problem for each entry with a proposed sentence that is not true of a reported outcome.

    Also yield a problem for each entry without a text for a direction in which the entry edits messages. A
    problem about sentences names all untrue sentences of the entry, and what to write in their place. A
    sentence is only checked if a proposal could have it: a person may write any other reason.
    """
    newer = pair.alignment.new.revision
    for entry in entries:
        rows: list[Row] = [
            (one.change, {"up": one.up, "down": one.down}) for one in pair.changes if one.id == entry.id
        ]
        stated = {
            each: {verb for _, actions in rows if actions[each] for verb in verbs(actions[each])}
            for each in DIRECTIONS
        }
        if silent := [each for each in DIRECTIONS if _is_silent(entry, rows, each)]:
            said = " and ".join(f"`{each}` is {_either(stated[each])}" for each in silent)
            asked = " and ".join(f"`{each}`" for each in silent)
            message = f"{entry.id}: {said}, but the reason has no text for {asked}; add it to `reason`"
            yield Problem(f"{pair.source}:{entry.line}", message)
            continue
        if not rows or any(_UNTOLD & found for found in stated.values()):
            continue
        if untrue := [*_untrue(entry, rows, newer)]:
            said = " and ".join(f"the {key} says {sentence!r}" for key, _, sentence in untrue)
            wrong = [each for each in DIRECTIONS if any(each in directions for _, directions, _ in untrue)]
            fact = " and ".join(f"`{each}` is {_either(stated[each])}" for each in wrong)
            message = f"{entry.id}: {said}, but {fact}; {_remedy(entry, rows, newer)}"
            yield Problem(f"{pair.source}:{entry.line}", message)


def _is_silent(entry: Entry, rows: Iterable[Row], direction: Direction) -> bool:
    """Return whether an entry edits messages in a direction, but does not state a reason for it."""
    if getattr(entry.reason, direction) or getattr(entry.refusal, direction):
        return False
    return any(
        _UNTOLD & {*verbs(actions[direction])}
        or any(templates(change, actions[direction], direction, refused=refused) for refused in (False, True))
        for change, actions in rows
    )


def _remedy(entry: Entry, rows: Sequence[Row], newer: str) -> str:
    """Return advice about an entry with sentences that are not true. `rows` has its changes.

    If a person follows the advice, every sentence of the entry is true.
    """
    keys = list(dict.fromkeys(key for key, _, _ in _untrue(entry, rows, newer)))
    nothing = Wording("", "")
    if all(len(found) < 2 for found in _told(rows).values()):
        texts = {"reason": nothing, "refusal": nothing, **wordings(rows, rows[0][0].at, newer)}
        for changed in (keys, ["reason", "refusal"]):
            reason, refusal = (
                texts[key] if key in changed else own
                for key, own in (("reason", entry.reason), ("refusal", entry.refusal))
            )
            other = replace(entry, reason=reason, refusal=refusal)
            if reason != nothing and not [*_untrue(other, rows, newer)]:
                written = [f"{key} = {as_toml(texts, key)}" for key in changed if texts[key] != nothing]
                idle = "refusal" in changed and entry.refusal != nothing == texts["refusal"]
                steps = ["write " + ", ".join(written)] if written else []
                return ", and ".join([*steps, *(["remove the key `refusal`"] if idle else [])])
    _, *others = by_outcome(rows)
    own_words = f"write {' and '.join(f'the {key}' for key in keys)} in your own words"
    names = [name_of(change) for group in others for change, _ in group]
    return (
        f"move {listed(names, 'and')} to an entry with its own reason, or {own_words}" if names else own_words
    )


def by_outcome(rows: Iterable[Row]) -> list[list[Row]]:
    """Divide changes into groups, so that each sentence about a group is true of everything in the group."""
    found: list[tuple[list[Row], dict[tuple[Direction, bool], set[str]]]] = []
    for row in rows:
        own = _told([row])
        for group, told in found:
            if all(not own[key] or not told[key] or own[key] == told[key] for key in own):
                group.append(row)
                for key in own:
                    told[key] |= own[key]
                break
        else:
            found.append(([row], own))
    return [group for group, _ in found]


def _told(rows: Sequence[Row]) -> dict[tuple[Direction, bool], set[str]]:
    """Return the templates of the sentences about some changes.

    The templates are sorted by direction, and by whether they are about refused messages.
    """
    return {
        (each, refused): {
            template
            for change, actions in rows
            for template in templates(change, actions[each], each, refused=refused)
        }
        for each in DIRECTIONS
        for refused in (False, True)
    }


def _untrue(entry: Entry, rows: Sequence[Row], newer: str) -> Iterator[tuple[str, Sequence[Direction], str]]:
    """Yield each proposed sentence of an entry that does not say what the actions of the entry do.

    An item has the text with the sentence (`reason` or `refusal`), the directions of this text, and the
    sentence.
    """
    told = _told(rows)
    found: dict[tuple[str, Sequence[Direction], str], None] = {}
    for key, wording in (("reason", entry.reason), ("refusal", entry.refusal)):
        whole: Sequence[Direction] = DIRECTIONS if wording.up == wording.down else ()
        for direction in DIRECTIONS:
            text = getattr(wording, direction)
            outcomes = _reported(key, entry, direction, told)
            if whole and not outcomes and any(_reported(key, entry, each, told) for each in whole):
                continue  # the text is for the other direction only
            for sentence in _proposed_sentences(text, [change for change, _ in rows], newer):
                is_kept = not any(told.values()) and _is_made_from(KEPT, sentence, direction, newer)
                is_true = all(_is_made_from(each, sentence, direction, newer) for each in outcomes)
                if not is_kept and not (outcomes and is_true):
                    found[key, whole or (direction,), sentence] = None
    yield from found


def _reported(
    key: str, entry: Entry, direction: Direction, told: Mapping[tuple[Direction, bool], set[str]]
) -> list[str]:
    """Return the sentences that one text of an entry should consist of in one direction, as templates.

    `key` names the text: `reason` or `refusal`. Peers receive the reason with each reported difference. They
    also receive it with a refused message if the entry has no refusal. `told` has the sentences about what
    the entry does, by direction, and by whether they are about refused messages.
    """
    edits, refusals = told[direction, False], told[direction, True]
    if key == "refusal":
        return [*refusals]
    return [*edits, *(refusals if not getattr(entry.refusal, direction) else ())]


def _either(found: set[str]) -> str:
    return " or ".join(f"`{verb}`" for verb in sorted(found)) or "empty"


def _proposed_sentences(text: str, changes: Iterable[ProtocolChange], newer: str) -> Iterator[str]:
    """Yield each sentence of a text that `mcpgen` could have proposed for one of `changes`."""
    locations = {location for change in changes for location in (change.at, change.at.rpartition(".")[0])}
    for sentence in re.split(r"(?<=\.) (?=[A-Z0-9])", text):
        if any(f"`{location}`" in sentence for location in locations) and any(
            _is_made_from(template, sentence, direction, newer)
            for direction in DIRECTIONS
            for template in _TEMPLATES
        ):
            yield sentence


_NAMING = [each for each in (*_REASONS.values(), *_REASONS_OF.values()) if each != _REASONS["rule"]]
# All sentences that name locations.
_TEMPLATES = [
    KEPT,
    *_NAMING,
    *(_removed_or_replaced(each) for each in _NAMING if each.endswith(_REPLACED)),
]


def _is_made_from(template: str, sentence: str, direction: Direction, newer: str) -> bool:
    """Return whether a sentence begins and ends like a template in one direction."""
    head, _, rest = re.split(r"\{(these|any)\}", template)
    begin = head.format(**_beginnings(direction, newer))
    return sentence.startswith(begin) and sentence.endswith(rest.rpartition("}")[2])
