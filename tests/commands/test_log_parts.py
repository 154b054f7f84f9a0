"""`mcpgen validate --jobs` and `mcpgen convert --jobs` give the results of one process for a large log."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mcpgen.commands import convert, log_parts, processes, validate
from mcpgen.commands.log_files import LogFile
from mcpgen.commands.log_parts import LogPart
from mcpgen.commands.logs import AUTO
from support.frame_mutations import mutated
from support.traffic import messages

REVISION = "2025-11-25"


@pytest.fixture
def log(tmp_path: Path) -> LogFile:
    """Return a log with and without `from`, with invalid messages and lines that are not JSON."""
    rng, path = Random(7), tmp_path / "log.jsonl"
    traffic = messages(REVISION)
    donors = [message.frame for message in traffic]
    with path.open("w", encoding="utf-8") as out:
        for number, message in enumerate(traffic * 2):
            frame = mutated(message.frame, rng, donors) if rng.random() < 0.1 else message.frame
            wrapped = {"from": message.sender, "message": frame}
            record = rng.choice([frame, frame, wrapped, wrapped, wrapped, {"at": number, "message": frame}])
            out.write(json.dumps(record) + "\n")
            if number % 50 == 0:
                out.write(rng.choice(["\n", "not JSON\n", '{"from":"nobody","message":{}}\n', "[1e999]\n"]))
    return LogFile(str(path), path)


def _in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_this_process(function: Any, items: Any, count: int, command: str, label: str) -> list[Any]:
        return [*map(function, items)]

    monkeypatch.setattr(processes, "map_in_processes", in_this_process)
    monkeypatch.setattr(log_parts.log_parts, "__defaults__", (1,))


def _report(
    files: list[LogFile], jobs: int, monkeypatch: pytest.MonkeyPatch, **options: Any
) -> tuple[int, str, str]:
    """Validate with small parts, in this process."""
    _in_small_parts(monkeypatch)
    out, err = io.StringIO(), io.StringIO()
    chosen = validate.ValidateOptions(options.pop("revision", REVISION), **options)
    return validate.validate(files, chosen, out, err, jobs=jobs), out.getvalue(), err.getvalue()


@pytest.mark.parametrize("revision", [REVISION, "auto"])
@pytest.mark.parametrize("format", ["text", "json", "junit"])
def test_the_parts_of_a_log_give_the_report_of_the_whole(
    log: LogFile, monkeypatch: pytest.MonkeyPatch, revision: str, format: str
) -> None:
    """Output, order and status are the same for any number of processes."""
    options: dict[str, Any] = {"revision": revision, "format": format}
    whole = _report([log], 1, monkeypatch, **options)
    for jobs in (2, 3, 7):
        assert len(log_parts.log_parts([log], jobs, revision, 1)) == jobs
        assert _report([log], jobs, monkeypatch, **options) == whole


def _converted(
    files: list[LogFile], jobs: int, monkeypatch: pytest.MonkeyPatch, options: convert.ConversionOptions
) -> tuple[int, bytes, str, bytes]:
    """Convert with small parts, in this process. Return the exit status and the outputs."""
    _in_small_parts(monkeypatch)
    lines, notes, losses = io.BytesIO(), io.StringIO(), io.BytesIO()
    status = convert.convert(files, options, convert.Outputs(lines, notes, losses), jobs=jobs)
    return status, lines.getvalue(), notes.getvalue(), losses.getvalue()


@pytest.mark.parametrize("source", [REVISION, "auto"])
@pytest.mark.parametrize("target", ["2025-03-26", "2026-07-28"])
@pytest.mark.parametrize("loss", ["report", "error"])
def test_the_parts_of_a_log_are_converted_as_the_whole(
    log: LogFile, monkeypatch: pytest.MonkeyPatch, source: str, target: str, loss: Any
) -> None:
    """Messages, notes, losses and status are the same for any number of processes."""
    options = convert.ConversionOptions(source, target, loss)
    whole = _converted([log], 1, monkeypatch, options)
    assert whole[1].count(b"\n") > 100
    for jobs in (2, 3, 7):
        assert _converted([log], jobs, monkeypatch, options) == whole


def test_losses_are_written_only_if_they_are_wanted(log: LogFile, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `--losses`, no process writes a loss as JSON, and the other outputs stay the same."""
    options = convert.ConversionOptions(REVISION, "2026-07-28")
    status, converted, said, losses = _converted([log], 1, monkeypatch, options)
    assert losses.count(b"\n") > 100
    written: list[Any] = []
    monkeypatch.setattr(convert, "json_line", lambda loss: written.append(loss) or b"")
    for jobs in (1, 2):
        lines, notes = io.BytesIO(), io.StringIO()
        found = convert.convert([log], options, convert.Outputs(lines, notes), jobs=jobs)
        assert (found, lines.getvalue(), notes.getvalue(), written) == (status, converted, said, [])


def test_a_refused_log_is_not_converted_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a log states no revision, the parts have the one refusal of the whole; other logs are converted."""
    (tmp_path / "a").write_bytes(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n' * 3000)
    (tmp_path / "b").write_bytes(
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26",'
        b'"capabilities":{},"clientInfo":{"name":"c","version":"1"}}}\n' * 9
    )
    logs = [LogFile(name, tmp_path / name) for name in "ab"]
    options = convert.ConversionOptions("auto", "2025-06-18")
    whole = _converted(logs, 1, monkeypatch, options)
    assert whole[0] == 2
    assert whole[1].count(b"\n") == 9
    assert _converted(logs, 4, monkeypatch, options) == whole


def test_the_lines_of_a_log_are_in_one_part_each(log: LogFile) -> None:
    """The parts follow each other, and later parts are smaller."""
    for jobs in (2, 3, 50):
        parts = log_parts.log_parts([log], jobs, AUTO, 1)
        assert (parts[0].first, parts[-1].end) == (1, None)
        assert [part.end for part in parts[:-1]] == [part.first for part in parts[1:]]
    first, second = log_parts.log_parts([log], 2, AUTO, 1)
    assert log.path is not None
    assert first.end is not None and first.end > len(log.path.read_bytes().splitlines()) / 2


def test_only_lines_in_a_plain_file_have_parts(log: LogFile, tmp_path: Path) -> None:
    """Other logs are read as a whole, and so are small ones, and all with `--advice`."""
    rows: dict[str, bytes] = {
        "array.json": b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n' * 9,
        "events.txt": b'data: {"jsonrpc":"2.0","id":1,"method":"ping"}\n\n' * 9,
        "spread.json": b'{\n"jsonrpc":"2.0","id":1,"method":"ping"}\n' * 9,
        "empty.jsonl": b"",
        "packed.gz": b"\x1f\x8b\x08\0" + b"\n" * 90,
    }
    for name, data in rows.items():
        file = LogFile(name, tmp_path / name)
        (tmp_path / name).write_bytes(data)
        assert log_parts.log_parts([file], 2, REVISION, 1) == [LogPart(file)], name
    absent = LogFile("absent", tmp_path / "absent")
    assert log_parts.log_parts([absent, LogFile("-", None)], 9, REVISION, 1) == [
        LogPart(absent),
        LogPart(LogFile("-", None)),
    ]
    assert log_parts.log_parts([log], 2, REVISION) == [LogPart(log)]
    assert log_parts.log_parts([log], 1, REVISION, 1) == [LogPart(log)]


def test_a_refused_log_is_refused_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a log states no revision, the parts have the one refusal of the whole."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n' * 3000)
    log = LogFile("log", path)
    whole = _report([log], 1, monkeypatch, revision="auto")
    assert whole[0] == 2
    assert _report([log], 3, monkeypatch, revision="auto") == whole


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": REVISION,
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    },
}
# Lines that contain the word, and lines that start a session although something is wrong with them.
LOOKALIKES: list[Any] = [
    {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"initialize": "initialize"}}},
    {"from": "nobody", "message": INITIALIZE},
    [INITIALIZE],
    {**INITIALIZE, "params": {}},
    {**INITIALIZE, "params": {**INITIALIZE["params"], "clientInfo": {"name": 1}}},  # type: ignore[dict-item]
    {"from": "server", "message": INITIALIZE},
    {"jsonrpc": "2.0", "method": "initialize"},
    {"from": "client", "message": {"method": "initialize"}, "method": "ping"},
]


@pytest.fixture
def sessions(tmp_path: Path) -> LogFile:
    """Return a log of many sessions, in which ids are used again and some requests have no response."""
    rng, path = Random(8), tmp_path / "sessions.jsonl"
    traffic = [message for message in messages(REVISION) if message.frame.get("method") != "initialize"]
    donors = [message.frame for message in traffic]
    with path.open("w", encoding="utf-8") as out:
        for _ in range(60):
            out.write(json.dumps({"from": "client", "message": INITIALIZE}) + "\n")
            for message in rng.sample(traffic, 12):
                frame = mutated(message.frame, rng, donors) if rng.random() < 0.1 else message.frame
                wrapped = {"from": message.sender, "message": {**frame, "id": 1} if "id" in frame else frame}
                out.write(json.dumps(rng.choice([wrapped["message"], wrapped, wrapped])) + "\n")
                if rng.random() < 0.2:
                    out.write(rng.choice(["\n", "initialize\n", json.dumps(rng.choice(LOOKALIKES)) + "\n"]))
    return LogFile(str(path), path)


def test_parts_that_start_with_a_session_give_the_report_of_the_whole(
    sessions: LogFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process reads lines of another part, and output, order and status stay the same."""
    whole = _report([sessions], 1, monkeypatch)
    assert "already belongs to an open request" in whole[1]
    assert "answers a request that is not in the log" in whole[1]
    options = convert.ConversionOptions(REVISION, "2026-07-28")
    converted = _converted([sessions], 1, monkeypatch, options)
    for near in (log_parts.NEAR, 1):
        monkeypatch.setattr(log_parts, "NEAR", near)
        for jobs in (2, 3, 5, 7):
            parts = log_parts.log_parts([sessions], jobs, REVISION, 1)
            assert len(parts) == jobs
            assert near != 1 or all(part.start for part in parts[1:])
            assert _report([sessions], jobs, monkeypatch) == whole
            assert _converted([sessions], jobs, monkeypatch, options) == converted


def test_a_part_starts_at_a_line_that_starts_a_session(sessions: LogFile) -> None:
    """The parts are nearly equal. With `auto`, every process reads the log from its start."""
    assert sessions.path is not None
    text = sessions.path.read_bytes()
    first, second = log_parts.log_parts([sessions], 2, REVISION, 1)
    assert (first.start, first.read_from, second.read_from) == (0, 1, second.first)
    assert len(text) * (1 - log_parts.NEAR) / 2 <= second.start <= len(text) / 2
    assert text[: second.start].count(b"\n") == second.first - 1
    line = json.loads(text[second.start :].partition(b"\n")[0])
    assert line.get("message", line)["method"] == "initialize"
    assert [part.start for part in log_parts.log_parts([sessions], 2, AUTO, 1)] == [0, 0]


def test_a_log_with_one_session_is_read_from_its_start(tmp_path: Path) -> None:
    """A part may not start with a line that only contains the word, or with a batch."""
    lines = [json.dumps(line) for line in LOOKALIKES[:3]]
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join([json.dumps(INITIALIZE), *lines * 200]) + "\n", "utf-8")
    parts = log_parts.log_parts([LogFile("log", path)], 3, REVISION, 1)
    assert len(parts) == 3
    assert not any(part.start for part in parts)


def test_a_log_is_not_divided_after_a_line_without_end(
    sessions: LogFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that reads the whole log stops at such a line, so no other process may read on."""
    assert sessions.path is not None
    text = sessions.path.read_bytes()
    sessions.path.write_bytes(text[:-1] + b" " * 3000 + b"\n" + text)
    monkeypatch.setattr(log_parts, "_BLOCK", 100)
    monkeypatch.setattr(log_parts, "ENDLESS", 2000)
    assert log_parts.log_parts([sessions], 2, AUTO, 1) == [LogPart(sessions)]
    assert log_parts.log_parts([sessions], 4, REVISION, 1) == [LogPart(sessions)]
