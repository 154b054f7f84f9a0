/** The plan of the conversion from 2025-03-26 to 2024-11-05. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { audio_as_resource } from "../../../rules.ts";

const data: Conversion = {
  "source": "2025-03-26",
  "target": "2024-11-05",
  "changes": {
    "T1_1": { "id": "T1.1", "reason": "2024-11-05 has no JSON-RPC batches, so this batch was split into single messages." },
    "T1_2": { "id": "T1.2", "reason": "2024-11-05 has no audio content, so this audio became an embedded resource with the same data." },
    "T1_4": { "id": "T1.4", "reason": "2024-11-05 progress notifications have no `message`, so it was removed." },
    "T1_5": { "id": "T1.5", "reason": "2024-11-05 has no `completions` capability, so it was removed." },
    "T1_6": { "id": "T1.6", "reason": "2024-11-05 has no tool annotations, so they were removed." },
    "T1_7": { "id": "T1.7", "reason": "2024-11-05 sampling has only text and images, so this message with audio was refused." },
  },
  "functions": {
    "server_capabilities_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "completions", "change": "T1_5" }] },
    "initialize_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "capabilities", "function": "server_capabilities_down", "always": true }] },
    "progress_notification_params_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "message", "change": "T1_4" }] },
    "content_block_down": { "kind": "union", "variants": [{ "fits": [{ "type": "object", "properties": { "type": { "enum": ["image"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "unchanged" } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["audio"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "call": { "kind": "rule", "rule": "audio_as_resource", "change": "T1_2" } } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["text"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "unchanged" } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["resource"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "unchanged" } }], "expected": "ImageContent or AudioContent or TextContent or EmbeddedResource" },
    "prompt_message_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "content", "function": "content_block_down", "always": true }] },
    "get_prompt_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "messages", "function": "prompt_message_down", "loop": "items", "always": true }] },
    "call_tool_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "content", "function": "content_block_down", "loop": "items", "always": true }] },
    "tool_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "annotations", "change": "T1_6" }] },
    "list_tools_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "tools", "function": "tool_down", "loop": "items", "always": true }] },
    "sampling_content_down": { "kind": "union", "variants": [{ "fits": [{ "type": "object", "properties": { "type": { "enum": ["image"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "unchanged" } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["audio"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "refuse", "change": "T1_7", "code": -32602 } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["text"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "unchanged" } }], "expected": "ImageContent or AudioContent or TextContent" },
    "sampling_message_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "content", "function": "sampling_content_down", "always": true }] },
    "create_message_request_params_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "messages", "function": "sampling_message_down", "loop": "items", "always": true }] },
    "create_message_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "content", "function": "sampling_content_down", "always": true }] },
  },
  "methods": {
    "client": { "initialize": { "kind": "passes", "result": "initialize_result_down" }, "notifications/progress": { "kind": "passes", "params": "progress_notification_params_down" }, "prompts/get": { "kind": "passes", "result": "get_prompt_result_down" }, "tools/call": { "kind": "passes", "result": "call_tool_result_down" }, "tools/list": { "kind": "passes", "result": "list_tools_result_down" } },
    "server": { "notifications/progress": { "kind": "passes", "params": "progress_notification_params_down" }, "sampling/createMessage": { "kind": "passes", "params": "create_message_request_params_down", "result": "create_message_result_down" } },
  },
  "batches": "T1_1",
  rules: { audio_as_resource },
};

export default data;
