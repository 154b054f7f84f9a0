/**
 * Decoding: a frame and a revision → the message and its unknown members, or the place of a fault.
 *
 * The members of a frame tell its kind (`frames.ts`). A batch holds calls alone or responses alone.
 */

import { DecodeError, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND } from "./errors.ts";
import { checkCall, type FrameKind, isCall, kindOf, ofEach } from "./frames.ts";
import { type Json, type JsonObject, pointerOf } from "./json.ts";
import { type Side } from "./plan.ts";
import { type Check, type Mismatch, type Schema, shown, trial, Types, Visit } from "./types.ts";

interface Method {
  kind: string;
  senders: string[];
  message: string;
  results: string[];
}

/** A file of `types/`, a revision or the layer of an extension; `schema/types.schema.json` defines its members. */
export interface TypesFile {
  format: number;
  methods: Record<string, Method>;
  $defs: Record<string, unknown>;
  [member: string]: any;
}

export interface DecodeOptions {
  /** The side that sent the frame. */
  sender: Side;
  /** The method that a response answers: its result is then decoded as a result of that method. */
  answering?: string | null;
}

export interface Decoded<Message> {
  message: Message;
  /** JSON Pointers to the members that the revision does not define. */
  unknown: string[];
}

/** Decodes the frames of one revision, or of one with extensions. */
export class Decoder {
  private readonly revision: string;
  private readonly batches: boolean;
  private readonly frames: Record<string, Schema>;
  private readonly methods: Map<string, Method & { check: Check }>;
  private readonly types: Types;
  private readonly responses = new Map<string, Check>();

  constructor(file: TypesFile, layers: readonly TypesFile[]) {
    const definitions = { ...file.$defs } as Record<string, Schema>;
    const methods: Record<string, Method> = { ...file.methods };
    for (const layer of layers) {
      if (layer.extends !== file.revision) throw new RangeError(`${layer.extension} extends ${layer.extends}, not ${file.revision}`);
      join(methods, layer.methods, layer);
      join(definitions, layer.$defs as Record<string, Schema>, layer);
      for (const [name, owner] of Object.entries<string>(layer.additions)) {
        const properties = { ...definitions[name]!.properties };
        join(properties, definitions[owner]!.properties, layer);
        definitions[name] = { ...definitions[name], properties };
      }
      for (const [name, results] of Object.entries<string[]>(layer.answers)) {
        methods[name] = { ...methods[name]!, results: [...methods[name]!.results, ...results] };
      }
    }
    this.revision = [file.revision, ...layers.map((layer) => layer.extension)].join("+");
    this.batches = file.batches ?? false;
    this.frames = file.frames;
    this.types = new Types((reference) => definitions[reference.split("/").at(-1)!]);
    this.methods = new Map(Object.entries(methods).map(([name, method]) => [name, { ...method, check: this.types.of({ $ref: method.message }) }]));
  }

  /** Decode the tree that `read` gives, after a look at the options. */
  decode(read: () => Json, { sender, answering = null }: DecodeOptions): Decoded<Json> {
    if (answering !== null) this.answered(answering, sender);
    const tree = read();
    const unknown = Array.isArray(tree) ? this.batch(tree, sender, answering) : this.frame(tree, sender, answering);
    return { message: tree, unknown };
  }

  private answered(name: string, sender: Side): Method {
    const method = this.methods.get(name);
    if (!method?.results.length) throw new RangeError(`answering: ${name} is no request of ${this.revision}`);
    if (!method.senders.some((side) => side !== sender)) {
      throw new DecodeError("", `a ${sender} does not answer ${name} in ${this.revision}`, INVALID_REQUEST);
    }
    return method;
  }

  private batch(tree: Json[], sender: Side, answering: string | null): string[] {
    if (!this.batches) throw new DecodeError("", `expected an object, got an array; ${this.revision} has no batches`, INVALID_REQUEST);
    const calls = new Set<boolean>();
    const unknown = ofEach(tree, (item, prefix) => {
      const found = this.frame(item, sender, answering);
      calls.add(isCall(kindOf(item)));
      return found.map((one) => prefix + one);
    });
    if (calls.size > 1) throw new DecodeError("", "a batch holds either calls or responses, not both", INVALID_REQUEST);
    return unknown.flat();
  }

  private frame(tree: Json, sender: Side, answering: string | null): string[] {
    const kind = kindOf(tree);
    const frame = tree as JsonObject;
    if (answering !== null && isCall(kind)) {
      throw new DecodeError("", `expected the answer to ${answering}, got a call of ${shown(frame.method!)}`, INVALID_REQUEST);
    }
    const visit = new Visit();
    const check = isCall(kind) ? this.call(frame.method!, kind, sender) : this.response(kind, answering);
    const mismatch = check(frame, visit);
    if (mismatch) throw new DecodeError(pointerOf(mismatch.keys), mismatch.reason, codeOf(mismatch));
    return visit.unknown.map(pointerOf);
  }

  private call(name: Json, kind: FrameKind, sender: Side): Check {
    const method = typeof name === "string" ? this.methods.get(name) : undefined;
    if (!method || !method.senders.includes(sender) || method.kind === "embedded") {
      const code = typeof name === "string" ? METHOD_NOT_FOUND : INVALID_REQUEST;
      throw new DecodeError("/method", `${shown(name)} is no method of a ${sender} in ${this.revision}`, code);
    }
    checkCall(kind, method.kind === "request");
    return method.check;
  }

  private response(member: string, answering: string | null): Check {
    const key = `${member} ${answering ?? ""}`;
    let check = this.responses.get(key);
    if (!check) this.responses.set(key, (check = this.envelope(member, answering)));
    return check;
  }

  /** Return the check of a response whose result is that of a method, or plain JSON: nothing inside is unknown then. */
  private envelope(member: string, answering: string | null): Check {
    const schema = this.frames[member]!;
    if (member === "error") return this.types.of(schema);
    const results = answering === null ? [] : this.methods.get(answering)!.results;
    const arms = results.map((name) => this.types.arm({ $ref: name }));
    const typed = arms.length === 1 ? arms[0]!.check : trial(arms, true);
    const body = arms.length ? typed : this.types.of({ ...this.types.resolved(schema.properties[member]), plain: true });
    return this.types.of({ ...schema, properties: { ...schema.properties, [member]: body } });
  }
}

/** Add the parts of an extension to those that are there; a name has one meaning. */
function join<Part>(parts: Record<string, Part>, added: Record<string, Part>, { extension }: TypesFile): void {
  const twice = Object.keys(added).find((name) => Object.hasOwn(parts, name));
  if (twice !== undefined) throw new RangeError(`${twice} has one meaning in ${extension} and another beside it`);
  Object.assign(parts, added);
}

/** Return the JSON-RPC code for the place of a fault. */
function codeOf({ keys, missing }: Mismatch): number {
  const inParams = keys[0] === "params" || (!keys.length && missing?.length === 1 && missing[0] === "params");
  return inParams ? INVALID_PARAMS : INVALID_REQUEST;
}
