"""Constructors: what tools see of them, and what an error of them says."""

from __future__ import annotations

import inspect
from typing import Any, get_args, get_type_hints

import mcp_revisions as mr
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
