"""The names that rule R-TASK knows: one adapter step, from tasks in a revision to tasks in an extension.

Only prose reserves these keys of `_meta`, so no schema states them. The identifier is that of the extension
whose methods the rule converts.
"""

from __future__ import annotations

TASKS = "io.modelcontextprotocol/tasks"
TASK_META = ("io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response")
