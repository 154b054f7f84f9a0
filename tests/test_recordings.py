"""Real traffic: complete recordings, verdicts of the official schemas, and lossless decodes."""

from __future__ import annotations

import base64
import binascii
import importlib.util
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from support import traffic
from support.traffic import REVISIONS, Message

LINK = "`resource_link` blocks came with 2025-06-18"
RECORDED = tuple(sorted({path.stem[-10:] for path in traffic.recordings()}))
AUDIO = "audio came with 2025-03-26, `resource_link` blocks with 2025-06-18"
MULTI = "multi-select enumerations came with 2025-11-25"
FRACTION = "SD1: the schema has `integer` where the specification has `number`"
UNKNOWN = "our client asks for a method, or sends a notification, that no revision has"
REMOVED = "our client uses a method that 2026-07-28 removed"
PROBE = "the client probes for 2026-07-28 before it falls back to the handshake"
MALFORMED = "our client leaves out, or gets wrong, what the method demands"

MISTAKES = {
    125: ("/method", UNKNOWN),
    127: ("/params", MALFORMED),
    133: ("/params/level", MALFORMED),
    135: ("/params", MALFORMED),
    137: ("/method", UNKNOWN),
}
LINKS = {31: ("/result/content/1 /result/content/2 /result/content/3", LINK), 40: ("/result/content/0", LINK)}
FORM = "/params/requestedSchema/properties"
SELECTS = f"{FORM}/titledMultipleSelectEnum {FORM}/untitledMultipleSelectEnum"

REJECTED: dict[str, dict[int, tuple[str, str]]] = {
    "everything-2024-11-05": LINKS | MISTAKES,
    "everything-2025-03-26": LINKS | MISTAKES,
    "everything-2025-06-18": {line: (SELECTS, MULTI) for line in (71, 75, 79, 83)}
    | {line: ("/result/content/number", FRACTION) for line in (72, 76)}
    | {line + 21: mistake for line, mistake in MISTAKES.items()},
    "everything-2025-11-25": {79: ("/result/content/number", FRACTION)}
    | {line + 82: mistake for line, mistake in MISTAKES.items()},
    "everything-from-mcp-1.2.1-2024-11-05": {20: ("/result/content/1 /result/content/2", LINK)},
    "everything-from-mcp-1.9.4-2025-03-26": {21: ("/result/content/1 /result/content/2", LINK)},
    "everything-from-mcp-1.13.1-2025-06-18": {32: (SELECTS, MULTI)},
    "everything-from-mcp-2.3.0-2025-11-25": {1: ("/method", PROBE)},
    "python-2024-11-05": {
        25: ("/result/content/2 /result/content/3", AUDIO),
        88: ("/method", UNKNOWN),
        90: ("/params", MALFORMED),
    },
    "python-2025-03-26": {
        25: ("/result/content/3", LINK),
        88: ("/method", UNKNOWN),
        90: ("/params", MALFORMED),
    },
    "python-2025-06-18": {97: ("/method", UNKNOWN), 99: ("/params", MALFORMED)},
    "python-2025-11-25": {109: ("/method", UNKNOWN), 111: ("/params", MALFORMED)},
    "python-2026-07-28": {
        98: ("/method", UNKNOWN),
        100: ("/params", MALFORMED),
        102: ("/method", REMOVED),
        104: ("/params", MALFORMED),
        106: ("/params/_meta", MALFORMED),
        112: ("/method", REMOVED),
    },
}

NOT_RECORDED = {
    ("2025-11-25", "server", "Request", "tasks/cancel"),
    ("2025-11-25", "server", "Request", "tasks/list"),
    ("2026-07-28", "server", "Notification", "notifications/cancelled"),
}

with_schema = pytest.mark.skipif(
    not all(traffic.schema_path(revision).exists() for revision in REVISIONS), reason="no schema to judge by"
)
each_recording = pytest.mark.parametrize("path", traffic.recordings(), ids=lambda path: path.stem)


def expected(message: Message) -> tuple[str, str] | None:
    """Return where and why the official schema rejects the message, None if it accepts it."""
    return REJECTED.get(message.recording, {}).get(message.line)


def strings(value: Any) -> Iterator[tuple[str, str]]:
    """Yield every string of a JSON value with the name of the member that holds it."""
    if isinstance(value, dict):
        for name, member in value.items():
            if isinstance(member, str):
                yield name, member
            yield from strings(member)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def exact(value: Any) -> str:
    """Return a text that is equal for equal JSON values only: 1, 1.0, true and "1" all differ."""
    return json.dumps(value, sort_keys=True)


def package(revision: str) -> ModuleType:
    """Return the generated module of a revision, as users get it."""
    spec = importlib.util.find_spec(f"mcp_revisions.v{revision.replace('-', '_')}")
    if spec is None or spec.origin is None:
        pytest.skip(f"{revision} is not generated yet")
    import mcp_revisions

    return mcp_revisions.revision(revision)


def decode(module: ModuleType, message: Message, unknown: str = "keep") -> Any:
    """Decode a recorded frame as its receiver would."""
    answering = message.answering if "result" in message.frame else None
    frame = json.dumps(message.frame)
    return module.decode_message(frame, sender=message.sender, answering=answering, unknown=unknown)


def test_every_revision_is_recorded_from_two_implementations_where_there_are_two() -> None:
    """Every revision has a recording of each real server that speaks it."""
    names = {path.stem for path in traffic.recordings()}
    assert {f"python-{revision}" for revision in RECORDED} <= names and len(RECORDED) >= 5
    assert {f"everything-{revision}" for revision in RECORDED[:-1]} <= names
    assert {name[-10:] for name in names} == set(RECORDED)


@each_recording
def test_a_line_is_a_sender_and_a_frame(path: Path) -> None:
    """A line is a JSON object of `from` and `message`; a response answers a request of the other side."""
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        assert list(record) == ["from", "message"]
        assert record["from"] in ("client", "server")
        assert record["message"]["jsonrpc"] == "2.0"
    for message in traffic.read(path):
        assert ("method" in message.frame) == (message.answering is None), str(message)


@each_recording
def test_a_recording_says_nothing_of_the_machine(path: Path) -> None:
    """No recording holds a path, an address or an environment of the machine it was made on."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w./])/(?:Users|home|opt|private|root|srv|tmp|usr|var|work)\b", text)
    assert not re.search(r"site-packages|node_modules|localhost|127\.0\.0\.1", text)
    told = set()
    asked: Any = None
    for message in traffic.read(path):
        if asked == "get-env":
            told.add(message.frame["result"]["content"][0]["text"])
        asked = message.frame.get("params", {}).get("name")
    assert told in (set(), {json.dumps({"GREETING": "hello", "LANG": "C.UTF-8", "TZ": "UTC"}, indent=2)})


@each_recording
def test_payloads_are_small_and_valid_base64(path: Path) -> None:
    """Cutting a payload left it valid base64, and the file small."""
    assert path.stat().st_size < 100_000
    for message in traffic.read(path):
        for name, text in strings(message.frame):
            if (
                name in ("blob", "data")
                and not text.startswith("data:")
                and " " not in text
                and "-" not in text
            ):
                try:
                    base64.b64decode(text, validate=True)
                except binascii.Error as problem:
                    pytest.fail(f"{message}: {name}: {problem}")


@with_schema
@each_recording
def test_the_official_schema_rejects_exactly_what_is_listed(path: Path) -> None:
    """What the schema of its revision rejects in a recording is listed above, line, place and reason."""
    found = {m.line: " ".join(where) for m in traffic.read(path) if (where := traffic.rejections(m))}
    assert found == {line: where for line, (where, _) in REJECTED.get(path.stem, {}).items()}


def test_every_listed_rejection_is_recorded() -> None:
    """The list of rejections names no recording that is not there."""
    assert set(REJECTED) <= {path.stem for path in traffic.recordings()}


@with_schema
@pytest.mark.parametrize("revision", RECORDED)
def test_every_message_type_occurs_in_valid_traffic(revision: str) -> None:
    """Every message of a revision is recorded in each direction; every request is answered."""
    types = traffic.judge(revision).sent
    sent: Counter[tuple[str, str, str]] = Counter()
    answered = set()
    for message in traffic.messages(revision):
        if expected(message) is None:
            if "result" in message.frame:
                answered.add(message.answering)
            elif "method" in message.frame:
                kind = "Request" if "id" in message.frame else "Notification"
                sent[message.sender, kind, message.frame["method"]] += 1
    assert {(revision, *key) for key in set(types) - set(sent)} == {
        key for key in NOT_RECORDED if key[0] == revision
    }
    assert {method for _, kind, method in types if kind == "Request"} <= answered


@each_recording
def test_a_valid_message_decodes_and_encodes_back_equal(path: Path) -> None:
    """Every message that its revision accepts is decoded and encoded without loss, unknown members too."""
    module = package(path.stem[-10:])
    for message in traffic.read(path):
        if expected(message) is None or FRACTION in (expected(message) or ()):
            back = json.loads(module.encode(decode(module, message)))
            assert exact(back) == exact(message.frame), str(message)


@each_recording
def test_a_request_or_notification_decodes_as_its_type(path: Path) -> None:
    """A valid request or notification comes back as the class that the method table names, with its id."""
    module = package(path.stem[-10:])
    for message in traffic.read(path):
        if expected(message) is None and "method" in message.frame:
            decoded = decode(module, message)
            assert isinstance(decoded, module.METHODS[message.frame["method"]].type), str(message)
            if "id" in message.frame:
                assert exact(decoded.id) == exact(message.frame["id"]), str(message)


@each_recording
def test_a_result_decodes_as_a_result_of_its_method(path: Path) -> None:
    """A valid result comes back as one of the classes that the method table names for what it answers."""
    module = package(path.stem[-10:])
    for message in traffic.read(path):
        if expected(message) is None and "result" in message.frame:
            results = module.METHODS[message.answering].results
            assert isinstance(decode(module, message).result, results), str(message)


@pytest.mark.parametrize("revision", RECORDED)
def test_unknown_members_are_reported_dropped_or_refused(revision: str) -> None:
    """Unknown members of real peers are listed, dropped or refused, as the option says."""
    module = package(revision)
    import mcp_revisions

    seen = 0
    for message in traffic.messages(revision):
        if expected(message) is None:
            dropped = json.loads(module.encode(decode(module, message, "drop")))
            if decode(module, message).unknown:
                seen += 1
                assert exact(dropped) != exact(message.frame), str(message)
                with pytest.raises(mcp_revisions.DecodeError):
                    decode(module, message, "error")
            else:
                assert exact(dropped) == exact(message.frame), str(message)
                decode(module, message, "error")
    assert seen >= 2


@each_recording
def test_an_invalid_message_is_refused_where_it_is_invalid(path: Path) -> None:
    """Every message that its revision rejects is refused at, or below, the rejected place, with its code."""
    module = package(path.stem[-10:])
    import mcp_revisions

    for message in traffic.read(path):
        where, reason = expected(message) or ("", FRACTION)
        if reason is not FRACTION:
            with pytest.raises(mcp_revisions.DecodeError) as refused:
                decode(module, message)
            assert refused.value.pointer.startswith(tuple(where.split())), str(message)
            if "method" in message.frame:
                code = -32601 if where == "/method" else -32602
                assert refused.value.code == code, str(message)
