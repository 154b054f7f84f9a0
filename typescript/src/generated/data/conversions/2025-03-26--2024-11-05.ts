/** The plan of the conversion from 2025-03-26 to 2024-11-05. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { audio_as_resource } from "../../../rules.ts";
import { x0d4cf6ca, x29127aca, x3a5dae28, x4b154547, x5023cf70, x546ebdf7, x596faa3e, x6b3cb6f7, x77a250d3, x7b9282bf, x7c2945eb, x80b4946a, x94f93388, x96a2e0d6, x9a24e9ff, x9b1a4ded, xa811bb7f, xaa7ab8c3, xaf913eb7, xb09c7d54, xb0d3987b, xb781eca7, xbc5fa1f3, xbf84d31e, xc1ae8a5d, xd2e9548c, xd97d67cf, xfd3830a0 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xb0d3987b,
  "target": "2024-11-05",
  "functions": {
    "f115": { "edits": [{ "kind": "drop", "member": "completions", "change": x77a250d3 }] },
    "f54": { "edits": [xc1ae8a5d] },
    "f80": { "edits": [{ "kind": "drop", "member": xfd3830a0, "change": x7b9282bf }] },
    "f23": { "kind": "union", "variants": [x0d4cf6ca, { "fits": xa811bb7f, "outcome": { "kind": x3a5dae28, "call": { "kind": "rule", "rule": "audio_as_resource", "change": { "id": "T1.2", "reason": "Revisions before 2025-03-26 have no audio content, so this audio became an embedded resource with the same data." } } } }, xbc5fa1f3, x96a2e0d6], "expected": "ImageContent or AudioContent or TextContent or EmbeddedResource" },
    "f85": { "edits": [{ "kind": "visit", "member": xb09c7d54, "function": "f23", "always": true }] },
    "f46": { "edits": [{ "kind": "visit", "member": x6b3cb6f7, "function": "f85", "loop": "items", "always": true }] },
    "f10": { "edits": [x596faa3e] },
    "f139": { "edits": [{ "kind": "drop", "member": x4b154547, "change": xaa7ab8c3 }] },
    "f67": { "edits": [x80b4946a] },
    "f110": { "kind": "union", "variants": [x0d4cf6ca, { "fits": xa811bb7f, "outcome": { "kind": xaf913eb7, "change": { "id": "T1.7", "reason": "Before 2025-03-26, sampling has only text and images, so this message with audio was refused." }, "code": -32602 } }, xbc5fa1f3], "expected": xbf84d31e },
    "f113": { "edits": [x7c2945eb] },
    "f25": { "edits": [xd97d67cf] },
  },
  "methods": {
    "client": { "initialize": { "kind": x29127aca, "result": "f54" }, [x94f93388]: x5023cf70, "prompts/get": xd2e9548c, "tools/call": xb781eca7, "tools/list": x9a24e9ff },
    "server": { [x94f93388]: x5023cf70, [x9b1a4ded]: x546ebdf7 },
  },
  "batches": {
    "id": "T1.1",
    "reason": "Revisions before 2025-03-26 have no JSON-RPC batches, so this batch was split into single messages.",
  },
  rules: { audio_as_resource },
};

export default data;
