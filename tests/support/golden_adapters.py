"""Golden adapters: build the adapter of each folder in `tests/golden_adapters`, and compare or write it.

The input of a folder is the schema files `old.json` and `new.json`, and optionally `changes.toml`,
`old.overlay.toml`, `new.overlay.toml`, `rules.py`, and messages to convert in `frames.json`. The outcome is
`adapter.py` and `converted.json`, or `stderr.txt` if the pair is refused. `make golden` writes it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import DecidedPair, decide_pair, read_entries, source_of
from mcpgen.adapters.own_rules import COPY, FILE, load_rules
from mcpgen.emit.render import render
from mcpgen.emit.style import style
from mcpgen.frontend.overlay import NO_OVERLAY, read_overlay
from mcpgen.frontend.read import file_source, read_protocol
from mcpgen.ir import Protocol
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.conversion.rules.registry import ConversionRule
from support.adapter_package import adapter_package
from support.paths import GOLDEN_ADAPTERS

OUTCOMES = ("adapter.py", "converted.json", "stderr.txt")
OTHER = {"old": "new", "new": "old"}


def folders() -> list[Path]:
    """Return the golden folders."""
    return sorted(path.parent for path in GOLDEN_ADAPTERS.glob("*/old.json"))


def outcome(folder: Path) -> dict[str, str]:
    """Return the outcome of a folder by file name: the adapter and converted messages, or the problems."""
    before = Path.cwd()
    os.chdir(folder)  # problems then name the files of the folder
    try:
        files = _files()
    except Refused as refused:
        return {"stderr.txt": "".join(f"{problem}\n" for problem in refused.problems)}
    finally:
        os.chdir(before)
    found = {"adapter.py": files["adapters/vold_to_vnew.py"]}
    if (folder / "frames.json").exists():
        rows = json.loads((folder / "frames.json").read_text("utf-8"))
        with adapter_package("golden_adapter", files) as package:
            lines = [json.dumps(_converted(package, row)) for row in rows]
        found["converted.json"] = "[\n  " + ",\n  ".join(lines) + "\n]\n"
    return found


def held(folder: Path) -> dict[str, str]:
    """Return the outcome that is checked in."""
    return {name: (folder / name).read_text("utf-8") for name in OUTCOMES if (folder / name).exists()}


def decided_pair() -> tuple[DecidedPair, Mapping[str, ConversionRule]]:
    """Return the protocols in the working folder with the decisions about their changes, and the rules."""
    decisions = Path("changes.toml")
    entries = read_entries(decisions.read_bytes() if decisions.exists() else b"", source_of("old", "new"))
    return decide_pair(_protocol("old"), _protocol("new"), entries), load_rules(_own())


def _own() -> dict[str, bytes]:
    return {FILE: Path("rules.py").read_bytes()} if Path("rules.py").exists() else {}


def _files() -> dict[str, str]:
    pair, rules = decided_pair()
    own, ends = _own(), [pair.alignment.old, pair.alignment.new]
    files = generate.files(ends, [pair], render, rules)
    copies = {COPY: own[FILE].decode()} if own else {}
    return {path: style(text) for path, text in (files | copies).items()}


def _protocol(name: str) -> Protocol:
    file = Path(f"{name}.overlay.toml")
    overlay = read_overlay(file.read_bytes(), file.name) if file.exists() else NO_OVERLAY
    return read_protocol(file_source(Path(f"{name}.json"), overlay), name, _reject)


def _reject(problem: Problem) -> None:
    raise refuse(problem.location, problem.message)


def _converted(package: Any, row: dict[str, Any]) -> dict[str, Any]:
    """Return the converted params or result with the losses, or the reason for a refusal."""
    source = row["from"]
    sender, part = ("server", "result") if "answering" in row else ("client", "params")
    members = {name: value for name, value in row.items() if name in ("method", "params", "result")}
    frame = {"jsonrpc": "2.0", "id": 1, **members}
    try:
        message, losses = package.convert(
            frame, source, OTHER[source], sender=sender, answering=row.get("answering")
        )
    except ValueError as error:  # NoCounterpart, or a DecodeError of the frame
        return {"refused": str(error)}
    return {part: message.get(part), "losses": [[loss.kind, loss.pointer, loss.change] for loss in losses]}


def write() -> None:
    """Write the outcome of every folder."""
    for folder in folders():
        for name in OUTCOMES:
            (folder / name).unlink(missing_ok=True)
        for name, text in outcome(folder).items():
            (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write()
