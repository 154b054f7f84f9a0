"""The dispatch of a bridge: who handles a frame, by the eras of both sides, the side that sends, the method.

In: a pair of eras. Out: for each side and method the handler, an attribute of the conversation of that pair.
Rules:

- A frame without a row is converted and sent on; one that cannot be converted is refused, or dropped if it is
  a notification.
- A request has a row for its asker alone: what its receiver may not be asked has no counterpart to convert.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from .frames import Side
from .rules import INPUT_METHODS, LIST_CHANGES
from .tasks import ABOUT_TASKS

Era = Literal["legacy", "modern"]
Rows = dict[tuple[Side, str], str]


class Dispatch(NamedTuple):
    """The handlers of a pair, by side and method: of requests, and of notifications."""

    requests: Rows
    notifications: Rows


# Cancellation and progress name a request, in every pair.
_EVERY: Rows = {
    ("client", "notifications/cancelled"): "handle_cancelled",
    ("server", "notifications/cancelled"): "handle_cancelled",
    ("client", "notifications/progress"): "handle_progress",
    ("server", "notifications/progress"): "handle_progress",
}
_LISTS: Rows = {("server", method): "streams.handle_list_changed" for method in LIST_CHANGES}

# The keys are the eras of the client and of the server.
DISPATCH: dict[tuple[Era, Era], Dispatch] = {
    ("legacy", "legacy"): Dispatch(
        requests={("client", "initialize"): "initialize"},
        notifications={**_EVERY, ("server", "notifications/tasks/status"): "handle_task_status"},
    ),
    ("legacy", "modern"): Dispatch(
        requests={
            ("client", "initialize"): "initialize",
            ("client", "ping"): "answer_ping",
            ("client", "logging/setLevel"): "set_level",
            ("client", "resources/subscribe"): "subscribe",
            ("client", "resources/unsubscribe"): "streams.unsubscribe",
            ("client", "tools/call"): "call_tool",
            ("client", "tasks/get"): "get_task",
            ("client", "tasks/result"): "result_of_task",
            ("client", "tasks/cancel"): "cancel_task",
        },
        notifications={
            **_EVERY,
            **_LISTS,
            ("client", "notifications/initialized"): "handle_initialized",
            ("client", "notifications/roots/list_changed"): "drop_roots_changed",
            ("client", "notifications/progress"): "drop_progress",
            ("server", "notifications/cancelled"): "streams.handle_cancelled",
            ("server", "notifications/subscriptions/acknowledged"): "streams.handle_acknowledged",
            ("server", "notifications/resources/updated"): "streams.handle_updated",
        },
    ),
    ("modern", "legacy"): Dispatch(
        requests={
            ("client", "server/discover"): "discover",
            ("client", "subscriptions/listen"): "listen",
            **{("client", method): "handle_input_method" for method in INPUT_METHODS},
            **{("client", method): "handle_about_task" for method in ABOUT_TASKS},
            ("server", "ping"): "answer_ping",
            ("server", "sampling/createMessage"): "questions.handle_question",
            ("server", "elicitation/create"): "questions.handle_question",
            ("server", "roots/list"): "questions.handle_question",
        },
        notifications={
            **_EVERY,
            **_LISTS,
            ("server", "notifications/cancelled"): "handle_cancelled_question",
            ("server", "notifications/message"): "handle_log_message",
            ("server", "notifications/resources/updated"): "streams.handle_updated",
            ("server", "notifications/tasks/status"): "handle_task_status",
            ("server", "notifications/elicitation/complete"): "drop_visit",
        },
    ),
    ("modern", "modern"): Dispatch(
        requests={("client", "subscriptions/listen"): "listen"},
        notifications=_EVERY,
    ),
}
