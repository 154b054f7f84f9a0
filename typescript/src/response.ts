/** The forms of responses. */

import type { ErrorReply, MessageId } from "./errors.ts";

/** Return the JSON-RPC error that answers a request. */
export function replyOf(id: MessageId, code: number, message: string): ErrorReply {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** A response with a result. */
export type Response<Result = unknown> = {
  jsonrpc: "2.0";
  /** The id of the request that it answers. At run time, an integer beyond 2^53 is a `bigint`. */
  id: string | number;
  /** The result of the request. */
  result: Result;
};

/** The params or the result of a message. */
type Members = { [name: string]: unknown };

/** A JSON-RPC message of any revision. The type `JSONRPCMessage` of the official SDK accepts it. */
export type AnyMessage =
  | { jsonrpc: "2.0"; id: string | number; method: string; params?: Members }
  | { jsonrpc: "2.0"; method: string; params?: Members }
  | { jsonrpc: "2.0"; id: string | number; result: Members }
  | { jsonrpc: "2.0"; id?: string | number; error: { code: number; message: string; data?: unknown } };
