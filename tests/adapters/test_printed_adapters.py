"""The source of every generated adapter, of the pinned revisions and of the golden folders, is plain."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from support.paths import ROOT

PINNED = sorted((ROOT / "generated" / "mcp_revisions" / "adapters").glob("*.py"))
GOLDEN = sorted((ROOT / "tests" / "golden_adapters").glob("*/adapter.py"))
LAYOUT = (tokenize.NL, tokenize.COMMENT)


def split_literals(source: str) -> list[int]:
    """Return the lines at which one string literal follows another, so that Python joins them."""
    tokens = [
        token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type not in LAYOUT
    ]
    return [two.start[0] for one, two in pairwise(tokens) if one.type == two.type == tokenize.STRING]


def checks_of_form(source: str) -> list[str]:
    """Return the lines that test the JSON type of a value and only refuse it. A helper does so."""
    return re.findall(r"if type\(\w+\) is not (?:dict|list):\n +raise .*", source)


def branches(node: ast.AST) -> Iterator[tuple[list[ast.stmt], list[ast.stmt]]]:
    """Yield the bodies of two branches that follow each other: of one `if`, or of two in one block."""
    if isinstance(node, ast.If) and node.orelse:
        is_elif = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
        yield node.body, node.orelse[0].body if is_elif else node.orelse  # type: ignore[attr-defined]
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        for one, two in pairwise(block if isinstance(block, list) else ()):
            if isinstance(one, ast.If) and isinstance(two, ast.If) and not one.orelse:
                yield one.body, two.body


def equal_branches(source: str) -> list[int]:
    """Return the lines of branches that do the same as the branch before."""
    found = (pair for node in ast.walk(ast.parse(source)) for pair in branches(node))
    return [two[0].lineno for one, two in found if list(map(ast.dump, one)) == list(map(ast.dump, two))]


@pytest.mark.parametrize("path", [*PINNED, *GOLDEN], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_an_adapter_is_plain(path: Path) -> None:
    """An adapter has no split string literal, no check of a JSON type without a helper, no equal branches."""
    source = path.read_text("utf-8")
    assert split_literals(source) == []
    assert checks_of_form(source) == []
    assert equal_branches(source) == []


def test_each_reader_finds_what_it_looks_for() -> None:
    """Each of the three readers finds an example."""
    assert split_literals('x = (\n    "a"  # why\n    "b"\n)\n') == [3]
    assert checks_of_form("if type(tool) is not dict:\n    raise expected('an object', at)\n") != []
    assert equal_branches("if a:\n    f()\nelif b:\n    f()\n") == [4]
    assert equal_branches("if a:\n    f()\nif b:\n    f()\n") == [4]
    assert equal_branches("if a:\n    f()\nelse:\n    f()\n") == [4]
    assert equal_branches("if a:\n    f(1)\nelif b:\n    f(2)\nif c:\n    f(1)\n") == []
