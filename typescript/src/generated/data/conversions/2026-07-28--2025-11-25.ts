/** The plan of the conversion from 2026-07-28 to 2025-11-25. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { schema_of_objects, structured_content_as_text } from "../../../rules.ts";
import { x00a17541, x02bda4fd, x0726126a, x0b48b4d2, x0f788c21, x1d396446, x1f94ac97, x213f0170, x246c9dde, x263a9d9e, x271218b9, x29127aca, x3303cb6e, x345384cd, x37a571d4, x3a5dae28, x3a9f81ba, x3e0f1446, x3f76a133, x402aa54a, x5ceeac6a, x5e631a70, x5f17e838, x60616f82, x621e524c, x626992da, x6dd1ce89, x6dfdfcc9, x749a27b5, x78a35b93, x7b0b67b6, x7e2135be, x7ee009d2, x80b4946a, x8c99af53, x91816b49, x9381285b, x94f93388, x9a92b509, x9ab335ca, xa2d12f9a, xab4a967b, xb0c37549, xc932bd74, xc9e9655f, xca0413f5, xd033609d, xd3ac2055, xd5b0468c, xe04bdee8, xe2eab315, xe935ce50, xf14929bf, xf57a877c, xf824ed32, xfad1d88b } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x00a17541,
  "target": x213f0170,
  "functions": {
    "f16": { "edits": [x8c99af53] },
    "f18": { "edits": [x621e524c, x402aa54a] },
    "f12": { "edits": [x5ceeac6a] },
    "f44": { "edits": [x8c99af53, x02bda4fd, xf14929bf] },
    "f90": { "kind": "union", "variants": [x60616f82, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f18" } }], "expected": "InputRequiredResult or GetPromptResult" },
    "f57": { "edits": [x621e524c, x402aa54a, x246c9dde, x1f94ac97] },
    "f103": { "kind": "union", "variants": [x60616f82, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f57" } }], "expected": "InputRequiredResult or ReadResourceResult" },
    "f8": { "edits": [x8c99af53, x02bda4fd, xf14929bf, { "kind": "drop", "member": "task", "change": xe2eab315, "type": xd033609d }] },
    "f10": { "edits": [x621e524c, x402aa54a, { "kind": xb0c37549, "member": xa2d12f9a, "rule": "structured_content_as_text", "change": { "id": "T4.17", "reason": "2025-11-25 requires an object as structured content, so this value was removed; a tool result states it as text." }, "type": x0f788c21 }] },
    "f150": { "kind": "union", "variants": [x60616f82, xf57a877c], "expected": "InputRequiredResult or CallToolResult" },
    "f142": { "call": { "kind": "rule", "rule": "schema_of_objects", "change": xc932bd74 } },
    "f139": { "edits": [{ "kind": "drop", "member": xfad1d88b, "change": xc932bd74, "type": { "type": x626992da, "properties": { "type": xe935ce50 }, "required": x3303cb6e }, "when": { "type": x626992da, "properties": { "outputSchema": x0f788c21 }, "required": [xfad1d88b] } }, x6dfdfcc9, x749a27b5, { "kind": "drop", "member": x5f17e838, "change": xe2eab315, "type": xf824ed32 }] },
    "f67": { "edits": [x621e524c, x402aa54a, x246c9dde, x80b4946a, x1f94ac97] },
  },
  "methods": {
    "client": { [x345384cd]: xc9e9655f, [x3f76a133]: xab4a967b, "prompts/get": x0b48b4d2, [x91816b49]: x9a92b509, [xd5b0468c]: x9a92b509, [x6dd1ce89]: x0726126a, [x3e0f1446]: x9a92b509, "server/discover": x5e631a70, [x9ab335ca]: x9381285b, "tools/call": x7ee009d2, "tools/list": { "kind": x29127aca, "params": "f16", "result": "f67", "dropsEmptyParams": true } },
    "server": { [x3f76a133]: x263a9d9e, [x1d396446]: xab4a967b, [x94f93388]: xab4a967b, [x271218b9]: xab4a967b, [x37a571d4]: xab4a967b, [xca0413f5]: xab4a967b, [x7b0b67b6]: x3a9f81ba, [xd3ac2055]: xab4a967b },
  },
  "errors": xe04bdee8,
  "$defs": x78a35b93,
  rules: { schema_of_objects, structured_content_as_text },
};

export default data;
