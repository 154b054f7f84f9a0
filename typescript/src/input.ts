/**
 * Input requests between a stateless server and a client with a handshake.
 *
 * In: an entry of `inputRequests` → out: the request of a server with a handshake. In: the client's response to it → out:
 * an entry of `inputResponses`; and both the other way. Edits lead to and from the last revision with a handshake. Plans
 * do the rest.
 */

import { identified, kindOf } from "./decode.ts";
import { DecodeError, INVALID_PARAMS, INVALID_REQUEST, type MessageId, METHOD_NOT_FOUND, NoCounterpart } from "./errors.ts";
import { has, isObject, type Json, type JsonObject, member, shown } from "./json.ts";
import type { Log } from "./log.ts";
import type { Change } from "./published.ts";
import { schema_of_objects } from "./rules.ts";

const WITHOUT_METADATA: Change = { id: "R-MRTR", reason: "An input request in a result has neither an id nor metadata, so both were removed." };
const VISIT_ID: Change = { id: "R-42", reason: "Only 2025-11-25 has ids of URL elicitations, so the id was added or removed." };
const OBJECTS_ONLY: Change = { id: "R-STRUCT", reason: "Older revisions allow only objects as structured output, so the value or its schema was changed." };

/** Return the request for an input request, before its conversion; `isKnown` says whether a method is an input request. */
export function requestOf(inputRequest: Json, id: MessageId, isKnown: (method: string) => boolean): JsonObject {
  if (!isObject(inputRequest)) throw new DecodeError("", `expected an object, got ${shown(inputRequest)}`, INVALID_REQUEST);
  const { method, params } = inputRequest;
  if (typeof method !== "string" || !isKnown(method)) throw new DecodeError("/method", `${shown(method ?? null)} is not the method of an input request`, METHOD_NOT_FOUND);
  if (params !== undefined && !isObject(params)) throw new DecodeError("/params", `expected an object, got ${shown(params)}`, INVALID_PARAMS);
  return { jsonrpc: "2.0", id, method, ...(params === undefined && method === "roots/list" ? {} : { params: params ?? {} }) };
}

/** Edit a request of a stateless server into one of the last revision with a handshake. */
export function editRequest(request: JsonObject, elicitationId: string, log: Log): void {
  const { params } = request;
  if (!isObject(params)) return;
  if (request.method === "elicitation/create" && member(params, "mode") === "url") log.fill(params, "elicitationId", elicitationId, VISIT_ID, ["params"]);
  log.inner(() => {
    each(params, "tools", editTool, log);
    each(params, "messages", editMessage, log);
  }, "params", params);
}

/** Edit a request of the last revision with a handshake into an input request. */
export function editInputRequest({ params }: JsonObject, log: Log): void {
  if (!isObject(params)) return;
  for (const name of ["_meta", "task"]) if (has(params, name)) log.drop(params, name, WITHOUT_METADATA, ["params"]);
  if (has(params, "elicitationId")) log.drop(params, "elicitationId", VISIT_ID, ["params"]);
  log.inner(() => each(params, "tools", (tool) => has(tool, "execution") && log.drop(tool, "execution", WITHOUT_METADATA), log), "params", params);
}

/** Edit an answer to an input request into a result of the last revision with a handshake. */
export function editAnswer({ result }: JsonObject, method: string, log: Log): void {
  if (method === "sampling/createMessage") log.inner((one: JsonObject) => editMessage(one, log), "result", result as JsonObject);
}

/** Return the response of the client to an input request. Throw `NoCounterpart` for an error. */
export function responseOf(tree: Json): JsonObject {
  const kind = identified(tree, () => kindOf(tree));
  const response = tree as JsonObject;
  if (kind === "error") {
    const said = member((isObject(response.error) ? response.error : {}), "message");
    throw new NoCounterpart(null, `an input response cannot carry the client's error: ${typeof said === "string" ? said : "without a message"}`, "R-MRTR", "/error");
  }
  if (kind !== "result") throw new DecodeError("", "expected the response to an input request", INVALID_REQUEST);
  if (!isObject(response.result)) throw new DecodeError("/result", `expected an object, got ${shown(response.result!)}`, INVALID_REQUEST);
  return response;
}

/** Edit a result of the last revision with a handshake into an input response. */
export function editResponse({ result }: JsonObject, method: string, log: Log): void {
  if (method !== "sampling/createMessage" && has(result as JsonObject, "_meta")) log.drop(result as JsonObject, "_meta", WITHOUT_METADATA, ["result"]);
}

/** Edit the objects in a list under a name; other values stay as they are. */
function each(owner: JsonObject, name: string, edit: (item: JsonObject, log: Log) => unknown, log: Log): void {
  const items = member(owner, name);
  if (!Array.isArray(items)) return;
  log.inner(() => items.forEach((item, i) => isObject(item) && log.inner(() => edit(item, log), i, item)), name, items);
}

function editTool(tool: JsonObject, log: Log): void {
  for (const name of ["inputSchema", "outputSchema"]) {
    const schema = member(tool, name);
    if (isObject(schema)) log.inner(() => schema_of_objects(schema, log, OBJECTS_ONLY), name, schema);
  }
  if (!has(tool, "outputSchema")) return;
  const schema = log.formed(tool.outputSchema, "object", "outputSchema");
  if (member(schema, "type") !== "object") log.drop(tool, "outputSchema", OBJECTS_ONLY);
}

function editMessage(message: JsonObject, log: Log): void {
  const content = member(message, "content");
  if (isObject(content)) log.inner(() => editBlock(content, log), "content", content);
  else each(message, "content", editBlock, log);
}

function editBlock(block: JsonObject, log: Log): void {
  if (has(block, "structuredContent") && !isObject(block.structuredContent)) log.drop(block, "structuredContent", OBJECTS_ONLY);
}
