/** The corrected schema of io.modelcontextprotocol/tasks. Written by `mcpgen build --language typescript`. */
import type { ExtensionTypes } from "../../../published.ts";
import { x00a17541, x037d8b79, x06234c1c, x0da198bc, x120695c2, x17bfa6c6, x19d17f6b, x24e61fda, x2640f4b5, x264a94f6, x2a870d98, x2bb2cdb3, x2f09c344, x33d04bd7, x37783d3d, x3fe40faa, x4d01709f, x501f0c2f, x5201cba2, x55338f70, x56c6c720, x59aac10c, x5a7679cb, x5add9cab, x60479c86, x626992da, x6e8fad32, x7093fda8, x7e8a8267, x838f0ea0, x86d4f789, x87becf94, x8869ad22, x89823d65, x9aae63eb, x9ecc1e40, xa68c8d5b, xa6d102a3, xaac2f62a, xabdcf2cd, xb0f8016b, xb9ce06a0, xbf15c04b, xc0d86b8e, xc6fe66ad, xcd4131ef, xcdde6185, xcfc31bcc, xd93bc9b8, xd9fd9a3d, xdc581c8d, xe00ac9eb, xe3388945, xe5a26896, xe9305fe8, xf018914f, xf28c3872, xf2b0b74e, xf643593f, xf6616af6, xfbca891d, xfbd07192, xfcb74491, xffaf8211 } from "../shared/types.ts";

const data: ExtensionTypes = {
  "extension": "io.modelcontextprotocol/tasks",
  "extends": x00a17541,
  "methods": {
    "notifications/tasks": { "kind": x59aac10c, "senders": x37783d3d, "message": xaac2f62a },
    "tasks/cancel": { "kind": x8869ad22, "senders": x037d8b79, "message": x7e8a8267, "results": x501f0c2f },
    "tasks/get": { "kind": x8869ad22, "senders": x037d8b79, "message": xfbca891d, "results": xa6d102a3 },
    "tasks/update": { "kind": x8869ad22, "senders": x037d8b79, "message": "UpdateTaskRequest", "results": ["UpdateTaskResult"] },
  },
  "answers": { "tools/call": [x5a7679cb] },
  "additions": { "SubscriptionFilter": "TaskSubscriptionNotifications" },
  "$defs": {
    "CancelTaskRequest": { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": xdc581c8d, "params": xc0d86b8e }, "required": xe9305fe8 },
    "CancelTaskResult": { "type": x626992da, "properties": { "_meta": x17bfa6c6, "resultType": xe00ac9eb }, "required": x2640f4b5, [x3fe40faa]: {} },
    "CancelledTask": { "type": x626992da, "properties": { "taskId": x264a94f6, "status": xe3388945, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211 }, "required": xabdcf2cd },
    "CancelledTaskNotificationParams": { "type": x626992da, "properties": { "_meta": xb0f8016b, "taskId": x264a94f6, "status": xe3388945, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211 }, "required": xabdcf2cd, [x3fe40faa]: {} },
    "CancelledTaskResult": { "type": x626992da, "properties": { "_meta": x17bfa6c6, "resultType": xe00ac9eb, "taskId": x264a94f6, "status": xe3388945, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211 }, "required": xcd4131ef, [x3fe40faa]: {} },
    "CompletedTask": { "type": x626992da, "properties": { "taskId": x264a94f6, "status": xd93bc9b8, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211, "result": x2bb2cdb3 }, "required": x2f09c344 },
    "CompletedTaskNotificationParams": { "type": x626992da, "properties": { "_meta": xb0f8016b, "taskId": x264a94f6, "status": xd93bc9b8, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211, "result": x2bb2cdb3 }, "required": x2f09c344, [x3fe40faa]: {} },
    "CompletedTaskResult": { "type": x626992da, "properties": { "_meta": x17bfa6c6, "resultType": xe00ac9eb, "taskId": x264a94f6, "status": xd93bc9b8, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211, "result": x2bb2cdb3 }, "required": [xf6616af6, x19d17f6b, xcfc31bcc, xe5a26896, x5201cba2, xc6fe66ad, xd9fd9a3d], [x3fe40faa]: {} },
    "CreateTaskResult": { "type": x626992da, "properties": { "_meta": x17bfa6c6, "resultType": { "enum": x9aae63eb }, "taskId": x264a94f6, "status": xfcb74491, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211 }, "required": xcd4131ef, [x3fe40faa]: {}, "guard": { "member": xf6616af6, "value": xb9ce06a0 } },
    "DetailedTask": { "anyOf": [{ "$ref": "InputRequiredTask" }, { "$ref": "CompletedTask" }, { "$ref": "FailedTask" }, { "$ref": "WorkingTask" }, { "$ref": "CancelledTask" }] },
    "FailedTask": { "type": x626992da, "properties": { "taskId": x264a94f6, "status": xf018914f, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211, "error": xfbd07192 }, "required": x89823d65 },
    "FailedTaskNotificationParams": { "type": x626992da, "properties": { "_meta": xb0f8016b, "taskId": x264a94f6, "status": xf018914f, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211, "error": xfbd07192 }, "required": x89823d65, [x3fe40faa]: {} },
    "FailedTaskResult": { "type": x626992da, "properties": { "_meta": x17bfa6c6, "resultType": xe00ac9eb, "taskId": x264a94f6, "status": xf018914f, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211, "error": xfbd07192 }, "required": [xf6616af6, x19d17f6b, xcfc31bcc, xe5a26896, x5201cba2, xc6fe66ad, x4d01709f], [x3fe40faa]: {} },
    "GetTaskRequest": { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": xf2b0b74e, "params": xc0d86b8e }, "required": xe9305fe8 },
    "GetTaskResult": { "anyOf": [{ "$ref": "InputRequiredTaskResult" }, { "$ref": "CompletedTaskResult" }, { "$ref": "FailedTaskResult" }, { "$ref": "WorkingTaskResult" }, { "$ref": "CancelledTaskResult" }] },
    "InputRequiredTask": { "type": x626992da, "properties": { "taskId": x264a94f6, "status": xa68c8d5b, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211, "inputRequests": x60479c86 }, "required": xf643593f },
    "InputRequiredTaskNotificationParams": { "type": x626992da, "properties": { "_meta": xb0f8016b, "taskId": x264a94f6, "status": xa68c8d5b, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211, "inputRequests": x60479c86 }, "required": xf643593f, [x3fe40faa]: {} },
    "InputRequiredTaskResult": { "type": x626992da, "properties": { "_meta": x17bfa6c6, "resultType": xe00ac9eb, "taskId": x264a94f6, "status": xa68c8d5b, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211, "inputRequests": x60479c86 }, "required": [xf6616af6, x19d17f6b, xcfc31bcc, xe5a26896, x5201cba2, xc6fe66ad, x9ecc1e40], [x3fe40faa]: {} },
    "Task": { "type": x626992da, "properties": { "taskId": x264a94f6, "status": xfcb74491, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211 }, "required": xabdcf2cd },
    "TaskIdParams": { "type": x626992da, "properties": { "taskId": x264a94f6, "_meta": xbf15c04b }, "required": x5add9cab, [x3fe40faa]: {} },
    "TaskStatus": { "enum": [x24e61fda, x6e8fad32, x7093fda8, x33d04bd7, x06234c1c] },
    "TaskStatusNotification": { "type": x626992da, "properties": { "jsonrpc": x56c6c720, "method": { "enum": ["notifications/tasks"] }, "params": x838f0ea0 }, "required": x86d4f789 },
    "TaskStatusNotificationParams": { "anyOf": [{ "$ref": "InputRequiredTaskNotificationParams" }, { "$ref": "CompletedTaskNotificationParams" }, { "$ref": "FailedTaskNotificationParams" }, { "$ref": "WorkingTaskNotificationParams" }, { "$ref": "CancelledTaskNotificationParams" }] },
    "TaskSubscriptionAcknowledgedNotifications": { "type": x626992da, "properties": { "taskIds": x120695c2 } },
    "TaskSubscriptionNotifications": { "type": x626992da, "properties": { "taskIds": x120695c2 } },
    "TaskTtlMs": { "anyOf": [xffaf8211, xcdde6185] },
    "TasksExtensionCapability": { "type": x626992da, "properties": {}, [x3fe40faa]: false },
    "UpdateTaskRequest": { "type": x626992da, "properties": { "id": x0da198bc, "jsonrpc": x56c6c720, "method": { "enum": ["tasks/update"] }, "params": { "$ref": "UpdateTaskRequestParams" } }, "required": xe9305fe8 },
    "UpdateTaskRequestParams": { "type": x626992da, "properties": { "taskId": x264a94f6, "inputResponses": x87becf94, "_meta": xbf15c04b }, "required": [x19d17f6b, x55338f70], [x3fe40faa]: {} },
    "UpdateTaskResult": { "type": x626992da, "properties": { "_meta": x17bfa6c6, "resultType": xe00ac9eb }, "required": x2640f4b5, [x3fe40faa]: {} },
    "WorkingTask": { "type": x626992da, "properties": { "taskId": x264a94f6, "status": x2a870d98, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211 }, "required": xabdcf2cd },
    "WorkingTaskNotificationParams": { "type": x626992da, "properties": { "_meta": xb0f8016b, "taskId": x264a94f6, "status": x2a870d98, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211 }, "required": xabdcf2cd, [x3fe40faa]: {} },
    "WorkingTaskResult": { "type": x626992da, "properties": { "_meta": x17bfa6c6, "resultType": xe00ac9eb, "taskId": x264a94f6, "status": x2a870d98, "statusMessage": x264a94f6, "createdAt": x264a94f6, "lastUpdatedAt": x264a94f6, "ttlMs": xf28c3872, "pollIntervalMs": xffaf8211 }, "required": xcd4131ef, [x3fe40faa]: {} },
  },
};

export default data;
