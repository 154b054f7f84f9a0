/**
 * A session between a client and a server of different revisions: two converters, and the methods of open requests.
 *
 * `createSession` of `mcp-revisions` makes one for each two revisions. For smaller bundles, give `Session` the entry points of
 * both directions.
 */

import type { Conversions } from "./convert.ts";
import { identified, idOf, isCall, kindOf } from "./decode.ts";
import { DecodeError, INTERNAL_ERROR, INVALID_REQUEST, type Loss, LossError, type MessageId, NoCounterpart, type ReplyTo } from "./errors.ts";
import { guarded, isObject, type Json, type JsonObject, member, shown, spelling, treeOf } from "./json.ts";
import type { ConverterOptions, DecodeOne, Frame, RequestContext, RevisionName } from "./messages.ts";
import type { Side } from "./published.ts";

/** How many requests of each side may be open in a session, if you set no limit. */
export const DEFAULT_OPEN_REQUESTS = 10_000;

/** The error of a request beyond the limit of open requests. */
export class OpenRequestsError extends Error {
  /** `"OpenRequestsError"`, also where `instanceof` fails because a program has this package twice. */
  override readonly name: "OpenRequestsError" = "OpenRequestsError";
  /** How many requests of each side may be open. */
  readonly limit: number;

  /** Make an error for a limit. */
  constructor(limit: number) {
    super(`${limit} requests are open already`);
    this.limit = limit;
  }
}

/** The options of a session. */
export interface SessionOptions extends Omit<ConverterOptions, "sender"> {
  /** How many requests of each side may be open; by default `DEFAULT_OPEN_REQUESTS`. */
  openRequests?: number | undefined;
}

/** The options of a session that you make of two converters. */
export interface PairSessionOptions<Client extends RevisionName, Server extends RevisionName> extends SessionOptions {
  /** The function `decode` of the revision of each side. The session then decodes each message before it converts it. */
  decode?: { readonly client: DecodeOne<Client>; readonly server: DecodeOne<Server> } | undefined;
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
export type FormOf<From> = From extends string ? string : From extends Uint8Array ? Uint8Array : JsonObject;

/** What to send after a message, and to which side. */
export interface Delivery<From extends Frame = Frame> {
  /** The side that gets the message. */
  to: Side;
  /**
   * The message, of the kind that you gave: text, bytes or an object. `null` if there is nothing to send: the notification
   * could not be converted, or no open request has the id of the response.
   */
  frame: FormOf<From> | null;
  /** The differences of a converted message. */
  losses: Loss[];
  /**
   * Why the message could not be converted, or `null`. For a request, `frame` is then an error for the side that sent the
   * request; for a response, an error for the side that waits for it.
   */
  error: DecodeError | NoCounterpart<From> | LossError | OpenRequestsError | null;
}

type MakeConversions = (options: ConverterOptions) => Conversions;

const OTHER: Record<Side, Side> = { client: "server", server: "client" };

/**
 * Converts the messages between a client of one revision and a server of another, in both directions.
 *
 * A session remembers the methods of open requests, so that it can convert their results. It has no input or output:
 * send what it returns. A request is open until its response comes, or until its sender cancels it. A response that
 * comes later has nothing to send.
 *
 * A `Session` of two pairs only converts messages. One of `createSession` also answers the handshake of a client whose server
 * has none.
 */
export class Session<Client extends RevisionName = RevisionName, Server extends RevisionName = RevisionName> {
  /** The revision of the client. */
  readonly client: Client;
  /** The revision of the server. */
  readonly server: Server;
  readonly #options: PairSessionOptions<Client, Server>;
  readonly #makeUp: MakeConversions;
  #up: Conversions;
  readonly #down: Conversions;
  /** The methods of open requests as the receiver names them, by the sender and the id. */
  readonly #requests: Record<Side, Map<string, string>> = { client: new Map(), server: new Map() };

  /**
   * Make a session of the entry points of two pairs: from the revision of the client to that of the server, and back.
   *
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  constructor(up: PairModule<Client, Server>, down: PairModule<NoInfer<Server>, NoInfer<Client>>, options: PairSessionOptions<Client, Server> = {}) {
    if (up.SOURCE !== down.TARGET || up.TARGET !== down.SOURCE) throw new RangeError(`the pairs ${up.SOURCE} to ${up.TARGET} and ${down.SOURCE} to ${down.TARGET} are not the two directions of one`);
    const { openRequests = DEFAULT_OPEN_REQUESTS, decode, context, ...rest } = options;
    if (!(typeof openRequests === "number" && openRequests >= 0)) throw new RangeError(`openRequests must be a number of at least 0, not ${String(openRequests)}`);
    [this.client, this.server] = [up.SOURCE, up.TARGET];
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
    const { openRequests, decode, ...rest } = this.#options;
    this.#up = this.#makeUp({ ...rest, sender: "client", context });
  }

  /** Convert a message of the client. A batch gives a delivery for each of its messages. */
  fromClient<From extends Frame>(frame: From): Delivery<From>[] {
    return this.#from("client", frame);
  }

  /** Convert a message of the server. A batch gives a delivery for each of its messages. */
  fromServer<From extends Frame>(frame: From): Delivery<From>[] {
    return this.#from("server", frame);
  }

  #from<From extends Frame>(sender: Side, frame: From): Delivery<From>[] {
    const spelled = spelling(frame) as (message: Json) => FormOf<From>;
    const failed = (error: unknown): Delivery<From>[] => {
      if (!(error instanceof DecodeError)) throw error;
      return [{ to: sender, frame: spelled(failure(error.id, error.code, error.message)), losses: [], error }];
    };
    try {
      const tree = guarded(() => treeOf(frame, this.#options.limits));
      const { batches } = sender === "client" ? this.#up : this.#down;
      const each = batches && Array.isArray(tree) && tree.length ? tree : [tree];
      return each.flatMap((one) => {
        try {
          return this.handle(sender, one).map(({ to, frame, losses, error }) => ({
            to, frame: frame && spelled(frame), losses, error: error instanceof NoCounterpart ? inForm(error, spelled) : error,
          }));
        } catch (error) {
          return failed(error);
        }
      });
    } catch (error) {
      return failed(error);
    }
  }

  /**
   * Convert one message, as an object. An error of it is thrown, or in the delivery.
   *
   * @internal
   */
  handle(sender: Side, tree: Json): Delivery<JsonObject>[] {
    const kind = identified(tree, () => kindOf(tree)), id = idOf(tree);
    if (kind === "request" && id === null) throw new DecodeError("/id", "expected a string or an integer", INVALID_REQUEST);
    const message = tree as JsonObject, receiver = OTHER[sender];
    const answering = isCall(kind) ? undefined : this.#take(receiver, id);
    const withoutId = kind === "error" && (member(message, "id") ?? null) === null; // about a message that its receiver could not read
    if (!isCall(kind) && answering === undefined && !withoutId) {
      return [{ to: receiver, frame: null, losses: [], error: new DecodeError("/id", `no open request has the id ${shown(member(message, "id") ?? null)}`, INVALID_REQUEST, id) }];
    }
    let error: unknown;
    try {
      const { message: converted, losses } = this.#converted(sender, message, answering ?? null);
      if (kind === "request") this.#opened(sender, id!, converted.method as string);
      if (kind === "notification") this.#cancelled(sender, message);
      return [{ to: receiver, frame: converted, losses, error: null }];
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof DecodeError || error instanceof NoCounterpart || error instanceof LossError || error instanceof OpenRequestsError)) throw error;
    if (kind === "notification") {
      if (error instanceof NoCounterpart) this.#cancelled(sender, message);
      return [{ to: sender, frame: null, losses: [], error }];
    }
    if (kind === "request") {
      const reply = error instanceof NoCounterpart ? (error.reply as JsonObject | null) : null;
      const code = error instanceof DecodeError ? error.code : error instanceof OpenRequestsError ? INTERNAL_ERROR : INVALID_REQUEST;
      return [{ to: sender, frame: reply ?? failure(id, code, error.message), losses: [], error }];
    }
    return [{ to: receiver, frame: failure(id, INTERNAL_ERROR, error.message), losses: [], error }];
  }

  #converted(sender: Side, message: JsonObject, answering: string | null): { message: JsonObject; losses: Loss[] } {
    const decode = this.#options.decode?.[sender] as ((message: object, options: object) => unknown) | undefined;
    decode?.(message, { sender, answering, limits: this.#options.limits });
    return (sender === "client" ? this.#up : this.#down)(message, answering) as { message: JsonObject; losses: Loss[] };
  }

  #opened(sender: Side, id: MessageId, method: string): void {
    const requests = this.#requests[sender], key = keyOf(id);
    if (requests.has(key)) throw new DecodeError("/id", `the id ${shown(id)} belongs to a request that is still open`, INVALID_REQUEST, id);
    if (requests.size >= this.#options.openRequests!) throw new OpenRequestsError(this.#options.openRequests!);
    requests.set(key, method);
  }

  /** Remove the request that a response answers, and return its method. */
  #take(sender: Side, id: MessageId | null): string | undefined {
    if (id === null) return undefined;
    const requests = this.#requests[sender], key = keyOf(id), method = requests.get(key);
    requests.delete(key);
    return method;
  }

  /** Remove the request that a notification cancels; `initialize` cannot be cancelled. */
  #cancelled(sender: Side, { method, params }: JsonObject): void {
    if (method !== "notifications/cancelled" || !isObject(params)) return;
    const id = idOf({ id: member(params, "requestId") ?? null });
    if (id !== null && this.#requests[sender].get(keyOf(id)) !== "initialize") this.#take(sender, id);
  }
}

/** Return a refusal whose reply has the form of the message. */
function inForm<From extends Frame>({ reply, reason, change, pointer }: NoCounterpart<JsonObject>, spelled: (message: Json) => FormOf<From>): NoCounterpart<From> {
  return new NoCounterpart(reply && (spelled(reply as unknown as JsonObject) as Frame as ReplyTo<From>), reason, change, pointer);
}

/**
 * Return the key of an id: the number 1 and the text "1" are two ids.
 *
 * @internal
 */
export function keyOf(id: MessageId): string {
  return typeof id === "string" ? `"${id}` : String(BigInt(id));
}

/** Return an error response; no revision allows `null` as its id. */
function failure(id: MessageId | null, code: number, message: string): JsonObject {
  return { jsonrpc: "2.0", ...(id !== null && { id }), error: { code, message } };
}
