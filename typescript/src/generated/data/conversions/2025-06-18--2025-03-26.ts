/** The plan of the conversion from 2025-06-18 to 2025-03-26. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { resource_link_as_text, structured_content_as_text, title_as_annotation } from "../../../rules.ts";
import { x09f95452, x0ef6061b, x1179f81d, x125422d8, x17b9d647, x182407e7, x1c3666c3, x1e101735, x23e9b8da, x27e2d97b, x28b8c501, x29127aca, x345384cd, x3a5dae28, x3c22349f, x3e0f1446, x4456a12e, x44ebe2d2, x46c98578, x502b250b, x5105a002, x53527818, x5897f6fb, x5bf77c53, x5f645a34, x636084c2, x671b34b2, x67259f4e, x6b3cb6f7, x6da4687d, x6dd1ce89, x725faafd, x73dbb564, x74343284, x78984019, x7a1bdfd4, x7cd9f8ae, x7e2135be, x833102ad, x87dfbbd2, x8f8f56bf, x91816b49, x948ed84c, x9b1a4ded, xa013b67b, xa061d13b, xa0872065, xa11c6ae8, xa233bde6, xa2d12f9a, xac1b03f7, xb09c7d54, xb0c37549, xb0d3987b, xb781eca7, xbd8008a9, xbde4e589, xbf59acad, xbf84d31e, xc1ea5ae2, xc46d0459, xccd78884, xcffd5f14, xd26c4b8c, xd577a537, xd5b0468c, xdf24ac1b, xea8c4d80, xf142d88a, xf4f67e08, xf5ac12c0, xfad1d88b, xff7334a5 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x5bf77c53,
  "target": xb0d3987b,
  "functions": {
    "f108": { "edits": [xa11c6ae8] },
    "f31": { "kind": x7a1bdfd4, "variants": [x636084c2, { "fits": xc46d0459, "outcome": { "kind": x3a5dae28, "function": x502b250b } }], "expected": "ResourceTemplateReference or PromptReference" },
    "f23": { "edits": [{ "kind": x73dbb564, "member": x28b8c501, "change": x1e101735 }, { "kind": x4456a12e, "member": "ref", "function": "f31", "always": true }] },
    "f21": { "edits": [{ "kind": x73dbb564, "member": x53527818, "change": x671b34b2 }] },
    "f70": { "edits": [x182407e7, { "kind": x4456a12e, "member": x27e2d97b, "function": x502b250b, "always": true }] },
    "f72": { "edits": [{ "kind": x4456a12e, "member": xdf24ac1b, "function": x502b250b, "always": true }] },
    "f0": { "edits": [{ "kind": x73dbb564, "member": x09f95452, "change": xa013b67b }] },
    "f151": { "edits": [xd577a537, xbf59acad] },
    "f153": { "edits": [xd577a537] },
    "f2": { "kind": x7a1bdfd4, "variants": [{ "fits": [xff7334a5, x5105a002], "outcome": x74343284 }, { "fits": x7e2135be, "outcome": x74343284 }], "expected": "TextResourceContents or BlobResourceContents" },
    "f52": { "edits": [xd577a537, xbf59acad, { "kind": x4456a12e, "member": xc1ea5ae2, "function": "f2", "always": true }] },
    "f34": { "kind": x7a1bdfd4, "variants": [x948ed84c, xf5ac12c0, { "fits": x44ebe2d2, "outcome": { "kind": x3a5dae28, "call": { "kind": x7cd9f8ae, "rule": "resource_link_as_text", "change": { "id": "T2.6", "reason": "Revisions before 2025-06-18 have no resource links, so this link became a text block with a Markdown link." } } } }, xa061d13b, { "fits": x23e9b8da, "outcome": { "kind": x3a5dae28, "function": "f52" } }], "expected": xa233bde6 },
    "f106": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f34", "always": true }] },
    "f61": { "edits": [{ "kind": x4456a12e, "member": x6b3cb6f7, "function": xac1b03f7, "loop": x3c22349f, "always": true }] },
    "f105": { "edits": [xd577a537, { "kind": x4456a12e, "member": x8f8f56bf, "function": x502b250b, "loop": x3c22349f }, xa11c6ae8] },
    "f79": { "edits": [{ "kind": x4456a12e, "member": x6da4687d, "function": "f105", "loop": x3c22349f, "always": true }] },
    "f116": { "edits": [xd577a537, xbf59acad, xa11c6ae8] },
    "f83": { "edits": [{ "kind": x4456a12e, "member": xf142d88a, "function": x5897f6fb, "loop": x3c22349f, "always": true }] },
    "f114": { "edits": [{ "kind": x4456a12e, "member": "contents", "function": "f2", "loop": x3c22349f, "always": true }] },
    "f81": { "edits": [{ "kind": x4456a12e, "member": x0ef6061b, "function": x5897f6fb, "loop": x3c22349f, "always": true }] },
    "f10": { "edits": [{ "kind": xb0c37549, "member": xa2d12f9a, "rule": "structured_content_as_text", "change": x125422d8 }, xea8c4d80] },
    "f155": { "edits": [{ "kind": xb0c37549, "member": x87dfbbd2, "rule": "title_as_annotation", "change": xf4f67e08 }, xd577a537, { "kind": x73dbb564, "member": xfad1d88b, "change": x125422d8 }] },
    "f87": { "edits": [x5f645a34] },
    "f85": { "edits": [{ "kind": x4456a12e, "member": x67259f4e, "function": xcffd5f14, "loop": x3c22349f, "always": true }] },
    "f132": { "kind": x7a1bdfd4, "variants": [x948ed84c, xf5ac12c0, xa061d13b], "expected": xbf84d31e },
    "f135": { "edits": [x1179f81d] },
    "f36": { "edits": [x46c98578] },
  },
  "methods": {
    "client": { [x345384cd]: { "kind": x29127aca, "params": "f23" }, "initialize": xbd8008a9, "prompts/get": xa0872065, [x91816b49]: xbde4e589, [xd5b0468c]: xd26c4b8c, [x6dd1ce89]: { "kind": x29127aca, "result": "f114" }, [x3e0f1446]: x17b9d647, "tools/call": xb781eca7, "tools/list": x833102ad },
    "server": { [x78984019]: { "kind": xccd78884, "change": x671b34b2, "code": x1c3666c3 }, "roots/list": { "kind": x29127aca, "result": "f85" }, [x9b1a4ded]: x725faafd },
  },
  rules: { resource_link_as_text, structured_content_as_text, title_as_annotation },
};

export default data;
