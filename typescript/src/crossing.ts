/** What sessions between a side with a handshake and a stateless side share, in both directions. */

import { failureOf } from "./decode.ts";
import { DecodeError, INTERNAL_ERROR, type Loss, LossError, type MessageId, NoCounterpart } from "./errors.ts";
import { has, isObject, type Json, type JsonObject, member } from "./json.ts";
import type { Change, Side } from "./published.ts";
import type { OpenRequest, Sent } from "./session.ts";

/** How often a server may ask for input about one request. */
export const ROUNDS = 10;
/** The methods whose results may ask for input. */
export const MAY_ASK: readonly string[] = ["prompts/get", "resources/read", "tools/call"];
/** The capabilities whose lists may change. */
export const LISTS: readonly string[] = ["tools", "prompts", "resources"];
/** The name of a side that does not name itself. */
export const UNKNOWN = { name: "unknown", version: "0" };
/** The member of `_meta` that names the subscription of a notification. */
export const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
/** The member of `_meta` with the name and version of the server. */
export const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

/** Return a difference of a change. */
export function lossBy(kind: Loss["kind"], pointer: string, value: Json, { id: change, reason }: Change): Loss {
  return { kind, pointer, value, reason, change };
}

/** Whether a client with some capabilities can get a request of the server. */
export function isDeclared(capabilities: object, { method, params }: JsonObject): boolean {
  const name = String(method).split("/")[0]!; // elicitation, roots or sampling
  const declared = member(capabilities as JsonObject, name), stated = isObject(params) ? params : {};
  if (!isObject(declared)) return false;
  if (name === "sampling") return has(declared, "tools") || !(has(stated, "tools") || has(stated, "toolChoice"));
  if (name !== "elicitation") return true;
  return member(stated, "mode") === "url" ? has(declared, "url") : has(declared, "form") || !has(declared, "url");
}

/** Whether a subscription to a resource covers a URI: the same, or one below it. */
export function covers(subscribed: string, uri: Json | undefined): boolean {
  return typeof uri === "string" && (uri === subscribed || uri.startsWith(`${subscribed.replace(/\/+$/, "")}/`));
}

/** Return the params of a message, or an empty object. */
export function paramsOf({ params }: JsonObject): JsonObject {
  return isObject(params) ? params : {};
}

/** Return the id of the request that a notification cancels. */
export function cancelledId({ params }: JsonObject): MessageId | null {
  const id = isObject(params) ? member(params, "requestId") : undefined;
  return typeof id === "string" || typeof id === "bigint" || Number.isInteger(id) ? (id as MessageId) : null;
}

/** Return a delivery without an error. */
export function sent(to: Side, frame: JsonObject, losses: Loss[] = [], request: OpenRequest | null = null): Sent {
  return { to, frame, losses, error: null, request };
}

/** Return a delivery of an error for the side that waits. Throw what is not an error of a message. */
export function failed(to: Side, id: MessageId, error: unknown, request: OpenRequest | null = null): Sent {
  if (!(error instanceof DecodeError || error instanceof NoCounterpart || error instanceof LossError)) throw error;
  return { to, frame: failureOf(id, INTERNAL_ERROR, error.message), losses: [], error: error as DecodeError, request };
}

/** Return the first letters of the ids of a session. No peer can know them. */
export function idPrefix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `mcp-revisions-${Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("")}`;
}
