"""A family of drafts, ingested into an empty schema folder: any two of them convert."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.draft_chain import check_conversions, family, ingested
from support.sixth_revision import build, package


def outcomes(seed: int, size: int, count: int, folder: Path) -> dict[str, int]:
    """Build a family and convert between all pairs; return the number of outcomes by kind."""
    files = family(seed, size)
    sources = ingested(files, folder)
    with package(folder, build(sources, [])) as built:
        assert tuple(built.REVISIONS) == tuple(files)
        return check_conversions(built, files, sources, count)


def test_a_short_family(tmp_path: Path) -> None:
    """Frames of three drafts are converted to frames that the target accepts, or refused."""
    seen = outcomes(seed=1, size=3, count=8, folder=tmp_path)
    assert seen["lossless"] > 50 and seen["lossy"]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 14))
def test_a_family_of_seven(seed: int, tmp_path: Path) -> None:
    """The same holds for families of seven drafts with every kind of change."""
    seen = outcomes(seed, size=7, count=12, folder=tmp_path)
    assert seen["lossless"] > 200 and seen["lossy"] > 50
