/** A response with a result. */
export type Response<Result = unknown> = {
  jsonrpc: "2.0";
  /** The id of the request that it answers. An integer beyond 2^53 is a `bigint` at run time. */
  id: string | number;
  /** The result of the request. */
  result: Result;
};
