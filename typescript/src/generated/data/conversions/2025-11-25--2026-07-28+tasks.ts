/** The plan of the conversion from 2025-11-25 to 2026-07-28+io.modelcontextprotocol/tasks. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x0498e589, x06cdf31a, x07f1f93d, x0ec40651, x0f788c21, x101d20bd, x11f9348b, x168d02d2, x1883fa89, x1d396446, x1d616c97, x213f0170, x239255f7, x271218b9, x29127aca, x29145447, x2b9c3c79, x2bb2cdb3, x2c8e0cfb, x2e9a47b6, x2ec209b5, x2f6cce67, x345384cd, x37a571d4, x3a224626, x3a23c811, x3a5dae28, x3e0f1446, x3f76a133, x4872f4fa, x4a14a167, x4a920be5, x5042669a, x575951db, x57750317, x594fe6c5, x5add9cab, x5d422b39, x5d4393d8, x5f17e838, x5f1e44e4, x6110bc8c, x617b8f9b, x66ff1fc5, x6c0310b2, x6dd1ce89, x6f66f984, x70dbb5fa, x70f83926, x739c9f62, x73ad5d00, x74d7ab94, x78984019, x78a35b93, x7a7bd097, x7e2135be, x7f6c0f5b, x87bbc25d, x87c8989b, x9075b462, x9128af91, x91816b49, x937dad5e, x94f93388, x99bce8e7, x9b1a4ded, x9b95467e, x9da118ee, x9dada0f8, x9fc72119, xa0672800, xa4ff51cb, xa827628c, xa8dda899, xa91fcadb, xb07487ac, xb76d58a4, xb83a283c, xbf96a156, xc5074a09, xc50960a1, xc8eccab8, xc9b0caa2, xca0413f5, xccd78884, xcd186762, xcdec8b25, xd3ac2055, xd4dbfa6a, xd5b0468c, xd5c7755b, xd8315581, xdadd8137, xdbe7e631, xdc4cc813, xdd54ba8c, xdf09211f, xdf11d910, xdf65f874, xe0da0ee3, xe38e6577, xe424a47e, xf2e27fb3, xf3504da8, xf6616af6, xfc089649 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x213f0170,
  "target": xb83a283c,
  "everyPart": { "kind": x29145447, "member": "_meta", "names": x168d02d2, "change": x1883fa89, "clears": true },
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
    "f146": { "edits": [{ "kind": "drop", "member": x5f17e838, "change": x594fe6c5 }] },
    "f70": { "edits": [x2c8e0cfb] },
    "f107": { "edits": [{ "kind": "drop", "member": "listChanged", "change": x11f9348b }] },
    "f15": { "edits": [{ "kind": "visit", "member": "roots", "function": "f107" }, { "kind": "drop", "member": "tasks", "change": x594fe6c5 }, { "kind": "drop", "member": xdc4cc813, "change": { "id": "T4.15", "reason": "2026-07-28 adds the `extensions` capability, and no message that earlier revisions have carries it, so nothing was changed." }, "type": xa0672800 }] },
    "f128": { "edits": [{ "kind": "drop", "member": "progressToken", "change": x1883fa89, "type": x617b8f9b }] },
    "f131": { "edits": [{ "kind": "drop", "member": "_meta", "change": x1883fa89, "type": x2bb2cdb3 }, { "kind": "visit", "member": "_meta", "function": "f128" }, x66ff1fc5] },
    "f127": { "edits": [x66ff1fc5, xdf11d910, xe424a47e, x3a224626] },
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
    "f66": { "edits": [{ "kind": "visit", "member": "tools", "function": "f148", "loop": "items", "always": true }, x2e9a47b6, xdf65f874, xcdec8b25, x9b95467e, xd5c7755b, x74d7ab94] },
  },
  "methods": {
    "client": { [x345384cd]: xd8315581, "initialize": x9fc72119, "logging/setLevel": x6110bc8c, [x3f76a133]: xf2e27fb3, "notifications/initialized": xcd186762, [x94f93388]: xa8dda899, "notifications/roots/list_changed": x5042669a, [xe38e6577]: x5d422b39, "ping": x73ad5d00, "prompts/get": xdd54ba8c, [x91816b49]: x2f6cce67, [xd5b0468c]: x2f6cce67, [x6dd1ce89]: xc50960a1, [xdf09211f]: x7f6c0f5b, [x3e0f1446]: x2f6cce67, "resources/unsubscribe": x7f6c0f5b, [x739c9f62]: { "kind": x29127aca, "params": "f131", "result": "f126" }, "tasks/get": { "kind": x29127aca, "params": "f131", "result": "f134" }, "tasks/list": { "kind": xccd78884, "change": { "id": x101d20bd, "reason": "The tasks extension has no `tasks/list`, so this message was refused." }, "code": -32601 }, [xa827628c]: { "kind": xccd78884, "change": { "id": x101d20bd, "reason": "The tasks extension has no `tasks/result`, so this message was refused; use `tasks/get`." }, "code": -32601 }, "tools/call": { "kind": x29127aca, "params": "f149", "result": "f153" }, "tools/list": { "kind": x29127aca, "params": "f17", "result": "f66", "createsParams": true } },
    "server": { [x78984019]: xb76d58a4, [x3f76a133]: x2ec209b5, [x57750317]: xb07487ac, [x1d396446]: x0498e589, [x94f93388]: x0498e589, [x271218b9]: x0498e589, [x37a571d4]: x0498e589, [xca0413f5]: x0498e589, [xe38e6577]: { "kind": x29127aca, "params": "f130", "renamed": x239255f7, "renaming": x1883fa89 }, [xd3ac2055]: x0498e589, "ping": x73ad5d00, "roots/list": xb76d58a4, [x9b1a4ded]: xb76d58a4, [x739c9f62]: x2b9c3c79, "tasks/get": x2b9c3c79, "tasks/list": x2b9c3c79, [xa827628c]: x2b9c3c79 },
  },
  "errors": xa4ff51cb,
  "capabilities": "f15",
  "context": xdbe7e631,
  "$defs": x78a35b93,
};

export default data;
