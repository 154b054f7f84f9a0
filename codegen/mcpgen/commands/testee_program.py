"""Run a testee: a program that runs another implementation for a test (docs/testees.md).

The program answers each line of JSON with a line of JSON. Every answer is checked against the testee
protocol. If an answer violates the protocol, `Refused` is raised with one line that says how.
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

JsonObject: TypeAlias = dict[str, Any]

PROTOCOL = 1
AHEAD = 64  # the maximum questions sent before their answers are read, and answers read before they are used
LONGEST = 64 << 20  # the maximum bytes of an answer
SHOWN = 200  # the bytes of an invalid answer that the error message shows
HELLO = ("implementation", "version", "language", "claim")
CLAIMS = ("by revision", "by era", "version-free")
CITED = ("kind", "pointer", "change")  # the members of a loss that are compared
# By operation, the member that every answer must have, and the values that it may have.
ANSWERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "decode": ("verdict", ("valid", "invalid", "inapplicable", "skipped")),
    "convert": ("outcome", ("converted", "refused", "unconverted", "skipped")),
}


class TesteeProgram:
    """A running testee: a program that runs another implementation for a test.

    If the program misbehaves, methods raise `Refused` with one line for the user. One thread writes to the
    program and another reads from it, through bounded queues. If a testee does not read its input, or writes
    output that nobody requested, a queue fills up, and the run fails after `timeout` seconds.
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
            with suppress(OSError):  # the testee has ended; the next wait for an answer reports this
                self._process.stdin.write(line)
                self._process.stdin.flush()
        with suppress(OSError):
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in iter(partial(self._process.stdout.readline, LONGEST), b""):
            self._lines.put(line)
        self._lines.put(None)

    def hello(self) -> JsonObject:
        """Ask the testee about itself. Return its name, version, language, revisions and operations."""
        answer = next(self.answers([{"id": 0, "op": "hello", "protocol": PROTOCOL}]))
        for name in ("revisions", "operations"):
            if not _are_strings(answer.get(name)):
                raise refuse(self.name, f"the answer to `hello` must have `{name}`, an array of strings")
            if len(set(answer[name])) < len(answer[name]):
                raise refuse(self.name, f"`{name}` in the answer to `hello` must not contain a value twice")
        for name in HELLO:
            if not isinstance(answer.get(name), str):
                raise refuse(self.name, f"the answer to `hello` must have `{name}`, a string")
        if answer["claim"] not in CLAIMS:
            raise refuse(
                self.name, f"the `claim` in the answer to `hello` must be one of: {', '.join(CLAIMS)}"
            )
        self.name = answer["implementation"]
        return answer

    def answers(self, asked: Sequence[JsonObject]) -> Iterator[JsonObject]:
        """Send questions to the testee, and yield the answer to each, in order."""
        sent = 0
        for index, question in enumerate(asked):
            while sent < min(len(asked), index + AHEAD):
                self._send(asked[sent])
                sent += 1
            yield self._answer(question)

    def _send(self, question: JsonObject) -> None:
        try:
            self._questions.put(json.dumps(question).encode() + b"\n", timeout=self._timeout)
        except queue.Full:
            message = f"{_named(question)} was not read within {self._timeout:g} s"
            raise refuse(self.name, message) from None

    def _answer(self, question: JsonObject) -> JsonObject:
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            message = f"{_named(question)} was not answered within {self._timeout:g} s"
            raise refuse(self.name, message) from None
        if line is None:
            message = f"ended without an answer to {_named(question)}{self._status()}"
            raise refuse(self.name, message)
        try:
            answer = json.loads(line, parse_constant=_refused, parse_float=_finite)
        except (ValueError, RecursionError) as error:
            is_too_large = isinstance(error, OverflowingNumber)
            fault = "contains a number that is too large" if is_too_large else _not_json(line)
            raise self._answered(question, fault, line) from None
        if violation := _fault(question, answer):
            raise self._answered(question, violation, line)
        found: JsonObject = answer
        return found

    def _answered(self, question: JsonObject, fault: str, line: bytes) -> Refused:
        """Return the error for an invalid answer of the testee to a question.

        `fault` is the predicate of a sentence whose subject is the answer: "is not JSON".
        """
        text = line[:SHOWN].decode("utf-8", "replace")
        return refuse(self.name, f"the answer to {_named(question)} {fault}: {text!r}")

    def _status(self) -> str:
        """Return a phrase with the exit status of the testee, or '' if it still runs."""
        try:
            status = self._process.wait(min(self._timeout, 5))
        except subprocess.TimeoutExpired:
            return ""
        return f", with status {status}" if status >= 0 else f", by signal {-status}"


def _named(question: JsonObject) -> str:
    """Return a text that identifies a question: its operation and revisions, and the sender and method."""
    ends = [question[name] for name in ("op", "revision", "source", "target", "sender") if name in question]
    frame = question.get("frame")
    method = question.get("answering") or (frame.get("method") if isinstance(frame, dict) else None) or "-"
    details = " ".join(map(str, [*ends, method])) if "sender" in question else question["op"]
    return f"question {question['id']} ({details})"


def _not_json(line: bytes) -> str:
    """Return why a line is not JSON, as the predicate of a sentence: "is an empty line"."""
    if len(line) == LONGEST:
        return f"has {LONGEST >> 20} MiB or more"
    if not line.endswith(b"\n"):
        return "does not end with a newline"
    return "is not JSON" if line.strip() else "is an empty line"


def _fault(question: JsonObject, answer: Any) -> str | None:
    """Return how an answer violates the testee protocol, as the predicate of a sentence, or None if valid."""
    if not isinstance(answer, dict):
        return "is not a JSON object"
    if answer.get("id") is True or answer.get("id") != question["id"]:
        return f"does not have the id {question['id']}"
    if question["op"] in ANSWERS:
        member, values = ANSWERS[question["op"]]
        if answer.get(member) not in values:
            return f"has no valid `{member}`, which must be one of {', '.join(values)}"
    if answer.get("unknown") is not None and not _are_strings(answer["unknown"]):
        return "has an `unknown` that is not an array of strings"
    if "losses" in answer and not _are_losses(answer["losses"]):
        return "has `losses` that are not an array of objects with the strings `kind`, `pointer` and `change`"
    return None


class OverflowingNumber(ValueError):
    """Raised for a number in JSON text that is too large for a double."""


def _refused(text: str) -> float:
    """Raise `ValueError` for NaN and infinities, which are not valid JSON."""
    raise ValueError(text)


def _finite(text: str) -> float:
    """Parse a number. Raise `OverflowingNumber` if it is too large for a double."""
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
