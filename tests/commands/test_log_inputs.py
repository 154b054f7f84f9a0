"""Logs in every form: lines, values, arrays, events; compressed; several files; damaged files."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import mcp_revisions as mr
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.commands import log_files as files
from mcpgen.commands import log_records
from mcpgen.commands.log_files import LogRecord, log_files, read_lines, zstd
from mcpgen.commands.log_records import records
from mcpgen.commands.logs import is_batch
from mcpgen.problems import Refused
from support.paths import TESTS

Run = Callable[..., "subprocess.CompletedProcess[str]"]
SCHEMA = json.loads((TESTS.parent / "schema" / "validate.schema.json").read_text())
RECORDINGS = TESTS / "recordings"
FRAMES: list[Any] = [
    {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": 'a\\"[{,é😀'}},
    {"jsonrpc": "2.0", "id": 1, "result": {"tools": [], "_meta": {"x": [1, [2, {}], "]"]}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized", "params": {}},
]


class Trickle(io.RawIOBase):
    """A file that gives its bytes in reads of odd sizes."""

    def __init__(self, data: bytes, rng: Random, most: int) -> None:
        self._data, self._rng, self._most = data, rng, most

    def read(self, size: int = -1) -> bytes:
        """Return some of the next bytes."""
        count = min(self._rng.randint(1, self._most), size if size > 0 else self._most)
        found, self._data = self._data[:count], self._data[count:]
        return found


def found_in(data: bytes, most: int = 70_000, batches: bool = False) -> list[LogRecord]:
    """Return the records of a log."""
    lines = read_lines(Trickle(data, Random(len(data)), most))
    return list(records(lines, is_batch if batches else lambda text: False))


def events(frames: list[Any], end: str, indent: int | None = None) -> str:
    """Return frames as server-sent events, with other events and fields around them."""
    blocks = [[": open", "retry: 3"], ["event: endpoint", "data: /messages"], ["id: 1", "data: "]]
    blocks += [
        ["event: message", *(f"data: {row}" for row in json.dumps(frame, indent=indent).split("\n"))]
        for frame in frames
    ]
    return end.join(row for block in blocks for row in [*block, ""]) + end


FORMS = {
    "lines": "\n".join(map(json.dumps, FRAMES)),
    "lines with blank ones": "\r\n\n".join(map(json.dumps, FRAMES)) + "\r\n",
    "array": json.dumps(FRAMES),
    "array of lines": "[\n" + ",\n".join(map(json.dumps, FRAMES)) + "\n]\n",
    "array, indented": json.dumps(FRAMES, indent=4),
    "array, not indented": json.dumps(FRAMES, indent=0),
    "values": "\n".join(json.dumps(frame, indent=2) for frame in FRAMES),
    "values, not indented": "\n".join(json.dumps(frame, indent=0) for frame in FRAMES),
    "events": events(FRAMES, "\n"),
    "events, CRLF": events(FRAMES, "\r\n", indent=1),
    "events, CR": events(FRAMES, "\r", indent=1),
    "events, cut": events(FRAMES, "\n").rstrip(),
}
ENCODINGS = ("utf-8", "utf-8-sig")
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "gzip, members": lambda data: gzip.compress(data[:50]) + gzip.compress(data[50:]),
    "zstd": zstd.compress,
    "zstd, frames": lambda data: zstd.compress(data[:50]) + zstd.compress(data[50:]),
}


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_frames(form: str, packed: str) -> None:
    """Form, encoding, compression and the sizes of reads do not change the frames that are read."""
    for encoding in ENCODINGS:
        data = PACKED[packed](FORMS[form].encode(encoding))
        for most in (1, 3, 70_000):
            found = found_in(data, most)
            assert [json.loads(record.text) for record in found] == FRAMES, (encoding, most)


@pytest.mark.parametrize(
    ("form", "lines"),
    [
        ("lines with blank ones", [1, 3, 5]),
        ("array of lines", [2, 3, 4]),
        ("array, indented", [2, 10, 27]),
        ("values", [1, 9, 26]),
        ("events, CRLF", [11, 21, 40]),
    ],
)
def test_a_record_has_the_number_of_its_first_line(form: str, lines: list[int]) -> None:
    """The number of a record is the line where an editor shows its start."""
    shown = FORMS[form].splitlines()
    assert [record.line for record in found_in(FORMS[form].encode())] == lines
    assert all(shown[number - 1].lstrip(" ").startswith(("{", "data: {")) for number in lines)


A, B, C = b'{"a":1}', b'{"b":2}', b'{"c":3}'


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        (b"", []),
        (b" \n\r\n\t\n", []),
        (b"[]", []),
        (b"[\n]\n" + A, [(3, A)]),
        (b"[" + A + b"]\n" + B, [(1, b"[" + A + b"]"), (2, B)]),
        (A + b"\n[" + B + b"]", [(1, A), (2, b"[" + B + b"]")]),
        (b"[" + A + b",\n" + B + b"]\n" + C, [(1, A), (2, B), (3, C)]),
        (b"nul\n" + A, [(1, b"nul"), (2, A)]),
        (b"}\n" + A, [(1, b"}"), (2, A)]),
        (b'{"a":\n' + B + b"\n" + C, [(1, None), (3, C)]),
        (b'{"a": "x\n' + B, [(1, None), (2, B)]),
        (b"{\n" + A + b"\n" + B, [(1, None), (2, A), (3, B)]),
        (A + b"\n{", [(1, A), (2, b"{")]),
        (b'{\n  "a" 1,\n  "b": [\n' + B, [(1, None), (4, B)]),
        (b"[" + A + b",\n{\n" + B + b",\n" + C + b"]", [(1, A), (2, None), (3, B), (4, C)]),
        (b"[\n" + A + b"\n" + B + b",\n" + C + b"\n]", [(2, A), (3, B), (4, C)]),
        (b"[\n" + A + b",\n" + B + b",\n" + C[:4], [(2, A), (3, B), (4, None)]),
        (b"[\n" + A + b', "x\n' + B + b"]", [(2, A), (2, None), (3, B)]),
        (b'data: {"a":1}\nnoise\n\n' + B, [(2, b"noise"), (1, A), (4, B)]),
        (b"\xff\xfe{", [(1, b"\xff\xfe{")]),
    ],
)
def test_a_broken_value_does_not_stop_the_others(log: bytes, expected: list[Any]) -> None:
    """The first line of a broken value is reported, and the records after the value are read."""
    for most in (1, 70_000):
        found = [
            (record.line, record.text if record.flaw is None else None) for record in found_in(log, most)
        ]
        assert found == expected


@pytest.mark.parametrize("pack", ["gzip", "zstd"])
def test_a_damaged_archive_gives_its_start(pack: str) -> None:
    """The records before the damage are read; the damage is one unreadable record."""
    log = b"\n".join(json.dumps({"n": Random(n).getrandbits(500)}).encode() for n in range(5_000)) + b"\n"
    data = PACKED[pack](log)
    for cut, words in ((data[: len(data) // 2], "ends early"), (b"", "")):
        *found, last = found_in(cut) if cut else [LogRecord(1, b"")]
        assert words in (last.flaw or "") and (not cut or len(found) > 1_000)
    assert "is damaged" in (found_in(data[:5] + b"\xff" * 40)[-1].flaw or "")


@given(st.binary(max_size=60) | st.text('{}[]",:\\ \n\r1a', max_size=40).map(str.encode))
def test_any_bytes(data: bytes) -> None:
    """No input raises anything; each record has a text or a flaw, and the number of a line."""
    for prefix in (b"", b"[", b"{", b"data: ", b"\xff\xfe"):
        found = found_in(prefix + data, 7, batches=True)
        assert all(record.text or record.flaw for record in found)
        assert all(1 <= record.line <= data.count(b"\n") + 1 for record in found)


@pytest.mark.parametrize(
    "piece",
    [
        b"[",
        b"{\n",
        b"[\n",
        b'[{"a":[\n',
        b'{"a":[\n',
        b'{"a":[{},\n',
        b"[1,\n",
        b'{"a":\n{"b":1}\n',
        b"\n",
        b"data: 1\n",
    ],
)
def test_time_is_linear(piece: bytes) -> None:
    """Ten times the text takes about ten times as long, also where no value ends."""

    def seconds(count: int) -> float:
        data = piece * (count // len(piece))
        start = time.process_time()
        found_in(data)
        return time.process_time() - start

    small = min(seconds(30_000) for _ in range(3))
    assert min(seconds(300_000) for _ in range(3)) < 40 * max(small, 0.005)


def test_batches_are_frames_where_the_revision_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """An array that stands alone is a batch if its items can be one; `initialize` and mixtures cannot."""
    call, answer, note = FRAMES
    for items, is_one in (([call, note], True), ([answer, answer], True), ([call, answer], False)):
        assert len(found_in(json.dumps(items).encode(), batches=True)) == (1 if is_one else 2)
    opening = [{**call, "method": "initialize"}, note]
    assert len(found_in(json.dumps(opening).encode(), batches=True)) == 2
    wrapped = [{"from": "client", "message": call}]
    assert found_in(json.dumps(wrapped).encode(), batches=True)[0].text == json.dumps(wrapped[0]).encode()
    assert len(found_in(json.dumps([call, note]).encode())) == 2


def test_a_record_beyond_the_limit_is_a_flaw(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line, an item, a value or an event that is too long is reported, and the next record is read."""
    monkeypatch.setattr(log_records, "LIMIT", 1000)
    monkeypatch.setattr(files, "LIMIT", 1000)
    long = json.dumps({"x": "y" * 3000}).encode()
    for log in (
        long + b"\n" + A,
        b"data: " + b"\ndata: ".join([b"1" * 100] * 20) + b"\n\ndata: " + A + b"\n\n",
        b"data:\n" * 3000 + b"\ndata: " + A + b"\n\n",  # no bytes, and a part for each line
    ):
        first, *others = found_in(log, 100)
        assert "longer than" in (first.flaw or "") and A in [record.text for record in others]
    *first_items, last = found_in(json.dumps([{"x": "y" * 80}] * 20, indent=1).encode())
    assert len(first_items) > 5
    assert last.flaw == f"{files.TOO_LONG}; write one value on each line, for example with jq -c ."


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="asks the system for the peak of memory")
@pytest.mark.parametrize("pack", ["gzip", "zstd"])
@pytest.mark.parametrize("piece", [b" ", b"["])
def test_a_decompression_bomb_takes_little_memory(pack: str, piece: bytes, tmp_path: Path) -> None:
    """A text a thousand times as long as its file is read in constant memory."""
    path = tmp_path / "bomb"
    block = piece * (2_000_000 // len(piece))
    with gzip.open(path, "wb", 1) if pack == "gzip" else zstd.open(path, "wb") as file:
        for _ in range(400):
            file.write(block)
    code = (
        "from pathlib import Path\nfrom mcpgen.commands.log_files import read_lines\n"
        "from mcpgen.commands.log_records import records\n"
        f"for record in records(read_lines(open({str(path)!r}, 'rb', 0)), lambda text: False): pass\n"
        # `ru_maxrss` survives `exec`, so a large parent raises that peak; `VmHWM` starts anew.
        "print(Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 300_000  # KiB; the text has 780,000, of which a line of 65,000 is held


# --- the commands


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    """Return a folder with two recorded sessions, one of them compressed, and an array."""
    folder = tmp_path / "logs"
    (folder / "old").mkdir(parents=True)
    new = (RECORDINGS / "everything-from-mcp-1.25.0-2025-11-25.jsonl").read_bytes()
    old = (RECORDINGS / "everything-from-mcp-1.2.1-2024-11-05.jsonl").read_bytes()
    (folder / "new.jsonl.gz").write_bytes(gzip.compress(new, mtime=0))
    (folder / "old" / "10.jsonl").write_bytes(old)
    (folder / "old" / "9.json").write_text(
        json.dumps([json.loads(line) for line in new.splitlines()], indent=2), "utf-8-sig"
    )
    return folder


def test_files_and_patterns(sessions: Path, tmp_path: Path) -> None:
    """A pattern stands for the files that it matches, in natural order; each file is read once."""
    names = [file.name for file in log_files([f"{sessions}/**/*.json*", f"{sessions}/new.jsonl.gz", "-"])]
    assert names == [
        *(f"{sessions}/{name}" for name in ("new.jsonl.gz", "old/9.json", "old/10.jsonl")),
        "standard input",
    ]
    for argument, words in ((f"{sessions}/*.log", "matches no file"),):
        with pytest.raises(Refused, match=words):
            log_files([argument])
    odd = tmp_path / "a[1].jsonl"
    odd.write_bytes(A)
    assert [file.path for file in log_files([str(odd)])] == [odd]


@pytest.mark.parametrize("jobs", [1, 3])
def test_validate_reads_several_logs(mcpgen_process: Run, sessions: Path, jobs: int) -> None:
    """Each log is judged by the revision that it states; the report has the counts of each, and the sum."""
    arguments = ("validate", "--revision", "auto", f"{sessions}/**/*.json*", "--jobs", jobs)
    done = mcpgen_process(*arguments, "--format", "json")
    report = json.loads(done.stdout)
    jsonschema.validate(report, SCHEMA)
    assert done.returncode == 1 and done.stderr == ""
    logs = {Path(log["source"]).name: log for log in report["logs"]}
    assert [(name, log["messages"], log["invalid"]) for name, log in logs.items()] == [
        ("new.jsonl.gz", 71, 0),
        ("9.json", 71, 0),
        ("10.jsonl", 54, 1),
    ]
    revisions = {(Path(row["source"]).name, row["revision"]) for row in report["messages"]}
    assert revisions == {("new.jsonl.gz", "2025-11-25"), ("9.json", "2025-11-25"), ("10.jsonl", "2024-11-05")}
    assert report["summary"]["messages"] == len(report["messages"]) == 196
    lines = mcpgen_process(*arguments, "--only", "invalid").stdout.splitlines()
    assert len(lines) == 1 + 3 + 1 and ": invalid: " in lines[2]
    assert lines[-1] == "3 logs: 196 messages, 195 valid, 1 invalid, 4 with unknown members"
    cases = mcpgen_process(*arguments, "--format", "junit").stdout
    assert cases.count("<testcase ") == 196 and cases.count("<failure ") == 1


def test_only_findings(mcpgen: Run) -> None:
    """`--only findings` reports the valid messages with a remark too; the counts are of all messages."""
    log = RECORDINGS / "everything-from-mcp-1.2.1-2024-11-05.jsonl"
    rows = {
        only: json.loads(
            mcpgen("validate", "--revision", "auto", log, "--format", "json", *only.split()).stdout
        )
        for only in ("", "--only invalid", "--only findings")
    }
    assert [len(report["messages"]) for report in rows.values()] == [54, 1, 5]
    assert len({json.dumps(report["summary"]) for report in rows.values()}) == 1


def test_convert_takes_the_same_inputs(mcpgen: Run, sessions: Path) -> None:
    """Logs of every form come out as JSON Lines, whose frames are those of the plain log."""
    plain = RECORDINGS / "everything-from-mcp-1.25.0-2025-11-25.jsonl"
    expected = mcpgen("convert", "--from", "2025-11-25", "--to", "2025-06-18", plain)
    for name in ("new.jsonl.gz", "old/9.json"):
        for source in ("2025-11-25", "auto"):
            done = mcpgen("convert", "--from", source, "--to", "2025-06-18", sessions / name)
            assert [json.loads(line) for line in done.stdout.splitlines()] == [
                json.loads(line) for line in expected.stdout.splitlines()
            ]
            assert done.returncode == expected.returncode
    both = mcpgen("convert", "--from", "auto", "--to", "2025-11-25", f"{sessions}/**/*.json*")
    assert "messages from 2024-11-05 to 2025-11-25" in both.stderr
    assert both.stderr.count("messages from 2025-11-25 to 2025-11-25") == 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "has no messages"),
        (b"\n\n", "has no messages"),
        (b"PK\x03\x04....", "is not a log; give JSON Lines"),
        (b"\xff\xfe{\x00", "in UTF-8"),
        (b"<!doctype html>\n", "is not a log; give JSON Lines"),
        (b'12:01:02 [server] {"jsonrpc": "2.0", "id": 1}\n', "has text before the JSON"),
        (b'[2025] [info] {"jsonrpc": "2.0", "id": 1}\n' * 3, "has text before the JSON"),
        (b"jsonrpc: 2.0\nid: 3x\nmethod: tools/list\n", "is not a log; give JSON Lines"),
        (FORMS["lines"].encode(), "states no revision"),
        (b"[" * 100_000, "has no message that can be read"),
        (b'{"a":' * 100_000, "is not a log; give JSON Lines"),
        (gzip.compress(b"", mtime=0)[:5], "has no message that can be read"),
        (zstd.compress(FORMS["lines"].encode())[:-4], "has no message that can be read"),
    ],
)
def test_an_input_of_another_kind_gets_a_hint(mcpgen: Run, tmp_path: Path, data: bytes, words: str) -> None:
    """A file that is not a log is one line on stderr that names the file and what helps."""
    path = tmp_path / "some.log"
    path.write_bytes(data)
    done = mcpgen("validate", "--revision", "auto", path)
    assert done.returncode in (1, 2) and done.stderr.startswith(f"{path}: ") and words in done.stderr
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_refused_log_does_not_stop_the_others(
    mcpgen_process: Run, sessions: Path, tmp_path: Path, jobs: int
) -> None:
    """A refused log is one line on stderr, the logs after it are read, and the exit status is 2."""
    silent, missing = (tmp_path / name for name in ("silent.jsonl", "missing.jsonl"))
    silent.write_text(FORMS["lines"])
    good = sessions / "old" / "10.jsonl"
    for arguments in (
        ("validate", "--revision", "auto", "--format", "json", "--jobs", jobs),
        ("convert", "--from", "auto", "--to", "2025-11-25"),
    ):
        alone = mcpgen_process(*arguments, good)
        done = mcpgen_process(*arguments, silent, missing, tmp_path, good)
        assert done.returncode == 2
        refusals = done.stderr.removesuffix(alone.stderr).splitlines()
        for line, path, words in zip(
            refusals,
            (silent, missing, tmp_path),
            ("states no revision", "cannot be read", "is a folder"),
            strict=True,
        ):
            assert line.startswith(f"{path}: {words}")
        if arguments[0] == "convert":
            assert done.stdout == alone.stdout
        else:
            report = json.loads(done.stdout)
            jsonschema.validate(report, SCHEMA)
            assert report["messages"] == json.loads(alone.stdout)["messages"]
            assert [log["messages"] for log in report["logs"]] == [0, 0, 0, 54]


def test_a_folder_is_refused_with_a_pattern(mcpgen: Run, tmp_path: Path) -> None:
    """A folder names the pattern for its files."""
    done = mcpgen("validate", "--revision", "auto", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{tmp_path}: is a folder; give its files, such as '{tmp_path}/*.jsonl'\n"


# --- the revision that a log states


def opening(asked: str, stated: str | None, side: str | None = None) -> list[bytes]:
    """Return the lines of a handshake; without an answer if none is stated."""
    info = {"name": "n", "version": "1"}
    params = {"protocolVersion": asked, "capabilities": {}, "clientInfo": info}
    frames: list[Any] = [("client", {"id": 0, "method": "initialize", "params": params})]
    if stated:
        result = {"protocolVersion": stated, "capabilities": {}, "serverInfo": info}
        frames.append(("server", {"id": 0, "result": result}))
    extra = {"side": side} if side else {}
    return [
        json.dumps({"from": sender, **extra, "message": {"jsonrpc": "2.0", **frame}}).encode()
        for sender, frame in frames
    ]


def revisions_of(mcpgen: Run, lines: list[bytes]) -> list[str]:
    """Return the revision of each line of a log."""
    done = mcpgen("validate", "--revision", "auto", "--format", "json", input=b"\n".join(lines).decode())
    return [row["revision"] for row in json.loads(done.stdout)["messages"]]


PING = b'{"jsonrpc":"2.0","id":7,"method":"ping"}'


def test_the_revision_of_a_session(mcpgen: Run) -> None:
    """The result of `initialize` states the revision, else the request; each session anew."""
    first, *others = mr.REVISIONS
    last = [name for name in mr.REVISIONS if "initialize" in mr.revision(name).METHODS][-1]
    assert revisions_of(mcpgen, [PING, *opening(last, first), PING]) == [first] * 4
    assert revisions_of(mcpgen, [*opening(others[0], None), PING]) == [others[0]] * 2
    two = [*opening(last, first), PING, *opening(last, last), PING]
    assert revisions_of(mcpgen, two) == [first] * 3 + [last] * 3
    assert revisions_of(mcpgen, [*opening("2099-01-01", "2099-01-01"), PING]) == [last] * 3


def test_the_revision_of_a_request(mcpgen: Run) -> None:
    """Where each request states the revision, its lines follow the last statement."""
    modern = next(name for name in mr.REVISIONS if "initialize" not in mr.revision(name).METHODS)
    meta = {"io.modelcontextprotocol/protocolVersion": modern}
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}).encode()
    answer = b'{"jsonrpc":"2.0","id":1,"result":{}}'
    assert revisions_of(mcpgen, [answer, call, answer]) == [modern] * 3
    first = mr.REVISIONS[0]
    assert revisions_of(mcpgen, [*opening(first, first), call, answer]) == [first] * 2 + [modern] * 2


def test_the_connections_of_a_bridge(mcpgen: Run) -> None:
    """The two connections of a bridge's log have the revisions that each states, in the order of the log."""
    old, new = mr.REVISIONS[0], mr.REVISIONS[3]
    (asked, told), (sent, got) = opening(old, old, "client"), opening(new, new, "server")
    assert revisions_of(mcpgen, [asked, sent, got, told]) == [old, new, new, old]


class Endless(io.RawIOBase):
    """A file of some text, then of zeros without an end."""

    def __init__(self, start: bytes) -> None:
        self._start = start

    def readable(self) -> bool:
        """Return true."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the next bytes."""
        data = (self._start or bytes(len(buffer)))[: len(buffer)]
        self._start = self._start[len(data) :]
        buffer[: len(data)] = data
        return len(data)


@pytest.mark.parametrize("before", [0, 1, 3])
@pytest.mark.parametrize("size", [0, 2000, 1 << 19])
def test_an_endless_line_ends_the_log(monkeypatch: pytest.MonkeyPatch, before: int, size: int) -> None:
    """Lines before it are read, a long one with an end has its flaw, and an endless one is the last."""
    monkeypatch.setattr(files, "LIMIT", 1000)
    monkeypatch.setattr(files, "ENDLESS", 1 << 20)
    text = b"{}\n" * before + (b"x" * size + b"\n") * bool(size)
    *found, last = read_lines(Endless(text))  # type: ignore[arg-type]
    assert [line.text for line in found[:before]] == [b"{}\n"] * before
    assert [line.flaw for line in found[before:]] == [files.TOO_LONG] * bool(size)
    assert last.line == len(found) + 1 and last.text == b""
    assert last.flaw is not None and last.flaw.endswith(", so the rest of the file is not read")
