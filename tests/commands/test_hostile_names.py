"""Names that a schema, a log, a program or a user chooses never make a line that a runner of CI jobs obeys.

Each command is given the same names, as members, values, descriptions, methods, files, options and answers.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
import typer

from mcpgen.cli import app, run
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
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]


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


# The only lines that hold commands on purpose, and the only texts that programs read instead of people.
ANNOTATION = re.compile(r"::(error|warning|notice) file=[^:]*,line=\d+,title=[^:]*::(?!.*##\[).*")
DATA = ("json", "sarif")


def schema_folder(folder: Path) -> Iterator[list[str]]:
    """Yield runs that make a schema folder with the names, and read, build and compare it."""
    own = ["--schema-dir", str(folder / "schema")]
    names = [name for name in NAMES if name.isprintable()][:6]
    new = folder / "hostile.json"
    new.write_text(json.dumps(hostile_schema(names, required=False)))
    yield ["init", "--empty", own[1]]
    yield ["ingest", str(ROOT / "schema/2025-06-18/schema.json"), "--revision", "2025-06-18", *own]
    yield ["ingest", str(new), "--revision", "2030-01-01", "--accept", names[0], *own]
    yield ["build", "--out", str(folder / "out"), *own]
    yield ["ingest", str(new), "--revision", "2030-01-01", "--accept-proposals", *own]
    yield ["revisions", *own]
    yield ["explain", "Role", *own]
    for name in names:
        yield ["explain", *own, "--", f"Tool.{name}"]
        yield ["explain", *own, "--", f"Tool.{name}x"]
    for form in ("text", "markdown", "github"):
        yield ["diff", "2025-06-18", "2030-01-01", "--format", form, *own]
    yield ["export", "--out", str(folder / "::error::"), "--frames", str(new), *own]
    yield ["atlas", "--out", str(new), *own]
    yield ["forget", "2025-06-18x ::error::", *own]
    built = ["build", "--schema", str(new), "--revision", "mine", "--keep-descriptions"]
    yield [*built, "--out", str(folder / "out")]
    for module in (folder / "out").rglob("types.py"):
        module.write_text(re.sub("^class", "class ", module.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    yield [*built, "--out", str(folder / "out"), "--check"]


def programs(folder: Path) -> Iterator[list[str]]:
    """Yield runs of programs that answer with the names."""
    hello = {"id": 0, "revisions": ["2025-11-25"], "operations": ["decode"], "claim": "by revision"}
    hello |= {"implementation": NAMES[1], "version": NAMES[2], "language": NAMES[0]}
    for lines in (NAMES[0], json.dumps(hello) + f"\n##[error]pwned\n{NAMES[2]}"):
        yield ["testees", str(folder / NAMES[0]), "--", sys.executable, "-c", f"print({lines!r})"]


def said(
    runs: Iterable[list[str]],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
) -> Counter[str]:
    """Run commands in a folder and check every line; return how often each command says a name."""
    monkeypatch.chdir(folder)
    counts: Counter[str] = Counter()
    for arguments in runs:
        run(arguments)
        out = capfd.readouterr()
        is_data = arguments[0] == "convert" or any(form in arguments for form in DATA)
        for line in f"{'' if is_data else out.out}\n{out.err}".replace("\r", "\n").split("\n"):
            if "github" in arguments and line.startswith("::"):
                assert ANNOTATION.fullmatch(line), line
            else:
                assert not line.lstrip().startswith("::") and "##[" not in line, (arguments, line)
        for line in out.out.split("\n") if is_data else ():
            assert not line.lstrip().startswith(("::", "##[")), (arguments, line)
        assert "internal error" not in out.err, arguments
        counts[arguments[0]] += (out.out + out.err).count("pwned")
    return counts


def test_no_name_is_a_command(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line of text begins with `::`, white space left out, or holds `##[`."""
    counts = said(chain(commands(tmp_path), programs(tmp_path)), capfd, monkeypatch, tmp_path)
    assert counts.total() > 100 and all(counts[name] for name in ("diff", "ingest", "build", "validate"))


def test_no_name_of_a_schema_folder_is_a_command(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same of every command that reads or writes a schema folder, but for annotations of `diff`."""
    counts = said(schema_folder(tmp_path), capfd, monkeypatch, tmp_path)
    assert all(counts[name] for name in ("diff", "explain", "build")), counts


def test_every_command_is_run(tmp_path: Path) -> None:
    """The runs have every command, but `bridge`, which becomes another program."""
    runs = chain(commands(tmp_path), schema_folder(tmp_path), programs(tmp_path))
    assert {*COMMANDS} - {"bridge"} <= {arguments[0] for arguments in runs}
