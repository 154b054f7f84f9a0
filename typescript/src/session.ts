/**
 * A session between a client and a server of different revisions: two converters, and the methods of open requests.
 *
 * `createSession` of `mcp-revisions` makes one for each two revisions. For smaller bundles, give `Session` the entry points of
 * both directions.
 */

import type { Conversions } from "./convert.ts";
import { failureOf, identified, idOf, isCall, kindOf } from "./decode.ts";
import { DecodeError, INTERNAL_ERROR, INVALID_REQUEST, type Loss, LossError, type MessageId, NoCounterpart, type ReplyTo } from "./errors.ts";
import { checkNames, guarded, has, isObject, type Json, type JsonObject, LIMITS, member, shown, spelling, treeOf } from "./json.ts";
import type { ConverterOptions, DecodeOne, Frame, RequestContext, RevisionName } from "./messages.ts";
import type { Side } from "./published.ts";
import type { AnyMessage } from "./response.ts";

/** How many requests of each side may be open in a session, if you set no limit. */
export const DEFAULT_OPEN_REQUESTS = 10_000;

/** How many characters of messages a session stores, if you set no limit. */
export const DEFAULT_STORED_SIZE: number = LIMITS.size;

/** The error of a request beyond the limit of open requests. */
export class OpenRequestsError extends Error {
  /** `"OpenRequestsError"`, also where `instanceof` fails because a program has this package twice. */
  override readonly name: "OpenRequestsError" = "OpenRequestsError";
  /** How many requests of each side may be open. */
  readonly limit: number;

  /** Make an error for a limit. */
  constructor(limit: number) {
    super(`the limit of open requests is ${limit}; wait for responses`);
    this.limit = limit;
  }
}

/** The options of a session. */
export interface SessionOptions extends Omit<ConverterOptions, "sender"> {
  /** How many requests of each side may be open; by default `DEFAULT_OPEN_REQUESTS`. */
  openRequests?: number | undefined;
  /**
   * How many characters of JSON text a session stores in all, by default `DEFAULT_STORED_SIZE`. Only a session between a client of
   * 2026-07-28 or later and an older server stores messages: those that wait for the handshake, those about input requests, and the
   * params of open requests about which the server may ask for input.
   */
  storedSize?: number | undefined;
}

/** The options of a session that you make of two converters. */
export interface PairSessionOptions<Client extends RevisionName, Server extends RevisionName> extends Omit<SessionOptions, "unknownMethods"> {
  /** The function `decode` of the revision of each side. The session then decodes each message before it converts it. */
  decode?: { readonly client: DecodeOne<NoInfer<Client>>; readonly server: DecodeOne<NoInfer<Server>> } | undefined;
}

/** What a session needs of the entry point of a pair. */
export interface PairModule<Source extends RevisionName, Target extends RevisionName> {
  /** The revision of the messages that the pair converts. */
  readonly SOURCE: Source;
  /** The revision that the pair converts to. */
  readonly TARGET: Target;
  /** The function that makes the converters of the session. */
  readonly converter: (options: never) => unknown;
}

/** A message of a session in the form of the one that you gave: text, bytes or an object. */
export type FormOf<From> = From extends string ? string : From extends Uint8Array ? Uint8Array : AnyMessage;

/**
 * A delivery before its message has the form of the one that you gave.
 *
 * @internal
 */
export type Sent = Omit<Delivery<JsonObject>, "frame"> & { frame: JsonObject | null };

/** A request of a session, as its sender stated it. */
export interface OpenRequest {
  /** The side that sent the request. */
  readonly sender: Side;
  /** The id of the request. */
  readonly id: MessageId;
  /** The method of the request. */
  readonly method: string;
}

/** What to send after a message, and to which side. */
export interface Delivery<From extends Frame = Frame> {
  /** The side that gets the message. */
  to: Side;
  /**
   * The message, of the kind that you gave: text, bytes or an object. `null` if there is nothing to send: the notification
   * could not be converted, no open request has the id of the response, or it would be an error without an id for a side whose
   * revision requires the id. If `error` is `null` too, nobody misses the notification, and `losses` say why: for example,
   * progress that comes after the response.
   */
  frame: FormOf<From> | null;
  /** The differences of a message. */
  losses: Loss[];
  /**
   * Why the message could not be converted, or `null`. For a request, `frame` is then an error for the side that sent the
   * request; for a response, an error for the side that waits for it.
   */
  error: DecodeError | NoCounterpart<From> | LossError | OpenRequestsError | null;
  /**
   * The request to which the delivery belongs, as its sender stated it: the request itself, its response, its cancellation, its
   * progress, an input request about it, or a notification of its subscription. `null` for other notifications, and for the reply
   * to a request that the session answered or refused at once.
   */
  request: OpenRequest | null;
}

/** How to take a message of a server. */
export interface FromServerOptions {
  /**
   * The id, as the server got it, of the request on whose stream the server's message came. A request for input then goes to that
   * request; by default, to the newest one whose client declared the capability. Only a session between a client of 2026-07-28 or
   * later and an older server uses it.
   */
  during?: MessageId | null | undefined;
}

interface Pending {
  readonly request: OpenRequest;
  readonly method: string;
  readonly token: MessageId | null;
}

type MakeConversions = (options: ConverterOptions) => Conversions;

/**
 * The names of the options of `Session`, except `decode`.
 *
 * @internal
 */
export const SESSION_OPTIONS: readonly string[] = ["limits", "loss", "unreported", "unknownMethods", "context", "openRequests", "storedSize"];
/** The method of a notification of progress. */
const PROGRESS = "notifications/progress";
const OTHER: Record<Side, Side> = { client: "server", server: "client" };

/**
 * Converts the messages between a client of one revision and a server of another, in both directions.
 *
 * A session remembers the methods of open requests, so that it can convert their results. It has no input or output:
 * send what it returns. A request is open until its response comes, or until its sender cancels it. A response that
 * comes later has nothing to send.
 *
 * A `Session` of two pairs only converts messages. One of `createSession` also does what else is needed between a side with a
 * handshake and one without.
 */
export class Session<Client extends RevisionName = RevisionName, Server extends RevisionName = RevisionName> {
  /** The revision of the client. */
  readonly client: Client;
  /** The revision of the server. */
  readonly server: Server;
  readonly #options: PairSessionOptions<Client, Server> & SessionOptions;
  readonly #makeUp: MakeConversions;
  #up: Conversions;
  readonly #down: Conversions;
  /** The open requests with their methods as the receiver names them, by the sender and the id. */
  readonly #requests: Record<Side, Map<string, Pending>> = { client: new Map(), server: new Map() };
  /** The open requests that asked for progress, by the sender and the token. */
  readonly #tokens: Record<Side, Map<string, Pending>> = { client: new Map(), server: new Map() };

  /**
   * Make a session of the entry points of two pairs: from the revision of the client to that of the server, and back.
   *
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  constructor(up: PairModule<Client, Server>, down: PairModule<NoInfer<Server>, NoInfer<Client>>, options: PairSessionOptions<Client, Server> = {}) {
    if (up.SOURCE !== down.TARGET || up.TARGET !== down.SOURCE) throw new RangeError(`the pairs ${up.SOURCE} to ${up.TARGET} and ${down.SOURCE} to ${down.TARGET} are not the two directions of one`);
    checkNames("options", options, [...SESSION_OPTIONS, "decode"]);
    const { openRequests = DEFAULT_OPEN_REQUESTS, storedSize = DEFAULT_STORED_SIZE, decode, context, ...rest } = options;
    for (const [name, bound] of Object.entries({ openRequests, storedSize })) {
      if (!(typeof bound === "number" && bound >= 0)) throw new RangeError(`${name} must be a number of at least 0, not ${String(bound)}`);
    }
    [this.client, this.server] = [up.SOURCE, up.TARGET];
    for (const side of ["client", "server"] as const) {
      if (decode !== undefined && typeof decode?.[side] !== "function") throw new TypeError(`decode must be { client, server }, the functions decode of both revisions; its ${side} is ${String(decode?.[side])}`);
      const { revision = this[side] } = decode?.[side] ?? {};
      if (revision !== this[side]) throw new RangeError(`the ${side} speaks ${this[side]}, but decode.${side} decodes messages of ${revision}`);
    }
    this.#options = { ...rest, openRequests, decode };
    this.#makeUp = up.converter as MakeConversions;
    this.#up = this.#makeUp({ ...rest, sender: "client", context });
    this.#down = (down.converter as MakeConversions)({ ...rest, sender: "server" });
  }

  /** How many requests have no answer yet and are not cancelled. */
  get open(): number {
    return this.#requests.client.size + this.#requests.server.size;
  }

  /**
   * Set the facts that each request of the client repeats from now on. They are copied.
   *
   * @throws {RangeError | TypeError} A fact is not valid in the revision of the client.
   */
  setContext(context: RequestContext | null): void {
    const { openRequests, storedSize, decode, ...rest } = this.#options;
    this.#up = this.#makeUp({ ...rest, sender: "client", context });
  }

  /** Convert a message of the client. A batch gives a delivery for each of its messages. */
  fromClient<From extends Frame>(frame: From): Delivery<From>[] {
    return this.#from("client", frame);
  }

  /**
   * Convert a message of the server. A batch gives a delivery for each of its messages.
   *
   * @throws {RangeError | TypeError} An option is wrong.
   */
  fromServer<From extends Frame>(frame: From, options: FromServerOptions = {}): Delivery<From>[] {
    checkNames("options", options, ["during"]);
    return this.#from("server", frame, options.during ?? null);
  }

  #from<From extends Frame>(sender: Side, frame: From, during: MessageId | null = null): Delivery<From>[] {
    const spelled = spelling(frame) as (message: Json) => FormOf<From>;
    const failed = (error: unknown): Delivery<From>[] => {
      if (!(error instanceof DecodeError)) throw error;
      const isSent = error.id !== null || !this.#needsErrorId(sender);
      return [{ to: sender, frame: isSent ? spelled(failureOf(error.id, error.code, error.message)) : null, losses: [], error, request: null }];
    };
    try {
      const tree = guarded(() => treeOf(frame, this.#options.limits));
      const { batches } = sender === "client" ? this.#up : this.#down;
      const each = batches && Array.isArray(tree) && tree.length ? tree : [tree];
      return each.flatMap((one) => {
        try {
          return this.handle(sender, one, during).map((delivery) => {
            const { frame, error, ...rest } = this.#withoutAnonymousError(delivery);
            return { ...rest, frame: frame && spelled(frame), error: error instanceof NoCounterpart ? inForm(error, spelled) : error };
          });
        } catch (error) {
          return failed(error);
        }
      });
    } catch (error) {
      return failed(error);
    }
  }

  /** Whether the revision of a side requires the id of an error. */
  #needsErrorId(side: Side): boolean {
    return (side === "client" ? this.#up : this.#down).errorIdRequired;
  }

  /** Return a delivery without its frame if that is an error without an id, and its receiver requires the id. */
  #withoutAnonymousError(delivery: Sent): Sent {
    const { to, frame, error } = delivery;
    if (!frame || !has(frame, "error") || (has(frame, "id") && frame.id !== null) || !this.#needsErrorId(to)) return delivery;
    return { ...delivery, frame: null, error: error ?? new DecodeError("/id", `the revision of the ${to} requires the id of an error`, INVALID_REQUEST) };
  }

  /**
   * Convert one message, as an object. An error of it is thrown, or in the delivery. `during` is the option of `fromServer`.
   *
   * @internal
   */
  handle(sender: Side, tree: Json, _during: MessageId | null = null): Sent[] {
    const kind = identified(tree, () => kindOf(tree)), id = idOf(tree);
    if (kind === "request" && id === null) throw new DecodeError("/id", "expected a string or an integer", INVALID_REQUEST);
    const message = tree as JsonObject, receiver = OTHER[sender];
    const answered = isCall(kind) ? undefined : this.#take(receiver, id);
    const answering = answered?.method;
    const withoutId = kind === "error" && (member(message, "id") ?? null) === null; // about a message that its receiver could not read
    if (!isCall(kind) && answering === undefined && !withoutId) {
      return [unasked(receiver, message)];
    }
    let error: unknown;
    try {
      const { message: converted, losses } = this.#converted(sender, message, answering ?? null);
      let request = answered?.request ?? null;
      if (kind === "request") request = this.#opened({ sender, id: id!, method: message.method as string }, converted.method as string, tokenOf(message));
      if (kind === "notification") request = this.#cancelled(sender, message) ?? this.#reported(receiver, message);
      return [{ to: receiver, frame: converted, losses, error: null, request }];
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof DecodeError || error instanceof NoCounterpart || error instanceof LossError || error instanceof OpenRequestsError)) throw error;
    if (kind === "notification") {
      const request = error instanceof NoCounterpart ? this.#cancelled(sender, message) : null;
      return [{ to: sender, frame: null, losses: [], error, request }];
    }
    if (kind === "request") {
      const reply = error instanceof NoCounterpart ? (error.reply as JsonObject | null) : null;
      const code = error instanceof DecodeError ? error.code : error instanceof OpenRequestsError ? INTERNAL_ERROR : INVALID_REQUEST;
      return [{ to: sender, frame: reply ?? failureOf(id, code, error.message), losses: [], error, request: null }];
    }
    return [{ to: receiver, frame: failureOf(id, INTERNAL_ERROR, error.message), losses: [], error, request: answered?.request ?? null }];
  }

  #converted(sender: Side, message: JsonObject, answering: string | null): { message: JsonObject; losses: Loss[] } {
    const decode = this.#options.decode?.[sender] as ((message: object, options: object) => unknown) | undefined;
    const { limits, unknownMethods } = this.#options;
    decode?.(message, { sender, answering, limits, unknownMethods });
    return (sender === "client" ? this.#up : this.#down)(message, answering) as { message: JsonObject; losses: Loss[] };
  }

  #opened(request: OpenRequest, method: string, token: MessageId | null): OpenRequest {
    const { sender, id } = request;
    const requests = this.#requests[sender], key = keyOf(id);
    if (requests.has(key)) throw new DecodeError("/id", `the id ${shown(id)} belongs to a request that is still open`, INVALID_REQUEST, id);
    if (requests.size >= this.#options.openRequests!) throw new OpenRequestsError(this.#options.openRequests!);
    const pending = { request, method, token };
    requests.set(key, pending);
    if (token !== null) this.#tokens[sender].set(keyOf(token), pending);
    return request;
  }

  /** Remove the request that a response answers, and return it. */
  #take(sender: Side, id: MessageId | null): Pending | undefined {
    if (id === null) return undefined;
    const requests = this.#requests[sender], tokens = this.#tokens[sender], key = keyOf(id), found = requests.get(key);
    requests.delete(key);
    const token = found?.token == null ? "" : keyOf(found.token);
    if (found && tokens.get(token) === found) tokens.delete(token);
    return found;
  }

  /** Return the open request of a side on whose progress a notification reports. */
  #reported(sender: Side, { method, params }: JsonObject): OpenRequest | null {
    if (method !== PROGRESS || !isObject(params)) return null;
    const token = idOf({ id: member(params, "progressToken") ?? null });
    return token === null ? null : this.#tokens[sender].get(keyOf(token))?.request ?? null;
  }

  /** Remove the request that a notification cancels, and return it; `initialize` cannot be cancelled. */
  #cancelled(sender: Side, { method, params }: JsonObject): OpenRequest | null {
    if (method !== "notifications/cancelled" || !isObject(params)) return null;
    const id = idOf({ id: member(params, "requestId") ?? null });
    const found = id === null ? undefined : this.#requests[sender].get(keyOf(id));
    if (found && found.method !== "initialize") this.#take(sender, id);
    return found?.request ?? null;
  }
}

/**
 * Return the delivery for a response that answers no open request.
 *
 * @internal
 */
export function unasked(receiver: Side, response: JsonObject): Sent {
  const reason = `no open request has the id ${shown(member(response, "id") ?? null)}`;
  return { to: receiver, frame: null, losses: [], error: new DecodeError("/id", reason, INVALID_REQUEST, idOf(response), null), request: null };
}

/** Return a refusal whose reply has the form of the message. */
function inForm<From extends Frame>({ reply, reason, change, pointer }: NoCounterpart<JsonObject>, spelled: (message: Json) => FormOf<From>): NoCounterpart<From> {
  return new NoCounterpart(reply && (spelled(reply as unknown as JsonObject) as Frame as ReplyTo<From>), reason, change, pointer);
}

/**
 * Return the token under which the sender of a request asked for progress.
 *
 * @internal
 */
export function tokenOf({ params }: JsonObject): MessageId | null {
  const meta = isObject(params) ? member(params, "_meta") : undefined;
  return isObject(meta) ? idOf({ id: member(meta, "progressToken") ?? null }) : null;
}

/**
 * Return the key of an id: the number 1 and the text "1" are two ids.
 *
 * @internal
 */
export function keyOf(id: MessageId): string {
  return typeof id === "string" ? `"${id}` : String(BigInt(id));
}
