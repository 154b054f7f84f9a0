/** The plan of the conversion from 2026-07-28+io.modelcontextprotocol/tasks to 2026-07-28. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x00a17541, x13b89539, x239255f7, x29127aca, x4456a12e, x47babf25, x50170bdf, x609c0f6f, x739c9f62, x73dbb564, x78752c73, x7a1bdfd4, x7b0b67b6, x9ab335ca, xaf913eb7, xb7eb502d, xb83a283c, xccd78884, xd30e371b, xf1f5ce39 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xb83a283c,
  "target": x00a17541,
  "functions": {
    "f141": { "edits": [{ "kind": x73dbb564, "member": "taskIds", "change": x78752c73 }] },
    "f145": { "edits": [{ "kind": x4456a12e, "member": "notifications", "function": "f141", "always": true }] },
    "f161": { "kind": x7a1bdfd4, "variants": [{ "fits": [x609c0f6f], "outcome": xd30e371b }, { "fits": xf1f5ce39, "outcome": { "kind": xaf913eb7, "change": x78752c73 } }, x50170bdf], "expected": "InputRequiredResult or CreateTaskResult or CallToolResult" },
  },
  "methods": {
    "client": { [x9ab335ca]: xb7eb502d, [x739c9f62]: x13b89539, "tasks/get": x13b89539, "tasks/update": x13b89539, "tools/call": { "kind": x29127aca, "result": x47babf25 } },
    "server": { [x7b0b67b6]: xb7eb502d, [x239255f7]: { "kind": xccd78884, "change": x78752c73 } },
  },
};

export default data;
