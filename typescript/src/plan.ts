/**
 * Plans: the published conversion between two neighbours → functions that edit a frame.
 *
 * In: a tree of `conversions/S--T.json`, whose kinds are closed. Out: `Plan`, with a compiled function for each of its
 * functions. A file with another format, an unknown kind or an unknown rule is a `RangeError`.
 */

import { isObject, type Json, type JsonObject, member, type Path, put, sameJson, WORDS } from "./json.ts";
import { type Change, expected, type Log, type Move } from "./log.ts";
import { RULES } from "./rules.ts";
import { type Schema, Types } from "./types.ts";

export type Side = "client" | "server";
type Loop = "items" | "values" | null;
type Edit = (value: any, at: Path, log: Log) => Json;
/** An edit in place. */
export type Act = (value: any, at: Path, log: Log) => unknown;
type MemberEdit = (owner: JsonObject, at: Path, log: Log) => void;

interface RuleCall {
  rule: string;
  change: string;
}

/** A node of a plan; `kind` says which of the members it has. */
interface Node {
  kind: string;
  [name: string]: any;
}

/** A file of `conversions/`; `schema/conversion.schema.json` defines its members. */
export interface ConversionFile {
  format: number;
  source: string;
  target: string;
  [member: string]: any;
}

/** A method of both revisions, or one that the target lacks. */
export interface Row {
  isRequest: boolean;
  params: Edit | null;
  result: Edit | null;
  createsParams: boolean;
  dropsEmptyParams: boolean;
  /** The name in the target, where that is another, and the change that renames the method. */
  renamed: { name: string; change: Change } | null;
  removed: { change: Change; code: number | null } | null;
}

/** The row of a method that a plan leaves alone. */
export const PASSES: Row = { isRequest: true, params: null, result: null, createsParams: false, dropsEmptyParams: false, renamed: null, removed: null };

export class Plan {
  readonly source: string;
  readonly target: string;
  readonly everyPart: Edit | null;
  readonly methods: Record<Side, Map<string, Row>>;
  readonly error: Edit | null;
  readonly errorId: Change | null;
  readonly withoutRequests: Record<Side, Change | null>;
  readonly batches: Change | null;
  readonly capabilities: Edit | null;
  readonly implementation: Edit | null;
  readonly context: Map<string, (value: Json) => boolean>;
  private readonly file: ConversionFile;
  private readonly types: Types;
  private readonly functions = new Map<string, Edit>();

  constructor(file: ConversionFile) {
    this.file = file;
    this.source = file.source;
    this.target = file.target;
    this.types = new Types((reference) => {
      const [, , side, name] = reference.split("/");
      return file.$defs[side!]?.[name!];
    });
    for (const [name, node] of Object.entries<Node>(file.functions)) this.functions.set(name, this.compiled(node));
    this.everyPart = file.everyPart && this.edited(file.everyPart);
    this.methods = { client: this.rows("client"), server: this.rows("server") };
    this.error = file.errors.edit && this.rule(file.errors.edit);
    this.errorId = this.change(file.errors.withoutId);
    const { client, server } = file.errors.withoutRequests;
    this.withoutRequests = { client: this.change(client), server: this.change(server) };
    this.batches = this.change(file.batches);
    this.capabilities = this.named(file.capabilities);
    this.implementation = this.named(file.implementation);
    const context = Object.entries<Schema>(file.context);
    this.context = new Map(context.map(([name, type]) => [name, (value) => this.types.fits(value, type)]));
  }

  private rows(side: Side): Map<string, Row> {
    return new Map(Object.entries<Node>(this.file.methods[side]).map(([method, node]) => [method, this.row(node)]));
  }

  private row(node: Node): Row {
    if (node.kind === "removed") {
      return { ...PASSES, isRequest: node.code !== null, removed: { change: this.change(node.change)!, code: node.code } };
    }
    if (node.kind !== "passes") throw unknown("kind", node.kind);
    const renamed = node.renamed ? { name: node.renamed, change: this.change(node.renaming)! } : null;
    return { ...PASSES, ...node, renamed, params: this.named(node.params), result: this.named(node.result) };
  }

  private change(name: string | null): Change | null {
    return name === null ? null : this.file.changes[name]!;
  }

  /** Return the function with a name; functions may call themselves. */
  private named(name: string | null): Edit | null {
    return name === null ? null : (value, at, log) => this.functions.get(name)!(value, at, log);
  }

  private rule(call: RuleCall): Edit {
    const rule = Object.hasOwn(RULES, call.rule) ? RULES[call.rule] : undefined;
    if (!rule) throw unknown("rule", call.rule);
    const change = this.change(call.change)!;
    return (value, at, log) => rule(value, at, log, change) ?? value;
  }

  private compiled(node: Node): Edit {
    switch (node.kind) {
      case "object": return this.object(node);
      case "union": return this.union(node);
      case "loop": return this.looped(node.function, node.loop);
    }
    throw unknown("kind", node.kind);
  }

  /** Return the edit of a value, or of each item or value in it. */
  private looped(name: string, loop: Loop): Edit {
    const edit = this.named(name)!;
    if (loop === null) return edit;
    const [is, form]: [(value: unknown) => boolean, string] = loop === "items" ? [Array.isArray, WORDS.array!] : [isObject, WORDS.object!];
    return (container, at, log) => {
      if (!is(container)) throw expected(form, at);
      for (const name of Object.keys(container)) {
        const key = loop === "items" ? Number(name) : name;
        const old = container[name];
        const now = edit(old, { up: at, key }, log);
        if (now !== old) put(container, key, now);
      }
      return container;
    };
  }

  private object(node: Node): Edit {
    const rule = node.rule && this.rule(node.rule);
    const edits = (node.edits as Node[]).map((edit) => this.member(edit));
    return (value, at, log) => {
      if (!isObject(value)) throw expected("an object", at);
      const owner = rule ? rule(value, at, log) : value;
      for (const edit of edits) edit(owner as JsonObject, at, log);
      return owner;
    };
  }

  private edited(node: Node): Edit {
    const edit = this.member(node);
    return (value, at, log) => {
      if (isObject(value) && isObject(member(value, node.member))) edit(value, at, log);
      return value;
    };
  }

  /** Return the edit of one member of an object. */
  private member(node: Node): MemberEdit {
    const name: string = node.member;
    const change = typeof node.change === "string" ? this.change(node.change)! : (undefined as unknown as Change);
    const fits = node.type ? (value: Json) => this.types.fits(value, node.type) : () => true;
    const present = (edit: MemberEdit): MemberEdit => (owner, at, log) => {
      if (Object.hasOwn(owner, name)) edit(owner, at, log);
    };
    switch (node.kind) {
      case "drop": return present((owner, at, log) => log.drop(owner, name, at, change));
      case "dropOthers": {
        const declared = new Set<string>(node.declared);
        return (owner, at, log) => {
          for (const other of Object.keys(owner)) if (!declared.has(other) && !(node.type && fits(owner[other]!))) log.drop(owner, other, at, change);
        };
      }
      case "dropUnfit": return present((owner, at, log) => {
        if (!fits(owner[name]!)) log.drop(owner, name, at, change);
      });
      case "dropOnly": return present((owner, at, log) => log.dropOnly(owner, name, node.value, at, change));
      case "dropInside": return present((owner, at, log) => log.dropInside(owner, name, node.names, at, change));
      case "set": {
        const set: MemberEdit = (owner, at, log) => log.fill(owner, name, node.value, at, change);
        return node.always ? set : present(set);
      }
      case "move": return (owner, at, log) => log.move(owner, node as unknown as Move, at, change);
      case "require": return (owner, at, log) => {
        if (Object.hasOwn(owner, name) ? !fits(owner[name]!) : node.always) log.fill(owner, name, node.value, at, change);
      };
      case "refusePresent": return present((_, at, log) => log.refuse({ up: at, key: name }, change, node.code));
      case "refuseAbsent": return (owner, at, log) => {
        if (!Object.hasOwn(owner, name)) log.refuse(at, change);
      };
      case "refuseUnfit": return present((owner, at, log) => {
        if (!fits(owner[name]!)) log.refuse({ up: at, key: name }, change);
      });
      case "callRule": {
        const rule = this.rule(node as unknown as RuleCall);
        const call: MemberEdit = (owner, at, log) => void rule(owner, at, log);
        return node.always ? call : present(call);
      }
      case "visit": return this.visit(node, name, present);
    }
    throw unknown("kind", node.kind);
  }

  private visit(node: Node, name: string, present: (edit: MemberEdit) => MemberEdit): MemberEdit {
    const edit = this.looped(node.function, node.loop);
    const visit: MemberEdit = (owner, at, log) => {
      const old = member(owner, name) ?? null;
      const now = edit(old, { up: at, key: name }, log);
      if (now !== old) put(owner, name, now);
    };
    return node.required ? visit : present(visit);
  }

  private union(node: Node): Edit {
    const variants = (node.variants as Node[]).map((variant) => ({
      tag: variant.tag as Json,
      tests: (variant.tests as Node[]).map((test) => this.test(test)),
      outcome: this.outcome(variant.outcome),
    }));
    const names = (node.variants as Node[]).map((variant) => variant.name).join(" or ");
    const tag: string | null = node.tag;
    const candidates = variants.filter((variant) => tag === null || variant.tests.length);
    return (value, at, log) => {
      if (node.onlyObjects && !isObject(value)) throw expected(names, at);
      const found = candidates.find((variant) => variant.tests.every((test) => test(value)));
      if (found) return found.outcome(value, at, log);
      if (tag === null) return value;
      const stated = isObject(value) ? member(value, tag) : undefined;
      const tagged = variants.find((variant) => !variant.tests.length && sameJson(variant.tag, stated));
      if (!tagged) throw expected(names, at);
      return tagged.outcome(value, at, log);
    };
  }

  private test(node: Node): (value: Json) => boolean {
    switch (node.kind) {
      case "isArray": return Array.isArray;
      case "isObject": return isObject;
      case "fits": return (value) => this.types.fits(value, node.type);
      case "hasMember": return (value) => Object.hasOwn(value as JsonObject, node.member);
      case "memberIs": return (value) => {
        const stated = member(value as JsonObject, node.member) ?? null;
        return (node.values as Json[]).some((one) => sameJson(one, stated));
      };
      case "memberUnfit": return (value) => !this.types.fits(member(value as JsonObject, node.member) ?? null, node.type);
    }
    throw unknown("kind", node.kind);
  }

  private outcome(node: Node): Edit {
    switch (node.kind) {
      case "unchanged": return (value) => value;
      case "refuse": {
        const change = this.change(node.change)!;
        return (_, at, log) => log.refuse(at, change, node.code);
      }
      case "convert": {
        const edit = node.function === null ? null : this.looped(node.function, node.loop);
        const rule = node.rule && this.rule(node.rule);
        return (value, at, log) => {
          const now = edit ? edit(value, at, log) : value;
          return rule ? rule(now, at, log) : now;
        };
      }
    }
    throw unknown("kind", node.kind);
  }
}

function unknown(part: string, name: unknown): RangeError {
  return new RangeError(`unknown ${part} ${String(name)} in a plan; it needs a newer reader`);
}
