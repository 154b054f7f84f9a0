"""Patterns: the dialect of the published data, and what Python runs instead of them."""

from __future__ import annotations

import json
import re
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen.commands.export.published import published_data
from mcpgen.patterns import published_pattern, python_pattern
from mcpgen.problems import Refused
from mcpgen.schema_folder import packaged

DATE = "2025-02-28T00:00:00Z"
# Digits that are not ASCII, a last newline, and a code point beyond the first plane.
TEXTS = [
    "",
    "a",
    "A",
    "_",
    "0",
    "5",
    "\u0665",
    "\uff15",
    "é",
    "a\n",
    "5\n",
    "\n",
    "5\na",
    "a-b",
    "a]",
    "\\",
    "\U0001f600",
]
SHARED = [
    *("a", "^a", "a$", "^a$", "^$", r"\d", r"^\d$", r"\D", r"^\w$", r"\W", r"^[\d]$", r"^[^\d]$", r"[\w-]$"),
    *(r"^[a-z]-[^-]$", r"^(?:a|\d)$", "(a|b$)|5$", r"^a??\n*$", r"^\w{1}$", "^a{0}$", r"\$", r"[\]]$"),
    *(r"^[\\]$", r"^\\$", r"^[^a-z]{1,2}$", "[$]", "é"),
]
OTHERS = [
    *(
        ".",
        r"\s",
        r"\b",
        r"\S",
        r"[\D]",
        "(?=a)",
        "(?!a)",
        "(?<=a)b",
        "(?P<a>b)",
        "(?i)a",
        r"(a)\1",
        "a++",
        "^*",
    ),
    *(
        r"\Aa",
        r"a\Z",
        r"\z",
        r"\p{L}",
        r"[[:alpha:]]",
        "[]a]",
        "[]",
        "[^]",
        "a{1000}",
        "a{,3}",
        "{",
        "]",
        "}",
    ),
    *("[a&&b]", r"\u0041", r"[\s]"),
]


def patterns(value: Any) -> set[str]:
    """Return the patterns of the schemas in a JSON value of the published data."""
    if isinstance(value, list):
        return set().union(*map(patterns, value))
    if not isinstance(value, dict):
        return set()
    own = {value["pattern"]} if value.get("kind") == "string" and "pattern" in value else set()
    return own.union(*map(patterns, value.values()))


def test_published_patterns_are_in_the_dialect() -> None:
    """Another engine reads each pattern of the published data as the schema of the data says."""
    found = patterns([*published_data(packaged()).values()])
    assert found
    assert [published_pattern(one) for one in found] == [*found]


@pytest.mark.parametrize("pattern", SHARED)
def test_python_matches_as_another_engine(pattern: str) -> None:
    """The respelled pattern matches the strings that RE2 matches with the pattern of the schema."""
    re2 = pytest.importorskip("re2")
    assert published_pattern(pattern) == pattern
    ours = [text for text in TEXTS if re.search(python_pattern(pattern), text)]
    assert ours == [text for text in TEXTS if re2.search(pattern, text)]


@pytest.mark.parametrize("pattern", OTHERS)
def test_other_patterns_are_not_published(pattern: str) -> None:
    """Syntax that some engine lacks, or reads differently, stops the publication with the pattern's text."""
    with pytest.raises(Refused, match="uses syntax that RE2 and ECMAScript do not share") as caught:
        published_pattern(pattern)
    assert pattern in str(caught.value)


def test_the_dialect_is_decided_in_linear_time() -> None:
    """A long pattern of any kind is decided without backtracking."""
    refused = []
    for part in ("(a", "a?", "[a", "[a]", r"\d{1}", "(?:", "[^-"):
        try:
            published_pattern(part * 100_000)
        except Refused:
            refused.append(part)
    assert refused == ["[a", "[^-"]


@pytest.mark.parametrize("value", [DATE, "2024-02-29T23:59:59.5+14:00"])
def test_a_value_that_matches(value: str) -> None:
    """A date and time of the extension is valid, as text and as a parsed message."""
    apps: Any = mr.extension("io.modelcontextprotocol/ui")
    for given in ({"lastModified": value}, json.dumps({"lastModified": value})):
        assert apps.decode(given, apps.McpUiAnnotations).last_modified == value


@pytest.mark.parametrize(
    "value",
    [
        f"{DATE}\n",
        f"\n{DATE}",
        f"{DATE}\r",
        DATE.replace("2", "\u0662", 1),
        DATE.replace("2", "\uff12", 1),
        "",
    ],
)
def test_a_value_that_does_not_match(value: str) -> None:
    """A last newline and digits that are not ASCII do not match, as in every other language."""
    apps: Any = mr.extension("io.modelcontextprotocol/ui")
    for given in ({"lastModified": value}, json.dumps({"lastModified": value})):
        with pytest.raises(mr.DecodeError, match="does not match"):
            apps.decode(given, apps.McpUiAnnotations)
