/** The requests and notifications of 2026-07-28. Written by `mcpgen build --language typescript`. */
import type { Methods } from "../../../published.ts";

const data: Methods = {
  "client": {
    "requests": ["completion/complete", "prompts/get", "prompts/list", "resources/list", "resources/read", "resources/templates/list", "server/discover", "subscriptions/listen", "tools/call", "tools/list"],
    "notifications": ["notifications/cancelled"],
  },
  "server": {
    "requests": [],
    "notifications": ["notifications/cancelled", "notifications/message", "notifications/progress", "notifications/prompts/list_changed", "notifications/resources/list_changed", "notifications/resources/updated", "notifications/subscriptions/acknowledged", "notifications/tools/list_changed"],
  },
};

export default data;
