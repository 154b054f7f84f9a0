"""JSON with sorted members, as a signature needs them: for each order of the members, in linear time."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import msgspec
import pytest
from mcp_revisions._runtime.conversion.restore import sorted_json

SCALARS = (1, 1.5, 1e-7, 1e16, -0.0, True, None, "é\u2028", "", 10**30)


def tree(rng: Random, depth: int) -> Any:
    """Return a tree whose objects have up to 200 members in any order."""
    kind = rng.randrange(4) if depth else 3
    if kind == 0:
        return [tree(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind < 3:
        count = rng.choice([0, 1, 3, 200])
        names = [f"{rng.choice('aé~')}{rng.randrange(1000)}" for _ in range(count)]
        return {name: tree(rng, depth - 1 if count < 5 else 0) for name in names}
    return rng.choice(SCALARS)


def shuffled(rng: Random, value: Any) -> Any:
    """Return a tree with the members of its objects in another order."""
    if isinstance(value, dict):
        return {name: shuffled(rng, value[name]) for name in rng.sample(sorted(value), len(value))}
    return [shuffled(rng, item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seed", range(60))
def test_members_are_sorted(seed: int) -> None:
    """The text is that of msgspec with sorted members, for any order of the members; no tree is changed."""
    rng = Random(seed)
    value = tree(rng, 4)
    before = copy.deepcopy(value)
    text = msgspec.json.encode(value, order="sorted")
    assert sorted_json(value) == sorted_json(shuffled(rng, value)) == text
    assert sorted_json([{"a": [value, shuffled(rng, value)]}]) == b'[{"a":[%b,%b]}]' % (text, text)
    assert json.dumps(value) == json.dumps(before)
