/** The plan of the conversion from 2026-07-28 to 2025-11-25. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { schema_of_objects, structured_content_as_text } from "../../../rules.ts";
import { x00a17541, x0726126a, x0b48b4d2, x0f788c21, x1d396446, x213f0170, x271218b9, x29127aca, x3303cb6e, x345384cd, x37a571d4, x3a5dae28, x3e0f1446, x3f76a133, x47d648db, x529d16dc, x5781d32b, x594fe6c5, x5f17e838, x626992da, x67f261ce, x6dd1ce89, x6dfdfcc9, x725502dd, x749a27b5, x78a35b93, x7b0b67b6, x7ba04c51, x7d18f970, x7e2135be, x7ee009d2, x80b4946a, x84829813, x91816b49, x94f93388, x9a92b509, x9ab335ca, xa2d12f9a, xab4a967b, xb0c37549, xc7f784dc, xc9e9655f, xca0413f5, xcf944a4f, xd033609d, xd3ac2055, xd5b0468c, xd5e7e8cd, xdfae3243, xe935ce50, xf4bb9342, xf57a877c, xf8078823, xf824ed32, xfad1d88b, xfde63af8 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x00a17541,
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
    "f67": { "edits": [x529d16dc, x725502dd, x7ba04c51, x80b4946a, xf4bb9342] },
  },
  "methods": {
    "client": { [x345384cd]: xc9e9655f, [x3f76a133]: xab4a967b, "prompts/get": x0b48b4d2, [x91816b49]: x9a92b509, [xd5b0468c]: x9a92b509, [x6dd1ce89]: x0726126a, [x3e0f1446]: x9a92b509, "server/discover": x47d648db, [x9ab335ca]: xd5e7e8cd, "tools/call": x7ee009d2, "tools/list": { "kind": x29127aca, "params": "f16", "result": "f67", "dropsEmptyParams": true } },
    "server": { [x3f76a133]: x67f261ce, [x1d396446]: xab4a967b, [x94f93388]: xab4a967b, [x271218b9]: xab4a967b, [x37a571d4]: xab4a967b, [xca0413f5]: xab4a967b, [x7b0b67b6]: xc7f784dc, [xd3ac2055]: xab4a967b },
  },
  "errors": x7d18f970,
  "$defs": x78a35b93,
  rules: { schema_of_objects, structured_content_as_text },
};

export default data;
