/** The plan of the conversion from 2025-03-26 to 2025-06-18. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { x09f95452, x0ef6061b, x0f2ce0db, x105b4d7d, x1191a989, x120695c2, x125422d8, x1ce935e6, x1ddf4115, x1e101735, x21604b65, x22b1d616, x23e9b8da, x264a94f6, x27e2d97b, x28b8c501, x29127aca, x2bb2cdb3, x3303cb6e, x345384cd, x3a5d5b11, x3a5dae28, x3e0f1446, x53527818, x5bf77c53, x5e4b1ee6, x626992da, x636084c2, x666d9f77, x671b34b2, x6b3cb6f7, x6da4687d, x6dd1ce89, x79e3ffff, x7e2135be, x8f8f56bf, x91816b49, x9a75fcc3, x9b1a4ded, x9b95467e, xa013b67b, xa2d12f9a, xac23afab, xb09c7d54, xb0d3987b, xba46ac77, xbdf864f2, xbf84d31e, xc1ea5ae2, xc33079fd, xc46d0459, xcfe2d1d4, xd5b0468c, xdf24ac1b, xe935ce50, xf142d88a, xf1cc0fc0, xfad1d88b, xff7334a5 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xb0d3987b,
  "target": x5bf77c53,
  "functions": {
    "f88": { "edits": [xbdf864f2] },
    "f21": { "kind": "union", "variants": [{ "fits": xc46d0459, "outcome": { "kind": x3a5dae28, "function": "f88" } }, x636084c2], "expected": "PromptReference or ResourceReference" },
    "f17": { "edits": [{ "kind": "visit", "member": "ref", "function": "f21", "always": true }, { "kind": "drop", "member": x28b8c501, "change": x1e101735, "type": { "type": x626992da, "properties": { "arguments": { "type": x626992da, "additionalProperties": x264a94f6 } } } }] },
    "f15": { "edits": [{ "kind": "drop", "member": x53527818, "change": x671b34b2, "type": x2bb2cdb3 }] },
    "f53": { "edits": [x79e3ffff, { "kind": "visit", "member": x27e2d97b, "function": "f88", "always": true }] },
    "f55": { "edits": [{ "kind": "visit", "member": xdf24ac1b, "function": "f88", "always": true }] },
    "f1": { "edits": [{ "kind": "drop", "member": x09f95452, "change": xa013b67b, "type": x264a94f6 }] },
    "f136": { "edits": [x105b4d7d, xac23afab] },
    "f138": { "edits": [xac23afab] },
    "f3": { "kind": "union", "variants": [{ "fits": [xff7334a5, { "type": x626992da, "properties": { "mimeType": x264a94f6, "text": x264a94f6, "uri": x264a94f6 }, "required": x9a75fcc3 }], "outcome": xcfe2d1d4 }, { "fits": x7e2135be, "outcome": xcfe2d1d4 }], "expected": "TextResourceContents or BlobResourceContents" },
    "f42": { "edits": [x105b4d7d, { "kind": "visit", "member": xc1ea5ae2, "function": "f3", "always": true }, xac23afab] },
    "f24": { "kind": "union", "variants": [x1ce935e6, x666d9f77, x22b1d616, { "fits": x23e9b8da, "outcome": { "kind": x3a5dae28, "function": "f42" } }], "expected": "ImageContent or AudioContent or TextContent or EmbeddedResource" },
    "f86": { "edits": [{ "kind": "visit", "member": xb09c7d54, "function": "f24", "always": true }] },
    "f47": { "edits": [{ "kind": "visit", "member": x6b3cb6f7, "function": "f86", "loop": "items", "always": true }] },
    "f89": { "edits": [{ "kind": "visit", "member": x8f8f56bf, "function": "f88", "loop": "items" }, xac23afab, xbdf864f2] },
    "f58": { "edits": [{ "kind": "visit", "member": x6da4687d, "function": "f89", "loop": "items", "always": true }] },
    "f100": { "edits": [x105b4d7d, xac23afab, xbdf864f2] },
    "f62": { "edits": [{ "kind": "visit", "member": xf142d88a, "function": "f100", "loop": "items", "always": true }] },
    "f94": { "edits": [{ "kind": "visit", "member": "contents", "function": "f3", "loop": "items", "always": true }] },
    "f60": { "edits": [{ "kind": "visit", "member": x0ef6061b, "function": "f100", "loop": "items", "always": true }] },
    "f11": { "edits": [x5e4b1ee6, { "kind": "drop", "member": xa2d12f9a, "change": x125422d8, "type": x2bb2cdb3 }] },
    "f146": { "edits": [xac23afab, { "kind": "drop", "member": xfad1d88b, "change": x125422d8, "type": { "type": x626992da, "properties": { "properties": xba46ac77, "required": x120695c2, "type": xe935ce50 }, "required": x3303cb6e, "additionalProperties": {}, "plain": true } }, xbdf864f2] },
    "f68": { "edits": [x9b95467e] },
    "f64": { "edits": [{ "kind": "visit", "member": "roots", "function": "f138", "loop": "items", "always": true }] },
    "f111": { "kind": "union", "variants": [x1ce935e6, x666d9f77, x22b1d616], "expected": xbf84d31e },
    "f114": { "edits": [{ "kind": "visit", "member": xb09c7d54, "function": "f111", "always": true }] },
    "f26": { "edits": [x1191a989] },
  },
  "methods": {
    "client": { [x345384cd]: { "kind": x29127aca, "params": "f17" }, "initialize": x0f2ce0db, "prompts/get": xf1cc0fc0, [x91816b49]: xc33079fd, [xd5b0468c]: x1ddf4115, [x6dd1ce89]: { "kind": x29127aca, "result": "f94" }, [x3e0f1446]: x3a5d5b11, "tools/call": { "kind": x29127aca, "result": "f11" }, "tools/list": x21604b65 },
    "server": { "roots/list": { "kind": x29127aca, "result": "f64" }, [x9b1a4ded]: { "kind": x29127aca, "params": "f26", "result": "f114" } },
  },
  "batches": {
    "id": "T2.1",
    "reason": "2025-06-18 removed JSON-RPC batches, so this batch was split into single messages.",
  },
  "capabilities": "f15",
  "implementation": "f88",
};

export default data;
