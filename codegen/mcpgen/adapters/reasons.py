"""The sentences of proposed reasons: one for each kind of change and each verb.

An entry of `schema/changes/A--B.toml` gives the reason for what its actions do, and peers receive that text.
If somebody changes an action and leaves the proposed sentence, the text would say something else than what
happens. `misstated` finds such texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from mcpgen.adapters.decisions import Decided, DecidedPair, Entry, lacking, listed
from mcpgen.adapters.plan import DIRECTIONS, Direction
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.problems import Problem, printable

# The sentences of a reason. They name only the newer of the two revisions (`decisions.lacking`). `{these}`
# lists the locations with `and`, `{any}` with `or`. `{when}` begins a sentence about the target.
KEPT = "The conversion between {newer} and earlier revisions does not edit {these}, so nothing was changed."
_REASONS = {
    "rename": "{newer} and earlier revisions have different names for {these}, so this was renamed.",
    "move": "{newer} and earlier revisions have {these} in different locations, so this was moved.",
    "refuse": "{lacking} no {any}, so this message was refused.",
    "drop": "{lacking} no {any}, so this was removed.",
    "fill": "{when}, {these} {is} required, so a missing value was filled in.",
    "const": "{when}, {these} {has} another constant, so the constant was replaced.",
    "rule": "{lacking} no JSON-RPC batches, so this batch was split into single messages.",
}
# Sentences for some kinds of change, by the first word of the change rule and by verb.
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
    ("ENUM", "fill"): "{lacking} no {any}, so this was replaced.",
    ("VARIANT", "fill"): "{lacking} no {any}, so this was replaced.",
    ("FIELD", "refuse"): "{when}, {these} {is} required, so this message was refused.",
}
# The beginning of a sentence about the target revision, by direction.
_WHEN: Mapping[Direction, str] = {"up": "Since {newer}", "down": "Before {newer}"}
# What `detail` of a change names, by the first word of the change rule.
_PARTS = {"ENUM": "value", "VARIANT": "variant"}
# Verbs that a sentence about another verb describes too.
_LIKE = {"dropOnly": "drop", "dropInside": "drop", "set": "fill"}
_UNTOLD = {"rule", "instead"}  # what a conversion rule does is not known here


def verbs(actions: str) -> list[str]:
    """Return the verbs of actions: `drop; refuse:-32000@Tool.name` has `drop` and `refuse`."""
    return [re.split("[:@]", action.strip())[0] for action in actions.split(";")]


def sentences(
    decided: Iterable[tuple[ProtocolChange, str]], direction: Direction, newer: str, *, refused: bool
) -> str:
    """Return the sentences for one direction: about reported differences, or about refused messages.

    `decided` has changes with their actions. The argument `refused` selects which of the two is returned.
    """
    found: dict[str, dict[str, None]] = {}
    for change, actions in decided:
        kind = change.rule.partition("_")[0]
        part = f"{_PARTS[kind]} `{change.detail}` of " if kind in _PARTS and change.detail else ""
        for verb in verbs(actions):
            sentence = _REASONS_OF.get((kind, verb), _REASONS.get(verb))
            if sentence is not None and (verb == "refuse") is refused:
                found.setdefault(sentence, {})[f"{part}`{change.at}`"] = None
    return printable(
        " ".join(
            sentence.format(
                newer=newer,
                lacking=lacking(direction, newer),
                when=_WHEN[direction].format(newer=newer),
                these=listed([*locations], "and"),
                any=listed([*locations], "or"),
                **{"is": "is", "has": "has"} if len(locations) == 1 else {"is": "are", "has": "have"},
            )
            for sentence, locations in found.items()
        )
    )


def misstated(pair: DecidedPair, entries: Sequence[Entry]) -> Iterator[Problem]:
    """Yield a problem for each text of an entry that says what another action than that of the entry does."""
    newer = pair.alignment.new.revision
    for entry in entries:
        decided = [one for one in pair.changes if one.id == entry.id]
        stated = {
            each: {_LIKE.get(verb, verb) for _, actions in getattr(entry, each) for verb in verbs(actions)}
            for each in DIRECTIONS
        }
        if any(_UNTOLD & found for found in stated.values()):
            continue
        for key, wording in (("reason", entry.reason), ("refusal", entry.refusal)):
            texts = [(wording.up, DIRECTIONS)]
            if wording.up != wording.down:
                texts = [(getattr(wording, each), (each,)) for each in DIRECTIONS]
            for text, directions in texts:
                said = {each: _told_by(key, stated[each]) for each in directions}
                for sentence in _of_other_actions(text, said, [one.change for one in decided], newer):
                    fact = " and ".join(f"`{each}` is {_either(stated[each])}" for each in directions)
                    now = " ".join(_true_sentences(decided, directions, newer, is_refusal=key == "refusal"))
                    remedy = f"write {now!r}" if now else f"correct the {key}"
                    message = f"{entry.id}: the {key} says {sentence!r}, but {fact}; {remedy}"
                    yield Problem(f"{pair.source}:{entry.line}", message)


def _told_by(key: str, stated: set[str]) -> set[str]:
    """Return the verbs that the `reason` or the `refusal` of an entry tells about.

    `stated` has the verbs of the entry in one direction. The `reason` tells about refused messages only if
    the entry does nothing else.
    """
    edits = stated - {"keep", "refuse"}
    return (stated - {"refuse"} if edits else stated) if key == "reason" else stated & {"refuse"}


def _true_sentences(
    decided: Sequence[Decided], directions: Sequence[Direction], newer: str, *, is_refusal: bool
) -> dict[str, None]:
    """Return the sentences that a proposal would write for the actions of an entry, without duplicates."""
    found: dict[str, None] = {}
    for direction in directions:
        rows = [(one.change, str(getattr(one, direction))) for one in decided]
        edited, refused = (sentences(rows, direction, newer, refused=each) for each in (False, True))
        found |= dict.fromkeys(filter(None, [refused if is_refusal else edited or refused]))
    if not found and all({*verbs(getattr(one, each))} == {"keep"} for one in decided for each in directions):
        return {KEPT.format(newer=newer, these=f"`{one.change.at}`"): None for one in decided[:1]}
    return found


def _either(found: set[str]) -> str:
    return " or ".join(f"`{verb}`" for verb in sorted(found))


def _of_other_actions(
    text: str, stated: Mapping[Direction, set[str]], changes: Iterable[ProtocolChange], newer: str
) -> Iterator[str]:
    """Yield each sentence that a proposal writes for `changes`, but for none of the verbs in `stated`."""
    locations = {location for change in changes for location in (change.at, change.at.rpartition(".")[0])}
    for sentence in re.split(r"(?<=\.) (?=[A-Z0-9])", text):
        if not any(f"`{location}`" in sentence for location in locations):
            continue
        told = [
            (verb, direction)
            for direction in DIRECTIONS
            for verb, template in _TEMPLATES
            if _is_made_from(template, sentence, direction, newer)
        ]
        is_true = any(
            {verb} == stated.get(direction) if verb == "keep" else verb in stated.get(direction, ())
            for verb, direction in told
        )
        if told and not is_true:
            yield sentence


# The verb and the template of each sentence that names locations.
_TEMPLATES = [
    ("keep", KEPT),
    *((verb, template) for verb, template in _REASONS.items() if verb != "rule"),
    *((verb, template) for (_, verb), template in _REASONS_OF.items()),
]


def _is_made_from(template: str, sentence: str, direction: Direction, newer: str) -> bool:
    """Return whether a sentence begins and ends like a template in one direction."""
    head, _, rest = re.split(r"\{(these|any)\}", template)
    begin = head.format(
        newer=newer, lacking=lacking(direction, newer), when=_WHEN[direction].format(newer=newer)
    )
    return sentence.startswith(begin) and sentence.endswith(rest.rpartition("}")[2])
