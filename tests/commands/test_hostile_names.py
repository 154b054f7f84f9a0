"""Names that a schema, a log or a user chooses never begin a line that a runner of CI jobs obeys.

Each command that prints names is given the same names, as members, types, methods, values, files and options.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mcpgen.cli import run
from support.paths import ROOT

PINNED = json.loads((ROOT / "schema" / "2025-11-25" / "schema.json").read_text("utf-8"))
PARTS = (
    "::error::pwned",
    "##[error]pwned",
    "::set-env name=a::b",
    " ",
    "\n",
    "\r",
    "w",
    "é",
    "\t",
    "\x85",
    "x" * 90,
)


def hostile_names(count: int) -> Iterator[str]:
    """Yield names of commands, spaces, line ends and letters in every order."""
    rng = Random(7)
    yield from ("::error::pwned", " ::error::x", "\n::error::x", "w ::error::x", "##[error]x")
    for _ in range(count):
        yield "".join(rng.choice(PARTS) for _ in range(rng.randint(2, 8)))


NAMES = [*hostile_names(40)]


def hostile_schema(names: list[str], *, required: bool) -> dict[str, Any]:
    """Return the schema of a revision with the names as members, values and a type."""
    tree: dict[str, Any] = json.loads(json.dumps(PINNED))
    tool, role = tree["$defs"]["Tool"], tree["$defs"]["Role"]
    for name in names:
        tool["properties"][name] = {"type": "string", "description": f"a\n{name}\n::error::d"}
        if required:
            tool["required"].append(name)
        role["enum"].append(name)
        tree["$defs"]["Icon"]["properties"][name] = {"const": name}
    return tree


def hostile_log(names: list[str]) -> str:
    """Return a log with the names as methods, ids, members and texts."""
    frames: list[Any] = []
    for name in names:
        frames += [
            {"jsonrpc": "2.0", "id": name, "method": name, "params": {}},
            {
                "jsonrpc": "2.0",
                "id": name,
                "method": "tools/call",
                "params": {"name": name, name: {name: name}},
            },
            {"jsonrpc": "2.0", "id": name, "result": {"content": [{"type": name, name: 1}]}},
            {"jsonrpc": "2.0", name: 1, "method": "tools/list"},
            {"from": name, "message": {}},
        ]
    return "".join(json.dumps(frame) + "\n" for frame in frames) + "\n".join(names)


def commands(folder: Path) -> Iterator[list[str]]:
    """Yield a run of every command that prints names."""
    odd = folder / "::error::file.json"
    old, new, log = folder / "old.json", folder / "new.json", folder / " ##[error]log.jsonl"
    old.write_text(json.dumps(hostile_schema(NAMES[:20], required=True)))
    new.write_text(json.dumps(hostile_schema(NAMES[10:], required=False)))
    odd.write_text("\n".join(NAMES))
    log.write_text(hostile_log(NAMES))
    files = ["--schema-old", str(old), "--schema-new", str(new)]
    for form in ("text", "markdown", "sarif", "json"):
        yield ["diff", "one", "two", *files, "--format", form, "--fail-on", "dangerous", "--ignore", str(odd)]
    yield ["ingest", str(new), "--revision", "2025-11-25", "--check"]
    for form in ("text", "json", "junit"):
        yield ["validate", "--revision", "2025-11-25", "--format", form, "--advice", str(log), str(odd)]
    yield ["convert", "--from", "2025-11-25", "--to", "2025-06-18", str(log), str(odd)]
    yield ["build", "--schema", str(new), "--revision", "mine", "--out", str(folder / "out"), "--verbose"]
    yield ["build", "--schema", str(odd), "--revision", "mine", "--out", str(folder / "out")]
    for name in NAMES[:8]:
        yield ["explain", "--", name]
        yield ["explain", "--revision", name, "Tool"]
        yield ["forget", "--", name]
        yield ["revisions", "--schema-dir", str(folder / name.replace("/", "-"))]
        yield ["build", "--revision", name]
        yield ["validate", "--revision", name]
        yield [name]
        yield ["build", f"--{name}"]
        yield ["diff", "2025-11-25", "2025-06-18", name]


def test_no_name_begins_a_command(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line of standard output or error begins with `::` or `##[`, white space left out."""
    monkeypatch.chdir(tmp_path)
    said = 0
    for arguments in commands(tmp_path):
        run(arguments)
        out = capfd.readouterr()
        for line in f"{out.out}\n{out.err}".replace("\r", "\n").split("\n"):
            assert not line.lstrip().startswith(("::", "##[")), (arguments, line)
        said += (out.out + out.err).count("pwned")
    assert said > 100
