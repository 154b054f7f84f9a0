"""Rules of the specification's prose: the revisions that hold each rule, its error code, its numeric limits.

The tables state revisions and codes a second time, from the specification, not from the rules under test.
"""

from __future__ import annotations

from typing import Any

import mcp_revisions as mr
import pytest

R1, R2, R3, R4, R5, *_ = REVISIONS = mr.REVISIONS
LAST = REVISIONS[-1]
USE = {"type": "tool_use", "id": "u", "name": "f", "input": {}}
ANSWER = {"type": "tool_result", "toolUseId": "u", "content": []}
FORM = {"message": "m", "requestedSchema": {"type": "object", "properties": {}}}
URL = {"mode": "url", "message": "m", "url": "https://x.y/z", "elicitationId": "e"}
PENDING = {"resultType": "input_required", "inputRequests": {}}
PROMPT = {"name": "p", "arguments": [{"name": "a", "required": True}]}


def request(method: str, **params: Any) -> dict[str, Any]:
    """Return a request frame."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def result(**members: Any) -> dict[str, Any]:
    """Return a result frame."""
    return {"jsonrpc": "2.0", "id": 1, "result": members}


def error(code: int, **data: Any) -> dict[str, Any]:
    """Return an error frame."""
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "m", "data": data}}


def sampling(role: str, *content: Any) -> dict[str, Any]:
    """Return a sampling request of one message."""
    return request("sampling/createMessage", maxTokens=1, messages=[{"role": role, "content": list(content)}])


# rule → first and last revision that hold it, the error code of the answer, the facts, a frame that breaks it
RANGES: dict[str, tuple[str, str, int | None, dict[str, Any], Any]] = {
    "prompt-unknown": (R1, LAST, -32602, {"prompts": []}, request("prompts/get", name="p")),
    "prompt-argument-missing": (R1, LAST, -32602, {"prompts": [PROMPT]}, request("prompts/get", name="p")),
    "tool-unknown": (R1, LAST, -32602, {"tools": []}, request("tools/call", name="f")),
    "tool-task-support": (
        R4,
        R4,
        -32601,
        {"tools": [{"name": "f"}]},
        request("tools/call", name="f", task={}),
    ),
    "cursor-unknown": (R1, LAST, -32602, {"cursors": []}, request("tools/list", cursor="c")),
    "error-code-reserved": (R5, LAST, None, {}, error(-32042)),
    "error-code-legacy": (R5, LAST, None, {}, error(-32001)),
    "sampling-results-mixed": (R4, LAST, -32602, {}, sampling("assistant", ANSWER)),
    "sampling-results-missing": (R4, LAST, -32602, {}, sampling("assistant", USE)),
    "root-uri": (R1, LAST, None, {"answering": "roots/list"}, result(roots=[{"uri": "/a"}])),
    "progress-increases": (
        *(R1, LAST, None, {"progress": {"t": 1}}),
        request("notifications/progress", progressToken="t", progress=1),
    ),
    "elicitation-content-without-accept": (
        *(R3, LAST, None, {"answering": "elicitation/create"}),
        result(action="decline", content={}),
    ),
    "elicitation-content-of-url-mode": (
        *(R4, LAST, None, {"request": request("elicitation/create", **URL)}),
        result(action="accept", content={}),
    ),
    "elicitation-content-missing": (
        *(R3, LAST, None, {"request": request("elicitation/create", **FORM)}),
        result(action="accept"),
    ),
    "url-elicitation-required-data": (R4, R4, None, {}, error(-32042)),
    "input-required-empty": (R5, LAST, None, {}, result(**PENDING)),
    "input-required-method": (R5, LAST, None, {"answering": "tools/list"}, result(**PENDING)),
    "completion-values": (R1, R4, None, {}, result(completion={"values": ["v"] * 101})),
    "batch-empty": (R2, R2, -32600, {}, []),
    "batch-initialize": (R2, R2, -32600, {}, [request("initialize")]),
}


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("rule", RANGES)
def test_a_rule_holds_in_its_revisions_and_carries_its_code(rule: str, revision: str) -> None:
    """A rule finds the frame that breaks it in its own revisions, in no other, and with its error code."""
    since, until, code, facts, frame = RANGES[rule]
    found = {f.code for f in mr.advise(frame, revision, **facts) if f.rule == rule}
    holds = REVISIONS.index(since) <= REVISIONS.index(revision) <= REVISIONS.index(until)
    assert found == ({code} if holds else set())


def test_every_rule_with_an_error_code_has_its_range_here() -> None:
    """No rule that prescribes an error code, or ends with a revision, is missing from the table."""
    assert {rule.id for rule in mr.spec_rules.RULES if rule.code or rule.until} <= RANGES.keys()


def test_reserved_and_legacy_error_codes_have_exact_bounds() -> None:
    """In 2026-07-28 -32099 to -32020 are reserved but for three, -32019 to -32000 legacy but for -32002."""
    rules = ("error-code-reserved", "error-code-legacy")
    found = {
        rule: {
            code
            for code in range(-32_110, -31_990)
            if rule in {finding.rule for finding in mr.advise(error(code), R5)}
        }
        for rule in rules
    }
    assert found["error-code-reserved"] == {*range(-32_099, -32_019)} - {-32_020, -32_021, -32_022}
    assert found["error-code-legacy"] == {*range(-32_019, -31_999)} - {-32_002}


@pytest.mark.parametrize(("count", "rules"), [(99, []), (100, []), (101, ["completion-values"])])
def test_a_completion_has_a_hundred_values_at_most(count: int, rules: list[str]) -> None:
    """The hundredth value of a completion is the last one that keeps the rule."""
    frame = result(completion={"values": ["v"] * count})
    assert [finding.rule for finding in mr.advise(frame, R4)] == rules
