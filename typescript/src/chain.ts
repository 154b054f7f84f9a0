/**
 * A chain: the plans between two revisions → the conversion of the frames of one side.
 *
 * In: a frame, which becomes the chain's. Out: its losses, with the frame edited in place, or `NoCounterpart`. The edits of
 * each method along the chain are found once. After all plans the frame names the target (docs/conversion-data.md).
 */

import { DecodeError, INVALID_REQUEST, METHOD_NOT_FOUND, NoCounterpart } from "./errors.ts";
import { checkCall, type FrameKind, isCall, kindOf } from "./frames.ts";
import { isInteger, isObject, type Json, type JsonObject, LIMITS, member, type Path, pointer, put, treeOf } from "./json.ts";
import { arrayAt, type Change, type Context, expected, Log, Refusal } from "./log.ts";
import { type Act, PASSES, type Plan, type Row, type Side } from "./plan.ts";

export interface RevisionsFile {
  format: number;
  revisions: {
    revision: string;
    handshake: boolean;
    batches: boolean;
    requestMeta: Record<string, string | undefined>;
  }[];
  extensions: { name: string; identifier: string; extends: string }[];
  naming: Record<"session" | "request" | "discovery", Change>;
}

/** The members that a session states once and a later revision repeats in each request, in terms of the source. */
export interface RequestContext {
  clientCapabilities?: object | null;
  clientInfo?: object | null;
  logLevel?: string | null;
}

type Part = "params" | "result";

/** The edit of one plan, with what it does to absent and to empty params. */
interface Step {
  edit: Act;
  creates: boolean;
  dropsEmpty: boolean;
}

/** A method along the chain. */
interface Route {
  isRequest: boolean;
  removed: Row["removed"];
  renamed: Row["renamed"];
  steps: Step[];
}

const OTHER: Record<Side, Side> = { client: "server", server: "client" };

export class Chain {
  readonly isIdentity: boolean;
  private readonly routes = new Map<string, Route | undefined>();
  private readonly source: string;
  private readonly target: string;
  private readonly sender: Side;
  private readonly facts: RevisionsFile;
  private readonly plans: readonly Plan[];
  private readonly extensions: readonly Plan[];
  private readonly keys: [before: Record<string, string | undefined>, after: Record<string, string | undefined>];

  /** `extensions` are plans that know the methods of the extensions of the source. */
  constructor(facts: RevisionsFile, [source, target]: [string, string], sender: Side, plans: readonly Plan[], extensions: readonly Plan[]) {
    const [from, to] = [source, target].map((name) => name.split("+")[0]!) as [string, string];
    const meta = (revision: string) => facts.revisions.find((row) => row.revision === revision)!.requestMeta;
    [this.source, this.target, this.sender, this.facts, this.plans] = [from, to, sender, facts, plans];
    this.extensions = extensions;
    this.isIdentity = !plans.length;
    this.keys = [meta(from), meta(to)];
  }

  /** The change that splits a batch; `null` where the source has none. */
  get batches(): Change {
    const change = this.plans[0]?.batches;
    if (!change) throw new DecodeError("", `${this.source} has no batches`, INVALID_REQUEST);
    return change;
  }

  /** Return the members of `_meta` that the target repeats, converted and checked; `null` without such a target. */
  context(stated: RequestContext | null): Context | null {
    const end = this.plans.findIndex((plan) => plan.context.size);
    for (const name of Object.keys(stated ?? {})) {
      if (!["clientCapabilities", "clientInfo", "logLevel"].includes(name)) throw new RangeError(`context: no ${name}`);
    }
    if (end < 0) return null;
    const { context: fits, target } = this.plans[end]!;
    const keys = this.keys[1];
    const found = new Map<string, Json>([[keys.protocolVersion!, this.target]]);
    for (const [name, value] of Object.entries(stated ?? {})) {
      if (value === null || value === undefined) continue;
      const tree = this.stated(name, value, this.plans.slice(0, end + 1));
      const key = keys[name]!;
      if (!fits.get(key)?.(tree)) throw new RangeError(`context: ${name} is not a ${name} of ${target}`);
      found.set(key, tree);
    }
    return { stated: found, fits };
  }

  /** Return a member of the context, converted by plans; what its source does not allow is an error of the caller. */
  private stated(name: string, value: unknown, plans: readonly Plan[]): Json {
    try {
      const tree = (treeOf({ value }, LIMITS) as JsonObject).value!;
      for (const plan of plans) {
        const edit = { clientCapabilities: plan.capabilities, clientInfo: plan.implementation }[name];
        edit?.(tree, null, new Log(null, null));
      }
      return tree;
    } catch (error) {
      throw error instanceof DecodeError ? new RangeError(`context: ${name}${error.pointer}: ${error.reason}`) : error;
    }
  }

  /** Convert one frame in place and return its log; `spelled` gives the reply of a refusal its form. */
  convert(frame: Json, answering: string | null, context: Context | null, spelled: (tree: Json) => unknown): Log {
    const kind = kindOf(frame);
    const tree = frame as JsonObject;
    const log = new Log(answering, context);
    const { method, id } = tree;
    try {
      if (isCall(kind)) this.call(tree, kind, log);
      else if (kind === "result") this.part(tree, "result", this.answered(answering), log);
      else this.error(tree, log);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { change, code } = error;
      const asks = isCall(kind) && (typeof id === "string" || isInteger(id)) && this.route(method as string, "params")!.isRequest;
      const reply = asks && code !== null ? spelled({ jsonrpc: "2.0", id: id!, error: { code, message: `${method}: ${change.reason}` } }) : null;
      throw new NoCounterpart(reply, change.reason, change.id, pointer(error.at));
    }
    return log;
  }

  private call(tree: JsonObject, kind: FrameKind, log: Log): void {
    const method = tree.method!;
    if (typeof method !== "string") throw new DecodeError("/method", "expected a string", INVALID_REQUEST);
    const route = this.route(method, "params");
    if (!route) throw new DecodeError("/method", `${this.source} has no ${method} from the ${this.sender}`, METHOD_NOT_FOUND);
    checkCall(kind, route.isRequest);
    if (route.renamed) log.report("respelled", { up: null, key: "method" }, method, route.renamed.change);
    this.part(tree, "params", route, log);
    if (route.renamed) tree.method = route.renamed.name;
  }

  private answered(answering: string | null): Route {
    if (answering === null) {
      throw new DecodeError("", "a result can be converted only when `answering` names the method that it answers", INVALID_REQUEST);
    }
    const route = this.route(answering, "result");
    if (route?.isRequest) return route;
    throw new RangeError(`answering: ${this.source} has no request ${answering} that a ${this.sender} answers`);
  }

  /** Act the params, or the result, of a frame along the chain. */
  private part(tree: JsonObject, part: Part, { removed, steps }: Route, log: Log): void {
    if (removed) log.refuse(null, removed.change, removed.code);
    const at: Path = { up: null, key: part };
    for (const { edit, creates, dropsEmpty } of steps) {
      const start = log.events.length;
      const isNew = creates && !Object.hasOwn(tree, part);
      if (isNew) tree[part] = {};
      if (!Object.hasOwn(tree, part)) continue;
      const wasEmpty = dropsEmpty && isEmpty(tree[part]!);
      edit(tree[part]!, at, log);
      if (dropsEmpty && !wasEmpty && isEmpty(tree[part]!)) delete tree[part];
      if (isNew && !log.events.length) log.moved([]); // nothing is lost, and yet the frame is another
      log.endStep(start);
    }
  }

  private error(tree: JsonObject, log: Log): void {
    for (const plan of this.plans) {
      const change = plan.withoutRequests[OTHER[this.sender]];
      if (change) log.refuse(null, change);
    }
    const editing = this.plans.filter((plan) => plan.error || plan.errorId);
    if (editing.length && !(isObject(tree.error!) && isInteger(member(tree.error, "code")))) {
      throw new DecodeError("/error", "expected an object with a code", INVALID_REQUEST);
    }
    for (const plan of editing) {
      if (plan.errorId && !Object.hasOwn(tree, "id")) log.refuse(null, plan.errorId);
      const start = log.events.length;
      plan.error?.(tree, null, log);
      log.endStep(start);
    }
  }

  /** Return the route of a method for the params of its call, or for its result; `undefined` for an unknown method. */
  private route(method: string, part: Part): Route | undefined {
    const key = `${part} ${method}`;
    if (this.routes.has(key)) return this.routes.get(key);
    const asking = part === "params" ? this.sender : OTHER[this.sender];
    const knowing = this.extensions.length ? this.extensions : this.plans.slice(0, 1);
    const known = knowing.find((plan) => plan.methods[asking].has(method));
    if (!known) return undefined; // unknown names are not kept: a peer could send any number
    const { isRequest } = known.methods[asking].get(method)!;
    const rows = this.rows(method, asking);
    const last = rows.at(-1)!;
    const steps = rows.flatMap((row, i): Step[] => {
      const plan = this.plans[i];
      const edit = row[part];
      const every = plan?.everyPart ? [{ edit: plan.everyPart, creates: false, dropsEmpty: false }] : [];
      const { createsParams, dropsEmptyParams } = row;
      return edit ? [...every, { edit, creates: part === "params" && createsParams, dropsEmpty: part === "params" && dropsEmptyParams }] : every;
    });
    const naming = this.naming(method, part, isRequest, asking);
    if (naming) steps.push({ edit: naming, creates: false, dropsEmpty: false });
    const renamed = last.removed ? null : rows.findLast((row) => row.renamed)?.renamed ?? null;
    const route = { isRequest, removed: last.removed, renamed, steps };
    this.routes.set(key, route);
    return route;
  }

  /** Return the rows of a method along the chain, up to one that removes it. */
  private rows(method: string, asking: Side): Row[] {
    const rows: Row[] = [];
    let name = method;
    for (const plan of this.plans) {
      const row = plan.methods[asking].get(name) ?? PASSES; // a part of an extension that a plan lacks passes
      rows.push(row);
      if (row.removed) return [row];
      name = row.renamed?.name ?? name;
    }
    return rows;
  }

  /** Return the edit of the revision that the params, or the result, of a method name; `null` for none. */
  private naming(method: string, part: Part, isRequest: boolean, asking: Side): Act | null {
    const { source, target } = this;
    const [before, after] = this.keys.map((one) => one.protocolVersion);
    const change = (name: keyof RevisionsFile["naming"]): Change => {
      const { id, reason } = this.facts.naming[name];
      return { id, reason: reason.replaceAll("{target}", target) };
    };
    if (source === target) return null;
    if (method === "initialize") return sessionRevision(source, target, change("session"));
    if (after === undefined || asking !== "client" || !isRequest) return null;
    if (part === "params") return requestRevision(source, target, change("request"), after);
    return method === "server/discover" && before !== undefined ? listedRevisions(source, target, change("discovery")) : null;
  }
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Let a member name the target: respelled where it names the source, else as by the edit `set`. */
function named(owner: JsonObject, name: string, at: Path, log: Log, source: string, target: string, change: Change): void {
  if (member(owner, name) !== source) return log.fill(owner, name, target, at, change);
  log.report("respelled", { up: at, key: name }, source, change);
  put(owner, name, target);
}

function sessionRevision(source: string, target: string, change: Change): Act {
  return (owner, at, log) => {
    if (!isObject(owner)) throw expected("an object", at);
    if (typeof member(owner, "protocolVersion") !== "string") throw expected("a string", { up: at, key: "protocolVersion" });
    named(owner, "protocolVersion", at, log, source, target, change);
  };
}

function requestRevision(source: string, target: string, change: Change, key: string): Act {
  return (owner, at, log) => {
    const meta = isObject(owner) ? member(owner, "_meta") : undefined;
    const place = { up: at, key: "_meta" };
    if (!isObject(meta)) throw expected("an object", place);
    named(meta, key, place, log, source, target, change);
  };
}

function listedRevisions(source: string, target: string, change: Change): Act {
  return (result, at, log) => {
    const stated = arrayAt(result, "supportedVersions", at);
    if (!stated.includes(source) || stated.includes(target)) return;
    log.report("respelled", { up: at, key: "supportedVersions" }, stated, change);
    result.supportedVersions = stated.map((one) => (one === source ? target : one));
  };
}
