"""Every rule of the changes between revisions, on samples: what goes in, what comes out, what it costs.

`tests/data/conversions.jsonl` holds one conversion a line: `before` and `after`, or `none` with the code of
the error to send back, and all losses of the frame, in order, as kind and pointer. `by` names the change that
refuses the frame where another one does. The rules come from the specification's changes; no line was made by
running this code.
"""

from __future__ import annotations

import copy
import json
from itertools import pairwise
from typing import Any

import mcp_revisions as mr
import pytest

from support.oracle import oracle
from support.paths import TESTS

SAMPLES = [
    json.loads(line) for line in (TESTS / "data" / "conversions.jsonl").read_text("utf-8").splitlines()
]


def name(sample: dict[str, Any]) -> str:
    """Return the id of a sample for the report."""
    return f"{sample['change']}-{sample['source']}-{sample['target']}"


def converted(sample: dict[str, Any], message: Any) -> mr.Converted:
    """Convert a message as its sample says."""
    return mr.convert(
        message,
        sample["source"],
        sample["target"],
        sender=sample["sender"],
        answering=sample.get("answering"),
        context=sample.get("context"),
    )


@pytest.mark.parametrize("sample", SAMPLES, ids=name)
def test_a_rule_does_what_its_sample_says(sample: dict[str, Any]) -> None:
    """A sample converts to exactly what it says, at exactly the losses it says, and cites its change."""
    before = copy.deepcopy(sample["before"])
    if "none" in sample:
        with pytest.raises(mr.NoCounterpart) as raised:
            converted(sample, before)
        reply = raised.value.reply
        assert (reply and reply["error"]["code"]) == sample["none"]
        assert reply is None or reply["id"] == before["id"]
        assert raised.value.change == sample.get("by", sample["change"])
    else:
        message, losses = converted(sample, before)
        assert message == sample["after"]
        assert [[loss.kind, loss.pointer] for loss in losses] == sample["losses"]
        cited = {loss.change for loss in losses} - {"R-INIT"}  # every `initialize` cites that
        assert not cited or sample["change"] in cited
    assert before == sample["before"]


@pytest.mark.parametrize("sample", [s for s in SAMPLES if "none" not in s], ids=name)
def test_bytes_convert_as_trees_do(sample: dict[str, Any]) -> None:
    """The same frame as bytes gives the same frame, as bytes, at the same losses."""
    tree = converted(sample, sample["before"])
    text = converted(sample, json.dumps(sample["before"]).encode())
    frames = text.message if isinstance(text.message, list) else [text.message]
    assert all(type(frame) is bytes for frame in frames)
    read = [json.loads(frame) for frame in frames]
    assert (read if isinstance(text.message, list) else read[0]) == tree.message
    assert text.losses == tree.losses


@pytest.mark.parametrize(
    "sample", [s for s in SAMPLES if "none" not in s and isinstance(s["before"], dict)], ids=name
)
def test_samples_come_back(sample: dict[str, Any]) -> None:
    """With `keep` a sample converted there and back is the sample."""
    way = {"sender": sample["sender"], "answering": sample.get("answering"), "keep": True}
    there = mr.convert(
        sample["before"], sample["source"], sample["target"], context=sample.get("context"), **way
    )
    back = mr.convert(there.message, sample["target"], sample["source"], **way)
    assert back == (sample["before"], ()) or not there.losses


@pytest.mark.parametrize("sample", SAMPLES, ids=name)
def test_samples_are_valid_on_both_sides(sample: dict[str, Any]) -> None:
    """A sample is valid in its source, and its conversion in its target, by the official schema."""
    sender, answering = sample["sender"], sample.get("answering")
    assert oracle(sample["source"]).frame_fits(sample["before"], sender, _known(sample["source"], answering))
    after = sample.get("after", [])
    for frame in after if isinstance(after, list) else [after]:
        assert oracle(sample["target"]).frame_fits(frame, sender, _known(sample["target"], answering))


def _known(revision: str, answering: str | None) -> str | None:
    return answering if answering in oracle(revision).requests else None


def emptied(tree: Any) -> None:
    """Empty every object and array of a tree."""
    for value in list(tree.values()) if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        emptied(value)
    if isinstance(tree, (dict, list)):
        tree.clear()


@pytest.mark.parametrize("sample", [each for each in SAMPLES if "none" not in each], ids=name)
def test_losses_are_copies(sample: dict[str, Any]) -> None:
    """Neither an edit of the message that came in nor of the message that goes out changes a loss."""
    before = copy.deepcopy(sample["before"])
    message, losses = converted(sample, before)
    as_reported = copy.deepcopy(losses)
    for tree in (message, before):
        emptied(tree)
        assert losses == as_reported


def test_every_change_that_converts_has_a_sample() -> None:
    """Each named change that an adapter cites has a sample, or one in the same line of the table below.

    A revision begins without samples.
    """
    from importlib import import_module

    shown = {loss_change(sample) for sample in SAMPLES}
    cited = {
        change.id
        for older, newer in pairwise(mr.REVISIONS)
        if any(newer in (sample["source"], sample["target"]) for sample in SAMPLES)
        for change in vars(import_module(f"mcp_revisions.adapters.{_module(older, newer)}")).values()
        if type(change).__name__ == "Change"
    }
    beside = {"T2.10": "T2.3", "T3.3": "T3.4", "T3.12": "T3.10", "T4.13": "T4.12", "T4.15": "T4.3"}
    assert {beside.get(id, id) for id in cited} <= shown


def loss_change(sample: dict[str, Any]) -> str:
    """Return the change that a sample shows."""
    return str(sample["change"])


def _module(older: str, newer: str) -> str:
    return f"v{older.replace('-', '_')}_to_v{newer.replace('-', '_')}"
