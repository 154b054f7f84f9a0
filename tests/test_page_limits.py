"""The pages stay short: README and the pages of `docs/`, without generated reference pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.paths import ROOT

# Pages that a command writes: they are looked up, not read.
GENERATED = {
    "advice.md",
    "agreement.md",
    "bridge-clients.md",
    "bridge-dispatch.md",
    "bridge-peers.md",
    "cli.md",
    "conformance.md",
    "measured-kinds.md",
    "rules.md",
}
WORDS = {
    "README.md": 1_000,
    "SECURITY.md": 1_600,
    "CONTRIBUTING.md": 1_300,
    "docs/bridge.md": 1_200,
    "docs/design.md": 3_200,
    "docs/login.md": 900,
    "docs/tasks.md": 1_000,
}
BRIDGE = ("bridge.md", "bridge-operations.md", "bridge-embedding.md")
LINES = {"README.md": 130}


def pages() -> list[Path]:
    """Return the pages that a person writes and reads."""
    found = [ROOT / name for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md")]
    return found + [path for path in sorted((ROOT / "docs").glob("*.md")) if path.name not in GENERATED]


def words(path: Path) -> int:
    """Return the number of words, as `wc -w` counts them."""
    return len(path.read_text("utf-8").split())


@pytest.mark.parametrize("name", WORDS)
def test_a_page_has_few_words(name: str) -> None:
    """A page has at most its number of words."""
    assert words(ROOT / name) <= WORDS[name]


def test_the_pages_together_have_few_words() -> None:
    """All pages have at most 38,000 words, those of the bridge 6,500."""
    assert sum(map(words, pages())) <= 38_000
    assert sum(words(ROOT / "docs" / name) for name in BRIDGE) <= 6_500


@pytest.mark.parametrize("name", LINES)
def test_a_page_has_few_lines(name: str) -> None:
    """A page has at most its number of lines."""
    assert (ROOT / name).read_text("utf-8").count("\n") <= LINES[name]
