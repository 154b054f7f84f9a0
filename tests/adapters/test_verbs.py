"""What a decision says is what happens to messages: drawn changes, each verb at each place.

A change is made to a member `x` at a drawn place: of the params, of an object inside, of an item, or of a
variant; its type is stated there or in an alias, alone, in an array or in a map. Each verb is written for the
change. The build takes it, and then messages show it, or the build refuses it.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from protocol_families import Family, families

from mcpgen.adapters.decisions import decide_pair, read_entries, source_of
from mcpgen.compare.changes import find_changes
from mcpgen.compare.validity import is_valid
from mcpgen.ir import Alias, Array, Choice, Field, Map, Protocol, Record, Ref, Scalar, Type, Union
from mcpgen.problems import Refused
from mcpgen.runtime.errors import INTERNAL_ERROR
from support.small_protocols import INTEGER, NULL, STRING, protocol_of

SHORT = Scalar("string", max_length=2)


class Change(NamedTuple):
    """The types of `x` in the older and the newer protocol, the change upward, and a value for `fill`."""

    old: Type | None
    new: Type | None
    rules: tuple[str, ...]
    given: str


CHANGES = [
    Change(STRING, SHORT, ("CONSTRAINT_TIGHTENED",), '"a"'),
    Change(Choice(("a", "b", "c")), Choice(("a", "b")), ("ENUM_VALUE_REMOVED",), '"a"'),
    Change(Union((STRING, NULL)), STRING, ("NULL_REFUSED",), '"a"'),
    Change(Union((STRING, INTEGER)), INTEGER, ("VARIANT_REMOVED",), "7"),
    Change(STRING, INTEGER, ("TYPE_CHANGED",), "7"),
    Change(STRING, None, ("FIELD_REMOVED_OPTIONAL", "FIELD_REMOVED_REQUIRED"), '"a"'),
    Change(None, STRING, ("FIELD_ADDED_OPTIONAL", "FIELD_ADDED_REQUIRED"), '"a"'),
]
VERBS = ("keep", "drop", "refuse", "refuse:-32001", "fill")
# Each place: the definitions around the record that holds `x`, and the params around a value of it.
Place = tuple[Callable[[Record], list[Any]], Callable[[Any], Any]]
PLACES: dict[str, Place] = {
    "params": (lambda holder: [Record("Params", holder.fields)], lambda value: value),
    "an object inside": (
        lambda holder: [Record("Params", (Field("in", Ref("Holder"), True),)), holder],
        lambda value: {"in": value},
    ),
    "an item": (
        lambda holder: [Record("Params", (Field("all", Array(Ref("Holder")), True),)), holder],
        lambda value: {"all": [value]},
    ),
    "a variant": (
        lambda holder: [
            Record("Params", (Field("one", Union((Ref("Holder"), Ref("Other"))), True),)),
            Record("Holder", (Field("kind", Choice(("h",)), True), *holder.fields)),
            Record("Other", (Field("kind", Choice(("o",)), True),)),
        ],
        lambda value: {"one": {"kind": "h", **value}},
    ),
}
HOLDS: dict[str, tuple[Callable[[Type], Type], Callable[[Any], Any]]] = {
    "alone": (lambda type_: type_, lambda value: value),
    "in an array": (Array, lambda value: [value]),
    "in a map": (Map, lambda value: {"k": value}),
}


def protocol(
    revision: str, type_: Type | None, place: str, *, required: bool, alias: bool, hold: str
) -> Protocol:
    """Return a protocol with a member `x` of a type, or without it."""
    more: list[Any] = []
    fields: tuple[Field, ...] = ()
    if type_ is not None:
        if alias:
            more, type_ = [Alias("Level", type_)], Ref("Level")
        fields = (Field("x", HOLDS[hold][0](type_), required),)
    found = protocol_of(*PLACES[place][0](Record("Holder", fields)), *more)
    return Protocol(**{**found.__dict__, "revision": revision})


def entry(covers: list[str], up: str) -> str:
    """Return an entry that covers changes, which are kept or refused downward."""
    members = "id = 'X'\ntitle = 'X'\nreference = 'r'\nreason = 'r'"
    return f"[[change]]\n{members}\ncovers = {covers}\nup = '{up}'\ndown = 'DOWN'\n"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Family]:
    """The package that takes the adapters of one pair after the other."""
    with families(tmp_path_factory.mktemp("verbs")) as found:
        yield found


def built(world: Family, ends: tuple[Protocol, Protocol], covers: list[str], up: str) -> bool:
    """Load the adapters of two protocols with a verb; return False where the build refuses it."""
    for down in ("keep", "refuse", "drop"):
        try:
            text = entry(covers, up).replace("DOWN", down)
            entries = read_entries(text.encode(), source_of("r1", "r2"))
            world.load(ends, [decide_pair(*ends, entries)])
        except Refused:
            continue
        return True
    return False


def check(
    world: Family,
    ends: tuple[Protocol, Protocol],
    change: Change,
    verb: str,
    place: str,
    hold: str,
    value: Any,
) -> str:
    """Hold the meaning of a verb on one message; return what happened."""
    verb, _, stated = verb.partition(":")
    wrap = PLACES[place][1]
    holder = {} if value is None else {"x": HOLDS[hold][1](value[0])}
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": wrap(holder)}
    target = ends[1].definitions["Params"]
    fits = is_valid(ends[1], Ref(target.name), frame["params"])
    is_given = change.old is None and verb == "fill"  # also where the target does not require it
    if fits and not is_given and not (change.new is None and "x" in holder):
        expected: Any = holder
    elif change.new is None and verb == "keep":
        expected = holder
    else:
        given = [{"x": HOLDS[hold][1](_json(change.given))}, {"x": _json(change.given)}]
        expected = {"refuse": None, "drop": {}, "fill": given}[verb]
    found = world.convert(copy.deepcopy(frame), "r1", "r2", sender="client")
    if found is None:
        assert expected is None, (frame, "refused")
        assert world.code(frame, "r1", "r2", sender="client") == int(stated or INTERNAL_ERROR)
        return "refused"
    message, losses = found
    options = expected if isinstance(expected, list) else [expected]
    assert message["params"] in [wrap(each) for each in options], (frame, message)
    if expected == holder:
        assert not losses
        return "kept"
    assert [loss.kind for loss in losses] in (["dropped"], ["invented"], ["reshaped"]), losses
    assert losses[0].pointer.endswith("/x") and losses[0].change == "X"
    return f"{verb}: {losses[0].kind}"


def _json(text: str) -> Any:
    return int(text) if text.isdecimal() else text.strip('"')


def drawn(rng: Random) -> Iterator[tuple[Change, str, str, bool, bool, str]]:
    """Yield every combination of a change, a verb, a place, and the form of `x`, in a drawn order."""
    found = [*product(CHANGES, VERBS, PLACES, (False, True), (False, True), HOLDS)]
    rng.shuffle(found)
    yield from found


def run(world: Family, cases: list[tuple[Change, str, str, bool, bool, str]]) -> Counter[str]:
    """Build each case and hold its verb on messages; return what happened."""
    seen: Counter[str] = Counter()
    for change, verb, place, required, alias, hold in cases:
        forms = {"required": required, "alias": alias, "hold": hold}
        old = protocol("r1", change.old, place, **forms)  # type: ignore[arg-type]
        new = protocol("r2", change.new, place, **forms)  # type: ignore[arg-type]
        ends = old, new
        covers = [f"{each.rule} {each.at}" for each in find_changes(*ends) if each.rule in change.rules]
        others = [
            each
            for each in find_changes(*ends)
            if each.rule not in change.rules and each.to_new == "breaking"
        ]
        if not covers or others:
            seen["other change"] += 1  # the alias came or went as well
            continue
        given = (
            change.given
            if hold == "alone"
            else {"in an array": f"[{change.given}]", "in a map": f'{{"k": {change.given}}}'}[hold]
        )
        if not built(world, ends, list(dict.fromkeys(covers)), f"fill:{given}" if verb == "fill" else verb):
            seen[f"refused build: {verb}"] += 1
            must = verb.startswith("refuse") or (verb == "drop" and not required)
            never = change.new is not None and change.old is None and not required
            assert not must or never, (change, verb, place, forms)
            continue
        values = [(each,) for each in ("a", "abc", "c", 5, None, "b")]
        sent = [
            value for value in values if change.old is not None and is_valid(ends[0], change.old, value[0])
        ]
        for value in [*sent, *([] if required and change.old is not None else [None])]:
            seen[check(world, ends, change, verb, place, hold, value)] += 1
    return seen


def test_a_sample_of_verbs_does_what_it_says(world: Family) -> None:
    """Some combinations of a change, a verb, a place and a form."""
    seen = run(world, [*drawn(Random(1))][:150])
    assert min(seen["refused"], seen["kept"], seen["drop: dropped"], seen["fill: reshaped"]) >= 5, seen


@pytest.mark.long
def test_every_verb_does_what_it_says(world: Family) -> None:
    """All combinations."""
    seen = run(world, [*drawn(Random(2))])
    assert min(seen["refused"], seen["kept"], seen["drop: dropped"], seen["fill: reshaped"]) >= 50, seen


def moved(place: str, verb: str) -> tuple[Protocol, Protocol, str]:
    """Return two protocols in which a member has another name or pointer, and the entry that says so."""
    title = "Params" if place == "params" else "Holder"
    old, new, inner = Field("old", STRING, False), Field("x", STRING, False), list[Any]()
    rows = {f"FIELD_RENAMED {title}.x": ("rename:old", "rename:old")}
    if verb == "move":
        inner, new = [Record("Inner", (new,))], Field("box", Ref("Inner"), False)
        rows = {
            f"FIELD_MOVED {title}.old": ("move:/box/x", "move:/box/x"),
            f"FIELD_ADDED_OPTIONAL {title}.box": ("keep", "drop"),
        }
    ends = [protocol_of(*PLACES[place][0](Record("Holder", (field,))), *inner) for field in (old, new)]
    one, other = (
        Protocol(**{**each.__dict__, "revision": name}) for each, name in zip(ends, ("r1", "r2"), strict=True)
    )
    members = "id = 'X'\ntitle = 'X'\nreference = 'r'\nreason = 'r'"
    up, down = (
        "{" + ", ".join(f"'{name}' = '{actions[side]}'" for name, actions in rows.items()) + "}"
        for side in (0, 1)
    )
    return one, other, f"[[change]]\n{members}\ncovers = {[*rows]}\nup = {up}\ndown = {down}\n"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("verb", ["rename", "move"])
def test_a_member_gets_its_other_name_or_pointer_in_both_directions(
    world: Family, verb: str, place: str
) -> None:
    """`rename` and `move` convert at each place, and lose nothing."""
    one, other, text = moved(place, verb)
    world.load((one, other), [decide_pair(one, other, read_entries(text.encode(), source_of("r1", "r2")))])
    wrap = PLACES[place][1]
    forms = wrap({"old": "v"}), wrap({"x": "v"} if verb == "rename" else {"box": {"x": "v"}})
    for source, target, ends in (("r1", "r2", forms), ("r2", "r1", forms[::-1])):
        frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": copy.deepcopy(ends[0])}
        message, losses = world.convert(frame, source, target, sender="client")
        assert message["params"] == ends[1]
        assert [loss.kind for loss in losses] == ["respelled"]


def with_variants(revision: str, hold: str, required: bool, *variants: Record) -> Protocol:
    """Return a protocol with a list of items that hold a union of these variants in `x`."""
    type_ = HOLDS[hold][0](Union(tuple(Ref(variant.name) for variant in variants)))
    params = Record("Params", (Field("all", Array(Ref("Item")), True),))
    found = protocol_of(params, Record("Item", (Field("x", type_, required),)), *variants)
    return Protocol(**{**found.__dict__, "revision": revision})


def variant(name: str, *fields: Field) -> Record:
    """Return a record that a constant marks."""
    return Record(name, (Field("kind", Choice((name,)), True), *fields))


@pytest.mark.parametrize("hold", HOLDS)
@pytest.mark.parametrize("required", [False, True])
@pytest.mark.parametrize(
    ("field", "verb_of_field", "before", "after"),
    [
        ("removed", "drop", {"kind": "A", "y": "t"}, {"kind": "A"}),
        ("added", 'fill:"t"', {"kind": "A"}, {"kind": "A", "y": "t"}),
    ],
)
def test_a_union_that_loses_a_variant_and_changes_another(
    world: Family, hold: str, required: bool, field: str, verb_of_field: str, before: Any, after: Any
) -> None:
    """Each verb for the lost variant does what it says in the item that has it, and the others convert."""
    bare, full = variant("A"), variant("A", Field("y", STRING, True))
    ends = (bare, full) if field == "added" else (full, bare)
    lost, kept = variant("B"), variant("C")
    old = with_variants("r1", hold, required, ends[0], lost, kept)
    new = with_variants("r2", hold, required, ends[1], kept)
    wrap = HOLDS[hold][1]
    given = wrap({"kind": "C"})
    of_field = f"FIELD_{field.upper()}_REQUIRED A.y"
    for verb in ("keep", "drop", "refuse", f"fill:{json.dumps(given)}"):
        text = entry([of_field], verb_of_field).replace("DOWN", "drop" if field == "added" else "refuse")
        removed = [f"{each.rule} {each.at} B" for each in find_changes(old, new) if each.detail == "B"]
        text += entry(removed, verb).replace("'X'", "'Y'").replace("DOWN", "keep")
        try:
            world.load(
                (old, new), [decide_pair(old, new, read_entries(text.encode(), source_of("r1", "r2")))]
            )
        except Refused:
            assert verb == "keep" or (verb == "drop" and required)
            continue
        items = [wrap(before), wrap({"kind": "B"}), wrap({"kind": "C"})]
        params = {"all": [{"x": item} for item in items]}
        frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        found = world.convert(frame, "r1", "r2", sender="client")
        if verb == "refuse":
            assert found is None
            continue
        first, last = {"x": wrap(after)}, {"x": wrap({"kind": "C"})}
        assert found.message["params"] == {"all": [first, {} if verb == "drop" else {"x": given}, last]}
        of_item = [loss for loss in found.losses if loss.pointer.startswith("/params/all/1")]
        assert [(loss.pointer, loss.value, loss.change) for loss in of_item] == [
            ("/params/all/1/x", items[1], "Y")
        ]
        assert len(found.losses) == 2
        restored = world.convert(frame, "r1", "r2", sender="client", keep=True).message
        assert world.convert(restored, "r2", "r1", sender="client", keep=True).message["params"] == params
