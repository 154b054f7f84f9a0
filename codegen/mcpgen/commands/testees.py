"""The command `mcpgen testees`: a corpus × a program that speaks lines of JSON → differences by revision.

In: the corpus of `mcpgen export`, whose entries have the verdicts and conversions of `mcp_revisions`, and the
command of a testee (docs/testees.md). Out: a table on stdout, `report.json` and `failures.txt` in the folder
of the run. A difference that is not in the list fails the run, and so does a line without a difference.
"""

from __future__ import annotations

import hashlib
import json
import queue
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from mcpgen.emit import file_tree
from mcpgen.problems import printable, refuse

Tree: TypeAlias = dict[str, Any]

PROTOCOL = 1
FAILURES, REPORT = "failures.txt", "report.json"
COLUMNS = ("frames", "accepts invalid", "refuses valid", "other", "skipped")
AHEAD = 64  # questions on their way to the testee, so that no pipe fills while nobody reads
HELLO = ("implementation", "version", "language", "claim")
CITED = ("kind", "pointer", "change")  # the members of a loss that are compared


@dataclass(frozen=True)
class TesteeCase:
    """A question without its id, the expected answer, and its name in a failure list."""

    name: str
    row: str
    asked: Tree
    expected: Tree


@dataclass
class Outcome:
    """The counts by row and column, and the names of the differences."""

    hello: Tree
    rows: dict[str, Counter[str]] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)

    def add(self, question: TesteeCase, answer: Tree) -> None:
        """Count an answer."""
        column = difference(question, answer)
        counts = self.rows.setdefault(question.row, Counter())
        counts["skipped" if column == "skipped" else "frames"] += 1
        if column not in ("", "skipped"):
            counts[column] += 1
            self.differences.append(f"{question.name} {column}")


def run_testees(
    corpus: Iterable[Tree], folder: Path, command: Sequence[str], *, accept: bool, timeout: float
) -> int:
    """Ask a testee every question, write the report, and return the exit status."""
    if folder.exists() and not folder.is_dir():
        raise refuse(str(folder), "is not a folder; name a folder for the run")
    with Testee(command, timeout) as testee:
        outcome = Outcome(testee.hello())
        asked = list(questions(corpus, outcome.hello))
        for question, answer in zip(asked, testee.answers([one.asked for one in asked]), strict=True):
            outcome.add(question, answer)
    found = sorted(outcome.differences)
    listed = folder / FAILURES
    known = listed.read_text("utf-8").splitlines() if listed.is_file() else []
    report = {"testee": {name: outcome.hello.get(name) for name in HELLO}, "rows": outcome.rows}
    files: dict[Path, str | bytes | None] = {folder / REPORT: f"{json.dumps(report, indent=1)}\n"}
    if accept:
        files[listed] = "".join(f"{line}\n" for line in found)
        known = found
    file_tree.replace_files(files)
    print(table(outcome))
    fresh, stale = _without(found, known), _without(known, found)
    for line in fresh:
        print(f"{listed}: not in the list: {line}")
    for line in stale:
        print(f"{listed}: differs no longer: {line}")
    if fresh or stale:
        print("look at the differences; --accept writes the list of this run", file=sys.stderr)
    return 1 if fresh or stale else 0


def questions(corpus: Iterable[Tree], hello: Tree) -> Iterator[TesteeCase]:
    """Yield the questions that a testee can answer, by the revisions and operations that it states."""
    revisions, operations = hello["revisions"], hello["operations"]
    for entry in corpus:
        common = {name: entry[name] for name in ("sender", "answering", "frame")}
        digest = hashlib.sha256(json.dumps([common, entry["context"]], sort_keys=True).encode()).hexdigest()[
            :10
        ]
        subject = f"{entry['sender']} {entry['method'] or '-'} {digest}"
        for revision, verdict in entry["verdicts"].items():
            if "decode" in operations and revision in revisions and verdict["verdict"] != "inapplicable":
                asked = {"op": "decode", "revision": revision, **common}
                yield TesteeCase(f"decode {revision} {subject}", revision, asked, verdict)
        source = entry["revision"]
        for target, conversion in entry["conversions"].items():
            if "convert" in operations and {source, target} <= set(revisions):
                asked = {
                    "op": "convert",
                    "source": source,
                    "target": target,
                    "context": entry["context"],
                    **common,
                }
                yield TesteeCase(f"convert {source} {target} {subject}", f"to {target}", asked, conversion)


def difference(question: TesteeCase, answer: Tree) -> str:
    """Return the column of an answer: "" for the expected one, "skipped" for none."""
    expected = question.expected
    if question.asked["op"] == "convert":
        return "" if _same_conversion(expected, answer) else "other"
    verdict = answer.get("verdict")
    if verdict not in ("valid", "invalid"):
        return "skipped"
    if verdict != expected["verdict"]:
        return "accepts invalid" if verdict == "valid" else "refuses valid"
    if verdict == "invalid":
        return ""
    frame, unknown = question.asked["frame"], answer.get("unknown")
    if unknown is not None and isinstance(frame, dict) and sorted(unknown) != sorted(expected["unknown"]):
        return "other"
    return "" if "frame" not in answer or same(frame, answer["frame"]) else "other"


def same(a: Any, b: Any) -> bool:
    """Return whether two trees are one JSON value; numbers are compared exactly."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    return isinstance(a, bool) is isinstance(b, bool) and bool(a == b)


def _same_conversion(expected: Tree, answer: Tree) -> bool:
    if answer.get("outcome") != expected["outcome"]:
        return False
    match expected["outcome"]:
        case "converted":
            cited = _cited(answer.get("losses", []))
            return same(expected["message"], answer.get("message")) and _cited(expected["losses"]) == cited
        case "refused":
            is_cited = all(answer.get(name) == expected[name] for name in ("change", "pointer"))
            return is_cited and same(_without_words(expected["reply"]), _without_words(answer.get("reply")))
        case _:
            return True


def _cited(losses: list[Tree]) -> list[tuple[str, ...]]:
    return sorted(tuple(loss[name] for name in CITED) for loss in losses)


def _without_words(reply: Any) -> Any:
    """Return a reply without its message, which is for people."""
    if not isinstance(reply, dict) or not isinstance(reply.get("error"), dict):
        return reply
    return {**reply, "error": {**reply["error"], "message": ""}}


def _without(lines: Iterable[str], others: Iterable[str]) -> list[str]:
    return sorted((Counter(lines) - Counter(others)).elements())


def table(outcome: Outcome) -> str:
    """Return the counts as lines of aligned columns."""
    rows: list[tuple[str, ...]] = [("", *COLUMNS)]
    rows += [
        (row, *(str(counts[column]) for column in COLUMNS)) for row, counts in sorted(outcome.rows.items())
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [" ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    title = f"{outcome.hello['implementation']} {outcome.hello.get('version', '')}"
    return "\n".join([printable(title), *lines])


class Testee:
    """A running testee; every misbehaviour of its program is one line for the user."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._name, self._timeout = command[0], timeout
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise refuse(self._name, f"cannot be run: {error.strerror}") from None
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Testee:
        return self

    def __exit__(self, *failure: object) -> None:
        self._process.kill() if any(failure) else self._end()
        self._process.wait()

    def _end(self) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
            self._process.wait(self._timeout)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def hello(self) -> Tree:
        """Return the claim of the testee: its name and revisions."""
        answer = next(self.answers([{"op": "hello", "protocol": PROTOCOL}]))
        for name in ("revisions", "operations"):
            if not _are_strings(answer.get(name)):
                raise refuse(self._name, f"`hello` is answered without `{name}`, an array of strings")
        if not isinstance(answer.get("implementation"), str):
            raise refuse(self._name, "`hello` is answered without `implementation`, a string")
        return answer

    def answers(self, asked: Sequence[Tree]) -> Iterator[Tree]:
        """Yield the answer to each question, in order."""
        sent = 0
        for id in range(len(asked)):
            while sent < min(len(asked), id + AHEAD):
                self._send({"id": sent, **asked[sent]})
                sent += 1
            yield self._answer(id)

    def _send(self, question: Tree) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            pass  # the testee ended, which the next answer says

    def _answer(self, id: int) -> Tree:
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            raise refuse(self._name, f"question {id} is not answered within {self._timeout:g} s") from None
        if line is None:
            raise refuse(self._name, f"ends without an answer to question {id}")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise refuse(self._name, f"question {id} is answered by a line that is no JSON") from None
        if not isinstance(answer, dict) or answer.get("id") != id:
            raise refuse(self._name, f"question {id} is answered with another id")
        if answer.get("unknown") is not None and not _are_strings(answer["unknown"]):
            raise refuse(
                self._name, f"question {id} is answered with `unknown`, and not as an array of strings"
            )
        if "losses" in answer and not _are_losses(answer["losses"]):
            message = (
                "with `losses`, and not as an array of objects with strings `kind`, `pointer` and `change`"
            )
            raise refuse(self._name, f"question {id} is answered {message}")
        found: Tree = answer
        return found


def _are_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _are_losses(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict) and _are_strings([one.get(name) for name in CITED]) for one in value
    )
