/** The plan of the conversion from 2025-03-26 to 2024-11-05. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { audio_as_resource } from "../../../rules.ts";
import { x0d4cf6ca, x1179f81d, x29127aca, x3a5dae28, x3c22349f, x4456a12e, x46c98578, x4b154547, x5f645a34, x6a1ea131, x6b3cb6f7, x725faafd, x73dbb564, x77a250d3, x7a1bdfd4, x7b9282bf, x7cd9f8ae, x833102ad, x94f93388, x96a2e0d6, x9b1a4ded, x9c5d7e5e, xa0872065, xa811bb7f, xaa7ab8c3, xac1b03f7, xaf913eb7, xb09c7d54, xb0c24210, xb0d3987b, xb781eca7, xbc5fa1f3, xbf84d31e, xea8c4d80, xfd3830a0 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xb0d3987b,
  "target": "2024-11-05",
  "functions": {
    "f137": { "edits": [{ "kind": x73dbb564, "member": "completions", "change": x77a250d3 }] },
    "f72": { "edits": [x9c5d7e5e] },
    "f101": { "edits": [{ "kind": x73dbb564, "member": xfd3830a0, "change": x7b9282bf }] },
    "f34": { "kind": x7a1bdfd4, "variants": [x0d4cf6ca, { "fits": xa811bb7f, "outcome": { "kind": x3a5dae28, "call": { "kind": x7cd9f8ae, "rule": "audio_as_resource", "change": { "id": "T1.2", "reason": "Revisions before 2025-03-26 have no audio content, so this audio became an embedded resource with the same data." } } } }, xbc5fa1f3, x96a2e0d6], "expected": "ImageContent or AudioContent or TextContent or EmbeddedResource" },
    "f106": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f34", "always": true }] },
    "f61": { "edits": [{ "kind": x4456a12e, "member": x6b3cb6f7, "function": xac1b03f7, "loop": x3c22349f, "always": true }] },
    "f10": { "edits": [xea8c4d80] },
    "f155": { "edits": [{ "kind": x73dbb564, "member": x4b154547, "change": xaa7ab8c3 }] },
    "f87": { "edits": [x5f645a34] },
    "f132": { "kind": x7a1bdfd4, "variants": [x0d4cf6ca, { "fits": xa811bb7f, "outcome": { "kind": xaf913eb7, "change": { "id": "T1.7", "reason": "Before 2025-03-26, sampling has only text and images, so this message with audio was refused." }, "code": x6a1ea131 } }, xbc5fa1f3], "expected": xbf84d31e },
    "f135": { "edits": [x1179f81d] },
    "f36": { "edits": [x46c98578] },
  },
  "methods": {
    "client": { "initialize": { "kind": x29127aca, "result": "f72" }, [x94f93388]: xb0c24210, "prompts/get": xa0872065, "tools/call": xb781eca7, "tools/list": x833102ad },
    "server": { [x94f93388]: xb0c24210, [x9b1a4ded]: x725faafd },
  },
  "batches": {
    "id": "T1.1",
    "reason": "Revisions before 2025-03-26 have no JSON-RPC batches, so this batch was split into single messages.",
  },
  rules: { audio_as_resource },
};

export default data;
