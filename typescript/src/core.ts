/**
 * The core: files of some revisions → decoding and conversion between them; `index.ts` gives it every file.
 *
 * A program that needs one pair loads the core and the files of that pair. Rules of a conversion: the caller's tree is
 * never changed; unknown members, ids and progress tokens are kept; a frame that cannot exist in the target is a
 * `NoCounterpart`; no content of a frame raises anything but the exceptions of `errors.ts`.
 */

import { Chain, type RequestContext } from "./chain.ts";
import { type Decoded, Decoder, type DecodeOptions, ofEach } from "./decode.ts";
import { type Loss, LossError } from "./errors.ts";
import { boundsOf, checkNames, copied, has, type Json, type Limits, line, once, tooLarge, treeOf, valueAt } from "./json.ts";
import { Plan, type PublishedFile, type Side } from "./plan.ts";

export { type RequestContext } from "./chain.ts";
export * from "./errors.ts";
export { type Decoded, type DecodeOptions } from "./decode.ts";
export { type Json, type Limits, LIMITS } from "./json.ts";
export { type PublishedFile, type Side } from "./plan.ts";

export interface ConvertOptions extends DecodeOptions {
  context?: RequestContext | null | undefined;
  /** "report" (default), "error": throw `LossError` unless nothing is lost, "allow"; both report none, "respelled" is no loss. */
  loss?: "report" | "error" | "allow" | undefined;
}

export type ConverterOptions = Omit<ConvertOptions, "answering">;

export interface Converted<Message> {
  message: Message;
  losses: Loss[];
}

export type Line<Text> = Text extends string ? string : Uint8Array;

/** Text gives text and bytes give bytes; a batch, which a revision of `Batching` may send, gives an array of them. */
export type Spelled<Text, Batching extends string> = Line<Text> | ([Batching] extends [never] ? never : Line<Text>[]);

/** A conversion for many frames. `Message` is the type of a tree in the target; the caller asserts it. */
export interface Converter<out Batching extends string = never> {
  <Text extends string | Uint8Array>(frame: Text, answering?: string | null): Converted<Spelled<Text, Batching>>;
  <Message = unknown>(frame: object, answering?: string | null): Converted<Message>;
}

export interface Convert<Name extends string, Batching extends string> {
  <Text extends string | Uint8Array, Source extends Name>(
    frame: Text, source: Source, target: Name, options: ConvertOptions,
  ): Converted<Spelled<Text, Source & Batching>>;
  <Message = unknown>(frame: object, source: Name, target: Name, options: ConvertOptions): Converted<Message>;
}

/** Parse JSON text with integers beyond 2^53 as `bigint`; throws `DecodeError`. */
export function parse(text: string, limits?: Limits): Json {
  return guarded(() => treeOf(text, limits));
}

/** Write a tree as one line of JSON, a `bigint` by its digits. A value that JSON lacks is a `TypeError`, a number without a finite double a `DecodeError`. */
export function stringify(tree: unknown): string {
  return guarded(() => line(copied(tree as Json)));
}

/** The revisions of some files, with the functions that `index.ts` exports, for those alone. `Batching` are the revisions with batches. */
export class Revisions<
  Name extends string = string, Revision extends string = string, Extension extends string = string, Batching extends string = string,
> {
  /** The revisions, oldest first. */
  readonly names: readonly Revision[];
  private readonly facts: PublishedFile;
  private readonly files: Map<string, PublishedFile>;
  private readonly types: Map<string, PublishedFile>;
  private readonly decoders = new Map<string, Decoder>();
  private readonly chains = new Map<string, Chain>();
  private readonly plans = new Map<string, Plan>();

  constructor(facts: PublishedFile, conversions: readonly PublishedFile[], types: readonly PublishedFile[]) {
    if (![facts?.revisions, conversions, types].every(Array.isArray)) throw new TypeError("Revisions: the content of revisions.json, and two arrays of files are needed");
    for (const { format } of [facts, ...conversions, ...types]) {
      if (format !== 1) throw new RangeError(`unknown format ${format}; it needs a newer reader`);
    }
    this.facts = facts;
    this.names = facts.revisions.map((row: { revision: Revision }) => row.revision);
    this.files = new Map(conversions.map((file) => [`${file.source}--${file.target}`, file]));
    this.types = new Map(types.map((file) => [file.revision ?? file.extension, file]));
  }

  /** Return the name of a revision with extensions, which every function takes for a revision. */
  compose = (revision: Revision, ...extensions: Extension[]): Name => {
    const name = [revision, ...extensions.toSorted()].join("+");
    this.decoder(name);
    return name as Name;
  };

  /**
   * Decode a frame, which is JSON text, bytes or a tree, by the letter of the corrected schema of a revision.
   *
   * Throws `DecodeError` for any content that the revision does not allow, `TypeError` or `RangeError` for a wrong
   * argument. An integer beyond 2^53 is a `bigint`.
   */
  decode = <Message = unknown>(frame: unknown, revision: Name, options: DecodeOptions): Decoded<Message> => {
    checkedOptions(options);
    const decoder = this.decoder(revision);
    return guarded(() => decoder.decode(frame, options)) as Decoded<Message>;
  };

  /**
   * Validate a part of a frame by a type of a revision, by its name in `types/R`; the rest is that of `decode`. Text and bytes are
   * JSON, so a string as such is `JSON.stringify(string)`; any other value is a tree.
   */
  validate = <Value = unknown>(value: unknown, revision: Name, type: string, limits?: Limits): Decoded<Value> => {
    const decoder = this.decoder(revision);
    if (typeof type !== "string") throw new TypeError("type: the name of a type is needed, a string");
    return guarded(() => decoder.validate(value, type, limits)) as Decoded<Value>;
  };

  /**
   * Convert a frame of `source` to one of `target`; the same kind of frame comes back, text and bytes as one line. The frame is not
   * judged, which `decode` does: only its parts that an edit reads are.
   *
   * Throws `NoCounterpart` for a frame that cannot exist in the target, `DecodeError` for a malformed one, `LossError`
   * where `loss` is "error", `TypeError` or `RangeError` for a wrong argument.
   */
  convert: Convert<Name, Batching> = (frame: object | string, source: Name, target: Name, options: ConvertOptions) =>
    this.converter(source, target, options)<any>(frame as object, options.answering);

  /** Return a conversion for many frames of one sender, with its options checked once; it throws as `convert` does. */
  converter = <Source extends Name>(
    source: Source, target: Name, options: ConverterOptions,
  ): Converter<Source & Batching> => {
    checkedOptions(options);
    const { limits, loss = "report" } = options;
    if (!["report", "error", "allow"].includes(loss)) throw new RangeError(`loss: no ${loss}`);
    const chain = this.chain(source, target, options.sender);
    const context = chain.context(options.context ?? null);
    return (frame: object | string, answering: string | null = null): Converted<any> => {
      const spelled = spelling(frame);
      const losses: Loss[] = [];
      let first: Json | undefined;
      const convertOne = (one: Json, prefix: string): unknown => {
        const log = chain.convert(one, answering, context, spelled);
        const before = () => valueAt((first ??= treeOf(frame, limits)), prefix.split("/").slice(1))!;
        for (const found of loss === "allow" ? [] : log.losses(before, one)) losses.push(prefix ? { ...found, pointer: prefix + found.pointer } : found);
        return spelled(one);
      };
      const message = guarded(() => {
        const tree = treeOf(frame, limits);
        if (!chain.plans.length) return isOneLine(frame) ? frame : spelled(tree);
        if (!Array.isArray(tree)) return convertOne(tree, "");
        const { id: change, reason } = chain.batches;
        losses.push({ kind: "reshaped", pointer: "", value: copied(tree), reason, change });
        return ofEach(tree, convertOne);
      });
      const lost = losses.filter((one) => one.kind !== "respelled");
      if (loss === "error" && lost.length) throw new LossError(lost);
      return { message, losses: loss === "report" ? losses : [] };
    };
  };

  private decoder(name: string): Decoder {
    return once(this.decoders, name, () => {
      const [revision, ...extensions] = this.parts(name);
      return new Decoder(this.file(revision), extensions.map((one) => this.file(one)));
    });
  }

  private file(name: string): PublishedFile {
    const found = this.types.get(name);
    if (!found) throw new RangeError(`no types of ${name} are loaded; ${[...this.types.keys()].join(", ") || "none"} are`);
    return found;
  }

  private chain(source: string, target: string, sender: Side): Chain {
    const [start, end] = [this.end(source), this.end(target)];
    return once(this.chains, `${start} ${end} ${sender}`, () => {
      const [revision, ...extensions] = start.split("+");
      const sources = extensions.map((one) => `${revision}+${one}`);
      const knowing = [...this.files].filter(([, file]) => sources.includes(file.source)).map(([name]) => this.plan(name));
      const way: string[] | undefined = this.facts.ways[start]?.[end]; // with three or more extensions, not every set has one
      if (!way) throw new RangeError(`no conversion ${start}--${end} is loaded`);
      const plans = way.map((name) => this.plan(name));
      return new Chain(this.facts, [start, end], sender, plans, knowing);
    });
  }

  /** Return an end of a chain: a revision with the extensions that have a plan. The others have no part in frames between client and server. */
  private end(name: string): string {
    const [revision, ...extensions] = this.parts(name);
    if (extensions.length) this.decoder(name);
    return [revision, ...extensions.filter((one) => has(this.facts.ways, `${revision}+${one}`)).toSorted()].join("+");
  }

  /** Return the known revision, and the extensions, of a name. */
  private parts(name: string): [revision: string, ...extensions: string[]] {
    if (typeof name !== "string") throw new TypeError("revision: the name of a revision is needed, a string");
    const [revision, ...extensions] = name.split("+") as [string, ...string[]];
    if (!this.names.includes(revision as Revision)) throw new RangeError(`no revision ${name}; the revisions are ${this.names.join(", ")}`);
    const twice = extensions.find((one, i) => extensions.indexOf(one) !== i);
    if (twice !== undefined) throw new RangeError(`${name}: ${twice} is given twice`);
    return [revision, ...extensions];
  }

  private plan(name: string): Plan {
    const file = this.files.get(name);
    if (!file) throw new RangeError(`no conversion ${name} is loaded`);
    return once(this.plans, name, () => new Plan(file));
  }
}

function checkedOptions(options: unknown): void {
  checkNames("options", options, ["sender", "answering", "limits", "context", "loss"]);
  const { sender, limits } = options as Record<string, unknown>;
  if (sender !== "client" && sender !== "server") throw new RangeError(`sender: no ${String(sender)}; "client" or "server"`);
  if (limits !== undefined) boundsOf(limits as Limits);
}

/** Say whether a frame is text that may leave as it came. */
function isOneLine(frame: unknown): boolean {
  const text = frame instanceof Uint8Array ? new TextDecoder().decode(frame) : frame;
  return typeof text === "string" && !/[\n\r\u0085\u2028\u2029]/.test(text);
}

/** Return the function that gives a tree the form of a frame. */
function spelling(frame: unknown): (tree: Json) => unknown {
  if (typeof frame === "string") return line;
  return frame instanceof Uint8Array ? (tree) => new TextEncoder().encode(line(tree)) : (tree) => tree;
}

/** Run a step; a stack that overflows on a small host is the documented error of the limits. */
function guarded<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof RangeError && /stack/i.test(error.message)) throw tooLarge();
    throw error;
  }
}
