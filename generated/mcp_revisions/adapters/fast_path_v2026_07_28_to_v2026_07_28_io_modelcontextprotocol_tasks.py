"""Shapes of values that functions in the adapter between 2026-07-28 and 2026-07-28+io.modelcontextprotocol/tasks do not change.

`UNCHANGED_SHAPES` has a shape for some functions. Such a function does not change a value of its shape, so it
need not be called for the value. A function that is not listed may change any value. `FLAT` has the edits of
each function that changes only the top-level members of params, or of a result (`flat_edits` of the runtime).
The module `value_checks` of the runtime defines the notation of shapes. `mcpgen build` writes this module.
"""

from __future__ import annotations

from collections.abc import Mapping

from .._runtime.conversion.adapter_tables import Edit
from .._runtime.conversion.flat_edits import Flat
from .._runtime.conversion.value_checks import Shape
from . import v2026_07_28_to_v2026_07_28_io_modelcontextprotocol_tasks as adapter

SUBSCRIPTION_FILTER_UP: Shape = ("object", {"taskIds": "never"})
SUBSCRIPTIONS_LISTEN_REQUEST_PARAMS_UP: Shape = (
    "object",
    {"notifications": SUBSCRIPTION_FILTER_UP},
    ("notifications",),
)
SUBSCRIPTIONS_ACKNOWLEDGED_NOTIFICATION_PARAMS_UP: Shape = (
    "object",
    {"notifications": SUBSCRIPTION_FILTER_UP},
    ("notifications",),
)
SUBSCRIPTION_FILTER_DOWN: Shape = ("object", {"taskIds": "never"})
SUBSCRIPTIONS_LISTEN_REQUEST_PARAMS_DOWN: Shape = (
    "object",
    {"notifications": SUBSCRIPTION_FILTER_DOWN},
    ("notifications",),
)
TOOLS_CALL_RESULT_DOWN: Shape = ("object", {"resultType": "never"})
SUBSCRIPTIONS_ACKNOWLEDGED_NOTIFICATION_PARAMS_DOWN: Shape = (
    "object",
    {"notifications": SUBSCRIPTION_FILTER_DOWN},
    ("notifications",),
)

UNCHANGED_SHAPES: Mapping[Edit, Shape] = {
    adapter.subscription_filter_up: SUBSCRIPTION_FILTER_UP,
    adapter.subscriptions_listen_request_params_up: SUBSCRIPTIONS_LISTEN_REQUEST_PARAMS_UP,
    adapter.subscriptions_acknowledged_notification_params_up: SUBSCRIPTIONS_ACKNOWLEDGED_NOTIFICATION_PARAMS_UP,
    adapter.subscription_filter_down: SUBSCRIPTION_FILTER_DOWN,
    adapter.subscriptions_listen_request_params_down: SUBSCRIPTIONS_LISTEN_REQUEST_PARAMS_DOWN,
    adapter.tools_call_result_down: TOOLS_CALL_RESULT_DOWN,
    adapter.subscriptions_acknowledged_notification_params_down: SUBSCRIPTIONS_ACKNOWLEDGED_NOTIFICATION_PARAMS_DOWN,
}
FLAT: Mapping[Edit, Flat] = {}
