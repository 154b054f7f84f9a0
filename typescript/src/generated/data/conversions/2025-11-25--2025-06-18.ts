/** The plan of the conversion from 2025-11-25 to 2025-06-18. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { legacy_enum, no_multi_select, one_block, single_answers, single_blocks } from "../../../rules.ts";
import { x04691d81, x06cdf31a, x0d4cf6ca, x0ef6061b, x1080a608, x1179f81d, x120695c2, x145ed92f, x168d02d2, x172f6d9f, x17b9d647, x182407e7, x213f0170, x21e9f940, x231929c9, x24f5af8b, x264a94f6, x27a3a501, x27e2d97b, x28b8c501, x29127aca, x29145447, x2a11522e, x2bb2cdb3, x2bc933af, x2ed1d926, x2f080248, x2fd25c21, x30410f3b, x30a0924a, x30cfa013, x3303cb6e, x3a5dae28, x3c22349f, x3e0f1446, x3f76a133, x443c3c9d, x4456a12e, x44ebe2d2, x44f747b5, x46c98578, x4799e24a, x4a14a167, x50170bdf, x53527818, x56868688, x57750317, x5a83111e, x5bf77c53, x5f17e838, x5f37e9e8, x5f645a34, x601afb5f, x626992da, x666c7f90, x693555ee, x6a1ea131, x6b3cb6f7, x6da4687d, x6f66f984, x739c9f62, x73dbb564, x7584522a, x78984019, x79bf0866, x7a1bdfd4, x7a7bd097, x7bdbee46, x7cd9f8ae, x7e2135be, x833102ad, x853cc206, x8ccd2e3e, x91816b49, x96039a8a, x96a2e0d6, x96f99647, x97fa820f, x99aca490, x9b1a4ded, x9b2a3448, x9c5d7e5e, xa00267a4, xa0872065, xa233bde6, xa827628c, xa89dbd50, xa8d7e166, xab5d393f, xac1b03f7, xad523f87, xadfc50ba, xaf913eb7, xb04f4b85, xb09572c4, xb09c7d54, xb0c37549, xb1d122f2, xb43e6ef6, xb6c18ed0, xb6d5c2c3, xb85f8e62, xba1a40b6, xba604e8f, xbc5fa1f3, xbd8008a9, xbde4e589, xc0a21b40, xc7dde883, xc9b0caa2, xcc6a9305, xccd78884, xd00355c8, xd033609d, xd26c4b8c, xd3736050, xd5b0468c, xd9ad768e, xdbef4d07, xdf24ac1b, xe38e6577, xe4b90d9d, xe4ea2137, xe7b1c522, xea1d8311, xea8c4d80, xebf99738, xeed50d8d, xef887229, xf142d88a, xf33f0493, xf3473585, xf57a877c, xf9fa7d30, xfb48a367, xfb820f9c, xfd3830a0 } from "../shared/conversions.ts";

const data: Conversion = {
  "source": x213f0170,
  "target": x5bf77c53,
  "everyPart": { "kind": x29145447, "member": xd3736050, "names": x168d02d2, "change": xcc6a9305, "clears": true },
  "functions": {
    "f49": { "edits": [{ "kind": x2fd25c21, "member": xe4ea2137, "value": {}, "change": xfb48a367 }, { "kind": x73dbb564, "member": "url", "change": xfb48a367 }] },
    "f130": { "edits": [{ "kind": x73dbb564, "member": x28b8c501, "change": xc0a21b40 }, { "kind": x73dbb564, "member": xfb820f9c, "change": xc0a21b40 }] },
    "f21": { "edits": [{ "kind": x73dbb564, "member": x53527818, "change": xfb48a367, "when": { "type": x626992da, "properties": { "elicitation": { "type": x626992da, "properties": { "form": false }, "required": x172f6d9f } }, "required": [x53527818] } }, { "kind": x4456a12e, "member": x53527818, "function": "f49" }, { "kind": x4456a12e, "member": x7bdbee46, "function": "f130" }, xba604e8f] },
    "f68": { "edits": [{ "kind": x73dbb564, "member": x27a3a501, "change": x4799e24a }, x30410f3b, { "kind": x73dbb564, "member": xab5d393f, "change": x4799e24a }] },
    "f70": { "edits": [x182407e7, { "kind": x4456a12e, "member": x27e2d97b, "function": "f68", "always": true }] },
    "f137": { "edits": [xba604e8f] },
    "f72": { "edits": [x9c5d7e5e, { "kind": x4456a12e, "member": xdf24ac1b, "function": "f68", "always": true }] },
    "f15": { "edits": [{ "kind": x4a14a167, "member": "requestId", "change": { "id": "T3.11", "reason": "Before 2025-11-25, cancellations require a `requestId`, so this one without it was refused." }, "type": {}, "always": true }] },
    "f117": { "edits": [x30410f3b] },
    "f34": { "kind": x7a1bdfd4, "variants": [x0d4cf6ca, x601afb5f, { "fits": x44ebe2d2, "outcome": { "kind": x3a5dae28, "function": xef887229 } }, xbc5fa1f3, x96a2e0d6], "expected": xa233bde6 },
    "f106": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f34", "always": true }] },
    "f61": { "edits": [{ "kind": x4456a12e, "member": x6b3cb6f7, "function": xac1b03f7, "loop": x3c22349f, "always": true }] },
    "f79": { "edits": [{ "kind": x4456a12e, "member": x6da4687d, "function": xef887229, "loop": x3c22349f, "always": true }] },
    "f83": { "edits": [{ "kind": x4456a12e, "member": xf142d88a, "function": xef887229, "loop": x3c22349f, "always": true }] },
    "f81": { "edits": [{ "kind": x4456a12e, "member": x0ef6061b, "function": xef887229, "loop": x3c22349f, "always": true }] },
    "f8": { "edits": [xd9ad768e] },
    "f10": { "edits": [xea8c4d80] },
    "f161": { "kind": x7a1bdfd4, "variants": [{ "fits": x7a7bd097, "readAs": x06cdf31a, "outcome": x666c7f90 }, xf57a877c], "expected": x6f66f984 },
    "f156": { "edits": [xc7dde883] },
    "f155": { "edits": [{ "kind": x73dbb564, "member": x5f17e838, "change": xcc6a9305 }, x30410f3b, xa00267a4, x24f5af8b] },
    "f87": { "edits": [{ "kind": "dropItems", "member": xfb820f9c, "items": x2ed1d926, "change": xcc6a9305 }, x5f645a34] },
    "f139": { "edits": [{ "kind": x73dbb564, "member": x1080a608, "change": xd00355c8 }] },
    "f163": { "edits": [{ "kind": x73dbb564, "member": x1080a608, "change": x04691d81 }, { "kind": x73dbb564, "member": xf3473585, "change": x04691d81, "type": x120695c2 }] },
    "f99": { "kind": x7a1bdfd4, "variants": [{ "fits": xf33f0493, "readAs": { "types": x21e9f940, "index": 0 }, "outcome": { "kind": x3a5dae28, "function": "f163" } }, { "fits": [{ "type": x626992da, "properties": { "oneOf": {}, "type": x99aca490 }, "required": xb09572c4 }], "readAs": { "types": x21e9f940, "index": 1 }, "outcome": { "kind": x3a5dae28, "call": xb43e6ef6 } }, { "fits": xf33f0493, "readAs": { "types": x21e9f940, "index": 2 }, "outcome": xdbef4d07 }, xea1d8311, xea1d8311, { "fits": x231929c9, "outcome": xdbef4d07 }, { "fits": x30cfa013, "outcome": { "kind": x3a5dae28, "function": xebf99738, "call": xb43e6ef6 } }, x50170bdf], "expected": "UntitledSingleSelectEnumSchema or TitledSingleSelectEnumSchema or LegacyTitledEnumSchema or UntitledMultiSelectEnumSchema or TitledMultiSelectEnumSchema or NumberSchema or StringSchema" },
    "f46": { "edits": [{ "kind": xb0c37549, "member": xe4b90d9d, "rule": "no_multi_select", "change": x145ed92f }, xc7dde883, { "kind": x4456a12e, "member": xe4b90d9d, "function": "f99", "loop": xc9b0caa2, "always": true }] },
    "f43": { "edits": [{ "kind": x2fd25c21, "member": xb6d5c2c3, "value": xe4ea2137, "change": xfb48a367 }, { "kind": x4456a12e, "member": x2a11522e, "function": "f46", "always": true }, xd9ad768e] },
    "f45": { "kind": x7a1bdfd4, "variants": [{ "fits": [{ "type": x626992da, "properties": { "elicitationId": {}, "mode": x443c3c9d, "url": {} }, "required": [x97fa820f, xb6d5c2c3, "url"] }, { "type": x626992da, "properties": { "_meta": { "type": x626992da, "properties": xb6c18ed0, "additionalProperties": {} }, "elicitationId": x264a94f6, "message": x264a94f6, "mode": x443c3c9d, "task": xd033609d, "url": x264a94f6 }, "required": [x97fa820f, xfd3830a0, xb6d5c2c3, "url"] }], "outcome": { "kind": xaf913eb7, "change": x7584522a, "code": x6a1ea131 } }, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f43" } }], "expected": "ElicitRequestURLParams or ElicitRequestFormParams" },
    "f42": { "kind": x7a1bdfd4, "variants": [{ "fits": xa8d7e166, "outcome": { "kind": x3a5dae28, "call": { "kind": x7cd9f8ae, "rule": "single_answers", "change": { "id": "T3.8", "reason": "Before 2025-11-25, a form answer holds one choice per field, so this list of one choice became that choice.", "refusal": "Before 2025-11-25, a form answer holds one choice per field, so this list of choices was refused." } } } }] },
    "f48": { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f42", "loop": xc9b0caa2 }] },
    "f51": { "kind": x7a1bdfd4, "variants": [{ "fits": x7a7bd097, "unfit": [{ "type": x626992da, "properties": { "_meta": x2bb2cdb3, "action": { "enum": ["accept", x5a83111e, "decline"] }, "content": { "type": x626992da, "additionalProperties": { "anyOf": [x120695c2, x264a94f6, xad523f87, xb1d122f2] } } }, "required": ["action"] }], "outcome": x666c7f90 }, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f48" } }], "expected": "CreateTaskResult or ElicitResult" },
    "f132": { "kind": x7a1bdfd4, "variants": [{ "fits": xa8d7e166, "outcome": { "kind": xaf913eb7, "change": xeed50d8d, "code": x6a1ea131 } }, { "fits": [{ "type": x626992da, "properties": { "type": x5f37e9e8 }, "required": x3303cb6e }], "outcome": xf9fa7d30 }, x0d4cf6ca, x601afb5f, { "fits": [{ "type": x626992da, "properties": { "type": xe7b1c522 }, "required": x3303cb6e }], "outcome": xf9fa7d30 }, xbc5fa1f3], "expected": "ToolUseContent or ImageContent or AudioContent or ToolResultContent or TextContent or array of SamplingMessageContentBlock" },
    "f135": { "edits": [{ "kind": x73dbb564, "member": xd3736050, "change": xb04f4b85 }, x1179f81d] },
    "f36": { "edits": [{ "kind": xb0c37549, "member": x6b3cb6f7, "rule": "single_blocks", "change": xeed50d8d }, { "kind": x2fd25c21, "member": x79bf0866, "value": { "mode": x30a0924a }, "change": x56868688 }, { "kind": x2fd25c21, "member": xfb820f9c, "value": [], "change": x56868688 }, x46c98578, xd9ad768e] },
    "f38": { "edits": [{ "kind": xb0c37549, "member": xb09c7d54, "rule": "one_block", "change": xeed50d8d }, x1179f81d] },
    "f134": { "kind": x7a1bdfd4, "variants": [{ "fits": x7a7bd097, "readAs": { "types": [{ "type": x626992da, "properties": { "_meta": x2bb2cdb3, "content": { "anyOf": [x693555ee, xadfc50ba, x853cc206, x96f99647, xa89dbd50, { "type": x9b2a3448, "items": { "anyOf": [x693555ee, xadfc50ba, x853cc206, x96f99647, xa89dbd50] } }] }, "model": x264a94f6, "role": x8ccd2e3e, "stopReason": x264a94f6 }, "required": [xb09c7d54, "model", x2bc933af] }, x44f747b5], "index": 1, "isResult": true }, "outcome": x666c7f90 }, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f38" } }], "expected": "CreateTaskResult or CreateMessageResult" },
  },
  "methods": {
    "client": { "initialize": xbd8008a9, [x3f76a133]: x96039a8a, [xe38e6577]: xb85f8e62, "prompts/get": xa0872065, [x91816b49]: xbde4e589, [xd5b0468c]: xd26c4b8c, [x3e0f1446]: x17b9d647, [x739c9f62]: xba1a40b6, "tasks/get": xba1a40b6, "tasks/list": xba1a40b6, [xa827628c]: xba1a40b6, "tools/call": x2f080248, "tools/list": x833102ad },
    "server": { [x78984019]: { "kind": x29127aca, "params": "f45", "result": "f51" }, [x3f76a133]: x96039a8a, [x57750317]: { "kind": xccd78884, "change": x7584522a }, [xe38e6577]: xb85f8e62, [x9b1a4ded]: { "kind": x29127aca, "params": "f36", "result": "f134" }, [x739c9f62]: xba1a40b6, "tasks/get": xba1a40b6, "tasks/list": xba1a40b6, [xa827628c]: xba1a40b6 },
  },
  "errors": {
    "withoutId": { "id": "T3.2", "reason": "Before 2025-11-25, errors require an `id`, so this error without one was refused." },
  },
  rules: { legacy_enum, no_multi_select, one_block, single_answers, single_blocks },
};

export default data;
