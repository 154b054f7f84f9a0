/**
 * A session between a client with a handshake and a stateless server: the messages of the handshake, besides those that convert.
 *
 * - `initialize` is answered from the server's answer to `server/discover`, and `ping` at once.
 * - The level of `logging/setLevel` and the facts of `initialize` are repeated in each request.
 * - Input requests in a result go to the client. After its last answer, the request is repeated with the answers.
 *
 * - One `subscriptions/listen` asks for the list changes that the server offers, and for the resources to which the client has
 *   subscribed; their notifications go to the client. If the client subscribes to more or fewer resources, the session opens a new
 *   subscription, and cancels the old one after the server has acknowledged the new one.
 *
 * The options `loss` and `unreported` hold for all of them.
 */

import type { Core } from "./core.ts";
import { cancelledId, covers, failed, idPrefix, isDeclared, LISTS, lossBy, MAY_ASK, paramsOf, ROUNDS, sent, SERVER_INFO, SUBSCRIPTION, UNKNOWN } from "./crossing.ts";
import type { Revision } from "./generated/revisions.ts";
import { failureOf, idOf } from "./decode.ts";
import { DecodeError, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, type Loss, type MessageId, METHOD_NOT_FOUND, ROUTINE_CHANGES } from "./errors.ts";
import { has, isObject, type Json, type JsonObject, type Limits, member, pointerOf, shown } from "./json.ts";
import type { LossOptions, RequestContext, UnknownMethods } from "./messages.ts";
import { reporterOf } from "./options.ts";
import type { Change, Side } from "./published.ts";
import { DEFAULT_OPEN_REQUESTS, keyOf, type OpenRequest, OpenRequestsError, type PairModule, type PairSessionOptions, type Sent, Session, type SessionOptions, unasked } from "./session.ts";

/** The notifications of a client that a server without a handshake does not need. */
const NOT_NEEDED = ["notifications/initialized", "notifications/roots/list_changed"];
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

/** A subscription of the session at the server. */
interface Subscription {
  readonly id: string;
  /** The resources for which it asks; after its acknowledgement, those that the server granted. */
  uris: ReadonlySet<string>;
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
  /** What the server offered in its capabilities. */
  #capabilities: JsonObject = {};
  /** The subscription that the server has acknowledged, and the one that shall replace it. */
  #subscription: Subscription | null = null;
  #nextSubscription: Subscription | null = null;
  /** The resources to which the client wants to be subscribed. */
  readonly #uris = new Set<string>();
  /** The requests `resources/subscribe` that wait for an acknowledgement, by their id. */
  readonly #subscribing = new Map<string, { request: OpenRequest; uri: string }>();
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
    return super.open + Number(this.#opening !== null) + this.#subscribing.size;
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
    const isOpen = this.#calls.has(keyOf(id)) || this.#subscribing.has(keyOf(id)) || id === this.#subscription?.id || id === this.#nextSubscription?.id;
    if (isOpen || (isOpening && method !== "initialize")) throw new DecodeError("/id", `the id ${shown(id)} belongs to a request that is still open`, INVALID_REQUEST, id);
    if (method === "initialize") return this.#initialize(this.#decoded(message, "client"), id);
    if (method === "ping") return this.#reply(this.#decoded(message, "client"));
    if (method === "logging/setLevel") {
      this.setContext({ ...this.#context, logLevel: member(this.#decoded(message, "client").params as JsonObject, "level") as string });
      return this.#reply(message);
    }
    if (method === "resources/subscribe") return this.#subscribe(this.#decoded(message, "client"), id);
    if (method === "resources/unsubscribe") return this.#unsubscribe(this.#decoded(message, "client"));
    const deliveries = super.handle("client", message);
    for (const { to, frame, request } of deliveries) {
      if (to === "server" && frame && request) this.#start({ request, sent: frame, rounds: 0, questions: new Set(), answers: {}, losses: [] });
    }
    return deliveries;
  }

  #fromServer(message: JsonObject): Sent[] {
    const id = idOf(message);
    if (message.method !== undefined) return this.#ofSubscription(message) ?? super.handle("server", message);
    if (typeof id === "string" && id.startsWith(this.#listenPrefix)) return this.#ended(id, message);
    if (id === null) return super.handle("server", message);
    if (this.#opening !== null && keyOf(this.#opening.id) === keyOf(id)) return this.#discovered(message, this.#opening);
    const call = this.#calls.get(keyOf(id));
    if (!call && this.#callsOfClient.has(keyOf(id))) return [unasked("client", message)]; // the server has answered it, or has it by another id
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
      const answer: JsonObject = { protocolVersion: this.#between, capabilities: capabilities!, serverInfo: stated ?? { ...UNKNOWN } };
      if (instructions !== undefined) answer.instructions = instructions;
      if (stated === undefined) own.push(lossBy("invented", "/result/serverInfo", { ...UNKNOWN }, NOT_NAMED));
      const reported = reporterOf(this.#options)(own);
      const delivery = this.#converted({ jsonrpc: "2.0", id, result: answer }, this.#between, "initialize", request);
      delivery.losses.push(...reported);
      this.#isOpen = true;
      this.#capabilities = capabilities as JsonObject;
      return [delivery, ...this.#listen()];
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

  // Subscriptions

  #subscribe(message: JsonObject, id: MessageId): Sent[] {
    const uri = paramsOf(message).uri as string, request: OpenRequest = { sender: "client", id, method: "resources/subscribe" };
    if (!this.#isOffered("resources", "subscribe")) throw new DecodeError("/method", "the server does not support subscriptions to resources", METHOD_NOT_FOUND, id);
    if (this.#uris.has(uri) && this.#subscription?.uris.has(uri)) return this.#reply(message);
    if (this.#uris.size + this.#subscribing.size >= this.#most) {
      const error = new OpenRequestsError(this.#most);
      return [{ to: "client", frame: failureOf(id, INTERNAL_ERROR, error.message), losses: [], error, request: null }];
    }
    this.#uris.add(uri);
    this.#subscribing.set(keyOf(id), { request, uri });
    return this.#listen();
  }

  #unsubscribe(message: JsonObject): Sent[] {
    const uri = paramsOf(message).uri as string;
    this.#uris.delete(uri);
    const reason = "the subscription was ended before it began";
    const ended = this.#settle((one) => one === uri, (request) => refused(request, new DecodeError("", reason, INTERNAL_ERROR, request.id)));
    return [...ended, ...this.#reply(message), ...(this.#subscription ? this.#listen() : [])];
  }

  /** Forget a request to subscribe that the client cancels, and its resource, unless another request is about that. */
  #withdraw(key: string, uri: string): Sent[] {
    this.#subscribing.delete(key);
    if ([...this.#subscribing.values()].some((one) => one.uri === uri)) return [];
    this.#uris.delete(uri);
    return this.#listen();
  }

  /** Answer the requests that wait to be subscribed to some resources. */
  #settle(isAbout: (uri: string) => boolean, answer: (request: OpenRequest, uri: string) => Sent): Sent[] {
    return [...this.#subscribing].flatMap(([key, { request, uri }]) => {
      if (!isAbout(uri)) return [];
      this.#subscribing.delete(key);
      return [answer(request, uri)];
    });
  }

  #isOffered(name: string, what: string): boolean {
    const one = member(this.#capabilities, name);
    return isObject(one) && member(one, what) === true;
  }

  get #listenPrefix(): string {
    return `${this.#prefix}-listen-`;
  }

  /**
   * Open a subscription to what the client wants, if no other one waits for the server. If the open one has all of it, answer the
   * requests that wait.
   */
  #listen(): Sent[] {
    const open = this.#subscription, lists = LISTS.filter((name) => this.#isOffered(name, "listChanged"));
    if (this.#nextSubscription || (!open && !lists.length && !this.#uris.size)) return [];
    if (open && isEqual(open.uris, this.#uris)) return this.#settle((uri) => open.uris.has(uri), accepted);
    if (!lists.length && !this.#uris.size) {
      this.#subscription = null;
      return [cancellation(open!)];
    }
    const id = `${this.#listenPrefix}${++this.#count}`;
    this.#nextSubscription = { id, uris: new Set(this.#uris) };
    const filter = { ...Object.fromEntries(lists.map((name) => [`${name}ListChanged`, true])), ...(this.#uris.size > 0 && { resourceSubscriptions: [...this.#uris] }) };
    return [sent("server", { jsonrpc: "2.0", id, method: "subscriptions/listen", params: { _meta: this.#metadata(), notifications: filter } })];
  }

  /** Return the deliveries for a message about a subscription; `undefined` for one that the session only converts. */
  #ofSubscription(message: JsonObject): Sent[] | undefined {
    const { method } = message, params = paramsOf(message), meta = member(params, "_meta");
    if (method === "notifications/cancelled") {
      const ended = member(params, "requestId");
      return typeof ended === "string" && ended.startsWith(this.#listenPrefix) ? this.#ended(ended, {}) : undefined;
    }
    const id = isObject(meta) ? member(meta, SUBSCRIPTION) : undefined;
    if (typeof id !== "string" || !id.startsWith(this.#listenPrefix)) return undefined;
    if (method === "notifications/subscriptions/acknowledged") return this.#acknowledged(id, params);
    if (id !== (this.#subscription ?? this.#nextSubscription)?.id) return []; // the other subscription has the same notification
    return method === "notifications/resources/updated" && !this.#isWanted(member(params, "uri")) ? [] : undefined;
  }

  /** Whether the client wants to know about a resource. A server may spell its URI in another way than the client. */
  #isWanted(uri: Json | undefined): boolean {
    const isCovered = (uris: Iterable<string>) => [...uris].some((one) => covers(one, uri));
    return this.#uris.size > 0 && (isCovered(this.#uris) || !isCovered(this.#subscription?.uris ?? []));
  }

  /** Let the acknowledged subscription replace the old one. */
  #acknowledged(id: string, params: JsonObject): Sent[] {
    const next = this.#nextSubscription, old = this.#subscription;
    if (id !== next?.id) return [];
    const notifications = member(params, "notifications"), stated = isObject(notifications) ? member(notifications, "resourceSubscriptions") : undefined;
    const granted = new Set(Array.isArray(stated) ? stated : []), asked = next.uris;
    next.uris = new Set([...asked].filter((uri) => granted.has(uri)));
    [this.#subscription, this.#nextSubscription] = [next, null];
    for (const uri of asked) if (!next.uris.has(uri)) this.#uris.delete(uri);
    const answered = this.#settle((uri) => asked.has(uri), (request, uri) => {
      if (next.uris.has(uri)) return accepted(request);
      return refused(request, new DecodeError("/params/uri", `the server does not report changes of ${shown(uri)}`, INVALID_PARAMS, request.id));
    });
    return [...answered, ...(old ? [cancellation(old)] : []), ...this.#listen()];
  }

  /** End a subscription that the server ended or refused; `response` is its response. */
  #ended(id: string, response: JsonObject): Sent[] {
    if (id === this.#subscription?.id) this.#subscription = null;
    const next = this.#nextSubscription;
    if (id !== next?.id) return [];
    this.#nextSubscription = null;
    const isError = has(response, "error"), said = isObject(response.error) ? member(response.error, "message") : undefined;
    const reason = isError ? `the server refused the subscription: ${typeof said === "string" ? said : "without a message"}` : "the server ended the subscription before it began";
    const open = this.#subscription?.uris ?? new Set<string>();
    const answered = this.#settle((uri) => next.uris.has(uri) && !open.has(uri), (request, uri) => {
      this.#uris.delete(uri);
      const error = new DecodeError("/error", reason, INTERNAL_ERROR, request.id);
      if (!isError) return refused(request, error);
      try {
        return { ...this.#converted({ ...response, id: request.id }, this.server, request.method, request), error };
      } catch (thrown) {
        return failed("client", request.id, thrown, request); // the error itself is malformed
      }
    });
    if (isError && !answered.length) answered.push({ to: "client", frame: null, losses: [], error: new DecodeError("/error", reason, INTERNAL_ERROR), request: null });
    return [...answered, ...(this.#subscribing.size ? this.#listen() : [])];
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
    const id = cancelledId(message), subscribing = id === null ? undefined : this.#subscribing.get(keyOf(id));
    if (subscribing) return this.#withdraw(keyOf(id!), subscribing.uri);
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

/** Return the cancellation of a subscription. */
function cancellation({ id }: Subscription): Sent {
  return sent("server", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
}

/** Return the reply to a request whose subscription is open. */
function accepted(request: OpenRequest): Sent {
  return sent("client", { jsonrpc: "2.0", id: request.id, result: {} }, [], request);
}

/** Return the reply to a request that the session refuses after some time. */
function refused(request: OpenRequest, error: DecodeError): Sent {
  return { to: "client", frame: failureOf(request.id, error.code, error.message), losses: [], error, request };
}

function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item));
}
