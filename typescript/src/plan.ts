/**
 * Plans: the published conversion between two neighbours, which edits the messages of its methods.
 *
 * A plan with an unknown kind or an unknown rule is a `RangeError`.
 */

import { has, isObject, type Json, type JsonObject, type Key, member, outdated, own, put } from "./json.ts";
import { isEmpty, type Log } from "./log.ts";
import type { Change, Conversion, Edit, Outcome, PlanFunction, PlanRow, Renumber, Schema, Side, Visit } from "./published.ts";
import { Types } from "./types.ts";

export type Part = "params" | "result";

type Loop = Visit["loop"];

const KINDS = new Set(
  ("passes removed object union drop dropOthers dropOnly dropInside dropItems truncate set fillContext refuseMember callRule visit move " +
    "unchanged refuse become convert rule renumber").split(" "),
);

export class Plan {
  readonly file: Conversion;
  readonly types: Types;

  constructor(file: Conversion) {
    this.file = file;
    this.types = new Types((name) => own(file.$defs ?? {}, name));
    const { functions, methods, errors } = file;
    const rows: { readonly kind?: string | undefined; readonly rule?: string }[] = [...Object.values(methods.client), ...Object.values(methods.server)];
    for (const { kind, rule } of [...rows, ...Object.values(functions).flatMap(nodesOf), ...(errors?.edit ? [errors.edit] : [])] as typeof rows) {
      if (kind !== undefined && !KINDS.has(kind)) throw outdated("kind", kind);
      if (rule !== undefined && !has(file.rules ?? {}, rule)) throw outdated("rule", rule);
    }
  }

  /** Return the row of a method that a side calls, if the plan changes or refuses it. */
  row(side: Side, method: string): PlanRow | undefined {
    return own(this.file.methods[side], method);
  }

  /** Edit the params or the result of a message by the row of its method, if there is one. */
  part(tree: JsonObject, part: Part, row: PlanRow | undefined, log: Log): void {
    const { everyPart } = this.file;
    const value = tree[part];
    if (everyPart && isObject(value) && isObject(member(value, everyPart.member))) {
      log.inner((owner: JsonObject) => this.#edit(everyPart, owner, log), part, value);
    }
    const passes = row?.kind === "passes" ? row : undefined;
    const name = passes?.[part];
    const isNew = name !== undefined && part === "params" && passes?.createsParams && !has(tree, part);
    if (isNew) tree[part] = {};
    if (name === undefined || !has(tree, part)) return;
    const stays = part !== "params" || !passes?.dropsEmptyParams || isEmpty(tree[part]);
    log.inner((owner: Json) => this.run(name, owner, log), part, tree[part]!);
    if (!stays && isEmpty(tree[part])) delete tree[part];
  }

  /** Edit an error by the rule of the plan. */
  error(tree: JsonObject, log: Log): void {
    const { edit, withoutId } = this.file.errors ?? {};
    if (withoutId !== undefined && !has(tree, "id")) log.refuse(withoutId);
    if (edit?.kind === "renumber") this.#renumber(tree.error as JsonObject, edit.rows, log);
  }

  /** Change the code of an error by the first row that concerns it. */
  #renumber(error: JsonObject, rows: Renumber["rows"], log: Log): void {
    const code = Number(error.code);
    const data = member(error, "data");
    const row = rows.find(({ first, last, answering, having }) =>
      code >= first && code <= last && (!answering || answering.includes(log.answering ?? "")) &&
      (having === undefined || (isObject(data) && has(data, having))));
    if (!row) return;
    const { change } = row;
    if (row.wraps) {
      const original: JsonObject = { code: error.code!, ...(data === undefined ? {} : { data }) };
      log.report(data === undefined ? "invented" : "reshaped", ["error", "data"], data === undefined ? original : data, change);
      error.data = original;
    }
    log.fill(error, "code", row.to, change, ["error"]);
  }

  /** Edit a value by a function; return it, or a replacement. Functions may call themselves. */
  run(name: string, value: Json, log: Log): Json {
    const node: PlanFunction = this.file.functions[name]!;
    if (node.kind === "union") {
      const fits = (type: Schema) => this.types.fits(type, value);
      const found = node.variants?.find(({ fits: all, unfit, readAs }) =>
        (!all || all.every(fits)) && !unfit?.some(fits) && (!readAs || this.types.isReadAs(readAs, value)));
      if (!found && node.expected !== undefined) throw log.expected(node.expected);
      return found ? this.#outcome(found.outcome, value, log) : value;
    }
    log.formed(value, "object");
    const owner = node.call ? this.#rule(node.call, value, log) : value;
    if (node.edits) for (const edit of node.edits) this.#edit(edit, owner as JsonObject, log);
    return owner;
  }

  #rule(call: { rule: string; change: Change }, value: Json, log: Log): Json {
    const now = this.file.rules![call.rule]!(value, log, call.change); // which may be null
    return now === undefined ? value : now;
  }

  /** Edit a value by a function, or each item or value in it. */
  #looped(name: string, loop: Loop, value: Json, log: Log): Json {
    if (loop === undefined) return this.run(name, value, log);
    const owner = log.formed(value, loop === "items" ? "array" : "object") as JsonObject;
    for (const key of Object.keys(owner)) edited(owner, loop === "items" ? Number(key) : key, (inner) => this.run(name, inner, log), log);
    return value;
  }

  /** Edit one member of an object, where it is present and does not fit the type, or, if the edit is always made, absent. */
  #edit(node: Edit, owner: JsonObject, log: Log): void {
    if (node.kind === "move") return log.move(owner, node);
    if (node.kind === "dropOthers") return this.#dropOthers(node, owner, log);
    const name = node.member;
    const isPresent = has(owner, name);
    if (isPresent ? node.type !== undefined && this.types.fits(node.type, owner[name]!) : !node.always) return;
    if (node.kind === "visit") return edited(owner, name, (inner) => this.#looped(node.function, node.loop, inner, log), log);
    const change = node.change;
    if ("when" in node && !this.types.fits(node.when, owner)) return;
    switch (node.kind) {
      case "drop": return log.drop(owner, name, change);
      case "dropOnly": return log.dropOnly(owner, name, node.value, change);
      case "dropInside": return log.dropInside(owner, name, node.names, change, node.clears);
      case "dropItems": return log.dropItems(owner, name, (item) => this.types.fits(node.items, item), change);
      case "truncate": return log.truncate(owner, name, node.most, node.flag, change);
      case "fillContext": return fillContext(owner, name, node.extensions ?? [], change, log);
      case "set": return log.fill(owner, name, node.value, change);
      case "refuseMember": return log.refuse(change, node.code, ...(isPresent ? [name] : []));
      case "callRule": return void this.#rule(node, owner, log);
    }
  }

  #dropOthers({ declared, type, change }: Extract<Edit, { kind: "dropOthers" }>, owner: JsonObject, log: Log): void {
    for (const other of Object.keys(owner)) {
      if (declared?.includes(other) || (type !== undefined && this.types.fits(type, owner[other]!))) continue;
      log.drop(owner, other, change);
    }
  }

  #outcome(node: Outcome, value: Json, log: Log): Json {
    if (node.kind === "unchanged") return value;
    if (node.kind === "refuse") {
      return node.type !== undefined && this.types.fits(node.type, value) ? value : log.refuse(node.change, node.code);
    }
    if (node.kind === "become") {
      log.report("respelled", [], value, node.change);
      return node.value ?? null;
    }
    const now = node.function === undefined ? value : this.#looped(node.function, node.loop, value, log);
    return node.call ? this.#rule(node.call, now, log) : now;
  }
}

/** Return the node of a function, and those of its edits, outcomes and calls. */
function nodesOf(node: PlanFunction): readonly { readonly kind?: string | undefined; readonly rule?: string }[] {
  const nodes = [node, ...(node.kind === "union" ? (node.variants ?? []).map((one) => one.outcome) : node.edits ?? [])];
  return [...nodes, ...nodes.flatMap((one) => ("call" in one && one.call ? [one.call] : []))];
}

/** Set the members of the context. A reserved member that the caller did not give stays only if it is valid. */
export function fillContext(owner: JsonObject, name: string, extensions: readonly string[], change: Change, log: Log): void {
  const { stated, plan, capabilities } = log.context!;
  if (!has(owner, name)) put(owner, name, {});
  const meta = log.formed(owner[name], "object", name);
  const all = extensions.length ? declaring(extensions, stated, capabilities) : stated;
  for (const { key, type } of plan.file.context!) {
    if (!all.has(key) && has(meta, key) && !plan.types.fits(type, meta[key]!)) log.drop(meta, key, change, [name]);
  }
  for (const [key, value] of all) log.fill(meta, key, value, change, [name]);
  if (!has(meta, capabilities)) log.fill(meta, capabilities, {}, change, [name]);
}

/** Return the members of the context with extensions among the capabilities. */
function declaring(extensions: readonly string[], stated: Map<string, Json>, capabilities: string): Map<string, Json> {
  const given = (stated.get(capabilities) ?? {}) as { extensions?: object };
  const declared = { ...(isObject(given.extensions) && given.extensions), ...Object.fromEntries(extensions.map((one) => [one, {}])) };
  return new Map<string, Json>([...stated, [capabilities, { ...given, extensions: declared }]]);
}

/** Edit the value under a key of an object or an array; an absent one is null. */
function edited(owner: JsonObject, key: Key, edit: (value: Json) => Json, log: Log): void {
  const old = has(owner, key) ? owner[key]! : null;
  const now = log.inner(edit, key, old);
  if (now !== old) put(owner, key, now);
}
