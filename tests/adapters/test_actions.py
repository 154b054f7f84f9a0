"""Actions of decided changes: which of several at one place an adapter takes."""

from __future__ import annotations

from itertools import permutations

import pytest

from mcpgen.adapters.actions import ActionTable, places_of
from mcpgen.adapters.decisions import Decided
from support.pinned_changes import PAIRS, pinned_changes

CHANGE = next(change for change in pinned_changes(*PAIRS[0]) if change.rule == "FIELD_ADDED_OPTIONAL")
PLACE, *_ = places_of(CHANGE)


@pytest.mark.parametrize(
    ("texts", "taken"),
    [
        (("keep", "drop"), "drop"),
        (("keep", "const"), "const"),
        (("keep", f"refuse@{PLACE}"), "refuse"),
        (("drop", f"keep@{PLACE}"), "keep"),
        (("keep", "drop", f"fill:1@{PLACE}"), "fill"),
    ],
)
def test_the_action_that_wins_at_a_place(texts: tuple[str, ...], taken: str) -> None:
    """In any order an action that names the place wins, and `keep` loses to any other."""
    for order in permutations(texts):
        table = ActionTable([Decided(CHANGE, None, text, text) for text in order], "up", "changes.toml")
        action = table.take([PLACE])
        assert action is not None and action.verb == taken
        assert list(table.idle()) == []
