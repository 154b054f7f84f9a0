"""The unchanged shapes of the functions in the adapter between 2025-11-25 and 2026-07-28+io.modelcontextprotocol/tasks.

A function does not change values of its unchanged shape. A function without a shape may change any value. If
a function changes only the top-level members of params, or of a result, `FLAT` has its edits (`flat_edits` of
the runtime). The module `value_checks` of the runtime defines the notation of shapes. `mcpgen build` writes
this module.
"""

from __future__ import annotations

from collections.abc import Mapping

from .._runtime.conversion.adapter_tables import Edit
from .._runtime.conversion.flat_edits import DropInner, DropMember, FillMember, Flat, OmitMember
from .._runtime.conversion.value_checks import Shape
from . import v2025_11_25_to_v2026_07_28_io_modelcontextprotocol_tasks as adapter
from . import fast_path_v2025_11_25_to_v2026_07_28 as base

RESULT_META_OBJECT_UP = base.RESULT_META_OBJECT_UP
TOOL_UP = base.TOOL_UP
TASK_META_UP: Shape = ("object", {"progressToken": "never"})
TASK_RESULT_META_UP: Shape = ("object", {"io.modelcontextprotocol/serverInfo": "never"})
TOOL_EXECUTION_UP: Shape = ("object", {"execution": "never"})
TOOL_WITH_TASK_UP: Shape = TOOL_EXECUTION_UP

UNCHANGED_SHAPES: Mapping[Edit, Shape] = {
    **base.UNCHANGED_SHAPES,
    adapter.task_meta_up: TASK_META_UP,
    adapter.task_result_meta_up: TASK_RESULT_META_UP,
    adapter.tool_execution_up: TOOL_EXECUTION_UP,
    adapter.tool_with_task_up: TOOL_WITH_TASK_UP,
}
FLAT: Mapping[Edit, Flat] = {
    **base.FLAT,
    adapter.tools_call_task_result_up: Flat(
        ("object", {"resultType": "never", "_meta": RESULT_META_OBJECT_UP, "task": "never"}),
        (FillMember("resultType", "complete", adapter.T4_5_UP),),
    ),
    adapter.list_task_tools_result_up: Flat(
        (
            "object",
            {
                "tools": ("array", TOOL_UP),
                "resultType": "never",
                "_meta": RESULT_META_OBJECT_UP,
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
    adapter.list_task_tools_result_down: Flat(
        (
            "object",
            {"resultType": ("choice", "complete"), "cacheScope": "never", "tools": ("array", "never")},
            ("tools",),
        ),
        (
            DropInner("_meta", ("io.modelcontextprotocol/serverInfo",), adapter.T4_4),
            OmitMember("resultType", adapter.T4_5_DOWN),
            DropMember("ttlMs", adapter.T4_6_DOWN),
        ),
    ),
}
