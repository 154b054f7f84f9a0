"""Regular expressions of peers, matched by RE2: no pattern takes more than size of pattern x length of text.

In: a `pattern` of JSON Schema, which is an ECMA-262 expression, and a text. Out: whether the pattern is found
in the text, and the cost of the search. RE2 has neither lookaround nor backreferences, which need
backtracking, so a pattern with either cannot be compiled. The escapes that ECMA-262 alone has are rewritten.
"""

from __future__ import annotations

import re
from typing import Any

from .schema_errors import InvalidSchema, extra

_MEMORY = 2 << 20  # bytes for one compiled pattern
_KEPT = 32  # compiled patterns of one evaluation
_ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})|c([A-Za-z])|.)", re.DOTALL)


class Patterns:
    """The compiled patterns of one evaluation; of more than `_KEPT`, the oldest are dropped."""

    def __init__(self) -> None:
        self._compiled: dict[str, Any] = {}

    def compiled(self, pattern: str) -> tuple[Any, int]:
        """Return a compiled pattern and the size of its program, or raise `InvalidSchema`."""
        found = self._compiled.get(pattern)
        if found is None:
            found = self._compiled[pattern] = _compiled(pattern)
            if len(self._compiled) > _KEPT:
                del self._compiled[next(iter(self._compiled))]
        return found, found.programsize

    def __contains__(self, pattern: str) -> bool:
        """Say whether a pattern is compiled."""
        return pattern in self._compiled


def is_found(compiled: Any, text: str) -> bool:
    """Say whether a compiled pattern is found anywhere in a text; a lone surrogate is read as `?`."""
    return compiled.search(text.encode("utf-8", "replace")) is not None


def _compiled(pattern: str) -> Any:
    re2 = extra("re2")
    options = re2.Options()
    options.log_errors, options.max_mem = False, _MEMORY
    try:
        return re2.compile(_ESCAPE.sub(_rewritten, pattern).encode(), options)
    except (re2.error, UnicodeEncodeError) as error:
        reason = error.args[0] if isinstance(error, re2.error) else "a lone surrogate"
        reason = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        shown = pattern if len(pattern) <= 60 else pattern[:57] + "..."
        raise InvalidSchema("", f"the pattern {shown!r} cannot be compiled: {reason[:100]}") from error


def _rewritten(escape: re.Match[str]) -> str:
    """Return an escape of ECMA-262 in the syntax of RE2."""
    digits, four, control = escape.groups()
    if control is not None:
        return rf"\x{{{ord(control) % 32:x}}}"
    code = digits or four
    return escape[0] if code is None else rf"\x{{{code}}}"
