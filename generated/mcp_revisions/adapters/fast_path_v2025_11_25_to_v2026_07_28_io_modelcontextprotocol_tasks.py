"""Shapes of values that functions in the adapter between 2025-11-25 and 2026-07-28+io.modelcontextprotocol/tasks do not change.

`UNCHANGED_SHAPES` has a shape for some functions. Such a function does not change a value of its shape, so it
need not be called for the value. A function that is not listed may change any value. `FLAT` has the edits of
each function that changes only the top-level members of params, or of a result (`flat_edits` of the runtime).
The module `value_checks` of the runtime defines the notation of shapes. `mcpgen build` writes this module.
"""

from __future__ import annotations

from collections.abc import Mapping

from .._runtime.conversion.adapter_tables import Edit
from .._runtime.conversion.flat_edits import DropInner, DropMember, FillMember, Flat, OmitMember
from .._runtime.conversion.value_checks import Shape
from . import v2025_11_25_to_v2026_07_28_io_modelcontextprotocol_tasks as adapter
from . import fast_path_v2025_11_25_to_v2026_07_28 as base

RESULT_META_OBJECT_UP = base.RESULT_META_OBJECT_UP
TOOL_UP: Shape = ("object", {"execution": "never"})
TASK_ID_PARAMS_DOWN: Shape = (
    "object",
    {
        "_meta": (
            "object",
            {
                "io.modelcontextprotocol/clientCapabilities": "never",
                "io.modelcontextprotocol/clientInfo": "never",
                "io.modelcontextprotocol/logLevel": "never",
                "io.modelcontextprotocol/protocolVersion": "never",
            },
        )
    },
)
RESULT_META_OBJECT_DOWN: Shape = ("object", {"io.modelcontextprotocol/serverInfo": "never"})
TASK_ID_PARAMS_DOWN_2: Shape = (
    "object",
    {
        "_meta": (
            "object",
            {
                "io.modelcontextprotocol/clientCapabilities": "never",
                "io.modelcontextprotocol/clientInfo": "never",
                "io.modelcontextprotocol/logLevel": "never",
                "io.modelcontextprotocol/protocolVersion": "never",
            },
        )
    },
)
NOTIFICATION_META_OBJECT_DOWN: Shape = ("object", {"io.modelcontextprotocol/subscriptionId": "never"})

UNCHANGED_SHAPES: Mapping[Edit, Shape] = {
    **base.UNCHANGED_SHAPES,
    adapter.tool_up: TOOL_UP,
    adapter.task_id_params_down: TASK_ID_PARAMS_DOWN,
    adapter.result_meta_object_down: RESULT_META_OBJECT_DOWN,
    adapter.task_id_params_down_2: TASK_ID_PARAMS_DOWN_2,
    adapter.notification_meta_object_down: NOTIFICATION_META_OBJECT_DOWN,
}
FLAT: Mapping[Edit, Flat] = {
    **base.FLAT,
    adapter.cancel_task_result_up: Flat(
        ("object", {"resultType": "never", "_meta": RESULT_META_OBJECT_UP}),
        (
            FillMember("resultType", "complete", adapter.T4_5_UP),
            DropMember("createdAt", adapter.X1_10_UP),
            DropMember("lastUpdatedAt", adapter.X1_10_UP),
            DropMember("pollInterval", adapter.X1_10_UP),
            DropMember("status", adapter.X1_10_UP),
            DropMember("statusMessage", adapter.X1_10_UP),
            DropMember("taskId", adapter.X1_10_UP),
            DropMember("ttl", adapter.X1_10_UP),
        ),
    ),
    adapter.tools_call_result_up: Flat(
        ("object", {"resultType": "never", "_meta": RESULT_META_OBJECT_UP, "task": "never"}),
        (FillMember("resultType", "complete", adapter.T4_5_UP),),
    ),
    adapter.list_tools_result_up: Flat(
        (
            "object",
            {
                "resultType": "never",
                "_meta": RESULT_META_OBJECT_UP,
                "tools": ("array", TOOL_UP),
                "cacheScope": "never",
                "ttlMs": "never",
            },
            ("tools",),
        ),
        (
            FillMember("resultType", "complete", adapter.T4_5_UP),
            FillMember("cacheScope", "private", adapter.T4_6_UP),
            FillMember("ttlMs", 0, adapter.T4_6_UP),
        ),
    ),
    adapter.task_id_params_down: Flat(
        ("object", {}),
        (
            DropInner(
                "_meta",
                (
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                    "io.modelcontextprotocol/protocolVersion",
                ),
                adapter.X1_11_DOWN,
            ),
        ),
    ),
    adapter.task_id_params_down_2: Flat(
        ("object", {}),
        (
            DropInner(
                "_meta",
                (
                    "io.modelcontextprotocol/clientCapabilities",
                    "io.modelcontextprotocol/clientInfo",
                    "io.modelcontextprotocol/logLevel",
                    "io.modelcontextprotocol/protocolVersion",
                ),
                adapter.X1_11_DOWN,
            ),
        ),
    ),
    adapter.tools_call_result_down: Flat(
        ("object", {"resultType": ("choice", "complete"), "structuredContent": ("map",)}),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
        ),
    ),
    adapter.list_tools_result_down: Flat(
        ("object", {"resultType": ("choice", "complete"), "tools": ("array", "never")}, ("tools",)),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
            DropMember("cacheScope", adapter.T4_6_DOWN),
            DropMember("ttlMs", adapter.T4_6_DOWN),
        ),
    ),
}
