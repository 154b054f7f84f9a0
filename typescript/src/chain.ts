/**
 * A chain: the plans between two revisions → the conversion of the frames of one side.
 *
 * In: a frame, which becomes the chain's. Out: its losses, with the frame edited in place, or `NoCounterpart`. The edits of
 * each method along the chain are found once. After all plans the frame names the target.
 */

import { called, type FrameKind, isCall, kindOf } from "./decode.ts";
import { DecodeError, INVALID_REQUEST, type MessageId, type NoCounterpart } from "./errors.ts";
import { checkNames, has, isInteger, type Json, type JsonObject, member, pointerOf, put, treeOf, valueAt } from "./json.ts";
import { type Context, Log } from "./log.ts";
import type { RequestContext } from "./messages.ts";
import { missing } from "./mismatches.ts";
import { replyOf } from "./response.ts";
import type { Part, Plan } from "./plan.ts";
import type { Change, Methods, Naming, PlanRow, Side } from "./published.ts";
import { Visit } from "./types.ts";

const OTHER: Record<Side, Side> = { client: "server", server: "client" };

/** Edits of a message that no plan has. */
export interface OwnEdits {
  /** Convert the message without the plans, and return `true`; or return `false`. */
  instead?: (tree: JsonObject, kind: FrameKind, log: Log) => boolean;
  before?: (tree: JsonObject, log: Log) => void;
  after?: (tree: JsonObject, log: Log) => void;
}

export class Chain {
  readonly #source: string;
  readonly #target: string;
  readonly #sender: Side;
  /** None between equal ends. */
  readonly plans: readonly Plan[];
  /** Whether a method is a request in the source, by the side that sends it. */
  readonly #methods: Record<Side, Map<string, { isRequest: boolean }>>;
  readonly #naming: readonly Naming[];
  /** Whether an error of the source must have an id. */
  readonly errorIdRequired: boolean;

  /** `methods` are those of the source, `naming` how messages of the target name it. */
  constructor([source, target]: [string, string], sender: Side, plans: readonly Plan[], methods: Methods, naming: readonly Naming[]) {
    [this.#source, this.#target, this.#sender, this.plans, this.#naming] = [source, target, sender, plans, naming];
    const known = ({ requests = [], notifications = [] }: Methods[Side]) => {
      const found = new Map(notifications.map((name) => [name, { isRequest: false }]));
      for (const name of requests) found.set(name, { isRequest: true });
      return found;
    };
    this.errorIdRequired = methods.errorIdRequired ?? false;
    this.#methods = { client: known(methods.client), server: known(methods.server) };
  }

  /** The change that splits a batch. */
  get batches(): Change {
    const [first] = this.plans;
    const change = first?.file.batches;
    if (!change) throw new DecodeError("", `${revisionOf(this.#source)} has no batches`, INVALID_REQUEST);
    return change;
  }

  /**
   * Return the members of `_meta` that the target repeats, converted and checked; `null` without such a target. A fact that its
   * revision does not allow is an error of the caller.
   */
  context(stated: RequestContext | null): Context | null {
    const names = ["clientCapabilities", "clientInfo", "logLevel"];
    if (stated !== null) checkNames("context", stated, names);
    const end = this.plans.findIndex(({ file }) => file.context);
    const plan = this.plans[end];
    if (!plan) return null;
    const members = new Map(plan.file.context!.map((one) => [one.name, one]));
    const found = new Map<string, Json>([[members.get("protocolVersion")!.key, revisionOf(this.#target)]]);
    try {
      const facts = treeOf({ ...stated }) as JsonObject;
      const log = new Log(null, null, () => null);
      for (const [i, name] of names.entries()) {
        if (member(facts, name) === undefined || facts[name] === null) continue;
        for (const step of this.plans.slice(0, end + 1)) {
          const edit = [step.file.capabilities, step.file.implementation][i];
          if (edit) log.inner((value: Json) => step.run(edit, value, log), name, facts[name]!);
        }
        const { key, type } = members.get(name)!;
        const mismatch = plan.types.of(type)(facts[name]!, new Visit());
        if (mismatch) throw new DecodeError(pointerOf([name, ...mismatch.keys, ...missing(mismatch).slice(0, 1)]), `missing, or not valid in ${plan.file.target}`);
        found.set(key, facts[name]!);
      }
    } catch (error) {
      throw error instanceof DecodeError ? new RangeError(`context: ${error.message.replace(/^\//, "")}`) : error;
    }
    return { stated: found, plan, capabilities: members.get(names[0]!)!.key };
  }

  /** Convert one frame in place and return its log; `spelled` gives the reply of a refusal its form, `own` are other edits. */
  convert(frame: Json, answering: string | null, context: Context | null, spelled: (tree: Json) => unknown, own: OwnEdits = {}): Log {
    const kind = kindOf(frame);
    const tree = frame as JsonObject;
    const { method, id } = tree;
    const isAnswered = kind === "request" && (typeof id === "string" || isInteger(id));
    const log = new Log(answering, context, (code, reason) =>
      isAnswered ? (spelled(replyOf(id as MessageId, code, `${method}: ${reason}`) as unknown as Json) as NoCounterpart["reply"]) : null, this.plans.length + Object.keys(own).length);
    own.before?.(tree, log);
    if (own.instead?.(tree, kind, log)) {
      if (kind === "request" && has(tree, "params")) this.#name(tree, "params", "", this.#sender, true, log);
    } else if (isCall(kind)) {
      const { isRequest } = called(method!, kind, (name) => this.#methods[this.#sender].get(name), `${this.#sender} in ${revisionOf(this.#source)}`);
      this.#edit(tree, "params", method as string, this.#sender, isRequest, log);
    } else if (kind === "result") {
      this.#edit(tree, "result", this.#answered(answering), OTHER[this.#sender], true, log);
    } else {
      this.#error(tree, log);
    }
    own.after?.(tree, log);
    return log;
  }

  #answered(answering: string | null): string {
    if (answering === null) {
      throw new DecodeError("", "a result needs `answering`", INVALID_REQUEST);
    }
    if (this.#methods[OTHER[this.#sender]].get(answering)?.isRequest) return answering;
    throw new RangeError(`answering: ${revisionOf(this.#source)} has no request ${answering} that a ${this.#sender} answers`);
  }

  /** Edit one part of a frame along the chain, for the method that a side calls. */
  #edit(tree: JsonObject, part: Part, method: string, asking: Side, isRequest: boolean, log: Log): void {
    let name = method;
    let renaming: Change | null = null;
    const rows: (PlanRow | undefined)[] = [];
    for (const plan of this.plans) {
      const row = plan.row(asking, name); // a part of an extension that a plan lacks passes
      rows.push(row);
      if (row?.kind === "passes" && row.renamed !== undefined) [name, renaming] = [row.renamed, row.renaming!];
    }
    for (const row of rows) if (row?.kind === "removed") log.refuse(row.change, row.code);
    if (renaming && part === "params") log.report("respelled", ["method"], method, renaming);
    this.plans.forEach((plan, i) => plan.part(tree, part, rows[i], log));
    if (has(tree, part)) this.#name(tree, part, method, asking, isRequest, log);
    if (part === "params" && renaming) tree.method = name;
  }

  #error(tree: JsonObject, log: Log): void {
    for (const plan of this.plans) {
      const change = plan.file.errors?.withoutRequests?.[OTHER[this.#sender]];
      if (change) log.refuse(change);
    }
    const editing = this.plans.filter(({ file: { errors } }) => errors?.edit || errors?.withoutId);
    if (editing.length && !isInteger(valueAt(tree, ["error", "code"]))) {
      throw new DecodeError("/error", "expected an object with a `code`", INVALID_REQUEST);
    }
    for (const plan of editing) plan.error(tree, log);
  }

  /** Let the params, or the result, of a method name the target. */
  #name(tree: JsonObject, part: Part, method: string, asking: Side, isRequest: boolean, log: Log): void {
    const [source, target] = [revisionOf(this.#source), revisionOf(this.#target)];
    if (source === target) return;
    const row = this.#naming.find((one) => one.part === part && (one.method === method || (one.method === undefined && asking === "client" && isRequest)));
    if (row) NAMING[row.kind](tree, [part, ...row.path], source, target, row, log);
  }
}

type NamingEdit = (tree: JsonObject, way: readonly string[], source: string, target: string, change: Change, log: Log) => void;

/** How a message names its revision: a string of the session, a key of `_meta`, or an item of a list. */
const NAMING: Record<Naming["kind"], NamingEdit> = {
  session(tree, way, source, target, change, log) {
    const name = way.at(-1)!;
    const owner = log.formed(valueAt(tree, way.slice(0, -1)), "object", ...way.slice(0, -1));
    const stated = log.formed(member(owner, name), "string", ...way) as string;
    if (stated === target) return;
    log.report(stated === source ? "respelled" : "reshaped", way, stated, change);
    put(owner, name, target);
  },

  request(tree, way, source, target, change, log) {
    const [name, above] = [way.at(-1)!, way.slice(0, -1)];
    const owner = log.formed(valueAt(tree, above), "object", ...above);
    if (member(owner, name) !== source) return log.fill(owner, name, target, change, above);
    log.report("respelled", way, source, change);
    put(owner, name, target);
  },

  discovery(tree, way, source, target, change, log) {
    const stated = log.formed(valueAt(tree, way), "array", ...way);
    if (!stated.includes(source) || stated.includes(target)) return;
    log.report("respelled", way, stated, change);
    for (const [i, one] of stated.entries()) if (one === source) stated[i] = target;
  },
};

/** Return the revision of an end, without its extensions. */
function revisionOf(end: string): string {
  return end.split("+")[0]!;
}
