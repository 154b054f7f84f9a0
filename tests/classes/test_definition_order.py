"""The order of definitions in `types.py`: a new reference moves no other definition."""

from __future__ import annotations

import ast
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from support.golden_folders import outcome

NAMES = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "kind": {"type": "string"}},
    "required": ["name"],
}
DEFINITIONS: dict[str, Any] = {
    "Beech": {**NAMES, "required": ["name", "kind"]},
    "Cedar": {"anyOf": [{"type": "string"}, {"type": "boolean"}]},
    "Elm": NAMES,
    "Fir": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/Larch"}}]},
    "Hazel": {"anyOf": [{"$ref": "#/$defs/Beech"}, {"$ref": "#/$defs/Elm"}]},  # untagged, `Beech` first
    "Larch": {"anyOf": [{"type": "integer"}, {"type": "boolean"}]},
    "Oak": NAMES,
    "Willow": {"anyOf": [{"type": "string"}, {"type": "null"}]},
}
RECORDS = [name for name, schema in DEFINITIONS.items() if "properties" in schema]


def statements(folder: Path, definitions: dict[str, Any]) -> dict[str, str]:
    """Return the source of each definition of the built `types.py` by name, in order."""
    folder.mkdir()
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}
    (folder / "schema.json").write_text(json.dumps(schema))
    source = outcome(folder)["types.py"]
    lines = source.splitlines()
    nodes = [node for node in ast.parse(source).body if not isinstance(node, ast.Expr)]
    found = {}
    for node, after in itertools.zip_longest(nodes, nodes[1:]):
        text = "\n".join(lines[node.lineno - 1 : after.lineno - 1 if after else None]).strip()
        defined = node.orelse[0] if isinstance(node, ast.If) else node
        if isinstance(defined, ast.ClassDef):
            found[defined.name] = text
        elif isinstance(defined, ast.AnnAssign):
            found[ast.unparse(defined.target)] = text
    assert set(found) == set(definitions)
    return found


def with_reference(holder: str, target: str) -> dict[str, Any]:
    """Return the definitions with another reference: an optional member of a record, an arm of a union."""
    schema = json.loads(json.dumps(DEFINITIONS[holder]))
    if holder in RECORDS:
        schema["properties"]["added"] = {"$ref": f"#/$defs/{target}"}
    else:
        schema["anyOf"].append({"type": "object", "additionalProperties": {"$ref": f"#/$defs/{target}"}})
    return {**DEFINITIONS, holder: schema}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the statements of the small schema as it stands."""
    return statements(tmp_path_factory.mktemp("order") / "before", DEFINITIONS)


def test_classes_come_first_and_each_part_is_sorted(before: dict[str, str]) -> None:
    """Return the definitions with another reference: an optional member of a record or an arm of a union."""
    assert list(before) == ["Beech", "Elm", "Oak", "Cedar", "Hazel", "Larch", "Fir", "Willow"]


@pytest.mark.parametrize(
    ("holder", "target"),
    [
        (holder, target)
        for holder, target in itertools.permutations(DEFINITIONS, 2)
        if (holder, target) not in {("Larch", "Fir"), ("Hazel", "Fir")}
    ],
)
def test_a_new_reference_changes_the_lines_of_its_definition_alone(
    before: dict[str, str], tmp_path: Path, holder: str, target: str
) -> None:
    """Other definitions keep text and order; the holder moves only behind an alias that it now names."""
    after = statements(tmp_path / "after", with_reference(holder, target))
    assert {name for name in DEFINITIONS if before[name] != after[name]} == {holder}
    follows = {holder, "Fir"} if holder == "Larch" else {holder}  # `Fir` names `Larch`
    assert [name for name in before if name not in follows] == [name for name in after if name not in follows]
    if holder in RECORDS or target in RECORDS:
        assert list(before) == list(after)
