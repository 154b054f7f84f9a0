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
    "tools_call_result_down": { "kind": "union", "variants": [{ "fits": [{ "type": "object", "properties": { "resultType": { "enum": ["input_required"] } }, "required": ["resultType"], "plain": true }], "outcome": { "kind": "unchanged" } }, { "fits": [{ "type": "object", "properties": { "resultType": { "enum": ["task"] } }, "required": ["resultType"], "plain": true }, { "$ref": "#/$defs/source/CreateTaskResult" }], "outcome": { "kind": "refuse", "change": "R_EXT" } }, { "fits": [{ "type": "object" }], "outcome": { "kind": "unchanged" } }], "expected": "InputRequiredResult or CreateTaskResult or CallToolResult" },
    "subscriptions_acknowledged_notification_params_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "notifications", "function": "subscription_filter_down", "always": true }] },
  },
  "methods": {
    "client": { "completion/complete": { "kind": "passes", "isRequest": true }, "notifications/cancelled": { "kind": "passes" }, "prompts/get": { "kind": "passes", "isRequest": true }, "prompts/list": { "kind": "passes", "isRequest": true }, "resources/list": { "kind": "passes", "isRequest": true }, "resources/read": { "kind": "passes", "isRequest": true }, "resources/templates/list": { "kind": "passes", "isRequest": true }, "server/discover": { "kind": "passes", "isRequest": true }, "subscriptions/listen": { "kind": "passes", "isRequest": true, "params": "subscriptions_listen_request_params_down" }, "tasks/cancel": { "kind": "removed", "change": "R_EXT", "code": -32601 }, "tasks/get": { "kind": "removed", "change": "R_EXT", "code": -32601 }, "tasks/update": { "kind": "removed", "change": "R_EXT", "code": -32601 }, "tools/call": { "kind": "passes", "isRequest": true, "result": "tools_call_result_down" }, "tools/list": { "kind": "passes", "isRequest": true } },
    "server": { "notifications/cancelled": { "kind": "passes" }, "notifications/message": { "kind": "passes" }, "notifications/progress": { "kind": "passes" }, "notifications/prompts/list_changed": { "kind": "passes" }, "notifications/resources/list_changed": { "kind": "passes" }, "notifications/resources/updated": { "kind": "passes" }, "notifications/subscriptions/acknowledged": { "kind": "passes", "params": "subscriptions_acknowledged_notification_params_down" }, "notifications/tasks": { "kind": "removed", "change": "R_EXT" }, "notifications/tools/list_changed": { "kind": "passes" } },
  },
  "errors": {},
  "context": {},
  "$defs": {
    "source": { "CreateTaskResult": { "type": "object", "properties": { "_meta": { "$ref": "#/$defs/source/ResultMetaObject" }, "resultType": { "enum": ["task"] }, "taskId": { "type": "string" }, "status": { "$ref": "#/$defs/source/TaskStatus" }, "statusMessage": { "type": "string" }, "createdAt": { "type": "string" }, "lastUpdatedAt": { "type": "string" }, "ttlMs": { "$ref": "#/$defs/source/TaskTtlMs" }, "pollIntervalMs": { "type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991 } }, "required": ["resultType", "taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs"], "additionalProperties": {}, "guard": { "member": "resultType", "value": "task" } }, "Icon": { "type": "object", "properties": { "mimeType": { "type": "string" }, "sizes": { "type": "array", "items": { "type": "string" } }, "src": { "type": "string" }, "theme": { "$ref": "#/$defs/source/IconTheme" } }, "required": ["src"] }, "IconTheme": { "enum": ["dark", "light"] }, "Implementation": { "type": "object", "properties": { "description": { "type": "string" }, "icons": { "type": "array", "items": { "$ref": "#/$defs/source/Icon" } }, "name": { "type": "string" }, "title": { "type": "string" }, "version": { "type": "string" }, "websiteUrl": { "type": "string" } }, "required": ["name", "version"] }, "ResultMetaObject": { "type": "object", "properties": { "io.modelcontextprotocol/serverInfo": { "$ref": "#/$defs/source/Implementation" } }, "additionalProperties": {} }, "TaskStatus": { "enum": ["working", "input_required", "completed", "failed", "cancelled"] }, "TaskTtlMs": { "anyOf": [{ "type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991 }, { "type": "null" }] } },
    "target": {},
  },
};

export default data;
