/** The functions of one revision, for its entry point; each is made when it is first called. */

import { Decoder } from "./decode.ts";
import { guarded, once, type Limits } from "./json.ts";
import type { DecodeOne, DecodeOptions, Frame, RevisionName, ValidateOne } from "./messages.ts";
import { checkOptions, OF_DECODE, OF_EVERY } from "./options.ts";
import type { RevisionTypes } from "./published.ts";

const decoders = new Map<RevisionTypes, Decoder>();

function decoderOf(types: RevisionTypes): Decoder {
  return once(decoders, types, () => new Decoder(types));
}

/** Return the function `decode` of a revision. */
export function decodeOf<Name extends RevisionName>(types: RevisionTypes): DecodeOne<Name> {
  const decode = (frame: Frame, options: DecodeOptions) => {
    checkOptions(options, OF_DECODE, OF_EVERY);
    return guarded(() => decoderOf(types).decode(frame, options));
  };
  return Object.assign(decode, { revision: types.revision }) as DecodeOne<Name>;
}

/** Return the function `validate` of a revision. */
export function validateOf<Name extends RevisionName>(types: RevisionTypes): ValidateOne<Name> {
  const validate = (value: unknown, type: string, limits?: Limits) => guarded(() => decoderOf(types).validate(value, type, limits));
  return validate as ValidateOne<Name>;
}
