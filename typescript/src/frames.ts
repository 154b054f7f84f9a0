/**
 * The kind of a frame, told by its members.
 *
 * A frame is an object with exactly one of `method`, `result` and `error` (JSON-RPC 2.0, sections 4 and 5). A call with an
 * `id`, whatever its value, is a request; the method of a request is a request.
 */

import { DecodeError, INVALID_REQUEST, METHOD_NOT_FOUND, NoCounterpart } from "./errors.ts";
import { has, isObject, type Json } from "./json.ts";
import { shown } from "./types.ts";

export type FrameKind = "request" | "notification" | "result" | "error";

export function kindOf(frame: Json): FrameKind {
  if (!isObject(frame)) throw new DecodeError("", `expected an object, got ${shown(frame)}`, INVALID_REQUEST);
  const telling = Number(has(frame, "method")) + Number(has(frame, "result")) + Number(has(frame, "error"));
  if (telling !== 1) {
    const count = ["none", "", "two", "three"][telling];
    throw new DecodeError("", `a frame has one of 'method', 'result' and 'error', not ${count}`, INVALID_REQUEST);
  }
  if (has(frame, "method")) return has(frame, "id") ? "request" : "notification";
  return has(frame, "result") ? "result" : "error";
}

/** Do the same with each frame of a batch; faults and refusals are placed in the batch. */
export function ofEach<Found>(batch: Json[], act: (frame: Json, prefix: string) => Found): Found[] {
  if (!batch.length) throw new DecodeError("", "a batch holds at least one frame", INVALID_REQUEST);
  return batch.map((frame, i) => {
    try {
      return act(frame, `/${i}`);
    } catch (error) {
      if (error instanceof DecodeError) throw new DecodeError(`/${i}${error.pointer}`, error.reason, error.code);
      if (error instanceof NoCounterpart) throw new NoCounterpart(error.reply, error.reason, error.change, `/${i}${error.pointer}`);
      throw error;
    }
  });
}

export function isCall(kind: FrameKind): boolean {
  return kind === "request" || kind === "notification";
}

/** Return the facts that `find` has of the method of a call; a request has an id, a notification none. */
export function called<Found extends { isRequest: boolean }>(
  method: Json, kind: FrameKind, find: (name: string) => Found | undefined, sender: string,
): Found {
  if (typeof method !== "string") throw new DecodeError("/method", `expected a string, got ${shown(method)}`, INVALID_REQUEST);
  const found = find(method);
  if (!found) throw new DecodeError("/method", `${shown(method)} is no method of a ${sender}`, METHOD_NOT_FOUND);
  if (found.isRequest && kind === "notification") throw new DecodeError("", "'id' is missing", INVALID_REQUEST);
  if (!found.isRequest && kind === "request") throw new DecodeError("/id", "a notification has no id", INVALID_REQUEST);
  return found;
}
