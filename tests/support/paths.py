"""The folders of the checkout that tests read."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
GOLDEN = TESTS / "golden"
GOLDEN_ADAPTERS = TESTS / "golden_adapters"
GOLDEN_ATLAS = TESTS / "golden_atlas"
PAGES = TESTS / "data" / "pages"  # JSON blocks of published documentation pages
PEERS = TESTS / "peers"
RECORDINGS = TESTS / "recordings"
SPEC = ROOT.parent / "shared" / "spec"  # the official files, where they are at hand


def official_file(revision: str) -> Path:
    """Return the official file of a revision. If it is not available, skip the test."""
    path = SPEC / revision / "schema.json"
    if not path.is_file():
        pytest.skip(f"the official schema of {revision} is not here")
    return path
