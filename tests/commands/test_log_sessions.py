"""`mcpgen validate` over the messages of a session: open requests, pages of lists, declared capabilities.

Logs go to the command's standard input; verdicts come back as its JSON report.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable
from typing import Any

import pytest

Judge = Callable[..., list[dict[str, Any]]]
CLIENT, SERVER = "client", "server"
UNASKED = "answers a request that is not in the log"
BEYOND = 20_100  # more open requests, or progress tokens, than the command remembers


def line(sender: str, **frame: Any) -> str:
    """Return a line of a log."""
    return json.dumps({"from": sender, "message": {"jsonrpc": "2.0", **frame}}) + "\n"


@pytest.fixture
def judge(mcpgen: Callable[..., subprocess.CompletedProcess[str]]) -> Judge:
    """Return a function that gives the verdicts of a log."""

    def verdicts(lines: Iterable[str], *options: str, revision: str = "2025-11-25") -> list[dict[str, Any]]:
        done = mcpgen(
            *("validate", "--revision", revision, "--format", "json", *options), input="".join(lines)
        )
        assert done.returncode in (0, 1), done.stderr
        return list(json.loads(done.stdout)["messages"])

    return verdicts


def rules(verdict: dict[str, Any]) -> list[str]:
    """Return the ids of the rules that a verdict names."""
    return [row["rule"] for row in verdict["advice"]]


def opening(id: int = 0, client: Any = None, server: Any = None) -> list[str]:
    """Return the handshake of a session with the capabilities of both sides."""
    asked = {
        "protocolVersion": "2025-11-25",
        "capabilities": client or {},
        "clientInfo": {"name": "c", "version": "1"},
    }
    told = {**asked, "capabilities": {"tools": {}} if server is None else server}
    told["serverInfo"] = told.pop("clientInfo")
    return [line(CLIENT, id=id, method="initialize", params=asked), line(SERVER, id=id, result=told)]


def listing(id: int, *names: str, cursor: str | None = None, after: str | None = None) -> list[str]:
    """Return `tools/list` of a page and its answer."""
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
    return [
        line(CLIENT, id=id, method="tools/list", params={"cursor": cursor} if cursor else {}),
        line(SERVER, id=id, result={"tools": tools, **({"nextCursor": after} if after else {})}),
    ]


def call(id: int, name: str) -> str:
    """Return a `tools/call`."""
    return line(CLIENT, id=id, method="tools/call", params={"name": name})


def test_the_oldest_open_request_is_forgotten_first(judge: Judge) -> None:
    """Beyond the bound of open requests the first one no longer types its answer; later ones still do."""
    log = [line(CLIENT, id=id, method="tools/list") for id in range(BEYOND)]
    log += [line(SERVER, id=id, result={"tools": 1}) for id in (0, BEYOND // 2, BEYOND - 1)]
    first, *others = judge(log)[-3:]
    assert (first["verdict"], first["notes"]) == ("valid", [UNASKED])
    for found in others:
        assert (found["verdict"], found["answers"]) == ("invalid", "tools/list")


def test_the_oldest_progress_is_forgotten_first(judge: Judge) -> None:
    """Beyond the bound of progress tokens the first one may fall back unnoticed; later ones may not."""

    def progress(token: int, value: int) -> str:
        return line(
            SERVER, method="notifications/progress", params={"progressToken": token, "progress": value}
        )

    log = [progress(token, 2) for token in range(BEYOND)]
    log += [progress(token, 1) for token in (0, BEYOND // 2, BEYOND - 1)]
    found = [rules(verdict) for verdict in judge(log, "--advice")[-3:]]
    assert found == [[], ["progress-increases"], ["progress-increases"]]


def test_a_list_that_starts_over_replaces_the_last_one(judge: Judge) -> None:
    """Tools of an earlier listing are unknown once the first page was listed again."""
    log = [*opening(), *listing(1, "f"), call(2, "f"), *listing(3, "g"), call(4, "f"), call(5, "g")]
    found = judge(log, "--advice")
    assert [rules(found[place]) for place in (4, 7, 8)] == [[], ["tool-unknown"], []]


def test_pages_of_a_list_add_up(judge: Judge) -> None:
    """A later page keeps the tools of the earlier ones; before the last page no tool is called unknown."""
    log = [*opening(), *listing(1, "f", after="2"), call(2, "h")]
    log += [*listing(3, "g", cursor="2"), call(4, "f"), call(5, "g"), call(6, "h")]
    found = judge(log, "--advice")
    assert [rules(found[place]) for place in (4, 7, 8, 9)] == [[], [], [], ["tool-unknown"]]


def test_a_changed_list_is_no_longer_known(judge: Judge) -> None:
    """After `list_changed` any tool may exist, until the tools are listed again."""
    changed = line(SERVER, method="notifications/tools/list_changed")
    log = opening(server={"tools": {"listChanged": True}})
    log += [*listing(1, "f"), call(2, "h"), changed, call(3, "h"), *listing(4, "f"), call(5, "h")]
    found = judge(log, "--advice")
    assert [rules(found[place]) for place in (4, 6, 9)] == [["tool-unknown"], [], ["tool-unknown"]]


def test_a_new_session_knows_no_list(judge: Judge) -> None:
    """The tools of an earlier session say nothing about the tools of the next one."""
    found = judge([*opening(), *listing(1, "f"), *opening(2), call(3, "g")], "--advice")
    assert rules(found[-1]) == []


@pytest.mark.parametrize(("sender", "method"), [(SERVER, "roots/list"), (CLIENT, "tools/list")])
def test_only_a_declared_side_has_gates(judge: Judge, sender: str, method: str) -> None:
    """A method is gated only once its receiver has declared capabilities, and then by the missing ones."""
    frame = line(sender, id=9, method=method)
    assert rules(judge([frame], "--advice")[-1]) == []
    assert rules(judge([*opening(server={}), frame], "--advice")[-1]) == ["capability-gate"]
    declared = opening(client={"roots": {}}, server={"tools": {}})
    assert rules(judge([*declared, frame], "--advice")[-1]) == []


def test_a_server_that_did_not_answer_yet_has_declared_nothing(judge: Judge) -> None:
    """Between `initialize` and its answer only the client's capabilities are gates."""
    log = [opening()[0], line(CLIENT, id=1, method="tools/list"), line(SERVER, id=1, method="roots/list")]
    assert [rules(found) for found in judge(log, "--advice")] == [[], [], ["capability-gate"]]


def test_capabilities_of_a_request_replace_those_of_the_session(judge: Judge) -> None:
    """In 2026-07-28 a result is judged by the capabilities that its own request declared."""
    key = "io.modelcontextprotocol/clientCapabilities"
    needs = {"resultType": "input_required", "inputRequests": {"k": {"method": "roots/list"}}}
    log = []
    declared: tuple[dict[str, Any], ...] = ({}, {"roots": {}})
    for id, capabilities in enumerate(declared):
        params = {"name": "f", "_meta": {key: capabilities}}
        log += [line(CLIENT, id=id, method="tools/call", params=params), line(SERVER, id=id, result=needs)]
    without, granted = judge(log, "--advice", revision="2026-07-28")[1::2]
    assert "capability-gate" in rules(without) and "capability-gate" not in rules(granted)
