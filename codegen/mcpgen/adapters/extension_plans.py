"""Plan the conversion between core tasks of one revision and the tasks extension of the next revision.

2025-11-25 defines tasks in its core, and 2026-07-28 in the extension `io.modelcontextprotocol/tasks`. The
conversion between these two keeps tasks. Conversions of all other extensions go through the revision without
the extension (`generate.pairs`).
"""

from __future__ import annotations

from dataclasses import replace

from mcpgen.adapters.plan import (
    AdapterPlan,
    CallRule,
    ChangeConstant,
    Convert,
    Drop,
    DropInside,
    DropOthers,
    Function,
    HasMember,
    Is,
    MemberEdit,
    MemberIs,
    MethodAdapter,
    MethodEntry,
    MethodRemoved,
    Move,
    ObjectFunction,
    Refuse,
    RefuseMember,
    Set,
    Test,
    UnionFunction,
    Variant,
    Visit,
    reached,
)
from mcpgen.ir import (
    Anything,
    Choice,
    Extension,
    Map,
    Ref,
    Scalar,
    Side,
    Type,
    Union,
)
from mcpgen.runtime.conversion.adapter_tables import Fidelity
from mcpgen.runtime.errors import METHOD_NOT_FOUND
from mcpgen.runtime.task_names import TASKS


def _task(name: str, reason: str) -> ChangeConstant:
    return ChangeConstant(f"TASK_{name}", "R-TASK", reason)


RESPELLED = _task(
    "RESPELLED",
    "The tasks extension and core tasks name and place these members differently, so they were changed.",
)
ACKNOWLEDGED = _task(
    "ACKNOWLEDGED", "The tasks extension answers `tasks/cancel` without the task, so the task was removed."
)
NO_LIST = _task("NO_LIST", "The tasks extension has no `tasks/list`, so this message was refused.")
NO_RESULT = _task(
    "NO_RESULT", "The tasks extension has no `tasks/result`, so this message was refused; use `tasks/get`."
)
NO_UPDATE = _task(
    "NO_UPDATE", "Core tasks have no `tasks/update`, so this message was refused; answer each request."
)
NO_TASK = _task(
    "NO_TASK",
    "Core tasks answer `tasks/cancel` with the task, which is missing, so this message was refused.",
)
SUPPORT = _task("SUPPORT", "Only with core tasks a tool declares `execution`, so it was added or removed.")
FAILED_TOOL = _task(
    "FAILED_TOOL",
    "A tool error fails a core task, and completes a task of the extension, so the status was changed.",
)
WITHOUT_RESULT = _task(
    "WITHOUT_RESULT",
    "Core tasks return results and input requests in messages of their own, so this was removed.",
)
NEEDS_RESULT = _task(
    "NEEDS_RESULT",
    "The tasks extension states the outcome or the input requests of a task with this status, and core tasks"
    " do not, so this message was refused.",
)

META, RESULT_TYPE = "_meta", "resultType"
# Members of a task whose names differ: the name in the core → the name in the extension.
_UNITS = {"ttl": "ttlMs", "pollInterval": "pollIntervalMs"}
_MEMBERS = {
    name: name for name in ("taskId", "status", "statusMessage", "createdAt", "lastUpdatedAt")
} | _UNITS
_MILLISECONDS = Scalar("integer", minimum=1 - 2**53, maximum=2**53 - 1)
_UNITS_UP: tuple[MemberEdit, ...] = (
    *(Move((older,), (newer,), RESPELLED) for older, newer in _UNITS.items()),
    Set("ttlMs", None, RESPELLED, always=True, known=False, type=Union((_MILLISECONDS, Scalar("null")))),
    Drop("pollIntervalMs", RESPELLED, _MILLISECONDS, known=False),
)


def has_counterpart(extension: Extension, plan: AdapterPlan) -> bool:
    """Return whether the core of the adjacent revision can express what an extension adds.

    This is true only for the tasks extension.
    """
    methods = {row.method for rows in plan.methods.values() for row in rows}
    return extension.identifier == TASKS and (plan.name == "down" or "tasks/get" in methods)


# Conversion between core tasks and the tasks extension


def with_tasks(plan: AdapterPlan, name: str, server_info: str) -> AdapterPlan:
    """Return the plan of two adjacent revisions, extended so that it also converts tasks.

    One of the revisions has tasks in its core. The other one has them in the tasks extension, and `name` is
    the name of this revision with the extension. `server_info` is the key of `_meta` under which a result
    names its server.
    """
    return _up(plan, name, server_info) if plan.name == "up" else _down(plan, name, server_info)


class _PlanRows:
    """A copy of a plan that this module edits: its functions, and its rows for each method."""

    def __init__(self, plan: AdapterPlan) -> None:
        self.plan = plan
        self.functions = {function.name: function for function in plan.functions}
        self.rows = {side: {row.method: row for row in rows} for side, rows in plan.methods.items()}

    def passing(self, side: Side, method: str) -> MethodAdapter:
        """Return the plan's row for a method that both revisions have."""
        row = self.rows[side][method]
        assert isinstance(row, MethodAdapter)
        return row

    def edits(self, name: str, *edits: MemberEdit, base: str | None = None) -> str:
        """Add a function that makes `edits`, and then the edits of the existing function `base`.

        Return the name of the new function.
        """
        inherited = self.functions[base] if base else ObjectFunction("", "")
        assert isinstance(inherited, ObjectFunction) and inherited.rule is None
        self.functions[name] = ObjectFunction(name, "Task", (*edits, *inherited.edits))
        return name

    def set(self, side: Side, *rows: MethodEntry) -> None:
        """Replace the plan's rows for some methods that `side` sends."""
        self.rows[side].update({row.method: row for row in rows})

    def result(self) -> AdapterPlan:
        """Return the edited plan, without functions that nothing calls any more."""
        methods: dict[Side, tuple[MethodEntry, ...]] = {
            side: tuple(sorted(rows.values(), key=lambda row: row.method)) for side, rows in self.rows.items()
        }
        found = [row for rows in methods.values() for row in rows if isinstance(row, MethodAdapter)]
        roots = [name for row in found for name in (row.params, row.result)]
        names = reached(self.functions, [*roots, self.plan.capabilities, self.plan.implementation])
        functions = tuple(function for name, function in self.functions.items() if name in names)
        return replace(self.plan, functions=functions, methods=methods)


def _up(plan: AdapterPlan, name: str, server_info: str) -> AdapterPlan:
    """Return the plan for the direction `up`, from core tasks to tasks of the extension."""
    rows = _PlanRows(plan)
    call, tools = rows.passing("client", "tools/call"), rows.passing("client", "tools/list")
    plain = rows.passing("client", "prompts/list")
    message = rows.passing("server", "notifications/message")
    info: Type = Ref("Implementation")  # a server is described by the same type as a client
    token = Union((Scalar("string"), Scalar("integer")))

    # Requests about a task, and calls that create a task, declare the extension.
    rows.edits("task_meta_up", Drop("progressToken", RESPELLED, token, known=False))
    about = rows.edits(
        "task_request_params_up",
        Drop(META, RESPELLED, Map(Anything()), known=False),
        Visit(META, "task_meta_up", None, always=False),
        *_declaring(rows.functions[plain.params or ""]),
    )
    assert call.params is not None and call.result is not None and tools.result is not None
    rows.edits("task_call_params_up", *_declaring(rows.functions[call.params]))
    as_task = Variant("task", Convert("task_call_params_up"), tests=(Is("object"), HasMember("task")))
    other = Variant("call", Convert(call.params), tests=())
    rows.functions["tools_call_params_up"] = UnionFunction("tools_call_params_up", (as_task, other))

    # Results
    rows.edits("task_result_meta_up", Drop(server_info, RESPELLED, info, known=False))
    meta = Visit(META, "task_result_meta_up", None, always=False)
    rows.edits("created_task_up", Drop(META, RESPELLED), Drop(RESULT_TYPE, RESPELLED), *_UNITS_UP)
    created = rows.edits(
        "create_task_result_up",
        Visit("task", "created_task_up", None, always=True),
        *(Move(("task", name), (name,), RESPELLED, clears=1) for name in _MEMBERS.values()),
        Set(RESULT_TYPE, "task", RESPELLED, always=True, known=False),
        meta,
    )
    creates = _tests_of(rows.functions[call.result], "CreateTaskResult")
    variants = (
        Variant("CreateTaskResult", Convert(created), tests=creates),
        Variant("CallToolResult", Convert(_plain_call_result(rows.functions[call.result])), tests=()),
    )
    rows.functions["tools_call_task_result_up"] = UnionFunction(
        "tools_call_task_result_up", variants, form="object"
    )
    complete = Set(RESULT_TYPE, "complete", RESPELLED, always=True, known=False)
    without_more = Choice(("working", "cancelled"))  # the other statuses need members that the core lacks
    needs = RefuseMember("status", NEEDS_RESULT, without_more, always=True)
    status = rows.edits("task_status_up", needs, *_UNITS_UP, complete, meta)
    acknowledged = rows.edits(
        "task_acknowledged_up",
        DropOthers("", (META, RESULT_TYPE), ACKNOWLEDGED),
        replace(complete, change=ACKNOWLEDGED),
        meta,
    )
    notified = rows.edits("task_notification_up", needs, *_UNITS_UP, base=message.params)
    rows.edits("tool_execution_up", Drop("execution", SUPPORT))
    rows.functions["tool_with_task_up"] = _where_object("tool_with_task_up", "tool_execution_up")
    listed = rows.edits(
        "list_task_tools_result_up",
        Visit("tools", "tool_with_task_up", "items", always=True),
        base=tools.result,
    )
    rows.set(
        "client",
        _request("tasks/cancel", about, acknowledged),
        _request("tasks/get", about, status),
        MethodRemoved("tasks/list", NO_LIST, METHOD_NOT_FOUND),
        MethodRemoved("tasks/result", NO_RESULT, METHOD_NOT_FOUND),
        _request("tools/call", "tools_call_params_up", "tools_call_task_result_up"),
        replace(tools, result=listed),
    )
    rows.set(
        "server",
        _notification("notifications/tasks/status", notified, "notifications/tasks"),
    )
    forget = plan.every_part and replace(plan.every_part, change=RESPELLED)
    return replace(rows.result(), target=name, every_part=forget)


def _down(plan: AdapterPlan, name: str, server_info: str) -> AdapterPlan:
    """Return the plan for the direction `down`, from tasks of the extension to core tasks."""
    rows = _PlanRows(plan)
    call, tools = rows.passing("client", "tools/call"), rows.passing("client", "tools/list")
    plain = rows.passing("client", "prompts/list")
    message = rows.passing("server", "notifications/message")
    assert call.result is not None and tools.result is not None
    units = tuple(Move((newer,), (older,), RESPELLED) for older, newer in _UNITS.items())
    inside: tuple[MemberEdit, ...] = (
        CallRule("result", "failed_tool", FAILED_TOOL, always=False),
        *(Drop(member, WITHOUT_RESULT) for member in ("inputRequests", "result", "error")),
    )
    resulting: tuple[MemberEdit, ...] = (
        Drop(RESULT_TYPE, RESPELLED),
        *inside,
        DropInside(META, (server_info,), RESPELLED),
    )
    status = rows.edits("task_status_down", *resulting, *units)
    created = rows.edits(
        "create_task_result_down",
        *resulting,
        *(Move((newer,), ("task", older), RESPELLED, makes=True) for older, newer in _MEMBERS.items()),
    )
    notified = rows.edits("task_notification_down", *inside, *units, base=message.params)
    creates = Is("object"), MemberIs(RESULT_TYPE, ("task",)), HasMember("taskId")
    variants = (
        Variant("CreateTaskResult", Convert(created), tests=creates),
        Variant("CallToolResult", Convert(call.result), tests=()),
    )
    rows.functions["tools_call_task_result_down"] = UnionFunction("tools_call_task_result_down", variants)
    refused = Variant("CancelTaskResult", Refuse(NO_TASK), tests=())
    rows.functions["task_acknowledged_down"] = UnionFunction("task_acknowledged_down", (refused,))
    optional = Set("execution", {"taskSupport": "optional"}, SUPPORT, always=True, known=False)
    rows.edits("tool_execution_down", optional)
    rows.functions["tool_with_task_down"] = _where_object("tool_with_task_down", "tool_execution_down")
    listing = rows.functions[tools.result]
    assert isinstance(listing, ObjectFunction)
    listed = rows.edits(
        "list_task_tools_result_down",
        *listing.edits,
        Visit("tools", "tool_with_task_down", "items", always=True),
    )
    rows.set(
        "client",
        _request("tasks/cancel", plain.params, "task_acknowledged_down"),
        _request("tasks/get", plain.params, status),
        MethodRemoved("tasks/update", NO_UPDATE, METHOD_NOT_FOUND),
        _request("tools/call", call.params, "tools_call_task_result_down"),
        replace(tools, result=listed),
    )
    rows.set(
        "server",
        _notification("notifications/tasks", notified, "notifications/tasks/status"),
    )
    return replace(rows.result(), source=name)


def _request(method: str, params: str | None, result: str | None) -> MethodAdapter:
    return MethodAdapter(method, True, params, result, ("lossy", "lossy"))


def _notification(method: str, params: str, renamed: str) -> MethodAdapter:
    fidelity: tuple[Fidelity, Fidelity] = ("lossy", "whole")
    return MethodAdapter(method, False, params, None, fidelity, renamed=renamed, renaming=RESPELLED)


def _where_object(name: str, function: str) -> UnionFunction:
    """Return a function of the plan that calls `function` if the value is an object.

    Other values stay unchanged.
    """
    return UnionFunction(name, (Variant("object", Convert(function), tests=(Is("object"),)),))


def _declaring(function: Function) -> tuple[MemberEdit, ...]:
    """Return the edits of a function for params, with an edit that adds the tasks extension to `_meta`.

    A request must declare the extension there.
    """
    assert isinstance(function, ObjectFunction)
    return tuple(
        (
            replace(edit, rule="fill_task_meta")
            if isinstance(edit, CallRule) and edit.rule == "fill_request_meta"
            else edit
        )
        for edit in function.edits
    )


def _tests_of(function: Function, name: str) -> tuple[Test, ...]:
    """Return the tests by which a union's function recognises the variant `name`."""
    assert isinstance(function, UnionFunction)
    return next(variant.tests for variant in function.variants if variant.name == name)


def _plain_call_result(function: Function) -> str:
    """Return the name of the function that converts a `tools/call` result which creates no task."""
    assert isinstance(function, UnionFunction)
    outcome = function.variants[-1].outcome
    assert isinstance(outcome, Convert) and outcome.function is not None
    return outcome.function
