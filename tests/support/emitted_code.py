"""The kinds of statements that generated modules of types, dictionaries or methods may contain."""

from __future__ import annotations

import ast
from collections.abc import Iterator

CALLS = {"_m.field", "_m.Meta", "_b.Member", "_b.prefilled", "Method", "_Codec", "TypedDict"}


def violations(source: str) -> Iterator[str]:
    """Yield each statement of a generated module that is not of an allowed kind."""
    for node in ast.parse(source).body:
        yield from _statement(node)


def _statement(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Expr(ast.Constant(str())):
            return
        case ast.ImportFrom(module="__future__") | ast.Pass():
            return
        case ast.Import(names=[ast.alias("typing", "_t") | ast.alias("msgspec", "_m")]):
            return
        case ast.ImportFrom(level=level, module=module) if level or module in ("typing", "typing_extensions"):
            return
        case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name()):
            calls = [n for n in ast.walk(node) if isinstance(n, ast.Call)]
            yield from (ast.unparse(call) for call in calls if ast.unparse(call.func) not in CALLS)
            if any(
                isinstance(n, (ast.Lambda, ast.Await, ast.NamedExpr, ast.JoinedStr)) for n in ast.walk(node)
            ):
                yield ast.unparse(node)
        case ast.ClassDef(
            bases=[*kinds, ast.Attribute(ast.Name("_b")) | ast.Name("TypedDict")],
            decorator_list=[],
            body=body,
        ) if all(map(_is_kind, kinds)):
            for inner in body:
                yield from _statement(inner)
        case ast.If(
            ast.UnaryOp(ast.Not(), ast.Name("TYPE_CHECKING")),
            [
                ast.Expr(
                    ast.Call(ast.Name("state_optional_keys"), [ast.Call(ast.Name("globals"), [], [])], [])
                )
            ],
            [],
        ):
            return
        case ast.If(ast.Attribute(ast.Name("_t"), "TYPE_CHECKING") | ast.Name("TYPE_CHECKING"), body, orelse):
            for inner in [*body, *orelse]:
                yield from _statement(inner)
        case _:
            yield ast.unparse(node)


def _is_kind(base: ast.expr) -> bool:
    """Return whether a base class is `_b.Notification`, or `_b.Request` with its result types."""
    match base:
        case ast.Attribute(ast.Name("_b"), "Notification"):
            return True
        case ast.Subscript(
            ast.Attribute(ast.Name("_b"), "Request"),
            ast.Constant(str()) | ast.Tuple([ast.Constant(str()), ast.Constant(str())]),
        ):
            return True
    return False
