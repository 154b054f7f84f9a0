/** The plan of the conversion from 2026-07-28 to 2026-07-28+io.modelcontextprotocol/tasks. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x00a17541, x120695c2, x4456a12e, x73dbb564, x78752c73, x7b0b67b6, x9ab335ca, xb83a283c, xc1e236c9 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x00a17541,
  "target": xb83a283c,
  "functions": {
    "f142": { "edits": [{ "kind": x73dbb564, "member": "taskIds", "change": x78752c73, "type": x120695c2 }] },
    "f146": { "edits": [{ "kind": x4456a12e, "member": "notifications", "function": "f142", "always": true }] },
  },
  "methods": {
    "client": { [x9ab335ca]: xc1e236c9 },
    "server": { [x7b0b67b6]: xc1e236c9 },
  },
};

export default data;
