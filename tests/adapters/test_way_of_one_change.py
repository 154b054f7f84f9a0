"""The way of one change, from the alignment to the printed line, as docs/design.md tells it."""

from __future__ import annotations

from mcpgen.adapters import generate
from mcpgen.adapters.actions import keys_of
from mcpgen.adapters.plan import Drop, ObjectFunction
from mcpgen.compare.alignment import Objects, Place
from mcpgen.ir import Ref
from mcpgen.schema_folder import packaged
from support.paths import ROOT

TOOL = Ref("Tool"), Ref("Tool")
PLACE = Place(TOOL, "icons")
PAGE = (ROOT / "docs" / "design.md").read_text("utf-8")


def test_a_change_goes_from_the_alignment_to_a_line_by_its_place() -> None:
    """Each step has the thing that the page names, and the place leads from one to the next."""
    pair = packaged().decided("2025-06-18", "2025-11-25")
    node = pair.alignment.types[TOOL]
    assert isinstance(node, Objects)
    (member,) = [each for each in node.members if each.name == "icons"]
    assert member.old is None and member.place(TOOL) == PLACE
    (decided,) = [each for each in pair.changes if each.change.place == PLACE]
    assert (decided.change.rule, decided.change.at) == ("FIELD_ADDED_OPTIONAL", "Tool.icons")
    assert (decided.id, decided.down, keys_of(decided.change)) == ("T3.3", "drop", (PLACE,))
    down = generate.plan(pair).adapters[1]
    (function,) = [each for each in down.functions if each.name == "tool_down"]
    assert isinstance(function, ObjectFunction)
    (drop,) = [each for each in function.edits if isinstance(each, Drop) and each.member == "icons"]
    path = ROOT / "generated" / "mcp_revisions" / "adapters" / "v2025_06_18_to_v2025_11_25.py"
    line = f'log.drop(tool, "icons", at, {drop.change.name})'
    assert f'    if "icons" in tool:\n        {line}\n' in path.read_text("utf-8")
    shapes = path.with_name(f"left_alone_{path.name}").read_text("utf-8")
    shape = shapes.partition("\nTOOL_DOWN: Shape = ")[2].partition("\n)")[0]
    assert '"icons": "never"' in shape and '`"icons": "never"`' in PAGE
    stated = ('Place((Ref("Tool"), Ref("Tool")), "icons")', "FIELD_ADDED_OPTIONAL Tool.icons", line)
    assert all(f"`{text}`" in PAGE for text in (*stated, f'Drop("icons", {drop.change.name})'))


def test_the_page_names_functions_of_the_code() -> None:
    """The functions that make the steps are where the page says."""
    section = PAGE.partition("| step | made by | result |")[2].partition("\n\n")[0]
    rows = [line.split("|")[2] for line in section.splitlines()[2:]]
    for name in (row.strip().strip("`") for row in rows):
        module, *_, last = name.split(".")
        (file,) = (ROOT / "codegen" / "mcpgen").glob(f"*/{module}.py")
        text = file.read_text("utf-8")
        assert f"def {last}(" in text or f"class {last}" in text, name
    assert len(rows) == 8
