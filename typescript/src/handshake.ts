/**
 * A session between a client with a handshake and a stateless server: the messages of the handshake, besides those that convert.
 *
 * - `initialize` is answered from the server's answer to `server/discover`, and `ping` at once.
 * - The level of `logging/setLevel` and the facts of `initialize` are repeated in each request.
 * - Input requests in a result go to the client. After its last answer, the request is repeated with the answers.
 *
 * - One `subscriptions/listen` asks for the list changes that the server offers; their notifications go to the client.
 *
 * The options `loss` and `unreported` hold for all of them. There are no subscriptions to resources, so the offer of them is
 * removed from the server's capabilities.
 */

import type { Core } from "./core.ts";
import { cancelledId, failed, idPrefix, isDeclared, LISTS, lossBy, MAY_ASK, paramsOf, ROUNDS, sent, SERVER_INFO, SUBSCRIPTION, UNKNOWN } from "./crossing.ts";
import type { Revision } from "./generated/revisions.ts";
import { idOf } from "./decode.ts";
import { DecodeError, INTERNAL_ERROR, INVALID_REQUEST, type Loss, type MessageId, ROUTINE_CHANGES } from "./errors.ts";
import { has, isObject, type Json, type JsonObject, type Limits, member, pointerOf, shown } from "./json.ts";
import type { LossOptions, RequestContext, UnknownMethods } from "./messages.ts";
import { reporterOf } from "./options.ts";
import type { Change, Side } from "./published.ts";
import { DEFAULT_OPEN_REQUESTS, keyOf, type OpenRequest, type PairModule, type PairSessionOptions, type Sent, Session, type SessionOptions } from "./session.ts";

/** The notifications of a client that a server without a handshake does not need. */
const NOT_NEEDED = ["notifications/initialized", "notifications/roots/list_changed"];
const NOT_SUBSCRIBED: Change = { id: "R-SUB", reason: "The session does not open subscriptions to resources, so the server's offer of them was removed." };
const NOT_NAMED: Change = { id: "R-INIT", reason: "The server does not name itself, but the answer to `initialize` must, so a name was invented." };

/** A request of the client that the server has, or whose input requests the client has. */
interface Call {
  /** The request of the client. */
  request: OpenRequest;
  /** What the server got last; a retry has another id. */
  sent: JsonObject;
  rounds: number;
  /** The ids of the input requests that the client has not answered. */
  questions: Set<string>;
  answers: JsonObject;
  losses: Loss[];
}

/** A session whose server has no handshake. */
export class HandshakeSession extends Session<Revision, Revision> {
  readonly #core: Core;
  /** The last revision with a handshake on the way to that of the server. */
  readonly #between: string;
  readonly #options: LossOptions & { limits: Limits | undefined };
  readonly #most: number;
  readonly #validates: boolean;
  #context: RequestContext;
  /** The calls that the server has, by their id there. */
  readonly #calls = new Map<string, Call>();
  readonly #callsOfClient = new Map<string, Call>();
  /** The input requests that the client has, by their id there. */
  readonly #questions = new Map<string, { call: Call; name: string; method: string }>();
  /** The request `initialize` until it is answered. */
  #opening: OpenRequest | null = null;
  /** Whether `initialize` has been answered with a result. */
  #isOpen = false;
  /** The id of the subscription to list changes while it is open. */
  #listening: string | null = null;
  readonly #prefix = idPrefix();
  #count = 0;
  readonly #unknownMethods: UnknownMethods | undefined;

  constructor(core: Core, between: string, up: PairModule<Revision, Revision>, down: PairModule<Revision, Revision>, options: PairSessionOptions<Revision, Revision> & SessionOptions) {
    reporterOf(options); // which throws if an option is wrong
    const unreported = [...(options.unreported ?? []), ...ROUTINE_CHANGES];
    super(up, down, { ...options, unreported });
    this.#unknownMethods = options.unknownMethods;
    this.#validates = options.decode !== undefined;
    this.#options = { limits: options.limits, loss: options.loss, unreported };
    [this.#core, this.#between, this.#most] = [core, between, options.openRequests ?? DEFAULT_OPEN_REQUESTS];
    this.#context = options.context ?? {};
  }

  override get open(): number {
    return super.open + Number(this.#opening !== null);
  }

  override setContext(context: RequestContext | null): void {
    super.setContext(context);
    this.#context = context ?? {};
  }

  /** @internal */
  override handle(sender: Side, tree: Json): Sent[] {
    if (!isObject(tree)) return super.handle(sender, tree);
    return sender === "client" ? this.#fromClient(tree) : this.#fromServer(tree);
  }

  #fromClient(message: JsonObject): Sent[] {
    const id = idOf(message), { method } = message;
    if (method === undefined) return id !== null && this.#questions.has(keyOf(id)) ? this.#answer(message, keyOf(id)) : super.handle("client", message);
    if (!has(message, "id") && NOT_NEEDED.includes(method as string)) return this.#consumed(message);
    if (!has(message, "id") && method === "notifications/cancelled") return this.#cancel(message);
    if (id === null) return super.handle("client", message);
    const isOpening = this.#opening !== null && keyOf(this.#opening.id) === keyOf(id);
    if (this.#calls.has(keyOf(id)) || id === this.#listening || (isOpening && method !== "initialize")) throw new DecodeError("/id", `the id ${shown(id)} belongs to a request that is still open`, INVALID_REQUEST, id);
    if (method === "initialize") return this.#initialize(this.#decoded(message, "client"), id);
    if (method === "ping") return this.#reply(this.#decoded(message, "client"));
    if (method === "logging/setLevel") {
      this.setContext({ ...this.#context, logLevel: member(this.#decoded(message, "client").params as JsonObject, "level") as string });
      return this.#reply(message);
    }
    const deliveries = super.handle("client", message);
    for (const { to, frame, request } of deliveries) {
      if (to === "server" && frame && request) this.#start({ request, sent: frame, rounds: 0, questions: new Set(), answers: {}, losses: [] });
    }
    return deliveries;
  }

  #fromServer(message: JsonObject): Sent[] {
    const id = idOf(message);
    if (this.#ofSubscription(message)) return [];
    if (message.method !== undefined || id === null) return super.handle("server", message);
    if (id === this.#listening) return this.#unsubscribed(message);
    if (this.#opening !== null && keyOf(this.#opening.id) === keyOf(id)) return this.#discovered(message, this.#opening);
    const call = this.#calls.get(keyOf(id));
    if (!call) return super.handle("server", message);
    const { result } = message;
    if (!isObject(result) || member(result, "resultType") !== "input_required") return this.#finish(call, message);
    this.#calls.delete(keyOf(id));
    return this.#attempt(call, () => this.#ask(call, message));
  }

  // The handshake

  #initialize({ params }: JsonObject, id: MessageId): Sent[] {
    if (this.#opening !== null || this.#isOpen) throw new DecodeError("/method", "the session is already initialized", INVALID_REQUEST, id);
    const { capabilities, clientInfo } = params as JsonObject;
    this.setContext({ ...this.#context, clientCapabilities: capabilities as JsonObject, clientInfo: clientInfo as JsonObject });
    this.#opening = { sender: "client", id, method: "initialize" };
    return [sent("server", { jsonrpc: "2.0", id, method: "server/discover", params: { _meta: this.#metadata() } }, [], this.#opening)];
  }

  /** Return the metadata that each request needs. */
  #metadata(): Json {
    const list = { jsonrpc: "2.0", id: 0, method: "tools/list" };
    const { message } = this.#core.convert(list, this.client, this.server, { sender: "client", context: this.#context });
    return ((message as JsonObject).params as JsonObject)._meta!;
  }

  /** Answer the handshake from what the server says about itself. */
  #discovered(message: JsonObject, request: OpenRequest): Sent[] {
    const { id } = request;
    this.#opening = null;
    try {
      const { result, error } = this.#decoded(message, "server", "server/discover");
      if (error !== undefined) return [this.#converted(message, this.server, "server/discover", request)];
      const { supportedVersions, capabilities, instructions, _meta } = result as JsonObject;
      const [revision] = this.server.split("+") as [string];
      if (!(supportedVersions as Json[]).includes(revision)) throw new DecodeError("/result/supportedVersions", `the server does not support ${revision}`);
      const stated = (_meta as JsonObject | undefined)?.[SERVER_INFO];
      const own: Loss[] = [];
      const answer: JsonObject = { protocolVersion: this.#between, capabilities: offered(capabilities as JsonObject, own), serverInfo: stated ?? { ...UNKNOWN } };
      if (instructions !== undefined) answer.instructions = instructions;
      if (stated === undefined) own.push(lossBy("invented", "/result/serverInfo", { ...UNKNOWN }, NOT_NAMED));
      const reported = reporterOf(this.#options)(own);
      const delivery = this.#converted({ jsonrpc: "2.0", id, result: answer }, this.#between, "initialize", request);
      delivery.losses.push(...reported);
      this.#isOpen = true;
      return [delivery, ...this.#subscribe(capabilities as JsonObject)];
    } catch (error) {
      return [failed("client", id, error, request)];
    }
  }

  #converted(message: JsonObject, source: string, answering: string, request: OpenRequest): Sent {
    const found = this.#core.convert(message, source, this.client, { sender: "server", answering, ...this.#options });
    return sent("client", found.message as JsonObject, found.losses, request);
  }

  /** End a notification in the session. If the session decodes messages, an invalid one has an error. */
  #consumed(message: JsonObject): Sent[] {
    try {
      if (this.#validates) this.#decoded(message, "client");
      return [];
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return [{ to: "client", frame: null, losses: [], error, request: null }];
    }
  }

  #reply({ id }: JsonObject): Sent[] {
    return [sent("client", { jsonrpc: "2.0", id: id!, result: {} })];
  }

  // The subscription to list changes

  /** Ask for the list changes that the server offers, if no subscription is open. */
  #subscribe(capabilities: JsonObject): Sent[] {
    const names = LISTS.filter((name) => {
      const one = member(capabilities, name);
      return isObject(one) && member(one, "listChanged") === true;
    });
    if (this.#listening !== null || !names.length) return [];
    const id = this.#newId();
    this.#listening = id;
    const notifications = Object.fromEntries(names.map((name) => [`${name}ListChanged`, true]));
    return [sent("server", { jsonrpc: "2.0", id, method: "subscriptions/listen", params: { _meta: this.#metadata(), notifications } })];
  }

  /** Whether a message is about the subscription itself; a cancellation ends the subscription. */
  #ofSubscription({ method, params }: JsonObject): boolean {
    if (this.#listening === null || !isObject(params)) return false;
    if (method === "notifications/subscriptions/acknowledged") {
      const meta = member(params, "_meta");
      return isObject(meta) && member(meta, SUBSCRIPTION) === this.#listening;
    }
    const ends = method === "notifications/cancelled" && member(params, "requestId") === this.#listening;
    if (ends) this.#listening = null;
    return ends;
  }

  /** End the subscription by its response. An error has nothing to send. */
  #unsubscribed({ error }: JsonObject): Sent[] {
    this.#listening = null;
    if (error === undefined) return [];
    const said = isObject(error) ? member(error, "message") : undefined;
    const reason = `the server refused the subscription to list changes: ${typeof said === "string" ? said : "without a message"}`;
    return [{ to: "client", frame: null, losses: [], error: new DecodeError("/error", reason, INTERNAL_ERROR), request: null }];
  }

  // Input requests

  /** Send the input requests of a result to the client; without any, repeat the request with the new state. */
  #ask(call: Call, message: JsonObject): Sent[] {
    const method = call.sent.method as string;
    if (!MAY_ASK.includes(method)) throw new DecodeError("/result/resultType", `the result of ${method} cannot ask for input`, INTERNAL_ERROR);
    const result = this.#decoded(message, "server", method).result as JsonObject;
    const entries = Object.entries((result.inputRequests ?? {}) as JsonObject);
    if (++call.rounds > ROUNDS) throw new DecodeError("/result", `the server asked for input ${call.rounds} times`);
    if (this.#questions.size + entries.length > this.#most) throw new DecodeError("/result/inputRequests", `more than ${this.#most} input requests would be open`);
    const asked = entries.map(([name, one]) => {
      const id = this.#newId();
      const { message, losses } = this.#core.convertInputRequest(one, this.server, this.client, { id, ...this.#options });
      if (!isDeclared(this.#context.clientCapabilities ?? {}, message as JsonObject)) {
        throw new DecodeError(pointerOf(["result", "inputRequests", name]), "the client did not declare the capability that this input request needs", INTERNAL_ERROR);
      }
      return { id, name, method: (one as JsonObject).method as string, delivery: sent("client", message as JsonObject, losses, call.request) };
    });
    const { requestState, inputResponses, ...params } = paramsOf(call.sent);
    call.sent = { ...call.sent, params: { ...params, ...(result.requestState !== undefined && { requestState: result.requestState }) } };
    for (const { id, name, method } of asked) {
      this.#questions.set(keyOf(id), { call, name, method });
      call.questions.add(keyOf(id));
    }
    return asked.length ? asked.map(({ delivery }) => delivery) : this.#retry(call);
  }

  /** Take an answer of the client, and repeat the request after the last one. */
  #answer(message: JsonObject, key: string): Sent[] {
    const { call, name, method } = this.#questions.get(key)!;
    this.#questions.delete(key);
    call.questions.delete(key);
    return this.#attempt(call, () => {
      const response = this.#decoded(message, "client", method);
      const { message: answer, losses } = this.#core.convertInputResponse(response, this.client, this.server, { answering: method, ...this.#options });
      call.answers[name] = answer;
      for (const one of losses) call.losses.push(one);
      return call.questions.size ? [] : this.#retry(call);
    });
  }

  #retry(call: Call): Sent[] {
    const id = this.#newId();
    const { answers, losses } = call;
    const params = { ...paramsOf(call.sent), ...(Object.keys(answers).length > 0 && { inputResponses: answers }) };
    const sending = { ...call.sent, id, params };
    this.#decoded(sending, "client", null, this.server); // an answer such as a task is valid for the client alone
    Object.assign(call, { sent: sending, answers: {}, losses: [] });
    this.#start(call);
    return [sent("server", sending, losses, call.request)];
  }

  // Calls

  /** Return an id for a request of the session, which no other request has. */
  #newId(): string {
    return `${this.#prefix}-${++this.#count}`;
  }

  #start(call: Call): void {
    this.#calls.set(keyOf(call.sent.id as MessageId), call);
    this.#callsOfClient.set(keyOf(call.request.id), call);
  }

  /** Forget a call, and cancel its input requests at the client. */
  #forget(call: Call): Sent[] {
    this.#calls.delete(keyOf(call.sent.id as MessageId));
    this.#callsOfClient.delete(keyOf(call.request.id));
    const cancelled = [...call.questions].map((key) => sent("client", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: key.slice(1) } }, [], call.request));
    for (const key of call.questions) this.#questions.delete(key);
    return cancelled;
  }

  #finish(call: Call, response: JsonObject): Sent[] {
    return [...this.#forget(call), ...super.handle("server", { ...response, id: call.request.id })];
  }

  /** Do a step of a call; an error of a message ends the call. */
  #attempt(call: Call, step: () => Sent[]): Sent[] {
    try {
      return step();
    } catch (error) {
      const failure = failed("client", call.request.id, error, call.request);
      const deliveries = this.#finish(call, failure.frame!);
      deliveries.at(-1)!.error = failure.error;
      return deliveries;
    }
  }

  #cancel(message: JsonObject): Sent[] {
    const id = cancelledId(message);
    if (id !== null && this.#opening !== null && keyOf(id) === keyOf(this.#opening.id)) {
      return [{ to: "client", frame: null, losses: [], error: new DecodeError("/params/requestId", "initialize cannot be cancelled", INVALID_REQUEST), request: this.#opening }];
    }
    const call = id === null ? undefined : this.#callsOfClient.get(keyOf(id));
    const isAtServer = call !== undefined && this.#calls.has(keyOf(call.sent.id as MessageId));
    const deliveries = super.handle("client", message);
    if (!call) return deliveries;
    for (const { frame } of deliveries) if (frame) (frame.params as JsonObject).requestId = call.sent.id!;
    return [...(isAtServer ? deliveries : []), ...this.#forget(call)];
  }

  #decoded(message: JsonObject, sender: Side, answering: string | null = null, revision: string = sender === "client" ? this.client : this.server): JsonObject {
    return this.#core.decode(message, revision, { sender, answering, limits: this.#options.limits, unknownMethods: this.#unknownMethods }).message as JsonObject;
  }
}

/** Return the capabilities of a server without subscriptions to resources, and add the difference to `losses`. */
function offered(capabilities: JsonObject, losses: Loss[]): JsonObject {
  const { resources } = capabilities;
  if (!isObject(resources) || !has(resources, "subscribe")) return capabilities;
  const { subscribe, ...others } = resources;
  if (subscribe) losses.push(lossBy("dropped", "/result/capabilities/resources/subscribe", subscribe, NOT_SUBSCRIBED));
  return { ...capabilities, resources: others };
}
