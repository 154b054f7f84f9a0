/** Parts that several modules of the data have, or one has more than once. Written by `mcpgen build --language typescript`. */

/** @internal */
export const xb0d3987b = "2025-03-26" as const;
/** @internal */
export const x73dbb564 = "drop" as const;
/** @internal */
export const x77a250d3 = { "id": "T1.5", "reason": "Revisions before 2025-03-26 have no `completions` capability, so it was removed." } as const;
/** @internal */
export const x626992da = "object" as const;
/** @internal */
export const x2bb2cdb3 = { "type": x626992da, "additionalProperties": {} } as const;
/** @internal */
export const x4456a12e = "visit" as const;
/** @internal */
export const x4f31b5df = "capabilities" as const;
/** @internal */
export const xe16c214e = "f138" as const;
/** @internal */
export const x04ef0021 = { "kind": x4456a12e, "member": x4f31b5df, "function": xe16c214e, "always": true } as const;
/** @internal */
export const xfd3830a0 = "message" as const;
/** @internal */
export const x7b9282bf = { "id": "T1.4", "reason": "Progress notifications before 2025-03-26 have no `message`, so it was removed." } as const;
/** @internal */
export const x264a94f6 = { "type": "string" } as const;
/** @internal */
export const x4b154547 = "annotations" as const;
/** @internal */
export const xaa7ab8c3 = { "id": "T1.6", "reason": "Revisions before 2025-03-26 have no tool annotations, so they were removed." } as const;
/** @internal */
export const xb1d122f2 = { "type": "boolean" } as const;
/** @internal */
export const x562e9ac6 = { "type": x626992da, "properties": { "destructiveHint": xb1d122f2, "idempotentHint": xb1d122f2, "openWorldHint": xb1d122f2, "readOnlyHint": xb1d122f2, "title": x264a94f6 } } as const;
/** @internal */
export const xfb820f9c = "tools" as const;
/** @internal */
export const xe79fae26 = "f160" as const;
/** @internal */
export const x3c22349f = "items" as const;
/** @internal */
export const xb08399b6 = { "kind": x4456a12e, "member": xfb820f9c, "function": xe79fae26, "loop": x3c22349f, "always": true } as const;
/** @internal */
export const x94bcede8 = { "edits": [xb08399b6] } as const;
/** @internal */
export const x29127aca = "passes" as const;
/** @internal */
export const x993ea689 = { "kind": x29127aca, "params": "f102" } as const;
/** @internal */
export const x342030c7 = { "kind": x29127aca, "result": "f88" } as const;
/** @internal */
export const x94f93388 = "notifications/progress" as const;
/** @internal */
export const x820e890e = "f137" as const;
/** @internal */
export const x9c5d7e5e = { "kind": x4456a12e, "member": x4f31b5df, "function": x820e890e, "always": true } as const;
/** @internal */
export const x7a1bdfd4 = "union" as const;
/** @internal */
export const x14d79509 = { "enum": ["image"] } as const;
/** @internal */
export const xd0070d5c = "type" as const;
/** @internal */
export const x3303cb6e = [xd0070d5c] as const;
/** @internal */
export const xed62af12 = [{ "type": x626992da, "properties": { "type": x14d79509 }, "required": x3303cb6e }] as const;
/** @internal */
export const xd30e371b = { "kind": "unchanged" } as const;
/** @internal */
export const x0d4cf6ca = { "fits": xed62af12, "outcome": xd30e371b } as const;
/** @internal */
export const xc7eb4287 = { "enum": ["audio"] } as const;
/** @internal */
export const xa811bb7f = [{ "type": x626992da, "properties": { "type": xc7eb4287 }, "required": x3303cb6e }] as const;
/** @internal */
export const x3a5dae28 = "convert" as const;
/** @internal */
export const x7cd9f8ae = "rule" as const;
/** @internal */
export const x1e1d0f25 = "text" as const;
/** @internal */
export const x3fe5850a = [x1e1d0f25] as const;
/** @internal */
export const xa12fde0e = { "enum": x3fe5850a } as const;
/** @internal */
export const xda5711ab = [{ "type": x626992da, "properties": { "type": xa12fde0e }, "required": x3303cb6e }] as const;
/** @internal */
export const xbc5fa1f3 = { "fits": xda5711ab, "outcome": xd30e371b } as const;
/** @internal */
export const xc1ea5ae2 = "resource" as const;
/** @internal */
export const xa882e456 = { "enum": [xc1ea5ae2] } as const;
/** @internal */
export const x23e9b8da = [{ "type": x626992da, "properties": { "type": xa882e456 }, "required": x3303cb6e }] as const;
/** @internal */
export const x96a2e0d6 = { "fits": x23e9b8da, "outcome": xd30e371b } as const;
/** @internal */
export const xb09c7d54 = "content" as const;
/** @internal */
export const x17cb1a6d = { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f34", "always": true }] } as const;
/** @internal */
export const x6b3cb6f7 = "messages" as const;
/** @internal */
export const xac1b03f7 = "f106" as const;
/** @internal */
export const xb3e29775 = { "edits": [{ "kind": x4456a12e, "member": x6b3cb6f7, "function": xac1b03f7, "loop": x3c22349f, "always": true }] } as const;
/** @internal */
export const xea8c4d80 = { "kind": x4456a12e, "member": xb09c7d54, "function": "f34", "loop": x3c22349f, "always": true } as const;
/** @internal */
export const x4f597b95 = { "edits": [xea8c4d80] } as const;
/** @internal */
export const x27d632bd = "f155" as const;
/** @internal */
export const x5f645a34 = { "kind": x4456a12e, "member": xfb820f9c, "function": x27d632bd, "loop": x3c22349f, "always": true } as const;
/** @internal */
export const x0c4a478e = { "edits": [x5f645a34] } as const;
/** @internal */
export const xaf913eb7 = "refuse" as const;
/** @internal */
export const x6a1ea131 = -32602 as const;
/** @internal */
export const xbf84d31e = "ImageContent or AudioContent or TextContent" as const;
/** @internal */
export const x51f497cb = "f132" as const;
/** @internal */
export const x1179f81d = { "kind": x4456a12e, "member": xb09c7d54, "function": x51f497cb, "always": true } as const;
/** @internal */
export const x2b60e1e4 = { "edits": [x1179f81d] } as const;
/** @internal */
export const xcfa26148 = "f135" as const;
/** @internal */
export const x46c98578 = { "kind": x4456a12e, "member": x6b3cb6f7, "function": xcfa26148, "loop": x3c22349f, "always": true } as const;
/** @internal */
export const x4c0a3749 = { "edits": [x46c98578] } as const;
/** @internal */
export const xb0c24210 = { "kind": x29127aca, "params": "f101" } as const;
/** @internal */
export const xa0872065 = { "kind": x29127aca, "result": "f61" } as const;
/** @internal */
export const xb781eca7 = { "kind": x29127aca, "result": "f10" } as const;
/** @internal */
export const x833102ad = { "kind": x29127aca, "result": "f87" } as const;
/** @internal */
export const x725faafd = { "kind": x29127aca, "params": "f36", "result": xcfa26148 } as const;
/** @internal */
export const x9b1a4ded = "sampling/createMessage" as const;
/** @internal */
export const x5bf77c53 = "2025-06-18" as const;
/** @internal */
export const x87dfbbd2 = "title" as const;
/** @internal */
export const xf4f67e08 = { "id": "T2.2", "reason": "Titles are new in 2025-06-18, so this one was removed; a tool's became `annotations.title` if possible." } as const;
/** @internal */
export const x26cf7bc7 = { "kind": x73dbb564, "member": x87dfbbd2, "change": xf4f67e08, "type": x264a94f6 } as const;
/** @internal */
export const xc46d0459 = [{ "type": x626992da, "properties": { "type": { "enum": ["ref/prompt"] } }, "required": x3303cb6e }] as const;
/** @internal */
export const xc17eff0a = "f109" as const;
/** @internal */
export const x636084c2 = { "fits": [{ "type": x626992da, "properties": { "type": { "enum": ["ref/resource"] } }, "required": x3303cb6e }], "outcome": xd30e371b } as const;
/** @internal */
export const x28b8c501 = "context" as const;
/** @internal */
export const x1e101735 = { "id": "T2.8", "reason": "Completion requests before 2025-06-18 have no `context`, so it was removed." } as const;
/** @internal */
export const x53527818 = "elicitation" as const;
/** @internal */
export const x671b34b2 = { "id": "T2.7", "reason": "Revisions before 2025-06-18 have no elicitation, so this capability was removed.", "refusal": "Revisions before 2025-06-18 have no elicitation, so this message was refused." } as const;
/** @internal */
export const xacdd2e94 = { "kind": x4456a12e, "member": x4f31b5df, "function": "f22", "always": true } as const;
/** @internal */
export const x27e2d97b = "clientInfo" as const;
/** @internal */
export const xdf24ac1b = "serverInfo" as const;
/** @internal */
export const x09f95452 = "lastModified" as const;
/** @internal */
export const xa013b67b = { "id": "T2.10", "reason": "Annotations before 2025-06-18 have no `lastModified`, so it was removed." } as const;
/** @internal */
export const x105b4d7d = { "kind": x4456a12e, "member": x4b154547, "function": "f1" } as const;
/** @internal */
export const xd3736050 = "_meta" as const;
/** @internal */
export const x14d0dc23 = { "id": "T2.3", "reason": "Revisions before 2025-06-18 define no `_meta` here, so it was removed." } as const;
/** @internal */
export const xac23afab = { "kind": x73dbb564, "member": xd3736050, "change": x14d0dc23, "type": x2bb2cdb3 } as const;
/** @internal */
export const xff7334a5 = { "type": x626992da, "properties": { "text": {} }, "required": x3fe5850a } as const;
/** @internal */
export const x9a75fcc3 = [x1e1d0f25, "uri"] as const;
/** @internal */
export const x6617fde2 = "f154" as const;
/** @internal */
export const x11a94755 = { "kind": x3a5dae28, "function": x6617fde2 } as const;
/** @internal */
export const x0f788c21 = { "type": x626992da } as const;
/** @internal */
export const x7e2135be = [x0f788c21] as const;
/** @internal */
export const xc9f7f37e = { "kind": x3a5dae28, "function": "f152" } as const;
/** @internal */
export const x99157ebb = { "fits": xed62af12, "outcome": xc9f7f37e } as const;
/** @internal */
export const x69a9e6d9 = { "fits": xa811bb7f, "outcome": xc9f7f37e } as const;
/** @internal */
export const x452d871b = { "fits": xda5711ab, "outcome": xc9f7f37e } as const;
/** @internal */
export const x022bed25 = { "edits": [{ "kind": x4456a12e, "member": xb09c7d54, "function": "f35", "always": true }] } as const;
/** @internal */
export const x479fb446 = "f107" as const;
/** @internal */
export const xd02962c0 = { "edits": [{ "kind": x4456a12e, "member": x6b3cb6f7, "function": x479fb446, "loop": x3c22349f, "always": true }] } as const;
/** @internal */
export const x8f8f56bf = "arguments" as const;
/** @internal */
export const x6da4687d = "prompts" as const;
/** @internal */
export const xf142d88a = "resources" as const;
/** @internal */
export const x32f37d17 = "f121" as const;
/** @internal */
export const x0ef6061b = "resourceTemplates" as const;
/** @internal */
export const x1417b6d3 = { "kind": x4456a12e, "member": xb09c7d54, "function": "f35", "loop": x3c22349f, "always": true } as const;
/** @internal */
export const xa2d12f9a = "structuredContent" as const;
/** @internal */
export const x125422d8 = { "id": "T2.5", "reason": "Revisions before 2025-06-18 have no structured tool output, so it was removed; a tool result states it as text instead." } as const;
/** @internal */
export const xfad1d88b = "outputSchema" as const;
/** @internal */
export const xba46ac77 = { "type": x626992da, "additionalProperties": x2bb2cdb3 } as const;
/** @internal */
export const x9b2a3448 = "array" as const;
/** @internal */
export const x120695c2 = { "type": x9b2a3448, "items": x264a94f6 } as const;
/** @internal */
export const xe935ce50 = { "enum": [x626992da] } as const;
/** @internal */
export const x67259f4e = "roots" as const;
/** @internal */
export const xcda4cf13 = "f136" as const;
/** @internal */
export const xf8f84698 = { "kind": x4456a12e, "member": x6b3cb6f7, "function": xcda4cf13, "loop": x3c22349f, "always": true } as const;
/** @internal */
export const x2bae662c = { "kind": x29127aca, "params": "f71", "result": "f73" } as const;
/** @internal */
export const x1ddf4115 = { "kind": x29127aca, "result": "f62" } as const;
/** @internal */
export const xaeee0a88 = { "kind": x29127aca, "result": "f80" } as const;
/** @internal */
export const x03760a9e = { "kind": x29127aca, "result": "f84" } as const;
/** @internal */
export const x858503cb = { "kind": x29127aca, "result": "f82" } as const;
/** @internal */
export const x345384cd = "completion/complete" as const;
/** @internal */
export const x91816b49 = "prompts/list" as const;
/** @internal */
export const xd5b0468c = "resources/list" as const;
/** @internal */
export const x6dd1ce89 = "resources/read" as const;
/** @internal */
export const x3e0f1446 = "resources/templates/list" as const;
/** @internal */
export const xa11c6ae8 = { "kind": x73dbb564, "member": x87dfbbd2, "change": xf4f67e08 } as const;
/** @internal */
export const x502b250b = "f108" as const;
/** @internal */
export const x182407e7 = { "kind": x4456a12e, "member": x4f31b5df, "function": "f21", "always": true } as const;
/** @internal */
export const xd577a537 = { "kind": x73dbb564, "member": xd3736050, "change": x14d0dc23 } as const;
/** @internal */
export const xbf59acad = { "kind": x4456a12e, "member": x4b154547, "function": "f0" } as const;
/** @internal */
export const x5105a002 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "mimeType": x264a94f6, "text": x264a94f6, "uri": x264a94f6 }, "required": x9a75fcc3 } as const;
/** @internal */
export const xcffd5f14 = "f153" as const;
/** @internal */
export const x74343284 = { "kind": x3a5dae28, "function": xcffd5f14 } as const;
/** @internal */
export const x9740a413 = { "kind": x3a5dae28, "function": "f151" } as const;
/** @internal */
export const x948ed84c = { "fits": xed62af12, "outcome": x9740a413 } as const;
/** @internal */
export const xf5ac12c0 = { "fits": xa811bb7f, "outcome": x9740a413 } as const;
/** @internal */
export const x2e838b89 = { "enum": ["resource_link"] } as const;
/** @internal */
export const x44ebe2d2 = [{ "type": x626992da, "properties": { "type": x2e838b89 }, "required": x3303cb6e }] as const;
/** @internal */
export const xa061d13b = { "fits": xda5711ab, "outcome": x9740a413 } as const;
/** @internal */
export const xa233bde6 = "ImageContent or AudioContent or ResourceLink or TextContent or EmbeddedResource" as const;
/** @internal */
export const x5897f6fb = "f116" as const;
/** @internal */
export const xb0c37549 = "callRule" as const;
/** @internal */
export const xbd8008a9 = { "kind": x29127aca, "params": "f70", "result": "f72" } as const;
/** @internal */
export const xbde4e589 = { "kind": x29127aca, "result": "f79" } as const;
/** @internal */
export const xd26c4b8c = { "kind": x29127aca, "result": "f83" } as const;
/** @internal */
export const x17b9d647 = { "kind": x29127aca, "result": "f81" } as const;
/** @internal */
export const xccd78884 = "removed" as const;
/** @internal */
export const x1c3666c3 = -32601 as const;
/** @internal */
export const x78984019 = "elicitation/create" as const;
/** @internal */
export const x213f0170 = "2025-11-25" as const;
/** @internal */
export const xe4ea2137 = "form" as const;
/** @internal */
export const xfb48a367 = { "id": "T3.13", "reason": "Before 2025-11-25, elicitation has only forms and does not name its mode, so this was removed.", "refusal": "Elicitation before 2025-11-25 has only forms, so this message with another mode was refused." } as const;
/** @internal */
export const xc0a21b40 = { "id": "T3.18", "reason": "Before 2025-11-25, the `sampling` capability has no members, so this one was removed." } as const;
/** @internal */
export const x7bdbee46 = "sampling" as const;
/** @internal */
export const xc5654a26 = "tasks" as const;
/** @internal */
export const xcc6a9305 = { "id": "T3.10", "reason": "Revisions before 2025-11-25 have no tasks, so this was removed.", "refusal": "Revisions before 2025-11-25 have no tasks, so this message was refused." } as const;
/** @internal */
export const x27a3a501 = "description" as const;
/** @internal */
export const x4799e24a = { "id": "T3.4", "reason": "Clients and servers before 2025-11-25 have no `description` or `websiteUrl`, so it was removed." } as const;
/** @internal */
export const x6bd79b31 = "icons" as const;
/** @internal */
export const x71f60ad2 = { "id": "T3.3", "reason": "Revisions before 2025-11-25 have no icons, so they were removed." } as const;
/** @internal */
export const xfece6d1c = { "type": x9b2a3448, "items": { "type": x626992da, "properties": { "mimeType": x264a94f6, "sizes": x120695c2, "src": x264a94f6, "theme": { "enum": ["dark", "light"] } }, "required": ["src"] } } as const;
/** @internal */
export const xc797adc1 = { "kind": x73dbb564, "member": x6bd79b31, "change": x71f60ad2, "type": xfece6d1c } as const;
/** @internal */
export const xab5d393f = "websiteUrl" as const;
/** @internal */
export const x601afb5f = { "fits": xa811bb7f, "outcome": xd30e371b } as const;
/** @internal */
export const x64cbf6c5 = "f118" as const;
/** @internal */
export const xb9ce06a0 = "task" as const;
/** @internal */
export const xbb894e25 = "integer" as const;
/** @internal */
export const xbe8e7526 = { "type": xbb894e25 } as const;
/** @internal */
export const xd033609d = { "type": x626992da, "properties": { "ttl": xbe8e7526 } } as const;
/** @internal */
export const xbabda199 = { "kind": x73dbb564, "member": xb9ce06a0, "change": xcc6a9305, "type": xd033609d } as const;
/** @internal */
export const xd23ac6d3 = "$schema" as const;
/** @internal */
export const x120f5571 = { "id": "T3.12", "reason": "Revisions before 2025-11-25 do not define `$schema` here, so it was removed." } as const;
/** @internal */
export const x5282faee = { "kind": x73dbb564, "member": xd23ac6d3, "change": x120f5571, "type": x264a94f6 } as const;
/** @internal */
export const x6b463731 = "inputSchema" as const;
/** @internal */
export const x81496096 = "f157" as const;
/** @internal */
export const x5f17e838 = "execution" as const;
/** @internal */
export const xcf51937b = "required" as const;
/** @internal */
export const xf824ed32 = { "type": x626992da, "properties": { "taskSupport": { "enum": ["forbidden", "optional", xcf51937b] } } } as const;
/** @internal */
export const x1080a608 = "default" as const;
/** @internal */
export const xd00355c8 = { "id": "T3.7", "reason": "Before 2025-11-25, form fields of this kind have no `default`, so it was removed." } as const;
/** @internal */
export const xfd1a55ee = "number" as const;
/** @internal */
export const xad523f87 = { "type": xfd1a55ee } as const;
/** @internal */
export const x99aca490 = { "enum": ["string"] } as const;
/** @internal */
export const xe49fb5f7 = "enum" as const;
/** @internal */
export const x38687bb7 = [xe49fb5f7, xd0070d5c] as const;
/** @internal */
export const xf33f0493 = [{ "type": x626992da, "properties": { "enum": {}, "type": x99aca490 }, "required": x38687bb7 }] as const;
/** @internal */
export const x885998ed = { "enum": ["date", "date-time", "email", "uri"] } as const;
/** @internal */
export const x9f2b066b = "f140" as const;
/** @internal */
export const x61467d8c = { "enum": [xbb894e25, xfd1a55ee] } as const;
/** @internal */
export const x231929c9 = [{ "type": x626992da, "properties": { "type": x61467d8c }, "required": x3303cb6e }] as const;
/** @internal */
export const x30cfa013 = [{ "type": x626992da, "properties": { "type": x99aca490 }, "required": x3303cb6e }] as const;
/** @internal */
export const x50170bdf = { "fits": x7e2135be, "outcome": xd30e371b } as const;
/** @internal */
export const xe4b90d9d = "properties" as const;
/** @internal */
export const xc9b0caa2 = "values" as const;
/** @internal */
export const x2a11522e = "requestedSchema" as const;
/** @internal */
export const xb6d5c2c3 = "mode" as const;
/** @internal */
export const xa57e8248 = { "enum": [xe4ea2137] } as const;
/** @internal */
export const xb04f4b85 = { "id": "T3.17", "reason": "Sampling messages before 2025-11-25 have no `_meta`, so it was removed." } as const;
/** @internal */
export const x79bf0866 = "toolChoice" as const;
/** @internal */
export const x56868688 = { "id": "T3.9", "reason": "Sampling before 2025-11-25 has no tools, so this unused setting was removed.", "refusal": "Sampling before 2025-11-25 has no tools, so this message was refused." } as const;
/** @internal */
export const x30a0924a = "none" as const;
/** @internal */
export const xf479e7ab = { "type": x626992da, "properties": { "mode": { "enum": ["auto", x30a0924a, xcf51937b] } } } as const;
/** @internal */
export const x45ebb5fe = { "type": x626992da, "properties": { "$schema": x264a94f6, "properties": xba46ac77, "required": x120695c2, "type": xe935ce50 }, "required": x3303cb6e, "additionalProperties": {}, "plain": true } as const;
/** @internal */
export const x6ffe58b8 = "name" as const;
/** @internal */
export const x6ddda512 = [x6b463731, x6ffe58b8] as const;
/** @internal */
export const x29145447 = "dropInside" as const;
/** @internal */
export const x168d02d2 = ["io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response"] as const;
/** @internal */
export const x2fd25c21 = "dropOnly" as const;
/** @internal */
export const x172f6d9f = ["url"] as const;
/** @internal */
export const xba604e8f = { "kind": x73dbb564, "member": xc5654a26, "change": xcc6a9305 } as const;
/** @internal */
export const x30410f3b = { "kind": x73dbb564, "member": x6bd79b31, "change": x71f60ad2 } as const;
/** @internal */
export const x4a14a167 = "refuseMember" as const;
/** @internal */
export const xef887229 = "f117" as const;
/** @internal */
export const xd9ad768e = { "kind": x73dbb564, "member": xb9ce06a0, "change": xcc6a9305 } as const;
/** @internal */
export const x9aae63eb = [xb9ce06a0] as const;
/** @internal */
export const x70dbb5fa = { "type": x626992da, "properties": { "task": {} }, "required": x9aae63eb } as const;
/** @internal */
export const x7a7bd097 = [x70dbb5fa] as const;
/** @internal */
export const x8ccd2e3e = { "enum": ["assistant", "user"] } as const;
/** @internal */
export const x7e84145c = { "type": xfd1a55ee, "minimum": 0, "maximum": 1 } as const;
/** @internal */
export const x46c63cbf = { "type": x626992da, "properties": { "audience": { "type": x9b2a3448, "items": x8ccd2e3e }, "lastModified": x264a94f6, "priority": x7e84145c } } as const;
/** @internal */
export const x693555ee = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x46c63cbf, "text": x264a94f6, "type": xa12fde0e }, "required": [x1e1d0f25, xd0070d5c] } as const;
/** @internal */
export const x519b3ed5 = "data" as const;
/** @internal */
export const x87b061c8 = "mimeType" as const;
/** @internal */
export const x54ca7ddc = [x519b3ed5, x87b061c8, xd0070d5c] as const;
/** @internal */
export const xadfc50ba = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x46c63cbf, "data": x264a94f6, "mimeType": x264a94f6, "type": x14d79509 }, "required": x54ca7ddc } as const;
/** @internal */
export const x853cc206 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x46c63cbf, "data": x264a94f6, "mimeType": x264a94f6, "type": xc7eb4287 }, "required": x54ca7ddc } as const;
/** @internal */
export const xd2a355c3 = { "type": x9b2a3448, "items": { "anyOf": [x693555ee, xadfc50ba, x853cc206, { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x46c63cbf, "description": x264a94f6, "icons": xfece6d1c, "mimeType": x264a94f6, "name": x264a94f6, "size": xbe8e7526, "title": x264a94f6, "type": x2e838b89, "uri": x264a94f6 }, "required": [x6ffe58b8, xd0070d5c, "uri"] }, { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x46c63cbf, "resource": { "anyOf": [x5105a002, { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "blob": x264a94f6, "mimeType": x264a94f6, "uri": x264a94f6 }, "required": ["blob", "uri"] }] }, "type": xa882e456 }, "required": [xc1ea5ae2, xd0070d5c] }] } } as const;
/** @internal */
export const x33d04bd7 = "failed" as const;
/** @internal */
export const x6e8fad32 = "input_required" as const;
/** @internal */
export const xb617020a = { "enum": ["cancelled", "completed", x33d04bd7, x6e8fad32, "working"] } as const;
/** @internal */
export const xcdde6185 = { "type": "null" } as const;
/** @internal */
export const xba515e70 = { "anyOf": [xbe8e7526, xcdde6185] } as const;
/** @internal */
export const xe5a26896 = "createdAt" as const;
/** @internal */
export const x5201cba2 = "lastUpdatedAt" as const;
/** @internal */
export const xcfc31bcc = "status" as const;
/** @internal */
export const x19d17f6b = "taskId" as const;
/** @internal */
export const x8896f6b8 = { "type": x626992da, "properties": { "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "pollInterval": xbe8e7526, "status": xb617020a, "statusMessage": x264a94f6, "taskId": x264a94f6, "ttl": xba515e70 }, "required": [xe5a26896, x5201cba2, xcfc31bcc, x19d17f6b, "ttl"] } as const;
/** @internal */
export const x44f747b5 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "task": x8896f6b8 }, "required": x9aae63eb } as const;
/** @internal */
export const x06cdf31a = { "types": [{ "type": x626992da, "properties": { "_meta": x2bb2cdb3, "content": xd2a355c3, "isError": xb1d122f2, "structuredContent": x2bb2cdb3 }, "required": [xb09c7d54] }, x44f747b5], "index": 1, "isResult": true } as const;
/** @internal */
export const x666c7f90 = { "kind": xaf913eb7, "change": xcc6a9305 } as const;
/** @internal */
export const xf57a877c = { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f10" } } as const;
/** @internal */
export const x6f66f984 = "CreateTaskResult or CallToolResult" as const;
/** @internal */
export const xc7dde883 = { "kind": x73dbb564, "member": xd23ac6d3, "change": x120f5571 } as const;
/** @internal */
export const xdb227e20 = "f156" as const;
/** @internal */
export const xa00267a4 = { "kind": x4456a12e, "member": x6b463731, "function": xdb227e20, "always": true } as const;
/** @internal */
export const x24f5af8b = { "kind": x4456a12e, "member": xfad1d88b, "function": xdb227e20 } as const;
/** @internal */
export const x93bb457d = "taskSupport" as const;
/** @internal */
export const x2ed1d926 = { "type": x626992da, "properties": { "execution": { "type": x626992da, "properties": { "taskSupport": { "enum": [xcf51937b] } }, "required": [x93bb457d] } }, "required": [x5f17e838] } as const;
/** @internal */
export const x04691d81 = { "id": "T3.6", "reason": "Before 2025-11-25, the titles of options are in `enumNames` instead of `oneOf`, so this enumeration was rewritten." } as const;
/** @internal */
export const xf3473585 = "enumNames" as const;
/** @internal */
export const xc9dddab2 = { "type": x626992da, "properties": { "default": x264a94f6, "description": x264a94f6, "enum": x120695c2, "title": x264a94f6, "type": x99aca490 }, "required": x38687bb7 } as const;
/** @internal */
export const x9e0489ae = { "type": x9b2a3448, "items": { "type": x626992da, "properties": { "const": x264a94f6, "title": x264a94f6 }, "required": ["const", x87dfbbd2] } } as const;
/** @internal */
export const x411a5bcb = "oneOf" as const;
/** @internal */
export const xb09572c4 = [x411a5bcb, xd0070d5c] as const;
/** @internal */
export const xa87caf68 = { "type": x626992da, "properties": { "default": x264a94f6, "description": x264a94f6, "oneOf": x9e0489ae, "title": x264a94f6, "type": x99aca490 }, "required": xb09572c4 } as const;
/** @internal */
export const x11790d23 = { "type": x626992da, "properties": { "default": x264a94f6, "description": x264a94f6, "enum": x120695c2, "enumNames": x120695c2, "title": x264a94f6, "type": x99aca490 }, "required": x38687bb7 } as const;
/** @internal */
export const xf68eefa7 = { "type": x626992da, "properties": { "default": x264a94f6, "description": x264a94f6, "format": x885998ed, "maxLength": xbe8e7526, "minLength": xbe8e7526, "title": x264a94f6, "type": x99aca490 }, "required": x3303cb6e } as const;
/** @internal */
export const x21e9f940 = [xc9dddab2, xa87caf68, x11790d23, xf68eefa7] as const;
/** @internal */
export const xb43e6ef6 = { "kind": x7cd9f8ae, "rule": "legacy_enum", "change": x04691d81 } as const;
/** @internal */
export const xebf99738 = "f139" as const;
/** @internal */
export const xdbef4d07 = { "kind": x3a5dae28, "function": xebf99738 } as const;
/** @internal */
export const x0e16af52 = { "enum": [x9b2a3448] } as const;
/** @internal */
export const x979c7172 = [x3c22349f, xd0070d5c] as const;
/** @internal */
export const x145ed92f = { "id": "T3.15", "reason": "Form fields before 2025-11-25 hold one choice, so this optional field for several was removed.", "refusal": "Form fields before 2025-11-25 hold one choice, so this form, which needs a field for several, was refused." } as const;
/** @internal */
export const xea1d8311 = { "fits": [{ "type": x626992da, "properties": { "items": {}, "type": x0e16af52 }, "required": x979c7172 }], "outcome": { "kind": xaf913eb7, "change": x145ed92f } } as const;
/** @internal */
export const x443c3c9d = { "enum": x172f6d9f } as const;
/** @internal */
export const x97fa820f = "elicitationId" as const;
/** @internal */
export const x617b8f9b = { "anyOf": [x264a94f6, xbe8e7526] } as const;
/** @internal */
export const xb6c18ed0 = { "progressToken": x617b8f9b } as const;
/** @internal */
export const x7584522a = { "id": "T3.5", "reason": "Clients before 2025-11-25 cannot open URLs, so this message was refused." } as const;
/** @internal */
export const xa8d7e166 = [{ "type": x9b2a3448 }] as const;
/** @internal */
export const x5a83111e = "cancel" as const;
/** @internal */
export const xeed50d8d = { "id": "T3.16", "reason": "Sampling messages before 2025-11-25 hold one content block, so this list was unwrapped, split, joined or removed.", "refusal": "Sampling messages before 2025-11-25 hold one content block, so this message with a list was refused." } as const;
/** @internal */
export const x5f37e9e8 = { "enum": ["tool_use"] } as const;
/** @internal */
export const xf9fa7d30 = { "kind": xaf913eb7, "change": x56868688, "code": x6a1ea131 } as const;
/** @internal */
export const xe7b1c522 = { "enum": ["tool_result"] } as const;
/** @internal */
export const x96f99647 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "id": x264a94f6, "input": x2bb2cdb3, "name": x264a94f6, "type": x5f37e9e8 }, "required": ["id", "input", x6ffe58b8, xd0070d5c] } as const;
/** @internal */
export const x5e5bff92 = "toolUseId" as const;
/** @internal */
export const xc430c4e6 = [xb09c7d54, x5e5bff92, xd0070d5c] as const;
/** @internal */
export const xa89dbd50 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "content": xd2a355c3, "isError": xb1d122f2, "structuredContent": x2bb2cdb3, "toolUseId": x264a94f6, "type": xe7b1c522 }, "required": xc430c4e6 } as const;
/** @internal */
export const x2bc933af = "role" as const;
/** @internal */
export const x96039a8a = { "kind": x29127aca, "params": "f15" } as const;
/** @internal */
export const xb85f8e62 = { "kind": xccd78884, "change": xcc6a9305 } as const;
/** @internal */
export const xba1a40b6 = { "kind": xccd78884, "change": xcc6a9305, "code": x1c3666c3 } as const;
/** @internal */
export const x47babf25 = "f161" as const;
/** @internal */
export const x2f080248 = { "kind": x29127aca, "params": "f8", "result": x47babf25 } as const;
/** @internal */
export const x3f76a133 = "notifications/cancelled" as const;
/** @internal */
export const xe38e6577 = "notifications/tasks/status" as const;
/** @internal */
export const x739c9f62 = "tasks/cancel" as const;
/** @internal */
export const xa827628c = "tasks/result" as const;
/** @internal */
export const x57750317 = "notifications/elicitation/complete" as const;
/** @internal */
export const x00a17541 = "2026-07-28" as const;
/** @internal */
export const x594fe6c5 = { "id": "T4.12", "reason": "Since 2026-07-28, tasks are only an extension, so this was removed.", "refusal": "Since 2026-07-28, tasks are only an extension, so this message was refused." } as const;
/** @internal */
export const x45ff637f = "fillContext" as const;
/** @internal */
export const x937dad5e = { "kind": x45ff637f, "member": xd3736050, "change": { "id": "T4.3", "reason": "Since 2026-07-28, each request states the client and the revision in `_meta`, so they were set there." }, "always": true } as const;
/** @internal */
export const x64121f4e = { "edits": [x937dad5e] } as const;
/** @internal */
export const xdadd8137 = "io.modelcontextprotocol/serverInfo" as const;
/** @internal */
export const x5f1e44e4 = { "id": "T4.4", "reason": "Revisions before 2026-07-28 do not define this key of `_meta`, so it was removed." } as const;
/** @internal */
export const x5d4393d8 = { "type": x626992da, "properties": { "description": x264a94f6, "icons": xfece6d1c, "name": x264a94f6, "title": x264a94f6, "version": x264a94f6, "websiteUrl": x264a94f6 }, "required": [x6ffe58b8, "version"] } as const;
/** @internal */
export const x057b82f0 = { "edits": [{ "kind": x73dbb564, "member": xdadd8137, "change": x5f1e44e4, "type": x5d4393d8 }] } as const;
/** @internal */
export const x58d07ea3 = { "edits": [{ "kind": "truncate", "member": xc9b0caa2, "most": 100, "flag": "hasMore", "change": { "id": "T4.21", "reason": "Since 2026-07-28, a completion has at most 100 values, so the others were removed and `hasMore` was set." } }] } as const;
/** @internal */
export const xf6616af6 = "resultType" as const;
/** @internal */
export const xdf65f874 = { "kind": "set", "member": xf6616af6, "value": "complete", "change": { "id": "T4.5", "reason": "Since 2026-07-28, every result has a `resultType`, so it was set to `complete`.", "refusal": "Before 2026-07-28, every result is complete and has no `resultType`, so this other result was refused." }, "always": true } as const;
/** @internal */
export const xe74e5b21 = "f126" as const;
/** @internal */
export const xe420e661 = { "kind": x4456a12e, "member": xd3736050, "function": xe74e5b21 } as const;
/** @internal */
export const xc7bac86d = { "edits": [xdf65f874, xe420e661, { "kind": x4456a12e, "member": "completion", "function": "f33", "always": true }] } as const;
/** @internal */
export const x90ec57c0 = "io.modelcontextprotocol/subscriptionId" as const;
/** @internal */
export const x4adc9d84 = { "edits": [{ "kind": x73dbb564, "member": x90ec57c0, "change": x5f1e44e4, "type": x617b8f9b }] } as const;
/** @internal */
export const xb534ac2e = { "kind": x4456a12e, "member": xd3736050, "function": "f92" } as const;
/** @internal */
export const x6c0310b2 = { "id": "T4.14", "reason": "Since 2026-07-28, cancellations require a `requestId` and servers cancel only subscriptions, so this one was refused." } as const;
/** @internal */
export const xa178e5b0 = { "edits": [xb534ac2e, { "kind": x4a14a167, "member": "requestId", "change": x6c0310b2, "type": {}, "always": true }] } as const;
/** @internal */
export const x171cde59 = { "id": "T4.25", "reason": "Before 2026-07-28, `inputResponses` and `requestState` have no meaning, so this was removed." } as const;
/** @internal */
export const xe424a47e = { "kind": x73dbb564, "member": "inputResponses", "change": x171cde59 } as const;
/** @internal */
export const x1fae3772 = "requestState" as const;
/** @internal */
export const x3a224626 = { "kind": x73dbb564, "member": x1fae3772, "change": x171cde59 } as const;
/** @internal */
export const x629cbdba = { "edits": [x937dad5e, xe424a47e, x3a224626] } as const;
/** @internal */
export const x339f4a59 = { "edits": [xdf65f874, xe420e661] } as const;
/** @internal */
export const x0fce21ee = { "id": "T4.6", "reason": "Since 2026-07-28, lists and resources have cache hints, so they were set to forbid caching." } as const;
/** @internal */
export const xd5c7755b = { "kind": "set", "member": "cacheScope", "value": "private", "change": x0fce21ee, "always": true, "type": { "enum": ["private", "public"] } } as const;
/** @internal */
export const xc6fe66ad = "ttlMs" as const;
/** @internal */
export const x74d7ab94 = { "kind": "set", "member": xc6fe66ad, "value": 0, "change": x0fce21ee, "always": true, "type": { "type": xbb894e25, "minimum": 0 } } as const;
/** @internal */
export const x8acff6c8 = { "edits": [xdf65f874, xe420e661, xd5c7755b, x74d7ab94] } as const;
/** @internal */
export const xdf11d910 = { "kind": x73dbb564, "member": xb9ce06a0, "change": x594fe6c5 } as const;
/** @internal */
export const xca262e11 = { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f62" } } as const;
/** @internal */
export const x0e1fa4fc = { "edits": [xb534ac2e] } as const;
/** @internal */
export const x11f9348b = { "id": "T4.11", "reason": "Since 2026-07-28, clients do not announce changed roots, so `listChanged` was removed.", "refusal": "Since 2026-07-28, clients do not announce changed roots, so this notification was refused." } as const;
/** @internal */
export const x5996885f = { "edits": [{ "kind": x73dbb564, "member": "listChanged", "change": x11f9348b }] } as const;
/** @internal */
export const xa0c44c8a = "f129" as const;
/** @internal */
export const xdc4cc813 = "extensions" as const;
/** @internal */
export const x29bfbc07 = { "$ref": "t43" } as const;
/** @internal */
export const x3ea51da7 = { "type": x626992da, "additionalProperties": x29bfbc07 } as const;
/** @internal */
export const xf22456e2 = { "edits": [{ "kind": x4456a12e, "member": x67259f4e, "function": xa0c44c8a }, { "kind": x73dbb564, "member": xc5654a26, "change": x594fe6c5 }, { "kind": x73dbb564, "member": xdc4cc813, "change": { "id": "T4.15", "reason": "2026-07-28 adds the `extensions` capability, and no message of earlier revisions contains it, so nothing was changed." }, "type": x3ea51da7 }] } as const;
/** @internal */
export const x413035e1 = { "kind": x29127aca, "params": "f24", "result": "f26" } as const;
/** @internal */
export const x4e153a5a = { "id": "T4.1", "reason": "2026-07-28 removed the handshake, so this message was refused." } as const;
/** @internal */
export const x9fc72119 = { "kind": xccd78884, "change": x4e153a5a, "code": x1c3666c3 } as const;
/** @internal */
export const x6110bc8c = { "kind": xccd78884, "change": { "id": "T4.10", "reason": "2026-07-28 removed `logging/setLevel`, so this message was refused; each request states its log level instead." }, "code": x1c3666c3 } as const;
/** @internal */
export const xfdc479ec = { "kind": x29127aca, "params": "f16" } as const;
/** @internal */
export const xcd186762 = { "kind": xccd78884, "change": x4e153a5a } as const;
/** @internal */
export const xa8dda899 = { "kind": xccd78884, "change": { "id": "T4.27", "reason": "Since 2026-07-28, clients do not report progress, so this notification was refused." } } as const;
/** @internal */
export const x5042669a = { "kind": xccd78884, "change": x11f9348b } as const;
/** @internal */
export const x5d422b39 = { "kind": xccd78884, "change": x594fe6c5 } as const;
/** @internal */
export const x73ad5d00 = { "kind": xccd78884, "change": { "id": "T4.9", "reason": "2026-07-28 removed `ping`, so this message was refused." }, "code": x1c3666c3 } as const;
/** @internal */
export const x72ed25ce = { "kind": x29127aca, "params": "f60", "result": "f62" } as const;
/** @internal */
export const xd8d97893 = { "kind": x29127aca, "params": "f24", "result": "f80", "createsParams": true } as const;
/** @internal */
export const xccb8dfa6 = { "kind": x29127aca, "params": "f60", "result": "f80" } as const;
/** @internal */
export const x7f6c0f5b = { "kind": xccd78884, "change": { "id": "T4.8", "reason": "2026-07-28 replaced this method by `subscriptions/listen`, so this message was refused." }, "code": x1c3666c3 } as const;
/** @internal */
export const x2b9c3c79 = { "kind": xccd78884, "change": x594fe6c5, "code": x1c3666c3 } as const;
/** @internal */
export const x3a85ad49 = "f162" as const;
/** @internal */
export const x0afd9cb0 = { "kind": x29127aca, "params": "f9", "result": x3a85ad49 } as const;
/** @internal */
export const xdbf68e5b = { "kind": x29127aca, "params": "f24", "result": "f88", "createsParams": true } as const;
/** @internal */
export const xccddb633 = { "id": "T4.7", "reason": "Since 2026-07-28, servers ask inside results instead of sending requests, so this message was refused." } as const;
/** @internal */
export const xb76d58a4 = { "kind": xccd78884, "change": xccddb633, "code": x1c3666c3 } as const;
/** @internal */
export const x2ec209b5 = { "kind": xccd78884, "change": x6c0310b2 } as const;
/** @internal */
export const xb07487ac = { "kind": xccd78884, "change": { "id": "T4.13", "reason": "Since 2026-07-28, no notification says that a URL elicitation is complete, so this one was refused." } } as const;
/** @internal */
export const x50728946 = { "kind": x29127aca, "params": "f90" } as const;
/** @internal */
export const xdf09211f = "resources/subscribe" as const;
/** @internal */
export const x1d396446 = "notifications/message" as const;
/** @internal */
export const x271218b9 = "notifications/prompts/list_changed" as const;
/** @internal */
export const x37a571d4 = "notifications/resources/list_changed" as const;
/** @internal */
export const xca0413f5 = "notifications/resources/updated" as const;
/** @internal */
export const xd3ac2055 = "notifications/tools/list_changed" as const;
/** @internal */
export const xee8f4596 = -32022 as const;
/** @internal */
export const x3c0b060d = "initialize" as const;
/** @internal */
export const x981f6b8f = [x3c0b060d] as const;
/** @internal */
export const xa9e0d82a = { "id": "T4.18", "reason": "2026-07-28 defines other error codes than earlier revisions, so the code of this error was replaced." } as const;
/** @internal */
export const xf7b5f169 = -32002 as const;
/** @internal */
export const x2d0fa1e4 = -32603 as const;
/** @internal */
export const x750cfda3 = -32020 as const;
/** @internal */
export const x525fd4ce = { "edit": { "kind": "renumber", "rows": [{ "first": x6a1ea131, "last": x6a1ea131, "to": xee8f4596, "answering": x981f6b8f, "having": "supported", "change": xa9e0d82a }, { "first": xf7b5f169, "last": xf7b5f169, "to": x6a1ea131, "answering": [x6dd1ce89, xdf09211f], "change": xa9e0d82a }, { "first": xf7b5f169, "last": xf7b5f169, "to": x2d0fa1e4, "wraps": true, "change": xa9e0d82a }, { "first": -32099, "last": x750cfda3, "to": x2d0fa1e4, "wraps": true, "change": xa9e0d82a }] }, "withoutRequests": { "server": xccddb633 } } as const;
/** @internal */
export const x4d01709f = "error" as const;
/** @internal */
export const xedf4caf9 = [{ "name": "clientCapabilities", "key": "io.modelcontextprotocol/clientCapabilities", "type": { "type": x626992da, "properties": { "elicitation": { "type": x626992da, "properties": { "form": x29bfbc07, "url": x29bfbc07 } }, "experimental": x3ea51da7, "extensions": x3ea51da7, "roots": x2bb2cdb3, "sampling": { "type": x626992da, "properties": { "context": x29bfbc07, "tools": x29bfbc07 } } } } }, { "name": x27e2d97b, "key": "io.modelcontextprotocol/clientInfo", "type": x5d4393d8 }, { "name": "logLevel", "key": "io.modelcontextprotocol/logLevel", "type": { "enum": ["debug", "info", "notice", "warning", x4d01709f, "critical", "alert", "emergency"] } }, { "name": "protocolVersion", "key": "io.modelcontextprotocol/protocolVersion", "type": x264a94f6 }] as const;
/** @internal */
export const xcf295eed = { "$ref": "t44" } as const;
/** @internal */
export const x055944fd = { "t43": { "type": x626992da, "additionalProperties": xcf295eed }, "t44": { "anyOf": [x29bfbc07, { "type": x9b2a3448, "items": xcf295eed }, x264a94f6, xad523f87, xb1d122f2, xcdde6185] } } as const;
/** @internal */
export const xe7b8f6fa = ["io.modelcontextprotocol/clientCapabilities", "io.modelcontextprotocol/clientInfo", "io.modelcontextprotocol/logLevel", "io.modelcontextprotocol/protocolVersion"] as const;
/** @internal */
export const xdfae3243 = { "kind": x29145447, "member": xd3736050, "names": xe7b8f6fa, "change": { "id": "T4.3", "reason": "Before 2026-07-28, requests do not state client, revision or log level in `_meta`, so this was removed." }, "clears": true } as const;
/** @internal */
export const x7fd83022 = { "edits": [xdfae3243] } as const;
/** @internal */
export const x529d16dc = { "kind": x29145447, "member": xd3736050, "names": [xdadd8137], "change": x5f1e44e4, "clears": true } as const;
/** @internal */
export const x725502dd = { "kind": x2fd25c21, "member": xf6616af6, "value": "complete", "change": { "id": "T4.5", "reason": "Before 2026-07-28, every result is complete and has no `resultType`, so it was removed.", "refusal": "Before 2026-07-28, every result is complete and has no `resultType`, so this other result was refused." } } as const;
/** @internal */
export const x502588cd = { "edits": [x529d16dc, x725502dd] } as const;
/** @internal */
export const x8850fd78 = { "edits": [{ "kind": x29145447, "member": xd3736050, "names": [x90ec57c0], "change": x5f1e44e4, "clears": true }] } as const;
/** @internal */
export const x038401a7 = { "id": "T4.25", "reason": "Requests before 2026-07-28 have no `inputResponses` or `requestState`, so this message was refused." } as const;
/** @internal */
export const xfde63af8 = { "kind": x4a14a167, "member": "inputResponses", "change": x038401a7 } as const;
/** @internal */
export const xcf944a4f = { "kind": x4a14a167, "member": x1fae3772, "change": x038401a7 } as const;
/** @internal */
export const xaf6fb73e = { "edits": [xdfae3243, xfde63af8, xcf944a4f] } as const;
/** @internal */
export const xa68c8d5b = { "enum": [x6e8fad32] } as const;
/** @internal */
export const x2640f4b5 = [xf6616af6] as const;
/** @internal */
export const x609c0f6f = { "type": x626992da, "properties": { "resultType": xa68c8d5b }, "required": x2640f4b5 } as const;
/** @internal */
export const x7187dfa8 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "content": xd2a355c3, "isError": xb1d122f2, "structuredContent": {}, "toolUseId": x264a94f6, "type": xe7b1c522 }, "required": xc430c4e6 } as const;
/** @internal */
export const x12f3c6c9 = "method" as const;
/** @internal */
export const x15bcf681 = "params" as const;
/** @internal */
export const xf5fd38f4 = [x12f3c6c9, x15bcf681] as const;
/** @internal */
export const x14157f7c = "roots/list" as const;
/** @internal */
export const x9739f0d9 = "anyOf" as const;
/** @internal */
export const xd205d116 = { "type": x626992da, "additionalProperties": { "anyOf": [{ "type": x626992da, "properties": { "method": { "enum": [x9b1a4ded] }, "params": { "type": x626992da, "properties": { "includeContext": { "enum": ["allServers", x30a0924a, "thisServer"] }, "maxTokens": xbe8e7526, "messages": { "type": x9b2a3448, "items": { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "content": { "anyOf": [x693555ee, xadfc50ba, x853cc206, x96f99647, x7187dfa8, { "type": x9b2a3448, "items": { "anyOf": [x693555ee, xadfc50ba, x853cc206, x96f99647, x7187dfa8] } }] }, "role": x8ccd2e3e }, "required": [xb09c7d54, x2bc933af] } }, "metadata": x29bfbc07, "modelPreferences": { "type": x626992da, "properties": { "costPriority": x7e84145c, "hints": { "type": x9b2a3448, "items": { "type": x626992da, "properties": { "name": x264a94f6 } } }, "intelligencePriority": x7e84145c, "speedPriority": x7e84145c } }, "stopSequences": x120695c2, "systemPrompt": x264a94f6, "temperature": xad523f87, "toolChoice": xf479e7ab, "tools": { "type": x9b2a3448, "items": { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x562e9ac6, "description": x264a94f6, "icons": xfece6d1c, "inputSchema": { "type": x626992da, "properties": { "$schema": x264a94f6, "type": xe935ce50 }, "required": x3303cb6e, "additionalProperties": {}, "plain": true }, "name": x264a94f6, "outputSchema": { "type": x626992da, "properties": { "$schema": x264a94f6 }, "additionalProperties": {}, "plain": true }, "title": x264a94f6 }, "required": x6ddda512 } } }, "required": ["maxTokens", x6b3cb6f7] } }, "required": xf5fd38f4 }, { "type": x626992da, "properties": { "method": { "enum": [x14157f7c] }, "params": { "type": x626992da, "properties": { "_meta": x2bb2cdb3 } } }, "required": [x12f3c6c9] }, { "type": x626992da, "properties": { "method": { "enum": [x78984019] }, "params": { "anyOf": [{ "type": x626992da, "properties": { "message": x264a94f6, "mode": xa57e8248, "requestedSchema": { "type": x626992da, "properties": { "$schema": x264a94f6, "properties": { "type": x626992da, "additionalProperties": { "anyOf": [xf68eefa7, { "type": x626992da, "properties": { "default": xad523f87, "description": x264a94f6, "maximum": xad523f87, "minimum": xad523f87, "title": x264a94f6, "type": x61467d8c }, "required": x3303cb6e }, { "type": x626992da, "properties": { "default": xb1d122f2, "description": x264a94f6, "title": x264a94f6, "type": { "enum": ["boolean"] } }, "required": x3303cb6e }, xc9dddab2, xa87caf68, { "type": x626992da, "properties": { "default": x120695c2, "description": x264a94f6, "items": { "type": x626992da, "properties": { "enum": x120695c2, "type": x99aca490 }, "required": x38687bb7 }, "maxItems": xbe8e7526, "minItems": xbe8e7526, "title": x264a94f6, "type": x0e16af52 }, "required": x979c7172 }, { "type": x626992da, "properties": { "default": x120695c2, "description": x264a94f6, "items": { "type": x626992da, "properties": { "anyOf": x9e0489ae }, "required": [x9739f0d9] }, "maxItems": xbe8e7526, "minItems": xbe8e7526, "title": x264a94f6, "type": x0e16af52 }, "required": x979c7172 }, x11790d23] } }, "required": x120695c2, "type": xe935ce50 }, "required": [xe4b90d9d, xd0070d5c] } }, "required": [xfd3830a0, x2a11522e] }, { "type": x626992da, "properties": { "message": x264a94f6, "mode": x443c3c9d, "url": x264a94f6 }, "required": [xfd3830a0, xb6d5c2c3, "url"] }] } }, "required": xf5fd38f4 }] } } as const;
/** @internal */
export const x8e217967 = { "fits": [x609c0f6f, { "type": x626992da, "properties": { "_meta": { "type": x626992da, "properties": { "io.modelcontextprotocol/serverInfo": x5d4393d8 }, "additionalProperties": {} }, "inputRequests": xd205d116, "requestState": x264a94f6, "resultType": x264a94f6 }, "required": x2640f4b5, "guard": { "member": xf6616af6, "value": x6e8fad32 } }], "outcome": { "kind": xaf913eb7, "change": { "id": "T4.7", "reason": "Before 2026-07-28, servers send requests instead of asking inside results, so this message was refused." } } } as const;
/** @internal */
export const x49645f3c = { "kind": x7a1bdfd4, "variants": [x8e217967, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f25" } }], "expected": "InputRequiredResult or GetPromptResult" } as const;
/** @internal */
export const x5ab731b4 = { "id": "T4.6", "reason": "Revisions before 2026-07-28 have no cache hints, so they were removed." } as const;
/** @internal */
export const x7ba04c51 = { "kind": x73dbb564, "member": "cacheScope", "change": x5ab731b4 } as const;
/** @internal */
export const xf4bb9342 = { "kind": x73dbb564, "member": xc6fe66ad, "change": x5ab731b4 } as const;
/** @internal */
export const xb9fdd69e = { "edits": [x529d16dc, x725502dd, x7ba04c51, xf4bb9342] } as const;
/** @internal */
export const x0ebbc9fa = { "kind": x7a1bdfd4, "variants": [x8e217967, { "fits": x7e2135be, "outcome": { "kind": x3a5dae28, "function": "f79" } }], "expected": "InputRequiredResult or ReadResourceResult" } as const;
/** @internal */
export const x3447ba3b = { "edits": [xdfae3243, xfde63af8, xcf944a4f, { "kind": x73dbb564, "member": xb9ce06a0, "change": x594fe6c5, "type": xd033609d }] } as const;
/** @internal */
export const xcc535a7b = { "edits": [x529d16dc, x725502dd, { "kind": xb0c37549, "member": xa2d12f9a, "rule": "structured_content_as_text", "change": { "id": "T4.17", "reason": "Before 2026-07-28, structured content is an object, so this value was removed; a tool result states it as text." }, "type": x0f788c21 }] } as const;
/** @internal */
export const x074f9323 = { "id": "T4.16", "reason": "Before 2026-07-28, a tool schema describes an object, without boolean subschemas, so this one was rewritten or removed." } as const;
/** @internal */
export const xab6e42e2 = { "call": { "kind": x7cd9f8ae, "rule": "schema_of_objects", "change": x074f9323 } } as const;
/** @internal */
export const x746d0127 = { "kind": x73dbb564, "member": xfad1d88b, "change": x074f9323, "type": { "type": x626992da, "properties": { "type": xe935ce50 }, "required": x3303cb6e }, "when": { "type": x626992da, "properties": { "outputSchema": x0f788c21 }, "required": [xfad1d88b] } } as const;
/** @internal */
export const xf250be6e = { "edits": [x529d16dc, x725502dd, x7ba04c51, x5f645a34, xf4bb9342] } as const;
/** @internal */
export const x31744f7b = { "kind": x29127aca, "params": "f23", "result": "f25" } as const;
/** @internal */
export const xdba7f648 = "f111" as const;
/** @internal */
export const x63929fee = { "kind": x29127aca, "params": "f59", "result": xdba7f648 } as const;
/** @internal */
export const xe443482b = { "kind": x29127aca, "params": "f23", "result": "f79", "dropsEmptyParams": true } as const;
/** @internal */
export const xa5ec33ed = "f124" as const;
/** @internal */
export const xb34d5310 = { "kind": x29127aca, "params": "f59", "result": xa5ec33ed } as const;
/** @internal */
export const x47d648db = { "kind": xccd78884, "change": { "id": "T4.2", "reason": "Revisions before 2026-07-28 have no `server/discover`, so this message was refused; `initialize` states the same facts." }, "code": x1c3666c3 } as const;
/** @internal */
export const x8e1fc430 = { "id": "T4.8", "reason": "Revisions before 2026-07-28 have no subscription streams, so this message was refused." } as const;
/** @internal */
export const xd5e7e8cd = { "kind": xccd78884, "change": x8e1fc430, "code": x1c3666c3 } as const;
/** @internal */
export const x075b8dc0 = { "kind": x29127aca, "params": "f23", "result": "f87", "dropsEmptyParams": true } as const;
/** @internal */
export const x67f261ce = { "kind": xccd78884, "change": { "id": "T4.14", "reason": "Before 2026-07-28, servers cancel only their own requests, so this cancellation of a subscription was refused." } } as const;
/** @internal */
export const xc7f784dc = { "kind": xccd78884, "change": x8e1fc430 } as const;
/** @internal */
export const x9ab335ca = "subscriptions/listen" as const;
/** @internal */
export const x7b0b67b6 = "notifications/subscriptions/acknowledged" as const;
/** @internal */
export const xa6682fba = -32021 as const;
/** @internal */
export const x84887c56 = { "edit": { "kind": "renumber", "rows": [{ "first": x750cfda3, "last": x750cfda3, "to": x2d0fa1e4, "change": xa9e0d82a }, { "first": xa6682fba, "last": xa6682fba, "to": x6a1ea131, "change": xa9e0d82a }, { "first": xee8f4596, "last": xee8f4596, "to": x6a1ea131, "answering": x981f6b8f, "change": xa9e0d82a }, { "first": x6a1ea131, "last": x6a1ea131, "to": xf7b5f169, "answering": [x6dd1ce89], "having": "uri", "change": xa9e0d82a }] } } as const;
/** @internal */
export const xb83a283c = "2026-07-28+io.modelcontextprotocol/tasks" as const;
/** @internal */
export const x78752c73 = { "id": "R-EXT", "reason": "Only the extension defines this, so it was removed.", "refusal": "Only the extension defines this, so this message was refused." } as const;
/** @internal */
export const xc1e236c9 = { "kind": x29127aca, "params": "f146" } as const;
/** @internal */
export const xf1f5ce39 = [{ "type": x626992da, "properties": { "resultType": { "enum": x9aae63eb } }, "required": x2640f4b5 }] as const;
/** @internal */
export const xb7eb502d = { "kind": x29127aca, "params": "f145" } as const;
/** @internal */
export const x13b89539 = { "kind": xccd78884, "change": x78752c73, "code": x1c3666c3 } as const;
/** @internal */
export const x239255f7 = "notifications/tasks" as const;
/** @internal */
export const x426bdfd1 = { "id": "X1.1", "reason": "The tasks extension does not define this key of `_meta`, so it was removed.", "refusal": "With the tasks extension, only servers have tasks, so this message about a task of the client was refused." } as const;
/** @internal */
export const x1daf5093 = { "id": "X1.11", "reason": "Since 2026-07-28, each request states the client and the revision in `_meta`, so they were set there." } as const;
/** @internal */
export const x52410d71 = ["io.modelcontextprotocol/tasks"] as const;
/** @internal */
export const x3d5727f8 = { "id": "X1.10", "reason": "The tasks extension answers `tasks/cancel` without the task, so the task was removed." } as const;
/** @internal */
export const xab2816b5 = "pollInterval" as const;
/** @internal */
export const xad44db69 = "statusMessage" as const;
/** @internal */
export const xc1becffa = "move" as const;
/** @internal */
export const xb9ff4ca4 = [xab2816b5] as const;
/** @internal */
export const x9128af91 = ["pollIntervalMs"] as const;
/** @internal */
export const x80032832 = "X1.6" as const;
/** @internal */
export const xab71b7a4 = { "id": x80032832, "reason": "The tasks extension has milliseconds in the names of these members, and core tasks do not, so they were renamed." } as const;
/** @internal */
export const xcd1e9e1d = { "id": x80032832, "reason": "With the extension io.modelcontextprotocol/tasks, there is another member in this location, so this was removed." } as const;
/** @internal */
export const x69c8d65f = { "kind": xc1becffa, "source": xb9ff4ca4, "target": x9128af91, "change": xab71b7a4, "removal": xcd1e9e1d, "clears": 0 } as const;
/** @internal */
export const x054cc2c7 = { "id": "X1.13", "reason": "The tasks extension requires `ttlMs`, and limits times to 2^53 - 1 milliseconds, so this was changed." } as const;
/** @internal */
export const xffaf8211 = { "type": xbb894e25, "minimum": -9007199254740991, "maximum": 9007199254740991 } as const;
/** @internal */
export const x424528e0 = { "kind": x73dbb564, "member": "pollIntervalMs", "change": x054cc2c7, "type": xffaf8211 } as const;
/** @internal */
export const x1a337dac = ["ttl"] as const;
/** @internal */
export const x0ec40651 = [xc6fe66ad] as const;
/** @internal */
export const xc2efb853 = { "kind": xc1becffa, "source": x1a337dac, "target": x0ec40651, "change": xab71b7a4, "removal": xcd1e9e1d, "clears": 0 } as const;
/** @internal */
export const x691b9a84 = { "kind": "set", "member": xc6fe66ad, "value": null, "change": x054cc2c7, "always": true, "type": { "anyOf": [xffaf8211, xcdde6185] } } as const;
/** @internal */
export const x9ecc1e40 = "inputRequests" as const;
/** @internal */
export const x127d307b = { "id": "X1.9", "reason": "The tasks extension states the outcome or the input requests of a task with this status, and core tasks do not, so this message was refused." } as const;
/** @internal */
export const x6037b93f = { "kind": x4a14a167, "member": x9ecc1e40, "change": x127d307b, "type": xd205d116, "always": true } as const;
/** @internal */
export const xd9fd9a3d = "result" as const;
/** @internal */
export const xa5f2c3ed = { "kind": x4a14a167, "member": xd9fd9a3d, "change": x127d307b, "type": x2bb2cdb3, "always": true } as const;
/** @internal */
export const x4a1933b0 = "code" as const;
/** @internal */
export const x363a3191 = { "kind": x4a14a167, "member": x4d01709f, "change": x127d307b, "type": { "type": x626992da, "properties": { "code": xbe8e7526, "data": {}, "message": x264a94f6 }, "required": [x4a1933b0, xfd3830a0] }, "always": true } as const;
/** @internal */
export const xbf96a156 = [xcfc31bcc] as const;
/** @internal */
export const x0489761c = [{ "type": x626992da, "properties": { "status": { "enum": ["working"] } }, "required": xbf96a156 }] as const;
/** @internal */
export const x5906eac4 = { "kind": x3a5dae28, "function": "f167" } as const;
/** @internal */
export const x9800eb21 = [{ "type": x626992da, "properties": { "status": xa68c8d5b }, "required": xbf96a156 }] as const;
/** @internal */
export const xd93bc9b8 = { "enum": ["completed"] } as const;
/** @internal */
export const xfe1b3386 = [{ "type": x626992da, "properties": { "status": xd93bc9b8 }, "required": xbf96a156 }] as const;
/** @internal */
export const xff31e8d1 = [{ "type": x626992da, "properties": { "status": { "enum": [x33d04bd7] } }, "required": xbf96a156 }] as const;
/** @internal */
export const x3114504b = [{ "type": x626992da, "properties": { "status": { "enum": ["cancelled"] } }, "required": xbf96a156 }] as const;
/** @internal */
export const x1d616c97 = [xb9ce06a0, x19d17f6b] as const;
/** @internal */
export const x5add9cab = [x19d17f6b] as const;
/** @internal */
export const x42fdc7f5 = "X1.7" as const;
/** @internal */
export const x4b810e15 = { "id": x42fdc7f5, "reason": "Core tasks have the members of a created task in `task`, and the tasks extension in the result, so they were moved.", "refusal": "Core tasks have the members of a created task in `task`, and some are missing or invalid, so this message was refused." } as const;
/** @internal */
export const x0bcd5714 = { "id": x42fdc7f5, "reason": "With the extension io.modelcontextprotocol/tasks, there is another member in this location, so this was removed." } as const;
/** @internal */
export const x87bbc25d = [xb9ce06a0, xcfc31bcc] as const;
/** @internal */
export const xfc089649 = [xb9ce06a0, xad44db69] as const;
/** @internal */
export const x07f1f93d = [xad44db69] as const;
/** @internal */
export const xc8eccab8 = [xb9ce06a0, xe5a26896] as const;
/** @internal */
export const x9da118ee = [xe5a26896] as const;
/** @internal */
export const x4a920be5 = [xb9ce06a0, x5201cba2] as const;
/** @internal */
export const x9075b462 = [x5201cba2] as const;
/** @internal */
export const xbee3dea0 = [xb9ce06a0, "ttl"] as const;
/** @internal */
export const x3aad67ad = [xb9ce06a0, xab2816b5] as const;
/** @internal */
export const x207a9e2e = { "id": "X1.12", "reason": "Only core tasks have `execution` in tools, so it was added or removed." } as const;
/** @internal */
export const x574cd7cf = { "kind": x3a5dae28, "function": "f165" } as const;
/** @internal */
export const x2e147802 = { "kind": xccd78884, "change": { "id": "X1.2", "reason": "The tasks extension has no `tasks/list`, so this message was refused." }, "code": x1c3666c3 } as const;
/** @internal */
export const xefcc4c85 = { "kind": xccd78884, "change": { "id": "X1.3", "reason": "The tasks extension has no `tasks/result`, so this message was refused; use `tasks/get`." }, "code": x1c3666c3 } as const;
/** @internal */
export const xffc3a29b = { "id": "X1.5", "reason": "Core tasks name this notification `notifications/tasks/status`, and the tasks extension `notifications/tasks`, so it was renamed." } as const;
/** @internal */
export const x22d4d26d = { "kind": xccd78884, "change": x426bdfd1, "code": x1c3666c3 } as const;
/** @internal */
export const xfdbdb942 = { "kind": x4456a12e, "member": xd3736050, "function": "f125" } as const;
/** @internal */
export const x94334b69 = { "id": "X1.10", "reason": "Core tasks answer `tasks/cancel` with the task, and this member is not valid there, so it was removed.", "refusal": "Core tasks answer `tasks/cancel` with the task, which is missing, so this message was refused." } as const;
/** @internal */
export const xf649bbae = { "id": x80032832, "reason": "Without the extension io.modelcontextprotocol/tasks, there is another member in this location, so this was removed." } as const;
/** @internal */
export const xce2deb59 = { "kind": xc1becffa, "source": x0ec40651, "target": x1a337dac, "change": xab71b7a4, "removal": xf649bbae, "clears": 0 } as const;
/** @internal */
export const xe522517f = { "kind": xc1becffa, "source": x9128af91, "target": xb9ff4ca4, "change": xab71b7a4, "removal": xf649bbae, "clears": 0 } as const;
/** @internal */
export const xf8ce7f44 = { "id": "X1.9", "reason": "Core tasks have results and input requests in separate messages, and fail if a tool fails, so this was changed." } as const;
/** @internal */
export const xc51cfdce = { "kind": x73dbb564, "member": x9ecc1e40, "change": xf8ce7f44 } as const;
/** @internal */
export const x01fd914a = "isError" as const;
/** @internal */
export const xd4ad1f2a = { "kind": "set", "member": xcfc31bcc, "value": x33d04bd7, "change": xf8ce7f44, "when": { "type": x626992da, "properties": { "status": xd93bc9b8, "result": { "type": x626992da, "properties": { "isError": { "enum": [true] } }, "required": [x01fd914a] } }, "required": [xcfc31bcc, xd9fd9a3d] } } as const;
/** @internal */
export const xcb21bf8a = { "kind": x73dbb564, "member": xd9fd9a3d, "change": xf8ce7f44 } as const;
/** @internal */
export const x68d12448 = { "kind": x73dbb564, "member": x4d01709f, "change": xf8ce7f44 } as const;
/** @internal */
export const x82577d04 = { "kind": x3a5dae28, "function": "f166" } as const;
/** @internal */
export const x51d6f23e = { "id": x42fdc7f5, "reason": "Without the extension io.modelcontextprotocol/tasks, there is another member in this location, so this was removed." } as const;
/** @internal */
export const x07404249 = { "kind": x4456a12e, "member": xd3736050, "function": "f91" } as const;
/** @internal */
export const x97707ee2 = { "kind": x3a5dae28, "function": "f164" } as const;
/** @internal */
export const xfbd43ab5 = "f147" as const;
