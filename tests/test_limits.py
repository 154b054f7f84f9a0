"""The limits that the docs state are those of the code."""

from __future__ import annotations

import re
from collections.abc import Iterator

import mcp_revisions as mr
import pytest

from mcp_bridge.options import FrontOptions
from support.paths import ROOT

PAGES = ("SECURITY.md", "docs/bridge.md")
DEFAULTS = {
    **{f"BridgeLimits.{name}": value for name, value in mr.BridgeLimits()._asdict().items()},
    **{f"FrontOptions.{name}": value for name, value in vars(FrontOptions()).items()},
}
NUMBERS = {name: value for name, value in DEFAULTS.items() if isinstance(value, (int, float))}
# Rhythms, not bounds: no peer gains by them.
UNSTATED = {"BridgeLimits.gather", "BridgeLimits.pause"}


def spellings(value: float) -> set[str]:
    """Return the texts that state a number: with separators, in seconds, in MiB."""
    texts = {f"{value:,g}", f"{value:,g} s"} if isinstance(value, float) else {f"{value:,}", f"{value}"}
    return texts | ({f"{value >> 20} MiB"} if isinstance(value, int) and value % (1 << 20) == 0 else set())


def rows() -> Iterator[tuple[str, str]]:
    """Yield the name of each limit that a row of a table names, and the row."""
    for page in PAGES:
        for row in re.findall(r"^\|.*\|$", (ROOT / page).read_text("utf-8"), re.MULTILINE):
            for name in re.findall(r"(?:BridgeLimits|FrontOptions)\.\w+", row):
                yield name, row


@pytest.mark.parametrize("name, row", [*rows()])
def test_a_row_states_the_default(name: str, row: str) -> None:
    """A row that names a limit has its default, as a number with its unit, in a cell."""
    cells = {part.strip() for part in re.split(r"[|;]|, (?!\d{3})", row)}
    assert spellings(NUMBERS[name]) & cells, row


def test_every_limit_is_stated_in_one_table() -> None:
    """SECURITY.md names every limit of the bridge and of its front."""
    named = set(re.findall(r"(?:BridgeLimits|FrontOptions)\.\w+", (ROOT / "SECURITY.md").read_text("utf-8")))
    assert named | UNSTATED == NUMBERS.keys()
