"""Convert the patterns of strings for Python's `re`, and check them for the published data.

A pattern of a JSON Schema is an ECMAScript regular expression that matches anywhere in a string.
`published_pattern` accepts only syntax that ECMAScript and RE2 both have and read in the same way.
`python_pattern` replaces the parts that `re` reads differently.
"""

from __future__ import annotations

import re

from mcpgen.problems import refuse

_ATOM = r"""
    [^\\^$.|?*+()\[\]{}]                           # a character
  | \\[dDwWnrt^$\\.|?*+()\[\]{}/]                  # an escape
  | \[\^?(?:[^\\\[\]^&-]|\\[dwnrt\\\[\]^-]|-)+\]      # a class of characters
  | \)
"""
_QUANTIFIER = r"(?:[?*+]|\{\d{1,3}(?:,(?:\d{1,3})?)?\})\??"
_DIALECT = re.compile(rf"(?:(?:{_ATOM})(?:{_QUANTIFIER})?|\(\?:|\((?!\?)|[|^$])*", re.VERBOSE)
_PARTS = re.compile(r"(\[(?:\\.|[^\\\]])*\])|\\.|\$", re.DOTALL)
_DIGITS, _WORD = "0-9", "0-9A-Za-z_"
_OUTSIDE = {
    r"\d": f"[{_DIGITS}]",
    r"\D": f"[^{_DIGITS}]",
    r"\w": f"[{_WORD}]",
    r"\W": f"[^{_WORD}]",
    "$": r"$(?!\n)",
}


def python_pattern(pattern: str) -> str:
    r"""Return an ECMAScript pattern as a pattern of Python's `re` that matches the same strings.

    In `re`, `\d` and `\w` also match characters that are not ASCII, and `$` also matches before a final
    newline. The result is also an ECMAScript pattern with the same meaning as the original one.
    """

    def respelled(part: re.Match[str]) -> str:
        if part[1] is None:
            return _OUTSIDE.get(part[0], part[0])
        return re.sub(
            r"\\(.)", lambda one: {"d": _DIGITS, "w": _WORD}.get(one[1], one[0]), part[1], flags=re.S
        )

    return _PARTS.sub(respelled, pattern)


def published_pattern(pattern: str) -> str:
    """Return a pattern unchanged. Refuse a pattern with syntax that RE2 and ECMAScript do not share."""
    if _DIALECT.fullmatch(pattern) is None:
        reason = "uses syntax that RE2 and ECMAScript do not share; write it in the syntax that both have"
        raise refuse(f"the pattern {pattern:.60}", reason)
    return pattern
