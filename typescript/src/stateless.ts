/**
 * A session between a stateless client and a server with a handshake: the mirror of `handshake.ts`.
 *
 * - The first request of the client opens the session: `initialize` has the facts of its `_meta`. Requests wait until the server
 *   has answered it. `server/discover` is answered from that answer.
 * - A request that names another revision than that of the session gets the error -32022, which lists the revision.
 * - `ping` of the server is answered at once, and `logging/setLevel` follows the log level of the requests.
 * - A request of the server for input becomes an `input_required` result of the newest call that can have one. The retry of the
 *   client gives the answers to the server, and the call goes on. It must have the method and the params of the first request,
 *   except `_meta`, `inputResponses` and `requestState`.
 * - Progress has the token of the client's last request of the call, and is dropped while the client has no such request open.
 * - `subscriptions/listen` is answered by the session: it subscribes to the resources, and forwards what the client asked for.
 *
 * What cannot be carried: the error that asks for a visit to a URL is converted, and not turned into an input request. Core tasks
 * of the server are not tasks of the extension, so the server's offer of them is removed.
 */

import type { Core } from "./core.ts";
import { cancelledId, covers, idPrefix, isDeclared, LISTS, lossBy, MAY_ASK, paramsOf, ROUNDS, sent, SERVER_INFO, SUBSCRIPTION, UNKNOWN } from "./crossing.ts";
import { failureOf, identified, idOf, kindOf } from "./decode.ts";
import { DecodeError, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, type Loss, LossError, type MessageId, METHOD_NOT_FOUND, NoCounterpart, ROUTINE_CHANGES, UNSUPPORTED_PROTOCOL_VERSION } from "./errors.ts";
import type { Revision } from "./generated/revisions.ts";
import { copied, has, isObject, type Json, type JsonObject, type Limits, line, lossPointer, member, pointerOf, sameJson, shown } from "./json.ts";
import type { LossOptions, UnknownMethods } from "./messages.ts";
import { reporterOf } from "./options.ts";
import type { Change, Side } from "./published.ts";
import { DEFAULT_OPEN_REQUESTS, DEFAULT_STORED_SIZE, keyOf, type OpenRequest, OpenRequestsError, type PairModule, type PairSessionOptions, type Sent, Session, type SessionOptions, tokenOf } from "./session.ts";

/** The members of `_meta` with the facts of a client. */
const VERSION = "io.modelcontextprotocol/protocolVersion", CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo", LEVEL = "io.modelcontextprotocol/logLevel";
/** The log levels, least severe first (RFC 5424). */
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
/** The notifications of lists, and the member of a subscription that asks for each. */
const LIST_CHANGES = new Map(LISTS.map((name) => [`notifications/${name}/list_changed`, `${name}ListChanged`]));
/** An input request for each capability that a client needs for one. */
const INPUTS: readonly JsonObject[] = [
  { method: "roots/list" },
  { method: "sampling/createMessage" }, { method: "sampling/createMessage", params: { tools: [] } },
  { method: "elicitation/create" }, { method: "elicitation/create", params: { mode: "url" } },
];
const CANCELLED = { jsonrpc: "2.0", method: "notifications/cancelled" };
const NOT_NAMED: Change = { id: "R-INIT", reason: "The client does not name itself, but `initialize` must, so a name was invented." };
const NOT_USED: Change = { id: "R-INIT", reason: "The server only knows the capabilities of the session's first request, so others had no effect." };
const NO_TASKS: Change = { id: "R-TASK", reason: "The session does not carry tasks, so the server's offer of them was removed." };
const NO_TOKEN: Change = { id: "R-PROG", reason: "No open request reports progress under this token." };
const NOT_CANCELLABLE: Change = { id: "R-CANCEL", reason: "The sender has no open request with this id that can be cancelled." };
const LEVEL_NOT_REQUESTED: Change = { id: "R-LOG", reason: "No open request asked for messages of this level." };
const NOT_SUBSCRIBED: Change = { id: "R-SUB", reason: "No subscription of the client asked for this notification." };

/** What a request of the client says about the client. */
interface Facts {
  /** Whether the client declared the capability for each of `INPUTS`. */
  readonly declares: readonly boolean[];
  /** The log level as an index of `LEVELS`, `-1` if there is none. */
  readonly level: number;
}

/** A request of the client that the server has. */
interface Call {
  /** The request as the client sent it last; a retry has another id. */
  request: OpenRequest;
  readonly serverId: MessageId;
  /** The params that a retry repeats; `null` if the client declared no capability for input. */
  readonly repeated: JsonObject | null;
  readonly repeatedSize: number;
  /** The token of the client's last request for progress, and the one that the server got. */
  token: MessageId | null;
  readonly serverToken: MessageId | null;
  /** The facts that the client stated with it last. */
  facts: Facts;
  rounds: number;
  /** The state that the retry of the client must have, while the session waits for it. */
  state: string | null;
  /** The input requests of the server that the client has not answered, by their names in the result. */
  readonly questions: Map<string, Question>;
  /** The response of the server, if it came while the session waits for the retry. */
  response: Sent | null;
  responseSize: number;
}

/** A request of the server for input. */
interface Question {
  readonly request: OpenRequest;
  readonly call: Call;
  readonly name: string;
  readonly inputRequest: JsonObject;
  /** The differences that the client has not got yet. */
  losses: Loss[];
  readonly size: number;
}

interface Subscription {
  readonly request: OpenRequest;
  readonly filter: JsonObject;
  readonly uris: Set<string>;
  /** For how many resources the server has not answered yet. */
  unanswered: number;
  isAcknowledged: boolean;
  readonly size: number;
}

/** A resource to which the session has subscribed. */
interface Resource {
  /** Whether the server has confirmed it. */
  isConfirmed: boolean;
  /** The subscriptions of the client that have it. */
  readonly users: Set<Subscription>;
}

type Failure = DecodeError | NoCounterpart<JsonObject> | LossError | OpenRequestsError;

/** A session whose client has no handshake, and whose server has one. */
export class StatelessSession extends Session<Revision, Revision> {
  readonly #core: Core;
  /** The last revision with a handshake on the way from that of the client. */
  readonly #between: string;
  /** The methods of input requests. */
  readonly #inputs: ReadonlySet<string>;
  readonly #options: LossOptions & { limits: Limits | undefined };
  readonly #most: number;
  readonly #mostStored: number;
  #stored = 0;
  /** The requests that wait for the answer to `initialize`; `null` if it was not sent, or is answered. */
  #waiting: Map<string, { message: JsonObject; size: number }> | null = null;
  /** What the server said about itself, as the result of `server/discover`, with the differences. */
  #about: { result: JsonObject; losses: Loss[] } | null = null;
  /** The facts that the client stated in `initialize`. */
  #opened: Facts = { declares: [], level: -1 };
  /** The requests of the session itself, with what to do with their responses. */
  readonly #own = new Map<string, (response: JsonObject) => Sent[]>();
  /** The calls that the server has, by their id there, oldest first. */
  readonly #calls = new Map<string, Call>();
  /** The calls that the client waits for, by their id there. */
  readonly #callsOfClient = new Map<string, Call>();
  /** The calls that the server has, by the token of their progress there. */
  readonly #tokens = new Map<string, Call>();
  /** The calls whose retry the session waits for, by their state, oldest first. */
  readonly #asked = new Map<string, Call>();
  /** The input requests of the server, by their id there. */
  readonly #questions = new Map<string, Question>();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #resources = new Map<string, Resource>();
  /** How many calls that the client waits for ask for each level. */
  readonly #levels: number[] = LEVELS.map(() => 0);
  /** The level that the server was told last. */
  #level = -1;
  readonly #prefix = idPrefix();
  #count = 0;
  readonly #unknownMethods: UnknownMethods | undefined;

  constructor(
    core: Core, { between, methods }: { between: string; methods: ReadonlySet<string> },
    up: PairModule<Revision, Revision>, down: PairModule<Revision, Revision>, options: PairSessionOptions<Revision, Revision> & SessionOptions,
  ) {
    reporterOf(options); // which throws if an option is wrong
    const unreported = [...(options.unreported ?? []), ...ROUTINE_CHANGES];
    super(up, down, { ...options, unreported });
    this.#unknownMethods = options.unknownMethods;
    [this.#core, this.#between, this.#inputs] = [core, between, methods];
    this.#options = { limits: options.limits, loss: options.loss, unreported };
    this.#most = options.openRequests ?? DEFAULT_OPEN_REQUESTS;
    this.#mostStored = options.storedSize ?? DEFAULT_STORED_SIZE;
  }

  override get open(): number {
    let responses = 0;
    for (const { response } of this.#asked.values()) responses += Number(response !== null);
    return super.open + (this.#waiting?.size ?? 0) + this.#questions.size + this.#subscriptions.size + responses;
  }

  /** @internal */
  override handle(sender: Side, tree: Json, during: MessageId | null = null): Sent[] {
    if (!isObject(tree)) return super.handle(sender, tree);
    const id = idOf(tree), isRequest = has(tree, "method") && has(tree, "id");
    try {
      return sender === "client" ? this.#fromClient(tree, id) : this.#fromServer(tree, id, during);
    } catch (error) {
      if (!isFailure(error) || (isRequest && id === null)) throw error;
      return [isRequest && id !== null ? refusal(sender, id, error, codeOf(error)) : { to: sender, frame: null, losses: [], error, request: null }];
    }
  }

  #fromClient(message: JsonObject, id: MessageId | null): Sent[] {
    const { method } = message;
    if (method === "notifications/cancelled" && !has(message, "id")) return this.#cancel(message);
    if (method === undefined || id === null) return super.handle("client", message);
    const key = keyOf(id);
    if (this.#waiting?.has(key) || this.#callsOfClient.has(key) || this.#subscriptions.has(key)) {
      throw new DecodeError("/id", `the id ${shown(id)} belongs to a request that is still open`, INVALID_REQUEST, id);
    }
    const named = member(metaOf(message), VERSION), [revision] = this.client.split("+") as [string];
    if (typeof named === "string" && named !== revision) throw unsupported(id, named, revision);
    return this.#about ? this.#request(message, id) : this.#wait(message, id);
  }

  #request(message: JsonObject, id: MessageId): Sent[] {
    const method = String(message.method), params = paramsOf(message);
    if (method === "server/discover") return this.#discover(this.#decoded(message, "client"));
    if (method === "subscriptions/listen") return this.#listen(this.#decoded(message, "client"), id);
    const isRetry = MAY_ASK.includes(method) && (has(params, "requestState") || has(params, "inputResponses"));
    return isRetry ? this.#retry(this.#decoded(message, "client"), id) : this.#forward(message, id);
  }

  #fromServer(message: JsonObject, id: MessageId | null, during: MessageId | null): Sent[] {
    const { method } = message;
    if (method === undefined) {
      const key = id === null ? "" : keyOf(id), own = this.#own.get(key), call = this.#calls.get(key);
      if (own) this.#own.delete(key);
      return own ? own(message) : call ? this.#answer(call, message) : super.handle("server", message);
    }
    if (id !== null && method === "ping") {
      this.#decoded(message, "server");
      return [sent("server", { jsonrpc: "2.0", id, result: {} })];
    }
    if (id !== null && this.#inputs.has(method as string)) return this.#ask(message, id, during);
    if (has(message, "id")) return super.handle("server", message);
    if (method === "notifications/cancelled") return this.#withdraw(message);
    if (method === "notifications/message") return this.#log(message);
    if (method === "notifications/progress") return this.#progress(message);
    if (LIST_CHANGES.has(method as string) || method === "notifications/resources/updated") return this.#publish(message);
    return super.handle("server", message);
  }

  // The handshake

  /** Let a request wait for the handshake. The first one starts it. */
  #wait(message: JsonObject, id: MessageId): Sent[] {
    if ((this.#waiting?.size ?? 0) >= this.#most) throw new OpenRequestsError(this.#most);
    const size = this.#store(message);
    try {
      const opening = this.#waiting ? [] : this.#initialize(this.#decoded(message, "client"));
      (this.#waiting ??= new Map()).set(keyOf(id), { message, size });
      return opening;
    } catch (error) {
      this.#stored -= size;
      throw error;
    }
  }

  #initialize(first: JsonObject): Sent[] {
    const meta = paramsOf(first)._meta as JsonObject;
    const clientInfo = meta[CLIENT_INFO] ?? { ...UNKNOWN };
    const own = meta[CLIENT_INFO] === undefined ? [lossBy("invented", "/params/clientInfo", clientInfo, NOT_NAMED)] : [];
    const params = { protocolVersion: this.#between, capabilities: meta[CAPABILITIES]!, clientInfo };
    const request = { jsonrpc: "2.0", id: this.#newId(), method: "initialize", params };
    const { message, losses } = this.#core.convert(request, this.#between, this.server, { sender: "client", ...this.#options });
    const reported = reporterOf(this.#options)(own);
    this.#opened = factsOf(first);
    const sending = this.#decoded(message as JsonObject, "client", null, this.server);
    this.#own.set(keyOf(request.id), (response) => this.#initialized(response));
    return [sent("server", sending, [...losses.map(ofMeta), ...reported])];
  }

  #initialized(response: JsonObject): Sent[] {
    const waiting = [...(this.#waiting ?? new Map<string, never>()).values()];
    this.#waiting = null;
    for (const { size } of waiting) this.#stored -= size;
    try {
      this.#about = this.#aboutServer(response);
    } catch (error) {
      if (!isFailure(error)) throw error;
      return waiting.map(({ message }) => refusal("client", message.id as MessageId, error, INTERNAL_ERROR));
    }
    if (this.#about) {
      const ready = { jsonrpc: "2.0", method: "notifications/initialized" };
      return [sent("server", ready), ...waiting.flatMap(({ message }) => this.handle("client", message))];
    }
    return waiting.map(({ message: { id } }) => {
      try {
        const { message, losses } = this.#core.convert(response, this.server, this.client, { sender: "server", ...this.#options });
        return sent("client", { ...(message as JsonObject), id: id! }, losses);
      } catch (error) {
        if (!isFailure(error)) throw error;
        return refusal("client", id as MessageId, error, INTERNAL_ERROR);
      }
    });
  }

  /** Return what the answer to `initialize` says; `null` if it is an error. */
  #aboutServer(response: JsonObject): { result: JsonObject; losses: Loss[] } | null {
    const stated = this.#decoded(response, "server", "initialize");
    if (has(stated, "error")) return null;
    const { protocolVersion } = stated.result as JsonObject;
    if (protocolVersion !== this.server.split("+")[0]) {
      throw new DecodeError("/result/protocolVersion", `the server answered with the revision ${shown(protocolVersion!)}, not with ${this.server}`);
    }
    const { message, losses } = this.#core.convert(stated, this.server, this.#between, { sender: "server", answering: "initialize", ...this.#options });
    const { capabilities, serverInfo, instructions } = (message as JsonObject).result as JsonObject;
    const { tasks, ...offered } = capabilities as JsonObject;
    const own = tasks === undefined ? [] : [lossBy("dropped", "/result/capabilities/tasks", tasks, NO_TASKS)];
    const result: JsonObject = {
      resultType: "complete", supportedVersions: [this.client.split("+")[0]!], capabilities: offered, ttlMs: 0, cacheScope: "private",
      ...(instructions !== undefined && { instructions }), _meta: { [SERVER_INFO]: serverInfo! },
    };
    this.#decoded({ jsonrpc: "2.0", id: 0, result }, "server", "server/discover", this.client);
    this.#store(result);
    return { result, losses: [...losses, ...reporterOf(this.#options)(own)] };
  }

  #discover({ id }: JsonObject): Sent[] {
    const { result, losses } = this.#about!;
    return [sent("client", { jsonrpc: "2.0", id: id!, result: copied(result) }, copied(losses as unknown as Json[]) as unknown as Loss[])];
  }

  get #offered(): JsonObject {
    return (this.#about?.result.capabilities ?? {}) as JsonObject;
  }

  // Calls

  #forward(message: JsonObject, id: MessageId): Sent[] {
    identified(message, () => kindOf(message)); // refuses what is not a request, before anything changes
    const facts = factsOf(message), method = String(message.method);
    const unused = MAY_ASK.includes(method) ? this.#unused(message, facts) : [];
    const repeated = MAY_ASK.includes(method) && facts.declares.includes(true) ? repeatedOf(message) : null;
    const repeatedSize = repeated ? this.#store(repeated) : 0;
    const ended = super.open >= this.#most ? this.#endOldest() : [];
    const isTaken = this.#calls.has(keyOf(id)) || this.#own.has(keyOf(id)); // by a call whose retry has another id
    const serverId = isTaken ? this.#newId() : id;
    const token = tokenOf(message), serverToken = token !== null && this.#tokens.has(keyOf(token)) ? this.#newId() : token;
    const [delivery] = super.handle("client", withToken(isTaken ? { ...message, id: serverId } : message, serverToken)) as [Sent];
    if (delivery.to !== "server" || !delivery.frame) {
      this.#stored -= repeatedSize;
      return [...ended, { ...delivery, frame: delivery.frame && { ...delivery.frame, id } }];
    }
    const request: OpenRequest = { sender: "client", id, method };
    const call: Call = { request, serverId, repeated, repeatedSize, token, serverToken, facts, rounds: 0, state: null, questions: new Map(), response: null, responseSize: 0 };
    this.#calls.set(keyOf(serverId), call);
    if (serverToken !== null) this.#tokens.set(keyOf(serverToken), call);
    this.#enter(call);
    return [...ended, ...this.#setLevel(), { ...delivery, losses: [...delivery.losses, ...unused], request }];
  }

  /** Report the capabilities for input that `initialize` did not state. */
  #unused(message: JsonObject, { declares }: Facts): Loss[] {
    if (!declares.some((one, i) => one && !this.#opened.declares[i])) return [];
    const stated = member(metaOf(message), CAPABILITIES)!;
    return reporterOf(this.#options)([lossBy("weakened", pointerOf(["params", "_meta", CAPABILITIES]), stated, NOT_USED)]);
  }

  /** Let the client wait for a call. */
  #enter(call: Call): void {
    this.#callsOfClient.set(keyOf(call.request.id), call);
    if (call.facts.level >= 0) this.#levels[call.facts.level]!++;
  }

  /** Note that the client does not wait for a call any more. */
  #leave(call: Call): void {
    if (this.#callsOfClient.delete(keyOf(call.request.id)) && call.facts.level >= 0) this.#levels[call.facts.level]!--;
  }

  /** Note that the server does not have a call any more. */
  #close({ serverId, serverToken }: Call): void {
    this.#calls.delete(keyOf(serverId));
    if (serverToken !== null) this.#tokens.delete(keyOf(serverToken));
  }

  /** Pass on progress under the token of the client's request, if one is open and asked for progress. */
  #progress(message: JsonObject): Sent[] {
    const params = paramsOf(message), stated = idOf({ id: member(params, "progressToken") ?? null });
    if (stated === null) return super.handle("server", message);
    const call = this.#tokens.get(keyOf(stated));
    if (!call || call.state !== null || call.token === null) return this.#unneeded("client", message, NO_TOKEN);
    return super.handle("server", { ...message, params: { ...params, progressToken: call.token } }).map((one) => ({ ...one, request: call.request }));
  }

  /** Pass on the response of the server, or store it until the client comes back. */
  #answer(call: Call, response: JsonObject): Sent[] {
    const [delivery] = super.handle("server", response) as [Sent];
    this.#close(call);
    if (call.state === null) return this.#finish(call, delivery, "the request is over");
    call.response = delivery;
    call.responseSize = delivery.frame ? this.#store(delivery.frame, true) : 0;
    return [];
  }

  /** End a call: its client gets a response, and the server an error for each question. */
  #finish(call: Call, delivery: Sent, reason: string): Sent[] {
    const { request } = call;
    this.#leave(call);
    this.#stored -= call.repeatedSize;
    return [...this.#refuseQuestions(call, reason), { ...delivery, frame: delivery.frame && { ...delivery.frame, id: request.id }, request }];
  }

  #cancel(message: JsonObject): Sent[] {
    const id = cancelledId(message), key = id === null ? "" : keyOf(id);
    const waiting = this.#waiting?.get(key), call = this.#callsOfClient.get(key), subscription = this.#subscriptions.get(key);
    if (id === null || !this.#about) {
      if (!waiting) return id === null ? super.handle("client", message) : this.#unneeded("server", message, NOT_CANCELLABLE);
      this.#waiting!.delete(key);
      this.#stored -= waiting.size;
      return [];
    }
    if (subscription) return this.#unsubscribe(subscription);
    return call ? this.#drop(call, message, "the client cancelled the request") : this.#unneeded("server", message, NOT_CANCELLABLE);
  }

  /** Cancel a call at the server. */
  #drop(call: Call, cancellation: JsonObject, reason: string): Sent[] {
    const { request, serverId } = call;
    const params = { ...paramsOf(cancellation), requestId: serverId };
    const deliveries = call.response ? [] : super.handle("client", { ...cancellation, params });
    this.#close(call);
    if (call.state === null) this.#leave(call);
    else this.#asked.delete(call.state);
    this.#stored -= call.repeatedSize + call.responseSize;
    return [...this.#refuseQuestions(call, reason), ...deliveries.map((one) => ({ ...one, request }))];
  }

  /** End the call whose retry the session waits for longest, if there is one. */
  #endOldest(): Sent[] {
    for (const call of this.#asked.values()) return this.#drop(call, { ...CANCELLED }, "the client did not come back with an answer");
    return [];
  }

  // Input requests

  /** Turn a request of the server into an input request of the call on whose stream it came, or of the newest one that can have it. */
  #ask(message: JsonObject, id: MessageId, during: MessageId | null): Sent[] {
    const request: OpenRequest = { sender: "server", id, method: message.method as string };
    if (this.#questions.has(keyOf(id))) throw new DecodeError("/id", `the id ${shown(id)} belongs to a request that is still open`, INVALID_REQUEST, id);
    if (this.#questions.size >= this.#most) throw new OpenRequestsError(this.#most);
    const stated = this.#decoded(message, "server");
    const { message: inputRequest, losses } = this.#core.inputRequestOf(stated, this.server, this.client, this.#options);
    const call = this.#carrier(neededBy(inputRequest), during === null ? this.#calls.values() : [this.#calls.get(keyOf(during))]);
    if (!call) throw new DecodeError("/method", `the client has no open request whose result could contain ${request.method}`, METHOD_NOT_FOUND, id);
    const name = String(++this.#count);
    this.#checked(call, { [name]: inputRequest });
    const question: Question = { request, call, name, inputRequest, losses, size: this.#store(inputRequest) };
    this.#questions.set(keyOf(id), question);
    call.questions.set(name, question);
    return call.state === null ? this.#require(call) : [];
  }

  /** Return the newest call that can have a question; one that the client waits for, if there is one. */
  #carrier(needed: number, calls: Iterable<Call | undefined>): Call | undefined {
    let asked: Call | undefined;
    for (const call of [...calls].reverse()) {
      if (!call || !MAY_ASK.includes(call.request.method) || !call.facts.declares[needed]) continue;
      if (call.state === null && call.rounds < ROUNDS) return call;
      if (call.state !== null) asked ??= call;
    }
    return asked;
  }

  /** Return the result that asks the client for input. Throw an error if it is not valid. */
  #checked(call: Call, inputRequests: JsonObject): JsonObject {
    const result = { resultType: "input_required", inputRequests, requestState: `${this.#prefix}-state-${this.#count}` };
    const response = { jsonrpc: "2.0", id: call.request.id, result };
    return this.#decoded(response, "server", call.request.method, this.client);
  }

  /** Answer a call with its questions. */
  #require(call: Call): Sent[] {
    const ended = this.#asked.size >= this.#most ? this.#endOldest() : [];
    const questions = [...call.questions.values()];
    const losses = questions.flatMap((one) => one.losses.splice(0));
    ++this.#count;
    const response = this.#checked(call, Object.fromEntries(questions.map(({ name, inputRequest }) => [name, copied(inputRequest)])));
    call.rounds++;
    call.state = member(response.result as JsonObject, "requestState") as string;
    this.#asked.set(call.state, call);
    this.#leave(call);
    return [...ended, sent("client", response, losses, call.request)];
  }

  /** Give the answers in a retry of the client to the server. */
  #retry(message: JsonObject, id: MessageId): Sent[] {
    const params = paramsOf(message), state = member(params, "requestState");
    const call = typeof state === "string" ? this.#asked.get(state) : undefined;
    if (!call) throw new DecodeError("/params/requestState", "no open request has this request state", INVALID_PARAMS, id);
    if (call.request.method !== message.method || !sameJson(call.repeated!, repeatedOf(message))) {
      const reason = "this request state belongs to a request with another method or other params; repeat that request";
      throw new DecodeError("/params/requestState", reason, INVALID_PARAMS, id);
    }
    this.#asked.delete(call.state!);
    Object.assign(call, { state: null, request: { ...call.request, id }, token: tokenOf(message), facts: factsOf(message) });
    this.#enter(call);
    const responses = (member(params, "inputResponses") ?? {}) as JsonObject;
    const deliveries = this.#setLevel();
    for (const question of [...call.questions.values()]) {
      if (!has(responses, question.name)) continue;
      this.#forget(question);
      deliveries.push(this.#answerQuestion(question, responses[question.name]!));
    }
    if (call.response) {
      this.#stored -= call.responseSize;
      return [...deliveries, ...this.#finish(call, call.response, "the request is over")];
    }
    if (!call.questions.size) return deliveries;
    if (call.rounds < ROUNDS) return [...deliveries, ...this.#require(call)];
    const error = new DecodeError("/params/inputResponses", `the input requests were not answered in ${ROUNDS} rounds`, INTERNAL_ERROR, id);
    const ended = this.#drop(call, { ...CANCELLED }, "too many rounds of input");
    return [...deliveries, ...ended, { ...refusal("client", id, error, INTERNAL_ERROR), request: call.request }];
  }

  #answerQuestion({ request }: Question, answer: Json): Sent {
    const { id, method } = request;
    try {
      const { message, losses } = this.#core.inputAnswer(answer, this.client, this.server, { id, answering: method, ...this.#options });
      return sent("server", this.#decoded(message, "client", method, this.server), losses, request);
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { ...refusal("server", id, error, INTERNAL_ERROR), request };
    }
  }

  /** Remove a question that the server cancels. */
  #withdraw(message: JsonObject): Sent[] {
    const id = cancelledId(message), question = id === null ? undefined : this.#questions.get(keyOf(id));
    if (!question) return this.#unneeded("client", message, NOT_CANCELLABLE);
    this.#forget(question);
    return [];
  }

  #forget({ request, call, name, size }: Question): void {
    this.#questions.delete(keyOf(request.id));
    call.questions.delete(name);
    this.#stored -= size;
  }

  #refuseQuestions(call: Call, reason: string): Sent[] {
    return [...call.questions.values()].map((question) => {
      this.#forget(question);
      return sent("server", failureOf(question.request.id, INTERNAL_ERROR, reason), [], question.request);
    });
  }

  // The log

  /** Set the level of the server to the most verbose one that the client asked for with an open request. */
  #setLevel(): Sent[] {
    const level = this.#levels.findIndex((count) => count > 0);
    if (level < 0 || level === this.#level || !has(this.#offered, "logging") || this.#own.size >= this.#most) return [];
    this.#level = level;
    return [this.#send("logging/setLevel", { level: LEVELS[level]! })];
  }

  /** Pass on a log message for which an open request asked. */
  #log(message: JsonObject): Sent[] {
    const wanted = this.#levels.findIndex((count) => count > 0), level = LEVELS.indexOf(String(member(paramsOf(message), "level")));
    return level >= 0 && (wanted < 0 || level < wanted) ? this.#unneeded("client", message, LEVEL_NOT_REQUESTED) : super.handle("server", message);
  }

  // Subscriptions

  #listen(message: JsonObject, id: MessageId): Sent[] {
    const wanted = paramsOf(message).notifications as JsonObject, request: OpenRequest = { sender: "client", id, method: "subscriptions/listen" };
    const offers = (name: string, what: string) => {
      const one = member(this.#offered, name);
      return isObject(one) && member(one, what) === true;
    };
    const filter = Object.fromEntries(LISTS.flatMap((name) =>
      member(wanted, `${name}ListChanged`) === true && offers(name, "listChanged") ? [[`${name}ListChanged`, true]] : []));
    const uris = new Set(offers("resources", "subscribe") ? ((member(wanted, "resourceSubscriptions") ?? []) as string[]) : []);
    const isTooMany = this.#subscriptions.size >= this.#most || this.#resources.size + this.#own.size + uris.size > this.#most;
    if (isTooMany) throw new OpenRequestsError(this.#most);
    const subscription: Subscription = { request, filter, uris, unanswered: 0, isAcknowledged: false, size: this.#store(wanted) };
    this.#subscriptions.set(keyOf(id), subscription);
    const subscribing: Sent[] = [];
    for (const uri of uris) {
      let resource = this.#resources.get(uri);
      if (!resource) {
        this.#resources.set(uri, (resource = { isConfirmed: false, users: new Set() }));
        subscribing.push(this.#send("resources/subscribe", { uri }, (response) => this.#subscribed(uri, response)));
      }
      resource.users.add(subscription);
      subscription.unanswered += Number(!resource.isConfirmed);
    }
    return [...subscribing, ...this.#acknowledge(subscription)];
  }

  /** Note the answer of the server about a resource. */
  #subscribed(uri: string, response: JsonObject): Sent[] {
    const resource = this.#resources.get(uri)!;
    resource.isConfirmed = has(response, "result");
    if (!resource.isConfirmed) this.#resources.delete(uri);
    const acknowledged = [...resource.users].flatMap((one) => {
      one.unanswered--;
      if (!resource.isConfirmed) one.uris.delete(uri);
      return this.#acknowledge(one);
    });
    return [...acknowledged, ...this.#release(uri)];
  }

  /** Acknowledge a subscription after the last answer of the server. */
  #acknowledge(subscription: Subscription): Sent[] {
    const { request, filter, uris, unanswered } = subscription;
    if (unanswered > 0 || subscription.isAcknowledged) return [];
    subscription.isAcknowledged = true;
    const notifications = { ...filter, ...(uris.size > 0 && { resourceSubscriptions: [...uris] }) };
    const params = { _meta: { [SUBSCRIPTION]: request.id }, notifications };
    return [sent("client", { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params }, [], request)];
  }

  #unsubscribe(subscription: Subscription): Sent[] {
    const { request, uris, size } = subscription;
    this.#subscriptions.delete(keyOf(request.id));
    this.#stored -= size;
    return [...uris].flatMap((uri) => {
      this.#resources.get(uri)!.users.delete(subscription);
      return this.#release(uri);
    });
  }

  /** Unsubscribe from a resource that no subscription has. */
  #release(uri: string): Sent[] {
    const resource = this.#resources.get(uri);
    if (!resource?.isConfirmed || resource.users.size) return [];
    this.#resources.delete(uri);
    return [this.#send("resources/unsubscribe", { uri })];
  }

  /** Send a notification on each subscription that asked for it. */
  #publish(message: JsonObject): Sent[] {
    const name = LIST_CHANGES.get(message.method as string), uri = member(paramsOf(message), "uri");
    const acknowledged = [...this.#subscriptions.values()].filter((one) => one.isAcknowledged);
    const about = acknowledged.filter(({ filter, uris }) => (name ? member(filter, name) === true : [...uris].some((one) => covers(one, uri))));
    const found = name || about.length ? about : acknowledged.filter(({ uris }) => uris.size > 0);
    if (!found.length) return this.#unneeded("client", message, NOT_SUBSCRIBED);
    const [delivery] = super.handle("server", message) as [Sent];
    if (delivery.to !== "client" || !delivery.frame) return [delivery];
    return found.map(({ request }) => {
      const frame = copied(delivery.frame!), { _meta } = paramsOf(frame);
      return { ...delivery, frame: { ...frame, params: { ...paramsOf(frame), _meta: { ...(isObject(_meta) && _meta), [SUBSCRIPTION]: request.id } } }, request };
    });
  }

  /** Drop a notification that nobody misses. Its sender is not at fault, so this does not refuse the loss. */
  #unneeded(to: Side, message: JsonObject, why: Change): Sent[] {
    const { loss = "report", unreported = [] } = this.#options;
    const losses = reporterOf({ loss: loss === "error" ? "report" : loss, unreported })([lossBy("dropped", "", message, why)]);
    return [{ to, frame: null, losses, error: null, request: null }];
  }

  // Requests of the session, and what it stores

  #newId(): string {
    return `${this.#prefix}-${++this.#count}`;
  }

  #send(method: string, params: JsonObject, handle: (response: JsonObject) => Sent[] = () => []): Sent {
    const id = this.#newId();
    this.#own.set(keyOf(id), handle);
    return sent("server", { jsonrpc: "2.0", id, method, params });
  }

  /** Count a message that the session stores, and return its size. Throw an error if there is no room, unless `isForced`. */
  #store(message: JsonObject, isForced: boolean = false): number {
    const size = line(message).length;
    if (!isForced && this.#stored + size > this.#mostStored) throw new DecodeError("", `the session would store more than ${this.#mostStored} characters`, INTERNAL_ERROR);
    this.#stored += size;
    return size;
  }

  #decoded(message: JsonObject, sender: Side, answering: string | null = null, revision: string = sender === "client" ? this.client : this.server): JsonObject {
    return this.#core.decode(message, revision, { sender, answering, limits: this.#options.limits, unknownMethods: this.#unknownMethods }).message as JsonObject;
  }
}

/** Return the metadata of a request. */
function metaOf(message: JsonObject): JsonObject {
  const { _meta } = paramsOf(message);
  return isObject(_meta) ? _meta : {};
}

/** Return a request with another token for its progress; without a token, the request itself. */
function withToken(message: JsonObject, progressToken: MessageId | null): JsonObject {
  return progressToken === null ? message : { ...message, params: { ...paramsOf(message), _meta: { ...metaOf(message), progressToken } } };
}

/** Return the params that a client repeats when it sends a request again with its answers. */
function repeatedOf(message: JsonObject): JsonObject {
  const { _meta, inputResponses, requestState, ...repeated } = paramsOf(message);
  return repeated;
}

/** Return the error of a request that names another revision than that of the session. */
function unsupported(id: MessageId, requested: string, revision: string): DecodeError {
  const reason = "Unsupported protocol version", code = UNSUPPORTED_PROTOCOL_VERSION;
  const reply = { jsonrpc: "2.0", id, error: { code, message: reason, data: { supported: [revision], requested } } } as const;
  return new DecodeError(pointerOf(["params", "_meta", VERSION]), reason, code, id, reply);
}

/** Return the facts that a request states. */
function factsOf(message: JsonObject): Facts {
  const meta = metaOf(message), stated = member(meta, CAPABILITIES), capabilities = isObject(stated) ? stated : {};
  return { declares: INPUTS.map((one) => isDeclared(capabilities, one)), level: LEVELS.indexOf(String(member(meta, LEVEL))) };
}

/** Return the index in `INPUTS` of the capability that a client needs for an input request. */
function neededBy({ method, params }: JsonObject): number {
  const stated = isObject(params) ? params : {};
  if (method === "roots/list") return 0;
  if (method === "sampling/createMessage") return has(stated, "tools") || has(stated, "toolChoice") ? 2 : 1;
  return member(stated, "mode") === "url" ? 4 : 3;
}

/** Return a difference in the params of `initialize` as one in the facts of a request. */
function ofMeta(loss: Loss): Loss {
  const pointer = loss.pointer
    .replace(/^\/params\/capabilities/, pointerOf(["params", "_meta", CAPABILITIES]))
    .replace(/^\/params\/clientInfo/, pointerOf(["params", "_meta", CLIENT_INFO]));
  return { ...loss, pointer: lossPointer([], pointer) };
}

function isFailure(error: unknown): error is Failure {
  return error instanceof DecodeError || error instanceof NoCounterpart || error instanceof LossError || error instanceof OpenRequestsError;
}

function codeOf(error: Failure): number {
  return error instanceof DecodeError ? error.code : error instanceof OpenRequestsError ? INTERNAL_ERROR : INVALID_REQUEST;
}

/** Return the reply to a request that the session refuses. */
function refusal(to: Side, id: MessageId, error: Failure, code: number): Sent {
  const stated = error instanceof DecodeError && error.code === UNSUPPORTED_PROTOCOL_VERSION ? error.reply : null;
  return { to, frame: (stated as JsonObject | null) ?? failureOf(id, code, error.message), losses: [], error, request: null };
}
