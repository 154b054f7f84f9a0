"""Lists with items that cannot be converted: these are left out and named, and the rest passes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_revisions import Converted, DecodeError

import mcp_bridge
from mcp_bridge.core.lists import LISTS, without_refused_items

INFO = {"name": "n", "version": "1"}
OLD, NEW = "2025-03-26", "2025-06-18"
GOOD = {
    "tools/list": {"name": "good", "inputSchema": {"type": "object"}, "title": "T"},
    "prompts/list": {"name": "good", "title": "T"},
    "resources/list": {"name": "good", "uri": "a:b", "title": "T"},
    "resources/templates/list": {"name": "good", "uriTemplate": "a:b", "title": "T"},
}


def listed(method: str, items: list[Any], **options: Any) -> mcp_bridge.Frame:
    """Return the answer to a listing for an older client."""
    bridge = mcp_bridge.Bridge(client=OLD, server=NEW, **options)
    params = {"protocolVersion": OLD, "capabilities": {}, "clientInfo": INFO}
    hello: Any = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    (asked,) = bridge.from_client(hello)
    agreed = {"protocolVersion": NEW, "capabilities": {"tools": {}, "prompts": {}, "resources": {}}}
    bridge.from_server({"jsonrpc": "2.0", "id": asked.id, "result": {**agreed, "serverInfo": INFO}})
    bridge.from_client({"jsonrpc": "2.0", "method": "notifications/initialized"})
    (asked,) = bridge.from_client({"jsonrpc": "2.0", "id": 2, "method": method})
    result = {LISTS[method]: items, "nextCursor": "c", "_meta": {"a": 1}}
    (answer,) = bridge.from_server({"jsonrpc": "2.0", "id": asked.id, "result": result})
    assert isinstance(answer, mcp_bridge.Frame)
    return answer


@given(st.sampled_from(sorted(LISTS)), st.lists(st.sampled_from(["good", 5, None, [], "text"]), max_size=12))
def test_an_item_that_cannot_be_converted_is_left_out(method: str, drawn: list[Any]) -> None:
    """The answer is that of the others, each difference has the index of its item, and each item is named."""
    items = [{**GOOD[method], "title": f"T{n}"} if each == "good" else each for n, each in enumerate(drawn)]
    bad = [n for n, each in enumerate(drawn) if each != "good"]
    answer = listed(method, items)
    alone = listed(method, [each for each in items if isinstance(each, dict)])
    assert answer.tree == alone.tree
    pointer = f"/result/{LISTS[method]}"
    out = [loss for loss in answer.losses if loss.change == "invalid-item"]
    assert [(loss.kind, loss.pointer, loss.value) for loss in out] == [
        ("dropped", f"{pointer}/{n}", items[n]) for n in bad
    ]
    titles = {f"{pointer}/{n}/title": f"T{n}" for n in range(len(items)) if n not in bad}
    assert {loss.pointer: loss.value for loss in answer.losses if loss.pointer.endswith("/title")} == titles


@pytest.mark.parametrize("method", sorted(LISTS))
def test_a_strict_list_is_refused(method: str) -> None:
    """With the place of the first such item."""
    answer = listed(method, [GOOD[method], 5, GOOD[method]], strict_lists=True)
    assert f"/result/{LISTS[method]}/1" in answer.tree["error"]["message"] and answer.losses == ()
    assert "invalid-item" not in str(listed(method, [GOOD[method]], strict_lists=True).losses)


def test_an_item_is_named() -> None:
    """A person can find it at the server."""
    (loss,) = [each for each in listed("tools/list", [5]).losses if each.change == "invalid-item"]
    assert loss.reason == "The item 5 was left out: expected an object."


@pytest.mark.parametrize(("count", "bad"), [(4096, {7}), (4096, {7, 4000}), (256, set(range(256)))])
def test_few_conversions_find_the_items(count: int, bad: set[int]) -> None:
    """Each part that is refused is halved, without the large members beside the list."""
    calls: list[int] = []

    def convert(frame: Any) -> Converted[Any]:
        items = frame["result"]["tools"]
        calls.append(len(items) + len(frame["result"].get("_meta", ())))
        if bad & set(items):
            raise DecodeError("/result/tools/0", "no", -32603)
        return Converted(frame)

    result = {"tools": [*range(count)], "_meta": dict.fromkeys(map(str, range(1000)), 1)}
    found = without_refused_items({"result": result}, "tools", convert)
    assert found is not None and set(found.message["result"]["tools"]) == set(range(count)) - bad
    assert len(calls) <= 2 * len(bad) * 13 + 2
    assert sum(each >= 1000 for each in calls) <= 16


def test_a_result_that_is_refused_for_another_reason_stays_refused() -> None:
    """Leaving out items would not help."""

    def convert(frame: Any) -> Converted[Any]:
        if "_meta" in frame["result"]:
            raise DecodeError("/result/_meta", "no", -32603)
        return Converted(frame)

    for result in ({"tools": [1], "_meta": {}}, {"tools": 5}, {"tools": []}, 5):
        with_meta = {**result, "_meta": {}} if isinstance(result, dict) else result
        assert without_refused_items({"result": with_meta}, "tools", convert) is None
