/**
 * A chain: the plans between two revisions → the conversion of the frames of one side.
 *
 * In: a frame, which becomes the chain's. Out: its losses, with the frame edited in place, or `NoCounterpart`. The edits of
 * each method along the chain are found once. After all plans the frame names the target (docs/conversion-data.md).
 */

import { DecodeError, INVALID_REQUEST } from "./errors.ts";
import { called, type FrameKind, isCall, kindOf } from "./frames.ts";
import { has, isInteger, type Json, type JsonObject, member, once, put, treeOf, valueAt } from "./json.ts";
import { type Change, type Context, isEmpty, Log } from "./log.ts";
import { type Edit, type Plan, type PublishedFile, type Row, type Side } from "./plan.ts";

/** The members that a session states once and a later revision repeats in each request, in terms of the source. */
export interface RequestContext {
  clientCapabilities?: object | null | undefined;
  clientInfo?: object | null | undefined;
  logLevel?: string | null | undefined;
}

/** A row of `revisions.json`. */
interface Revision {
  revision: string;
  requestMeta: Record<string, string | undefined>;
}

type Part = "params" | "result";

/** A method along the chain. */
interface Route {
  isRequest: boolean;
  renamed: Row["renamed"];
  /** The edits of a frame. */
  steps: Edit[];
}

const OTHER: Record<Side, Side> = { client: "server", server: "client" };

export class Chain {
  private readonly routes = new Map<string, Route>();
  private readonly source: Revision;
  private readonly target: Revision;
  private readonly sender: Side;
  private readonly facts: PublishedFile;
  /** None between equal ends. */
  readonly plans: readonly Plan[];
  private readonly knowing: readonly Plan[];

  /** `extensions` are plans that know the methods of the extensions of the source. */
  constructor(facts: PublishedFile, [source, target]: [string, string], sender: Side, plans: readonly Plan[], extensions: readonly Plan[]) {
    const named = (name: string) => facts.revisions.find(({ revision }: Revision) => revision === name.split("+")[0]);
    [this.source, this.target, this.sender, this.facts] = [named(source), named(target), sender, facts];
    this.plans = plans;
    this.knowing = extensions.length ? extensions : plans.slice(0, 1);
  }

  /** The change that splits a batch; `null` where the source has none. */
  get batches(): Change {
    const change = this.plans[0]?.batches;
    if (!change) throw new DecodeError("", `${this.source.revision} has no batches`, INVALID_REQUEST);
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
    const keys = this.target.requestMeta;
    const found = new Map<string, Json>([[keys.protocolVersion!, this.target.revision]]);
    for (const [name, value] of Object.entries(stated ?? {})) {
      if (value === null || value === undefined) continue;
      const tree = converted(name, value, this.plans.slice(0, end + 1));
      const key = keys[name]!;
      if (!fits.get(key)?.(tree)) throw new RangeError(`context: ${name} is not a ${name} of ${target}`);
      found.set(key, tree);
    }
    return { stated: found, fits, capabilities: keys.clientCapabilities! };
  }

  /** Convert one frame in place and return its log; `spelled` gives the reply of a refusal its form. */
  convert(frame: Json, answering: string | null, context: Context | null, spelled: (tree: Json) => unknown): Log {
    const kind = kindOf(frame);
    const tree = frame as JsonObject;
    const { method, id } = tree;
    const isAnswered = kind === "request" && (typeof id === "string" || isInteger(id));
    const log = new Log(answering, context, (code, reason) =>
      isAnswered ? spelled({ jsonrpc: "2.0", id: id!, error: { code, message: `${method}: ${reason}` } }) : null);
    if (isCall(kind)) this.call(tree, kind, log);
    else if (kind === "result") run(this.answered(answering).steps, tree, log);
    else this.error(tree, log);
    return log;
  }

  private call(tree: JsonObject, kind: FrameKind, log: Log): void {
    const { renamed, steps } = called(tree.method!, kind, (name) => this.route(name, "params"), `${this.sender} in ${this.source.revision}`);
    if (renamed) log.report("respelled", ["method"], tree.method!, renamed.change);
    run(steps, tree, log);
    if (renamed) tree.method = renamed.name;
  }

  private answered(answering: string | null): Route {
    if (answering === null) {
      throw new DecodeError("", "a result can be converted only when `answering` names the method that it answers", INVALID_REQUEST);
    }
    const route = this.route(answering, "result");
    if (route?.isRequest) return route;
    throw new RangeError(`answering: ${this.source.revision} has no request ${answering} that a ${this.sender} answers`);
  }

  private error(tree: JsonObject, log: Log): void {
    for (const plan of this.plans) {
      const change = plan.withoutRequests[OTHER[this.sender]];
      if (change) log.refuse(change);
    }
    const editing = this.plans.filter((plan) => plan.error || plan.errorId);
    if (editing.length && !isInteger(valueAt(tree, ["error", "code"]))) {
      throw new DecodeError("/error", "expected an object with a code", INVALID_REQUEST);
    }
    const steps = editing.map((plan): Edit => () => {
      if (plan.errorId && !has(tree, "id")) log.refuse(plan.errorId);
      plan.error?.(tree, log);
    });
    run(steps, tree, log);
  }

  /** Return the route of a method for the params of its call, or for its result; `undefined` for an unknown method. */
  private route(method: string, part: Part): Route | undefined {
    const asking = part === "params" ? this.sender : OTHER[this.sender];
    const known = this.knowing.find((plan) => plan.methods[asking].has(method))?.methods[asking].get(method);
    if (!known) return undefined; // unknown names are not kept: a peer could send any number
    return once(this.routes, `${part} ${method}`, () => this.found(method, part, known.isRequest, asking));
  }

  private found(method: string, part: Part, isRequest: boolean, asking: Side): Route {
    const steps: Edit[] = [];
    let renamed: Row["renamed"] = null;
    for (const plan of this.plans) {
      const row = plan.methods[asking].get(renamed?.name ?? method); // a part of an extension that a plan lacks passes
      const removed = row?.removed;
      if (removed) return { isRequest, renamed: null, steps: [(_, log) => log.refuse(removed.change, removed.code)] };
      if (plan.everyPart) steps.push(inside(part, plan.everyPart));
      if (row?.[part]) steps.push(inside(part, row[part], row));
      renamed = row?.renamed ?? renamed;
    }
    const naming = this.naming(method, part, isRequest, asking);
    if (naming) steps.push(inside(part, naming));
    return { isRequest, renamed, steps };
  }

  /** Return the edit of the revision that the params, or the result, of a method name; `null` for none. */
  private naming(method: string, part: Part, isRequest: boolean, asking: Side): Edit | null {
    const [source, target] = [this.source.revision, this.target.revision];
    const [before, after] = [this.source, this.target].map((one) => one.requestMeta.protocolVersion);
    const change = (name: string): Change => {
      const { id, reason } = this.facts.naming[name];
      return { id, reason: reason.replaceAll("{target}", target) };
    };
    if (source === target) return null;
    if (method === "initialize") return named([], "protocolVersion", source, target, change("session"));
    if (after === undefined || asking !== "client" || !isRequest) return null;
    if (part === "params") return named(["_meta"], after, source, target, change("request"));
    return method === "server/discover" && before !== undefined ? listed(source, target, change("discovery")) : null;
  }
}

/** Return a member of the context, converted by plans; what its source does not allow is an error of the caller. */
function converted(name: string, value: unknown, plans: readonly Plan[]): Json {
  try {
    const tree = (treeOf({ value }) as JsonObject).value!;
    for (const { stated } of plans) stated[name as keyof typeof stated]?.(tree, new Log(null, null, () => null));
    return tree;
  } catch (error) {
    throw error instanceof DecodeError ? new RangeError(`context: ${name}${error.pointer}: ${error.reason}`) : error;
  }
}

/** Edit a frame along the chain. */
function run(steps: readonly Edit[], tree: JsonObject, log: Log): void {
  for (const step of steps) {
    const start = log.events.length;
    step(tree, log);
    log.endStep(start);
  }
}

/** Return the edit of one part of a frame, with what a row does to absent and to empty params. */
function inside(part: Part, edit: Edit, row?: Row): Edit {
  const [creates, dropsEmpty] = [row?.createsParams, row?.dropsEmptyParams].map((does) => does && part === "params");
  return (tree, log) => {
    const isNew = creates && !has(tree, part);
    if (isNew) tree[part] = {};
    if (!has(tree, part)) return;
    const stays = !dropsEmpty || isEmpty(tree[part]);
    log.inner(edit, part, tree[part]);
    if (!stays && isEmpty(tree[part])) delete tree[part];
    if (isNew && !log.events.length) log.made([part]); // nothing is lost, and yet the frame is another
  };
}

/** Let a member name the target: respelled where it names the source, else as by the edit `set`. A session names one. */
function named(way: string[], name: string, source: string, target: string, change: Change): Edit {
  return (value, log) => {
    const owner = log.formed(valueAt(value, way), "object", ...way);
    const stated = member(owner, name);
    if (!way.length && typeof stated !== "string") throw log.expected("a string", name);
    if (stated !== source) return log.fill(owner, name, target, change, way);
    log.report("respelled", [...way, name], source, change);
    put(owner, name, target);
  };
}

function listed(source: string, target: string, change: Change): Edit {
  return (result, log) => {
    const stated = log.formed(result.supportedVersions, "array", "supportedVersions");
    if (!stated.includes(source) || stated.includes(target)) return;
    log.report("respelled", ["supportedVersions"], stated, change);
    result.supportedVersions = stated.map((one) => (one === source ? target : one));
  };
}
