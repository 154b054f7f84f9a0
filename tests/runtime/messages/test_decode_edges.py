"""Decoding and dispatch at their edges: float ids, bounds of types, variants that fit equally well."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Annotated, Any, Literal

import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.messages.base import Constants
from mcp_revisions._runtime.messages.mismatch import DecodeState, Mismatch
from mcp_revisions._runtime.messages.strict_decoder import DecoderFactory
from msgspec import Meta

from mcpgen.compare.sample_values import SampleValues
from mcpgen.ir import Ref
from mcpgen.schema_folder import protocol
from support.frame_mutations import mutated
from support.garbage import objects_in_cycles
from support.oracle import oracle
from support.traffic import REVISIONS, messages

Frame = dict[str, Any]

MODERN = mr.revision("2026-07-28")


def data(tree: Any) -> bytes:
    """Return a JSON tree as text."""
    return json.dumps(tree).encode()


def result(id: Any, **members: Any) -> Frame:
    """Return a response with a result."""
    return {"jsonrpc": "2.0", "id": id, "result": members}


def name_of(value: Any) -> str:
    """Return the name of the generated type that a value is an instance of."""
    return type(value).__name__


# ---- ids ------------------------------------------------------------------------------------------

# Unknown members, which lead to another decoder, must not change the outcome.
EXTRA: tuple[Frame, ...] = ({}, {"vendor": 1})


@pytest.mark.parametrize("extra", EXTRA)
@pytest.mark.parametrize("id", ["1", "", 1, 0, -1, 10**30, 1.0, 1e15])
@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_response_is_typed_by_the_request_of_its_id(revision: str, id: Any, extra: Frame) -> None:
    """`answering` is asked for every id that a request may have, `1.0` included."""
    mcp = mr.revision(revision)
    modern = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"} if revision >= "2026" else {}
    frame = {**result(id, tools=[], **modern), **extra}
    message = mcp.decode_message(data(frame), sender="server", answering={id: "tools/list"}.get)
    assert name_of(message.result) == "ListToolsResult"
    assert message.id == id


def test_the_responses_of_a_batch_are_typed_by_their_ids() -> None:
    """In a batch each response is typed by its own request."""
    mcp = mr.revision("2025-03-26")
    frames = [result(1.0, tools=[]), result(2, prompts=[]), result("3", resources=[])]
    asked = {1: "tools/list", 2: "prompts/list", "3": "resources/list"}
    batch = mcp.decode_message(data(frames), sender="server", answering=asked.get)
    assert [name_of(message.result) for message in batch] == [
        "ListToolsResult",
        "ListPromptsResult",
        "ListResourcesResult",
    ]


@pytest.mark.parametrize("id", [None, True, False, [], [1], {}, 1.5])
@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_value_that_cannot_be_an_id_is_refused(revision: str, id: Any) -> None:
    """`answering` is asked for strings and numbers alone: `true` is not 1, and an array has no hash."""
    asked: list[Any] = []

    def answering(id: Any) -> str:
        asked.append(id)
        return "tools/list"

    with pytest.raises(mr.DecodeError):
        mr.revision(revision).decode_message(data(result(id)), sender="server", answering=answering)
    assert all(type(each) in (str, int, float) for each in asked)


def handled(revision: str, frame: Frame) -> bytes | None:
    """Return what a router with one handler gives for a frame."""
    mcp = mr.revision(revision)
    router = mcp.Router(sender="client")

    @router.on("tools/list")  # type: ignore[untyped-decorator]
    def list_tools(params: Any) -> Any:
        modern = (
            {"result_type": "complete", "ttl_ms": 0, "cache_scope": "private"} if revision >= "2026" else {}
        )
        return mcp.ListToolsResult(tools=[], **modern)

    return asyncio.run(router.handle(data(frame)))  # type: ignore[no-any-return]


def listing(revision: str, id: Any, **members: Any) -> Frame:
    """Return a request for the tools of a server, with the metadata that a revision demands."""
    meta = "io.modelcontextprotocol/"
    said = {meta + "protocolVersion": revision, meta + "clientCapabilities": {}}
    params = {"_meta": said} if revision >= "2026" else {}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": {**params, **members}}


@pytest.mark.parametrize("id", ["1", "", 1, 0, -1, 10**30, 1.0, 1e15])
@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_results_and_errors_have_the_id_of_their_request(revision: str, id: Any) -> None:
    """A request is answered under its own id, `1.0` too, whether it succeeds, is malformed or unknown."""
    good = listing(revision, id)
    bad, unknown = listing(revision, id, cursor=5), {**good, "method": "x"}
    for frame, member in ((good, "result"), (bad, "error"), (unknown, "error")):
        reply = handled(revision, frame)
        assert reply is not None and not isinstance(reply, mr.UnreadableFrame)
        answer = json.loads(reply)
        assert member in answer
        assert (answer["id"], type(answer["id"])) in ((id, type(id)), (id, int))


@pytest.mark.parametrize("id", [None, True, [], {}, 1.5])
@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_value_that_cannot_be_an_id_is_not_sent_back(revision: str, id: Any) -> None:
    """The reply is an `UnreadableFrame`: an error without `id`, or empty where the revision demands an id."""
    reply = handled(revision, listing(revision, id))
    assert isinstance(reply, mr.UnreadableFrame) and reply.error.code == -32600
    if revision < "2025-11-25":
        assert reply == b""
    else:
        answer = json.loads(reply)
        assert answer["error"]["code"] == -32600
        assert "id" not in answer


# ---- bounds ----------------------------------------------------------------------------------------

COMPLETE = {"resultType": "complete"}


@pytest.mark.parametrize("unknown", ["keep", "drop"])
@pytest.mark.parametrize("extra", EXTRA)
@pytest.mark.parametrize(("count", "fits"), [(0, True), (99, True), (100, True), (101, False)])
def test_100_values_of_a_completion_fit(count: int, fits: bool, extra: Frame, unknown: Any) -> None:
    """`maxItems` is itself allowed, with and without unknown members beside the list, kept or dropped."""
    frame = {**COMPLETE, "completion": {"values": ["v"] * count, **extra}}
    message = data(result(1, **frame))
    way: Any = {"sender": "server", "answering": "completion/complete"}
    reads: tuple[Callable[[], Any], ...] = (
        lambda: MODERN.decode(data(frame), MODERN.CompleteResult, unknown=unknown),
        lambda: MODERN.decode_message(message, **way, unknown=unknown).result,
    )
    for read in reads:
        if fits:
            assert len(read().completion.values) == count
        else:
            with pytest.raises(mr.DecodeError) as raised:
                read()
            assert raised.value.pointer.endswith("/completion/values")


@pytest.mark.parametrize("unknown", ["keep", "drop"])
@pytest.mark.parametrize("extra", EXTRA)
@pytest.mark.parametrize(
    ("priority", "fits"),
    [
        (0, True),
        (1, True),
        (0.0, True),
        (1.0, True),
        (0.5, True),
        (-0.001, False),
        (1.001, False),
        (2, False),
    ],
)
@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_priority_from_0_to_1_fits(
    revision: str, priority: float, fits: bool, extra: Frame, unknown: Any
) -> None:
    """`minimum` and `maximum` are themselves allowed, with unknown members beside the number or not."""
    mcp = mr.revision(revision)
    block = data({"type": "text", "text": "a", "annotations": {"priority": priority, **extra}})
    if fits:
        assert mcp.decode(block, mcp.TextContent, unknown=unknown).annotations.priority == priority
    else:
        with pytest.raises(mr.DecodeError) as raised:
            mcp.decode(block, mcp.TextContent, unknown=unknown)
        assert raised.value.pointer == "/annotations/priority"


# ---- unions -----------------------------------------------------------------------------------------

ONE_OF = [{"const": "a", "title": "A"}]
TIES: dict[str, tuple[str, str, Frame]] = {
    "a choice with names or without": (
        *("PrimitiveSchemaDefinition", "UntitledSingleSelectEnumSchema"),
        {"type": "string", "enum": ["a"]},
    ),
    "a choice of values or of titled options": (
        *("EnumSchema", "UntitledSingleSelectEnumSchema"),
        {"type": "string", "enum": ["a"], "oneOf": ONE_OF},
    ),
    "a text or a blob": (
        "AnyResourceContents",
        "TextResourceContents",
        {"uri": "u:", "text": "", "blob": ""},
    ),
}


@pytest.mark.parametrize("extra", EXTRA)
@pytest.mark.parametrize("row", TIES.values(), ids=TIES)
@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_the_first_of_equal_variants_wins(revision: str, row: tuple[str, str, Frame], extra: Frame) -> None:
    """Where several members of a union leave as many members unknown, the order of the union decides."""
    union, member, value = row
    mcp = mr.revision(revision)
    made = mcp.decode(data({**value, **extra}), getattr(mcp, union))
    assert isinstance(made, getattr(mcp, member))


@pytest.mark.parametrize("extra", EXTRA)
@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_the_variant_with_the_fewest_unknown_members_wins(revision: str, extra: Frame) -> None:
    """Names of values make a choice the legacy one, though an earlier member of the union fits as well."""
    mcp = mr.revision(revision)
    value = {"type": "string", "enum": ["a"], "enumNames": ["A"], **extra}
    made = mcp.decode(data(value), mcp.PrimitiveSchemaDefinition)
    assert isinstance(made, mcp.LegacyTitledEnumSchema)


ANSWERS = [
    {},
    {"_meta": {}},
    {"inputRequests": {}},
    {"requestState": "s"},
    {"content": []},
    {"content": [], "requestState": "s"},
    {"content": [], "messages": [], "contents": [], "ttlMs": 0, "cacheScope": "private"},
]


@pytest.mark.parametrize("extra", EXTRA)
@pytest.mark.parametrize("members", ANSWERS)
@pytest.mark.parametrize(
    "union", ["ServerResult", "CallToolOutcome", "GetPromptOutcome", "ReadResourceOutcome"]
)
def test_input_required_decides_for_its_variant(union: str, members: Frame, extra: Frame) -> None:
    """`resultType: input_required` makes a result an `InputRequiredResult`, though others fit exactly."""
    value = {"resultType": "input_required", **members, **extra}
    assert isinstance(MODERN.decode(data(value), getattr(MODERN, union)), MODERN.InputRequiredResult)
    made = MODERN.decode(data({**value, "resultType": "complete"}), MODERN.ServerResult)
    assert not isinstance(made, MODERN.InputRequiredResult)


# ---- memory ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_refusal_leaves_no_circle(revision: str) -> None:
    """A refused frame, converted or decoded, is freed without the collector: no exception holds itself."""
    mcp, rng = mr.revision(revision), Random(5)
    recorded = messages(revision)
    donors = [message.frame for message in recorded]
    options: tuple[Frame, ...] = ({}, {"unknown": "error"}, {"invalid_items": "skip"})
    refused = 0

    def tried(frame: bytes, sender: Any, answering: str | None) -> int:
        failures = 0
        for each in options:
            try:
                mcp.decode_message(frame, sender, answering, **each)
            except mr.DecodeError:
                failures += 1
        for target in REVISIONS:
            try:
                mr.convert(frame, revision, target, sender=sender, answering=answering)
            except (ValueError, mr.NoCounterpart):
                failures += 1
        return failures

    for _ in range(150):
        message = rng.choice(recorded)
        frame = data(mutated(message.frame, rng, donors))
        known = message.answering if message.answering in mcp.METHODS else None
        again = partial(tried, frame, message.sender, known)
        refused += again() > 0  # this builds and caches what it needs
        assert objects_in_cycles(again) == 0, frame
    assert refused > 50


# ---- calls and results ----------------------------------------------------------------------------


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_call_is_its_senders_and_never_embedded(revision: str) -> None:
    """The smallest frame of each method is decoded for its senders alone; one inside results for none."""
    mcp: Any = mr.revision(revision)
    for method in mcp.METHODS.values():
        name = method.type.__name__
        frame = {"jsonrpc": "2.0", **SampleValues(protocol(revision)).smallest(Ref(name))}
        if method.kind != "notification":
            frame["id"] = 1
        for sender in ("client", "server"):
            allowed = sender in method.senders and method.kind != "embedded"
            assert oracle(revision).frame_fits(frame, sender) is allowed
            if allowed:
                assert name_of(mcp.decode_message(data(frame), sender)) == name
                continue
            for tree in (frame, {name: frame[name] for name in frame.keys() & {"method", "params"}}):
                with pytest.raises(mr.DecodeError) as caught:
                    mcp.decode_message(data(tree), sender)
            with pytest.raises(mr.DecodeError) as caught:
                mcp.decode_message(data(frame), sender)
            assert caught.value.pointer == "/method" and "in " + revision in caught.value.reason
            assert ("is sent only inside a result" in caught.value.reason) is (method.kind == "embedded")


@pytest.mark.parametrize("sender", ["client", "server"])
@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_result_of_an_unknown_method_is_a_result(revision: str, sender: str) -> None:
    """It stays plain JSON, and is refused where no result is like it."""
    mcp = mr.revision(revision)
    modern = {"resultType": "complete"} if revision >= "2026" else {}
    for members in ({}, {"_meta": {}}, {"_meta": 5}, {"resultType": 5}, {"x": 1.0}):
        frame = result(1, **modern | members)
        if oracle(revision).frame_fits(frame, sender):
            assert mcp.decode_message(data(frame), sender).result == frame["result"]
        else:
            with pytest.raises(mr.DecodeError) as caught:
                mcp.decode_message(data(frame), sender)
            assert caught.value.pointer == f"/result/{next(iter(members))}"
    with pytest.raises(mr.DecodeError):
        mcp.decode_message(data(result(1, **modern, _meta=5)), sender)


# ---- scalars --------------------------------------------------------------------------------------


class Few(Constants):
    """Constants that are no strings."""

    values = (True, 2, {"a": 1})


SCALARS: list[tuple[Any, list[Any]]] = [
    (str, ["", "a", "1"]),
    (int, [0, 1, -1, 2, 1.0, 2.0, 10**400]),
    (float, [0, 1, -1, 2, 1.0, 2.0, 1.5, 10**400]),
    (bool, [True, False]),
    (None, [None]),
    (Literal["a", 1, None], ["a", 1, 1.0, None]),
    (Few, [True, 2, 2.0, {"a": 1}, {"a": 1.0}]),
    (Annotated[str, Meta(min_length=1)], ["a", "1"]),
    (Annotated[str, Meta(max_length=0)], [""]),
    (Annotated[str, Meta(pattern="^a")], ["a"]),
    (Annotated[int, Meta(ge=1)], [1, 2, 1.0, 2.0, 10**400]),
    (Annotated[float, Meta(gt=1, le=2)], [2, 2.0, 1.5]),
    (Annotated[int, Meta(multiple_of=2)], [0, 2, 2.0, 10**400]),
]
VALUES: list[Any] = [
    *("", "a", "1", 0, 1, -1, 2, 1.0, 2.0, 1.5, 10**400, True, False, None, [], {}),
    *({"a": 1}, {"a": 1.0}, {"a": True}, [1]),
]


@pytest.mark.parametrize(("type_", "fitting"), SCALARS, ids=lambda given: str(given)[:40])
def test_the_strict_decoder_judges_scalars_by_the_letter(type_: Any, fitting: list[Any]) -> None:
    """A value that fits is returned as it is, and every other is a mismatch."""
    decode = DecoderFactory().decoder(type_)
    for value in VALUES:
        if any(value == each and type(value) is type(each) and str(value) == str(each) for each in fitting):
            assert decode(value, DecodeState()) is value
        else:
            with pytest.raises(Mismatch):
                decode(value, DecodeState())


# ---- constants ------------------------------------------------------------------------------------


def test_a_value_is_an_instance_of_the_constants_that_it_equals() -> None:
    """`1.0` is `1`, and `true` is not."""
    assert [isinstance(value, Few) for value in (True, 2.0, {"a": 1.0})] == [True] * 3
    assert [isinstance(value, Few) for value in (1, "2", {"a": True}, {})] == [False] * 4
