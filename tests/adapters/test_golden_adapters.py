"""Golden adapters: the outcome of two small schemas and their decisions equals the files beside them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from support.golden_adapters import folders, held, outcome


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_outcome_equals_the_golden_files(folder: Path) -> None:
    """The pair builds to the adapter, or the problems, that are checked in; `make golden` writes them."""
    assert outcome(folder) == held(folder)


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_a_folder_holds_an_adapter_or_problems(folder: Path) -> None:
    """A golden folder has an adapter with a table a direction, or problems, each with its location."""
    files = held(folder)
    assert ("adapter.py" in files) != ("stderr.txt" in files)
    assert ("converted.json" in files) == (folder / "frames.json").exists()
    assert ("stderr.txt" in files) == folder.name.startswith("refused-")
    for line in files.get("stderr.txt", "").splitlines():
        assert re.match(r"schema/changes/old--new\.toml(:\d+)?: ", line)
    if "adapter.py" in files:
        assigned = [node for node in ast.parse(files["adapter.py"]).body if isinstance(node, ast.Assign)]
        assert {"UP", "DOWN"} <= {
            target.id for node in assigned for target in node.targets if isinstance(target, ast.Name)
        }
