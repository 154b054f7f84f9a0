"""A testee: a running program that answers a line of JSON for each line of JSON (docs/testees.md).

Every answer keeps the protocol; a program that does not is refused in one line.
"""

from __future__ import annotations

import json
import math
import queue
import shlex
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

from mcpgen.problems import Refused, refuse

Tree: TypeAlias = dict[str, Any]

PROTOCOL = 1
AHEAD = 64  # questions on their way to the testee, and answers on the way back
LONGEST = 64 << 20  # bytes of an answer
SHOWN = 200  # bytes of an answer that is refused
HELLO = ("implementation", "version", "language", "claim")
CLAIMS = ("by revision", "by era", "version-free")
CITED = ("kind", "pointer", "change")  # the members of a loss that are compared
# Operation → the member that every answer has, and its words.
ANSWERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "decode": ("verdict", ("valid", "invalid", "inapplicable", "skipped")),
    "convert": ("outcome", ("converted", "refused", "unconverted", "skipped")),
}


class TesteeProgram:
    """A running testee; every misbehaviour of its program is one line for the user.

    A thread writes to it and another reads, with bounded queues between: a testee that reads nothing, or
    writes without being asked, is waited for as long as for an answer.
    """

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.name, self._timeout = shlex.join(command), timeout
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise refuse(command[0], f"cannot be run: {error.strerror}") from None
        self._questions: queue.Queue[bytes | None] = queue.Queue(AHEAD)
        self._lines: queue.Queue[bytes | None] = queue.Queue(AHEAD)
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def __enter__(self) -> TesteeProgram:
        return self

    def __exit__(self, *failure: object) -> None:
        self._process.kill() if any(failure) else self._end()
        self._process.wait()

    def _end(self) -> None:
        try:
            self._questions.put(None, timeout=self._timeout)
            self._process.wait(self._timeout)
        except (queue.Full, subprocess.TimeoutExpired):
            self._process.kill()

    def _write(self) -> None:
        assert self._process.stdin is not None
        for line in iter(self._questions.get, None):
            with suppress(OSError):  # the testee ended, which the next answer says
                self._process.stdin.write(line)
                self._process.stdin.flush()
        with suppress(OSError):
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in iter(partial(self._process.stdout.readline, LONGEST), b""):
            self._lines.put(line)
        self._lines.put(None)

    def hello(self) -> Tree:
        """Return the claim of the testee: its name and revisions."""
        answer = next(self.answers([{"id": 0, "op": "hello", "protocol": PROTOCOL}]))
        for name in ("revisions", "operations"):
            if not _are_strings(answer.get(name)):
                raise refuse(self.name, f"`hello` is answered without `{name}`, an array of strings")
            if len(set(answer[name])) < len(answer[name]):
                raise refuse(self.name, f"`hello` is answered with one of `{name}` twice")
        for name in HELLO:
            if not isinstance(answer.get(name), str):
                raise refuse(self.name, f"`hello` is answered without `{name}`, a string")
        if answer["claim"] not in CLAIMS:
            raise refuse(self.name, f"`hello` is answered with another `claim` than {', '.join(CLAIMS)}")
        self.name = answer["implementation"]
        return answer

    def answers(self, asked: Sequence[Tree]) -> Iterator[Tree]:
        """Yield the answer to each question, in order."""
        sent = 0
        for place, question in enumerate(asked):
            while sent < min(len(asked), place + AHEAD):
                self._send(asked[sent])
                sent += 1
            yield self._answer(question)

    def _send(self, question: Tree) -> None:
        try:
            self._questions.put(json.dumps(question).encode() + b"\n", timeout=self._timeout)
        except queue.Full:
            words = f"{_named(question)} is not read within {self._timeout:g} s"
            raise refuse(self.name, words) from None

    def _answer(self, question: Tree) -> Tree:
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            words = f"{_named(question)} is not answered within {self._timeout:g} s"
            raise refuse(self.name, words) from None
        if line is None:
            words = f"ends without an answer to {_named(question)}{self._status()}"
            raise refuse(self.name, words)
        try:
            answer = json.loads(line, parse_constant=_refused, parse_float=_finite)
        except (ValueError, RecursionError) as error:
            how = "by a number beyond a double" if isinstance(error, OverflowingNumber) else _no_json(line)
            raise self._answered(question, how, line) from None
        if fault := _fault(question, answer):
            raise self._answered(question, fault, line)
        found: Tree = answer
        return found

    def _answered(self, question: Tree, how: str, line: bytes) -> Refused:
        """Return the refusal of an answer, with the start of its line, which may be a banner."""
        text = line[:SHOWN].decode("utf-8", "replace")
        return refuse(self.name, f"{_named(question)} is answered {how}: {text!r}")

    def _status(self) -> str:
        """Return the words for the exit status of a testee that writes no more, "" while it runs."""
        try:
            status = self._process.wait(min(self._timeout, 5))
        except subprocess.TimeoutExpired:
            return ""
        return f", with status {status}" if status >= 0 else f", by signal {-status}"


def _named(question: Tree) -> str:
    """Return the words for a question: its id, its operation, and of one about a frame, ends and method."""
    ends = [question[name] for name in ("op", "revision", "source", "target", "sender") if name in question]
    frame = question.get("frame")
    method = question.get("answering") or (frame.get("method") if isinstance(frame, dict) else None) or "-"
    words = " ".join(map(str, [*ends, method])) if "sender" in question else question["op"]
    return f"question {question['id']} ({words})"


def _no_json(line: bytes) -> str:
    if len(line) == LONGEST:
        return f"by a line of {LONGEST >> 20} MiB or more"
    if not line.endswith(b"\n"):
        return "by a line that does not end"
    return "by a line that is not JSON" if line.strip() else "by an empty line"


def _fault(question: Tree, answer: Any) -> str | None:
    """Return the words for the first fault of an answer by the protocol."""
    if not isinstance(answer, dict):
        return "by JSON that is not an object"
    if answer.get("id") is True or answer.get("id") != question["id"]:
        return f"with another id than {question['id']}"
    if question["op"] in ANSWERS:
        member, words = ANSWERS[question["op"]]
        if answer.get(member) not in words:
            return f"without `{member}`, one of {', '.join(words)}"
    if answer.get("unknown") is not None and not _are_strings(answer["unknown"]):
        return "with `unknown`, and not as an array of strings"
    if "losses" in answer and not _are_losses(answer["losses"]):
        return "with `losses`, and not as an array of objects with strings `kind`, `pointer` and `change`"
    return None


class OverflowingNumber(ValueError):
    """A number that is too large to be written as JSON again."""


def _refused(text: str) -> float:
    """Refuse NaN and infinities, which are no JSON."""
    raise ValueError(text)


def _finite(text: str) -> float:
    """Return a number that JSON can say again."""
    value = float(text)
    if not math.isfinite(value):
        raise OverflowingNumber(text)
    return value


def _are_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _are_losses(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict) and _are_strings([one.get(name) for name in CITED]) for one in value
    )
