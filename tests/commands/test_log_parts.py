"""`mcpgen validate --jobs` validates a large log in parts, with the results of one process."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mcpgen.commands import log_parts, processes, validate
from mcpgen.commands.log_files import LogFile
from mcpgen.commands.log_parts import LogPart
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
            record = frame if rng.random() < 0.4 else {"from": message.sender, "message": frame}
            out.write(json.dumps(record) + "\n")
            if number % 50 == 0:
                out.write(rng.choice(["\n", "not JSON\n", '{"from":"nobody","message":{}}\n', "[1e999]\n"]))
    return LogFile(str(path), path)


def _report(
    files: list[LogFile], jobs: int, monkeypatch: pytest.MonkeyPatch, **options: Any
) -> tuple[int, str, str]:
    """Validate with small parts, in this process."""
    monkeypatch.setattr(processes, "map_in_processes", lambda function, items, count: [*map(function, items)])
    monkeypatch.setattr(log_parts.log_parts, "__defaults__", (1,))
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
        assert len(log_parts.log_parts([log], jobs, 1)) == jobs
        assert _report([log], jobs, monkeypatch, **options) == whole


def test_the_lines_of_a_log_are_in_one_part_each(log: LogFile) -> None:
    """The parts follow each other, and later parts are smaller."""
    for jobs in (2, 3, 50):
        parts = log_parts.log_parts([log], jobs, 1)
        assert (parts[0].first, parts[-1].end) == (1, None)
        assert [part.end for part in parts[:-1]] == [part.first for part in parts[1:]]
    first, second = log_parts.log_parts([log], 2, 1)
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
        assert log_parts.log_parts([file], 2, 1) == [LogPart(file)], name
    absent = LogFile("absent", tmp_path / "absent")
    assert log_parts.log_parts([absent, LogFile("-", None)], 9, 1) == [
        LogPart(absent),
        LogPart(LogFile("-", None)),
    ]
    assert log_parts.log_parts([log], 2) == [LogPart(log)]
    assert log_parts.log_parts([log], 1, 1) == [LogPart(log)]


def test_a_refused_log_is_refused_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a log states no revision, the parts have the one refusal of the whole."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n' * 3000)
    log = LogFile("log", path)
    whole = _report([log], 1, monkeypatch, revision="auto")
    assert whole[0] == 2
    assert _report([log], 3, monkeypatch, revision="auto") == whole
