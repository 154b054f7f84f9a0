/**
 * Messages of the Model Context Protocol: types, decoding, and conversion between all revisions.
 *
 * This entry point has every revision. `mcp-revisions/2025-11-25` has one, and
 * `mcp-revisions/2025-11-25/to/2025-06-18` one pair, for smaller bundles.
 */

import { Core } from "./core.ts";
import { published } from "./generated/published.ts";
import { REVISIONS, type Revision } from "./generated/revisions.ts";
import { lazy } from "./json.ts";
import type {
  Compose, Convert, ConverterOptions, ConvertInputRequest, ConvertInputResponse, ConvertOptions, CreateSession, CreateSessionOptions, Decode, DecodeOptions, Frame,
  InputRequestOptions, InputResponseOptions, MakeConverter, RevisionName, Validate,
} from "./messages.ts";

export * from "./errors.ts";
export { type Batching, type Changes, type Extension, LATEST, type Revision, REVISIONS } from "./generated/revisions.ts";
export { type Json, type JsonObject, type Limits, LIMITS, parse, stringify } from "./json.ts";
export type {
  AnyMessage, Answer, Answered, Answering, Call, Compose, Composed, Convert, Converted, Convertible, Converter, ConverterOptions, ConvertInputRequest, ConvertInputResponse,
  ConvertOptions, Counterpart, CreateSession, CreateSessionOptions, Decode, Decoded, DecodeOptions, ExtensionOf, Frame, InputMethod, InputRequestOptions,
  InputResponseOptions, LossOptions, MakeConverter, Message, RequestContext, Response, RevisionName, TypeName, TypeOf, UnknownMethods, Validate,
} from "./messages.ts";
export type { Side } from "./published.ts";
export { DEFAULT_OPEN_REQUESTS, DEFAULT_STORED_SIZE, type Delivery, type FormOf, type FromServerOptions, type OpenRequest, OpenRequestsError, Session, type SessionOptions } from "./session.ts";

const core = /* @__PURE__ */ lazy(() => new Core(published()));

/** Say whether a text names a revision, such as the `protocolVersion` of a peer. */
export function isRevision(name: unknown): name is Revision {
  return (REVISIONS as readonly unknown[]).includes(name);
}

/** Return the name of a revision with extensions, which every function accepts as a revision. */
export const compose = ((revision: string, ...extensions: string[]) => core().compose(revision, ...extensions)) as Compose;

/** Decode a message of a revision: text, bytes or an object. Throws `DecodeError` if the message is not valid. */
export const decode = ((frame: Frame, revision: RevisionName, options: DecodeOptions) => core().decode(frame, revision, options)) as Decode;

/** Validate a part of a message by a type of a revision, such as `"Tool"`. Throws `DecodeError` if the part is not valid. */
export const validate = ((value: unknown, revision: RevisionName, type: string, limits?: object) =>
  core().validate(value, revision, type, limits)) as Validate;

/** Convert a message from one revision to another. Throws `NoCounterpart` if the target has no equivalent. */
export const convert = ((frame: Frame, source: RevisionName, target: RevisionName, options: ConvertOptions) =>
  core().convert(frame, source, target, options)) as Convert;

/** Return a conversion for many messages of one sender, with its options checked once. */
export const converter = ((source: RevisionName, target: RevisionName, options: ConverterOptions) =>
  core().converter(source, target, options)) as MakeConverter;

/** Return a session between a client and a server: it converts the messages of both, and remembers which request each response answers. */
export const createSession = ((client: RevisionName, server: RevisionName, options?: CreateSessionOptions) =>
  core().session(client, server, options)) as CreateSession;

/** Convert an input request, an entry of `inputRequests` in a result, to a request that a server of an older revision sends. */
export const convertInputRequest = ((inputRequest: object, source: RevisionName, target: RevisionName, options: InputRequestOptions) =>
  core().convertInputRequest(inputRequest, source, target, options)) as ConvertInputRequest;

/** Convert the client's response to an input request to an entry of `inputResponses`. */
export const convertInputResponse = ((response: Frame, source: RevisionName, target: RevisionName, options: InputResponseOptions) =>
  core().convertInputResponse(response, source, target, options)) as ConvertInputResponse;
