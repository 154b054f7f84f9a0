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
    """A golden folder has one outcome; an adapter has a table a direction, each problem its location."""
    files = held(folder)
    assert len(files) == 1
    for text in files.values():
        if "adapter.py" in files:
            targets = [node.targets[0] for node in ast.parse(text).body if isinstance(node, ast.Assign)]
            assert {"UP", "DOWN"} <= {target.id for target in targets if isinstance(target, ast.Name)}
        else:
            assert folder.name.startswith("refused-")
            assert all(
                re.match(r"(changes\.toml|schema/changes/\S+)(:\d+)?: ", line) for line in text.splitlines()
            )
