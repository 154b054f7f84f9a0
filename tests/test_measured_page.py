"""The tables of `docs/measured.md` have the form that their commands write."""

from __future__ import annotations

import sys
from pathlib import Path

from support.paths import ROOT

PAGE = (ROOT / "docs" / "measured.md").read_text("utf-8")
sys.path.insert(0, str(ROOT / "tests" / "bench"))


def test_the_table_of_figures_has_the_heading_of_its_command() -> None:
    """The page has the heading that `make figures` writes."""
    from bench_figures import HEADING

    assert "\n".join(HEADING) + "\n" in PAGE


def test_each_step_can_be_removed_by_itself(tmp_path: Path) -> None:
    """`bench_steps` finds the source of each step, and the package without a step decodes and converts."""
    from bench_steps import BY_NAME, STEPS, without

    call = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n","_meta":{"a":1}}}'
    for place, step in enumerate(STEPS):
        package = without(step, tmp_path / str(place), f"one_step_less_{place}")
        newest = package.REVISIONS[-2]
        assert package.revision(newest).decode_message(call, "client").params.name == "n"
        assert package.convert(call, newest, package.LATEST, sender="client").losses
        assert set(step.figures) <= BY_NAME.keys()
