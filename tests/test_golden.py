"""Golden folders: a small schema builds to the files beside it, or is refused with their messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.emitted_code import violations
from support.golden_folders import expected, folders, outcome
from support.paths import GOLDEN


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_outcome_is_what_is_checked_in(folder: Path) -> None:
    """Types, methods, warnings, errors and status equal the golden files; `make golden` writes those anew."""
    assert outcome(folder) == expected(folder)


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_an_outcome_is_whole(folder: Path) -> None:
    """A build has types and methods and exits with 0; a refusal exits with 2 and names its place."""
    files = expected(folder)
    status, *lines = files["outcome"].splitlines()
    assert status == ("exit 0" if "types.py" in files else "exit 2")
    assert ("types.py" in files) == ("methods.py" in files) == (not folder.name.startswith("refused-"))
    assert lines or status == "exit 0"
    assert all(line.startswith(("schema.json", "overlay.toml:")) for line in lines)
    for name in files.keys() - {"outcome"}:
        assert not list(violations(files[name]))


def test_the_real_command_says_the_same(mcpgen, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """The command ends with the status and the lines of the golden folder, and leaves nothing behind."""
    folder = GOLDEN / "refused-keywords"
    out = tmp_path / "out"
    done = mcpgen("build", "--schema", "schema.json", "--revision", "small", "--out", out, cwd=folder)
    assert f"exit {done.returncode}\n{done.stderr}" == expected(folder)["outcome"]
    assert done.stdout == "" and not (out / "mcp_revisions").exists()
