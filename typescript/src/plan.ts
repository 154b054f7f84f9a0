/**
 * Plans: the published conversion between two neighbours → functions that edit a frame.
 *
 * In: a tree of `conversions/S--T.json`, whose kinds are closed. Out: `Plan`, with a compiled function for each of its
 * functions. A file with another format, an unknown kind or an unknown rule is a `RangeError`.
 */

import { has, isObject, type JsonObject, member, put } from "./json.ts";
import { type Change, type Log, type Move } from "./log.ts";
import { renumbered, type Rule, RULES } from "./rules.ts";
import { type Schema, Types } from "./types.ts";

export type Side = "client" | "server";
/** An edit in place, which returns the value or a replacement. */
export type Edit = (value: any, log: Log) => any;
type MemberEdit = (owner: JsonObject, log: Log) => void;

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

/** A method of both revisions, or one that the target lacks. */
export type Row = ReturnType<Compiler["row"]>;
export type Plan = ReturnType<typeof planOf>;

export function planOf(file: PublishedFile) {
  const compiler = new Compiler(file);
  const { edit, withoutId, withoutRequests } = file.errors;
  const context = Object.entries<Schema>(file.context);
  return {
    source: file.source,
    target: file.target,
    everyPart: file.everyPart && compiler.everyPart(file.everyPart),
    methods: { client: compiler.rows("client"), server: compiler.rows("server") },
    error: edit && compiler.errors(edit),
    errorId: compiler.change(withoutId),
    withoutRequests: { client: compiler.change(withoutRequests.client), server: compiler.change(withoutRequests.server) },
    batches: compiler.change(file.batches),
    stated: { clientCapabilities: compiler.named(file.capabilities), clientInfo: compiler.named(file.implementation) },
    context: new Map(context.map(([name, type]) => [name, compiler.types.fits(type)])),
  };
}

class Compiler {
  private readonly file: PublishedFile;
  readonly types: Types;
  private readonly functions: Map<string, Edit>;

  constructor(file: PublishedFile) {
    this.file = file;
    this.types = new Types((reference) => {
      const [, , side, name] = reference.split("/");
      return file.$defs[side!]?.[name!];
    });
    this.functions = new Map(Object.entries<Node>(file.functions).map(([name, node]) => [name, this.compiled(node)]));
  }

  rows(side: Side) {
    return new Map(Object.entries<Node>(this.file.methods[side]).map(([method, node]) => [method, this.row(node)]));
  }

  row({ kind, change, code = null, renamed, renaming, params = null, result = null, ...others }: Node) {
    if (kind !== "passes" && kind !== "removed") throw unknown("kind", kind);
    return {
      isRequest: (kind === "passes" ? others.isRequest : code !== null) as boolean,
      removed: kind === "removed" ? { change: this.change(change)!, code: code as number | null } : null,
      /** The name in the target, where that is another, and the change that renames the method. */
      renamed: renamed ? { name: renamed as string, change: this.change(renaming)! } : null,
      params: this.named(params),
      result: this.named(result),
      createsParams: others.createsParams === true,
      dropsEmptyParams: others.dropsEmptyParams === true,
    };
  }

  change(name: string | null): Change | null {
    return name === null ? null : this.file.changes[name]!;
  }

  /** Return the function with a name; functions may call themselves. */
  named(name: string | null): Edit | null {
    return name === null ? null : (value, log) => this.functions.get(name)!(value, log);
  }

  errors(edit: { renumber?: any[]; rule: string; change: string }): Edit {
    return edit.renumber ? this.calling(renumbered(edit.renumber), edit.change) : this.rule(edit)!;
  }

  /** Return the edit of a rule that a node calls, if any. */
  private rule(call: { rule: string; change: string } | null): Edit | null {
    if (!call) return null;
    if (!Object.hasOwn(RULES, call.rule)) throw unknown("rule", call.rule);
    return this.calling(RULES[call.rule]!, call.change);
  }

  private calling(rule: Rule, name: string): Edit {
    const change = this.change(name)!;
    return (value, log) => {
      const now = rule(value, log, change); // which may be null
      return now === undefined ? value : now;
    };
  }

  everyPart(node: Node): Edit {
    const edit = this.member(node);
    return (value, log) => {
      if (isObject(value) && isObject(member(value, node.member))) edit(value, log);
    };
  }

  private compiled(node: Node): Edit {
    switch (node.kind) {
      case "object": return this.object(node);
      case "union": return this.union(node);
      case "loop": return this.looped(node);
    }
    throw unknown("kind", node.kind);
  }

  /** Return the edit of a value by the function of a node, or of each item or value in it. */
  private looped({ function: name, loop }: Node): Edit {
    const edit = this.named(name)!;
    if (loop === null) return edit;
    return (container, log) => {
      log.formed(container, loop === "items" ? "array" : "object");
      for (const name of Object.keys(container)) edited(container, loop === "items" ? Number(name) : name, edit, log);
      return container;
    };
  }

  private object(node: Node): Edit {
    const rule = this.rule(node.rule);
    const edits = (node.edits as Node[]).map((edit) => this.member(edit));
    return (value, log) => {
      log.formed(value, "object");
      const owner = rule ? rule(value, log) : value;
      for (const edit of edits) edit(owner, log);
      return owner;
    };
  }

  /** Return the edit of one member of an object. */
  private member(node: Node): MemberEdit {
    const name = node.member;
    const change = this.change(node.change ?? null)!;
    const fits = node.type ? this.types.fits(node.type) : () => false;
    switch (node.kind) {
      case "move": return (owner, log) => log.move(owner, node as unknown as Move, change);
      case "dropOthers": return (owner, log) => {
        for (const other of Object.keys(owner)) {
          if (!node.declared.includes(other) && !fits(owner[other]!)) log.drop(owner, other, change);
        }
      };
      case "refuseAbsent": return (owner, log) => {
        if (!has(owner, name)) log.refuse(change);
      };
    }
    // The others act on a member that is present and does not fit the type, or, if it is needed, absent.
    const act = this.act(node, change);
    const isNeeded = node.always || node.required;
    return (owner, log) => {
      if (has(owner, name) ? !fits(owner[name]!) : isNeeded) act(owner, log);
    };
  }

  private act(node: Node, change: Change): MemberEdit {
    const { kind, member: name, value } = node;
    switch (kind) {
      case "drop":
      case "dropUnfit": return (owner, log) => log.drop(owner, name, change);
      case "dropOnly": return (owner, log) => log.dropOnly(owner, name, value, change);
      case "dropInside": return (owner, log) => log.dropInside(owner, name, node.names, change);
      case "set":
      case "require": return (owner, log) => log.fill(owner, name, value, change);
      case "refusePresent":
      case "refuseUnfit": return (_, log) => log.refuse(change, node.code, name);
      case "callRule": return this.rule(node as any)!;
      case "visit": {
        const edit = this.looped(node);
        return (owner, log) => edited(owner, name, edit, log);
      }
    }
    throw unknown("kind", kind);
  }

  private union(node: Node): Edit {
    const tests = (types: Schema[]) => types.map((type) => this.types.fits(type));
    const variants = (node.variants as Node[]).map((one) => ({ fits: tests(one.fits), unfit: tests(one.unfit), outcome: this.outcome(one.outcome) }));
    return (value, log) => {
      const found = variants.find(({ fits, unfit }) => fits.every((is) => is(value)) && !unfit.some((is) => is(value)));
      return found ? found.outcome(value, log) : value;
    };
  }

  private outcome(node: Node): Edit {
    switch (node.kind) {
      case "unchanged": return (value) => value;
      case "malformed": return (_, log) => {
        throw log.expected(node.expected);
      };
      case "refuse": {
        const change = this.change(node.change)!;
        return (_, log) => log.refuse(change, node.code);
      }
      case "convert": {
        const edit = node.function === null ? null : this.looped(node);
        const rule = this.rule(node.rule);
        return (value, log) => {
          const now = edit ? edit(value, log) : value;
          return rule ? rule(now, log) : now;
        };
      }
    }
    throw unknown("kind", node.kind);
  }
}

/** Edit the value under a key of an object or an array; an absent one is null. */
function edited(owner: any, key: string | number, edit: Edit, log: Log): void {
  const old = has(owner, key) ? owner[key] : null;
  const now = log.inner(edit, key, old);
  if (now !== old) put(owner, key, now);
}

function unknown(part: string, name: unknown): RangeError {
  return new RangeError(`unknown ${part} ${String(name)} in a plan; it needs a newer reader`);
}
