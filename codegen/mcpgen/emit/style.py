"""Style: Python source → the same source as black formats it.

Templates print a short statement as black does, but for the quotes of strings. `module_style` sets these, and
gives black the statements that stand out (`_ODD`): black takes half of the time of a build to find that the
others are right. `style` gives black everything. Both return the same text, which tests hold.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache

LINE_LENGTH = 110
# A string or a comment; the first group is a text in single quotes, the second one in three quotes.
_TEXT = re.compile(
    r"""'((?:\\.|[^'\\\n])*)'|\"{3}((?:\\.|[^\\])*?)\"{3}|"(?:\\.|[^"\\\n])*"|#[^\n]*""", re.DOTALL
)
# A long line, an empty pair of brackets on two lines, a trailing comma that makes black split a line.
_ODD = re.compile(rf"^.{{{LINE_LENGTH + 1},}}$|[(\[{{]\n *[)\]}}]|,[\]}}]|, [)\]}}]", re.MULTILINE)


@cache
def style(source: str) -> str:
    """Return `source` formatted; a second pass would change nothing."""
    # The public `format_str` formats its own output again, which doubles the time.
    from black import _format_str_once
    from black.mode import Mode, TargetVersion

    mode = Mode(target_versions={TargetVersion.PY310}, line_length=LINE_LENGTH)
    return _format_str_once(source, mode=mode)


def module_style(source: str) -> str:
    """Return the module that a template printed, formatted."""
    odd: list[int] = []
    source = _TEXT.sub(lambda found: _quoted(found, odd), source.rstrip()) + "\n"
    odd += [found.start() for found in _ODD.finditer(source)]
    if not odd:
        return source
    starts = [found.end() for found in re.finditer("^", source, re.MULTILINE)]
    numbers = sorted(bisect_right(starts, place) - 1 for place in odd)
    lines, styled, at = source.split("\n"), list[str](), 0
    for first, end in _statements(source):
        if bisect_left(numbers, first) < bisect_left(numbers, end):
            styled += [*lines[at:first], style("\n".join(lines[first:end])).rstrip("\n")]
            at = end
    return "\n".join([*styled, *lines[at:]])


def _quoted(found: re.Match[str], odd: list[int]) -> str:
    """Return a string in double quotes, unless black must weigh its quotes and escapes."""
    single, triple = found.groups()
    if single is None:
        if triple and (triple[0] in '"\\' or triple[-1] in '"\\'):
            odd.append(found.start())
        return found[0]
    if '"' in single or "\\" in single:
        odd.append(found.start())
        return found[0]
    return f'"{single}"'


def _statements(source: str) -> Iterator[tuple[int, int]]:
    """Yield the first line and the line after each statement of a module, docstrings left out."""
    for node in ast.parse(source).body:
        decorators = getattr(node, "decorator_list", ())
        if not isinstance(node, ast.Expr):
            yield min(each.lineno for each in (node, *decorators)) - 1, node.end_lineno or node.lineno
