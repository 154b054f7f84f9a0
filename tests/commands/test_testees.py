"""Testees: a run compares answers with the corpus, and its failure list hides nothing."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen.commands import testee_program
from mcpgen.commands.testees import DIFFERENCES, FAILURES, REPORT, differing, questions, run_testees
from mcpgen.problems import Refused
from support.exported import corpus, strict_corpus
from support.node import NODE
from support.npm_package import PACKAGE
from support.paths import ROOT, TESTS
from support.waiting import CEILING

PYTHON = TESTS / "testees" / "mcp_revisions" / "testee.py"
HELLO = {
    "implementation": "x",
    "version": "1",
    "language": "y",
    "revisions": ["2025-11-25"],
    "operations": ["decode"],
    "claim": "by revision",
}
WITH_TASKS = f"{mr.LATEST}+io.modelcontextprotocol/tasks"
EVERYTHING = {**HELLO, "revisions": list(mr.REVISIONS), "operations": ["decode", "convert"]}
BOTH = {**HELLO, "revisions": ["2024-11-05", "2025-11-25"]}


def program(folder: Path, answer: str, hello: Any = HELLO) -> list[str]:
    """Return the command of a testee whose answer to a `question` is an expression."""
    path = folder / "testee.py"
    path.write_text(
        dedent(f"""
            import json, sys, time
            for line in sys.stdin:
                question = json.loads(line)
                answer = {hello!r} if question["op"] == "hello" else {answer}
                if answer is not None:
                    print(json.dumps({{"id": question["id"], **answer}}), flush=True)
            """),
        "utf-8",
    )
    return [sys.executable, str(path)]


def listed(folder: Path) -> list[str]:
    """Return the lines of the failure list."""
    return (folder / FAILURES).read_text("utf-8").splitlines()


def run(folder: Path, command: list[str], *, accept: bool = False, timeout: float = 60) -> int:
    """Run a testee against a part of the corpus."""
    return run_testees(corpus()[:40], folder, command, accept=accept, timeout=timeout)


def test_this_package_has_no_difference(tmp_path: Path) -> None:
    """The testee of the Python package gives every answer of the corpus, from another process."""
    assert run_testees(corpus(), tmp_path, [sys.executable, str(PYTHON)], accept=False, timeout=CEILING) == 0
    rows = json.loads((tmp_path / REPORT).read_text("utf-8"))["rows"]
    assert sum(row["frames"] for row in rows.values()) > 3000


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("mcp_types", [sys.executable, str(TESTS / "testees" / "mcp_types" / "testee.py")]),
        ("typescript", [NODE, str(PACKAGE / "test" / "testee.js")]),
    ],
)
def test_a_checked_in_list_is_current(name: str, command: list[str], tmp_path: Path) -> None:
    """The list and the report of a testee that the development tools hold; `make agreement` writes all."""
    kept = TESTS / "testees" / name
    shutil.copy(kept / FAILURES, tmp_path)
    assert run_testees(corpus(), tmp_path, command, accept=False, timeout=CEILING) == 0
    found, known = ((folder / REPORT).read_text("utf-8") for folder in (tmp_path, kept))
    assert found == known or json.loads(known)["rows"].keys() != set(mr.REVISIONS)  # in a copy with one more


@pytest.mark.parametrize(
    "command",
    [[sys.executable, str(PYTHON)], [NODE, str(PACKAGE / "test" / "testee.js")]],
    ids=["python", "typescript"],
)
def test_our_packages_have_no_difference_even_if_it_is_strict(command: list[str], tmp_path: Path) -> None:
    """Pointers, codes, values and order of losses are equal, with extensions and for mutated messages."""
    assert run_testees(strict_corpus(), tmp_path, command, accept=False, timeout=CEILING, strict=True) == 0
    rows = json.loads((tmp_path / REPORT).read_text("utf-8"))["rows"]
    assert rows[WITH_TASKS]["frames"] > 100 and rows[f"to {WITH_TASKS}"]["frames"] > 100
    answers = [json.dumps(one["verdicts"]) for one in strict_corpus()[-500:]]
    assert 100 < sum("-32602" in one for one in answers) < 400


def test_a_strict_run_asks_about_results_of_other_methods() -> None:
    """A result of a method that is not a request of the revision is asked about only if it is strict."""
    asked = questions(corpus(), EVERYTHING, "x", strict=True)
    inapplicable = [one for one in asked if one.expected.get("verdict") == "inapplicable"]
    assert len(inapplicable) > 80
    assert len(questions(corpus(), EVERYTHING, "x")) == len(asked) - len(inapplicable)
    for case in inapplicable:
        method = mr.revision(case.asked["revision"]).METHODS.get(case.asked["answering"])
        assert method is None or method.kind != "request"
        assert differing(case, {"verdict": "inapplicable"}, strict=True) == []
        assert differing(case, {"verdict": "valid", "unknown": []}, strict=True) == ["verdict"]
    assert {"elicitation/create", "roots/list", "sampling/createMessage"} <= {
        one.asked["answering"] for one in inapplicable if one.asked["revision"] == mr.LATEST
    }


def test_a_strict_run_finds_what_another_does_not() -> None:
    """A pointer, a code, and the value and the order of losses are compared only if it is strict."""
    asked = questions(corpus(), EVERYTHING, "x")
    invalid = next(one for one in asked if one.expected.get("verdict") == "invalid")
    lossy = next(
        one for one in asked if len({loss["pointer"] for loss in one.expected.get("losses", ())}) > 1
    )
    losses = lossy.expected["losses"]
    changed = [{**losses[0], "value": "another"}, *losses[1:]]
    for case, member, value in (
        (invalid, "pointer", "/x"),
        (invalid, "code", 1),
        (lossy, "losses", losses[::-1]),
        (lossy, "losses", changed),
    ):
        answer = {**case.expected, member: value}
        assert differing(case, answer) == []
        assert differing(case, answer, strict=True) == [member]
        assert differing(case, case.expected, strict=True) == []


def test_a_difference_fails_until_it_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run with a difference has status 1; `--accept` lists it, and the next run has status 0."""
    lenient = program(tmp_path, '{"verdict": "valid"}')
    assert run(tmp_path, lenient) == 1
    assert "failures.txt: this file does not exist yet; the run found " in capsys.readouterr().out
    (tmp_path / FAILURES).write_text("")
    assert run(tmp_path, lenient) == 1
    assert "new difference, not in this file" in capsys.readouterr().out
    assert run(tmp_path, lenient, accept=True) == 0
    assert listed(tmp_path) and all(line.endswith("accepts invalid") for line in listed(tmp_path))
    assert listed(tmp_path) == sorted(set(listed(tmp_path)))
    assert run(tmp_path, lenient) == 0


def test_a_difference_can_be_looked_up(tmp_path: Path) -> None:
    """`differences.jsonl` has the question, both answers and the members that differ, by line of the list."""
    run(tmp_path, program(tmp_path, '{"verdict": "valid"}'), accept=True)
    differences = [json.loads(line) for line in (tmp_path / DIFFERENCES).read_text("utf-8").splitlines()]
    assert [one["line"] for one in differences] == listed(tmp_path)
    for one in differences:
        question = one["question"]
        named = {name: question.get(name) for name in ("sender", "answering", "context", "frame")}
        text = json.dumps(named, sort_keys=True, separators=(",", ":"))
        assert hashlib.sha256(text.encode()).hexdigest()[:10] in one["line"]
        assert one["differs"] == ["verdict"] and one["answer"] == {"id": question["id"], "verdict": "valid"}
        assert one["expected"]["reason"] and one["expected"]["pointer"] is not None


@pytest.mark.parametrize(
    ("operation", "answer", "differs"),
    [
        ("decode", '{"verdict": "inapplicable"}', ["verdict"]),
        ("decode", '{"verdict": "valid", "unknown": ["/x"], "frame": 1}', ["unknown", "frame"]),
        ("convert", '{"outcome": "converted"}', ["message", "losses"]),
        ("convert", '{"outcome": "refused"}', ["change", "pointer", "reply"]),
    ],
)
def test_the_members_that_differ_are_named(
    tmp_path: Path, operation: str, answer: str, differs: list[str]
) -> None:
    """A difference under `other` says which part of the answer is another."""
    hello = {**HELLO, "revisions": ["2024-11-05", "2026-07-28"], "operations": [operation]}
    run_testees(corpus(), tmp_path, program(tmp_path, answer, hello), accept=False, timeout=CEILING)
    lines = (tmp_path / DIFFERENCES).read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    assert differs in [one["differs"] for one in found if one["line"].endswith(" other")]


def test_every_question_is_asked_once() -> None:
    """No two questions are equal but for their ids, and no two have one name; the ids count from 1."""
    asked = questions(corpus(), EVERYTHING, "x")
    without_id = [json.dumps({**one.asked, "id": 0}, sort_keys=True) for one in asked]
    assert len(set(without_id)) == len({one.name for one in asked}) == len(asked) > 3000
    assert [one.asked["id"] for one in asked] == list(range(1, len(asked) + 1))


def test_the_page_says_how_few_frames_are_always_invalid() -> None:
    """The corpus is recorded traffic, hence says little of hostile input, as docs/testees.md tells."""
    verdicts: dict[str, set[str]] = {}
    for one in questions(corpus(), {**EVERYTHING, "operations": ["decode"]}, "x"):
        verdicts.setdefault(one.name.split()[-1], set()).add(one.expected["verdict"])
    invalid = sum(each == {"invalid"} for each in verdicts.values())
    assert 0 < invalid < len(verdicts) / 20
    page = " ".join((ROOT / "docs" / "testees.md").read_text("utf-8").split())
    assert "fewer than 5 % of its messages are refused by all revisions" in page


def test_only_stated_revisions_and_operations_are_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`hello` bounds the questions; a question that is skipped is no difference, and counted in a line."""
    asked = questions(corpus(), HELLO, "x")
    assert {one.asked["op"] for one in asked} == {"decode"}
    assert {one.asked["revision"] for one in asked} == {"2025-11-25"}
    first = '{"verdict": "valid" if question["id"] == 1 else "skipped"}'
    run(tmp_path, program(tmp_path, first), accept=True)
    assert run(tmp_path, program(tmp_path, first)) == 0
    count = len(questions(corpus()[:40], HELLO, "x"))
    assert f"\n{count - 1} of {count} questions are skipped\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answer", "hello", "message"),
    [
        ("1 / 0", HELLO, "ended without an answer to question 1"),
        ("None", HELLO, "was not answered within 0.5 s"),
        ('{"id": 7}', HELLO, "does not have the id [0-9]+"),
        ("{}", {"implementation": "x"}, "must have `revisions`"),
        ("{}", {**HELLO, "implementation": 5}, "must have `implementation`"),
        (
            '{"verdict": "valid", "unknown": [1, "a"]}',
            HELLO,
            "has an `unknown` that is not an array of strings",
        ),
        (
            '{"verdict": "valid", "losses": [{"kind": "dropped"}]}',
            HELLO,
            "has `losses` that are not an array",
        ),
        ('{"verdict": "valid", "losses": 5}', HELLO, "has `losses` that are not an array of objects"),
        (
            '{"verdict": "maybe"}',
            HELLO,
            "valid `verdict`, which must be one of valid, invalid, inapplicable, skipped",
        ),
        ('{"outcome": "converted"}', HELLO, "has no valid `verdict`"),
        ('{"verdict": "valid"}', {**BOTH, "operations": ["convert"]}, "has no valid `outcome`"),
        ('{"verdict": "skipped"}', HELLO, "skipped every question"),
        ('{"verdict": "valid", "frame": float("nan")}', HELLO, "is not JSON"),
        ("{}", {**HELLO, "revisions": ["1999-01-01"]}, "must include at least one of: 2024-11-05, "),
        ("{}", {**HELLO, "operations": ["encode"]}, "must include at least one of: convert, decode"),
        ("{}", {**HELLO, "operations": ["convert"]}, "must name two revisions, because `convert` needs both"),
    ],
)
def test_a_testee_that_breaks_the_protocol_is_refused(
    tmp_path: Path, answer: str, hello: Any, message: str
) -> None:
    """The protocol is docs/testees.md; a program that does not keep it is one line for the user."""
    with pytest.raises(Refused, match=message):
        run(tmp_path, program(tmp_path, answer, hello), timeout=0.5 if answer == "None" else 60)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "print('Starting ...', flush=True)",
            r"the answer to question 0 \(hello\) is not JSON: 'Star",
        ),
        ("print(flush=True)", "is an empty line: "),
        ("sys.stdout.write('{\"id\":')", "does not end with a newline: "),
        ("sys.stdout.buffer.write(b'\\xff\\n')", "is not JSON: '\ufffd"),
        ("print(json.dumps({**HELLO, 'id': 0}, indent=1), flush=True)", "is not JSON: '{"),
        ("print('[0]', flush=True)", "is not a JSON object: '.0"),
        ('print(\'{"id": 0, "version": 1e400}\', flush=True)', "contains a number that is too large: "),
        ("print('{\"id\": true}', flush=True)", "does not have the id 0: "),
        ("print('{}', flush=True)", "does not have the id 0: "),
        ("sys.exit(3)", r"ended without an answer to question 0 \(hello\), with status 3"),
        ("os.kill(os.getpid(), 9)", r"ended without an answer to question 0 \(hello\), by signal 9"),
    ],
)
def test_a_line_that_is_no_answer_is_shown(tmp_path: Path, body: str, message: str) -> None:
    """The refusal names the question, the cause and the start of the line, or how the program ended."""
    path = tmp_path / "testee.py"
    path.write_text(f"import json, os, sys\nHELLO = {HELLO!r}\nsys.stdin.readline()\n{body}\n", "utf-8")
    with pytest.raises(Refused, match=message) as caught:
        run(tmp_path, [sys.executable, str(path)])
    assert len(str(caught.value)) < 400 and str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        *((name, 1) for name in ("version", "language", "claim")),
        ("claim", "all"),
        ("revisions", ["2025-11-25"] * 2),
    ],
)
def test_a_hello_is_checked(tmp_path: Path, member: str, value: Any) -> None:
    """Each member of `hello` is there, a string of the table or distinct strings."""
    valid = '{"verdict": "valid"}'
    with pytest.raises(
        Refused, match=f"`{member}` in the answer to `hello`|answer to `hello` must .*`{member}`"
    ):
        run(tmp_path, program(tmp_path, valid, {**HELLO, member: value}))
    with pytest.raises(Refused, match=f"the answer to `hello` must have `{member}`"):
        run(tmp_path, program(tmp_path, valid, {name: one for name, one in HELLO.items() if name != member}))


def test_a_listed_difference_keeps_its_comment(tmp_path: Path) -> None:
    """A line may end with a comment, which `--accept` keeps as long as the line."""
    lenient = program(tmp_path, '{"verdict": "valid"}')
    run(tmp_path, lenient, accept=True)
    first, *others = listed(tmp_path)
    kept = [f"{first}  # issue 7", *others]
    (tmp_path / FAILURES).write_text("\n".join([*kept, "# issue 8"]), "utf-8")
    with pytest.raises(Refused, match=f"{FAILURES}:{len(kept) + 1}: is not a line"):
        run(tmp_path, lenient)
    (tmp_path / FAILURES).write_text("\n".join(kept), "utf-8")
    assert run(tmp_path, lenient) == 0
    assert run(tmp_path, lenient, accept=True) == 0 and listed(tmp_path) == kept


def test_the_name_of_a_testee_begins_no_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name with a line feed or a workflow command stays on its line, escaped."""
    hello = {**HELLO, "implementation": "::error::x\n::error::y"}
    run(tmp_path, program(tmp_path, '{"verdict": "valid"}', hello))
    out = capsys.readouterr().out
    assert "error" in out and not any(line.startswith("::") for line in out.splitlines())


def test_a_program_that_is_none_is_refused(tmp_path: Path) -> None:
    """A command that cannot be run is named."""
    with pytest.raises(Refused, match="cannot be run"):
        run(tmp_path, [str(tmp_path / "none")])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff\xfe", "failures.txt: not UTF-8"),
        (
            b"decode 2025-11-25 client ping 0123456789 other\nping\n",
            "failures.txt:2: is not a line of a failure",
        ),
    ],
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, text: bytes, message: str) -> None:
    """A failure list that is damaged is one line for the user, with the place; `--accept` replaces it."""
    (tmp_path / FAILURES).write_bytes(text)
    command = program(tmp_path, '{"verdict": "valid"}')
    with pytest.raises(Refused, match=message):
        run(tmp_path, command)
    assert run(tmp_path, command, accept=True) == 0


@pytest.mark.parametrize(
    ("body", "told"),
    [
        # Answers to everything at once, and reads nothing.
        (
            """
            line = sys.stdin.readline()
            print(json.dumps({**HELLO, "id": 0}), flush=True)
            for id in range(1, 100_000):
                print(json.dumps({"id": id, "verdict": "valid", "unknown": ["x" * 1000]}))
            """,
            None,
        ),
        # Reads nothing after `hello`.
        (
            "print(json.dumps({**HELLO, 'id': 0}), flush=True); time.sleep(6000)",
            "was not answered within 1 s",
        ),
        # Writes a line without an end.
        ("while True: sys.stdout.write('x' * 65536)", "has 1 MiB or more: 'xxx"),
        # Ends before the first question.
        ("print(json.dumps({**HELLO, 'id': 0}), flush=True)", "ended without an answer to question 1"),
    ],
)
def test_a_testee_that_keeps_no_turn_is_bounded(
    body: str, told: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A testee that does not read, floods or ends is waited for as long as for an answer."""
    monkeypatch.setattr(testee_program, "LONGEST", 1 << 20)
    path = tmp_path / "testee.py"
    path.write_text(f"import json, sys, time\nHELLO = {HELLO!r}\n{dedent(body).strip()}\n", "utf-8")
    seconds = 1 if told is None or "was not answered" in told else CEILING
    try:
        run_testees(corpus(), tmp_path / "run", [sys.executable, str(path)], accept=True, timeout=seconds)
    except Refused as refused:
        assert told is None or told in str(refused)
    else:
        assert told is None
