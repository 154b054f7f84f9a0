"""The keys of `_meta` that the specification reserves and that only some revisions have."""

from __future__ import annotations

META = "io.modelcontextprotocol/"
CAPABILITIES = META + "clientCapabilities"
REQUEST_META = (META + "protocolVersion", CAPABILITIES, META + "clientInfo", META + "logLevel")
NOTIFICATION_META = (META + "subscriptionId",)
RESULT_META = (META + "serverInfo",)
TASK_META = (META + "related-task", META + "model-immediate-response")
TASKS = META + "tasks"  # the identifier of an extension
