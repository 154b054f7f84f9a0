/** The plan of the conversion from 2024-11-05 to 2025-03-26. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x04ef0021, x264a94f6, x29127aca, x2bb2cdb3, x342030c7, x4b154547, x562e9ac6, x73dbb564, x77a250d3, x7b9282bf, x94f93388, x993ea689, xaa7ab8c3, xb08399b6, xb0d3987b, xfd3830a0 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": "2024-11-05",
  "target": xb0d3987b,
  "functions": {
    "f138": { "edits": [{ "kind": x73dbb564, "member": "completions", "change": x77a250d3, "type": x2bb2cdb3 }] },
    "f73": { "edits": [x04ef0021] },
    "f102": { "edits": [{ "kind": x73dbb564, "member": xfd3830a0, "change": x7b9282bf, "type": x264a94f6 }] },
    "f160": { "edits": [{ "kind": x73dbb564, "member": x4b154547, "change": xaa7ab8c3, "type": x562e9ac6 }] },
    "f88": { "edits": [xb08399b6] },
  },
  "methods": {
    "client": { "initialize": { "kind": x29127aca, "result": "f73" }, [x94f93388]: x993ea689, "tools/list": x342030c7 },
    "server": { [x94f93388]: x993ea689 },
  },
};

export default data;
