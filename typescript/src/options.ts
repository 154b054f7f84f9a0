/** The checks of the options that several functions take: a wrong one is an error of the caller. */

import { type Loss, LossError, LOSSLESS } from "./errors.ts";
import { boundsOf, checkNames } from "./json.ts";
import type { DecodeOptions, LossOptions } from "./messages.ts";

/** The options of all functions: a program may give one object to several. */
const NAMES = ["sender", "answering", "limits", "context", "loss", "unreported"];

/** Throw `TypeError` or `RangeError` if an option is wrong. */
export function checkOptions(options: DecodeOptions): void {
  checkNames("options", options, NAMES);
  const { sender, limits } = options;
  if (sender !== "client" && sender !== "server") throw new RangeError(`sender must be "client" or "server", not ${String(sender)}`);
  if (limits !== undefined) boundsOf(limits);
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
