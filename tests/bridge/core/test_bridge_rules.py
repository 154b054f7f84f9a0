"""The pure functions between messages of 2025-11-25 and 2026-07-28: their results, and exact losses."""

from __future__ import annotations

import json
from typing import Any

import mcp_revisions as mr
import pytest

import mcp_bridge
from mcp_bridge.core import rules
from mcp_bridge.core.differences import Differences
from mcp_bridge.core.revisions import per_request
from support.bridge_pair import Frame, modern, opened
from support.bridge_parts import FORM

LINK = {"type": "resource_link", "uri": "file:///a", "name": "a"}
PLAIN = {"type": "text", "text": "x"}
DATED = {"type": "tool_result", "toolUseId": "t", "content": [], "structuredContent": [1]}
FITTING = {**DATED, "structuredContent": {"n": 1}}
BARE = {"type": "tool_result", "toolUseId": "t", "content": []}


def lost(log: Differences) -> list[Any]:
    """Return the losses of a conversion, without their reasons."""
    return [(loss.kind, loss.pointer, loss.value, loss.change) for loss in log]


@pytest.mark.parametrize(
    "method, params, expected, losses",
    [
        ("roots/list", {}, {}, []),
        ("roots/list", {"x": 1}, {"x": 1}, []),
        ("roots/list", {"_meta": {"a": 1}}, {}, [("dropped", "/params/_meta", {"a": 1}, "R-MRTR")]),
        ("elicitation/create", {}, {}, []),
        ("elicitation/create", FORM, FORM, []),
        ("elicitation/create", {**FORM, "task": {}}, FORM, [("dropped", "/params/task", {}, "R-MRTR")]),
        (
            "elicitation/create",
            {"mode": "url", "elicitationId": "e"},
            {"mode": "url"},
            [("dropped", "/params/elicitationId", "e", "R-42")],
        ),
        (
            "sampling/createMessage",
            {"tools": [{"name": "t", "execution": {}}, 7]},
            {"tools": [{"name": "t"}, 7]},
            [],
        ),
    ],
)
def test_a_request_becomes_an_input_request(
    method: str, params: Frame, expected: Frame, losses: list[Any]
) -> None:
    """It has neither metadata nor a task, but always params, as the schema of each such request allows."""
    log, before = Differences(), json.dumps(params)
    found = rules.as_input_request(method, params, log)
    assert found == {"method": method, "params": expected}
    assert lost(log) == losses and json.dumps(params) == before


@pytest.mark.parametrize("revision", per_request())
def test_an_input_request_without_params_gets_empty_params(revision: str) -> None:
    """Each stateless revision accepts them, and official clients of Go need them."""
    link = opened(revision, "2025-11-25")
    link.ask("client", "tools/call", modern({"name": "t"}, {"roots": {}}, revision=revision), id="c")
    (asked,) = link.ask("server", "roots/list", id=1)
    (found,) = asked["result"]["inputRequests"].values()
    assert found == {"method": "roots/list", "params": {}}
    mcp = mr.revision(revision)
    mcp.decode(json.dumps(found).encode(), mcp.InputRequest)


STRUCT = "R-STRUCT"
AT_TOOL = "/params/tools/1"


@pytest.mark.parametrize(
    "params, expected, losses",
    [
        (None, {}, []),
        (FORM, FORM, []),
        ({"tools": [7]}, {"tools": [7]}, []),
        (
            {"tools": [{"name": "t"}, {"inputSchema": {"type": "object", "properties": {"a": True}}}]},
            {"tools": [{"name": "t"}, {"inputSchema": {"type": "object", "properties": {"a": {}}}}]},
            [("reshaped", f"{AT_TOOL}/inputSchema/properties/a", True, STRUCT)],
        ),
        (
            {"tools": [7, {"outputSchema": {"type": "array"}}]},
            {"tools": [7, {}]},
            [("dropped", f"{AT_TOOL}/outputSchema", {"type": "array"}, STRUCT)],
        ),
        ({"messages": [7, {"role": "user"}]}, {"messages": [7, {"role": "user"}]}, []),
        ({"messages": [{"content": PLAIN}]}, {"messages": [{"content": PLAIN}]}, []),
        ({"messages": [{"content": [PLAIN, 7]}]}, {"messages": [{"content": [PLAIN, 7]}]}, []),
        ({"messages": [{"content": FITTING}]}, {"messages": [{"content": FITTING}]}, []),
        (
            {"messages": [{"role": "user", "content": DATED}]},
            {"messages": [{"role": "user", "content": BARE}]},
            [("dropped", "/params/messages/0/content/structuredContent", [1], STRUCT)],
        ),
        (
            {"messages": [{"role": "user", "content": [PLAIN, DATED]}]},
            {"messages": [{"role": "user", "content": [PLAIN, BARE]}]},
            [("dropped", "/params/messages/0/content/1/structuredContent", [1], STRUCT)],
        ),
    ],
)
def test_an_input_request_becomes_a_request(params: Any, expected: Frame, losses: list[Any]) -> None:
    """Schemas and structured content are objects for 2025-11-25; the frame that came stays as it is."""
    given = {"method": "sampling/createMessage", **({} if params is None else {"params": params})}
    log, before = Differences(), json.dumps(given)
    assert rules.server_request(given, "n", log) == expected
    assert lost(log) == losses and json.dumps(given) == before


@pytest.mark.parametrize("mode, has_id", [("url", True), ("form", False), (None, False)])
def test_a_visit_has_an_id_for_2025_11_25(mode: str | None, has_id: bool) -> None:
    """The id of the visit is the nonce, and a value that the bridge invents is a loss."""
    log = Differences()
    params: Frame = {"message": "m"} if mode is None else {"message": "m", "mode": mode}
    found = rules.server_request({"method": "elicitation/create", "params": params}, "n", log)
    assert found == ({**params, "elicitationId": "n"} if has_id else params)
    assert [loss.change for loss in log] == ["R-42"] * has_id


@pytest.mark.parametrize(
    "method, losses",
    [
        ("sampling/createMessage", []),
        ("elicitation/create", [("dropped", "/result/_meta", {"a": 1}, "R-MRTR")]),
        ("roots/list", [("dropped", "/result/_meta", {"a": 1}, "R-MRTR")]),
    ],
)
def test_only_a_sampled_message_has_metadata_as_an_input_response(method: str, losses: list[Any]) -> None:
    """The other results lose it, and say so."""
    log, result = Differences(), {"x": 1, "_meta": {"a": 1}}
    assert rules.input_response(method, result, log) == ({"x": 1} if losses else result)
    assert lost(log) == losses and result == {"x": 1, "_meta": {"a": 1}}


def test_an_input_response_becomes_a_result() -> None:
    """A sampled message has content that 2025-11-25 knows; other responses stay."""
    for method, expected in (("sampling/createMessage", BARE), ("roots/list", DATED)):
        log = Differences()
        assert rules.client_result(method, {"content": DATED}, log) == {"content": expected}
        assert len(log) == (expected is BARE)


@pytest.mark.parametrize(
    "revision, result, is_younger",
    [
        ("2024-11-05", {"content": [{"type": "audio"}]}, True),
        ("2025-03-26", {"content": [{"type": "audio"}]}, False),
        ("2025-03-26", {"content": [PLAIN, LINK]}, True),
        ("2025-06-18", {"content": [PLAIN, LINK]}, False),
        ("2025-03-26", {"messages": [{"role": "user", "content": LINK}]}, True),
        ("2024-11-05", {"messages": [{"role": "user", "content": PLAIN}]}, False),
        ("2024-11-05", {"content": [PLAIN, {"type": "x"}, {"type": ["audio"]}, 7, None]}, False),
        ("2024-11-05", {"content": "audio"}, False),
        ("2024-11-05", None, False),
        ("2025-11-25", {"content": [LINK]}, False),
    ],
)
def test_a_result_with_younger_content_counts_as_one_of_2025_11_25(
    revision: str, result: Any, is_younger: bool
) -> None:
    """A server may send audio and links in an older revision; nothing else changes the revision."""
    assert rules.revision_of_result(result, revision) == ("2025-11-25" if is_younger else revision)


@pytest.mark.parametrize(
    "subscribed, uri, is_covered",
    [
        ("file:///a", "file:///a", True),
        ("file:///a", "file:///a/b", True),
        ("file:///a/", "file:///a/b", True),
        ("file:///a/", "file:///a/", True),
        ("file:///a", "file:///ab", False),
        ("file:///a/b", "file:///a", False),
        ("file:///a", 7, False),
    ],
)
def test_a_subscription_covers_a_resource_and_those_below(
    subscribed: str, uri: Any, is_covered: bool
) -> None:
    """A name that only begins alike is another resource."""
    assert rules.covers(subscribed, uri) is is_covered


@pytest.mark.parametrize(
    "value, seconds",
    [(2500, 2.5), (0, 0.1), (-1, 0.1), (10**30, 60), (2.5, 0.1), (float("nan"), 7), ("1", 7), (None, 7)],
)
def test_milliseconds_of_a_frame_are_seconds_within_bounds(value: Any, seconds: float) -> None:
    """A value that is no number gives the default."""
    assert rules.seconds_of(value, 7, 0.1, 60) == seconds


@pytest.mark.parametrize("threshold", [None, *rules.LEVELS])
def test_a_message_is_severe_enough_from_its_threshold_on(threshold: str | None) -> None:
    """The most verbose of two levels admits every message that either admits."""
    for level in rules.LEVELS:
        reached = threshold is not None and rules.LEVELS.index(level) >= rules.LEVELS.index(threshold)
        assert rules.is_severe_enough(level, threshold) is reached
        if threshold is not None:
            both = rules.most_verbose([level, threshold])
            for one in rules.LEVELS:
                admits = rules.is_severe_enough(one, level) or rules.is_severe_enough(one, threshold)
                assert rules.is_severe_enough(one, both) is admits
    assert not rules.is_severe_enough("loud", threshold) and rules.most_verbose([]) is None


def test_the_levels_are_those_of_the_revision() -> None:
    """From the least severe to the most, as the syslog levels stand in the specification."""
    assert rules.LEVELS[0] == "debug" and rules.LEVELS[-1] == "emergency"
    assert mcp_bridge.Bridge("2026-07-28", "2025-11-25", log_level=rules.LEVELS[0])
