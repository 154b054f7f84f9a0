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
    "client": { "completion/complete": { "kind": "passes", "isRequest": true }, "notifications/cancelled": { "kind": "passes" }, "prompts/get": { "kind": "passes", "isRequest": true }, "prompts/list": { "kind": "passes", "isRequest": true }, "resources/list": { "kind": "passes", "isRequest": true }, "resources/read": { "kind": "passes", "isRequest": true }, "resources/templates/list": { "kind": "passes", "isRequest": true }, "server/discover": { "kind": "passes", "isRequest": true }, "subscriptions/listen": { "kind": "passes", "isRequest": true, "params": "subscriptions_listen_request_params_up" }, "tools/call": { "kind": "passes", "isRequest": true }, "tools/list": { "kind": "passes", "isRequest": true } },
    "server": { "notifications/cancelled": { "kind": "passes" }, "notifications/message": { "kind": "passes" }, "notifications/progress": { "kind": "passes" }, "notifications/prompts/list_changed": { "kind": "passes" }, "notifications/resources/list_changed": { "kind": "passes" }, "notifications/resources/updated": { "kind": "passes" }, "notifications/subscriptions/acknowledged": { "kind": "passes", "params": "subscriptions_acknowledged_notification_params_up" }, "notifications/tools/list_changed": { "kind": "passes" } },
  },
  "errors": {},
  "context": {},
  "$defs": { "source": {}, "target": {} },
};

export default data;
