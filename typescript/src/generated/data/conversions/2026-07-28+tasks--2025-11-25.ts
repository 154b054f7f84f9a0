/** The plan of the conversion from 2026-07-28+io.modelcontextprotocol/tasks to 2025-11-25. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { schema_of_objects, structured_content_as_text } from "../../../rules.ts";
import { x0489761c, x055944fd, x07404249, x074f9323, x075b8dc0, x07f1f93d, x0ec40651, x0f788c21, x19d17f6b, x1c3666c3, x1d396446, x1d616c97, x207a9e2e, x213f0170, x239255f7, x24f5af8b, x264a94f6, x271218b9, x29127aca, x29145447, x2f080248, x2fd25c21, x3114504b, x31744f7b, x345384cd, x37a571d4, x3a5dae28, x3aad67ad, x3e0f1446, x3f76a133, x47d648db, x4a14a167, x4a920be5, x4b810e15, x51d6f23e, x5201cba2, x529d16dc, x594fe6c5, x5add9cab, x5f17e838, x5f1e44e4, x5f645a34, x63929fee, x67f261ce, x68d12448, x6dd1ce89, x725502dd, x739c9f62, x73dbb564, x746d0127, x7a1bdfd4, x7b0b67b6, x7ba04c51, x7cd9f8ae, x7e2135be, x82577d04, x84887c56, x87bbc25d, x8896f6b8, x8e217967, x9075b462, x90ec57c0, x9128af91, x91816b49, x94334b69, x94f93388, x96039a8a, x97707ee2, x9800eb21, x9ab335ca, x9da118ee, xa00267a4, xa2d12f9a, xab2816b5, xad44db69, xb0c37549, xb34d5310, xb617020a, xb83a283c, xb9ce06a0, xba515e70, xbe8e7526, xbee3dea0, xbf96a156, xc1becffa, xc51cfdce, xc7f784dc, xc8eccab8, xca0413f5, xcb21bf8a, xccd78884, xce2deb59, xcf944a4f, xcfc31bcc, xd033609d, xd3736050, xd3ac2055, xd4ad1f2a, xd5b0468c, xd5e7e8cd, xdadd8137, xdfae3243, xe38e6577, xe443482b, xe522517f, xe5a26896, xe7b8f6fa, xf1f5ce39, xf4bb9342, xf57a877c, xf6616af6, xf824ed32, xfbd43ab5, xfc089649, xfdbdb942, xfde63af8, xfe1b3386, xff31e8d1, xffc3a29b } from "../shared/conversions.ts";

const data: Conversion = {
  "source": xb83a283c,
  "target": x213f0170,
  "functions": {
    "f23": { "edits": [xdfae3243] },
    "f25": { "edits": [x529d16dc, x725502dd] },
    "f15": { "edits": [{ "kind": x29145447, "member": xd3736050, "names": [x90ec57c0], "change": x5f1e44e4, "clears": true }] },
    "f59": { "edits": [xdfae3243, xfde63af8, xcf944a4f] },
    "f111": { "kind": x7a1bdfd4, "variants": [x8e217967, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f25" } }], "expected": "InputRequiredResult or GetPromptResult" },
    "f79": { "edits": [x529d16dc, x725502dd, x7ba04c51, xf4bb9342] },
    "f124": { "kind": x7a1bdfd4, "variants": [x8e217967, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f79" } }], "expected": "InputRequiredResult or ReadResourceResult" },
    "f147": { "edits": [{ "kind": x29145447, "member": xd3736050, "names": xe7b8f6fa, "change": { "id": "X1.11", "reason": "Before 2026-07-28, requests do not state client, revision or log level in `_meta`, so this was removed." }, "clears": true }] },
    "f125": { "edits": [{ "kind": x73dbb564, "member": xdadd8137, "change": x5f1e44e4 }] },
    "f13": { "edits": [x725502dd, xfdbdb942, { "kind": x4a14a167, "member": xe5a26896, "change": x94334b69, "type": x264a94f6, "always": true }, { "kind": x4a14a167, "member": x5201cba2, "change": x94334b69, "type": x264a94f6, "always": true }, { "kind": x73dbb564, "member": xab2816b5, "change": x94334b69, "type": xbe8e7526 }, { "kind": x4a14a167, "member": xcfc31bcc, "change": x94334b69, "type": xb617020a, "always": true }, { "kind": x73dbb564, "member": xad44db69, "change": x94334b69, "type": x264a94f6 }, { "kind": x4a14a167, "member": x19d17f6b, "change": x94334b69, "type": x264a94f6, "always": true }, { "kind": x4a14a167, "member": "ttl", "change": x94334b69, "type": xba515e70, "always": true }] },
    "f166": { "edits": [x725502dd, xfdbdb942, xce2deb59, xe522517f] },
    "f76": { "edits": [x725502dd, xfdbdb942, xce2deb59, xe522517f, xc51cfdce] },
    "f29": { "edits": [x725502dd, xd4ad1f2a, xfdbdb942, xce2deb59, xe522517f, xcb21bf8a] },
    "f57": { "edits": [x725502dd, xfdbdb942, xce2deb59, xe522517f, x68d12448] },
    "f64": { "kind": x7a1bdfd4, "variants": [{ "fits": x9800eb21, "outcome": { "kind": x3a5dae28, "function": "f76" } }, { "fits": xfe1b3386, "outcome": { "kind": x3a5dae28, "function": "f29" } }, { "fits": xff31e8d1, "outcome": { "kind": x3a5dae28, "function": "f57" } }, { "fits": x0489761c, "outcome": x82577d04 }, { "fits": x3114504b, "outcome": x82577d04 }], "expected": "InputRequiredTaskResult or CompletedTaskResult or FailedTaskResult or WorkingTaskResult or CancelledTaskResult" },
    "f8": { "edits": [xdfae3243, xfde63af8, xcf944a4f, { "kind": x73dbb564, "member": xb9ce06a0, "change": x594fe6c5, "type": xd033609d }] },
    "f10": { "edits": [x529d16dc, x725502dd, { "kind": xb0c37549, "member": xa2d12f9a, "rule": "structured_content_as_text", "change": { "id": "T4.17", "reason": "Before 2026-07-28, structured content is an object, so this value was removed; a tool result states it as text." }, "type": x0f788c21 }] },
    "f40": { "edits": [{ "kind": x2fd25c21, "member": xf6616af6, "value": xb9ce06a0, "change": { "id": "X1.8", "reason": "Core tasks have no `resultType`, so it was removed." } }, { "kind": xc1becffa, "source": x5add9cab, "target": x1d616c97, "change": x4b810e15, "removal": x51d6f23e, "makes": true, "clears": 0 }, { "kind": xc1becffa, "source": xbf96a156, "target": x87bbc25d, "change": x4b810e15, "removal": x51d6f23e, "makes": true, "clears": 0 }, { "kind": xc1becffa, "source": x07f1f93d, "target": xfc089649, "change": x4b810e15, "removal": x51d6f23e, "makes": true, "clears": 0 }, { "kind": xc1becffa, "source": x9da118ee, "target": xc8eccab8, "change": x4b810e15, "removal": x51d6f23e, "makes": true, "clears": 0 }, { "kind": xc1becffa, "source": x9075b462, "target": x4a920be5, "change": x4b810e15, "removal": x51d6f23e, "makes": true, "clears": 0 }, { "kind": xc1becffa, "source": x0ec40651, "target": xbee3dea0, "change": x4b810e15, "removal": x51d6f23e, "makes": true, "clears": 0 }, { "kind": xc1becffa, "source": x9128af91, "target": x3aad67ad, "change": x4b810e15, "removal": x51d6f23e, "makes": true, "clears": 0 }, xfdbdb942, { "kind": x4a14a167, "member": xb9ce06a0, "change": x4b810e15, "type": x8896f6b8, "always": true }] },
    "f161": { "kind": x7a1bdfd4, "variants": [x8e217967, { "fits": xf1f5ce39, "outcome": { "kind": x3a5dae28, "function": "f40" } }, xf57a877c], "expected": "InputRequiredResult or CreateTaskResult or CallToolResult" },
    "f156": { "call": { "kind": x7cd9f8ae, "rule": "schema_of_objects", "change": x074f9323 } },
    "f155": { "edits": [x746d0127, xa00267a4, x24f5af8b, { "kind": "set", "member": x5f17e838, "value": { "taskSupport": "optional" }, "change": x207a9e2e, "always": true, "type": xf824ed32 }] },
    "f87": { "edits": [x529d16dc, x725502dd, x7ba04c51, x5f645a34, xf4bb9342] },
    "f91": { "edits": [{ "kind": x73dbb564, "member": x90ec57c0, "change": x5f1e44e4 }] },
    "f164": { "edits": [x07404249, xce2deb59, xe522517f] },
    "f74": { "edits": [x07404249, xce2deb59, xe522517f, xc51cfdce] },
    "f27": { "edits": [xd4ad1f2a, x07404249, xce2deb59, xe522517f, xcb21bf8a] },
    "f55": { "edits": [x07404249, xce2deb59, xe522517f, x68d12448] },
    "f149": { "kind": x7a1bdfd4, "variants": [{ "fits": x9800eb21, "outcome": { "kind": x3a5dae28, "function": "f74" } }, { "fits": xfe1b3386, "outcome": { "kind": x3a5dae28, "function": "f27" } }, { "fits": xff31e8d1, "outcome": { "kind": x3a5dae28, "function": "f55" } }, { "fits": x0489761c, "outcome": x97707ee2 }, { "fits": x3114504b, "outcome": x97707ee2 }], "expected": "InputRequiredTaskNotificationParams or CompletedTaskNotificationParams or FailedTaskNotificationParams or WorkingTaskNotificationParams or CancelledTaskNotificationParams" },
  },
  "methods": {
    "client": { [x345384cd]: x31744f7b, [x3f76a133]: x96039a8a, "prompts/get": x63929fee, [x91816b49]: xe443482b, [xd5b0468c]: xe443482b, [x6dd1ce89]: xb34d5310, [x3e0f1446]: xe443482b, "server/discover": x47d648db, [x9ab335ca]: xd5e7e8cd, [x739c9f62]: { "kind": x29127aca, "params": xfbd43ab5, "result": "f13" }, "tasks/get": { "kind": x29127aca, "params": xfbd43ab5, "result": "f64" }, "tasks/update": { "kind": xccd78884, "change": { "id": "X1.4", "reason": "Core tasks have no `tasks/update`, so this message was refused; answer each request." }, "code": x1c3666c3 }, "tools/call": x2f080248, "tools/list": x075b8dc0 },
    "server": { [x3f76a133]: x67f261ce, [x1d396446]: x96039a8a, [x94f93388]: x96039a8a, [x271218b9]: x96039a8a, [x37a571d4]: x96039a8a, [xca0413f5]: x96039a8a, [x7b0b67b6]: xc7f784dc, [x239255f7]: { "kind": x29127aca, "params": "f149", "renamed": xe38e6577, "renaming": xffc3a29b }, [xd3ac2055]: x96039a8a },
  },
  "errors": x84887c56,
  "$defs": x055944fd,
  rules: { schema_of_objects, structured_content_as_text },
};

export default data;
