"""Defects that versions of the official files had between releases: built where a type can say them."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen.frontend.package_data import data_root
from mcpgen.problems import Refused
from support.small_schemas import TEXT, Workshop, exact, record, ref, refused, union
from support.small_schemas import schema as schema_of
from support.traffic import messages

REVISION = "2025-11-25"
TEXT_OF_SCHEMA = (data_root("schema") / REVISION / "schema.json").read_text("utf-8")
SCHEMA: dict[str, Any] = json.loads(TEXT_OF_SCHEMA)


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
    with pytest.raises(
        Refused, match="CallLaterRequest: has the same method 'tools/call' as CallToolRequest"
    ):
        Workshop(tmp_path).build(twice(further={"type": "string"}))


NEWEST = "2026-07-28"  # a revision whose servers send requests in results


def with_server_requests(**messages: Any) -> dict[str, Any]:
    """Return the official file of `NEWEST` with a union of requests that servers send as messages."""
    schema: dict[str, Any] = json.loads((data_root("schema") / NEWEST / "schema.json").read_bytes())
    schema["$defs"] |= {name: message for name, message in messages.items() if message}
    schema["$defs"]["ServerRequest"] = union(*map(ref, messages))
    return schema


def test_a_request_of_a_result_that_is_listed_as_a_message(tmp_path: Path) -> None:
    """A definition without `id` in `InputRequest` and `ServerRequest` is only a request in a result."""
    package = Workshop(tmp_path).build(with_server_requests(ListRootsRequest={}))
    assert package.METHODS["roots/list"].kind == "embedded"
    assert package.to_builtins(package.decode({"method": "roots/list"}, package.ListRootsRequest))
    with pytest.raises(ValueError, match="roots/list"):
        package.decode_message({"jsonrpc": "2.0", "id": 1, "method": "roots/list"}, "server")


def test_a_request_of_a_result_beside_a_message(tmp_path: Path) -> None:
    """A method with a definition for messages and another one for results can be sent in both."""
    message = record(
        {
            "jsonrpc": {"const": "2.0"},
            "id": ref("RequestId"),
            "method": {"const": "elicitation/create"},
            "params": ref("ElicitRequestParams"),
        },
        ("jsonrpc", "id", "method", "params"),
    )
    package = Workshop(tmp_path).build(with_server_requests(ElicitMessage=message))
    params = {"message": "Name?", "requestedSchema": {"type": "object", "properties": {}}}
    asked = {"method": "elicitation/create", "params": params}
    frame = {"jsonrpc": "2.0", "id": 1, **asked}
    assert package.to_builtins(package.decode_message(frame, "server")) == frame
    result = {"resultType": "input_required", "inputRequests": {"a": asked}}
    answer = {"jsonrpc": "2.0", "id": 1, "result": result}
    decoded = package.decode_message(answer, "server", answering="tools/call")
    assert package.to_builtins(decoded) == answer


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


EMPTY: dict[str, Any] = {
    "no constant": {"enum": []},
    "two types": {"allOf": [{"type": "string"}, {"type": "integer"}]},
    "two constants": {"allOf": [{"const": "a"}, {"const": "b"}]},
    "limits that exclude each other": {"type": "integer", "minimum": 3, "maximum": 2},
    "no whole number between": {"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2},
    "a required member without a value": {"type": "object", "properties": {"a": False}, "required": ["a"]},
    "items without a value": {"type": "array", "items": {"enum": []}, "minItems": 1},
    "a union of nothing": {"anyOf": [{"enum": []}, {"allOf": [{"type": "null"}, {"type": "boolean"}]}]},
    "nothing": {"not": {}},
}


@pytest.mark.parametrize("form", EMPTY)
def test_every_form_of_nothing(form: str, tmp_path: Path) -> None:
    """However a file says that no value fits, members of the type are absent, and no union has it."""
    definitions = {
        "Nothing": EMPTY[form],
        "Holder": record({"none": ref("Nothing"), "some": TEXT, "either": union(ref("Nothing"), TEXT)}),
        "List": {"type": "array", "items": ref("Nothing")},
    }
    package = Workshop(tmp_path).build(schema_of(definitions))
    exact(package, "Holder", {"some": "a", "either": "b"})
    exact(package, "List", [])
    for value in (1, "a", None, {}, {"a": 1}, [], ["a"], 1.5, True):
        assert refused(package, "Nothing", value)
        assert refused(package, "Holder", {"none": value})
        assert refused(package, "List", [value])


def test_a_dangling_reference_anywhere(tmp_path: Path) -> None:
    """Whichever definition a pinned file loses, each reference to it is refused at its place."""
    drawn, workshop = random.Random(27), Workshop(tmp_path)
    names = drawn.sample([name for name in SCHEMA["$defs"] if f'"#/$defs/{name}"' in TEXT_OF_SCHEMA], 12)
    for name in names:
        schema = copy.deepcopy(SCHEMA)
        del schema["$defs"][name]
        lines = workshop.refusal(schema)
        assert lines and all(f"'#/$defs/{name}' does not name a definition" in line for line in lines), lines
        assert all("schema.json#/$defs/" in line for line in lines)
