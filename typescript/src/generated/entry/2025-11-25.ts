/**
 * Revision 2025-11-25 of the Model Context Protocol: its types, and functions that decode its messages.
 *
 * Written by `mcpgen build --language typescript`.
 */

import { decodeOf, validateOf } from "../../revision.ts";
import types from "../data/types/2025-11-25.ts";
import type { Response } from "../../response.ts";

export { DecodeError } from "../../errors.ts";
export { type Limits, LIMITS, parse, stringify } from "../../json.ts";
export type { Decoded, DecodeOne, DecodeOptions, Frame, ValidateOne } from "../../messages.ts";
export type { Side } from "../../published.ts";
export type { Response } from "../../response.ts";

/** The name of this revision. */
export const REVISION = "2025-11-25";

/** Decode a message of this revision: text, bytes or an object. Throws `DecodeError` if the message is not valid. */
export const decode = /* @__PURE__ */ decodeOf<"2025-11-25">(types);

/** Validate a part of a message by a type of this revision, such as `"Tool"`. Throws `DecodeError` if the part is not valid. */
export const validate = /* @__PURE__ */ validateOf<"2025-11-25">(types);

/** Hints for the client about content, such as audience and importance. */
export type Annotations = {
  /** Readers that the content is meant for: the user, the model, or both. */
  audience?: Role[];
  /** Time of the last change, in ISO 8601 form such as `2025-01-12T15:00:58Z`. */
  lastModified?: string;
  /** Importance from 0 (may be left out) to 1 (required). */
  priority?: number;
};

/** Contents of a resource: text if it has `text`, bytes if it has `blob`. */
export type AnyResourceContents = TextResourceContents | BlobResourceContents;

/** A sound recording, as base64 text with its MIME type. */
export type AudioContent = {
  /** Bytes of the recording in base64. */
  data: string;
  /** MIME type of the recording, such as `audio/wav`. */
  mimeType: string;
  type: "audio";
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
};

/** The pair of names that many objects have: `name` for programs, `title` for people. */
export type BaseMetadata = {
  /** Identifier for programs; shown to people only if there is no `title`. */
  name: string;
  /** Name to show to people; if it is absent, `name` is shown. */
  title?: string;
};

/** The contents of a resource that is not text. */
export type BlobResourceContents = {
  /** Bytes of the resource in base64. */
  blob: string;
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** MIME type of the data, if the server knows it. */
  mimeType?: string;
};

/** A field of a form that takes yes or no. */
export type BooleanSchema = {
  type: "boolean";
  /** Answer that is selected at first. */
  default?: boolean;
  /** Explanation shown beside the field. */
  description?: string;
  /** Label of the field. */
  title?: string;
};

/** The client's request to run one of the server's tools. */
export type CallToolRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tools/call";
  params: CallToolRequestParams;
};

/** The tool to run, and its arguments. */
export type CallToolRequestParams = {
  /** Name of the tool, as `tools/list` gives it. */
  name: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
  /** Values for the tool's parameters, of the shape that its `inputSchema` describes. */
  arguments?: { [name: string]: unknown };
  /** Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns the outcome. */
  task?: TaskMetadata;
};

/** The output of a tool. A failing tool sets `isError`, so that the model sees the failure; a JSON-RPC error means that the call never reached the tool. */
export type CallToolResult = {
  /** Output of the tool as a list of content blocks, possibly empty. */
  content: ContentBlock[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** True if the tool failed; absent means success. */
  isError?: boolean;
  /** Output of the tool as a JSON object, of the shape that its `outputSchema` describes. */
  structuredContent?: { [name: string]: unknown };
};

/** Asks the receiver to stop a task. */
export type CancelTaskRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tasks/cancel";
  params: CancelTaskRequestParams;
};

/** The task to stop. */
export type CancelTaskRequestParams = {
  /** Identifier that the receiver gave the task. */
  taskId: string;
};

/** The state of a task after it was stopped. */
export type CancelTaskResult = {
  /** Time at which the task began, in ISO 8601 form. */
  createdAt: string;
  /** Time at which the task last changed, in ISO 8601 form. */
  lastUpdatedAt: string;
  /** State of the task. */
  status: TaskStatus;
  /** Identifier that the receiver gave the task. */
  taskId: string;
  /** Time for which the receiver keeps the task, in milliseconds from its creation; `null` means without limit. */
  ttl: number | null;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Suggested pause between two polls, in milliseconds. */
  pollInterval?: number;
  /** Explanation of the status, for people. */
  statusMessage?: string;
  [name: string]: unknown;
};

/** Notice that work on a request should stop, because its answer is no longer wanted; the response may still arrive. */
export type CancelledNotification = {
  jsonrpc: "2.0";
  method: "notifications/cancelled";
  params: CancelledNotificationParams;
};

/** The cancelled request, and the reason. */
export type CancelledNotificationParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Reason of the cancellation, for logs or for the user. */
  reason?: string;
  /** Id of the request to stop; `tasks/cancel` stops a task instead. */
  requestId?: RequestId;
};

/** The optional features that a client supports; other names are allowed. */
export type ClientCapabilities = {
  /** Present if the client can ask its user for input on behalf of a server. */
  elicitation?: ElicitationCapability;
  /** Features outside the specification, each under a name of its own. */
  experimental?: { [name: string]: { [name: string]: unknown } };
  /** Present if the client can name the directories and files that the server may work on. */
  roots?: RootsCapability;
  /** Present if the client can run a language model on behalf of a server. */
  sampling?: SamplingCapability;
  /** Present if the client can run requests as tasks. */
  tasks?: ClientTasksCapability;
};

/** Any notification that a client may send, identified by `method`. */
export type ClientNotification = CancelledNotification | InitializedNotification | ProgressNotification | TaskStatusNotification | RootsListChangedNotification;

/** Any request that a client may send, identified by `method`. */
export type ClientRequest = InitializeRequest | PingRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscribeRequest | UnsubscribeRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | GetTaskRequest | GetTaskPayloadRequest | CancelTaskRequest | ListTasksRequest | SetLevelRequest | CompleteRequest;

/** Any result that a client may send; the request with the same id determines the type of the result. */
export type ClientResult = Result | GetTaskResult | GetTaskPayloadResult | CancelTaskResult | ListTasksResult | CreateMessageResult | ListRootsResult | ElicitResult;

/** The requests that a client can run as tasks. The members group them by feature, such as `sampling`. */
export type ClientTaskRequestsCapability = {
  /** Elicitation requests that can run as tasks. */
  elicitation?: TaskElicitationCapability;
  /** Sampling requests that can run as tasks. */
  sampling?: TaskSamplingCapability;
};

/** The optional features of a client's tasks. */
export type ClientTasksCapability = {
  /** Present if the client answers `tasks/cancel`. */
  cancel?: { [name: string]: unknown };
  /** Present if the client answers `tasks/list`. */
  list?: { [name: string]: unknown };
  /** Requests that the client can run as tasks; requests not listed cannot. */
  requests?: ClientTaskRequestsCapability;
};

/** The client's request for values that could complete an argument the user is typing. */
export type CompleteRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "completion/complete";
  params: CompleteRequestParams;
};

/** The argument to complete, with the text typed so far. */
export type CompleteRequestParams = {
  /** Argument to complete, with the text typed so far. */
  argument: CompletionArgument;
  /** Prompt or resource template that the argument belongs to. */
  ref: CompletionReference;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
  /** Arguments with a value already, for suggestions that depend on them. */
  context?: CompletionContext;
};

/** The server's suggestions for an argument. */
export type CompleteResult = {
  /** Suggestions, and how many more there are. */
  completion: Completion;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** Suggested values for an argument, and how many more there are. */
export type Completion = {
  /** Suggestions, at most 100. */
  values: string[];
  /** True if there are suggestions beyond those listed, even if `total` is unknown. */
  hasMore?: boolean;
  /** Number of suggestions that exist, which may be more than are listed. */
  total?: number;
};

/** The argument to complete, with the text typed so far. */
export type CompletionArgument = {
  /** Name of the argument, or of the variable in the URI template. */
  name: string;
  /** Text typed so far, which suggestions should match. */
  value: string;
};

/** The context of a completion: the arguments that have a value already. */
export type CompletionContext = {
  /** Values of the arguments that the user has filled in, by name. */
  arguments?: { [name: string]: string };
};

/** The owner of an argument to complete: a prompt or a resource template. */
export type CompletionReference = PromptReference | ResourceTemplateReference;

/** A piece of content in a prompt or in a tool's result; `type` names its kind. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/** The server's request to the client to run a language model; the user may inspect, change or refuse the request. */
export type CreateMessageRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "sampling/createMessage";
  params: CreateMessageRequestParams;
};

/** The conversation for the model, and the settings for its answer. */
export type CreateMessageRequestParams = {
  /** Upper limit on the tokens of the answer; the client may set a lower one. */
  maxTokens: number;
  /** Conversation so far, oldest message first. */
  messages: SamplingMessage[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
  /** Context that the server would like in the prompt; default `none`; other values need the client capability `sampling.context`. */
  includeContext?: IncludeContext;
  /** Data to pass to the provider of the model, in the provider's own format. */
  metadata?: { [name: string]: unknown };
  /** The server's preferences for a model; the client decides. */
  modelPreferences?: ModelPreferences;
  /** Strings at which the model stops. */
  stopSequences?: string[];
  /** System prompt that the server would like; the client may change it or leave it out. */
  systemPrompt?: string;
  /** Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns the outcome. */
  task?: TaskMetadata;
  /** Sampling temperature, in the scale of the model's provider. */
  temperature?: number;
  /** Whether the model may, must or must not use the tools; default `auto`; clients without `sampling.tools` refuse this member. */
  toolChoice?: ToolChoice;
  /** Tools to offer to the model; clients without `sampling.tools` refuse this member. */
  tools?: Tool[];
};

/** The model's answer, which the user may inspect before the server receives it. */
export type CreateMessageResult = {
  /** Content of the model's answer. */
  content: SamplingContent;
  /** Name of the model that answered. */
  model: string;
  /** Speaker of the message. */
  role: Role;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Reason for the end of the answer, such as `endTurn`, `stopSequence` or `maxTokens`; providers may use their own words. */
  stopReason?: string;
};

/** The immediate answer to a request that runs as a task: the task, not yet its outcome. */
export type CreateTaskResult = {
  /** State of the new task. */
  task: Task;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** An opaque position in a list that comes in pages; only the server can read it. */
export type Cursor = string;

/** The user's reaction to an elicitation: `accept`, `decline`, or `cancel` (closed without a choice). */
export type ElicitAction = "accept" | "cancel" | "decline";

/** The value that the user entered in one field of a form. */
export type ElicitFieldValue = string[] | string | number | boolean;

/** The server's request to the client to ask the user for input. */
export type ElicitRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "elicitation/create";
  params: ElicitRequestParams;
};

/** A form to show to the user; it must not ask for secrets such as passwords, because the client sees the answers. */
export type ElicitRequestFormParams = {
  /** Explanation to the user of what the server asks for. */
  message: string;
  /** Fields of the form, as a flat JSON Schema. */
  requestedSchema: ElicitRequestedSchema;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
  /** `form`; absent means `form` too. */
  mode?: "form";
  /** Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns the outcome. */
  task?: TaskMetadata;
};

/** An elicitation: a form for the user, or a web page to visit if `mode` is `url`. */
export type ElicitRequestParams = ElicitRequestURLParams | ElicitRequestFormParams;

/** A web page to send the user to; the client does not see what the user enters there. */
export type ElicitRequestURLParams = {
  /** Identifier of this elicitation, unique within the server and opaque to the client. */
  elicitationId: string;
  /** Explanation to the user of why to visit the page. */
  message: string;
  /** Always `url`. */
  mode: "url";
  /** Address of the web page, which the client opens only with the user's consent. */
  url: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
  /** Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns the outcome. */
  task?: TaskMetadata;
};

/** The fields of a form: a flat JSON Schema whose properties are strings, numbers, booleans or fixed choices. */
export type ElicitRequestedSchema = {
  /** Each field of the form, by the name under which its value comes back. */
  properties: { [name: string]: PrimitiveSchemaDefinition };
  type: "object";
  /** Dialect of the schema; absent means JSON Schema 2020-12. */
  $schema?: string;
  /** Names of the fields that the user must fill in. */
  required?: string[];
};

/** The user's reaction to an elicitation, and the input. */
export type ElicitResult = {
  /** The user's reaction; only `accept` is consent. */
  action: ElicitAction;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** The input, by field name; only if a form was accepted. */
  content?: { [name: string]: ElicitFieldValue };
};

/** The modes of elicitation that a client supports; an empty object means forms only. */
export type ElicitationCapability = {
  /** Present if the client can show a form. */
  form?: { [name: string]: unknown };
  /** Present if the client can send the user to a web page. */
  url?: { [name: string]: unknown };
};

/** The server's notice that an elicitation on a web page is complete. The client may then repeat a request that failed because of it. */
export type ElicitationCompleteNotification = {
  jsonrpc: "2.0";
  method: "notifications/elicitation/complete";
  params: ElicitationCompleteNotificationParams;
};

/** The elicitation that is finished. */
export type ElicitationCompleteNotificationParams = {
  /** Identifier of the elicitation, as its request states it. */
  elicitationId: string;
};

/** A resource with its contents inside a message, so that no `resources/read` is needed. */
export type EmbeddedResource = {
  /** Contents of the resource, as text or as base64 bytes. */
  resource: AnyResourceContents;
  type: "resource";
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
};

/** A result without content: the request succeeded. */
export type EmptyResult = Result;

/** A field of a form that offers fixed options: one or several to choose, with titles or without. */
export type EnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema;

/** The error object of JSON-RPC: a code, a message, and data of the sender's choice. */
export type Error = {
  /** Integer that classifies the error. */
  code: number;
  /** Short description of the failure. */
  message: string;
  /** Details of the error, in any shape that the sender chooses. */
  data?: unknown;
};

/** The client's request for the messages of one prompt, filled in with arguments. */
export type GetPromptRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "prompts/get";
  params: GetPromptRequestParams;
};

/** The prompt to fill in, and its arguments. */
export type GetPromptRequestParams = {
  /** Name of the prompt, as `prompts/list` gives it. */
  name: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
  /** Value of each argument, by its name; all values are strings. */
  arguments?: { [name: string]: string };
};

/** The messages of a prompt, filled in and ready for the model. */
export type GetPromptResult = {
  /** Messages of the prompt, in the order of the conversation. */
  messages: PromptMessage[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Purpose of the prompt. */
  description?: string;
};

/** Asks the receiver for the outcome of a task; the answer waits until the task has ended. */
export type GetTaskPayloadRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tasks/result";
  params: GetTaskPayloadRequestParams;
};

/** The task whose result is requested. */
export type GetTaskPayloadRequestParams = {
  /** Identifier that the receiver gave the task. */
  taskId: string;
};

/** The outcome of a task; its type is that of the original request's result, such as `CallToolResult`. */
export type GetTaskPayloadResult = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  [name: string]: unknown;
};

/** Asks the receiver for the state of a task. */
export type GetTaskRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tasks/get";
  params: GetTaskRequestParams;
};

/** The task to report on. */
export type GetTaskRequestParams = {
  /** Identifier that the receiver gave the task. */
  taskId: string;
};

/** The present state of a task. */
export type GetTaskResult = {
  /** Time at which the task began, in ISO 8601 form. */
  createdAt: string;
  /** Time at which the task last changed, in ISO 8601 form. */
  lastUpdatedAt: string;
  /** State of the task. */
  status: TaskStatus;
  /** Identifier that the receiver gave the task. */
  taskId: string;
  /** Time for which the receiver keeps the task, in milliseconds from its creation; `null` means without limit. */
  ttl: number | null;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Suggested pause between two polls, in milliseconds. */
  pollInterval?: number;
  /** Explanation of the status, for people. */
  statusMessage?: string;
  [name: string]: unknown;
};

/** An image of a tool, prompt, resource or implementation for user interfaces. */
export type Icon = {
  /** Address of the picture on the web, or the picture itself as a `data:` URI. */
  src: string;
  /** MIME type of the picture, for sources that state none or a general one. */
  mimeType?: string;
  /** Sizes at which the picture looks right, such as `48x48`, or `any`; absent means every size. */
  sizes?: string[];
  /** Background that the picture was drawn for; absent means any background. */
  theme?: IconTheme;
};

/** The background an icon is drawn for: `light` or `dark`. */
export type IconTheme = "dark" | "light";

/** The `icons` member that several objects share. */
export type Icons = {
  /** Pictures to show beside the name; the client picks the one that suits its display. */
  icons?: Icon[];
};

/** A picture, as base64 text with its MIME type. */
export type ImageContent = {
  /** Bytes of the picture in base64. */
  data: string;
  /** MIME type of the picture, such as `image/png`. */
  mimeType: string;
  type: "image";
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
};

/** The name and version of a client or server program. */
export type Implementation = {
  /** Identifier of the program; shown to people only if there is no `title`. */
  name: string;
  /** Version of the program, in any notation; not the protocol revision. */
  version: string;
  /** Description of the program, for people. */
  description?: string;
  /** Pictures to show beside the name; the client picks the one that suits its display. */
  icons?: Icon[];
  /** Name to show to people; if it is absent, `name` is shown. */
  title?: string;
  /** Web site of the program. */
  websiteUrl?: string;
};

/** The context to add to a prompt: none, of the requesting server (`thisServer`), or of all servers (`allServers`). */
export type IncludeContext = "allServers" | "none" | "thisServer";

/** The client's first request, which opens the session and proposes a protocol revision. */
export type InitializeRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "initialize";
  params: InitializeRequestParams;
};

/** The client's identity, its capabilities, and the protocol revision that it proposes. */
export type InitializeRequestParams = {
  /** Optional features that the client supports for the whole session. */
  capabilities: ClientCapabilities;
  /** Name and version of the client. */
  clientInfo: Implementation;
  /** Newest protocol revision that the client speaks; older ones may be supported too. */
  protocolVersion: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
};

/** The server's identity, its capabilities, and the protocol revision of the session. */
export type InitializeResult = {
  /** Optional features that the server supports for the whole session. */
  capabilities: ServerCapabilities;
  /** Revision that the server chose, possibly not the proposed one; a client that does not speak this revision must disconnect. */
  protocolVersion: string;
  /** Name and version of the server. */
  serverInfo: Implementation;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Advice on using the server, which the client may show to the model. */
  instructions?: string;
};

/** The client's notice that the handshake is over and normal operation may begin. */
export type InitializedNotification = {
  jsonrpc: "2.0";
  method: "notifications/initialized";
  params?: NotificationParams;
};

/** A JSON-RPC response with an error; `id` is missing only if the id of the failed request could not be read. */
export type JSONRPCErrorResponse = {
  /** Description of the failure: a code, a message and optional data. */
  error: Error;
  jsonrpc: "2.0";
  id?: RequestId;
};

/** Any JSON-RPC message: a request, a notification, a result or an error. */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse;

/** A JSON-RPC notification, which has no id and gets no response. */
export type JSONRPCNotification = {
  jsonrpc: "2.0";
  method: string;
  params?: { [name: string]: unknown };
};

/** A JSON-RPC request, which has an id and gets a response. */
export type JSONRPCRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: string;
  params?: { [name: string]: unknown };
};

/** Either kind of answer to a request: a result or an error. */
export type JSONRPCResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

/** A JSON-RPC response with the result of a request. */
export type JSONRPCResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: Result;
};

/** The older way to describe a field with fixed options and titles; `TitledSingleSelectEnumSchema` replaces it. */
export type LegacyTitledEnumSchema = {
  /** Options to choose from; the chosen value is returned unchanged. */
  enum: string[];
  type: "string";
  /** Option that is selected at first. */
  default?: string;
  /** Explanation shown beside the field. */
  description?: string;
  /** Titles to show for the options, in the order of `enum`; not a keyword of JSON Schema. */
  enumNames?: string[];
  /** Label of the field. */
  title?: string;
};

/** The client's request for one page of the server's prompts. */
export type ListPromptsRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "prompts/list";
  params?: PaginatedRequestParams;
};

/** One page of the prompts that a server offers. */
export type ListPromptsResult = {
  /** Prompts on this page; more pages follow if `nextCursor` is present. */
  prompts: Prompt[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The client's request for one page of the server's resource templates. */
export type ListResourceTemplatesRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "resources/templates/list";
  params?: PaginatedRequestParams;
};

/** One page of the resource templates that a server offers. */
export type ListResourceTemplatesResult = {
  /** Templates on this page; more pages follow if `nextCursor` is present. */
  resourceTemplates: ResourceTemplate[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The client's request for one page of the server's resources. */
export type ListResourcesRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "resources/list";
  params?: PaginatedRequestParams;
};

/** One page of the resources that a server offers. */
export type ListResourcesResult = {
  /** Resources on this page; more pages follow if `nextCursor` is present. */
  resources: Resource[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The server's request for the directories and files that it may work on. */
export type ListRootsRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "roots/list";
  params?: RequestParams;
};

/** The directories and files that the server may work on. */
export type ListRootsResult = {
  /** All of the client's roots; the list does not come in pages. */
  roots: Root[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** Asks the receiver for one page of its tasks. */
export type ListTasksRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tasks/list";
  params?: PaginatedRequestParams;
};

/** One page of the tasks that the receiver knows. */
export type ListTasksResult = {
  /** Tasks on this page; more pages follow if `nextCursor` is present. */
  tasks: Task[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The client's request for one page of the server's tools. */
export type ListToolsRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tools/list";
  params?: PaginatedRequestParams;
};

/** One page of the tools that a server offers. */
export type ListToolsResult = {
  /** Tools on this page; more pages follow if `nextCursor` is present. */
  tools: Tool[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The severity of a log message: the eight levels of syslog (RFC 5424), from `debug` up to `emergency`. */
export type LoggingLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** A log message of the server. */
export type LoggingMessageNotification = {
  jsonrpc: "2.0";
  method: "notifications/message";
  params: LoggingMessageNotificationParams;
};

/** A log message: its severity, its logger and its content. */
export type LoggingMessageNotificationParams = {
  /** Content of the message: a string, an object, or any other JSON value. */
  data: unknown;
  /** Severity of the message. */
  level: LoggingLevel;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Name of the part of the server that logs. */
  logger?: string;
};

/** A hint at the model that a server would like; unknown members are for the client to interpret. */
export type ModelHint = {
  /** Part of a model's name, such as `sonnet`; the client may choose a comparable model of another provider. */
  name?: string;
};

/** A server's preferences for a model, which the client need not follow. */
export type ModelPreferences = {
  /** Weight of a low price, from 0 (none) to 1 (decisive). */
  costPriority?: number;
  /** Models by name, best first; the first match takes precedence over the weights. */
  hints?: ModelHint[];
  /** Weight of ability, from 0 (none) to 1 (decisive). */
  intelligencePriority?: number;
  /** Weight of a quick answer, from 0 (none) to 1 (decisive). */
  speedPriority?: number;
};

/** A field of a form that offers fixed options, of which the user chooses any number. */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;

/** The members common to all notifications: the name of a method, and parameters. */
export type Notification = {
  method: string;
  params?: { [name: string]: unknown };
};

/** The members common to the parameters of all notifications: metadata. */
export type NotificationParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** A field of a form that takes a number. */
export type NumberSchema = {
  /** `integer` allows only whole numbers. */
  type: NumberSchemaType;
  /** Number that the field has at first. */
  default?: number;
  /** Explanation shown beside the field. */
  description?: string;
  /** Largest allowed value. */
  maximum?: number;
  /** Smallest allowed value. */
  minimum?: number;
  /** Label of the field. */
  title?: string;
};

/** Whether a field takes any `number` or only an `integer`. */
export type NumberSchemaType = "integer" | "number";

/** The members common to requests for a list. */
export type PaginatedRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: string;
  params?: PaginatedRequestParams;
};

/** The parameters of a request for a list: the cursor of the page to return. */
export type PaginatedRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
  /** Opaque position taken from an earlier `nextCursor`; absent asks for the first page. */
  cursor?: string;
};

/** The members common to results with a page of a list: the cursor of the next page. */
export type PaginatedResult = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** A request that tests whether the other side still answers; it must answer promptly. */
export type PingRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "ping";
  params?: RequestParams;
};

/** A field of a form; `type` and the other members determine its kind. */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema | UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema | LegacyTitledEnumSchema;

/** A report of the progress of a running request. */
export type ProgressNotification = {
  jsonrpc: "2.0";
  method: "notifications/progress";
  params: ProgressNotificationParams;
};

/** The progress of a running request, with the token of the request. */
export type ProgressNotificationParams = {
  /** Amount done so far; grows with every notification, even if `total` is unknown. */
  progress: number;
  /** Token from the request's `_meta`. */
  progressToken: ProgressToken;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Description of the current step, for people. */
  message?: string;
  /** Amount at the end of the request, if known; same unit as `progress`. */
  total?: number;
};

/** The token that ties progress notifications to the request that asked for them; strings and numbers are distinct. */
export type ProgressToken = string | number;

/** A prompt that a server offers: its name, its purpose and its arguments. */
export type Prompt = {
  /** Identifier by which `prompts/get` names the prompt. */
  name: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Arguments that the prompt takes, each by its name. */
  arguments?: PromptArgument[];
  /** Purpose of the prompt. */
  description?: string;
  /** Pictures to show beside the name; the client picks the one that suits its display. */
  icons?: Icon[];
  /** Name to show to people; if it is absent, `name` is shown. */
  title?: string;
};

/** One argument that a prompt takes; its value is always a string. */
export type PromptArgument = {
  /** Key of the argument in the `arguments` of `prompts/get`. */
  name: string;
  /** Meaning of the argument. */
  description?: string;
  /** Whether the prompt needs the argument; absent means false. */
  required?: boolean;
  /** Name to show to people; if it is absent, `name` is shown. */
  title?: string;
};

/** The server's notice that its list of prompts has changed. */
export type PromptListChangedNotification = {
  jsonrpc: "2.0";
  method: "notifications/prompts/list_changed";
  params?: NotificationParams;
};

/** A message of a prompt: its speaker, and a single piece of content. */
export type PromptMessage = {
  /** Content of the message, as one content block. */
  content: ContentBlock;
  /** Speaker of the message. */
  role: Role;
};

/** Names a prompt, for completion. */
export type PromptReference = {
  /** Name of the prompt, as `prompts/list` gives it. */
  name: string;
  type: "ref/prompt";
  /** Name to show to people; if it is absent, `name` is shown. */
  title?: string;
};

/** The optional features of a server's prompts. */
export type PromptsCapability = {
  /** True if the server announces changes of its list of prompts. */
  listChanged?: boolean;
};

/** The client's request for the contents of one resource. */
export type ReadResourceRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "resources/read";
  params: ReadResourceRequestParams;
};

/** The resource to read. */
export type ReadResourceRequestParams = {
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
};

/** The contents of a resource, possibly in several parts. */
export type ReadResourceResult = {
  /** Parts of the resource, each with its own address, as text or as base64 bytes. */
  contents: AnyResourceContents[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** The task that a message belongs to, under the `_meta` key `io.modelcontextprotocol/related-task`. */
export type RelatedTaskMetadata = {
  /** Identifier that the receiver gave the task. */
  taskId: string;
};

/** The members common to all requests: the name of a method, and parameters. */
export type Request = {
  method: string;
  params?: { [name: string]: unknown };
};

/** The id that ties an answer to its request; the string `"1"` and the number `1` are different ids. */
export type RequestId = string | number;

/** Metadata of a request: the progress token, and other keys that either side defines. */
export type RequestMeta = {
  /** Token that progress notifications for this request repeat; the receiver need not send any. */
  progressToken?: ProgressToken;
  [name: string]: unknown;
};

/** The members common to the parameters of all requests: metadata. */
export type RequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
};

/** A resource that a server offers for reading: its address, name and kind, without its contents. */
export type Resource = {
  /** Identifier for programs; shown to people only if there is no `title`. */
  name: string;
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
  /** Description of the contents; clients may show this text to the model. */
  description?: string;
  /** Pictures to show beside the name; the client picks the one that suits its display. */
  icons?: Icon[];
  /** MIME type of the data, if the server knows it. */
  mimeType?: string;
  /** Size of the raw contents in bytes, before any base64, if known. */
  size?: number;
  /** Name to show to people; if it is absent, `name` is shown. */
  title?: string;
};

/** The members common to the contents of all resources, text or bytes: an address and a MIME type. */
export type ResourceContents = {
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** MIME type of the data, if the server knows it. */
  mimeType?: string;
};

/** A pointer to a resource of the server, without its contents; `resources/list` need not list the resource. */
export type ResourceLink = {
  /** Identifier for programs; shown to people only if there is no `title`. */
  name: string;
  type: "resource_link";
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
  /** Description of the contents; clients may show this text to the model. */
  description?: string;
  /** Pictures to show beside the name; the client picks the one that suits its display. */
  icons?: Icon[];
  /** MIME type of the data, if the server knows it. */
  mimeType?: string;
  /** Size of the raw contents in bytes, before any base64, if known. */
  size?: number;
  /** Name to show to people; if it is absent, `name` is shown. */
  title?: string;
};

/** The server's notice that its list of resources has changed. */
export type ResourceListChangedNotification = {
  jsonrpc: "2.0";
  method: "notifications/resources/list_changed";
  params?: NotificationParams;
};

/** The members common to the parameters of requests about a resource: its address. */
export type ResourceRequestParams = {
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
};

/** A pattern for the addresses of a whole family of resources. */
export type ResourceTemplate = {
  /** Identifier for programs; shown to people only if there is no `title`. */
  name: string;
  /** URI template (RFC 6570) that expands to the address of a resource. */
  uriTemplate: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
  /** Description of the contents of this family; clients may show this text to the model. */
  description?: string;
  /** Pictures to show beside the name; the client picks the one that suits its display. */
  icons?: Icon[];
  /** MIME type of every resource of this family; absent if they differ. */
  mimeType?: string;
  /** Name to show to people; if it is absent, `name` is shown. */
  title?: string;
};

/** Names a resource or a resource template, for completion. */
export type ResourceTemplateReference = {
  type: "ref/resource";
  /** Address of the resource, or the template of the addresses. */
  uri: string;
};

/** Notice that a resource to which the client subscribed has changed; the client may read it again. */
export type ResourceUpdatedNotification = {
  jsonrpc: "2.0";
  method: "notifications/resources/updated";
  params: ResourceUpdatedNotificationParams;
};

/** The resource that has changed. */
export type ResourceUpdatedNotificationParams = {
  /** Address of the changed resource, possibly below the address of the subscription. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** The optional features of a server's resources. */
export type ResourcesCapability = {
  /** True if the server announces changes of its list of resources. */
  listChanged?: boolean;
  /** True if the server announces changes of single resources to clients that subscribe. */
  subscribe?: boolean;
};

/** The members common to all results; a result may have more members, depending on its request. */
export type Result = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  [name: string]: unknown;
};

/** The speaker of a message: the user, or the assistant, which is the model. */
export type Role = "assistant" | "user";

/** A directory or file that the client lets the server work on. */
export type Root = {
  /** Address of the root; it must begin with `file://`. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Name of the root to show to people. */
  name?: string;
};

/** The optional features of a client's roots. */
export type RootsCapability = {
  /** True if the client sends `notifications/roots/list_changed`. */
  listChanged?: boolean;
};

/** The client's notice that its roots have changed, so that the server may ask for them again. */
export type RootsListChangedNotification = {
  jsonrpc: "2.0";
  method: "notifications/roots/list_changed";
  params?: NotificationParams;
};

/** The optional features of a client's sampling, beyond plain messages. */
export type SamplingCapability = {
  /** Present if the client supports `includeContext`; if absent, servers should request only `none`. */
  context?: { [name: string]: unknown };
  /** Present if the client accepts `tools` and `toolChoice`. */
  tools?: { [name: string]: unknown };
};

/** The content of one message of a conversation with a language model. */
export type SamplingContent = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | SamplingMessageContentBlock[];

/** One message of a conversation with a language model. */
export type SamplingMessage = {
  /** Content of the message. */
  content: SamplingContent;
  /** Speaker of the message. */
  role: Role;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** A piece of content in a conversation with a language model; `type` names its kind. */
export type SamplingMessageContentBlock = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/** The optional features that a server supports; other names are allowed. */
export type ServerCapabilities = {
  /** Present if the server suggests values for arguments. */
  completions?: { [name: string]: unknown };
  /** Features outside the specification, each under a name of its own. */
  experimental?: { [name: string]: { [name: string]: unknown } };
  /** Present if the server can send log messages. */
  logging?: { [name: string]: unknown };
  /** Present if the server has prompts. */
  prompts?: PromptsCapability;
  /** Present if the server has resources. */
  resources?: ResourcesCapability;
  /** Present if the server can run requests as tasks. */
  tasks?: ServerTasksCapability;
  /** Present if the server has tools. */
  tools?: ToolsCapability;
};

/** Any notification that a server may send, identified by `method`. */
export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | TaskStatusNotification | LoggingMessageNotification | ElicitationCompleteNotification;

/** Any request that a server may send, identified by `method`. */
export type ServerRequest = PingRequest | GetTaskRequest | GetTaskPayloadRequest | CancelTaskRequest | ListTasksRequest | CreateMessageRequest | ListRootsRequest | ElicitRequest;

/** Any result that a server may send; the request with the same id determines the type of the result. */
export type ServerResult = Result | InitializeResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | GetTaskResult | GetTaskPayloadResult | CancelTaskResult | ListTasksResult | CompleteResult;

/** The requests that a server can run as tasks. The members group them by feature, such as `tools`. */
export type ServerTaskRequestsCapability = {
  /** Tool requests that can run as tasks. */
  tools?: TaskToolsCapability;
};

/** The optional features of a server's tasks. */
export type ServerTasksCapability = {
  /** Present if the server answers `tasks/cancel`. */
  cancel?: { [name: string]: unknown };
  /** Present if the server answers `tasks/list`. */
  list?: { [name: string]: unknown };
  /** Requests that the server can run as tasks; requests not listed cannot. */
  requests?: ServerTaskRequestsCapability;
};

/** The client's request for log messages of a given severity or above. */
export type SetLevelRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "logging/setLevel";
  params: SetLevelRequestParams;
};

/** The lowest severity of the log messages that the client wants. */
export type SetLevelRequestParams = {
  /** Least severe level that the client wants to see. */
  level: LoggingLevel;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
};

/** A field of a form that offers fixed options, of which the user chooses one. */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;

/** A field of a form that takes text. */
export type StringSchema = {
  type: "string";
  /** Text that the field has at first. */
  default?: string;
  /** Explanation shown beside the field. */
  description?: string;
  /** Kind of text that is expected; a hint for the form. */
  format?: StringSchemaFormat;
  /** Largest number of characters. */
  maxLength?: number;
  /** Smallest number of characters. */
  minLength?: number;
  /** Label of the field. */
  title?: string;
};

/** The kind of text that a field expects: an e-mail address, a URI, a date, or a date with time. */
export type StringSchemaFormat = "date" | "date-time" | "email" | "uri";

/** The client's request for notifications about changes of a resource. */
export type SubscribeRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "resources/subscribe";
  params: SubscribeRequestParams;
};

/** The resource to watch. */
export type SubscribeRequestParams = {
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
};

/** The state of a request that runs in the background, to be polled until it ends. */
export type Task = {
  /** Time at which the task began, in ISO 8601 form. */
  createdAt: string;
  /** Time at which the task last changed, in ISO 8601 form. */
  lastUpdatedAt: string;
  /** State of the task. */
  status: TaskStatus;
  /** Identifier that the receiver gave the task. */
  taskId: string;
  /** Time for which the receiver keeps the task, in milliseconds from its creation; `null` means without limit. */
  ttl: number | null;
  /** Suggested pause between two polls, in milliseconds. */
  pollInterval?: number;
  /** Explanation of the status, for people. */
  statusMessage?: string;
};

/** The members common to the parameters of all requests that can run as tasks. */
export type TaskAugmentedRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
  /** Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns the outcome. */
  task?: TaskMetadata;
};

/** The elicitation requests that a client can run as tasks. */
export type TaskElicitationCapability = {
  /** Present if `elicitation/create` can run as a task. */
  create?: { [name: string]: unknown };
};

/** The requester's wishes for the task that runs its request, such as how long to keep the task. */
export type TaskMetadata = {
  /** Time for which the task should be kept, in milliseconds from its creation; the receiver may decide otherwise. */
  ttl?: number;
};

/** The sampling requests that a client can run as tasks. */
export type TaskSamplingCapability = {
  /** Present if `sampling/createMessage` can run as a task. */
  createMessage?: { [name: string]: unknown };
};

/** The state of a task: `working` or `input_required` while it runs; finally `completed`, `failed` or `cancelled`. */
export type TaskStatus = "cancelled" | "completed" | "failed" | "input_required" | "working";

/** A report that the state of a task has changed; such reports are optional, so polling remains necessary. */
export type TaskStatusNotification = {
  jsonrpc: "2.0";
  method: "notifications/tasks/status";
  params: TaskStatusNotificationParams;
};

/** The whole state of the task that has changed. */
export type TaskStatusNotificationParams = {
  /** Time at which the task began, in ISO 8601 form. */
  createdAt: string;
  /** Time at which the task last changed, in ISO 8601 form. */
  lastUpdatedAt: string;
  /** State of the task. */
  status: TaskStatus;
  /** Identifier that the receiver gave the task. */
  taskId: string;
  /** Time for which the receiver keeps the task, in milliseconds from its creation; `null` means without limit. */
  ttl: number | null;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Suggested pause between two polls, in milliseconds. */
  pollInterval?: number;
  /** Explanation of the status, for people. */
  statusMessage?: string;
};

/** Whether a call to the tool as a task is `forbidden`, `optional` or `required`. */
export type TaskSupport = "forbidden" | "optional" | "required";

/** The tool requests that a server can run as tasks. */
export type TaskToolsCapability = {
  /** Present if `tools/call` can run as a task. */
  call?: { [name: string]: unknown };
};

/** A piece of plain text. */
export type TextContent = {
  /** The text itself. */
  text: string;
  type: "text";
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
};

/** The contents of a resource that is text. */
export type TextResourceContents = {
  /** The text itself; only for resources that consist of text. */
  text: string;
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** MIME type of the data, if the server knows it. */
  mimeType?: string;
};

/** One option of a choice: the value that comes back, and the title that is shown. */
export type TitledEnumOption = {
  /** Value that comes back if the option is chosen. */
  const: string;
  /** Text that is shown for the option. */
  title: string;
};

/** A field of a form in which the user may choose several options; every option has its own title. */
export type TitledMultiSelectEnumSchema = {
  /** Options to choose from. */
  items: TitledMultiSelectItems;
  type: "array";
  /** Values of the options that are selected at first. */
  default?: string[];
  /** Explanation shown beside the field. */
  description?: string;
  /** Largest number of options that may be chosen. */
  maxItems?: number;
  /** Smallest number of options that must be chosen. */
  minItems?: number;
  /** Label of the field. */
  title?: string;
};

/** The options, with titles, of a field in which the user may choose several. */
export type TitledMultiSelectItems = {
  /** Options to choose from. */
  anyOf: TitledEnumOption[];
};

/** A field of a form in which the user chooses one option; every option has its own title. */
export type TitledSingleSelectEnumSchema = {
  /** Options to choose from. */
  oneOf: TitledEnumOption[];
  type: "string";
  /** Value of the option that is selected at first. */
  default?: string;
  /** Explanation shown beside the field. */
  description?: string;
  /** Label of the field. */
  title?: string;
};

/** A tool that a server offers: its name, its description and the schema of its arguments. */
export type Tool = {
  /** JSON Schema of the arguments, which are always one object. */
  inputSchema: ToolInputSchema;
  /** Identifier by which `tools/call` names the tool. */
  name: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Hints about the behaviour of the tool; not to be trusted unless the server is trusted. */
  annotations?: ToolAnnotations;
  /** Purpose and use of the tool; clients may show this text to the model. */
  description?: string;
  /** Ways to run the tool, for instance as a task. */
  execution?: ToolExecution;
  /** Pictures to show beside the name; the client picks the one that suits its display. */
  icons?: Icon[];
  /** JSON Schema of the `structuredContent` in this tool's results; absent means no promise. */
  outputSchema?: ToolOutputSchema;
  /** Name to show to people; the fallbacks are `annotations.title`, then `name`. */
  title?: string;
};

/** Hints about the behaviour of a tool, without guarantee: do not rely on hints of an untrusted server. */
export type ToolAnnotations = {
  /** Whether the tool may overwrite or delete data, not only add data; default true; ignored for a read-only tool. */
  destructiveHint?: boolean;
  /** Whether a second call with equal arguments has no further effect; default false; ignored for a read-only tool. */
  idempotentHint?: boolean;
  /** Whether the tool uses other systems than the server's own, as a web search does; default true. */
  openWorldHint?: boolean;
  /** Whether the tool changes nothing; default false. */
  readOnlyHint?: boolean;
  /** Name of the tool to show to people. */
  title?: string;
};

/** Whether the model may, must or must not use the given tools. */
export type ToolChoice = {
  /** Whether tools may, must or must not be used; default `auto`. */
  mode?: ToolChoiceMode;
};

/** Whether the model may (`auto`), must (`required`) or must not (`none`) use tools. */
export type ToolChoiceMode = "auto" | "none" | "required";

/** How a tool may be called: for example, whether a call may or must be a task. */
export type ToolExecution = {
  /** Whether calls may or must be made as tasks; default `forbidden`. */
  taskSupport?: TaskSupport;
};

/** A JSON Schema for the arguments of a tool; the root is an object. */
export type ToolInputSchema = {
  type: "object";
  /** Dialect of the schema; absent means JSON Schema 2020-12. */
  $schema?: string;
  /** Schema of each argument, by its name. */
  properties?: { [name: string]: { [name: string]: unknown } };
  /** Names of the arguments that must be given. */
  required?: string[];
  [name: string]: unknown;
};

/** The server's notice that its list of tools has changed. */
export type ToolListChangedNotification = {
  jsonrpc: "2.0";
  method: "notifications/tools/list_changed";
  params?: NotificationParams;
};

/** A JSON Schema for the structured output of a tool. The output is an object. */
export type ToolOutputSchema = {
  type: "object";
  /** Dialect of the schema; absent means JSON Schema 2020-12. */
  $schema?: string;
  /** Schema of each member of the output, by its name. */
  properties?: { [name: string]: { [name: string]: unknown } };
  /** Names of the members that the output always has. */
  required?: string[];
  [name: string]: unknown;
};

/** The output of a tool, for the model that called the tool. */
export type ToolResultContent = {
  /** Output of the tool as a list of content blocks, as in `CallToolResult`. */
  content: ContentBlock[];
  /** Identifier of the `ToolUseContent` that this answers. */
  toolUseId: string;
  type: "tool_result";
  /** Metadata about this result; keep it when the conversation is sent again, so that providers can cache. */
  _meta?: { [name: string]: unknown };
  /** True if the tool failed; default false. */
  isError?: boolean;
  /** Output of the tool as a JSON object, of the shape that its `outputSchema` describes. */
  structuredContent?: { [name: string]: unknown };
};

/** The model's call of a tool, as part of its answer. */
export type ToolUseContent = {
  /** Identifier of this use, which its `ToolResultContent` repeats as `toolUseId`. */
  id: string;
  /** Arguments for the tool, of the shape that its `inputSchema` describes. */
  input: { [name: string]: unknown };
  /** Name of the tool to run. */
  name: string;
  type: "tool_use";
  /** Metadata about this use; keep it when the conversation is sent again, so that providers can cache. */
  _meta?: { [name: string]: unknown };
};

/** The optional features of a server's tools. */
export type ToolsCapability = {
  /** True if the server announces changes of its list of tools. */
  listChanged?: boolean;
};

/** The error response to a request that needs the user to visit web pages first. */
export type URLElicitationRequiredError = {
  /** Description of the failure: a code, a message and optional data. */
  error: URLElicitationRequiredErrorBody;
  jsonrpc: "2.0";
  id?: RequestId;
};

/** The error object of a `URLElicitationRequiredError`. */
export type URLElicitationRequiredErrorBody = {
  /** Always -32042. */
  code: -32042;
  /** Web pages that the user has to visit. */
  data: URLElicitationRequiredErrorData;
  /** Short description of the failure. */
  message: string;
};

/** The web pages that the user has to visit before the next attempt. */
export type URLElicitationRequiredErrorData = {
  /** An elicitation for each page, all in `url` mode. */
  elicitations: ElicitRequestURLParams[];
  [name: string]: unknown;
};

/** The client's request to end notifications about changes of a resource. */
export type UnsubscribeRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "resources/unsubscribe";
  params: UnsubscribeRequestParams;
};

/** The resource to stop watching. */
export type UnsubscribeRequestParams = {
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: RequestMeta;
};

/** A field of a form in which the user may choose several options; the values themselves are shown. */
export type UntitledMultiSelectEnumSchema = {
  /** Options to choose from. */
  items: UntitledMultiSelectItems;
  type: "array";
  /** Options that are selected at first. */
  default?: string[];
  /** Explanation shown beside the field. */
  description?: string;
  /** Largest number of options that may be chosen. */
  maxItems?: number;
  /** Smallest number of options that must be chosen. */
  minItems?: number;
  /** Label of the field. */
  title?: string;
};

/** The options, without titles, of a field in which the user may choose several. */
export type UntitledMultiSelectItems = {
  /** Options to choose from; the chosen value is returned unchanged. */
  enum: string[];
  type: "string";
};

/** A field of a form in which the user chooses one option; the values themselves are shown. */
export type UntitledSingleSelectEnumSchema = {
  /** Options to choose from; the chosen value is returned unchanged. */
  enum: string[];
  type: "string";
  /** Option that is selected at first. */
  default?: string;
  /** Explanation shown beside the field. */
  description?: string;
  /** Label of the field. */
  title?: string;
};

/** A response with an error instead of a result. */
export type ErrorResponse = {
  /** What went wrong. */
  error: Error;
  /** The id of the request. */
  id?: string | number;
  jsonrpc: "2.0";
};

/** The messages of each method, and the results that answer its requests. */
export type Methods = {
  /** Suggests values for an argument of a prompt or of a resource template while it is typed. */
  "completion/complete": { kind: "request"; sender: "client"; message: CompleteRequest; result: CompleteResult };
  /** Asks the user of the client for input or consent. */
  "elicitation/create": { kind: "request"; sender: "server"; message: ElicitRequest; result: ElicitResult | CreateTaskResult };
  /** Opens a session: both sides state identity and capabilities, and agree on a protocol revision. */
  "initialize": { kind: "request"; sender: "client"; message: InitializeRequest; result: InitializeResult };
  /** Sets the lowest severity of the log messages that the server sends. */
  "logging/setLevel": { kind: "request"; sender: "client"; message: SetLevelRequest; result: EmptyResult };
  /** Reports that the answer to a running request is no longer wanted, so that work may stop. */
  "notifications/cancelled": { kind: "notification"; sender: "client" | "server"; message: CancelledNotification; result: never };
  /** Reports that an elicitation on a web page is complete. */
  "notifications/elicitation/complete": { kind: "notification"; sender: "server"; message: ElicitationCompleteNotification; result: never };
  /** Ends the handshake; from here on both sides may send ordinary requests. */
  "notifications/initialized": { kind: "notification"; sender: "client"; message: InitializedNotification; result: never };
  /** Carries a log message of the server. */
  "notifications/message": { kind: "notification"; sender: "server"; message: LoggingMessageNotification; result: never };
  /** Reports the progress of a running request to its sender, if the request had a progress token. */
  "notifications/progress": { kind: "notification"; sender: "client" | "server"; message: ProgressNotification; result: never };
  /** Reports that the list of prompts has changed and should be fetched again. */
  "notifications/prompts/list_changed": { kind: "notification"; sender: "server"; message: PromptListChangedNotification; result: never };
  /** Reports that the list of resources has changed and should be fetched again. */
  "notifications/resources/list_changed": { kind: "notification"; sender: "server"; message: ResourceListChangedNotification; result: never };
  /** Reports to a subscribed client that a resource has changed. */
  "notifications/resources/updated": { kind: "notification"; sender: "server"; message: ResourceUpdatedNotification; result: never };
  /** Reports that the client's roots have changed and should be fetched again. */
  "notifications/roots/list_changed": { kind: "notification"; sender: "client"; message: RootsListChangedNotification; result: never };
  /** Reports that the state of a task has changed; such reports are optional, so polling remains necessary. */
  "notifications/tasks/status": { kind: "notification"; sender: "client" | "server"; message: TaskStatusNotification; result: never };
  /** Reports that the list of tools has changed and should be fetched again. */
  "notifications/tools/list_changed": { kind: "notification"; sender: "server"; message: ToolListChangedNotification; result: never };
  /** Tests whether the other side still answers. */
  "ping": { kind: "request"; sender: "client" | "server"; message: PingRequest; result: EmptyResult };
  /** Returns the messages of one prompt, filled in with the given arguments. */
  "prompts/get": { kind: "request"; sender: "client"; message: GetPromptRequest; result: GetPromptResult };
  /** Returns the prompts that the server offers, page by page. */
  "prompts/list": { kind: "request"; sender: "client"; message: ListPromptsRequest; result: ListPromptsResult };
  /** Returns the resources that the server offers, page by page. */
  "resources/list": { kind: "request"; sender: "client"; message: ListResourcesRequest; result: ListResourcesResult };
  /** Returns the contents of one resource. */
  "resources/read": { kind: "request"; sender: "client"; message: ReadResourceRequest; result: ReadResourceResult };
  /** Starts notifications about changes of one resource. */
  "resources/subscribe": { kind: "request"; sender: "client"; message: SubscribeRequest; result: EmptyResult };
  /** Returns the resource templates that the server offers, page by page. */
  "resources/templates/list": { kind: "request"; sender: "client"; message: ListResourceTemplatesRequest; result: ListResourceTemplatesResult };
  /** Stops notifications about changes of one resource. */
  "resources/unsubscribe": { kind: "request"; sender: "client"; message: UnsubscribeRequest; result: EmptyResult };
  /** Returns the directories and files that the client lets the server work on. */
  "roots/list": { kind: "request"; sender: "server"; message: ListRootsRequest; result: ListRootsResult };
  /** Asks the client to run a language model on a conversation, under the user's control. */
  "sampling/createMessage": { kind: "request"; sender: "server"; message: CreateMessageRequest; result: CreateMessageResult | CreateTaskResult };
  /** Stops a task. */
  "tasks/cancel": { kind: "request"; sender: "client" | "server"; message: CancelTaskRequest; result: CancelTaskResult };
  /** Returns the present state of a task. */
  "tasks/get": { kind: "request"; sender: "client" | "server"; message: GetTaskRequest; result: GetTaskResult };
  /** Returns the receiver's tasks, page by page. */
  "tasks/list": { kind: "request"; sender: "client" | "server"; message: ListTasksRequest; result: ListTasksResult };
  /** Waits for a task to end and returns its outcome: the result, or the error, of the original request. */
  "tasks/result": { kind: "request"; sender: "client" | "server"; message: GetTaskPayloadRequest; result: GetTaskPayloadResult };
  /** Runs a tool with the given arguments and returns its output. */
  "tools/call": { kind: "request"; sender: "client"; message: CallToolRequest; result: CallToolResult | CreateTaskResult };
  /** Returns the tools that the server offers, page by page. */
  "tools/list": { kind: "request"; sender: "client"; message: ListToolsRequest; result: ListToolsResult };
};

/** Every message that a client sends. */
export type ClientMessage =
  | CompleteRequest
  | InitializeRequest
  | SetLevelRequest
  | CancelledNotification
  | InitializedNotification
  | ProgressNotification
  | RootsListChangedNotification
  | TaskStatusNotification
  | PingRequest
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ReadResourceRequest
  | SubscribeRequest
  | ListResourceTemplatesRequest
  | UnsubscribeRequest
  | CancelTaskRequest
  | GetTaskRequest
  | ListTasksRequest
  | GetTaskPayloadRequest
  | CallToolRequest
  | ListToolsRequest
  | Response<Result>
  | ErrorResponse;

/** What a client answers to each request. */
export type ClientAnswers = {
  /** Asks the user of the client for input or consent. */
  "elicitation/create": Response<ElicitResult | CreateTaskResult> | ErrorResponse;
  /** Tests whether the other side still answers. */
  "ping": Response<EmptyResult> | ErrorResponse;
  /** Returns the directories and files that the client lets the server work on. */
  "roots/list": Response<ListRootsResult> | ErrorResponse;
  /** Asks the client to run a language model on a conversation, under the user's control. */
  "sampling/createMessage": Response<CreateMessageResult | CreateTaskResult> | ErrorResponse;
  /** Stops a task. */
  "tasks/cancel": Response<CancelTaskResult> | ErrorResponse;
  /** Returns the present state of a task. */
  "tasks/get": Response<GetTaskResult> | ErrorResponse;
  /** Returns the receiver's tasks, page by page. */
  "tasks/list": Response<ListTasksResult> | ErrorResponse;
  /** Waits for a task to end and returns its outcome: the result, or the error, of the original request. */
  "tasks/result": Response<GetTaskPayloadResult> | ErrorResponse;
};

/** Every message that a server sends. */
export type ServerMessage =
  | ElicitRequest
  | CancelledNotification
  | ElicitationCompleteNotification
  | LoggingMessageNotification
  | ProgressNotification
  | PromptListChangedNotification
  | ResourceListChangedNotification
  | ResourceUpdatedNotification
  | TaskStatusNotification
  | ToolListChangedNotification
  | PingRequest
  | ListRootsRequest
  | CreateMessageRequest
  | CancelTaskRequest
  | GetTaskRequest
  | ListTasksRequest
  | GetTaskPayloadRequest
  | Response<Result>
  | ErrorResponse;

/** What a server answers to each request. */
export type ServerAnswers = {
  /** Suggests values for an argument of a prompt or of a resource template while it is typed. */
  "completion/complete": Response<CompleteResult> | ErrorResponse;
  /** Opens a session: both sides state identity and capabilities, and agree on a protocol revision. */
  "initialize": Response<InitializeResult> | ErrorResponse;
  /** Sets the lowest severity of the log messages that the server sends. */
  "logging/setLevel": Response<EmptyResult> | ErrorResponse;
  /** Tests whether the other side still answers. */
  "ping": Response<EmptyResult> | ErrorResponse;
  /** Returns the messages of one prompt, filled in with the given arguments. */
  "prompts/get": Response<GetPromptResult> | ErrorResponse;
  /** Returns the prompts that the server offers, page by page. */
  "prompts/list": Response<ListPromptsResult> | ErrorResponse;
  /** Returns the resources that the server offers, page by page. */
  "resources/list": Response<ListResourcesResult> | ErrorResponse;
  /** Returns the contents of one resource. */
  "resources/read": Response<ReadResourceResult> | ErrorResponse;
  /** Starts notifications about changes of one resource. */
  "resources/subscribe": Response<EmptyResult> | ErrorResponse;
  /** Returns the resource templates that the server offers, page by page. */
  "resources/templates/list": Response<ListResourceTemplatesResult> | ErrorResponse;
  /** Stops notifications about changes of one resource. */
  "resources/unsubscribe": Response<EmptyResult> | ErrorResponse;
  /** Stops a task. */
  "tasks/cancel": Response<CancelTaskResult> | ErrorResponse;
  /** Returns the present state of a task. */
  "tasks/get": Response<GetTaskResult> | ErrorResponse;
  /** Returns the receiver's tasks, page by page. */
  "tasks/list": Response<ListTasksResult> | ErrorResponse;
  /** Waits for a task to end and returns its outcome: the result, or the error, of the original request. */
  "tasks/result": Response<GetTaskPayloadResult> | ErrorResponse;
  /** Runs a tool with the given arguments and returns its output. */
  "tools/call": Response<CallToolResult | CreateTaskResult> | ErrorResponse;
  /** Returns the tools that the server offers, page by page. */
  "tools/list": Response<ListToolsResult> | ErrorResponse;
};

/** Every type by its name. */
export type Types = {
  Annotations: Annotations;
  AnyResourceContents: AnyResourceContents;
  AudioContent: AudioContent;
  BaseMetadata: BaseMetadata;
  BlobResourceContents: BlobResourceContents;
  BooleanSchema: BooleanSchema;
  CallToolRequest: CallToolRequest;
  CallToolRequestParams: CallToolRequestParams;
  CallToolResult: CallToolResult;
  CancelTaskRequest: CancelTaskRequest;
  CancelTaskRequestParams: CancelTaskRequestParams;
  CancelTaskResult: CancelTaskResult;
  CancelledNotification: CancelledNotification;
  CancelledNotificationParams: CancelledNotificationParams;
  ClientCapabilities: ClientCapabilities;
  ClientNotification: ClientNotification;
  ClientRequest: ClientRequest;
  ClientResult: ClientResult;
  ClientTaskRequestsCapability: ClientTaskRequestsCapability;
  ClientTasksCapability: ClientTasksCapability;
  CompleteRequest: CompleteRequest;
  CompleteRequestParams: CompleteRequestParams;
  CompleteResult: CompleteResult;
  Completion: Completion;
  CompletionArgument: CompletionArgument;
  CompletionContext: CompletionContext;
  CompletionReference: CompletionReference;
  ContentBlock: ContentBlock;
  CreateMessageRequest: CreateMessageRequest;
  CreateMessageRequestParams: CreateMessageRequestParams;
  CreateMessageResult: CreateMessageResult;
  CreateTaskResult: CreateTaskResult;
  Cursor: Cursor;
  ElicitAction: ElicitAction;
  ElicitFieldValue: ElicitFieldValue;
  ElicitRequest: ElicitRequest;
  ElicitRequestFormParams: ElicitRequestFormParams;
  ElicitRequestParams: ElicitRequestParams;
  ElicitRequestURLParams: ElicitRequestURLParams;
  ElicitRequestedSchema: ElicitRequestedSchema;
  ElicitResult: ElicitResult;
  ElicitationCapability: ElicitationCapability;
  ElicitationCompleteNotification: ElicitationCompleteNotification;
  ElicitationCompleteNotificationParams: ElicitationCompleteNotificationParams;
  EmbeddedResource: EmbeddedResource;
  EmptyResult: EmptyResult;
  EnumSchema: EnumSchema;
  Error: Error;
  GetPromptRequest: GetPromptRequest;
  GetPromptRequestParams: GetPromptRequestParams;
  GetPromptResult: GetPromptResult;
  GetTaskPayloadRequest: GetTaskPayloadRequest;
  GetTaskPayloadRequestParams: GetTaskPayloadRequestParams;
  GetTaskPayloadResult: GetTaskPayloadResult;
  GetTaskRequest: GetTaskRequest;
  GetTaskRequestParams: GetTaskRequestParams;
  GetTaskResult: GetTaskResult;
  Icon: Icon;
  IconTheme: IconTheme;
  Icons: Icons;
  ImageContent: ImageContent;
  Implementation: Implementation;
  IncludeContext: IncludeContext;
  InitializeRequest: InitializeRequest;
  InitializeRequestParams: InitializeRequestParams;
  InitializeResult: InitializeResult;
  InitializedNotification: InitializedNotification;
  JSONRPCErrorResponse: JSONRPCErrorResponse;
  JSONRPCMessage: JSONRPCMessage;
  JSONRPCNotification: JSONRPCNotification;
  JSONRPCRequest: JSONRPCRequest;
  JSONRPCResponse: JSONRPCResponse;
  JSONRPCResultResponse: JSONRPCResultResponse;
  LegacyTitledEnumSchema: LegacyTitledEnumSchema;
  ListPromptsRequest: ListPromptsRequest;
  ListPromptsResult: ListPromptsResult;
  ListResourceTemplatesRequest: ListResourceTemplatesRequest;
  ListResourceTemplatesResult: ListResourceTemplatesResult;
  ListResourcesRequest: ListResourcesRequest;
  ListResourcesResult: ListResourcesResult;
  ListRootsRequest: ListRootsRequest;
  ListRootsResult: ListRootsResult;
  ListTasksRequest: ListTasksRequest;
  ListTasksResult: ListTasksResult;
  ListToolsRequest: ListToolsRequest;
  ListToolsResult: ListToolsResult;
  LoggingLevel: LoggingLevel;
  LoggingMessageNotification: LoggingMessageNotification;
  LoggingMessageNotificationParams: LoggingMessageNotificationParams;
  ModelHint: ModelHint;
  ModelPreferences: ModelPreferences;
  MultiSelectEnumSchema: MultiSelectEnumSchema;
  Notification: Notification;
  NotificationParams: NotificationParams;
  NumberSchema: NumberSchema;
  NumberSchemaType: NumberSchemaType;
  PaginatedRequest: PaginatedRequest;
  PaginatedRequestParams: PaginatedRequestParams;
  PaginatedResult: PaginatedResult;
  PingRequest: PingRequest;
  PrimitiveSchemaDefinition: PrimitiveSchemaDefinition;
  ProgressNotification: ProgressNotification;
  ProgressNotificationParams: ProgressNotificationParams;
  ProgressToken: ProgressToken;
  Prompt: Prompt;
  PromptArgument: PromptArgument;
  PromptListChangedNotification: PromptListChangedNotification;
  PromptMessage: PromptMessage;
  PromptReference: PromptReference;
  PromptsCapability: PromptsCapability;
  ReadResourceRequest: ReadResourceRequest;
  ReadResourceRequestParams: ReadResourceRequestParams;
  ReadResourceResult: ReadResourceResult;
  RelatedTaskMetadata: RelatedTaskMetadata;
  Request: Request;
  RequestId: RequestId;
  RequestMeta: RequestMeta;
  RequestParams: RequestParams;
  Resource: Resource;
  ResourceContents: ResourceContents;
  ResourceLink: ResourceLink;
  ResourceListChangedNotification: ResourceListChangedNotification;
  ResourceRequestParams: ResourceRequestParams;
  ResourceTemplate: ResourceTemplate;
  ResourceTemplateReference: ResourceTemplateReference;
  ResourceUpdatedNotification: ResourceUpdatedNotification;
  ResourceUpdatedNotificationParams: ResourceUpdatedNotificationParams;
  ResourcesCapability: ResourcesCapability;
  Result: Result;
  Role: Role;
  Root: Root;
  RootsCapability: RootsCapability;
  RootsListChangedNotification: RootsListChangedNotification;
  SamplingCapability: SamplingCapability;
  SamplingContent: SamplingContent;
  SamplingMessage: SamplingMessage;
  SamplingMessageContentBlock: SamplingMessageContentBlock;
  ServerCapabilities: ServerCapabilities;
  ServerNotification: ServerNotification;
  ServerRequest: ServerRequest;
  ServerResult: ServerResult;
  ServerTaskRequestsCapability: ServerTaskRequestsCapability;
  ServerTasksCapability: ServerTasksCapability;
  SetLevelRequest: SetLevelRequest;
  SetLevelRequestParams: SetLevelRequestParams;
  SingleSelectEnumSchema: SingleSelectEnumSchema;
  StringSchema: StringSchema;
  StringSchemaFormat: StringSchemaFormat;
  SubscribeRequest: SubscribeRequest;
  SubscribeRequestParams: SubscribeRequestParams;
  Task: Task;
  TaskAugmentedRequestParams: TaskAugmentedRequestParams;
  TaskElicitationCapability: TaskElicitationCapability;
  TaskMetadata: TaskMetadata;
  TaskSamplingCapability: TaskSamplingCapability;
  TaskStatus: TaskStatus;
  TaskStatusNotification: TaskStatusNotification;
  TaskStatusNotificationParams: TaskStatusNotificationParams;
  TaskSupport: TaskSupport;
  TaskToolsCapability: TaskToolsCapability;
  TextContent: TextContent;
  TextResourceContents: TextResourceContents;
  TitledEnumOption: TitledEnumOption;
  TitledMultiSelectEnumSchema: TitledMultiSelectEnumSchema;
  TitledMultiSelectItems: TitledMultiSelectItems;
  TitledSingleSelectEnumSchema: TitledSingleSelectEnumSchema;
  Tool: Tool;
  ToolAnnotations: ToolAnnotations;
  ToolChoice: ToolChoice;
  ToolChoiceMode: ToolChoiceMode;
  ToolExecution: ToolExecution;
  ToolInputSchema: ToolInputSchema;
  ToolListChangedNotification: ToolListChangedNotification;
  ToolOutputSchema: ToolOutputSchema;
  ToolResultContent: ToolResultContent;
  ToolUseContent: ToolUseContent;
  ToolsCapability: ToolsCapability;
  URLElicitationRequiredError: URLElicitationRequiredError;
  URLElicitationRequiredErrorBody: URLElicitationRequiredErrorBody;
  URLElicitationRequiredErrorData: URLElicitationRequiredErrorData;
  UnsubscribeRequest: UnsubscribeRequest;
  UnsubscribeRequestParams: UnsubscribeRequestParams;
  UntitledMultiSelectEnumSchema: UntitledMultiSelectEnumSchema;
  UntitledMultiSelectItems: UntitledMultiSelectItems;
  UntitledSingleSelectEnumSchema: UntitledSingleSelectEnumSchema;
};
