/**
 * Messages of the Model Context Protocol: types, decoding, and conversion between all revisions.
 *
 * The functions of `Revisions` in `core.ts`, with the files of every revision and extension.
 */

import { Revisions } from "./core.ts";
import { type Batching, conversions, type Extension, facts, type Revision, types } from "./generated/index.ts";

export * from "./core.ts";
export { type Batching, type Extension, type Revision } from "./generated/index.ts";

/** A revision, or a revision with extensions, as `compose` names it. */
export type RevisionName = Revision | `${Revision}+${string}`;

export const { names: REVISIONS, compose, decode, validate, convert, converter } =
  new Revisions<RevisionName, Revision, Extension, Batching>(facts, conversions, types);
