"""`tests/bench/compare_packages.py` compares two builds of the package."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from pathlib import Path
from random import Random

import mcp_revisions
import pytest

from support import plain_path
from support.paths import ROOT
from support.plain_path import without_fast_paths

sys.path.insert(0, str(ROOT / "tests" / "bench"))
import compare_packages as tool

FOLDER = Path(mcp_revisions.__file__).parent


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Return a copy of the package."""
    shutil.copytree(FOLDER, tmp_path / "mcp_revisions", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "mcp_revisions"


def test_a_package_equals_its_copy(other: Path) -> None:
    """No message gives another result, and every kind of message is compared."""
    counts: Counter[str] = Counter()
    package = tool.load(other, "equal_revisions")
    assert package is not mcp_revisions and package.REVISIONS == mcp_revisions.REVISIONS
    assert list(tool.differences(package, Random(1), 2000, counts)) == []
    for function in ("decode", "decode_message", "convert"):
        assert all(counts[f"{function}: {kind}"] for kind in tool.VARIANTS), counts
    assert counts["accepted"] > 500 and counts["refused"] > 500


def test_the_fast_paths_give_the_results_of_the_plain_path() -> None:
    """A message that is decoded and converted without the fast paths gives the same results and errors."""
    package = without_fast_paths(tool.load(FOLDER, "plain_revisions"))
    assert list(tool.differences(package, Random(2), 2000, Counter())) == []


def test_a_changed_plain_path_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain path that decodes in another way is noticed, so the comparison takes that path."""
    monkeypatch.setattr(plain_path, "kept_members", lambda printed, shape, others, state: None)
    package = without_fast_paths(tool.load(FOLDER, "plain_and_changed_revisions"))
    assert next(tool.differences(package, Random(2), 2000, Counter()), None) is not None


@pytest.mark.parametrize(
    ("module", "line", "changed"),
    [
        (
            "messages/scalar_decoders.py",
            "if type(value) is not int and not (",
            "if type(value) is not int and (",
        ),
        ("conversion/log.py", 'self.append(("dropped", (at, name)', 'self.append(("renamed", (at, name)'),
    ],
)
def test_a_changed_package_differs(other: Path, module: str, line: str, changed: str) -> None:
    """A build that decodes or converts in another way is noticed."""
    path = other / "_runtime" / module
    text = path.read_text("utf-8")
    if line not in text:
        pytest.fail(f"{module} has no {line}")
    path.write_text(text.replace(line, changed, 1), "utf-8")
    package = tool.load(other, f"changed_{module.replace('/', '_').removesuffix('.py')}")
    assert next(tool.differences(package, Random(1), 5000, Counter()), None) is not None
