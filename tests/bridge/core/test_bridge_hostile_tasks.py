"""Servers that misuse tasks: `hostile_tasks.py` states the laws."""

from __future__ import annotations

from typing import Any

import pytest
from hostile_tasks import session

import mcp_bridge
from support.bridge_pair import LEGACY, MODERN, Frame, modern, opened
from support.bridge_tables import tables
from support.bridge_tasks import CORE, EXTENSION

CREATED: Frame = {"status": "working", "createdAt": "", "lastUpdatedAt": ""}


def test_hostile_tasks_of_fixed_seeds() -> None:
    """The laws hold for every pair of revisions across which tasks travel."""
    assert sum(map(session, range(48))) > 1000


@pytest.mark.long
def test_very_many_hostile_tasks() -> None:
    """The laws hold in ten thousand sessions."""
    assert sum(map(session, range(1000, 11_000))) > 300_000


@pytest.mark.parametrize(
    "module, name, fault",
    [
        ("rules", "seconds_of", lambda value, *bounds: 0.0),
        ("rules", "MILLISECONDS", None),
        ("bridge", "LISTEN", "none"),
    ],
)
def test_the_laws_find_a_fault(module: str, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a part of the defence a law is broken within hundreds of sessions."""
    monkeypatch.setattr(f"mcp_bridge.core.{module}.{name}", fault)
    with pytest.raises(AssertionError, match="seed"):
        for seed in range(300):
            session(seed)


@pytest.mark.parametrize("task_id", [{}, {"taskId": ["t"]}])
@pytest.mark.parametrize("wanted", [False, True])
@pytest.mark.parametrize(
    "client, server",
    [*((one, MODERN) for one in LEGACY), *((one, LEGACY[-1]) for one in (*LEGACY[:-1], MODERN))],
)
def test_a_task_without_an_id_is_an_error(client: str, server: str, wanted: bool, task_id: Frame) -> None:
    """The call gets error -32603 with the reason at once, and no table keeps an entry."""
    able = EXTENSION if server == MODERN else CORE
    link = opened(client, server, offered={"tools": {}, **able}).bridge.trees
    params = modern({"name": "t"}, EXTENSION if wanted else {}) if client == MODERN else {"name": "t"}
    if wanted and client == LEGACY[-1]:
        params["task"] = {}
    (call,) = link.from_client({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    created = {**CREATED, **task_id}
    result = {**created, "ttlMs": None, "resultType": "task"} if server == MODERN else {"task": created}
    (send,) = link.from_server({"jsonrpc": "2.0", "id": call.tree["id"], "result": result})
    error = {"code": -32603, "message": "the server created a task without an id"}
    assert (send.to, send.tree["id"], send.tree["error"]) == ("client", 1, error)
    assert link.pending == 0 and link.deadline is None


@pytest.mark.parametrize("client", [*LEGACY[:-1], MODERN])
def test_thousands_of_tasks_that_never_end(client: str) -> None:
    """With the usual limits the bridge remembers 256 tasks; every further call is answered at once."""
    link = opened(client, LEGACY[-1], offered={"tools": {}, **CORE}).bridge.trees
    for number in range(2000):
        frame: Frame = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "t"}}
        if client == MODERN:
            frame["params"] = modern(frame["params"])
        (call,) = link.from_client(frame)
        task = {**CREATED, "taskId": f"t{number}", "ttl": None}
        sends = link.from_server({"jsonrpc": "2.0", "id": call.tree["id"], "result": {"task": task}})
        assert any(send.to == "client" for send in sends) is (number >= 256)
        for send in sends:
            if send.tree.get("method") == "tasks/cancel":
                link.from_server({"jsonrpc": "2.0", "id": send.tree["id"], "result": task})
    assert max(map(len, tables(link))) <= 2 * 256 and link.pending == 256
    sends = link.tick(mcp_bridge.Limits().task)
    assert sum(send.to == "client" for send in sends) == 256 and link.pending == 0


@pytest.mark.parametrize("client", LEGACY)
def test_thousands_of_tasks_of_a_server_with_the_extension(client: str) -> None:
    """The same for a modern server, whose tasks the bridge polls."""
    link = opened(client, MODERN, offered={"tools": {}, **EXTENSION}).bridge.trees
    for number in range(1000):
        frame = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "t"}}
        (call,) = link.from_client(frame)
        task = {**CREATED, "taskId": f"t{number}", "ttlMs": None, "resultType": "task"}
        sends = link.from_server({"jsonrpc": "2.0", "id": call.tree["id"], "result": task})
        assert any(send.to == "client" for send in sends) is (number >= 256)
        for send in sends:
            if send.tree.get("method") == "tasks/cancel":
                link.from_server({"jsonrpc": "2.0", "id": send.tree["id"], "result": {}})
    assert max(map(len, tables(link))) <= 2 * 256 and link.pending == 256
