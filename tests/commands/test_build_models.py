"""The command `mcpgen build --models`: pydantic models of one revision."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from support.traffic import RECORDED

Run = Callable[..., "subprocess.CompletedProcess[str]"]
# The models import it from where older releases of pydantic have it.
pytestmark = pytest.mark.filterwarnings("ignore:The `MISSING` sentinel")


@pytest.mark.parametrize("revision", RECORDED)
def test_models_agree_with_the_schema(mcpgen: Run, tmp_path: Path, revision: str) -> None:
    """The models accept a message exactly where the schema does; the command prints the count."""
    run = mcpgen("build", "--models", "pydantic", "--revision", revision, "--out", str(tmp_path))
    path = tmp_path / f"v{revision.replace('-', '_')}.py"
    wrote, _, counts = run.stderr.strip().partition(": models and schema agree on ")
    same, of, compared, messages = counts.split()
    assert (run.returncode, wrote, of, messages) == (0, f"wrote {path}", "of", "messages")
    assert same == compared and int(compared) > 1000
    again = mcpgen("build", "--models", "pydantic", "--revision", revision, "--out", str(tmp_path), "--check")
    assert (again.returncode, again.stdout) == (0, "")


def test_models_need_one_pinned_revision(mcpgen: Run, tmp_path: Path) -> None:
    """A run without a revision, with an unknown one, or over a file of someone else writes nothing."""
    arguments = ["build", "--models", "pydantic", "--out", str(tmp_path)]
    assert mcpgen(*arguments).returncode == 2
    assert mcpgen(*arguments, "--revision", "2020-01-01").returncode == 2
    (tmp_path / "v2024_11_05.py").write_text("mine = 1\n")
    refused = mcpgen(*arguments, "--revision", "2024-11-05")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    file = tmp_path / "v2024_11_05.py"
    assert file.read_text() == "mine = 1\n"
    refused = mcpgen(*arguments[:-1], str(file), "--revision", "2024-11-05")
    assert (refused.returncode, refused.stderr) == (2, f"{file}: File exists\n")


def test_any_bytes_may_stand_in_the_place_of_the_models(mcpgen: Run, tmp_path: Path) -> None:
    """A check compares bytes, CRLF too, and prints the difference; a build writes the file again."""
    arguments = ["build", "--models", "pydantic", "--revision", "2024-11-05", "--out", str(tmp_path)]
    assert mcpgen(*arguments).returncode == 0
    path = tmp_path / "v2024_11_05.py"
    whole = path.read_bytes()
    for other in (whole + b"\xff\x00\x1b[31m\r::error::\n", whole.replace(b"\n", b"\r\n")):
        path.write_bytes(other)
        check = mcpgen(*arguments, "--check")
        assert (check.returncode, check.stderr.count("\n")) == (1, 1) and check.stdout.startswith("--- a/")
        assert all(c.isprintable() or c == "\n" for c in check.stdout)
        assert mcpgen(*arguments).returncode == 0 and path.read_bytes() == whole
