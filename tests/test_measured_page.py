"""The tables of `docs/measured.md` that are read off other tables of the page."""

from __future__ import annotations

import sys

from support.paths import ROOT

PAGE = (ROOT / "docs" / "measured.md").read_text("utf-8")
sys.path.insert(0, str(ROOT / "tests" / "bench"))


def test_the_slow_kinds_are_read_off_the_table_of_kinds() -> None:
    """The page lists each kind of message with a median of `SLOW` and more, and no other."""
    from bench_figures import SLOW, slow, write

    kinds = [
        "| times `orjson`: median, worst | bytes | decode | a to b | back |",
        "|---|---|---|---|---|",
        "| error response | 9 | 1.91, 9.17 | 2.68, 8.00 | – |",
        f"| `ping` | 9 | {SLOW}.00, 3.10 | 3.68, 8.00 | – |",
    ]
    small = write("<!-- slow -->\n\n<!-- kinds -->\n\nx\n", "kinds", kinds)
    listed = slow(small)
    assert [line.split(" | ")[1].rstrip(" |") for line in listed[2:]] == ["`ping`", "`ping`", "none"]
    small = write(small, "slow", listed)
    assert write(small, "slow", listed) == small and slow(small) == listed
    assert write(PAGE, "slow", slow(PAGE)) == PAGE


def test_the_table_of_figures_has_the_heading_of_its_command() -> None:
    """The page has the heading that `make figures` writes."""
    from bench_figures import HEADING

    assert "\n".join(HEADING) + "\n" in PAGE
