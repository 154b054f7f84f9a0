"""The page on a new revision: its edits apply, and its commands print the output that the page shows."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from mcpgen.schema_folder import revisions
from support.golden_adapters import outcome
from support.page_walk_through import PAGE, apply_hunks, walk_through
from support.paths import GOLDEN_ADAPTERS


def _without_counts(page: str) -> str:
    """Return a page without the number of files of a build, which changes with the runtime."""
    return re.sub(r"\bwrote \d+ files\b", "wrote N files", page)


@pytest.mark.skipif(sys.platform == "win32", reason="the page shows POSIX paths")
@pytest.mark.skipif(
    f"{revisions()[-1]}--" not in PAGE.read_text("utf-8"), reason="the page adds a revision to an older one"
)
def test_the_page_shows_what_its_commands_print() -> None:
    """Each command of the page prints the lines below it; `make golden` writes them again."""
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("\n$ mcpgen ") >= 7
    assert _without_counts(walk_through(page)) == _without_counts(page)


def test_the_example_is_a_diff_that_patch_reads() -> None:
    """The numbers of each hunk fit its lines, and the lines are at that place in the file."""
    for path in (PAGE.parent / "examples").glob("*.diff"):
        header, *rest = re.split(r"^(@@.*)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        [source] = re.findall(r"^--- (\S+)$", header, re.MULTILINE)
        lines = (PAGE.parents[1] / source).read_text(encoding="utf-8").splitlines()
        for place, hunk in zip(rest[::2], rest[1::2], strict=True):
            found = re.fullmatch(r"@@ -(\d+),(\d+) \+\d+,(\d+) @@", place)
            assert found, place
            start, old, new = map(int, found.groups())
            before = [line[1:] for line in hunk.splitlines() if line[0] in " -"]
            after = [line for line in hunk.splitlines() if line[0] in " +"]
            assert (len(before), len(after)) == (old, new)
            assert lines[start - 1 : start - 1 + old] == before


def test_a_hunk_must_match_once(tmp_path: Path) -> None:
    """A hunk whose lines are absent, or occur twice, is refused, and the file does not change."""
    (tmp_path / "f").write_text("a\nb\na\n", encoding="utf-8")
    for old in ("a", "c"):
        with pytest.raises(ValueError, match="matches of the hunk"):
            apply_hunks(f"--- f\n+++ f\n@@ @@\n-{old}\n+d\n", tmp_path)
    apply_hunks("--- f\n+++ g\n@@ @@\n b\n+d\n", tmp_path)
    assert (tmp_path / "f").read_text(encoding="utf-8") == "a\nb\na\n"
    assert (tmp_path / "g").read_text(encoding="utf-8") == "a\nb\nd\na\n"


def test_the_example_of_a_rule_converts_in_both_directions(tmp_path: Path) -> None:
    """The rules of the page and the entry that names them rename the variant, and keep its other members."""
    page = PAGE.read_text(encoding="utf-8")
    [rules] = re.findall(r"^```python rules\.py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    blocks = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    [entry] = [block for block in blocks if "instead:" in block]
    old = (GOLDEN_ADAPTERS / "variant-rewritten-by-rule" / "old.json").read_text("utf-8")
    new = old.replace("EmbeddedResource", "InlineResource").replace('"resource"', '"contents"')
    new = new.replace('"const": "contents"', '"const": "inline"')
    resource = {"type": "resource", "resource": {"uri": "u:1", "blob": "AA=="}, "_meta": {"a": 1}}
    inline = {"_meta": {"a": 1}, "type": "inline", "contents": {"uri": "u:1", "blob": "AA=="}}
    frames = [
        {"from": source, "answering": "tools/call", "result": {"content": [block]}}
        for source, block in (("old", resource), ("new", inline), ("old", {"type": "resource"}))
    ]
    texts = {"rules.py": rules, "changes.toml": entry, "frames.json": json.dumps(frames)}
    for name, text in {"old.json": old, "new.json": new, **texts}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    up, down, refused = json.loads(outcome(tmp_path)["converted.json"])
    losses = [["respelled", "/result/content/0", "T5.8"]]
    assert up == {"result": {"content": [inline]}, "losses": losses}
    assert down == {"result": {"content": [resource]}, "losses": losses}
    assert refused == {"refused": "/result/content/0/resource: expected an object"}
