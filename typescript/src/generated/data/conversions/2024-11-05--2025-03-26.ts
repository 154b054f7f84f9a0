/** The plan of the conversion from 2024-11-05 to 2025-03-26. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";

const data: Conversion = {
  "source": "2024-11-05",
  "target": "2025-03-26",
  "changes": {
    "T1_4": { "id": "T1.4", "reason": "2024-11-05 progress notifications have no `message`, so it was removed." },
    "T1_5": { "id": "T1.5", "reason": "2024-11-05 has no `completions` capability, so it was removed." },
    "T1_6": { "id": "T1.6", "reason": "2024-11-05 has no tool annotations, so they were removed." },
  },
  "functions": {
    "server_capabilities_up": { "kind": "object", "edits": [{ "kind": "drop", "member": "completions", "change": "T1_5", "type": { "type": "object", "additionalProperties": {} } }] },
    "initialize_result_up": { "kind": "object", "edits": [{ "kind": "visit", "member": "capabilities", "function": "server_capabilities_up", "always": true }] },
    "progress_notification_params_up": { "kind": "object", "edits": [{ "kind": "drop", "member": "message", "change": "T1_4", "type": { "type": "string" } }] },
    "tool_up": { "kind": "object", "edits": [{ "kind": "drop", "member": "annotations", "change": "T1_6", "type": { "$ref": "target.ToolAnnotations" } }] },
    "list_tools_result_up": { "kind": "object", "edits": [{ "kind": "visit", "member": "tools", "function": "tool_up", "loop": "items", "always": true }] },
  },
  "methods": {
    "client": { "initialize": { "kind": "passes", "result": "initialize_result_up" }, "notifications/progress": { "kind": "passes", "params": "progress_notification_params_up" }, "tools/list": { "kind": "passes", "result": "list_tools_result_up" } },
    "server": { "notifications/progress": { "kind": "passes", "params": "progress_notification_params_up" } },
  },
  "$defs": {
    "target.ToolAnnotations": { "type": "object", "properties": { "destructiveHint": { "type": "boolean" }, "idempotentHint": { "type": "boolean" }, "openWorldHint": { "type": "boolean" }, "readOnlyHint": { "type": "boolean" }, "title": { "type": "string" } } },
  },
};

export default data;
