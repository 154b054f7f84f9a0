/** The plan of the conversion from 2026-07-28 to 2026-07-28+io.modelcontextprotocol/tasks. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";

const data: Conversion = {
  "source": "2026-07-28",
  "target": "2026-07-28+io.modelcontextprotocol/tasks",
  "changes": {
    "R_EXT": { "id": "R-EXT", "reason": "Only the extension defines this, so it was removed, or the message was refused." },
  },
  "functions": {
    "subscription_filter_up": { "kind": "object", "edits": [{ "kind": "drop", "member": "taskIds", "change": "R_EXT", "type": { "type": "array", "items": { "type": "string" } } }] },
    "subscriptions_listen_request_params_up": { "kind": "object", "edits": [{ "kind": "visit", "member": "notifications", "function": "subscription_filter_up", "always": true }] },
    "subscriptions_acknowledged_notification_params_up": { "kind": "object", "edits": [{ "kind": "visit", "member": "notifications", "function": "subscription_filter_up", "always": true }] },
  },
  "methods": {
    "client": { "subscriptions/listen": { "kind": "passes", "params": "subscriptions_listen_request_params_up" } },
    "server": { "notifications/subscriptions/acknowledged": { "kind": "passes", "params": "subscriptions_acknowledged_notification_params_up" } },
  },
};

export default data;
