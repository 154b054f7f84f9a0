/**
 * The interface for all revisions: data of revisions, extensions and conversions → the functions of `index.ts`.
 *
 * A decoder, a plan and a chain are made when they are first needed, and kept.
 */

import { Chain } from "./chain.ts";
import { type Conversions, converterOf } from "./convert.ts";
import { Decoder } from "./decode.ts";
import { guarded, has, once } from "./json.ts";
import { checkOptions } from "./options.ts";
import type { ConverterOptions, ConvertOptions, Decoded, DecodeOptions, Frame } from "./messages.ts";
import { Plan } from "./plan.ts";
import type { Conversion, ExtensionTypes, Facts, RevisionTypes, Side, Ways } from "./published.ts";
import type { Limits } from "./json.ts";

/** Everything that the package publishes. */
export interface Published {
  facts: Facts;
  ways: Ways;
  conversions: readonly Conversion[];
  revisions: readonly RevisionTypes[];
  extensions: readonly ExtensionTypes[];
}

/** The functions of `index.ts`, before their types. */
export class Core {
  private readonly data: Published;
  private readonly names: readonly string[];
  private readonly files: ReadonlyMap<string, Conversion>;
  private readonly decoders = new Map<string, Decoder>();
  private readonly chains = new Map<string, Chain>();
  private readonly plans = new Map<string, Plan>();

  constructor(data: Published) {
    this.data = data;
    this.names = data.facts.revisions.map((row) => row.revision);
    this.files = new Map(data.conversions.map((file) => [`${file.source}--${file.target}`, file]));
  }

  compose(revision: string, ...extensions: string[]): string {
    const name = [revision, ...extensions.toSorted()].join("+");
    this.decoder(name);
    return name;
  }

  decode(frame: unknown, revision: string, options: DecodeOptions): Decoded<unknown> {
    checkOptions(options);
    const decoder = this.decoder(revision);
    return guarded(() => decoder.decode(frame, options));
  }

  validate(value: unknown, revision: string, type: string, limits?: Limits): Decoded<unknown> {
    const decoder = this.decoder(revision);
    return guarded(() => decoder.validate(value, type, limits));
  }

  convert(frame: Frame, source: string, target: string, options: ConvertOptions) {
    return this.converter(source, target, options)(frame, options.answering);
  }

  converter(source: string, target: string, options: ConverterOptions): Conversions {
    const [start, end] = [this.end(source), this.end(target)];
    return converterOf(options, (sender) => this.chain(start, end, sender));
  }

  private decoder(name: string): Decoder {
    return once(this.decoders, name, () => {
      const [revision, ...extensions] = this.parts(name);
      const layers = extensions.map((one) => found(this.data.extensions, ({ extension }) => extension, one));
      return new Decoder(found(this.data.revisions, (file) => file.revision, revision), layers);
    });
  }

  private chain(start: string, end: string, sender: Side): Chain {
    return once(this.chains, `${start} ${end} ${sender}`, () => {
      const [revision, ...extensions] = start.split("+");
      const sources = extensions.map((one) => `${revision}+${one}`);
      const knowing = [...this.files].filter(([, file]) => sources.includes(file.source)).map(([name]) => this.plan(name));
      const way = this.data.ways[start]?.[end]; // with three or more extensions, not every set has one
      if (!way) throw new RangeError(`no conversion from ${start} to ${end}`);
      return new Chain(this.data.facts, [start, end], sender, way.map((name) => this.plan(name)), knowing);
    });
  }

  /** Return an end of a chain: a revision with the extensions that have a plan. The others have no part in messages between client and server. */
  private end(name: string): string {
    const [revision, ...extensions] = this.parts(name);
    if (extensions.length) this.decoder(name);
    return [revision, ...extensions.filter((one) => has(this.data.ways, `${revision}+${one}`)).toSorted()].join("+");
  }

  /** Return the known revision, and the extensions, of a name. */
  private parts(name: string): [revision: string, ...extensions: string[]] {
    if (typeof name !== "string") throw new TypeError("revision: must be a string, such as LATEST");
    const [revision, ...extensions] = name.split("+") as [string, ...string[]];
    if (!this.names.includes(revision)) throw new RangeError(`no revision ${name}; the revisions are ${this.names.join(", ")}`);
    const twice = extensions.find((one, i) => extensions.indexOf(one) !== i);
    if (twice !== undefined) throw new RangeError(`${name}: ${twice} is given twice`);
    return [revision, ...extensions];
  }

  private plan(name: string): Plan {
    const file = this.files.get(name);
    if (!file) throw new RangeError(`no conversion ${name}`);
    return once(this.plans, name, () => new Plan(file));
  }
}

function found<File>(files: readonly File[], nameOf: (file: File) => string, name: string): File {
  const file = files.find((one) => nameOf(one) === name);
  if (!file) throw new RangeError(`no ${name}; there are ${files.map(nameOf).join(", ") || "none"}`);
  return file;
}
