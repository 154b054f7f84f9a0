"""The imports between modules of `codegen/mcpgen`, read from their source."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from support.paths import ROOT

PACKAGE = ROOT / "codegen" / "mcpgen"


def modules() -> list[str]:
    """Return every module below `codegen/mcpgen` as a path, such as `frontend/load`."""
    return [
        path.relative_to(PACKAGE).with_suffix("").as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name not in ("__init__.py", "__main__.py")
    ]


def module_imports() -> Iterator[tuple[str, str]]:
    """Yield each import of a module of the package by another: importing path, imported path."""
    known = set(modules())
    for name in modules():
        tree = ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            for imported in _imported(node, name):
                path = imported if imported in known else imported.rpartition("/")[0]
                if path in known and path != name:
                    yield name, path


def _imported(node: ast.AST, name: str) -> list[str]:
    """Return the paths below the package that an import names; the last part may be an attribute."""
    if isinstance(node, ast.Import):
        dotted = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        folders = ["mcpgen", *name.split("/")]
        base = folders[: len(folders) - node.level] if node.level else []
        start = ".".join([*base, *filter(None, [node.module])])
        dotted = [f"{start}.{alias.name}" for alias in node.names]
    else:
        return []
    return [path.removeprefix("mcpgen.").replace(".", "/") for path in dotted if path.startswith("mcpgen.")]
