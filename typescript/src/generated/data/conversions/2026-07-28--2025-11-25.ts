/** The plan of the conversion from 2026-07-28 to 2025-11-25. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { schema_of_objects, structured_content_as_text } from "../../../rules.ts";
import { x00a17541, x055944fd, x074f9323, x075b8dc0, x0f788c21, x1d396446, x213f0170, x24f5af8b, x271218b9, x29145447, x2f080248, x31744f7b, x345384cd, x37a571d4, x3a5dae28, x3e0f1446, x3f76a133, x47d648db, x529d16dc, x594fe6c5, x5f17e838, x5f1e44e4, x5f645a34, x63929fee, x67f261ce, x6dd1ce89, x725502dd, x73dbb564, x746d0127, x7a1bdfd4, x7b0b67b6, x7ba04c51, x7cd9f8ae, x7e2135be, x84887c56, x8e217967, x90ec57c0, x91816b49, x94f93388, x96039a8a, x9ab335ca, xa00267a4, xa2d12f9a, xb0c37549, xb34d5310, xb9ce06a0, xc7f784dc, xca0413f5, xcf944a4f, xd033609d, xd3736050, xd3ac2055, xd5b0468c, xd5e7e8cd, xdfae3243, xe443482b, xf4bb9342, xf57a877c, xf824ed32, xfde63af8 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x00a17541,
  "target": x213f0170,
  "functions": {
    "f23": { "edits": [xdfae3243] },
    "f25": { "edits": [x529d16dc, x725502dd] },
    "f15": { "edits": [{ "kind": x29145447, "member": xd3736050, "names": [x90ec57c0], "change": x5f1e44e4, "clears": true }] },
    "f59": { "edits": [xdfae3243, xfde63af8, xcf944a4f] },
    "f111": { "kind": x7a1bdfd4, "variants": [x8e217967, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f25" } }], "expected": "InputRequiredResult or GetPromptResult" },
    "f79": { "edits": [x529d16dc, x725502dd, x7ba04c51, xf4bb9342] },
    "f124": { "kind": x7a1bdfd4, "variants": [x8e217967, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f79" } }], "expected": "InputRequiredResult or ReadResourceResult" },
    "f8": { "edits": [xdfae3243, xfde63af8, xcf944a4f, { "kind": x73dbb564, "member": xb9ce06a0, "change": x594fe6c5, "type": xd033609d }] },
    "f10": { "edits": [x529d16dc, x725502dd, { "kind": xb0c37549, "member": xa2d12f9a, "rule": "structured_content_as_text", "change": { "id": "T4.17", "reason": "Before 2026-07-28, structured content is an object, so this value was removed; a tool result states it as text." }, "type": x0f788c21 }] },
    "f161": { "kind": x7a1bdfd4, "variants": [x8e217967, xf57a877c], "expected": "InputRequiredResult or CallToolResult" },
    "f156": { "call": { "kind": x7cd9f8ae, "rule": "schema_of_objects", "change": x074f9323 } },
    "f155": { "edits": [x746d0127, xa00267a4, x24f5af8b, { "kind": x73dbb564, "member": x5f17e838, "change": x594fe6c5, "type": xf824ed32 }] },
    "f87": { "edits": [x529d16dc, x725502dd, x7ba04c51, x5f645a34, xf4bb9342] },
  },
  "methods": {
    "client": { [x345384cd]: x31744f7b, [x3f76a133]: x96039a8a, "prompts/get": x63929fee, [x91816b49]: xe443482b, [xd5b0468c]: xe443482b, [x6dd1ce89]: xb34d5310, [x3e0f1446]: xe443482b, "server/discover": x47d648db, [x9ab335ca]: xd5e7e8cd, "tools/call": x2f080248, "tools/list": x075b8dc0 },
    "server": { [x3f76a133]: x67f261ce, [x1d396446]: x96039a8a, [x94f93388]: x96039a8a, [x271218b9]: x96039a8a, [x37a571d4]: x96039a8a, [xca0413f5]: x96039a8a, [x7b0b67b6]: xc7f784dc, [xd3ac2055]: x96039a8a },
  },
  "errors": x84887c56,
  "$defs": x055944fd,
  rules: { schema_of_objects, structured_content_as_text },
};

export default data;
