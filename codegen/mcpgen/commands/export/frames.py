"""Frames: recorded sessions and the samples of named changes → frames with revision, sender and method.

In: `NAME-REVISION.jsonl` files of a folder, logs in JSON Lines, whose responses are paired with the requests
that they answer; and `conversions.jsonl`, whose lines name the change that a frame shows. Out: the frames in
the order of files and lines. A line that cannot be read, and a response to no request, are left out.
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
class RecordedFrame:
    """A frame as it was sent; `answering` is the method that a response answers.

    `origin` names the file and line, `change` the named change of a sample, and `context` the facts of its
    connection.
    """

    origin: str
    revision: str
    sender: Side
    answering: str | None
    tree: Any
    change: str | None = None
    context: dict[str, Any] | None = None

    @property
    def method(self) -> str:
        """Return the method of a call, or the method that a response answers; '' without a method's name."""
        if self.answering is not None:
            return self.answering
        method = self.tree.get("method") if isinstance(self.tree, dict) else None
        return method if isinstance(method, str) else ""

    @property
    def shape(self) -> str:
        """Return `request`, `notification`, `result`, `error` or `batch`."""
        if isinstance(self.tree, list):
            return "batch"
        if "method" in self.tree:
            return "request" if "id" in self.tree else "notification"
        return "error" if "error" in self.tree else "result"


def recorded(folder: Path, revisions: Sequence[str]) -> Iterator[RecordedFrame]:
    """Yield the frames of every recording of a known revision."""
    if not folder.is_dir():
        raise refuse(str(folder), "is not a folder of recordings")
    for path in sorted(folder.glob("*.jsonl")):
        revision = next((each for each in revisions if path.stem.endswith(f"-{each}")), None)
        if revision is not None:
            yield from _of_recording(path, revision)


def samples(path: Path, revisions: Sequence[str]) -> Iterator[RecordedFrame]:
    """Yield the samples of named changes that start in a known revision."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        sample = json.loads(line)
        if sample["source"] in revisions:
            yield RecordedFrame(
                f"{path.name}:{number}",
                sample["source"],
                sample["sender"],
                sample.get("answering"),
                sample["before"],
                sample["change"],
                sample.get("context"),
            )


def _of_recording(path: Path, revision: str) -> Iterator[RecordedFrame]:
    requests = LoggedRequests()
    for record in numbered(path.read_bytes().splitlines()):
        line = read_record(record)
        if line.sender is None or not isinstance(line.tree, dict):
            continue
        request = None if "method" in line.tree else requests.answered(line.sender, line.tree.get("id"))
        requests.open(line.sender, line.frames)
        if "method" in line.tree or request is not None:
            answering, origin = request and request.method, f"{path.name}:{record.line}"
            yield RecordedFrame(origin, revision, line.sender, answering, line.tree)
