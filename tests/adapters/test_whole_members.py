"""Verbs that decide everything about a member: a build takes them where every message can be converted.

A member `x` has one type in the older and another in the newer protocol, or only one of them has it. Each
verb is written for the change. The build refuses the verb, or every valid message is converted to a valid
one, or refused because of the decision.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from protocol_families import Family, families

from mcpgen.adapters.decisions import decide_pair, read_entries, source_of
from mcpgen.compare.changes import find_changes
from mcpgen.compare.validity import is_valid
from mcpgen.ir import Anything, Array, Choice, Field, Map, Protocol, Record, Ref, Scalar, Type, Union
from mcpgen.problems import Refused
from mcpgen.runtime.json_values import equal_json
from support.small_pairs import named
from support.small_protocols import INTEGER, NULL, STRING, protocol_of

TYPES: dict[str, Type | None] = {
    "nothing": None,
    "anything": Anything(),
    "text": STRING,
    "integer": INTEGER,
    "flag": Scalar("boolean"),
    "constant": Choice(("a",)),
    "texts": Array(STRING),
    "map": Map(Anything()),
    "object": Ref("Inner"),
    "text or number": Union((STRING, Scalar("number"))),
    "object or null": Union((Ref("Inner"), NULL)),
    "object without q": Ref("Bare"),
}
INNER = Record("Inner", (Field("p", STRING, False), Field("q", STRING, False)))
BARE = Record("Bare", (Field("p", STRING, False), Field("q", INTEGER, False)))
VALUES = (
    *("a", "b", 5, 5.0, 1.5, True, None, [], ["a"], {}),
    *({"p": "a"}, {"q": "a"}, {"p": "a", "q": "b"}, {"q": "a", "r": 1}, {"q": 1}),
)
ACTIONS = (
    *("dropOnly:5", 'dropOnly:"a"', "dropOnly:true", "dropOnly:null", "dropOnly:[]", "dropOnly:1.5"),
    *('dropOnly:{"q":"a"}', 'dropInside:["q"]', 'dropInside:["p","q"]', 'set:"a"', "set:5", "set:{}"),
)


class Case(NamedTuple):
    """The name of the type of `x` in each protocol, whether `x` is required there, and the action upward."""

    old: str
    new: str
    required: tuple[bool, bool]
    action: str


CASES = [
    Case(*each)
    for each in product(TYPES, TYPES, product((False, True), repeat=2), ACTIONS)
    if each[0] != each[1]
]


def protocol(revision: str, type_: str, *, required: bool) -> Protocol:
    """Return a protocol whose params have a member `x` of a type, or none."""
    found = TYPES[type_]
    fields = () if found is None else (Field("x", found, required),)
    return named(protocol_of(Record("Params", fields), INNER, BARE), revision)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Family]:
    """The package that takes the adapters of one pair after the other."""
    with families(tmp_path_factory.mktemp("whole")) as found:
        yield found


def load(world: Family, ends: tuple[Protocol, Protocol], action: str) -> bool:
    """Load the adapters of two protocols with an action; return whether the build takes it."""
    covers = list(dict.fromkeys(f"{each.rule} {each.at}" for each in find_changes(*ends)))
    for down in ("keep", "refuse", "drop", "drop; refuse@Params.x"):
        text = f"[[change]]\nid = 'X'\ntitle = 'X'\nreference = 'r'\nreason = 'r'\ncovers = {covers}\n"
        entries = read_entries(f"{text}up = '{action}'\ndown = '{down}'\n".encode(), source_of("r1", "r2"))
        try:
            world.load(ends, [decide_pair(*ends, entries)])
        except Refused as refused:
            assert not any(": internal" in problem.message for problem in refused.problems)
            continue
        return True
    return False


def expected(params: Any, action: str) -> Any:
    """Return the params after an action, or None if it refuses the message."""
    verb, _, text = action.partition(":")
    stated, found = json.loads(text), copy.deepcopy(params)
    if "x" not in found:
        return found
    if verb == "set":
        return {"x": stated}
    if verb == "dropInside":
        inner = {name: value for name, value in found["x"].items() if name not in stated}
        return {} if inner != found["x"] and not inner else {"x": inner}
    value = found["x"]
    if isinstance(stated, dict):
        value = {name: value[name] for name in stated if name in value}
    return {} if equal_json(value, stated) else None


def run(world: Family, cases: list[Case]) -> Counter[str]:
    """Build each case and convert every valid message; return what happened."""
    seen: Counter[str] = Counter()
    for case in cases:
        old, new, (before, after), action = case
        ends = protocol("r1", old, required=before), protocol("r2", new, required=after)
        verb = action.partition(":")[0]
        if {each.at for each in find_changes(*ends)} != {"Params.x"}:
            seen["no change of x, or others"] += 1
            continue
        if not load(world, ends, action):
            seen[f"{verb} is not taken"] += 1
            continue
        for params in [{}, *({"x": value} for value in VALUES)]:
            if not is_valid(ends[0], Ref("Params"), params):
                continue
            frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": copy.deepcopy(params)}
            found = world.convert(frame, "r1", "r2", sender="client")
            if found is None:
                assert verb == "dropOnly" and expected(params, action) is None, (case, params)
                seen["refused"] += 1
                continue
            after_ = found.message["params"]
            assert is_valid(ends[1], Ref("Params"), after_), (case, params, after_)
            if "x" in params:
                assert after_ == expected(params, action), (case, params, after_)
            seen[f"{verb} {'changes' if after_ != params else 'keeps'}"] += 1
    return seen


def test_a_sample_of_the_verbs_for_whole_members(world: Family) -> None:
    """Some combinations of types, requirements and actions."""
    seen = run(world, Random(1).sample(CASES, 400))
    assert min(seen[each] for each in ("refused", "dropOnly changes", "dropInside changes")) >= 5, seen


@pytest.mark.long
def test_all_verbs_for_whole_members(world: Family) -> None:
    """All combinations."""
    seen = run(world, CASES)
    assert min(seen[each] for each in ("refused", "dropOnly changes", "dropInside changes")) >= 50, seen
