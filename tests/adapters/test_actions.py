"""Actions of decided changes: which of several at one node an adapter takes."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from mcpgen.adapters.actions import ActionTable, keys_of, names_of
from mcpgen.adapters.decisions import Decided
from mcpgen.compare.alignment import align
from mcpgen.runtime.conversion.rules import RULES
from mcpgen.schema_folder import protocol
from support.pinned_changes import PAIRS, pinned_changes

CHANGE = next(change for change in pinned_changes(*PAIRS[0]) if change.rule == "FIELD_ADDED_OPTIONAL")
NAMES = names_of(align(*map(protocol, PAIRS[0])))


@pytest.mark.parametrize(
    ("texts", "taken"),
    [
        (("keep", "drop"), "drop"),
        (("keep", "const"), "const"),
        (("keep", f"refuse@{CHANGE.at}"), "refuse"),
        (("drop", f"keep@{CHANGE.at}"), "keep"),
        (("keep", "drop", f"fill:1@{CHANGE.at}"), "fill"),
    ],
)
def test_the_action_that_wins_at_a_node(texts: tuple[str, ...], taken: str) -> None:
    """In any order an action that names the place wins, and `keep` loses to any other."""
    (key,) = keys_of(CHANGE)
    for order in permutations(texts):
        decided = [Decided(CHANGE, None, text, text) for text in order]
        table = ActionTable(decided, "up", "changes.toml", NAMES, RULES)
        action = table.find(key)
        assert action is not None and action.verb == taken
        assert not table.problems


PERHAPS = "FIELD_PERHAPS_RENAMED"


def test_every_place_of_a_change_is_a_name() -> None:
    """A decision can name the node of each change of values by the place that `diff` prints."""
    for pair in PAIRS:
        names = names_of(align(*map(protocol, pair)))
        for change in pinned_changes(*pair):
            if (
                change.location is not None
                and change.member is not None
                and not change.rule.startswith("KNOWN")
            ):
                # A possible rename is a question about two changes; the added member has the name.
                place = replace(change.location, was=None) if change.rule == PERHAPS else change.location
                assert place in names[change.at.split(" ")[0]], change
