"""Problems: one printable line each, in the order in which a reader counts."""

from __future__ import annotations

from mcpgen.problems import Problem, Refused, natural_order, one_word, printable, printable_lines


def test_natural_order_counts_numbers() -> None:
    """Numbers in a name sort by value, not by digit."""
    assert sorted(["T10", "T2.10", "T2.9", "R-MRTR", "T2"], key=natural_order) == [
        *("R-MRTR", "T2", "T2.9", "T2.10", "T10")
    ]


def test_problems_are_distinct_and_in_the_order_of_their_lines() -> None:
    """A refusal lists each problem once, line 9 before line 10, the messages of one line by name."""
    problems = [Problem("f:10", "a"), Problem("f:9", "b"), Problem("f:9", "a"), Problem("f:10", "a")]
    assert list(map(str, Refused(problems).problems)) == ["f:9: a", "f:9: b", "f:10: a"]


def test_a_problem_is_one_line_that_no_terminal_obeys() -> None:
    """Line ends, control characters and lone surrogates are escaped; other text stays."""
    assert str(Problem("a\nb", "\x1b[2J\u2028\ud800é")) == "a\\nb: \\x1b[2J\\u2028\\ud800é"
    assert printable("plain é") == "plain é"


def test_a_line_that_no_runner_obeys() -> None:
    """The begin of a workflow command is escaped, white space before it too; a name is one word."""
    assert printable("  ::error::x") == "  \\x3a:error::x"
    assert printable("a ##[b] ###[c]") == "a \\x23#[b] #\\x23#[c]"
    assert printable("a ::error::x ## [b]") == "a ::error::x ## [b]"
    assert one_word("Tool.name") == "Tool.name" and one_word("w ::x") == '"w\\x20::x"'
    assert printable("caf\udcc3\udca9") == "café"


def test_lines_that_no_terminal_obeys() -> None:
    """Line feeds stay; carriage returns and line separators are escaped."""
    assert printable_lines("é\n\x9b31m\r\n\u2028\n") == "é\n\\x9b31m\\r\n\\u2028\n"
