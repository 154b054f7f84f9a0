"""`mcpgen validate`: a verdict for every line, pairing, hints, three formats, and constant memory."""

from __future__ import annotations

import io
import itertools
import json
import re
import sys
import tracemalloc
import xml.etree.ElementTree
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcpgen import cli
from mcpgen.commands import logs
from mcpgen.commands.export.corpus import MessageChecker
from mcpgen.commands.log_files import read_lines
from mcpgen.commands.terminal import reading
from mcpgen.commands.validate_report import Format
from mcpgen.problems import Refused
from support.frames import JSON
from support.log_commands import validate_lines
from support.paths import TESTS

mr = pytest.importorskip("mcp_revisions")
PAGES = TESTS / "data" / "pages"
SCHEMA = json.loads((TESTS.parent / "schema" / "validate.schema.json").read_text())
R1, R2, R3, R4, R5, *_ = mr.REVISIONS


def line(sender: str | None, **frame: Any) -> bytes:
    """Return a line of a log; without a sender a bare frame."""
    message = {"jsonrpc": "2.0", **frame}
    return json.dumps({"from": sender, "message": message} if sender else message).encode() + b"\n"


def run(lines: list[bytes], revision: str = R4, format: Format = "json", **options: Any) -> tuple[int, str]:
    """Return the exit status and the output."""
    out = io.StringIO()
    status = validate_lines(lines, revision, out, format=format, **options)
    return status, out.getvalue()


def verdicts(lines: list[bytes], revision: str = R4, **options: Any) -> list[dict[str, Any]]:
    """Return the verdicts as JSON, after holding them against the checked-in schema."""
    status, text = run(lines, revision, "json", **options)
    report = json.loads(text)
    jsonschema.validate(report, SCHEMA)
    bad = report["summary"]["invalid"] + report["summary"]["unreadable"]
    assert status == (1 if bad else 0) and report["summary"]["messages"] == len(report["messages"])
    return list(report["messages"])


LIST = line("client", id=1, method="tools/list")
TOOLS = {"tools": [{"name": "f", "inputSchema": {"type": "object"}}]}


def test_a_response_is_typed_by_its_request() -> None:
    """The same result is judged by the request with its id on the other side; `1` is not `"1"`."""
    bad = line("server", id=1, result={"tools": [{"name": 1}]})
    _, found = verdicts([LIST, bad])
    assert (found["verdict"], found["answers"], found["pointer"]) == (
        "invalid",
        "tools/list",
        "/result/tools/0/name",
    )
    for request in (line("client", id="1", method="tools/list"), line("server", id=1, method="roots/list")):
        _, found = verdicts([request, bad])
        assert found["verdict"] == "valid" and "answers" not in found
        assert found["notes"] == ["answers a request that is not in the log"]


def test_both_sides_may_use_the_same_id() -> None:
    """Ids are per side: both sides may have a request 1 open at a time."""
    log = [LIST, line("server", id=1, method="roots/list"), line("client", id=1, result={"roots": []})]
    log += [line("server", id=1, result=TOOLS)]
    assert [v.get("answers") for v in verdicts(log)] == [None, None, "roots/list", "tools/list"]


def test_an_id_is_open_until_it_is_answered() -> None:
    """An answered id is free again; one that is used twice is noted."""
    answer = line("server", id=1, result=TOOLS)
    assert [v["notes"] for v in verdicts([LIST, answer, LIST, LIST])] == [
        [],
        [],
        [],
        ["the id 1 already belongs to an open request"],
    ]
    assert verdicts([LIST, answer, answer])[2]["notes"] == ["answers a request that is not in the log"]


def test_a_new_session_begins_with_initialize() -> None:
    """Open requests of an earlier session do not type the responses of a later session."""
    init = {"protocolVersion": R4, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    log = [LIST, line("client", id=0, method="initialize", params=init), line("client", id=1, method="ping")]
    found = verdicts([*log, line("server", id=1, result={})])
    assert found[2]["notes"] == [] and found[3]["answers"] == "ping"


def test_bare_frames() -> None:
    """A bare frame is of the one side that sends its method, or of the side that was asked."""
    log = [
        line(None, id=1, method="tools/list"),
        line(None, id=1, result=TOOLS),
        line(None, id=2, method="roots/list"),
    ]
    log += [line(None, id=2, result={"roots": [{"uri": 1}]}), line(None, method="notifications/initialized")]
    found = verdicts(log)
    assert [v["from"] for v in found] == ["client", "server", "server", "client", "client"]
    assert [v["verdict"] for v in found] == ["valid", "valid", "valid", "invalid", "valid"]


@pytest.mark.parametrize(
    ("frame", "revision", "pointer", "hint"),
    [
        ({"id": 1, "method": "tasks/list"}, R3, "/method", "valid in 2025-11-25"),
        ({"id": 1, "method": "ping"}, R5, "/method", "valid until 2025-11-25"),
        ({"method": "notifications/cancelled", "params": {}}, R5, "/params", "valid in 2025-11-25"),
        ({"id": 1, "method": "elicitation/nothing"}, R4, "/method", None),
    ],
)
def test_other_revisions_are_asked(
    frame: dict[str, Any], revision: str, pointer: str, hint: str | None
) -> None:
    """An invalid frame says which other revisions accept it."""
    (found,) = verdicts([line(None, **frame)], revision)
    assert (found["verdict"], found["pointer"], found.get("hint")) == ("invalid", pointer, hint)
    assert isinstance(found["code"], int) and found["reason"]


def test_unknown_members_are_listed() -> None:
    """Unknown members are legal, are listed with their pointers, and name the revisions that know them."""
    tool = {**TOOLS["tools"][0], "title": "F", "x-mine": 1}
    found = verdicts([LIST, line("server", id=1, result={"tools": [tool]})], R2)[1]
    assert found["verdict"] == "valid"
    assert found["unknown"] == [
        {"pointer": "/result/tools/0/title", "hint": "known from 2025-06-18 to 2025-11-25"},
        {"pointer": "/result/tools/0/x-mine", "hint": None},
    ]


@pytest.mark.parametrize(
    "bad",
    [
        b"{",
        b"nonsense",
        b'{"from": "host", "message": {}}',
        b'{"from": 1, "message": {}}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'"text"' + b" 1",
    ],
)
def test_a_bad_line_does_not_stop_the_rest(bad: bytes) -> None:
    """A line that cannot be read is reported with its number and changes no later verdict."""
    found = verdicts([LIST, bad + b"\n", b"\n", line("server", id=1, result=TOOLS)])
    assert [(v["line"], v["verdict"]) for v in found] == [(1, "valid"), (2, "unreadable"), (4, "valid")]
    assert found[1]["reason"] and found[2]["answers"] == "tools/list"


@pytest.mark.parametrize(
    "bad", [b"1", b"null", b"{}", b'{"jsonrpc": "2.0"}', b'{"id": {}, "method": []}', b"[]", b"[[[]]]"]
)
def test_json_that_is_no_frame_is_invalid(bad: bytes) -> None:
    """JSON that is no frame is invalid in every revision, whoever may have sent it."""
    for revision in mr.REVISIONS:
        (found,) = verdicts([bad], revision, advice=True)
        assert found["verdict"] == "invalid" and found["reason"]


def test_batches() -> None:
    """A batch is one message where the revision has batches, and its requests are open one by one."""
    calls = json.dumps([json.loads(LIST)["message"], {"jsonrpc": "2.0", "id": 2, "method": "ping"}]).encode()
    bad = json.dumps(
        [{"jsonrpc": "2.0", "id": 2, "result": {}}, {"jsonrpc": "2.0", "id": 1, "result": {"tools": 1}}]
    ).encode()
    found = verdicts([calls, bad], R2)
    assert [(v["kind"], v["verdict"]) for v in found] == [("batch", "valid"), ("batch", "invalid")]
    assert found[1]["pointer"] == "/1/result/tools"
    assert verdicts([calls], R3)[0]["verdict"] == "invalid"
    wrapped = b'{"from": "client", "message": ' + calls + b"}"
    assert verdicts([wrapped], R2)[0]["from"] == "client"


def test_advice_knows_the_session() -> None:
    """With --advice, earlier lists and capabilities of the log apply to later messages."""
    init = {"protocolVersion": R4, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    done = {"protocolVersion": R4, "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    log = [
        line("client", id=0, method="initialize", params=init),
        line("server", id=0, result=done),
        LIST,
        line("server", id=1, result=TOOLS),
        line("client", id=2, method="tools/call", params={"name": "g"}),
        line("client", id=3, method="prompts/list"),
        line("server", method="notifications/tools/list_changed"),
    ]
    found = verdicts(log, advice=True)
    assert [[a["rule"] for a in v["advice"]] for v in found[4:]] == [
        ["tool-unknown"],
        ["capability-gate"],
        ["capability-gate"],
    ]
    assert all(v["verdict"] == "valid" for v in found) and not any(v["advice"] for v in verdicts(log))


def test_text() -> None:
    """Text is one line for a verdict, `location: message`, one for each detail, then the counts."""
    tool = {**TOOLS["tools"][0], "x": 1}
    log = [LIST, line("server", id=1, result={"tools": [tool, {**tool, "name": "g"}]}), b"{\n"]
    log += [line("server", id=9, method="roots/list\x1b[31m")]
    status, text = run(log, R4, "text")
    assert status == 1 and text.splitlines() == [
        "log:1: client request tools/list: valid",
        "log:2: server response to tools/list: valid",
        "log:2:   unknown member /result/tools/*/x, 2 times",
        "log:3: unreadable: not JSON: the text ends inside a value",
        "log:4: server request roots/list\\x1b[31m: invalid: "
        "/method: 'roots/list\\x1b[31m' is not a method of 2025-11-25",
        "log: 4 messages, 2 valid, 1 invalid, 1 unreadable, 1 with unknown members",
    ]


def test_junit() -> None:
    """JUnit is well-formed XML with the counts and failures of the verdicts, for any text in frames."""
    evil = line("client", id=2, method="<&\"'\x00\x1b]]>\ud800é")
    status, text = run([LIST, evil, b"\x00"], R4, "junit", advice=True)
    suite = xml.etree.ElementTree.fromstring(text.encode()).find("testsuite")
    assert status == 1 and suite is not None and text.isascii()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "2", "0")
    assert [case.find("failure") is not None for case in suite.findall("testcase")] == [False, True, True]


@pytest.mark.parametrize("path", sorted(PAGES.glob("2*.json")), ids=lambda p: p.stem)
def test_published_pages(path: Path) -> None:
    """Every message that a specification page shows is valid in its revision, with nothing unknown in it."""
    page = json.loads(path.read_text())
    opened = [
        line({"client": "server", "server": "client"}[row["from"]], id=f"{i}", method=row["answering"])
        for i, row in enumerate(page["messages"])
        if "answering" in row
    ]
    answers = [
        json.dumps({"from": row["from"], "message": {**row["message"], "id": f"{i}"}}).encode()
        for i, row in enumerate(page["messages"])
        if "answering" in row
    ]
    calls = [json.dumps(row).encode() for row in page["messages"] if "answering" not in row]
    for found in verdicts(opened + answers + calls, page["revision"])[len(opened) :]:
        assert found["verdict"] == "valid" and not found["unknown"] and not found["notes"], found
    module = mr.revision(page["revision"])
    for block in page.get("contents", ()):
        message = {"role": "user", "content": block}
        assert module.encode(module.decode(json.dumps(message), module.PromptMessage))
    for row in page["capabilities"]:
        owner = module.ClientCapabilities if row["of"] == "client" else module.ServerCapabilities
        assert json.loads(module.encode(module.decode(json.dumps(row["value"]), owner))) == row["value"]


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_method_that_never_was(revision: str) -> None:
    """`elicitation/requestInput` with `schema` names the method and the member that were meant."""
    (row,) = json.loads((PAGES / "client-concepts.json").read_text())["messages"]
    (found,) = verdicts([json.dumps(row).encode()], revision)
    assert found["verdict"] == "invalid" and found["code"] == -32601
    said = found["reason"] + found.get("hint", "")
    assert "elicitation/create" in said and "requestedSchema" in said


def test_unusable_input() -> None:
    """An unknown revision is refused with the known ones."""
    with pytest.raises(Refused, match="2026-07-28"):
        run([], "2031-01-01")


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without mcp_revisions the refusal is one line with the command that installs it from the checkout."""
    monkeypatch.setitem(sys.modules, "mcp_revisions", None)
    with pytest.raises(Refused, match=r"pip install \./generated$"):
        run([])


def test_memory_is_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times the log does not take more memory: open requests beyond a bound are forgotten."""

    def log(count: int) -> Any:
        for id in range(count):
            yield line(
                "client", id=id, method="tools/call", params={"name": "f", "arguments": {"x": "y" * 100}}
            )

    class Nowhere(io.StringIO):
        def write(self, text: str) -> int:
            return len(text)

    def peak(count: int) -> int:
        tracemalloc.start()
        try:
            validate_lines(log(count), R4, Nowhere(), advice=False)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    monkeypatch.setattr(logs, "OPEN_REQUESTS", 200)
    peak(500)
    assert peak(5_000) < peak(500) * 1.2 + 50_000


FRAME = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0"),
        "id": st.sampled_from([1, 1.0, "1", None, True, [], 2**70]),
        "method": st.sampled_from(
            ["tools/list", "initialize", "ping", "notifications/progress", "x", 1, None, {}]
        ),
        "params": JSON,
        "result": JSON | st.just(TOOLS),
        "error": JSON | st.just({"code": -32042, "message": "m"}),
    },
)
LINE = st.one_of(
    st.binary(max_size=20),
    (FRAME | JSON | st.lists(FRAME, max_size=3)).map(lambda f: json.dumps(f).encode()),
    st.builds(
        lambda side, f: json.dumps({"from": side, "message": f}).encode(),
        st.sampled_from(["client", "server", "host", 1, None]),
        FRAME | JSON | st.lists(FRAME, max_size=2),
    ),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(LINE, max_size=6),
    st.sampled_from(mr.REVISIONS),
    st.sampled_from(["text", "json", "junit"]),
    st.booleans(),
)
def test_any_lines(lines: list[bytes], revision: str, format: Format, advice: bool) -> None:
    """Whatever the lines hold, each that is not blank gets one verdict and nothing is raised."""
    status, text = run(lines, revision, format, advice=advice)
    assert status in (0, 1)
    if format == "json":
        report = json.loads(text)
        jsonschema.validate(report, SCHEMA)
        assert [m["line"] for m in report["messages"]] == [
            n for n, data in enumerate(lines, 1) if data.strip()
        ]


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        """Return true."""
        return True


@pytest.mark.parametrize("terminal", [True, False])
def test_progress(terminal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar is drawn on stderr where stderr alone is a terminal; the whole text is read."""
    path = tmp_path / "log"
    path.write_bytes(LIST * 3)
    for out, drawn in ((io.StringIO(), terminal), (Terminal(), False)):
        monkeypatch.setattr(sys, "stdout", out)
        err: io.StringIO = Terminal() if terminal else io.StringIO()
        monkeypatch.setattr(sys, "stderr", err)
        with path.open("rb") as file, reading(file, "reading") as counted:
            assert b"".join(line.text for line in read_lines(counted)) == LIST * 3
        assert ("reading" in err.getvalue()) is drawn and out.getvalue() == ""


RECORDINGS = sorted((TESTS / "recordings").glob("*.jsonl"))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda p: p.stem)
def test_recorded_sessions(path: Path) -> None:
    """Recorded sessions are validated to the end in every format, and their responses are paired."""
    revision = path.stem[-10:]
    lines = path.read_bytes().splitlines(keepends=True)
    found = verdicts(lines, revision)
    answers = [v for v in found if v.get("kind") in ("response", "error")]
    assert sum("answers" in v for v in answers) >= 0.9 * len(answers)
    formats: tuple[Format, ...] = ("text", "junit")
    for format, advice in itertools.product(formats, (False, True)):
        assert run(lines, revision, format, advice=advice)[0] == (
            1 if any(v["verdict"] != "valid" for v in found) else 0
        )


def test_a_revision_of_the_package_at_hand_alone_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fork's package in ./generated is not the one that Python finds; the line says how it is found."""
    (tmp_path / "generated" / "mcp_revisions" / "vfork_1").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match="run the command with PYTHONPATH=generated"):
        logs.check_revision("--revision", "fork-1")
    with pytest.raises(
        Refused, match="is not a known revision; .*; to use another build, set PYTHONPATH=DIR"
    ):
        logs.check_revision("--revision", "fork-2")
    with pytest.raises(Refused, match="run the command with PYTHONPATH=generated"):
        MessageChecker(("fork-1",))
    with pytest.raises(Refused, match="the pinned revision .fork-2.; run mcpgen build --out DIR"):
        MessageChecker(("fork-2",))


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_shows_the_path_once(
    terminal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal shows the path above the lines of a log, in colours; a pipe has it in each line, without."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(LIST)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Terminal() if terminal else io.StringIO())
    assert cli.run(["validate", "--revision", R4, str(path)]) == 0
    text = sys.stdout.getvalue()  # type: ignore[attr-defined]
    assert ("\x1b[32mvalid\x1b[0m" in text) is terminal
    lines = re.sub(r"\x1b\[\d*m", "", text).splitlines()
    if terminal:
        assert lines[0] == str(path) and lines[1].startswith("  1: ") and text.count(str(path)) == 1
    else:
        assert all(line.startswith(f"{path}:") for line in lines)


def test_no_color_is_respected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`NO_COLOR` turns colours off on a terminal, and so does a terminal without them."""
    (tmp_path / "log.jsonl").write_bytes(LIST)
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as patch:
            patch.delenv("NO_COLOR", raising=False)
            patch.setenv("TERM", "xterm")
            patch.setenv(name, value)
            patch.setattr(sys, "stdout", Terminal())
            assert cli.run(["validate", "--revision", R4, str(tmp_path / "log.jsonl")]) == 0
            assert "\x1b" not in sys.stdout.getvalue()  # type: ignore[attr-defined]


def test_a_member_inside_an_unknown_member_is_not_known() -> None:
    """2024-11-05 has no annotations of a tool, so it does not know a member of them either."""
    tool = {
        "name": "a",
        "inputSchema": {"type": "object"},
        "annotations": {"foo": 1, "title": "t"},
        "title": "t",
    }
    lines = [
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
        json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}).encode(),
    ]
    newest, oldest = (run(lines, revision, "text")[1] for revision in ("2025-11-25", "2024-11-05"))
    assert "unknown member /result/tools/*/annotations/foo\n" in newest and "(known" not in newest
    assert "/result/tools/*/annotations (known from 2025-03-26 to 2025-11-25)" in oldest
    assert "/result/tools/*/title (known from 2025-06-18 to 2025-11-25)" in oldest
