"""Read the messages of recorded sessions, and the sample messages for changes between revisions.

A folder of recordings has files `NAME-REVISION.jsonl`, which are logs in JSON Lines. `conversions.jsonl` has
a sample message for each change that has an id in `schema/changes`. Each message is returned with its
revision and sender, and with the method of the request that it answers. Messages are in the order of files
and lines. A line that cannot be read is skipped. So is a response without a request.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcpgen.commands.log_records import numbered
from mcpgen.commands.logs import LoggedRequests, Side, read_record
from mcpgen.problems import refuse


@dataclass(frozen=True)
class RecordedMessage:
    """A message as it was sent.

    `answering` is the method of the request that a response answers. `origin` names the file and line. For a
    sample, `change` is the id of the change that it shows, and `context` is the `context` argument for its
    conversion.
    """

    origin: str
    revision: str
    sender: Side
    answering: str | None
    value: Any
    change: str | None = None
    context: dict[str, Any] | None = None

    @property
    def method(self) -> str:
        """The method of a request or notification, or the method that a response answers, or ''."""
        if self.answering is not None:
            return self.answering
        method = self.value.get("method") if isinstance(self.value, dict) else None
        return method if isinstance(method, str) else ""

    @property
    def shape(self) -> str:
        """The shape of the message: `request`, `notification`, `result`, `error` or `batch`."""
        if isinstance(self.value, list):
            return "batch"
        if "method" in self.value:
            return "request" if "id" in self.value else "notification"
        return "error" if "error" in self.value else "result"


def recorded(folder: Path, revisions: Sequence[str]) -> Iterator[RecordedMessage]:
    """Yield the messages of the recordings in `folder` whose revision is in `revisions`."""
    if not folder.is_dir():
        raise refuse(str(folder), "is not a folder; give one with logs named NAME-REVISION.jsonl")
    for path in sorted(folder.glob("*.jsonl")):
        revision = next((each for each in revisions if path.stem.endswith(f"-{each}")), None)
        if revision is not None:
            yield from _of_recording(path, revision)


def samples(path: Path, revisions: Sequence[str]) -> Iterator[RecordedMessage]:
    """Yield the samples of named changes in the file `path` whose source revision is in `revisions`."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        sample = json.loads(line)
        if sample["source"] in revisions:
            yield RecordedMessage(
                f"{path.name}:{number}",
                sample["source"],
                sample["sender"],
                sample.get("answering"),
                sample["before"],
                sample["change"],
                sample.get("context"),
            )


def _of_recording(path: Path, revision: str) -> Iterator[RecordedMessage]:
    requests = LoggedRequests()
    for record in numbered(path.read_bytes().splitlines()):
        line = read_record(record)
        if line.sender is None or not isinstance(line.value, dict):
            continue
        request = None if "method" in line.value else requests.answered(line.sender, line.value.get("id"))
        requests.open(line.sender, line.messages)
        if "method" in line.value or request is not None:
            answering, origin = request and request.method, f"{path.name}:{record.line}"
            yield RecordedMessage(origin, revision, line.sender, answering, line.value)
