/**
 * Revision 2025-03-26 of the Model Context Protocol: its types, and functions that decode its messages.
 *
 * Written by `mcpgen build --language typescript`.
 */

import { decodeOf, validateOf } from "../../revision.ts";
import types from "../data/types/2025-03-26.ts";
import type { Response } from "../../response.ts";

export { DecodeError } from "../../errors.ts";
export { type Limits, LIMITS, parse, stringify } from "../../json.ts";
export type { Decoded, DecodeOne, DecodeOptions, Frame, ValidateOne } from "../../messages.ts";
export type { Side } from "../../published.ts";
export type { Response } from "../../response.ts";

/** The name of this revision. */
export const REVISION = "2025-03-26";

/** Decode a message of this revision: text, bytes or an object. Throws `DecodeError` if the message is not valid. */
export const decode = /* @__PURE__ */ decodeOf<"2025-03-26">(types);

/** Validate a part of a message by a type of this revision, such as `"Tool"`. Throws `DecodeError` if the part is not valid. */
export const validate = /* @__PURE__ */ validateOf<"2025-03-26">(types);

/** Hints for the client about content, such as audience and importance. */
export type Annotations = {
  /** Readers that the content is meant for: the user, the model, or both. */
  audience?: Role[];
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
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
};

/** The contents of a resource that is not text. */
export type BlobResourceContents = {
  /** Bytes of the resource in base64. */
  blob: string;
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** MIME type of the data, if the server knows it. */
  mimeType?: string;
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
};

/** The output of a tool. A failing tool sets `isError`, so that the model sees the failure; a JSON-RPC error means that the call never reached the tool. */
export type CallToolResult = {
  /** Output of the tool as a list of content blocks, possibly empty. */
  content: ContentBlock[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** True if the tool failed; absent means success. */
  isError?: boolean;
};

/** Notice that work on a request should stop, because its answer is no longer wanted; the response may still arrive. */
export type CancelledNotification = {
  jsonrpc: "2.0";
  method: "notifications/cancelled";
  params: CancelledNotificationParams;
};

/** The cancelled request, and the reason. */
export type CancelledNotificationParams = {
  /** Id of the request to stop. */
  requestId: RequestId;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  /** Reason of the cancellation, for logs or for the user. */
  reason?: string;
};

/** The optional features that a client supports; other names are allowed. */
export type ClientCapabilities = {
  /** Features outside the specification, each under a name of its own. */
  experimental?: { [name: string]: { [name: string]: unknown } };
  /** Present if the client can name the directories and files that the server may work on. */
  roots?: RootsCapability;
  /** Present if the client can run a language model on behalf of a server. */
  sampling?: { [name: string]: unknown };
};

/** Any notification that a client may send, identified by `method`. */
export type ClientNotification = CancelledNotification | InitializedNotification | ProgressNotification | RootsListChangedNotification;

/** Any request that a client may send, identified by `method`. */
export type ClientRequest = InitializeRequest | PingRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscribeRequest | UnsubscribeRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | SetLevelRequest | CompleteRequest;

/** Any result that a client may send; the request with the same id determines the type of the result. */
export type ClientResult = Result | CreateMessageResult | ListRootsResult;

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

/** The owner of an argument to complete: a prompt or a resource template. */
export type CompletionReference = PromptReference | ResourceReference;

/** A piece of content in a prompt or in a tool's result; `type` names its kind. */
export type ContentBlock = TextContent | ImageContent | AudioContent | EmbeddedResource;

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
  /** Context that the server would like in the prompt; the client is free to leave the context out. */
  includeContext?: IncludeContext;
  /** Data to pass to the provider of the model, in the provider's own format. */
  metadata?: { [name: string]: unknown };
  /** The server's preferences for a model; the client decides. */
  modelPreferences?: ModelPreferences;
  /** Strings at which the model stops. */
  stopSequences?: string[];
  /** System prompt that the server would like; the client may change it or leave it out. */
  systemPrompt?: string;
  /** Sampling temperature, in the scale of the model's provider. */
  temperature?: number;
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

/** An opaque position in a list that comes in pages; only the server can read it. */
export type Cursor = string;

/** A resource with its contents inside a message, so that no `resources/read` is needed. */
export type EmbeddedResource = {
  /** Contents of the resource, as text or as base64 bytes. */
  resource: AnyResourceContents;
  type: "resource";
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
};

/** A result without content: the request succeeded. */
export type EmptyResult = Result;

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

/** A picture, as base64 text with its MIME type. */
export type ImageContent = {
  /** Bytes of the picture in base64. */
  data: string;
  /** MIME type of the picture, such as `image/png`. */
  mimeType: string;
  type: "image";
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
};

/** The name and version of a client or server program. */
export type Implementation = {
  /** Identifier of the program; shown to people only if there is no `title`. */
  name: string;
  /** Version of the program, in any notation; not the protocol revision. */
  version: string;
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

/** A JSON array of several requests and notifications, sent as one message. */
export type JSONRPCBatchRequest = JSONRPCBatchRequestItem[];

/** An entry of a batch of requests: a request or a notification. */
export type JSONRPCBatchRequestItem = JSONRPCRequest | JSONRPCNotification;

/** A JSON array of the responses to several requests, sent as one message. */
export type JSONRPCBatchResponse = JSONRPCBatchResponseItem[];

/** An entry of a batch of answers: a result or an error. */
export type JSONRPCBatchResponseItem = JSONRPCResponse | JSONRPCError;

/** A JSON-RPC response with an error instead of a result. */
export type JSONRPCError = {
  /** Description of the failure: a code, a message and optional data. */
  error: Error;
  id: RequestId;
  jsonrpc: "2.0";
};

/** Any JSON-RPC message: a request, a notification, a result, an error, or a batch of them. */
export type JSONRPCMessage = JSONRPCRequest | JSONRPCNotification | JSONRPCBatchRequestItem[] | JSONRPCResponse | JSONRPCError | JSONRPCBatchResponseItem[];

/** A JSON-RPC notification, which has no id and gets no response. */
export type JSONRPCNotification = {
  jsonrpc: "2.0";
  method: string;
  params?: NotificationParams;
};

/** A JSON-RPC request, which has an id and gets a response. */
export type JSONRPCRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: string;
  params?: RequestParams;
};

/** A JSON-RPC response with the result of a request. */
export type JSONRPCResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: Result;
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

/** The members common to all notifications: the name of a method, and parameters. */
export type Notification = {
  method: string;
  params?: NotificationParams;
};

/** The members common to the parameters of all notifications: metadata. */
export type NotificationParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
  [name: string]: unknown;
};

/** The members common to requests for a list. */
export type PaginatedRequest = {
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
  /** Arguments that the prompt takes, each by its name. */
  arguments?: PromptArgument[];
  /** Purpose of the prompt. */
  description?: string;
};

/** One argument that a prompt takes; its value is always a string. */
export type PromptArgument = {
  /** Key of the argument in the `arguments` of `prompts/get`. */
  name: string;
  /** Meaning of the argument. */
  description?: string;
  /** Whether the prompt needs the argument; absent means false. */
  required?: boolean;
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

/** The members common to all requests: the name of a method, and parameters. */
export type Request = {
  method: string;
  params?: RequestParams;
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
  [name: string]: unknown;
};

/** A resource that a server offers for reading: its address, name and kind, without its contents. */
export type Resource = {
  /** Name of the resource to show to people. */
  name: string;
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
  /** Description of the contents; clients may show this text to the model. */
  description?: string;
  /** MIME type of the data, if the server knows it. */
  mimeType?: string;
  /** Size of the raw contents in bytes, before any base64, if known. */
  size?: number;
};

/** The members common to the contents of all resources, text or bytes: an address and a MIME type. */
export type ResourceContents = {
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** MIME type of the data, if the server knows it. */
  mimeType?: string;
};

/** The server's notice that its list of resources has changed. */
export type ResourceListChangedNotification = {
  jsonrpc: "2.0";
  method: "notifications/resources/list_changed";
  params?: NotificationParams;
};

/** Names a resource or a resource template, for completion. */
export type ResourceReference = {
  type: "ref/resource";
  /** Address of the resource, or the template of the addresses. */
  uri: string;
};

/** A pattern for the addresses of a whole family of resources. */
export type ResourceTemplate = {
  /** Name of the family to show to people. */
  name: string;
  /** URI template (RFC 6570) that expands to the address of a resource. */
  uriTemplate: string;
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
  /** Description of the contents of this family; clients may show this text to the model. */
  description?: string;
  /** MIME type of every resource of this family; absent if they differ. */
  mimeType?: string;
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

/** The content of one message of a conversation with a language model. */
export type SamplingContent = TextContent | ImageContent | AudioContent;

/** One message of a conversation with a language model. */
export type SamplingMessage = {
  /** Content of the message. */
  content: SamplingContent;
  /** Speaker of the message. */
  role: Role;
};

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
  /** Present if the server has tools. */
  tools?: ToolsCapability;
};

/** Any notification that a server may send, identified by `method`. */
export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | LoggingMessageNotification;

/** Any request that a server may send, identified by `method`. */
export type ServerRequest = PingRequest | CreateMessageRequest | ListRootsRequest;

/** Any result that a server may send; the request with the same id determines the type of the result. */
export type ServerResult = Result | InitializeResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | CompleteResult;

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

/** A piece of plain text. */
export type TextContent = {
  /** The text itself. */
  text: string;
  type: "text";
  /** Hints for the client about the content, such as audience and importance. */
  annotations?: Annotations;
};

/** The contents of a resource that is text. */
export type TextResourceContents = {
  /** The text itself; only for resources that consist of text. */
  text: string;
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** MIME type of the data, if the server knows it. */
  mimeType?: string;
};

/** A tool that a server offers: its name, its description and the schema of its arguments. */
export type Tool = {
  /** JSON Schema of the arguments, which are always one object. */
  inputSchema: ToolInputSchema;
  /** Identifier by which `tools/call` names the tool. */
  name: string;
  /** Hints about the behaviour of the tool; not to be trusted unless the server is trusted. */
  annotations?: ToolAnnotations;
  /** Purpose and use of the tool; clients may show this text to the model. */
  description?: string;
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

/** A JSON Schema for the arguments of a tool; the root is an object. */
export type ToolInputSchema = {
  type: "object";
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

/** The optional features of a server's tools. */
export type ToolsCapability = {
  /** True if the server announces changes of its list of tools. */
  listChanged?: boolean;
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

/** A response with an error instead of a result. */
export type ErrorResponse = {
  /** What went wrong. */
  error: Error;
  /** The id of the request. */
  id: string | number;
  jsonrpc: "2.0";
};

/** The messages of each method, and the results that answer its requests. */
export type Methods = {
  /** Suggests values for an argument of a prompt or of a resource template while it is typed. */
  "completion/complete": { kind: "request"; sender: "client"; message: CompleteRequest; result: CompleteResult };
  /** Opens a session: both sides state identity and capabilities, and agree on a protocol revision. */
  "initialize": { kind: "request"; sender: "client"; message: InitializeRequest; result: InitializeResult };
  /** Sets the lowest severity of the log messages that the server sends. */
  "logging/setLevel": { kind: "request"; sender: "client"; message: SetLevelRequest; result: EmptyResult };
  /** Reports that the answer to a running request is no longer wanted, so that work may stop. */
  "notifications/cancelled": { kind: "notification"; sender: "client" | "server"; message: CancelledNotification; result: never };
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
  "sampling/createMessage": { kind: "request"; sender: "server"; message: CreateMessageRequest; result: CreateMessageResult };
  /** Runs a tool with the given arguments and returns its output. */
  "tools/call": { kind: "request"; sender: "client"; message: CallToolRequest; result: CallToolResult };
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
  | PingRequest
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ReadResourceRequest
  | SubscribeRequest
  | ListResourceTemplatesRequest
  | UnsubscribeRequest
  | CallToolRequest
  | ListToolsRequest
  | Response<Result>
  | ErrorResponse;

/** What a client answers to each request. */
export type ClientAnswers = {
  /** Tests whether the other side still answers. */
  "ping": Response<EmptyResult> | ErrorResponse | (Response<EmptyResult> | ErrorResponse)[];
  /** Returns the directories and files that the client lets the server work on. */
  "roots/list": Response<ListRootsResult> | ErrorResponse | (Response<ListRootsResult> | ErrorResponse)[];
  /** Asks the client to run a language model on a conversation, under the user's control. */
  "sampling/createMessage": Response<CreateMessageResult> | ErrorResponse | (Response<CreateMessageResult> | ErrorResponse)[];
};

/** Every message that a server sends. */
export type ServerMessage =
  | CancelledNotification
  | LoggingMessageNotification
  | ProgressNotification
  | PromptListChangedNotification
  | ResourceListChangedNotification
  | ResourceUpdatedNotification
  | ToolListChangedNotification
  | PingRequest
  | ListRootsRequest
  | CreateMessageRequest
  | Response<Result>
  | ErrorResponse;

/** What a server answers to each request. */
export type ServerAnswers = {
  /** Suggests values for an argument of a prompt or of a resource template while it is typed. */
  "completion/complete": Response<CompleteResult> | ErrorResponse | (Response<CompleteResult> | ErrorResponse)[];
  /** Opens a session: both sides state identity and capabilities, and agree on a protocol revision. */
  "initialize": Response<InitializeResult> | ErrorResponse | (Response<InitializeResult> | ErrorResponse)[];
  /** Sets the lowest severity of the log messages that the server sends. */
  "logging/setLevel": Response<EmptyResult> | ErrorResponse | (Response<EmptyResult> | ErrorResponse)[];
  /** Tests whether the other side still answers. */
  "ping": Response<EmptyResult> | ErrorResponse | (Response<EmptyResult> | ErrorResponse)[];
  /** Returns the messages of one prompt, filled in with the given arguments. */
  "prompts/get": Response<GetPromptResult> | ErrorResponse | (Response<GetPromptResult> | ErrorResponse)[];
  /** Returns the prompts that the server offers, page by page. */
  "prompts/list": Response<ListPromptsResult> | ErrorResponse | (Response<ListPromptsResult> | ErrorResponse)[];
  /** Returns the resources that the server offers, page by page. */
  "resources/list": Response<ListResourcesResult> | ErrorResponse | (Response<ListResourcesResult> | ErrorResponse)[];
  /** Returns the contents of one resource. */
  "resources/read": Response<ReadResourceResult> | ErrorResponse | (Response<ReadResourceResult> | ErrorResponse)[];
  /** Starts notifications about changes of one resource. */
  "resources/subscribe": Response<EmptyResult> | ErrorResponse | (Response<EmptyResult> | ErrorResponse)[];
  /** Returns the resource templates that the server offers, page by page. */
  "resources/templates/list": Response<ListResourceTemplatesResult> | ErrorResponse | (Response<ListResourceTemplatesResult> | ErrorResponse)[];
  /** Stops notifications about changes of one resource. */
  "resources/unsubscribe": Response<EmptyResult> | ErrorResponse | (Response<EmptyResult> | ErrorResponse)[];
  /** Runs a tool with the given arguments and returns its output. */
  "tools/call": Response<CallToolResult> | ErrorResponse | (Response<CallToolResult> | ErrorResponse)[];
  /** Returns the tools that the server offers, page by page. */
  "tools/list": Response<ListToolsResult> | ErrorResponse | (Response<ListToolsResult> | ErrorResponse)[];
};

/** Every type by its name. */
export type Types = {
  Annotations: Annotations;
  AnyResourceContents: AnyResourceContents;
  AudioContent: AudioContent;
  BlobResourceContents: BlobResourceContents;
  CallToolRequest: CallToolRequest;
  CallToolRequestParams: CallToolRequestParams;
  CallToolResult: CallToolResult;
  CancelledNotification: CancelledNotification;
  CancelledNotificationParams: CancelledNotificationParams;
  ClientCapabilities: ClientCapabilities;
  ClientNotification: ClientNotification;
  ClientRequest: ClientRequest;
  ClientResult: ClientResult;
  CompleteRequest: CompleteRequest;
  CompleteRequestParams: CompleteRequestParams;
  CompleteResult: CompleteResult;
  Completion: Completion;
  CompletionArgument: CompletionArgument;
  CompletionReference: CompletionReference;
  ContentBlock: ContentBlock;
  CreateMessageRequest: CreateMessageRequest;
  CreateMessageRequestParams: CreateMessageRequestParams;
  CreateMessageResult: CreateMessageResult;
  Cursor: Cursor;
  EmbeddedResource: EmbeddedResource;
  EmptyResult: EmptyResult;
  Error: Error;
  GetPromptRequest: GetPromptRequest;
  GetPromptRequestParams: GetPromptRequestParams;
  GetPromptResult: GetPromptResult;
  ImageContent: ImageContent;
  Implementation: Implementation;
  IncludeContext: IncludeContext;
  InitializeRequest: InitializeRequest;
  InitializeRequestParams: InitializeRequestParams;
  InitializeResult: InitializeResult;
  InitializedNotification: InitializedNotification;
  JSONRPCBatchRequest: JSONRPCBatchRequest;
  JSONRPCBatchRequestItem: JSONRPCBatchRequestItem;
  JSONRPCBatchResponse: JSONRPCBatchResponse;
  JSONRPCBatchResponseItem: JSONRPCBatchResponseItem;
  JSONRPCError: JSONRPCError;
  JSONRPCMessage: JSONRPCMessage;
  JSONRPCNotification: JSONRPCNotification;
  JSONRPCRequest: JSONRPCRequest;
  JSONRPCResponse: JSONRPCResponse;
  ListPromptsRequest: ListPromptsRequest;
  ListPromptsResult: ListPromptsResult;
  ListResourceTemplatesRequest: ListResourceTemplatesRequest;
  ListResourceTemplatesResult: ListResourceTemplatesResult;
  ListResourcesRequest: ListResourcesRequest;
  ListResourcesResult: ListResourcesResult;
  ListRootsRequest: ListRootsRequest;
  ListRootsResult: ListRootsResult;
  ListToolsRequest: ListToolsRequest;
  ListToolsResult: ListToolsResult;
  LoggingLevel: LoggingLevel;
  LoggingMessageNotification: LoggingMessageNotification;
  LoggingMessageNotificationParams: LoggingMessageNotificationParams;
  ModelHint: ModelHint;
  ModelPreferences: ModelPreferences;
  Notification: Notification;
  NotificationParams: NotificationParams;
  PaginatedRequest: PaginatedRequest;
  PaginatedRequestParams: PaginatedRequestParams;
  PaginatedResult: PaginatedResult;
  PingRequest: PingRequest;
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
  Request: Request;
  RequestId: RequestId;
  RequestMeta: RequestMeta;
  RequestParams: RequestParams;
  Resource: Resource;
  ResourceContents: ResourceContents;
  ResourceListChangedNotification: ResourceListChangedNotification;
  ResourceReference: ResourceReference;
  ResourceTemplate: ResourceTemplate;
  ResourceUpdatedNotification: ResourceUpdatedNotification;
  ResourceUpdatedNotificationParams: ResourceUpdatedNotificationParams;
  ResourcesCapability: ResourcesCapability;
  Result: Result;
  Role: Role;
  Root: Root;
  RootsCapability: RootsCapability;
  RootsListChangedNotification: RootsListChangedNotification;
  SamplingContent: SamplingContent;
  SamplingMessage: SamplingMessage;
  ServerCapabilities: ServerCapabilities;
  ServerNotification: ServerNotification;
  ServerRequest: ServerRequest;
  ServerResult: ServerResult;
  SetLevelRequest: SetLevelRequest;
  SetLevelRequestParams: SetLevelRequestParams;
  SubscribeRequest: SubscribeRequest;
  SubscribeRequestParams: SubscribeRequestParams;
  TextContent: TextContent;
  TextResourceContents: TextResourceContents;
  Tool: Tool;
  ToolAnnotations: ToolAnnotations;
  ToolInputSchema: ToolInputSchema;
  ToolListChangedNotification: ToolListChangedNotification;
  ToolsCapability: ToolsCapability;
  UnsubscribeRequest: UnsubscribeRequest;
  UnsubscribeRequestParams: UnsubscribeRequestParams;
};
