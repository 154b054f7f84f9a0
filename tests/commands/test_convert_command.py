"""`mcpgen convert` in process: a log in, a log out, diagnostics and losses."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from mcpgen.commands.convert import ConversionOptions, Outputs, convert
from mcpgen.problems import Refused
from support.garbage import objects_in_cycles
from support.log_commands import convert_lines
from support.oracle import oracle
from support.traffic import RECORDINGS, read

ASK = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
TOOLS = {
    "jsonrpc": "2.0",
    "id": 1,
    "result": {"tools": [{"name": "a", "inputSchema": {"type": "object"}, "icons": []}]},
}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "x",
        "capabilities": {"roots": {"listChanged": True}},
        "clientInfo": {"name": "c", "version": "1"},
    },
}


def run(
    lines: list[Any], source: str, target: str, *, losses: io.BytesIO | None = None, **options: Any
) -> tuple[int, list[Any], list[str]]:
    """Return the exit status, the lines of the output, read, and the lines of the notes."""
    log = [line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines]
    out, notes = io.BytesIO(), io.StringIO()
    outputs = Outputs(out, notes, losses)
    status = convert_lines(log, "log", ConversionOptions(source, target, **options), outputs)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], notes.getvalue().splitlines()


def test_results_are_typed_by_what_they_answer() -> None:
    """A response is paired with the open request of the other side by its id, in either form of line."""
    wrapped = [{"from": "client", "message": ASK, "at": 5}, {"from": "server", "message": TOOLS}]
    bare = {**TOOLS, "result": {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}}
    status, out, notes = run([*wrapped, ASK, TOOLS], "2025-11-25", "2025-06-18")
    assert status == 0
    assert out == [wrapped[0], {"from": "server", "message": bare}, ASK, bare]
    assert notes == [
        "log: dropped 2, T3.3: Revisions before 2025-11-25 have no icons, so they were removed.",
        "log: 4 messages from 2025-11-25 to 2025-06-18",
    ]


def test_ids_are_exact() -> None:
    """`1` does not answer `"1"`."""
    status, out, notes = run([ASK, {**TOOLS, "id": "1"}], "2025-11-25", "2025-06-18")
    assert (status, out) == (1, [ASK])
    assert notes[0] == "log:2: answers a request that is not in the log"


def test_a_bad_line_does_not_stop_the_rest() -> None:
    """Each line that cannot be converted is one diagnostic with its number; the others are converted."""
    bad = [
        b"{\n",
        b"\xff\n",
        b"5\n",
        b"[1]\n",
        {"from": "proxy", "message": ASK},
        {"jsonrpc": "2.0", "id": 2, "method": "x/y"},
        b"[" * 100_000,
    ]
    status, out, notes = run([*bad, b"\n", json.dumps(ASK).encode()], "2025-06-18", "2025-11-25")
    assert (status, out) == (1, [ASK])
    assert [note.split(": ")[0] for note in notes[:-1]] == [f"log:{n}" for n in range(1, 8)]
    assert notes[-1] == "log: 1 message from 2025-06-18 to 2025-11-25, 7 lines could not be converted"
    assert all("\n" not in note for note in notes)


def test_what_has_no_counterpart_is_left_out_and_said() -> None:
    """A frame that cannot exist in the target is a diagnostic that cites its change."""
    status, out, notes = run([{"jsonrpc": "2.0", "id": 1, "method": "ping"}], "2025-11-25", "2026-07-28")
    assert (status, out) == (1, [])
    assert notes[0].startswith("log:1: has no equivalent in 2026-07-28: ") and notes[0].endswith("[T4.9]")


def test_modes_of_loss() -> None:
    """`error` leaves out messages with losses, `allow` reports no loss, a file gets a line for each loss."""
    log = [ASK, TOOLS]
    status, out, notes = run(log, "2025-11-25", "2025-06-18", loss="error")
    assert (status, out) == (1, [ASK]) and notes[0].startswith(
        "log:2: the conversion would lose values: dropped /result/tools/0/icons"
    )
    status, out, notes = run(log, "2025-11-25", "2025-06-18", loss="allow")
    assert status == 0 and len(out) == 2 and len(notes) == 1
    losses = io.BytesIO()
    run(log, "2025-11-25", "2025-06-18", losses=losses)
    found = json.loads(losses.getvalue())
    assert {name: found[name] for name in ("line", "kind", "pointer", "value", "change")} == {
        "line": 2,
        "kind": "dropped",
        "pointer": "/result/tools/0/icons",
        "value": [],
        "change": "T3.3",
    }


def test_what_a_session_said_once_is_repeated() -> None:
    """Requests for 2026-07-28 repeat the state of `initialize` and `logging/setLevel`."""
    level = {"jsonrpc": "2.0", "id": 2, "method": "logging/setLevel", "params": {"level": "warning"}}
    loud = {"jsonrpc": "2.0", "id": 3, "method": "logging/setLevel", "params": {"level": "loud"}}
    _, out, _ = run([INITIALIZE, level, loud, ASK], "2025-06-18", "2026-07-28")
    prefix = "io.modelcontextprotocol/"
    assert out[0]["params"]["_meta"] == {
        f"{prefix}protocolVersion": "2026-07-28",
        f"{prefix}clientCapabilities": {"roots": {}},
        f"{prefix}clientInfo": {"name": "c", "version": "1"},
        f"{prefix}logLevel": "warning",
    }


def test_a_session_does_not_repeat_what_another_session_said() -> None:
    """A request after an invalid `initialize` does not have the identity of the client before."""
    invalid = {**INITIALIZE, "params": {**INITIALIZE["params"], "clientInfo": {"name": 1}}}
    bare = {"jsonrpc": "2.0", "id": 4, "method": "initialize"}
    _, named, _ = run([INITIALIZE, ASK], "2025-06-18", "2026-07-28")
    for broken in (invalid, bare):
        _, unnamed, _ = run([broken, ASK], "2025-06-18", "2026-07-28")
        assert unnamed != named
        _, both, _ = run([INITIALIZE, ASK, broken, ASK], "2025-06-18", "2026-07-28")
        assert both == [*named, *unnamed]


def test_a_batch_gives_a_line_for_each_frame() -> None:
    """The frames of a batch come out one a line, and its requests are open."""
    batch = {"from": "client", "message": [ASK, {**ASK, "id": 2, "method": "ping"}]}
    answers = [{"jsonrpc": "2.0", "id": 2, "result": {}}, {**TOOLS, "result": {"tools": []}}]
    status, out, _ = run([batch, {"from": "server", "message": answers}], "2025-03-26", "2025-06-18")
    assert status == 0
    assert [line["message"]["id"] for line in out] == [1, 2, 2, 1]


def test_a_bare_frame_is_taken_as_whose_it_converts() -> None:
    """Progress reported by either side is a client's no more at 2026-07-28, so a bare one is a server's."""
    progress = {
        "jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": 1, "progress": 1},
    }
    assert run([progress], "2025-11-25", "2026-07-28")[1] == [progress]


def test_a_request_is_open_in_the_next_revision_of_its_connection() -> None:
    """A response after a change of revision answers the request that came before the change."""
    opened = {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2025-06-18"}}
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    modern = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"_meta": meta}}
    answer = {**TOOLS, "result": {"resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": "public"}}
    log = [
        INITIALIZE,
        opened,
        {"from": "client", "message": ASK},
        modern,
        {"from": "server", "message": answer},
    ]
    notes = run(log, "auto", "2025-11-25")[2]
    assert not any(note.startswith("log:5: ") for note in notes), notes


def test_unknown_revisions_are_refused() -> None:
    """A revision without adapters is one located problem."""
    with pytest.raises(Refused, match="--to: '2023-01-01' is not a known revision"):
        convert([], ConversionOptions("2025-11-25", "2023-01-01"), Outputs(io.BytesIO(), io.StringIO()))


@pytest.mark.parametrize("path", sorted(RECORDINGS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_recordings_come_back(path: Any) -> None:
    """With a key, the valid frames of a recording come back from another revision, but for refused ones."""
    source = path.stem[-10:]
    target = "2025-03-26" if source != "2025-03-26" else "2024-11-05"
    judge = oracle(source)
    lines = [
        json.dumps({"from": m.sender, "message": m.frame}).encode()
        for m in read(path)
        if judge.frame_fits(m.frame, m.sender, m.answering if m.answering in judge.requests else None)
    ]
    assert len(lines) > 20
    there, back, notes = io.BytesIO(), io.BytesIO(), io.StringIO()
    convert_lines(lines, "there", ConversionOptions(source, target, keep=b"k" * 16), Outputs(there, notes))
    returned = there.getvalue().splitlines(keepends=True)
    convert_lines(returned, "back", ConversionOptions(target, source, keep=b"k" * 16), Outputs(back, notes))
    assert not [
        note
        for note in notes.getvalue().splitlines()
        if note.startswith("back:") and "answers a request" not in note
    ][:-1]
    sent = [json.loads(line) for line in lines]
    for line in back.getvalue().splitlines():
        assert json.loads(line) in sent


def test_a_key_file_converts_back(mcpgen: Any, tmp_path: Any) -> None:
    """Two processes with the same `--keep-key` give the log back; another key restores nothing."""
    tool = {"name": "a", "inputSchema": {"type": "object"}, "icons": [{"src": "i"}]}
    page = {**TOOLS, "result": {"tools": [tool]}}
    log = "".join(json.dumps(line) + "\n" for line in (ASK, page))
    one, other = tmp_path / "one.key", tmp_path / "other.key"
    one.write_bytes(b"1" * 32)
    other.write_bytes(b"2" * 32)

    def converted(lines: str, source: str, target: str, key: Any) -> str:
        done = mcpgen("convert", "--from", source, "--to", target, "--keep-key", key, input=lines)
        assert done.returncode == 0
        return str(done.stdout)

    there = converted(log, "2025-11-25", "2025-06-18", one)
    back = converted(there, "2025-06-18", "2025-11-25", one)
    assert [json.loads(line) for line in back.splitlines()] == [ASK, page]
    assert "icons" not in converted(there, "2025-06-18", "2025-11-25", other)


def test_output_is_valid_in_the_target(tmp_path: Any) -> None:
    """Every line that a valid recording converts to is valid in the target by the official schema."""
    judge, path = oracle("2025-11-25"), tmp_path / "everything-2024-11-05.jsonl"
    log = [
        json.dumps({"from": m.sender, "message": m.frame}).encode()
        for m in read(RECORDINGS / "everything-2025-11-25.jsonl")
        if judge.frame_fits(m.frame, m.sender, m.answering if m.answering in judge.requests else None)
    ]
    out = io.BytesIO()
    convert_lines(log, "log", ConversionOptions("2025-11-25", "2024-11-05"), Outputs(out, io.StringIO()))
    path.write_bytes(out.getvalue())
    converted = list(read(path))
    assert len(converted) > 100
    for m in converted:
        assert oracle("2024-11-05").frame_fits(m.frame, m.sender, m.answering), str(m)


def test_memory_is_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log ten times as long, whose requests are never answered, takes no more memory."""
    monkeypatch.setattr("mcpgen.commands.logs.OPEN_REQUESTS", 300)

    def log(count: int) -> Iterator[bytes]:
        for i in range(100_000, 100_000 + count):
            yield json.dumps({**ASK, "id": i}).encode()

    class Nowhere(io.BytesIO):
        def write(self, data: Any) -> int:
            return len(data)

    peaks = []
    for count in (1_000, 10_000):
        tracemalloc.start()
        convert_lines(
            log(count),
            "log",
            ConversionOptions("2025-11-25", "2025-06-18"),
            Outputs(Nowhere(), io.StringIO()),
        )
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


def test_refused_lines_leave_no_garbage() -> None:
    """A line that is not converted is freed at once, without the garbage collector."""
    unknown = {"jsonrpc": "2.0", "id": 1, "method": "x/y"}
    lines = [INITIALIZE, {**ASK, "id": 2}, {**TOOLS, "id": 3}, unknown, b"5\n", b"not JSON\n"]

    def leave_five() -> None:
        status, converted, notes = run(lines, "2025-11-25", "2026-07-28", loss="allow")
        assert (status, len(converted), len(notes)) == (1, 1, 6), notes

    leave_five()  # the first call imports modules, which leaves garbage
    assert objects_in_cycles(leave_five) == 0


def test_open_requests_are_forgotten_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the table's size the oldest request is answered by nothing, the newest still is."""
    monkeypatch.setattr("mcpgen.commands.logs.OPEN_REQUESTS", 2)
    asks = [{**ASK, "id": i} for i in range(3)]
    status, _, notes = run(
        [*asks, {**TOOLS, "id": 0}, {**TOOLS, "id": 2}], "2025-11-25", "2025-06-18", loss="allow"
    )
    assert status == 1 and notes[0] == "log:4: answers a request that is not in the log" and len(notes) == 2


def test_a_refused_loss_is_in_the_file() -> None:
    """With `error`, the file of losses has the losses for which a message was refused."""
    info = {"name": "x", "version": "1", "websiteUrl": "https://example.com/"}
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}
    line = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    found = {}
    for loss in ("report", "error"):
        file = io.BytesIO()
        run([line], "2025-11-25", "2025-06-18", losses=file, loss=loss)
        found[loss] = [json.loads(row) for row in file.getvalue().splitlines()]
    assert [row["pointer"] for row in found["error"]] == ["/params/clientInfo/websiteUrl"]
    assert all(row in found["report"] for row in found["error"])
