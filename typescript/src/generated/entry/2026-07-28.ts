/**
 * Revision 2026-07-28 of the Model Context Protocol: its types, and functions that decode its messages.
 *
 * Written by `mcpgen build --language typescript`.
 */

import { decodeOf, validateOf } from "../../revision.ts";
import types from "../data/types/2026-07-28.ts";
import type { Response } from "../../response.ts";

export { DecodeError } from "../../errors.ts";
export { type Limits, LIMITS, parse, stringify } from "../../json.ts";
export type { Decoded, DecodeOne, DecodeOptions, Frame, ValidateOne } from "../../messages.ts";
export type { Side } from "../../published.ts";
export type { Response } from "../../response.ts";

/** The name of this revision. */
export const REVISION = "2026-07-28";

/** Decode a message of this revision: text, bytes or an object. Throws `DecodeError` if the message is not valid. */
export const decode = /* @__PURE__ */ decodeOf<"2026-07-28">(types);

/** Validate a part of a message by a type of this revision, such as `"Tool"`. Throws `DecodeError` if the part is not valid. */
export const validate = /* @__PURE__ */ validateOf<"2026-07-28">(types);

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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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

/** The callers that may share a cached result: all (`public`), or those with the same authorization (`private`). */
export type CacheScope = "private" | "public";

/** The members common to results that a client may cache: lifetime and scope. */
export type CacheableResult = {
  /** Callers that may reuse a cached copy: any, or only those with the same authorization. */
  cacheScope: CacheScope;
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: string;
  /** Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once. */
  ttlMs: number;
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
};

/** The outcome of `tools/call`: the result, or a request for more input. */
export type CallToolOutcome = InputRequiredResult | CallToolResult;

/** The client's request to run one of the server's tools. */
export type CallToolRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tools/call";
  params: CallToolRequestParams;
};

/** The tool to run, and its arguments. */
export type CallToolRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta: RequestMetaObject;
  /** Name of the tool, as `tools/list` gives it. */
  name: string;
  /** Values for the tool's parameters, of the shape that its `inputSchema` describes. */
  arguments?: { [name: string]: unknown };
  /** Answers to the `inputRequests` of the previous attempt, under the same keys; absent on a first attempt. */
  inputResponses?: InputResponses;
  /** Opaque state of the server, sent back unchanged when the request is tried again. */
  requestState?: string;
};

/** The output of a tool. A failing tool sets `isError`, so that the model sees the failure; a JSON-RPC error means that the call never reached the tool. */
export type CallToolResult = {
  /** Output of the tool as a list of content blocks, possibly empty. */
  content: ContentBlock[];
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  /** True if the tool failed; absent means success. */
  isError?: boolean;
  /** Output of the tool as JSON: any value, of the shape that its `outputSchema` describes; `null` differs from absent. */
  structuredContent?: unknown;
};

/** The JSON-RPC response to `tools/call`: its result, or a request for more input. */
export type CallToolResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: CallToolOutcome;
};

/** The client's notice that it no longer wants the answer to a request; over stdio, also the server's notice that it ends a `subscriptions/listen` stream. */
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
  _meta?: NotificationMetaObject;
  /** Reason of the cancellation, for logs or for the user. */
  reason?: string;
};

/** The optional features that a client supports; other names are allowed. */
export type ClientCapabilities = {
  /** Present if the client can ask its user for input on behalf of a server. */
  elicitation?: ElicitationCapability;
  /** Features outside the specification, each under a name of its own. */
  experimental?: { [name: string]: JSONObject };
  /** Supported protocol extensions: the settings of each, by its identifier; an empty object means no settings. */
  extensions?: { [name: string]: JSONObject };
  /** Present if the client can name the directories and files that the server may work on. */
  roots?: { [name: string]: unknown };
  /** Present if the client can run a language model on behalf of a server. */
  sampling?: SamplingCapability;
};

/** Any notification that a client may send, identified by `method`. */
export type ClientNotification = CancelledNotification;

/** Any request that a client may send, identified by `method`. */
export type ClientRequest = DiscoverRequest | ListResourcesRequest | ListResourceTemplatesRequest | ReadResourceRequest | SubscriptionsListenRequest | ListPromptsRequest | GetPromptRequest | ListToolsRequest | CallToolRequest | CompleteRequest;

/** The empty result; servers send no requests of their own, so clients have nothing else to answer. */
export type ClientResult = Result;

/** The client's request for values that could complete an argument the user is typing. */
export type CompleteRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "completion/complete";
  params: CompleteRequestParams;
};

/** The argument to complete, with the text typed so far. */
export type CompleteRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta: RequestMetaObject;
  /** Argument to complete, with the text typed so far. */
  argument: CompletionArgument;
  /** Prompt or resource template that the argument belongs to. */
  ref: CompletionReference;
  /** Arguments with a value already, for suggestions that depend on them. */
  context?: CompletionContext;
};

/** The server's suggestions for an argument. */
export type CompleteResult = {
  /** Suggestions, and how many more there are. */
  completion: Completion;
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
};

/** The JSON-RPC response to `completion/complete`, with its result. */
export type CompleteResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: CompleteResult;
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
  method: "sampling/createMessage";
  params: CreateMessageRequestParams;
};

/** The conversation for the model, and the settings for its answer. */
export type CreateMessageRequestParams = {
  /** Upper limit on the tokens of the answer; the client may set a lower one. */
  maxTokens: number;
  /** Conversation so far, oldest message first. */
  messages: SamplingMessage[];
  /** Context that the server would like in the prompt; default `none`; other values need the client capability `sampling.context`. */
  includeContext?: IncludeContext;
  /** Data to pass to the provider of the model, in the provider's own format. */
  metadata?: JSONObject;
  /** The server's preferences for a model; the client decides. */
  modelPreferences?: ModelPreferences;
  /** Strings at which the model stops. */
  stopSequences?: string[];
  /** System prompt that the server would like; the client may change it or leave it out. */
  systemPrompt?: string;
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
  _meta?: MetaObject;
  /** Reason for the end of the answer, such as `endTurn`, `stopSequence` or `maxTokens`; providers may use their own words. */
  stopReason?: string;
};

/** An opaque position in a list that comes in pages; only the server can read it. */
export type Cursor = string;

/** The client's request for the server's revisions and capabilities; a client need not send it, but a server must answer it. */
export type DiscoverRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "server/discover";
  params: RequestParams;
};

/** The protocol revisions and the optional features that a server supports. */
export type DiscoverResult = {
  /** Callers that may reuse a cached copy: any, or only those with the same authorization. */
  cacheScope: CacheScope;
  /** Optional features that the server supports. */
  capabilities: ServerCapabilities;
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
  /** Protocol revisions that the server accepts; the client picks one of them for its next requests. */
  supportedVersions: string[];
  /** Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once. */
  ttlMs: number;
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Advice on using the server, which the client may show to the model; it need not repeat descriptions of tools. */
  instructions?: string;
};

/** The JSON-RPC response to `server/discover`, with its result. */
export type DiscoverResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: DiscoverResult;
};

/** The user's reaction to an elicitation: `accept`, `decline`, or `cancel` (closed without a choice). */
export type ElicitAction = "accept" | "cancel" | "decline";

/** The value that the user entered in one field of a form. */
export type ElicitFieldValue = string[] | string | number | boolean;

/** The server's request to the client to ask the user for input. */
export type ElicitRequest = {
  method: "elicitation/create";
  params: ElicitRequestParams;
};

/** A form to show to the user; it must not ask for secrets such as passwords, because the client sees the answers. */
export type ElicitRequestFormParams = {
  /** Explanation to the user of what the server asks for. */
  message: string;
  /** Fields of the form, as a flat JSON Schema. */
  requestedSchema: ElicitRequestedSchema;
  /** `form`; absent means `form` too. */
  mode?: "form";
};

/** An elicitation: a form for the user, or a web page to visit if `mode` is `url`. */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/** A web page to send the user to; the client does not see what the user enters there. */
export type ElicitRequestURLParams = {
  /** Explanation to the user of why to visit the page. */
  message: string;
  /** Always `url`. */
  mode: "url";
  /** Address of the web page, which the client opens only with the user's consent. */
  url: string;
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
  /** The input, by field name; only if a form was accepted. */
  content?: { [name: string]: ElicitFieldValue };
};

/** The modes of elicitation that a client supports; an empty object means forms only. */
export type ElicitationCapability = {
  /** Present if the client can show a form. */
  form?: JSONObject;
  /** Present if the client can send the user to a web page. */
  url?: JSONObject;
};

/** A resource with its contents inside a message, so that no `resources/read` is needed. */
export type EmbeddedResource = {
  /** Contents of the resource, as text or as base64 bytes. */
  resource: AnyResourceContents;
  type: "resource";
  /** Metadata about this object or message; not part of its content. */
  _meta?: MetaObject;
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

/** The outcome of `prompts/get`: the result, or a request for more input. */
export type GetPromptOutcome = InputRequiredResult | GetPromptResult;

/** The client's request for the messages of one prompt, filled in with arguments. */
export type GetPromptRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "prompts/get";
  params: GetPromptRequestParams;
};

/** The prompt to fill in, and its arguments. */
export type GetPromptRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta: RequestMetaObject;
  /** Name of the prompt, as `prompts/list` gives it. */
  name: string;
  /** Value of each argument, by its name; all values are strings. */
  arguments?: { [name: string]: string };
  /** Answers to the `inputRequests` of the previous attempt, under the same keys; absent on a first attempt. */
  inputResponses?: InputResponses;
  /** Opaque state of the server, sent back unchanged when the request is tried again. */
  requestState?: string;
};

/** The messages of a prompt, filled in and ready for the model. */
export type GetPromptResult = {
  /** Messages of the prompt, in the order of the conversation. */
  messages: PromptMessage[];
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Purpose of the prompt. */
  description?: string;
};

/** The JSON-RPC response to `prompts/get`: its result, or a request for more input. */
export type GetPromptResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: GetPromptOutcome;
};

/** The error response to an HTTP request with headers that are missing, malformed or in contradiction to its body; the status is 400. */
export type HeaderMismatchError = {
  /** Description of the failure: a code, a message and optional data. */
  error: HeaderMismatchErrorBody;
  jsonrpc: "2.0";
  id?: RequestId;
};

/** The error object of a `HeaderMismatchError`. */
export type HeaderMismatchErrorBody = {
  /** Always -32020. */
  code: -32020;
  /** Short description of the failure. */
  message: string;
  /** Details of the error, in any shape that the sender chooses. */
  data?: unknown;
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
  _meta?: MetaObject;
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

/** An input that a server needs from the client: a model's answer, the roots, or the user's input. */
export type InputRequest = CreateMessageRequest | ListRootsRequest | ElicitRequest;

/** Everything that a server needs from the client in one round, under keys of the server's choice. */
export type InputRequests = { [name: string]: InputRequest };

/** A result that asks for input: the client gathers the input, then sends the original request again under a new id. */
export type InputRequiredResult = {
  /** `input_required`; a result with another value is of another type. */
  resultType: "input_required";
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Inputs that the server needs; if absent, the client may simply try again. */
  inputRequests?: InputRequests;
  /** Opaque state that the client must return unchanged with the next attempt. */
  requestState?: string;
};

/** The client's answer to an `InputRequest`; the request with the same key in `inputRequests` determines the type of the answer. */
export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult;

/** The parameters of a retried request, which contain the input that the server asked for. */
export type InputResponseRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta: RequestMetaObject;
  /** Answers to the `inputRequests` of the previous attempt, under the same keys; absent on a first attempt. */
  inputResponses?: InputResponses;
  /** Opaque state of the server, sent back unchanged when the request is tried again. */
  requestState?: string;
};

/** The client's answers to the server's `InputRequests`, under the same keys. */
export type InputResponses = { [name: string]: InputResponse };

/** The error for a failure inside the receiver that the request did not cause. */
export type InternalError = {
  /** Always -32603. */
  code: -32603;
  /** Short description of the failure. */
  message: string;
  /** Details of the error, in any shape that the sender chooses. */
  data?: unknown;
};

/** The error for invalid parameters, such as an unknown tool, prompt or resource, or an expired cursor. */
export type InvalidParamsError = {
  /** Always -32602. */
  code: -32602;
  /** Short description of the failure. */
  message: string;
  /** Details of the error, in any shape that the sender chooses. */
  data?: unknown;
};

/** The error for JSON that is not a JSON-RPC message, for instance without `method`. */
export type InvalidRequestError = {
  /** Always -32600. */
  code: -32600;
  /** Short description of the failure. */
  message: string;
  /** Details of the error, in any shape that the sender chooses. */
  data?: unknown;
};

/** A JSON array of any values. */
export type JSONArray = JSONValue[];

/** A JSON object with any names and values. */
export type JSONObject = { [name: string]: JSONValue };

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

/** Any JSON value, `null` included. */
export type JSONValue = unknown;

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
  params: PaginatedRequestParams;
};

/** One page of the prompts that a server offers. */
export type ListPromptsResult = {
  /** Callers that may reuse a cached copy: any, or only those with the same authorization. */
  cacheScope: CacheScope;
  /** Prompts on this page; more pages follow if `nextCursor` is present. */
  prompts: Prompt[];
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
  /** Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once. */
  ttlMs: number;
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The JSON-RPC response to `prompts/list`, with its result. */
export type ListPromptsResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: ListPromptsResult;
};

/** The client's request for one page of the server's resource templates. */
export type ListResourceTemplatesRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "resources/templates/list";
  params: PaginatedRequestParams;
};

/** One page of the resource templates that a server offers. */
export type ListResourceTemplatesResult = {
  /** Callers that may reuse a cached copy: any, or only those with the same authorization. */
  cacheScope: CacheScope;
  /** Templates on this page; more pages follow if `nextCursor` is present. */
  resourceTemplates: ResourceTemplate[];
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
  /** Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once. */
  ttlMs: number;
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The JSON-RPC response to `resources/templates/list`, with its result. */
export type ListResourceTemplatesResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: ListResourceTemplatesResult;
};

/** The client's request for one page of the server's resources. */
export type ListResourcesRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "resources/list";
  params: PaginatedRequestParams;
};

/** One page of the resources that a server offers. */
export type ListResourcesResult = {
  /** Callers that may reuse a cached copy: any, or only those with the same authorization. */
  cacheScope: CacheScope;
  /** Resources on this page; more pages follow if `nextCursor` is present. */
  resources: Resource[];
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
  /** Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once. */
  ttlMs: number;
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The JSON-RPC response to `resources/list`, with its result. */
export type ListResourcesResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: ListResourcesResult;
};

/** The server's request for the directories and files that it may work on. */
export type ListRootsRequest = {
  method: "roots/list";
  params?: ListRootsRequestParams;
};

/** The parameters of `roots/list`: only metadata. */
export type ListRootsRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: MetaObject;
};

/** The directories and files that the server may work on. */
export type ListRootsResult = {
  /** All of the client's roots; the list does not come in pages. */
  roots: Root[];
};

/** The client's request for one page of the server's tools. */
export type ListToolsRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "tools/list";
  params: PaginatedRequestParams;
};

/** One page of the tools that a server offers. */
export type ListToolsResult = {
  /** Callers that may reuse a cached copy: any, or only those with the same authorization. */
  cacheScope: CacheScope;
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
  /** Tools on this page; more pages follow if `nextCursor` is present. */
  tools: Tool[];
  /** Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once. */
  ttlMs: number;
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The JSON-RPC response to `tools/list`, with its result. */
export type ListToolsResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: ListToolsResult;
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
  _meta?: NotificationMetaObject;
  /** Name of the part of the server that logs. */
  logger?: string;
};

/** Metadata under free key names; prefixes such as `io.modelcontextprotocol/` are reserved for the protocol. */
export type MetaObject = { [name: string]: unknown };

/** The error for a method that the receiver does not know, or whose capability it did not declare. */
export type MethodNotFoundError = {
  /** Always -32601. */
  code: -32601;
  /** Short description of the failure. */
  message: string;
  /** Details of the error, in any shape that the sender chooses. */
  data?: unknown;
};

/** The error response to a request that needs a capability which the client did not declare; the HTTP status is 400. */
export type MissingRequiredClientCapabilityError = {
  /** Description of the failure: a code, a message and optional data. */
  error: MissingRequiredClientCapabilityErrorBody;
  jsonrpc: "2.0";
  id?: RequestId;
};

/** The error object of a `MissingRequiredClientCapabilityError`. */
export type MissingRequiredClientCapabilityErrorBody = {
  /** Always -32021. */
  code: -32021;
  /** The capabilities that the client did not declare. */
  data: MissingRequiredClientCapabilityErrorData;
  /** Short description of the failure. */
  message: string;
};

/** The capabilities that the client did not declare. */
export type MissingRequiredClientCapabilityErrorData = {
  /** Capabilities that the request needs and did not declare. */
  requiredCapabilities: ClientCapabilities;
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

/** Metadata of a notification; has the id of the subscription if the notification belongs to one. */
export type NotificationMetaObject = {
  /** Id of the `subscriptions/listen` request whose stream delivers the notification; absent outside such a stream. */
  "io.modelcontextprotocol/subscriptionId"?: RequestId;
  [name: string]: unknown;
};

/** The members common to the parameters of all notifications: metadata. */
export type NotificationParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta?: NotificationMetaObject;
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
  params: PaginatedRequestParams;
};

/** The parameters of a request for a list: the cursor of the page to return. */
export type PaginatedRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta: RequestMetaObject;
  /** Opaque position taken from an earlier `nextCursor`; absent asks for the first page. */
  cursor?: string;
};

/** The members common to results with a page of a list: the cursor of the next page. */
export type PaginatedResult = {
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  /** Opaque position to pass as `cursor` for the next page; absent on the last page. */
  nextCursor?: string;
};

/** The error for a message that is not JSON. */
export type ParseError = {
  /** Always -32700. */
  code: -32700;
  /** Short description of the failure. */
  message: string;
  /** Details of the error, in any shape that the sender chooses. */
  data?: unknown;
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
  _meta?: NotificationMetaObject;
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
  _meta?: MetaObject;
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

/** The outcome of `resources/read`: the result, or a request for more input. */
export type ReadResourceOutcome = InputRequiredResult | ReadResourceResult;

/** The client's request for the contents of one resource. */
export type ReadResourceRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "resources/read";
  params: ReadResourceRequestParams;
};

/** The resource to read. */
export type ReadResourceRequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta: RequestMetaObject;
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Answers to the `inputRequests` of the previous attempt, under the same keys; absent on a first attempt. */
  inputResponses?: InputResponses;
  /** Opaque state of the server, sent back unchanged when the request is tried again. */
  requestState?: string;
};

/** The contents of a resource, possibly in several parts. */
export type ReadResourceResult = {
  /** Callers that may reuse a cached copy: any, or only those with the same authorization. */
  cacheScope: CacheScope;
  /** Parts of the resource, each with its own address, as text or as base64 bytes. */
  contents: AnyResourceContents[];
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
  /** Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once. */
  ttlMs: number;
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
};

/** The JSON-RPC response to `resources/read`: its result, or a request for more input. */
export type ReadResourceResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: ReadResourceOutcome;
};

/** The members common to all requests: the name of a method, and parameters. */
export type Request = {
  method: string;
  params?: { [name: string]: unknown };
};

/** The id that ties an answer to its request; the string `"1"` and the number `1` are different ids. */
export type RequestId = string | number;

/** Metadata that every request must carry: its protocol revision and the client's capabilities. */
export type RequestMetaObject = {
  /** Capabilities of the client, for this request only; an empty object means no optional features. */
  "io.modelcontextprotocol/clientCapabilities": ClientCapabilities;
  /** Protocol revision of this request, such as `2026-07-28`; over HTTP it must equal the `MCP-Protocol-Version` header. */
  "io.modelcontextprotocol/protocolVersion": string;
  /** Name and version, as the client states them; they are not verified, so use them only for display and logs. */
  "io.modelcontextprotocol/clientInfo"?: Implementation;
  /** Least severe log level that the client wants for this request; without it the server sends no log messages. */
  "io.modelcontextprotocol/logLevel"?: LoggingLevel;
  /** Token that progress notifications for this request repeat; the receiver need not send any. */
  progressToken?: ProgressToken;
  [name: string]: unknown;
};

/** The members common to the parameters of all requests: metadata. */
export type RequestParams = {
  /** Metadata about this object or message; not part of its content. */
  _meta: RequestMetaObject;
};

/** A resource that a server offers for reading: its address, name and kind, without its contents. */
export type Resource = {
  /** Identifier for programs; shown to people only if there is no `title`. */
  name: string;
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
  /** Metadata about this object or message; not part of its content. */
  _meta: RequestMetaObject;
  /** Address of the resource, in any scheme that the server understands. */
  uri: string;
};

/** A pattern for the addresses of a whole family of resources. */
export type ResourceTemplate = {
  /** Identifier for programs; shown to people only if there is no `title`. */
  name: string;
  /** URI template (RFC 6570) that expands to the address of a resource. */
  uriTemplate: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: MetaObject;
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
  _meta?: NotificationMetaObject;
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
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: ResultMetaObject;
  [name: string]: unknown;
};

/** Metadata of a result; usually has the name and version of the server. */
export type ResultMetaObject = {
  /** Name and version, as the server states them; they are not verified, so use them only for display and logs. */
  "io.modelcontextprotocol/serverInfo"?: Implementation;
  [name: string]: unknown;
};

/** The kind of a result: `complete` is final, `input_required` asks for input first; extensions may define more values. */
export type ResultType = string;

/** The speaker of a message: the user, or the assistant, which is the model. */
export type Role = "assistant" | "user";

/** A directory or file that the client lets the server work on. */
export type Root = {
  /** Address of the root; it must begin with `file://`. */
  uri: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: MetaObject;
  /** Name of the root to show to people. */
  name?: string;
};

/** The optional features of a client's sampling, beyond plain messages. */
export type SamplingCapability = {
  /** Present if the client supports `includeContext`; if absent, servers should request only `none`. */
  context?: JSONObject;
  /** Present if the client accepts `tools` and `toolChoice`. */
  tools?: JSONObject;
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
  _meta?: MetaObject;
};

/** A piece of content in a conversation with a language model; `type` names its kind. */
export type SamplingMessageContentBlock = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/** The optional features that a server supports; other names are allowed. */
export type ServerCapabilities = {
  /** Present if the server suggests values for arguments. */
  completions?: JSONObject;
  /** Features outside the specification, each under a name of its own. */
  experimental?: { [name: string]: JSONObject };
  /** Supported protocol extensions: the settings of each, by its identifier; an empty object means no settings. */
  extensions?: { [name: string]: JSONObject };
  /** Present if the server can send log messages. */
  logging?: JSONObject;
  /** Present if the server has prompts. */
  prompts?: PromptsCapability;
  /** Present if the server has resources. */
  resources?: ResourcesCapability;
  /** Present if the server has tools. */
  tools?: ToolsCapability;
};

/** Any notification that a server may send, identified by `method`. */
export type ServerNotification = CancelledNotification | ProgressNotification | ResourceListChangedNotification | SubscriptionsAcknowledgedNotification | ResourceUpdatedNotification | PromptListChangedNotification | ToolListChangedNotification | LoggingMessageNotification;

/** Any result that a server may send; the request with the same id determines the type of the result. */
export type ServerResult = Result | InputRequiredResult | DiscoverResult | ListResourcesResult | ListResourceTemplatesResult | ReadResourceResult | SubscriptionsListenResult | ListPromptsResult | GetPromptResult | ListToolsResult | CallToolResult | CompleteResult;

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

/** The result that a server sends when it ends a subscription; until then, the request has no answer. */
export type SubscriptionsListenResult = {
  /** Metadata about this object or message; not part of its content. */
  _meta: SubscriptionsListenResultMetaObject;
  /** `complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older revisions omit it, which means `complete`. */
  resultType: "complete";
};

/** Metadata of the result that ends a subscription, with the id of the subscription. */
export type SubscriptionsListenResultMetaObject = {
  /** Id of the `subscriptions/listen` request that this result answers. */
  "io.modelcontextprotocol/subscriptionId": RequestId;
  /** Name and version, as the server states them; they are not verified, so use them only for display and logs. */
  "io.modelcontextprotocol/serverInfo"?: Implementation;
  [name: string]: unknown;
};

/** The JSON-RPC response to `subscriptions/listen`, sent when the server closes the stream normally. */
export type SubscriptionsListenResultResponse = {
  id: RequestId;
  jsonrpc: "2.0";
  result: SubscriptionsListenResult;
};

/** A piece of plain text. */
export type TextContent = {
  /** The text itself. */
  text: string;
  type: "text";
  /** Metadata about this object or message; not part of its content. */
  _meta?: MetaObject;
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
  _meta?: MetaObject;
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
  _meta?: MetaObject;
  /** Hints about the behaviour of the tool; not to be trusted unless the server is trusted. */
  annotations?: ToolAnnotations;
  /** Purpose and use of the tool; clients may show this text to the model. */
  description?: string;
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

/** A JSON Schema for the arguments of a tool; the root is an object. */
export type ToolInputSchema = {
  type: "object";
  /** Dialect of the schema; absent means JSON Schema 2020-12. */
  $schema?: string;
  [name: string]: unknown;
};

/** The server's notice that its list of tools has changed. */
export type ToolListChangedNotification = {
  jsonrpc: "2.0";
  method: "notifications/tools/list_changed";
  params?: NotificationParams;
};

/** A JSON Schema for the structured output of a tool. The output may be any JSON value. */
export type ToolOutputSchema = {
  /** Dialect of the schema; absent means JSON Schema 2020-12. */
  $schema?: string;
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
  _meta?: MetaObject;
  /** True if the tool failed; default false. */
  isError?: boolean;
  /** Output of the tool as any JSON value, of the shape that its `outputSchema` describes. */
  structuredContent?: unknown;
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
  _meta?: MetaObject;
};

/** The optional features of a server's tools. */
export type ToolsCapability = {
  /** True if the server announces changes of its list of tools. */
  listChanged?: boolean;
};

/** The error response to a request in a protocol revision that the server does not support; the HTTP status is 400. */
export type UnsupportedProtocolVersionError = {
  /** Description of the failure: a code, a message and optional data. */
  error: UnsupportedProtocolVersionErrorBody;
  jsonrpc: "2.0";
  id?: RequestId;
};

/** The error object of an `UnsupportedProtocolVersionError`. */
export type UnsupportedProtocolVersionErrorBody = {
  /** Always -32022. */
  code: -32022;
  /** The requested revision, and the supported ones. */
  data: UnsupportedProtocolVersionErrorData;
  /** Short description of the failure. */
  message: string;
};

/** The requested protocol revision, and the supported ones. */
export type UnsupportedProtocolVersionErrorData = {
  /** Revision that the request named. */
  requested: string;
  /** Revisions that the server speaks; the client may try again with one of them. */
  supported: string[];
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
  "elicitation/create": { kind: "embedded"; sender: "server"; message: ElicitRequest; result: ElicitResult };
  /** Reports that the answer to a running request is no longer wanted, so that work may stop. */
  "notifications/cancelled": { kind: "notification"; sender: "client" | "server"; message: CancelledNotification; result: never };
  /** Carries a log message of the server, for a request that set `io.modelcontextprotocol/logLevel`. */
  "notifications/message": { kind: "notification"; sender: "server"; message: LoggingMessageNotification; result: never };
  /** Reports the progress of a running request to its sender, if the request had a progress token. */
  "notifications/progress": { kind: "notification"; sender: "server"; message: ProgressNotification; result: never };
  /** Reports that the list of prompts has changed and should be fetched again. */
  "notifications/prompts/list_changed": { kind: "notification"; sender: "server"; message: PromptListChangedNotification; result: never };
  /** Reports that the list of resources has changed and should be fetched again. */
  "notifications/resources/list_changed": { kind: "notification"; sender: "server"; message: ResourceListChangedNotification; result: never };
  /** Reports to a subscribed client that a resource has changed. */
  "notifications/resources/updated": { kind: "notification"; sender: "server"; message: ResourceUpdatedNotification; result: never };
  /** Confirms a subscription and lists the notifications that the server will deliver; always first on its stream. */
  "notifications/subscriptions/acknowledged": { kind: "notification"; sender: "server"; message: SubscriptionsAcknowledgedNotification; result: never };
  /** Reports that the list of tools has changed and should be fetched again. */
  "notifications/tools/list_changed": { kind: "notification"; sender: "server"; message: ToolListChangedNotification; result: never };
  /** Returns the messages of one prompt, filled in with the given arguments. */
  "prompts/get": { kind: "request"; sender: "client"; message: GetPromptRequest; result: GetPromptResult | InputRequiredResult };
  /** Returns the prompts that the server offers, page by page. */
  "prompts/list": { kind: "request"; sender: "client"; message: ListPromptsRequest; result: ListPromptsResult };
  /** Returns the resources that the server offers, page by page. */
  "resources/list": { kind: "request"; sender: "client"; message: ListResourcesRequest; result: ListResourcesResult };
  /** Returns the contents of one resource. */
  "resources/read": { kind: "request"; sender: "client"; message: ReadResourceRequest; result: ReadResourceResult | InputRequiredResult };
  /** Returns the resource templates that the server offers, page by page. */
  "resources/templates/list": { kind: "request"; sender: "client"; message: ListResourceTemplatesRequest; result: ListResourceTemplatesResult };
  /** Returns the directories and files that the client lets the server work on. */
  "roots/list": { kind: "embedded"; sender: "server"; message: ListRootsRequest; result: ListRootsResult };
  /** Asks the client to run a language model on a conversation, under the user's control. */
  "sampling/createMessage": { kind: "embedded"; sender: "server"; message: CreateMessageRequest; result: CreateMessageResult };
  /** Returns the protocol revisions and optional features that the server supports. */
  "server/discover": { kind: "request"; sender: "client"; message: DiscoverRequest; result: DiscoverResult };
  /** Opens a stream of the chosen notifications; its result comes only when the server closes the stream. */
  "subscriptions/listen": { kind: "request"; sender: "client"; message: SubscriptionsListenRequest; result: SubscriptionsListenResult };
  /** Runs a tool with the given arguments and returns its output. */
  "tools/call": { kind: "request"; sender: "client"; message: CallToolRequest; result: CallToolResult | InputRequiredResult };
  /** Returns the tools that the server offers, page by page. */
  "tools/list": { kind: "request"; sender: "client"; message: ListToolsRequest; result: ListToolsResult };
};

/** Every message that a client sends. */
export type ClientMessage =
  | CompleteRequest
  | CancelledNotification
  | GetPromptRequest
  | ListPromptsRequest
  | ListResourcesRequest
  | ReadResourceRequest
  | ListResourceTemplatesRequest
  | DiscoverRequest
  | SubscriptionsListenRequest
  | CallToolRequest
  | ListToolsRequest
  | Response<Result>
  | ErrorResponse;

/** What a client answers to each request. */
export type ClientAnswers = {
};

/** Every message that a server sends. */
export type ServerMessage =
  | CancelledNotification
  | LoggingMessageNotification
  | ProgressNotification
  | PromptListChangedNotification
  | ResourceListChangedNotification
  | ResourceUpdatedNotification
  | SubscriptionsAcknowledgedNotification
  | ToolListChangedNotification
  | Response<Result>
  | ErrorResponse;

/** What a server answers to each request. */
export type ServerAnswers = {
  /** Suggests values for an argument of a prompt or of a resource template while it is typed. */
  "completion/complete": Response<CompleteResult> | ErrorResponse;
  /** Returns the messages of one prompt, filled in with the given arguments. */
  "prompts/get": Response<GetPromptResult | InputRequiredResult> | ErrorResponse;
  /** Returns the prompts that the server offers, page by page. */
  "prompts/list": Response<ListPromptsResult> | ErrorResponse;
  /** Returns the resources that the server offers, page by page. */
  "resources/list": Response<ListResourcesResult> | ErrorResponse;
  /** Returns the contents of one resource. */
  "resources/read": Response<ReadResourceResult | InputRequiredResult> | ErrorResponse;
  /** Returns the resource templates that the server offers, page by page. */
  "resources/templates/list": Response<ListResourceTemplatesResult> | ErrorResponse;
  /** Returns the protocol revisions and optional features that the server supports. */
  "server/discover": Response<DiscoverResult> | ErrorResponse;
  /** Opens a stream of the chosen notifications; its result comes only when the server closes the stream. */
  "subscriptions/listen": Response<SubscriptionsListenResult> | ErrorResponse;
  /** Runs a tool with the given arguments and returns its output. */
  "tools/call": Response<CallToolResult | InputRequiredResult> | ErrorResponse;
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
  CacheScope: CacheScope;
  CacheableResult: CacheableResult;
  CallToolOutcome: CallToolOutcome;
  CallToolRequest: CallToolRequest;
  CallToolRequestParams: CallToolRequestParams;
  CallToolResult: CallToolResult;
  CallToolResultResponse: CallToolResultResponse;
  CancelledNotification: CancelledNotification;
  CancelledNotificationParams: CancelledNotificationParams;
  ClientCapabilities: ClientCapabilities;
  ClientNotification: ClientNotification;
  ClientRequest: ClientRequest;
  ClientResult: ClientResult;
  CompleteRequest: CompleteRequest;
  CompleteRequestParams: CompleteRequestParams;
  CompleteResult: CompleteResult;
  CompleteResultResponse: CompleteResultResponse;
  Completion: Completion;
  CompletionArgument: CompletionArgument;
  CompletionContext: CompletionContext;
  CompletionReference: CompletionReference;
  ContentBlock: ContentBlock;
  CreateMessageRequest: CreateMessageRequest;
  CreateMessageRequestParams: CreateMessageRequestParams;
  CreateMessageResult: CreateMessageResult;
  Cursor: Cursor;
  DiscoverRequest: DiscoverRequest;
  DiscoverResult: DiscoverResult;
  DiscoverResultResponse: DiscoverResultResponse;
  ElicitAction: ElicitAction;
  ElicitFieldValue: ElicitFieldValue;
  ElicitRequest: ElicitRequest;
  ElicitRequestFormParams: ElicitRequestFormParams;
  ElicitRequestParams: ElicitRequestParams;
  ElicitRequestURLParams: ElicitRequestURLParams;
  ElicitRequestedSchema: ElicitRequestedSchema;
  ElicitResult: ElicitResult;
  ElicitationCapability: ElicitationCapability;
  EmbeddedResource: EmbeddedResource;
  EmptyResult: EmptyResult;
  EnumSchema: EnumSchema;
  Error: Error;
  GetPromptOutcome: GetPromptOutcome;
  GetPromptRequest: GetPromptRequest;
  GetPromptRequestParams: GetPromptRequestParams;
  GetPromptResult: GetPromptResult;
  GetPromptResultResponse: GetPromptResultResponse;
  HeaderMismatchError: HeaderMismatchError;
  HeaderMismatchErrorBody: HeaderMismatchErrorBody;
  Icon: Icon;
  IconTheme: IconTheme;
  Icons: Icons;
  ImageContent: ImageContent;
  Implementation: Implementation;
  IncludeContext: IncludeContext;
  InputRequest: InputRequest;
  InputRequests: InputRequests;
  InputRequiredResult: InputRequiredResult;
  InputResponse: InputResponse;
  InputResponseRequestParams: InputResponseRequestParams;
  InputResponses: InputResponses;
  InternalError: InternalError;
  InvalidParamsError: InvalidParamsError;
  InvalidRequestError: InvalidRequestError;
  JSONArray: JSONArray;
  JSONObject: JSONObject;
  JSONRPCErrorResponse: JSONRPCErrorResponse;
  JSONRPCMessage: JSONRPCMessage;
  JSONRPCNotification: JSONRPCNotification;
  JSONRPCRequest: JSONRPCRequest;
  JSONRPCResponse: JSONRPCResponse;
  JSONRPCResultResponse: JSONRPCResultResponse;
  JSONValue: JSONValue;
  LegacyTitledEnumSchema: LegacyTitledEnumSchema;
  ListPromptsRequest: ListPromptsRequest;
  ListPromptsResult: ListPromptsResult;
  ListPromptsResultResponse: ListPromptsResultResponse;
  ListResourceTemplatesRequest: ListResourceTemplatesRequest;
  ListResourceTemplatesResult: ListResourceTemplatesResult;
  ListResourceTemplatesResultResponse: ListResourceTemplatesResultResponse;
  ListResourcesRequest: ListResourcesRequest;
  ListResourcesResult: ListResourcesResult;
  ListResourcesResultResponse: ListResourcesResultResponse;
  ListRootsRequest: ListRootsRequest;
  ListRootsRequestParams: ListRootsRequestParams;
  ListRootsResult: ListRootsResult;
  ListToolsRequest: ListToolsRequest;
  ListToolsResult: ListToolsResult;
  ListToolsResultResponse: ListToolsResultResponse;
  LoggingLevel: LoggingLevel;
  LoggingMessageNotification: LoggingMessageNotification;
  LoggingMessageNotificationParams: LoggingMessageNotificationParams;
  MetaObject: MetaObject;
  MethodNotFoundError: MethodNotFoundError;
  MissingRequiredClientCapabilityError: MissingRequiredClientCapabilityError;
  MissingRequiredClientCapabilityErrorBody: MissingRequiredClientCapabilityErrorBody;
  MissingRequiredClientCapabilityErrorData: MissingRequiredClientCapabilityErrorData;
  ModelHint: ModelHint;
  ModelPreferences: ModelPreferences;
  MultiSelectEnumSchema: MultiSelectEnumSchema;
  Notification: Notification;
  NotificationMetaObject: NotificationMetaObject;
  NotificationParams: NotificationParams;
  NumberSchema: NumberSchema;
  NumberSchemaType: NumberSchemaType;
  PaginatedRequest: PaginatedRequest;
  PaginatedRequestParams: PaginatedRequestParams;
  PaginatedResult: PaginatedResult;
  ParseError: ParseError;
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
  ReadResourceOutcome: ReadResourceOutcome;
  ReadResourceRequest: ReadResourceRequest;
  ReadResourceRequestParams: ReadResourceRequestParams;
  ReadResourceResult: ReadResourceResult;
  ReadResourceResultResponse: ReadResourceResultResponse;
  Request: Request;
  RequestId: RequestId;
  RequestMetaObject: RequestMetaObject;
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
  ResultMetaObject: ResultMetaObject;
  ResultType: ResultType;
  Role: Role;
  Root: Root;
  SamplingCapability: SamplingCapability;
  SamplingContent: SamplingContent;
  SamplingMessage: SamplingMessage;
  SamplingMessageContentBlock: SamplingMessageContentBlock;
  ServerCapabilities: ServerCapabilities;
  ServerNotification: ServerNotification;
  ServerResult: ServerResult;
  SingleSelectEnumSchema: SingleSelectEnumSchema;
  StringSchema: StringSchema;
  StringSchemaFormat: StringSchemaFormat;
  SubscriptionFilter: SubscriptionFilter;
  SubscriptionsAcknowledgedNotification: SubscriptionsAcknowledgedNotification;
  SubscriptionsAcknowledgedNotificationParams: SubscriptionsAcknowledgedNotificationParams;
  SubscriptionsListenRequest: SubscriptionsListenRequest;
  SubscriptionsListenRequestParams: SubscriptionsListenRequestParams;
  SubscriptionsListenResult: SubscriptionsListenResult;
  SubscriptionsListenResultMetaObject: SubscriptionsListenResultMetaObject;
  SubscriptionsListenResultResponse: SubscriptionsListenResultResponse;
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
  ToolInputSchema: ToolInputSchema;
  ToolListChangedNotification: ToolListChangedNotification;
  ToolOutputSchema: ToolOutputSchema;
  ToolResultContent: ToolResultContent;
  ToolUseContent: ToolUseContent;
  ToolsCapability: ToolsCapability;
  UnsupportedProtocolVersionError: UnsupportedProtocolVersionError;
  UnsupportedProtocolVersionErrorBody: UnsupportedProtocolVersionErrorBody;
  UnsupportedProtocolVersionErrorData: UnsupportedProtocolVersionErrorData;
  UntitledMultiSelectEnumSchema: UntitledMultiSelectEnumSchema;
  UntitledMultiSelectItems: UntitledMultiSelectItems;
  UntitledSingleSelectEnumSchema: UntitledSingleSelectEnumSchema;
};
