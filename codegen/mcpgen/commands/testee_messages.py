"""Make more test messages for testees: messages of revisions with extensions, and mutated messages.

A testee is a program that runs another implementation for a test (docs/testees.md). The input is the corpus.
The output is entries like those of the corpus, with the results that `mcp_revisions` gives. Mutations are
seeded, so that two runs ask the same questions.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

from mcpgen.commands.export.corpus import FACTS, MessageChecker
from mcpgen.commands.export.recordings import RecordedMessage

JsonObject: TypeAlias = dict[str, Any]

SEED = 1
# Values that an implementation may confuse with others because of their type or size, or because they are
# empty.
VALUES: tuple[Any, ...] = (None, True, 0, -1, 1.5, 2**53 + 1, "", "x", [], {}, [None], {"x": 1})


def entries_with_extensions(
    checker: MessageChecker, corpus: Sequence[JsonObject], compositions: Iterable[str]
) -> Iterator[JsonObject]:
    """Yield corpus entries that also test the `compositions`, which are revisions with extensions.

    First, each message of the corpus is validated against each composition, and converted to it. Then the
    converted message is validated as a message of the composition, and converted to every revision. For a
    message of the revision that the composition extends, the second step uses the original message.
    """
    for name in compositions:
        base = name.partition("+")[0]
        for entry in corpus:
            recorded = _recorded(entry)
            found = checker.conversion(recorded, name)
            yield _entry(recorded, {name: checker.validation(recorded, name)}, {name: found})
            message = entry["frame"] if entry["revision"] == base else found.get("message")
            if isinstance(message, dict):
                made = _recorded({**entry, "revision": name, "frame": message, "context": None})
                verdicts = {name: checker.validation(made, name)}
                others = {other: checker.conversion(made, other) for other in checker.revisions}
                yield _entry(made, verdicts, others)


def mutated_entries(
    checker: MessageChecker, corpus: Sequence[JsonObject], count: int
) -> Iterator[JsonObject]:
    """Yield corpus entries for `count` mutated messages, some of them of revisions with extensions.

    Batches are not mutated.
    """
    rng = Random(SEED)
    frames = [entry for entry in corpus if isinstance(entry["frame"], dict)]
    for _ in range(count):
        entry = rng.choice(frames)
        frame = copy.deepcopy(entry["frame"])
        for _ in range(rng.randint(1, 2)):
            mutate(frame, rng)
        recorded = _recorded({**entry, "frame": frame})
        others = [revision for revision in checker.revisions if revision != recorded.revision]
        verdicts = {each: checker.validation(recorded, each) for each in (*others, recorded.revision)}
        yield _entry(recorded, verdicts, {other: checker.conversion(recorded, other) for other in others})


def mutate(frame: JsonObject, rng: Random) -> None:
    """Change one value of a message in place: remove it, replace it, or add another one beside it."""
    owners: list[Any] = [one for one in _containers(frame) if one]
    owner = rng.choice(owners)
    key = rng.choice([*owner]) if isinstance(owner, dict) else rng.randrange(len(owner))
    if owner is frame and key == "method":  # the method identifies the message in the failure list
        return
    match rng.randrange(3):
        case 0:
            del owner[key]
        case 1:
            owner[key] = copy.deepcopy(rng.choice(VALUES))
        case _ if isinstance(owner, dict):
            owner["further"] = copy.deepcopy(rng.choice(VALUES))
        case _:
            owner.append(copy.deepcopy(rng.choice(VALUES)))


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _containers(inner)


def _recorded(entry: JsonObject) -> RecordedMessage:
    facts = {name: entry[name] for name in ("origin", "revision", "sender", "answering")}
    return RecordedMessage(**facts, value=entry["frame"], context=entry["context"])


def _entry(recorded: RecordedMessage, verdicts: JsonObject, conversions: JsonObject) -> JsonObject:
    facts = {name: getattr(recorded, name) for name in FACTS if name != "shape"}
    return {**facts, "frame": recorded.value, "verdicts": verdicts, "conversions": conversions}
