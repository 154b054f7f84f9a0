"""The links of the pages lead to files and headings that exist, and no file has conflict markers."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from support.paths import ROOT

INDEX_PAGES = [ROOT / name / "README.md" for name in ("bridge", "codegen", "generated", "typescript")]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *INDEX_PAGES])
TEXTS = {".md", ".py", ".toml", ".yml", ".yaml", ".json", ".jinja", ".ts", ".mjs", ".cff", ".txt"}
MADE = {".venv", "build", "dist", "node_modules", ".git", "__pycache__"}  # not in git
CONFLICT_MARKER = re.compile(rb"^(?:<{7}|>{7}|\|{7})(?: |$)|^={7}$", re.MULTILINE)


def _prose(page: Path) -> str:
    """Return the text of a page without its blocks of code and without code that contains a link."""
    blocks = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*\]\([^`\n]*`", "", blocks)


def _anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", _prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    """A relative link names a file of the repository; its anchor is a heading of that page."""
    text = re.sub("`[^`\n]*`", "", _prose(page))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?:|mailto:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), target
        if anchor:
            assert anchor in _anchors(linked), target


@pytest.mark.parametrize("text", [b"<<<<<<< HEAD\n", b"a\n=======\nb", b">>>>>>> asgi", b"||||||| 1234567\n"])
def test_a_conflict_marker_is_found(text: bytes) -> None:
    """The pattern matches each marker that a merge with a conflict writes."""
    assert CONFLICT_MARKER.search(text)


def test_no_file_has_a_conflict_marker() -> None:
    """No page and no source file has conflict markers."""
    left = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in MADE and not name.startswith(".venv")]
        paths = [Path(folder, name) for name in names if Path(name).suffix in TEXTS]
        left += [str(path.relative_to(ROOT)) for path in paths if CONFLICT_MARKER.search(path.read_bytes())]
    assert left == []
