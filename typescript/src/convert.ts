/**
 * Converters: a chain of plans and options → a function that converts many messages of one sender.
 *
 * Rules: the caller's object is never changed; unknown members, ids and progress tokens are kept; the content of a
 * message raises nothing but the errors of `errors.ts`.
 */

import { Chain, type OwnEdits } from "./chain.ts";
import { identified, kindOf, ofEach } from "./decode.ts";
import type { Loss } from "./errors.ts";
import { copied, guarded, isOneLine, type Json, once, spelling, treeOf, valueAt } from "./json.ts";
import { checkAnswering, checkOptions, reporterOf } from "./options.ts";
import type { ConverterOptions, ConvertOptions, ConvertPair, Frame, MakePairConverter, RevisionName } from "./messages.ts";
import { Plan } from "./plan.ts";
import type { Conversion, Methods, Naming, Side } from "./published.ts";

/** A conversion before its types: the frame and the method that it answers. */
export interface Conversions {
  (frame: Frame, answering?: string | null): { message: unknown; losses: Loss[] };
  readonly batches: boolean;
  readonly errorIdRequired: boolean;
}

/** Return the converter of a chain, with its options checked by their `names`; `own` are edits that no plan has. */
export function converterOf(options: ConverterOptions, chainOf: (sender: Side) => Chain, own: OwnEdits = {}, names?: readonly string[]): Conversions {
  checkOptions(options, names);
  const { sender, limits, loss } = options;
  const reported = reporterOf(options);
  const chain = chainOf(sender);
  const context = chain.context(options.context ?? null);
  const convert = (frame: Frame, answering: string | null = null) => {
    checkAnswering(answering);
    const spelled = spelling(frame);
    const all: Loss[] = [];
    let first: Json | undefined;
    const convertOne = (one: Json, prefix: string): unknown => {
      const log = identified(one, () => chain.convert(one, answering, context, spelled, own));
      const before = () => valueAt((first ??= treeOf(frame, limits)), prefix.split("/").slice(1))!;
      if (loss !== "allow") for (const found of log.losses(before, one, prefix)) all.push(found);
      return spelled(one);
    };
    const message = guarded(() => {
      const tree = treeOf(frame, limits);
      if (typeof tree !== "object" || tree === null) kindOf(tree); // refuses it
      if (!chain.plans.length) return isOneLine(frame) ? frame : spelled(tree);
      if (!Array.isArray(tree)) return convertOne(tree, "");
      const { id: change, reason } = chain.batches;
      all.push({ kind: "reshaped", pointer: "", value: copied(tree), reason, change });
      return ofEach(tree, convertOne);
    });
    return { message, losses: reported(all) };
  };
  return Object.assign(convert, { batches: chain.plans[0]?.file.batches !== undefined, errorIdRequired: chain.errorIdRequired });
}

/** The plans between two revisions, for the entry point of the pair. */
export interface Pair<Source extends RevisionName, Target extends RevisionName> {
  readonly source: Source;
  readonly target: Target;
  readonly methods: Methods;
  readonly naming: readonly Naming[];
  readonly conversions: readonly Conversion[];
}

const chains = new Map<unknown, Map<Side, Chain>>();

function converterBetween(pair: Pair<RevisionName, RevisionName>, options: ConverterOptions): Conversions {
  const { source, target, methods, naming, conversions } = pair;
  const made = once(chains, pair, () => new Map<Side, Chain>());
  return converterOf(options, (sender) =>
    once(made, sender, () => new Chain([source, target], sender, conversions.map((one) => new Plan(one)), methods, naming)));
}

/** Return the function `converter` of a pair. */
export function makerOf<Source extends RevisionName, Target extends RevisionName>(pair: Pair<Source, Target>): MakePairConverter<Source, Target> {
  return ((options: ConverterOptions) => converterBetween(pair, options)) as MakePairConverter<Source, Target>;
}

/** Return the function `convert` of a pair. */
export function convertOf<Source extends RevisionName, Target extends RevisionName>(pair: Pair<Source, Target>): ConvertPair<Source, Target> {
  return ((frame: Frame, options: ConvertOptions) => converterBetween(pair, options)(frame, options.answering)) as ConvertPair<Source, Target>;
}
