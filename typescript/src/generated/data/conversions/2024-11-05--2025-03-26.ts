/** The plan of the conversion from 2024-11-05 to 2025-03-26. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x12fa9934, x21604b65, x264a94f6, x29127aca, x2bb2cdb3, x4b154547, x533bb156, x562e9ac6, x626992da, x94f93388, x95324cf8, x9b95467e, xad4857a0, xb0d3987b, xd789c811, xdd4e7415, xf8a17c11, xfd3830a0 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xf8a17c11,
  "target": xb0d3987b,
  "functions": {
    "f116": { "kind": x626992da, "edits": [{ "kind": "drop", "member": x95324cf8, "change": xdd4e7415, "type": x2bb2cdb3 }] },
    "f55": { "kind": x626992da, "edits": [xad4857a0] },
    "f81": { "kind": x626992da, "edits": [{ "kind": "drop", "member": xfd3830a0, "change": xd789c811, "type": x264a94f6 }] },
    "f146": { "kind": x626992da, "edits": [{ "kind": "drop", "member": x4b154547, "change": x533bb156, "type": x562e9ac6 }] },
    "f68": { "kind": x626992da, "edits": [x9b95467e] },
  },
  "methods": {
    "client": { "initialize": { "kind": x29127aca, "result": "f55" }, [x94f93388]: x12fa9934, "tools/list": x21604b65 },
    "server": { [x94f93388]: x12fa9934 },
  },
};

export default data;
