/** The plan of the conversion from 2025-11-25 to 2026-07-28. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x00a17541, x0498e589, x06cdf31a, x11f9348b, x168d02d2, x1d396446, x213f0170, x271218b9, x29127aca, x29145447, x2b9c3c79, x2c8e0cfb, x2e9a47b6, x2ec209b5, x2f6cce67, x345384cd, x37a571d4, x3a224626, x3e0f1446, x3f76a133, x4a14a167, x5042669a, x57750317, x594fe6c5, x5d422b39, x5d4393d8, x5f17e838, x5f1e44e4, x6110bc8c, x617b8f9b, x6c0310b2, x6dd1ce89, x6f66f984, x739c9f62, x73ad5d00, x74d7ab94, x78984019, x78a35b93, x7a7bd097, x7f6c0f5b, x87c8989b, x91816b49, x937dad5e, x94f93388, x9b1a4ded, x9b95467e, x9fc72119, xa0672800, xa4ff51cb, xa827628c, xa8dda899, xaf913eb7, xb07487ac, xb76d58a4, xc50960a1, xc9b0caa2, xca0413f5, xcd186762, xcdec8b25, xd3ac2055, xd5b0468c, xd5c7755b, xd8315581, xdadd8137, xdbe7e631, xdc4cc813, xdd54ba8c, xdf09211f, xdf11d910, xdf65f874, xe38e6577, xe424a47e, xf2e27fb3 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x213f0170,
  "target": x00a17541,
  "everyPart": { "kind": x29145447, "member": "_meta", "names": x168d02d2, "change": x594fe6c5, "clears": true },
  "functions": {
    "f17": { "edits": [x937dad5e] },
    "f104": { "edits": [{ "kind": "drop", "member": xdadd8137, "change": x5f1e44e4, "type": x5d4393d8 }] },
    "f22": { "edits": [{ "kind": "truncate", "member": xc9b0caa2, "most": 100, "flag": "hasMore", "change": { "id": "T4.21", "reason": "Since 2026-07-28, a completion has at most 100 values, so the others were removed and `hasMore` was set." } }] },
    "f19": { "edits": [xdf65f874, xcdec8b25, { "kind": "visit", "member": "completion", "function": "f22", "always": true }] },
    "f71": { "edits": [{ "kind": "drop", "member": "io.modelcontextprotocol/subscriptionId", "change": x5f1e44e4, "type": x617b8f9b }] },
    "f13": { "edits": [x2c8e0cfb, { "kind": x4a14a167, "member": "requestId", "change": x6c0310b2, "type": {}, "always": true }] },
    "f45": { "edits": [x937dad5e, xe424a47e, x3a224626] },
    "f47": { "edits": [xdf65f874, xcdec8b25] },
    "f58": { "edits": [xdf65f874, xcdec8b25, xd5c7755b, x74d7ab94] },
    "f9": { "edits": [x937dad5e, xdf11d910, xe424a47e, x3a224626] },
    "f151": { "kind": "union", "variants": [{ "fits": x7a7bd097, "readAs": x06cdf31a, "outcome": { "kind": xaf913eb7, "change": x594fe6c5 } }, x87c8989b], "expected": x6f66f984 },
    "f146": { "edits": [{ "kind": "drop", "member": x5f17e838, "change": x594fe6c5 }] },
    "f68": { "edits": [x2e9a47b6, xdf65f874, xcdec8b25, x9b95467e, xd5c7755b, x74d7ab94] },
    "f70": { "edits": [x2c8e0cfb] },
    "f107": { "edits": [{ "kind": "drop", "member": "listChanged", "change": x11f9348b }] },
    "f15": { "edits": [{ "kind": "visit", "member": "roots", "function": "f107" }, { "kind": "drop", "member": "tasks", "change": x594fe6c5 }, { "kind": "drop", "member": xdc4cc813, "change": { "id": "T4.15", "reason": "2026-07-28 adds the `extensions` capability, and no message that earlier revisions have carries it, so nothing was changed." }, "type": xa0672800 }] },
  },
  "methods": {
    "client": { [x345384cd]: xd8315581, "initialize": x9fc72119, "logging/setLevel": x6110bc8c, [x3f76a133]: xf2e27fb3, "notifications/initialized": xcd186762, [x94f93388]: xa8dda899, "notifications/roots/list_changed": x5042669a, [xe38e6577]: x5d422b39, "ping": x73ad5d00, "prompts/get": xdd54ba8c, [x91816b49]: x2f6cce67, [xd5b0468c]: x2f6cce67, [x6dd1ce89]: xc50960a1, [xdf09211f]: x7f6c0f5b, [x3e0f1446]: x2f6cce67, "resources/unsubscribe": x7f6c0f5b, [x739c9f62]: x2b9c3c79, "tasks/get": x2b9c3c79, "tasks/list": x2b9c3c79, [xa827628c]: x2b9c3c79, "tools/call": { "kind": x29127aca, "params": "f9", "result": "f151" }, "tools/list": { "kind": x29127aca, "params": "f17", "result": "f68", "createsParams": true } },
    "server": { [x78984019]: xb76d58a4, [x3f76a133]: x2ec209b5, [x57750317]: xb07487ac, [x1d396446]: x0498e589, [x94f93388]: x0498e589, [x271218b9]: x0498e589, [x37a571d4]: x0498e589, [xca0413f5]: x0498e589, [xe38e6577]: x5d422b39, [xd3ac2055]: x0498e589, "ping": x73ad5d00, "roots/list": xb76d58a4, [x9b1a4ded]: xb76d58a4, [x739c9f62]: x2b9c3c79, "tasks/get": x2b9c3c79, "tasks/list": x2b9c3c79, [xa827628c]: x2b9c3c79 },
  },
  "errors": xa4ff51cb,
  "capabilities": "f15",
  "context": xdbe7e631,
  "$defs": x78a35b93,
};

export default data;
