/** The plan of the conversion from 2025-11-25 to 2026-07-28. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x00a17541, x0498e589, x05d26f2c, x06cdf31a, x094d0338, x168d02d2, x194f9a37, x1d396446, x213f0170, x263a9d9e, x271218b9, x29127aca, x29145447, x2c8e0cfb, x2f6cce67, x2fa6f187, x345384cd, x37a571d4, x3ab719dc, x3e0f1446, x3f76a133, x44a7ff36, x4a14a167, x57750317, x5d4393d8, x5f17e838, x614b164f, x617b8f9b, x678f146c, x6dd1ce89, x6f66f984, x739c9f62, x78984019, x78a35b93, x7a7bd097, x8081d569, x87c8989b, x8b29e2f5, x91816b49, x93466e4e, x9381285b, x94f93388, x9b1a4ded, x9b95467e, xa0672800, xa5fbb2ef, xa827628c, xaf913eb7, xb1375d51, xb4dff60c, xb995f0e0, xc50960a1, xc748362b, xc9b0caa2, xca0413f5, xcce3d653, xcdec8b25, xd3ac2055, xd3f50088, xd4038ef2, xd5b0468c, xd5f80682, xd8315581, xdadd8137, xdbe7e631, xdc4cc813, xdc5ccc74, xdd54ba8c, xdf09211f, xe2eab315, xe38e6577, xef4ae7cb, xf2e27fb3 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x213f0170,
  "target": x00a17541,
  "everyPart": { "kind": x29145447, "member": "_meta", "names": x168d02d2, "change": xe2eab315, "clears": true },
  "functions": {
    "f17": { "edits": [xdc5ccc74] },
    "f104": { "edits": [{ "kind": "drop", "member": xdadd8137, "change": xb995f0e0, "type": x5d4393d8 }] },
    "f22": { "edits": [{ "kind": "truncate", "member": xc9b0caa2, "most": 100, "flag": "hasMore", "change": { "id": "T4.21", "reason": "2026-07-28 allows at most 100 completion values, so the others were removed and `hasMore` was set." } }] },
    "f19": { "edits": [x2fa6f187, xcdec8b25, { "kind": "visit", "member": "completion", "function": "f22", "always": true }] },
    "f71": { "edits": [{ "kind": "drop", "member": "io.modelcontextprotocol/subscriptionId", "change": xb995f0e0, "type": x617b8f9b }] },
    "f13": { "edits": [x2c8e0cfb, { "kind": x4a14a167, "member": "requestId", "change": x8081d569, "type": {}, "always": true }] },
    "f45": { "edits": [xdc5ccc74, x678f146c, xd5f80682] },
    "f47": { "edits": [x2fa6f187, xcdec8b25] },
    "f58": { "edits": [x2fa6f187, xcdec8b25, x194f9a37, x93466e4e] },
    "f9": { "edits": [xdc5ccc74, xc748362b, x678f146c, xd5f80682] },
    "f151": { "kind": "union", "variants": [{ "fits": x7a7bd097, "readAs": x06cdf31a, "outcome": { "kind": xaf913eb7, "change": xe2eab315 } }, x87c8989b], "expected": x6f66f984 },
    "f146": { "edits": [{ "kind": "drop", "member": x5f17e838, "change": xe2eab315 }] },
    "f68": { "edits": [xb1375d51, x2fa6f187, xcdec8b25, x9b95467e, x194f9a37, x93466e4e] },
    "f70": { "edits": [x2c8e0cfb] },
    "f107": { "edits": [{ "kind": "drop", "member": "listChanged", "change": x05d26f2c }] },
    "f15": { "edits": [{ "kind": "visit", "member": "roots", "function": "f107" }, { "kind": "drop", "member": "tasks", "change": xe2eab315 }, { "kind": "drop", "member": xdc4cc813, "change": { "id": "T4.15", "reason": "2025-11-25 has no `extensions` capability. No message between the two revisions carries it." }, "type": xa0672800 }] },
  },
  "methods": {
    "client": { [x345384cd]: xd8315581, "initialize": xd3f50088, "logging/setLevel": x3ab719dc, [x3f76a133]: xf2e27fb3, "notifications/initialized": xb4dff60c, [x94f93388]: x614b164f, "notifications/roots/list_changed": xef4ae7cb, [xe38e6577]: xcce3d653, "ping": x094d0338, "prompts/get": xdd54ba8c, [x91816b49]: x2f6cce67, [xd5b0468c]: x2f6cce67, [x6dd1ce89]: xc50960a1, [xdf09211f]: x9381285b, [x3e0f1446]: x2f6cce67, "resources/unsubscribe": x9381285b, [x739c9f62]: x8b29e2f5, "tasks/get": x8b29e2f5, "tasks/list": x8b29e2f5, [xa827628c]: x8b29e2f5, "tools/call": { "kind": x29127aca, "params": "f9", "result": "f151" }, "tools/list": { "kind": x29127aca, "params": "f17", "result": "f68", "createsParams": true } },
    "server": { [x78984019]: xa5fbb2ef, [x3f76a133]: x263a9d9e, [x57750317]: xd4038ef2, [x1d396446]: x0498e589, [x94f93388]: x0498e589, [x271218b9]: x0498e589, [x37a571d4]: x0498e589, [xca0413f5]: x0498e589, [xe38e6577]: xcce3d653, [xd3ac2055]: x0498e589, "ping": x094d0338, "roots/list": xa5fbb2ef, [x9b1a4ded]: xa5fbb2ef, [x739c9f62]: x8b29e2f5, "tasks/get": x8b29e2f5, "tasks/list": x8b29e2f5, [xa827628c]: x8b29e2f5 },
  },
  "errors": x44a7ff36,
  "capabilities": "f15",
  "context": xdbe7e631,
  "$defs": x78a35b93,
};

export default data;
