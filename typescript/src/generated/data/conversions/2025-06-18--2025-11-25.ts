/** The plan of the conversion from 2025-06-18 to 2025-11-25. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { titled_enum } from "../../../rules.ts";
import { x03760a9e, x04ef0021, x0d4cf6ca, x0ef6061b, x1080a608, x120695c2, x1417b6d3, x1ddf4115, x213f0170, x231929c9, x264a94f6, x27a3a501, x27e2d97b, x28b8c501, x29127aca, x2a11522e, x2bae662c, x2bb2cdb3, x30cfa013, x3303cb6e, x342030c7, x38687bb7, x3a5dae28, x3c22349f, x3e0f1446, x4456a12e, x44ebe2d2, x45ebb5fe, x4799e24a, x479fb446, x50170bdf, x5282faee, x53527818, x562e9ac6, x56868688, x5bf77c53, x5f17e838, x601afb5f, x626992da, x64cbf6c5, x6b3cb6f7, x6b463731, x6da4687d, x6ddda512, x73dbb564, x78984019, x79bf0866, x7a1bdfd4, x7bdbee46, x7cd9f8ae, x81496096, x858503cb, x885998ed, x91816b49, x96a2e0d6, x99aca490, x9b1a4ded, x9b2a3448, x9f2b066b, xa233bde6, xa57e8248, xab5d393f, xacdd2e94, xad523f87, xaeee0a88, xb04f4b85, xb08399b6, xb09c7d54, xb6d5c2c3, xbabda199, xbc5fa1f3, xbe8e7526, xc0a21b40, xc5654a26, xc797adc1, xc9b0caa2, xcc6a9305, xd00355c8, xd3736050, xd5b0468c, xdf24ac1b, xe4b90d9d, xe4ea2137, xf142d88a, xf33f0493, xf479e7ab, xf824ed32, xf8f84698, xfad1d88b, xfb48a367, xfb820f9c, xfece6d1c } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x5bf77c53,
  "target": x213f0170,
  "functions": {
    "f50": { "edits": [{ "kind": x73dbb564, "member": xe4ea2137, "change": xfb48a367, "type": x2bb2cdb3 }, { "kind": x73dbb564, "member": "url", "change": xfb48a367, "type": x2bb2cdb3 }] },
    "f131": { "edits": [{ "kind": x73dbb564, "member": x28b8c501, "change": xc0a21b40, "type": x2bb2cdb3 }, { "kind": x73dbb564, "member": xfb820f9c, "change": xc0a21b40, "type": x2bb2cdb3 }] },
    "f22": { "edits": [{ "kind": x4456a12e, "member": x53527818, "function": "f50" }, { "kind": x4456a12e, "member": x7bdbee46, "function": "f131" }, { "kind": x73dbb564, "member": xc5654a26, "change": xcc6a9305, "type": { "type": x626992da, "properties": { "cancel": x2bb2cdb3, "list": x2bb2cdb3, "requests": { "type": x626992da, "properties": { "elicitation": { "type": x626992da, "properties": { "create": x2bb2cdb3 } }, "sampling": { "type": x626992da, "properties": { "createMessage": x2bb2cdb3 } } } } } } }] },
    "f69": { "edits": [{ "kind": x73dbb564, "member": x27a3a501, "change": x4799e24a, "type": x264a94f6 }, xc797adc1, { "kind": x73dbb564, "member": xab5d393f, "change": x4799e24a, "type": x264a94f6 }] },
    "f71": { "edits": [xacdd2e94, { "kind": x4456a12e, "member": x27e2d97b, "function": "f69", "always": true }] },
    "f138": { "edits": [{ "kind": x73dbb564, "member": xc5654a26, "change": xcc6a9305, "type": { "type": x626992da, "properties": { "cancel": x2bb2cdb3, "list": x2bb2cdb3, "requests": { "type": x626992da, "properties": { "tools": { "type": x626992da, "properties": { "call": x2bb2cdb3 } } } } } } }] },
    "f73": { "edits": [x04ef0021, { "kind": x4456a12e, "member": xdf24ac1b, "function": "f69", "always": true }] },
    "f118": { "edits": [xc797adc1] },
    "f35": { "kind": x7a1bdfd4, "variants": [x0d4cf6ca, x601afb5f, { "fits": x44ebe2d2, "outcome": { "kind": x3a5dae28, "function": x64cbf6c5 } }, xbc5fa1f3, x96a2e0d6], "expected": xa233bde6 },
    "f107": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f35", "always": true }] },
    "f62": { "edits": [{ "kind": x4456a12e, "member": x6b3cb6f7, "function": x479fb446, "loop": x3c22349f, "always": true }] },
    "f80": { "edits": [{ "kind": x4456a12e, "member": x6da4687d, "function": x64cbf6c5, "loop": x3c22349f, "always": true }] },
    "f84": { "edits": [{ "kind": x4456a12e, "member": xf142d88a, "function": x64cbf6c5, "loop": x3c22349f, "always": true }] },
    "f82": { "edits": [{ "kind": x4456a12e, "member": x0ef6061b, "function": x64cbf6c5, "loop": x3c22349f, "always": true }] },
    "f9": { "edits": [xbabda199] },
    "f11": { "edits": [x1417b6d3] },
    "f157": { "edits": [x5282faee] },
    "f160": { "edits": [{ "kind": x4456a12e, "member": x6b463731, "function": x81496096, "always": true }, { "kind": x4456a12e, "member": xfad1d88b, "function": x81496096 }, { "kind": x73dbb564, "member": x5f17e838, "change": xcc6a9305, "type": xf824ed32 }, xc797adc1] },
    "f88": { "edits": [xb08399b6] },
    "f140": { "edits": [{ "kind": x73dbb564, "member": x1080a608, "change": xd00355c8, "type": x264a94f6 }] },
    "f96": { "edits": [{ "kind": x73dbb564, "member": x1080a608, "change": xd00355c8, "type": xad523f87 }] },
    "f100": { "kind": x7a1bdfd4, "variants": [{ "fits": xf33f0493, "readAs": { "types": [{ "type": x626992da, "properties": { "description": x264a94f6, "enum": x120695c2, "enumNames": x120695c2, "title": x264a94f6, "type": x99aca490 }, "required": x38687bb7 }, { "type": x626992da, "properties": { "description": x264a94f6, "format": x885998ed, "maxLength": xbe8e7526, "minLength": xbe8e7526, "title": x264a94f6, "type": x99aca490 }, "required": x3303cb6e }], "index": 0 }, "outcome": { "kind": x3a5dae28, "function": x9f2b066b, "call": { "kind": x7cd9f8ae, "rule": "titled_enum", "change": { "id": "T3.6", "reason": "Since 2025-11-25, the titles of options are in `oneOf` instead of `enumNames`, so this enumeration was rewritten." } } } }, { "fits": x231929c9, "outcome": { "kind": x3a5dae28, "function": "f96" } }, { "fits": x30cfa013, "outcome": { "kind": x3a5dae28, "function": x9f2b066b } }, x50170bdf], "expected": "EnumSchema or NumberSchema or StringSchema" },
    "f47": { "edits": [{ "kind": x4456a12e, "member": xe4b90d9d, "function": "f100", "loop": xc9b0caa2, "always": true }, x5282faee] },
    "f44": { "edits": [{ "kind": x4456a12e, "member": x2a11522e, "function": "f47", "always": true }, { "kind": x73dbb564, "member": xb6d5c2c3, "change": xfb48a367, "type": xa57e8248 }, xbabda199] },
    "f136": { "edits": [{ "kind": x73dbb564, "member": xd3736050, "change": xb04f4b85, "type": x2bb2cdb3 }] },
    "f37": { "edits": [xf8f84698, xbabda199, { "kind": x73dbb564, "member": x79bf0866, "change": x56868688, "type": xf479e7ab }, { "kind": x73dbb564, "member": xfb820f9c, "change": x56868688, "type": { "type": x9b2a3448, "items": { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x562e9ac6, "description": x264a94f6, "execution": xf824ed32, "icons": xfece6d1c, "inputSchema": x45ebb5fe, "name": x264a94f6, "outputSchema": x45ebb5fe, "title": x264a94f6 }, "required": x6ddda512 } } }] },
  },
  "methods": {
    "client": { "initialize": x2bae662c, "prompts/get": x1ddf4115, [x91816b49]: xaeee0a88, [xd5b0468c]: x03760a9e, [x3e0f1446]: x858503cb, "tools/call": { "kind": x29127aca, "params": "f9", "result": "f11" }, "tools/list": x342030c7 },
    "server": { [x78984019]: { "kind": x29127aca, "params": "f44" }, [x9b1a4ded]: { "kind": x29127aca, "params": "f37" } },
  },
  "capabilities": "f22",
  "implementation": "f69",
  rules: { titled_enum },
};

export default data;
