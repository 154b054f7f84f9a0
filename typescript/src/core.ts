/**
 * The interface for all revisions: data of revisions, extensions and conversions → the functions of `index.ts`.
 *
 * A decoder, a plan and a chain are made when they are first needed, and kept.
 */

import { Chain, type OwnEdits } from "./chain.ts";
import { type Conversions, converterOf } from "./convert.ts";
import { Decoder } from "./decode.ts";
import { DecodeError, type MessageId } from "./errors.ts";
import { HandshakeSession } from "./handshake.ts";
import { editAnswer, editInputRequest, editRequest, editResponse, requestOf, responseOf } from "./input.ts";
import { checkNames, copied, guarded, has, isInteger, isObject, type Json, type JsonObject, type Limits, once, shown, treeOf } from "./json.ts";
import { checkOptions, OF_DECODE, OF_EVERY, passesUnknown, reporterOf } from "./options.ts";
import type {
  Converted, ConverterOptions, ConvertOptions, CreateSessionOptions, Decoded, DecodeOptions, Frame, InputRequestOptions, InputResponseOptions, LossOptions,
} from "./messages.ts";
import { Plan } from "./plan.ts";
import type { Conversion, ExtensionTypes, Method, Methods, Naming, RevisionTypes, Side, Ways } from "./published.ts";
import { Session, SESSION_OPTIONS } from "./session.ts";
import { StatelessSession } from "./stateless.ts";
import { passVendor, type Way } from "./vendor.ts";

const SESSION_NAMES = [...SESSION_OPTIONS, "validate"];

/** Everything that the package publishes. */
export interface Published {
  ways: Ways;
  /** By revision. */
  naming: Readonly<Record<string, readonly Naming[]>>;
  /** By name, as in `ways`. */
  conversions: Readonly<Record<string, Conversion>>;
  revisions: readonly RevisionTypes[];
  extensions: readonly ExtensionTypes[];
}

/** The functions of `index.ts`, before their types. */
export class Core {
  private readonly data: Published;
  private readonly names: readonly string[];
  private readonly decoders = new Map<string, Decoder>();
  private readonly chains = new Map<string, Chain>();
  private readonly waysMade = new Map<string, Way>();
  private readonly plans = new Map<string, Plan>();

  constructor(data: Published) {
    this.data = data;
    this.names = Object.keys(data.naming);
  }

  compose(revision: string, ...extensions: string[]): string {
    const name = [revision, ...extensions.toSorted()].join("+");
    this.decoder(name);
    return name;
  }

  decode(frame: unknown, revision: string, options: DecodeOptions): Decoded<unknown> {
    checkOptions(options, OF_DECODE, OF_EVERY);
    const decoder = this.decoder(revision);
    return guarded(() => decoder.decode(frame, options));
  }

  validate(value: unknown, revision: string, type: string, limits?: Limits): Decoded<unknown> {
    const decoder = this.decoder(revision);
    return guarded(() => decoder.validate(value, type, limits));
  }

  convert(frame: Frame, source: string, target: string, options: ConvertOptions) {
    return this.converter(source, target, options)(frame, options.answering);
  }

  converter(source: string, target: string, options: ConverterOptions): Conversions {
    const [start, end] = [this.end(source), this.end(target)];
    const own: OwnEdits = passesUnknown(options?.unknownMethods) ? { instead: (tree, kind, log) => passVendor(this.way(start, end), options.sender, tree, kind, log) } : {};
    return converterOf(options, (sender) => this.chain(start, end, sender), own, OF_EVERY);
  }

  session(client: string, server: string, stated: CreateSessionOptions = {}): Session {
    checkNames("options", stated, SESSION_NAMES);
    const { validate = false, ...options } = stated;
    if (typeof validate !== "boolean") throw new TypeError(`validate must be true or false, not ${String(validate)}`);
    const pair = (SOURCE: string, TARGET: string) => ({ SOURCE, TARGET, converter: (one: ConverterOptions) => this.converter(SOURCE, TARGET, one) });
    const decoding = (revision: string) => (frame: unknown, one: DecodeOptions) => this.decode(frame, revision, one);
    const decode = validate ? { client: decoding(client), server: decoding(server) } : undefined;
    const [up, down] = [pair(client, server) as never, pair(server, client) as never];
    const all = { ...options, decode: decode as never };
    const [isClientStateless, isServerStateless] = [this.isStateless(client), this.isStateless(server)];
    if (isClientStateless === isServerStateless) return new Session(up, down, all);
    if (isClientStateless) return new StatelessSession(this, this.crossing(client, server), up, down, all);
    return new HandshakeSession(this, this.crossing(server, client).between, up, down, all);
  }

  convertInputRequest(inputRequest: unknown, source: string, target: string, options: InputRequestOptions): Converted<Json> {
    checkNames("options", options, ["id", "elicitationId", "limits", "loss", "unreported"]);
    const { id, elicitationId = String(id), limits } = options;
    if (typeof id !== "string" && !isInteger(id)) throw new TypeError("id must be a text or an integer");
    const reported = reporterOf(options);
    const { between, methods } = this.crossing(source, target);
    const chain = this.chain(between, this.end(target), "server");
    return guarded(() => {
      const stated = () => requestOf(treeOf(inputRequest, limits), id, (method) => methods.has(method));
      const message = stated();
      const log = chain.convert(message, null, null, (tree) => tree, { before: (tree, log) => editRequest(tree, elicitationId, log) });
      return { message, losses: reported(log.losses(stated, message)) };
    });
  }

  convertInputResponse(response: unknown, source: string, target: string, options: InputResponseOptions): Converted<Json> {
    checkNames("options", options, ["answering", "limits", "loss", "unreported"]);
    const { answering, limits } = options;
    const { between, methods } = this.crossing(target, source);
    if (!methods.has(answering as string)) throw new RangeError(`answering: ${shown(answering as Json)} is not the method of an input request`);
    const reported = reporterOf(options);
    const method = answering as string;
    const chain = this.chain(this.end(source), between, "client");
    return guarded(() => {
      const stated = () => responseOf(treeOf(response, limits));
      const frame = stated();
      const log = chain.convert(frame, method, null, (tree) => tree, { after: (tree, log) => editResponse(tree, method, log) });
      return { message: frame.result!, losses: reported(log.losses(stated, frame)) };
    });
  }

  /** Convert a request of a server with a handshake to an input request of a stateless revision. */
  inputRequestOf(request: JsonObject, source: string, target: string, options: LossOptions): Converted<JsonObject> {
    const reported = reporterOf(options);
    const chain = this.chain(this.end(source), this.crossing(target, source).between, "server");
    const message = copied(request);
    const log = chain.convert(message, null, null, (tree) => tree, { after: editInputRequest });
    const losses = reported(log.losses(() => copied(request), message));
    const { method, params } = message;
    return { message: { method: method!, ...(params !== undefined && { params }) }, losses };
  }

  /** Convert the answer to an input request to the response that a server with a handshake waits for. */
  inputAnswer(answer: Json, source: string, target: string, { id, answering, ...options }: LossOptions & { id: MessageId; answering: string }): Converted<JsonObject> {
    if (!isObject(answer)) throw new DecodeError("", `expected an object, got ${shown(answer)}`);
    const reported = reporterOf(options);
    const chain = this.chain(this.crossing(source, target).between, this.end(target), "client");
    const stated = (): JsonObject => ({ jsonrpc: "2.0", id, result: copied(answer) });
    const message = stated();
    const log = chain.convert(message, answering, null, (tree) => tree, { before: (tree, log) => editAnswer(tree, answering, log) });
    return { message, losses: reported(log.losses(stated, message)) };
  }

  /** Whether a revision has no handshake. */
  private isStateless(name: string): boolean {
    return !has(this.revision(this.parts(name)[0]).methods, "initialize");
  }

  /** Return the methods of input requests of a revision, and the first revision without them on the way to another. */
  private crossing(source: string, target: string): { between: string; methods: Set<string> } {
    const [start, end] = [this.end(source), this.end(target)];
    const methodsOf = (name: string) =>
      new Set(Object.entries(this.revision(name.split("+")[0]!).methods).flatMap(([method, row]) => (row.kind === "embedded" ? [method] : [])));
    const methods = methodsOf(start);
    const way = (this.data.ways[start]?.[end] ?? []).map((name) => this.data.conversions[name]!.target);
    const between = way.find((name) => !methodsOf(name).size);
    if (!methods.size || methodsOf(end).size || between === undefined) {
      throw new RangeError(`exactly one revision must have input requests in its results, unlike ${source} and ${target}`);
    }
    return { between, methods };
  }

  private decoder(name: string): Decoder {
    return once(this.decoders, name, () => {
      const [revision, ...extensions] = this.parts(name);
      const layers = extensions.map((one) => this.extension(one));
      return new Decoder(this.revision(revision), layers);
    });
  }

  private chain(start: string, end: string, sender: Side): Chain {
    return once(this.chains, `${start} ${end} ${sender}`, () => {
      const { plans, methods, naming } = this.way(start, end);
      return new Chain([start, end], sender, plans, methods, naming);
    });
  }

  /** Return what leads from one end to another. */
  private way(start: string, end: string): Way {
    return once(this.waysMade, `${start} ${end}`, () => {
      const way = this.data.ways[start]?.[end]; // with three or more extensions, not every set has one
      if (!way) throw new RangeError(`no conversion from ${start} to ${end}`);
      const [revision, ...extensions] = start.split("+") as [string, ...string[]];
      const files = [this.revision(revision), ...extensions.map((one) => this.extension(one))];
      const methods = callsOf(files.map((file) => file.methods), this.errorIdRequired(revision));
      return { plans: way.map((name) => this.plan(name)), methods, naming: this.data.naming[end.split("+")[0]!]! };
    });
  }

  private revision(name: string): RevisionTypes {
    return found(this.data.revisions, ({ revision }) => revision, name);
  }

  /** Whether an error response of a revision must have an id. */
  private errorIdRequired(name: string): boolean {
    const { frames, $defs } = this.revision(name);
    let error = frames.error;
    while (error.$ref !== undefined) error = $defs[error.$ref]!;
    return error.required?.includes("id") ?? false;
  }

  private extension(name: string): ExtensionTypes {
    return found(this.data.extensions, ({ extension }) => extension, name);
  }

  /** Return an end of a chain: a revision with the extensions that have a plan. The others have no part in messages between client and server. */
  private end(name: string): string {
    const [revision, ...extensions] = this.parts(name);
    if (extensions.length) this.decoder(name);
    return [revision, ...extensions.filter((one) => has(this.data.ways, `${revision}+${one}`)).toSorted()].join("+");
  }

  /** Return the known revision, and the extensions, of a name. */
  private parts(name: string): [revision: string, ...extensions: string[]] {
    if (typeof name !== "string") throw new TypeError("revision must be a string, such as LATEST");
    const [revision, ...extensions] = name.split("+") as [string, ...string[]];
    if (!this.names.includes(revision)) throw new RangeError(`'${name}' is not a revision; the revisions are ${this.names.join(", ")}`);
    const twice = extensions.find((one, i) => extensions.indexOf(one) !== i);
    if (twice !== undefined) throw new RangeError(`${name}: ${twice} is given twice`);
    return [revision, ...extensions];
  }

  private plan(name: string): Plan {
    return once(this.plans, name, () => new Plan(this.data.conversions[name]!));
  }
}

/** Return the requests and notifications of each side, with a fact of the revision. */
function callsOf(tables: readonly Readonly<Record<string, Method>>[], errorIdRequired: boolean): Methods {
  const rows = tables.flatMap((table) => Object.entries(table));
  const of = (side: Side, kind: Method["kind"]) => rows.flatMap(([name, row]) => (row.kind === kind && row.senders.includes(side) ? [name] : []));
  const sent = (side: Side) => ({ requests: of(side, "request"), notifications: of(side, "notification") });
  return { client: sent("client"), server: sent("server"), errorIdRequired };
}

function found<File>(files: readonly File[], nameOf: (file: File) => string, name: string): File {
  const file = files.find((one) => nameOf(one) === name);
  if (!file) throw new RangeError(`${name} is unknown; the names are ${files.map(nameOf).join(", ")}`);
  return file;
}
