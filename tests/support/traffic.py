"""Recorded MCP traffic, message by message, and the verdict of the official schema on each.

In: `tests/recordings/*.jsonl`, lines of `{"from": "client"|"server", "message": frame}`; a file's name ends
with its revision. Out: `Message`s that know their revision, their sender and, for a response, the method they
answer. `rejections` judges a frame as a whole: its message type and its JSON-RPC envelope must both accept
it, and a result is what the answered method's result type accepts. `format` is an annotation and rejects
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jsonschema_rs
import mcp_revisions as mr

from mcpgen.schema_folder import revisions
from support.paths import ROOT

RECORDINGS = ROOT / "tests" / "recordings"
REVISIONS = revisions()
RECORDED = tuple(name for name in REVISIONS if name <= "2026-07-28")

Frame = dict[str, Any]

EMPTY_RESULTS = ("ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe")
TASK_METHODS = ("tools/call", "sampling/createMessage", "elicitation/create")
INPUT_METHODS = ("tools/call", "prompts/get", "resources/read")


@dataclass(frozen=True)
class Message:
    """One line of a recording; `answering` is the method that a response answers, else None."""

    recording: str
    line: int
    revision: str
    sender: str
    frame: Frame
    answering: str | None

    def __str__(self) -> str:
        return f"{self.recording}:{self.line}"


def read(path: Path) -> Iterator[Message]:
    """Yield the messages of one recording in order, every response paired with the request of the same id."""
    asked: dict[tuple[str, str], str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        record = json.loads(line)
        sender, frame = record["from"], record["message"]
        id = json.dumps(frame.get("id"))
        answering = None
        if "method" not in frame:
            answering = asked.get(("server" if sender == "client" else "client", id))
        elif "id" in frame:
            asked[sender, id] = frame["method"]
        yield Message(path.stem, number, path.stem[-10:], sender, frame, answering)


@cache
def recordings() -> tuple[Path, ...]:
    """Return the paths of all recordings, sorted by name."""
    return tuple(sorted(RECORDINGS.glob("*.jsonl")))


@cache
def messages(revision: str | None = None) -> tuple[Message, ...]:
    """Return the messages of all recordings, or of those of one revision.

    A revision without a recording has the messages of the revision before, converted.
    """
    every = tuple(message for path in recordings() for message in read(path))
    found = tuple(message for message in every if revision in (None, message.revision))
    if found or revision is None or revision == REVISIONS[0]:
        return found
    return tuple(_converted(messages(REVISIONS[REVISIONS.index(revision) - 1]), revision))


def _converted(every: Iterable[Message], revision: str) -> Iterator[Message]:
    """Yield the messages that have a counterpart in a revision."""
    for message in every:
        sender: Any = message.sender
        try:
            frame: Frame = mr.convert(
                message.frame,
                message.revision,
                revision,
                sender=sender,
                answering=message.answering if "result" in message.frame else None,
            ).message
        except (mr.NoCounterpart, mr.DecodeError):
            continue
        yield replace(message, revision=revision, frame=frame)


def schema_path(revision: str) -> Path:
    """Return the official schema of `revision`, or the snapshot where the official files are absent."""
    official = ROOT.parent / "shared" / "spec" / revision / "schema.json"
    return official if official.exists() else ROOT / "schema" / revision / "schema.json"


class Judge:
    """The official schema of one revision, asked about whole frames."""

    def __init__(self, revision: str) -> None:
        self.revision = revision
        self._schema = json.loads(schema_path(revision).read_text(encoding="utf-8"))
        self._root = "definitions" if "definitions" in self._schema else "$defs"
        self._types: dict[str, Frame] = self._schema[self._root]
        self._validators: dict[str, jsonschema_rs.Validator] = {}
        named = "JSONRPCResultResponse" in self._types
        self.result_envelope, self.error_envelope = (
            ("JSONRPCResultResponse", "JSONRPCErrorResponse")
            if named
            else ("JSONRPCResponse", "JSONRPCError")
        )

    @cached_property
    def sent(self) -> dict[tuple[str, str, str], str]:
        """The message types: (sender, "Request" or "Notification", method) to the name of the type."""
        table = {}
        for sender in ("client", "server"):
            for kind in ("Request", "Notification"):
                union = self._types.get(f"{sender.title()}{kind}", {})
                for arm in union.get("anyOf", [union]):
                    # The only arm that is not a reference is 2026-07-28's copy of CancelledNotification.
                    name = arm["$ref"].rsplit("/", 1)[1] if "$ref" in arm else f"Cancelled{kind}"
                    if arm:
                        table[sender, kind, self._types[name]["properties"]["method"]["const"]] = name
        return table

    def result_types(self, method: str, result: Any) -> tuple[str, ...]:
        """Return the types that a result of `method` may have; none for an unknown method."""
        requests = {m: name for (_, kind, m), name in self.sent.items() if kind == "Request"}
        if method not in requests:
            return ()
        if method in EMPTY_RESULTS:
            return ("EmptyResult",)
        plain = requests[method].removesuffix("Request") + "Result"
        if self.revision == "2025-11-25" and method in TASK_METHODS:
            return (plain, "CreateTaskResult")
        if self.revision >= "2026-07-28" and method in INPUT_METHODS:
            asks = isinstance(result, dict) and result.get("resultType") == "input_required"
            return ("InputRequiredResult",) if asks else (plain,)
        return (plain,)

    def errors(self, value: Any, name: str) -> list[str]:
        """Return the JSON Pointers at which the type `name` rejects `value`."""
        if name not in self._validators:
            schema = {
                "$schema": self._schema["$schema"],
                "$ref": f"#/{self._root}/{name}",
                self._root: self._types,
            }
            self._validators[name] = jsonschema_rs.validator_for(schema, validate_formats=False)
        found = self._validators[name].iter_errors(value)
        return sorted({"".join(f"/{token}" for token in error.instance_path) for error in found})

    def rejections(self, message: Message) -> list[str]:
        """Return the JSON Pointers at which this revision rejects the frame; none means that it is valid."""
        frame = message.frame
        if "method" in frame:
            kind = "Request" if "id" in frame else "Notification"
            name = self.sent.get((message.sender, kind, frame["method"]))
            if name is None:
                return ["/method"]
            return sorted({*self.errors(frame, name), *self.errors(frame, f"JSONRPC{kind}")})
        if "error" in frame:
            return self.errors(frame, self.error_envelope)
        rejected = self.errors(frame, self.result_envelope)
        if not rejected and message.answering is not None:
            verdicts = [
                [f"/result{pointer}" for pointer in self.errors(frame["result"], name)]
                for name in self.result_types(message.answering, frame["result"])
            ]
            rejected = [] if [] in verdicts or not verdicts else verdicts[0]
        return rejected


@cache
def judge(revision: str) -> Judge:
    """Return the judge of `revision`."""
    return Judge(revision)


def rejections(message: Message) -> list[str]:
    """Return the JSON Pointers at which the official schema of the message's revision rejects it."""
    return judge(message.revision).rejections(message)
