"""What an edit leaves alone: a value that fits its shape passes the edit without an event, and unchanged.

Flat edits: a value that fits their shape is edited by them as by the function, with the same events. The
decoders that the runtime makes of the shapes accept no text that an edit would change. Values come from the
shapes themselves, from recorded frames, and from mutations of both.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from itertools import permutations
from pkgutil import iter_modules
from random import Random
from typing import Any

import mcp_revisions as mr
import msgspec
import pytest
from mcp_revisions import adapters
from mcp_revisions._runtime.conversion.chain import plan_of
from mcp_revisions._runtime.conversion.convert import Converter
from mcp_revisions._runtime.conversion.flat_edits import Flat, RequestMeta, members_of
from mcp_revisions._runtime.conversion.log import ConversionLog
from mcp_revisions._runtime.conversion.plan import MethodPlan, PartEdits, Step
from mcp_revisions._runtime.conversion.value_checks import NEVER, both, decoder_of, fits, parts
from mcp_revisions._runtime.revisions import facts_of

from support.frame_mutations import ODD, mutated
from support.traffic import RECORDED, REVISIONS, messages
from support.unread import unread

# Every module with shapes and flat edits: those of neighbours, and of revisions with an extension.
TABLES = sorted(
    found.name for found in iter_modules(adapters.__path__) if found.name.startswith("fast_path_")
)
WITH_SESSIONS_AND_WITHOUT = "fast_path_v2025_11_25_to_v2026_07_28"

reserved = tuple(facts_of(REVISIONS[-1]).request_meta.values())


def shapes(table: str, name: str = "UNCHANGED_SHAPES") -> dict[Any, Any]:
    """Return the shapes, or the flat edits, of a module, by function."""
    return dict(getattr(import_module(f"mcp_revisions.adapters.{table}"), name))


def value_of(shape: Any, rng: Random) -> Any:
    """Return a value that fits a shape, with members that the shape does not name."""
    if shape is None:
        return rng.choice(ODD)
    if type(shape) is str:
        words = {"string": "", "integer": 2.0, "number": 0.5, "boolean": True, "null": None}
        return words[shape]
    kind, *arguments = shape
    if kind == "choice":
        return rng.choice(arguments)
    if kind == "union":
        return value_of(rng.choice(arguments), rng)
    if kind == "array":
        empty = arguments and arguments[0] == NEVER
        return [] if empty else [value_of(arguments[0], rng) for _ in range(rng.randrange(3))]
    if kind == "map":
        inner = arguments[0] if arguments else None
        return {} if inner == NEVER else {name: value_of(inner, rng) for name in "ab"[: rng.randrange(3)]}
    assert kind == "object", shape
    members, required, rest = parts(shape)
    named = {
        name: value_of(inner, rng)
        for name, inner in members.items()
        if inner != NEVER and (name in required or rng.random() < 0.5)
    }
    return named if rest == NEVER else {**dict.fromkeys(["x", "zz"], rng.choice(ODD)), **named}


@cache
def recorded() -> tuple[Any, ...]:
    """Return every object and array in recorded frames, a thousand of them."""

    def below(value: Any) -> Iterator[Any]:
        if isinstance(value, (dict, list)):
            yield value
            for inner in value.values() if isinstance(value, dict) else value:
                yield from below(inner)

    found = [value for revision in REVISIONS for m in messages(revision) for value in below(m.frame)]
    return tuple(Random(3).sample(found, 1000))


@pytest.mark.parametrize("module", TABLES)
def test_what_fits_a_shape_passes_its_function(module: str) -> None:
    """Every value that fits a printed shape leaves the function without an event, and as it came."""
    rng, donors = Random(7), list(recorded())
    table = shapes(module)
    assert len(table) > 5 or "_io_" in module
    for function, shape in table.items():
        decode = decoder_of(shape)
        made = [value_of(shape, rng) for _ in range(40)]
        assert all(fits(value, shape) for value in made), (function, shape)
        values = [
            *made,
            *(mutated(value, rng, donors) for value in made for _ in range(3)),
            *rng.sample(donors, 60),
        ]
        for value in values:
            text = json.dumps(value).encode()
            try:
                decode(text)
            except msgspec.DecodeError:
                pass
            else:
                assert fits(value, shape), (function, value)
            if fits(value, shape):
                log = ConversionLog()
                log.answering = "tools/call"
                edited = json.loads(text)
                returned = function(edited, None, log)
                assert not log, (function, value, log)
                assert returned is None or returned is edited
                assert json.dumps(edited).encode() == text


def edited_flat(flat: Flat, text: bytes) -> Any:
    """Return a value edited by flat edits and the losses; None where it is for the function."""
    edits = PartEdits(MethodPlan("params", (Step(print, flat=flat),), None, True))
    members = members_of(text)
    try:
        log = edits.apply(members, plan_of("2025-11-25", "2026-07-28", "client").least_context)
    except ValueError:
        return None
    return None if log is None else (json.loads(msgspec.json.encode(members)), log.losses())


@pytest.mark.parametrize("module", TABLES)
def test_flat_edits_equal_their_function(module: str) -> None:
    """Each value is edited by the flat edits of a function as by the function, or left to the function."""
    rng, donors = Random(8), list(recorded())
    edited = 0
    for function, flat in shapes(module, "FLAT").items():
        names = [edit.member for edit in flat.edits if not isinstance(edit, RequestMeta)]
        for _ in range(120):
            value = value_of(flat.others, rng)
            for name in names:
                if rng.random() < 0.5 and flat.others[1].get(name) is None:
                    value[name] = rng.choice(ODD)
            if rng.random() < 0.5 and flat.others[1].get("_meta") is None:
                value["_meta"] = {name: 1 for name in ("progressToken", *reserved) if rng.random() < 0.4}
            if rng.random() < 0.3:
                value = mutated(value, rng, donors)
            if not isinstance(value, dict):
                continue
            text = json.dumps(value).encode()
            found = edited_flat(flat, text)
            if found is not None:
                log = ConversionLog()
                log.context = plan_of("2025-11-25", "2026-07-28", "client").least_context
                function(value, (None, "params"), log)
                assert (value, log.losses()) == found, (function, text)
                edited += bool(log)
    assert edited > 400 or module != WITH_SESSIONS_AND_WITHOUT


def plans(source: str, target: str) -> Iterator[tuple[str, MethodPlan, Any]]:
    """Yield the method, the plan, and the shape of the frames that pass, of each kind of call and result."""
    for sender in ("client", "server"):
        plan = plan_of(source, target, sender)
        for method, found in (*plan.requests.items(), *plan.results.items()):
            yield method, found, found.unchanged_shape


@pytest.mark.parametrize(("source", "target"), [*permutations(REVISIONS, 2)])
def test_frames_that_fit_pass_every_edit_of_a_chain(source: str, target: str) -> None:
    """Every frame that fits the joined shapes of a chain leaves its edits without an event, as it came."""
    rng, donors = Random(13), list(recorded())
    context = plan_of(source, target, "client").least_context
    passed = 0
    for answering, plan, shape in plans(source, target):
        if plan.unchanged:  # no edit runs
            continue
        made = [value_of(shape, rng) for _ in range(10 if shape != NEVER else 0)]
        for frame in (*made, *(mutated(frame, rng, donors) for frame in made for _ in range(3))):
            if fits(frame, shape):
                text = json.dumps(frame)
                log = ConversionLog()
                log.answering, log.context = answering, context
                plan.apply(frame, log)
                assert not log, (answering, text, log)
                assert json.dumps(frame) == text
                passed += 1
    assert passed > 50


@pytest.mark.parametrize(("source", "target"), [*permutations(REVISIONS, 2)])
def test_joined_flat_edits_equal_the_functions_of_a_chain(source: str, target: str) -> None:
    """The flat edits of a chain edit params, or a result, as its functions do, with the same losses."""
    rng, donors = Random(17), list(recorded())
    context = plan_of(source, target, "client").least_context
    for answering, plan, _ in plans(source, target):
        if not plan.flat.edits:
            continue
        edits, edited = PartEdits(plan), 0
        for _ in range(60):
            part = value_of(plan.flat.others, rng)
            if rng.random() < 0.3:
                part = mutated(part, rng, donors)
            text = json.dumps(part).encode()
            try:
                members = members_of(text)
                log = edits.apply(members, context)
            except ValueError:
                continue
            if log is not None:
                frame, expected = {plan.part: json.loads(text)}, ConversionLog()
                expected.answering, expected.context = answering, context
                plan.apply(frame, expected)
                before, after = json.loads(text), json.loads(msgspec.json.encode(members))
                log.frames = {plan.part: before}, {plan.part: after}
                expected.frames = {plan.part: before}, frame
                if frame.get(plan.part) or members:  # emptied params go with their frame
                    assert frame[plan.part] == after, (answering, text)
                assert log.losses() == expected.losses(), (answering, text)
                edited += 1
        assert edited > 10, (answering, plan)


WITH_TASKS: Any = mr.compose("2026-07-28", "io.modelcontextprotocol/tasks")


@pytest.mark.parametrize(("source", "target"), [*permutations([*RECORDED, WITH_TASKS], 2)])
def test_no_edit_names_a_revision_twice(source: Any, target: Any) -> None:
    """A request that gets the context of its session is named by that edit, and by no further one."""
    calls = plan_of(source, target, "client").requests
    named = {name for name, plan in calls.items() if any(isinstance(s.edit, partial) for s in plan.steps)}
    assert named == {"initialize"} & calls.keys() - {name for name, plan in calls.items() if plan.removed}


# Texts that common readers read differently, or not at all.
SPELLINGS = ("1e400", "-1e400", "9" * 5000, '{"x":1,"x":2}', r'"\ud800"', r'{"\udc00":1}', "[1.50, 1e2]")


def with_spelling(frame: Any, rng: Random) -> str:
    """Return a frame as text, with an unusual spelling in a random place."""
    frame = json.loads(json.dumps(frame))
    node: Any = frame
    while True:
        key: Any = rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
        if not node[key] or not isinstance(node[key], (dict, list)) or rng.random() < 0.2:
            break
        node = node[key]
    node[key] = "@@"
    return json.dumps(frame).replace('"@@"', rng.choice(SPELLINGS))


def value_in(text: bytes) -> Any:
    """Return the JSON value of a text; a number out of range is its text."""
    return json.loads(text, parse_int=str, parse_float=lambda word: word if "400" in word else float(word))


@pytest.mark.parametrize("source", REVISIONS)
def test_a_text_has_the_same_fate_read_and_unread(source: str) -> None:
    """A conversion by the functions gives the same as one by shapes and flat edits.

    Frames are recorded, mutated, or hold numbers out of range, halves of surrogate pairs and names that are
    given twice, in parts that an edit reads and in others.
    """
    rng, traffic = Random(11), messages(source)
    donors = [message.frame for message in traffic]
    seen: Counter[str] = Counter()

    def outcome(convert: Any, text: bytes, answering: str | None) -> Any:
        try:
            found = convert(text, answering)
        except (ValueError, mr.NoCounterpart) as error:
            return type(error), str(error)
        return value_in(found.message), value_in(msgspec.json.encode(found.losses))

    for _ in range(400):
        message = rng.choice(traffic)
        frame = message.frame if rng.random() < 0.4 else mutated(message.frame, rng, donors)
        is_spelled = isinstance(frame, dict) and bool(frame) and rng.random() < 0.5
        text = (with_spelling(frame, rng) if is_spelled else json.dumps(frame)).encode()
        for target in REVISIONS:
            plan = plan_of(source, target, message.sender)
            known = message.answering if message.answering in plan.results else None
            reading = Converter(plan, plan.least_context, "report")
            quick = outcome(reading, text, known)
            assert outcome(reading._convert_any, text, known) == quick, (target, text)
            found = unread(source, target, message.sender)(text, known) if source != target else None
            if found is not None:
                way = "passed" if found.message is text else "edited"
                seen[f"{way}, spelled" if is_spelled else way] += 1
    assert min(seen["passed"], seen["edited"], seen["passed, spelled"], seen["edited, spelled"]) > 20, seen


def test_nothing_is_read_where_source_and_target_are_the_same() -> None:
    """A plan of equal ends proves every object to pass, whatever it answers."""
    convert = unread("2025-11-25", "2025-11-25", "server")
    text = b'{"jsonrpc":"2.0","id":1,"result":{"tools":1}}'
    for answering in (None, "tools/list", "no/such"):
        found = convert(text, answering)
        assert found is not None
        assert found.message is text


def test_both_is_an_intersection() -> None:
    """A value fits two joined shapes only if it fits each; what fits no words is never."""
    rng = Random(5)
    every = [shape for table in TABLES for shape in shapes(table).values()]
    joined = 0
    for _ in range(1500):
        one, other = rng.choice(every), rng.choice(every)
        found = both(one, other)
        if found != NEVER:
            for _ in range(5):
                value = value_of(found, rng)
                assert fits(value, one), (one, other, value)
                assert fits(value, other), (one, other, value)
            joined += 1
    assert joined > 100


def test_a_member_given_twice_passes_only_if_both_may() -> None:
    """Of a member that is read, each value must fit: no receiver reads a value that an edit would change."""
    results, calls = (unread("2025-11-25", "2025-06-18", sender) for sender in ("server", "client"))
    tool = '{"name":"a","inputSchema":{"type":"object"},"icons":[]}'
    text = '{"jsonrpc":"2.0","id":1,"result":{"tools":[%s],"tools":[]}}'
    assert results((text % tool).encode(), "tools/list") is None
    assert results((text % "").encode(), "tools/list") is not None
    text = '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tasks/list"}'
    assert calls(text.encode()) is None


def test_an_error_that_no_rule_renumbers_passes_unread() -> None:
    """An error passes unread unless its code may change, its `id` is needed, or it is not only an error."""
    text = '{"jsonrpc":"2.0",%s"error":{"code":%s,"message":"m"%s}}'
    rows = [
        ("2025-06-18", "2025-11-25", "", "-32602", "", True),
        ("2025-11-25", "2025-06-18", "", "-32602", "", False),  # 2025-06-18 needs the `id`
        ("2025-11-25", "2025-06-18", '"id":1,', "-32602", "", True),
        ("2025-11-25", "2026-07-28", '"id":1,', "-32602", "", True),
        ("2025-11-25", "2026-07-28", '"id":1,', "-32002", "", False),
        ("2025-11-25", "2026-07-28", '"id":1,', "-32050", "", False),
        ("2024-11-05", "2026-07-28", '"id":1,', "5.0", "", False),
        ("2024-11-05", "2026-07-28", '"id":1,"result":{},', "5", "", False),
        ("2026-07-28", "2025-11-25", '"id":1,', "-32020", "", False),
        ("2026-07-28", "2025-11-25", '"id":1,', "-32602", ',"data":"\\ud800"', False),
        ("2026-07-28", "2025-11-25", '"id":1,', "-32602", ',"data":"\\u00e9"', True),
    ]
    for source, target, id, code, data, passes in rows:
        message = (text % (id, code, data)).encode()
        for answering in ("tools/call", "no/such", None):
            found = unread(source, target, "server")(message, answering)
            assert (found is not None) is passes, (source, target, message, answering)
            assert found is None or found.message is message
    reads = (text % ('"id":1,', "-32602", "")).encode()
    assert unread("2026-07-28", "2025-11-25", "server")(reads, "resources/read") is None
    assert unread("2025-11-25", "2026-07-28", "server")(reads, "initialize") is None


def test_a_number_out_of_range_keeps_its_spelling() -> None:
    """Such a number passes, fits no type, and is refused with `validate` and `keep`."""
    text = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":%b}}}'
    for digits in (b"1e400", b"9" * 5000):
        for target in REVISIONS[2:]:
            assert digits in mr.convert(text % digits, "2025-06-18", target, sender="client").message
        ways: list[dict[str, Any]] = [{"validate": True}, {"keep": True}]
        for options in ways:
            with pytest.raises(mr.DecodeError, match="out of range"):
                mr.convert(text % digits, "2025-06-18", "2026-07-28", sender="client", **options)
        page = b'{"id":1,"result":{"resultType":"complete","tools":[],"ttlMs":%b,"cacheScope":"public"}}'
        found = mr.convert(page % digits, "2026-07-28", "2025-11-25", sender="server", answering="tools/list")
        assert found.losses[-1].value == msgspec.Raw(digits)
