"""Revisions with extensions: their names, and the adapters to and from them.

In: a revision string, or a composition: a revision with `EXTENSIONS`. Out: a name, which plans are found by,
such as `2026-07-28+io.modelcontextprotocol/tasks`; and adapters with rows for the methods of the extension.
Of all extensions, tasks alone have a counterpart in another revision: a method of any other extension passes
if the target has the extension too, and is refused otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

from ..errors import METHOD_NOT_FOUND
from ..revisions import facts_of
from ..task_names import TASKS
from . import rules
from .adapter_tables import Adapter, Edit, MethodAdapter, MethodRemoved
from .log import ConversionLog, Path
from .losses import Change

JOINT = "+"
Row = MethodAdapter | MethodRemoved
Rows = Mapping[str, Row]
Rule = Callable[..., None]

RESPELLED = Change(
    "R-TASK",
    "The extension states a task, and the units of its times, in other words than the core.",
)
ACKNOWLEDGED = Change("R-TASK", "The extension only acknowledges that a task is cancelled.")
NO_EXTENSION = Change("R-TASK", "The target has no tasks.")
NO_COUNTERPART = Change("R-EXT", "The target lacks the extension of the method.")
UNFIT_IDS = Change("R-TASK", "In the extension the member has the ids of tasks.")
NO_LIST = Change("R-TASK", "The extension lists no tasks, because a list could show those of another client.")
NO_RESULT = Change("R-TASK", "The extension has the result of a task in the answer to `tasks/get`.")
NO_UPDATE = Change("R-TASK", "In the core each question of a task is a request with a response of its own.")
NO_TASK = Change("R-TASK", "The core answers `tasks/cancel` with the task, the extension without.")
SUPPORT = Change(
    "R-TASK",
    "In the core each tool declares if it runs as a task; with the extension the server chooses.",
)
# The messages, by sender, whose filter of subscriptions the extension widens.
FILTERED = (("client", "subscriptions/listen"), ("server", "notifications/subscriptions/acknowledged"))


class Composition(Protocol):
    """A revision with extensions, as `compose` returns it."""

    @property
    def REVISION(self) -> str:  # noqa: N802 - the name of a revision module
        """The revision that the extensions extend."""
        ...

    @property
    def EXTENSIONS(self) -> tuple[str, ...]:  # noqa: N802
        """The identifiers of the extensions."""
        ...


Endpoint = str | Composition


# The methods of the extension, by the side that sends them.
TASK_METHODS = {
    "notifications/tasks": "server",
    "tasks/cancel": "client",
    "tasks/get": "client",
    "tasks/update": "client",
}


# Names


def name_of(endpoint: Any) -> Any:
    """Return the name of a revision, or of a composition; any other value as it is."""
    extensions = getattr(endpoint, "EXTENSIONS", None)
    revision = getattr(endpoint, "REVISION", None)
    return endpoint if extensions is None or revision is None else with_extensions(revision, *extensions)


def with_extensions(revision: str, *extensions: str) -> str:
    """Return the name of a revision with extensions."""
    return JOINT.join([revision, *sorted(extensions)])


def revision_in(name: str) -> str:
    """Return the revision in a name."""
    return name.partition(JOINT)[0]


def has_tasks(name: str) -> bool:
    """Say whether a name is that of a revision with the tasks extension."""
    return TASKS in name.split(JOINT)[1:]


def other_methods(name: str) -> dict[str, dict[str, Any]]:
    """Return the methods of the extensions in a name, without tasks; raise `ValueError` for an unknown."""
    package: Any = import_module("...", __package__)
    others = [one for one in name.split(JOINT)[1:] if one != TASKS]
    return {one: package.extension(one).METHODS for one in others}


# Adapters


def with_others(
    adapters: list[Adapter], source: str, target: str, neighbour: Callable[[], Adapter]
) -> list[Adapter]:
    """Return the adapters with rows for the extensions but tasks; `neighbour` is that of `with_tasks`."""
    others = other_methods(source)
    stay = set(target.split(JOINT)) if revision_in(source) == revision_in(target) else set()
    if stay.issuperset(others) and not (adapters and others):
        return adapters
    before, after = has_tasks(source), has_tasks(target)
    first = adapters[0] if adapters else _with_tasks(_unchanging(neighbour()), before, after)
    rows: dict[str, dict[str, Row]] = {"client": {}, "server": {}}
    for identifier, methods in others.items():
        for method in methods.values():
            is_request = method.kind == "request"
            row: Row = MethodAdapter(is_request=is_request)
            if identifier not in stay:
                row = MethodRemoved(NO_COUNTERPART, METHOD_NOT_FOUND if is_request else None)
            for side in rows.keys() & set(method.senders):
                rows[side][method.name] = row
    return [_with_rows(first, rows["client"], rows["server"]), *adapters[1:]]


def with_tasks(
    adapters: list[Adapter], source: str, target: str, neighbour: Callable[[], Adapter]
) -> list[Adapter]:
    """Return the adapters between two names; `neighbour` returns any adapter from the source."""
    before, after = has_tasks(source), has_tasks(target)
    if adapters:
        return [_with_tasks(adapter, before, after) for adapter in adapters]
    if before is after:
        return adapters
    return [(_without_extension if before else _with_extension)(neighbour())]


def _with_tasks(adapter: Adapter, before: bool, after: bool) -> Adapter:
    """Return an adapter with rows for tasks, if the extension stands at one end of the chain."""
    source, target = (facts_of(revision).capabilities for revision in (adapter.source, adapter.target))
    if "tasks" in source and "extensions" in target:
        return _up(adapter) if after else adapter
    if "extensions" in source and "tasks" in target:
        return _down(adapter) if before else adapter
    if not before or "extensions" not in source:
        return adapter
    passing = MethodAdapter(), MethodAdapter(is_request=False)
    refused = MethodRemoved(NO_EXTENSION, METHOD_NOT_FOUND), MethodRemoved(NO_EXTENSION, None)
    request, notification = passing if after else refused
    client = {name: request for name, side in TASK_METHODS.items() if side == "client"}
    return _with_rows(adapter, client, {"notifications/tasks": notification})


def _up(adapter: Adapter) -> Adapter:
    """Return an adapter from tasks in the core to the extension."""
    rows = adapter.methods["client"]
    call, tools, plain = rows["tools/call"], rows["tools/list"], rows["prompts/list"]
    message = adapter.methods["server"]["notifications/message"]
    assert isinstance(call, MethodAdapter) and isinstance(tools, MethodAdapter)
    assert isinstance(plain, MethodAdapter) and isinstance(message, MethodAdapter)
    info = (adapter.context or {})["clientInfo"]  # a server's info has the same shape
    forget = rules.task_meta_edit(RESPELLED)

    def call_params(params: Any, at: Path, log: ConversionLog) -> None:
        is_task = type(params) is dict and "task" in params
        (_declaring(call.params) if is_task else _in_turn(call.params))(params, at, log)

    def call_result(result: Any, at: Path, log: ConversionLog) -> None:
        if _creates_core_task(result):
            rules.created_task_up(result, at, log, RESPELLED, info)
        else:
            _in_turn(call.result)(result, at, log)

    about_task = _declaring(_in_turn(_by(rules.task_request_meta, RESPELLED), forget, plain.params))
    client: Rows = {
        "tasks/cancel": _request(
            about_task, _in_turn(_by(rules.task_acknowledged_up, ACKNOWLEDGED, info), forget)
        ),
        "tasks/get": _request(about_task, _in_turn(_by(rules.task_status_up, RESPELLED, info), forget)),
        "tasks/list": MethodRemoved(NO_LIST, METHOD_NOT_FOUND),
        "tasks/result": MethodRemoved(NO_RESULT, METHOD_NOT_FOUND),
        "tools/call": _request(_in_turn(forget, call_params), _in_turn(call_result, forget)),
        "tools/list": tools._replace(
            params=_in_turn(forget, tools.params),
            result=_in_turn(forget, _by(rules.tools_with_tasks, SUPPORT), tools.result),
        ),
    }
    edit = _in_turn(_by(rules.task_notification_up, RESPELLED), forget, message.params)
    status = MethodAdapter(edit, None, False, ("lossy", "whole"), renamed="notifications/tasks")
    forgetting = {side: _each(side_rows, forget) for side, side_rows in adapter.methods.items()}
    adapter = adapter._replace(methods=forgetting)
    return _with_rows(adapter, client, {"notifications/tasks/status": status})


def _down(adapter: Adapter) -> Adapter:
    """Return an adapter from the extension to tasks in the core."""
    rows = adapter.methods["client"]
    call, tools, plain = rows["tools/call"], rows["tools/list"], rows["prompts/list"]
    message = adapter.methods["server"]["notifications/message"]
    assert isinstance(call, MethodAdapter) and isinstance(tools, MethodAdapter)
    assert isinstance(plain, MethodAdapter) and isinstance(message, MethodAdapter)

    def call_result(result: Any, at: Path, log: ConversionLog) -> None:
        if _creates_extension_task(result):
            rules.created_task_down(result, at, log, RESPELLED)
        else:
            _in_turn(call.result)(result, at, log)

    client: Rows = {
        "tasks/cancel": _request(plain.params, lambda result, at, log: log.refuse(at, NO_TASK)),
        "tasks/get": _request(plain.params, _by(rules.task_status_down, RESPELLED)),
        "tasks/update": MethodRemoved(NO_UPDATE, METHOD_NOT_FOUND),
        "tools/call": _request(call.params, call_result),
        "tools/list": tools._replace(result=_in_turn(tools.result, _by(rules.tools_as_tasks, SUPPORT))),
    }
    edit = _in_turn(_by(rules.task_notification_down, RESPELLED), message.params)
    status = MethodAdapter(edit, None, False, ("lossy", "whole"), renamed="notifications/tasks/status")
    return _with_rows(adapter, client, {"notifications/tasks": status})


def _with_extension(neighbour: Adapter) -> Adapter:
    """Return the adapter from a revision to the same revision with tasks."""

    def filter_of_tasks(params: Any, at: Path, log: ConversionLog) -> None:
        wanted = params.get("notifications") if type(params) is dict else None
        if type(wanted) is not dict or "taskIds" not in wanted:
            return
        ids = wanted["taskIds"]
        if type(ids) is not list or any(type(one) is not str for one in ids):
            log.dropped(((at, "notifications"), "taskIds"), wanted.pop("taskIds"), UNFIT_IDS)

    adapter = _unchanging(neighbour)
    found: dict[str, dict[str, Row]] = {"client": {}, "server": {}}
    for side, name in FILTERED:
        row = adapter.methods[side].get(name)
        if isinstance(row, MethodAdapter):
            found[side][name] = row._replace(params=filter_of_tasks, fidelity=("lossy", "whole"))
    return _with_rows(adapter, found["client"], found["server"])


def _without_extension(neighbour: Adapter) -> Adapter:
    """Return the adapter from a revision with tasks to the same revision without."""

    def call_result(result: Any, at: Path, log: ConversionLog) -> None:
        if _creates_extension_task(result):
            log.refuse((at, "resultType"), NO_EXTENSION)

    removed = MethodRemoved(NO_EXTENSION, METHOD_NOT_FOUND)
    client: Rows = {
        **{name: removed for name, side in TASK_METHODS.items() if side == "client"},
        "tools/call": MethodAdapter(None, call_result, fidelity=("whole", "lossy")),
    }
    adapter = _unchanging(neighbour)
    return _with_rows(adapter, client, {"notifications/tasks": MethodRemoved(NO_EXTENSION, None)})


def _unchanging(neighbour: Adapter) -> Adapter:
    """Return the adapter from a revision to itself, with the methods of an adapter from the revision."""
    methods: dict[str, dict[str, Row]] = {
        side: {name: MethodAdapter(is_request=row.is_request) for name, row in rows.items()}
        for side, rows in neighbour.methods.items()
    }
    return Adapter(neighbour.source, neighbour.source, methods)


# Rows and edits


def _request(params: Edit | None, result: Edit) -> MethodAdapter:
    return MethodAdapter(params, result, fidelity=("lossy", "lossy"))


def _with_rows(adapter: Adapter, client: Rows, server: Rows) -> Adapter:
    """Return an adapter with some rows added, or replaced."""
    methods = adapter.methods
    return adapter._replace(
        methods={
            "client": {**methods["client"], **client},
            "server": {**methods["server"], **server},
        }
    )


def _each(rows: Rows, edit: Edit) -> dict[str, Row]:
    """Return rows whose params and results are edited by `edit` before any other edit."""
    return {
        name: (
            row
            if isinstance(row, MethodRemoved)
            else row._replace(
                params=_in_turn(edit, row.params),
                result=_in_turn(edit, row.result) if row.is_request else None,
            )
        )
        for name, row in rows.items()
    }


def _by(rule: Rule, change: Change, *more: Any) -> Edit:
    """Return the edit of a rule for a change."""
    return lambda value, at, log: rule(value, at, log, change, *more)


def _in_turn(*edits: Edit | None) -> Edit:
    """Return the edit that runs these edits in turn."""

    def edit(value: Any, at: Path, log: ConversionLog) -> None:
        for each in edits:
            if each is not None:
                each(value, at, log)

    return edit


def _declaring(params: Edit | None) -> Edit:
    """Return the edit of params in a context that declares the extension."""

    def edit(value: Any, at: Path, log: ConversionLog) -> None:
        context = log.context
        assert context is not None
        log.context = rules.declaring_tasks(context)
        _in_turn(params)(value, at, log)
        log.context = context

    return edit


def _creates_core_task(result: Any) -> bool:
    """Say whether a result of 2025-11-25 is a created task, and no result with an unknown member `task`."""
    return (
        type(result) is dict and type(result.get("task")) is dict and type(result.get("content")) is not list
    )


def _creates_extension_task(result: Any) -> bool:
    """Say whether the result of a call creates a task; a result without its id is that of a tool."""
    if type(result) is not dict or result.get("resultType") != "task":
        return False
    return type(result.get("taskId")) is str
