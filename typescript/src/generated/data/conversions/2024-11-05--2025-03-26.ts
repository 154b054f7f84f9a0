/** The plan of the conversion from 2024-11-05 to 2025-03-26. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x12fa9934, x21604b65, x264a94f6, x29127aca, x2bb2cdb3, x4b154547, x562e9ac6, x77a250d3, x7b9282bf, x94f93388, x9b95467e, xaa7ab8c3, xad4857a0, xb0d3987b, xfd3830a0 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": "2024-11-05",
  "target": xb0d3987b,
  "functions": {
    "f116": { "edits": [{ "kind": "drop", "member": "completions", "change": x77a250d3, "type": x2bb2cdb3 }] },
    "f55": { "edits": [xad4857a0] },
    "f81": { "edits": [{ "kind": "drop", "member": xfd3830a0, "change": x7b9282bf, "type": x264a94f6 }] },
    "f146": { "edits": [{ "kind": "drop", "member": x4b154547, "change": xaa7ab8c3, "type": x562e9ac6 }] },
    "f68": { "edits": [x9b95467e] },
  },
  "methods": {
    "client": { "initialize": { "kind": x29127aca, "result": "f55" }, [x94f93388]: x12fa9934, "tools/list": x21604b65 },
    "server": { [x94f93388]: x12fa9934 },
  },
};

export default data;
