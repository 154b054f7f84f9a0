/** The plan of the conversion from 2025-06-18 to 2025-11-25. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { titled_enum } from "../../../rules.ts";
import { x0d4cf6ca, x0ef6061b, x0f2ce0db, x1080a608, x1191a989, x120695c2, x1ddf4115, x213f0170, x21604b65, x231929c9, x264a94f6, x27a3a501, x27e2d97b, x28b8c501, x29127aca, x2a11522e, x2bb2cdb3, x30cfa013, x3303cb6e, x38687bb7, x3a5d5b11, x3a5dae28, x3e0f1446, x44ebe2d2, x45ebb5fe, x4799e24a, x50170bdf, x5282faee, x53527818, x562e9ac6, x56868688, x5bf77c53, x5e4b1ee6, x5f17e838, x601afb5f, x626992da, x6b3cb6f7, x6b463731, x6da4687d, x6ddda512, x78984019, x79bf0866, x79e3ffff, x7bdbee46, x885998ed, x91816b49, x96a2e0d6, x99aca490, x9b1a4ded, x9b95467e, xa233bde6, xa57e8248, xab5d393f, xad4857a0, xad523f87, xb04f4b85, xb09c7d54, xbabda199, xbc5fa1f3, xbe8e7526, xc0a21b40, xc33079fd, xc797adc1, xc9b0caa2, xcc6a9305, xd00355c8, xd5b0468c, xdf24ac1b, xe4b90d9d, xf142d88a, xf1cc0fc0, xf33f0493, xf479e7ab, xf824ed32, xfad1d88b, xfb48a367, xfece6d1c } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x5bf77c53,
  "target": x213f0170,
  "functions": {
    "f39": { "edits": [{ "kind": "drop", "member": "form", "change": xfb48a367, "type": x2bb2cdb3 }, { "kind": "drop", "member": "url", "change": xfb48a367, "type": x2bb2cdb3 }] },
    "f109": { "edits": [{ "kind": "drop", "member": x28b8c501, "change": xc0a21b40, "type": x2bb2cdb3 }, { "kind": "drop", "member": "tools", "change": xc0a21b40, "type": x2bb2cdb3 }] },
    "f15": { "edits": [{ "kind": "visit", "member": x53527818, "function": "f39" }, { "kind": "visit", "member": x7bdbee46, "function": "f109" }, { "kind": "drop", "member": "tasks", "change": xcc6a9305, "type": { "type": x626992da, "properties": { "cancel": x2bb2cdb3, "list": x2bb2cdb3, "requests": { "type": x626992da, "properties": { "elicitation": { "type": x626992da, "properties": { "create": x2bb2cdb3 } }, "sampling": { "type": x626992da, "properties": { "createMessage": x2bb2cdb3 } } } } } } }] },
    "f51": { "edits": [{ "kind": "drop", "member": x27a3a501, "change": x4799e24a, "type": x264a94f6 }, xc797adc1, { "kind": "drop", "member": xab5d393f, "change": x4799e24a, "type": x264a94f6 }] },
    "f53": { "edits": [x79e3ffff, { "kind": "visit", "member": x27e2d97b, "function": "f51", "always": true }] },
    "f116": { "edits": [{ "kind": "drop", "member": "tasks", "change": xcc6a9305, "type": { "type": x626992da, "properties": { "cancel": x2bb2cdb3, "list": x2bb2cdb3, "requests": { "type": x626992da, "properties": { "tools": { "type": x626992da, "properties": { "call": x2bb2cdb3 } } } } } } }] },
    "f55": { "edits": [xad4857a0, { "kind": "visit", "member": xdf24ac1b, "function": "f51", "always": true }] },
    "f97": { "edits": [xc797adc1] },
    "f24": { "kind": "union", "variants": [x0d4cf6ca, x601afb5f, { "fits": x44ebe2d2, "outcome": { "kind": x3a5dae28, "function": "f97" } }, xbc5fa1f3, x96a2e0d6], "expected": xa233bde6 },
    "f86": { "edits": [{ "kind": "visit", "member": xb09c7d54, "function": "f24", "always": true }] },
    "f47": { "edits": [{ "kind": "visit", "member": x6b3cb6f7, "function": "f86", "loop": "items", "always": true }] },
    "f58": { "edits": [{ "kind": "visit", "member": x6da4687d, "function": "f97", "loop": "items", "always": true }] },
    "f62": { "edits": [{ "kind": "visit", "member": xf142d88a, "function": "f97", "loop": "items", "always": true }] },
    "f60": { "edits": [{ "kind": "visit", "member": x0ef6061b, "function": "f97", "loop": "items", "always": true }] },
    "f9": { "edits": [xbabda199] },
    "f11": { "edits": [x5e4b1ee6] },
    "f143": { "edits": [x5282faee] },
    "f146": { "edits": [{ "kind": "visit", "member": x6b463731, "function": "f143", "always": true }, { "kind": "visit", "member": xfad1d88b, "function": "f143" }, { "kind": "drop", "member": x5f17e838, "change": xcc6a9305, "type": xf824ed32 }, xc797adc1] },
    "f68": { "edits": [x9b95467e] },
    "f118": { "edits": [{ "kind": "drop", "member": x1080a608, "change": xd00355c8, "type": x264a94f6 }] },
    "f75": { "edits": [{ "kind": "drop", "member": x1080a608, "change": xd00355c8, "type": xad523f87 }] },
    "f79": { "kind": "union", "variants": [{ "fits": xf33f0493, "readAs": { "types": [{ "type": x626992da, "properties": { "description": x264a94f6, "enum": x120695c2, "enumNames": x120695c2, "title": x264a94f6, "type": x99aca490 }, "required": x38687bb7 }, { "type": x626992da, "properties": { "description": x264a94f6, "format": x885998ed, "maxLength": xbe8e7526, "minLength": xbe8e7526, "title": x264a94f6, "type": x99aca490 }, "required": x3303cb6e }], "index": 0 }, "outcome": { "kind": x3a5dae28, "function": "f118", "call": { "kind": "rule", "rule": "titled_enum", "change": { "id": "T3.6", "reason": "Since 2025-11-25, the titles of options are in `oneOf` instead of `enumNames`, so this enumeration was rewritten." } } } }, { "fits": x231929c9, "outcome": { "kind": x3a5dae28, "function": "f75" } }, { "fits": x30cfa013, "outcome": { "kind": x3a5dae28, "function": "f118" } }, x50170bdf], "expected": "EnumSchema or NumberSchema or StringSchema" },
    "f37": { "edits": [{ "kind": "visit", "member": xe4b90d9d, "function": "f79", "loop": xc9b0caa2, "always": true }, x5282faee] },
    "f34": { "edits": [{ "kind": "visit", "member": x2a11522e, "function": "f37", "always": true }, { "kind": "drop", "member": "mode", "change": xfb48a367, "type": xa57e8248 }, xbabda199] },
    "f114": { "edits": [{ "kind": "drop", "member": "_meta", "change": xb04f4b85, "type": x2bb2cdb3 }] },
    "f26": { "edits": [x1191a989, xbabda199, { "kind": "drop", "member": x79bf0866, "change": x56868688, "type": xf479e7ab }, { "kind": "drop", "member": "tools", "change": x56868688, "type": { "type": "array", "items": { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x562e9ac6, "description": x264a94f6, "execution": xf824ed32, "icons": xfece6d1c, "inputSchema": x45ebb5fe, "name": x264a94f6, "outputSchema": x45ebb5fe, "title": x264a94f6 }, "required": x6ddda512 } } }] },
  },
  "methods": {
    "client": { "initialize": x0f2ce0db, "prompts/get": xf1cc0fc0, [x91816b49]: xc33079fd, [xd5b0468c]: x1ddf4115, [x3e0f1446]: x3a5d5b11, "tools/call": { "kind": x29127aca, "params": "f9", "result": "f11" }, "tools/list": x21604b65 },
    "server": { [x78984019]: { "kind": x29127aca, "params": "f34" }, [x9b1a4ded]: { "kind": x29127aca, "params": "f26" } },
  },
  "capabilities": "f15",
  "implementation": "f51",
  rules: { titled_enum },
};

export default data;
