"""A message with several faults has one pointer: TypeScript names the fault that Python names.

Messages of every revision get two to five faults, their members get a random order, and both packages decode
and convert them. Which fault is reported is part of the interface: a client shows the pointer to a person.
"""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest
from test_typescript import disagreements

from support.agreement import FRAMES, HOSTILE, Frame
from support.frame_mutations import ODD, places_in

# JavaScript spells `1.0` as `1`, also in a text that a rule writes.
VALUES = [one for one in (*ODD, *HOSTILE) if not (isinstance(one, float) and one.is_integer())]
# The members that tell variants of a union apart: faults there decide which variant is meant.
TAGS = ("method", "type", "resultType", "mode", "role", "action", "status", "kind")


def faulty(random: Random, revision: str) -> Frame:
    """Return a message of a revision with several faults, and its members in a random order."""
    tree, sender, answering = random.choice(FRAMES[revision])
    tree = copy.deepcopy(tree)
    for _ in range(random.randint(2, 5)):
        places = places_in(tree)
        if not places:
            break
        tags = [(owner, key) for owner, key in places if key in TAGS]
        owner, key = random.choice(tags if tags and random.random() < 0.4 else places)
        action = random.randrange(5)
        if action == 0:
            del owner[key]
        elif action == 1:
            owner[key] = [owner[key]]
        elif action == 2 and isinstance(owner, dict):
            owner[random.choice([*TAGS, "message", "content", "uri"])] = copy.deepcopy(random.choice(VALUES))
        else:
            owner[key] = copy.deepcopy(random.choice(VALUES))
    return Frame(revision, _shuffled(tree, random), sender, answering)


def _shuffled(tree: Any, random: Random) -> Any:
    """Return a value whose objects have their members in a random order."""
    if isinstance(tree, list):
        return [_shuffled(one, random) for one in tree]
    if not isinstance(tree, dict):
        return tree
    members = list(tree.items())
    random.shuffle(members)
    return {name: _shuffled(value, random) for name, value in members}


@pytest.mark.parametrize("seed", range(4))
def test_several_faults_have_one_pointer(seed: int) -> None:
    """Every verdict, pointer, code and outcome is equal, whichever faults a message has and in any order."""
    random = Random(seed)
    made = [faulty(random, random.choice(mr.REVISIONS)) for _ in range(600)]
    assert disagreements([(frame, json.dumps(frame.tree), None) for frame in made]) == []


@pytest.mark.parametrize("members", [["mode", "message"], ["message", "mode"]])
def test_the_first_fault_of_an_untagged_variant_is_named(members: list[str]) -> None:
    """Forms and pages to visit share `mode`, which a form may lack: the first faulty member counts."""
    params = {"requestedSchema": {"type": "object", "properties": {}}}
    params |= {name: {"mode": ["url"], "message": None}[name] for name in members}
    tree = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params}
    frame = Frame("2025-11-25", tree, "server", None)
    assert disagreements([(frame, json.dumps(tree), None)]) == []
