/** The plan of the conversion from 2026-07-28+io.modelcontextprotocol/tasks to 2026-07-28. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x00a17541, x059f352f, x06234c1c, x110df543, x19d17f6b, x239255f7, x24e61fda, x2640f4b5, x264a94f6, x29127aca, x2d3caaf0, x33d04bd7, x49c51e6a, x4bb8324e, x50170bdf, x5201cba2, x609c0f6f, x626992da, x6e8fad32, x7093fda8, x739c9f62, x7b0b67b6, x9ab335ca, xaf913eb7, xb6c445a6, xb83a283c, xc231f51a, xccd78884, xcfc31bcc, xd30e371b, xe3dc5390, xe5a26896, xe5c67466, xf6616af6, xffaf8211 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xb83a283c,
  "target": x00a17541,
  "functions": {
    "f119": { "kind": x626992da, "edits": [{ "kind": "drop", "member": x2d3caaf0, "change": x059f352f }] },
    "f123": { "kind": x626992da, "edits": [{ "kind": "visit", "member": x49c51e6a, "function": "f119", "always": true }] },
    "f150": { "kind": "union", "variants": [{ "fits": [x609c0f6f], "outcome": xd30e371b }, { "fits": [{ "type": x626992da, "properties": { "resultType": x4bb8324e }, "required": x2640f4b5 }, { "type": x626992da, "properties": { "_meta": xe5c67466, "resultType": x4bb8324e, "taskId": x264a94f6, "status": { "enum": [x24e61fda, x6e8fad32, x7093fda8, x33d04bd7, x06234c1c] }, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xe3dc5390, "pollIntervalMs": xffaf8211 }, "required": [xf6616af6, x19d17f6b, xcfc31bcc, xe5a26896, x5201cba2, "ttlMs"], "additionalProperties": {}, "guard": { "member": xf6616af6, "value": "task" } }], "outcome": { "kind": xaf913eb7, "change": x059f352f } }, x50170bdf], "expected": "InputRequiredResult or CreateTaskResult or CallToolResult" },
  },
  "methods": {
    "client": { [x9ab335ca]: xc231f51a, [x739c9f62]: x110df543, "tasks/get": x110df543, [xb6c445a6]: x110df543, "tools/call": { "kind": x29127aca, "result": "f150" } },
    "server": { [x7b0b67b6]: xc231f51a, [x239255f7]: { "kind": xccd78884, "change": x059f352f } },
  },
};

export default data;
