/** The plan of the conversion from 2026-07-28 to 2026-07-28+io.modelcontextprotocol/tasks. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x00a17541, x120695c2, x4456a12e, x73dbb564, x78752c73, x7b0b67b6, x9ab335ca, xb7eb502d, xb83a283c } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x00a17541,
  "target": xb83a283c,
  "functions": {
    "f141": { "edits": [{ "kind": x73dbb564, "member": "taskIds", "change": x78752c73, "type": x120695c2 }] },
    "f145": { "edits": [{ "kind": x4456a12e, "member": "notifications", "function": "f141", "always": true }] },
  },
  "methods": {
    "client": { [x9ab335ca]: xb7eb502d },
    "server": { [x7b0b67b6]: xb7eb502d },
  },
};

export default data;
