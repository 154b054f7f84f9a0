"""The reasons that users and peers read: each says which revision lacks what, and what was done."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import adapters
from mcp_revisions._runtime.conversion import restore
from mcp_revisions._runtime.conversion.losses import Change
from mcp_revisions._runtime.conversion.rules.envelopes import NAMING

from mcpgen.adapters.decisions import Entry
from mcpgen.adapters.proposals import propose
from mcpgen.schema_folder import decided, protocol, revisions
from support.paths import TESTS

LIMIT = 200
# Terms that have a plain equivalent: the glossary has them all.
BANNED = (
    "asker",
    "border",
    "counterpart",
    "decoration",
    "frame",
    "has no place",
    "is no ",
    "lack",
    "legacy",
    "loss",
    "modern",
    "older form",
    "respelled",
    " alone",
    "verdict",
)
# What a reason says of each outcome, in one of these words.
OUTCOMES = {
    "refused": ("refused",),
    "dropped": ("removed", "rewritten", "changed", "not restored"),
    "weakened": ("joined", "removed"),
}
SAMPLES = [
    json.loads(line) for line in (TESTS / "data" / "conversions.jsonl").read_text("utf-8").splitlines()
]
_REVISION = re.compile(r"\d{4}-\d\d-\d\d")


def complaints(reason: str) -> list[str]:
    """Return what is wrong with the language of a reason."""
    found = [f"says {term!r}" for term in BANNED if term in reason]
    if not reason[:1].isalnum() or not reason.endswith(".") or "  " in reason:
        found.append("is not a sentence")
    if len(reason) > LIMIT:
        found.append(f"has {len(reason)} characters")
    return found


def names_a_side(reason: str) -> bool:
    """Return whether a reason names a revision, an extension, or the tasks of a core."""
    return bool(_REVISION.search(reason)) or "extension" in reason or "ore task" in reason


def entries() -> dict[str, Entry]:
    """Return the named changes of all neighbouring revisions by id."""
    return {
        one.entry.id: one.entry
        for pair in pairwise(revisions())
        for one in decided(*pair).changes
        if one.entry
    }


def generated_changes() -> Iterator[Change]:
    """Yield every change that a generated adapter cites."""
    for module in pkgutil.iter_modules(adapters.__path__, "mcp_revisions.adapters."):
        yield from (each for each in vars(import_module(module.name)).values() if isinstance(each, Change))


def reported(sample: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the outcomes of a sample's conversion, each with the reason that is reported for it."""
    options = {name: sample.get(name) for name in ("answering", "context")}
    ends = sample["source"], sample["target"]
    try:
        converted = mr.convert(sample["before"], *ends, sender=sample["sender"], **options)
    except mr.NoCounterpart as error:
        message = error.reply["error"]["message"] if error.reply else error.reason
        assert message.endswith(error.reason)  # a peer reads the reason too
        return [("refused", error.reason)]
    return [(loss.kind, loss.reason) for loss in converted.losses]


@pytest.mark.parametrize("entry", [*entries().values()], ids=lambda entry: entry.id)
def test_a_reason_of_a_named_change_is_plain(entry: Entry) -> None:
    """The reason is a short sentence, names the revision that it is about, and is not the title again."""
    assert complaints(entry.reason) == []
    assert names_a_side(entry.reason)
    assert not entry.title.endswith(".") and len(entry.title) <= 60


def test_a_generated_reason_is_plain() -> None:
    """So are the reasons of generated adapters, of the revision that a message names, and of `keep`."""
    found = {change.reason for change in generated_changes()}
    assert len(found) > 40
    assert [(reason, wrong) for reason in sorted(found) if (wrong := complaints(reason))] == []
    assert [reason for reason in sorted(found) if not names_a_side(reason)] == []
    naming = [reason.format(target=mr.LATEST) for _, reason in NAMING.values()]
    others = [restore.NOT_KEPT_HERE.reason, restore.NOT_VALID.reason]
    assert [complaints(reason) for reason in [*naming, *others] if complaints(reason)] == []


@pytest.mark.parametrize(("old", "new"), [*pairwise(revisions())])
def test_a_proposed_reason_is_plain(old: str, new: str) -> None:
    """Each sentence that `ingest` proposes names a revision, and says what is done."""
    proposals = propose(protocol(old), protocol(new))
    assert proposals
    for proposal in proposals:
        for sentence in re.split(r"(?<=\.) (?=\d)", proposal.reason):
            assert [wrong for wrong in complaints(sentence) if "characters" not in wrong] == []
            assert names_a_side(sentence)
            assert re.search(r" (is|are) [a-z]+", sentence)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample['change']}-{sample['target']}")
def test_a_reported_reason_says_what_was_done(sample: dict[str, Any]) -> None:
    """A refusal says that it refused, a removal that it removed: for every sample of a conversion."""
    for outcome, reason in reported(sample):
        assert complaints(reason) == []
        assert names_a_side(reason)
        assert any(word in reason for word in OUTCOMES.get(outcome, ("",))), (outcome, reason)
