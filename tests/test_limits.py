"""The limits that the docs state are those of the code."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import mcp_revisions as mr
import pytest

import mcp_bridge
from mcp_bridge.options import FrontOptions
from support.paths import ROOT

PAGE = ROOT / "docs" / "bridge-operations.md"
DEFAULTS = {
    **{f"Limits.{name}": value for name, value in vars(mcp_bridge.Limits()).items()},
    **{f"FrontOptions.{name}": value for name, value in vars(FrontOptions()).items()},
}
NUMBERS = {name: value for name, value in DEFAULTS.items() if isinstance(value, (int, float))}


def spellings(value: float) -> set[str]:
    """Return the texts that state a number: with separators, in seconds, in KiB or MiB."""
    texts = {f"{value:,g}", f"{value:,g} s"} if isinstance(value, float) else {f"{value:,}", f"{value}"}
    units = {1 << 10: "KiB", 1 << 20: "MiB"}
    whole = {size: unit for size, unit in units.items() if isinstance(value, int) and value % size == 0}
    return texts | {f"{int(value) // size} {unit}" for size, unit in whole.items()}


def rows() -> Iterator[tuple[str, str]]:
    """Yield the name of each limit that a row of a table names, and the row."""
    for row in re.findall(r"^\|.*\|$", PAGE.read_text("utf-8"), re.MULTILINE):
        for name in re.findall(r"(?:Limits|FrontOptions)\.\w+", row):
            yield name, row


@pytest.mark.parametrize("name, row", [*rows()])
def test_a_row_states_the_default(name: str, row: str) -> None:
    """A row that names a limit has its default, as a number with its unit, in a cell."""
    cells = {part.strip() for part in re.split(r"[|;]|, (?!\d{3})", row)}
    assert spellings(NUMBERS[name]) & cells, row


def test_every_limit_is_stated_in_one_table() -> None:
    """The page for operators names every limit of the bridge and of its front."""
    assert {name for name, _ in rows()} == NUMBERS.keys()


def test_the_nesting_that_this_python_reads() -> None:
    """SECURITY.md states the levels of this version of Python, within a tenth."""
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    stated: dict[str, int] = {}
    (row,) = re.findall(r"^\| nesting of a frame: decode, convert \| (.*?) \|", text, re.MULTILINE)
    for levels, versions in re.findall(r"([\d,]+)(?: levels)? in (?:Python )?(3\.\d+(?: and 3\.\d+)?)", row):
        stated |= dict.fromkeys(versions.split(" and "), int(levels.replace(",", "")))
    here = stated.get(f"{sys.version_info.major}.{sys.version_info.minor}", max(stated.values()))
    assert is_read(here * 9 // 10) and not is_read(here * 11 // 10)


def is_read(levels: int) -> bool:
    """Tell whether a frame with that many levels is decoded."""
    nested = b"[" * levels + b"]" * levels
    frame = b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":%s}}' % nested
    try:
        mr.revision(mr.LATEST).decode_message(frame, sender="server")
    except mr.DecodeError:
        return False
    return True
