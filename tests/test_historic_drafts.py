"""The command that builds a folder of drafts: it counts how far each file gets, and names what stopped it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import historic_drafts
from support.draft_chain import base
from support.small_schemas import Workshop, schema


def reached(folder: Path, draft: Any) -> tuple[str, str]:
    """Return how far a draft gets, and what stopped it."""
    path = folder / "draft.json"
    path.write_text(draft if isinstance(draft, str) else json.dumps(draft))
    return historic_drafts.outcome(Workshop(folder), path, 3, 0)


def test_a_draft_agrees(tmp_path: Path) -> None:
    """The package of a small draft accepts what the file accepts."""
    assert reached(tmp_path, schema(base())) == ("agree", "")


def test_a_file_that_is_not_built(tmp_path: Path) -> None:
    """The first line of the refusal says why."""
    stage, why = reached(tmp_path, "{")
    assert stage == "read" and "not JSON" in why


def test_a_package_without_methods_does_not_run(tmp_path: Path) -> None:
    """A file without messages is built, and no more."""
    definitions = {"Result": {"type": "object"}, "Tool": {"type": "object"}}
    assert reached(tmp_path, schema(definitions))[0] == "built"


def test_a_package_that_disagrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value on which the package and the judge differ is shown."""
    monkeypatch.setattr(historic_drafts.SchemaJudge, "fits", lambda *_: False)
    stage, why = reached(tmp_path, schema(base()))
    assert stage == "run" and "accepts an invalid value" in why


def test_the_counts_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last line has the counts. The exit status is 1, because one file is not built."""
    (tmp_path / "a.json").write_text(json.dumps(schema(base())))
    (tmp_path / "b.json").write_text("{")
    monkeypatch.setattr("sys.argv", ["historic_drafts.py", str(tmp_path), "--values", "2"])
    with pytest.raises(SystemExit) as ended:
        historic_drafts.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("b.json: ") and ended.value.code == 1
    assert lines[1] == "2 files: 1 are built, 1 run, 1 agree"
