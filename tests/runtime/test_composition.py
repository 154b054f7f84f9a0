"""Compositions: a revision and extensions, read by one codec."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import subprocess
import sys
import threading
from types import ModuleType
from typing import Any, get_args, get_type_hints

import mcp_revisions as mr
import pytest
from mcp_revisions import DecodeError
from mcp_revisions._runtime.composition import Composition

REVISION, TASKS, APPS = "2026-07-28", "io.modelcontextprotocol/tasks", "io.modelcontextprotocol/ui"
BASE: Any = mr.revision(REVISION)
DECLARED = {"extensions": {TASKS: {}}}
TASK = {
    "taskId": "t-1",
    "status": "working",
    "createdAt": "2026-11-22T09:00:00Z",
    "lastUpdatedAt": "2026-11-22T09:00:00Z",
    "ttlMs": None,
}
CREATED = {"jsonrpc": "2.0", "id": 1, "result": {**TASK, "resultType": "task"}}


def meta(capabilities: Any) -> dict[str, Any]:
    """Return the metadata of a request with these capabilities."""
    prefix = "io.modelcontextprotocol/"
    return {
        f"{prefix}protocolVersion": REVISION,
        f"{prefix}clientInfo": {"name": "c", "version": "1"},
        f"{prefix}clientCapabilities": capabilities,
    }


def request(method: str, **params: Any) -> dict[str, Any]:
    """Return a request."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


LISTEN = request("subscriptions/listen", _meta=meta(DECLARED), notifications={"taskIds": ["t-1"]})


@pytest.fixture(name="mcp")
def composition() -> Any:
    """Return the revision with tasks."""
    return mr.compose(REVISION, mr.extension(TASKS))


def test_one_call_decodes_frames_of_both(mcp: Any) -> None:
    """Calls of the revision and of the extension have the types of their modules."""
    tools = mcp.decode_message(request("tools/list", _meta=meta({})), "client")
    assert type(tools) is BASE.ListToolsRequest
    get = mcp.decode_message(request("tasks/get", taskId="t-1"), "client")
    assert type(get) is mr.extension(TASKS).GetTaskRequest is mcp.GetTaskRequest
    assert json.loads(mcp.encode(get)) == request("tasks/get", taskId="t-1")


def test_a_task_may_answer_a_call_of_a_tool(mcp: Any) -> None:
    """`resultType` selects the task; other results stay the revision's."""
    assert type(mcp.decode_message(CREATED, "server", "tools/call").result) is mcp.CreateTaskResult
    plain = {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "content": []}}
    assert type(mcp.decode_message(plain, "server", "tools/call").result) is BASE.CallToolResult
    asked = {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required"}}
    assert type(mcp.decode_message(asked, "server", "tools/call").result) is BASE.InputRequiredResult
    with pytest.raises(DecodeError):
        mcp.decode_message(CREATED, "server", "prompts/get")


def test_the_result_of_a_task_follows_its_status(mcp: Any) -> None:
    """`tasks/get` is answered by one type for each status."""
    done = {**TASK, "status": "completed", "resultType": "complete", "result": {"content": []}}
    answer = mcp.decode_message({"jsonrpc": "2.0", "id": 1, "result": done}, "server", "tasks/get")
    assert type(answer.result) is mcp.CompletedTaskResult
    assert answer.result.result == {"content": []}
    with pytest.raises(DecodeError, match="'result' is missing"):
        done.pop("result")
        mcp.decode_message({"jsonrpc": "2.0", "id": 1, "result": done}, "server", "tasks/get")


def test_an_object_gains_the_members_of_an_extension(mcp: Any) -> None:
    """The filter of a subscription takes tasks, in the request and in the acknowledgement."""
    listen = mcp.decode_message(LISTEN, "client")
    assert listen.params.notifications.task_ids == ["t-1"]
    assert isinstance(listen, BASE.SubscriptionsListenRequest)
    assert isinstance(listen.params.notifications, BASE.SubscriptionFilter)
    assert mcp.to_builtins(listen) == LISTEN
    assert not listen.unknown
    acknowledged = {
        "jsonrpc": "2.0",
        "method": "notifications/subscriptions/acknowledged",
        "params": {"notifications": {"taskIds": ["t-1"]}},
    }
    assert mcp.decode_message(acknowledged, "server").params.notifications.task_ids == ["t-1"]
    wrong = copy.deepcopy(LISTEN)
    wrong["params"]["notifications"]["taskIds"] = [5]
    with pytest.raises(DecodeError, match="/params/notifications/taskIds/0"):
        mcp.decode_message(wrong, "client")
    made = mcp.SubscriptionFilter(task_ids=["t-1"])
    assert mcp.to_builtins(made) == {"taskIds": ["t-1"]}


def test_the_revision_alone_refuses_the_frames_of_an_extension(mcp: Any) -> None:
    """A composition leaves the module of its revision as it was."""
    with pytest.raises(DecodeError) as refused:
        BASE.decode_message(request("tasks/get", taskId="t-1"), "client")
    assert refused.value.code == -32601
    with pytest.raises(DecodeError, match="/result/resultType: expected 'complete', got 'task'"):
        BASE.decode_message(CREATED, "server", "tools/call")
    assert BASE.decode_message(LISTEN, "client").unknown == ("/params/notifications/taskIds",)
    assert not hasattr(BASE.SubscriptionFilter(), "task_ids")


def test_two_extensions_compose() -> None:
    """Frames of three parties are decoded by one object, each from the sides that send them."""
    both: Any = mr.compose(REVISION, TASKS, APPS)
    assert both.EXTENSIONS == (TASKS, APPS)
    assert str(both) == f"{REVISION} with {TASKS} and {APPS}"
    link = request("ui/open-link", url="https://x/y")
    assert both.decode_message(link, "app").params.url == "https://x/y"
    assert both.decode_message(request("tasks/get", taskId="1"), "client").params.task_id == "1"
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"isError": True}}
    assert both.decode_message(answer, "host", "ui/open-link").result.is_error is True
    with pytest.raises(DecodeError, match="a host does not send"):
        both.decode_message(link, "host")
    with pytest.raises(DecodeError, match="this member is not allowed"):
        both.decode_message(request("ui/open-link", url="x", other=1), "app")
    with pytest.raises(ValueError, match="sender"):
        mr.compose(REVISION, TASKS).decode_message(link, "app")


def test_capabilities_gate_no_frame_of_an_app() -> None:
    """A router of the frames of an app asks for no capability: apps and hosts declare none in requests."""
    apps: Any = mr.extension(APPS)
    router = mr.compose(REVISION, TASKS, APPS).Router(sender="app", capabilities={})

    @router.on("ui/open-link")
    def open_link(params: Any) -> Any:
        return apps.McpUiOpenLinkResult()

    reply = json.loads(asyncio.run(router.handle(json.dumps(request("ui/open-link", url="https://x/y")))))
    assert "error" not in reply


@pytest.mark.parametrize("name", ["tasks", "nope", ""])
def test_a_revision_with_an_unknown_extension_is_refused(name: str) -> None:
    """A conversion takes the identifier of an extension and no other name."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for ends in ((f"{REVISION}+{name}", "2025-11-25"), ("2025-11-25", f"{REVISION}+{name}")):
        with pytest.raises(ValueError, match="is not in this package"):
            mr.convert(frame, *ends, sender="client")


def test_a_composition_is_made_once() -> None:
    """The same revision and extensions give the same object, in any order, from any thread, or pickled."""
    made: list[Composition] = []
    threads = [
        threading.Thread(target=lambda: made.append(mr.compose(REVISION, APPS, TASKS))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {id(one) for one in made} == {id(mr.compose(REVISION, mr.extension(TASKS), APPS))}
    assert pickle.loads(pickle.dumps(made[0])) is made[0]


def test_names_and_constants_are_attributes(mcp: Any) -> None:
    """Types, error codes and the classes of responses are found as in the module of a revision."""
    assert mcp.REVISION == REVISION
    assert mcp.EXTENSIONS == (TASKS,)
    assert mcp.MISSING_REQUIRED_CLIENT_CAPABILITY == -32021
    assert mcp.Response is mr.revision(REVISION).Response
    assert {"tasks/get", "tools/call"} <= mcp.METHODS.keys()
    assert "CreateTaskResult" in dir(mcp)
    with pytest.raises(AttributeError, match="Nothing"):
        mcp.Nothing  # noqa: B018


def test_an_extension_is_named_once() -> None:
    """The same extension twice is an error, and so are extensions that were not built together."""
    tasks = mr.extension(TASKS)
    with pytest.raises(ValueError, match="named twice"):
        mr.compose(REVISION, tasks, TASKS)
    stranger = ModuleType("stranger")
    vars(stranger).update({**vars(tasks), "IDENTIFIER": "x/stranger"})
    with pytest.raises(
        ValueError, match=f"x/stranger' is not in this package; its revisions with extensions are {REVISION}"
    ):
        mr.compose(REVISION, tasks, stranger)


def test_the_module_of_a_composition_has_the_types_of_both(mcp: Any) -> None:
    """The module that the object stands for can be imported; its types know their codec."""
    from mcp_revisions.extensions import v2026_07_28_tasks as module

    assert module.SubscriptionFilter is mcp.SubscriptionFilter is mcp.types.SubscriptionFilter
    assert module.Tool is BASE.Tool and module.GetTaskRequest is mr.extension(TASKS).GetTaskRequest
    assert module.decode_message(LISTEN, "client") == mcp.decode_message(LISTEN, "client")
    assert set(mcp.types.__all__) >= {*BASE.types.__all__, *mr.extension(TASKS).types.__all__}


def test_a_revision_alone_is_a_composition_too() -> None:
    """Without extensions the object has the interface of the revision."""
    alone: Any = mr.compose(REVISION)
    assert (str(alone), alone.EXTENSIONS) == (REVISION, ())
    assert alone.Tool is BASE.Tool and alone.METHODS is BASE.METHODS


def test_other_values_are_refused() -> None:
    """An extension of another revision, an unknown identifier and a module of another kind are errors."""
    with pytest.raises(ValueError, match=f"{TASKS} extends {REVISION}, not 2025-11-25"):
        mr.compose("2025-11-25", TASKS)
    with pytest.raises(ValueError, match="'x/y' is not in this package; the extensions are"):
        mr.extension("x/y")
    with pytest.raises(ValueError, match="is not an extension of this package"):
        mr.compose(REVISION, json)


def test_gates_read_the_declaration_of_both_sides(mcp: Any) -> None:
    """A method, a member and a result of the extension need its key in `extensions`."""
    allows = mr.capabilities.allows
    needed = {"requiredCapabilities": DECLARED}
    for sender, message in (("client", "tasks/get"), ("client", LISTEN), ("server", CREATED)):
        assert allows(mcp, sender, message, client=DECLARED, server=DECLARED)
        undeclared = allows(mcp, sender, message, client={}, server=DECLARED)
        assert (undeclared.code, undeclared.data) == (-32021, needed)
        assert allows(mcp, sender, message, client=DECLARED, server={}).code == -32601
    assert allows(mcp, "client", "server/discover")


def test_the_router_holds_requests_and_replies_to_the_declaration(mcp: Any) -> None:
    """A client that does not declare the extension gets the error that the specification prescribes."""
    router = mcp.Router("client", {"tools": {}, **DECLARED}, validate=True)

    @router.on("tools/call")
    def call(params: Any) -> Any:
        return mcp.CreateTaskResult(
            task_id="t-1", status="working", created_at="", last_updated_at="", ttl_ms=1
        )

    @router.on("tasks/get")
    def get(params: Any) -> Any:
        return mcp.WorkingTaskResult(task_id="t-1", created_at="", last_updated_at="", ttl_ms=None)

    def reply(frame: dict[str, Any]) -> Any:
        return json.loads(asyncio.run(router.handle(json.dumps(frame))))

    for method, params in (("tools/call", {"name": "x"}), ("tasks/get", {"taskId": "t-1"})):
        good = reply(request(method, **params, _meta=meta(DECLARED)))
        assert good["result"]["taskId"] == "t-1"
        bad = reply(request(method, **params, _meta=meta({})))
        assert bad["error"]["code"] == -32021
        assert bad["error"]["data"] == {"requiredCapabilities": DECLARED}


def test_the_sides_of_an_extension_have_a_router() -> None:
    """A host answers the requests of an app; a result that is any object may be a dictionary."""
    both: Any = mr.compose(REVISION, APPS)
    router = both.Router("app")

    @router.on("ui/update-model-context")
    def update(params: Any) -> Any:
        return {}

    frame = json.dumps(request("ui/update-model-context", content=[{"type": "text", "text": "t"}]))
    assert json.loads(asyncio.run(router.handle(frame))) == {"jsonrpc": "2.0", "id": 1, "result": {}}


@pytest.mark.parametrize("name", [REVISION, "2025-11-25", "io.modelcontextprotocol/none", "", [], None, 5])
def test_other_names_are_no_extension(name: Any) -> None:
    """An extension is found by its identifier alone, also after the import of revisions."""
    mr.revision("2025-11-25")
    with pytest.raises(ValueError, match="is not in this package; the extensions are"):
        mr.extension(name)


def test_an_extension_is_no_revision() -> None:
    """The identifier of an extension names no revision, even after its import."""
    mr.extension(TASKS)
    with pytest.raises(ValueError, match="is not in this package; the revisions are"):
        mr.revision(TASKS)


def test_a_name_with_extensions_is_a_revision() -> None:
    """The name of a composition gives the composition, which takes further extensions."""
    name = f"{REVISION}+{TASKS}"
    assert mr.revision_name(name) == name
    assert mr.revision(name) is mr.compose(name) is mr.compose(REVISION, TASKS)
    assert mr.compose(name, APPS) is mr.compose(REVISION, APPS, TASKS)
    with pytest.raises(ValueError, match="named twice"):
        mr.compose(name, TASKS)


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_the_module_of_a_revision_is_an_attribute_of_the_package(revision: str) -> None:
    """`mr.v2025_11_25` needs no import of the module, in a process that imported nothing else."""
    name = "v" + revision.replace("-", "_")
    code = f"import mcp_revisions as mr; print(mr.{name}.REVISION, mr.{name} is mr.revision({revision!r}))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == [revision, "True"]
    assert name in dir(mr) and mr.revision_name(revision) == revision


def test_a_name_of_no_revision_is_refused() -> None:
    """The error of `revision_name` lists the names, also those with extensions."""
    for text in ("2025-11-2", "", f"{REVISION}+x/y", "x" * 10_000):
        with pytest.raises(ValueError, match=f"is not a revision of this package; .*{REVISION}") as caught:
            mr.revision_name(text)
        assert len(str(caught.value)) < 500


def test_the_unions_of_messages_exist_at_run_time() -> None:
    """A composition has the unions of the messages that each side sends, as a revision has."""
    made = mr.compose("2026-07-28", TASKS)
    for name in ("ClientMessage", "ServerMessage"):
        assert len(get_args(getattr(made, name))) > len(get_args(getattr(BASE, name)))
        assert getattr(made, name) is getattr(made, name)
    assert made.GetTaskRequest in get_args(made.ClientMessage)
    with pytest.raises(AttributeError):
        _ = made.OtherMessage


@pytest.mark.parametrize("name", mr.REVISIONS)
def test_the_annotations_of_public_functions_exist_at_run_time(name: Any) -> None:
    """`typing.get_type_hints` resolves the annotations of the functions of a revision and of the package."""
    module: Any = mr.revision(name)
    for function in (module.decode_message, module.decode, module.encode, module.json_schema, mr.convert):
        assert "return" in get_type_hints(function)
    for type_ in (module.CallToolRequest, module.CallToolResult, module.Response):
        assert get_type_hints(type_)


def test_inputs_of_a_call_are_methods_of_the_composition(mcp: Any) -> None:
    """A request of an extension takes the functions for input requests of the revision that it extends."""
    final = object()

    async def answered(request: Any) -> Any:
        return final

    for method in ("tasks/get", "tasks/cancel"):
        call = mcp.decode_message(request(method, _meta=meta(DECLARED), taskId="t-1"), "client")
        assert asyncio.run(mr.call_with_inputs(answered, call, {"elicitation/create": print})) is final
        with pytest.raises(ValueError, match="'tasks/get' is not an input request; these are: .*roots/list"):
            asyncio.run(mr.call_with_inputs(answered, call, {"tasks/get": print}))
    old: Any = mr.revision("2025-11-25")
    with pytest.raises(ValueError, match="^inputs: 2025-11-25 has no input requests; leave `inputs` out$"):
        asyncio.run(mr.call_with_inputs(answered, old.PingRequest(id=1), {"roots/list": print}))
