"""The tasks that a bridge knows: one record for each, and their polling (R-TASK).

The bridge sends `tasks/get`, `tasks/result` and `tasks/cancel` to the server, and progress and outcomes to
the client. Rules:

- The bridge polls as often as the task asks for, between `Limits.pause` and `Limits.opening` seconds. Several
  requests may wait for one task. If the task is not over `Limits.task` seconds after the newest of them began
  to wait, all of them get an error.
- A client that waits gets each new status message as progress. The progress value rises by `step`, because
  progress must increase.
- If a client cancels its call or is gone, the bridge cancels the task. If a cancelled call has no task yet,
  the bridge waits until the server names it, because `notifications/cancelled` must not cancel a call that
  runs as a task. If the server names no task within `Limits.opening` seconds, the bridge sends that
  notification.
- A tool that requires a task is called as a task. A tool that allows a task is called as a task only if the
  caller asks for it. A tool that no list has named is called without a task. After error -32601, which
  2025-11-25 prescribes for a tool that requires a task (server/tools#task-support), it is called again as a
  task.
- At most `Limits.tasks` tasks are in the table. A new task replaces the oldest unused one. If each task is
  used, the new one is refused.

`HandshakeServerTasks` are tasks of 2025-11-25, whose outcome is the response to `tasks/result`:

- The server answers `tasks/result` when the task is over, and may send its input requests before.
- A server that refuses `tasks/result` while the task is running is polled with `tasks/get`. The bridge
  requests the result again when the task is over. If the client wants progress, the bridge also polls, for
  the status messages.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import mcp_revisions as mr
from mcp_revisions import Loss
from mcp_revisions.jsonrpc import INTERNAL_ERROR, METHOD_NOT_FOUND, member

from mcp_bridge.core import rules
from mcp_bridge.core.budget import StoredValues
from mcp_bridge.core.conversation import Conversation, Part
from mcp_bridge.core.frames import (
    NO_OPEN_REQUEST,
    EndReason,
    JsonObject,
    Refused,
    frame_of,
    loss_by,
    params_of,
    why_of,
    with_why,
)
from mcp_bridge.core.requests import NO_ROOM, Request, ignore_response
from mcp_bridge.core.revisions import facts_of
from mcp_bridge.core.rules import TaskSides

Losses = tuple[Loss, ...]


class Task(StoredValues):
    """A task of the server, or of the bridge itself.

    A task stores these values: `outcome` is the response to `tasks/result`. `refusal` is a pair: an error
    response to that request, and the reason why the bridge made the error. `status` is a status notification
    that is sent when the input requests or the outcome arrive.
    """

    def __init__(self, id: str, interval: float) -> None:
        self.id = id
        self.interval = interval  # seconds between two polls
        self.timer: int | None = None  # the timer of the next poll, or of the end of a task of the bridge
        self.late: int | None = None  # the timer of the waiting requests
        self.waiting: dict[Request, None] = {}  # requests that end with the task
        self.input_requests: dict[str, Request] = {}  # the unanswered input requests, by key
        self.answered: set[str] = set()  # keys of answered input requests that the server may still list
        self.message: int | None = None  # the hash of the last status message
        self.polling = False  # a `tasks/get` of the bridge is open
        self.fetching: Request | None = None  # the `tasks/result` of the bridge that is open
        self.has_outcome = False  # the server has reported a status with an outcome
        self.is_over = False  # the outcome has arrived
        self.capabilities: frozenset[str] = frozenset()  # the client's capabilities for input requests
        self.own: JsonObject | None = None  # a task of the bridge itself, as its client sees it

    @property
    def is_unused(self) -> bool:
        """Whether no request, poll or input request needs the task, so that it can be removed."""
        return not (self.waiting or self.input_requests or self.polling or self.fetching)

    @property
    def call(self) -> Request | None:
        """The oldest call that waits for the result of the task, or None."""
        return next((request for request in self.waiting if request.method == "tools/call"), None)

    @property
    def stream(self) -> Hashable:
        """The client's stream on which to send frames about the task, or None if no request waits for it."""
        return next((request.stream for request in self.waiting), None)


class Tasks(Part):
    """The tasks that the bridge knows, by id."""

    step: float = 1  # how much a status message raises the progress
    interval_name = "pollIntervalMs"
    observe: Callable[[Task, JsonObject], None]  # handles the answer to `tasks/get`

    can_cancel = True

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self.by_id: dict[str, Task] = {}

    def known(self, task_id: str | None) -> Task | None:
        """Return the task with an id, or None if the bridge does not know it."""
        return self.by_id.get(task_id or "")

    def task(self, task_id: str) -> Task:
        """Return the task with an id. Create it on first use. Refuse a task beyond the limit."""
        task = self.by_id.pop(task_id, None)
        if task is None:
            if len(self.by_id) >= self.core.limits.tasks:
                unused = next((each for each in self.by_id.values() if each.is_unused), None)
                if unused is None:
                    raise Refused(f"more than {self.core.limits.tasks} tasks are open", why="limit")
                self.forget(unused)
            task = Task(task_id, self.core.limits.poll)
        self.by_id[task_id] = task  # the last entry is the newest
        return task

    def forget(self, task: Task, reason: str = "the task is over") -> None:
        """Remove a task, and cancel the requests of the bridge that belong to it."""
        if self.by_id.get(task.id) is task:
            del self.by_id[task.id]
        self.core.stop_timer(task.timer)
        self.core.stop_timer(task.late)
        self.core.account.release(task)
        fetching, task.fetching = task.fetching, None
        if fetching is not None:
            fetching.cancel(reason)
        self.drop_input_requests(task, reason)

    def drop_input_requests(self, task: Task, reason: str) -> None:
        """Cancel the open input requests of a task at the client."""
        self.core.cancel_input_requests(task, reason)

    def message_about(self, method: str, task_id: str, **more: Any) -> JsonObject:
        """Return a request about a task, to be sent to the server."""
        return frame_of(method, {"taskId": task_id, **more})

    # Requests that wait

    def created(self, request: Request, task_id: Any) -> Task:
        """Return the record of a task that the server created for a request. Create the record if needed.

        If the limit of tasks is reached, cancel the task at the server, and raise the refusal.
        """
        if type(task_id) is not str:
            raise Refused("the server created a task without an id", why="invalid")
        try:
            return self.task(task_id)
        except Refused:
            self._cancel_task_of(request, task_id)
            raise

    def wait(self, request: Request, task_id: Any) -> Task:
        """Let a request wait for a task.

        If there is no room to store the request, cancel the task at the server, and raise the refusal.
        """
        task = self.created(request, task_id)
        if not request.store_frame():
            self._cancel_task_of(request, task_id)
            raise Refused(NO_ROOM, why="limit")
        self.add(task, request)
        return task

    def _cancel_task_of(self, request: Request, task_id: str) -> None:
        if request.method == "tools/call":
            self.cancel_at_server(task_id)

    def add(self, task: Task, request: Request) -> None:
        """Add a request to those that wait for a task."""
        core = self.core
        task.waiting[request] = None
        request.task_id = task.id
        request.happens("pause")
        request.at_end(self._forget_request)
        core.stop_timer(task.late)
        task.late = core.start_timer(core.limits.task, partial(self._give_up, task))

    def _forget_request(self, request: Request, reason: str | None) -> None:
        """Remove an ended request from its task. If no other call waits, cancel the task at the server."""
        task = self.known(request.task_id)
        if task is None or request not in task.waiting:
            return
        del task.waiting[request]
        if task.waiting:
            return
        self.core.stop_timer(task.late)
        if request.method == "tools/call":
            self.forget(task, "the client cancelled the request" if reason is None else reason)
            self.cancel_at_server(task.id)
        else:
            self.core.stop_timer(task.timer)

    def _give_up(self, task: Task) -> None:
        """Answer the requests that have waited too long for a task."""
        reason = f"the task was not over in {self.core.limits.task:g} seconds"
        for request in list(task.waiting):
            request.respond_error(INTERNAL_ERROR, reason, why="timeout")

    def cancel_at_server(self, task_id: str) -> Request | None:
        """Send the server `tasks/cancel` for a task, and return this request.

        If the server does not support `tasks/cancel`, or if too many requests to the server are open, send
        nothing and return None.
        """
        if not self.can_cancel or self.core.is_saturated("server"):
            return None
        return self.core.ask("server", self.message_about("tasks/cancel", task_id), ignore_response)

    def cancel_awaited(self) -> None:
        """Cancel each task for which a call of the client waits, because nobody will read its result.

        The calls do not end. The bridge does not wait for the responses of the server.
        """
        for task in [task for task in self.by_id.values() if task.call is not None]:
            request = self.cancel_at_server(task.id)
            if request is not None:
                request.stop_waiting()
                request.cancel()

    def let_go(self, request: Request, reason: str | None, end: EndReason) -> bool:
        """End a cancelled call that was sent as a task. Cancel the task once the server has created it.

        Return False if the caller must cancel the call, for example because it was not sent as a task.
        """
        core = self.core
        becomes_task = request.method == "tools/call" and "task" in params_of(request.frame)
        if not becomes_task or request.task_id is not None or not self.can_cancel:
            return False
        details = self._created_late, core.limits.opening, end, reason
        return not core.is_saturated("server") and request.happens("let go", *details)

    def _created_late(self, request: Request, frame: JsonObject) -> None:
        """Drop the response to a cancelled call. If it names a task, cancel the task."""
        self.core.drop(frame, NO_OPEN_REQUEST)
        task_id = member(created_task(frame), "taskId")
        if type(task_id) is str:
            self.cancel_at_server(task_id)

    def on_outcome(self, request: Request, outcome: JsonObject) -> None:
        """Answer a waiting request with the outcome of its task."""
        self.conversation.handle_outcome(request, outcome)

    def finish(self, task: Task, outcome: JsonObject) -> None:
        """Remove a task that is over, and answer the requests that wait for its outcome."""
        waiting, task.waiting = task.waiting, {}
        self.forget(task)
        for request in waiting:
            self.on_outcome(request, outcome)

    # Polling

    def poll(self, task: Task) -> None:
        """Ask the server for the status of a task, unless such a request is open."""
        core = self.core
        if task.polling or self.by_id.get(task.id) is not task:
            return
        if core.is_saturated("server"):
            self.poll_later(task)
            return
        core.stop_timer(task.timer)
        task.polling = True
        frame = self.message_about("tasks/get", task.id)
        core.ask("server", frame, partial(self._polled, task), stream=task.stream)

    def poll_later(self, task: Task) -> None:
        """Poll when the interval of the task is over."""
        self.core.stop_timer(task.timer)
        task.timer = self.core.start_timer(task.interval, partial(self.poll, task))

    def _polled(self, task: Task, request: Request, frame: JsonObject) -> None:
        task.polling = False
        if self.by_id.get(task.id) is task:
            self.observe(task, frame)

    def note(self, task: Task, status: JsonObject) -> None:
        """Record the poll interval that the status of a task states.

        Send a new status message to the waiting clients as progress.
        """
        limits, message = self.core.limits, status.get("statusMessage")
        task.interval = rules.seconds_of(
            status.get(self.interval_name), limits.poll, limits.pause, limits.opening
        )
        if type(message) is str and hash(message) != task.message:
            task.message = hash(message)
            for request in task.waiting:
                self._send_progress(request, message)

    def _send_progress(self, request: Request, message: str) -> None:
        if request.progress_token is not None:
            request.progress = rules.raised(request.progress, self.step)
            progress = {"progressToken": request.progress_token, "progress": request.progress}
            frame = frame_of("notifications/progress", {**progress, "message": message})
            converted = self.converters.convert(frame, "server")
            self.core.send("client", converted.message, converted.losses, request=request)


class HandshakeServerTasks(Tasks):
    """Tasks of a 2025-11-25 server. `can_cancel` tells whether the server declared `tasks/cancel`."""

    # The step is small, so that the server's own progress still rises after a status message.
    step = 2.0**-20
    interval_name = "pollInterval"

    can_cancel = False
    are_known = False  # the server has tasks, and the revision of the client has none of the same kind

    def __init__(self, conversation: Conversation, sides: TaskSides) -> None:
        super().__init__(conversation)
        self.sides: TaskSides = sides
        self.tools = TaskTools(self.core.limits.tasks)

    def note_server(self, capabilities: Any) -> None:
        """Read from a server's capabilities whether it has tasks, and whether it can cancel them."""
        client, server = (facts_of(each).capabilities for each in self.core.revision.values())
        self.are_known = (
            "tasks" in server
            and "tasks" not in client
            and rules.has_tasks(self.sides, "server", mr.capabilities.declared(capabilities, rules.CALLED))
        )
        self.can_cancel = mr.capabilities.declared(capabilities, "tasks.cancel")

    def note_tools(self, frame: JsonObject) -> tuple[JsonObject, Losses]:
        """Record which tools in a list run as tasks.

        Return the list as a client without tasks can read it, and the losses.
        """
        self.tools.note(frame.get("result"))
        return without_requirement(frame)

    def call_as_sent(self, request: Request, message: JsonObject) -> tuple[JsonObject, Losses]:
        """Return a tool call as the server gets it, and the losses.

        The call asks for a task if the tool requires one.
        """
        return self.tools.with_task(message, where_optional=False)

    def handle_call_response(self, request: Request, frame: JsonObject) -> bool:
        """Handle the response to a tool call if it creates a task, or if the call must become a task.

        Return False if the caller must handle the response.
        """
        repeated = None if request.state == "awaiting retry" else self.tools.repeated(request.frame, frame)
        if repeated is not None:
            message, losses = repeated
            request.send("server", message, self.conversation.handle_response, losses)
            return True
        created = created_task(frame)
        return created is not None and self.begin(request, created)

    def begin(self, request: Request, created: JsonObject) -> bool:
        """Let a call wait for the task `created`, and return True.

        A subclass returns False if the call does not wait, because the client gets the task as the answer.
        """
        task = self.wait(request, created.get("taskId"))
        self.note(task, created)
        self.fetch(task)
        if request.progress_token is not None:
            self.poll_later(task)
        return True

    def note_status(self, frame: JsonObject) -> bool:
        """Record a status notification. Return whether a call waits for its task."""
        task = self.known(rules.task_id_of(frame))
        if task is None or task.call is None:
            return False
        self.note(task, params_of(frame))
        return True

    def fetch(self, task: Task) -> None:
        """Send `tasks/result`, unless such a request is open.

        While it is open, the server may send the input requests of the task.
        """
        core = self.core
        if task.fetching is not None or task.is_over:
            return
        if core.is_saturated("server"):
            for request in list(task.waiting):
                request.respond_error(INTERNAL_ERROR, "too many requests are open on the server", why="limit")
            return
        frame, fetched = self.message_about("tasks/result", task.id), partial(self.fetched, task)
        task.fetching = core.ask("server", frame, fetched, seconds=core.limits.task, stream=task.stream)

    def fetched(self, task: Task, request: Request, frame: JsonObject) -> None:
        """Handle the response to `tasks/result`: an outcome, or a refusal while the task is running."""
        task.fetching = None
        if self._store_refusal(task, frame):
            if task.call is not None:
                self.poll(task)
        else:
            self.finish(task, frame)

    def _store_refusal(self, task: Task, frame: JsonObject) -> bool:
        """Store the error with which a server refuses `tasks/result` while the task is running.

        Return False if nothing is stored: `frame` is not such an error, or the budget has no room. The caller
        then uses `frame` as the outcome of the task.
        """
        is_refusal = "error" in frame and not task.has_outcome
        return is_refusal and self.core.account.store(task, "refusal", (frame, why_of(frame)))

    def observe(self, task: Task, frame: JsonObject) -> None:
        """Continue to poll a task after a response to `tasks/get`.

        If the task is over and the server refused its result before, request the result.
        """
        result, status = frame.get("result"), None
        if type(result) is dict and rules.is_about(result, task.id):
            status = result.get("status")
            self.note(task, result)
        if task.call is None:
            return
        if status in ("working", "input_required"):
            self.poll_later(task)
        elif "refusal" not in task.stored:
            task.has_outcome = status in rules.WITH_OUTCOME
        elif status in rules.WITH_OUTCOME:
            task.has_outcome = True
            self.core.account.release(task, "refusal")
            self.fetch(task)
        else:
            self.finish(task, with_why(*task.stored_value("refusal")))


class TaskTools:
    """The names of tools that allow or require a task, at most `most` of them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.support: dict[str, str] = {}  # `optional` or `required`, by the name of the tool

    def note(self, result: Any) -> None:
        """Record which tools in the result of `tools/list` run as tasks."""
        for tool in _tools_in(result):
            name, support = member(tool, "name"), member(tool, "execution", "taskSupport")
            if type(name) is str:
                self.support.pop(name, None)
                if support in ("optional", "required") and len(self.support) < self.most:
                    self.support[name] = support

    def with_task(self, call: JsonObject, *, where_optional: bool) -> tuple[JsonObject, Losses]:
        """Return a tool call, changed so that it asks for a task if the tool requires one.

        If `where_optional` is true, it also asks for a task if the tool allows one. Return the losses too.
        """
        params = params_of(call)
        support = self.support.get(params["name"]) if type(params.get("name")) is str else None
        wanted = support == "required" or (support == "optional" and where_optional)
        return _as_task(call) if wanted and "task" not in params else (call, ())

    def repeated(self, call: JsonObject, response: JsonObject) -> tuple[JsonObject, Losses] | None:
        """Return a call to send again as a task, or None if the call need not be sent again.

        A call is sent again if the response is the error with which a server refuses a call without a task.
        """
        refused, params = member(response, "error", "code") == METHOD_NOT_FOUND, params_of(call)
        name = params.get("name")
        if not refused or "task" in params or type(name) is not str or name in self.support:
            return None
        return _as_task(call)


def _as_task(call: JsonObject) -> tuple[JsonObject, Losses]:
    loss = loss_by(rules.AS_TASK, "invented", "/params/task", {})
    return {**call, "params": {**params_of(call), "task": {}}}, (loss,)


def without_requirement(response: JsonObject) -> tuple[JsonObject, Losses]:
    """Return a `tools/list` response without `execution` members that require a task, and the losses.

    A conversion to a revision without tasks hides such tools. The bridge can call them, so it must list them.
    """
    tools, losses = _tools_in(response.get("result")), []
    kept = [*tools]
    for i, tool in enumerate(tools):
        if member(tool, "execution", "taskSupport") == "required":
            at = f"/result/tools/{i}/execution"
            losses.append(loss_by(rules.AS_TASK, "dropped", at, tool["execution"]))
            kept[i] = {name: value for name, value in tool.items() if name != "execution"}
    if not losses:
        return response, ()
    return {**response, "result": {**response["result"], "tools": kept}}, tuple(losses)


def created_task(response: JsonObject) -> JsonObject | None:
    """Return the task in the response to a call, or None for any other response."""
    task = member(response, "result", "task")
    return task if type(task) is dict and "content" not in response["result"] else None


def _tools_in(result: Any) -> list[Any]:
    tools = member(result, "tools")
    return tools if type(tools) is list else []
