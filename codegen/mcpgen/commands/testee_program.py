"""A testee: a running program that answers a line of JSON for each line of JSON (docs/testees.md).

Every answer keeps the protocol; a program that does not is refused in one line.
"""

from __future__ import annotations

import json
import math
import queue
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
HELLO = ("implementation", "version", "language", "claim")
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
        self.name, self._timeout = command[0], timeout
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise refuse(self.name, f"cannot be run: {error.strerror}") from None
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
        if not isinstance(answer.get("implementation"), str):
            raise refuse(self.name, "`hello` is answered without `implementation`, a string")
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
            id = question["id"]
            raise refuse(self.name, f"question {id} is not read within {self._timeout:g} s") from None

    def _answer(self, question: Tree) -> Tree:
        id = question["id"]
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            raise refuse(self.name, f"question {id} is not answered within {self._timeout:g} s") from None
        if line is None:
            raise refuse(self.name, f"ends without an answer to question {id}")
        try:
            answer = json.loads(line, parse_constant=_finite, parse_float=_finite)
        except (ValueError, RecursionError):
            raise self._answered(id, "by a line that is no JSON, or has a number beyond a double") from None
        if not isinstance(answer, dict) or answer.get("id") != id:
            raise self._answered(id, "with another id")
        if question["op"] in ANSWERS:
            member, words = ANSWERS[question["op"]]
            if answer.get(member) not in words:
                raise self._answered(id, f"without `{member}`, one of {', '.join(words)}")
        if answer.get("unknown") is not None and not _are_strings(answer["unknown"]):
            raise self._answered(id, "with `unknown`, and not as an array of strings")
        if "losses" in answer and not _are_losses(answer["losses"]):
            members = "strings `kind`, `pointer` and `change`"
            raise self._answered(id, f"with `losses`, and not as an array of objects with {members}")
        found: Tree = answer
        return found

    def _answered(self, id: int, how: str) -> Refused:
        return refuse(self.name, f"question {id} is answered {how}")


def _finite(text: str) -> float:
    """Return a number that JSON can say again; refuse NaN, infinities and numbers beyond a double."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _are_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _are_losses(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict) and _are_strings([one.get(name) for name in CITED]) for one in value
    )
