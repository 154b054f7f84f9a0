/** The plan of the conversion from 2025-06-18 to 2025-03-26. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { resource_link_as_text, structured_content_as_text, title_as_annotation } from "../../../rules.ts";
import { x0381d800, x09bd44ad, x09f95452, x0d2ecd02, x0ef6061b, x125422d8, x182407e7, x1c3666c3, x1e101735, x23e9b8da, x27e2d97b, x28b8c501, x29127aca, x2e46f3cd, x345384cd, x3a5d5b11, x3a5dae28, x3c22349f, x3e0f1446, x4456a12e, x44ebe2d2, x479fb446, x5081a13d, x5105a002, x53527818, x5bf77c53, x5bff45d7, x636084c2, x671b34b2, x67259f4e, x6b3cb6f7, x6da4687d, x6dd1ce89, x73dbb564, x78984019, x7a1bdfd4, x7cd9f8ae, x7e2135be, x858503cb, x86313aaf, x87dfbbd2, x8f8f56bf, x91816b49, x9b1a4ded, xa013b67b, xa233bde6, xa2d12f9a, xa32d9c28, xa8555ecb, xaeee0a88, xb06f27ff, xb09c7d54, xb0c37549, xb0d3987b, xb781eca7, xbf59acad, xbf84d31e, xc1ea5ae2, xc46d0459, xc9f7f37e, xccd78884, xcd140899, xcfb97957, xd3649eee, xd577a537, xd5b0468c, xdf24ac1b, xe48eb7df, xea8c4d80, xf142d88a, xf1baaac2, xfad1d88b, xff7334a5 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x5bf77c53,
  "target": xb0d3987b,
  "functions": {
    "f107": { "edits": [xb06f27ff] },
    "f31": { "kind": x7a1bdfd4, "variants": [x636084c2, { "fits": xc46d0459, "outcome": { "kind": x3a5dae28, "function": x479fb446 } }], "expected": "ResourceTemplateReference or PromptReference" },
    "f23": { "edits": [{ "kind": x73dbb564, "member": x28b8c501, "change": x1e101735 }, { "kind": x4456a12e, "member": "ref", "function": "f31", "always": true }] },
    "f21": { "edits": [{ "kind": x73dbb564, "member": x53527818, "change": x671b34b2 }] },
    "f69": { "edits": [x182407e7, { "kind": x4456a12e, "member": x27e2d97b, "function": x479fb446, "always": true }] },
    "f71": { "edits": [{ "kind": x4456a12e, "member": xdf24ac1b, "function": x479fb446, "always": true }] },
    "f0": { "edits": [{ "kind": x73dbb564, "member": x09f95452, "change": xa013b67b }] },
    "f150": { "edits": [xd577a537, xbf59acad] },
    "f152": { "edits": [xd577a537] },
    "f2": { "kind": x7a1bdfd4, "variants": [{ "fits": [xff7334a5, x5105a002], "outcome": xc9f7f37e }, { "fits": x7e2135be, "outcome": xc9f7f37e }], "expected": "TextResourceContents or BlobResourceContents" },
    "f51": { "edits": [xd577a537, xbf59acad, { "kind": x4456a12e, "member": xc1ea5ae2, "function": "f2", "always": true }] },
    "f34": { "kind": x7a1bdfd4, "variants": [x86313aaf, xcd140899, { "fits": x44ebe2d2, "outcome": { "kind": x3a5dae28, "call": { "kind": x7cd9f8ae, "rule": "resource_link_as_text", "change": { "id": "T2.6", "reason": "Revisions before 2025-06-18 have no resource links, so this one became text with a Markdown link." } } } }, xa32d9c28, { "fits": x23e9b8da, "outcome": { "kind": x3a5dae28, "function": "f51" } }], "expected": xa233bde6 },
    "f105": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f34", "always": true }] },
    "f60": { "edits": [{ "kind": x4456a12e, "member": x6b3cb6f7, "function": xcfb97957, "loop": x3c22349f, "always": true }] },
    "f104": { "edits": [xd577a537, { "kind": x4456a12e, "member": x8f8f56bf, "function": x479fb446, "loop": x3c22349f }, xb06f27ff] },
    "f78": { "edits": [{ "kind": x4456a12e, "member": x6da4687d, "function": "f104", "loop": x3c22349f, "always": true }] },
    "f115": { "edits": [xd577a537, xbf59acad, xb06f27ff] },
    "f82": { "edits": [{ "kind": x4456a12e, "member": xf142d88a, "function": xe48eb7df, "loop": x3c22349f, "always": true }] },
    "f113": { "edits": [{ "kind": x4456a12e, "member": "contents", "function": "f2", "loop": x3c22349f, "always": true }] },
    "f80": { "edits": [{ "kind": x4456a12e, "member": x0ef6061b, "function": xe48eb7df, "loop": x3c22349f, "always": true }] },
    "f10": { "edits": [{ "kind": xb0c37549, "member": xa2d12f9a, "rule": "structured_content_as_text", "change": x125422d8 }, xea8c4d80] },
    "f154": { "edits": [{ "kind": xb0c37549, "member": x87dfbbd2, "rule": "title_as_annotation", "change": x5081a13d }, xd577a537, { "kind": x73dbb564, "member": xfad1d88b, "change": x125422d8 }] },
    "f86": { "edits": [x2e46f3cd] },
    "f84": { "edits": [{ "kind": x4456a12e, "member": x67259f4e, "function": x09bd44ad, "loop": x3c22349f, "always": true }] },
    "f131": { "kind": x7a1bdfd4, "variants": [x86313aaf, xcd140899, xa32d9c28], "expected": xbf84d31e },
    "f134": { "edits": [xf1baaac2] },
    "f36": { "edits": [xa8555ecb] },
  },
  "methods": {
    "client": { [x345384cd]: { "kind": x29127aca, "params": "f23" }, "initialize": x0381d800, "prompts/get": x3a5d5b11, [x91816b49]: x5bff45d7, [xd5b0468c]: x858503cb, [x6dd1ce89]: { "kind": x29127aca, "result": "f113" }, [x3e0f1446]: xaeee0a88, "tools/call": xb781eca7, "tools/list": x0d2ecd02 },
    "server": { [x78984019]: { "kind": xccd78884, "change": x671b34b2, "code": x1c3666c3 }, "roots/list": { "kind": x29127aca, "result": "f84" }, [x9b1a4ded]: xd3649eee },
  },
  rules: { resource_link_as_text, structured_content_as_text, title_as_annotation },
};

export default data;
