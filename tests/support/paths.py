"""Folders of the checkout that tests read."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
GOLDEN = TESTS / "golden"
GOLDEN_ADAPTERS = TESTS / "golden_adapters"
GOLDEN_ATLAS = TESTS / "golden_atlas"
PAGES = TESTS / "data" / "pages"  # JSON blocks of published documentation pages
PEERS = TESTS / "peers"
RECORDINGS = TESTS / "recordings"
SPEC = ROOT.parent / "shared" / "spec"  # the official files, where they are at hand
