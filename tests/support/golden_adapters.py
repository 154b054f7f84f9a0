"""Golden adapters: build the adapter of each folder below `tests/golden_adapters`; compare or write the outcome.

Input: the schema files `old.json` and `new.json`; optional: `changes.toml`, `old.overlay.toml`,
`new.overlay.toml`. Outcome: `adapter.py`, or `stderr.txt` where the pair is refused. `make golden` writes the
outcomes.
"""

from __future__ import annotations

import os
from pathlib import Path

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import decide, read_entries
from mcpgen.compare.changes import find
from mcpgen.emit.render import Renderer
from mcpgen.emit.style import style
from mcpgen.frontend.overlay import Overlay, read_overlay
from mcpgen.ir import Protocol
from mcpgen.pipeline import data_root, protocol_from_file
from mcpgen.problems import Problem, Refused, refuse
from support.paths import GOLDEN_ADAPTERS

OUTCOMES = ("adapter.py", "stderr.txt")
DECISIONS = "changes.toml"


def folders() -> list[Path]:
    """Return the golden folders."""
    return sorted(path.parent for path in GOLDEN_ADAPTERS.glob("*/old.json"))


def outcome(folder: Path) -> dict[str, str]:
    """Return the outcome of a folder: the adapter, or the problems that refuse it."""
    before = Path.cwd()
    os.chdir(folder)  # problems then name the files of the folder
    try:
        return {"adapter.py": _adapter()}
    except Refused as refused:
        return {"stderr.txt": "".join(f"{problem}\n" for problem in refused.problems)}
    finally:
        os.chdir(before)


def held(folder: Path) -> dict[str, str]:
    """Return the outcome that is checked in."""
    return {name: (folder / name).read_text("utf-8") for name in OUTCOMES if (folder / name).exists()}


def _adapter() -> str:
    older, newer = _protocol("old"), _protocol("new")
    decisions = Path(DECISIONS)
    entries = read_entries(decisions.read_bytes() if decisions.exists() else b"", DECISIONS)
    decided = decide(find(older, newer), entries, DECISIONS)
    files = generate.files([older, newer], [decided], Renderer(data_root("templates")).render)
    return style(files["adapters/vold_to_vnew.py"])


def _protocol(name: str) -> Protocol:
    file = Path(f"{name}.overlay.toml")
    overlay = read_overlay(file.read_bytes(), file.name) if file.exists() else Overlay(file.name)
    return protocol_from_file(Path(f"{name}.json"), name, overlay=overlay, warn=_reject)


def _reject(problem: Problem) -> None:
    raise refuse(problem.location, problem.message)


def write() -> None:
    """Write the outcome of every folder."""
    for folder in folders():
        for name in OUTCOMES:
            (folder / name).unlink(missing_ok=True)
        for name, text in outcome(folder).items():
            (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write()
