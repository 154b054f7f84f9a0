/**
 * The core: files of some revisions → decoding and conversion between them; `index.ts` gives it every file.
 *
 * A program that needs one pair loads the core and the files of that pair. Rules of a conversion: the caller's tree is
 * never changed; unknown members, ids and progress tokens are kept; a frame that cannot exist in the target is a
 * `NoCounterpart`; no content of a frame raises anything but the exceptions of `errors.ts`.
 */

import { Chain, type RequestContext, type RevisionsFile } from "./chain.ts";
import { type Decoded, Decoder, type DecodeOptions, type TypesFile } from "./decode.ts";
import { type Loss, LossError } from "./errors.ts";
import { ofEach } from "./frames.ts";
import { copied, isObject, type Json, type Limits, LIMITS, line, tooLarge, treeOf } from "./json.ts";
import { type ConversionFile, Plan, type Side } from "./plan.ts";

export { type RequestContext, type RevisionsFile } from "./chain.ts";
export * from "./errors.ts";
export { type Decoded, type DecodeOptions, type TypesFile } from "./decode.ts";
export { type Json, type Limits, LIMITS, line as stringify } from "./json.ts";
export { type ConversionFile, type Side } from "./plan.ts";

export interface ConverterOptions {
  /** The side that sends the frames. */
  sender: Side;
  context?: RequestContext | null;
  /** "report" (default), "error": throw `LossError` unless nothing is lost, "allow": report no loss. */
  loss?: "report" | "error" | "allow";
  limits?: Partial<Limits>;
}

export interface ConvertOptions extends ConverterOptions {
  /** The method that a result answers. */
  answering?: string | null;
}

export interface Converted<Frame> {
  /** Of the kind of the frame; a batch gives an array of frames. */
  message: Frame;
  losses: Loss[];
}

export type Converter = <Frame>(frame: Frame, answering?: string | null) => Converted<Frame>;

/** Parse JSON text with integers beyond 2^53 as `bigint`; throws `DecodeError`. */
export function parse(text: string, limits: Partial<Limits> = LIMITS): Json {
  return guarded(() => treeOf(text, { ...LIMITS, ...limits }));
}

/** The revisions of some files: what `index.ts` exports, for those alone. */
export class Revisions<Name extends string = string, Revision extends string = string, Extension extends string = string> {
  /** The revisions, oldest first. */
  readonly names: readonly Revision[];
  private readonly facts: RevisionsFile;
  private readonly files: Map<string, ConversionFile>;
  private readonly types: Map<string, TypesFile>;
  private readonly cache = new Map<string, unknown>();

  constructor(facts: RevisionsFile, conversions: readonly ConversionFile[], types: readonly TypesFile[]) {
    for (const { format } of [facts, ...conversions, ...types]) {
      if (format !== 1) throw new RangeError(`unknown format ${format}; it needs a newer reader`);
    }
    this.facts = facts;
    this.names = facts.revisions.map((row) => row.revision as Revision);
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
  decode = <Message = unknown>(frame: unknown, revision: Name | Revision, options: DecodeOptions & { limits?: Partial<Limits> }): Decoded<Message> => {
    checkedOptions(options);
    const decoder = this.decoder(revision);
    return guarded(() => decoder.decode(() => treeOf(frame, { ...LIMITS, ...options.limits }), options)) as Decoded<Message>;
  };

  /**
   * Convert a frame of `source` to one of `target`; the same kind of frame comes back, text and bytes as one line.
   *
   * Throws `NoCounterpart` for a frame that cannot exist in the target, `DecodeError` for a malformed one, `LossError`
   * where `loss` is "error", `TypeError` or `RangeError` for a wrong argument.
   */
  convert = <Frame>(frame: Frame, source: Name | Revision, target: Name | Revision, options: ConvertOptions): Converted<Frame> =>
    this.converter(source, target, options)(frame, options.answering);

  /** Return a conversion for many frames of one sender, with its options checked once. */
  converter = (source: Name | Revision, target: Name | Revision, options: ConverterOptions): Converter => {
    checkedOptions(options);
    const { loss = "report" } = options;
    const limits = { ...LIMITS, ...options.limits };
    if (!["report", "error", "allow"].includes(loss)) throw new RangeError(`loss: no ${loss}`);
    const chain = this.chain(source, target, options.sender);
    const context = chain.context(options.context ?? null);
    return <Frame>(frame: Frame, answering: string | null = null): Converted<Frame> => {
      const spelled = spelling(frame);
      const losses: Loss[] = [];
      const convertOne = (one: Json, prefix: string): unknown => {
        const log = chain.convert(one, answering, context, spelled);
        for (const found of log.losses()) losses.push(prefix ? { ...found, pointer: prefix + found.pointer } : found);
        return log.events.length ? spelled(one) : null;
      };
      const message = guarded(() => {
        const tree = treeOf(frame, limits);
        if (chain.isIdentity) return isOneLine(frame) ? frame : spelled(tree);
        if (!Array.isArray(tree)) return convertOne(tree, "") ?? (isOneLine(frame) ? frame : spelled(tree));
        const { id: change, reason } = chain.batches;
        losses.push({ kind: "reshaped", pointer: "", value: copied(tree), reason, change });
        return ofEach(tree, (one, prefix) => convertOne(one, prefix) ?? spelled(one));
      });
      const lost = losses.filter((one) => one.kind !== "respelled");
      if (loss === "error" && lost.length) throw new LossError(lost);
      return { message: message as Frame, losses: loss === "report" ? losses : [] };
    };
  };

  /** Return a part that is made once. */
  private once<Part>(key: string, make: () => Part): Part {
    if (!this.cache.has(key)) this.cache.set(key, make());
    return this.cache.get(key) as Part;
  }

  private decoder(name: string): Decoder {
    return this.once(name, () => {
      const [revision, ...extensions] = partsOf(name);
      return new Decoder(this.file(revision), extensions.map((one) => this.file(one)));
    });
  }

  private file(name: string): TypesFile {
    const found = this.types.get(name);
    if (!found) throw new RangeError(`no revision or extension ${name}; these are ${[...this.types.keys()].join(", ")}`);
    return found;
  }

  private chain(source: string, target: string, sender: Side): Chain {
    return this.once(`${source} ${target} ${sender}`, () => {
      for (const name of [source, target]) {
        if (!this.names.includes(partsOf(name)[0] as Revision)) throw new RangeError(`no revision ${name}; the revisions are ${this.names.join(", ")}`);
        if (name.includes("+")) this.decoder(name);
      }
      const extended = this.extended(source);
      const files = extended.length ? [...this.files.values()].filter((file) => extended.includes(file.source)) : [];
      return new Chain(this.facts, [source, target], sender, this.path(source, target), files.map((file) => this.plan(file)));
    });
  }

  /** Return the revision with each extension of a name; one without a plan has no part in frames between client and server. */
  private extended(name: string): string[] {
    const [revision, ...extensions] = partsOf(name);
    const ends = new Set([...this.files.values()].flatMap((file) => [file.source, file.target]));
    return extensions.map((one) => `${revision}+${one}`).filter((one) => ends.has(one));
  }

  /**
   * Return the plans between two names, along the revisions. Extensions that the target lacks are taken off before, those
   * that it gains are put on after. One that has a counterpart in the neighbour has a plan in the place of its revision's.
   */
  private path(source: string, target: string): Plan[] {
    const [start, end] = [source, target].map((name) => this.names.indexOf(partsOf(name)[0] as Revision)) as [number, number];
    const way: string[] = start <= end ? this.names.slice(start, end + 1) : this.names.slice(end, start + 1).reverse();
    const [here, there] = [way[0]!, way.at(-1)!];
    const [mine, others] = [this.extended(source), this.extended(target)];
    const off = mine.filter((one) => !others.includes(one));
    const on = others.filter((one) => !mine.includes(one));
    const first = off.find((one) => this.files.has(`${one}--${way[1]}`));
    const last = on.find((one) => this.files.has(`${way.at(-2)}--${one}`));
    const steps = [
      ...off.filter((one) => one !== first).map((one) => [one, here]),
      ...way.slice(1).map((name, i) => [(i === 0 && first) || way[i], (name === there && last) || name]),
      ...on.filter((one) => one !== last).map((one) => [there, one]),
    ];
    return steps.map((ends) => {
      const file = this.files.get(ends.join("--"));
      if (!file) throw new RangeError(`no conversion ${ends.join("--")} is loaded`);
      return this.plan(file);
    });
  }

  private plan(file: ConversionFile): Plan {
    return this.once(`${file.source}--${file.target}`, () => new Plan(file));
  }
}

/** Return the revision and the extensions of a name. */
function partsOf(name: unknown): [revision: string, ...extensions: string[]] {
  if (typeof name !== "string") throw new TypeError("revision: the name of a revision is needed, a string");
  return name.split("+") as [string, ...string[]];
}

function checkedOptions(options: unknown): void {
  if (!isObject(options)) throw new TypeError('options: an object is needed, with `sender: "client"` or `sender: "server"`');
  const { sender } = options;
  if (sender !== "client" && sender !== "server") throw new RangeError(`sender: no ${String(sender)}; "client" or "server"`);
}

/** Say whether a frame can leave as it came. */
function isOneLine(frame: unknown): boolean {
  if (frame instanceof Uint8Array) return frame.every((byte) => byte !== 10 && byte !== 13 && byte < 128);
  return typeof frame !== "string" || !/[\n\r\u0085\u2028\u2029]/.test(frame);
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
