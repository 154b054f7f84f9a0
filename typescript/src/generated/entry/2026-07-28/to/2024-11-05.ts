/**
 * Conversion of messages from revision 2026-07-28 of the Model Context Protocol to 2024-11-05.
 *
 * Written by `mcpgen build --language typescript`.
 */

import { convertOf, makerOf } from "../../../../convert.ts";
import step1 from "../../../data/conversions/2026-07-28--2025-11-25.ts";
import step2 from "../../../data/conversions/2025-11-25--2025-06-18.ts";
import step3 from "../../../data/conversions/2025-06-18--2025-03-26.ts";
import step4 from "../../../data/conversions/2025-03-26--2024-11-05.ts";
import methods from "../../../data/methods/2026-07-28.ts";
import naming from "../../../data/naming/2024-11-05.ts";

export { DecodeError, type ErrorReply, type Loss, LossError, type LossKind, LOSSLESS, NoCounterpart, type ReplyTo } from "../../../../errors.ts";
export { type Limits, LIMITS, parse, stringify } from "../../../../json.ts";
export type { Converted, Converter, Convertible, ConvertPair, Frame, MakePairConverter, PairConverterOptions, PairOptions, RequestContext } from "../../../../messages.ts";
export type { Side } from "../../../../published.ts";

/** The revision of the messages that you convert. */
export const SOURCE = "2026-07-28";

/** The revision that you convert to. */
export const TARGET = "2024-11-05";

const pair = { source: SOURCE, target: TARGET, methods, naming, conversions: [step1, step2, step3, step4] } as const;

/** Convert a message from 2026-07-28 to 2024-11-05. Throws `NoCounterpart` if 2024-11-05 has no equivalent. */
export const convert = /* @__PURE__ */ convertOf<typeof SOURCE, typeof TARGET>(pair);

/** Return a conversion from 2026-07-28 to 2024-11-05 for many messages of one sender, with its options checked once. */
export const converter = /* @__PURE__ */ makerOf<typeof SOURCE, typeof TARGET>(pair);
