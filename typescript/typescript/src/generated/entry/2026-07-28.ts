/**
 * Revision 2026-07-28 of the Model Context Protocol: its types, and functions that decode its messages.
 *
 * Written by `mcpgen build --language typescript`.
 */

import { decodeOf, validateOf } from "../../revision.ts";
import types from "../data/types/2026-07-28.ts";

export type * from "../types/2026-07-28.ts";
export { DecodeError } from "../../errors.ts";
export { type Limits, LIMITS, parse, stringify } from "../../json.ts";
export type { Decoded, DecodeOptions, Frame } from "../../messages.ts";
export type { Side } from "../../published.ts";
export type { Response } from "../../response.ts";

/** The name of this revision. */
export const REVISION = "2026-07-28";

/** Decode a message of this revision: text, bytes or an object. Throws `DecodeError` if the message is not valid. */
export const decode = /* @__PURE__ */ decodeOf<"2026-07-28">(types);

/** Validate a part of a message by a type of this revision, such as `"Tool"`. Throws `DecodeError` if the part is not valid. */
export const validate = /* @__PURE__ */ validateOf<"2026-07-28">(types);
