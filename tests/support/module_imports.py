"""The imports between modules of `codegen/mcpgen`, read from their source.

A module is a path below the package, such as `frontend/load`; a folder stands for its `__init__.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from support.paths import ROOT

PACKAGE = ROOT / "codegen" / "mcpgen"


@cache
def modules() -> dict[str, Path]:
    """Return every module below `codegen/mcpgen` with its file."""
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        path = file.parent if file.name == "__init__.py" else file.with_suffix("")
        found[path.relative_to(PACKAGE).as_posix()] = file
    return {path: file for path, file in found.items() if path not in (".", "__main__")}


@cache
def module_imports() -> tuple[tuple[str, str], ...]:
    """Return each import between modules of the package, as the importing path and the imported path."""
    return tuple(_module_imports(modules()))


def _module_imports(known: dict[str, Path]) -> Iterator[tuple[str, str]]:
    for name, file in known.items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for imported in _imported(node, file):
                path = imported if imported in known else imported.rpartition("/")[0]
                if path in known and path != name:
                    yield name, path


def _imported(node: ast.AST, file: Path) -> list[str]:
    """Return the paths in the package that an import names. Their last part may be an attribute."""
    if isinstance(node, ast.Import):
        dotted = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        folders = ["mcpgen", *file.relative_to(PACKAGE).parts]
        base = folders[: len(folders) - node.level] if node.level else []
        start = ".".join([*base, *filter(None, [node.module])])
        dotted = [f"{start}.{alias.name}" for alias in node.names]
    else:
        return []
    return [path.removeprefix("mcpgen.").replace(".", "/") for path in dotted if path.startswith("mcpgen.")]
