"""Conversion rules stated at each place: the build refuses a rule that cannot convert what is there.

Each rule of the package is stated for a change of a member, a variant, a type, or of error codes. The build
refuses it in the line of its entry, or every valid message is converted to a valid one, or refused.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from protocol_families import Family, families

from mcpgen.adapters.decisions import decide_pair, read_entries, source_of
from mcpgen.adapters.generate import plan
from mcpgen.adapters.own_rules import FILE, load_rules
from mcpgen.compare.changes import find_changes
from mcpgen.compare.sample_values import SampleValues
from mcpgen.compare.validity import is_valid
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    ErrorCode,
    Field,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Union,
)
from mcpgen.problems import Refused
from mcpgen.runtime.conversion.rules import RULES
from mcpgen.runtime.conversion.rules.registry import OfMember, OfValue
from support.small_pairs import named
from support.small_protocols import INTEGER, STRING, protocol_of

TYPES: dict[str, Any] = {
    "nothing": None,
    "anything": Anything(),
    "text": STRING,
    "integer": INTEGER,
    "short": Scalar("string", max_length=2),
    "status": Choice(("completed", "failed", "working")),
    "done": Choice(("completed", "failed")),
    "texts": Array(STRING),
    "few texts": Array(STRING, None, 100),
    "things": Array(Anything()),
    "map": Map(Anything()),
    "texts by name": Map(STRING),
    "block": Ref("Text"),
    "block or blocks": Union((Ref("Text"), Array(Ref("Text")))),
}
TEXT = Record("Text", (Field("type", Choice(("text",)), True), Field("text", STRING, True)))
AUDIO = Record(
    "Audio",
    (Field("type", Choice(("audio",)), True), Field("data", STRING, True), Field("mimeType", STRING, True)),
)
LINK = Record(
    "Link",
    (
        *(Field("type", Choice(("link",)), True), Field("uri", STRING, True), Field("name", STRING, True)),
        *(Field("title", STRING, False), Field("description", STRING, False)),
    ),
)
ODD = Record("Odd", (Field("type", Choice(("odd",)), True), Field("data", INTEGER, False)))
RESOURCE = Record(
    "Resource", (Field("type", Choice(("resource",)), True), Field("resource", Map(Anything()), True))
)
# The members beside the one that changes. They are the same in both protocols.
BESIDE = {
    "nothing": (),
    "content": (Field("content", Array(Ref("Text")), True),),
    "optional content": (Field("content", Array(Ref("Text")), False),),
    "odd content": (Field("content", Array(INTEGER), True),),
    "annotations": (Field("annotations", Map(STRING), False),),
    "odd annotations": (Field("annotations", STRING, False),),
}
MEMBERS = sorted({rule.of.member for rule in RULES.values() if isinstance(rule.of, OfMember)} | {"x"})
VARIANTS = {"Audio": AUDIO, "Link": LINK, "Odd": ODD}


class Case(NamedTuple):
    """A pair of protocols, and a rule for one change between them."""

    old: Protocol
    new: Protocol
    action: str


def member_case(rng: Random) -> Case:
    """Return a case for a member of the params, mostly with the name for which the rule is."""
    rule = rng.choice(sorted(RULES))
    of = RULES[rule].of
    name = of.member if isinstance(of, OfMember) and rng.random() < 0.9 else rng.choice(MEMBERS)
    beside = tuple(field for field in BESIDE[rng.choice(sorted(BESIDE))] if field.name != name)
    ends = []
    for revision in ("r1", "r2"):
        type_ = TYPES[rng.choice(sorted(TYPES))]
        fields = () if type_ is None else (Field(name, type_, rng.random() < 0.5),)
        ends.append(named(protocol_of(Record("Params", (*beside, *fields)), TEXT), revision))
    return Case(*ends, f"{rng.choice(['rule', 'instead'])}:{rule}")


def variant_case(rng: Random) -> Case:
    """Return a case for a variant of a union, in which only the older protocol has it."""
    rule, lost = rng.choice(sorted(RULES)), VARIANTS[rng.choice(sorted(VARIANTS))]
    kept = [each for each in (TEXT, RESOURCE) if rng.random() < 0.7] or [TEXT]

    def end(revision: str, *variants: Record) -> Protocol:
        block = Alias("Block", Union(tuple(Ref(each.name) for each in (*variants, Record("Other", ())))))
        other = Record("Other", (Field("type", Choice(("other",)), True),))
        params = Record("Params", (Field("x", Ref("Block"), True),))
        return named(protocol_of(params, block, *dict.fromkeys((*variants, other))), revision)

    return Case(end("r1", *kept, lost), end("r2", *kept), f"{rng.choice(['rule', 'instead'])}:{rule}")


def type_case(rng: Random) -> Case:
    """Return a case for an object type, of which a member gets another type."""
    values = [name for name, rule in RULES.items() if isinstance(rule.of, OfValue)]
    rule = rng.choice(sorted(RULES) if rng.random() < 0.5 else values)
    ends = []
    for revision in ("r1", "r2"):
        fields = [
            Field(name, TYPES[rng.choice(types)], rng.random() < 0.3)
            for name, types in (("properties", ["map", "anything"]), ("oneOf", ["text", "text", "map"]))
        ]
        holder = Record("Holder", (Field("type", STRING, True), *fields))
        ends.append(
            named(protocol_of(Record("Params", (Field("x", Ref("Holder"), True),)), holder), revision)
        )
    return Case(*ends, f"{rng.choice(['rule', 'instead'])}:{rule}@Holder")


def error_case(rng: Random) -> Case:
    """Return a case for error responses."""
    old = named(protocol_of(errors=(ErrorCode("A", -32020), ErrorCode("B", -32021))), "r1")
    new = named(protocol_of(errors=(ErrorCode("A", -32030), ErrorCode("B", -32021))), "r2")
    return Case(old, new, f"{rng.choice(['rule', 'instead'])}:{rng.choice(sorted(RULES))}@errors")


KINDS = {"member": member_case, "variant": variant_case, "type": type_case, "errors": error_case}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Family]:
    """The package that takes the adapters of one pair after the other."""
    with families(tmp_path_factory.mktemp("rules")) as found:
        yield found


def load(world: Family, case: Case) -> bool:
    """Load the adapters of a case; return False where the build refuses the rule in its line."""
    covers = list(dict.fromkeys(f"{each.rule} {each.at}" for each in find_changes(case.old, case.new)))
    if not covers:
        return False
    first: Refused | None = None
    for down in ("keep", "refuse", "drop", "drop; refuse@Params.x"):
        text = f"[[change]]\nid = 'X'\ntitle = 'X'\nreference = 'r'\nreason = 'r'\ncovers = {covers}\n"
        text += f"up = '{case.action}'\ndown = '{down}'\n"
        entries = read_entries(text.encode(), source_of("r1", "r2"))
        try:
            world.load((case.old, case.new), [decide_pair(case.old, case.new, entries)])
        except Refused as refused:
            first = first or refused
            continue
        return True
    assert first is not None
    assert all(problem.location.startswith("schema/changes/r1--r2.toml") for problem in first.problems)
    return False


def run(world: Family, kind: str, seeds: range) -> Counter[str]:
    """Build each case and convert valid messages; return what happened."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        case = KINDS[kind](Random(seed))
        if not load(world, case):
            seen["refused build"] += 1
            continue
        if kind == "errors":
            frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32020, "message": ""}}
            assert world.convert(frame, "r1", "r2", sender="server", answering="tools/call")
            seen["converted"] += 1
            continue
        for params in SampleValues(case.old).samples(Ref("Params")):
            if not is_valid(case.old, Ref("Params"), params):
                continue
            frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": copy.deepcopy(params)}
            found = world.convert(frame, "r1", "r2", sender="client")
            if found is None:
                seen["refused message"] += 1
                continue
            after = found.message["params"]
            assert is_valid(case.new, Ref("Params"), after), (seed, case.action, params, after)
            seen["converted" if after != params else "kept"] += 1
    return seen


@pytest.mark.parametrize("kind", KINDS)
def test_a_rule_is_refused_or_converts(world: Family, kind: str) -> None:
    """Some rules at some places of each kind."""
    seen = run(world, kind, range(300))
    assert seen["refused build"] >= 100 and seen["converted"] >= 5, seen


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_rules_are_refused_or_convert(world: Family, kind: str) -> None:
    """Thousands of rules at places of each kind."""
    seen = run(world, kind, range(1000, 6000))
    assert seen["refused build"] >= 1000 and seen["converted"] >= 50, seen


def test_every_rule_of_the_package_says_where_it_belongs() -> None:
    """Only the rules of a schema folder may leave it open."""
    assert [name for name, rule in RULES.items() if rule.of is None] == []


OWN = b"""from .registry import OfMember, rule


@rule(of=OfMember("x", ("object", {"x": "string"}, ("x",)), {"x": 0}, mends=True))
def counted(owner, at, log, change):
    owner["x"] = len(owner["x"])
"""


def lines(old: Protocol, new: Protocol, up: str) -> list[str]:
    """Return the problems of an action upward for all changes between two protocols."""
    covers = list(dict.fromkeys(f"{each.rule} {each.at}" for each in find_changes(old, new)))
    text = f"[[change]]\nid = 'X'\ntitle = 'X'\nreference = 'r'\nreason = 'r'\ncovers = {covers}\n"
    entries = read_entries(f"{text}up = '{up}'\ndown = 'refuse'\n".encode(), source_of("r1", "r2"))
    try:
        plan(decide_pair(old, new, entries), load_rules({FILE: OWN}))
    except Refused as refused:
        return [str(problem) for problem in refused.problems if "up" in problem.message]
    return []


def params(revision: str, *fields: Field) -> Protocol:
    """Return a protocol whose params have these members."""
    return named(protocol_of(Record("Params", fields)), revision)


TEXTUAL = Field("structuredContent", STRING, False)
REFUSED = [
    (
        [Field("x", STRING, False)],
        [],
        "rule:structured_content_as_text",
        "Params.x: `rule:structured_content_as_text` is only for a member `structuredContent`",
    ),
    (
        [TEXTUAL],
        [],
        "rule:structured_content_as_text",
        "Params.structuredContent: `rule:structured_content_as_text` cannot convert every value of the"
        " source, such as {}",
    ),
    (
        [],
        [Field("status", STRING, True)],
        "instead:failed_tool",
        "Params.status: `instead:failed_tool` does not set a member that the source does not declare",
    ),
    (
        [Field("status", STRING, False)],
        [Field("status", STRING, True)],
        "instead:failed_tool",
        "Params.status: `instead:failed_tool` does not set the member if it is absent, and the target"
        " requires it",
    ),
    (
        [Field("x", INTEGER, True)],
        [Field("x", STRING, True)],
        "rule:counted",
        'Params.x: `rule:counted` cannot convert every value of the source, such as {"x": 0}',
    ),
    (
        [Field("x", STRING, True)],
        [Field("x", Scalar("boolean"), True)],
        "rule:counted",
        "Params.x: `rule:counted` sets `x` to values that are invalid in the target",
    ),
    (
        [Field("x", STRING, True)],
        [Field("x", INTEGER, True)],
        "rule:split_batch",
        "Params.x: `rule:split_batch` is only for the change of JSON-RPC batches",
    ),
    (
        [Field("x", STRING, True)],
        [Field("x", INTEGER, True)],
        "refuse; rule:failed_tool@errors",
        "errors: `rule:failed_tool` is only for a member `status`",
    ),
    (
        [Field("x", STRING, True)],
        [Field("x", INTEGER, True)],
        "refuse; rule:declaring_tasks@errors",
        "errors: `rule:declaring_tasks` is not for decision files",
    ),
]


@pytest.mark.parametrize(("old", "new", "action", "fact"), REFUSED)
def test_a_rule_in_the_wrong_place_is_refused_at_its_line(
    old: list[Field], new: list[Field], action: str, fact: str
) -> None:
    """The line says what is wrong with the place, and which actions are possible there."""
    (line,) = lines(params("r1", *old), params("r2", *new), action)
    begins = f"schema/changes/r1--r2.toml:1: {fact}; in `up`, "
    assert line.startswith((f"{begins}write ", f"{begins}remove this action")), line


@pytest.mark.parametrize("action", ["refuse", "drop", "fill:1"])
def test_errors_take_only_rules(action: str) -> None:
    """Another action for `errors` is refused, and does not become a call of a rule without a name."""
    ends = params("r1", Field("x", STRING, True)), params("r2", Field("x", INTEGER, True))
    (line,) = lines(*ends, f"refuse; {action}@errors")
    assert f"errors: an adapter cannot do `{action}` here" in line


def test_a_rule_of_the_folder_is_taken_where_it_belongs() -> None:
    """A rule of `schema/rules.py` may state where it belongs."""
    assert (
        lines(params("r1", Field("x", STRING, True)), params("r2", Field("x", INTEGER, True)), "rule:counted")
        == []
    )
