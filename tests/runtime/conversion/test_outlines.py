"""What lets a conversion leave most of a frame unread: outlines of edits, msgspec's opinion of shapes, losses worded later.

That a frame converts as bytes as it does as a tree is one of the laws of `test_convert`; here is what that rests on.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from importlib import import_module
from itertools import islice, pairwise
from random import Random
from types import MappingProxyType
from typing import Any

import mcp_revisions as mr
import msgspec
import pytest
from mcp_revisions._runtime.conversion import value_checks
from mcp_revisions._runtime.conversion.adapter_tables import Edit, Passage
from mcp_revisions._runtime.conversion.lanes import KNOWN, WAYS
from mcp_revisions._runtime.conversion.losses import Crossing, Refusal
from mcp_revisions._runtime.conversion.plan import plan_of
from mcp_revisions._runtime.conversion.value_checks import reader

from support.conversion_cases import Case, cases, same
from support.frame_mutations import ODD, mutated
from support.oracle import OTHER, REVISIONS
from support.traffic import messages

NEIGHBOURS = [*pairwise(REVISIONS), *((b, a) for a, b in pairwise(REVISIONS))]


class Unread:
    """A value that nobody may look at."""

    def __init__(self, value: Any) -> None:
        object.__setattr__(self, "value", value)

    def looked(self, *_: Any) -> Any:
        raise AssertionError(f"looked at {object.__getattribute__(self, 'value')!r}")

    __eq__ = __getattribute__ = __iter__ = __contains__ = __getitem__ = __len__ = __bool__ = __hash__ = looked  # type: ignore[assignment]
    __setitem__ = __delitem__ = __lt__ = __str__ = __repr__ = looked  # type: ignore[assignment]


def read(value: Any) -> Any:
    """Return a tree with every unread value as it was."""
    if type(value) is Unread:
        return object.__getattribute__(value, "value")
    if type(value) is dict:
        return {name: read(item) for name, item in value.items()}
    return [read(item) for item in value] if type(value) is list else value


def material(revision: str) -> Iterator[Case]:
    """Yield recorded and made frames, malformed ones too."""
    recorded = [Case(revision, m.sender, m.answering, copy.deepcopy(m.frame)) for m in messages(revision)]
    yield from recorded
    rng = Random(f"outlines {revision}")
    for case in islice(cases(revision, rng), 400):
        yield case
        frame = json.loads(json.dumps(mutated(case.frame, rng, [each.frame for each in recorded])))
        if isinstance(frame, dict):
            yield case._replace(frame=frame)


def edited(edit: Edit, tree: dict[str, Any], plan: Any) -> Any:
    """Return what an edit makes of params or a result and what it reports, or what it raises."""
    way = Crossing()
    way.context = plan.given and plan.given.fresh()
    try:
        edit.apply(tree, (None, "here"), way)
    except (Refusal, ValueError) as error:
        return type(error), str(error)
    return read(tree), [(kind, str(at), read(value)) for kind, at, value, _ in way]


@pytest.mark.parametrize(("source", "target"), NEIGHBOURS)
def test_an_edit_looks_at_nothing_that_its_outline_does_not_name(source: str, target: str) -> None:
    """With every other value out of sight an edit does the same; without its members it does nothing but what it always does."""
    plan = plan_of(source, target)
    assert plan is not None
    seen = set()
    for case in material(source):
        part = "params" if case.answering is None else "result"
        asking = case.sender if case.answering is None else OTHER[case.sender]
        row = plan.steps[0].methods[asking].get(str(case.answering or case.frame.get("method")))
        edit = getattr(row, part) if isinstance(row, Passage) else None
        tree = case.frame.get(part)
        if edit is None or edit.outline is None or type(tree) is not dict:
            continue
        outline = edit.outline
        looked = {each for name, found in outline.reads.items() if name in tree for each in found}
        hidden: dict[str, Any] = {}
        for name, value in copy.deepcopy(tree).items():
            if name in outline.lists and name not in looked and type(value) is dict:
                hidden[name] = {inner: Unread(item) for inner, item in value.items()}
            else:
                hidden[name] = value if name in looked or name in outline.lists else Unread(value)
        before = copy.deepcopy(tree)
        found = edited(edit, tree, plan)
        assert edited(edit, hidden, plan) == found, before
        hit = any(
            name in before
            and not (name in outline.still and value_checks.fits(before[name], outline.still[name]))
            for name in outline.members
        )
        if not hit and before.keys() >= set(outline.needs) and type(found[0]) is dict:
            gained = found[0].keys() - before.keys()
            assert gained == {gain.member for gain in outline.gains}, before
            assert same({k: v for k, v in found[0].items() if k not in gained}, before)
        seen.add((edit.apply.__name__, hit))
    assert seen


def test_msgspec_reads_only_what_stays() -> None:
    """Text that msgspec reads as what an edit leaves alone is that by the letter, in every outline of every adapter."""
    accepted = refused = 0
    for source, target in NEIGHBOURS:
        plan = plan_of(source, target)
        assert plan is not None
        for case in material(source):
            part = "params" if case.answering is None else "result"
            asking = case.sender if case.answering is None else OTHER[case.sender]
            row = plan.steps[0].methods[asking].get(str(case.answering or case.frame.get("method")))
            edit = getattr(row, part) if isinstance(row, Passage) else None
            tree = case.frame.get(part)
            if edit is None or edit.outline is None or type(tree) is not dict:
                continue
            for name, shape in edit.outline.still.items():
                read_text = reader(shape)
                if name not in tree:
                    continue
                try:
                    read_text(json.dumps(tree[name]).encode())
                except msgspec.ValidationError:
                    refused += 1
                else:
                    accepted += 1
                    assert value_checks.fits(tree[name], shape), (tree[name], shape)
    assert accepted > 500 and refused > 20, (accepted, refused)


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a tree."""
    if type(value) is dict:
        yield value
    if type(value) in (dict, list):
        for item in value.values() if type(value) is dict else value:
            yield from objects(item)


def test_msgspec_takes_only_what_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What msgspec takes for an object of some shape fits the shape by the letter, in every shape of every adapter."""
    values = [each for r in REVISIONS for case in islice(material(r), 700) for each in objects(case.frame)]
    values = list({json.dumps(v, sort_keys=True): v for v in values if len(str(v)) < 2000}.values())
    modules = [
        import_module(f"mcp_revisions.adapters.v{a}_to_v{b}".replace("-", "_")) for a, b in NEIGHBOURS[:4]
    ]
    known = [v for m in modules for v in vars(m).values() if type(v) is tuple and v and v[0] == "object"]
    taken = [(v, shape) for shape in known for v in values if value_checks._takes(v, shape)]
    assert len(taken) > 1000 and len({id(shape) for _, shape in taken}) > len(known) // 2
    monkeypatch.setattr(value_checks, "_takes", lambda value, shape: False)
    for value, shape in taken:
        assert value_checks.fits(value, shape), (value, shape)


@pytest.mark.parametrize(("source", "target"), NEIGHBOURS)
def test_who_is_answered_may_be_asked(source: str, target: str) -> None:
    """`answering` as a callable gives what its answer gives."""
    for m in messages(source):
        if m.answering is None:
            continue
        data = json.dumps(m.frame).encode()

        def outcome(answering: Any, data: bytes = data, sender: Any = m.sender) -> Any:
            try:
                return tuple(mr.convert(data, source, target, sender=sender, answering=answering))
            except ValueError as error:
                return type(error), str(error)

        assert outcome(lambda id, method=m.answering: method) == outcome(m.answering)


@pytest.mark.parametrize(("source", "target"), [*NEIGHBOURS, (REVISIONS[-1], REVISIONS[0])])
def test_losses_can_always_be_read(source: str, target: str) -> None:
    """Whatever a message holds: once it is converted, asking for its losses raises nothing."""
    converted = 0
    for case in material(source):
        try:
            data = json.dumps(case.frame).encode()
            found = mr.convert(data, source, target, sender=case.sender, answering=case.answering)  # type: ignore[arg-type]
        except (mr.DecodeError, mr.NoCounterpart, ValueError):
            continue
        converted += isinstance(found.losses, tuple)
    assert converted > 100


RESULT = b'{"jsonrpc":"2.0","id":1,"result":%b}'
FAILED = b'{"jsonrpc":"2.0","id":1,"error":{"code":%d,"message":"m"}}'
LIST = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'


def outcome_of(message: Any, source: str, target: str, **options: Any) -> Any:
    """Return what a conversion gives, as JSON and losses, or what it raises."""
    try:
        found = mr.convert(message, source, target, **options)
        return json.loads(found.message) if isinstance(found.message, bytes) else found.message, found.losses
    except (ValueError, LookupError, RecursionError) as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    ("method", "source", "target", "odd", "edited"),
    [
        (
            "tools/list",
            "2025-11-25",
            "2025-06-18",
            b'{"tools":[{"name":"a","inputSchema":{"type":"object","maximum":1e999}}]}',
            b'{"tools":[{"name":"a","inputSchema":{"type":"object"},"icons":[]}]}',
        ),
        ("tools/list", "2025-11-25", "2025-06-18", b'{"tools":[{}]}', b'{"tools":[{"icons":[]}]}'),
        (
            "prompts/get",
            "2025-03-26",
            "2024-11-05",
            b'{"messages":[{"role":"user"}]}',
            b'{"messages":[{"role":"user","content":{"type":"audio","data":"","mimeType":"a/b"}}]}',
        ),
    ],
)
def test_no_frame_depends_on_the_one_before(
    method: str, source: str, target: str, odd: bytes, edited: bytes
) -> None:
    """What nobody has to look at passes, after a frame that was edited too."""
    options: Any = {"sender": "server", "answering": method}
    first = outcome_of(RESULT % odd, source, target, **options)
    changed = outcome_of(RESULT % edited, source, target, **options)
    assert changed[1]
    assert outcome_of(RESULT % odd, source, target, **options) == first
    assert outcome_of(RESULT % odd, source, target, **options) == first
    assert outcome_of(RESULT % edited, source, target, **options) == changed


def test_who_is_answered_is_asked_once() -> None:
    """A callable is asked once for a frame, only for an answer, and what it raises is the caller's."""
    old, new = REVISIONS[-2:]
    for frame in (FAILED % -32002, RESULT % b'{"contents":5}', RESULT % b'{"contents":[]}', FAILED % -32603):
        asked: list[Any] = []

        def answering(id: Any, asked: list[Any] = asked) -> str:
            asked.append(id)
            return "resources/read"

        told = outcome_of(frame, old, new, sender="server", answering=answering)
        assert told == outcome_of(frame, old, new, sender="server", answering="resources/read")
        assert asked == [1]
    batch = b"[" + b",".join([RESULT % b"{}"] * 3) + b"]"
    names = ["ping"] * 3
    mr.convert(batch, "2025-03-26", "2024-11-05", sender="server", answering=lambda id: names.pop())
    assert not names
    for frame in (RESULT % b'{"x":"\xff"}', RESULT % b'{"x":}', FAILED % 1 + b"}"):
        assert outcome_of(frame, old, new, sender="server", answering={}.__getitem__)[0] is mr.DecodeError
    for frame in (b'{"jsonrpc":"2.0","id":1}', LIST):
        told = outcome_of(frame, old, new, sender="server", answering={}.__getitem__)
        assert told == outcome_of(json.loads(frame), old, new, sender="server", answering={}.__getitem__)
        assert told[0] is mr.DecodeError

    def raises(id: Any) -> str:
        raise RecursionError("own")

    for frame in (FAILED % -32603, RESULT % b"{}"):
        assert outcome_of(frame, old, new, sender="server", answering=raises) == (RecursionError, "own")
    for wrong in (5, True, b"tools/call", []):
        told = outcome_of(RESULT % b"{}", old, new, sender="server", answering=wrong)
        assert told == outcome_of({"id": 1, "result": {}}, old, new, sender="server", answering=wrong)
        assert told[0] is ValueError and told[1].startswith("answering: ")

    class Name(str):
        """A name that is a text and more."""

    plain = outcome_of(RESULT % b'{"content":[]}', old, new, sender="server", answering="tools/call")
    for message in (RESULT % b'{"content":[]}', json.loads(RESULT % b'{"content":[]}')):
        assert outcome_of(message, old, new, sender="server", answering=Name("tools/call")) == plain


CONTEXTS: list[Any] = [
    {"bogus": 1},
    {"bogus": None},
    {"logLevel": 5},
    {"logLevel": float("nan")},
    {"clientInfo": object()},
    {"clientInfo": {"name": "\ud800", "version": "1"}},
    {"clientInfo": {"name": "\ud800"}},
    {"logLevel": "info"},
    {"logLevel": None},
    {},
    5,
    [],
]


def test_a_context_is_judged_alike_whatever_came_before() -> None:
    """A wrong context is a `ValueError`, for bytes and trees, for frames that need none, and after any other."""
    old, new = REVISIONS[-2:]
    cancelled = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
    for frame, sender in ((LIST, "client"), (cancelled, "client"), (FAILED % -32603, "server")):
        rng, seen = Random(7), {}
        for n in [*range(len(CONTEXTS)), *(rng.randrange(len(CONTEXTS)) for _ in range(60))]:
            options: Any = {"sender": sender, "context": CONTEXTS[n], "answering": None}
            told = outcome_of(frame, old, new, **options)
            assert told == outcome_of(json.loads(frame), old, new, **options) == seen.setdefault(n, told), n
        assert sum(found[0] is ValueError for found in seen.values()) == 9


def test_depth_is_a_decode_error() -> None:
    """A frame as deep as the stack converts or is refused, and its losses can be read on a deeper one."""
    found = set()
    for depth in range(900, 1100):
        deep = b'{"a":' * depth + b"1" + b"}" * depth
        frames = {
            "client": b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"a":%b}}}'
            % deep,
            "server": b'{"jsonrpc":"2.0","id":1,"error":{"code":-32050,"message":"m","data":%b}}' % deep,
        }
        for sender, frame in frames.items():
            answering = "tools/call" if sender == "server" else None
            told = outcome_of(frame, *REVISIONS[-2:], sender=sender, answering=answering)
            found.add(told[0] if isinstance(told[0], type) else dict)
    assert found == {dict, mr.DecodeError}
    context: dict[str, Any] = {}
    for _ in range(400):
        context = {"a": context}
    given = {"clientCapabilities": {"experimental": {"x": context}}}
    converted = mr.convert(LIST, *REVISIONS[-2:], sender="client", context=given)

    def at(depth: int) -> Any:
        return at(depth - 1) if depth else converted.losses

    assert len(at(700)) == 2


@pytest.mark.parametrize("task", ["complete", [{}], {"ttl": 5}, {"ttl": "x"}, {}, None])
def test_what_an_earlier_step_looks_at_goes_as_that_leaves_it(task: Any) -> None:
    """A member that one step admits and the next one drops is lost for the reason that comes first."""
    meta = {"io.modelcontextprotocol/clientCapabilities": {}, "io.modelcontextprotocol/protocolVersion": "x"}
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"_meta": meta, "name": "a", "task": task},
    }
    for target in REVISIONS[:4]:
        told = mr.convert(json.dumps(call).encode(), REVISIONS[4], target, sender="client")
        tree = mr.convert(call, REVISIONS[4], target, sender="client")
        assert (json.loads(told.message), told.losses) == (tree.message, tree.losses)


def seen() -> dict[str, list[Any]]:
    """Return by name the values that the recordings hold under it, at any depth."""
    found: dict[str, dict[str, Any]] = {}
    for revision in REVISIONS:
        for message in messages(revision):
            for each in objects(message.frame):
                for name, value in each.items():
                    found.setdefault(name, {})[json.dumps(value, sort_keys=True)] = value
    return {name: list(values.values()) for name, values in found.items()}


def routes(source: str, target: str) -> Iterator[tuple[str, str | None, str, Any]]:
    """Yield every way of a pair that ends in the target: who sends, what it answers, the frame without params or result, the route."""
    plan = plan_of(source, target)
    assert plan is not None
    for asking, rows in plan.steps[0].methods.items():
        for method in rows:
            call = plan.request(asking, method)
            if call.gone is None:
                id = {"id": 1} if call.request else {}
                yield asking, None, {"jsonrpc": "2.0", **id, "method": method}, call
                if call.request:
                    yield OTHER[asking], method, {"jsonrpc": "2.0", "id": 1}, plan.result(
                        OTHER[asking], method
                    )


def compared(source: str, target: str, rounds: int) -> int:
    """Convert frames whose members are there or not, likely or odd, as bytes and as trees; return how many gave the same."""
    rng, values, same_ones = Random(f"odd {source} {target}"), seen(), 0
    whole: dict[Any, list[Any]] = {}
    for m in messages(source):
        part = m.frame.get("params", m.frame.get("result"))
        if isinstance(part, dict):
            whole.setdefault((m.sender, m.answering or m.frame.get("method")), []).append(part)
    for sender, answering, head, route in routes(source, target):
        o = route.outline
        names = [*o.members, *o.needs, *o.known, *(gain.member for gain in o.gains)] if o else list(values)
        for _ in range(0 if route.free else rounds):
            part = dict(rng.choice(whole.get((sender, answering or head.get("method")), [{}])))
            for name in rng.sample(names, min(len(names), rng.randrange(4))):
                part.pop(name, None)
                if rng.random() < 0.8:
                    part[name] = rng.choice(rng.choice([values.get(name, ODD), ODD]))
            frame = dict(rng.sample([*head.items(), (route.part, part)], len(head) + 1))
            options: Any = {"sender": sender, "answering": answering}
            if rng.random() < 0.2:
                options["context"] = {"clientInfo": {"name": "c", "version": "1"}, "logLevel": "info"}
            told = outcome_of(json.dumps(frame, separators=(",", ":")).encode(), source, target, **options)
            tree = outcome_of(copy.deepcopy(frame), source, target, **options)
            if told != tree and tree[0] is mr.DecodeError:
                continue  # what no edit looks at may be malformed
            assert told == tree, (frame, options)
            same_ones += 1
    return same_ones


PAIRS = [(a, b) for a in REVISIONS for b in REVISIONS if a != b]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_odd_members_convert_alike(source: str, target: str) -> None:
    """Whatever the members are that an edit looks at, bytes convert as trees do, whichever frame came before."""
    assert compared(source, target, 20) > 50


@pytest.mark.long
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_many_odd_members_convert_alike(source: str, target: str) -> None:
    """The same, for a hundred and fifty times as many."""
    assert compared(source, target, 3000) > 8000


def test_what_nobody_can_read_is_lost_as_its_text() -> None:
    """A number beyond all limits is JSON: where nobody looks at it, it goes, and the loss says what it was."""
    for text in ("1e999", "9" * 5000):
        data = (
            b'{"jsonrpc":"2.0","id":1,"result":{"contents":[],"resultType":"complete","ttlMs":%b}}'
            % text.encode()
        )
        found = mr.convert(data, REVISIONS[-1], REVISIONS[-2], sender="server", answering="resources/read")
        assert found.message == b'{"jsonrpc":"2.0","id":1,"result":{"contents":[]}}'
        assert [loss.value for loss in found.losses] == ["complete", text]


def written(frame: dict[str, Any], rng: Random) -> Iterator[str]:
    """Yield a frame as one or the other writes it."""
    part = next((name for name in ("params", "result") if name in frame), "")
    compact: Any = {"separators": (",", ":"), "ensure_ascii": False}
    told = {name: frame[name] for name in ("jsonrpc", "id", "method") if name in frame}
    rest = {name: value for name, value in frame.items() if name not in told}
    yield json.dumps({**told, **rest}, **compact)
    text = json.dumps({**({"method": told["method"]} if "method" in told else {}), **rest, **told}, **compact)
    yield text  # as the official SDKs do
    yield json.dumps(frame, indent=1)
    yield json.dumps(dict(rng.sample(list(frame.items()), len(frame))), **compact) + rng.choice(" \n")
    yield json.dumps({**frame, "com.example/x": {"a": {}}}, **compact)
    if part:
        odd = {
            "}}": {},
            "y": '},"jsonrpc":"2.0","id":1}',
            "resultType\\": None,
            '"_meta"': {"_meta": frame[part]},
        }
        inside = {**odd, **frame[part]} if rng.random() < 0.5 else {**frame[part], **odd}
        yield json.dumps({**told, part: inside}, **compact)
        yield json.dumps({part: inside, **told}, **compact)
        yield json.dumps({**told, part: {}}, **compact)
        yield json.dumps({part: {}, **told}, **compact)
        yield json.dumps({**told, part: frame[part]}, **compact).replace("}}", "} }")
        yield text[:-1] + f',"{part}":{json.dumps(inside)}}}'  # of two, the last one counts
        yield text[:-1] + ',"id":{"a":1}}'
        yield text[:-1] + ',"id":"}}\\u007d"}'
        yield text[:-1] + ',"error":{"code":1,"message":"m","data":{"a":{}}}}'
    for id in (0, -5, 2**70, 1.5, None, '"},', {"a": {}}):
        yield json.dumps({**rest, **told, "id": id}, **compact)
    yield json.dumps({**rest, **{k: v for k, v in told.items() if k != "id"}}, **compact)


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_frame_converts_alike_however_it_is_written(source: str, target: str) -> None:
    """Order, white space, escapes, unknown members and doubled ones make no difference to what comes out."""
    rng = Random(f"{source} {target}")
    seen = {"converted": 0, "refused": 0}
    for m in messages(source):
        for text in written(m.frame, rng):

            def outcome(message: Any, m: Any = m) -> Any:
                try:
                    found = mr.convert(message, source, target, sender=m.sender, answering=m.answering)
                except ValueError as error:
                    return type(error), str(error), getattr(error, "reply", None) is None
                out = found.message if isinstance(found.message, dict) else json.loads(found.message)
                return json.dumps(out, sort_keys=True), found.losses

            told, tree = outcome(text.encode()), outcome(json.loads(text))
            if told != tree and tree[0] is mr.DecodeError:
                continue  # what no edit looks at may be malformed
            assert told == tree, text
            seen["converted" if isinstance(told[0], str) else "refused"] += 1
    assert seen["converted"] > 200 and seen["refused"] > 10, seen


def test_what_nobody_knows_is_not_remembered() -> None:
    """Methods and contexts without end leave nothing behind for each of them, and keep nothing else from being remembered."""
    for way in WAYS.values():
        way.lanes.clear()
    error = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}'
    call = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    mr.convert(error, "2025-11-25", "2026-07-28", sender="server", answering="tools/list")
    for n in range(500):
        for target in ("2025-06-18", "2025-11-25", "2026-07-28"):
            mr.convert(error, "2025-11-25", target, sender="server", answering=f"no/{n}")
        info = {"clientInfo": {"name": f"c{n}", "version": "1"}}
        found = mr.convert(call, "2025-11-25", "2026-07-28", sender="client", context=info)
        assert json.dumps(info["clientInfo"], separators=(",", ":")).encode() in found.message
    note = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'
    mr.convert(note, "2025-11-25", "2026-07-28", sender="server")
    assert None in WAYS["2025-11-25", "2026-07-28", "server"].lanes
    plan = plan_of("2025-11-25", "2026-07-28")
    assert plan is not None
    for way in WAYS.values():
        assert (way.source, way.sender) != ("2025-11-25", "server") or len(way.lanes) <= KNOWN + 2
    assert len(plan._told) <= 64


def test_what_a_loss_holds_is_its_own() -> None:
    """Whoever changes the value of a loss, or the context that was given, changes no later conversion."""
    call = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    context: dict[str, Any] = {"clientCapabilities": {"roots": {}}}
    for given in (None, context):
        converted = [
            mr.convert(call, "2025-11-25", "2026-07-28", sender="client", context=given) for _ in range(3)
        ]
        before = copy.deepcopy(converted[0].losses)
        for loss in converted[1].losses:
            if isinstance(loss.value, dict):
                loss.value["changed"] = True
        assert converted[2].losses == before == converted[0].losses
        again = mr.convert(call, "2025-11-25", "2026-07-28", sender="client", context=given)
        assert tuple(again) == tuple(converted[0])
    context["clientCapabilities"]["sampling"] = {}
    again = mr.convert(call, "2025-11-25", "2026-07-28", sender="client", context=context)
    assert b'"sampling":{}' in again.message


@pytest.mark.parametrize("wrong", [object(), {"x"}, float("nan"), {"roots": 5}, "\ud800"])
def test_a_context_is_judged_alike(wrong: Any) -> None:
    """A context that is no JSON, or does not fit, is refused for bytes as it is for a tree."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}

    def outcome(message: Any, context: Any) -> Any:
        try:
            found = mr.convert(message, "2025-11-25", "2026-07-28", sender="client", context=context)
        except (ValueError, TypeError) as error:
            return type(error), str(error)
        return found.message if isinstance(found.message, dict) else json.loads(found.message)

    for context in ({"clientCapabilities": wrong}, MappingProxyType({"clientCapabilities": wrong})):
        assert outcome(json.dumps(call).encode(), context) == outcome(call, context)
    fine = MappingProxyType({"clientInfo": {"name": "c", "version": "1"}})
    assert outcome(json.dumps(call).encode(), fine) == outcome(call, fine)


BROKEN = [b"\xff", b"a\x01", b"\\ud800", b"\\x", b'a" "', b'a",', b'a"}']


@pytest.mark.parametrize("target", ["2025-06-18", "2026-07-28"])
def test_what_is_no_json_is_refused_however_little_is_read(target: str) -> None:
    """A frame that is no JSON, or no UTF-8, is a `DecodeError`, the first time and ever after, call, result or error."""
    frames: list[tuple[bytes, Any]] = [
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%b"}}', None),
        (b'{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"%b"}]}}', "tools/call"),
        (b'{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"%b"}}', "tools/call"),
    ]
    for frame, answering in frames:
        sender: Any = "client" if answering is None else "server"
        mr.convert(frame % b"a", "2025-11-25", target, sender=sender, answering=answering)
        for text in BROKEN:
            with pytest.raises(mr.DecodeError):
                mr.convert(frame % text, "2025-11-25", target, sender=sender, answering=answering)


def test_a_conversion_is_a_pair() -> None:
    """`Converted` unpacks, compares and shows as the message and the losses, worded once."""
    call = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    converted = mr.convert(call, "2025-11-25", "2026-07-28", sender="client")
    message, losses = converted
    assert losses and converted.losses is losses
    assert converted == (message, losses) and converted == mr.convert(
        call, "2025-11-25", "2026-07-28", sender="client"
    )
    assert converted != (message, ())
    assert pickle.loads(pickle.dumps(converted)) == copy.deepcopy(converted) == converted
    assert repr(converted) == f"Converted(message={message!r}, losses={losses!r})"
    assert mr.convert(call, "2025-11-25", "2026-07-28", sender="client", loss="allow") == (message, ())
