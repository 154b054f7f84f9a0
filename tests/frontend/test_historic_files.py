"""Defects that versions of the official files had between releases: built where a type can say them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen.frontend.package_data import data_root
from mcpgen.problems import Refused
from support.small_schemas import Workshop, refused
from support.traffic import messages

REVISION = "2025-11-25"
SCHEMA: dict[str, Any] = json.loads((data_root("schema") / REVISION / "schema.json").read_bytes())


def twice(**members: Any) -> dict[str, Any]:
    """Return the official file with a second definition of `tools/call`, which has further members."""
    schema = copy.deepcopy(SCHEMA)
    definitions = schema["$defs"]
    second = definitions["CallLaterRequest"] = copy.deepcopy(definitions["CallToolRequest"])
    second["properties"] |= members
    second["properties"]["params"] = {
        "type": "object",
        "properties": {"later": {"type": "integer"}},
        "required": ["later"],
    }
    definitions["ClientRequest"]["anyOf"].append({"$ref": "#/$defs/CallLaterRequest"})
    return schema


def verdict(package: ModuleType, frame: Any) -> Any:
    """Return a frame of a client as a package decodes and encodes it, None for a frame that it refuses."""
    try:
        return package.to_builtins(package.decode_message(frame, "client"))
    except ValueError:
        return None


def test_a_method_in_two_definitions(tmp_path: Path) -> None:
    """Two messages of one method that differ in their params are one message with either params."""
    package = Workshop(tmp_path).build(twice())
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    for params in ({"name": "a"}, {"later": 3}, {"name": "a", "later": 3}):
        message = package.decode_message({**frame, "params": params}, "client")
        assert package.to_builtins(message) == {**frame, "params": params}
    for params in ({}, {"later": "3"}, {"name": 1}):
        with pytest.raises(ValueError):
            package.decode_message({**frame, "params": params}, "client")
    assert package.METHODS["tools/call"].results == (package.CallToolResult,)
    for recorded in messages(REVISION):
        if recorded.sender == "client" and "method" in recorded.frame:
            assert verdict(package, recorded.frame) == verdict(mr.revision(REVISION), recorded.frame)
    exact = {**frame, "params": {"name": "a"}}
    assert package.to_builtins(package.decode(exact, package.ClientRequest)) == exact
    assert refused(package, "CallLaterRequest", exact)


def test_a_method_in_two_definitions_that_differ_elsewhere(tmp_path: Path) -> None:
    """Two messages of one method that differ beside their params are refused at the second."""
    with pytest.raises(Refused, match="CallLaterRequest: states 'tools/call', as CallToolRequest does"):
        Workshop(tmp_path).build(twice(further={"type": "string"}))


def test_a_type_that_accepts_no_value(tmp_path: Path) -> None:
    """A type that nothing satisfies is built; members of it are absent, and all else is as it was."""
    schema = copy.deepcopy(SCHEMA)
    schema["$defs"]["Impossible"] = {"allOf": [{"type": "string"}, {"type": "integer"}]}
    schema["$defs"]["Tool"]["properties"]["impossible"] = {"$ref": "#/$defs/Impossible"}
    package = Workshop(tmp_path).build(schema)
    tool = {"name": "a", "inputSchema": {"type": "object"}}
    assert package.to_builtins(package.decode(tool, package.Tool)) == tool
    assert refused(package, "Tool", {**tool, "impossible": 1})
    for value in (1, "a", None, {}, []):
        assert refused(package, "Impossible", value)


def test_a_dangling_reference(tmp_path: Path) -> None:
    """A reference to a definition that the file lacks is refused at its place."""
    schema = copy.deepcopy(SCHEMA)
    del schema["$defs"]["Implementation"]
    with pytest.raises(Refused, match="Implementation"):
        Workshop(tmp_path).build(schema)
