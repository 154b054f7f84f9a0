/** The plan of the conversion from 2025-03-26 to 2025-06-18. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x03760a9e, x09f95452, x0ef6061b, x105b4d7d, x11a94755, x120695c2, x125422d8, x1417b6d3, x1ddf4115, x1e101735, x23e9b8da, x264a94f6, x26cf7bc7, x27e2d97b, x28b8c501, x29127aca, x2bae662c, x2bb2cdb3, x32f37d17, x3303cb6e, x342030c7, x345384cd, x3a5dae28, x3c22349f, x3e0f1446, x4456a12e, x452d871b, x479fb446, x53527818, x5bf77c53, x626992da, x636084c2, x6617fde2, x671b34b2, x67259f4e, x69a9e6d9, x6b3cb6f7, x6da4687d, x6dd1ce89, x73dbb564, x7a1bdfd4, x7e2135be, x858503cb, x8f8f56bf, x91816b49, x99157ebb, x9a75fcc3, x9b1a4ded, xa013b67b, xa2d12f9a, xac23afab, xacdd2e94, xaeee0a88, xb08399b6, xb09c7d54, xb0d3987b, xba46ac77, xbf84d31e, xc17eff0a, xc1ea5ae2, xc46d0459, xcda4cf13, xd5b0468c, xdf24ac1b, xe935ce50, xf142d88a, xf8f84698, xfad1d88b, xff7334a5 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xb0d3987b,
  "target": x5bf77c53,
  "functions": {
    "f109": { "edits": [x26cf7bc7] },
    "f32": { "kind": x7a1bdfd4, "variants": [{ "fits": xc46d0459, "outcome": { "kind": x3a5dae28, "function": xc17eff0a } }, x636084c2], "expected": "PromptReference or ResourceReference" },
    "f24": { "edits": [{ "kind": x4456a12e, "member": "ref", "function": "f32", "always": true }, { "kind": x73dbb564, "member": x28b8c501, "change": x1e101735, "type": { "type": x626992da, "properties": { "arguments": { "type": x626992da, "additionalProperties": x264a94f6 } } } }] },
    "f22": { "edits": [{ "kind": x73dbb564, "member": x53527818, "change": x671b34b2, "type": x2bb2cdb3 }] },
    "f71": { "edits": [xacdd2e94, { "kind": x4456a12e, "member": x27e2d97b, "function": xc17eff0a, "always": true }] },
    "f73": { "edits": [{ "kind": x4456a12e, "member": xdf24ac1b, "function": xc17eff0a, "always": true }] },
    "f1": { "edits": [{ "kind": x73dbb564, "member": x09f95452, "change": xa013b67b, "type": x264a94f6 }] },
    "f152": { "edits": [x105b4d7d, xac23afab] },
    "f154": { "edits": [xac23afab] },
    "f3": { "kind": x7a1bdfd4, "variants": [{ "fits": [xff7334a5, { "type": x626992da, "properties": { "mimeType": x264a94f6, "text": x264a94f6, "uri": x264a94f6 }, "required": x9a75fcc3 }], "outcome": x11a94755 }, { "fits": x7e2135be, "outcome": x11a94755 }], "expected": "TextResourceContents or BlobResourceContents" },
    "f53": { "edits": [x105b4d7d, { "kind": x4456a12e, "member": xc1ea5ae2, "function": "f3", "always": true }, xac23afab] },
    "f35": { "kind": x7a1bdfd4, "variants": [x99157ebb, x69a9e6d9, x452d871b, { "fits": x23e9b8da, "outcome": { "kind": x3a5dae28, "function": "f53" } }], "expected": "ImageContent or AudioContent or TextContent or EmbeddedResource" },
    "f107": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f35", "always": true }] },
    "f62": { "edits": [{ "kind": x4456a12e, "member": x6b3cb6f7, "function": x479fb446, "loop": x3c22349f, "always": true }] },
    "f110": { "edits": [{ "kind": x4456a12e, "member": x8f8f56bf, "function": xc17eff0a, "loop": x3c22349f }, xac23afab, x26cf7bc7] },
    "f80": { "edits": [{ "kind": x4456a12e, "member": x6da4687d, "function": "f110", "loop": x3c22349f, "always": true }] },
    "f121": { "edits": [x105b4d7d, xac23afab, x26cf7bc7] },
    "f84": { "edits": [{ "kind": x4456a12e, "member": xf142d88a, "function": x32f37d17, "loop": x3c22349f, "always": true }] },
    "f115": { "edits": [{ "kind": x4456a12e, "member": "contents", "function": "f3", "loop": x3c22349f, "always": true }] },
    "f82": { "edits": [{ "kind": x4456a12e, "member": x0ef6061b, "function": x32f37d17, "loop": x3c22349f, "always": true }] },
    "f11": { "edits": [x1417b6d3, { "kind": x73dbb564, "member": xa2d12f9a, "change": x125422d8, "type": x2bb2cdb3 }] },
    "f160": { "edits": [xac23afab, { "kind": x73dbb564, "member": xfad1d88b, "change": x125422d8, "type": { "type": x626992da, "properties": { "properties": xba46ac77, "required": x120695c2, "type": xe935ce50 }, "required": x3303cb6e, "additionalProperties": {}, "plain": true } }, x26cf7bc7] },
    "f88": { "edits": [xb08399b6] },
    "f86": { "edits": [{ "kind": x4456a12e, "member": x67259f4e, "function": x6617fde2, "loop": x3c22349f, "always": true }] },
    "f133": { "kind": x7a1bdfd4, "variants": [x99157ebb, x69a9e6d9, x452d871b], "expected": xbf84d31e },
    "f136": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f133", "always": true }] },
    "f37": { "edits": [xf8f84698] },
  },
  "methods": {
    "client": { [x345384cd]: { "kind": x29127aca, "params": "f24" }, "initialize": x2bae662c, "prompts/get": x1ddf4115, [x91816b49]: xaeee0a88, [xd5b0468c]: x03760a9e, [x6dd1ce89]: { "kind": x29127aca, "result": "f115" }, [x3e0f1446]: x858503cb, "tools/call": { "kind": x29127aca, "result": "f11" }, "tools/list": x342030c7 },
    "server": { "roots/list": { "kind": x29127aca, "result": "f86" }, [x9b1a4ded]: { "kind": x29127aca, "params": "f37", "result": xcda4cf13 } },
  },
  "batches": {
    "id": "T2.1",
    "reason": "2025-06-18 removed JSON-RPC batches, so this batch was split into single messages.",
  },
  "capabilities": "f22",
  "implementation": xc17eff0a,
};

export default data;
