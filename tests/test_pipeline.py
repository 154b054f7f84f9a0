"""`pipeline.build` as a function of its sources: each refusal is located, before any stage that prints."""

from __future__ import annotations

import pytest

from mcpgen import pipeline, schema_folder
from mcpgen.adapters.decisions import DecidedPair
from mcpgen.frontend.sources import Sources
from mcpgen.problems import Refused
from mcpgen.schema_folder import Selection, folder_of

EXTENDED = "schema/changes/2025-11-25--2026-07-28+tasks.toml"  # the one source that a folder may lack
NAMES = sorted(name for name in schema_folder.packaged().sources if not name.endswith(".schema.json"))
NAMES.remove(EXTENDED)
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


def test_an_extension_may_lack_decisions() -> None:
    """Without the file that relates an extension to the revision before, no adapter leads between the two."""
    sources = dict(schema_folder.packaged().sources)
    ends = [(pair.alignment.old.revision, pair.alignment.new.revision) for pair in tasks_pairs(sources)]
    del sources[EXTENDED]
    rest = [(pair.alignment.old.revision, pair.alignment.new.revision) for pair in tasks_pairs(sources)]
    assert rest == ends[:1] and [older for older, _ in ends] == ["2026-07-28", "2025-11-25"]


def tasks_pairs(sources: Sources) -> list[DecidedPair]:
    """Return the pairs of revisions whose newer one has the tasks extension."""
    folder = folder_of(sources)
    return [folder.decided(*step) for step in folder.steps_to("tasks")]


def test_undecided_changes_of_an_extension_are_located() -> None:
    """Without entries, the changes to the extension have none, and the file of the revision covers others."""
    locations = refusal({**schema_folder.packaged().sources, EXTENDED: b""})
    assert len(locations) > 10 and set(locations) == {EXTENDED}


def test_a_change_without_a_decision_is_located() -> None:
    """Without the entries of a pair, each change that needs a decision is refused in the file of the pair."""
    locations = refusal({**schema_folder.packaged().sources, CHANGES: b""})
    assert len(locations) > 10 and set(locations) == {CHANGES}


def test_an_unknown_revision_is_located() -> None:
    """A selected revision that is not pinned is refused."""
    assert refusal(schema_folder.packaged().sources, revisions=("2030-01-01",)) == ["--revision"]
