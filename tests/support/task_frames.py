"""Messages about tasks in both forms, and validation of a revision with the tasks extension.

If the official file of the extension is available, it decides whether whole messages are valid. Messages are
made by a seeded `Random`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import mcp_revisions as mr

from support.conversion_cases import Case, cases
from support.frame_mutations import mutated
from support.oracle import OTHER, oracle
from support.schema_judge import SchemaJudge
from support.traffic import ROOT

TASKS = "io.modelcontextprotocol/tasks"
LEGACY, MODERN = "2025-11-25", "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
OFFICIAL = ROOT.parent / "shared" / "spec" / "extensions" / "tasks" / "schema.json"
NAMES = {"tasks/get": "GetTask", "tasks/update": "UpdateTask", "tasks/cancel": "CancelTask"}
CORE = ("tasks/get", "tasks/cancel", "tools/call", "tools/list", "notifications/tasks/status")


@cache
def extension(path: Path = OFFICIAL) -> SchemaJudge | None:
    """Return the schema of the official extension file, or None if the file is not available."""
    return SchemaJudge(json.loads(path.read_text("utf-8"))) if path.is_file() else None


def _fits(name: str, value: Any) -> bool:
    judge = extension()
    return judge is None or judge.fits(name, value)


def fits(frame: Any, sender: str, answering: str | None = None) -> bool:
    """Return whether a message is valid in 2026-07-28 with the extension."""
    method = frame.get("method")
    if method in NAMES and sender == "client":
        params = {"_meta": frame["params"].get("_meta")}
        listing = {"jsonrpc": "2.0", "id": 0, "method": "tools/list", "params": params}
        return _fits(f"{NAMES[method]}Request", frame) and oracle(MODERN).frame_fits(listing, "client")
    if method == "notifications/tasks" and sender == "server":
        return _fits("TaskStatusNotification", frame)
    if "result" in frame and sender == "server":
        if answering in NAMES:
            return _fits(f"{NAMES[answering]}Result", frame["result"])
        if answering == "tools/call" and frame["result"].get("resultType") == "task":
            return _fits("CreateTaskResult", frame["result"])
    if "error" in frame and answering in NAMES:
        answering = "tools/list"
    return oracle(MODERN).frame_fits(frame, sender, answering)


BOTH: Any = mr.compose(MODERN, mr.extension(TASKS))


def modern_cases(rng: Random) -> Iterator[Case]:
    """Yield valid messages of the extension, without end."""
    judge = extension()
    assert judge is not None
    kinds = [("client", None, f"{name}Request", method) for method, name in NAMES.items()]
    kinds += [("server", method, f"{name}Result", method) for method, name in NAMES.items()]
    kinds += [("server", "tools/call", "CreateTaskResult", "tools/call")]
    kinds += [("server", None, "TaskStatusNotification", "notifications/tasks")]
    while True:
        sender, answering, name, _ = rng.choice(kinds)
        value = judge.value(name, rng)
        if answering is not None:
            value = {"jsonrpc": "2.0", "id": 1, "result": value}
        elif name.endswith("Request") and isinstance(value.get("params"), dict):
            value["params"]["_meta"] = dict(META)
        if isinstance(value, dict) and _is_frame(value) and fits(value, sender, answering):
            yield Case(MODERN, sender, answering, value)


def task_cases(seed: int, count: int) -> list[Case]:
    """Return valid and mutated messages about tasks, in the core and in the extension."""
    rng = Random(seed)
    old = islice((case for case in cases(LEGACY, rng) if case.method in CORE), count)
    made = [*islice(modern_cases(rng), count), *old]
    trees = [case.frame for case in made]
    return [*made, *(case._replace(frame=mutated(case.frame, rng, trees)) for case in made)]


def _is_frame(value: Any) -> bool:
    return isinstance(value.get("params", value.get("result")), dict)


__all__ = [
    "BOTH",
    "CORE",
    "LEGACY",
    "MODERN",
    "OFFICIAL",
    "OTHER",
    "TASKS",
    "extension",
    "fits",
    "modern_cases",
    "task_cases",
]
