/** The plan of the conversion from 2025-11-25 to 2026-07-28+io.modelcontextprotocol/tasks. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x0498e589, x05d26f2c, x06cdf31a, x07f1f93d, x094d0338, x0ec40651, x0f788c21, x101d20bd, x168d02d2, x1883fa89, x194f9a37, x1d396446, x1d616c97, x213f0170, x239255f7, x263a9d9e, x271218b9, x29127aca, x29145447, x2bb2cdb3, x2c8e0cfb, x2f6cce67, x2fa6f187, x345384cd, x37a571d4, x3a23c811, x3a5dae28, x3a880b88, x3ab719dc, x3e0f1446, x3f76a133, x44a7ff36, x4872f4fa, x4a14a167, x4a920be5, x575951db, x57750317, x5add9cab, x5d4393d8, x5f17e838, x614b164f, x617b8f9b, x678f146c, x6dd1ce89, x6f66f984, x70dbb5fa, x70f83926, x739c9f62, x78984019, x78a35b93, x7a7bd097, x7e2135be, x8081d569, x87bbc25d, x87c8989b, x8b29e2f5, x9075b462, x9128af91, x91816b49, x93466e4e, x9381285b, x94f93388, x99bce8e7, x9b1a4ded, x9b95467e, x9da118ee, x9dada0f8, xa0672800, xa5fbb2ef, xa827628c, xa91fcadb, xb1375d51, xb4dff60c, xb83a283c, xb995f0e0, xbf96a156, xc5074a09, xc50960a1, xc748362b, xc8eccab8, xc9b0caa2, xca0413f5, xccd78884, xcce3d653, xcdec8b25, xd3ac2055, xd3f50088, xd4038ef2, xd4dbfa6a, xd5b0468c, xd5f80682, xd8315581, xdadd8137, xdbe7e631, xdc4cc813, xdc5ccc74, xdd54ba8c, xdf09211f, xe0da0ee3, xe2eab315, xe38e6577, xef4ae7cb, xf2e27fb3, xf3504da8, xf6616af6, xfc089649 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x213f0170,
  "target": xb83a283c,
  "everyPart": { "kind": x29145447, "member": "_meta", "names": x168d02d2, "change": x1883fa89, "clears": true },
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
    "f146": { "edits": [{ "kind": "drop", "member": x5f17e838, "change": xe2eab315 }] },
    "f70": { "edits": [x2c8e0cfb] },
    "f107": { "edits": [{ "kind": "drop", "member": "listChanged", "change": x05d26f2c }] },
    "f15": { "edits": [{ "kind": "visit", "member": "roots", "function": "f107" }, { "kind": "drop", "member": "tasks", "change": xe2eab315 }, { "kind": "drop", "member": xdc4cc813, "change": { "id": "T4.15", "reason": "2025-11-25 has no `extensions` capability. No message between the two revisions carries it." }, "type": xa0672800 }] },
    "f128": { "edits": [{ "kind": "drop", "member": "progressToken", "change": x1883fa89, "type": x617b8f9b }] },
    "f131": { "edits": [{ "kind": "drop", "member": "_meta", "change": x1883fa89, "type": x2bb2cdb3 }, { "kind": "visit", "member": "_meta", "function": "f128" }, x3a880b88] },
    "f127": { "edits": [x3a880b88, xc748362b, x678f146c, xd5f80682] },
    "f149": { "kind": "union", "variants": [{ "fits": [x70dbb5fa, x0f788c21], "outcome": { "kind": x3a5dae28, "function": "f127" } }, { "outcome": { "kind": x3a5dae28, "function": "f9" } }] },
    "f132": { "edits": [{ "kind": "drop", "member": xdadd8137, "change": x1883fa89, "type": x5d4393d8 }] },
    "f31": { "edits": [{ "kind": "drop", "member": "_meta", "change": x1883fa89 }, x99bce8e7, xc5074a09, x9dada0f8, x70f83926, xa91fcadb] },
    "f30": { "edits": [{ "kind": "visit", "member": "task", "function": "f31", "always": true }, { "kind": "move", "source": x1d616c97, "target": x5add9cab, "change": x1883fa89, "clears": 1 }, { "kind": "move", "source": x87bbc25d, "target": xbf96a156, "change": x1883fa89, "clears": 1 }, { "kind": "move", "source": xfc089649, "target": x07f1f93d, "change": x1883fa89, "clears": 1 }, { "kind": "move", "source": xc8eccab8, "target": x9da118ee, "change": x1883fa89, "clears": 1 }, { "kind": "move", "source": x4a920be5, "target": x9075b462, "change": x1883fa89, "clears": 1 }, { "kind": "move", "source": ["task", "ttlMs"], "target": x0ec40651, "change": x1883fa89, "clears": 1 }, { "kind": "move", "source": ["task", x4872f4fa], "target": x9128af91, "change": x1883fa89, "clears": 1 }, { "kind": "set", "member": xf6616af6, "value": "task", "change": x1883fa89, "always": true }, x3a23c811] },
    "f153": { "kind": "union", "variants": [{ "fits": x7a7bd097, "readAs": x06cdf31a, "outcome": { "kind": x3a5dae28, "function": "f30" } }, x87c8989b], "expected": x6f66f984 },
    "f134": { "edits": [xd4dbfa6a, xc5074a09, x9dada0f8, x70f83926, xa91fcadb, { "kind": "set", "member": xf6616af6, "value": x575951db, "change": x1883fa89, "always": true }, x3a23c811] },
    "f126": { "edits": [{ "kind": "dropOthers", "member": "", "declared": ["_meta", xf6616af6], "change": xe0da0ee3 }, { "kind": "set", "member": xf6616af6, "value": x575951db, "change": xe0da0ee3, "always": true }, x3a23c811] },
    "f130": { "edits": [xd4dbfa6a, xc5074a09, x9dada0f8, x70f83926, xa91fcadb, x2c8e0cfb] },
    "f141": { "edits": [{ "kind": "drop", "member": x5f17e838, "change": xf3504da8 }] },
    "f148": { "kind": "union", "variants": [{ "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f141" } }] },
    "f66": { "edits": [{ "kind": "visit", "member": "tools", "function": "f148", "loop": "items", "always": true }, xb1375d51, x2fa6f187, xcdec8b25, x9b95467e, x194f9a37, x93466e4e] },
  },
  "methods": {
    "client": { [x345384cd]: xd8315581, "initialize": xd3f50088, "logging/setLevel": x3ab719dc, [x3f76a133]: xf2e27fb3, "notifications/initialized": xb4dff60c, [x94f93388]: x614b164f, "notifications/roots/list_changed": xef4ae7cb, [xe38e6577]: xcce3d653, "ping": x094d0338, "prompts/get": xdd54ba8c, [x91816b49]: x2f6cce67, [xd5b0468c]: x2f6cce67, [x6dd1ce89]: xc50960a1, [xdf09211f]: x9381285b, [x3e0f1446]: x2f6cce67, "resources/unsubscribe": x9381285b, [x739c9f62]: { "kind": x29127aca, "params": "f131", "result": "f126" }, "tasks/get": { "kind": x29127aca, "params": "f131", "result": "f134" }, "tasks/list": { "kind": xccd78884, "change": { "id": x101d20bd, "reason": "The tasks extension has no `tasks/list`, so this message was refused." }, "code": -32601 }, [xa827628c]: { "kind": xccd78884, "change": { "id": x101d20bd, "reason": "The tasks extension has no `tasks/result`, so this message was refused; use `tasks/get`." }, "code": -32601 }, "tools/call": { "kind": x29127aca, "params": "f149", "result": "f153" }, "tools/list": { "kind": x29127aca, "params": "f17", "result": "f66", "createsParams": true } },
    "server": { [x78984019]: xa5fbb2ef, [x3f76a133]: x263a9d9e, [x57750317]: xd4038ef2, [x1d396446]: x0498e589, [x94f93388]: x0498e589, [x271218b9]: x0498e589, [x37a571d4]: x0498e589, [xca0413f5]: x0498e589, [xe38e6577]: { "kind": x29127aca, "params": "f130", "renamed": x239255f7, "renaming": x1883fa89 }, [xd3ac2055]: x0498e589, "ping": x094d0338, "roots/list": xa5fbb2ef, [x9b1a4ded]: xa5fbb2ef, [x739c9f62]: x8b29e2f5, "tasks/get": x8b29e2f5, "tasks/list": x8b29e2f5, [xa827628c]: x8b29e2f5 },
  },
  "errors": x44a7ff36,
  "capabilities": "f15",
  "context": xdbe7e631,
  "$defs": x78a35b93,
};

export default data;
