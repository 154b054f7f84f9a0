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
import type { Conversion, ExtensionTypes, Method, Methods, Naming, RevisionTypes, Side, Ways } from "./published.ts";
import type { Limits } from "./json.ts";

/** Everything that the package publishes. */
export interface Published {
  ways: Ways;
  /** By revision. */
  naming: Readonly<Record<string, readonly Naming[]>>;
  /** By name, as in `ways`. */
  conversions: Readonly<Record<string, Conversion>>;
  revisions: readonly RevisionTypes[];
  extensions: readonly ExtensionTypes[];
}

/** The functions of `index.ts`, before their types. */
export class Core {
  private readonly data: Published;
  private readonly names: readonly string[];
  private readonly decoders = new Map<string, Decoder>();
  private readonly chains = new Map<string, Chain>();
  private readonly plans = new Map<string, Plan>();

  constructor(data: Published) {
    this.data = data;
    this.names = Object.keys(data.naming);
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
      const layers = extensions.map((one) => this.extension(one));
      return new Decoder(this.revision(revision), layers);
    });
  }

  private chain(start: string, end: string, sender: Side): Chain {
    return once(this.chains, `${start} ${end} ${sender}`, () => {
      const way = this.data.ways[start]?.[end]; // with three or more extensions, not every set has one
      if (!way) throw new RangeError(`no conversion from ${start} to ${end}`);
      const [revision, ...extensions] = start.split("+") as [string, ...string[]];
      const files = [this.revision(revision), ...extensions.map((one) => this.extension(one))];
      const naming = this.data.naming[end.split("+")[0]!]!;
      return new Chain([start, end], sender, way.map((name) => this.plan(name)), callsOf(files.map((file) => file.methods)), naming);
    });
  }

  private revision(name: string): RevisionTypes {
    return found(this.data.revisions, ({ revision }) => revision, name);
  }

  private extension(name: string): ExtensionTypes {
    return found(this.data.extensions, ({ extension }) => extension, name);
  }

  /** Return an end of a chain: a revision with the extensions that have a plan. The others have no part in messages between client and server. */
  private end(name: string): string {
    const [revision, ...extensions] = this.parts(name);
    if (extensions.length) this.decoder(name);
    return [revision, ...extensions.filter((one) => has(this.data.ways, `${revision}+${one}`)).toSorted()].join("+");
  }

  /** Return the known revision, and the extensions, of a name. */
  private parts(name: string): [revision: string, ...extensions: string[]] {
    if (typeof name !== "string") throw new TypeError("revision must be a string, such as LATEST");
    const [revision, ...extensions] = name.split("+") as [string, ...string[]];
    if (!this.names.includes(revision)) throw new RangeError(`'${name}' is not a revision; the revisions are ${this.names.join(", ")}`);
    const twice = extensions.find((one, i) => extensions.indexOf(one) !== i);
    if (twice !== undefined) throw new RangeError(`${name}: ${twice} is given twice`);
    return [revision, ...extensions];
  }

  private plan(name: string): Plan {
    return once(this.plans, name, () => new Plan(this.data.conversions[name]!));
  }
}

/** Return the requests and notifications of each side. */
function callsOf(tables: readonly Readonly<Record<string, Method>>[]): Methods {
  const rows = tables.flatMap((table) => Object.entries(table));
  const of = (side: Side, kind: Method["kind"]) => rows.flatMap(([name, row]) => (row.kind === kind && row.senders.includes(side) ? [name] : []));
  const sent = (side: Side) => ({ requests: of(side, "request"), notifications: of(side, "notification") });
  return { client: sent("client"), server: sent("server") };
}

function found<File>(files: readonly File[], nameOf: (file: File) => string, name: string): File {
  const file = files.find((one) => nameOf(one) === name);
  if (!file) throw new RangeError(`${name} is unknown; the names are ${files.map(nameOf).join(", ")}`);
  return file;
}
