"""Golden folders: each folder in `tests/golden` has the input of a build and the expected outcome.

The input is `schema.json`, and optionally `overlay.toml` and `arguments` (further options of `mcpgen build`).
The outcome is `types.py` and `methods.py` of the revision `small`, and `outcome`: the exit status and stderr.
If run as a script (`make golden`), this module writes the outcomes. Review the difference before you commit
it.
"""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

from mcpgen.cli import report
from mcpgen.commands.own_schema import OwnSchema, parse_own
from mcpgen.problems import Refused
from support.paths import GOLDEN
from support.revision_folder import revision_files

OUTCOMES = ("methods.py", "outcome", "types.py")


def folders() -> list[Path]:
    """Return the golden folders."""
    return sorted(path.parent for path in GOLDEN.glob("*/schema.json"))


def outcome(folder: Path) -> dict[str, str]:
    """Build a folder in this process and return its outcome, without the files that all packages share."""
    options = (folder / "arguments").read_text().split() if (folder / "arguments").exists() else []
    assert set(options) <= {"--keep-descriptions"}
    overlay = Path("overlay.toml") if (folder / "overlay.toml").exists() else None
    keeps = "--keep-descriptions" in options
    own = OwnSchema(Path("schema.json"), "small", overlay, keep_descriptions=keeps, verbose=True)
    files: dict[str, str] = {}
    before = Path.cwd()
    os.chdir(folder)
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            files = revision_files(parse_own(own, {"schema/pins.json": b"{}"}))
    except Refused as refused:
        with contextlib.redirect_stderr(said):
            report(refused.problems)
    finally:
        os.chdir(before)
    result = {name: files[f"vsmall/{name}"] for name in OUTCOMES if f"vsmall/{name}" in files}
    return {**result, "outcome": f"exit {0 if files else 2}\n{said.getvalue()}"}


def expected(folder: Path) -> dict[str, str]:
    """Return the checked-in outcome of a folder."""
    return {name: (folder / name).read_text("utf-8") for name in OUTCOMES if (folder / name).exists()}


if __name__ == "__main__":
    for golden in folders():
        for old in OUTCOMES:
            (golden / old).unlink(missing_ok=True)
        for name, text in outcome(golden).items():
            (golden / name).write_text(text, "utf-8")
