"""Convert messages between 2026-07-28 and 2026-07-28+io.modelcontextprotocol/tasks: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter, MethodRemoved
from .._runtime.conversion.log import ConversionLog, Path, check_object
from .._runtime.conversion.losses import Change

R_EXT = Change(
    "R-EXT",
    "Only the extension defines this, so it was removed.",
    "Only the extension defines this, so this message was refused.",
)

UNCHANGED = MethodAdapter()
UNCHANGED_NOTIFICATION = MethodAdapter(is_request=False)


# Up, from 2026-07-28 to 2026-07-28+io.modelcontextprotocol/tasks


def subscription_filter_up(filter: Any, at: Path, log: ConversionLog) -> None:
    check_object(filter, at)
    if "taskIds" in filter:
        log.admit(filter, "taskIds", ("array", "string"), at, R_EXT)


def subscriptions_listen_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    subscription_filter_up(params.get("notifications"), (at, "notifications"), log)


def subscriptions_acknowledged_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    subscription_filter_up(params.get("notifications"), (at, "notifications"), log)


UP = Adapter(
    source="2026-07-28",
    target="2026-07-28+io.modelcontextprotocol/tasks",
    methods={
        "client": {
            "completion/complete": UNCHANGED,
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "prompts/get": UNCHANGED,
            "prompts/list": UNCHANGED,
            "resources/list": UNCHANGED,
            "resources/read": UNCHANGED,
            "resources/templates/list": UNCHANGED,
            "server/discover": UNCHANGED,
            "subscriptions/listen": MethodAdapter(
                params=subscriptions_listen_request_params_up, changes=((R_EXT,), ())
            ),
            "tools/call": UNCHANGED,
            "tools/list": UNCHANGED,
        },
        "server": {
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/subscriptions/acknowledged": MethodAdapter(
                params=subscriptions_acknowledged_notification_params_up,
                is_request=False,
                changes=((R_EXT,), ()),
            ),
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
        },
    },
)


# Down, from 2026-07-28+io.modelcontextprotocol/tasks to 2026-07-28


def subscription_filter_down(filter: Any, at: Path, log: ConversionLog) -> None:
    check_object(filter, at)
    if "taskIds" in filter:
        log.drop(filter, "taskIds", at, R_EXT)


def subscriptions_listen_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    subscription_filter_down(params.get("notifications"), (at, "notifications"), log)


def tools_call_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "InputRequiredResult or CreateTaskResult or CallToolResult")
    if value.get("resultType") == "input_required":
        pass
    elif value.get("resultType") == "task":
        log.refuse(at, R_EXT)


def subscriptions_acknowledged_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    subscription_filter_down(params.get("notifications"), (at, "notifications"), log)


DOWN = Adapter(
    source="2026-07-28+io.modelcontextprotocol/tasks",
    target="2026-07-28",
    methods={
        "client": {
            "completion/complete": UNCHANGED,
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "prompts/get": UNCHANGED,
            "prompts/list": UNCHANGED,
            "resources/list": UNCHANGED,
            "resources/read": UNCHANGED,
            "resources/templates/list": UNCHANGED,
            "server/discover": UNCHANGED,
            "subscriptions/listen": MethodAdapter(
                params=subscriptions_listen_request_params_down,
                fidelity=("lossy", "whole"),
                changes=((R_EXT,), ()),
            ),
            "tasks/cancel": MethodRemoved(R_EXT, -32601),
            "tasks/get": MethodRemoved(R_EXT, -32601),
            "tasks/update": MethodRemoved(R_EXT, -32601),
            "tools/call": MethodAdapter(
                result=tools_call_result_down, fidelity=("whole", "lossy"), changes=((), (R_EXT,))
            ),
            "tools/list": UNCHANGED,
        },
        "server": {
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/subscriptions/acknowledged": MethodAdapter(
                params=subscriptions_acknowledged_notification_params_down,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((R_EXT,), ()),
            ),
            "notifications/tasks": MethodRemoved(R_EXT, None),
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
        },
    },
)
