/** The checks of the options that several functions take: a wrong one is an error of the caller. */

import { type Loss, LossError, LOSSLESS } from "./errors.ts";
import { boundsOf, checkNames, type Json, shown } from "./json.ts";
import type { DecodeOptions, LossOptions, UnknownMethods } from "./messages.ts";

/** The options of a conversion. */
const OF_CONVERT: readonly string[] = ["sender", "answering", "limits", "context", "loss", "unreported"];
/** The options of `decode`, which ignores those of a conversion. */
export const OF_DECODE: readonly string[] = ["sender", "answering", "limits", "unknownMethods"];
/** The options of all functions that have every revision: a program may give one object to several. */
export const OF_EVERY: readonly string[] = ["sender", "answering", "limits", "unknownMethods", "context", "loss", "unreported"];

/** Throw `TypeError` or `RangeError` if an option is wrong. The error lists the options that `stated` has, of all `names`. */
export function checkOptions(options: DecodeOptions, stated: readonly string[] = OF_CONVERT, names: readonly string[] = stated): void {
  checkNames("options", options, names, stated);
  const { sender, limits, answering } = options;
  if (sender !== "client" && sender !== "server") throw new RangeError(`sender must be "client" or "server", not ${String(sender)}`);
  checkAnswering(answering);
  if (limits !== undefined) boundsOf(limits);
}

/** Throw `TypeError` if the method that a message answers is not a text. */
export function checkAnswering(answering: unknown): void {
  if (answering === null || answering === undefined || typeof answering === "string") return;
  throw new TypeError(`answering must be the method of the answered request, such as "tools/call", not ${shown(answering as Json)}`);
}

/** Throw `RangeError` if the option `unknownMethods` is wrong. Return whether it is `"pass"`. */
export function passesUnknown(stated: UnknownMethods = "refuse"): boolean {
  if (stated !== "refuse" && stated !== "pass") throw new RangeError(`unknownMethods must be "refuse" or "pass", not ${String(stated)}`);
  return stated === "pass";
}

/** Return the function that applies `loss` and `unreported`: it returns the differences to list, or throws `LossError`. */
export function reporterOf({ loss = "report", unreported = [] }: LossOptions): (losses: Loss[]) => Loss[] {
  if (!["report", "error", "allow"].includes(loss)) throw new RangeError(`loss must be "report", "error" or "allow", not ${String(loss)}`);
  if (!Array.isArray(unreported) || !unreported.every((id) => typeof id === "string")) throw new TypeError("unreported must be an array of ids of changes");
  const ignored = new Set(unreported);
  return (all) => {
    const losses = all.filter((one) => !ignored.has(one.change));
    const lost = loss === "error" ? losses.filter((one) => !LOSSLESS.has(one.kind)) : [];
    if (lost.length) throw new LossError(lost);
    return loss === "report" ? losses : [];
  };
}
