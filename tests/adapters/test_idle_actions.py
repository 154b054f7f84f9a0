"""An action without effect, or one that undoes another entry, is refused with a next step that works."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from changed_pairs import PAIRS, Entry, accepted, ends, holding, rows

from mcpgen.adapters import generate
from mcpgen.adapters.actions import names_of
from mcpgen.adapters.decisions import decide_pair, read_entries, source_of
from mcpgen.adapters.plan import PairPlan
from mcpgen.adapters.proposals import propose
from mcpgen.compare.alignment import align
from mcpgen.compare.validity import is_valid
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.ir import Alias, Array, Field, Map, Protocol, Record, Ref
from mcpgen.problems import Refused
from support.small_pairs import converting, named
from support.small_protocols import INTEGER, STRING, decision

X = "Params.x"
LOCATIONS = (
    *("Params.x", "Params.one", "Params.many", "Params.may", "Block.Video", "tools/call", "Inner.x"),
    *("Params.hints", "Hints.safe", "Hints.why"),
)
ACTIONS = (
    *(
        "keep",
        "drop",
        "refuse",
        "refuse:-32000",
        "const",
        "fill:1",
        'fill:"a"',
        "fill:[]",
        "set:3",
        'set:"a"',
    ),
    *("dropOnly:1", 'dropInside:["a"]', "rename:x", "rename:nonsense", "rename:maximum", "move:/a/b"),
    *("move:/inner/x", "move:/inner/y", 'fill:{"kind":"text","text":""}', 'dropInside:["cost"]'),
    *('set:{"note":"n"}', 'set:{"note":"n","why":"w"}'),
)
VALUES = (
    "1",
    '"a"',
    "[]",
    '{"kind":"text","text":""}',
    '[{"kind":"text","text":""}]',
    '{"note":"n","why":"w"}',
)
STEPS = re.compile(
    r"(?:^| or |, )`?((?:keep|drop|dropOnly|dropInside|refuse|const|fill|set|rename|move|rule)\b[^` ]*)`?"
)


@cache
def locations(name: str) -> tuple[str, ...]:
    """Return locations that a decision of a pair may name."""
    known = names_of(align(*ends(name)))
    return tuple(place for place in LOCATIONS if place in known)


def planned(name: str, entries: Sequence[Entry]) -> PairPlan:
    """Return the plan of a pair with these entries."""
    text = "\n\n".join(entry_text("change", **entry) for entry in entries)
    return generate.plan(decide_pair(*ends(name), read_entries(text.encode(), source_of("old", "new"))))


class Case(NamedTuple):
    """Entries in which one action is replaced: that of a row of `up` or `down` of one entry."""

    entries: list[Entry]
    at: int
    direction: str
    row: str
    said: str

    def __str__(self) -> str:
        """Return which action was replaced by which."""
        other = rows(self.entries[self.at], self.direction)[self.row]
        return f"{self.entries[self.at]['id']} {self.direction} {self.row}: {self.said} → {other}"


def with_action(entries: Sequence[Entry], at: int, tables: dict[str, dict[str, str]]) -> list[Entry]:
    """Return entries with other tables of actions in one of them."""
    return [*entries[:at], {**entries[at], **tables}, *entries[at + 1 :]]


def replacements(name: str) -> Iterator[Case]:
    """Yield each action of a pair replaced by another one, or with an exception for a location."""
    entries = accepted(name)
    for at, entry in enumerate(entries):
        for direction in ("up", "down"):
            table = rows(entry, direction)
            for row, said in table.items():
                located = [f"{said}; {action}@{place}" for action, place in product(ACTIONS, locations(name))]
                for other in (*ACTIONS, *located):
                    if other != said:
                        changed = with_action(entries, at, {direction: {**table, row: other}})
                        yield Case(changed, at, direction, row, said)


def is_same(said: Iterable[str], other: str) -> bool:
    """Return whether the last one of some actions states again what the entry says anyway."""
    again = other.rpartition(";")[2].strip()
    stated = [part.strip() for action in said for part in action.split(";")]
    if again.startswith(("rename:", "move:")):
        return again in stated
    return again.partition("@")[0] in [part.partition("@")[0] for part in stated]


def check(name: str, case: Case) -> str:
    """Assert that another action changes the plan, or is refused with a next step that leads to a build."""
    try:
        found = planned(name, case.entries)
    except Refused as refused:
        messages = [problem.message for problem in refused.problems]
        assert all(re.search(r"schema/changes/old--new\.toml", str(problem)) for problem in refused.problems)
        assert leads_to_a_build(name, case, messages), (str(case), messages)
        return "refused"
    other = rows(case.entries[case.at], case.direction)[case.row]
    stated = [case.said, *rows(accepted(name)[case.at], case.direction).values()]
    assert found != planned(name, accepted(name)) or is_same(stated, other), (str(case), "has no effect")
    return "changed"


def leads_to_a_build(name: str, case: Case, messages: Sequence[str], depth: int = 4) -> bool:
    """Return whether the entries build after one of the stated steps, or after the steps that follow it."""
    table = rows(case.entries[case.at], case.direction)
    for other in followed(table, case.row, messages):
        changed = case._replace(entries=with_action(case.entries, case.at, {case.direction: other}))
        try:
            planned(name, changed.entries)
        except Refused as refused:
            more = [problem.message for problem in refused.problems]
            if depth > 1 and leads_to_a_build(name, changed, more, depth - 1):
                return True
        else:
            return True
    return False


def followed(table: dict[str, str], row: str, messages: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the table of actions after each step that messages state for one of its rows."""
    parts = [part.strip() for part in table.get(row, "").split(";")]
    for message in messages:
        if other := re.search(r"((?:rename|move):\S+) is only in one direction; write it in both", message):
            yield {**table, row: other[1]}
        if "write the same in both" in message:
            yield from (
                {**table, row: other} for other in re.findall(r"says ((?:rename|move):[^\s,;]+)", message)
            )
        if other := re.search(r"'(\*|[^']+)' has no effect, because other rows name every change", message):
            yield {name: action for name, action in table.items() if name != other[1]}
        for name, action in re.findall(r'"([^"]+ [^=]+?)" = "([^"]+)"', message):
            yield {name: action, **{other: said for other, said in table.items() if other != name}}
        if other := re.search(
            r"`(keep@\S+)` has no effect on|'((?:rename|move):\S+@\S+)': `|`(\S+@\S+)` contradicts", message
        ):
            yield {**table, row: "; ".join(part for part in parts if part not in other.groups())}
        if "" in steps_of(message):
            yield from (
                {**table, row: "; ".join(one for one in parts if one != part)}
                for part in parts
                if part.partition("@")[0] in message
            )
        if "write only one of them" in message:
            yield from ({**table, row: "; ".join(parts[:n] + parts[n + 1 :])} for n in range(len(parts)))
        fact, _, step = message.rpartition("write ")
        for verb in dict.fromkeys((*STEPS.findall(step), *filter(None, steps_of(message)))):
            for value in ("1", '"a"', "[]", '{"kind":"text","text":""}', '[{"kind":"text","text":""}]'):
                filled = verb.replace("JSON", value)
                yield {**table, row: filled}
                for part in parts:
                    if part.partition("@")[0] in fact or part in fact:
                        bare = part.partition("@")[1:] if "@" not in filled else ("", "")
                        yield {
                            **table,
                            row: "; ".join([filled + "".join(bare) if one == part else one for one in parts]),
                        }


def steps_of(message: str) -> Iterator[str]:
    """Yield each action that a message says to write instead of another one, or '' to remove that one.

    Left out are steps that change more than one action, or that need a name.
    """
    step = re.split(r"; |, (?=write|remove)", message)[-1]
    if step.startswith("remove ") or step == "correct or remove it":
        yield ""
    elif step.startswith("write ") and "only one of them" not in step and "it in both" not in step:
        for verb in (
            step.removeprefix("write ").removesuffix(" for it").removesuffix(" for them").split(" or ")
        ):
            if not re.search(r"NAME|the name of|JSON.*,", verb):  # or a value that fits several members
                yield verb.strip("`")


def builds_with(name: str, case: Case, message: str, step: str) -> bool:
    """Return whether the entries build after one step, or another action is then refused.

    The step replaces one of the actions that the message is about.
    """
    table = rows(case.entries[case.at], case.direction)
    parts = [part.strip() for part in table[case.row].split(";")]
    fact = message.rpartition("write ")[0] or message
    about = [part for part in parts if part.partition("@")[0] in fact] or (parts if len(parts) == 1 else [])
    if not about:  # the message is about another entry
        return True
    for part, value in product(about, VALUES if "JSON" in step else ("",)):
        written = step.replace("JSON", value)
        row = "; ".join(one for each in parts if (one := written if each == part else each))
        try:
            planned(name, with_action(case.entries, case.at, {case.direction: {**table, case.row: row}}))
        except Refused as refused:
            said = {problem.message for problem in refused.problems}
            verb = re.escape(written.partition("@")[0])
            again = [each for each in said if re.search(rf"`{verb}[`@]|^{case.direction}: states ", each)]
            # An exception may be needed for a member that the target requires.
            if written and all("`drop` removes a required member" in each for each in again):
                return True
        else:
            return True
    return False


def check_steps(name: str, case: Case) -> int:
    """Assert that each step in the line of a refusal leads to a build. Return the number of steps."""
    try:
        planned(name, case.entries)
    except Refused as refused:
        messages = [problem.message for problem in refused.problems]
    else:
        return 0
    of_other = re.compile(r"no message has a value that changes")  # another action now decides all of it
    steps = [*steps_of(messages[0])] if len(messages) == 1 and not of_other.search(messages[0]) else []
    for step in steps:
        assert builds_with(name, case, messages[0], step), (str(case), messages[0], step)
    return len(steps)


@pytest.mark.parametrize("name", ["member moved in", "member moved out"])
@pytest.mark.parametrize("action", ["drop", "set:3", "dropOnly:1", "fill:3", "keep"])
def test_no_action_undoes_the_move_of_another_entry(name: str, action: str) -> None:
    """An action for the new location of a member keeps the value that moves there, or is refused."""
    direction, source = ("up", "old") if name == "member moved in" else ("down", "new")
    moving = rows(accepted(name)[0], direction)
    entries = with_action(accepted(name), 0, {direction: {**moving, "*": action}})
    text = "\n\n".join(entry_text("change", **entry) for entry in entries)
    if action in ("drop", "set:3", "dropOnly:1"):
        with pytest.raises(
            Refused, match=f"Inner.x: `{action}` would undo the move of Params.x to this member"
        ):
            planned(name, entries)
        return
    with converting(*ends(name), text) as to:
        frame = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"x": 1, "inner": {"stays": ""}},
        }
        target = "new" if source == "old" else "old"
        message, losses = to.package.convert(frame, source, target, sender="client")
        assert message["params"] == {"inner": {"stays": "", "x": 1}}
        assert [(loss.kind, loss.change) for loss in losses] == [("respelled", "X.1")]


@pytest.mark.parametrize("before", [None, INTEGER])
@pytest.mark.parametrize("params", [{}, {"x": 3}, {"x": "t"}])
def test_set_gives_a_member_in_every_case(before: Any, params: dict[str, Any]) -> None:
    """An optional member is set, whether the message has it or not."""
    old = named(holding([] if before is None else [Field("x", before, False)]), "old")
    new = named(holding([Field("x", STRING, False)]), "new")
    rule = "FIELD_ADDED_OPTIONAL" if before is None else "TYPE_CHANGED"
    text = decision("X", f"{rule} Params.x", "SET", "drop").replace('"SET"', "'set:\"S\"'")
    with converting(old, new, text) as to:
        frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        message, losses = to.package.convert(frame, "old", "new", sender="client")
        assert message["params"] == {"x": "S"}
        assert [loss.kind for loss in losses] == ["reshaped" if params else "invented"]


MADE = (  # actions for a new object, and whether they decide about a member that moves into it
    *(
        ("keep", False),
        ("refuse", False),
        ('fill:{"must":"a"}', False),
        ('fill:{"site":"a","must":"a"}', False),
    ),
    *(("drop", True), ('set:{"must":"a"}', True), ('set:{"site":"a","must":"a"}', True)),
    *(('dropOnly:{"must":"a"}', True), ('dropInside:["must"]', True), ('dropInside:["site"]', True)),
)


def into_new_object(direction: str, *, needed: bool, must: bool) -> tuple[Protocol, Protocol]:
    """Return two protocols in which `site` moves into an object that one of them lacks."""
    site = Field("site", STRING, False)
    links = Record("Links", (site, Field("must", STRING, must)))
    plain, holder = holding([site]), holding([Field("links", Ref("Links"), needed)], links)
    old, new = (plain, holder) if direction == "up" else (holder, plain)
    return named(old, "old"), named(new, "new")


def moving_into(direction: str, pointer: str, name: str, action: str) -> str:
    """Return the entry of the move of `site`, and an entry with an action for the member of the object."""
    texts = {"title": "T", "reference": "R", "reason": "R"}
    up, down = ("move:" + pointer,) * 2
    made = {"up": "drop", "down": "drop", direction: action}
    entries = [
        {"id": "M", **texts, "covers": ["FIELD_MOVED Params.site"], "up": up, "down": down},
        {"id": "O", **texts, "covers": [name], **made},
    ]
    return "\n\n".join(entry_text("change", **entry) for entry in entries)


@pytest.mark.parametrize("direction", ["up", "down"])
@pytest.mark.parametrize(("action", "whole"), MADE)
@pytest.mark.parametrize("needed", [True, False])
@pytest.mark.parametrize("must", [True, False])
def test_an_action_for_an_object_into_which_a_member_moves(
    action: str, whole: bool, needed: bool, must: bool, direction: str
) -> None:
    """The moved value is kept in a valid object. Otherwise the action is refused, with a step that builds."""
    old, new = into_new_object(direction, needed=needed, must=must)
    source, target, side = ("old", "new", new) if direction == "up" else ("new", "old", old)
    text = moving_into(direction, "/links/site", "Params.links", action)
    said = f"`{re.escape(action)}` decides about the whole object into which" if whole else ""
    if must and not action.startswith("fill") and not (needed and action == "refuse"):
        said = f"a move makes 'links' without 'must'; in `{direction}`, write fill:JSON@Params.links"
    elif action.startswith('fill:{"site"'):
        said = re.escape(f'moves to; in `{direction}`, write fill:{{"must": "a"}}@Params.links for it')
    elif action == ("keep" if needed else "refuse"):
        said = f"an adapter cannot do `{action}` here"
    if said:
        with pytest.raises(Refused, match=said) as refused, converting(old, new, text):
            pass
        assert len(refused.value.problems) == 1
        return
    with converting(old, new, text) as to:
        for params in ({}, {"site": "s"}, {"links": 3}, {"site": "s", "links": {"must": "b"}}):
            frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            try:
                message, _ = to.package.convert(frame, source, target, sender="client")
            except to.package.NoCounterpart:
                assert action == "refuse"
            else:
                assert is_valid(side, Ref("Params"), message["params"]), message
                assert message["params"].get("links", {}).get("site") == params.get("site")


@pytest.mark.parametrize("direction", ["up", "down"])
def test_the_proposal_for_an_object_into_which_a_member_moves(direction: str) -> None:
    """It gives the object what the move does not, so it must be accepted by its id."""
    old, new = into_new_object(direction, needed=False, must=True)
    text = moving_into(direction, "/links/site", "Params.links", "keep").split("\n\n")[0]
    (made,) = propose(old, new, read_entries(text.encode(), source_of("old", "new")))
    (action,) = (made.up if direction == "up" else made.down).values()
    assert action == 'fill:{"must": ""}' and made.why_by_name


@pytest.mark.parametrize("direction", ["up", "down"])
@pytest.mark.parametrize("holder", ["new", "old"])
def test_a_move_that_makes_a_nested_object_without_a_required_member(direction: str, holder: str) -> None:
    """The value of the outer object must have the inner one.

    If both revisions have the outer object, the move is refused.
    """
    site = Field("site", STRING, False)
    inner = Record("Inner", (site, Field("must", STRING, True)))
    outer = Field("outer", Ref("Outer"), False)
    full = holding([outer], Record("Outer", (Field("inner", Ref("Inner"), False),)), inner)
    bare = holding([site], inner) if holder == "new" else holding([site, outer], Record("Outer", ()), inner)
    old, new = (bare, full) if direction == "up" else (full, bare)
    old, new = named(old, "old"), named(new, "new")
    source, target, side = ("old", "new", new) if direction == "up" else ("new", "old", old)
    name = "Params.outer" if holder == "new" else "Outer.inner"
    fact = "a move makes 'outer.inner' without 'must'"
    step = "write fill:JSON@Params.outer" if holder == "new" else "state the removal and the addition"
    for action in ("keep", "fill:{}"):
        text = moving_into(direction, "/outer/inner/site", name, action)
        with pytest.raises(Refused, match=rf"\.toml:\d+: .*{fact}; .*{step}"), converting(old, new, text):
            pass
    if holder == "old":
        return
    text = moving_into(direction, "/outer/inner/site", name, 'fill:{"inner":{"must":"m"}}')
    with converting(old, new, text) as to:
        for params in ({}, {"site": "s"}, {"site": "s", "outer": {}}, {"site": "s", "outer": {"inner": 3}}):
            frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            message, _ = to.package.convert(frame, source, target, sender="client")
            assert is_valid(side, Ref("Params"), message["params"]), message
            kept = params.get("site") if params.get("outer") != {} else None
            assert message["params"]["outer"]["inner"].get("site") == kept


@pytest.mark.parametrize("name", PAIRS)
def test_an_action_that_is_stated_twice_is_refused(name: str) -> None:
    """One row has one action for the change, and one for each location."""
    for at, entry in enumerate(accepted(name)):
        for direction, (row, said) in (
            (way, each) for way in ("up", "down") for each in rows(entry, way).items()
        ):
            for other in (f"{said}; {said}", f"{said}; drop; keep", f"{said}; keep@{X}; keep@{X}"):
                changed = with_action(accepted(name), at, {direction: {**rows(entry, direction), row: other}})
                with pytest.raises(Refused, match=rf"{direction}: states `.*` and `.*write only one of them"):
                    planned(name, changed)


@pytest.mark.parametrize("name", ["member required", "member narrowed", "variant removed"])
@pytest.mark.parametrize("place", ["Params.x", "tools/call"])
def test_an_exception_to_nothing_is_refused(name: str, place: str) -> None:
    """`keep` for a location needs an action that would apply there, in the same row."""
    place = place if place in locations(name) else "Params.many"
    for other in (f"keep@{place}", f"keep; keep@{place}", f"keep@{place}; drop@Params"):
        with pytest.raises(Refused) as refused:
            planned(name, with_action(accepted(name), 0, {"up": {"*": other}}))
        messages = [problem.message for problem in refused.value.problems]
        facts = f"`keep@{place}` has no effect without another action", "an adapter cannot do `keep` here"
        assert any(fact in message for fact in facts for message in messages), messages


@pytest.mark.parametrize("name", ["member added", "member removed"])
def test_a_member_that_the_target_lacks_is_not_set(name: str) -> None:
    """No action writes a member of one revision into a message of the other."""
    direction = "down" if name == "member added" else "up"
    for action in ("set:3", 'set:"a"', "fill:3", "const"):
        with pytest.raises(Refused, match="write `?drop"):
            planned(name, with_action(accepted(name), 0, {direction: {"*": action}}))


@pytest.mark.parametrize("name", ["variant added", "variant removed"])
@pytest.mark.parametrize("usual", ["refuse", "refuse:-32000"])
def test_a_member_may_do_something_else_with_a_variant_that_others_refuse(name: str, usual: str) -> None:
    """An exception for one member drops or replaces the value there, and the other members refuse it."""
    direction, source = ("down", "new") if name == "variant added" else ("up", "old")
    stated = f"{usual}; drop@Params.may; fill:[]@Params.many"
    entries = with_action(accepted(name), 0, {direction: {"*": stated}})
    text, target = entry_text("change", **entries[0]), "old" if source == "new" else "new"
    video, sound = {"kind": "video", "video": ""}, {"kind": "sound", "sound": ""}
    with converting(*ends(name), text) as to:

        def converted(**params: Any) -> Any:
            frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            return to.package.convert(frame, source, target, sender="client")

        message, losses = converted(one=sound, many=[sound, video], may=video)
        assert message["params"] == {"one": sound, "many": []}
        assert {(loss.kind, loss.pointer) for loss in losses} == {
            ("reshaped", "/params/many"),
            ("dropped", "/params/may"),
        }
        with pytest.raises(to.package.NoCounterpart) as refused:
            converted(one=video, many=[])
        assert refused.value.reply["error"]["code"] == (-32000 if usual.endswith("0") else -32603)


@pytest.mark.parametrize("other", ["keep", "drop", "refuse", "refuse:-32000", "fill:5", "set:5", "const"])
@pytest.mark.parametrize("name", ["member renamed", "member moved in", "method renamed"])
def test_a_rename_or_move_is_stated_in_both_directions(name: str, other: str) -> None:
    """Whatever else one direction states is refused, in one line that restores the decision."""
    for direction in ("up", "down"):
        table = rows(accepted(name)[0], direction)
        changed = {row: other if said.startswith(("rename", "move")) else said for row, said in table.items()}
        with pytest.raises(Refused, match=r"(rename|move):\S+ is only in one direction; write it in both"):
            planned(name, with_action(accepted(name), 0, {direction: changed}))


def test_a_rename_of_a_member_that_keeps_its_name_is_refused() -> None:
    """It states nothing, in whichever direction it is written, and whatever name it says."""
    for direction, action in product(("up", "down"), ("rename:x", "rename:nonsense", "move:/a/b/c")):
        entries = with_action(accepted("member required"), 0, {direction: {"*": action}})
        with pytest.raises(Refused) as refused:
            planned("member required", entries)
        (problem,) = refused.value.problems
        fact = "is only for something that has another name or path in the other revision"
        assert f"{direction}: FIELD_BECAME_REQUIRED Params.x: `{action}` {fact}; write `" in problem.message


def sampled(name: str, count: int) -> list[Case]:
    """Return some replacements of a pair."""
    found = [*replacements(name)]
    return Random(name).sample(found, min(count, len(found)))


@pytest.mark.parametrize("name", PAIRS)
def test_a_sample_of_actions_has_an_effect_or_a_next_step(name: str) -> None:
    """Some actions of each pair, replaced or with an exception."""
    assert "refused" in {check(name, case) for case in sampled(name, 25)}


@pytest.mark.parametrize("name", PAIRS)
def test_each_step_of_a_sample_of_refusals_builds(name: str) -> None:
    """A message names only actions that the build accepts there."""
    assert sum(check_steps(name, case) for case in sampled(name, 60)) >= 10


@pytest.mark.long
@pytest.mark.parametrize("name", PAIRS)
def test_each_step_of_each_refusal_builds(name: str) -> None:
    """The same for all actions of each pair."""
    assert sum(check_steps(name, case) for case in replacements(name)) > 20


@pytest.mark.long
@pytest.mark.parametrize("name", PAIRS)
def test_every_action_has_an_effect_or_a_next_step(name: str) -> None:
    """All actions of each pair."""
    assert {check(name, case) for case in replacements(name)} == {"refused", "changed"}


# Each use of an object out of which a member moves: members of the params, further members of the object,
# definitions, and the params of a message that keeps the member there, or {} if no message does.
INNER_OF = Field("inner", Ref("Inner"), False)
USES: dict[str, tuple[Sequence[Field], Sequence[Field], Sequence[Any], dict[str, Any]]] = {
    "only there": ([INNER_OF], [], [], {}),
    "an alias": (
        [Field("inner", Ref("Boxed"), False)],
        [],
        [Alias("Boxed", Ref("Inner"))],
        {},
    ),
    "an unused type": ([INNER_OF], [], [Record("Unused", (INNER_OF,))], {}),
    "another member": ([INNER_OF, Field("other", Ref("Inner"), False)], [], [], {"other": {"x": 1}}),
    "items": ([INNER_OF, Field("all", Array(Ref("Inner")), False)], [], [], {"all": [{"x": 1}]}),
    "values": ([INNER_OF, Field("map", Map(Ref("Inner")), False)], [], [], {"map": {"k": {"x": 1}}}),
    "undeclared members": (
        [INNER_OF, Field("free", Ref("Free"), False)],
        [],
        [Record("Free", (), open=Ref("Inner"))],
        {},
    ),
    "itself": ([INNER_OF], [INNER_OF], [], {"inner": {"inner": {"x": 1}}}),
}


def moving_out(use: str, direction: str) -> tuple[Protocol, Protocol, str]:
    """Return two protocols in which `x` moves out of `Inner` in a direction, and the name of that change."""
    fields, inside, more, _ = USES[use]
    stays = (Field("stays", STRING, False), *inside)
    full = holding(fields, Record("Inner", (*stays, Field("x", INTEGER, False))), *more)
    bare = holding([*fields, Field("x", INTEGER, False)], Record("Inner", stays), *more)
    old, new = (full, bare) if direction == "up" else (bare, full)
    end = "REMOVED" if direction == "up" else "ADDED"
    return named(old, "old"), named(new, "new"), f"FIELD_{end}_OPTIONAL Inner.x"


def moving_text(name: str, direction: str, action: str) -> str:
    """Return the entry of the move, and an entry with an action for the member that moves out."""
    texts = {"reference": "r", "reason": "r"}
    move = dict.fromkeys(("up", "down"), "move:/inner/x")
    tables = {"up": "keep", "down": "keep", direction: action}
    entries = [
        {"id": "X.1", "title": "m", **texts, "covers": ["FIELD_MOVED Params.x"], **move},
        {"id": "X.2", "title": "d", **texts, "covers": [name], **tables},
    ]
    return "\n\n".join(entry_text("change", **entry) for entry in entries)


@pytest.mark.parametrize("direction", ["up", "down"])
@pytest.mark.parametrize("use", USES)
def test_an_action_for_a_member_that_always_moves_out_is_refused(use: str, direction: str) -> None:
    """The move comes first. If some messages keep the member in the object, the action applies to these."""
    old, new, name = moving_out(use, direction)
    source, target = ("old", "new") if direction == "up" else ("new", "old")
    kept = USES[use][3]
    for action in ("keep", "drop", "refuse", "set:3", "fill:3", "dropOnly:1"):
        text = moving_text(name, direction, action)
        try:
            decided = decide_pair(old, new, read_entries(text.encode(), source_of("old", "new")))
            generate.plan(decided)
        except Refused as refused:
            (problem,) = refused.problems
            line = text.splitlines().index("[[change]]", 1) + 1
            assert problem.location == f"schema/changes/old--new.toml:{line}", (action, problem)
            if not kept:
                assert problem.message == (
                    f"{direction}: {name}: an adapter cannot do `{action}` here; write `keep`"
                )
            assert action in ("set:3", "fill:3") if kept else action != "keep", (action, problem)
            continue
        assert action in ("keep", "drop", "refuse", "dropOnly:1") if kept else action == "keep"
        with converting(old, new, text) as to:
            frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"inner": {"x": 1}}}
            message, losses = to.package.convert(frame, source, target, sender="client")
            assert message["params"] == {"x": 1} and [loss.change for loss in losses] == ["X.1"]
            if kept:
                frame["params"] = kept
                if action == "refuse":
                    with pytest.raises(to.package.NoCounterpart):
                        to.package.convert(frame, source, target, sender="client")
                else:
                    losses = to.package.convert(frame, source, target, sender="client").losses
                    assert [loss.change for loss in losses] == ([] if action == "keep" else ["X.2"])


@pytest.mark.parametrize("direction", ["up", "down"])
@pytest.mark.parametrize("use", USES)
def test_the_proposal_of_a_move_has_the_member_that_always_moves(use: str, direction: str) -> None:
    """One entry decides both ends of a move. If the member also stays, another entry says what happens."""
    old, new, name = moving_out(use, direction)
    moved, *others = [each for each in propose(old, new) if {"FIELD_MOVED Params.x", name} & {*each.covers}]
    done = {
        (way, table[name])
        for each in (moved, *others)
        for way, table in (("up", each.up), ("down", each.down))
        if name in table
    }
    if USES[use][3]:
        assert name not in moved.covers and (direction, "drop") in done
    else:
        assert moved.covers == ["FIELD_MOVED Params.x", name] and not others
        assert done == {("up", "keep"), ("down", "keep")}


@pytest.mark.parametrize("name", ["member added", "member removed"])
def test_a_removal_that_no_text_of_the_entry_tells_of_has_a_reason(name: str) -> None:
    """`keep` removes an undeclared value that does not fit, in the direction for which no text is needed."""
    direction, source, target = ("up", "old", "new") if name == "member added" else ("down", "new", "old")
    (entry,) = accepted(name)
    assert entry[direction] == "keep"
    other = "down" if direction == "up" else "up"
    with converting(*ends(name), entry_text("change", **{**entry, "reason": {other: "r"}})) as to:
        frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"x": 5}}
        message, (loss,) = to.package.convert(frame, source, target, sender="client")
        assert message["params"] == {} and (loss.kind, loss.pointer) == ("dropped", "/params/x")
        assert (loss.change, loss.reason) == ("X.1", "new changed `Params.x`, so this was removed.")
