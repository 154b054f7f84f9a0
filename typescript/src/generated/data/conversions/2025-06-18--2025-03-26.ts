/** The plan of the conversion from 2025-06-18 to 2025-03-26. Written by `mcpgen build --language typescript`. */
import type { Conversion } from "../../../published.ts";
import { resource_link_as_text, structured_content_as_text, title_as_annotation } from "../../../rules.ts";

const data: Conversion = {
  "source": "2025-06-18",
  "target": "2025-03-26",
  "changes": {
    "T2_10": { "id": "T2.10", "reason": "2025-03-26 annotations have no `lastModified`, so it was removed." },
    "T2_2": { "id": "T2.2", "reason": "2025-03-26 has no `title`, so it was removed. A 2025-03-26 tool states its title in `annotations`." },
    "T2_3": { "id": "T2.3", "reason": "2025-03-26 defines no `_meta` here, so it was removed." },
    "T2_5": { "id": "T2.5", "reason": "2025-03-26 has no structured tool output, so it was removed; a structured result is also stated as text." },
    "T2_6": { "id": "T2.6", "reason": "2025-03-26 has no resource links, so this one became text with a Markdown link." },
    "T2_7": { "id": "T2.7", "reason": "2025-03-26 has no elicitation, so its messages are refused and its capability is removed." },
    "T2_8": { "id": "T2.8", "reason": "2025-03-26 completion requests have no `context`, so it was removed." },
  },
  "functions": {
    "prompt_reference_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "title", "change": "T2_2" }] },
    "completion_reference_down": { "kind": "union", "variants": [{ "fits": [{ "type": "object", "properties": { "type": { "enum": ["ref/resource"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "unchanged" } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["ref/prompt"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "function": "prompt_reference_down" } }], "expected": "ResourceTemplateReference or PromptReference" },
    "complete_request_params_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "context", "change": "T2_8" }, { "kind": "visit", "member": "ref", "function": "completion_reference_down", "always": true }] },
    "client_capabilities_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "elicitation", "change": "T2_7" }] },
    "implementation_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "title", "change": "T2_2" }] },
    "initialize_request_params_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "capabilities", "function": "client_capabilities_down", "always": true }, { "kind": "visit", "member": "clientInfo", "function": "implementation_down", "always": true }] },
    "initialize_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "serverInfo", "function": "implementation_down", "always": true }] },
    "annotations_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "lastModified", "change": "T2_10" }] },
    "text_content_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }, { "kind": "visit", "member": "annotations", "function": "annotations_down" }] },
    "image_content_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }, { "kind": "visit", "member": "annotations", "function": "annotations_down" }] },
    "audio_content_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }, { "kind": "visit", "member": "annotations", "function": "annotations_down" }] },
    "text_resource_contents_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }] },
    "blob_resource_contents_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }] },
    "any_resource_contents_down": { "kind": "union", "variants": [{ "fits": [{ "type": "object", "properties": { "text": {} }, "required": ["text"], "plain": true }, { "$ref": "source.TextResourceContents" }], "outcome": { "kind": "convert", "function": "text_resource_contents_down" } }, { "fits": [{ "type": "object" }], "outcome": { "kind": "convert", "function": "blob_resource_contents_down" } }], "expected": "TextResourceContents or BlobResourceContents" },
    "embedded_resource_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }, { "kind": "visit", "member": "annotations", "function": "annotations_down" }, { "kind": "visit", "member": "resource", "function": "any_resource_contents_down", "always": true }] },
    "content_block_down": { "kind": "union", "variants": [{ "fits": [{ "type": "object", "properties": { "type": { "enum": ["image"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "function": "image_content_down" } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["audio"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "function": "audio_content_down" } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["resource_link"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "call": { "kind": "rule", "rule": "resource_link_as_text", "change": "T2_6" } } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["text"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "function": "text_content_down" } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["resource"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "function": "embedded_resource_down" } }], "expected": "ImageContent or AudioContent or ResourceLink or TextContent or EmbeddedResource" },
    "prompt_message_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "content", "function": "content_block_down", "always": true }] },
    "get_prompt_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "messages", "function": "prompt_message_down", "loop": "items", "always": true }] },
    "prompt_argument_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "title", "change": "T2_2" }] },
    "prompt_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }, { "kind": "visit", "member": "arguments", "function": "prompt_argument_down", "loop": "items" }, { "kind": "drop", "member": "title", "change": "T2_2" }] },
    "list_prompts_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "prompts", "function": "prompt_down", "loop": "items", "always": true }] },
    "resource_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }, { "kind": "visit", "member": "annotations", "function": "annotations_down" }, { "kind": "drop", "member": "title", "change": "T2_2" }] },
    "list_resources_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "resources", "function": "resource_down", "loop": "items", "always": true }] },
    "read_resource_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "contents", "function": "any_resource_contents_down", "loop": "items", "always": true }] },
    "resource_template_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }, { "kind": "visit", "member": "annotations", "function": "annotations_down" }, { "kind": "drop", "member": "title", "change": "T2_2" }] },
    "list_resource_templates_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "resourceTemplates", "function": "resource_template_down", "loop": "items", "always": true }] },
    "call_tool_result_down": { "kind": "object", "edits": [{ "kind": "callRule", "member": "structuredContent", "rule": "structured_content_as_text", "change": "T2_5" }, { "kind": "visit", "member": "content", "function": "content_block_down", "loop": "items", "always": true }] },
    "tool_down": { "kind": "object", "edits": [{ "kind": "callRule", "member": "title", "rule": "title_as_annotation", "change": "T2_2" }, { "kind": "drop", "member": "_meta", "change": "T2_3" }, { "kind": "drop", "member": "outputSchema", "change": "T2_5" }] },
    "list_tools_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "tools", "function": "tool_down", "loop": "items", "always": true }] },
    "root_down": { "kind": "object", "edits": [{ "kind": "drop", "member": "_meta", "change": "T2_3" }] },
    "list_roots_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "roots", "function": "root_down", "loop": "items", "always": true }] },
    "sampling_content_down": { "kind": "union", "variants": [{ "fits": [{ "type": "object", "properties": { "type": { "enum": ["image"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "function": "image_content_down" } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["audio"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "function": "audio_content_down" } }, { "fits": [{ "type": "object", "properties": { "type": { "enum": ["text"] } }, "required": ["type"], "plain": true }], "outcome": { "kind": "convert", "function": "text_content_down" } }], "expected": "ImageContent or AudioContent or TextContent" },
    "sampling_message_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "content", "function": "sampling_content_down", "always": true }] },
    "create_message_request_params_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "messages", "function": "sampling_message_down", "loop": "items", "always": true }] },
    "create_message_result_down": { "kind": "object", "edits": [{ "kind": "visit", "member": "content", "function": "sampling_content_down", "always": true }] },
  },
  "methods": {
    "client": { "completion/complete": { "kind": "passes", "params": "complete_request_params_down" }, "initialize": { "kind": "passes", "params": "initialize_request_params_down", "result": "initialize_result_down" }, "prompts/get": { "kind": "passes", "result": "get_prompt_result_down" }, "prompts/list": { "kind": "passes", "result": "list_prompts_result_down" }, "resources/list": { "kind": "passes", "result": "list_resources_result_down" }, "resources/read": { "kind": "passes", "result": "read_resource_result_down" }, "resources/templates/list": { "kind": "passes", "result": "list_resource_templates_result_down" }, "tools/call": { "kind": "passes", "result": "call_tool_result_down" }, "tools/list": { "kind": "passes", "result": "list_tools_result_down" } },
    "server": { "elicitation/create": { "kind": "removed", "change": "T2_7", "code": -32601 }, "roots/list": { "kind": "passes", "result": "list_roots_result_down" }, "sampling/createMessage": { "kind": "passes", "params": "create_message_request_params_down", "result": "create_message_result_down" } },
  },
  "$defs": {
    "source.TextResourceContents": { "type": "object", "properties": { "_meta": { "type": "object", "additionalProperties": {} }, "mimeType": { "type": "string" }, "text": { "type": "string" }, "uri": { "type": "string" } }, "required": ["text", "uri"] },
  },
  rules: { resource_link_as_text, structured_content_as_text, title_as_annotation },
};

export default data;
