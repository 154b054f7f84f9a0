"""The generated pages of `docs/` are those that the tables give."""

from __future__ import annotations

import pytest

from mcpgen.emit.reference_pages import PAGES
from support.paths import ROOT


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_up_to_date(name: str) -> None:
    """A page in `docs/` equals the page that `make pages` writes."""
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == PAGES[name]()
