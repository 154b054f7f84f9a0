"""One frame in, one line out: whatever leaves as bytes is one line of JSON in UTF-8."""

from __future__ import annotations

import json
from itertools import islice, product
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.json_line import as_json_line, is_json_line

import mcp_bridge
from support.conversion_cases import Case, cases
from support.oracle import REVISIONS
from support.spellings import NOT_JSON, TOO_DEEP, read_line, spelled, with_line_ends
from support.traffic import messages

PAIRS = list(product(REVISIONS, REVISIONS))
MODES: tuple[dict[str, Any], ...] = ({}, {"loss": "allow"}, {"keep": True}, {"validate": True})


def some(revision: str, rng: Random) -> list[Case]:
    """Return recorded frames of a revision with characters in their texts that end a line."""
    methods = mr.revision(revision).METHODS
    known = [m for m in messages(revision) if m.answering is None or m.answering in methods]
    if not known:  # nobody speaks the revision yet
        return [
            each._replace(frame=with_line_ends(each.frame, rng)) for each in islice(cases(revision, rng), 25)
        ]
    chosen = rng.sample(known, 25)
    return [Case(revision, m.sender, m.answering, with_line_ends(m.frame, rng)) for m in chosen]


def outcome(message: Any, case: Case, target: str, **mode: Any) -> Any:
    """Return what a conversion gives, or the place and the code of its refusal."""
    try:
        return mr.convert(message, case.revision, target, **case.options, **mode).message
    except mr.DecodeError as error:
        return error.pointer, error.code
    except mr.NoCounterpart as refused:
        reply = refused.reply
        return refused.pointer, read_line(reply) if isinstance(reply, bytes) else reply


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_every_spelling_of_a_frame_leaves_as_one_line(source: str, target: str) -> None:
    """A frame in any spelling leaves as one line, with the value of its usual spelling."""
    rng = Random(f"{source} {target}")
    for case in some(source, rng):
        mode = rng.choice(MODES)
        usual = outcome(json.dumps(case.frame).encode(), case, target, **mode)
        found = outcome(spelled(case.frame, rng), case, target, **mode)
        if isinstance(usual, bytes):
            assert json.dumps(read_line(found), sort_keys=True) == json.dumps(
                read_line(usual), sort_keys=True
            )
        else:
            assert found == usual


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_line_that_passes_stays_the_same_object(revision: str) -> None:
    """One line of JSON that needs no edit comes back as the same bytes, and only such a line."""
    rng = Random(revision)
    for case in some(revision, rng):
        for text in (json.dumps(case.frame).encode(), spelled(case.frame, rng)):
            found = outcome(text, case, revision)
            assert (found is text) is is_json_line(text)
            assert read_line(found) == case.frame


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_what_is_no_json_never_leaves(source: str, target: str) -> None:
    """Bytes that are no JSON text are refused with the code of a parse error, also in the same revision."""
    for data in NOT_JSON:
        assert not is_json_line(data)
        for mode in MODES:
            with pytest.raises(mr.DecodeError) as refused:
                mr.convert(data, source, target, sender="client", **mode)
            assert (refused.value.pointer, refused.value.code) == ("", -32700), data[:40]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_deep_frame_leaves_with_every_level_or_is_refused(source: str, target: str) -> None:
    """At every depth of the interpreter's stack, a frame leaves whole, or is refused as no JSON."""
    frame = b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":%s}}'
    for depth in (400, 5_000, 20_000, TOO_DEEP):
        nested = b'{"a":' * depth + b"1" + b"}" * depth
        for mode in MODES:
            try:
                found = mr.convert(frame % nested, source, target, sender="server", **mode).message
                assert depth < TOO_DEEP and nested in found and is_json_line(found)
            except mr.DecodeError as refused:
                assert depth > 400 and (refused.pointer, refused.code) == ("", -32700)


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_the_last_of_two_members_counts(source: str, target: str) -> None:
    """A frame with members given twice converts as its last ones say; `validate` refuses the frame."""
    rng = Random(f"{source} {target}")
    for case in some(source, rng):
        text = spelled(case.frame, rng, twice=True)
        usual = outcome(json.dumps(json.loads(text)).encode(), case, target)
        found = outcome(text, case, target)
        if isinstance(usual, bytes):
            assert read_line(found) == read_line(usual)
        else:
            assert found == usual
        try:
            json.loads(text, object_pairs_hook=once)
        except ZeroDivisionError:
            with pytest.raises(mr.DecodeError, match="is given twice"):
                mr.convert(text, source, target, **case.options, validate=True)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object whose members all have names of their own."""
    return dict(pairs) if len(dict(pairs)) == len(pairs) else 1 // 0  # type: ignore[return-value]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_method_given_twice_leaves_once(source: str, target: str) -> None:
    """No receiver reads another method than the conversion did: a call that leaves has one `method`."""
    methods = [name for name, one in mr.revision(source).METHODS.items() if "client" in one.senders]
    params = {"name": "a", "uri": "file:///a", "requestId": 1, "level": "info"}
    left = 0
    for first, last, mode in product(methods, methods, MODES[:3]):
        if first == last:
            continue
        id = '"id":1,' if mr.revision(source).METHODS[last].kind == "request" else ""
        for rest in ("", f',"params":{json.dumps(params)}'):
            text = f'{{"jsonrpc":"2.0",{id}"method":"{first}","method":"{last}"{rest}}}'.encode()
            try:
                found = mr.convert(text, source, target, sender="client", **mode).message
            except (mr.DecodeError, mr.NoCounterpart):
                continue
            if source != target:
                assert found.count(b'"method":') == 1, (text, found)
            left += 1
    assert left > len(methods)


def test_what_an_edit_reads_is_written_anew_with_keep() -> None:
    """Of a member that an edit reads and that is given twice, the last alone leaves, with `keep` too."""
    tool = b'{"name":"a","inputSchema":{"type":"object"},"icons":[]}'
    text = b'{"jsonrpc":"2.0","id":1,"result":{"tools":[%b],"tools":[]}}' % tool
    for mode in MODES[:3]:
        options: Any = {"sender": "server", "answering": "tools/list", **mode}
        found = mr.convert(text, "2025-11-25", "2025-06-18", **options)
        assert found.message == b'{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_typed_message_is_written_on_one_line(revision: str) -> None:
    """`encode` writes one line, whether or not the message has unknown members."""
    rng, module = Random(revision), mr.revision(revision)
    for case in some(revision, rng):
        for unknown in ({}, {"un\x85known": "a\u2028b"}):
            frame = {**case.frame, **unknown}
            try:
                message = module.decode_message(spelled(frame, rng), case.sender, case.answering)
            except mr.DecodeError:
                continue
            assert read_line(module.encode(message)) == frame


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_bridge_between_equal_revisions_sends_lines(revision: str) -> None:
    """Bytes between equal revisions leave as one line of the same value; what is no JSON is dropped."""
    rng, bridge = Random(revision), mcp_bridge.Bridge(revision, revision)
    for case in some(revision, rng):
        text = spelled(case.frame, rng)
        take = bridge.from_client if case.sender == "client" else bridge.from_server
        (send,) = take(text)
        assert read_line(send.data) == case.frame
        assert (send.tree is text) is is_json_line(text)
    for data in NOT_JSON:
        (send,) = bridge.from_server(data)
        assert send.to is None
        assert send.losses[0].kind == "dropped"


def test_a_lone_surrogate_stays_escaped_on_its_line() -> None:
    """A lone surrogate escape, which no UTF-8 can hold, passes between equal revisions as the same text."""
    bridge = mcp_bridge.Bridge(mr.LATEST, mr.LATEST)
    (send,) = bridge.from_client(b'{"jsonrpc": "2.0",\n"method": "m", "params": {"a": "\\ud83d"}}')
    assert read_line(send.data)["params"] == {"a": "\ud83d"}
    assert as_json_line(b'"\\ud83d"') == b'"\\ud83d"'
