/** The checks of the options that every function takes: a wrong one is an error of the caller. */

import { boundsOf, checkNames } from "./json.ts";
import type { DecodeOptions } from "./messages.ts";

/** The options of all functions: a program may give one object to several. */
const NAMES = ["sender", "answering", "limits", "context", "loss", "unreported"];

/** Throw `TypeError` or `RangeError` if an option is wrong. */
export function checkOptions(options: DecodeOptions): void {
  checkNames("options", options, NAMES);
  const { sender, limits } = options;
  if (sender !== "client" && sender !== "server") throw new RangeError(`sender must be "client" or "server", not ${String(sender)}`);
  if (limits !== undefined) boundsOf(limits);
}
