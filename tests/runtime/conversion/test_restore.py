"""`keep`: the original is restored over any transport, and only by the holder of the key that signed it.

The law of every hostile case: a member that this party did not make for this frame has no effect. The frame
is converted as if the member were absent, and one more loss reports the member. A frame that is no JSON,
inside the member or elsewhere, is refused.
"""

from __future__ import annotations

import copy
import hmac
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen.runtime.errors import NUMBER_LIMITS
from mcpgen.runtime.json_values import tokens
from support.conversion_cases import Case, at, cases, pairs, same, unaccounted
from support.frame_mutations import mutated
from support.oracle import OTHER, REVISIONS

Frame = dict[str, Any]

KEPT = "mcp-revisions/kept"
LIMIT = 4 << 20
KEY = b"a key of sixteen"
LISTED: dict[str, Any] = {"sender": "server", "answering": "tools/list", "keep": True}
NEW, OLD = "2025-11-25", "2025-06-18"


def tools(**members: Any) -> Frame:
    """Return an answer to `tools/list` of one tool, which loses its icons in older revisions."""
    tool = {"name": "a", "inputSchema": {"type": "object"}, "icons": [{"src": "i"}], **members}
    return {"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}


def kept(frame: Any, keep: bool | bytes = True) -> Any:
    """Return a frame converted to the older revision, with the lost values inside."""
    message: Any = mr.convert(frame, NEW, OLD, **{**LISTED, "keep": keep}).message
    return message


def restored(message: Any, keep: bool | bytes = True) -> Any:
    """Return what the way back makes of a frame."""
    return mr.convert(message, OLD, NEW, **{**LISTED, "keep": keep}).message


def member(message: Frame) -> Frame:
    """Return the member that a frame carries."""
    found: Frame = message["result"]["_meta"][KEPT]
    return found


def size(value: Any) -> int:
    """Return the length of a JSON tree as compact text."""
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def whole(value: Any) -> Any:
    """Return a number without a fraction as an integer, anything else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def signature(
    message: Frame, key: bytes, sender: str = "server", answering: str | None = "tools/list"
) -> str:
    """Return the signature of a frame that carries a patch, as another implementation computes it."""
    bare = copy.deepcopy(message)
    own = bare["result"]["_meta"].pop(KEPT)
    signed = [KEPT, own["from"], own["to"], sender, answering, bare, own["patch"]]
    text = json.dumps(rebuilt(signed, whole), separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return hmac.new(key, text.encode(), "sha256").hexdigest()


# ---- transports ----------------------------------------------------------------------------------


def rebuilt(tree: Any, scalar: Callable[[Any], Any], turn: Callable[[list[Any]], Any] = list) -> Any:
    """Return a copy of a tree with other scalars, and with the members of objects in another order."""
    if isinstance(tree, dict):
        return dict(turn([(name, rebuilt(value, scalar, turn)) for name, value in tree.items()]))
    if isinstance(tree, list):
        return [rebuilt(value, scalar, turn) for value in tree]
    return scalar(tree)


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
    """A member with a right signature is read up to 4 MiB and ignored beyond."""
    for more in (0, 1):
        message = kept(tools(), KEY)
        own = member(message)
        icons = next(each["value"] for each in own["patch"] if each["op"] == "add")
        icons[0]["src"] += "x" * (LIMIT - size(own) + more)
        own["mac"] = signature(message, KEY)
        assert ignored(message, KEY) is bool(more)


@pytest.mark.parametrize("count", [9_999, 10_000])
def test_a_long_list_is_restored(count: int) -> None:
    """Beyond 10,000 operations a patch replaces each of the three members of the frame."""
    page = tools()
    page["result"]["tools"] *= count
    message = kept(page)
    assert len(member(message)["patch"]) == (count + 1 if count < 10_000 else 6)
    assert restored(message) == page


def test_more_operations_than_allowed_are_ignored() -> None:
    """A patch of more than 10,000 operations is ignored, also with a right signature."""
    for count in (9_998, 9_999):
        message = kept(tools(), KEY)
        own = member(message)
        own["patch"] += [{"op": "add", "path": "/result/nextCursor", "value": "c"}] * count
        own["mac"] = signature(message, KEY)
        assert ignored(message, KEY) is (count > 9_998)


# ---- keys ----------------------------------------------------------------------------------------


def test_the_signature_is_an_hmac() -> None:
    """The signature is an HMAC-SHA-256 of a JSON array that another implementation can compute."""
    page = tools(_meta={"a/b": [1.0, 1e22, -0.0, True, None, "\u2028\u00e9"], "a/a": {"z": 1, "b": 0.5}})
    message = kept(page, KEY)
    assert member(message)["mac"] == signature(message, KEY)


def test_a_key_is_shared_by_processes() -> None:
    """A frame kept in another process is restored under the same key; no process has the key of another."""
    for keep, same_key in ((KEY, True), (True, False)):
        code = (
            "import json, sys, mcp_revisions as mr; "
            f"way = dict(sender='server', answering='tools/list', keep={keep!r}); "
            f"print(json.dumps(mr.convert(json.load(sys.stdin), {NEW!r}, {OLD!r}, **way).message))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(tools()),
            capture_output=True,
            text=True,
            check=True,
        )
        message = json.loads(done.stdout)
        if same_key:
            assert restored(message, keep) == tools()
        else:
            assert ignored(message, keep)


@pytest.mark.parametrize(("made", "read"), [(True, KEY), (KEY, True), (KEY, KEY + b"x"), (KEY, KEY.upper())])
def test_another_key_restores_nothing(made: bool | bytes, read: bool | bytes) -> None:
    """Keys of the process and of the caller are told apart, to the last byte."""
    assert ignored(kept(tools(), made), read)


def test_gateways_in_a_row_restore_each_their_own() -> None:
    """A frame that crosses two gateways with different keys comes back through both."""
    first, second = {**LISTED, "keep": KEY}, {**LISTED, "keep": KEY[::-1]}
    there = mr.convert(kept(tools(), KEY), OLD, "2026-07-28", **second).message
    back = mr.convert(there, "2026-07-28", OLD, **second).message
    assert mr.convert(back, OLD, NEW, **first) == (tools(), ())


# ---- hostile frames ------------------------------------------------------------------------------


def ignored(message: Frame, keep: bool | bytes = True) -> bool:
    """Say whether a member is ignored; demand the law of ignored members if it is."""
    way = {**LISTED, "keep": keep}
    converted = mr.convert(message, OLD, NEW, **way)
    if not any(loss.change == "R-KEEP" for loss in converted.losses):
        return False
    bare = copy.deepcopy(message)
    own = bare["result"]["_meta"].pop(KEPT)
    expected = mr.convert(bare, OLD, NEW, **way)
    assert same(converted.message, expected.message)
    loss, *others = converted.losses
    assert loss[:3] == ("dropped", "/result/_meta/mcp-revisions~1kept", own)
    assert loss.reason.endswith(", so they were not restored.")
    assert others == list(expected.losses)
    with pytest.raises(mr.LossError):
        mr.convert(message, OLD, NEW, **way, loss="error")
    assert mr.convert(message, OLD, NEW, **way, loss="allow") == (converted.message, ())
    text = mr.convert(json.dumps(message).encode(), OLD, NEW, **way)
    assert (json.loads(text.message), text.losses) == (converted.message, converted.losses)
    return True


CLAIMS: dict[str, Frame] = {
    "other icons": {"op": "add", "path": "/result/tools/0/icons", "value": [{"src": "j"}]},
    "another name": {"op": "replace", "path": "/result/tools/0/name", "value": "b"},
    "one more tool": {"op": "add", "path": "/result/tools/1", "value": tools()["result"]["tools"][0]},
    "a further page": {"op": "add", "path": "/result/nextCursor", "value": "c"},
    "another id": {"op": "replace", "path": "/id", "value": 2},
    "a method": {"op": "add", "path": "/method", "value": "ping"},
    "another version": {"op": "replace", "path": "/jsonrpc", "value": "1.0"},
    "a member of the frame": {"op": "add", "path": "/extra", "value": 1},
}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_a_stranger_cannot_claim_anything(claim: Frame) -> None:
    """One operation more than was signed, and nothing of the patch is carried out."""
    message = kept(tools())
    member(message)["patch"].append(claim)
    assert ignored(message)


INBETWEEN: dict[str, Callable[[Frame], Any]] = {
    "renames the tool": lambda m: m["result"]["tools"][0].update(name="b"),
    "adds a tool": lambda m: m["result"]["tools"].append({"name": "b", "inputSchema": {"type": "object"}}),
    "removes the tool": lambda m: m["result"]["tools"].clear(),
    "adds a page": lambda m: m["result"].update(nextCursor="c"),
    "adds metadata": lambda m: m["result"]["_meta"].update({"a/b": 1}),
    "gives another id": lambda m: m.update(id=2),
    "gives the id as text": lambda m: m.update(id="1"),
    "alters the signature": lambda m: member(m).update(mac="0" * 64),
    "drops the signature": lambda m: member(m).pop("mac"),
    "empties the signature": lambda m: member(m).update(mac=""),
    "writes the signature in capitals": lambda m: member(m).update(mac=member(m)["mac"].upper()),
    "writes a signature that is no ASCII": lambda m: member(m).update(mac="\u00e9" * 64),
    "writes a signature that is no text": lambda m: member(m).update(mac=[1]),
    "drops the patch": lambda m: member(m).pop("patch"),
    "empties the patch": lambda m: member(m)["patch"].clear(),
    "cuts the patch": lambda m: member(m)["patch"].pop(),
    "turns the patch round": lambda m: member(m)["patch"].reverse(),
    "adds a member": lambda m: member(m).update(pad=1),
    "writes an object for the patch": lambda m: member(m).update(patch={}),
}


@pytest.mark.parametrize("edit", INBETWEEN.values(), ids=INBETWEEN)
def test_a_frame_that_was_edited_on_its_way_is_not_restored(edit: Callable[[Frame], Any]) -> None:
    """A patch belongs to one frame: an edit of the frame or of the patch ends it."""
    message = kept(tools())
    edit(message)
    assert ignored(message)


PROMISES: dict[str, Any] = {
    "a tool that is none": [{"op": "replace", "path": "/result/tools/0", "value": 5}],
    "icons that are none": [{"op": "add", "path": "/result/tools/0/icons", "value": [{"src": 5}]}],
    "no tools": [{"op": "remove", "path": "/result/tools"}],
    "no id": [{"op": "remove", "path": "/id"}],
    "a patch that does not fit": [{"op": "remove", "path": "/result/x"}],
    "no operation": [5],
    "nesting beyond the stack": [{"op": "add", "path": "/result/" + "x/" * 5000, "value": 1}],
}


@pytest.mark.parametrize("patch", PROMISES.values(), ids=PROMISES)
def test_what_is_restored_is_valid(patch: Any) -> None:
    """The holder of the key may err: a frame that its revision refuses is not restored."""
    message = kept(tools(), KEY)
    member(message)["patch"] = patch
    member(message)["mac"] = signature(message, KEY)
    assert ignored(message, KEY)


def test_a_package_without_the_revision_relies_on_the_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that was built for some revisions restores frames of the others undecoded."""

    def missing(name: str) -> Any:
        raise ValueError(f"{name!r} is not in this package")

    monkeypatch.setattr(mr, "revision", missing)
    assert restored(kept(tools())) == tools()
    message = kept(tools())
    member(message)["mac"] = "0" * 64
    assert ignored(message)


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


def with_hostile(hostile: str, place: str) -> bytes:
    """Return the text of a frame whose member holds a hostile JSON text in its patch or another member."""
    message = kept(tools())
    patch = [{"op": "add", "path": "/result/x", "value": "hole"}]
    member(message)[place] = patch if place == "patch" else "hole"
    return json.dumps(message).replace('"hole"', hostile).encode()


PLACES = {"patch": "/patch/0/value", "mac": "/mac", "pad": "/pad"}
HOSTILE_JSON = {
    "nested nearly to the stack": "[" * 600 + "1" + "]" * 600,
    "an integer of 4,000 digits": "9" * 4_000,
    "the largest double": "1.7976931348623157e308",
    "a surrogate pair": '"\\ud83d\\ude00"',
}


@pytest.mark.parametrize("encoded", [False, True])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("hostile", HOSTILE_JSON.values(), ids=HOSTILE_JSON)
def test_a_member_of_extreme_json_has_no_effect(hostile: str, place: str, encoded: bool) -> None:
    """A member with values at the limits of JSON is ignored, in a tree and in bytes."""
    text = with_hostile(hostile, place)
    message = json.loads(text)
    converted = mr.convert(text if encoded else message, OLD, NEW, **LISTED)
    assert [loss.change for loss in converted.losses] == ["R-KEEP"]
    found = json.loads(converted.message) if encoded else converted.message
    assert found["result"] == {**message["result"], "_meta": {}}


NO_TEXT = {
    "nested beyond the stack": ("[" * 100_000 + "1" + "]" * 100_000, "nested too deeply"),
    "a lone surrogate": ('"\\ud800"', "not JSON: "),
    "an endless number": ("Infinity", "not JSON: "),
    "a number that overflows": ("1e999", NUMBER_LIMITS),
    "no number": ("NaN", "not JSON: "),
    "an integer of 5,000 digits": ("1" + "0" * 5_000, NUMBER_LIMITS),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("hostile", "reason"), NO_TEXT.values(), ids=NO_TEXT)
def test_bytes_with_a_member_that_is_no_json_are_refused(hostile: str, reason: str, place: str) -> None:
    """Bytes that are no JSON inside the member are refused as a whole: a `DecodeError` of a parser."""
    with pytest.raises(mr.DecodeError) as raised:
        restored(with_hostile(hostile, place))
    assert raised.value.code == -32700
    assert raised.value.reason.startswith(reason)


NO_TREE: dict[str, tuple[Any, type[Exception], str]] = {
    "no JSON": (object(), TypeError, "message: {}: an object is not a JSON value"),
    "bytes": (b"x", TypeError, "message: {}: a bytes is not a JSON value"),
    "an endless number": (float("inf"), ValueError, "message: {}: inf is not a JSON number"),
    "no number": (float("nan"), ValueError, "message: {}: nan is not a JSON number"),
    "a lone surrogate": ("\ud800", mr.DecodeError, "{}: not UTF-8: a lone surrogate"),
    "an integer of 5,000 digits": (10**5000, mr.DecodeError, NUMBER_LIMITS),
    "nested beyond the stack": (nested(100_000), mr.DecodeError, "nested too deeply"),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("value", "kind", "told"), NO_TREE.values(), ids=NO_TREE)
def test_a_tree_with_a_member_that_is_no_json_is_refused(
    value: Any, kind: type[Exception], told: str, place: str
) -> None:
    """A tree with a value in the member that is no JSON is refused with the place of the value."""
    message = kept(tools())
    patch = [{"op": "add", "path": "/result/x", "value": value}]
    member(message)[place] = patch if place == "patch" else value
    with pytest.raises(kind) as raised:
        restored(message)
    assert type(raised.value) is kind
    assert str(raised.value) == told.format("/result/_meta/mcp-revisions~1kept" + PLACES[place])


@pytest.mark.parametrize(("value", "kind", "told"), NO_TREE.values(), ids=NO_TREE)
def test_a_tree_that_cannot_be_signed_is_refused(value: Any, kind: type[Exception], told: str) -> None:
    """A tree with a value that is no JSON is refused with its place, where the value stays or is lost."""
    pages = {
        "/result/tools/0/_meta/a~1b": tools(_meta={"a/b": value}),
        "/result/tools/0/icons/0/src": tools(icons=[{"src": value}]),
    }
    for pointer, page in pages.items():
        with pytest.raises(kind) as raised:
            kept(page)
        assert type(raised.value) is kind
        assert str(raised.value) == told.format(pointer)


@pytest.mark.parametrize("depth", [200, 400, 600, 900, 5_000, 100_000])
@pytest.mark.parametrize("encoded", [False, True])
def test_deep_frames_are_kept_or_refused(depth: int, encoded: bool) -> None:
    """A frame that nests too deeply is a `DecodeError`, on the way out and on the way in."""
    page = tools(_meta={"a/b": nested(depth)})
    message: Any = page
    if encoded:
        hole = json.dumps(tools(_meta={"a/b": "hole"}))
        message = hole.replace('"hole"', "[" * depth + "1" + "]" * depth).encode()
    try:
        there = kept(message)
    except mr.DecodeError as error:
        assert "deep" in error.reason or "JSON" in error.reason  # noqa: PT017 - the other outcome follows
        assert depth > 200
    else:
        back = restored(there)
        assert (json.loads(back) if encoded else back) == page


# ---- the laws, for frames of every kind ------------------------------------------------------------


def carrying(source: str, target: str) -> Iterator[tuple[Case, Frame]]:
    """Yield frames of a pair with what became of them, where that carries a member."""
    data: tuple[Any, ...] = (None, 5, {"uri": "u"}, {"data": {"x": 1}})
    errors = [
        Case(source, "server", "tools/call", {"jsonrpc": "2.0", "id": 1, "error": {"code": code, **more}})
        for code in (-32002, -32022, -32042, -32050)
        for more in [{"message": "m"}, *({"message": "m", "data": each} for each in data)]
    ]
    for case in chain(errors, cases(source, Random(f"{source} {target}"))):
        try:
            message = mr.convert(case.frame, source, target, keep=KEY, **case.options).message
        except mr.NoCounterpart:
            continue
        if KEPT in json.dumps(message):
            yield case, message


def holder(message: Frame) -> Frame:
    """Return the object that holds the member."""
    part = next(name for name in ("method", "result", "error") if name in message)
    place: Frame = (
        message["error"]["data"] if part == "error" else message[part.replace("method", "params")]["_meta"]
    )
    return place


def forged(message: Frame, other: Frame, rng: Random) -> Iterator[tuple[str, Frame]]:
    """Yield what a stranger who saw frames of this gateway may make of one."""

    def edited(edit: Callable[[Frame], Any]) -> Frame:
        made = copy.deepcopy(message)
        edit(holder(made))
        return made

    kept_value = holder(message)[KEPT]
    donors = [message, other]
    yield "another patch", edited(lambda m: m[KEPT].update(patch=holder(other)[KEPT]["patch"]))
    yield "another signature", edited(lambda m: m[KEPT].update(mac=holder(other)[KEPT]["mac"]))
    yield "the member of another frame", edited(lambda m: m.update({KEPT: holder(other)[KEPT]}))
    yield "a mutated patch", edited(lambda m: m[KEPT].update(patch=mutated(kept_value["patch"], rng, donors)))
    yield "a mutated member", edited(lambda m: m.update({KEPT: mutated(kept_value, rng, donors)}))
    yield "another id", {**copy.deepcopy(message), "id": 77}
    yield "visible metadata", edited(lambda m: m.update({"a/b": 1}))


@pytest.mark.parametrize(("source", "target"), pairs())
def test_a_stranger_gains_nothing(source: str, target: str) -> None:
    """A forged, altered or replayed member does nothing that the same frame without it does not."""
    rng = Random(f"{source} {target}")
    found = list(islice(carrying(source, target), 40 if "2026-07-28" in (source, target) else 12))
    seen: Counter[str] = Counter()
    for case, message in found:
        other = rng.choice(found)[1]
        for kind, made in forged(message, other, rng):
            try:
                own = holder(made).get(KEPT)
            except (AttributeError, KeyError, TypeError):
                continue
            if same(made, message) or not isinstance(own, dict):
                continue
            if (own.get("from"), own.get("to")) != (source, target):
                continue  # metadata like any other
            if rebuilt(made, whole) == rebuilt(message, whole):
                continue
            seen[kind] += law_of_strangers(made, target, source, case.options, KEY)
    for case, message in found:
        options = {"sender": case.sender, "answering": case.answering}
        seen["another key"] += law_of_strangers(message, target, source, options, KEY[::-1])
        swapped = {**options, "sender": OTHER[case.sender]}
        seen["another sender"] += law_of_strangers(message, target, source, swapped, KEY)
        for third in REVISIONS:
            if third not in (source, target):
                made = copy.deepcopy(message)
                holder(made)[KEPT].update({"from": third})
                seen["another pair"] += law_of_strangers(made, target, third, options, KEY)
    assert min(seen[kind] for kind in ("another key", "another pair", "a mutated patch")) > 0, seen


def law_of_strangers(message: Frame, source: str, target: str, options: Frame, key: bytes) -> bool:
    """Demand that a member does nothing; say whether its frame was converted."""
    bare = copy.deepcopy(message)
    own = holder(bare).pop(KEPT)
    assert (own["from"], own["to"]) == (target, source)
    outcomes = []
    for frame in (message, bare):
        try:
            outcomes.append(mr.convert(frame, source, target, keep=key, **options))
        except (mr.DecodeError, mr.NoCounterpart, ValueError) as error:
            outcomes.append((type(error), str(error)))  # type: ignore[arg-type]
    one, other = outcomes
    if isinstance(other, tuple):
        assert one == other
        return False
    assert same(one.message, other.message)
    assert any(loss.change == "R-KEEP" or KEPT in json.dumps(loss.value) for loss in one.losses)
    for loss in one.losses:
        assert loss.kind == "invented" or same(at(message, tokens(loss.pointer)), loss.value)
    if KEPT not in json.dumps(one.message):
        assert unaccounted(message, one.message, one.losses) is None
    else:
        back = mr.convert(one.message, target, source, keep=key, **options)
        assert same(back.message, bare)
        assert not back.losses
    return True


@pytest.mark.parametrize("sender", ["client", "server"])
def test_a_result_is_restored_as_the_answer_that_it_was(sender: str) -> None:
    """A result that answered one method is not restored as the answer to another, nor from the other side."""
    there = mr.convert(
        {"jsonrpc": "2.0", "id": 1, "result": {"content": [], "structuredContent": {"a": 1}}},
        "2025-06-18", "2025-03-26", sender="server", answering="tools/call", keep=KEY,
    ).message  # fmt: skip
    back = mr.convert(there, "2025-03-26", "2025-06-18", sender="server", answering="ping", keep=KEY)
    assert [loss.change for loss in back.losses] == ["R-KEEP"]
    progress: Frame = {
        "jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": 1, "progress": 1, "message": "m"},
    }
    there = mr.convert(progress, "2025-03-26", "2024-11-05", sender=sender, keep=KEY).message  # type: ignore[arg-type]
    back = mr.convert(there, "2024-11-05", "2025-03-26", sender="client", keep=KEY)
    assert [loss.change for loss in back.losses] == ([] if sender == "client" else ["R-KEEP"])
