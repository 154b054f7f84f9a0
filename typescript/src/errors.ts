/** The exceptions for the content of a frame. An argument of the caller that is wrong is a `TypeError` or `RangeError`. */

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** A frame that its revision does not allow, or that exceeds the limits. */
export class DecodeError extends Error {
  override name = "DecodeError";
  /** The JSON Pointer (RFC 6901) to the value; "" is the frame. */
  readonly pointer: string;
  readonly reason: string;
  /** The JSON-RPC error code for a reply to the frame, if it is a request. */
  readonly code: number;

  constructor(pointer: string, reason: string, code: number = INVALID_PARAMS) {
    super(pointer ? `${pointer}: ${reason}` : reason);
    this.pointer = pointer;
    this.reason = reason;
    this.code = code;
  }
}

/** A frame that cannot exist in the target revision. */
export class NoCounterpart extends Error {
  override name = "NoCounterpart";
  /** The error response, in the source revision, that answers a request: of the kind of the frame; else `null`. */
  readonly reply: unknown;
  readonly reason: string;
  /** The id of the responsible change. */
  readonly change: string;
  readonly pointer: string;

  constructor(reply: unknown, reason: string, change: string, pointer: string) {
    super(`${reason} [${change}]`);
    this.reply = reply;
    this.reason = reason;
    this.change = change;
    this.pointer = pointer;
  }
}

export type LossKind = "dropped" | "invented" | "weakened" | "reshaped" | "respelled";

/** A value that did not pass unchanged; the pointer of `invented` speaks of the converted frame, others of the source. */
export interface Loss {
  kind: LossKind;
  pointer: string;
  value: unknown;
  reason: string;
  change: string;
}

/** A conversion with `loss: "error"` would lose values. */
export class LossError extends Error {
  override name = "LossError";
  readonly losses: Loss[];

  constructor(losses: Loss[]) {
    const first = losses[0]!;
    super(`${first.kind} ${first.pointer}: ${first.reason} [${first.change}]`);
    this.losses = losses;
  }
}
