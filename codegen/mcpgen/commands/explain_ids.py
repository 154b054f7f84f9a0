"""Find the pages for ids in messages: named changes, rules of conversion, change rules and advice.

`T3.10` is an entry of `schema/changes/`. `R-BATCH` is defined in `docs/rules.toml`. `TYPE_ADDED` is a rule of
`mcpgen diff`, and `batch-empty` is a rule of `mr.advise`. Upper and lower case are equivalent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mcpgen.adapters.decisions import Decided, source_of
from mcpgen.commands.explain_page import NamePage
from mcpgen.commands.schema_dir import cite_files
from mcpgen.commands.terminal import Screen
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES, ChangeRule
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.toml_document import parse_toml
from mcpgen.problems import Refused

# Imported from the generator's own runtime: the rules do not depend on generated data.
from mcpgen.runtime.specification.spec_rule import SpecRule
from mcpgen.runtime.specification.spec_rules import ADVICE
from mcpgen.schema_folder import SchemaFolder


def page_of_id(folder: SchemaFolder, name: str, screen: Screen) -> NamePage | None:
    """Return the page that describes an id, or None if the id is unknown."""
    wanted = name.strip("[]'\"` ").casefold()
    for step, rows in named_changes(folder).items():
        if rows[0].id == step[2] and step[2].casefold() == wanted:
            return _named_change(folder, step, rows, screen)
    for definition in definitions():
        if str(definition["id"]).casefold() == wanted:
            return _definition(definition, screen)
    for rule in CHANGE_RULES.values():
        if rule.id.casefold() == wanted:
            return _change_rule(rule, screen)
    for advice in ADVICE:
        if advice.id.casefold() == wanted:
            return _advice(advice, folder.revisions[-1], screen)
    return None


def ids(folder: SchemaFolder) -> Iterator[str]:
    """Yield every id that has a page."""
    yield from (id for _, _, id in named_changes(folder))
    yield from (str(each["id"]) for each in definitions())
    yield from CHANGE_RULES
    yield from (each.id for each in ADVICE)


def named_changes(folder: SchemaFolder) -> dict[tuple[str, str, str], list[Decided]]:
    """Return the changes of each entry in `schema/changes/`, by older revision, newer revision and entry id.

    Pairs of revisions between which a change has no decision are skipped.
    """
    found: dict[tuple[str, str, str], list[Decided]] = {}
    for older, newer in folder.steps:
        try:
            rows = folder.decided(older, newer).changes
        except Refused:
            continue
        for row in rows:
            if row.entry is not None and row.entry.source == source_of(older, newer):
                found.setdefault((older, newer, row.entry.id), []).append(row)
    return found


def definitions() -> Iterable[dict[str, object]]:
    """Return the content of `docs/rules.toml`: the rules of conversion, and the states of a bridge."""
    document = parse_toml((data_root("docs") / "rules.toml").read_text("utf-8")) or {}
    return list(document["rule"])


def _named_change(
    folder: SchemaFolder, step: tuple[str, str, str], rows: list[Decided], screen: Screen
) -> NamePage:
    older, newer, id = step
    entry = rows[0].entry
    assert entry is not None
    page = NamePage(screen, [f"{id} {entry.title} · change from {older} to {newer}", ""])
    page.row("reference", entry.reference)
    page.row("reason", entry.explanation)
    page.row("decided in", cite_files(source_of(older, newer), folder.path))
    ordered = sorted(rows, key=lambda row: SEVERITIES.index(row.change.severity), reverse=True)
    page.section("changes", (_decided(row, screen) for row in ordered))
    return page


def _decided(row: Decided, screen: Screen) -> list[str]:
    """Return the lines that describe a change: its severity, location, rule, and actions.

    The constant of a renamed method or error code has no actions of its own.
    """
    change, rule = row.change, CHANGE_RULES[row.change.rule]
    detail = f" ({change.detail})" if change.detail else ""
    actions = f"; up {row.up}, down {row.down}" if row.up and row.down else ""
    text = f"{change.at}{detail}: {rule.purpose} [{rule.id}]{actions}"
    first, *rest = Screen(width=screen.width - 2).wrap(text, " " * 11, " " * 11)
    return [f"{change.severity:9}  {first[11:]}", *rest]


def _definition(definition: dict[str, object], screen: Screen) -> NamePage:
    revisions, references = definition.get("revisions"), definition.get("references")
    kind = "rule of translation" if references else "state of a bridge"
    page = NamePage(screen, [f"{definition['id']} · {kind}"])
    page.text(str(definition["sentence"]))
    page.head.append("")
    for label, listed in (("revisions", revisions), ("reference", references)):
        page.row(label, ", ".join(map(str, listed)) if isinstance(listed, list) else "")
    return page


def _change_rule(rule: ChangeRule, screen: Screen) -> NamePage:
    page = NamePage(screen, [f"{rule.id} · rule of mcpgen diff", rule.purpose, ""])
    page.row("receivers", f"{rule.to_old} for peers that speak OLD; {rule.to_new} for peers that speak NEW")
    page.row("reversed", rule.mirror)
    page.row(
        "decided by", "an entry of schema/changes/" if rule.needs_entry else "the planner, without an entry"
    )
    return page


def _advice(rule: SpecRule, latest: str, screen: Screen) -> NamePage:
    page = NamePage(screen, [f"{rule.id} · rule of mr.advise and of mcpgen validate --advice"])
    page.text(rule.summary)
    page.head.append("")
    page.row("severity", rule.severity)
    page.row(
        "revisions", f"{rule.since or 'all'} – {rule.until or latest}" if rule.since or rule.until else "all"
    )
    page.row("section", f"{rule.section}, {rule.reference(rule.until or latest)}")
    return page
