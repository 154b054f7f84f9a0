"""The names for rule R-TASK, which converts between tasks in a revision and tasks in an extension.

The specification reserves these keys of `_meta` only in prose, so no schema has them. The identifier is that
of the extension whose methods the rule converts.
"""

from __future__ import annotations

TASKS = "io.modelcontextprotocol/tasks"
TASK_META = ("io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response")
