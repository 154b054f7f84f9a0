/** The plan of the conversion from 2025-11-25 to 2026-07-28+io.modelcontextprotocol/tasks. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x0489761c, x055944fd, x06cdf31a, x07f1f93d, x0afd9cb0, x0bcd5714, x0ec40651, x11f9348b, x168d02d2, x19d17f6b, x1d396446, x1d616c97, x1daf5093, x207a9e2e, x213f0170, x22d4d26d, x239255f7, x271218b9, x29127aca, x29145447, x2e147802, x2ec209b5, x3114504b, x345384cd, x363a3191, x37a571d4, x3a224626, x3a5dae28, x3aad67ad, x3d5727f8, x3e0f1446, x3ea51da7, x3f76a133, x413035e1, x424528e0, x426bdfd1, x4456a12e, x45ff637f, x4a14a167, x4a920be5, x4b810e15, x5042669a, x50728946, x5201cba2, x52410d71, x525fd4ce, x574cd7cf, x57750317, x5906eac4, x594fe6c5, x5add9cab, x5d4393d8, x5f17e838, x5f1e44e4, x6037b93f, x6110bc8c, x617b8f9b, x626992da, x67259f4e, x691b9a84, x69c8d65f, x6c0310b2, x6dd1ce89, x6f66f984, x70dbb5fa, x72ed25ce, x739c9f62, x73ad5d00, x73dbb564, x74d7ab94, x78984019, x7a1bdfd4, x7a7bd097, x7f6c0f5b, x87bbc25d, x9075b462, x90ec57c0, x9128af91, x91816b49, x937dad5e, x94f93388, x9800eb21, x9b1a4ded, x9da118ee, x9fc72119, xa0c44c8a, xa5f2c3ed, xa827628c, xa8dda899, xab2816b5, xad44db69, xb07487ac, xb08399b6, xb534ac2e, xb6c18ed0, xb76d58a4, xb83a283c, xb9ce06a0, xbee3dea0, xbf96a156, xc1becffa, xc2efb853, xc5654a26, xc8eccab8, xc9b0caa2, xca0413f5, xca262e11, xccb8dfa6, xccd78884, xcd186762, xcfc31bcc, xd3736050, xd3ac2055, xd5b0468c, xd5c7755b, xd8d97893, xdadd8137, xdbf68e5b, xdc4cc813, xdf09211f, xdf11d910, xdf65f874, xe38e6577, xe420e661, xe424a47e, xe5a26896, xedf4caf9, xefcc4c85, xf6616af6, xfc089649, xfdc479ec, xfe1b3386, xff31e8d1, xffc3a29b } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x213f0170,
  "target": xb83a283c,
  "everyPart": { "kind": x29145447, "member": xd3736050, "names": x168d02d2, "change": x426bdfd1, "clears": true },
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
    "f12": { "edits": [{ "kind": x73dbb564, "member": xd3736050, "change": x1daf5093, "type": { "type": x626992da, "properties": xb6c18ed0 } }, { "kind": x45ff637f, "member": xd3736050, "extensions": x52410d71, "change": x1daf5093, "always": true }] },
    "f14": { "edits": [xdf65f874, xe420e661, { "kind": x73dbb564, "member": xe5a26896, "change": x3d5727f8 }, { "kind": x73dbb564, "member": x5201cba2, "change": x3d5727f8 }, { "kind": x73dbb564, "member": xab2816b5, "change": x3d5727f8 }, { "kind": x73dbb564, "member": xcfc31bcc, "change": x3d5727f8 }, { "kind": x73dbb564, "member": xad44db69, "change": x3d5727f8 }, { "kind": x73dbb564, "member": x19d17f6b, "change": x3d5727f8 }, { "kind": x73dbb564, "member": "ttl", "change": x3d5727f8 }] },
    "f167": { "edits": [xdf65f874, xe420e661, x69c8d65f, x424528e0, xc2efb853, x691b9a84] },
    "f77": { "edits": [xdf65f874, xe420e661, x69c8d65f, x424528e0, xc2efb853, x691b9a84, x6037b93f] },
    "f30": { "edits": [xdf65f874, xe420e661, x69c8d65f, x424528e0, xc2efb853, x691b9a84, xa5f2c3ed] },
    "f58": { "edits": [xdf65f874, xe420e661, x69c8d65f, x424528e0, xc2efb853, x691b9a84, x363a3191] },
    "f65": { "kind": x7a1bdfd4, "variants": [{ "fits": x0489761c, "outcome": x5906eac4 }, { "fits": x9800eb21, "outcome": { "kind": x3a5dae28, "function": "f77" } }, { "fits": xfe1b3386, "outcome": { "kind": x3a5dae28, "function": "f30" } }, { "fits": xff31e8d1, "outcome": { "kind": x3a5dae28, "function": "f58" } }, { "fits": x3114504b, "outcome": x5906eac4 }], "expected": "WorkingTaskResult or InputRequiredTaskResult or CompletedTaskResult or FailedTaskResult or CancelledTaskResult" },
    "f9": { "edits": [{ "kind": x45ff637f, "member": xd3736050, "extensions": x52410d71, "change": x1daf5093, "when": x70dbb5fa, "always": true }, { "kind": x45ff637f, "member": xd3736050, "change": x1daf5093, "when": { "type": x626992da, "properties": { "task": false } }, "always": true }, xdf11d910, xe424a47e, x3a224626] },
    "f41": { "edits": [{ "kind": "set", "member": xf6616af6, "value": xb9ce06a0, "change": { "id": "X1.8", "reason": "With the tasks extension, a result that creates a task has the `resultType` `task`, so it was set." }, "always": true }, { "kind": xc1becffa, "source": x1d616c97, "target": x5add9cab, "change": x4b810e15, "removal": x0bcd5714, "clears": 1 }, { "kind": xc1becffa, "source": x87bbc25d, "target": xbf96a156, "change": x4b810e15, "removal": x0bcd5714, "clears": 1 }, { "kind": xc1becffa, "source": xfc089649, "target": x07f1f93d, "change": x4b810e15, "removal": x0bcd5714, "clears": 1 }, { "kind": xc1becffa, "source": xc8eccab8, "target": x9da118ee, "change": x4b810e15, "removal": x0bcd5714, "clears": 1 }, { "kind": xc1becffa, "source": x4a920be5, "target": x9075b462, "change": x4b810e15, "removal": x0bcd5714, "clears": 1 }, { "kind": xc1becffa, "source": xbee3dea0, "target": x0ec40651, "change": x4b810e15, "removal": x0bcd5714, "clears": 1 }, x691b9a84, { "kind": xc1becffa, "source": x3aad67ad, "target": x9128af91, "change": x4b810e15, "removal": x0bcd5714, "clears": 1 }, x424528e0, xe420e661] },
    "f162": { "kind": x7a1bdfd4, "variants": [{ "fits": x7a7bd097, "readAs": x06cdf31a, "outcome": { "kind": x3a5dae28, "function": "f41" } }, xca262e11], "expected": x6f66f984 },
    "f160": { "edits": [{ "kind": x73dbb564, "member": x5f17e838, "change": x207a9e2e }] },
    "f88": { "edits": [xdf65f874, xe420e661, xb08399b6, xd5c7755b, x74d7ab94] },
    "f90": { "edits": [xb534ac2e] },
    "f165": { "edits": [xb534ac2e, x69c8d65f, x424528e0, xc2efb853, x691b9a84] },
    "f75": { "edits": [xb534ac2e, x69c8d65f, x424528e0, xc2efb853, x691b9a84, x6037b93f] },
    "f28": { "edits": [xb534ac2e, x69c8d65f, x424528e0, xc2efb853, x691b9a84, xa5f2c3ed] },
    "f56": { "edits": [xb534ac2e, x69c8d65f, x424528e0, xc2efb853, x691b9a84, x363a3191] },
    "f150": { "kind": x7a1bdfd4, "variants": [{ "fits": x0489761c, "outcome": x574cd7cf }, { "fits": x9800eb21, "outcome": { "kind": x3a5dae28, "function": "f75" } }, { "fits": xfe1b3386, "outcome": { "kind": x3a5dae28, "function": "f28" } }, { "fits": xff31e8d1, "outcome": { "kind": x3a5dae28, "function": "f56" } }, { "fits": x3114504b, "outcome": x574cd7cf }], "expected": "WorkingTaskNotificationParams or InputRequiredTaskNotificationParams or CompletedTaskNotificationParams or FailedTaskNotificationParams or CancelledTaskNotificationParams" },
    "f129": { "edits": [{ "kind": x73dbb564, "member": "listChanged", "change": x11f9348b }] },
    "f22": { "edits": [{ "kind": x4456a12e, "member": x67259f4e, "function": xa0c44c8a }, { "kind": x73dbb564, "member": xc5654a26, "change": x594fe6c5 }, { "kind": x73dbb564, "member": xdc4cc813, "change": { "id": "T4.15", "reason": "2026-07-28 adds the `extensions` capability, and no message of earlier revisions contains it, so nothing was changed." }, "type": x3ea51da7 }] },
  },
  "methods": {
    "client": { [x345384cd]: x413035e1, "initialize": x9fc72119, "logging/setLevel": x6110bc8c, [x3f76a133]: xfdc479ec, "notifications/initialized": xcd186762, [x94f93388]: xa8dda899, "notifications/roots/list_changed": x5042669a, [xe38e6577]: { "kind": xccd78884, "change": x426bdfd1 }, "ping": x73ad5d00, "prompts/get": x72ed25ce, [x91816b49]: xd8d97893, [xd5b0468c]: xd8d97893, [x6dd1ce89]: xccb8dfa6, [xdf09211f]: x7f6c0f5b, [x3e0f1446]: xd8d97893, "resources/unsubscribe": x7f6c0f5b, [x739c9f62]: { "kind": x29127aca, "params": "f12", "result": "f14" }, "tasks/get": { "kind": x29127aca, "params": "f12", "result": "f65" }, "tasks/list": x2e147802, [xa827628c]: xefcc4c85, "tools/call": x0afd9cb0, "tools/list": xdbf68e5b },
    "server": { [x78984019]: xb76d58a4, [x3f76a133]: x2ec209b5, [x57750317]: xb07487ac, [x1d396446]: x50728946, [x94f93388]: x50728946, [x271218b9]: x50728946, [x37a571d4]: x50728946, [xca0413f5]: x50728946, [xe38e6577]: { "kind": x29127aca, "params": "f150", "renamed": x239255f7, "renaming": xffc3a29b }, [xd3ac2055]: x50728946, "ping": x73ad5d00, "roots/list": xb76d58a4, [x9b1a4ded]: xb76d58a4, [x739c9f62]: x22d4d26d, "tasks/get": x22d4d26d, "tasks/list": x2e147802, [xa827628c]: xefcc4c85 },
  },
  "errors": x525fd4ce,
  "capabilities": "f22",
  "context": xedf4caf9,
  "$defs": x055944fd,
};

export default data;
