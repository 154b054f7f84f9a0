/**
 * The messages of the extension io.modelcontextprotocol/tasks of revision 2026-07-28.
 *
 * Written by `mcpgen build --language typescript`.
 */

import type { CallToolRequest, CallToolResult, CancelledNotification, CompleteRequest, DiscoverRequest, Error, ErrorResponse, GetPromptRequest, InputRequests, InputRequiredResult, InputResponses, ListPromptsRequest, ListResourceTemplatesRequest, ListResourcesRequest, ListToolsRequest, LoggingMessageNotification, NotificationMetaObject, ProgressNotification, PromptListChangedNotification, ReadResourceRequest, RequestId, RequestMetaObject, ResourceListChangedNotification, ResourceUpdatedNotification, ResultMetaObject, SubscriptionsListenResult, ToolListChangedNotification } from "../2026-07-28.ts";

import type { Response } from "../../../response.ts";

/** Asks the server to cancel a task; the server may finish the task instead. */
export type CancelTaskRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tasks/cancel";
  params: TaskIdParams;
};

/** Acknowledges the request to cancel; the status of the task shows whether the server cancels it. */
export type CancelTaskResult = {
  /** Kind of the result; only `CreateTaskResult` has `task`. */
  resultType: "complete";
  /** Metadata about this message; not part of its content. */
  _meta?: ResultMetaObject;
  [name: string]: unknown;
};

/** A task: the request was cancelled before its end. */
export type CancelledTask = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "cancelled";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
};

/** A changed task: the request was cancelled before its end. */
export type CancelledTaskNotificationParams = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "cancelled";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** Metadata about this message; not part of its content. */
  _meta?: NotificationMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** The answer to `tasks/get`: the request was cancelled before its end. */
export type CancelledTaskResult = {
  /** Kind of the result; only `CreateTaskResult` has `task`. */
  resultType: "complete";
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "cancelled";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** Metadata about this message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** Any request that a client may send, identified by `method`. */
export type ClientRequest = DiscoverRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscriptionsListenRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | CompleteRequest;

/** A task: the request has its result. */
export type CompletedTask = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "completed";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** The result of the request, of the type that its method defines. */
  result: { [name: string]: unknown };
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
};

/** A changed task: the request has its result. */
export type CompletedTaskNotificationParams = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "completed";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** The result of the request, of the type that its method defines. */
  result: { [name: string]: unknown };
  /** Metadata about this message; not part of its content. */
  _meta?: NotificationMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** The answer to `tasks/get`: the request has its result. */
export type CompletedTaskResult = {
  /** Kind of the result; only `CreateTaskResult` has `task`. */
  resultType: "complete";
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "completed";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** The result of the request, of the type that its method defines. */
  result: { [name: string]: unknown };
  /** Metadata about this message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** A task in place of the result of a request; the client gets the outcome with `tasks/get`. */
export type CreateTaskResult = {
  /** Kind of the result; only `CreateTaskResult` has `task`. */
  resultType: "task";
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: TaskStatus;
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** Metadata about this message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** A task with what belongs to its status: its input requests, its result or its error. */
export type DetailedTask = WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask;

/** A task: the request ended with a JSON-RPC error. */
export type FailedTask = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "failed";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** The JSON-RPC error that ended the request. */
  error: Error;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
};

/** A changed task: the request ended with a JSON-RPC error. */
export type FailedTaskNotificationParams = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "failed";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** The JSON-RPC error that ended the request. */
  error: Error;
  /** Metadata about this message; not part of its content. */
  _meta?: NotificationMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** The answer to `tasks/get`: the request ended with a JSON-RPC error. */
export type FailedTaskResult = {
  /** Kind of the result; only `CreateTaskResult` has `task`. */
  resultType: "complete";
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "failed";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** The JSON-RPC error that ended the request. */
  error: Error;
  /** Metadata about this message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** Asks for the current state of a task. */
export type GetTaskRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tasks/get";
  params: TaskIdParams;
};

/** The current state of a task, with its open requests, its result or its error. */
export type GetTaskResult = WorkingTaskResult | InputRequiredTaskResult | CompletedTaskResult | FailedTaskResult | CancelledTaskResult;

/** A task: the server waits for input of the client. */
export type InputRequiredTask = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "input_required";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** The open input requests of the task, by key; a key is never used again for another request. */
  inputRequests: InputRequests;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
};

/** A changed task: the server waits for input of the client. */
export type InputRequiredTaskNotificationParams = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "input_required";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** The open input requests of the task, by key; a key is never used again for another request. */
  inputRequests: InputRequests;
  /** Metadata about this message; not part of its content. */
  _meta?: NotificationMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** The answer to `tasks/get`: the server waits for input of the client. */
export type InputRequiredTaskResult = {
  /** Kind of the result; only `CreateTaskResult` has `task`. */
  resultType: "complete";
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "input_required";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** The open input requests of the task, by key; a key is never used again for another request. */
  inputRequests: InputRequests;
  /** Metadata about this message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** Any notification that a server may send, identified by `method`. */
export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | SubscriptionsAcknowledgedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | LoggingMessageNotification;

/** A choice of notifications; the server sends only the chosen kinds. */
export type SubscriptionFilter = {
  /** True to be notified of changes of the list of prompts. */
  promptsListChanged?: boolean;
  /** Addresses of the resources to watch for changes. */
  resourceSubscriptions?: string[];
  /** True to be notified of changes of the list of resources. */
  resourcesListChanged?: boolean;
  /** True to be notified of changes of the list of tools. */
  toolsListChanged?: boolean;
  /** Ids of the tasks. */
  taskIds?: string[];
};

/** The first message on a subscription: the requested notifications that the server will deliver. */
export type SubscriptionsAcknowledgedNotification = {
  jsonrpc: "2.0";
  method: "notifications/subscriptions/acknowledged";
  params: SubscriptionsAcknowledgedNotificationParams;
};

/** The notifications that the server will deliver on this subscription. */
export type SubscriptionsAcknowledgedNotificationParams = {
  /** Kinds that the server will deliver: the requested kinds without the unsupported ones. */
  notifications: SubscriptionFilter;
  /** Metadata about this object or message; not part of its content. */
  _meta?: NotificationMetaObject;
};

/** The client's request for a stream of notifications about changes; either side can end the stream. */
export type SubscriptionsListenRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "subscriptions/listen";
  params: SubscriptionsListenRequestParams;
};

/** The notifications that the client wants. */
export type SubscriptionsListenRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta: RequestMetaObject;
  /** Kinds of notification to deliver; the server sends no others on this stream. */
  notifications: SubscriptionFilter;
};

/** The state of a task, without requests, result or error. */
export type Task = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: TaskStatus;
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
};

/** The task that a request is about. */
export type TaskIdParams = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** Metadata about this message; not part of its content. */
  _meta?: RequestMetaObject;
  [name: string]: unknown;
};

/** The state of a task; the last three are final. */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** The new state of a task after a change, for a client that subscribed to the task. */
export type TaskStatusNotification = {
  jsonrpc: "2.0";
  method: "notifications/tasks";
  params: TaskStatusNotificationParams;
};

/** The state of a task, as `tasks/get` would have returned it at that moment. */
export type TaskStatusNotificationParams = WorkingTaskNotificationParams | InputRequiredTaskNotificationParams | CompletedTaskNotificationParams | FailedTaskNotificationParams | CancelledTaskNotificationParams;

/** The tasks whose changes the server will report, in the acknowledgement of `subscriptions/listen`. */
export type TaskSubscriptionAcknowledgedNotifications = {
  /** Ids of the tasks. */
  taskIds?: string[];
};

/** The tasks whose changes a client wants to get, in the filter of `subscriptions/listen`. */
export type TaskSubscriptionNotifications = {
  /** Ids of the tasks. */
  taskIds?: string[];
};

/** Milliseconds from the creation of a task until the server may drop the task; `null` sets no limit. */
export type TaskTtlMs = number | null;

/** The declaration of the extension; no settings are defined, so the object is empty. */
export type TasksExtensionCapability = {
};

/** Sends answers to requests that a task waits for. */
export type UpdateTaskRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tasks/update";
  params: UpdateTaskRequestParams;
};

/** The task, and the answers to its open requests. */
export type UpdateTaskRequestParams = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** Answers by the keys of `inputRequests`. */
  inputResponses: InputResponses;
  /** Metadata about this message; not part of its content. */
  _meta?: RequestMetaObject;
  [name: string]: unknown;
};

/** Acknowledges that the answers have arrived; the task may change its status later. */
export type UpdateTaskResult = {
  /** Kind of the result; only `CreateTaskResult` has `task`. */
  resultType: "complete";
  /** Metadata about this message; not part of its content. */
  _meta?: ResultMetaObject;
  [name: string]: unknown;
};

/** A task: the server is working. */
export type WorkingTask = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "working";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
};

/** A changed task: the server is working. */
export type WorkingTaskNotificationParams = {
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "working";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** Metadata about this message; not part of its content. */
  _meta?: NotificationMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** The answer to `tasks/get`: the server is working. */
export type WorkingTaskResult = {
  /** Kind of the result; only `CreateTaskResult` has `task`. */
  resultType: "complete";
  /** Id of the task, made by the server; it must be hard to guess, because whoever knows it may have access. */
  taskId: string;
  /** State of the task. */
  status: "working";
  /** Time of creation, in ISO 8601. */
  createdAt: string;
  /** Time of the last change, in ISO 8601. */
  lastUpdatedAt: string;
  /** Milliseconds from the creation until the server may drop the task; the value may change. */
  ttlMs: TaskTtlMs;
  /** Metadata about this message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Text for people about the state of the task. */
  statusMessage?: string;
  /** Milliseconds that the client should wait between two `tasks/get`; the value may change. */
  pollIntervalMs?: number;
  [name: string]: unknown;
};

/** The messages of each method, and the results that answer its requests. */
export type Methods = {
  /** Confirms a subscription and lists the notifications that the server will deliver; always first on its stream. */
  "notifications/subscriptions/acknowledged": { kind: "notification"; sender: "server"; message: SubscriptionsAcknowledgedNotification; result: never };
  /** Tells a subscribed client the state of a task after a change. */
  "notifications/tasks": { kind: "notification"; sender: "server"; message: TaskStatusNotification; result: never };
  /** Opens a stream of the chosen notifications; its result comes only when the server closes the stream. */
  "subscriptions/listen": { kind: "request"; sender: "client"; message: SubscriptionsListenRequest; result: SubscriptionsListenResult };
  /** Asks the server to cancel a task. */
  "tasks/cancel": { kind: "request"; sender: "client"; message: CancelTaskRequest; result: CancelTaskResult };
  /** Asks for the state of a task, and for its result once there is one. */
  "tasks/get": { kind: "request"; sender: "client"; message: GetTaskRequest; result: GetTaskResult };
  /** Sends answers to the requests that a task waits for. */
  "tasks/update": { kind: "request"; sender: "client"; message: UpdateTaskRequest; result: UpdateTaskResult };
  /** Runs a tool with the given arguments and returns its output. */
  "tools/call": { kind: "request"; sender: "client"; message: CallToolRequest; result: CallToolResult | InputRequiredResult | CreateTaskResult };
};

/** Every message of the extension that a client sends. */
export type ClientMessage =
  | SubscriptionsListenRequest
  | CancelTaskRequest
  | GetTaskRequest
  | UpdateTaskRequest;

/** What a client answers to each request. */
export type ClientAnswers = {
};

/** Every message of the extension that a server sends. */
export type ServerMessage =
  | SubscriptionsAcknowledgedNotification
  | TaskStatusNotification;

/** What a server answers to each request. */
export type ServerAnswers = {
  /** Opens a stream of the chosen notifications; its result comes only when the server closes the stream. */
  "subscriptions/listen": Response<SubscriptionsListenResult> | ErrorResponse;
  /** Asks the server to cancel a task. */
  "tasks/cancel": Response<CancelTaskResult> | ErrorResponse;
  /** Asks for the state of a task, and for its result once there is one. */
  "tasks/get": Response<GetTaskResult> | ErrorResponse;
  /** Sends answers to the requests that a task waits for. */
  "tasks/update": Response<UpdateTaskResult> | ErrorResponse;
  /** Runs a tool with the given arguments and returns its output. */
  "tools/call": Response<CallToolResult | InputRequiredResult | CreateTaskResult> | ErrorResponse;
};

/** Every type by its name. */
export type Types = {
  CancelTaskRequest: CancelTaskRequest;
  CancelTaskResult: CancelTaskResult;
  CancelledTask: CancelledTask;
  CancelledTaskNotificationParams: CancelledTaskNotificationParams;
  CancelledTaskResult: CancelledTaskResult;
  ClientRequest: ClientRequest;
  CompletedTask: CompletedTask;
  CompletedTaskNotificationParams: CompletedTaskNotificationParams;
  CompletedTaskResult: CompletedTaskResult;
  CreateTaskResult: CreateTaskResult;
  DetailedTask: DetailedTask;
  FailedTask: FailedTask;
  FailedTaskNotificationParams: FailedTaskNotificationParams;
  FailedTaskResult: FailedTaskResult;
  GetTaskRequest: GetTaskRequest;
  GetTaskResult: GetTaskResult;
  InputRequiredTask: InputRequiredTask;
  InputRequiredTaskNotificationParams: InputRequiredTaskNotificationParams;
  InputRequiredTaskResult: InputRequiredTaskResult;
  ServerNotification: ServerNotification;
  SubscriptionFilter: SubscriptionFilter;
  SubscriptionsAcknowledgedNotification: SubscriptionsAcknowledgedNotification;
  SubscriptionsAcknowledgedNotificationParams: SubscriptionsAcknowledgedNotificationParams;
  SubscriptionsListenRequest: SubscriptionsListenRequest;
  SubscriptionsListenRequestParams: SubscriptionsListenRequestParams;
  Task: Task;
  TaskIdParams: TaskIdParams;
  TaskStatus: TaskStatus;
  TaskStatusNotification: TaskStatusNotification;
  TaskStatusNotificationParams: TaskStatusNotificationParams;
  TaskSubscriptionAcknowledgedNotifications: TaskSubscriptionAcknowledgedNotifications;
  TaskSubscriptionNotifications: TaskSubscriptionNotifications;
  TaskTtlMs: TaskTtlMs;
  TasksExtensionCapability: TasksExtensionCapability;
  UpdateTaskRequest: UpdateTaskRequest;
  UpdateTaskRequestParams: UpdateTaskRequestParams;
  UpdateTaskResult: UpdateTaskResult;
  WorkingTask: WorkingTask;
  WorkingTaskNotificationParams: WorkingTaskNotificationParams;
  WorkingTaskResult: WorkingTaskResult;
};
