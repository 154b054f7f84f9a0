/** The plan of the conversion from 2025-03-26 to 2025-06-18. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x09f95452, x0ef6061b, x105b4d7d, x120695c2, x125422d8, x1417b6d3, x17b9d647, x1e101735, x23e9b8da, x264a94f6, x27e2d97b, x28b8c501, x29127aca, x2bb2cdb3, x3303cb6e, x345384cd, x3a5dae28, x3c22349f, x3e0f1446, x4456a12e, x46c98578, x502b250b, x53087569, x53527818, x5bf77c53, x626992da, x636084c2, x671b34b2, x67259f4e, x6b3cb6f7, x6da4687d, x6dd1ce89, x73dbb564, x74343284, x7a1bdfd4, x7e2135be, x833102ad, x8f8f56bf, x91816b49, x948ed84c, x9a75fcc3, x9b1a4ded, xa013b67b, xa061d13b, xa0872065, xa2d12f9a, xac1b03f7, xac23afab, xacdd2e94, xb09c7d54, xb0d3987b, xb9d60020, xba46ac77, xbd8008a9, xbde4e589, xbdf864f2, xbf84d31e, xc1ea5ae2, xc46d0459, xcfa26148, xcffd5f14, xd26c4b8c, xd5b0468c, xdf24ac1b, xe935ce50, xf142d88a, xf5ac12c0, xfad1d88b, xff7334a5 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xb0d3987b,
  "target": x5bf77c53,
  "functions": {
    "f108": { "edits": [xbdf864f2] },
    "f32": { "kind": x7a1bdfd4, "variants": [{ "fits": xc46d0459, "outcome": { "kind": x3a5dae28, "function": x502b250b } }, x636084c2], "expected": "PromptReference or ResourceReference" },
    "f24": { "edits": [{ "kind": x4456a12e, "member": "ref", "function": "f32", "always": true }, { "kind": x73dbb564, "member": x28b8c501, "change": x1e101735, "type": { "type": x626992da, "properties": { "arguments": { "type": x626992da, "additionalProperties": x264a94f6 } } } }] },
    "f22": { "edits": [{ "kind": x73dbb564, "member": x53527818, "change": x671b34b2, "type": x2bb2cdb3 }] },
    "f70": { "edits": [xacdd2e94, { "kind": x4456a12e, "member": x27e2d97b, "function": x502b250b, "always": true }] },
    "f72": { "edits": [{ "kind": x4456a12e, "member": xdf24ac1b, "function": x502b250b, "always": true }] },
    "f1": { "edits": [{ "kind": x73dbb564, "member": x09f95452, "change": xa013b67b, "type": x264a94f6 }] },
    "f151": { "edits": [x105b4d7d, xac23afab] },
    "f153": { "edits": [xac23afab] },
    "f3": { "kind": x7a1bdfd4, "variants": [{ "fits": [xff7334a5, { "type": x626992da, "properties": { "mimeType": x264a94f6, "text": x264a94f6, "uri": x264a94f6 }, "required": x9a75fcc3 }], "outcome": x74343284 }, { "fits": x7e2135be, "outcome": x74343284 }], "expected": "TextResourceContents or BlobResourceContents" },
    "f52": { "edits": [x105b4d7d, { "kind": x4456a12e, "member": xc1ea5ae2, "function": "f3", "always": true }, xac23afab] },
    "f35": { "kind": x7a1bdfd4, "variants": [x948ed84c, xf5ac12c0, xa061d13b, { "fits": x23e9b8da, "outcome": { "kind": x3a5dae28, "function": "f52" } }], "expected": "ImageContent or AudioContent or TextContent or EmbeddedResource" },
    "f106": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f35", "always": true }] },
    "f61": { "edits": [{ "kind": x4456a12e, "member": x6b3cb6f7, "function": xac1b03f7, "loop": x3c22349f, "always": true }] },
    "f109": { "edits": [{ "kind": x4456a12e, "member": x8f8f56bf, "function": x502b250b, "loop": x3c22349f }, xac23afab, xbdf864f2] },
    "f79": { "edits": [{ "kind": x4456a12e, "member": x6da4687d, "function": "f109", "loop": x3c22349f, "always": true }] },
    "f120": { "edits": [x105b4d7d, xac23afab, xbdf864f2] },
    "f83": { "edits": [{ "kind": x4456a12e, "member": xf142d88a, "function": xb9d60020, "loop": x3c22349f, "always": true }] },
    "f114": { "edits": [{ "kind": x4456a12e, "member": "contents", "function": "f3", "loop": x3c22349f, "always": true }] },
    "f81": { "edits": [{ "kind": x4456a12e, "member": x0ef6061b, "function": xb9d60020, "loop": x3c22349f, "always": true }] },
    "f11": { "edits": [x1417b6d3, { "kind": x73dbb564, "member": xa2d12f9a, "change": x125422d8, "type": x2bb2cdb3 }] },
    "f159": { "edits": [xac23afab, { "kind": x73dbb564, "member": xfad1d88b, "change": x125422d8, "type": { "type": x626992da, "properties": { "properties": xba46ac77, "required": x120695c2, "type": xe935ce50 }, "required": x3303cb6e, "additionalProperties": {}, "plain": true } }, xbdf864f2] },
    "f87": { "edits": [x53087569] },
    "f85": { "edits": [{ "kind": x4456a12e, "member": x67259f4e, "function": xcffd5f14, "loop": x3c22349f, "always": true }] },
    "f132": { "kind": x7a1bdfd4, "variants": [x948ed84c, xf5ac12c0, xa061d13b], "expected": xbf84d31e },
    "f135": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f132", "always": true }] },
    "f37": { "edits": [x46c98578] },
  },
  "methods": {
    "client": { [x345384cd]: { "kind": x29127aca, "params": "f24" }, "initialize": xbd8008a9, "prompts/get": xa0872065, [x91816b49]: xbde4e589, [xd5b0468c]: xd26c4b8c, [x6dd1ce89]: { "kind": x29127aca, "result": "f114" }, [x3e0f1446]: x17b9d647, "tools/call": { "kind": x29127aca, "result": "f11" }, "tools/list": x833102ad },
    "server": { "roots/list": { "kind": x29127aca, "result": "f85" }, [x9b1a4ded]: { "kind": x29127aca, "params": "f37", "result": xcfa26148 } },
  },
  "batches": {
    "id": "T2.1",
    "reason": "2025-06-18 removed JSON-RPC batches, so this batch was split into single messages.",
  },
  "capabilities": "f22",
  "implementation": x502b250b,
};

export default data;
