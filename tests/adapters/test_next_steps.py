"""Each line with which a build refuses a decision names the next step, whatever is wrong with it."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from refused_decisions import problems

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import decide_pair, read_entries
from mcpgen.ir import Alias, Array, Choice, Field, Record, Ref
from mcpgen.problems import Problem, Refused
from support.small_pairs import named
from support.small_protocols import decision, protocol_of

# An instruction after the fact: what to write, add, remove or correct, or the verbs and keys to choose from.
STEP = re.compile(
    r"(?:^|; |: |in `(?:up|down)`, )"
    r"(?:(?:write|add|remove|merge|correct|name|say) \S|must begin with a verb: |the keys here are )"
)
LOCATED = re.compile(r"schema/changes/r1--r2\.toml(?::\d+)?")
# Parts of messages of each stage: of a file, of an entry, of an action, and of the planner.
STAGES = {
    "file": "the key ",
    "entry": "has no action for",
    "cover": "names no change",
    "undecided": "undecided: ",
    "verb": "must begin with a verb",
    "argument": "write a JSON value",
    "location": "neither revision has a location",
    "untaken": "an adapter cannot do",
    "planner": "is not a value of the target",
}


def check(seeds: range) -> Counter[str]:
    """Assert that each problem has a location and a next step. Return how often each stage refused."""
    seen: Counter[str] = Counter()
    for problem in (problem for seed in seeds for problem in problems(seed)):
        assert_helpful(problem)
        seen.update(stage for stage, words in STAGES.items() if words in problem.message)
    return seen


def assert_helpful(problem: Problem) -> None:
    """Assert that a problem has a location, one line, and a next step."""
    assert LOCATED.fullmatch(problem.location), problem
    assert "\n" not in str(problem), problem
    assert STEP.search(problem.message), problem


def test_each_refusal_names_a_next_step() -> None:
    """Decisions of a few pairs, damaged at random."""
    seen = check(range(60))
    assert min(seen[stage] for stage in STAGES if stage != "planner") >= 3, seen


@pytest.mark.long
def test_each_refusal_of_many_names_a_next_step() -> None:
    """The same for thousands of damaged decisions."""
    seen = check(range(100, 600))
    assert min(seen[stage] for stage in STAGES) >= 3, seen


@pytest.mark.parametrize("message", ["`drop` is wrong", "up: the target has no equivalent of Tool", "rename"])
def test_a_message_without_a_step_is_found(message: str) -> None:
    """A message that only states a fact does not pass."""
    with pytest.raises(AssertionError):
        assert_helpful(Problem("schema/changes/r1--r2.toml:1", message))


def test_one_fact_about_several_members_is_one_line() -> None:
    """The line names each member, and so does the action that it suggests."""
    members = [Field(name, Ref("Level"), True) for name in ("x", "y", "z")]
    params = Record("Params", (*members, Field("more", Array(Ref("Level")), False)))
    old, new = (
        named(protocol_of(params, Alias("Level", Choice(values))), revision)
        for revision, values in (("old", ("a", "b", "c")), ("new", ("a", "b")))
    )
    entries = read_entries(decision("X", "ENUM_VALUE_REMOVED Level", "fill:5", "keep").encode(), "f")
    with pytest.raises(Refused) as refused:
        generate.plan(decide_pair(old, new, entries, source="f"))
    one, other = [problem.message for problem in refused.value.problems]
    assert one.startswith("Params.more: `fill:5` is not a value of the target; in `up`, write ")
    assert other == (
        "Params.x, Params.y and Params.z: `fill:5` is not a value of the target; in `up`, "
        'write fill:"a" or refuse@Params.x,Params.y,Params.z for them'
    )
