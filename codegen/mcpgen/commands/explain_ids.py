"""Find the pages for ids in messages: named changes, rules of conversion, change rules, advice and grades.

`T3.10` is an entry of `schema/changes/`. `R-BATCH` is defined in `docs/rules.toml`. `TYPE_ADDED` is a rule of
`mcpgen diff`, and `batch-empty` is a rule of `mr.advise`. `breaking` is a severity, and `lossy` a grade of
`mr.fidelity`. Upper and lower case are equivalent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from mcpgen.adapters.actions import VERBS
from mcpgen.adapters.decisions import Decided, Entry, source_of
from mcpgen.commands.explain_page import NamePage
from mcpgen.commands.schema_dir import cite_files
from mcpgen.commands.terminal import Screen
from mcpgen.commands.terms import GRADE_MEANINGS
from mcpgen.compare.change_rules import CHANGE_RULES, MEANINGS, SEVERITIES, ChangeRule
from mcpgen.compare.sample_values import SampleValues
from mcpgen.compare.witness import Witness, find_witness
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.toml_document import parse_toml
from mcpgen.problems import Refused

# Imported from the generator's own runtime: the rules do not depend on generated data.
from mcpgen.runtime.specification.spec_rule import SpecRule
from mcpgen.runtime.specification.spec_rules import ADVICE
from mcpgen.schema_folder import SchemaFolder

PLAIN = ("keep", "drop", "refuse")  # the actions that need no explanation


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
            return _advice(advice, folder.revisions, screen)
    return _term(wanted, screen)


def ids(folder: SchemaFolder) -> Iterator[str]:
    """Yield every id that has a page."""
    yield from (id for _, _, id in named_changes(folder))
    yield from (str(each["id"]) for each in definitions())
    yield from CHANGE_RULES
    yield from (each.id for each in ADVICE)
    yield from (*MEANINGS, *GRADE_MEANINGS)


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
    for number, text in enumerate(_reasons(entry, rows)):
        page.row("" if number else "reason", text)
    page.row("decided in", cite_files(source_of(older, newer), folder.path))
    ordered = sorted(rows, key=lambda row: SEVERITIES.index(row.change.severity), reverse=True)
    page.row("actions", f"{_meanings(rows)}")
    page.section("changes", (_decided(row, screen) for row in ordered))
    old, new = SampleValues(folder.protocol(older)), SampleValues(folder.protocol(newer))
    severe = (row.change for row in ordered if row.change.severity != "safe")
    witness = next(filter(None, (find_witness(old, new, each) for each in severe)), None)
    if witness is not None:
        page.section("example", [_example(witness, older, newer, screen)])
    return page


def _reasons(entry: Entry, rows: Iterable[Decided]) -> Iterator[str]:
    """Yield the reasons of an entry.

    If the entry has several reasons, each begins with the direction and the actions to which it applies.
    """
    actions: dict[str, dict[str, dict[str, None]]] = {}
    for row in rows:
        for direction, stated in (("up", row.up), ("down", row.down)):
            for action in filter(None, stated.split("; ")):
                verb = re.split("[:@]", action)[0]
                if verb != "keep":
                    reason = getattr(entry.reason, direction)
                    refusal = getattr(entry.refusal, direction) or reason
                    ways = actions.setdefault(refusal if verb == "refuse" else reason, {})
                    ways.setdefault(direction, {})[verb] = None
    for text in entry.texts:
        ways = actions.get(text, {}) if len(entry.texts) > 1 else {}
        stated_for = ", ".join(f"{direction} {' or '.join(verbs)}" for direction, verbs in ways.items())
        yield f"{stated_for}: {text}" if stated_for else text


def _meanings(rows: Iterable[Decided]) -> str:
    """Return what the actions of an entry mean, except `keep`, `drop` and `refuse`, which need no words."""
    stated = "; ".join(text for row in rows for text in (row.up, row.down))
    used = dict.fromkeys(re.split("[:@]", action)[0] for action in stated.split("; "))
    known = {verb: VERBS[verb] for verb in used if verb in VERBS and verb not in PLAIN}
    return ". ".join(f"{verb}:{each.argument} means: {each.meaning}" for verb, each in known.items())


def _example(witness: Witness, older: str, newer: str, screen: Screen) -> list[str]:
    """Return the lines that show a value which a change affects."""
    revision = older if witness.valid_in == "old" else newer
    text = f"only {revision} accepts this {witness.type}: {json.dumps(witness.value, ensure_ascii=False)}"
    return Screen(width=screen.width - 2).wrap(text)


def _decided(row: Decided, screen: Screen) -> list[str]:
    """Return the lines that describe a change: its severity, location, rule, and actions."""
    change, rule = row.change, CHANGE_RULES[row.change.rule]
    detail = f" ({change.detail})" if change.detail else ""
    done = ", ".join(f"{way} {action}" for way, action in (("up", row.up), ("down", row.down)) if action)
    text = f"{change.at}{detail}: {rule.purpose} [{rule.id}]; {done or 'decided by the planner'}"
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
    page.row(
        "receivers",
        f"{rule.to_old} for peers of the older revision; {rule.to_new} for peers of the newer one",
    )
    page.row("reversed", rule.mirror)
    page.row(
        "decided by",
        "an entry of schema/changes/" if rule.needs_entry else "mcpgen, without an entry of schema/changes/",
    )
    return page


def _term(name: str, screen: Screen) -> NamePage | None:
    """Return the page of a severity or of a grade of `mr.fidelity`, with the others beside it, or None."""
    for kind, meanings in (
        ("severity in mcpgen diff", MEANINGS),
        ("grade of mr.fidelity", GRADE_MEANINGS),
    ):
        if name in meanings:
            page = NamePage(screen, [f"{name} · {kind}", ""])
            for each, meaning in meanings.items():
                page.row(each, meaning)
            return page
    return None


def _advice(rule: SpecRule, revisions: Sequence[str], screen: Screen) -> NamePage:
    latest = rule.until or revisions[-1]
    page = NamePage(screen, [f"{rule.id} · rule of mr.advise and of mcpgen validate --advice"])
    page.text(rule.summary)
    page.head.append("")
    page.row("severity", rule.severity)
    is_limited = rule.since or rule.until
    page.row("revisions", f"{rule.since or revisions[0]} – {latest}" if is_limited else "all")
    page.row("section", f"{rule.section}, {rule.reference(latest)}")
    return page
