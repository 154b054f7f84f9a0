/**
 * A chain: the plans between two revisions → the conversion of the frames of one side.
 *
 * In: a frame, which becomes the chain's. Out: its losses, with the frame edited in place, or `NoCounterpart`. The edits of
 * each method along the chain are found once. After all plans the frame names the target (docs/conversion-data.md).
 */

import { called, isCall, kindOf } from "./decode.ts";
import { DecodeError, INVALID_REQUEST } from "./errors.ts";
import { checkNames, has, isInteger, type Json, type JsonObject, member, put, treeOf, valueAt } from "./json.ts";
import { type Context, Log } from "./log.ts";
import type { RequestContext } from "./messages.ts";
import type { Part, Plan } from "./plan.ts";
import type { Change, Facts, PlanRow, RevisionFacts, Side } from "./published.ts";

const OTHER: Record<Side, Side> = { client: "server", server: "client" };

export class Chain {
  private readonly source: RevisionFacts;
  private readonly target: RevisionFacts;
  private readonly sender: Side;
  private readonly facts: Facts;
  /** None between equal ends. */
  readonly plans: readonly Plan[];
  private readonly knowing: readonly Plan[];

  /** `extensions` are plans that know the methods of the extensions of the source. */
  constructor(facts: Facts, [source, target]: [string, string], sender: Side, plans: readonly Plan[], extensions: readonly Plan[]) {
    const named = (name: string) => facts.revisions.find(({ revision }) => revision === name.split("+")[0])!;
    [this.source, this.target, this.sender, this.facts] = [named(source), named(target), sender, facts];
    this.plans = plans;
    this.knowing = extensions.length ? extensions : plans.slice(0, 1);
  }

  /** The change that splits a batch. */
  get batches(): Change {
    const [first] = this.plans;
    const change = first?.changeOf(first.file.batches);
    if (!change) throw new DecodeError("", `${this.source.revision} has no batches`, INVALID_REQUEST);
    return change;
  }

  /**
   * Return the members of `_meta` that the target repeats, converted and checked; `null` without such a target. A fact that its
   * revision does not allow is an error of the caller.
   */
  context(stated: RequestContext | null): Context | null {
    const names = ["clientCapabilities", "clientInfo", "logLevel"];
    if (stated !== null) checkNames("context", stated, names);
    const end = this.plans.findIndex(({ file }) => Object.keys(file.context).length);
    const plan = this.plans[end];
    if (!plan) return null;
    const types = plan.file.context;
    const keys = this.target.requestMeta;
    const found = new Map<string, Json>([[keys.protocolVersion!, this.target.revision]]);
    try {
      const facts = treeOf({ ...stated }) as JsonObject;
      const log = new Log(null, null, () => null);
      for (const name of names) {
        if (member(facts, name) === undefined || facts[name] === null) continue;
        for (const step of this.plans.slice(0, end + 1)) {
          const edit = { clientCapabilities: step.file.capabilities, clientInfo: step.file.implementation }[name];
          if (edit) log.inner((value: Json) => step.run(edit, value, log), name, facts[name]!);
        }
        const key = keys[name]!;
        if (!plan.types.fits(types[key]!, facts[name]!)) throw new RangeError(`context: ${name} is not a ${name} of ${plan.file.target}`);
        found.set(key, facts[name]!);
      }
    } catch (error) {
      throw error instanceof DecodeError ? new RangeError(`context: ${error.message.replace(/^\//, "")}`) : error;
    }
    return { stated: found, plan, capabilities: keys.clientCapabilities! };
  }

  /** Convert one frame in place and return its log; `spelled` gives the reply of a refusal its form. */
  convert(frame: Json, answering: string | null, context: Context | null, spelled: (tree: Json) => unknown): Log {
    const kind = kindOf(frame);
    const tree = frame as JsonObject;
    const { method, id } = tree;
    const isAnswered = kind === "request" && (typeof id === "string" || isInteger(id));
    const log = new Log(answering, context, (code, reason) =>
      isAnswered ? spelled({ jsonrpc: "2.0", id: id!, error: { code, message: `${method}: ${reason}` } }) : null, this.plans.length);
    if (isCall(kind)) {
      const { isRequest } = called(method!, kind, (name) => this.known(name, this.sender), `${this.sender} in ${this.source.revision}`);
      this.edit(tree, "params", method as string, this.sender, isRequest, log);
    } else if (kind === "result") {
      this.edit(tree, "result", this.answered(answering), OTHER[this.sender], true, log);
    } else {
      this.error(tree, log);
    }
    return log;
  }

  /** Return whether a method that a side calls is a request in the source; `undefined` for an unknown method. */
  private known(method: string, asking: Side): { isRequest: boolean } | undefined {
    const row = this.knowing.find((plan) => plan.row(asking, method))?.row(asking, method);
    return row && { isRequest: row.kind === "removed" ? row.code !== undefined : !!row.isRequest };
  }

  private answered(answering: string | null): string {
    if (answering === null) {
      throw new DecodeError("", "a result can be converted only when `answering` names the method that it answers", INVALID_REQUEST);
    }
    if (this.known(answering, OTHER[this.sender])?.isRequest) return answering;
    throw new RangeError(`answering: ${this.source.revision} has no request ${answering} that a ${this.sender} answers`);
  }

  /** Edit one part of a frame along the chain, for the method that a side calls. */
  private edit(tree: JsonObject, part: Part, method: string, asking: Side, isRequest: boolean, log: Log): void {
    let name = method;
    let renaming: Change | null = null;
    const rows: (PlanRow | undefined)[] = [];
    for (const plan of this.plans) {
      const row = plan.row(asking, name); // a part of an extension that a plan lacks passes
      rows.push(row);
      if (row?.kind === "passes" && row.renamed !== undefined) [name, renaming] = [row.renamed, plan.changeOf(row.renaming)!];
    }
    rows.forEach((row, i) => row?.kind === "removed" && log.refuse(this.plans[i]!.change(row.change), row.code));
    if (renaming && part === "params") log.report("respelled", ["method"], method, renaming);
    this.plans.forEach((plan, i) => plan.part(tree, part, rows[i], log));
    if (has(tree, part)) this.name(tree, part, method, asking, isRequest, log);
    if (part === "params" && renaming) tree.method = name;
  }

  private error(tree: JsonObject, log: Log): void {
    for (const plan of this.plans) {
      const change = plan.changeOf(plan.file.errors.withoutRequests?.[OTHER[this.sender]]);
      if (change) log.refuse(change);
    }
    const editing = this.plans.filter(({ file: { errors } }) => errors.edit || errors.withoutId);
    if (editing.length && !isInteger(valueAt(tree, ["error", "code"]))) {
      throw new DecodeError("/error", "expected an object with a code", INVALID_REQUEST);
    }
    for (const plan of editing) plan.error(tree, log);
  }

  /** Let the params, or the result, of a method name the target. */
  private name(tree: JsonObject, part: Part, method: string, asking: Side, isRequest: boolean, log: Log): void {
    const [source, target] = [this.source.revision, this.target.revision];
    const [before, after] = [this.source, this.target].map((one) => one.requestMeta.protocolVersion);
    const change = (name: keyof Facts["naming"]): Change => {
      const { id, reason } = this.facts.naming[name];
      return { id, reason: reason.replaceAll("{target}", target) };
    };
    if (source === target) return;
    if (method === "initialize") return named(tree, [part], "protocolVersion", source, target, change("session"), log);
    if (after === undefined || asking !== "client" || !isRequest) return;
    if (part === "params") return named(tree, [part, "_meta"], after, source, target, change("request"), log);
    if (method === "server/discover" && before !== undefined) listed(tree, [part, "supportedVersions"], source, target, change("discovery"), log);
  }
}

/** Let a member name the target: respelled where it names the source, else as by the edit `set`. A session names one. */
function named(tree: JsonObject, way: string[], name: string, source: string, target: string, change: Change, log: Log): void {
  const owner = log.formed(valueAt(tree, way), "object", ...way);
  const stated = member(owner, name);
  if (way.length === 1 && typeof stated !== "string") throw log.expected("a string", ...way, name);
  if (stated !== source) return log.fill(owner, name, target, change, way);
  log.report("respelled", [...way, name], source, change);
  put(owner, name, target);
}

function listed(tree: JsonObject, way: string[], source: string, target: string, change: Change, log: Log): void {
  const stated = log.formed(valueAt(tree, way), "array", ...way);
  if (!stated.includes(source) || stated.includes(target)) return;
  log.report("respelled", way, stated, change);
  for (const [i, one] of stated.entries()) if (one === source) stated[i] = target;
}
