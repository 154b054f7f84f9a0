/** The plan of the conversion from 2026-07-28+io.modelcontextprotocol/tasks to 2025-11-25. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { schema_of_objects, structured_content_as_text } from "../../../rules.ts";
import { x0726126a, x07f1f93d, x0b48b4d2, x0bc9ed00, x0ec40651, x0f788c21, x101d20bd, x1883fa89, x19d17f6b, x1d396446, x1d616c97, x213f0170, x239255f7, x271218b9, x29127aca, x3303cb6e, x33a30aa4, x345384cd, x37a571d4, x3a5dae28, x3e0f1446, x3f76a133, x47d648db, x4a920be5, x4bb8324e, x529d16dc, x5781d32b, x594fe6c5, x59871fbb, x5add9cab, x5f17e838, x626992da, x67f261ce, x6dd1ce89, x6dfdfcc9, x725502dd, x739c9f62, x749a27b5, x78a35b93, x7b0b67b6, x7ba04c51, x7d18f970, x7e2135be, x80b4946a, x84829813, x87bbc25d, x9075b462, x9128af91, x91816b49, x94f93388, x99bce8e7, x9a92b509, x9ab335ca, x9cf9f983, x9da118ee, xa2d12f9a, xab2816b5, xab4a967b, xaf913eb7, xb0c37549, xb83a283c, xbaf01d51, xbf96a156, xc3514cc2, xc7f784dc, xc8eccab8, xc9e9655f, xca0413f5, xccd78884, xcf944a4f, xd033609d, xd3ac2055, xd5b0468c, xd5e7e8cd, xdbf7b8f6, xdfae3243, xe38e6577, xe935ce50, xf3504da8, xf4bb9342, xf57a877c, xf6616af6, xf8078823, xf824ed32, xfad1d88b, xfc089649, xfde63af8 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xb83a283c,
  "target": x213f0170,
  "functions": {
    "f16": { "edits": [xdfae3243] },
    "f18": { "edits": [x529d16dc, x725502dd] },
    "f12": { "edits": [x5781d32b] },
    "f44": { "edits": [xdfae3243, xfde63af8, xcf944a4f] },
    "f90": { "kind": "union", "variants": [x84829813, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f18" } }], "expected": "InputRequiredResult or GetPromptResult" },
    "f57": { "edits": [x529d16dc, x725502dd, x7ba04c51, xf4bb9342] },
    "f103": { "kind": "union", "variants": [x84829813, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f57" } }], "expected": "InputRequiredResult or ReadResourceResult" },
    "f8": { "edits": [xdfae3243, xfde63af8, xcf944a4f, { "kind": "drop", "member": "task", "change": x594fe6c5, "type": xd033609d }] },
    "f10": { "edits": [x529d16dc, x725502dd, { "kind": xb0c37549, "member": xa2d12f9a, "rule": "structured_content_as_text", "change": { "id": "T4.17", "reason": "Before 2026-07-28, structured content is an object, so this value was removed; a tool result states it as text." }, "type": x0f788c21 }] },
    "f150": { "kind": "union", "variants": [x84829813, xf57a877c], "expected": "InputRequiredResult or CallToolResult" },
    "f142": { "call": { "kind": "rule", "rule": "schema_of_objects", "change": xf8078823 } },
    "f139": { "edits": [{ "kind": "drop", "member": xfad1d88b, "change": xf8078823, "type": { "type": x626992da, "properties": { "type": xe935ce50 }, "required": x3303cb6e }, "when": { "type": x626992da, "properties": { "outputSchema": x0f788c21 }, "required": [xfad1d88b] } }, x6dfdfcc9, x749a27b5, { "kind": "drop", "member": x5f17e838, "change": x594fe6c5, "type": xf824ed32 }] },
    "f133": { "edits": [x99bce8e7, xc3514cc2, xbaf01d51, x0bc9ed00, xdbf7b8f6, x33a30aa4, x59871fbb, x9cf9f983] },
    "f29": { "edits": [x99bce8e7, xc3514cc2, xbaf01d51, x0bc9ed00, xdbf7b8f6, x33a30aa4, { "kind": "move", "source": x5add9cab, "target": x1d616c97, "change": x1883fa89, "makes": true, "clears": 0 }, { "kind": "move", "source": xbf96a156, "target": x87bbc25d, "change": x1883fa89, "makes": true, "clears": 0 }, { "kind": "move", "source": x07f1f93d, "target": xfc089649, "change": x1883fa89, "makes": true, "clears": 0 }, { "kind": "move", "source": x9da118ee, "target": xc8eccab8, "change": x1883fa89, "makes": true, "clears": 0 }, { "kind": "move", "source": x9075b462, "target": x4a920be5, "change": x1883fa89, "makes": true, "clears": 0 }, { "kind": "move", "source": x0ec40651, "target": ["task", "ttl"], "change": x1883fa89, "makes": true, "clears": 0 }, { "kind": "move", "source": x9128af91, "target": ["task", xab2816b5], "change": x1883fa89, "makes": true, "clears": 0 }] },
    "f129": { "edits": [xc3514cc2, xbaf01d51, x0bc9ed00, xdbf7b8f6, x59871fbb, x9cf9f983, x5781d32b] },
    "f152": { "kind": "union", "variants": [{ "fits": [{ "type": x626992da, "properties": { "resultType": x4bb8324e, "taskId": {} }, "required": [xf6616af6, x19d17f6b] }, x0f788c21], "outcome": { "kind": x3a5dae28, "function": "f29" } }, { "outcome": { "kind": x3a5dae28, "function": "f150" } }] },
    "f125": { "kind": "union", "variants": [{ "outcome": { "kind": xaf913eb7, "change": { "id": x101d20bd, "reason": "Core tasks answer `tasks/cancel` with the task, which is missing, so this message was refused." } } }] },
    "f140": { "edits": [{ "kind": "set", "member": x5f17e838, "value": { "taskSupport": "optional" }, "change": xf3504da8, "always": true }] },
    "f147": { "kind": "union", "variants": [{ "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f140" } }] },
    "f65": { "edits": [x529d16dc, x725502dd, x7ba04c51, x80b4946a, xf4bb9342, { "kind": "visit", "member": "tools", "function": "f147", "loop": "items", "always": true }] },
  },
  "methods": {
    "client": { [x345384cd]: xc9e9655f, [x3f76a133]: xab4a967b, "prompts/get": x0b48b4d2, [x91816b49]: x9a92b509, [xd5b0468c]: x9a92b509, [x6dd1ce89]: x0726126a, [x3e0f1446]: x9a92b509, "server/discover": x47d648db, [x9ab335ca]: xd5e7e8cd, [x739c9f62]: { "kind": x29127aca, "params": "f16", "result": "f125" }, "tasks/get": { "kind": x29127aca, "params": "f16", "result": "f133" }, "tasks/update": { "kind": xccd78884, "change": { "id": x101d20bd, "reason": "Core tasks have no `tasks/update`, so this message was refused; answer each request." }, "code": -32601 }, "tools/call": { "kind": x29127aca, "params": "f8", "result": "f152" }, "tools/list": { "kind": x29127aca, "params": "f16", "result": "f65", "dropsEmptyParams": true } },
    "server": { [x3f76a133]: x67f261ce, [x1d396446]: xab4a967b, [x94f93388]: xab4a967b, [x271218b9]: xab4a967b, [x37a571d4]: xab4a967b, [xca0413f5]: xab4a967b, [x7b0b67b6]: xc7f784dc, [x239255f7]: { "kind": x29127aca, "params": "f129", "renamed": xe38e6577, "renaming": x1883fa89 }, [xd3ac2055]: xab4a967b },
  },
  "errors": x7d18f970,
  "$defs": x78a35b93,
  rules: { schema_of_objects, structured_content_as_text },
};

export default data;
