"""Recorded MCP traffic as messages, and whether the official schema accepts each of them.

The recordings are `tests/recordings/*.jsonl`, lines of `{"from": "client"|"server", "message": …}`. The name
of a file ends with its revision. A `Message` has its revision, its sender and, for a response, the method
that it answers. `rejections` validates a whole message: its type and its JSON-RPC envelope must both accept
it, and a result must be valid for the method that it answers. `format` is only an annotation.
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
    """One line of a recording. `answering` is the method that a response answers, otherwise None."""

    recording: str
    line: int
    revision: str
    sender: str
    frame: Frame
    answering: str | None

    def __str__(self) -> str:
        return f"{self.recording}:{self.line}"


def read(path: Path) -> Iterator[Message]:
    """Yield the messages of a recording in order. Each response is paired with the request of the same id."""
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
    """Return the messages of all recordings, or of one revision.

    A revision without a recording has the messages of the previous revision, converted.
    """
    every = tuple(message for path in recordings() for message in read(path))
    found = tuple(message for message in every if revision in (None, message.revision))
    if found or revision is None or revision == REVISIONS[0]:
        return found
    return tuple(_converted(messages(REVISIONS[REVISIONS.index(revision) - 1]), revision))


def _converted(every: Iterable[Message], revision: str) -> Iterator[Message]:
    """Yield the messages that can be converted to a revision."""
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
    """Return the official schema of a revision.

    If the official files are not available, return the snapshot.
    """
    official = ROOT.parent / "shared" / "spec" / revision / "schema.json"
    return official if official.exists() else ROOT / "schema" / revision / "schema.json"


class Judge:
    """Validates whole messages with the official schema of one revision."""

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
        """The names of the message types, by sender, "Request" or "Notification", and method."""
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
        """Return the types that a result of `method` may have, or none if the method is unknown."""
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
        """Return the JSON Pointers at which a message is invalid in this revision.

        A valid message has none.
        """
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
    """Return the `Judge` for a revision."""
    return Judge(revision)


def rejections(message: Message) -> list[str]:
    """Return the JSON Pointers at which a message is invalid in its own revision."""
    return judge(message.revision).rejections(message)
