"""The path of one change, from the schema file to the converted message, as docs/design.md shows it."""

from __future__ import annotations

import json
from pathlib import Path

from mcpgen.adapters import generate
from mcpgen.adapters.actions import keys_of
from mcpgen.adapters.plan import Convert, Drop, ObjectFunction, UnionFunction
from mcpgen.compare.alignment import Location, Unions
from mcpgen.ir import Ref
from mcpgen.schema_folder import packaged
from support.paths import ROOT

OLD, NEW = "2025-06-18", "2025-11-25"
FIELD, ENUM, TITLED = (Ref(name) for name in ("PrimitiveSchemaDefinition", "EnumSchema", "TitledEnumOption"))
ACTION = "rule:titled_enum@PrimitiveSchemaDefinition.EnumSchema"
PAGE = (ROOT / "docs" / "design.md").read_text("utf-8")
ADAPTER = ROOT / "generated" / "mcp_revisions" / "adapters" / "v2025_06_18_to_v2025_11_25.py"


def test_the_schema_and_the_overlay_state_the_change() -> None:
    """The newer file has the new definition, and its overlay names the items of `oneOf`."""
    schemas = {
        name: json.loads((ROOT / "schema" / name / "schema.json").read_text("utf-8")) for name in (OLD, NEW)
    }
    assert "enumNames" in schemas[OLD]["definitions"]["EnumSchema"]["properties"]
    assert "oneOf" in schemas[NEW]["$defs"]["TitledSingleSelectEnumSchema"]["properties"]
    assert "TitledSingleSelectEnumSchema" not in schemas[OLD]["definitions"]
    folder = packaged()
    assert (
        TITLED.name in folder.protocol(NEW).definitions
        and TITLED.name not in folder.protocol(OLD).definitions
    )


def test_a_change_goes_from_the_alignment_to_a_line() -> None:
    """Each step has the result that the page shows."""
    pair = packaged().decided(OLD, NEW)
    node = pair.alignment.types[FIELD, FIELD]
    assert isinstance(node, Unions)
    partners = {member.new: member.old for member in node.members}
    assert partners[Ref("LegacyTitledEnumSchema")] == ENUM
    assert partners[Ref("TitledSingleSelectEnumSchema")] is None
    found = [each for each in pair.changes if each.change.rule == "VARIANT_ADDED" and each.up == ACTION]
    assert {each.change.at for each in found} == {ENUM.name} and {each.id for each in found} == {"T3.6"}
    assert all(keys_of(each.change)[0][0] == Location((ENUM, ENUM)) for each in found)

    up, down = generate.plan(pair).adapters
    (union,) = [each for each in up.functions if each.name == "primitive_schema_definition_up"]
    assert isinstance(union, UnionFunction)
    (outcome,) = [variant.outcome for variant in union.variants if variant.name == ENUM.name]
    assert isinstance(outcome, Convert) and outcome.rule is not None
    line = f"value = rules.{outcome.rule.rule}(value, at, log, {outcome.rule.change.name})"
    assert f"        {line}\n" in ADAPTER.read_text("utf-8")
    shapes = ADAPTER.with_name(f"fast_path_{ADAPTER.name}").read_text("utf-8")
    shape = shapes.partition("\nPRIMITIVE_SCHEMA_DEFINITION_UP: Shape = ")[2].partition("\n")[0]
    assert '"enum": "never"' in shape
    replacement = f'Replacement("{outcome.rule.rule}", {outcome.rule.change.name})'
    for text in (ACTION, "VARIANT_ADDED EnumSchema", replacement, line, '"enum": "never"'):
        assert f"`{text}`" in PAGE, text

    (function,) = [each for each in down.functions if each.name == "tool_down"]
    assert isinstance(function, ObjectFunction)
    (drop,) = [each for each in function.edits if isinstance(each, Drop) and each.member == "icons"]
    line = f'log.drop(tool, "icons", at, {drop.change.name})'
    assert line in ADAPTER.read_text("utf-8") and f"`{line}`" in PAGE


def test_the_page_names_functions_of_the_code() -> None:
    """The functions that make the steps are where the page says."""
    section = PAGE.partition("| step | function | result |")[2].partition("\n\n")[0]
    names = [line.split("|")[2].strip().strip("`").split(".") for line in section.splitlines()[2:]]
    for name in names:
        count = next(i for i, part in enumerate(name) if not _folder(name[: i + 1]).is_dir()) + 1
        text = _folder(name[:count]).with_suffix(".py").read_text("utf-8")
        assert all(f"def {part}(" in text or f"class {part}" in text for part in name[count:]), name
    assert len(names) == 12


def _folder(parts: list[str]) -> Path:
    """Return the path of a package of the generator, or of a module without its suffix."""
    return (ROOT / "codegen" / "mcpgen").joinpath(*parts)
