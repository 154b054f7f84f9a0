"""Reference pages: rule tables of the runtime → the Markdown of `docs/advice.md`.

`make pages` writes the pages; a test compares the pages with the tables.
"""

from __future__ import annotations

from pathlib import Path

from mcpgen.runtime.revisions import ORDER
from mcpgen.runtime.specification import spec_advice
from mcpgen.runtime.specification.spec_rule import SpecRule

_ADVICE = """# Advice

Rules that the specification states with MUST or SHOULD, and that no schema can state.
`mr.advise(message, revision)` applies them in Python, `mcpgen validate --advice` at a terminal.
Advice never changes which messages are accepted. `make pages` writes this page from the tables in
`codegen/mcpgen/runtime/specification/`.

| rule | severity | revisions | section | requirement |
|---|---|---|---|---|
"""


def advice_page() -> str:
    """Return `docs/advice.md`: a table of all rules that `mr.advise` applies."""
    return _ADVICE + "".join(map(_advice_row, sorted(spec_advice.RULES, key=lambda rule: rule.id)))


def _advice_row(rule: SpecRule) -> str:
    revisions = rule.since if rule.since == rule.until else f"{rule.since} – {rule.until or ''}".rstrip()
    section = f"[{rule.section}]({rule.reference(rule.until or ORDER[-1])})"
    code = f" Answered with {rule.code}." if rule.code else ""
    needs = " Needs jsonschema." if rule.validates else ""
    return f"| `{rule.id}` | {rule.severity} | {revisions} | {section} | {rule.summary}{code}{needs} |\n"


PAGES = {"advice.md": advice_page}


def write_pages(folder: Path) -> None:
    """Write every page into a folder."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path("docs"))
