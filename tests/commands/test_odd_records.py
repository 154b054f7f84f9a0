"""A record of a log with a value of any JSON type in any place never stops the records after it.

Each command that reads logs is given the same records. The lines that `mcp-bridge --log` writes, when a
peer sends such records instead of frames, are read by the same commands.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import mcp_revisions as mr
import pytest

from mcp_bridge.diagnostics import Recorder
from mcpgen.commands.convert import ConversionOptions, Outputs
from mcpgen.commands.export.recordings import recorded
from mcpgen.commands.log_files import LogRecord
from mcpgen.commands.log_records import ending, records
from support.log_commands import convert_lines, validate_lines

REVISION = "2025-06-18"
LONG = "x" * 20_000
ANSWERED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("client", "resources/list", {"resources": [{"uri": "file:///a b", "name": "a"}]}),
    (
        "client",
        "tools/list",
        {"tools": [{"name": "t", "inputSchema": {"type": "object", "required": ["a"]}}]},
    ),
    ("client", "tools/call", {"content": [{"type": "resource_link", "uri": "a:b", "name": "a"}]}),
    ("server", "elicitation/create", {"action": "decline", "content": {"a": "b"}}),
    (
        "server",
        "sampling/createMessage",
        {"role": "user", "model": "m", "content": {"type": "text", "text": "t"}},
    ),
)
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 1e300, 10**30, "", "client", "\0", "\u2028", [], ["client"],
    [["client"]], {}, {"client": 1}, {"message": {}}, [None], "x" * 300,
)  # fmt: skip
FRAMES: tuple[dict[str, Any], ...] = (
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "arguments": {"a": 1}}},
    {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "t"}]}},
    {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "m"}},
    {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}},
)
LAST = {
    "from": "client",
    "message": {"jsonrpc": "2.0", "id": "last", "method": "tools/list", "params": {}},
}


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the keys of every value below `value`."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield (*at, key)
        yield from places(child, (*at, key))


def replaced(tree: Any, place: tuple[Any, ...], value: Any) -> Any:
    """Return a copy of a tree with another value at a place."""
    if not place:
        return value
    found = dict(tree) if isinstance(tree, dict) else list(tree)
    found[place[0]] = replaced(tree[place[0]], place[1:], value)
    return found


def odd_records() -> Iterator[bytes]:
    """Yield records with each value in each place, also as members that no record has, or as the record."""
    for frame in FRAMES:
        record = {"from": "client", "to": "server", "side": "client", "message": frame}
        for place in places(record):
            for value in VALUES:
                yield json.dumps(replaced(record, place, value)).encode()
    for value in VALUES:
        yield json.dumps(value).encode()
        yield json.dumps({"from": value}).encode()
        yield json.dumps({"message": value}).encode()
        yield json.dumps({"from": "client", "message": FRAMES[0], "session": value, "": value}).encode()


LINES = [*odd_records(), json.dumps(LAST).encode()]


def validated_as_json(lines: list[bytes]) -> bool:
    """Validate lines; return whether each has a verdict, and the last is valid."""
    out = io.StringIO()
    validate_lines(lines, REVISION, out, format="json", advice=True)
    verdicts = json.loads(out.getvalue())["messages"]
    assert [each["line"] for each in verdicts] == [*range(1, len(lines) + 1)]
    return bool(verdicts[-1]["verdict"] == "valid" and verdicts[-1]["method"] == "tools/list")


def validated_as_text(lines: list[bytes]) -> bool:
    """Validate lines; return whether the last is valid."""
    out = io.StringIO()
    validate_lines(lines, REVISION, out, format="text", advice=True)
    return f"log:{len(lines)}: client request tools/list: valid" in out.getvalue()


def converted(lines: list[bytes]) -> bool:
    """Convert lines; return whether the last came out."""
    out = io.BytesIO()
    options = ConversionOptions(REVISION, mr.LATEST)
    convert_lines(lines, "log", options, Outputs(out, io.StringIO(), io.BytesIO()))
    last = json.loads(out.getvalue().splitlines()[-1])
    return bool(last.get("message", last)["id"] == "last")


def exported(lines: list[bytes], folder: Path) -> bool:
    """Read lines as a recording of `mcpgen export`; return whether the last came out."""
    (folder / f"log-{REVISION}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    found = [*recorded(folder, mr.REVISIONS)]
    return bool(found[-1].value == LAST["message"])


READERS: tuple[Callable[[list[bytes]], bool], ...] = (validated_as_json, validated_as_text, converted)


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
def test_an_odd_record_stops_no_command(read: Callable[[list[bytes]], bool]) -> None:
    """The request behind all odd records is read."""
    assert read(LINES)


def test_an_odd_record_stops_no_export(tmp_path: Path) -> None:
    """The request behind all odd records of a recording is read."""
    assert exported(LINES, tmp_path)


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
def test_the_log_of_a_bridge_holds_odd_lines(read: Callable[[list[bytes]], bool], tmp_path: Path) -> None:
    """Each odd line of a peer is one line of the log, and the request behind them is read."""
    log = tmp_path / f"log-{REVISION}.jsonl"
    recorder = Recorder(log)
    odd = [*LINES[:-1], b"\xff", b"{", b'"\\ud800"', b"[" * 5_000, b'{"from": ["client"], "message": {}']
    for number, line in enumerate(odd):
        recorder.record("client" if number % 2 else "server", "client", line)
    recorder.record("client", "client", json.dumps(LAST["message"]).encode())
    recorder.close()
    lines = log.read_bytes().splitlines()
    assert len(lines) == len(odd) + 1
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert read(lines)
    assert exported(lines, tmp_path)


def long_records() -> Iterator[bytes]:
    """Yield records with a long text in each place, as a value and as the name of a member."""
    frames = [("client", frame, frame) for frame in FRAMES]
    for asker, method, result in ANSWERED:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {}}
        answer = {"jsonrpc": "2.0", "id": 1, "result": result}
        frames.append(("server" if asker == "client" else "client", request, answer))
    for sender, request, frame in frames:
        record = {"from": sender, "message": frame}
        for place in places(record):
            parent = reduce(getitem, place[:-1], record)
            for odd in (
                replaced(record, place, LONG),
                replaced(record, place[:-1], {**parent, LONG: 1}) if isinstance(parent, dict) else record,
            ):
                if request is not frame:
                    asker = "server" if sender == "client" else "client"
                    yield json.dumps({"from": asker, "message": request}).encode()
                yield json.dumps(odd).encode()


def test_a_text_of_a_peer_is_shortened() -> None:
    """A line of text or JUnit, and a diagnostic, holds a part of a long text that a peer chose."""
    lines = [*long_records()]
    text, cases, diagnostics = io.StringIO(), io.StringIO(), io.StringIO()
    validate_lines(lines, REVISION, text, format="text", advice=True)
    validate_lines(lines, REVISION, cases, format="junit")
    with redirect_stderr(diagnostics):
        convert_lines(
            lines, "log", ConversionOptions(REVISION, "2024-11-05"), Outputs(io.BytesIO(), diagnostics, None)
        )
    assert text.getvalue().count("...") > 50 and diagnostics.getvalue().count("...") > 10
    for out in (text, cases, diagnostics):
        assert max(map(len, out.getvalue().splitlines())) < 3_000


def test_an_array_that_is_cut_has_a_finding() -> None:
    """Cut anywhere, over lines or on one, a log of an array is never called whole; a whole one is."""
    frames = [
        {"jsonrpc": "2.0", "id": number, "method": "ping", "params": {"_meta": {}}} for number in (1, 2)
    ]
    for text in (json.dumps(frames), json.dumps(frames, indent=1), f"{json.dumps(frames)}\n"):
        end = text.index("]", text.rindex("}"))
        for cut in range(1, len(text) + 1):
            lines = io.BytesIO(text[:cut].encode()).readlines()
            found = [*records(log_lines(lines), lambda line: False)]
            flaws = [record.flaw for record in found if record.flaw]
            assert (not flaws) == (cut > end), text[:cut]
            assert len(flaws) <= 1 and len(found) - len(flaws) <= 2
    cut_off = io.BytesIO(b'[{"jsonrpc":"2.0","id":1,"method":"ping"}\n').readlines()
    frame, flaw = records(log_lines(cut_off), lambda line: False)
    assert not frame.flaw and flaw.flaw == "the text ends inside an array"


def log_lines(lines: list[bytes]) -> Iterator[LogRecord]:
    """Return the lines of a log as records, as a file gives them."""
    return iter([LogRecord(number, line) for number, line in enumerate(lines, 1)])


@pytest.mark.parametrize(
    "line", [b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', b'[{"jsonrpc": "2.0", "id": 01}]']
)
def test_text_before_a_line_is_named_where_there_is_some(line: bytes) -> None:
    """A line that begins with JSON is not told to lose its beginning."""
    counts = {"messages": 1, "valid": 0, "invalid": 0, "unreadable": 1}
    _, hint = ending(counts, line)
    assert hint is not None and "text before" not in hint
    _, hint = ending(counts, b"12:01 [server] " + line)
    assert hint is not None and "text before" in hint
