/** The plan of the conversion from 2025-06-18 to 2025-03-26. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { resource_link_as_text, structured_content_as_text, title_as_annotation } from "../../../rules.ts";
import { x09f95452, x0ef6061b, x125422d8, x1e101735, x23e9b8da, x27e2d97b, x28b8c501, x29127aca, x2cc0b840, x345384cd, x3a5dae28, x3d523471, x3e0f1446, x3e78d128, x44ebe2d2, x5081a13d, x5105a002, x53527818, x546ebdf7, x596faa3e, x5a049b26, x5bf77c53, x636084c2, x671b34b2, x6b3cb6f7, x6da4687d, x6dd1ce89, x78984019, x7c2945eb, x7e2135be, x80b4946a, x80e4502b, x85fb9bc6, x8f8f56bf, x91816b49, x9a24e9ff, x9b1a4ded, xa013b67b, xa0872065, xa231fddd, xa233bde6, xa2d12f9a, xb06f27ff, xb09c7d54, xb0c37549, xb0d3987b, xb781eca7, xbf59acad, xbf84d31e, xc1ea5ae2, xc46d0459, xccd78884, xd2e9548c, xd577a537, xd5b0468c, xd97d67cf, xdf24ac1b, xf142d88a, xf4b2ed85, xfad1d88b, xff7334a5 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x5bf77c53,
  "target": xb0d3987b,
  "functions": {
    "f87": { "edits": [xb06f27ff] },
    "f20": { "kind": "union", "variants": [x636084c2, { "fits": xc46d0459, "outcome": { "kind": x3a5dae28, "function": "f87" } }], "expected": "ResourceTemplateReference or PromptReference" },
    "f16": { "edits": [{ "kind": "drop", "member": x28b8c501, "change": x1e101735 }, { "kind": "visit", "member": "ref", "function": "f20", "always": true }] },
    "f14": { "edits": [{ "kind": "drop", "member": x53527818, "change": x671b34b2 }] },
    "f52": { "edits": [x80e4502b, { "kind": "visit", "member": x27e2d97b, "function": "f87", "always": true }] },
    "f54": { "edits": [{ "kind": "visit", "member": xdf24ac1b, "function": "f87", "always": true }] },
    "f0": { "edits": [{ "kind": "drop", "member": x09f95452, "change": xa013b67b }] },
    "f135": { "edits": [xd577a537, xbf59acad] },
    "f137": { "edits": [xd577a537] },
    "f2": { "kind": "union", "variants": [{ "fits": [xff7334a5, x5105a002], "outcome": x5a049b26 }, { "fits": x7e2135be, "outcome": x5a049b26 }], "expected": "TextResourceContents or BlobResourceContents" },
    "f41": { "edits": [xd577a537, xbf59acad, { "kind": "visit", "member": xc1ea5ae2, "function": "f2", "always": true }] },
    "f23": { "kind": "union", "variants": [xa231fddd, xf4b2ed85, { "fits": x44ebe2d2, "outcome": { "kind": x3a5dae28, "call": { "kind": "rule", "rule": "resource_link_as_text", "change": { "id": "T2.6", "reason": "Revisions before 2025-06-18 have no resource links, so this one became text with a Markdown link." } } } }, x2cc0b840, { "fits": x23e9b8da, "outcome": { "kind": x3a5dae28, "function": "f41" } }], "expected": xa233bde6 },
    "f85": { "edits": [{ "kind": "visit", "member": xb09c7d54, "function": "f23", "always": true }] },
    "f46": { "edits": [{ "kind": "visit", "member": x6b3cb6f7, "function": "f85", "loop": "items", "always": true }] },
    "f84": { "edits": [xd577a537, { "kind": "visit", "member": x8f8f56bf, "function": "f87", "loop": "items" }, xb06f27ff] },
    "f57": { "edits": [{ "kind": "visit", "member": x6da4687d, "function": "f84", "loop": "items", "always": true }] },
    "f95": { "edits": [xd577a537, xbf59acad, xb06f27ff] },
    "f61": { "edits": [{ "kind": "visit", "member": xf142d88a, "function": "f95", "loop": "items", "always": true }] },
    "f93": { "edits": [{ "kind": "visit", "member": "contents", "function": "f2", "loop": "items", "always": true }] },
    "f59": { "edits": [{ "kind": "visit", "member": x0ef6061b, "function": "f95", "loop": "items", "always": true }] },
    "f10": { "edits": [{ "kind": xb0c37549, "member": xa2d12f9a, "rule": "structured_content_as_text", "change": x125422d8 }, x596faa3e] },
    "f139": { "edits": [{ "kind": xb0c37549, "member": "title", "rule": "title_as_annotation", "change": x5081a13d }, xd577a537, { "kind": "drop", "member": xfad1d88b, "change": x125422d8 }] },
    "f67": { "edits": [x80b4946a] },
    "f63": { "edits": [{ "kind": "visit", "member": "roots", "function": "f137", "loop": "items", "always": true }] },
    "f110": { "kind": "union", "variants": [xa231fddd, xf4b2ed85, x2cc0b840], "expected": xbf84d31e },
    "f113": { "edits": [x7c2945eb] },
    "f25": { "edits": [xd97d67cf] },
  },
  "methods": {
    "client": { [x345384cd]: { "kind": x29127aca, "params": "f16" }, "initialize": x85fb9bc6, "prompts/get": xd2e9548c, [x91816b49]: x3d523471, [xd5b0468c]: xa0872065, [x6dd1ce89]: { "kind": x29127aca, "result": "f93" }, [x3e0f1446]: x3e78d128, "tools/call": xb781eca7, "tools/list": x9a24e9ff },
    "server": { [x78984019]: { "kind": xccd78884, "change": x671b34b2, "code": -32601 }, "roots/list": { "kind": x29127aca, "result": "f63" }, [x9b1a4ded]: x546ebdf7 },
  },
  rules: { resource_link_as_text, structured_content_as_text, title_as_annotation },
};

export default data;
