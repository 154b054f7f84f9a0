"""The tables of `docs/measured.md` have the form that their commands write."""

from __future__ import annotations

import sys

from support.paths import ROOT

PAGE = (ROOT / "docs" / "measured.md").read_text("utf-8")
sys.path.insert(0, str(ROOT / "tests" / "bench"))


def test_the_table_of_figures_has_the_heading_of_its_command() -> None:
    """The page has the heading that `make figures` writes."""
    from bench_figures import HEADING

    assert "\n".join(HEADING) + "\n" in PAGE
