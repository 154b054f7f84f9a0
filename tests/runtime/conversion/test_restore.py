"""`keep`: the original is restored over any transport, and a patch restores nothing that was not lost."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import mcp_revisions as mr
import pytest

Frame = dict[str, Any]

KEPT = "mcp-revisions/kept"
LIMIT = 4 << 20
LISTED: dict[str, Any] = {"sender": "server", "answering": "tools/list", "keep": True}
NEW, OLD = "2025-11-25", "2025-06-18"


def tools(**members: Any) -> Frame:
    """Return an answer to `tools/list` of one tool, which loses its icons in older revisions."""
    tool = {"name": "a", "inputSchema": {"type": "object"}, "icons": [{"src": "i"}], **members}
    return {"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}


def kept(frame: Frame) -> Frame:
    """Return a frame converted to the older revision, with what is lost in it."""
    message: Frame = mr.convert(frame, NEW, OLD, **LISTED).message
    return message


def restored(message: Any) -> Any:
    """Return what the way back makes of a frame."""
    return mr.convert(message, OLD, NEW, **LISTED).message


def member(message: Frame) -> Frame:
    """Return the member that a frame carries."""
    found: Frame = message["result"]["_meta"][KEPT]
    return found


def size(value: Any) -> int:
    """Return the length of a JSON tree as compact text."""
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def digest(tree: Any) -> str:
    """Return the digest of a tree without fractions, as another implementation computes it."""
    text = json.dumps(tree, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


# ---- transports ----------------------------------------------------------------------------------


def rebuilt(tree: Any, scalar: Callable[[Any], Any], turn: Callable[[list[Any]], Any] = list) -> Any:
    """Return a copy of a tree with other scalars, and with the members of objects in another order."""
    if isinstance(tree, dict):
        return dict(turn([(name, rebuilt(value, scalar, turn)) for name, value in tree.items()]))
    if isinstance(tree, list):
        return [rebuilt(value, scalar, turn) for value in tree]
    return scalar(tree)


def whole(value: Any) -> Any:
    """Return a number without a fraction as an integer, anything else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


TRANSPORTS: dict[str, Callable[[Frame], Any]] = {
    "none": lambda m: m,
    "bytes": lambda m: json.dumps(m).encode(),
    "sorted": lambda m: json.dumps(m, sort_keys=True).encode(),
    "indented": lambda m: json.dumps(m, indent=2).encode(),
    "without escapes": lambda m: json.dumps(m, ensure_ascii=False).encode(),
    "members turned round": lambda m: rebuilt(m, lambda v: v, lambda pairs: pairs[::-1]),
    "whole numbers without a point": lambda m: rebuilt(m, whole),
}


@pytest.mark.parametrize("transport", TRANSPORTS.values(), ids=TRANSPORTS)
def test_a_frame_is_restored_whatever_way_its_json_was_written(transport: Callable[[Frame], Any]) -> None:
    """A peer may write the same JSON anew: order, whitespace, escapes, `1.0` as `1` (JavaScript)."""
    frame = tools(
        _meta={"a/whole": 1.0, "a/deep": [{"x": -2.0, "y": 0.5}]},
        icons=[{"src": "größe/\u2028~\U0001f600", "weight": 3.0}],
    )
    frame["result"]["_meta"] = {"b/visible": 7.0}
    back = restored(transport(kept(frame)))
    assert (json.loads(back) if isinstance(back, bytes) else back) == frame


# ---- the way back --------------------------------------------------------------------------------


@pytest.mark.parametrize("target", mr.REVISIONS)
@pytest.mark.parametrize("source", mr.REVISIONS)
def test_a_frame_is_restored_on_its_way_back_alone(source: str, target: str) -> None:
    """The member has no effect but from its `to` to its `from`."""
    message = mr.convert(kept(tools()), source, target, **LISTED).message
    assert ("icons" in message["result"]["tools"][0]) is ((source, target) == (OLD, NEW))


CALL: Frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "c"}}
BARE: Frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
CLIENT = {"name": "c", "version": "1"}


@pytest.mark.parametrize("frame", [CALL, BARE])
@pytest.mark.parametrize(
    "context",
    [
        None,
        {},
        {"clientCapabilities": {}},
        {"clientCapabilities": {"roots": {}}},
        {"clientInfo": CLIENT},
        {"logLevel": "info"},
        {"clientCapabilities": {"roots": {}}, "clientInfo": CLIENT, "logLevel": "debug"},
    ],
)
def test_a_request_is_restored_with_any_context(frame: Frame, context: Any) -> None:
    """Version, capabilities, client and log level of the session leave a request on its way back."""
    way: Any = {"sender": "client", "keep": True}
    there = mr.convert(frame, NEW, "2026-07-28", context=context, **way).message
    assert KEPT in there["params"]["_meta"]
    assert mr.convert(there, "2026-07-28", NEW, **way) == (frame, ())


@pytest.mark.parametrize("given", [{}, {"data": None}, {"data": "text"}, {"data": [1]}, {"data": {"x": 1}}])
def test_an_error_is_restored_whatever_its_data(given: Frame) -> None:
    """The `data` of an error becomes an object for the member, and is itself again on the way back."""
    frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32050, "message": "m", **given}}
    way: Any = {"sender": "server", "answering": "tools/call", "keep": True}
    there = mr.convert(frame, NEW, "2026-07-28", **way).message
    assert KEPT in there["error"]["data"]
    assert mr.convert(there, "2026-07-28", NEW, **way) == (frame, ())


@pytest.mark.parametrize("data", [None, "text", [1], {"x": 1}, {"data": {}}])
def test_the_data_of_an_error_stays_visible(data: Any) -> None:
    """Beside the member stands the old `data`: its members if it is an object, else the value as `data`."""
    frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32021, "message": "m", "data": data}}
    way: Any = {"sender": "server", "answering": "tools/call", "keep": True}
    there = mr.convert(frame, "2026-07-28", NEW, **way).message
    visible = {name: value for name, value in there["error"]["data"].items() if name != KEPT}
    assert visible == (data if isinstance(data, dict) else {"data": data})
    assert mr.convert(there, NEW, "2026-07-28", **way) == (frame, ())


# ---- limits --------------------------------------------------------------------------------------


def test_four_mebibytes_are_kept_and_not_a_byte_more() -> None:
    """A member of exactly 4 MiB goes out and comes back; a larger one is not made."""
    room = LIMIT - size(member(kept(tools(icons=[{"src": ""}]))))
    full = tools(icons=[{"src": "x" * room}])
    message = kept(full)
    assert size(member(message)) == LIMIT
    assert restored(message) == full
    with pytest.raises(mr.LossError, match="too many to keep"):
        kept(tools(icons=[{"src": "x" * (room + 1)}]))


def test_four_mebibytes_are_read_and_not_a_byte_more() -> None:
    """A member that a peer enlarged is read up to 4 MiB and refused beyond."""
    message = kept(tools())
    own = member(message)
    own["pad"] = ""
    own["pad"] = "x" * (LIMIT - size(own))
    assert restored(message) == tools()
    own["pad"] += "x"
    refused(message, "larger")


# ---- hostile frames ------------------------------------------------------------------------------


def refused(message: Any, words: str | None = None) -> None:
    """Demand that the way back refuses a frame because of what it carries."""
    with pytest.raises(mr.DecodeError, match=words) as raised:
        restored(message)
    assert raised.value.pointer == "/result/_meta/mcp-revisions~1kept"
    assert raised.value.code == -32602


INDICES = {
    "a leading zero": "00",
    "a sign": "+0",
    "minus zero": "-0",
    "a negative number": "-1",
    "a space": " 0",
    "a fraction": "0.0",
    "an exponent": "0e0",
    "an underscore": "0_0",
    "nothing": "",
    "a digit of another script": "\u0660",
    "a superscript": "\u00b2",
    "the end": "1",
    "ten digits": "1" * 10,
    "5,000 digits": "1" * 5000,
}
PLACES = {
    "inside": ("add", "/result/tools/{}/icons", [{"src": "i"}]),
    "added": ("add", "/result/tools/0/icons/{}", {"src": "i"}),
    "replaced": ("replace", "/result/tools/{}", tools()["result"]["tools"][0]),
    "removed": ("remove", "/result/tools/{}", None),
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("index", INDICES.values(), ids=INDICES)
def test_an_index_is_written_as_rfc_6901_says(index: str, place: tuple[str, str, Any]) -> None:
    """An index is `0` or ASCII digits without a leading zero, and inside the array.

    Any other index is refused, also where a lenient reader would find a place and the digest would hold.
    """
    op, path, value = place
    message = kept(tools())
    before, after = member(message)["patch"]
    prepared = [{"op": "add", "path": "/result/tools/0/icons", "value": []}] if "icons/{}" in path else []
    hostile = {"op": op, "path": path.format(index), "value": value}
    restoring = [before] if op == "remove" else []
    member(message)["patch"] = [*prepared, hostile, *restoring, after]
    refused(message, "a patch that does not fit")


ICONS = {"path": "/result/tools/0/icons", "value": [{"src": "i"}]}
META: Frame = {"op": "remove", "path": "/result/_meta"}
PATCHES: dict[str, Any] = {
    "replaces a member that is absent": [{"op": "replace", **ICONS}, META],
    "removes a member that is absent": [{"op": "remove", **ICONS}, {"op": "add", **ICONS}, META],
    "adds below a member that is absent": [{"op": "add", "path": "/result/x/y", "value": 1}, META],
    "adds below a string": [{"op": "add", "path": "/result/tools/0/name/0", "value": 1}, META],
    "tests": [{"op": "test", "path": "/id", "value": 1}, {"op": "add", **ICONS}, META],
    "moves": [{"op": "add", **ICONS}, {"op": "move", "from": "/result/_meta", "path": "/x"}],
    "an operation in capitals": [{"op": "ADD", **ICONS}, META],
    "an operation that is no text": [{"op": ["add"], **ICONS}, META],
    "a path that is no text": [{"op": "add", "path": 5, "value": 1}, META],
    "a path without a slash": [{"op": "add", "path": "xresult/tools/0/icons", "value": ICONS["value"]}, META],
    "an addition without a value": [{"op": "add", "path": "/result/tools/0/icons"}, META],
    "an operation that is an array": [["add", ICONS["path"], ICONS["value"]], META],
    "an object": {"op": "add", **ICONS},
    "a text": json.dumps([{"op": "add", **ICONS}, META]),
    "null": None,
}


@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_a_patch_that_breaks_rfc_6902_is_refused(patch: Any) -> None:
    """An operation adds, removes or replaces, at a place that exists; the digest here is always right."""
    message = kept(tools())
    member(message)["patch"] = patch
    refused(message, "a patch that does not fit")


CLAIMS: dict[str, tuple[str, Any]] = {
    "another name": ("/result/tools/0/name", "b"),
    "another schema": ("/result/tools/0/inputSchema/required", ["x"]),
    "one more tool": ("/result/tools/1", {"name": "b", "inputSchema": {"type": "object"}}),
    "a further page": ("/result/nextCursor", "c"),
    "visible metadata": ("/result/_meta", {"x/y": 1}),
    "another id": ("/id", 2),
    "a float for the id": ("/id", 1.5),
    "true for the id": ("/id", True),
    "a method": ("/method", "ping"),
    "an error": ("/error", {"code": 1, "message": "m"}),
    "another version": ("/jsonrpc", "1.0"),
    "a member of the frame": ("/extra", 1),
}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_a_patch_cannot_claim_what_the_conversion_keeps(claim: tuple[str, Any]) -> None:
    """A patch with a right digest is refused if it sets a part that the conversion carried over."""
    pointer, value = claim
    *keys, last = pointer.split("/")[1:]
    original: Any = tools()
    owner = original
    for key in keys:
        owner = owner[int(key)] if isinstance(owner, list) else owner[key]
    if isinstance(owner, list):
        owner.append(value)
    else:
        owner[last] = value
    message = kept(tools())
    own = member(message)
    own["patch"].append({"op": "add", "path": pointer, "value": value})
    own["digest"] = digest(original)
    envelope = pointer in ("/id", "/method", "/jsonrpc")
    refused(message, f"a patch that changes the {last} of" if envelope else "a patch that does not belong")


def test_a_patch_may_claim_what_the_conversion_loses() -> None:
    """Icons do not exist in the older revision, so a patch with a right digest may set any."""
    message = kept(tools())
    own = member(message)
    own["patch"][0]["value"], own["digest"] = [{"src": "j"}], digest(tools(icons=[{"src": "j"}]))
    assert restored(message) == tools(icons=[{"src": "j"}])


INBETWEEN: dict[str, Callable[[Frame], Any]] = {
    "renames the tool": lambda m: m["result"]["tools"][0].update(name="b"),
    "adds a tool": lambda m: m["result"]["tools"].append({"name": "b", "inputSchema": {"type": "object"}}),
    "removes the tool": lambda m: m["result"]["tools"].clear(),
    "adds a page": lambda m: m["result"].update(nextCursor="c"),
    "gives another id": lambda m: m.update(id=2),
    "alters the digest": lambda m: member(m).update(digest="0" * 64),
    "drops the digest": lambda m: member(m).pop("digest"),
    "writes the digest in capitals": lambda m: member(m).update(digest=member(m)["digest"].upper()),
    "drops the patch": lambda m: member(m).pop("patch"),
    "cuts the patch": lambda m: member(m)["patch"].pop(),
    "turns the patch round": lambda m: member(m)["patch"].reverse() or member(m)["patch"].append(META),
}


@pytest.mark.parametrize("edit", INBETWEEN.values(), ids=INBETWEEN)
def test_a_frame_that_was_edited_on_its_way_is_refused(edit: Callable[[Frame], Any]) -> None:
    """A patch belongs to one frame: an edit of the frame or of the patch is refused."""
    message = kept(tools())
    edit(message)
    refused(message)


@pytest.mark.parametrize("own", [None, 5, "x", [], {}, {"from": NEW}, {"to": OLD}, {"from": [NEW], "to": {}}])
def test_a_member_that_names_no_way_is_plain_metadata(own: Any) -> None:
    """A member without the two revisions of this way back is metadata like any other."""
    message = kept(tools())
    message["result"]["_meta"][KEPT] = own
    before = copy.deepcopy(message)
    assert restored(message) == before == message


def test_a_frame_without_the_member_is_converted_as_if_nothing_was_kept() -> None:
    """A peer may remove the member."""
    message = kept(tools())
    del message["result"]["_meta"]
    assert restored(message) == message


def nested(depth: int) -> Any:
    """Return arrays inside arrays."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


HOSTILE_VALUES: dict[str, Any] = {
    "nested beyond the stack": nested(100_000),
    "nested nearly to the stack": nested(600),
    "a lone surrogate": "\ud800",
    "no JSON": object(),
    "an endless number": float("inf"),
}


@pytest.mark.parametrize("value", HOSTILE_VALUES.values(), ids=HOSTILE_VALUES)
def test_values_that_are_no_json_are_refused(value: Any) -> None:
    """A value that JSON cannot express, or that nests too deeply, is a `DecodeError`."""
    message = kept(tools())
    member(message)["patch"][0]["value"] = value
    refused(message)
