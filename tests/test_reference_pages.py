"""The generated pages of `docs/` equal the tables, and the tables define every id that the code cites."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcpgen.runtime.conversion.rules import RULES
from mcpgen.schema_folder import packaged
from support.paths import ROOT
from support.reference_pages import (
    BRIDGE_CORE,
    DEFINITIONS,
    PAGES,
    citing_modules,
    functions_of,
    named_changes,
)

RUNTIME = ROOT / "codegen" / "mcpgen" / "runtime"
ADAPTERS = ROOT / "generated" / "mcp_revisions" / "adapters"
CHANGES = {entry.id: entry for pair in packaged().steps for entry in named_changes(*pair)}
IDS = {*DEFINITIONS, *CHANGES}
ID = re.compile(r"\bR-[A-Z0-9]+(?:-[A-Z0-9]+)*\b|\b[TX][0-9]+\.[0-9]+\b")
INVENTING = "new-revision.md"  # its example has changes of a revision after the latest


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_up_to_date(name: str) -> None:
    """A page in `docs/` equals the page that `make pages` writes."""
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == PAGES[name]()


def test_the_page_of_agreement_has_the_text_of_its_command() -> None:
    """The text above the tables is what `make agreement` writes."""
    command = runpy.run_path(str(ROOT / "tests" / "testees" / "agreement.py"))
    assert command["PAGE"].read_text("utf-8").startswith(command["HEAD"])


def cited_ids(path: Path) -> Iterator[str]:
    """Yield the first argument of every `Change(...)` of a module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Change":
            id = node.args[0]
            if isinstance(id, ast.Constant):
                yield id.value


def test_every_id_that_a_loss_can_carry_is_defined() -> None:
    """The changes that the runtime and the adapters cite are rules, states of a bridge, or named changes."""
    cited = {
        id
        for folder in (RUNTIME, BRIDGE_CORE, ADAPTERS)
        for path in folder.rglob("*.py")
        for id in cited_ids(path)
    }
    assert {"R-SUB", "closed", "T1.2", "T4.18"} <= cited <= IDS


def test_every_id_in_code_and_docs_is_defined() -> None:
    """No text of the runtime or of `docs/` mentions an id without a definition."""
    texts = [
        *RUNTIME.rglob("*.py"),
        *BRIDGE_CORE.rglob("*.py"),
        *(ROOT / "docs").glob("*.md"),
        ROOT / "README.md",
    ]
    texts = [path for path in texts if path.name != INVENTING]
    found = {(id, path.name) for path in texts for id in ID.findall(path.read_text("utf-8")) if id not in IDS}
    assert found == set()


def test_every_id_of_a_conversion_rule_is_defined() -> None:
    """`@rule` names only defined ids."""
    assert {id for rule in RULES.values() for id in rule.ids} <= DEFINITIONS.keys()


def test_every_definition_has_code() -> None:
    """A conversion rule, or a module of the bridge or of the conversion, cites every defined id."""
    by_rules = {id for rule in RULES.values() for id in rule.ids}
    assert {id for id in DEFINITIONS if id not in by_rules and not citing_modules(id)} == set()


def test_every_conversion_rule_has_a_purpose() -> None:
    """A function of `conversion/rules/` carries out a defined rule, or a named change names the function."""
    named = {name for entry in CHANGES.values() for name in functions_of(entry)}
    assert named <= RULES.keys()
    assert {name for name, rule in RULES.items() if not rule.ids} <= named


@pytest.mark.parametrize("name", PAGES)
def test_links_into_the_repository_lead_to_files(name: str) -> None:
    """A relative link of a page leads to a file of the repository."""
    targets = set(re.findall(r"\]\((\.\./[^)#]+)", PAGES[name]()))
    assert [target for target in targets if not (ROOT / "docs" / target).is_file()] == []
