"""Laws of conversion, on real traffic, the official examples, and frames made from every schema.

A law is checked on a seeded slice here and on a million conversions with `-m long`. The judge is the
corrected official schema of the target, frame included; nothing of what is tested takes part in it.
"""

from __future__ import annotations

import copy
import itertools
import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Any

import jsonpatch
import mcp_revisions as mr
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.conversion_cases import Case, cases, kinds, mended, pairs, unaccounted
from support.conversion_laws import convert, known, law
from support.frame_mutations import mutated
from support.oracle import OTHER, REVISIONS, oracle
from support.strategies import of_type
from support.traffic import ROOT, messages

SLICE = 150  # frames a revision
EXAMPLES = ROOT.parent / "shared" / "spec" / "2026-07-28" / "examples"


def slice_of(revision: str, size: int = SLICE, *, clashes: bool = True) -> Iterator[Case]:
    """Yield a fixed sample of the cases of a revision."""
    return islice(cases(revision, Random(f"{revision} {clashes}"), clashes=clashes), size)


def recorded(revision: str) -> Iterator[Case]:
    """Yield the recorded messages that their revision allows."""
    for m in messages(revision):
        answers = m.answering if m.answering in oracle(revision).requests else None
        if "result" in m.frame and answers is None:
            continue
        if oracle(revision).frame_fits(m.frame, m.sender, answers):
            yield Case(revision, m.sender, answers, m.frame)


def official() -> Iterator[Case]:
    """Yield the official examples as frames."""
    revision = "2026-07-28"
    judge = oracle(revision)
    sent = {name: (sender, method) for (sender, _, method), name in judge.sent.items()}
    answers = {
        result: (OTHER[s], m)
        for (s, k, m) in judge.sent
        if k == "Request"
        for result in judge.result_types(m)
    }
    for path in sorted(EXAMPLES.rglob("*.json")):
        name, value = path.parent.name, json.loads(path.read_text("utf-8"))
        if name in sent:
            frame = {"jsonrpc": "2.0", **({"id": 1} if name.endswith("Request") else {}), **value}
            yield Case(revision, sent[name][0], None, frame)
        elif name in answers:
            yield Case(revision, *answers[name], {"jsonrpc": "2.0", "id": 1, "result": value})
        elif name.endswith("ResultResponse"):
            yield Case(revision, *answers[name.removesuffix("Response")], value)
        elif name.endswith("Error") and "error" in value:
            yield Case(revision, "server", None, value)


def is_valid(case: Case) -> bool:
    """Say whether the revision of a frame accepts the frame; an official example lacks required members."""
    return oracle(case.revision).frame_fits(case.frame, case.sender, case.answering)


@cache
def material() -> dict[str, list[Case]]:
    """Return the frames of the default suite by revision."""
    found = {r: [*recorded(r), *slice_of(r), *slice_of(r, clashes=False)] for r in REVISIONS}
    if EXAMPLES.is_dir():
        found["2026-07-28"] += [case for case in official() if is_valid(case)]
    return found


@pytest.mark.parametrize(("source", "target"), pairs())
def test_laws_hold(source: str, target: str) -> None:
    """Every law holds for every frame of the default material, for every ordered pair."""
    broken = [(found, case) for case in material()[source] if (found := law(case, target))]
    assert not broken, f"{len(broken)} of {len(material()[source])}: {broken[0]}"


def imagined(data: st.DataObject, revision: str) -> Case | None:
    """Return a frame that hypothesis made from the schema, None if it is not valid."""
    judge = oracle(revision)
    sender, answering, name = data.draw(st.sampled_from(kinds(revision)))
    value = data.draw(of_type(revision, name))
    if answering is None:
        frame = {"jsonrpc": "2.0", **value} if isinstance(value, dict) else value
        if judge.messages[name] == "JSONRPCRequest" and isinstance(frame, dict):
            frame.setdefault("id", data.draw(st.integers() | st.text(max_size=3)))
    else:
        frame = {"jsonrpc": "2.0", "id": 1, "result": value}
    if not isinstance(value, dict) or not judge.frame_fits(frame, sender, answering):
        return None
    return Case(revision, sender, answering, frame)


CODES = (
    -32700,
    -32603,
    -32602,
    -32601,
    -32002,
    -32000,
    -32019,
    -32020,
    -32021,
    -32022,
    -32042,
    -32050,
    -32099,
    -32100,
    -1,
    0,
    7,
)
VISIT = {"mode": "url", "elicitationId": "e", "url": "https://x/y", "message": "m"}
ERROR_DATA: tuple[Any, ...] = (
    None, 5, "x", [], {}, {"uri": "u"}, {"supported": [], "requested": "x"},
    {"elicitations": [VISIT]}, {"elicitations": [{}]},
    {"elicitations": 5}, {"elicitations": []}, {"requiredCapabilities": {}},
)  # fmt: skip


@pytest.mark.parametrize(("source", "target"), pairs())
def test_laws_hold_for_errors(source: str, target: str) -> None:
    """Errors of every code, with any data, as an answer to anything, keep the laws."""
    rng = Random(f"{source} {target}")
    visits: Any = {"clientCapabilities": {"elicitation": {"url": {}}}}
    for code in CODES:
        for data in (*ERROR_DATA, ...):
            error = (
                {"code": code, "message": "m"}
                if data is ...
                else {"code": code, "message": "m", "data": data}
            )
            frame = {"jsonrpc": "2.0", "id": 1, "error": error}
            if rng.random() < 0.2 and oracle(source).error == "JSONRPCErrorResponse":
                del frame["id"]
            asked = rng.choice([None, "tools/call", "resources/read", "initialize", "completion/complete"])
            sender = rng.choice(["client", "server", "server"])
            case = Case(source, sender, asked, frame)
            assert not (found := law(case, target)), (found, case)
            converted = convert(case, target, context=visits)
            if converted is not None:
                assert oracle(target).frame_fits(converted.message, sender, known(target, asked))
                assert unaccounted(frame, converted.message, converted.losses) is None, converted


@pytest.mark.parametrize("source", REVISIONS)
@settings(
    max_examples=150, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_laws_hold_for_what_hypothesis_imagines(source: str, data: st.DataObject) -> None:
    """Every law holds for frames that hypothesis makes from the schema, to every other revision."""
    case = imagined(data, source)
    for target in REVISIONS if case else ():
        if target != source:
            assert case is not None
            assert not (found := law(case, target)), found


@pytest.mark.long
@pytest.mark.parametrize(("source", "target"), pairs())
def test_a_million_conversions(source: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all pairs a million conversions, of ever new frames, hold the laws."""
    done = 0
    convert_once = mr.convert

    def counted(*arguments: Any, **options: Any) -> mr.Converted:
        nonlocal done
        done += 1
        return convert_once(*arguments, **options)

    monkeypatch.setattr(mr, "convert", counted)
    made = cases(source, Random(f"{source} {target}"))
    while done < 50_000:
        case = next(made)
        found = law(case, target)
        assert not found, (found, case)


@pytest.mark.parametrize("revision", REVISIONS)
def test_same_revision_is_the_identity(revision: str) -> None:
    """Converting to the same revision gives the very message back."""
    for case in material()[revision]:
        assert mr.convert(case.frame, revision, revision, **case.options) == (case.frame, ())  # type: ignore[arg-type]
        line = json.dumps(case.frame).encode()
        assert mr.convert(line, revision, revision, **case.options).message is line  # type: ignore[arg-type]


@pytest.mark.parametrize(("source", "target"), pairs())
def test_fidelity_allows_every_difference_that_comes(source: str, target: str) -> None:
    """`whole`: no difference. `adapted`: nothing is lost. `none`: always refused. Each change is listed.

    The grades speak of messages without unknown members, the list of all messages.
    """
    written = [one for one in written_cases() if one.revision == source]
    for case in [*slice_of(source, 200, clashes=False), *slice_of(source, 100), *recorded(source), *written]:
        asker = OTHER[case.sender] if case.answering else case.sender
        if "error" in case.frame:
            continue
        part: Any = "result" if case.answering else "request"
        found = mr.fidelity(case.method, source, target, sender=asker, part=part, details=True)  # type: ignore[call-overload]
        assert found.grade == mr.fidelity(case.method, source, target, sender=asker, part=part)  # type: ignore[arg-type]
        listed = {change.id: change.reason for change in found.changes}
        try:
            losses: tuple[mr.Loss, ...] | None = mr.convert(case.frame, source, target, **case.options).losses  # type: ignore[arg-type]
        except mr.NoCounterpart as error:
            assert error.change in listed, (case, error)
            losses = None
        assert not losses or {loss.change for loss in losses} <= listed.keys(), (case, losses)
        if found.grade == "none":
            assert losses is None, case
        elif not unknown_in(case) and not has_unknown_type(case):
            if found.grade == "whole":
                assert losses == (), case
            elif found.grade == "adapted":
                assert losses is not None and all(map(is_adaptation, losses)), case


@cache
def written_cases() -> tuple[Case, ...]:
    """Return the messages of the conversions that are written by hand."""
    lines = (ROOT / "tests" / "data" / "conversions.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    cases = [Case(row["source"], row["sender"], row.get("answering"), row["before"]) for row in rows]
    return tuple(case for case in cases if isinstance(case.frame, dict))


def is_adaptation(loss: mr.Loss) -> bool:
    """Say whether a value was respelled, added, or removed as a fact that the target states elsewhere."""
    is_fact = "/_meta/io.modelcontextprotocol~1" in loss.pointer and loss.change in FACTS
    return loss.kind in mr.LOSSLESS or (loss.kind == "dropped" and is_fact)


FACTS = ["T4.3", "T4.4"]  # of a session, in the `_meta` of each message


def has_unknown_type(case: Case) -> bool:
    """Say whether a result is of a type that its revision does not define."""
    result = case.frame.get("result") or {}
    return result.get("resultType", "complete") not in ("complete", "input_required")


def unknown_in(case: Case) -> bool:
    """Say whether a frame holds a member that its revision does not know."""
    module = mr.revision(case.revision)
    return bool(module.decode_message(json.dumps(case.frame).encode(), case.sender, case.answering).unknown)


@pytest.mark.parametrize("source", REVISIONS)
def test_malformed_frames_raise_one_exception(source: str) -> None:
    """Whatever a frame holds, a conversion gives a message, `NoCounterpart` or `DecodeError`."""
    rng = Random(source)
    donors = [case.frame for case in material()[source][:50]]
    seen: Counter[str] = Counter()
    for case in material()[source]:
        wrong = mutated(case.frame, rng, donors)
        for target in REVISIONS:
            given: list[tuple[Any, bool]] = [(json.dumps(wrong).encode(), False)]
            if isinstance(wrong, (dict, list)):  # another tree is a mistake of the caller
                given += [(wrong, False), (wrong, True)]
            for message, keep in given:
                try:
                    mr.convert(message, source, target, keep=keep, **case.options)  # type: ignore[arg-type]
                    seen["converted"] += 1
                except (mr.NoCounterpart, mr.DecodeError) as error:
                    seen[type(error).__name__] += 1
    assert min(seen["converted"], seen["NoCounterpart"], seen["DecodeError"]) > 0


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"{",
        b"\xff",
        b"[" * 100_000,
        b"1",
        b"null",
        b'{"jsonrpc":"2.0","id":1}',
        b'{"method":5}',
        {"a": 1},
        {},
        [],
        [5],
    ],
)
def test_what_is_no_frame_is_refused(message: Any) -> None:
    """What is no frame at all is a `DecodeError` with a JSON-RPC code."""
    with pytest.raises(mr.DecodeError) as raised:
        mr.convert(message, "2025-11-25", "2025-03-26", sender="client")
    assert raised.value.code in (-32700, -32600)


@pytest.mark.parametrize("keep", [False, True])
def test_lone_surrogates_are_refused_where_they_are_met(keep: bool) -> None:
    """A tree that no JSON text can say is a `DecodeError` where a step would have to say it."""
    frame = {"jsonrpc": "2.0", "id": 1, "result": {"content": [], "structuredContent": {"a": "\ud800"}}}
    with pytest.raises(mr.DecodeError, match="surrogate"):
        mr.convert(frame, "2025-06-18", "2025-03-26", sender="server", answering="tools/call", keep=keep)


def test_deep_trees_are_refused() -> None:
    """Nesting beyond the stack is a `DecodeError`, for a tree as for bytes."""
    deep: Any = {}
    for _ in range(100_000):
        deep = {"x": deep}
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "arguments": deep}}
    with pytest.raises(mr.DecodeError):
        mr.convert(frame, "2025-11-25", "2026-07-28", sender="client")


@pytest.mark.parametrize(
    "arguments",
    [
        {"source": "2025-11-24"},
        {"source": ["2025-11-25"]},
        {"target": "draft"},
        {"sender": "proxy"},
        {"loss": "ignore"},
        {"context": {"capabilities": {}}},
        {"context": {"clientCapabilities": {"roots": 5}}},
        {"context": {"logLevel": "loud"}},
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any]) -> None:
    """An argument other than the message is refused as `ValueError`, and named."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    given = {"source": "2025-11-25", "target": "2026-07-28", "sender": "client", **arguments}
    with pytest.raises(ValueError, match=f"^{next(iter(arguments))}: ") as raised:
        mr.converter(**given)
    assert not isinstance(raised.value, mr.DecodeError)
    with pytest.raises(ValueError, match=f"^{next(iter(arguments))}: ") as raised:
        mr.convert(frame, given.pop("source"), given.pop("target"), **given)
    assert not isinstance(raised.value, mr.DecodeError)


def test_a_result_needs_to_know_what_it_answers() -> None:
    """A result needs `answering`, and a method that is no request of the revision is a wrong argument."""
    result = {"jsonrpc": "2.0", "id": 1, "result": {}}
    with pytest.raises(mr.DecodeError, match="answering"):
        mr.convert(result, "2025-11-25", "2025-06-18", sender="server")
    with pytest.raises(ValueError, match="answering: 2025-11-25 has no request 'x'"):
        mr.convert(result, "2025-11-25", "2025-06-18", sender="server", answering="x")
    asked = mr.convert(result, "2025-11-25", "2025-06-18", sender="server", answering={1: "ping"}.get)
    assert asked == (result, ())


def test_loss_modes() -> None:
    """`error` raises with the losses and returns nothing; `allow` converts and reports nothing."""
    frame = {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"tools": [{"name": "a", "inputSchema": {"type": "object"}, "icons": []}]},
    }
    way: dict[str, Any] = {"sender": "server", "answering": "tools/list"}
    reported = mr.convert(frame, "2025-11-25", "2025-06-18", **way)
    assert [loss.pointer for loss in reported.losses] == ["/result/tools/0/icons"]
    with pytest.raises(mr.LossError) as raised:
        mr.convert(frame, "2025-11-25", "2025-06-18", loss="error", **way)
    assert raised.value.losses == reported.losses
    assert mr.convert(frame, "2025-11-25", "2025-06-18", loss="allow", **way) == (reported.message, ())


ASKED = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add"}}
ANSWERED = {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "content": []}}


@pytest.mark.parametrize("as_text", [False, True])
def test_what_loses_nothing_is_no_error(as_text: bool) -> None:
    """A call to 2026-07-28 and its result pass with `loss="error"`; so does the way back."""

    def converted(message: Any, source: Any, target: Any, **options: Any) -> mr.Converted:
        given = json.dumps(message).encode() if as_text else message
        return mr.convert(given, source, target, loss="error", **options)

    old, new = "2025-11-25", "2026-07-28"
    call = converted(ASKED, old, new, sender="client")
    assert {loss.kind for loss in call.losses} == {"invented"}
    result = converted(ANSWERED, new, old, sender="server", answering="tools/call")
    assert [(loss.kind, loss.pointer) for loss in result.losses] == [("respelled", "/result/resultType")]
    asked = json.loads(call.message) if as_text else call.message
    with pytest.raises(mr.LossError) as raised:
        converted(asked, new, old, sender="client")
    assert {(loss.kind, loss.change) for loss in raised.value.losses} == {("dropped", "T4.3")}
    back = converted(asked, new, old, sender="client", unreported=["T4.3", "other"])
    assert (json.loads(back.message) if as_text else back.message, back.losses) == (ASKED, ())


@pytest.mark.parametrize("unreported", ["T4.3", b"T4.3", None, [1], {"T4.3": 1}, 5])
def test_ids_of_changes_are_a_list_of_texts(unreported: Any) -> None:
    """One id is no list of ids."""
    for work in (partial(mr.convert, ASKED), mr.converter):
        with pytest.raises(ValueError, match="^unreported: expected a list of ids of changes"):
            work("2025-11-25", "2026-07-28", sender="client", unreported=unreported)


@pytest.mark.parametrize(("source", "target"), pairs())
def test_a_converter_does_what_convert_does(source: str, target: str) -> None:
    """Of bytes and of trees, with whatever options; a context that changes afterwards changes nothing."""
    said = {"clientInfo": {"name": "c", "version": "1"}, "clientCapabilities": {"roots": {}}}
    ways: list[dict[str, Any]] = [
        {},
        {"loss": "error"},
        {"loss": "allow"},
        {"keep": True},
        {"validate": True},
        {"unreported": ["T2.2", "T4.3"]},
        {"unreported": ["T4.3"], "loss": "error"},
    ]
    for way in [*ways, {"context": said}, {"context": said, "loss": "allow"}]:
        options = copy.deepcopy(way)
        converts = {sender: mr.converter(source, target, sender=sender, **options) for sender in OTHER}
        options.get("context", {}).clear()
        for case in material()[source][::5]:
            sender, answering = case.options["sender"], case.options.get("answering")
            for message in (case.frame, json.dumps(case.frame).encode()):
                told = outcome(mr.convert, message, source, target, **case.options, **way)
                assert told == outcome(converts[sender], message, answering), (message, way)


def outcome(work: Callable[..., mr.Converted], *arguments: Any, **options: Any) -> Any:
    """Return what comes of a conversion, or how it is refused."""
    try:
        return tuple(work(*arguments, **options))
    except (mr.DecodeError, mr.NoCounterpart, mr.LossError) as refusal:
        return type(refusal), str(refusal), getattr(refusal, "reply", None)


def test_validate_decodes_at_both_ends() -> None:
    """With `validate` what the source does not allow is refused though no step would meet it."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5}}
    assert mr.convert(frame, "2025-06-18", "2025-03-26", sender="client").message == frame
    with pytest.raises(mr.DecodeError):
        mr.convert(frame, "2025-06-18", "2025-03-26", sender="client", validate=True)
    checking = mr.converter("2025-06-18", "2025-03-26", sender="client", validate=True)
    with pytest.raises(mr.DecodeError):
        checking.convert_frame(frame)
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}  # a call passes, although `answering` names a method
    options: Any = {"sender": "server", "answering": "tools/call", "validate": True}
    assert mr.convert(ping, "2025-06-18", "2025-03-26", **options).message == ping


def test_typed_messages_come_back_typed() -> None:
    """A typed message gives the typed message that its JSON gives, with the same losses; so does a batch."""
    converted = 0
    for source, target in itertools.permutations(REVISIONS, 2):
        old, new = mr.revision(source), mr.revision(target)
        for case in material()[source][:40]:
            options: Any = case.options
            try:
                expected = mr.convert(json.dumps(case.frame).encode(), source, target, **options)
            except mr.NoCounterpart:
                continue
            found = mr.convert(
                old.decode_message(case.frame, case.sender, case.answering), source, target, **options
            )
            known = case.answering if case.answering in new.METHODS else None
            frames = expected.message if isinstance(expected.message, list) else [expected.message]
            again = [new.decode_message(frame, case.sender, known) for frame in frames]
            assert found.message == (again if isinstance(expected.message, list) else again[0])
            assert [loss.change for loss in found.losses] == [loss.change for loss in expected.losses]
            converted += 1
    assert converted > 300


def test_a_batch_gives_its_frames() -> None:
    """A batch becomes a list of frames, its losses point into the batch; elsewhere an array is no frame."""
    progress = {
        "jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": 1, "progress": 1, "message": "m"},
    }
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    message, losses = mr.convert([ping, progress], "2025-03-26", "2024-11-05", sender="client")
    assert message == [ping, {**progress, "params": {"progressToken": 1, "progress": 1}}]
    assert [(loss.kind, loss.pointer, loss.change) for loss in losses] == [
        ("reshaped", "", "T1.1"),
        ("dropped", "/1/params/message", "T1.4"),
    ]
    for frames, source in (([], "2025-03-26"), ([ping], "2025-06-18")):
        with pytest.raises(mr.DecodeError) as raised:
            mr.convert(frames, source, "2024-11-05", sender="client")
        assert raised.value.code == -32600


def test_a_converted_message_is_a_pair_with_its_losses() -> None:
    """`Converted` unpacks, indexes and compares as `(message, losses)`."""
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
    hello["params"] = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "n", "version": "1"},
    }
    converted = mr.convert(hello, "2025-11-25", "2025-06-18", sender="client")
    message, losses = converted
    assert losses and message is converted.message is converted[0]
    assert converted[1] == losses == converted.losses and len(converted) == 2
    assert converted == (message, losses) and converted != (message, ())
    assert converted not in (message, [message, losses], 1)


@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize(
    "frame, pointer",
    [
        ({"jsonrpc": "2.0", "method": "notifications/progress", "params": 1}, "/1/params"),
        ({"jsonrpc": "2.0", "id": 2, "method": "no/such"}, "/1/method"),
        (1, "/1"),
    ],
)
def test_an_error_in_a_batch_points_into_the_batch(as_text: bool, frame: Any, pointer: str) -> None:
    """The pointer of a `DecodeError` begins with the index of the frame."""
    batch: Any = [{"jsonrpc": "2.0", "id": 1, "method": "ping"}, frame]
    message = json.dumps(batch).encode() if as_text else batch
    with pytest.raises(mr.DecodeError) as raised:
        mr.convert(message, "2025-03-26", "2024-11-05", sender="client")
    assert raised.value.pointer == pointer


def test_a_refused_frame_of_a_batch_is_pointed_at() -> None:
    """The pointer of a `NoCounterpart` begins with the index of the frame."""
    calls = [{"jsonrpc": "2.0", "id": id, "method": name} for id, name in enumerate(("tools/list", "ping"))]
    with pytest.raises(mr.NoCounterpart) as raised:
        mr.convert(calls, "2025-03-26", "2026-07-28", sender="client")
    assert raised.value.pointer == "/1"
    assert raised.value.reply["id"] == 1


@pytest.mark.parametrize(("source", "target"), [*itertools.product(REVISIONS[:4], repeat=2)])
def test_the_handshake_between_revisions_is_never_whole(source: str, target: str) -> None:
    """A handshake names its revision, and may name another; a ping loses at most the metadata of a task."""
    before, after = (mr.revision(one).METHODS.keys() for one in (source, target))
    ping = "lossy" if "tasks/get" in before - after else "whole"
    for part in (None, "request", "result"):
        verdict = mr.fidelity("initialize", source, target, part=part)
        assert verdict == ("whole" if source == target else "lossy")
        assert mr.fidelity("ping", source, target, part=part) == ping


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_text_is_converted_as_its_bytes_and_comes_back_as_text(revision: str) -> None:
    """`str` and `bytes` have one outcome: the message, the losses, the refusal with its reply, the error."""
    invalid = Case(revision, "client", None, {"jsonrpc": "2.0", "id": 7, "method": 5})
    options = itertools.cycle([{}, {"keep": b"k" * 16}, {"validate": True}, {"loss": "allow"}])
    for case in [*slice_of(revision, 40), invalid]:
        text = json.dumps(case.frame, ensure_ascii=False, indent=case.frame.get("id") and 1)
        for target in REVISIONS:
            chosen = {**case.options, **next(options)}
            outcome = outcome_of(text.encode(), revision, target, chosen)
            assert outcome_of(text, revision, target, chosen) == outcome


def outcome_of(message: Any, source: str, target: str, options: dict[str, Any]) -> Any:
    """Return the outcome of a conversion of JSON text, as text."""
    kind = type(message)
    try:
        found = mr.convert(message, source, target, **options)
    except mr.NoCounterpart as error:
        assert error.reply is None or type(error.reply) is kind
        return "refused", _text(error.reply), error.reason, error.change, error.pointer
    except mr.DecodeError as error:
        return "invalid", error.args
    assert type(found.message) is kind
    return "converted", _text(found.message), found.losses


def _text(message: Any) -> Any:
    return message.decode() if isinstance(message, bytes) else message


def test_a_batch_is_read_before_its_losses_are_refused() -> None:
    """`LossError` has the losses of the batch and of all messages, and is raised after all other errors."""
    title = {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"tools": [{"name": "t", "inputSchema": {"type": "object"}, "annotations": {}}]},
    }
    convert = mr.converter("2025-03-26", "2024-11-05", sender="server", loss="error")
    for encoded in (True, False):
        good, bad = [title, title], [title, {"jsonrpc": "2.0", "id": 1, "method": "nope"}]
        given: Any = [json.dumps(one).encode() if encoded else one for one in (good, bad)]
        with pytest.raises(mr.LossError) as raised:
            convert(given[0], "tools/list")
        assert [loss.pointer for loss in raised.value.losses] == [
            "",
            "/0/result/tools/0/annotations",
            "/1/result/tools/0/annotations",
        ]
        with pytest.raises(mr.DecodeError) as invalid:
            convert(given[1], "tools/list")
        assert (invalid.value.pointer, invalid.value.code) == ("/1/method", -32601)


@pytest.mark.parametrize("validate", [False, True])
def test_an_error_in_a_batch_has_the_id_of_its_message(validate: bool) -> None:
    """So it has if the message is neither a call nor a response."""
    for item in ({"id": 7}, {"id": 7, "method": "ping", "result": {}}, {"id": 7, "method": "nope"}):
        batch = json.dumps([{"jsonrpc": "2.0", **item}])
        with pytest.raises(mr.DecodeError) as converted:
            mr.convert(batch, "2025-03-26", "2024-11-05", sender="client", validate=validate)
        with pytest.raises(mr.DecodeError) as decoded:
            mr.v2025_03_26.decode_message(batch, sender="client")
        assert (converted.value.id, decoded.value.id) == (7, 7)


PLAIN = "2026-07-28"
APPS = "2026-07-28+io.modelcontextprotocol/ui"


@pytest.mark.parametrize(("source", "target"), [(PLAIN, PLAIN), (PLAIN, APPS), (APPS, PLAIN)])
def test_a_conversion_without_edits_passes_every_object_and_array(source: Any, target: Any) -> None:
    """If no plan changes anything, a text passes unread, and what is not an object or array is refused."""
    convert = mr.converter(source, target, sender="client")
    for text in (b"{}", b"[]", b"[1]", b'{"method":5}', b'{"jsonrpc":"2.0","id":1,"result":{}}'):
        assert convert(text).message is text
        assert convert(json.loads(text)).message == json.loads(text)
    for text in (b"5", b'"x"', b"null"):
        with pytest.raises(mr.DecodeError) as raised:
            convert(text)
        assert (raised.value.pointer, raised.value.code) == ("", -32600)
    request = mr.revision(source).ListToolsRequest
    typed = mr.revision(source).decode_message(
        json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/list",
                "params": {
                    "_meta": {
                        "io.modelcontextprotocol/protocolVersion": PLAIN,
                        "io.modelcontextprotocol/clientCapabilities": {},
                    }
                },
            }
        ),
        sender="client",
    )
    assert type(typed) is request and type(convert(typed).message) is mr.revision(target).ListToolsRequest


@pytest.mark.parametrize("validate", [False, True])
def test_validation_does_not_change_what_answering_means(validate: bool) -> None:
    """A name is used for an error without an id, and ignored for a request and in a revision without it."""
    error: dict[str, Any] = {"jsonrpc": "2.0", "error": {"code": -32002, "message": "m"}}
    found = mr.convert(
        error, "2025-11-25", "2026-07-28", sender="server", answering="resources/read", validate=validate
    )
    assert found.message["error"] == {"code": -32602, "message": "m"}
    request: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "roots/list"}
    found = mr.convert(
        request, "2025-11-25", "2025-06-18", sender="server", answering="tools/call", validate=validate
    )
    assert found.message == request
    error = {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "m"}}
    found = mr.convert(
        error, "2026-07-28", "2025-11-25", sender="client", answering="initialize", validate=validate
    )
    assert found.message == error


def _choices(name: str, count: int) -> dict[str, Any]:
    """Return a form with `count` choices in a field. Each choice has an unknown member."""
    fields = {
        name: {"type": "string", "oneOf": [{"const": str(i), "title": "t", "x": 1} for i in range(count)]}
    }
    params = {"message": "m", "requestedSchema": {"type": "object", "properties": fields}}
    return {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params}


def test_long_pointers_of_losses_are_cut() -> None:
    """A pointer has at most 1,024 characters, also in a `LossError`. Its value is complete."""
    name = "\N{GRINNING FACE}" * 2000
    for message in (json.dumps(_choices(name, 3)).encode(), _choices(name, 3)):
        losses = mr.convert(message, "2025-11-25", "2025-06-18", sender="server").losses
        start = "/params/requestedSchema/properties/"
        assert {loss.pointer for loss in losses} == {start + name[: 1023 - len(start)] + "…"}
    with pytest.raises(mr.LossError) as raised:
        mr.convert(_choices(name, 3), "2025-11-25", "2025-06-18", sender="server", loss="error")
    assert len(str(raised.value)) < 1300


def test_unknown_members_below_long_names_have_short_pointers() -> None:
    """The pointers of unknown members are cut like those of losses."""
    form = _choices("n" * 2000, 0)
    form["params"]["requestedSchema"]["properties"]["n" * 2000] = {"type": "string", "x": 1, "y": 1}
    message = mr.v2025_11_25.decode_message(json.dumps(form), sender="server")
    assert [(len(pointer), pointer[-1]) for pointer in message.unknown] == [(1024, "…")] * 2


def test_a_batch_given_as_text_becomes_texts() -> None:
    """An array of 2025-03-26 given as `str` gives a list of `str`."""
    source = next(revision for revision in REVISIONS if mr.revision(revision).BATCHES)
    ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    found = mr.convert(f"[{ping}, {ping}]", source, REVISIONS[0], sender="client")
    assert found.message == [ping, ping]
    with pytest.raises(mr.DecodeError, match="not UTF-8: a lone surrogate"):
        mr.convert('"\ud800"', source, REVISIONS[0], sender="client")


@pytest.mark.parametrize("as_text", [True, False])
def test_an_error_of_a_conversion_has_the_id_of_its_message(as_text: bool) -> None:
    """The id of an invalid message is in the error; text that is not JSON has none; an item keeps its own."""
    calls = {
        5: {"jsonrpc": "2.0", "id": 5, "method": "tools/callx"},
        "a": {"jsonrpc": "2.0", "id": "a", "method": 1},
        None: {"jsonrpc": "2.0", "id": [], "method": "tools/callx"},
    }
    for id, call in calls.items():
        for message in (call, [call]):
            with pytest.raises(mr.DecodeError) as caught:
                mr.convert(
                    json.dumps(message) if as_text else message, "2025-03-26", "2025-11-25", sender="client"
                )
            assert caught.value.id == id
    with pytest.raises(mr.DecodeError) as caught:
        mr.convert('{"id": 1,', "2025-03-26", "2025-11-25", sender="client")
    assert caught.value.id is None


@pytest.mark.parametrize(("option", "said"), [("sender", "'client' or 'server'"), ("part", "'request'")])
def test_fidelity_refuses_options_that_it_does_not_know(option: str, said: str) -> None:
    """Another side, or another part, is an error that names the choices."""
    options: dict[str, Any] = {option: "host"}
    with pytest.raises(ValueError, match=f"^{option}: expected {said}.* not 'host'"):
        mr.fidelity("ping", "2025-06-18", "2025-11-25", **options)


@pytest.mark.parametrize("validate", [True, False])
@pytest.mark.parametrize("message", [5, None, ({},)], ids=str)
def test_a_message_of_another_kind_is_a_mistake_of_the_caller(message: Any, validate: bool) -> None:
    """Whether messages are validated or not, the kinds of messages are named."""
    with pytest.raises(
        TypeError, match="^message: expected bytes, str, a dict, a list or a typed message, not "
    ):
        mr.convert(message, "2025-06-18", "2025-11-25", sender="client", validate=validate)


@pytest.mark.parametrize("validate", [True, False])
@pytest.mark.parametrize(
    ("call", "pointer", "reason"),
    [
        ({"method": "tools/list"}, "", "'id' is missing"),
        ({"method": "notifications/initialized", "id": 1}, "/id", "a notification has no id"),
    ],
)
def test_a_request_has_an_id_and_a_notification_none(
    call: dict[str, Any], pointer: str, reason: str, validate: bool
) -> None:
    """The method says which of both a frame must be."""
    for frame in ({"jsonrpc": "2.0", **call}, json.dumps({"jsonrpc": "2.0", **call}).encode()):
        with pytest.raises(mr.DecodeError) as raised:
            mr.convert(frame, "2025-06-18", "2025-11-25", sender="client", validate=validate)
        assert (raised.value.pointer, raised.value.reason) == (pointer, reason)


@pytest.mark.parametrize("options", [{}, {"validate": True}, {"keep": True}, {"loss": "allow"}], ids=str)
def test_a_converter_says_what_the_facts_of_a_client_lose(options: dict[str, Any]) -> None:
    """The pointers are into the context. A request reports its own differences only."""
    capabilities = {"roots": {"listChanged": True, "x": 1}, "tasks": {"list": {}}, "sampling": {}}
    context = {"clientCapabilities": capabilities, "clientInfo": {"name": "c", "version": "1"}}
    for source in (name for name in mr.REVISIONS if not mr.facts(name).per_request):
        f = mr.converter(source, mr.LATEST, sender="client", context=context, **options)
        assert [(loss.kind, loss.pointer, loss.value, loss.change) for loss in f.context_losses] == [
            ("dropped", "/clientCapabilities/roots/listChanged", True, "T4.11"),
            ("dropped", "/clientCapabilities/tasks", {"list": {}}, "T4.12"),
        ]
        _, losses = f({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        assert {loss.kind for loss in losses} <= {"invented"}
    assert mr.converter(source, mr.LATEST, sender="client", **options).context_losses == ()
    assert mr.converter(mr.LATEST, source, sender="client", context=context, **options).context_losses == ()


@pytest.mark.parametrize("context", [5, "clientInfo", ["clientInfo"], {"clientinfo": {}}], ids=str)
def test_a_context_maps_the_names_of_what_a_session_stated(context: Any) -> None:
    """Any other value is a mistake that names the members."""
    with pytest.raises(ValueError, match="^context: .*clientCapabilities, clientInfo, logLevel$"):
        mr.convert(b"{}", "2025-11-25", "2026-07-28", sender="client", context=context)


def test_fidelity_knows_the_methods_of_each_side() -> None:
    """A method that the revision lacks, or that the side does not send, is an error, not a verdict."""
    assert mr.fidelity("tasks/get", "2025-11-25", "2025-06-18") == "none"
    assert mr.fidelity("tools/list", "2025-06-18", "2026-07-28", part="request") == "adapted"
    found = mr.fidelity("tools/list", "2025-11-25", "2024-11-05", part="request", details=True)
    assert found.grade == "lossy" and [change.id for change in found.changes] == ["T3.10"]
    for options, said in (({}, "has no 'no/such'"), ({"sender": "server"}, "from the server")):
        method = "tools/call" if options else "no/such"
        with pytest.raises(ValueError, match=said):
            mr.fidelity(method, "2025-11-25", "2025-06-18", **options)


# ---- keep -------------------------------------------------------------------------------------------

KEPT = "mcp-revisions/kept"
TOOLS = {
    "jsonrpc": "2.0",
    "id": 1,
    "result": {"tools": [{"name": "a", "inputSchema": {"type": "object"}, "icons": [{"src": "i"}]}]},
}
WAY: dict[str, Any] = {"sender": "server", "answering": "tools/list", "keep": True}


def kept_tools() -> dict[str, Any]:
    """Return a page of tools that carries its losses."""
    message: dict[str, Any] = mr.convert(TOOLS, "2025-11-25", "2025-06-18", **WAY).message
    return message


def test_what_is_kept_is_a_patch() -> None:
    """The member is an RFC 6902 patch that another implementation carries out to the same end."""
    message = kept_tools()
    kept = message["result"]["_meta"].pop(KEPT)
    assert (kept["from"], kept["to"]) == ("2025-11-25", "2025-06-18")
    assert jsonpatch.apply_patch(message, kept["patch"]) == TOOLS


def test_what_is_kept_is_ignored_unless_asked_for() -> None:
    """Without `keep` the member is metadata like any other; between other revisions too."""
    message = kept_tools()
    assert mr.convert(message, "2025-06-18", "2025-11-25", **{**WAY, "keep": False}).message == message
    assert mr.convert(message, "2025-06-18", "2025-03-26", **WAY).message == message


@pytest.mark.parametrize("source", REVISIONS)
def test_mutated_kept_frames_raise_one_exception(source: str) -> None:
    """Converting back any frame that carries a kept patch raises what any frame raises, and nothing else."""
    rng = Random(source)
    seen: Counter[str] = Counter()
    for case in material()[source]:
        for target in REVISIONS:
            kept = convert(case, target, keep=True)
            if kept is None or KEPT not in json.dumps(kept.message):
                continue
            try:
                message = mutated(kept.message, rng, [kept.message])
                mr.convert(message, target, source, keep=True, **case.options)  # type: ignore[arg-type]
                seen["converted"] += 1
            except (mr.DecodeError, mr.NoCounterpart) as error:
                seen[type(error).__name__] += 1
    assert min(seen["converted"], seen["DecodeError"]) > 0


@pytest.mark.parametrize("keep", [b"", b"x" * 15, "x" * 16, bytearray(16), 1, 0, None, memoryview(b"x" * 16)])
def test_a_key_is_sixteen_bytes(keep: Any) -> None:
    """`keep` is a bool or a key of at least 16 bytes; the message of the error does not show the key."""
    for convert_or_not in (mr.convert, mr.converter):
        frame = (TOOLS,) if convert_or_not is mr.convert else ()
        with pytest.raises(ValueError, match="^keep: ") as raised:
            convert_or_not(*frame, "2025-11-25", "2025-06-18", sender="server", keep=keep)  # type: ignore[operator]
        assert "xx" not in str(raised.value)


def test_what_is_too_large_to_keep_is_an_error() -> None:
    """What would be refused on the way back is not sent on."""
    huge = copy.deepcopy(TOOLS)
    huge["result"]["tools"][0]["icons"][0]["src"] = "x" * (1 << 22)  # type: ignore[index]
    with pytest.raises(mr.LossError, match="too many to keep"):
        mr.convert(huge, "2025-11-25", "2025-06-18", **WAY)


# ---- the reference server -----------------------------------------------------------------------------


def test_traffic_of_the_reference_server_becomes_valid() -> None:
    """Its frames of 2025-11-25 are invalid in each older revision unconverted, and valid once converted."""
    for target in REVISIONS[:3]:
        before = after = refused = 0
        for m in messages("2025-11-25"):
            if not m.recording.startswith("everything") or m.sender != "server":
                continue
            answers = known("2025-11-25", m.answering)
            if not oracle("2025-11-25").frame_fits(m.frame, "server", answers):
                continue
            if "result" in m.frame and answers is None:
                continue
            before += not oracle(target).frame_fits(m.frame, "server", known(target, answers))
            converted = convert(Case("2025-11-25", "server", answers, m.frame), target)
            if converted is None:
                refused += 1
            else:
                after += not oracle(target).frame_fits(converted.message, "server", known(target, answers))
        assert before > 0
        assert after == 0


@pytest.mark.parametrize("revision", REVISIONS[:3])
def test_what_breaks_the_negotiated_revision_is_mended(revision: str) -> None:
    """The reference server sends frames of 2025-11-25 at any revision; converted, they are valid."""
    frames, before, after = mended(revision)
    assert frames > before > 0 and after == 0


def test_the_words_of_a_loss_error() -> None:
    """The first loss with its change, and the number of the others; a reason replaces them."""
    loss = mr.Loss("dropped", "/a", 1, "has no a", "no-a")
    assert str(mr.LossError((loss,))) == "dropped /a: has no a [no-a]"
    others = [mr.Loss("weakened", f"/{name}", 1, "is other", "other") for name in "bc"]
    assert str(mr.LossError((loss, *others[:1]))) == "dropped /a: has no a [no-a] (and 1 more)"
    assert str(mr.LossError((loss, *others))) == "dropped /a: has no a [no-a] (and 2 more)"
    assert str(mr.LossError((loss,), "too large")) == "too large"
    assert str(mr.LossError(())) == ""


def test_outcomes_are_copied_with_what_they_hold() -> None:
    """A pickled error has its losses and its reason; a result shows its message and its losses."""
    loss = mr.Loss("dropped", "/a", 1, "has no a", "no-a")
    error = pickle.loads(pickle.dumps(mr.LossError((loss,), "too large")))
    assert (error.losses, error.reason, error.args) == ((loss,), "too large", ((loss,), "too large"))
    named = pickle.loads(pickle.dumps(mr.LossError(reason="too large", losses=(loss,))))
    assert (named.losses, named.reason) == ((loss,), "too large")
    refused = pickle.loads(
        pickle.dumps(mr.NoCounterpart(reason="has none", change="no-a", reply=None, pointer="/a"))
    )
    assert vars(refused) == {"reply": None, "reason": "has none", "change": "no-a", "pointer": "/a"}
    converted = mr.convert(json.dumps(TOOLS).encode(), "2025-11-25", "2025-06-18", **{**WAY, "keep": False})
    again = pickle.loads(pickle.dumps(converted))  # with losses that nobody has read yet
    assert again == converted and [each.pointer for each in again.losses] == ["/result/tools/0/icons"]
    assert repr(mr.Converted({"b": 1}, (loss,))) == f"Converted(message={{'b': 1}}, losses={(loss,)!r})"
