"""`docs/semantics.md`: every example on the page is what the package does."""

from __future__ import annotations

import doctest

import pytest

from support.paths import ROOT


def test_every_example_on_the_page() -> None:
    """Each example gives what the page shows."""
    pytest.importorskip("mcp_revisions")
    page = ROOT / "docs" / "semantics.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0 and result.attempted > 20
