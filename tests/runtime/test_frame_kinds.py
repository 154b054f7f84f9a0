"""One classifier of frames: decode, convert, router and bridge tell the kind of each frame alike."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.messages import frame_kinds

from mcp_bridge.core import frames as bridge_frames

ABSENT: Any = object()
REQUEST, NOTIFICATION = "ping", "notifications/cancelled"  # of both sides, in each revision to 2025-11-25
MEMBERS: dict[str, tuple[Any, ...]] = {
    "id": (ABSENT, 7, "a"),
    "method": (ABSENT, REQUEST, NOTIFICATION),
    "params": (ABSENT, {"requestId": 1}),
    "result": (ABSENT, {}),
    "error": (ABSENT, {"code": 1, "message": "m"}),
    "x": (ABSENT, 0),
}
REVISIONS = [name for name in mr.REVISIONS if REQUEST in mr.revision(name).METHODS]


def frames() -> Iterator[dict[str, Any]]:
    """Yield a frame of each combination of members."""
    for values in product(*MEMBERS.values()):
        members = {name: value for name, value in zip(MEMBERS, values, strict=True) if value is not ABSENT}
        if members.get("method") != NOTIFICATION or "params" in members:
            yield {"jsonrpc": "2.0", **members}


def kind(frame: dict[str, Any]) -> str:
    """Return the kind of a frame by docs/exactness.md, "refused" if it has none."""
    telling = [name for name in ("method", "result", "error") if name in frame]
    if len(telling) != 1:
        return "refused"
    if telling != ["method"]:
        return telling[0]
    is_request = frame["method"] == REQUEST
    return ("request" if is_request else "notification") if is_request == ("id" in frame) else "refused"


def decoded(mcp: Any, frame: dict[str, Any], answering: Any) -> str:
    """Return the kind of a frame by its decode."""
    try:
        message = mcp.decode_message(json.dumps(frame), "client", answering)
    except mr.DecodeError as error:
        assert error.code == -32600, error
        return "refused"
    if isinstance(message, mcp.Response | mcp.ErrorResponse):
        return "result" if isinstance(message, mcp.Response) else "error"
    return str(mcp.METHODS[message.method].kind)


def is_converted(frame: Any, source: str, target: str, answering: Any) -> bool:
    """Return whether a conversion takes a frame; it refuses others as no frame."""
    try:
        mr.convert(frame, source, target, sender="client", answering=answering)
    except mr.DecodeError as error:
        assert error.code == -32600, error
        return False
    return True


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_frame_has_one_kind_everywhere(revision: str) -> None:
    """Each combination of members has one fate in decode, convert, the router and the bridge."""
    mcp: Any = mr.revision(revision)
    router = mcp.Router("client")
    seen = set()
    for frame in frames():
        expected = kind(frame)
        seen.add(expected)
        told = {"method", "result", "error"} & frame.keys()
        try:
            by_members: str = frame_kinds.kind_of(frame)
        except mr.DecodeError as error:
            by_members = f"{error.code}"
        assert by_members == (expected if expected != "refused" else by_members), frame
        assert (by_members == "-32600") is (len(told) != 1), frame

        reply = asyncio.run(router.handle(json.dumps(frame)))
        if len(told) == 2 and "method" not in told or (not told and "id" not in frame):
            assert isinstance(reply, mr.UnreadableFrame), frame
        elif expected == "refused":
            assert json.loads(reply or b"{}").get("error", {"code": -32600})["code"] == -32600, frame
        else:
            assert (reply is not None) is (expected == "request"), frame

        if expected in ("result", "error") and "id" not in frame:
            continue  # one kind, and yet not valid in each revision
        if expected != "refused" or len(told) != 1:  # the bridge leaves methods to the conversion
            try:
                in_bridge: str = bridge_frames.kind_of(frame)
            except mr.DecodeError:
                in_bridge = "refused"
            assert in_bridge == {"result": "response", "error": "response"}.get(expected, expected), frame
        names = (None,) if told == {"method"} else (REQUEST, lambda id: REQUEST)
        for answering in names:
            assert decoded(mcp, frame, answering) == expected, frame
            for target in REVISIONS:
                if target != revision:
                    for form in (frame, json.dumps(frame).encode()):
                        is_taken = is_converted(form, revision, target, answering)
                        assert is_taken is (expected != "refused"), (frame, target)
    assert seen == {"request", "notification", "result", "error", "refused"}


def test_help_lists_every_name_of_jsonrpc() -> None:
    """`__all__` has every public name, so that `help` shows the functions too."""
    from mcp_revisions import jsonrpc

    assert sorted(name for name in vars(jsonrpc) if not name.startswith("_")) == jsonrpc.__all__
