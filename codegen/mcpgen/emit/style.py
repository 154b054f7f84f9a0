"""Format Python source exactly as black does, but faster.

Templates print short statements as black formats them, except for the quotes of strings. `module_style`
changes the quotes, and splits long lines that end in brackets. It passes other parts that black would change
(`_ODD`) to black. If black formatted the whole source, that would take longer than all other steps of the
build. `style` passes everything to black. Tests check that both functions return the same text.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache

LINE_LENGTH = 110
# A string or a comment. The groups are the text in single quotes and the text in triple quotes.
_TEXT = re.compile(
    r"""'((?:\\.|[^'\\\n])*)'|\"{3}((?:\\.|[^\\])*?)\"{3}|"(?:\\.|[^"\\\n])*"|#[^\n]*""", re.DOTALL
)
# What black changes: a long line, empty brackets on two lines, or a trailing comma on one line.
_ODD = re.compile(rf"^.{{{LINE_LENGTH + 1},}}$|[(\[{{]\n *[)\]}}]|,[\]}}]|, [)\]}}]", re.MULTILINE)
# Black must format a part that has one of these: quotes, a docstring, or brackets that it joins or splits.
_HARD = re.compile(r"""'|\"{3}|[(\[{]\n *[)\]}]|,[\]}]|, [)\]}]""")
# The start of a line, up to the brackets that `_split` may split.
_HEAD = re.compile(
    r' *(?:class |[\w.]+(?:: [\w.\[\], ]+)? = |(?:"(?:\\.|[^"\\])*"|[\w.]+): |\w+=)?(?P<callee>[\w.]*)[(\[{]'
)
_MARK = re.compile(r'"(?:\\.|[^"\\])*"|[()\[\]{}]|, ?')


@cache
def style(source: str) -> str:
    """Format the Python source `source` with black."""
    from black import format_str
    from black.mode import Mode, TargetVersion

    mode = Mode(target_versions={TargetVersion.PY310}, line_length=LINE_LENGTH)
    return format_str(source, mode=mode)


def module_style(source: str) -> str:
    """Format the source of a module that a template printed. The result is the same as that of `style`."""
    odd: list[int] = []
    source = _TEXT.sub(lambda found: _quoted(found, odd), source.rstrip()) + "\n"
    odd += [found.start() for found in _ODD.finditer(source)]
    if not odd:
        return source
    starts = [found.end() for found in re.finditer("^", source, re.MULTILINE)]
    numbers = sorted(bisect_right(starts, position) - 1 for position in odd)
    lines, styled, at = source.split("\n"), list[str](), 0
    for first, end in _parts(ast.parse(source).body):
        if bisect_left(numbers, first) < bisect_left(numbers, end):
            styled += [*lines[at:first], *_formatted(lines[first:end])]
            at = end
    return "\n".join([*styled, *lines[at:]])


def _quoted(found: re.Match[str], odd: list[int]) -> str:
    """Return the string literal `found` in double quotes.

    If only black can choose the quotes, return the literal unchanged, and append its position to `odd`.
    """
    single, triple = found.groups()
    if triple and (triple[0] in '"\\' or triple[-1] in '"\\') or single and "\\" in single:
        odd.append(found.start())
    elif single is not None and '"' not in single:
        return f'"{single}"'
    return found[0]


def _parts(nodes: Sequence[ast.stmt]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a module that can be formatted separately.

    Each is yielded as the index of its first line and the index of the line after its last. A statement is a
    part, but a class or an `if` is split into its first line, its docstring, and the statements in it.
    Docstrings of members are skipped, because black does not change them.
    """
    for node in nodes:
        first, end = node.lineno - 1, node.end_lineno or node.lineno
        match node:
            case ast.Expr():
                pass
            case ast.ClassDef(body=[ast.Expr() as docstring, *body]):
                yield first, first + 1
                yield docstring.lineno - 1, docstring.end_lineno or end
                yield from _parts(body)
            case ast.ClassDef(body=body) | ast.If(body=body):
                yield first, first + 1
                yield from _parts([*body, *getattr(node, "orelse", ())])
            case _:
                yield first, end


def _formatted(lines: Sequence[str]) -> list[str]:
    """Format the lines of one part of a module.

    Lines are split at brackets if this gives the same result as black. Otherwise black formats the part.
    """
    text = "\n".join(lines)
    split = [] if _HARD.search(text) else [_split(line) for line in lines]
    if split and all(split):
        return [line for group in split for line in group]
    depth = (len(lines[0]) - len(lines[0].lstrip())) // 4
    classes = [f"{'    ' * level}class _:" for level in range(depth)]
    rest = [f"{'    ' * depth}    pass"] if lines[-1].endswith(":") else []
    styled = style("\n".join([*classes, text, *rest])).rstrip("\n").split("\n")
    return styled[depth : len(styled) - len(rest)]


def _split(line: str) -> list[str]:
    """Split a line at the brackets at its end, as black does. Return [] if only black can decide.

    Even a short line is split if it has several items and a trailing comma.
    """
    text, is_short = line.rstrip(",:"), len(line) <= LINE_LENGTH
    head = _HEAD.match(text)
    items = _items(text[head.end() :]) if head else []
    stated = [item for item in items if item]
    if not head or not stated:
        return [line] * is_short
    indent = " " * (len(line) - len(line.lstrip()))
    comma = "," if len(items) > 1 else ""
    split = [_split(f"{indent}    {item}{comma}") for item in stated]
    is_flat = all(len(group) == 1 for group in split) and (items[-1] != "" or len(stated) == 1)
    if is_short and is_flat:
        return [line]
    body = f"{indent}    {', '.join(stated)}"
    if is_flat and len(body) <= LINE_LENGTH and (len(items) == 1 or head["callee"]):
        split = [[body]]
    ends = [head[0], *(each for group in split for each in group), indent + text[-1] + line[len(text) :]]
    return ends if all(split) and len(head[0]) <= LINE_LENGTH else []


def _items(text: str) -> list[str]:
    """Return the comma-separated items in `text`, which follows an opening bracket.

    A trailing comma adds '' as the last item.

    Return [] if the text does not end with the closing bracket.
    """
    items, depth, start = list[str](), 1, 0
    for mark in _MARK.finditer(text):
        depth += (mark[0] in "([{") - (mark[0] in ")]}")
        if depth == 0 or (depth == 1 and mark[0][0] == ","):
            items.append(text[start : mark.start()])
            start = mark.end()
        if depth == 0:
            break
    return items if depth == 0 and start == len(text) else []
