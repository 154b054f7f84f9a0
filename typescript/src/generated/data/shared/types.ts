/** Parts that several modules of the data have, or one has more than once. Written by `mcpgen build --language typescript`. */

/** @internal */
export const x626992da = "object" as const;
/** @internal */
export const xd87423a7 = "jsonrpc" as const;
/** @internal */
export const xd9fd9a3d = "result" as const;
/** @internal */
export const x56c6c720 = { "enum": ["2.0"] } as const;
/** @internal */
export const xe9e5c1c9 = "string" as const;
/** @internal */
export const x264a94f6 = { "type": xe9e5c1c9 } as const;
/** @internal */
export const xbb894e25 = "integer" as const;
/** @internal */
export const xbe8e7526 = { "type": xbb894e25 } as const;
/** @internal */
export const x617b8f9b = { "anyOf": [x264a94f6, xbe8e7526] } as const;
/** @internal */
export const x37d8a404 = "Result" as const;
/** @internal */
export const x23cfed45 = { "$ref": x37d8a404 } as const;
/** @internal */
export const xbb112ebb = { "type": x626992da, "required": [xd87423a7, "id", xd9fd9a3d], "properties": { "jsonrpc": x56c6c720, "id": x617b8f9b, "result": x23cfed45 } } as const;
/** @internal */
export const x4d01709f = "error" as const;
/** @internal */
export const xfc4ac196 = "Error" as const;
/** @internal */
export const xfbd07192 = { "$ref": xfc4ac196 } as const;
/** @internal */
export const xa5c02106 = { "jsonrpc": x56c6c720, "id": x617b8f9b, "error": xfbd07192 } as const;
/** @internal */
export const x39bf7e1a = { "result": xbb112ebb, "error": { "type": x626992da, "required": [xd87423a7, "id", x4d01709f], "properties": xa5c02106 } } as const;
/** @internal */
export const x8869ad22 = "request" as const;
/** @internal */
export const x037d8b79 = ["client"] as const;
/** @internal */
export const x8bdea9a6 = "CompleteRequest" as const;
/** @internal */
export const xad0c6fae = "CompleteResult" as const;
/** @internal */
export const xdd6523b3 = { "kind": x8869ad22, "senders": x037d8b79, "message": x8bdea9a6, "results": [xad0c6fae] } as const;
/** @internal */
export const x53356d40 = "InitializeRequest" as const;
/** @internal */
export const x011a425b = "InitializeResult" as const;
/** @internal */
export const x5caaa9a2 = { "kind": x8869ad22, "senders": x037d8b79, "message": x53356d40, "results": [x011a425b] } as const;
/** @internal */
export const x784b461d = "SetLevelRequest" as const;
/** @internal */
export const x4f370d87 = "EmptyResult" as const;
/** @internal */
export const x22c82b31 = [x4f370d87] as const;
/** @internal */
export const x5dbbffaa = { "kind": x8869ad22, "senders": x037d8b79, "message": x784b461d, "results": x22c82b31 } as const;
/** @internal */
export const x59aac10c = "notification" as const;
/** @internal */
export const x2c5cfac7 = ["client", "server"] as const;
/** @internal */
export const x5163cf80 = "CancelledNotification" as const;
/** @internal */
export const x12d2d629 = { "kind": x59aac10c, "senders": x2c5cfac7, "message": x5163cf80 } as const;
/** @internal */
export const xc6010aff = "InitializedNotification" as const;
/** @internal */
export const xc38715bf = { "kind": x59aac10c, "senders": x037d8b79, "message": xc6010aff } as const;
/** @internal */
export const x37783d3d = ["server"] as const;
/** @internal */
export const x1c73be38 = "LoggingMessageNotification" as const;
/** @internal */
export const x09842227 = { "kind": x59aac10c, "senders": x37783d3d, "message": x1c73be38 } as const;
/** @internal */
export const x22a21f5f = "ProgressNotification" as const;
/** @internal */
export const xf926dcf4 = { "kind": x59aac10c, "senders": x2c5cfac7, "message": x22a21f5f } as const;
/** @internal */
export const x764f3407 = "PromptListChangedNotification" as const;
/** @internal */
export const xe2bc7a75 = { "kind": x59aac10c, "senders": x37783d3d, "message": x764f3407 } as const;
/** @internal */
export const x174b4a09 = "ResourceListChangedNotification" as const;
/** @internal */
export const x064e4a04 = { "kind": x59aac10c, "senders": x37783d3d, "message": x174b4a09 } as const;
/** @internal */
export const xe13b8add = "ResourceUpdatedNotification" as const;
/** @internal */
export const x4cd40ada = { "kind": x59aac10c, "senders": x37783d3d, "message": xe13b8add } as const;
/** @internal */
export const x1b297ebf = "RootsListChangedNotification" as const;
/** @internal */
export const xde9eb2a5 = { "kind": x59aac10c, "senders": x037d8b79, "message": x1b297ebf } as const;
/** @internal */
export const xca77f1b3 = "ToolListChangedNotification" as const;
/** @internal */
export const x4352aa64 = { "kind": x59aac10c, "senders": x37783d3d, "message": xca77f1b3 } as const;
/** @internal */
export const x16f4740b = "PingRequest" as const;
/** @internal */
export const x38d714f1 = { "kind": x8869ad22, "senders": x2c5cfac7, "message": x16f4740b, "results": x22c82b31 } as const;
/** @internal */
export const x7f9cc2f4 = "GetPromptRequest" as const;
/** @internal */
export const x82b608cd = "GetPromptResult" as const;
/** @internal */
export const xf2bf4409 = { "kind": x8869ad22, "senders": x037d8b79, "message": x7f9cc2f4, "results": [x82b608cd] } as const;
/** @internal */
export const x50067478 = "ListPromptsRequest" as const;
/** @internal */
export const x5f4476f7 = "ListPromptsResult" as const;
/** @internal */
export const xd35a5ae6 = { "kind": x8869ad22, "senders": x037d8b79, "message": x50067478, "results": [x5f4476f7] } as const;
/** @internal */
export const x37db3fec = "ListResourcesRequest" as const;
/** @internal */
export const xb8cdc4f2 = "ListResourcesResult" as const;
/** @internal */
export const x714929e2 = { "kind": x8869ad22, "senders": x037d8b79, "message": x37db3fec, "results": [xb8cdc4f2] } as const;
/** @internal */
export const xbd7fadc1 = "ReadResourceRequest" as const;
/** @internal */
export const x322b6c0a = "ReadResourceResult" as const;
/** @internal */
export const x344219a0 = { "kind": x8869ad22, "senders": x037d8b79, "message": xbd7fadc1, "results": [x322b6c0a] } as const;
/** @internal */
export const x0c59a6b3 = "SubscribeRequest" as const;
/** @internal */
export const xcc213115 = { "kind": x8869ad22, "senders": x037d8b79, "message": x0c59a6b3, "results": x22c82b31 } as const;
/** @internal */
export const xb727b0f8 = "ListResourceTemplatesRequest" as const;
/** @internal */
export const x9b0934d0 = "ListResourceTemplatesResult" as const;
/** @internal */
export const xf918bad9 = { "kind": x8869ad22, "senders": x037d8b79, "message": xb727b0f8, "results": [x9b0934d0] } as const;
/** @internal */
export const x0046b767 = "UnsubscribeRequest" as const;
/** @internal */
export const xedf26dea = { "kind": x8869ad22, "senders": x037d8b79, "message": x0046b767, "results": x22c82b31 } as const;
/** @internal */
export const xea5f2400 = "ListRootsRequest" as const;
/** @internal */
export const xfa18bb94 = "ListRootsResult" as const;
/** @internal */
export const x8e50daa5 = [xfa18bb94] as const;
/** @internal */
export const xb11b39ad = { "kind": x8869ad22, "senders": x37783d3d, "message": xea5f2400, "results": x8e50daa5 } as const;
/** @internal */
export const x53c571c3 = "CreateMessageRequest" as const;
/** @internal */
export const xa4bec11c = "CreateMessageResult" as const;
/** @internal */
export const x6a703e10 = [xa4bec11c] as const;
/** @internal */
export const x09413ec4 = { "kind": x8869ad22, "senders": x37783d3d, "message": x53c571c3, "results": x6a703e10 } as const;
/** @internal */
export const x248de401 = "CallToolRequest" as const;
/** @internal */
export const xa2ec1181 = "CallToolResult" as const;
/** @internal */
export const xa0f07029 = { "kind": x8869ad22, "senders": x037d8b79, "message": x248de401, "results": [xa2ec1181] } as const;
/** @internal */
export const x2882d89d = "ListToolsRequest" as const;
/** @internal */
export const x61b5ec2e = "ListToolsResult" as const;
/** @internal */
export const x6932d644 = { "kind": x8869ad22, "senders": x037d8b79, "message": x2882d89d, "results": [x61b5ec2e] } as const;
/** @internal */
export const x361143a6 = { "completion/complete": xdd6523b3, "initialize": x5caaa9a2, "logging/setLevel": x5dbbffaa, "notifications/cancelled": x12d2d629, "notifications/initialized": xc38715bf, "notifications/message": x09842227, "notifications/progress": xf926dcf4, "notifications/prompts/list_changed": xe2bc7a75, "notifications/resources/list_changed": x064e4a04, "notifications/resources/updated": x4cd40ada, "notifications/roots/list_changed": xde9eb2a5, "notifications/tools/list_changed": x4352aa64, "ping": x38d714f1, "prompts/get": xf2bf4409, "prompts/list": xd35a5ae6, "resources/list": x714929e2, "resources/read": x344219a0, "resources/subscribe": xcc213115, "resources/templates/list": xf918bad9, "resources/unsubscribe": xedf26dea, "roots/list": xb11b39ad, "sampling/createMessage": x09413ec4, "tools/call": xa0f07029, "tools/list": x6932d644 } as const;
/** @internal */
export const x60eb1905 = "Annotations" as const;
/** @internal */
export const x4dcff69c = { "$ref": x60eb1905 } as const;
/** @internal */
export const x9b2a3448 = "array" as const;
/** @internal */
export const x53e8ea77 = "Role" as const;
/** @internal */
export const xa2b1320a = { "$ref": x53e8ea77 } as const;
/** @internal */
export const xbb6b8acc = { "type": x9b2a3448, "items": xa2b1320a } as const;
/** @internal */
export const xfd1a55ee = "number" as const;
/** @internal */
export const x7e84145c = { "type": xfd1a55ee, "minimum": 0, "maximum": 1 } as const;
/** @internal */
export const x84c2efb7 = { "type": x626992da, "properties": { "audience": xbb6b8acc, "priority": x7e84145c } } as const;
/** @internal */
export const xb10cf2bf = "TextResourceContents" as const;
/** @internal */
export const x9e58be8e = "BlobResourceContents" as const;
/** @internal */
export const x06ca94ec = { "anyOf": [{ "$ref": xb10cf2bf }, { "$ref": x9e58be8e }] } as const;
/** @internal */
export const xaae9cd0f = "blob" as const;
/** @internal */
export const xf6921711 = [xaae9cd0f, "uri"] as const;
/** @internal */
export const x30af8e8c = { "type": x626992da, "properties": { "blob": x264a94f6, "mimeType": x264a94f6, "uri": x264a94f6 }, "required": xf6921711 } as const;
/** @internal */
export const x9da65f6d = "RequestId" as const;
/** @internal */
export const x0da198bc = { "$ref": x9da65f6d } as const;
/** @internal */
export const x4d217ec5 = "tools/call" as const;
/** @internal */
export const x447b38ff = "CallToolRequestParams" as const;
/** @internal */
export const x12f3c6c9 = "method" as const;
/** @internal */
export const x15bcf681 = "params" as const;
/** @internal */
export const xe9305fe8 = ["id", xd87423a7, x12f3c6c9, x15bcf681] as const;
/** @internal */
export const x9c1e7120 = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x4d217ec5] }, "params": { "$ref": x447b38ff } }, "required": xe9305fe8 } as const;
/** @internal */
export const x086c3a42 = "RequestMeta" as const;
/** @internal */
export const x39b25673 = { "$ref": x086c3a42 } as const;
/** @internal */
export const x2bb2cdb3 = { "type": x626992da, "additionalProperties": {} } as const;
/** @internal */
export const x6ffe58b8 = "name" as const;
/** @internal */
export const x1c429aa3 = [x6ffe58b8] as const;
/** @internal */
export const x66972131 = { "type": x626992da, "properties": { "_meta": x39b25673, "arguments": x2bb2cdb3, "name": x264a94f6 }, "required": x1c429aa3 } as const;
/** @internal */
export const x74f3d741 = "ContentBlock" as const;
/** @internal */
export const x2c17ea80 = { "$ref": x74f3d741 } as const;
/** @internal */
export const xcb56f554 = { "type": x9b2a3448, "items": x2c17ea80 } as const;
/** @internal */
export const xb1d122f2 = { "type": "boolean" } as const;
/** @internal */
export const xb09c7d54 = "content" as const;
/** @internal */
export const x9a461891 = [xb09c7d54] as const;
/** @internal */
export const x62018da3 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "content": xcb56f554, "isError": xb1d122f2 }, "required": x9a461891 } as const;
/** @internal */
export const x3f76a133 = "notifications/cancelled" as const;
/** @internal */
export const x956f9176 = "CancelledNotificationParams" as const;
/** @internal */
export const x86d4f789 = [xd87423a7, x12f3c6c9, x15bcf681] as const;
/** @internal */
export const xb1cf3f50 = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": [x3f76a133] }, "params": { "$ref": x956f9176 } }, "required": x86d4f789 } as const;
/** @internal */
export const x4c233792 = { "_meta": x2bb2cdb3, "reason": x264a94f6, "requestId": x0da198bc } as const;
/** @internal */
export const xc180e78f = "requestId" as const;
/** @internal */
export const x332cd8e7 = [xc180e78f] as const;
/** @internal */
export const xbf17c84e = { "type": x626992da, "properties": x4c233792, "required": x332cd8e7 } as const;
/** @internal */
export const xba46ac77 = { "type": x626992da, "additionalProperties": x2bb2cdb3 } as const;
/** @internal */
export const x1433e9ba = "RootsCapability" as const;
/** @internal */
export const xa1bc4255 = { "$ref": x1433e9ba } as const;
/** @internal */
export const xaebd6020 = { "type": x626992da, "properties": { "experimental": xba46ac77, "roots": xa1bc4255, "sampling": x2bb2cdb3 } } as const;
/** @internal */
export const x185b20a4 = { "$ref": x5163cf80 } as const;
/** @internal */
export const x11fd3ebf = { "$ref": x22a21f5f } as const;
/** @internal */
export const x346636a0 = { "$ref": xc6010aff } as const;
/** @internal */
export const xf969bda3 = { "$ref": x1b297ebf } as const;
/** @internal */
export const x2f29718d = { "anyOf": [x185b20a4, x11fd3ebf, x346636a0, xf969bda3] } as const;
/** @internal */
export const x97f47ad8 = { "$ref": x53356d40 } as const;
/** @internal */
export const xbe500438 = { "$ref": xbd7fadc1 } as const;
/** @internal */
export const xf3985f5e = { "$ref": x0c59a6b3 } as const;
/** @internal */
export const x7b16c69f = { "$ref": x0046b767 } as const;
/** @internal */
export const x6dafb020 = { "$ref": x7f9cc2f4 } as const;
/** @internal */
export const xa8d2bf68 = { "$ref": x248de401 } as const;
/** @internal */
export const xd03826e6 = { "$ref": x784b461d } as const;
/** @internal */
export const xd586770d = { "$ref": x8bdea9a6 } as const;
/** @internal */
export const x17efaf76 = { "$ref": x16f4740b } as const;
/** @internal */
export const x89a7f29c = { "$ref": x37db3fec } as const;
/** @internal */
export const x4ed41400 = { "$ref": xb727b0f8 } as const;
/** @internal */
export const xd81a3104 = { "$ref": x50067478 } as const;
/** @internal */
export const xb535e35b = { "$ref": x2882d89d } as const;
/** @internal */
export const x25aa70b9 = { "anyOf": [x97f47ad8, xbe500438, xf3985f5e, x7b16c69f, x6dafb020, xa8d2bf68, xd03826e6, xd586770d, x17efaf76, x89a7f29c, x4ed41400, xd81a3104, xb535e35b] } as const;
/** @internal */
export const x29f29353 = { "$ref": xa4bec11c } as const;
/** @internal */
export const x72720ef9 = { "$ref": xfa18bb94 } as const;
/** @internal */
export const xacb74b86 = { "anyOf": [x29f29353, x72720ef9, x23cfed45] } as const;
/** @internal */
export const x345384cd = "completion/complete" as const;
/** @internal */
export const xb9fd00cb = "CompleteRequestParams" as const;
/** @internal */
export const xcb393977 = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x345384cd] }, "params": { "$ref": xb9fd00cb } }, "required": xe9305fe8 } as const;
/** @internal */
export const x2d08e4dc = "CompletionArgument" as const;
/** @internal */
export const x063b8705 = { "$ref": x2d08e4dc } as const;
/** @internal */
export const xd1363c38 = "CompletionReference" as const;
/** @internal */
export const xb624a58e = { "$ref": xd1363c38 } as const;
/** @internal */
export const x67dab7d1 = "argument" as const;
/** @internal */
export const x021f756a = [x67dab7d1, "ref"] as const;
/** @internal */
export const xbda433ab = { "type": x626992da, "properties": { "_meta": x39b25673, "argument": x063b8705, "ref": xb624a58e }, "required": x021f756a } as const;
/** @internal */
export const xde128983 = "Completion" as const;
/** @internal */
export const x4b83a69f = { "$ref": xde128983 } as const;
/** @internal */
export const xec22f40f = "completion" as const;
/** @internal */
export const x4732b2e8 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "completion": x4b83a69f }, "required": [xec22f40f] } as const;
/** @internal */
export const x120695c2 = { "type": x9b2a3448, "items": x264a94f6 } as const;
/** @internal */
export const xc9b0caa2 = "values" as const;
/** @internal */
export const x4cbb70e3 = [xc9b0caa2] as const;
/** @internal */
export const xf65c9ac9 = { "type": x626992da, "properties": { "hasMore": xb1d122f2, "total": xbe8e7526, "values": x120695c2 }, "required": x4cbb70e3 } as const;
/** @internal */
export const xa0b7821a = "value" as const;
/** @internal */
export const xdb561d1b = { "type": x626992da, "properties": { "name": x264a94f6, "value": x264a94f6 }, "required": [x6ffe58b8, xa0b7821a] } as const;
/** @internal */
export const x0910d9e2 = "PromptReference" as const;
/** @internal */
export const x08df4532 = { "$ref": x0910d9e2 } as const;
/** @internal */
export const xfde2593b = "ResourceReference" as const;
/** @internal */
export const xb7209f3c = { "anyOf": [x08df4532, { "$ref": xfde2593b }] } as const;
/** @internal */
export const x5c518947 = "ImageContent" as const;
/** @internal */
export const xca30807b = { "$ref": x5c518947 } as const;
/** @internal */
export const x5efcb92f = "TextContent" as const;
/** @internal */
export const x061c8b0a = { "$ref": x5efcb92f } as const;
/** @internal */
export const x578f1d30 = "EmbeddedResource" as const;
/** @internal */
export const xc9d7bdb2 = { "$ref": x578f1d30 } as const;
/** @internal */
export const x9b1a4ded = "sampling/createMessage" as const;
/** @internal */
export const x5d25c8ad = { "enum": [x9b1a4ded] } as const;
/** @internal */
export const x890fc68e = "CreateMessageRequestParams" as const;
/** @internal */
export const x553cdce0 = { "$ref": x890fc68e } as const;
/** @internal */
export const xb0ee5750 = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": x5d25c8ad, "params": x553cdce0 }, "required": xe9305fe8 } as const;
/** @internal */
export const x9eca3353 = "IncludeContext" as const;
/** @internal */
export const x1b336dd2 = { "$ref": x9eca3353 } as const;
/** @internal */
export const xa24159ed = "SamplingMessage" as const;
/** @internal */
export const xaec0cdc4 = { "type": x9b2a3448, "items": { "$ref": xa24159ed } } as const;
/** @internal */
export const xfd7a5ff0 = "ModelPreferences" as const;
/** @internal */
export const x728c017d = { "$ref": xfd7a5ff0 } as const;
/** @internal */
export const xad523f87 = { "type": xfd1a55ee } as const;
/** @internal */
export const x3d34774b = "maxTokens" as const;
/** @internal */
export const x6b3cb6f7 = "messages" as const;
/** @internal */
export const x3b3b6942 = [x3d34774b, x6b3cb6f7] as const;
/** @internal */
export const xb5d7b164 = { "type": x626992da, "properties": { "_meta": x39b25673, "includeContext": x1b336dd2, "maxTokens": xbe8e7526, "messages": xaec0cdc4, "metadata": x2bb2cdb3, "modelPreferences": x728c017d, "stopSequences": x120695c2, "systemPrompt": x264a94f6, "temperature": xad523f87 }, "required": x3b3b6942 } as const;
/** @internal */
export const x64478386 = "SamplingContent" as const;
/** @internal */
export const x61733611 = { "$ref": x64478386 } as const;
/** @internal */
export const x18fb9fa0 = "model" as const;
/** @internal */
export const x2bc933af = "role" as const;
/** @internal */
export const x42b0a762 = [xb09c7d54, x18fb9fa0, x2bc933af] as const;
/** @internal */
export const xcbcfaf43 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "content": x61733611, "model": x264a94f6, "role": xa2b1320a, "stopReason": x264a94f6 }, "required": x42b0a762 } as const;
/** @internal */
export const xd94bf785 = "AnyResourceContents" as const;
/** @internal */
export const x39b0c07e = { "$ref": xd94bf785 } as const;
/** @internal */
export const xc1ea5ae2 = "resource" as const;
/** @internal */
export const xa882e456 = { "enum": [xc1ea5ae2] } as const;
/** @internal */
export const xd0070d5c = "type" as const;
/** @internal */
export const x20692ecd = [xc1ea5ae2, xd0070d5c] as const;
/** @internal */
export const xc74066ac = { "type": x626992da, "properties": { "annotations": x4dcff69c, "resource": x39b0c07e, "type": xa882e456 }, "required": x20692ecd } as const;
/** @internal */
export const x4a1933b0 = "code" as const;
/** @internal */
export const xfd3830a0 = "message" as const;
/** @internal */
export const x4a4ba7ac = [x4a1933b0, xfd3830a0] as const;
/** @internal */
export const xd9a8f6fd = { "type": x626992da, "properties": { "code": xbe8e7526, "data": {}, "message": x264a94f6 }, "required": x4a4ba7ac } as const;
/** @internal */
export const xa6d7d2a9 = "prompts/get" as const;
/** @internal */
export const xfc897fab = "GetPromptRequestParams" as const;
/** @internal */
export const x344f8571 = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [xa6d7d2a9] }, "params": { "$ref": xfc897fab } }, "required": xe9305fe8 } as const;
/** @internal */
export const xbf5544de = { "type": x626992da, "additionalProperties": x264a94f6 } as const;
/** @internal */
export const x37ac333a = { "type": x626992da, "properties": { "_meta": x39b25673, "arguments": xbf5544de, "name": x264a94f6 }, "required": x1c429aa3 } as const;
/** @internal */
export const xa4985ee7 = "PromptMessage" as const;
/** @internal */
export const x6408e9e1 = { "type": x9b2a3448, "items": { "$ref": xa4985ee7 } } as const;
/** @internal */
export const x8a0adec1 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "description": x264a94f6, "messages": x6408e9e1 }, "required": [x6b3cb6f7] } as const;
/** @internal */
export const x14d79509 = { "enum": ["image"] } as const;
/** @internal */
export const x519b3ed5 = "data" as const;
/** @internal */
export const x87b061c8 = "mimeType" as const;
/** @internal */
export const x54ca7ddc = [x519b3ed5, x87b061c8, xd0070d5c] as const;
/** @internal */
export const x473a6ac9 = { "type": x626992da, "properties": { "annotations": x4dcff69c, "data": x264a94f6, "mimeType": x264a94f6, "type": x14d79509 }, "required": x54ca7ddc } as const;
/** @internal */
export const x43ccc4d0 = "version" as const;
/** @internal */
export const xb5922134 = [x6ffe58b8, x43ccc4d0] as const;
/** @internal */
export const x8f415266 = { "type": x626992da, "properties": { "name": x264a94f6, "version": x264a94f6 }, "required": xb5922134 } as const;
/** @internal */
export const x8132cc1f = { "enum": ["allServers", "none", "thisServer"] } as const;
/** @internal */
export const x3c0b060d = "initialize" as const;
/** @internal */
export const xbe857eaa = "InitializeRequestParams" as const;
/** @internal */
export const x0e98a40d = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x3c0b060d] }, "params": { "$ref": xbe857eaa } }, "required": xe9305fe8 } as const;
/** @internal */
export const x50e33144 = "ClientCapabilities" as const;
/** @internal */
export const x60724b25 = { "$ref": x50e33144 } as const;
/** @internal */
export const xc27d39bd = "Implementation" as const;
/** @internal */
export const xb1d30efb = { "$ref": xc27d39bd } as const;
/** @internal */
export const x4f31b5df = "capabilities" as const;
/** @internal */
export const xd322735f = "protocolVersion" as const;
/** @internal */
export const x2ec5bc9c = { "type": x626992da, "properties": { "_meta": x39b25673, "capabilities": x60724b25, "clientInfo": xb1d30efb, "protocolVersion": x264a94f6 }, "required": [x4f31b5df, "clientInfo", xd322735f] } as const;
/** @internal */
export const x1836de7c = "ServerCapabilities" as const;
/** @internal */
export const xfec4053d = { "$ref": x1836de7c } as const;
/** @internal */
export const xd71206de = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "capabilities": xfec4053d, "instructions": x264a94f6, "protocolVersion": x264a94f6, "serverInfo": xb1d30efb }, "required": [x4f31b5df, xd322735f, "serverInfo"] } as const;
/** @internal */
export const x00f69aa6 = "notifications/initialized" as const;
/** @internal */
export const x578a35ff = "NotificationParams" as const;
/** @internal */
export const x1c11dad2 = { "$ref": x578a35ff } as const;
/** @internal */
export const xa5f7f016 = [xd87423a7, x12f3c6c9] as const;
/** @internal */
export const x12d00a12 = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": [x00f69aa6] }, "params": x1c11dad2 }, "required": xa5f7f016 } as const;
/** @internal */
export const x2808ff0e = { "error": xfbd07192, "id": x0da198bc, "jsonrpc": x56c6c720 } as const;
/** @internal */
export const x387efb6c = { "type": x626992da, "properties": x2808ff0e, "required": [x4d01709f, "id", xd87423a7] } as const;
/** @internal */
export const xbad46860 = "JSONRPCResponse" as const;
/** @internal */
export const xe394cf18 = { "$ref": xbad46860 } as const;
/** @internal */
export const xe7561a08 = "JSONRPCError" as const;
/** @internal */
export const x36fa4c9d = { "$ref": xe7561a08 } as const;
/** @internal */
export const xf34ab1de = "JSONRPCRequest" as const;
/** @internal */
export const x2f7033a5 = { "$ref": xf34ab1de } as const;
/** @internal */
export const xe1cd72df = "JSONRPCNotification" as const;
/** @internal */
export const xd75c78a1 = { "$ref": xe1cd72df } as const;
/** @internal */
export const xaf4d61e0 = { "anyOf": [xe394cf18, x36fa4c9d, x2f7033a5, xd75c78a1] } as const;
/** @internal */
export const x1c294718 = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": x264a94f6, "params": x1c11dad2 }, "required": xa5f7f016 } as const;
/** @internal */
export const x711f17bd = "RequestParams" as const;
/** @internal */
export const x68312952 = { "$ref": x711f17bd } as const;
/** @internal */
export const xe71f6a1f = ["id", xd87423a7, x12f3c6c9] as const;
/** @internal */
export const xeb429d9f = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": x264a94f6, "params": x68312952 }, "required": xe71f6a1f } as const;
/** @internal */
export const x0c29e11a = ["id", xd87423a7, xd9fd9a3d] as const;
/** @internal */
export const x0ba64543 = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "result": x23cfed45 }, "required": x0c29e11a } as const;
/** @internal */
export const x91816b49 = "prompts/list" as const;
/** @internal */
export const xbd81c4d9 = "PaginatedRequestParams" as const;
/** @internal */
export const x3b5352a2 = { "$ref": xbd81c4d9 } as const;
/** @internal */
export const x81fb141e = { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x91816b49] }, "params": x3b5352a2 } as const;
/** @internal */
export const xa4685610 = { "type": x626992da, "properties": x81fb141e, "required": xe71f6a1f } as const;
/** @internal */
export const xe7a1eb4b = "Prompt" as const;
/** @internal */
export const x61d3fbd0 = { "type": x9b2a3448, "items": { "$ref": xe7a1eb4b } } as const;
/** @internal */
export const x6da4687d = "prompts" as const;
/** @internal */
export const x24dacfff = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "nextCursor": x264a94f6, "prompts": x61d3fbd0 }, "required": [x6da4687d] } as const;
/** @internal */
export const x3e0f1446 = "resources/templates/list" as const;
/** @internal */
export const x04950f10 = { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x3e0f1446] }, "params": x3b5352a2 } as const;
/** @internal */
export const x82b0f779 = { "type": x626992da, "properties": x04950f10, "required": xe71f6a1f } as const;
/** @internal */
export const xf6aad303 = "ResourceTemplate" as const;
/** @internal */
export const xcb640f72 = { "type": x9b2a3448, "items": { "$ref": xf6aad303 } } as const;
/** @internal */
export const x0ef6061b = "resourceTemplates" as const;
/** @internal */
export const xd9a5805e = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "nextCursor": x264a94f6, "resourceTemplates": xcb640f72 }, "required": [x0ef6061b] } as const;
/** @internal */
export const xd5b0468c = "resources/list" as const;
/** @internal */
export const x7eb14f06 = { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [xd5b0468c] }, "params": x3b5352a2 } as const;
/** @internal */
export const x84c092e4 = { "type": x626992da, "properties": x7eb14f06, "required": xe71f6a1f } as const;
/** @internal */
export const x59c7b00d = "Resource" as const;
/** @internal */
export const xf3b2e835 = { "type": x9b2a3448, "items": { "$ref": x59c7b00d } } as const;
/** @internal */
export const xf142d88a = "resources" as const;
/** @internal */
export const xe81af8d4 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "nextCursor": x264a94f6, "resources": xf3b2e835 }, "required": [xf142d88a] } as const;
/** @internal */
export const x14157f7c = "roots/list" as const;
/** @internal */
export const xfa81624b = { "enum": [x14157f7c] } as const;
/** @internal */
export const xb31fae86 = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": xfa81624b, "params": x68312952 }, "required": xe71f6a1f } as const;
/** @internal */
export const xdd851e06 = "Root" as const;
/** @internal */
export const x0ce585b0 = { "type": x9b2a3448, "items": { "$ref": xdd851e06 } } as const;
/** @internal */
export const x67259f4e = "roots" as const;
/** @internal */
export const x0e945e83 = [x67259f4e] as const;
/** @internal */
export const xc19984c6 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "roots": x0ce585b0 }, "required": x0e945e83 } as const;
/** @internal */
export const x648bb670 = "tools/list" as const;
/** @internal */
export const x9449d869 = { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x648bb670] }, "params": x3b5352a2 } as const;
/** @internal */
export const x595bb807 = { "type": x626992da, "properties": x9449d869, "required": xe71f6a1f } as const;
/** @internal */
export const x077dcaba = "Tool" as const;
/** @internal */
export const x1bf999b1 = { "type": x9b2a3448, "items": { "$ref": x077dcaba } } as const;
/** @internal */
export const xfb820f9c = "tools" as const;
/** @internal */
export const xe148ae49 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "nextCursor": x264a94f6, "tools": x1bf999b1 }, "required": [xfb820f9c] } as const;
/** @internal */
export const x1b0b7fdd = { "enum": ["debug", "info", "notice", "warning", x4d01709f, "critical", "alert", "emergency"] } as const;
/** @internal */
export const x1d396446 = "notifications/message" as const;
/** @internal */
export const x97fea8a9 = "LoggingMessageNotificationParams" as const;
/** @internal */
export const x5f05a9a2 = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": [x1d396446] }, "params": { "$ref": x97fea8a9 } }, "required": x86d4f789 } as const;
/** @internal */
export const xaeb70fd7 = "LoggingLevel" as const;
/** @internal */
export const x016b3897 = { "$ref": xaeb70fd7 } as const;
/** @internal */
export const x06435e3c = "level" as const;
/** @internal */
export const x4bb9d8f9 = [x519b3ed5, x06435e3c] as const;
/** @internal */
export const x822dd476 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "data": {}, "level": x016b3897, "logger": x264a94f6 }, "required": x4bb9d8f9 } as const;
/** @internal */
export const xe48976f4 = { "type": x626992da, "properties": { "name": x264a94f6 } } as const;
/** @internal */
export const x3a4bb4c0 = "ModelHint" as const;
/** @internal */
export const x98e02a3a = { "type": x626992da, "properties": { "costPriority": x7e84145c, "hints": { "type": x9b2a3448, "items": { "$ref": x3a4bb4c0 } }, "intelligencePriority": x7e84145c, "speedPriority": x7e84145c } } as const;
/** @internal */
export const x9c2cf160 = [x12f3c6c9] as const;
/** @internal */
export const xd5adf9b7 = { "type": x626992da, "properties": { "method": x264a94f6, "params": x1c11dad2 }, "required": x9c2cf160 } as const;
/** @internal */
export const x6a2ef5f5 = { "_meta": x2bb2cdb3 } as const;
/** @internal */
export const xbae9b9d7 = { "type": x626992da, "properties": x6a2ef5f5, "additionalProperties": {} } as const;
/** @internal */
export const x2e94b91b = { "type": x626992da, "properties": { "method": x264a94f6, "params": x3b5352a2 }, "required": x9c2cf160 } as const;
/** @internal */
export const x7bbe4e10 = { "type": x626992da, "properties": { "_meta": x39b25673, "cursor": x264a94f6 } } as const;
/** @internal */
export const x5e3c46ca = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "nextCursor": x264a94f6 } } as const;
/** @internal */
export const x271ba4dc = "ping" as const;
/** @internal */
export const x4f82f04b = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x271ba4dc] }, "params": x68312952 }, "required": xe71f6a1f } as const;
/** @internal */
export const x94f93388 = "notifications/progress" as const;
/** @internal */
export const x88ebca33 = "ProgressNotificationParams" as const;
/** @internal */
export const x2626481b = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": [x94f93388] }, "params": { "$ref": x88ebca33 } }, "required": x86d4f789 } as const;
/** @internal */
export const xf950db25 = "ProgressToken" as const;
/** @internal */
export const xcfd4b334 = { "$ref": xf950db25 } as const;
/** @internal */
export const x74becd94 = "progress" as const;
/** @internal */
export const x7ed26c1f = "progressToken" as const;
/** @internal */
export const xbf8425fe = [x74becd94, x7ed26c1f] as const;
/** @internal */
export const xe4a4427f = "PromptArgument" as const;
/** @internal */
export const xdaab208a = { "type": x9b2a3448, "items": { "$ref": xe4a4427f } } as const;
/** @internal */
export const x13e712c8 = { "type": x626992da, "properties": { "arguments": xdaab208a, "description": x264a94f6, "name": x264a94f6 }, "required": x1c429aa3 } as const;
/** @internal */
export const x5618254a = { "type": x626992da, "properties": { "description": x264a94f6, "name": x264a94f6, "required": xb1d122f2 }, "required": x1c429aa3 } as const;
/** @internal */
export const x271218b9 = "notifications/prompts/list_changed" as const;
/** @internal */
export const xa87023e8 = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": [x271218b9] }, "params": x1c11dad2 }, "required": xa5f7f016 } as const;
/** @internal */
export const x5aa7b818 = [xb09c7d54, x2bc933af] as const;
/** @internal */
export const xe0bfbfc1 = { "type": x626992da, "properties": { "content": x2c17ea80, "role": xa2b1320a }, "required": x5aa7b818 } as const;
/** @internal */
export const xd8d94862 = { "enum": ["ref/prompt"] } as const;
/** @internal */
export const xe1c068f1 = [x6ffe58b8, xd0070d5c] as const;
/** @internal */
export const x1b5a01ab = { "type": x626992da, "properties": { "name": x264a94f6, "type": xd8d94862 }, "required": xe1c068f1 } as const;
/** @internal */
export const xf21ffe3f = { "listChanged": xb1d122f2 } as const;
/** @internal */
export const xcfafb397 = { "type": x626992da, "properties": xf21ffe3f } as const;
/** @internal */
export const x6dd1ce89 = "resources/read" as const;
/** @internal */
export const x7f7d269b = "ReadResourceRequestParams" as const;
/** @internal */
export const xfe494cad = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x6dd1ce89] }, "params": { "$ref": x7f7d269b } }, "required": xe9305fe8 } as const;
/** @internal */
export const x24c0f289 = ["uri"] as const;
/** @internal */
export const x2e9ee70f = { "type": x626992da, "properties": { "_meta": x39b25673, "uri": x264a94f6 }, "required": x24c0f289 } as const;
/** @internal */
export const x10fd2ab1 = { "type": x9b2a3448, "items": x39b0c07e } as const;
/** @internal */
export const xd4ede794 = "contents" as const;
/** @internal */
export const x70a8a603 = [xd4ede794] as const;
/** @internal */
export const x736bada1 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "contents": x10fd2ab1 }, "required": x70a8a603 } as const;
/** @internal */
export const x8312b960 = { "type": x626992da, "properties": { "method": x264a94f6, "params": x68312952 }, "required": x9c2cf160 } as const;
/** @internal */
export const x86cfb01c = { "type": x626992da, "properties": { "progressToken": xcfd4b334 }, "additionalProperties": {} } as const;
/** @internal */
export const xf65b73b8 = { "_meta": x39b25673 } as const;
/** @internal */
export const xa8fbc6d4 = { "type": x626992da, "properties": xf65b73b8, "additionalProperties": {} } as const;
/** @internal */
export const xec8c9b24 = [x6ffe58b8, "uri"] as const;
/** @internal */
export const x44c5ec7c = { "type": x626992da, "properties": { "annotations": x4dcff69c, "description": x264a94f6, "mimeType": x264a94f6, "name": x264a94f6, "size": xbe8e7526, "uri": x264a94f6 }, "required": xec8c9b24 } as const;
/** @internal */
export const x46e627a7 = { "type": x626992da, "properties": { "mimeType": x264a94f6, "uri": x264a94f6 }, "required": x24c0f289 } as const;
/** @internal */
export const x37a571d4 = "notifications/resources/list_changed" as const;
/** @internal */
export const x3dfc79fc = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": [x37a571d4] }, "params": x1c11dad2 }, "required": xa5f7f016 } as const;
/** @internal */
export const xc2a2c058 = { "type": x626992da, "properties": { "type": { "enum": ["ref/resource"] }, "uri": x264a94f6 }, "required": [xd0070d5c, "uri"] } as const;
/** @internal */
export const x188bf5e2 = "uriTemplate" as const;
/** @internal */
export const x72f0a58c = [x6ffe58b8, x188bf5e2] as const;
/** @internal */
export const xc9e742ab = { "type": x626992da, "properties": { "annotations": x4dcff69c, "description": x264a94f6, "mimeType": x264a94f6, "name": x264a94f6, "uriTemplate": x264a94f6 }, "required": x72f0a58c } as const;
/** @internal */
export const xca0413f5 = "notifications/resources/updated" as const;
/** @internal */
export const x6956ab64 = "ResourceUpdatedNotificationParams" as const;
/** @internal */
export const x447955fd = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": [xca0413f5] }, "params": { "$ref": x6956ab64 } }, "required": x86d4f789 } as const;
/** @internal */
export const x333faa13 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "uri": x264a94f6 }, "required": x24c0f289 } as const;
/** @internal */
export const xe60f3598 = { "type": x626992da, "properties": { "listChanged": xb1d122f2, "subscribe": xb1d122f2 } } as const;
/** @internal */
export const x3190d261 = "user" as const;
/** @internal */
export const x8ccd2e3e = { "enum": ["assistant", x3190d261] } as const;
/** @internal */
export const xd1a00903 = { "type": x626992da, "properties": { "name": x264a94f6, "uri": x264a94f6 }, "required": x24c0f289 } as const;
/** @internal */
export const xa24f5947 = "notifications/roots/list_changed" as const;
/** @internal */
export const xded41f7b = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": [xa24f5947] }, "params": x1c11dad2 }, "required": xa5f7f016 } as const;
/** @internal */
export const x3337b7b6 = { "type": x626992da, "properties": { "content": x61733611, "role": xa2b1320a }, "required": x5aa7b818 } as const;
/** @internal */
export const x3e755923 = "PromptsCapability" as const;
/** @internal */
export const x7c818c75 = { "$ref": x3e755923 } as const;
/** @internal */
export const x24b76968 = "ResourcesCapability" as const;
/** @internal */
export const xf54043af = { "$ref": x24b76968 } as const;
/** @internal */
export const x229a7a82 = "ToolsCapability" as const;
/** @internal */
export const x30bc661f = { "$ref": x229a7a82 } as const;
/** @internal */
export const x8cc58e8f = { "$ref": xe13b8add } as const;
/** @internal */
export const xe2ff464d = { "$ref": x1c73be38 } as const;
/** @internal */
export const x7c22324f = { "$ref": x174b4a09 } as const;
/** @internal */
export const x33dab957 = { "$ref": x764f3407 } as const;
/** @internal */
export const x5e674bcf = { "$ref": xca77f1b3 } as const;
/** @internal */
export const x6867e7e5 = { "anyOf": [x185b20a4, x11fd3ebf, x8cc58e8f, xe2ff464d, x7c22324f, x33dab957, x5e674bcf] } as const;
/** @internal */
export const xcfd7d87d = { "$ref": x53c571c3 } as const;
/** @internal */
export const x95d17ffb = { "$ref": xea5f2400 } as const;
/** @internal */
export const x7398c4e0 = { "anyOf": [xcfd7d87d, x17efaf76, x95d17ffb] } as const;
/** @internal */
export const xebaad84e = { "$ref": x011a425b } as const;
/** @internal */
export const x211a8f0e = { "$ref": x322b6c0a } as const;
/** @internal */
export const xb5d687ed = { "$ref": xad0c6fae } as const;
/** @internal */
export const x03c862d0 = { "$ref": xb8cdc4f2 } as const;
/** @internal */
export const x1782ec68 = { "$ref": x9b0934d0 } as const;
/** @internal */
export const xf4c8ccca = { "$ref": x5f4476f7 } as const;
/** @internal */
export const x0c89ab50 = { "$ref": x82b608cd } as const;
/** @internal */
export const x9b7045b9 = { "$ref": x61b5ec2e } as const;
/** @internal */
export const xc2407f6b = { "$ref": xa2ec1181 } as const;
/** @internal */
export const x644d178f = { "anyOf": [xebaad84e, x211a8f0e, xb5d687ed, x03c862d0, x1782ec68, xf4c8ccca, x0c89ab50, x9b7045b9, xc2407f6b, x23cfed45] } as const;
/** @internal */
export const x1af71f79 = "logging/setLevel" as const;
/** @internal */
export const x2d4e396b = "SetLevelRequestParams" as const;
/** @internal */
export const xeda38147 = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x1af71f79] }, "params": { "$ref": x2d4e396b } }, "required": xe9305fe8 } as const;
/** @internal */
export const xd0996966 = { "type": x626992da, "properties": { "_meta": x39b25673, "level": x016b3897 }, "required": [x06435e3c] } as const;
/** @internal */
export const xdf09211f = "resources/subscribe" as const;
/** @internal */
export const x6a90b5c2 = "SubscribeRequestParams" as const;
/** @internal */
export const xd27357a8 = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [xdf09211f] }, "params": { "$ref": x6a90b5c2 } }, "required": xe9305fe8 } as const;
/** @internal */
export const x1e1d0f25 = "text" as const;
/** @internal */
export const xa12fde0e = { "enum": [x1e1d0f25] } as const;
/** @internal */
export const x26f02443 = [x1e1d0f25, xd0070d5c] as const;
/** @internal */
export const xa7eb34c4 = { "type": x626992da, "properties": { "annotations": x4dcff69c, "text": x264a94f6, "type": xa12fde0e }, "required": x26f02443 } as const;
/** @internal */
export const x9a75fcc3 = [x1e1d0f25, "uri"] as const;
/** @internal */
export const x2edbdf36 = { "type": x626992da, "properties": { "mimeType": x264a94f6, "text": x264a94f6, "uri": x264a94f6 }, "required": x9a75fcc3 } as const;
/** @internal */
export const x7e5e15a1 = "ToolInputSchema" as const;
/** @internal */
export const x4aa582be = { "$ref": x7e5e15a1 } as const;
/** @internal */
export const x6b463731 = "inputSchema" as const;
/** @internal */
export const x6ddda512 = [x6b463731, x6ffe58b8] as const;
/** @internal */
export const xe935ce50 = { "enum": [x626992da] } as const;
/** @internal */
export const x3303cb6e = [xd0070d5c] as const;
/** @internal */
export const x7344076b = { "type": x626992da, "properties": { "properties": xba46ac77, "required": x120695c2, "type": xe935ce50 }, "required": x3303cb6e, "additionalProperties": {}, "plain": true } as const;
/** @internal */
export const xd3ac2055 = "notifications/tools/list_changed" as const;
/** @internal */
export const xed36183d = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": [xd3ac2055] }, "params": x1c11dad2 }, "required": xa5f7f016 } as const;
/** @internal */
export const x70c289a6 = "resources/unsubscribe" as const;
/** @internal */
export const xa2d732b9 = "UnsubscribeRequestParams" as const;
/** @internal */
export const x02a9ddab = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": [x70c289a6] }, "params": { "$ref": xa2d732b9 } }, "required": xe9305fe8 } as const;
/** @internal */
export const x3fe40faa = "additionalProperties" as const;
/** @internal */
export const xc7eb4287 = { "enum": ["audio"] } as const;
/** @internal */
export const xf404f436 = "AudioContent" as const;
/** @internal */
export const xc2c4f870 = { "$ref": xf404f436 } as const;
/** @internal */
export const x74472575 = { "type": x9b2a3448, "items": { "$ref": "JSONRPCBatchRequestItem" } } as const;
/** @internal */
export const xfa172a68 = { "type": x9b2a3448, "items": { "$ref": "JSONRPCBatchResponseItem" } } as const;
/** @internal */
export const x47b240d8 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "message": x264a94f6, "progress": xad523f87, "progressToken": xcfd4b334, "total": xad523f87 }, "required": xbf8425fe } as const;
/** @internal */
export const x831f599a = { "anyOf": [xca30807b, xc2c4f870, x061c8b0a] } as const;
/** @internal */
export const x0d35500b = { "type": x626992da, "properties": { "completions": x2bb2cdb3, "experimental": xba46ac77, "logging": x2bb2cdb3, "prompts": x7c818c75, "resources": xf54043af, "tools": x30bc661f } } as const;
/** @internal */
export const x2af4e275 = "ToolAnnotations" as const;
/** @internal */
export const xf13d8bce = { "$ref": x2af4e275 } as const;
/** @internal */
export const x562e9ac6 = { "type": x626992da, "properties": { "destructiveHint": xb1d122f2, "idempotentHint": xb1d122f2, "openWorldHint": xb1d122f2, "readOnlyHint": xb1d122f2, "title": x264a94f6 } } as const;
/** @internal */
export const xbf0d38ff = "ElicitRequest" as const;
/** @internal */
export const x785b6933 = "ElicitResult" as const;
/** @internal */
export const xba5b5bd3 = [x785b6933] as const;
/** @internal */
export const x7ef8b5ec = { "type": x626992da, "properties": { "audience": xbb6b8acc, "lastModified": x264a94f6, "priority": x7e84145c } } as const;
/** @internal */
export const xb93062d3 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x4dcff69c, "data": x264a94f6, "mimeType": x264a94f6, "type": xc7eb4287 }, "required": x54ca7ddc } as const;
/** @internal */
export const x35cf606d = { "type": x626992da, "properties": { "name": x264a94f6, "title": x264a94f6 }, "required": x1c429aa3 } as const;
/** @internal */
export const x234bdc6d = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "blob": x264a94f6, "mimeType": x264a94f6, "uri": x264a94f6 }, "required": xf6921711 } as const;
/** @internal */
export const xa21b49f3 = { "type": x626992da, "properties": { "default": xb1d122f2, "description": x264a94f6, "title": x264a94f6, "type": { "enum": ["boolean"] } }, "required": x3303cb6e } as const;
/** @internal */
export const x6e8e6ad7 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "content": xcb56f554, "isError": xb1d122f2, "structuredContent": x2bb2cdb3 }, "required": x9a461891 } as const;
/** @internal */
export const x041842eb = { "$ref": x785b6933 } as const;
/** @internal */
export const x5adb9b31 = "CompletionContext" as const;
/** @internal */
export const x01cbe85d = { "$ref": x5adb9b31 } as const;
/** @internal */
export const x0553fc9a = { "type": x626992da, "properties": { "_meta": x39b25673, "argument": x063b8705, "context": x01cbe85d, "ref": xb624a58e }, "required": x021f756a } as const;
/** @internal */
export const x70141434 = { "type": x626992da, "properties": { "arguments": xbf5544de } } as const;
/** @internal */
export const x78852f29 = "ResourceTemplateReference" as const;
/** @internal */
export const xdde69256 = { "anyOf": [{ "$ref": x78852f29 }, x08df4532] } as const;
/** @internal */
export const xa920a715 = "ResourceLink" as const;
/** @internal */
export const xf38eecc8 = { "anyOf": [xca30807b, xc2c4f870, { "$ref": xa920a715 }, x061c8b0a, xc9d7bdb2] } as const;
/** @internal */
export const x5a83111e = "cancel" as const;
/** @internal */
export const x4be4729d = { "enum": ["accept", x5a83111e, "decline"] } as const;
/** @internal */
export const x78984019 = "elicitation/create" as const;
/** @internal */
export const xbf10de37 = { "enum": [x78984019] } as const;
/** @internal */
export const xa13e0f37 = "ElicitRequestFormParams" as const;
/** @internal */
export const xe2f5df1b = { "$ref": xa13e0f37 } as const;
/** @internal */
export const x8e99f454 = "ElicitRequestedSchema" as const;
/** @internal */
export const xc96fc789 = { "$ref": x8e99f454 } as const;
/** @internal */
export const x2a11522e = "requestedSchema" as const;
/** @internal */
export const x837ec8c3 = [xfd3830a0, x2a11522e] as const;
/** @internal */
export const x5b6ff1c2 = "PrimitiveSchemaDefinition" as const;
/** @internal */
export const xb7c4b030 = { "type": x626992da, "additionalProperties": { "$ref": x5b6ff1c2 } } as const;
/** @internal */
export const xe4b90d9d = "properties" as const;
/** @internal */
export const x4f6cad83 = [xe4b90d9d, xd0070d5c] as const;
/** @internal */
export const x48988651 = "ElicitAction" as const;
/** @internal */
export const x745b1bf8 = { "$ref": x48988651 } as const;
/** @internal */
export const x5efee373 = "ElicitFieldValue" as const;
/** @internal */
export const x4c959c65 = { "type": x626992da, "additionalProperties": { "$ref": x5efee373 } } as const;
/** @internal */
export const x6b6fdce2 = "action" as const;
/** @internal */
export const xcf762007 = [x6b6fdce2] as const;
/** @internal */
export const xa8b3b08f = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "action": x745b1bf8, "content": x4c959c65 }, "required": xcf762007 } as const;
/** @internal */
export const xedc7262f = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x4dcff69c, "resource": x39b0c07e, "type": xa882e456 }, "required": x20692ecd } as const;
/** @internal */
export const x99aca490 = { "enum": [xe9e5c1c9] } as const;
/** @internal */
export const xe49fb5f7 = "enum" as const;
/** @internal */
export const x38687bb7 = [xe49fb5f7, xd0070d5c] as const;
/** @internal */
export const x5ece08ef = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x4dcff69c, "data": x264a94f6, "mimeType": x264a94f6, "type": x14d79509 }, "required": x54ca7ddc } as const;
/** @internal */
export const x87169dbe = "NumberSchemaType" as const;
/** @internal */
export const xf52da909 = { "$ref": x87169dbe } as const;
/** @internal */
export const x61467d8c = { "enum": [xbb894e25, xfd1a55ee] } as const;
/** @internal */
export const x02e4c8c9 = "EnumSchema" as const;
/** @internal */
export const xbb117867 = "BooleanSchema" as const;
/** @internal */
export const x0524a471 = { "$ref": xbb117867 } as const;
/** @internal */
export const xad131413 = "NumberSchema" as const;
/** @internal */
export const x48b3616b = { "$ref": xad131413 } as const;
/** @internal */
export const x9ef572cf = "StringSchema" as const;
/** @internal */
export const x0e4d3fcb = { "$ref": x9ef572cf } as const;
/** @internal */
export const x2e46734f = { "type": x626992da, "properties": { "description": x264a94f6, "name": x264a94f6, "required": xb1d122f2, "title": x264a94f6 }, "required": x1c429aa3 } as const;
/** @internal */
export const x63e756c6 = { "type": x626992da, "properties": { "name": x264a94f6, "title": x264a94f6, "type": xd8d94862 }, "required": xe1c068f1 } as const;
/** @internal */
export const x02298106 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "mimeType": x264a94f6, "uri": x264a94f6 }, "required": x24c0f289 } as const;
/** @internal */
export const x2e838b89 = { "enum": ["resource_link"] } as const;
/** @internal */
export const x16f4a60f = [x6ffe58b8, xd0070d5c, "uri"] as const;
/** @internal */
export const x30819af0 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "name": x264a94f6, "uri": x264a94f6 }, "required": x24c0f289 } as const;
/** @internal */
export const xa82b761f = { "$ref": xbf0d38ff } as const;
/** @internal */
export const x1606f01a = "StringSchemaFormat" as const;
/** @internal */
export const xf4def58e = { "$ref": x1606f01a } as const;
/** @internal */
export const x885998ed = { "enum": ["date", "date-time", "email", "uri"] } as const;
/** @internal */
export const x56ed1dd7 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "annotations": x4dcff69c, "text": x264a94f6, "type": xa12fde0e }, "required": x26f02443 } as const;
/** @internal */
export const x5105a002 = { "type": x626992da, "properties": { "_meta": x2bb2cdb3, "mimeType": x264a94f6, "text": x264a94f6, "uri": x264a94f6 }, "required": x9a75fcc3 } as const;
/** @internal */
export const xe0f2ffd1 = "ToolOutputSchema" as const;
/** @internal */
export const xf47b9293 = { "$ref": xe0f2ffd1 } as const;
/** @internal */
export const xa861aa64 = { "result": xbb112ebb, "error": { "type": x626992da, "required": [xd87423a7, x4d01709f], "properties": xa5c02106 } } as const;
/** @internal */
export const x5a7679cb = "CreateTaskResult" as const;
/** @internal */
export const xe7cb9889 = "ElicitationCompleteNotification" as const;
/** @internal */
export const xaac2f62a = "TaskStatusNotification" as const;
/** @internal */
export const x7e8a8267 = "CancelTaskRequest" as const;
/** @internal */
export const x68800549 = "CancelTaskResult" as const;
/** @internal */
export const x501f0c2f = [x68800549] as const;
/** @internal */
export const xfbca891d = "GetTaskRequest" as const;
/** @internal */
export const xb5867879 = "GetTaskResult" as const;
/** @internal */
export const xa6d102a3 = [xb5867879] as const;
/** @internal */
export const xb52718d2 = "ListTasksRequest" as const;
/** @internal */
export const x15267e59 = "ListTasksResult" as const;
/** @internal */
export const xa7ee24e1 = "GetTaskPayloadRequest" as const;
/** @internal */
export const x34176c1b = "GetTaskPayloadResult" as const;
/** @internal */
export const xfaf42c55 = { "$ref": "TaskMetadata" } as const;
/** @internal */
export const x739c9f62 = "tasks/cancel" as const;
/** @internal */
export const xdc581c8d = { "enum": [x739c9f62] } as const;
/** @internal */
export const x19d17f6b = "taskId" as const;
/** @internal */
export const x5add9cab = [x19d17f6b] as const;
/** @internal */
export const x0e93b950 = { "type": x626992da, "properties": { "taskId": x264a94f6 }, "required": x5add9cab } as const;
/** @internal */
export const x31e2e9ca = "TaskStatus" as const;
/** @internal */
export const xfcb74491 = { "$ref": x31e2e9ca } as const;
/** @internal */
export const xcdde6185 = { "type": "null" } as const;
/** @internal */
export const xba515e70 = { "anyOf": [xbe8e7526, xcdde6185] } as const;
/** @internal */
export const xf1eab283 = { "_meta": x2bb2cdb3, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "pollInterval": xbe8e7526, "status": xfcb74491, "statusMessage": x264a94f6, "taskId": x264a94f6, "ttl": xba515e70 } as const;
/** @internal */
export const xe5a26896 = "createdAt" as const;
/** @internal */
export const x5201cba2 = "lastUpdatedAt" as const;
/** @internal */
export const xcfc31bcc = "status" as const;
/** @internal */
export const x8df8e5b3 = [xe5a26896, x5201cba2, xcfc31bcc, x19d17f6b, "ttl"] as const;
/** @internal */
export const x2d45b6dd = { "type": x626992da, "properties": xf1eab283, "required": x8df8e5b3, "additionalProperties": {} } as const;
/** @internal */
export const x8e218264 = "ElicitationCapability" as const;
/** @internal */
export const xa3351c7f = { "$ref": x8e218264 } as const;
/** @internal */
export const x09961de9 = "SamplingCapability" as const;
/** @internal */
export const x692228b0 = { "$ref": x09961de9 } as const;
/** @internal */
export const x02c43ea2 = { "$ref": xaac2f62a } as const;
/** @internal */
export const x8eeafaa9 = { "$ref": xfbca891d } as const;
/** @internal */
export const x4b44269c = { "$ref": xa7ee24e1 } as const;
/** @internal */
export const x30eaedb9 = { "$ref": x7e8a8267 } as const;
/** @internal */
export const x0e657bb5 = { "$ref": xb52718d2 } as const;
/** @internal */
export const x394d6c9f = { "$ref": xb5867879 } as const;
/** @internal */
export const x36f4e013 = { "$ref": x68800549 } as const;
/** @internal */
export const x5402e7ce = { "$ref": x15267e59 } as const;
/** @internal */
export const xb271b7fa = { "$ref": x34176c1b } as const;
/** @internal */
export const xf8dce399 = "ToolChoice" as const;
/** @internal */
export const xb04b6684 = { "$ref": xf8dce399 } as const;
/** @internal */
export const xec64931a = "Task" as const;
/** @internal */
export const xebb0b2f4 = { "$ref": xec64931a } as const;
/** @internal */
export const xb9ce06a0 = "task" as const;
/** @internal */
export const x9aae63eb = [xb9ce06a0] as const;
/** @internal */
export const x05fe8555 = { "anyOf": [x120695c2, x264a94f6, xad523f87, xb1d122f2] } as const;
/** @internal */
export const xeb9bb2db = "ElicitRequestParams" as const;
/** @internal */
export const xbb771cc2 = { "$ref": xeb9bb2db } as const;
/** @internal */
export const xe4ea2137 = "form" as const;
/** @internal */
export const xa57e8248 = { "enum": [xe4ea2137] } as const;
/** @internal */
export const x2aff81e7 = "ElicitRequestURLParams" as const;
/** @internal */
export const x3e174375 = { "$ref": x2aff81e7 } as const;
/** @internal */
export const xcf8e8b8d = { "anyOf": [x3e174375, xe2f5df1b] } as const;
/** @internal */
export const x172f6d9f = ["url"] as const;
/** @internal */
export const x443c3c9d = { "enum": x172f6d9f } as const;
/** @internal */
export const x97fa820f = "elicitationId" as const;
/** @internal */
export const xb6d5c2c3 = "mode" as const;
/** @internal */
export const x2eb4556e = { "type": x626992da, "properties": { "$schema": x264a94f6, "properties": xb7c4b030, "required": x120695c2, "type": xe935ce50 }, "required": x4f6cad83 } as const;
/** @internal */
export const x01dd08cb = "UntitledSingleSelectEnumSchema" as const;
/** @internal */
export const xba4a52a6 = { "$ref": x01dd08cb } as const;
/** @internal */
export const x13bf41f5 = "TitledSingleSelectEnumSchema" as const;
/** @internal */
export const x4071e658 = { "$ref": x13bf41f5 } as const;
/** @internal */
export const xdd94072d = "LegacyTitledEnumSchema" as const;
/** @internal */
export const x0488359a = { "$ref": xdd94072d } as const;
/** @internal */
export const xdb84c22e = "UntitledMultiSelectEnumSchema" as const;
/** @internal */
export const x1325006f = { "$ref": xdb84c22e } as const;
/** @internal */
export const xf4644d75 = "TitledMultiSelectEnumSchema" as const;
/** @internal */
export const xee0fe6c0 = { "$ref": xf4644d75 } as const;
/** @internal */
export const xfdc4f23f = { "anyOf": [xba4a52a6, x4071e658, x0488359a, x1325006f, xee0fe6c0] } as const;
/** @internal */
export const xec0fe815 = "tasks/get" as const;
/** @internal */
export const xf2b0b74e = { "enum": [xec0fe815] } as const;
/** @internal */
export const xdd060373 = "IconTheme" as const;
/** @internal */
export const x8a5ddc82 = ["src"] as const;
/** @internal */
export const x79353c7a = { "type": x626992da, "properties": { "mimeType": x264a94f6, "sizes": x120695c2, "src": x264a94f6, "theme": { "$ref": xdd060373 } }, "required": x8a5ddc82 } as const;
/** @internal */
export const x2b605840 = { "enum": ["dark", "light"] } as const;
/** @internal */
export const xa4c7282e = "Icon" as const;
/** @internal */
export const x31859f4f = { "type": x9b2a3448, "items": { "$ref": xa4c7282e } } as const;
/** @internal */
export const x24632984 = { "type": x626992da, "properties": { "icons": x31859f4f } } as const;
/** @internal */
export const xcfd7f63a = { "type": x626992da, "properties": { "description": x264a94f6, "icons": x31859f4f, "name": x264a94f6, "title": x264a94f6, "version": x264a94f6, "websiteUrl": x264a94f6 }, "required": xb5922134 } as const;
/** @internal */
export const xecd231cd = [x4d01709f, xd87423a7] as const;
/** @internal */
export const xc870d442 = { "type": x626992da, "properties": x2808ff0e, "required": xecd231cd } as const;
/** @internal */
export const x9be92ccc = "JSONRPCResultResponse" as const;
/** @internal */
export const xe0c15474 = { "$ref": x9be92ccc } as const;
/** @internal */
export const xcb2261b1 = "JSONRPCErrorResponse" as const;
/** @internal */
export const xed35404b = { "$ref": xcb2261b1 } as const;
/** @internal */
export const x2e1b7656 = { "anyOf": [xe0c15474, x2f7033a5, xd75c78a1, xed35404b] } as const;
/** @internal */
export const xe27ebf6a = { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": x264a94f6, "params": x2bb2cdb3 }, "required": xa5f7f016 } as const;
/** @internal */
export const x0c58dbb7 = { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": x264a94f6, "params": x2bb2cdb3 }, "required": xe71f6a1f } as const;
/** @internal */
export const x3790ebfe = { "anyOf": [xe0c15474, xed35404b] } as const;
/** @internal */
export const x11790d23 = { "type": x626992da, "properties": { "default": x264a94f6, "description": x264a94f6, "enum": x120695c2, "enumNames": x120695c2, "title": x264a94f6, "type": x99aca490 }, "required": x38687bb7 } as const;
/** @internal */
export const xc5654a26 = "tasks" as const;
/** @internal */
export const x9e540bff = { "anyOf": [x1325006f, xee0fe6c0] } as const;
/** @internal */
export const xb8196575 = { "type": x626992da, "properties": { "method": x264a94f6, "params": x2bb2cdb3 }, "required": x9c2cf160 } as const;
/** @internal */
export const x7413726a = { "type": x626992da, "properties": { "default": xad523f87, "description": x264a94f6, "maximum": xad523f87, "minimum": xad523f87, "title": x264a94f6, "type": xf52da909 }, "required": x3303cb6e } as const;
/** @internal */
export const x98e3f138 = { "id": x0da198bc, "jsonrpc": x56c6c720, "method": x264a94f6, "params": x3b5352a2 } as const;
/** @internal */
export const x9b872867 = { "anyOf": [xba4a52a6, x4071e658, x0488359a, x1325006f, xee0fe6c0, x0524a471, x48b3616b, x0e4d3fcb] } as const;
/** @internal */
export const xae2d8c76 = "ToolUseContent" as const;
/** @internal */
export const x1f4c6315 = { "$ref": xae2d8c76 } as const;
/** @internal */
export const x8869acfe = "ToolResultContent" as const;
/** @internal */
export const xa2c7556a = { "$ref": x8869acfe } as const;
/** @internal */
export const x928719cd = "SamplingMessageContentBlock" as const;
/** @internal */
export const x62bbdd76 = { "anyOf": [x1f4c6315, xca30807b, xc2c4f870, xa2c7556a, x061c8b0a, { "type": x9b2a3448, "items": { "$ref": x928719cd } }] } as const;
/** @internal */
export const xd411d0bd = { "anyOf": [x1f4c6315, xca30807b, xc2c4f870, xa2c7556a, x061c8b0a] } as const;
/** @internal */
export const x6ca7625f = { "anyOf": [xba4a52a6, x4071e658] } as const;
/** @internal */
export const x72f033d3 = { "type": x626992da, "properties": { "default": x264a94f6, "description": x264a94f6, "format": xf4def58e, "maxLength": xbe8e7526, "minLength": xbe8e7526, "title": x264a94f6, "type": x99aca490 }, "required": x3303cb6e } as const;
/** @internal */
export const x06234c1c = "cancelled" as const;
/** @internal */
export const x7093fda8 = "completed" as const;
/** @internal */
export const x33d04bd7 = "failed" as const;
/** @internal */
export const x6e8fad32 = "input_required" as const;
/** @internal */
export const x24e61fda = "working" as const;
/** @internal */
export const x0b1e6a8c = "TaskStatusNotificationParams" as const;
/** @internal */
export const x838f0ea0 = { "$ref": x0b1e6a8c } as const;
/** @internal */
export const xcf51937b = "required" as const;
/** @internal */
export const x87dfbbd2 = "title" as const;
/** @internal */
export const x8261667c = { "type": x626992da, "properties": { "const": x264a94f6, "title": x264a94f6 }, "required": ["const", x87dfbbd2] } as const;
/** @internal */
export const xee5d5cfb = "TitledMultiSelectItems" as const;
/** @internal */
export const x0e16af52 = { "enum": [x9b2a3448] } as const;
/** @internal */
export const x3c22349f = "items" as const;
/** @internal */
export const x979c7172 = [x3c22349f, xd0070d5c] as const;
/** @internal */
export const xc122b53d = { "type": x626992da, "properties": { "default": x120695c2, "description": x264a94f6, "items": { "$ref": xee5d5cfb }, "maxItems": xbe8e7526, "minItems": xbe8e7526, "title": x264a94f6, "type": x0e16af52 }, "required": x979c7172 } as const;
/** @internal */
export const xc5a6100a = "TitledEnumOption" as const;
/** @internal */
export const xea6e23a6 = { "type": x9b2a3448, "items": { "$ref": xc5a6100a } } as const;
/** @internal */
export const x9739f0d9 = "anyOf" as const;
/** @internal */
export const xc9ff6333 = { "type": x626992da, "properties": { "anyOf": xea6e23a6 }, "required": [x9739f0d9] } as const;
/** @internal */
export const xd1361a70 = { "type": x626992da, "properties": { "default": x264a94f6, "description": x264a94f6, "oneOf": xea6e23a6, "title": x264a94f6, "type": x99aca490 }, "required": ["oneOf", xd0070d5c] } as const;
/** @internal */
export const xb08bab4f = "ToolChoiceMode" as const;
/** @internal */
export const xf9cbf888 = { "type": x626992da, "properties": { "mode": { "$ref": xb08bab4f } } } as const;
/** @internal */
export const x44e60198 = { "enum": ["auto", "none", xcf51937b] } as const;
/** @internal */
export const x45ebb5fe = { "type": x626992da, "properties": { "$schema": x264a94f6, "properties": xba46ac77, "required": x120695c2, "type": xe935ce50 }, "required": x3303cb6e, "additionalProperties": {}, "plain": true } as const;
/** @internal */
export const xe7b1c522 = { "enum": ["tool_result"] } as const;
/** @internal */
export const x5e5bff92 = "toolUseId" as const;
/** @internal */
export const xc430c4e6 = [xb09c7d54, x5e5bff92, xd0070d5c] as const;
/** @internal */
export const x5f37e9e8 = { "enum": ["tool_use"] } as const;
/** @internal */
export const x48aed237 = "input" as const;
/** @internal */
export const x019546c8 = ["id", x48aed237, x6ffe58b8, xd0070d5c] as const;
/** @internal */
export const xdac611fd = [x4a1933b0, x519b3ed5, xfd3830a0] as const;
/** @internal */
export const x8698af35 = "UntitledMultiSelectItems" as const;
/** @internal */
export const x3e9bdfd2 = { "type": x626992da, "properties": { "default": x120695c2, "description": x264a94f6, "items": { "$ref": x8698af35 }, "maxItems": xbe8e7526, "minItems": xbe8e7526, "title": x264a94f6, "type": x0e16af52 }, "required": x979c7172 } as const;
/** @internal */
export const xe3da2947 = { "type": x626992da, "properties": { "enum": x120695c2, "type": x99aca490 }, "required": x38687bb7 } as const;
/** @internal */
export const xc9dddab2 = { "type": x626992da, "properties": { "default": x264a94f6, "description": x264a94f6, "enum": x120695c2, "title": x264a94f6, "type": x99aca490 }, "required": x38687bb7 } as const;
/** @internal */
export const x00a17541 = "2026-07-28" as const;
/** @internal */
export const x50f15024 = "embedded" as const;
/** @internal */
export const x62563039 = "SubscriptionsAcknowledgedNotification" as const;
/** @internal */
export const xdd98d65e = "InputRequiredResult" as const;
/** @internal */
export const x387b7c16 = "DiscoverRequest" as const;
/** @internal */
export const x057e1715 = "DiscoverResult" as const;
/** @internal */
export const x110de5ce = "SubscriptionsListenRequest" as const;
/** @internal */
export const x9db36034 = "SubscriptionsListenResult" as const;
/** @internal */
export const x183f0e7c = { "$ref": "MetaObject" } as const;
/** @internal */
export const x17bfa6c6 = { "$ref": "ResultMetaObject" } as const;
/** @internal */
export const x2d347508 = { "$ref": "CacheScope" } as const;
/** @internal */
export const x5735dbba = { "type": xbb894e25, "minimum": 0 } as const;
/** @internal */
export const xa17dbaa4 = "cacheScope" as const;
/** @internal */
export const xf6616af6 = "resultType" as const;
/** @internal */
export const xc6fe66ad = "ttlMs" as const;
/** @internal */
export const xd25d6caa = { "$ref": xdd98d65e } as const;
/** @internal */
export const xbf15c04b = { "$ref": "RequestMetaObject" } as const;
/** @internal */
export const x87becf94 = { "$ref": "InputResponses" } as const;
/** @internal */
export const xd3736050 = "_meta" as const;
/** @internal */
export const xbc997d32 = [xd3736050, x6ffe58b8] as const;
/** @internal */
export const xe00ac9eb = { "enum": ["complete"] } as const;
/** @internal */
export const xb0f8016b = { "$ref": "NotificationMetaObject" } as const;
/** @internal */
export const xaab1a205 = { "$ref": "JSONObject" } as const;
/** @internal */
export const xa8b2667e = { "type": x626992da, "additionalProperties": xaab1a205 } as const;
/** @internal */
export const xf5fd38f4 = [x12f3c6c9, x15bcf681] as const;
/** @internal */
export const x2519c73c = { "$ref": x057e1715 } as const;
/** @internal */
export const x60479c86 = { "$ref": "InputRequests" } as const;
/** @internal */
export const x2640f4b5 = [xf6616af6] as const;
/** @internal */
export const xc746fd5c = [xd3736050] as const;
/** @internal */
export const xf946e400 = { "$ref": "JSONValue" } as const;
/** @internal */
export const x60b80524 = { "type": x9b2a3448, "items": xf946e400 } as const;
/** @internal */
export const xd6020dd3 = [xd3736050, "uri"] as const;
/** @internal */
export const xa16b2363 = { "$ref": x9db36034 } as const;
/** @internal */
export const x07b7ec3d = "SubscriptionFilter" as const;
/** @internal */
export const xe3d87b75 = { "$ref": x07b7ec3d } as const;
/** @internal */
export const x49c51e6a = "notifications" as const;
/** @internal */
export const x90ec57c0 = "io.modelcontextprotocol/subscriptionId" as const;
/** @internal */
export const xbf1b8bdd = { "type": x626992da, "properties": { "$schema": x264a94f6 }, "additionalProperties": {}, "plain": true } as const;
/** @internal */
export const x0b8c9b56 = ["app"] as const;
/** @internal */
export const x9a7e2298 = ["host"] as const;
/** @internal */
export const x4a4eccca = ["McpUiResourceTeardownResult"] as const;
/** @internal */
export const xfb8524cd = { "$ref": "McpUiListChangedCapability" } as const;
/** @internal */
export const x4d8ad7f5 = { "$ref": "McpUiDisplayMode" } as const;
/** @internal */
export const x5793183f = { "type": x9b2a3448, "items": x4d8ad7f5 } as const;
/** @internal */
export const xc783f6f6 = { "$ref": "McpUiAnnotations" } as const;
/** @internal */
export const x80f52490 = [xd0070d5c, x519b3ed5, x87b061c8] as const;
/** @internal */
export const x7c981dc1 = { "type": x626992da, "properties": {}, "additionalProperties": false } as const;
/** @internal */
export const x3265a854 = { "$ref": "McpUiResourceLink" } as const;
/** @internal */
export const x1f160f2e = { "$ref": "McpUiEmbeddedResource" } as const;
/** @internal */
export const x0afbe62e = { "type": x626992da, "properties": { "isError": xb1d122f2 }, "additionalProperties": {} } as const;
/** @internal */
export const xe7727c63 = { "$ref": "McpUiEmptyObject" } as const;
/** @internal */
export const xcf5206a0 = { "$ref": "McpUiSupportedContentBlockModalities" } as const;
/** @internal */
export const x2844b4a9 = { "$ref": "McpUiHostContext" } as const;
/** @internal */
export const xfb2bcb09 = { "enum": ["light", "dark"] } as const;
/** @internal */
export const xcd825beb = { "type": x9b2a3448, "items": { "$ref": "McpUiIcon" } } as const;
/** @internal */
export const xcb97b17a = { "$ref": "McpUiImplementation" } as const;
/** @internal */
export const x649ab489 = { "$ref": "McpUiJSONValue" } as const;
/** @internal */
export const xdfbc9941 = { "type": x626992da, "additionalProperties": x649ab489 } as const;
/** @internal */
export const x07e2818a = { "type": x9b2a3448, "items": { "$ref": "McpUiContentBlock" } } as const;
/** @internal */
export const x8dc90c5a = { "mode": x4d8ad7f5 } as const;
/** @internal */
export const x5c93d020 = [xb6d5c2c3] as const;
/** @internal */
export const xffaf8211 = { "type": xbb894e25, "minimum": -9007199254740991, "maximum": 9007199254740991 } as const;
/** @internal */
export const x4e162643 = { "$ref": "McpUiResourceCsp" } as const;
/** @internal */
export const xe9f26843 = { "$ref": "McpUiResourcePermissions" } as const;
/** @internal */
export const x8b58343b = ["--color-background-primary", "--color-background-secondary", "--color-background-tertiary", "--color-background-inverse", "--color-background-ghost", "--color-background-info", "--color-background-danger", "--color-background-success", "--color-background-warning", "--color-background-disabled", "--color-text-primary", "--color-text-secondary", "--color-text-tertiary", "--color-text-inverse", "--color-text-ghost", "--color-text-info", "--color-text-danger", "--color-text-success", "--color-text-warning", "--color-text-disabled", "--color-border-primary", "--color-border-secondary", "--color-border-tertiary", "--color-border-inverse", "--color-border-ghost", "--color-border-info", "--color-border-danger", "--color-border-success", "--color-border-warning", "--color-border-disabled", "--color-ring-primary", "--color-ring-secondary", "--color-ring-inverse", "--color-ring-info", "--color-ring-danger", "--color-ring-success", "--color-ring-warning", "--font-sans", "--font-mono", "--font-weight-normal", "--font-weight-medium", "--font-weight-semibold", "--font-weight-bold", "--font-text-xs-size", "--font-text-sm-size", "--font-text-md-size", "--font-text-lg-size", "--font-heading-xs-size", "--font-heading-sm-size", "--font-heading-md-size", "--font-heading-lg-size", "--font-heading-xl-size", "--font-heading-2xl-size", "--font-heading-3xl-size", "--font-text-xs-line-height", "--font-text-sm-line-height", "--font-text-md-line-height", "--font-text-lg-line-height", "--font-heading-xs-line-height", "--font-heading-sm-line-height", "--font-heading-md-line-height", "--font-heading-lg-line-height", "--font-heading-xl-line-height", "--font-heading-2xl-line-height", "--font-heading-3xl-line-height", "--border-radius-xs", "--border-radius-sm", "--border-radius-md", "--border-radius-lg", "--border-radius-xl", "--border-radius-full", "--border-width-regular", "--shadow-hairline", "--shadow-sm", "--shadow-md", "--shadow-lg"] as const;
/** @internal */
export const xf4a52414 = { "$ref": "McpUiStyleValue" } as const;
/** @internal */
export const x6d3e522b = { "type": x626992da, "properties": { "arguments": x2bb2cdb3 }, "additionalProperties": false } as const;
/** @internal */
export const xc0d86b8e = { "$ref": "TaskIdParams" } as const;
/** @internal */
export const xdcaf1580 = { "type": x626992da, "properties": { "_meta": x17bfa6c6, "resultType": xe00ac9eb }, "required": x2640f4b5, "additionalProperties": {} } as const;
/** @internal */
export const xe3388945 = { "enum": [x06234c1c] } as const;
/** @internal */
export const xf28c3872 = { "$ref": "TaskTtlMs" } as const;
/** @internal */
export const xabdcf2cd = [x19d17f6b, xcfc31bcc, xe5a26896, x5201cba2, xc6fe66ad] as const;
/** @internal */
export const xcd4131ef = [xf6616af6, x19d17f6b, xcfc31bcc, xe5a26896, x5201cba2, xc6fe66ad] as const;
/** @internal */
export const xd93bc9b8 = { "enum": [x7093fda8] } as const;
/** @internal */
export const x2f09c344 = [x19d17f6b, xcfc31bcc, xe5a26896, x5201cba2, xc6fe66ad, xd9fd9a3d] as const;
/** @internal */
export const xf018914f = { "enum": [x33d04bd7] } as const;
/** @internal */
export const x89823d65 = [x19d17f6b, xcfc31bcc, xe5a26896, x5201cba2, xc6fe66ad, x4d01709f] as const;
/** @internal */
export const xa68c8d5b = { "enum": [x6e8fad32] } as const;
/** @internal */
export const x9ecc1e40 = "inputRequests" as const;
/** @internal */
export const xf643593f = [x19d17f6b, xcfc31bcc, xe5a26896, x5201cba2, xc6fe66ad, x9ecc1e40] as const;
/** @internal */
export const x54fe04c5 = { "type": x626992da, "properties": { "taskIds": x120695c2 } } as const;
/** @internal */
export const x55338f70 = "inputResponses" as const;
/** @internal */
export const x2a870d98 = { "enum": [x24e61fda] } as const;
