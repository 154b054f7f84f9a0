/**
 * Plans: the published conversion between two neighbours, which edits the frames of its methods.
 *
 * In: a tree of `conversions/S--T.json`, whose kinds are closed, and a frame. A file with an unknown kind or an unknown
 * rule is a `RangeError`.
 */

import { has, isObject, type Json, type JsonObject, member, put } from "./json.ts";
import { type Change, isEmpty, type Log, type Move } from "./log.ts";
import { RULES } from "./rules.ts";
import { type Schema, Types } from "./types.ts";

export type Side = "client" | "server";
export type Part = "params" | "result";

/** A node of a plan; `kind` says which of the members it has. */
interface Node {
  kind: string;
  [name: string]: any;
}

/** A published file; its JSON Schema defines the members. */
export interface PublishedFile {
  format: number;
  [member: string]: any;
}

const KINDS = new Set(
  ("passes removed object union drop dropOthers dropOnly dropInside set refuseMember callRule visit move unchanged refuse convert").split(" "),
);

export class Plan {
  readonly file: PublishedFile;
  readonly types: Types;

  constructor(file: PublishedFile) {
    this.file = file;
    this.types = new Types((reference) => {
      const [, , side, name] = reference.split("/");
      return file.$defs[side!]?.[name!];
    });
    const { functions, methods, errors } = file;
    const nodes = Object.values<Node>(functions).flatMap((node) =>
      [node, ...(node.edits ?? []), ...(node.variants ?? []).map((one: Node) => one.outcome)]);
    for (const { kind } of [...Object.values<Node>({ ...methods.client, ...methods.server }), ...nodes]) {
      if (!KINDS.has(kind)) throw new RangeError(`unknown kind ${kind} in a plan; it needs a newer reader`);
    }
    for (const { rule } of [...nodes, errors.edit ?? {}]) {
      const name = rule?.rule ?? rule;
      if (name && !Object.hasOwn(RULES, name)) throw new RangeError(`unknown rule ${name} in a plan; it needs a newer reader`);
    }
  }

  /** Return the row of a method that a side calls: it passes, or the target lacks it. */
  row(side: Side, method: string): Node | undefined {
    return member(this.file.methods[side], method) as Node | undefined;
  }

  change(name: string | null): Change | null {
    return name === null ? null : this.file.changes[name]!;
  }

  /** Edit the params or the result of a frame by the row of its method, if there is one. */
  part(tree: JsonObject, part: Part, row: Node | undefined, log: Log): void {
    const { everyPart } = this.file;
    const value = tree[part];
    if (everyPart && isObject(value) && isObject(member(value, everyPart.member))) {
      log.inner(() => this.edit(everyPart, value, log), part, value);
    }
    const name = row?.[part] ?? null;
    const isNew = name !== null && part === "params" && row!.createsParams && !has(tree, part);
    if (isNew) tree[part] = {};
    if (name === null || !has(tree, part)) return;
    const stays = part !== "params" || !row!.dropsEmptyParams || isEmpty(tree[part]);
    log.inner((value) => this.run(name, value, log), part, tree[part]!);
    if (!stays && isEmpty(tree[part])) delete tree[part];
  }

  /** Edit an error by the rule of the plan. */
  error(tree: JsonObject, log: Log): void {
    const { edit, withoutId } = this.file.errors;
    if (withoutId !== null && !has(tree, "id")) log.refuse(this.change(withoutId)!);
    if (edit) this.renumber(tree.error as JsonObject, edit.renumber, this.change(edit.change)!, log);
  }

  /** Change the code of an error by the first row that concerns it. */
  private renumber(error: JsonObject, rows: any[], change: Change, log: Log): void {
    const code = Number(error.code);
    const data = member(error, "data");
    const row = rows.find(({ first, last, answering, having }) =>
      code >= first && code <= last && (!answering.length || answering.includes(log.answering ?? "")) &&
      (having === null || (isObject(data) && has(data, having))));
    if (!row) return;
    if (row.wraps) {
      const original: JsonObject = { code: error.code!, ...(data === undefined ? {} : { data }) };
      log.report(data === undefined ? "invented" : "reshaped", ["error", "data"], data === undefined ? original : data, change);
      error.data = original;
    }
    log.fill(error, "code", row.to, change, ["error"]);
  }

  /** Edit a value by a function; return it, or a replacement. Functions may call themselves. */
  run(name: string, value: any, log: Log): any {
    const node: Node = this.file.functions[name];
    if (node.kind === "union") {
      const fits = (type: Schema) => this.types.fits(type, value);
      const found = node.variants.find((one: any) => one.fits.every(fits) && !one.unfit.some(fits));
      if (!found && node.expected !== null) throw log.expected(node.expected);
      return found ? this.outcome(found.outcome, value, log) : value;
    }
    log.formed(value, "object");
    const owner = node.rule ? this.rule(node.rule, value, log) : value;
    for (const edit of node.edits) this.edit(edit, owner, log);
    return owner;
  }

  private rule(call: { rule: string; change: string }, value: Json, log: Log): any {
    const now = RULES[call.rule]!(value, log, this.change(call.change)!); // which may be null
    return now === undefined ? value : now;
  }

  /** Edit a value by the function of a node, or each item or value in it. */
  private looped({ function: name, loop }: Node, value: any, log: Log): any {
    if (loop === null) return this.run(name, value, log);
    log.formed(value, loop === "items" ? "array" : "object");
    for (const key of Object.keys(value)) edited(value, loop === "items" ? Number(key) : key, (inner) => this.run(name, inner, log), log);
    return value;
  }

  /** Edit one member of an object, where it is present and does not fit the type, or, if the edit is always made, absent. */
  private edit(node: Node, owner: JsonObject, log: Log): void {
    const { kind, member: name, type, value } = node;
    const change = this.change(node.change ?? null)!;
    const fits = (value: Json) => type && this.types.fits(type, value);
    if (kind === "move") return log.move(owner, node as unknown as Move, change);
    if (kind === "dropOthers") {
      const others = Object.keys(owner).filter((other) => !node.declared.includes(other) && !fits(owner[other]!));
      return others.forEach((other) => log.drop(owner, other, change));
    }
    const isPresent = has(owner, name);
    if (isPresent ? fits(owner[name]!) : !node.always) return;
    switch (kind) {
      case "drop": return log.drop(owner, name, change);
      case "dropOnly": return log.dropOnly(owner, name, value, change);
      case "dropInside": return log.dropInside(owner, name, node.names, change);
      case "set": return log.fill(owner, name, value, change);
      case "refuseMember": return log.refuse(change, node.code, ...(isPresent ? [name] : []));
      case "callRule": return this.rule(node as any, owner, log);
      case "visit": return edited(owner, name, (inner) => this.looped(node, inner, log), log);
    }
  }

  private outcome(node: Node, value: any, log: Log): any {
    if (node.kind === "unchanged") return value;
    if (node.kind === "refuse") return log.refuse(this.change(node.change)!, node.code);
    const now = node.function === null ? value : this.looped(node, value, log);
    return node.rule ? this.rule(node.rule, now, log) : now;
  }
}

/** Edit the value under a key of an object or an array; an absent one is null. */
function edited(owner: any, key: string | number, edit: (value: any) => any, log: Log): void {
  const old = has(owner, key) ? owner[key] : null;
  const now = log.inner(edit, key, old);
  if (now !== old) put(owner, key, now);
}
