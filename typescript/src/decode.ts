/**
 * Decoding: a frame and a revision → the message and its unknown members, or the place of a fault.
 *
 * A frame is an object with exactly one of `method`, `result` and `error` (JSON-RPC 2.0, sections 4 and 5). A call with an
 * `id`, whatever its value, is a request; the method of a request is a request. A batch holds calls alone or responses alone.
 */

import { DecodeError, INVALID_PARAMS, INVALID_REQUEST, type MessageId, METHOD_NOT_FOUND, NoCounterpart } from "./errors.ts";
import { copied, has, isInteger, isObject, type Json, type JsonObject, type Limits, lossPointer, once, own, pointerOf, shown, treeOf } from "./json.ts";
import type { Decoded, DecodeOptions } from "./messages.ts";
import { missing, mostHelpful, reasonOf } from "./mismatches.ts";
import { isVendorName } from "./vendor.ts";
import { passesUnknown } from "./options.ts";
import type { ExtensionTypes, Method, RevisionTypes, Schema, Side } from "./published.ts";
import { type Check, type Mismatch, trial, Types, Visit } from "./types.ts";

type CompiledMethod = Method & { isRequest: boolean; check: Check };

/** The envelopes of calls of methods that no revision defines. */
const VENDOR: Record<"request" | "notification", Schema> = {
  request: {
    type: "object", required: ["id", "jsonrpc", "method"],
    properties: { jsonrpc: { enum: ["2.0"] }, id: { anyOf: [{ type: "string" }, { type: "integer" }] }, method: { type: "string" }, params: { type: "object" } },
  },
  notification: { type: "object", required: ["jsonrpc", "method"], properties: { jsonrpc: { enum: ["2.0"] }, method: { type: "string" }, params: { type: "object" } } },
};

/** Decodes the frames of one revision, or of one with extensions. */
export class Decoder {
  private readonly revision: string;
  private readonly batches: boolean;
  private readonly frames: RevisionTypes["frames"];
  private readonly methods: Map<string, CompiledMethod>;
  private readonly types: Types;
  private readonly responses = new Map<string, Check>();

  constructor(file: RevisionTypes, layers: readonly ExtensionTypes[] = []) {
    const definitions: Record<string, Schema> = { ...file.$defs };
    const methods: Record<string, Method> = { ...file.methods };
    for (const layer of layers) {
      if (layer.extends !== file.revision) throw new RangeError(`${layer.extension} extends ${layer.extends}, not ${file.revision}`);
      join(methods, layer.methods, layer);
      join(definitions, layer.$defs, layer);
      for (const [name, owner] of Object.entries(layer.additions)) {
        const properties = { ...definitions[name]!.properties };
        join(properties, definitions[owner]!.properties ?? {}, layer);
        definitions[name] = { ...definitions[name], properties };
      }
      for (const [name, results] of Object.entries(layer.answers)) {
        methods[name] = { ...methods[name]!, results: [...(methods[name]!.results ?? []), ...results] };
      }
    }
    this.revision = [file.revision, ...layers.map((layer) => layer.extension)].join("+");
    this.batches = file.batches ?? false;
    this.frames = file.frames;
    this.types = new Types((reference) => own(definitions, reference), mostHelpful);
    const compiled = (method: Method) => ({ ...method, isRequest: method.kind === "request", check: this.types.of({ $ref: method.message }) });
    this.methods = new Map(Object.entries(methods).map(([name, method]) => [name, compiled(method)]));
  }

  decode(frame: unknown, { sender, answering = null, limits, unknownMethods }: DecodeOptions): Decoded<Json> {
    const passes = passesUnknown(unknownMethods);
    const senders = answering === null ? undefined : this.request(answering)?.senders;
    if (senders && !senders.some((side) => side !== sender)) {
      throw new DecodeError("", `a ${sender} does not answer ${answering} in ${this.revision}`, INVALID_REQUEST, idOf(treeOf(frame, limits)), null);
    }
    const tree = treeOf(frame, limits);
    const unknown = Array.isArray(tree) ? this.batch(tree, sender, answering, passes) : this.frame(tree, sender, answering, passes);
    return { message: tree, unknown };
  }

  validate(value: unknown, type: string, limits: Limits | undefined): Decoded<Json> {
    if (typeof type !== "string") throw new TypeError('type must be the name of a type, such as "Tool"');
    const check = this.types.of(this.types.definition(type));
    const isScalar = Object(value) !== value && typeof value !== "string";
    const tree = isScalar ? copied(value as Json) : treeOf(value, limits);
    return { message: tree, unknown: unknownIn(tree, check, () => INVALID_PARAMS) };
  }

  private batch(tree: Json[], sender: Side, answering: string | null, passes: boolean): string[] {
    if (!this.batches) throw new DecodeError("", `expected an object, got an array; ${this.revision} has no batches`, INVALID_REQUEST);
    const calls = new Set<boolean>();
    const unknown = ofEach(tree, (item, prefix) => {
      const found = this.frame(item, sender, answering, passes);
      calls.add(isCall(kindOf(item)));
      return found.map((one) => lossPointer([], prefix + one));
    });
    if (calls.size > 1) throw new DecodeError("", "a batch holds either calls or responses, not both", INVALID_REQUEST);
    return unknown.flat();
  }

  private frame(tree: Json, sender: Side, answering: string | null, passes: boolean): string[] {
    return identified(tree, () => this.judged(tree, sender, answering, passes));
  }

  private judged(tree: Json, sender: Side, answering: string | null, passes: boolean): string[] {
    const kind = kindOf(tree);
    const frame = tree as JsonObject;
    if (passes && isVendorName(isCall(kind) && answering === null ? frame.method : answering)) {
      if (kind === "request" || kind === "notification") return unknownIn(frame, this.types.of(VENDOR[kind]), codeOf);
      return this.judged(tree, sender, null, false); // a result of such a method has any members
    }
    if (answering !== null && kind !== "error" && !this.request(answering)) {
      throw new RangeError(`answering: ${answering} is not a request of ${this.revision}`);
    }
    if (answering !== null && isCall(kind)) {
      throw new DecodeError("", `expected the answer to ${answering}, got a call of ${shown(frame.method!)}`, INVALID_REQUEST);
    }
    const check = isCall(kind) ? this.call(frame.method!, kind, sender) : once(this.responses, kind === "error" ? kind : `${kind} ${answering}`, () => this.response(kind, answering));
    return unknownIn(frame, check, codeOf);
  }

  private call(name: Json, kind: FrameKind, sender: Side): Check {
    const sent = (name: string) => {
      const method = this.methods.get(name);
      return method?.senders.includes(sender) && method.kind !== "embedded" ? method : undefined;
    };
    return called(name, kind, sent, `${sender} in ${this.revision}`).check;
  }

  /** Return a method whose messages are requests. An embedded request is never answered by a message. */
  private request(name: string): CompiledMethod | undefined {
    const method = this.methods.get(name);
    return method?.isRequest ? method : undefined;
  }

  /** Return the check of a response whose result is that of a method, or plain JSON: nothing inside is unknown then. */
  private response(member: "result" | "error", answering: string | null): Check {
    const schema = this.frames[member]!;
    if (member === "error") return this.types.of(schema);
    const { results = [] } = answering === null ? {} : this.request(answering)!;
    const arms = results.map((name) => this.types.arm({ $ref: name }));
    const typed = arms.length === 1 ? arms[0]!.check : trial(arms, true, mostHelpful);
    const body = arms.length ? typed : this.types.of({ ...this.types.resolved((schema.properties?.[member] || {})), plain: true });
    return this.types.object({ ...schema, properties: { ...schema.properties, [member]: body } });
  }
}

/** Add the parts of an extension to those that are there; a name has one meaning. */
function join<Part>(parts: Record<string, Part>, added: Readonly<Record<string, Part>>, { extension }: ExtensionTypes): void {
  const twice = Object.keys(added).find((name) => Object.hasOwn(parts, name));
  if (twice !== undefined) throw new RangeError(`${twice} has one meaning in ${extension} and another beside it`);
  Object.assign(parts, added);
}

/** Return the pointers to the unknown members of a value that passes a check. */
function unknownIn(tree: Json, check: Check, code: (mismatch: Mismatch) => number): string[] {
  const visit = new Visit();
  const mismatch = check(tree, visit);
  if (mismatch) throw new DecodeError(pointerOf(mismatch.keys), reasonOf(mismatch), code(mismatch));
  return visit.unknown.map((keys) => lossPointer(keys));
}

/** Return the JSON-RPC code for the place of a fault. */
function codeOf(mismatch: Mismatch): number {
  const { keys } = mismatch;
  const isParams = !keys.length && String(missing(mismatch)) === "params";
  const inParams = keys[0] === "params" || isParams;
  return inParams ? INVALID_PARAMS : INVALID_REQUEST;
}

export type FrameKind = "request" | "notification" | "result" | "error";

export function kindOf(frame: Json): FrameKind {
  if (!isObject(frame)) throw new DecodeError("", `expected an object, got ${shown(frame)}`, INVALID_REQUEST);
  const telling = Number(has(frame, "method")) + Number(has(frame, "result")) + Number(has(frame, "error"));
  if (telling !== 1) throw new DecodeError("", `a message has exactly one of 'method', 'result' and 'error', not ${telling}`, INVALID_REQUEST);
  if (has(frame, "method")) return has(frame, "id") ? "request" : "notification";
  return has(frame, "result") ? "result" : "error";
}

/** Run a step about a frame; an error of the frame has its id. */
export function identified<Found>(frame: Json, step: () => Found): Found {
  try {
    return step();
  } catch (error) {
    const id = idOf(frame);
    if (!(error instanceof DecodeError) || id === null) throw error;
    throw new DecodeError(error.pointer, error.reason, error.code, id, isResponse(frame) ? null : undefined);
  }
}

/** Whether a frame is meant as a response, which gets no reply. */
function isResponse(frame: Json): boolean {
  return isObject(frame) && !has(frame, "method") && (has(frame, "result") || has(frame, "error"));
}

export function idOf(tree: Json): MessageId | null {
  const id = isObject(tree) ? own(tree, "id") : undefined;
  return typeof id === "string" || isInteger(id) ? (id as MessageId) : null;
}

/** Do the same with each frame of a batch; faults and refusals are placed in the batch. */
export function ofEach<Found>(batch: Json[], act: (frame: Json, prefix: string) => Found): Found[] {
  if (!batch.length) throw new DecodeError("", "a batch must not be empty", INVALID_REQUEST);
  return batch.map((frame, i) => {
    try {
      return act(frame, `/${i}`);
    } catch (error) {
      if (error instanceof DecodeError) throw new DecodeError(`/${i}${error.pointer}`, error.reason, error.code, error.id, error.reply === null ? null : undefined);
      if (error instanceof NoCounterpart) throw new NoCounterpart(error.reply, error.reason, error.change, `/${i}${error.pointer}`);
      throw error;
    }
  });
}

/** Return an error response; no revision allows `null` as its id. */
export function failureOf(id: MessageId | null, code: number, message: string): JsonObject {
  return { jsonrpc: "2.0", ...(id !== null && { id }), error: { code, message } };
}

export function isCall(kind: FrameKind): kind is "request" | "notification" {
  return kind === "request" || kind === "notification";
}

/** Return the facts that `find` has of the method of a call; a request has an id, a notification none. */
export function called<Found extends { isRequest: boolean }>(
  method: Json, kind: FrameKind, find: (name: string) => Found | undefined, sender: string,
): Found {
  if (typeof method !== "string") throw new DecodeError("/method", `expected a string, got ${shown(method)}`, INVALID_REQUEST);
  const found = find(method);
  if (!found) throw new DecodeError("/method", `${shown(method)} is not a method of a ${sender}`, METHOD_NOT_FOUND);
  if (found.isRequest && kind === "notification") throw new DecodeError("", "'id' is missing", INVALID_REQUEST);
  if (!found.isRequest && kind === "request") throw new DecodeError("/id", "a notification has no id", INVALID_REQUEST);
  return found;
}
