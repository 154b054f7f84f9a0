"""`pipeline.build` as a function of its sources: each refusal is located, before any stage that prints."""

from __future__ import annotations

import pytest

from mcpgen import pipeline, schema_folder
from mcpgen.frontend.sources import Sources
from mcpgen.problems import Refused
from mcpgen.schema_folder import Selection, folder_of

NAMES = sorted(name for name in schema_folder.packaged().sources if not name.endswith(".schema.json"))
CHANGES = "schema/changes/2025-06-18--2025-11-25.toml"


def refusal(sources: Sources, **selection: tuple[str, ...]) -> list[str]:
    """Return the locations of the problems that refuse a build."""
    with pytest.raises(Refused) as refused:
        pipeline.build(folder_of(sources), Selection(**selection), style=_no_printing)
    return [problem.location for problem in refused.value.problems]


def _no_printing(source: str) -> str:
    raise AssertionError("a refused build prints nothing")


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_source_is_located(name: str) -> None:
    """Without any one source, a build is refused at the name of the source."""
    sources = {other: data for other, data in schema_folder.packaged().sources.items() if other != name}
    assert refusal(sources) == [name]


def test_a_change_without_a_decision_is_located() -> None:
    """Without the entries of a pair, each change that needs a decision is refused in the file of the pair."""
    locations = refusal({**schema_folder.packaged().sources, CHANGES: b""})
    assert len(locations) > 10 and set(locations) == {CHANGES}


def test_an_unknown_revision_is_located() -> None:
    """A selected revision that is not pinned is refused."""
    assert refusal(schema_folder.packaged().sources, revisions=("2030-01-01",)) == ["--revision"]
