"""Generate the reference pages `advice.md`, `rules.md` and `cli.md` from rules, named changes and commands.

`make pages` writes them. Tests compare the pages with the tables, and the tables with the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mcp_revisions._runtime.specification import spec_rules
from mcp_revisions._runtime.specification.spec_rule import SpecRule

from mcpgen.adapters.decisions import Entry, read_entries, source_of
from mcpgen.frontend.ingest import parse_pins
from mcpgen.frontend.package_data import PACKAGE, data_root
from mcpgen.frontend.toml_document import parse_toml
from mcpgen.runtime.conversion.rules import RULES
from mcpgen.schema_folder import packaged
from support.cli_page import cli_page
from support.paths import ROOT

_ADVICE = """# Advice

This page lists the rules that the specification states with MUST or SHOULD and that a schema cannot express.
Apply these rules with `mr.advise(message, revision)` in Python, or `mcpgen validate --advice` at a terminal.
Advice never changes which messages are accepted. `make pages` writes this page from
`codegen/mcpgen/runtime/specification/`.

| rule | severity | revisions | section | requirement |
|---|---|---|---|---|
"""


def advice_page() -> str:
    """Return `docs/advice.md`: a table of all rules that `mr.advise` applies."""
    return _ADVICE + "".join(map(_advice_row, sorted(spec_rules.ADVICE, key=lambda rule: rule.id)))


def _advice_row(rule: SpecRule) -> str:
    since = rule.since or revisions()[0]
    run = since if since == rule.until else f"{since} – {rule.until or ''}".rstrip()
    section = f"[{rule.section}]({rule.reference(rule.until or revisions()[-1])})"
    code = f" Answered with {rule.code}." if rule.code else ""
    needs = " Needs jsonschema." if rule.validates else ""
    return f"| `{rule.id}` | {rule.severity} | {run} | {section} | {rule.summary}{code}{needs} |\n"


# --- rules ------------------------------------------------------------------------------------------------

_RULES = """# Rules

This page lists every id that occurs in `Loss.change`, `NoCounterpart.change` or the log of a bridge. A
package that you build from another schema may also cite a member, such as `Tool.metadata`, if its change has
no entry in `schema/changes/`. `make pages` writes this page from [rules.toml](rules.toml), the conversion
rules and `schema/changes/`.

## Rules

A rule applies to conversions and to the bridge. Several named changes may lead to the same rule.

| id | rule | reference | revisions | code |
|---|---|---|---|---|
"""
_STATES = """
## States of a bridge

| id | meaning | code |
|---|---|---|
"""
_CHANGES = """
## Changes from {older} to {newer}

[{source}](../{source}) has the decision about each change.

| id | change | reason for the conversion | reference | functions |
|---|---|---|---|---|
"""
_PROPOSALS = "https://github.com/modelcontextprotocol/modelcontextprotocol/issues/"
_RUNTIME = PACKAGE / "runtime"
BRIDGE_CORE = ROOT / "bridge" / "mcp_bridge" / "core"


class RuleDefinition(NamedTuple):
    """A definition in `docs/rules.toml`.

    The definition of a bridge's state has no references and no revisions.
    """

    id: str
    sentence: str
    references: Sequence[str] = ()
    revisions: Sequence[str] = ()


def _definitions() -> Iterator[RuleDefinition]:
    document = parse_toml((ROOT / "docs" / "rules.toml").read_text(encoding="utf-8"))
    assert document is not None
    for entry in document["rule"]:
        yield RuleDefinition(**entry)


DEFINITIONS = {definition.id: definition for definition in _definitions()}


def rules_page() -> str:
    """Return `docs/rules.md`: a definition of every id that a loss or a dropped message cites."""
    rules = [definition for definition in DEFINITIONS.values() if definition.references]
    states = [definition for definition in DEFINITIONS.values() if not definition.references]
    parts = [_RULES, *map(_rule_row, rules), _STATES, *map(_state_row, states)]
    for older, newer in packaged().steps:
        parts.append(_CHANGES.format(older=older, newer=newer, source=source_of(older, newer)))
        parts += map(_change_row, named_changes(older, newer))
    return "".join(parts)


@cache
def revisions() -> tuple[str, ...]:
    """Return the pinned revisions, oldest first."""
    return tuple(parse_pins((data_root("schema") / "pins.json").read_bytes()))


def named_changes(older: str, newer: str) -> tuple[Entry, ...]:
    """Return the entries of `schema/changes/` for two neighbouring revisions."""
    path = data_root("schema") / "changes" / f"{older}--{newer}.toml"
    return read_entries(path.read_bytes(), source_of(older, newer))


def functions_of(entry: Entry) -> list[str]:
    """Return the conversion rules that an entry names, in order."""
    actions = [action for _, action in (*entry.up, *entry.down)]
    return list(dict.fromkeys(re.findall(r"(?:rule|instead):(\w+)", " ".join(actions))))


def citing_modules(id: str) -> list[str]:
    """Return the modules of the bridge and of the conversion that cite an id, except modules of rules."""
    cited = re.compile(rf"\b{re.escape(id)}\b(?!-)" if id.startswith("R-") else rf'Change\(\s*"{id}"')
    packages = (BRIDGE_CORE, _RUNTIME / "conversion")
    modules = [path for package in packages for path in sorted(package.glob("*.py"))]
    found = [path for path in modules if cited.search(path.read_text("utf-8"))]
    return [path.relative_to(ROOT).as_posix() for path in found]


def _rule_row(definition: RuleDefinition) -> str:
    functions = [name for name, rule in RULES.items() if definition.id in rule.ids]
    code = _cell([*_links_to_functions(functions), *_links_to_modules(definition.id)])
    references = _cell(map(_reference, definition.references))
    revisions = _cell(definition.revisions)
    return f"| `{definition.id}` | {definition.sentence} | {references} | {revisions} | {code} |\n"


def _state_row(definition: RuleDefinition) -> str:
    return f"| `{definition.id}` | {definition.sentence} | {_cell(_links_to_modules(definition.id))} |\n"


def _change_row(entry: Entry) -> str:
    functions = _cell(_links_to_functions(functions_of(entry)))
    cells = (f"`{entry.id}`", entry.title, entry.explanation, _reference(entry.reference), functions)
    return f"| {' | '.join(cells)} |\n"


def _links_to_functions(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        module = RULES[name].function.__module__.replace(".", "/")
        yield f"[{name}](../codegen/{module}.py)"


def _links_to_modules(id: str) -> Iterator[str]:
    for name in citing_modules(id):
        folder, module = name.rsplit("/", 2)[-2:]
        yield f"[{'bridge' if folder == 'core' else folder}/{module}](../{name})"


def _reference(reference: str) -> str:
    """Return a reference as a link. A page is shown by its path, a SEP or pull request by its number."""
    if reference.startswith("https://"):
        return f"[{reference.partition('/specification/')[2]}]({reference})"
    return f"[{reference}]({_PROPOSALS}{re.sub(r'[^0-9]', '', reference)})"


def _cell(items: Iterable[str]) -> str:
    return ", ".join(items)


PAGES = {"advice.md": advice_page, "cli.md": cli_page, "rules.md": rules_page}


def write_pages(folder: Path) -> None:
    """Write every page into a folder."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path("docs"))
