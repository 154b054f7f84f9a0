import type { MessageId } from "./errors.ts";

/** A response with a result. */
export type Response<Result = unknown> = {
  jsonrpc: "2.0";
  /** The id of the request that it answers. An integer beyond 2^53 is a `bigint`. */
  id: MessageId;
  /** The result of the request. */
  result: Result;
};
