"""Rules of the specification: each rule broken and kept, in its revisions, with its section and code."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_revisions._runtime import revisions as order
from mcp_revisions._runtime.specification import spec_rules

from support.frames import JSON, METHOD, embedded, error, request, result, sample
from support.paths import PAGES

R1, R2, R3, R4, R5, *_ = order.order()
PROMPT = {"name": "p", "arguments": [{"name": "a", "required": True}, {"name": "b"}]}
TEXT = {"type": "text", "text": "t"}
USE = {"type": "tool_use", "id": "u", "name": "f", "input": {}}
RESULT = {"type": "tool_result", "toolUseId": "u", "content": []}
FORM = {"message": "m", "requestedSchema": {"type": "object", "properties": {}}}
URL = {"mode": "url", "message": "m", "url": "https://x.y/z", "elicitationId": "e"}


# rule → revision, facts, then what breaks it (and where), then what keeps it
EXAMPLES: list[tuple[str, str, dict[str, Any], Any, str, Any]] = [
    ("prompt-unknown", R1, {"prompts": [PROMPT]}, request("prompts/get", name="q"), "/params/name",
     request("prompts/get", name="p", arguments={"a": ""})),
    ("prompt-unknown", R5, {"prompts": []}, request("prompts/get", name="p"), "/params/name",
     request("prompts/list")),
    ("prompt-argument-missing", R1, {"prompts": [PROMPT]}, request("prompts/get", name="p",
     arguments={"b": "x"}),
     "/params/arguments/a", request("prompts/get", name="p", arguments={"a": "x"})),
    ("prompt-argument-missing", R5, {"prompts": [PROMPT]}, request("prompts/get", name="p"),
     "/params/arguments/a",
     request("prompts/get", name="p", arguments={"a": "x", "c": "y"})),
    ("tool-unknown", R3, {"tools": [{"name": "f"}]}, request("tools/call", name="F"), "/params/name",
     request("tools/call", name="f")),
    ("tool-task-support", R4, {"tools": [{"name": "f"}]}, request("tools/call", name="f", task={}),
     "/params/task",
     request("tools/call", name="f")),
    ("tool-task-support", R4, {"tools": [{"name": "f", "execution": {"taskSupport": "required"}}]},
     request("tools/call", name="f"), "/params", request("tools/call", name="f", task={})),
    ("cursor-unknown", R2, {"cursors": ["c1"]}, request("tools/list", cursor="C1"), "/params/cursor",
     request("tools/list", cursor="c1")),
    ("resource-not-found-code", R5, {}, error(-32002, uri="file:///a"), "/error/code", error(-32602,
     uri="file:///a")),
    ("resource-not-found-code", R4, {"request": request("resources/read", uri="file:///a")},
     error(-32602, uri="file:///a"), "/error/code", error(-32002, uri="file:///a")),
    ("error-code-reserved", R5, {}, error(-32042), "/error/code", error(-32022)),
    ("sampling-results-mixed", R4, {}, sample(("assistant", USE), ("user", [TEXT, RESULT])),
     "/params/messages/1/content", sample(("assistant", USE), ("user", [RESULT]))),
    ("sampling-results-mixed", R5, {}, embedded(sample(("assistant", [USE, RESULT]))),
     "/result/inputRequests/k/params/messages/0/content", embedded(sample(("assistant", USE), ("user",
     RESULT)))),
    ("sampling-results-missing", R4, {}, sample(("user", TEXT), ("assistant", USE), ("user", TEXT)),
     "/params/messages/1", sample(("assistant", [TEXT, USE]), ("user", RESULT), ("assistant", TEXT))),
    ("sampling-results-missing", R4, {}, sample(("assistant", USE)), "/params/messages/0", sample(("user",
     TEXT))),
    ("sampling-results-missing", R5, {}, embedded(sample(("user", RESULT))),
     "/result/inputRequests/k/params/messages/0",
     embedded(sample(("assistant", USE), ("user", [RESULT])))),
    ("root-uri", R1, {"answering": "roots/list"}, result(roots=[{"uri": "file:///a"},
     {"uri": "https://x.y"}]),
     "/result/roots/1/uri", result(roots=[{"uri": "file:///a"}])),
    ("root-uri", R5, {}, request("tools/call", name="f", inputResponses={"k": {"roots": [{"uri": "/a"}]}}),
     "/params/inputResponses/k/roots/0/uri", request("tools/call", name="f",
     inputResponses={"k": {"roots": []}})),
    ("progress-increases", R1, {"progress": {"t": 1}}, request("notifications/progress", progressToken="t",
     progress=1),
     "/params/progress", request("notifications/progress", progressToken="t", progress=1.5)),
    ("elicitation-content-without-accept", R3, {"answering": "elicitation/create"},
     result(action="decline", content={}), "/result/content", result(action="accept", content={})),
    ("elicitation-content-without-accept", R5, {},
     request("tools/call", name="f", inputResponses={"k": {"action": "cancel", "content": {"a": 1}}}),
     "/params/inputResponses/k/content", request("tools/call", name="f",
     inputResponses={"k": {"action": "cancel"}})),
    ("elicitation-content-of-url-mode", R4, {"request": request("elicitation/create", **URL)},
     result(action="accept", content={}), "/result/content", result(action="accept")),
    ("elicitation-content-missing", R3, {"request": request("elicitation/create", **FORM)},
     result(action="accept"),
     "/result", result(action="decline")),
    ("url-elicitation-required-data", R4, {}, error(-32042, elicitations=[URL, {**FORM,
     "elicitationId": "e"}]),
     "/error/data/elicitations/1/mode", error(-32042, elicitations=[URL])),
    ("url-elicitation-required-data", R4, {}, error(-32042), "/error/data", error(-32603)),
    ("input-required-empty", R5, {}, result(resultType="input_required", inputRequests={}), "/result",
     result(resultType="input_required", requestState="s")),
    ("input-required-method", R5, {"answering": "tools/list"}, result(resultType="input_required",
     requestState="s"),
     "/result/resultType", result(resultType="complete")),
    ("completion-values", R4, {}, result(completion={"values": ["v"] * 101}), "/result/completion/values",
     result(completion={"values": ["v"] * 100})),
    ("batch-empty", R2, {}, [], "", [request("ping")]),
    ("batch-initialize", R2, {}, [request("ping"), request("initialize")], "/1/method", [request("ping")]),
]  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e[0]}-{e[1]}")
def test_each_rule_broken_and_kept(example: tuple[str, str, dict[str, Any], Any, str, Any]) -> None:
    """A rule finds what breaks it, at its place, with its code and section, and nothing in what keeps it."""
    name, revision, facts, bad, pointer, good = example
    rule = next(rule for rule in spec_rules.RULES if rule.id == name)
    before = copy.deepcopy(bad)
    found = [f for f in spec_rules.check(bad, revision, **facts) if f.rule == name]
    assert [(f.pointer, f.severity, f.code) for f in found] == [(pointer, rule.severity, rule.code)]
    assert found[0].reason and f"/{revision}/" in found[0].reference
    assert bad == before
    assert [f for f in spec_rules.check(good, revision, **facts) if f.rule == name] == []


def test_every_rule_has_an_example() -> None:
    """No rule goes without an example that breaks it; ids are unique and each has a summary and a section."""
    ids = [rule.id for rule in spec_rules.RULES]
    assert sorted(set(ids)) == sorted(ids) and {e[0] for e in EXAMPLES} == set(ids)
    assert all(rule.summary.endswith(".") and rule.section for rule in spec_rules.RULES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e[0]}-{e[1]}")
def test_rules_hold_in_their_revisions_only(example: tuple[str, str, dict[str, Any], Any, str, Any]) -> None:
    """Outside its range of revisions a rule finds nothing."""
    name, _, facts, bad, _, _ = example
    rule = next(rule for rule in spec_rules.RULES if rule.id == name)
    for revision in order.order():
        if not order.within(revision, rule.since, rule.until):
            assert name not in {f.rule for f in spec_rules.check(bad, revision, **facts)}


@pytest.mark.parametrize("revision", order.order())
def test_resource_not_found(revision: str) -> None:
    """A missing resource is -32002 until 2025-11-25 and -32602 after; the answer breaks no rule."""
    frame = spec_rules.resource_not_found(revision, "r", "file:///x")
    assert frame["error"]["code"] == (-32602 if order.within(revision, R5) else -32002) and frame["id"] == "r"
    assert frame["error"]["data"] == {"uri": "file:///x"}
    assert spec_rules.check(frame, revision, request=request("resources/read", uri="file:///x")) == ()


def test_url_elicitation_required() -> None:
    """Error -32042 is made of URL elicitations with an id, in 2025-11-25 alone."""
    frame = spec_rules.url_elicitation_required(R4, 5, [URL], "sign in")
    assert frame["error"] == {"code": -32042, "message": "sign in", "data": {"elicitations": [URL]}}
    for revision in (R3, R5):
        with pytest.raises(ValueError, match="-32042"):
            spec_rules.url_elicitation_required(revision, 5, [URL])
    for elicitations in ([], [FORM], [{"mode": "url", "url": "https://x.y", "message": "m"}]):
        with pytest.raises(ValueError, match="/error/data"):
            spec_rules.url_elicitation_required(R4, 5, elicitations)


def test_absent_mode_is_form() -> None:
    """An elicitation without `mode` is a form."""
    assert (
        spec_rules.elicitation_mode(FORM),
        spec_rules.elicitation_mode(URL),
        spec_rules.elicitation_mode({"mode": "form"}),
    ) == (
        "form",
        "url",
        "form",
    )


@pytest.mark.parametrize("path", sorted(PAGES.glob("2*.json")), ids=lambda p: p.stem)
def test_published_messages_keep_the_rules(path: Path) -> None:
    """No message that a specification page shows breaks a rule of its revision."""
    page = json.loads(path.read_text())
    for row in page["messages"]:
        assert (
            spec_rules.check(
                row["message"], page["revision"], sender=row["from"], answering=row.get("answering")
            )
            == ()
        )


@given(JSON | st.fixed_dictionaries({"method": METHOD, "params": JSON}), st.sampled_from(order.order()), JSON)
def test_nonsense_raises_nothing(frame: Any, revision: str, facts: Any) -> None:
    """Whatever JSON comes in, the rules return findings and raise nothing."""
    lists = facts if isinstance(facts, list) else [facts]
    spec_rules.check(frame, revision, request=facts, prompts=lists, tools=lists, progress={"t": 1})
