"""Golden folders: what a small schema is built to, or refused with, is what is checked in beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.emitted_code import violations
from support.golden_folders import folders, held, outcome
from support.paths import GOLDEN


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_outcome_is_what_is_checked_in(folder: Path) -> None:
    """Types, methods, warnings, errors and status are the golden ones; `make golden` writes them anew."""
    assert outcome(folder) == held(folder)


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_an_outcome_is_whole(folder: Path) -> None:
    """A build has types and methods and ends in 0; a refusal has neither, ends in 2 and says why, located."""
    files = held(folder)
    status, *lines = files["outcome"].splitlines()
    assert status == ("exit 0" if "types.py" in files else "exit 2")
    assert ("types.py" in files) == ("methods.py" in files) == (not folder.name.startswith("refused-"))
    assert lines or status == "exit 0"
    assert all(line.startswith(("schema.json", "overlay.toml: ")) for line in lines)
    for name in files.keys() - {"outcome"}:
        assert not list(violations(files[name]))


def test_the_real_command_says_the_same(mcpgen, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """The command itself ends with the status and the lines of the golden folder, and leaves nothing behind."""
    folder = GOLDEN / "refused-keywords"
    out = tmp_path / "out"
    done = mcpgen("build", "--schema", "schema.json", "--revision", "small", "--out", out, cwd=folder)
    assert f"exit {done.returncode}\n{done.stderr}" == held(folder)["outcome"]
    assert done.stdout == "" and not (out / "mcp_revisions").exists()
