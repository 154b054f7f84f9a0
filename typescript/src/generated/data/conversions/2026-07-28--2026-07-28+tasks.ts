/** The plan of the conversion from 2026-07-28 to 2026-07-28+io.modelcontextprotocol/tasks. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x00a17541, x120695c2, x124f7610, x78752c73, x7b0b67b6, x9ab335ca, xb83a283c } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x00a17541,
  "target": xb83a283c,
  "functions": {
    "f120": { "edits": [{ "kind": "drop", "member": "taskIds", "change": x78752c73, "type": x120695c2 }] },
    "f124": { "edits": [{ "kind": "visit", "member": "notifications", "function": "f120", "always": true }] },
  },
  "methods": {
    "client": { [x9ab335ca]: x124f7610 },
    "server": { [x7b0b67b6]: x124f7610 },
  },
};

export default data;
