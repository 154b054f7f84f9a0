"""Constructors: what tools see of them, and what an error of them says."""

from __future__ import annotations

import inspect
from typing import Any, get_args, get_type_hints

import mcp_revisions as mr
import msgspec
import pytest

mcp: Any = mr.revision("2025-11-25")


def names(constructor: Any) -> list[str]:
    """Return the parameters of a constructor."""
    return list(inspect.signature(constructor).parameters)


def test_a_signature_has_no_member_that_the_constructor_fills_in() -> None:
    """`jsonrpc` and prefilled members are not parameters; positional ones come first."""
    assert names(mcp.CallToolRequest) == ["id", "params"]
    assert names(mcp.Response) == ["id", "result"]
    assert names(mcp.ErrorResponse) == ["id", "error"]
    inspect.signature(mcp.Response).bind(1, mcp.EmptyResult())
    inspect.signature(mcp.CallToolRequest).bind(id=1, params=None)
    newest = mr.revision(mr.LATEST)
    assert "result_type" not in names(newest.types.EmptyResult)


def constants(cls: Any) -> dict[str, Any]:
    """Return the required members of a class with one possible value, each with that value."""
    return {
        one.name: one.type.values[0]
        for one in msgspec.inspect.type_info(cls).fields
        if isinstance(one.type, msgspec.inspect.LiteralType) and len(one.type.values) == 1 and one.required
    }


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_constructors_fill_in_members_with_one_possible_value(revision: str) -> None:
    """The constructor supplies the constant, and a decode requires it."""
    module, seen = mr.revision(revision), 0
    for name in module.types.__all__:
        cls = getattr(module.types, name)
        if (
            not (isinstance(cls, type) and issubclass(cls, msgspec.Struct))
            or "jsonrpc" in cls.__struct_fields__
        ):
            continue
        filled = constants(cls)
        seen += len(filled)
        assert not filled.keys() & set(names(cls)), name
        others = {
            one.name: one.default_factory() if callable(one.default_factory) else None
            for one in msgspec.inspect.type_info(cls).fields
            if one.required and one.name not in filled
        }
        made = cls(**others)
        assert {member: getattr(made, member) for member in filled} == filled, name
    assert seen > 0 or revision < "2025-06-18"


def test_a_decode_requires_the_members_that_constructors_fill_in() -> None:
    """Without its constant, a field of a form is not valid."""
    form = mcp.types.ElicitRequestedSchema(properties={"name": mcp.types.StringSchema(title="Name")})
    plain = {"type": "object", "properties": {"name": {"type": "string", "title": "Name"}}}
    assert mcp.to_builtins(form) == plain
    assert mcp.decode(plain, mcp.types.ElicitRequestedSchema) == form
    for incomplete in ({"properties": {}}, {"type": "object", "properties": {"name": {"title": "Name"}}}):
        with pytest.raises(mr.DecodeError):
            mcp.decode(incomplete, mcp.types.ElicitRequestedSchema)


def test_errors_of_constructors_that_fill_in_members_name_the_class() -> None:
    """A class whose constructor fills in members says its name."""
    with pytest.raises(TypeError, match="^CallToolRequest: Missing required argument 'params'$"):
        mcp.CallToolRequest(id=1)
    with pytest.raises(TypeError, match="^ElicitRequestedSchema: Missing required argument 'properties'$"):
        mcp.types.ElicitRequestedSchema()
    with pytest.raises(TypeError, match="^Response: "):
        mcp.Response(1, mcp.EmptyResult(), 3)
    unknown = r"^CallToolRequest: Unexpected keyword argument 'parms' \(do you mean params\?\)$"
    with pytest.raises(TypeError, match=unknown):
        mcp.CallToolRequest(id=1, params=None, parms=None)
    with pytest.raises(TypeError, match="^CallToolRequest: Unexpected keyword argument 'xyz'$"):
        mcp.CallToolRequest(id=1, params=None, xyz=None)


@pytest.mark.parametrize(("name", "advice"), [("Toool", " (do you mean Tool?)"), ("_Toool", "")])
def test_a_module_says_which_name_may_be_meant(name: str, advice: str) -> None:
    """A similar type of the revision."""
    with pytest.raises(AttributeError) as unknown:
        getattr(mcp, name)
    assert str(unknown.value) == f"MCP 2025-11-25 has no {name!r}{advice}"


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_no_signature_of_a_message_has_jsonrpc(revision: str) -> None:
    """Every message of every revision is built without `jsonrpc`."""
    for method in mr.revision(revision).METHODS.values():
        assert "jsonrpc" not in names(method.type)


def test_the_constructor_of_a_union_names_the_classes_to_build() -> None:
    """A union of classes is not a class; the error says which classes are."""
    with pytest.raises(TypeError, match="build `Response` or `ErrorResponse`$"):
        mcp.JSONRPCResponse(id=1)
    with pytest.raises(TypeError, match="build `TextResourceContents` or `BlobResourceContents`$"):
        mcp.types.AnyResourceContents(uri="x", text="t")


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_the_messages_of_a_side_exist_at_run_time(revision: str) -> None:
    """`ClientMessage` and `ServerMessage` resolve in annotations, and have the messages of their side."""
    module = mr.revision(revision)

    def handle(message: module.ServerMessage) -> module.ClientMessage:  # type: ignore[name-defined]
        raise NotImplementedError

    hints = get_type_hints(handle, localns={"module": module})
    for name, side in (("message", "server"), ("return", "client")):
        calls = {
            one.type for one in module.METHODS.values() if side in one.senders and one.kind != "embedded"
        }
        found = get_args(hints[name])
        assert calls == {one for one in found if one in calls} and len(found) == len(calls) + 2
    assert not hasattr(module, "HostMessage")
