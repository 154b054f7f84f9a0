"""Messages with several faults, to compare which fault two decoders report.

A message gets two to five faults, often at members by which variants of a union are distinguished, and a
random order of members. Everything depends only on a seeded `Random`.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

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
    """Return a value with the members of its objects in a random order."""
    if isinstance(tree, list):
        return [_shuffled(one, random) for one in tree]
    if not isinstance(tree, dict):
        return tree
    members = list(tree.items())
    random.shuffle(members)
    return {name: _shuffled(value, random) for name, value in members}
