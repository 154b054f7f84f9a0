"""The command `mcpgen testees`: a corpus × a program that speaks lines of JSON → differences by revision.

In: the corpus of `mcpgen export`, whose entries have the verdicts and conversions of `mcp_revisions`, and the
command of a testee (docs/testees.md). Out: a table on stdout; `report.json`, `differences.jsonl` and
`failures.txt` in the folder of the run. A difference that is not in the list fails the run, and so does a
line without a difference.
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

Tree: TypeAlias = dict[str, Any]

FAILURES, REPORT, DIFFERENCES = "failures.txt", "report.json", "differences.jsonl"
COLUMNS = ("frames", "accepts invalid", "refuses valid", "other", "skipped")
REVERSED = {("valid", "invalid"): "accepts invalid", ("invalid", "valid"): "refuses valid"}  # given, expected
HASHED = ("sender", "answering", "context", "frame")  # the members of a question that name its frame
LISTED = re.compile(
    r"((?:decode \S+|convert \S+ \S+) (?:client|server) \S+ [0-9a-f]{10} "
    r"(?:accepts invalid|refuses valid|other))( +#.*)?"
)
EXAMPLE = "decode REVISION client initialize b1f0c2d4e5 accepts invalid"


@dataclass(frozen=True)
class TesteeCase:
    """A question as it is sent, the expected answer, and its name in a failure list."""

    name: str
    row: str
    asked: Tree
    expected: Tree

    @property
    def revisions(self) -> set[str]:
        """The revisions that the question names."""
        return {self.asked[name] for name in ("revision", "source", "target") if name in self.asked}


@dataclass
class Outcome:
    """The column of each question by its name, the counts by row and column, and the differences."""

    hello: Tree
    columns: dict[str, str] = field(default_factory=dict)
    rows: dict[str, Counter[str]] = field(default_factory=dict)
    differences: list[Tree] = field(default_factory=list)

    def add(self, case: TesteeCase, answer: Tree) -> None:
        """Count an answer, and keep it if it differs."""
        differs = differing(case, answer)
        column = self.columns[case.name] = _column(case, answer, differs)
        counts = self.rows.setdefault(case.row, Counter())
        counts["skipped" if column == "skipped" else "frames"] += 1
        if differs:
            counts[column] += 1
            sides = {"question": case.asked, "expected": case.expected, "answer": answer}
            self.differences.append({"line": f"{case.name} {column}", "differs": differs, **sides})

    def fate(self, line: str) -> str:
        """Return the words for a line of the failure list that is no difference of this run."""
        name = next(line.removesuffix(f" {column}") for column in COLUMNS if line.endswith(f" {column}"))
        if name not in self.columns:
            return "not asked now"
        return "skipped now" if self.columns[name] == "skipped" else "differs no longer"


def run_testees(
    corpus: Iterable[Tree], folder: Path, command: Sequence[str], *, accept: bool, timeout: float
) -> int:
    """Ask a testee every question, write the report, and return the exit status."""
    if folder.exists() and not folder.is_dir():
        raise refuse(str(folder), "is not a folder; name a folder for the run")
    listed = folder / FAILURES
    known = failure_list(listed, accept=accept)
    with TesteeProgram(command, timeout) as testee:
        outcome = Outcome(testee.hello())
        asked = questions(corpus, outcome.hello, testee.name)
        for case, answer in zip(asked, testee.answers([case.asked for case in asked]), strict=True):
            outcome.add(case, answer)
        if all(column == "skipped" for column in outcome.columns.values()):
            raise refuse(testee.name, "skips every question, so nothing is measured")
    differences = sorted(outcome.differences, key=lambda one: str(one["line"]))
    found = {one["line"] for one in differences}
    report = {"testee": {name: outcome.hello.get(name) for name in HELLO}, "rows": outcome.rows}
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
        print(printable(f"{listed}: no list yet; differences: {len(found)}"))
    for line in [] if is_first else sorted(found - known.keys()):
        print(printable(f"{listed}: not in the list: {line}"))
    for line in sorted(known.keys() - found):
        print(printable(f"{listed}: {outcome.fate(line)}: {line}"))
    if found != known.keys():
        print(f"look at {folder / DIFFERENCES}; --accept writes the list of this run", file=sys.stderr)
    return 1 if found != known.keys() else 0


def failure_list(path: Path, *, accept: bool = False) -> dict[str, str]:
    """Return the lines of a failure list with the comments behind them, none for no file.

    A file that is none is refused at its first line, unless it is to be written anew.
    """
    if not path.exists():
        return {}
    try:
        lines = read_file(path, str(path)).decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        if accept:
            return {}
        raise refuse(str(path), f"not UTF-8 (byte {error.start}); --accept writes the list anew") from None
    found = {number: LISTED.fullmatch(line) for number, line in enumerate(lines, 1)}
    if wrong := [number for number, match in found.items() if not match and not accept]:
        raise refuse(f"{path}:{wrong[0]}", f"is not a line of a failure list, such as {EXAMPLE!r}")
    return {match[1]: match[2] or "" for match in found.values() if match}


def questions(corpus: Iterable[Tree], hello: Tree, name: str) -> list[TesteeCase]:
    """Return each question that a testee can answer, once, by the revisions and operations that it states.

    The ids count from 1. A testee called `name` that leaves no question is refused.
    """
    distinct = {case.name: case for entry in corpus for case in _cases(entry)}
    revisions = set().union(*(case.revisions for case in distinct.values()))
    for member, known in (("revisions", revisions), ("operations", set(ANSWERS))):
        if not known.intersection(hello[member]):
            raise refuse(name, f"`hello` is answered with no known `{member}`: {', '.join(sorted(known))}")
    kept = [
        case
        for case in distinct.values()
        if case.asked["op"] in hello["operations"] and case.revisions.issubset(hello["revisions"])
    ]
    if not kept:
        raise refuse(name, "`hello` leaves no question: `convert` takes two revisions")
    return [replace(case, asked={"id": id, **case.asked}) for id, case in enumerate(kept, 1)]


def _cases(entry: Tree) -> Iterator[TesteeCase]:
    """Yield the questions about an entry of the corpus, without ids."""
    frame = {name: entry[name] for name in ("sender", "answering", "frame")}
    for revision, verdict in entry["verdicts"].items():
        if verdict["verdict"] != "inapplicable":
            asked = {"op": "decode", "revision": revision, **frame}
            yield TesteeCase(f"decode {revision} {_subject(entry, asked)}", revision, asked, verdict)
    source = entry["revision"]
    for target, conversion in entry["conversions"].items():
        pair = {"source": source, "target": target}
        asked = {"op": "convert", **pair, "context": entry["context"], **frame}
        name = f"convert {source} {target} {_subject(entry, asked)}"
        yield TesteeCase(name, f"to {target}", asked, conversion)


def _subject(entry: Tree, asked: Tree) -> str:
    """Return the sender, the method and the hash that name a frame in a failure list (docs/testees.md)."""
    named = {name: asked.get(name) for name in HASHED}
    text = json.dumps(named, sort_keys=True, separators=(",", ":"))
    return f"{entry['sender']} {entry['method'] or '-'} {hashlib.sha256(text.encode()).hexdigest()[:10]}"


def differing(case: TesteeCase, answer: Tree) -> list[str]:
    """Return the members of an answer that differ from the expected ones; of a skipped question, none."""
    kind, _ = ANSWERS[case.asked["op"]]
    if answer[kind] == "skipped":
        return []
    if answer[kind] != case.expected[kind]:
        return [kind]
    return [name for name, is_same in COMPARED[answer[kind]].items() if not is_same(case, answer)]


def _column(case: TesteeCase, answer: Tree, differs: list[str]) -> str:
    """Return the column of an answer, "" for the expected one."""
    kind, _ = ANSWERS[case.asked["op"]]
    if not differs:
        return "skipped" if answer[kind] == "skipped" else ""
    return REVERSED.get((answer[kind], case.expected[kind]), "other")


def same(a: Any, b: Any) -> bool:
    """Return whether two trees are one JSON value; numbers are compared exactly."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    return isinstance(a, bool) is isinstance(b, bool) and bool(a == b)


def _same_unknown(case: TesteeCase, answer: Tree) -> bool:
    given = answer.get("unknown")
    if given is None or not isinstance(case.asked["frame"], dict):  # not stated, or a batch
        return True
    return sorted(given) == sorted(case.expected["unknown"])


def _same_frame(case: TesteeCase, answer: Tree) -> bool:
    return "frame" not in answer or same(case.asked["frame"], answer["frame"])


def _same_member(name: str) -> Callable[[TesteeCase, Tree], bool]:
    return lambda case, answer: same(case.expected[name], answer.get(name))


def _same_losses(case: TesteeCase, answer: Tree) -> bool:
    return _cited(case.expected["losses"]) == _cited(answer.get("losses", []))


def _same_reply(case: TesteeCase, answer: Tree) -> bool:
    return same(_without_words(case.expected["reply"]), _without_words(answer.get("reply")))


# Verdict or outcome of both sides → the members that are compared.
COMPARED: dict[str, dict[str, Callable[[TesteeCase, Tree], bool]]] = {
    "valid": {"unknown": _same_unknown, "frame": _same_frame},
    "invalid": {},
    "converted": {"message": _same_member("message"), "losses": _same_losses},
    "refused": {
        "change": _same_member("change"),
        "pointer": _same_member("pointer"),
        "reply": _same_reply,
    },
    "unconverted": {},
}


def _cited(losses: list[Tree]) -> list[tuple[str, ...]]:
    return sorted(tuple(loss[name] for name in CITED) for loss in losses)


def _without_words(reply: Any) -> Any:
    """Return a reply without its message, which is for people."""
    if not isinstance(reply, dict) or not isinstance(reply.get("error"), dict):
        return reply
    return {**reply, "error": {**reply["error"], "message": ""}}


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def table(outcome: Outcome) -> str:
    """Return the counts as lines of aligned columns, then the skipped questions, if there are any."""
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
