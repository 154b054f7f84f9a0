"""A revision is data: no code of generator, runtime or bridge names a revision to decide what happens."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp_revisions._runtime.revisions import facts_of

from mcpgen.schema_folder import revisions
from support.module_imports import PACKAGE
from support.paths import ROOT

BRIDGE = ROOT / "bridge" / "mcp_bridge"
_NAME = re.compile("|".join(re.escape(name).replace(r"\-", "[-_]") for name in revisions()))
# The limits of a rule of prose.
_LIMITS = ("since", "until")
# Texts for readers: module → the reason why its texts name revisions.
_TEXTS = {
    "cli.py": "the help of two options shows a revision as an example",
    "core/rules.py": "the reason of rule R-42 names the revision that has the id",
}


MODULES = sorted([*PACKAGE.rglob("*.py"), *BRIDGE.rglob("*.py")])


def _name(path: Path) -> str:
    """Return the path of a module in its package."""
    return path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else BRIDGE).as_posix()


def named(source: str) -> Iterator[int]:
    """Yield the lines of the strings that name a revision, other than docstrings and limits of rules."""
    tree = ast.parse(source)
    exempt: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) or (isinstance(node, ast.keyword) and node.arg in _LIMITS):
            exempt.add(id(node.value))
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in exempt else None
        if isinstance(text, str) and _NAME.search(text):
            yield node.lineno


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_names_a_revision(path: Path) -> None:
    """A module names revisions in limits of rules alone, or in the texts of the allowed list."""
    name = _name(path)
    lines = list(named(path.read_text("utf-8")))
    assert bool(lines) == (name in _TEXTS), f"{name}: lines {lines}"


def test_no_module_compares_a_text_of_the_list() -> None:
    """No comparison in an allowed module has a text that names a revision."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))) if _name(path) in _TEXTS else ():
            if isinstance(node, ast.Compare):
                assert not _NAME.search(ast.unparse(node)), f"{path}:{node.lineno}"


def test_no_template_names_a_revision() -> None:
    """The templates print the names that they are given."""
    for path in sorted((ROOT / "templates").rglob("*.jinja*")):
        assert not _NAME.search(path.read_text("utf-8")), path


# Texts that the table of facts holds: no module states them a second time.
_FACTS = {
    fact
    for revision in revisions()
    for facts in [facts_of(revision)]
    for fact in (
        *facts.request_meta.values(),
        *facts.notification_meta.values(),
        *facts.result_meta.values(),
        *facts.list_changes,
        *facts.list_changes.values(),
    )
}
_LEVELS = set(facts_of(revisions()[-1]).levels)


def restated(source: str) -> Iterator[str]:
    """Yield the facts of the table that code states: reserved keys, members of a filter, lists of levels."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in _FACTS:
            yield node.value
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            texts = {str(each.value) for each in node.elts if isinstance(each, ast.Constant)}
            if len(texts & _LEVELS) > len(_LEVELS) / 2:
                yield ", ".join(sorted(texts))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_states_a_fact_of_the_table(path: Path) -> None:
    """Reserved keys, notifications of changed lists and levels are read from the table of facts."""
    assert not list(restated(path.read_text("utf-8")))


def test_a_restated_fact_is_noticed() -> None:
    """The check notices a key, a notification and a list of levels."""
    levels = repr(tuple(_LEVELS))
    for source in (repr(next(iter(_FACTS))), f"LEVELS = {levels}", 'x == "toolsListChanged"'):
        assert list(restated(source)), source


@pytest.mark.parametrize(
    "source",
    [
        'if revision == "2025-11-25": pass',
        'within(revision, "2025-11-25")',
        'table = {"v2025_11_25": 1}',
        'f"{revision} 2025-11-25"',
        'Gate("a", "b", "2025-11-25")',
    ],
)
def test_a_name_is_noticed(source: str) -> None:
    """The check notices a name in any string but a docstring and a limit."""
    assert list(named(source)) == [1]
    assert not list(named('"""Since 2025-11-25."""\nRule(since="2025-11-25", until="2026-07-28")'))
