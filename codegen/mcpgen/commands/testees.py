"""The command `mcpgen testees`: compare another implementation with `mcp_revisions` on a corpus of messages.

The input is the corpus of `mcpgen export`, which has the expected results, and the command that starts a
testee (docs/testees.md). The output is a table on stdout, and the files `report.json`, `differences.jsonl`
and `failures.txt` in the folder of the run. The run fails if a difference is not listed in `failures.txt`, or
if a listed difference no longer occurs.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from mcpgen.commands.testee_program import ANSWERS, CITED, HELLO, TesteeProgram
from mcpgen.emit import file_tree
from mcpgen.frontend.sources import read_file
from mcpgen.problems import printable, refuse

JsonObject: TypeAlias = dict[str, Any]

FAILURES, REPORT, DIFFERENCES = "failures.txt", "report.json", "differences.jsonl"
COLUMNS = ("frames", "accepts invalid", "refuses valid", "other", "skipped")
# The column for a wrong validation result: (result of the testee, expected result) → column.
REVERSED = {
    ("valid", "invalid"): "accepts invalid",
    ("invalid", "valid"): "refuses valid",
}
HASHED = ("sender", "answering", "context", "frame")  # the members of a question that identify its message
LISTED = re.compile(
    r"((?:decode \S+|convert \S+ \S+) (?:client|server) \S+ [0-9a-f]{10} "
    r"(?:accepts invalid|refuses valid|other))( +#.*)?"
)
EXAMPLE = "decode REVISION client initialize b1f0c2d4e5 accepts invalid"


@dataclass(frozen=True)
class TesteeCase:
    """A question to a testee, with the expected answer.

    `name` identifies the question in the failure list. `row` is the row of the table that counts it.
    """

    name: str
    row: str
    asked: JsonObject
    expected: JsonObject

    @property
    def revisions(self) -> set[str]:
        """The revisions that the question mentions."""
        return {self.asked[name] for name in ("revision", "source", "target") if name in self.asked}


@dataclass
class Outcome:
    """The results of a run.

    - `columns`: for the name of each question, the column of the table in which its answer is counted, or ''
      if the answer is as expected.
    - `rows`: the counts, by row and column of the table.
    - `differences`: an entry for each answer that differs from the expected one.
    """

    hello: JsonObject
    columns: dict[str, str] = field(default_factory=dict)
    rows: dict[str, Counter[str]] = field(default_factory=dict)
    differences: list[JsonObject] = field(default_factory=list)
    strict: bool = False

    def add(self, case: TesteeCase, answer: JsonObject) -> None:
        """Count the answer to a question. If it differs from the expected answer, record the difference."""
        differs = differing(case, answer, strict=self.strict)
        column = self.columns[case.name] = _column(case, answer, differs)
        counts = self.rows.setdefault(case.row, Counter())
        counts["skipped" if column == "skipped" else "frames"] += 1
        if differs:
            counts[column] += 1
            sides = {"question": case.asked, "expected": case.expected, "answer": answer}
            self.differences.append({"line": f"{case.name} {column}", "differs": differs, **sides})

    def why_absent(self, line: str) -> str:
        """Return why a listed difference does not occur in this run, such as `differs no longer`.

        `line` is a line of the failure list.
        """
        name = next(line.removesuffix(f" {column}") for column in COLUMNS if line.endswith(f" {column}"))
        if name not in self.columns:
            return "its question was not asked in this run"
        return "skipped in this run" if self.columns[name] == "skipped" else "differs no longer"


def run_testees(
    corpus: Iterable[JsonObject],
    folder: Path,
    command: Sequence[str],
    *,
    accept: bool,
    timeout: float,
    strict: bool = False,
) -> int:
    """Send every question to a testee, write the report, and return the exit status.

    If `strict` is true, the comparison includes pointers and codes of errors, and values and order of losses.
    A strict run also asks about results of requests that the revision does not have. The expected answer is
    then `inapplicable`. If `accept` is true, the differences of this run are written to the failure list.
    Raise `Refused` if the testee violates the protocol, or does not answer within `timeout` seconds.
    """
    if folder.exists() and not folder.is_dir():
        raise refuse(str(folder), "is not a folder; choose another folder for the results")
    listed = folder / FAILURES
    known = failure_list(listed, accept=accept)
    with TesteeProgram(command, timeout) as testee:
        outcome = Outcome(testee.hello(), strict=strict)
        asked = questions(corpus, outcome.hello, testee.name, strict=strict)
        for case, answer in zip(asked, testee.answers([case.asked for case in asked]), strict=True):
            outcome.add(case, answer)
        if all(column == "skipped" for column in outcome.columns.values()):
            raise refuse(testee.name, "skipped every question, so there are no results")
    differences = sorted(outcome.differences, key=lambda one: str(one["line"]))
    found = {one["line"] for one in differences}
    about = {name: outcome.hello.get(name) for name in (*HELLO, "revisions")}
    report = {"testee": about, "rows": outcome.rows}
    files: dict[Path, str | bytes | None] = {
        folder / REPORT: f"{json.dumps(report, indent=1)}\n",
        folder / DIFFERENCES: _lines(map(json.dumps, differences)),
    }
    is_first = not accept and not listed.exists()
    if accept:
        known = {line: known.get(line, "") for line in found}
        files[listed] = _lines(f"{line}{known[line]}" for line in sorted(found))
    file_tree.replace_files(files)
    print(table(outcome))
    if is_first and found:
        print(printable(f"{listed}: this file does not exist yet; the run found {len(found)} differences"))
    for line in [] if is_first else sorted(found - known.keys()):
        print(printable(f"{listed}: new difference, not in this file: {line}"))
    for line in sorted(known.keys() - found):
        print(printable(f"{listed}: {outcome.why_absent(line)}: {line}"))
    if found != known.keys():
        print(f"see {folder / DIFFERENCES}; to accept these differences, pass --accept", file=sys.stderr)
    return 1 if found != known.keys() else 0


def failure_list(path: Path, *, accept: bool = False) -> dict[str, str]:
    """Return the lines of a failure list, each with the comment after it. Return {} if there is no file.

    Refuse an invalid line. If `accept` is true, an invalid line is ignored, because this run will replace the
    list.
    """
    if not path.exists():
        return {}
    try:
        lines = read_file(path, str(path)).decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        if accept:
            return {}
        raise refuse(
            str(path), f"not UTF-8 (byte {error.start}); run again with --accept to rewrite the list"
        ) from None
    found = {number: LISTED.fullmatch(line) for number, line in enumerate(lines, 1)}
    if wrong := [number for number, match in found.items() if not match and not accept]:
        message = f"is not a line of a failure list; write it as in {EXAMPLE!r}"
        raise refuse(f"{path}:{wrong[0]}", message)
    return {match[1]: match[2] or "" for match in found.values() if match}


def questions(
    corpus: Iterable[JsonObject], hello: JsonObject, name: str, *, strict: bool = False
) -> list[TesteeCase]:
    """Return the questions that a testee can answer, without duplicates. Their ids start with 1.

    `hello` has the revisions and operations that the testee supports. If no question is left, raise
    `Refused`. `name` is the testee in the error message. If `strict` is true, questions with the expected
    answer `inapplicable` are included.
    """
    distinct = {case.name: case for entry in corpus for case in _cases(entry, strict=strict)}
    revisions = set().union(*(case.revisions for case in distinct.values()))
    for member, known in (("revisions", revisions), ("operations", set(ANSWERS))):
        if not known.intersection(hello[member]):
            message = f"the `{member}` in the answer to `hello` must include at least one of"
            raise refuse(name, f"{message}: {', '.join(sorted(known))}")
    kept = [
        case
        for case in distinct.values()
        if case.asked["op"] in hello["operations"] and case.revisions.issubset(hello["revisions"])
    ]
    if not kept:
        message = "the answer to `hello` must name two revisions, because `convert` needs both"
        raise refuse(name, message)
    return [replace(case, asked={"id": id, **case.asked}) for id, case in enumerate(kept, 1)]


def _cases(entry: JsonObject, *, strict: bool) -> Iterator[TesteeCase]:
    """Yield the questions about a message of the corpus: to decode it, and to convert it.

    The questions have no ids yet.
    """
    frame = {name: entry[name] for name in ("sender", "answering", "frame")}
    for revision, verdict in entry["verdicts"].items():
        if strict or verdict["verdict"] != "inapplicable":
            asked = {"op": "decode", "revision": revision, **frame}
            yield TesteeCase(f"decode {revision} {_subject(entry, asked)}", revision, asked, verdict)
    source = entry["revision"]
    for target, conversion in entry["conversions"].items():
        pair = {"source": source, "target": target}
        asked = {"op": "convert", **pair, "context": entry["context"], **frame}
        name = f"convert {source} {target} {_subject(entry, asked)}"
        yield TesteeCase(name, f"to {target}", asked, conversion)


def _subject(entry: JsonObject, asked: JsonObject) -> str:
    """Return the text by which a failure list names a message: its sender, its method, and a hash."""
    named = {name: asked.get(name) for name in HASHED}
    text = json.dumps(named, sort_keys=True, separators=(",", ":"))
    return f"{entry['sender']} {entry['method'] or '-'} {hashlib.sha256(text.encode()).hexdigest()[:10]}"


def differing(case: TesteeCase, answer: JsonObject, *, strict: bool = False) -> list[str]:
    """Return which members of an answer differ from the expected answer, or [] for a skipped question."""
    kind, _ = ANSWERS[case.asked["op"]]
    if answer[kind] == "skipped":
        return []
    if answer[kind] != case.expected[kind]:
        return [kind]
    compared = {**COMPARED[answer[kind]], **(STRICT.get(answer[kind], {}) if strict else {})}
    return [name for name, is_same in compared.items() if not is_same(case, answer)]


def _column(case: TesteeCase, answer: JsonObject, differs: list[str]) -> str:
    """Return the column of the table in which an answer is counted, or '' if the answer is as expected."""
    kind, _ = ANSWERS[case.asked["op"]]
    if not differs:
        return "skipped" if answer[kind] == "skipped" else ""
    return REVERSED.get((answer[kind], case.expected[kind]), "other")


def same(a: Any, b: Any) -> bool:
    """Return whether two JSON values are equal. `1` and `1.0` are equal, `1` and `true` are not."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    return isinstance(a, bool) is isinstance(b, bool) and bool(a == b)


def _same_unknown(case: TesteeCase, answer: JsonObject) -> bool:
    given = answer.get("unknown")
    if given is None:  # the testee does not report unknown members
        return True
    return sorted(given) == sorted(case.expected["unknown"])


def _same_frame(case: TesteeCase, answer: JsonObject) -> bool:
    return "frame" not in answer or same(case.asked["frame"], answer["frame"])


def _same_member(name: str) -> Callable[[TesteeCase, JsonObject], bool]:
    return lambda case, answer: name not in case.expected or same(case.expected[name], answer.get(name))


def _same_losses(case: TesteeCase, answer: JsonObject) -> bool:
    return _cited(case.expected["losses"]) == _cited(answer.get("losses", []))


def _same_reply(case: TesteeCase, answer: JsonObject) -> bool:
    return same(_without_message(case.expected["reply"]), _without_message(answer.get("reply")))


# How to compare the other members of an answer that has the expected validation result or outcome.
COMPARED: dict[str, dict[str, Callable[[TesteeCase, JsonObject], bool]]] = {
    "valid": {"unknown": _same_unknown, "frame": _same_frame},
    "invalid": {},
    "inapplicable": {},
    "converted": {"message": _same_member("message"), "losses": _same_losses},
    "refused": {
        "change": _same_member("change"),
        "pointer": _same_member("pointer"),
        "reply": _same_reply,
    },
    "unconverted": {},
}


def _same_losses_in_order(case: TesteeCase, answer: JsonObject) -> bool:
    expected, given = (
        [{name: one.get(name) for name in WHOLE} for one in losses]
        for losses in (case.expected["losses"], answer.get("losses", []))
    )
    return same(expected, given)


WHOLE = (*CITED, "value")
_located = {"pointer": _same_member("pointer"), "code": _same_member("code")}
# How to compare the members that are compared only with `--strict`.
STRICT: dict[str, dict[str, Callable[[TesteeCase, JsonObject], bool]]] = {
    "invalid": _located,
    "unconverted": _located,
    "converted": {"losses": _same_losses_in_order},
}


def _cited(losses: list[JsonObject]) -> list[tuple[str, ...]]:
    return sorted(tuple(loss[name] for name in CITED) for loss in losses)


def _without_message(reply: Any) -> Any:
    """Return an error response with an empty `message`, because the text is not compared."""
    if not isinstance(reply, dict) or not isinstance(reply.get("error"), dict):
        return reply
    return {**reply, "error": {**reply["error"], "message": ""}}


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def table(outcome: Outcome) -> str:
    """Return a table with the counts of a run, and a line about skipped questions, as text."""
    rows: list[tuple[str, ...]] = [("", *COLUMNS)]
    rows += [
        (row, *(str(counts[column]) for column in COLUMNS)) for row, counts in sorted(outcome.rows.items())
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [" ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    title = f"{outcome.hello['implementation']} {outcome.hello.get('version', '')}"
    skipped = sum(counts["skipped"] for counts in outcome.rows.values())
    if skipped:
        lines.append(f"{skipped} of {len(outcome.columns)} questions are skipped")
    return "\n".join([printable(title), *lines])
