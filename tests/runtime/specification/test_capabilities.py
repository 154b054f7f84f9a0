"""Capability gates: who may send what, given what both sides declared, in each revision."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mcp_revisions
import pytest
from mcp_revisions._runtime import revisions as order
from mcp_revisions._runtime.specification import capabilities

from mcpgen.schema_folder import protocol
from support.paths import PAGES

R1, R2, R3, R4, R5, *_ = order.order()


def allows(
    revision: str, sender: str, message: Any, client: Any = None, server: Any = None
) -> capabilities.Permission:
    """Ask with the methods of the pinned revision."""
    methods = protocol(revision).methods
    return capabilities.allows(revision, sender, message, client=client, server=server, methods=methods)


def call(method: str, **params: Any) -> dict[str, Any]:
    """Return a request frame."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


SERVER = {  # method → the least capabilities that a server declares, equal in all revisions of the method
    "prompts/list": {"prompts": {}},
    "prompts/get": {"prompts": {}},
    "resources/list": {"resources": {}},
    "resources/templates/list": {"resources": {}},
    "resources/read": {"resources": {}},
    "resources/subscribe": {"resources": {"subscribe": True}},
    "resources/unsubscribe": {"resources": {"subscribe": True}},
    "tools/list": {"tools": {}},
    "tools/call": {"tools": {}},
    "logging/setLevel": {"logging": {}},
    "completion/complete": {"completions": {}},
    "notifications/message": {"logging": {}},
    "notifications/prompts/list_changed": {"prompts": {"listChanged": True}},
    "notifications/resources/list_changed": {"resources": {"listChanged": True}},
    "notifications/resources/updated": {"resources": {"subscribe": True}},
    "notifications/tools/list_changed": {"tools": {"listChanged": True}},
}
CLIENT = {
    "roots/list": {"roots": {}},
    "notifications/roots/list_changed": {"roots": {"listChanged": True}},
    "sampling/createMessage": {"sampling": {}},
    "elicitation/create": {"elicitation": {}},
    "notifications/elicitation/complete": {"elicitation": {"url": {}}},
}
UNGATED = {
    *("initialize", "notifications/initialized", "ping", "notifications/cancelled", "notifications/progress"),
    *("server/discover", "subscriptions/listen", "notifications/subscriptions/acknowledged"),
}
# A method that a later revision adds has its gate in the overlay alone.
LATER = {m for r in order.order()[5:] for m in protocol(r).methods} - SERVER.keys() - CLIENT.keys() - UNGATED
ROWS = [(r, m) for r in order.order() for m in protocol(r).methods if m not in LATER]


@pytest.mark.parametrize(("revision", "name"), ROWS)
def test_every_method_in_every_revision(revision: str, name: str) -> None:
    """A method passes with the least that opens its gate and not with less; nobody else may send it."""
    method = protocol(revision).methods[name]
    for sender in ("client", "server"):
        verdict = allows(revision, sender, name, CLIENT.get(name), SERVER.get(name))
        if sender not in method.senders:
            assert not verdict and verdict.gate is None and verdict.code == -32601
        elif not name.startswith("tasks/") and name != "notifications/tasks/status":
            assert verdict.ok, verdict
    sender = method.senders[0]
    shut = allows(revision, sender, name)
    if name in UNGATED or (name == "completion/complete" and revision == R1):
        assert shut.ok
    else:
        assert not shut.ok and shut.gate and shut.reason
        assert (shut.code is None) is (method.kind == "notification")


@pytest.mark.parametrize("flag", [False, None])
@pytest.mark.parametrize("revision", order.order())
def test_a_flag_is_declared_by_true(revision: str, flag: object) -> None:
    """`listChanged` and `subscribe` count when they are true, not when they are merely there."""
    declared = {"tools": {"listChanged": flag}, "resources": {"subscribe": flag}}
    for name in ("notifications/tools/list_changed", "notifications/resources/updated"):
        assert not allows(revision, "server", name, server=declared)
    assert allows(revision, "client", "tools/list", server=declared)


FORM = call("elicitation/create", message="m", requestedSchema={"type": "object", "properties": {}})
URL = call("elicitation/create", mode="url", message="m", url="https://x.y", elicitationId="e")
EXPLICIT = call(
    "elicitation/create", mode="form", message="m", requestedSchema={"type": "object", "properties": {}}
)


def embedded(*requests: dict[str, Any]) -> dict[str, Any]:
    """Return the input-required result that carries requests."""
    stripped = {str(i): {"method": r["method"], "params": r["params"]} for i, r in enumerate(requests)}
    return {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required", "inputRequests": stripped}}


@pytest.mark.parametrize(
    ("client", "form", "url"),
    [
        ({}, False, False),
        ({"elicitation": {}}, True, False),
        ({"elicitation": {"form": {}}}, True, False),
        ({"elicitation": {"url": {}}}, False, True),
        ({"elicitation": {"form": {}, "url": {}}}, True, True),
        ({"elicitation": {"x": 1}}, True, False),
    ],
)
def test_elicitation_modes(client: dict[str, Any], form: bool, url: bool) -> None:
    """An absent mode is form, `{}` declares form; an undeclared mode is -32602, from 2026-07-28 on -32021."""
    for request, mode, fits in ((FORM, "form", form), (EXPLICIT, "form", form), (URL, "url", url)):
        verdict = allows(R4, "server", request, client)
        assert verdict.ok is fits
        assert fits or (verdict.gate, verdict.code) == (f"client:elicitation.{mode}", -32602)
        verdict = allows(R5, "server", embedded(request), client)
        assert verdict.ok is fits
        assert fits or (verdict.gate, verdict.code) == (f"client:elicitation.{mode}", -32021)
        assert fits or verdict.data == {"requiredCapabilities": {"elicitation": {mode: {}}}}


def test_elicitation_before_modes() -> None:
    """In 2025-06-18 the capability has no parts, and a client without it has no such method."""
    assert allows(R3, "server", FORM, {"elicitation": {}})
    verdict = allows(R3, "server", FORM, {})
    assert (verdict.gate, verdict.code) == ("client:elicitation", -32601)
    assert allows(R2, "server", FORM, {"elicitation": {}}).code == -32601


@pytest.mark.parametrize("revision", order.order())
def test_url_elicitation_required(revision: str) -> None:
    """Error -32042 is of 2025-11-25 alone and needs a client that declared the URL mode."""
    frame = {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {"code": -32042, "message": "m", "data": {"elicitations": []}},
    }
    assert allows(revision, "server", frame, {"elicitation": {"url": {}}}).ok is (revision == R4)
    assert not allows(revision, "server", frame, {"elicitation": {}})
    assert allows(revision, "server", {**frame, "error": {"code": -32603, "message": "m"}})


def test_sampling_parts() -> None:
    """Tools in sampling need `sampling.tools`; `includeContext` should have `sampling.context`."""
    plain = call("sampling/createMessage", messages=[], maxTokens=1)
    for extra in ({"tools": []}, {"toolChoice": {"mode": "none"}}):
        tools = call("sampling/createMessage", messages=[], maxTokens=1, **extra)
        verdict = allows(R4, "server", tools, {"sampling": {}})
        assert (verdict.ok, verdict.gate, verdict.code) == (False, "client:sampling.tools", -32602)
        assert allows(R5, "server", embedded(tools), {"sampling": {}}).code == -32021
        assert allows(R4, "server", tools, {"sampling": {"tools": {}}})
        assert allows(R4, "server", tools, {}).code == -32601
        assert allows(R3, "server", tools, {"sampling": {}})
    for value, gate in (("allServers", "client:sampling.context"), ("none", None)):
        context = call("sampling/createMessage", messages=[], maxTokens=1, includeContext=value)
        verdict = allows(R4, "server", context, {"sampling": {}})
        assert verdict.ok and verdict.gate == gate
        assert allows(R3, "server", context, {"sampling": {}}).gate is None
    assert allows(R1, "server", plain, {"sampling": {}}) and not allows(R1, "server", plain, {})


@pytest.mark.parametrize("sender", ["client", "server"])
def test_tasks(sender: str) -> None:
    """The receiver declares `tasks.list` and `tasks.cancel`; the side that runs a task sends its status."""
    asked = {"client": "server", "server": "client"}[sender]
    for name, part in (("tasks/list", "list"), ("tasks/cancel", "cancel"), ("tasks/get", None)):
        tasks = {"tasks": {part: {}} if part else {}}
        assert allows(R4, sender, name, **{asked: tasks})
        shut = allows(R4, sender, name, **{sender: tasks})
        assert shut.gate == f"{asked}:tasks" + (f".{part}" if part else "") and shut.code == -32601
    assert allows(R4, sender, "notifications/tasks/status", **{sender: {"tasks": {}}})
    assert not allows(R4, sender, "notifications/tasks/status", **{asked: {"tasks": {}}})


@pytest.mark.parametrize(
    ("sender", "name", "path", "base"),
    [
        ("client", "tools/call", ["tools", "call"], {"tools": {}}),
        ("server", "sampling/createMessage", ["sampling", "createMessage"], {"sampling": {}}),
        ("server", "elicitation/create", ["elicitation", "create"], {"elicitation": {}}),
    ],
)
def test_task_augmentation(sender: str, name: str, path: list[str], base: dict[str, Any]) -> None:
    """`task` needs the receiver's word for that very request; without it the receiver ignores it: no code."""
    asked = {"client": "server", "server": "client"}[sender]
    augmented, plain = call(name, task={}), call(name, name="n")
    declared = {**base, "tasks": {"requests": {path[0]: {path[1]: {}}}}}
    assert allows(R4, sender, augmented, **{asked: declared})
    assert allows(R4, sender, plain, **{asked: base})
    shut = allows(R4, sender, augmented, **{asked: {**base, "tasks": {}}})
    assert (shut.ok, shut.code) == (False, None) and shut.gate == f"{asked}:tasks.requests." + ".".join(path)


def test_requests_of_2026_travel_in_results() -> None:
    """From 2026-07-28 on, every request in an input-required result needs a declared capability."""
    assert allows(R5, "server", "elicitation/create", {"elicitation": {}})
    assert not allows(R5, "server", FORM, {"elicitation": {}})
    assert not allows(R5, "server", embedded(call("tools/list")), {})
    roots = call("roots/list")
    assert allows(R5, "server", embedded(FORM, roots), {"elicitation": {}, "roots": {}})
    verdict = allows(R5, "server", embedded(FORM, roots), {"elicitation": {}})
    assert verdict.gate == "client:roots" and verdict.data == {"requiredCapabilities": {"roots": {}}}


def test_tasks_extension() -> None:
    """In 2026-07-28 `tasks/*` belongs to an extension that the server declares."""
    extension = {"extensions": {"io.modelcontextprotocol/tasks": {}}}
    for name in ("tasks/get", "tasks/update", "tasks/cancel"):
        assert allows(R5, "client", name, server=extension)
        assert allows(R5, "client", name, server={}).code == -32601
        assert not allows(R5, "server", name, server=extension)
    assert not allows(R5, "client", "tasks/list", server=extension)


def test_subscription_filter() -> None:
    """A server grants the part of a filter that its capabilities cover, and no unknown member."""
    wanted = {
        "toolsListChanged": True,
        "promptsListChanged": False,
        "resourceSubscriptions": ["file:///a"],
        "x": True,
    }
    assert capabilities.granted(
        wanted, {"tools": {"listChanged": True}, "resources": {"subscribe": True}}
    ) == {
        "toolsListChanged": True,
        "resourceSubscriptions": ["file:///a"],
    }
    assert capabilities.granted(wanted, {"tools": {}, "prompts": {"listChanged": True}}) == {}


@pytest.mark.parametrize("path", sorted(PAGES.glob("2*.json")), ids=lambda p: p.stem)
def test_published_pages(path: Path) -> None:
    """What a page sends is allowed with the capabilities that the page declares, and not without them."""
    page = json.loads(path.read_text())
    declared: dict[str, Any] = {}
    for example in page["capabilities"]:
        for name, value in example["value"].items():
            declared.setdefault(example["of"], {}).setdefault(name, {}).update(value)
    gated = [m for m in page["messages"] if "method" in m["message"]]
    assert gated
    for row in page["messages"]:
        assert allows(page["revision"], row["from"], row["message"], **declared), row
    for row in gated:
        assert not allows(page["revision"], row["from"], row["message"]), row


def test_a_result_without_its_response_is_judged() -> None:
    """A gate applies to what is inside a result, whether or not the result is inside a response."""
    form = {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}
    asks = {"a": {"method": "elicitation/create", "params": form}}
    result = {"resultType": "input_required", "inputRequests": asks}
    mcp: Any = mcp_revisions.revision(R5)
    typed = mcp.decode(result, mcp.InputRequiredResult)
    for one in (result, typed, mcp.Response(1, typed), {"jsonrpc": "2.0", "id": 1, "result": result}):
        found = capabilities.allows(R5, "server", one)
        assert (found.ok, found.gate, found.code) == (False, "client:elicitation.form", -32021)
        assert capabilities.allows(R5, "server", one, client={"elicitation": {}}).ok
    assert capabilities.allows(R5, "server", mcp.CallToolResult(content=[])).ok


def test_generated_objects_do_as_well() -> None:
    """Frames and capabilities may be the objects that a decode gives, unknown members included."""
    mr = pytest.importorskip("mcp_revisions")
    module = mr.revision(R4)
    frame = module.decode_message(json.dumps({**URL, "x": 1}), "server")
    for declared, fits in (({"elicitation": {"url": {}, "y": 1}}, True), ({"elicitation": {}}, False)):
        client = module.decode(json.dumps(declared), module.ClientCapabilities)
        assert mr.capabilities.allows(R4, "server", frame, client=client).ok is fits
    asked = module.decode_message(json.dumps(call("tools/call", name="f")), "client")
    server = module.decode(b'{"tools": {}}', module.ServerCapabilities)
    assert mr.capabilities.allows(R4, "client", asked, server=server)
    assert mr.capabilities.allows(R4, "client", asked).code == -32601


def test_nonsense_is_refused() -> None:
    """An unknown side is a `ValueError`; for unknown methods and broken frames there is a permission."""
    with pytest.raises(ValueError, match="'host'"):
        allows(R4, "host", "ping")
    assert allows(R4, "client", "elicitation/requestInput").code == -32601
    for frame in (
        {},
        [],
        {"result": 1},
        {"method": 1},
        {"method": "tools/call", "params": 3},
        {"error": 1},
        7,
        None,
    ):
        assert isinstance(allows(R4, "client", frame, 3, ["tools"]), capabilities.Permission)
