/** The requests and notifications of 2025-11-25. Written by `mcpgen build --language typescript`. */
import type { Methods } from "../../../published.ts";

const data: Methods = {
  "client": {
    "requests": ["completion/complete", "initialize", "logging/setLevel", "ping", "prompts/get", "prompts/list", "resources/list", "resources/read", "resources/subscribe", "resources/templates/list", "resources/unsubscribe", "tasks/cancel", "tasks/get", "tasks/list", "tasks/result", "tools/call", "tools/list"],
    "notifications": ["notifications/cancelled", "notifications/initialized", "notifications/progress", "notifications/roots/list_changed", "notifications/tasks/status"],
  },
  "server": {
    "requests": ["elicitation/create", "ping", "roots/list", "sampling/createMessage", "tasks/cancel", "tasks/get", "tasks/list", "tasks/result"],
    "notifications": ["notifications/cancelled", "notifications/elicitation/complete", "notifications/message", "notifications/progress", "notifications/prompts/list_changed", "notifications/resources/list_changed", "notifications/resources/updated", "notifications/tasks/status", "notifications/tools/list_changed"],
  },
};

export default data;
