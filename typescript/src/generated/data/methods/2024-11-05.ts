/** The requests and notifications of 2024-11-05. Written by `mcpgen build --language typescript`. */
import type { Methods } from "../../../published.ts";

const data: Methods = {
  "client": {
    "requests": ["completion/complete", "initialize", "logging/setLevel", "ping", "prompts/get", "prompts/list", "resources/list", "resources/read", "resources/subscribe", "resources/templates/list", "resources/unsubscribe", "tools/call", "tools/list"],
    "notifications": ["notifications/cancelled", "notifications/initialized", "notifications/progress", "notifications/roots/list_changed"],
  },
  "server": {
    "requests": ["ping", "roots/list", "sampling/createMessage"],
    "notifications": ["notifications/cancelled", "notifications/message", "notifications/progress", "notifications/prompts/list_changed", "notifications/resources/list_changed", "notifications/resources/updated", "notifications/tools/list_changed"],
  },
  "errorIdRequired": true,
};

export default data;
