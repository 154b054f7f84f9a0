"""A family of drafts, ingested into an empty schema folder: any two of them convert."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcp_revisions._runtime.revisions import per_request, with_handshake

from mcpgen import schema_folder
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


def test_a_request_names_the_revision_of_its_target(tmp_path: Path) -> None:
    """Without a decision of ours, a request of a draft with a handshake names the draft that it goes to."""
    names = {"draft-1": with_handshake()[-1], "draft-2": per_request()[0]}
    files = {
        draft: json.loads(schema_folder.packaged().sources[f"schema/{revision}/schema.json"])
        for draft, revision in names.items()
    }
    with package(tmp_path, build(ingested(files, tmp_path), [])) as built:
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        converted = built.convert(request, "draft-1", "draft-2", sender="client").message
        assert converted["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] == "draft-2"
        back = built.convert(converted, "draft-2", "draft-1", sender="client").message
        assert "draft" not in json.dumps(back)
