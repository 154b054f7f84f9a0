/** The forms of responses. */

import type { ErrorReply, MessageId } from "./errors.ts";

/** Return the JSON-RPC error that answers a request. */
export function replyOf(id: MessageId, code: number, message: string): ErrorReply {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** A response with a result. */
export type Response<Result = unknown> = {
  jsonrpc: "2.0";
  /** The id of the request that it answers. An integer beyond 2^53 is a `bigint`. */
  id: MessageId;
  /** The result of the request. */
  result: Result;
};
