/**
 * Conversion of messages from revision 2025-03-26 of the Model Context Protocol to 2025-06-18.
 *
 * Written by `mcpgen build --language typescript`.
 */

import { convertOf, makerOf } from "../../../../convert.ts";
import step1 from "../../../data/conversions/2025-03-26--2025-06-18.ts";
import methods from "../../../data/methods/2025-03-26.ts";
import naming from "../../../data/naming/2025-06-18.ts";

export { DecodeError, type ErrorReply, type Loss, LossError, type LossKind, LOSSLESS, NoCounterpart, type ReplyTo } from "../../../../errors.ts";
export { type Limits, LIMITS, parse, stringify } from "../../../../json.ts";
export type { Converted, Converter, Convertible, ConvertPair, Frame, MakePairConverter, PairConverterOptions, PairOptions, RequestContext } from "../../../../messages.ts";
export type { Side } from "../../../../published.ts";

/** The revision of the messages that you convert. */
export const SOURCE = "2025-03-26";

/** The revision that you convert to. */
export const TARGET = "2025-06-18";

const pair = { source: SOURCE, target: TARGET, methods, naming, conversions: [step1] } as const;

/** Convert a message from 2025-03-26 to 2025-06-18. Throws `NoCounterpart` if 2025-06-18 has no equivalent. */
export const convert = /* @__PURE__ */ convertOf<typeof SOURCE, typeof TARGET>(pair);

/** Return a conversion from 2025-03-26 to 2025-06-18 for many messages of one sender, with its options checked once. */
export const converter = /* @__PURE__ */ makerOf<typeof SOURCE, typeof TARGET>(pair);
