/** The plan of the conversion from 2025-11-25 to 2026-07-28. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x00a17541, x055944fd, x06cdf31a, x0afd9cb0, x11f9348b, x168d02d2, x1d396446, x213f0170, x271218b9, x29145447, x2b9c3c79, x2ec209b5, x2ed1d926, x345384cd, x37a571d4, x3a224626, x3e0f1446, x3ea51da7, x3f76a133, x413035e1, x4456a12e, x4a14a167, x5042669a, x50728946, x525fd4ce, x57750317, x594fe6c5, x5d422b39, x5d4393d8, x5f17e838, x5f1e44e4, x6110bc8c, x617b8f9b, x67259f4e, x6c0310b2, x6dd1ce89, x6f66f984, x72ed25ce, x739c9f62, x73ad5d00, x73dbb564, x74d7ab94, x78984019, x7a1bdfd4, x7a7bd097, x7f6c0f5b, x90ec57c0, x91816b49, x937dad5e, x94f93388, x9b1a4ded, x9fc72119, xa0c44c8a, xa827628c, xa8dda899, xaf913eb7, xb07487ac, xb08399b6, xb534ac2e, xb76d58a4, xc5654a26, xc9b0caa2, xca0413f5, xca262e11, xccb8dfa6, xcd186762, xd3736050, xd3ac2055, xd5b0468c, xd5c7755b, xd8d97893, xdadd8137, xdbf68e5b, xdc4cc813, xdf09211f, xdf11d910, xdf65f874, xe38e6577, xe420e661, xe424a47e, xedf4caf9, xfb820f9c, xfdc479ec } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x213f0170,
  "target": x00a17541,
  "everyPart": { "kind": x29145447, "member": xd3736050, "names": x168d02d2, "change": x594fe6c5, "clears": true },
  "functions": {
    "f24": { "edits": [x937dad5e] },
    "f126": { "edits": [{ "kind": x73dbb564, "member": xdadd8137, "change": x5f1e44e4, "type": x5d4393d8 }] },
    "f33": { "edits": [{ "kind": "truncate", "member": xc9b0caa2, "most": 100, "flag": "hasMore", "change": { "id": "T4.21", "reason": "Since 2026-07-28, a completion has at most 100 values, so the others were removed and `hasMore` was set." } }] },
    "f26": { "edits": [xdf65f874, xe420e661, { "kind": x4456a12e, "member": "completion", "function": "f33", "always": true }] },
    "f92": { "edits": [{ "kind": x73dbb564, "member": x90ec57c0, "change": x5f1e44e4, "type": x617b8f9b }] },
    "f16": { "edits": [xb534ac2e, { "kind": x4a14a167, "member": "requestId", "change": x6c0310b2, "type": {}, "always": true }] },
    "f60": { "edits": [x937dad5e, xe424a47e, x3a224626] },
    "f62": { "edits": [xdf65f874, xe420e661] },
    "f80": { "edits": [xdf65f874, xe420e661, xd5c7755b, x74d7ab94] },
    "f9": { "edits": [x937dad5e, xdf11d910, xe424a47e, x3a224626] },
    "f162": { "kind": x7a1bdfd4, "variants": [{ "fits": x7a7bd097, "readAs": x06cdf31a, "outcome": { "kind": xaf913eb7, "change": x594fe6c5 } }, xca262e11], "expected": x6f66f984 },
    "f160": { "edits": [{ "kind": x73dbb564, "member": x5f17e838, "change": x594fe6c5 }] },
    "f88": { "edits": [{ "kind": "dropItems", "member": xfb820f9c, "items": x2ed1d926, "change": x594fe6c5 }, xdf65f874, xe420e661, xb08399b6, xd5c7755b, x74d7ab94] },
    "f90": { "edits": [xb534ac2e] },
    "f129": { "edits": [{ "kind": x73dbb564, "member": "listChanged", "change": x11f9348b }] },
    "f22": { "edits": [{ "kind": x4456a12e, "member": x67259f4e, "function": xa0c44c8a }, { "kind": x73dbb564, "member": xc5654a26, "change": x594fe6c5 }, { "kind": x73dbb564, "member": xdc4cc813, "change": { "id": "T4.15", "reason": "2026-07-28 adds the `extensions` capability, and no message of earlier revisions contains it, so nothing was changed." }, "type": x3ea51da7 }] },
  },
  "methods": {
    "client": { [x345384cd]: x413035e1, "initialize": x9fc72119, "logging/setLevel": x6110bc8c, [x3f76a133]: xfdc479ec, "notifications/initialized": xcd186762, [x94f93388]: xa8dda899, "notifications/roots/list_changed": x5042669a, [xe38e6577]: x5d422b39, "ping": x73ad5d00, "prompts/get": x72ed25ce, [x91816b49]: xd8d97893, [xd5b0468c]: xd8d97893, [x6dd1ce89]: xccb8dfa6, [xdf09211f]: x7f6c0f5b, [x3e0f1446]: xd8d97893, "resources/unsubscribe": x7f6c0f5b, [x739c9f62]: x2b9c3c79, "tasks/get": x2b9c3c79, "tasks/list": x2b9c3c79, [xa827628c]: x2b9c3c79, "tools/call": x0afd9cb0, "tools/list": xdbf68e5b },
    "server": { [x78984019]: xb76d58a4, [x3f76a133]: x2ec209b5, [x57750317]: xb07487ac, [x1d396446]: x50728946, [x94f93388]: x50728946, [x271218b9]: x50728946, [x37a571d4]: x50728946, [xca0413f5]: x50728946, [xe38e6577]: x5d422b39, [xd3ac2055]: x50728946, "ping": x73ad5d00, "roots/list": xb76d58a4, [x9b1a4ded]: xb76d58a4, [x739c9f62]: x2b9c3c79, "tasks/get": x2b9c3c79, "tasks/list": x2b9c3c79, [xa827628c]: x2b9c3c79 },
  },
  "errors": x525fd4ce,
  "capabilities": "f22",
  "context": xedf4caf9,
  "$defs": x055944fd,
};

export default data;
