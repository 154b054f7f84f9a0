"""A decode accepts a value if and only if the corrected official schema does, for types and for frames.

The default suite takes a seeded slice; `make test-long` runs 100,000 messages a revision and hypothesis on
the schemas. Each deliberate difference is a row in `docs/exactness.md`, with a test of that name here.
"""

from __future__ import annotations

import asyncio
import json
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import mcp_revisions
import msgspec
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from mcp_revisions import DecodeError

from support.exactness import check_frame, check_lossless, check_type, same
from support.frame_mutations import instance, mutated
from support.oracle import OTHER, REVISIONS, Oracle, oracle
from support.spellings import TOO_DEEP
from support.strategies import of_type
from support.traffic import ROOT, messages

SAMPLES = [json.loads(line) for line in (ROOT / "tests" / "data" / "samples.jsonl").read_text().splitlines()]
EXAMPLES = sorted((ROOT.parent / "shared" / "spec" / "2026-07-28" / "examples").glob("*/*.json"))


def names(judge: Oracle) -> list[str]:
    """Return the official types of a revision that the package has, which must be all of them."""
    module = mcp_revisions.revision(judge.revision)
    assert [n for n in judge.types if not hasattr(module, n)] == []
    return sorted(judge.types)


def run_types(revision: str, count: int, seed: int) -> int:
    """Check `count` values against types of a revision; return how many were valid."""
    judge, rng = oracle(revision), Random(seed)
    every, donors = names(judge), [m.frame for m in messages(revision)]
    valid = 0
    for _ in range(count):
        name = rng.choice(every)
        value = instance({"$ref": f"#/{judge.root}/{name}"}, judge.types, rng)
        donors[rng.randrange(len(donors))] = value
        if rng.random() < 0.7:
            value = mutated(value, rng, donors)
        valid += check_type(judge, name, value)
    return valid


def run_frames(revision: str, count: int, seed: int) -> int:
    """Check `count` frames of a revision, recorded and generated, some mutated; count the valid."""
    judge, rng = oracle(revision), Random(seed)
    recorded = [
        (m.frame, m.sender, m.answering if m.answering in judge.requests else None)
        for m in messages(revision)
    ]
    donors = [frame for frame, _, _ in recorded]
    valid = 0
    for _ in range(count):
        chance = rng.random()
        frame: Any
        answering: str | None
        if chance < 0.4:
            frame, sender, answering = rng.choice(recorded)
        elif chance < 0.7:
            (sender, kind, _), name = rng.choice(list(judge.sent.items()))
            frame, answering = instance({"$ref": f"#/{judge.root}/{name}"}, judge.types, rng), None
            frame["jsonrpc"] = "2.0"
            if kind == "Request":
                frame["id"] = rng.choice([1, "a", 2.0])
        else:
            answering = rng.choice(list(judge.requests))
            sender = OTHER[next(s for s, k, m in judge.sent if m == answering and k == "Request")]
            result = {"$ref": f"#/{judge.root}/{rng.choice(judge.result_types(answering))}"}
            frame = {"jsonrpc": "2.0", "id": 1, "result": instance(result, judge.types, rng)}
        if rng.random() < 0.7:
            frame = mutated(frame, rng, donors)
        if rng.random() < 0.05:
            frame = [frame, *(rng.choice(recorded)[0] for _ in range(rng.randrange(2)))]
        valid += check_frame(judge, frame, sender, answering)
    return valid


@pytest.mark.parametrize("revision", REVISIONS)
def test_types_slice(revision: str) -> None:
    """Every type accepts what its definition accepts and writes it back; a share of the values is valid."""
    assert 200 < run_types(revision, 800, seed=1) < 700


@pytest.mark.parametrize("revision", REVISIONS)
def test_frames_slice(revision: str) -> None:
    """Every frame is accepted if its message type and its envelope accept it."""
    assert 200 < run_frames(revision, 800, seed=2) < 700


@pytest.mark.long
@pytest.mark.parametrize("revision", REVISIONS)
def test_types_long(revision: str) -> None:
    """100,000 values a revision: zero disagreements with the corrected schema."""
    assert run_types(revision, 100_000, seed=3) > 20_000


@pytest.mark.long
@pytest.mark.parametrize("revision", REVISIONS)
def test_frames_long(revision: str) -> None:
    """100,000 frames a revision: zero disagreements with the corrected schema."""
    assert run_frames(revision, 100_000, seed=4) > 20_000


def run_hypothesis(revision: str, count: int, number: int) -> list[bool]:
    """Check values that hypothesis makes from the schema of a revision; return the verdicts."""
    judge, verdicts = oracle(revision), []
    every = names(judge)

    def check(drawn: st.DataObject) -> None:
        name = drawn.draw(st.sampled_from(every))
        value = drawn.draw(of_type(revision, name))
        verdicts.append(check_type(judge, name, value))

    options: dict[str, Any] = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}
    seed(number)(settings(max_examples=count, **options)(given(st.data())(check)))()
    return verdicts


@pytest.mark.parametrize("revision", REVISIONS)
def test_hypothesis_slice(revision: str) -> None:
    """Values that hypothesis makes from the schema are decided as the schema decides."""
    verdicts = run_hypothesis(revision, 150, 6)
    assert 30 < sum(verdicts) < len(verdicts)


@pytest.mark.long
@pytest.mark.parametrize("revision", REVISIONS)
def test_hypothesis_long(revision: str) -> None:
    """Thousands of values that hypothesis makes from the schema of each revision: zero disagreements."""
    assert sum(run_hypothesis(revision, 5000, 7)) > 1000


@pytest.mark.parametrize("revision", REVISIONS)
def test_recordings(revision: str) -> None:
    """Every recorded message is accepted if and only if the schema accepts it."""
    judge = oracle(revision)
    for message in messages(revision):
        answering = message.answering if message.answering in judge.requests else None
        check_frame(judge, message.frame, message.sender, answering)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s['revision']}-{s['type']}")
def test_sample(sample: dict[str, Any]) -> None:
    """The samples of every change between revisions are accepted or refused as recorded."""
    assert check_type(oracle(sample["revision"]), sample["type"], sample["json"]) is sample["valid"]


@pytest.mark.skipif(not EXAMPLES, reason="the official files are not here")
def test_official_examples() -> None:
    """The type that the folder of an official example names accepts and preserves the example."""
    judge = oracle("2026-07-28")
    assert [
        path for path in EXAMPLES if not check_type(judge, path.parent.name, json.loads(path.read_bytes()))
    ] == []
    assert len(EXAMPLES) == 129


@pytest.mark.skipif(not EXAMPLES, reason="the official files are not here")
def test_mutated_examples() -> None:
    """Official examples with small changes are decided as the schema decides."""
    judge, rng = oracle("2026-07-28"), Random(5)
    values = [(path.parent.name, json.loads(path.read_bytes())) for path in EXAMPLES]
    donors = [value for _, value in values]
    for _ in range(1500):
        name, value = rng.choice(values)
        check_type(judge, name, mutated(value, rng, donors))


@pytest.mark.parametrize("revision", REVISIONS)
def test_both_decoders_agree(revision: str) -> None:
    """From the same message, msgspec and the strict decoder build equal objects of one class."""
    module: Any = mcp_revisions.revision(revision)
    judge, compared = oracle(revision), 0
    for message in messages(revision):
        answering = message.answering if message.answering in judge.requests else None
        if not judge.frame_fits(message.frame, message.sender, answering):
            continue
        data = json.dumps(message.frame).encode()
        fast = module.decode_message(data, message.sender, answering)
        careful = module._codec.decode_parsed(json.loads(data), message.sender, answering)
        assert type(fast) is type(careful)
        assert fast == careful
        compared += 1
    assert compared > 100


# The rows of docs/exactness.md.


def row(title: str) -> None:
    """Assert that the document has the row that a test is about."""
    text = (ROOT / "docs" / "exactness.md").read_text(encoding="utf-8")
    assert f"| {title} |" in text, f"no row {title!r}"


def refused(revision: str, data: bytes | str, sender: str = "client", answering: Any = None) -> DecodeError:
    """Return the error that a frame is refused with."""
    with pytest.raises(DecodeError) as caught:
        mcp_revisions.revision(revision).decode_message(data, sender, answering)
    return caught.value


def test_every_row_has_a_test() -> None:
    """Each row of the document names a test of this module."""
    text = (ROOT / "docs" / "exactness.md").read_text(encoding="utf-8")
    named = re.findall(r"`(test_\w+)`", text)
    assert len(named) >= 7
    here = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in named if f"def {name}(" not in here] == []


def test_row_vacuous_input_required_result() -> None:
    """Only `resultType` makes a result an `InputRequiredResult`, except in the official union alone."""
    row("vacuous InputRequiredResult")
    judge = oracle("2026-07-28")
    result = {"resultType": "complete"}
    frame = {"jsonrpc": "2.0", "id": 1, "result": result}
    assert judge.fits("CallToolResultResponse", frame)
    error = refused("2026-07-28", json.dumps(frame), "server", "tools/call")
    assert (error.pointer, error.reason) == ("/result", "'content' is missing")
    mcp: Any = mcp_revisions.revision("2026-07-28")
    alone = mcp.decode(json.dumps(frame), mcp.CallToolResultResponse)
    assert isinstance(alone.result, mcp.InputRequiredResult)
    frame["result"] = {"resultType": "input_required", "requestState": "s"}
    message = mcp.decode_message(json.dumps(frame), "server", "tools/call")
    assert isinstance(message.result, mcp.InputRequiredResult)


def test_input_required_selects_the_type() -> None:
    """A result with `input_required` is an `InputRequiredResult`, whatever its other members are."""
    mcp: Any = mcp_revisions.revision("2026-07-28")
    frame = {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required", "content": []}}
    message = mcp.decode_message(json.dumps(frame), "server", "tools/call")
    assert isinstance(message.result, mcp.InputRequiredResult)
    assert message.unknown == ("/result/content",)
    check_lossless(
        mcp,
        json.dumps(frame).encode(),
        frame,
        lambda d, **o: mcp.decode_message(d, "server", "tools/call", **o),
    )


@pytest.mark.parametrize("revision", [r for r in REVISIONS if r < "2025-11-25"])
def test_row_frame_members(revision: str) -> None:
    """A message decoded alone may lack the envelope as its official type does; a wrong one is refused."""
    row("frame members of message types")
    mcp: Any = mcp_revisions.revision(revision)
    bare = {"method": "tools/call", "params": {"name": "x"}}
    assert same(msgspec.json.decode(mcp.encode(mcp.decode(json.dumps(bare), mcp.CallToolRequest))), bare)
    for wrong in ({"jsonrpc": "1.0"}, {"id": None}, {"params": {"name": "x", "_meta": 5}}):
        assert oracle(revision).fits("CallToolRequest", {**bare, **wrong})
        with pytest.raises(DecodeError):
            mcp.decode(json.dumps({**bare, **wrong}), mcp.CallToolRequest)


TELLING: dict[str, Any] = {"method": "ping", "result": {}, "error": {"code": 1, "message": "m"}}


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize(
    "values", [{}, {"method": None}, {"result": 5}, {"error": None}, {"method": "no/such"}]
)
def test_row_two_readings(revision: str, values: dict[str, Any]) -> None:
    """A frame with none or two of `method`, `result`, `error` has one fate in decode, convert and router."""
    row("two readings")
    mcp: Any = mcp_revisions.revision(revision)
    router, other = mcp.Router("server"), next(each for each in REVISIONS if each != revision)
    for names in ((), *combinations(TELLING, 2), tuple(TELLING)):
        members = {name: values.get(name, TELLING[name]) for name in names}
        frame = json.dumps({"jsonrpc": "2.0", "id": 1, **members}).encode()
        for answering in (None, "tools/list", lambda id: "tools/list"):
            error = refused(revision, frame, "server", answering)
            assert (error.pointer, error.code) == ("", -32600)
            with pytest.raises(DecodeError) as caught:
                mcp_revisions.convert(frame, revision, other, sender="server", answering=answering)
            assert str(caught.value) == str(error)
        reply = asyncio.run(router.handle(frame))
        # The error of two answers names no id, which would be one of the router's own requests.
        is_answer = bool(members) and "method" not in members
        assert isinstance(reply, mcp_revisions.UnreadableFrame) is is_answer
        assert json.loads(reply or "{}").get("error", {"code": -32600})["code"] == -32600
        assert "id" not in json.loads(reply or "{}") if is_answer else json.loads(reply)["id"] == 1


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("id", [1, "a", None, {}])
def test_row_notification_with_an_id(revision: str, id: Any) -> None:
    """A call with an id is a request, so the method of a notification is refused at `/id`."""
    row("notification with an id")
    frame = {"jsonrpc": "2.0", "id": id, "method": "notifications/cancelled", "params": {"requestId": 1}}
    assert oracle(revision).fits("CancelledNotification", frame)
    error = refused(revision, json.dumps(frame), "server")
    assert (error.pointer, error.code) == ("/id", -32600)
    for other in REVISIONS:
        if other != revision:
            with pytest.raises(DecodeError) as caught:
                mcp_revisions.convert(json.dumps(frame).encode(), revision, other, sender="server")
            assert str(caught.value) == str(error)


def test_row_empty_batch() -> None:
    """An empty batch is refused: JSON-RPC 2.0 has none, though the schema sets no minimum."""
    row("empty batch")
    assert oracle("2025-03-26").fits("JSONRPCMessage", [])
    assert refused("2025-03-26", "[]").code == -32600


@pytest.mark.parametrize("revision", REVISIONS)
def test_row_numbers_out_of_range(revision: str) -> None:
    """A number out of Python's range is refused; an integer of up to 4,300 digits is exact."""
    row("numbers out of range")
    frame = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}'
    for number in ("1e400", "-1e999", "9" * 5000):
        assert refused(revision, frame % number, "server").code == -32700
    mcp: Any = mcp_revisions.revision(revision)
    for number in ("9" * 4300, "-" + "1" * 30, "18446744073709551616", "1e300", "-0.0"):
        data = (frame % number).encode()
        assert same(json.loads(mcp.encode(mcp.decode_message(data, "server"))), json.loads(data))


@pytest.mark.parametrize("revision", REVISIONS)
def test_row_lone_surrogates(revision: str) -> None:
    """A string with a lone surrogate is refused, as UTF-8 has no encoding for it."""
    row("lone surrogates")
    frame = r'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"%s"}}'
    for text in (r"\ud800", r"\udc00", r"\ud800\ud800", r"\ud800x"):
        assert refused(revision, frame % text, "server").code == -32700
    assert refused(revision, frame % "\ud800", "server").code == -32700
    mcp: Any = mcp_revisions.revision(revision)
    assert mcp.decode_message(frame % r"\ud83d\ude00", "server").params.reason == "😀"


@pytest.mark.parametrize("revision", REVISIONS)
def test_row_nesting(revision: str) -> None:
    """Nesting beyond the interpreter's stack is a `DecodeError` at each place of a frame, and no other is."""
    row("deep nesting")
    frame = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":%s}}'
    mcp: Any = mcp_revisions.revision(revision)
    for depth in (10, 400, 2_000, 100_000, TOO_DEEP):
        for opening, closing in (("[", "]"), ('{"a":', "}")):
            nested = opening * depth + "1" * (opening != "[") + closing * depth
            unknown = (frame % nested).replace('"data"', '"x":1,"data"')
            if depth <= 400 or depth < TOO_DEEP and is_read(nested):
                assert nested.encode() in mcp.encode(mcp.decode_message(frame % nested, "server"))
                assert mcp.decode_message(unknown, "server").unknown == ("/params/x",)
                continue
            assert refused(revision, frame % nested, "server").reason == "nested too deeply"
            assert refused(revision, nested, "server").code in (-32700, -32600)
            assert refused(revision, unknown, "server").code == -32700
        assert refused(revision, "[" * depth, "server").code == -32700


def is_read(text: str) -> bool:
    """Tell whether the stack of this interpreter holds the levels of a text: 1,000 to 30,000."""
    try:
        msgspec.json.decode(text)
    except RecursionError:
        return False
    return True


@pytest.mark.parametrize("revision", REVISIONS)
def test_row_duplicate_members(revision: str) -> None:
    """The last of two members of one name counts, as in `json.loads`; `strict_json` refuses both."""
    row("duplicate members")
    mcp: Any = mcp_revisions.revision(revision)
    frame = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{},"requestId":2}}'
    assert mcp.decode_message(frame, "server").params.request_id == 2
    other = b'{"jsonrpc":"2.0","method":"ping","method":"notifications/cancelled","params":{"requestId":2}}'
    assert type(mcp.decode_message(other, "server")) is mcp.CancelledNotification
    for data in (frame, other):
        with pytest.raises(DecodeError, match="given twice") as caught:
            mcp.decode_message(data, "server", strict_json=True)
        assert caught.value.code == -32700
    with pytest.raises(DecodeError, match="given twice"):
        mcp.decode(b'{"requestId":1,"requestId":2}', mcp.CancelledNotificationParams, strict_json=True)
    good = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}'
    assert mcp.decode_message(good, "server", strict_json=True) == mcp.decode_message(good, "server")
