"""The names that conversion rule R-TASK uses.

The rule converts between the tasks of 2025-11-25 and the tasks extension, whose identifier is `TASKS`. The
specification reserves the `_meta` keys in `TASK_META` only in its text, so no schema contains them.
"""

from __future__ import annotations

TASKS = "io.modelcontextprotocol/tasks"
TASK_META = ("io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response")
