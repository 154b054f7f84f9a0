/**
 * The kind of a frame, told by its members.
 *
 * A frame is an object with exactly one of `method`, `result` and `error` (JSON-RPC 2.0, sections 4 and 5). A call with an
 * `id`, whatever its value, is a request; the method of a request is a request.
 */

import { DecodeError, INVALID_REQUEST } from "./errors.ts";
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

/** Do the same with each frame of a batch; faults are placed in the batch. */
export function ofEach<Found>(batch: Json[], act: (frame: Json, prefix: string) => Found): Found[] {
  if (!batch.length) throw new DecodeError("", "a batch holds at least one frame", INVALID_REQUEST);
  return batch.map((frame, i) => {
    try {
      return act(frame, `/${i}`);
    } catch (error) {
      throw error instanceof DecodeError ? new DecodeError(`/${i}${error.pointer}`, error.reason, error.code) : error;
    }
  });
}

export function isCall(kind: FrameKind): boolean {
  return kind === "request" || kind === "notification";
}

/** Refuse a notification with an id, and a request without one, by the kind of its method. */
export function checkCall(kind: FrameKind, isRequest: boolean): void {
  if (isRequest && kind === "notification") throw new DecodeError("", "'id' is missing", INVALID_REQUEST);
  if (!isRequest && kind === "request") throw new DecodeError("/id", "a notification has no id", INVALID_REQUEST);
}
