"""The methods and error codes of the extension io.modelcontextprotocol/tasks of MCP 2026-07-28.

`METHODS` says who sends each method, and which message type, results and capabilities it has.
"""

from __future__ import annotations

from ..._runtime.messages.frames import Method
from . import types as _types

METHODS: dict[str, Method] = {
    "notifications/tasks": Method(
        name="notifications/tasks",
        kind="notification",
        senders=("server",),
        type=_types.TaskStatusNotification,
        params=_types.TaskStatusNotificationParams,
        capability='extensions["io.modelcontextprotocol/tasks"]',
        owner="both",
    ),
    "tasks/cancel": Method(
        name="tasks/cancel",
        kind="request",
        senders=("client",),
        type=_types.CancelTaskRequest,
        params=_types.TaskIdParams,
        results=(_types.CancelTaskResult,),
        capability='extensions["io.modelcontextprotocol/tasks"]',
        owner="both",
    ),
    "tasks/get": Method(
        name="tasks/get",
        kind="request",
        senders=("client",),
        type=_types.GetTaskRequest,
        params=_types.TaskIdParams,
        results=(_types.GetTaskResult,),
        capability='extensions["io.modelcontextprotocol/tasks"]',
        owner="both",
    ),
    "tasks/update": Method(
        name="tasks/update",
        kind="request",
        senders=("client",),
        type=_types.UpdateTaskRequest,
        params=_types.UpdateTaskRequestParams,
        results=(_types.UpdateTaskResult,),
        capability='extensions["io.modelcontextprotocol/tasks"]',
        owner="both",
    ),
}


ERRORS: dict[int, str] = {}
"""The error codes that this revision defines, with their names."""

BATCHES = False
"""Whether the revision has JSON-RPC batches."""

ELSEWHERE: dict[tuple[str, str], str] = {}
"""For error messages: by member and constant, the revisions that allow a constant which this one lacks."""
