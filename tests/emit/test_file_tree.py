"""The diff of `--check`: the files there may be of a stranger, and so may their names."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from mcpgen.emit.file_tree import difference

HOSTILE = [
    "::error::x",
    "  ::warning::",
    "##[error]",
    "\r",
    "\n",
    "\t",
    "\x1b[31m",
    "\x00",
    "\x0b",
    "\x85",
    "\x9b",
]
TEXT = st.lists(st.sampled_from([*HOSTILE, "\u2028", "\u202e", "\ud800", "a", " ", "é", "\\ "])).map("".join)
FILES = st.dictionaries(TEXT, TEXT, max_size=3)
# Terminals obey characters that are not printable. A runner of CI jobs ends a line at CR too.
OBEYED = re.compile(r"^\s*::|##\[", re.MULTILINE)


@given(FILES, FILES)
@example({"a\n::error::b": "x"}, {})
@example({"a": "b\r\n::error::c\x1b[31m"}, {"a": "b\n"})
def test_no_terminal_and_no_runner_obeys_a_diff(old: dict[str, str], new: dict[str, str]) -> None:
    """Each difference has its line, and every line is printable but for tabs."""
    lines = list(difference(old, new))
    assert (lines == []) == (old == new)
    assert all(line.endswith("\n") for line in lines)
    text = "".join(lines)
    assert all(c.isprintable() or c in "\n\t" for c in text) and not OBEYED.search(text)


def test_lines_end_at_a_line_feed() -> None:
    """CRLF is a difference that a reader sees; another separator is part of its line."""
    assert list(difference({"a": "b\r\nc\x0bd\n"}, {"a": "b\nc\x0bd"})) == [
        "--- a/a\n",
        "+++ b/a\n",
        "@@ -1,2 +1,2 @@\n",
        "-b\\r\n",
        "-c\\x0bd\n",
        "+b\n",
        "+c\\x0bd\n\\ No newline at end of file\n",
    ]
