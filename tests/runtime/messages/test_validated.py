"""`encode` with `validate=True`: an object with an invalid member is refused at its pointer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen.runtime.messages.unknown_members import children, declared_class
from support.conversion_cases import cases
from support.oracle import REVISIONS

LATEST = REVISIONS[-1]
META = {
    "io.modelcontextprotocol/protocolVersion": LATEST,
    "io.modelcontextprotocol/clientInfo": {"name": "c", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}

mcp: Any = mr.revision("2025-11-25")
ODD = (5, 1.5, True, "text", [], {}, [5], {"type": 5})


def objects(value: Any) -> Iterator[Any]:
    """Yield a typed message and every typed object inside."""
    if hasattr(value, "__struct_fields__"):
        yield value
    for _, inner in children(value) if isinstance(value, (dict, list)) or hasattr(value, "unknown") else ():
        yield from objects(inner)


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_object_is_refused_as_its_text_is(revision: str) -> None:
    """`encode` refuses what `decode` of its text refuses, with the same pointer and reason."""
    module, rng, refused, passed = mr.revision(revision), Random(revision), 0, 0
    for case in islice(cases(revision, rng), 120):
        message = module.decode_message(case.frame, case.sender, case.answering)
        if case.answering and not hasattr(message.result, "__struct_fields__"):
            continue
        assert module.encode(message, validate=True) == module.encode(message)
        one = rng.choice(list(objects(message)))
        fields = [name for name in one.__struct_fields__ if name != "__unknown_members__"]
        if not fields:
            continue
        setattr(one, rng.choice(fields), rng.choice(ODD))
        text = module.encode(message)
        type_: Any = declared_class(message)
        if case.answering and not hasattr(message.result, "__struct_fields__"):
            continue
        if type_.__name__ in ("Response", "ErrorResponse"):
            type_ = type_[declared_class(message.result)]
        try:
            module.decode(text, type_)
        except mr.DecodeError as error:
            refused += 1
            with pytest.raises(mr.EncodeError) as caught:
                module.encode(message, validate=True)
            assert (caught.value.pointer, caught.value.reason) == (error.pointer, error.reason)
        else:
            passed += 1
            assert module.encode(message, validate=True) == text
    assert refused > 20 and passed > 5, (refused, passed)


def test_a_wrong_member_is_pointed_at() -> None:
    """`Tool(title=5)` is written without validation, and refused with it."""
    tool = mcp.Tool(name="t", input_schema=mcp.ToolInputSchema({"type": "object"}), title=5)
    assert json.loads(mcp.encode(tool))["title"] == 5
    for value, at in ((tool, ""), (mcp.ListToolsResult(tools=[tool]), "/tools/0"), ([tool], "/0")):
        with pytest.raises(mr.EncodeError, match="expected a string, got 5") as caught:
            mcp.encode(value, validate=True)
        assert caught.value.pointer == f"{at}/title"
    response = mcp.Response(1, mcp.ListToolsResult(tools=[tool]))
    with pytest.raises(mr.EncodeError) as caught:
        mcp.encode(response, validate=True)
    assert caught.value.pointer == "/result/tools/0/title"


def test_the_object_schema_of_a_tool_is_validated() -> None:
    """A `dict` with typed accessors is validated too."""
    with pytest.raises(mr.EncodeError, match="'type' is missing"):
        mcp.encode(mcp.ToolInputSchema({}), validate=True)


def test_an_error_response_has_the_id_that_its_revision_requires() -> None:
    """An `ErrorResponse` without an id is invalid before 2025-11-25."""
    for revision in REVISIONS:
        module = mr.revision(revision)
        response = module.ErrorResponse(error=module.types.Error(code=1, message=""))
        if revision < "2025-11-25":
            with pytest.raises(mr.EncodeError, match="'id' is missing"):
                module.encode(response, validate=True)
        else:
            assert module.encode(response, validate=True) == module.encode(response)


@pytest.mark.parametrize("value", [{}, "a", 5, None, [{}], mcp.Response(1, {})], ids=str)
def test_plain_json_names_no_type(value: Any) -> None:
    """Nothing passes as valid that was not validated."""
    with pytest.raises(TypeError, match="expected an object of a generated type"):
        mcp.encode(value, validate=True)


def test_validate_is_true_or_false() -> None:
    """Another value is a mistake of the caller."""
    with pytest.raises(ValueError, match="^validate: expected False or True, not 'yes'"):
        mcp.encode(mcp.Tool(name="t", input_schema=mcp.ToolInputSchema({"type": "object"})), validate="yes")


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_object_of_another_revision_is_refused(revision: str) -> None:
    """Each revision validates only its own types, alone, as a result, and in a batch."""
    for other in REVISIONS:
        module, types = mr.revision(revision), mr.revision(other)
        tool = types.Tool(name="t", input_schema=types.ToolInputSchema({"type": "object"}))
        result = types.CallToolResult(content=[])
        for value, name in (
            (tool, "Tool"),
            (module.Response(1, result), "CallToolResult"),
            ([tool, result], "Tool"),
            (module.ErrorResponse(id=1, error=types.types.Error(code=1, message="")), "Error"),
        ):
            if other == revision:
                assert module.encode(value, validate=True) == module.encode(value)
                continue
            with pytest.raises(
                TypeError, match=f"^validate: {name} is a type of {other}, not of {revision}$"
            ):
                module.encode(value, validate=True)


def test_a_composition_validates_types_of_its_revision_and_of_its_extension() -> None:
    """Their classes belong to different modules, but to one protocol."""
    composed = mr.compose("2026-07-28", "io.modelcontextprotocol/tasks")
    plain = mr.revision("2026-07-28")
    tool = plain.Tool(name="t", input_schema=plain.ToolInputSchema({"type": "object"}))
    text = json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {"taskId": "t", "_meta": META}}
    )
    request = composed.decode_message(text, "client")
    for value in (tool, request):
        assert composed.encode(value, validate=True) == plain.encode(value)
    with pytest.raises(TypeError, match="is a type of 2025-11-25, not of 2026-07-28 with "):
        composed.encode(mr.revision("2025-11-25").PingRequest(id=1), validate=True)
