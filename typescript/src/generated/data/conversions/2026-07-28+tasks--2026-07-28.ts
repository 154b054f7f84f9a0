/** The plan of the conversion from 2026-07-28+io.modelcontextprotocol/tasks to 2026-07-28. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";

const data: Conversion = {
  "source": "2026-07-28+io.modelcontextprotocol/tasks",
  "target": "2026-07-28",
  "changes": {
    "R_EXT": { "id": "R-EXT", "reason": "Only the extension defines this, so it was removed, or the message was refused." },
  },
  "functions": {
    "subscription_filter_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "taskIds", "change": "R_EXT" }] },
    "subscriptions_listen_request_params_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "notifications", "function": "subscription_filter_down", "always": true }] },
    "tools_call_result_down": { "kind": "union", "variants": [{ "fits": [{ "type": "object", "properties": { "resultType": { "enum": ["input_required"] } }, "required": ["resultType"], "plain": true }], "outcome": { "kind": "unchanged" } }, { "fits": [{ "type": "object", "properties": { "resultType": { "enum": ["task"] } }, "required": ["resultType"], "plain": true }], "outcome": { "kind": "refuse", "change": "R_EXT" } }, { "fits": [{ "type": "object" }], "outcome": { "kind": "unchanged" } }], "expected": "InputRequiredResult or CreateTaskResult or CallToolResult" },
    "subscriptions_acknowledged_notification_params_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "notifications", "function": "subscription_filter_down", "always": true }] },
  },
  "methods": {
    "client": { "subscriptions/listen": { "kind": "passes", "params": "subscriptions_listen_request_params_down" }, "tasks/cancel": { "kind": "removed", "change": "R_EXT", "code": -32601 }, "tasks/get": { "kind": "removed", "change": "R_EXT", "code": -32601 }, "tasks/update": { "kind": "removed", "change": "R_EXT", "code": -32601 }, "tools/call": { "kind": "passes", "result": "tools_call_result_down" } },
    "server": { "notifications/subscriptions/acknowledged": { "kind": "passes", "params": "subscriptions_acknowledged_notification_params_down" }, "notifications/tasks": { "kind": "removed", "change": "R_EXT" } },
  },
};

export default data;
