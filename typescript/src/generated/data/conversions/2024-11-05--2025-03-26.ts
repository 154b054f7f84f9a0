/** The plan of the conversion from 2024-11-05 to 2025-03-26. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x264a94f6, x29127aca, x2bb2cdb3, x4b154547, x53087569, x562e9ac6, x73dbb564, x77a250d3, x7b9282bf, x833102ad, x94f93388, x9c5d7e5e, xaa7ab8c3, xb0c24210, xb0d3987b, xfd3830a0 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": "2024-11-05",
  "target": xb0d3987b,
  "functions": {
    "f137": { "edits": [{ "kind": x73dbb564, "member": "completions", "change": x77a250d3, "type": x2bb2cdb3 }] },
    "f72": { "edits": [x9c5d7e5e] },
    "f101": { "edits": [{ "kind": x73dbb564, "member": xfd3830a0, "change": x7b9282bf, "type": x264a94f6 }] },
    "f159": { "edits": [{ "kind": x73dbb564, "member": x4b154547, "change": xaa7ab8c3, "type": x562e9ac6 }] },
    "f87": { "edits": [x53087569] },
  },
  "methods": {
    "client": { "initialize": { "kind": x29127aca, "result": "f72" }, [x94f93388]: xb0c24210, "tools/list": x833102ad },
    "server": { [x94f93388]: xb0c24210 },
  },
};

export default data;
