/**
 * The errors for the content of a message, one class for each kind, and the differences that a conversion reports.
 *
 * A wrong argument of the caller, such as a revision that does not exist, is a `TypeError` or a `RangeError` instead.
 */

import type { Changes } from "./generated/revisions.ts";
import type { Frame } from "./messages.ts";
import { replyOf } from "./response.ts";

/** What a difference or a refusal can name besides a change between two revisions. */
export interface Rules {
  /** Only 2025-11-25 has ids of URL elicitations, so the id was added or removed. */
  "R-42": true;
  /** The sender of a cancellation has no open request with that id, so the cancellation was dropped. */
  "R-CANCEL": true;
  /** A message that names its revision names the target, or a session answers for a side that does not name itself. */
  "R-INIT": true;
  /** No open request asked for log messages of that level, so the message was dropped. */
  "R-LOG": true;
  /** An input request in a result has neither an id nor metadata of its own, and its response cannot be an error. */
  "R-MRTR": true;
  /** No open request reports progress under that token, so the notification was dropped. */
  "R-PROG": true;
  /** Older revisions allow only objects and their schemas in some members, so other values are removed or changed. */
  "R-STRUCT": true;
  /** No subscription of the client asked for the notification, so it was dropped. */
  "R-SUB": true;
  /** A session does not carry tasks between a client of 2026-07-28 and an older server. */
  "R-TASK": true;
  /** A message of a vendor's method gets the members that every message of the target needs, or has no equivalent there. */
  "R-VENDOR": true;
}

/** The id of a change between two revisions, such as `"T3.10"`, or of a rule. `Changes` and `Rules` list them with their reasons. */
export type ChangeId = keyof Changes | keyof Rules;

/** JSON-RPC error code: the text is not JSON. */
export const PARSE_ERROR = -32700;
/** JSON-RPC error code: the JSON value is not a valid message. */
export const INVALID_REQUEST = -32600;
/** JSON-RPC error code: the receiver does not have this method. */
export const METHOD_NOT_FOUND = -32601;
/** JSON-RPC error code: the params of a request are not valid. */
export const INVALID_PARAMS = -32602;
/** JSON-RPC error code: the receiver failed. */
export const INTERNAL_ERROR = -32603;
/** Error code of 2026-07-28: the receiver does not support the revision that the request names. */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/** The id of a request; an integer beyond 2^53 is a `bigint`. */
export type MessageId = string | number | bigint;

/** Thrown for a message that is not valid in its revision, or that is larger than the limits. */
export class DecodeError extends Error {
  /** `"DecodeError"`, also where `instanceof` fails because a program has this package twice. */
  override readonly name: "DecodeError" = "DecodeError";
  /** The JSON Pointer (RFC 6901) of the faulty value, such as `/params/name`. The empty string means the whole message. */
  readonly pointer: string;
  /** What is wrong with the value, in a few words. */
  readonly reason: string;
  /** The JSON-RPC error code for your reply, such as `-32602`. */
  readonly code: number;
  /** The id of the message, for your reply to a request; `null` if it has no valid id, or is not JSON. */
  readonly id: MessageId | null;
  /** The JSON-RPC error that answers the request, as an object. `null` if the message is a response, or has no valid id. */
  readonly reply: ErrorReply | null;

  /** Make an error for a value of a message. A `reply` of `null` means that the message gets none. */
  constructor(pointer: string, reason: string, code: number = INVALID_PARAMS, id: MessageId | null = null, reply?: ErrorReply | null) {
    super(pointer ? `${pointer}: ${reason}` : reason);
    this.pointer = pointer;
    this.reason = reason;
    this.code = code;
    this.id = id;
    this.reply = reply !== undefined || id === null ? reply ?? null : replyOf(id, code, this.message);
  }
}

/** A JSON-RPC error that answers a request. */
export interface ErrorReply {
  /** The version of JSON-RPC. */
  jsonrpc: "2.0";
  /** The id of the request. */
  id: MessageId;
  /** The error: its JSON-RPC code, why the request was refused, and for some codes more about it. */
  error: { code: number; message: string; data?: unknown };
}

/** The reply to a message, of the same kind: text, bytes or an object. */
export type ReplyTo<From> = From extends string ? string : From extends Uint8Array ? Uint8Array : ErrorReply;

/** Thrown for a message that has no equivalent in the target revision. `From` is the type of the message. */
export class NoCounterpart<From extends Frame = Frame> extends Error {
  /** `"NoCounterpart"`, also where `instanceof` fails because a program has this package twice. */
  override readonly name: "NoCounterpart" = "NoCounterpart";
  /** The JSON-RPC error that answers a request, in the source revision and of the kind of your message: text, bytes or an object. `null` if the message is not a request. */
  readonly reply: ReplyTo<From> | null;
  /** Why the target revision has no equivalent. */
  readonly reason: string;
  /** The id of the change between the revisions that is responsible, such as `T3.10`. */
  readonly change: ChangeId;
  /** The JSON Pointer of the value that has no equivalent. */
  readonly pointer: string;

  /** Make an error for a value of a message. */
  constructor(reply: ReplyTo<From> | null, reason: string, change: ChangeId, pointer: string) {
    super(`${reason} [${change}]`);
    this.reply = reply;
    this.reason = reason;
    this.change = change;
    this.pointer = pointer;
  }

  /** Say whether an error is a `NoCounterpart` of your message. The type of `reply` then follows from that of the message. */
  static isFor<From extends Frame>(error: unknown, frame: From): error is NoCounterpart<From> {
    if (!(error instanceof NoCounterpart)) return false;
    const { reply } = error;
    return reply === null || (typeof reply === typeof frame && reply instanceof Uint8Array === frame instanceof Uint8Array);
  }
}

/**
 * How a value differs after a conversion.
 *
 * - `dropped`: the target has no equivalent, so the value was removed.
 * - `invented`: the target requires a value that the source does not have.
 * - `weakened`: the target says less.
 * - `reshaped`: the value has another form, and the original cannot be restored from it.
 * - `respelled`: the value has another form, or was removed, and the message still means the same; nothing is lost.
 */
export type LossKind = "dropped" | "invented" | "weakened" | "reshaped" | "respelled";

/** The kinds of differences that lose nothing. `loss: "error"` accepts them. */
export const LOSSLESS: ReadonlySet<LossKind> = new Set<LossKind>(["invented", "respelled"]);

// A package that is generated from other schema files may lack these changes, so `ChangeId` may lack their ids.

/**
 * The ids of the changes that every session between revisions with and without a handshake meets: the client's facts in each
 * request (T4.3), the server's name and the subscription in `_meta` (T4.4), the type of a result (T4.5), cache hints
 * (T4.6), and that the client announces changed roots (T4.11). The session states these facts itself, or the other side has no
 * use for them. A session of `createSession` that bridges the handshake does not report them. Give them to `convert` as
 * `unreported`.
 */
export const ROUTINE_CHANGES: readonly ChangeId[] = ["T4.3", "T4.4", "T4.5", "T4.6", "T4.11"] as readonly string[] as readonly ChangeId[];

/** A difference between the original message and the converted one. */
export interface Loss {
  /** How the value differs. */
  kind: LossKind;
  /** The JSON Pointer of the value: in the converted message if it is `invented`, otherwise in the original. At most 1,024 characters. */
  pointer: string;
  /** The value: the new one if it is `invented`, otherwise the original. */
  value: unknown;
  /** Why the value differs, in one sentence. */
  reason: string;
  /** The id of the change between the revisions that is responsible, such as `T3.10`. */
  change: ChangeId;
}

/** Thrown by a conversion with `loss: "error"` that would lose values. */
export class LossError extends Error {
  /** `"LossError"`, also where `instanceof` fails because a program has this package twice. */
  override readonly name: "LossError" = "LossError";
  /** Every difference that loses something: `dropped`, `weakened` or `reshaped`. */
  readonly losses: Loss[];

  /** Make an error for at least one difference. */
  constructor(losses: Loss[]) {
    const first = (kind: LossKind) => losses.find((one) => one.kind === kind);
    const { kind, pointer, reason, change } = first("dropped") ?? first("weakened") ?? losses[0]!;
    const more = losses.length > 1 ? ` and ${losses.length - 1} more` : "";
    super(`${kind} ${pointer}: ${reason} [${change}]${more}`);
    this.losses = losses;
  }
}
