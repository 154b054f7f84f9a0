"""Change the meaning of Python source in small ways: each mutant replaces the text of one syntax node.

The kinds of change are: another boundary or the negation of a comparison, a negated condition, `and` for
`or`, a constant changed by one, a flipped boolean, and a removed statement. Statements that can be removed
are raise, return, del, break, continue, a call, and an assignment to a member or an item. Annotations,
docstrings, decorators, class keywords and code for type checkers are not changed, because they decide nothing
at run time. F-strings are not changed either, because their nodes have no exact location before Python 3.12.

`mutants_listed.toml` lists mutants that no test can notice.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from support.paths import TESTS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_REMOVED = (ast.Raise, ast.Return, ast.Delete, ast.Break, ast.Continue)
_OF_TYPE_CHECKERS = {"TypeVar", "_t.TypeVar", "assert_never"}
_SKIPPED = {"annotation", "returns", "type_params", "decorator_list", "bases"}


class Mutant(NamedTuple):
    """A change of one node: its line, the text before and after, and the replaced bytes of the module."""

    line: int
    before: str
    after: str
    start: int
    end: int

    @property
    def change(self) -> str:
        """The text before and after the change, on one line."""
        return " -> ".join(" ".join(text.split()) for text in (self.before, self.after))

    def applied(self, source: str) -> str:
        """Return the source with the change applied."""
        data = source.encode()
        return (data[: self.start] + self.after.encode() + data[self.end :]).decode()


class Listed(NamedTuple):
    """A mutant that no test can notice: its module, the text of its line, the change, and the reason."""

    module: str
    line: str
    change: str
    reason: str

    @staticmethod
    def key(module: Path, source: str, mutant: Mutant) -> tuple[str, str, str]:
        """Return the module, line and change by which a mutant is found in the list."""
        return module.as_posix(), source.splitlines()[mutant.line - 1].strip(), mutant.change


def listed_mutants() -> list[Listed]:
    """Return the mutants in `mutants_listed.toml`."""
    entries = tomllib.loads((TESTS / "mutants_listed.toml").read_text("utf-8")).get("mutant", [])
    return [Listed(**entry) for entry in entries]


def mutants(source: str) -> list[Mutant]:
    """Return every mutant of a module, in the order of their locations."""
    lines = [0]
    for line in source.encode().splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found = []
    for node, after in _changes(ast.parse(source)):
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = source.encode()[start:end].decode()
        found.append(Mutant(node.lineno, before, after, start, end))
    return sorted(dict.fromkeys(found), key=lambda mutant: (mutant.start, mutant.end, mutant.after))


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    value = node.value if isinstance(node, (ast.Expr, ast.Return)) else node
    if isinstance(value, ast.Call) and ast.unparse(value.func) in _OF_TYPE_CHECKERS:
        return
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        for child in node.body if isinstance(node.test, ast.UnaryOp) else node.orelse:
            yield from _changes(child)
        return
    if isinstance(node, ast.expr):
        yield from ((node, after) for after in _expression(node))
    elif isinstance(node, ast.stmt) and _is_removable(node):
        yield node, "pass"
    for test in _conditions(node):
        if not isinstance(test, (ast.Compare, ast.UnaryOp)):  # these are negated as expressions
            yield test, f"(not ({ast.unparse(test)}))"
    for name, value in ast.iter_fields(node):
        if name in _SKIPPED or (name == "keywords" and isinstance(node, ast.ClassDef)):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield from _changes(child)


def _expression(node: ast.expr) -> Iterator[str]:
    # Parentheses keep the meaning of what stands around the replaced text.
    match node:
        case ast.Compare(left, ops, comparators):
            for place, op in enumerate(ops):
                other = [*ops[:place], _BOUNDARY[type(op)](), *ops[place + 1 :]]
                yield f"({ast.unparse(ast.Compare(left, other, comparators))})"
        case ast.BoolOp(op, values):
            swapped: ast.boolop = ast.And() if isinstance(op, ast.Or) else ast.Or()
            yield f"({ast.unparse(ast.BoolOp(swapped, values))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as value):
            yield from (f"({value + 1})", f"({value - 1})")


def _is_removable(node: ast.stmt) -> bool:
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in targets)
    called = isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Await))
    return called or (isinstance(node, _REMOVED) and getattr(node, "value", node) is not None)


def _conditions(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        return [node.test]
    return node.ifs if isinstance(node, ast.comprehension) else []
