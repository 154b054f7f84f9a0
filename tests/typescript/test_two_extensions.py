"""Two extensions with plans convert together in TypeScript and in Go as in Python.

A schema folder with an extension more is built for all languages. Results of this extension are told apart by
numbers and booleans. Frames of a revision, of tasks and of the
further extension go to both packages, from and to every set of the extensions.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

from mcpgen.cli import run
from support.golang import GO, MODULE, built_testee
from support.node import NODE
from support.npm_package import PACKAGE
from support.task_frames import LEGACY, META, MODERN, TASKS

Tree = dict[str, Any]

REFERENCE = {"$ref": "#/$defs/TurnParams"}
WIDGETS: Tree = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {
        "TurnParams": {"type": "object", "properties": {"turns": {"type": "integer"}}, "required": ["turns"]},
        "TurnRequest": {
            "type": "object",
            "properties": {"method": {"type": "string", "const": "widgets/turn"}, "params": REFERENCE},
            "required": ["method", "params"],
        },
        "TurnResult": {"type": "object", "properties": {"turns": {"type": "integer"}}, "required": ["turns"]},
        **{
            name: {"type": "object", "properties": {"flag": {"type": kind}, "note": {"type": note}}}
            for name, kind, note in (
                ("TrueResult", "boolean", "string"),
                ("OneResult", "integer", "integer"),
                ("HalfResult", "number", "boolean"),
            )
        },
        "TurnedNotification": {
            "type": "object",
            "properties": {
                "method": {"type": "string", "const": "notifications/turned"},
                "params": REFERENCE,
            },
            "required": ["method", "params"],
        },
    },
}
BOTH = f"{MODERN}+{TASKS}+widgets"
NAMES = (LEGACY, MODERN, f"{MODERN}+{TASKS}", f"{MODERN}+widgets", BOTH, "2024-11-05")
STATUS = {"taskId": "t", "status": "working", "createdAt": "a", "lastUpdatedAt": "b"}
ANSWERED: tuple[tuple[str, Tree], ...] = (
    ("tools/call", {"resultType": "task", "ttlMs": None, **STATUS}),
    ("tools/call", {"task": {"ttl": None, **STATUS}}),
    ("tools/call", {"resultType": "complete", "content": []}),
    ("tasks/get", {"resultType": "complete", "ttlMs": 2**60, **STATUS}),
    ("tasks/get", {"ttl": 5, **STATUS}),
    ("tasks/cancel", {"resultType": "complete"}),
    ("widgets/turn", {"turns": 1, "resultType": "complete"}),
    ("widgets/turn", {"turns": "x"}),
    *(
        ("tools/call", {"flag": flag, "note": note, "resultType": "complete", "content": []})
        for flag in (True, 1, 1.0, 1.5, False, 0, "1", "true", None, 2)
        for note in ("a", 3, True)
    ),
)
GUARDS = "".join(f"""
[[answer]]
method = "tools/call"
result = "{name}"
reason = "The server answers so."

[[guard]]
type = "{name}"
member = "flag"
value = {value}
reason = "The value tells the results apart."
""" for name, value in (("TrueResult", "true"), ("OneResult", "1"), ("HalfResult", "1.5")))
CALLED: tuple[tuple[str, Tree], ...] = (
    ("tasks/get", {"taskId": "t"}),
    ("tasks/result", {"taskId": "t"}),
    ("tasks/update", {"taskId": "t", "inputResponses": {}}),
    ("tools/call", {"name": "t", "task": {"ttl": 5}}),
    ("widgets/turn", {"turns": 1}),
    ("widgets/turn", {"turns": 1, "_meta": META}),
    ("tools/list", {"_meta": META}),
    ("notifications/turned", {"turns": 1}),
    ("subscriptions/listen", {"_meta": META, "notifications": {"taskIds": ["t"]}}),
    ("nobody/knows", {}),
)
PYTHON = """
import json, sys
import mcp_revisions as mr

def named(name):
    revision, *extensions = name.split("+")
    return mr.compose(revision, *extensions) if extensions else name

for line in sys.stdin:
    asked = json.loads(line)
    options = {"sender": asked["sender"], "answering": asked["answering"]}
    try:
        ends = named(asked["source"]), named(asked["target"])
        message, losses = mr.convert(asked["frame"], *ends, **options)
        found = {"outcome": "converted", "message": message, "losses": [loss._asdict() for loss in losses]}
    except mr.NoCounterpart as error:
        found = {"outcome": "refused", "change": error.change, "pointer": error.pointer, "reply": error.reply}
    except mr.DecodeError as error:
        found = {"outcome": "unconverted", "pointer": error.pointer, "code": error.code}
    except ValueError:
        found = {"outcome": "unconverted"}
    print(json.dumps({"id": asked["id"], **found}))
"""


def _questions() -> list[Tree]:
    calls = [
        ("client", None, {"jsonrpc": "2.0", "method": method, "params": params}) for method, params in CALLED
    ]
    requests = [(side, None, {"id": 1, **frame}) for side, _, frame in calls]
    answers = [
        ("server", method, {"jsonrpc": "2.0", "id": 1, "result": result}) for method, result in ANSWERED
    ]
    failed = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32002, "message": "no"}}
    errors = [("server", "resources/read", failed), ("client", None, failed)]
    ends = [(source, target) for source, target in product(NAMES, NAMES) if source != target]
    asked = product(ends, [*calls, *requests, *answers, *errors])
    return [
        {
            "op": "convert",
            "id": i,
            "source": one,
            "target": other,
            "sender": side,
            "answering": method,
            "frame": frame,
        }
        for i, ((one, other), (side, method, frame)) in enumerate(asked)
    ]


def _extended(folder: Path) -> None:
    """Pin the extension in a schema folder: its proposals are read, its descriptions are written."""
    (folder / "widgets.json").write_text(json.dumps(WIDGETS))
    pinned = f"{MODERN}+widgets"
    where = ["--schema-dir", str(folder / "schema")]
    assert run(["init", str(folder / "schema")]) == 0
    assert run(["ingest", str(folder / "widgets.json"), "--revision", pinned, *where]) == 0
    layer = folder / "schema" / "extensions" / "widgets"
    for path, old, new in (
        (layer / MODERN / "overlay.toml", f'proposed = "{pinned}"\n', ""),
        (layer / MODERN / "overlay.toml", '["client", "server"]', '["client"]'),
        (layer / "docs.toml", "TODO: ", "The "),
    ):
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new) + (GUARDS if new == '["client"]' else ""), "utf-8")
    assert run(["build", "--out", str(folder), *where]) == 0
    shutil.copytree(PACKAGE / "src", folder / "npm" / "src", ignore=shutil.ignore_patterns("generated"))
    shutil.copytree(PACKAGE / "test", folder / "npm" / "test")
    shutil.copy(PACKAGE / "package.json", folder / "npm")
    assert run(["build", "--language", "typescript", "--out", str(folder / "npm"), *where]) == 0
    if GO is not None:
        shutil.copytree(MODULE, folder / "go")
        assert run(["build", "--language", "go", "--out", str(folder / "go"), *where]) == 0


def test_two_extensions_convert_together(tmp_path: Path) -> None:
    """Every conversion from and to each set of extensions has one outcome in both languages."""
    _extended(tmp_path)
    questions = _questions()
    text = "".join(json.dumps(question) + "\n" for question in questions)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    commands = [[sys.executable, "-c", PYTHON], [NODE, str(tmp_path / "npm" / "test" / "testee.js")]]
    commands += [[*built_testee(tmp_path, tmp_path / "go")]] if GO is not None else []
    found = [
        subprocess.run(
            command, input=text, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for command in commands
    ]
    expected, *others = [[json.loads(line) for line in lines] for lines in found]
    for answers in others:
        differing = [
            (question, one, other)
            for question, one, other in zip(questions, expected, answers, strict=True)
            if any(other.get(name) != value for name, value in one.items())
        ]
        assert differing == []
    outcomes = {
        one["outcome"] for one, asked in zip(expected, questions, strict=True) if asked["source"] == BOTH
    }
    assert outcomes == {"converted", "refused", "unconverted"}
    results = [
        (asked["frame"].get("result", {}), one["outcome"])
        for one, asked in zip(expected, questions, strict=True)
        if (asked["source"], asked["target"]) == (f"{MODERN}+widgets", MODERN) and asked["answering"]
    ]
    own = [
        [each["flag"], each["note"]] for each, outcome in results if "flag" in each and outcome == "refused"
    ]
    assert json.dumps(own) == '[[true, "a"], [1, 3], [1.0, 3], [1.5, true]]'
